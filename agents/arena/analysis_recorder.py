"""What happens in the games of a batch while they are played: what is acquired, when, and what lay there at the start.

The rules resolve a choice with a single option by themselves, so whoever looks at decisions only would miss what is
bought or taken that way. The recorder stops the rules at every such choice and takes it itself, in the way they would.
What an agent sees, and every byte of the game, is as without a recorder.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arnak_env import Batch
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o

BUYABLE = o.FIRST_STARTING  # items and artifacts, which are numbered first
DEALT_ITEMS = o.ROW_SLOTS - 1  # in round I the moon staff stands right of the only artifact
_NO_ACTION = -1


class Step(NamedTuple):
    """A step of a research token.

    Attributes:
        token: index into `opcodes.RESEARCH_TOKENS`.
        entry: number of the entry of the track.
        round: 1 to 5.
    """

    token: int
    entry: int
    round: int


class Recorder:
    """Steps a batch and keeps what happens in its games.

    Args:
        batch: its games have just been set up. From now on they are stepped by `step` alone.

    Attributes:
        cards: int8 ``(num_games, 4, BUYABLE)``, the round in which a seat first acquired an item or artifact (bought,
            gained, or taken from exile), 0: never.
        assistants: int8 ``(num_games, 4, ASSISTANTS)``, the same of assistants (recruited, rescued, exchanged).
        discovered: int64 ``(num_games, 4)``, sites discovered.
        steps: for each game and seat the steps of its research tokens in order.
        first_row: int64 ``(num_games, 6)``, the cards dealt into the row at set-up: the artifact, then the items.
        tops: int64 ``(num_games, 3)``, the assistants on top of the stacks at the first decision, -1: none.
        objectives: bool ``(num_games, 5, 5)``, the rival objectives dealt, by round and objective.
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        n = len(batch)
        self.cards = np.zeros((n, o.MAX_PLAYERS, BUYABLE), np.int8)
        self.assistants = np.zeros((n, o.MAX_PLAYERS, o.ASSISTANTS), np.int8)
        self.discovered = np.zeros((n, o.MAX_PLAYERS), np.int64)
        self.steps: list[list[list[Step]]] = [[] for _ in range(n)]
        self.first_row = np.zeros((n, o.ROW_SLOTS), np.int64)
        self.tops = np.zeros((n, 3), np.int64)
        self.objectives = np.zeros((n, o.ROUNDS, len(o.OBJECTIVES)), np.bool_)
        self.begin(np.arange(n))

    def begin(self, rows: NDArray[np.intp]) -> None:
        """Games have just been set up in some rows."""
        games = self.batch.games[rows]
        for kept in (self.cards, self.assistants, self.discovered, self.objectives):
            kept[rows] = 0
        for row in rows:
            self.steps[row] = [[] for _ in range(o.MAX_PLAYERS)]
        # Dealing leaves a card in its place of the deck and counts the deck down. So the row can be read as it was
        # dealt, although the rival may have taken one of its cards already.
        self.first_row[rows, 0] = games["artifact_deck"][:, -1]
        self.first_row[rows, 1:] = games["item_deck"][:, : -DEALT_ITEMS - 1 : -1]
        sizes = games["stack_size"].astype(np.int64)
        tops = np.take_along_axis(games["stack"], np.maximum(sizes - 1, 0)[:, :, None], axis=2)[:, :, 0]
        self.tops[rows] = np.where(sizes > 0, tops, -1)
        self._note_objectives(rows)

    def step(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Carry out one action in each game, up to its next decision.

        Args:
            actions: whole numbers, shape ``(num_games,)``; a forbidden one leaves its game as it is.

        Returns:
            bool ``(num_games,)``, True where the action was forbidden.
        """
        games = self.batch.games
        games["show_forced"] = 1
        try:
            illegal = self._one(actions)
            rows = np.flatnonzero(~illegal)
            while len(rows := self._forced(rows)):
                only = np.full(len(games), _NO_ACTION, np.int64)
                only[rows] = self.batch.mask[rows].argmax(axis=1)
                self._one(only)
                games["decisions"][rows] -= 1  # the rules do not count them
        finally:
            games["show_forced"] = 0
        return illegal

    def _forced(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return those of the rows in which a single action is left."""
        left = rows[self.batch.player[rows] >= 0]
        return left[self.batch.mask[left].sum(axis=1) == 1]

    def _one(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Carry out single actions and keep what they do."""
        games = self.batch.games
        seats = self.batch.player.copy()
        rounds = games["round_number"].copy()
        operations = games["frame"][np.arange(len(games)), np.maximum(games["frames"], 1) - 1, o.F_OP]
        helpers = games["assistant"].copy()
        illegal = self.batch.step(actions, illegal="ignore").copy()
        rows = np.flatnonzero(~illegal)
        self._note_actions(rows, seats[rows], actions[rows], rounds[rows], operations[rows])
        self._note_assistants(rows, helpers[rows], rounds[rows])
        self._note_objectives(rows[games["round_number"][rows] != rounds[rows]])
        return illegal

    def _note_actions(
        self,
        rows: NDArray[np.intp],
        seats: NDArray[np.int64],
        actions: NDArray[np.int64],
        rounds: NDArray[np.int8],
        operations: NDArray[np.int16],
    ) -> None:
        bought = (actions >= a.A_BUY) & (actions < a.A_BUY + BUYABLE)
        _first(self.cards, rows[bought], seats[bought], actions[bought] - a.A_BUY, rounds[bought])
        exiled = operations == o.OP_TAKE_EXILED_ITEM
        exiled &= (actions >= a.A_TAKE_CARD) & (actions < a.A_TAKE_CARD + o.ITEMS)
        _first(self.cards, rows[exiled], seats[exiled], actions[exiled] - a.A_TAKE_CARD, rounds[exiled])
        discovering = (actions >= a.A_DISCOVER) & (actions < a.A_OVERCOME)
        self.discovered[rows[discovering], seats[discovering]] += 1
        for i in np.flatnonzero((actions >= a.A_GLASS) & (actions < a.A_TEMPLE)):
            token, entry = divmod(int(actions[i]) - a.A_GLASS, o.TRACK_SPACES)
            self.steps[rows[i]][int(seats[i])].append(Step(token, entry, int(rounds[i])))

    def _note_assistants(self, rows: NDArray[np.intp], before: NDArray[np.int8], rounds: NDArray[np.int8]) -> None:
        now = self.batch.games["assistant"][rows]
        which, seats, squares = np.nonzero((now != before) & (now >= 0))
        _first(self.assistants, rows[which], seats, now[which, seats, squares], rounds[which])

    def _note_objectives(self, rows: NDArray[np.intp]) -> None:
        """A round has just begun in some rows: nobody has met an objective since it was dealt."""
        games = self.batch.games[rows]
        self.objectives[rows, games["round_number"] - 1] = games["objective_state"] == o.OBJECTIVE_OPEN

    def idols(self, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return how many idols each seat has gained so far, those spent included, ``(n, 4)``."""
        games = self.batch.games[rows]
        return games["idol_types"].sum(axis=2, dtype=np.int64) + games["on_pedestal"]

    def guardians(self, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return how many guardians each seat has overcome so far, ``(n, 4)``."""
        owners = self.batch.games["guardian_owner"][rows]
        return (owners[:, None, :] == np.arange(1, o.MAX_PLAYERS + 1)[None, :, None]).sum(axis=2)


def _first(
    kept: NDArray[np.int8],
    rows: NDArray[np.intp],
    seats: NDArray[np.integer],
    things: NDArray[np.integer],
    rounds: NDArray[np.int8],
) -> None:
    """Keep the rounds in which things were acquired, unless their seat has acquired them before."""
    earlier = kept[rows, seats, things]
    kept[rows, seats, things] = np.where(earlier > 0, earlier, rounds)
