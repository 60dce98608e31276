"""One turn of the solo rival in words, read off what it changed on the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.effect_words import describe_program
from arnak_env.arnak.words import amount, site_of_space, track_id


def before_opening(game: Any, tables: Any) -> Any:
    """Return the game as it lay before the rival's opening action of round I, as far as `rival_deed` looks at it."""
    before = game.copy()
    for space in np.flatnonzero(game["space"] == o.RIVAL_FIGURE):
        site = site_of_space(int(space))
        before["space"][space] = o.EMPTY
        if site >= o.CAMPS:  # nobody else has discovered anything yet
            before["tile"][site] = before["guardian"][site] = -1
    before["guardian_owner"][:] = 0
    for field in ("rival_cards", "rival_glass", "rival_notebook", "rival_temple", "rival_arrival", "rival_idols",
                  "rival_minus_one", "rival_owl", "space_marked", "passage_used", "altar_dark"):  # fmt: skip
        before[field] = 0
    before["rival_lantern"] = o.NOT_ON_TRACK
    before["altar_card"] = -1
    board, players = int(game["board"]), int(game["players"])
    before["space_tile"] = tables["owl_points"][board] * (tables["owl_tiles"][board, :, players] > 0)
    before["temple_tiles"] = tables["temple_size"][board, players]
    sizes = tables["stack_sizes"][int(game["components"]), board, players]
    for stack in range(3):
        if before["stack_size"][stack] < sizes[stack]:
            before["stack"][stack, int(sizes[stack]) - 1] = -1  # it was face up, but this record has forgotten it
    before["stack_size"] = sizes
    return before


def rival_deed(before: Any, after: Any, tables: Any) -> str:
    """Say what the rival did between two states of a game that are one turn of it apart.

    Args:
        before: the game record before its turn.
        after: the game record after it.
        tables: the table record of the content.
    """
    parts = [
        *_map(before, after, tables),
        *_guardians(before, after),
        *_cards(before, after, tables),
        *_altars(before, after),
        *_owl_tile(before, after, tables),
        *_research(before, after, tables),
    ]
    if parts:
        return ", ".join(parts)
    tile = int(after["rival_used"][int(after["rival_used_size"]) - 1])
    acts = tables["rival_acts"][tile, int(after["round_number"]) - 1]
    return "there is nothing it could do" if acts else "does nothing in this round"


def _map(before: Any, after: Any, tables: Any) -> list[str]:
    placed = np.flatnonzero((after["space"] == o.RIVAL_FIGURE) & (before["space"] != o.RIVAL_FIGURE))
    parts: list[str] = []
    for space in map(int, placed):
        site = site_of_space(space)
        if site < o.CAMPS or before["tile"][site] >= 0:
            parts.append(f"digs at {a.SPACE_IDS[space]}")
            continue
        tile = int(after["tile"][site])
        effect = describe_program(tables["program"], int(tables["tile_program"][tile]))
        parts.append(f"discovers {a.SITE_IDS[site]} with {a.TILE_IDS[tile]} ({effect})")
        taken = [a.IDOL_IDS[k] for k in np.flatnonzero(after["rival_idols"] > before["rival_idols"])]
        aside = int(after["rival_minus_one"]) - int(before["rival_minus_one"])
        taken += [f"{amount(aside, 'idol')} for the minus-one space"] if aside else []
        parts += [f"takes {' and '.join(taken)}"] if taken else []
        if after["guardian"][site] >= 0:
            parts.append(f"wakes {a.GUARDIAN_IDS[int(after['guardian'][site])]}")
    return parts


def _guardians(before: Any, after: Any) -> list[str]:
    parts = []
    for guardian in map(int, np.flatnonzero(after["guardian_owner"] != before["guardian_owner"])):
        sites = [site for site in range(o.SITES) if before["guardian"][site] == guardian]
        place = f" at {a.SITE_IDS[sites[0]]}" if sites else ""
        parts.append(f"overcomes {a.GUARDIAN_IDS[guardian]}{place}")
    return parts


def _cards(before: Any, after: Any, tables: Any) -> list[str]:
    return [
        f"takes {a.CARD_IDS[card]} (worth {amount(int(tables['card_points'][card]), 'point')})"
        for card in map(int, np.flatnonzero(after["rival_cards"] > before["rival_cards"]))
    ]


def _altars(before: Any, after: Any) -> list[str]:
    """What its Spider Temple tile did at the altars."""
    parts = []
    for altar in map(int, np.flatnonzero(after["altar_dark"][:, o.RIVAL_SEAT] > before["altar_dark"][:, o.RIVAL_SEAT])):
        word = a.ALTAR_IDS[altar]
        card = a.CARD_IDS[int(after["altar_card"][altar])]
        if before["altar_card"][altar] < 0:
            parts.append(f"lays {card} of the card row on the empty {word} and a dark tablet below it")
        else:
            parts.append(f"invokes {word} ({card}) and adds a dark tablet below it")
    return parts


def _owl_tile(before: Any, after: Any, tables: Any) -> list[str]:
    """What its Owl Temple tile did with the lowest tile of the track."""
    board = int(after["board"])
    parts = []
    for space in range(o.TRACK_SPACES):
        points = amount(int(before["space_tile"][space]), "point")
        if after["space_marked"][space] > before["space_marked"][space]:
            parts.append(f"marks the lowest tile, {points} on {track_id(board, space)}, with its compass")
        elif before["space_tile"][space] > after["space_tile"][space] and not tables["passage"][board, space]:
            parts.append(f"takes the lowest tile, {points} from {track_id(board, space)}")
    if after["rival_owl"].sum() > before["rival_owl"].sum():
        parts += [
            f"takes a tile of {amount(int(tables['temple_points'][board, pile]), 'point')} from {a.OWL_PILE_IDS[pile]}"
            for pile in map(int, np.flatnonzero(after["temple_tiles"] < before["temple_tiles"]))
        ]
    return parts


def _passage(before: Any, after: Any, tables: Any) -> list[str]:
    """The way of the magnifying glass into a secret passage, and where the lantern has gone since."""
    board, entry = int(after["board"]), int(after["rival_glass"])
    origin = next(space for space in range(o.TRACK_SPACES) if entry in map(int, tables["track_next"][board, space]))
    parts = []
    if origin != before["rival_glass"]:
        parts.append(f"moves the magnifying glass to {track_id(board, origin)}")
    gain = "an idol for the minus-one space"
    if tables["passage"][board, entry] == o.PASSAGE_TILE:
        gain = f"a tile of {amount(int(before['space_tile'][entry]), 'point')}"
    return [
        *parts,
        f"enters the secret passage {track_id(board, entry)} and gains {gain}",
        "its lantern is on the track",
    ]


def _tokens(before: Any, after: Any, tables: Any) -> list[str]:
    """The way of each research token of the rival."""
    parts: list[str] = []
    board = int(after["board"])
    fields = (("rival_glass", "magnifying glass"), ("rival_lantern", "lantern"), ("rival_notebook", "notebook"))
    for field, token in fields:
        space = int(after[field])
        if space == before[field]:
            continue
        if field == "rival_glass" and tables["passage"][board, space]:
            parts += _passage(before, after, tables)
            continue
        if field == "rival_lantern" and space == 0:
            continue  # said with the passage
        where = track_id(board, space)
        if space == tables["track_temple"][board]:
            where = f"the Lost Temple, place {int(after['rival_arrival'])} in the order of arrival"
        parts.append(f"moves the {token} to {where}")
    return parts


def _research(before: Any, after: Any, tables: Any) -> list[str]:
    board = int(after["board"])
    parts = _tokens(before, after, tables)
    parts += [
        f"the tile {tile} of {track_id(board, space)} leaves the game"
        for space in range(o.TRACK_SPACES)
        for tile in _gone(before["bonus"][space], after["bonus"][space])
    ]
    if after["temple_bonus_size"] < before["temple_bonus_size"]:
        parts.append("the top bonus tile of the Lost Temple leaves the game")
    for stack in map(int, np.flatnonzero(after["rival_temple"] > before["rival_temple"])):
        parts.append(f"takes a temple tile from {a.TEMPLE_IDS[stack]}")
    parts += [
        f"{_assistant(before['stack'][stack, int(before['stack_size'][stack]) - 1])} of supply stack {stack + 1} "
        "leaves the game"
        for stack in range(3)
        if after["stack_size"][stack] < before["stack_size"][stack]
    ]
    if after["rescue_size"] < before["rescue_size"]:
        top = before["rescue"][int(before["rescue_size"]) - 1]
        parts.append(f"{_assistant(top)} of the rescue stack leaves the game")
    return parts


def _assistant(assistant: int) -> str:
    return f"the assistant {a.ASSISTANT_IDS[int(assistant)]}" if assistant >= 0 else "the top assistant"


def _gone(before: Any, after: Any) -> list[str]:
    """Return the bonus tiles of a space that lie there no longer."""
    left = [int(tile) for tile in after if tile >= 0]
    gone = []
    for tile in map(int, before):
        if tile in left:
            left.remove(tile)
        elif tile >= 0:
            gone.append(a.BONUS_IDS[tile])
    return gone
