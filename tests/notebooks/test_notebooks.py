"""The notebooks run from top to bottom in any folder, and print what their files show."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer.main

pytest.importorskip("nbclient", reason="needs the extra `notebooks`")

from run_notebooks import FOLDER, executed, main, notebooks, read, shown, varies

from arnak_env.cli import app

LARGEST = 250_000  # bytes of a notebook: it is read on the web, and kept for ever
NAMES = [path.stem for path in notebooks()]
TRAINING = "2_train_and_watch"


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_all_notebooks_are_there() -> None:
    assert NAMES == ["1_first_environment", TRAINING, "3_how_hard_is_the_rival", "4_your_own_agent"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.train if one == TRAINING else ()) for one in NAMES]
)
def test_outputs_shown_are_real_ones(name: str, tmp_path: Path) -> None:
    """Word for word, pictures and what depends on the machine excepted: there it is the same kinds of output."""
    if name == TRAINING:
        pytest.importorskip("sb3_contrib", reason="needs the extra `train`")
    committed = read(FOLDER / f"{name}.ipynb")
    fresh = executed(committed, tmp_path)
    for number, (before, now) in enumerate(zip(code_cells(committed), code_cells(fresh), strict=True), start=1):
        outdated = f"{name}, code cell {number} prints something else now; run: python tests/notebooks/run_notebooks.py"
        if varies(before):
            assert sorted(kind for kind, _ in shown(before)) == sorted(kind for kind, _ in shown(now)), outdated
        else:
            assert shown(before) == shown(now), outdated
    assert list((tmp_path / "work").iterdir()) == [], "a notebook writes to a temporary folder only"
    if name == TRAINING:
        assert_it_has_learned(fresh)


def assert_it_has_learned(notebook: Any) -> None:
    """The table has the trained agent well above random play; chance alone moves the means by about one point."""
    text = "\n".join(words for cell in code_cells(notebook) for _, words in shown(cell))
    scores = {agent: float(re.findall(rf"^{agent} +bird .*\] +([\d.]+) ±", text, re.M)[0]) for agent in AGENTS_RATED}
    assert scores["ppo:first"] > scores["random"] + 5, scores


AGENTS_RATED = ("random", "ppo:first")


@pytest.mark.parametrize("name", NAMES)
def test_files_are_fit_to_be_read(name: str) -> None:
    path = FOLDER / f"{name}.ipynb"
    notebook = read(path)
    assert path.stat().st_size < LARGEST
    cells = code_cells(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1)), "executed in order, all of it"
    assert not [output for cell in cells for output in cell.outputs if output.output_type == "error"]
    assert re.findall(r"(?:/home/|/root/|/tmp/|/Users/|[A-Z]:\\\\)[^\"]*", path.read_text(encoding="utf-8")) == []
    assert notebook.cells[0].cell_type == "markdown"
    assert notebook.cells[0].source.startswith("# ")


@pytest.mark.parametrize("name", NAMES)
def test_links_and_commands_in_the_text_exist(name: str) -> None:
    text = "\n".join(cell.source for cell in read(FOLDER / f"{name}.ipynb").cells if cell.cell_type == "markdown")
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    assert links
    for link in links:
        file, _, heading = link.partition("#")
        assert (FOLDER / file).is_file(), link
        if heading:
            headings = re.findall(r"^#+ (.*)$", (FOLDER / file).read_text(encoding="utf-8"), re.M)
            assert heading in {one.lower().replace(" ", "-") for one in headings}, link
    commands: Any = typer.main.get_command(app)
    for command in re.findall(r"`arnak\s([a-z][a-z-]*)", text):
        assert command in commands.commands, command


def test_an_unknown_notebook_is_refused() -> None:
    with pytest.raises(SystemExit, match="no notebook '5_more'; notebooks are 1_first_environment, 2_train"):
        main(["5_more"])


def test_a_cell_that_fails_is_told(tmp_path: Path) -> None:
    """A test of the test: what a notebook raises is not lost."""
    from nbclient.exceptions import CellExecutionError

    notebook = read(FOLDER / "1_first_environment.ipynb")
    notebook.cells = code_cells(notebook)[:1]
    notebook.cells[0].source = "raise ValueError('the card row is empty')"
    with pytest.raises(CellExecutionError, match="the card row is empty"):
        executed(notebook, tmp_path)
