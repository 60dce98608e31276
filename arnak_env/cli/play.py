"""`arnak play` and `arnak replay`: a game in the terminal, with the view that an agent in that seat gets."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from arnak_env.cli.errors import fail, plain_errors
from arnak_env.cli.lists import names

if TYPE_CHECKING:
    from agents.base import Agent
    from arnak_env import Batch, GameConfig
    from arnak_env.core.replay import Replay

HELP = """Type the number of an action or its name (the start of the name is enough when only one fits).
  actions      list the actions again
  look         show the table again
  score        show the points by category
  why ACTION   say why an action is not allowed here
  quit         save the replay and leave"""


def play(
    board: str = typer.Option("bird", help="Side of the board: bird or snake."),
    players: int = typer.Option(1, help="1: the solo game against the rival; 2 to 4: against agents."),
    difficulty: int = typer.Option(0, help="Level of the rival in the solo game, 0 to 10; above 5 with purple tiles."),
    objectives: int = typer.Option(0, help="Rival objectives of each round in the solo game: 0, 2, 3 or 4."),
    first_objective_worth_four: bool = typer.Option(
        False, "--first-objective-worth-four", help="The first objective of each round is worth 4 points."
    ),
    seat: int = typer.Option(1, help="Your seat, from 1."),
    opponents: str = typer.Option("greedy", help="Agents in the other seats, with commas; the last one repeats."),
    seed: int | None = typer.Option(None, help="Seed of the game; drawn when left out."),
    save: Path | None = typer.Option(None, help="File for the replay; runs/replays/... when left out."),
) -> None:
    """Play in the terminal, against the solo rival or against agents."""
    with plain_errors():
        import agents
        from arnak_env import GameConfig

        config = GameConfig(
            board=board,
            num_players=players,
            difficulty=difficulty,
            objectives=objectives,
            first_objective_worth_four=first_objective_worth_four,
        )
        if not 1 <= seat <= players:
            raise ValueError(f"unknown seat {seat}; seats are: {', '.join(map(str, range(1, players + 1)))}")
        chosen = names(opponents) or ("greedy",)
        others = [agents.load(chosen[min(i, len(chosen) - 1)], seed=i) for i in range(players - 1)]
        if len(chosen) > max(1, players - 1):
            raise ValueError(f"{len(chosen)} opponents for {players - 1} other seats")
        chosen_seed = secrets.randbelow(2**31) if seed is None else seed
        game = _Game(config, chosen_seed, seat - 1, others)
        path = save or Path("runs/replays") / f"{board}_{players}_players_seed_{chosen_seed}.json"
        if save is None:
            path = _unused(path)
        elif path.exists():
            raise ValueError(f"{path} exists already; name another file with --save")
    try:
        game.run()
    finally:
        game.save(path)
        typer.echo(f"Replay saved: {path}   (watch it with: arnak replay {path})")


def _unused(path: Path) -> Path:
    candidate, number = path, 2
    while candidate.exists():
        candidate, number = path.with_stem(f"{path.stem}_{number}"), number + 1
    return candidate


class _Game:
    """One game in the terminal."""

    def __init__(self, config: GameConfig, seed: int, seat: int, others: list[Agent]) -> None:
        import dataclasses

        import numpy as np

        from arnak_env import Batch
        from arnak_env.arnak.replays import new_replay

        settings = dataclasses.asdict(config)
        self.batch: Batch = Batch(1, **settings, seed=seed)
        self.seat = seat
        order = iter(others)
        self.agents: list[Agent | None] = [None if i == seat else next(order) for i in range(config.num_players)]
        for index, agent in enumerate(others):
            agent.begin(np.array([seed + 1 + index]))
        seated = ["you" if agent is None else agent.name for agent in self.agents]
        self.replay: Replay = new_replay(settings, seed, seated)
        self._rival_tiles = self._used_tiles()
        self._objectives, self._objective_points = self._open_objectives(), 0

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        typer.echo(f"Seed {self.replay.seed}. Type `help` for help.")
        while not self.batch.over[0]:
            agent = self.agents[int(self.batch.player[0])]
            if agent is None:
                if not self._own_decision():
                    return
            else:
                player = int(self.batch.player[0])
                action = int(agent.act(self.batch)[0])
                typer.echo(f"  player {player + 1} ({agent.name}): {self._seen_by_others(action)}")
                self._take(action)
        self._show_table()
        show_scores(self.batch)

    def save(self, path: Path) -> None:
        """Write the replay of what was played."""
        from arnak_env.arnak.replays import final_state

        self.replay.final = final_state(self.batch)
        self.replay.save(path)

    def _take(self, action: int) -> None:
        from arnak_env.arnak.actions import action_name

        self.batch.step([action])
        self.replay.actions.append(action_name(action, int(self.batch.games["board"][0])))
        self._tell_rival()

    def _seen_by_others(self, action: int) -> str:
        """Return another player's action in words, without the card that only its owner sees."""
        from arnak_env.arnak import actions as a
        from arnak_env.arnak import opcodes as o

        if self._question() == o.OP_ASIDE and a.A_TAKE_CARD <= action < a.A_TAKE_CARD + o.CARDS:
            return "take card (face down)"
        return self.batch.action_words(0, action)

    def _question(self) -> int:
        """Return what is being asked: the operation of the top frame."""
        from arnak_env.arnak import opcodes as o

        game = self.batch.games[0]
        return int(game["frame"][int(game["frames"]) - 1, o.F_OP])

    def _used_tiles(self) -> list[str]:
        """Return the action tiles the rival has used this round."""
        from arnak_env.arnak.actions import RIVAL_TILE_IDS

        game = self.batch.games[0]
        return [RIVAL_TILE_IDS[int(tile)] for tile in game["rival_used"][: int(game["rival_used_size"])]]

    def _tell_rival(self) -> None:
        """Say which tiles the rival has used since the last decision, and what became of the objectives."""
        before, self._rival_tiles = self._rival_tiles, self._used_tiles()
        fresh = self._rival_tiles
        if fresh[: len(before)] == before:
            fresh = fresh[len(before) :]
        if fresh:
            typer.echo(f"  rival: {', '.join(fresh)}")
        won, self._objective_points = self._objective_points, int(self.batch.games["rival_objective_points"][0])
        if self._objective_points > won:
            typer.echo(f"  the rival wins {self._objective_points - won} points with objectives")
        before, self._objectives = self._objectives, self._open_objectives()
        if self._objectives != before:
            typer.echo(f"  objectives now open: {', '.join(self._objectives) or 'none'}")

    def _open_objectives(self) -> list[str]:
        """Return the objectives that lie open."""
        from arnak_env.arnak.opcodes import OBJECTIVE_OPEN, OBJECTIVES

        states = self.batch.games["objective_state"][0]
        return [word for word, state in zip(OBJECTIVES, states, strict=True) if state == OBJECTIVE_OPEN]

    def _own_decision(self) -> bool:
        """Ask the player until an action is taken; false when the player leaves."""
        from arnak_env.arnak import opcodes as o

        if self._question() == o.OP_TURN and not self.batch.games["main_done"][0]:
            self._show_table()
        else:
            self._show_own_board()
        self._show_actions()
        while True:
            try:
                words = input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                typer.echo()
                return False
            command, _, rest = words.partition(" ")
            if words in ("quit", "exit"):
                return False
            if not words:
                continue
            if words in ("help", "?"):
                typer.echo(HELP)
            elif words == "look":
                self._show_table()
            elif words in ("actions", "list"):
                self._show_actions()
            elif words == "score":
                show_scores(self.batch)
            elif command == "why":
                typer.echo(self._why(rest))
            else:
                action = self._parse(words)
                if action is not None:
                    self._take(action)
                    return True

    def _legal(self) -> list[int]:
        return [int(action) for action in self.batch.legal_actions(0)]

    def _parse(self, words: str) -> int | None:
        """Return the legal action that the words or the number name; else say what is wrong."""
        from arnak_env.arnak.actions import action_name, parse_action

        legal = self._legal()
        if words.isdecimal():
            if 1 <= int(words) <= len(legal):
                return legal[int(words) - 1]
            typer.echo(f"There are {len(legal)} actions; type a number from 1 to {len(legal)}.")
            return None
        board = int(self.batch.games["board"][0])
        text = " ".join(words.lower().split())
        fitting = [action for action in legal if action_name(action, board).startswith(text)]
        exact = [action for action in fitting if action_name(action, board) == text]
        if len(exact or fitting) == 1:
            return (exact or fitting)[0]
        if fitting:
            typer.echo(f"Which one? {', '.join(action_name(action, board) for action in fitting)}")
            return None
        try:
            action = parse_action(text)
        except ValueError as error:
            typer.echo(f"{error}. Type `help` for help.")
            return None
        if action in legal:
            return action
        typer.echo(f"Not allowed: {self.batch.why_illegal(0, action)}")
        return None

    def _why(self, words: str) -> str:
        from arnak_env.arnak.actions import parse_action

        try:
            action = parse_action(words)
        except ValueError as error:
            return f"{error}."
        reason = self.batch.why_illegal(0, action)
        return f"Not allowed: {reason}" if reason else f"Allowed: {self.batch.action_words(0, action)}"

    def _show_table(self) -> None:
        from arnak_env.render.text import render_game

        typer.echo()
        typer.echo(render_game(self.batch.games[0], viewer=self.seat))

    def _show_own_board(self) -> None:
        """Show the part of the table that the questions inside a turn are about."""
        from arnak_env.render.text import render_game

        lines = render_game(self.batch.games[0], viewer=self.seat).splitlines()
        start = next((i for i, line in enumerate(lines) if line.startswith(f"PLAYER {self.seat + 1}")), 0)
        typer.echo()
        typer.echo(lines[start])
        for line in lines[start + 1 :]:
            if not line.startswith(" "):
                break
            typer.echo(line)

    def _show_actions(self) -> None:
        from arnak_env.arnak.actions import action_name

        board = int(self.batch.games["board"][0])
        typer.echo(f"\n{self.batch.question(0)}")
        for number, action in enumerate(self._legal(), start=1):
            name, words = action_name(action, board), self.batch.action_words(0, action)
            typer.echo(f"  {number:3} {name}" + ("" if words == name else f"   ({words})"))


def show_scores(batch: Batch) -> None:
    """Print the points of every seat by category."""
    solo = bool(batch.games["rival"][0])
    count = int(batch.games["players"][0])
    for player in [*range(count), *([4] if solo else [])]:
        parts = batch.score_parts(0, player)
        name = "rival" if player == 4 else f"player {player + 1}"
        detail = ", ".join(f"{key} {value}" for key, value in parts.items() if key != "total")
        typer.echo(f"{name:10}{int(batch.scores()[0, player]):4} points   ({detail})")
    if batch.over[0] and solo:
        result = {1.0: "You win.", 0.5: "A tie.", 0.0: "The rival wins."}[float(batch.results()[0, 0])]
        typer.echo(result)
    elif batch.over[0]:
        best = [str(i + 1) for i in range(count) if batch.results()[0, i] == batch.results()[0, :count].max()]
        typer.echo(f"Winner: player {' and '.join(best)}.")


def replay(
    file: Path = typer.Argument(help="A replay saved by `arnak play`."),
    step: bool = typer.Option(False, "--step", help="Wait for the return key after each action."),
    last: bool = typer.Option(False, "--last", help="Show the table at the end only."),
    seat: int = typer.Option(1, help="Whose view to show, from 1."),
) -> None:
    """Watch a recorded game; it is checked that it ends as recorded."""
    with plain_errors():
        from arnak_env.arnak.replays import play_through, start
        from arnak_env.core.replay import Replay
        from arnak_env.render.text import render_game

        recording = Replay.load(file)
        batch = start(recording, str(file))
        count = int(batch.games["players"][0])
        if not 1 <= seat <= count:
            raise ValueError(f"unknown seat {seat}; seats are: {', '.join(map(str, range(1, count + 1)))}")
    try:
        for number, words, player in play_through(recording, batch, str(file)):
            if not last:
                typer.echo(render_game(batch.games[0], viewer=seat - 1))
            typer.echo(f"{number:4}. player {player + 1}: {words}")
            if step:
                input("(return) ")
    except ValueError as error:
        fail(str(error))
    except (EOFError, KeyboardInterrupt):
        raise typer.Exit from None
    typer.echo(render_game(batch.games[0], viewer=seat - 1))
    show_scores(batch)
