"""All checks of content whose effects are compiled, in their order."""

from __future__ import annotations

from collections.abc import Iterator

from arnak_env.arkeis.content.check_cards import check_cards, check_sheet
from arnak_env.arkeis.content.check_map import check_map
from arnak_env.arkeis.content.check_walk import check_reach, check_walk
from arnak_env.arkeis.content.checks import check_together
from arnak_env.arkeis.content.models import Models
from arnak_env.arkeis.content.overview import Overview
from arnak_env.core.content_errors import ContentError

Problems = Iterator[ContentError]


def all_problems(models: Models) -> Problems:
    """Yield what is wrong with compiled content, the most important first."""
    yield from check_together(models)
    for slot in models.episodes:
        yield from episode_problems(Overview(models, slot))


def episode_problems(view: Overview) -> Problems:
    """Yield what is wrong with an episode whose effects are compiled."""
    board = [*check_map(view), *check_sheet(view)]
    cards = list(check_cards(view))
    yield from board
    yield from cards
    if not board:  # what is wrong there leads to nothing, which is no fault of its own
        reach = list(check_reach(view))
        yield from reach
        if not cards and not reach:
            yield from check_walk(view)
