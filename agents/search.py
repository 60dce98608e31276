"""The search agent: Monte-Carlo tree search over worlds that the deciding player cannot tell from the real one.

Every simulation draws all that is hidden from the deciding player anew, walks one tree of actions that all simulations
of the decision share (information-set search with a single observer), adds one node to it and plays on to the end with
weighted random actions. What comes out goes back along the way, for every seat its own value. At last the agent takes
the action tried most often. Settings: `agents.search_settings`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from agents.base import SeededRows, check_game, rows_to_play, spread_seed
from agents.search_forest import Forest
from agents.search_settings import DEFAULT_SIMULATIONS, NAME, SearchSettings, read_settings

if TYPE_CHECKING:
    from arnak_env.core.batch import GameBatch

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_WORLD, _ROLLOUT, _PRIOR = 11, 12, 13  # keep the random numbers for the uses apart
_WORLDS_AT_ONCE = 512  # more would leave the processor's cache
_WAVES = 16  # waves at least with a budget of simulations
_ROOM = 400_000  # nodes of all trees of games side by side, and of a tree when only the time is limited
_REDUCTION = 1.0  # an action not tried counts that much less than the mean of those that were


class Rollouts(Protocol):
    """What the search has to know of a game."""

    game: str
    longest: int
    """Actions at most on the way through the tree."""
    priors: NDArray[np.float32]
    """How good actions seem beforehand, ``(rows, actions)``."""

    def check(self, batch: Any, rows: NDArray[np.intp]) -> None:
        """Refuse games that are not known, with a ValueError."""
        ...

    def unsearched(self, batch: Any, rows: NDArray[np.intp]) -> Ints:
        """Return the action where a decision is not worth a search, -1 where it is, ``(len(rows),)``."""
        ...

    def rows(self, games: NDArray[Any]) -> Ints:
        """Return the row of the priors that counts for each game."""
        ...

    def forget_hidden(self, roots: Any) -> None:
        """Bring real positions into a form that does not depend on what their deciding players cannot know."""
        ...

    def root_priors(self, roots: Any, seeds: Ints) -> NDArray[np.float32]:
        """Return the priors at real decisions, ``(num_games, actions)``."""
        ...

    def finish(self, worlds: Any, streams: Ints) -> Floats:
        """Play worlds on as far as the method goes, and return what that is worth to each seat."""
        ...


class SearchAgent(SeededRows):
    """Determinized Monte-Carlo tree search with roll-outs.

    Args:
        seed: seed of rows that are never announced with `begin`.
        settings: budget and method.
        name: under which it was loaded.
        rollouts: what it has to know of the game; None: Lost Ruins of Arnak.
    """

    needs_observation = False

    def __init__(
        self,
        seed: int = 0,
        settings: SearchSettings | None = None,
        name: str = NAME,
        rollouts: Rollouts | None = None,
    ) -> None:
        super().__init__(seed)
        self.name = name
        self.settings = settings or SearchSettings()
        if rollouts is None:
            from agents.search_arnak import ArnakRollouts

            rollouts = ArnakRollouts(self.settings)
        self._rollouts: Rollouts = rollouts
        budget = self.settings.simulations
        if budget is None and self.settings.milliseconds is None:
            budget = DEFAULT_SIMULATIONS[rollouts.game]
        self._budget = budget  # None: the time decides
        # Simulations of a wave do not learn from each other, so a small budget is not spent in few large waves.
        self._side = self.settings.side if budget is None else max(1, min(self.settings.side, budget // _WAVES))

    def check(self, batch: GameBatch, games: NDArray[np.intp] | None = None) -> None:
        """Refuse games that the network of its prior was not trained for, see `agents.base.check_known`.

        Raises:
            ValueError: naming one of them and those it was trained for.
        """
        check_game(self, self._rollouts.game, batch)
        self._rollouts.check(batch, np.arange(len(batch)) if games is None else np.asarray(games))

    def act(self, batch: GameBatch, games: NDArray[np.intp] | None = None) -> Ints:
        """Pick an action for each game, see `agents.base.Agent.act`."""
        check_game(self, self._rollouts.game, batch)
        actions = np.zeros(len(batch.games), dtype=np.int64)
        rows = rows_to_play(batch, games)
        if not len(rows):
            return actions
        legal = np.asarray(batch.mask)[rows] > 0
        known = np.where(legal.sum(axis=1) == 1, legal.argmax(axis=1), self._rollouts.unsearched(batch, rows))
        actions[rows] = np.maximum(known, 0)
        asked = rows[known < 0]
        # Games side by side share the cost of each call; with a budget in time each is searched by itself.
        together = 1 if self._budget is None else max(1, min(_WORLDS_AT_ONCE // self._side, _ROOM // self._budget))
        for start in range(0, len(asked), together):
            some = asked[start : start + together]
            visits, totals = self.search(batch, some)
            actions[some] = most_visited(visits, totals)
        return actions

    def search(self, batch: GameBatch, rows: NDArray[np.intp]) -> tuple[Ints, Floats]:
        """Search some games, none of which is over.

        Returns:
            visits and sums of values of each action, int64 and float64 ``(len(rows), num_actions)``.
        """
        settings, side = self.settings, self._side
        began = time.perf_counter()
        seeds = spread_seed(self.row_seeds(batch)[rows], batch.games["decisions"][rows].astype(np.int64))
        roots = batch.clone(rows, observe=False)
        self._rollouts.forget_hidden(roots)
        budget = self._budget
        room = _ROOM if budget is None else budget + 2
        forest = Forest(len(rows), side, room, batch.num_actions, self._rollouts.longest)
        common = len(self._rollouts.priors)
        priors = np.concatenate([self._rollouts.priors, self._rollouts.root_priors(roots, spread_seed(_PRIOR, seeds))])
        done = 0
        while budget is None or done < budget:
            wave = side if budget is None else min(side, budget - done)
            tree = np.repeat(np.arange(len(rows)), wave)
            numbers = np.tile(np.arange(done, done + wave), len(rows))
            worlds = roots.clone(tree)
            worlds.determinize(seed=spread_seed(_WORLD, seeds[tree], numbers))
            forest.walk(worlds, priors, self._rollouts.rows, common, settings.exploration, _REDUCTION)
            forest.back_up(self._rollouts.finish(worlds, spread_seed(_ROLLOUT, seeds[tree], numbers)))
            done += wave
            if settings.milliseconds is not None and time.perf_counter() - began >= settings.milliseconds / 1000.0:
                break
        return forest.roots()


def load_search(name: str, seed: int, game: str) -> SearchAgent:
    """Return the search agent for a game, with the settings in its name.

    Raises:
        ValueError: for unknown settings.
    """
    settings = read_settings(name)
    if game == "arkeis":
        from agents.search_arkeis import ArkeisRollouts

        return SearchAgent(seed, settings, name, ArkeisRollouts(settings))
    return SearchAgent(seed, settings, name)


def most_visited(visits: Ints, totals: Floats) -> Ints:
    """Return the action of each row that was tried most often, among those the one with the best mean."""
    means = np.where(visits > 0, totals / np.maximum(visits, 1), -np.inf)
    means[visits < visits.max(axis=1, keepdims=True)] = -np.inf
    return means.argmax(axis=1).astype(np.int64)
