"""What the page of operations takes from the code: the table of operations and the wordings of the notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from arnak_env.arnak import notation
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content
from arnak_env.arnak.content.schema import KINDS
from arnak_env.arnak.effect_words import describe_program
from arnak_env.docs.markdown import code, codes, table

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
                if fields[field]:
                    yield kind, entry, fields[field]


def uses(content: Content) -> dict[int, int]:
    """Return in how many effects each operation stands."""
    counts: dict[int, int] = {}
    for kind, entry, text in effect_texts(content):
        place = notation.Place("docs", kind, entry)
        rows = notation.compile_effect(text, place, may_exile_itself=kind == "card").rows
        for operation in {row[0] for row in rows}:
            counts[operation] = counts.get(operation, 0) + 1
    return counts


def step_table(content: Content) -> str:
    """Return every wording that can stand for a step, with its operations, its words, and a component that has it."""
    texts = list(effect_texts(content))
    names = {number: name for number, name, _ in operations()}
    rows = []
    for step in notation.STEPS:
        example = _example(step, texts)
        if example is None:
            rows.append((code(step.form), "", "", "none at present"))
            continue
        match, entry = example
        program = [*step.rows(match), (o.OP_END, 0, 0, 0)]
        operation = codes(dict.fromkeys(names[row[0]] for row in program[:-1]))
        rows.append((code(step.form), operation, f"{code(match[0])}: {describe_program(program)}", code(entry)))
    return table(("wording", "operations", "example", "for instance in"), rows)


def _example(step: notation.Step, texts: list[tuple[str, str, str]]) -> tuple[re.Match[str], str] | None:
    for _, entry, text in texts:
        for match in step.pattern.finditer(text):
            before = text[: match.start()].rstrip()
            if not before or before[-1] in ";|(>:":
                return match, entry
    return None


def grammar() -> str:
    """Return the grammar of the notation from the docstring of its module."""
    text = notation.__doc__ or ""
    block = text.split("::", 1)[1].split("\n\n", 2)[1]
    return "\n".join(line[4:] for line in block.splitlines())


def compiled(text: str) -> str:
    """Return an effect text as the rows it is compiled to."""
    names = {number: name for number, name, _ in operations()}
    rows = notation.compile_effect(text, notation.Place("docs")).rows
    return table(
        ("#row", "operation", "#a", "#b", "#c"), [(k, code(names[row[0]]), *row[1:]) for k, row in enumerate(rows)]
    )
