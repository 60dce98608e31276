"""A statement on the Clue deck that no single position can show."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arnak_env.arkeis.actions import A_CLUE, A_FINISH
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.content import Content, load_content
from arnak_env.arkeis.opcodes import SYMBOL_IDS
from arnak_env.arkeis.position import build_position, describe_position

GAMES = 600
SLACK = 4.5  # standard deviations
PILE = ("e0-03", "e0-04")  # the cards of one symbol


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


def share_of_the_second(read: list[str], content: Content) -> float:
    """Return how often the second card of the pile is drawn when the cards `read` are no longer in the deck."""
    spec: dict[str, Any] = {"explorers": {"rhiat": {"square": "A2"}}, "adversaries": {}, "cards": {"read": read}}
    games = [build_position({**spec, "game": {"seed": seed}}, content) for seed in range(GAMES)]
    batch = Batch.from_games(np.concatenate(games))
    batch.step(np.full(GAMES, A_FINISH))
    batch.step(np.full(GAMES, A_CLUE + SYMBOL_IDS.index("red-moon")))
    return sum(PILE[1] not in describe_position(game, content)["cards"]["deck"] for game in batch.games) / GAMES


def test_a_deck_split_by_symbol_is_drawn_from_alike(content: Content) -> None:
    """R-034: a card comes as often from the whole deck as from the pile of its symbol alone."""
    cards = [card.id for card in content.episode(content.slot_of(0)).cards]
    others = [card for card in cards if card not in PILE]
    assert len(others) == len(cards) - len(PILE)
    for read in ([], others[: len(others) // 2], others):
        assert abs(share_of_the_second(read, content) - 1 / 2) <= SLACK * (1 / 4 / GAMES) ** 0.5
