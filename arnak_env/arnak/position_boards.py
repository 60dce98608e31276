"""Temple tiles, the Owl Temple and the Spider Temple of a position in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.words import amount
from arnak_env.core.position_reader import PositionError, Section

OWL_KEYS = ("tiles", "taken", "marked", "passages")
ALTAR_KEYS = ("artifact", "tablets")
DARK_KEYS = ("supply",)
OWL_TILE_WORDS = ("one", "five", "ten")  # in the order of OWL_POINTS
PASSAGE_IDS = a.TRACK_WORDS["owl"][a.FIRST_PASSAGE :]
OWL_SPACE_IDS = a.TRACK_WORDS["owl"]
PILE_OF_IDOLS = a.OWL_PILE_IDS.index("top_idols")


def need_board(game: Any, section: Section, key: str, board: int) -> None:
    """Refuse a key that means something on one board only."""
    if key in section and section.table[key] and int(game["board"]) != board:
        side, here = o.BOARDS[board], o.BOARDS[int(game["board"])]
        raise section.fail(key, f"this belongs to the {side} side, the game is on the {here} side (game.board)")


def pile_ids(board: int) -> tuple[str, ...]:
    """Return the names of the stacks of temple tiles; on the Owl side they are the piles at the top."""
    return a.OWL_PILE_IDS if board == o.OWL else a.TEMPLE_IDS


def place_temple_tiles(game: Any, supply: Section, tables: Any) -> None:
    """Fill the stacks of the Lost Temple: full without the tiles that somebody owns."""
    board, count = int(game["board"]), int(game["players"])
    sizes = [int(size) for size in tables["temple_size"][board, count]]
    given = supply.counts("temple_tiles", pile_ids(board))
    for stack, word in enumerate(pile_ids(board)):
        size = sizes[stack]
        owned = int(game["temple_owned"][:, stack].sum() + game["rival_temple"][stack])
        left = given.get(stack, max(0, size - owned))
        if left + owned > size:
            raise supply.fail("temple_tiles", f"there are only {size} {word} tiles here, not {left + owned}")
        game["temple_tiles"][stack] = left


# --- Owl Temple ------------------------------------------------------------------------------------------------------
def place_owl(game: Any, owl: Section, supply: Section, tables: Any) -> None:
    """Mark the used passages, lay the tiles on the spaces and in the passages, and fill the piles at the top."""
    for key in OWL_KEYS:
        need_board(game, owl, key, o.OWL)
    if int(game["board"]) == o.OWL:
        use_passages(game, owl)
        lay_owl_tiles(game, owl, supply, tables)
        mark_owl_tiles(game, owl)


def glasses(game: Any) -> Iterator[tuple[int, int, str]]:
    """Yield figure, space and key of every magnifying glass."""
    for player in range(int(game["players"])):
        yield player + 1, int(game["glass"][player]), f"players.{player + 1}.glass"
    if game["rival"]:
        yield o.RIVAL_FIGURE, int(game["rival_glass"]), "rival.glass"


def passage_user(figure: int) -> int | str:
    """Say who is in a passage: a player number, ``rival`` or ``unused``."""
    return "unused" if figure == o.EMPTY else "rival" if figure == o.RIVAL_FIGURE else figure


def use_passages(game: Any, owl: Section) -> None:
    """A passage is used by the magnifying glass that stands in it; what is written about passages must say the same."""
    for figure, space, key in glasses(game):
        if space < a.FIRST_PASSAGE:
            continue
        passage = space - a.FIRST_PASSAGE
        user = int(game["passage_used"][passage])
        if user:
            who = "the rival" if user == o.RIVAL_FIGURE else f"player {user}"
            raise PositionError(key, f"{PASSAGE_IDS[passage]} holds one magnifying glass only, and {who} is in it")
        game["passage_used"][passage] = figure
    written = owl.section("passages", PASSAGE_IDS)
    for word, who in written.table.items():
        there = passage_user(int(game["passage_used"][PASSAGE_IDS.index(word)]))
        known = ["unused", *range(1, int(game["players"]) + 1), *(["rival"] if game["rival"] else [])]
        if isinstance(who, bool) or who not in known:
            raise written.fail(word, f"{who!r} is not possible; one of {', '.join(map(str, known))}")
        if who != there:
            reason = f"no magnifying glass stands in {word}" if there == "unused" else f"the glass of {there} is in it"
            raise written.fail(word, f"{reason} (a passage is used by the glass in it)")


def tiles_at_set_up(game: Any, tables: Any) -> dict[int, int]:
    """Return the points of the tiles that lie on spaces and in passages at the start, by space."""
    board, count = int(game["board"]), int(game["players"])
    return {
        space: int(tables["owl_points"][board, space])
        for space in range(len(OWL_SPACE_IDS))
        if tables["owl_tiles"][board, space, count]
    }


def lay_owl_tiles(game: Any, owl: Section, supply: Section, tables: Any) -> None:
    """Lay the tiles on spaces, in passages and on the piles; what is not listed gives way to the owned tiles."""
    board, count = int(game["board"]), int(game["players"])
    printed = tiles_at_set_up(game, tables)
    tiles = {space: points for space, points in listed_owl_tiles(owl, printed).items() if space < a.FIRST_PASSAGE}
    for space, points in printed.items():
        if space >= a.FIRST_PASSAGE and not game["passage_used"][space - a.FIRST_PASSAGE]:
            tiles[space] = points
    sizes = [int(size) for size in tables["temple_size"][board, count]]
    given = supply.counts("temple_tiles", a.OWL_PILE_IDS)
    piles = [given.get(pile, size) for pile, size in enumerate(sizes)]
    for pile, word in enumerate(a.OWL_PILE_IDS):
        if piles[pile] > sizes[pile]:
            raise supply.fail("temple_tiles", f"{word} holds at most {sizes[pile]} here, not {piles[pile]}")
    fixed = "tiles" in owl or "taken" in owl
    for kind, points in enumerate(o.OWL_POINTS):
        of_kind = [p for p in range(len(piles)) if p != PILE_OF_IDOLS and tables["temple_points"][board, p] == points]
        there = sum(sizes[pile] for pile in of_kind) + list(printed.values()).count(points)
        owned = int(game["owl_owned"][:, kind].sum() + game["rival_owl"][kind])
        excess = owned + sum(piles[pile] for pile in of_kind) + list(tiles.values()).count(points) - there
        for pile in reversed(of_kind):
            taken = 0 if pile in given else min(max(excess, 0), piles[pile])
            piles[pile] -= taken
            excess -= taken
        spaces = [space for space in tiles if space < a.FIRST_PASSAGE and tiles[space] == points and not fixed]
        for space in sorted(spaces, reverse=True)[: max(excess, 0)]:
            del tiles[space]
            excess -= 1
        if excess > 0:
            words = "with the owned ones this position has"
            raise PositionError("owl.tiles", f"there are {there} tiles of {points} points here, {words} {excess} more")
    for space, points in tiles.items():
        game["space_tile"][space] = points
    game["temple_tiles"][:] = piles


def listed_owl_tiles(owl: Section, printed: dict[int, int]) -> dict[int, int]:
    """Return the tiles on spaces as they are written: all of `tiles`, or those at the start without `taken`."""
    if "tiles" not in owl:
        taken = owl.words("taken", OWL_SPACE_IDS, "space")
        for space in taken:
            if space >= a.FIRST_PASSAGE:
                raise owl.fail("taken", "the tile of a passage is taken by the magnifying glass that stands in it")
            if space not in printed:
                raise owl.fail("taken", f"no tile lies on {OWL_SPACE_IDS[space]} here")
        return {space: points for space, points in printed.items() if space not in taken}
    if "taken" in owl:
        raise owl.fail("taken", "the tiles are listed already (owl.tiles)")
    section = owl.section("tiles", OWL_SPACE_IDS)
    tiles = {}
    for word in section.table:
        space = OWL_SPACE_IDS.index(word)
        points = section.integer(word, 0, 0, max(o.OWL_POINTS))
        if points and space not in printed:
            raise section.fail(word, f"no tile lies on {word} here, with this number of players or ever")
        if points not in (0, printed.get(space, 0)):
            raise section.fail(word, f"the tile of {word} is worth {printed[space]}, not {points}")
        if points:
            tiles[space] = points
    return tiles


def mark_owl_tiles(game: Any, owl: Section) -> None:
    """Lay the compasses with which the rival has marked tiles of 10 points."""
    for space in owl.words("marked", OWL_SPACE_IDS, "space"):
        if not game["rival"]:
            raise owl.fail("marked", "only the rival of the solo game marks tiles (players = 1)")
        if space >= a.FIRST_PASSAGE or game["space_tile"][space] != max(o.OWL_POINTS):
            raise owl.fail("marked", f"no tile of 10 points lies on {OWL_SPACE_IDS[space]}")
        game["space_marked"][space] = 1


def place_owl_tokens(game: Any, player: int, section: Section, lantern: int | None) -> None:
    """The lantern, the Owl Temple tiles and the idols in the slots they give, of one player."""
    for key in ("lantern", "owl_tiles", "extra_slotted"):
        if key != "lantern" or section.table.get(key) != "board":
            need_board(game, section, key, o.OWL)
    game["lantern"][player] = lantern_place(game, section, lantern, int(game["glass"][player]))
    for kind, number in section.counts("owl_tiles", OWL_TILE_WORDS).items():
        game["owl_owned"][player, kind] = number
    slots = int(game["owl_owned"][player].sum()) // o.OWL_SLOT_TILES
    extra = section.integer("extra_slotted", 0, 0, o.IDOL_TILES)
    if extra > slots:
        tiles = amount(int(game["owl_owned"][player].sum()), "Owl Temple tile")
        words = f"only {amount(slots, 'slot')} of this kind" if slots else "no slot of this kind"
        raise section.fail("extra_slotted", f"with {tiles} a player has {words}, so {extra} cannot be filled")
    game["extra_slotted"][player] = extra


def lantern_place(game: Any, section: Section, lantern: int | None, glass: int) -> int:
    """Return the space of a lantern: on the player board, until the magnifying glass stands in a passage."""
    in_passage = int(game["board"]) == o.OWL and glass >= a.FIRST_PASSAGE
    if lantern is None:
        if in_passage and section.table.get("lantern") == "board":
            raise section.fail("lantern", "the lantern is on the track once the magnifying glass is in a passage")
        return 0 if in_passage else o.NOT_ON_TRACK
    if not in_passage:
        raise section.fail("lantern", "the lantern stays on the board until the magnifying glass is in a passage")
    return lantern


# --- Spider Temple ---------------------------------------------------------------------------------------------------
def place_altars(game: Any, altars: Section, ledger: Any) -> None:
    """Lay artifacts on the altars and dark tablets below them."""
    seats = tuple(str(player + 1) for player in range(int(game["players"]))) + ("rival",) * int(game["rival"])
    for altar, word in enumerate(a.ALTAR_IDS):
        need_board(game, altars, word, o.SPIDER)
        section = altars.section(word, ALTAR_KEYS)
        if section.table.get("artifact") == "none":
            del section.table["artifact"]
        card = section.word("artifact", a.CARD_IDS, "artifact")
        if card >= 0:
            if not o.FIRST_ARTIFACT <= card < o.FIRST_STARTING:
                raise section.fail("artifact", f"{a.CARD_IDS[card]!r} is no artifact")
            ledger.place(card, section.at("artifact"))
        game["altar_card"][altar] = card
        for seat, number in section.counts("tablets", seats).items():
            if number > o.ALTAR_LIMIT:
                inner = f"tablets.{seats[seat]}"
                raise section.fail(inner, f"at most {o.ALTAR_LIMIT} dark tablets of each lie below an altar")
            if number and card < 0:
                raise section.fail("tablets", "below an altar without an artifact lies no dark tablet")
            game["altar_dark"][altar, o.RIVAL_SEAT if seats[seat] == "rival" else seat] = number


def place_dark_supply(game: Any, dark: Section, tables: Any) -> None:
    """Fill the supply of dark tablets, by default with all that nobody holds and that lie below no altar."""
    need_board(game, dark, "supply", o.SPIDER)
    if int(game["board"]) != o.SPIDER:
        return
    total = o.DARK_SPACES * int(tables["dark_per_space"][int(game["players"])])
    held, placed = int(game["dark"].sum()), int(game["altar_dark"].sum())
    left = total - held - placed
    where = f"{held} are held by players and {placed} lie below altars"
    if left < 0:
        raise PositionError("players", f"there are only {total} dark tablets here: {where}")
    if dark.integer("supply", left, 0, total) != left:
        raise dark.fail("supply", f"of {total} dark tablets {where}, so the supply holds {left}")
    game["dark_supply"] = left
