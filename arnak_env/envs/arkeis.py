"""Episodes and campaigns of Arkeis as their environments see them: options, rewards, what is known at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import ACTIONS
from arnak_env.arkeis.arguments import PerGame, spread
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.config import GameConfig, configurations
from arnak_env.arkeis.observation import OBSERVATION_SIZE, PIECES
from arnak_env.envs.arguments import EACH
from arnak_env.envs.forms import Forms
from arnak_env.envs.kinds import Columns, Endings, Kind
from arnak_env.envs.settings import Settings

REWARDS = ("potential", "win", "points")
POINTS_PER_REWARD = 10.0
FORMS = Forms(OBSERVATION_SIZE, PIECES)
_SHARED = (
    "explorers",
    "first_player",
    "elite",
    "threat_first_turn",
    "defeated_miniatures",
    "wildcard_any_roll",
    "equip_at_setup",
)
_WORDS = np.array([None, *o.RESULT_IDS[1:]], object)


class _ArkeisSettings(Settings):
    """What episodes and campaigns have in common."""

    mode = ""

    @classmethod
    def configurations(cls, columns: Mapping[str, list[Any]], which: list[int]) -> list[GameConfig]:
        """Return a checked configuration for each of the sub-environments `which`; ValueError for a wrong value."""
        count = len(next(iter(columns.values())))
        return configurations({"mode": [cls.mode] * count, **columns}, which, EACH)

    @classmethod
    def spread(cls, name: str, value: Any, count: int) -> list[Any]:
        """Return one value of an option per sub-environment; ValueError for a wrong number of values."""
        return spread(name, value, count, EACH, modes=(cls.mode,))

    def batch(self, content: Any = None) -> Batch:
        """Return a batch of games with these settings."""
        columns: dict[str, Any] = {name: PerGame(getattr(self, name)) for name in self.options}
        return Batch(len(columns["explorers"]), mode=self.mode, content=content, **columns)


@dataclass(frozen=True)
class EpisodeSettings(_ArkeisSettings):
    """Episode, team, Elite cards and switches of every sub-environment."""

    episode: list[int | str]
    explorers: list[tuple[str, ...]]
    first_player: list[str | None]
    elite: list[str | tuple[str, ...]]
    threat_first_turn: list[str]
    defeated_miniatures: list[str]
    wildcard_any_roll: list[bool]
    equip_at_setup: list[bool]

    mode = "episode"
    options = ("episode", *_SHARED)
    # A first player belongs to a team; a new team without one is started by its first Explorer.
    implied = {"explorers": {"first_player": None}}


@dataclass(frozen=True)
class CampaignSettings(_ArkeisSettings):
    """Episodes, teams, Elite cards and switches of every sub-environment."""

    episodes: list[tuple[int, ...] | None]
    explorers: list[tuple[Any, ...]]
    first_player: list[str | None]
    elite: list[str | tuple[Any, ...]]
    threat_first_turn: list[str]
    defeated_miniatures: list[str]
    wildcard_any_roll: list[bool]
    equip_at_setup: list[bool]

    mode = "campaign"
    options = ("episodes", *_SHARED)
    implied = {"explorers": {"first_player": None}}


# --- rewards ---------------------------------------------------------------------------------------------------------


def wins(games: np.ndarray) -> np.ndarray:
    """Return favourable less adverse results of the episodes ended so far, float64 ``(n,)``."""
    results = games["results"]
    return ((results == o.FAVOURABLE).sum(axis=1) - (results == o.ADVERSE).sum(axis=1)).astype(np.float64)


def standing(batch: Batch, scheme: str, which: np.ndarray | None = None) -> np.ndarray:
    """Return what the rewards of games (indices; None: all) add up to as they stand, float64 ``(n,)``.

    - ``"win"``: 1 for each favourable epilogue, -1 for each adverse one.
    - ``"points"``: Victory points / 10.
    - ``"potential"``: ``"win"``, and the progress to the favourable epilogue while the episode has no result. So the
      rewards of a game add up to those of ``"win"``, less the progress that the set-up gives.
    """
    games = batch.games if which is None else batch.games[which]
    if scheme == "points":
        return games["vp"] / POINTS_PER_REWARD
    if scheme == "win":
        return wins(games)
    return np.where(games["result"] == o.NO_RESULT, batch.progress(which), 0.0) + wins(games)


# --- the end ---------------------------------------------------------------------------------------------------------


def endings(batch: Batch, which: np.ndarray, forfeit: np.ndarray) -> Endings:
    """Return what is known about games that have ended.

    Args:
        batch: the games.
        which: indices of those that ended.
        forfeit: for each of these, whether an illegal action ended it, which counts as an adverse result.
    """
    games = batch.games[which]
    good = (wins(games) == games["last_slot"] - games["first_slot"] + 1) & ~forfeit
    entries: Columns = {
        "result": _WORDS[np.where(good, o.FAVOURABLE, o.ADVERSE)],
        "is_success": good,
        "reserve_left": games["reserve"].astype(np.int64),
        "sheet": _sheets(batch, games),
        "victory_points": games["vp"].astype(np.int64),
        "coins": games["coins"].astype(np.int64),
        "xp": games["xp"].astype(np.int64),
    }
    return Endings(entries, {})


def campaign_endings(batch: Batch, which: np.ndarray, forfeit: np.ndarray) -> Endings:
    """Return what is known about campaigns that have ended, as in `endings`, and the results of their episodes."""
    found = endings(batch, which, forfeit)
    results = np.empty(len(which), object)
    for row, index in enumerate(which.tolist()):
        results[row] = tuple(batch.episode_results(index).values())
    return Endings({**found.entries, "results": results}, {})


def _sheets(batch: Batch, games: np.ndarray) -> Columns:
    """Return how many boxes of the Exploration Sheet are marked, and how many rows and columns are complete."""
    lines = batch.content.tables[0]["line_boxes"][games["slot"]]
    marked = games["marked"]
    complete = (lines != 0) & (lines & marked[:, None] == lines)
    return {
        "boxes": np.bitwise_count(marked).astype(np.int64),
        "rows": complete[:, : o.SHEET_SIDE].sum(axis=1),
        "columns": complete[:, o.SHEET_SIDE :].sum(axis=1),
    }


def frame(batch: Batch, index: int) -> str:
    """Return one game of a batch as text: the table with what is being asked, and every legal action by its name."""
    from arnak_env.render.arkeis import render_game

    seat = int(batch.player[index])
    table = render_game(batch.games[index], batch.content)
    if seat < 0:
        return table
    options = ", ".join(batch.action_words(index, action) for action in batch.legal_actions(index))
    return f"{table}\n\n{batch.explorer(index, seat)}: {options}"


def _kind(settings: type[Settings], ends: Any) -> Kind:
    return Kind(
        actions=ACTIONS,
        forms=FORMS,
        settings=settings,
        rewards=REWARDS,
        running=frozenset(REWARDS),
        standing=standing,
        starts_at_zero=False,
        endings=ends,
        frame=frame,
    )


EPISODE = _kind(EpisodeSettings, endings)
CAMPAIGN = _kind(CampaignSettings, campaign_endings)
