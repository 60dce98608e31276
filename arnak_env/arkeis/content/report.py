"""What can be said about an episode file without playing it: problems, figures, a map."""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass, field
from pathlib import Path

from arnak_env.arkeis.content import Content, build_content, schema
from arnak_env.arkeis.content.check_cards import check_sheet
from arnak_env.arkeis.content.check_episode import episode_problems
from arnak_env.arkeis.content.check_map import check_map
from arnak_env.arkeis.content.checks import check_together
from arnak_env.arkeis.content.entries import (
    Document,
    add_document,
    own_library,
    parse_file,
    shape_problems,
    unknown_key,
)
from arnak_env.arkeis.content.fill import Filler
from arnak_env.arkeis.content.fill_episode import fill_episodes
from arnak_env.arkeis.content.map_text import map_text
from arnak_env.arkeis.content.models import models_of
from arnak_env.arkeis.content.overview import Overview
from arnak_env.arkeis.notation import uses
from arnak_env.core.content_errors import ContentError, Place


@dataclass(frozen=True)
class EpisodeReport:
    """The static checks of one episode file.

    Attributes:
        file: name of the file.
        id: id of the episode, empty when the file has none that can be read.
        title: title of the episode.
        problems: what is wrong, each with its place; empty: the episode can be played.
        figures: counts by their names, such as cards or squares.
        map: the board as text.
        content: the content with this episode, None when there are problems.
        slot: slot of the episode in `content`.
        readable: False for a file that is no TOML, or empty; its one problem says so.
    """

    file: str
    id: str = ""
    title: str = ""
    problems: tuple[str, ...] = ()
    figures: dict[str, int] = field(default_factory=dict)
    map: str = ""
    content: Content | None = None
    slot: int = -1
    readable: bool = True


def check_episode(path: str | os.PathLike[str]) -> EpisodeReport:
    """Check an episode file against the content of this package; never raises for what is wrong with the file."""
    try:
        document = parse_file(Path(path))
    except ContentError as error:
        return EpisodeReport(Path(path).name, problems=(str(error),), readable=False)
    if not document.data:
        problem = ContentError(Place(document.name), "the file is empty; right would be a table [episode] and the rest")
        return EpisodeReport(document.name, problems=(str(problem),), readable=False)
    if "episode" not in document.data:
        problem = ContentError(Place(document.name), "no episode; right would be a table [episode] and the rest")
        return EpisodeReport(document.name, problems=(str(problem),))
    data = {key: value for key, value in document.data.items() if key in schema.EPISODE_KEYS}
    kinds = (*schema.EPISODE_KEYS, *schema.ENTRY_SHAPES, *schema.TABLE_SHAPES)
    unknown = [key for key in document.data if key not in kinds]
    broken = [unknown_key(document.name, key) for key in unknown]
    meant = {word for key in unknown for word in difflib.get_close_matches(key, schema.EPISODE_KEYS, 1)}
    broken += [
        problem
        for problem in shape_problems(schema.Episode, data, Place(document.name, "episode"))
        if problem.place.kind not in meant or problem.place.field  # the table that is missing is the unknown one
    ]
    if broken:
        return EpisodeReport(document.name, problems=tuple(str(problem) for problem in broken))
    return _checked(document, schema.Episode.model_validate(data).episode)


def _checked(document: Document, head: schema.EpisodeHead) -> EpisodeReport:
    library = own_library().copy()
    try:
        add_document(library, document)
        models = models_of(library)
        slot = next(slot for slot, known in models.episodes.items() if known.episode.id == head.id)
        problems: list[ContentError] = []
        filler = Filler(models, problems)
        filler.fill()
        fill_episodes(filler)
    except ContentError as error:
        return EpisodeReport(document.name, head.id, head.title, (str(error),))
    view = Overview(models, slot)
    if problems:  # effects that cannot be read are not walked through
        problems += [*check_map(view), *check_sheet(view)]
    else:
        problems += [*check_together(models), *episode_problems(view)]
    words = tuple(dict.fromkeys(str(problem) for problem in problems))
    content = None if words else build_content([document])
    return EpisodeReport(document.name, head.id, head.title, words, figures(view), map_text(view), content, slot)


def figures(view: Overview) -> dict[str, int]:
    """Return the counts of an episode."""
    episode = view.episode
    dice = [arguments[0] for block in view.blocks for arguments in uses(block.effects, "validate") if arguments]
    return {
        "cards": len(episode.cards),
        "zones": len(episode.zones),
        "squares": len(view.squares),
        "doors": len(view.doors),
        "tokens": len(view.tokens),
        "Adversary miniatures at most": sum(row.count for row in episode.adversaries),
        "boxes of the sheet": sum(bool(box) for row in episode.sheet.rows for box in row),
        "validation dice on the cards": sum(number for number in dice if isinstance(number, int)),
    }
