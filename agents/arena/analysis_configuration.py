"""What an analysis is asked to do, and the checks of it."""

from __future__ import annotations

import dataclasses
import functools
from itertools import product
from typing import TYPE_CHECKING, Any

import agents
from agents.arena.configuration import Asked, check_agents, check_list, loads_torch, versions
from arnak_env.core.fingerprint import rules_fingerprint, source_fingerprint

if TYPE_CHECKING:
    from arnak_env.arnak.content import Content

DEFAULT_LEVEL = 3


@dataclasses.dataclass(frozen=True)
class AnalysisCell:
    """Games of one kind.

    Attributes:
        agent: the agent, which plays every seat.
        board: the board's name.
        players: 1 for the game against the rival, 2 to 4.
        difficulty: difficulty level of the rival; 0 with several players.
        objectives: rival objectives dealt each round; 0 with several players.
    """

    agent: str
    board: str
    players: int
    difficulty: int = 0
    objectives: int = 0


@dataclasses.dataclass(frozen=True)
class AnalysisConfiguration(Asked):
    """Everything that decides the result of an analysis.

    Attributes:
        agent: name as `agents.load` knows it; it plays every seat.
        boards: names of boards.
        games: games in each cell.
        seed: game k has the same seed in every cell.
        players: 1 for the game against the rival, 2 to 4.
        difficulties: difficulty levels of the rival; with several players none.
        objectives: numbers of rival objectives dealt each round; with several players none.
        switches: names of rule variants, see `arnak_env.arnak.config.SWITCHES`.
        expansion_components: with the components of Twisted Paths; None: by the board, see `GameConfig`.
        content: file with corrections of the printed facts, see `arnak_env.arnak.content.load_content`.

    Raises:
        ValueError: naming what is wrong and the right values.
        FileNotFoundError: when the file of an agent or of the content does not exist.
    """

    agent: str
    boards: tuple[str, ...]
    games: int
    seed: int
    players: int = 1
    difficulties: tuple[int, ...] = (DEFAULT_LEVEL,)
    objectives: tuple[int, ...] = (0,)
    switches: tuple[str, ...] = ()
    expansion_components: bool | None = None
    content: str | None = None

    def __post_init__(self) -> None:
        from arnak_env import GameConfig

        check_list("boards", self.boards)
        self.check_games()
        if self.players != 1 and (self.difficulties or self.objectives):
            raise ValueError(
                "difficulties and objectives belong to the game against the rival (1 player), "
                f"not to {self.players} players; leave them out"
            )
        for what in ("difficulties", "objectives") if self.players == 1 else ():
            check_list(what, getattr(self, what))
        for cell in self.cells():
            GameConfig(
                board=cell.board,
                num_players=cell.players,
                difficulty=cell.difficulty,
                objectives=cell.objectives,
                switches=self.switches,
                expansion_components=self.expansion_components,
            )
        check_agents((self.agent,), "arnak")
        _ = self.facts  # read and checked before anything starts

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents that play."""
        return (self.agent,)

    @functools.cached_property
    def facts(self) -> Content:
        """The printed facts that are played with, read once: a file that changes meanwhile does not reach the games."""
        from arnak_env.arnak.content import load_content

        return load_content(self.content)

    def cells(self) -> list[AnalysisCell]:
        """Return the kinds of games in the order in which they are listed."""
        return [
            AnalysisCell(self.agent, board, self.players, difficulty, objectives)
            for board, objectives, difficulty in product(
                self.boards, self.objectives or (0,), self.difficulties or (0,)
            )
        ]

    def described(self) -> dict[str, Any]:
        """Return what is written to ``configuration.json``: the arguments, and what else decides the result."""
        content = self.facts.fingerprint
        return {
            "command": "analyse",
            "arguments": {
                "agent": self.agent,
                "boards": list(self.boards),
                "players": self.players,
                "difficulties": list(self.difficulties),
                "objectives": list(self.objectives),
                "games": self.games,
                "seed": self.seed,
                "expansion_components": self.expansion_components,
                "switches": list(self.switches),
                "content": self.content,
            },
            "seeds": self.seeds_described(),
            "agents": {self.agent: source_fingerprint(agents.source(self.agent))},
            "content": content,
            "rules": rules_fingerprint(content),
            "versions": versions(loads_torch([self.agent])),
        }
