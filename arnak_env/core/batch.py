"""Many games of one kind at once: what the batches of all games share.

The batch of a game is a subclass that says what its records, rules and words are, and how a game is configured.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from arnak_env.core.arguments import LARGEST, as_array, flag, one_of, shown, whole_number, whole_numbers
from arnak_env.core.compile import COMPILED, widened
from arnak_env.core.files import write_whole
from arnak_env.core.saves import SaveFormat

_INT64 = np.dtype(np.int64)
_WAYS = ("raise", "ignore")
_LONGEST_GAME = 1_000_000
_LAST_EPISODE = 2**31 - 1  # as wide as its field
_GAMES_PER_THREAD = 512  # below that, waking a thread costs more than it brings


NO_STEP = -(2**62)  # to the kernels: only work out mask and observation again


class IllegalAction(ValueError):
    """An action that the rules forbid at this decision; the message gives the reason in game words."""


def _entropy(count: int) -> int:
    """Return a first seed for `count` games from the operating system."""
    return secrets.randbelow(LARGEST - count)


class GameBatch(ABC):
    """A batch of games of one kind.

    Attributes:
        games: structured array ``(num_games,)``; an element is the whole state of one game.
        mask: int8 ``(num_games, num_actions)``, the legal actions of the deciding player. A finished game keeps one
            entry.
        observation: uint8 ``(num_games, observation_size)``, the deciding player's view.
        player: int64 ``(num_games,)``, the deciding seat from 0, -1 when the game is over.

    A game's own batch sets what follows, and offers what its rules and words are (the abstract methods):

    Attributes:
        saves: how its games are saved, with the dtype of a record.
        num_actions: how many action numbers there are.
        observation_size: entries of an observation.
        number_field: field of the record with the number of the game after its seed.
        seats_field: field of the record with the number of seats.
        reset_columns: int64 columns that its kernel `reset_games` takes between the numbers and the mask, each with
            the value of games that came as records.
    """

    saves: ClassVar[SaveFormat]
    num_actions: ClassVar[int]
    observation_size: ClassVar[int]
    number_field: ClassVar[str] = "episode"
    seats_field: ClassVar[str] = "players"
    reset_columns: ClassVar[Mapping[str, int]] = {}

    games: np.ndarray
    mask: np.ndarray
    observation: np.ndarray
    player: np.ndarray
    _columns: dict[str, np.ndarray]  # by the names of `reset_columns`

    # --- what a game says about itself -------------------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def _load_kernels() -> Any:
        """Return the module with the compiled entry points, loaded once in a process."""

    @staticmethod
    @abstractmethod
    def _load_content(content: Any) -> Any:
        """Return the printed facts, an object with `tables` and `fingerprint`, from what the user has given."""

    @staticmethod
    @abstractmethod
    def _check_records(games: np.ndarray) -> None:
        """Refuse records whose numbers cannot be those of a game, with a ValueError."""

    @abstractmethod
    def _reason(self, i: int, action: int) -> str:
        """Return in game words why game i, which is not over, forbids an existing action."""

    @abstractmethod
    def action_words(self, i: int, action: int) -> str:
        """Return the stable name of an action in game i."""

    @abstractmethod
    def question(self, i: int) -> str:
        """Return in words what is being asked in game i."""

    # --- making one --------------------------------------------------------------------------------------------------

    def _begin(
        self, games: np.ndarray, content: Any, seed: Any, observe: Any, show_forced: Any, num_threads: Any
    ) -> None:
        """Take over configured game records, make the buffers around them and set the games up."""
        games["show_forced"] = flag("show_forced", show_forced)
        self._allocate(games, content, observe, num_threads)
        self.reset(_entropy(len(games)) if seed is None else seed)

    @classmethod
    def _new_columns(cls, count: int) -> dict[str, np.ndarray]:
        """Return the extra columns of a reset for games that came as records."""
        return {name: np.full(count, value, np.int64) for name, value in cls.reset_columns.items()}

    def _allocate(self, games: np.ndarray, content: Any, observe: bool, num_threads: int) -> None:
        """Take over the games and make the buffers around them."""
        self.num_threads = whole_number("num_threads", num_threads, 1)
        self._observing = int(flag("observe", observe))
        self.content = self._load_content(content)
        self._kernels = self._load_kernels()
        self.games = games
        n = len(games)
        self._tables = self.content.tables if COMPILED else widened(self.content.tables)
        self.mask = np.zeros((n, self.num_actions), np.int8)
        self.observation = np.zeros((n if observe else 0, self.observation_size), np.uint8)
        self.player = np.full(n, -1, np.int64)
        self._illegal = np.zeros(n, np.bool_)
        self._rows = np.arange(n)
        self._no_step = np.full(n, NO_STEP, np.int64)
        self._seeds = np.zeros(n, np.int64)
        self._key = np.uint64(0)
        self._samples = 0
        self._workers: ThreadPoolExecutor | None = None

    @classmethod
    def from_games(
        cls,
        games: np.ndarray,
        content: Any = None,
        observe: bool = True,
        show_forced: bool | None = None,
        num_threads: int = 1,
    ) -> Self:
        """Return a batch of copies of the given game records, for example positions built from words.

        Raises:
            ValueError: when they are no game records, or hold numbers that no game has.
        """
        batch = cls.__new__(cls)
        record = cls.saves.record
        given = np.asarray(games)
        if given.dtype != record or given.ndim != 1 or len(given) == 0:
            raise ValueError(
                f"games must be a structured array of shape (n,) with n > 0 and dtype GAME, got {shown(games)}"
            )
        cls._check_records(given)
        copies = np.zeros(len(given), record)  # the gaps between fields stay zero
        copies[...] = given
        batch._columns = cls._new_columns(len(copies))
        if show_forced is not None:
            copies["show_forced"] = flag("show_forced", show_forced)
        batch._allocate(copies, content, observe, num_threads)
        batch.refresh()
        return batch

    def _copy_games(self, which: Any = slice(None)) -> np.ndarray:
        """Copy game records byte by byte; copied by fields, the gaps between would hold whatever was in memory."""
        raw = self.games.view(np.uint8).reshape(len(self), -1)
        chosen = raw[which].copy() if isinstance(which, slice) else raw.take(which, axis=0)
        return chosen.reshape(-1).view(self.saves.record)

    def __len__(self) -> int:
        return len(self.games)

    @property
    def over(self) -> np.ndarray:
        """Bool array ``(num_games,)``: the game is over."""
        return self.games["over"] != 0

    @property
    def seeds(self) -> np.ndarray:
        """The seed of each game, int64 ``(num_games,)``, a copy; with the episode it gives the same game again."""
        return self._seeds.copy()

    # --- going on ----------------------------------------------------------------------------------------------------

    def reset(
        self,
        seed: int | npt.ArrayLike | None = None,
        games: npt.ArrayLike | None = None,
        episode: int | npt.ArrayLike | None = None,
    ) -> None:
        """Set up games anew, configuration kept.

        Args:
            seed: an int s gives game i the seed s + i; an array, one seed per chosen game; None keeps the seeds and
                goes on to the next episode of each.
            games: indices or a bool array, None for all.
            episode: number of the game after a reset with this seed, one or one per chosen game; default 0 with a
                seed, otherwise one more than before.
        """
        which = self._rows if games is None else self._choose(games)
        episodes = self._episodes_of(which, seed, episode)
        if seed is not None:
            seeds = whole_numbers("seed", seed, 0, LARGEST, length=len(which))
            if not seeds.ndim:
                if int(seeds) > LARGEST - len(self) + 1:
                    raise ValueError(f"seed must leave room for one seed per game below 2**63, got {shown(seed)}")
                seeds = seeds + which
            self._seeds[which] = seeds
            if games is None:
                self._key, self._samples = np.uint64(self._seeds[0]), 0
        self._run(
            "reset_games",
            which,
            self._seeds[which],
            episodes,
            *(column[which] for column in self._columns.values()),
            self.mask,
            self.observation,
            self.player,
            self._observing,
        )

    def _episodes_of(self, which: np.ndarray, seed: Any, episode: Any) -> np.ndarray:
        """Return the number of the next game after its seed, for each game of a reset."""
        if episode is not None:
            given = whole_numbers("episode", episode, 0, _LAST_EPISODE, length=len(which))
            return given if given.ndim else np.full(len(which), given)
        if seed is not None:
            return np.zeros(len(which), np.int64)
        return self.games[self.number_field][which].astype(np.int64) + 1

    def _run(self, kernel: str, *arguments: Any, games: np.ndarray | None = None) -> Any:
        """Call an entry point of the compiled rules; without compilation, on a widened copy of the games."""
        function = getattr(self._kernels, kernel)
        played = self.games if games is None else games
        if COMPILED:
            return function(played, self._tables, *arguments)
        with np.errstate(over="ignore"):
            wide = widened(played)
            result = function(wide, self._tables, *arguments)
            played[...] = wide.astype(self.saves.record)
            return result

    def _choose(self, games: npt.ArrayLike) -> np.ndarray:
        """Return chosen games as indices."""
        chosen = as_array(games)
        if chosen.dtype == np.bool_ and chosen.ndim:
            if chosen.shape != (len(self),):
                raise ValueError(f"games as a bool array needs shape ({len(self)},), got {shown(games)}")
            return np.flatnonzero(chosen)
        indices = np.atleast_1d(whole_numbers("games", games))
        if np.any((indices < 0) | (indices >= len(self))):
            raise IndexError(f"games are numbered 0 to {len(self) - 1}, got {shown(games)}")
        return indices

    def _one_game(self, i: int) -> int:
        """Return the number of a game; counting from the end would hide mistakes."""
        number = whole_number("i", i, 0)
        if number >= len(self):
            raise IndexError(f"i must be the number of a game from 0 to {len(self) - 1}, got {shown(i)}")
        return number

    def _seats(self, player: int | npt.ArrayLike, lowest: int) -> np.ndarray:
        """Return one seat per game."""
        seats = np.broadcast_to(whole_numbers("player", player, length=len(self)), self._rows.shape).copy()
        wrong = np.flatnonzero((seats >= self.games[self.seats_field]) | (seats < lowest))
        if len(wrong):
            game = int(wrong[0])
            seated = int(self.games[self.seats_field][game])
            raise ValueError(
                f"player must be a seat from 0 to {seated - 1} in game {game} with {seated} "
                f"player{'s' if seated > 1 else ''}, got {seats[game]}"
            )
        return seats

    def step(self, actions: npt.ArrayLike, illegal: str = "raise") -> np.ndarray:
        """Carry out one action in every game, then go on to the next decision.

        Args:
            actions: whole numbers, shape ``(num_games,)``.
            illegal: ``"raise"`` raises `IllegalAction` and steps nothing when any action is forbidden;
                ``"ignore"`` leaves the games with a forbidden action exactly as they are.

        Returns:
            bool array ``(num_games,)``, True where the action was forbidden (also for finished games). Reused buffer.
        """
        chosen = actions
        if not (type(chosen) is np.ndarray and chosen.dtype is _INT64 and chosen.shape == self._rows.shape):
            chosen = whole_numbers("actions", actions, length=len(self), single=False)
        if not chosen.flags.c_contiguous:
            chosen = np.ascontiguousarray(chosen)
        if not isinstance(illegal, str) or illegal not in _WAYS:
            one_of("way to treat illegal actions", illegal, _WAYS)
        if illegal == "raise":
            self._refuse_illegal(chosen)
        self._step(chosen)
        return self._illegal

    def _step(self, actions: np.ndarray) -> None:
        n = len(actions)
        threads = min(self.num_threads, n // _GAMES_PER_THREAD)
        if threads < 2 or not COMPILED:
            self._step_range(actions, 0, n)
            return
        if self._workers is None:
            self._workers = ThreadPoolExecutor(self.num_threads - 1, thread_name_prefix="arnak_env")
        edges = [n * k // threads for k in range(threads + 1)]
        others = [self._workers.submit(self._step_range, actions, edges[k], edges[k + 1]) for k in range(1, threads)]
        self._step_range(actions, 0, edges[1])
        for other in others:
            other.result()

    def _step_range(self, actions: np.ndarray, start: int, stop: int) -> None:
        broken = self._run(
            "step_games",
            actions,
            self.mask,
            self.observation,
            self.player,
            self._illegal,
            start,
            stop,
            self._observing,
        )
        if broken >= 0:
            code = int(self.games["error"][broken])
            raise RuntimeError(
                f"game {broken} broke a limit of the rules (error {code}); please report how it came about"
            )

    def _refuse_illegal(self, actions: np.ndarray) -> None:
        i = self._kernels.first_illegal(self.mask, self.player, actions)
        if i >= 0:
            raise IllegalAction(f"game {i}: {self.why_illegal(i, int(actions[i]))}")

    def why_illegal(self, i: int, action: int) -> str:
        """Return in game words why an action is forbidden in game i, an empty string when it is allowed."""
        i = self._one_game(i)
        action = whole_number("action", action, -LARGEST - 1)
        if self.games["over"][i]:
            return "the game is over; reset it before the next step"
        if not 0 <= action < self.num_actions:
            return f"there is no action {action}; actions are 0 to {self.num_actions - 1}"
        if self.mask[i, action]:
            return ""
        return self._reason(i, action)

    def refresh(self) -> None:
        """Work out mask, observation and player again after `games` was changed from outside."""
        self._step(self._no_step)

    def sample_actions(self) -> np.ndarray:
        """Return a uniform legal action per game, int64 ``(num_games,)``; 0 where it is over. Seeded by `reset`."""
        actions = np.empty(len(self), np.int64)
        self._samples += 1
        with np.errstate(over="ignore"):
            self._kernels.sample_masks(self.mask, self.player, self._key, np.uint64(self._samples), actions)
        return actions

    def playout(
        self,
        max_decisions: int = _LONGEST_GAME,
        seed: int | None = None,
        weights: npt.ArrayLike | None = None,
        until: int = _LONGEST_GAME,
    ) -> np.ndarray:
        """Play legal actions drawn at random to the end inside the compiled code.

        Args:
            max_decisions: how many decisions are taken at most in each game.
            seed: of the random choices, from 0; None goes on with the stream of the last `reset`.
            weights: how likely each action is beside the other legal ones, not negative: one weight for each action,
                shape ``(num_actions,)``, or a row for each kind of decision, shape ``(rows, num_actions)``, where the
                kinds are those of the game's kernel `play_out`. None: all are equally likely.
            until: stop when a later round (of Arnak) or turn (of Arkeis) than this one begins.

        Returns:
            the number of decisions taken in each game, int64 ``(num_games,)``.
        """
        max_decisions = whole_number("max_decisions", max_decisions, 0, LARGEST)
        until = whole_number("until", until, 0, LARGEST)
        given = None if seed is None else whole_number("seed", seed, 0, LARGEST)
        chances = self._weights(weights)
        self._samples += 1
        with np.errstate(over="ignore"):
            key = self._key + np.uint64(self._samples) if given is None else np.uint64(given)
        decisions = self.play_on(key, self._rows, chances, max_decisions, until)
        self.refresh()
        return decisions

    def play_on(
        self,
        key: np.uint64,
        streams: np.ndarray,
        weights: np.ndarray,
        max_decisions: int = _LONGEST_GAME,
        until: int = _LONGEST_GAME,
    ) -> np.ndarray:
        """Do what `playout` does, for search: nothing is checked, and `mask`, `observation` and `player` stay behind.

        Args:
            key: of the random choices.
            streams: int64 ``(num_games,)``; games with the same number draw the same numbers.
            weights: as in `playout`, float32 and contiguous; ``(0, num_actions)``: all actions are equally likely.
            max_decisions, until: as in `playout`.

        Returns:
            the number of decisions taken in each game, int64 ``(num_games,)``.
        """
        decisions = np.zeros(len(self), np.int64)
        self._run("play_out", key, streams, max_decisions, until, weights, decisions, 0, len(self))
        return decisions

    def _weights(self, weights: npt.ArrayLike | None) -> np.ndarray:
        """Return the weights of a play-out as the kernel takes them."""
        if weights is None:
            return np.zeros((0, self.num_actions), np.float32)
        given = np.atleast_2d(as_array(weights))
        if given.ndim != 2 or given.shape[1] != self.num_actions or not len(given) or given.dtype.kind not in "fiu":
            raise ValueError(
                f"weights must be numbers of shape ({self.num_actions},) or (rows, {self.num_actions}), "
                f"got {shown(weights)}"
            )
        chances = np.array(given, np.float32, order="C")
        if not (np.isfinite(chances).all() and (chances >= 0).all()):
            raise ValueError("weights must be finite and not negative")
        return chances

    # --- copies ------------------------------------------------------------------------------------------------------

    def clone(self, games: npt.ArrayLike | None = None, observe: bool | None = None) -> Self:
        """Return an independent batch with copies of the chosen games.

        Args:
            games: indices, which may repeat, or a bool array; None for all. At least one, as in every batch.
            observe: whether the copies have observations; None: as here.
        """
        which = slice(None) if games is None else self._choose(games)
        if isinstance(which, np.ndarray) and not len(which):
            raise ValueError("games must choose at least one game to copy, got none")
        other = type(self).__new__(type(self))
        other._columns = {name: column[which].copy() for name, column in self._columns.items()}
        observing = bool(self._observing) if observe is None else observe
        other._allocate(self._copy_games(which), self.content, observing, self.num_threads)
        other._seeds[:] = self._seeds[which]
        other._key = self._key + np.uint64(1)
        np.copyto(other.mask, self.mask[which])
        np.copyto(other.player, self.player[which])
        if observing:
            if self._observing:
                np.copyto(other.observation, self.observation[which])
            else:
                other.refresh()
        return other

    def save(self) -> bytes:
        """Return the batch as bytes with a fingerprint of the record's layout and of the content."""
        extra = {
            "observe": bool(self._observing),
            **{name: column.tolist() for name, column in self._columns.items()},
            "seeds": self._seeds.tolist(),
            "sampler": [int(self._key), self._samples],
        }
        return self.saves.pack(self.games, self.content.fingerprint, extra)

    @classmethod
    def load(cls, data: bytes, content: Any = None) -> Self:
        """Return the batch of `save`.

        Raises:
            ValueError: when the data is damaged, of another game, of another version, or of other content; the message
                says which.
        """
        known = cls._load_content(content)
        games, extra = cls.saves.unpack(data, known.fingerprint)
        batch = cls.from_games(games, known, observe=extra["observe"])
        for name, column in batch._columns.items():
            column[:] = extra[name]
        batch._seeds[:] = extra["seeds"]
        batch._key, batch._samples = np.uint64(extra["sampler"][0]), extra["sampler"][1]
        return batch

    def save_file(self, path: str | Path) -> Path:
        """Write `save` to a file and return its path; folders are created.

        The file is replaced in one step: whatever happens, it holds this save or the one before.

        Raises:
            OSError: when it cannot be written.
        """
        return write_whole(path, self.save())

    @classmethod
    def load_file(cls, path: str | Path, content: Any = None) -> Self:
        """Return the batch of `save_file`.

        Raises:
            OSError: when there is no such file, or it cannot be read.
            ValueError: naming the file, for the reasons of `load`.
        """
        path = Path(path)
        if not path.is_file():
            raise FileNotFoundError(f"no such save: {path}{' is a folder' if path.is_dir() else ''}")
        try:
            data = path.read_bytes()
        except OSError as error:
            raise OSError(f"{path} cannot be read: {error.strerror}") from None
        try:
            return cls.load(data, content)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    def __getstate__(self) -> dict[str, Any]:
        return {"save": self.save(), "content": self.content, "num_threads": self.num_threads}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(type(self).load(state["save"], state["content"]).__dict__)
        self.num_threads = state["num_threads"]

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = self.clone()
        other._key, other._samples = self._key, self._samples
        return other

    def determinize(self, player: int | npt.ArrayLike | None = None, seed: int | npt.ArrayLike = 0) -> None:
        """Replace every world by one drawn uniformly among those a player cannot tell from it.

        Args:
            player: seat, or one per game (-1 leaves a game as it is); None for the deciding player.
            seed: an int from 0 (game i uses a stream of its own) or one per game.
        """
        viewers = self.player.copy() if player is None else self._seats(player, lowest=-1)
        seeds = whole_numbers("seed", seed, 0, LARGEST, length=len(self))
        if not seeds.ndim:
            with np.errstate(over="ignore"):  # large seeds may wrap around
                seeds = seeds * np.int64(1_000_003) + self._rows
        self._run("determinize_games", viewers, seeds, self.mask, self.observation, self.player, self._observing)

    # --- looking -----------------------------------------------------------------------------------------------------

    def observe(self, player: int | npt.ArrayLike) -> np.ndarray:
        """Return the view of a seat (or one seat per game), uint8 ``(num_games, OBSERVATION_SIZE)``, a new array."""
        viewers = self._seats(player, lowest=0)
        views = np.empty((len(self), self.observation_size), np.uint8)
        self._run("observe_games", viewers, views)
        return views

    def _some(self, games: npt.ArrayLike | None) -> np.ndarray:
        return self.games if games is None else self._copy_games(self._choose(games))

    def legal_actions(self, i: int) -> list[int]:
        """Return the legal actions of game i in ascending order; empty when it is over."""
        i = self._one_game(i)
        return [] if self.player[i] < 0 else [int(a) for a in np.flatnonzero(self.mask[i])]
