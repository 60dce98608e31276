"""Reading the content files: entries by kind and id, single tables by name, and episodes by slot."""

from __future__ import annotations

import copy
import difflib
import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pydantic

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content import schema
from arnak_env.arkeis.content.schema import ENTRY_SHAPES, EPISODE_KEYS, TABLE_SHAPES, Shape
from arnak_env.arkeis.notation import closest
from arnak_env.core.arguments import shown
from arnak_env.core.content_errors import ContentError, Place

FOLDER = Path(__file__).parent
PROLOGUE_NUMBER = -1
LAST_NUMBER = o.FIRST_CUSTOM_SLOT - 2
CORRECTED = "described"  # of a field that a user has replaced without saying how sure it is

Fields = dict[str, Any]
S = TypeVar("S", bound=Shape)


class Document(NamedTuple):
    """A parsed file; `name` says where it stands, for error messages."""

    name: str
    data: Mapping[str, Any]


@dataclass
class Library:
    """All entries as they are written.

    Attributes:
        entries: fields by kind and id.
        tables: fields of the single tables by name.
        episodes: whole episode documents by slot.
        origin: file of each entry, by (kind, id); of tables by ("table", name); of episodes by ("episode", id).
    """

    entries: dict[str, dict[str, Fields]] = field(default_factory=lambda: {kind: {} for kind in ENTRY_SHAPES})
    tables: dict[str, Fields] = field(default_factory=dict)
    episodes: dict[int, Fields] = field(default_factory=dict)
    origin: dict[tuple[str, str], str] = field(default_factory=dict)

    def copy(self) -> Library:
        """Return a library that can be changed alone."""
        return copy.deepcopy(self)


def parse_file(path: Path) -> Document:
    """Read a TOML file.

    Raises:
        ContentError: when there is none, or it is no TOML.
    """
    place = Place(path.name)
    try:
        with path.open("rb") as file:
            return Document(path.name, tomllib.load(file))
    except FileNotFoundError:
        raise ContentError(place, f"there is no file {path}") from None
    except OSError as error:
        raise ContentError(place, f"the file {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        problem = f"not a TOML file, which is written in UTF-8; byte {error.start + 1} is not"
        raise ContentError(place, problem) from None
    except tomllib.TOMLDecodeError as error:
        raise ContentError(place, f"not a TOML file: {error}") from None
    except RecursionError:
        raise ContentError(place, "not a file of entries: its values are nested too deeply") from None
    except ValueError as error:  # a name that no file can have
        raise ContentError(place, f"there is no file {str(path)!r}: {error}") from None


def own_documents(folder: Path = FOLDER) -> list[Document]:
    """Return the content files of a folder: the entries of all episodes first, then the episodes."""
    paths = sorted(folder.glob("*.toml")) + sorted((folder / "episodes").glob("*.toml"))
    documents = [parse_file(path) for path in paths]
    return sorted(documents, key=lambda document: "episode" in document.data)


@functools.lru_cache(maxsize=1)
def own_library() -> Library:
    """Return the library of the package; copy it before changing it."""
    library = Library()
    for document in own_documents():
        add_document(library, document)
    return library


def slot_of_number(number: int | None) -> int | None:
    """Return the slot of an episode number, None when it takes one of those for other episodes."""
    if number is None or not PROLOGUE_NUMBER <= number <= LAST_NUMBER:
        return None
    return number + 1


def add_document(library: Library, document: Document) -> None:
    """Put a file into a library: known entries are corrected field by field, new ones and episodes added.

    Raises:
        ContentError: for a file that cannot be right by itself; the message names it, the entry and the field.
    """
    data = dict(document.data)
    if data.pop("schema_version", 1) != 1:
        raise ContentError(Place(document.name, field="schema_version"), "this release reads version 1")
    if "episode" in data:
        episode = {key: data.pop(key) for key in list(data) if key in EPISODE_KEYS}
        add_episode(library, document.name, episode)
    seen: set[tuple[str, str]] = set()
    for key, value in data.items():
        if key in ENTRY_SHAPES:
            for entry, fields in _entries(document.name, key, value):
                if (key, entry) in seen:
                    raise ContentError(Place(document.name, key, entry), "the id stands twice")
                seen.add((key, entry))
                add_entry(library, document.name, key, entry, fields)
        elif key in TABLE_SHAPES:
            add_table(library, document.name, key, value)
        elif key == "cards":
            correct_cards(library, document.name, value)
        else:
            raise unknown_key(document.name, key)


def unknown_key(file: str, key: str) -> ContentError:
    """Return the error of a table that no content file has."""
    known = dict.fromkeys((*ENTRY_SHAPES, *TABLE_SHAPES, *EPISODE_KEYS))
    return ContentError(Place(file), f"unknown kind of entry {key!r}; {closest(key, known)}")


def _entries(file: str, kind: str, value: Any) -> list[tuple[str, Fields]]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise ContentError(Place(file, kind), f"entries are written as [[{kind}]]")
    found = []
    for number, fields in enumerate(value, 1):
        if not isinstance(fields.get("id"), str):
            raise ContentError(Place(file, kind), f"entry number {number} has no id")
        rest = copy.deepcopy(dict(fields))
        found.append((rest.pop("id"), rest))
    return found


def add_entry(library: Library, file: str, kind: str, entry: str, fields: Fields) -> None:
    """Add an entry, or correct a known one."""
    place = Place(file, kind, entry)
    known = library.entries[kind].get(entry)
    whole = fields if known is None else corrected(known, fields)
    shaped(ENTRY_SHAPES[kind], whole, place)
    library.entries[kind][entry] = whole
    library.origin[kind, entry] = file


def add_table(library: Library, file: str, name: str, fields: Any) -> None:
    """Add a single table, or correct it."""
    place = Place(file, name)
    if not isinstance(fields, dict):
        raise ContentError(place, f"the table is written as [{name}]")
    known = library.tables.get(name)
    whole = copy.deepcopy(fields) if known is None else corrected(known, copy.deepcopy(fields))
    shaped(TABLE_SHAPES[name], whole, place)
    library.tables[name] = whole
    library.origin["table", name] = file


def add_episode(library: Library, file: str, data: Fields) -> None:
    """Put an episode into the slot of its number, or into the first free one for other episodes."""
    episode = shaped(schema.Episode, data, Place(file, "episode")).episode
    others = [slot for slot, known in library.episodes.items() if known["episode"]["id"] == episode.id]
    slot = slot_of_number(episode.number)
    if slot is None:
        free = [k for k in range(o.FIRST_CUSTOM_SLOT, o.EPISODE_SLOTS) if k not in library.episodes or k in others]
        if not free:
            room = o.EPISODE_SLOTS - o.FIRST_CUSTOM_SLOT
            raise ContentError(Place(file, "episode", episode.id), f"one episode too many; there is room for {room}")
        slot = next((k for k in free if k in others), free[0])
    if any(other != slot for other in others):
        problem = f"this is the id of another episode, number {others[0] - 1}; right would be an id of its own"
        raise ContentError(Place(file, "episode", episode.id, "id"), problem)
    library.episodes[slot] = copy.deepcopy(data)
    library.origin["episode", episode.id] = file


def correct_cards(library: Library, file: str, value: Any) -> None:
    """Correct Clue cards of episodes by their ids."""
    for entry, fields in _entries(file, "cards", value):
        place = Place(file, "cards", entry)
        for data in library.episodes.values():
            for k, card in enumerate(data["cards"]):
                if card["id"] == entry:
                    data["cards"][k] = corrected(card, fields)
                    shaped(schema.ClueCard, data["cards"][k], place)
                    library.origin["cards", f"{data['episode']['id']} {entry}"] = file
                    break
            else:
                continue
            break
        else:
            ids = [card["id"] for data in library.episodes.values() for card in data["cards"]]
            raise ContentError(place, f"no episode has this card; {closest(entry, ids)}")


def corrected(known: Fields, fields: Fields) -> Fields:
    """Return an entry with the given fields replaced, each as a whole.

    The confidence given is that of these fields; what was said of the others still holds.
    """
    given = {name: value for name, value in fields.items() if name != "confidence"}
    if not given:
        return {**known, **fields}
    before = known.get("confidence", "authored")
    words = dict(before) if isinstance(before, dict) else {name: before for name in known if name not in _NO_CONFIDENCE}
    now = fields.get("confidence", CORRECTED)
    words.update(now if isinstance(now, dict) else dict.fromkeys(given, now))
    return {**known, **given, "confidence": words}


_NO_CONFIDENCE = ("id", "note", "confidence", "confidence_fields")


def shaped(shape: type[S], fields: Any, place: Place) -> S:
    """Return fields as their shape.

    Raises:
        ContentError: when they do not have it; the message names the first field that is wrong.
    """
    try:
        return shape.model_validate(fields)
    except pydantic.ValidationError as error:
        raise _problem(error.errors(include_url=False)[0], fields, place) from None


def shape_problems(shape: type[Shape], fields: Any, place: Place) -> list[ContentError]:
    """Return every way in which fields do not have a shape; a field with a wrong name is one problem, not two."""
    try:
        shape.model_validate(fields)
    except pydantic.ValidationError as error:
        errors = error.errors(include_url=False)
        missing = [one["loc"] for one in errors if one["type"] == "missing"]
        found = []
        for one in errors:
            problem = _problem(one, fields, place)
            if one["type"] == "extra_forbidden":
                *before, name = one["loc"]
                beside = [str(loc[-1]) for loc in missing if list(loc[:-1]) == before]
                for meant in difflib.get_close_matches(str(name), beside, 1):
                    missing.remove((*before, meant))
                    problem = ContentError(problem.place, f"unknown field; right would be {meant!r}")
            found.append((one, problem))
        return [problem for one, problem in found if one["type"] != "missing" or one["loc"] in missing]
    return []


def _problem(error: Any, fields: Any, place: Place) -> ContentError:
    here = _place(list(error["loc"]), fields, place)
    if error["type"] == "missing":
        return ContentError(here, "the field is missing")
    if error["type"] == "extra_forbidden":
        return ContentError(here, "unknown field")
    if error["type"] == "value_error":
        return ContentError(here, error["msg"].removeprefix("Value error, "))
    return ContentError(here, f"{shown(error['input'])} is not right; {_right(error)}")


def _right(error: Any) -> str:
    """Return what would be right."""
    bounds = error.get("ctx", {})
    match error["type"]:
        case "literal_error":
            words = re.findall(r"'([^']*)'", bounds["expected"])
            return closest(error["input"], words) if words else f"right would be {bounds['expected']}"
        case "too_short":
            return f"right would be {bounds['min_length']} values or more"
        case "too_long":
            return f"right would be {bounds['max_length']} values at most"
        case "string_pattern_mismatch":
            return "right would be letters, digits, _ and -, 40 at most"
    return "right would be " + error["msg"].removeprefix("Input should be ")


def _place(path: list[int | str], fields: Any, place: Place) -> Place:
    """Return where the value at a path stands; an entry inside an episode is named by its id."""
    inner = fields
    for depth, part in enumerate(path):
        try:
            inner = inner[part]
        except (KeyError, IndexError, TypeError):
            break
        named = inner.get("id", inner.get("symbol")) if isinstance(inner, dict) else None
        if place.kind == "episode" and isinstance(named, str):
            return place._replace(kind=str(path[0]), entry=named, field=_written(path[depth + 1 :]))
    if place.kind == "episode" and path:
        return place._replace(kind=str(path[0]), field=_written(path[1:]))
    return place._replace(field=_written(path))


def _written(path: list[int | str]) -> str:
    words = ""
    for part in path:
        if isinstance(part, str) and ("[" in part or part == "dict"):  # a branch of several shapes
            continue
        words += f"[{part + 1}]" if isinstance(part, int) else f".{part}"
    return words.removeprefix(".")
