"""The table record: every printed fact in the form the rules use.

One record holds the whole content; the rules take it as an argument, so other content needs no new compilation.
`arnak_env.arkeis.content` fills it from the TOML files. A program is the row where it starts, 0: no effect.
"""

from __future__ import annotations

import numpy as np

from arnak_env.arkeis import opcodes as o

PROGRAM_ROWS = 6144
CONDITION_ROWS = 1024
_SLOTS = o.EPISODE_SLOTS

TABLES = np.dtype(
    [
        ("program", "i4", (PROGRAM_ROWS, 5)),  # (operation, a, b, c, d); row 0 is OP_END
        ("condition", "i2", (CONDITION_ROWS, 3)),  # (condition, a, b); row 0 is C_END
        # dice: faces of the six sides
        ("die", "i1", (2, o.DIE_SIDES)),
        ("combat_dice", "i1"),  # of a basic Combat action
        # Adversaries
        ("kind_type", "i1", (o.KINDS,)),
        ("kind_life", "i1", (o.KINDS,)),  # where no card tells
        ("kind_elite", "i2", (o.KINDS,)),  # Elite card, -1: none
        ("adversary_kind", "i1", (o.ADVERSARY_CARDS,)),  # -1: no such card
        ("adversary_pool", "i1", (o.ADVERSARY_CARDS,)),  # 1: drawn at random for its kind
        ("adversary_deck", "i1", (o.ADVERSARY_CARDS,)),  # -1: base deck, else episode slot whose box holds it
        ("adversary_life", "i1", (o.ADVERSARY_CARDS,)),
        ("adversary_start", "i2", (o.ADVERSARY_CARDS,)),
        ("adversary_modification", "i2", (o.ADVERSARY_CARDS, 2)),  # of Clue and Move actions
        ("adversary_denies", "i1", (o.ADVERSARY_CARDS, 2)),  # 1: the action cannot be taken
        ("adversary_face", "i1", (o.ADVERSARY_CARDS, 3)),  # face of each row, top to bottom
        ("adversary_row", "i2", (o.ADVERSARY_CARDS, 3)),  # its program
        ("adversary_power_shield", "i1", (o.ADVERSARY_CARDS,)),
        ("adversary_burn", "i1", (o.ADVERSARY_CARDS,)),  # indicator_burn
        # abilities of objects, Experience cards, Traumas, Explorers, active cards and Threats, sorted by trigger
        ("trigger_first", "i2", (o.TRIGGERS + 1,)),  # abilities of trigger k: trigger_first[k] to trigger_first[k + 1]
        ("ability_source", "i1", (o.ABILITIES,)),  # SOURCE_
        ("ability_index", "i1", (o.ABILITIES,)),  # object, Experience card, Trauma, Explorer or Clue card
        ("ability_slot", "i1", (o.ABILITIES,)),  # episode slot of a Clue card, -1: any
        ("ability_optional", "i1", (o.ABILITIES,)),
        ("ability_limit", "i1", (o.ABILITIES,)),
        ("ability_when", "i2", (o.ABILITIES,)),  # condition row, 0: always
        ("ability_program", "i2", (o.ABILITIES,)),
        ("ability_who", "i1", (o.ABILITIES,)),  # of active cards: Explorer selector; E_SELF: only the holder
        # objects
        ("object_slot", "i1", (o.OBJECTS,)),  # action of a Material, -1: Relic
        ("object_value", "i1", (o.OBJECTS,)),
        ("object_exists", "i1", (o.OBJECTS,)),
        ("slot_capacity", "i1", (4,)),
        # Experience cards
        ("experience_explorer", "i1", (o.EXPERIENCE,)),
        ("experience_level", "i1", (o.EXPERIENCE,)),
        ("experience_cost", "i1", (o.EXPERIENCE,)),
        # Traumas
        ("trauma_copies", "i1", (o.TRAUMAS,)),
        ("trauma_multiplier", "i1", (o.TRAUMAS,)),  # of start-of-turn effects
        ("trauma_duplicate", "i2"),  # program when a Trauma of a type already owned is drawn
        # Explorers
        ("ability_start_tokens", "i1"),
        # camp
        ("upgrade_cost", "i1", (o.UPGRADES,)),
        ("upgrade_space", "i1", (o.UPGRADES,)),  # 1: takes one of the spaces
        ("upgrade_trigger", "i1", (o.UPGRADES,)),  # T_CAMP, T_PASSIVE or T_EPISODE_START, -1: no such upgrade
        ("upgrade_program", "i2", (o.UPGRADES,)),
        ("upgrade_built", "i1", (o.UPGRADES,)),  # 1: in the camp from the start
        ("upgrade_spaces", "i1"),
        ("experience_access", "i1", (3, o.UPGRADES)),  # 1: the upgrade opens level 1, 2, 3
        # episodes, by slot
        ("episode_exists", "i1", (_SLOTS,)),
        ("elite_allowed", "i1", (_SLOTS,)),
        ("reserve", "i1", (_SLOTS, o.MAX_PLAYERS + 1)),  # by number of players
        ("on_empty", "i2", (_SLOTS,)),
        ("on_empty_immediate", "i1", (_SLOTS,)),
        ("zone_used", "i1", (_SLOTS, o.ZONES)),  # 0 no, 1 laid during play, 2 at set-up
        ("square_x", "i1", (_SLOTS, o.SQUARES)),
        ("square_y", "i1", (_SLOTS, o.SQUARES)),
        ("printed", "i1", (_SLOTS, o.SQUARES)),  # printed symbol, -1: none
        ("links", "i1", (_SLOTS,)),
        ("link_type", "i1", (_SLOTS, o.LINKS)),
        ("link_a", "i1", (_SLOTS, o.LINKS)),
        ("link_b", "i1", (_SLOTS, o.LINKS)),
        ("link_token", "i1", (_SLOTS, o.LINKS)),  # token of a closed door; special token of a ladder, -1: any, none
        ("link_edge", "i1", (_SLOTS, o.LINKS)),
        ("start_squares", "i4", (_SLOTS,)),  # bits
        ("draw_symbol", "i1", (_SLOTS, o.DRAWS)),  # -1: none
        ("draw_each", "i1", (_SLOTS, o.DRAWS)),  # 1: each player draws, 0: the first player
        ("token_square", "i1", (_SLOTS, o.TOKENS)),  # floor tokens of set-up and of zones laid later, -1: none
        ("token_min_players", "i1", (_SLOTS, o.TOKENS)),
        ("adversary_rows", "i1", (_SLOTS,)),
        ("adversary_setup", "i1", (_SLOTS, o.ADVERSARY_ROWS, 6)),  # kind, square, count, min, max players, 1 later zone
        ("special_setup", "i1", (_SLOTS, o.SPECIALS)),  # square of each special token at set-up, -1: none
        ("cards", "i1", (_SLOTS,)),
        ("card_symbol", "i1", (_SLOTS, o.CARDS)),
        ("symbol_weight", "i1", (_SLOTS, o.SYMBOLS)),  # share of the way to the favourable epilogue, for shaped rewards
        ("card_type", "i1", (_SLOTS, o.CARDS)),
        ("card_object", "i1", (_SLOTS, o.CARDS)),  # -1: none
        ("card_program", "i2", (_SLOTS, o.CARDS)),
        ("card_after", "i1", (_SLOTS, o.CARDS)),
        ("sheet_box", "i1", (_SLOTS, o.SHEET_BOXES)),  # symbol face of the box (row * SHEET_SIDE + column), -1: none
        ("line_boxes", "i8", (_SLOTS, o.SHEET_LINES)),  # bits; rows, then columns; 0: no such line
        ("line_program", "i2", (_SLOTS, o.SHEET_LINES)),
        ("line_artifact", "i1", (_SLOTS, o.SHEET_LINES)),  # symbol, -1: none
        ("line_event", "i1", (_SLOTS, o.SHEET_LINES)),
        ("epilogue_program", "i2", (_SLOTS, 3)),  # by result
        ("epilogue_bonuses", "i1", (_SLOTS, 3)),
        ("event_min", "i1", (_SLOTS, o.EVENTS)),  # completed event rows; -1: no such event
        ("event_max", "i1", (_SLOTS, o.EVENTS)),
        ("event_program", "i2", (_SLOTS, o.EVENTS)),
    ],
    align=True,
)
