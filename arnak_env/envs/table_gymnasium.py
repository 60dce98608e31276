"""One learner at a table of two to four players as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from arnak_env.arnak.batch import Batch
from arnak_env.arnak.content import Content
from arnak_env.envs.arnak_table import KIND, TableSettings, margins, table_endings
from arnak_env.envs.frames import frame
from arnak_env.envs.gymnasium_env import MAX_DECISIONS
from arnak_env.envs.kinds import Endings
from arnak_env.envs.opponents import Opponents
from arnak_env.envs.single import GameEnv

if TYPE_CHECKING:
    from agents.base import Agent


class ArnakTableEnv(GameEnv):
    """One seat at a table of two to four players of Lost Ruins of Arnak; agents play the other seats.

    ## Description
    The game among players, on the boards of the base game and of Twisted Paths, seen from one seat. Every step is one
    decision of the learner. The decisions of the opponents, between its turns and inside them, are taken by agents
    within the step, so that it always returns at the learner's next decision or at the end. The same table with all
    agents outside is `arnak_v0` (PettingZoo).

    ## Action Space
    `Discrete(869)`, as in `ArnakSoloEnv`; `env.unwrapped.action_words(action)` names an action.

    ## Observation Space
    One flat `Box`, the learner's own view: itself first, then the others in turn order, without anything it cannot
    know. `observation="raw"`: uint8, each entry from 0 to its own maximum. `observation="scaled"`: float32, each entry
    divided by that maximum. `arnak_env.arnak.observation.PIECES` names the slices.

    ## Legal Actions Mask
    `info["action_mask"]` at reset and at every step: int8, shape (869,), 1 for a legal action of the learner. The same
    as a bool array from `env.unwrapped.action_masks()`. It always has at least one 1, after the end too.

    ## Opponents
    `opponents` takes what `agents.load` takes (`"random"`, `"greedy"`, a shipped model, `"ppo:PATH"`,
    `"FILE.py:CLASS"`) or agents themselves: one for all other seats, or a list with one for each, in turn order after
    the learner. Each sees what its own seat may know. An agent given as an object belongs to one environment.

    ## Starting State
    The set-up of the rulebooks, drawn by the seed; opponents have played up to the learner's first decision. The k-th
    reset without a seed plays episode k of the same seed. Seat and opponents draw from that seed too, so the same seed
    and actions give the same game, alone or in a vector environment. `env.unwrapped.seat` is the learner's seat.

    ## Rewards
    `reward="win"` (default): 1 for a win, 0 for a shared first place, -1 otherwise, at the end. `"score"`: own score
    minus the best opponent's, / 100, at the end. `"potential"`: the change of that margin from one decision of the
    learner to the next, what opponents do in between included, with 0 before the first, so that an episode adds up to
    the `score` reward.

    ## Episode End
    Terminated: the fifth round is over. Truncated: after `max_decisions` steps, illegal actions included. A step after
    either raises `gymnasium.error.ResetNeeded`.

    ## Information
    Always `action_mask` and `illegal_action` (how many of this episode). When terminated also `seat`, `score`, `scores`
    (points by seat, shape (4,), 0 where nobody sits), `rank` (1 to 4; equal points share a place, the rulebook's
    tie-break decides about the first), `score_parts` (points by category), `result` ("win", "tie" or "loss") and
    `is_success` (True for a win).

    ## Arguments
    | argument | default | meaning |
    |---|---|---|
    | `num_players` | `2` | 2, 3 or 4, the learner included |
    | `opponents` | `"greedy"` | an agent or its name for all other seats, or a list with one for each in turn order |
    | `seat` | `"rotate"` | the learner's seat from 0; `"random"`; or `"rotate"`: the next one each episode, beginning |
    | | | with the seed's remainder by the number of players |
    | `board` | `"bird"` | `"bird"`, `"snake"`, `"spider"` or `"owl"` |
    | `expansion_components` | `None` | with the sites, guardians, assistants, idols and bonus tiles of Twisted Paths; |
    | | | None: on the Spider and the Owl Temple only |
    | `reward` | `"win"` | `"win"`, `"score"` or `"potential"` |
    | `observation` | `"raw"` | `"raw"` or `"scaled"` |
    | `illegal_action` | `"ignore"` | `"ignore"`: nothing changes, reward 0, counted, one warning; `"raise"`: |
    | | | `IllegalAction` with the reason; `"terminate"`: the game is lost, reward -1 |
    | `max_decisions` | `5000` | steps after which an episode is truncated |
    | `render_mode` | `None` | `"ansi"`: `render()` returns text; `"human"`: prints it after every step |
    | `content` | `None` | other printed facts: the path of an override file, or a `Content`; None: ours |

    `reset(options=...)` takes `num_players`, `opponents`, `seat`, `board` and `expansion_components`; they hold until
    changed again.

    ## Version History
    v0: first version.
    """

    kind = KIND

    def __init__(
        self,
        num_players: int = 2,
        opponents: str | Agent | Sequence[str | Agent] = "greedy",
        seat: int | str = "rotate",
        board: str = "bird",
        expansion_components: bool | None = None,
        reward: str = "win",
        observation: str = "raw",
        illegal_action: str = "ignore",
        max_decisions: int = MAX_DECISIONS,
        render_mode: str | None = None,
        content: str | Path | Content | None = None,
    ) -> None:
        super().__init__(
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
        )
        self._opponents = Opponents(1)
        self._opponents.load(self.batch, self._table.opponents)

    @property
    def batch(self) -> Batch:
        """The game itself, as a batch of one: `env.unwrapped.batch.clone()` is the way to search ahead."""
        assert isinstance(self._batch, Batch)  # for the type checker
        return self._batch

    @property
    def seat(self) -> int:
        """The learner's seat in this game, from 0; seat 0 begins round I."""
        return int(self._opponents.seat[0])

    @property
    def _table(self) -> TableSettings:
        assert isinstance(self._settings, TableSettings)  # for the type checker
        return self._settings

    def _game_begins(self) -> None:
        table = self._table
        with self._refusing_steps_after_failures():
            self._opponents.seat_down(self.batch, np.arange(1), table.seat, table.opponents)
            self._opponents.play(self.batch)

    def _decision_taken(self) -> None:
        with self._refusing_steps_after_failures():
            self._opponents.play(self.batch)
        if self._batch.player[0] < 0:
            self._opponents.show_the_end(self.batch, np.arange(1))

    @contextmanager
    def _refusing_steps_after_failures(self) -> Iterator[None]:
        try:
            yield
        except Exception:
            self._ended = "an opponent failed in the last one; call reset()"
            raise

    def _standing_now(self) -> float:
        return float(margins(self.batch, self._opponents.seat)[0])

    def _endings(self, forfeit: bool) -> Endings:
        return table_endings(self.batch, np.zeros(1, np.int64), np.array([forfeit]), self._opponents.seat)

    def _frame(self) -> str:
        return frame(self.batch, 0, viewer=self.seat)
