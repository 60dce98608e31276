"""Kinds of values that entries of a training configuration have."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag

from agents.checked import Strict, variant

Positive = Annotated[int, Field(ge=1)]
Rate = Annotated[float, Field(gt=0.0)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Weight = Annotated[float, Field(ge=0.0)]


def printable(text: str) -> str:
    """Return a text that is one line; ValueError for any other."""
    if not text.strip() or not text.isprintable():
        raise ValueError("must be one line of printable characters")
    return text


def without_repeats(values: list[Any]) -> list[Any]:
    """Return a list in which nothing stands twice; ValueError for any other."""
    repeated = [value for place, value in enumerate(values) if value in values[:place]]
    if repeated:
        raise ValueError(f"{repeated[0]!r} stands twice")
    return values


class LinearRate(Strict):
    """A positive number that changes evenly from the start of a training to its end."""

    start: Rate = Field(description="at the start")
    end: Weight = Field(description="at the end")


class LinearWeight(Strict):
    """A number that changes evenly from the start of a training to its end."""

    start: Weight = Field(description="at the start")
    end: Weight = Field(description="at the end")


def _number_or_entries(value: Any) -> str:
    return variant("entries" if isinstance(value, dict | Strict) else "number")


RateSchedule = Annotated[
    Annotated[Rate, Tag(variant("number"))] | Annotated[LinearRate, Tag(variant("entries"))],
    Discriminator(_number_or_entries),
]
"""A positive number, or the two between which it changes."""

WeightSchedule = Annotated[
    Annotated[Weight, Tag(variant("number"))] | Annotated[LinearWeight, Tag(variant("entries"))],
    Discriminator(_number_or_entries),
]
"""A number that is not negative, or the two between which it changes."""


def at_share(schedule: float | LinearRate | LinearWeight, share: float) -> float:
    """Return the value of a schedule after a share (0 to 1) of the training."""
    if isinstance(schedule, LinearRate | LinearWeight):
        return schedule.start + (schedule.end - schedule.start) * share
    return schedule
