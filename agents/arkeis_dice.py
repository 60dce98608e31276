"""What to do with dice: Fate faces, rerolls, tokens of Robert, Wildcards."""

from __future__ import annotations

from agents.arkeis_mind import Mind
from agents.arkeis_worth import token_worth
from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o

_DECISIVE = 2.6  # actions lost when a test on the way of the plan fails
_ENOUGH = 2  # tokens that must stay in the reserve
_SPARE = 5  # tokens in the reserve from which a fight may cost one
_SYMBOLS = tuple(range(o.FIRST_SYMBOL, o.FACES))


class Dice:
    """The roll under way and what it is for.

    Args:
        mind: the decision.
    """

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.roll = mind.sight["roll"][mind.sight["rolls"] - 1]
        self.counts = self.roll[o.R_COUNT : o.R_COUNT + o.FACES]
        self.purpose = [0] * o.FRAME_FIELDS
        for frame in reversed(mind.stack()):
            if frame[o.F_OP] in (o.OP_TEST, o.OP_VALIDATE, o.OP_COMBAT):
                self.purpose = frame
                break
        self.operation = self.purpose[o.F_OP]

    # --- tests ---
    def missing(self) -> list[int]:
        """Return the symbols a test still lacks, -1 for any symbol."""
        wanted = self.purpose[o.F_B]
        lacking, left = [], 0
        for k, face in enumerate(_SYMBOLS):
            spare = self.counts[face] - ((wanted >> (4 * k)) & 15)
            lacking += [face] * max(0, -spare)
            left += max(0, spare)
        return lacking + [-1] * max(0, (wanted >> 16) - left)

    def stake(self) -> float:
        """Return what it is worth that the test succeeds."""
        mind = self.mind
        script = mind.facts.scripts.script
        value = mind.worth.of(script(self.purpose[o.F_C])) - mind.worth.of(script(self.purpose[o.F_D]))
        kind, card = divmod(self.purpose[o.F_SOURCE], o.SOURCE_STEP)
        on_the_way = kind == o.SOURCE_CLUE and mind.episode["card_symbol"][card] in mind.plan.symbols
        return value + (_DECISIVE if on_the_way or self.purpose[o.F_C] in mind.plan.starts else 0.0)

    # --- faces ---
    def boxes(self) -> dict[int, int]:
        """Return how many boxes of the sheet are open, by symbol."""
        marked = self.mind.sight["marked"]
        found: dict[int, int] = {}
        for box, face in enumerate(self.mind.episode["sheet_box"]):
            if face >= 0 and not (marked >> box) & 1:
                found[face] = found.get(face, 0) + 1
        return found

    def kept(self, face: int) -> int:
        """Return how many dice with a face are worth keeping."""
        if self.operation == o.OP_VALIDATE:
            return self.boxes().get(face, 0)
        if self.operation == o.OP_COMBAT:
            return o.ALL if self.face_worth(face) >= self.average() else 0
        if face not in _SYMBOLS:
            return 1 if face == o.INVESTIGATION_FATE and any(one >= 0 for one in self.missing()) else 0
        wanted = (self.purpose[o.F_B] >> (4 * (face - o.FIRST_SYMBOL))) & 15
        return wanted + (self.purpose[o.F_B] >> 16)

    def face_worth(self, face: int) -> float:
        """Return what a face is worth in the Combat under way."""
        mind = self.mind
        group = mind.sight["fight_group"]
        card = mind.sight.card(self.purpose[o.F_SELF], group)
        return mind.worth.face_worth(card, face, group) if card >= 0 else 0.0

    def average(self) -> float:
        """Return what a die is worth in the Combat under way before it is rolled."""
        sides = self.mind.facts["die"][o.COMBAT_ROLL]
        return sum(self.face_worth(face) for face in sides) / len(sides)

    def lives(self) -> int:
        """Return the Wounds needed to eliminate everybody who is fought."""
        sight = self.mind.sight
        group = sight["fight_group"]
        card = sight.card(self.purpose[o.F_SELF], group)
        return sum(sight.life(card, one) for one in sight.group_members(group, sight["fight_square"]))

    def needed(self, faces: list[int]) -> int:
        """Return the face that helps most, -1: none does."""
        if self.operation == o.OP_TEST:
            missing = self.missing()
            for face in faces:
                if face in missing:
                    return face
            usable = [face for face in faces if face in _SYMBOLS]
            return usable[0] if -1 in missing and usable else -1
        if self.operation == o.OP_VALIDATE:
            boxes = self.boxes()
            return next((face for face in faces if self.counts[face] < boxes.get(face, 0)), -1)
        best = max(faces, key=self.face_worth)
        return best if self.face_worth(best) > 0.0 else -1


def change_fate(mind: Mind) -> int:
    """Change a Fate face, or leave it."""
    dice = Dice(mind)
    faces = mind.of_verb(a.A_FACE, o.FACES)
    face = dice.needed(faces) if faces else -1
    free = dice.roll[o.R_FREE]
    helps = mind.first_legal(a.A_APPLY_OBJECT, a.A_APPLY_TRAUMA - a.A_APPLY_OBJECT)
    if dice.operation == o.OP_TEST:
        missing = len(dice.missing())
        if not 0 < missing <= dice.counts[o.INVESTIGATION_FATE]:
            return a.A_FINISH
        if helps >= 0 and free == 0:
            return helps
        cost = max(0, missing - free)
        affordable = cost == 0 or mind.sight["reserve"] >= cost + _ENOUGH
        if face >= 0 and affordable and dice.stake() >= cost * token_worth(mind.sight):
            return a.A_FACE + face
        return a.A_FINISH
    if face < 0:
        return a.A_FINISH
    if free > 0:
        return a.A_FACE + face
    if dice.operation == o.OP_COMBAT and mind.sight["reserve"] >= _SPARE:
        hits = sum(dice.counts[one] for one in (o.HIT, o.SPECIAL) if dice.face_worth(one) > 0.0)
        if hits < dice.lives() and dice.face_worth(face) > token_worth(mind.sight):
            return a.A_FACE + face
    return a.A_FINISH


def set_dice(mind: Mind) -> int:
    """Set a die for a token of Robert's card where a test matters, or a fight."""
    dice = Dice(mind)
    faces = mind.of_verb(a.A_FACE, o.FACES)
    if dice.operation == o.OP_TEST and dice.stake() > 1.0:
        if mind.frame[o.F_Y] < len(dice.missing()):
            face = dice.needed(faces)
            return a.A_FACE + face if face >= 0 else a.A_FINISH
    if dice.operation == o.OP_COMBAT:
        face = dice.needed(faces)
        if face >= 0 and dice.face_worth(face) - dice.average() > 1.0:
            return a.A_FACE + face
    return a.A_FINISH if a.A_FINISH in mind.legal else mind.legal[0]


def change_die(mind: Mind) -> int:
    """Set a die after the roll: first which, then to what."""
    dice = Dice(mind)
    faces = mind.of_verb(a.A_FACE, o.FACES)
    if faces:
        face = dice.needed(faces)
        return a.A_FACE + face if face >= 0 else mind.legal[0]
    useful = dice.operation == o.OP_TEST and dice.missing() and dice.stake() > 1.0
    if not useful:
        return a.A_FINISH
    spare = [face for face in mind.of_verb(a.A_DIE, o.FACES) if dice.counts[face] > dice.kept(face)]
    return a.A_DIE + spare[0] if spare else a.A_FINISH


def reroll(mind: Mind) -> int:
    """Choose the dice to reroll, in ascending order of faces, then finish."""
    dice = Dice(mind)
    if dice.operation == o.OP_TEST and not dice.missing():
        return a.A_FINISH
    if dice.operation == o.OP_COMBAT and dice.average() <= 0.0:
        return a.A_FINISH
    chosen = dice.roll[o.R_CHOSEN : o.R_CHOSEN + o.FACES]
    for face in mind.of_verb(a.A_DIE, o.FACES):
        if dice.counts[face] - chosen[face] > dice.kept(face):
            return a.A_DIE + face
    return a.A_FINISH


def use_wildcard(mind: Mind) -> int:
    """Use a Wildcard token for a test that matters."""
    dice = Dice(mind)
    if dice.operation == o.OP_TEST and dice.missing() and dice.stake() > 2.0:
        return a.A_WILDCARD
    return a.A_FINISH


def count_as(mind: Mind) -> int:
    """Let a die count as another face where that helps."""
    face = Dice(mind).needed(mind.of_verb(a.A_FACE, o.FACES))
    return a.A_FACE + face if face >= 0 else a.A_FINISH


def mark(mind: Mind) -> int:
    """Mark the box that brings most, by what its row and column bring and how much they still lack."""
    boxes = mind.of_verb(a.A_MARK, o.SHEET_BOXES)
    if not boxes:
        return a.A_FINISH
    values = {box: _box_value(mind, box) for box in boxes}
    best = sorted(boxes, key=lambda box: -values[box])
    if mind.frame[o.F_A] > 0:
        wished = best[: mind.frame[o.F_A]]
    else:
        left = list(mind.sight["roll"][mind.sight["rolls"] - 1][o.R_COUNT : o.R_COUNT + o.FACES])
        wished = []
        for box in best:
            face = mind.episode["sheet_box"][box]
            if left[face] > 0:
                left[face] -= 1
                wished.append(box)
    return a.A_MARK + min(wished) if wished else a.A_FINISH


def _box_value(mind: Mind, box: int) -> float:
    marked = mind.sight["marked"]
    row, column = divmod(box, o.SHEET_SIDE)
    value = 0.0
    for line in (row, o.SHEET_SIDE + column):
        lacking = int(mind.episode["line_boxes"][line] & ~marked).bit_count()
        bonus = mind.worth.of(mind.facts.scripts.script(mind.episode["line_program"][line]))
        bonus += 1.2 * (mind.episode["line_artifact"][line] >= 0) + 0.5 * (mind.episode["line_event"][line] > 0)
        value += bonus / max(1, lacking) ** 2
    return value
