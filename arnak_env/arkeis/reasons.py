"""Why an action is not legal at the present decision, in game words.

This is for people: it is asked only after an action was refused. It asks the rules themselves (as plain Python), so it
says what they decide. What nothing below knows falls back to the question that is pending.
"""

from __future__ import annotations

from typing import Any

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content import Content
from arnak_env.arkeis.questions import pending_words, question_words, split_action
from arnak_env.arkeis.reasons_choices import ChoiceReasons
from arnak_env.arkeis.reasons_dice import DiceReasons
from arnak_env.arkeis.words import Scene

__all__ = ["question_words", "reason"]

_ACTION_VERBS = {
    "move": o.MOVE, "clue": o.CLUE, "combat": o.COMBAT, "give": o.SUPPORT, "use": -1, "use experience": -1,
}  # fmt: skip
_FREE_VERBS = ("free", "free experience")
_NOT_ASKED = {
    "equip": "Material is equipped in phase 3 and when it is obtained",
    "store": "Material is stored in phase 3",
    "free": "that is used in phase 3 and between the actions of the own turn",
    "free experience": "that is used in phase 3 and between the actions of the own turn",
    "apply object": "no ability of an object is due now",
    "apply experience": "no ability of an Experience card is due now",
    "apply trauma": "no Trauma is due now",
    "apply card": "no Threat or active card is due now",
    "apply adversary": "no Adversary card is due now",
    "apply ability": "the Explorer's own Ability is not due now",
    "explorer": "no Explorer is to be chosen now",
    "square": "no square is to be chosen now",
    "miniature": "no miniature is to be chosen now",
    "face": "no die is to be set or changed now",
    "die": "no die is to be chosen now",
    "mark": "the Exploration Sheet is not being marked now",
    "option": "there are no options to choose from now",
    "amount": "no number is to be chosen now",
    "object": "no object is to be chosen now",
    "wildcard": "no Wildcard token can be used now",
}
_CAMP_VERBS = ("build", "replace", "upgrade", "buy", "leave camp")


def reason(game: Any, content: Content | Any, action: int) -> str:
    """Say why an action is not legal now, for example ``move B1: the door between A2 and B1 is closed (red-moon)``.

    Args:
        game: one game record, or an array of one.
        content: the content it is played with, None for that of the package.
        action: number of an action; for a legal one the answer is of no use.
    """
    action = int(action)
    if not 0 <= action < a.ACTIONS:
        return f"there is no action number {action}; they go from 0 to {a.ACTIONS - 1}"
    scene = Scene(game, content)
    name = a.action_name(action)
    if scene.deciding() < 0:
        return f"{name}: the game is over"
    return f"{name}: {_Reasons(scene).why_not(*split_action(action))}"


class _Reasons(DiceReasons, ChoiceReasons):
    """Reasons for one game."""

    def why_not(self, verb: str, index: int) -> str:
        """Return the reason for one action, or the pending question when no rule below knows better."""
        words = self._by_question(verb, index)
        return words or f"{_NOT_ASKED.get(verb, 'nothing asks for this now')}: {pending_words(self.scene)}"

    def _by_question(self, verb: str, index: int) -> str:
        if self.ask == o.ASK_ACTION:
            return self.in_turn(verb, index)
        if self.ask == o.ASK_EXTRA_ACTION:
            return self.in_offer(verb, index)
        if self.ask == o.ASK_REORGANISE:
            return self.in_reorganising(verb, index)
        if self.ask == o.ASK_TRIGGER:
            return self.in_trigger(verb, index) or self.must_answer(verb)
        if self.ask == o.ASK_CAMP:
            return self.at_camp(verb, index)
        if self.operation in self.dice_answers:
            return self.dice_answers[self.operation](verb, index) or self.must_answer(verb)
        return self.in_choice(verb, index) or self.must_answer(verb)

    # --- the turn ----------------------------------------------------------------------------------------------------
    def in_turn(self, verb: str, index: int) -> str:
        """Return the reason in phase 4."""
        if verb == "finish":
            return "there is nothing to finish; `end turn` ends the turn"
        if verb in _FREE_VERBS:
            return self.free_use(verb, index)
        if verb in ("equip", "store"):
            return "Material is equipped and stored in phase 3, before the actions"
        if verb not in (*_ACTION_VERBS, "give action"):
            return self.nobody_asks(verb)
        g = self.scene.g
        if g.turn_ended:
            return "an effect has ended the turn; no further action can be taken"
        if not g.actions_left:
            return "no action is left this turn"
        return self.give_action(index) if verb == "give action" else self.action(verb, index)

    def in_offer(self, verb: str, index: int) -> str:
        """Return the reason at an extra action or one given by Rebecca."""
        kind = int(self.frame[o.F_A])
        given = bool(self.frame[o.F_B])
        what = "given" if given else "extra"
        if verb == "finish":
            return "an action given by Rebecca must be taken"
        if verb == "end turn":
            return f"the {what} action comes first" + ("" if given else "; `finish` declines it")
        if verb == "give action":
            return f"Rebecca gives actions in her own turn only, not in place of the {what} one"
        if verb not in _ACTION_VERBS:
            return self.nobody_asks(verb)
        wanted = _ACTION_VERBS[verb]
        if kind != o.ANY_ACTION and wanted not in (kind, -1):
            return f"the {what} action is a {o.ACTION_IDS[kind].capitalize()} action"
        return self.action(verb, index)

    def in_reorganising(self, verb: str, index: int) -> str:
        """Return the reason in phase 3, or at the set-up."""
        if verb in ("equip", "store"):
            return self.rearrange(verb, index)
        if self.frame[o.F_A] and verb in ("give", *_FREE_VERBS):
            return "during the set-up only Material is equipped"
        if verb == "give":
            return self.give(index)
        if verb in _FREE_VERBS:
            return self.free_use(verb, index)
        if verb in (*_ACTION_VERBS, "give action", "end turn"):
            return "actions come in phase 4; `finish` ends phase 3"
        return self.nobody_asks(verb)

    def action(self, verb: str, index: int) -> str:
        """Return the reason for one of the four actions."""
        if verb in ("use", "use experience"):
            return self.action_use(verb, index)
        return {"move": self.move, "clue": self.clue, "combat": self.combat, "give": self.give}[verb](index)

    # --- everything else ---------------------------------------------------------------------------------------------
    def nobody_asks(self, verb: str) -> str:
        """Return the reason for an action that belongs to another question."""
        if verb in _CAMP_VERBS:
            return "that is done at the camp, after an episode of a campaign"
        return f"{_NOT_ASKED.get(verb, 'nothing asks for this now')}: {pending_words(self.scene)}"

    def must_answer(self, verb: str) -> str:
        """Return the reason for an action that does not belong to the effect being resolved."""
        if verb in ("finish",):
            return f"this cannot be declined: {pending_words(self.scene)}"
        if verb in (*_ACTION_VERBS, *_FREE_VERBS, "give action", "end turn", "store"):
            return f"what is being resolved comes first: {pending_words(self.scene)}"
        return self.nobody_asks(verb) if verb in _CAMP_VERBS else ""
