"""The table as plain text, from one seat's view or open to all.

Every component is written with its id, so that what is read here can be typed as an action. What the viewer cannot
know (order of decks, hands of others, hidden stacks) is not looked at, so it cannot show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.effect_words import describe_program
from arnak_env.arnak.questions import deciding_player, objective_task
from arnak_env.arnak.words import (
    ROMAN,
    card_ids,
    figure_words,
    game_record,
    icon_words,
    spaces_of_site,
    table_record,
    token_words,
)

WIDTH = 118
EFFECTS_AT = 56  # column of the row effects beside the research track
_SHORT = ("coin", "comp", "tabl", "arrow", "jewel")


def render_game(game: Any, content: Any = None, viewer: int | None = None) -> str:
    """Return the whole table as plain text, about 50 lines of at most 118 characters.

    Args:
        game: one game record, or an array of one.
        content: the content of the game, or its table record; by default the content of this package.
        viewer: the seat (from 0) whose view it is; ``None`` shows hidden cards and stacks as well.
    """
    if content is None:
        from arnak_env.arnak.content import load_content

        content = load_content()
    game = game_record(game)
    view = _View(game, table_record(content), viewer)
    blocks = [view.heading(), view.row(), view.map(), view.research(), view.supplies()]
    if game["rival"]:
        blocks.append(view.rival())
    blocks += [view.player(player) for player in view.seats()]
    return "\n".join(line.rstrip() for block in blocks for line in block)


class _View:
    """One game seen from one seat."""

    def __init__(self, game: Any, tables: Any, viewer: int | None) -> None:
        self.game = game
        self.tables = tables
        self.viewer = viewer
        self.board = int(game["board"])

    def sees(self, player: int) -> bool:
        """Return whether the viewer sees the hand of a player."""
        return self.viewer is None or self.viewer == player

    def seats(self) -> list[int]:
        """Return the seats in turn order, the viewer first."""
        players = int(self.game["players"])
        return [((self.viewer or 0) + step) % players for step in range(players)]

    def effect(self, row: int) -> str:
        return describe_program(self.tables["program"], row) if row > 0 else "no effect"

    # --- blocks ------------------------------------------------------------------------------------------------------
    def heading(self) -> list[str]:
        game = self.game
        words = f"Lost Ruins of Arnak, {o.BOARDS[self.board]} side, round {ROMAN[int(game['round_number'])]} of V"
        player = deciding_player(game)
        if player < 0:
            return [f"{words}, the game is over"]
        done = "taken" if game["main_done"] else "not taken"
        words += f", player {player + 1} decides (main action {done})"
        if any(game["pool"]):
            words += f", left over: {icon_words(game['pool'])}"
        return [words]

    def row(self) -> list[str]:
        """The card row; what stands left of the moon staff are artifacts."""
        game, staff = self.game, int(self.game["round_number"])
        lines = ["", "CARD ROW"]
        for heading, slots, token in (("artifacts", range(staff), "compass"), ("items", range(staff, 6), "coin")):
            cards = [self.priced(int(game["row"][slot]), token) for slot in slots]
            lines += wrap(f"  {heading:10}", cards or ["none"])
        decks = []
        for kind in ("item", "artifact"):
            size = int(game[f"{kind}_deck_size"])
            words = f"{kind} deck {size}"
            if size and (self.viewer is None or game[f"{kind}_top_known"]):
                words += f" (top: {a.CARD_IDS[int(game[f'{kind}_deck'][size - 1])]})"
            decks.append(words)
        exiled = [a.CARD_IDS[card] for card in range(o.CARDS) for _ in range(int(game["exiled"][card]))]
        lines += wrap("  " + ", ".join(decks) + "; exiled: ", exiled or ["none"])
        return lines

    def priced(self, card: int, token: str) -> str:
        if card < 0:
            return "(gap)"
        return f"{a.CARD_IDS[card]} ({self.tables['card_cost'][card]} {token}, {self.tables['card_points'][card]} p)"

    def map(self) -> list[str]:
        """All sites, the highest first."""
        lines = ["", "MAP"]
        for row in range(int(max(self.tables["site_row"])), -1, -1):
            for site in range(o.SITES):
                if int(self.tables["site_row"][site]) == row:
                    lines += self.site(site)
        return lines

    def site(self, site: int) -> list[str]:
        game, tables = self.game, self.tables
        spaces = spaces_of_site(site)
        travel = " / ".join(icon_words(tables["space_travel"][self.board, space]) for space in spaces)
        figures = [figure_words(int(game["space"][space])) for space in spaces]
        parts = []
        if site < o.CAMPS:
            parts.append(self.effect(int(tables["camp_program"][site])))
            figures = [f".{place} {who}" for place, who in enumerate(figures, 1) if who != "empty"]
        else:
            tile = int(game["tile"][site])
            if tile >= 0:
                parts.append(self.effect(int(tables["tile_program"][tile])))
            else:
                parts.append(f"undiscovered ({token_words(tables['discover_cost'][self.board, site])})")
                if game["idol_up"][site] >= 0:
                    parts.append(a.IDOL_IDS[int(game["idol_up"][site])])
                if game["idol_down"][site] >= 0:
                    hidden = f" ({a.IDOL_IDS[int(game['idol_down'][site])]})" if self.viewer is None else ""
                    parts.append(f"1 idol face down{hidden}")
            figures = [who for who in figures if who != "empty"]
        words = [", ".join(parts)]
        if figures:
            words.append(f"[{', '.join(figures)}]")
        guardian = int(game["guardian"][site])
        if guardian >= 0:
            words.append(self.guardian_at(guardian))
        return wrap(f"  {a.SITE_IDS[site]:15} {travel:16} ", words, separator="   ", indent=35)

    def guardian_at(self, guardian: int) -> str:
        """A guardian on the map with its cost."""
        tables = self.tables
        costs = []
        if any(tables["guardian_cost"][guardian]):
            costs.append(token_words(tables["guardian_cost"][guardian]))
        if any(tables["guardian_travel"][guardian]):
            costs.append(icon_words(tables["guardian_travel"][guardian]))
        if tables["guardian_hand"][guardian]:
            costs.append(f"{tables['guardian_hand'][guardian]} hand card")
        return f"!{a.GUARDIAN_IDS[guardian]} ({', '.join(costs)}; boon: {self.boon(guardian)})"

    def boon(self, guardian: int) -> str:
        program = int(self.tables["boon_program"][guardian])
        if program > 0:
            return self.effect(program)
        return f"travel {icon_words(self.tables['boon_icons'][guardian])}"

    def research(self) -> list[str]:
        """The research track from the Lost Temple down to the start."""
        tables, board = self.tables, self.board
        lines = ["", "RESEARCH  (spaces with cost; points and effect of the row for magnifying glass / notebook)"]
        for row in range(o.TRACK_ROWS - 1, 0, -1):
            places = range(int(tables["track_spaces"][board]))
            spaces = [self.track_space(space) for space in places if tables["track_row"][board, space] == row]
            *before, head = wrap(f"  {row}  ", spaces, separator="  ", indent=5)
            if row == o.TEMPLE_ROW:
                effects = [f"Lost Temple: {', '.join(map(str, tables['arrival_points']))} points by arrival"]
            else:
                programs = tables["row_program"][board, row]
                points = tables["row_points"][board, row]
                effects = [f"{points[token]} {self.effect(int(programs[token]))}" for token in range(2)]
            if len(head) > EFFECTS_AT:
                before.append(head)
                head = ""
            lines += before + wrap(f"{head:{EFFECTS_AT}}", effects, separator=" / ", indent=EFFECTS_AT)
        lines.append(f"  start: {self.tokens_at(0) or 'nobody'}")
        stacks = [
            f"{word} {self.game['temple_tiles'][stack]} left ({tables['temple_points'][stack]} p for "
            f"{short_tokens(tables['temple_cost'][board, stack])})"
            for stack, word in enumerate(a.TEMPLE_IDS)
        ]
        lines += wrap("  temple tiles: ", stacks)
        return lines

    def track_space(self, space: int) -> str:
        game = self.game
        words = f"{o.BOARDS[self.board][0]}{space}"
        cost = short_tokens(self.tables["track_cost"][self.board, space])
        tiles = [a.BONUS_IDS[int(tile)] for tile in game["bonus"][space] if tile >= 0]
        words += f" [{cost}{'; ' if tiles else ''}{' '.join(tiles)}]"
        tokens = self.tokens_at(space)
        return f"{words} <{tokens}>" if tokens else words

    def tokens_at(self, space: int) -> str:
        """Research tokens on a space, for example ``P1 glass, rival glass``."""
        game = self.game
        words = []
        for player in range(int(game["players"])):
            words += [f"P{player + 1} {token}" for token in ("glass", "notebook") if game[token][player] == space]
        if game["rival"] and game["rival_glass"] == space:
            words.append("rival glass")
        if game["rival"] and o.PURPLE in game["colour"] and game["rival_notebook"] == space:
            words.append("rival notebook")
        return ", ".join(words)

    def supplies(self) -> list[str]:
        """Assistant stacks and other supplies."""
        game = self.game
        stacks = []
        for stack in range(3):
            size = int(game["stack_size"][stack])
            pile = [a.ASSISTANT_IDS[int(piece)] for piece in game["stack"][stack, :size][::-1]]
            shown = pile if self.viewer is None else pile[:1]
            stacks.append(f"{stack + 1}: {', '.join(shown) or 'empty'}{f' (of {size})' if size else ''}")
        lines = ["", *wrap("SUPPLY  assistants ", stacks, separator="   ")]
        size = int(game["rescue_size"])
        if size:
            pile = [a.ASSISTANT_IDS[int(piece)] for piece in game["rescue"][:size][::-1]]
            everything = self.viewer is None or game["rescue_seen"][self.viewer]
            lines += wrap(f"  rescue stack of {size}: ", pile if everything else [f"{pile[0]} on top"])
        words = [f"Fear {game['fear_supply']}", f"guardian stack {game['guardian_size']}",
                 f"site tiles {game['level_1_size']} level I, {game['level_2_size']} level II"]  # fmt: skip
        size = int(game["temple_bonus_size"])
        if size:
            tiles = sorted(a.BONUS_IDS[int(tile)] for tile in game["temple_bonus"][:size])
            everything = self.viewer is None or game["temple_bonus_seen"][self.viewer]
            words.append(f"Lost Temple bonus tiles {size}" + (f" ({' '.join(tiles)})" if everything else ""))
        lines += wrap("  ", words)
        if self.viewer is None:
            lines += self.hidden_stacks()
        return lines

    def hidden_stacks(self) -> list[str]:
        """What nobody at the table sees, top first."""
        game = self.game
        guardians = [a.GUARDIAN_IDS[int(piece)] for piece in game["guardian_stack"][: int(game["guardian_size"])][::-1]]
        lines = wrap("  next guardians: ", guardians[:4] or ["none"])
        for key, size in (("level_1_stack", "level_1_size"), ("level_2_stack", "level_2_size")):
            tiles = [a.TILE_IDS[int(tile)] for tile in game[key][: int(game[size])]]
            lines += wrap(
                f"  next site tiles, level {'I' if key == 'level_1_stack' else 'II'}: ", tiles[:4] or ["none"]
            )
        return lines

    def rival(self) -> list[str]:
        """The rival of the solo game."""
        game = self.game
        stack = [int(tile) for tile in game["rival_stack"][: int(game["rival_stack_size"])]]
        used = [a.RIVAL_TILE_IDS[int(tile)] for tile in game["rival_used"][: int(game["rival_used_size"])]]
        heading = f"RIVAL  difficulty {game['colour'].sum()}, {game['rival_home']} figures at home, used tiles: "
        lines = ["", *wrap(heading, used or ["none"])]
        words = [a.RIVAL_TILE_IDS[tile] for tile in (stack if self.viewer is None else sorted(stack))]
        arrow = ""
        if stack:
            arrow = f" ({'right' if self.tables['rival_right'][stack[0]] else 'left'} arrow on top)"
        order = "in order" if self.viewer is None else "in unknown order"
        lines += wrap(f"  to come, {order}{arrow}: ", words or ["none"])
        idols = [a.IDOL_IDS[kind] for kind in range(o.IDOL_TYPES) if game["rival_idols"][kind]]
        if game["rival_minus_one"]:
            idols.append(f"{game['rival_minus_one']} on the minus-one space")
        owned = [
            ("idols", idols),
            ("guardians", self.guardians(o.RIVAL_FIGURE)),
            ("temple tiles", counted(game["rival_temple"])),
        ]
        parts = [f"{name}: {', '.join(pieces)}" for name, pieces in owned if pieces]
        cards = [a.CARD_IDS[card] for card in range(o.CARDS) if game["rival_cards"][card]]
        lines += wrap("  ", parts, separator="; ") if parts else []
        lines += wrap("  cards: ", cards) if cards else []
        return lines + (self.objectives() if game["objectives"] else [])

    def objectives(self) -> list[str]:
        """The rival objectives of this round, and what the rival has won with them."""
        game = self.game
        by_state: dict[int, list[str]] = {o.OBJECTIVE_OPEN: [], o.OBJECTIVE_MET: [], o.OBJECTIVE_REPLACED: []}
        for objective, word in enumerate(o.OBJECTIVES):
            state = int(game["objective_state"][objective])
            if state == o.OBJECTIVE_OPEN:
                word = f"{word} ({objective_task(objective)}; {game['objective_points'][objective]} p)"
            by_state.get(state, []).append(word)
        lines = wrap("  objectives, who gets there first: ", by_state[o.OBJECTIVE_OPEN] or ["none left"])
        parts = [
            f"{name}: {', '.join(by_state[state])}"
            for name, state in (("met", o.OBJECTIVE_MET), ("replaced", o.OBJECTIVE_REPLACED))
            if by_state[state]
        ]
        lines += wrap("    ", parts, separator="; ") if parts else []
        left = f"{game['two_point_tiles']} 2-point and {game['six_point_tiles']} 6-point tiles"
        return [*lines, f"    the rival has won {game['rival_objective_points']} points with them ({left} left)"]

    def guardians(self, owner: int) -> list[str]:
        """Overcome guardians with what is left of them."""
        game = self.game
        words = []
        for guardian in range(o.GUARDIANS):
            if game["guardian_owner"][guardian] == owner:
                word = a.GUARDIAN_IDS[guardian]
                used = game["boon_used"][guardian] or owner == o.RIVAL_FIGURE
                words.append(word if used else f"{word} ({self.boon(guardian)})")
        return words

    def player(self, player: int) -> list[str]:
        """Everything one player owns, as far as the viewer may see it."""
        game = self.game
        you = ", you" if player == self.viewer else ""
        state = ", has passed" if game["passed"][player] else ""
        tokens = ", ".join(f"{number} {token}" for token, number in zip(o.TOKENS, game["tokens"][player], strict=True))
        lines = ["", f"PLAYER {player + 1}{you}{state}: {tokens}"]
        idols = f"{game['idols'][player]} idols in crates, {game['slotted'][player]} of {o.IDOL_SLOTS} slots filled"
        at_home = f"{game['home'][player]} archaeologists at home"
        parts = [at_home, idols]
        if game["fear_tiles"][player]:
            parts.append(f"{game['fear_tiles'][player]} fear tiles")
        parts += counted(game["temple_owned"][player])
        if game["arrival"][player]:
            parts.append(f"arrival {game['arrival'][player]} in the Lost Temple")
        if game["planes"][player]:
            parts.append("all travel icons are planes this round")
        if game["ignore_fear"][player]:
            parts.append("guardians bring no Fear this round")
        lines += wrap("  ", parts)
        helpers = [self.assistant(player, square) for square in range(2) if game["assistant"][player, square] >= 0]
        if helpers:
            lines += wrap("  assistants: ", helpers)
        guardians = self.guardians(player + 1)
        if guardians:
            lines += wrap("  guardians: ", guardians)
        return lines + self.cards(player)

    def assistant(self, player: int, square: int) -> str:
        game = self.game
        assistant, gold = int(game["assistant"][player, square]), int(game["assistant_gold"][player, square])
        words = f"{square + 1}: {a.ASSISTANT_IDS[assistant]}, {'gold' if gold else 'silver'}"
        words += ", exhausted" if game["assistant_used"][player, square] else ", ready"
        return f"{words} ({self.effect(int(self.tables['assistant_program'][assistant, gold]))})"

    def cards(self, player: int) -> list[str]:
        """Hand, deck and play area; of others' hands and of every deck only what the viewer may know."""
        game = self.game
        size, deck = int(game["hand_size"][player]), int(game["deck_size"][player])
        lines = []
        if self.sees(player):
            hand = [self.hand_card(int(card)) for card in game["hand"][player, :size]]
            lines += wrap(f"  hand {size}: ", hand or ["no card"])
        else:
            lines.append(f"  hand {size}, deck {deck}")
        play = card_ids(game["play"][player, : int(game["play_size"][player])])
        if self.sees(player):
            cards = card_ids(game["deck"][player, :deck])
            if self.viewer is None:
                lines += wrap(f"  deck {deck}, top first: ", cards or ["empty"])
            else:
                kinds = Counter(sorted(cards))
                words = [f"{number} {word}" if number > 1 else word for word, number in kinds.items()]
                lines += wrap(f"  deck {deck}, in unknown order: ", words or ["empty"])
        lines += wrap("  play area: ", play or ["empty"])
        aside = int(game["aside_size"])
        if aside and player == int(game["turn_player"]):
            cards = card_ids(game["aside"][:aside])
            lines += wrap("  laid aside: ", cards if self.sees(player) else [f"{aside} cards"])
        return lines

    def hand_card(self, card: int) -> str:
        """A hand card with its travel icons; free and main effects are told apart."""
        tables = self.tables
        timing = {o.TIMING_FREE: ", free", o.TIMING_MAIN: ", main"}.get(int(tables["card_timing"][card]), "")
        return f"{a.CARD_IDS[card]} ({icon_words(tables['card_icons'][card])}{timing})"


def counted(numbers: Iterable[Any]) -> list[str]:
    """Return temple tiles in words."""
    return [f"{int(number)} {word}" for word, number in zip(a.TEMPLE_IDS, numbers, strict=True) if number]


def short_tokens(cost: Any) -> str:
    """Return a cost in short words, for example ``2tabl 1arrow``."""
    names = (*_SHORT, "idol")
    return " ".join(f"{int(number)}{names[token]}" for token, number in enumerate(cost) if number) or "free"


def wrap(head: str, parts: list[str], separator: str = ", ", indent: int = 4) -> list[str]:
    """Return a line that starts with `head` and lists `parts`, broken between parts where it gets too long."""
    lines: list[str] = []
    line, empty = head, True
    for part in parts:
        joined = line + ("" if empty else separator) + part
        shorter = indent + len(part) < len(joined)
        if len(joined + separator.rstrip()) > WIDTH and shorter and line.strip():
            lines.append((line if empty else line + separator).rstrip())
            joined = " " * indent + part
        line, empty = joined, False
    return [*lines, line]
