"""What "possible" means: whether the first effect of an option can do anything at all. Execution rule N-3."""

from arnak_env.arkeis.abilities import patients
from arnak_env.arkeis.board import (
    adversary_squares,
    cards_left,
    count_selected,
    select_explorers,
    select_squares,
)
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.conditions import face_meant
from arnak_env.arkeis.opcodes import (
    ANY_ROLL,
    CARDS,
    COMBAT_FATE,
    COMBAT_ROLL,
    EXPLORERS,
    FACES,
    HELD,
    INVESTIGATION_FATE,
    OBJECTS,
    OP_BONUS_DICE,
    OP_CARD_FATE_TO,
    OP_COINS,
    OP_CONVERT_FREE,
    OP_DAMAGE,
    OP_DISCARD_OBJECT,
    OP_DRAW,
    OP_EACH,
    OP_ELEONOR,
    OP_FACE_AS,
    OP_FATE,
    OP_FATE_CARD,
    OP_FREE_MOVE,
    OP_GAIN_ACTION,
    OP_GAIN_OBJECT,
    OP_IGNORE_TRAUMA,
    OP_INDICATOR,
    OP_MOVE_EXPLORER,
    OP_PAY_COINS,
    OP_PLACE_CLUE,
    OP_PLACE_TOKEN,
    OP_POWER,
    OP_PUSH_SELF,
    OP_REMOVE_TOKEN,
    OP_REROLL,
    OP_RESERVE_DISCARD,
    OP_RETURN_FATE,
    OP_RHIAT,
    OP_SET_DIE,
    OP_SPAWN,
    OP_SPAWN_NAMED,
    OP_WILDCARD,
    OP_WOUND,
    OP_XP,
    R_COUNT,
    R_SET,
    R_SORT,
    SOURCE_CLUE,
    SOURCE_STEP,
)


@kernel("Gi:i")
def threat_with_tokens(g, source):
    """Return whether `card_fate_to` has a token to move: on this Threat, or on any for another card."""
    card = source % SOURCE_STEP
    if source // SOURCE_STEP == SOURCE_CLUE and g.card_place[card] == HELD:
        return 1 if g.card_fate[card] > 0 else 0
    for other in range(CARDS):
        if g.card_place[other] == HELD and g.card_fate[other] > 0:
            return 1
    return 0


@kernel("Gi:i")
def roll_matches(g, sort):
    """Return whether the roll under way is of this sort."""
    if g.rolls == 0:
        return 0
    return 1 if sort == ANY_ROLL or g.roll[g.rolls - 1, R_SORT] == sort else 0


@kernel("G:i")
def rerollable(g):
    """Return the faces shown by dice that were rolled, not set, as bits. A-57."""
    if g.rolls == 0:
        return 0
    roll = g.roll[g.rolls - 1]
    mask = 0
    for face in range(FACES):
        if roll[R_COUNT + face] > roll[R_SET + face]:
            mask |= 1 << face
    return mask


@kernel("G:i")
def fate_faces(g):
    """Return how many dice of the roll under way show Fate."""
    if g.rolls == 0:
        return 0
    roll = g.roll[g.rolls - 1]
    fate = COMBAT_FATE if roll[R_SORT] == COMBAT_ROLL else INVESTIGATION_FATE
    return int(roll[R_COUNT + fate])


@kernel("Giii:i")
def dice_effect_possible(g, operation, a, b):
    """Return whether an effect on dice fits the roll under way."""
    if not roll_matches(g, a):
        return 0
    if operation == OP_REROLL:
        return 1 if rerollable(g) != 0 else 0
    if operation == OP_CONVERT_FREE:
        return 1 if fate_faces(g) > 0 else 0
    if operation == OP_FACE_AS:
        return 1 if g.roll[g.rolls - 1, R_COUNT + face_meant(g, b)] > 0 else 0
    return 1  # OP_BONUS_DICE, OP_SET_DIE


@kernel("Giiii:i")
def token_effect_possible(g, operation, a, b, source):
    """Return whether an effect on tokens of the reserve, the chest or a Threat can move one."""
    if operation == OP_FATE_CARD or operation == OP_RESERVE_DISCARD:
        return 1 if g.reserve > 0 else 0
    if operation == OP_COINS:
        return 1 if g.coins + a >= 0 else 0
    if operation == OP_XP:
        return 1 if g.xp + a >= 0 else 0
    if operation == OP_PAY_COINS:
        return 1 if g.coins >= a else 0
    return threat_with_tokens(g, source)  # OP_CARD_FATE_TO


@kernel("Giii:i")
def someone_can(g, operation, selector, explorer):
    """Return whether an effect on Explorers selects somebody who can take part in it."""
    selected = select_explorers(g, selector, explorer)
    if operation == OP_FATE and g.reserve <= 0:
        return 0
    if operation == OP_RETURN_FATE:
        for one in range(EXPLORERS):
            if (selected >> one) & 1 and g.fate[one] > 0:
                return 1
        return 0
    if operation == OP_DISCARD_OBJECT:
        for thing in range(OBJECTS):
            if g.object_owner[thing] >= 0 and (selected >> g.object_owner[thing]) & 1:
                return 1
        return 0
    return 1 if selected != 0 else 0


@kernel("i:i")
def acts_on_explorers(operation):
    """Return whether the first argument of an operation selects Explorers."""
    return (
        1
        if (
            OP_WOUND <= operation <= OP_RETURN_FATE
            or operation == OP_MOVE_EXPLORER
            or operation == OP_FREE_MOVE
            or operation == OP_GAIN_ACTION
            or operation == OP_WILDCARD
            or operation == OP_DISCARD_OBJECT
            or operation == OP_IGNORE_TRAUMA
            or operation == OP_EACH
        )
        else 0
    )


@kernel("GTiii:i")
def is_possible(g, t, row, explorer, source):
    """Return whether the first effect of the program at `row` is possible for an Explorer."""
    operation = int(t.program[row, 0])
    a = int(t.program[row, 1])
    b = int(t.program[row, 2])
    if acts_on_explorers(operation):
        return someone_can(g, operation, a, explorer)
    if (
        operation == OP_FATE_CARD
        or operation == OP_RESERVE_DISCARD
        or operation == OP_COINS
        or operation == OP_XP
        or operation == OP_PAY_COINS
        or operation == OP_CARD_FATE_TO
    ):
        return token_effect_possible(g, operation, a, b, source)
    if (
        operation == OP_BONUS_DICE
        or operation == OP_REROLL
        or operation == OP_SET_DIE
        or operation == OP_CONVERT_FREE
        or operation == OP_FACE_AS
    ):
        return dice_effect_possible(g, operation, a, b)
    if operation == OP_DRAW:
        return 1 if cards_left(g, t, a) > 0 else 0
    if operation == OP_GAIN_OBJECT:
        return 1 if select_explorers(g, b, explorer) != 0 else 0
    if operation == OP_PUSH_SELF or operation == OP_INDICATOR:
        return 1 if select_squares(g, a, explorer) != 0 else 0
    if (
        operation == OP_SPAWN
        or operation == OP_SPAWN_NAMED
        or operation == OP_PLACE_CLUE
        or operation == OP_PLACE_TOKEN
        or operation == OP_REMOVE_TOKEN
    ):
        return 1 if select_squares(g, b, explorer) != 0 else 0
    if OP_DAMAGE <= operation <= OP_POWER:  # damage, damage_each, eliminate, move_adversary, heal_adversary, power
        return 1 if count_selected(g, t, a, adversary_squares(g, a, explorer)) > 0 else 0
    if operation == OP_RHIAT:
        return 1 if patients(g, t, explorer) != 0 else 0
    if operation == OP_ELEONOR:
        return 1 if rerollable(g) != 0 else 0
    return 1
