"""Agents that users write: ``FILE.py:CLASS``."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agents.base import Agent


def find_agent_file(path: str, class_name: str) -> Path:
    """Return the file of an agent, after a look (without running it) whether the class is there.

    Raises:
        FileNotFoundError: when there is no such file.
        ValueError: when it is no Python, or has no such class; the message lists those it has.
    """
    file = Path(path)
    if not file.is_file():
        raise FileNotFoundError(f"no file {path!r} for the agent {f'{path}:{class_name}'!r}")
    try:
        tree = ast.parse(file.read_bytes(), str(file))
    except (SyntaxError, ValueError) as error:
        raise ValueError(f"{file} is not valid Python: {error}") from None
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    imported = [alias.asname or alias.name for node in imports for alias in node.names]
    if class_name not in (*classes, *imported):
        raise ValueError(f"{file} has no class {class_name!r}; it has {', '.join(classes) or 'none'}")
    return file


def load_agent(path: str, class_name: str) -> Agent:
    """Run the file and return an agent of its class, made without arguments. Run only files that you trust.

    Raises:
        ValueError: when the class lacks something of `agents.base.Agent`, with what it lacks.
    """
    file = find_agent_file(path, class_name).resolve()
    # A name of its own for each file: two files called agent.py must not be taken for the same module.
    name = f"agent_{file.stem}_{hashlib.sha256(str(file).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    agent: Agent = getattr(module, class_name)()
    missing = [part for part in ("name", "needs_observation", "begin", "act") if not hasattr(agent, part)]
    if missing:
        raise ValueError(f"{path}:{class_name} is no agent: it has no {', no '.join(missing)} (see agents.base.Agent)")
    return agent
