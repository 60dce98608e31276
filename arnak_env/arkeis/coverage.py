"""What a scenario can say it covers: statements and rulings by number, words of the notation, components by id."""

from __future__ import annotations

import functools
import re

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content import load_content
from arnak_env.core.words import closest

# Statements of the rules checklist (R), rulings (A), execution rules of the notation (N); numbers as printed there.
_NUMBERED = re.compile(r"(R|A|N)-[0-9]{1,3}[a-z]?")
_SORTS = (
    "right would be a number such as 'R-117', 'A-23' or 'N-9', 'op spawn', 'if fate_ge', 'on start_of_turn', or an id"
)


@functools.cache
def known_parts() -> frozenset[str]:
    """Return everything that `rules` may list besides the numbered ones."""
    models = load_content().models
    words = {f"op {word}" for word in (*o.OPERATION_IDS, *o.ENGINE_OPERATION_IDS)}
    words |= {f"if {word}" for word in o.CONDITION_IDS}
    words |= {f"on {word}" for word in o.TRIGGER_IDS}
    words |= {f"select {word}" for word in (*o.EXPLORER_SELECTORS, *o.SQUARE_SELECTORS, *o.ADVERSARY_SELECTORS)}
    for entries in (models.kinds, models.cards, models.explorers, models.experience, models.traumas, models.objects,
                    models.upgrades):  # fmt: skip
        words.update(entries)
    for episode in models.episodes.values():
        words.add(episode.episode.id)
        words.update(card.id for card in episode.cards)
    return frozenset(words)


def check_part(word: object) -> None:
    """Refuse what is no statement, ruling or part of the game.

    Raises:
        ValueError: naming the closest ones.
    """
    if not isinstance(word, str):
        raise ValueError(f"rules: a part of the game is written in words, not {word!r}")
    if _NUMBERED.fullmatch(word) or word in known_parts():
        return
    near = closest(word, sorted(known_parts()))
    raise ValueError(f"rules: unknown {word!r}; " + (f"closest: {near}" if near else _SORTS))
