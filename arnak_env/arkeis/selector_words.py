"""Selectors and single arguments of the notation in words, and back from the numbers of the tables."""

from __future__ import annotations

from typing import Any

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.notation import ACTIONS, DESTINATIONS, REQUIREMENTS, ROLLS, Argument
from arnak_env.arkeis.words import Names, amount

_SUBJECTS = {
    "each_here": "each Explorer here",
    "others_here": "each other Explorer here",
    "one_here": "one Explorer here",
    "one_other_here": "another Explorer here",
    "each_in_room": "each Explorer in the room",
    "others_in_room": "each other Explorer in the room",
    "one_in_room": "one Explorer in the room",
    "one_other_in_room": "another Explorer in the room",
    "all": "every Explorer",
    "one_any": "one Explorer",
    "most_fate": "the Explorer with the most Fate tokens",
}
_PLACES = {
    "here": "on this square",
    "each_square_of_room": "on each square of the room",
    "other_squares_of_room": "on each other square of the room",
    "each_adjacent": "on each adjacent square",
    "adjacent": "on an adjacent square",
    "square_in_room": "on a square of the room",
    "each_explorer_square": "on each square with an Explorer",
    "toward_self": "one step closer",
}
_REACHES = {"here": "here", "room": "in the room", "adjacent": "on adjacent squares", "board": "on the board"}


def readable(word: Any) -> str:
    """Return an id as words."""
    return str(word).replace("_", " ")


def object_name(names: Names, thing: Any) -> str:
    """Return the printed name of an object by its id."""
    entry = names.models.objects.get(str(thing))
    return entry.name if entry else readable(thing)


def subject(names: Names, who: Any) -> str:
    """Return the Explorers a selector means."""
    if str(who).startswith("holder:"):
        return f"the holder of {object_name(names, str(who)[7:])}"
    return _SUBJECTS.get(str(who), "you")


def does(names: Names, who: Any, verb: str, what: str) -> str:
    """Return what Explorers do; `self` is addressed."""
    if who == "self":
        return f"{verb} {what}".rstrip()
    first, _, rest = verb.partition(" ")
    third = {"do": "does", "be": "is", "may": "may"}.get(first, f"{first}s")
    return " ".join(part for part in (subject(names, who), third, rest, what) if part)


def place(names: Names, where: Any) -> str:
    """Return the squares of a selector as a place."""
    word = str(where)
    if word.startswith("room:"):
        return f"on each square of zone {names.zone_by_id(word[5:])}"
    return _PLACES.get(word, f"on {word}")


def where_to(names: Names, where: Any) -> str:
    """Return the squares of a selector as a destination."""
    words = place(names, where)
    return f"to {words[3:]}" if words.startswith("on ") else words


def kinds(names: Names, kind: Any, number: int, counted: bool = True) -> str:
    """Return Adversaries of a kind or type with their number: ``2 Beetles``."""
    word = str(kind)
    if word in names.models.kinds:
        noun = names.models.kinds[word].name
    else:
        noun = "Adversary" if word == "any" else f"{word} Adversary"
    words = "Mummies" if noun == "Mummy" and number != 1 else amount(number, noun).partition(" ")[2]
    return f"{number} {words}" if counted else words


def a_kind(names: Names, kind: Any) -> str:
    """Return one Adversary of a kind or type with its article."""
    noun = kinds(names, kind, 1, False)
    return f"an {noun}" if noun[0] in "AEIOaeio" else f"a {noun}"


def adversaries(names: Names, which: Any) -> str:
    """Return the Adversaries of a selector."""
    where, colon, kind = str(which).partition(":")
    return f"the {kinds(names, kind, 2, False)} {_REACHES[where]}" if colon else "the fought Adversaries"


def one_of_them(names: Names, which: Any) -> str:
    """Return one Adversary of a selector."""
    return f"one of {adversaries(names, which)}"


# --- numbers back to words of the notation ---------------------------------------------------------------------------
def from_number(type_: str, value: int, names: Names) -> Argument:
    """Return an argument as the notation writes it, from its number in a row."""
    if type_ in ("n", "n or all"):
        return "all" if type_ == "n or all" and value == o.ALL else value
    if type_ == "E":
        return f"holder:{names.object_id(value - o.E_HOLDER)}" if value >= o.E_HOLDER else o.EXPLORER_SELECTORS[value]
    if type_ == "Q":
        return _square(value)
    if type_ == "V":
        where, kind = divmod(value, o.V_STEP)
        return "target" if where == o.V_TARGET else f"{o.ADVERSARY_SELECTORS[where]}:{_kind(kind)}"
    if type_ in ("K", "kind"):
        return _kind(value)
    return _single(type_, value, names)


def _single(type_: str, value: int, names: Names) -> Argument:
    words = {
        "dest": DESTINATIONS, "action": ACTIONS, "roll": ROLLS, "symbol": o.SYMBOL_IDS, "token": o.SPECIAL_IDS,
        "zone": o.ZONE_IDS, "square": o.SQUARE_IDS, "ability": o.ABILITY_MOD_IDS, "result": o.RESULT_IDS,
    }  # fmt: skip
    if type_ in words:
        return words[type_][value]
    if type_ == "face":
        return {o.FACE_CHOICE: "choice", o.FATE_FACE: "fate"}.get(value) or o.FACE_IDS[value]
    if type_ == "req":
        counts = [(value >> (4 * k)) & 15 for k in range(len(REQUIREMENTS))]
        return "+".join(f"{word}*{count}" for word, count in zip(REQUIREMENTS, counts, strict=True) if count)
    if type_ == "object":
        return names.object_id(value)
    if type_ == "upgrade":
        return names.upgrade_id(value)
    if type_ == "card":
        return names.adversary_id(value)
    if type_ == "clue card":
        entry = names.clue_card(value)
        return entry.id if entry else a.CARD_IDS[value]
    if type_ == "door":
        return names.episode.links[value].id
    if type_ == "campaign flag":
        return next((word for word, k in names.content.campaign_flags.items() if k == value), f"flag {value + 1}")
    word = f"{type_} {value + 1}"
    return names.story.get(word, word)


def _square(value: int) -> str:
    if value >= o.Q_SQUARE:
        return o.SQUARE_IDS[value - o.Q_SQUARE]
    return f"room:{o.ZONE_IDS[value - o.Q_ZONE]}" if value >= o.Q_ZONE else o.SQUARE_SELECTORS[value]


def _kind(value: int) -> str:
    if value == o.K_ANY:
        return "any"
    return o.TYPE_IDS[value - o.K_TYPE] if value >= o.K_TYPE else o.KIND_IDS[value]
