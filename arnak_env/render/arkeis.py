"""The table of Arkeis as plain text: map, reserve, Explorers, cards in play, Exploration Sheet, Camp Chest.

Everything on the table is open to all, so there is one view. Components have their ids, so that what is read here
can be typed as an action. Of the Clue deck only the symbols show, never which cards lie behind them.
"""

from __future__ import annotations

from typing import Any

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content import Content
from arnak_env.arkeis.questions import scene_question
from arnak_env.arkeis.words import STAGE_WORDS, Scene, amount, bits
from arnak_env.render.arkeis_camp import camp
from arnak_env.render.arkeis_map import map_block
from arnak_env.render.arkeis_sheet import sheet
from arnak_env.render.arkeis_team import cards_in_play, team
from arnak_env.render.lines import broken, wrap

WIDTH = 100


def render_game(game: Any, content: Content | Any = None, viewer: int | None = None, width: int = WIDTH) -> str:
    """Return the table as text.

    Args:
        game: one game record, or an array of one.
        content: the content it is played with, None for that of the package.
        viewer: the seat that looks; its Explorer comes first. None: seat order.
        width: no line gets longer, as long as the map fits.
    """
    return render_scene(Scene(game, content), viewer, width)


def render_scene(scene: Scene, viewer: int | None = None, width: int = WIDTH) -> str:
    """Return the table of a scene as text."""
    lines = _heading(scene, width)
    if scene.g.stage != o.STAGE_CAMP:
        lines += ["", *map_block(scene, width)]
    lines += team(scene, viewer, width)
    if scene.g.stage != o.STAGE_CAMP:
        lines += cards_in_play(scene, width)
        lines += sheet(scene, width)
    lines += camp(scene, width)
    pieces = [piece for line in lines for piece in broken(line, width, indent=4) or [""]]
    return "\n".join(piece.rstrip() for piece in pieces)


def render_explorer(game: Any, seat: int, content: Content | Any = None, width: int = WIDTH) -> str:
    """Return what one Explorer has as text, with the reserve."""
    scene = Scene(game, content)
    lines = team(scene, seat, width, only=True)
    return "\n".join([*lines, *_reserve(scene, width)]).strip("\n")


def _heading(scene: Scene, width: int) -> list[str]:
    g, head = scene.g, scene.episode.episode
    number = "" if head.number is None else f"EPISODE {head.number}: "
    lines = [f"{number}{head.title}" + (f"  [{STAGE_WORDS[int(g.stage)]}]" if g.stage != o.STAGE_EPISODE else "")]
    if g.result:
        lines.append(f"{o.RESULT_IDS[int(g.result)]} epilogue")
    elif head.objective:
        lines += broken(f"  aim: {head.objective}", width, 6)
    if g.stage == o.STAGE_EPISODE:
        lines += _turn(scene, width)
    if g.stage != o.STAGE_CAMP:
        lines += _reserve(scene, width)
    return lines + ([] if g.over else broken(f"  now: {scene_question(scene)}", width, 6))


def _turn(scene: Scene, width: int) -> list[str]:
    g = scene.g
    words = f"  turn {g.turns}: {scene.explorer(scene.active())}, phase {g.phase}"
    if g.phase == 4:
        words += f", {amount(int(g.actions_left), 'action')} left"
    order = [scene.explorer(int(g.explorer[(int(g.turn_seat) + k) % int(g.players)])) for k in range(1, int(g.players))]
    parts = [words, *([f"then {', '.join(order)}"] if order else [])]
    if g.extra_count:
        parts.append(f"{amount(int(g.extra_count), 'extra action')} waiting")
    return wrap(width, "", parts, separator="; ")


def _reserve(scene: Scene, width: int) -> list[str]:
    g = scene.g
    elite = [scene.kind(k) for k in bits(int(g.elite))]
    words = [f"{amount(int(g.reserve), 'Fate token')} in the reserve"]
    left = _deck(scene)
    words.append(f"Clue deck: {amount(left, 'card')}")
    words += [f"Elite: {', '.join(elite)}"] if elite else []
    return wrap(width, "  ", words, separator="; ")


def _deck(scene: Scene) -> int:
    return sum(scene.g.card_place[k] == o.IN_DECK for k in range(int(scene.t.cards[scene.slot])))
