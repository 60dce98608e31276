"""Whether an agent plays better than the one that holds a place so far, beyond what chance explains."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from agents.arena.statistics import Estimate
from agents.arena.tournament import TablePlay
from agents.arena.tournament_configuration import Pairing, Schedule
from agents.arena.tournament_games import TournamentGame
from agents.arena.tournament_report import rate
from agents.base import Agent

CANDIDATE, INCUMBENT = "candidate", "incumbent"
EQUAL = 0.5  # the part of the victories in games of two when both play alike


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What the games of two players between a candidate and the incumbent say; true when the candidate beats it.

    Attributes:
        share: the candidate's part of the victories, with its 95 % interval by deal.
        deals: number of deals.
        games: number of games, two of each deal.
    """

    share: Estimate
    deals: int
    games: int

    @property
    def promoted(self) -> bool:
        """Whether the lower limit of the interval is above one half."""
        return self.share.low > EQUAL

    def __bool__(self) -> bool:
        return self.promoted

    def words(self, candidate: str, incumbent: str) -> str:
        """Return the verdict as a sentence."""
        share, low, high = (100 * number for number in self.share)
        won = f"{candidate} won {share:.1f} % of {self.games} games, 95 % interval {low:.1f} to {high:.1f} %"
        if self.promoted:
            return f"{won}: it beats {incumbent}"
        if self.share.high < EQUAL:
            return f"{won}: {incumbent} is better"
        return f"{won}: not enough to tell that it beats {incumbent}"


def verdict(results: Sequence[TournamentGame], cells: Sequence[Pairing], candidate: str) -> Verdict:
    """Return what the games of two players between two agents say of one of them.

    Args:
        results: all games of a tournament of two agents.
        cells: who meets whom in it.
        candidate: the agent that may be promoted.
    """
    standings = rate(results, cells)[0]
    share = next(one.win_share for one in standings.agents if one.agent == candidate)
    return Verdict(share, standings.deals, len(results))


def beats(
    candidate: Agent | str,
    incumbent: Agent | str,
    *,
    boards: Sequence[str] = ("bird",),
    games: int = 200,
    seed: int = 0,
    expansion_components: bool | None = None,
    content: str | None = None,
    batch_size: int | None = None,
) -> Verdict:
    """Let a candidate play the incumbent, two players, and return whether it is better; writes no files.

    The number of games is fixed beforehand: whoever tries again until the verdict pleases, or with one candidate after
    the other, promotes by chance more often than one time in forty.

    Args:
        candidate: the agent that may be promoted, or its name as of `agents.load`. An agent that is passed as such must
            not be in the middle of games of its own: it is told that new ones begin.
        incumbent: the agent it must beat, or its name; another one.
        boards: names of boards.
        games: deals on each board; each is played twice, with the seats changed.
        seed: of the deals; take another one for each decision.
        expansion_components: with the components of Twisted Paths; None: by the board.
        content: file with corrections of the printed facts.
        batch_size: games played side by side, see `GameRunner.play`.

    Raises:
        ValueError, OSError, MissingExtra: naming what is wrong.
    """
    if candidate is incumbent or (isinstance(candidate, str) and candidate == incumbent):
        raise ValueError(f"the candidate and the incumbent are the same agent: {candidate!r}")
    schedule = Schedule(tuple(boards), (2,), (CANDIDATE, INCUMBENT), games, seed, expansion_components, content)
    runner = TablePlay(schedule, {CANDIDATE: _loaded(candidate, seed), INCUMBENT: _loaded(incumbent, seed)})
    cells = schedule.cells()
    runner.check_agents(cells)
    chosen = [(cell, deal) for cell in cells for deal in range(games)]
    return verdict(runner.play_all(chosen, batch_size), cells, CANDIDATE)


def _loaded(agent: Agent | str, seed: int) -> Agent:
    if not isinstance(agent, str):
        return agent
    from agents import load

    return load(agent, seed=seed)
