"""Every example in README and docs runs: Python and TOML as it stands, commands with small numbers."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml
from markdown_blocks import PAGES, ROOT, blocks, name, pages_with
from sample_outputs import printed, samples
from typer.testing import CliRunner

from arnak_env.arkeis.content.entries import FOLDER as ARKEIS_CONTENT
from arnak_env.arnak.content import load_content
from arnak_env.arnak.scenario import run_files
from arnak_env.cli import app
from arnak_env.core.scenarios import format_report

EPISODES = ARKEIS_CONTENT / "episodes"


def write_file(text: str, folder: Path) -> None:
    """Write a block whose first line names a file, such as ``# busy.py``, to that file."""
    named = re.match(r"# (\w+\.(?:py|yaml))\n", text)
    if named:
        (folder / named[1]).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("page", pages_with("python"), ids=name)
def test_python(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page run in order, in one namespace and an empty folder."""
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page, "python"):
        write_file(block.text, tmp_path)
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


def test_every_command_is_run_by_a_test() -> None:
    """By one of the tests below; whoever shows another command adds it there."""
    rated = {"rate-rival", "rate-episode", "analyse", "check-episode", "tournament", "promote"}
    run_here = {*rated, "train", "export-model", "scenario", "play", "replay"}
    shown = {(page, words[0]) for page, words in commands()} - {("docs/results.md", "results")}  # test_results.py
    assert {pair for pair in shown if pair[1] not in run_here or pair[0] not in RUN_PAGES} == set()


ARKEIS_PAGES = ("docs/arkeis_check_episode.md", "docs/arkeis_rating.md")
SMALL_PAGES = (*ARKEIS_PAGES, "docs/analysis.md", "docs/scale_out.md", "docs/tournament.md")
RUN_PAGES = ("README.md", "docs/agents.md", "docs/rating.md", "docs/training.md", *SMALL_PAGES)


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
            shown = run([*words[:-1], str(replay)])
            assert ("Turn of" if replay.name.startswith("arkeis") else "player 1") in shown


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


def test_readme_analysis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in readme_commands("analyse"):
        small = with_option(words, "--games", "2")
        run(small)
        run([*small, "--resume"])
        folder = Path(words[words.index("--out") + 1])
        said = ["analysis.csv", "analysis.png", "games.csv", "configuration.json"]
        assert [file for file in said if not (folder / file).is_file()] == []


def test_readme_tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (*readme_commands("tournament"), *readme_commands("promote")):
        run(with_option(words, "--games", "20" if words[0] == "promote" else "2"))
        folder = Path(words[words.index("--out") + 1])
        said = ["tournament.csv", "cross_table.csv", "tournament.png", "games.csv", "configuration.json"]
        assert [file for file in said if not (folder / file).is_file()] == []


def test_readme_rating_of_episodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in readme_commands("rate-episode"):
        small = with_option(words, "--games", "2")
        run(small)
        run([*small, "--resume"])
        folder = Path(words[words.index("--out") + 1])
        said = ["episode_rating.csv", "episode_rating.png", "games.csv", "configuration.json"]
        assert [file for file in said if not (folder / file).is_file()] == []


@pytest.mark.parametrize("page", SMALL_PAGES)
def test_commands_of_a_page_with_few_games(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands run in order with small numbers; the episode file they name is a copy of episode 0."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(EPISODES / "episode_0.toml", "my_episode.toml")
    shown = [words for where, words in commands() if where == page]
    assert shown
    for words in shown:
        run(with_option(words, "--games", "20" if words[0] == "promote" else "2"))  # two deals promote nobody


def small_configs(folder: Path) -> None:
    """Copy the configurations with short updates and no evaluation, so that a training ends soon after its time."""
    (folder / "configs").mkdir()
    for path in (ROOT / "configs").glob("*.yaml"):
        config = yaml.safe_load(path.read_text(encoding="utf-8"))
        if "ppo" not in config:  # the plan of the results
            continue
        config["ppo"] |= {"n_steps": 4, "n_epochs": 1}
        for part in (config, config.get("quick", {})):
            part["evaluation"] = {"every": None, "final_games": 0}
        (folder / "configs" / path.name).write_text(yaml.safe_dump(config), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.train
def test_readme_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few seconds of training give a model that takes its place in a rating."""
    pytest.importorskip("sb3_contrib", reason="needs the extra `train`")
    small_configs(tmp_path)
    monkeypatch.chdir(tmp_path)
    for seconds, words in enumerate(readme_commands("train"), start=1):
        run(with_option(words, "--seconds", str(3 * seconds)))  # the last one goes on with the first
    for words in readme_commands("rate-rival"):
        if any("ppo:" in word for word in words):
            run(with_option(with_option(words, "--games", "1"), "--difficulties", "0"))


@pytest.mark.slow
@pytest.mark.train
@pytest.mark.parametrize("page", [page for page in RUN_PAGES[1:] if page not in SMALL_PAGES])
def test_commands_of_a_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of a page run in order, with the files that the page shows, and with small numbers."""
    pytest.importorskip("sb3_contrib", reason="needs the extra `train`")
    small_configs(tmp_path)
    monkeypatch.chdir(tmp_path)
    for block in blocks(ROOT / page, "python", "yaml"):
        write_file(block.text, tmp_path)
    for seconds, words in enumerate((words for where, words in commands() if where == page), start=2):
        small = with_option(words, "--games", "2") if words[0] == "rate-rival" else words
        run(with_option(small, "--seconds", str(4 * seconds)) if words[0] == "train" else small)


def test_configurations_of_the_pages_are_valid(tmp_path: Path) -> None:
    from agents.training.reading import read_config

    for page in pages_with("yaml"):
        for block in blocks(page, "yaml"):
            path = tmp_path / "config.yaml"
            path.write_text(block.text, encoding="utf-8")
            read_config(path)


def test_the_weights_can_be_searched_for() -> None:
    from agents.tune_greedy import NAMES, search

    found = search(generations=1, population=2, games=2, seed=1, spread=0.1)
    assert len(NAMES) == len(vars(found))


def test_outputs_shown_are_real_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = samples((ROOT / "README.md").read_text(encoding="utf-8"))
    assert shown
    for command, text in shown:
        assert printed(command) == text, (
            f"{command}: README.md is out of date; run: python tests/docs/sample_outputs.py"
        )
