"""The Exploration Sheet of Arkeis as text."""

from __future__ import annotations

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content import schema
from arnak_env.arkeis.effect_words import NO_EFFECT, effects_text
from arnak_env.arkeis.words import FACE_WORDS, Scene, line_words
from arnak_env.render.lines import wrap

_BOX = 10


def sheet(scene: Scene, width: int) -> list[str]:
    """Return the boxes row by row with the bonus of each row, then those of the columns."""
    rows = scene.episode.sheet.rows
    lines = ["", "EXPLORATION SHEET  (marked boxes in brackets; bonuses count at the end, Artifacts at once)"]
    for row in range(len(rows)):
        cells = [_box(scene, row * o.SHEET_SIDE + column) for column in range(len(rows[row]))]
        words = line_bonus(scene, row)
        head = "  " + "".join(cell.ljust(_BOX + 3) for cell in cells)
        lines += wrap(width, f"{head} -> ", [words], indent=6)
    columns = [f"{line_words(o.SHEET_SIDE + k)} -> {line_bonus(scene, o.SHEET_SIDE + k)}" for k in range(len(rows[0]))]
    return lines + wrap(width, "  ", columns, separator="; ")


def _box(scene: Scene, box: int) -> str:
    face = int(scene.t.sheet_box[scene.slot, box])
    if face < 0:
        return ""
    word = f"{a.BOX_IDS[box]} {FACE_WORDS[face]}"
    return f"[{word}]" if (int(scene.g.marked) >> box) & 1 else f" {word} "


def line_entry(scene: Scene, line: int) -> schema.SheetLine | None:
    """Return the bonus of a line, None when it has none."""
    bonuses = scene.episode.sheet.row_bonus if line < o.SHEET_SIDE else scene.episode.sheet.col_bonus
    place = line % o.SHEET_SIDE
    return bonuses[place] if place < len(bonuses) else None


def line_bonus(scene: Scene, line: int) -> str:
    """Return what a complete line brings."""
    entry = line_entry(scene, line)
    if entry is None:
        return "nothing"
    words = effects_text(entry.effects, scene)
    parts = [] if words == NO_EFFECT else [words]
    parts += [f"Artifact {entry.artifact}"] if entry.artifact else []
    parts += ["counts for the Event"] if entry.event_row else []
    done = " (complete)" if scene.rules.sheet.line_complete(scene.g, scene.t, line) else ""
    return f"{', '.join(parts) or 'nothing'}{done}"
