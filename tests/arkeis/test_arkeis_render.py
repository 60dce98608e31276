"""The table of Arkeis as text."""

from __future__ import annotations

import random

import pytest

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.batch import Batch
from arnak_env.render.arkeis import render_explorer, render_game


@pytest.mark.parametrize("episode", [0, 1, 2])
def test_the_table_fits_its_width_at_every_decision(episode: int) -> None:
    batch = Batch(1, episode=episode, explorers=("rebecca", "franck", "robert"), seed=episode)
    draw = random.Random(episode)
    for number in range(120):
        if batch.over[0]:
            break
        if number % 10 == 0:
            text = render_game(batch.games[0], batch.content)
            assert max(map(len, text.splitlines())) <= 100
            assert not [line for line in text.splitlines() if line != line.rstrip()]
        batch.step([draw.choice(batch.legal_actions(0))])


def test_the_map_shows_doors_tokens_and_explorers() -> None:
    batch = Batch(1, explorers=("rebecca", "franck"), seed=3)
    text = render_game(batch.games[0], batch.content)
    start = next(line for line in text.splitlines() if "M1-1 REBECCA" in line)
    assert "M1-2" in start
    assert any("---[1]---" in line for line in text.splitlines())  # the closed door above them
    assert "[1] M1-1 A3 red-sun" in text
    assert "15 Fate tokens in the reserve" in text
    assert "THREAT of Rebecca, 0 Fate tokens" in text
    assert "F1" not in text  # not laid yet


def test_an_opened_door_shows_as_open() -> None:
    batch = Batch(1, explorers=("rebecca", "franck"), seed=3)
    batch.step([batch.legal_actions(0)[2]])  # clue red-sun
    assert "(1) M1-1 A3 open" in render_game(batch.games[0], batch.content)


def test_the_camp_of_a_campaign() -> None:
    batch = Batch(1, mode="campaign", explorers=("rhiat",), seed=5)
    draw = random.Random(1)
    while batch.games["stage"][0] != o.STAGE_CAMP:
        batch.step([draw.choice(batch.legal_actions(0))])
    text = render_game(batch.games[0], batch.content)
    assert "[camp]" in text
    assert "CAMP CHEST" in text
    assert "next episode: The Serpent Cistern, with Rhiat" in text


def test_the_viewer_comes_first() -> None:
    batch = Batch(1, explorers=("rebecca", "franck"), seed=3)
    text = render_game(batch.games[0], batch.content, viewer=1)
    assert text.index("FRANCK on") < text.index("REBECCA on")
    assert render_explorer(batch.games[0], 1, batch.content).startswith("FRANCK on M1-1: 0 of 4 Wounds")


def test_a_used_camp_upgrade_is_marked_beside_its_name() -> None:
    batch = Batch(1, mode="campaign", explorers=("rhiat",), seed=3)
    upgrade = batch.content.upgrades["infirmary"]
    batch.games["upgrade"][0, upgrade] = o.UPGRADE_BUILT
    batch.games["upgrade_used"][0, upgrade] = 1
    text = " ".join(render_game(batch.games[0], batch.content).split())
    assert "infirmary, used (" in text
    assert "phileas (" in text
    assert "., used" not in text
