"""Recorded games of Lost Ruins of Arnak must not change unnoticed: whatever changes them moves results."""

from __future__ import annotations

import re

import golden_text
import pytest
from golden_games import COMMAND, DIGESTED, DIGESTS, PLAYED, Game, digest_text, played_text
from golden_text import DIGESTED_GAMES, HERE, changes

from arnak_env.core.compile import COMPILED


def check(name: str, text: str) -> None:
    golden_text.check(name, text, COMMAND, DIGESTS)


@pytest.mark.parametrize("name", PLAYED)
def test_recorded_game(name: str) -> None:
    check(name, played_text(PLAYED[name]))


@pytest.mark.skipif(not COMPILED, reason="hundreds of games take too long without compilation")
def test_digests() -> None:
    check(DIGESTS, digest_text())


def test_digests_are_all_there() -> None:
    text = (HERE / DIGESTS).read_text(encoding="utf-8").split("record layout")[1]
    digests = re.findall(r"\b[0-9a-f]{12}\b", text)
    assert len(digests) == len(DIGESTED) * (DIGESTED_GAMES + 1)
    assert len(set(digests)) == len(digests), "two recorded games are the same"


@pytest.mark.parametrize(
    ("board", "parts"),
    [
        (
            "spider",
            (
                "> invoke altar_",
                "> take card ",
                ".artifact: none -> ",
                "use the dark effect of ",
                "which kind first",
                "took_track_idol: no -> yes",
                ".arrival: ",
                "altars.",
            ),
        ),
        (
            "owl",
            (
                "unused -> 1",
                "> research lantern ",
                "> owl tile ",
                "> temple top_idols",
                "> extra slot ",
                "lantern: board -> ow0",
                "owl.tiles.",
            ),
        ),
    ],
)
def test_the_games_on_the_new_boards_show_what_only_these_have(board: str, parts: tuple[str, ...]) -> None:
    for name in (f"solo_{board}_difficulty_10_objectives_3.txt", f"3_players_{board}.txt"):
        text = (HERE / name).read_text(encoding="utf-8")
        for part in parts:
            assert part in text, (name, part)
        if "solo" in name:
            for part in {"spider": ("tablets.rival: 0 -> 1",), "owl": ("unused -> rival", "rival.owl_tiles.")}[board]:
                assert part in text, (name, part)


def test_a_change_is_said_in_words() -> None:
    before = {"round": 1, "hand": ["fear", "horse"], "deck": ["axe", "hat"], "passed": False, "only before": 3}
    after = {"round": 2, "hand": ["fear"], "deck": ["hat", "axe"], "passed": True}
    assert list(changes(before, after)) == [
        "round: 1 -> 2",
        "hand: -horse",
        "deck: now hat, axe",
        "passed: no -> yes",
        "only before: 3 -> none",
    ]
    assert list(changes(before, before)) == []


def test_a_difference_says_that_the_version_goes_up() -> None:
    with pytest.raises(pytest.fail.Exception, match="raise the version of the environments"):
        check(next(iter(PLAYED)), played_text(Game("bird", 1, 0, seed=4)))
