"""Numbers shared by content, rules and words: counts of components, operations, triggers, selectors.

Counts of the component list are from the rulebook, "Component List"; room for more than that is said where it is.
"""

from __future__ import annotations

# --- components ------------------------------------------------------------------------------------------------------
EXPLORER_IDS = ("rhiat", "franck", "eleonor", "rebecca", "robert", "robert_young")
EXPLORERS = len(EXPLORER_IDS)
RHIAT, FRANCK, ELEONOR, REBECCA, ROBERT, ROBERT_YOUNG = range(EXPLORERS)
MAX_PLAYERS = 5
WOUND_SPACES = 4

ROOM_IDS = ("A", "B", "C", "D", "E", "F", "G")
FLOOR_IDS = ("L1", "L2", "M1", "M2", "M3", "S1", "S2", "S3", "S4")
ZONE_IDS = ROOM_IDS + FLOOR_IDS
ZONES = len(ZONE_IDS)
ZONE_SIZES = (4, 2, 2, 1, 1, 1, 1, 4, 4, 2, 2, 2, 1, 1, 1, 1)
SQUARE_IDS = tuple(
    f"{zone}{k + 1}" for zone, size in zip(ROOM_IDS, ZONE_SIZES, strict=False) for k in range(size)
) + tuple(f"{zone}-{k + 1}" for zone, size in zip(FLOOR_IDS, ZONE_SIZES[7:], strict=True) for k in range(size))
SQUARES = len(SQUARE_IDS)  # 30
ZONE_FIRST = tuple(sum(ZONE_SIZES[:k]) for k in range(ZONES))  # first square of each zone

FAMILIES = ("amber", "teal", "jade", "red", "ivory")
PICTOGRAMS = ("ankh", "eye", "feather", "sun", "moon", "cat", "jackal", "ibis", "lotus")
SYMBOL_IDS = tuple(f"{family}-{pictogram}" for family in FAMILIES for pictogram in PICTOGRAMS)
SYMBOLS = len(SYMBOL_IDS)  # 45
TOKENS = 36  # the first 36 symbols exist as tokens: 27 Clue tokens, then the nine door tokens
FIRST_DOOR_TOKEN = 27
LINKS = 32  # room for doors and other links of an episode

KIND_IDS = (
    "beetle", "snake_ball", "mummy", "cult_fanatic", "priestess", "naga", "scorpion", "sphinx", "golem", "guardian",
    "avatar",
)  # fmt: skip
KINDS = len(KIND_IDS)
GUARDIAN, AVATAR = 9, 10
KIND_MINIATURES = (12, 9, 4, 4, 1, 2, 2, 1, 1, 4, 1)
KIND_FIRST = tuple(sum(KIND_MINIATURES[:k]) for k in range(KINDS))  # first miniature of each kind
MINIATURES = sum(KIND_MINIATURES)  # 41
GUARDIANS = 4
GROUPS = KINDS + GUARDIANS  # Adversaries of one name: a kind, or a Guardian with a card of its own
TYPE_IDS = ("mechanical", "human", "hybrid", "special")
ELITE_INTERMEDIATE = ("beetle", "snake_ball", "cult_fanatic")

ACTION_IDS = ("clue", "move", "combat", "support")
CLUE, MOVE, COMBAT, SUPPORT, ANY_ACTION = range(5)
TRAUMA_IDS = ("broken_thumb", "sprain", "hemorrhage", "open_wound", "fragile", "panic")
TRAUMAS = len(TRAUMA_IDS)
PANIC = 5
TRAUMA_CARDS = 36
SPECIAL_IDS = ("chain", "trapdoor", "ladder_a", "ladder_b", "time")
SPECIAL_COUNTS = (4, 2, 2, 2, 1)
SPECIAL_FIRST = (0, 4, 6, 8, 10)
SPECIALS = sum(SPECIAL_COUNTS)
CHAIN, TRAPDOOR, LADDER_A, LADDER_B, TIME = range(5)
WILDCARDS = 2
POWER_TOKENS = 6
INDICATORS = 12

FACE_IDS = (
    "hit", "block", "special", "combat_fate", "investigation_fate", "blank", "lens", "scroll", "idol", "key",
)  # fmt: skip
FACES = len(FACE_IDS)
HIT, BLOCK, SPECIAL, COMBAT_FATE, INVESTIGATION_FATE, BLANK, LENS, SCROLL, IDOL, KEY = range(FACES)
COMBAT_FACES = 4  # the first four faces
FIRST_SYMBOL = LENS
DIE_SIDES = 6
COMBAT_ROLL, INVESTIGATION_ROLL, ANY_ROLL = range(3)

# --- room in the records ---------------------------------------------------------------------------------------------
EPISODE_SLOTS = 12  # slot 0 prologue, slot k + 1 episode k, the last three for episodes from other files
FIRST_CUSTOM_SLOT = 9
CARDS = 64  # Clue cards of an episode
OBJECTS = 48
EXPERIENCE = 45
UPGRADES = 16
ADVERSARY_CARDS = 96
ABILITIES = 192
TRIGGER_ROOM = 60  # abilities of one trigger
FLAGS = 31  # episode flags of one file, campaign flags of all
COUNTERS = 8
SHEET_SIDE = 6
SHEET_BOXES = SHEET_SIDE * SHEET_SIDE
SHEET_LINES = 2 * SHEET_SIDE  # rows, then columns
EVENTS = 8
DRAWS = 8  # draws of a set-up
ADVERSARY_ROWS = 40  # set-up rows of an episode's Adversaries
ACTIVES = 4
BRANCHES = 8
EXTRA_ACTIONS = 8
EXTRA_EFFECTS = 4
DYNAMIC_LINKS = 12
ROLLS = 4  # rolls inside rolls
MAX_FRAMES = 32

# --- places of a Clue card -------------------------------------------------------------------------------------------
IN_DECK, BEING_READ, GOING_BACK, IN_BOX, HELD, ACTIVE, WITH_OBJECT, NOT_IN_GAME = range(8)
AFTER_DISCARD, AFTER_KEEP, AFTER_THREAT, AFTER_ACTIVE = range(4)
CARD_TYPES = ("relic", "material", "event", "threat", "special")

# --- places of things ------------------------------------------------------------------------------------------------
NOWHERE = -1  # a square, an owner: none; a miniature: in the supply
OUT = -2  # a miniature removed for the rest of the episode; an object not in this campaign's boxes
CHEST = -2  # a Wildcard token in the Camp Chest
FIRST_DOOR = 64  # place of a Clue token: a square, or FIRST_DOOR + link

# --- links -----------------------------------------------------------------------------------------------------------
LINK_DOOR, LINK_OPEN, LINK_LADDER, LINK_TRAPDOOR = range(4)
LINK_TYPES = ("door", "open", "ladder", "trapdoor")

# --- results, stages, switches ---------------------------------------------------------------------------------------
NO_RESULT, FAVOURABLE, ADVERSE = range(3)
RESULT_IDS = ("", "favourable", "adverse")
STAGE_SETUP, STAGE_EPISODE, STAGE_END, STAGE_CAMP = range(4)
SWITCH_THREAT_FIRST_TURN = 1
SWITCH_DEFEATED_OUT = 2
SWITCH_WILDCARD_ANY_ROLL = 4
SWITCH_EQUIP_AT_SETUP = 8
UPGRADE_LOCKED, UPGRADE_UNLOCKED, UPGRADE_BUILT, UPGRADE_LOST = range(4)

# --- random streams --------------------------------------------------------------------------------------------------
STREAM_DICE, STREAM_CLUE, STREAM_ADVERSARY, STREAM_TRAUMA = range(4)
STREAMS = 4

# --- selectors -------------------------------------------------------------------------------------------------------
EXPLORER_SELECTORS = (
    "self", "each_here", "others_here", "one_here", "one_other_here", "each_in_room", "others_in_room", "one_in_room",
    "one_other_in_room", "all", "one_any", "most_fate",
)  # fmt: skip
(
    E_SELF, E_EACH_HERE, E_OTHERS_HERE, E_ONE_HERE, E_ONE_OTHER_HERE, E_EACH_IN_ROOM, E_OTHERS_IN_ROOM, E_ONE_IN_ROOM,
    E_ONE_OTHER_IN_ROOM, E_ALL, E_ONE_ANY, E_MOST_FATE,
) = range(12)  # fmt: skip
E_HOLDER = 16  # + object
SQUARE_SELECTORS = (
    "here", "each_square_of_room", "other_squares_of_room", "each_adjacent", "adjacent", "square_in_room",
    "each_explorer_square", "toward_self",
)  # fmt: skip
Q_HERE, Q_ROOM, Q_OTHER_ROOM, Q_EACH_ADJACENT, Q_ADJACENT, Q_SQUARE_IN_ROOM, Q_EXPLORERS, Q_TOWARD = range(8)
Q_ZONE = 16  # + zone
Q_SQUARE = 32  # + square
ADVERSARY_SELECTORS = ("target", "here", "room", "adjacent", "board")
V_TARGET, V_HERE, V_ROOM, V_ADJACENT, V_BOARD = range(5)
V_STEP = 64  # selector * V_STEP + kind, K_TYPE + type, or K_ANY
K_TYPE = 16
K_ANY = 20
ALL = 99  # the amount "all"
FACE_CHOICE = 15
FATE_FACE = 14  # the word "fate": of the roll under way
TO_RESERVE, TO_SET_ASIDE = range(2)

# --- conditions, as steps of a postfix program: (condition, a, b) ----------------------------------------------------
CONDITION_IDS = (
    "end", "holds", "fate_ge", "reserve_le", "card_fate_ge", "card_fate_multiple", "flag_set", "campaign_flag_set",
    "counter_ge", "present", "facing", "wounded", "poisoned", "has_trauma", "players_ge", "in_zone", "clue_here",
    "slot_empty", "rolled", "token_on", "indicators_ge", "eliminated_this_action", "not", "and", "or",
)  # fmt: skip
CONDITIONS = len(CONDITION_IDS)
(
    C_END, C_HOLDS, C_FATE_GE, C_RESERVE_LE, C_CARD_FATE_GE, C_CARD_FATE_MULTIPLE, C_FLAG_SET, C_CAMPAIGN_FLAG_SET,
    C_COUNTER_GE, C_PRESENT, C_FACING, C_WOUNDED, C_POISONED, C_HAS_TRAUMA, C_PLAYERS_GE, C_IN_ZONE, C_CLUE_HERE,
    C_SLOT_EMPTY, C_ROLLED, C_TOKEN_ON, C_INDICATORS_GE, C_ELIMINATED, C_NOT, C_AND, C_OR,
) = range(CONDITIONS)  # fmt: skip

# --- triggers --------------------------------------------------------------------------------------------------------
TRIGGER_IDS = (
    "passive", "start_of_turn", "end_of_turn", "before_combat_roll", "after_combat_roll", "before_investigation_roll",
    "after_investigation_roll", "before_action_clue", "before_action_move", "before_action_combat",
    "before_action_support", "after_action_clue", "after_action_move", "after_action_combat", "after_action_support",
    "after_ability", "after_give_action", "on_adversary_start", "on_enter_square", "on_wound", "on_trauma",
    "on_trauma_effect", "on_obtain", "on_open_door", "on_convert_fate", "on_validate", "clue_use", "move_use",
    "combat_use", "support_use", "free_use", "episode_start", "episode_end", "camp", "camp_sell",
)  # fmt: skip
TRIGGERS = len(TRIGGER_IDS)
(
    T_PASSIVE, T_START_OF_TURN, T_END_OF_TURN, T_BEFORE_COMBAT_ROLL, T_AFTER_COMBAT_ROLL, T_BEFORE_INVESTIGATION_ROLL,
    T_AFTER_INVESTIGATION_ROLL, T_BEFORE_ACTION, _T1, _T2, _T3, T_AFTER_ACTION, _T4, _T5, _T6, T_AFTER_ABILITY,
    T_AFTER_GIVE_ACTION, T_ADVERSARY_START, T_ENTER_SQUARE, T_WOUND, T_TRAUMA, T_TRAUMA_EFFECT, T_OBTAIN, T_OPEN_DOOR,
    T_CONVERT_FATE, T_VALIDATE, T_ACTION_USE, _T7, _T8, _T9, T_FREE_USE, T_EPISODE_START, T_EPISODE_END, T_CAMP,
    T_CAMP_SELL,
) = range(TRIGGERS)  # fmt: skip
# T_BEFORE_ACTION, T_AFTER_ACTION and T_ACTION_USE + action: in the order of ACTION_IDS.

LIMIT_IDS = ("unlimited", "roll", "turn", "episode")
LIMIT_NONE, LIMIT_ROLL, LIMIT_TURN, LIMIT_EPISODE = range(4)
# What an ability or an effect list belongs to.
SOURCE_IDS = ("none", "explorer", "object", "experience", "trauma", "clue card", "adversary card", "upgrade", "episode")
(
    SOURCE_NONE, SOURCE_EXPLORER, SOURCE_OBJECT, SOURCE_EXPERIENCE, SOURCE_TRAUMA, SOURCE_CLUE, SOURCE_ADVERSARY,
    SOURCE_UPGRADE, SOURCE_EPISODE,
) = range(9)  # fmt: skip
SOURCE_STEP = 256  # F_SOURCE holds the kind * SOURCE_STEP + index

ABILITY_MOD_IDS = (
    "rhiat_self", "rhiat_amount", "rhiat_room", "rhiat_poison", "franck_dice", "eleonor_rerolls", "rebecca_adjacent",
    "rebecca_board", "rebecca_count", "robert_coins", "robert_after", "robert_dice", "robert_share", "robert_payout",
)  # fmt: skip
(
    MOD_RHIAT_SELF, MOD_RHIAT_AMOUNT, MOD_RHIAT_ROOM, MOD_RHIAT_POISON, MOD_FRANCK_DICE, MOD_ELEONOR_REROLLS,
    MOD_REBECCA_ADJACENT, MOD_REBECCA_BOARD, MOD_REBECCA_COUNT, MOD_ROBERT_COINS, MOD_ROBERT_AFTER, MOD_ROBERT_DICE,
    MOD_ROBERT_SHARE, MOD_ROBERT_PAYOUT,
) = range(14)  # fmt: skip

# --- operations of the notation, as rows (operation, a, b, c, d) -----------------------------------------------------
# Lists inside an effect are programs of their own; the row holds where they start.
OPERATION_IDS = (
    "end", "wound", "heal", "poison", "cure_poison", "trauma", "discard_trauma", "prevent_wound", "fate",
    "return_fate", "fate_card", "card_fate_to", "reserve_add", "reserve_discard", "push_self", "move_explorer",
    "free_move", "deny_action", "ignore_modifier", "lose_action", "gain_action", "end_turn", "spawn", "spawn_named",
    "use_card", "life_mod", "damage", "damage_each", "eliminate", "move_adversary", "heal_adversary", "power",
    "indicator", "bonus_dice", "reroll", "set_die", "convert_free", "face_as", "extra_effect", "overflow", "validate",
    "test", "mark", "draw", "return_to_deck", "discard_card", "place_clue", "remove_clue", "open_door", "close_door",
    "add_zone", "place_token", "remove_token", "link", "unlink", "if", "choose", "repeat", "each", "flag",
    "campaign_flag", "counter", "coins", "xp", "vp", "unlock", "wildcard", "gain_object", "discard_this",
    "discard_object", "extra_slot", "ability_mod", "ignore_trauma", "epilogue", "xp_access", "sell_bonus", "pay_coins",
    "none",
)  # fmt: skip
NOTATION_OPERATIONS = len(OPERATION_IDS)
(
    OP_END, OP_WOUND, OP_HEAL, OP_POISON, OP_CURE_POISON, OP_TRAUMA, OP_DISCARD_TRAUMA, OP_PREVENT_WOUND, OP_FATE,
    OP_RETURN_FATE, OP_FATE_CARD, OP_CARD_FATE_TO, OP_RESERVE_ADD, OP_RESERVE_DISCARD, OP_PUSH_SELF, OP_MOVE_EXPLORER,
    OP_FREE_MOVE, OP_DENY_ACTION, OP_IGNORE_MODIFIER, OP_LOSE_ACTION, OP_GAIN_ACTION, OP_END_TURN, OP_SPAWN,
    OP_SPAWN_NAMED, OP_USE_CARD, OP_LIFE_MOD, OP_DAMAGE, OP_DAMAGE_EACH, OP_ELIMINATE, OP_MOVE_ADVERSARY,
    OP_HEAL_ADVERSARY, OP_POWER, OP_INDICATOR, OP_BONUS_DICE, OP_REROLL, OP_SET_DIE, OP_CONVERT_FREE, OP_FACE_AS,
    OP_EXTRA_EFFECT, OP_OVERFLOW, OP_VALIDATE, OP_TEST, OP_MARK, OP_DRAW, OP_RETURN_TO_DECK, OP_DISCARD_CARD,
    OP_PLACE_CLUE, OP_REMOVE_CLUE, OP_OPEN_DOOR, OP_CLOSE_DOOR, OP_ADD_ZONE, OP_PLACE_TOKEN, OP_REMOVE_TOKEN, OP_LINK,
    OP_UNLINK, OP_IF, OP_CHOOSE, OP_REPEAT, OP_EACH, OP_FLAG, OP_CAMPAIGN_FLAG, OP_COUNTER, OP_COINS, OP_XP, OP_VP,
    OP_UNLOCK, OP_WILDCARD, OP_GAIN_OBJECT, OP_DISCARD_THIS, OP_DISCARD_OBJECT, OP_EXTRA_SLOT, OP_ABILITY_MOD,
    OP_IGNORE_TRAUMA, OP_EPILOGUE, OP_XP_ACCESS, OP_SELL_BONUS, OP_PAY_COINS, OP_NONE,
) = range(NOTATION_OPERATIONS)  # fmt: skip
# Operations of the engine itself.
ENGINE_OPERATION_IDS = (
    "setup", "turn", "trigger", "phase_2", "reorganise", "action", "modifications", "clue_card", "clue_action",
    "combat", "give_action", "support_gift", "settle", "offer", "roll", "set_dice", "change_set_die", "wildcard",
    "change_fate", "marking", "obtain", "hurt", "trauma_card", "trauma_effect", "rhiat", "franck", "eleonor",
    "ending", "young_robert", "camp", "sell", "build", "deal_wildcards", "adversary_start",
    "start_square",
)  # fmt: skip
(
    OP_SETUP, OP_TURN, OP_TRIGGER, OP_PHASE_2, OP_REORGANISE, OP_ACTION, OP_MODIFICATIONS, OP_CLUE_CARD,
    OP_CLUE_ACTION, OP_COMBAT, OP_GIVE_ACTION, OP_SUPPORT_GIFT, OP_SETTLE, OP_OFFER, OP_ROLL, OP_SET_DICE,
    OP_CHANGE_SET_DIE, OP_USE_WILDCARD, OP_CHANGE_FATE, OP_MARKING, OP_OBTAIN, OP_HURT, OP_TRAUMA_CARD,
    OP_TRAUMA_EFFECT, OP_RHIAT, OP_FRANCK, OP_ELEONOR, OP_ENDING, OP_YOUNG_ROBERT, OP_CAMP, OP_SELL, OP_BUILD,
    OP_DEAL_WILDCARDS, OP_ADVERSARY_START, OP_START_SQUARE,
) = range(NOTATION_OPERATIONS, NOTATION_OPERATIONS + len(ENGINE_OPERATION_IDS))  # fmt: skip
OPERATIONS = NOTATION_OPERATIONS + len(ENGINE_OPERATION_IDS)

# --- frames of pending choices ---------------------------------------------------------------------------------------
(
    F_OP, F_A, F_B, F_C, F_D, F_X, F_Y, F_Z, F_ROW, F_SELF, F_SOURCE, F_ASK, F_BASE, F_MASK, F_ANSWER,
) = range(15)  # fmt: skip
FRAME_FIELDS = 15
# Kinds of question; ASK_BITS lists F_BASE + each bit of F_MASK, ASK_BITS_OR_FINISH `finish` too.
ASK_IDS = (
    "none", "bits", "bits_or_finish", "action", "extra_action", "reorganise", "trigger", "miniature", "mark", "camp",
    "object", "clue_card", "change_fate",
)  # fmt: skip
(
    ASK_NONE, ASK_BITS, ASK_BITS_OR_FINISH, ASK_ACTION, ASK_EXTRA_ACTION, ASK_REORGANISE, ASK_TRIGGER, ASK_MINIATURE,
    ASK_MARK, ASK_CAMP, ASK_OBJECT, ASK_CLUE_CARD, ASK_CHANGE_FATE,
) = range(13)  # fmt: skip
ASKS = len(ASK_IDS)

# Fields of a roll.
(
    R_SORT, R_ROLLER, R_DICE, R_FREE, R_OPTION, R_LAST,
) = range(6)  # fmt: skip
R_COUNT = 6  # + face: dice showing it, dice set by a token included
R_SET = R_COUNT + FACES  # + face: of these, set by a token
R_CHOSEN = R_SET + FACES  # + face: chosen for a reroll
ROLL_FIELDS = R_CHOSEN + FACES
