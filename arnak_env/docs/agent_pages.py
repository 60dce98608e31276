"""What the pages on agents, ratings and training take from the code: weights, columns, entries of files."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import textwrap
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from agents import base, greedy_values
from agents.arena import games, report
from agents.arena.configuration import DESCRIPTION_KEYS, RatingConfiguration
from agents.greedy_values import Weights
from arnak_env.arnak.opcodes import SCORE_PARTS
from arnak_env.docs.markdown import code, codes, table


# --- agents ----------------------------------------------------------------------------------------------------------
def formula() -> str:
    """Return the evaluation of the greedy agent, as its module says it."""
    text = inspect.getdoc(greedy_values) or ""
    return text[text.index("value = ") :].split("\n\n")[0]


def weight_table() -> str:
    """Return the weights of the greedy agent with what the comments beside them say."""
    comments = dict(re.findall(r"^    (\w+): float = \S+(?:  # (.+))?$", inspect.getsource(Weights), re.MULTILINE))
    rows = [
        (code(field.name), f"{getattr(greedy_values.WEIGHTS, field.name):g}", comments[field.name])
        for field in dataclasses.fields(Weights)
    ]
    return table(("weight", "#points", "meaning"), rows)


def tuning_numbers() -> dict[str, str]:
    """Return the size of the search for the weights, from the defaults of its options."""
    from agents.tune_greedy import options

    defaults = vars(options().parse_args([]))
    return {name: str(defaults[name]) for name in ("population", "games", "generations")}


def protocol_table() -> str:
    """Return what an agent must have, from the docstrings of `agents.base.Agent`."""
    (cls,) = ast.parse(textwrap.dedent(inspect.getsource(base.Agent))).body
    assert isinstance(cls, ast.ClassDef)
    rows = []
    for part, after in zip(cls.body, [*cls.body[1:], None], strict=True):
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            assert isinstance(after, ast.Expr)
            assert isinstance(after.value, ast.Constant)
            rows.append((code(part.target.id), code(ast.unparse(part.annotation)), str(after.value.value)))
        elif isinstance(part, ast.FunctionDef):
            names = ", ".join(argument.arg for argument in part.args.args[1:])
            rows.append((code(f"{part.name}({names})"), "method", _body(ast.get_docstring(part) or "")))
    return table(("part", "kind", "meaning"), rows)


def _body(text: str) -> str:
    """Return a docstring as one line."""
    return re.sub(r"\b(Args|Returns): ", "", " ".join(text.replace("``", "`").split()))


# --- ratings ---------------------------------------------------------------------------------------------------------
def game_columns() -> str:
    """Return the columns of ``games.csv``, from the docstring of a line."""
    meanings = attributes(games.GameResult)
    rows = [(code(name), meanings[name].rstrip(".")) for name in games.PLAIN]
    rows += [(codes(columns), meanings[name].rstrip(".")) for name, columns in games.PARTS.items()]
    return table(("column", "meaning"), rows)


def table_columns() -> str:
    """Return the columns of ``rival_rating.csv``.

    Raises:
        ValueError: when the code writes other columns than it explains.
    """
    cell = RatingConfiguration(("bird",), (0,), ("random",), 1, 0).cells()[0]
    parts = ((0,) * len(SCORE_PARTS),) * 2
    game = games.GameResult("random", "bird", 0, 0, 0, 0, "tie", 0, 0, 1, *parts)
    written = list(report.rate([game], [cell])[0].row())
    if written != list(report.COLUMNS):
        raise ValueError(f"the table has the columns {written}, but these are explained: {list(report.COLUMNS)}")
    return named(report.COLUMNS, "column")


def configuration_keys() -> str:
    """Return the entries of ``configuration.json``.

    Raises:
        ValueError: when the code writes other entries than it explains.
    """
    written = {*RatingConfiguration(("bird",), (0,), ("random",), 1, 0).described(), "resumed_with_versions"}
    if written != set(DESCRIPTION_KEYS):
        raise ValueError(f"entries not written or not explained: {sorted(written ^ set(DESCRIPTION_KEYS))}")
    return named(DESCRIPTION_KEYS, "entry")


def named(meanings: Mapping[str, str], what: str) -> str:
    return table((what, "meaning"), [(code(name), meaning) for name, meaning in meanings.items()])


def attributes(subject: Any) -> dict[str, str]:
    """Return name and meaning of what a docstring lists under ``Attributes:``."""
    text = (inspect.getdoc(subject) or "").split("Attributes:\n", 1)[1]
    found: dict[str, str] = {}
    for line in text.splitlines():
        entry = re.match(r"    (\w+): (.+)", line)
        if entry:
            found[entry[1]] = entry[2]
        elif line.strip():
            name = list(found)[-1]
            found[name] += f" {line.strip()}"
    return found


# --- files checked by pydantic ---------------------------------------------------------------------------------------
def entry_table(model: type[BaseModel], *, defaults: bool = True) -> str:
    """Return the entries of a model with values, default and meaning."""
    properties = model.model_json_schema()["properties"]
    rows = []
    for name, field in model.model_fields.items():
        if not field.description:
            raise ValueError(f"{model.__name__}.{name} has no description")
        row = [code(name), _values(properties[name]), field.description]
        if defaults:
            row.insert(2, _default(field))
        rows.append(row)
    return table(("entry", "value", *(("default",) if defaults else ()), "meaning"), rows)


def _default(field: Any) -> str:
    if field.is_required():
        return "(required)"
    if field.default is PydanticUndefined:
        return "those below"
    if field.default is None:
        return ""
    if isinstance(field.default, dict):
        return code(", ".join(f"{name}: {value:g}" for name, value in field.default.items()))
    if isinstance(field.default, bool):
        return code(str(field.default).lower())
    return code(str(field.default).replace("'", ""))


def _values(schema: Mapping[str, Any]) -> str:
    """Return in words what a JSON schema allows."""
    if "oneOf" in schema:
        return " or ".join(dict.fromkeys(_values(one) for one in schema["oneOf"]))
    if "additionalProperties" in schema:
        return f"text, each with: {_values(schema['additionalProperties'])}"
    if "anyOf" in schema:
        words = " or ".join(_values(one) for one in schema["anyOf"] if one.get("type") != "null")
        return f"{words}; or nothing" if {"type": "null"} in schema["anyOf"] else words
    if "$ref" in schema:
        return "entries"
    if "enum" in schema or "const" in schema:
        return codes(schema.get("enum") or [schema["const"]])
    kind = schema.get("format", schema["type"])
    if kind == "array":
        return f"list of: {_values(schema['items'])}"
    if kind in ("integer", "number"):
        return ("whole number" if kind == "integer" else "number") + _limits(schema)
    return {"boolean": "`true`, `false`", "string": "text", "path": "path", "object": "entries"}[kind]


def _limits(schema: Mapping[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if "exclusiveMinimum" in schema:
        above = f" above {_plain(schema['exclusiveMinimum'])}"
        return above if high is None else f"{above}, at most {_plain(high)}"
    if "exclusiveMaximum" in schema:
        return f", {_plain(low)} or more, below {_plain(schema['exclusiveMaximum'])}"
    if low is None:
        return ""
    return f", at least {_plain(low)}" if high is None else f", {_plain(low)} to {_plain(high)}"


def _plain(number: Any) -> str:
    """Return a limit; large ones are powers of two."""
    if isinstance(number, int) and number > 2**17:
        return f"2^{number.bit_length() - 1}"
    return f"{number:g}"
