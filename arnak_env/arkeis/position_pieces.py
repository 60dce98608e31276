"""Tokens, indicators, sheet, flags and counters of a position in words."""

from __future__ import annotations

from typing import Any

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import BOX_IDS
from arnak_env.arkeis.position_names import Names
from arnak_env.core.position_reader import Section

MOST_COUNTED = 99


def place_pieces(game: Any, whole: Section, tables: Any, names: Names) -> None:
    """Write what the position says about the board and the sheet."""
    place_tokens(game, whole)
    place_special_tokens(game, whole)
    for square in whole.words("indicators", o.SQUARE_IDS, "square"):
        game["indicators"] |= 1 << square
    place_marks(game, whole, tables)
    for flag in whole.words("flags", tuple(names.flags), "flag of the episode"):
        game["episode_flags"] |= 1 << flag
    counted = whole.section("counters", tuple(names.counters))
    for word in counted.table:
        game["counters"][names.counters[word]] = counted.integer(word, 0, -MOST_COUNTED, MOST_COUNTED)


def place_tokens(game: Any, whole: Section) -> None:
    """Put Clue tokens on squares, or away."""
    tokens = whole.section("tokens", o.SYMBOL_IDS[: o.TOKENS])
    for word in tokens.table:
        game["token_place"][o.SYMBOL_IDS.index(word)] = tokens.word(word, o.SQUARE_IDS, "square", default=o.NOWHERE)


def place_special_tokens(game: Any, whole: Section) -> None:
    """Put the special tokens of each listed sort where the position says."""
    special = whole.section("special_tokens", o.SPECIAL_IDS)
    for word in special.table:
        sort = o.SPECIAL_IDS.index(word)
        squares = special.words(word, o.SQUARE_IDS, "square")
        count, first = o.SPECIAL_COUNTS[sort], o.SPECIAL_FIRST[sort]
        if len(squares) > count:
            raise special.fail(word, f"there are {count} such tokens, not {len(squares)}")
        game["special_square"][first : first + count] = squares + [o.NOWHERE] * (count - len(squares))


def place_marks(game: Any, whole: Section, tables: Any) -> None:
    """Mark boxes of the sheet; the Artifacts of complete lines count as drawn."""
    slot = int(game["slot"])
    for box in whole.words("sheet", BOX_IDS, "box"):
        if tables["sheet_box"][slot, box] < 0:
            known = [word for k, word in enumerate(BOX_IDS) if tables["sheet_box"][slot, k] >= 0]
            raise whole.fail("sheet", f"the sheet has no box {BOX_IDS[box]}; its boxes are {', '.join(known)}")
        game["marked"] |= 1 << box
    marked = int(game["marked"])
    for line in range(o.SHEET_LINES):
        boxes = int(tables["line_boxes"][slot, line])
        if boxes and marked & boxes == boxes and tables["line_artifact"][slot, line] >= 0:
            game["artifact_taken"] |= 1 << line
