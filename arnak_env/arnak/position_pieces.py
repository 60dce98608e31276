"""Site tiles, guardians, assistants, bonus tiles and encounter cards of a position in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.core.position_reader import PositionError, Section

CHAPTER_KEYS = tuple(f"chapter_{chapter}" for chapter in range(1, o.CHAPTERS + 1))
NOT_IN_THE_GAME = "belongs to the components of Twisted Paths (game.expansion_components is false)"


def use_once(used: dict[int, str], piece: int, word: str, key: str) -> None:
    """Note where a unique piece lies; refuse a second place."""
    if piece in used:
        raise PositionError(key, f"{word!r} lies in {used[piece]} already, and there is only one")
    used[piece] = key


def fill_reversed(game: Any, field: str, size: str, top_first: list[int]) -> None:
    """Store a stack whose top is the last element in use."""
    game[field][: len(top_first)] = top_first[::-1]
    game[size] = len(top_first)


class PieceLedger:
    """Knows where each piece of one kind lies, so that none lies in two places or comes from another box."""

    def __init__(self, ids: Sequence[str], in_game: Iterable[int]) -> None:
        self.ids = ids
        self.in_game = list(in_game)
        self.where: dict[int, str] = {}

    def place(self, piece: int, key: str) -> None:
        """Note that a piece lies at `key`."""
        if piece not in self.in_game:
            raise PositionError(key, f"{self.ids[piece]!r} {NOT_IN_THE_GAME}")
        use_once(self.where, piece, self.ids[piece], key)

    def unused(self, first: int = 0, end: int = 999) -> list[int]:
        """Return the pieces from `first` to before `end` that lie nowhere yet, in their fixed order."""
        return [piece for piece in self.in_game if first <= piece < end and piece not in self.where]


class Ledgers:
    """One ledger for each kind of unique piece of the map and the supply."""

    def __init__(self, components: bool) -> None:
        level_1 = o.LEVEL_1_TILES if components else o.BASE_LEVEL_1_TILES
        level_2 = o.LEVEL_2_TILES if components else o.BASE_LEVEL_2_TILES
        tiles = [*range(level_1), *range(o.LEVEL_1_TILES, o.LEVEL_1_TILES + level_2)]
        self.tile = PieceLedger(a.TILE_IDS, tiles)
        self.guardian = PieceLedger(a.GUARDIAN_IDS, range(o.GUARDIANS if components else o.BASE_GUARDIANS))
        self.assistant = PieceLedger(a.ASSISTANT_IDS, range(o.ASSISTANTS if components else o.BASE_ASSISTANTS))
        self.encounter = PieceLedger(a.ENCOUNTER_IDS, range(o.ENCOUNTERS))


def place_hidden_sites(game: Any, spec: Section, ledgers: Ledgers) -> None:
    """Lay the hidden site tiles of another set's board."""
    tiles = spec.words("hidden_sites", a.TILE_IDS, "site tile")
    if len(tiles) > o.HIDDEN_SITES:
        raise spec.fail("hidden_sites", f"at most {o.HIDDEN_SITES} sites can be hidden, not {len(tiles)}")
    for tile in tiles:
        ledgers.tile.place(tile, spec.at("hidden_sites"))
    game["hidden"][: len(tiles)] = tiles
    game["hidden_size"] = len(tiles)


def place_tiles(game: Any, supply: Section, ledgers: Ledgers) -> None:
    """Fill the stacks of site tiles and guardians: the listed ones on top, then all that lie nowhere else.

    Site tiles that have left the game are noted first. A guardian lives on an undiscovered site only where such a tile
    lay before, so there are no more of these guardians than removed tiles.
    """
    removed = supply.words("removed_sites", a.TILE_IDS, "site tile")
    for tile in removed:
        ledgers.tile.place(tile, supply.at("removed_sites"))
    for site in range(o.CAMPS, o.SITES):
        if game["guardian"][site] >= 0 and game["tile"][site] < 0:
            if site >= o.FIRST_LEVEL_2 or not removed:
                reason = "a guardian stands only on a discovered site (tile is missing)"
                raise PositionError(f"sites.{a.SITE_IDS[site]}.guardian", reason)
            removed = removed[1:]
    stacks = (
        ("level_1_stack", "level_1_size", ledgers.tile, "site tile", 0, o.LEVEL_1_TILES),
        ("level_2_stack", "level_2_size", ledgers.tile, "site tile", o.LEVEL_1_TILES, len(a.TILE_IDS)),
        ("guardian_stack", "guardian_size", ledgers.guardian, "guardian", 0, o.GUARDIANS),
    )
    for key, size, ledger, kind, first, end in stacks:
        pieces = supply.words(key, ledger.ids, kind)
        for piece in pieces:
            if not first <= piece < end:
                raise supply.fail(key, f"{ledger.ids[piece]!r} is of the other level")
            ledger.place(piece, supply.at(key))
        pieces += ledger.unused(first, end)
        if key == "guardian_stack":
            fill_reversed(game, key, size, pieces)
        else:
            game[key][: len(pieces)] = pieces
            game[size] = len(pieces)


def place_encounters(game: Any, tables: Any, section: Section, players: list[Section], ledger: PieceLedger) -> None:
    """Fill the chapters of encounter cards, and note which cards the players have kept."""
    for player, player_section in enumerate(players):
        key = "encounters_kept"
        for card in player_section.words(key, a.ENCOUNTER_IDS, "encounter card"):
            if not tables["encounter_saved"][card]:
                word = a.ENCOUNTER_IDS[card]
                raise player_section.fail(key, f"{word!r} is carried out when it is drawn, nobody keeps it")
            ledger.place(card, player_section.at(key))
            game["encounter_saved"][card] = player + 1
    for chapter, key in enumerate(CHAPTER_KEYS):
        first = o.FIRST_OF_CHAPTER[chapter]
        end = first + o.ENCOUNTERS_BY_CHAPTER[chapter]
        cards = section.words(key, a.ENCOUNTER_IDS, "encounter card")
        for card in cards:
            if not first <= card < end:
                raise section.fail(key, f"{a.ENCOUNTER_IDS[card]!r} belongs to another chapter")
            ledger.place(card, section.at(key))
        cards += ledger.unused(first, end)
        game["encounter"][first : first + len(cards)] = cards
        game["encounter_size"][chapter] = len(cards)


def place_assistants(game: Any, supply: Section, tables: Any, ledger: PieceLedger) -> None:
    """Fill the three supply stacks and, on the Snake side, the rescue stack; see `build_position` for the defaults."""
    board, count, components = int(game["board"]), int(game["players"]), int(game["components"])
    sizes = [int(size) for size in tables["stack_sizes"][components, board, count]]
    rescue_size = int(tables["rescue_size"][board, count])
    rescue = supply.words("rescue", a.ASSISTANT_IDS, "assistant")
    if len(rescue) > rescue_size:
        raise supply.fail("rescue", f"the rescue stack has {rescue_size} assistants here, not {len(rescue)}")
    for assistant in rescue:
        ledger.place(assistant, supply.at("rescue"))
    listed = supply.items("stacks")
    if "stacks" in supply and len(listed) != len(sizes):
        raise supply.fail("stacks", f"{len(sizes)} stacks are needed, not {len(listed)}")
    stacks: list[list[int]] = []
    for number, stack in enumerate(listed):
        if not isinstance(stack, list | tuple):
            raise supply.fail("stacks", f"each stack is a list of assistants, not {stack!r}")
        stacks.append([supply.index("stacks", word, a.ASSISTANT_IDS, "assistant") for word in stack])
        if len(stack) > sizes[number]:
            raise supply.fail("stacks", f"stack {number + 1} holds at most {sizes[number]} assistants here")
        for assistant in stacks[-1]:
            ledger.place(assistant, supply.at("stacks"))
    free = ledger.unused()
    if "rescue" not in supply and rescue_size:
        rescue = free[-rescue_size:]
        free = free[:-rescue_size]
    if "stacks" not in supply:
        for size in sizes:
            stacks.append(free[:size])
            free = free[size:]
    fill_reversed(game, "rescue", "rescue_size", rescue)
    for number, assistants in enumerate(stacks):
        game["stack"][number, : len(assistants)] = assistants[::-1]
        game["stack_size"][number] = len(assistants)


def place_bonus_tiles(game: Any, supply: Section, tables: Any) -> None:
    """Lay the bonus tiles of the track and the stack of the Lost Temple."""
    board, count = int(game["board"]), int(game["players"])
    spaces = a.TRACK_WORDS[o.BOARDS[board]]
    tiles: Counter[int] = Counter()
    bonus = supply.section("bonus", spaces)
    for word in bonus.table:
        space = spaces.index(word)
        room = int(tables["track_bonus"][board, space, count])
        pieces = bonus.words(word, a.BONUS_IDS, "bonus tile")
        if len(pieces) > room:
            raise bonus.fail(word, f"this space takes {room} bonus tiles here, not {len(pieces)}")
        count_bonus(tiles, pieces, game, tables, bonus.at(word))
        game["bonus"][space, : len(pieces)] = pieces
    for piece, number in tiles.items():  # the track lies open, the stack of the Lost Temple does not
        game["bonus_known"][piece] = number
    temple = supply.words("temple_bonus", a.BONUS_IDS, "bonus tile")
    room = int(tables["temple_bonus_size"][board, count])
    if len(temple) > room:
        raise supply.fail("temple_bonus", f"the Lost Temple has {room} bonus tiles here, not {len(temple)}")
    count_bonus(tiles, temple, game, tables, supply.at("temple_bonus"))
    fill_reversed(game, "temple_bonus", "temple_bonus_size", temple)


def count_bonus(tiles: Counter[int], pieces: Iterable[int], game: Any, tables: Any, key: str) -> None:
    """Count bonus tiles by type and refuse more than there are."""
    for piece in pieces:
        tiles[piece] += 1
        limit = int(tables["bonus_count"][int(game["components"]), piece])
        if not limit:
            raise PositionError(key, f"{a.BONUS_IDS[piece]!r} {NOT_IN_THE_GAME}")
        if tiles[piece] > limit:
            raise PositionError(key, f"there are only {limit} tiles {a.BONUS_IDS[piece]!r}")
