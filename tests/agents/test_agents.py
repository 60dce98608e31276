"""Scripted agents: always legal, reproducible, blind to hidden things, and greedy beats random."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

import agents
from agents.base import Agent, mix, spread_seed
from agents.greedy_follow import effect_preference, payment_preference, ranked
from agents.greedy_ties import tie_numbers
from agents.greedy_values import WEIGHTS, Values
from agents.tune_greedy import search
from arnak_env import Batch
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import load_content
from arnak_env.arnak.opcodes import BOARDS

SCRIPTED = ("random", "greedy")


def play(players: list[Agent], batch: Batch) -> list[bytes]:
    """Play all games to the end, seat k by agent k; returns the actions of every step."""
    moves = []
    seeds = spread_seed(5, np.arange(len(batch.games)))
    for agent in players:
        agent.begin(seeds)
    while not batch.over.all():
        chosen = np.zeros(len(batch.games), dtype=np.int64)
        for seat, agent in enumerate(players):
            rows = np.flatnonzero(batch.player == seat)
            if len(rows):
                chosen[rows] = agent.act(batch, rows)[rows]
        moves.append(chosen.tobytes())
        illegal = batch.step(chosen, illegal="ignore")
        assert not illegal[~batch.over].any()
    return moves


@pytest.mark.parametrize("name", SCRIPTED)
@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_agents_play_legal_games_to_the_end(name: str, num_players: int) -> None:
    # Every board with and without the components of Twisted Paths.
    components = [True] * 4 + [False] * 4
    batch = Batch(
        8, board=[*BOARDS, *BOARDS], num_players=num_players, expansion_components=components, seed=4, observe=False
    )
    play([agents.load(name) for _ in range(num_players)], batch)
    assert batch.over.all()
    assert (batch.games["error"] == 0).all()


@pytest.mark.parametrize("name", SCRIPTED)
def test_the_same_seeds_give_the_same_games(name: str) -> None:
    first = play([agents.load(name)], Batch(4, board=BOARDS, num_players=1, seed=9, observe=False))
    assert first == play([agents.load(name)], Batch(4, board=BOARDS, num_players=1, seed=9, observe=False))


@pytest.mark.parametrize("name", SCRIPTED)
def test_choosing_changes_nothing_in_the_batch(name: str) -> None:
    batch = Batch(4, board=BOARDS, num_players=2, seed=1)
    agent = agents.load(name)
    for _ in range(60):
        games, mask, seen = batch.games.copy(), batch.mask.copy(), batch.observation.copy()
        actions = agent.act(batch)
        assert (batch.games == games).all()
        assert (batch.mask == mask).all()
        assert (batch.observation == seen).all()
        batch.step(actions, illegal="ignore")


def test_greedy_chooses_alike_in_worlds_it_cannot_tell_apart_when_nothing_is_drawn() -> None:
    """Its clones are determinized: with the true order of decks swapped for another, it decides by the same odds."""
    batch = Batch(200, num_players=1, seed=[7] * 200, observe=False)
    for _ in range(25):
        actions = np.repeat(batch.sample_actions()[:1], 200)
        batch.step(actions, illegal="ignore")
    truth, other = batch.clone(), batch.clone()
    other.determinize(seed=3)
    seeds = spread_seed(1, np.arange(200))
    counts = []
    for world in (truth, other):
        agent = agents.load("greedy")
        agent.begin(seeds)
        counts.append(np.bincount(agent.act(world), minlength=world.mask.shape[1]))
    # 200 draws each from the same distribution
    assert np.abs(counts[0] - counts[1]).sum() < 80


def test_greedy_puts_down_fear_and_keeps_good_cards() -> None:
    agent = agents.load("greedy")
    legal = np.zeros((2, a.ACTIONS), dtype=bool)
    legal[:, a.A_DECLINE] = True
    legal[0, a.parse_action("pay card fear")] = True
    legal[:, a.parse_action("pay card aeroplane")] = True
    chosen = agent._keep_or_put_down(legal, load_content())  # type: ignore[attr-defined]
    assert [a.action_name(int(action)) for action in chosen] == ["pay card fear", "decline"]


def value_with(board: str, **fields: object) -> float:
    """Return what greedy thinks of a solo position of round I in which some fields of the record are changed."""
    games = Batch(1, board=board, seed=1, observe=False).games.copy()
    for name, value in fields.items():
        games[name][0, 0] = value
    batch = Batch.from_games(games, observe=False)
    first = np.zeros(1, dtype=np.intp)
    return float(Values()(batch.games, first, first, batch.scores()[:, 0].astype(float))[0])


def test_greedy_values_the_things_of_the_new_boards() -> None:
    tablet = value_with("spider", tokens=[0, 0, 1, 0, 0]) - value_with("spider", tokens=0)
    dark = value_with("spider", dark=1, tokens=0) - value_with("spider", tokens=0)
    assert 0 < tablet <= dark < 2 * tablet
    # The lantern counts like a glass as it climbs: its points and a little more.
    on_row = {row: value_with("owl", glass=space("p1"), lantern=space(f"ow{row}")) for row in ("1a", "2a", "3a")}
    assert on_row["1a"] + 1 < on_row["2a"]
    assert on_row["2a"] + 1 < on_row["3a"]
    # With all four slots filled an idol finds a place only where two Owl Temple tiles give one.
    filled = {"slotted": 4, "idols": 1}
    one, two = (value_with("owl", owl_owned=[tiles, 0, 0], **filled) for tiles in (1, 2))
    assert two - one > 1 + 0.5
    used = value_with("owl", owl_owned=[2, 0, 0], slotted=4, idols=1, extra_slotted=1)
    full = value_with("owl", owl_owned=[2, 0, 0], slotted=4, idols=2)
    assert used < full


def space(word: str) -> int:
    return a.TRACK_WORDS["owl"].index(word)


def test_greedy_keeps_dark_tablets_when_ordinary_ones_will_do() -> None:
    preference = payment_preference()
    assert preference[a.A_CHOOSE + o.CHOICE_TABLET] > preference[a.A_CHOOSE + o.CHOICE_DARK_TABLET] > 0


def test_every_answer_has_a_rank_and_every_effect_of_the_new_boards_is_taken() -> None:
    ranks = ranked(effect_preference())
    assert ranks.min() >= 1
    for verb in ("research lantern", "owl tile", "flip", "pedestal", "hidden", "take bonus", "site"):
        assert ranks[a.FIRST[verb]] > ranks[a.A_DECLINE], verb
    for word in o.CHOICES:
        assert word == "pass" or ranks[a.A_CHOOSE + o.CHOICES.index(word)] > ranks[a.A_DECLINE], word


BEFORE = [[62, 59], [51, 59], [45, 60], [53, 61]]  # points of greedy and of the rival, from before Twisted Paths


def test_ties_are_drawn_by_numbers_that_the_new_actions_do_not_move() -> None:
    """The games of greedy on the boards of the base game are those from before Twisted Paths."""
    numbers = tie_numbers()
    assert sorted(numbers) == list(range(a.ACTIONS))
    names = [a.NAMES[action] for action in np.argsort(numbers)]
    assert names.index("space level_2_4") == 673
    batch = Batch(4, board=["bird", "snake"] * 2, difficulty=3, seed=77, observe=False)
    play([agents.load("greedy")], batch)
    assert batch.scores()[:, [0, 4]].tolist() == BEFORE


def test_greedy_goes_by_the_facts_of_the_game(tmp_path: Path) -> None:
    """With a content of one's own it values cards by that content, whoever else it has played for."""
    file = tmp_path / "my_box.toml"
    file.write_text('[[card]]\nid = "ostrich"\ncost = 7\n', encoding="utf-8")
    ostrich = a.CARD_IDS.index("ostrich")
    ours, theirs = load_content(), load_content(file)
    assert Values(content=theirs)._owned[ostrich] > Values(content=ours)._owned[ostrich]
    first, second = (Batch(6, seed=3, content=content, observe=False) for content in (None, file))
    both = agents.load("greedy")
    moves = [play([both], batch) for batch in (first, second)]
    alone = Batch(6, seed=3, content=file, observe=False)
    assert play([agents.load("greedy")], alone) == moves[1]


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_greedy_clearly_beats_random_in_the_solo_game(board: str) -> None:
    scores = {}
    for name in SCRIPTED:
        batch = Batch(60, board=board, num_players=1, difficulty=0, seed=100, observe=False)
        play([agents.load(name)], batch)
        scores[name] = batch.scores()[:, 0].astype(float)
    difference = scores["greedy"] - scores["random"]
    assert difference.mean() > 10
    assert (difference > 0).mean() > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_clearly_beats_random_at_two_players(seat: int) -> None:
    batch = Batch(60, board=[*BOARDS] * 15, num_players=2, seed=200, observe=False)
    players = [agents.load("random"), agents.load("random")]
    players[seat] = agents.load("greedy")
    play(players, batch)
    assert batch.results()[:, seat].mean() > 0.9


def test_the_search_moves_the_weights_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    found = search(generations=1, population=3, games=4, seed=1, spread=0.5, boards=BOARDS, names=("lantern_row",))
    assert found != WEIGHTS
    assert dataclasses.replace(found, lantern_row=WEIGHTS.lantern_row) == WEIGHTS
    assert "lantern_row=" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["clever", "ppo", "random:1", "", "Greedy"])
def test_unknown_agents_are_named(name: str) -> None:
    with pytest.raises(ValueError, match="agents are: random, greedy, .*ppo:PATH"):
        agents.load(name)


OWN = """
import numpy as np
from agents.base import SeededRows, rows_to_play

class First(SeededRows):
    name = "first"
    needs_observation = False

    def act(self, batch, games=None):
        actions = np.zeros(len(batch.games), dtype=np.int64)
        rows = rows_to_play(batch, games)
        actions[rows] = batch.mask[rows].argmax(axis=1)
        return actions

class Nobody:
    name = "nobody"
"""


def test_an_agent_of_your_own_plays(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN, encoding="utf-8")
    batch = Batch(2, num_players=1, seed=4, observe=False)
    play([agents.load(f"{tmp_path / 'mine.py'}:First")], batch)
    assert batch.over.all()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mine.py:Second", "mine.py has no class 'Second'; it has First, Nobody$"),
        ("mine.py:Nobody", "is no agent: it has no needs_observation, no begin, no act"),
        ("mine.py:", "has no class ''"),
        ("broken.py:First", "broken.py is not valid Python"),
    ],
)
def test_files_without_the_agent_are_refused(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "mine.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "broken.py").write_text("class First(:\n", encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        agents.load(f"{tmp_path / name}")


def test_two_files_of_the_same_name_are_two_agents(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(OWN.replace('"first"', f'"{folder}"'), encoding="utf-8")
    assert [agents.load(f"{tmp_path / folder / 'mine.py'}:First").name for folder in ("a", "b")] == ["a", "b"]


def test_a_missing_model_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        agents.load("ppo:nowhere")


def test_hashes_spread_neighbours() -> None:
    bits = np.unpackbits(mix(1, np.arange(4096)).view(np.uint8)).reshape(4096, 64)
    assert np.abs(bits.mean(axis=0) - 0.5).max() < 0.05
    assert len(np.unique(mix(np.arange(4096), 1))) == 4096
    assert (mix(1, 2) != mix(2, 1)).all()
