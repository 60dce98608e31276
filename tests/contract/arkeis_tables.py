"""The configurations of Arkeis: episodes 0 to 2 with every size of team and every Elite mode, and campaigns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.content import load_content

from .players import Uniform, scramble

_STYLES = 256
_TEAMS = (
    ("rhiat", "franck", "eleonor", "rebecca", "robert"),
    ("rebecca", "robert_young", "rhiat", "eleonor", "franck"),
    ("robert", "rebecca", "franck", "rhiat", "eleonor"),
    ("eleonor", "franck", "robert_young", "rebecca", "rhiat"),
    ("franck", "eleonor", "rebecca", "robert", "rhiat"),
)
ELITE: tuple[Any, ...] = ("none", "classic", "intermediate", ("mummy", "scorpion"))
SWITCHES: dict[str, list[Any]] = {
    "threat_first_turn": ["skip", "skip", "apply"],
    "defeated_miniatures": ["supply", "out"],
    "wildcard_any_roll": [False, False, True, True],
    "equip_at_setup": [False, True, True, False, False],
}
EPISODES = (0, 1, 2)


@dataclass(frozen=True)
class Table:
    """One configuration of a batch: teams, Elite modes and switches change from game to game."""

    episode: int  # -1: a campaign
    players: int  # 0: another number in every episode

    def batch(self, games: int, seed: int = 0, first: int = 0, **more: Any) -> Batch:
        """Return a batch of this configuration; game i is set up like game `first` + i of a larger one."""
        numbers = range(first, first + games)
        settings: dict[str, Any] = {key: [value[i % len(value)] for i in numbers] for key, value in SWITCHES.items()}
        settings["elite"] = [ELITE[i % len(ELITE)] for i in numbers]
        if self.episode < 0:
            settings |= {"mode": "campaign", "explorers": [self._teams(i) for i in numbers]}
            settings["elite"] = [[ELITE[(i + k) % len(ELITE)] for k in EPISODES] for i in numbers]
        else:
            settings |= {"episode": self.episode, "explorers": [_TEAMS[i % 5][: self.players] for i in numbers]}
            settings["first_player"] = [_TEAMS[i % 5][: self.players][i % self.players] for i in numbers]
        return Batch(games, seed=seed, **settings, **more)

    def _teams(self, i: int) -> list[tuple[str, ...]]:
        sizes = [self.players or 1 + (i + k) % 5 for k in EPISODES]
        return [_TEAMS[(i + k) % 5][:size] for k, size in enumerate(sizes)]

    def __str__(self) -> str:
        which = "campaign" if self.episode < 0 else f"episode-{self.episode}"
        return f"{which}-{self.players or 'changing'}-explorers"


TABLES = [
    *(Table(episode, players) for episode in EPISODES for players in range(1, 6)),
    *(Table(-1, players) for players in (0, 1, 3)),
]
every_table = pytest.mark.parametrize("table", TABLES, ids=str)
FEW_TABLES = [Table(0, 2), Table(1, 5), Table(2, 3), Table(-1, 0)]
few_tables = pytest.mark.parametrize("table", FEW_TABLES, ids=str)


class Long(Uniform):
    """Seldom ends turns or declines; every game has its own tastes."""

    def __init__(self, salt: int = 0, patience: float = 0.05) -> None:
        super().__init__(salt)
        rng = np.random.default_rng(20_231_130)
        starts = [*a.FIRST.values(), a.ACTIONS]
        lengths = np.diff(starts)
        by_verb = np.exp(rng.normal(0, 1.0, (_STYLES, len(lengths)))) / np.sqrt(lengths)
        tastes = np.repeat(by_verb, lengths, axis=1) * np.exp(rng.normal(0, 0.7, (_STYLES, a.ACTIONS)))
        reluctance = np.exp(rng.normal(np.log(patience), 1.0, (_STYLES, 3)))
        for column, action in enumerate((a.A_END_TURN, a.A_FINISH, a.A_LEAVE_CAMP)):
            tastes[:, action] = np.minimum(reluctance[:, column], 1)
        self._tastes = np.maximum(tastes, 1e-4).astype(np.float32)

    def weights(self, batch: Any) -> np.ndarray:
        styles = scramble(batch.games["seed"] ^ np.uint64(self.salt + 1)) % np.uint64(_STYLES)
        return batch.mask * self._tastes[styles.astype(np.int64)]


# --- rich games ------------------------------------------------------------------------------------------------------
def deal_riches(batch: Batch, seed: int = 0, games: np.ndarray | None = None) -> None:
    """Give the teams of (some) games that have just been set up objects, Experience cards, Traumas, money and foes.

    Random play of plain games ends before it has found much. Everything is still there exactly once.
    """
    tables = load_content().tables[0]
    for i in range(len(batch)) if games is None else np.flatnonzero(games):
        rng = np.random.default_rng([seed, int(batch.games["seed"][i] >> np.uint64(1))])
        _enrich(batch.games[i], tables, rng)
    batch.refresh()


def _enrich(game: np.void, tables: np.void, rng: np.random.Generator) -> None:
    team = [int(explorer) for explorer in game["explorer"][: int(game["players"])]]
    for thing in range(o.OBJECTS):
        if game["object_owner"][thing] == o.NOWHERE and rng.random() < 0.4:
            game["object_owner"][thing] = rng.choice(team)
            _equip(game, tables, thing)
    for card in range(o.EXPERIENCE):
        able = [e for e in team if e == tables["experience_explorer"][card]]
        able += [o.ROBERT_YOUNG] if tables["experience_explorer"][card] == o.ROBERT and o.ROBERT_YOUNG in team else []
        if able and rng.random() < 0.4:
            game["experience_owner"][card] = able[0]
    for explorer in team:
        for kind in range(o.TRAUMAS):
            if rng.random() < 0.15 and game["trauma_unknown"][kind] > 0:
                game["trauma_unknown"][kind] -= 1
                game["trauma"][explorer] |= 1 << kind
        game["wounds"][explorer] = rng.integers(0, 4)
        tokens = int(rng.integers(0, 4))
        game["fate"][explorer] += tokens
        game["set_aside"] -= tokens
    for key in ("coins", "xp"):
        game[key] += rng.integers(0, 20)
    for upgrade in range(o.UPGRADES):
        if game["upgrade"][upgrade] == o.UPGRADE_LOCKED and tables["upgrade_trigger"][upgrade] >= 0:
            game["upgrade"][upgrade] = rng.choice((o.UPGRADE_LOCKED, o.UPGRADE_UNLOCKED))
    for k in range(o.WILDCARDS):
        if game["wildcard"][k] == o.NOWHERE and rng.random() < 0.4:
            game["wildcard"][k] = rng.choice(team)
    _add_adversaries(game, rng)


def _equip(game: np.void, tables: np.void, thing: int) -> None:
    slot, owner = int(tables["object_slot"][thing]), int(game["object_owner"][thing])
    if slot < 0:
        return
    there = (game["equipped"] != 0) & (game["object_owner"] == owner) & (tables["object_slot"] == slot)
    game["equipped"][thing] = int(there.sum()) < int(tables["slot_capacity"][slot])


def _add_adversaries(game: np.void, rng: np.random.Generator) -> None:
    """Put miniatures on squares without Explorers; nobody meets them before going there."""
    taken = {int(square) for square in game["square"]}
    zones = [zone for zone in range(o.ZONES) if (int(game["zones"]) >> zone) & 1]
    squares = [o.ZONE_FIRST[zone] + k for zone in zones for k in range(o.ZONE_SIZES[zone])]
    squares = [square for square in squares if square not in taken]
    for kind in range(o.GUARDIAN):
        for k in range(o.KIND_MINIATURES[kind]):
            miniature = o.KIND_FIRST[kind] + k
            if game["miniature_square"][miniature] == o.NOWHERE and squares and rng.random() < 0.12:
                game["miniature_square"][miniature] = rng.choice(squares)
