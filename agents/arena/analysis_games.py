"""``games.csv`` of an analysis: one line for each finished game, with what was acquired and what lay there.

Where seats or rounds have an entry each, they are separated by semicolons: ``54;61``. How the file is kept says
`agents.arena.games_file`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from agents.arena.analysis_configuration import AnalysisCell
from agents.arena.games import RESULTS
from agents.arena.games_file import Damage, GameList, is_whole
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o

BUYABLE_IDS = a.CARD_IDS[: o.FIRST_STARTING]
_ACQUIRED = re.compile(r"(\w+):([1-5])")
_STEP = re.compile(r"(\w+):(\w+):([1-5])")
_Entry = TypeVar("_Entry")


class Acquired(NamedTuple):
    """Something acquired: its id, and the round in which it was acquired first."""

    name: str
    round: int


class ResearchStep(NamedTuple):
    """A step of a research token: the token, the space in the words of its board, and the round."""

    token: str
    space: str
    round: int


class AnalysedGame(NamedTuple):
    """One finished game.

    Attributes:
        agent: the agent's name.
        board: the board's name.
        players: 1 for the game against the rival, 2 to 4.
        difficulty: difficulty level of the rival, 0 with several players.
        objectives: rival objectives dealt each round.
        game: number of the game in its cell, from 0.
        seed: seed of the game, the same in every cell; `arnak_env.Batch` with it deals the same game.
        decisions: decisions taken.
        rival_score: points of the rival, 0 without it.
        results: by seat `win`, `tie` or `loss`; several players who share the victory have a `tie`.
        scores: points by seat.
        sites: sites discovered, by seat.
        idols: idols gained, by seat.
        guardians: guardians overcome, by seat.
        cards: items and artifacts acquired, by seat, each with the round: `hat:2 sundial:4`.
        assistants: the same of assistants.
        research: steps of the research tokens in order, by seat, each with space and round: `glass:b1:1`.
        first_row: the cards dealt into the row at set-up, the artifact first.
        first_assistants: the assistants on top of the stacks at the first decision.
        tiles: colours of the rival's tiles in the order discover, research, guardian, buy_item, buy_artifact.
        dealt_objectives: the rival objectives dealt, by round.
    """

    agent: str
    board: str
    players: int
    difficulty: int
    objectives: int
    game: int
    seed: int
    decisions: int
    rival_score: int
    results: tuple[str, ...]
    scores: tuple[int, ...]
    sites: tuple[int, ...]
    idols: tuple[int, ...]
    guardians: tuple[int, ...]
    cards: tuple[tuple[Acquired, ...], ...]
    assistants: tuple[tuple[Acquired, ...], ...]
    research: tuple[tuple[ResearchStep, ...], ...]
    first_row: tuple[str, ...]
    first_assistants: tuple[str, ...]
    tiles: tuple[str, ...]
    dealt_objectives: tuple[tuple[str, ...], ...]

    @property
    def cell(self) -> AnalysisCell:
        """The cell the game belongs to."""
        return AnalysisCell(self.agent, self.board, self.players, self.difficulty, self.objectives)

    def margin(self, seat: int) -> int:
        """Return the points of a seat minus those of the rival, or of the best other player."""
        others = [score for other, score in enumerate(self.scores) if other != seat]
        return self.scores[seat] - max(others, default=self.rival_score)


_NUMBERS = ("players", "difficulty", "objectives", "game", "seed", "decisions", "rival_score")
_PLAIN_BY_SEAT = ("results", "scores", "sites", "idols", "guardians")
_LISTED_BY_SEAT = ("cards", "assistants", "research")
_LISTED = ("first_row", "first_assistants", "tiles")


class AnalysedGames(GameList[AnalysedGame]):
    """The list of finished games of an analysis.

    Args:
        path: the file.
    """

    columns = AnalysedGame._fields
    texts = tuple(name for name in AnalysedGame._fields if name not in _NUMBERS)

    def entry(self, row: Sequence[str]) -> AnalysedGame:
        """Return the game of a line, see `GameList.entry`."""
        words = dict(zip(self.columns, row, strict=True))
        numbers = {name: int(words[name]) for name in _NUMBERS}
        seats, board = numbers["players"], words["board"]
        if board not in o.BOARDS:
            raise Damage(f"unknown board {board!r}; one of {', '.join(o.BOARDS)}")

        def by_seat(name: str, read: Callable[[str, str], _Entry]) -> tuple[_Entry, ...]:
            parts = words[name].split(";")
            if len(parts) != seats:
                raise Damage(f"{name} has {len(parts)} entries instead of one for each of {seats} seats")
            return tuple(read(name, part) for part in parts)

        game = AnalysedGame(
            agent=words["agent"],
            board=board,
            **numbers,
            results=by_seat("results", lambda name, part: _known(name, part, RESULTS)),
            scores=by_seat("scores", _whole),
            sites=by_seat("sites", _whole),
            idols=by_seat("idols", _whole),
            guardians=by_seat("guardians", _whole),
            cards=by_seat("cards", lambda name, part: _acquired(name, part, BUYABLE_IDS)),
            assistants=by_seat("assistants", lambda name, part: _acquired(name, part, a.ASSISTANT_IDS)),
            research=by_seat("research", lambda name, part: _steps(name, part, a.TRACK_WORDS[board])),
            first_row=_listed("first_row", words["first_row"], BUYABLE_IDS),
            first_assistants=_listed("first_assistants", words["first_assistants"], a.ASSISTANT_IDS),
            tiles=_listed("tiles", words["tiles"], o.COLOURS),
            dealt_objectives=tuple(
                _listed("dealt_objectives", part, o.OBJECTIVES) for part in words["dealt_objectives"].split(";")
            ),
        )
        _check(game)
        return game

    def row(self, game: AnalysedGame) -> Sequence[Any]:
        """Return the entries of a game."""
        values = game._asdict()
        for name in _PLAIN_BY_SEAT:
            values[name] = ";".join(map(str, values[name]))
        for name in _LISTED_BY_SEAT:
            values[name] = ";".join(" ".join(":".join(map(str, one)) for one in some) for some in values[name])
        for name in _LISTED:
            values[name] = " ".join(values[name])
        values["dealt_objectives"] = ";".join(map(" ".join, values["dealt_objectives"]))
        return list(values.values())

    def words(self, cell: AnalysisCell) -> str:
        """Return a cell in words."""
        if cell.players > 1:
            return f"{cell.agent} on {cell.board} with {cell.players} players"
        objectives = f" with {cell.objectives} objectives" if cell.objectives else ""
        return f"{cell.agent} on {cell.board} at difficulty {cell.difficulty}{objectives}"


def _check(game: AnalysedGame) -> None:
    """Refuse entries that contradict each other.

    Raises:
        Damage: saying which.
    """
    for name, found, right in (
        ("first_row", len(game.first_row), o.ROW_SLOTS),
        ("tiles", len(game.tiles), len(o.PAIRS) if game.players == 1 else 0),
        ("dealt_objectives", len(game.dealt_objectives), o.ROUNDS),
    ):
        if found != right:
            raise Damage(f"{name} has {found} entries instead of {right}")
    for seat, result in enumerate(game.results):
        margin = game.margin(seat)
        # At equal scores a tie-break may decide.
        if (margin > 0 and result != "win") or (margin < 0 and result != "loss"):
            raise Damage(f"seat {seat} cannot have a {result} with a margin of {margin:+} points")


# --- single entries --------------------------------------------------------------------------------------------------
def _whole(name: str, word: str) -> int:
    if not is_whole(word):
        raise Damage(f"{name} must hold whole numbers, not {word!r}")
    return int(word)


def _known(name: str, word: str, known: Sequence[str]) -> str:
    if word not in known:
        raise Damage(f"{name} holds {word!r}, which is unknown there")
    return word


def _listed(name: str, words: str, known: Sequence[str]) -> tuple[str, ...]:
    return tuple(_known(name, word, known) for word in words.split())


def _acquired(name: str, words: str, known: Sequence[str]) -> tuple[Acquired, ...]:
    found = []
    for word in words.split():
        match = _ACQUIRED.fullmatch(word)
        if not match:
            raise Damage(f"{name} must hold ids with rounds, such as {known[0]}:1, not {word!r}")
        found.append(Acquired(_known(name, match[1], known), int(match[2])))
    if len({one.name for one in found}) != len(found):
        raise Damage(f"{name} holds something twice: {words!r}")
    return tuple(found)


def _steps(name: str, words: str, spaces: Sequence[str]) -> tuple[ResearchStep, ...]:
    found = []
    for word in words.split():
        match = _STEP.fullmatch(word)
        if not match:
            raise Damage(f"{name} must hold steps such as glass:{spaces[1]}:1, not {word!r}")
        token = _known(name, match[1], o.RESEARCH_TOKENS)
        found.append(ResearchStep(token, _known(name, match[2], spaces), int(match[3])))
    return tuple(found)
