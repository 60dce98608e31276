"""Many tables at once, one learner at each, as a native Gymnasium vector environment over one batch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from arnak_env.arnak.batch import Batch
from arnak_env.arnak.content import Content
from arnak_env.core.arguments import as_array, shown
from arnak_env.envs.arguments import EACH
from arnak_env.envs.arnak_table import KIND, TableSettings, margins, table_endings
from arnak_env.envs.frames import frame
from arnak_env.envs.gymnasium_env import MAX_DECISIONS
from arnak_env.envs.kinds import Endings
from arnak_env.envs.opponents import Opponents, found_opponent, saved_opponents
from arnak_env.envs.vector import GameVectorEnv

if TYPE_CHECKING:
    from agents.base import Agent


class ArnakTableVectorEnv(GameVectorEnv):
    """`num_envs` tables of `ArnakTableEnv`, stepped by the compiled rules; each opponent is asked for all of its games.

    Everything it returns equals what `SyncVectorEnv` over single environments returns, in all three autoreset modes,
    infos included. Sub-environment i of a reset with seed s plays the same game as a single one reset with s + i.

    Args:
        num_envs: how many tables.
        num_players, seat, board, expansion_components, reward, illegal_action, max_decisions: as in `ArnakTableEnv`;
            one value, or a list of `num_envs` values, so that one batch mixes boards and sizes of tables.
        opponents: as in `ArnakTableEnv` for every table, or a list of `num_envs` lists, one for each.
        observation, render_mode, content: as in `ArnakTableEnv`, one value.
        autoreset_mode: `AutoresetMode.NEXT_STEP` (default), `SAME_STEP` or `DISABLED`, or its value as text.
        max_episode_steps: what `gymnasium.make_vec` hands on from the registration or its own argument; episodes are
            truncated there as by the `TimeLimit` wrapper.
        copy: True returns new arrays from every call. False saves time: observations and masks are then the internal
            buffers, which the next `step` or `reset` overwrites. What belongs to a finished game is always a copy.

    `reset(options=...)` takes what a single environment takes, each as one value or one per sub-environment, and
    `reset_mask` (bool array): only these sub-environments are reset.
    """

    kind = KIND

    def __init__(
        self,
        num_envs: int = 1,
        num_players: int | Sequence[int] = 2,
        opponents: str | Agent | Sequence[str | Agent] | Sequence[Sequence[str | Agent]] = "greedy",
        seat: int | str | Sequence[int | str] = "rotate",
        board: str | Sequence[str] = "bird",
        expansion_components: bool | None | Sequence[bool | None] = None,
        reward: str | Sequence[str] = "win",
        observation: str = "raw",
        illegal_action: str | Sequence[str] = "ignore",
        max_decisions: int | Sequence[int] = MAX_DECISIONS,
        render_mode: str | None = None,
        content: str | Path | Content | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        copy: bool = True,
    ) -> None:
        super().__init__(
            num_envs,
            {
                "num_players": num_players,
                "opponents": opponents,
                "seat": seat,
                "board": board,
                "expansion_components": expansion_components,
            },
            reward=reward,
            observation=observation,
            illegal_action=illegal_action,
            max_decisions=max_decisions,
            render_mode=render_mode,
            content=content,
            autoreset_mode=autoreset_mode,
            max_episode_steps=max_episode_steps,
            copy=copy,
        )
        self._opponents = Opponents(self.num_envs)
        self._opponents.load(self._tables, self._table.opponents)
        self._failed = False  # an opponent left games at a decision that is not the learner's
        self._restoring: dict[str, Any] = {}  # agents by name, while a state is taken over

    @property
    def batch(self) -> Batch:
        """The games themselves."""
        batch = super().batch
        assert isinstance(batch, Batch)  # for the type checker
        return batch

    def score_table(self) -> np.ndarray:
        """Return the points of each game as they stand, int64 ``(num_envs, 5, 12)``, see `Batch.score_table`.

        Unlike `batch`, this copies no observations.
        """
        assert isinstance(self._batch, Batch)  # for the type checker
        return self._batch.score_table()

    @property
    def seats(self) -> np.ndarray:
        """The learner's seat in each game, int64 (num_envs,), a copy."""
        return self._opponents.seat.copy()

    @property
    def _table(self) -> TableSettings:
        assert isinstance(self._settings, TableSettings)  # for the type checker
        return self._settings

    def set_opponents(self, agents: Sequence[str | Agent], assignment: Any) -> None:
        """Change who plays against the learner; each game in progress ends with the opponents that it has.

        Args:
            agents: names or agents.
            assignment: whole numbers, indices of `agents`, shape (num_envs, k): the opponents of each sub-environment
                in turn order after the learner. k is the largest number of opponents; smaller tables use the first.

        Raises:
            ValueError: for an index that is none, another shape, or something that is no agent; nothing changes then.
        """
        numbers = as_array(assignment)
        most = max(self._table.num_players) - 1
        if numbers.shape != (self.num_envs, most) or numbers.dtype.kind not in "iu":
            raise ValueError(
                f"assignment must be whole numbers of shape ({self.num_envs}, {most}), one per {EACH} and opponent, "
                f"got {shown(assignment)}"
            )
        if numbers.min() < 0 or numbers.max() >= len(agents):
            raise ValueError(f"assignment must be indices of the {len(agents)} agents, got {shown(assignment)}")
        tables = zip(numbers.tolist(), self._table.num_players, strict=True)
        given = [tuple(agents[number] for number in row[: players - 1]) for row, players in tables]
        changed = self._settings.changed({"opponents": given}, self._every)
        assert isinstance(changed, TableSettings)  # for the type checker
        self._opponents.load(self._tables, changed.opponents)
        self._settings = changed
        self._opponents.forget(changed.opponents)

    # --- going on later ---------------------------------------------------------------------------------------------
    def get_state(self) -> dict[str, Any]:
        """Return all that decides what happens from here on, see `GameVectorEnv.get_state`.

        Agents that were given as objects are in it by name only. Opponents are told of the restored games with
        `Agent.begin`, so one that remembers more of a game than its seed goes on as if the game had just begun.

        Raises:
            ValueError: when two different agents have the same name.
        """
        return super().get_state() | {"table": self._opponents.get_state()}

    def set_state(self, state: Mapping[str, Any], opponents: Mapping[str, Agent] | None = None) -> np.ndarray:
        """Go on from a state of `get_state`; return the observations there, as `reset` would.

        Args:
            state: of an environment that was made with the same arguments.
            opponents: agents by name, for those that were given as objects; those in use here are known anyway.

        Raises:
            ValueError: when it is no such state, or needs an agent that is not known; the environment stays as it was.
        """
        known = {**self._agents_by_name(), **(opponents or {})}
        self._check_state(state)
        if "table" not in state:
            raise ValueError("this is no state of get_state(): it lacks table")
        others = Opponents(self.num_envs)
        batch = Batch.load(state["games"], self._batch.content)
        others.set_state(batch, state["table"], known)
        self._restoring = known
        others.load(batch, self._settings_from(state["settings"]).opponents)
        super().set_state(state)
        self._opponents, self._failed = others, False
        others.show_the_end(self.batch, np.flatnonzero(self._batch.player < 0))
        return self._observations()

    def _agents_by_name(self) -> dict[str, Any]:
        seated = (one for table in self._table.opponents for one in table if not isinstance(one, str))
        return {one.name: one for one in (*self._opponents.agents, *seated)}

    def _settings_state(self) -> dict[str, Any]:
        return super()._settings_state() | {"opponents": saved_opponents(self._table.opponents)}

    def _settings_from(self, columns: Mapping[str, Any]) -> TableSettings:
        tables = [tuple(found_opponent(one, self._restoring) for one in table) for table in columns["opponents"]]
        settings = super()._settings_from({**columns, "opponents": tables})
        assert isinstance(settings, TableSettings)  # for the type checker
        return settings

    # --- games ------------------------------------------------------------------------------------------------------
    def _check_ready(self) -> None:
        super()._check_ready()
        if self._failed:
            raise ResetNeeded("step() cannot go on: an opponent failed in the last one; call reset()")

    def _games_begin(self, which: np.ndarray) -> None:
        table = self._table
        begun = np.zeros(self.num_envs, bool)
        begun[which] = True
        with self._refusing_steps_after_failures():
            self._opponents.seat_down(self._tables, which, table.seat, table.opponents)
            self._opponents.play(self._tables, begun)
        if self._failed:
            player = self._tables.player
            self._failed = bool(((player >= 0) & (player != self._opponents.seat) & ~self._waiting).any())

    def _step_batch(self, actions: np.ndarray) -> np.ndarray:
        illegal = super()._step_batch(actions).copy()  # the opponents' steps use the same buffer
        with self._refusing_steps_after_failures():
            self._opponents.play(self._tables, ~illegal & ~self._waiting)
        self._opponents.show_the_end(self._tables, np.flatnonzero((self._tables.player < 0) & ~illegal))
        return illegal

    @contextmanager
    def _refusing_steps_after_failures(self) -> Iterator[None]:
        try:
            yield
        except Exception:
            self._failed = True
            raise

    @property
    def _tables(self) -> Batch:
        assert isinstance(self._batch, Batch)  # for the type checker
        return self._batch

    def _standings(self, scheme: str) -> np.ndarray:
        return margins(self._tables, self._opponents.seat)

    def _endings(self, which: np.ndarray, forfeit: np.ndarray) -> Endings:
        return table_endings(self._tables, which, forfeit, self._opponents.seat[which])

    def _frame(self, index: int) -> str:
        return frame(self._tables, index, viewer=int(self._opponents.seat[index]))
