"""The search agent: what it knows, that it is the same every time, what its budget does, and that it plays well."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

import agents
from agents.search_arnak import margins
from agents.search_weights import kinds, read_weights
from arnak_env import Batch
from arnak_env.arkeis.batch import Batch as ArkeisBatch
from arnak_env.core.batch import GameBatch
from tests.contract.worlds import facts, rearrange


def play(name: str, batch: GameBatch, games: int | None = None) -> np.ndarray:
    """Play all games with an agent and return the actions of each decision, ``(decisions, games)``."""
    agent = agents.load(name, game=batch.saves.game)
    agent.begin(np.arange(len(batch)) if games is None else np.arange(games))
    taken = []
    while not batch.over.all():
        taken.append(agent.act(batch))
        batch.step(taken[-1], illegal="ignore")
    return np.array(taken)


def positions(batch: GameBatch, decisions: int) -> GameBatch:
    """Return the batch after some decisions of weighted play in each game."""
    for _ in range(decisions):
        batch.step(batch.sample_actions(), illegal="ignore")
    return batch


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_choice_does_not_depend_on_what_is_hidden(players: int) -> None:
    batch = Batch(6, board=["bird", "snake", "spider", "owl", "bird", "owl"], num_players=players, seed=20 + players)
    for _ in range(3):
        batch.playout(9, seed=players, weights=read_weights())
        going = np.flatnonzero(~batch.over)
        other = batch.clone()
        for viewer in range(players):
            mine = going[batch.player[going] == viewer]
            if len(mine):
                changed = batch.clone(mine)
                rearrange(changed, viewer, seed=5)
                other.games[mine] = changed.games
        other.refresh()
        for viewer in range(players):
            mine = going[batch.player[going] == viewer]
            if not len(mine):
                continue
            assert (facts(batch.games[mine], viewer) == facts(other.games[mine], viewer)).all()
        assert batch.games.tobytes() != other.games.tobytes()
        assert (batch.mask == other.mask).all()
        for prior in ("rollouts", "greedy"):
            chosen = []
            for worlds in (batch, other):
                agent = agents.load(f"search:simulations=64+prior={prior}")
                agent.begin(np.arange(6))
                chosen.append(agent.act(worlds, going))
            assert (chosen[0] == chosen[1]).all()


def test_the_choice_in_arkeis_does_not_depend_on_what_is_hidden() -> None:
    batch = positions(ArkeisBatch(3, episode=1, explorers=["rhiat", "franck"], seed=3, observe=False), 4)
    other = batch.clone()
    other.games["seed"] ^= np.uint64(0x123456789)  # the key of the streams is all that nobody knows
    other.refresh()
    chosen = []
    for worlds in (batch, other):
        agent = agents.load("search:simulations=8", game="arkeis")
        agent.begin(np.arange(3))
        chosen.append(agent.act(worlds))
    assert (chosen[0] == chosen[1]).all()


def test_play_is_the_same_in_whatever_batch() -> None:
    many = Batch(5, num_players=[1, 2, 1, 3, 1], difficulty=[5, 0, 2, 0, 1], seed=40, observe=False)
    many.playout(80, seed=1, weights=read_weights())
    agent = agents.load("search:simulations=100")
    agent.begin(np.arange(5))
    together = agent.act(many)
    for row in range(5):
        alone = agents.load("search:simulations=100")
        alone.begin(np.array([row]))
        assert alone.act(many.clone([row]))[0] == together[row]
        again = agents.load("search:simulations=100")
        again.begin(np.arange(5))
        assert again.act(many, np.array([row]))[row] == together[row]


def test_the_batch_is_not_changed() -> None:
    batch = Batch(2, num_players=2, seed=4)
    before = batch.save()
    agents.load("search:simulations=50").act(batch)
    assert batch.save() == before


def test_it_beats_greedy_with_few_simulations() -> None:
    scores = {}
    for name in ("greedy", "search:simulations=64"):
        batch = Batch(6, difficulty=5, seed=60, observe=False)
        play(name, batch)
        scores[name] = batch.scores()[:, 0].mean()
    assert scores["search:simulations=64"] > scores["greedy"] + 4


def test_it_beats_greedy_at_a_table() -> None:
    batch = Batch(8, num_players=2, seed=70, observe=False)
    search, greedy = agents.load("search:simulations=48"), agents.load("greedy")
    seat = np.arange(8) % 2
    while not batch.over.all():
        mine = ~batch.over & (batch.player == seat)
        actions = search.act(batch, np.flatnonzero(mine))
        theirs = np.flatnonzero(~batch.over & ~mine)
        actions[theirs] = greedy.act(batch, theirs)[theirs]
        batch.step(actions, illegal="ignore")
    assert batch.results()[np.arange(8), seat].sum() >= 6


def test_it_plays_arkeis_to_a_favourable_end() -> None:
    batch = ArkeisBatch(2, episode=0, seed=9, observe=False)
    play("search:simulations=4", batch)
    assert (batch.results() == "favourable").all()


def test_a_budget_in_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search looks at the clock after every wave, which here takes 0.06 seconds, and ends when 0.2 are over."""
    ticks = itertools.count()
    monkeypatch.setattr("agents.search.time.perf_counter", lambda: 0.06 * next(ticks))
    batch = Batch(1, difficulty=5, seed=1, observe=False)
    visits, _ = agents.load("search:milliseconds=200+side=8").search(batch, np.array([0]))  # type: ignore[attr-defined]
    assert visits.sum() == 4 * 8


def test_forced_decisions_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = Batch(1, difficulty=5, seed=1, observe=False, show_forced=True)
    agent = agents.load("search:simulations=8")
    searched: list[int] = []
    original = type(agent).search  # type: ignore[attr-defined]

    def counted(self: object, games: GameBatch, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        searched.append(int(games.mask[rows[0]].sum()))
        found: tuple[np.ndarray, np.ndarray] = original(self, games, rows)
        return found

    monkeypatch.setattr(type(agent), "search", counted)
    forced = 0
    while not batch.over.all():
        forced += int(batch.mask.sum() == 1)
        batch.step(agent.act(batch))
    assert forced
    assert searched
    assert min(searched) > 1


@pytest.mark.parametrize(("name", "simulations"), [("search", 500), ("search:simulations=47", 47)])
def test_the_search_spends_its_simulations_at_the_root(name: str, simulations: int) -> None:
    batch = Batch(3, difficulty=5, seed=2, observe=False)
    agent = agents.load(name)
    visits, totals = agent.search(batch, np.arange(3))  # type: ignore[attr-defined]
    assert (visits.sum(axis=1) == simulations).all()
    assert (visits[batch.mask == 0] == 0).all()
    assert (totals[visits == 0] == 0).all()
    assert np.abs(totals[visits > 0] / visits[visits > 0]).max() < 80  # means of margins in points


def test_margins_are_against_the_best_other() -> None:
    for players in (1, 2, 4):
        batch = Batch(20, num_players=players, difficulty=0, seed=3, observe=False)
        batch.playout(seed=1, weights=read_weights())
        points = batch.scores()
        for game in range(20):
            others = [points[game, 4]] if players == 1 else points[game, :players]
            for seat in range(players):
                rivals = others if players == 1 else np.delete(others, seat)
                assert margins(batch)[game, seat] == points[game, seat] - max(rivals)


def test_weighted_play_outs_are_far_better_than_random_ones() -> None:
    batch = Batch(200, difficulty=5, seed=1, observe=False)
    weighted = batch.clone()
    batch.playout(seed=1)
    weighted.playout(seed=1, weights=read_weights())
    assert weighted.scores()[:, 0].mean() > batch.scores()[:, 0].mean() + 15


def test_equal_weights_play_as_no_weights_do_on_average() -> None:
    batch = Batch(400, difficulty=5, seed=1, observe=False)
    equal = batch.clone()
    taken = batch.playout(seed=1)
    also = equal.playout(seed=1, weights=np.ones(batch.num_actions))
    assert abs(taken.mean() - also.mean()) < 4 * taken.std() / np.sqrt(200)


def test_an_action_of_weight_zero_is_not_taken_while_there_is_another() -> None:
    from arnak_env.arnak.actions import A_PASS

    batch = Batch(50, difficulty=5, seed=1, observe=False)
    batch.playout(20, seed=3)
    weights = np.ones(batch.num_actions)
    weights[A_PASS] = 0.0
    offered = ~batch.over & (batch.mask[:, A_PASS] > 0)
    assert (offered & (batch.mask.sum(axis=1) > 1)).sum() > 10
    for seed in range(5):
        without, only = batch.clone(), batch.clone()
        without.playout(1, seed=seed, weights=weights)
        only.playout(1, seed=seed, weights=1.0 - weights)
        for row in np.flatnonzero(offered).tolist():
            actions = batch.legal_actions(row)
            reached = batch.clone([row] * len(actions))
            reached.step(actions)
            states = {action: reached.games[i].tobytes() for i, action in enumerate(actions)}
            assert only.games[row].tobytes() == states.pop(A_PASS)
            assert not states or without.games[row].tobytes() in states.values()


def test_play_outs_stop_at_the_end_of_a_round() -> None:
    batch = Batch(30, num_players=2, seed=1, observe=False)
    batch.playout(seed=1, until=2)
    assert (batch.games["round_number"] == 3).all()
    assert not batch.over.any()


def test_the_kind_of_a_decision_is_what_the_play_out_uses() -> None:
    """One row at a time allows passing only; play-outs of one decision pass exactly in games of that row."""
    from arnak_env.arnak.actions import A_PASS

    batch = Batch(200, board=["bird", "owl"] * 100, difficulty=5, seed=1, observe=False)
    batch.playout(30, seed=3, weights=read_weights())
    rows = kinds(batch.games)
    offered = ~batch.over & (batch.mask[:, A_PASS] > 0)
    weights = np.ones_like(read_weights())
    weights[:, A_PASS] = 0.0
    for row in np.unique(rows[offered])[:3]:
        only = weights.copy()
        only[row] = 0.0
        only[row, A_PASS] = 1.0
        after = batch.clone()
        after.playout(1, seed=1, weights=only)
        mine = offered & (rows == row)
        passed = (after.games["passed"][:, 0] == 1) | (after.games["round_number"] > batch.games["round_number"])
        assert passed[mine].all()
        assert not passed[offered & ~mine].all()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("search:", "no entry with a value"),
        ("search:800", "no entry with a value"),
        ("search:simulation=800", "unknown entry 'simulation'"),
        ("search:simulations=0", "simulations"),
        ("search:simulations=many", "simulations"),
        ("search:simulations=1.5", "simulations"),
        ("search:simulations=5+simulations=6", "given twice"),
        ("search:simulations=5+milliseconds=6", "not both"),
        ("search:prior=gredy", "a prior is rollouts, greedy, uniform"),
        ("search:exploration=-1", "exploration"),
        ("search:exploration=nan", "exploration"),
        ("serach", "did you mean 'search'"),
    ],
)
def test_wrong_settings_are_refused_in_words(name: str, words: str) -> None:
    for game in ("arnak", "arkeis"):
        with pytest.raises(ValueError, match=words) as caught:
            agents.check_name(name, game)
        assert name in str(caught.value)


def test_games_of_the_other_game_are_refused() -> None:
    with pytest.raises(ValueError, match="plays arnak"):
        agents.load("search").act(ArkeisBatch(1))
    with pytest.raises(ValueError, match="plays arkeis"):
        agents.load("search", game="arkeis").act(Batch(1))


@pytest.mark.parametrize(
    "weights", [np.ones(5), np.full(869, -1.0), np.full(869, np.nan), "much", np.ones((2, 2, 869))]
)
def test_wrong_weights_are_refused(weights: object) -> None:
    with pytest.raises(ValueError, match="weights must"):
        Batch(1).playout(weights=weights)  # type: ignore[arg-type]


def test_a_damaged_file_of_weights_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    path.write_bytes(b"PK\x03\x04 no archive")
    with pytest.raises(ValueError, match=r"weights\.npz"):
        read_weights(path)
    np.savez(path, steps=np.zeros((2, 2), np.uint8), schema=1)
    with pytest.raises(ValueError, match="other actions"):
        read_weights(path)
