"""Where an operation means something, and which abilities would never come to an end.

A context is ``kind:detail``: an ability with its trigger, a field of a card, the end of an episode.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Sequence

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.notation import Argument, Effect, uses, walk

# Patterns of contexts; an operation that is not listed may stand anywhere.
CONTEXTS: dict[str, tuple[str, ...]] = {
    "prevent_wound": ("ability:on_wound", "ability:on_adversary_start"),
    "ignore_trauma": ("ability:on_trauma_effect",),
    "convert_free": ("ability:on_convert_fate",),
    "extra_effect": ("ability:before_combat_roll",),
    "overflow": ("ability:passive",),
    "extra_slot": ("ability:passive",),
    "ability_mod": ("ability:passive",),
    "xp_access": ("upgrade:passive",),
    "sell_bonus": ("upgrade:camp", "ability:camp_sell"),
    "pay_coins": ("upgrade:camp",),
    "deny_action": ("adversary:clue", "adversary:move"),
    "discard_this": ("ability:*",),
    "return_to_deck": ("card:effects",),
    "fate_card": ("card:start", "card:effects"),
    "card_fate_to": ("card:*",),
    "epilogue": ("card:effects", "on_empty:effects"),
    "lose_action": ("adversary:start", "card:start", "card:active"),
    "set_die": ("ability:set_die",),
    "card_fate_ge": ("card:start",),
    "card_fate_multiple": ("card:start",),
    "rolled": ("ability:after_*_roll",),
}
# Operations on a roll: the moment at which they stand, with the roll in braces.
_AT_ROLL = {"bonus_dice": "before_{}_roll", "reroll": "after_{}_roll", "face_as": "after_{}_roll"}
_TARGET = ("adversary:combat", "ability:before_combat_roll")
_IN_FORCE = ("overflow", "extra_slot", "ability_mod")  # what a passive ability can hold

_MOVES = ("push_self", "move_explorer", "free_move")
_ROLLS = ("validate", "test")
# Operations that set off their own trigger again.
_AGAIN: dict[str, tuple[str, ...]] = {
    "on_enter_square": _MOVES,
    "on_wound": ("wound", "poison"),
    "on_open_door": ("open_door",),
    "on_obtain": ("gain_object",),
    "on_validate": _ROLLS,
    "on_convert_fate": _ROLLS,
    "before_investigation_roll": _ROLLS,
    "after_investigation_roll": _ROLLS,
}
_ONCE = ("turn", "episode")
# Triggers that no action of the turn can set off, so that an action gained there is gained once.
_OUTSIDE_ACTIONS = ("start_of_turn", "end_of_turn", "episode_start", "episode_end", "camp", "camp_sell")


def misplaced(context: str, effects: Sequence[Effect]) -> Iterator[str]:
    """Yield what stands in an effect list, or a condition, where it means nothing."""
    for effect in walk(effects):
        word, arguments = effect
        patterns = CONTEXTS.get(word)
        if patterns and not any(fnmatch.fnmatchcase(context, pattern) for pattern in patterns):
            yield f"{word} means nothing in {context}; right would be {' or '.join(patterns)}"
        first = arguments[0] if arguments else None
        if word in _AT_ROLL:
            moments = {roll: f"ability:{_AT_ROLL[word].format(roll)}" for roll in ("combat", "investigation")}
            if context != moments.get(str(first)):
                rights = " or ".join(f"{word}({roll}, ...) in {moment}" for roll, moment in moments.items())
                yield f"{word}({first}) means nothing in {context}; right would be {rights}"
        if word == "ignore_modifier":
            right = [f"ability:before_action_{first}", f"ability:{first}_use"]
            if context not in right:
                yield f"ignore_modifier({first}) means nothing in {context}; right would be {' or '.join(right)}"
        if "toward_self" in arguments and word != "move_adversary":
            yield f"toward_self in {word}; right would be move_adversary"
        if "target" in arguments and context not in _TARGET:
            yield f"target means nothing in {context}; right would be {' or '.join(_TARGET)}"
    yield from _not_in_force(context, effects)
    gained = actions_gained(effects)
    if gained > o.EXTRA_ACTIONS:
        yield f"{gained} actions gained at once; there is room for {o.EXTRA_ACTIONS}"


def _not_in_force(context: str, effects: Sequence[Effect]) -> Iterator[str]:
    if context == "ability:passive":
        for effect in effects:
            if effect.word not in _IN_FORCE:
                yield f"{effect.word} in a passive ability, which only holds {', '.join(_IN_FORCE)}"


def actions_gained(effects: Sequence[Effect], explorers: int = 1) -> int:
    """Return how many actions an effect list can gain at most, run once for each of so many Explorers."""
    return sum(_actions_of(effect, explorers) for effect in effects)


def _actions_of(effect: Effect, explorers: int) -> int:
    word, arguments = effect
    if word == "gain_action":
        return explorers * _most_selected(arguments[0])
    lists = [inner for inner in arguments if isinstance(inner, tuple) and not isinstance(inner, Effect)]
    if word == "each":
        explorers *= _most_selected(arguments[0])
    most = max((actions_gained(inner, explorers) for inner in lists), default=0)
    return most * int(str(arguments[0])) if word == "repeat" else most


def _most_selected(selector: Argument) -> int:
    word = str(selector)
    one = word in ("self", "most_fate") or word.startswith(("one_", "holder:"))
    return 1 if one else o.MAX_PLAYERS - word.startswith("others_")


# What the first effect of a branch takes must be there: tokens, Coins, objects.
_PRICES = ("fate", "fate_card", "reserve_discard", "return_fate", "card_fate_to", "pay_coins", "discard_object")
_ON_ADVERSARIES = ("damage", "damage_each", "eliminate", "move_adversary", "heal_adversary", "power")


def always_possible(branch: Argument) -> bool:
    """Whether a branch of `choose` can be picked in every situation, one Explorer alone included. Execution rule N-3.

    Drawing a card counts: a card that is read once finds those it draws in the deck.
    """
    if not isinstance(branch, tuple) or not branch or not isinstance(branch[0], Effect):
        return True
    word, arguments = branch[0]
    if word in ("coins", "xp"):
        return isinstance(arguments[0], int) and arguments[0] >= 0
    if word in _PRICES or word in _ON_ADVERSARIES:
        return False
    return not str(arguments[0] if arguments else "").startswith(("others_", "one_other_", "holder:"))


def discards_itself(effects: Sequence[Effect]) -> bool:
    """Whether the effect list always ends the card it belongs to."""
    return any(effect.word == "discard_this" for effect in effects)


def endless(trigger: str, limit: str, effects: Sequence[Effect]) -> Iterator[str]:
    """Yield why an ability could be used without end within one turn."""
    if limit in _ONCE or discards_itself(effects):
        return
    right = "right would be limit turn or episode, or discard_this()"
    if trigger == "free_use":
        yield f"a free use with limit {limit} makes a turn that never ends; {right}"
    for word in _AGAIN.get(trigger, ()):
        if uses(effects, word):
            yield f"{word} sets off {trigger} again, without end with limit {limit}; {right}"
    for explorers, action in _gained(effects):
        chained = trigger == "on_enter_square" and (explorers, action) == ("self", "move")
        if trigger not in _OUTSIDE_ACTIONS and not chained:
            yield f"gain_action at {trigger} with limit {limit} makes a turn that never ends; {right}"


def _gained(effects: Sequence[Effect]) -> list[tuple[Argument, Argument]]:
    return [(arguments[0], arguments[1]) for arguments in uses(effects, "gain_action") if len(arguments) == 2]
