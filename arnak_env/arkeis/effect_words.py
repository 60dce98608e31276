"""Effects of the notation in plain words, read from their texts or from the rows of the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.condition_words import condition_text, read_condition
from arnak_env.arkeis.notation import (
    OPERATIONS,
    Argument,
    Effect,
    parse_list,
)
from arnak_env.arkeis.selector_words import (
    adversaries,
    does,
    from_number,
    kinds,
    object_name,
    one_of_them,
    place,
    readable,
    where_to,
)
from arnak_env.arkeis.words import Names, amount, signed

NO_EFFECT = "no effect"
_MODS = {
    "rhiat_self": "can treat himself",
    "rhiat_amount": "heals {n} more",
    "rhiat_room": "treats in the whole room",
    "rhiat_poison": "can cure Poison instead",
    "franck_dice": "adds {n} more dice at most",
    "eleonor_rerolls": "rerolls {n} more times",
    "rebecca_adjacent": "reaches adjacent squares too",
    "rebecca_board": "reaches the whole board",
    "rebecca_count": "gives {n} more actions a turn",
    "robert_coins": "starts with {n} more on the card",
    "robert_after": "may set a die after the roll instead",
    "robert_dice": "sets {n} more dice for the same token",
    "robert_share": "may do it for others in the room",
    "robert_payout": "{n} more Coins for each one left",
}


def effects_text(texts: Sequence[str], names: Names) -> str:
    """Return an effect list of the content in words."""
    return effects_words(parse_list(texts), names)


def program_words(rows: Any, row: int, names: Names, conditions: Any) -> str:
    """Return the program that starts at a row of the tables in words."""
    return effects_words(read_program(rows, row, names, conditions), names)


def effects_words(effects: Iterable[Effect], names: Names) -> str:
    """Return effects in words, one after the other."""
    parts = [words for words in (effect_words(effect, names) for effect in effects) if words]
    return "; ".join(parts) or NO_EFFECT


def effect_words(effect: Effect, names: Names) -> str:
    """Return one effect in words."""
    return _WORDS[effect.word](names, *effect.arguments)


# --- rows back to effects --------------------------------------------------------------------------------------------
def read_program(rows: Any, row: int, names: Names, conditions: Any) -> tuple[Effect, ...]:
    """Return the effects of the program that starts at a row."""
    found: list[Effect] = []
    while row > 0 and rows[row][0] != o.OP_END:
        found.append(read_row([int(value) for value in rows[row]], rows, names, conditions))
        row += 1
    return tuple(found)


def read_row(row: Sequence[int], rows: Any, names: Names, conditions: Any) -> Effect:
    """Return the effect of one row."""
    word = o.OPERATION_IDS[row[0]]
    if word == "choose":
        starts = [int(rows[row[2] + k][1]) for k in range(row[1])]
        return Effect(word, tuple(read_program(rows, start, names, conditions) for start in starts))
    arguments: list[Argument] = []
    for type_, value in zip(OPERATIONS[word], row[1:], strict=False):
        if type_ == "list":
            arguments.append(read_program(rows, value, names, conditions))
        elif type_ == "condition":
            arguments.append(read_condition(conditions, value, names))
        else:
            arguments.append(from_number(type_, value, names))
    return Effect(word, tuple(arguments))


# --- the words -------------------------------------------------------------------------------------------------------
def _list(names: Names, effects: Any) -> str:
    return effects_words(effects, names)


def _of(number: Any, noun: str) -> str:
    return f"all {amount(2, noun)[2:]}" if number == "all" else amount(int(number), noun)


def _up_to(number: Any, noun: str) -> str:
    return f"any {amount(2, noun)[2:]}" if number == "all" else f"up to {amount(int(number), noun)}"


def _if(names: Names, condition: Any, then: Any, otherwise: Any) -> str:
    words = f"if {condition_text(condition, names)}: {_list(names, then)}"
    other = _list(names, otherwise)
    return words if other == NO_EFFECT else f"{words}; otherwise: {other}"


def _test(names: Names, dice: Any, wanted: Any, success: Any, failure: Any) -> str:
    words = f"test with {amount(int(dice), 'die')}, {requirement_words(str(wanted))} needed"
    return f"{words} (passed: {_list(names, success)}; failed: {_list(names, failure)})"


def requirement_words(text: str) -> str:
    """Return what a test asks for, for example ``2 symbols of any sort and 1 lens``."""
    terms = []
    for term in text.split("+"):
        symbol, _, times = term.partition("*")
        number = int(times or 1)
        terms.append(f"{amount(number, 'symbol')} of any sort" if symbol == "any" else f"{number} {symbol}")
    return " and ".join(terms)


def _gain(number: Any, noun: str) -> str:
    return f"gain {amount(int(number), noun)}" if int(number) > 0 else f"lose {amount(-int(number), noun)}"


def _mod(names: Names, word: Any, n: Any) -> str:
    return f"Ability: {_MODS[str(word)].format(n=n)}"


def _action(action: Any) -> str:
    return "one more action" if action == "any" else f"one more {str(action).capitalize()} action"


def _roll(roll: Any) -> str:
    return "die" if roll == "any" else f"{str(roll).capitalize()} die"


def _face(face: Any) -> str:
    return {"choice": "any face", "fate": "Fate"}.get(str(face), str(face))


def _fate_to(destination: Any) -> str:
    return "into the reserve" if destination == "reserve" else "aside"


def _adversary_card(names: Names, card: Any) -> str:
    entry = names.models.cards[str(card)]
    return entry.variant_name or f"the card {card}"


def _clue_title(names: Names, card: Any) -> str:
    found = [entry.name for entry in names.episode.cards if entry.id == card]
    return found[0] if found else str(card)


def _upgrade(names: Names, upgrade: Any) -> str:
    entry = names.models.upgrades.get(str(upgrade))
    return entry.name if entry else str(upgrade)


_WORDS: dict[str, Callable[..., str]] = {
    "wound": lambda s, who, n: does(s, who, "take", amount(n, "Wound")),
    "heal": lambda s, who, n: does(s, who, "heal", amount(n, "Wound")),
    "poison": lambda s, who: does(s, who, "become", "poisoned"),
    "cure_poison": lambda s, who: does(s, who, "lose", "the Poison"),
    "trauma": lambda s, who: does(s, who, "draw", "a Trauma"),
    "discard_trauma": lambda s, who, n: does(s, who, "discard", _of(n, "Trauma")),
    "prevent_wound": lambda s, who, n: f"ignore {amount(n, 'Wound')}",
    "fate": lambda s, who, n: does(s, who, "take", f"{amount(n, 'Fate token')} from the reserve"),
    "return_fate": lambda s, who, n, to: does(s, who, "put", f"up to {amount(n, 'Fate token')} {_fate_to(to)}"),
    "fate_card": lambda s, n: f"{amount(n, 'Fate token')} of the reserve onto this card",
    "card_fate_to": lambda s, n, to: f"{_of(n, 'Fate token')} of a Threat {_fate_to(to)}",
    "reserve_add": lambda s, n: f"{amount(n, 'Fate token')} into the reserve",
    "reserve_discard": lambda s, n: f"{amount(n, 'Fate token')} of the reserve aside",
    "push_self": lambda s, to: f"be moved {where_to(s, to)}",
    "move_explorer": lambda s, who, to: does(s, who, "be moved" if who == "self" else "move", where_to(s, to)),
    "free_move": lambda s, who, n: does(s, who, "move", f"up to {amount(n, 'square')} without an action"),
    "deny_action": lambda s, action: f"no {str(action).capitalize()} action",
    "ignore_modifier": lambda s, action: f"the {str(action).capitalize()} action ignores modifications",
    "lose_action": lambda s, n: f"lose {amount(n, 'action')}",
    "gain_action": lambda s, who, action: does(s, who, "may take", _action(action)),
    "end_turn": lambda s: "the turn ends",
    "spawn": lambda s, kind, to, n: f"{kinds(s, kind, n)} {_arrive(n)} {place(s, to)}",
    "spawn_named": lambda s, card, to: f"{_adversary_card(s, card)} arrives {place(s, to)}",
    "use_card": lambda s, kind, card: f"everybody uses {_adversary_card(s, card)} for {kinds(s, kind, 2, False)}",
    "life_mod": lambda s, kind, n: f"{signed(n)} Life for each {kinds(s, kind, 1, False)}",
    "damage": lambda s, which, n: f"deal {amount(n, 'Wound')} to {adversaries(s, which)}",
    "damage_each": lambda s, which, n: f"deal {amount(n, 'Wound')} to each of {adversaries(s, which)}",
    "eliminate": lambda s, which, n: f"eliminate {'all' if n == 'all' else n} of {adversaries(s, which)}",
    "move_adversary": lambda s, which, to, n: (
        f"move {'all' if n == 'all' else n} of {adversaries(s, which)} {where_to(s, to)}"
    ),
    "heal_adversary": lambda s, which, n: f"heal {amount(n, 'Wound')} of {adversaries(s, which)}",
    "power": lambda s, which, n: f"{signed(n)} Power token on {one_of_them(s, which)}",
    "indicator": lambda s, to, n: f"{'put an indicator' if n > 0 else 'take the indicators away'} {place(s, to)}",
    "bonus_dice": lambda s, roll, n: f"{'+' if n > 0 else '-'}{amount(abs(n), _roll(roll))}",
    "reroll": lambda s, roll, n: f"reroll {_up_to(n, _roll(roll))}",
    "set_die": lambda s, roll, face: f"set a {_roll(roll)} to {_face(face)}",
    "convert_free": lambda s, roll, n: f"change {amount(n, 'Fate face')} without a token",
    "face_as": lambda s, roll, face, other: f"{_face(face)} may count as {_face(other)}",
    "extra_effect": lambda s, face, then: f"each {_face(face)} also: {_list(s, then)}",
    "overflow": lambda s, which: f"surplus Wounds may go to {adversaries(s, which)}",
    "validate": lambda s, n: f"roll {amount(n, 'die')} for the Exploration Sheet",
    "test": _test,
    "mark": lambda s, n: f"mark {amount(n, 'box')} of the Exploration Sheet",
    "draw": lambda s, symbol: f"draw {symbol}",
    "return_to_deck": lambda s: "the card goes back to the deck",
    "discard_card": lambda s, card: f"discard the card {_clue_title(s, card)}",
    "place_clue": lambda s, symbol, to: f"put the token {symbol} {place(s, to)}",
    "remove_clue": lambda s, symbol: f"take the token {symbol} away",
    "open_door": lambda s, door: f"open {door_words(s, door)}",
    "close_door": lambda s, door, symbol: f"close {door_words(s, door)} with {symbol}",
    "add_zone": lambda s, zone: f"lay zone {s.zone_by_id(str(zone))}",
    "place_token": lambda s, token, to: f"put a {readable(token)} {place(s, to)}",
    "remove_token": lambda s, token, to: f"take a {readable(token)} away {place(s, to)}",
    "link": lambda s, one, other: f"{one} and {other} become adjacent",
    "unlink": lambda s, one, other: f"{one} and {other} are adjacent no longer",
    "if": _if,
    "choose": lambda s, *lists: "choose: " + " / ".join(_list(s, one) for one in lists),
    "repeat": lambda s, n, then: f"{n} times: {_list(s, then)}",
    "each": lambda s, who, then: f"{does(s, who, 'do', '')}: {_list(s, then)}",
    "flag": lambda s, flag: f"note {readable(flag)}",
    "campaign_flag": lambda s, flag: f"note {readable(flag)} for the campaign",
    "counter": lambda s, counter, n: f"{signed(n)} on the counter {readable(counter)}",
    "coins": lambda s, n: _gain(n, "Coin"),
    "xp": lambda s, n: _gain(n, "Experience point"),
    "vp": lambda s, n: _gain(n, "Victory point"),
    "unlock": lambda s, upgrade: f"the camp upgrade {_upgrade(s, upgrade)} can be bought",
    "wildcard": lambda s, who, n: does(s, who, "gain", amount(n, "Wildcard")),
    "gain_object": lambda s, thing, who: does(s, who, "gain", object_name(s, thing)),
    "discard_this": lambda s: "discard this object",
    "discard_object": lambda s, who, n: does(s, who, "discard", amount(n, "object")),
    "extra_slot": lambda s, action, n: f"room for {n} more in the {str(action).capitalize()} slot",
    "ability_mod": _mod,
    "ignore_trauma": lambda s, who: "skip the effect of the Trauma",
    "epilogue": lambda s, result: f"the episode ends with the {result} epilogue",
    "xp_access": lambda s, n: f"Experience cards of level {n} can be bought",
    "sell_bonus": lambda s, n: f"{amount(n, 'Coin')} more for what is sold",
    "pay_coins": lambda s, n, then: f"may pay {amount(n, 'Coin')}: {_list(s, then)}",
    "none": lambda s: "",
}
assert set(_WORDS) == set(OPERATIONS), "operations without words"


def _arrive(n: Any) -> str:
    return "arrives" if n == 1 else "arrive"


def door_words(names: Names, door: Any) -> str:
    """Return a door by the squares it joins."""
    found = [link for link in names.episode.links if link.id == door]
    return f"the {found[0].type} between {found[0].a} and {found[0].b}" if found else f"the door {door}"
