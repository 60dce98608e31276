"""`arnak content`: the printed facts in words, and which of them are not certain."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from arnak_env.cli.errors import plain_errors
from arnak_env.cli.terminal import say, say_facts

if TYPE_CHECKING:
    from arnak_env.arkeis.content import Doubt as ArkeisDoubt
    from arnak_env.arnak.content import Content, Doubt


GAMES = ("arnak", "arkeis")


def content(
    names: list[str] | None = typer.Argument(None, metavar="[NAME]...", help="Components or settings to show."),
    authored: bool = typer.Option(False, "--authored", help="List the values that stand in for unseen printed ones."),
    uncertain: bool = typer.Option(False, "--uncertain", help="List every value that is less than certain."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON, for programs."),
    facts: Path | None = typer.Option(None, "--content", help="TOML file with corrections of the printed facts."),
    game: str = typer.Option("arnak", help="Game: arnak (Lost Ruins of Arnak) or arkeis (Arkeis)."),
) -> None:
    """Say what a card, site, guardian, assistant, idol, tile or setting does; without a name, list them all.

    With --game arkeis: an Explorer, Adversary, object, Experience card, Trauma, camp upgrade or Clue card.
    """
    with plain_errors():
        if game not in GAMES:
            raise ValueError(f"unknown game {game!r}; games are: {', '.join(GAMES)}")
    if game == "arkeis":
        from arnak_env.cli.content_arkeis import content_of_arkeis

        content_of_arkeis(tuple(names or ()), authored, uncertain, as_json, facts)
        return
    with plain_errors():
        from arnak_env.arnak.content import authored_entries, load_content

        printed = load_content(facts)
        check_names(names, authored or uncertain)
        found = [entry for name in names or () for entry in _find(printed, name)]
    doubts = authored_entries(printed)
    if authored or uncertain:
        chosen = [doubt for doubt in doubts if uncertain or doubt.confidence == "authored"]
        show_doubts(printed, chosen, "less than certain" if uncertain else "authored", as_json)
    elif found and as_json:
        print_json([_entry_record(printed, kind, entry) for kind, entry in found])
    elif found:
        for kind, entry in found:
            _show_entry(printed, kind, entry)
    elif as_json:
        print_json([_entry_record(printed, kind, entry) for kind in printed.entries for entry in printed.entries[kind]])
    else:
        _show_all(printed, len(doubts))


def check_names(names: Sequence[str] | None, listed: bool) -> None:
    """Refuse names together with a list of all values in doubt."""
    if names and listed:
        raise ValueError("NAME goes with neither --authored nor --uncertain: they list values of all entries")


def _find(printed: Content, name: str) -> list[tuple[str, str]]:
    """Return kind and id of everything that has this name."""
    from arnak_env.arnak.component_words import COMPONENTS, find_components

    others = [(kind, name) for kind in printed.entries if kind not in COMPONENTS and name in printed.entries[kind]]
    try:
        return [*find_components(printed, name), *others]
    except ValueError:
        if others:
            return others
        raise


def _entry_record(printed: Content, kind: str, entry: str) -> dict[str, Any]:
    return {"kind": kind, "id": entry, "file": printed.origin[kind, entry], "fields": printed.entries[kind][entry]}


def print_json(value: Any) -> None:
    """Print a value for programs."""
    typer.echo(json.dumps(value, indent=1, ensure_ascii=False))


def _show_entry(printed: Content, kind: str, entry: str) -> None:
    """Print one entry: a component in words, anything else field by field."""
    from arnak_env.arnak.component_words import (
        COMPONENTS,
        Component,
        component_words,
        entry_fields,
        trust_words,
        value_words,
    )

    fields = printed.entries[kind][entry]
    if kind in COMPONENTS:
        heading, lines = component_words(printed, Component(kind, entry))
    else:
        heading = f"{entry}, {kind.replace('_', ' ')}"
        lines = [
            (name.replace("_", " "), value_words(value)) for name, value in entry_fields(printed, kind, entry).items()
        ]
        lines += [("note", note) for note in fields.get("notes", [])]
    say_facts(heading, [*lines, ("confidence", trust_words(fields)), ("file", printed.origin[kind, entry])])


def show_doubts(printed: Any, doubts: Sequence[Doubt | ArkeisDoubt], mark: str, as_json: bool) -> None:
    """Print values that are not certain, by file."""
    from arnak_env.arnak.component_words import value_words
    from arnak_env.arnak.words import amount

    if as_json:
        print_json([doubt._asdict() for doubt in doubts])
        return
    file = ""
    for doubt in doubts:
        if doubt.file != file:
            file = doubt.file
            typer.echo(f"{file}:")
        place = f"{doubt.kind} {doubt.entry}" + (f", {doubt.field}" if doubt.field else "")
        say(f"{place}: {value_words(doubt.value)} ({doubt.confidence})", indent=2)
    are = "is" if len(doubts) == 1 else "are"
    typer.echo(f"{amount(len(doubts), 'value')} {are} {mark}; content {printed.fingerprint[:16]}")


def _show_all(printed: Content, doubts: int) -> None:
    """Print the ids of all components by kind."""
    from arnak_env.arnak.component_words import component_ids

    for words, ids in component_ids(printed).items():
        say(f"{words}: {', '.join(ids)}")
    typer.echo()
    say("`arnak content NAME` says what a component does, `--authored` and `--uncertain` list values in doubt.")
    say(f"{doubts} values are less than certain; content {printed.fingerprint[:16]}")
