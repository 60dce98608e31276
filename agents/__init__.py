"""Agents that play whole batches of games: ``random``, ``greedy``, trained ones as ``ppo:PATH``, and your own.

>>> import agents
>>> agents.load("greedy").name
'greedy'
>>> type(agents.load("greedy", game="arkeis")).__name__
'ArkeisGreedyAgent'
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agents.base import Agent

SCRIPTED = ("random", "greedy")
NAMES = (*SCRIPTED, "ppo:PATH", "FILE.py:CLASS")
GAMES = {"arnak": NAMES, "arkeis": (*SCRIPTED, "FILE.py:CLASS")}
"""Names of agents by game."""


def check_name(name: str, game: str = "arnak") -> None:
    """Refuse names that `load` would not know, without loading anything.

    Args:
        name: of the agent.
        game: that it is to play, ``"arnak"`` or ``"arkeis"``.

    Raises:
        ValueError: naming the value and the right ones.
        FileNotFoundError: when the file of an agent does not exist.
    """
    source(name, game)


def source(name: str, game: str = "arnak") -> list[Path]:
    """Return the files that decide what this agent plays: the sources of scripted ones, the model of a trained one.

    Raises:
        ValueError, FileNotFoundError: as `check_name`.
    """
    known = _names(game)
    here = Path(__file__).parent
    if name in SCRIPTED:
        files = "arkeis_*.py" if (name, game) == ("greedy", "arkeis") else f"{name}*.py"
        return [here / "base.py", *sorted(here.glob(files))]
    path, colon, class_name = name.rpartition(":")
    if colon and path.endswith(".py"):
        from agents.own import find_agent_file

        return [find_agent_file(path, class_name)]
    kind, colon, path = name.partition(":")
    if kind == "ppo" and colon and game == "arnak":
        from agents.model_files import find_model

        return [find_model(path)]
    if kind == "ppo" and colon:
        raise ValueError(
            f"{name!r} is a trained agent, which plays arnak only; for {game} agents are: {', '.join(known)}"
        )
    close = difflib.get_close_matches(name, SCRIPTED, n=1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    raise ValueError(f"unknown agent {name!r}{hint}; agents are: {', '.join(known)}")


def _names(game: str) -> tuple[str, ...]:
    if game not in GAMES:
        raise ValueError(f"unknown game {game!r}; agents play {', '.join(GAMES)}")
    return GAMES[game]


def load(name: str, seed: int = 0, game: str = "arnak") -> Agent:
    """Return the agent of this name.

    Args:
        name: ``"random"``, ``"greedy"``, ``"ppo:PATH"`` with the path of a saved model or of its folder, or
            ``"FILE.py:CLASS"`` with an agent of your own.
        seed: used for rows that the caller never announces with `Agent.begin`.
        game: that it is to play, ``"arnak"`` or ``"arkeis"``; trained agents play Lost Ruins of Arnak only.

    Raises:
        ValueError: for an unknown name, a damaged model, or a class that is no agent.
        FileNotFoundError: when the model or file does not exist.
        MissingExtra: when a trained agent is asked for and the extra ``train`` is not installed.
    """
    check_name(name, game)
    if name == "random":
        from agents.random_agent import RandomAgent

        return RandomAgent(seed=seed)
    if name == "greedy" and game == "arkeis":
        from agents.arkeis_greedy import ArkeisGreedyAgent

        return ArkeisGreedyAgent(seed=seed)
    if name == "greedy":
        from agents.greedy import GreedyAgent

        return GreedyAgent(seed=seed)
    path, _, class_name = name.rpartition(":")
    if path.endswith(".py"):
        from agents.own import load_agent

        return load_agent(path, class_name)
    from agents.ppo import PPOAgent

    return PPOAgent(name.partition(":")[2])
