"""The research tracks in the table record: spaces, bridges, passages, temple tiles, altars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content.schema import (
    BASE_BOARDS,
    LOST_TEMPLE_BOARDS,
    OWL_SPACES,
    PASSAGE_IDS,
    PLAYER_KEYS,
    SPIDER_SPACES,
    TEMPLE_ROW,
)

if TYPE_CHECKING:
    from arnak_env.arnak.content.fill import Filler

_ASSISTANT_EFFECTS = (o.OP_RECRUIT, o.OP_UPGRADE, o.OP_RESCUE, o.OP_RECRUIT_OR_UPGRADE)


def token_numbers(cost: Mapping[str, int]) -> list[int]:
    """Numbers by token, in the order of `TOKENS`."""
    return [cost.get(token, 0) for token in o.TOKENS]


def icon_numbers(icons: Sequence[str]) -> list[int]:
    """Numbers by travel icon, in the order of `ICONS`."""
    return [icons.count(icon) for icon in o.ICONS]


def player_numbers(value: Mapping[str, Any]) -> list[Any]:
    """Values by number of players; index 1 is the solo game, index 0 does not occur."""
    solo = value[PLAYER_KEYS[0]]
    unused: Any = [0] * len(solo) if isinstance(solo, list) else 0
    return [unused] + [value[key] for key in PLAYER_KEYS]


def fill_tracks(filler: Filler) -> None:
    """Write the research track of every board."""
    filler.t["track_next"][:] = -1
    filler.t["track_temple"][:] = -1
    for board, name in enumerate(BASE_BOARDS):
        _base_track(filler, board, name)
    _spider_track(filler)
    _owl_track(filler)
    for board, name in enumerate(LOST_TEMPLE_BOARDS):
        _lost_temple(filler, board, name)


def _entry(filler: Filler, board: int, number: int, fields: Mapping[str, Any]) -> None:
    """What every entry of a track has: where it stands, what it costs, where it leads."""
    t = filler.t
    words = names.TRACK_WORDS[o.BOARDS[board]]
    t["track_row"][board, number] = fields["row"]
    t["track_column"][board, number] = fields.get("col", 0)
    t["track_place"][board, number] = number
    t["track_cost"][board, number] = [*token_numbers(fields["cost"]), fields["cost"].get("idol", 0)]
    t["track_travel"][board, number] = _packed(fields.get("travel", ()))
    if "bonus_tiles" in fields:
        t["track_bonus"][board, number] = player_numbers(fields["bonus_tiles"])
    for bridge, following in enumerate(fields.get("next", ())):
        t["track_next"][board, number, bridge] = words.index(following)


def _packed(icons: Sequence[str]) -> int:
    """Travel icons in the packed form of `travel.pack`."""
    return sum(number << (3 * icon) for icon, number in enumerate(icon_numbers(icons)))


def _effect(filler: Filler, board: int, number: int, token: int, start: int) -> None:
    """The effect of a space for one research token."""
    filler.t["space_program"][board, number, token] = start
    filler.t["space_plain"][board, number, token] = filler.plain(start)
    always, optional = filler.reachable(start)
    if any(row[0] in _ASSISTANT_EFFECTS for row in (*always, *optional)):
        filler.t["space_assistant"][board, number] = 1


def _base_track(filler: Filler, board: int, name: str) -> None:
    """Bird and Snake: effects and points by row."""
    words = names.TRACK_WORDS[name]
    filler.t["track_spaces"][board] = len(words)
    programs = {
        (row, token): filler.compile("track_row", f"{name}_row_{row}", f"{o.RESEARCH_TOKENS[token]}_effect")
        for row in range(TEMPLE_ROW)
        for token in (o.GLASS, o.NOTEBOOK)
    }
    for number, word in enumerate(words):
        space = filler.entries["space"][word]
        _entry(filler, board, number, space)
        if space["row"] == TEMPLE_ROW:
            filler.t["track_temple"][board] = number
            continue
        fields = filler.entries["track_row"][f"{name}_row_{space['row']}"]
        for token in (o.GLASS, o.NOTEBOOK):
            _effect(filler, board, number, token, programs[space["row"], token])
            filler.t["space_points"][board, number, token] = fields[f"{o.RESEARCH_TOKENS[token]}_points"]


def _lost_temple(filler: Filler, board: int, name: str) -> None:
    value = {entry: fields["value"] for entry, fields in filler.entries["setting"].items()}
    suffix = "_spider" if board == o.SPIDER else ""
    filler.t["arrival_points"][board] = value[f"arrival_points{suffix}"]
    filler.t["temple_bonus_size"][board] = player_numbers(value[f"temple_bonus_tiles{suffix}"])
    for i, stack in enumerate(names.TEMPLE_IDS):
        fields = filler.entries["temple_stack"][f"{name}_{stack}"]
        filler.t["temple_cost"][board, i] = token_numbers(fields["cost"])
        filler.t["temple_points"][board, i] = fields["points"]
        filler.t["temple_size"][board, :, i] = player_numbers(value["temple_tiles"])


def _spider_track(filler: Filler) -> None:
    """Spider: effects and points by space, a second bridge, altars and the supply of dark tablets."""
    t, board = filler.t, o.SPIDER
    words = names.TRACK_WORDS["spider"]
    t["track_spaces"][board] = len(words)
    for word in SPIDER_SPACES:
        number = words.index(word)
        space = filler.entries["spider_space"][word]
        _entry(filler, board, number, space)
        t["track_idols"][board, number] = space.get("idols_beside", False)
        if space.get("temple", False):
            t["track_temple"][board] = number
        for token in (o.GLASS, o.NOTEBOOK):
            name = o.RESEARCH_TOKENS[token]
            start = filler.compile("spider_space", word, f"{name}_effect", before="space_bonus")
            _effect(filler, board, number, token, start)
            t["space_points"][board, number, token] = space[f"{name}_points"]
    for word, bridge in filler.entries["spider_bridge"].items():
        number, place = words.index(word), words.index(bridge["enters"])
        _entry(filler, board, number, {**bridge, "row": t["track_row"][board, place]})
        t["track_place"][board, number] = place
        t["track_column"][board, number] = t["track_column"][board, place]
    for altar, fields in enumerate(filler.entries["altar"].values()):
        t["altar_points"][altar] = fields["points"]
        t["altar_row"][altar] = fields["token_row"]
    for number, fields in enumerate(filler.entries["dark_space"].values(), 1):
        t["dark_points"][number] = fields["points"]
    beside = filler.entries["setting"]["idols_beside_track"]["value"]
    t["idols_beside"][board] = player_numbers(beside)


def _owl_track(filler: Filler) -> None:
    """Owl: effects and points by row, tiles on spaces, passages, piles at the top."""
    t, board = filler.t, o.OWL
    words = names.TRACK_WORDS["owl"]
    t["track_spaces"][board] = len(words)
    rows = {fields["row"]: entry for entry, fields in filler.entries["owl_row"].items()}
    programs = {
        (row, token): filler.compile("owl_row", entry, f"{o.RESEARCH_TOKENS[token]}_effect")
        for row, entry in rows.items()
        for token in range(len(o.RESEARCH_TOKENS))
    }
    for word in OWL_SPACES:
        number = words.index(word)
        space = filler.entries["owl_space"][word]
        _entry(filler, board, number, space)
        if "tile_points" in space:
            t["owl_points"][board, number] = space["tile_points"]
            t["owl_tiles"][board, number] = player_numbers(space["tiles"])
            t["owl_cost"][board, number] = token_numbers(space["tile_cost"])
        if space["row"] == 0:
            continue
        for token, name in enumerate(o.RESEARCH_TOKENS):
            _effect(filler, board, number, token, programs[space["row"], token])
            t["space_points"][board, number, token] = filler.entries["owl_row"][rows[space["row"]]][f"{name}_points"]
    for word in PASSAGE_IDS:
        number = words.index(word)
        passage = filler.entries["passage"][word]
        _entry(filler, board, number, passage)
        t["passage"][board, number] = o.PASSAGE_TILE if passage["reward"] == "tile" else o.PASSAGE_IDOL
        t["passage_right"][board, number] = passage["side"] == "right"
        if passage["reward"] == "tile":
            t["owl_points"][board, number] = passage["tile_points"]
            t["owl_tiles"][board, number] = 1
        t["space_points"][board, number, o.GLASS] = filler.entries["owl_row"][rows[passage["row"]]]["glass_points"]
    for pile, fields in enumerate(filler.entries["owl_pile"].values()):
        t["temple_cost"][board, pile] = token_numbers(fields["cost"])
        t["temple_points"][board, pile] = fields["points"]
        t["temple_size"][board, :, pile] = player_numbers(fields["count"])
        t["temple_access"][board, pile] = fields["access_row"]
