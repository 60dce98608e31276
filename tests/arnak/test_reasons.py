"""Reasons and questions in game words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import load_content
from arnak_env.arnak.position import build_position
from arnak_env.arnak.reasons import question_words, reason

CONTENT = load_content()
# Words with which the reasons fall back to the pending question because nothing was found in the way.
NOTHING_FOUND = "it cannot be done now"


def play(spec: dict[str, Any], *actions: str) -> Batch:
    """Build a position and carry out actions."""
    batch = Batch.from_games(build_position(spec, CONTENT), content=CONTENT, show_forced=True)
    for words in actions:
        batch.step(np.array([a.parse_action(words)]))
    return batch


def why_not(batch: Batch, words: str) -> str:
    action = a.parse_action(words)
    assert action not in batch.legal_actions(0)
    return reason(batch.games[0], CONTENT, action)


def numbered(cases: list[tuple[dict[str, Any], list[str], str, str]]) -> list[str]:
    return [f"{number}: {words}" for number, (_, _, words, _) in enumerate(cases)]


RICH = {"coin": 9, "compass": 9, "tablet": 9, "arrowhead": 9, "jewel": 9}
SITES = {
    "level_1_lower_1": {"tile": "l1_jewel", "guardian": "guardian_01"},
    "level_1_lower_2": {"tile": "l1_coin_arrowhead"},
    "camp_tablet": {"guardian": "guardian_12"},
}

AT_THE_TURN: list[tuple[dict[str, Any], list[str], str, str]] = [
    ({"2": {"archaeologists": ["camp_coin.1"]}}, [], "dig camp_coin.1", "the space is occupied by player 2"),
    ({}, [], "dig camp_coin.2", "a blocking tile covers the space"),
    ({}, [], "dig level_2_1", "this site is not discovered yet (discover level_2_1)"),
    ({"1": {"archaeologists": ["camp_coin.1", "camp_jewel.1"]}}, [], "dig camp_tablet.1", "no archaeologist is left"),
    ({"1": {"hand": ["funding_boat"]}}, [], "dig level_1_lower_2", "(car) cannot be paid: you can bring up boat"),
    ({"1": {"tokens": {"compass": 1}}}, [], "discover level_1_upper_1", "needs 3 compasses, you have 1"),
    ({}, [], "discover level_1_lower_1", "this site is discovered already (dig level_1_lower_1)"),
    ({}, [], "overcome level_1_lower_2", "there is no guardian here"),
    ({}, [], "overcome level_1_lower_1", "none of your archaeologists stands next to this guardian"),
    ({"1": {"archaeologists": ["level_1_lower_1"]}}, [], "overcome level_1_lower_1", "needs 1 coin, you have 0; "),
    (
        {"1": {"archaeologists": ["camp_tablet.1"], "tokens": {"jewel": 1}}},
        [], "overcome camp_tablet", "the travel cost (boot) cannot be paid: you can bring up nothing and hire 0 planes",
    ),
    ({"1": {"tokens": {"coin": 1}}}, [], "buy ostrich", "needs 3 coins, you have 1"),
    ({}, [], "buy theodolite", "this card is not in the card row"),
    ({}, [], "play ostrich", "there is no such card in your hand"),
    ({"1": {"hand": ["fear"]}}, [], "play fear", "this card has no effect to play"),
    ({"1": {"hand": ["mortar"]}}, [], "play mortar", "an artifact from hand needs 1 tablet, you have 0"),
    ({}, [], "research glass b3", "no bridge leads there from b0"),
    ({}, [], "research glass b2", "needs 1 jewel, you have 0"),
    ({"1": {"tokens": RICH}}, [], "research notebook b1", "the notebook may not stand above the magnifying glass"),
    ({"1": {"glass": "b14", "notebook": "b12"}}, [], "research notebook b14", "may not enter the Lost Temple"),
    ({"1": {"tokens": RICH}}, [], "temple gold", "your magnifying glass is not in the Lost Temple"),
    (
        {"1": {"glass": "b14", "temple_tiles": {"gold": 2}, "tokens": RICH}},
        [], "temple gold", "this stack is empty",
    ),
    ({"1": {"glass": "b14"}}, [], "temple bronze_middle", "needs 1 jewel, you have 0"),
    ({}, [], "use assistant 1", "there is no assistant on this square"),
    ({"1": {"assistants": [{"id": "coins", "used": True}]}}, [], "use assistant 1", "this assistant is exhausted"),
    ({}, [], "boon guardian_03", "you have not overcome this guardian"),
    ({"2": {"guardians": ["guardian_07"]}}, [], "boon guardian_07", "player 2 has overcome this guardian"),
    ({"1": {"guardians": [{"id": "guardian_07", "used": True}]}}, [], "boon guardian_07", "its boon is used"),
    ({"1": {"guardians": ["guardian_03"]}}, [], "boon guardian_03", "used only inside a travel payment"),
    ({}, [], "slot slot_jewel", "there is no idol in your crates"),
    ({"1": {"idols": 1, "slotted": 4}}, [], "slot slot_jewel", "all your idol slots are filled"),
    ({}, [], "end turn", "no main action is taken yet; take one, or pass"),
    ({}, [], "choose draw", "nothing asks for this now: take your turn (main action not taken)"),
    ({}, ["pass"], "dig camp_coin.1", "the main action of this turn is taken"),
    ({"1": {"hand": ["horse"]}}, ["pass"], "play horse", "the main action of this turn is taken"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "actions", "words", "expected"), AT_THE_TURN, ids=numbered(AT_THE_TURN))
def test_reasons_at_the_turn(players: dict[str, Any], actions: list[str], words: str, expected: str) -> None:
    batch = play({"players": players, "sites": SITES}, *actions)
    text = why_not(batch, words)
    assert text.startswith(f"{words}: ")
    assert expected in text


IN_EFFECTS: list[tuple[dict[str, Any], list[str], str, str]] = [
    # travel payments
    ({"hand": ["ostrich", "fear"]}, ["dig level_1_lower_2"], "pay card fear", "(boot) covers nothing that is"),
    ({"hand": ["ostrich"]}, ["dig camp_coin.1"], "pay card horse", "there is no such card in your hand"),
    ({"hand": ["ostrich"]}, ["dig camp_coin.1"], "hire plane", "needs 2 coins, you have 0"),
    ({"hand": ["ostrich"]}, ["dig camp_coin.1"], "pay leftover car", "no car is left over from this turn"),
    ({"hand": ["ostrich"]}, ["dig camp_coin.1"], "play ostrich", "a travel payment must be finished first"),
    ({"hand": ["ostrich"]}, ["dig camp_coin.1"], "decline", "a travel payment must be finished first"),
    ({"hand": ["ostrich"], "assistants": ["coins"]}, ["dig camp_coin.1"], "use assistant 1", "this pays no travel"),
    ({"hand": ["ostrich"]}, ["dig camp_coin.1"], "boon guardian_03", "you have not overcome this guardian"),
    # other effects
    ({"hand": ["ostrich"], "deck": ["horse"]}, ["play ostrich"], "dig camp_coin.1", "must be finished first: draw"),
    ({"hand": ["ostrich"], "deck": ["horse"]}, ["play ostrich"], "accept", "the question: draw a card?"),
    (
        {"hand": ["ostrich"], "deck": ["fear"]}, ["play ostrich", "choose draw"],
        "discover level_1_upper_1", "needs 3 compasses, you have 0",
    ),
    (
        {"hand": ["ostrich"], "deck": ["fear"]}, ["play ostrich", "choose draw"],
        "dig camp_coin.2", "a blocking tile covers the space",
    ),
    ({"hand": ["machete"], "play": ["rope"]}, ["play machete"], "exile play hat", "no such card in your play area"),
    ({"hand": ["machete"], "play": ["rope"]}, ["play machete"], "exile hand hat", "no such card in your hand"),
    ({"hand": ["machete"], "play": ["rope"]}, ["play machete"], "exile play fear_tile", "no fear tile"),
    ({"tokens": RICH}, ["research glass b1", "end turn", "pass", "end turn", "research notebook b1"],
     "decline", "this cannot be refused: recruit an assistant"),
    ({"tokens": RICH}, ["research glass b1", "end turn", "pass", "end turn", "research notebook b1"],
     "end turn", "an effect must be finished first: recruit an assistant"),
]  # fmt: skip


@pytest.mark.parametrize(("player", "actions", "words", "expected"), IN_EFFECTS, ids=numbered(IN_EFFECTS))
def test_reasons_in_effects(player: dict[str, Any], actions: list[str], words: str, expected: str) -> None:
    batch = play({"players": {"1": player}, "sites": SITES}, *actions)
    assert expected in why_not(batch, words)


def test_the_snake_bridge_needs_an_idol_of_the_crates() -> None:
    batch = play({"game": {"board": "snake"}, "players": {"1": {"glass": "s6", "slotted": 1}}})
    assert "needs 1 idol from the crates, you have 0 there" in why_not(batch, "research glass s8")


def test_numbers_that_are_no_action() -> None:
    game = build_position({}, CONTENT)[0]
    assert (
        reason(game, CONTENT, a.ACTIONS) == f"there is no action number {a.ACTIONS}; they go from 0 to {a.ACTIONS - 1}"
    )
    assert "no action number -1" in reason(game, CONTENT, -1)


def test_a_finished_game_says_so() -> None:
    game = build_position({}, CONTENT)[0]
    game["over"] = 1
    assert reason(game, CONTENT, a.A_PASS) == "pass: the game is over"
    assert question_words(game, CONTENT) == "The game is over"


QUESTIONS: list[tuple[dict[str, Any], list[str], str]] = [
    ({}, [], "Player 1: take your turn (main action not taken)"),
    ({"hand": ["gold_pan"]}, ["pass"], "Player 1: free actions, or end the turn (passed)"),
    ({"hand": ["pack_donkey"], "deck": ["hat", "axe"]}, ["play pack_donkey"],
     "Player 1: draw a card? (2 cards allowed) (Pack Donkey)"),
    ({"hand": ["pack_donkey"], "deck": ["hat", "axe"]}, ["play pack_donkey", "choose draw"],
     "Player 1: draw a card? (Pack Donkey)"),
    ({"hand": ["ostrich", "fear"]}, ["dig camp_coin.1"], "Player 1: pay travel: boot, offered so far: nothing"),
    ({"tokens": {"compass": 3}}, ["buy pathfinders_sandals"], "Player 1: use the effect of Pathfinder's Sandals now?"),
]  # fmt: skip


@pytest.mark.parametrize(("player", "actions", "expected"), QUESTIONS, ids=[case[2] for case in QUESTIONS])
def test_questions_in_words(player: dict[str, Any], actions: list[str], expected: str) -> None:
    batch = play({"players": {"1": player}}, *actions)
    assert question_words(batch.games[0], CONTENT) == expected
    assert batch.question(0) == expected


@pytest.mark.parametrize("board", o.BOARDS)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_reasons_agree_with_the_rules_in_random_games(board: str, players: int) -> None:
    """Every forbidden action of a turn has a reason of its own, and no legal one has any."""
    batch = Batch(1, board=board, num_players=players, seed=31, observe=False, show_forced=True)
    generator = np.random.default_rng(players)
    seen: set[int] = set()
    for number in range(400):
        if batch.over[0]:
            break
        game, legal = batch.games[0], batch.legal_actions(0)
        operation = int(game["frame"][game["frames"] - 1, o.F_OP])
        seen.add(operation)
        assert question_words(game, CONTENT).startswith(f"Player {batch.player[0] + 1}: ")
        if number % 5 == 0 or operation not in (o.OP_TURN, o.OP_DRAW, o.OP_PAY_TRAVEL):
            for action in range(a.ACTIONS):
                text = reason(game, CONTENT, action)
                if action not in legal:
                    assert NOTHING_FOUND not in text, text
                elif operation == o.OP_TURN and action != a.A_END_TURN:
                    assert NOTHING_FOUND in text, text
        batch.step(np.array([generator.choice(legal)]))
    assert len(seen) > 8
