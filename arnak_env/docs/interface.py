"""What the page of the game-level interface takes from the code: methods, configuration, fields of the record."""

from __future__ import annotations

import inspect
import re
import textwrap
from pathlib import Path
from typing import Any

from arnak_env.arnak import state
from arnak_env.arnak.batch import Batch
from arnak_env.arnak.config import GameConfig
from arnak_env.core.batch import GameBatch
from arnak_env.docs.markdown import code, table

_FIELD = re.compile(r'^\s+\("(\w+)", "\w+".*?\),(?:  # (.+))?$', re.MULTILINE)
_GROUP = re.compile(r"^        # (.+)$")


def method_sections() -> str:
    """Return one section per public method and property of `Batch`, with signature and docstring."""
    parts = [_section("Batch", Batch.__init__, inspect.getdoc(Batch) or "")]
    shared = [name for name in vars(GameBatch) if name not in vars(Batch)]
    for name in (*shared, *vars(Batch)):
        member = inspect.getattr_static(Batch, name)
        if name.startswith("_") or not (callable(member) or isinstance(member, property | classmethod)):
            continue
        function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        parts.append(_section(f"Batch.{name}", None if isinstance(member, property) else function, _doc(function)))
    return "\n\n".join(parts)


def _doc(function: Any) -> str:
    text = inspect.getdoc(function)
    if not text:
        raise ValueError(f"{function.__qualname__} has no docstring")
    return text


def _section(name: str, function: Any, text: str) -> str:
    signature = "" if function is None else f"({_arguments(function)})"
    call = textwrap.fill(name + signature, 100, subsequent_indent="    ")
    return f"### {name}\n\n```text\n{call}\n```\n\n{_body(text)}"


def _arguments(function: Any) -> str:
    parameters = [p for p in inspect.signature(function).parameters.values() if p.name not in ("self", "cls")]
    return ", ".join(p.name if p.default is inspect.Parameter.empty else f"{p.name}={p.default!r}" for p in parameters)


def _body(text: str) -> str:
    """Return a docstring as Markdown: its headings (Args, Returns, ...) as bold words, their entries as a list."""
    lines: list[str] = []
    inside = False
    for line in text.replace("``", "`").splitlines():
        if re.fullmatch(r"(Args|Returns|Raises|Attributes):", line):
            lines.append(f"**{line.rstrip(':')}**\n")
            inside = True
        elif inside and re.match(r"    \S", line):
            lines.append(f"- {line.strip()}")
        elif inside and line.strip() and line.startswith("     "):
            lines[-1] += f" {line.strip()}"
        else:
            inside = inside and not line.strip()
            lines.append(line)
    return "\n".join(lines).strip()


def configuration_table() -> str:
    """Return what a game can be configured with, from the docstring of `GameConfig`."""
    text = (inspect.getdoc(GameConfig) or "").split("Attributes:\n", 1)[1].split("\n\n", 1)[0]
    rows: list[list[str]] = []
    for line in text.replace("``", "`").splitlines():
        entry = re.match(r"    (\w+): (.+)", line)
        if entry:
            default = inspect.signature(GameConfig).parameters[entry[1]].default
            rows.append([code(entry[1]), code(repr(default)), entry[2]])
        else:
            rows[-1][2] += f" {line.strip()}"
    return table(("argument", "default", "values"), rows)


def record_table() -> str:
    """Return the fields of the game record with type, shape and what their comments say."""
    text = Path(state.__file__).read_text(encoding="utf-8")
    comments = {name: words or "" for name, words in _FIELD.findall(text)}
    group, groups = "", {}
    for line in text.splitlines():
        heading = _GROUP.match(line)
        field = re.match(r'\s+\("(\w+)",', line)
        group = heading[1] if heading else group
        if field:
            groups[field[1]] = group
    rows = []
    for name in state.GAME.names or ():
        dtype = state.GAME[name]
        shape = "x".join(map(str, dtype.shape)) if dtype.shape else "1"
        rows.append((groups[name], code(name), dtype.base.name, shape, comments.get(name, "")))
    return table(("part", "field", "type", "#shape", "meaning"), rows)
