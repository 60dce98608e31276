"""The rating of episodes of Arkeis, see `agents.arena.rating`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from agents.arena.episode_configuration import JOINED, EpisodeCell, EpisodeConfiguration
from agents.arena.episode_games import EpisodeGames, EpisodeResult
from agents.arena.playing import GameRunner
from agents.arena.rating import Rating, Stopped
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.opcodes import RESULT_IDS

__all__ = ["EpisodeRating", "EpisodeRuns", "Stopped"]


class EpisodeRuns(GameRunner):
    """Plays the games of a rating of episodes; arguments as of `GameRunner`."""

    game = "arkeis"
    configuration: EpisodeConfiguration

    def batch(self, cells: list[EpisodeCell], numbers: NDArray[np.int64], observe: bool) -> Batch:
        """Return a batch with one game for each of these cells."""
        asked = self.configuration
        configs = [asked.game_config(cell, int(number)) for cell, number in zip(cells, numbers, strict=True)]
        return Batch(
            len(cells),
            episode=[config.episode for config in configs],
            explorers=[config.explorers for config in configs],
            elite=[config.elite for config in configs],
            threat_first_turn=configs[0].threat_first_turn,
            defeated_miniatures=configs[0].defeated_miniatures,
            wildcard_any_roll=configs[0].wildcard_any_roll,
            equip_at_setup=configs[0].equip_at_setup,
            seed=asked.game_seeds(numbers),
            content=asked.facts,
            observe=observe,
        )

    def begin_again(
        self, batch: Batch, cells: list[EpisodeCell], numbers: NDArray[np.int64], rows: NDArray[np.intp]
    ) -> None:
        """Begin the games with these numbers in some rows of a batch, each with its team."""
        asked = self.configuration
        for row in rows:
            config = asked.game_config(cells[row], int(numbers[row]))
            config.write_team(batch.games[row], int(batch.games["first_slot"][row]), config.teams[0])
        batch.reset(seed=asked.game_seeds(numbers[rows]), games=rows, game_number=0)

    def results(
        self, batch: Batch, cells: list[EpisodeCell], numbers: NDArray[np.int64], rows: NDArray[np.intp]
    ) -> Iterator[EpisodeResult]:
        """Yield the results of the games that have ended in some rows."""
        asked = self.configuration
        seeds = asked.game_seeds(numbers[rows])
        for row, seed in zip(rows.tolist(), seeds.tolist(), strict=True):
            cell, game, number = cells[row], batch.games[row], int(numbers[row])
            yield EpisodeResult(
                cell.agent,
                cell.episode,
                cell.team,
                cell.elite,
                number,
                seed,
                JOINED.join(asked.team(cell, number)),
                RESULT_IDS[game["result"]],
                int(game["turns"]),
                int(game["reserve"]),
                int(game["marked"]).bit_count(),
                int(game["vp"]),
                int(game["decisions"]),
            )


class EpisodeRating(Rating):
    """A rating of episodes that can be interrupted and resumed; arguments as of `Rating`."""

    runner = EpisodeRuns
    kind = EpisodeGames
