"""Effects become the documented rows, and rows become words again."""

from __future__ import annotations

import re

import pytest

from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content, load_content
from arnak_env.arnak.effect_words import describe_program, effect_words, program_notation
from arnak_env.arnak.notation import STEPS, compile_effect
from arnak_env.core.content_errors import Place

PLACE = Place("test.toml", "card", "hat", "effect")


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


def program_at(content: Content, kind: str, entry: str, field: str = "effect", end: int = 1) -> list[tuple[int, ...]]:
    """The rows of a program up to and including its `end`-th OP_END, with addresses relative to its start."""
    start = content.programs[kind, entry, field]
    rows: list[tuple[int, ...]] = []
    row = start
    while end:
        operation, a, b, c = (int(value) for value in content.tables[0]["program"][row])
        rows.append((operation, a, b - start if operation == o.OP_OPTION else b, c))
        end -= operation == o.OP_END
        row += 1
    return rows


def test_row_zero_ends(content: Content) -> None:
    assert content.tables[0]["program"][0].tolist() == [o.OP_END, 0, 0, 0]


def test_price_says_how_many_rows_to_skip(content: Content) -> None:
    assert program_at(content, "card", "grappling_hook") == [
        (o.OP_PRICE_CARD, 0, 0, 2),
        (o.OP_DRAW, 1, 0, 0),
        (o.OP_EXILE, 0, 0, 0),
        (o.OP_END, 0, 0, 0),
    ]
    assert program_at(content, "card", "pickaxe")[0] == (o.OP_PRICE, o.COMPASS, 1, 2)
    assert program_at(content, "assistant", "boot_to_arrowhead", "silver")[0] == (o.OP_PRICE_TRAVEL, o.BOOT, 1, 1)


def test_price_ends_before_the_next_step() -> None:
    effect = compile_effect("pay 1 coin -> draw 2; gain 1 jewel", PLACE)
    assert effect.rows == [
        (o.OP_PRICE, o.COIN, 1, 1),
        (o.OP_DRAW, 2, 0, 0),
        (o.OP_GAIN, o.JEWEL, 1, 0),
        (o.OP_END, 0, 0, 0),
    ]


def test_options_stand_behind_the_program(content: Content) -> None:
    assert program_at(content, "card", "watch", end=3) == [
        (o.OP_CHOOSE, 2, 1, 0),
        (o.OP_OPTION, o.CHOICE_COIN, 4, 0),
        (o.OP_OPTION, o.CHOICE_PASS, 6, 1),
        (o.OP_END, 0, 0, 0),
        (o.OP_GAIN, o.COIN, 2, 0),
        (o.OP_END, 0, 0, 0),
        (o.OP_PASS, 0, 0, 0),
        (o.OP_GAIN, o.COIN, 3, 0),
        (o.OP_END, 0, 0, 0),
    ]
    rows = program_at(content, "card", "army_knife")
    assert rows[0] == (o.OP_CHOOSE, 4, 2, 0)
    labels = [o.CHOICES[a] for operation, a, *_ in rows if operation == o.OP_OPTION]
    assert labels == ["exile", "coin", "compass", "tablet"]
    # The Sundial is a main action anyway, so neither of its options needs more.
    assert [c for operation, _, _, c in program_at(content, "card", "sundial") if operation == o.OP_OPTION] == [0, 0]


def test_a_choice_may_be_followed_by_more() -> None:
    effect = compile_effect("(choose one: gain 1 coin | draw 1); gain 1 jewel", PLACE, start=10)
    assert effect.rows == [
        (o.OP_CHOOSE, 2, 1, 0),
        (o.OP_OPTION, o.CHOICE_COIN, 15, 0),
        (o.OP_OPTION, o.CHOICE_DRAW, 17, 0),
        (o.OP_GAIN, o.JEWEL, 1, 0),
        (o.OP_END, 0, 0, 0),
        (o.OP_GAIN, o.COIN, 1, 0),
        (o.OP_END, 0, 0, 0),
        (o.OP_DRAW, 1, 0, 0),
        (o.OP_END, 0, 0, 0),
    ]


@pytest.mark.parametrize(
    ("effect", "row"),
    [
        ("draw 1 from deck bottom", (o.OP_DRAW, 1, 1, 0)),
        ("dig or discover with discount 2 boot", (o.OP_DIG, o.BOOT, 2, 0)),
        ("dig or discover with discount 1 plane, 3 compass if discovering", (o.OP_DIG, o.PLANE, 1, 3)),
        ("dig or discover", (o.OP_DIG, -1, 0, 0)),
        ("dig at camp site free; may activate it twice", (o.OP_DIG_CAMP, 0, 0, 0)),
        ("research notebook free", (o.OP_RESEARCH, 0, 0, 1)),
        ("research with discount 2 tablet", (o.OP_RESEARCH, o.TABLET, 2, 0)),
        ("activate 1 camp site", (o.OP_ACTIVATE, o.SITE_CAMP, 1, 0)),
        ("activate 2 different camp sites", (o.OP_ACTIVATE, o.SITE_CAMP, 2, 0)),
        ("activate 1 unoccupied camp site", (o.OP_ACTIVATE, o.SITE_EMPTY_CAMP, 1, 0)),
        ("activate 1 level_1 site", (o.OP_ACTIVATE, o.SITE_LEVEL_1, 1, 0)),
        ("activate 1 site you occupy, pay 2 compass if level_2", (o.OP_ACTIVATE, o.SITE_OWN, 1, 2)),
        ("activate top tile of level_2 stack, then put it under stack", (o.OP_TILE_STACK, 2, 0, 0)),
        ("buy item with discount 3 coin, deck top included", (o.OP_BUY, o.BUY_ITEM, 3, o.DECK_TOP_INCLUDED)),
        ("buy artifact with discount 4 compass", (o.OP_BUY, o.BUY_ARTIFACT, 4, 0)),
        ("buy item or artifact with discount 2", (o.OP_BUY, 3, 2, 0)),
        ("gain item free to deck bottom", (o.OP_BUY, o.BUY_ITEM, o.BUY_FREE, o.TO_DECK_BOTTOM)),
        ("gain item free to hand", (o.OP_BUY, o.BUY_ITEM, o.BUY_FREE, o.TO_HAND)),
        ("gain item free to deck top", (o.OP_BUY, o.BUY_ITEM, o.BUY_FREE, o.TO_DECK_TOP)),
        ("buy artifact free", (o.OP_BUY, o.BUY_ARTIFACT, o.BUY_FREE, 0)),
        ("gain 1 compass per idol owned, max 3", (o.OP_GAIN_PER, o.COMPASS, o.PER_IDOL, 3)),
        ("gain 1 compass per own archaeologist on board", (o.OP_GAIN_PER, o.COMPASS, o.PER_ARCHAEOLOGIST, 0)),
        ("overcome guardian free at site no other player occupies", (o.OP_OVERCOME, o.AT_SITE_NO_OTHER_PLAYER, 0, 0)),
        ("travel 2 car", (o.OP_ICONS, o.CAR, 2, 0)),
        ("use gold effect of 1 supply assistant", (o.OP_SUPPLY, 1, 0, 0)),
        (
            "draw up to 3 aside; keep 1 in hand; put up to 1 back on deck top; rest to play area",
            (o.OP_ASIDE, 3, 0, 1),
        ),
        ("draw up to 2 aside from deck bottom; keep 1 in hand; rest to play area", (o.OP_ASIDE, 2, 1, 0)),
        ("gain 2 dark_tablet", (o.OP_DARK, 2, 0, 0)),
        ("ready 1 used boon", (o.OP_READY_BOON, 0, 0, 0)),
        ("spend 1 unused boon", (o.OP_SPEND_BOON, 0, 0, 0)),
        ("use 1 face-up idol on the board", (o.OP_IDOL_ON_BOARD, 0, 0, 0)),
        ("recruit or upgrade 1 assistant", (o.OP_RECRUIT_OR_UPGRADE, 0, 0, 0)),
        ("use silver effect of 1 supply assistant, then put it under its stack", (o.OP_SUPPLY, 0, 1, 0)),
        ("gain 1 face-down idol", (o.OP_GAIN_IDOL, 0, 0, 0)),
        ("take 1 two-point temple tile", (o.OP_TEMPLE_TILE, 0, 0, 0)),
        ("activate 1 unoccupied level_1 site", (o.OP_ACTIVATE, o.SITE_EMPTY_LEVEL_1, 1, 0)),
        ("activate 1 level_2 site", (o.OP_ACTIVATE, o.SITE_LEVEL_2, 1, 0)),
        ("activate 1 site", (o.OP_ACTIVATE, o.SITE_ANY, 1, 0)),
        (
            "activate 1 unoccupied level_1 site; remove it; leftover idol in its place",
            (o.OP_REMOVE_SITE, 0, 0, 0),
        ),
        ("activate 1 hidden site, then put it under the stack of its level", (o.OP_HIDDEN_SITE, 0, 0, 0)),
        ("put 1 unused idol on a pedestal, use its effect", (o.OP_PEDESTAL, 0, 0, 0)),
        ("encounter chapter 3", (o.OP_ENCOUNTER, 3, 0, 0)),
    ],
)
def test_words_become_rows(effect: str, row: tuple[int, int, int, int]) -> None:
    assert compile_effect(effect, PLACE).rows == [row, (o.OP_END, 0, 0, 0)]
    assert program_notation([row, (o.OP_END, 0, 0, 0)]) == effect


@pytest.mark.parametrize(
    ("price", "operation", "english"),
    [
        ("1 hand card to deck top", o.OP_PRICE_DECK_TOP, "put a hand card on top of your deck"),
        ("1 artifact", o.OP_PRICE_ARTIFACT, "exile an artifact from your hand or play area"),
        ("1 idol", o.OP_PRICE_IDOL, "pay an idol from your crates"),
        ("use of 1 assistant", o.OP_PRICE_ASSISTANT, "exhaust a ready assistant without its effect"),
        ("1 unused boon", o.OP_PRICE_BOON, "spend an unused boon without its effect"),
    ],
)
def test_prices_of_the_general_index(price: str, operation: int, english: str) -> None:
    effect = f"pay {price} -> (gain 1 coin, 1 dark_tablet; draw 1); gain 1 jewel"
    rows = compile_effect(effect, PLACE).rows
    assert rows[0] == (operation, 0, 0, 3)
    assert program_notation(rows) == effect
    assert describe_program(rows) == f"{english} to gain 1 coin and 1 dark tablet, then draw 1 card, then gain 1 jewel"


# What stands for the open parts of a form, the longer ones first.
EXAMPLES = {"N token": "1 coin", "1 token": "1 coin", "N icon": "1 car", "up to N aside": "up to 2 aside",
            "level_N": "level_1", "N different": "2 different", "N": "1"}  # fmt: skip


def test_no_wording_hides_another() -> None:
    """Each wording, written as in its form, is read as a whole."""
    for step in STEPS:
        form = re.sub(r"\[[^]]*\]", "", re.sub(r"\[[^][]*\]", "", step.form))
        for words, example in EXAMPLES.items():
            form = form.replace(words, example)
        assert step.pattern.fullmatch(form), form
        assert len(compile_effect(form, PLACE).rows) == 2, form


def test_fear_and_tokens_in_the_printed_order() -> None:
    assert compile_effect("gain 1 fear, 1 coin, 3 tablet", PLACE).rows[:-1] == [
        (o.OP_FEAR, 1, 0, 0),
        (o.OP_GAIN, o.COIN, 1, 0),
        (o.OP_GAIN, o.TABLET, 3, 0),
    ]


def test_every_effect_survives_the_way_to_rows_and_back(content: Content) -> None:
    program = content.tables[0]["program"]
    for (kind, entry, field), start in content.programs.items():
        fields = content.entries[kind][entry]
        printed = fields[field].removeprefix("exile this -> ")
        if fields.get("space_bonus"):  # comes before the effects of both tokens
            assert program_notation(program, start).startswith(fields["space_bonus"])
            printed = f"{fields['space_bonus']}; {printed}"
        else:
            assert program_notation(program, start) == printed
        again = compile_effect(printed, PLACE, start).rows
        for row, compiled in zip(again, program[start : start + len(again)].tolist(), strict=True):
            # Which options are main actions is not in the text of the effect.
            assert list(row)[:3] == compiled[:3]


def test_every_operation_can_be_written_and_has_words(content: Content) -> None:
    """Most operations are used by our components, the others by sets that the General Index knows."""
    used = {int(row[0]) for row in content.tables[0]["program"]}
    written = {o.OP_END, o.OP_CHOOSE, o.OP_OPTION, o.OP_PASS, *range(o.OP_PRICE_DECK_TOP, o.OP_PRICE_BOON + 1)}
    written |= {o.OP_SPEND_BOON, o.OP_GAIN_IDOL, o.OP_TEMPLE_TILE, o.OP_REMOVE_SITE, o.OP_HIDDEN_SITE, o.OP_PEDESTAL}
    assert used | written | {o.OP_ENCOUNTER} == set(range(o.EFFECT_OPS))
    for kind, entry, field in content.programs:
        words = effect_words(content, kind, entry, field)
        assert "_" not in words
        assert "->" not in words
        assert words == "nothing" or len(words) > 4


def test_words_read_as_english(content: Content) -> None:
    assert effect_words(content, "card", "runes_of_the_dead") == "gain 1 Fear card, 1 coin and 3 tablets"
    assert effect_words(content, "card", "rough_map") == "exile this card to gain 3 compasses"
    assert effect_words(content, "card", "rope") == "put a hand card into your play area to draw 2 cards"
    assert effect_words(content, "card", "watch") == "either gain 2 coins or pass, then gain 3 coins"
    assert effect_words(content, "card", "fear") == "nothing"
    assert effect_words(content, "assistant", "coins", "gold") == "gain 3 coins"
    assert describe_program(compile_effect("upgrade 1 assistant", PLACE).rows) == "upgrade an assistant"
    assert effect_words(content, "spider_space", "sp2l", "glass_effect") == "gain 1 dark tablet and 1 compass"
    with pytest.raises(KeyError, match="known|closest"):
        effect_words(content, "card", "ostritch")
    with pytest.raises(KeyError, match="silver, gold"):
        effect_words(content, "assistant", "coins", "effect")
