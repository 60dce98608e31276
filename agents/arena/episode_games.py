"""``games.csv`` of a rating of episodes: one line for each finished game.

How the file is kept says `agents.arena.games_file`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from agents.arena.episode_configuration import EpisodeCell
from agents.arena.games_file import Damage, GameList
from arnak_env.arkeis.opcodes import RESULT_IDS

RESULTS = RESULT_IDS[1:]
"""How an episode ends: ``favourable``, ``adverse``."""


class EpisodeResult(NamedTuple):
    """One finished game.

    Attributes:
        agent: the agent's name.
        episode: id of the episode.
        team: the team as the cell names it.
        elite: Elite mode.
        game: number of the game in its cell, from 0.
        seed: seed of the game, the same in every cell.
        explorers: who played, in seat order, joined by ``+``; the first one began.
        result: epilogue: `favourable` or `adverse`.
        turns: turns of all Explorers together.
        reserve: Fate tokens left in the reserve.
        boxes: boxes marked on the Exploration Sheet.
        points: Victory points.
        decisions: decisions the agent has taken.
    """

    agent: str
    episode: str
    team: str
    elite: str
    game: int
    seed: int
    explorers: str
    result: str
    turns: int
    reserve: int
    boxes: int
    points: int
    decisions: int

    @property
    def cell(self) -> EpisodeCell:
        """The cell the game belongs to."""
        return EpisodeCell(self.agent, self.episode, self.team, self.elite)


class EpisodeGames(GameList[EpisodeResult]):
    """The list of finished games of a rating of episodes.

    Args:
        path: the file.
    """

    columns = EpisodeResult._fields
    texts = ("agent", "episode", "team", "elite", "explorers", "result")

    def entry(self, row: Sequence[str]) -> EpisodeResult:
        """Return the game of a line, see `GameList.entry`."""
        entry = EpisodeResult(
            *(word if name in self.texts else int(word) for name, word in zip(self.columns, row, strict=True))  # type: ignore[arg-type]
        )
        if entry.result not in RESULTS:
            raise Damage(f"unknown result {entry.result!r}; one of {', '.join(RESULTS)}")
        for name in ("turns", "reserve", "boxes", "points", "decisions"):
            if getattr(entry, name) < 0:
                raise Damage(f"{name} cannot be {getattr(entry, name)}")
        return entry

    def row(self, game: EpisodeResult) -> Sequence[Any]:
        """Return the entries of a game."""
        return game

    def words(self, cell: EpisodeCell) -> str:
        """Return a cell in words."""
        return f"{cell.agent} in {cell.episode} with {cell.team}, Elite {cell.elite}"
