"""Reasons about dice and the Exploration Sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.reasons_cards import CardReasons
from arnak_env.arkeis.words import FACE_WORDS, amount


class DiceReasons(CardReasons):
    """Reasons for one game about rolls."""

    @property
    def dice_answers(self) -> dict[int, Callable[[str, int], str]]:
        """The questions about dice, by operation."""
        return {
            o.OP_SET_DICE: self._setting,
            o.OP_CHANGE_SET_DIE: self._setting,
            o.OP_CHANGE_FATE: self._changing,
            o.OP_REROLL: self._rerolling,
            o.OP_FACE_AS: self._face_as,
            o.OP_MARKING: self._marking,
            o.OP_FRANCK: self._franck,
        }

    @property
    def roll(self) -> Any:
        """The roll under way."""
        return self.scene.g.roll[int(self.scene.g.rolls) - 1]

    def _no_side(self, face: int) -> str:
        """Return that the dice of the roll have no such face, an empty text when they have."""
        combat = self.roll[o.R_SORT] == o.COMBAT_ROLL
        if (face < o.COMBAT_FACES) == bool(combat):
            return ""
        return f"{'Combat' if combat else 'Investigation'} dice have no face {o.FACE_IDS[face].replace('_', ' ')}"

    def _fate_face(self) -> int:
        return o.COMBAT_FATE if self.roll[o.R_SORT] == o.COMBAT_ROLL else o.INVESTIGATION_FATE

    def _setting(self, verb: str, face: int) -> str:
        if verb == "face":
            if self.operation == o.OP_CHANGE_SET_DIE and self.frame[o.F_X] == 1:
                return "choose the die first"
            if self._no_side(face):
                return self._no_side(face)
            if self.operation == o.OP_SET_DICE:
                return f"dice are set in the order of their faces; {FACE_WORDS[face]} comes before the last one set"
            return f"the die shows {FACE_WORDS[face]} already"
        if verb == "die":
            if self.operation == o.OP_SET_DICE:
                return "the dice are not rolled yet; choose the face to set"
            return self._no_die(face) if self.frame[o.F_X] == 1 else "the die is chosen; choose its face"
        return ""

    def _no_die(self, face: int) -> str:
        if self._no_side(face):
            return self._no_side(face)
        if self.roll[o.R_COUNT + face] == 0:
            return f"no die shows {FACE_WORDS[face]}"
        if self.roll[o.R_COUNT + face] <= self.roll[o.R_SET + face]:
            return f"the dice with {FACE_WORDS[face]} were set, not rolled"
        return ""

    def _changing(self, verb: str, index: int) -> str:
        if verb in ("apply object", "apply experience"):
            source = o.SOURCE_OBJECT if verb == "apply object" else o.SOURCE_EXPERIENCE
            words = self.not_mine(source, index)
            fitting = [k for k in self.abilities(source, index) if self.trigger_of(k) == o.T_CONVERT_FATE]
            if words or fitting:
                return words or self.not_now(fitting[0]) or "it was used for this roll already"
            return f"{self.scene.source(source * o.SOURCE_STEP + index)} does not change Fate faces"
        if verb != "face":
            return ""
        if self._no_side(index):
            return self._no_side(index)
        if index == self._fate_face():
            return "a Fate face is changed to another face"
        if not self.roll[o.R_FREE] and self.scene.g.reserve <= 0:
            return "the reserve has no Fate token to pay with"
        return f"faces are changed in their order; {FACE_WORDS[index]} comes before the last one chosen"

    def _rerolling(self, verb: str, face: int) -> str:
        if verb != "die":
            return ""
        words = self._no_die(face)
        if words:
            return words
        left = self.roll[o.R_COUNT + face] - self.roll[o.R_SET + face] - self.roll[o.R_CHOSEN + face]
        if left <= 0:
            return f"every die with {FACE_WORDS[face]} is chosen already"
        return f"dice are chosen in the order of their faces; {FACE_WORDS[face]} comes before the last one chosen"

    def _face_as(self, verb: str, face: int) -> str:
        if verb != "face":
            return ""
        return self._no_side(face) or f"the die cannot count as {FACE_WORDS[face]}"

    def _marking(self, verb: str, box: int) -> str:
        if verb != "mark":
            return ""
        scene = self.scene
        name = a.BOX_IDS[box]
        face = int(scene.t.sheet_box[scene.slot, box])
        if face < 0:
            return f"the Exploration Sheet has no box {name}"
        if (int(scene.g.marked) >> box) & 1:
            return f"box {name} is marked already"
        if self.frame[o.F_A] == 0 and self.roll[o.R_COUNT + face] <= 0:
            return f"box {name} needs a {FACE_WORDS[face]}, and none is left in the roll"
        return f"boxes are marked in reading order; {name} comes before the last one marked"

    def _franck(self, verb: str, number: int) -> str:
        if verb != "amount":
            return ""
        scene = self.scene
        most = int(self.frame[o.F_A])
        most += int(scene.rules.abilities.ability_mod(scene.g, scene.t, self.explorer, o.MOD_FRANCK_DICE))
        return f"Franck adds 1 to {amount(most, 'die')}" if most > 1 else "Franck adds 1 die"
