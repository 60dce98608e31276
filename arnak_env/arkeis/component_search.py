"""Components of Arkeis by what people call them: ids, printed names, actions on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.component_words import Component, component_name, entries_of
from arnak_env.arkeis.later_episodes import is_known
from arnak_env.arkeis.words import Names, Scene, closest


def tidied(words: str) -> str:
    """Return a name as ids are written, letter case and punctuation left aside."""
    return "_".join(words.lower().replace("-", " ").replace("_", " ").replace("'", "").split())


def known_components(names: Names) -> list[Component]:
    """Return what can be asked about.

    Args:
        names: a `Scene`: what its team can know, that is nothing of later episodes, and the Clue cards that have been
            read. Names without a game: everything, the Clue cards of all episodes included.
    """
    found = [
        Component(kind, entry)
        for kind, entries in entries_of(names.content).items()
        for entry in entries
        if is_known(names, kind, entry)
    ]
    return [*found, *_clue_cards(names)]


def _clue_cards(names: Names) -> Iterator[Component]:
    if isinstance(names, Scene):
        for card, entry in enumerate(names.episode.cards):
            if int(names.g.card_place[card]) not in (o.IN_DECK, o.NOT_IN_GAME):
                yield Component("clue", entry.id, names.slot)
        return
    for slot, episode in names.models.episodes.items():
        for entry in episode.cards:
            yield Component("clue", entry.id, slot)


def component_names(scene: Scene) -> list[str]:
    """Return what can be asked about in a game, as people type it."""
    return list(dict.fromkeys(name for component in known_components(scene) for name in _ids(scene, component)))


def _ids(names: Names, component: Component) -> Iterable[str]:
    """Yield the id; of a Clue card in a game also the name it has in actions."""
    yield component.entry
    if component.kind == "clue" and isinstance(names, Scene):
        ids = [card.id for card in names.episode.cards]
        yield a.CARD_IDS[ids.index(component.entry)]


def _called(names: Names, component: Component) -> Iterator[str]:
    """Yield everything that a component is called."""
    yield from _ids(names, component)
    yield component_name(names, component)
    if component.kind == "explorer":
        yield names.explorer(o.EXPLORER_IDS.index(component.entry))


def find_components(names: Names, words: str) -> list[Component]:
    """Return the components that a name stands for: an id, a printed name, or an action on the component.

    Raises:
        ValueError: when nothing that is known has that name, see `known_components`; the message lists the closest.
    """
    name = tidied(words)
    if not name:
        raise ValueError("name an Explorer, Adversary, object, Experience card, Trauma, camp upgrade or card read")
    known: dict[str, list[Component]] = {}
    for component in known_components(names):
        for word in dict.fromkeys(tidied(word) for word in _called(names, component)):
            known.setdefault(word, []).append(component)
    for verb in ("", *(f"{verb.replace(' ', '_')}_" for verb, _, _ in a.VERBS)):
        found = known.get(name.removeprefix(verb)) if name.startswith(verb) else None
        if found:
            return found
    raise ValueError(f"nothing known is called {words!r}; closest: {closest(name, known) or 'none'}")
