"""The game-level interface: many games at once, for search, rating and training; the adapters stand on it."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import ACTIONS, action_name
from arnak_env.arkeis.arguments import spread
from arnak_env.arkeis.config import DEFAULT_TEAM, GameConfig, configurations
from arnak_env.arkeis.content import Content, ContentSource, load_content
from arnak_env.arkeis.episode_files import with_episode_files
from arnak_env.arkeis.observation import OBSERVATION_SIZE
from arnak_env.arkeis.records import check_records
from arnak_env.arkeis.saves import FORMAT
from arnak_env.arkeis.state import GAME
from arnak_env.core.arguments import shown, whole_number
from arnak_env.core.batch import NO_STEP, GameBatch, IllegalAction
from arnak_env.core.compile import load_compiled

__all__ = ["NO_STEP", "Batch", "IllegalAction"]

_SCORES, _PROGRESS, _WHOLE_WAY = 2, 1, 1000  # of the kernel `score_games`
_RESULTS = np.array([None, *o.RESULT_IDS[1:]], object)


@functools.cache
def _kernels() -> Any:
    """Return the compiled rules, loaded once in a process."""

    def load() -> Any:
        from arnak_env.arkeis import kernels

        return kernels

    return load_compiled("arkeis", load)


class Batch(GameBatch):
    """A batch of games of Arkeis: single episodes, or campaigns with the returns to camp.

    Args:
        num_games: how many games.
        mode, episode, explorers, first_player, elite, episodes, threat_first_turn, defeated_miniatures,
            wildcard_any_roll, equip_at_setup: as in `GameConfig`; one value, or a sequence of `num_games` values, so
            that one batch mixes episodes, teams and campaigns. Where one value is a list itself (a team, the teams of a
            campaign, kinds, the Elite modes of a campaign, episodes), a list of such lists is one value per game.
        seed: an int s gives game i the seed s + i; or an array of `num_games` seeds (0 to 2**63 - 1). None draws s from
            the operating system, see `seeds`.
        content: None for the content of the package; a file, or a list of files, with corrections, further objects or
            episodes; or a `Content`.
        observe: False leaves out observations, for search and roll-outs.
        show_forced: True shows decisions with a single option too, for debugging; they resolve themselves otherwise.
        num_threads: threads for large batches (at least 512 games a thread).

    Attributes:
        games: structured array ``(num_games,)`` of dtype `state.GAME`; an element is the whole state of one game.
        mask: int8 ``(num_games, ACTIONS)``, the legal actions of the deciding Explorer. A finished game keeps one
            entry.
        observation: uint8 ``(num_games, OBSERVATION_SIZE)``, the deciding Explorer's view; see `observation.PIECES`.
        player: int64 ``(num_games,)``, the deciding seat from 0, -1 when the game is over; seat k is the k-th Explorer
            of the team.

    `mask`, `observation` and `player` are buffers that the next call overwrites: copy what you keep.
    """

    saves = FORMAT
    num_actions = ACTIONS
    observation_size = OBSERVATION_SIZE
    number_field = "game_number"

    def __init__(
        self,
        num_games: int,
        mode: str | Sequence[str] = "episode",
        episode: int | str | os.PathLike[str] | Sequence[int | str | os.PathLike[str]] = 0,
        explorers: Sequence[Any] = DEFAULT_TEAM,
        first_player: str | None | Sequence[str | None] = None,
        elite: str | Sequence[Any] = "none",
        episodes: Sequence[Any] | None = None,
        threat_first_turn: str | Sequence[str] = "skip",
        defeated_miniatures: str | Sequence[str] = "supply",
        wildcard_any_roll: bool | Sequence[bool] = False,
        equip_at_setup: bool | Sequence[bool] = False,
        seed: int | npt.ArrayLike | None = 0,
        content: ContentSource = None,
        observe: bool = True,
        show_forced: bool = False,
        num_threads: int = 1,
    ) -> None:
        num_games = whole_number("num_games", num_games, 1)
        given = {
            "mode": mode,
            "episode": episode,
            "explorers": explorers,
            "first_player": first_player,
            "elite": elite,
            "episodes": episodes,
            "threat_first_turn": threat_first_turn,
            "defeated_miniatures": defeated_miniatures,
            "wildcard_any_roll": wildcard_any_roll,
            "equip_at_setup": equip_at_setup,
        }
        modes = spread("mode", mode, num_games)
        columns = {name: spread(name, value, num_games, modes=modes) for name, value in given.items()}
        known, columns["episode"] = with_episode_files(load_content(content), columns["episode"])
        games = self._configured(columns, num_games, known)
        self._columns = {}
        self._begin(games, known, seed, observe, show_forced, num_threads)

    @staticmethod
    def _configured(columns: dict[str, list[Any]], count: int, content: Content) -> np.ndarray:
        """Return game records that hold their configuration and nothing else."""
        games = np.zeros(count, GAME)
        first: dict[Any, int] = {}  # equal configurations are written once
        for i, config in enumerate(configurations(columns, range(count))):
            if config in first:
                games[i] = games[first[config]]
                continue
            first[config] = i
            try:
                config.write(games[i], content)
            except ValueError as error:
                raise ValueError(f"{error} (game {i})" if len(first) > 1 else str(error)) from None
        return games

    @staticmethod
    def _load_kernels() -> Any:
        return _kernels()

    @staticmethod
    def _load_content(content: Any) -> Content:
        return load_content(content)

    @staticmethod
    def _check_records(games: np.ndarray) -> None:
        check_records(games)

    def _reason(self, i: int, action: int) -> str:
        from arnak_env.arkeis.reasons import reason

        return reason(self.games[i], self.content, action)

    def reset(
        self,
        seed: int | npt.ArrayLike | None = None,
        games: npt.ArrayLike | None = None,
        game_number: int | npt.ArrayLike | None = None,
    ) -> None:
        """Set up games anew, configuration kept.

        Args:
            seed: an int s gives game i the seed s + i; an array, one seed per chosen game; None keeps the seeds and
                goes on to the next game of each.
            games: indices or a bool array, None for all.
            game_number: number of the game after a reset with this seed, one or one per chosen game; default 0 with a
                seed, otherwise one more than before.
        """
        super().reset(seed, games, game_number)

    def change_team(
        self,
        i: int,
        episode: int | str,
        explorers: Sequence[str] | None = None,
        first_player: str | None = None,
        elite: str | Sequence[str] | None = None,
    ) -> None:
        """Choose another team or Elite mode for an episode that is still to come in the campaign of game i.

        Args:
            i: number of the game.
            episode: number or id of the episode.
            explorers: ids of the team in seat order; None: the team that was to play it.
            first_player: who plays first; None: the first of a new team, as it was planned with the same team.
            elite: ``"none"``, ``"classic"``, ``"intermediate"`` or a list of kinds; None: as it was planned.

        Raises:
            ValueError: for a team or an Elite mode that cannot be, and for an episode that is not to come; nothing is
                changed then.
        """
        game = self.games[self._one_game(i)]
        slot = self.content.slot_of(episode)
        coming = range(int(game["slot"]) + 1, int(game["last_slot"]) + 1) if game["campaign"] else range(0)
        if game["over"] or slot not in coming:
            words = [self.content.episode(one).episode.id for one in coming if not game["over"]]
            raise ValueError(
                f"episode {shown(episode)} is not to come in game {i}; to come: {', '.join(words) or 'none'}"
            )
        if explorers is None:
            team = game["plan_explorer"][slot][: game["plan_players"][slot]]
            explorers = [o.EXPLORER_IDS[explorer] for explorer in team]
            first_player = first_player or explorers[game["plan_first"][slot]]
        config = GameConfig(explorers=explorers, first_player=first_player, elite="none" if elite is None else elite)
        bits = int(game["plan_elite"][slot]) if elite is None else config.elite_bits(slot, self.content)
        config.write_team(game, slot, config.teams[0])
        game["plan_elite"][slot] = bits
        self.refresh()

    # --- looking -----------------------------------------------------------------------------------------------------

    def progress(self, games: npt.ArrayLike | None = None) -> np.ndarray:
        """Return how far the team is on the way to the favourable epilogue of its episode, float64 ``(n,)``, 0 to 1.

        It counts the Clue cards read that lie on the way, by their weights in the content; 1 after the favourable
        epilogue, 0 after the adverse one.

        Args:
            games: indices or a bool array, None for all.
        """
        chosen = self._some(games)
        scores = np.zeros((len(chosen), _SCORES), np.int64)
        self._run("score_games", scores.reshape(-1), games=chosen)
        return scores[:, _PROGRESS] / _WHOLE_WAY

    def scores(self) -> np.ndarray:
        """Return the Victory points as they stand, int64 ``(num_games,)``."""
        return self.games["vp"].astype(np.int64)

    def results(self, games: npt.ArrayLike | None = None) -> np.ndarray:
        """Return how the episode under way, or just played, has ended: ``"favourable"``, ``"adverse"``, None: not yet.

        Args:
            games: indices or a bool array, None for all.

        Returns:
            object array ``(n,)``.
        """
        chosen = self.games if games is None else self.games[self._choose(games)]
        return _RESULTS[chosen["result"]]

    def episode_results(self, i: int) -> dict[str, str]:
        """Return the results of the episodes that game i has ended so far, by the id of the episode."""
        game = self.games[self._one_game(i)]
        return {
            self.content.episode(slot).episode.id: o.RESULT_IDS[game["results"][slot]]
            for slot in range(int(game["first_slot"]), o.EPISODE_SLOTS)
            if game["results"][slot] != o.NO_RESULT
        }

    def explorer(self, i: int, seat: int) -> str:
        """Return the id of the Explorer in a seat of game i."""
        game = self.games[self._one_game(i)]
        number = whole_number("seat", seat, 0, int(game["players"]) - 1)
        return o.EXPLORER_IDS[game["explorer"][number]]

    def action_words(self, i: int, action: int) -> str:
        """Return the stable name of an action in game i."""
        self._one_game(i)
        return action_name(whole_number("action", action, 0, ACTIONS - 1))

    def question(self, i: int) -> str:
        """Return in words what is being asked in game i."""
        from arnak_env.arkeis.questions import question_words

        return question_words(self.games[self._one_game(i)], self.content)
