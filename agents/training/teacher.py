"""Games of a teacher, kept on disk, for a network to imitate."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import agents
from agents.arena.rating import Stopped
from agents.training.config import TrainingConfig
from agents.training.environments import arguments_of, game_of, vec_env_of
from agents.training.games import TableEnvironment
from arnak_env.core.files import write_whole
from arnak_env.core.fingerprint import rules_fingerprint

FOLDER = "teacher"
_WAITING = "not_learned_yet"  # an empty file, from the first game of the teacher to the first checkpoint
_LEAST = 64  # games side by side at least, which share the cost of each call


class DamagedGames(ValueError):
    """A file of a teacher's games cannot be read; the message names it."""


class Decisions(NamedTuple):
    """Decisions of the teacher.

    Attributes:
        observation: uint8 ``(n, columns)``, as the rules write them.
        mask: uint8 ``(n, bytes)``, the legal actions, packed eight to a byte.
        action: int16 ``(n,)``, what the teacher chose.
        value: float32 ``(n,)``, the rewards from this decision to the end of the game.
        game: int32 ``(n,)``, the game in its file, from 0.
    """

    observation: NDArray[np.uint8]
    mask: NDArray[np.uint8]
    action: NDArray[np.int16]
    value: NDArray[np.float32]
    game: NDArray[np.int32]


class TeacherGames:
    """The games of a teacher that a configuration asks for, in files of some games each.

    Every file holds each kind of game equally often, and depends on nothing but the configuration and its number. So
    what is there already is not played again.

    Args:
        config: a configuration with the section `imitation`.
        content: the facts.
    """

    def __init__(self, config: TrainingConfig, content: Any) -> None:
        assert config.imitation is not None
        self._games: Any = config.environment
        self._asked = config.imitation
        self._content = content
        self._folder = config.out / FOLDER / self._fingerprint(config)
        kinds = len(self._games.kinds())
        self.in_file = kinds * -(-_LEAST // kinds)
        """Games in each file."""
        self.files = -(-self._asked.games // self.in_file)
        """How many files there are."""

    @staticmethod
    def waiting_in(out: Path) -> bool:
        """Return whether the training of a folder was stopped while its teacher played or was imitated."""
        return (out / FOLDER / _WAITING).is_file()

    @staticmethod
    def learned_in(out: Path) -> None:
        """Note that the training of a folder has got beyond its teacher."""
        (out / FOLDER / _WAITING).unlink(missing_ok=True)

    def play(self, progress: Callable[[int, int], None], stop: Callable[[], bool]) -> None:
        """Play what is missing.

        Args:
            progress: called with the number of games that are there and of those asked for.
            stop: asked after every decision; true ends the playing.

        Raises:
            Stopped: after `stop` said so; finished files stay.
            OSError: when a file cannot be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        self._folder.with_name(_WAITING).touch()
        teacher = None
        for number in range(self.files):
            progress(number * self.in_file, self.files * self.in_file)
            path = self._path(number)
            if path.is_file():
                continue
            teacher = teacher or agents.load(self._asked.teacher, game=game_of(self._games))
            data = io.BytesIO()
            decisions = self._play_file(teacher, number, stop)
            np.savez_compressed(data, **decisions._asdict())
            write_whole(path, data.getvalue())

    def read(self) -> Iterator[Decisions]:
        """Yield the decisions of each file.

        Raises:
            DamagedGames: naming a file that is damaged.
        """
        for number in range(self.files):
            path = self._path(number)
            try:
                with np.load(path, allow_pickle=False) as columns:
                    yield Decisions(**{name: columns[name] for name in Decisions._fields})
            except Exception as error:  # of many kinds, from the archive and numpy
                raise DamagedGames(f"{path} is damaged ({error}); delete it, and its games are played again") from None

    def _fingerprint(self, config: TrainingConfig) -> str:
        """Return a hash of all that decides how these games go, so that those of another teacher lie elsewhere."""
        games = {key: value for key, value in config.as_written()["environment"].items() if key != "shaping"}
        rules = rules_fingerprint(self._content.fingerprint, game_of(self._games))
        digest = hashlib.sha256(rules.encode())
        digest.update(json.dumps([self._asked.teacher, self._asked.seed, games]).encode())
        for path in agents.source(self._asked.teacher, game_of(self._games)):
            digest.update(path.read_bytes())
        return digest.hexdigest()[:12]

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:05d}.npz"

    def _play_file(self, teacher: Any, number: int, stop: Callable[[], bool]) -> Decisions:
        count = self.in_file
        arguments = arguments_of(self._games, count, self._content)
        if isinstance(self._games, TableEnvironment):
            # The others are as good as the teacher, each of them with its own random numbers. Each kind of game comes
            # with the teacher in every seat in turn; by the seeds alone it would always be the same one.
            arguments["opponents"] = self._asked.teacher
            rounds = (number * count + np.arange(count)) // len(self._games.kinds())
            arguments["seat"] = (rounds % np.array(arguments["num_players"])).tolist()
        environment: Any = vec_env_of(self._games).vector_class(count, autoreset_mode="SameStep", **arguments)
        seeds = self._asked.seed + number * count + np.arange(count)
        environment.reset(seed=seeds.tolist())
        teacher.begin(seeds)
        notes: list[tuple[NDArray[Any], ...]] = []
        rewards: list[NDArray[np.float64]] = []
        left = np.ones(count, bool)
        while left.any():
            if stop():
                raise Stopped(number * count, self.files * count)  # the games of this file are lost
            batch = environment.batch
            rows = np.flatnonzero(left)
            actions = batch.mask.argmax(1).astype(np.int64)  # of games that are no longer watched
            actions[rows] = teacher.act(batch, rows)[rows]
            notes.append((batch.observation[rows], np.packbits(batch.mask[rows], axis=1), actions[rows], rows))
            _, reward, terminated, truncated, _ = environment.step(actions)
            rewards.append(np.where(left, reward, 0.0))
            left &= ~(terminated | truncated)
        environment.close()
        return _with_values(notes, np.array(rewards))


def _with_values(notes: list[tuple[NDArray[Any], ...]], rewards: NDArray[np.float64]) -> Decisions:
    """Return decisions, each with what its game still brought."""
    to_come = rewards[::-1].cumsum(0)[::-1]
    values = [to_come[moment, rows] for moment, (_, _, _, rows) in enumerate(notes)]
    observation, mask, action, game = (np.concatenate(column) for column in zip(*notes, strict=True))
    return Decisions(
        observation,
        mask,
        action.astype(np.int16),
        np.concatenate(values).astype(np.float32),
        game.astype(np.int32),
    )
