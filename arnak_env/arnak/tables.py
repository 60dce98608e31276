"""The table record: every printed fact in the form the rules use.

One record holds the whole content; the rules take it as an argument, so corrected content needs no new compilation.
`arnak_env.arnak.content` fills it from the TOML files.
"""

from __future__ import annotations

import numpy as np

from arnak_env.arnak import opcodes as o

_BOARDS = len(o.BOARDS)
PROGRAM_ROWS = 1536

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
        ("camp_program", "i2", (_BOARDS, o.CAMPS)),
        ("camp_offers", "i1", (_BOARDS, o.CAMPS, 5)),  # 0 no, 1 always, 2 as one of several choices
        ("dark_program", "i2", (_BOARDS, o.SITES)),  # dark effect of the place, 0: none
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
        ("idol_count", "i1", (2, o.IDOL_TYPES)),  # without and with the components of Twisted Paths
        ("idols_beside", "i1", (_BOARDS, o.MAX_PLAYERS + 1)),
        ("slot_program", "i2", (o.SLOT_EFFECTS,)),
        ("slot_points", "i1", (o.IDOL_SLOTS,)),
        ("slot_main", "i1", (o.SLOT_EFFECTS,)),  # 1: using it is a main action
        # assistants; level 0 silver, 1 gold
        ("assistant_program", "i2", (o.ASSISTANTS, 2)),
        ("assistant_main", "i1", (o.ASSISTANTS,)),  # 1: using it is a main action
        ("assistant_icons", "i1", (o.ASSISTANTS, 2, 4)),  # travel it can give inside a payment
        ("assistant_mixed", "i1", (o.ASSISTANTS, 2)),  # 1: its effect gives travel and tokens together
        ("stack_sizes", "i1", (2, _BOARDS, o.MAX_PLAYERS + 1, 3)),  # without and with the components of Twisted Paths
        ("rescue_size", "i1", (_BOARDS, o.MAX_PLAYERS + 1)),
        # research
        ("bonus_program", "i2", (o.BONUS_TYPES,)),
        ("bonus_count", "i1", (2, o.BONUS_TYPES)),
        ("bonus_plain", "i1", (o.BONUS_TYPES,)),  # 1: the tile only gains tokens
        ("track_spaces", "i1", (_BOARDS,)),  # entries in use
        ("track_temple", "i1", (_BOARDS,)),  # the Lost Temple, -1: the board has none
        ("track_row", "i1", (_BOARDS, o.TRACK_SPACES)),
        ("track_column", "i1", (_BOARDS, o.TRACK_SPACES)),
        ("track_place", "i1", (_BOARDS, o.TRACK_SPACES)),  # where a token that takes this entry stands
        ("track_next", "i1", (_BOARDS, o.TRACK_SPACES, o.BRIDGES)),  # entries, -1: no further bridge
        ("track_cost", "i1", (_BOARDS, o.TRACK_SPACES, 6)),  # five tokens, then idols
        ("track_travel", "i2", (_BOARDS, o.TRACK_SPACES)),  # packed icons owed, see `travel.pack`
        ("track_bonus", "i1", (_BOARDS, o.TRACK_SPACES, o.MAX_PLAYERS + 1)),  # bonus tiles by number of players
        ("track_idols", "i1", (_BOARDS, o.TRACK_SPACES)),  # 1: idols lie beside this space
        ("space_program", "i2", (_BOARDS, o.TRACK_SPACES, 3)),  # by token
        ("space_plain", "i1", (_BOARDS, o.TRACK_SPACES, 3)),  # 1: the effect only gains tokens
        ("space_assistant", "i1", (_BOARDS, o.TRACK_SPACES)),  # 1: an assistant symbol is printed in its row
        ("space_points", "i1", (_BOARDS, o.TRACK_SPACES, 3)),
        ("arrival_points", "i1", (_BOARDS, 4)),
        ("temple_bonus_size", "i1", (_BOARDS, o.MAX_PLAYERS + 1)),
        ("temple_cost", "i1", (_BOARDS, o.TEMPLE_STACKS, 5)),
        ("temple_points", "i1", (_BOARDS, o.TEMPLE_STACKS)),
        ("temple_size", "i1", (_BOARDS, o.MAX_PLAYERS + 1, o.TEMPLE_STACKS)),
        ("temple_access", "i1", (_BOARDS, o.TEMPLE_STACKS)),  # row that opens the stack, 0: a glass in the Lost Temple
        # Owl Temple
        ("passage", "i1", (_BOARDS, o.TRACK_SPACES)),  # 0 no passage, PASSAGE_TILE or PASSAGE_IDOL
        ("passage_right", "i1", (_BOARDS, o.TRACK_SPACES)),  # 1: it lies on the right side
        ("owl_points", "i1", (_BOARDS, o.TRACK_SPACES)),  # tile on a space or in a passage, 0: none
        ("owl_tiles", "i1", (_BOARDS, o.TRACK_SPACES, o.MAX_PLAYERS + 1)),  # by number of players
        ("owl_cost", "i1", (_BOARDS, o.TRACK_SPACES, 5)),
        # Spider Temple
        ("dark_per_space", "i1", (o.MAX_PLAYERS + 1,)),
        ("dark_points", "i1", (o.DARK_SPACES + 1,)),  # for each tablet on an altar, by number of empty spaces
        ("altar_points", "i1", (o.ALTARS,)),
        ("altar_row", "i1", (o.ALTARS,)),  # least row of a token that may invoke it
        # other sets
        ("encounter_program", "i2", (o.ENCOUNTERS,)),
        ("encounter_saved", "i1", (o.ENCOUNTERS,)),  # 1: kept and used later
        # rival
        ("rival_kind", "i1", (o.RIVAL_TILES,)),
        ("rival_token", "i1", (o.RIVAL_TILES,)),  # dig tiles
        ("rival_acts", "i1", (o.RIVAL_TILES, o.ROUNDS)),
        ("rival_level", "i1", (o.RIVAL_TILES, o.ROUNDS)),  # discover tiles
        ("rival_awakens", "i1", (o.RIVAL_TILES, o.ROUNDS)),
        ("rival_item", "i1", (o.RIVAL_TILES, o.ROUNDS)),  # 0 none, 1 lowest points, 2 highest points
        ("rival_artifact", "i1", (o.RIVAL_TILES, o.ROUNDS)),
        ("rival_steps", "i1", (o.RIVAL_TILES, o.ROUNDS)),  # research tiles: steps of the glass
        ("rival_invokes", "i1", (o.RIVAL_TILES, o.ROUNDS)),  # Spider tile: adds a tablet to the topmost filled altar
        ("rival_places", "i1", (o.RIVAL_TILES, o.ROUNDS)),  # Spider tile: fills the lowest empty altar
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
