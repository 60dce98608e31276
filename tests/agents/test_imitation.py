"""A network that begins by imitating a teacher."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from agents.arena.rating import Stopped  # noqa: E402
from agents.model_files import read_description  # noqa: E402
from agents.training import environments  # noqa: E402
from agents.training.config import TrainingConfig  # noqa: E402
from agents.training.run import Training  # noqa: E402
from agents.training.teacher import TeacherGames  # noqa: E402

pytestmark = pytest.mark.train


def configuration(out, **changes):
    entries = {
        "name": "imitation",
        "out": str(out),
        "steps": 512,
        "environment": {"game": "solo", "boards": ["bird", "owl"], "num_envs": 8},
        "imitation": {"teacher": "greedy", "games": 60, "epochs": 3},
        "ppo": {"n_steps": 32, "batch_size": 64, "shared_layers": [32], "layers": [32], "learning_rate": 1e-5},
        "evaluation": {"every": 1, "games": 20, "final_games": 0},
        "tensorboard": False,
    }
    return TrainingConfig.model_validate(entries | changes)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    config = configuration(tmp_path_factory.mktemp("imitation") / "out")
    with Training(config) as training:
        training.run()
    return config


def test_the_network_plays_like_its_teacher_before_it_learns_by_reward(trained):
    description = read_description(trained.out / "model.zip")
    found = description.imitation
    assert found is not None
    assert found.decisions > 4000
    assert found.same_action > 0.4  # a random choice among about ten legal actions would be the same in a tenth
    first = description.curve[0]
    assert first.steps == 0
    assert first.result.score.value > 28  # random play has 18 points
    assert "began by imitating | greedy" in (trained.out / "card.md").read_text()


def test_what_the_teacher_decided_is_kept_as_it_was(trained):
    from agents import load
    from arnak_env import Batch

    content = environments.load_facts(trained.environment)
    games = TeacherGames(trained, content)
    decisions = next(iter(games.read()))
    batch = Batch(games.in_file, board=["bird", "owl"] * (games.in_file // 2), seed=trained.imitation.seed)
    teacher = load("greedy")
    teacher.begin(trained.imitation.seed + np.arange(games.in_file))
    seen = 0
    while not batch.over.all():
        rows = np.flatnonzero(~batch.over)
        part = slice(seen, seen + len(rows))
        actions = teacher.act(batch, rows)
        np.testing.assert_array_equal(decisions.game[part], rows)
        np.testing.assert_array_equal(decisions.observation[part], batch.observation[rows])
        np.testing.assert_array_equal(decisions.mask[part], np.packbits(batch.mask[rows], axis=1))
        np.testing.assert_array_equal(decisions.action[part], actions[rows])
        seen += len(rows)
        batch.step(actions, illegal="ignore")
    assert seen == len(decisions.action)
    margins = (batch.scores()[:, 0] - batch.scores()[:, 4]) / 100
    np.testing.assert_allclose(decisions.value[: games.in_file], margins, atol=1e-5)


def test_an_interrupted_teacher_goes_on_with_the_games_that_are_missing(tmp_path):
    config = configuration(tmp_path / "out", imitation={"teacher": "random", "games": 200})
    games = TeacherGames(config, environments.load_facts(config.environment))
    asked = []

    def stop():
        asked.append(1)
        return len(asked) > 300

    with pytest.raises(Stopped) as stopped:
        games.play(lambda games, of: None, stop)
    kept = sorted((tmp_path / "out" / "teacher").glob("*/*.npz"))
    assert 0 < len(kept) < games.files
    assert stopped.value.finished == len(kept) * games.in_file
    before = {path: path.stat().st_mtime_ns for path in kept}
    games.play(lambda games, of: None, lambda: False)
    assert {path: path.stat().st_mtime_ns for path in kept} == before
    assert len(list(games.read())) == games.files
    with Training(configuration(tmp_path / "out", steps=256), resume=True) as training:
        assert training.run().ended == "finished"


def test_a_damaged_file_of_the_teacher_is_named(tmp_path):
    config = configuration(tmp_path / "out", imitation={"teacher": "random", "games": 4})
    games = TeacherGames(config, environments.load_facts(config.environment))
    games.play(lambda games, of: None, lambda: False)
    path = next((tmp_path / "out" / "teacher").glob("*/*.npz"))
    path.write_bytes(path.read_bytes()[:-50])
    with pytest.raises(ValueError, match="00000.npz is damaged .*delete it"):
        list(games.read())


def test_the_two_ways_to_begin_exclude_each_other(tmp_path):
    with pytest.raises(ValueError, match="start_from and imitation are two ways to begin"):
        configuration(tmp_path, start_from="runs/other")


def test_an_unknown_teacher_is_refused(tmp_path):
    from agents.training.reading import read_config

    path = tmp_path / "config.yaml"
    path.write_text(f"name: a\nout: {tmp_path}/out\nsteps: 100\nimitation: {{teacher: greedi}}\n")
    with pytest.raises(ValueError, match=r"imitation.teacher: unknown agent 'greedi' \(did you mean 'greedy'"):
        read_config(path)


def test_games_of_every_kind_are_held_back(tmp_path):
    """One in ten, of kinds that lie at equal distances in the files."""
    from agents.training.imitation import _Lesson
    from agents.training.teacher import Decisions

    class Games:
        in_file, files = 88, 16

        def read(self):
            for _ in range(self.files):
                one = np.arange(self.in_file)
                rows = np.zeros((self.in_file, 1), np.uint8)
                yield Decisions(rows, rows, one.astype(np.int16), np.zeros(len(one), np.float32), one.astype(np.int32))

    lesson = _Lesson(Games(), None, "raw", 8)
    assert len(lesson.tested) == 88 * 16 // 10
    assert len(lesson.tested) + len(lesson.learned) == 88 * 16
    kinds = np.bincount(lesson.tested % 88, minlength=88)
    assert (kinds.reshape(-1, 4).sum(0) > 20).all()  # every board, in the order in which kinds take turns
    assert (kinds > 0).mean() > 0.7


def test_at_tables_the_teacher_takes_every_seat_on_every_board(tmp_path, monkeypatch):
    config = configuration(
        tmp_path / "out",
        environment={
            "game": "table",
            "players": [2, 3],
            "boards": ["bird", "snake"],
            "opponents": {"random": 1},
            "num_envs": 8,
        },
        imitation={"teacher": "random", "games": 128},
    )
    seen = set()
    games = TeacherGames(config, environments.load_facts(config.environment))
    real = environments.vec_env_of(config.environment).vector_class.reset

    def look(self, **words):
        found = real(self, **words)
        seen.update(zip(self.settings.board, self.settings.num_players, self.seats.tolist(), strict=True))
        return found

    monkeypatch.setattr(environments.vec_env_of(config.environment).vector_class, "reset", look)
    games.play(lambda games, of: None, lambda: False)
    assert seen == {
        (board, players, seat) for board in ("bird", "snake") for players in (2, 3) for seat in range(players)
    }
