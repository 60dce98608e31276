"""What the tables and plots of all ratings share: labels of agents, estimates in words and columns, files."""

from __future__ import annotations

import csv
import io
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.statistics import Estimate
from agents.folders import write_text
from arnak_env.core.files import write_whole

_SERIES_INSIDE = 4  # in the legend of a plot; more would hide the lines
_LABEL = 15  # the longest name of an agent that leaves the table within 80 columns


def estimate_columns(name: str, estimate: Estimate) -> dict[str, str]:
    """Return the columns of an estimate: its value, and the limits of its interval, empty where there is none."""
    return {
        name + suffix: "" if math.isnan(number) else f"{number:.6f}"
        for suffix, number in zip(("", "_low", "_high"), estimate, strict=True)
    }


def plus_minus(estimate: Estimate) -> str:
    if math.isnan(estimate.low):
        return f"{estimate.value:.1f}"
    return f"{estimate.value:.1f} ± {estimate.high - estimate.value:.1f}"


def percent(estimate: Estimate) -> str:
    """Return a rate with its interval in percent, as markup of rich."""
    value, low, high = (100 * number for number in estimate)
    return rf"{value:.1f} \[{low:.1f}, {high:.1f}]"


def heights_and_spread(estimates: Sequence[Estimate]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return values, and how far their intervals reach down and up, as error bars want them."""
    values = np.array([estimate.value for estimate in estimates])
    spread = np.array(
        [
            [e.value - e.low if not math.isnan(e.low) else 0.0 for e in estimates],
            [e.high - e.value if not math.isnan(e.high) else 0.0 for e in estimates],
        ]
    ).clip(min=0.0)
    return values, spread


def games_words(games: int) -> str:
    """Return a number of games in words."""
    return f"{games} game{'' if games == 1 else 's'}"


def games_of_cells(ratings: Sequence[Any]) -> str:
    """Return how many games the cells of a table have, in words; each rating has its number of `games`."""
    fewest, most = (choose(rating.games for rating in ratings) for choose in (min, max))
    return games_words(most) if fewest == most else f"{fewest} to {most} games"


def legend_of_series(figure: Any, axis: Any) -> Any:
    """Put a legend of agents among the lines of an axis, or below the figure when it is long; returns it."""
    handles, labels = axis.get_legend_handles_labels()
    if len(labels) <= _SERIES_INSIDE:
        return axis.legend(handles, labels, title="agent")
    return figure.legend(handles, labels, title="agent", loc="outside lower center", ncols=4)


def write_rows(rows: Sequence[Mapping[str, Any]], path: Path) -> Path:
    """Write lines of a table as CSV and return its path."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_text(path, text.getvalue())
    return path


def save_figure(figure: Any, path: Path) -> Path:
    """Write a figure, whole or not at all, and return its path."""
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=150)
    write_whole(path, data.getvalue())
    return path


def shortened(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return label and full name of every agent whose name is shortened."""
    return [(label, name) for name, label in labels_of(names).items() if label != name]


def labels_of(names: Sequence[str]) -> dict[str, str]:
    """Return a label for each agent that fits the table: its name, else the end of its name, else its place."""
    different = list(dict.fromkeys(names))
    taken = Counter([*different, *map(_short, set(different))])
    labels = {}
    for place, name in enumerate(different, start=1):
        short = _short(name)
        if len(name) <= _LABEL:
            labels[name] = name
        elif len(short) <= _LABEL and taken[short] == 1:
            labels[name] = short
        else:
            labels[name] = f"agent {place}"
    return labels


def _short(name: str) -> str:
    """Return what tells an agent from others of its kind.

    The last folder of ``ppo:PATH``, the class of ``FILE.py:CLASS``, the budget of a search without its entry, as
    ``search:milliseconds=1000`` becomes ``search:1000ms``; and the decisions and worlds of a ``lookahead:16x4``.
    """
    kind, _, rest = name.partition(":")
    if kind == "search" and rest:
        return "search:" + re.sub(r"milliseconds=([0-9]+)", r"\1ms", rest.replace("simulations=", ""))
    if kind == "lookahead":
        given = dict(re.findall(r"\+(decisions|worlds)=(\d+)", rest))
        return f"{kind}:{given.get('decisions', 8)}x{given.get('worlds', 4)}" if given else kind
    return f"ppo:{Path(rest).name}" if kind == "ppo" else name.rpartition(":")[2]
