"""Content with a random valid word anywhere: refused in words, or playable to the end of every game."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from content_drawing import Drawing

from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content, ContentError, load_content
from arnak_env.arnak.content.entries import FOLDER
from arnak_env.arnak.notation import PRICES, STEPS
from arnak_env.arnak.observation import PIECES

OVERRIDES = 60
DECISIONS = 2000
GAMES = {"board": list(o.BOARDS) * 4, "num_players": [players for players in range(1, 5) for _ in o.BOARDS]}


def read(path: Path) -> Content | None:
    """Return the content of an override file, None when it is refused with file, entry and reason."""
    try:
        return load_content(path)
    except ContentError as error:
        place, problem = error.place, error.problem
    assert place.file == path.name or (FOLDER / place.file).exists()
    assert place.kind
    assert place.entry
    assert problem
    assert path.name in f"{place}: {problem}"
    return None


def add_other_sets(batch: Batch) -> None:
    """Give the games what effects of other sets work with: hidden sites and pedestals."""
    for game in batch.games:
        for place in range(2):
            game["level_1_size"] -= 1
            last = int(game["level_1_size"])
            game["hidden"][place], game["level_1_stack"][last] = game["level_1_stack"][last], -1
        game["hidden_size"] = 2
        game["pedestals"][: game["players"]] = 1


def play(content: Content, seed: int) -> None:
    """Take random decisions in games of every kind; nothing may break, leave its bounds or go on for ever."""
    largest = np.concatenate([np.full(piece.size, piece.maximum) for piece in PIECES])
    batch = Batch(16, content=content, seed=seed, expansion_components=seed % 2 == 0, **GAMES)
    add_other_sets(batch)
    for _ in range(DECISIONS // len(batch)):
        assert not batch.step(batch.sample_actions(), illegal="ignore")[batch.player >= 0].any()
        assert (batch.observation <= largest).all()
        assert (batch.games["tokens"] >= 0).all()
        assert not batch.games["error"].any()
        if batch.over.any():
            batch.reset(games=np.flatnonzero(batch.over))
    assert (batch.playout(5000) < 5000).all()


@pytest.mark.parametrize("seed", range(OVERRIDES))
def test_drawn_content_is_refused_in_words_or_playable(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "drawn.toml"
    Drawing(load_content(), seed).write(path)
    content = read(path)
    if content is not None:
        play(content, seed)


def test_many_drawn_files_are_read_or_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "drawn.toml"
    accepted = 0
    for seed in range(100):
        Drawing(load_content(), 1000 + seed).write(path)
        accepted += read(path) is not None
    assert 20 < accepted < 80


def test_every_wording_is_drawn() -> None:
    drawing = Drawing(load_content(), 1)
    drawn = {drawing.step() for _ in range(2000)}
    missing = [step.form for step in STEPS if not any(step.pattern.fullmatch(words) for words in drawn)]
    assert missing == []
    effects = [drawing.effect() for _ in range(2000)]
    assert [price.form for price in PRICES if not any(price.pattern.search(words) for words in effects)] == []
