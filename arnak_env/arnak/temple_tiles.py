"""Temple tiles: the stacks of the Lost Temple, and the tiles and piles of the Owl Temple.

Base rulebook, The Lost Temple. Twisted Paths rulebook, Taking Temple Tiles.
"""

from arnak_env.arnak.actions import (
    A_GLASS,
    A_LANTERN,
    A_NOTEBOOK,
    A_OWL_TILE,
    A_TAKE_BONUS,
    A_TEMPLE,
)
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.frames import complete, push_program
from arnak_env.arnak.idols import gain_idol
from arnak_env.arnak.objectives import meet_objective
from arnak_env.arnak.opcodes import (
    BONUS_TYPES,
    F_B,
    F_C,
    GLASS,
    LANTERN,
    NOTEBOOK,
    OBJECTIVE_RESEARCH,
    OWL,
    SWITCH_TEMPLE_TILE_IS_NO_RESEARCH,
    TEMPLE_STACKS,
)
from arnak_env.arnak.payment import owned, pay
from arnak_env.arnak.research import (
    FREE,
    discounted,
    list_steps,
    owl_kind,
    row_of,
    step,
    token_space,
)

TWO_POINT_STACKS = 3
OWL_IDOL_PILE = 1


@kernel("GTi:i")
def highest_row(g, t, p):
    """Return the highest row that any research token of a player has reached."""
    return max(row_of(g, t, p, GLASS), max(row_of(g, t, p, NOTEBOOK), row_of(g, t, p, LANTERN)))


@kernel("GTiiiil:i")
def list_temple_tiles(g, t, p, discounted_token, discount, n, legal):
    """Add the stacks a player may take a tile from: with a glass in the Lost Temple, on Owl by the row reached."""
    if g.arrival[p] == 0 and g.board != OWL:
        return n
    row = highest_row(g, t, p)
    for stack in range(TEMPLE_STACKS):
        if g.temple_tiles[stack] <= 0 or row < t.temple_access[g.board, stack]:
            continue
        payable = 1
        for kind in range(5):
            if owned(g, p, kind) < discounted(t.temple_cost[g.board, stack, kind], kind, discounted_token, discount):
                payable = 0
        if payable:
            legal[n] = A_TEMPLE + stack
            n += 1
    return n


@kernel("GTiiiil:i")
def list_owl_tiles(g, t, p, discounted_token, discount, n, legal):
    """Add the Owl Temple tiles that lie where a research token of the player stands."""
    for token in range(3):
        space = token_space(g, p, token)
        if space < 0 or g.space_tile[space] == 0:
            continue
        if token > 0 and (space == g.glass[p] or (token == LANTERN and space == g.notebook[p])):
            continue  # listed already
        payable = 1
        for kind in range(5):
            if owned(g, p, kind) < discounted(t.owl_cost[g.board, space, kind], kind, discounted_token, discount):
                payable = 0
        if payable:
            legal[n] = A_OWL_TILE + space
            n += 1
    return n


@kernel("GTiiiil:i")
def list_research(g, t, p, discounted_token, discount, n, legal):
    """Add everything one research action can do with a discount; FREE: the notebook alone, without any cost."""
    if discount == FREE:
        return list_steps(g, t, p, NOTEBOOK, -1, FREE, n, legal)
    n = list_steps(g, t, p, GLASS, discounted_token, discount, n, legal)
    n = list_steps(g, t, p, NOTEBOOK, discounted_token, discount, n, legal)
    n = list_temple_tiles(g, t, p, discounted_token, discount, n, legal)
    if g.board == OWL:
        n = list_steps(g, t, p, LANTERN, discounted_token, discount, n, legal)
        n = list_owl_tiles(g, t, p, discounted_token, discount, n, legal)
    return n


@kernel("Gl:i")
def legal_pick_temple_bonus(g, legal):
    n = 0
    for bonus in range(BONUS_TYPES):
        for i in range(g.temple_bonus_size):
            if g.temple_bonus[i] == bonus:
                legal[n] = A_TAKE_BONUS + bonus
                n += 1
                break
    return n


@kernel("GTi:")
def pick_temple_bonus(g, t, bonus):
    """Take one tile of the stack in the Lost Temple; the others go back in the same order."""
    complete(g, t)
    place = 0
    while g.temple_bonus[place] != bonus:
        place += 1
    g.temple_bonus_size -= 1
    for i in range(place, g.temple_bonus_size):
        g.temple_bonus[i] = g.temple_bonus[i + 1]
    g.temple_bonus[g.temple_bonus_size] = -1
    g.bonus_known[bonus] += 1
    push_program(g, t, t.bonus_program[bonus], -1)


@kernel("GTii:")
def gain_temple_tile(g, t, p, stack):
    """The top tile of a stack goes to a player; on Owl it is an Owl Temple tile or a face-down idol."""
    g.temple_tiles[stack] -= 1
    if g.board != OWL:
        g.temple_owned[p, stack] += 1
    elif stack == OWL_IDOL_PILE:
        gain_idol(g, p)
    else:
        g.owl_owned[p, owl_kind(t.temple_points[g.board, stack])] += 1


@kernel("GTiiii:")
def take_temple_tile(g, t, p, stack, discounted_token, discount):
    gain_temple_tile(g, t, p, stack)
    for kind in range(5):
        pay(g, p, kind, discounted(t.temple_cost[g.board, stack, kind], kind, discounted_token, discount))
    # On Owl any token opens the piles, so a purchase there is not research with the glass.
    if g.board != OWL and not g.switches & SWITCH_TEMPLE_TILE_IS_NO_RESEARCH:
        meet_objective(g, OBJECTIVE_RESEARCH, 0)


@kernel("GTiiii:")
def take_owl_tile(g, t, p, space, discounted_token, discount):
    """Buy the tile on a space; a compass the rival marked it with stays behind."""
    g.owl_owned[p, owl_kind(g.space_tile[space])] += 1
    g.space_tile[space] = 0
    g.space_marked[space] = 0
    for kind in range(5):
        pay(g, p, kind, discounted(t.owl_cost[g.board, space, kind], kind, discounted_token, discount))


@kernel("GTiiii:")
def research(g, t, p, action, discounted_token, discount):
    """Carry out a research action: move a token, or take a temple tile."""
    if action >= A_OWL_TILE:
        take_owl_tile(g, t, p, action - A_OWL_TILE, discounted_token, discount)
    elif action >= A_TEMPLE:
        take_temple_tile(g, t, p, action - A_TEMPLE, discounted_token, discount)
    elif action >= A_LANTERN:
        step(g, t, p, LANTERN, action - A_LANTERN, discounted_token, discount)
    elif action >= A_NOTEBOOK:
        step(g, t, p, NOTEBOOK, action - A_NOTEBOOK, discounted_token, discount)
    else:
        step(g, t, p, GLASS, action - A_GLASS, discounted_token, discount)


@kernel("G:i")
def discount_of_research(g):
    """Return the discount of the research effect on top of the stack, FREE for a free notebook move."""
    frame = g.frame[g.frames - 1]
    return FREE if frame[F_C] == 1 else int(frame[F_B])


@kernel("Gl:i")
def legal_two_point_tile(g, legal):
    """List the stacks of 2-point tiles that hold one."""
    n = 0
    for stack in range(TWO_POINT_STACKS):
        if g.board != OWL and g.temple_tiles[stack] > 0:
            legal[n] = A_TEMPLE + stack
            n += 1
    return n


@kernel("GTii:")
def take_two_point_tile(g, t, p, action):
    complete(g, t)
    gain_temple_tile(g, t, p, action - A_TEMPLE)
