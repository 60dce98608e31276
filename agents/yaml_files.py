"""YAML files that people write: read strictly, so that a slip is told instead of taken for something else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from agents.folders import read_text


class _Loader(yaml.SafeLoader):
    """Refuses a key that is given twice, and reads 1e-3 as a number."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        lines: dict[str, int] = {}
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.tag != "tag:yaml.org,2002:merge":
                line = key.start_mark.line + 1
                if key.value in lines:
                    raise _GivenTwice(line, key.value, lines[key.value])
                lines[key.value] = line
        return super().construct_mapping(node, deep)


class _GivenTwice(Exception):
    """A key stands twice in one mapping: line, key, and line of the first."""


# YAML 1.1 wants a dot and a sign in it, which nobody expects.
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]+$"), list("-+0123456789")
)


def read_yaml(path: Path) -> dict[Any, Any]:
    """Return the entries of a YAML file.

    Raises:
        FileNotFoundError: when there is no such file.
        ValueError: naming file and line or key, when it is no YAML, holds no entries, or gives a key twice.
    """
    if not path.is_file():
        raise FileNotFoundError(f"no such configuration file: {path}")
    try:
        content = yaml.load(read_text(path), Loader=_Loader)
    except _GivenTwice as twice:
        line, key, first = twice.args
        raise ValueError(f"{path}, line {line}: {key!r} is given twice, first in line {first}; keep one") from None
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(f"{path} is not valid YAML: {error}") from None
    except ValueError as error:  # a date such as 2026-99-99; or the file's encoding, already named
        raise ValueError(str(error) if str(path) in str(error) else f"{path} is not valid YAML: {error}") from None
    if not isinstance(content, dict):
        raise ValueError(f"{path} must hold entries such as 'name: ...'; it holds {type(content).__name__}")
    return content


def read_value(text: str, source: str) -> Any:
    """Return a value that is written as in a YAML file, such as ``1e-4`` or ``[bird, owl]``.

    Raises:
        ValueError: naming the source, when it is no YAML.
    """
    try:
        return yaml.load(text, Loader=_Loader)
    except _GivenTwice as twice:
        raise ValueError(f"{source!r}: {twice.args[1]!r} is given twice; keep one") from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise ValueError(f"{source!r}: the value is not valid YAML: {error}") from None
