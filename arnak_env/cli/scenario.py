"""`arnak scenario`: scenario files of both games, told apart by what they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from arnak_env.cli.errors import fail, plain_errors

if TYPE_CHECKING:
    from arnak_env.core.scenarios import ScenarioResult

GAMES = ("arnak", "arkeis")


def scenario(
    files: list[Path] = typer.Argument(help="Scenario files (TOML) or folders of them, of one game or of both."),
    show_legal: bool = typer.Option(False, "--show-legal", help="Also show what can be done at the end of each."),
    facts: Path | None = typer.Option(None, "--content", help="TOML file with corrections of the printed facts."),
    game: str | None = typer.Option(None, help="Game: arnak or arkeis; left out: each file is read as what it says."),
) -> None:
    """Run scenario files of Lost Ruins of Arnak and of Arkeis.

    Each sets up a position and takes actions in words; what differs from the expected outcome is printed. The exit code
    is 0 when all is as expected and 1 when not.
    """
    from arnak_env.core.scenarios import format_report, scenario_files

    with plain_errors():
        for path in files:
            if not path.exists():
                raise ValueError(f"no such scenario file or folder: {path}")
        if game is not None and game not in GAMES:
            raise ValueError(f"unknown game {game!r}; games are: {', '.join(GAMES)}")
        sorted_out = [(game or game_of_file(path), path) for path in scenario_files(files)]
        if facts is not None and len({one for one, _ in sorted_out}) > 1:
            raise ValueError(
                f"--content {facts} corrects the facts of one game, and there are files of both; add --game"
            )
        contents = {one: _content(one, facts) for one in dict.fromkeys(one for one, _ in sorted_out)}
    results = [result for one, path in sorted_out for result in _run(one, path, contents[one])]
    if not results:
        fail(f"no scenario in {', '.join(map(str, files))}")
    typer.echo(format_report(results, show_legal))
    raise typer.Exit(0 if all(result.passed for result in results) else 1)


def _content(game: str, facts: Path | None) -> Any:
    if game == "arkeis":
        from arnak_env.arkeis.content import load_content as load_arkeis

        return load_arkeis(facts)
    from arnak_env.arnak.content import load_content

    return load_content(facts)


def _run(game: str, path: Path, content: Any) -> list[ScenarioResult]:
    if game == "arkeis":
        from arnak_env.arkeis.scenario import run_files as run_arkeis

        return run_arkeis([path], content)
    from arnak_env.arnak.scenario import run_files

    return run_files([path], content)


def game_of_file(path: Path) -> str:
    """Return the game of a scenario file: the one of which it has more keys and actions of its own.

    A file that cannot be read, or says nothing that tells the games apart, counts as one of Lost Ruins of Arnak.
    """
    from arnak_env.core.scenarios import ScenarioError, read_tables

    try:
        tables = read_tables(path)
    except ScenarioError:
        return "arnak"
    arnak, arkeis = _own_words()
    found = [word for table in tables for word in _words(table)]
    return "arkeis" if sum(word in arkeis for word in found) > sum(word in arnak for word in found) else "arnak"


def _own_words() -> tuple[set[str], set[str]]:
    """Return the keys and verbs that only one of the games has, of both games."""
    from arnak_env.arkeis import actions as arkeis_actions
    from arnak_env.arkeis import scenario as arkeis
    from arnak_env.arkeis.position_build import GAME_KEYS as ARKEIS_GAME_KEYS
    from arnak_env.arnak import actions, scenario
    from arnak_env.arnak.position_build import GAME_KEYS

    words = []
    for keys, steps, verbs, settings in (
        (scenario.SCENARIO_KEYS, scenario.STEP_KEYS, actions.VERBS, GAME_KEYS),
        (arkeis.SCENARIO_KEYS, arkeis.STEP_KEYS, arkeis_actions.VERBS, ARKEIS_GAME_KEYS),
    ):
        said = {*(f"game.{key}" for key in settings), *(f"do {verb.split()[0]}" for verb, *_ in verbs)}
        words.append({*keys, *steps, *said})
    both = words[0] & words[1]
    return words[0] - both, words[1] - both


def _words(table: Any) -> Iterator[str]:
    """Yield what a scenario table says: its keys, those of its steps, its settings, its verbs."""
    if not isinstance(table, dict):
        return
    yield from table
    game = table.get("game")
    yield from (f"game.{key}" for key in game) if isinstance(game, dict) else ()
    steps = table.get("step")
    for step in steps if isinstance(steps, list) else ():
        if isinstance(step, dict):
            yield from step
            for key in ("do", "legal", "illegal", "only"):
                said = step.get(key, [])
                for action in [said] if isinstance(said, str) else said if isinstance(said, list) else ():
                    yield f"do {str(action).partition(' ')[0]}"
