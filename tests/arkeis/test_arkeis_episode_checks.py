"""What is refused in an episode file of Arkeis, and what is said about it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from arnak_env.arkeis.content import ContentError, load_content
from arnak_env.arkeis.content.check_walk import Walk
from arnak_env.arkeis.content.entries import FOLDER
from arnak_env.arkeis.content.goal import symbol_weights
from arnak_env.arkeis.content.overview import Overview
from arnak_env.arkeis.content.report import EpisodeReport, check_episode

TEXTS = {number: (FOLDER / "episodes" / f"episode_{number}.toml").read_text() for number in (0, 1)}


def report(folder: Path, number: int, *changes: tuple[str, str]) -> EpisodeReport:
    """Check an episode of the package after some changes."""
    text = TEXTS[number]
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = folder / "changed.toml"
    path.write_text(text)
    found = check_episode(path)
    if found.problems:  # what the check says is what loading says
        with pytest.raises(ContentError):
            load_content(path)
    return found


def token(symbol: str, square: str) -> str:
    return f'[[clue_tokens]]\nsymbol = "{symbol}"\nsquare = "{square}"\n'


@pytest.mark.parametrize("number", [0, 1, 2])
def test_episodes_of_the_package(number: int) -> None:
    found = check_episode(FOLDER / "episodes" / f"episode_{number}.toml")
    assert found.problems == ()
    assert found.id == f"episode_{number}"
    assert found.slot == number + 1
    assert found.content is not None
    assert found.content.fingerprint == load_content().fingerprint


@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_version_of_the_schema_comes_first(number: int) -> None:
    data = tomllib.loads((FOLDER / "episodes" / f"episode_{number}.toml").read_text())
    assert next(iter(data.items())) == ("schema_version", 1)


def test_figures_and_map() -> None:
    found = check_episode(FOLDER / "episodes" / "episode_1.toml")
    assert found.title == "The Serpent Cistern"
    assert found.figures["cards"] == 35
    assert found.figures["squares"] == 16
    assert found.figures["doors"] == 6
    assert found.figures["tokens"] == 20
    assert found.figures["boxes of the sheet"] == 15
    assert "C1  D  A1     A2  D  B1     B2  D  E1" in found.map
    assert "F1*" in found.map


@pytest.mark.parametrize(
    ("change", "words"),
    [
        # the lines of the issue
        (
            ('symbol = "teal-lotus"\ntype', 'symbol = "ivory-sun"\ntype'),
            "changed.toml: cards, field 'symbol': no card has the symbol teal-lotus",
        ),
        (
            ('symbol = "ivory-eye"', 'symbol = "ivory-ibis"'),
            "cards 'e0-12', field 'symbol': the card cannot be reached: nothing leads to ivory-ibis",
        ),
        (('"validate(2)"', '"validaet(2)"'), "cards 'e0-08', field 'effects': unknown operator 'validaet'; closest"),
        (
            (token("amber-eye", "A1"), token("amber-feather", "A1")),
            "clue_tokens 'amber-feather', field 'symbol': the Clue token is used twice",
        ),
        ((token("amber-eye", "A1"), token("amber-eye", "G1")), "clue_tokens 'amber-eye', field 'square': G1 is not on"),
        ((token("amber-eye", "A1"), token("amber-eye", "A9")), "field 'square': 'A9' is not right"),
        # head and reserve
        (("cards_expected = 23", "cards_expected = 24"), "24 is not right; the episode has 23 cards"),
        (('on_empty = ["draw(ivory-feather)"]', 'on_empty = ["draw(ivory-eye)"]'), "never leads to an epilogue"),
        (('title = "The Robber\'s Trench"\n', ""), "episode 'episode_0', field 'title': the field is missing"),
        # the board
        (('id = "E1", x = 5', 'id = "E1", x = 4'), "E1 lies on x = 4, y = 2, which B2 takes"),
        (('id = "B2", x = 4', 'id = "B2", x = 6'), "2 by 1 for a medium one"),
        (('{ id = "B2", x = 4, y = 2 }', '{ id = "B1", x = 4, y = 2 }'), "right would be the squares B1, B2"),
        (('kind = "floor"', 'kind = "room"'), "'room' is not right; right would be 'floor'"),
        (('id = "E"\nkind', 'id = "D"\nkind'), "zones 'D', field 'id': the id stands twice"),
        (('a = "B2"\nb = "E1"', 'a = "B1"\nb = "E1"'), "B1 and E1 are no orthogonal neighbours"),
        (('a = "B2"\nb = "E1"', 'a = "B2"\nb = "G1"'), "links 'd4', field 'b': G1 is not on the map"),
        (('a = "B2"\nb = "E1"', 'a = "B2"\nb = "B1"'), "lie in one zone"),
        (('token = "red-eye"', 'token = "teal-eye"'), "'teal-eye' is not right; a closed door has a red symbol"),
        (('token = "red-eye"', 'token = "red-moon"'), "clue_tokens 'red-moon', field 'symbol': the Clue"),
        (('token = "red-eye"', 'token = "red-eye"\nopen = true'), "an open door has no token"),
        (('id = "d4"', 'id = "d3"'), "links 'd3', field 'id': the id stands twice"),
        (('type = "open"', 'type = "open"\nedge = true'), "only a door can have it"),
        (('type = "open"', 'type = "ladder"\ntoken = "chain"'), "right would be nothing, ladder_a, ladder_b"),
        ((token("amber-eye", "A1"), token("ivory-sun", "A1")), "there are no ivory tokens"),
        ((token("amber-eye", "A1"), token("red-lotus", "A1")), "the red tokens are for doors only"),
        (('id = "D1", x = 1, y = 1', 'id = "D1", x = 1, y = 1, printed_clue = "amber-eye"'), "is also a token"),
        (('square = "B2"\ncount = 1', 'square = "B2"\ncount = 12'), "15 miniatures at set-up for 3 to 5 Explorers"),
        (('count = 1\nmin_players = 3', 'count = 1\nmin_players = 3\nmax_players = 2'), "is more than max_players, 2"),
        (('explorer_start = ["M1-1"]', 'explorer_start = ["F1"]'), "F1 is not on the board at set-up"),
        (('explorer_start = ["M1-1"]', "explorer_start = []"), "[] is not right; right would be 1 values or more"),
        (("[setup]", "[set_up]"), "unknown kind of entry 'set_up'; closest: setup"),
        (('symbol = "teal-lotus", square = "F1"', 'symbol = "teal-lotus", square = "B2"'), "B2 is no square of the"),
        (('"add_zone(F)"', '"validate(1)"'), "zones 'F', field 'setup': no card lays this zone"),
        (('"add_zone(F)"', '"add_zone(B)"'), "add_zone(B): right would be a zone with setup = false"),
        # cards
        (('id = "e0-03"', 'id = "e0-04"'), "cards 'e0-04', field 'id': the id stands twice"),
        (('object = "crowbar"', 'object = "teapot"'), "there is no object 'teapot'"),
        (('object = "crowbar"\n', ""), "a card of type material names its object"),
        (('object = "crowbar"', 'object = "canteen"'), "the object canteen is of the box 'episode_1'"),
        (('name = "Crowbar"', 'name = "Jemmy"'), "'Jemmy' is not right; the object crowbar has 'Crowbar'"),
        (('after = "threat"', 'after = "discard"'), "'threat' is right for type threat and no other"),
        (('after = "keep"', 'after = "discard"'), "'keep' is right for a card with an object and no other"),
        (('after = "keep"', 'after = "sell"'), "cards 'e0-07', field 'after': 'sell' is not right"),
        (('"Look for more", "Close it again"', '"Look for more"'), "1 labels; the outermost choose has 2 lists"),
        (('start = ["fate_card(1)"]', 'start = ["return_to_deck()"]'), "return_to_deck means nothing in card:start"),
        (('"reserve_add(1)"', '"damage(target, 1)"'), "target means nothing in card:effects"),
        (('"reserve_add(1)"', '"spawn(beetle, G1, 1)"'), "spawn: G1 is not on the map"),
        (('"reserve_add(1)"', '"spawn(beetle, room:G, 1)"'), "spawn: zone 'G' is not on the map"),
        (('"reserve_add(1)"', '"open_door(l1)"'), "open_door(l1): no such door"),
        (('"reserve_add(1)"', '"close_door(d1, teal-cat)"'), "a door has a red symbol"),
        (('"reserve_add(1)"', '"place_clue(amber-eye, here)"'), "place_clue(amber-eye): the Clue token is used twice"),
        (('"reserve_add(1)"', '"place_clue(red-cat, here)"'), "right would be a symbol of amber, teal or jade"),
        (('"reserve_add(1)"', '"draw(jade-sun)"'), "no card has the symbol jade-sun"),
        (('"reserve_add(1)"', '"if(flag_set(seen), [none()], [none()])"'), "nothing in the episode has flag(seen)"),
        (('"reserve_add(1)"', '"if(counter_ge(x, 1), [none()], [none()])"'), "nothing in the episode has counter(x)"),
        (('"reserve_add(1)"', '"spawn_named(beetle-1, here)"'), "the card has no variant_name; use spawn"),
        (('"reserve_add(1)"', '"use_card(naga, beetle-1)"'), "this is a card of beetle"),
        (('"unlock(infirmary)"', '"unlock(shrine)"'), "unlock(shrine): the upgrade is unlocked by episode_1"),
        # the way through
        (
            ('"if(present(any, here), [wound(self, 1), return_to_deck()], [draw(ivory-cat)])"', '"wound(self, 1)"'),
            "cards 'e0-14', field 'symbol': the card cannot be reached",
        ),
        (('"epilogue(favourable)"', '"none()"'), "epilogue 'favourable': no card and no consequence"),
        # choices: a branch that is always possible
        (("choose([wound(self, 2)], ", "choose([coins(-1)], "), "choose: no branch is always possible"),
        (("choose([wound(self, 2)], ", "choose([wound(one_other_here, 2)], "), "so that it may do nothing"),
        (("choose([wound(self, 2)], ", "choose([damage(here:any, 1)], "), "right would be one more branch that starts"),
        # sheet and events
        (('["lens", "scroll", "idol"]', '["lens", "scroll"]'), "the rows are not equally long"),
        (('artifact = "jade-ankh"', 'artifact = "ivory-cat"'), "right would be the symbol of one card"),
        (('artifact = "jade-ankh"', 'artifact = "amber-ankh"'), "can also be taken from the board"),
        (("min_event_rows = 1", "min_event_rows = 2"), "0 Events for 1 completed event rows"),
        (("max_event_rows = 0", "max_event_rows = 1"), "2 Events for 1 completed event rows"),
    ],
)  # fmt: skip
def test_refused(tmp_path: Path, change: tuple[str, str], words: str) -> None:
    problems = report(tmp_path, 0, change).problems
    (problem,) = problems  # one fault, one line
    assert words in problem
    assert "changed.toml" in problem


def test_key_behind_its_own_door(tmp_path: Path) -> None:
    """The seal that opens the burial chamber lies inside the burial chamber."""
    swapped = report(tmp_path, 0, (token("amber-cat", "D1"), token("amber-cat", "E1")))
    (problem,) = swapped.problems
    assert "links 'd4', field 'token': the door never opens" in problem
    assert "so that even a group with all luck never reaches the favourable epilogue" in problem


def test_active_cards(tmp_path: Path) -> None:
    dropped = report(tmp_path, 1, ('icons = ["stays_active", "discard_condition", "reminder"]', 'icons = ["reminder"]'))
    assert any("'stays_active' is right for" in problem for problem in dropped.problems)
    endless = report(
        tmp_path,
        1,
        ('trigger = "start_of_turn"', 'trigger = "on_enter_square"'),
        ('E))", effects = ["wound(self, 1)"]', 'E))", effects = ["push_self(adjacent)"]'),
    )
    assert any("push_self sets off on_enter_square again" in problem for problem in endless.problems)


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    found = report(tmp_path, 0, ('"validate(2)"', '"validaet(2)"'), ('"reserve_add(1)"', '"reserve_ad(1)"'))
    assert len(found.problems) == 2
    fields = report(tmp_path, 0, ('title = "The Robber\'s Trench"\n', ""), ('after = "keep"', 'after = "sell"'))
    assert len(fields.problems) == 2


def test_a_wrong_name_is_one_problem(tmp_path: Path) -> None:
    field = report(tmp_path, 0, ('title = "The Robber\'s Trench"', 'titel = "The Robber\'s Trench"'))
    assert field.problems == (
        "changed.toml: episode 'episode_0', field 'titel': unknown field; right would be 'title'",
    )
    table = report(tmp_path, 0, ("[setup]", "[set_up]"))
    assert len(table.problems) == 1
    assert "unknown kind of entry 'set_up'; closest: setup" in table.problems[0]


def test_one_explorer_is_one(tmp_path: Path) -> None:
    few = ('square = "B2"\ncount = 1\nmin_players = 3', 'square = "B2"\ncount = 40\nmin_players = 1\nmax_players = 1')
    (problem,) = report(tmp_path, 0, few).problems
    assert "miniatures at set-up for 1 Explorer; there are 12" in problem


def test_lists_of_names_have_no_empty_one(tmp_path: Path) -> None:
    path = tmp_path / "changed.toml"
    path.write_text('[[object]]\nid = "crowbar"\nslot = "hand"\n')
    with pytest.raises(ContentError, match='known are "", clue, move, combat, support$'):
        load_content(path)


def test_a_card_that_comes_back_can_be_read_often(tmp_path: Path) -> None:
    """A counter on a card that goes back to the deck reaches any number."""
    effects = '"counter(pulls, 1)", "if(counter_ge(pulls, 3), [validate(1)], [return_to_deck()])"'
    lock = '"if(holds(each_in_room, bronze_seal), [validate(1)], [return_to_deck()])"'
    assert report(tmp_path, 0, (lock, effects)).problems == ()
    once = '"counter(pulls, 1)", "if(counter_ge(pulls, 3), [draw(ivory-lotus)], [validate(1)])"'
    found = report(
        tmp_path,
        0,
        ('"add_zone(F)"', f'"add_zone(F)", {once}'),
        ("[heal(each_here, 1), draw(ivory-lotus)]", "[heal(each_here, 1)]"),
    )
    assert any("cards 'e0-18', field 'symbol': the card is never read" in problem for problem in found.problems)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[episode", "not a TOML file"),
        ("[camp]\nspaces = 3\n", "no episode; right would be a table [episode]"),
        ("", "the file is empty; right would be a table [episode]"),
        ("# nothing yet\n", "the file is empty"),
        ("[episode]\nid = 3\n", "field 'id'"),
    ],
)
def test_files_that_are_no_episode(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text)
    found = check_episode(path)
    assert found.content is None
    assert words in " ".join(found.problems)
    assert "there is no file" in check_episode(tmp_path / "missing.toml").problems[0]


def test_trapdoor_and_ladder_on_the_way(tmp_path: Path) -> None:
    found = report(tmp_path, 0, ('type = "open"\na = "B2"\nb = "F1"', 'type = "trapdoor"\na = "B2"\nb = "F1"'))
    assert found.problems == ()
    assert "trapdoor l1: B2 to F1" in found.map
    back = report(tmp_path, 0, ('type = "open"\na = "B2"\nb = "F1"', 'type = "trapdoor"\na = "F1"\nb = "B2"'))
    assert any("no way leads to F1" in problem for problem in back.problems)


def test_walk_of_the_first_episode() -> None:
    walk = Walk(Overview(load_content().models, 1)).run()
    assert walk.ends == {"favourable", "adverse"}
    assert walk.objects >= {"bronze_seal", "crowbar", "amulet_still_sand"}
    assert walk.read["e0-14"] < walk.read["e0-21"]


def test_way_to_the_goal() -> None:
    assert set(symbol_weights(Overview(load_content().models, 1))) == {
        "red-sun", "red-moon", "red-ankh", "red-eye", "amber-cat", "ivory-cat", "teal-ibis", "ivory-moon"
    }  # fmt: skip
