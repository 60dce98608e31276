"""Which games a trained agent was trained for, and the refusal of others. Needs no torch."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from agents.base import check_game
from agents.checked import Strict
from arnak_env.arnak.opcodes import BOARDS, MAX_PLAYERS

Players = Annotated[int, Field(ge=1, le=MAX_PLAYERS)]


class Scope(Strict):
    """The games that a model knows. Difficulty, objectives and components it may meet in any form."""

    game: Literal["arnak", "arkeis"] = Field(description="the game")
    players: list[Players] = Field([], description="Lost Ruins of Arnak: numbers of players at a table")
    boards: list[Literal["bird", "snake", "spider", "owl"]] = Field([], description="Lost Ruins of Arnak: the boards")
    episodes: list[int | str] = Field([], description="Arkeis: numbers or ids of the episodes")

    def words(self) -> str:
        """Return the scope in words."""
        if self.game == "arkeis":
            return f"Arkeis, episode{'s' if len(self.episodes) > 1 else ''} {', '.join(map(str, self.episodes))}"
        return f"{_table(self.players)} on {', '.join(self.boards)}"

    def check(self, agent: Any, batch: Any, rows: NDArray[np.intp]) -> None:
        """Refuse games that the agent was not trained for.

        Args:
            agent: the agent, for the message.
            batch: the games.
            rows: the rows of the batch that are looked at.

        Raises:
            ValueError: naming the game that it does not know and those it knows.
        """
        check_game(agent, self.game, batch)
        if self.game == "arkeis":
            self._check_episodes(agent, batch, rows)
        else:
            self._check_tables(agent, batch, rows)

    def _check_tables(self, agent: Any, batch: Any, rows: NDArray[np.intp]) -> None:
        boards = batch.games["board"][rows]
        players = batch.games["players"][rows]
        known = np.isin(boards, [BOARDS.index(board) for board in self.boards]) & np.isin(players, self.players)
        if not known.all():
            first = int(np.flatnonzero(~known)[0])
            kind = _table([int(players[first])]).replace("tables", "a table")
            raise ValueError(
                f"the agent {agent.name!r} was trained for {self.words()}; game {int(rows[first])} is {kind} on "
                f"{BOARDS[int(boards[first])]}"
            )

    def _check_episodes(self, agent: Any, batch: Any, rows: NDArray[np.intp]) -> None:
        known = []
        for episode in self.episodes:
            try:
                known.append(batch.content.slot_of(episode))
            except ValueError:  # these games have other episodes
                continue
        slots = batch.games["slot"][rows]
        unknown = np.flatnonzero(~np.isin(slots, known))
        if len(unknown):
            slot = int(slots[unknown[0]])
            raise ValueError(
                f"the agent {agent.name!r} was trained for {self.words()}; game {int(rows[unknown[0]])} plays episode "
                f"{batch.content.episode(slot).episode.id!r}"
            )


def _table(players: list[int]) -> str:
    if players == [1]:
        return "the solo game"
    *numbers, last = (("one", "two", "three", "four")[count - 1] for count in sorted(players))
    return f"tables of {', '.join(numbers)}{' or ' if numbers else ''}{last} players"


def scope_of(configuration: Any) -> Scope:
    """Return the scope of a training from its configuration (`agents.training.config.TrainingConfig`)."""
    games = configuration.environment
    episodes = getattr(games, "episodes", None)
    if episodes is not None:
        return Scope(game="arkeis", episodes=[one if isinstance(one, int) else str(one) for one in episodes])
    players = getattr(games, "players", [1])
    return Scope(game="arnak", players=[players] if isinstance(players, int) else list(players), boards=games.boards)
