"""Reasons and questions of the Spider Temple, the Owl Temple and the General Index."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from index_content import RICH, index_content, index_position

from arnak_env import Batch
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content, load_content
from arnak_env.arnak.position import build_position
from arnak_env.arnak.reasons import question_words, reason

CONTENT = load_content()
NOTHING_FOUND = "it cannot be done now"
INDEX_OPERATIONS = {
    o.OP_READY_BOON, o.OP_SPEND_BOON, o.OP_IDOL_ON_BOARD, o.OP_RECRUIT_OR_UPGRADE, o.OP_REMOVE_SITE, o.OP_HIDDEN_SITE,
    o.OP_PEDESTAL, *range(o.OP_PRICE_DECK_TOP, o.OP_PRICE_BOON + 1),
}  # fmt: skip


def play(spec: dict[str, Any], *actions: str, content: Content = CONTENT) -> Batch:
    """Build a position and carry out actions."""
    batch = Batch.from_games(build_position(spec, content), content=content, show_forced=True)
    for words in actions:
        batch.step(np.array([a.parse_action(words)]))
    return batch


def why_not(batch: Batch, words: str, content: Content = CONTENT) -> str:
    action = a.parse_action(words)
    assert action not in batch.legal_actions(0)
    text = reason(batch.games[0], content, action)
    assert text.startswith(f"{words}: ")
    return text


def numbered(cases: list[Any]) -> list[str]:
    return [f"{number}: {case[-2]}" for number, case in enumerate(cases)]


SPIDER: list[tuple[dict[str, Any], list[str], str, str]] = [
    ({}, [], "invoke altar_1", "you have no dark tablet"),
    ({"dark_tablets": 1, "glass": "sp1"}, [], "invoke altar_1", "(row 2 or higher, yours reach row 1)"),
    ({"dark_tablets": 1, "glass": "sp7", "notebook": "sp6l"}, ["pass"], "invoke altar_2", "main action of this turn"),
    ({"dark_tablets": 1, "glass": "sp2l"}, [], "invoke altar_1", "3 dark tablets of yours lie below this altar"),
    ({"dark_tablets": 1, "glass": "sp3l"}, [], "invoke altar_2", "is empty, and the card row has no artifact"),
    ({"tokens": {"jewel": 1}}, [], "research glass sp1", "needs 2 tablets, you have 0"),
    ({"dark_tablets": 1, "tokens": {"tablet": 0}}, [], "research glass sp1", "needs 2 tablets, you have 1"),
    ({"dark_tablets": 2}, [], "research glass sp1", "the travel cost (boot) cannot be paid: you can bring up nothing"),
    ({"glass": "sp8", "notebook": "sp7"}, [], "research notebook sp8", "may not enter the Lost Temple"),
    ({"glass": "sp4l"}, [], "research glass sp5r", "no bridge leads there from sp4l"),
    ({"tokens": RICH}, [], "research lantern sp1", "only the Owl Temple has a lantern"),
    ({"tokens": RICH}, [], "owl tile ow1a", "only the Owl Temple has such tiles"),
    ({"idols": 1}, [], "extra slot slot_jewel", "only the Owl Temple has them"),
    ({"hand": ["sundial"]}, [], "play sundial", "an artifact from hand needs 1 tablet, you have 0"),
]  # fmt: skip


@pytest.mark.parametrize(("player", "actions", "words", "expected"), SPIDER, ids=numbered(SPIDER))
def test_reasons_on_the_spider_side(player: dict[str, Any], actions: list[str], words: str, expected: str) -> None:
    spec = {
        "game": {"board": "spider"},
        "players": {"1": player},
        "altars": {"altar_1": {"artifact": "serpents_gold", "tablets": {"1": 3}}},
        "row": {"artifacts": [""]},
    }
    text = reason(play(spec, *actions).games[0], CONTENT, a.parse_action(words))
    assert expected in text


OWL: list[tuple[dict[str, Any], str, str]] = [
    ({"tokens": RICH}, "research lantern ow1a", "on the player board until your magnifying glass has gone into a pass"),
    ({"tokens": RICH, "glass": "ow3a"}, "research glass p2", "p2 is not reached from ow3a"),
    ({"tokens": RICH, "glass": "ow3a", "notebook": "ow3a"}, "research notebook p1", "only the magnifying glass"),
    ({"tokens": RICH, "glass": "ow7"}, "research glass p4", "the passage is used (player 2)"),
    ({"tokens": RICH, "glass": "p1", "lantern": "ow3a"}, "research lantern p1", "only the magnifying glass goes"),
    ({"tokens": RICH, "glass": "p1"}, "research glass ow4", "stays in its passage; the lantern goes on instead"),
    ({"glass": "p1"}, "research lantern ow1a", "needs 1 compass, you have 0"),
    (
        {"tokens": RICH, "glass": "p1", "notebook": "ow3a"},
        "research notebook ow4",
        "may not stand above magnifying glass and lantern",
    ),
    ({"glass": "ow3a"}, "research glass p1", "needs 1 compass, you have 0; needs 1 tablet, you have 0"),
    ({"tokens": RICH}, "owl tile ow1a", "none of your research tokens stands on ow1a"),
    ({"tokens": RICH, "glass": "ow2a"}, "owl tile ow2a", "no Owl Temple tile lies there"),
    ({"glass": "ow1b"}, "owl tile ow1b", "needs 2 coins, you have 0"),
    ({"tokens": RICH, "glass": "ow4"}, "temple top_left", "a research token in row 5 or higher, yours reach row 4"),
    ({"glass": "ow5a"}, "temple top_idols", "needs 1 jewel, you have 0"),
    ({"glass": "p4", "lantern": "ow1a"}, "temple top_ten", "row 9 or higher, yours reach row 7"),
    ({"idols": 1, "owl_tiles": {"one": 1}}, "extra slot slot_jewel", "2 Owl Temple tiles give one such slot, you have"),
    ({"idols": 1, "owl_tiles": {"one": 2}, "extra_slotted": 1}, "extra slot slot_jewel", "give 1 slot, filled already"),
    ({"owl_tiles": {"one": 2}}, "extra slot slot_jewel", "no idol in your crates"),
    ({"tokens": RICH, "dark_tablets": 0}, "invoke altar_1", "only the Spider Temple has altars"),
    ({}, "encounter encounter_1_10", "player 2 keeps this encounter card"),
    ({}, "encounter encounter_2_10", "you keep no such encounter card"),
    ({}, "flip guardian_01", "nothing asks for this now"),
]  # fmt: skip


@pytest.mark.parametrize(("player", "words", "expected"), OWL, ids=[f"{n}: {w}" for n, (_, w, _) in enumerate(OWL)])
def test_reasons_on_the_owl_side(player: dict[str, Any], words: str, expected: str) -> None:
    passage = "p6" if player.get("glass") == "p4" else "p4"
    other = {"encounters_kept": ["encounter_1_10"], "glass": passage}
    assert expected in why_not(play({"game": {"board": "owl"}, "players": {"1": player, "2": other}}), words)


def test_both_kinds_of_tablet_are_asked_for() -> None:
    spec = {"game": {"board": "spider"}, "players": {"1": {"tokens": {"tablet": 1}, "dark_tablets": 1,
                                                           "hand": ["ancient_wine"]}}}  # fmt: skip
    batch = play(spec, "play ancient_wine")
    question = "Player 1: 1 tablet to pay, you have 1 ordinary and 1 dark: which kind first"
    assert question_words(batch.games[0], CONTENT) == question
    assert "1 tablet must be paid first: choose tablet or choose dark_tablet" in why_not(batch, "pass")


@pytest.mark.parametrize(
    ("spec", "actions", "question"),
    [
        (
            {"game": {"board": "spider"}, "players": {"1": {"glass": "sp2m", "tokens": RICH}},
             "supply": {"bonus": {"sp3r": ["bonus_exile"]}}},
            ["research glass sp3r"],
            "exile a card?",
        ),
        (
            {"game": {"board": "spider"}, "players": {"1": {"glass": "sp4l", "notebook": "sp2m", "tokens": RICH}},
             "supply": {"bonus": {"sp3r": ["bonus_exile"]}}},
            ["research notebook sp3r"],
            "which first: the bonus tile (exile a card if you like) "
            "or the row effect (recruit or upgrade an assistant)",
        ),
        (
            {"game": {"board": "spider"}, "players": {"1": {"glass": "sp7", "tokens": RICH}},
             "supply": {"temple_bonus": ["bonus_exile", "bonus_coin"]}},
            ["research glass sp8"],
            "take one of the bonus tiles of the Lost Temple",
        ),
        (
            {"game": {"board": "spider"}, "players": {"1": {"glass": "sp6r", "tokens": RICH}},
             "supply": {"bonus": {"sp7": ["bonus_exile", "bonus_coin"]}}},
            ["research glass sp7"],
            "take one of the bonus tiles of the space",
        ),
        (
            {"game": {"board": "spider"}, "players": {"1": {"glass": "sp6r", "dark_tablets": 1}}},
            ["invoke altar_2"],
            "lay an artifact of the card row on altar_2: which one",
        ),
        (
            {"game": {"board": "spider"}, "players": {"1": {"glass": "sp6r", "dark_tablets": 1}},
             "altars": {"altar_2": {"artifact": "mortar"}}},
            ["invoke altar_2"],
            "use the effect of Mortar now?",
        ),
        (
            {"game": {"board": "spider"}, "players": {"1": {"tokens": {"coin": 1}, "hand": ["sea_turtle"]}},
             "sites": {"level_1_lower_4": {"tile": "l1_jewel"}}},
            ["dig level_1_lower_4", "pay card sea_turtle"],
            "pay 1 coin to gain 1 dark tablet?",
        ),
        (
            {"game": {"board": "spider"}, "players": {"1": {"tokens": {"coin": 9}}},
             "sites": {"level_2_4": {"tile": "l2_arrowhead_jewel"}}},
            ["dig level_2_4", "hire plane", "hire plane"],
            "use the dark effect of level_2_4 (gain 1 dark tablet)?",
        ),
        (
            {"game": {"board": "spider"}, "players": {"1": {"dark_tablets": 2, "hand": ["ostrich"]}}},
            ["research glass sp1"],
            "pay travel: boot, offered so far: nothing",
        ),
    ],
)  # fmt: skip
def test_questions_of_the_spider_side(spec: dict[str, Any], actions: list[str], question: str) -> None:
    assert question_words(play(spec, *actions).games[0], CONTENT) == f"Player 1: {question}"


INDEX: list[tuple[str, dict[str, Any], list[str], str, str, str]] = [
    ("use the effect of a face-up idol on the board, which stays there: which site", {}, ["dig camp_coin.1"],
     "site camp_coin", "no face-up idol lies here", "decline"),
    ("take a 2-point temple tile: from which stack", {}, ["dig camp_compass.1"],
     "temple gold", "a 2-point tile only", "decline"),
    ("recruit or upgrade an assistant", {"assistants": [{"id": "coins", "level": "gold"}]},
     ["dig camp_compass.1", "temple bronze_left"], "pick assistant 1", "this assistant is gold already", "decline"),
    ("which then leaves the game for a leftover idol: which site", {},
     ["dig camp_compass.1", "temple bronze_left", "pick stack 1"], "site level_2_1", "level I sites only", "decline"),
    ("spend an unused boon of yours without its effect: which guardian", {"guardians": ["guardian_01"]},
     ["dig camp_tablet.1"], "flip guardian_02", "you have not overcome this guardian", "decline"),
    ("make a used boon of yours usable again?",
     {"guardians": ["guardian_01", {"id": "guardian_02", "used": True}]},
     ["dig camp_tablet.1", "flip guardian_01"], "flip guardian_03", "you have not overcome this guardian", ""),
    ("use a hidden site, then put it under the stack of its level: which site", {}, ["dig camp_tablet.1"],
     "hidden l1_jewel", "l1_jewel is not among the hidden sites", "decline"),
    ("exhaust a ready assistant without its effect to gain 1 coin?", {"assistants": [{"id": "coins", "used": True}]},
     ["dig camp_tablet.1"], "pick assistant 1", "this assistant is exhausted", ""),
    ("spend an unused boon without its effect to gain 1 jewel?", {"guardians": [{"id": "guardian_01", "used": True}]},
     ["dig camp_tablet.1", "flip guardian_01", "decline"],
     "flip guardian_02", "you have not overcome this guardian", ""),
    ("put an unused idol on a pedestal and use its effect?", {"idols": 1, "idol_types": ["idol_coin"], "pedestals": 1},
     ["dig camp_arrowhead.1"], "pedestal idol_compass", "you have gained no idol of this type", ""),
    ("put an unused idol on a pedestal and use its effect?", {"idols": 1}, ["dig camp_arrowhead.1"],
     "pedestal idol_compass", "you have no empty pedestal", ""),
    ("pay an idol from your crates to gain 1 jewel?", {}, ["dig camp_arrowhead.1", "decline"],
     "accept", "there is no idol in your crates", ""),
    ("put a hand card on top of your deck to gain 1 coin?", {}, ["dig camp_arrowhead.1", "decline", "decline"],
     "pay card hat", "no such card in your hand", ""),
    ("exile an artifact from your hand or play area to gain 1 coin?", {"play": ["hat"]},
     ["dig camp_arrowhead.1", *["decline"] * 3], "exile play hat", "the price is an artifact", ""),
    ("use the effect of a level II site", {}, ["dig camp_jewel.1"], "site level_1_lower_2", "level II sites only", ""),
    ("use the effect of any discovered site or camp", {"hand": ["funding_car"]}, ["play funding_car"],
     "site level_2_2", "this site is not discovered", ""),
    ("use the effect of a level I site without archaeologists", {},
     ["dig camp_jewel.1", "site level_2_1"],
     "site level_1_lower_1", "the site is occupied (player 2)", ""),
    ("use the silver side of an assistant in the supply, then put it under its stack", {},
     ["dig camp_jewel.1", "site level_2_1", "site level_1_lower_2"],
     "pick stack 3", "this stack is empty", "decline"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "player", "actions", "words", "expected", "compulsory"), INDEX, ids=[case[0] for case in INDEX]
)
def test_effects_of_the_general_index(
    question: str, player: dict[str, Any], actions: list[str], words: str, expected: str, compulsory: str
) -> None:
    content = index_content("bird")
    spec = {
        "game": {"expansion_components": True},
        "players": {"1": {"hand": ["fear"], **player}, "2": {"archaeologists": ["level_1_lower_1"]}},
        "sites": {
            "level_1_lower_1": {"tile": "l1_compass_arrowhead"},
            "level_1_lower_2": {"tile": "l1_tablet_arrowhead"},
            "level_2_1": {"tile": "l2_arrowhead_jewel"},
        },
        "hidden_sites": ["l1_coin_arrowhead"],
        "supply": {"stacks": [["coins"], ["exile"], []] if "assistants" not in player else [["exile"], ["draw"], []]},
    }
    opening, *further = actions
    payment = ["pay card fear"] if opening.startswith("dig") else []
    batch = play(spec, opening, *payment, content=content)
    for _ in range(20):  # what comes before is answered somehow
        asked = question_words(batch.games[0], content)
        if question in asked and not further:
            break
        legal = [batch.action_words(0, action) for action in batch.legal_actions(0)]
        chosen = further.pop(0) if further and further[0] in legal else legal[0]
        batch.step(np.array([a.parse_action(chosen)]))
    assert question in asked
    assert expected in why_not(batch, words, content)
    if compulsory:
        assert "this cannot be refused" in why_not(batch, compulsory, content)


@pytest.mark.parametrize("board", o.BOARDS)
@pytest.mark.parametrize("players", [1, 3])
def test_reasons_agree_with_the_rules_for_every_effect(board: str, players: int) -> None:
    """Every forbidden action has a reason of its own, and no legal one of a turn has any."""
    content = index_content(board)
    seen: set[int] = set()
    for seed in range(8):
        if seen >= INDEX_OPERATIONS:
            break
        games = build_position(index_position(board, players, seed), content)
        batch = Batch.from_games(games, content=content, show_forced=True)
        generator = np.random.default_rng(seed)
        for _ in range(250):
            if batch.over[0]:
                break
            game, legal = batch.games[0], batch.legal_actions(0)
            operation = int(game["frame"][game["frames"] - 1, o.F_OP])
            if operation not in seen or generator.random() < 0.03:
                seen.add(operation)
                asked = question_words(game, content)
                assert len(asked) > len("Player 1: ")
                for action in range(a.ACTIONS):
                    text = reason(game, content, action)
                    if action not in legal:
                        assert NOTHING_FOUND not in text, text
                    elif operation == o.OP_TURN and action != a.A_END_TURN:
                        assert NOTHING_FOUND in text, text
            camps = [action for action in legal if a.A_DIG <= action < a.A_DIG + 2 * o.CAMPS]
            batch.step(np.array([generator.choice(camps or legal)]))
    assert seen >= INDEX_OPERATIONS
