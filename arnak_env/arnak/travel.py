"""Travel: what a player can pay with, and the payment itself. Base rulebook, Dig at a Site; Travel Hierarchy.

A payment keeps three packed counts of icons (three bits for each of boot, boat, car, plane): what is owed, the
discount, and what has been paid so far. Which icon covers which is decided only when everything is covered, so no
order of payment is worse than another.
"""

from arnak_env.arnak.actions import (
    A_ASSISTANT,
    A_BOON,
    A_CHOOSE,
    A_HIRE_PLANE,
    A_PAY_CARD,
    A_PAY_LEFTOVER,
)
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.decks import put_down
from arnak_env.arnak.frames import push, push_program
from arnak_env.arnak.opcodes import (
    BOAT,
    BOOT,
    CAR,
    CHOICE_BOAT,
    CHOICE_CAR,
    COIN,
    F_A,
    F_B,
    F_C,
    F_OP,
    F_X,
    GUARDIANS,
    OP_PAY_TABLETS,
    OP_PAY_TRAVEL,
    PLANE,
)


@kernel("iiii:i")
def pack(boot, boat, car, plane):
    """Pack four counts of icons, at most 7 each, into one number."""
    # int(): without compilation the counts may be numpy scalars of eight bits.
    return min(int(boot), 7) + 8 * min(int(boat), 7) + 64 * min(int(car), 7) + 512 * min(int(plane), 7)


@kernel("ii:i")
def count(packed, icon):
    return (packed >> (3 * icon)) & 7


@kernel("i:i")
def total(packed):
    return count(packed, BOOT) + count(packed, BOAT) + count(packed, CAR) + count(packed, PLANE)


@kernel("ii:i")
def add(first, second):
    return pack(
        count(first, BOOT) + count(second, BOOT),
        count(first, BOAT) + count(second, BOAT),
        count(first, CAR) + count(second, CAR),
        count(first, PLANE) + count(second, PLANE),
    )


@kernel("i:i")
def as_planes(packed):
    return pack(0, 0, 0, total(packed))


@kernel("ii:i")
def covered(owed, offered):
    """Return how many of the owed icons the offered ones can cover at most (a plane covers any, any covers a boot)."""
    boat = min(count(owed, BOAT), count(offered, BOAT))
    car = min(count(owed, CAR), count(offered, CAR))
    spare = count(offered, BOOT) + count(offered, BOAT) - boat + count(offered, CAR) - car
    boot = min(count(owed, BOOT), spare)
    return min(total(owed), boat + car + boot + count(offered, PLANE))


@kernel("Gii:i")
def own_icons(g, p, packed):
    """Apply the Guardian's Ocarina: all travel icons of a player, discounts included, are planes this round."""
    if g.planes[p]:
        return as_planes(packed)
    return packed


@kernel("GTii:i")
def card_icons(g, t, p, card):
    return own_icons(
        g,
        p,
        pack(t.card_icons[card, BOOT], t.card_icons[card, BOAT], t.card_icons[card, CAR], t.card_icons[card, PLANE]),
    )


@kernel("GTii:i")
def boon_icons(g, t, p, guardian):
    """Return the travel of an unused travel boon, 0 when there is none to use."""
    if g.guardian_owner[guardian] != p + 1 or g.boon_used[guardian] or t.boon_program[guardian] > 0:
        return 0
    return own_icons(
        g,
        p,
        pack(
            t.boon_icons[guardian, BOOT],
            t.boon_icons[guardian, BOAT],
            t.boon_icons[guardian, CAR],
            t.boon_icons[guardian, PLANE],
        ),
    )


@kernel("GTii:i")
def assistant_icons(g, t, p, square):
    """Return the travel that a ready assistant can give, 0 when there is none."""
    assistant = g.assistant[p, square]
    if assistant < 0 or g.assistant_used[p, square]:
        return 0
    icons = t.assistant_icons[assistant, g.assistant_gold[p, square]]
    return own_icons(g, p, pack(icons[BOOT], icons[BOAT], icons[CAR], icons[PLANE]))


@kernel("Gi:i")
def leftover(g, p):
    return own_icons(g, p, pack(g.pool[BOOT], g.pool[BOAT], g.pool[CAR], g.pool[PLANE]))


@kernel("GTi:i")
def available(g, t, p):
    """Return all icons a player can still bring up this turn, hired planes not counted."""
    icons = leftover(g, p)
    for i in range(g.hand_size[p]):
        icons = add(icons, card_icons(g, t, p, g.hand[p, i]))
    for guardian in range(GUARDIANS):
        if g.guardian_owner[guardian] == p + 1:
            icons = add(icons, boon_icons(g, t, p, guardian))
    for square in range(2):
        icons = add(icons, assistant_icons(g, t, p, square))
    return icons


@kernel("GTiiiii:i")
def can_pay(g, t, p, owed, discount, icons, coins):
    """Return 1 when the owed travel can be covered with a discount, the given icons and planes hired for coins."""
    planes = pack(0, 0, 0, coins // t.hire_plane_cost)
    return 1 if covered(owed, add(add(icons, discount), planes)) == total(owed) else 0


@kernel("GT:i")
def can_finish_payment(g, t):
    """Return 0 when a travel payment is pending that cannot be covered any more."""
    if g.over:
        return 1
    frame = g.frame[g.frames - 1]
    if frame[F_OP] == OP_PAY_TABLETS:  # tablets are paid before the travel
        frame = g.frame[g.frames - 2]
    if frame[F_OP] != OP_PAY_TRAVEL:
        return 1
    p = int(g.turn_player)
    icons = add(available(g, t, p), frame[F_C])
    return can_pay(g, t, p, int(frame[F_A]), int(frame[F_B]), icons, int(g.tokens[p, COIN]))


@kernel("Gii:")
def ask_for_travel(g, owed, discount):
    """Start a payment; it resolves before everything that lies below it on the stack."""
    push(g, OP_PAY_TRAVEL, owed, discount, 0)


@kernel("iii:i")
def unneeded_discount(owed, discount, paid):
    """Return what is owed after the discount is used where the paid icons are needed least."""
    boat = min(count(owed, BOAT), count(discount, BOAT))
    car = min(count(owed, CAR), count(discount, CAR))
    spare = count(discount, BOOT) + count(discount, BOAT) - boat + count(discount, CAR) - car
    boot = min(count(owed, BOOT), spare)
    rest = owed - boot - 8 * boat - 64 * car
    for further_planes in range(count(discount, PLANE) - 1, -1, -1):
        offered = add(paid, pack(0, 0, 0, further_planes))
        for icon in (PLANE, BOAT, CAR, BOOT):
            if count(rest, icon) > 0 and covered(rest - (1 << (3 * icon)), offered) == total(rest) - 1:
                rest -= 1 << (3 * icon)
                break
    return rest


@kernel("i:i")
def boots_short(rest_and_paid):
    """Return how many boots must be covered by boats or cars: first 12 bits what is owed, then what is paid."""
    rest = rest_and_paid & 4095
    paid = rest_and_paid >> 12
    short = count(rest, BOOT) - count(paid, BOOT)
    spare_boat = count(paid, BOAT) - min(count(rest, BOAT), count(paid, BOAT))
    spare_car = count(paid, CAR) - min(count(rest, CAR), count(paid, CAR))
    return max(0, min(short, spare_boat + spare_car))


@kernel("Gi:i")
def must_name_icon(g, rest):
    """Return 1 when a boat and a car are both left and only some of them are spent on boots: the player says which."""
    paid = g.frame[g.frames - 1][F_C]
    short = boots_short(rest + (int(paid) << 12))
    spare_boat = count(paid, BOAT) - min(count(rest, BOAT), count(paid, BOAT))
    spare_car = count(paid, CAR) - min(count(rest, CAR), count(paid, CAR))
    return 1 if spare_boat > 0 and spare_car > 0 and 0 < short < spare_boat + spare_car else 0


@kernel("Gi:")
def keep_leftovers(g, rest):
    """Use up the paid icons, planes last; the others stay usable until the end of the turn."""
    frame = g.frame[g.frames - 1]
    paid = int(frame[F_C])
    boat = count(paid, BOAT) - min(count(rest, BOAT), count(paid, BOAT))
    car = count(paid, CAR) - min(count(rest, CAR), count(paid, CAR))
    boot = count(paid, BOOT) - min(count(rest, BOOT), count(paid, BOOT))
    short = boots_short(rest + (paid << 12))
    spent_boats = min(short, boat)
    if frame[F_X] != 1:  # after `choose boat` the boat goes first, otherwise the car
        spent_boats = short - min(short, car)
    g.pool[BOOT] += boot
    g.pool[BOAT] += boat - spent_boats
    g.pool[CAR] += car - (short - spent_boats)
    without_planes = covered(rest, paid & 511)
    g.pool[PLANE] += count(paid, PLANE) - (total(rest) - without_planes)


@kernel("G:i")
def finish_payment(g):
    """Close the payment on top of the stack when it is covered; return 1 when it is closed."""
    frame = g.frame[g.frames - 1]
    owed = int(frame[F_A])
    if covered(owed, add(frame[F_B], frame[F_C])) < total(owed):
        return 0
    rest = unneeded_discount(owed, frame[F_B], frame[F_C])
    if frame[F_X] == 0 and must_name_icon(g, rest):
        return 0
    keep_leftovers(g, rest)
    g.frames -= 1
    return 1


@kernel("Gi:i")
def helps(g, icons):
    """Return 1 when these icons cover something that the payment on top of the stack still lacks."""
    if icons == 0:
        return 0
    frame = g.frame[g.frames - 1]
    owed = int(frame[F_A])
    offered = add(frame[F_B], frame[F_C])
    return 1 if covered(owed, add(offered, icons)) > covered(owed, offered) else 0


@kernel("GTil:i")
def legal_payment(g, t, p, legal):
    """List the pieces that help with the travel payment on top of the stack."""
    frame = g.frame[g.frames - 1]
    owed = int(frame[F_A])
    n = 0
    if covered(owed, add(frame[F_B], frame[F_C])) == total(owed):
        legal[0] = A_CHOOSE + CHOICE_BOAT
        legal[1] = A_CHOOSE + CHOICE_CAR
        return 2
    for icon in range(4):
        if g.pool[icon] > 0 and helps(g, own_icons(g, p, 1 << (3 * icon))):
            legal[n] = A_PAY_LEFTOVER + icon
            n += 1
    for i in range(g.hand_size[p]):
        card = int(g.hand[p, i])
        seen = 0
        for j in range(i):
            if g.hand[p, j] == card:
                seen = 1
        if seen == 0 and helps(g, card_icons(g, t, p, card)):
            legal[n] = A_PAY_CARD + card
            n += 1
    for guardian in range(GUARDIANS):
        if helps(g, boon_icons(g, t, p, guardian)):
            legal[n] = A_BOON + guardian
            n += 1
    for square in range(2):
        if helps(g, assistant_icons(g, t, p, square)):
            legal[n] = A_ASSISTANT + square
            n += 1
    if g.tokens[p, COIN] >= t.hire_plane_cost and helps(g, pack(0, 0, 0, 1)):
        legal[n] = A_HIRE_PLANE
        n += 1
    return n


@kernel("GTii:")
def pay_travel(g, t, p, action):
    """Add one piece to the payment on top of the stack."""
    frame = g.frame[g.frames - 1]
    icons = 0
    if action == A_HIRE_PLANE:
        g.tokens[p, COIN] -= t.hire_plane_cost
        icons = pack(0, 0, 0, 1)
    elif action == A_CHOOSE + CHOICE_BOAT:
        frame[F_X] = 1
    elif action == A_CHOOSE + CHOICE_CAR:
        frame[F_X] = 2
    elif A_PAY_LEFTOVER <= action < A_HIRE_PLANE:
        icon = action - A_PAY_LEFTOVER
        g.pool[icon] -= 1
        icons = own_icons(g, p, 1 << (3 * icon))
    elif A_PAY_CARD <= action < A_PAY_LEFTOVER:
        card = action - A_PAY_CARD
        icons = card_icons(g, t, p, card)
        put_down(g, p, card)
    elif A_BOON <= action < A_BOON + GUARDIANS:
        guardian = action - A_BOON
        icons = boon_icons(g, t, p, guardian)
        g.boon_used[guardian] = 1
    else:
        square = action - A_ASSISTANT
        assistant = g.assistant[p, square]
        gold = g.assistant_gold[p, square]
        if t.assistant_mixed[assistant, gold]:
            g.assistant_used[p, square] = 1
            push_program(g, t, t.assistant_program[assistant, gold], -1)  # its travel is left over and can pay then
        else:
            icons = assistant_icons(g, t, p, square)
            g.assistant_used[p, square] = 1
    frame[F_C] = add(frame[F_C], icons)
