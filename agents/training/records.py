"""What ``model.json`` says of a training beside its configuration: how it went, its learning curve, its evaluation."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from agents.arena.statistics import Estimate
from agents.checked import Strict

_Count = Annotated[int, Field(ge=0)]

Ending = Literal["finished", "interrupted", "diverged", "failed", "unfinished"]


class TrainingRecord(Strict):
    """How a model was trained."""

    steps: _Count = Field(description="decisions played while it trained")
    games: _Count = Field(description="games that were finished")
    seconds: Annotated[float, Field(ge=0.0)] = Field(description="time it took")
    ended: Ending = Field(
        description="`finished`, `interrupted` by Ctrl-C; `diverged` or `failed`: the last good model was kept; "
        "`unfinished`: the training goes on, or was killed"
    )
    last_mean_return: float | None = Field(description="mean return of the latest games; null when none had ended")
    updates: _Count = Field(0, description="updates of the network")
    resumed: list[str] = Field(
        [], description="rules and packages that were others when it was resumed, for each time they were"
    )


class ImitationRecord(Strict):
    """How well a network imitates its teacher, in games it has not learned from."""

    decisions: _Count = Field(description="decisions of the teacher it has learned from")
    same_action: float = Field(description="share of decisions in which it finds the teacher's action the likeliest")
    surprise: float = Field(description="mean of minus the logarithm of the probability it gives the teacher's action")
    value_error: float = Field(description="root of the mean squared error of its values, in units of the reward")
    loss: float = Field(description="what was made small: surprise and weighted squared error of the values")


class Interval(Strict):
    """An estimate with its 95 % interval."""

    value: float = Field(description="the estimate")
    low: float | None = Field(description="lower limit; null when one game is all there is")
    high: float | None = Field(description="upper limit")

    @classmethod
    def of(cls, estimate: Estimate) -> Interval:
        """Return an estimate of `agents.arena.statistics`."""
        low, high = (None if bound != bound else round(bound, 6) for bound in (estimate.low, estimate.high))
        return cls(value=round(estimate.value, 6), low=low, high=high)


class GroupResult(Strict):
    """How the games of one kind were played."""

    group: str = Field(description="what these games have in common, such as their board")
    opponent: str | None = Field(description="agent that was played against; null without opponents at the table")
    games: Annotated[int, Field(ge=1)] = Field(description="games")
    wins: _Count = Field(description="games won; Arkeis: favourable epilogues")
    win_rate: Interval = Field(description="share of games won")
    score: Interval = Field(description="mean points; Arkeis: Victory points")


ALL = "all"
"""The group of all games."""


class CurvePoint(Strict):
    """An evaluation during the training."""

    steps: _Count = Field(description="decisions played until then")
    seconds: Annotated[float, Field(ge=0.0)] = Field(description="time it had trained")
    mean_return: float | None = Field(description="mean return of the latest games of the training")
    result: GroupResult = Field(description="all games of the evaluation")


class FinalEvaluation(Strict):
    """Games at the end of the training, on seeds that nothing was chosen by."""

    seed: _Count = Field(description="seed of the games")
    last: list[GroupResult] = Field(description="the last model, by groups of games")
    best: list[GroupResult] = Field(description="the best model, by groups of games; empty: it is the last one")
    best_steps: _Count = Field(description="decisions played until the best model")


class Machine(Strict):
    """The machine a model was trained on."""

    processor: str = Field(description="its processor")
    cores: Annotated[int, Field(ge=1)] = Field(description="cores of the processor")
    threads: Annotated[int, Field(ge=1)] = Field(description="threads that were used")
