"""`arnak content --game arkeis`: the facts of Arkeis in words, and which of them are not certain."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from arnak_env.cli.content import check_names, print_json, show_doubts
from arnak_env.cli.errors import plain_errors
from arnak_env.cli.terminal import say, say_facts

if TYPE_CHECKING:
    from arnak_env.arkeis.component_words import Component
    from arnak_env.arkeis.content import Content


def content_of_arkeis(names: Sequence[str], authored: bool, uncertain: bool, as_json: bool, facts: Path | None) -> None:
    """Print components, all ids, or the values in doubt; the arguments are those of `arnak content`."""
    with plain_errors():
        from arnak_env.arkeis.component_search import find_components, known_components
        from arnak_env.arkeis.content import authored_entries, load_content
        from arnak_env.arkeis.words import Names

        printed = load_content(facts)
        check_names(names, authored or uncertain)
        found = [component for name in names for component in find_components(Names(printed), name)]
    doubts = authored_entries(printed)
    if authored or uncertain:
        chosen = [doubt for doubt in doubts if uncertain or doubt.confidence == "authored"]
        show_doubts(printed, chosen, "less than certain" if uncertain else "authored", as_json)
    elif as_json:
        print_json([_record(printed, component) for component in found or known_components(Names(printed))])
    elif found:
        for component in found:
            _show(printed, component)
    else:
        _show_all(printed, len(doubts))


def _file(printed: Content, component: Component) -> str:
    if component.kind != "clue":
        return printed.library.origin[component.kind, component.entry]
    episode = printed.episode(component.slot).episode.id
    own = printed.library.origin["episode", episode]
    return printed.library.origin.get(("cards", f"{episode} {component.entry}"), own)


def _fields(printed: Content, component: Component) -> dict[str, Any]:
    if component.kind != "clue":
        return printed.library.entries[component.kind][component.entry]
    cards = printed.library.episodes[component.slot]["cards"]
    return next({**card} for card in cards if card["id"] == component.entry)


def _record(printed: Content, component: Component) -> dict[str, Any]:
    record = {"kind": component.kind, "id": component.entry, "file": _file(printed, component)}
    if component.kind == "clue":
        record["episode"] = printed.episode(component.slot).episode.id
    return {**record, "fields": _fields(printed, component)}


def _show(printed: Content, component: Component) -> None:
    from arnak_env.arkeis.component_words import component_words
    from arnak_env.arkeis.words import Names

    heading, lines = component_words(Names(printed, component.slot), component)
    episode = [("episode", printed.episode(component.slot).episode.title)] if component.kind == "clue" else []
    say_facts(heading, [*episode, *lines, ("file", _file(printed, component))])


def _show_all(printed: Content, doubts: int) -> None:
    """Print the ids of all components by kind, Clue cards by episode."""
    from arnak_env.arkeis.component_search import known_components
    from arnak_env.arkeis.component_words import COMPONENTS
    from arnak_env.arkeis.words import Names

    ids: dict[str, list[str]] = {}
    for component in known_components(Names(printed)):
        words = f"{COMPONENTS[component.kind]}s".replace("kind of Adversarys", "kinds of Adversaries")
        if component.kind == "clue":
            words += f" of {printed.episode(component.slot).episode.id}"
        ids.setdefault(words, []).append(component.entry)
    for words, entries in ids.items():
        say(f"{words[0].upper()}{words[1:]}: {', '.join(entries)}")
    typer.echo()
    say("`arnak content --game arkeis NAME` says what a component does; `--authored`, `--uncertain`: values in doubt.")
    say(f"{doubts} values are less than certain; content {printed.fingerprint[:16]}")
