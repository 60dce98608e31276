"""Checks over several entries: counts that must add up, tracks that must be connected, kinds that must agree."""

from __future__ import annotations

from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content.entries import Entries, Origin
from arnak_env.arnak.content.schema import PLAYER_KEYS
from arnak_env.arnak.notation import ContentError, Place


def check_together(entries: Entries, origin: Origin) -> None:
    """Raise `ContentError` for entries that are fine one by one but do not fit together."""
    _check_cards(entries, origin)
    _check_sites(entries, origin)
    _check_idols(entries, origin)
    _check_assistants(entries, origin)
    for board in range(len(o.BOARDS)):
        _check_track(entries, origin, board)
        _check_bonus(entries, origin, board)
    _check_temple(entries, origin)
    _check_rival(entries, origin)
    _check_objectives(entries, origin)


def _refuse(origin: Origin, kind: str, entry: str, field: str, problem: str) -> ContentError:
    return ContentError(Place(origin[kind, entry], kind, entry, field), problem)


def _check_cards(entries: Entries, origin: Origin) -> None:
    for number, (entry, card) in enumerate(entries["card"].items()):
        kind = "item" if number < o.ITEMS else "artifact" if number < o.FIRST_STARTING else "starting"
        kind = "fear" if number == o.FEAR else kind
        if card["kind"] != kind:
            raise _refuse(
                origin, "card", entry, "kind", f"{card['kind']!r} is not right; this card is of kind {kind!r}"
            )
        if kind in ("item", "artifact") and card["points"] < 0:  # observed as a sum of the rival's cards
            raise _refuse(origin, "card", entry, "points", f"{card['points']} is not right; right would be 0 to 99")
        if (card["timing"] == "none") != (not card["effect"].strip()):
            raise _refuse(origin, "card", entry, "timing", "'none' is right for a card without effect and for no other")
    if entries["card"]["fear"]["effect"]:
        raise _refuse(origin, "card", "fear", "effect", "a Fear card has no effect; right would be an empty text")


def _check_sites(entries: Entries, origin: Origin) -> None:
    for number, (entry, tile) in enumerate(entries["site_tile"].items()):
        level = 1 if number < o.LEVEL_1_TILES else 2
        if tile["level"] != level:
            raise _refuse(origin, "site_tile", entry, "level", f"this tile belongs to level {level}")
    squares: dict[tuple[int, int], str] = {}
    for kind in ("camp", "position"):
        for entry, site in entries[kind].items():
            square = site["row"], site["col"]
            if square in squares:
                raise _refuse(
                    origin, kind, entry, "col", f"row {square[0]}, column {square[1]} is taken by {squares[square]}"
                )
            squares[square] = entry
    for number, (entry, position) in enumerate(entries["position"].items()):
        level = 1 if number < o.FIRST_LEVEL_2 - o.FIRST_LEVEL_1 else 2
        if position["level"] != level:
            raise _refuse(origin, "position", entry, "level", f"this position belongs to level {level}")


def _check_idols(entries: Entries, origin: Origin) -> None:
    tiles = sum(idol["count"] for idol in entries["idol"].values())
    if tiles != o.IDOL_TILES:
        raise _refuse(
            origin, "idol", names.IDOL_IDS[0], "count", f"the counts add up to {tiles}; right would be {o.IDOL_TILES}"
        )
    placed = sum(site["idols_face_up"] + site["idols_face_down"] for site in entries["position"].values())
    if placed != tiles:
        entry = names.POSITION_IDS[0]
        problem = f"the positions hold {placed} idols, face up and face down; right would be {tiles}"
        raise _refuse(origin, "position", entry, "idols_face_up", problem)


def _check_assistants(entries: Entries, origin: Origin) -> None:
    settings = entries["setting"]
    for board in o.BOARDS:
        for key in PLAYER_KEYS:
            stacks = settings[f"assistant_stacks_{board}"]["value"][key]
            rescue = settings["assistant_rescue_snake"]["value"][key] if board == "snake" else 0
            if sum(stacks) + rescue != o.ASSISTANTS:
                problem = f"{key}: stacks {stacks} and {rescue} to rescue are not {o.ASSISTANTS} assistants"
                raise _refuse(origin, "setting", f"assistant_stacks_{board}", "value", problem)


def _check_track(entries: Entries, origin: Origin, board: int) -> None:
    name = o.BOARDS[board]
    spaces = {entry: space for entry, space in entries["space"].items() if entry[0] == name[0]}
    start, temple = f"{name[0]}0", f"{name[0]}{o.TRACK_SPACES - 1}"
    for entry, space in spaces.items():
        if space["board"] != name:
            raise _refuse(origin, "space", entry, "board", f"right would be {name!r}")
        if (space["row"] == 0) != (entry == start):
            raise _refuse(origin, "space", entry, "row", f"row 0 is right for {start} and for no other space")
        if (space["row"] == o.TEMPLE_ROW) != (entry == temple) or space.get("temple", False) != (entry == temple):
            raise _refuse(origin, "space", entry, "row", f"row {o.TEMPLE_ROW} (temple) is right for {temple} alone")
        if len(set(space["next"])) != len(space["next"]):
            raise _refuse(origin, "space", entry, "next", "a space stands twice")
        for following in space["next"]:
            if following not in spaces or spaces[following]["row"] != space["row"] + 1:
                above = [other for other in spaces if spaces[other]["row"] == space["row"] + 1]
                problem = f"no bridge can lead to {following!r}; the spaces one row up are {', '.join(above)}"
                raise _refuse(origin, "space", entry, "next", problem)
        if not space["next"] and entry != temple:
            raise _refuse(origin, "space", entry, "next", "no bridge leads on from here")
    reached = {start}
    for entry, space in sorted(spaces.items(), key=lambda item: item[1]["row"]):
        if entry not in reached:
            raise _refuse(
                origin, "space", entry, "row", "unreachable: no bridge of the row below leads here (see next)"
            )
        reached.update(space["next"])


def _check_bonus(entries: Entries, origin: Origin, board: int) -> None:
    tiles = sum(tile["count"] for tile in entries["bonus_tile"].values())
    if tiles != o.BONUS_TILES:
        entry = names.BONUS_IDS[0]
        raise _refuse(
            origin, "bonus_tile", entry, "count", f"the counts add up to {tiles}; right would be {o.BONUS_TILES}"
        )
    for key in PLAYER_KEYS:
        on_track = sum(
            space["bonus_tiles"][key]
            for space in entries["space"].values()
            if space["board"] == o.BOARDS[board]
        )  # fmt: skip
        needed = on_track + entries["setting"]["temple_bonus_tiles"]["value"][key]
        if needed > tiles:
            entry = f"{o.BOARDS[board][0]}0"
            raise _refuse(origin, "space", entry, "bonus_tiles", f"{key} needs {needed} bonus tiles, there are {tiles}")


def _check_temple(entries: Entries, origin: Origin) -> None:
    for kind in ("track_row", "temple_stack"):
        for entry, fields in entries[kind].items():
            board = entry.partition("_")[0]
            if fields["board"] != board:
                raise _refuse(origin, kind, entry, "board", f"right would be {board!r}")
    for entry, fields in entries["track_row"].items():
        if entry != f"{fields['board']}_row_{fields['row']}":
            raise _refuse(origin, "track_row", entry, "row", f"right would be {entry.rpartition('_')[2]}")
    for stack in names.TEMPLE_IDS:
        points = [entries["temple_stack"][f"{board}_{stack}"]["points"] for board in o.BOARDS]
        if len(set(points)) > 1:
            problem = f"the same tiles are used on both boards, but {o.BOARDS[0]} has {points[0]} points for them"
            raise _refuse(origin, "temple_stack", f"{o.BOARDS[1]}_{stack}", "points", problem)


def _check_rival(entries: Entries, origin: Origin) -> None:
    for number, (entry, tile) in enumerate(entries["rival_tile"].items()):
        if number < o.FIRST_PAIR_TILE:
            expected = {"kind": "dig", "colour": "archaeologist", "pair": None, "token": o.TOKENS[number]}
        else:
            pair, colour = divmod(number - o.FIRST_PAIR_TILE, len(o.COLOURS))
            expected = {"kind": o.PAIRS[pair], "colour": o.COLOURS[colour], "pair": o.PAIRS[pair], "token": None}
        for field, value in expected.items():
            if tile.get(field) != value:
                raise _refuse(
                    origin, "rival_tile", entry, field, f"{tile.get(field)!r} is not right; right would be {value!r}"
                )
        needed = {"discover": ("site_level", "guardian"), "research": ("glass_steps",)}.get(tile["kind"], ())
        needed = ("takes",) if tile["kind"].startswith("buy_") else needed
        for key, round_ in tile["rounds"].items():
            given = tuple(word for word in round_ if word != "acts")
            if sorted(given) != sorted(needed if round_["acts"] else ()):
                right = (
                    ", ".join(needed) or "acts alone" if round_["acts"] else "acts alone, because the tile does nothing"
                )
                raise _refuse(
                    origin,
                    "rival_tile",
                    entry,
                    "rounds",
                    f"round {key} has {', '.join(given) or 'acts alone'}; right would be {right}",
                )  # noqa: E501
            cards = [word.partition(":")[0] for word in round_.get("takes", [])]
            if len(set(cards)) != len(cards):
                raise _refuse(origin, "rival_tile", entry, "rounds", f"round {key} takes two cards of one type")


def _check_objectives(entries: Entries, origin: Origin) -> None:
    """The rules know these numbers as constants, so that an override cannot say something else."""
    for entry, objective in entries["objective"].items():
        figures = entry == "archaeologists"
        for field, number in (
            ("player_needs", o.ARCHAEOLOGISTS if figures else 1),
            ("rival_needs", o.RIVAL_ARCHAEOLOGISTS_NEEDED if figures else 1),
        ):
            if objective[field] != number:
                raise _refuse(
                    origin, "objective", entry, field, f"{objective[field]!r} is not right; right would be {number}"
                )
