"""The solo game of Lost Ruins of Arnak as its environments see it: options, rewards, what is known at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from arnak_env.arnak.actions import ACTIONS
from arnak_env.arnak.arguments import spread
from arnak_env.arnak.batch import RIVAL, Batch
from arnak_env.arnak.config import GameConfig, configurations
from arnak_env.arnak.opcodes import SCORE_PARTS
from arnak_env.envs.arguments import EACH
from arnak_env.envs.frames import frame
from arnak_env.envs.kinds import Endings, Kind
from arnak_env.envs.observations import FORMS
from arnak_env.envs.rewards import REWARDS, solo_margin, solo_win
from arnak_env.envs.settings import Settings

TIE = 0.5
RESULTS = np.array(["loss", "tie", "win"], object)


@dataclass(frozen=True)
class SoloSettings(Settings):
    """Board, components, difficulty, rival tiles, switches and objectives of every sub-environment.

    A new difficulty without new rival tiles has the tiles drawn again by that difficulty.
    """

    board: list[str]
    difficulty: list[int]
    rival_tiles: list[dict[str, str] | None]
    switches: list[tuple[str, ...]]
    objectives: list[int]
    first_objective_worth_four: list[bool]
    expansion_components: list[bool | None]

    options = (
        "board",
        "difficulty",
        "rival_tiles",
        "switches",
        "objectives",
        "first_objective_worth_four",
        "expansion_components",
    )
    implied = {"difficulty": {"rival_tiles": None}}

    @classmethod
    def configurations(cls, columns: Mapping[str, list[Any]], which: list[int]) -> list[GameConfig]:
        """Return a checked configuration for each of the sub-environments `which`; ValueError for a wrong value."""
        return configurations(columns, which, EACH)

    @staticmethod
    def spread(name: str, value: Any, count: int) -> list[Any]:
        """Return one value of an option per sub-environment; ValueError for a wrong number of values."""
        return spread(name, value, count, EACH)

    def batch(self, content: Any = None) -> Batch:
        """Return a batch of solo games with these settings."""
        columns = {name: getattr(self, name) for name in self.options}
        return Batch(len(self.board), num_players=1, content=content, **columns)


def margins(batch: Batch, scheme: str, which: np.ndarray | None = None) -> np.ndarray:
    """Return the margin over the rival as reward, shape (n,)."""
    return solo_margin(batch.scores() if which is None else batch.score_table(which)[:, :, -1])


def solo_endings(batch: Batch, which: np.ndarray, forfeit: np.ndarray) -> Endings:
    """Return what is known about solo games that have ended.

    Args:
        batch: the games.
        which: indices of those that ended.
        forfeit: for each of these, whether an illegal action lost it.
    """
    # Only the few ended games are looked at, not the whole batch, and only ties need more than the points.
    table = batch.score_table(which)
    scores = table[:, :, -1]
    share = (np.sign(scores[:, 0] - scores[:, RIVAL]) + 1) / 2
    tied = np.flatnonzero(share == TIE)
    if len(tied):
        share[tied] = batch.results(which[tied])[:, 0]
    share[forfeit] = 0.0
    win = solo_win(share)
    entries = {
        "score": scores[:, 0],
        "rival_score": scores[:, RIVAL],
        "score_parts": dict(zip(SCORE_PARTS, table[:, 0, :-1].T, strict=True)),
        "result": RESULTS[(2 * share).astype(np.int64)],
        "is_success": win > 0,
    }
    return Endings(entries, {"win": win, "score": solo_margin(scores)})


KIND = Kind(
    actions=ACTIONS,
    forms=FORMS,
    settings=SoloSettings,
    rewards=REWARDS,
    running=frozenset({"potential"}),
    standing=margins,
    starts_at_zero=True,
    endings=solo_endings,
    frame=frame,
)
