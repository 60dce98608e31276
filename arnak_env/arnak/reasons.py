"""Why an action is not legal at the present decision, in game words.

This is for people: it is asked only after an action was refused, and says in words what `legal.py` decides. A reason
that no rule below knows falls back to the question that is pending.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.questions import (
    deciding_player,
    options,
    pending_words,
    question_words,
    unpack,
)
from arnak_env.arnak.reasons_index import IndexReasons
from arnak_env.arnak.words import amount, game_record, table_record

__all__ = ["question_words", "reason"]

_VERBS = tuple(a.FIRST)
_STARTS = tuple(a.FIRST.values())
_MAIN_VERBS = (
    "pass", "dig", "discover", "overcome", "buy", "play", "research glass", "research notebook", "research lantern",
    "temple", "owl tile", "invoke",
)  # fmt: skip
_FREE_VERBS = ("play", "use assistant", "boon", "slot", "extra slot", "encounter")
_COMPULSORY = (
    o.OP_CHOOSE, o.OP_RECRUIT, o.OP_UPGRADE, o.OP_RESCUE, o.OP_EXCHANGE, o.OP_SUPPLY, o.OP_ACTIVATE,
    o.OP_RELOCATE, o.OP_RECALL, o.OP_MOVE_GUARDIAN, o.OP_ASIDE, o.OP_PICK_BONUS, o.OP_PICK_TEMPLE_BONUS, o.OP_REWARDS,
    o.OP_PAY_TRAVEL, o.OP_RECRUIT_OR_UPGRADE, o.OP_SPEND_BOON, o.OP_IDOL_ON_BOARD, o.OP_TEMPLE_TILE,
    o.OP_REMOVE_SITE, o.OP_HIDDEN_SITE, o.OP_PLACE_ARTIFACT,
)  # fmt: skip


def split_action(action: int) -> tuple[str, int]:
    """Return the verb of an action and the index of its component."""
    place = bisect_right(_STARTS, action) - 1
    return _VERBS[place], action - _STARTS[place]


def reason(game: Any, tables: Any, action: int) -> str:
    """Say why an action is not legal now, for example ``dig camp_coin.1: player 2 stands there``.

    Args:
        game: one game record, or an array of one.
        tables: the table record, an array of one, or the content.
        action: number of an action; for a legal one the answer is of no use.
    """
    action = int(action)
    if not 0 <= action < a.ACTIONS:
        return f"there is no action number {action}; they go from 0 to {a.ACTIONS - 1}"
    game, tables = game_record(game), table_record(tables)
    name = a.action_name(action, int(game["board"]))
    if deciding_player(game) < 0:
        return f"{name}: the game is over"
    return f"{name}: {_Reasons(game, tables).why_not(*split_action(action))}"


class _Reasons(IndexReasons):
    """Reasons for one game; the classes below this one hold those for the map, research and the General Index."""

    def why_not(self, verb: str, index: int) -> str:
        """Return the reason for one action, or the pending question when no rule below knows better."""
        if self.operation == o.OP_KEEP:
            return self.keep(verb, index)
        if self.operation == o.OP_PAY_TRAVEL:
            return self.payment(verb, index)
        if self.operation == o.OP_PAY_TABLETS:
            return self.tablets(verb, index)
        if self.operation == o.OP_PUT_DOWN:
            return self.put_down(verb, index)
        if verb in _FREE_VERBS:
            return self.free_action(verb, index)
        if self.operation == o.OP_TURN:
            return self.main_action(verb, index)
        answer = _ANSWERS.get(self.operation)
        words = answer(self, verb, index) if answer else ""
        if not words and verb == "decline" and self.operation in _COMPULSORY:
            words = f"this cannot be refused: {self.pending()}"
        if not words and verb in (*_MAIN_VERBS, "end turn"):
            words = f"an effect must be finished first: {self.pending()}"
        return words or f"that does not answer the question: {self.pending()}"

    def pending(self) -> str:
        return pending_words(self.game, self.tables)

    # --- the turn ----------------------------------------------------------------------------------------------------
    def main_action(self, verb: str, index: int) -> str:
        """A main action at the decision of the turn."""
        if verb == "end turn":
            return "no main action is taken yet; take one, or pass"
        if verb not in _MAIN_VERBS:
            return f"nothing asks for this now: {self.pending()}"
        if self.game["main_done"]:
            return "the main action of this turn is taken"
        checks: dict[str, Callable[[], str]] = {
            "dig": lambda: self.dig(index, [0] * 4),
            "discover": lambda: self.discover(index, [0] * 4, 0),
            "overcome": lambda: self.overcome(index),
            "buy": lambda: self.buy(index, o.BUY_ITEM | o.BUY_ARTIFACT, 0, 0),
            "research glass": lambda: self.research(verb, index, -1, 0),
            "research notebook": lambda: self.research(verb, index, -1, 0),
            "research lantern": lambda: self.research(verb, index, -1, 0),
            "temple": lambda: self.temple(index, -1, 0),
            "owl tile": lambda: self.owl_tile(index, -1, 0),
            "invoke": lambda: self.invoke(index),
        }
        return (checks[verb]() if verb in checks else "") or f"it cannot be done now: {self.pending()}"

    def free_action(self, verb: str, index: int) -> str:
        """A card played for its effect, an assistant, a boon, an idol slot or a kept encounter card."""
        checks = {
            "play": self.play,
            "use assistant": self.assistant,
            "boon": self.boon,
            "slot": self.slot,
            "extra slot": self.extra_slot,
            "encounter": self.encounter,
        }
        words = checks[verb](index)
        if not words and int(self.game["frames"]) > o.FREE_ACTION_DEPTH:
            words = f"too many effects are open at once; first: {self.pending()}"
        return words or f"it cannot be done now: {self.pending()}"

    def play(self, card: int) -> str:
        """A hand card for its effect."""
        missing = self.not_in_hand(card)
        if missing:
            return missing
        timing = int(self.tables["card_timing"][card])
        if timing == o.TIMING_NONE:
            return "this card has no effect to play"
        if timing == o.TIMING_MAIN and self.operation != o.OP_TURN:
            return f"its effect is a main action, and an effect must be finished first: {self.pending()}"
        if timing == o.TIMING_MAIN and self.game["main_done"]:
            return "its effect is a main action, and the main action of this turn is taken"
        tablets = int(self.tables["artifact_tablets"])
        missing = self.lacking(o.TABLET, tablets) if o.FIRST_ARTIFACT <= card < o.FIRST_STARTING else ""
        return f"an artifact from hand {missing}" if missing else ""

    def assistant(self, square: int) -> str:
        """An assistant as a free action."""
        game, player = self.game, self.player
        assistant = int(game["assistant"][player, square])
        if assistant < 0:
            return "there is no assistant on this square"
        if game["assistant_used"][player, square]:
            return "this assistant is exhausted"
        if self.tables["assistant_main"][assistant] and game["main_done"]:
            return "this assistant takes a main action, and the main action of this turn is taken"
        if self.tables["assistant_main"][assistant] and int(game["frames"]) > 1:
            return f"this assistant takes a main action, and an effect must be finished first: {self.pending()}"
        return ""

    def boon(self, guardian: int) -> str:
        """A boon as a free action."""
        missing = self.no_boon(guardian)
        if missing:
            return missing
        if self.tables["boon_program"][guardian] <= 0:
            return "its boon pays travel, so it is used only inside a travel payment"
        return ""

    def no_boon(self, guardian: int) -> str:
        """Say why a player has no unused boon of this guardian."""
        owner = int(self.game["guardian_owner"][guardian])
        if owner == 0:
            return "you have not overcome this guardian"
        if owner != self.player + 1:
            return f"{self.who(owner)} has overcome this guardian"
        return "its boon is used" if self.game["boon_used"][guardian] else ""

    # --- payments and the end of the round ---------------------------------------------------------------------------
    def payment(self, verb: str, index: int) -> str:
        """A piece of a travel payment."""
        frame = self.frame
        owed = unpack(frame[o.F_A])
        offered = [x + y for x, y in zip(unpack(frame[o.F_B]), unpack(frame[o.F_C]), strict=True)]
        if self.coverage(owed, offered) >= sum(owed):
            return "a boat and a car are both offered: choose boat or choose car says which of them is spent"
        icons = [0] * 4
        if verb == "pay card":
            missing = self.not_in_hand(index)
            if missing:
                return missing
            icons = [int(number) for number in self.tables["card_icons"][index]]
        elif verb == "boon":
            missing = self.no_boon(index)
            if missing:
                return missing
            icons = [int(number) for number in self.tables["boon_icons"][index]]
        elif verb == "use assistant":
            assistant = int(self.game["assistant"][self.player, index])
            if assistant < 0:
                return "there is no assistant on this square"
            if self.game["assistant_used"][self.player, index]:
                return "this assistant is exhausted"
            gold = int(self.game["assistant_gold"][self.player, index])
            icons = [int(number) for number in self.tables["assistant_icons"][assistant, gold]]
        elif verb == "pay leftover":
            if self.game["pool"][index] <= 0:
                return f"no {o.ICONS[index]} is left over from this turn"
            icons[index] = 1
        elif verb == "hire plane":
            return self.lacking(o.COIN, int(self.tables["hire_plane_cost"]))
        else:
            return (
                "a travel payment must be finished first (pay card, boon, use assistant, pay leftover or hire plane); "
                + self.pending()
            )
        if not any(icons):
            return f"this pays no travel; {self.pending()}"
        return f"its travel ({self.icons_in_words(icons)}) covers nothing that is still owed; {self.pending()}"

    def put_down(self, verb: str, index: int) -> str:
        """Hand cards that are owed; nothing else can be done before."""
        if verb == "pay card":
            return self.not_in_hand(index) or f"it cannot be done now: {self.pending()}"
        return f"hand cards are owed first: {self.pending()}"

    def keep(self, verb: str, index: int) -> str:
        """Putting down hand cards at the end of the round."""
        if verb != "pay card":
            return f"the round is over; {self.pending()}"
        return self.not_in_hand(index) or (
            "cards are put down in their fixed order, and a later one was put down before"
            if index < int(self.frame[o.F_X])
            else f"it cannot be done now: {self.pending()}"
        )

    # --- effects -----------------------------------------------------------------------------------------------------
    def price(self, verb: str, index: int) -> str:
        if verb != "accept":
            return ""
        return self.lacking(int(self.frame[o.F_A]), int(self.frame[o.F_B]))

    def price_travel(self, verb: str, index: int) -> str:
        owed = [0] * 4
        owed[int(self.frame[o.F_A])] = int(self.frame[o.F_B])
        return self.unpayable(owed, [0] * 4, 0) if verb == "accept" else ""

    def hand_card(self, verb: str, index: int) -> str:
        return self.not_in_hand(index) if verb == "pay card" else ""

    def choose(self, verb: str, index: int) -> str:
        """An option of a choice."""
        if verb != "choose":
            return ""
        frame = self.frame
        offered = options(self.game, self.tables)
        places = [place for place, (choice, _, _) in enumerate(offered) if choice == index]
        if not places:
            return f"it is not offered; {self.pending()}"
        if places[-1] < int(frame[o.F_X]):
            return "several options are taken in their printed order, each once"
        if offered[places[-1]][2] and self.game["main_done"]:
            return "it is a main action, and the main action of this turn is taken"
        if offered[places[-1]][2] and int(self.game["frames"]) > 2:
            return "it is a main action, and another effect must be finished first"
        if places[-1] > len(offered) - int(frame[o.F_B]):
            return f"{int(frame[o.F_B])} options are to be taken in their printed order, so an earlier one comes first"
        return ""

    def exile(self, verb: str, index: int) -> str:
        """A card to exile."""
        if verb == "exile hand":
            return self.not_in_hand(index)
        if verb == "exile play" and index == o.CARDS:
            return "there is no fear tile in your play area" if not self.game["fear_tiles"][self.player] else ""
        return self.not_in_play(index) if verb == "exile play" else ""

    def trade_up(self, verb: str, index: int) -> str:
        if verb != "choose" or index not in (o.CHOICE_ARROWHEAD, o.CHOICE_JEWEL):
            return ""
        return self.lacking(o.TABLET if index == o.CHOICE_ARROWHEAD else o.ARROWHEAD, 1)

    def pick_assistant(self, verb: str, index: int) -> str:
        """An own assistant to refresh, upgrade or exchange."""
        if verb != "pick assistant":
            return self.pick_stack(verb, index)
        if self.game["assistant"][self.player, index] < 0:
            return "there is no assistant on this square"
        if self.operation == o.OP_UPGRADE and self.game["assistant_gold"][self.player, index]:
            return "this assistant is gold already"
        if self.operation == o.OP_REFRESH and not self.game["assistant_used"][self.player, index]:
            return "this assistant is ready already"
        if self.operation == o.OP_REFRESH:
            return "this effect has refreshed it already"
        return ""

    def pick_stack(self, verb: str, index: int) -> str:
        if verb == "pick stack" and self.game["stack_size"][index] <= 0:
            return "this stack is empty"
        return ""

    def rescue(self, verb: str, index: int) -> str:
        return "this assistant is not in the rescue stack" if verb == "rescue" else ""

    def aside(self, verb: str, index: int) -> str:
        """Drawing aside, then sorting the drawn cards."""
        if verb == "choose" and int(self.frame[o.F_X]) == 0:
            number = index - o.CHOICE_ONE + 1
            left = int(self.game["deck_size"][self.player])
            if number > left:
                return f"your deck has only {amount(left, 'card')}"
        if verb == "take card" and int(self.frame[o.F_X]) > 0:
            return "this card is not among those laid aside"
        return ""

    def exiled_item(self, verb: str, index: int) -> str:
        if verb != "take card":
            return ""
        if index >= o.ITEMS:
            return "only an item can be taken"
        return "this card is not in the exile pile" if not self.game["exiled"][index] else ""

    def take_bonus(self, verb: str, index: int) -> str:
        return "there is no such bonus tile to take here" if verb == "take bonus" else ""


def _dig(reasons: _Reasons, verb: str, index: int) -> str:
    frame = reasons.frame
    discount = [0] * 4
    if frame[o.F_A] >= 0:
        discount[int(frame[o.F_A])] = int(frame[o.F_B])
    if verb == "dig":
        return reasons.dig(index, discount)
    return reasons.discover(index, discount, int(frame[o.F_C])) if verb == "discover" else ""


def _dig_camp(reasons: _Reasons, verb: str, index: int) -> str:
    if verb == "discover":
        return "the effect allows a dig at a camp only"
    return reasons.dig_at_camp(index) if verb == "dig" else ""


def _buy(reasons: _Reasons, verb: str, index: int) -> str:
    frame = reasons.frame
    return reasons.buy(index, int(frame[o.F_A]), int(frame[o.F_B]), int(frame[o.F_C])) if verb == "buy" else ""


def _overcome(reasons: _Reasons, verb: str, index: int) -> str:
    return reasons.overcome_free(index, int(reasons.frame[o.F_A])) if verb == "overcome" else ""


def _research(reasons: _Reasons, verb: str, index: int) -> str:
    frame = reasons.frame
    token, discount = int(frame[o.F_A]), -1 if frame[o.F_C] == 1 else int(frame[o.F_B])
    if verb == "temple":
        return reasons.temple(index, token, discount)
    if verb == "owl tile":
        return reasons.owl_tile(index, token, discount)
    return reasons.research(verb, index, token, discount) if verb.startswith("research") else ""


def _activate(reasons: _Reasons, verb: str, index: int) -> str:
    return reasons.activate(index) if verb == "site" else ""


def _relocate(reasons: _Reasons, verb: str, index: int) -> str:
    return reasons.relocate(index) if verb == "space" else ""


def _recall(reasons: _Reasons, verb: str, index: int) -> str:
    return reasons.own_figure_missing(index) if verb == "space" else ""


def _place_artifact(reasons: _Reasons, verb: str, index: int) -> str:
    return reasons.place_artifact(index) if verb == "take card" else ""


def _move_guardian(reasons: _Reasons, verb: str, index: int) -> str:
    return reasons.move_guardian(index) if verb == "site" else ""


_ANSWERS: dict[int, Callable[[_Reasons, str, int], str]] = {
    o.OP_PRICE: _Reasons.price,
    o.OP_PRICE_CARD: _Reasons.hand_card,
    o.OP_PRICE_TRAVEL: _Reasons.price_travel,
    o.OP_CHOOSE: _Reasons.choose,
    o.OP_EXILE: _Reasons.exile,
    o.OP_TRADE_UP: _Reasons.trade_up,
    o.OP_REFRESH: _Reasons.pick_assistant,
    o.OP_RECRUIT: _Reasons.pick_stack,
    o.OP_UPGRADE: _Reasons.pick_assistant,
    o.OP_RESCUE: _Reasons.rescue,
    o.OP_EXCHANGE: _Reasons.pick_assistant,
    o.OP_SUPPLY: _Reasons.pick_stack,
    o.OP_ACTIVATE: _activate,
    o.OP_DIG: _dig,
    o.OP_DIG_CAMP: _dig_camp,
    o.OP_BUY: _buy,
    o.OP_OVERCOME: _overcome,
    o.OP_RESEARCH: _research,
    o.OP_RELOCATE: _relocate,
    o.OP_RECALL: _recall,
    o.OP_MOVE_GUARDIAN: _move_guardian,
    o.OP_ASIDE: _Reasons.aside,
    o.OP_TAKE_EXILED_ITEM: _Reasons.exiled_item,
    o.OP_PICK_BONUS: _Reasons.take_bonus,
    o.OP_PICK_TEMPLE_BONUS: _Reasons.take_bonus,
    o.OP_PRICE_DECK_TOP: _Reasons.hand_card,
    o.OP_PRICE_ARTIFACT: _Reasons.price_artifact,
    o.OP_PRICE_IDOL: _Reasons.price_idol,
    o.OP_PRICE_ASSISTANT: _Reasons.price_assistant,
    o.OP_PRICE_BOON: _Reasons.flip,
    o.OP_READY_BOON: _Reasons.flip,
    o.OP_SPEND_BOON: _Reasons.flip,
    o.OP_RECRUIT_OR_UPGRADE: _Reasons.recruit_or_upgrade,
    o.OP_IDOL_ON_BOARD: _Reasons.idol_on_board,
    o.OP_TEMPLE_TILE: _Reasons.two_point_tile,
    o.OP_REMOVE_SITE: _Reasons.remove_site,
    o.OP_HIDDEN_SITE: _Reasons.hidden_site,
    o.OP_PEDESTAL: _Reasons.pedestal,
    o.OP_PLACE_ARTIFACT: _place_artifact,
}
