"""Reasons about the choices inside effects: Explorers, squares, miniatures, options, amounts, cards."""

from __future__ import annotations

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.questions import frame_effect, options
from arnak_env.arkeis.reasons_camp import CampReasons
from arnak_env.arkeis.reasons_cards import CardReasons
from arnak_env.arkeis.words import listed


class ChoiceReasons(CardReasons, CampReasons):
    """Reasons for one game about what an effect asks."""

    def in_choice(self, verb: str, index: int) -> str:
        """Return the reason while an effect or a step of the rules asks something."""
        words = self.camp_choice(verb, index)
        if words:
            return words
        if self.operation == o.OP_OBTAIN:
            return self.not_equipped_now(verb, index)
        if not self._asked(verb):
            return ""
        checks = {
            "explorer": self._explorer, "square": self._square, "miniature": self._miniature, "option": self._option,
            "amount": self._amount, "object": self._object, "apply adversary": self._adversary,
            "apply trauma": self._trauma, "apply card": self._card,
        }  # fmt: skip
        return checks[verb](index) if verb in checks else ""

    def _asked(self, verb: str) -> bool:
        """Return whether the question is answered by actions of this verb."""
        return any(
            a.FIRST[verb] <= action < a.FIRST[verb] + len(words)
            for known, words, _ in a.VERBS
            if known == verb
            for action in self.scene.legal()
        )

    def _offered(self, verb: str, names: tuple[str, ...]) -> str:
        first = a.FIRST[verb]
        legal = sorted(action - first for action in self.scene.legal() if first <= action < first + len(names))
        return listed((names[k] for k in legal), "or")

    def _effect(self) -> str:
        return frame_effect(self.scene) if self.operation < o.NOTATION_OPERATIONS else ""

    def _explorer(self, explorer: int) -> str:
        scene = self.scene
        name = scene.explorer(explorer)
        if scene.g.seat[explorer] < 0:
            return f"{name} is not in play"
        if self.operation == o.OP_GIVE_ACTION:
            if explorer == o.REBECCA:
                return "Rebecca gives the action to another Explorer"
            reach = int(scene.rules.explorer_actions.in_reach_of_rebecca(scene.g, scene.t))
            action = o.ACTION_IDS[int(self.frame[o.F_A])].capitalize()
            if not (reach >> explorer) & 1:
                return f"{name} on {scene.where(explorer)} is out of Rebecca's reach on {scene.where(o.REBECCA)}"
            return f"{name} can take no {action} action now"
        if self.operation == o.OP_YOUNG_ROBERT:
            return f"{name} has no Fate token, or an Explorer after {name} was chosen already"
        offered = self._offered("explorer", o.EXPLORER_IDS)
        if self.operation in (o.OP_SUPPORT_GIFT, o.OP_RHIAT) and explorer == self.explorer:
            return f"{name} cannot be chosen for this: it means another Explorer ({offered})"
        what = f" for: {self._effect()}" if self._effect() else ""
        return f"{name} on {scene.where(explorer)} cannot be chosen{what}; {offered} can"

    def _square(self, square: int) -> str:
        off = self.off_board(square)
        if off:
            return off
        if self.operation == o.OP_START_SQUARE:
            return f"the start squares are {self._offered('square', o.SQUARE_IDS)}"
        if self.operation == o.OP_FREE_MOVE:
            return self.step(square)
        offered = self._offered("square", o.SQUARE_IDS)
        return (
            f"{o.SQUARE_IDS[square]} is not among the squares of the effect ({self._effect()}); {offered} can be chosen"
        )

    def _miniature(self, miniature: int) -> str:
        scene = self.scene
        place = int(scene.g.miniature_square[miniature])
        name = a.MINIATURE_IDS[miniature]
        if place < 0:
            return f"the miniature {name} is {'out of the episode' if place == o.OUT else 'in the supply'}"
        for action in scene.legal():
            other = action - a.A_MINIATURE
            if 0 <= other < o.MINIATURES and other < miniature and self._alike(other, miniature):
                return f"{name} is the same choice as {a.MINIATURE_IDS[other]}, which is offered"
        moved = self.operation == o.OP_MOVE_ADVERSARY
        if moved and (int(scene.g.moved) >> miniature) & 1:
            return f"{name} was moved by this effect already"
        words = f"{name} on {o.SQUARE_IDS[place]} is not meant"
        if moved and scene.rules.board.is_selected(
            scene.g, scene.t, int(self.frame[o.F_A]), int(self.frame[o.F_Y]), miniature
        ):
            words = f"{name} on {o.SQUARE_IDS[place]} cannot be moved there"
        return f"{words} by the effect: {self._effect()}"

    def _alike(self, one: int, other: int) -> bool:
        scene = self.scene
        same_name = scene.rules.board.group_of(scene.g, one) == scene.rules.board.group_of(scene.g, other)
        fields = (scene.g.miniature_square, scene.g.miniature_wounds)
        return bool(same_name and all(field[one] == field[other] for field in fields))

    def _option(self, option: int) -> str:
        words = options(self.scene)
        if words:
            if option >= len(words):
                return f"there are {len(words)} options"
            return f"the first effect of option {option + 1} ({words[option]}) is not possible now"
        if self.operation == o.OP_RHIAT:
            patient = self.scene.explorer(int(self.frame[o.F_Y]))
            if option == 1 and not self.scene.g.poison[int(self.frame[o.F_Y])]:
                return f"{patient} is not poisoned"
            return "curing Poison needs Rhiat's Experience card for it" if option == 1 else "there is no such treatment"
        return "there is only option 1"

    def _amount(self, number: int) -> str:
        numbers = [action - a.A_AMOUNT for action in self.scene.legal() if 0 <= action - a.A_AMOUNT < a.AMOUNTS]
        return f"right is {min(numbers)} to {max(numbers)}"

    def _object(self, thing: int) -> str:
        owner = int(self.frame[o.F_Z]) - 1
        return f"it is about objects of {self.scene.explorer(owner)}; {self.scene.owner_words(thing)}"

    def _adversary(self, group: int) -> str:
        words = self.not_faced(group)
        if words:
            return words
        name = self.scene.group(group)
        if self.operation == o.OP_MODIFICATIONS:
            return f"{name} modifies the action no more: it has done so, or its card has no modification"
        return f"{name} has acted in this phase already, or came after it began"

    def _trauma(self, kind: int) -> str:
        return f"{self.scene.explorer(int(self.frame[o.F_Z]) - 1)} has no {self.scene.trauma(kind)}"

    def _card(self, card: int) -> str:
        scene = self.scene
        if scene.clue_card(card) is None:
            return "the episode has no card of this number"
        if scene.g.card_place[card] != o.HELD:
            return "that card is no Threat in play"
        return f"no Fate token lies on {scene.clue_name(card)}"
