"""A trained network that looks ahead: it follows its own play for some decisions before it judges a position.

For every action that the network finds likely it draws worlds that the player cannot tell from the real one, the same
for all of them, takes the action there, lets the network play on for some decisions, and adds what the network expects
from there to the margin as it stands then. The action with the best mean is taken. It plays solo games of Lost Ruins of
Arnak. Settings stand in the name: ``lookahead:solo-all-boards+worlds=16``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import agents
from agents.base import SeededRows, check_game, rows_to_play, spread_seed
from agents.lookahead_settings import NAME, LookaheadSettings, environment_of, split_name
from agents.ppo import PPOAgent
from agents.search_worlds import in_order
from arnak_env.envs.observations import FORMS
from arnak_env.envs.rewards import POINTS_PER_REWARD, solo_margin

if TYPE_CHECKING:
    from arnak_env import Batch

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_WORLD = 21  # keeps its random numbers apart from those of other agents
_WORLDS_AT_ONCE = 2048  # more would leave the processor's cache


class LookaheadAgent(SeededRows):
    """A network that follows its own play in drawn worlds, see the module.

    Args:
        network: name of a trained agent, ``"ppo:PATH"`` or a baseline, that plays solo games.
        seed: seed of rows that are never announced with `begin`.
        settings: how far it looks.
        name: under which it was loaded.

    Raises:
        ValueError, FileNotFoundError, MissingExtra: as `agents.load`; and for a network of other games, or one whose
            value is not in points.
    """

    needs_observation = False

    def __init__(
        self, network: str, seed: int = 0, settings: LookaheadSettings | None = None, name: str | None = None
    ) -> None:
        super().__init__(seed)
        self.name = f"{NAME}:{network}" if name is None else name
        self.settings = settings or LookaheadSettings()
        trained = agents.load(network)
        assert isinstance(trained, PPOAgent)
        self._trained = trained
        if trained.scope.players != [1]:
            raise ValueError(
                f"{self.name!r}: the network was trained for {trained.scope.words()}; looking ahead is for the solo "
                "game"
            )
        environment = environment_of(network, self.name)
        self._form = str(environment["observation"])
        # With this reward a network expects what the margin still changes, otherwise the whole margin at the end.
        self._expects_change = environment["reward"] == "potential"

    def check(self, batch: Any, games: NDArray[np.intp] | None = None) -> None:
        """Refuse games that its network was not trained for, see `agents.base.check_known`.

        Raises:
            ValueError: naming one of them and those it was trained for.
        """
        self._trained.scope.check(self, batch, np.arange(len(batch)) if games is None else np.asarray(games))

    def act(self, batch: Batch, games: NDArray[np.intp] | None = None) -> Ints:
        """Pick an action for each game, see `agents.base.Agent.act`.

        Raises:
            ValueError: for games that its network was not trained for.
        """
        check_game(self, "arnak", batch)
        actions = np.zeros(len(batch.games), dtype=np.int64)
        rows = rows_to_play(batch, games)
        if not len(rows):
            return actions
        self._trained.scope.check(self, batch, rows)
        roots = batch.clone(rows, observe=True)
        in_order(roots.games, roots.player, roots.content)
        likely = self._trained.probabilities(roots)
        actions[rows] = likely.argmax(axis=1)
        looked = (likely >= self.settings.least) & (np.asarray(roots.mask) > 0)
        seeds = spread_seed(self.row_seeds(batch)[rows], batch.games["decisions"][rows].astype(np.int64))
        some = np.flatnonzero(looked.sum(axis=1) > 1)
        if len(some):
            actions[rows[some]] = self._best(roots, some, looked[some], seeds)
        return actions

    def _best(self, roots: Batch, some: NDArray[np.intp], looked: NDArray[np.bool_], seeds: Ints) -> Ints:
        """Return the action with the best mean over the worlds for some rows; `looked` ``(len(some), actions)``."""
        place, action = np.nonzero(looked)
        count = self.settings.worlds
        tree, taken = np.repeat(some[place], count), np.repeat(action, count)
        numbers = np.tile(np.arange(count), len(place))
        worth = np.zeros(len(tree))
        for start in range(0, len(tree), _WORLDS_AT_ONCE):
            part = slice(start, start + _WORLDS_AT_ONCE)
            worlds = roots.clone(tree[part])
            worlds.determinize(seed=spread_seed(_WORLD, seeds[tree[part]], numbers[part]))
            worlds.step(taken[part].astype(np.int64), illegal="ignore")
            self._play_on(worlds)
            worth[part] = self._worth(worlds)
        means = np.full(looked.shape, -np.inf)
        means[place, action] = worth.reshape(-1, count).mean(axis=1)
        return means.argmax(axis=1).astype(np.int64)

    def _play_on(self, worlds: Batch) -> None:
        """Let the network decide in every world, as often as the settings say."""
        chosen = np.zeros(len(worlds), np.int64)
        for _ in range(self.settings.decisions):
            going = np.flatnonzero(~worlds.over)
            if not len(going):
                return
            seen = FORMS.convert(self._form, worlds.observation[going])
            chosen[going] = self._trained.policy.choose(seen, worlds.mask[going])
            worlds.step(chosen, illegal="ignore")

    def _worth(self, worlds: Batch) -> Floats:
        """Return the margin in points that is to be expected in each world, float64 ``(worlds,)``."""
        margins: Floats = POINTS_PER_REWARD * solo_margin(worlds.scores())
        going = np.flatnonzero(~worlds.over)
        if len(going):
            seen = FORMS.convert(self._form, worlds.observation[going])
            expected = POINTS_PER_REWARD * self._trained.policy.values(seen).astype(np.float64)
            margins[going] = expected + (margins[going] if self._expects_change else 0.0)
        return margins


def load_lookahead(name: str, seed: int) -> LookaheadAgent:
    """Return the agent of a name, see `split_name`.

    Raises:
        ValueError, FileNotFoundError, MissingExtra: as `LookaheadAgent`.
    """
    network, settings = split_name(name)
    return LookaheadAgent(network, seed, settings, name)
