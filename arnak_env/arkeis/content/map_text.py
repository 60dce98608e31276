"""The board of an episode as text."""

from __future__ import annotations

from arnak_env.arkeis.content.overview import Overview

CELL = 6
LEGEND = "# wall, D closed door, o open door or opening, * laid during play"


def map_text(view: Overview) -> str:
    """Return the squares in their places, with what stands between neighbours."""
    at = {(square.x, square.y): square.id for square in view.squares.values()}
    if not at:
        return ""
    columns = range(min(x for x, _ in at), max(x for x, _ in at) + 1)
    rows = range(min(y for _, y in at), max(y for _, y in at) + 1)
    lines = []
    for y in rows:
        line = ""
        below = ""
        for x in columns:
            here, right, under = at.get((x, y)), at.get((x + 1, y)), at.get((x, y + 1))
            line += _cell(view, here) + _between(view, here, right)
            below += _between(view, here, under).center(CELL) + " "
        lines += [line.rstrip(), below.rstrip()]
    lines = [line for k, line in enumerate(lines) if line or k % 2 == 0]
    others = [
        f"{link.type} {link.id}: {link.a} to {link.b}"
        for link in view.episode.links
        if link.type not in ("door", "open")
    ]
    return "\n".join([*lines, LEGEND, *others])


def _cell(view: Overview, square: str | None) -> str:
    if square is None:
        return " " * CELL
    zone = next(zone for zone in view.episode.zones if zone.id == view.zone_of[square])
    return f"{square}{'' if zone.setup else '*'}".center(CELL)


def _between(view: Overview, a: str | None, b: str | None) -> str:
    if a is None or b is None:
        return " "
    if view.zone_of[a] == view.zone_of[b]:
        return " "
    for link in view.episode.links:
        if {link.a, link.b} == {a, b} and link.type in ("door", "open"):
            return "D" if link.type == "door" and not link.open else "o"
    return "#"
