"""The game-level interface: many games at once, for search, rating and tournaments; the adapters stand on it."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import ACTIONS, action_name
from arnak_env.arnak.arguments import spread
from arnak_env.arnak.config import GameConfig, configurations
from arnak_env.arnak.content import Content, load_content
from arnak_env.arnak.observation import OBSERVATION_SIZE
from arnak_env.arnak.ranking import shares_of_victory
from arnak_env.arnak.records import check_records
from arnak_env.arnak.saves import FORMAT
from arnak_env.arnak.state import GAME
from arnak_env.core.arguments import whole_number
from arnak_env.core.batch import NO_STEP, GameBatch, IllegalAction
from arnak_env.core.compile import load_compiled

__all__ = ["NO_STEP", "RIVAL", "Batch", "IllegalAction"]

RIVAL = 4  # the rival's column in scores


@functools.cache
def _kernels() -> Any:
    """Return the compiled rules, loaded once in a process."""

    def load() -> Any:
        from arnak_env.arnak import kernels

        return kernels

    return load_compiled("arnak", load)


class Batch(GameBatch):
    """A batch of games of Lost Ruins of Arnak.

    Args:
        num_games: how many games.
        board, num_players, difficulty, rival_tiles, switches, objectives, first_objective_worth_four,
            expansion_components: as in `GameConfig`; one value, or a sequence of `num_games` values, so that one batch
            mixes boards, player counts and levels.
        seed: an int s gives game i the seed s + i; or an array of `num_games` seeds (0 to 2**63 - 1). None draws s from
            the operating system, see `seeds`.
        content: None for the printed facts, the path of an override file, or a `Content`.
        observe: False leaves out observations, for search and roll-outs.
        show_forced: True shows decisions with a single option too, for debugging; they resolve themselves otherwise.
        num_threads: threads for large batches (at least 512 games a thread).

    Attributes:
        games: structured array ``(num_games,)`` of dtype `state.GAME`; an element is the whole state of one game.
        mask: int8 ``(num_games, ACTIONS)``, the legal actions of the deciding player. A finished game keeps one entry.
        observation: uint8 ``(num_games, OBSERVATION_SIZE)``, the deciding player's view; see `observation.PIECES`.
        player: int64 ``(num_games,)``, the deciding seat from 0, -1 when the game is over.

    `mask`, `observation` and `player` are buffers that the next call overwrites: copy what you keep.
    """

    saves = FORMAT
    num_actions = ACTIONS
    observation_size = OBSERVATION_SIZE
    reset_columns = {"difficulty": -1}  # -1: the colours in the record hold

    def __init__(
        self,
        num_games: int,
        board: str | Sequence[str] = "bird",
        num_players: int | Sequence[int] = 1,
        difficulty: int | Sequence[int] = 0,
        rival_tiles: Mapping[str, str] | Sequence[Mapping[str, str] | None] | None = None,
        switches: Sequence[str] | Sequence[Sequence[str]] = (),
        objectives: int | Sequence[int] = 0,
        first_objective_worth_four: bool | Sequence[bool] = False,
        expansion_components: bool | None | Sequence[bool | None] = None,
        seed: int | npt.ArrayLike | None = 0,
        content: str | Path | Content | None = None,
        observe: bool = True,
        show_forced: bool = False,
        num_threads: int = 1,
    ) -> None:
        num_games = whole_number("num_games", num_games, 1)
        given = {
            "board": board,
            "num_players": num_players,
            "difficulty": difficulty,
            "rival_tiles": rival_tiles,
            "switches": switches,
            "objectives": objectives,
            "first_objective_worth_four": first_objective_worth_four,
            "expansion_components": expansion_components,
        }
        columns = {name: spread(name, value, num_games) for name, value in given.items()}
        games = np.zeros(num_games, GAME)
        self._columns = {"difficulty": np.zeros(num_games, np.int64)}
        for i, config in enumerate(configurations(columns, range(num_games))):
            self._configure(games[i], i, config)
        self._begin(games, content, seed, observe, show_forced, num_threads)

    def _configure(self, game: np.void, i: int, config: GameConfig) -> None:
        game["board"] = o.BOARDS.index(config.board)
        game["components"] = config.with_components
        game["players"] = config.num_players
        game["rival"] = config.num_players == 1
        game["switches"] = config.switch_bits()
        game["objectives"] = config.objectives
        game["first_worth_four"] = config.first_objective_worth_four
        self._columns["difficulty"][i] = config.difficulty if config.rival_tiles is None else -1
        if config.rival_tiles is not None:
            game["colour"] = config.colours()

    @staticmethod
    def _load_kernels() -> Any:
        return _kernels()

    @staticmethod
    def _load_content(content: Any) -> Content:
        return load_content(content)

    @staticmethod
    def _check_records(games: np.ndarray) -> None:
        check_records(games)

    def _reason(self, i: int, action: int) -> str:
        from arnak_env.arnak.reasons import reason

        return reason(self.games[i], self.content.tables[0], action)

    def _score_table(self, games: np.ndarray) -> np.ndarray:
        """Return ``(n, 5, COLUMNS)``: the parts and their sum for the four seats and the rival."""
        scores = np.zeros((len(games), RIVAL + 1, len(o.SCORE_PARTS) + 1), np.int64)
        self._run("score_games", scores.reshape(-1), games=games)
        return scores

    def score_table(self, games: npt.ArrayLike | None = None) -> np.ndarray:
        """Return the points as they stand by category, int64 ``(n, 5, 12)``.

        Second axis: seats 0 to 3, then the rival. Third axis: the categories of `opcodes.SCORE_PARTS`, then their sum.

        Args:
            games: indices or a bool array, None for all.
        """
        return self._score_table(self._some(games))

    def scores(self) -> np.ndarray:
        """Return the points as they stand, int64 ``(num_games, 5)``: seats 0 to 3, then the rival; unused ones 0."""
        return self._score_table(self.games)[:, :, -1]

    def score_parts(self, i: int, player: int) -> dict[str, int]:
        """Return the points of one seat (4: the rival) by category, see `opcodes.SCORE_PARTS`."""
        i, player = self._one_game(i), whole_number("player (a seat from 0, or 4: the rival)", player, 0, RIVAL)
        parts = self._score_table(self.games[i : i + 1])[0, player]
        return {name: int(points) for name, points in zip(o.SCORE_PARTS, parts, strict=False)}

    def results(self, games: npt.ArrayLike | None = None) -> np.ndarray:
        """Return each seat's share of the victory as the points stand, float64 ``(n, 4)``; `games` as in `score_table`.

        1 for the winner, an equal share for players who stay tied after the tie-break, 0 for the others. Solo: column
        0 is 1 for a win, 0.5 for a tie (with the switch ``solo_tie_break`` only when that does not help), 0 for a loss.
        """
        return self.standings(games)[1]

    def standings(self, games: npt.ArrayLike | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Return `score_table` and `results` of the same games, worked out together."""
        chosen = self._some(games)
        table = self._score_table(chosen)
        return table, shares_of_victory(chosen, table)

    def action_words(self, i: int, action: int) -> str:
        """Return the stable name of an action on the board of game i."""
        number = whole_number("action", action, 0, ACTIONS - 1)
        return action_name(number, int(self.games["board"][self._one_game(i)]))

    def question(self, i: int) -> str:
        """Return in words what is being asked in game i."""
        from arnak_env.arnak.questions import question_words

        return question_words(self.games[self._one_game(i)], self.content.tables[0])
