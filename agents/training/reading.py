"""Configuration files with the changes of a command line: ``--quick``, options and ``key=value``. Needs no torch."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

import agents
from agents.checked import checked
from agents.training.config import TrainingConfig
from agents.training.games import PAST, EpisodeEnvironment, TableEnvironment
from agents.yaml_files import read_value, read_yaml

QUICK = "quick"
QUICK_SECONDS = 100.0
_WHOLE = ("environment.opponents",)  # mappings that are replaced, not merged


def read_config(
    path: str | Path, changes: Iterable[str] = (), *, quick: bool = False, **options: Any
) -> TrainingConfig:
    """Read and check a configuration file.

    Args:
        path: the YAML file.
        changes: entries that replace those of the file, as ``ppo.learning_rate=1e-4``; values are YAML.
        quick: apply the file's section `quick` (or, where it says nothing, `seconds: 100`), and keep the results apart
            in a folder whose name ends in ``_quick``.
        **options: entries of the highest level that replace those of the file; None leaves the file's entry. They win
            over `changes`.

    Raises:
        FileNotFoundError: when there is no such file.
        ValueError: naming the file and every wrong, unknown or repeated entry, with the right ones.
    """
    path = Path(path)
    content = read_yaml(path)
    short = content.pop(QUICK, None)
    if quick:
        content = _quick(content, short, path)
    elif short is not None:
        _quick(dict(content), short, path)  # told even when it is not asked for
    written = dict(_pair(change) for change in changes)
    for key, value in written.items():
        _put(content, key, value)
    given = {name: value for name, value in options.items() if value is not None}
    content |= given

    def place(where: str) -> str:
        if where in given:
            return f"--{where}"
        return f"{where} (from the command line)" if _is_given(where, written) else where

    config = checked(TrainingConfig, content, str(path), place)
    _check_ends(config, path)
    _check_facts(config, path)
    _check_agents(config, path)
    return config


def _quick(content: dict[Any, Any], short: Any, path: Path) -> dict[Any, Any]:
    """Return the entries of a file with those of its section `quick`."""
    if short is not None and not isinstance(short, dict):
        raise ValueError(f"{path}: '{QUICK}' must hold entries, which --quick puts in place of the others")
    changed = _merged(content, {"seconds": QUICK_SECONDS, "steps": None, **(short or {})})
    for entry in ("out", "name"):
        if entry not in (short or {}) and isinstance(content.get(entry), str):
            changed[entry] = f"{content[entry]}_{QUICK}"
    checked(TrainingConfig, changed, f"{path}, with its section '{QUICK}'")
    return changed


def _merged(content: Any, changes: Mapping[Any, Any], where: str = "") -> dict[Any, Any]:
    merged = dict(content)
    for key, value in changes.items():
        here = f"{where}.{key}" if where else str(key)
        inner = merged.get(key)
        both = isinstance(inner, dict) and isinstance(value, dict) and here not in _WHOLE
        merged[key] = _merged(inner, value, here) if both else value
    return merged


# --- changes on the command line --------------------------------------------------------------------------------------
def _pair(change: str) -> tuple[str, Any]:
    key, equals, text = change.partition("=")
    key = key.strip()
    if not equals or not key or not all(part.strip() for part in key.split(".")):
        raise ValueError(f"{change!r} is no change; write KEY=VALUE, such as ppo.learning_rate=1e-4")
    _check_key(key)
    return key, read_value(text, change)


def _check_key(key: str) -> None:
    """Refuse a key that no configuration has, with those that are close."""
    known = set(_keys(TrainingConfig))
    if key in known or any(key.startswith(f"{whole}.") for whole in _WHOLE):
        return
    close = difflib.get_close_matches(key, sorted(known), n=3, cutoff=0.5)
    close += [one for one in sorted(known) if one.rpartition(".")[2] == key and one not in close]
    hint = f"did you mean {' or '.join(close)}?" if close else f"keys are {', '.join(sorted(known))}"
    raise ValueError(f"there is no entry {key!r}; {hint}")


def _keys(model: type[BaseModel], where: str = "") -> Iterable[str]:
    """Yield the dotted keys of all entries below a model, sections included."""
    for name, field in model.model_fields.items():
        key = where + name
        yield key
        for inner in _models(field.annotation):
            yield from _keys(inner, f"{key}.")


def _models(annotation: Any) -> Iterable[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)


def _put(content: dict[Any, Any], key: str, value: Any) -> None:
    """Put a value in place of an entry; sections that are missing are added."""
    *outer, last = [part.strip() for part in key.split(".")]
    inner = content
    for part in outer:
        below = inner.get(part)
        inner[part] = inner = dict(below) if isinstance(below, dict) else {}
    inner[last] = value


def _is_given(where: str, written: Mapping[str, Any]) -> bool:
    return any(where == key or where.startswith(f"{key}.") for key in written)


# --- what the entries say together ------------------------------------------------------------------------------------
def _check_ends(config: TrainingConfig, path: Path) -> None:
    if config.steps is None and config.seconds is None:
        raise ValueError(f"{path}: give 'steps' or 'seconds' (or both), so that the training ends")


def _check_facts(config: TrainingConfig, path: Path) -> None:
    """Refuse facts that cannot be read, and episodes that are not among them."""
    games = config.environment
    try:
        if isinstance(games, EpisodeEnvironment):
            _check_episodes(games)
        else:
            from arnak_env.arnak.content import load_content

            load_content(games.content)
    except (ValueError, OSError) as error:
        entry = "environment.content" if games.content else "environment"
        raise ValueError(f"{path}: {entry}: {error}") from None


def named_agents(config: TrainingConfig) -> dict[str, list[str]]:
    """Return the agents that a configuration names, by entry."""
    named: dict[str, list[str]] = {}
    if config.imitation is not None:
        named["imitation.teacher"] = [config.imitation.teacher]
    if isinstance(config.environment, TableEnvironment):
        named["environment.opponents"] = [name for name in config.environment.opponents if name != PAST]
        named["evaluation.opponents"] = list(config.evaluation.opponents)
    return named


def _check_agents(config: TrainingConfig, path: Path) -> None:
    """Refuse agents that are none here. A model that was trained with them may be loaded elsewhere."""
    game = "arkeis" if isinstance(config.environment, EpisodeEnvironment) else "arnak"
    named = {**named_agents(config), "evaluation.opponents": config.evaluation.opponents}
    for entry, names in named.items():
        for name in names:
            try:
                agents.check_name(name, game)
            except (ValueError, OSError) as error:
                raise ValueError(f"{path}: {entry}: {error}") from None


def _check_episodes(games: EpisodeEnvironment) -> None:
    import numpy as np

    from arnak_env.arkeis.config import GameConfig
    from arnak_env.arkeis.content import load_content
    from arnak_env.arkeis.state import GAME

    facts = load_content(games.content)
    for episode, elite, team in games.kinds():
        GameConfig(episode=episode, explorers=team, elite=elite).write(np.zeros(1, GAME)[0], facts)
