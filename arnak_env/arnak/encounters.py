"""Encounter cards, which effects of other sets draw. Twisted Paths rulebook, General Index, Encounters."""

from arnak_env.arnak.actions import A_ENCOUNTER
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.frames import complete, push, push_program
from arnak_env.arnak.opcodes import ENCOUNTERS, F_A, FIRST_OF_CHAPTER, OP_ENCOUNTER_DONE


@kernel("i:i")
def chapter_of(card):
    """Return the chapter of an encounter card, counted from 0."""
    chapter = 0
    for first in FIRST_OF_CHAPTER[1:]:
        if card >= first:
            chapter += 1
    return chapter


@kernel("GT:")
def draw_encounter(g, t):
    """Operation: the top card of the chapter is carried out and goes under its chapter, or is kept for later."""
    chapter = int(g.frame[g.frames - 1][F_A]) - 1
    complete(g, t)
    n = int(g.encounter_size[chapter])
    if n == 0:
        return
    first = FIRST_OF_CHAPTER[chapter]
    card = int(g.encounter[first])
    for i in range(first, first + n - 1):
        g.encounter[i] = g.encounter[i + 1]
    g.encounter[first + n - 1] = -1
    g.encounter_size[chapter] = n - 1
    g.encounter_known[chapter] = min(g.encounter_known[chapter], n - 1)
    if t.encounter_saved[card]:
        g.encounter_saved[card] = g.turn_player + 1
        return
    push(g, OP_ENCOUNTER_DONE, card, 0, 0)
    push_program(g, t, t.encounter_program[card], -1)


@kernel("GT:")
def put_encounter_under(g, t):
    """Operation: a card that has been carried out goes under its chapter."""
    card = int(g.frame[g.frames - 1][F_A])
    complete(g, t)
    chapter = chapter_of(card)
    g.encounter[FIRST_OF_CHAPTER[chapter] + g.encounter_size[chapter]] = card
    g.encounter_size[chapter] += 1
    g.encounter_known[chapter] += 1


@kernel("Giil:i")
def list_saved_encounters(g, p, n, legal):
    """Add the encounter cards that a player has kept; using one is a free action."""
    for card in range(ENCOUNTERS):
        if g.encounter_saved[card] == p + 1:
            legal[n] = A_ENCOUNTER + card
            n += 1
    return n


@kernel("GTi:")
def use_saved_encounter(g, t, card):
    g.encounter_saved[card] = 0
    push(g, OP_ENCOUNTER_DONE, card, 0, 0)
    push_program(g, t, t.encounter_program[card], -1)
