"""Positions in words: the vocabulary of scenario files.

A position is a nested dictionary. Everything may be left out; what is left out takes the quiet default named here. The
default position is the episode as it lies on the table after the set-up, except that no card has been drawn: all Clue
cards are in the deck, nobody holds anything, the reserve is full.

``game``
    episode = number or id (0); explorers = ids of the team in seat order (["rhiat"]); first_player = id (the first);
    elite = "none", "classic", "intermediate" or a list of kinds ("none"); mode = "episode" or "campaign" ("episode");
    episodes = numbers, campaign only; threat_first_turn = "skip" or "apply" ("skip"); defeated_miniatures = "supply" or
    "out" ("supply"); wildcard_any_roll, equip_at_setup (false); seed (0). In a campaign `episode` says which one is
    under way; explorers may be a list of teams, elite a list of modes or lists of kinds, one per episode.
``begin``
    where the scenario begins: "actions" = phase 4 of the turn (default); "turn" = before phase 1; "adversaries" =
    before phase 2; "reorganise" = phase 3; "end of turn" = before the end-of-turn effects; "setup" = before the first
    decision of the set-up, for which the position may not say anything that the set-up itself decides; "favourable
    epilogue", "adverse epilogue" = the epilogue is read; "camp" = the return to camp begins (campaign only).
``turn``
    id of the Explorer whose turn it is (the first player).
``actions_left``
    actions of phase 4 (2).
``actions_lost``
    actions that the phase 4 to come has fewer (0).
``reserve``
    Fate tokens in the reserve (as the episode says for the number of players).
``explorers.ID``
    square (the first start square); wounds (0); poison (false); traumas = types (none); fate = tokens in the backpack
    (0); backpack, equipped = objects (none); experience = Experience cards (none); tokens = on Robert's card (as at
    set-up); adversary_cards = Adversary cards in front of the Explorer (for each kind on the square the first card of
    the kind that nobody has; the Elite card in Elite mode); turns = turns begun (1 for the active Explorer, else 0).
    An Explorer outside the team keeps possessions, but has no square.
``threats.CARD``
    a Threat that somebody holds: holder = id (the active Explorer), fate = tokens on it (0), waiting = held since the
    set-up, does nothing in the holder's first turn (false).
``cards``
    read = cards in the box, active = cards in play for everybody, kept = cards that stay with their object (none; the
    card of an object in play is kept by itself, if it is of this episode).
``zones``
    zones laid besides those of the set-up, with their doors, tokens and Adversaries (none).
``open_doors``
    links whose token is gone (none).
``closed_doors.LINK``
    symbol of the token that closes it now (as set up).
``joined``, ``parted``
    pairs of squares that have become adjacent, or are adjacent no longer, by an effect (none).
``tokens.SYMBOL``
    square where the Clue token lies, "" = nowhere (as set up).
``special_tokens.SORT``
    squares of the tokens of a sort: chain, trapdoor, ladder_a, ladder_b, time (as set up).
``indicators``
    squares with an activation indicator (none).
``adversaries.SQUARE``
    miniatures there: kinds or { kind, wounds, power, card = named card }. With this table, even an empty one, nothing
    else is on the board (as set up).
``removed.KIND``
    miniatures out of the episode (0).
``kind_cards.KIND``
    Adversary card that everybody uses for the kind (none).
``life.KIND``
    change of the Life of the kind (0).
``sheet``
    marked boxes, row and column: "1a" (none). Artifacts of lines that are complete count as drawn.
``flags``, ``counters.NAME``, ``campaign_flags``
    of the episode and of the campaign (none, 0, none).
``coins``, ``xp``, ``vp``
    in the Camp Chest (0).
``upgrades``
    built, unlocked, lost, used = camp upgrades (those of the start of a campaign; none).
``wildcards``
    up to two: an Explorer or "chest" (none earned).
``trauma_bottom``
    cards put under the Trauma deck, the first one is drawn first (none).
``used``
    turn, episode = cards whose ability was used this turn or this episode: object, Experience card, Trauma, Explorer.
``results.EPISODE``
    "favourable" or "adverse", by number or id (none).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from arnak_env.arkeis.content import Content
from arnak_env.arkeis.position_build import BEGINNINGS, PART_KEYS, build_game
from arnak_env.arkeis.position_describe import describe_game
from arnak_env.core.position_reader import PositionError

__all__ = ["BEGINNINGS", "PART_KEYS", "PositionError", "build_position", "describe_position"]


def build_position(spec: dict[str, Any], content: Content) -> np.ndarray:
    """Build the game that a position in words describes.

    Args:
        spec: the position, in the vocabulary of this module.
        content: the content of the game (`arnak_env.arkeis.content.load_content`).

    Returns:
        A structured array with one element of the type `arnak_env.arkeis.state.GAME`. It asks to `finish` first, which
        carries out what comes at the moment where the position begins; only ``begin = "setup"`` asks nothing before.

    Raises:
        PositionError: the position is not possible or not written in the vocabulary; the error names key and reason.
    """
    return build_game(spec, content)


def describe_position(game: Any, content: Content) -> dict[str, Any]:
    """Describe a game in the vocabulary of this module, and more: see `arnak_env.arkeis.scenario`.

    Args:
        game: one game record, or an array of one.
        content: the content of the game.
    """
    return describe_game(game, content)
