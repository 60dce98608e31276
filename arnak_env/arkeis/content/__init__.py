"""Every fact of Arkeis, read from the TOML files of this folder and compiled to the tables of the rules.

The published campaign is not public: what the rulebook prints is marked `rulebook` or `described`, the rest is ours and
marked `authored`. Corrections, further objects and whole episodes come from files of the same shape.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from arnak_env.arkeis.content import schema
from arnak_env.arkeis.content.check_episode import all_problems
from arnak_env.arkeis.content.doubts import Doubt, doubts
from arnak_env.arkeis.content.entries import Document, Library, add_document, own_library, parse_file
from arnak_env.arkeis.content.fill import Filler, Programs
from arnak_env.arkeis.content.fill_episode import fill_episodes, fill_weights
from arnak_env.arkeis.content.models import Models, models_of
from arnak_env.core.arguments import shown
from arnak_env.core.content_errors import ContentError, Place

__all__ = [
    "Content",
    "ContentError",
    "ContentSource",
    "Doubt",
    "Place",
    "amend_content",
    "authored_entries",
    "build_content",
    "load_content",
]


@dataclass(frozen=True, eq=False)
class Content:
    """The whole content of the game.

    Attributes:
        models: entries in their shapes, for example ``models.objects["crowbar"].coin_value``.
        programs: first row of each compiled effect, by (kind, id, field), in episodes by (episode, kind and id, field).
        tables: array of one element of `arnak_env.arkeis.tables.TABLES`, the form the rules use. Do not write to it.
        objects: number of each object by id; objects of other files take the places of ``other_object_...``.
        upgrades: number of each camp upgrade by id.
        campaign_flags: number of each campaign flag, as bits of the game record.
        documents: the files this content adds to that of the package.
        library: the entries as they are written, with the file of each.
        fingerprint: sha256 of everything the rules depend on; names and texts do not change it.
    """

    models: Models
    programs: Programs
    tables: np.ndarray
    objects: dict[str, int]
    upgrades: dict[str, int]
    campaign_flags: dict[str, int]
    documents: tuple[Document, ...]
    library: Library
    fingerprint: str

    def episode(self, slot: int) -> schema.Episode:
        """Return the episode in a slot: its titles, names, texts and cards.

        Raises:
            KeyError: when there is none.
        """
        if slot not in self.models.episodes:
            raise KeyError(f"no episode in slot {slot}; there are {sorted(self.models.episodes)}")
        return self.models.episodes[slot]

    def slot_of(self, episode: int | str) -> int:
        """Return the slot of an episode given by its number or its id.

        Raises:
            ValueError: when there is none; the message names the known ones.
        """
        for slot, known in self.models.episodes.items():
            head = known.episode
            if episode == head.id or (episode == head.number and not isinstance(episode, bool)):
                return slot
        known_ones = ", ".join(
            head.id if head.number is None else f"{head.number} ({head.id})"
            for head in (known.episode for known in self.models.episodes.values())
        )
        raise ValueError(f"unknown episode {shown(episode)}; known are {known_ones}")

    @property
    def corrections(self) -> dict[str, Any]:
        """What this content adds to that of the package, as replays keep it; empty when there is nothing."""
        if not self.documents:
            return {}
        return {"documents": [[document.name, dict(document.data)] for document in self.documents]}


ContentSource: TypeAlias = "str | os.PathLike[str] | Content | Iterable[str | os.PathLike[str]] | None"


def load_content(content: ContentSource = None) -> Content:
    """Return the content; for None always the same object.

    Args:
        content: None for that of the package; a TOML file, or several, with corrections of known entries, further
            objects, or a whole episode; a `Content` is returned as it is.

    Raises:
        ContentError: when the content cannot be used; the message names file, entry, field and what would be right.
        ValueError: when `content` is nothing of that.
    """
    if content is None:
        return _default_content()
    if isinstance(content, Content):
        return content
    paths = [content] if isinstance(content, str | os.PathLike) else content
    if not isinstance(paths, list | tuple) or not all(isinstance(path, str | os.PathLike) for path in paths):
        raise ValueError(
            f"content must be None, the path of a file, a list of paths, or a Content, got {shown(content)}"
        )
    if not paths:
        return _default_content()
    return build_content(parse_file(Path(path)) for path in paths)


def amend_content(corrections: Mapping[str, Any], name: str) -> Content:
    """Return the content with what a replay recorded, see `Content.corrections`.

    Raises:
        ContentError: when the content cannot be used, or `corrections` is damaged.
    """
    documents = corrections.get("documents", [])
    shape = isinstance(documents, list) and all(
        isinstance(pair, list | tuple) and len(pair) == 2 and isinstance(pair[0], str) and isinstance(pair[1], Mapping)
        for pair in documents
    )
    if not shape or set(corrections) - {"documents"}:
        raise ContentError(Place(name), "the recorded content is damaged; right would be a list of documents")
    return build_content(Document(*pair) for pair in documents) if documents else load_content()


@functools.lru_cache(maxsize=1)
def _default_content() -> Content:
    return build_content(())


def build_content(documents: Iterable[Document]) -> Content:
    """Read, check and compile the content of the package with further files."""
    added = tuple(documents)
    library = own_library().copy()
    for document in added:
        add_document(library, document)
    try:
        return compile_library(library, added)
    except ContentError as error:
        names = [document.name for document in added]
        if not added or error.place.file in names:
            raise
        # The entry that does not fit may be one of ours that the files left alone.
        raise ContentError(error.place, f"{error.problem} (with {', '.join(names)})") from None


def compile_library(library: Library, documents: tuple[Document, ...]) -> Content:
    """Check and compile a library."""
    models = models_of(library)
    filler = Filler(models)
    filler.fill()
    fill_episodes(filler)
    for problem in all_problems(models):
        raise problem
    fill_weights(filler)
    return Content(
        models=models,
        programs=filler.programs,
        tables=filler.finish(),
        objects=filler.objects,
        upgrades=filler.upgrades,
        campaign_flags=dict(filler.encoder.campaign_flags.numbers),
        documents=documents,
        library=library,
        fingerprint=_fingerprint(library),
    )


def authored_entries(content: Content) -> list[Doubt]:
    """List every value that the rulebook does not print, in the order of the files."""
    return list(doubts(content.library))


def _fingerprint(library: Library) -> str:
    data = {
        "entries": _facts(library.entries),
        "tables": _facts(library.tables),
        "episodes": {str(slot): _facts(data) for slot, data in sorted(library.episodes.items())},
    }
    return hashlib.sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()


def _facts(value: Any) -> Any:
    """Return entries without what only people read; their order stays, because numbers follow it."""
    if isinstance(value, Mapping):
        hidden = schema.DISPLAY | schema.PROVENANCE
        hidden |= {"special_rules"} if "title" in value else set()  # of an episode: reminders for people
        return {key: _facts(inner) for key, inner in sorted_fields(value) if key not in hidden}
    if isinstance(value, list):
        return [_facts(inner) for inner in value]
    return value


def sorted_fields(value: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the items of a table: fields in alphabetical order, entries by id in theirs."""
    fields = not all(isinstance(inner, Mapping) for inner in value.values())
    return sorted(value.items()) if fields else list(value.items())
