"""Which values are not facts about the published game: what is ours, and what only follows from its descriptions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from arnak_env.arkeis.content.entries import Fields, Library
from arnak_env.arkeis.content.schema import DISPLAY, PROVENANCE

CERTAIN = "rulebook"


class Doubt(NamedTuple):
    """A value that the rulebook does not print: where it stands, what we use, and how sure it is."""

    file: str
    kind: str
    entry: str
    field: str  # empty: the entry as a whole
    value: Any
    confidence: str


def doubts(library: Library) -> Iterator[Doubt]:
    """Yield every value that is not printed in the rulebook, in the order of the entries; episodes by their cards."""
    for kind, entries in library.entries.items():
        for entry, fields in entries.items():
            yield from _of_entry(library.origin[kind, entry], kind, entry, fields)
    for name, fields in library.tables.items():
        yield from _of_entry(library.origin["table", name], name, "", fields)
    for data in library.episodes.values():
        head = data["episode"]
        file = library.origin["episode", head["id"]]
        yield from _of_entry(file, "episode", head["id"], head)
        for card in data["cards"]:
            own = library.origin.get(("cards", f"{head['id']} {card['id']}"), file)
            told = {"confidence": head.get("confidence", "authored"), **card}
            yield from _of_entry(own, "cards", card["id"], told)


def _of_entry(file: str, kind: str, entry: str, fields: Fields) -> Iterator[Doubt]:
    whole = fields.get("confidence", "authored")
    words = dict(whole) if isinstance(whole, Mapping) else {}
    words.update(fields.get("confidence_fields", {}))
    facts = {name: value for name, value in fields.items() if name not in DISPLAY | PROVENANCE and name != "id"}
    rest = {name: value for name, value in facts.items() if name not in words}
    if isinstance(whole, str) and whole != CERTAIN and rest:
        yield Doubt(file, kind, entry, "", rest, whole)
    for name, word in words.items():
        if word != CERTAIN and name in facts:
            yield Doubt(file, kind, entry, name, facts[name], word)
