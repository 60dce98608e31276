"""How the rival's research tokens move, and what its Owl Temple tile does.

Base rulebook, Solo Variant, Research. Twisted Paths rulebook, Solo Variants; Purple Actions.
"""

from arnak_env.arnak.actions import FIRST_PASSAGE
from arnak_env.arnak.assistants import take_from_stack
from arnak_env.arnak.chance import random_below
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.idols import take_hidden_idol
from arnak_env.arnak.objectives import meet_objective
from arnak_env.arnak.opcodes import (
    BONUS_ROOM,
    BRIDGES,
    OBJECTIVE_RESEARCH,
    OP_RESCUE,
    OWL,
    PASSAGE_IDOL,
    RIVAL_FIGURE,
    STREAM_RIVAL,
    SWITCH_ASSISTANT_ONLY_ON_SYMBOL,
    SWITCH_NO_ASSISTANT_WITH_TEMPLE_TILE,
    SWITCH_RANDOM_ARROWS,
    SWITCH_RIVAL_TAKES_TOP_OWL_TILE,
    SWITCH_RIVAL_TEMPLE_TILE_IS_NO_RESEARCH,
    SWITCH_TEMPLE_TILE_IS_NO_RESEARCH,
    TRACK_SPACES,
)
from arnak_env.arnak.research import count_bonus_tiles, owl_kind

SILVER_LEFT, SILVER_RIGHT = 3, 4


@kernel("GT:i")
def arrow_right(g, t):
    """Return 1 when ties go to the right.

    The arrow is that of the tile now on top of the stack; for the last tile, of the first tile played this round.
    """
    if g.switches & SWITCH_RANDOM_ARROWS:
        return random_below(g, STREAM_RIVAL, 2)
    if g.rival_stack_size > 0:
        return t.rival_right[g.rival_stack[0]]
    return t.rival_right[g.rival_used[0]]


@kernel("GTi:i")
def tallest_stack(g, t, right):
    """Return the tallest assistant stack of the supply, ties by the arrow, -1 when all are empty."""
    best = -1
    for stack in range(3):
        if g.stack_size[stack] <= 0:
            continue
        higher = best < 0 or g.stack_size[stack] > g.stack_size[best]
        if higher or (right and g.stack_size[stack] == g.stack_size[best]):
            best = stack
    return best


@kernel("Gi:")
def rival_takes_temple_tile(g, right):
    """A rival that cannot advance takes a 6-point tile instead, by the arrow when both stacks have one.

    On Owl, which has no such stacks, it takes a 5-point tile of the top when a named switch says so.
    """
    stack = SILVER_RIGHT if right else SILVER_LEFT
    if g.temple_tiles[stack] <= 0:
        stack = SILVER_LEFT + SILVER_RIGHT - stack
    if g.temple_tiles[stack] > 0:
        g.temple_tiles[stack] -= 1
        if g.board == OWL:
            g.rival_owl[1] += 1
            return
        g.rival_temple[stack] += 1
        if not g.switches & (SWITCH_TEMPLE_TILE_IS_NO_RESEARCH | SWITCH_RIVAL_TEMPLE_TILE_IS_NO_RESEARCH):
            meet_objective(g, OBJECTIVE_RESEARCH, 1)


@kernel("Gii:")
def rival_leaves_no_bonus(g, space, right):
    """The bonus tile of the space reached leaves the game; of several, the one the arrow points to."""
    tiles = count_bonus_tiles(g, space)
    if tiles == 0:
        return
    for i in range(tiles - 1 if right else 0, BONUS_ROOM - 1):
        g.bonus[space, i] = g.bonus[space, i + 1]
    g.bonus[space, BONUS_ROOM - 1] = -1


@kernel("GTii:i")
def space_above(g, t, space, right):
    """Return the connected space that the arrow chooses, -1 when no bridge leads on. Passages are no bridges."""
    chosen = -1
    for bridge in range(BRIDGES):
        following = int(t.track_next[g.board, space, bridge])
        if following < 0 or t.passage[g.board, following]:
            continue
        following = int(t.track_place[g.board, following])
        further_right = chosen >= 0 and t.track_column[g.board, following] > t.track_column[g.board, chosen]
        if chosen < 0 or further_right == (right == 1):
            chosen = following
    return chosen


@kernel("GTi:")
def rival_arrives(g, t, space):
    """The Lost Temple takes the top bonus tile away, the rescue space its top assistant."""
    if space == t.track_temple[g.board]:
        g.arrivals += 1
        g.rival_arrival = g.arrivals
        if g.temple_bonus_size > 0:
            g.temple_bonus_size -= 1
            g.temple_bonus[g.temple_bonus_size] = -1
        return
    operation = t.program[t.space_program[g.board, space, 0], 0]
    if operation == OP_RESCUE and g.rescue_size > 0:
        g.rescue_size -= 1
        g.rescue[g.rescue_size] = -1


@kernel("GTi:i")
def open_passage(g, t, right):
    """Return the leftmost unused passage of the glass's space on the side of the arrow, -1 when there is none."""
    if g.rival_lantern >= 0:
        return -1
    for bridge in range(BRIDGES):
        entry = int(t.track_next[g.board, g.rival_glass, bridge])
        if entry < 0 or not t.passage[g.board, entry] or g.passage_used[entry - FIRST_PASSAGE]:
            continue
        if t.passage_right[g.board, entry] == right:
            return entry
    return -1


@kernel("GTi:")
def rival_enters_passage(g, t, entry):
    """The rival gains tile or idol (face down, so on its -1 space) and goes on with its lantern."""
    g.passage_used[entry - FIRST_PASSAGE] = RIVAL_FIGURE
    g.rival_glass = entry
    g.rival_lantern = 0
    if t.passage[g.board, entry] == PASSAGE_IDOL:
        g.rival_hidden[take_hidden_idol(g)] += 1
        g.rival_minus_one += 1
    else:
        g.rival_owl[owl_kind(g.space_tile[entry])] += 1
        g.space_tile[entry] = 0


@kernel("GTi:i")
def rival_step(g, t, right):
    """Advance the glass, or the lantern after a passage; return the space reached + 1.

    A token that cannot advance takes a temple tile instead (0); at the top of the Owl Temple nothing happens (-1).
    """
    if g.rival_arrival > 0:
        rival_takes_temple_tile(g, right)
        return 0
    entry = open_passage(g, t, right)
    if entry >= 0:
        rival_enters_passage(g, t, entry)
        meet_objective(g, OBJECTIVE_RESEARCH, 1)
        return entry + 1
    space = space_above(g, t, g.rival_lantern if g.rival_lantern >= 0 else g.rival_glass, right)
    if space < 0:
        if g.switches & SWITCH_RIVAL_TAKES_TOP_OWL_TILE == 0:
            return -1
        rival_takes_temple_tile(g, right)
        return 0
    if g.rival_lantern >= 0:
        g.rival_lantern = space
    else:
        g.rival_glass = space
    meet_objective(g, OBJECTIVE_RESEARCH, 1)
    rival_leaves_no_bonus(g, space, right)
    rival_arrives(g, t, space)
    return space + 1


@kernel("GTii:")
def rival_research(g, t, steps, takes_assistant):
    """Advance the glass, then remove one assistant from the supply."""
    right = arrow_right(g, t)
    took_tile = 0
    moved = 0
    symbol = 0
    for _ in range(steps):
        reached = rival_step(g, t, right)
        if reached > 0:
            moved = 1
            symbol |= t.space_assistant[g.board, reached - 1]
        elif reached == 0:
            took_tile = 1
    if not moved and not took_tile:
        return
    if not takes_assistant or (took_tile and g.switches & SWITCH_NO_ASSISTANT_WITH_TEMPLE_TILE):
        return
    if g.switches & SWITCH_ASSISTANT_ONLY_ON_SYMBOL and not symbol:
        return
    stack = tallest_stack(g, t, right)
    if stack >= 0:
        take_from_stack(g, stack)


@kernel("GT:")
def rival_moves_notebook(g, t):
    """Purple guardian tile: the notebook follows, never above glass or lantern and never into the Lost Temple."""
    right = arrow_right(g, t)
    space = space_above(g, t, g.rival_notebook, right)
    if space < 0 or space == t.track_temple[g.board]:
        return
    limit = t.track_row[g.board, g.rival_glass]
    if g.rival_lantern >= 0:
        limit = max(limit, t.track_row[g.board, g.rival_lantern])
    if t.track_row[g.board, space] <= limit:
        g.rival_notebook = space
        rival_leaves_no_bonus(g, space, right)


@kernel("GTi:i")
def lowest_tile(g, t, right):
    """Return the space of the lowest Owl Temple tile, ties by the arrow; -1 when none lies on a space."""
    best = -1
    for space in range(TRACK_SPACES):
        if g.space_tile[space] == 0 or t.passage[g.board, space]:
            continue
        row = t.track_row[g.board, space]
        if best < 0 or row < t.track_row[g.board, best]:
            best = space
        elif row == t.track_row[g.board, best] and right:
            if t.track_column[g.board, space] > t.track_column[g.board, best]:
                best = space
        elif row == t.track_row[g.board, best] and t.track_column[g.board, space] < t.track_column[g.board, best]:
            best = space
    return best


@kernel("GT:")
def rival_takes_lowest_tile(g, t):
    """Owl Temple tile: take the lowest tile of the track; with 1 point advance once, mark a 10-point one first."""
    right = arrow_right(g, t)
    space = lowest_tile(g, t, right)
    if space < 0:
        return
    points = g.space_tile[space]
    if points == 10 and not g.space_marked[space]:
        g.space_marked[space] = 1
        rival_step(g, t, right)
        rival_step(g, t, right)
        return
    g.space_tile[space] = 0
    g.space_marked[space] = 0
    g.rival_owl[owl_kind(points)] += 1
    if points == 1:
        rival_step(g, t, right)
