"""The return to camp and the step to the next episode. Rulebook, chapter 15; rulings A-44 to A-50, A-89, A-95."""

from arnak_env.arkeis.abilities import clear_used
from arnak_env.arkeis.actions import (
    A_BUILD,
    A_BUY,
    A_EXPLORER,
    A_FINISH,
    A_LEAVE_CAMP,
    A_OBJECT,
    A_REPLACE,
    A_UPGRADE,
)
from arnak_env.arkeis.clues import discard_clue_card
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.effects_explorers import drop_object
from arnak_env.arkeis.frames import ask, bits_in, complete, push, push_program
from arnak_env.arkeis.opcodes import (
    ACTIVE,
    ASK_CAMP,
    CARDS,
    CHEST,
    EXPERIENCE,
    F_A,
    F_ANSWER,
    F_ASK,
    F_B,
    F_SELF,
    F_X,
    F_Y,
    HELD,
    IN_DECK,
    NOWHERE,
    OBJECTS,
    OP_BUILD,
    OP_DEAL_WILDCARDS,
    OP_SELL,
    ROBERT,
    ROBERT_YOUNG,
    SOURCE_STEP,
    SOURCE_UPGRADE,
    STAGE_CAMP,
    T_CAMP,
    T_CAMP_SELL,
    UPGRADE_BUILT,
    UPGRADE_LOST,
    UPGRADE_UNLOCKED,
    UPGRADES,
    WILDCARDS,
)
from arnak_env.arkeis.possible import is_possible
from arnak_env.arkeis.setup import begin_episode, clear_explorers, clear_table
from arnak_env.arkeis.triggers import trigger


@kernel("GT:")
def put_away(g, t):
    """Cards go to the backpacks or the box, Wounds and Poison are discarded, Traumas stay. A-45, A-85."""
    g.stage = STAGE_CAMP
    for card in range(CARDS):
        place = g.card_place[card]
        if place == HELD or place == ACTIVE or place == IN_DECK:
            discard_clue_card(g, card)
    clear_explorers(g)
    clear_table(g)
    for thing in range(OBJECTS):
        g.equipped[thing] = 0
    for k in range(WILDCARDS):
        if g.wildcard[k] != NOWHERE:
            g.wildcard[k] = CHEST
    for upgrade in range(UPGRADES):
        g.upgrade_used[upgrade] = 0
    g.sell_bonus = 0
    clear_used(g, 7)


@kernel("G:i")
def has_next(g):
    """Return whether another episode follows."""
    return 1 if g.slot < g.last_slot else 0


@kernel("Gi:i")
def is_playing(g, explorer):
    """Return whether an Explorer was in the episode just played or will be in the next one. A-49."""
    if g.seat[explorer] >= 0:
        return 1
    if has_next(g):
        for seat in range(g.plan_players[g.slot + 1]):
            if g.plan_explorer[g.slot + 1, seat] == explorer:
                return 1
    return 0


@kernel("GTi:i")
def buyers(g, t, card):
    """Return the Explorers for whom an Experience card can be bought, as bits; Young Robert uses Robert's. A-54."""
    explorer = int(t.experience_explorer[card])
    mask = 0
    if is_playing(g, explorer):
        mask |= 1 << explorer
    if explorer == ROBERT and is_playing(g, ROBERT_YOUNG):
        mask |= 1 << ROBERT_YOUNG
    return mask


@kernel("GTi:i")
def level_open(g, t, level):
    """Return whether a built upgrade opens Experience cards of a level."""
    for upgrade in range(UPGRADES):
        if g.upgrade[upgrade] == UPGRADE_BUILT and t.experience_access[level - 1, upgrade]:
            return 1
    return 0


@kernel("GT:i")
def spaces_taken(g, t):
    """Return the built upgrades that take a space, as bits."""
    mask = 0
    for upgrade in range(UPGRADES):
        if g.upgrade[upgrade] == UPGRADE_BUILT and t.upgrade_space[upgrade]:
            mask |= 1 << upgrade
    return mask


@kernel("GTl:i")
def list_camp(g, t, legal):
    """List what the group can do at the camp, in any order. A-45."""
    explorer = int(g.frame[g.frames - 1][F_SELF])
    n = 0
    for thing in range(OBJECTS):
        if g.object_owner[thing] >= 0 and t.object_value[thing] > 0:
            legal[n] = A_OBJECT + thing
            n += 1
    for upgrade in range(UPGRADES):
        if g.upgrade[upgrade] == UPGRADE_UNLOCKED and t.upgrade_cost[upgrade] <= g.coins:
            legal[n] = A_BUILD + upgrade
            n += 1
        if g.upgrade[upgrade] != UPGRADE_BUILT or g.upgrade_used[upgrade] or t.upgrade_trigger[upgrade] != T_CAMP:
            continue
        source = SOURCE_UPGRADE * SOURCE_STEP + upgrade
        if is_possible(g, t, t.upgrade_program[upgrade], explorer, source):
            legal[n] = A_UPGRADE + upgrade
            n += 1
    for card in range(EXPERIENCE):
        if g.experience_owner[card] >= 0 or t.experience_cost[card] > g.xp or buyers(g, t, card) == 0:
            continue
        if level_open(g, t, t.experience_level[card]):
            legal[n] = A_BUY + card
            n += 1
    legal[n] = A_LEAVE_CAMP
    return n + 1


@kernel("GTi:")
def answer_camp(g, t, answer):
    """Carry out what the group chose at the camp."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if A_OBJECT <= answer < A_OBJECT + OBJECTS:
        push(g, OP_SELL, explorer, answer - A_OBJECT, 0, 0)
    elif A_BUILD <= answer < A_BUILD + UPGRADES:
        push(g, OP_BUILD, explorer, answer - A_BUILD, 0, 0)
    elif A_UPGRADE <= answer < A_UPGRADE + UPGRADES:
        upgrade = answer - A_UPGRADE
        g.upgrade_used[upgrade] = 1
        push_program(g, t, t.upgrade_program[upgrade], explorer, SOURCE_UPGRADE * SOURCE_STEP + upgrade)
    elif answer == A_LEAVE_CAMP:
        frame[F_X] = 4
    else:
        frame[F_Y] = answer - A_BUY
        frame[F_X] = 3
        ask(g, A_EXPLORER, buyers(g, t, frame[F_Y]), 0)


@kernel("GT:")
def run_camp(g, t):
    """OP_CAMP: put away, the free steps, the Wildcards dealt, then the next episode or the end of the campaign."""
    frame = g.frame[g.frames - 1]
    step = frame[F_X]
    frame[F_X] += 1
    if step == 0:
        put_away(g, t)
    elif step == 1:
        frame[F_ASK] = ASK_CAMP
    elif step == 2:
        answer = int(frame[F_ANSWER])
        frame[F_ANSWER] = -1
        frame[F_X] = 1
        answer_camp(g, t, answer)
    elif step == 3:
        card = int(frame[F_Y])
        g.xp -= t.experience_cost[card]
        g.experience_owner[card] = frame[F_ANSWER] - A_EXPLORER
        frame[F_ANSWER] = -1
        frame[F_X] = 1
    elif step == 4:
        if has_next(g):
            push(g, OP_DEAL_WILDCARDS, frame[F_SELF], 0, 0, 0)
    elif has_next(g):
        g.slot += 1
        begin_episode(g, t)
    else:
        g.over = 1


@kernel("GT:")
def run_sell(g, t):
    """OP_SELL (a: object): its Coin value and what is added to it; the card goes back to the box of its episode."""
    frame = g.frame[g.frames - 1]
    thing = int(frame[F_A])
    if frame[F_X] < g.players:
        seller = int(g.explorer[frame[F_X]])
        frame[F_X] += 1
        trigger(g, t, T_CAMP_SELL, seller, 0, -1)
        return
    g.coins += t.object_value[thing] + g.sell_bonus
    g.sell_bonus = 0
    drop_object(g, t, thing)
    complete(g, t)


@kernel("GT:")
def run_build(g, t):
    """OP_BUILD (a: upgrade): paid in full; in a full camp it replaces another one, which is lost for ever. A-47."""
    frame = g.frame[g.frames - 1]
    upgrade = int(frame[F_A])
    taken = spaces_taken(g, t)
    if frame[F_X] == 0:
        frame[F_X] = 1
        if t.upgrade_space[upgrade] and bits_in(taken) >= t.upgrade_spaces:
            ask(g, A_REPLACE, taken, 1)
            return
    elif frame[F_ANSWER] == A_FINISH:
        complete(g, t)
        return
    elif frame[F_ANSWER] >= 0:
        g.upgrade[frame[F_ANSWER] - A_REPLACE] = UPGRADE_LOST
    g.coins -= t.upgrade_cost[upgrade]
    g.upgrade[upgrade] = UPGRADE_BUILT
    complete(g, t)


@kernel("GT:")
def run_deal_wildcards(g, t):
    """OP_DEAL_WILDCARDS: each token earned goes to an Explorer of the next team, at most one more to one. A-56."""
    frame = g.frame[g.frames - 1]
    players = int(g.plan_players[g.slot + 1])
    if frame[F_ANSWER] >= 0:
        holder = int(frame[F_ANSWER]) - A_EXPLORER
        frame[F_ANSWER] = -1
        g.wildcard[frame[F_X]] = holder
        frame[F_B] |= 1 << holder
        frame[F_X] += 1
    while frame[F_X] < WILDCARDS and g.wildcard[frame[F_X]] != CHEST:
        frame[F_X] += 1
    if frame[F_X] >= WILDCARDS:
        complete(g, t)
        return
    able = 0
    for seat in range(players):
        able |= 1 << g.plan_explorer[g.slot + 1, seat]
    if able & ~frame[F_B]:
        able &= ~frame[F_B]
    ask(g, A_EXPLORER, able, 0)
