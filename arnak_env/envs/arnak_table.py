"""One learner at a table of two to four players as its environments see it: options, rewards, endings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from arnak_env.arnak.actions import ACTIONS
from arnak_env.arnak.batch import Batch
from arnak_env.arnak.config import GameConfig
from arnak_env.arnak.opcodes import MAX_PLAYERS, SCORE_PARTS
from arnak_env.core import arguments
from arnak_env.core.configurations import configurations_of
from arnak_env.envs.arguments import EACH
from arnak_env.envs.frames import frame
from arnak_env.envs.kinds import Endings, Kind
from arnak_env.envs.observations import FORMS
from arnak_env.envs.opponents import checked_opponents, checked_seat
from arnak_env.envs.rewards import REWARDS, solo_win, table_margin
from arnak_env.envs.settings import Settings

RESULTS = np.array(["loss", "tie", "win"], object)
_LISTS = ("opponents",)  # options of which one value is a list itself


@dataclass(frozen=True)
class TableConfig:
    """Table and seat of one game, checked."""

    num_players: int
    board: str
    expansion_components: bool | None
    seat: int | str

    def __post_init__(self) -> None:
        settle = object.__setattr__  # the fields of a frozen dataclass, in plain Python types
        try:
            settle(self, "num_players", arguments.whole_number("num_players", self.num_players, 2, MAX_PLAYERS))
        except ValueError as error:
            solo = 'one player against the rival is gymnasium.make("arnak_env/ArnakSolo-v0")'
            raise ValueError(f"{error}; {solo}") from None
        game = GameConfig(self.board, self.num_players, expansion_components=self.expansion_components)
        settle(self, "board", game.board)
        settle(self, "expansion_components", game.expansion_components)
        settle(self, "seat", checked_seat(self.seat, self.num_players))


@dataclass(frozen=True)
class _Seated:
    """A configuration with its opponents."""

    config: TableConfig
    opponents: tuple[Any, ...]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.config, name)


@dataclass(frozen=True)
class TableSettings(Settings):
    """Number of players, opponents, the learner's seat, board and components of every sub-environment."""

    num_players: list[int]
    opponents: list[tuple[Any, ...]]
    seat: list[int | str]
    board: list[str]
    expansion_components: list[bool | None]

    options = ("num_players", "opponents", "seat", "board", "expansion_components")

    @classmethod
    def configurations(cls, columns: Mapping[str, list[Any]], which: list[int]) -> list[Any]:
        """Return a checked configuration for each of the sub-environments `which`; ValueError for a wrong value."""
        tables = {name: values for name, values in columns.items() if name != "opponents"}
        found = []
        for index, config in zip(which, configurations_of(TableConfig, tables, which, EACH), strict=True):
            given = columns["opponents"][index]
            try:
                found.append(_Seated(config, checked_opponents(given, config.num_players)))
            except ValueError as error:
                alone = len(columns["opponents"]) == 1
                raise error if alone else ValueError(f"{error} ({EACH} {index})") from None
        return found

    @staticmethod
    def spread(name: str, value: Any, count: int) -> list[Any]:
        """Return one value of an option per sub-environment; ValueError for a wrong number of values."""
        return arguments.spread(name, value, count, EACH, nested=name in _LISTS)

    @staticmethod
    def as_one(name: str, value: Any) -> Any:
        """Return the value of one sub-environment; a single opponent becomes a list of one."""
        return (value,) if name in _LISTS and not isinstance(value, list | tuple) else value

    def batch(self, content: Any = None) -> Batch:
        """Return a batch of games at these tables."""
        return Batch(
            len(self.board),
            board=self.board,
            num_players=self.num_players,
            expansion_components=self.expansion_components,
            content=content,
        )


def margins(batch: Batch, seats: np.ndarray) -> np.ndarray:
    """Return the margin of a seat of each game over the best of the others as reward, float64 ``(n,)``."""
    return table_margin(batch.scores()[:, :MAX_PLAYERS], seats, batch.games["players"])


def table_endings(batch: Batch, which: np.ndarray, forfeit: np.ndarray, seats: np.ndarray) -> Endings:
    """Return what the learner is told about games that have ended.

    Args:
        batch: the games.
        which: indices of those that ended.
        forfeit: for each of these, whether an illegal action lost it.
        seats: for each of these, the learner's seat.
    """
    table, shares = batch.standings(which)
    rows = np.arange(len(which))
    scores = table[:, :MAX_PLAYERS, -1]
    own = shares[rows, seats]
    share = np.where(own == 1.0, 1.0, np.where(own > 0.0, 0.5, 0.0))
    # Points, then the rulebook's tie-break, which decides about the first place only.
    order = 2 * scores + (shares > 0)
    seated = np.arange(MAX_PLAYERS) < batch.games["players"][which][:, None]
    rank = 1 + (seated & (order > order[rows, seats][:, None])).sum(axis=1)
    share[forfeit] = 0.0
    win = solo_win(share)
    entries = {
        "seat": seats.copy(),
        "score": scores[rows, seats],
        "scores": scores.copy(),
        "rank": rank,
        "score_parts": dict(zip(SCORE_PARTS, table[rows, seats, :-1].T, strict=True)),
        "result": RESULTS[(2 * share).astype(np.int64)],
        "is_success": win > 0,
    }
    return Endings(entries, {"win": win, "score": table_margin(scores, seats, batch.games["players"][which])})


def _needs_a_seat(*_: Any) -> Any:
    raise RuntimeError("at a table this depends on the learner's seat, which the environment knows")


KIND = Kind(
    actions=ACTIONS,
    forms=FORMS,
    settings=TableSettings,
    rewards=REWARDS,
    running=frozenset({"potential"}),
    standing=_needs_a_seat,
    starts_at_zero=True,
    endings=_needs_a_seat,
    frame=frame,
)
