"""Reasons for the effects and prices of the General Index of Twisted Paths; see `arnak_env.arnak.reasons`.

Each method answers for one pending question. It returns a reason, or an empty string when it finds nothing in the way.
"""

from __future__ import annotations

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.reasons_research import ResearchReasons
from arnak_env.arnak.words import amount

TWO_POINT_STACKS = 3


class IndexReasons(ResearchReasons):
    """Free actions and answers that only Twisted Paths and the sets it knows bring into play."""

    # --- free actions ------------------------------------------------------------------------------------------------
    def slot(self, effect: int) -> str:
        """An idol into one of the slots of the player board."""
        if self.game["idols"][self.player] <= 0:
            return "there is no idol in your crates"
        if self.game["slotted"][self.player] >= o.IDOL_SLOTS:
            return "all your idol slots are filled"
        if self.tables["slot_main"][effect] and self.game["main_done"]:
            return "this slot takes a main action, and the main action of this turn is taken"
        if self.tables["slot_main"][effect] and int(self.game["frames"]) > 1:
            return "this slot takes a main action, and an effect must be finished first"
        return ""

    def extra_slot(self, effect: int) -> str:
        """An idol into a slot that two Owl Temple tiles give."""
        if self.game["idols"][self.player] <= 0:
            return "there is no idol in your crates"
        tiles = int(self.game["owl_owned"][self.player].sum())
        slots = tiles // o.OWL_SLOT_TILES
        if not slots:
            have = f"you have {tiles}" if self.board == o.OWL else "only the Owl Temple has them"
            return f"{amount(o.OWL_SLOT_TILES, 'Owl Temple tile')} give one such slot, {have}"
        if self.game["extra_slotted"][self.player] >= slots:
            return f"your {amount(tiles, 'Owl Temple tile')} give {amount(slots, 'slot')}, filled already"
        if self.tables["slot_main"][effect]:
            return "an effect that takes a main action is not to be had in a slot of Owl Temple tiles"
        return ""

    def encounter(self, card: int) -> str:
        """An encounter card that was kept."""
        keeper = int(self.game["encounter_saved"][card])
        if keeper == self.player + 1:
            return ""
        return f"{self.who(keeper)} keeps this encounter card" if keeper else "you keep no such encounter card"

    # --- prices ------------------------------------------------------------------------------------------------------
    def price_artifact(self, verb: str, index: int) -> str:
        """An artifact of hand or play area, exiled."""
        if verb not in ("exile hand", "exile play"):
            return ""
        if not o.FIRST_ARTIFACT <= index < o.FIRST_STARTING:
            return "the price is an artifact"
        return self.not_in_hand(index) if verb == "exile hand" else self.not_in_play(index)

    def not_in_play(self, card: int) -> str:
        """Say that a card is not in the play area."""
        size = int(self.game["play_size"][self.player])
        there = card in self.game["play"][self.player, :size]
        return "" if there else "there is no such card in your play area"

    def price_idol(self, verb: str, index: int) -> str:
        if verb == "accept" and self.game["idols"][self.player] <= 0:
            return "there is no idol in your crates"
        return ""

    def price_assistant(self, verb: str, index: int) -> str:
        """A ready assistant, turned without its effect."""
        if verb != "pick assistant":
            return ""
        if self.game["assistant"][self.player, index] < 0:
            return "there is no assistant on this square"
        return "this assistant is exhausted" if self.game["assistant_used"][self.player, index] else ""

    # --- effects -----------------------------------------------------------------------------------------------------
    def flip(self, verb: str, guardian: int) -> str:
        """A guardian whose boon is readied, or spent."""
        if verb != "flip":
            return ""
        owner = int(self.game["guardian_owner"][guardian])
        if owner != self.player + 1:
            return f"{self.who(owner)} has overcome this guardian" if owner else "you have not overcome this guardian"
        used = bool(self.game["boon_used"][guardian])
        if self.operation == o.OP_READY_BOON:
            return "" if used else "its boon is usable already"
        return "its boon is used" if used else ""

    def recruit_or_upgrade(self, verb: str, index: int) -> str:
        """A new assistant while a square is free, or gold for a silver one."""
        if verb == "pick stack":
            if self.game["stack_size"][index] <= 0:
                return "this stack is empty"
            both = (self.game["assistant"][self.player] >= 0).all()
            return "both your assistant squares are taken, so you can only upgrade" if both else ""
        if verb == "pick assistant":
            if self.game["assistant"][self.player, index] < 0:
                return "there is no assistant on this square"
            return "this assistant is gold already" if self.game["assistant_gold"][self.player, index] else ""
        return ""

    def idol_on_board(self, verb: str, site: int) -> str:
        if verb == "site" and self.game["idol_up"][site] < 0:
            return "no face-up idol lies here"
        return ""

    def two_point_tile(self, verb: str, stack: int) -> str:
        """A temple tile of the three lower stacks."""
        if verb != "temple":
            return ""
        if stack >= TWO_POINT_STACKS:
            return "the effect gives a 2-point tile only"
        return "this stack is empty" if self.game["temple_tiles"][stack] <= 0 else ""

    def remove_site(self, verb: str, site: int) -> str:
        """A level I site that is used and leaves the game."""
        if verb != "site":
            return ""
        if not o.FIRST_LEVEL_1 <= site < o.FIRST_LEVEL_2:
            return "the effect uses level I sites only"
        return self.occupied(site) if self.discovered(site) else "this site is not discovered"

    def hidden_site(self, verb: str, tile: int) -> str:
        if verb != "hidden":
            return ""
        there = tile in self.game["hidden"][: int(self.game["hidden_size"])]
        return "" if there else f"{a.TILE_IDS[tile]} is not among the hidden sites"

    def pedestal(self, verb: str, idol: int) -> str:
        """An unused idol for an empty pedestal."""
        if verb != "pedestal":
            return ""
        if self.game["pedestals"][self.player] <= 0:
            return "you have no empty pedestal"
        if self.game["idols"][self.player] <= 0:
            return "there is no idol in your crates"
        return "" if self.game["idol_types"][self.player, idol] > 0 else "you have gained no idol of this type"
