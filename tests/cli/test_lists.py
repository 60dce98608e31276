"""Lists on the command line."""

from __future__ import annotations

import pytest

from arnak_env.cli.lists import names, numbers


def test_names() -> None:
    assert names("bird, snake") == ("bird", "snake")
    assert names("") == ()


@pytest.mark.parametrize(
    ("text", "expected"), [("0-5", (0, 1, 2, 3, 4, 5)), ("3", (3,)), ("0,2,4-5", (0, 2, 4, 5)), ("", ())]
)
def test_numbers(text: str, expected: tuple[int, ...]) -> None:
    assert numbers(text, "difficulties") == expected


@pytest.mark.parametrize("text", ["a", "1-", "-1", "5-0", "1,,2", "0-99999", "1.5"])
def test_wrong_numbers_are_named(text: str) -> None:
    with pytest.raises(ValueError, match="difficulties"):
        numbers(text, "difficulties")
