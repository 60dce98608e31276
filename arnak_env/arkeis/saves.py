"""Saved games of Arkeis, see `arnak_env.core.saves`."""

from __future__ import annotations

from arnak_env.arkeis.actions import SCHEMA
from arnak_env.arkeis.state import GAME
from arnak_env.core.saves import SaveFormat

FORMAT = SaveFormat("arkeis", "Arkeis", GAME, SCHEMA)
pack_games, unpack_games = FORMAT.pack, FORMAT.unpack


def layout_fingerprint() -> str:
    """Return a short hash of the record's layout; saves of another layout cannot be read."""
    return FORMAT.layout_fingerprint
