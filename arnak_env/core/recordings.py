"""Recording games of one kind and playing recordings through, see `arnak_env.core.replay`."""

from __future__ import annotations

import dataclasses
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from arnak_env.core.batch import GameBatch
from arnak_env.core.replay import Replay

FIRST_GAME = "arnak"  # replays that name no game are its


class Recordings(ABC):
    """How games of one kind are recorded; a game's own subclass says what its batches, content and words are.

    Attributes:
        game: the name of its folder in this package.
        title: its name for people.
        batch_class: its batch, made from the settings of a replay.
        config_class: dataclass with the settings.
        content_error: what unusable content raises.
    """

    game: ClassVar[str]
    title: ClassVar[str]
    batch_class: ClassVar[type[GameBatch]]
    config_class: ClassVar[type]
    content_error: ClassVar[type[ValueError]]

    # --- what a game says about itself -------------------------------------------------------------------------------

    @abstractmethod
    def load_content(self, content: Any = None) -> Any:
        """Return the printed facts, those of this package for None."""

    @abstractmethod
    def corrections(self, content: Any) -> dict[str, Any]:
        """Return in what a content differs from that of this package, as a replay keeps it."""

    @abstractmethod
    def amended(self, corrections: dict[str, Any], what: str) -> Any:
        """Return the content of this package with what a replay kept; raises `content_error`."""

    @abstractmethod
    def parse_action(self, words: str, batch: GameBatch) -> int:
        """Return the number of an action of a batch of one game; ValueError when there is none of that name."""

    @abstractmethod
    def scores(self, batch: GameBatch) -> list[int]:
        """Return what a replay keeps of the scores of a batch of one game."""

    # --- recording ---------------------------------------------------------------------------------------------------

    def fingerprint(self, content: Any = None) -> dict[str, Any]:
        """Return the marks of the action numbers, the game record and the printed facts in use.

        Args:
            content: the facts; None: those of this package.
        """
        saves = self.batch_class.saves
        facts = self.load_content(content).fingerprint
        name = {} if self.game == FIRST_GAME else {"game": self.game}
        return {**name, "actions": saves.schema, "record": saves.layout_fingerprint, "content": facts}

    def new_replay(self, game: dict[str, Any], seed: int, players: list[str], content: Any = None) -> Replay:
        """Return the replay of a game that is about to start.

        Args:
            game: arguments of the batch that set it up, as in the configuration.
            seed: its seed.
            players: who sits where, for the reader.
            content: the facts it is played with, when they are not those of this package; what differs is recorded.
        """
        corrections = {} if content is None else self.corrections(content)
        return Replay(game=game, seed=seed, players=players, content=corrections, fingerprint=self.fingerprint(content))

    def final_state(self, batch: GameBatch) -> dict[str, Any]:
        """Return what a replay keeps of the end of the recording: scores, whether the game is over, a checksum."""
        return {
            "over": bool(batch.over[0]),
            "scores": self.scores(batch),
            "checksum": hashlib.sha256(batch.games[0].tobytes()).hexdigest()[:16],
        }

    # --- playing through ---------------------------------------------------------------------------------------------

    def recorded_content(self, replay: Replay, what: str = "the replay") -> Any:
        """Return the facts that a replay was recorded with.

        Raises:
            ValueError: when its corrections do not fit the facts of this package.
        """
        if not replay.content:
            return self.load_content()
        try:
            return self.amended(replay.content, what)
        except self.content_error as error:
            raise ValueError(f"the corrections of printed facts in {what} cannot be used: {error}") from None

    def start(self, replay: Replay, what: str = "the replay") -> Any:
        """Return the game of a replay at its first decision, a batch of one.

        Raises:
            ValueError: when it was recorded with other rules or facts, or its set-up is not valid.
        """
        recorded = replay.fingerprint.get("game", FIRST_GAME)
        if recorded != self.game:
            raise ValueError(f"{what} is a replay of another game: {recorded!r}, this is {self.game!r} ({self.title})")
        content = self.recorded_content(replay, what)
        replay.check(self.fingerprint(content), what)
        known = {field.name for field in dataclasses.fields(self.config_class)}
        unknown = set(replay.game) - known
        if unknown:
            raise ValueError(f"{what} is damaged: unknown game settings {sorted(unknown)}; known: {sorted(known)}")
        make: Any = self.batch_class
        try:
            return make(1, **replay.game, seed=replay.seed, content=content)
        except (ValueError, TypeError, OverflowError) as error:
            raise ValueError(f"{what} is damaged: {error}") from None

    def play_through(
        self, replay: Replay, batch: GameBatch, what: str = "the replay"
    ) -> Iterator[tuple[int, str, int]]:
        """Play a recording on the batch of `start`; yields number, words and seat of each action before it.

        Raises:
            ValueError: naming the entry, when an action is unknown or not allowed, or the end is not the recorded one.
        """
        for number, words in enumerate(replay, start=1):
            try:
                action = self.parse_action(words, batch)
            except ValueError as error:
                raise ValueError(f"{what}, action {number}: {error}") from None
            if batch.over[0]:
                raise ValueError(f"{what}, action {number}: {words!r} comes after the end of the game")
            if not batch.mask[0, action]:
                reason = batch.why_illegal(0, action)
                raise ValueError(f"{what}, action {number}: {words!r} is not allowed here: {reason}")
            yield number, words, int(batch.player[0])
            batch.step([action])
        if replay.final is not None and self.final_state(batch) != replay.final:
            raise ValueError(f"{what} does not reproduce its game: it ends in another state than the recorded one")
