"""Words and numbers of one episode: its Clue cards, links, flags and counters, and what all episodes share."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import EXPERIENCE_IDS
from arnak_env.arkeis.content import Content
from arnak_env.arkeis.content.fill import Filler
from arnak_env.arkeis.content.fill_episode import fill_episodes

Numbers = Mapping[str, int]
_NONE: Numbers = MappingProxyType({})


@dataclass(frozen=True)
class Names:
    """Numbers by word, for one episode slot.

    Attributes:
        cards: Clue cards of the episode.
        links: doors and other links.
        flags, counters: of the episode.
        campaign_flags: of all episodes.
        objects, upgrades: of the content, further ones included.
        adversary_cards: Adversary cards.
        experience: Experience cards.
    """

    cards: Numbers
    links: Numbers
    flags: Numbers
    counters: Numbers
    campaign_flags: Numbers
    objects: Numbers
    upgrades: Numbers
    adversary_cards: Numbers
    experience: Numbers


@functools.lru_cache(maxsize=32)
def _compiled(content: Content) -> Filler:
    """Compile the content once more, to know the numbers that its flags and counters were given."""
    filler = Filler(content.models)
    filler.fill()
    fill_episodes(filler)
    return filler


@functools.lru_cache(maxsize=128)
def names_of(content: Content, slot: int) -> Names:
    """Return the names of the episode in a slot."""
    filler = _compiled(content)
    scope = filler.scopes.get(slot)
    return Names(
        cards=scope.clue_cards if scope else _NONE,
        links=scope.links if scope else _NONE,
        flags=scope.flags.numbers if scope else _NONE,
        counters=scope.counters.numbers if scope else _NONE,
        campaign_flags=content.campaign_flags,
        objects=content.objects,
        upgrades=content.upgrades,
        adversary_cards=filler.cards,
        experience={word: number for number, word in enumerate(EXPERIENCE_IDS)},
    )


def word_of(numbers: Numbers, number: int) -> str:
    """Return the word of a number; the number itself when it has none."""
    return next((word for word, known in numbers.items() if known == number), str(number))


def bits_of(mask: int, count: int) -> list[int]:
    """Return the numbers of the bits that are set."""
    return [bit for bit in range(count) if (int(mask) >> bit) & 1]


def kind_of_miniature(miniature: int) -> int:
    """Return the kind of a miniature."""
    return max(kind for kind in range(o.KINDS) if o.KIND_FIRST[kind] <= miniature)
