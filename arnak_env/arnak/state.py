"""The game record: one fixed-width element of a numpy structured array per game.

Everything a game needs is in its record: configuration, random streams, pending choices, what each player knows. So
cloning is copying the record and saving is writing its bytes. The rules without compilation work
on a widened copy, see `core.compile.widened`.
"""

from __future__ import annotations

import numpy as np

from arnak_env.arnak import opcodes as o

_CARDS = (o.MAX_PLAYERS, o.MAX_OWNED)
_PLAYERS = (o.MAX_PLAYERS,)

GAME = np.dtype(
    [
        # configuration and random streams
        ("seed", "u8"),
        ("counter", "u4", (o.STREAMS,)),
        ("episode", "i4"),
        ("decisions", "i4"),  # decisions taken so far, forced ones not counted
        ("board", "i1"),  # index into BOARDS
        ("components", "i1"),  # 1: with the sites, guardians, assistants, idols and bonus tiles of Twisted Paths
        ("players", "i1"),  # human seats, 1 to 4
        ("rival", "i1"),  # 1: the solo rival takes part and starts every round
        ("switches", "i2"),  # SWITCH_ bits
        ("objectives", "i1"),  # rival objectives dealt each round: 0, 2, 3 or 4
        ("first_worth_four", "i1"),  # 1: the first objective of the round is worth 4 points
        ("show_forced", "i1"),  # 1: choices with a single option are shown too
        ("error", "i1"),  # not 0: the rules broke one of their own limits
        # round and turn
        ("round_number", "i1"),  # 1 to 5
        ("over", "i1"),
        ("starting_player", "i1"),
        ("turn_player", "i1"),
        ("main_done", "i1"),  # the main action of this turn is taken
        ("passed", "i1", _PLAYERS),
        # players
        ("tokens", "i2", (o.MAX_PLAYERS, 5)),
        ("pool", "i2", (4,)),  # travel icons of the turn player left over this turn
        ("planes", "i1", _PLAYERS),  # Guardian's Ocarina, this round
        ("ignore_fear", "i1", _PLAYERS),  # War Mask, this round
        ("home", "i1", _PLAYERS),  # archaeologists on the player board
        ("deck", "i1", _CARDS),  # index 0 is the top
        ("deck_group", "i1", _CARDS),  # see PUBLIC and OWNER_KNOWS
        ("deck_size", "i1", _PLAYERS),
        ("hand", "i1", _CARDS),
        ("hand_group", "i1", _CARDS),
        ("hand_size", "i1", _PLAYERS),
        ("play", "i1", _CARDS),
        ("play_size", "i1", _PLAYERS),
        ("fear_tiles", "i1", _PLAYERS),  # in the play area
        ("aside", "i1", (3,)),  # cards drawn by an earring and not yet sorted
        ("aside_group", "i1", (3,)),
        ("aside_size", "i1"),
        ("assistant", "i1", (o.MAX_PLAYERS, 2)),  # -1: no assistant
        ("assistant_gold", "i1", (o.MAX_PLAYERS, 2)),
        ("assistant_used", "i1", (o.MAX_PLAYERS, 2)),
        ("idols", "i1", _PLAYERS),  # in the supply crates
        ("slotted", "i1", _PLAYERS),  # filled idol slots, from the left
        ("extra_slotted", "i1", _PLAYERS),  # idols in slots given by Owl Temple tiles
        ("idol_types", "i1", (o.MAX_PLAYERS, o.IDOL_TYPES)),  # idols gained, by type; only pedestals ask
        ("pedestals", "i1", _PLAYERS),  # empty ones (another set's board)
        ("on_pedestal", "i1", _PLAYERS),  # idols there
        ("glass", "i1", _PLAYERS),  # research track space
        ("notebook", "i1", _PLAYERS),
        ("lantern", "i1", _PLAYERS),  # NOT_ON_TRACK: on the player board
        ("dark", "i1", _PLAYERS),  # dark tablets
        ("owl_owned", "i1", (o.MAX_PLAYERS, 3)),  # Owl Temple tiles by points, see OWL_POINTS
        ("took_idol", "i1", _PLAYERS),  # 1: has taken the idol beside the research track of the Spider Temple
        ("arrival", "i1", _PLAYERS),  # order of arrival in the Lost Temple, 0: not there
        ("temple_owned", "i1", (o.MAX_PLAYERS, o.TEMPLE_STACKS)),
        # supplies and card row
        ("fear_supply", "i1"),
        ("item_deck", "i1", (o.ITEMS,)),  # the last element in use is the top
        ("item_deck_size", "i1"),
        ("item_top_known", "i1"),
        ("artifact_deck", "i1", (o.ARTIFACTS,)),
        ("artifact_deck_size", "i1"),
        ("artifact_top_known", "i1"),
        ("row", "i1", (o.ROW_SLOTS,)),  # left to right, -1: gap; the moon staff stands right of slot round_number - 1
        ("exiled", "i1", (o.CARDS,)),  # how many of each card are out of the game or in an exile pile
        # map
        ("space", "i1", (o.SPACES,)),  # EMPTY, player + 1, RIVAL_FIGURE or BLOCKING_TILE
        ("tile", "i1", (o.SITES,)),  # site tile, -1: undiscovered (always -1 for camps)
        ("guardian", "i1", (o.SITES,)),  # -1: none
        ("idol_up", "i1", (o.SITES,)),  # face-up idol, -1: none
        ("idol_down", "i1", (o.SITES,)),
        ("level_1_stack", "i1", (o.LEVEL_1_TILES,)),  # index 0 is the top
        ("level_1_size", "i1"),
        ("level_1_known", "i1"),  # tiles at the bottom that everybody has seen
        ("level_2_stack", "i1", (o.LEVEL_2_TILES,)),
        ("level_2_size", "i1"),
        ("level_2_known", "i1"),
        ("guardian_stack", "i1", (o.GUARDIANS,)),  # the last element in use is the top
        ("guardian_size", "i1"),
        ("guardian_owner", "i1", (o.GUARDIANS,)),  # 0: nobody, player + 1, RIVAL_FIGURE
        ("boon_used", "i1", (o.GUARDIANS,)),
        ("idols_removed", "i1"),  # paid as a price
        ("idol_stack", "i1", (o.IDOL_TILES,)),  # face-down idols off the map, the last in use is the next one gained
        ("idol_stack_size", "i1"),  # those left over, beside the track, in passages and at the top of the Owl Temple
        ("idols_left", "i1"),  # of these, left over at set-up
        ("idols_beside", "i1"),  # of these, beside the research track of the Spider Temple
        # research
        ("arrivals", "i1"),
        ("bonus", "i1", (o.TRACK_SPACES, o.BONUS_ROOM)),  # bonus tiles, -1: none
        ("temple_bonus", "i1", (4,)),  # the last element in use is the top
        ("temple_bonus_size", "i1"),
        ("temple_bonus_seen", "i1", _PLAYERS),
        ("bonus_known", "i1", (o.BONUS_TYPES,)),  # tiles of each type that everybody has seen so far
        ("temple_tiles", "i1", (o.TEMPLE_STACKS,)),
        ("stack", "i1", (3, o.STACK_ROOM)),  # assistant supply, the last element in use is the top
        ("stack_size", "i1", (3,)),
        ("stack_known", "i1", (3,)),  # assistants at the bottom that everybody has seen
        ("rescue", "i1", (4,)),  # the last element in use is the top
        ("rescue_size", "i1"),
        ("rescue_seen", "i1", _PLAYERS),
        ("space_tile", "i1", (o.TRACK_SPACES,)),  # points of the Owl Temple tile on a space or in a passage, 0: none
        ("space_marked", "i1", (o.TRACK_SPACES,)),  # 1: the rival has marked the tile with a compass
        ("passage_used", "i1", (o.PASSAGES,)),  # 0: nobody, player + 1, RIVAL_FIGURE
        ("dark_supply", "i1"),
        ("altar_card", "i1", (o.ALTARS,)),  # artifact on it, -1: empty
        ("altar_dark", "i1", (o.ALTARS, o.MAX_PLAYERS + 1)),  # dark tablets of each player and of the rival
        # components of other sets, see the General Index
        ("hidden", "i1", (o.HIDDEN_SITES,)),  # hidden site tiles
        ("hidden_size", "i1"),
        ("encounter", "i1", (o.ENCOUNTERS,)),  # each chapter in its own part; its first card is the top
        ("encounter_size", "i1", (o.CHAPTERS,)),
        ("encounter_known", "i1", (o.CHAPTERS,)),  # cards at the bottom that everybody has seen
        ("encounter_saved", "i1", (o.ENCOUNTERS,)),  # 0: not kept, player + 1
        # rival
        ("colour", "i1", (5,)),  # colour of each pair
        ("rival_stack", "i1", (o.RIVAL_STACK,)),  # index 0 is the top
        ("rival_stack_size", "i1"),
        ("rival_used", "i1", (o.RIVAL_STACK,)),  # in the order played
        ("rival_used_size", "i1"),
        ("rival_home", "i1"),
        ("rival_glass", "i1"),
        ("rival_arrival", "i1"),
        ("rival_notebook", "i1"),  # moves with purple tiles only
        ("rival_lantern", "i1"),  # NOT_ON_TRACK: on the rival's board
        ("rival_owl", "i1", (3,)),  # Owl Temple tiles by points
        ("rival_idols", "i1", (o.IDOL_TYPES,)),  # face-up idols, one of each type at most
        ("rival_minus_one", "i1"),
        ("rival_hidden", "i1", (o.IDOL_TYPES,)),  # of these, the idols that nobody has seen, by type
        ("rival_cards", "i1", (o.CARDS,)),
        ("rival_temple", "i1", (o.TEMPLE_STACKS,)),
        ("objective_state", "i1", (5,)),  # face down, open, met or replaced, see `objectives`
        ("objective_points", "i1", (5,)),  # what an open one is worth
        ("objectives_dealt", "i1"),  # this round
        ("rival_met", "i1"),  # bits: what the rival's first action has met before the deal
        ("rival_objective_points", "i1"),
        ("two_point_tiles", "i1"),  # left over as rewards
        ("six_point_tiles", "i1"),
        # pending choices
        ("frame", "i2", (o.MAX_FRAMES, o.FRAME_FIELDS)),
        ("frames", "i1"),
    ],
    align=True,
)
