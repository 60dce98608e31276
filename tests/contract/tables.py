"""The configurations every sentence is checked with: all boards, one to four players, all ways to set up the rival."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak.config import SWITCHES
from arnak_env.arnak.opcodes import BOARDS, PAIRS

# Explicit rival tiles: each pair alone red, then a few named mixtures; cycled over the games of a batch.
TILES: list[dict[str, str] | None] = [
    *({pair: "red"} for pair in PAIRS),
    {},
    dict.fromkeys(PAIRS, "red"),
    dict.fromkeys(PAIRS, "purple"),
    {"research": "purple", "guardian": "red"},
    {"discover": "red", "buy_item": "green", "buy_artifact": "red"},
]
# Each switch of the solo rules alone, all of them, none of them.
SWITCH_SETS: list[tuple[str, ...]] = [*((name,) for name in SWITCHES), tuple(SWITCHES), ()]
# By board, and the other way round.
COMPONENTS: list[bool | None] = [None, None, True, False]
# The highest levels, with every number of objectives and both values of the first one.
HIGH: dict[str, Any] = {
    "difficulty": [6, 7, 8, 9, 10],
    "objectives": [0, 2, 3, 4, 4, 2],
    "first_objective_worth_four": [False, False, True, False, True, True],
}


@dataclass(frozen=True)
class Table:
    """One configuration of a batch; a list in `settings` is cycled over the games."""

    board: str
    players: int
    settings: dict[str, Any] = field(default_factory=dict)
    name: str = ""

    def batch(self, games: int, seed: int = 0, first: int = 0, **more: Any) -> Batch:
        """Return a batch of this configuration; game i is set up like game `first` + i of a larger one."""
        numbers = range(first, first + games)
        spread = {
            key: [value[i % len(value)] for i in numbers] if isinstance(value, list) else value
            for key, value in self.settings.items()
        }
        return Batch(games, board=self.board, num_players=self.players, seed=seed, **spread, **more)

    def __str__(self) -> str:
        return f"{self.board}-{self.name}"


def _tables() -> list[Table]:
    found = []
    for board in BOARDS:
        levels = (0, 3, 5) if board in ("bird", "snake") else (0,)
        for difficulty in levels:
            found.append(Table(board, 1, {"difficulty": difficulty}, f"solo-level-{difficulty}"))
        found.append(Table(board, 1, HIGH, "solo-levels-6-to-10-objectives"))
        found.append(
            Table(board, 1, {"rival_tiles": TILES, "switches": SWITCH_SETS, "objectives": [4, 0, 3],
                             "expansion_components": COMPONENTS}, "solo-tiles-and-switches")
        )  # fmt: skip
        found += [
            Table(board, players, {"expansion_components": COMPONENTS}, f"{players}-players") for players in (2, 3, 4)
        ]
    return found


TABLES = _tables()
every_table = pytest.mark.parametrize("table", TABLES, ids=str)
# One of each kind, where a test costs more.
FEW_TABLES = [table for table in TABLES if table.name in ("solo-tiles-and-switches", "2-players", "4-players")]
few_tables = pytest.mark.parametrize("table", FEW_TABLES, ids=str)


def mixed_batch(games: int, seed: int = 0, **more: Any) -> Batch:
    """Return a batch in which all configurations take turns."""
    chosen = [TABLES[i % len(TABLES)] for i in range(games)]

    def setting(i: int, key: str, otherwise: Any) -> Any:
        value = chosen[i].settings.get(key, otherwise)
        return value[(i // len(TABLES)) % len(value)] if isinstance(value, list) else value

    return Batch(
        games,
        board=[table.board for table in chosen],
        num_players=[table.players for table in chosen],
        difficulty=[setting(i, "difficulty", 0) for i in range(games)],
        rival_tiles=[setting(i, "rival_tiles", None) for i in range(games)],
        switches=[setting(i, "switches", ()) for i in range(games)],
        objectives=[setting(i, "objectives", 0) for i in range(games)],
        first_objective_worth_four=[setting(i, "first_objective_worth_four", False) for i in range(games)],
        expansion_components=[setting(i, "expansion_components", None) for i in range(games)],
        seed=seed,
        **more,
    )


def copies(batch: Batch, game: int, number: int) -> Batch:
    """Return a batch of `number` copies of one game."""
    return batch.clone(np.full(number, game))
