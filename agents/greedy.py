"""The greedy agent: looks one action ahead on clones and takes the one after which its position is worth most.

For every game it asks "what would I have after this action?" of every legal action, on a clone in which everything
hidden from the deciding player has been drawn anew. So it never knows more than the player does. All clones of all
games are one batch. See `agents.greedy_values` for the value and `agents.greedy_follow` for what ends an action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from agents.base import SeededRows, check_game, mix, rows_to_play, spread_seed
from agents.greedy_follow import effect_preference, payment_preference, ranked
from agents.greedy_ties import tie_numbers
from agents.greedy_values import WEIGHTS, Floats, Rows, Values, Weights
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o

if TYPE_CHECKING:
    from arnak_env import Batch
    from arnak_env.arnak.content import Content

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
        self.weights = weights
        self._tie_numbers = tie_numbers()
        self._standards: dict[str, _Standards] = {}  # by fingerprint of the content

    def act(self, batch: Batch, games: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
        """Pick an action for each game, see `agents.base.Agent.act`."""
        check_game(self, "arnak", batch)
        actions = np.zeros(len(batch.games), dtype=np.int64)
        rows = rows_to_play(batch, games)
        if not len(rows):
            return actions
        legal = np.asarray(batch.mask)[rows] > 0
        single = legal.sum(axis=1) == 1
        keeping = ~single & (_question(batch.games[rows]) == o.OP_KEEP)
        actions[rows[single]] = legal[single].argmax(axis=1)
        actions[rows[keeping]] = self._keep_or_put_down(legal[keeping], batch.content)
        rest = ~single & ~keeping
        if rest.any():
            actions[rows[rest]] = self._look_ahead(batch, rows[rest], legal[rest])
        return actions

    def values(self, batch: Batch, seeds: NDArray[np.int64]) -> Floats:
        """Return the value after each legal action of games that are not over, -inf for the others.

        Args:
            batch: the games.
            seeds: one for each game: of the world that is looked into in place of what its player cannot know.

        Returns:
            float64 ``(num_games, ACTIONS)``, in points.
        """
        worlds = batch.clone(observe=False)
        worlds.determinize(seed=seeds)
        owner, action = np.nonzero(np.asarray(batch.mask) > 0)
        values = np.full(batch.mask.shape, -np.inf)
        values[owner, action] = self._action_values(worlds, owner, action)
        return values

    def _standards_for(self, content: Content) -> _Standards:
        known = self._standards.get(content.fingerprint)
        if known is None:
            known = self._standards[content.fingerprint] = _Standards(self.weights, content)
        return known

    def _keep_or_put_down(self, legal: NDArray[np.bool_], content: Content) -> NDArray[np.int64]:
        """Put down the first hand card that is not worth keeping, else keep the rest."""
        standards = self._standards_for(content)
        cards = legal[:, a.A_PAY_CARD : a.A_PAY_CARD + o.CARDS]
        poor = cards & (standards.values.hand_value(np.arange(o.CARDS)) < standards.keep_from)
        return np.where(poor.any(axis=1), a.A_PAY_CARD + poor.argmax(axis=1), a.A_DECLINE).astype(np.int64)

    def _look_ahead(self, batch: Batch, rows: Rows, legal: NDArray[np.bool_]) -> NDArray[np.int64]:
        seeds = self.row_seeds(batch)[rows]
        moments = batch.games["decisions"][rows].astype(np.int64)
        worlds = batch.clone(rows)
        worlds.determinize(seed=spread_seed(_WORLD, seeds, moments))
        owner, action = np.nonzero(legal)
        values = self._action_values(worlds, owner, action)
        ties = mix(_TIES, seeds[owner], moments[owner], self._tie_numbers[action]) >> np.uint64(11)
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
        points = worlds.scores().astype(np.float64)[owner, players]
        value_of = self._standards_for(worlds.content).values
        values = np.empty(len(owner))
        # Ending the turn or the round changes nothing the player has now; what comes after is not compared with it.
        passing = action == a.A_PASS
        still = np.flatnonzero(passing | (action == a.A_END_TURN))
        values[still] = value_of(worlds.games, owner[still], players[still], points[still], passing[still])
        moving = np.flatnonzero((action != a.A_PASS) & (action != a.A_END_TURN))
        if len(moving):
            values[moving] = self._values_after(worlds, owner[moving], action[moving], players[moving], points[moving])
        return values

    def _values_after(self, worlds: Batch, owner: Rows, action: Rows, players: Rows, points: Floats) -> Floats:
        standards = self._standards_for(worlds.content)
        clones = worlds.clone(owner)
        clones.step(action)
        rounds = worlds.games["round_number"][owner]
        values = np.empty(len(owner))
        asked = np.arange(len(owner))  # which action each row of `clones` belongs to
        for questions in range(_LONGEST):
            going = self._unfinished(clones, players[asked])
            if questions == _LONGEST - 1:
                going[:] = False
            ended = np.flatnonzero(~going)
            if len(ended):
                done = asked[ended]
                now = clones.score_table(ended)[np.arange(len(ended)), players[done], -1].astype(np.float64)
                value = standards.values(clones.games, ended, players[done], now)
                # An action that ends the round is valued like passing, with the points that it brought on the way.
                beyond = clones.over[ended] | (clones.games["round_number"][ended] != rounds[done])
                late = np.flatnonzero(beyond)
                if len(late):
                    first = done[late]
                    value[late] = standards.values(
                        worlds.games, owner[first], players[first], now[late], np.ones(len(late), dtype=np.bool_)
                    )
                values[done] = value
            if not going.any():
                break
            asked = asked[going]
            clones = clones.clone(np.flatnonzero(going))
            clones.step(_follow(clones, standards.ranks))
        return values

    def _unfinished(self, clones: Batch, players: Rows) -> NDArray[np.bool_]:
        """Say in which rows the same player still has to answer a question of the action."""
        question = _question(clones.games)
        return (np.asarray(clones.player) == players) & (question != o.OP_TURN) & (question != o.OP_KEEP)


class _Standards:
    """By what the agent decides in games with the same printed facts.

    Attributes:
        values: the evaluation of positions.
        ranks: how good each action is as an answer to effects (row 0) and inside payments (row 1).
        keep_from: least value of a hand card that is kept at the end of a round.
    """

    def __init__(self, weights: Weights, content: Content) -> None:
        self.values = Values(weights, content)
        self.ranks = np.stack([ranked(effect_preference(content)), ranked(payment_preference(content))])
        # Hand cards worth less than what a fresh draw brings on average are put down.
        starting = np.arange(o.FIRST_STARTING, o.FEAR)
        self.keep_from = float(np.mean(self.values.hand_value(starting)))


def _follow(clones: Batch, ranks: NDArray[np.uint16]) -> NDArray[np.int64]:
    question = _question(clones.games)
    paying = (question == o.OP_PAY_TRAVEL) | (question == o.OP_PAY_TABLETS)
    return (clones.mask.view(np.uint8) * ranks[paying.astype(np.int64)]).argmax(axis=1).astype(np.int64)


def _question(games: NDArray[Any]) -> NDArray[np.int64]:
    """Return what each game asks: the operation of its top frame."""
    frames = games["frames"].astype(np.int64)
    return games["frame"][np.arange(len(games)), np.maximum(frames - 1, 0), o.F_OP].astype(np.int64)
