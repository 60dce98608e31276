"""The batch of Arkeis: same interface as Arnak's, its own compiled code, saves and replays."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arnak_env
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import ACTIONS
from arnak_env.arkeis.batch import Batch, IllegalAction
from arnak_env.arkeis.observation import OBSERVATION_SIZE
from arnak_env.arkeis.records import LIMITS
from arnak_env.arkeis.replays import final_state, fingerprint, new_replay, play_through, start
from arnak_env.core.replay import Replay

GAMES: list[dict[str, Any]] = [
    {"episode": 0, "explorers": ["rhiat"]},
    {"episode": 1, "explorers": ["robert", "rebecca"], "elite": "classic"},
    {"episode": 2, "explorers": ["franck", "eleonor", "rhiat", "robert_young", "rebecca"], "equip_at_setup": True},
    {"mode": "campaign", "explorers": [["rhiat"], ["franck", "robert"], ["rebecca", "robert", "eleonor"]]},
]


@pytest.fixture
def batch() -> Batch:
    """Games of both modes, some decisions in."""
    batch = Batch(8, mode=["episode", "campaign"] * 4, episode=[0, 0, 1, 0, 2, 0, 0, 0], seed=5)
    batch.playout(30, seed=1)
    return batch


def everything(batch: Batch) -> bytes:
    return b"".join(array.tobytes() for array in (batch.games, batch.mask, batch.observation, batch.player))


def test_shapes_and_the_end(batch: Batch) -> None:
    assert batch.mask.shape == (8, ACTIONS)
    assert batch.observation.shape == (8, OBSERVATION_SIZE)
    assert set(batch.results()) <= {None, "favourable", "adverse"}
    batch.playout()
    assert batch.over.all()
    assert set(batch.results()) <= {"favourable", "adverse"}
    assert batch.player.tolist() == [-1] * 8
    assert (batch.mask.sum(axis=1) == 1).all()
    assert list(batch.episode_results(0)) == ["episode_0"]
    assert list(batch.episode_results(1)) == ["episode_0", "episode_1", "episode_2"]
    assert batch.scores().tolist() == batch.games["vp"].tolist()
    assert batch.scores().dtype == np.int64
    won = batch.results() == "favourable"
    assert batch.progress().tolist() == won.astype(float).tolist()
    assert batch.progress([3]).shape == (1,)
    before = everything(batch)
    with pytest.raises(IllegalAction, match="the game is over"):
        batch.step(np.zeros(8, np.int64))
    assert everything(batch) == before


def test_every_legal_action_steps_and_has_a_name() -> None:
    batch = Batch(16, episode=[0, 1] * 8, explorers=["rebecca", "franck"], seed=9)
    while not batch.over.all():
        actions = batch.sample_actions()
        assert all(batch.action_words(i, int(actions[i])) for i in range(4))
        batch.step(np.where(batch.over, -1, actions), illegal="ignore")


def test_a_forbidden_action_changes_nothing(batch: Batch) -> None:
    before = everything(batch)
    forbidden = batch.mask.argmin(axis=1)
    assert batch.step(forbidden, illegal="ignore").all()
    assert everything(batch) == before


def test_copies_and_saves_go_on_as_the_original(batch: Batch) -> None:
    copies = [
        batch.clone(),
        copy.deepcopy(batch),
        pickle.loads(pickle.dumps(batch)),
        Batch.load(batch.save()),
        Batch.from_games(batch.games),
    ]
    batch.playout(seed=3)
    for other in copies:
        other.playout(seed=3)
        assert everything(other) == everything(batch)


def test_reset_plays_the_same_game_again_and_the_next_one(batch: Batch) -> None:
    batch.reset(7)
    first = everything(batch)
    batch.reset()
    assert batch.games["game_number"].tolist() == [1] * 8
    second = everything(batch)
    assert second != first
    batch.reset(7, game_number=1)
    assert everything(batch) == second
    batch.reset(7)
    assert everything(batch) == first


def test_another_world_looks_the_same_to_every_explorer(batch: Batch) -> None:
    batch.reset(3)
    seen = [batch.observe(np.minimum(seat, batch.games["players"] - 1)) for seat in range(2)]
    mask = batch.mask.copy()
    batch.determinize(seed=5)
    assert np.array_equal(batch.mask, mask)
    for seat, view in enumerate(seen):
        assert np.array_equal(batch.observe(np.minimum(seat, batch.games["players"] - 1)), view)


def test_saves_of_one_game_are_refused_by_the_other(batch: Batch) -> None:
    with pytest.raises(ValueError, match=r"of another game: 'arkeis', this is 'arnak' \(Lost Ruins of Arnak\)"):
        arnak_env.Batch.load(batch.save())
    with pytest.raises(ValueError, match=r"of another game: 'arnak', this is 'arkeis' \(Arkeis\)"):
        Batch.load(arnak_env.Batch(1, observe=False).save())


def test_a_campaign_is_saved_to_a_file_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = Batch(1, mode="campaign", explorers=["rhiat", "robert"], seed=4)
    file = tmp_path / "runs" / "campaign.save"
    while batch.games["stage"][0] != o.STAGE_CAMP:
        batch.step(batch.sample_actions())
    assert batch.save_file(file) == file
    at_camp = batch.games.tobytes()
    batch.playout(seed=1)
    resumed = Batch.load_file(file)
    assert resumed.games.tobytes() == at_camp
    resumed.playout(seed=1)
    assert everything(resumed) == everything(batch)

    def crash(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", crash)
        with pytest.raises(OSError, match="No space left"):
            batch.save_file(file)
    assert Batch.load_file(file).games.tobytes() == at_camp
    assert [path.name for path in file.parent.iterdir()] == ["campaign.save"]


def test_a_damaged_campaign_file_is_refused_naming_it(tmp_path: Path) -> None:
    batch = Batch(1, mode="campaign", seed=4)
    file = batch.save_file(tmp_path / "campaign.save")
    data = file.read_bytes()
    for damaged, words in (
        (data[:-1], "damaged: it does not match its checksum"),
        (data[:40], "damaged: its header cannot be read"),
        (b"", "no save of arnak_env games"),
        (data.replace(b'"seeds": [4]', b'"seeds": [5]'), "does not match its checksum"),
        (data.replace(b'"content": "', b'"content": "0'), "does not match its checksum; .* with other content"),
        (data.replace(b'"layout": "', b'"layout": "0'), "does not match its checksum; .* of another version"),
        (data.replace(b'"game": "arkeis"', b'"game": "arnak"'), "does not match its checksum"),
    ):
        file.write_bytes(damaged)
        with pytest.raises(ValueError, match=rf"campaign\.save: .*{words}"):
            Batch.load_file(file)
    with pytest.raises(FileNotFoundError, match=r"no such save: .*gone\.save"):
        Batch.load_file(tmp_path / "gone.save")
    with pytest.raises(FileNotFoundError, match="is a folder"):
        Batch.load_file(tmp_path)


@pytest.mark.parametrize("field", sorted(LIMITS))
def test_records_that_no_game_has_are_refused(field: str) -> None:
    batch = Batch(2, observe=False)
    low, high = LIMITS[field]
    kind = np.iinfo(batch.games.dtype[field].base)
    for wrong in (low - 1, high + 1):
        if kind.min <= wrong <= kind.max:
            games = batch.games.copy()
            games[field][1] = wrong
            with pytest.raises(ValueError, match=rf"games\[1\] is no game: .*{field}.* is "):
                Batch.from_games(games)


def test_records_of_random_play_are_taken() -> None:
    for game in GAMES:
        batch = Batch(16, seed=2, **{name: [value] * 16 for name, value in game.items()})
        for _ in range(400):
            if batch.over.all():
                break
            batch.step(np.where(batch.over, -1, batch.sample_actions()), illegal="ignore")
            Batch.from_games(batch.games)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.get("episode", "campaign")))
def test_a_replay_file_reproduces_the_game(game: dict[str, Any], tmp_path: Path) -> None:
    replay = new_replay(game, 4, ["random"])
    batch = Batch(1, **{name: [value] for name, value in game.items()}, seed=4)
    while not batch.over[0]:
        action = int(batch.sample_actions()[0])
        replay.actions.append(batch.action_words(0, action))
        batch.step([action])
    replay.final = final_state(batch)
    loaded = Replay.load(replay.save(tmp_path / "game.json"))
    again = start(loaded)
    assert len(list(play_through(loaded, again))) == len(replay.actions)
    assert again.games.tobytes() == batch.games.tobytes()


def test_a_replay_of_the_other_game_is_refused() -> None:
    from arnak_env.arnak import replays as arnak

    with pytest.raises(ValueError, match="replay of another game: 'arkeis', this is 'arnak'"):
        arnak.start(new_replay(GAMES[0], 1, []))
    with pytest.raises(ValueError, match="replay of another game: 'arnak', this is 'arkeis'"):
        start(arnak.new_replay({"num_players": 2}, 1, []))
    assert fingerprint()["game"] == "arkeis"


USE_ONE = """
import sys
from arnak_env.{module} import Batch
Batch(2, observe=False).playout(20)
loaded = [name for name in sys.modules if name in ("arnak_env.arnak.kernels", "arnak_env.arkeis.kernels")]
print(*loaded)
"""


@pytest.mark.parametrize(("game", "module"), [("arnak", "arnak.batch"), ("arkeis", "arkeis.batch")])
def test_using_one_game_loads_the_compiled_rules_of_no_other(game: str, module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", USE_ONE.format(module=module)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [f"arnak_env.{game}.kernels"]


def test_explorers_of_a_campaign_change_with_its_episodes() -> None:
    batch = Batch(1, mode="campaign", explorers=[["rhiat"], ["franck", "robert"], ["rebecca"]], seed=1)
    teams: list[list[str]] = []
    while not batch.over[0]:
        game = batch.games[0]
        team = [o.EXPLORER_IDS[explorer] for explorer in game["explorer"][: game["players"]]]
        if game["stage"] == o.STAGE_EPISODE and team not in teams:
            teams.append(team)
        batch.step(batch.sample_actions())
    assert teams == [["rhiat"], ["franck", "robert"], ["rebecca"]]


def test_a_team_may_change_until_its_episode_begins() -> None:
    batch = Batch(2, mode=["campaign", "episode"], explorers=["rhiat", "franck"], seed=1)
    for episode in (0, 7, "nothing"):
        with pytest.raises(ValueError, match="episode"):
            batch.change_team(0, episode, ["robert"])
    with pytest.raises(ValueError, match="episode 1 is not to come in game 1; to come: none"):
        batch.change_team(1, 1, ["robert"])
    with pytest.raises(ValueError, match="unknown explorer 'x'"):
        batch.change_team(0, 1, ["x"])
    while batch.games["stage"][0] != o.STAGE_CAMP:
        batch.step(batch.sample_actions(), illegal="ignore")
    batch.change_team(0, 1, ["robert", "rebecca", "eleonor"], first_player="eleonor")
    while batch.games["slot"][0] == 1:
        batch.step(batch.sample_actions(), illegal="ignore")
    assert batch.games["players"][0] == 3
    assert [batch.explorer(0, seat) for seat in range(3)] == ["robert", "rebecca", "eleonor"]
    assert batch.games["first_seat"][0] == 2
    with pytest.raises(ValueError, match="episode 1 is not to come in game 0; to come: episode_2"):
        batch.change_team(0, 1, ["robert"])


def to_stage(batch: Batch, stage: int) -> None:
    while batch.games["stage"][0] != stage:
        batch.step(batch.sample_actions(), illegal="ignore")


def test_the_elite_mode_may_change_until_its_episode_begins() -> None:
    """R-193: the difficulty changes at the camp, never in an episode under way; the team stays what it was."""
    batch = Batch(1, mode="campaign", explorers=["rhiat", "franck"], first_player="franck", seed=1)
    with pytest.raises(ValueError, match="episode 0 is not to come in game 0; to come: episode_1, episode_2"):
        batch.change_team(0, 0, elite="classic")
    to_stage(batch, o.STAGE_CAMP)
    before = batch.games.copy()
    with pytest.raises(ValueError, match="unknown elite mode 'hard'"):
        batch.change_team(0, 1, ["robert"], elite="hard")
    with pytest.raises(ValueError, match="guardian has no Elite card"):
        batch.change_team(0, 1, ["robert"], elite=["guardian"])
    assert (batch.games == before).all()
    batch.change_team(0, 1, elite=["beetle", "mummy"])
    while batch.games["slot"][0] == 1:
        batch.step(batch.sample_actions(), illegal="ignore")
    kinds = 1 << o.KIND_IDS.index("beetle") | 1 << o.KIND_IDS.index("mummy")
    assert batch.games["elite"][0] == kinds
    assert [batch.explorer(0, seat) for seat in range(2)] == ["rhiat", "franck"]
    assert batch.games["first_seat"][0] == 1
    with pytest.raises(ValueError, match="episode 1 is not to come"):
        batch.change_team(0, 1, elite="none")
    to_stage(batch, o.STAGE_CAMP)
    assert batch.games["plan_elite"][0, 3] == 0


def test_an_episode_alone_keeps_its_elite_mode() -> None:
    """R-193: outside a campaign the next game has a mode of its own, this one keeps it."""
    with pytest.raises(ValueError, match="not to come"):
        Batch(1, elite="classic").change_team(0, 0, elite="none")


def test_a_change_of_the_team_keeps_the_elite_mode() -> None:
    batch = Batch(1, mode="campaign", elite=["none", "classic", "none"], seed=1)
    batch.change_team(0, 1, ["eleonor"])
    assert batch.games["plan_elite"][0, 1:4].tolist() == [0, 2**9 - 1, 0]
    assert batch.games["plan_players"][0, 1:4].tolist() == [2, 1, 2]
