"""The greedy agent: looks one action ahead on clones and takes the one after which its position is worth most.

For every game it asks "what would I have after this action?" of every legal action, on a clone in which everything
hidden from the deciding player has been drawn anew. So it never knows more than the player does. All clones of all
games are one batch. See `agents.greedy_values` for the value and `agents.greedy_follow` for what ends an action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from agents.base import SeededRows, mix, rows_to_play, spread_seed
from agents.greedy_follow import effect_preference, payment_preference
from agents.greedy_values import WEIGHTS, Floats, Rows, Values, Weights
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o

if TYPE_CHECKING:
    from arnak_env import Batch

_WORLD, _TIES = 1, 2  # keep the random numbers for the two uses apart
_LONGEST = 16  # questions answered after an action; a few effects chained take about ten
_TIE = 1e-6  # no two different positions are this close


class GreedyAgent(SeededRows):
    """One-step look-ahead with a documented evaluation.

    Args:
        seed: seed of rows that are never announced with `begin`.
        weights: weights of the evaluation.
    """

    name = "greedy"
    needs_observation = False

    def __init__(self, seed: int = 0, weights: Weights = WEIGHTS) -> None:
        super().__init__(seed)
        self.values = Values(weights)
        self._effects = effect_preference()
        self._payments = payment_preference()
        # Hand cards worth less than what a fresh draw brings on average are put down at the end of a round.
        starting = np.arange(o.FIRST_STARTING, o.FEAR)
        self._keep_from = float(np.mean(self.values.hand_value(starting)))

    def act(self, batch: Batch, games: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
        """Pick an action for each game, see `agents.base.Agent.act`."""
        actions = np.zeros(len(batch.games), dtype=np.int64)
        rows = rows_to_play(batch, games)
        if not len(rows):
            return actions
        legal = np.asarray(batch.mask)[rows] > 0
        single = legal.sum(axis=1) == 1
        keeping = ~single & (_question(batch.games[rows]) == o.OP_KEEP)
        actions[rows[single]] = legal[single].argmax(axis=1)
        actions[rows[keeping]] = self._keep_or_put_down(legal[keeping])
        rest = ~single & ~keeping
        if rest.any():
            actions[rows[rest]] = self._look_ahead(batch, rows[rest], legal[rest])
        return actions

    def _keep_or_put_down(self, legal: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Put down the first hand card that is not worth keeping, else keep the rest."""
        cards = legal[:, a.A_PAY_CARD : a.A_PAY_CARD + o.CARDS]
        poor = cards & (self.values.hand_value(np.arange(o.CARDS)) < self._keep_from)
        return np.where(poor.any(axis=1), a.A_PAY_CARD + poor.argmax(axis=1), a.A_DECLINE).astype(np.int64)

    def _look_ahead(self, batch: Batch, rows: Rows, legal: NDArray[np.bool_]) -> NDArray[np.int64]:
        seeds = self.row_seeds(batch)[rows]
        moments = batch.games["decisions"][rows].astype(np.int64)
        worlds = batch.clone(rows)
        worlds.determinize(seed=spread_seed(_WORLD, seeds, moments))
        owner, action = np.nonzero(legal)
        values = self._action_values(worlds, owner, action)
        ties = mix(_TIES, seeds[owner], moments[owner], action) >> np.uint64(11)
        values += _TIE * ties.astype(np.float64) / 2.0**53
        best = np.full(len(rows), -np.inf)
        np.maximum.at(best, owner, values)
        winners = np.flatnonzero(values == best[owner])
        chosen = np.zeros(len(rows), dtype=np.int64)
        chosen[owner[winners]] = action[winners]
        return chosen

    def _action_values(self, worlds: Batch, owner: Rows, action: Rows) -> Floats:
        """Return the value after each action; `owner` is the row of `worlds` in which it is taken."""
        players = np.asarray(worlds.player)[owner].astype(np.intp)
        values = np.empty(len(owner))
        # Ending the turn or the round changes nothing the player has now; what comes after is not compared with it.
        still = (action == a.A_END_TURN) | (action == a.A_PASS)
        if still.any():
            values[still] = self._value_now(worlds, owner[still], players[still], passed=action[still] == a.A_PASS)
        moving = np.flatnonzero(~still)
        if len(moving):
            values[moving] = self._values_after(worlds, owner[moving], action[moving], players[moving])
        return values

    def _value_now(self, worlds: Batch, owner: Rows, players: Rows, passed: NDArray[np.bool_]) -> Floats:
        games = worlds.games[owner]
        games["passed"][np.flatnonzero(passed), players[passed]] = 1
        scores = worlds.scores()[owner, players].astype(np.float64)
        return self.values(games, scores, players)

    def _values_after(self, worlds: Batch, owner: Rows, action: Rows, players: Rows) -> Floats:
        clones = worlds.clone(owner)
        clones.step(action)
        rounds = worlds.games["round_number"][owner]
        values = np.empty(len(owner))
        open_rows = np.arange(len(owner))  # which action each row of `clones` belongs to
        for _ in range(_LONGEST):
            going = self._unfinished(clones, players[open_rows])
            ended = np.flatnonzero(~going)
            if len(ended):
                done = open_rows[ended]
                values[done] = self._value_of(clones, ended, players[done])
                left = np.asarray(clones.over)[ended] | (clones.games["round_number"][ended] != rounds[done])
                if left.any():
                    values[done[left]] = self._value_beyond_round(
                        worlds, owner[done[left]], clones, ended[left], players[done[left]]
                    )
            if not going.any():
                return values
            kept = np.flatnonzero(going)
            open_rows = open_rows[kept]
            clones = clones.clone(kept)
            clones.step(self._follow(clones))
        values[open_rows] = self._value_of(clones, np.arange(len(open_rows)), players[open_rows])
        return values

    def _value_of(self, clones: Batch, rows: Rows, players: Rows) -> Floats:
        scores = clones.scores()[rows, players].astype(np.float64)
        return self.values(clones.games[rows], scores, players)

    def _value_beyond_round(self, worlds: Batch, owner: Rows, clones: Batch, rows: Rows, players: Rows) -> Floats:
        """Value an action that ended the round like passing, with the points that it brought on the way."""
        gained = clones.scores()[rows, players].astype(np.float64) - worlds.scores()[owner, players]
        return self._value_now(worlds, owner, players, passed=np.ones(len(owner), dtype=np.bool_)) + gained

    def _unfinished(self, clones: Batch, players: Rows) -> NDArray[np.bool_]:
        """Say in which rows the same player still has to answer a question of the action."""
        question = _question(clones.games)
        return (np.asarray(clones.player) == players) & (question != o.OP_TURN) & (question != o.OP_KEEP)

    def _follow(self, clones: Batch) -> NDArray[np.int64]:
        paying = _question(clones.games) == o.OP_PAY_TRAVEL
        preference = np.where(paying[:, None], self._payments, self._effects)
        return np.where(np.asarray(clones.mask) > 0, preference, -1.0).argmax(axis=1).astype(np.int64)


def _question(games: NDArray[Any]) -> NDArray[np.int64]:
    """Return what each game asks: the operation of its top frame."""
    frames = games["frames"].astype(np.int64)
    return games["frame"][np.arange(len(games)), np.maximum(frames - 1, 0), o.F_OP].astype(np.int64)
