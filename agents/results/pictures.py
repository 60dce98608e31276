"""The pictures of the results page, drawn from its tables."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agents.arena import episode_report, report, tournament_report
from agents.arena.showing import labels_of, save_figure
from agents.results import reading
from agents.results.tables import POINTS, Line

RIVAL, POINTS_PICTURE, LADDER, EPISODES = "rival.png", "rival_points.png", "ladder.png", "episodes.png"
PICTURES = (RIVAL, POINTS_PICTURE, LADDER, EPISODES)
_TOTAL = "total"
_WIDEST = 1600  # pixels
_COLOURS = 256  # of a palette


def draw(folder: Path) -> list[Path]:
    """Draw all pictures from the tables in a folder, and return their paths; what was not measured has none.

    Raises:
        FileNotFoundError, ValueError: when a table is missing or damaged.
        OSError: when a picture cannot be written.
    """
    ratings, standings, episodes = reading.rival(folder), reading.ladder(folder), reading.episodes(folder)
    points = [line for line in POINTS.read(folder) if line.text("side") == "agent"]
    with tempfile.TemporaryDirectory(dir=folder) as name:
        drafts = Path(name)
        drawn = {
            RIVAL: report.write_plot(ratings, drafts) if ratings else None,
            POINTS_PICTURE: _draw_points(points, drafts) if points else None,
            LADDER: tournament_report.write_plot(standings, drafts) if standings else None,
            EPISODES: episode_report.write_plot(episodes, drafts) if episodes else None,
        }
        for picture, draft in drawn.items():
            if draft is None:
                (folder / picture).unlink(missing_ok=True)
            else:
                _shrink(draft)
                draft.replace(folder / picture)
    return [folder / picture for picture, draft in drawn.items() if draft is not None]


def _shrink(path: Path) -> None:
    """Make a picture small enough for a repository: no wider than a page shows, with a palette."""
    from PIL import Image

    with Image.open(path) as picture:
        shown = picture.convert("RGB")
    if shown.width > _WIDEST:
        shown = shown.resize((_WIDEST, round(shown.height * _WIDEST / shown.width)), Image.Resampling.LANCZOS)
    shown.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(path, optimize=True)


def _draw_points(lines: Sequence[Line], folder: Path) -> Path:
    """Draw where points come from: a bar for each agent, one column for each board; losses reach to the left."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    boards, agents, parts = (
        list(dict.fromkeys(line.text(column) for line in lines)) for column in ("board", "agent", "part")
    )
    parts = [
        part for part in parts if part != _TOTAL and any(_mean(line) for line in lines if line.text("part") == part)
    ]
    labels = labels_of(agents)
    figure = Figure(figsize=(1.5 + 3.5 * len(boards), 1.8 + 0.5 * len(agents)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(1, len(boards), sharey=True, sharex=True, squeeze=False)[0]
    for axis, board in zip(axes, boards, strict=True):
        own = [line for line in lines if line.text("board") == board]
        _draw_bars(axis, own, agents, parts)
        axis.set_title(f"{board} board")
        axis.set_xlabel("points")
        axis.grid(alpha=0.3, axis="x")
    axes[0].set_yticks(range(len(agents)), [labels[agent].replace("$", r"\$") for agent in agents])
    axes[0].set_ylim(len(agents) - 0.5, -0.5)
    handles, words = axes[0].get_legend_handles_labels()
    figure.legend(handles, words, loc="outside lower center", ncols=min(len(parts), 6))
    return save_figure(figure, folder / POINTS_PICTURE)


def _draw_bars(axis: Any, lines: Sequence[Line], agents: Sequence[str], parts: Sequence[str]) -> None:
    from matplotlib import colormaps

    colours = colormaps["tab20"](range(20))  # there are more categories than the usual ten
    found = {(line.text("agent"), line.text("part")): _mean(line) for line in lines}
    ends = {sign: np.zeros(len(agents)) for sign in (1, -1)}
    for number, part in enumerate(parts):
        means = np.array([found.get((agent, part), 0.0) for agent in agents])
        left = np.where(means < 0, ends[-1], ends[1])
        axis.barh(range(len(agents)), means, left=left, color=colours[number], label=part.replace("_", " "))
        ends[1] += means.clip(min=0)
        ends[-1] += means.clip(max=0)


def _mean(line: Line) -> float:
    return line.estimate("mean").value
