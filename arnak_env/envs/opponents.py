"""Agents at the seats of a table that are not the learner's: who sits where, and their decisions, for many games.

The package `agents` is looked up only when a table is made, so that the environments do without it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from arnak_env.arnak.batch import Batch
from arnak_env.arnak.opcodes import MAX_PLAYERS
from arnak_env.core.arguments import one_of, shown, whole_number
from arnak_env.core.batch import IllegalAction

if TYPE_CHECKING:
    from agents.base import Agent

RANDOM, ROTATE = "random", "rotate"
_LEARNER = -1
_NO_ACTION = -1  # leaves a game as it is
_SEATING, _PLAYING = 1, 2  # streams of random numbers that follow from the seed of a game


class OpponentFailed(RuntimeError):
    """An opponent could not give a legal action; the message names it and the game, and what was wrong."""


def checked_seat(seat: Any, players: int) -> int | str:
    """Return the learner's seat: a number from 0, ``"random"`` or ``"rotate"``.

    Raises:
        ValueError: for anything else.
    """
    if isinstance(seat, str):
        return one_of("seat", seat, (RANDOM, ROTATE))
    try:
        return whole_number("seat", seat, 0, players - 1)
    except ValueError as error:
        raise ValueError(f'{error}; or "{RANDOM}", or "{ROTATE}" (another one each episode)') from None


def checked_opponents(opponents: Any, players: int) -> tuple[Any, ...]:
    """Return the opponents as a tuple of names and agents: one for all other seats, or one for each.

    Raises:
        ValueError: for another number, an unknown name, or something that is no agent.
        FileNotFoundError: when the file of a named agent does not exist.
    """
    import agents

    given = tuple(opponents) if isinstance(opponents, list | tuple) else (opponents,)
    if len(given) not in (1, players - 1):
        many = f"one for all, or one for each of the {players - 1} other seats in turn order"
        right = "one agent" if players == 2 else many
        raise ValueError(f"opponents must be {right}, got {len(given)}: {shown(opponents)}")
    for one in given:
        if isinstance(one, str):
            agents.check_name(one)
        elif missing := [part for part in ("name", "begin", "act") if not hasattr(one, part)]:
            raise ValueError(
                f"an opponent is the name of an agent or an agent (agents.base.Agent), got {shown(one)}, which has no "
                f"{', no '.join(missing)}"
            )
    return given


class Opponents:
    """Who plays at the seats of `count` games, and their decisions.

    Attributes:
        seat: the learner's seat in each game, int64 ``(count,)``.
    """

    def __init__(self, count: int) -> None:
        self.seat = np.zeros(count, np.int64)
        self._at = np.full((count, MAX_PLAYERS), _LEARNER)  # number of the agent by game and seat
        self._agents: dict[int, Agent] = {}
        self._given: dict[int, Any] = {}  # the name or agent that was asked for, by the number of the agent
        self._numbers: dict[Any, int] = {}  # by name, or by the identity of an agent
        self._told: set[int] = set()  # agents that know how many games there are
        self._next = 0

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._numbers = {_key(given): number for number, given in self._given.items()}  # copies are other objects

    # --- who sits where ----------------------------------------------------------------------------------------------
    def seat_down(self, batch: Batch, which: np.ndarray, seats: Sequence[Any], opponents: Sequence[Any]) -> None:
        """Give seats to learner and opponents in games that were just set up.

        Args:
            batch: the games.
            which: their indices.
            seats: the learner's seat in every game of the batch, as `checked_seat` returns it.
            opponents: the opponents in every game of the batch, as `checked_opponents` returns them.

        Raises:
            ValueError: when an opponent was not trained for such a game.
        """
        from agents.base import check_known

        games, seeds = batch.games, batch.seeds
        for index in which.tolist():
            players, episode = int(games["players"][index]), int(games["episode"][index])
            learner = _seat_of(seats[index], int(seeds[index]), episode, players)
            self.seat[index] = learner
            self._at[index] = _LEARNER
            for place in range(1, players):
                one = opponents[index][(place - 1) % len(opponents[index])]
                self._at[index, (learner + place) % players] = self._number(one, batch)
        for number in np.unique(self._at[which]).tolist():
            if number != _LEARNER:
                rows = which[(self._at[which] == number).any(axis=1)]
                check_known(self._agents[number], batch, rows)
                self._agents[number].begin(_agent_seeds(batch, rows), rows)

    def load(self, batch: Batch, opponents: Sequence[tuple[Any, ...]]) -> None:
        """Load the agents that are to play, so that what is wrong with one is told now.

        Args:
            batch: the games, for what the agents know of them.
            opponents: the opponents in every game of the batch, as `checked_opponents` returns them.

        Raises:
            ValueError, FileNotFoundError, ImportError: when one cannot be loaded, or was not trained for its games.
        """
        from agents.base import check_known

        rows: dict[int, list[int]] = {}
        for index, table in enumerate(opponents):
            for one in table:
                rows.setdefault(self._number(one, None), []).append(index)
        for number, games in rows.items():
            check_known(self._agents[number], batch, np.array(games))

    def forget(self, needed: Iterable[tuple[Any, ...]]) -> None:
        """Let go of agents that sit at no table now and are not `needed` for the next games."""
        kept = set(np.unique(self._at).tolist())
        kept |= {self._numbers[key] for table in needed for one in table if (key := _key(one)) in self._numbers}
        for number in [number for number in self._agents if number not in kept]:
            del self._agents[number], self._given[number]
        self._numbers = {key: number for key, number in self._numbers.items() if number in self._agents}

    def _number(self, given: Any, batch: Batch | None) -> int:
        """Return the number of an agent; one that is new is loaded, and told of all games before it is asked."""
        key = _key(given)
        if key not in self._numbers:
            import agents

            self._agents[self._next] = agents.load(given) if isinstance(given, str) else given
            self._given[self._next], self._numbers[key] = given, self._next
            self._next += 1
        number = self._numbers[key]
        if batch is not None and number not in self._told:
            self._told.add(number)
            self._agents[number].begin(_agent_seeds(batch, np.arange(len(batch))))
        return number

    # --- their decisions ---------------------------------------------------------------------------------------------
    def play(self, batch: Batch, which: np.ndarray | None = None) -> None:
        """Take decisions until each game waits for its learner or is over.

        Every agent is asked once for all games in which it is to decide. They are asked in the order of their names, as
        some draw from random numbers that they share, and their numbers here are others after `set_state`.

        Args:
            batch: the games.
            which: bool array, the games in which opponents decide; None: all.

        Raises:
            OpponentFailed: when an agent gives an illegal action or none.
        """
        while True:
            player = batch.player
            waiting = (player >= 0) & (player != self.seat)
            rows = np.flatnonzero(waiting if which is None else waiting & which)
            if not len(rows):
                return
            seats = player[rows]
            deciding = self._at[rows, seats]
            actions = np.full(len(player), _NO_ACTION)
            for number in sorted(np.unique(deciding).tolist(), key=lambda number: self._agents[number].name):
                asked = rows[deciding == number]
                actions[asked] = _ask(self._agents[number], batch, asked)
            refused = batch.step(actions, illegal="ignore")[rows]
            if refused.any():
                first = int(np.flatnonzero(refused)[0])
                row, number = int(rows[first]), int(deciding[first])
                why = batch.why_illegal(row, int(actions[row]))
                raise OpponentFailed(
                    f"the opponent {self._agents[number].name!r} took an illegal action at seat {seats[first]} of "
                    f"sub-environment {row}: {why}"
                ) from IllegalAction(why)

    def show_the_end(self, batch: Batch, ended: np.ndarray) -> None:
        """Give games that are over (indices) the learner's own view as their observation."""
        if len(ended):
            batch.observation[ended] = batch.clone(ended, observe=False).observe(self.seat[ended])

    @property
    def agents(self) -> list[Any]:
        """The agents that were given as objects."""
        return [one for one in self._given.values() if not isinstance(one, str)]

    # --- saving ------------------------------------------------------------------------------------------------------
    def get_state(self) -> dict[str, Any]:
        """Return who sits where, with agents by name.

        Raises:
            ValueError: when two different agents have the same name.
        """
        used = [number for number in np.unique(self._at).tolist() if number != _LEARNER]
        saved = saved_opponents([tuple(self._given[number] for number in used)])[0]
        words = dict(zip(used, saved, strict=True))
        return {
            "learner": self.seat.tolist(),
            "seated": [[words.get(number) for number in row] for row in self._at.tolist()],
        }

    def set_state(self, batch: Batch, state: Mapping[str, Any], known: Mapping[str, Any]) -> None:
        """Seat learner and opponents as a state says, and tell the opponents of their games.

        Args:
            batch: the games of the state.
            state: from `get_state`.
            known: agents by name, for those that `agents.load` does not know.

        Raises:
            ValueError: when an agent is in neither.
        """
        seated = [[None if one is None else found_opponent(one, known) for one in row] for row in state["seated"]]
        self._told.clear()
        self.seat[:] = state["learner"]
        self._at[:] = [[_LEARNER if one is None else self._number(one, batch) for one in row] for row in seated]


def saved_opponents(opponents: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    """Return opponents as words for a state: names as they are, agents as ``{"agent": name}``.

    Raises:
        ValueError: when two different agents have the same name, because a state could not tell them apart.
    """
    named: dict[str, Any] = {}
    saved = []
    for table in opponents:
        for one in table:
            if not isinstance(one, str) and named.setdefault(one.name, one) is not one:
                raise ValueError(
                    f"two different opponents are called {one.name!r}, so a state cannot tell them apart; give each "
                    "agent a `name` of its own"
                )
        saved.append([one if isinstance(one, str) else {"agent": one.name} for one in table])
    return saved


def found_opponent(saved: Any, known: Mapping[str, Any]) -> Any:
    """Return the opponent that a word of `saved_opponents` stands for.

    Raises:
        ValueError: when it is an agent that is not among those known by name.
    """
    if isinstance(saved, str):
        return saved
    if saved["agent"] not in known:
        raise ValueError(
            f"the state needs the opponent {saved['agent']!r}, an agent that was given as an object; pass it: "
            f"set_state(state, opponents={{{saved['agent']!r}: AGENT}})"
        )
    return known[saved["agent"]]


def _key(given: Any) -> Any:
    return given if isinstance(given, str) else id(given)


def _seat_of(seat: int | str, seed: int, episode: int, players: int) -> int:
    """Return the learner's seat in one game; it follows from the seed and the number of the episode alone."""
    from agents.base import spread_seed

    if seat == ROTATE:
        return (seed + episode) % players
    if seat == RANDOM:
        return int(spread_seed(_SEATING, seed, episode)) % players
    return int(seat)


def _agent_seeds(batch: Batch, rows: np.ndarray) -> np.ndarray:
    from agents.base import spread_seed

    return spread_seed(_PLAYING, batch.seeds[rows], batch.games["episode"][rows].astype(np.int64))


def _ask(agent: Agent, batch: Batch, rows: np.ndarray) -> np.ndarray:
    """Return the actions of an agent in some games, int64 of the shape of `rows`."""
    try:
        chosen = np.asarray(agent.act(batch, rows))
    except Exception as error:
        error.add_note(f"the opponent {agent.name!r} was deciding; reset() starts a new game")
        raise
    if chosen.shape != (len(batch),) or chosen.dtype.kind not in "iu":
        raise OpponentFailed(
            f"the opponent {agent.name!r} must return whole numbers of shape ({len(batch)},), one action per game; it "
            f"returned {shown(chosen)}"
        )
    return chosen[rows].astype(np.int64)
