"""The agents of Arkeis play legal games, the same ones for the same seed, and greedy wins as it should."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from agents.arkeis_facts import Facts
from agents.arkeis_plan import NO_PLAN, plan
from agents.arkeis_scripts import routes
from agents.arkeis_sight import Columns, Maps, Sight
from arnak_env import Batch as ArnakBatch
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.content import load_content

TEAM = ("rhiat", "franck", "eleonor", "rebecca", "robert")
SIZES = range(1, 6)


def played(name: str, batch: Batch, seeds: Any = None) -> Batch:
    """Play a batch to its end; every action must be legal."""
    agent = agents.load(name, game="arkeis")
    if seeds is not None:
        agent.begin(np.asarray(seeds))
    for _ in range(20_000):
        if batch.over.all():
            return batch
        illegal = batch.step(agent.act(batch), illegal="ignore")
        assert not illegal[batch.player >= 0].any()
    raise AssertionError("the games do not end")


def wins(batch: Batch) -> float:
    return float((batch.results() == "favourable").mean())


@pytest.mark.parametrize("players", [1, 2])
def test_greedy_wins_episode_0_more_often_than_nine_times_in_ten(players: int) -> None:
    rng = np.random.default_rng(players)
    teams = [[TEAM[k] for k in rng.permutation(5)[:players]] for _ in range(300)]
    assert wins(played("greedy", Batch(300, explorers=teams, seed=5, observe=False))) > 0.9


@pytest.mark.parametrize("episode", [0, 1, 2])
@pytest.mark.parametrize("players", SIZES)
def test_greedy_wins_every_episode_with_every_team_size(episode: int, players: int) -> None:
    batch = Batch(60, episode=episode, explorers=TEAM[:players], seed=7, observe=False)
    assert wins(played("greedy", batch)) > 0.3


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_same_seed_plays_the_same_game_in_every_batch(name: str) -> None:
    together = played(name, Batch(6, episode=[0, 1, 2, 0, 1, 2], explorers=TEAM[:3], seed=3, observe=False), range(6))
    for i in (0, 5):
        alone = played(name, Batch(1, episode=i % 3, explorers=TEAM[:3], seed=3 + i, observe=False), [i])
        assert alone.games[0].tobytes() == together.games[i].tobytes()


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("elite", ["none", "classic"])
def test_campaigns_are_played_to_the_end(name: str, elite: str) -> None:
    teams = [TEAM[:2], TEAM[2:], ("robert_young", "rebecca")]
    batch = Batch(8, mode="campaign", explorers=[teams] * 8, elite=elite, seed=11, observe=False, equip_at_setup=True)
    played(name, batch)
    assert batch.over.all()


def test_greedy_uses_the_camp() -> None:
    batch = played("greedy", Batch(20, mode="campaign", explorers=TEAM, seed=2, observe=False))
    assert (batch.games["experience_owner"] >= 0).any(axis=1).mean() > 0.9
    built = batch.games["upgrade"] == o.UPGRADE_BUILT
    assert (built.sum(axis=1) > 1).mean() > 0.9


def test_the_agent_changes_nothing_and_hidden_keys_do_not_matter() -> None:
    """Greedy must not look at the key of the random streams, which nobody can know."""
    batch = Batch(30, episode=2, explorers=TEAM[:4], seed=1, observe=False)
    agent = agents.load("greedy", game="arkeis")
    for _ in range(60):
        before = batch.games.tobytes()
        chosen = agent.act(batch)
        assert batch.games.tobytes() == before
        other = batch.clone()
        other.games["seed"] ^= np.uint64(0x5DEECE66D)
        assert np.array_equal(agents.load("greedy", game="arkeis").act(other), chosen)
        batch.step(chosen, illegal="ignore")


def planned(batch: Batch) -> Any:
    facts = Facts(batch.content)
    sight = Sight(Columns(batch.games, np.array([0])), 0, facts, Maps())
    return plan(sight, facts.episode(sight.slot), sight.team[0])


def test_the_plan_begins_with_the_first_door_and_ends_with_a_favourable_epilogue() -> None:
    made = planned(Batch(1, episode=0, explorers=TEAM[:1], seed=0))
    words = {o.SYMBOL_IDS[goal.symbol] for goal in made.goals}
    assert words == {"red-sun"}
    on_the_way = {o.SYMBOL_IDS[symbol] for symbol in made.symbols}
    assert {"red-sun", "red-moon", "red-ankh", "amber-cat", "red-eye", "teal-ibis"} <= on_the_way
    seal = list(load_content(None).objects).index("bronze_seal")
    assert seal in made.objects


def test_without_a_way_there_is_no_plan() -> None:
    batch = Batch(1, episode=0, explorers=TEAM[:1], seed=0)
    batch.games["card_place"][0][:] = o.IN_BOX
    assert planned(batch) == NO_PLAN


def test_every_program_can_be_read() -> None:
    content = load_content(None)
    facts = Facts(content)
    for slot in content.models.episodes:
        episode = facts.episode(slot)
        assert any(list(routes(script)) for script in episode.programs)
        assert {source.route.step.a for source in episode.sources[o.OP_EPILOGUE]} == {o.FAVOURABLE, o.ADVERSE}


@pytest.mark.parametrize("name", ["clever", ""])
def test_agents_that_do_not_play_arkeis_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"agents are: random, greedy, .*ppo:PATH, FILE\.py:CLASS"):
        agents.load(name, game="arkeis")
    with pytest.raises(ValueError, match="unknown game 'chess'; agents play arnak, arkeis"):
        agents.load("greedy", game="chess")


def test_the_sources_of_greedy_are_those_of_the_game() -> None:
    names = {path.name for path in agents.source("greedy", "arkeis")}
    assert {"base.py", "arkeis_greedy.py", "arkeis_plan.py"} <= names
    assert not names & {path.name for path in agents.source("greedy")} - {"base.py"}
    assert all(isinstance(path, Path) for path in agents.source("random", "arkeis"))


@pytest.mark.parametrize(("game", "other"), [("arnak", "arkeis"), ("arkeis", "arnak")])
def test_an_agent_of_the_other_game_is_refused_in_words(game: str, other: str) -> None:
    batch = Batch(1) if other == "arkeis" else ArnakBatch(1)
    with pytest.raises(ValueError, match=f"the agent 'greedy' plays {game}, these are games of {other}") as refused:
        agents.load("greedy", game=game).act(batch)
    assert f"agents.load(NAME, game='{other}')" in str(refused.value)
    assert len(str(refused.value)) < 200


def test_content_of_the_other_game_is_not_printed() -> None:
    with pytest.raises(ValueError, match="got a Content of arnak_env.arkeis.content$"):
        ArnakBatch(1, content=load_content())
