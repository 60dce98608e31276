"""What the page of decisions takes from the code: the switches, the rulings, the knowledge model."""

from __future__ import annotations

import inspect
import tomllib
from pathlib import Path
from typing import Any

from arnak_env.arnak.config import SWITCHES
from arnak_env.arnak.content import Content
from arnak_env.docs.markdown import bullets, code, table

HERE = Path(__file__).resolve().parent
BASES = {
    "rules": "the rulebook says so, though it is easily got wrong",
    "reading": "the rulebook is silent or can be read in two ways",
    "implementation": "a detail of a public implementation",
    "stand-in": "no public source shows it; it waits for somebody with the box",
}


def switch_table(content: Content) -> str:
    """Return the open questions of the solo rules with both answers.

    Raises:
        ValueError: when a switch has no open question in the content, or the other way round.
    """
    questions = content.entries["open_question"]
    if set(questions) != set(SWITCHES):
        raise ValueError(f"switches {sorted(SWITCHES)} and open questions {sorted(questions)} differ")
    rows = []
    for name, (_, on) in SWITCHES.items():
        fields = questions[name]
        rows.append((code(name), fields["default"], on, fields["confidence"], ", ".join(fields["source"])))
    return table(("switch", "off (default)", "on", "confidence of the default", "source"), rows)


def rulings() -> list[dict[str, Any]]:
    """Return the rulings in their order.

    Raises:
        ValueError: when they are not numbered from 1.
    """
    found: list[dict[str, Any]] = tomllib.loads((HERE / "rulings.toml").read_text(encoding="utf-8"))["ruling"]
    if [ruling["no"] for ruling in found] != list(range(1, len(found) + 1)):
        raise ValueError("the rulings of arnak_env/docs/rulings.toml are not numbered 1, 2, 3, ...")
    return found


def ruling_table() -> str:
    """Return the numbered rulings."""
    rows = [(ruling["no"], ruling["question"], ruling["answer"], ruling["basis"]) for ruling in rulings()]
    return table(("#no.", "question", "answer", "basis"), rows)


def readings() -> list[dict[str, Any]]:
    """Return what is decided about Twisted Paths, in its order.

    Raises:
        ValueError: for a basis that the page does not explain.
    """
    text = (HERE / "readings.toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["reading"]
    for reading in found:
        if reading["basis"] not in BASES:
            raise ValueError(f"the basis {reading['basis']!r} is none of {', '.join(BASES)}: {reading['question']}")
    return found


def reading_sections() -> str:
    """Return the decisions about Twisted Paths, one table for each part of it."""
    parts = []
    for part in dict.fromkeys(reading["part"] for reading in readings()):
        rows = [
            (reading["question"], reading["answer"], reading["basis"], ", ".join(map(str, reading["statements"])))
            for reading in readings()
            if reading["part"] == part
        ]
        parts.append(f"### {part}\n\n" + table(("question", "answer", "basis", "statements"), rows))
    return "\n\n".join(parts)


def basis_list() -> str:
    """Return what each basis of a decision about Twisted Paths means."""
    return bullets(f"{code(basis)}: {words}" for basis, words in BASES.items())


def knowledge() -> str:
    """Return what a player knows, from the docstring of the module that draws worlds anew."""
    from arnak_env.arnak import determinize

    text = inspect.getdoc(determinize) or ""
    _, _, rest = text.partition("\n\n")
    return " ".join(rest.split())
