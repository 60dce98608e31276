"""Reading the content files: entries by kind and id, checked one by one, and the override of single fields."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from arnak_env.arnak.content.schema import CONFIDENCE, DOCUMENTATION, KINDS, SETTINGS, Kind
from arnak_env.core.content_errors import ContentError, Place

FOLDER = Path(__file__).parent
FILES = tuple(dict.fromkeys(file for kind in KINDS.values() for file in kind.files))
SOURCES_FILE = "sources.toml"
CORRECTED = "high"  # of a field that a user has replaced without saying how sure it is

Fields = dict[str, Any]
Entries = dict[str, dict[str, Fields]]  # kind, id, field
Origin = dict[tuple[str, str], str]  # (kind, id): file, for error messages and documentation


class InlineOverride(NamedTuple):
    """An override that stands inside another file; `name` says where, for error messages."""

    name: str
    data: Mapping[str, Any]


def closest(word: object, known: tuple[str, ...]) -> str:
    """What the word probably should have been, for an error message."""
    close = difflib.get_close_matches(str(word), known, 4, 0.5)
    return "closest: " + ", ".join(close) if close else "known are " + ", ".join(known)


def _parse(path: Path) -> dict[str, Any]:
    place = Place(path.name)
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        raise ContentError(place, f"there is no file {path}") from None
    except OSError as error:
        raise ContentError(place, f"the file {path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(place, f"not a TOML file: {error}") from None
    except RecursionError:
        raise ContentError(place, "not a file of entries: its values are nested too deeply") from None
    except ValueError as error:  # a name that no file can have
        raise ContentError(place, f"there is no file {str(path)!r}: {error}") from None


def _tables(name: str, data: Mapping[str, Any], kinds: tuple[str, ...]) -> list[tuple[str, Fields]]:
    """Return (kind, fields) of all entries of a file, in their order."""
    found = []
    for kind, entries in data.items():
        if kind not in kinds:
            raise ContentError(Place(name), f"unknown kind of entry {kind!r}; {closest(kind, kinds)}")
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise ContentError(Place(name, kind), f"entries are written as [[{kind}]]")
        for number, fields in enumerate(entries, 1):
            if not isinstance(fields.get("id"), str):
                raise ContentError(Place(name, kind), f"entry number {number} has no id")
            if fields["id"] not in KINDS[kind].ids:
                raise ContentError(
                    Place(name, kind, fields["id"]), f"unknown id; {closest(fields['id'], KINDS[kind].ids)}"
                )
            found.append((kind, dict(fields)))
    return found


def read_sources(folder: Path = FOLDER) -> dict[str, str]:
    """Return what each source code means."""
    return {entry["code"]: entry["what"] for entry in _parse(folder / SOURCES_FILE)["source"]}


def read_entries(folder: Path = FOLDER) -> tuple[Entries, Origin]:
    """Read all files of a content folder; every entry is checked on its own.

    Raises:
        ContentError: for a broken file, a missing, doubled or unknown entry, or a field that cannot be right.
    """
    sources = tuple(read_sources(folder))
    found: Entries = {kind: {} for kind in KINDS}
    origin: Origin = {}
    for name in FILES:
        path = folder / name
        kinds = tuple(kind for kind, shape in KINDS.items() if name in shape.files)
        for kind, fields in _tables(name, _parse(path), kinds):
            entry = fields.pop("id")
            if entry in found[kind]:
                raise ContentError(Place(name, kind, entry), f"the id stands twice, first in {origin[kind, entry]}")
            check_fields(Place(name, kind, entry), fields, sources)
            found[kind][entry] = fields
            origin[kind, entry] = name
    for kind, shape in KINDS.items():
        for entry in shape.ids:
            if entry not in found[kind]:
                files = " or ".join(shape.files)
                raise ContentError(Place(files, kind, entry), "the entry is missing")
        found[kind] = {entry: found[kind][entry] for entry in shape.ids}
    return found, origin


def apply_override(entries: Entries, origin: Origin, path: Path | InlineOverride, folder: Path = FOLDER) -> None:
    """Replace fields of `entries` by those of an override file, which has entries of the same shape.

    Only the fields given are replaced, each as a whole; an error names the override file. The confidence given is that
    of these fields: what we said of them no longer holds, and what we say of the others still does.
    """
    sources = tuple(read_sources(folder))
    data = path.data if isinstance(path, InlineOverride) else _parse(path)
    seen = set()
    for kind, fields in _tables(path.name, data, tuple(KINDS)):
        entry = fields.pop("id")
        place = Place(path.name, kind, entry)
        if (kind, entry) in seen:
            raise ContentError(place, "the id stands twice")
        seen.add((kind, entry))
        check_fields(place, {**entries[kind][entry], **fields}, sources)
        entries[kind][entry].update(_with_own_confidence(kind, fields))
        origin[kind, entry] = path.name


def _with_own_confidence(kind: str, fields: Fields) -> Fields:
    """Return the fields of an override with the confidence of the entry moved to each of them."""
    shape: Kind = KINDS[kind]
    replaced = [name for name in fields if name in shape.required or name in shape.optional]
    given = {name: value for name, value in fields.items() if name != "confidence"}
    if not replaced:
        return fields
    confidence = fields.get("confidence", CORRECTED)
    return {**{f"{name}_confidence": confidence for name in replaced}, **given}


def check_fields(place: Place, fields: Fields, sources: tuple[str, ...]) -> None:
    """Check the fields of one entry by the shape of its kind."""
    shape: Kind = KINDS[place.kind]
    checks = {**shape.required, **shape.optional}
    for name in (*shape.required, "source", "confidence"):
        if name not in fields:
            raise ContentError(place._replace(field=name), "the field is missing")
    for name, value in fields.items():
        here = place._replace(field=name)
        if name in ("source", "effect_source"):
            _check_sources(here, value, sources)
        elif name == "notes":
            if not isinstance(value, list) or not all(isinstance(note, str) for note in value):
                raise ContentError(here, f"{value!r} is not right; right would be a list of texts")
        elif name == "confidence" or (name.endswith("_confidence") and name.removesuffix("_confidence") in checks):
            if value not in CONFIDENCE:
                raise ContentError(here, f"unknown confidence {value!r}; known are {', '.join(CONFIDENCE)}")
        elif name not in checks:
            known = (*checks, "source", "confidence", "notes")
            raise ContentError(here, f"unknown field; {closest(name, known)}")
        else:
            check = SETTINGS[place.entry] if place.kind == "setting" else checks[name]
            problem = check(value)
            if problem:
                raise ContentError(here, f"{value!r} is not right; right would be {problem}")


def _check_sources(place: Place, value: Any, sources: tuple[str, ...]) -> None:
    if not isinstance(value, list) or not value:
        raise ContentError(place, f"{value!r} is not right; right would be a list of source codes")
    for code in value:
        if code not in sources:
            raise ContentError(place, f"unknown source {code!r}; known are {', '.join(sources)} (see {SOURCES_FILE})")


def rules_data(entries: Entries) -> dict[str, Any]:
    """The entries without what only people read; equal data means equal rules."""
    return {
        kind: {
            entry: {
                name: value
                for name, value in fields.items()
                if name not in DOCUMENTATION and not name.endswith("_confidence")
            }
            for entry, fields in of_kind.items()
        }
        for kind, of_kind in entries.items()
        if kind not in ("category", "open_question")
    }
