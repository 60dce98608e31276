"""What the search agent knows of Lost Ruins of Arnak: priors, roll-outs and the value of how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import agents
from agents.ppo import PPOAgent
from agents.search_settings import is_policy
from agents.search_weights import kinds, read_weights
from agents.search_worlds import in_order
from arnak_env.arnak.actions import ACTIONS
from arnak_env.arnak.opcodes import MAX_PLAYERS

if TYPE_CHECKING:
    from agents.search_settings import SearchSettings
    from arnak_env import Batch
    from arnak_env.core.batch import GameBatch

Floats = NDArray[np.float64]
_KEY = np.uint64(0x5EA2C4)  # of all roll-outs; what differs is the stream
_ROLLOUT_POWER = 1.3  # the weights raised to this power: a little less random than the play they were fitted to
_PRIOR_POWER = 0.8  # and here: a little more open
_GREEDY_SPREAD = 2.0  # points between values of the greedy agent that make one action e times as likely as another
_LEAST = 1e-6  # a prior is never nothing
_RIVAL = MAX_PLAYERS


class ArnakRollouts:
    """Simulations of Lost Ruins of Arnak.

    Args:
        settings: of the agent.

    Attributes:
        priors: float32 ``(rows, ACTIONS)``, for each kind of decision.
    """

    game = "arnak"
    longest = 64

    def __init__(self, settings: SearchSettings) -> None:
        weights = read_weights()
        uniform = settings.prior == "uniform"
        self.priors = np.ones_like(weights) if uniform else (weights**_PRIOR_POWER).astype(np.float32)
        self._weights = (weights**_ROLLOUT_POWER).astype(np.float32)
        if settings.rollouts == "random":
            self._weights = np.zeros((0, ACTIONS), np.float32)
        self._greedy = None
        self._policy = load_policy(settings.prior, self.game) if is_policy(settings.prior) else None
        if settings.prior == "greedy":
            from agents.greedy import GreedyAgent

            self._greedy = GreedyAgent()

    def check(self, batch: Batch, rows: NDArray[np.intp]) -> None:
        """Refuse games that a trained agent is asked about and was not trained for, with a ValueError."""
        if self._policy is not None:
            self._policy.check(batch, rows)

    def unsearched(self, batch: Batch, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        """Every decision is worth a search."""
        return np.full(len(rows), -1, np.int64)

    def rows(self, games: NDArray[Any]) -> NDArray[np.int64]:
        """Return the row of the priors that counts for each game."""
        return kinds(games)

    def forget_hidden(self, roots: Batch) -> None:
        """Put what the deciding players cannot see in order, see `agents.search_worlds`."""
        in_order(roots.games, roots.player, roots.content)

    def root_priors(self, roots: Batch, seeds: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the priors at real decisions, float32 ``(num_games, ACTIONS)``.

        Args:
            roots: the games.
            seeds: of worlds to look into, one for each game.
        """
        priors = self.priors[kinds(roots.games)]
        if self._greedy is not None:
            values = self._greedy.values(roots, seeds)
            best = values.max(axis=1, keepdims=True)
            priors = priors * np.exp(np.maximum((values - best) / _GREEDY_SPREAD, -20.0)).astype(np.float32)
        if self._policy is not None:
            priors = with_policy(priors, self._policy, roots)
        return np.ascontiguousarray(priors)

    def finish(self, worlds: Batch, streams: NDArray[np.int64]) -> Floats:
        """Play worlds to the end and return what that is worth to each seat, float64 ``(num_games, 4)``.

        It is the margin in points over the best other player, or over the rival.
        """
        worlds.play_on(_KEY, streams, self._weights)
        return margins(worlds)


def load_policy(name: str, game: str) -> PPOAgent:
    """Return the trained agent whose network is to say what is worth trying.

    Raises:
        ValueError, FileNotFoundError, MissingExtra: as `agents.load`.
    """
    agent = agents.load(name, game=game)
    assert isinstance(agent, PPOAgent)
    return agent


def with_policy(priors: NDArray[np.float32], policy: PPOAgent, roots: GameBatch) -> NDArray[np.float32]:
    """Return the mean of priors, as parts of those of all legal actions, and of a network's probabilities."""
    legal = np.where(np.asarray(roots.mask) > 0, priors, np.float32(0.0))
    mixed = legal / legal.sum(axis=1, keepdims=True) + policy.probabilities(roots)
    return (0.5 * mixed + _LEAST).astype(np.float32)


def margins(batch: Batch) -> Floats:
    """Return each seat's points less those of the best other player or of the rival, float64 ``(num_games, 4)``."""
    points = batch.scores().astype(np.float64)
    solo = batch.games["rival"] != 0
    seated = np.arange(MAX_PLAYERS) < batch.games["players"][:, None]
    seats = np.where(seated, points[:, :MAX_PLAYERS], -np.inf)
    ordered = np.sort(seats, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    other = np.where(solo[:, None], points[:, _RIVAL:], np.where(seats == best, second, best))
    return np.where(seated, seats - other, 0.0)
