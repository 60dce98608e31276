"""Explorers and miniatures on the move. Rulebook, chapters 7 and 11, "Movement of Adversaries"."""

from arnak_env.arkeis.actions import A_FINISH, A_MINIATURE, A_SQUARE
from arnak_env.arkeis.adversaries import meet, power_tokens
from arnak_env.arkeis.board import (
    adversary_squares,
    group_of,
    is_selected,
    kind_of,
    reachable,
    select_squares,
    steps_toward,
)
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.frames import ask, complete
from arnak_env.arkeis.opcodes import (
    ALL,
    ASK_MINIATURE,
    F_A,
    F_ANSWER,
    F_ASK,
    F_B,
    F_C,
    F_OP,
    F_SELF,
    F_X,
    F_Y,
    F_Z,
    GUARDIAN,
    MINIATURES,
    OP_HEAL_ADVERSARY,
    OP_MOVE_ADVERSARY,
    OP_POWER,
    Q_ADJACENT,
    Q_TOWARD,
    T_ENTER_SQUARE,
)
from arnak_env.arkeis.triggers import trigger


@kernel("GTii:")
def enter_square(g, t, explorer, square):
    """Put an Explorer on a square: Adversary cards are taken, then what happens on entering. Any cause."""
    if g.square[explorer] == square:
        return
    g.square[explorer] = square
    meet(g, t, square)
    trigger(g, t, T_ENTER_SQUARE, explorer, 0, -1)


@kernel("GT:")
def run_free_move(g, t):
    """OP_FREE_MOVE for one Explorer (b: squares): one square at a time, as long as the Explorer likes."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_ANSWER] == A_FINISH:
        complete(g, t)
        return
    if frame[F_ANSWER] >= 0:
        square = int(frame[F_ANSWER]) - A_SQUARE
        frame[F_ANSWER] = -1
        frame[F_B] -= 1
        enter_square(g, t, explorer, square)
        return
    if frame[F_B] <= 0 or g.adjacent[g.square[explorer]] == 0:
        complete(g, t)
        return
    ask(g, A_SQUARE, g.adjacent[g.square[explorer]], 1)


@kernel("GTii:i")
def destinations(g, t, frame_index, miniature):
    """Return where the `move_adversary` of a frame may take a miniature, as bits; 0: it stays."""
    frame = g.frame[frame_index]
    square = int(g.miniature_square[miniature])
    explorer = int(frame[F_SELF])
    selector = int(frame[F_B])
    if selector == Q_ADJACENT:
        return g.adjacent[square]
    if selector == Q_TOWARD:
        if g.square[explorer] < 0 or g.square[explorer] == square:
            return 0
        return steps_toward(g, square, g.square[explorer])
    return select_squares(g, selector, explorer) & reachable(g, square) & ~(1 << square)


@kernel("GTi:i")
def may_be_picked(g, t, miniature):
    """Return whether the effect on top may pick a miniature."""
    frame = g.frame[g.frames - 1]
    if not is_selected(g, t, frame[F_A], frame[F_Y], miniature):
        return 0
    operation = frame[F_OP]
    if operation == OP_MOVE_ADVERSARY:
        if (g.moved >> miniature) & 1:
            return 0
        return 1 if destinations(g, t, g.frames - 1, miniature) != 0 else 0
    if operation == OP_HEAL_ADVERSARY:
        return 1 if g.miniature_wounds[miniature] > 0 else 0
    if operation == OP_POWER:
        if kind_of(miniature) != GUARDIAN:
            return 0
        return 1 if frame[F_B] > 0 or power_tokens(g, miniature) > 0 else 0
    return 1


@kernel("GTi:i")
def looks_like_an_earlier_one(g, t, miniature):
    """Return whether a miniature before this one is the same choice: name, square, Wounds, Power tokens."""
    for other in range(miniature):
        if (
            group_of(g, other) == group_of(g, miniature)
            and g.miniature_square[other] == g.miniature_square[miniature]
            and g.miniature_wounds[other] == g.miniature_wounds[miniature]
            and power_tokens(g, other) == power_tokens(g, miniature)
            and power_tokens(g, miniature) == 0
            and may_be_picked(g, t, other)
        ):
            return 1
    return 0


@kernel("GTl:i")
def list_miniatures(g, t, legal):
    """List the miniatures the effect on top may pick, one of each sort."""
    n = 0
    for miniature in range(MINIATURES):
        if may_be_picked(g, t, miniature) and not looks_like_an_earlier_one(g, t, miniature):
            legal[n] = A_MINIATURE + miniature
            n += 1
    return n


@kernel("GT:i")
def pickable(g, t):
    """Return how many miniatures the effect on top may pick."""
    count = 0
    for miniature in range(MINIATURES):
        count += may_be_picked(g, t, miniature)
    return count


@kernel("GTii:")
def move_miniature(g, t, miniature, square):
    g.miniature_square[miniature] = square
    g.moved |= 1 << miniature
    meet(g, t, square)


@kernel("GT:")
def run_move_adversary(g, t):
    """OP_MOVE_ADVERSARY (a: which, b: where to, c: how many or ALL): one after the other, never through a door."""
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:  # begin
        frame[F_Y] = adversary_squares(g, frame[F_A], frame[F_SELF])
        g.moved = 0
        frame[F_X] = 1
    if frame[F_X] == 2:  # the miniature is picked
        frame[F_Z] = frame[F_ANSWER] - A_MINIATURE
        frame[F_X] = 3
        ask(g, A_SQUARE, destinations(g, t, g.frames - 1, frame[F_Z]), 0)
        return
    if frame[F_X] == 3:
        move_miniature(g, t, frame[F_Z], frame[F_ANSWER] - A_SQUARE)
        frame[F_X] = 1
        if frame[F_C] != ALL:
            frame[F_C] -= 1
    if frame[F_C] <= 0 or pickable(g, t) == 0:
        complete(g, t)
        return
    frame[F_ASK] = ASK_MINIATURE
    frame[F_X] = 2
