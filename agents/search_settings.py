"""The settings of the search agent, and how they are written into its name: ``search:simulations=800+exploration=10``.

Entries are joined with ``+``, because lists of agents are written with commas.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

import agents
from agents.checked import Strict, checked
from arnak_env.core.fingerprint import PACKAGE

NAME = "search"
DEFAULT_SIMULATIONS = {"arnak": 500, "arkeis": 128}  # about 30 ms and 250 ms for a decision
_ENTRY = re.compile(r"\+(?=\w+=)")  # a path may hold a + too

_PRIORS = ("rollouts", "greedy", "uniform")


def _known_prior(prior: str) -> str:
    """Refuse priors that do not exist.

    Raises:
        ValueError: with the right ones.
    """
    if prior not in _PRIORS and not is_policy(prior):
        trained = ", ".join(("ppo:PATH", *agents.BASELINES))
        raise ValueError(f"a prior is {', '.join(_PRIORS)}, or a trained agent: {trained}")
    return prior


def is_policy(prior: str) -> bool:
    """Say whether a prior is the name of a trained agent."""
    return prior.startswith("ppo:") or prior in agents.BASELINES


class SearchSettings(Strict):
    """How the search agent searches; every entry may stand in its name."""

    simulations: Annotated[int, Field(ge=1, le=2**20)] | None = Field(
        default=None, description="simulations for each decision; without any budget 500, in Arkeis 128"
    )
    milliseconds: Annotated[int, Field(ge=1, le=2**21)] | None = Field(
        default=None, description="time for each decision of a game instead; play then depends on the machine"
    )
    prior: Annotated[str, AfterValidator(_known_prior)] = Field(
        default="rollouts",
        description="how good actions seem before they are tried: `rollouts`, by the weights of the roll-outs (in "
        "Arkeis by its greedy agent); at the root also `greedy`, by the values of the greedy agent too, or the name of "
        "a trained agent, such as `ppo:PATH`, by its network too; `uniform`, all alike",
    )
    rollouts: Literal["weighted", "random"] = Field(
        default="weighted",
        description="how simulations are played to the end: by fitted weights (in Arkeis by its greedy agent), "
        "or at random",
    )
    exploration: Annotated[float, Field(gt=0.0, le=1000.0)] = Field(
        default=12.0, description="weight of what was seldom tried against what has turned out well, in points"
    )
    side: Annotated[int, Field(ge=1, le=4096)] = Field(
        default=32, description="simulations that walk the tree of a game at the same time"
    )

    def files(self, game: str) -> list[Path]:
        """Return the files that decide how the agent plays a game."""
        here = Path(__file__).parent
        helper = "arkeis_*.py" if game == "arkeis" else "greedy*.py"
        trained = agents.source(self.prior, game) if is_policy(self.prior) else []
        tree = sorted((PACKAGE / "search").glob("*.py"))
        return [here / "base.py", *sorted(here.glob("search*")), *sorted(here.glob(helper)), *tree, *trained]


def read_settings(name: str) -> SearchSettings:
    """Return the settings in a name, ``"search"`` or ``"search:ENTRY=VALUE+ENTRY=VALUE"``.

    Raises:
        ValueError: naming the entry or value, with the right ones.
    """
    _, colon, text = name.partition(":")
    given: dict[str, object] = {}
    for part in _ENTRY.split(text) if colon else ():
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise ValueError(
                f"{name!r}: {part!r} is no entry with a value, such as search:simulations=800 or "
                f"search:milliseconds=1000+exploration=10; entries: {', '.join(SearchSettings.model_fields)}"
            )
        if key in given:
            raise ValueError(f"{name!r}: {key} is given twice")
        given[key] = _value(value)
    settings = checked(SearchSettings, given, f"the settings of the agent {name!r} are wrong")
    if settings.simulations and settings.milliseconds:
        raise ValueError(f"{name!r}: the budget is either simulations or milliseconds, not both")
    return settings


def _value(text: str) -> object:
    """Return a number where the text is one."""
    if re.fullmatch(r"[+-]?\d+", text):
        return int(text)
    try:
        return float(text) if re.fullmatch(r"[+-]?[\d.]+(e[+-]?\d+)?", text) else text
    except ValueError:
        return text
