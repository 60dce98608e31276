"""What the rival's Spider Temple tile does. Twisted Paths rulebook, Solo Variants, Spider Temple Action Tile."""

from arnak_env.arnak.altars import move_to_altar
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.opcodes import ALTAR_LIMIT, ALTARS, FIRST_ARTIFACT, RIVAL_SEAT, ROW_SLOTS
from arnak_env.arnak.rival_research import arrow_right


@kernel("Gi:")
def rival_adds_tablet(g, altar):
    """A dark tablet of the common supply goes below the altar."""
    g.dark_supply -= 1
    g.altar_dark[altar, RIVAL_SEAT] += 1


@kernel("G:")
def rival_invokes(g):
    """One more tablet below the topmost altar with an artifact, wherever the glass is; at its limit nothing happens."""
    if g.dark_supply == 0:
        return
    for altar in range(ALTARS - 1, -1, -1):
        if g.altar_card[altar] >= 0:
            if g.altar_dark[altar, RIVAL_SEAT] < ALTAR_LIMIT:
                rival_adds_tablet(g, altar)
            return


@kernel("GT:")
def rival_fills_altar(g, t):
    """The leftmost or rightmost artifact of the row goes onto the lowest empty altar, if the glass is above it."""
    right = arrow_right(g, t)
    altar = 0
    while altar < ALTARS and g.altar_card[altar] >= 0:
        altar += 1
    if altar == ALTARS or g.dark_supply == 0 or t.track_row[g.board, g.rival_glass] < t.altar_row[altar]:
        return
    chosen = -1
    for slot in range(ROW_SLOTS):
        if g.row[slot] >= FIRST_ARTIFACT and (chosen < 0 or right):
            chosen = int(g.row[slot])
    if chosen >= 0:
        move_to_altar(g, altar, chosen)
        rival_adds_tablet(g, altar)
