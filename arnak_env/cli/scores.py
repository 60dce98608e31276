"""The points of a game in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arnak_env.cli.terminal import say

if TYPE_CHECKING:
    from arnak_env import Batch

RIVAL = 4  # its place in the scores


def show_scores(batch: Batch) -> None:
    """Print the points of every seat by category, and who has won when the game is over.

    Categories that the board lacks are left out.
    """
    from arnak_env.arnak import opcodes as o
    from arnak_env.arnak.words import amount

    board = int(batch.games["board"][0])
    lacking = {"lantern"} if board != o.OWL else set()
    lacking |= {"altars", "dark_tablets"} if board != o.SPIDER else set()
    solo = bool(batch.games["rival"][0])
    count = int(batch.games["players"][0])
    for player in [*range(count), *([RIVAL] if solo else [])]:
        parts = batch.score_parts(0, player)
        name = "rival" if player == RIVAL else f"player {player + 1}"
        detail = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in parts.items() if key not in lacking)
        points = amount(int(batch.scores()[0, player]), "point")
        say(f"{name:9} {points:>10}   ({detail})", further=23)
    if batch.over[0]:
        say(outcome(batch))


def outcome(batch: Batch) -> str:
    """Return who has won a game that is over."""
    results = batch.results()[0]
    if batch.games["rival"][0]:
        return {1.0: "Player 1 beats the rival.", 0.5: "A tie with the rival."}.get(
            float(results[0]), "The rival wins."
        )
    best = [str(i + 1) for i, share in enumerate(results) if share == results.max()]
    return f"Winner: player {best[0]}." if len(best) == 1 else f"Winners, tied: players {' and '.join(best)}."
