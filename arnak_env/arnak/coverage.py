"""What a scenario can say it covers: components, rulings, and the parts of the game that are no component."""

from __future__ import annotations

import functools
import re
import tomllib
from pathlib import Path

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content.schema import KINDS
from arnak_env.core.words import closest

# Parts of the game without an id of their own.
TOPICS = (
    "assistant removed", "blocking tiles", "bonus tile removed", "boon", "card row", "dark supply",
    "dark tablet", "decision arrow", "deck bottom", "difficulty", "dig", "discount", "discover", "draw to five",
    "duplicate idol", "empty deck", "end of round", "extra slot", "fallback research", "fear_tile",
    "free action", "hire plane", "idols beside the track", "impossible action", "invoke", "keep or put down",
    "leftover", "lone player", "Lost Temple", "main action", "moon staff", "notebook limit", "overcome",
    "owl tiles", "pass", "refresh assistants", "rescue", "result", "return archaeologists", "rival has no Fear",
    "rival objectives", "rival scoring", "round V mark", "scoring", "secret passage", "starting player",
    "temple tile", "tie", "tile shortage", "travel hierarchy", "travel payment", "turn order", "two icons",
)  # fmt: skip
_SORTS = "it is the id of a component, a ruling such as 'ruling 8', or one of the topics"
_RULINGS = Path(__file__).resolve().parent.parent / "docs" / "rulings.toml"
_STATEMENT = re.compile(r"statement [1-9]\d{0,2}")  # of the reference that the tests of the rules were written from


@functools.cache
def known_parts() -> frozenset[str]:
    """Return everything that `covers` may list, without the statements."""
    words = {*TOPICS, *a.TEMPLE_IDS}
    for kind in KINDS.values():
        words.update(kind.ids)
    for side in o.BOARDS:
        spaces = a.TRACK_WORDS[side]
        words.update(f"{side} {space}" for space in spaces)
        words.update(f"{side} {space} {token}" for space in spaces for token in o.RESEARCH_TOKENS)
        words.update(f"{side} {word}" for word in a.CAMP_IDS)
        words.add(f"{side} bonus tiles")
        words.update(f"bridge {first} {second}" for first in spaces for second in spaces if first != second)
        words.update(f"{side} {word}" for word in (*a.TEMPLE_IDS, *a.POSITION_IDS))
        words.update(f"{side} row {row} {token}" for row in range(o.TRACK_ROWS) for token in o.RESEARCH_TOKENS)
    words.update(f"{word} {level}" for word in a.ASSISTANT_IDS for level in ("silver", "gold"))
    words.update(f"owl tile {word}" for word in a.TRACK_WORDS["owl"])
    words.update(f"dark effect {word}" for word in (*a.CAMP_IDS, *a.POSITION_IDS))
    words.update(f"objective {word}" for word in o.OBJECTIVES)
    words.update(f"round {number}" for number in ("I", "II", "III", "IV", "V"))
    rulings = tomllib.loads(_RULINGS.read_text(encoding="utf-8"))["ruling"]
    words.update(f"ruling {number}" for number in range(1, len(rulings) + 1))
    return frozenset(words)


def check_part(word: object) -> None:
    """Refuse what is no component, ruling or other part of the game.

    Raises:
        ValueError: naming the closest ones.
    """
    if not isinstance(word, str):
        raise ValueError(f"covers: a part of the game is written in words, not {word!r}")
    if word in known_parts() or _STATEMENT.fullmatch(word):
        return
    near = closest(word, sorted(known_parts()))
    raise ValueError(f"covers: unknown part of the game {word!r}; " + (f"closest: {near}" if near else _SORTS))
