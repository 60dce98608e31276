"""The content of a scenario: that of the package, with entries and parts of an episode changed."""

from __future__ import annotations

import copy
from typing import Any

from arnak_env.arkeis.content import Content, build_content
from arnak_env.arkeis.content.entries import Document, own_library
from arnak_env.core.content_errors import ContentError, Place


def changed_content(known: Content, corrections: dict[str, Any], episode: dict[str, Any], name: str) -> Content:
    """Return a content with changes.

    Args:
        known: the content before.
        corrections: entries, in the shape of a content file.
        episode: parts of an episode, in the shape of an episode file. Tables are merged; of lists whose entries have an
            id (cards, links, zones) the entries with the same id are merged and the others added; all other values are
            replaced. ``number`` says which episode, 0 when it is left out.
        name: what the changes are called in error messages.

    Raises:
        ContentError: an entry is not as it should be; the message names the scenario, the entry and the field.
    """
    documents = [*known.documents]
    if corrections:
        documents.append(Document(name, corrections))
    if episode:
        documents.append(Document(name, _changed_episode(known, episode, name)))
    return build_content(documents)


def _changed_episode(known: Content, changes: dict[str, Any], name: str) -> dict[str, Any]:
    number = changes.get("number", 0)
    try:
        slot = known.slot_of(number)
    except ValueError as error:
        raise ContentError(Place(name, "episode", "number"), str(error)) from None
    written = [document.data for document in known.documents if "episode" in document.data]
    own = own_library().episodes.get(slot)
    same = [data for data in written if data["episode"].get("number") == number]
    base = same[-1] if same else own
    if base is None:
        raise ContentError(Place(name, "episode", "number"), f"the episode {number!r} cannot be changed in a scenario")
    return dict(_merged(copy.deepcopy(dict(base)), {key: changes[key] for key in changes if key != "number"}))


def _merged(old: Any, new: Any) -> Any:
    """Return a value with changes laid over it."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}
    if _has_ids(old) and _has_ids(new):
        changed = {entry["id"]: entry for entry in old}
        for entry in new:
            changed[entry["id"]] = _merged(changed.get(entry["id"], {}), entry)
        return list(changed.values())
    return copy.deepcopy(new)


def _has_ids(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) and "id" in one for one in value)
