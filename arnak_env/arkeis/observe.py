"""Filling an observation row."""

from arnak_env.arkeis import observation as view
from arnak_env.arkeis.board import kind_of
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.legal import deciding_explorer, deciding_player
from arnak_env.arkeis.opcodes import (
    ABILITIES,
    ACTIVE,
    BEING_READ,
    CHEST,
    COUNTERS,
    EPISODE_SLOTS,
    EXPERIENCE,
    F_A,
    F_ASK,
    F_B,
    F_C,
    F_OP,
    F_SOURCE,
    FACES,
    GOING_BACK,
    GUARDIANS,
    HELD,
    IN_BOX,
    IN_DECK,
    KINDS,
    LINK_TRAPDOOR,
    MINIATURES,
    OBJECTS,
    R_COUNT,
    R_DICE,
    R_SET,
    R_SORT,
    SHEET_BOXES,
    SOURCE_STEP,
    SPECIALS,
    SQUARES,
    TOKENS,
    TRAUMAS,
    UPGRADES,
    WILDCARDS,
    WITH_OBJECT,
)

_EXPLORER = view.BLOCK_OFFSET["explorer"]
_TURN = view.BLOCK_OFFSET["turn"]
_DECIDES = view.BLOCK_OFFSET["decides"]
_SQUARE = view.BLOCK_OFFSET["square"]
_WOUNDS = view.BLOCK_OFFSET["wounds"]
_POISON = view.BLOCK_OFFSET["poison"]
_TRAUMAS = view.BLOCK_OFFSET["traumas"]
_FATE = view.BLOCK_OFFSET["fate"]
_WILDCARDS = view.BLOCK_OFFSET["wildcards"]
_ADVERSARY_CARDS = view.BLOCK_OFFSET["adversary_cards"]
_OBJECTS = view.BLOCK_OFFSET["objects"]
_EXPERIENCE = view.BLOCK_OFFSET["experience"]
BLOCK, BLOCK_SIZE, SIZE = view.BLOCK, view.BLOCK_SIZE, view.OBSERVATION_SIZE
PAIR_COLUMN = view.PAIR_COLUMN
_FEW, _MANY = 63, 255
(
    V_ABILITY_TOKENS, V_ABILITY_USED, V_ACTION, V_ACTIONS_LEFT, V_ADJACENT, V_ARGUMENTS, V_ASK, V_CAMPAIGN,
    V_CAMPAIGN_FLAGS, V_CARD_FATE, V_CARD_HOLDER, V_CARD_SKIP, V_CARD_STATE, V_COINS, V_COUNT, V_COUNTERS, V_DICE,
    V_ELITE, V_EXTRA, V_FIGHT, V_FLAGS, V_INDICATORS, V_KIND_CARD, V_LIFE_MOD, V_MARKED, V_MINIATURE_SQUARE,
    V_MINIATURE_WOUNDS, V_NAMED, V_OTHERS_OBJECTS, V_PHASE, V_PLAYERS, V_POWER, V_QUESTION, V_RESERVE, V_RESULTS,
    V_ROLL, V_ROLL_COUNT, V_ROLL_SET, V_SLOT, V_SOURCE, V_SOURCE_INDEX, V_SPECIAL_TOKENS, V_STAGE, V_SYMBOLS_LEFT,
    V_TOKEN_PLACE, V_TRAUMA_DECK, V_TURNS, V_UPGRADE, V_UPGRADE_USED, V_VP, V_WILDCARDS, V_XP, V_ZONES,
) = (
    view.ABILITY_TOKENS, view.ABILITY_USED, view.ACTION, view.ACTIONS_LEFT, view.ADJACENT, view.ARGUMENTS, view.ASK,
    view.CAMPAIGN, view.CAMPAIGN_FLAGS, view.CARD_FATE, view.CARD_HOLDER, view.CARD_SKIP, view.CARD_STATE, view.COINS,
    view.COUNT, view.COUNTERS, view.DICE, view.ELITE, view.EXTRA, view.FIGHT, view.FLAGS, view.INDICATORS,
    view.KIND_CARD, view.LIFE_MOD, view.MARKED, view.MINIATURE_SQUARE, view.MINIATURE_WOUNDS, view.NAMED,
    view.OTHERS_OBJECTS, view.PHASE, view.PLAYERS, view.POWER, view.QUESTION, view.RESERVE, view.RESULTS, view.ROLL,
    view.ROLL_COUNT, view.ROLL_SET, view.SLOT, view.SOURCE, view.SOURCE_INDEX, view.SPECIAL_TOKENS, view.STAGE,
    view.SYMBOLS_LEFT, view.TOKEN_PLACE, view.TRAUMA_DECK, view.TURNS, view.UPGRADE, view.UPGRADE_USED, view.VP,
    view.WILDCARDS, view.XP, view.ZONES,
)  # fmt: skip


@kernel("ii:i")
def clipped(value, most):
    """Keep a number within the range of its columns; 0 below."""
    return max(0, min(value, most))


@kernel("wii:")
def put_bits(row, start, mask):
    """Write 1 for each bit of a mask."""
    while mask:
        if mask & 1:
            row[start] = 1
        mask >>= 1
        start += 1


@kernel("Gw:")
def observe_turn(g, row):
    """The stage, the turn and the question."""
    row[V_CAMPAIGN] = g.campaign
    row[V_STAGE + g.stage] = 1
    row[V_SLOT + g.slot] = 1
    row[V_PLAYERS + g.players - 1] = 1
    row[V_TURNS] = clipped(g.turns, _MANY)
    if g.phase > 0:
        row[V_PHASE + g.phase - 1] = 1
    row[V_ACTIONS_LEFT] = clipped(g.actions_left, 2)
    row[V_RESERVE] = clipped(g.reserve, _FEW)
    row[V_EXTRA] = g.extra_count
    if g.action_kind >= 0:
        row[V_ACTION + g.action_kind] = 1
    if g.fight_group >= 0:
        row[V_FIGHT + g.fight_group] = 1
    if g.frames > 0 and not g.over:
        frame = g.frame[g.frames - 1]
        row[V_QUESTION + frame[F_OP]] = 1
        row[V_ASK + frame[F_ASK]] = 1
        row[V_ARGUMENTS] = clipped(frame[F_A] + 1, _MANY)
        row[V_ARGUMENTS + 1] = clipped(frame[F_B] + 1, _MANY)
        row[V_ARGUMENTS + 2] = clipped(frame[F_C] + 1, _MANY)
        row[V_SOURCE + frame[F_SOURCE] // SOURCE_STEP] = 1
        row[V_SOURCE_INDEX] = clipped(frame[F_SOURCE] % SOURCE_STEP + 1, _MANY)
    if g.rolls > 0:
        roll = g.roll[g.rolls - 1]
        row[V_ROLL + roll[R_SORT]] = 1
        row[V_DICE] = clipped(roll[R_DICE], _FEW)
        for face in range(FACES):
            row[V_ROLL_COUNT + face] = clipped(roll[R_COUNT + face], _FEW)
            row[V_ROLL_SET + face] = clipped(roll[R_SET + face], _FEW)


@kernel("Giiw:")
def observe_explorer(g, explorer, start, row):
    """One block: what lies in front of an Explorer."""
    row[start + _EXPLORER + explorer] = 1
    row[start + _TURN] = 1 if g.explorer[g.turn_seat] == explorer else 0
    row[start + _DECIDES] = 1 if deciding_explorer(g) == explorer else 0
    if g.square[explorer] >= 0:
        row[start + _SQUARE + g.square[explorer]] = 1
    row[start + _WOUNDS] = g.wounds[explorer]
    row[start + _POISON] = g.poison[explorer]
    put_bits(row, start + _TRAUMAS, g.trauma[explorer])
    row[start + _FATE] = clipped(g.fate[explorer], _FEW)
    for k in range(WILDCARDS):
        if g.wildcard[k] == explorer:
            row[start + _WILDCARDS] += 1
    for kind in range(KINDS):
        row[start + _ADVERSARY_CARDS + kind] = g.adversary_card[explorer, kind] + 1


@kernel("Giw:")
def observe_possessions(g, first, row):
    """Objects and Experience cards, each in the block of its owner."""
    for thing in range(OBJECTS):
        owner = int(g.object_owner[thing])
        if owner < 0:
            continue
        if g.seat[owner] < 0:
            row[V_OTHERS_OBJECTS + thing] = 1
        else:
            start = BLOCK + BLOCK_SIZE * ((g.seat[owner] - first + g.players) % g.players)
            row[start + _OBJECTS + thing] = 1 + g.equipped[thing]
    for card in range(EXPERIENCE):
        owner = int(g.experience_owner[card])
        if owner >= 0 and g.seat[owner] >= 0:
            start = BLOCK + BLOCK_SIZE * ((g.seat[owner] - first + g.players) % g.players)
            row[start + _EXPERIENCE + card] = 1


@kernel("GTw:")
def observe_board(g, t, row):
    """Zones, adjacency, tokens and miniatures."""
    put_bits(row, V_ZONES, g.zones)
    for square in range(SQUARES):
        near = int(g.adjacent[square]) >> (square + 1)
        other = square + 1
        while near:
            if near & 1:
                row[V_ADJACENT + PAIR_COLUMN[square, other]] = 1
            near >>= 1
            other += 1
    for link in range(t.links[g.slot]):  # the only way that leads in one direction, perhaps to a lower square
        if t.link_type[g.slot, link] == LINK_TRAPDOOR:
            a = t.link_a[g.slot, link]
            b = t.link_b[g.slot, link]
            if (g.adjacent[a] >> b) & 1:
                row[V_ADJACENT + PAIR_COLUMN[a, b]] = 1
    for token in range(TOKENS):
        row[V_TOKEN_PLACE + token] = g.token_place[token] + 1
    for k in range(SPECIALS):
        row[V_SPECIAL_TOKENS + k] = g.special_square[k] + 1
    for miniature in range(MINIATURES):
        square = int(g.miniature_square[miniature])
        if square >= 0:
            row[V_COUNT + square * KINDS + kind_of(miniature)] += 1
            row[V_MINIATURE_WOUNDS + miniature] = clipped(g.miniature_wounds[miniature], 15)
        row[V_MINIATURE_SQUARE + miniature] = square + 1 if square >= -1 else SQUARES + 1
    for kind in range(KINDS):
        row[V_LIFE_MOD + kind] = 128 + g.life_mod[kind]
        row[V_KIND_CARD + kind] = g.kind_card[kind] + 1
    put_bits(row, V_ELITE, g.elite)
    for k in range(GUARDIANS):
        row[V_NAMED + k] = g.named_card[k] + 1
        row[V_POWER + k] = g.power[k]
    put_bits(row, V_INDICATORS, g.indicators)


@kernel("GTiw:")
def observe_cards(g, t, first, row):
    """The Clue deck by symbol, cards on the table, Threats."""
    for card in range(t.cards[g.slot]):
        place = g.card_place[card]
        if place == IN_DECK:
            row[V_SYMBOLS_LEFT + t.card_symbol[g.slot, card]] += 1
        elif place == IN_BOX or place == WITH_OBJECT:
            row[V_CARD_STATE + card] = 1
        elif place == ACTIVE:
            row[V_CARD_STATE + card] = 2
        elif place == HELD:
            row[V_CARD_STATE + card] = 3
            row[V_CARD_HOLDER + card] = 1 + (g.seat[g.card_holder[card]] - first + g.players) % g.players
            row[V_CARD_FATE + card] = clipped(g.card_fate[card], _FEW)
            row[V_CARD_SKIP + card] = g.card_skip[card]
        elif place == BEING_READ or place == GOING_BACK:
            row[V_CARD_STATE + card] = 4


@kernel("GTw:")
def observe_logbook(g, t, row):
    """The sheet, flags, Camp Chest, camp and Trauma deck."""
    row[V_ABILITY_TOKENS] = clipped(g.ability_tokens, 15)
    for box in range(SHEET_BOXES):
        if t.sheet_box[g.slot, box] >= 0:
            row[V_MARKED + box] = 2 if (g.marked >> box) & 1 else 1
    put_bits(row, V_FLAGS, g.episode_flags)
    put_bits(row, V_CAMPAIGN_FLAGS, g.campaign_flags)
    for k in range(COUNTERS):
        row[V_COUNTERS + k] = clipped(128 + g.counters[k], _MANY)
    row[V_COINS] = clipped(g.coins, _MANY)
    row[V_XP] = clipped(g.xp, _MANY)
    row[V_VP] = clipped(g.vp, _MANY)
    for k in range(WILDCARDS):
        if g.wildcard[k] == CHEST:
            row[V_WILDCARDS] += 1
    for k in range(UPGRADES):
        row[V_UPGRADE + k] = g.upgrade[k]
        row[V_UPGRADE_USED + k] = g.upgrade_used[k]
    for k in range(EPISODE_SLOTS):
        row[V_RESULTS + k] = g.results[k]
    for k in range(ABILITIES):
        row[V_ABILITY_USED + k] = g.ability_used[k]
    for k in range(TRAUMAS):
        row[V_TRAUMA_DECK + k] = g.trauma_unknown[k]


@kernel("GTiw:")
def observe(g, t, viewer, row):
    """Fill the row of a seat; -1: of the one that decides, the first when the game is over."""
    for k in range(SIZE):
        row[k] = 0
    first = viewer if viewer >= 0 else deciding_player(g)
    if first < 0:
        first = 0
    observe_turn(g, row)
    for k in range(g.players):
        observe_explorer(g, g.explorer[(first + k) % g.players], BLOCK + BLOCK_SIZE * k, row)
    observe_possessions(g, first, row)
    observe_board(g, t, row)
    observe_cards(g, t, first, row)
    observe_logbook(g, t, row)
