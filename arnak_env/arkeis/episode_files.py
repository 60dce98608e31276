"""Episodes that are given by the path of their file instead of by number or id."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arnak_env.arkeis.content import Content, ContentError, Place, build_content
from arnak_env.arkeis.content.entries import Document, parse_file

SUFFIX = ".toml"


def is_episode_file(episode: Any) -> bool:
    """Return whether an episode is given by a path: a path object, or text that ends as files of content do."""
    return isinstance(episode, os.PathLike) or (isinstance(episode, str) and episode.endswith(SUFFIX))


def with_episode_files(content: Content, episodes: Sequence[Any]) -> tuple[Content, list[Any]]:
    """Return the content with the files that are given as episodes, and the episodes with ids instead of paths.

    Raises:
        ContentError: when a file cannot be used; the message names file, entry, field and what would be right.
    """
    paths = {os.fspath(episode) for episode in episodes if is_episode_file(episode)}
    if not paths:
        return content, list(episodes)
    documents = {path: parse_file(Path(path)) for path in sorted(paths)}
    ids = {path: _episode_id(document) for path, document in documents.items()}
    known = {document.name: document for document in content.documents}
    new = [document for document in documents.values() if known.get(document.name) != document]
    if new:
        content = build_content([*content.documents, *new])
    return content, [ids[os.fspath(one)] if is_episode_file(one) else one for one in episodes]


def _episode_id(document: Document) -> Any:
    head = document.data.get("episode")
    if not isinstance(head, dict) or "id" not in head:
        raise ContentError(Place(document.name), "no episode: the file has no table [episode] with an id")
    return head["id"]
