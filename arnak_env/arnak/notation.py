"""The effect notation of the content files, compiled to rows ``(operation, a, b, c)`` of one table.

Grammar, with ``|`` between the options of a choice and ``->`` binding tighter than ``;``::

    effect  := ["exile this ->"] choice          exile this: only cards, a property of the card and not a row
    choice  := ["choose one:" | "choose two different:"] sequence {"|" sequence}
    sequence := step {";" step}
    step    := "pay" price "->" group | "pass ->" group | group | words
    group   := "(" choice ")" | step
    price   := N token | "1 hand card" ["to deck top"] | "travel" N icon | "1 artifact" | "1 idol"
               | "use of 1 assistant" | "1 unused boon"

The words that can stand for a step are listed in `STEPS`, each next to the rows it becomes.

Layout of the rows: a program is a run of rows ended by ``OP_END``. The rows of a price come before what is paid for and
say how many rows to skip, counted from the next row, when the price is declined. ``OP_CHOOSE`` is followed by its
``OP_OPTION`` rows and then by the rest of the program; the programs of the options stand behind the main program, each
with its own ``OP_END``, and are addressed by their absolute row.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from arnak_env.arnak import opcodes as o
from arnak_env.core.content_errors import ContentError, Place

Row = tuple[int, int, int, int]

_TOKEN = "|".join(o.TOKENS)
_ICON = "|".join(o.ICONS)
_NUMBER = r"[1-9]\d?"
MOST_ICONS = 7  # a travel payment counts no more icons of one kind
_ICONS = rf"[1-{MOST_ICONS}]"
_COUNTS = ("one", "two", "three")


# --- what a step can be ----------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Step:
    """One wording of the notation: how it is recognised and which rows it becomes."""

    form: str  # how it is written, [optional parts] in brackets, for documentation and error messages
    pattern: re.Pattern[str]
    rows: Callable[[re.Match[str]], list[Row]]


STEPS: list[Step] = []


def _step(form: str, pattern: str, rows: Callable[[re.Match[str]], list[Row]]) -> None:
    # A step must end where the next part begins, so that a longer wording is not taken for a shorter one.
    STEPS.append(Step(form, re.compile(rf"(?:{pattern})(?=\s*(?:[;|)]|$))"), rows))


def _fixed(words: str, *row: int) -> None:
    operation, a, b, c = (*row, 0, 0, 0)[:4]
    _step(words, re.escape(words), lambda match: [(operation, a, b, c)])


def _token(name: str) -> int:
    return o.TOKENS.index(name)


def _gains(match: re.Match[str]) -> list[Row]:
    rows = []
    for part in match.group(1).split(","):
        number, name = part.split()
        if name == "fear":
            rows.append((o.OP_FEAR, int(number), 0, 0))
        elif name == o.DARK_TABLET:
            rows.append((o.OP_DARK, int(number), 0, 0))
        else:
            rows.append((o.OP_GAIN, _token(name), int(number), 0))
    return rows


def _dig(match: re.Match[str]) -> list[Row]:
    number, icon, compass = match.groups()
    return [(o.OP_DIG, o.ICONS.index(icon) if icon else -1, int(number or 0), int(compass or 0))]


_GAIN_LIST = rf"{_NUMBER} (?:{_TOKEN}|fear|{o.DARK_TABLET})"
_step("gain N token[, N token]", rf"gain ({_GAIN_LIST}(?:, {_GAIN_LIST})*)", _gains)

COUNTERS = {
    "guardian overcome or at site you occupy": o.PER_GUARDIAN,
    "idol owned": o.PER_IDOL,
    "own archaeologist on board": o.PER_ARCHAEOLOGIST,
}
_step(
    "gain 1 token per idol owned[, max N]",
    rf"gain 1 ({_TOKEN}) per ({'|'.join(COUNTERS)})(?:, max ({_NUMBER}))?",
    lambda m: [(o.OP_GAIN_PER, _token(m[1]), COUNTERS[m[2]], int(m[3] or 0))],
)
_step("travel N icon", rf"travel ({_ICONS}) ({_ICON})", lambda m: [(o.OP_ICONS, o.ICONS.index(m[2]), int(m[1]), 0)])
_step(
    "draw N[ from deck bottom]",
    rf"draw ({_NUMBER})( from deck bottom)?",
    lambda m: [(o.OP_DRAW, int(m[1]), int(m[2] is not None), 0)],
)
_step(
    "draw up to N aside[ from deck bottom]; keep 1 in hand[; put up to 1 back on deck top]; rest to play area",
    r"draw up to ([1-3]) aside( from deck bottom)?; keep 1 in hand(; put up to 1 back on deck top)?; rest to play area",
    lambda m: [(o.OP_ASIDE, int(m[1]), int(m[2] is not None), int(m[3] is not None))],
)
_step(
    "put N hand card into play area",
    rf"put ({_NUMBER}) hand card into play area",
    lambda m: [(o.OP_PUT_DOWN, int(m[1]), 0, 0)],
)
_fixed("exile up to 1", o.OP_EXILE)
_fixed("trade up 1", o.OP_TRADE_UP)
_step("refresh up to N assistant", r"refresh up to ([12]) assistant", lambda m: [(o.OP_REFRESH, int(m[1]), 0, 0)])
_fixed("recruit 1 assistant", o.OP_RECRUIT)
_fixed("upgrade 1 assistant", o.OP_UPGRADE)
_fixed("rescue 1 assistant", o.OP_RESCUE)
_fixed("exchange own assistant for 1 supply assistant at same level, ready", o.OP_EXCHANGE)
_fixed("use silver effect of 1 supply assistant", o.OP_SUPPLY, 0)
_fixed("use gold effect of 1 supply assistant", o.OP_SUPPLY, 1)
_fixed("use silver effect of 1 supply assistant, then put it under its stack", o.OP_SUPPLY, 0, 1)
_fixed("recruit or upgrade 1 assistant", o.OP_RECRUIT_OR_UPGRADE)

_fixed("activate 1 camp site", o.OP_ACTIVATE, o.SITE_CAMP, 1)
_step(
    "activate N different camp sites",
    r"activate ([2-5]) different camp sites",
    lambda m: [(o.OP_ACTIVATE, o.SITE_CAMP, int(m[1]), 0)],
)
_fixed("activate 1 unoccupied camp site", o.OP_ACTIVATE, o.SITE_EMPTY_CAMP, 1)
_fixed("activate 1 level_1 site", o.OP_ACTIVATE, o.SITE_LEVEL_1, 1)
# The longer wording comes first, because a step may also end at the ";" inside it.
_fixed("activate 1 unoccupied level_1 site; remove it; leftover idol in its place", o.OP_REMOVE_SITE)
_fixed("activate 1 unoccupied level_1 site", o.OP_ACTIVATE, o.SITE_EMPTY_LEVEL_1, 1)
_fixed("activate 1 level_2 site", o.OP_ACTIVATE, o.SITE_LEVEL_2, 1)
_fixed("activate 1 site", o.OP_ACTIVATE, o.SITE_ANY, 1)
_fixed("activate 1 hidden site, then put it under the stack of its level", o.OP_HIDDEN_SITE)
_step(
    "activate 1 site you occupy[, pay N compass if level_2]",
    rf"activate 1 site you occupy(?:, pay ({_NUMBER}) compass if level_2)?",
    lambda m: [(o.OP_ACTIVATE, o.SITE_OWN, 1, int(m[1] or 0))],
)
_step(
    "activate top tile of level_N stack, then put it under stack",
    r"activate top tile of level_([12]) stack, then put it under stack",
    lambda m: [(o.OP_TILE_STACK, int(m[1]), 0, 0)],
)
_step(
    "dig or discover[ with discount N icon[, N compass if discovering]]",
    rf"dig or discover(?: with discount ({_ICONS}) ({_ICON})(?:, ({_NUMBER}) compass if discovering)?)?",
    _dig,
)
_fixed("dig at camp site free; may activate it twice", o.OP_DIG_CAMP)
_fixed("overcome guardian free at site you occupy", o.OP_OVERCOME, o.AT_OWN_SITE)
_fixed("overcome guardian free at site no other player occupies", o.OP_OVERCOME, o.AT_SITE_NO_OTHER_PLAYER)
_fixed("relocate own archaeologist to camp site; activate destination", o.OP_RELOCATE, o.TO_CAMP)
_fixed("relocate own archaeologist to camp or level_1 site; activate destination", o.OP_RELOCATE, o.TO_CAMP_OR_LEVEL_1)
_fixed("return own archaeologist from site to board", o.OP_RECALL)
_fixed(
    "move guardian from site you occupy to unoccupied camp or level_1 site without guardian; activate destination",
    o.OP_MOVE_GUARDIAN,
)
_fixed("own travel icons are plane this round", o.OP_PLANES)
_fixed("ignore guardian fear this round", o.OP_IGNORE_FEAR)

DESTINATIONS = {"deck bottom": o.TO_DECK_BOTTOM, "hand": o.TO_HAND, "deck top": o.TO_DECK_TOP}
_TOP = "(, deck top included)?"


def _included(text: str | None) -> int:
    return o.DECK_TOP_INCLUDED if text else 0


_step(
    "buy item with discount N coin[, deck top included]",
    rf"buy item with discount ({_NUMBER}) coin{_TOP}",
    lambda m: [(o.OP_BUY, o.BUY_ITEM, int(m[1]), _included(m[2]))],
)
_step(
    "buy artifact with discount N compass[, deck top included]",
    rf"buy artifact with discount ({_NUMBER}) compass{_TOP}",
    lambda m: [(o.OP_BUY, o.BUY_ARTIFACT, int(m[1]), _included(m[2]))],
)
_step(
    "buy item or artifact with discount N",
    rf"buy item or artifact with discount ({_NUMBER})",
    lambda m: [(o.OP_BUY, o.BUY_ITEM | o.BUY_ARTIFACT, int(m[1]), 0)],
)
_step(
    "gain item free to deck bottom",
    rf"gain item free to ({'|'.join(DESTINATIONS)})",
    lambda m: [(o.OP_BUY, o.BUY_ITEM, o.BUY_FREE, DESTINATIONS[m[1]])],
)
_fixed("buy artifact free", o.OP_BUY, o.BUY_ARTIFACT, o.BUY_FREE)
_fixed("exile rightmost row item", o.OP_EXILE_ROW_ITEM)
_fixed("gain 1 exiled item free to deck bottom", o.OP_TAKE_EXILED_ITEM)
_step(
    "research with discount N token",
    rf"research with discount ({_NUMBER}) ({_TOKEN})",
    lambda m: [(o.OP_RESEARCH, _token(m[2]), int(m[1]), 0)],
)
_fixed("research notebook free", o.OP_RESEARCH, 0, 0, 1)
_fixed("return 1 idol from slot to crates", o.OP_UNSLOT)
_fixed("ready 1 used boon", o.OP_READY_BOON)
_fixed("spend 1 unused boon", o.OP_SPEND_BOON)
_fixed("use 1 face-up idol on the board", o.OP_IDOL_ON_BOARD)
_fixed("gain 1 face-down idol", o.OP_GAIN_IDOL)
_fixed("take 1 two-point temple tile", o.OP_TEMPLE_TILE)
_fixed("put 1 unused idol on a pedestal, use its effect", o.OP_PEDESTAL)
_step("encounter chapter N", r"encounter chapter ([1-5])", lambda m: [(o.OP_ENCOUNTER, int(m[1]), 0, 0)])


# --- reading ---------------------------------------------------------------------------------------------------------
@dataclass
class _Sequence:
    parts: list[_Rows | _Price | _Choice] = field(default_factory=list)


@dataclass
class _Rows:
    rows: list[Row]


@dataclass
class _Price:
    operation: int
    a: int
    b: int
    paid: _Sequence


@dataclass
class _Choice:
    taken: int
    options: list[_Sequence]


_CHOOSE = re.compile(r"choose (one|(?:two|three) different):\s*")


@dataclass(frozen=True)
class Price:
    """One wording of a price."""

    form: str  # what stands between ``pay`` and ``->``
    pattern: re.Pattern[str]
    row: Callable[[re.Match[str]], tuple[int, int, int]]  # operation, a, b


PRICES: list[Price] = []


def _price(form: str, pattern: str, row: Callable[[re.Match[str]], tuple[int, int, int]]) -> None:
    PRICES.append(Price(form, re.compile(rf"pay {pattern} ->\s*"), row))


_price("N token", rf"({_NUMBER}) ({_TOKEN})", lambda m: (o.OP_PRICE, _token(m[2]), int(m[1])))
_price("1 hand card", "1 hand card", lambda m: (o.OP_PRICE_CARD, 0, 0))
_price("1 hand card to deck top", "1 hand card to deck top", lambda m: (o.OP_PRICE_DECK_TOP, 0, 0))
_price("1 artifact", "1 artifact", lambda m: (o.OP_PRICE_ARTIFACT, 0, 0))
_price("1 idol", "1 idol", lambda m: (o.OP_PRICE_IDOL, 0, 0))
_price("use of 1 assistant", "use of 1 assistant", lambda m: (o.OP_PRICE_ASSISTANT, 0, 0))
_price("1 unused boon", "1 unused boon", lambda m: (o.OP_PRICE_BOON, 0, 0))
_price(
    "travel N icon",
    rf"travel ({_ICONS}) ({_ICON})",
    lambda m: (o.OP_PRICE_TRAVEL, o.ICONS.index(m[2]), int(m[1])),
)
_PASS = re.compile(r"pass ->\s*")
_EXILE_THIS = re.compile(r"exile this ->\s*")
_GAINED = (*o.TOKENS, "fear", o.DARK_TABLET)
_DEEPEST = 8


class _Reader:
    """Recursive descent over one effect text."""

    def __init__(self, text: str, place: Place) -> None:
        self.text = " ".join(text.split())
        self.place = place
        self.at = 0
        self.inside = 0  # prices and parentheses that are open

    def refuse(self, problem: str) -> ContentError:
        text = self.text if len(self.text) <= 300 else f"{self.text[:300]}..."
        return ContentError(self.place, f"{problem} (in {text!r})")

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def spaces(self) -> None:
        while self.text[self.at : self.at + 1] == " ":
            self.at += 1

    def symbol(self, wanted: str) -> bool:
        self.spaces()
        found = self.text.startswith(wanted, self.at)
        if found:
            self.at += len(wanted)
            self.spaces()
        return found

    def effect(self) -> _Sequence:
        sequence = self.choice()
        if self.at < len(self.text):
            raise self.refuse(f"unexpected {self.text[self.at :]!r}; a step ends with ';', an option with '|'")
        return sequence

    def choice(self) -> _Sequence:
        heading = self.take(_CHOOSE)
        if not heading:
            return self.sequence()
        taken = _COUNTS.index(heading[1].split()[0]) + 1
        options = [self.sequence()]
        while self.symbol("|"):
            options.append(self.sequence())
        if len(options) <= taken:
            raise self.refuse(f"a choice of {taken} needs more than {taken} options, written A | B")
        return _Sequence([_Choice(taken, options)])

    def sequence(self) -> _Sequence:
        result = self.group()
        while self.symbol(";"):
            result.parts += self.group().parts
        return result

    def group(self) -> _Sequence:
        self.inside += 1
        if self.inside > _DEEPEST:
            raise self.refuse(f"more than {_DEEPEST} prices and parentheses inside each other")
        found = self.group_inside()
        self.inside -= 1
        return found

    def group_inside(self) -> _Sequence:
        if self.symbol("("):
            inner = self.choice()
            if not self.symbol(")"):
                raise self.refuse("a parenthesis is not closed; ')' expected")
            return inner
        if self.take(_PASS):
            return _Sequence([_Rows([(o.OP_PASS, 0, 0, 0)]), *self.group().parts])
        for price in PRICES:
            match = self.take(price.pattern)
            if match:
                return _Sequence([_Price(*price.row(match), self.group())])
        for step in STEPS:
            match = self.take(step.pattern)
            if match:
                return _Sequence([_Rows(step.rows(match))])
        raise self.unknown()

    def unknown(self) -> ContentError:
        rest = self.text[self.at :]
        words = re.split(r"[;|)]", rest, maxsplit=1)[0].strip()
        if words.startswith("exile this ->"):
            return self.refuse("'exile this ->' stands only at the start of a card's effect")
        if words.startswith("choose"):
            right = "'choose one:' or 'choose two different:', at the start of an effect or of a parenthesis"
            return self.refuse(f"{words!r} is not right; right would be {right}")
        self.check_icons(words)
        if words.startswith("pay") and "->" in words:
            forms = ", ".join(repr(price.form) for price in PRICES)
            right = f"'pay PRICE -> A', one price at a time, with one of {forms}"
            return self.refuse(f"unknown price {words.partition('->')[0].strip()!r}; right would be {right}")
        if not words:
            return self.refuse("a step is missing")
        if words == "pass":
            return self.refuse("'pass' alone is not right; right would be 'pass -> A'")
        self.check_numbers_and_names(words)
        return self.refuse(f"unknown effect words {words!r}; right would be {self.alternatives(words)}")

    def check_icons(self, words: str) -> None:
        """Refuse travel icons whose number is more than a payment counts."""
        for number, icon in re.findall(rf"(\d+) ({_ICON})\b", words):
            if not re.fullmatch(_ICONS, number):
                raise self.refuse(f"{number} {icon} is not right; numbers of travel icons are 1 to {MOST_ICONS}")

    def check_numbers_and_names(self, words: str) -> None:
        """Refuse a list of gains or travel icons that is wrong only in a number or a name."""
        for verb, kind, known in (("gain", "token", _GAINED), ("travel", "travel icon", o.ICONS)):
            listed = re.fullmatch(rf"{verb} ((?:\d+ \w+(?:, )?)+)", words)
            for number, name in re.findall(r"(\d+) (\w+)", listed[1] if listed else ""):
                if name not in known:
                    raise self.refuse(f"unknown {kind} {name!r}; known are {', '.join(known)}")
                if not re.fullmatch(_NUMBER, number):
                    raise self.refuse(f"{number} {name} is not right; numbers are 1 to 99")

    @staticmethod
    def alternatives(words: str) -> str:
        """The known wordings closest to unknown words."""
        forms = {re.sub(r"[\[\]]", "", step.form): step.form for step in STEPS}
        verbs = list(dict.fromkeys(form.split()[0] for form in forms))
        meant = difflib.get_close_matches(words.split()[0], verbs, 1, 0.7)
        same_verb = [form for form in forms if form.split()[0] in meant]
        close = [form for form in difflib.get_close_matches(words, forms, 3, 0.5) if not meant or form in same_verb]
        found = [repr(forms[form]) for form in dict.fromkeys(close + same_verb)][:4]
        return " or ".join(found) or "a step that begins with " + ", ".join(verbs)


# --- writing ---------------------------------------------------------------------------------------------------------
_LABEL_OF_OPERATION = {
    o.OP_DRAW: o.CHOICE_DRAW,
    o.OP_ASIDE: o.CHOICE_DRAW,
    o.OP_EXILE: o.CHOICE_EXILE,
    o.OP_ICONS: o.CHOICE_TRAVEL,
    o.OP_PASS: o.CHOICE_PASS,
    o.OP_TAKE_EXILED_ITEM: o.CHOICE_ITEM,
    o.OP_DARK: o.CHOICE_DARK_TABLET,
    o.OP_TRADE_UP: o.CHOICE_TRADE_UP,
    o.OP_RECRUIT: o.CHOICE_ASSISTANT,
    o.OP_UPGRADE: o.CHOICE_ASSISTANT,
    o.OP_RECRUIT_OR_UPGRADE: o.CHOICE_ASSISTANT,
    o.OP_SUPPLY: o.CHOICE_ASSISTANT,
    o.OP_REFRESH: o.CHOICE_REFRESH,
    o.OP_GAIN_IDOL: o.CHOICE_IDOL,
    o.OP_IDOL_ON_BOARD: o.CHOICE_IDOL,
    o.OP_READY_BOON: o.CHOICE_BOON,
    o.OP_SPEND_BOON: o.CHOICE_BOON,
    o.OP_ACTIVATE: o.CHOICE_SITE,
    o.OP_OVERCOME: o.CHOICE_GUARDIAN,
}


def _label(sequence: _Sequence) -> int | None:
    """The choice word of an option: what it gives first; Fear and prices are not what one chooses it for."""
    for part in sequence.parts:
        label = None
        if isinstance(part, _Price):
            label = _label(part.paid)
        elif isinstance(part, _Rows):
            for operation, a, b, _ in part.rows:
                if operation in (o.OP_GAIN, o.OP_GAIN_PER) or (operation == o.OP_RESEARCH and b > 0):
                    label = o.CHOICES.index(o.TOKENS[a])
                elif operation == o.OP_BUY and a != o.BUY_ITEM | o.BUY_ARTIFACT:
                    label = o.CHOICE_ITEM if a == o.BUY_ITEM else o.CHOICE_ARTIFACT
                else:
                    label = _LABEL_OF_OPERATION.get(operation)
                if label is not None:
                    break
        if label is not None:
            return label
    return None


class Effect(NamedTuple):
    """A compiled effect: the rows with absolute addresses, and whether the card exiles itself."""

    rows: list[Row]
    exiles_itself: bool


def compile_effect(
    text: str,
    place: Place,
    start: int = 0,
    *,
    may_exile_itself: bool = False,
    main_options: Sequence[bool] = (),
) -> Effect:
    """Compile one effect text.

    Args:
        text: the effect; an empty text gives no rows.
        place: where the text stands, for error messages.
        start: row of the table at which the program will be placed.
        may_exile_itself: whether ``exile this ->`` is allowed (cards only).
        main_options: for each option of the choice, whether it needs an unused main action.

    Raises:
        ContentError: for unknown words, tokens, prices or options that cannot be told apart.
    """
    reader = _Reader(text, place)
    if not reader.text:
        return Effect([], False)
    exiles_itself = may_exile_itself and reader.take(_EXILE_THIS) is not None
    sequence = reader.effect()
    rows: list[Row] = []
    waiting: list[tuple[int, _Sequence]] = []  # option rows whose program is still to be placed

    def write(part: _Rows | _Price | _Choice) -> None:
        if isinstance(part, _Rows):
            rows.extend(part.rows)
        elif isinstance(part, _Price):
            at = len(rows)
            rows.append((part.operation, part.a, part.b, 0))
            for inner in part.paid.parts:
                write(inner)
            rows[at] = (part.operation, part.a, part.b, len(rows) - at - 1)
        else:
            _write_choice(part)

    def _write_choice(part: _Choice) -> None:
        if main_options and len(main_options) != len(part.options):
            raise reader.refuse(f"{len(part.options)} options, but option_timing has {len(main_options)} entries")
        if any(main_options) and (part.taken > 1 or all(main_options)):
            raise reader.refuse("option_timing 'main' needs a choice of one with another option that is 'free'")
        rows.append((o.OP_CHOOSE, len(part.options), part.taken, 0))
        labels: set[int] = set()
        for k, option in enumerate(part.options):
            label = _label(option)
            if label is None:
                raise reader.refuse(f"option {k + 1} has no choice word; it must gain, draw, exile, buy or pass")
            if label in labels:
                word = o.CHOICES[label]
                raise reader.refuse(f"option {k + 1} has the choice word {word!r} of another option; they must differ")
            labels.add(label)
            waiting.append((len(rows), option))
            rows.append((o.OP_OPTION, label, 0, int(bool(main_options) and main_options[k])))

    for part in sequence.parts:
        write(part)
    rows.append((o.OP_END, 0, 0, 0))
    if main_options and not waiting:
        raise reader.refuse("option_timing is only right for an effect with a choice")
    while waiting:
        at, option = waiting.pop(0)
        operation, label, _, main = rows[at]
        rows[at] = (operation, label, start + len(rows), main)
        for part in option.parts:
            write(part)
        rows.append((o.OP_END, 0, 0, 0))
    return Effect(rows, exiles_itself)
