"""The effect notation of Arkeis: reading, and the rows that come out."""

from __future__ import annotations

import pytest

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content.contexts import actions_gained, endless, misplaced
from arnak_env.arkeis.content.encode import Encoder, Scope, requirement_number, with_room
from arnak_env.arkeis.notation import Effect, NotationError, parse, parse_list, uses


@pytest.fixture
def encoder() -> Encoder:
    made = Encoder({"crowbar": 0, "bronze_seal": 5}, {"shrine": 4}, {"avatar-1": 60})
    made.scope = Scope(links={"d1": 0, "d2": 1}, clue_cards={"e0-01": 0, "e0-02": 1})
    return made


def program(encoder: Encoder, *texts: str) -> list[tuple[int, ...]]:
    """Return the rows of a compiled list, the end excluded."""
    start = encoder.program(texts)
    rows = []
    while encoder.rows[start][0] != o.OP_END:
        rows.append(encoder.rows[start])
        start += 1
    return rows


def test_read_nested() -> None:
    effect = parse(" if( or(facing(any), not(clue_here())) , [ wound(self, 1) , none() ], [coins(-2)])")
    condition, first, second = effect.arguments
    assert effect.word == "if"
    assert condition == Effect("or", (Effect("facing", ("any",)), Effect("not", (Effect("clue_here", ()),))))
    assert first == (Effect("wound", ("self", 1)), Effect("none", ()))
    assert second == (Effect("coins", (-2,)),)
    assert uses([effect], "facing") == [("any",)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "ends too early"),
        ("wound", "no effect"),
        ("wound(self, 1", "ends too early"),
        ("wound(self, 1))", "unexpected ')' after the effect"),
        ("wound(self 1)", "a comma or ')' is expected"),
        ("wound(self, 1,)", "unexpected ')'"),
        ("repeat(2, [])", "an empty list"),
        ("repeat(2, [self])", "holds effects only"),
        ("wound(self; 1)", "cannot read"),
        ("not(" * 40, "inside each other"),
        ("a" * 3000, "3000 characters"),
    ],
)
def test_unreadable(text: str, words: str) -> None:
    with pytest.raises(NotationError) as error:
        parse(text)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("wound(each_here, 2)", (o.OP_WOUND, o.E_EACH_HERE, 2)),
        ("wound(holder:bronze_seal, 1)", (o.OP_WOUND, o.E_HOLDER + 5, 1)),
        ("discard_trauma(self, all)", (o.OP_DISCARD_TRAUMA, o.E_SELF, o.ALL)),
        ("return_fate(self, 1, set_aside)", (o.OP_RETURN_FATE, o.E_SELF, 1, o.TO_SET_ASIDE)),
        ("push_self(L1-2)", (o.OP_PUSH_SELF, o.Q_SQUARE + o.SQUARE_IDS.index("L1-2"))),
        ("spawn(naga, room:C, 1)", (o.OP_SPAWN, 5, o.Q_ZONE + 2, 1)),
        ("damage(here:human, 1)", (o.OP_DAMAGE, o.V_HERE * o.V_STEP + o.K_TYPE + 1, 1)),
        ("damage(target, 1)", (o.OP_DAMAGE, o.V_TARGET * o.V_STEP + o.K_ANY, 1)),
        ("eliminate(board:beetle, all)", (o.OP_ELIMINATE, o.V_BOARD * o.V_STEP, o.ALL)),
        (
            "move_adversary(room:any, toward_self, 1)",
            (o.OP_MOVE_ADVERSARY, o.V_ROOM * o.V_STEP + o.K_ANY, o.Q_TOWARD, 1),
        ),
        ("gain_action(self, any)", (o.OP_GAIN_ACTION, o.E_SELF, o.ANY_ACTION)),
        ("reroll(investigation, all)", (o.OP_REROLL, o.INVESTIGATION_ROLL, o.ALL)),
        ("set_die(any, choice)", (o.OP_SET_DIE, o.ANY_ROLL, o.FACE_CHOICE)),
        ("face_as(combat, fate, hit)", (o.OP_FACE_AS, o.COMBAT_ROLL, o.FATE_FACE, o.HIT)),
        ("draw(red-ankh)", (o.OP_DRAW, 27)),
        ("place_token(ladder_b, here)", (o.OP_PLACE_TOKEN, o.LADDER_B, o.Q_HERE)),
        ("open_door(d2)", (o.OP_OPEN_DOOR, 1)),
        ("discard_card(e0-02)", (o.OP_DISCARD_CARD, 1)),
        ("unlock(shrine)", (o.OP_UNLOCK, 4)),
        ("gain_object(crowbar, one_any)", (o.OP_GAIN_OBJECT, 0, o.E_ONE_ANY)),
        ("ability_mod(robert_share, 1)", (o.OP_ABILITY_MOD, o.ABILITY_MOD_IDS.index("robert_share"), 1)),
        ("epilogue(adverse)", (o.OP_EPILOGUE, o.ADVERSE)),
        ("use_card(avatar, avatar-1)", (o.OP_USE_CARD, o.AVATAR, 60)),
        ("none()", (o.OP_NONE,)),
    ],
)
def test_row(encoder: Encoder, text: str, row: tuple[int, ...]) -> None:
    assert program(encoder, text) == [(*row, 0, 0, 0, 0)[:5]]


def test_lists_inside_an_effect(encoder: Encoder) -> None:
    (test,) = program(encoder, "test(2, any*1, [none()], [wound(self, 1), return_to_deck()])")
    assert test[:3] == (o.OP_TEST, 2, 1 << 16)
    assert encoder.rows[test[3]][0] == o.OP_NONE
    assert [encoder.rows[test[4] + k][0] for k in range(3)] == [o.OP_WOUND, o.OP_RETURN_TO_DECK, o.OP_END]


def test_branches_of_a_choice(encoder: Encoder) -> None:
    (choice,) = program(encoder, "choose([coins(1)], [xp(2)], [choose([vp(1)], [none()])])")
    assert choice[:2] == (o.OP_CHOOSE, 3)
    starts = [encoder.rows[choice[2] + k] for k in range(3)]
    assert all(row[0] == o.OP_END and row[2:] == (0, 0, 0) for row in starts)
    assert [encoder.rows[row[1]][0] for row in starts] == [o.OP_COINS, o.OP_XP, o.OP_CHOOSE]


def test_conditions_are_postfix(encoder: Encoder) -> None:
    start = encoder.condition("and(not(in_zone(self, B)), or(counter_ge(fragments, 2), present(mechanical, here)))")
    assert encoder.conditions[start:] == [
        (o.C_IN_ZONE, o.E_SELF, 1),
        (o.C_NOT, 0, 0),
        (o.C_COUNTER_GE, 0, 2),
        (o.C_PRESENT, o.K_TYPE, o.Q_HERE),
        (o.C_OR, 0, 0),
        (o.C_AND, 0, 0),
        (o.C_END, 0, 0),
    ]
    assert encoder.condition("") == 0


def test_no_effect_is_row_zero(encoder: Encoder) -> None:
    assert encoder.program([]) == 0
    assert encoder.rows[0] == (o.OP_END, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("wounds(self, 1)", "unknown operator 'wounds'; closest: wound"),
        ("wound(self)", "wound has 1 arguments; right would be E, n"),
        ("wound(everybody, 1)", "unknown Explorers 'everybody'"),
        ("wound(holder:teapot, 1)", "unknown object 'teapot'"),
        ("wound(self, -1)", "right would be 1 to 50"),
        ("wound(self, all)", "right would be a whole number"),
        ("coins(0)", "not 0"),
        ("validate(40)", "right would be 1 to 20"),
        ("push_self(A9)", "unknown square 'A9'"),
        ("push_self(room:X)", "unknown zone 'X'"),
        ("spawn(any, here, 1)", "unknown kind 'any'"),
        ("damage(nowhere:any, 1)", "unknown Adversaries"),
        ("damage(here:cat, 1)", "unknown kind or type 'cat'"),
        ("deny_action(sleep)", "unknown action 'sleep'"),
        ("test(2, lens*x, [none()], [none()])", "unknown requirement"),
        ("test(2, any*0, [none()], [none()])", "needs 0 dice"),
        ("test(2, lens, none(), [none()])", "a list of effects in brackets"),
        ("choose([none()])", "choose with 1 lists; right would be 2 to 8"),
        ("if(self, [none()], [none()])", "right would be a condition"),
        ("if(asleep(self), [none()], [none()])", "unknown condition 'asleep'"),
        ("if(not(facing(any), 1), [none()], [none()])", "not has 2 conditions"),
        ("if(card_fate_multiple(0), [none()], [none()])", "right would be 1"),
        ("draw(green-ankh)", "unknown symbol"),
        ("open_door(d9)", "unknown link of the episode 'd9'"),
        ("discard_card(e9-99)", "unknown card of the episode"),
        ("unlock(casino)", "unknown camp upgrade"),
        ("epilogue(draw)", "unknown epilogue"),
        ("ability_mod(rhiat_wings, 1)", "unknown change of an Ability"),
        ("set_die(any, star)", "unknown face 'star'"),
    ],
)
def test_meaningless(encoder: Encoder, text: str, words: str) -> None:
    with pytest.raises(NotationError) as error:
        encoder.program([text])
    assert words in str(error.value)


def test_names_of_no_episode(encoder: Encoder) -> None:
    encoder.scope = None
    with pytest.raises(NotationError, match="belongs to no episode"):
        encoder.program(["flag(seen)"])


def test_names_get_numbers_by_appearance_as_far_as_there_is_room(encoder: Encoder) -> None:
    rows = program(encoder, *(f"counter(c{k}, 1)" for k in range(o.COUNTERS)), "counter(c0, 1)")
    assert [row[1] for row in rows] == [*range(o.COUNTERS), 0]
    with pytest.raises(NotationError, match="one episode counter too many"):
        encoder.program(["counter(one_more, 1)"])


def test_requirements_are_packed() -> None:
    assert requirement_number("lens+any") == 1 | 1 << 16
    assert requirement_number("key*2+lens") == 1 | 2 << 12


def test_further_ids_take_free_places() -> None:
    known = ("whip", "other_1", "other_2")
    assert with_room("object", known, "other_", ["whip", "kite"]) == {"whip": 0, "kite": 1}
    with pytest.raises(NotationError, match="'c' is one too many"):
        with_room("object", known, "other_", ["a", "b", "c"])


@pytest.mark.parametrize(
    ("context", "text", "words"),
    [
        ("card:start", "return_to_deck()", "right would be card:effects"),
        ("sheet:effects", "epilogue(favourable)", "means nothing in sheet:effects"),
        ("card:effects", "bonus_dice(combat, 1)", "before_combat_roll"),
        ("ability:after_combat_roll", "reroll(investigation, 1)", "means nothing"),
        ("ability:before_action_clue", "ignore_modifier(move)", "ability:before_action_move or ability:move_use"),
        ("card:effects", "spawn(beetle, toward_self, 1)", "toward_self in spawn"),
        ("card:effects", "damage(target, 1)", "target means nothing"),
        ("ability:passive", "wound(self, 1)", "wound in a passive ability"),
        ("card:effects", "if(card_fate_ge(2), [none()], [none()])", "right would be card:start"),
        ("upgrade:camp", "choose([xp_access(1)], [none()])", "right would be upgrade:passive"),
    ],
)
def test_misplaced(context: str, text: str, words: str) -> None:
    assert words in "; ".join(misplaced(context, parse_list([text])))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("gain_action(self, any)", 1),
        ("gain_action(others_here, any)", 4),
        ("each(others_here, [gain_action(each_in_room, move)])", 20),
        ("repeat(3, [choose([gain_action(self, move), gain_action(one_any, any)], [none()])])", 6),
        ("if(facing(any), [gain_action(all, any)], [gain_action(self, any)])", 5),
    ],
)
def test_actions_gained_at_once(text: str, number: int) -> None:
    assert actions_gained(parse_list([text])) == number
    refused = "actions gained at once" in "; ".join(misplaced("card:effects", parse_list([text])))
    assert refused == (number > o.EXTRA_ACTIONS)


@pytest.mark.parametrize(
    ("trigger", "limit", "text", "fine"),
    [
        ("free_use", "unlimited", "coins(1)", False),
        ("free_use", "roll", "coins(1)", False),
        ("free_use", "turn", "coins(1)", True),
        ("free_use", "unlimited", "discard_this()", True),
        ("free_use", "unlimited", "choose([discard_this()], [coins(1)])", False),
        ("on_enter_square", "unlimited", "push_self(adjacent)", False),
        ("on_enter_square", "unlimited", "gain_action(self, move)", True),
        ("support_use", "unlimited", "gain_action(self, any)", False),
        ("end_of_turn", "unlimited", "gain_action(self, move)", True),
        ("after_investigation_roll", "unlimited", "validate(1)", False),
    ],
)
def test_endless(trigger: str, limit: str, text: str, fine: bool) -> None:
    assert (not list(endless(trigger, limit, parse_list([text])))) == fine
