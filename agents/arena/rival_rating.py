"""The rating of the solo rival, see `agents.arena.rating`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from agents.arena.configuration import Cell, RatingConfiguration
from agents.arena.games import RESULTS, GameResult, GamesFile
from agents.arena.playing import GameRunner
from agents.arena.rating import Rating, Stopped
from arnak_env import Batch
from arnak_env.arnak.batch import RIVAL

__all__ = ["RivalGames", "RivalRating", "Stopped"]


class RivalGames(GameRunner):
    """Plays the games of a rating of the rival; arguments as of `GameRunner`."""

    game = "arnak"
    configuration: RatingConfiguration

    def batch(self, cells: list[Cell], numbers: NDArray[np.int64], observe: bool) -> Batch:
        """Return a batch with one game for each of these cells."""
        asked = self.configuration
        return Batch(
            len(cells),
            board=[cell.board for cell in cells],
            difficulty=[cell.difficulty for cell in cells],
            objectives=[cell.objectives for cell in cells],
            first_objective_worth_four=[asked.first_objective_worth_four and cell.objectives > 0 for cell in cells],
            num_players=1,
            switches=asked.switches,
            expansion_components=asked.expansion_components,
            seed=asked.game_seeds(numbers),
            content=asked.facts,
            observe=observe,
        )

    def begin_again(self, batch: Batch, cells: list[Cell], numbers: NDArray[np.int64], rows: NDArray[np.intp]) -> None:
        """Begin the games with these numbers in some rows of a batch."""
        batch.reset(seed=self.configuration.game_seeds(numbers[rows]), games=rows, episode=0)

    def results(
        self, batch: Batch, cells: list[Cell], numbers: NDArray[np.int64], rows: NDArray[np.intp]
    ) -> Iterator[GameResult]:
        """Yield the results of the games that have ended in some rows."""
        seeds = self.configuration.game_seeds(numbers[rows])
        points = batch.score_table(rows)
        outcomes = batch.results(rows)[:, 0]
        decisions = batch.games["decisions"][rows]
        for row, seed, table, outcome, count in zip(rows, seeds, points, outcomes, decisions, strict=True):
            cell = cells[row]
            *parts, score = table[0].tolist()
            *rival_parts, rival_score = table[RIVAL].tolist()
            yield GameResult(
                cell.agent,
                cell.board,
                cell.difficulty,
                cell.objectives,
                int(numbers[row]),
                int(seed),
                RESULTS[round(float(outcome) * 2)],
                score,
                rival_score,
                int(count),
                tuple(parts),
                tuple(rival_parts),
            )


class RivalRating(Rating):
    """A rating of the rival that can be interrupted and resumed; arguments as of `Rating`."""

    runner = RivalGames
    kind = GamesFile
