"""``games.csv`` of a tournament: one line for each finished game.

How the file is kept says `agents.arena.games_file`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.arena.games_file import Damage, GameList, is_whole
from agents.arena.tournament_configuration import Pairing, seat_order
from arnak_env.arnak.opcodes import MAX_PLAYERS


class TournamentGame(NamedTuple):
    """One finished game.

    Attributes:
        board: the board's name.
        rotation: how many seats the line-up has moved on in this game, from 0.
        game: number of the deal, from 0.
        seed: seed of the deal; `arnak_env.Batch` with it deals the same game.
        decisions: decisions taken by all players together.
        seats: the agents, in the order of the seats; seat 0 begins.
        scores: points of the seats.
        places: places of the seats, 1 for the winner, and for all who share the victory. The tie-break of the rules
            decides about the victory only; further down, equal points are equal places.
    """

    board: str
    rotation: int
    game: int
    seed: int
    decisions: int
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.seats)

    @property
    def cell(self) -> Pairing:
        """Who met whom, worked out from the seats."""
        order = seat_order(self.players, self.rotation, self.game)
        return Pairing(
            self.board, tuple(self.seats[order.index(place)] for place in range(self.players)), self.rotation
        )

    def shares(self) -> list[float]:
        """Return each seat's share of the victory: 1 for the winner, equal shares for those who share it, else 0."""
        winners = self.places.count(1)
        return [1.0 / winners if place == 1 else 0.0 for place in self.places]


def places(scores: NDArray[np.int64], shares: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the places of the seats of finished games.

    Args:
        scores: points, shape ``(games, players)``.
        shares: shares of the victory, same shape, see `arnak_env.Batch.results`.

    Returns:
        1 for those who share the victory; the others one more than the number of seats before them.
    """
    victory = np.where(shares > 0, np.iinfo(np.int64).max, scores)
    ahead: NDArray[np.int64] = (victory[:, None, :] > victory[:, :, None]).sum(axis=2)
    return ahead + 1


PLAIN = TournamentGame._fields[:-3]
SEATED = {what: tuple(f"{word}_{seat}" for seat in range(MAX_PLAYERS)) for what, word in (
    ("seats", "agent"),
    ("scores", "score"),
    ("places", "place"),
)}  # fmt: skip
COLUMNS = tuple("deal" if name == "game" else name for name in PLAIN) + sum(SEATED.values(), ())


class TournamentGames(GameList[TournamentGame]):
    """The list of finished games of a tournament.

    Args:
        path: the file.
    """

    columns = COLUMNS
    texts = ("board", *sum(SEATED.values(), ()))  # scores and places of seats that nobody has are empty

    def entry(self, row: Sequence[str]) -> TournamentGame:
        """Return the game of a line, see `GameList.entry`."""
        board, rotation, deal, seed, decisions, *seated = row
        names, scores, places = (seated[k : k + MAX_PLAYERS] for k in range(0, 3 * MAX_PLAYERS, MAX_PLAYERS))
        players = sum(name != "" for name in names)
        if players < 2 or "" in names[:players]:
            raise Damage(f"agents must fill the seats from 0 on, at least two of them, not {', '.join(names)!r}")
        for what, words in zip(("score", "place"), (scores, places), strict=True):
            for seat, word in enumerate(words):
                if seat < players and not is_whole(word):
                    raise Damage(f"{what}_{seat} must be a whole number, not {word!r}")
                if seat >= players and word:
                    raise Damage(f"{what}_{seat} must be empty, as nobody has the seat, not {word!r}")
        if not 0 <= int(rotation) < players:
            raise Damage(f"there is no rotation {rotation} of {players} players; they go from 0 to {players - 1}")
        if int(deal) < 0:
            raise Damage(f"there is no deal {deal}; they go from 0")
        entry = TournamentGame(
            board,
            int(rotation),
            int(deal),
            int(seed),
            int(decisions),
            tuple(names[:players]),
            tuple(map(int, scores[:players])),
            tuple(map(int, places[:players])),
        )
        _check_places(entry)
        return entry

    def row(self, game: TournamentGame) -> Sequence[Any]:
        """Return the entries of a game."""
        empty = ("",) * (MAX_PLAYERS - game.players)
        return (*game[: len(PLAIN)], *game.seats, *empty, *game.scores, *empty, *game.places, *empty)

    def words(self, cell: Pairing) -> str:
        """Return a cell in words."""
        return f"{' against '.join(cell.line_up)} on {cell.board}, rotation {cell.rotation}"


def _check_places(game: TournamentGame) -> None:
    """Refuse places that do not go with the points.

    Raises:
        Damage: naming both.
    """
    best = max(game.scores)
    shares = np.array([game.shares()])
    winners = [score for score, place in zip(game.scores, game.places, strict=True) if place == 1]
    if set(winners) != {best} or places(np.array([game.scores]), shares)[0].tolist() != list(game.places):
        raise Damage(
            f"the points {', '.join(map(str, game.scores))} do not give the places {', '.join(map(str, game.places))}"
        )
