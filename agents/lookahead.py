"""A trained network that looks ahead: it follows its own play for some decisions before it judges a position.

For every action that the network finds likely it draws worlds that the player cannot tell from the real one, the same
for all of them, takes the action there, lets the network play on for some decisions, and adds what the network expects
from there to the margin as it stands then. The action with the best mean is taken. It plays solo games of Lost Ruins of
Arnak. Settings stand in the name: ``lookahead:solo-all-boards+worlds=16``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

import agents
from agents.base import SeededRows, check_game, rows_to_play, spread_seed
from agents.checked import Strict, checked
from agents.model_files import find_model
from agents.policy_files import POLICY
from agents.ppo import PPOAgent
from agents.search_worlds import in_order
from arnak_env.envs.observations import FORMS
from arnak_env.envs.rewards import POINTS_PER_REWARD, solo_margin

if TYPE_CHECKING:
    from arnak_env import Batch

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
NAME = "lookahead"
_ENTRY = re.compile(r"\+(?=\w+=)")  # a path may hold a + too
_WORLD = 21  # keeps its random numbers apart from those of other agents
_WORLDS_AT_ONCE = 2048


class LookaheadSettings(Strict):
    """How far and how often it looks ahead; every entry may stand in its name."""

    decisions: Annotated[int, Field(ge=0, le=10_000)] = Field(
        default=8, description="decisions of the network after an action, before the position is judged"
    )
    worlds: Annotated[int, Field(ge=1, le=4096)] = Field(
        default=4, description="worlds that are drawn for each decision, the same for all its actions"
    )
    least: Annotated[float, Field(ge=0.0, lt=1.0)] = Field(
        default=0.01,
        description="how likely the network must find an action for it to be looked at; where it finds only one as "
        "likely, that is taken at once",
    )


class LookaheadAgent(SeededRows):
    """A network that follows its own play in drawn worlds, see the module.

    Args:
        network: name of a trained agent, ``"ppo:PATH"`` or a baseline, that plays solo games.
        seed: seed of rows that are never announced with `begin`.
        settings: how far it looks.
        name: under which it was loaded.

    Raises:
        ValueError, FileNotFoundError, MissingExtra: as `agents.load`; and for a network of other games, or one that was
            not rewarded in points.
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
        environment = _environment(network)
        self._form = str(environment["observation"])
        if environment["reward"] not in ("potential", "score"):
            raise ValueError(
                f"{self.name!r}: the network was rewarded for {environment['reward']!r}, so it does not say what a "
                "position is worth in points; train it with environment.reward: potential"
            )
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
        for some in self._portions(looked.sum(axis=1)):
            actions[rows[some]] = self._best(roots, some, looked[some], seeds)
        return actions

    def _portions(self, counts: Ints) -> list[NDArray[np.intp]]:
        """Return the rows with several actions to look at, in parts whose worlds fit the processor's cache."""
        asked = np.flatnonzero(counts > 1)
        worlds = counts[asked].cumsum() * self.settings.worlds
        edges = np.flatnonzero(np.diff(worlds // _WORLDS_AT_ONCE)) + 1
        return np.split(asked, edges) if len(asked) else []

    def _best(self, roots: Batch, some: NDArray[np.intp], looked: NDArray[np.bool_], seeds: Ints) -> Ints:
        """Return the action with the best mean over the worlds for some rows; `looked` ``(len(some), actions)``."""
        place, action = np.nonzero(looked)
        count = self.settings.worlds
        tree, taken = np.repeat(some[place], count), np.repeat(action, count)
        numbers = np.tile(np.arange(count), len(place))
        worlds = roots.clone(tree)
        worlds.determinize(seed=spread_seed(_WORLD, seeds[tree], numbers))
        worlds.step(taken.astype(np.int64), illegal="ignore")
        self._play_on(worlds)
        means = np.full(looked.shape, -np.inf)
        means[place, action] = self._worth(worlds).reshape(-1, count).mean(axis=1)
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


def split_name(name: str) -> tuple[str, LookaheadSettings]:
    """Return the network and the settings in a name, ``"lookahead:NETWORK+ENTRY=VALUE+ENTRY=VALUE"``.

    Raises:
        ValueError: naming what is wrong, with what is right.
    """
    network, *parts = _ENTRY.split(name.partition(":")[2])
    if not (network.startswith("ppo:") or network in agents.BASELINES):
        raise ValueError(
            f"{name!r}: {network!r} is no trained agent; write {NAME}: and ppo:PATH or one of "
            f"{', '.join(agents.BASELINES)}, such as {NAME}:solo-all-boards+worlds=16"
        )
    given: dict[str, object] = {}
    for part in parts:
        key, _, value = part.partition("=")
        if key in given:
            raise ValueError(f"{name!r}: {key} is given twice")
        given[key] = _number(value)
    return network, checked(LookaheadSettings, given, f"the settings of the agent {name!r} are wrong")


def load_lookahead(name: str, seed: int) -> LookaheadAgent:
    """Return the agent of a name, see `split_name`.

    Raises:
        ValueError, FileNotFoundError, MissingExtra: as `LookaheadAgent`.
    """
    network, settings = split_name(name)
    return LookaheadAgent(network, seed, settings, name)


def files(name: str) -> list[Path]:
    """Return the files that decide how the agent of a name plays.

    Raises:
        ValueError, FileNotFoundError: as `agents.check_name`.
    """
    network, _ = split_name(name)
    here = Path(__file__).parent
    return [here / "base.py", Path(__file__), here / "search_worlds.py", *agents.source(network, "arnak")]


def _environment(network: str) -> dict[str, Any]:
    """Return the section `environment` of the configuration that a network was trained with."""
    from agents.model_files import read_description as of_model
    from agents.policy_files import baseline_file
    from agents.policy_files import read_description as of_exported

    file = baseline_file(network) if network in agents.BASELINES else find_model(network.partition(":")[2])
    if file.name == POLICY:
        section: dict[str, Any] = of_exported(file.with_name("model.json")).configuration["environment"]
        return section
    return of_model(file).configuration.environment.model_dump()


def _number(text: str) -> object:
    """Return a number where the text is one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
