"""Conditions of the notation in words, read from their texts or from the rows of the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.notation import CONDITIONS, Effect, parse
from arnak_env.arkeis.selector_words import a_kind, from_number, object_name, place, readable, subject
from arnak_env.arkeis.words import Names, amount


def condition_words(text: str, names: Names) -> str:
    """Return a condition of the content in words; an empty one is always true."""
    return condition_text(parse(text), names) if text else "always"


def condition_text(condition: Effect, names: Names) -> str:
    """Return a condition in words."""
    return _WORDS[condition.word](names, *condition.arguments)


def read_condition(conditions: Any, row: int, names: Names) -> Effect:
    """Return the condition that starts at a row of the tables; its steps stand in postfix order."""
    stack: list[Effect] = []
    while conditions[row][0] != o.C_END:
        word = o.CONDITION_IDS[int(conditions[row][0])]
        types = CONDITIONS[word]
        if types and types[0] == "condition":
            inner = [stack.pop() for _ in types][::-1]
            stack.append(Effect(word, tuple(inner)))
        else:
            values = [int(value) for value in conditions[row][1:]]
            pairs = zip(types, values, strict=False)
            stack.append(Effect(word, tuple(from_number(type_, value, names) for type_, value in pairs)))
        row += 1
    return stack[0]


def _has(names: Names, who: Any, what: str) -> str:
    return f"you have {what}" if who == "self" else f"{subject(names, who)} has {what}"


def _state(names: Names, who: Any, what: str) -> str:
    return f"you are {what}" if who == "self" else f"{subject(names, who)} is {what}"


_WORDS: dict[str, Callable[..., str]] = {
    "holds": lambda s, who, thing: _has(s, who, object_name(s, thing)),
    "fate_ge": lambda s, who, n: _has(s, who, f"{amount(n, 'Fate token')} or more"),
    "reserve_le": lambda s, n: f"the reserve has {amount(n, 'token')} at most",
    "card_fate_ge": lambda s, n: f"the card has {amount(n, 'Fate token')} or more",
    "card_fate_multiple": lambda s, n: f"the Fate tokens on the card are a multiple of {n}",
    "flag_set": lambda s, flag: f"{readable(flag)} is noted",
    "campaign_flag_set": lambda s, flag: f"{readable(flag)} is noted in the campaign",
    "counter_ge": lambda s, counter, n: f"the counter {readable(counter)} is {n} or more",
    "present": lambda s, kind, where: f"there is {a_kind(s, kind)} {place(s, where)}",
    "facing": lambda s, kind: f"you face {a_kind(s, kind)}",
    "wounded": lambda s, who: _has(s, who, "a Wound"),
    "poisoned": lambda s, who: _state(s, who, "poisoned"),
    "has_trauma": lambda s, who: _has(s, who, "a Trauma"),
    "players_ge": lambda s, n: f"the team has {n} Explorers or more",
    "in_zone": lambda s, who, zone: _state(s, who, f"in zone {s.zone_by_id(str(zone))}"),
    "clue_here": lambda s: "a Clue token lies on your square",
    "slot_empty": lambda s, action: f"the {str(action).capitalize()} slot is empty",
    "rolled": lambda s, face, n: f"the roll shows {n} {'Fate' if face == 'fate' else face} or more",
    "token_on": lambda s, token, where: f"a {readable(token)} lies {place(s, where)}",
    "indicators_ge": lambda s, n: f"{n} indicators or more are on the board",
    "eliminated_this_action": lambda s: "the action has eliminated an Adversary",
    "not": lambda s, inner: f"not so that {condition_text(inner, s)}",
    "and": lambda s, one, other: f"{condition_text(one, s)} and {condition_text(other, s)}",
    "or": lambda s, one, other: f"{condition_text(one, s)} or {condition_text(other, s)}",
}
assert set(_WORDS) == set(CONDITIONS), "conditions without words"
