"""Checks of the research tracks: every space connected and reachable, enough bonus tiles, tiles where tiles belong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content.entries import FILES, Entries, Origin
from arnak_env.arnak.content.schema import (
    BASE_BOARDS,
    OWL_TOP_ROW,
    PASSAGE_IDS,
    PLAYER_KEYS,
    TEMPLE_ROW,
)
from arnak_env.core.content_errors import ContentError, Place


def refuse(origin: Origin, kind: str, entry: str, field: str, problem: str) -> ContentError:
    return ContentError(Place(origin[kind, entry], kind, entry, field), problem)


def refuse_sum(origin: Origin, summed: Iterable[tuple[str, str, str]], problem: str) -> ContentError:
    """Return the error about fields (kind, entry, name) that do not add up, at one of an override if there is one."""
    places = list(summed)
    guilty = next((place for place in places if origin[place[:2]] not in FILES), places[0])
    return refuse(origin, *guilty, problem)


class Track(NamedTuple):
    """One research track, whatever kinds its entries are of."""

    board: str
    kind: str  # of its spaces
    spaces: Mapping[str, Mapping[str, Any]]
    ways: Mapping[str, str]  # further bridges, by the space they enter
    top: str  # the only space from which no bridge leads on


def tracks(entries: Entries) -> list[Track]:
    """Return the track of every board."""
    found = []
    for board in BASE_BOARDS:
        words = names.TRACK_WORDS[board]
        found.append(Track(board, "space", {word: entries["space"][word] for word in words}, {}, words[-1]))
    bridges = {word: bridge["enters"] for word, bridge in entries["spider_bridge"].items()}
    found.append(Track("spider", "spider_space", entries["spider_space"], bridges, "sp8"))
    found.append(Track("owl", "owl_space", entries["owl_space"], {}, "ow9"))
    return found


def check_tracks(entries: Entries, origin: Origin) -> None:
    """Raise `ContentError` for a track that cannot be played."""
    for track in tracks(entries):
        _check_rows(track, origin)
        _check_ways(track, origin)
        _check_reachable(track, origin)
        _check_bonus(entries, origin, track)
    _check_bonus_counts(entries, origin)
    _check_owl(entries, origin)


def _check_rows(track: Track, origin: Origin) -> None:
    start = next(iter(track.spaces))
    top_row = OWL_TOP_ROW if track.board == "owl" else TEMPLE_ROW
    for entry, space in track.spaces.items():
        if space.get("board", track.board) != track.board:
            raise refuse(origin, track.kind, entry, "board", f"right would be {track.board!r}")
        if (space["row"] == 0) != (entry == start):
            raise refuse(origin, track.kind, entry, "row", f"row 0 is right for {start} and for no other space")
        if (space["row"] == top_row) != (entry == track.top):
            raise refuse(origin, track.kind, entry, "row", f"row {top_row} is right for {track.top} alone")
        if track.board != "owl" and space.get("temple", False) != (entry == track.top):
            raise refuse(origin, track.kind, entry, "temple", f"the Lost Temple is {track.top} alone")


def _check_ways(track: Track, origin: Origin) -> None:
    for entry, space in track.spaces.items():
        if len(set(space["next"])) != len(space["next"]):
            raise refuse(origin, track.kind, entry, "next", "a space stands twice")
        for following in space["next"]:
            if track.board == "owl" and following in PASSAGE_IDS:
                continue
            place = track.ways.get(following, following)
            if place not in track.spaces or track.spaces[place]["row"] != space["row"] + 1:
                above = [other for other in track.spaces if track.spaces[other]["row"] == space["row"] + 1]
                problem = f"no bridge can lead to {following!r}; the spaces one row up are {', '.join(above)}"
                raise refuse(origin, track.kind, entry, "next", problem)
        bridges = [following for following in space["next"] if track.board != "owl" or following not in PASSAGE_IDS]
        if not bridges and entry != track.top:
            also = " but a passage, which only the magnifying glass can take" if space["next"] else ""
            raise refuse(origin, track.kind, entry, "next", f"no bridge leads on from here{also}")
    for bridge in track.ways:
        if not any(bridge in space["next"] for space in track.spaces.values()):
            raise refuse(origin, "spider_bridge", bridge, "enters", "no space leads to this bridge (see next)")


def _check_reachable(track: Track, origin: Origin) -> None:
    reached = {next(iter(track.spaces))}
    for entry, space in sorted(track.spaces.items(), key=lambda item: item[1]["row"]):
        if entry not in reached:
            problem = "unreachable: no bridge of the row below leads here (see next)"
            raise refuse(origin, track.kind, entry, "row", problem)
        reached.update(track.ways.get(word, word) for word in space["next"])


def _check_bonus_counts(entries: Entries, origin: Origin) -> None:
    for field, right in (("count", o.BASE_BONUS_TILES), ("twisted_paths_count", o.BONUS_TILES - o.BASE_BONUS_TILES)):
        tiles = sum(tile[field] for tile in entries["bonus_tile"].values())
        if tiles != right:
            summed = [("bonus_tile", entry, field) for entry in entries["bonus_tile"]]
            raise refuse_sum(origin, summed, f"the counts add up to {tiles}; right would be {right}")


def _check_bonus(entries: Entries, origin: Origin, track: Track) -> None:
    settings = entries["setting"]
    in_temple = {"spider": "temple_bonus_tiles_spider", "owl": ""}.get(track.board, "temple_bonus_tiles")
    summed = [(track.kind, entry, "bonus_tiles") for entry in track.spaces]
    summed += [("setting", in_temple, "value")] if in_temple else []
    for key in PLAYER_KEYS:
        needed = sum(space["bonus_tiles"][key] for space in track.spaces.values())
        needed += settings[in_temple]["value"][key] if in_temple else 0
        if needed > o.BASE_BONUS_TILES:
            raise refuse_sum(origin, summed, f"{key} needs {needed} bonus tiles, there are {o.BASE_BONUS_TILES}")


def _check_owl(entries: Entries, origin: Origin) -> None:
    """Tiles have points, places and a price together; each passage leaves from one space; the box has enough tiles."""
    for entry, space in entries["owl_space"].items():
        given = {"tile_points", "tiles", "tile_cost"} & set(space)
        if given and len(given) < 3:
            raise refuse(origin, "owl_space", entry, "tile_points", "tile_points, tiles and tile_cost belong together")
    for number, (entry, row) in enumerate(entries["owl_row"].items(), 1):
        if row["row"] != number:
            raise refuse(origin, "owl_row", entry, "row", f"right would be {number}")
    for entry, passage in entries["passage"].items():
        sources = [word for word, space in entries["owl_space"].items() if entry in space["next"]]
        if len(sources) != 1:
            right = "exactly one space must lead into the passage (see next)"
            raise refuse(origin, "passage", entry, "row", f"{right}, here {', '.join(sources) or 'none'}")
        if entries["owl_space"][sources[0]]["row"] != passage["row"]:
            raise refuse(origin, "passage", entry, "row", f"right would be the row of {sources[0]}")
        if (passage["reward"] == "tile") != ("tile_points" in passage):
            raise refuse(origin, "passage", entry, "tile_points", "right for a passage with a tile and for no other")
    for entry, pile in entries["owl_pile"].items():
        if (pile["holds"] == "idol") != (entry == "top_idols") or (pile["points"] == 0) != (entry == "top_idols"):
            raise refuse(origin, "owl_pile", entry, "holds", "top_idols holds idols (0 points), the others tiles")
    _check_owl_counts(entries, origin)


def _check_owl_counts(entries: Entries, origin: Origin) -> None:
    """As many tiles of each kind as lie on the board, in the passages and in the piles must be in the box."""
    box = dict(zip(o.OWL_POINTS, entries["setting"]["owl_tiles_in_box"]["value"].values(), strict=True))
    spaces = {entry: space for entry, space in entries["owl_space"].items() if "tile_points" in space}
    passages = {entry: passage for entry, passage in entries["passage"].items() if "tile_points" in passage}
    piles = {entry: pile for entry, pile in entries["owl_pile"].items() if pile["points"]}
    summed = [("owl_pile", entry, "count") for entry in piles]
    summed += [("owl_space", entry, "tiles") for entry in spaces]
    summed += [("passage", entry, "tile_points") for entry in passages]
    for key in PLAYER_KEYS:
        used = dict.fromkeys(o.OWL_POINTS, 0)
        for space in spaces.values():
            used[space["tile_points"]] += space["tiles"][key]
        for passage in passages.values():
            used[passage["tile_points"]] += 1
        for pile in piles.values():
            used[pile["points"]] += pile["count"][key]
        for points, number in used.items():
            if number > box[points]:
                problem = f"{key} needs {number} tiles with {points} points, the box has {box[points]}"
                raise refuse_sum(origin, summed, problem)
