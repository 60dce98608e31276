"""Configuration files of training runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.training.config import TrainingConfig
from agents.training.reading import read_config

QUICK = Path(__file__).parents[2] / "configs" / "solo_quick.yaml"


def written(folder: Path, text: str) -> Path:
    path = folder / "config.yaml"
    path.write_bytes(text.encode("latin-1"))
    return path


def test_the_quick_configuration_is_valid_and_can_be_changed(tmp_path: Path) -> None:
    config = read_config(QUICK, out=tmp_path, seed=5, seconds=None)
    assert config.seconds == 115
    assert (config.out, config.seed, config.threads) == (tmp_path, 5, 1)


def test_games_on_any_board_with_or_without_components(tmp_path: Path) -> None:
    games = "{name: a, out: b, steps: 10, environment: {boards: %s}}"
    assert read_config(written(tmp_path, games % "all")).environment.boards == ["bird", "snake", "spider", "owl"]
    assert read_config(written(tmp_path, games % "[owl]")).environment.boards == ["owl"]
    config = read_config(written(tmp_path, games % "[bird], expansion_components: true"))
    assert config.environment.expansion_components is True
    assert config.environment.content is None


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
        ("{name: a, out: b, steps: 1, environment: {difficulties: [true]}}", "difficulties.0: .*integer .found True"),
        ("{name: a, out: b, steps: 1, environment: {objectives: [0, 5]}}", "environment.objectives.1: .*0, 2, 3, 4"),
        ("{name: a, out: b, steps: 1, environment: {objectives: [false]}}", "objectives.0: .*integer .found False"),
        ("{name: a, out: b, steps: 1, environment: {first_objective_worth_four: yes}}", "without objectives"),
        ("{name: a, out: b, steps: 1, environment: {first_objective_worth_four: 1}}", "boolean .found 1"),
        ("{name: a, out: b, steps: 1, environment: {boards: owl}}", "environment.boards: .*list .found 'owl'"),
        ("{name: a, out: b, steps: 1, environment: {boards: [all]}}", "environment.boards.0: .*'owl'"),
        ("{name: a, out: b, steps: 1, environment: {board: all}}", "'environment.board'; entries there: game, boards"),
        ("{name: a, out: b, steps: 1, environment: {expansion_components: 1}}", "components: .*boolean .found 1"),
        ("{name: a, out: b, steps: 1, environment: {content: nowhere.toml}}", "environment.content: .*nowhere.toml"),
        (
            "{name: a, out: b, steps: 1, environment: {boards: all, difficulties: [0, 5], num_envs: 7}}",
            "environment: the boards, .* make 8 kinds of games, .* raise num_envs to 8",
        ),
        ("{name: a, out: b, steps: 1, environment: {boards: []}}", "environment.boards: .*at least 1 item"),
        ("{name: a, out: b, steps: 1, environment: {switches: [half]}}", "environment.switches.0: .*random_arrows"),
        ("{name: a, out: b, steps: 1, environment: {boards: [owl], num_envs: 1}, ppo: {n_steps: 1}}", "two decisions"),
        ("{name: a, out: b, steps: 1, ppo: {batch_size: 1}}", "ppo.batch_size: .*2"),
        ("{name: a, out: b, steps: many}", "steps: .*'many'"),
        ("{name: a, out: b, steps: '100'}", "steps: .*integer .found '100'"),
        ("{name: a, out: b, steps: 1.0}", "steps: .*integer .found 1.0"),
        ("{name: a, out: b, steps: yes}", "steps: .*integer .found True"),
        ("{name: a, out: b, seconds: .inf}", "seconds: .*finite"),
        ("{name: a, out: b, seconds: .nan}", "seconds: .*finite"),
        ("{name: a, out: b, seconds: '5'}", "seconds: .*number .found '5'"),
        ("{name: a, out: b, steps: 1, ppo: {learning_rate: .inf}}", "ppo.learning_rate: .*finite"),
        ("{name: a, out: b, steps: 1, ppo: {learning_rate: true}}", "ppo.learning_rate: .*number .found True"),
        ("{name: a, out: b, steps: 1, ppo: {target_kl: .nan}}", "ppo.target_kl: .*finite"),
        ("{name: 5, out: b, steps: 1}", "name: .*string"),
        ("{name: ' ', out: b, steps: 1}", "name: must be one line"),
        ("{name: a, out: b, steps: 1, threads: 0}", "threads: .*1"),
        ("{name: a, steps: 1}", "out: Field required$"),
        ("{name: a, out: b}", "give 'steps' or 'seconds'"),
        ("name: a\nout: b\nsteps: 1\nsteps: 2", "line 4: 'steps' is given twice, first in line 3"),
        ("name: a\nout: b\nsteps: 1\nppo:\n  gamma: 1\n  n_steps: 2\n  gamma: 0.9", "line 7: 'gamma' .*line 5"),
        ("{name: a, name: a}", "'name' is given twice"),
        ("[1, 2]", "it holds list"),
        ("", "it holds NoneType"),
        ("{", "not valid YAML"),
        ("{name: 2026-99-99}", "not valid YAML"),
        ("{? [a] : b}", "not valid YAML"),
        ("[" * 5000, "not valid YAML"),
        ("name: \xff", "line 1: .*not UTF-8"),
    ],
)
def test_wrong_files_are_refused_with_file_and_entry(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ValueError, match=message) as caught:
        read_config(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seconds": float("inf")}, "--seconds: .*finite"),
        ({"seconds": float("nan")}, "--seconds: .*finite"),
        ({"seconds": -1.0}, "--seconds: .*greater than 0"),
        ({"seed": -1}, "--seed: .*0 .found -1"),
    ],
)
def test_wrong_options_are_called_by_their_names(changes: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_config(QUICK, **changes)


def test_keys_may_be_merged_from_an_anchor(tmp_path: Path) -> None:
    path = written(tmp_path, "name: a\nout: b\nsteps: 1\nppo: {<<: &p {gamma: 0.9, n_steps: 3}, n_steps: 4}")
    assert (read_config(path).ppo.gamma, read_config(path).ppo.n_steps) == (0.9, 4)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.yaml"):
        read_config(tmp_path / "nothing.yaml")


# --- changes on the command line -------------------------------------------------------------------------------------
def test_entries_can_be_changed_by_key_and_value(tmp_path: Path) -> None:
    words = ("ppo.learning_rate=1e-4", "environment.boards=[bird, owl]", "ppo.ent_coef.start=0.5", "ppo.ent_coef.end=0")
    config = read_config(QUICK, words, out=tmp_path)
    assert config.ppo.learning_rate == 1e-4
    assert config.environment.boards == ["bird", "owl"]
    assert config.ppo.ent_coef.model_dump() == {"start": 0.5, "end": 0.0}
    assert config.environment.num_envs == read_config(QUICK).environment.num_envs


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("seed", "'seed' is no change; write KEY=VALUE"),
        ("=3", "'=3' is no change"),
        ("ppo..gamma=1", "'ppo..gamma=1' is no change"),
        ("learning_rate=1", "no entry 'learning_rate'; did you mean ppo.learning_rate"),
        ("environment.bords=[owl]", "no entry 'environment.bords'; did you mean environment.boards"),
        ("environment.boards=[owls]", r"environment.boards.0 \(from the command line\): .*'owl' .found 'owls'"),
        ("ppo.gamma=high", r"ppo.gamma \(from the command line\): .*number .found 'high'"),
        ("ppo.gamma=[1", r"'ppo.gamma=\[1': the value is not valid YAML"),
        ("ppo={gamma: 1, gamma: 2}", "'gamma' is given twice"),
        ("environment.players=[3]", r"unknown entry 'environment.players \(from the command line\)'; .*: game, boards"),
        ("environment.game=chess", "environment: 'game' must be one of solo, table, episode"),
    ],
)
def test_wrong_changes_are_refused_with_the_right_ones(change: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_config(QUICK, [change])


# --- kinds of games, schedules ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("environment: {game: table, players: [1]}", "environment.players.0: .*2 .found 1"),
        ("environment: {game: table, difficulties: [1]}", "'environment.difficulties'; entries there: game, players"),
        ("environment: {game: table, opponents: {gredy: 1}}", "environment.opponents: unknown agent 'gredy'.*'greedy'"),
        ("environment: {game: table, opponents: {greedy: 0}}", "environment.opponents.greedy: .*greater than 0"),
        ("environment: {game: table, opponents: {}}", "environment.opponents: .*at least 1"),
        ("environment: {game: table, opponents: {'ppo:nowhere': 1}}", "environment.opponents: no trained agent"),
        ("environment: {game: table, pool: {evry: 1}}", "'environment.pool.evry'; entries there: every, size"),
        ("environment: {game: table, boards: [owl, owl]}", "environment.boards: 'owl' stands twice"),
        (
            "environment: {game: table, players: [2, 3, 4], boards: all, num_envs: 11}",
            "make 12 kinds .* num_envs to 12",
        ),
        ("environment: {game: episode, episodes: [9]}", "environment: episode must be .* from -1 to 7, got 9"),
        ("environment: {game: episode, episodes: [7]}", "environment: unknown episode 7; known are 0"),
        ("environment: {game: episode, teams: [[rhiat, rhiat]]}", "environment: .*rhiat"),
        ("environment: {game: episode, teams: [rhiat]}", "environment.teams.0: .*list .found 'rhiat'"),
        ("environment: {game: episode, elite: [hard]}", "environment: .*'hard'"),
        ("ppo: {learning_rate: {start: 1e-3}}", "ppo.learning_rate.end: Field required"),
        ("ppo: {learning_rate: {start: 0, end: 0}}", "ppo.learning_rate.start: .*greater than 0"),
        ("ppo: {ent_coef: {start: 1, stop: 0}}", "'ppo.ent_coef.stop'; entries there: start, end"),
        ("evaluation: {games: 1}", "evaluation.games: .*2"),
        (
            "environment: {game: table}\nevaluation: {opponents: [nobody]}",
            "evaluation.opponents: unknown agent 'nobody'",
        ),
        (
            "environment: {boards: all, difficulties: [1, 2]}\nevaluation: {games: 7}",
            "evaluation.games is 7, .* 8 kinds",
        ),
        ("checkpoint: {minutes: 0}", "checkpoint.minutes: .*greater than 0"),
        ("quick: 3", "'quick' must hold entries"),
        ("quick: {secnds: 3}", "with its section 'quick':\n    unknown entry 'secnds'"),
    ],
)
def test_wrong_sections_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_config(written(tmp_path, f"name: a\nout: b\nsteps: 1\n{text}"))


def test_quick_changes_what_its_section_says_and_keeps_results_apart(tmp_path: Path) -> None:
    text = "name: a\nout: runs/a\nsteps: 9\nppo: {gamma: 0.5, n_steps: 3}\n"
    plain = read_config(written(tmp_path, text), quick=True)
    assert (plain.steps, plain.seconds, str(plain.out), plain.name) == (None, 100.0, "runs/a_quick", "a_quick")
    path = written(tmp_path, text + "quick: {seconds: 7, ppo: {n_steps: 4}}")
    config = read_config(path, quick=True)
    assert (config.seconds, config.ppo.n_steps, config.ppo.gamma) == (7.0, 4, 0.5)
    assert read_config(path).ppo.n_steps == 3
    assert read_config(path, ["ppo.n_steps=5"], quick=True).ppo.n_steps == 5


TRAININGS = sorted(set(QUICK.parent.glob("*.yaml")) - {QUICK.with_name("results.yaml")})


@pytest.mark.parametrize("path", TRAININGS, ids=lambda path: path.stem)
def test_every_configuration_has_a_quick_form_of_less_than_two_minutes(path: Path) -> None:
    config, quick = read_config(path), read_config(path, quick=True)
    assert quick.steps is None
    assert quick.seconds is not None
    assert quick.seconds < 120
    assert config.name == path.stem
    assert str(config.out) == f"runs/{path.stem}"


def test_a_description_may_name_opponents_that_are_not_here() -> None:
    """A model is loaded also where the agents are missing that it was trained against."""
    table = {"game": "table", "opponents": {"ppo:nowhere": 1.0}}
    config = TrainingConfig.model_validate({"name": "a", "out": "b", "environment": table})
    assert TrainingConfig.model_validate_json(config.model_dump_json()) == config
