"""What chance is to bring in a scenario: the next dice, Clue cards, Adversary cards and Traumas.

The rules draw random numbers from streams that depend only on the game's key and on how many numbers each stream has
given. So chance is forced without touching the rules: before an action the counter of a stream is set to a place from
which the wanted results follow.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import A_CLUE
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.content import Content
from arnak_env.arkeis.position_names import names_of, word_of
from arnak_env.core.words import unknown

FORCED_KEYS = ("dice", "cards_drawn", "adversary_cards", "traumas")
AHEAD = 7  # dice of one action that are looked ahead; more are forced by a second list at a later question
_CHUNK = 1 << 20
_LAST_PLACE = 1 << 29  # far below the room of a counter
_TRIES = 4000  # places tried out for cards, each by carrying out the action on a copy
_GOLDEN, _FIRST, _SECOND = (np.uint64(c) for c in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))

Words = list[str]
Wanted = tuple[tuple[int, int, int], ...]  # (low, high, of): the number drawn below `of` is in range(low, high)


class CannotForce(ValueError):
    """Chance cannot bring what a scenario wants; the message says what and why."""


@dataclass
class Forced:
    """What is still to come, in order.

    Attributes:
        dice: faces of the next dice rolled.
        cards_drawn: Clue cards, each drawn when a card with its symbol is.
        adversary_cards: Adversary cards, each taken when a card of its kind is.
        traumas: the next Trauma cards.
    """

    dice: Words = field(default_factory=list)
    cards_drawn: Words = field(default_factory=list)
    adversary_cards: Words = field(default_factory=list)
    traumas: Words = field(default_factory=list)

    def add(self, other: Forced) -> None:
        """Put the wishes of another list behind these."""
        for key in FORCED_KEYS:
            getattr(self, key).extend(getattr(other, key))

    def left(self) -> str:
        """Return in words what has not come, an empty string when everything has."""
        return "; ".join(f"{key}: {', '.join(getattr(self, key))}" for key in FORCED_KEYS if getattr(self, key))


def check_words(forced: Forced, content: Content, slot: int) -> None:
    """Refuse wishes that are no faces, cards or Traumas.

    Raises:
        CannotForce: naming the word and the closest right ones.
    """
    names = names_of(content, slot)
    known: dict[str, tuple[str, ...]] = {
        "dice": o.FACE_IDS,
        "cards_drawn": tuple(names.cards),
        "adversary_cards": tuple(names.adversary_cards),
        "traumas": o.TRAUMA_IDS,
    }
    kinds = {"dice": "face", "cards_drawn": "Clue card", "adversary_cards": "Adversary card", "traumas": "Trauma"}
    for key, words in known.items():
        for word in getattr(forced, key):
            if word not in words:
                raise CannotForce(f"{key}: {unknown(word, words, kinds[key])}")


# --- the streams, as in `arnak_env.arkeis.chance` --------------------------------------------------------------------
def _mix(x: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    x = x + _GOLDEN
    x = (x ^ (x >> np.uint64(30))) * _FIRST
    x = (x ^ (x >> np.uint64(27))) * _SECOND
    return x ^ (x >> np.uint64(31))


def _numbers(seed: int, stream: int, first: int, count: int) -> npt.NDArray[np.uint64]:
    """Return the upper 32 bits of a run of a stream."""
    places = np.arange(first, first + count, dtype=np.uint64) ^ (np.uint64(stream) << np.uint64(32))
    with np.errstate(over="ignore"):
        return _mix(np.uint64(seed) ^ _mix(places)) >> np.uint64(32)


def places(seed: int, stream: int, first: int, wanted: Wanted) -> Iterator[int]:
    """Yield the places of a stream from which the wanted numbers follow, from `first` on."""
    start = first
    while start < _LAST_PLACE:
        numbers = _numbers(seed, stream, start, _CHUNK + len(wanted))
        found = np.arange(_CHUNK)
        for k, (low, high, of) in enumerate(wanted):
            drawn = (numbers[found + k] * np.uint64(of)) >> np.uint64(32)
            found = found[(drawn >= low) & (drawn < high)]
        yield from (start + int(place) for place in found)
        start += _CHUNK


@functools.lru_cache(maxsize=4096)
def first_place(seed: int, stream: int, first: int, wanted: Wanted) -> int:
    """Return the first place from which the wanted numbers follow, -1: there is none."""
    return next(places(seed, stream, first, wanted), -1)


# --- forcing ---------------------------------------------------------------------------------------------------------
def prepare(batch: Batch, content: Content, forced: Forced, action: int) -> None:
    """Set the streams of the only game so that `action` brings what is wanted.

    Raises:
        CannotForce: when that is impossible.
    """
    game = batch.games[0]
    tables = content.tables[0]
    seed = int(game["seed"])
    if forced.dice:
        _place(game, o.STREAM_DICE, dice_wanted(forced.dice[:AHEAD], tables), seed, "dice")
    if forced.traumas:
        _place(game, o.STREAM_TRAUMA, traumas_wanted(forced.traumas, game), seed, "traumas")
    if forced.cards_drawn:
        _try_places(batch, o.STREAM_CLUE, cards_wanted(forced, content, game), action,
                    lambda after: cards_fit(forced, content, game, after), "cards_drawn")  # fmt: skip
    if forced.adversary_cards:
        _try_places(batch, o.STREAM_ADVERSARY, adversaries_wanted(forced, content, game), action,
                    lambda after: adversaries_fit(forced, content, game, after), "adversary_cards")  # fmt: skip


def _place(game: Any, stream: int, wanted: Wanted, seed: int, key: str) -> None:
    place = first_place(seed, stream, int(game["counter"][stream]), wanted)
    if place < 0:
        raise CannotForce(f"{key}: chance never brings that; give fewer of them in one step")
    game["counter"][stream] = place


def _try_places(batch: Batch, stream: int, wanted: Wanted, action: int, fits: Callable[[Any], bool], key: str) -> None:
    """Set a stream to the first place from which the action, carried out on a copy, brings what is wanted."""
    game = batch.games[0]
    candidates = places(int(game["seed"]), stream, int(game["counter"][stream]), wanted)
    for _, place in zip(range(_TRIES), candidates, strict=False):
        game["counter"][stream] = place
        copy = batch.clone(observe=False)
        copy.step(np.array([action]))
        if fits(copy.games[0]) or copy.games[0]["counter"][stream] == place:
            return
    raise CannotForce(f"{key}: the action draws others than the next ones of this list, in whatever order chance has")


def note_what_came(before: Any, after: Any, content: Content, forced: Forced, action: int) -> None:
    """Take what an action has brought off the wishes."""
    dice = int(after["counter"][o.STREAM_DICE]) - int(before["counter"][o.STREAM_DICE])
    if dice > AHEAD and len(forced.dice) > AHEAD:
        raise CannotForce(f"dice: {dice} dice were rolled at once; at most {AHEAD} at once can be forced")
    del forced.dice[:dice]
    del forced.traumas[: int(after["counter"][o.STREAM_TRAUMA]) - int(before["counter"][o.STREAM_TRAUMA])]
    if int(before["slot"]) != int(after["slot"]):
        return
    names = names_of(content, int(before["slot"]))
    if after["counter"][o.STREAM_CLUE] != before["counter"][o.STREAM_CLUE]:
        came = [word for word in forced.cards_drawn if _left_deck(before, after, names.cards[word])]
        came = came or _read_and_put_back(content, before, forced, action)
        forced.cards_drawn[:] = [word for word in forced.cards_drawn if word not in came]
    taken = [word_of(names.adversary_cards, card) for card in new_adversary_cards(before, after)]
    for word in taken:
        if word in forced.adversary_cards:
            forced.adversary_cards.remove(word)


def _left_deck(before: Any, after: Any, card: int) -> bool:
    return bool(before["card_place"][card] == o.IN_DECK and after["card_place"][card] != o.IN_DECK)


def _read_and_put_back(content: Content, game: Any, forced: Forced, action: int) -> Words:
    """Return the wish for the symbol of a Clue action: its card was read, and is in the deck again."""
    slot, names = int(game["slot"]), names_of(content, int(game["slot"]))
    symbols = content.tables[0]["card_symbol"][slot]
    return [word for word in forced.cards_drawn if A_CLUE + int(symbols[names.cards[word]]) == action][:1]


# --- dice and Traumas: known beforehand ------------------------------------------------------------------------------
def dice_wanted(faces: Words, tables: Any) -> Wanted:
    """Return what the numbers of the dice must be."""
    wanted = []
    for word in faces:
        face = o.FACE_IDS.index(word)
        die = tables["die"][0 if face < o.COMBAT_FACES else 1]
        sides = np.flatnonzero(die == face)
        if not len(sides):
            raise CannotForce(f"dice: no side of the die shows {word!r}")
        low = high = int(sides[0])
        while high in sides:  # the sides with one face lie side by side on the printed dice; else the first ones do
            high += 1
        wanted.append((low, high, o.DIE_SIDES))
    return tuple(wanted)


def traumas_wanted(traumas: Words, game: Any) -> Wanted:
    """Return what the numbers of the Trauma cards must be, as long as the shuffled part lasts."""
    left = [int(count) for count in game["trauma_unknown"]]
    wanted = []
    for word in traumas:
        kind = o.TRAUMA_IDS.index(word)
        if not sum(left):
            break
        if not left[kind]:
            raise CannotForce(f"traumas: no card {word!r} is left in the shuffled part of the deck")
        low = sum(left[:kind])
        wanted.append((low, low + left[kind], sum(left)))
        left[kind] -= 1
    return tuple(wanted)


# --- Clue cards and Adversary cards: tried out -----------------------------------------------------------------------
def _in_deck(game: Any, tables: Any, symbol: int) -> list[int]:
    slot = int(game["slot"])
    return [
        card
        for card in range(int(tables["cards"][slot]))
        if game["card_place"][card] == o.IN_DECK and tables["card_symbol"][slot, card] == symbol
    ]


def cards_wanted(forced: Forced, content: Content, game: Any) -> Wanted:
    """Return what the number of the first draw must be if it is for the first wish."""
    tables, slot = content.tables[0], int(game["slot"])
    names = names_of(content, slot)
    card = names.cards[forced.cards_drawn[0]]
    deck = _in_deck(game, tables, int(tables["card_symbol"][slot, card]))
    if card not in deck:
        raise CannotForce(f"cards_drawn: {forced.cards_drawn[0]!r} is not in the Clue deck")
    return ((deck.index(card), deck.index(card) + 1, len(deck)),)


def cards_fit(forced: Forced, content: Content, before: Any, after: Any) -> bool:
    """Return whether no other card was drawn where a wish was due."""
    tables, slot = content.tables[0], int(before["slot"])
    if int(after["slot"]) != slot:
        return True
    names = names_of(content, slot)
    wishes: dict[int, list[int]] = {}
    for word in forced.cards_drawn:
        card = names.cards[word]
        wishes.setdefault(int(tables["card_symbol"][slot, card]), []).append(card)
    for symbol, cards in wishes.items():
        gone = {card for card in _in_deck(before, tables, symbol) if after["card_place"][card] != o.IN_DECK}
        if not (gone <= set(cards) or set(cards) <= gone) or gone and cards[0] not in gone:
            return False
    return True


def new_adversary_cards(before: Any, after: Any) -> list[int]:
    """Return the Adversary cards that Explorers have taken, in turn order from the active Explorer."""
    players = int(before["players"])
    taken = []
    for k in range(players):
        explorer = int(before["explorer"][(int(before["turn_seat"]) + k) % players])
        for kind in range(o.KINDS):
            if before["adversary_card"][explorer, kind] < 0 <= after["adversary_card"][explorer, kind]:
                taken.append(int(after["adversary_card"][explorer, kind]))
    return taken


def adversaries_wanted(forced: Forced, content: Content, game: Any) -> Wanted:
    """Return what the number of the first draw must be if it is for the first wish."""
    tables = content.tables[0]
    card = names_of(content, int(game["slot"])).adversary_cards[forced.adversary_cards[0]]
    kind = int(tables["adversary_kind"][card])
    held = set(game["adversary_card"].ravel().tolist())
    pool = [
        other
        for other in range(o.ADVERSARY_CARDS)
        if tables["adversary_kind"][other] == kind and tables["adversary_pool"][other] and other not in held
    ]
    if card not in pool:
        raise CannotForce(f"adversary_cards: {forced.adversary_cards[0]!r} is not in the pool of its kind")
    return ((pool.index(card), pool.index(card) + 1, len(pool)),)


def adversaries_fit(forced: Forced, content: Content, before: Any, after: Any) -> bool:
    """Return whether no other card was taken where a wish was due."""
    tables = content.tables[0]
    names = names_of(content, int(before["slot"]))
    taken = new_adversary_cards(before, after)
    wishes: dict[int, list[int]] = {}
    for word in forced.adversary_cards:
        card = names.adversary_cards[word]
        wishes.setdefault(int(tables["adversary_kind"][card]), []).append(card)
    for kind, cards in wishes.items():
        came = [card for card in taken if tables["adversary_kind"][card] == kind]
        both = min(len(came), len(cards))
        if came[:both] != cards[:both]:
            return False
    return True
