"""Paying tokens. A dark tablet of the Spider Temple counts as a tablet and goes back to its supply when it is spent.

Twisted Paths rulebook, Dark Tablets.
"""

from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.frames import push
from arnak_env.arnak.opcodes import DARK_SPACES, OP_PAY_TABLETS, TABLET


@kernel("Gii:i")
def owned(g, p, token):
    """Return how many tokens of a kind a player can pay with."""
    if token == TABLET:
        return int(g.tokens[p, TABLET]) + int(g.dark[p])
    return int(g.tokens[p, token])


@kernel("Gi:")
def spend_dark(g, p):
    """Spend one dark tablet; the rightmost space with room takes it, so one number tells the whole supply."""
    g.dark[p] -= 1
    g.dark_supply += 1


@kernel("Giii:")
def pay(g, p, token, number):
    """Pay tokens the player has. With both kinds of tablet, and not all of them needed, the player is asked which.

    The question lies on top of the stack, so it is answered before anything else goes on.
    """
    if token != TABLET or g.dark[p] == 0:
        g.tokens[p, token] -= number
        return
    ordinary = int(g.tokens[p, TABLET])
    if number == ordinary + g.dark[p] or ordinary == 0:
        g.tokens[p, TABLET] = 0
        for _ in range(number - ordinary):
            spend_dark(g, p)
    elif number > 0:
        push(g, OP_PAY_TABLETS, number, 0, 0)


@kernel("GTii:")
def gain_dark(g, t, p, number):
    """Gain dark tablets from the leftmost space that holds one; with an empty supply ordinary tablets instead."""
    for _ in range(number):
        if g.dark_supply > 0:
            g.dark_supply -= 1
            g.dark[p] += 1
        else:
            g.tokens[p, TABLET] += 1


@kernel("GTi:i")
def empty_dark_spaces(g, t, tablets):
    """Return how many spaces of the supply are empty while it holds this many tablets; a part of a space is not."""
    full = int(t.dark_per_space[g.players])
    return DARK_SPACES - min(DARK_SPACES, (tablets + full - 1) // full)
