"""Agents for tournaments in tests: as quick as random, or choosy about their games."""

from __future__ import annotations

from typing import Any

from agents.random_agent import RandomAgent


class Other(RandomAgent):
    """Random under another name."""

    name = "other"


class Choosy(RandomAgent):
    """Random, but refuses games, as a trained agent refuses those it was not trained for."""

    name = "choosy"

    def check(self, batch: Any, games: Any = None) -> None:
        """Refuse every game."""
        raise ValueError(f"the agent {self.name!r} knows none of these {len(batch.games)} games")
