"""Conditions of effects: postfix programs over a small stack of bits. A condition over nobody is false (N-2)."""

from arnak_env.arkeis.board import (
    groups_on,
    kind_matches,
    kind_of,
    kind_of_group,
    select_explorers,
    select_squares,
    special_on,
    zone_of,
)
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.frames import bits_in
from arnak_env.arkeis.opcodes import (
    C_AND,
    C_CAMPAIGN_FLAG_SET,
    C_CARD_FATE_GE,
    C_CARD_FATE_MULTIPLE,
    C_CLUE_HERE,
    C_COUNTER_GE,
    C_END,
    C_FACING,
    C_FATE_GE,
    C_FLAG_SET,
    C_HAS_TRAUMA,
    C_HOLDS,
    C_IN_ZONE,
    C_INDICATORS_GE,
    C_NOT,
    C_OR,
    C_PLAYERS_GE,
    C_POISONED,
    C_PRESENT,
    C_RESERVE_LE,
    C_ROLLED,
    C_SLOT_EMPTY,
    C_TOKEN_ON,
    C_WOUNDED,
    COMBAT_FATE,
    COMBAT_ROLL,
    EXPLORERS,
    FATE_FACE,
    GROUPS,
    INVESTIGATION_FATE,
    MINIATURES,
    OBJECTS,
    R_COUNT,
    R_SORT,
    SOURCE_CLUE,
    SOURCE_STEP,
    SQUARES,
    TOKENS,
)


@kernel("Gi:i")
def face_meant(g, face):
    """Return the face meant by the word "fate": that of the roll under way."""
    if face != FATE_FACE:
        return face
    combat = g.rolls > 0 and g.roll[g.rolls - 1, R_SORT] == COMBAT_ROLL
    return COMBAT_FATE if combat else INVESTIGATION_FATE


@kernel("Giiii:i")
def holds_of_explorers(g, condition, a, b, explorer):
    """Return whether a condition about one Explorer holds for at least one of those selected (for all: in_zone)."""
    selected = select_explorers(g, a, explorer)
    if condition == C_HOLDS:
        owner = int(g.object_owner[b])
        return (selected >> owner) & 1 if owner >= 0 else 0
    if condition == C_IN_ZONE and selected == 0:
        return 0
    for one in range(EXPLORERS):
        if not (selected >> one) & 1:
            continue
        if condition == C_FATE_GE and g.fate[one] >= b:
            return 1
        if condition == C_WOUNDED and g.wounds[one] > 0:
            return 1
        if condition == C_POISONED and g.poison[one] > 0:
            return 1
        if condition == C_HAS_TRAUMA and g.trauma[one] != 0:
            return 1
        if condition == C_IN_ZONE and (g.square[one] < 0 or zone_of(g.square[one]) != b):
            return 0
    return 1 if condition == C_IN_ZONE else 0


@kernel("GTii:i")
def is_present(g, t, wanted, squares):
    """Return whether a miniature meant by K is on one of the squares."""
    for miniature in range(MINIATURES):
        square = int(g.miniature_square[miniature])
        if square >= 0 and (squares >> square) & 1 and kind_matches(t, wanted, kind_of(miniature)):
            return 1
    return 0


@kernel("GTii:i")
def is_facing(g, t, explorer, wanted):
    if g.square[explorer] < 0:
        return 0
    groups = groups_on(g, g.square[explorer])
    for group in range(GROUPS):
        if (groups >> group) & 1 and kind_matches(t, wanted, kind_of_group(group)):
            return 1
    return 0


@kernel("Gi:i")
def clue_token_on(g, square):
    """Return whether a Clue token lies on a square; those on doors do not count."""
    for token in range(TOKENS):
        if g.token_place[token] == square:
            return 1
    return 0


@kernel("GTii:i")
def objects_in_slot(g, t, explorer, action):
    count = 0
    for thing in range(OBJECTS):
        if g.equipped[thing] and g.object_owner[thing] == explorer and t.object_slot[thing] == action:
            count += 1
    return count


@kernel("Gi:i")
def fate_on_source(g, source):
    """Return the Fate tokens on the Clue card an effect comes from."""
    return int(g.card_fate[source % SOURCE_STEP]) if source // SOURCE_STEP == SOURCE_CLUE else 0


@kernel("GTiiiii:i")
def holds_of_board(g, t, condition, a, b, explorer, source):
    """Return whether a condition about the board, the reserve or a card holds."""
    if condition == C_RESERVE_LE:
        return 1 if g.reserve <= a else 0
    if condition == C_CARD_FATE_GE:
        return 1 if fate_on_source(g, source) >= a else 0
    if condition == C_CARD_FATE_MULTIPLE:
        tokens = fate_on_source(g, source)
        return 1 if tokens > 0 and tokens % a == 0 else 0
    if condition == C_FLAG_SET:
        return (g.episode_flags >> a) & 1
    if condition == C_CAMPAIGN_FLAG_SET:
        return (g.campaign_flags >> a) & 1
    if condition == C_COUNTER_GE:
        return 1 if g.counters[a] >= b else 0
    if condition == C_PRESENT:
        return is_present(g, t, a, select_squares(g, b, explorer))
    if condition == C_FACING:
        return is_facing(g, t, explorer, a)
    if condition == C_PLAYERS_GE:
        return 1 if g.players >= a else 0
    if condition == C_CLUE_HERE:
        return clue_token_on(g, g.square[explorer])
    if condition == C_SLOT_EMPTY:
        return 1 if objects_in_slot(g, t, explorer, a) == 0 else 0
    if condition == C_ROLLED:
        return 1 if g.rolls > 0 and g.roll[g.rolls - 1, R_COUNT + face_meant(g, a)] >= b else 0
    if condition == C_TOKEN_ON:
        squares = select_squares(g, b, explorer)
        for square in range(SQUARES):
            if (squares >> square) & 1 and special_on(g, a, square) > 0:
                return 1
        return 0
    if condition == C_INDICATORS_GE:
        return 1 if bits_in(g.indicators) >= a else 0
    return 1 if g.eliminated else 0  # C_ELIMINATED


@kernel("GTiii:i")
def condition_holds(g, t, row, explorer, source):
    """Return whether the condition that starts at `row` holds (row 0: always), as seen by an Explorer."""
    if row <= 0:
        return 1
    stack = 0  # the lowest bit is the value on top
    while True:
        condition = int(t.condition[row, 0])
        a = int(t.condition[row, 1])
        b = int(t.condition[row, 2])
        if condition == C_END:
            return stack & 1
        if condition == C_NOT:
            stack ^= 1
        elif condition == C_AND:
            stack = (stack >> 1) & (stack | ~1)
        elif condition == C_OR:
            stack = (stack >> 1) | (stack & 1)
        elif (
            condition == C_HOLDS
            or condition == C_FATE_GE
            or condition == C_WOUNDED
            or condition == C_POISONED
            or condition == C_HAS_TRAUMA
            or condition == C_IN_ZONE
        ):
            stack = (stack << 1) | holds_of_explorers(g, condition, a, b, explorer)
        else:
            stack = (stack << 1) | holds_of_board(g, t, condition, a, b, explorer, source)
        row += 1
