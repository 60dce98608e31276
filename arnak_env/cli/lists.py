"""Lists on the command line: names as `bird,snake`, numbers as `0-5` or `0,2,5`."""

from __future__ import annotations

ALL = "all"


def names(text: str) -> tuple[str, ...]:
    """Return the names of a list with commas; an empty entry is left to the checks that know the right names."""
    return tuple(word.strip() for word in text.split(",")) if text.strip() else ()


def board_names(text: str) -> tuple[str, ...]:
    """Return the names of a list of boards; ``all`` stands for every board.

    Raises:
        ValueError: when there is more than ``all``.
    """
    from arnak_env.arnak.opcodes import BOARDS

    found = names(text)
    if ALL not in found:
        return found
    if len(found) > 1:
        raise ValueError(
            f"{text!r} in the list of boards: {ALL} already stands for {', '.join(BOARDS)}; write it alone"
        )
    return BOARDS


def numbers(text: str, what: str) -> tuple[int, ...]:
    """Return the numbers of a list such as ``0-5`` or ``0,2,4-5``.

    Raises:
        ValueError: naming the entry that is no number and no range.
    """
    found: list[int] = []
    for word in names(text):
        first, dash, last = word.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise ValueError(f"{word!r} in the list of {what} is neither a number nor a range; write 0,2,5 or 0-5")
        low, high = int(first), int(last or first)
        if high < low or high - low > 1000:
            raise ValueError(f"the range {word!r} in the list of {what} runs backwards or is far too long")
        found.extend(range(low, high + 1))
    return tuple(found)
