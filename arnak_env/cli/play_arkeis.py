"""`arnak play --game arkeis`: a team of Explorers in the terminal, one person deciding for all of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from arnak_env.cli.lists import names
from arnak_env.cli.prompt import Completer, tidy, understand, with_readline
from arnak_env.cli.recorded import RecordedGame
from arnak_env.cli.terminal import in_columns, say, say_facts, width

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arnak_env.arkeis.batch import Batch
    from arnak_env.arkeis.telling import Event
    from arnak_env.arkeis.words import Scene
    from arnak_env.core.replay import Replay

HELP = """Type the number of an action or its whole name; the tab key completes it.
  actions       list the actions again
  look          show the table again
  score         show points, Camp Chest and results
  explain NAME  say what an Explorer, Adversary, object, card, Trauma, upgrade does
  why ACTION    say why an action is not allowed here
  quit          leave; the replay is saved already, `arnak play --resume` goes on"""
CAMPAIGN_HELP = (
    "  team NAMES    choose the team of the next episode, any time before it begins",
    "  elite MODE    choose its Elite mode: none, classic, intermediate, or kinds of Adversaries",
)
_NO_ELITE = "The next episode is played without Elite cards."
_INDENTS = {"story": 0, "card": 2, "dice": 4, "effect": 4, "change": 6, "forced": 2}


def new_game(settings: dict[str, Any], seed: int, facts: Path | None, save: Path | None) -> ArkeisGame:
    """Return a game that is about to start, with a file for its replay.

    Args:
        settings: arguments of `arnak_env.arkeis.config.GameConfig`; the episode as it was typed.
        seed: its seed.
        facts: file with corrections, objects or episodes.
        save: file of the replay; None: one in `runs/replays`.

    Raises:
        ValueError: for settings that cannot be, or a file that cannot be written.
    """
    from arnak_env.arkeis.content import load_content
    from arnak_env.arkeis.episode_files import with_episode_files

    typed = settings["episode"]
    number = typed.removeprefix("-")
    chosen = int(typed) if number.isdecimal() else typed
    content, (settings["episode"],) = with_episode_files(load_content(facts), [chosen])
    game = ArkeisGame(settings, seed, content)
    what = "campaign" if settings["mode"] == "campaign" else f"episode_{Path(typed).stem}"
    game.keep_at(save, f"arkeis_{what}_{'_'.join(settings['explorers'])}_seed_{seed}")
    return game


def team_of(words: str) -> list[str]:
    """Return the ids of a team from names with commas or blanks."""
    return [name for word in names(words.lower().replace(" ", ",")) for name in [word] if name]


def elite_of(words: str, campaign: bool = False) -> str | list[str]:
    """Return an Elite mode from its name, or from kinds of Adversaries with commas or blanks.

    Args:
        words: what was typed.
        campaign: also take several modes, one for each episode.

    Raises:
        ValueError: for modes together with others, or with kinds.
    """
    from arnak_env.arkeis.arguments import ELITE_MODES
    from arnak_env.arkeis.opcodes import KIND_IDS

    given = team_of(words)
    modes = [word for word in given if word in ELITE_MODES]
    if modes and len(given) > 1 and not campaign:
        right = f"give one of {', '.join(ELITE_MODES)}, or kinds of Adversaries such as {', '.join(KIND_IDS[:2])}"
        raise ValueError(f"elite {', '.join(given)}: {modes[0]} is an Elite mode and stands alone; {right}")
    return given[0] if len(given) == 1 and given[0] not in KIND_IDS else given


def show_events(events: Iterable[Event]) -> None:
    """Print what happened, each in its manner."""
    for event in events:
        if event.kind == "turn":
            typer.echo(f"\n--- {event.words} ---")
        else:
            say(event.words, indent=_INDENTS[event.kind])


def show_result(scene: Scene, batch: Batch) -> None:
    """Print points, chest and the results of the episodes."""
    from arnak_env.arkeis.words import amount

    g = scene.g
    parts = [amount(int(g.vp), "Victory point"), amount(int(g.coins), "Coin"), amount(int(g.xp), "Experience point")]
    say(", ".join(parts))
    for episode, result in batch.episode_results(0).items():
        say(f"{episode}: {result} epilogue", indent=2)
    if batch.over[0] and g.campaign:
        ratings = [rating for rating in scene.models.tables.score.ratings if rating.min <= g.vp]
        if ratings:
            say(f"The campaign is over: {max(ratings, key=lambda rating: rating.min).name}.")


class ArkeisGame(RecordedGame):
    """One game of Arkeis in the terminal."""

    batch: Batch

    def __init__(self, settings: dict[str, Any], seed: int, content: Any) -> None:
        from arnak_env.arkeis.batch import Batch
        from arnak_env.arkeis.replays import new_replay

        super().__init__()
        self.batch = Batch(1, **settings, seed=seed, content=content)
        self.replay: Replay = new_replay(settings, seed, ["you"], content)
        self._shown: tuple[int, ...] = ()  # stage, episode and turn of the table shown last
        self._completer = Completer()

    def final_state(self) -> dict[str, Any]:
        """Return what the replay keeps of the end of the recording."""
        from arnak_env.arkeis.replays import final_state

        return final_state(self.batch)

    @property
    def scene(self) -> Scene:
        """The game as it stands."""
        from arnak_env.arkeis.words import Scene

        return Scene(self.batch.games[0], self.batch.content)

    # --- the game ----------------------------------------------------------------------------------------------------
    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        from arnak_env.arkeis.telling import opening

        with_readline(self._completer)
        self._introduce()
        show_events(opening(self.batch))
        while not self.batch.over[0]:
            if not self._decision():
                return
        self._show_table()
        typer.echo()
        show_result(self.scene, self.batch)

    def _introduce(self) -> None:
        game = self.batch.games[0]
        kind = "campaign" if game["campaign"] else "one episode"
        scene = self.scene
        say(f"Arkeis, {kind}, {', '.join(map(scene.explorer, scene.team()))}, seed {self.replay.seed}.")
        if self.batch.content.documents:
            files = ", ".join(document.name for document in self.batch.content.documents)
            say(f"With content of {files}.")
        say("You decide for the whole team. Type `help` for help.")
        if game["campaign"]:
            say("`team NAMES` chooses who plays the next episode, `elite MODE` its Elite mode.")
        self.say_where_it_goes_on()
        typer.echo()

    def _take(self, action: int) -> None:
        """Carry out an action, save, and tell what comes of it."""
        from arnak_env.arkeis.telling import following

        events = following(self.batch, action)
        words = self.batch.action_words(0, action)
        self.batch.step([action])
        self.record(words)
        show_events(events)

    # --- decisions ---------------------------------------------------------------------------------------------------
    def _decision(self) -> bool:
        """Ask the player until an action is taken; false when the player leaves."""
        game = self.batch.games[0]
        now = tuple(int(game[field]) for field in ("stage", "slot", "turns"))
        if now != self._shown:
            self._shown = now
            self._show_table()
        self._show_actions()
        legal, spelled = self._legal()
        lower = [name.lower() for name in spelled]  # squares are written with capitals, and need not be typed so
        self._completer.offer(lower, self._components())
        while True:
            line = input("> ")
            if not line.strip():
                continue
            command, _, rest = tidy(line).partition(" ")
            if command in ("team", "elite"):
                if self._change_team(rest) if command == "team" else self._change_elite(rest):
                    return True  # what can be done may be something else now
                continue
            meant = understand(line, legal, lower)
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
            lines = HELP.splitlines()
            lines[-1:] = [*CAMPAIGN_HELP, lines[-1]] if self.batch.games[0]["campaign"] else lines[-1:]
            for words in lines:
                say(words.lstrip(), indent=len(words) - len(words.lstrip()), further=16)
        elif command == "look":
            self._show_table()
        elif command == "actions":
            self._show_actions()
        elif command == "score":
            show_result(self.scene, self.batch)
        elif command == "why":
            say(self._why(rest, legal))
        elif command == "explain":
            self._explain(rest)

    def _has_next_episode(self, what: str) -> bool:
        """Return whether something can be chosen for a further episode; says so when it cannot."""
        game = self.batch.games[0]
        if game["campaign"] and game["slot"] < game["last_slot"]:
            return True
        say(f"{what} is chosen for the next episode of a campaign, and no further one follows here.")
        return False

    def _change_team(self, words: str) -> bool:
        """Choose another team for the next episode; at the camp, or before: a camp without choices passes unasked.

        A replay holds the teams from the start, so what was played so far is played again with the new ones. Returns
        whether the team is another one now.
        """
        if not self._has_next_episode("A team"):
            return False
        if not words:
            say("Who plays next? For example: team rhiat, franck")
            return False
        if not self._changed(explorers=team_of(words)):
            return False
        scene = self.scene
        following = int(scene.g.slot) + 1
        team = [int(who) for who in scene.g.plan_explorer[following][: int(scene.g.plan_players[following])]]
        say(f"The next episode is played by {', '.join(map(scene.explorer, team))}.")
        return True

    def _change_elite(self, words: str) -> bool:
        """Choose another Elite mode for the next episode, as `_change_team` chooses another team."""
        from arnak_env.arkeis.words import bits

        if not self._has_next_episode("An Elite mode"):
            return False
        if not words:
            say("Which Elite mode? For example: elite classic, elite none, elite beetle, mummy")
            return False
        try:
            elite = elite_of(words)
        except ValueError as error:
            say(f"{str(error)[0].upper()}{str(error)[1:]}.")
            return False
        if not self._changed(elite=elite):
            return False
        scene = self.scene
        kinds = [scene.kind(kind) for kind in bits(int(scene.g.plan_elite[int(scene.g.slot) + 1]))]
        say(f"The next episode is played with Elite cards of {', '.join(kinds)}." if kinds else _NO_ELITE)
        return True

    def _changed(self, **what: Any) -> bool:
        """Play again with another team or Elite mode from the next episode on; says so when it cannot be."""
        try:
            self._play_again_with(int(self.batch.games[0]["slot"]) + 1, **what)
        except ValueError as error:
            say(f"{str(error)[0].upper()}{str(error)[1:]}.")
            return False
        return True

    def _play_again_with(
        self, slot: int, explorers: list[str] | None = None, elite: str | list[str] | None = None
    ) -> None:
        from arnak_env.arkeis.actions import action_number
        from arnak_env.arkeis.batch import Batch, IllegalAction

        settings = dict(self.replay.game)
        place = slot - int(self.batch.games[0]["first_slot"])
        if explorers is not None:
            settings["explorers"] = [*self._teams()[:place], *[explorers] * (len(self._slots()) - place)]
        if elite is not None:
            settings["elite"] = self._elite_with(slot, elite)
        again = Batch(1, **settings, seed=self.replay.seed, content=self.batch.content)
        for number, words in enumerate(self.replay.actions, 1):
            try:
                again.step([action_number(words)])
            except IllegalAction as error:
                raise ValueError(
                    f"what was done at the camp does not fit that team: action {number}, {error}"
                ) from None
        self.batch, self.replay.game = again, settings
        self.try_to_save()

    def _slots(self) -> range:
        game = self.batch.games[0]
        return range(int(game["first_slot"]), int(game["last_slot"]) + 1)

    def _teams(self) -> list[list[str]]:
        """Return the teams of all episodes as they are planned."""
        from arnak_env.arkeis.opcodes import EXPLORER_IDS

        game = self.batch.games[0]
        return [
            [EXPLORER_IDS[who] for who in game["plan_explorer"][slot][: int(game["plan_players"][slot])]]
            for slot in self._slots()
        ]

    def _elite_with(self, slot: int, elite: str | list[str]) -> list[str | list[str]]:
        """Return the Elite modes of all episodes with another one from a slot on.

        It stays until it is changed again, in the episodes that allow Elite cards; ValueError when the first does not.
        """
        from arnak_env.arkeis.config import GameConfig

        GameConfig(elite=elite).elite_bits(slot, self.batch.content)
        planned = GameConfig(**self.replay.game).elite_modes
        modes = []
        for number, one in enumerate(self._slots()):
            mode = elite if one >= slot else planned[number if len(planned) > 1 else 0]
            allowed = self.batch.content.episode(one).episode.elite_allowed
            modes.append("none" if not allowed else mode if isinstance(mode, str) else list(mode))
        return modes

    def _legal(self) -> tuple[list[int], list[str]]:
        """Return the legal actions and their names."""
        legal = [int(action) for action in self.batch.legal_actions(0)]
        return legal, [self.batch.action_words(0, action) for action in legal]

    def _components(self) -> list[str]:
        from arnak_env.arkeis.component_search import component_names

        return component_names(self.scene)

    def _action(self, words: str) -> int:
        """Return the action of that name, letter case left aside; ValueError when there is none."""
        from arnak_env.arkeis.actions import ACTION_NAMES, action_number

        lower = [name.lower() for name in ACTION_NAMES]
        return lower.index(words) if words in lower else action_number(words)

    def _not_meant(self, line: str) -> str:
        """Say why a line is neither a command nor an action that can be taken."""
        from arnak_env.arkeis.actions import VERBS

        words = tidy(line)
        try:
            action = self._action(words)
        except ValueError as error:
            if words in [verb for verb, *_ in VERBS]:
                return f"Not finished, and nothing that starts with {words!r} is allowed now. Type `help` for help."
            return f"{str(error)[0].upper()}{str(error)[1:]}. Type `help` for help."
        reason = self.batch.why_illegal(0, action)
        return f"Not allowed: {reason}"

    def _why(self, words: str, legal: list[int]) -> str:
        if not words:
            return "Why what? Name an action, for example: why end turn"
        if words.isdecimal() and 1 <= int(words) <= len(legal):
            return f"Allowed: {self.batch.action_words(0, legal[int(words) - 1])}"
        try:
            action = self._action(words)
        except ValueError as error:
            return f"{str(error)[0].upper()}{str(error)[1:]}."
        reason = self.batch.why_illegal(0, action)
        return f"Not allowed: {reason}" if reason else f"Allowed: {self.batch.action_words(0, action)}"

    def _explain(self, words: str) -> None:
        from arnak_env.arkeis.component_search import find_components
        from arnak_env.arkeis.component_words import component_words

        legal, spelled = self._legal()
        scene = self.scene
        if words.isdecimal() and 1 <= int(words) <= len(legal):
            words = spelled[int(words) - 1]
        try:
            found = find_components(scene, words)
        except ValueError as error:
            if words not in spelled:
                say(f"{str(error)[0].upper()}{str(error)[1:]}.")
            else:
                say(f"{words}: {self._meaning(legal[spelled.index(words)])}")
            return
        for component in found:
            say_facts(*component_words(scene, component))

    def _meaning(self, action: int) -> str:
        """Return what an action does whose name is that of no component."""
        from arnak_env.arkeis.questions import action_note, option_effects, option_labels, split_action

        scene = self.scene
        verb, index = split_action(action)
        if verb == "option" and option_labels(scene):
            return f"{option_labels(scene)[index]}: {option_effects(scene)[index]}"
        return action_note(scene, action) or "its name says it all"

    # --- showing -----------------------------------------------------------------------------------------------------
    def _show_table(self) -> None:
        from arnak_env.render.arkeis import render_scene

        typer.echo(f"\n{render_scene(self.scene, None, width())}")

    def _show_actions(self) -> None:
        from arnak_env.arkeis.questions import action_note, option_labels, scene_question

        typer.echo()
        scene = self.scene
        say(scene_question(scene))
        if option_labels(scene):
            say("`explain 1` says what the first option does, and so on.")
        entries = []
        for number, (action, name) in enumerate(zip(*self._legal(), strict=True), start=1):
            note = action_note(scene, action)
            entries.append(f"{number:3} {name}" + (f" ({note})" if note else ""))
        if max(map(len, entries)) < width() // 2:
            typer.echo(in_columns(entries, indent=1))
            return
        for entry in entries:
            say(entry, indent=1, further=6)
