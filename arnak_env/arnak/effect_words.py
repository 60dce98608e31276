"""Compiled effects back in words: plain English for people, and the notation they were compiled from.

`describe_program` serves prompts and documentation; `program_notation` is the inverse of
`arnak_env.arnak.notation.compile_effect`: compiling its text gives the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.notation import COUNTERS, DESTINATIONS, Row

if TYPE_CHECKING:
    from arnak_env.arnak.content import Content

Program = Any  # a sequence of rows, or the (rows, 4) array of the tables

PRICES = (
    o.OP_PRICE, o.OP_PRICE_CARD, o.OP_PRICE_TRAVEL, o.OP_PRICE_DECK_TOP, o.OP_PRICE_ARTIFACT, o.OP_PRICE_IDOL,
    o.OP_PRICE_ASSISTANT, o.OP_PRICE_BOON,
)  # fmt: skip
_GAINS = (o.OP_GAIN, o.OP_FEAR, o.OP_DARK)
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


# --- a program as a tree ---------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Part:
    """A row with what depends on it: what a price buys, or the options of a choice."""

    row: Row
    paid: tuple[_Part, ...] = ()
    options: tuple[tuple[Row, tuple[_Part, ...]], ...] = ()


def _row(program: Program, index: int) -> Row:
    operation, a, b, c = (int(value) for value in program[index])
    return operation, a, b, c


def _parts(program: Program, start: int, stop: int | None = None) -> tuple[_Part, ...]:
    parts = []
    at = start
    while at != stop:
        row = _row(program, at)
        at += 1
        if row[0] == o.OP_END:
            break
        if row[0] in PRICES:
            parts.append(_Part(row, paid=_parts(program, at, at + row[3])))
            at += row[3]
        elif row[0] == o.OP_CHOOSE:
            options = [_row(program, at + k) for k in range(row[1])]
            parts.append(_Part(row, options=tuple((option, _parts(program, option[2])) for option in options)))
            at += row[1]
        else:
            parts.append(_Part(row))
    return tuple(parts)


# --- the notation ----------------------------------------------------------------------------------------------------
_COUNTER_WORDS = {number: words for words, number in COUNTERS.items()}
_DESTINATION_WORDS = {number: words for words, number in DESTINATIONS.items()}
_BOTTOM = " from deck bottom"


_SITE_NOTATION = {
    o.SITE_CAMP: "camp ",
    o.SITE_EMPTY_CAMP: "unoccupied camp ",
    o.SITE_LEVEL_1: "level_1 ",
    o.SITE_EMPTY_LEVEL_1: "unoccupied level_1 ",
    o.SITE_LEVEL_2: "level_2 ",
    o.SITE_ANY: "",
}


def _activate_notation(a: int, b: int, c: int) -> str:
    if a == o.SITE_OWN:
        return "activate 1 site you occupy" + (f", pay {c} compass if level_2" if c else "")
    if b > 1:
        return f"activate {b} different camp sites"
    return f"activate 1 {_SITE_NOTATION[a]}site"


def _buy_notation(a: int, b: int, c: int) -> str:
    if b == o.BUY_FREE:
        return "buy artifact free" if a == o.BUY_ARTIFACT else f"gain item free to {_DESTINATION_WORDS[c]}"
    if a == o.BUY_ITEM | o.BUY_ARTIFACT:
        return f"buy item or artifact with discount {b}"
    what = f"item with discount {b} coin" if a == o.BUY_ITEM else f"artifact with discount {b} compass"
    return f"buy {what}" + (", deck top included" if c & o.DECK_TOP_INCLUDED else "")


def _dig_notation(a: int, b: int, c: int) -> str:
    words = "dig or discover" + (f" with discount {b} {o.ICONS[a]}" if a >= 0 else "")
    return words + (f", {c} compass if discovering" if c else "")


_NOTATION: dict[int, Callable[[int, int, int], str]] = {
    o.OP_GAIN: lambda a, b, c: f"{b} {o.TOKENS[a]}",
    o.OP_FEAR: lambda a, b, c: f"{a} fear",
    o.OP_ICONS: lambda a, b, c: f"travel {b} {o.ICONS[a]}",
    o.OP_GAIN_PER: lambda a, b, c: f"gain 1 {o.TOKENS[a]} per {_COUNTER_WORDS[b]}" + (f", max {c}" if c else ""),
    o.OP_IGNORE_FEAR: lambda a, b, c: "ignore guardian fear this round",
    o.OP_PLANES: lambda a, b, c: "own travel icons are plane this round",
    o.OP_EXILE_ROW_ITEM: lambda a, b, c: "exile rightmost row item",
    o.OP_UNSLOT: lambda a, b, c: "return 1 idol from slot to crates",
    o.OP_TILE_STACK: lambda a, b, c: f"activate top tile of level_{a} stack, then put it under stack",
    o.OP_PRICE: lambda a, b, c: f"pay {b} {o.TOKENS[a]}",
    o.OP_PRICE_CARD: lambda a, b, c: "pay 1 hand card",
    o.OP_PRICE_TRAVEL: lambda a, b, c: f"pay travel {b} {o.ICONS[a]}",
    o.OP_PUT_DOWN: lambda a, b, c: f"put {a} hand card into play area",
    o.OP_DRAW: lambda a, b, c: f"draw {a}" + _BOTTOM * b,
    o.OP_EXILE: lambda a, b, c: "exile up to 1",
    o.OP_TRADE_UP: lambda a, b, c: "trade up 1",
    o.OP_REFRESH: lambda a, b, c: f"refresh up to {a} assistant",
    o.OP_RECRUIT: lambda a, b, c: "recruit 1 assistant",
    o.OP_UPGRADE: lambda a, b, c: "upgrade 1 assistant",
    o.OP_RESCUE: lambda a, b, c: "rescue 1 assistant",
    o.OP_EXCHANGE: lambda a, b, c: "exchange own assistant for 1 supply assistant at same level, ready",
    o.OP_SUPPLY: lambda a, b, c: (
        f"use {'gold' if a else 'silver'} effect of 1 supply assistant" + ", then put it under its stack" * b
    ),
    o.OP_ACTIVATE: _activate_notation,
    o.OP_DIG: _dig_notation,
    o.OP_DIG_CAMP: lambda a, b, c: "dig at camp site free; may activate it twice",
    o.OP_BUY: _buy_notation,
    o.OP_OVERCOME: lambda a, b, c: (
        f"overcome guardian free at site {'no other player occupies' if a else 'you occupy'}"
    ),
    o.OP_RESEARCH: lambda a, b, c: (
        "research notebook free" if c else f"research with discount {b} {o.TOKENS[a]}"
    ),
    o.OP_RELOCATE: lambda a, b, c: (
        f"relocate own archaeologist to camp {'or level_1 ' if a else ''}site; activate destination"
    ),
    o.OP_RECALL: lambda a, b, c: "return own archaeologist from site to board",
    o.OP_MOVE_GUARDIAN: lambda a, b, c: (
        "move guardian from site you occupy to unoccupied camp or level_1 site without guardian; activate destination"
    ),
    o.OP_ASIDE: lambda a, b, c: (
        f"draw up to {a} aside{_BOTTOM * b}; keep 1 in hand;{' put up to 1 back on deck top;' * c} rest to play area"
    ),
    o.OP_TAKE_EXILED_ITEM: lambda a, b, c: "gain 1 exiled item free to deck bottom",
    o.OP_DARK: lambda a, b, c: f"{a} {o.DARK_TABLET}",
    o.OP_READY_BOON: lambda a, b, c: "ready 1 used boon",
    o.OP_SPEND_BOON: lambda a, b, c: "spend 1 unused boon",
    o.OP_IDOL_ON_BOARD: lambda a, b, c: "use 1 face-up idol on the board",
    o.OP_RECRUIT_OR_UPGRADE: lambda a, b, c: "recruit or upgrade 1 assistant",
    o.OP_PRICE_DECK_TOP: lambda a, b, c: "pay 1 hand card to deck top",
    o.OP_PRICE_ARTIFACT: lambda a, b, c: "pay 1 artifact",
    o.OP_PRICE_IDOL: lambda a, b, c: "pay 1 idol",
    o.OP_PRICE_ASSISTANT: lambda a, b, c: "pay use of 1 assistant",
    o.OP_PRICE_BOON: lambda a, b, c: "pay 1 unused boon",
    o.OP_GAIN_IDOL: lambda a, b, c: "gain 1 face-down idol",
    o.OP_TEMPLE_TILE: lambda a, b, c: "take 1 two-point temple tile",
    o.OP_REMOVE_SITE: lambda a, b, c: "activate 1 unoccupied level_1 site; remove it; leftover idol in its place",
    o.OP_HIDDEN_SITE: lambda a, b, c: "activate 1 hidden site, then put it under the stack of its level",
    o.OP_PEDESTAL: lambda a, b, c: "put 1 unused idol on a pedestal, use its effect",
    o.OP_ENCOUNTER: lambda a, b, c: f"encounter chapter {a}",
}  # fmt: skip


def program_notation(program: Program, start: int = 0) -> str:
    """Return the notation of the program that begins at row `start`; empty for a program that does nothing."""
    return _notation(_parts(program, start))


def _notation(parts: Sequence[_Part]) -> str:
    words: list[str] = []
    for k, part in enumerate(parts):
        operation, a, b, c = part.row
        if operation == o.OP_PASS:
            words.append("pass -> " + _notation(parts[k + 1 :]))
            break
        if part.options:
            heading = "one" if b == 1 else f"{_NUMBERS[b]} different"
            choice = f"choose {heading}: " + " | ".join(_notation(option) for _, option in part.options)
            words.append(choice if len(parts) == 1 else f"({choice})")
            continue
        text = _NOTATION[operation](a, b, c)
        if operation in _GAINS:
            if k and parts[k - 1].row[0] in _GAINS:
                words[-1] += f", {text}"
                continue
            text = f"gain {text}"
        if part.paid:
            paid = _notation(part.paid)
            text += f" -> ({paid})" if ";" in paid else f" -> {paid}"
        words.append(text)
    return "; ".join(words)


# --- plain English ---------------------------------------------------------------------------------------------------
def number_of(number: int, noun: str) -> str:
    """A number and its noun, in the plural where needed: ``2 compasses``."""
    plural = "" if number == 1 else "es" if noun.endswith("s") else "s"
    return f"{number} {noun}{plural}"


_COUNTED = {
    o.PER_GUARDIAN: "guardian you have overcome or stand next to",
    o.PER_IDOL: "idol you own",
    o.PER_ARCHAEOLOGIST: "archaeologist of yours on the map",
}


_SITE_ENGLISH = {
    o.SITE_CAMP: "a camp",
    o.SITE_EMPTY_CAMP: "a camp without archaeologists",
    o.SITE_LEVEL_1: "a level I site",
    o.SITE_EMPTY_LEVEL_1: "a level I site without archaeologists",
    o.SITE_LEVEL_2: "a level II site",
    o.SITE_ANY: "any discovered site or camp",
}


def _activate_english(a: int, b: int, c: int) -> str:
    if a == o.SITE_OWN:
        price = f" (at a level II site for {number_of(c, 'compass')})" if c else ""
        return f"use the effect of a site where you have an archaeologist{price}"
    if b > 1:
        return f"use the effects of {_NUMBERS[b]} different camps"
    return f"use the effect of {_SITE_ENGLISH[a]}"


def _buy_english(a: int, b: int, c: int) -> str:
    card = {o.BUY_ITEM: "an item", o.BUY_ARTIFACT: "an artifact"}.get(a, "an item or artifact")
    if b == o.BUY_FREE:
        place = {o.TO_DECK_BOTTOM: "under your deck", o.TO_HAND: "into your hand", o.TO_DECK_TOP: "onto your deck"}[c]
        return f"take {card} from the card row for free" + ("" if a == o.BUY_ARTIFACT else f", {place}")
    if a == o.BUY_ITEM:
        discount = f"{number_of(b, 'coin')} less"
    elif a == o.BUY_ARTIFACT:
        discount = f"{number_of(b, 'compass')} less"
    else:
        discount = f"{b} less"
    return f"buy {card} for {discount}" + (", the top card of the deck included" if c & o.DECK_TOP_INCLUDED else "")


def _dig_english(a: int, b: int, c: int) -> str:
    words = "dig or discover" + (f" with {number_of(b, o.ICONS[a])} less to pay" if a >= 0 else "")
    return words + (f", and {number_of(c, 'compass')} less if you discover" if c else "")


def _aside_english(a: int, b: int, c: int) -> str:
    back = ", one may go back on top" if c else ""
    origin = "the bottom of your deck" if b else "your deck"
    return f"lay aside up to {_NUMBERS[a]} cards from {origin}: keep one{back}, put the rest into your play area"


_ENGLISH: dict[int, Callable[[int, int, int], str]] = {
    o.OP_GAIN: lambda a, b, c: number_of(b, o.TOKENS[a]),
    o.OP_FEAR: lambda a, b, c: number_of(a, "Fear card"),
    o.OP_ICONS: lambda a, b, c: f"travel with {number_of(b, o.ICONS[a])}",
    o.OP_GAIN_PER: lambda a, b, c: f"gain 1 {o.TOKENS[a]} for each {_COUNTED[b]}" + (f", at most {c}" if c else ""),
    o.OP_IGNORE_FEAR: lambda a, b, c: "guardians bring you no Fear this round",
    o.OP_PLANES: lambda a, b, c: "all your travel icons are planes this round",
    o.OP_PASS: lambda a, b, c: "pass",
    o.OP_EXILE_ROW_ITEM: lambda a, b, c: "exile the rightmost item of the card row",
    o.OP_UNSLOT: lambda a, b, c: "take an idol from its slot back to your crates",
    o.OP_TILE_STACK: lambda a, b, c: (
        f"use the top tile of the level {'I' * a} stack, then put it under the stack"
    ),
    o.OP_PRICE: lambda a, b, c: f"pay {number_of(b, o.TOKENS[a])}",
    o.OP_PRICE_CARD: lambda a, b, c: "put a hand card into your play area",
    o.OP_PRICE_TRAVEL: lambda a, b, c: f"pay {number_of(b, o.ICONS[a])} of travel",
    o.OP_PUT_DOWN: lambda a, b, c: f"put {number_of(a, 'hand card')} into your play area",
    o.OP_DRAW: lambda a, b, c: f"draw {number_of(a, 'card')}" + " from the bottom of your deck" * b,
    o.OP_EXILE: lambda a, b, c: "exile a card if you like",
    o.OP_TRADE_UP: lambda a, b, c: "trade up a tablet or arrowhead if you like",
    o.OP_REFRESH: lambda a, b, c: "refresh an assistant" if a == 1 else f"refresh up to {_NUMBERS[a]} assistants",
    o.OP_RECRUIT: lambda a, b, c: "recruit an assistant",
    o.OP_UPGRADE: lambda a, b, c: "upgrade an assistant",
    o.OP_RESCUE: lambda a, b, c: "rescue an assistant",
    o.OP_EXCHANGE: lambda a, b, c: "exchange an assistant with the supply; the new one has the same level and is ready",
    o.OP_SUPPLY: lambda a, b, c: (
        f"use the {'gold' if a else 'silver'} side of an assistant in the supply" + ", then put it under its stack" * b
    ),
    o.OP_ACTIVATE: _activate_english,
    o.OP_DIG: _dig_english,
    o.OP_DIG_CAMP: lambda a, b, c: "dig at a camp without paying travel, and use the camp up to twice",
    o.OP_BUY: _buy_english,
    o.OP_OVERCOME: lambda a, b, c: (
        "overcome for free a guardian " + ("no other player stands next to" if a else "you stand next to")
    ),
    o.OP_RESEARCH: lambda a, b, c: (
        "research with the notebook for free" if c else f"research for {number_of(b, o.TOKENS[a])} less"
    ),
    o.OP_RELOCATE: lambda a, b, c: (
        f"relocate an archaeologist of yours to a camp{' or level I site' if a else ''} and use its effect"
    ),
    o.OP_RECALL: lambda a, b, c: "take an archaeologist of yours back from the map",
    o.OP_MOVE_GUARDIAN: lambda a, b, c: (
        "move a guardian you stand next to to an empty camp or level I site and use its effect"
    ),
    o.OP_ASIDE: _aside_english,
    o.OP_TAKE_EXILED_ITEM: lambda a, b, c: "take an exiled item under your deck if you like",
    o.OP_DARK: lambda a, b, c: number_of(a, "dark tablet"),
    o.OP_READY_BOON: lambda a, b, c: "make a used boon of yours usable again if you like",
    o.OP_SPEND_BOON: lambda a, b, c: "spend an unused boon of yours without its effect",
    o.OP_IDOL_ON_BOARD: lambda a, b, c: "use the effect of a face-up idol on the board, which stays there",
    o.OP_RECRUIT_OR_UPGRADE: lambda a, b, c: "recruit or upgrade an assistant",
    o.OP_PRICE_DECK_TOP: lambda a, b, c: "put a hand card on top of your deck",
    o.OP_PRICE_ARTIFACT: lambda a, b, c: "exile an artifact from your hand or play area",
    o.OP_PRICE_IDOL: lambda a, b, c: "pay an idol from your crates",
    o.OP_PRICE_ASSISTANT: lambda a, b, c: "exhaust a ready assistant without its effect",
    o.OP_PRICE_BOON: lambda a, b, c: "spend an unused boon without its effect",
    o.OP_GAIN_IDOL: lambda a, b, c: "gain a face-down idol",
    o.OP_TEMPLE_TILE: lambda a, b, c: "take a 2-point temple tile",
    o.OP_REMOVE_SITE: lambda a, b, c: (
        "use a level I site without archaeologists, which then leaves the game for a leftover idol"
    ),
    o.OP_HIDDEN_SITE: lambda a, b, c: "use a hidden site, then put it under the stack of its level",
    o.OP_PEDESTAL: lambda a, b, c: "put an unused idol on a pedestal and use its effect if you like",
    o.OP_ENCOUNTER: lambda a, b, c: f"draw an encounter card of chapter {a}",
}  # fmt: skip


def describe_program(program: Program, start: int = 0) -> str:
    """Return in plain English what the program that begins at row `start` does; ``nothing`` if it is empty.

    Args:
        program: rows ``(operation, a, b, c)``, such as ``content.tables[0]["program"]`` or what `compile_effect` gives.
        start: the first row of the program.
    """
    return _english(_parts(program, start)) or "nothing"


def _english(parts: Sequence[_Part]) -> str:
    words: list[str] = []
    gains: list[str] = []

    def close_gains() -> None:
        if gains:
            words.append("gain " + " and ".join([", ".join(gains[:-1])] * (len(gains) > 1) + gains[-1:]))
            gains.clear()

    for part in parts:
        operation, a, b, c = part.row
        if operation in _GAINS:
            gains.append(_ENGLISH[operation](a, b, c))
            continue
        close_gains()
        if part.options:
            heading = "either " if b == 1 else f"{_NUMBERS[b]} of: "
            joined = " or " if b == 1 else " / "
            words.append(heading + joined.join(_english(option) for _, option in part.options))
        elif part.paid:
            words.append(f"{_ENGLISH[operation](a, b, c)} to {_english(part.paid)}")
        else:
            words.append(_ENGLISH[operation](a, b, c))
    close_gains()
    return ", then ".join(words)


def effect_words(content: Content, kind: str, entry: str, field: str = "effect") -> str:
    """Return one effect of the content in plain English, for example of ``("assistant", "coins", "gold")``.

    Raises:
        KeyError: for an unknown kind or id, or a field that holds no effect.
    """
    content.entry(kind, entry)
    if (kind, entry, field) not in content.programs:
        fields = [name for of_kind, of_entry, name in content.programs if (of_kind, of_entry) == (kind, entry)]
        raise KeyError(f"{kind} {entry!r} has no effect {field!r}; it has {', '.join(fields) or 'none'}")
    table = content.tables[0]
    words = describe_program(table["program"], content.programs[kind, entry, field])
    if kind == "card" and table["card_exiles_itself"][names.CARD_IDS.index(entry)]:
        return f"exile this card to {words}"
    return words
