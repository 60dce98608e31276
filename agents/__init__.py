"""Agents that play whole batches of games: ``random``, ``greedy``, and trained ones as ``ppo:PATH``.

>>> import agents
>>> agents.load("greedy").name
'greedy'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agents.base import Agent

NAMES = ("random", "greedy", "ppo:PATH")


def check_name(name: str) -> None:
    """Refuse names that `load` would not know, without loading anything.

    Raises:
        ValueError: naming the value and the right ones.
        FileNotFoundError: when the file of a trained agent does not exist.
    """
    kind, colon, path = name.partition(":")
    if name in ("random", "greedy"):
        return
    if kind == "ppo" and colon:
        from agents.model_files import find_model

        find_model(path)
        return
    raise ValueError(f"unknown agent {name!r}; agents are: {', '.join(NAMES)}")


def load(name: str, seed: int = 0) -> Agent:
    """Return the agent of this name.

    Args:
        name: ``"random"``, ``"greedy"`` or ``"ppo:PATH"`` with the path of a saved model or of its folder.
        seed: used for rows that the caller never announces with `Agent.begin`.

    Raises:
        ValueError: for an unknown name.
        FileNotFoundError: when the model does not exist.
        MissingExtra: when a trained agent is asked for and the extra ``train`` is not installed.
    """
    check_name(name)
    if name == "random":
        from agents.random_agent import RandomAgent

        return RandomAgent(seed=seed)
    if name == "greedy":
        from agents.greedy import GreedyAgent

        return GreedyAgent(seed=seed)
    from agents.ppo import PPOAgent

    return PPOAgent(name.partition(":")[2])
