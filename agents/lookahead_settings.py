"""The settings of the agent that looks ahead, how they stand in its name, and which networks it can follow.

A name is ``lookahead:solo-all-boards`` or ``lookahead:ppo:PATH``, with entries joined by ``+``, because lists of agents
are written with commas: ``lookahead:solo-all-boards+worlds=16``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

import agents
from agents.checked import Strict, checked
from agents.model_files import DESCRIPTION, find_model
from agents.model_files import read_description as read_model
from agents.policy_files import POLICY, baseline_file
from agents.policy_files import read_description as read_exported

NAME = "lookahead"
_ENTRY = re.compile(r"\+(?=\w+=)")  # a path may hold a + too


class LookaheadSettings(Strict):
    """How far and how often it looks ahead; every entry may stand in its name."""

    decisions: Annotated[int, Field(ge=0, le=10_000)] = Field(
        default=8, description="decisions of the network after an action, before the position is judged"
    )
    worlds: Annotated[int, Field(ge=1, le=4096)] = Field(
        default=4, description="worlds that are drawn for each decision, the same for all its actions"
    )
    least: Annotated[float, Field(ge=0.0, lt=1.0)] = Field(
        default=0.01,
        description="how likely the network must find an action for it to be looked at; where it finds at most one as "
        "likely, its favourite is taken at once",
    )


def split_name(name: str) -> tuple[str, LookaheadSettings]:
    """Return the network and the settings in a name, ``"lookahead:NETWORK+ENTRY=VALUE+ENTRY=VALUE"``.

    Raises:
        ValueError: naming what is wrong, with what is right.
    """
    network, *parts = _ENTRY.split(name.partition(":")[2])
    if not (network.startswith("ppo:") or network in agents.BASELINES):
        raise ValueError(
            f"{name!r}: {network!r} is no trained agent; write {NAME}:NETWORK with {', '.join(_solo_baselines())} or "
            f"ppo:PATH, and settings behind it, such as {NAME}:solo-all-boards+worlds=16"
        )
    given: dict[str, object] = {}
    for part in parts:
        key, _, value = part.partition("=")
        if key in given:
            raise ValueError(f"{name!r}: {key} is given twice")
        given[key] = _value(value)
    return network, checked(LookaheadSettings, given, f"the settings of the agent {name!r} are wrong")


def files(name: str) -> list[Path]:
    """Return the files that decide how the agent of a name plays.

    Raises:
        ValueError, FileNotFoundError: as `agents.check_name`.
    """
    network, _ = split_name(name)
    here = Path(__file__).parent
    described = _file(network).with_name(DESCRIPTION)  # says what the network's value means
    return [
        *(here / "base.py", *sorted(here.glob(f"{NAME}*.py")), here / "search_worlds.py"),
        *agents.source(network, "arnak"),
        *([described] if described.is_file() else []),
    ]


def environment_of(network: str, name: str) -> dict[str, Any]:
    """Return the section `environment` of the configuration that a network was trained with.

    Raises:
        ValueError: naming the agent, when what the network expects is not in points of the game.
    """
    file = _file(network)
    if file.name == POLICY:
        configuration = read_exported(file.with_name(DESCRIPTION)).configuration
    else:
        configuration = read_model(file).configuration.as_written()
    environment: dict[str, Any] = configuration["environment"]
    shaping = {part: weight for part, weight in environment.get("shaping", {}).items() if _at_the_end(weight)}
    gamma = configuration.get("ppo", {}).get("gamma", 1.0)
    found = ""
    if environment["reward"] not in ("potential", "score"):
        found = f"environment.reward: {environment['reward']}"
    elif gamma != 1:
        found = f"ppo.gamma: {gamma}"
    elif shaping:
        found = f"environment.shaping for {', '.join(shaping)} to the end"
    if found:
        raise ValueError(
            f"{name!r}: the network was trained with {found}, so it does not say what a position is worth in points; "
            "train it with environment.reward: potential, ppo.gamma: 1 and no shaping, or one that ends at 0"
        )
    return environment


def _at_the_end(weight: Any) -> float:
    return float(weight["end"] if isinstance(weight, dict) else weight)


def _file(network: str) -> Path:
    return baseline_file(network) if network in agents.BASELINES else find_model(network.partition(":")[2])


def _solo_baselines() -> list[str]:
    described = {name: read_exported(baseline_file(name).with_name(DESCRIPTION)) for name in agents.BASELINES}
    return [name for name, one in described.items() if one.plays.players == [1]]


def _value(text: str) -> object:
    """Return a number where the text is one."""
    if re.fullmatch(r"[+-]?[0-9]+", text):
        return int(text)
    return float(text) if re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", text) else text
