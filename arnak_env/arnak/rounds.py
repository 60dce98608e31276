"""Turn order and the round. Base rulebook, Game Overview; Passing; Setup for Next Round; End of Round V."""

from arnak_env.arnak.assistants import refresh_all
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.decks import draw, gain_fear, send_to_exile, shuffle_play_area_under_deck
from arnak_env.arnak.frames import push
from arnak_env.arnak.market import refill_row
from arnak_env.arnak.objectives import collect_objectives, deal_objectives
from arnak_env.arnak.opcodes import (
    EMPTY,
    F_A,
    HAND_SIZE,
    OP_KEEP,
    OP_ROUND_END,
    OP_TURN,
    RIVAL_FIGURE,
    ROUNDS,
    SPACES,
)
from arnak_env.arnak.rival import rival_new_round, rival_turn
from arnak_env.arnak.sites import site_of


@kernel("G:")
def start_turn(g):
    g.main_done = 0
    g.frames = 0
    push(g, OP_TURN, 0, 0, 0)


@kernel("GT:")
def start_round(g, t):
    """Everybody draws up to five cards; the starting player, or the rival, begins."""
    for p in range(g.players):
        while g.hand_size[p] < HAND_SIZE and g.deck_size[p] > 0:
            draw(g, p, 0)
        g.passed[p] = 0
    g.turn_player = g.starting_player
    if g.rival:
        collect_objectives(g)
        if g.rival_stack_size > 0:
            rival_turn(g, t)
        deal_objectives(g)
    start_turn(g)


@kernel("G:i")
def next_player(g):
    """Return the next seat that has not passed, -1 when all have."""
    for step in range(1, g.players + 1):
        p = (g.turn_player + step) % g.players
        if not g.passed[p]:
            return p
    return -1


@kernel("G:")
def end_round(g):
    """Archaeologists return, each from a guarded site with a Fear; then hand cards are kept or put down."""
    g.frames = 0
    for space in range(SPACES):
        figure = int(g.space[space])
        if EMPTY < figure <= g.players:
            g.space[space] = EMPTY
            g.home[figure - 1] += 1
            if g.guardian[site_of(space)] >= 0 and not g.ignore_fear[figure - 1]:
                gain_fear(g, figure - 1)
        elif figure == RIVAL_FIGURE:  # the rival never takes Fear
            g.space[space] = EMPTY
            g.rival_home += 1
    if g.round_number == ROUNDS:
        g.over = 1
        return
    push(g, OP_ROUND_END, 0, 0, 0)


@kernel("GT:")
def end_turn(g, t):
    """Leftover travel is lost and the card row refilled; then the rival or the next player who has not passed."""
    for icon in range(4):
        g.pool[icon] = 0
    refill_row(g)
    following = next_player(g)
    if g.rival:
        # The rival alternates with the player and plays on alone after the player has passed.
        while g.rival_stack_size > 0:
            rival_turn(g, t)
            if following >= 0:
                break
    if following >= 0:
        g.turn_player = following
        start_turn(g)
    else:
        end_round(g)


@kernel("G:")
def move_staff(g):
    """Exile the two cards next to the moon staff, move it one place to the right, refill the row."""
    for slot in range(g.round_number - 1, g.round_number + 1):
        if g.row[slot] >= 0:
            send_to_exile(g, g.row[slot])
            g.row[slot] = -1
    g.round_number += 1
    refill_row(g)


@kernel("GT:")
def go_on_with_round_end(g, t):
    """Operation: let the next player keep or put down cards; after the last one, prepare the next round."""
    frame = g.frame[g.frames - 1]
    asked = int(frame[F_A])
    if asked < g.players:
        frame[F_A] = asked + 1
        p = (g.starting_player + asked) % g.players
        if g.hand_size[p] > 0:
            push(g, OP_KEEP, p, 0, 0)
        return
    g.frames = 0
    for p in range(g.players):
        shuffle_play_area_under_deck(g, p)
        refresh_all(g, p)
        g.planes[p] = 0
        g.ignore_fear[p] = 0
    move_staff(g)
    if g.rival:
        rival_new_round(g)
    else:
        g.starting_player = (g.starting_player + 1) % g.players
    start_round(g, t)
