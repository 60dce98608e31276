"""Statements on Clue, Combat and the Explorers that no single position can show: frequencies, fields, teams."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from arnak_env.arkeis.actions import A_CLUE, A_COMBAT, A_END_TURN, A_FINISH, GROUP_IDS
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.content import Content, load_content
from arnak_env.arkeis.opcodes import SYMBOL_IDS
from arnak_env.arkeis.position import build_position, describe_position

GAMES = 600
SLACK = 4.5  # standard deviations


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


def many(spec: dict[str, Any], content: Content) -> Batch:
    """Return the same position with another seed in each game, at the first action of the turn."""
    games = [build_position({**spec, "game": {**spec.get("game", {}), "seed": seed}}, content) for seed in range(GAMES)]
    batch = Batch.from_games(np.concatenate(games))
    batch.step(np.full(GAMES, A_FINISH))
    return batch


def near(found: float, expected: float, variance: float) -> bool:
    return abs(found - expected) <= SLACK * (variance / GAMES) ** 0.5


def test_one_of_two_cards_with_a_symbol_is_drawn_at_random(content: Content) -> None:
    """R-078: each of the two cards comes equally often, and the other one always stays."""
    batch = many({"explorers": {"rhiat": {"square": "A2"}}, "adversaries": {}}, content)
    batch.step(np.full(GAMES, A_CLUE + SYMBOL_IDS.index("red-moon")))
    second = 0
    for game in batch.games:
        deck = describe_position(game, content)["cards"]["deck"]
        assert "e0-03" in deck or "e0-04" in deck
        second += "e0-04" not in deck  # the first card may have gone back
    assert near(second / GAMES, 1 / 2, 1 / 4)


def test_faces_of_the_combat_die(content: Content) -> None:
    """R-117, R-118: two dice, each hit and block with 1/3, special and Fate with 1/6."""
    assert Counter(content.models.tables.combat_die.faces) == {"hit": 2, "block": 2, "special": 1, "fate": 1}
    spec = {
        "explorers": {"rhiat": {"square": "A1", "adversary_cards": ["golem-1"]}},
        "adversaries": {"A1": ["golem"]},
    }
    batch = many(spec, content)
    batch.step(np.full(GAMES, A_COMBAT + GROUP_IDS.index("golem")))
    asked = np.array([A_FINISH in batch.legal_actions(i) for i in range(GAMES)])
    assert near(float(asked.mean()), 1 - (5 / 6) ** 2, (5 / 6) ** 2 * (1 - (5 / 6) ** 2))  # a Fate face to change
    while not (through := batch.mask[:, A_END_TURN].astype(bool)).all():  # no Fate face is changed, one Golem to hit
        batch.step(np.where(through, -1, batch.mask.argmax(axis=1)), illegal="ignore")
    words = [describe_position(game, content) for game in batch.games]
    blocks = [one["explorers"]["rhiat"]["wounds"] for one in words]
    damage = [one["adversaries"]["A1"][0]["wounds"] for one in words]
    assert set(blocks) == {0, 1, 2}
    assert set(damage) == {0, 1, 2, 3, 4}
    assert near(sum(blocks) / GAMES, 2 / 3, 2 * 2 / 9)
    # one die: 1 Wound with 1/3, 2 Wounds with 1/6
    assert near(sum(damage) / GAMES, 2 * 2 / 3, 2 * (1 / 3 + 4 / 6 - 4 / 9))


def test_relics_have_a_coin_value_and_material_a_slot(content: Content) -> None:
    """R-086, R-088: most Relics have a Coin value, 0 is allowed; each Material belongs to one of the four actions."""
    objects = content.models.objects.values()
    relics = [entry.coin_value for entry in objects if entry.class_ == "relic"]
    assert min(relics) == 0
    assert sum(value > 0 for value in relics) > len(relics) / 2
    assert {entry.slot for entry in objects if entry.class_ == "material"} == {"clue", "move", "combat", "support"}
    assert {entry.slot for entry in objects if entry.class_ == "relic"} == {""}


@pytest.mark.parametrize("turn", ["rhiat", "franck"])
def test_a_card_that_stays_active_is_visible_to_all(content: Content, turn: str) -> None:
    """R-104: whoever is asked sees whether the card lies near the board."""
    seen = []
    for cards in ({"active": ["e0-08"]}, {"read": ["e0-08"]}):
        changed = {"game": {"explorers": ["rhiat", "franck"]}, "turn": turn, "cards": cards}
        batch = Batch.from_games(build_position(changed, content))
        batch.step(np.array([A_FINISH]))
        seen.append(batch.observation[0].copy())
    assert (seen[0] != seen[1]).any()


@pytest.mark.parametrize("explorers", [["robert", "robert_young"], ["robert_young", "franck", "robert"]])
def test_robert_never_plays_with_his_young_self(content: Content, explorers: list[str]) -> None:
    """R-146: the bonus Explorer is never in play together with Robert."""
    with pytest.raises(ValueError, match="robert"):
        Batch(1, explorers=explorers, content=content)
