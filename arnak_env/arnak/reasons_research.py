"""Reasons for the research track, temple tiles and altars; see `arnak_env.arnak.reasons`."""

from __future__ import annotations

from collections.abc import Sequence

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.questions import unpack
from arnak_env.arnak.reasons_map import MapReasons
from arnak_env.arnak.words import amount, track_id

FREE = -1  # a discount of this size: the effect moves the notebook without any cost
NOTEBOOK_ONLY = "the effect moves the notebook only"


class ResearchReasons(MapReasons):
    """Each method returns a reason, or an empty string when it finds nothing in the way."""

    def place(self, token: int) -> int:
        """Return where a research token of the player stands, `NOT_ON_TRACK` for a lantern on the player board."""
        return int(self.game[o.RESEARCH_TOKENS[token]][self.player])

    def row(self, token: int) -> int:
        """Return the row that a research token of the player has reached."""
        space = self.place(token)
        return int(self.tables["track_row"][self.board, space]) if space >= 0 else 0

    def research(self, verb: str, entry: int, token: int, discount: int) -> str:
        """Moving a research token over a bridge or into a passage; `FREE` stands for the notebook without any cost."""
        moved = o.RESEARCH_TOKENS.index(verb.split()[1])
        if moved == o.LANTERN and self.board != o.OWL:
            return "only the Owl Temple has a lantern"
        if moved != o.NOTEBOOK and discount == FREE:
            return NOTEBOOK_ONLY
        if entry >= int(self.tables["track_spaces"][self.board]):
            return "the board has no such space"
        return self.no_way(moved, entry) or self.unpayable_step(entry, token, discount)

    def no_way(self, moved: int, entry: int) -> str:
        """Say why a research token cannot take an entry of the track, whatever it costs."""
        tables, board, here = self.tables, self.board, self.place(moved)
        name = track_id(board, entry)
        passage = bool(tables["passage"][board, entry])
        if here < 0:
            return "your lantern is on the player board until your magnifying glass has gone into a passage"
        if tables["passage"][board, here]:
            return "your magnifying glass stays in its passage; the lantern goes on instead"
        if passage and moved != o.GLASS:
            return "only the magnifying glass goes into a passage"
        if moved == o.NOTEBOOK and entry == int(tables["track_temple"][board]):
            return "the notebook may not enter the Lost Temple"
        if entry not in tables["track_next"][board, here]:
            way = f"{name} is not reached" if passage else "no bridge leads there"
            return f"{way} from {track_id(board, here)}"
        if passage:
            user = int(self.game["passage_used"][entry - a.FIRST_PASSAGE])
            return f"the passage is used ({self.who(user)})" if user else ""
        if moved == o.NOTEBOOK and tables["track_row"][board, entry] > max(self.row(o.GLASS), self.row(o.LANTERN)):
            highest = "magnifying glass and lantern" if self.place(o.LANTERN) >= 0 else "the magnifying glass"
            return f"the notebook may not stand above {highest}"
        return ""

    def unpayable_step(self, entry: int, token: int, discount: int) -> str:
        """Say what is missing of the price of a bridge or passage: tokens, idols, then travel."""
        if discount == FREE:
            return ""
        cost = reduced(self.tables["track_cost"][self.board, entry], token, discount)
        owed = unpack(self.tables["track_travel"][self.board, entry])
        words = self.lacking_tokens(cost)
        return words or (self.unpayable(owed, [0] * 4, cost[o.COIN]) if any(owed) else "")

    def temple(self, stack: int, token: int, discount: int) -> str:
        """Taking a temple tile, on the Owl side the top piece of a pile."""
        if discount == FREE:
            return NOTEBOOK_ONLY
        if self.board == o.OWL:
            access = int(self.tables["temple_access"][self.board, stack])
            highest = max(self.row(token_) for token_ in range(len(o.RESEARCH_TOKENS)))
            if highest < access:
                return f"needs a research token in row {access} or higher, yours reach row {highest}"
        elif self.game["arrival"][self.player] == 0:
            return "your magnifying glass is not in the Lost Temple"
        if self.game["temple_tiles"][stack] <= 0:
            return "this stack is empty"
        return self.lacking_tokens(reduced(self.tables["temple_cost"][self.board, stack], token, discount))

    def owl_tile(self, space: int, token: int, discount: int) -> str:
        """Taking the tile of the space where an own research token stands."""
        if self.board != o.OWL:
            return "only the Owl Temple has such tiles"
        if discount == FREE:
            return NOTEBOOK_ONLY
        if space not in [self.place(token_) for token_ in range(len(o.RESEARCH_TOKENS))]:
            return f"none of your research tokens stands on {track_id(self.board, space)}"
        if self.game["space_tile"][space] <= 0:
            return "no Owl Temple tile lies there"
        return self.lacking_tokens(reduced(self.tables["owl_cost"][self.board, space], token, discount))

    def invoke(self, altar: int) -> str:
        """Invoking an altar of the Spider Temple."""
        game, player = self.game, self.player
        if self.board != o.SPIDER:
            return "only the Spider Temple has altars"
        if game["dark"][player] <= 0:
            return "you have no dark tablet"
        needed, highest = int(self.tables["altar_row"][altar]), max(self.row(o.GLASS), self.row(o.NOTEBOOK))
        if highest < needed:
            return f"no research token of yours is above the altar (row {needed} or higher, yours reach row {highest})"
        if game["altar_dark"][altar, player] >= o.ALTAR_LIMIT:
            return f"{o.ALTAR_LIMIT} dark tablets of yours lie below this altar already, and no more are allowed"
        if game["altar_card"][altar] < 0 and not any(card >= o.FIRST_ARTIFACT for card in game["row"]):
            return "the altar is empty, and the card row has no artifact for it"
        return ""

    def place_artifact(self, card: int) -> str:
        """Choosing the artifact for an empty altar."""
        if not o.FIRST_ARTIFACT <= card < o.FIRST_STARTING:
            return "only an artifact is laid on an altar"
        return "" if card in self.game["row"] else "this card is not in the card row"

    def tablets(self, verb: str, index: int) -> str:
        """Choosing the kind of tablet to spend; nothing else can be done before."""
        if verb == "choose" and index == o.CHOICE_TABLET:
            return "you have no ordinary tablet left"
        if verb == "choose" and index == o.CHOICE_DARK_TABLET:
            return "you have no dark tablet left"
        left = amount(int(self.frame[o.F_A]), "tablet")
        return f"{left} must be paid first: choose tablet or choose dark_tablet"


def reduced(cost: Sequence[int], token: int, discount: int) -> list[int]:
    """Return a cost in tokens after the discount on one of them."""
    owed = [int(number) for number in cost]
    if 0 <= token < len(owed):
        owed[token] = max(0, owed[token] - discount)
    return owed
