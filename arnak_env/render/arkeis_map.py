"""The board of Arkeis, drawn from the places of its squares."""

from __future__ import annotations

import textwrap
from typing import NamedTuple

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.words import Scene, amount, bits
from arnak_env.render.lines import wrap

_EDGE = 4  # columns between two squares
_WIDEST, _NARROWEST = 18, 9


class _Place(NamedTuple):
    """A place of the grid."""

    x: int
    y: int


def map_block(scene: Scene, width: int) -> list[str]:
    """Return the map with what lies on it, and the doors and other links below."""
    return [*_Map(scene, width).lines(), *links(scene, width), *zones_and_deck(scene, width)]


class _Map:
    """The squares that are laid, in a grid."""

    def __init__(self, scene: Scene, width: int) -> None:
        self.scene = scene
        squares = [k for k in range(o.SQUARES) if scene.rules.board.is_laid(scene.g, k) and self._exists(k)]
        xs, ys = scene.t.square_x[scene.slot], scene.t.square_y[scene.slot]
        self.at = {_Place(int(xs[k]), int(ys[k])): k for k in squares}
        self.columns = sorted({place.x for place in self.at})
        self.columns = list(range(self.columns[0], self.columns[-1] + 1)) if self.columns else []
        self.rows = sorted({place.y for place in self.at})
        self.rows = list(range(self.rows[0], self.rows[-1] + 1)) if self.rows else []
        room = (width - _EDGE) // max(1, len(self.columns)) - _EDGE
        self.width = max(_NARROWEST, min(_WIDEST, room))
        self.links = {
            frozenset((int(scene.t.link_a[scene.slot, k]), int(scene.t.link_b[scene.slot, k]))): k
            for k in range(int(scene.t.links[scene.slot]))
            if scene.rules.board.link_exists(scene.g, scene.t, k)
        }

    def _exists(self, square: int) -> bool:
        word = o.SQUARE_IDS[square]
        return any(word == one.id for zone in self.scene.episode.zones for one in zone.squares)

    def lines(self) -> list[str]:
        """Return the drawing."""
        found: list[str] = []
        for y in self.rows:
            found += [self._border(y), *self._row(y)]
        if self.rows:
            found.append(self._border(self.rows[-1] + 1))
        return [line.rstrip() for line in found if line.strip()]

    def _square(self, x: int, y: int) -> int | None:
        return self.at.get(_Place(x, y))

    def _row(self, y: int) -> list[str]:
        squares = [self._square(x, y) for x in self.columns]
        cells = [[] if square is None else self._cell(square) for square in squares]
        height = max([2, *map(len, cells)])
        found = []
        for k in range(height):
            line = self._side(None, squares[0], k, height)
            for place, cell in enumerate(cells):
                line += (cell[k] if k < len(cell) else "").ljust(self.width)
                other = squares[place + 1] if place + 1 < len(squares) else None
                line += self._side(squares[place], other, k, height)
            found.append(line)
        return found

    def _side(self, left: int | None, right: int | None, k: int, height: int) -> str:
        """Return what stands between two neighbours in one line of text."""
        if left is None and right is None:
            return " " * _EDGE
        mark = self.mark(left, right)
        if mark and mark != "open":
            return (mark if k == height // 2 else "|").center(_EDGE)
        return " " * _EDGE if mark else "|".center(_EDGE)

    def _border(self, y: int) -> str:
        """Return what stands between the squares above and below."""
        line = " " * _EDGE
        for x in self.columns:
            above, below = self._square(x, y - 1), self._square(x, y)
            if above is None and below is None:
                line += " " * self.width
            else:
                mark = self.mark(above, below)
                line += " " * self.width if mark == "open" else mark.center(self.width, "-")
            line += " " * _EDGE
        return line

    def mark(self, one: int | None, other: int | None) -> str:
        """Return the mark of an edge: ``open`` inside a zone, the number of a link, or nothing for a wall."""
        if one is None or other is None:
            return ""
        link = self.links.get(frozenset((one, other)))
        if link is not None:
            return link_mark(self.scene, link)
        return "open" if (int(self.scene.g.adjacent[one]) >> other) & 1 else ""

    def _cell(self, square: int) -> list[str]:
        """Return what is on a square in lines of the cell's width."""
        scene, g = self.scene, self.scene.g
        here = [scene.explorer(k).upper() for k in scene.team() if g.square[k] == square]
        parts = [" ".join([o.SQUARE_IDS[square], *here])]
        parts += [o.SYMBOL_IDS[k] for k in range(o.TOKENS) if g.token_place[k] == square]
        if scene.t.printed[scene.slot, square] >= 0:
            parts.append(f"({o.SYMBOL_IDS[int(scene.t.printed[scene.slot, square])]})")
        parts += adversaries_on(scene, square)
        if (int(g.indicators) >> square) & 1:
            parts.append("indicator")
        for token, word in enumerate(o.SPECIAL_IDS):
            number = int(scene.rules.board.special_on(g, token, square))
            if number:
                parts.append(word.replace("_", " ") if number == 1 else f"{number} {word.replace('_', ' ')}")
        return [line for part in parts for line in textwrap.wrap(part, self.width, subsequent_indent=" ") or [""]]


def adversaries_on(scene: Scene, square: int) -> list[str]:
    """Return the Adversaries on a square: how many of each name, and the Wounds of those that have some."""
    g = scene.g
    found = []
    for group in scene.groups_at(square):
        members = [
            k
            for k in range(o.MINIATURES)
            if g.miniature_square[k] == square and scene.rules.board.group_of(g, k) == group
        ]
        wounds = [str(int(g.miniature_wounds[k])) for k in members if g.miniature_wounds[k]]
        words = f"{len(members)} {scene.group(group)}" + (f", Wounds {'+'.join(wounds)}" if wounds else "")
        power = sum(int(scene.rules.adversaries.power_tokens(g, k)) for k in members)
        found.append(words + (f", {power} Power" if power else ""))
    return found


def link_mark(scene: Scene, link: int) -> str:
    """Return the number of a link: in square brackets while it is closed."""
    joined = scene.rules.board.joins(scene.g, scene.t, link)
    return f"({link + 1})" if joined else f"[{link + 1}]"


def links(scene: Scene, width: int) -> list[str]:
    """Return the doors and other links that have appeared, with the tokens that close them."""
    found = []
    for link in range(int(scene.t.links[scene.slot])):
        if not scene.rules.board.link_exists(scene.g, scene.t, link):
            continue
        entry = scene.episode.links[link]
        token = int(scene.rules.board.token_on_door(scene.g, link))
        state = o.SYMBOL_IDS[token] if token >= 0 else "open"
        if token < 0 and not scene.rules.board.joins(scene.g, scene.t, link):
            state = "leads to no square yet" if entry.type in ("door", "open") else "closed"
        name = "" if entry.type == "door" else f"{entry.type if entry.type != 'open' else 'opening'} "
        ends = (
            entry.a
            if entry.edge and not scene.rules.board.is_laid(scene.g, int(scene.t.link_b[scene.slot, link]))
            else f"{entry.a} {entry.b}"
        )
        found.append(f"{link_mark(scene, link)} {name}{ends}{'' if name == 'opening ' else f' {state}'}")
    for k in range(int(scene.g.dynamic_links)):
        one, other, way = (int(value) for value in scene.g.dynamic_link[k])
        found.append(f"{o.SQUARE_IDS[one]} {o.SQUARE_IDS[other]} {'joined' if way > 0 else 'parted'}")
    return wrap(width, "  doors, [closed] (open): ", found or ["none"])


def zones_and_deck(scene: Scene, width: int) -> list[str]:
    """Return the zones by name, and the symbols behind which more than one card is left."""
    zones = [scene.zone(k) for k in bits(int(scene.g.zones))]
    symbols = [k for k in range(o.SYMBOLS) if scene.rules.board.cards_left(scene.g, scene.t, k) > 1]
    left = [int(scene.rules.board.cards_left(scene.g, scene.t, k)) for k in symbols]
    more = [f"{o.SYMBOL_IDS[k]} {amount(number, 'card')}" for k, number in zip(symbols, left, strict=True)]
    lines = wrap(width, "  zones: ", zones)
    return lines + (wrap(width, "  symbols with several cards left: ", more) if more else [])
