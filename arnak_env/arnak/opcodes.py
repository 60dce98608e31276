"""Numbers shared by the content compiler, the rules and the documentation.

Everything here is a plain integer constant so that compiled code can use it. The *words* for these numbers live next
to them, because scenario files, action names and error texts are written in words.
"""

from __future__ import annotations

# --- sizes -----------------------------------------------------------------------------------------------------------
MAX_PLAYERS = 4
BOARDS = ("bird", "snake", "spider", "owl")
BIRD, SNAKE, SPIDER, OWL = range(4)
ROUNDS = 5
HAND_SIZE = 5
ARCHAEOLOGISTS = 2

# --- tokens ----------------------------------------------------------------------------------------------------------
COIN, COMPASS, TABLET, ARROWHEAD, JEWEL = range(5)
TOKENS = ("coin", "compass", "tablet", "arrowhead", "jewel")
IDOL_PRICE = 5  # sixth column of a research cost: an idol from the supply crates
DARK_TABLET = "dark_tablet"  # Spider Temple: counts as a tablet, kept apart from the tokens

# --- travel icons ----------------------------------------------------------------------------------------------------
BOOT, BOAT, CAR, PLANE = range(4)
ICONS = ("boot", "boat", "car", "plane")

# --- cards: items, then artifacts, then the starting cards, then Fear ------------------------------------------------
ITEMS = 40
ARTIFACTS = 35
FIRST_ARTIFACT = ITEMS
FIRST_STARTING = ITEMS + ARTIFACTS
STARTING = 4
FEAR = FIRST_STARTING + STARTING
CARDS = FEAR + 1
FEAR_CARDS = 19
FEAR_TILES = 10
MAX_OWNED = ITEMS + ARTIFACTS + STARTING + FEAR_CARDS  # no player can ever own more cards than this
TIMING_NONE, TIMING_FREE, TIMING_MAIN = range(3)

# --- map: 5 camps with two spaces each, then 8 level I and 4 level II positions with one space each ------------------
CAMPS = 5
SITES = 17
SPACES = 22
LEVEL_1_TILES = 12  # base tiles first, then those of Twisted Paths
LEVEL_2_TILES = 8
BASE_LEVEL_1_TILES = 10
BASE_LEVEL_2_TILES = 6
FIRST_LEVEL_1 = CAMPS
FIRST_LEVEL_2 = 13
EMPTY, RIVAL_FIGURE, BLOCKING_TILE = 0, 5, 6  # what stands on a space; 1 to 4 are the players

# --- other components ------------------------------------------------------------------------------------------------
GUARDIANS = 19
BASE_GUARDIANS = 15
ASSISTANTS = 20
BASE_ASSISTANTS = 12
STACK_ROOM = 8  # assistants in a supply stack at most
IDOL_TYPES = 9
IDOL_TILES = 26
BASE_IDOL_TILES = 16
IDOL_SLOTS = 4
SLOT_EFFECTS = 5
BONUS_TYPES = 9
BONUS_TILES = 24
BASE_BONUS_TILES = 18
BONUS_ROOM = 4  # bonus tiles on a research space at most
ROW_SLOTS = 6

# --- research track: entries of the track; most are spaces, some another bridge or a passage --------------------------
TRACK_SPACES = 24
TRACK_ROWS = 10
BRIDGES = 3  # ways on from a space at most
GLASS, NOTEBOOK, LANTERN = range(3)
RESEARCH_TOKENS = ("glass", "notebook", "lantern")
NOT_ON_TRACK = -1
TEMPLE_STACKS = (
    6  # bronze left, middle, right, silver left, right, gold; on Owl the piles at the top in the same places
)
OWL_POINTS = (1, 5, 10)
OWL_SLOT_TILES = 2  # Owl Temple tiles that give one more idol slot
PASSAGES = 6
PASSAGE_TILE, PASSAGE_IDOL = 1, 2  # what lies in a passage

# --- Spider Temple ---------------------------------------------------------------------------------------------------
DARK_SPACES = 7
ALTARS = 5
ALTAR_LIMIT = 3  # dark tablets of one player below one altar

# --- components of other sets that the General Index of Twisted Paths knows -------------------------------------------
CHAPTERS = 5
ENCOUNTERS = 48
ENCOUNTERS_BY_CHAPTER = (10, 10, 8, 10, 10)
FIRST_OF_CHAPTER = (0, 10, 20, 28, 38)
HIDDEN_SITES = 4

# --- rival action tiles ----------------------------------------------------------------------------------------------
PAIRS = ("discover", "research", "guardian", "buy_item", "buy_artifact")
COLOURS = ("green", "red", "purple")
RIVAL_DIG, RIVAL_DISCOVER, RIVAL_RESEARCH, RIVAL_GUARDIAN, RIVAL_BUY, RIVAL_SPIDER, RIVAL_OWL = range(7)
FIRST_PAIR_TILE = 5  # tiles 0 to 4 dig for the five tokens; then pair * 3 + colour
SPIDER_TILE = FIRST_PAIR_TILE + len(PAIRS) * len(COLOURS)
OWL_TILE = SPIDER_TILE + 1
RIVAL_TILES = OWL_TILE + 1
RIVAL_SEAT = MAX_PLAYERS  # the rival's place in tables with one row for each player and one for the rival
RIVAL_STACK = 11
RIVAL_FIGURES = 6
PURPLE = 2
OBJECTIVES = ("buy_item", "buy_artifact", "discover_site", "research_glass", "archaeologists")
(
    OBJECTIVE_BUY_ITEM,
    OBJECTIVE_BUY_ARTIFACT,
    OBJECTIVE_DISCOVER,
    OBJECTIVE_RESEARCH,
    OBJECTIVE_ARCHAEOLOGISTS,
) = range(5)
OBJECTIVE_DOWN, OBJECTIVE_OPEN, OBJECTIVE_MET, OBJECTIVE_REPLACED = range(4)  # state of an objective tile
OBJECTIVES_PER_ROUND = (0, 2, 3, 4)
OBJECTIVE_POINTS = 2  # the reward is paid in tiles of this many points
FIRST_OBJECTIVE_POINTS = 4
EXCHANGED_TILES = 3  # 2-point tiles that a 6-point tile is exchanged for
RIVAL_ARCHAEOLOGISTS_NEEDED = 3
LEFTOVER_TWO_POINT_TILES = 6  # of 24 temple tiles, after two for each stack
LEFTOVER_SIX_POINT_TILES = 4

# Open questions of the solo rules, one bit each; see `arnak_env.arnak.config.SWITCHES`.
SWITCH_RANDOM_ARROWS = 1
SWITCH_GREEN_ITEM_ACTS_IN_V = 2
SWITCH_ASSISTANT_ONLY_ON_SYMBOL = 4
SWITCH_NO_ASSISTANT_WITH_TEMPLE_TILE = 8
SWITCH_DIG_NEEDS_SURE_TOKEN = 16
SWITCH_SOLO_TIE_BREAK = 32
SWITCH_RIVAL_TEMPLE_TILE_IS_NO_RESEARCH = 64
SWITCH_TEMPLE_TILE_IS_NO_RESEARCH = 128
SWITCH_EXILED_ITEM_IS_NO_PURCHASE = 256
SWITCH_REPLACE_OBJECTIVE_ONCE = 512
SWITCH_RIVAL_TAKES_TOP_OWL_TILE = 1024
SWITCHES = 11

# --- named choices (`choose WORD`) -----------------------------------------------------------------------------------
CHOICES = (
    "coin",
    "compass",
    "tablet",
    "arrowhead",
    "jewel",
    "draw",
    "exile",
    "item",
    "artifact",
    "travel",
    "pass",
    "bonus_tile",
    "row_effect",
    "one",
    "two",
    "three",
    "boat",
    "car",
    "dark_tablet",
    "trade_up",
    "assistant",
    "refresh",
    "idol",
    "boon",
    "site",
    "guardian",
)
(
    CHOICE_COIN,
    CHOICE_COMPASS,
    CHOICE_TABLET,
    CHOICE_ARROWHEAD,
    CHOICE_JEWEL,
    CHOICE_DRAW,
    CHOICE_EXILE,
    CHOICE_ITEM,
    CHOICE_ARTIFACT,
    CHOICE_TRAVEL,
    CHOICE_PASS,
    CHOICE_BONUS_TILE,
    CHOICE_ROW_EFFECT,
    CHOICE_ONE,
    CHOICE_TWO,
    CHOICE_THREE,
    CHOICE_BOAT,
    CHOICE_CAR,
    CHOICE_DARK_TABLET,
    CHOICE_TRADE_UP,
    CHOICE_ASSISTANT,
    CHOICE_REFRESH,
    CHOICE_IDOL,
    CHOICE_BOON,
    CHOICE_SITE,
    CHOICE_GUARDIAN,
) = range(len(CHOICES))

# --- effect operations -----------------------------------------------------------------------------------------------
# One row of an effect program is (operation, a, b, c). "row" below means an index into the table of rows.
OP_END = 0  # the program is finished
OP_GAIN = 1  # a token, b number
OP_FEAR = 2  # a number of Fear cards into the play area
OP_ICONS = 3  # a icon, b number: travel value for the rest of this turn
OP_GAIN_PER = 4  # a token, b counter, c maximum (0: none)
OP_IGNORE_FEAR = 5  # guardians bring this player no Fear this round
OP_PLANES = 6  # this player's travel icons and travel discounts are planes this round
OP_PASS = 7  # the player passes
OP_EXILE_ROW_ITEM = 8  # the rightmost item of the card row goes to exile
OP_UNSLOT = 9  # the idol of the last filled slot goes back to the crates
OP_TILE_STACK = 10  # a level: use the top site tile of that stack, then put it under the stack
OP_PRICE = 11  # a token, b number, c rows to skip when the price is declined
OP_PRICE_CARD = 12  # c rows to skip; the price is one hand card into the play area
OP_PRICE_TRAVEL = 13  # a icon, b number, c rows to skip
OP_PUT_DOWN = 14  # a number of hand cards that must go into the play area
OP_CHOOSE = 15  # a number of options (the OP_OPTION rows that follow), b how many different ones are taken
OP_OPTION = 16  # a choice, b row where the option's own program starts, c 1 if it needs an unused main action
OP_DRAW = 17  # a number of cards, b 1 from the bottom of the deck; each card may be refused
OP_EXILE = 18  # up to one card from hand or play area
OP_TRADE_UP = 19  # optional: tablet to arrowhead or arrowhead to jewel
OP_REFRESH = 20  # a maximum number of different assistants
OP_RECRUIT = 21  # take the top assistant of a supply stack
OP_UPGRADE = 22  # silver to gold, and ready
OP_RESCUE = 23  # take one assistant of the rescue stack, exhausted
OP_EXCHANGE = 24  # swap an own assistant with the top one of a supply stack
OP_SUPPLY = 25  # a 0 silver or 1 gold: use the effect of the top assistant of a supply stack
OP_ACTIVATE = 26  # a filter, b number of different sites, c compasses to pay for a level II site
OP_DIG = 27  # optional dig or discover; a discount icon (-1 none), b number, c compass discount when discovering
OP_DIG_CAMP = 28  # optional dig at a camp without travel cost; the camp may be used twice
OP_BUY = 29  # optional purchase; a kinds (1 item, 2 artifact, 3 either), b discount (BUY_FREE: no cost), c destination
OP_OVERCOME = 30  # optional; a filter: take a guardian without paying its printed cost
OP_RESEARCH = 31  # optional; a discount token, b number, c 1: notebook only, without any cost
OP_RELOCATE = 32  # a filter of destinations; the destination is then activated
OP_RECALL = 33  # take one of your archaeologists back from a site
OP_MOVE_GUARDIAN = 34  # from a site you occupy to an empty camp or level I site, which is then activated
OP_ASIDE = 35  # a maximum, b 1 from the bottom, c 1 one may go back on top: draw aside, keep one, rest to play area
OP_TAKE_EXILED_ITEM = 36  # optional: one exiled item to the bottom of the deck
# Twisted Paths and its General Index
OP_DARK = 37  # a number of dark tablets from the supply, ordinary ones when it is empty
OP_READY_BOON = 38  # optional: one overcome guardian with a used boon is turned face up again
OP_SPEND_BOON = 39  # one overcome guardian with an unused boon is turned face down without its effect
OP_IDOL_ON_BOARD = 40  # use the effect of a face-up idol on the board; it stays
OP_RECRUIT_OR_UPGRADE = 41  # take an assistant or turn a silver one to gold
OP_PRICE_DECK_TOP = 42  # c rows to skip; the price is one hand card on top of the own deck
OP_PRICE_ARTIFACT = 43  # c rows to skip; the price is an artifact of hand or play area, exiled
OP_PRICE_IDOL = 44  # c rows to skip; the price is an unused idol, face down
OP_PRICE_ASSISTANT = 45  # c rows to skip; the price is turning a ready assistant, whose effect and price are ignored
OP_PRICE_BOON = 46  # c rows to skip; the price is an unused boon
OP_GAIN_IDOL = 47  # a face-down idol of those left over at set-up
OP_TEMPLE_TILE = 48  # take a 2-point temple tile of any of the three stacks
OP_REMOVE_SITE = 49  # use an unoccupied level I site, which is then removed; an idol is laid in its place
OP_HIDDEN_SITE = 50  # use a hidden site tile, then put it under the stack of its level
OP_PEDESTAL = 51  # optional: an unused idol onto an empty pedestal, its pictured effect is used
OP_ENCOUNTER = 52  # a chapter: its top card is carried out, or kept when it is marked so
EFFECT_OPS = 53

# Operations that only the rules push, never a component.
OP_TURN = 60  # a player's turn: main and free actions
OP_PAY_TRAVEL = 61  # a payment of travel icons, see `travel.py`
OP_ENTER = 62  # a space: the archaeologist arrives; b 1 discovering, 2 the camp may be used twice
OP_REVEAL = 63  # a site: turn up its site tile and use it
OP_AWAKEN = 64  # a site: its guardian appears
OP_TAKE_GUARDIAN = 65  # a site: the guardian goes to the player
OP_REWARDS = 66  # a bonus tile, b 4 * space + token: which of the two comes first
OP_PICK_BONUS = 67  # a space of the research track, b 4 * space + token: choose one of several bonus tiles
OP_PICK_TEMPLE_BONUS = 68  # choose one tile of the stack of the Lost Temple
OP_USE_ARTIFACT = 69  # a card just bought or on an altar: its effect may be used now
OP_USE_AGAIN = 70  # a camp: it may be used once more
OP_KEEP = 71  # a player: end of the round, each hand card is kept or put down
OP_ROUND_END = 72  # a player: the next one to keep or put down
OP_NEXT_TURN = 73  # the turn is over
OP_PAY_TABLETS = 74  # a number: say of each whether an ordinary or a dark tablet is spent
OP_STEP = 75  # an entry of the research track, b token: the token moves there once travel is paid
OP_DARK_EFFECT = 76  # a site: its dark effect may be used
OP_PLACE_ARTIFACT = 77  # an altar: choose the artifact of the row that is laid on it
OP_REPLACE_SITE = 78  # a site: its tile leaves the game and a leftover idol lies there
OP_ENCOUNTER_DONE = 79  # an encounter card goes under its chapter
OPS = 80

# What the pending question is, in words (observation, prompts, documentation); index is the operation.
OP_WORDS = {
    OP_PRICE: "pay the price",
    OP_PRICE_CARD: "pay a hand card",
    OP_PRICE_TRAVEL: "pay travel for the effect",
    OP_PUT_DOWN: "put a hand card into the play area",
    OP_CHOOSE: "choose an option",
    OP_DRAW: "draw a card",
    OP_EXILE: "exile a card",
    OP_TRADE_UP: "trade up",
    OP_REFRESH: "refresh an assistant",
    OP_RECRUIT: "recruit an assistant",
    OP_UPGRADE: "upgrade an assistant",
    OP_RESCUE: "rescue an assistant",
    OP_EXCHANGE: "exchange an assistant",
    OP_SUPPLY: "use an assistant of the supply",
    OP_ACTIVATE: "activate a site",
    OP_DIG: "dig or discover",
    OP_DIG_CAMP: "dig at a camp",
    OP_BUY: "buy a card",
    OP_OVERCOME: "overcome a guardian",
    OP_RESEARCH: "research",
    OP_RELOCATE: "relocate an archaeologist",
    OP_RECALL: "take an archaeologist back",
    OP_MOVE_GUARDIAN: "move a guardian",
    OP_ASIDE: "sort the drawn cards",
    OP_TAKE_EXILED_ITEM: "take an exiled item",
    OP_READY_BOON: "make a used boon usable again",
    OP_SPEND_BOON: "spend an unused boon",
    OP_IDOL_ON_BOARD: "use an idol on the board",
    OP_RECRUIT_OR_UPGRADE: "recruit or upgrade an assistant",
    OP_PRICE_DECK_TOP: "put a hand card on top of the deck",
    OP_PRICE_ARTIFACT: "exile an artifact",
    OP_PRICE_IDOL: "pay an idol",
    OP_PRICE_ASSISTANT: "use an assistant for tokens",
    OP_PRICE_BOON: "pay an unused boon",
    OP_TEMPLE_TILE: "take a 2-point temple tile",
    OP_REMOVE_SITE: "use and remove a level I site",
    OP_HIDDEN_SITE: "use a hidden site",
    OP_PEDESTAL: "put an idol on a pedestal",
    OP_TURN: "take a turn",
    OP_PAY_TRAVEL: "pay travel",
    OP_REWARDS: "bonus tile or row effect first",
    OP_PICK_BONUS: "choose a bonus tile",
    OP_PICK_TEMPLE_BONUS: "choose a Lost Temple bonus tile",
    OP_USE_ARTIFACT: "use the artifact",
    OP_USE_AGAIN: "use the camp again",
    OP_KEEP: "keep or put down hand cards",
    OP_PAY_TABLETS: "choose the kind of tablet to spend",
    OP_DARK_EFFECT: "use the dark effect of the site",
    OP_PLACE_ARTIFACT: "choose an artifact for the altar",
}

# --- arguments of operations -----------------------------------------------------------------------------------------
PER_GUARDIAN, PER_IDOL, PER_ARCHAEOLOGIST = range(3)  # OP_GAIN_PER
(
    SITE_CAMP,
    SITE_EMPTY_CAMP,
    SITE_LEVEL_1,
    SITE_OWN,
    SITE_ANY,
    SITE_LEVEL_2,
    SITE_EMPTY_LEVEL_1,
) = range(7)  # OP_ACTIVATE
TO_CAMP, TO_CAMP_OR_LEVEL_1 = range(2)  # OP_RELOCATE
AT_OWN_SITE, AT_SITE_NO_OTHER_PLAYER = range(2)  # OP_OVERCOME
BUY_ITEM, BUY_ARTIFACT = 1, 2
BUY_FREE = 100
TO_DECK_BOTTOM, TO_HAND, TO_DECK_TOP, DECK_TOP_INCLUDED = 0, 1, 2, 4  # OP_BUY c

# --- frames of the pending-choice stack ------------------------------------------------------------------------------
MAX_FRAMES = 24
FREE_ACTION_DEPTH = 8  # a free action may be started while at most this many frames are open
F_OP, F_A, F_B, F_C, F_X, F_Y, F_ROW, F_SOURCE = range(8)
FRAME_FIELDS = 8

# --- kinds of decisions in the weights of play-outs, for each board --------------------------------------------------
TURN_ROWS = 10  # turns: 2 * (round - 1), and 1 more once the main action is taken
WEIGHT_ROWS = TURN_ROWS + 80  # then one row for each question, by its operation

# --- public knowledge about the order of decks -----------------------------------------------------------------------
PUBLIC = 0  # everybody knows which card this is; other groups are shuffles whose contents are public, not their order
OWNER_KNOWS = 16  # added to the group of a deck card whose identity its owner has seen
SWAPPED = 32  # added to the group of two cards of which others cannot tell which is in the hand and which in the deck

# --- random streams inside a game ------------------------------------------------------------------------------------
STREAM_SETUP, STREAM_DECK, STREAM_RIVAL, STREAM_AGENT = 0, 1, 5, 6  # decks: one stream for each player
STREAM_ENCOUNTER = 7
STREAMS = 8

# --- categories of the final score -----------------------------------------------------------------------------------
SCORE_PARTS = (
    "glass",
    "notebook",
    "lantern",
    "temple_tiles",
    "idols",
    "empty_slots",
    "guardians",
    "cards",
    "fear",
    "altars",
    "dark_tablets",
)
(
    PART_GLASS,
    PART_NOTEBOOK,
    PART_LANTERN,
    PART_TEMPLE_TILES,
    PART_IDOLS,
    PART_EMPTY_SLOTS,
    PART_GUARDIANS,
    PART_CARDS,
    PART_FEAR,
    PART_ALTARS,
    PART_DARK_TABLETS,
) = range(len(SCORE_PARTS))
