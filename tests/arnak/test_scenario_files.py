"""Scenario files: every one of ours, and what the runner makes of good and bad ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from arnak_env.arnak.content import amend_content, load_content
from arnak_env.arnak.scenario import Scenario, load_scenarios, run_files, run_scenario
from arnak_env.core.scenarios import ScenarioError, ScenarioResult, format_report, scenario_files

FOLDER = Path(__file__).parent.parent / "scenarios"


def _all_scenarios() -> list[pytest.ParameterSet]:
    """Return one parameter for each scenario; a file that cannot be read is one parameter, the error."""
    parameters = []
    for path in scenario_files([FOLDER]):
        place = path.relative_to(FOLDER).with_suffix("").as_posix()
        try:
            scenarios = load_scenarios(path)
        except ScenarioError as error:
            parameters.append(pytest.param(error, id=place))
            continue
        parameters += [pytest.param(scenario, id=f"{place}: {scenario.title}") for scenario in scenarios]
    return parameters


@pytest.mark.parametrize("scenario", _all_scenarios())
def test_scenario(scenario: Scenario | ScenarioError) -> None:
    if isinstance(scenario, ScenarioError):
        raise scenario
    result = run_scenario(scenario)
    assert result.passed, format_report([result])


# --- the runner itself -----------------------------------------------------------------------------------------------
def run_text(tmp_path: Path, text: str) -> list[ScenarioResult]:
    path = tmp_path / "some.toml"
    path.write_text(text)
    return run_files([path])


OSTRICH = """
[[scenario]]
title = "ostrich"
game = { board = "bird", players = 2 }
[scenario.players.1]
hand = ["ostrich"]
deck = ["horse"]
"""


OBJECTIVES = """
[[scenario]]
title = "objectives"
game = { players = 1, difficulty = 10, objectives = 3, first_objective_worth_four = true }
[scenario.rival]
glass = "b5"
notebook = "b2"
objectives = { open = ["discover_site", "buy_item"], first = "buy_item", met = ["archaeologists"], replaced = [] }
objective_points = 8
"""


def test_expectations_can_name_the_objectives_of_the_rival(tmp_path: Path) -> None:
    results = run_text(
        tmp_path,
        OBJECTIVES
        + """
[scenario.expect]
"rival.notebook" = "b2"
"rival.objectives.open" = ["buy_item", "discover_site"]
"rival.objectives" = { met = ["archaeologists"], replaced = [], first = "buy_item" }
"rival.objective_points" = 8
"rival.two_point_tiles" = 2
"rival.six_point_tiles" = 4
"rival.score" = { temple_tiles = 8 }
"game.objectives" = 3
"game.rival_tiles" = { discover = "purple" }
""",
    )
    assert results[0].passed, format_report(results)
    results = run_text(tmp_path, OBJECTIVES + '[scenario.expect]\n"rival.objectives.open" = ["buy_item"]\n')
    assert not results[0].passed


SPIDER = """
[[scenario]]
title = "spider"
game = { board = "spider", players = 1 }
[scenario.players.1]
glass = "sp3r"
dark_tablets = 2
encounters_kept = ["encounter_1_10"]
[scenario.altars]
altar_1 = { artifact = "serpents_gold", tablets = { 1 = 2, rival = 1 } }
[scenario.rival]
stack = ["spider"]
"""

OWL = """
[[scenario]]
title = "owl"
game = { board = "owl", players = 1 }
hidden_sites = ["l1_jewel"]
[scenario.players.1]
glass = "p1"
lantern = "ow2b"
owl_tiles = { one = 2 }
extra_slotted = 1
[scenario.rival]
glass = "p4"
[scenario.owl]
marked = ["ow3b"]
taken = ["ow1b"]
"""


def test_expectations_can_name_what_the_spider_temple_has(tmp_path: Path) -> None:
    results = run_text(
        tmp_path,
        SPIDER
        + """
[[scenario.step]]
legal = "invoke altar_1"
illegal = ["research glass sp4l", "invoke altar_3"]
do = "invoke altar_1"
expect = { "altars.altar_1.tablets" = { 1 = 3, rival = 1 } }
[scenario.expect]
"altars.altar_1.artifact" = "serpents_gold"
"altars.altar_2.artifact" = "none"
"dark.supply" = 9
"players.1.dark_tablets" = 1
"players.1.took_track_idol" = false
"players.1.score" = { altars = 2, lantern = 0 }
"players.1.encounters_kept" = ["encounter_1_10"]
"encounters.chapter_1" = ["encounter_1_01", "encounter_1_02"]
"encounters.chapter_1_size" = 9
"supply.idol_stack_size" = 10
idols_left = 8
idols_beside = 2
"rival.score" = { altars = 0 }
""",
    )
    assert results[0].passed, format_report(results)


def test_expectations_can_name_what_the_owl_temple_has(tmp_path: Path) -> None:
    results = run_text(
        tmp_path,
        OWL
        + """
[scenario.expect]
"owl.tiles" = { ow1a = 1, ow1b = 0, ow2a = 0, p1 = 0, p2 = 1 }
"owl.marked" = ["ow3b"]
"owl.passages" = { p1 = 1, p4 = "rival", p5 = "unused" }
"players.1.lantern" = "ow2b"
"players.1.owl_tiles.one" = 2
"players.1.extra_slotted" = 1
"players.1.idol_types" = ["idol_exile"]
"rival.lantern" = "ow0"
"rival.owl_tiles.five" = 0
"supply.temple_tiles.top_ten" = 1
hidden_sites = ["l1_jewel"]
""",
    )
    assert results[0].passed, format_report(results)


HORSE = """
[[scenario]]
title = "another horse"
[scenario.players.1]
hand = ["horse"]
[[scenario.content.card]]
id = "horse"
effect = "gain 2 jewel"
timing = "free"
[[scenario.step]]
do = "play horse"
[scenario.expect]
"players.1.tokens.jewel" = 2
"""


def test_a_scenario_can_change_the_content_for_itself(tmp_path: Path) -> None:
    printed = HORSE.replace("another", "the printed").split("[[scenario.content.card]]")[0]
    printed += '[[scenario.step]]\ndo = "play horse"\n[scenario.expect]\n"players.1.tokens.jewel" = 0\n'
    results = run_text(tmp_path, HORSE + printed)
    assert results[0].passed, format_report(results)
    assert results[1].passed, format_report(results)


def test_changed_content_stands_on_top_of_that_of_the_run(tmp_path: Path) -> None:
    content = amend_content(load_content(), {"card": [{"id": "horse", "cost": 7}]}, "of the run")
    path = tmp_path / "some.toml"
    path.write_text(
        HORSE.replace('hand = ["horse"]', "tokens = { coin = 7 }").split("[[scenario.step]]")[0]
        + """
[scenario.row]
items = ["horse", "", "", "", ""]
[[scenario.step]]
do = "buy horse"
[scenario.expect]
"players.1.tokens.coin" = 0
"""
    )
    results = run_files([path], content)
    assert results[0].passed, format_report(results)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ('effect = "gain 2 jewels"', "unknown token 'jewels'"),
        ("costs = 3", "unknown field; closest: cost"),
        ('cost = "two"', "is not right"),
    ],
)
def test_changed_content_is_checked_like_a_file(tmp_path: Path, entry: str, reason: str) -> None:
    text = HORSE.replace('effect = "gain 2 jewel"\ntiming = "free"', entry)
    (result,) = run_text(tmp_path, text)
    (difference,) = result.differences
    assert difference.startswith("content: scenario 'another horse': card 'horse'")
    assert reason in difference


def test_a_scenario_that_holds_has_no_differences(tmp_path: Path) -> None:
    results = run_text(
        tmp_path,
        OSTRICH
        + """
[[scenario.step]]
legal = ["play ostrich", "dig camp_coin.1"]
illegal = ["dig camp_coin.2", "end turn"]
do = "play ostrich"
[[scenario.step]]
do = "choose draw"
expect = { "players.1.hand" = ["horse"], question = "dig or discover" }
[scenario.expect]
"players.1.deck" = []
"players.1.score" = { cards = 2 }
"space camp_coin.1" = "empty"
turn = 1
main_done = true
""",
    )
    assert [result.differences for result in results] == [[]]
    assert results[0].actions == ["play ostrich", "choose draw"]
    assert "decline" in results[0].legal
    assert format_report(results) == "1 scenario, all as expected"


@pytest.mark.parametrize(
    ("steps", "difference"),
    [
        ('[[scenario.step]]\nlegal = ["dig camp_coin.2"]', "a blocking tile covers the space"),
        ('[[scenario.step]]\nillegal = ["play ostrich"]', "should not be legal, but is: play ostrich"),
        ('[[scenario.step]]\nonly = ["pass"]', "legal as well: "),
        ('[[scenario.step]]\nonly = ["pass", "buy slot 1"]', "not legal: buy slot 1"),
        ('[[scenario.step]]\ndo = "play horse"', "cannot be done: play horse: there is no such card in your hand"),
        (
            '[[scenario.step]]\ndo = "pass"\nexpect = { "players.1.tokens.coin" = 1 }',
            "step 1: players.1.tokens.coin: expected 1, found 0",
        ),
        (
            '[scenario.expect]\n"players.1.hand" = ["horse"]',
            'at the end: players.1.hand: expected ["horse"], found ["ostrich"]',
        ),
        ('[scenario.expect]\n"players.1.hands" = []', "unknown key 'hands'; closest: hand"),
        ('[scenario.expect]\n"space camp_coin.3" = "empty"', "closest: space camp_coin"),
        ('[scenario.expect]\nplayers.1.tokens.jewel = 2', "players.1.tokens.jewel: expected 2, found 0"),
        ('[scenario.row]\nitems = ["ostrich", "", "", "", ""]', "impossible position: row.items: 'ostrich' lies in"),
    ],
)  # fmt: skip
def test_what_differs_is_said_in_words(tmp_path: Path, steps: str, difference: str) -> None:
    (result,) = run_text(tmp_path, OSTRICH + steps)
    assert not result.passed
    assert difference in "\n".join(result.differences)
    assert result.title in format_report([result])


def test_forced_choices_are_taken_except_pass_and_end_turn(tmp_path: Path) -> None:
    text = """
[[scenario]]
title = "one card, one camp"
[scenario.players.1]
hand = ["fear"]
[[scenario.step]]
do = "dig camp_coin.1"
expect = { "players.1.tokens.coin" = 2, turn = 1 }
[[scenario.step]]
only = ["end turn"]
do = "end turn"
[[scenario.step]]
only = ["pass"]
[scenario.expect]
turn = 2
"""
    (result,) = run_text(tmp_path, text)
    assert result.passed, result.differences
    assert result.actions == ["dig camp_coin.1", "(pay card fear)", "end turn"]


def test_a_forced_choice_that_is_written_next_is_not_taken_before(tmp_path: Path) -> None:
    text = """
[[scenario]]
title = "written out"
[scenario.players.1]
hand = ["fear"]
[[scenario.step]]
do = "dig camp_coin.1"
expect = { "players.1.tokens.coin" = 0 }
[[scenario.step]]
only = ["pay card fear"]
do = "pay card fear"
"""
    (result,) = run_text(tmp_path, text)
    assert result.passed, result.differences
    assert result.actions == ["dig camp_coin.1", "pay card fear"]


def test_purchases_can_be_named_by_slot(tmp_path: Path) -> None:
    text = """
[[scenario]]
title = "slots"
[scenario.players.1]
tokens = { coin = 9 }
[scenario.row]
items = ["", "hat", "axe", "dog", "rope"]
[[scenario.step]]
illegal = ["buy slot 2"]
legal = ["buy slot 3"]
do = "buy slot 3"
[scenario.expect]
"players.1.deck" = ["hat"]
"row.items" = ["", "", "axe", "dog", "rope"]
"""
    (result,) = run_text(tmp_path, text)
    assert result.passed, result.differences
    (result,) = run_text(tmp_path, text.replace('do = "buy slot 3"', 'do = "buy slot 2"'))
    assert result.differences == ["step 1: cannot be done: buy slot 2: no card lies there"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[scenario]]\n", "scenario 1 has no title"),
        ("title = 3\n", "unknown key 'title'"),
        ("x = = 1", "is not a TOML file"),
        ("", "holds no [[scenario]] table"),
        ('[[scenario]]\ntitle = "a"\nexpected = {}', "unknown key 'expected'; closest: expect"),
        ('[[scenario]]\ntitle = "a"\n[[scenario.step]]\nlegals = []', "step 1: unknown key 'legals'; closest: legal"),
        ('[[scenario]]\ntitle = "a"\n[[scenario.step]]\ndo = "play ostritch"', "unknown action 'play ostritch'"),
        ('[[scenario]]\ntitle = "a"\n[[scenario.step]]\ndo = "research glass s3"', "'research glass' goes with b0"),
        ('[[scenario]]\ntitle = "a"\ngame = { board = "snake" }\n[[scenario.step]]\ndo = "research glass sp3l"',
         "'research glass' goes with s0"),
        ('[[scenario]]\ntitle = "a"\n[[scenario.step]]\ndo = "temple top_ten"', "'temple' goes with bronze_left"),
        ('[[scenario]]\ntitle = "a"\ngame = { board = "owl" }\n[[scenario.step]]\nlegal = "temple gold"', "top_left"),
        ('[[scenario]]\ntitle = "a"\ncontent = 3', "content holds [[scenario.content.KIND]] tables"),
        ('[[scenario]]\ntitle = "a"\n[[scenario]]\ntitle = "a"', "used twice"),
        ("scenario = [3]", "scenario 1 is a table, not 3"),
        (f"a = {'[' * 50_000}", "is nested too deeply"),
        ("[scenario]", "holds no [[scenario]] table"),
        ('[[scenario]]\ntitle = "a"\nstep = 3', "step: steps are [[scenario.step]] tables, not 3"),
        ('[[scenario]]\ntitle = "a"\nstep = [3]', "step 1: a step is a table, not 3"),
        ('[[scenario]]\ntitle = "a"\n[[scenario.step]]\ndo = 3', "step 1: do is an action in words or a list of them"),
        ('[[scenario]]\ntitle = "a"\n[[scenario.step]]\nlegal = 3', "step 1: legal is an action in words"),
        ('[[scenario]]\ntitle = "a"\n[[scenario.step]]\nillegal = {}', "step 1: illegal is an action in words"),
        ('[[scenario]]\ntitle = "a"\n[[scenario.step]]\nonly = [3]', "step 1: only: an action is written in words"),
        ('[[scenario]]\ntitle = "a"\n[[scenario.step]]\nexpect = 3', "step 1: expect is a table, not 3"),
        ('[[scenario]]\ntitle = "a"\ncovers = ["ostritch"]', "unknown part of the game 'ostritch'; closest: ostrich"),
        ('[[scenario]]\ntitle = "a"\ncovers = ["ruling 999"]', "covers: unknown part of the game 'ruling 999'"),
        ('[[scenario]]\ntitle = "a"\ncovers = [3]', "covers: a part of the game is written in words, not 3"),
    ],
    ids=lambda text: text[:60],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_reported_and_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ScenarioError) as caught:
        load_scenarios(path)
    assert str(path) in str(caught.value)
    assert reason in str(caught.value)
    assert any(reason in line for result in run_files([path]) for line in result.differences)


def test_one_bad_scenario_does_not_keep_the_others_from_running(tmp_path: Path) -> None:
    text = '[[scenario]]\ntitle = "bad"\nwrong = 1\n' + OSTRICH
    results = run_text(tmp_path, text)
    assert [result.passed for result in results] == [False, True]
    results = run_files([tmp_path, tmp_path / "missing.toml"])
    assert [result.passed for result in results] == [False, True, False]
    assert "cannot be read" in results[2].differences[0]


def test_the_report_shows_what_can_be_done(tmp_path: Path) -> None:
    report = format_report(run_text(tmp_path, OSTRICH), show_legal=True)
    assert "Player 1: take your turn" in report
    assert "play ostrich" in report
