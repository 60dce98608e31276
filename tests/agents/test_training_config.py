"""Configuration files of training runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.training_config import read_config

QUICK = Path(__file__).parents[2] / "configs" / "solo_quick.yaml"


def written(folder: Path, text: str) -> Path:
    path = folder / "config.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_quick_configuration_is_valid_and_can_be_changed(tmp_path: Path) -> None:
    config = read_config(QUICK, out=tmp_path, seed=5, seconds=None)
    assert config.seconds == 120
    assert (config.out, config.seed, config.threads) == (tmp_path, 5, 1)


def test_numbers_in_scientific_notation_are_numbers(tmp_path: Path) -> None:
    path = written(tmp_path, "{name: a, out: b, steps: 10, ppo: {learning_rate: 1e-3}}")
    assert read_config(path).ppo.learning_rate == 0.001


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{name: a, out: b, steps: 1, stepz: 2}", "unknown entry 'stepz'; entries there: name, out, seed, steps"),
        ("{name: a, out: b, steps: 1, ppo: {gama: 1}}", "unknown entry 'ppo.gama'; entries there: learning_rate"),
        ("{name: a, out: b, steps: 1, environment: {boards: [bird, lizard]}}", "environment.boards.1: .*'bird'"),
        ("{name: a, out: b, steps: 1, environment: {difficulties: [11]}}", "environment.difficulties.0: .*10"),
        ("{name: a, out: b, steps: 1, environment: {objectives: [0, 5]}}", "environment.objectives.1: .*4"),
        ("{name: a, out: b, steps: 1, environment: {first_objective_worth_four: yes}}", "without objectives"),
        ("{name: a, out: b, steps: 1, environment: {boards: []}}", "environment.boards: .*empty"),
        ("{name: a, out: b, steps: many}", "steps: .*'many'"),
        ("{name: a, steps: 1}", "out: Field required"),
        ("{name: a, out: b}", "give 'steps' or 'seconds'"),
        ("[1, 2]", "it holds list"),
        ("{", "not valid YAML"),
    ],
)
def test_wrong_files_are_refused_with_file_and_entry(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ValueError, match=message) as caught:
        read_config(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.yaml"):
        read_config(tmp_path / "nothing.yaml")
