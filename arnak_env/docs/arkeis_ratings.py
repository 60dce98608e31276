"""What the pages on ratings and checks of episodes of Arkeis take from the code."""

from __future__ import annotations

import inspect

from agents.arena import episode_games, episode_report
from agents.arena.configuration import DESCRIPTION_KEYS
from agents.arena.episode_configuration import EpisodeCell, EpisodeConfiguration
from arnak_env.arkeis.content.entries import FOLDER
from arnak_env.arkeis.content.report import check_episode as check_file
from arnak_env.cli import check_episode
from arnak_env.docs.agent_pages import attributes, named
from arnak_env.docs.markdown import code, table

# Entries of `configuration.json` that say something else than those of a rating of the rival.
_OTHER_KEYS = {
    "command": "always `rate-episode`",
    "arguments": "what was asked for: ids of the episodes, agents, games, seed, sizes of teams, named teams, Elite "
    "modes, switches, and the file of the content as it was named",
    "content": "fingerprint of the facts, episode files and corrections included; a rating goes on only with the same "
    "facts, wherever their files lie",
}


def game_columns() -> str:
    """Return the columns of ``games.csv``, from the docstring of a line."""
    meanings = attributes(episode_games.EpisodeResult)
    columns = episode_games.EpisodeGames.columns
    return table(("column", "meaning"), [(code(name), meanings[name].rstrip(".")) for name in columns])


def table_columns() -> str:
    """Return the columns of ``episode_rating.csv``.

    Raises:
        ValueError: when the code writes other columns than it explains.
    """
    (cell,) = _smallest().cells()
    game = episode_games.EpisodeResult(*_names(cell), 0, 0, "rhiat", "adverse", 0, 0, 0, 0, 0)
    written = list(episode_report.rate([game], [cell])[0].row())
    if written != list(episode_report.COLUMNS):
        raise ValueError(f"the table has the columns {written}, but explained are {list(episode_report.COLUMNS)}")
    return named(episode_report.COLUMNS, "column")


def configuration_keys() -> str:
    """Return the entries of ``configuration.json``.

    Raises:
        ValueError: when the code writes other entries than it explains.
    """
    written = {*_smallest().described(), "resumed_with_versions"}
    if written != set(DESCRIPTION_KEYS):
        raise ValueError(f"entries not written or not explained: {sorted(written ^ set(DESCRIPTION_KEYS))}")
    return named({**DESCRIPTION_KEYS, **_OTHER_KEYS}, "entry")


def static_report() -> str:
    """Return what `arnak check-episode` says of episode 0 before it plays."""
    return check_episode.static_text(check_file(FOLDER / "episodes" / "episode_0.toml"))


def check_numbers() -> dict[str, str]:
    """Return defaults and limits of `arnak check-episode`."""
    options = inspect.signature(check_episode.check_episode).parameters
    defaults = {name: code(str(options[name].default.default)) for name in ("games", "players", "seed")}
    return defaults | {"hard": f"{100 * check_episode.HARD:g} %", "easy": f"{100 * check_episode.EASY:g} %"}


def _smallest() -> EpisodeConfiguration:
    return EpisodeConfiguration(episodes=(0,), agents=("random",), games=1, seed=0, players=(1,))


def _names(cell: EpisodeCell) -> tuple[str, str, str, str]:
    return cell.agent, cell.episode, cell.team, cell.elite
