"""What the pages of the environments take from the code: docstring sections, arguments, chapters of the rulebook."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import Any

from arnak_env.arnak.actions import ACTIONS
from arnak_env.arnak.observation import OBSERVATION_SIZE
from arnak_env.docs import numbers
from arnak_env.docs.markdown import code, codes, table

RULES = Path(__file__).resolve().parent.parent / "arnak"


def sections(subject: Any) -> dict[str, str]:
    """Return the sections ``## Name`` of a docstring by name; what stands before the first one has the name ``""``."""
    found: dict[str, str] = {}
    name, lines = "", []  # type: ignore[var-annotated]
    for line in [*(inspect.getdoc(subject) or "").splitlines(), "## "]:
        if line.startswith("## "):
            found[name] = paragraphs("\n".join(lines))
            name, lines = line[3:].strip(), []
        else:
            lines.append(line)
    return found


def paragraphs(text: str) -> str:
    """Return a text with the lines of each paragraph joined, tables and lists left as they are."""
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.splitlines()
        plain = not any(line.lstrip().startswith(("|", "-", "    ")) for line in lines)
        blocks.append(" ".join(line.strip() for line in lines) if plain else block)
    return "\n\n".join(blocks)


def common_parts(environment: Any) -> dict[str, str]:
    """Return the parts that the pages of both environments have."""
    said = sections(environment)
    return {
        "actions": str(ACTIONS),
        "size": str(OBSERVATION_SIZE),
        "verbs": numbers.verb_table(),
        "description": said["Description"] if "Description" in said else said[""],
        "rewards": said["Rewards"],
        "episode_end": said["Episode End"],
        "information": said["Information"],
        "arguments": argument_table(environment),
        "chapters": chapter_table(),
        "history": said["Version History"],
    }


def _documented(text: str) -> dict[str, tuple[str, str]]:
    """Return default and meaning by argument of a table in a docstring; a row without a name continues the last one."""
    rows: dict[str, tuple[str, str]] = {}
    last = ""
    for line in text.splitlines():
        if not line.startswith("|") or set(line) <= set("|- "):
            continue
        name, default, meaning = (part.strip() for part in line.strip().strip("|").split("|"))
        name, default = name.strip("`"), default.strip("`")
        if name == "argument":
            continue
        if name:
            last = name
            rows[name] = (default, meaning)
        else:
            rows[last] = (rows[last][0], f"{rows[last][1]} {meaning}")
    return rows


def argument_table(environment: Any) -> str:
    """Return the arguments of an environment with their defaults.

    Raises:
        ValueError: when the docstring does not list exactly the arguments and defaults of the signature.
    """
    known = _documented(sections(environment)["Arguments"])
    rows = []
    for name, parameter in inspect.signature(environment.__init__).parameters.items():
        if name == "self":
            continue
        if name not in known:
            raise ValueError(f"the docstring of {environment.__name__} does not explain the argument {name!r}")
        default, meaning = known.pop(name)
        real = repr(parameter.default)
        if default.replace('"', "'") != real:
            raise ValueError(f"{environment.__name__}: {name} is {real} by default, its docstring says {default}")
        rows.append((code(name), code(default), meaning))
    if known:
        raise ValueError(f"the docstring of {environment.__name__} explains unknown arguments {sorted(known)}")
    return table(("argument", "default", "meaning"), rows)


def after_table(text: str) -> str:
    """Return what a section says besides its table."""
    return "\n\n".join(block for block in re.split(r"\n\s*\n", text) if not block.startswith("|"))


def chapter_table() -> str:
    """Return which module holds which chapter of which rulebook, as the first lines of the modules say."""
    rows = []
    for book, chapters in RULEBOOKS.items():
        found: dict[str, list[str]] = {chapter: [] for chapter in chapters}
        for path in sorted(RULES.glob("*.py")):
            for chapter in _named_chapters(path, book):
                if chapter in found:
                    found[chapter].append(f"arnak_env/arnak/{path.name}")
        rows += [(book, name, codes(files)) for name, files in found.items() if files]
    return table(("rulebook", "chapter", "code"), rows)


def _named_chapters(path: Path, book: str) -> list[str]:
    """Return the chapters of a rulebook that the docstring of a module names first."""
    text = " ".join((ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split())
    named = text.partition(f"{book} rulebook, ")[2].partition(".")[0]
    return re.split(r"[;,] ", named)


# Headings of the rulebooks in their order, as far as a module names them; "Keywords" closes the appendix of the first.
BASE_CHAPTERS = (
    "Player Setup",
    "Game Overview",
    "Dig at a Site",
    "Travel Hierarchy",
    "Discover a New Site",
    "Overcome a Guardian",
    "Idol Slots",
    "Buy a Card",
    "Refilling the Card Row",
    "Play a Card",
    "Research",
    "The Lost Temple",
    "Assistants",
    "Passing",
    "Setup for Next Round",
    "End of Round V",
    "Final Scoring",
    "The Snake Temple Side",
    "Assistant Rescue",
    "Solo Variant",
    "Solo Variant Setup",
    "Rival Actions",
    "Scoring",
    "Reserve Tiles",
    "Keywords",
)
TWISTED_PATHS_CHAPTERS = (
    "Dark Tablets",
    "Invoking an Altar",
    "Scoring Dark Tablets",
    "Secret Passages",
    "Taking Temple Tiles",
    "New Temple Tile Powers",
    "Solo Variants",
    "Spider Temple Action Tile",
    "Rival Objectives",
    "Purple Actions",
    "General Index",
)
RULEBOOKS = {"Base": BASE_CHAPTERS, "Twisted Paths": TWISTED_PATHS_CHAPTERS}
