"""Altars and dark effects of the Spider Temple. Twisted Paths rulebook, Dark Tablets; Invoking an Altar."""

from arnak_env.arnak.actions import A_INVOKE, A_TAKE_CARD
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.frames import complete, push, push_program
from arnak_env.arnak.opcodes import (
    ALTAR_LIMIT,
    ALTARS,
    F_A,
    F_SOURCE,
    FIRST_ARTIFACT,
    OP_DARK_EFFECT,
    OP_PLACE_ARTIFACT,
    OP_PRICE,
    OP_PRICE_BOON,
    OP_PRICE_DECK_TOP,
    OP_PRICE_TRAVEL,
    OP_USE_ARTIFACT,
    ROW_SLOTS,
)


@kernel("G:i")
def row_has_artifact(g):
    for slot in range(ROW_SLOTS):
        if g.row[slot] >= FIRST_ARTIFACT:
            return 1
    return 0


@kernel("GTiil:i")
def list_altars(g, t, p, n, legal):
    """Add the altars below a research token of the player where one more own dark tablet may be placed."""
    if g.dark[p] == 0:
        return n
    height = max(int(t.track_row[g.board, g.glass[p]]), int(t.track_row[g.board, g.notebook[p]]))
    for altar in range(ALTARS):
        if height < t.altar_row[altar] or g.altar_dark[altar, p] >= ALTAR_LIMIT:
            continue
        if g.altar_card[altar] >= 0 or row_has_artifact(g):
            legal[n] = A_INVOKE + altar
            n += 1
    return n


@kernel("Gi:")
def offer_artifact(g, card):
    """The effect of an artifact may be used now, without its tablet."""
    push(g, OP_USE_ARTIFACT, card, 0, 0)
    g.frame[g.frames - 1][F_SOURCE] = card


@kernel("Gii:")
def invoke(g, p, altar):
    """Place a dark tablet below the altar; an empty one first gets an artifact of the row."""
    g.dark[p] -= 1
    g.altar_dark[altar, p] += 1
    if g.altar_card[altar] >= 0:
        offer_artifact(g, int(g.altar_card[altar]))
    else:
        push(g, OP_PLACE_ARTIFACT, altar, 0, 0)


@kernel("Gl:i")
def legal_place_artifact(g, legal):
    n = 0
    for slot in range(ROW_SLOTS):
        if g.row[slot] >= FIRST_ARTIFACT:
            legal[n] = A_TAKE_CARD + g.row[slot]
            n += 1
    return n


@kernel("Gii:")
def move_to_altar(g, altar, card):
    """An artifact of the row lies on the altar for the rest of the game and belongs to nobody."""
    for slot in range(ROW_SLOTS):
        if g.row[slot] == card:
            g.row[slot] = -1
    g.altar_card[altar] = card


@kernel("GTi:")
def place_artifact(g, t, card):
    altar = int(g.frame[g.frames - 1][F_A])
    complete(g, t)
    move_to_altar(g, altar, card)
    offer_artifact(g, card)


@kernel("GTi:")
def push_dark_effect(g, t, site):
    """An archaeologist has come to this place: its dark effect may follow. A price inside it is its own question."""
    program = int(t.dark_program[g.board, site])
    if program == 0:
        return
    operation = t.program[program, 0]
    if OP_PRICE <= operation <= OP_PRICE_TRAVEL or OP_PRICE_DECK_TOP <= operation <= OP_PRICE_BOON:
        push_program(g, t, program, -1)
    else:
        push(g, OP_DARK_EFFECT, site, 0, 0)
