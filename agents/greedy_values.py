"""How the greedy agent values a position: the points on the table, plus what else is worth points later.

value = points of the final scoring, if the game ended now, altars and the loss for their dark tablets included
      + tokens, each at its weight (the first four of a kind; further ones count a part), less late in the game;
        a dark tablet is a tablet and a little more
      + hand cards, by their travel icons and their kind, while the player has not passed
      + archaeologists at home (no more than hand cards) and ready assistants, while the player has not passed
      + assistants and their gold level, and the quality of all own cards, for each round still to come
      + boons and kept encounter cards not yet used, idols that can still be slotted, Owl Temple tiles, which give slots
      + steps on the research track
      + travel icons left over this turn
      - archaeologists at sites with a guardian, which brings a Fear at the end of the round

Only the player's own things are counted. Everything in the formula is visible to the player, apart from the order of
decks, which a look-ahead draws at random first. The weights were found by `agents.tune_greedy`, which plays solo games:
on the boards of the base game, and for what only the boards of Twisted Paths have on those.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content, load_content

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]


@dataclasses.dataclass(frozen=True)
class Weights:
    """Points for one unit of each thing."""

    coin: float = 0.74  # one coin
    compass: float = 1.33  # one compass
    tablet: float = 0.91  # one tablet
    arrowhead: float = 1.65  # one arrowhead
    jewel: float = 2.05  # one jewel
    beyond_four: float = 0.62  # part of a token's weight from the fifth of a kind on
    last_round: float = 0.94  # part of a token's weight in round V before passing; after passing it is nothing
    hand_card: float = 0.36  # a hand card other than Fear
    hand_icon: float = 0.28  # for each boot it can pay for: boat and car count two, a plane three
    hand_effect: float = 0.21  # when it has an effect
    hand_passed: float = 0.0  # part of a hand card's weight after passing: it may be kept
    archaeologist: float = 1.12  # at home, no more than there are hand cards
    ready_assistant: float = 0.87  # not used this round
    assistant: float = 0.48  # each round
    gold_level: float = 0.14  # each round
    card_cost: float = 0.07  # an own item or artifact, for each coin or compass of its price, each round
    starting_card: float = 0.06  # each round
    fear: float = -0.19  # each round, beside its point
    boon: float = 0.70  # of an overcome guardian, not yet used
    idol: float = 0.82  # in the crates, as long as slots are free
    glass_row: float = 0.25  # each row of the research track
    notebook_row: float = 0.33  # each row of the research track
    lantern_row: float = 0.34  # each row of the research track (Owl Temple)
    dark_tablet: float = 0.52  # a dark tablet, beside its worth as a tablet (Spider Temple)
    owl_tile: float = 0.25  # an Owl Temple tile, each two of which give an idol slot, in rounds I to IV
    leftover: float = 0.18  # a travel icon left over this turn
    guarded: float = -0.29  # an archaeologist beside a guardian


WEIGHTS = Weights()


class Values:
    """Values positions, many at a time.

    Args:
        weights: points for one unit of each thing.
        content: the printed facts that the games are played with.
    """

    def __init__(self, weights: Weights = WEIGHTS, content: Content | None = None) -> None:
        tables = load_content(content).tables[0]
        self.weights = weights
        cost = tables["card_cost"].astype(np.float64)
        icons = tables["card_icons"].astype(np.float64)
        # A boat or a car is worth two boots and a plane three, roughly what they cost on the map.
        strength = icons @ np.array([1.0, 2.0, 2.0, 3.0])
        self._hand = weights.hand_card + weights.hand_icon * strength
        self._hand += weights.hand_effect * (tables["card_timing"] != o.TIMING_NONE)
        self._hand[o.FEAR] = weights.hand_icon
        self._owned = weights.card_cost * cost
        self._owned[o.FIRST_STARTING : o.FEAR] = weights.starting_card
        self._owned[o.FEAR] = weights.fear
        self._token = np.array(
            [weights.coin, weights.compass, weights.tablet, weights.arrowhead, weights.jewel], dtype=np.float64
        )
        self._track_row = tables["track_row"].astype(np.float64)

    def hand_value(self, card: NDArray[np.integer] | int) -> Any:
        """Return the value of hand cards by type."""
        return self._hand[card]

    def __call__(
        self, games: NDArray[Any], rows: Rows, players: Rows, scores: Floats, passed: NDArray[np.bool_] | None = None
    ) -> Floats:
        """Return the value of positions for one player each.

        Args:
            games: game records.
            rows: which of them to value, shape (M,).
            players: for which seat, shape (M,).
            scores: points of those players if the games ended now, shape (M,).
            passed: take the players as having passed, whatever the record says, shape (M,).
        """
        weights = self.weights
        rounds = o.ROUNDS - games["round_number"][rows].astype(np.float64)  # rounds still to come
        active = games["passed"][rows, players] == 0
        if passed is not None:
            active &= ~passed
        value = scores.astype(np.float64)

        tokens = games["tokens"][rows, players].astype(np.float64)
        dark = games["dark"][rows, players].astype(np.float64)
        tokens[:, o.TABLET] += dark
        counted = np.minimum(tokens, 4.0) + weights.beyond_four * np.maximum(tokens - 4.0, 0.0)
        tokens_left = np.where(rounds > 0, 1.0, np.where(active, weights.last_round, 0.0))
        value += (counted @ self._token + weights.dark_tablet * dark) * tokens_left

        hand = _total(self._hand, games["hand"], games["hand_size"], rows, players)
        value += hand * np.where(active, 1.0, np.where(rounds > 0, weights.hand_passed, 0.0))
        owned = _total(self._owned, games["deck"], games["deck_size"], rows, players)
        owned += _total(self._owned, games["play"], games["play_size"], rows, players)
        owned += _total(self._owned, games["hand"], games["hand_size"], rows, players)
        value += owned * rounds

        has = games["assistant"][rows, players] >= 0
        ready = has & (games["assistant_used"][rows, players] == 0)
        gold = has & (games["assistant_gold"][rows, players] > 0)
        # An archaeologist without a card to travel with is of little use.
        travellers = np.minimum(games["home"][rows, players], games["hand_size"][rows, players])
        value += active * (weights.archaeologist * travellers + weights.ready_assistant * ready.sum(axis=1))
        value += rounds * (weights.assistant * has.sum(axis=1) + weights.gold_level * gold.sum(axis=1))

        boons = (games["guardian_owner"][rows] == players[:, None] + 1) & (games["boon_used"][rows] == 0)
        kept = games["encounter_saved"][rows] == players[:, None] + 1
        value += weights.boon * (boons.sum(axis=1) + kept.sum(axis=1)) * (active | (rounds > 0))
        tiles = games["owl_owned"][rows, players].sum(axis=1)
        slots = np.minimum(games["idols"][rows, players], _free_places(games, rows, players, tiles))
        value += weights.idol * slots * (active | (rounds > 0))
        value += weights.owl_tile * tiles * (rounds > 0)

        board = games["board"][rows]
        value += weights.glass_row * self._track_row[board, games["glass"][rows, players]]
        value += weights.notebook_row * self._track_row[board, games["notebook"][rows, players]]
        lantern = games["lantern"][rows, players]
        value += np.where(lantern >= 0, weights.lantern_row * self._track_row[board, lantern], 0.0)
        value += weights.leftover * games["pool"][rows].sum(axis=1) * active

        standing = games["space"][rows] == players[:, None] + 1
        guarded = standing & (games["guardian"][rows][:, _SITE_OF_SPACE] >= 0)
        value += weights.guarded * guarded.sum(axis=1) * (games["ignore_fear"][rows, players] == 0)
        return value


def _free_places(games: NDArray[Any], rows: Rows, players: Rows, tiles: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return how many idols of each player still find a place: on the player board, by Owl Temple tiles, on pedestals.

    Args:
        games: game records.
        rows: which of them, shape (M,).
        players: which seat in each, shape (M,).
        tiles: how many Owl Temple tiles these players have, shape (M,).
    """
    extra = tiles // o.OWL_SLOT_TILES - games["extra_slotted"][rows, players]
    free: NDArray[np.integer] = o.IDOL_SLOTS - games["slotted"][rows, players] + extra
    return free + games["pedestals"][rows, players]


_SITE_OF_SPACE = np.array([space // 2 if space < 2 * o.CAMPS else space - o.CAMPS for space in range(o.SPACES)])


def _total(worth: Floats, cards: NDArray[Any], sizes: NDArray[Any], rows: Rows, players: Rows) -> Floats:
    """Add up the worth of the cards in one zone of each player."""
    count = sizes[rows, players].astype(np.int64)
    longest = int(count.max(initial=0))
    zone = cards[rows, players, :longest]
    inside = np.arange(longest) < count[:, None]
    return np.where(inside, worth[np.where(inside, zone, 0)], 0.0).sum(axis=1)
