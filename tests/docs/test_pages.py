"""The pages in docs/ say what the code says, and their links lead somewhere."""

from __future__ import annotations

import contextlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_blocks import PAGES, ROOT, name

from agents.arena import report
from agents.arena.configuration import DESCRIPTION_KEYS
from arnak_env.arnak import actions, notation, observation
from arnak_env.arnak import opcodes as o
from arnak_env.docs import FOLDER, TEMPLATES, agent_pages, build_page, decisions, effects, write_pages
from arnak_env.docs import PAGES as BUILT
from arnak_env.docs.markdown import fill, table


@pytest.mark.parametrize("page", BUILT)
def test_committed_page_is_what_the_code_says(page: str) -> None:
    committed = FOLDER / page
    assert committed.is_file(), f"docs/{page} is missing; run: python -m arnak_env.docs"
    assert committed.read_text(encoding="utf-8") == build_page(page), (
        f"docs/{page} is out of date; run: python -m arnak_env.docs"
    )


def test_no_page_is_left_over() -> None:
    assert {page.relative_to(FOLDER).as_posix() for page in FOLDER.rglob("*.md")} == set(BUILT)
    assert {page.relative_to(TEMPLATES).as_posix() for page in TEMPLATES.rglob("*.md")} == set(BUILT)


def test_pages_are_written_once(tmp_path: Path) -> None:
    assert write_pages(tmp_path) == list(BUILT)
    assert write_pages(tmp_path) == []


def anchors(page: Path) -> set[str]:
    """Return the anchors that the headings of a page get on the usual sites."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), f"{name(page)} links to {target}, which does not exist"
        assert not anchor or anchor in anchors(linked), f"{name(page)} links to {target}: there is no such heading"


@pytest.mark.parametrize("index", [ROOT / "README.md", FOLDER / "README.md"], ids=name)
def test_every_page_is_in_the_lists(index: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", index.read_text(encoding="utf-8"))
    linked = {(index.parent / target).resolve() for target in targets if "://" not in target}
    assert {(FOLDER / page).resolve() for page in BUILT} - linked <= {index.resolve()}


@contextlib.contextmanager
def without(meanings: dict[str, str], name: str) -> Iterator[None]:
    """Take an entry out for a while; afterwards the order of the entries, which is that of columns, is as it was."""
    kept = dict(meanings)
    del meanings[name]
    yield
    meanings.clear()
    meanings.update(kept)


def test_the_columns_and_entries_that_the_code_writes_are_explained() -> None:
    with without(report.COLUMNS, "win_rate"), pytest.raises(ValueError, match="win_rate"):
        agent_pages.table_columns()
    with without(DESCRIPTION_KEYS, "rules"), pytest.raises(ValueError, match="rules"):
        agent_pages.configuration_keys()


def test_every_action_and_observation_piece_is_listed() -> None:
    page = (FOLDER / "actions.md").read_text(encoding="utf-8")
    for number, words in enumerate(actions.NAMES):
        assert f"| {number} | `{actions.action_name(number)}`" in page, words
    page = (FOLDER / "environments/arnak_solo.md").read_text(encoding="utf-8")
    for piece in observation.PIECES:
        assert f"| `{piece.name}` | {piece.size} | {piece.maximum} |" in page


def test_every_ruling_is_pinned_by_a_scenario() -> None:
    covered: set[str] = set()
    for path in (ROOT / "tests" / "scenarios").rglob("*.toml"):
        for scenario in tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]:
            covered.update(word for word in scenario.get("covers", ()) if word.startswith("ruling "))
    known = {f"ruling {ruling['no']}" for ruling in decisions.rulings()}
    assert covered <= known, "scenarios name rulings that docs/rules_decisions.md does not list"
    assert known - covered == {"ruling 45"}, "45 is undecided by the sources; every other ruling needs a scenario"


def test_every_decision_about_twisted_paths_is_pinned() -> None:
    """By a scenario that covers its statement, or by a test that names it."""
    folder = ROOT / "tests"
    pinned = {
        int(number)
        for path in (*folder.rglob("*.toml"), *folder.rglob("*.py"))
        for named in re.findall(r"[Ss]tatements?[ _]([0-9]+(?:(?:, | and |_and_)[0-9]+)*)", path.read_text("utf-8"))
        for number in re.findall(r"[0-9]+", named)
    }
    for reading in decisions.readings():
        missing = set(reading["statements"]) - pinned
        assert not missing, f"{reading['question']} No scenario or test names the statements {sorted(missing)}"


def test_the_general_index_holds_every_operation_of_the_expansion() -> None:
    shown: set[int] = set()
    for entry in effects.index_entries():
        assert set(entry) == {"chapter", "icon", "answers", "wordings" if "wordings" in entry else "field"}
        for words in entry.get("wordings", ()):
            shown.update(row[0] for row in notation.compile_effect(words, notation.Place("index", "entry")).rows)
    assert set(range(o.OP_DARK, o.EFFECT_OPS)) <= shown


def test_templates_and_parts_must_fit() -> None:
    assert fill("a {{ b }}", {"b": "c"}) == "a c"
    with pytest.raises(KeyError, match=r"without a part \['b'\], not used \['d'\]"):
        fill("a {{ b }}", {"d": "c"})
    with pytest.raises(ValueError, match="a row of 1 cells does not fit 2 headings"):
        table(("a", "b"), [("c",)])
