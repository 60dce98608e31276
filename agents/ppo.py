"""An agent that plays with a network trained by MaskablePPO."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import rows_to_play
from agents.model_files import find_model, load_model, read_description
from agents.model_scope import Scope, scope_of
from agents.policy import Policy
from agents.policy_files import POLICY, read_policy

__all__ = ["PPOAgent", "action_count", "check_release", "load_model", "schema_of"]


class PPOAgent:
    """Takes the action the network finds best, in the games that it was trained for.

    Args:
        path: a model file saved by `arnak train` or its folder, or a folder of `arnak export-model`. Loading the former
            needs the extra ``train`` and runs code from the file, so load only models that you trust; the latter needs
            neither torch nor trust.
        game: the game it is to play; None: whichever it was trained for.
        name: what it is called; None: ``ppo:PATH``.

    Raises:
        FileNotFoundError: when the model or its description does not exist.
        ValueError: when it is damaged, or was trained for another game, or on other observations or actions than this
            release has.
        MissingExtra: when the model needs the extra ``train`` and it is not installed.
    """

    needs_observation = True

    def __init__(self, path: str | Path, game: str | None = None, name: str | None = None) -> None:
        file = find_model(path)
        self.name = f"ppo:{path}" if name is None else name
        self.policy: Policy
        self.scope: Scope
        load = None
        if file.name == POLICY:
            self.policy, described = read_policy(file)
            self.scope, self._form = described.plays, described.observation
            schema, size = described.actions, described.observation_size
        else:
            trained = read_description(file)
            self.scope, self._form = scope_of(trained.configuration), trained.configuration.environment.observation
            schema, size = trained.actions, trained.observation_size
            load = load_model
        check_release(file, self.scope, game, schema, size)
        self._forms = _forms(self.scope.game)
        if load is not None:
            from agents.policy_export import policy_of

            self.policy = policy_of(load(file))
        _check_network(file, self.policy, self._forms.size, action_count(self.scope.game))

    def begin(self, seeds: NDArray[np.int64], games: NDArray[np.intp] | None = None) -> None:
        """Nothing to prepare: the network has no memory and no randomness."""

    def check(self, batch: Any, games: NDArray[np.intp] | None = None) -> None:
        """Refuse games that it was not trained for, see `agents.base.check_known`.

        Raises:
            ValueError: naming one of them and those it was trained for.
        """
        self.scope.check(self, batch, np.arange(len(batch.games)) if games is None else np.asarray(games))

    def act(self, batch: Any, games: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
        """Pick an action for each game, see `agents.base.Agent.act`.

        Raises:
            ValueError: for games that it was not trained for.
        """
        rows = rows_to_play(batch, games)
        self.scope.check(self, batch, rows)
        actions = np.zeros(len(batch.games), dtype=np.int64)
        if len(rows):
            seen = self._forms.convert(self._form, batch.observation[rows])
            actions[rows] = self.policy.choose(seen, batch.mask[rows])
        return actions

    def probabilities(self, batch: Any) -> NDArray[np.float64]:
        """Return how likely each action is by the network, 0 where it is not legal, ``(num_games, num_actions)``.

        The observations are worked out here, so the batch may be one without. No game may be over.

        Raises:
            ValueError: for games that it was not trained for.
        """
        self.scope.check(self, batch, np.arange(len(batch.games)))
        seen = self._forms.convert(self._form, batch.observe(batch.player))
        logits = np.where(np.asarray(batch.mask) > 0, self.policy.logits(seen).astype(np.float64), -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        likely: NDArray[np.float64] = chances / chances.sum(axis=1, keepdims=True)
        return likely


def _forms(game: str) -> Any:
    if game == "arkeis":
        from arnak_env.envs.arkeis import FORMS as ARKEIS_FORMS

        return ARKEIS_FORMS
    from arnak_env.envs.observations import FORMS

    return FORMS


def schema_of(game: str) -> int:
    """Return the version of the action numbers of a game, ``"arnak"`` or ``"arkeis"``."""
    if game == "arkeis":
        from arnak_env.arkeis import actions as arkeis

        return arkeis.SCHEMA
    from arnak_env.arnak import actions

    return actions.SCHEMA


def action_count(game: str) -> int:
    """Return the number of actions of a game, ``"arnak"`` or ``"arkeis"``."""
    if game == "arkeis":
        from arnak_env.arkeis import actions as arkeis

        return arkeis.ACTIONS
    from arnak_env.arnak import actions

    return actions.ACTIONS


def check_release(file: Path, scope: Scope, game: str | None, schema: int, size: int) -> None:
    """Refuse a model for another game, or for another release of its game.

    Args:
        file: the model, for the message.
        scope: the games it was trained for.
        game: the game it is needed for; None: any.
        schema: version of the action numbers it was trained with.
        size: length of the observation rows it was trained with.

    Raises:
        ValueError: naming what is different.
    """
    if game not in (None, scope.game):
        raise ValueError(f"{file} was trained for {scope.words()}, so it cannot play {game}")
    here = (("action numbers", schema, schema_of(scope.game)), ("observation size", size, _forms(scope.game).size))
    for what, trained, now in here:
        if trained != now:
            raise ValueError(f"{file} was trained with other {what} ({trained!r}, here {now!r}); train it again")


def _check_network(file: Path, policy: Policy, size: int, actions: int) -> None:
    if (policy.inputs, policy.actions) != (size, actions):
        raise ValueError(
            f"the network in {file} takes {policy.inputs} numbers and knows {policy.actions} actions, the game gives "
            f"{size} and has {actions}"
        )
