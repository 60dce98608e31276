"""The Exploration Sheet and tests with Investigation dice. Rulebook, chapter 13."""

from arnak_env.arkeis.actions import A_FINISH, A_MARK
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.frames import complete, push, push_program
from arnak_env.arkeis.opcodes import (
    ASK_MARK,
    F_A,
    F_ANSWER,
    F_ASK,
    F_B,
    F_C,
    F_D,
    F_SELF,
    F_SOURCE,
    F_X,
    F_Y,
    FACES,
    FIRST_SYMBOL,
    INVESTIGATION_ROLL,
    NOWHERE,
    OP_DRAW,
    OP_MARKING,
    OP_ROLL,
    R_COUNT,
    SHEET_BOXES,
    SHEET_LINES,
    T_VALIDATE,
)
from arnak_env.arkeis.triggers import trigger


@kernel("GTi:i")
def line_complete(g, t, line):
    boxes = t.line_boxes[g.slot, line]
    return 1 if boxes != 0 and (g.marked & boxes) == boxes else 0


@kernel("GTi:")
def draw_artifacts(g, t, explorer):
    """Draw the Artifacts of the lines completed just now, rows before columns. A-43."""
    for line in range(SHEET_LINES - 1, -1, -1):
        symbol = t.line_artifact[g.slot, line]
        if symbol == NOWHERE or (g.artifact_taken >> line) & 1 or not line_complete(g, t, line):
            continue
        g.artifact_taken |= 1 << line
        push(g, OP_DRAW, explorer, symbol, 0, 0)


@kernel("GTl:i")
def list_marks(g, t, legal):
    """List the open boxes that may be marked next, in ascending order: of a rolled symbol, or any (a: how many)."""
    frame = g.frame[g.frames - 1]
    by_roll = frame[F_A] == 0
    n = 0
    for box in range(frame[F_Y], SHEET_BOXES):
        face = int(t.sheet_box[g.slot, box])
        if face < 0 or (g.marked >> box) & 1:
            continue
        if by_roll and g.roll[g.rolls - 1, R_COUNT + face] <= 0:
            continue
        legal[n] = A_MARK + box
        n += 1
    legal[n] = A_FINISH
    return n + 1


@kernel("GT:i")
def open_boxes(g, t):
    """Return how many boxes can still be marked by the marking on top."""
    frame = g.frame[g.frames - 1]
    count = 0
    for box in range(frame[F_Y], SHEET_BOXES):
        face = int(t.sheet_box[g.slot, box])
        if face >= 0 and not (g.marked >> box) & 1:
            if frame[F_A] > 0 or g.roll[g.rolls - 1, R_COUNT + face] > 0:
                count += 1
    return count


@kernel("GT:")
def run_marking(g, t):
    """OP_MARKING (a: 0 with the symbols of the roll, else how many boxes): each may be marked or not. A-42."""
    frame = g.frame[g.frames - 1]
    answer = int(frame[F_ANSWER])
    frame[F_ANSWER] = -1
    by_roll = frame[F_A] == 0
    if answer >= A_MARK:
        box = answer - A_MARK
        g.marked |= 1 << box
        frame[F_Y] = box + 1
        if by_roll:
            g.roll[g.rolls - 1, R_COUNT + t.sheet_box[g.slot, box]] -= 1
        else:
            frame[F_A] -= 1
            if frame[F_A] == 0:
                answer = A_FINISH
    if answer == A_FINISH or open_boxes(g, t) == 0:
        complete(g, t)
    else:
        frame[F_ASK] = ASK_MARK


@kernel("GT:")
def run_validate(g, t):
    """OP_VALIDATE (a: dice): roll, then mark the sheet with the result, then draw Artifacts."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    step = frame[F_X]
    frame[F_X] += 1
    if step == 0:
        push(g, OP_ROLL, explorer, INVESTIGATION_ROLL, frame[F_A], 0)
    elif step == 1:
        trigger(g, t, T_VALIDATE, explorer, 0, -1)
    elif step == 2:
        push(g, OP_MARKING, explorer, 0, 0, 0)
    else:
        g.rolls -= 1
        complete(g, t)
        draw_artifacts(g, t, explorer)


@kernel("GT:")
def run_mark(g, t):
    """OP_MARK (a: how many): mark boxes without a roll."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_X] == 0:
        frame[F_X] = 1
        push(g, OP_MARKING, explorer, frame[F_A], 0, 0)
        return
    complete(g, t)
    draw_artifacts(g, t, explorer)


@kernel("Gi:i")
def pays(g, wanted):
    """Return whether the roll on top pays a requirement: counts of the four symbols and of any, four bits each."""
    left = 0
    for k in range(FACES - FIRST_SYMBOL):
        spare = g.roll[g.rolls - 1, R_COUNT + FIRST_SYMBOL + k] - ((wanted >> (4 * k)) & 15)
        if spare < 0:
            return 0
        left += spare
    return 1 if left >= wanted >> 16 else 0


@kernel("GT:")
def run_test(g, t):
    """OP_TEST (a: dice, b: requirement, c, d: what follows success and failure)."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_X] == 0:
        frame[F_X] = 1
        push(g, OP_ROLL, explorer, INVESTIGATION_ROLL, frame[F_A], 0)
        return
    row = int(frame[F_C] if pays(g, frame[F_B]) else frame[F_D])
    source = int(frame[F_SOURCE])
    g.rolls -= 1
    complete(g, t)
    push_program(g, t, row, explorer, source)
