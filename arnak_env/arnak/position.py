"""Positions in words: the vocabulary of scenario files.

A position is a nested dictionary. Everything may be left out; what is left out takes the quiet default named here.

``game``
    board = "bird", "snake", "spider" or "owl" (bird); expansion_components = with the sites, guardians, assistants,
    idols and bonus tiles of Twisted Paths (true on spider and owl, false on bird and snake);
    players = 1 to 4 (2; 1 is the solo game with the rival); round = 1 to 5 (1);
    turn = number of the player to move (1); starting_player (1); main_done = true when the main action of this turn is
    taken (false); seed of the random streams (0); switches = names of open solo rules (none);
    blocking = two-boot camp spaces with blocking tiles (as many as the number of players asks for, the first ones on
    which nobody stands). Solo only: rival_tiles = colour for each pair, pairs left out are green; difficulty = 1 for
    each red pair and 2 for each purple one (as the listed rival tiles say; further pairs turn red, then purple, in
    their fixed order); objectives = 0, 2, 3 or 4 rival objectives in play (0); first_objective_worth_four (false).
``players.N`` (N from 1)
    tokens = { coin, compass, tablet, arrowhead, jewel } (0); hand, deck (top first), play = cards (none);
    fear_tiles (0); archaeologists = spaces where own figures stand (none; the others are at home);
    assistants = up to two of { id, level = "silver" or "gold" (silver), used (false) }, a plain id will do;
    idols in the crates (0); slotted = filled idol slots (0); guardians = overcome ones, { id, used } or plain ids
    (none); glass, notebook = research spaces such as "b3", "sp4l" or "ow2a" (the start); arrival = place in the order
    of arrival in the Lost Temple (the next free one in seat order); temple_tiles = { gold = 1, ... } (none); passed,
    planes, ignore_fear (false); leftover = { car = 1 }, travel icons of the player to move (none).
    Spider: dark_tablets (0); took_track_idol = has taken the idol beside the track (false).
    Owl: a glass may stand in a passage, "p1" to "p6", which then is used, its tile or idol gone; lantern = research
    space ("board", or the start with the glass in a passage); owl_tiles = { one = 2, five = 1, ten = 0 } (none);
    extra_slotted = filled slots given by these tiles (0).
    Other sets: idol_types = types of the idols gained, those paid included, those on pedestals not (the first ones
    that are free); pedestals = empty ones (0); on_pedestals = idols there (0); encounters_kept = cards (none).
``row``
    artifacts = exactly as many as the round has, items = the other slots of the six, left to right, "" is a gap
    (cards that lie nowhere else, in their fixed order).
``sites.ID``
    tile = site tile (undiscovered); guardian (none); idol, idol_down = idols of an undiscovered position (a fixed
    arrangement, as far as the idols held by the players leave tiles; "" is none); rival = true when the figure of the
    rival stands here. Camps take only a guardian.
``supply``
    item_deck, artifact_deck, level_1_stack, level_2_stack, guardian_stack = top first; all that lies nowhere else
    follows in its fixed order, for the card decks unless item_deck_only / artifact_deck_only = true;
    removed_sites = site tiles that have left the game (none);
    stacks = the three assistant stacks, top first (the assistants that lie nowhere else, in their fixed order);
    rescue = rescue stack of the Snake side, top first (likewise, the last ones); bonus = { b3 = ["bonus_coin"] } (no
    bonus tiles); temple_bonus = bonus tiles of the Lost Temple, top first (none); temple_tiles left (full stacks
    without the owned ones; on Owl the piles top_left, top_idols, top_right, top_five_left, top_five_right and top_ten);
    fear = Fear cards left (all that the players do not hold); exiled = cards (none); idols_removed = idols paid (0);
    idol_stack = face-down idols off the map, the next one gained first (the types that are left, in their fixed order);
    idols_left = how many of them were left over at set-up and still are (all, as far as there are idols). The others
    lie beside the track of Spider, in unused passages and at the top of Owl.
``rival`` (solo only)
    stack (top first) and used (in the order played) = action tiles (both empty: the rival does nothing); glass,
    notebook (the start; elsewhere with purple tiles only), arrival, figures = spaces, idols = face-up ones, minus_one
    = number of other idols, cards, guardians, temple_tiles (as for players); objectives = { open, met, replaced } as
    lists (none: all face down), with first = the open one that is worth 4 (none); objective_points won (0);
    two_point_tiles, six_point_tiles left as rewards (what those points leave). The objectives of a built position
    count as dealt this round. Owl: lantern and owl_tiles as for players, glass = "p1" likewise.
``altars.altar_1`` to ``altars.altar_5`` (Spider only)
    artifact that lies there ("none"); tablets = dark tablets below it by seat, { 1 = 2, rival = 1 } (none).
``dark`` (Spider only)
    supply = dark tablets left (all that players do not hold and that lie below no altar; nothing else is possible).
``owl`` (Owl only)
    tiles = points of the tiles on the spaces, { ow1a = 1, ow4 = 10 }, or else taken = spaces whose tile is gone
    (as set up; owned tiles come off the piles at the top first, then off the highest spaces). The tiles in passages
    follow from who stands there. marked = spaces whose 10-point tile the rival has marked (none);
    passages = { p1 = 1, p4 = "rival", p5 = "unused" }, which must agree with the magnifying glasses.
``hidden_sites`` = up to four site tiles of another set's board (none)
``encounters.chapter_1`` to ``encounters.chapter_5``
    top first; the cards of the chapter that nobody keeps follow in their fixed order.

A built position is at the turn decision of the player to move. Cards of hand and deck count as one shuffle: their
owner does not know the order of the deck, and others do not know which of them are in the hand. Cards that are listed
nowhere and belong to no stack, starting cards for example, are simply not in the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from arnak_env.arnak.position_build import build_game
from arnak_env.arnak.position_describe import describe_game
from arnak_env.core.position_reader import PositionError

__all__ = ["PositionError", "build_position", "describe_position"]


def build_position(spec: dict[str, Any], content: Any) -> np.ndarray:
    """Build the game that a position in words describes.

    Args:
        spec: the position, in the vocabulary of this module.
        content: the content of the game (`arnak_env.arnak.content.load_content`), or its table record.

    Returns:
        A structured array with one element of the type `arnak_env.arnak.state.GAME`.

    Raises:
        PositionError: the position is not possible or not written in the vocabulary; the error names key and reason.
    """
    return build_game(spec, content)


def describe_position(game: Any, content: Any) -> dict[str, Any]:
    """Describe a game in the vocabulary of this module; `build_position` gives the same position back.

    What the vocabulary does not reach is left out: pending questions inside an effect (a built position is always at
    the turn of a player), how many random numbers were drawn, and who has seen which hidden card or tile.

    Args:
        game: one game record, or an array of one.
        content: the content of the game, or its table record.
    """
    return describe_game(game, content)
