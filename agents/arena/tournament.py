"""A tournament: agents play each other at tables of two to four, see `agents.arena.tournament_configuration`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.playing import GameRunner
from agents.arena.rating import Rating, Stopped
from agents.arena.tournament_configuration import Pairing, Schedule, seat_order
from agents.arena.tournament_games import TournamentGame, TournamentGames, places
from agents.base import Agent
from arnak_env import Batch
from arnak_env.arnak.opcodes import MAX_PLAYERS

__all__ = ["Stopped", "Table", "TablePlay", "Tournament"]


class Table:
    """The agents of many tables at once; each plays all rows where it is its turn.

    Args:
        agents: those who sit at the tables, by name and by which of the agents of this name it is, from 0.
    """

    def __init__(self, agents: dict[tuple[str, int], Agent]) -> None:
        self.agents = list(agents.values())
        self._numbers = {key: number for number, key in enumerate(agents)}
        self._seats = np.zeros((0, MAX_PLAYERS), dtype=np.intp)

    @property
    def needs_observation(self) -> bool:
        """Whether one of them does."""
        return any(agent.needs_observation for agent in self.agents)

    def begin(self, seeds: NDArray[np.int64], seats: NDArray[np.intp], games: NDArray[np.intp] | None = None) -> None:
        """New games start.

        Args:
            seeds: of the agents, shape ``(games, MAX_PLAYERS)``: one for each seat.
            seats: who sits where, same shape, see `numbers`; seats that nobody has hold -1.
            games: the rows of the batch in which they start; None: every row of a new batch.
        """
        if games is None:
            self._seats = seats.copy()
        else:
            self._seats[games] = seats
        for number, agent in enumerate(self.agents):
            # Where an agent has no seat it gets the seed of the first one, which it never uses.
            seat = np.argmax(seats == number, axis=1)
            agent.begin(seeds[np.arange(len(seats)), seat], games)

    def numbers(self, line_up: tuple[str, ...]) -> list[int]:
        """Return the agents of a line-up as numbers in `agents`."""
        return [self._numbers[name, line_up[:place].count(name)] for place, name in enumerate(line_up)]

    def to_move(self, batch: Any, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return whose turn it is in rows that are not over: numbers in `agents`."""
        turns: NDArray[np.intp] = self._seats[rows, np.asarray(batch.player)[rows]]
        return turns

    def act(self, batch: Any, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return an action for each row of the batch; rows not asked for hold 0."""
        actions = np.zeros(len(batch.games), dtype=np.int64)
        turns = self.to_move(batch, rows)
        for number, agent in enumerate(self.agents):
            own = rows[turns == number]
            if len(own):
                actions[own] = agent.act(batch, own)[own]
        return actions


class TablePlay(GameRunner):
    """Plays the games of a tournament; arguments as of `GameRunner`."""

    game = "arnak"
    configuration: Schedule

    def group(self, cell: Pairing) -> tuple[str, ...]:
        """Return the different agents of a line-up; all games that they play among themselves share a batch."""
        return tuple(dict.fromkeys(cell.line_up))

    def load(self, group: tuple[str, ...]) -> Table:
        """Return the table of a group; an agent with two seats sits there as two that know nothing of each other."""
        return Table({(name, copy): self.agent(name, copy) for copy in range(self._copies(group)) for name in group})

    def _copies(self, group: tuple[str, ...]) -> int:
        """Return how many seats an agent of a group has at most."""
        most = max(self.configuration.players)
        return most - len(group) + 1 if len(group) == len(self.configuration.agents) < most else 1

    def batch(self, cells: list[Pairing], numbers: NDArray[np.int64], observe: bool) -> Batch:
        """Return a batch with one game for each of these cells."""
        asked = self.configuration
        return Batch(
            len(cells),
            board=[cell.board for cell in cells],
            num_players=[cell.players for cell in cells],
            expansion_components=asked.expansion_components,
            seed=asked.seeds_of(cells, numbers),
            content=asked.facts,
            observe=observe,
        )

    def begin_again(
        self, batch: Batch, cells: list[Pairing], numbers: NDArray[np.int64], rows: NDArray[np.intp]
    ) -> None:
        """Begin the games with these numbers in some rows of a batch."""
        seeds = self.configuration.seeds_of([cells[row] for row in rows], numbers[rows])
        batch.reset(seed=seeds, games=rows, episode=0)

    def begin(
        self, player: Table, cells: list[Pairing], numbers: NDArray[np.int64], rows: NDArray[np.intp] | None = None
    ) -> None:
        """Seat the agents for new games."""
        begun = np.arange(len(cells)) if rows is None else rows
        some = [cells[row] for row in begun]
        seats = np.full((len(begun), MAX_PLAYERS), -1, dtype=np.intp)
        for line, cell, number in zip(seats, some, numbers[begun].tolist(), strict=True):
            agents = player.numbers(cell.line_up)
            line[: cell.players] = [agents[place] for place in seat_order(cell.players, cell.rotation, number)]
        player.begin(self.configuration.seat_seeds(some, numbers[begun]), seats, rows)

    def to_move(self, player: Table, batch: Batch, row: int) -> str:
        """Return the name of the agent whose turn it is in a row."""
        return player.agents[int(player.to_move(batch, np.array([row]))[0])].name

    def results(
        self, batch: Batch, cells: list[Pairing], numbers: NDArray[np.int64], rows: NDArray[np.intp]
    ) -> Iterator[TournamentGame]:
        """Yield the results of the games that have ended in some rows."""
        asked = self.configuration
        seeds = asked.seeds_of([cells[row] for row in rows], numbers[rows])
        table, shares = batch.standings(rows)
        for k, row in enumerate(rows.tolist()):
            cell, number = cells[row], int(numbers[row])
            scores = table[k : k + 1, : cell.players, -1]
            yield TournamentGame(
                cell.board,
                cell.rotation,
                number,
                int(seeds[k]),
                int(batch.games["decisions"][row]),
                asked.seats(cell, number),
                tuple(scores[0].tolist()),
                tuple(places(scores, shares[k : k + 1, : cell.players])[0].tolist()),
            )


class Tournament(Rating):
    """A tournament that can be interrupted and resumed; arguments as of `Rating`."""

    runner = TablePlay
    kind = TournamentGames
