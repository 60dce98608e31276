"""The Fate reserve and Fate tokens. Rulebook, chapter 3."""

from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.opcodes import TO_RESERVE


@kernel("Gi:i")
def take_from_reserve(g, wanted):
    """Take tokens from the reserve, as many as there are, and note when that empties it. A-06, A-08."""
    taken = min(max(0, wanted), int(g.reserve))
    g.reserve -= taken
    if taken > 0 and g.reserve == 0:
        g.emptied = 1
    return taken


@kernel("Gii:")
def take_fate(g, explorer, wanted):
    """An Explorer receives Fate tokens: from the reserve into the backpack."""
    g.fate[explorer] += take_from_reserve(g, wanted)


@kernel("Gii:")
def put_tokens(g, tokens, destination):
    """Put Fate tokens into the reserve or aside."""
    if destination == TO_RESERVE:
        g.reserve += tokens
    else:
        g.set_aside += tokens
