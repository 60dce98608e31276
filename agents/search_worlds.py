"""One form for all worlds that a player of Lost Ruins of Arnak cannot tell apart.

`Batch.determinize` shuffles what is hidden, so the worlds it draws are as likely from one true world as from another,
but not the same ones. The search puts everything hidden in order first. Then the same seed draws the same worlds
whatever the truth is, and so the choice cannot depend on it in any way.

What is hidden from whom is told by `arnak_env.arnak.determinize`, function by function.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content

_GROUPS = o.OWNER_KNOWS


def in_order(games: np.ndarray, viewers: np.ndarray, content: Content) -> None:
    """Put what each viewer cannot see in order, in place.

    Args:
        games: game records ``(n,)``.
        viewers: the seat of each that looks, ``(n,)``.
        content: the printed facts of these games.
    """
    tables = content.tables[0]
    games["seed"], games["counter"], games["episode"] = 0, 0, 0
    for game, viewer in zip(games, viewers.tolist(), strict=True):
        for seat in range(int(game["players"])):
            _cards(game, seat, viewer)
        _piles(game)
        _assistants(game, viewer)
        _idols(game)
        if not game["temple_bonus_seen"][viewer]:
            game["temple_bonus"] = 0
        size = int(game["rival_stack_size"])
        if size:
            _rival_stack(game["rival_stack"][:size], tables["rival_right"])


def _cards(game: np.void, seat: int, viewer: int) -> None:
    """Order the identities of a player's unknown cards within each public group, as `redraw_cards` shuffles them."""
    if seat != viewer:
        _swapped(game, seat)
    groups: dict[int, list[tuple[np.ndarray, int]]] = {}
    zones = [(game["deck"][seat], game["deck_group"][seat], int(game["deck_size"][seat]))]
    if seat != viewer:
        zones.append((game["hand"][seat], game["hand_group"][seat], int(game["hand_size"][seat])))
        if seat == game["turn_player"]:
            zones.append((game["aside"], game["aside_group"], int(game["aside_size"])))
    for cards, tags, size in zones:
        for place, tag in enumerate(tags[:size].tolist()):
            group = tag & (_GROUPS - 1)
            if group != o.PUBLIC and not (seat == viewer and tag & o.OWNER_KNOWS):
                groups.setdefault(group, []).append((cards, place))
    for places in groups.values():
        _deal(places)


def _swapped(game: np.void, seat: int) -> None:
    """Of two cards one of which is in the hand, and nobody else knows which, the lower one shall be it."""
    hand, deck = (np.flatnonzero(game[f"{zone}_group"][seat][: game[f"{zone}_size"][seat]] & o.SWAPPED)
                  for zone in ("hand", "deck"))  # fmt: skip
    if not len(hand) or not len(deck):
        return
    i, j = int(hand[0]), int(deck[0])
    held, laid = int(game["hand"][seat, i]), int(game["deck"][seat, j])
    if held > laid:
        held_tag, laid_tag = int(game["hand_group"][seat, i]), int(game["deck_group"][seat, j])
        game["hand"][seat, i], game["deck"][seat, j] = laid, held
        game["hand_group"][seat, i] = (laid_tag & (_GROUPS - 1)) | o.SWAPPED
        game["deck_group"][seat, j] = (held_tag & (_GROUPS - 1)) | o.SWAPPED | o.OWNER_KNOWS


def _piles(game: np.void) -> None:
    for kind in ("item", "artifact"):
        game[f"{kind}_deck"][: game[f"{kind}_deck_size"] - game[f"{kind}_top_known"]].sort()
    for level in (1, 2):
        game[f"level_{level}_stack"][: game[f"level_{level}_size"] - game[f"level_{level}_known"]].sort()
    game["guardian_stack"][: game["guardian_size"]].sort()
    for chapter, first in enumerate(o.FIRST_OF_CHAPTER[: o.CHAPTERS]):
        game["encounter"][first : first + game["encounter_size"][chapter] - game["encounter_known"][chapter]].sort()


def _assistants(game: np.void, viewer: int) -> None:
    places: list[tuple[np.ndarray, int]] = []
    for stack in range(3):
        below = range(int(game["stack_known"][stack]), int(game["stack_size"][stack]) - 1)
        places += [(game["stack"][stack], i) for i in below]
    if not game["rescue_seen"][viewer]:
        places += [(game["rescue"], i) for i in range(int(game["rescue_size"]) - 1)]
    _deal(places)


def _idols(game: np.void) -> None:
    """Order the face-down idols: on the map, off it, and those that the rival has taken."""
    down = np.flatnonzero(game["idol_down"] >= 0)
    size = int(game["idol_stack_size"])
    taken = np.repeat(np.arange(o.IDOL_TYPES), game["rival_hidden"])
    idols = np.sort(np.concatenate([game["idol_down"][down], game["idol_stack"][:size], taken]))
    game["idol_down"][down] = idols[: len(down)]
    game["idol_stack"][:size] = idols[len(down) : len(down) + size]
    game["rival_hidden"] = np.bincount(idols[len(down) + size :].astype(np.int64), minlength=o.IDOL_TYPES)


def _rival_stack(tiles: np.ndarray, arrows: np.ndarray) -> None:
    """Order the rival's tiles; the arrow on the top one shows."""
    shown = arrows[tiles[0]]
    tiles.sort()
    top = int(np.flatnonzero(arrows[tiles] == shown)[0])
    tiles[: top + 1] = np.roll(tiles[: top + 1], 1)


def _deal(places: list[tuple[np.ndarray, int]]) -> None:
    """Lay the pieces in these places back in ascending order."""
    pieces: list[Any] = sorted(int(zone[place]) for zone, place in places)
    for (zone, place), piece in zip(places, pieces, strict=True):
        zone[place] = piece
