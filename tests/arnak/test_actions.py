"""Names of actions and back; words that name nothing are refused with those that do."""

from __future__ import annotations

from typing import Any

import pytest

from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import ACTIONS, TRACK_WORDS, VERBS, action_name, parse_action


@pytest.mark.parametrize("board", range(len(o.BOARDS)))
def test_every_name_is_read_back(board: int) -> None:
    for number in range(ACTIONS):
        name = action_name(number, board)
        assert parse_action(name) == number
        assert parse_action(name, board) == number
        assert parse_action(f"  {name.upper().replace(' ', '   ')} ") == number


def test_a_research_space_may_be_written_without_its_board() -> None:
    assert parse_action("research glass 3") == parse_action("research glass b3") == parse_action("research glass s3")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("research glass z9", r"'research glass' goes with b0 to b14 or s0 to s14"),
        ("research glass b15", r"b0 to b14 or s0 to s14"),
        ("research glass bb3", r"b0 to b14 or s0 to s14"),
        ("research glass b03", r"b0 to b14 or s0 to s14"),
        ("research glass 24", r"b0 to b14 or s0 to s14"),
        ("research notebook b-1", r"'research notebook' goes with b0 to b14"),
        ("research notebook", r"'research notebook' goes with b0 to b14"),
        ("research b3", r"closest: research"),
        ("dig camp_gold.1", r"closest: dig camp_"),
        ("dig camp_coin.3", r"closest: dig camp_coin"),
        ("dig", r"'dig' goes with camp_coin.1, .* more"),
        ("site camp_coin.1", r"closest: site camp_coin,"),
        ("temple golden", r"'temple' goes with bronze_left, .*, gold$"),
        ("use assistant 3", r"'use assistant' goes with 1, 2$"),
        ("play ostritch", r"closest: play ostrich"),
        ("buy fear", r"closest: buy "),
        ("play zzzz", r"'play' goes with sea_turtle, .* more"),
        ("pass now", r"'pass' stands alone"),
        ("hire plane 2", r"'hire plane' stands alone"),
        ("declin", r"closest: decline"),
        ("qqqqqq", r"an action begins with one of pass, end turn, .*hidden$"),
        ("", r"an action begins with one of"),
    ],
)
def test_words_that_name_nothing_are_refused(words: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as refusal:
        parse_action(words)
    assert str(refusal.value).startswith(f"unknown action {words!r}; ")


def test_no_word_of_another_verb_and_no_other_letter_is_taken() -> None:
    """Every component with every verb, and every letter before a research space."""
    names = {action_name(number, board) for number in range(ACTIONS) for board in range(len(o.BOARDS))}
    on_track = ("research glass", "research notebook", "research lantern", "owl tile")
    tracks = {f"{verb} {space}" for verb in on_track for space in range(o.TRACK_SPACES)}
    tracks |= {f"{verb} {space}" for verb in on_track for words in TRACK_WORDS.values() for space in words}
    known = names | tracks
    components = {component for _, of_verb, _ in VERBS for component in of_verb if component}
    words = {f"{verb} {component}" for verb, *_ in VERBS for component in components}
    words |= {f"research glass {letter}{space}" for letter in "abcdefghijklmnopqrstuvwxyz" for space in range(20)}
    for one in sorted(words):
        if one in known:
            parse_action(one)
        else:
            with pytest.raises(ValueError, match="unknown action"):
                parse_action(one)


def test_spaces_of_the_other_board_are_refused_when_the_board_is_known() -> None:
    assert parse_action("research glass b3", 0) == parse_action("research glass s3", 1)
    with pytest.raises(ValueError, match="'research glass' goes with b0 to b14$"):
        parse_action("research glass s3", 0)
    with pytest.raises(ValueError, match="'research glass' goes with s0 to s14$"):
        parse_action("research glass b3", 1)
    with pytest.raises(ValueError, match="'research lantern' goes with ow0, ow1a, .*, p6$"):
        parse_action("research lantern sp1", o.OWL)
    with pytest.raises(ValueError, match="'temple' goes with top_left, .*, top_ten$"):
        parse_action("temple gold", o.OWL)


@pytest.mark.parametrize("words", [None, 3, b"pass", ["pass"]], ids=str)
def test_what_is_no_text_is_refused(words: Any) -> None:
    with pytest.raises(ValueError, match="written in words, for example 'dig camp_coin.1', not"):
        parse_action(words)
