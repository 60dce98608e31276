"""Recording games of Arkeis and playing recordings through, see `arnak_env.core.recordings`."""

from __future__ import annotations

from typing import Any

from arnak_env.arkeis.actions import action_number
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.config import GameConfig
from arnak_env.arkeis.content import Content, ContentError, amend_content, load_content
from arnak_env.core.batch import GameBatch
from arnak_env.core.recordings import Recordings


class ArkeisRecordings(Recordings):
    """Recordings of Arkeis; the files that its content adds to that of this package are kept in the replay."""

    game = "arkeis"
    title = "Arkeis"
    batch_class = Batch
    config_class = GameConfig
    content_error = ContentError

    def load_content(self, content: Any = None) -> Content:
        """Return the content."""
        return load_content(content)

    def corrections(self, content: Content) -> dict[str, Any]:
        """Return the files that a content adds to that of this package."""
        return content.corrections

    def amended(self, corrections: dict[str, Any], what: str) -> Content:
        """Return the content of this package with such files; ContentError when they cannot be used."""
        return amend_content(corrections, what)

    def parse_action(self, words: str, batch: GameBatch) -> int:
        """Return the number of an action; ValueError when there is none of that name."""
        return action_number(words)

    def scores(self, batch: GameBatch) -> list[int]:
        """Return the Victory points."""
        return [int(points) for points in batch.games["vp"]]


_RECORDINGS = ArkeisRecordings()
fingerprint = _RECORDINGS.fingerprint
new_replay = _RECORDINGS.new_replay
recorded_content = _RECORDINGS.recorded_content
final_state = _RECORDINGS.final_state
start = _RECORDINGS.start
play_through = _RECORDINGS.play_through
