"""Overcome a guardian, boons. Base rulebook, Overcome a Guardian. Twisted Paths rulebook, General Index, Actions."""

from arnak_env.arnak import travel
from arnak_env.arnak.actions import A_BOON, A_FLIP, A_OVERCOME
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.frames import complete, push, push_program
from arnak_env.arnak.opcodes import (
    AT_OWN_SITE,
    BOAT,
    BOOT,
    CAR,
    COIN,
    F_A,
    GUARDIANS,
    OP_PUT_DOWN,
    OP_TAKE_GUARDIAN,
    PLANE,
    SITES,
)
from arnak_env.arnak.payment import owned, pay
from arnak_env.arnak.sites import has_figure, other_player_at


@kernel("Ti:i")
def guardian_travel(t, guardian):
    owed = t.guardian_travel[guardian]
    return travel.pack(owed[BOOT], owed[BOAT], owed[CAR], owed[PLANE])


@kernel("GTiii:i")
def can_overcome(g, t, p, site, icons):
    """Return 1 when the player stands at the guardian and can pay its whole printed cost."""
    guardian = g.guardian[site]
    if guardian < 0 or not has_figure(g, site, p + 1):
        return 0
    for token in range(5):
        if owned(g, p, token) < t.guardian_cost[guardian, token]:
            return 0
    if g.hand_size[p] < t.guardian_hand[guardian]:
        return 0
    coins = int(g.tokens[p, COIN]) - int(t.guardian_cost[guardian, COIN])
    return travel.can_pay(g, t, p, guardian_travel(t, guardian), 0, icons, coins)


@kernel("GTil:i")
def list_overcome(g, t, n, legal):
    """Add the guardians the turn player can overcome by paying."""
    p = g.turn_player
    icons = -1
    for site in range(SITES):
        if g.guardian[site] >= 0 and has_figure(g, site, p + 1):
            if icons < 0:
                icons = travel.available(g, t, p)
            if can_overcome(g, t, p, site, icons):
                legal[n] = A_OVERCOME + site
                n += 1
    return n


@kernel("GTii:")
def overcome(g, t, p, site):
    """Pay tokens at once, then travel and hand cards; then the guardian leaves the board."""
    guardian = g.guardian[site]
    push(g, OP_TAKE_GUARDIAN, site, 0, 0)
    if t.guardian_hand[guardian] > 0:
        push(g, OP_PUT_DOWN, t.guardian_hand[guardian], 0, 0)
    travel.ask_for_travel(g, guardian_travel(t, guardian), 0)
    for token in range(5):
        pay(g, p, token, t.guardian_cost[guardian, token])


@kernel("Gii:")
def take_guardian(g, p, site):
    g.guardian_owner[g.guardian[site]] = p + 1
    g.guardian[site] = -1


@kernel("Giil:i")
def list_free_overcome(g, p, n, legal):
    """Add the guardians that the effect on top of the stack may overcome without their printed cost."""
    where = g.frame[g.frames - 1][F_A]
    for site in range(SITES):
        if g.guardian[site] < 0:
            continue
        allowed = has_figure(g, site, p + 1) if where == AT_OWN_SITE else 1 - other_player_at(g, site, p)
        if allowed:
            legal[n] = A_OVERCOME + site
            n += 1
    return n


@kernel("GTiil:i")
def list_boons(g, t, p, n, legal):
    """Add the unused boons that are free actions; travel boons are only used inside a payment."""
    for guardian in range(GUARDIANS):
        if g.guardian_owner[guardian] == p + 1 and not g.boon_used[guardian] and t.boon_program[guardian] > 0:
            legal[n] = A_BOON + guardian
            n += 1
    return n


@kernel("GTi:")
def use_boon(g, t, guardian):
    g.boon_used[guardian] = 1
    push_program(g, t, t.boon_program[guardian], -1)


@kernel("GT:")
def finish_guardian(g, t):
    """Operation: the cost is paid, the guardian goes to the player."""
    site = int(g.frame[g.frames - 1][F_A])
    complete(g, t)
    take_guardian(g, g.turn_player, site)


@kernel("Giil:i")
def list_flips(g, p, used, legal):
    """List the overcome guardians of a player whose boon is used (to be readied), or unused (to be spent)."""
    n = 0
    for guardian in range(GUARDIANS):
        if g.guardian_owner[guardian] == p + 1 and g.boon_used[guardian] == used:
            legal[n] = A_FLIP + guardian
            n += 1
    return n


@kernel("Gi:")
def flip(g, guardian):
    """Turn an overcome guardian: face up its boon is usable again, face down it is spent."""
    g.boon_used[guardian] = 1 - g.boon_used[guardian]
