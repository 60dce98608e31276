"""What a game looks like in words, and how that differs from what a scenario expects."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.content import Content
from arnak_env.arkeis.position_describe import Words, describe_game
from arnak_env.core.scenarios import UnknownKey, in_words
from arnak_env.core.words import unknown

IN_ORDER = frozenset({"team", "trauma_bottom"})  # all other lists are compared in any order


def read_game(batch: Batch, content: Content) -> Words:
    """Return everything that expectations can name, for the only game of a batch."""
    game = batch.games[0]
    words = describe_game(game, content)
    over = bool(game["over"])
    words["over"] = over
    words["decides"] = "" if over else batch.explorer(0, int(batch.player[0]))
    words["question"] = "" if over else question(batch)
    words["decisions"] = int(game["decisions"])
    return words


def question(batch: Batch) -> str:
    """Return what is asked; the kind of question where no words for it are at hand."""
    try:
        return batch.question(0)
    except ImportError:
        return o.ASK_IDS[int(batch.games[0]["frame"][int(batch.games[0]["frames"]) - 1][o.F_ASK])]


def differences(expected: Words, actual: Words) -> list[str]:
    """Compare expectations with a game in words.

    Returns:
        One line for each difference, empty when everything is as expected.

    Raises:
        UnknownKey: an expectation names something that no game has.
    """
    found: list[str] = []
    for key, value in expected.items():
        found += _compare(key, value, *_look_up(key, actual))
    return found


def _look_up(key: str, words: Words) -> tuple[str, Any]:
    """Follow a dotted key; return its last word and what stands there."""
    place: Any = words
    parts = key.split(".") if key not in words else [key]
    for number, part in enumerate(parts):
        if not isinstance(place, dict) or part not in place:
            if parts[0] == "threats" and number == 1:
                raise UnknownKey(f"{key}: nobody holds a Threat {part!r}; held are {', '.join(place) or 'none'}")
            known = list(place) if isinstance(place, dict) else []
            before = ".".join(parts[:number])
            raise UnknownKey(f"{key}: {unknown(part, known, 'key')}" + (f" of {before}" if before else ""))
        place = place[part]
    return parts[-1], place


def _compare(path: str, expected: Any, name: str, actual: Any) -> list[str]:
    if isinstance(expected, dict) and isinstance(actual, dict):
        if path == "threats" and not expected and actual:
            return [f"threats: expected {{}}, found {in_words(actual)}"]
        found: list[str] = []
        for key, value in expected.items():
            found += _compare(f"{path}.{key}", value, *_look_up_inner(path, key, actual))
        return found
    if isinstance(expected, list) and isinstance(actual, list):
        if _same_list(expected, actual, name in IN_ORDER):
            return []
        return [f"{path}: expected {in_words(expected)}, found {in_words(actual)}"]
    if path == "question" and isinstance(expected, str):
        same = expected.lower() in str(actual).lower()  # the wording around it may change
    else:
        same = type(expected) is type(actual) and expected == actual
    return [] if same else [f"{path}: expected {in_words(expected)}, found {in_words(actual)}"]


def _look_up_inner(path: str, key: str, actual: Words) -> tuple[str, Any]:
    try:
        return _look_up(key, actual)
    except UnknownKey as error:
        raise UnknownKey(f"{path}.{error}") from None


def _same_list(expected: list[Any], actual: list[Any], in_order: bool) -> bool:
    if len(expected) != len(actual):
        return False
    if in_order:
        return all(map(_fits, expected, actual))
    if not any(isinstance(entry, dict) for entry in actual):
        return Counter(map(str, expected)) == Counter(map(str, actual))
    return _matched(expected, actual)


def _matched(expected: list[Any], actual: list[Any]) -> bool:
    """Return whether each expectation can have an entry of its own; the most demanding ones choose first."""
    left = list(actual)
    for entry in sorted(expected, key=lambda one: len(one) if isinstance(one, dict) else 0, reverse=True):
        match = next((other for other in left if _fits(entry, other)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _fits(expected: Any, actual: Any) -> bool:
    """Compare one entry: a table needs only the named keys, a plain word fits a table of that kind."""
    if isinstance(actual, dict):
        wanted = {"kind": expected} if isinstance(expected, str) else expected
        return isinstance(wanted, dict) and all(key in actual and actual[key] == wanted[key] for key in wanted)
    return bool(expected == actual)
