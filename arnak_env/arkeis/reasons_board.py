"""Reasons about squares, doors, Clue tokens and Adversaries: why an Explorer cannot act on them."""

from __future__ import annotations

from typing import Any

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.words import Scene, bits, listed


class BoardReasons:
    """Reasons for one game about its board.

    Attributes:
        scene: the game.
        frame: what is being asked.
        operation: its operation.
        ask: the kind of its question.
        explorer: who resolves it.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.frame: Any = scene.frame
        self.operation = int(self.frame[o.F_OP])
        self.ask = int(self.frame[o.F_ASK])
        self.explorer = int(self.frame[o.F_SELF])

    @property
    def me(self) -> str:
        """The name of the Explorer who resolves the question."""
        return self.scene.explorer(self.explorer)

    def denial(self, action: int) -> str:
        """Return which Adversary card forbids a Clue or Move action, an empty text when none does."""
        scene = self.scene
        if action not in (o.CLUE, o.MOVE):
            return ""
        if scene.rules.triggers.can_ignore(scene.g, scene.t, self.explorer, action):
            return ""
        for group in scene.groups_at(int(scene.g.square[self.explorer])):
            card = scene.card_of(self.explorer, group)
            if card >= 0 and scene.t.adversary_denies[card, action]:
                return (
                    f"{scene.group(group)} on {scene.where(self.explorer)} forbids {self.me} the {_word(action)} action"
                )
        return ""

    # --- Move --------------------------------------------------------------------------------------------------------
    def move(self, square: int) -> str:
        """Return the reason against a Move action."""
        return self.denial(o.MOVE) or self.step(square)

    def step(self, square: int) -> str:
        """Return why an Explorer cannot step to a square."""
        scene = self.scene
        here = int(scene.g.square[self.explorer])
        if here == square:
            return f"{self.me} is on {o.SQUARE_IDS[square]} already"
        off = self.off_board(square)
        if off:
            return off
        if (scene.g.adjacent[here] >> square) & 1:
            return f"{o.SQUARE_IDS[square]} was entered in this chain of Moves already"
        return self.between(here, square)

    def off_board(self, square: int) -> str:
        """Return that a square is not part of the board, an empty text when it is."""
        scene = self.scene
        return "" if scene.rules.board.is_laid(scene.g, square) else f"{o.SQUARE_IDS[square]} is not on the board"

    def between(self, here: int, square: int) -> str:
        """Return what separates two squares of the board."""
        scene = self.scene
        for link in range(int(scene.t.links[scene.slot])):
            ends = {int(scene.t.link_a[scene.slot, link]), int(scene.t.link_b[scene.slot, link])}
            if ends == {here, square}:
                return self._link(link, here)
        one, other = o.SQUARE_IDS[here], o.SQUARE_IDS[square]
        across = abs(int(scene.t.square_x[scene.slot, here]) - int(scene.t.square_x[scene.slot, square]))
        down = abs(int(scene.t.square_y[scene.slot, here]) - int(scene.t.square_y[scene.slot, square]))
        if across + down == 1:
            return f"a wall separates {one} and {other}"
        reach = [o.SQUARE_IDS[k] for k in bits(int(scene.g.adjacent[here]))]
        return f"{other} is not adjacent to {one}" + (f"; adjacent are {listed(reach)}" if reach else "")

    def _link(self, link: int, here: int) -> str:
        scene = self.scene
        words = f"the {scene.link(link)}"
        kind = int(scene.t.link_type[scene.slot, link])
        if kind == o.LINK_DOOR:
            token = int(scene.rules.board.token_on_door(scene.g, link))
            return f"{words} is closed ({o.SYMBOL_IDS[token]})" if token >= 0 else f"{words} leads nowhere now"
        if kind == o.LINK_LADDER:
            return f"{words} needs a ladder token on both squares"
        if kind == o.LINK_TRAPDOOR and int(scene.t.link_b[scene.slot, link]) == here:
            return f"the {scene.link(link)} leads down only"
        return f"{words} needs its token" if kind == o.LINK_TRAPDOOR else f"{words} is not there any more"

    # --- Clue --------------------------------------------------------------------------------------------------------
    def clue(self, symbol: int) -> str:
        """Return the reason against a Clue action."""
        scene = self.scene
        denied = self.denial(o.CLUE)
        if denied:
            return denied
        word = o.SYMBOL_IDS[symbol]
        if not scene.rules.board.touches(scene.g, scene.t, int(scene.g.square[self.explorer]), symbol):
            place = scene.clue_place(symbol)
            if place == "not on the board":
                return f"{word} is not on the board"
            return f"{word} is {place}, out of reach from {scene.where(self.explorer)}"
        return f"no card with {word} is left in the Clue deck"

    # --- Combat ------------------------------------------------------------------------------------------------------
    def combat(self, group: int) -> str:
        """Return the reason against a Combat action."""
        return self.not_faced(group)

    def not_faced(self, group: int) -> str:
        """Return that an Explorer does not face Adversaries of a name, an empty text when the Explorer does."""
        scene = self.scene
        here = scene.groups_at(int(scene.g.square[self.explorer]))
        if group in here:
            return ""
        if group >= o.KINDS and scene.g.named_card[group - o.KINDS] < 0:
            return f"the miniature {a.MINIATURE_IDS[o.KIND_FIRST[o.GUARDIAN] + group - o.KINDS]} has no card of its own"
        name = scene.group(group)
        squares = sorted({int(scene.g.miniature_square[k]) for k in range(o.MINIATURES) if self._is(k, group)})
        where = listed(o.SQUARE_IDS[k] for k in squares if k >= 0)
        there = f"; they are on {where}" if where else "; there are none on the board"
        return f"no {name} is on {scene.where(self.explorer)}, where {self.me} is{there}"

    def _is(self, miniature: int, group: int) -> bool:
        on_board = self.scene.g.miniature_square[miniature] >= 0
        return bool(on_board and self.scene.rules.board.group_of(self.scene.g, miniature) == group)


def _word(action: int) -> str:
    return o.ACTION_IDS[action].capitalize()
