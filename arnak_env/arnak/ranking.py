"""Who wins. Base rulebook, Final Scoring; Solo Variant, Scoring. Twisted Paths rulebook, Owl Temple, Scoring."""

from __future__ import annotations

import numpy as np

from arnak_env.arnak.opcodes import (
    MAX_PLAYERS,
    OWL,
    PART_GLASS,
    PART_LANTERN,
    PART_NOTEBOOK,
    PART_TEMPLE_TILES,
    SWITCH_SOLO_TIE_BREAK,
)

_RIVAL = 4


def _keys(games: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Return for every seat and the rival one number that orders points, then the tie-break.

    Tied players: whoever reached the Lost Temple earlier; if none of them did, the higher research score. A player in
    the temple beats one outside, so one number orders both: 1000 - arrival there, the research points elsewhere.
    On Owl, which has no Lost Temple, it is the sum of research and temple tile points.
    """
    arrival = np.concatenate([games["arrival"], games["rival_arrival"][:, None]], axis=1).astype(np.int64)
    research = scores[:, :, PART_GLASS] + scores[:, :, PART_NOTEBOOK] + scores[:, :, PART_LANTERN]
    research = research + np.where((games["board"] == OWL)[:, None], scores[:, :, PART_TEMPLE_TILES], 0)
    return scores[:, :, -1] * 10_000 + np.where(arrival > 0, 1000 - arrival, research)


def shares_of_victory(games: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Return each seat's share, float64 ``(n, 4)``.

    `scores` is ``(n, 5, 12)``: parts and sum of every seat and the rival.
    """
    keys = _keys(games, scores)
    shares = np.zeros((len(games), MAX_PLAYERS))
    solo = games["rival"] != 0
    seated = np.arange(MAX_PLAYERS)[None, :] < games["players"][:, None]
    contenders = np.where(seated, keys[:, :MAX_PLAYERS], np.iinfo(np.int64).min)
    best = (contenders == contenders.max(axis=1, keepdims=True)) & seated
    shares[:] = best / np.maximum(best.sum(axis=1, keepdims=True), 1)
    break_ties = (games["switches"] & SWITCH_SOLO_TIE_BREAK) != 0
    own = np.where(break_ties, keys[:, 0], scores[:, 0, -1])
    rival = np.where(break_ties, keys[:, _RIVAL], scores[:, _RIVAL, -1])
    shares[solo, 0] = (np.sign(own - rival)[solo] + 1) / 2
    return shares
