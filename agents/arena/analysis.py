"""An analysis: many games of one agent, with what is acquired in them; see `agents.arena.rating`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from agents.arena.analysis_configuration import AnalysisCell, AnalysisConfiguration
from agents.arena.analysis_games import BUYABLE_IDS, Acquired, AnalysedGame, AnalysedGames, ResearchStep
from agents.arena.analysis_recorder import Recorder, Step
from agents.arena.games import RESULTS
from agents.arena.playing import GameRunner
from agents.arena.rating import Rating, Stopped
from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import ASSISTANT_IDS, space_word
from arnak_env.arnak.batch import RIVAL

__all__ = ["Analysis", "AnalysisGames", "Stopped"]


class AnalysisGames(GameRunner):
    """Plays the games of an analysis; arguments as of `GameRunner`."""

    game = "arnak"
    configuration: AnalysisConfiguration
    _recorder: Recorder

    def batch(self, cells: list[AnalysisCell], numbers: NDArray[np.int64], observe: bool) -> Batch:
        """Return a batch with one game for each of these cells, and record what happens in it."""
        asked = self.configuration
        batch = Batch(
            len(cells),
            board=[cell.board for cell in cells],
            num_players=[cell.players for cell in cells],
            difficulty=[cell.difficulty for cell in cells],
            objectives=[cell.objectives for cell in cells],
            switches=asked.switches,
            expansion_components=asked.expansion_components,
            seed=asked.game_seeds(numbers),
            content=asked.facts,
            observe=observe,
        )
        self._recorder = Recorder(batch)
        return batch

    def begin_again(
        self, batch: Batch, cells: list[AnalysisCell], numbers: NDArray[np.int64], rows: NDArray[np.intp]
    ) -> None:
        """Begin the games with these numbers in some rows of a batch."""
        batch.reset(seed=self.configuration.game_seeds(numbers[rows]), games=rows, episode=0)
        self._recorder.begin(rows)

    def step(self, batch: Batch, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Carry out an action in each game of the batch, recorded."""
        assert self._recorder.batch is batch
        return self._recorder.step(actions)

    def results(
        self, batch: Batch, cells: list[AnalysisCell], numbers: NDArray[np.int64], rows: NDArray[np.intp]
    ) -> Iterator[AnalysedGame]:
        """Yield the results of the games that have ended in some rows."""
        recorder = self._recorder
        seeds = self.configuration.game_seeds(numbers[rows])
        table, shares = batch.standings(rows)
        idols, guardians = recorder.idols(rows), recorder.guardians(rows)
        for i, row in enumerate(rows):
            cell = cells[row]
            seats = range(cell.players)
            game = batch.games[row]
            yield AnalysedGame(
                agent=cell.agent,
                board=cell.board,
                players=cell.players,
                difficulty=cell.difficulty,
                objectives=cell.objectives,
                game=int(numbers[row]),
                seed=int(seeds[i]),
                decisions=int(game["decisions"]),
                rival_score=int(table[i, RIVAL, -1]),
                results=tuple(_result(float(shares[i, seat])) for seat in seats),
                scores=tuple(table[i, : cell.players, -1].tolist()),
                sites=tuple(recorder.discovered[row, : cell.players].tolist()),
                idols=tuple(idols[i, : cell.players].tolist()),
                guardians=tuple(guardians[i, : cell.players].tolist()),
                cards=tuple(_acquired(recorder.cards[row, seat], BUYABLE_IDS) for seat in seats),
                assistants=tuple(_acquired(recorder.assistants[row, seat], ASSISTANT_IDS) for seat in seats),
                research=tuple(_research(recorder.steps[row][seat], int(game["board"])) for seat in seats),
                first_row=tuple(BUYABLE_IDS[card] for card in recorder.first_row[row]),
                first_assistants=tuple(ASSISTANT_IDS[top] for top in recorder.tops[row] if top >= 0),
                tiles=tuple(o.COLOURS[colour] for colour in game["colour"]) if cell.players == 1 else (),
                dealt_objectives=tuple(
                    tuple(o.OBJECTIVES[objective] for objective in np.flatnonzero(dealt))
                    for dealt in recorder.objectives[row]
                ),
            )


class Analysis(Rating):
    """An analysis that can be interrupted and resumed; arguments as of `Rating`."""

    runner = AnalysisGames
    kind = AnalysedGames


def _result(share: float) -> str:
    """Return a share of the victory as a result; whoever shares it has a tie."""
    return RESULTS[0 if share == 0.0 else 2 if share == 1.0 else 1]


def _acquired(rounds: NDArray[np.int8], names: tuple[str, ...]) -> tuple[Acquired, ...]:
    return tuple(Acquired(names[thing], int(rounds[thing])) for thing in np.flatnonzero(rounds))


def _research(steps: list[Step], board: int) -> tuple[ResearchStep, ...]:
    return tuple(
        ResearchStep(o.RESEARCH_TOKENS[step.token], space_word(board, step.entry), step.round) for step in steps
    )
