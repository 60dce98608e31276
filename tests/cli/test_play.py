"""`arnak play` and `arnak replay` as somebody at the terminal meets them."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arnak_env.cli import app
from arnak_env.cli.prompt import Completer, understand

ARNAK = [sys.executable, "-m", "arnak_env.cli"]


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


def refused(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("Error: ")
    return result.stderr


def play(tmp_path: Path, typed: str, *words: str) -> str:
    """Play a game and return what was printed, with single spaces."""
    result = run("play", "--seed", "3", *words, "--save", str(tmp_path / "game.json"), typed=typed)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


# --- the replay ------------------------------------------------------------------------------------------------------
def test_a_place_that_cannot_be_written_is_refused_before_the_first_move(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert "is a folder; name another file" in refused(run("play", "--save", str(tmp_path)))
    assert "exists already" in refused(run("play", "--save", str(tmp_path / "file")))
    assert "is a file, not a folder" in refused(run("play", "--save", str(tmp_path / "file" / "game.json")))
    assert (tmp_path / "file").read_text() == "x"
    if os.geteuid() != 0:  # root may write everywhere
        closed = tmp_path / "closed"
        closed.mkdir(mode=0o500)
        assert "cannot be written" in refused(run("play", "--save", str(closed / "game.json")))
    long = tmp_path / ("n" * 300 + ".json")
    assert "cannot be written" in refused(run("play", "--save", str(long)))


def test_nothing_played_leaves_no_file(tmp_path: Path) -> None:
    assert "no replay is kept" in play(tmp_path, "quit\n")
    assert list(tmp_path.iterdir()) == []


class Terminal:
    """A game on a terminal of its own."""

    def __init__(self, path: Path) -> None:
        self.ours, theirs = pty.openpty()
        command = [*ARNAK, "play", "--seed", "3", "--save", str(path)]
        # Tests that run in the background ignore Ctrl-C, and what they start would inherit that.
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        os.close(theirs)
        self.unread = ""

    def read_until(self, words: str, seconds: float = 60) -> None:
        """Read until these words have come."""
        stop = time.monotonic() + seconds
        while words not in self.unread:
            ready, _, _ = select.select([self.ours], [], [], max(0, stop - time.monotonic()))
            assert ready, f"{words!r} never came: {self.unread}"
            self.unread += os.read(self.ours, 65536).decode()
        self.unread = self.unread.partition(words)[2]

    def type(self, words: str) -> None:
        os.write(self.ours, f"{words}\n".encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_the_game_nothing_played_is_lost(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "game.json"
    terminal = Terminal(path)
    try:
        terminal.read_until("> ")
        terminal.type("play funding_car")
        terminal.read_until("play area: funding_car")
        terminal.read_until("> ")
        time.sleep(0.5)  # until it waits for a line; a moment before, the next key would bring the end
        terminal.process.send_signal(number)
        if number != signal.SIGKILL:
            terminal.read_until("Watch it with: arnak replay")
        terminal.process.wait(timeout=60)
    finally:
        terminal.close()
    assert json.loads(path.read_text())["actions"] == ["play funding_car"]
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
    assert run("replay", str(path), "--last").exit_code == 0


def test_a_disk_that_is_full_for_a_moment_does_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arnak_env.core.replay import Replay

    real, calls = Replay.save, []

    def sometimes(self: Replay, path: Path) -> Path:
        calls.append(len(self.actions))
        if len(self.actions) == 1:
            raise OSError(28, "No space left on device")
        return real(self, path)

    monkeypatch.setattr(Replay, "save", sometimes)
    words = play(tmp_path, "play funding_car\nplay exploration_car\nquit\n")
    assert "No space left on device" in words
    assert "could not be saved" not in words
    assert json.loads((tmp_path / "game.json").read_text())["actions"] == ["play funding_car", "play exploration_car"]
    assert calls == [0, 1, 2]


# --- what is typed ---------------------------------------------------------------------------------------------------
def test_an_unfinished_action_is_never_taken(tmp_path: Path) -> None:
    words = play(tmp_path, "buy\nbuy h\nquit\n")
    assert words.count("Not finished; it can go on as: 6 buy hat") == 2
    assert "no replay is kept" in words


def test_letter_case_and_spaces_do_not_matter(tmp_path: Path) -> None:
    words = play(tmp_path, "HELP\nWhy  PASS\nEXPLAIN Hat\nPLAY Funding_Car\nQuit\n")
    for part in ("explain NAME", "Allowed: pass", "Hat (hat), card", "play area: funding_car", "Replay saved"):
        assert part in words


def test_effects_are_explained_by_name_number_and_place(tmp_path: Path) -> None:
    words = play(
        tmp_path, "explain guardian_03\nexplain 2\nexplain hand\nexplain row\nexplain\nexplain nonsuch\nquit\n"
    )
    for part in (
        "to overcome: 1 coin, 1 arrowhead, travel boot",
        "camp_coin, camp site",
        "Fear (fear), card",
        "Theodolite (theodolite), card",
        "Unknown component 'nonsuch'",
    ):
        assert part in words


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    words = play(tmp_path, "why\nwhy 1\nwhy temple gold\nresearch glass s1\ntemple\nfly\n0\nquit\n")
    for part in (
        "Why what?",
        "Allowed: pass",
        "Not allowed: temple gold",
        "Unknown action 'research glass s1'; 'research glass' goes with b0 to b14",
        "nothing that starts with 'temple' is allowed now",
        "Unknown action 'fly'",
        "There is no action number 0; type a number from 1 to 9",
    ):
        assert part in words


def test_understanding_a_line() -> None:
    legal, spelled = [4, 7], ["pass", "buy hat"]
    assert understand("2", legal, spelled).action == 7  # type: ignore[union-attr]
    assert understand(" Buy   HAT ", legal, spelled).action == 7  # type: ignore[union-attr]
    assert understand("buy horse", legal, spelled) is None
    assert "2 buy hat" in understand("b", legal, spelled).remark  # type: ignore[union-attr]
    assert understand("WHY buy horse", legal, spelled).rest == "buy horse"  # type: ignore[union-attr]
    assert understand("score now", legal, spelled) is None


def test_the_tab_key_completes_actions_and_commands() -> None:
    completer = Completer()
    completer.offer(["pass", "pay card fear"], ["hat", "horse"])

    def completions(text: str) -> list[str]:
        found: list[str] = []
        while (line := completer(text, len(found))) is not None:
            found.append(line)
        return found

    assert completions("pa") == ["pass", "pay card fear"]
    assert completions("Pay c") == ["pay card fear"]
    assert completions("explain h") == ["explain hat", "explain horse"]
    assert completions("why p") == ["why pass", "why pay card fear"]
    assert "quit" in completions("")
    assert "explain hat" not in completions("")


# --- what is told ----------------------------------------------------------------------------------------------------
def test_every_action_of_the_rival_is_told_its_opening_too(tmp_path: Path) -> None:
    words = play(tmp_path, "pass\nend turn\ndecline\nquit\n", "--difficulty", "3")
    before, _, after = words.partition("take your turn")
    assert "rival dig_arrowhead: digs at camp_arrowhead.1" in before
    assert after.partition("Round II begins.")[0].count(" rival ") == 9
    assert "takes aeroplane (worth 3 points) (+3 points" in after
    assert "Round II begins. rival dig_jewel: digs at camp_jewel.1" in after


@pytest.mark.parametrize(("columns", "board"), [(80, "bird"), (100, "bird"), (80, "spider"), (80, "owl"), (60, "owl")])
def test_no_line_is_wider_than_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int, board: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    saved = tmp_path / "g.json"
    options = ("--board", board, "--difficulty", "9", "--objectives", "4", "--seed", "3", "--save", str(saved))
    result = run("play", *options, typed="help\nexplain row\n" + "1\n" * 60 + "2\n" * 60 + "quit\n")
    watched = run("replay", str(saved))
    for text in (result.stdout, watched.stdout):
        lines = [line.removeprefix("> ") for line in text.splitlines() if str(tmp_path) not in line]
        assert max(map(len, lines)) <= columns


def test_opponents_are_checked_in_every_game() -> None:
    message = refused(run("play", "--opponents", "foo"))
    assert "'foo'" in message
    assert "random, greedy" in message
    assert "no other seats" in refused(run("play", "--opponents", "greedy"))
    assert "2 opponents for 1 other seat" in refused(run("play", "--players", "2", "--opponents", "random,greedy"))


def test_a_replay_hides_from_a_seat_what_play_hid(tmp_path: Path) -> None:
    """The card that another player keeps with an earring, in the words of the action and everywhere else."""
    from arnak_env import Batch
    from arnak_env.arnak.actions import A_TAKE_CARD, action_name
    from arnak_env.arnak.opcodes import CARDS, OP_ASIDE
    from arnak_env.arnak.questions import top_frame
    from arnak_env.arnak.replays import final_state, new_replay

    game = {"board": "bird", "num_players": 2}
    for seed in range(3000):
        batch = Batch(1, **game, seed=seed)
        replay, kept = new_replay(game, seed, ["you", "random"]), []
        while not batch.over[0] and len(kept) < 2:
            action = int(batch.sample_actions()[0])
            if top_frame(batch.games[0])[0] == OP_ASIDE and A_TAKE_CARD <= action < A_TAKE_CARD + CARDS:
                kept.append((int(batch.player[0]), action_name(action)))
            replay.actions.append(batch.action_words(0, action))
            batch.step([action])
        if any(player == 1 for player, _ in kept):
            break
    replay.final = final_state(batch)
    path = replay.save(tmp_path / "game.json")
    (player, words) = next(entry for entry in kept if entry[0] == 1)
    own, other = (run("replay", str(path), "--last", "--seat", seat).stdout for seat in ("2", "1"))
    assert f"player 2: {words}" in own
    assert f"player 2: {words}" not in other
    assert "player 2: take card (face down)" in other


def test_a_replay_shows_the_table_once_a_round_or_at_every_step(tmp_path: Path) -> None:
    play(tmp_path, "pass\nend turn\ndecline\npass\nquit\n")
    path = str(tmp_path / "game.json")
    whole = run("replay", path)
    assert whole.stdout.count("CARD ROW") == 3
    assert "Round II begins." in whole.stdout
    assert "rival dig_" in whole.stdout
    assert run("replay", path, "--last").stdout.count("CARD ROW") == 1
    stepped = run("replay", path, "--step")
    assert stepped.exit_code == 0
    assert stepped.stdout.count("CARD ROW") == 1  # the return key never came
    assert CliRunner().invoke(app, ["replay", path, "--step"], input="\n" * 9).stdout.count("CARD ROW") == 5


def test_a_damaged_replay_is_named_with_its_file(tmp_path: Path) -> None:
    play(tmp_path, "play funding_car\nquit\n")
    content = json.loads((tmp_path / "game.json").read_text())
    for key, value in (("board", "lizard"), ("num_players", 9), ("difficulty", "high"), ("switches", 3)):
        path = tmp_path / "changed.json"
        path.write_text(json.dumps({**content, "game": {**content["game"], key: value}}))
        assert str(path) in refused(run("replay", str(path)))
    path.write_text(json.dumps({**content, "seed": -5}))
    assert str(path) in refused(run("replay", str(path)))
    assert "is a folder" in refused(run("replay", str(tmp_path)))


# --- the boards of Twisted Paths, corrections of printed facts ------------------------------------------------------
@pytest.mark.parametrize("board", ["spider", "owl"])
def test_a_game_on_a_board_of_twisted_paths_and_its_replay(tmp_path: Path, board: str) -> None:
    names = {
        "spider": "altar_1\nexplain sp1_right\nwhy invoke altar_1",
        "owl": "p1\nexplain top_ten\nwhy owl tile ow1a",
    }
    typed = f"explain {names[board]}\nscore\n" + "1\n" * 60 + "quit\n"
    words = play(tmp_path, typed, "--board", board, "--difficulty", "7", "--objectives", "2")
    shown = {
        "spider": ("ALTARS", "back here: 14 left", "altar_1, altar", "leads to: sp1", "Not allowed: invoke altar_1"),
        "owl": ("secret passages", "top_ten (row 9)", "p1, secret passage", "pile of temple tiles", "Not allowed: owl"),
    }
    for part in (f"{board} side", "components of Twisted Paths", *shown[board]):
        assert part in words
    score = words.partition("(glass ")[2].partition(")")[0]
    assert ("lantern 0" in score, "altars 0, dark tablets 0" in score) == (board == "owl", board == "spider")
    game = json.loads((tmp_path / "game.json").read_text())["game"]
    assert (game["board"], game["expansion_components"], game["difficulty"]) == (board, True, 7)
    watched = run("replay", str(tmp_path / "game.json"))
    assert watched.exit_code == 0, watched.output
    assert f"{board} side" in watched.stdout


@pytest.mark.parametrize(
    ("board", "option", "taken"),
    [
        ("bird", None, False),
        ("bird", "--expansion-components", True),
        ("spider", None, True),
        ("spider", "--no-expansion-components", False),
    ],
)
def test_expansion_components_are_chosen_and_recorded(
    tmp_path: Path, board: str, option: str | None, taken: bool
) -> None:
    words = play(tmp_path, "pass\nquit\n", "--board", board, *([option] if option else []))
    assert ("with the components of Twisted Paths" in words) == taken
    path = tmp_path / "game.json"
    assert json.loads(path.read_text())["game"]["expansion_components"] is taken
    watched = run("replay", str(path), "--last")
    assert watched.exit_code == 0
    assert ("with the components of Twisted Paths" in watched.stdout) == taken


OVERRIDE = """
[[card]]
id = "funding_car"
effect = "gain 7 coin"
[[spider_bridge]]
id = "sp1_right"
cost = { coin = 3 }
cost_confidence = "high"
"""


def overridden(tmp_path: Path) -> Path:
    """Play a game with corrections, remove their file, and return the replay."""
    facts = tmp_path / "my_box.toml"
    facts.write_text(OVERRIDE)
    typed = "explain sp1_right\nplay funding_car\nresearch glass sp1_right\n1\n1\nquit\n"
    words = play(tmp_path, typed, "--board", "spider", "--content", str(facts))
    for part in (
        "With corrections of the printed facts: card funding_car (effect), spider bridge sp1_right (cost).",
        "cost: 3 coins",
        "or sp1_right [3 coins]",
        "8 coins",
    ):
        assert part in words, (part, words)
    facts.unlink()
    return tmp_path / "game.json"


def test_a_game_with_corrected_facts_is_watched_without_their_file(tmp_path: Path) -> None:
    path = overridden(tmp_path)
    recorded = json.loads(path.read_text())
    assert recorded["content"] == {
        "card": [{"id": "funding_car", "effect": "gain 7 coin", "effect_confidence": "high"}],
        "spider_bridge": [{"id": "sp1_right", "cost": {"coin": 3}, "cost_confidence": "high"}],
    }
    watched = run("replay", str(path))
    assert watched.exit_code == 0, watched.output
    words = " ".join(watched.stdout.split())
    assert "Played with corrections of the printed facts: card funding_car (effect)" in words
    assert "or sp1_right [3 coins]" in words
    assert "player 1: research glass sp1_right" in words


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ({}, ("recorded with other content",)),
        ({"card": [{"id": "funding_car", "effect": "gain 6 coin"}]}, ("recorded with other content",)),
        ({"card": [{"id": "funding_car", "effect": "fly"}]}, ("corrections", "funding_car", "'fly'")),
        ({"card": [{"id": "nothing"}]}, ("corrections", "'nothing'", "unknown id")),
        ({"cards": []}, ("corrections", "'cards'")),
        ({"card": "hat"}, ("corrections", "[[card]]")),
        ([], ("damaged", "'content'")),
    ],
    ids=str,
)
def test_a_replay_whose_corrections_were_changed_is_refused(
    tmp_path: Path, content: object, parts: tuple[str, ...]
) -> None:
    path = overridden(tmp_path)
    path.write_text(json.dumps({**json.loads(path.read_text()), "content": content}))
    message = refused(run("replay", str(path)))
    for part in (str(path), *parts):
        assert part in message


def test_corrections_that_cannot_be_used_are_refused_before_the_game(tmp_path: Path) -> None:
    facts = tmp_path / "my_box.toml"
    facts.write_text('[[owl_space]]\nid = "ow3a"\nnext = []\n')
    message = refused(run("play", "--board", "owl", "--content", str(facts)))
    assert "my_box.toml" in message
    facts.write_text('[[altar]]\nid = "altar_1"\ntoken_row = 2000\n')
    message = refused(run("play", "--board", "spider", "--content", str(facts)))
    for part in ("my_box.toml", "altar_1", "token_row", "2000"):
        assert part in message
    assert "nowhere.toml" in refused(run("play", "--content", "nowhere.toml"))


def test_the_table_is_shown_once_in_each_turn(tmp_path: Path) -> None:
    """Free actions change the own board only, which is shown; `look` shows the table again."""
    words = play(tmp_path, "play funding_car\nplay exploration_car\nlook\npass\nend turn\ndecline\nquit\n")
    assert words.count("CARD ROW") == 3
    assert words.partition("Round II begins.")[2].count("CARD ROW") == 1


@pytest.mark.parametrize(
    ("board", "player", "more", "notes"),
    [
        ("spider", {"glass": "sp3l", "dark_tablets": 1}, {"altars": {"altar_1": {"artifact": "sundial"}}},
         ("invoke altar_1 (sundial)", "invoke altar_2 (empty)")),
        ("spider", {}, {}, ("research glass sp1_right (to sp1)",)),
        ("owl", {"glass": "ow9", "notebook": "ow3b"}, {},
         ("research glass p5 (secret passage)", "temple top_idols (an idol)", "temple top_ten (10 points)",
          "owl tile ow3b (10 points)")),
    ],
)  # fmt: skip
def test_the_actions_of_the_new_boards_say_what_they_are_about(
    board: str, player: dict[str, object], more: dict[str, object], notes: tuple[str, ...]
) -> None:
    from arnak_env import Batch
    from arnak_env.arnak.content import load_content
    from arnak_env.arnak.opcodes import TOKENS
    from arnak_env.arnak.position import build_position
    from arnak_env.render.notes import offered_note

    content = load_content()
    seats = {"1": {"tokens": dict.fromkeys(TOKENS, 9), **player}, "2": {}}
    game = build_position({"game": {"board": board}, "players": seats, **more}, content)
    batch = Batch.from_games(game, content=content)
    offered = [
        f"{batch.action_words(0, action)} ({offered_note(batch.games[0], content.tables[0], action)})"
        for action in batch.legal_actions(0)
    ]
    assert set(notes) <= set(offered)


def test_assistants_on_squares_and_stacks_are_explained(tmp_path: Path) -> None:
    from arnak_env.arnak.content import load_content

    facts = tmp_path / "box.toml"
    facts.write_text('[[card]]\nid = "funding_car"\neffect = "recruit 1 assistant"\n')
    typed = "play funding_car\nexplain pick stack 1\nexplain pick stack 2\npick stack 1\nquit\n"
    words = play(tmp_path, typed, "--board", "owl", "--content", str(facts))
    tops = re.findall(r" [12]: (\w+) \(of 7\): ", words)[:2]
    assert set(tops) < set(load_content().entries["assistant"])
    for top in tops:
        assert f"{top}, assistant use: " in words
