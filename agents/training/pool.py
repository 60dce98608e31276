"""Self-play: earlier states of the network as opponents, and the draw of who sits at which table."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.statistics import proportion
from agents.training.checkpoint import read_tensors, write_tensors
from agents.training.evaluation import kind_of, play_games
from agents.training.games import PAST, TableEnvironment
from agents.training.network_agent import NetworkAgent

FOLDER = "pool"
_DRAW, _PROMOTE = 1, 2  # streams of random numbers
_EVEN = 0.5


class Pool:
    """The members of the pool, each a state of the network after a number of updates, in a file of its own.

    Args:
        games: the section `environment` of the configuration.
        folder: of the training.
        seed: of the draws.
        policy: the network that is trained; members have its layers.
        content: the facts.
    """

    def __init__(self, games: TableEnvironment, folder: Path, seed: int, policy: Any, content: Any) -> None:
        self._games = games
        self._folder = folder / FOLDER
        self._seed = seed
        self._policy = policy
        self._content = content
        self._agents: dict[int, NetworkAgent] = {}
        self.members: list[int] = []
        self.offered = -1

    @property
    def wanted(self) -> bool:
        """Whether anyone plays against members of the pool."""
        return PAST in self._games.opponents

    def offer(self, update: int) -> bool:
        """Take the network as it is for a new member when it is time, and good enough; return whether it was taken.

        Raises:
            OSError: when it cannot be written; then the pool is as it was, and it is time again at the next update.
        """
        pool = self._games.pool
        due = update // pool.every * pool.every
        if not self.wanted or due <= self.offered:
            return False
        if self.members and pool.promote == "better" and not self._is_better(update):
            self.offered = due
            return False
        self._folder.mkdir(exist_ok=True)
        write_tensors(self._file(update), self._policy.state_dict())
        self.members = [*self.members, update][-pool.size :]
        self.offered = due
        return True

    def _is_better(self, update: int) -> bool:
        """Return whether the network wins more games than it loses against the latest member, beyond chance.

        Both draw their actions, so that neither has an advantage that comes of not trying others out.
        """
        count = self._games.pool.promote_games
        seed = int(np.random.SeedSequence([_PROMOTE, self._seed, update]).generate_state(1)[0])
        forms = kind_of(self._games).forms
        learner = NetworkAgent("learner", self._policy, forms, self._games.observation, explore=True)
        won, _ = play_games(learner, self._games, self._content, count, seed, self._agent(self.members[-1]))
        even = np.mean([1 / players for players, _ in self._games.kinds()]) if self._games.players != [2] else _EVEN
        return bool(proportion(int(won.sum()), count).low > even)

    # --- who sits where -----------------------------------------------------------------------------------------------
    def seat(self, environment: Any, update: int) -> None:
        """Draw the opponents of every table for its next game; the draw follows from seed and update alone."""
        rng = np.random.default_rng([_DRAW, self._seed, update])
        agents, weights = self._drawn_from(rng)
        seats = max(self._games.players) - 1
        environment.set_opponents(agents, rng.choice(len(agents), (environment.num_envs, seats), p=weights))

    def _drawn_from(self, rng: np.random.Generator) -> tuple[list[Any], NDArray[np.float64]]:
        agents: list[Any] = []
        weights: list[float] = []
        for name, weight in self._games.opponents.items():
            members = self._active(rng) if name == PAST else []
            agents += [self._agent(member) for member in members] if name == PAST else [name]
            weights += [weight / len(members)] * len(members) if name == PAST else [weight]
        return agents, np.array(weights) / sum(weights)

    def _active(self, rng: np.random.Generator) -> list[int]:
        """Return the latest member and, when there is room for more, some of the others."""
        *others, latest = self.members
        count = min(self._games.pool.active - 1, len(others))
        return [*rng.choice(others, count, replace=False).tolist(), latest] if count else [latest]

    # --- members ------------------------------------------------------------------------------------------------------
    def _file(self, member: int) -> Path:
        return self._folder / f"{member:08}.pt"

    def _agent(self, member: int) -> NetworkAgent:
        """Return a member as an agent; always the same one, as games know their opponents by it."""
        if member not in self._agents:
            policy = copy.deepcopy(self._policy)
            policy.optimizer = None
            policy.load_state_dict(read_tensors(self._file(member)))
            forms, form = kind_of(self._games).forms, self._games.observation
            self._agents[member] = NetworkAgent(_name(member), policy, forms, form, explore=True)
        return self._agents[member]

    def get_state(self) -> dict[str, Any]:
        """Return what `set_state` needs beside the files."""
        return {"members": list(self.members), "offered": self.offered}

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Go on from a state of `get_state`.

        Raises:
            FileNotFoundError: when the file of a member is missing.
        """
        self.members, self.offered = list(state["members"]), state["offered"]
        for member in self.members:
            if not self._file(member).is_file():
                raise FileNotFoundError(f"{self._file(member)} is missing; the training cannot go on without it")

    def seated(self, state: Any) -> dict[str, NetworkAgent]:
        """Return the members that play in the games of a state, by name."""
        return {_name(member): self._agent(member) for member in _members_in(state)}

    def tidy(self, state: Mapping[str, Any]) -> None:
        """Forget members, and remove their files, that neither the pool nor a state of the training needs.

        The state may be of an earlier update than the pool, which has taken other members since.
        """
        needed = {*self.members, *(state["pool"] or {}).get("members", ()), *_members_in(state)}
        self._agents = {member: agent for member, agent in self._agents.items() if member in needed}
        for path in self._folder.glob("*.pt"):
            if path.stem.isdecimal() and int(path.stem) not in needed:
                path.unlink(missing_ok=True)


def _name(member: int) -> str:
    return f"{PAST}-{member}"


def _members_in(state: Any) -> set[int]:
    """Return the members that a state of the games names."""
    if isinstance(state, Mapping):
        name = state.get("agent")
        if isinstance(name, str) and name.startswith(f"{PAST}-"):
            return {int(name.removeprefix(f"{PAST}-"))}
        return set().union(*map(_members_in, state.values()))
    return set().union(*map(_members_in, state)) if isinstance(state, list | tuple) else set()
