"""The interpreter of the effect notation: one branch for each operation, in groups (see the docs page of effects)."""

from arnak_env.arkeis.board import active_explorer
from arnak_env.arkeis.clues import discard_clue_card, run_draw
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.conditions import condition_holds
from arnak_env.arkeis.dice import run_face_as, run_reroll
from arnak_env.arkeis.effects_adversaries import (
    run_damage_each,
    run_indicator,
    run_picking,
    run_power,
    run_spawn,
    run_spawn_named,
    use_card,
)
from arnak_env.arkeis.effects_episode import (
    add_extra_effect,
    change_door,
    change_link,
    lay_zone,
    remove_clue,
    return_this_card,
    run_card_fate_to,
    run_choose,
    run_on_square,
    run_pay_coins,
    run_repeat,
    source_card,
    unlock,
)
from arnak_env.arkeis.effects_explorers import (
    drop_object,
    run_gain_object,
    run_move_explorer,
    run_on_explorers,
    run_push_self,
)
from arnak_env.arkeis.ending import read_epilogue
from arnak_env.arkeis.frames import complete, push_program
from arnak_env.arkeis.moves import run_free_move, run_move_adversary
from arnak_env.arkeis.opcodes import (
    ACTIVE,
    F_A,
    F_B,
    F_C,
    F_OP,
    F_SELF,
    F_SOURCE,
    HELD,
    OP_ADD_ZONE,
    OP_BONUS_DICE,
    OP_CAMPAIGN_FLAG,
    OP_CARD_FATE_TO,
    OP_CHOOSE,
    OP_CLOSE_DOOR,
    OP_COINS,
    OP_CONVERT_FREE,
    OP_COUNTER,
    OP_DAMAGE,
    OP_DAMAGE_EACH,
    OP_DISCARD_CARD,
    OP_DISCARD_OBJECT,
    OP_DISCARD_THIS,
    OP_DRAW,
    OP_EACH,
    OP_ELIMINATE,
    OP_END_TURN,
    OP_EPILOGUE,
    OP_EXTRA_EFFECT,
    OP_FACE_AS,
    OP_FATE_CARD,
    OP_FLAG,
    OP_FREE_MOVE,
    OP_GAIN_ACTION,
    OP_GAIN_OBJECT,
    OP_HEAL_ADVERSARY,
    OP_IF,
    OP_IGNORE_MODIFIER,
    OP_IGNORE_TRAUMA,
    OP_INDICATOR,
    OP_LIFE_MOD,
    OP_LINK,
    OP_LOSE_ACTION,
    OP_MARK,
    OP_MOVE_ADVERSARY,
    OP_MOVE_EXPLORER,
    OP_OPEN_DOOR,
    OP_PAY_COINS,
    OP_PLACE_CLUE,
    OP_PLACE_TOKEN,
    OP_POWER,
    OP_PREVENT_WOUND,
    OP_PUSH_SELF,
    OP_REMOVE_CLUE,
    OP_REMOVE_TOKEN,
    OP_REPEAT,
    OP_REROLL,
    OP_RESERVE_ADD,
    OP_RESERVE_DISCARD,
    OP_RETURN_FATE,
    OP_RETURN_TO_DECK,
    OP_SELL_BONUS,
    OP_SPAWN,
    OP_SPAWN_NAMED,
    OP_TEST,
    OP_TRIGGER,
    OP_UNLINK,
    OP_UNLOCK,
    OP_USE_CARD,
    OP_VALIDATE,
    OP_VP,
    OP_WILDCARD,
    OP_WOUND,
    OP_XP,
    R_DICE,
    R_FREE,
    SOURCE_OBJECT,
    SOURCE_STEP,
    T_WOUND,
)
from arnak_env.arkeis.possible import roll_matches
from arnak_env.arkeis.reserve import take_from_reserve
from arnak_env.arkeis.sheet import run_mark, run_test, run_validate


@kernel("Gi:")
def lose_action(g, n):
    """OP_LOSE_ACTION: the Explorer whose turn it is has fewer actions in phase 4."""
    if g.frame[g.frames - 1][F_SELF] != active_explorer(g):
        return
    if g.phase == 4:
        g.actions_left = max(0, g.actions_left - n)
    else:
        g.actions_lost += n


@kernel("GTii:i")
def run_counting(g, t, operation, a):
    """Carry out an effect that only changes a number; return 0 when it is another one."""
    frame = g.frame[g.frames - 1]
    b = int(frame[F_B])
    card = source_card(g)
    if operation == OP_FATE_CARD:
        taken = take_from_reserve(g, a)
        if card >= 0:
            g.card_fate[card] += taken
    elif operation == OP_RESERVE_ADD:
        g.reserve += a
        g.set_aside -= a
    elif operation == OP_RESERVE_DISCARD:
        g.set_aside += take_from_reserve(g, a)
    elif operation == OP_FLAG:
        g.episode_flags |= 1 << a
    elif operation == OP_CAMPAIGN_FLAG:
        g.campaign_flags |= 1 << a
    elif operation == OP_COUNTER:
        g.counters[a] += b
    elif operation == OP_COINS:
        g.coins = max(0, g.coins + a)
    elif operation == OP_XP:
        g.xp = max(0, g.xp + a)
    elif operation == OP_VP:
        g.vp += a
    elif operation == OP_SELL_BONUS:
        g.sell_bonus += a
    elif operation == OP_LIFE_MOD:
        g.life_mod[a] += b
    elif operation == OP_UNLOCK:
        unlock(g, a)
    elif operation == OP_LOSE_ACTION:
        lose_action(g, a)
    elif operation == OP_END_TURN:
        if frame[F_SELF] == active_explorer(g):
            g.turn_ended = 1
    else:
        return 0
    return 1


@kernel("GTii:i")
def run_dice_effect(g, t, operation, a):
    """Carry out an effect on the roll or action under way that asks nothing; return 0 when it is another one."""
    frame = g.frame[g.frames - 1]
    b = int(frame[F_B])
    if operation == OP_BONUS_DICE:
        if roll_matches(g, a):
            g.roll[g.rolls - 1, R_DICE] += b
    elif operation == OP_CONVERT_FREE:
        if roll_matches(g, a):
            g.roll[g.rolls - 1, R_FREE] += b
    elif operation == OP_EXTRA_EFFECT:
        add_extra_effect(g, a, b, frame[F_SOURCE])
    elif operation == OP_IGNORE_MODIFIER:
        if g.action_kind == a:
            g.ignoring = 1
    elif operation == OP_IGNORE_TRAUMA:
        g.trauma_ignored = 1
    elif operation == OP_PREVENT_WOUND:
        below = g.frame[g.frames - 2]
        if below[F_OP] == OP_TRIGGER and below[F_A] == T_WOUND:
            g.prevented += b
        else:
            g.start_prevented += b
    else:
        return 0
    return 1


@kernel("GTii:i")
def run_on_board(g, t, operation, a):
    """Carry out an effect on cards, doors, zones or links that asks nothing; return 0 when it is another one."""
    frame = g.frame[g.frames - 1]
    b = int(frame[F_B])
    if operation == OP_DISCARD_CARD:
        if g.card_place[a] == ACTIVE or g.card_place[a] == HELD:
            discard_clue_card(g, a)
    elif operation == OP_REMOVE_CLUE:
        remove_clue(g, t, a)
    elif operation == OP_OPEN_DOOR or operation == OP_CLOSE_DOOR:
        change_door(g, t, operation, a, b)
    elif operation == OP_ADD_ZONE:
        lay_zone(g, t, a)
    elif operation == OP_LINK:
        change_link(g, t, a, b, 1)
    elif operation == OP_UNLINK:
        change_link(g, t, a, b, -1)
    elif operation == OP_USE_CARD:
        use_card(g, a, b)
    elif operation == OP_DISCARD_THIS:
        source = int(frame[F_SOURCE])
        if source // SOURCE_STEP == SOURCE_OBJECT:
            drop_object(g, t, source % SOURCE_STEP)
    else:
        return 0
    return 1


@kernel("GT:i")
def run_asking(g, t):
    """Run an effect that may ask something or starts another list; return 0 when it is none of these."""
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    if operation == OP_FREE_MOVE and frame[F_C] == 1:
        run_free_move(g, t)
    elif operation == OP_MOVE_EXPLORER:
        run_move_explorer(g, t)
    elif (
        (OP_WOUND <= operation <= OP_RETURN_FATE and operation != OP_PREVENT_WOUND)
        or operation == OP_FREE_MOVE
        or operation == OP_GAIN_ACTION
        or operation == OP_WILDCARD
        or operation == OP_DISCARD_OBJECT
        or operation == OP_EACH
    ):
        run_on_explorers(g, t)
    elif operation == OP_PUSH_SELF:
        run_push_self(g, t)
    elif operation == OP_GAIN_OBJECT:
        run_gain_object(g, t)
    elif operation == OP_SPAWN:
        run_spawn(g, t)
    elif operation == OP_SPAWN_NAMED:
        run_spawn_named(g, t)
    elif operation == OP_DAMAGE or operation == OP_ELIMINATE or operation == OP_HEAL_ADVERSARY:
        run_picking(g, t)
    elif operation == OP_DAMAGE_EACH:
        run_damage_each(g, t)
    elif operation == OP_MOVE_ADVERSARY:
        run_move_adversary(g, t)
    elif operation == OP_POWER:
        run_power(g, t)
    elif operation == OP_INDICATOR:
        run_indicator(g, t)
    elif operation == OP_REROLL:
        run_reroll(g, t)
    elif operation == OP_FACE_AS:
        run_face_as(g, t)
    elif operation == OP_VALIDATE:
        run_validate(g, t)
    elif operation == OP_TEST:
        run_test(g, t)
    elif operation == OP_MARK:
        run_mark(g, t)
    elif operation == OP_DRAW:
        run_draw(g, t)
    elif operation == OP_CARD_FATE_TO:
        run_card_fate_to(g, t)
    elif operation == OP_PLACE_CLUE or operation == OP_PLACE_TOKEN or operation == OP_REMOVE_TOKEN:
        run_on_square(g, t)
    elif operation == OP_CHOOSE:
        run_choose(g, t)
    elif operation == OP_PAY_COINS:
        run_pay_coins(g, t)
    elif operation == OP_REPEAT:
        run_repeat(g, t)
    elif operation == OP_RETURN_TO_DECK:
        return_this_card(g, t)
    else:
        return 0
    return 1


@kernel("GT:")
def run_at_once(g, t):
    """Run the notation operation on top of the stack, one that `run_asking` left."""
    frame = g.frame[g.frames - 1]
    operation = int(frame[F_OP])
    a = int(frame[F_A])
    if operation == OP_EPILOGUE:
        read_epilogue(g, frame[F_SELF], a)
        return
    if operation == OP_IF:
        explorer = int(frame[F_SELF])
        source = int(frame[F_SOURCE])
        row = int(frame[F_B] if condition_holds(g, t, a, explorer, source) else frame[F_C])
        complete(g, t)
        push_program(g, t, row, explorer, source)
        return
    # What only states something (ability_mod, deny_action ...) and none() need nothing to be done.
    if not run_counting(g, t, operation, a) and not run_dice_effect(g, t, operation, a):
        run_on_board(g, t, operation, a)
    complete(g, t)
