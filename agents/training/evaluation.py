"""Evaluation of a network in training: every game is played once, on fixed seeds, and no action may be illegal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.statistics import clustered_share, mean, proportion
from agents.base import Agent, spread_seed
from agents.training.environments import arguments_of, chosen_kinds, label_of, vec_env_of
from agents.training.games import EpisodeEnvironment, TableEnvironment
from agents.training.records import ALL, GroupResult, Interval
from arnak_env.envs.kinds import Endings, Kind

if TYPE_CHECKING:
    from agents.training.config import TrainingConfig

FINAL = 1
"""Added to the seed of the evaluations for the games at the end."""

_NO_ACTION = -1  # leaves a game as it is
_LONGEST = 100_000  # decisions; far beyond any game


class IllegalChoice(RuntimeError):
    """An agent chose an action that the rules forbid; that is a mistake of the program."""


def kind_of(games: Any) -> Kind:
    """Return the game of a section `environment` as its environments see it."""
    if isinstance(games, EpisodeEnvironment):
        from arnak_env.envs.arkeis import EPISODE

        return EPISODE
    if isinstance(games, TableEnvironment):
        from arnak_env.envs.arnak_table import KIND as TABLE

        return TABLE
    from arnak_env.envs.arnak_solo import KIND

    return KIND


def evaluate(agent: Agent, config: TrainingConfig, content: Any, *, final: bool = False) -> list[GroupResult]:
    """Play the evaluation of a configuration.

    Args:
        agent: plays them.
        config: says how many games of which kinds, and against whom.
        content: the facts.
        final: play the further games of the end of the training instead.

    Returns:
        one result for all games first, then one for each group where there is more than one.
    """
    asked = config.evaluation
    count, seed = (asked.final_games, asked.seed + FINAL) if final else (asked.games, asked.seed)
    opponents: list[Any] = list(asked.opponents) if isinstance(config.environment, TableEnvironment) else [None]
    parts = [(one, *play_games(agent, config.environment, content, count, seed, one)) for one in opponents]
    labels = [label_of(config.environment, kind) for kind in chosen_kinds(config.environment, count)]
    return _grouped(parts, np.array(labels))


def play_games(
    agent: Agent, games: Any, content: Any, count: int, seed: int, opponent: str | Agent | None = None
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Play games, each of them once.

    Args:
        agent: the player; at a table, of one seat, which changes from game to game.
        games: the section `environment`; its kinds of games are taken in turn.
        content: the facts.
        count: how many games.
        seed: of the games.
        opponent: who sits at the other seats of a table.

    Returns:
        which games were won, bool ``(count,)``, and their points, float64 ``(count,)``.

    Raises:
        IllegalChoice: when the agent chose a forbidden action.
    """
    kind = kind_of(games)
    arguments = arguments_of(games, count, content)
    if opponent is not None:
        kinds = len(games.kinds())
        arguments["opponents"] = [(opponent,)] * count
        arguments["seat"] = [place // kinds % players for place, players in enumerate(arguments["num_players"])]
    environment: Any = vec_env_of(games).vector_class(count, **arguments)
    settings, batch = environment.settings, environment.batch
    batch.reset(seed=spread_seed(seed, np.arange(count)))
    table = None if opponent is None else _Table(batch, settings)
    agent.begin(spread_seed(seed, 1, np.arange(count)))
    won, points = np.zeros(count, bool), np.zeros(count)
    left = np.ones(count, bool)
    for _ in range(_LONGEST):
        if table is not None:
            table.play()
        ended = left & (batch.player < 0)
        if ended.any():
            which = np.flatnonzero(ended)
            endings = _endings(kind, batch, which) if table is None else table.endings(which)
            won[which] = endings.entries["is_success"]
            points[which] = endings.entries["victory_points" if "victory_points" in endings.entries else "score"]
            left &= ~ended
        if not left.any():
            return won, points
        _step(agent, batch, np.flatnonzero(left))
    raise RuntimeError(f"a game did not end within {_LONGEST:,} decisions")


def _step(agent: Agent, batch: Any, rows: NDArray[np.intp]) -> None:
    actions = np.full(len(batch), _NO_ACTION, np.int64)
    actions[rows] = agent.act(batch, rows)[rows]
    illegal = batch.step(actions, illegal="ignore")
    if illegal[rows].any():
        row = int(rows[np.flatnonzero(illegal[rows])[0]])
        raise IllegalChoice(
            f"{agent.name} chose a forbidden action in game {row} of the evaluation: "
            f"{batch.why_illegal(row, int(actions[row]))}"
        )


def _endings(kind: Kind, batch: Any, which: NDArray[np.intp]) -> Endings:
    return kind.endings(batch, which, np.zeros(len(which), bool))


class _Table:
    """The opponents at the tables of a batch."""

    def __init__(self, batch: Any, settings: Any) -> None:
        from arnak_env.envs.opponents import Opponents

        self._batch = batch
        self._opponents = Opponents(len(batch))
        self._opponents.seat_down(batch, np.arange(len(batch)), settings.seat, settings.opponents)

    def play(self) -> None:
        """Let opponents decide until each game waits for the learner or is over."""
        self._opponents.play(self._batch)

    def endings(self, which: NDArray[np.intp]) -> Endings:
        from arnak_env.envs.arnak_table import table_endings

        return table_endings(self._batch, which, np.zeros(len(which), bool), self._opponents.seat[which])


def _grouped(
    parts: Sequence[tuple[str | None, NDArray[np.bool_], NDArray[np.float64]]], labels: NDArray[np.str_]
) -> list[GroupResult]:
    """Return the results of all games, of each opponent, and of each kind of game against each."""
    found = []
    if len(parts) > 1:
        found.append(_pooled(*(np.array(column) for column in list(zip(*parts, strict=True))[1:])))
    for opponent, won, points in parts:
        found.append(result(ALL, opponent, won, points))
        different = list(dict.fromkeys(labels.tolist()))
        if len(different) > 1:
            found += [result(label, opponent, won[labels == label], points[labels == label]) for label in different]
    return found


def _pooled(won: NDArray[np.bool_], points: NDArray[np.float64]) -> GroupResult:
    """Return the results against all opponents, ``(opponents, games)``; game k is one deal, whoever plays."""
    return GroupResult(
        group=ALL,
        opponent=None,
        games=won.size,
        wins=int(won.sum()),
        win_rate=Interval.of(clustered_share(won.mean(axis=0), won.size)),
        score=Interval.of(mean(points.mean(axis=0))),
    )


def result(group: str, opponent: str | None, won: NDArray[np.bool_], points: NDArray[np.float64]) -> GroupResult:
    """Return win rate and mean points of games with their intervals."""
    wins = int(won.sum())
    return GroupResult(
        group=group,
        opponent=opponent,
        games=len(won),
        wins=wins,
        win_rate=Interval.of(proportion(wins, len(won))),
        score=Interval.of(mean(points)),
    )
