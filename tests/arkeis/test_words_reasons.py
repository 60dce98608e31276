"""Why actions are refused, in game words."""

from __future__ import annotations

import random

import numpy as np
import pytest

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import ACTIONS, action_number
from arnak_env.arkeis.batch import Batch, IllegalAction
from arnak_env.arkeis.reasons import reason

TEAMS = (("rebecca", "franck"), ("robert", "eleonor", "rhiat"), ("franck",), ("robert_young", "rhiat", "rebecca"))


def why(batch: Batch, name: str) -> str:
    return batch.why_illegal(0, action_number(name))


@pytest.fixture
def episode() -> Batch:
    return Batch(1, explorers=("rebecca", "franck"), seed=3)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("move A3", "the door between M1-1 and A3 is closed (red-sun)"),
        ("move M1-1", "Rebecca is on M1-1 already"),
        ("move A1", "A1 is not adjacent to M1-1; adjacent are M1-2"),
        ("move F1", "F1 is not on the board"),
        ("clue amber-eye", "amber-eye is on A1, out of reach from M1-1"),
        ("clue jade-moon", "jade-moon is not on the board"),
        ("combat beetle", "no Beetle is on M1-1, where Rebecca is; they are on A2 and D1"),
        ("use crowbar", "Rebecca does not have it; nobody has Crowbar"),
        ("give crowbar", "Rebecca does not have it; nobody has Crowbar"),
        ("give action combat", "Franck can take no Combat action now"),
        ("finish", "there is nothing to finish; `end turn` ends the turn"),
        ("equip crowbar", "Material is equipped and stored in phase 3, before the actions"),
        ("buy rhiat-self_care", "that is done at the camp, after an episode of a campaign"),
        ("face hit", "no die is to be set or changed now: take an action (2 left)"),
    ],
)
def test_reasons_in_the_first_turn(episode: Batch, action: str, words: str) -> None:
    assert why(episode, action) == f"{action}: {words}"


def test_an_adversary_that_forbids_is_named(episode: Batch) -> None:
    game = episode.games[0]
    denying = np.flatnonzero(episode.content.tables[0]["adversary_denies"][:, o.CLUE])
    kinds = episode.content.tables[0]["adversary_kind"][denying]
    card, kind = int(denying[0]), int(kinds[0])
    if kind == o.GUARDIAN:
        card, kind = next((int(c), int(k)) for c, k in zip(denying, kinds, strict=True) if k != o.GUARDIAN)
    game["miniature_square"][o.KIND_FIRST[kind]] = game["square"][o.REBECCA]
    game["adversary_card"][o.REBECCA, kind] = card
    episode.refresh()
    assert "forbids Rebecca the Clue action" in why(episode, "clue red-sun")


def test_no_action_left(episode: Batch) -> None:
    episode.games["actions_left"] = 0
    episode.refresh()
    assert why(episode, "move M1-2").endswith("no action is left this turn")


def test_illegal_steps_give_the_reason(episode: Batch) -> None:
    with pytest.raises(IllegalAction, match="the door between M1-1 and A3 is closed"):
        episode.step([action_number("move A3")])


def test_numbers_that_are_no_actions(episode: Batch) -> None:
    assert (
        reason(episode.games[0], None, ACTIONS)
        == f"there is no action number {ACTIONS}; they go from 0 to {ACTIONS - 1}"
    )
    episode.games["over"] = 1
    assert reason(episode.games[0], None, 0) == "end turn: the game is over"


@pytest.mark.parametrize("seed", range(4))
def test_every_forbidden_action_has_a_reason_of_its_own(seed: int) -> None:
    mode = "campaign" if seed % 2 else "episode"
    batch = Batch(1, mode=mode, episode=0 if seed % 2 else 1, explorers=TEAMS[seed], elite="classic", seed=seed)
    draw = random.Random(seed)
    for _ in range(60):
        if batch.over[0]:
            break
        legal = batch.legal_actions(0)
        for action in draw.sample(range(ACTIONS), 8):
            if action not in legal:
                words = batch.why_illegal(0, action).partition(": ")[2]
                assert words
                assert not words.startswith("nothing asks")
        batch.step([draw.choice(legal)])
