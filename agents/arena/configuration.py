"""What a rating of the rival is asked to do, and the checks of it."""

from __future__ import annotations

import dataclasses
import functools
import platform
from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import agents
from agents.base import spread_seed
from agents.model_files import MODEL
from arnak_env.core.fingerprint import rules_fingerprint, source_fingerprint

if TYPE_CHECKING:
    from arnak_env.arnak.content import Content

_GAME, _AGENT = 1, 2  # keep the seeds of games and agents apart


DESCRIPTION_KEYS = {
    "command": "always `rate-rival`",
    "arguments": "what was asked for: boards, difficulties, agents, games, seed, objectives, `expansion_components` "
    "(null: by the board), switches, and the file of the content as it was named",
    "seeds": "how games are seeded, and the seeds of the first ones; a game's seed follows from `seed` and its number",
    "agents": "by name, a fingerprint of what decides how the agent plays: its sources, its model, its file",
    "content": "fingerprint of the printed facts, corrections included; a rating goes on only with the same facts, "
    "wherever their file lies",
    "rules": "fingerprint of the rules' sources and of the printed facts; the same on every machine",
    "versions": "versions of Python and of the packages it was begun with; with torch and its kin for trained agents",
    "resumed_with_versions": "other versions it went on with later; left out when there are none",
}


@dataclasses.dataclass(frozen=True)
class Cell:
    """One line of the table: this agent on this board against the rival at this difficulty, with objectives or not."""

    agent: str
    board: str
    difficulty: int
    objectives: int = 0


class Asked:
    """What every rating is asked for: how many games of each cell, and the seed that all seeds follow from."""

    games: int
    seed: int

    def check_games(self) -> None:
        """Refuse wrong numbers.

        Raises:
            ValueError: naming the number and the right ones.
        """
        if self.games < 1:
            raise ValueError(f"games must be at least 1, not {self.games}")
        if not 0 <= self.seed < 2**62:
            raise ValueError(f"seed must be a number from 0 to 2**62 - 1, not {self.seed}")

    def game_seeds(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the seeds of the games with these numbers (0, 1, ...), the same ones in every cell."""
        return spread_seed(_GAME, self.seed, numbers)

    def seeds_of(self, cells: Sequence[Any], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the seeds of games by cell and number."""
        return self.game_seeds(numbers)

    def agent_seeds(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the seeds an agent uses in the games with these numbers."""
        return spread_seed(_AGENT, self.seed, numbers)

    def seeds_described(self) -> dict[str, Any]:
        """Return what ``configuration.json`` says about the seeds."""
        return {
            "rule": "game k has the same seed in every cell; games.csv lists it with each game",
            "first_games": self.game_seeds(np.arange(min(self.games, 3))).tolist(),
        }


def check_list(what: str, values: Sequence[Any]) -> None:
    """Refuse an empty list, an empty entry and one that is there twice.

    Raises:
        ValueError: naming the list and the entry.
    """
    if not values:
        raise ValueError(f"the list of {what} is empty")
    if "" in values:
        raise ValueError(f"the list of {what} has an empty entry: {','.join(map(str, values))!r}")
    repeated = [value for i, value in enumerate(values) if value in values[:i]]
    if repeated:
        raise ValueError(f"{repeated[0]!r} appears twice in the list of {what}")


def check_agents(names: Sequence[str], game: str) -> None:
    """Refuse agents that a game does not know.

    Raises:
        ValueError, FileNotFoundError: as `agents.check_name`.
    """
    for name in names:
        if not name.isprintable():
            raise ValueError(f"the name of an agent must be printable, which {name!r} is not")
        agents.check_name(name, game)


@dataclasses.dataclass(frozen=True)
class RatingConfiguration(Asked):
    """Everything that decides the result of a rating.

    Attributes:
        boards: names of boards.
        difficulties: difficulty levels of the rival.
        agents: names as `agents.load` knows them.
        games: games in each cell.
        seed: game k has the same seed in every cell, so cells differ by what is compared and not by the shuffles.
        objectives: numbers of rival objectives dealt each round.
        first_objective_worth_four: the first of them is worth 4 points, wherever there are any.
        switches: names of rule variants, see `arnak_env.arnak.config.SWITCHES`.
        expansion_components: with the components of Twisted Paths; None: by the board, see `GameConfig`.
        content: file with corrections of the printed facts, see `arnak_env.arnak.content.load_content`.
    """

    boards: tuple[str, ...]
    difficulties: tuple[int, ...]
    agents: tuple[str, ...]
    games: int
    seed: int
    objectives: tuple[int, ...] = (0,)
    first_objective_worth_four: bool = False
    switches: tuple[str, ...] = ()
    expansion_components: bool | None = None
    content: str | None = None

    def __post_init__(self) -> None:
        from arnak_env import GameConfig

        for what in ("boards", "difficulties", "agents", "objectives"):
            check_list(what, getattr(self, what))
        self.check_games()
        for board, objectives, difficulty in product(self.boards, self.objectives, self.difficulties):
            GameConfig(
                board=board,
                num_players=1,
                difficulty=difficulty,
                switches=self.switches,
                objectives=objectives,
                first_objective_worth_four=self.first_objective_worth_four and objectives > 0,
                expansion_components=self.expansion_components,
            )
        if self.first_objective_worth_four and not any(self.objectives):
            raise ValueError("no objective can be worth 4 points without objectives; ask for some, such as 0,3")
        check_agents(self.agents, "arnak")
        _ = self.facts  # read and checked before anything starts

    @functools.cached_property
    def facts(self) -> Content:
        """The printed facts that are played with, read once: a file that changes meanwhile does not reach the games."""
        from arnak_env.arnak.content import load_content

        return load_content(self.content)

    def cells(self) -> list[Cell]:
        """Return the cells in the order of the table."""
        return [
            Cell(agent, board, difficulty, objectives)
            for agent, board, objectives, difficulty in product(
                self.agents, self.boards, self.objectives, self.difficulties
            )
        ]

    def described(self) -> dict[str, Any]:
        """Return what is written to ``configuration.json``: the arguments, and what else decides the result."""
        content = self.facts.fingerprint
        return {
            "command": "rate-rival",
            "arguments": {
                "boards": list(self.boards),
                "difficulties": list(self.difficulties),
                "agents": list(self.agents),
                "games": self.games,
                "seed": self.seed,
                "objectives": list(self.objectives),
                "first_objective_worth_four": self.first_objective_worth_four,
                "expansion_components": self.expansion_components,
                "switches": list(self.switches),
                "content": self.content,
            },
            "seeds": self.seeds_described(),
            "agents": {name: source_fingerprint(agents.source(name)) for name in self.agents},
            "content": content,
            "rules": rules_fingerprint(content),
            "versions": versions(loads_torch(self.agents)),
        }


def loads_torch(names: Iterable[str], game: str = "arnak") -> bool:
    """Return whether one of these agents, or the prior of one, is a model of stable-baselines3."""
    return any(path.name == MODEL for name in names for path in agents.source(name, game))


def versions(learning: bool = False, *more: str) -> dict[str, str]:
    """Return the versions of what can move a result.

    Args:
        learning: with the packages that trained agents need.
        more: further packages.
    """
    packages = ["arnak-env", "numpy", "numba", "scipy", "gymnasium", *more]
    if learning:
        packages += ["torch", "stable-baselines3", "sb3-contrib"]
    return {"python": platform.python_version(), **{name: _version(name) for name in packages}}


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:  # a source tree on the path, or a package without metadata
        return "unknown"
