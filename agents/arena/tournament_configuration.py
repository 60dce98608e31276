"""What a tournament is asked to do: which agents meet, in which seats, with which deals."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import agents
from agents.arena.configuration import Asked, check_agents, check_list, loads_torch, versions
from agents.base import spread_seed
from arnak_env.arnak.opcodes import BOARDS, MAX_PLAYERS
from arnak_env.core.fingerprint import rules_fingerprint, source_fingerprint

if TYPE_CHECKING:
    from arnak_env.arnak.content import Content

_DEAL, _SEAT = 4, 5  # keep these seeds apart from those of ratings


@dataclasses.dataclass(frozen=True)
class Pairing:
    """Agents that play each other on a board, in one of the rotations of their seats.

    Attributes:
        board: the board's name.
        line_up: the agents, one for each seat, in the order in which the tournament names them; one may be there more
            than once.
        rotation: how many seats everyone has moved on, from 0 to the number of players - 1.
    """

    board: str
    line_up: tuple[str, ...]
    rotation: int

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.line_up)


def seat_order(players: int, rotation: int, deal: int) -> tuple[int, ...]:
    """Return who sits where: for each seat the place of its agent in the line-up.

    Within a deal everyone moves on by one seat with each rotation, so that everyone has each seat once. From deal to
    deal the order around the table changes, so that nobody always plays after the same opponent: after
    (players - 1)! deals each order was there once.

    Args:
        players: number of players.
        rotation: from 0 to players - 1.
        deal: number of the deal, from 0.
    """
    order = _orders(players)[deal % math.factorial(players - 1)]
    return order[rotation:] + order[:rotation]


@functools.cache
def _orders(players: int) -> tuple[tuple[int, ...], ...]:
    return tuple((0, *rest) for rest in permutations(range(1, players)))


def line_ups(names: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return which agents play each other at tables of this size.

    With as many agents as seats or more, all combinations of different ones. With fewer, everyone takes part in every
    game and some sit in more than one seat: all ways to fill the seats in which nobody is missing.
    """
    if len(names) >= players:
        return list(combinations(names, players))
    return [some for some in combinations_with_replacement(names, players) if len(set(some)) == len(names)]


@dataclasses.dataclass(frozen=True)
class Schedule(Asked):
    """The games of a tournament, whatever its agents are.

    Attributes:
        boards: names of boards.
        players: numbers of players, 2 to 4.
        agents: names of the agents, at least two.
        games: deals of each line-up on each board; each is played once in every rotation of the seats, so this is
            ``games x players`` games.
        seed: deal k of a board and a number of players is the same one for every line-up and rotation.
        expansion_components: with the components of Twisted Paths; None: by the board, see `GameConfig`.
        content: file with corrections of the printed facts, see `arnak_env.arnak.content.load_content`.

    Raises:
        ValueError: naming what is wrong, and what would be right.
    """

    boards: tuple[str, ...]
    players: tuple[int, ...]
    agents: tuple[str, ...]
    games: int
    seed: int
    expansion_components: bool | None = None
    content: str | None = None

    def __post_init__(self) -> None:
        from arnak_env import GameConfig

        for what in ("boards", "players", "agents"):
            check_list(what, getattr(self, what))
        self.check_games()
        for number in self.players:
            if number < 2 or number > MAX_PLAYERS:
                solo = "; `arnak rate-rival` rates agents in the solo game" if number == 1 else ""
                raise ValueError(f"a tournament is for 2 to {MAX_PLAYERS} players, not {number}{solo}")
        for board in self.boards:
            GameConfig(board=board, num_players=self.players[0], expansion_components=self.expansion_components)
        if len(self.agents) < 2:
            raise ValueError(f"a tournament needs at least two agents, not only {self.agents[0]!r}")
        _ = self.facts  # read and checked before anything starts

    @functools.cached_property
    def facts(self) -> Content:
        """The printed facts that are played with, read once: a file that changes meanwhile does not reach the games."""
        from arnak_env.arnak.content import load_content

        return load_content(self.content)

    def cells(self) -> list[Pairing]:
        """Return who meets whom, in the order of the list of games."""
        return [
            Pairing(board, line_up, rotation)
            for players in self.players
            for board in self.boards
            for line_up in line_ups(self.agents, players)
            for rotation in range(players)
        ]

    def seats(self, pairing: Pairing, deal: int) -> tuple[str, ...]:
        """Return the agent in each seat."""
        return tuple(pairing.line_up[place] for place in seat_order(pairing.players, pairing.rotation, deal))

    def seeds_of(self, cells: Sequence[Pairing], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the seed of each game: of its deal on its board for its number of players."""
        boards = np.array([BOARDS.index(cell.board) for cell in cells], dtype=np.int64)
        players = np.array([cell.players for cell in cells], dtype=np.int64)
        return spread_seed(_DEAL, self.seed, boards, players, numbers)

    def seat_seeds(self, cells: Sequence[Pairing], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the seeds that agents use, shape ``(games, MAX_PLAYERS)``: they go with the seat, not with the agent.

        So two agents that play alike share the victories of a deal equally, to the last game.
        """
        seeds = self.seeds_of(cells, numbers)[:, None]
        return spread_seed(_SEAT, seeds, np.arange(MAX_PLAYERS)[None, :])

    def seeds_described(self) -> dict[str, Any]:
        """Return what ``configuration.json`` says about the seeds."""
        first = [Pairing(board, ("",) * players, 0) for players in self.players for board in self.boards]
        return {
            "rule": "deal k of a board and a number of players has the same seed for every line-up and rotation; "
            "games.csv lists it with each game",
            "first_deals": {
                f"{cell.board}, {cell.players} players": self.seeds_of(
                    [cell] * min(self.games, 3), np.arange(min(self.games, 3))
                ).tolist()
                for cell in first
            },
        }


@dataclasses.dataclass(frozen=True)
class TournamentConfiguration(Schedule):
    """Everything that decides the result of a tournament of agents that `agents.load` knows; see `Schedule`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_agents(self.agents, "arnak")

    def described(self) -> dict[str, Any]:
        """Return what is written to ``configuration.json``: the arguments, and what else decides the result."""
        content = self.facts.fingerprint
        arguments = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {
            "command": "tournament",
            "arguments": arguments,
            "seeds": self.seeds_described(),
            "agents": {name: source_fingerprint(agents.source(name)) for name in self.agents},
            "content": content,
            "rules": rules_fingerprint(content),
            "versions": versions(loads_torch(self.agents), "choix"),
        }
