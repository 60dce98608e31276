"""The table and the plot of an analysis."""

from __future__ import annotations

import csv
import dataclasses
import io
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from agents.arena.analysis_configuration import AnalysisCell
from agents.arena.analysis_effects import ADJUSTED, DIFFERENCE, METHODS, RANDOMISED, Effect, Fit, effects
from agents.arena.analysis_factors import KINDS, sample_of
from agents.arena.analysis_games import AnalysedGame
from agents.arena.showing import games_words, labels_of, save_figure, shortened
from agents.arena.storage import ANALYSIS_PLOT, ANALYSIS_TABLE
from agents.folders import write_text

if TYPE_CHECKING:
    from rich.table import Table

SURE = 0.05  # an adjusted p-value below it is marked
_NAME = 22  # the longest name that leaves the table within 80 columns
COLUMNS = {
    "method": "`difference`, `adjusted` or `randomised`, see below",
    "kind": ", ".join(f"`{kind}`" for kind in KINDS),
    "name": "the component by its id, or the factor in words",
    "contrast": "which games are compared",
    "outcome": "`margin` (points ahead of the rival, or of the best other player), `score` (points), or `win` (0 to 1)",
    "n_with": "games (with several players: seats) with the factor, among those that can be compared",
    "n_without": "the same without it",
    "mean_with": "mean outcome of the games with it",
    "mean_without": "mean outcome of the games without it",
    "taken_with": "`randomised` cards and assistants: share of the games with it on offer in which it was acquired",
    "taken_without": "share of the other games in which it was acquired",
    "effect": "the estimate, in points, or from -1 to 1 for `win`; empty where there are too few games",
    "low": "lower limit of its 95 % interval",
    "high": "upper limit of its 95 % interval",
    "p": "p-value of no effect",
    "p_adjusted": "the same for all lines of this method and outcome together (Benjamini and Hochberg)",
}
_MEANINGS = {
    DIFFERENCE: "games with it minus without, or each one more; no cause",
    ADJUSTED: "the same, all else that was acquired held equal; no cause",
    RANDOMISED: "effect of being there from the start, as the shuffle decides",
    "%": "share of the games with it: acquired, taken, in a rival's stack",
    "win, %": "effect on wins in percentage points: difference, else randomised",
    "g, n, l": "glass, notebook, lantern, and the spaces they moved to first",
    "*": "p-value below 5 % when adjusted for the number of lines",
}
_MARKERS = {DIFFERENCE: ("C7", "o"), ADJUSTED: ("C0", "s"), RANDOMISED: ("C3", "D")}


@dataclasses.dataclass(frozen=True)
class Findings:
    """What an analysis has found.

    Attributes:
        agent: the agent's name.
        games: finished games.
        players: 1 for the game against the rival, 2 to 4.
        effects: all effects, sorted.
    """

    agent: str
    games: int
    players: int
    effects: list[Effect]


@dataclasses.dataclass(frozen=True)
class AnalysisReport:
    """Sums up the games of an analysis and shows what they say.

    Args:
        top: lines of each kind in the terminal and in the plot, those that stand out most from their intervals.
    """

    top: int = 10

    def __post_init__(self) -> None:
        if self.top < 1:
            raise ValueError(f"top must be at least 1, not {self.top}")

    def rate(self, results: Sequence[AnalysedGame], cells: Sequence[AnalysisCell]) -> Findings:
        """Return the effects found in finished games of these cells."""
        return Findings(cells[0].agent, len(results), cells[0].players, effects(sample_of(results)))

    def write(self, findings: Findings, folder: str | Path) -> dict[str, Path]:
        """Write table and plot, and return their paths by what they are."""
        return {"table": self.write_table(findings, folder), "plot": self.write_plot(findings, folder)}

    def write_table(self, findings: Findings, folder: str | Path) -> Path:
        """Write all effects as CSV and return its path."""
        text = io.StringIO()
        writer = csv.DictWriter(text, list(COLUMNS), lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(row_of, findings.effects))
        path = Path(folder) / ANALYSIS_TABLE
        write_text(path, text.getvalue())
        return path

    def terminal_table(self, findings: Findings) -> Table:
        """Return the effects on the margin for the terminal, in 80 columns."""
        from rich import box
        from rich.table import Table
        from rich.text import Text

        label = labels_of([findings.agent])[findings.agent]
        table = Table(
            title=Text(f"Effects on the margin of {label}, {games_words(findings.games)}, 95 % intervals"),
            box=box.SIMPLE_HEAD,
            show_edge=False,
            pad_edge=False,
            collapse_padding=True,
        )
        table.add_column("", no_wrap=True)
        table.add_column("%", justify="right", no_wrap=True)
        for method in METHODS:
            table.add_column(method, justify="right", no_wrap=True)
        table.add_column("win, %", justify="right", no_wrap=True)
        for kind, title in KINDS.items():
            lines = self._lines(findings, kind)
            if not lines:
                continue
            table.add_section()
            table.add_row(Text(_heading(title, len(lines), self._known(findings, kind)), style="bold"))
            for line in lines:
                table.add_row(*line.cells())
        if not table.rows:
            table.caption = "too few games to say anything; ask for more with --games"
        return table

    def legend(self, findings: Findings) -> list[tuple[str, str]]:
        """Return what the columns mean, and the agent's name in full where it is shortened."""
        lines = dict(_MEANINGS)
        if not any(effect.method == ADJUSTED for effect in findings.effects):
            lines[ADJUSTED] = "too few games to hold all else equal; ask for more with --games"
        if findings.players > 1:
            lines[RANDOMISED] = "the same for all players; the CSV file has effects on points"
        return [*shortened([findings.agent]), *lines.items()]

    def write_plot(self, findings: Findings, folder: str | Path) -> Path:
        """Draw the effects on the margin with their intervals, one panel for each kind, and return the path."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        panels = {title: lines for kind, title in KINDS.items() if (lines := self._lines(findings, kind))}
        heights = [len(lines) + 1.5 for lines in panels.values()] or [1]
        figure = Figure(figsize=(9.0, 1.6 + 0.26 * sum(heights)), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.subplots(len(heights), 1, sharex=True, squeeze=False, gridspec_kw={"height_ratios": heights})[
            :, 0
        ]
        for axis, (title, lines) in zip(axes, panels.items(), strict=False):
            _draw_panel(axis, title, lines)
        used: dict[str, Any] = {}
        for axis in axes:
            for handle, name in zip(*axis.get_legend_handles_labels(), strict=True):
                used.setdefault(name, handle)
        if used:
            figure.legend(list(used.values()), list(used), loc="outside lower center", ncols=len(used))
        axes[-1].set_xlabel("effect on the margin, points")
        label = labels_of([findings.agent])[findings.agent]
        heading = figure.suptitle(f"{label}, {games_words(findings.games)}, 95 % intervals")
        heading.set_parse_math(False)  # a dollar sign in a path is no formula
        return save_figure(figure, Path(folder) / ANALYSIS_PLOT)

    def _lines(self, findings: Findings, kind: str) -> list[_Line]:
        """Return the lines of a kind that stand out most, sorted by effect; the largest effects are often chance."""
        lines = self._known(findings, kind)
        clearest = sorted(lines, key=lambda line: -line.clarity)[: self.top]
        return sorted(clearest, key=lambda line: (-line.size, line.name))

    def _known(self, findings: Findings, kind: str) -> list[_Line]:
        lines: dict[str, _Line] = {}
        for effect in findings.effects:
            if effect.kind == kind and effect.outcome in ("margin", "win") and effect.contrast != "each round later":
                line = lines.setdefault(effect.name, _Line(effect.name, findings.games * findings.players))
                (line.margin if effect.outcome == "margin" else line.win)[effect.method] = effect
        return [line for line in lines.values() if not math.isnan(line.size)]


def _heading(title: str, shown: int, known: Sequence[_Line]) -> str:
    return title if shown == len(known) else f"{title}: {shown} of {len(known)}"


@dataclasses.dataclass
class _Line:
    """A line of the terminal table: the effects of one factor by method."""

    name: str
    seats: int
    margin: dict[str, Effect] = dataclasses.field(default_factory=dict)
    win: dict[str, Effect] = dataclasses.field(default_factory=dict)

    @property
    def _leading(self) -> Fit:
        """The effect it is sorted by: the adjusted one, else the difference, else that of the shuffle."""
        for method in (ADJUSTED, DIFFERENCE, RANDOMISED):
            if method in self.margin and not math.isnan(self.margin[method].fit.low):
                return self.margin[method].fit
        return Fit()

    @property
    def size(self) -> float:
        return self._leading.effect

    @property
    def clarity(self) -> float:
        """The effect as a multiple of its uncertainty."""
        fit = self._leading
        return abs(fit.effect) / max(fit.high - fit.low, 1e-9)

    def cells(self) -> list[Any]:
        from rich.text import Text

        first = next(self.margin[method] for method in METHODS if method in self.margin)
        win = self.win.get(DIFFERENCE) or self.win.get(RANDOMISED)
        return [
            Text(f" {_cut(self.name)}"),
            f"{100 * first.n_with / self.seats:.0f}",
            *(_estimate(self.margin.get(method)) for method in METHODS),
            _estimate(win, 100),
        ]


def _cut(name: str) -> str:
    """Return a name that fits; only paths on the research track are ever longer."""
    short = name.replace("glass", "g").replace("notebook", "n").replace("lantern", "l") if len(name) > _NAME else name
    return short if len(short) <= _NAME else short[: _NAME - 1] + "…"


def _estimate(effect: Effect | None, scale: float = 1.0) -> str:
    if effect is None or math.isnan(effect.fit.low):
        return ""
    fit = effect.fit
    mark = "*" if effect.p_adjusted < SURE else " "
    return f"{scale * fit.effect:+.1f} ±{scale * (fit.high - fit.low) / 2:.1f}{mark}"


def _draw_panel(axis: Any, title: str, lines: Sequence[_Line]) -> None:
    """Draw one kind: a row for each factor, a mark with its interval for each method."""
    axis.axvline(0.0, color="grey", linewidth=0.8)
    for place, method in enumerate(METHODS):
        shown = [
            (row, line.margin[method].fit)
            for row, line in enumerate(lines)
            if method in line.margin and not math.isnan(line.margin[method].fit.low)
        ]
        if not shown:
            continue
        colour, marker = _MARKERS[method]
        values = np.array([fit.effect for _, fit in shown])
        spread = np.array([[fit.effect - fit.low for _, fit in shown], [fit.high - fit.effect for _, fit in shown]])
        axis.errorbar(
            values,
            np.array([row for row, _ in shown]) + 0.25 * (place - 1),
            xerr=spread.clip(min=0.0),
            linestyle="",
            color=colour,
            marker=marker,
            markersize=4,
            linewidth=1.2,
            label=method,
        )
    axis.set_yticks(range(len(lines)), [line.name for line in lines], fontsize=8)
    axis.set_ylim(len(lines) - 0.4, -0.6)
    axis.set_title(title, fontsize=9, loc="left")
    axis.grid(alpha=0.3, axis="x")


def row_of(effect: Effect) -> dict[str, Any]:
    """Return the line of the CSV table."""
    fit = effect.fit
    numbers = {
        "mean_with": effect.mean_with,
        "mean_without": effect.mean_without,
        "taken_with": effect.taken_with,
        "taken_without": effect.taken_without,
        "effect": fit.effect,
        "low": fit.low,
        "high": fit.high,
    }
    return {
        "method": effect.method,
        "kind": effect.kind,
        "name": effect.name,
        "contrast": effect.contrast,
        "outcome": effect.outcome,
        "n_with": effect.n_with,
        "n_without": effect.n_without,
        **{name: "" if math.isnan(number) else f"{number:.6f}" for name, number in numbers.items()},
        "p": "" if math.isnan(fit.p) else f"{fit.p:.6g}",
        "p_adjusted": "" if math.isnan(effect.p_adjusted) else f"{effect.p_adjusted:.6g}",
    }
