"""Lists on the command line."""

from __future__ import annotations

import pytest

from arnak_env.cli.lists import board_names, names, numbers


def test_names() -> None:
    assert names("bird, snake") == ("bird", "snake")
    assert names("") == ()


def test_boards() -> None:
    assert board_names("all") == ("bird", "snake", "spider", "owl")
    assert board_names("owl, bird") == ("owl", "bird")
    with pytest.raises(ValueError, match="all already stands for"):
        board_names("all,owl")


@pytest.mark.parametrize(
    ("text", "expected"), [("0-5", (0, 1, 2, 3, 4, 5)), ("3", (3,)), ("0,2,4-5", (0, 2, 4, 5)), ("", ())]
)
def test_numbers(text: str, expected: tuple[int, ...]) -> None:
    assert numbers(text, "difficulties") == expected


@pytest.mark.parametrize("text", ["a", "1-", "-1", "5-0", "1,,2", "0-99999", "1.5"])
def test_wrong_numbers_are_named(text: str) -> None:
    with pytest.raises(ValueError, match="difficulties"):
        numbers(text, "difficulties")
