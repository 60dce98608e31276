"""The tables of the results page as what they were made from, so that plots and pages need no games."""

from __future__ import annotations

from pathlib import Path

from agents.arena.configuration import Cell
from agents.arena.episode_configuration import EpisodeCell
from agents.arena.episode_report import EpisodeCellRating
from agents.arena.report import CellRating
from agents.arena.tournament_report import ALL, Meeting, Standing, Standings
from agents.results.tables import EPISODES, LADDER, LADDER_CROSS, RIVAL, Line
from arnak_env.arnak.opcodes import SCORE_PARTS


def rival(folder: Path) -> list[CellRating]:
    """Return the ratings of the rival.

    Raises:
        FileNotFoundError, ValueError: see `agents.results.tables.Table.read`.
    """
    return [
        CellRating(
            Cell(line.text("agent"), line.text("board"), line.whole("difficulty"), line.whole("objectives")),
            games=line.whole("games"),
            wins=line.whole("wins"),
            ties=line.whole("ties"),
            losses=line.whole("losses"),
            win_rate=line.estimate("win_rate"),
            score=line.estimate("mean_score"),
            rival_score=line.estimate("mean_rival_score"),
            margin=line.estimate("mean_margin"),
            parts=tuple(line.number(f"mean_score_{part}") for part in SCORE_PARTS),
            rival_parts=tuple(line.number(f"mean_rival_score_{part}") for part in SCORE_PARTS),
        )
        for line in RIVAL.read(folder)
    ]


def episodes(folder: Path) -> list[EpisodeCellRating]:
    """Return the ratings of episodes; raises as `rival`."""
    return [
        EpisodeCellRating(
            EpisodeCell(*(line.text(name) for name in ("agent", "episode", "team", "elite"))),
            line.whole("games"),
            line.whole("wins"),
            line.estimate("win_rate"),
            *(line.estimate(f"mean_{name}") for name in ("turns", "reserve", "boxes", "points")),
        )
        for line in EPISODES.read(folder)
    ]


def ladder(folder: Path) -> list[Standings]:
    """Return the standings of tournaments, by number of players, on all boards and on each; raises as `rival`."""
    groups: dict[tuple[int, str], tuple[list[Line], list[Line]]] = {}
    for number, table in enumerate((LADDER, LADDER_CROSS)):
        for line in table.read(folder):
            groups.setdefault((line.whole("players"), line.text("board")), ([], []))[number].append(line)
    boards = {
        players: tuple(board for size, board in groups if size == players and board != ALL) for players, _ in groups
    }
    return [
        Standings(
            players,
            board,
            (boards[players] or (board,)) if board == ALL else (board,),
            own[0].whole("deals"),
            tuple(map(_standing, own)),
            tuple(map(_meeting, cross)),
        )
        for (players, board), (own, cross) in groups.items()
        if own
    ]


def _standing(line: Line) -> Standing:
    return Standing(
        line.text("agent"),
        games=line.whole("games"),
        seats=line.whole("seats"),
        wins=line.whole("wins"),
        shared=line.whole("shared"),
        win_share=line.estimate("win_share"),
        place=line.number("mean_place"),
        score=line.estimate("mean_score"),
        rating=line.estimate("rating"),
    )


def _meeting(line: Line) -> Meeting:
    return Meeting(
        line.text("agent"),
        line.text("opponent"),
        meetings=line.whole("meetings"),
        ahead=line.whole("ahead"),
        level=line.whole("level"),
        ahead_share=line.estimate("ahead_share"),
        margin=line.estimate("mean_margin"),
    )
