"""``games.csv``: one line for each finished game of a rating.

How the file is kept says `agents.arena.games_file`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from agents.arena.configuration import Cell
from agents.arena.games_file import Damage, GameList
from arnak_env.arnak.opcodes import SCORE_PARTS

RESULTS = ("loss", "tie", "win")


class GameResult(NamedTuple):
    """One finished game.

    Attributes:
        agent: the agent's name.
        board: the board's name.
        difficulty: difficulty level of the rival.
        objectives: rival objectives dealt each round.
        game: number of the game in its cell, from 0.
        seed: seed of the game, the same in every cell; `arnak_env.Batch` with it deals the same game.
        result: `win`, `tie` or `loss`, as the agent sees it.
        score: points of the agent.
        rival_score: points of the rival.
        decisions: decisions the agent has taken.
        parts: points of the agent by category; together they are `score`.
        rival_parts: points of the rival by category; together they are `rival_score`.
    """

    agent: str
    board: str
    difficulty: int
    objectives: int
    game: int
    seed: int
    result: str
    score: int
    rival_score: int
    decisions: int
    parts: tuple[int, ...]
    rival_parts: tuple[int, ...]

    @property
    def cell(self) -> Cell:
        """The cell the game belongs to."""
        return Cell(self.agent, self.board, self.difficulty, self.objectives)


_TEXTS = ("agent", "board", "result")
PLAIN = GameResult._fields[:-2]  # one column each
PARTS = {
    "parts": tuple(f"score_{part}" for part in SCORE_PARTS),
    "rival_parts": tuple(f"rival_score_{part}" for part in SCORE_PARTS),
}
COLUMNS = (*PLAIN, *PARTS["parts"], *PARTS["rival_parts"])


class GamesFile(GameList[GameResult]):
    """The list of finished games of a rating of the rival.

    Args:
        path: the file.
    """

    columns = COLUMNS
    texts = _TEXTS

    def entry(self, row: Sequence[str]) -> GameResult:
        """Return the game of a line, see `GameList.entry`."""
        agent, board, difficulty, objectives, game, seed, result, score, rival_score, decisions, *points = row
        parts = tuple(map(int, points))
        entry = GameResult(
            agent,
            board,
            int(difficulty),
            int(objectives),
            int(game),
            int(seed),
            result,
            int(score),
            int(rival_score),
            int(decisions),
            parts[: len(SCORE_PARTS)],
            parts[len(SCORE_PARTS) :],
        )
        if result not in RESULTS:
            raise Damage(f"unknown result {result!r}; one of {', '.join(RESULTS)}")
        margin = entry.score - entry.rival_score
        if margin and result != ("win" if margin > 0 else "loss"):  # at equal scores a tie-break may decide
            raise Damage(f"{entry.score} to {entry.rival_score} points are no {result}")
        for name, whole, shares in (
            ("score", entry.score, entry.parts),
            ("rival_score", entry.rival_score, entry.rival_parts),
        ):
            if sum(shares) != whole:
                raise Damage(f"{name} is {whole}, but its categories add up to {sum(shares)}")
        return entry

    def row(self, game: GameResult) -> Sequence[Any]:
        """Return the entries of a game."""
        return (*game[: len(PLAIN)], *game.parts, *game.rival_parts)

    def words(self, cell: Cell) -> str:
        """Return a cell in words."""
        objectives = f" with {cell.objectives} objectives" if cell.objectives else ""
        return f"{cell.agent} on {cell.board} at difficulty {cell.difficulty}{objectives}"
