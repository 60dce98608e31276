"""The effect notation of the content files: grammar, words, and what stands where.

An effect list is an array of texts, carried out from left to right::

    effect    := word "(" [ argument { "," argument } ] ")"
    argument  := integer | word | effect | list
    list      := "[" effect { "," effect } "]"

A condition has the form of an effect. `OPERATIONS` and `CONDITIONS` list the words with the types of their arguments;
`arnak_env.arkeis.content.encode` turns checked effects into rows of the table record.
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from arnak_env.arkeis import opcodes as o

VERSION = 1


class NotationError(ValueError):
    """A text that is not an effect, or an effect that means nothing; the message says what would be right."""


def closest(word: object, known: Iterable[str]) -> str:
    """What the word probably should have been, for an error message."""
    words = tuple(word or '""' for word in known)
    close = difflib.get_close_matches(str(word), words, 4, 0.5)
    return "closest: " + ", ".join(close) if close else "known are " + ", ".join(words)


# --- words ------------------------------------------------------------------------------------------------------------
# Types of arguments by operation. The letters are those of the printed tables: E Explorers, Q squares, V Adversaries,
# K a kind, a type or any; "n or all" a whole number or the word all; "list ..." two lists or more.
OPERATIONS: dict[str, tuple[str, ...]] = {
    "wound": ("E", "n"), "heal": ("E", "n"), "poison": ("E",), "cure_poison": ("E",), "trauma": ("E",),
    "discard_trauma": ("E", "n or all"), "prevent_wound": ("E", "n"), "fate": ("E", "n"),
    "return_fate": ("E", "n", "dest"), "fate_card": ("n",), "card_fate_to": ("n or all", "dest"),
    "reserve_add": ("n",), "reserve_discard": ("n",), "push_self": ("Q",), "move_explorer": ("E", "Q"),
    "free_move": ("E", "n"), "deny_action": ("action",), "ignore_modifier": ("action",), "lose_action": ("n",),
    "gain_action": ("E", "action"), "end_turn": (), "spawn": ("kind", "Q", "n"), "spawn_named": ("card", "Q"),
    "use_card": ("kind", "card"), "life_mod": ("kind", "n"), "damage": ("V", "n"), "damage_each": ("V", "n"),
    "eliminate": ("V", "n or all"), "move_adversary": ("V", "Q", "n or all"), "heal_adversary": ("V", "n"),
    "power": ("V", "n"), "indicator": ("Q", "n"), "bonus_dice": ("roll", "n"), "reroll": ("roll", "n or all"),
    "set_die": ("roll", "face"), "convert_free": ("roll", "n"), "face_as": ("roll", "face", "face"),
    "extra_effect": ("face", "list"), "overflow": ("V",), "validate": ("n",), "test": ("n", "req", "list", "list"),
    "mark": ("n",), "draw": ("symbol",), "return_to_deck": (), "discard_card": ("clue card",),
    "place_clue": ("symbol", "Q"), "remove_clue": ("symbol",), "open_door": ("door",),
    "close_door": ("door", "symbol"), "add_zone": ("zone",), "place_token": ("token", "Q"),
    "remove_token": ("token", "Q"), "link": ("square", "square"), "unlink": ("square", "square"),
    "if": ("condition", "list", "list"), "choose": ("list ...",), "repeat": ("n", "list"), "each": ("E", "list"),
    "flag": ("flag",), "campaign_flag": ("campaign flag",), "counter": ("counter", "n"), "coins": ("n",), "xp": ("n",),
    "vp": ("n",), "unlock": ("upgrade",), "wildcard": ("E", "n"), "gain_object": ("object", "E"), "discard_this": (),
    "discard_object": ("E", "n"), "extra_slot": ("action", "n"), "ability_mod": ("ability", "n"),
    "ignore_trauma": ("E",), "epilogue": ("result",), "xp_access": ("n",), "sell_bonus": ("n",),
    "pay_coins": ("n", "list"), "none": (),
}  # fmt: skip
CONDITIONS: dict[str, tuple[str, ...]] = {
    "holds": ("E", "object"), "fate_ge": ("E", "n"), "reserve_le": ("n",), "card_fate_ge": ("n",),
    "card_fate_multiple": ("n",), "flag_set": ("flag",), "campaign_flag_set": ("campaign flag",),
    "counter_ge": ("counter", "n"), "present": ("K", "Q"), "facing": ("K",), "wounded": ("E",), "poisoned": ("E",),
    "has_trauma": ("E",), "players_ge": ("n",), "in_zone": ("E", "zone"), "clue_here": (), "slot_empty": ("action",),
    "rolled": ("face", "n"), "token_on": ("token", "Q"), "indicators_ge": ("n",), "eliminated_this_action": (),
    "not": ("condition",), "and": ("condition", "condition"), "or": ("condition", "condition"),
}  # fmt: skip
assert tuple(OPERATIONS) == o.OPERATION_IDS[1:], "operations in another order than their numbers"
assert tuple(CONDITIONS) == o.CONDITION_IDS[1:], "conditions in another order than their numbers"

ROLLS = ("combat", "investigation", "any")
ACTIONS = (*o.ACTION_IDS, "any")
FACE_WORDS = ("hit", "block", "special", "fate", "blank", "lens", "scroll", "idol", "key", "choice")
DESTINATIONS = ("reserve", "set_aside")
REQUIREMENTS = ("lens", "scroll", "idol", "key", "any")
RESULTS = ("favourable", "adverse")
KIND_WORDS = (*o.KIND_IDS, *o.TYPE_IDS, "any")


class Effect(NamedTuple):
    """An effect or a condition: its word and its arguments."""

    word: str
    arguments: tuple[Argument, ...]


Argument: TypeAlias = "int | str | Effect | tuple[Effect, ...]"


# --- reading ----------------------------------------------------------------------------------------------------------
_TOKEN = re.compile(r"\s*(-?\d+(?![\w\-.:+*])|[A-Za-z0-9][\w\-.:+*]*|[()\[\],])", re.ASCII)
_DEEPEST = 12
_LONGEST = 2000


class _Reader:
    """Recursive descent over one effect text."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise NotationError(f"an effect of {len(text)} characters; at most {_LONGEST} are read")
        self.text = text
        self.tokens: list[str] = []
        at = 0
        while at < len(text.rstrip()):
            match = _TOKEN.match(text, at)
            if not match:
                raise NotationError(f"cannot read {text[at:][:40]!r} in {text!r}")
            self.tokens.append(match[1])
            at = match.end()
        self.at = 0
        self.inside = 0

    def refuse(self, problem: str) -> NotationError:
        return NotationError(f"{problem} in {self.text!r}")

    def next(self) -> str:
        if self.at == len(self.tokens):
            raise self.refuse("the text ends too early: a bracket is not closed, or nothing is written")
        self.at += 1
        return self.tokens[self.at - 1]

    def items(self, closing: str) -> tuple[Argument, ...]:
        found: list[Argument] = []
        self.inside += 1
        if self.inside > _DEEPEST:
            raise self.refuse(f"more than {_DEEPEST} brackets inside each other")
        if self.at < len(self.tokens) and self.tokens[self.at] == closing:
            self.at += 1
        else:
            while True:
                found.append(self.item())
                mark = self.next()
                if mark == closing:
                    break
                if mark != ",":
                    raise self.refuse(f"{mark!r} where a comma or {closing!r} is expected")
        self.inside -= 1
        return tuple(found)

    def item(self) -> Argument:
        head = self.next()
        if head == "[":
            effects = self.items("]")
            if not effects:
                raise self.refuse("an empty list; right would be [none()]")
            for effect in effects:
                if not isinstance(effect, Effect):
                    raise self.refuse(f"{effect!r} in a list, which holds effects only")
            return effects  # type: ignore[return-value]
        if head in "()],":
            raise self.refuse(f"unexpected {head!r}")
        if re.fullmatch(r"-?\d+", head):
            return int(head)
        if self.at < len(self.tokens) and self.tokens[self.at] == "(":
            self.at += 1
            return Effect(head, self.items(")"))
        return head

    def whole(self) -> Effect:
        found = self.item()
        if self.at != len(self.tokens):
            raise self.refuse(f"unexpected {self.tokens[self.at]!r} after the effect")
        if not isinstance(found, Effect):
            raise self.refuse("no effect; right would be a word with its arguments in parentheses,")
        return found


@functools.lru_cache(maxsize=4096)
def parse(text: str) -> Effect:
    """Read one effect or condition.

    Raises:
        NotationError: when the text is none; the message says why.
    """
    return _Reader(text).whole()


def parse_list(texts: Sequence[str]) -> tuple[Effect, ...]:
    """Read an effect list."""
    return tuple(parse(text) for text in texts)


def walk(effects: Iterable[Argument]) -> Iterator[Effect]:
    """Yield every effect and condition of a list, those inside others included."""
    for effect in effects:
        if isinstance(effect, Effect):
            yield effect
            yield from walk(effect.arguments)
        elif isinstance(effect, tuple):
            yield from walk(effect)


def uses(effects: Iterable[Argument], word: str) -> list[tuple[Argument, ...]]:
    """Return the arguments of every use of an operation or condition."""
    return [effect.arguments for effect in walk(effects) if effect.word == word]
