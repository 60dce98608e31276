"""Recording games of Lost Ruins of Arnak and playing recordings through, see `arnak_env.core.recordings`."""

from __future__ import annotations

from typing import Any

from arnak_env.arnak.actions import parse_action
from arnak_env.arnak.batch import Batch
from arnak_env.arnak.config import GameConfig
from arnak_env.arnak.content import Content, ContentError, amend_content, load_content
from arnak_env.core.batch import GameBatch
from arnak_env.core.recordings import Recordings


def corrected_entries(content: Content) -> dict[str, list[dict[str, Any]]]:
    """Return the fields in which a content differs from that of this package, in the shape of an override file."""
    printed = load_content().entries
    found: dict[str, list[dict[str, Any]]] = {}
    for kind, entries in content.entries.items():
        for entry, fields in entries.items():
            ours = printed[kind][entry]
            other = {name: value for name, value in fields.items() if name not in ours or ours[name] != value}
            if other:
                found.setdefault(kind, []).append({"id": entry, **other})
    return found


class ArnakRecordings(Recordings):
    """Recordings of Lost Ruins of Arnak."""

    game = "arnak"
    title = "Lost Ruins of Arnak"
    batch_class = Batch
    config_class = GameConfig
    content_error = ContentError

    def load_content(self, content: Any = None) -> Content:
        """Return the printed facts."""
        return load_content(content)

    def corrections(self, content: Content) -> dict[str, Any]:
        """Return the fields that differ from those of this package."""
        return corrected_entries(content)

    def amended(self, corrections: dict[str, Any], what: str) -> Content:
        """Return the content of this package with such fields; ContentError when they do not fit."""
        return amend_content(load_content(), corrections, what)

    def parse_action(self, words: str, batch: GameBatch) -> int:
        """Return the number of an action on the board of the game; ValueError when there is none of that name."""
        return parse_action(words, int(batch.games["board"][0]))

    def scores(self, batch: GameBatch) -> list[int]:
        """Return the points of the seats and the rival."""
        assert isinstance(batch, Batch)  # for the type checker
        return [int(score) for score in batch.scores()[0]]


_RECORDINGS = ArnakRecordings()
fingerprint = _RECORDINGS.fingerprint
new_replay = _RECORDINGS.new_replay
recorded_content = _RECORDINGS.recorded_content
final_state = _RECORDINGS.final_state
start = _RECORDINGS.start
play_through = _RECORDINGS.play_through
