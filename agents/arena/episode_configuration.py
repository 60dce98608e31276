"""What a rating of episodes of Arkeis is asked to do, and the checks of it."""

from __future__ import annotations

import dataclasses
import functools
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

import agents
from agents.arena.configuration import Asked, check_agents, check_list, loads_torch, versions
from agents.base import spread_seed
from arnak_env.core.fingerprint import rules_fingerprint, source_fingerprint

if TYPE_CHECKING:
    from arnak_env.arkeis.content import Content

_TEAM = 3  # keeps these seeds apart from those of games and agents
_MOST = 5
JOINED = "+"  # between the Explorers of a team, in cells and tables
SWITCHES: dict[str, dict[str, Any]] = {
    "threat_first_turn": {"threat_first_turn": "apply"},
    "defeated_miniatures_out": {"defeated_miniatures": "out"},
    "wildcard_any_roll": {"wildcard_any_roll": True},
    "equip_at_setup": {"equip_at_setup": True},
}
"""Rule variants by name, as arguments of `arnak_env.arkeis.config.GameConfig`."""


@dataclasses.dataclass(frozen=True)
class EpisodeCell:
    """One line of the table: this agent in this episode with this team and these Adversary cards.

    Attributes:
        agent: the agent's name.
        episode: id of the episode.
        team: the Explorers, joined by ``+``; a number stands for any so many, others in every game.
        elite: ``none``, ``classic`` or ``intermediate``.
    """

    agent: str
    episode: str
    team: str
    elite: str


@dataclasses.dataclass(frozen=True)
class EpisodeConfiguration(Asked):
    """Everything that decides the result of a rating of episodes.

    Attributes:
        episodes: numbers or ids of episodes, or paths of episode files.
        agents: names as `agents.load` knows them for Arkeis.
        games: games in each cell.
        seed: game k has the same seed in every cell.
        players: sizes of teams that are drawn anew for every game.
        explorers: teams that are the same in every game.
        elite: ``none``, ``classic``, ``intermediate``.
        switches: names of rule variants, see `SWITCHES`.
        content: file with corrections of the facts, see `arnak_env.arkeis.content.load_content`.
    """

    episodes: tuple[int | str, ...]
    agents: tuple[str, ...]
    games: int
    seed: int
    players: tuple[int, ...] = (1, 2)
    explorers: tuple[tuple[str, ...], ...] = ()
    elite: tuple[str, ...] = ("none",)
    switches: tuple[str, ...] = ()
    content: str | None = None

    def __post_init__(self) -> None:
        for what in ("episodes", "agents", "elite"):
            check_list(what, getattr(self, what))
        if self.players or not self.explorers:
            check_list("players", self.players)
        for number in self.players:
            if not 1 <= number <= _MOST:
                raise ValueError(f"players must be from 1 to {_MOST}, got {number}")
        for name in self.switches:
            if name not in SWITCHES:
                raise ValueError(f"unknown switch {name!r}; switches are: {', '.join(SWITCHES)}")
        self.check_games()
        check_agents(self.agents, "arkeis")
        check_list("teams", self._teams())
        ids = self.episode_ids
        check_list("episodes", ids)
        for episode, team, elite in product(ids, self._teams(), self.elite):
            config = self.game_config(EpisodeCell("", episode, team, elite), 0)
            config.write(_empty_game(), self.facts)

    @functools.cached_property
    def _known(self) -> tuple[Content, tuple[str, ...]]:
        """The facts and the ids of the episodes, read once: a file that changes meanwhile does not reach the games."""
        from arnak_env.arkeis.content import load_content
        from arnak_env.arkeis.episode_files import with_episode_files

        facts, episodes = with_episode_files(load_content(self.content), self.episodes)
        return facts, tuple(facts.episode(facts.slot_of(episode)).episode.id for episode in episodes)

    @property
    def facts(self) -> Content:
        """The facts that are played with."""
        return self._known[0]

    @property
    def episode_ids(self) -> tuple[str, ...]:
        """Ids of the episodes."""
        return self._known[1]

    def _teams(self) -> tuple[str, ...]:
        return (*map(str, self.players), *(JOINED.join(team) for team in self.explorers))

    def cells(self) -> list[EpisodeCell]:
        """Return the cells in the order of the table."""
        return [
            EpisodeCell(agent, episode, team, elite)
            for agent, episode, elite, team in product(self.agents, self.episode_ids, self.elite, self._teams())
        ]

    def team(self, cell: EpisodeCell, number: int) -> tuple[str, ...]:
        """Return the Explorers of game `number`, in seat order; the first one begins."""
        from arnak_env.arkeis.opcodes import EXPLORER_IDS

        if not cell.team.isdecimal():
            return tuple(cell.team.split(JOINED))
        order = np.random.default_rng(int(spread_seed(_TEAM, self.seed, number))).permutation(_MOST)
        return tuple(EXPLORER_IDS[explorer] for explorer in order[: int(cell.team)])

    def game_config(self, cell: EpisodeCell, number: int) -> Any:
        """Return the configuration of a game."""
        from arnak_env.arkeis.config import GameConfig

        variants = {key: value for name in self.switches for key, value in SWITCHES[name].items()}
        return GameConfig(episode=cell.episode, explorers=self.team(cell, number), elite=cell.elite, **variants)

    def described(self) -> dict[str, Any]:
        """Return what is written to ``configuration.json``: the arguments, and what else decides the result."""
        content = self.facts.fingerprint
        return {
            "command": "rate-episode",
            "arguments": {
                "episodes": list(self.episode_ids),
                "agents": list(self.agents),
                "games": self.games,
                "seed": self.seed,
                "players": list(self.players),
                "explorers": [list(team) for team in self.explorers],
                "elite": list(self.elite),
                "switches": list(self.switches),
                "content": self.content,
            },
            "seeds": self.seeds_described(),
            "agents": {name: source_fingerprint(agents.source(name, "arkeis")) for name in self.agents},
            "content": content,
            "rules": rules_fingerprint(content, "arkeis"),
            "versions": versions(loads_torch(self.agents, "arkeis")),
        }


def _empty_game() -> Any:
    from arnak_env.arkeis.state import GAME

    return np.zeros(1, GAME)[0]
