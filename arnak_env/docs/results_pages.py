"""The page of results, built from the tables in ``docs/results``; nothing is played for it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import agents
from agents.arena.statistics import Estimate
from agents.arena.tournament_report import ALL, Standings
from agents.results import pictures, reading, tables
from agents.results.plan import EpisodeGames, Goal, LadderGames, Plan, RivalGames
from agents.results.tables import POOLED, Line
from arnak_env.docs.agent_pages import entry_table, named
from arnak_env.docs.markdown import code, table

PAGE = "results.md"
FOLDER = "results"
"""Folder of the tables and pictures beside the page."""
NOTES = Path(__file__).with_name("results_notes.md")
_NOTHING = "This was not measured."
_EXPLAINED_HERE = (tables.POINTS, tables.ABOVE_GREEDY, tables.SPEED, tables.GOALS, tables.RUNS)


def parts(folder: Path) -> dict[str, str]:
    """Return what fills the holes of the page.

    Args:
        folder: the one with the tables.

    Raises:
        FileNotFoundError, ValueError: when a table is missing or damaged.
    """
    return {
        "measured": _measured(tables.RUNS.read(folder)),
        "goals": _goals(tables.GOALS.read(folder)),
        "speed": _speed(tables.SPEED.read(folder)),
        "rival": _rival(folder),
        "above_greedy": _above_greedy(tables.ABOVE_GREEDY.read(folder)),
        "points": _points(tables.POINTS.read(folder)),
        "ladder": _ladder(folder),
        "matches": _matches(tables.MATCHES.read(folder)),
        "episodes": _episodes(folder),
        "baselines": _baselines(),
        "notes": NOTES.read_text(encoding="utf-8").strip(),
        "tables": table(
            ("file", "a line is"),
            [(f"[{one.name}.csv]({FOLDER}/{one.name}.csv)", one.what) for one in tables.TABLES.values()],
        ),
        "columns": "\n\n".join(f"`{one.name}.csv`:\n\n{named(one.columns, 'column')}" for one in _EXPLAINED_HERE),
        "plan": entry_table(Plan),
        "plan_rival": entry_table(RivalGames),
        "plan_ladder": entry_table(LadderGames),
        "plan_episodes": entry_table(EpisodeGames),
        "plan_goals": entry_table(Goal),
    }


def page(folder: Path) -> str:
    """Return the page for the tables in a folder.

    Raises:
        FileNotFoundError, ValueError: when a table is missing or damaged.
    """
    from arnak_env.docs import NOTICE, TEMPLATES
    from arnak_env.docs.markdown import fill

    template = (TEMPLATES / PAGE).read_text(encoding="utf-8")
    return NOTICE.format(name=PAGE) + fill(template, parts(folder)).rstrip() + "\n"


# --- how it was measured ---------------------------------------------------------------------------------------------
def _measured(runs: Sequence[Line]) -> str:
    """Return when, on what and with what everything was measured."""
    if not runs:
        return "**Nothing is measured yet.**"
    days = sorted({day for line in runs for day in (line.text("begun"), line.text("ended")) if day})
    games, hours = sum(line.whole("games") for line in runs), sum(line.number("seconds") for line in runs) / 3600
    machines = dict.fromkeys(f"{line.text('processor')}, {line.text('cores')} cores" for line in runs)
    rows = [
        ("when", " to ".join(dict.fromkeys((days[0], days[-1]))) if days else "unknown"),
        ("games", f"{games:,} in {len(runs)} runs"),
        ("time", f"{hours:.1f} hours" if hours >= 0.1 else f"{3600 * hours:.0f} s"),
        ("machine", "; ".join(machines)),
        ("workers", _different(runs, "workers")),
        ("versions", ", ".join(dict.fromkeys(one for line in runs for one in line.text("versions").split(";")))),
        ("rules", "; ".join(f"fingerprint {rules} ({games})" for rules, games in _rules(runs).items())),
    ]
    words = table(("what", "value"), rows)
    if any(line.text("plan") == "quick" for line in runs):
        return (
            "**These are the figures of `--quick`, a try with very few games: they show what the page holds, and say "
            f"next to nothing about the agents.**\n\n{words}"
        )
    return words


def _rules(runs: Sequence[Line]) -> dict[str, str]:
    """Return the game of each fingerprint of rules."""
    return {line.text("rules"): "Arkeis" if line.text("kind") == "episodes" else "Lost Ruins of Arnak" for line in runs}


def _different(runs: Iterable[Line], column: str) -> str:
    return " or ".join(dict.fromkeys(line.text(column) for line in runs))


def _goals(lines: Sequence[Line]) -> str:
    if not lines:
        return "The plan of these figures names no goals."
    rows = []
    for line in lines:
        percent = _is_share(line)
        above, limit = line.number("above"), line.text("limit")
        wanted = f"{'lower limit ' if limit == 'low' else ''}above {_plain(above, percent)}"
        rows.append((line.text("what"), wanted, _figure(line.estimate("measured"), percent), _verdict(line)))
    return table(("goal", "wanted", "#measured", "reached"), rows)


def _is_share(line: Line) -> bool:
    return line.text("column").endswith(("rate", "share"))


def _verdict(line: Line) -> str:
    measured, above = line.estimate("measured"), line.number("above")
    if math.isnan(measured.value):
        return "not measured"
    if measured.low > above:
        return "yes"
    if line.text("limit") == "value" and measured.value > above:
        return "yes, but the interval reaches below"
    return "no" if measured.high < above or line.text("limit") == "low" else "no, but the interval reaches above"


def _speed(lines: Sequence[Line]) -> str:
    rows = [
        (
            code(line.text("agent")),
            line.text("games_of"),
            _milliseconds(line.estimate("milliseconds")),
            line.text("decisions"),
            line.text("games"),
        )
        for line in lines
    ]
    return table(("agent", "games", "#milliseconds", "#decisions timed", "#in games"), rows) if rows else _NOTHING


def _milliseconds(time: Estimate) -> str:
    digits = 3 if time.value < 1 else 1
    spread = "" if math.isnan(time.high) else f" [{time.low:.{digits}f}, {time.high:.{digits}f}]"
    return f"{time.value:.{digits}f}{spread}"


# --- figures in words ------------------------------------------------------------------------------------------------
def _percent(estimate: Estimate) -> str:
    value, low, high = (100 * number for number in estimate)
    return f"{value:.1f}" if math.isnan(low) else f"{value:.1f} [{low:.1f}, {high:.1f}]"


def _points_words(estimate: Estimate) -> str:
    spread = "" if math.isnan(estimate.high) else f" ± {estimate.high - estimate.value:.1f}"
    return f"{estimate.value:.1f}{spread}"


def _figure(estimate: Estimate, percent: bool) -> str:
    if math.isnan(estimate.value):
        return ""
    return f"{_percent(estimate)} %" if percent else _points_words(estimate)


def _plain(number: float, percent: bool) -> str:
    return f"{100 * number:g} %" if percent else f"{number:g}"


def _picture(name: str, words: str) -> str:
    return f"![{words}]({FOLDER}/{name})"


def _by_agent(
    heading: Sequence[str], rows: Sequence[tuple[Any, ...]], names: Sequence[str], found: Mapping[tuple[Any, str], str]
) -> str:
    """Return a table with a column for each agent, without rows that nobody has played."""
    filled = [(*row, *(found.get((row, name), "") for name in names)) for row in rows]
    kept = [row for row in filled if any(row[len(heading) :])]
    return table((*heading, *(f"#{code(name)}" for name in names)), kept)


# --- what was measured -----------------------------------------------------------------------------------------------
def _rival(folder: Path) -> str:
    ratings = {rating.cell: rating for rating in reading.rival(folder)}
    if not ratings:
        return _NOTHING
    levels = sorted({(cell.objectives, cell.difficulty) for cell in ratings})
    texts = [_picture(pictures.RIVAL, "games won and margin over the rival by difficulty, board and agent")]
    for board in dict.fromkeys(cell.board for cell in ratings):
        names = list(dict.fromkeys(cell.agent for cell in ratings if cell.board == board))
        known = {
            ((cell.objectives, cell.difficulty), cell.agent): rating
            for cell, rating in ratings.items()
            if cell.board == board
        }
        games = ", ".join(f"{code(name)} {_games(known, name)}" for name in names)
        texts.append(f"### {board.capitalize()}\n\nGames in each cell: {games}. Games won, %:")
        heading = ("#objectives", "#difficulty")
        won = {key: _percent(rating.win_rate) for key, rating in known.items()}
        margins = {key: _points_words(rating.margin) for key, rating in known.items()}
        texts.append(_by_agent(heading, levels, names, won))
        texts.append("Mean margin over the rival, points:")
        texts.append(_by_agent(heading, levels, names, margins))
    return "\n\n".join(texts)


def _games(known: dict[tuple[Any, str], Any], name: str) -> str:
    return " or ".join(dict.fromkeys(str(rating.games) for (_, agent), rating in known.items() if agent == name))


def _above_greedy(lines: Sequence[Line]) -> str:
    rows = [
        (
            code(line.text("agent")),
            line.text("board"),
            line.text("games"),
            _points_words(line.estimate("score")),
            _points_words(line.estimate("margin")),
        )
        for line in lines
        if line.text("difficulty") == POOLED
    ]
    text = table(("agent", "board", "#games", "#points", "#margin over the rival"), rows)
    return f"{text}\n\nBy cell: [above_greedy.csv]({FOLDER}/above_greedy.csv)." if rows else _NOTHING


def _points(lines: Sequence[Line]) -> str:
    own = [line for line in lines if line.text("side") == "agent"]
    if not own:
        return _NOTHING
    texts = [_picture(pictures.POINTS_PICTURE, "mean points by category, agent and board")]
    texts.append(
        "Mean points against the rival, all difficulties and numbers of objectives together. An agent with fewer games "
        "than others may have met some of them only, see [above](#how-hard-is-the-rival). The rival's are in "
        f"[rival_points.csv]({FOLDER}/rival_points.csv), by cell both are in [rival.csv]({FOLDER}/rival.csv)."
    )
    for board in dict.fromkeys(line.text("board") for line in own):
        found = {
            (line.text("part"), line.text("agent")): line.estimate("mean")
            for line in own
            if line.text("board") == board
        }
        names = list(dict.fromkeys(agent for _, agent in found))
        categories = [
            part for part in dict.fromkeys(part for part, _ in found) if any(found[part, n].value for n in names)
        ]
        games = {line.text("agent"): line.whole("games") for line in own if line.text("board") == board}
        rows = [(part.replace("_", " "), *(_points_words(found[part, name]) for name in names)) for part in categories]
        rows.append(("games", *(f"{games[name]:,}" for name in names)))
        heading = ("points for", *(f"#{code(name)}" for name in names))
        texts.append(f"### {board.capitalize()}: points\n\n{table(heading, rows)}")
    return "\n\n".join(texts)


def _ladder(folder: Path) -> str:
    standings = reading.ladder(folder)
    if not standings:
        return _NOTHING
    pooled = [
        next(one for one in standings if one.players == size) for size in dict.fromkeys(s.players for s in standings)
    ]
    return "\n\n".join([_picture(pictures.LADDER, "ratings and cross-tables"), *map(_standing_tables, pooled)])


def _matches(lines: Sequence[Line]) -> str:
    """Return who finished before whom; each pair once, all boards together."""
    if not lines:
        return _NOTHING
    pooled = {line.text("players"): line.text("board") for line in reversed(lines)}
    shown: dict[tuple[str, frozenset[str]], Line] = {}
    for line in lines:
        if line.text("board") == pooled[line.text("players")]:
            pair = frozenset((line.text("agent"), line.text("opponent")))
            shown.setdefault((line.text("players"), pair), line)
    rows = [
        (
            line.text("players"),
            code(line.text("agent")),
            code(line.text("opponent")),
            line.whole("meetings"),
            _percent(line.estimate("ahead_share")),
            _points_words(line.estimate("mean_margin")),
        )
        for line in shown.values()
    ]
    return table(("#players", "agent", "opponent", "#meetings", "#finished before, %", "#points more"), rows)


def _standing_tables(standings: Standings) -> str:
    rows = [
        (
            code(one.agent),
            _rating(one.rating),
            _percent(one.win_share),
            _points_words(one.score),
            f"{one.place:.2f}",
            one.games,
        )
        for one in standings.agents
    ]
    names = [one.agent for one in standings.agents]
    cross = [
        (
            code(name),
            *("" if name == other else _percent(standings.meeting(name, other).ahead_share) for other in names),
        )
        for name in names
    ]
    boards = ", ".join(standings.boards) if standings.board == ALL else standings.board
    return (
        f"### {standings.players} players\n\n{standings.deals} deals on {boards}; an equal share of the victories is "
        f"{100 / standings.players:.1f} %.\n\n"
        + table(("agent", "#rating", "#games won, %", "#points", "#mean place", "#games"), rows)
        + "\n\nRow finished before column, %:\n\n"
        + table(("", *(f"#{code(name)}" for name in names)), cross)
    )


def _rating(rating: Estimate) -> str:
    value = f"{rating.value:.0f}"
    return value if math.isnan(rating.low) else f"{value} [{rating.low:.0f}, {rating.high:.0f}]"


def _episodes(folder: Path) -> str:
    ratings = {rating.cell: rating for rating in reading.episodes(folder)}
    if not ratings:
        return _NOTHING
    episodes, modes, teams = (
        list(dict.fromkeys(getattr(cell, what) for cell in ratings)) for what in ("episode", "elite", "team")
    )
    texts = [_picture(pictures.EPISODES, "favourable epilogues and Fate tokens left, by episode and team")]
    for episode in episodes:
        own = {cell: rating for cell, rating in ratings.items() if cell.episode == episode}
        known = {((cell.elite, cell.team), cell.agent): rating for cell, rating in own.items()}
        names = list(dict.fromkeys(name for _, name in known))
        games = ", ".join(f"{code(name)} {_games(known, name)}" for name in names)
        texts.append(f"### {episode.replace('_', ' ').capitalize()}\n\nGames in each cell: {games}.")
        won = {key: _percent(rating.win_rate) for key, rating in known.items()}
        texts.append(_by_agent(("Elite mode", "#Explorers"), list(product(modes, teams)), names, won))
    return "\n\n".join(texts)


def _baselines() -> str:
    """Return the trained agents that come with the package, with their cards and learning curves."""
    if not agents.BASELINES:
        return "No trained agent comes with this version, so none is in the tables above."
    from agents.policy_files import CARD
    from agents.policy_files import FOLDER as MODELS
    from arnak_env.docs import baseline_pages

    texts = ["What they are, how they were trained, their learning curves: the cards.", baseline_pages.words()]
    for name in agents.BASELINES:
        curves = sorted((MODELS / name).glob("*.png"))
        texts += [f"![learning curve of {name}](../agents/models/{name}/{curve.name})" for curve in curves]
    assert all((MODELS / name / CARD).is_file() for name in agents.BASELINES)
    return "\n\n".join(texts)
