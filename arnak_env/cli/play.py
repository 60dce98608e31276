"""`arnak play`: a game in the terminal, with the view that an agent in that seat gets."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from arnak_env.cli.errors import plain_errors
from arnak_env.cli.lists import names
from arnak_env.cli.prompt import Completer, tidy, understand, with_readline
from arnak_env.cli.recorded import RecordedGame, run_game
from arnak_env.cli.scores import show_scores
from arnak_env.cli.terminal import corrections, in_columns, say, say_facts, width

if TYPE_CHECKING:
    from agents.base import Agent
    from arnak_env import Batch, GameConfig
    from arnak_env.arnak.content import Content
    from arnak_env.arnak.telling import Event
    from arnak_env.core.replay import Replay

# The options that only one of the games has.
GAMES = {
    "arnak": (
        "board", "players", "difficulty", "objectives", "first_objective_worth_four", "seat", "opponents",
        "expansion_components",
    ),
    "arkeis": (
        "episode", "explorers", "campaign", "elite", "threat_first_turn", "defeated_miniatures", "wildcard_any_roll",
        "equip_at_setup",
    ),
}  # fmt: skip
HELP = """Type the number of an action or its whole name; the tab key completes it.
  actions       list the actions again
  look          show the table again
  score         show the points by category
  explain NAME  say what a card, site, guardian, assistant, idol, tile does;
                explain hand: the own cards, explain row: the card row
  why ACTION    say why an action is not allowed here
  quit          leave; the replay is saved already, `arnak play --resume` goes on"""


def play(
    context: typer.Context,
    game: str = typer.Option("arnak", help="Game: arnak (Lost Ruins of Arnak) or arkeis (Arkeis)."),
    board: str = typer.Option("bird", help="Board: bird or snake; of Twisted Paths: spider or owl."),
    players: int = typer.Option(1, help="1: the solo game against the rival; 2 to 4: against agents."),
    difficulty: int = typer.Option(0, help="Level of the rival in the solo game, 0 to 10; above 5 with purple tiles."),
    objectives: int = typer.Option(0, help="Rival objectives of each round in the solo game: 0, 2, 3 or 4."),
    first_objective_worth_four: bool = typer.Option(
        False, "--first-objective-worth-four", help="The first objective of each round is worth 4 points."
    ),
    seat: int = typer.Option(1, help="Your seat, from 1."),
    opponents: str | None = typer.Option(
        None, help="Agents in the other seats, with commas; the last one repeats; greedy when left out."
    ),
    seed: int | None = typer.Option(None, min=0, max=2**63 - 1, help="Seed of the game; drawn when left out."),
    expansion_components: bool | None = typer.Option(
        None,
        "--expansion-components/--no-expansion-components",
        help="Sites, guardians, assistants, idols, tiles of Twisted Paths; left out: with them on spider and owl only.",
    ),
    facts: Path | None = typer.Option(None, "--content", help="TOML file with corrections of the printed facts."),
    save: Path | None = typer.Option(None, help="File for the replay; runs/replays/... when left out."),
    resume: Path | None = typer.Option(None, help="Go on with the game of a replay, in the same file."),
    episode: str = typer.Option("0", help="Arkeis: number or id of the episode, or the path of an episode file."),
    explorers: str = typer.Option("rhiat,franck", help="Arkeis: the team with commas, 1 to 5; the first plays first."),
    campaign: bool = typer.Option(False, "--campaign", help="Arkeis: a campaign from episode 0, with returns to camp."),
    elite: str = typer.Option("none", help="Arkeis: none, classic, intermediate, or kinds of Adversaries with commas."),
    threat_first_turn: str = typer.Option(
        "skip", help="Arkeis: skip or apply a Threat held at the set-up in its holder's first turn."
    ),
    defeated_miniatures: str = typer.Option("supply", help="Arkeis: eliminated miniatures go to supply or stay out."),
    wildcard_any_roll: bool = typer.Option(
        False, "--wildcard-any-roll", help="Arkeis: a Wildcard token serves for everybody's rolls."
    ),
    equip_at_setup: bool = typer.Option(
        False, "--equip-at-setup", help="Arkeis: Material is equipped during the set-up already."
    ),
) -> None:
    """Play in the terminal: the solo rival or agents, or with a team of Explorers in Arkeis."""
    if resume is not None:
        with plain_errors():
            from arnak_env.cli.resume import resumed_game

            resumed = resumed_game(context, resume)
        raise typer.Exit(run_game(resumed))
    with plain_errors():
        _check_options(context, game)
        if game == "arkeis":
            from arnak_env.cli.play_arkeis import elite_of, new_game, team_of

            settings = {
                "mode": "campaign" if campaign else "episode",
                "episode": episode,
                "explorers": team_of(explorers),
                "elite": elite_of(elite, campaign),
                "threat_first_turn": threat_first_turn,
                "defeated_miniatures": defeated_miniatures,
                "wildcard_any_roll": wildcard_any_roll,
                "equip_at_setup": equip_at_setup,
            }
            seed = secrets.randbelow(2**31) if seed is None else seed
            adventure = new_game(settings, seed, facts, save)
    if game == "arkeis":
        raise typer.Exit(run_game(adventure))
    with plain_errors():
        from arnak_env import GameConfig
        from arnak_env.arnak.content import load_content

        config = GameConfig(
            board=board,
            num_players=players,
            difficulty=difficulty,
            objectives=objectives,
            first_objective_worth_four=first_objective_worth_four,
            expansion_components=expansion_components,
        )
        content = load_content(facts)
        if not 1 <= seat <= players:
            raise ValueError(f"unknown seat {seat}; seats are: {', '.join(map(str, range(1, players + 1)))}")
        others = _opponents(opponents, players)
        chosen_seed = secrets.randbelow(2**31) if seed is None else seed
        table = ArnakGame(config, chosen_seed, seat - 1, others, content)
        table.keep_at(save, f"{board}_{players}_player{'s' * (players > 1)}_seed_{chosen_seed}")
    raise typer.Exit(run_game(table))


def _check_options(context: typer.Context, game: str) -> None:
    """Refuse an unknown game, and options that belong to the other one."""
    if game not in GAMES:
        raise ValueError(f"unknown game {game!r}; games are: {', '.join(GAMES)}")
    for name in sorted({word for other, words in GAMES.items() if other != game for word in words}):
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            other = next(other for other, words in GAMES.items() if name in words)
            raise ValueError(f"--{name.replace('_', '-')} belongs to --game {other}, this is {game}")


def _opponents(text: str | None, players: int) -> list[Agent]:
    """Return the agents for the other seats."""
    import agents

    chosen = names(text or "") or ("greedy",)
    for name in chosen:
        agents.check_name(name)
    if players == 1 and text is not None:
        raise ValueError(f"--opponents {text}: the solo game has no other seats; choose --players 2, 3 or 4 with it")
    if len(chosen) > max(1, players - 1):
        seats = "1 other seat" if players == 2 else f"{players - 1} other seats"
        raise ValueError(f"--opponents {text} names {len(chosen)} opponents for {seats}")
    return [agents.load(chosen[min(i, len(chosen) - 1)], seed=i) for i in range(players - 1)]


class ArnakGame(RecordedGame):
    """One game of Lost Ruins of Arnak in the terminal."""

    def __init__(self, config: GameConfig, seed: int, seat: int, others: list[Agent], content: Content) -> None:
        import dataclasses

        import numpy as np

        from agents.base import check_known
        from arnak_env import Batch
        from arnak_env.arnak.replays import new_replay

        super().__init__()
        # What is left open is recorded as it was played, so that a later default does not change the game.
        settings = {**dataclasses.asdict(config), "expansion_components": config.with_components}
        self.config = config
        self.batch: Batch = Batch(1, **settings, seed=seed, content=content)
        self.seat = seat
        order = iter(others)
        self.agents: list[Agent | None] = [None if i == seat else next(order) for i in range(config.num_players)]
        for index, agent in enumerate(others):
            check_known(agent, self.batch)
            agent.begin(np.array([seed + 1 + index]))
        seated = ["you" if agent is None else agent.name for agent in self.agents]
        self.replay: Replay = new_replay(settings, seed, seated, content)
        self._heard: list[str] = []  # what another seat does in its turn, told in one go
        self._speaker = -1
        self._table_shown = False  # in the own turn that is going on
        self._completer = Completer()

    # --- the replay --------------------------------------------------------------------------------------------------
    def final_state(self) -> dict[str, Any]:
        """Return what the replay keeps of the end of the recording."""
        from arnak_env.arnak.replays import final_state

        return final_state(self.batch)

    def watch_options(self) -> str:
        """Return the options with which the replay shows what the player saw."""
        return f"--seat {self.seat + 1} " if len(self.agents) > 1 else ""

    # --- the game ----------------------------------------------------------------------------------------------------
    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        from arnak_env.arnak.telling import opening

        with_readline(self._completer)
        self._introduce()
        for event in opening(self.batch) if not self.replay.actions else ():
            self._tell(event)
        while not self.batch.over[0]:
            player = int(self.batch.player[0])
            agent = self.agents[player]
            if agent is None:
                self._fall_silent()
                if not self._own_decision():
                    return
            else:
                self._take(int(agent.act(self.batch)[0]))
        self._fall_silent()
        self._show_table()
        typer.echo()
        show_scores(self.batch)

    def _introduce(self) -> None:
        config = self.config
        kind = f"{config.num_players} players"
        if config.num_players == 1:
            kind = f"solo game against the rival at difficulty {config.difficulty}"
            kind += f" with {config.objectives} objectives" if config.objectives else ""
        say(f"Lost Ruins of Arnak, {config.board} side, {kind}, seed {self.replay.seed}.")
        if self.replay.content:
            say(f"With corrections of the printed facts: {corrections(self.replay.content)}.")
        seats = ["you are player" if agent is None else f"{agent.name} plays player" for agent in self.agents]
        words = ", ".join(f"{words} {number}" for number, words in enumerate(seats, 1))
        say(f"{words[0].upper()}{words[1:]}. Type `help` for help.")
        self.say_where_it_goes_on()

    def _take(self, action: int) -> None:
        """Carry out an action, save, and tell what others see and what comes of it."""
        from arnak_env.arnak.actions import A_END_TURN, action_name
        from arnak_env.arnak.telling import following, seen_by

        player = int(self.batch.player[0])
        if action == A_END_TURN or player != self.seat:
            self._table_shown = False
        if player != self.seat:
            self._hear(player, seen_by(self.batch, action, self.seat))
        events = following(self.batch, action, self.seat)
        self.batch.step([action])
        self.record(action_name(action, int(self.batch.games["board"][0])))
        for event in events:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        """Tell something that happened by itself."""
        if event.kind in ("rival", "round") or event.words == "end turn":
            self._table_shown = False
        if event.kind == "forced" and event.seat != self.seat:
            self._hear(event.seat, f"({event.words})")
            return
        self._fall_silent()
        if event.kind == "forced" and event.words == "end turn":
            say("your turn ends, there is nothing left to do", indent=2)
        elif event.kind == "forced":
            say(f"you had one choice only: {event.words}", indent=2)
        elif event.kind == "round":
            typer.echo(f"\n{event.words}")
        elif event.kind in ("found", "drawn"):
            say(event.words, indent=2)
        else:
            say(f"{event.kind} {event.words}", indent=2)

    def _hear(self, player: int, words: str) -> None:
        if player != self._speaker:
            self._fall_silent()
        self._speaker = player
        self._heard.append(words)
        if words in ("end turn", "(end turn)"):
            self._fall_silent()

    def _fall_silent(self) -> None:
        """Print what was heard of another seat."""
        if self._heard:
            agent = self.agents[self._speaker]
            say(f"player {self._speaker + 1} ({agent.name if agent else 'you'}): {', '.join(self._heard)}", indent=2)
        self._heard, self._speaker = [], -1

    # --- decisions ---------------------------------------------------------------------------------------------------
    def _own_decision(self) -> bool:
        """Ask the player until an action is taken; false when the player leaves."""
        from arnak_env.arnak import opcodes as o
        from arnak_env.arnak.questions import top_frame

        at_turn = top_frame(self.batch.games[0])[o.F_OP] == o.OP_TURN
        if at_turn and not self._table_shown:
            self._show_table()
            self._table_shown = True
        else:
            self._show_own_board()
        self._show_actions()
        legal, spelled = self._legal()
        self._completer.offer(spelled, self._components())
        while True:
            line = input("> ")
            if not line.strip():
                continue
            meant = understand(line, legal, spelled)
            if meant is None:
                say(self._not_meant(line))
            elif meant.remark:
                say(meant.remark)
            elif meant.command == "quit":
                return False
            elif meant.command:
                self._obey(meant.command, meant.rest, legal)
            else:
                self._take(meant.action)
                return True

    def _obey(self, command: str, rest: str, legal: list[int]) -> None:
        """Carry out a command that does not move the game."""
        if command == "help":
            for words in HELP.splitlines():
                say(words.lstrip(), indent=len(words) - len(words.lstrip()), further=16)
        elif command == "look":
            self._show_table()
        elif command == "actions":
            self._show_actions()
        elif command == "score":
            show_scores(self.batch)
        elif command == "why":
            say(self._why(rest, legal))
        elif command == "explain":
            self._explain(rest)

    def _legal(self) -> tuple[list[int], list[str]]:
        """Return the legal actions and their names."""
        legal = self.batch.legal_actions(0)
        return legal, [self.batch.action_words(0, action) for action in legal]

    def _components(self) -> list[str]:
        from arnak_env.arnak.component_words import component_ids

        return [word for words in component_ids(self.batch.content).values() for word in words]

    def _action(self, words: str) -> int:
        """Return the action that these words name on this board; ValueError when no action has that name here."""
        from arnak_env.arnak.actions import parse_action

        return parse_action(words, int(self.batch.games["board"][0]))

    def _not_meant(self, line: str) -> str:
        """Say why a line is neither a command nor an action that can be taken."""
        from arnak_env.arnak.actions import VERBS

        words = tidy(line)
        try:
            action = self._action(words)
        except ValueError as error:
            if words in [verb for verb, *_ in VERBS]:
                return f"Not finished, and nothing that starts with {words!r} is allowed now. Type `help` for help."
            return f"{str(error)[0].upper()}{str(error)[1:]}. Type `help` for help."
        return f"Not allowed: {self.batch.why_illegal(0, action)}"

    def _why(self, words: str, legal: list[int]) -> str:
        if not words:
            return "Why what? Name an action, for example: why pass"
        if words.isdecimal() and 1 <= int(words) <= len(legal):
            return f"Allowed: {self.batch.action_words(0, legal[int(words) - 1])}"
        try:
            action = self._action(words)
        except ValueError as error:
            return f"{str(error)[0].upper()}{str(error)[1:]}."
        reason = self.batch.why_illegal(0, action)
        return f"Not allowed: {reason}" if reason else f"Allowed: {self.batch.action_words(0, action)}"

    def _cards(self, place: str) -> list[str]:
        """Return the cards in the own hand or in the card row, each once."""
        from arnak_env.arnak.words import card_ids

        game = self.batch.games[0]
        hand = game["hand"][self.seat, : int(game["hand_size"][self.seat])]
        return list(dict.fromkeys(card_ids(hand if place == "hand" else game["row"][game["row"] >= 0])))

    def _named(self, words: str) -> str:
        """Return what the number of an action is about; where its name does not say it, the note beside it does."""
        from arnak_env.arnak.actions import A_PICK_ASSISTANT, A_PICK_STACK
        from arnak_env.render.notes import offered_note

        legal, spelled = self._legal()
        if words in spelled:
            words = str(spelled.index(words) + 1)
        if not words.isdecimal() or not 1 <= int(words) <= len(legal):
            return words
        action, name = legal[int(words) - 1], spelled[int(words) - 1]
        on_square = name.startswith("use assistant ") or A_PICK_ASSISTANT <= action < A_PICK_STACK + 3
        return offered_note(self.batch.games[0], self.batch.content.tables[0], action) if on_square else name

    def _explain(self, words: str) -> None:
        from arnak_env.arnak.component_words import Component, component_words, find_components

        words = self._named(words)
        try:
            if words in ("", "hand", "row"):
                found = [Component("card", card) for card in self._cards(words or "hand")]
            else:
                found = find_components(self.batch.content, words, int(self.batch.games["board"][0]))
        except ValueError as error:
            say(f"{str(error)[0].upper()}{str(error)[1:]}.")
            return
        for component in found:
            say_facts(*component_words(self.batch.content, component))

    # --- showing -----------------------------------------------------------------------------------------------------
    def _show_table(self) -> None:
        from arnak_env.render.text import render_game

        typer.echo(f"\n{render_game(self.batch.games[0], self.batch.content, self.seat, width())}")

    def _show_own_board(self) -> None:
        """Show the part of the table that the questions inside a turn are about."""
        from arnak_env.render.text import render_player

        typer.echo(f"\n{render_player(self.batch.games[0], self.seat, self.batch.content, width())}")

    def _show_actions(self) -> None:
        from arnak_env.render.notes import offered_note

        typer.echo()
        say(self.batch.question(0))
        entries = []
        for number, (action, name) in enumerate(zip(*self._legal(), strict=True), start=1):
            note = offered_note(self.batch.games[0], self.batch.content.tables[0], action)
            entries.append(f"{number:3} {name}" + (f" ({note})" if note else ""))
        typer.echo(in_columns(entries, indent=1))
