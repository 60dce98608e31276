"""Which trained agents play which games of a plan of results, and where these lie."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import agents
from agents import policy_files
from agents.model_files import sha256
from agents.model_scope import Scope
from agents.policy import Layer, Policy
from agents.results import runs
from agents.results.plan import read_plan
from arnak_env import Batch
from arnak_env.arnak.actions import ACTIONS, SCHEMA
from arnak_env.arnak.content import load_content
from tests.rating.test_results import results, rows, write_plan


def ship(folder: Path, name: str, plays: Scope) -> None:
    """Put an untrained network among the trained agents."""
    inputs = Batch(1, num_players=1, difficulty=0).observation.shape[1]
    layers = [Layer(np.zeros((inputs, size), np.float32), np.zeros(size, np.float32), "none") for size in (ACTIONS, 1)]
    (folder / name).mkdir()
    Policy([], layers[:1], layers[1:]).save(folder / name / "policy.npz")
    (folder / name / "card.md").write_text("# card\n")
    described = policy_files.PolicyDescription(
        format="policy",
        plays=plays,
        actions=SCHEMA,
        observation="scaled",
        observation_size=inputs,
        content=load_content().fingerprint,
        network="none",
        numbers="float32",
        training={},
        configuration={},
        versions={},
        source_sha256="",
        sha256=sha256(folder / name / "policy.npz"),
    )
    (folder / name / "model.json").write_text(described.model_dump_json())


def test_trained_agents_play_the_games_they_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "models"
    shipped.mkdir()
    scopes = {
        "solo-bird": Scope(game="arnak", players=[1], boards=["bird"]),
        "solo-owl": Scope(game="arnak", players=[1], boards=["owl"]),
        "table-2": Scope(game="arnak", players=[2], boards=["bird", "snake"]),
        "team": Scope(game="arkeis", episodes=[1]),
    }
    for name, scope in scopes.items():
        ship(shipped, name, scope)
    monkeypatch.setattr(policy_files, "FOLDER", shipped)
    monkeypatch.setattr(agents, "BASELINES", tuple(scopes))
    solo = {"games": 2, "boards": ["bird", "snake"], "difficulties": [0], "objectives": [0]}
    plan = {
        "rival": [{"agents": ["trained", "random"], **solo}],
        "ladder": [
            {"players": 2, "agents": ["random", "trained"], "deals": 1, "boards": ["bird"]},
            {"players": 3, "agents": ["random", "greedy", "trained"], "deals": 1, "boards": "all"},
        ],
        "episodes": [{"agents": ["trained"], "games": 1, "episodes": [0, 1], "players": [1], "elite": ["none"]}],
    }
    found = {run.name: run for run in runs.runs_of(read_plan(write_plan(tmp_path, **plan, matches=[], goals=[])))}
    assert list(found) == ["rival/solo-bird", "rival/random", "ladder/2_players", "ladder/3_players", "episodes/team"]
    assert found["rival/solo-bird"].configuration.boards == ("bird",)
    assert found["ladder/2_players"].agents == ("random", "table-2")
    assert found["ladder/3_players"].agents == ("random", "greedy")  # table-2 does not know all boards
    assert found["episodes/team"].configuration.episode_ids == ("episode_1",)

    named = {**solo, "boards": ["bird"]}
    small = write_plan(
        tmp_path,
        rival=[{"agents": ["trained", "random"], **named}],
        ladder=plan["ladder"][:1],
        matches=[],
        episodes=[],
        goals=[],
    )
    result = results(small, tmp_path)
    assert result.exit_code == 0, result.output
    assert {row["agent"] for row in rows(tmp_path / "docs/results/ladder.csv")} == {"random", "table-2"}
    page = (tmp_path / "docs/results.md").read_text(encoding="utf-8")
    assert "| `table-2` |" in page[page.index("## Who plays best") : page.index("## Episodes of Arkeis")]
    twice = write_plan(
        tmp_path, rival=[{"agents": ["trained", "solo-bird"], **named}], ladder=[], matches=[], episodes=[], goals=[]
    )
    with pytest.raises(ValueError, match="solo-bird appears twice, once as 'trained' and once by name"):
        runs.runs_of(read_plan(twice))


def test_folders_of_agents_differ_as_their_names_do() -> None:
    names = [
        "greedy",
        "search:simulations=5",
        "search-simulations-5",
        "ppo:runs/a",
        "ppo:runs-a",
        "ppo:runs_a",
        "..",
        "../x",
    ]
    folders = [runs.folder_name(name) for name in names]
    assert len(set(folders)) == len(names)
    assert folders[0] == "greedy"
    assert all("/" not in folder and folder.strip(".") for folder in folders)
