"""All checks of content whose effects are compiled, in their order."""

from __future__ import annotations

from collections.abc import Iterator

from arnak_env.arkeis.content.check_cards import check_cards, check_sheet
from arnak_env.arkeis.content.check_map import check_map
from arnak_env.arkeis.content.check_walk import check_reach
from arnak_env.arkeis.content.checks import check_together
from arnak_env.arkeis.content.models import Models
from arnak_env.arkeis.content.overview import Overview
from arnak_env.arkeis.notation import ContentError

Problems = Iterator[ContentError]


def all_problems(models: Models) -> Problems:
    """Yield what is wrong with compiled content, the most important first."""
    yield from check_together(models)
    for slot in models.episodes:
        yield from episode_problems(Overview(models, slot))


def episode_problems(view: Overview) -> Problems:
    """Yield what is wrong with an episode whose effects are compiled."""
    board = list(check_map(view))
    yield from board
    yield from check_cards(view)
    yield from check_sheet(view)
    if not board:  # the walk needs a board
        yield from check_reach(view)
