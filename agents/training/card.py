"""The model card: what a model is, how it was trained and how well it plays, for people."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from agents.folders import write_text
from agents.model_files import CARD, DESCRIPTION, MODEL
from agents.training.games import EpisodeEnvironment, SoloEnvironment, TableEnvironment
from agents.training.records import ALL, CurvePoint, GroupResult, Interval, Machine

if TYPE_CHECKING:
    from agents.model_files import ModelDescription

PLOT = "curve.png"
_POINTS_SHOWN = 20


def this_machine(threads: int) -> Machine:
    """Return what is known of the machine."""
    return Machine(processor=_processor(), cores=os.cpu_count() or 1, threads=threads)


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine() or "unknown"


def write_card(folder: Path, description: ModelDescription) -> Path:
    """Write the card of the model in a folder and return its path; OSError when it cannot be written."""
    path = folder / CARD
    write_text(path, card(folder, description))
    return path


def card(folder: Path, description: ModelDescription, exported: str | None = None) -> str:
    """Return the card of the model in a folder as Markdown.

    Args:
        folder: where the model lies.
        description: what is known of it.
        exported: the name of the agent when only its network lies in the folder, see `agents.policy_export`.
    """
    config, record = description.configuration, description.training
    written = config.as_written()
    if exported is not None:
        del written["out"]  # a place, not a setting
    parts = [
        f"# {config.name if exported is None else folder.name}",
        f"{games_words(config.environment)} Trained with {description.algorithm} of sb3-contrib; {_ended(record)}.",
        "## How to play with it",
        _usage(folder, config.environment, exported),
        "## How well it plays",
        _evaluation(description, exported is not None),
        "## Learning curve",
        _curve(folder, description.curve),
        "## How it was trained",
        _facts(description),
        "Configuration:",
        f"```yaml\n{yaml.safe_dump(written, sort_keys=False, width=100).rstrip()}\n```",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def games_words(games: Any) -> str:
    """Return in a sentence which games a model was trained for."""
    if isinstance(games, EpisodeEnvironment):
        teams = "; ".join(" and ".join(team) for team in games.teams)
        episodes = ", ".join(map(str, games.episodes))
        return f"Plays Arkeis: episodes {episodes} with the teams {teams}, Elite modes {', '.join(games.elite)}."
    boards = ", ".join(games.boards)
    if isinstance(games, TableEnvironment):
        players = ", ".join(map(str, games.players))
        return f"Plays Lost Ruins of Arnak at tables of {players} players on {boards}."
    assert isinstance(games, SoloEnvironment)
    levels, objectives = (", ".join(map(str, values)) for values in (games.difficulties, games.objectives))
    return (
        f"Plays the solo game of Lost Ruins of Arnak on {boards} against the rival at difficulty {levels} with "
        f"{objectives} objectives."
    )


def _ended(record: Any) -> str:
    words = {
        "finished": "the training ran its course",
        "interrupted": "the training was interrupted",
        "diverged": "the training diverged, and this is the last sound network",
        "failed": "the training failed, and this is the last sound network",
        "unfinished": "the training was still running when this was written",
    }
    return words[record.ended]


def _usage(folder: Path, games: Any, exported: str | None) -> str:
    name = exported or f"ppo:{folder.as_posix()}"
    game = ', game="arkeis"' if isinstance(games, EpisodeEnvironment) else ""
    files = (
        f"Keep `{MODEL}` and `{DESCRIPTION}` together. Loading `{MODEL}` runs code from it, so load only models that "
    )
    files += "you trust."
    if exported:
        files = "It is the network alone, in numpy: it plays without torch, and loading it runs no code from it."
    code = f'import agents\n\nagent = agents.load("{name}"{game})'
    return f"```sh\n{try_command(name, games)}\n```\n\n```python\n{code}\n```\n\n{files}"


def try_command(name: str, games: Any) -> str:
    """Return a command that tries an agent in games that it was trained for.

    Args:
        name: of the agent, as `agents.load` takes it.
        games: the section `environment` of its training.
    """
    if isinstance(games, EpisodeEnvironment):
        seats = ",".join(map(str, sorted({len(team) for team in games.teams})))
        episodes = ",".join(map(str, games.episodes))
        return f"arnak rate-episode --episodes {episodes} --players {seats} --agents greedy,{name}"
    if isinstance(games, TableEnvironment):
        return f"arnak play --players {games.players[0]} --board {games.boards[0]} --opponents {name}"
    return f"arnak rate-rival --boards {','.join(games.boards)} --agents greedy,{name}"


# --- figures ----------------------------------------------------------------------------------------------------------
def _percent(estimate: Interval) -> str:
    if estimate.low is None or estimate.high is None:
        return f"{100 * estimate.value:.1f}"
    return f"{100 * estimate.value:.1f} [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]"


def _points(estimate: Interval) -> str:
    return f"{estimate.value:.1f}" + ("" if estimate.high is None else f" ± {estimate.high - estimate.value:.1f}")


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _evaluation(description: ModelDescription, exported: bool) -> str:
    found = description.evaluation
    if found is None:
        return "It was not evaluated at the end, as the training did not run its course or asked for no games."
    rows = [_result_row("last", result) for result in found.last]
    rows += [_result_row("best", result) for result in found.best]
    where = "" if exported else "the one in the folder `best`, "
    best = (
        f"`best` is {where}that with the best evaluation, after {found.best_steps:,} decisions."
        if found.best
        else "No evaluation during the training found a better one."
        if description.curve
        else "There was no evaluation during the training."
    )
    if exported and found.best:
        best += f" This is `{'best' if description.training.steps == found.best_steps else 'last'}`."
    pooled = "; of all opponents by deal" if len({one.opponent for one in found.last}) > 1 else ""
    text = (
        f"Win rates in % with 95 % intervals (Wilson{pooled}), mean points with 95 % intervals (Student's t), on games "
        f"with seed {found.seed}, which nothing was chosen by. `last` is the network at the end of the training. {best}"
    )
    return f"{text}\n\n{_table(('model', 'kind of games', 'against', 'games', 'won', 'points'), rows)}"


def _result_row(model: str, result: GroupResult) -> list[str]:
    group = "all" if result.group == ALL else result.group
    against = result.opponent or ""
    return [model, group, against, str(result.games), _percent(result.win_rate), _points(result.score)]


def _curve(folder: Path, curve: Sequence[CurvePoint]) -> str:
    if not curve:
        return "There was no evaluation during the training."
    step = max(1, -(-len(curve) // _POINTS_SHOWN))
    shown = [*curve[:-1:step], curve[-1]]
    rows = [
        [
            f"{point.steps:,}",
            f"{point.seconds / 3600:.2f}",
            "" if point.mean_return is None else f"{point.mean_return:.3f}",
            _percent(point.result.win_rate),
            _points(point.result.score),
        ]
        for point in shown
    ]
    note = "" if len(shown) == len(curve) else f" {len(shown)} of {len(curve)} points; all are in `{DESCRIPTION}`."
    text = (
        f"Evaluations during the training: {curve[0].result.games} games each, always the same seeds, played without "
        f"exploring.{note}\n\n{_table(('decisions', 'hours', 'return in training', 'won (%)', 'points'), rows)}"
    )
    return f"![learning curve]({PLOT})\n\n{text}" if (folder / PLOT).is_file() else text


def _facts(description: ModelDescription) -> str:
    record, machine = description.training, description.machine
    config = description.configuration
    rows = [
        ("decisions", f"{record.steps:,} in {record.updates:,} updates"),
        ("games", f"{record.games:,}"),
        ("hours", f"{record.seconds / 3600:.2f}"),
        ("seeds", f"training {config.seed}, evaluation {config.evaluation.seed}"),
        ("action numbers", f"version {description.actions}"),
        ("observation", f"{description.observation_size} entries, {config.environment.observation}"),
        ("facts", f"fingerprint {description.content}"),
        ("versions", ", ".join(f"{name} {version}" for name, version in description.versions.items())),
        (f"sha256 of {MODEL}", description.sha256),
    ]
    if description.imitation is not None and config.imitation is not None:
        found = description.imitation
        words = (
            f"{config.imitation.teacher}: {found.decisions:,} decisions; in games held back, "
            f"{100 * found.same_action:.1f} % of the choices are the same, and the error of the values is "
            f"{found.value_error:.3f}"
        )
        rows.insert(0, ("began by imitating", words))
    if record.resumed:
        rows.insert(len(rows) - 1, ("resumed with others", "<br>".join(record.resumed)))
    if machine is not None:
        rows.insert(3, ("machine", f"{machine.processor}, {machine.cores} cores, {machine.threads} threads used"))
    return _table(("what", "value"), rows)


def save_plot(folder: Path, name: str, curve: Sequence[CurvePoint]) -> None:
    """Draw the learning curve, win rate and points, into the folder; nothing for less than two points."""
    if len(curve) < 2:
        return
    from matplotlib.figure import Figure

    from agents.arena.showing import save_figure

    unit, words = (1e6, "million") if curve[-1].steps >= 1e6 else (1e3, "thousand")
    steps = [point.steps / unit for point in curve]
    figure = Figure(figsize=(7.0, 2.8), layout="constrained")
    for axes, label, scale, estimates in zip(
        figure.subplots(1, 2),
        ("games won (%)", "points"),
        (100.0, 1.0),
        ([point.result.win_rate for point in curve], [point.result.score for point in curve]),
        strict=True,
    ):
        axes.plot(steps, [scale * one.value for one in estimates], color="tab:blue")
        low = [scale * (one.value if one.low is None else one.low) for one in estimates]
        high = [scale * (one.value if one.high is None else one.high) for one in estimates]
        axes.fill_between(steps, low, high, alpha=0.2, color="tab:blue", linewidth=0)
        axes.set_xlabel(f"{words} decisions")
        axes.set_ylabel(label)
        axes.grid(alpha=0.3)
    figure.suptitle(name.replace("$", r"\$"), fontsize=10)
    save_figure(figure, folder / PLOT)
