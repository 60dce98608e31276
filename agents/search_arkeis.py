"""What the search agent knows of Arkeis: the planner plays its roll-outs, because random play never wins.

Actions at the real decision are tried in worlds of their own and the planner (`agents.arkeis_greedy`) plays on, so the
search finds where the dice and the cards to come make another action than the planner's better. It looks for no tree
below: the planner is far better than any play by weights, and takes thousands of times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from agents.arkeis_greedy import ArkeisGreedyAgent
from agents.search_arnak import load_policy, with_policy
from agents.search_settings import is_policy
from arnak_env.arkeis.actions import ACTIONS
from arnak_env.arkeis.opcodes import MAX_PLAYERS, NO_RESULT, STAGE_CAMP

if TYPE_CHECKING:
    from agents.search_settings import SearchSettings
    from arnak_env.arkeis.batch import Batch

Floats = NDArray[np.float64]
_FAVOURABLE = 14.4  # points of a favourable epilogue
_PROGRESS = 1.44  # points for the whole way there, when the epilogue is adverse
_PLANNED = 1.0  # prior of the planner's action against all others together
_KEY = np.uint64(0xA2CE15)


class ArkeisRollouts:
    """Simulations of Arkeis.

    Args:
        settings: of the agent.

    Attributes:
        priors: float32 ``(1, ACTIONS)``, all alike.
    """

    game = "arkeis"
    longest = 1

    def __init__(self, settings: SearchSettings) -> None:
        self.priors = np.ones((1, ACTIONS), np.float32)
        self._uniform = settings.prior == "uniform"
        self._policy = load_policy(settings.prior, self.game) if is_policy(settings.prior) else None
        self._random = settings.rollouts == "random"
        self._planner = ArkeisGreedyAgent()

    def check(self, batch: Batch, rows: NDArray[np.intp]) -> None:
        """Refuse games that a trained agent is asked about and was not trained for, with a ValueError."""
        if self._policy is not None:
            self._policy.check(batch, rows)

    def unsearched(self, batch: Batch, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return the planner's action in camp and after an episode: no roll-out would tell what is best."""
        games = batch.games[rows]
        resting = (games["stage"] == STAGE_CAMP) | (games["result"] != NO_RESULT)
        planned = self._planner.act(batch, rows[resting])[rows] if resting.any() else np.zeros(len(rows), np.int64)
        return np.where(resting, planned, -1)

    def rows(self, games: NDArray[Any]) -> NDArray[np.int64]:
        """Return the row of the priors that counts for each game: the only one."""
        return np.zeros(len(games), np.int64)

    def forget_hidden(self, roots: Batch) -> None:
        """Forget the key of the random streams, which is all that no Explorer knows."""
        roots.games["seed"], roots.games["counter"] = 0, 0

    def root_priors(self, roots: Batch, seeds: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the priors at real decisions, float32 ``(num_games, ACTIONS)``: the planner's action stands out."""
        priors = np.asarray(roots.mask, np.float32)
        priors /= np.maximum(priors.sum(axis=1, keepdims=True), 1.0)
        if not self._uniform:
            priors[np.arange(len(priors)), self._planner.act(roots)] += _PLANNED
        if self._policy is not None:
            priors = with_policy(priors, self._policy, roots)
        return priors + np.float32(1e-6)

    def finish(self, worlds: Batch, streams: NDArray[np.int64]) -> Floats:
        """Play episodes to the end and return what that is worth to the team, float64 ``(num_games, seats)``.

        A campaign is played to the end of the episode under way.
        """
        best = worlds.progress()
        if self._random:
            worlds.play_on(_KEY, streams, np.zeros((0, ACTIONS), np.float32))
            best = np.maximum(best, worlds.progress())
        slots = worlds.games["slot"].copy()
        going = np.flatnonzero(~ended(worlds, slots))
        while len(going):
            actions = np.full(len(worlds), -1, np.int64)
            actions[going] = self._planner.act(worlds, going)[going]
            worlds.step(actions, illegal="ignore")
            best[going] = np.maximum(best[going], worlds.progress(going))
            going = going[~ended(worlds, slots)[going]]
        won = worlds.results() == "favourable"
        values = np.where(won, _FAVOURABLE, _PROGRESS * best)
        return np.repeat(values[:, None], MAX_PLAYERS, axis=1)


def ended(worlds: Batch, slots: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Say which games are over, or have ended the episode in these slots."""
    over = np.asarray(worlds.over) | (worlds.games["slot"] != slots)
    ended: NDArray[np.bool_] = over | (worlds.games["result"] != NO_RESULT)
    return ended
