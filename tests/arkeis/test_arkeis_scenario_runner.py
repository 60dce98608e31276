"""What the runner makes of good and bad scenario files, and what positions refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import A_FINISH
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.content import load_content
from arnak_env.arkeis.position import BEGINNINGS, PositionError, build_position, describe_position
from arnak_env.arkeis.scenario import main, run_files
from arnak_env.arkeis.scenario_forced import first_place, places
from arnak_env.core.scenarios import ScenarioResult, format_report


def run_text(folder: Path, text: str) -> list[ScenarioResult]:
    path = folder / "some.toml"
    path.write_text(text)
    return run_files([path])


MOVE = """
[[scenario]]
title = "a move"
explorers.rhiat = { square = "A1" }
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[scenario]]\ntitle = 'a'\nexplorer = 1", "unknown key 'explorer'; closest: explorers"),
        ("[[scenario]]\nsource = 'a'", "scenario 1 has no title"),
        ("[[scenario]]\ntitle = 'a'\n[[scenario]]\ntitle = 'a'", "used twice"),
        ("[other]\na = 1", "unknown key 'other'"),
        ("not toml", "is not a TOML file"),
        ("", "holds no [[scenario]] table"),
        (MOVE + "rules = ['Q-1']", "rules: unknown 'Q-1'"),
        (MOVE + "rules = ['op spwan']", "closest: op spawn"),
        (MOVE + "step = 3", "steps are [[scenario.step]] tables"),
        (MOVE + "[[scenario.step]]\ndoes = 'move A2'", "step 1: unknown key 'does'"),
        (MOVE + "[[scenario.step]]\ndo = 'walk A2'", "step 1: do: 'walk A2': unknown verb 'walk'"),
        (MOVE + "[[scenario.step]]\ndo = 'move A9'", "unknown action 'move A9'"),
        (MOVE + "[[scenario.step]]\ndo = 3", "do is a list of texts"),
        (MOVE + "[[scenario.step]]\ndo = 'move B1'", "step 1: cannot be done: move B1"),
        (MOVE + "[[scenario.step]]\nlegal = 'move B1'", "should be legal, but is not: move B1"),
        (MOVE + "[[scenario.step]]\nillegal = 'move A2'", "should not be legal, but is: move A2"),
        (MOVE + "[[scenario.step]]\nonly = ['move A2']", "legal as well: end turn, move A3"),
        (MOVE + "[scenario.expect]\nreserve = 3", "at the end: reserve: expected 3, found 15"),
        (MOVE + "[scenario.expect]\nreserv = 3", "unknown key 'reserv'; closest: reserve"),
        (MOVE + "[scenario.expect]\n'explorers.rhiat.wound' = 3", "closest: wounds"),
        (MOVE + "[scenario.expect]\n'explorers.rhiat' = { wound = 3 }", "explorers.rhiat.wound: unknown key"),
        (MOVE + "[scenario.expect]\n'threats.e0-01.fate' = 3", "nobody holds a Threat 'e0-01'"),
        (MOVE + "dice = ['hit']", "chance was to bring what never came: dice: hit"),
        (MOVE + "dice = ['hits']", "dice: unknown face 'hits'; closest: hit"),
        (MOVE + "cards_drawn = ['e0-99']", "cards_drawn: unknown Clue card 'e0-99'"),
        (MOVE + "traumas = ['panics']", "traumas: unknown Trauma 'panics'; closest: panic"),
        (MOVE + "content = 3", "content holds tables"),
        (MOVE + "[[scenario.content.object]]\nid = 'whip'\nslot = 'head'", "content: scenario 'a move': object 'whip'"),
        (MOVE + "[[scenario.episode.cards]]\nid = 'e0-08'\neffects = ['wond(self, 1)']", "unknown operator 'wond'"),
        (MOVE + "[scenario.episode]\nnumber = 77", "unknown episode 77"),
    ],
)
def test_a_file_that_is_wrong_says_where_and_what_would_be_right(tmp_path: Path, text: str, words: str) -> None:
    results = run_text(tmp_path, text)
    report = format_report(results)
    assert not all(result.passed for result in results)
    assert words in report, report
    assert "some.toml" in report


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"explorers": {"rhiat": {"square": "Z1"}}}, "explorers.rhiat.square: unknown square 'Z1'"),
        ({"explorers": {"rihat": {}}}, "explorers.rihat: unknown key 'rihat'; closest: rhiat"),
        ({"explorers": {"franck": {"square": "A1"}}}, "explorers.franck.square: this Explorer is not in the team"),
        ({"explorers": {"rhiat": {"wounds": 5}}}, "between 0 and 4"),
        ({"explorers": {"rhiat": {"wounds": 4, "poison": True}}}, "between 0 and 3"),
        ({"explorers": {"rhiat": {"backpack": ["whip"], "equipped": ["whip"]}}}, "'whip' is held twice"),
        ({"explorers": {"rhiat": {"equipped": ["bronze_seal"]}}}, "'bronze_seal' is a Relic"),
        ({"explorers": {"rhiat": {"backpack": ["wip"]}}}, "unknown object 'wip'; closest: whip"),
        ({"explorers": {"rhiat": {"tokens": 2}}}, "only robert or robert_young"),
        ({"threats": {"e0-01": {"holder": "franck"}}}, "threats.e0-01.holder: unknown Explorer of the team"),
        ({"threats": {"e0-01": {}}, "cards": {"read": ["e0-01"]}}, "named twice"),
        ({"cards": {"red": []}}, "cards.red: unknown key 'red'; closest: read"),
        ({"zones": ["C"]}, "zones: the episode has no zone C; to be laid are F"),
        ({"open_doors": ["d9"]}, "open_doors: unknown link 'd9'"),
        ({"joined": ["A1"]}, "a pair of squares"),
        ({"tokens": {"amber": "A1"}}, "tokens.amber: unknown key 'amber'"),
        ({"special_tokens": {"time": ["A1", "A2"]}}, "there are 1 such tokens, not 2"),
        ({"adversaries": {"A1": ["mummy"] * 5}}, "there are only 4 miniatures of 'mummy'"),
        ({"adversaries": {"A1": [{"kind": "beetle", "power": 1}]}}, "power and card belong to guardian"),
        ({"adversaries": {"A1": ["beatle"]}}, "closest: beetle"),
        ({"removed": {"priestess": 2}}, "between 0 and 1"),
        ({"sheet": ["6f"]}, "the sheet has no box 6f"),
        ({"flags": ["nothing"]}, "flags: unknown flag of the episode 'nothing'"),
        ({"wildcards": ["rhiat", "chest", "chest"]}, "there are 2 Wildcard tokens"),
        ({"trauma_bottom": ["panic"] * 7}, "there are only 6 cards 'panic'"),
        ({"used": {"turn": ["wip"]}}, "closest: whip"),
        ({"results": {"9": "adverse"}}, "results.9: unknown key '9'"),
        ({"reserve": -1}, "between 0 and 50"),
        ({"turn": "franck"}, "turn: unknown Explorer of the team 'franck'"),
        ({"begin": "night"}, "begin: unknown beginning 'night'"),
        ({"begin": "camp"}, "the camp belongs to a campaign"),
        ({"begin": "setup", "reserve": 3}, "reserve: decided by the set-up"),
        ({"begin": "setup", "explorers": {"rhiat": {"wounds": 1}}}, "unknown key 'wounds'"),
        ({"game": {"explorers": ["nobody"]}}, "game: unknown explorer 'nobody'"),
        ({"game": {"episode": 6}}, "game: unknown episode 6"),
        ({"game": {"mode": "campaign", "episodes": [0], "episode": 1}}, "game: episode 1 is none of the campaign"),
    ],
)
def test_positions_that_cannot_be(spec: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionError) as caught:
        build_position(spec, load_content())
    assert words in str(caught.value)


@pytest.mark.parametrize("begin", BEGINNINGS)
@pytest.mark.parametrize("episode", [0, 1, 2])
def test_every_beginning_leads_to_a_game_that_can_be_played_to_its_end(begin: str, episode: int) -> None:
    spec = {"game": {"mode": "campaign", "episode": episode, "explorers": ["robert_young", "eleonor"]}, "begin": begin}
    batch = Batch.from_games(build_position(spec, load_content()))
    if begin != "setup":
        assert batch.legal_actions(0) == [A_FINISH]
        batch.step(np.array([A_FINISH]))
    batch.playout()
    assert batch.over.all()
    assert batch.games["error"][0] == 0


def test_what_a_position_says_is_what_its_description_says() -> None:
    spec: dict[str, Any] = {
        "game": {"episode": 0, "explorers": ["rebecca", "robert"], "first_player": "robert"},
        "reserve": 9,
        "actions_left": 1,
        "explorers": {
            "rebecca": {
                "square": "B1", "wounds": 2, "poison": True, "traumas": ["sprain"], "fate": 3,
                "backpack": ["bronze_seal"], "equipped": ["whip"], "experience": ["rebecca-rally"],
                "adversary_cards": ["beetle-3"], "turns": 4,
            },
            "robert": {"square": "A1", "tokens": 1},
        },
        "threats": {"e0-01": {"holder": "rebecca", "fate": 2, "waiting": True}},
        "indicators": ["A2"],
        "special_tokens": {"chain": ["A3", "A4"]},
        "removed": {"beetle": 1},
        "kind_cards": {"snake_ball": "snake_ball-2"},
        "life": {"mummy": 2},
        "sheet": ["1a", "2b"],
        "coins": 4, "xp": 5, "vp": 6,
        "wildcards": ["chest", "robert"],
        "trauma_bottom": ["panic", "fragile"],
    }  # fmt: skip
    batch = Batch.from_games(build_position(spec, load_content()), show_forced=True)
    batch.step(np.array([A_FINISH]))
    words = describe_position(batch.games, load_content())

    def check(said: Any, found: Any, path: str) -> None:
        if isinstance(said, dict):
            for key, value in said.items():
                check(value, found[key], f"{path}.{key}")
        else:
            assert said == found, path

    for key, value in spec.items():
        if key != "game":
            check(value, words[key], key)
    assert words["turn"] == "robert"
    assert words["adjacent"]["A1"] == ["A2", "A3"]
    assert words["set_aside"] == 50 - 9 - 3 - 2
    assert words["phase"] == 4


def test_chance_follows_the_streams_of_the_rules() -> None:
    """The numbers that are looked for are those that the rules draw."""
    batch = Batch(1, explorers=["rhiat"], seed=8)
    seed = int(batch.games["seed"][0])
    wanted = ((0, 2, 6), (4, 5, 6), (5, 6, 6))
    place = first_place(seed, o.STREAM_DICE, 17, wanted)
    assert place >= 17
    again = places(seed, o.STREAM_DICE, 17, wanted)
    assert [next(again), next(again)][0] == place


def test_the_command_tells_success_and_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.toml"
    good.write_text(MOVE)
    assert main([str(good), "--legal"]) == 0
    assert "move A2" in capsys.readouterr().out
    good.write_text(MOVE + "[scenario.expect]\nreserve = 1")
    assert main([str(good)]) == 1


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--help"], 0, "usage: python -m arnak_env.arkeis.scenario"),
        ([], 2, "the following arguments are required: files"),
        (["nowhere.toml"], 2, "no such scenario file or folder: nowhere.toml"),
    ],
)
def test_the_command_answers_help_and_refuses_what_is_not_there(
    words: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == code
    told = capsys.readouterr()
    assert said in told.out + told.err
