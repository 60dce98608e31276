"""Every example in README and docs runs: Python and TOML as it stands, commands with small numbers."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
import typer.main
from markdown_blocks import PAGES, ROOT, blocks, name, pages_with
from typer.testing import CliRunner

from arnak_env.arnak.content import load_content
from arnak_env.arnak.scenario import format_report, run_files
from arnak_env.cli import app


@pytest.mark.parametrize("page", pages_with("python"), ids=name)
def test_python(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page run in order, in one namespace and an empty folder."""
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page, "python"):
        # Empty lines in front make tracebacks point at the line of the page.
        exec(compile("\n" * (block.line - 1) + block.text, name(page), "exec"), namespace)


@pytest.mark.parametrize("page", pages_with("toml"), ids=name)
def test_toml(page: Path, tmp_path: Path) -> None:
    for block in blocks(page, "toml"):
        path = tmp_path / f"line_{block.line}.toml"
        path.write_text(block.text, encoding="utf-8")
        if block.text.startswith("[[scenario]]"):
            results = run_files([path])
            assert all(result.passed for result in results), format_report(results)
        else:
            load_content(path)


# --- commands --------------------------------------------------------------------------------------------------------
def commands() -> list[tuple[str, list[str]]]:
    """Return (page, words) of every `arnak` command in a shell block."""
    found = []
    for page in PAGES:
        for block in blocks(page, "sh", "bash"):
            for line in block.text.replace("\\\n", " ").splitlines():
                words = shlex.split(line, comments=True)
                if words[:1] == ["arnak"]:
                    found.append((name(page), words[1:]))
    return found


def test_commands_and_their_options_exist() -> None:
    group: Any = typer.main.get_command(app)
    assert commands()
    for page, words in commands():
        assert words[0] in group.commands, f"{page}: there is no command {words[0]!r}"
        command = group.commands[words[0]]
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        for word in words[1:]:
            if word.startswith("-"):
                assert word.partition("=")[0] in known, f"{page}: {words[0]} has no option {word}"
    for page in PAGES:
        for command in re.findall(r"`arnak ([a-z][a-z-]*)", page.read_text(encoding="utf-8")):
            assert command in group.commands, f"{name(page)}: there is no command {command!r}"


def run(words: list[str], typed: str | None = None) -> str:
    result = CliRunner().invoke(app, words, input=typed)
    assert result.exit_code == 0, f"arnak {shlex.join(words)}\n{result.output}"
    return result.output


def with_option(words: list[str], option: str, value: str) -> list[str]:
    """Return a command with another value of an option, or with the option added."""
    if option not in words:
        return [*words, option, value]
    place = words.index(option)
    return [*words[: place + 1], value, *words[place + 2 :]]


def readme_commands(command: str) -> list[list[str]]:
    return [words for page, words in commands() if page == "README.md" and words[0] == command]


def test_readme_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = blocks(ROOT / "README.md", "toml")
    for words in readme_commands("scenario"):
        Path(words[-1]).write_text(block.text, encoding="utf-8")
        assert "all as expected" in run(words)


def test_readme_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`arnak play` begins, saves a replay when it is left, and `arnak replay` shows it."""
    monkeypatch.chdir(tmp_path)
    for words in readme_commands("play"):
        run(words, typed="1\n1\n1\nquit\n")
    replays = sorted(tmp_path.rglob("*.json"))
    assert len(replays) == len(readme_commands("play"))
    for words in readme_commands("replay"):
        for replay in replays:
            assert "player 1" in run([*words[:-1], str(replay)])


def test_readme_rating(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in readme_commands("rate-rival"):
        if not any("ppo:" in word for word in words):
            small = with_option(words, "--games", "2")
            run(small)
            run([*small, "--resume"])
            folder = Path(words[words.index("--out") + 1])
            said = ["rival_rating.csv", "rival_rating.png", "games.csv", "configuration.json"]
            assert [file for file in said if not (folder / file).is_file()] == []


@pytest.mark.slow
@pytest.mark.train
def test_readme_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few seconds of training give a model that takes its place in a rating."""
    pytest.importorskip("sb3_contrib", reason="needs the extra `train`")
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    monkeypatch.chdir(tmp_path)
    for words in readme_commands("train"):
        run(with_option(words, "--seconds", "3"))
    for words in readme_commands("rate-rival"):
        if any("ppo:" in word for word in words):
            run(with_option(with_option(words, "--games", "1"), "--difficulties", "0"))
