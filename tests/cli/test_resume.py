"""`arnak play --resume FILE`: a game goes on from its replay, in the same file."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.batch import Batch as ArkeisBatch
from arnak_env.cli import app

ARKEIS = ("--game", "arkeis", "--seed", "3")


def run(*words: object, typed: Sequence[str] = ()) -> Result:
    return CliRunner().invoke(app, list(map(str, words)), input="\n".join(typed) + "\n")


def play(path: Path, typed: Sequence[str], *words: str) -> str:
    result = run("play", *words, "--save", path, typed=typed)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


def resume(path: Path, typed: Sequence[str]) -> str:
    result = run("play", "--resume", path, typed=typed)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


def refused(*words: object) -> str:
    result = run("play", *words)
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("Error: ")
    return result.stderr


def campaign_actions(past_camps: int) -> list[str]:
    """Return random actions of a campaign up to one of its camps."""
    batch = ArkeisBatch(1, seed=3, mode="campaign", explorers=("rebecca", "franck"))
    draw, actions = random.Random(3), []
    while batch.games["stage"][0] != o.STAGE_CAMP or batch.games["slot"][0] != 1 + past_camps:
        action = draw.choice(batch.legal_actions(0))
        actions.append(batch.action_words(0, action))
        batch.step([action])
    return actions


def parts(path: Path, *names: str) -> list[object]:
    kept = json.loads(path.read_text(encoding="utf-8"))
    return [kept[name] for name in names]


@pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        (("--seed", "3"), ["play funding_car"], ["play exploration_car", "end turn"]),
        (("--seed", "3", "--players", "3", "--seat", "2", "--opponents", "greedy,random"), ["1"], ["1", "1", "1"]),
        ((*ARKEIS, "--explorers", "rebecca,franck"), ["clue red-sun"], ["1", "1", "1"]),
    ],
)
def test_a_game_in_two_sittings_is_the_game_in_one(
    tmp_path: Path, words: tuple[str, ...], first: list[str], second: list[str]
) -> None:
    whole, halves = tmp_path / "whole.json", tmp_path / "halves.json"
    play(whole, [*first, *second, "quit"], *words)
    assert "Go on with: arnak play --resume" in play(halves, [*first, "quit"], *words)
    before = parts(halves, "actions")[0]
    told = resume(halves, [*second, "quit"])
    assert f"It goes on after {len(list(before))} actions" in told  # type: ignore[call-overload]
    assert parts(halves, "game", "actions", "players", "final") == parts(whole, "game", "actions", "players", "final")
    assert run("replay", halves, "--last").exit_code == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["halves.json", "whole.json"]


def test_a_campaign_goes_on_at_the_camp_with_another_team(tmp_path: Path) -> None:
    saved = tmp_path / "campaign.json"
    play(saved, [*campaign_actions(0), "quit"], *ARKEIS, "--campaign", "--explorers", "rebecca,franck")
    told = resume(saved, ["look", "team eleonor, rhiat", "elite beetle", "leave camp", "end turn", "quit"])
    for words in (
        "Arkeis, campaign, Rebecca, Franck, seed 3.",
        "The group: at the camp",
        "The next episode is played by Eleonor, Rhiat.",
        "Episode 1: The Serpent Cistern",
    ):
        assert words in told, words
    assert told.index("It goes on after") < told.index("CAMP CHEST")
    assert "The episode ends" not in told  # what was played before is not told again
    told = resume(saved, ["quit"])  # the replay holds the changed plan
    assert "--- Turn of" not in told
    assert "ELEONOR on" in told
    assert parts(saved, "game")[0]["explorers"][1] == ["eleonor", "rhiat"]  # type: ignore[index]


def test_quitting_at_once_keeps_the_replay_as_it_is(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    play(saved, ["clue red-sun", "quit"], *ARKEIS)
    before = saved.read_bytes()
    assert "Replay saved" in resume(saved, ["quit"])
    assert saved.read_bytes() == before


def test_a_game_of_an_episode_file_goes_on_without_the_file(tmp_path: Path) -> None:
    from arnak_env.arkeis.content.entries import FOLDER

    text = (FOLDER / "episodes" / "episode_0.toml").read_text(encoding="utf-8")
    file, saved = tmp_path / "mine.toml", tmp_path / "game.json"
    file.write_text(text.replace("The Robber's Trench", "My Trench"), encoding="utf-8")
    play(saved, ["1", "quit"], *ARKEIS, "--episode", str(file))
    file.unlink()
    assert "My Trench" in resume(saved, ["1", "quit"])


@pytest.mark.parametrize("words", [("--seed", "3"), ARKEIS])
def test_what_cannot_go_on_is_refused_and_left_alone(tmp_path: Path, words: tuple[str, ...]) -> None:
    saved = tmp_path / "game.json"
    play(saved, ["1", "quit"], *words)
    kept = json.loads(saved.read_text(encoding="utf-8"))
    for changes, message in (
        ({"fingerprint": {**kept["fingerprint"], "content": "0"}}, "recorded with other content"),
        ({"fingerprint": {**kept["fingerprint"], "record": "0"}}, "recorded with other record"),
        ({"actions": [*kept["actions"], "fly"]}, "action 2: unknown action 'fly'"),
        ({"final": {**kept["final"], "checksum": "0"}}, "does not reproduce its game"),
        ({"version": 1}, "is a replay of version 1"),
    ):
        data = json.dumps({**kept, **changes})
        saved.write_text(data, encoding="utf-8")
        assert message in refused("--resume", saved)
        assert saved.read_text(encoding="utf-8") == data


def test_finished_games_and_games_of_others_are_refused(tmp_path: Path) -> None:
    from arnak_env.arnak.batch import Batch
    from arnak_env.arnak.replays import final_state, new_replay

    settings = {"board": "bird", "num_players": 2}
    batch = Batch(1, **settings, seed=3)  # type: ignore[arg-type]
    replay = new_replay(settings, 3, ["random", "greedy"])
    path = replay.save(tmp_path / "game.json")
    assert "no seat of this game is yours, they are: random, greedy" in refused("--resume", path)
    draw = random.Random(3)
    while not batch.over[0]:
        action = draw.choice(batch.legal_actions(0))
        replay.actions.append(batch.action_words(0, action))
        batch.step([action])
    replay.players, replay.final = ["you", "random"], final_state(batch)
    replay.save(path)
    assert "game.json is a finished game; `arnak replay` shows it" in refused("--resume", path)


def test_files_that_are_no_replay_and_options_that_are_settled(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    play(saved, ["1", "quit"], *ARKEIS)
    assert "no such replay file" in refused("--resume", tmp_path / "gone.json")
    assert "is a folder" in refused("--resume", tmp_path)
    (tmp_path / "notes.txt").write_text("not JSON", encoding="utf-8")
    assert "damaged or no replay" in refused("--resume", tmp_path / "notes.txt")
    batch = ArkeisBatch(1, mode="campaign", seed=3).save_file(tmp_path / "campaign.save")
    assert "a batch saved by a program, no replay; Batch.load_file reads it" in refused("--resume", batch)
    assert "--seed is settled by" in refused("--resume", saved, "--seed", "4")
    assert "--explorers is settled by" in refused("--resume", saved, "--explorers", "rhiat")
    assert "is a game of arkeis, not of arnak" in refused("--resume", saved, "--game", "arnak")
    assert run("play", "--resume", saved, "--game", "arkeis", typed=["quit"]).exit_code == 0
