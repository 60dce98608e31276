"""An analysis: what it records is what happened, and what it estimates is what is there."""

from __future__ import annotations

import csv
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import ttest_ind
from typer.testing import CliRunner, Result

import agents
from agents.arena.analysis import Analysis, Stopped
from agents.arena.analysis_configuration import AnalysisConfiguration
from agents.arena.analysis_effects import Effect, effects, independent
from agents.arena.analysis_factors import sample_of
from agents.arena.analysis_games import Acquired, AnalysedGame, AnalysedGames, ResearchStep
from agents.arena.analysis_recorder import Recorder
from agents.arena.analysis_report import AnalysisReport
from agents.arena.storage import ANALYSIS_TABLE, GAMES
from agents.base import spread_seed
from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import ASSISTANT_IDS, CARD_IDS
from arnak_env.cli import app

SOLO = AnalysisConfiguration("random", ("snake", "owl"), games=3, seed=11, difficulties=(3, 8), objectives=(0, 3))
TABLE = AnalysisConfiguration("random", ("spider",), games=4, seed=5, players=3, difficulties=(), objectives=())


def played(folder: Path, configuration: AnalysisConfiguration, **arguments: Any) -> bytes:
    """Play an analysis and return its table and its list of games."""
    report = AnalysisReport(top=3)
    with Analysis(configuration, folder, **arguments) as analysis:
        findings = report.rate(analysis.play(), analysis.cells)
    return report.write_table(findings, folder).read_bytes() + (folder / GAMES).read_bytes()


# --- what is recorded ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("arguments", [{"objectives": 3, "difficulty": 7}, {"num_players": 4}])
def test_a_recorded_game_is_byte_for_byte_the_unrecorded_one(arguments: dict[str, Any]) -> None:
    plain, recorded = (Batch(8, board=list(o.BOARDS) * 2, seed=3, **arguments) for _ in range(2))
    recorder = Recorder(recorded)
    agent = agents.load("random", seed=1)
    while not plain.over.all():
        actions = agent.act(plain)
        assert (agent.act(recorded) == actions).all()
        forbidden = plain.step(actions, illegal="ignore").copy()
        assert (recorder.step(actions) == forbidden).all()
        assert recorded.games.tobytes() == plain.games.tobytes()
        assert (recorded.mask == plain.mask).all()
        assert (recorded.observation == plain.observation).all()
        assert (recorded.player == plain.player).all()


def things_of(game: np.void, seat: int) -> tuple[set[str], set[str]]:
    """Return the items and artifacts that lie anywhere with a seat, and its assistants."""
    places = [game[zone][seat, : game[f"{zone}_size"][seat]] for zone in ("deck", "hand", "play")]
    if game["turn_player"] == seat:
        places.append(game["aside"][: game["aside_size"]])
    cards = {CARD_IDS[card] for place in places for card in place if card < o.FIRST_STARTING}
    return cards, {ASSISTANT_IDS[helper] for helper in game["assistant"][seat] if helper >= 0}


@pytest.mark.parametrize("configuration", [SOLO, TABLE], ids=["solo", "table"])
def test_the_list_says_what_replays_show(tmp_path: Path, configuration: AnalysisConfiguration) -> None:
    """Another way to find out: look at what everybody has after every single choice, forced ones included."""
    with Analysis(configuration, tmp_path) as analysis:
        results = analysis.play()
    for result in results:
        batch = Batch(
            1,
            board=result.board,
            num_players=result.players,
            difficulty=result.difficulty,
            objectives=result.objectives,
            seed=result.seed,
            show_forced=True,
        )
        first_assistants = [batch.games[0]["stack"][i, n - 1] for i, n in enumerate(batch.games[0]["stack_size"])]
        assert result.first_assistants == tuple(ASSISTANT_IDS[helper] for helper in first_assistants)
        if result.players > 1:  # nobody has bought anything yet
            assert result.first_row == tuple(CARD_IDS[card] for card in batch.games[0]["row"])
        agent = agents.load("random")
        agent.begin(configuration.agent_seeds(np.array([result.game])))
        owned: list[tuple[dict[str, int], dict[str, int]]] = [({}, {}) for _ in range(result.players)]
        words: list[list[str]] = [[] for _ in range(result.players)]
        dealt: dict[int, tuple[str, ...]] = {}
        while not batch.over[0]:
            game = batch.games[0]
            round_ = int(game["round_number"])
            open_ = np.flatnonzero(game["objective_state"] == o.OBJECTIVE_OPEN)
            dealt.setdefault(round_, tuple(o.OBJECTIVES[objective] for objective in open_))
            forced = int(batch.mask[0].sum()) == 1
            action = int(batch.mask[0].argmax() if forced else agent.act(batch)[0])
            words[int(batch.player[0])].append(batch.action_words(0, action))
            batch.step([action])
            batch.games["decisions"] -= forced
            for seat, kept in enumerate(owned):
                for found, things in zip(kept, things_of(batch.games[0], seat), strict=True):
                    for thing in things:
                        found.setdefault(thing, round_)
        assert int(batch.games["decisions"][0]) == result.decisions
        assert tuple(batch.scores()[0, : result.players].tolist()) == result.scores
        assert int(batch.scores()[0, 4]) == result.rival_score
        assert tuple(dealt[round_] for round_ in range(1, 6)) == result.dealt_objectives
        for seat, (cards, helpers) in enumerate(owned):
            assert {card.name: card.round for card in result.cards[seat]} == cards
            assert {helper.name: helper.round for helper in result.assistants[seat]} == helpers
            steps = [word.split()[1:] for word in words[seat] if word.startswith("research ")]
            assert [[step.token, step.space] for step in result.research[seat]] == steps
            assert result.sites[seat] == sum(word.startswith("discover ") for word in words[seat])
            assert result.guardians[seat] == (batch.games[0]["guardian_owner"] == seat + 1).sum()
            assert result.idols[seat] == batch.games[0]["idol_types"][seat].sum()


def test_exiled_items_taken_back_are_acquired() -> None:
    batch = Batch(1, seed=1)
    recorder = Recorder(batch)
    batch.games["exiled"][0, CARD_IDS.index("hat")] = 1
    frames = int(batch.games["frames"][0])
    batch.games["frame"][0, frames] = (o.OP_TAKE_EXILED_ITEM, 0, 0, 0, 0, 0, -1, -1)
    batch.games["frames"][0] = frames + 1
    batch.refresh()
    names = [batch.action_words(0, action) for action in batch.legal_actions(0)]
    assert "take card hat" in names
    recorder.step(np.array([batch.legal_actions(0)[names.index("take card hat")]]))
    assert recorder.cards[0, 0, CARD_IDS.index("hat")] == 1
    assert recorder.cards.sum() == 1


@pytest.mark.parametrize("configuration", [SOLO, TABLE], ids=["solo", "table"])
def test_the_same_table_however_it_is_played(tmp_path: Path, configuration: AnalysisConfiguration) -> None:
    reference = played(tmp_path / "reference", configuration)
    for size in (1, 5):
        assert played(tmp_path / str(size), configuration, batch_size=size) == reference
    assert played(tmp_path / "seed", replace(configuration, seed=12)) != reference
    for moment in (1, 90):
        folder = tmp_path / f"stopped_{moment}"
        steps = iter(range(10**9))
        with pytest.raises(Stopped) as stopped, Analysis(configuration, folder, batch_size=4) as analysis:
            analysis.play(stop=lambda steps=steps, moment=moment: next(steps) >= moment)  # type: ignore[misc]
        assert len(AnalysedGames(folder / GAMES).read(configuration)) == stopped.value.finished < stopped.value.total
        assert played(folder, configuration, resume=True) == reference
    with pytest.raises(ValueError, match=r"arguments\.games: \d before, 9 now"):
        Analysis(replace(configuration, games=9), tmp_path / "reference", resume=True)


@pytest.mark.parametrize(
    ("column", "entry", "message"),
    [
        ("results", "win", "cannot have a win with a margin of -"),
        ("results", "won", "results holds 'won', which is unknown there"),
        ("scores", "3;4", "scores has 2 entries instead of one for each of 1 seats"),
        ("scores", "many", "scores must hold whole numbers, not 'many'"),
        ("cards", "hat", "cards must hold ids with rounds, such as sea_turtle:1, not 'hat'"),
        ("cards", "hat:6", "not 'hat:6'"),
        ("cards", "hat:1 hat:2", "cards holds something twice"),
        ("cards", "compass:1", "cards holds 'compass', which is unknown there"),
        ("assistants", "hat:1", "assistants holds 'hat', which is unknown there"),
        ("research", "glass:s1:2", "research holds 's1', which is unknown there"),
        ("research", "glass:b1", "research must hold steps such as glass:b1:1, not 'glass:b1'"),
        ("first_row", "hat", "first_row has 1 entries instead of 6"),
        ("tiles", "red red", "tiles has 2 entries instead of 5"),
        ("dealt_objectives", ";", "dealt_objectives has 2 entries instead of 5"),
        ("board", "bard", "unknown board 'bard'; one of bird, snake, spider, owl"),
        ("difficulty", "4", "random on bird at difficulty 4 is no part of this rating"),
        ("players", "x", "players must be a whole number, not 'x'"),
        ("seed", "1", "of this rating has seed"),
    ],
)
def test_damaged_lines_are_named(tmp_path: Path, column: str, entry: str, message: str) -> None:
    configuration = AnalysisConfiguration("random", ("bird",), games=2, seed=1)
    with Analysis(configuration, tmp_path) as analysis:
        analysis.play()
    with (tmp_path / GAMES).open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    rows[1][column] = entry
    with (tmp_path / GAMES).open("w", encoding="utf-8", newline="") as handle:
        writer = csv.DictWriter(handle, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    before = (tmp_path / GAMES).read_bytes()
    with pytest.raises(ValueError, match=r"games\.csv, line 3: ") as error:
        Analysis(configuration, tmp_path, resume=True)
    assert message in str(error.value)
    assert (tmp_path / GAMES).read_bytes() == before


# --- what is estimated -----------------------------------------------------------------------------------------------
def invented(number: int, margin: float, **entries: Any) -> AnalysedGame:
    """Return a game with this margin; the random parts that are not given are the same in all games."""
    score = 100 + round(margin)
    usual: dict[str, Any] = {
        "agent": "greedy",
        "board": "bird",
        "players": 1,
        "difficulty": 3,
        "objectives": 0,
        "seed": 0,
        "decisions": 100,
        "rival_score": 100,
        "results": (("win",) if score > 100 else ("loss",) if score < 100 else ("tie",)),
        "scores": (score,),
        "sites": (1,),
        "idols": (1,),
        "guardians": (1,),
        "cards": ((),),
        "assistants": ((),),
        "research": ((ResearchStep("glass", "b1", 1),),),
        "first_row": CARD_IDS[40:41] + CARD_IDS[:5],
        "first_assistants": ASSISTANT_IDS[:3],
        "tiles": ("red", "red", "red", "green", "green"),
        "dealt_objectives": ((),) * 5,
    }
    return AnalysedGame(game=number, **(usual | entries))


def found(lines: list[Effect], method: str, name: str, outcome: str = "margin", contrast: str | None = None) -> Effect:
    (line,) = (
        line
        for line in lines
        if (line.method, line.name, line.outcome) == (method, name, outcome)
        and (contrast is None or line.contrast == contrast)
        and (contrast is not None or line.contrast != "each round later")
    )
    return line


def covers(effect: Effect, truth: float) -> bool:
    return effect.fit.low <= truth <= effect.fit.high


@pytest.fixture(scope="module")
def planted() -> list[AnalysedGame]:
    """Games in which hat gives 6 points, less one for each round after the first; axe comes along, and gives none.

    Dog in the first row gives 4 points, the assistant coins 3, and the research step b2 takes 5.
    """
    random = np.random.default_rng(1)
    games = []
    for number in range(1500):
        hat, round_ = random.random() < 0.4, int(random.integers(1, 6))
        axe = random.random() < (0.8 if hat else 0.2)
        dog, coins, left = random.random() < 0.15, random.random() < 0.3, random.random() < 0.3
        margin = (7 - round_) * hat + 4 * dog + 3 * coins - 5 * left + random.normal(0, 6)
        cards = [Acquired("hat", round_)] * hat + [Acquired("axe", int(random.integers(1, 6)))] * axe
        games.append(
            invented(
                number,
                margin,
                cards=(tuple(cards),),
                assistants=((Acquired("coins", 2),) * coins,),
                research=((ResearchStep("glass", "b2" if left else "b1", 1),),),
                first_row=(CARD_IDS[40], *CARD_IDS[:4], "dog" if dog else "rope"),
            )
        )
    return games


def test_planted_effects_are_found(planted: list[AnalysedGame]) -> None:
    lines = effects(sample_of(planted))
    for method, name, truth in (
        ("adjusted", "hat", 4.0),
        ("adjusted", "axe", 0.0),
        ("adjusted", "coins", 3.0),
        ("adjusted", "first glass b2", -5.0),
        ("difference", "hat", 4.0),
        ("difference", "coins", 3.0),
        ("difference", "first glass b2", -5.0),
        ("randomised", "dog", 4.0),
    ):
        line = found(lines, method, name)
        assert covers(line, truth), (method, name, line)
        assert (line.p_adjusted < 0.01) == (truth != 0.0), (method, name, line)
    assert covers(found(lines, "adjusted", "hat", contrast="each round later"), -1.0)
    assert covers(found(lines, "adjusted", "axe", contrast="each round later"), 0.0)
    confounded = found(lines, "difference", "axe")  # goes along with hat, and does nothing
    assert confounded.fit.low > 1.0


def test_within_one_cell_the_difference_is_welchs_and_newcombes(planted: list[AnalysedGame]) -> None:
    lines = effects(sample_of(planted))
    line = found(lines, "difference", "axe")
    having = np.array([any(card.name == "axe" for card in game.cards[0]) for game in planted])
    margins = np.array([game.margin(0) for game in planted])
    test = ttest_ind(margins[having], margins[~having], equal_var=False)
    low, high = test.confidence_interval()
    assert (line.n_with, line.n_without) == (having.sum(), (~having).sum())
    assert (line.fit.effect, line.fit.low, line.fit.high, line.fit.p) == pytest.approx(
        (margins[having].mean() - margins[~having].mean(), low, high, test.pvalue)
    )
    wins = found(lines, "difference", "axe", "win")
    assert wins.fit.effect == pytest.approx(wins.mean_with - wins.mean_without)
    limits = [wilson(rate, n) for rate, n in ((wins.mean_with, wins.n_with), (wins.mean_without, wins.n_without))]
    (low_1, high_1), (low_2, high_2) = limits
    down = math.hypot(wins.mean_with - low_1, high_2 - wins.mean_without)
    up = math.hypot(high_1 - wins.mean_with, wins.mean_without - low_2)
    assert (wins.fit.low, wins.fit.high) == pytest.approx((wins.fit.effect - down, wins.fit.effect + up))


def wilson(rate: float, n: int, z: float = 1.959963984540054) -> tuple[float, float]:
    centre, spread = rate + z * z / (2 * n), z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return (centre - spread) / (1 + z * z / n), (centre + spread) / (1 + z * z / n)


def test_the_same_deals_in_another_cell_are_no_new_games(planted: list[AnalysedGame]) -> None:
    """Twice the same games in two cells must not make the intervals narrower, and levels are not compared."""
    some = planted[:400]
    harder = [game._replace(difficulty=4, rival_score=150, results=("loss",)) for game in some]
    once, twice = (effects(sample_of(games)) for games in (some, some + harder))
    for name, method in (
        ("hat", "difference"),
        ("coins", "adjusted"),
        ("first glass b2", "difference"),
        ("dog", "randomised"),
    ):
        one, two = found(once, method, name), found(twice, method, name)
        assert two.n_with == 2 * one.n_with
        assert two.fit.effect == pytest.approx(one.fit.effect)
        assert two.fit.high - two.fit.low == pytest.approx(one.fit.high - one.fit.low, rel=0.05)


def test_nothing_is_found_where_nothing_is() -> None:
    random = np.random.default_rng(7)
    games = [
        invented(
            number,
            random.normal(0, 10),
            cards=(
                tuple(Acquired(card, int(random.integers(1, 6))) for card in CARD_IDS[:75] if random.random() < 0.2),
            ),
            first_row=(CARD_IDS[random.integers(40, 75)], *random.choice(CARD_IDS[:40], 5, replace=False).tolist()),
        )
        for number in range(1200)
    ]
    lines = [line for line in effects(sample_of(games)) if line.outcome == "margin" and not math.isnan(line.fit.p)]
    assert len(lines) > 200
    assert sum(line.p_adjusted < 0.05 for line in lines) == 0
    assert 0.01 < np.mean([line.fit.p < 0.05 for line in lines]) < 0.10


@pytest.fixture(scope="module")
def tile_games() -> list[AnalysedGame]:
    """All levels, with a worth for each tile, in points of the margin."""
    random = np.random.default_rng(3)
    games = []
    for number in range(150):
        for level in range(11):
            colours = np.zeros(5, int)
            order = random.permutation(5)
            colours[order[: min(level, 5)]] = 1
            colours[order[: max(level - 5, 0)]] = 2
            margin = -sum((1 + pair) * colour for pair, colour in enumerate(colours)) + random.normal(0, 5)
            tiles = tuple(o.COLOURS[colour] for colour in colours)
            games.append(invented(number, margin, difficulty=level, tiles=tiles))
    return games


def test_worth_of_rival_tiles_over_all_levels(tile_games: list[AnalysedGame]) -> None:
    lines = effects(sample_of(tile_games))
    for pair, name in enumerate(o.PAIRS):
        for colour in (1, 2):
            line = found(lines, "randomised", f"{name} {o.COLOURS[colour]}")
            assert line.contrast == "instead of green"
            assert covers(line, -(1.0 + pair) * colour), line


@pytest.mark.parametrize("level", [3, 7])
def test_worth_of_rival_tiles_at_one_level_is_against_other_tiles(tile_games: list[AnalysedGame], level: int) -> None:
    """With k of five tiles, having one adds its worth and takes away that of others, on average of all the others."""
    games = [
        game._replace(game=number, difficulty=level)
        for number, game in enumerate(game for game in tile_games if game.difficulty == level)
    ]
    lines = [line for line in effects(sample_of(games)) if line.kind == "rival_tile" and line.outcome == "margin"]
    assert len(lines) == 5
    colour = "red" if level == 3 else "purple"
    for pair, name in enumerate(o.PAIRS):
        line = found(lines, "randomised", f"{name} {colour}")
        assert line.contrast == f"{colour} instead of another tile"
        worth = np.arange(1.0, 6.0)
        others = np.delete(worth, pair).mean()
        assert covers(line, others - worth[pair]), line


@pytest.mark.parametrize("level", [0, 5, 10])
def test_where_chance_decides_no_tile_there_is_nothing_to_say(tile_games: list[AnalysedGame], level: int) -> None:
    lines = effects(sample_of([game for game in tile_games if game.difficulty == level]))
    assert [line for line in lines if line.kind == "rival_tile" and not math.isnan(line.fit.effect)] == []


def test_offers_to_all_players_say_nothing_about_who_wins(tmp_path: Path) -> None:
    with Analysis(replace(TABLE, games=40), tmp_path) as analysis:
        lines = effects(sample_of(analysis.play()))
    offers = [line for line in lines if line.method == "randomised"]
    assert {line.outcome for line in offers} == {"score"}
    assert {line.outcome for line in lines if line.method == "difference"} == {"margin", "score", "win"}
    assert not any(line.kind == "rival_tile" for line in lines)
    known = [line for line in lines if line.kind == "number" and not math.isnan(line.fit.low)]
    assert known
    assert all(line.n_with + line.n_without == 120 for line in known if line.name == "research steps")


def test_columns_that_others_add_up_to_are_left_out() -> None:
    random = np.random.default_rng(0)
    design = random.normal(size=(50, 6))
    design[:, 3] = design[:, 0] - 2 * design[:, 2]
    design[:, 5] = 0.0
    assert independent(design) == [0, 1, 2, 4]


# --- the command -----------------------------------------------------------------------------------------------------
def analysed(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(app, ["analyse", "--agent", "random", "--games", "30", "--out", str(folder), *words])


def test_the_command_shows_writes_and_resumes(tmp_path: Path) -> None:
    first = analysed(tmp_path, "--boards", "all", "--top", "2")
    assert first.exit_code == 0, first.output
    assert all(len(line) <= 80 for line in first.stdout.splitlines() if str(tmp_path) not in line)
    assert "items: 2 of" in first.stdout
    table = (tmp_path / ANALYSIS_TABLE).read_bytes()
    with (tmp_path / ANALYSIS_TABLE).open(encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))
    assert {row["method"] for row in rows} >= {"difference", "randomised"}
    assert {row["outcome"] for row in rows} == {"margin", "score", "win"}
    for row in rows:
        if row["low"]:
            assert float(row["low"]) <= float(row["effect"]) <= float(row["high"])
    known = [float(row["effect"]) for row in rows if (row["method"], row["kind"], row["outcome"]) == (
        "difference", "item", "margin") and row["effect"]]  # fmt: skip
    assert len(known) > 2
    assert known == sorted(known, reverse=True)
    assert (tmp_path / "analysis.png").read_bytes().startswith(b"\x89PNG")
    assert "go on with --resume" in analysed(tmp_path, "--boards", "all").stderr
    assert analysed(tmp_path, "--boards", "all", "--top", "2", "--resume").stdout == first.stdout
    assert (tmp_path / ANALYSIS_TABLE).read_bytes() == table


def test_few_games_say_so(tmp_path: Path) -> None:
    result = analysed(tmp_path, "--games", "1", "--players", "2")
    assert result.exit_code == 0, result.output
    assert "too few games to say anything" in result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--agent", "gredy"), "unknown agent 'gredy' (did you mean 'greedy'?)"),
        (("--boards", "brid"), "unknown board 'brid' (did you mean 'bird'?)"),
        (("--boards", ""), "the list of boards is empty"),
        (("--boards", "owl,owl"), "'owl' appears twice"),
        (("--players", "5"), "a whole number from 1 to 4, got 5"),
        (
            ("--players", "2", "--difficulties", "3"),
            "belong to the game against the rival (1 player), not to 2 players",
        ),
        (("--players", "2", "--objectives", "3"), "leave them out"),
        (("--difficulties", "0-11"), "from 0 to 10, got 11"),
        (("--difficulties", "x"), "neither a number nor a range"),
        (("--objectives", "1"), "one of 0, 2, 3, 4, got 1"),
        (("--games", "0"), "games must be at least 1, not 0"),
        (("--seed", "-1"), "seed must be a number from 0"),
        (("--top", "0"), "top must be at least 1, not 0"),
        (("--switches", "none"), "unknown switch 'none'"),
        (("--content", "nowhere.toml"), "nowhere.toml"),
        (("--resume", "--overwrite"), "exclude each other"),
    ],
)
def test_what_cannot_be_analysed_is_told(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    result = analysed(tmp_path / "out", *words)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "out").exists()


def test_seeds_of_games_and_of_the_agent_are_those_of_ratings() -> None:
    assert SOLO.game_seeds(np.arange(3)).tolist() == spread_seed(1, 11, np.arange(3)).tolist()
    assert len({*SOLO.game_seeds(np.arange(50)).tolist(), *SOLO.agent_seeds(np.arange(50)).tolist()}) == 100
