"""`arnak rate-episode`: same rules of its folder as `rate-rival`, one line per episode, Elite mode and team."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from agents.arena.episode_configuration import EpisodeCell, EpisodeConfiguration
from agents.arena.episode_games import EpisodeGames, EpisodeResult
from agents.arena.episode_rating import EpisodeRating, Stopped
from agents.arena.episode_report import COLUMNS, rate, write_table
from agents.arena.storage import CONFIGURATION, EPISODE_PLOT, EPISODE_TABLE, GAMES
from agents.arkeis_greedy import ArkeisGreedyAgent
from arnak_env.arkeis.batch import Batch
from arnak_env.cli import app


def rated(folder: Path, *words: str) -> Result:
    command = ["rate-episode", "--players", "1,3", "--games", "4", "--out", str(folder)]
    return CliRunner().invoke(app, [*command, *words])


def lines(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as table:
        return list(csv.DictReader(table))


def test_table_plot_and_games_are_written(tmp_path: Path) -> None:
    result = rated(tmp_path, "--episodes", "0,2", "--elite", "none,classic", "--explorers", "franck,rebecca")
    assert result.exit_code == 0, result.output
    assert {path.name for path in tmp_path.iterdir()} >= {CONFIGURATION, GAMES, EPISODE_TABLE, EPISODE_PLOT}
    table = lines(tmp_path / EPISODE_TABLE)
    assert list(table[0]) == list(COLUMNS)
    assert len(table) == 2 * 2 * 2 * 3
    assert {line["team"] for line in table} == {"1", "3", "franck+rebecca"}
    for line in table:
        assert float(line["win_rate_low"]) <= float(line["win_rate"]) <= float(line["win_rate_high"])
    games = lines(tmp_path / GAMES)
    assert len(games) == len(table) * 4
    assert {game["explorers"] for game in games if game["team"] == "franck+rebecca"} == {"franck+rebecca"}
    assert len({game["explorers"] for game in games if game["team"] == "3"}) > 1


def test_a_game_of_the_list_can_be_played_again(tmp_path: Path) -> None:
    assert rated(tmp_path, "--episodes", "1", "--agents", "greedy").exit_code == 0
    for game in lines(tmp_path / GAMES)[::3]:
        team = game["explorers"].split("+")
        batch = Batch(1, episode=game["episode"], explorers=team, seed=int(game["seed"]), observe=False)
        agent = ArkeisGreedyAgent()
        while not batch.over.all():
            batch.step(agent.act(batch))
        assert (batch.results()[0], str(batch.games["turns"][0])) == (game["result"], game["turns"])


def test_interrupted_and_resumed_ends_with_the_same_files(tmp_path: Path) -> None:
    asked = EpisodeConfiguration((0, 1), ("random", "greedy"), games=6, seed=3, players=(2, 5), elite=("none",))
    with EpisodeRating(asked, tmp_path / "whole", batch_size=9) as whole:
        expected = whole.play()
    steps = iter(range(10**6))
    with EpisodeRating(asked, tmp_path / "parts", batch_size=5) as first, pytest.raises(Stopped):
        first.play(stop=lambda: next(steps) >= 250)
    with EpisodeRating(asked, tmp_path / "parts", resume=True) as second:
        assert second.play() == expected
    whole_text, parts_text = ((tmp_path / name / GAMES).read_text() for name in ("whole", "parts"))
    assert whole_text == parts_text
    ratings = rate(expected, asked.cells())
    assert write_table(ratings, tmp_path).is_file()


def test_the_rules_of_the_folder_are_those_of_rate_rival(tmp_path: Path) -> None:
    assert rated(tmp_path).exit_code == 0
    again = rated(tmp_path)
    assert again.exit_code == 2
    assert "already holds results" in again.stderr
    other = rated(tmp_path, "--resume", "--elite", "classic")
    assert other.exit_code == 2
    assert "arguments.elite: ['none'] before, ['classic'] now" in other.stderr
    assert rated(tmp_path, "--resume", "--overwrite").exit_code == 2
    assert rated(tmp_path, "--resume").exit_code == 0
    rival = ["rate-rival", "--difficulties", "0", "--agents", "random", "--games", "1", "--out", str(tmp_path)]
    refused = CliRunner().invoke(app, [*rival, "--resume"])
    assert refused.exit_code == 2
    assert "command: 'rate-episode' before, 'rate-rival' now" in refused.stderr
    assert rated(tmp_path, "--overwrite").exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (",adverse,", ",maybe,", "unknown result 'maybe'; one of favourable, adverse"),
        (",none,0,", ",none,9,", "there is no game 9; they go from 0 to 3"),
        ("random,episode_0", "random,episode_5", "random in episode_5 with 1, Elite none is no part of this rating"),
        (",adverse,", ",adverse,many,", "14 entries instead of 13"),
        (",adverse,", ",adverse,-", "turns cannot be -"),
    ],
)
def test_damaged_lines_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert rated(tmp_path, "--agents", "random").exit_code == 0
    games = tmp_path / GAMES
    games.write_text(games.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    refused = rated(tmp_path, "--agents", "random", "--resume")
    assert refused.exit_code == 2
    assert message in " ".join(refused.stderr.split())
    assert "games.csv, line 2" in " ".join(refused.stderr.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--episodes", "7"), "unknown episode 7; known are 0 (episode_0), 1 (episode_1), 2 (episode_2)"),
        (("--episodes", "0,episode_0"), "'episode_0' appears twice in the list of episodes"),
        (("--episodes", ""), "the list of episodes is empty"),
        (("--episodes", "nowhere.toml"), "nowhere.toml"),
        (("--players", "6"), "players must be from 1 to 5, got 6"),
        (("--explorers", "rhiat,indiana"), "unknown explorer 'indiana'"),
        (("--explorers", "rhiat,rhiat"), "names rhiat more than once"),
        (("--explorers", "rhiat;rhiat"), "'rhiat' appears twice in the list of teams"),
        (("--elite", "hard"), "unknown elite mode 'hard'"),
        (("--agents", "ppo:x"), "no trained agent at 'x'"),
        (("--switches", "luck"), "switches are: threat_first_turn"),
        (("--games", "0"), "games must be at least 1, not 0"),
        (("--content", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_what_cannot_be_rated_is_told(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    result = rated(tmp_path / "out", *words)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "out").exists()


def test_switches_are_recorded_and_played(tmp_path: Path) -> None:
    switches = "threat_first_turn,defeated_miniatures_out,wildcard_any_roll,equip_at_setup"
    assert rated(tmp_path, "--switches", switches, "--agents", "random").exit_code == 0
    described = json.loads((tmp_path / CONFIGURATION).read_text(encoding="utf-8"))
    assert described["command"] == "rate-episode"
    assert described["arguments"]["switches"] == switches.split(",")
    asked: Any = EpisodeConfiguration((0,), ("random",), games=1, seed=0, switches=tuple(switches.split(",")))
    assert asked.game_config(asked.cells()[0], 0).switch_bits() == 15


def test_a_line_is_read_as_it_was_written(tmp_path: Path) -> None:
    asked = EpisodeConfiguration((0,), ("random",), games=1, seed=0, players=(1,))
    seed = int(asked.game_seeds(np.arange(1))[0])
    result = EpisodeResult("random", "episode_0", "1", "none", 0, seed, "franck", "adverse", 15, 0, 2, 0, 30)
    file = EpisodeGames(tmp_path / GAMES)
    file.append([result])
    assert file.read(asked) == [result]
    assert result.cell == EpisodeCell("random", "episode_0", "1", "none")
