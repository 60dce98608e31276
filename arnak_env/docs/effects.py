"""What the page of operations takes from the code: the table of operations and the wordings of the notation."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arnak_env.arnak import notation
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content
from arnak_env.arnak.content.schema import KINDS
from arnak_env.arnak.effect_words import describe_program
from arnak_env.core.content_errors import Place
from arnak_env.docs.markdown import code, codes, table

HERE = Path(__file__).resolve().parent
_OPERATION = re.compile(r"^OP_(\w+) = (\d+)  # (.+)$", re.MULTILINE)


def operations() -> list[tuple[int, str, str]]:
    """Return number, name and arguments of every operation, from the comments beside the constants.

    Raises:
        ValueError: when an operation has no comment.
    """
    text = Path(o.__file__).read_text(encoding="utf-8")
    found = [(int(number), f"OP_{name}", words) for name, number, words in _OPERATION.findall(text)]
    named = {name for name in vars(o) if name.startswith("OP_") and isinstance(getattr(o, name), int)}
    missing = named - {name for _, name, _ in found}
    if missing:
        raise ValueError(f"operations without a comment in opcodes.py: {sorted(missing)}")
    return sorted(found)


def operation_table(content: Content, of_components: bool) -> str:
    """Return the operations that components use, or those that only the rules push."""
    used = uses(content)
    rows = []
    for number, name, words in operations():
        if (number < o.EFFECT_OPS) != of_components:
            continue
        asked = o.OP_WORDS.get(number, "")
        row = (number, code(name), words, asked)
        rows.append((*row, used.get(number, 0)) if of_components else row)
    heading = ("#number", "operation", "arguments and effect", "question, when it asks")
    return table((*heading, "#effects that use it") if of_components else heading, rows)


def effect_texts(content: Content) -> Iterator[tuple[str, str, str]]:
    """Yield kind, id and text of every effect that is not empty."""
    for kind, shape in KINDS.items():
        for entry, fields in content.entries[kind].items():
            for field in shape.effects:
                if fields.get(field):
                    yield kind, entry, fields[field]


def uses(content: Content) -> dict[int, int]:
    """Return in how many effects each operation stands."""
    counts: dict[int, int] = {}
    for kind, entry, text in effect_texts(content):
        place = Place("docs", kind, entry)
        rows = notation.compile_effect(text, place, may_exile_itself=kind == "card").rows
        for operation in {row[0] for row in rows}:
            counts[operation] = counts.get(operation, 0) + 1
    return counts


def step_table(content: Content) -> str:
    """Return every wording that can stand for a step, with its operations, its words, and a component that has it.

    Raises:
        ValueError: when neither a component nor the General Index shows a wording.
    """
    texts = list(effect_texts(content))
    index = [("", "", words) for entry in index_entries() for words in entry.get("wordings", ())]
    names = {number: name for number, name, _ in operations()}
    rows = []
    for step in notation.STEPS:
        example = _example(step, texts) or _example(step, index)
        if example is None:
            raise ValueError(f"no component and no entry of general_index.toml shows the wording {step.form!r}")
        match, entry = example
        program = [*step.rows(match), (o.OP_END, 0, 0, 0)]
        operation = codes(dict.fromkeys(names[row[0]] for row in program[:-1]))
        rows.append(
            (
                code(step.form),
                operation,
                f"{code(match[0])}: {describe_program(program)}",
                code(entry) if entry else "other sets",
            )
        )
    return table(("wording", "operations", "example", "for instance in"), rows)


def _example(step: notation.Step, texts: list[tuple[str, str, str]]) -> tuple[re.Match[str], str] | None:
    for _, entry, text in texts:
        for match in step.pattern.finditer(text):
            before = text[: match.start()].rstrip()
            if not before or before[-1] in ";|(>:":
                return match, entry
    return None


def price_table() -> str:
    """Return every wording of a price with its operation and its question."""
    names = {number: name for number, name, _ in operations()}
    rows = []
    for price in notation.PRICES:
        example = price.form.replace("N token", "1 coin").replace("N icon", "1 boot")
        row = notation.compile_effect(f"pay {example} -> draw 1", Place("docs")).rows[0]
        rows.append((code(f"pay {price.form} -> A"), code(names[row[0]]), o.OP_WORDS[row[0]]))
    return table(("price", "operation", "question"), rows)


def index_entries() -> list[dict[str, Any]]:
    """Return the entries of the General Index of Twisted Paths in their order."""
    found: list[dict[str, Any]] = tomllib.loads((HERE / "general_index.toml").read_text(encoding="utf-8"))["entry"]
    return found


def general_index() -> str:
    """Return the entries of the General Index with their wording, operations, and what is asked.

    Raises:
        ContentError: when a wording is not one of the notation.
    """
    names = {number: name for number, name, _ in operations()}
    parts = []
    for chapter in dict.fromkeys(entry["chapter"] for entry in index_entries()):
        rows = []
        for entry in (entry for entry in index_entries() if entry["chapter"] == chapter):
            used: dict[str, None] = {}
            for words in entry.get("wordings", ()):
                place = Place("general_index.toml", "entry", entry["icon"], "wordings")
                compiled_rows = notation.compile_effect(words, place).rows
                used |= dict.fromkeys(names[row[0]] for row in compiled_rows if row[0] not in (o.OP_END, o.OP_OPTION))
            wordings = " or ".join(map(code, entry.get("wordings", [entry.get("field")])))
            rows.append((entry["icon"], wordings, codes(used), entry["answers"]))
        parts.append(
            f"### {chapter}\n\n" + table(("icon", "written", "operations", "what is asked, answered by"), rows)
        )
    return "\n\n".join(parts)


def grammar() -> str:
    """Return the grammar of the notation from the docstring of its module."""
    text = notation.__doc__ or ""
    block = text.split("::", 1)[1].split("\n\n", 2)[1]
    return "\n".join(line[4:] for line in block.splitlines())


def compiled(text: str) -> str:
    """Return an effect text as the rows it is compiled to."""
    names = {number: name for number, name, _ in operations()}
    rows = notation.compile_effect(text, Place("docs")).rows
    return table(
        ("#row", "operation", "#a", "#b", "#c"), [(k, code(names[row[0]]), *row[1:]) for k, row in enumerate(rows)]
    )
