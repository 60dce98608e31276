"""Every printed fact of the game, read from the TOML files of this folder and compiled to the tables of the rules.

Each entry carries its sources and how sure it is. Whoever owns the box corrects a line of TOML, or keeps corrections in
a file of their own and passes it as `override`.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from arnak_env.arnak.content.chains import check_chains
from arnak_env.arnak.content.checks import check_together
from arnak_env.arnak.content.entries import (
    FOLDER,
    Entries,
    Fields,
    InlineOverride,
    Origin,
    apply_override,
    closest,
    read_entries,
    rules_data,
)
from arnak_env.arnak.content.fill import Filler, Programs
from arnak_env.arnak.content.schema import DOCUMENTATION, IDENTITY, KINDS, SURE
from arnak_env.core.arguments import shown
from arnak_env.core.content_errors import ContentError, Place

__all__ = [
    "Content",
    "ContentError",
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
        entries: fields by kind and id, for example ``entries["card"]["ostrich"]["cost"]``.
        origin: the file of each entry, by (kind, id).
        programs: first row of each compiled effect, by (kind, id, field); 0: no effect.
        tables: array of one element of `arnak_env.arnak.tables.TABLES`, the form the rules use. Do not write to it.
        fingerprint: sha256 of everything the rules depend on; notes, names and sources do not change it.
    """

    entries: Entries
    origin: Origin
    programs: Programs
    tables: np.ndarray
    fingerprint: str

    def entry(self, kind: str, entry: str) -> Fields:
        """Return the fields of one entry.

        Raises:
            KeyError: for an unknown kind or id; the message names the closest ones.
        """
        if kind not in self.entries:
            raise KeyError(f"unknown kind {kind!r}; {closest(kind, tuple(KINDS))}")
        if entry not in self.entries[kind]:
            raise KeyError(f"unknown {kind} {entry!r}; {closest(entry, KINDS[kind].ids)}")
        return self.entries[kind][entry]


def load_content(override: str | os.PathLike[str] | Content | None = None) -> Content:
    """Return the content; without an override always the same object.

    Args:
        override: a TOML file with entries of the same shape, whose fields replace ours by id, for example
            ``[[card]]``, ``id = "ostrich"``, ``cost = 2``. It is checked like our own files. A `Content` is returned
            as it is.

    Raises:
        ContentError: when the content cannot be used; the message names file, entry, field and what would be right.
        ValueError: when `override` is nothing of that.
    """
    if override is None:
        return _default_content()
    if isinstance(override, Content):
        return override
    if not isinstance(override, str | os.PathLike):
        raise ValueError(f"content must be None, the path of an override file, or a Content, got {shown(override)}")
    return build_content(FOLDER, Path(override))


@functools.lru_cache(maxsize=1)
def _default_content() -> Content:
    return build_content(FOLDER)


def amend_content(content: Content, data: Mapping[str, Any], name: str) -> Content:
    """Return a content with some fields replaced, in the shape of a parsed override file.

    Args:
        content: what the override is applied to; it is not changed.
        data: entries by kind, for example ``{"card": [{"id": "ostrich", "cost": 2}]}``.
        name: where the override stands, for error messages.

    Raises:
        ContentError: when the content cannot be used; the message names `name`, entry, field and what would be right.
    """
    return build_content(FOLDER, InlineOverride(name, data), content)


def build_content(folder: Path, override: Path | InlineOverride | None = None, base: Content | None = None) -> Content:
    """Read, check and compile the content files of a folder, or the entries of `base`."""
    entries, origin = read_entries(folder) if base is None else (copy.deepcopy(base.entries), dict(base.origin))
    if override is not None:
        apply_override(entries, origin, override, folder)
    try:
        check_together(entries, origin)
        filler = Filler(entries, origin)
        tables = filler.fill()
        check_chains(filler.rows, filler.programs, entries, origin)
    except ContentError as error:
        if override is None or error.place.file == override.name:
            raise
        # The entry that does not fit may be one of ours that the override left alone.
        raise ContentError(error.place, f"{error.problem} (with the override {override.name})") from None
    canonical = json.dumps(rules_data(entries), sort_keys=True, separators=(",", ":"))
    return Content(entries, origin, filler.programs, tables, hashlib.sha256(canonical.encode()).hexdigest())


class Doubt(NamedTuple):
    """A value that is not certain: where it stands, what we use, and how sure it is."""

    file: str
    kind: str
    entry: str
    field: str  # empty: the entry as a whole
    value: Any
    confidence: str


def authored_entries(content: Content) -> list[Doubt]:
    """List every value that is less than certain, in the order of the files.

    A field with a confidence of its own is listed by itself; an entry marked as a whole is listed with the fields that
    have none.
    """
    doubts = []
    for kind, of_kind in content.entries.items():
        for entry, fields in of_kind.items():
            file = content.origin[kind, entry]
            own = [name.removesuffix("_confidence") for name in fields if name.endswith("_confidence")]
            if fields["confidence"] not in SURE:
                rest = {
                    name: value
                    for name, value in fields.items()
                    if name not in (*own, *DOCUMENTATION, *IDENTITY) and not name.endswith("_confidence")
                }
                if rest:
                    doubts.append(Doubt(file, kind, entry, "", rest, fields["confidence"]))
            for name in own:
                if fields[f"{name}_confidence"] not in SURE:
                    doubts.append(Doubt(file, kind, entry, name, fields[name], fields[f"{name}_confidence"]))
    return doubts
