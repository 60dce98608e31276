"""From one decision to the next."""

from arnak_env.arnak.apply import apply_action
from arnak_env.arnak.automatic import settle
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.legal import legal_actions

ERROR_NO_LEGAL_ACTION = 2


@kernel("GTl:i")
def advance(g, t, legal):
    """Go on until somebody has at least two options or the game is over; return the number of legal actions.

    A forced choice resolves itself, unless the record says that forced choices are shown.
    """
    while True:
        settle(g, t, legal)
        if g.over:
            return 0
        n = legal_actions(g, t, legal)
        if n == 0:
            g.error = ERROR_NO_LEGAL_ACTION
            g.over = 1
            return 0
        if n > 1 or g.show_forced:
            return n
        apply_action(g, t, legal[0])


@kernel("GTil:i")
def step_game(g, t, action, legal):
    """Carry out a legal action and go on to the next decision; return the number of legal actions there."""
    g.decisions += 1
    apply_action(g, t, action)
    return advance(g, t, legal)
