"""Agents that play whole batches of games: scripted, searching and trained ones, and your own.

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
SEARCH = ("search", "search:ENTRY=VALUE")
LOOKAHEAD = ("lookahead", "lookahead:NETWORK")
GAMES = ("arnak", "arkeis")
_MODELS = Path(__file__).parent / "models"
_NETWORKS = ("levels.py", "policy.py", "ppo.py", "sparse_kernels.py")
"""How a trained network is played."""
BASELINES = tuple(sorted(file.parent.name for file in _MODELS.glob("*/policy.npz")))
"""Trained agents that come with this package."""
_FORMS = ("ppo:PATH", "FILE.py:CLASS")
NAMES = (*SCRIPTED, *SEARCH, *BASELINES, LOOKAHEAD[1], *_FORMS)
"""Names of agents, whichever game they play."""


def names(game: str = "arnak") -> tuple[str, ...]:
    """Return the names of the agents that play a game.

    Raises:
        ValueError: when there is no such game.
    """
    if game not in GAMES:
        raise ValueError(f"unknown game {game!r}; agents play {', '.join(GAMES)}")
    forms = (LOOKAHEAD[1], *_FORMS) if game == "arnak" else _FORMS
    if not BASELINES:
        return (*SCRIPTED, *SEARCH, *forms)
    from agents.policy_files import baselines

    return (*SCRIPTED, *SEARCH, *(name for name, plays in baselines().items() if plays == game), *forms)


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
    """Return the files that decide what this agent plays: its sources, and the model of a trained one.

    Raises:
        ValueError, FileNotFoundError: as `check_name`.
    """
    known = names(game)
    here = Path(__file__).parent
    if name in SCRIPTED:
        files = "arkeis_*.py" if (name, game) == ("greedy", "arkeis") else f"{name}*.py"
        return [here / "base.py", *sorted(here.glob(files))]
    if name.partition(":")[0] == SEARCH[0]:
        from agents.search_settings import read_settings

        return read_settings(name).files(game)
    if name.partition(":")[0] == LOOKAHEAD[0]:
        from agents.lookahead_settings import files as files_of_lookahead

        if game != "arnak":
            raise _another_game(name, game)
        return files_of_lookahead(name)
    path, colon, class_name = name.rpartition(":")
    if colon and path.endswith(".py"):
        from agents.own import find_agent_file

        return [find_agent_file(path, class_name)]
    kind, colon, path = name.partition(":")
    if kind == "ppo" and colon:
        from agents.model_files import find_model

        return [find_model(path), *(here / file for file in _NETWORKS)]
    if name in BASELINES:
        from agents.policy_files import baseline_file

        if name not in known:
            raise _another_game(name, game)
        return [baseline_file(name), *(here / file for file in _NETWORKS)]
    raise ValueError(f"unknown agent {name!r}{_meant(name, known)}; agents are: {', '.join(known)}")


def _another_game(name: str, game: str) -> ValueError:
    return ValueError(f"{name!r} plays another game than {game}; for {game} agents are: {', '.join(names(game))}")


def _meant(name: str, known: tuple[str, ...]) -> str:
    """Return which agent may have been meant, nothing when none comes close."""
    kind, colon, rest = name.partition(":")
    kinds = difflib.get_close_matches(kind, [SEARCH[0], LOOKAHEAD[0], "ppo"], n=1) if colon else []
    whole = difflib.get_close_matches(
        name, [one for one in known if one not in (*_FORMS, LOOKAHEAD[1], SEARCH[1])], n=1
    )
    close = [f"{one}:{rest}" for one in kinds] or whole
    return f" (did you mean {close[0]!r}?)" if close else ""


def load(name: str, seed: int = 0, game: str = "arnak") -> Agent:
    """Return the agent of this name.

    Args:
        name: ``"random"``, ``"greedy"``, ``"search"`` with settings as in ``"search:simulations=800"`` (see
            `agents.search_settings`), a trained agent of `BASELINES`, ``"ppo:PATH"`` with the path of a saved model
            or of its folder, ``"lookahead:NETWORK"`` with either of both (see `agents.lookahead`), or
            ``"FILE.py:CLASS"`` with an agent of your own.
        seed: used for rows that the caller never announces with `Agent.begin`.
        game: that it is to play, ``"arnak"`` or ``"arkeis"``.

    Raises:
        ValueError: for an unknown name, a damaged model, one of another game or release, or a class that is no agent.
        FileNotFoundError: when the model or file does not exist.
        MissingExtra: when a model of `arnak train` is asked for and the extra ``train`` is not installed.
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
    if name.partition(":")[0] == SEARCH[0]:
        from agents.search import load_search

        return load_search(name, seed, game)
    if name.partition(":")[0] == LOOKAHEAD[0]:
        from agents.lookahead import load_lookahead

        return load_lookahead(name, seed)
    path, _, class_name = name.rpartition(":")
    if path.endswith(".py"):
        from agents.own import load_agent

        return load_agent(path, class_name)
    from agents.ppo import PPOAgent

    if name in BASELINES:
        from agents.policy_files import baseline_file

        return PPOAgent(baseline_file(name), game, name)
    return PPOAgent(name.partition(":")[2], game)
