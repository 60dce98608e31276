"""The game for two to four players as a PettingZoo AEC environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from arnak_env.arnak.actions import ACTIONS
from arnak_env.arnak.batch import Batch
from arnak_env.arnak.config import GameConfig
from arnak_env.arnak.content import Content
from arnak_env.core.arguments import whole_number
from arnak_env.envs.aec import GameAECEnv, wrapped
from arnak_env.envs.endings import seat_endings
from arnak_env.envs.frames import frame
from arnak_env.envs.observations import FORMS
from arnak_env.envs.rewards import REWARDS, seat_margins, seat_wins


def env(illegal_reward: float | None = -1.0, **arguments: Any) -> AECEnv:
    """Return the environment with PettingZoo's usual checks around it.

    Args:
        illegal_reward: reward of an agent whose illegal action ends the game for all (`TerminateIllegalWrapper`).
            None leaves that wrapper out: illegal actions are then handled by `illegal_action` of `raw_env`.
        arguments: those of `raw_env`.
    """
    return wrapped(raw_env, illegal_reward, arguments)


class raw_env(GameAECEnv):  # noqa: N801  PettingZoo's name for it
    """Two to four players of Lost Ruins of Arnak, on the boards of the base game and of Twisted Paths.

    ## Agents
    `player_0` (plays first in round I) to `player_3`. The agent on turn changes irregularly: a turn is several
    decisions, and other players may be asked something in between.

    ## Action Space
    `Discrete(869)`, the same for every agent; `arnak_env.arnak.actions` lists it.

    ## Observation Space
    A dict. `observation`: one flat `Box` as in `ArnakSoloEnv`, seen by that agent: itself first, then the others in
    turn order, without anything it cannot know. `action_mask`: int8, shape (869,), 1 for a legal action of the agent on
    turn, all 0 for everyone else.

    ## Rewards
    `reward="win"` (default): at the end the winners share +1, the others share -1; 0 for all if everybody ties.
    `"score"`: own score minus the mean of the others', / 100, at the end. `"potential"`: the change of that margin at
    every step, with 0 before the first. All three add up to 0 over the agents at every step. Read them from `last()`.

    ## Episode End
    Terminated for all when round V is over; truncated for all after `max_cycles` decisions, illegal ones included.

    ## Information
    `infos[agent]["illegal_action"]`: how many illegal actions of that agent were ignored. After the end also `score`,
    `score_parts`, `result` ("win", "tie" or "loss"), `is_success`.

    ## Arguments
    | argument | default | meaning |
    |---|---|---|
    | `num_players` | `2` | 2, 3 or 4 |
    | `board` | `"bird"` | `"bird"`, `"snake"`, `"spider"` or `"owl"` |
    | `expansion_components` | `None` | with the sites, guardians, assistants, idols and bonus tiles of Twisted Paths; |
    | | | None: on the Spider and the Owl Temple only |
    | `reward` | `"win"` | `"win"`, `"score"` or `"potential"` |
    | `observation` | `"raw"` | `"raw"` or `"scaled"` |
    | `illegal_action` | `"ignore"` | `"ignore"`: nothing changes, counted, one warning; `"raise"`: `IllegalAction` |
    | `max_cycles` | `None` | decisions of all agents together after which the game is truncated |
    | `render_mode` | `None` | `"ansi"` or `"human"` |
    | `content` | `None` | other printed facts: the path of an override file, or a `Content`; None: ours |

    `reset(options=...)` takes `board` and `expansion_components`, which hold until changed again; other options are
    ignored, as PettingZoo's checks expect.

    ## Version History
    v0: first version.
    """

    metadata = {**GameAECEnv.metadata, "name": "arnak_v0"}
    actions = ACTIONS
    forms = FORMS
    rewards_known = REWARDS
    options = ("board", "expansion_components")

    def __init__(
        self,
        num_players: int = 2,
        board: str = "bird",
        expansion_components: bool | None = None,
        reward: str = "win",
        observation: str = "raw",
        illegal_action: str = "ignore",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        content: str | Path | Content | None = None,
    ) -> None:
        try:
            num_players = whole_number("num_players", num_players, 2, 4)
        except ValueError as error:
            solo = 'one player against the rival is gymnasium.make("arnak_env/ArnakSolo-v0")'
            raise ValueError(f"{error}; {solo}") from None
        super().__init__(
            [f"player_{seat}" for seat in range(num_players)],
            GameConfig(board=board, num_players=num_players, expansion_components=expansion_components),
            reward=reward,
            observation=observation,
            illegal_action=illegal_action,
            max_cycles=max_cycles,
            render_mode=render_mode,
            content=content,
        )
        self._margins = np.zeros(num_players)

    @property
    def batch(self) -> Batch:
        """The game itself, as a batch of one."""
        assert isinstance(self._batch, Batch)  # for the type checker
        return self._batch

    def _new_batch(self) -> Batch:
        config = self._config
        return Batch(
            1,
            board=config.board,
            num_players=config.num_players,
            expansion_components=config.expansion_components,
            content=self._content,
        )

    def _start_rewards(self) -> None:
        self._margins = np.zeros(self._seats)

    def _rewards(self, over: bool) -> np.ndarray:
        if over and self._reward == "win":
            return seat_wins(self.batch.results()[0, : self._seats])
        if not (self._reward == "potential" or (over and self._reward == "score")):
            return np.zeros(self._seats)
        margins = seat_margins(self.batch.scores()[0, : self._seats])
        paid, self._margins = margins - self._margins, margins
        return paid

    def _endings(self) -> list[dict[str, Any]]:
        return seat_endings(self.batch, 0, self._seats)

    def _frame(self) -> str:
        return frame(self.batch, 0)
