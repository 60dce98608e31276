"""Idols: gaining them, the slots, and what effects do with them.

Base rulebook, Idol Slots. Twisted Paths rulebook, New Temple Tile Powers; General Index, Sites and Idols.
"""

from arnak_env.arnak.actions import A_EXTRA_SLOT, A_PEDESTAL, A_SITE, A_SLOT
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.frames import complete, push_program
from arnak_env.arnak.opcodes import (
    IDOL_SLOTS,
    IDOL_TYPES,
    OWL_SLOT_TILES,
    SITES,
    SLOT_EFFECTS,
)


@kernel("Gii:")
def add_idol(g, p, idol):
    """An idol of a type goes to the supply crates."""
    g.idols[p] += 1
    g.idol_types[p, idol] += 1


@kernel("G:i")
def take_hidden_idol(g):
    """Take the next face-down idol off the map: left over, beside the track, in a passage, at the top of the temple."""
    g.idol_stack_size -= 1
    idol = int(g.idol_stack[g.idol_stack_size])
    g.idol_stack[g.idol_stack_size] = -1
    return idol


@kernel("Gi:")
def gain_idol(g, p):
    """Gain a face-down idol; its picture has no effect now."""
    add_idol(g, p, take_hidden_idol(g))


@kernel("Gi:i")
def extra_slots(g, p):
    """Return how many slots the Owl Temple tiles of a player give: one for every two."""
    tiles = 0
    for kind in range(3):
        tiles += g.owl_owned[p, kind]
    return tiles // OWL_SLOT_TILES


@kernel("GTiil:i")
def list_slots(g, t, p, n, legal):
    """Add the idol slot effects when an idol is in the crates and a slot is empty."""
    if g.idols[p] == 0:
        return n
    if g.slotted[p] < IDOL_SLOTS:
        for effect in range(SLOT_EFFECTS):
            # A slot effect that is a main action needs an unused one, and no other effect may be under way.
            if t.slot_main[effect] and (g.main_done or g.frames > 1):
                continue
            legal[n] = A_SLOT + effect
            n += 1
    if g.extra_slotted[p] < extra_slots(g, p):
        for effect in range(SLOT_EFFECTS):
            if not t.slot_main[effect]:
                legal[n] = A_EXTRA_SLOT + effect
                n += 1
    return n


@kernel("GTii:")
def slot_idol(g, t, p, action):
    """Move an idol to the leftmost empty slot (or one given by Owl Temple tiles) and take one of the five effects."""
    g.idols[p] -= 1
    effect = action - A_SLOT
    if action >= A_EXTRA_SLOT:
        effect = action - A_EXTRA_SLOT
        g.extra_slotted[p] += 1
    else:
        g.slotted[p] += 1
    if t.slot_main[effect]:
        g.main_done = 1
    push_program(g, t, t.slot_program[effect], -1)


@kernel("Gi:")
def unslot(g, p):
    """The idol of the last filled slot goes back to the crates; one of the slots of the player board, if any."""
    if g.slotted[p] > 0:
        g.slotted[p] -= 1
        g.idols[p] += 1
    elif g.extra_slotted[p] > 0:
        g.extra_slotted[p] -= 1
        g.idols[p] += 1


@kernel("Gl:i")
def legal_idol_on_board(g, legal):
    """List the places whose face-up idol can be used where it lies."""
    n = 0
    for site in range(SITES):
        if g.idol_up[site] >= 0:
            legal[n] = A_SITE + site
            n += 1
    return n


@kernel("GTi:")
def use_idol_on_board(g, t, site):
    complete(g, t)
    push_program(g, t, t.idol_program[g.idol_up[site]], -1)


@kernel("Gil:i")
def list_pedestal(g, p, legal):
    """List the types of unused idols that can be put on an empty pedestal.

    Which idols went to slots is settled as late as possible: while one idol is unused, it may be of any type gained.
    """
    n = 0
    if g.pedestals[p] > 0 and g.idols[p] > 0:
        for idol in range(IDOL_TYPES):
            if g.idol_types[p, idol] > 0:
                legal[n] = A_PEDESTAL + idol
                n += 1
    return n


@kernel("GTii:")
def put_on_pedestal(g, t, p, idol):
    """The idol stays on the pedestal and still is worth its points; its pictured effect is used."""
    g.pedestals[p] -= 1
    g.idols[p] -= 1
    g.idol_types[p, idol] -= 1
    g.on_pedestal[p] += 1
    push_program(g, t, t.idol_program[idol], -1)
