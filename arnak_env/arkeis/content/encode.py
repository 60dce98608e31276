"""Effects turned into rows of the table record, and words into the numbers of the rules.

A program is a run of rows ``(operation, a, b, c, d)`` ended by ``OP_END``; the lists inside an effect are programs of
their own. ``OP_CHOOSE`` holds the number of its branches and the first of as many block rows ``(OP_END, start)``. A
condition is a run of postfix rows ``(condition, a, b)`` ended by ``C_END``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.notation import (
    ACTIONS,
    CONDITIONS,
    DESTINATIONS,
    OPERATIONS,
    REQUIREMENTS,
    ROLLS,
    Argument,
    Effect,
    NotationError,
    closest,
    parse,
)

Row = tuple[int, int, int, int, int]
ConditionRow = tuple[int, int, int]
LARGEST = 50  # Fate tokens of the game: no printed number is larger
MOST_DICE = 20
_TERM_BITS = 4
_MOST_SYMBOLS = (1 << _TERM_BITS) - 1


def numbered(what: str, word: Argument, known: Sequence[str] | Mapping[str, int]) -> int:
    """Return the number of a word.

    Raises:
        NotationError: for an unknown word; the message names the closest ones.
    """
    if isinstance(known, Mapping):
        if isinstance(word, str) and word in known:
            return known[word]
    elif isinstance(word, str) and word in known:
        return known.index(word)
    raise NotationError(f"unknown {what} {word!r}; {closest(word, known)}")


def kind_number(word: Argument) -> int:
    """Return the number of a kind, a type, or any."""
    if word == "any":
        return o.K_ANY
    if word in o.TYPE_IDS:
        return o.K_TYPE + o.TYPE_IDS.index(str(word))
    return numbered("kind or type", word, (*o.KIND_IDS, *o.TYPE_IDS, "any")[: o.KINDS])


def square_number(word: Argument) -> int:
    """Return the number of a square selector."""
    if isinstance(word, str) and word in o.SQUARE_SELECTORS:
        return o.SQUARE_SELECTORS.index(word)
    if isinstance(word, str) and word.startswith("room:"):
        return o.Q_ZONE + numbered("zone", word[5:], o.ZONE_IDS)
    known = (*o.SQUARE_SELECTORS, *o.SQUARE_IDS)
    if isinstance(word, str) and word in o.SQUARE_IDS:
        return o.Q_SQUARE + o.SQUARE_IDS.index(word)
    raise NotationError(f"unknown square {word!r}; {closest(word, known)}, or room:ZONE")


def adversary_number(word: Argument) -> int:
    """Return the number of an Adversary selector."""
    if word == "target":
        return o.V_TARGET * o.V_STEP + o.K_ANY
    where, colon, kind = str(word).partition(":")
    if not isinstance(word, str) or not colon or where not in o.ADVERSARY_SELECTORS[1:]:
        raise NotationError(
            f"unknown Adversaries {word!r}; right would be target, or here:KIND, room:, adjacent:, board:"
        )
    return o.ADVERSARY_SELECTORS.index(where) * o.V_STEP + kind_number(kind)


def face_number(word: Argument) -> int:
    """Return the number of a face word."""
    if word == "choice":
        return o.FACE_CHOICE
    if word == "fate":
        return o.FATE_FACE
    faces = [face for face in o.FACE_IDS if not face.endswith("_fate")]
    if word not in faces:
        raise NotationError(f"unknown face {word!r}; known are {', '.join(faces)}, fate, choice")
    return o.FACE_IDS.index(str(word))


def requirement_number(word: Argument) -> int:
    """Return the counts of a requirement, packed into one number."""
    counts = [0] * len(REQUIREMENTS)
    for term in str(word).split("+"):
        symbol, star, times = term.partition("*")
        if symbol not in REQUIREMENTS or (star and not times.isdigit()):
            words = ", ".join(REQUIREMENTS)
            raise NotationError(f"unknown requirement {word!r}; terms joined by + are {words}, each with *n for more")
        counts[REQUIREMENTS.index(symbol)] += int(times) if star else 1
    if not all(0 <= count <= _MOST_SYMBOLS for count in counts) or not 1 <= sum(counts) <= _MOST_SYMBOLS:
        raise NotationError(f"the requirement {word!r} needs {sum(counts)} dice; right would be 1 to {_MOST_SYMBOLS}")
    return sum(count << (_TERM_BITS * k) for k, count in enumerate(counts))


def amount(word: Argument) -> int:
    """Return a whole number."""
    if isinstance(word, int) and abs(word) <= LARGEST:
        return word
    raise NotationError(f"{word!r} is not right; right would be a whole number up to {LARGEST}")


# Smallest number that means something, where it is not 1.
_SMALLEST = {
    **dict.fromkeys(("coins", "xp", "vp", "counter", "life_mod", "power", "indicator", "bonus_dice"), -LARGEST),
    **dict.fromkeys(("counter_ge",), -LARGEST),
    **dict.fromkeys(("reserve_le", "fate_ge", "card_fate_ge", "indicators_ge"), 0),
}
_DICE_WORDS = ("validate", "test", "bonus_dice")


def check_amount(word: str, type_: str, value: int) -> None:
    """Refuse a number that the operation or condition cannot have.

    Raises:
        NotationError: the message says which numbers are right.
    """
    if type_ not in ("n", "n or all") or (type_ == "n or all" and value == o.ALL):
        return
    low, high = _SMALLEST.get(word, 1), MOST_DICE if word in _DICE_WORDS else LARGEST
    if word == "indicator":
        low, high = -1, 1
    if not low <= value <= high or (value == 0 and low < 0 and word not in ("counter_ge",)):
        but = ", not 0" if low < 0 else ""
        raise NotationError(f"{value} is not right; right would be {low} to {high}{but}")


@dataclass
class Growing:
    """Names that get their numbers by first appearance, as far as there is room."""

    what: str
    room: int
    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, word: Argument) -> int:
        if not isinstance(word, str):
            raise NotationError(f"{word!r} is no {self.what}; right would be a word")
        if word not in self.numbers:
            if len(self.numbers) == self.room:
                raise NotationError(f"{word!r} is one {self.what} too many; there is room for {self.room}")
            self.numbers[word] = len(self.numbers)
        return self.numbers[word]


@dataclass
class Scope:
    """Names that only the effects of one episode can use."""

    links: dict[str, int] = field(default_factory=dict)
    clue_cards: dict[str, int] = field(default_factory=dict)
    flags: Growing = field(default_factory=lambda: Growing("episode flag", o.FLAGS))
    counters: Growing = field(default_factory=lambda: Growing("episode counter", o.COUNTERS))


NO_EPISODE = "an effect that belongs to no episode has no episode {}; right would be an effect of the episode itself"


class Encoder:
    """Collects all programs and conditions, and knows the numbers of all names."""

    def __init__(self, objects: Mapping[str, int], upgrades: Mapping[str, int], cards: Mapping[str, int]) -> None:
        self.rows: list[Row] = [(o.OP_END, 0, 0, 0, 0)]
        self.conditions: list[ConditionRow] = [(o.C_END, 0, 0)]
        self.objects = objects
        self.upgrades = upgrades
        self.cards = cards
        self.campaign_flags = Growing("campaign flag", o.FLAGS)
        self.scope: Scope | None = None
        self.numbers: dict[str, Callable[[Argument], int]] = {
            "n": amount,
            "n or all": lambda word: o.ALL if word == "all" else amount(word),
            "E": self.explorers,
            "Q": square_number,
            "V": adversary_number,
            "K": kind_number,
            "kind": lambda word: numbered("kind", word, o.KIND_IDS),
            "card": lambda word: numbered("Adversary card", word, self.cards),
            "dest": lambda word: numbered("destination", word, DESTINATIONS),
            "action": lambda word: numbered("action", word, ACTIONS),
            "roll": lambda word: numbered("roll", word, ROLLS),
            "face": face_number,
            "req": requirement_number,
            "symbol": lambda word: numbered("symbol", word, o.SYMBOL_IDS),
            "token": lambda word: numbered("special token", word, o.SPECIAL_IDS),
            "zone": lambda word: numbered("zone", word, o.ZONE_IDS),
            "square": lambda word: numbered("square", word, o.SQUARE_IDS),
            "object": lambda word: numbered("object", word, self.objects),
            "upgrade": lambda word: numbered("camp upgrade", word, self.upgrades),
            "ability": lambda word: numbered("change of an Ability", word, o.ABILITY_MOD_IDS),
            "result": lambda word: numbered("epilogue", word, o.RESULT_IDS),
            "campaign flag": self.campaign_flags.number,
            "flag": lambda word: self.of_episode("flag").flags.number(word),
            "counter": lambda word: self.of_episode("counter").counters.number(word),
            "door": lambda word: numbered("link of the episode", word, self.of_episode("link").links),
            "clue card": lambda word: numbered("card of the episode", word, self.of_episode("card").clue_cards),
            "condition": self.condition_of,
            "list": self.list_of,
        }

    def explorers(self, word: Argument) -> int:
        if isinstance(word, str) and word.startswith("holder:"):
            return o.E_HOLDER + numbered("object", word[7:], self.objects)
        return numbered("Explorers", word, o.EXPLORER_SELECTORS)

    def of_episode(self, what: str) -> Scope:
        if self.scope is None:
            raise NotationError(NO_EPISODE.format(what))
        return self.scope

    # Programs.

    def program(self, texts: Sequence[str]) -> int:
        """Write an effect list and return the row where it starts, 0 for an empty one."""
        return self.write([parse(text) for text in texts])

    def write(self, effects: Sequence[Effect]) -> int:
        """Write effects behind one another and return the row where they start, 0 when there are none."""
        if not effects:
            return 0
        rows = [self.row(effect) for effect in effects]  # writes the lists inside first
        return self.append([*rows, (o.OP_END, 0, 0, 0, 0)])

    def append(self, rows: Sequence[Row]) -> int:
        """Add rows and return the first of them."""
        self.rows += rows
        return len(self.rows) - len(rows)

    def list_of(self, word: Argument) -> int:
        if not isinstance(word, tuple) or isinstance(word, Effect):
            raise NotationError(f"{word!r} is not right; right would be a list of effects in brackets")
        return self.write(word)

    def row(self, effect: Effect) -> Row:
        if effect.word not in OPERATIONS:
            raise NotationError(f"unknown operator {effect.word!r}; {closest(effect.word, OPERATIONS)}")
        operation = o.OPERATION_IDS.index(effect.word)
        if effect.word == "choose":
            return self.choice(operation, effect)
        values = self.values(effect, OPERATIONS[effect.word])
        a, b, c, d = (*values, 0, 0, 0, 0)[:4]
        return operation, a, b, c, d

    def choice(self, operation: int, effect: Effect) -> Row:
        if not 2 <= len(effect.arguments) <= o.BRANCHES:
            raise NotationError(f"choose with {len(effect.arguments)} lists; right would be 2 to {o.BRANCHES}")
        starts = [self.list_of(branch) for branch in effect.arguments]
        first = self.append([(o.OP_END, start, 0, 0, 0) for start in starts])
        return operation, len(starts), first, 0, 0

    def values(self, effect: Effect, types: Sequence[str]) -> list[int]:
        if len(effect.arguments) != len(types):
            right = ", ".join(types) or "none"
            raise NotationError(f"{effect.word} has {len(effect.arguments)} arguments; right would be {right}")
        found = []
        for type_, argument in zip(types, effect.arguments, strict=True):
            try:
                found.append(self.numbers[type_](argument))
                check_amount(effect.word, type_, found[-1])
            except NotationError as error:
                if type_ in ("list", "condition"):
                    raise
                raise NotationError(f"{effect.word}: {error}") from None
        return found

    # Conditions.

    def condition(self, text: str) -> int:
        """Write a condition and return the row where it starts, 0 for an empty one."""
        return self.condition_of(parse(text)) if text else 0

    def condition_of(self, word: Argument) -> int:
        if not isinstance(word, Effect):
            raise NotationError(f"{word!r} is not right; right would be a condition")
        rows = [*self.postfix(word), (o.C_END, 0, 0)]
        self.conditions += rows
        return len(self.conditions) - len(rows)

    def postfix(self, condition: Effect) -> list[ConditionRow]:
        if condition.word not in CONDITIONS:
            raise NotationError(f"unknown condition {condition.word!r}; {closest(condition.word, CONDITIONS)}")
        number = o.CONDITION_IDS.index(condition.word)
        types = CONDITIONS[condition.word]
        if types and types[0] == "condition":
            if len(condition.arguments) != len(types):
                raise NotationError(
                    f"{condition.word} has {len(condition.arguments)} conditions; right are {len(types)}"
                )
            inner: list[ConditionRow] = []
            for part in condition.arguments:
                if not isinstance(part, Effect):
                    raise NotationError(f"{condition.word}: {part!r} is not right; right would be a condition")
                inner += self.postfix(part)
            return [*inner, (number, 0, 0)]
        a, b = (*self.values(condition, types), 0, 0)[:2]
        return [(number, a, b)]


def with_room(what: str, known: Sequence[str], free: str, ids: Sequence[str]) -> dict[str, int]:
    """Number ids: those with a number of their own keep it, others take the places named like `free` in order.

    Raises:
        NotationError: when there are more others than places.
    """
    numbers = {word: k for k, word in enumerate(known) if not word.startswith(free)}
    places = [k for k, word in enumerate(known) if word.startswith(free)]
    others = [word for word in ids if word not in numbers]
    if len(others) > len(places):
        raise NotationError(
            f"{len(others)} further {what}s, {others[len(places)]!r} is one too many; there is room for {len(places)}"
        )
    return {**numbers, **dict(zip(others, places, strict=False))}
