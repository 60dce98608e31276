"""Actions of scenarios in words: the names of `arnak_env.arkeis.actions`, with the ids of the episode in them."""

from __future__ import annotations

from collections.abc import Mapping

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content import Content
from arnak_env.arkeis.position_names import Names, names_of, word_of

# Verbs whose component has another id in the content than in the action names.
_OBJECTS = ("give", "use", "free", "equip", "store", "apply object", "object")
_UPGRADES = ("build", "replace", "upgrade")
PHASE_3 = ("equip", "store", "give", "free", "free experience", "finish")  # verbs of phase 3


def verb_of(words: str) -> str:
    """Return the verb of an action in words, the longest that fits; an empty string when there is none."""
    verbs = [verb for verb, _, _ in a.VERBS if words == verb or words.startswith(f"{verb} ")]
    return max(verbs, key=len, default="")


def parse_action(words: str, content: Content, slot: int) -> int:
    """Return the number of an action in words.

    Raises:
        ValueError: when there is none; the message offers names that begin alike.
    """
    usual = " ".join(words.split())
    verb = verb_of(usual)
    component = usual[len(verb) :].strip()
    return a.action_number(f"{verb} {_stable(verb, component, names_of(content, slot))}".strip() if verb else usual)


def _stable(verb: str, component: str, names: Names) -> str:
    """Return the component as it is called in the action names."""
    if verb == "apply card" and component in names.cards:
        return a.CARD_IDS[names.cards[component]]
    if verb in _OBJECTS and component in names.objects:
        return a.OBJECT_IDS[names.objects[component]]
    if verb in _UPGRADES and component in names.upgrades:
        return a.UPGRADE_IDS[names.upgrades[component]]
    return component


def words_of(action: int, content: Content, slot: int) -> str:
    """Return an action in words, with the ids of the content."""
    stable = a.action_name(action)
    verb = verb_of(stable)
    component = stable[len(verb) :].strip()
    names = names_of(content, slot)
    tables: tuple[tuple[tuple[str, ...], tuple[str, ...], Mapping[str, int]], ...] = (
        (("apply card",), a.CARD_IDS, names.cards),
        (_OBJECTS, a.OBJECT_IDS, names.objects),
        (_UPGRADES, a.UPGRADE_IDS, names.upgrades),
    )
    for verbs, ids, numbers in tables:
        if verb in verbs:
            known = word_of(numbers, ids.index(component))
            component = component if known.isdigit() else known
    return f"{verb} {component}".strip()


def question_of(game: object) -> int:
    """Return the kind of question that is asked, see `opcodes.ASK_IDS`."""
    frames = int(game["frames"])  # type: ignore[index]
    return int(game["frame"][frames - 1][o.F_ASK]) if frames else o.ASK_NONE  # type: ignore[index]
