"""What is being asked at the present decision, in words."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.effect_words import PRICES, describe_program
from arnak_env.arnak.words import amount, game_record, icon_words, table_record, title


@functools.cache
def card_name(card: int) -> str:
    """Return the printed name of a card, for example ``Guardian's Ocarina``."""
    from arnak_env.arnak.content import load_content

    identifier = a.CARD_IDS[card]
    return str(load_content().entries["card"][identifier].get("name", title(identifier)))


@functools.cache
def objective_task(objective: int) -> str:
    """Return what a rival objective asks for, for example ``discover a site``."""
    from arnak_env.arnak.content import load_content

    return str(load_content().entries["objective"][o.OBJECTIVES[objective]]["task"])


def top_frame(game: Any) -> Any:
    """Return the frame of the pending question."""
    return game["frame"][int(game["frames"]) - 1]


def deciding_player(game: Any) -> int:
    """Return whose decision it is (seat from 0), -1 when the game is over."""
    if game["over"] or not game["frames"]:
        return -1
    frame = top_frame(game)
    return int(frame[o.F_A]) if frame[o.F_OP] == o.OP_KEEP else int(game["turn_player"])


def unpack(packed: int) -> list[int]:
    """Return the numbers of boots, boats, cars and planes of a packed count of travel icons."""
    return [(int(packed) >> (3 * icon)) & 7 for icon in range(4)]


def question_words(game: Any, tables: Any) -> str:
    """Say what is asked and of whom, for example ``Player 1: draw a card? (Pack Donkey)``.

    Args:
        game: one game record, or an array of one.
        tables: the table record, an array of one, or the content.
    """
    game = game_record(game)
    player = deciding_player(game)
    if player < 0:
        return "The game is over"
    return f"Player {player + 1}: {pending_words(game, tables)}"


def pending_words(game: Any, tables: Any) -> str:
    """Say what is asked, without the player."""
    game, tables = game_record(game), table_record(tables)
    frame = top_frame(game)
    operation, source = int(frame[o.F_OP]), int(frame[o.F_SOURCE])
    words = _QUESTIONS[operation](game, tables, frame) if operation in _QUESTIONS else o.OP_WORDS.get(operation, "")
    if 0 <= source < o.CARDS and operation != o.OP_USE_ARTIFACT:
        words += f" ({card_name(source)})"
    return words


def action_note(game: Any, action: int) -> str:
    """Return what a person needs to know about a legal action whose name does not say it, else an empty text.

    For example which assistant lies on square 1, or what `decline` means for the question that is asked.

    Args:
        game: one game record, or an array of one.
        action: a legal action.
    """
    game = game_record(game)
    player = deciding_player(game)
    operation = int(top_frame(game)[o.F_OP])
    if action == a.A_DECLINE:
        return _DECLINING.get(operation, "")
    if a.A_OVERCOME <= action < a.A_OVERCOME + o.SITES:
        return a.GUARDIAN_IDS[int(game["guardian"][action - a.A_OVERCOME])]
    for first in (a.A_ASSISTANT, a.A_PICK_ASSISTANT):
        if first <= action < first + 2:
            return a.ASSISTANT_IDS[int(game["assistant"][player, action - first])]
    if a.A_PICK_STACK <= action < a.A_PICK_STACK + 3:
        stack = action - a.A_PICK_STACK
        return a.ASSISTANT_IDS[int(game["stack"][stack, int(game["stack_size"][stack]) - 1])]
    return ""


_DECLINING = {
    o.OP_KEEP: "keep the rest",
    o.OP_DRAW: "draw no more",
    o.OP_EXILE: "exile nothing",
    o.OP_BUY: "buy nothing",
    o.OP_RESEARCH: "no research",
    o.OP_DIG: "neither dig nor discover",
    o.OP_DIG_CAMP: "do not dig",
    o.OP_OVERCOME: "overcome nothing",
    o.OP_TAKE_EXILED_ITEM: "take nothing",
    o.OP_USE_AGAIN: "do not use it again",
    o.OP_USE_ARTIFACT: "do not use it",
}

Question = Callable[[Any, Any, Any], str]


def _turn(game: Any, tables: Any, frame: Any) -> str:
    if game["passed"][int(game["turn_player"])]:
        return "free actions, or end the turn (passed)"
    if game["main_done"]:
        return "free actions, or end the turn (main action taken)"
    return "take your turn (main action not taken)"


def _travel(game: Any, tables: Any, frame: Any) -> str:
    words = f"pay travel: {icon_words(unpack(frame[o.F_A]))}"
    if frame[o.F_B]:
        words += f", discount: {icon_words(unpack(frame[o.F_B]))}"
    return f"{words}, offered so far: {icon_words(unpack(frame[o.F_C]))}"


def effect_of_row(tables: Any, frame: Any) -> str:
    """Return the operation of a frame in plain English, with what a price buys."""
    row = [int(value) for value in frame[:4]]
    rows: list[Sequence[int]] = [row]
    if row[0] in PRICES and frame[o.F_ROW] >= 0:
        first = int(frame[o.F_ROW])
        bought = [[int(value) for value in line] for line in tables["program"][first : first + row[3]]]
        if any(line[0] == o.OP_CHOOSE for line in bought):
            # Options stand elsewhere in the program, so only the price is described.
            return describe_program([[row[0], row[1], row[2], 0], [o.OP_END, 0, 0, 0]])
        rows += bought
    return describe_program([*rows, [o.OP_END, 0, 0, 0]])


def _effect(game: Any, tables: Any, frame: Any) -> str:
    return effect_of_row(tables, frame)


def _optional(game: Any, tables: Any, frame: Any) -> str:
    return f"{effect_of_row(tables, frame).removesuffix(' if you like')}?"


def _draw(game: Any, tables: Any, frame: Any) -> str:
    left = int(frame[o.F_A]) - int(frame[o.F_X])
    bottom = " from the bottom of the deck" if frame[o.F_B] else ""
    return f"draw a card{bottom}?" if left <= 1 else f"draw a card{bottom}? ({left} cards allowed)"


def options(game: Any, tables: Any) -> list[tuple[int, int, bool]]:
    """Return the options of the choice on top of the stack: choice, first row, and whether it needs the main action."""
    frame = top_frame(game)
    first = int(frame[o.F_ROW])
    rows = tables["program"][first : first + int(frame[o.F_A])]
    return [(int(row[1]), int(row[2]), bool(row[3])) for row in rows]


def _choose(game: Any, tables: Any, frame: Any) -> str:
    picks = int(frame[o.F_B])
    parts = [
        f"{o.CHOICES[choice]} ({describe_program(tables['program'], row)})"
        for choice, row, _ in options(game, tables)[int(frame[o.F_X]) :]
    ]
    return f"choose {'one' if picks == 1 else f'{picks} different ones, in this order'}: {', '.join(parts)}"


def _aside(game: Any, tables: Any, frame: Any) -> str:
    if frame[o.F_X] == 0:
        most = min(int(frame[o.F_A]), int(game["deck_size"][int(game["turn_player"])]))
        return f"how many cards to lay aside, at most {most}"
    cards = ", ".join(card_name(int(card)) for card in game["aside"][: int(game["aside_size"])])
    if frame[o.F_X] == 2:
        return f"put one card back on top of the deck? Laid aside: {cards}"
    return f"keep one card in the hand; laid aside: {cards}"


def _put_down(game: Any, tables: Any, frame: Any) -> str:
    return f"put {amount(int(frame[o.F_A]), 'hand card')} into the play area"


def _relocate(game: Any, tables: Any, frame: Any) -> str:
    if frame[o.F_X]:
        return f"relocate the archaeologist from {a.SPACE_IDS[int(frame[o.F_X]) - 1]}: to which space"
    return f"{effect_of_row(tables, frame)}: from which space"


def _move_guardian(game: Any, tables: Any, frame: Any) -> str:
    if frame[o.F_X]:
        return f"move the guardian from {a.SITE_IDS[int(frame[o.F_X]) - 1]}: to which site"
    return f"{effect_of_row(tables, frame)}: from which site"


def _exchange(game: Any, tables: Any, frame: Any) -> str:
    if frame[o.F_X]:
        return f"exchange the assistant on square {int(frame[o.F_X])}: for the top one of which stack"
    return "exchange an assistant: which one"


def _rewards(game: Any, tables: Any, frame: Any) -> str:
    space, token = int(frame[o.F_B]) >> 2, int(frame[o.F_B]) & 3
    tile = describe_program(tables["program"], int(tables["bonus_program"][int(frame[o.F_A])]))
    row = describe_program(tables["program"], int(tables["space_program"][int(game["board"]), space, token]))
    return f"which first: the bonus tile ({tile}) or the row effect ({row})"


def _pick_bonus(game: Any, tables: Any, frame: Any) -> str:
    return "take one of the bonus tiles of the space"


def _use_artifact(game: Any, tables: Any, frame: Any) -> str:
    return f"use the effect of {card_name(int(frame[o.F_A]))} now?"


def _pick_temple_bonus(game: Any, tables: Any, frame: Any) -> str:
    return "take one of the bonus tiles of the Lost Temple"


def _tablets(game: Any, tables: Any, frame: Any) -> str:
    player = int(game["turn_player"])
    have = f"you have {int(game['tokens'][player, o.TABLET])} ordinary and {int(game['dark'][player])} dark"
    return f"{amount(int(frame[o.F_A]), 'tablet')} to pay, {have}: which kind first"


def _dark_effect(game: Any, tables: Any, frame: Any) -> str:
    site = int(frame[o.F_A])
    effect = describe_program(tables["program"], int(tables["dark_program"][int(game["board"]), site]))
    return f"use the dark effect of {a.SITE_IDS[site]} ({effect})?"


def _place_artifact(game: Any, tables: Any, frame: Any) -> str:
    return f"lay an artifact of the card row on {a.ALTAR_IDS[int(frame[o.F_A])]}: which one"


def _guardian(game: Any, tables: Any, frame: Any) -> str:
    return f"{effect_of_row(tables, frame)}: which guardian"


def _site(game: Any, tables: Any, frame: Any) -> str:
    return f"{effect_of_row(tables, frame)}: which site"


def _two_point_tile(game: Any, tables: Any, frame: Any) -> str:
    return f"{effect_of_row(tables, frame)}: from which stack"


def _use_again(game: Any, tables: Any, frame: Any) -> str:
    return f"use {a.SITE_IDS[int(frame[o.F_A])]} once more?"


def _keep(game: Any, tables: Any, frame: Any) -> str:
    return "end of the round: put down a hand card, or keep the rest"


_QUESTIONS: dict[int, Question] = {
    o.OP_TURN: _turn,
    o.OP_PAY_TRAVEL: _travel,
    o.OP_PRICE: _optional,
    o.OP_PRICE_CARD: _optional,
    o.OP_PRICE_TRAVEL: _optional,
    o.OP_PUT_DOWN: _put_down,
    o.OP_CHOOSE: _choose,
    o.OP_DRAW: _draw,
    o.OP_EXILE: _optional,
    o.OP_TRADE_UP: _optional,
    o.OP_REFRESH: _optional,
    o.OP_RECRUIT: _effect,
    o.OP_UPGRADE: _effect,
    o.OP_RESCUE: _effect,
    o.OP_EXCHANGE: _exchange,
    o.OP_SUPPLY: _effect,
    o.OP_ACTIVATE: _effect,
    o.OP_DIG: _optional,
    o.OP_DIG_CAMP: _optional,
    o.OP_BUY: _optional,
    o.OP_OVERCOME: _optional,
    o.OP_RESEARCH: _optional,
    o.OP_RELOCATE: _relocate,
    o.OP_RECALL: _effect,
    o.OP_MOVE_GUARDIAN: _move_guardian,
    o.OP_ASIDE: _aside,
    o.OP_TAKE_EXILED_ITEM: _optional,
    o.OP_REWARDS: _rewards,
    o.OP_PICK_BONUS: _pick_bonus,
    o.OP_USE_ARTIFACT: _use_artifact,
    o.OP_USE_AGAIN: _use_again,
    o.OP_KEEP: _keep,
    o.OP_PICK_TEMPLE_BONUS: _pick_temple_bonus,
    o.OP_PRICE_DECK_TOP: _optional,
    o.OP_PRICE_ARTIFACT: _optional,
    o.OP_PRICE_IDOL: _optional,
    o.OP_PRICE_ASSISTANT: _optional,
    o.OP_PRICE_BOON: _optional,
    o.OP_READY_BOON: _optional,
    o.OP_SPEND_BOON: _guardian,
    o.OP_IDOL_ON_BOARD: _site,
    o.OP_RECRUIT_OR_UPGRADE: _effect,
    o.OP_TEMPLE_TILE: _two_point_tile,
    o.OP_REMOVE_SITE: _site,
    o.OP_HIDDEN_SITE: _site,
    o.OP_PEDESTAL: _optional,
    o.OP_PAY_TABLETS: _tablets,
    o.OP_DARK_EFFECT: _dark_effect,
    o.OP_PLACE_ARTIFACT: _place_artifact,
}
