"""Agents that play whole batches of games: ``random``, ``greedy``, trained ones as ``ppo:PATH``, and your own.

>>> import agents
>>> agents.load("greedy").name
'greedy'
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agents.base import Agent

SCRIPTED = ("random", "greedy")
NAMES = (*SCRIPTED, "ppo:PATH", "FILE.py:CLASS")


def check_name(name: str) -> None:
    """Refuse names that `load` would not know, without loading anything.

    Raises:
        ValueError: naming the value and the right ones.
        FileNotFoundError: when the file of an agent does not exist.
    """
    source(name)


def source(name: str) -> list[Path]:
    """Return the files that decide what this agent plays: the sources of scripted ones, the model of a trained one.

    Raises:
        ValueError, FileNotFoundError: as `check_name`.
    """
    here = Path(__file__).parent
    if name in SCRIPTED:
        return [here / "base.py", *sorted(here.glob(f"{name}*.py"))]
    path, colon, class_name = name.rpartition(":")
    if colon and path.endswith(".py"):
        from agents.own import find_agent_file

        return [find_agent_file(path, class_name)]
    kind, colon, path = name.partition(":")
    if kind == "ppo" and colon:
        from agents.model_files import find_model

        return [find_model(path)]
    close = difflib.get_close_matches(name, SCRIPTED, n=1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    raise ValueError(f"unknown agent {name!r}{hint}; agents are: {', '.join(NAMES)}")


def load(name: str, seed: int = 0) -> Agent:
    """Return the agent of this name.

    Args:
        name: ``"random"``, ``"greedy"``, ``"ppo:PATH"`` with the path of a saved model or of its folder, or
            ``"FILE.py:CLASS"`` with an agent of your own.
        seed: used for rows that the caller never announces with `Agent.begin`.

    Raises:
        ValueError: for an unknown name, a damaged model, or a class that is no agent.
        FileNotFoundError: when the model or file does not exist.
        MissingExtra: when a trained agent is asked for and the extra ``train`` is not installed.
    """
    check_name(name)
    if name == "random":
        from agents.random_agent import RandomAgent

        return RandomAgent(seed=seed)
    if name == "greedy":
        from agents.greedy import GreedyAgent

        return GreedyAgent(seed=seed)
    path, _, class_name = name.rpartition(":")
    if path.endswith(".py"):
        from agents.own import load_agent

        return load_agent(path, class_name)
    from agents.ppo import PPOAgent

    return PPOAgent(name.partition(":")[2])
