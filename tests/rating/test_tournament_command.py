"""`arnak tournament` and `arnak promote` as a user types them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arnak_env.cli import app

AGENTS = Path(__file__).with_name("table_agents.py")
OTHER = f"{AGENTS}:Other"


def run(command: str, folder: Path, *words: str) -> Result:
    return CliRunner().invoke(app, [command, "--games", "2", "--out", str(folder), *words])


def tournament(folder: Path, *words: str) -> Result:
    return run("tournament", folder, "--agents", f"random,{OTHER}", *words)


def test_tables_are_shown_and_files_are_written(tmp_path: Path) -> None:
    result = tournament(tmp_path, "--boards", "bird,owl", "--players", "2-3")
    assert result.exit_code == 0, result.output
    for words in ("2 players on bird, owl: 8 games of 4 deals", "3 players on bird, owl: 24 games of 4 deals"):
        assert words in result.stdout
    for name in ("tournament.csv", "cross_table.csv", "tournament.png", "games.csv", "configuration.json"):
        assert str(tmp_path / name) in result.stdout.replace("\n", "")
        assert (tmp_path / name).stat().st_size
    with (tmp_path / "tournament.csv").open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    assert len(rows) == 2 * 3 * 2
    assert {row["agent"] for row in rows} == {"random", OTHER}
    described = json.loads((tmp_path / "configuration.json").read_text(encoding="utf-8"))
    assert described["arguments"]["players"] == [2, 3]
    assert set(described["agents"]) == {"random", OTHER}
    assert "choix" in described["versions"]


def test_a_folder_is_kept_until_it_is_overwritten(tmp_path: Path) -> None:
    assert tournament(tmp_path).exit_code == 0
    tables = (tmp_path / "tournament.csv").read_bytes()
    again = tournament(tmp_path)
    assert again.exit_code == 2
    assert "--resume" in again.stderr
    assert tournament(tmp_path, "--resume").exit_code == 0
    assert (tmp_path / "tournament.csv").read_bytes() == tables
    refused = tournament(tmp_path, "--resume", "--seed", "3")
    assert refused.exit_code == 2
    assert "arguments.seed: 0 before, 3 now" in refused.stderr
    assert tournament(tmp_path, "--overwrite", "--seed", "3").exit_code == 0
    assert (tmp_path / "tournament.csv").read_bytes() != tables


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--players", "1"), "2 to 4 players, not 1"),
        (("--players", "2,x"), "'x' in the list of players"),
        (("--players", ""), "the list of players is empty"),
        (("--board", "all,bird"), "all already stands for"),
        (("--board", "brid"), "unknown board 'brid'"),
        (("--agents", "greedy"), "at least two agents"),
        (("--agents", "greedy,"), "empty entry"),
        (("--agents", f"greedy,{AGENTS}:Nobody"), "no class 'Nobody'"),
        (("--agents", f"random,{AGENTS}:Choosy"), "knows none of these"),
        (("--resume", "--overwrite"), "exclude each other"),
        (("--batch-size", "-1"), "batch size must be at least 1"),
    ],
)
def test_what_cannot_be_played_is_told(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    result = tournament(tmp_path / "out", *words)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "out").exists()


def test_promotion_is_told_by_the_exit_code(tmp_path: Path) -> None:
    better = run("promote", tmp_path / "better", "greedy", "--incumbent", "random", "--games", "12")
    assert better.exit_code == 0, better.output
    assert "it beats random" in better.stdout
    unclear = run("promote", tmp_path / "unclear", OTHER, "--incumbent", "random", "--games", "12")
    assert unclear.exit_code == 1, unclear.output
    assert "not enough to tell that it beats random" in " ".join(unclear.stdout.split())
    again = run("promote", tmp_path / "unclear", OTHER, "--incumbent", "random", "--games", "12", "--resume")
    assert (again.exit_code, again.stdout) == (1, unclear.stdout)
    same = run("promote", tmp_path / "same", "random", "--incumbent", "random")
    assert same.exit_code == 2
    assert "same agent: 'random'" in same.stderr
    assert run("promote", tmp_path / "none", "greedy").exit_code == 2
