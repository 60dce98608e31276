"""The game-level interface: many games at once, for search, rating and tournaments; the adapters stand on it."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import ACTIONS, action_name
from arnak_env.arnak.arguments import LARGEST, as_array, flag, one_of, shown, spread, whole_number, whole_numbers
from arnak_env.arnak.config import GameConfig, configurations
from arnak_env.arnak.content import Content, load_content
from arnak_env.arnak.observation import OBSERVATION_SIZE
from arnak_env.arnak.ranking import shares_of_victory
from arnak_env.arnak.records import check_records
from arnak_env.arnak.saves import pack_games, unpack_games
from arnak_env.arnak.state import GAME
from arnak_env.core.compile import COMPILED, load_compiled, widened

RIVAL = 4  # the rival's column in scores
_INT64 = np.dtype(np.int64)
_WAYS = ("raise", "ignore")
_LONGEST_GAME = 1_000_000
_LAST_EPISODE = 2**31 - 1  # as wide as its field
_GAMES_PER_THREAD = 512  # below that, waking a thread costs more than it brings


NO_STEP = -(2**62)  # to the kernels: only work out mask and observation again


class IllegalAction(ValueError):
    """An action that the rules forbid at this decision; the message gives the reason in game words."""


@functools.cache
def _kernels() -> Any:
    """Return the compiled rules, loaded once in a process."""

    def load() -> Any:
        from arnak_env.arnak import kernels

        return kernels

    return load_compiled("arnak", load)


def _entropy(count: int) -> int:
    """Return a first seed for `count` games from the operating system."""
    return secrets.randbelow(LARGEST - count)


def _copy_games(games: np.ndarray, which: Any = slice(None)) -> np.ndarray:
    """Copy game records byte by byte; copied by fields, the gaps between fields would hold whatever was in memory."""
    raw = games.view(np.uint8).reshape(len(games), -1)
    chosen = raw[which].copy() if isinstance(which, slice) else raw.take(which, axis=0)
    return chosen.reshape(-1).view(GAME)


class Batch:
    """A batch of games of Lost Ruins of Arnak.

    Args:
        num_games: how many games.
        board, num_players, difficulty, rival_tiles, switches, objectives, first_objective_worth_four,
            expansion_components: as in `GameConfig`; one value, or a sequence of `num_games` values, so that one batch
            mixes boards, player counts and levels.
        seed: an int s gives game i the seed s + i; or an array of `num_games` seeds (0 to 2**63 - 1). None draws s from
            the operating system, see `seeds`.
        content: None for the printed facts, the path of an override file, or a `Content`.
        observe: False leaves out observations, for search and roll-outs.
        show_forced: True shows decisions with a single option too, for debugging; they resolve themselves otherwise.
        num_threads: threads for large batches (at least 512 games a thread).

    Attributes:
        games: structured array ``(num_games,)`` of dtype `state.GAME`; an element is the whole state of one game.
        mask: int8 ``(num_games, ACTIONS)``, the legal actions of the deciding player. A finished game keeps one entry.
        observation: uint8 ``(num_games, OBSERVATION_SIZE)``, the deciding player's view; see `observation.PIECES`.
        player: int64 ``(num_games,)``, the deciding seat from 0, -1 when the game is over.

    `mask`, `observation` and `player` are buffers that the next call overwrites: copy what you keep.
    """

    def __init__(
        self,
        num_games: int,
        board: str | Sequence[str] = "bird",
        num_players: int | Sequence[int] = 1,
        difficulty: int | Sequence[int] = 0,
        rival_tiles: Mapping[str, str] | Sequence[Mapping[str, str] | None] | None = None,
        switches: Sequence[str] | Sequence[Sequence[str]] = (),
        objectives: int | Sequence[int] = 0,
        first_objective_worth_four: bool | Sequence[bool] = False,
        expansion_components: bool | None | Sequence[bool | None] = None,
        seed: int | npt.ArrayLike | None = 0,
        content: str | Path | Content | None = None,
        observe: bool = True,
        show_forced: bool = False,
        num_threads: int = 1,
    ) -> None:
        num_games = whole_number("num_games", num_games, 1)
        given = {
            "board": board,
            "num_players": num_players,
            "difficulty": difficulty,
            "rival_tiles": rival_tiles,
            "switches": switches,
            "objectives": objectives,
            "first_objective_worth_four": first_objective_worth_four,
            "expansion_components": expansion_components,
        }
        columns = {name: spread(name, value, num_games) for name, value in given.items()}
        games = np.zeros(num_games, GAME)
        self._difficulty = np.zeros(num_games, np.int64)
        for i, config in enumerate(configurations(columns, range(num_games))):
            self._configure(games[i], i, config)
        games["show_forced"] = flag("show_forced", show_forced)
        self._allocate(games, content, observe, num_threads)
        self.reset(_entropy(num_games) if seed is None else seed)

    def _configure(self, game: np.void, i: int, config: GameConfig) -> None:
        game["board"] = o.BOARDS.index(config.board)
        game["components"] = config.with_components
        game["players"] = config.num_players
        game["rival"] = config.num_players == 1
        game["switches"] = config.switch_bits()
        game["objectives"] = config.objectives
        game["first_worth_four"] = config.first_objective_worth_four
        self._difficulty[i] = config.difficulty if config.rival_tiles is None else -1
        if config.rival_tiles is not None:
            game["colour"] = config.colours()

    def _allocate(self, games: np.ndarray, content: Any, observe: bool, num_threads: int) -> None:
        """Take over the games and make the buffers around them."""
        self.num_threads = whole_number("num_threads", num_threads, 1)
        self._observing = int(flag("observe", observe))
        self.content = load_content(content)
        self._kernels = _kernels()
        self.games = games
        n = len(games)
        self._tables = self.content.tables if COMPILED else widened(self.content.tables)
        self.mask = np.zeros((n, ACTIONS), np.int8)
        self.observation = np.zeros((n if observe else 0, OBSERVATION_SIZE), np.uint8)
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
        content: str | Path | Content | None = None,
        observe: bool = True,
        show_forced: bool | None = None,
        num_threads: int = 1,
    ) -> Batch:
        """Return a batch of copies of the given game records, for example positions built from words.

        Raises:
            ValueError: when they are no game records, or hold numbers that no game has.
        """
        batch = cls.__new__(cls)
        given = np.asarray(games)
        if given.dtype != GAME or given.ndim != 1 or len(given) == 0:
            raise ValueError(
                f"games must be a structured array of shape (n,) with n > 0 and dtype GAME, got {shown(games)}"
            )
        check_records(given)
        copies = np.zeros(len(given), GAME)  # the gaps between fields stay zero
        copies[...] = given
        batch._difficulty = np.full(len(copies), -1, np.int64)
        if show_forced is not None:
            copies["show_forced"] = flag("show_forced", show_forced)
        batch._allocate(copies, content, observe, num_threads)
        batch.refresh()
        return batch

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
            self._difficulty[which],
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
        return self.games["episode"][which].astype(np.int64) + 1

    def _run(self, kernel: str, *arguments: Any, games: np.ndarray | None = None) -> Any:
        """Call an entry point of the compiled rules; without compilation, on a widened copy of the games."""
        function = getattr(self._kernels, kernel)
        played = self.games if games is None else games
        if COMPILED:
            return function(played, self._tables, *arguments)
        with np.errstate(over="ignore"):
            wide = widened(played)
            result = function(wide, self._tables, *arguments)
            played[...] = wide.astype(GAME)
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
        wrong = np.flatnonzero((seats >= self.games["players"]) | (seats < lowest))
        if len(wrong):
            game = int(wrong[0])
            seated = int(self.games["players"][game])
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
        if not 0 <= action < ACTIONS:
            return f"there is no action {action}; actions are 0 to {ACTIONS - 1}"
        if self.mask[i, action]:
            return ""
        from arnak_env.arnak.reasons import reason

        return reason(self.games[i], self.content.tables[0], action)

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

    def playout(self, max_decisions: int = _LONGEST_GAME, seed: int | None = None) -> np.ndarray:
        """Play random legal actions to the end inside the compiled code.

        Args:
            max_decisions: how many decisions are taken at most in each game.
            seed: of the random choices, from 0; None goes on with the stream of the last `reset`.

        Returns:
            the number of decisions taken in each game, int64 ``(num_games,)``.
        """
        max_decisions = whole_number("max_decisions", max_decisions, 0, LARGEST)
        given = None if seed is None else whole_number("seed", seed, 0, LARGEST)
        decisions = np.zeros(len(self), np.int64)
        self._samples += 1
        with np.errstate(over="ignore"):
            key = self._key + np.uint64(self._samples) if given is None else np.uint64(given)
        self._run("play_out", key, max_decisions, decisions, 0, len(self))
        self.refresh()
        return decisions

    # --- copies ------------------------------------------------------------------------------------------------------

    def clone(self, games: npt.ArrayLike | None = None, observe: bool | None = None) -> Batch:
        """Return an independent batch with copies of the chosen games.

        Args:
            games: indices, which may repeat, or a bool array; None for all. At least one, as in every batch.
            observe: whether the copies have observations; None: as here.
        """
        which = slice(None) if games is None else self._choose(games)
        if isinstance(which, np.ndarray) and not len(which):
            raise ValueError("games must choose at least one game to copy, got none")
        other = Batch.__new__(Batch)
        other._difficulty = self._difficulty[which].copy()
        observing = bool(self._observing) if observe is None else observe
        other._allocate(_copy_games(self.games, which), self.content, observing, self.num_threads)
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
            "difficulty": self._difficulty.tolist(),
            "seeds": self._seeds.tolist(),
            "sampler": [int(self._key), self._samples],
        }
        return pack_games(self.games, self.content.fingerprint, extra)

    @classmethod
    def load(cls, data: bytes, content: str | Path | Content | None = None) -> Batch:
        """Return the batch of `save`.

        Raises:
            ValueError: when the data is damaged, of another version, or of other content; the message says which.
        """
        known = load_content(content)
        games, extra = unpack_games(data, known.fingerprint)
        batch = cls.from_games(games, known, observe=extra["observe"])
        batch._difficulty[:] = extra["difficulty"]
        batch._seeds[:] = extra["seeds"]
        batch._key, batch._samples = np.uint64(extra["sampler"][0]), extra["sampler"][1]
        return batch

    def __getstate__(self) -> dict[str, Any]:
        return {"save": self.save(), "content": self.content, "num_threads": self.num_threads}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(Batch.load(state["save"], state["content"]).__dict__)
        self.num_threads = state["num_threads"]

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
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
        views = np.empty((len(self), OBSERVATION_SIZE), np.uint8)
        self._run("observe_games", viewers, views)
        return views

    def _score_table(self, games: np.ndarray) -> np.ndarray:
        """Return ``(n, 5, COLUMNS)``: the parts and their sum for the four seats and the rival."""
        scores = np.zeros((len(games), RIVAL + 1, len(o.SCORE_PARTS) + 1), np.int64)
        self._run("score_games", scores.reshape(-1), games=games)
        return scores

    def score_table(self, games: npt.ArrayLike | None = None) -> np.ndarray:
        """Return the points as they stand by category, int64 ``(n, 5, 12)``.

        Second axis: seats 0 to 3, then the rival. Third axis: the categories of `opcodes.SCORE_PARTS`, then their sum.

        Args:
            games: indices or a bool array, None for all.
        """
        return self._score_table(self._some(games))

    def _some(self, games: npt.ArrayLike | None) -> np.ndarray:
        return self.games if games is None else _copy_games(self.games, self._choose(games))

    def scores(self) -> np.ndarray:
        """Return the points as they stand, int64 ``(num_games, 5)``: seats 0 to 3, then the rival; unused ones 0."""
        return self._score_table(self.games)[:, :, -1]

    def score_parts(self, i: int, player: int) -> dict[str, int]:
        """Return the points of one seat (4: the rival) by category, see `opcodes.SCORE_PARTS`."""
        i, player = self._one_game(i), whole_number("player (a seat from 0, or 4: the rival)", player, 0, RIVAL)
        parts = self._score_table(self.games[i : i + 1])[0, player]
        return {name: int(points) for name, points in zip(o.SCORE_PARTS, parts, strict=False)}

    def results(self, games: npt.ArrayLike | None = None) -> np.ndarray:
        """Return each seat's share of the victory as the points stand, float64 ``(n, 4)``; `games` as in `score_table`.

        1 for the winner, an equal share for players who stay tied after the tie-break, 0 for the others. Solo: column
        0 is 1 for a win, 0.5 for a tie (with the switch ``solo_tie_break`` only when that does not help), 0 for a loss.
        """
        return self.standings(games)[1]

    def standings(self, games: npt.ArrayLike | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Return `score_table` and `results` of the same games, worked out together."""
        chosen = self._some(games)
        table = self._score_table(chosen)
        return table, shares_of_victory(chosen, table)

    def legal_actions(self, i: int) -> list[int]:
        """Return the legal actions of game i in ascending order; empty when it is over."""
        i = self._one_game(i)
        return [] if self.player[i] < 0 else [int(a) for a in np.flatnonzero(self.mask[i])]

    def action_words(self, i: int, action: int) -> str:
        """Return the stable name of an action on the board of game i."""
        number = whole_number("action", action, 0, ACTIONS - 1)
        return action_name(number, int(self.games["board"][self._one_game(i)]))

    def question(self, i: int) -> str:
        """Return in words what is being asked in game i."""
        from arnak_env.arnak.questions import question_words

        return question_words(self.games[self._one_game(i)], self.content.tables[0])
