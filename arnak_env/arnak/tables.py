"""The table record: every printed fact in the form the rules use.

One record holds the whole content; the rules take it as an argument, so corrected content needs no new compilation.
`arnak_env.arnak.content` fills it from the TOML files.
"""

from __future__ import annotations

import numpy as np

from arnak_env.arnak import opcodes as o

_BOARDS = len(o.BOARDS)
PROGRAM_ROWS = 768

TABLES = np.dtype(
    [
        ("program", "i2", (PROGRAM_ROWS, 4)),  # (operation, a, b, c); row 0 is OP_END
        # cards; a program is the row where it starts, 0: no effect
        ("card_cost", "i1", (o.CARDS,)),
        ("card_points", "i1", (o.CARDS,)),
        ("card_icons", "i1", (o.CARDS, 4)),
        ("card_timing", "i1", (o.CARDS,)),  # TIMING_
        ("card_exiles_itself", "i1", (o.CARDS,)),
        ("card_program", "i2", (o.CARDS,)),
        # map
        ("camp_program", "i2", (o.CAMPS,)),
        ("camp_offers", "i1", (o.CAMPS, 5)),  # 0 no, 1 always, 2 as one of several choices
        ("tile_program", "i2", (o.LEVEL_1_TILES + o.LEVEL_2_TILES,)),  # level I tiles first
        ("tile_offers", "i1", (o.LEVEL_1_TILES + o.LEVEL_2_TILES, 5)),
        ("site_level", "i1", (o.SITES,)),  # 0 camp, 1, 2
        ("site_row", "i1", (o.SITES,)),  # 0 camps, then upwards
        ("site_column", "i1", (o.SITES,)),  # from 1, left to right
        ("space_travel", "i1", (_BOARDS, o.SPACES, 4)),  # icons owed
        ("discover_cost", "i1", (_BOARDS, o.SITES, 5)),  # tokens owed
        ("idols_up", "i1", (_BOARDS, o.SITES)),
        ("idols_down", "i1", (_BOARDS, o.SITES)),
        ("blocking_tiles", "i1", (o.MAX_PLAYERS + 1,)),  # by number of players
        # guardians
        ("guardian_cost", "i1", (o.GUARDIANS, 5)),
        ("guardian_travel", "i1", (o.GUARDIANS, 4)),
        ("guardian_hand", "i1", (o.GUARDIANS,)),  # hand cards owed
        ("boon_program", "i2", (o.GUARDIANS,)),  # free-action boons; 0: a travel boon
        ("boon_icons", "i1", (o.GUARDIANS, 4)),  # travel boons
        # idols
        ("idol_program", "i2", (o.IDOL_TYPES,)),
        ("idol_count", "i1", (o.IDOL_TYPES,)),
        ("slot_program", "i2", (o.SLOT_EFFECTS,)),
        ("slot_points", "i1", (o.IDOL_SLOTS,)),
        # assistants; level 0 silver, 1 gold
        ("assistant_program", "i2", (o.ASSISTANTS, 2)),
        ("assistant_main", "i1", (o.ASSISTANTS,)),  # 1: using it is a main action
        ("assistant_icons", "i1", (o.ASSISTANTS, 2, 4)),  # travel it can give inside a payment
        ("stack_sizes", "i1", (_BOARDS, o.MAX_PLAYERS + 1, 3)),
        ("rescue_size", "i1", (_BOARDS, o.MAX_PLAYERS + 1)),
        # research
        ("bonus_program", "i2", (o.BONUS_TYPES,)),
        ("bonus_count", "i1", (o.BONUS_TYPES,)),
        ("bonus_plain", "i1", (o.BONUS_TYPES,)),  # 1: the tile only gains tokens
        ("track_spaces", "i1", (_BOARDS,)),
        ("track_row", "i1", (_BOARDS, o.TRACK_SPACES)),
        ("track_column", "i1", (_BOARDS, o.TRACK_SPACES)),
        ("track_next", "i1", (_BOARDS, o.TRACK_SPACES, 3)),  # -1: no further bridge
        ("track_cost", "i1", (_BOARDS, o.TRACK_SPACES, 6)),  # five tokens, then idols
        ("track_bonus", "i1", (_BOARDS, o.TRACK_SPACES, o.MAX_PLAYERS + 1)),  # bonus tiles by number of players
        ("row_program", "i2", (_BOARDS, o.TRACK_ROWS, 2)),  # 0 glass, 1 notebook
        ("row_plain", "i1", (_BOARDS, o.TRACK_ROWS, 2)),
        ("row_points", "i1", (_BOARDS, o.TRACK_ROWS, 2)),
        ("arrival_points", "i1", (4,)),
        ("temple_bonus_size", "i1", (o.MAX_PLAYERS + 1,)),
        ("temple_cost", "i1", (_BOARDS, o.TEMPLE_STACKS, 5)),
        ("temple_points", "i1", (o.TEMPLE_STACKS,)),  # bronze left, middle, right, silver left, right, gold
        ("temple_size", "i1", (o.MAX_PLAYERS + 1,)),
        # rival
        ("rival_kind", "i1", (o.RIVAL_TILES,)),
        ("rival_token", "i1", (o.RIVAL_TILES,)),  # dig tiles
        ("rival_acts", "i1", (o.RIVAL_TILES, o.ROUNDS)),
        ("rival_level", "i1", (o.RIVAL_TILES, o.ROUNDS)),  # discover tiles
        ("rival_awakens", "i1", (o.RIVAL_TILES, o.ROUNDS)),
        ("rival_item", "i1", (o.RIVAL_TILES, o.ROUNDS)),  # 0 none, 1 lowest points, 2 highest points
        ("rival_artifact", "i1", (o.RIVAL_TILES, o.ROUNDS)),
        ("rival_steps", "i1", (o.RIVAL_TILES, o.ROUNDS)),  # research tiles: steps of the glass
        ("rival_moves_notebook", "i1", (o.RIVAL_TILES,)),
        ("rival_idol_bonus", "i1", (o.RIVAL_TILES,)),  # more points for each idol while the tile is in the stack
        ("rival_right", "i1", (o.RIVAL_TILES,)),  # decision arrow: 0 left, 1 right
        ("rival_idol_points", "i1"),  # each unique face-up idol
        ("rival_minus_one_points", "i1"),  # each idol on the -1 space
        # set-up and points
        ("start_tokens", "i1", (o.MAX_PLAYERS, 5)),
        ("idol_points", "i1"),
        ("guardian_points", "i1"),
        ("fear_tile_points", "i1"),
        ("hire_plane_cost", "i1"),
        ("artifact_tablets", "i1"),  # to play an artifact from hand
    ],
    align=True,
)
