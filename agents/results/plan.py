"""What the results page needs: a YAML file that says which agents play which games, and how many."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from agents.checked import Strict, checked
from agents.results.tables import TABLES
from agents.yaml_files import read_yaml
from arnak_env.arnak.opcodes import BOARDS

TRAINED = "trained"
"""In a list of agents: all trained agents that come with the package and know these games."""
QUICK = "quick"
REFERENCE = "greedy"
"""The agent that points of others are compared with."""

Board = Literal["bird", "snake", "spider", "owl"]
Count = Annotated[int, Field(ge=1)]
AgentNames = Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)]


def _boards(value: Any) -> Any:
    return list(BOARDS) if value == "all" else value


class RivalGames(Strict):
    """Games against the rival."""

    agents: AgentNames = Field(description="agents; `trained`: all trained ones that come with the package")
    games: Count = Field(description="games of each agent in each cell")
    boards: list[Board] = Field(description="boards; `all`: every board")
    difficulties: list[int] = Field(description="difficulty levels of the rival, 0 to 10")
    objectives: list[int] = Field(description="rival objectives each round: 0, 2, 3, 4")

    _all_boards = field_validator("boards", mode="before")(_boards)


class LadderGames(Strict):
    """A tournament at tables of one size."""

    players: Annotated[int, Field(ge=2, le=4)] = Field(description="number of players")
    agents: AgentNames = Field(description="agents, as above")
    deals: Count = Field(description="deals of each line-up on each board, each played in every rotation of the seats")
    boards: list[Board] = Field(description="boards; `all`: every board")

    _all_boards = field_validator("boards", mode="before")(_boards)


class EpisodeGames(Strict):
    """Episodes of Arkeis."""

    agents: AgentNames = Field(description="agents, as above")
    games: Count = Field(description="games of each agent in each cell")
    episodes: list[int | str] = Field(description="numbers or ids of episodes")
    players: list[int] = Field(description="sizes of teams, 1 to 5; who plays is drawn anew for every game")
    elite: list[str] = Field(description="Elite modes: `none`, `classic`, `intermediate`")


class Goal(Strict):
    """A figure that is wanted, and where it stands in the tables."""

    what: Annotated[str, Field(min_length=1)] = Field(description="the goal in words")
    table: str = Field(description="name of a table, such as `rival`")
    line: dict[str, str | int] = Field(min_length=1, description="the line, by what stands in some columns")
    column: str = Field(description="column with the figure")
    limit: Literal["value", "low"] = Field("value", description="what must be above: the figure or its lower limit")
    above: float = Field(description="what it must be above")


class Plan(Strict):
    """Everything that is played for the results page."""

    out: Annotated[str, Field(min_length=1)] = Field(description="folder for all games, one folder for each run")
    seed: Annotated[int, Field(ge=0, lt=2**62)] = Field(description="all seeds follow from it")
    rival: list[RivalGames] = Field([], description="games against the rival")
    ladder: list[LadderGames] = Field([], description="tournaments, one for each number of players")
    matches: list[LadderGames] = Field(
        [], description="the same with a table of its own: more deals for agents that are quick"
    )
    episodes: list[EpisodeGames] = Field([], description="episodes of Arkeis")
    speed_games: Count = Field(3, description="games of each agent that are timed, one at a time")
    goals: list[Goal] = Field([], description="figures that are wanted")


def read_plan(path: str | Path, *, quick: bool = False) -> Plan:
    """Read and check a plan.

    Args:
        path: the YAML file.
        quick: put the entries of its section `quick` in place of the others.

    Raises:
        FileNotFoundError: when there is no such file.
        ValueError: naming the file and every wrong, unknown or repeated entry, with the right ones.
    """
    path = Path(path)
    content = read_yaml(path)
    short = content.pop(QUICK, None)
    if short is not None and not isinstance(short, dict):
        raise ValueError(f"{path}: {QUICK!r} must hold entries, which --quick puts in place of the others")
    if quick and short is None:
        raise ValueError(f"{path} has no section {QUICK!r}, so --quick has nothing to put in place of its entries")
    plan = _checked(content, str(path))  # both are checked, whichever is asked for
    if short is None:
        return plan
    changed = content | {"out": f"{plan.out}_{QUICK}"} | short
    small = _checked(changed, f"{path}, with its section {QUICK!r}")
    return small if quick else plan


def _checked(content: dict[Any, Any], source: str) -> Plan:
    plan = checked(Plan, content, source)
    if not (plan.rival or plan.ladder or plan.matches or plan.episodes):
        raise ValueError(f"{source}: nothing to play; it needs some of rival, ladder, matches, episodes")
    for kind, names in (
        ("rival", [name for entry in plan.rival for name in entry.agents]),
        ("episodes", [name for entry in plan.episodes for name in entry.agents]),
        ("ladder", [f"{entry.players} players" for entry in plan.ladder]),
        ("matches", [f"{entry.players} players" for entry in plan.matches]),
    ):
        twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
        if twice is not None:
            raise ValueError(f"{source}: {kind}: {twice!r} appears twice; join its games in one entry")
    for number, goal in enumerate(plan.goals):
        _check_goal(goal, f"{source}: goals.{number}")
    return plan


def _check_goal(goal: Goal, where: str) -> None:
    if goal.table not in TABLES:
        raise ValueError(f"{where}.table: there is no table {goal.table!r}; tables are {', '.join(TABLES)}")
    columns = TABLES[goal.table].columns
    for column in (*goal.line, goal.column):
        if column not in columns:
            raise ValueError(f"{where}: {goal.table}.csv has no column {column!r}; columns are {', '.join(columns)}")
    if f"{goal.column}_low" not in columns:
        raise ValueError(f"{where}.column: {goal.column!r} is no figure with an interval in {goal.table}.csv")
