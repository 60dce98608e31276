"""Reasons at the return to camp."""

from __future__ import annotations

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.effect_words import program_words
from arnak_env.arkeis.questions import pending_words
from arnak_env.arkeis.reasons_board import BoardReasons
from arnak_env.arkeis.words import amount


class CampReasons(BoardReasons):
    """Reasons for one game at the camp."""

    def at_camp(self, verb: str, index: int) -> str:
        """Return the reason while the group is at the camp."""
        checks = {"object": self._sell, "build": self._build, "upgrade": self._use_upgrade, "buy": self._buy}
        if verb in checks:
            return checks[verb](index)
        if verb in ("finish", "end turn"):
            return "`leave camp` ends the return to camp"
        if verb == "replace":
            return "a camp upgrade is given up only for a new one, when no space is left"
        return f"the episode is over: {pending_words(self.scene)}"

    def _sell(self, thing: int) -> str:
        scene = self.scene
        if scene.g.object_owner[thing] < 0:
            return scene.owner_words(thing)
        return f"{scene.object(thing)} cannot be sold"

    def _short(self, cost: int, have: int, noun: str) -> str:
        return f"it costs {amount(cost, noun)}, the chest holds {have}"

    def _build(self, upgrade: int) -> str:
        scene = self.scene
        state = int(scene.g.upgrade[upgrade])
        if scene.upgrade_id(upgrade) not in scene.models.upgrades:
            return "there is no such camp upgrade in this content"
        if state == o.UPGRADE_UNLOCKED:
            return self._short(int(scene.t.upgrade_cost[upgrade]), int(scene.g.coins), "Coin")
        words = {o.UPGRADE_LOCKED: "is not unlocked yet", o.UPGRADE_BUILT: "is built already"}
        return f"{scene.upgrade(upgrade)} {words.get(state, 'was given up and does not come back')}"

    def _use_upgrade(self, upgrade: int) -> str:
        scene = self.scene
        name = scene.upgrade(upgrade)
        if scene.g.upgrade[upgrade] != o.UPGRADE_BUILT:
            return f"{name} is not built"
        if scene.t.upgrade_trigger[upgrade] != o.T_CAMP:
            passive = scene.t.upgrade_trigger[upgrade] == o.T_PASSIVE
            return f"{name} is {'always in force' if passive else 'used by itself at the next set-up'}"
        if scene.g.upgrade_used[upgrade]:
            return f"{name} was used in this return to camp already"
        row = int(scene.t.upgrade_program[upgrade])
        return f"{name} can do nothing now: {program_words(scene.t.program, row, scene, scene.t.condition)}"

    def _buy(self, card: int) -> str:
        scene, g = self.scene, self.scene.g
        owner = int(g.experience_owner[card])
        if owner >= 0:
            return f"{scene.explorer(owner)} has {scene.experience(card)} already"
        level = int(scene.t.experience_level[card])
        if not scene.rules.camp.level_open(g, scene.t, level):
            return f"no camp upgrade opens Experience cards of level {level} yet"
        if not scene.rules.camp.buyers(g, scene.t, card):
            explorer = scene.explorer(int(scene.t.experience_explorer[card]))
            return f"{explorer} plays neither the last episode nor the next one"
        return self._short(int(scene.t.experience_cost[card]), int(g.xp), "Experience point")

    def camp_choice(self, verb: str, index: int) -> str:
        """Return the reason at a question inside a step of the camp."""
        scene = self.scene
        if self.operation == o.OP_CAMP and verb == "explorer":
            card = int(self.frame[o.F_Y])
            return f"{scene.experience(card)} is not a card for {scene.explorer(index)}"
        if self.operation == o.OP_BUILD and verb == "replace":
            if scene.g.upgrade[index] != o.UPGRADE_BUILT:
                return f"{scene.upgrade(index)} is not built"
            return f"{scene.upgrade(index)} takes no space"
        if self.operation == o.OP_DEAL_WILDCARDS and verb == "explorer":
            if (int(self.frame[o.F_B]) >> index) & 1:
                return f"{scene.explorer(index)} has one already; others of the next team come first"
            return f"{scene.explorer(index)} is not in the next team"
        return ""
