"""Recorded games of Arkeis must not change unnoticed: whatever changes them moves results."""

from __future__ import annotations

import re

import golden_text
import pytest
from golden_arkeis import COMMAND, DIGESTED, DIGESTS, PLAYED, Game, digest_text, played_text
from golden_text import DIGESTED_GAMES, HERE

from arnak_env.core.compile import COMPILED

SHOWN_BY = {  # what each recording is there to show
    "arkeis_episode_0_solo.txt": ("> clue ", "> combat beetle", "> mark ", "zones: ", "episode_0: favourable epilogue"),
    "arkeis_episode_1_3_explorers.txt": ("> give action ", "> apply ability", ".traumas: +", "> face ", "> give "),
    "arkeis_episode_2_5_explorers_elite.txt": (
        "-elite",
        "> miniature ",
        "episode_2: favourable epilogue",
        "poison: no",
    ),
    "arkeis_campaign_2_explorers.txt": (
        "stage: episode -> camp",
        "> buy ",
        "> object ",
        "episode: episode_1 -> episode_2",
    ),
}


def check(name: str, text: str) -> None:
    golden_text.check(name, text, COMMAND, DIGESTS)


@pytest.mark.parametrize("name", PLAYED)
def test_recorded_game(name: str) -> None:
    check(name, played_text(PLAYED[name]))


@pytest.mark.parametrize("name", PLAYED)
def test_the_recording_shows_what_it_is_there_for(name: str) -> None:
    text = (HERE / name).read_text(encoding="utf-8")
    assert [part for part in SHOWN_BY[name] if part not in text] == []


@pytest.mark.skipif(not COMPILED, reason="hundreds of games take too long without compilation")
def test_digests() -> None:
    check(DIGESTS, digest_text())


def test_digests_are_all_there() -> None:
    text = (HERE / DIGESTS).read_text(encoding="utf-8").split("record layout")[1]
    digests = re.findall(r"\b[0-9a-f]{12}\b", text)
    assert len(digests) == len(DIGESTED) * (DIGESTED_GAMES + 1)
    assert len(set(digests)) == len(digests), "two recorded games are the same"


def test_a_difference_says_that_the_version_goes_up() -> None:
    with pytest.raises(pytest.fail.Exception, match="raise the version of the environments"):
        check(next(iter(PLAYED)), played_text(Game(0, ("franck",), seed=4)))
