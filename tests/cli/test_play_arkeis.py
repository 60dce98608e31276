"""`arnak play --game arkeis` and `arnak replay` of its files, as somebody at the terminal meets them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.batch import Batch
from arnak_env.cli import app


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


def refused(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("Error: ")
    return result.stderr


def play(saved: Path, typed: str, *words: str) -> str:
    """Play a game and return what was printed, with single spaces."""
    result = run("play", "--game", "arkeis", "--seed", "3", *words, "--save", str(saved), typed=typed)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


def random_game(until_camp: bool = False, seed: int = 3, **settings: object) -> list[str]:
    """Return random actions to the end of a game, or to the first camp, in words."""
    batch = Batch(1, seed=seed, **settings)  # type: ignore[arg-type]
    draw = random.Random(seed)
    actions = []
    while not batch.over[0] and not (until_camp and batch.games["stage"][0] == o.STAGE_CAMP):
        action = draw.choice(batch.legal_actions(0))
        actions.append(batch.action_words(0, action))
        batch.step([action])
    return actions


# --- one episode -----------------------------------------------------------------------------------------------------
def test_the_commands_of_a_game(tmp_path: Path) -> None:
    typed = (
        "help\nmove b1\nwhy end turn\nwhy\nexplain crowbar\nexplain beetle-1\nexplain 2\nexplain qqq\nscore\nlook\n"
        "fly\nmove\n999\nteam rhiat\nelite none\nclue red-sun\nexplain trench slab\nquit\n"
    )
    text = play(tmp_path / "game.json", typed, "--explorers", "rebecca,franck")
    for words in (
        "Arkeis, one episode, Rebecca, Franck, seed 3.",
        "Episode 0: The Robber's Trench",
        "--- Turn of Rebecca ---",
        "REBECCA on M1-1",
        "why ACTION say why",
        "Not allowed: move B1: B1 is not adjacent to M1-1; adjacent are M1-2",
        "Allowed: end turn",
        "Why what?",
        "before the Combat roll: +1 Combat die",
        "Beetle (Adversary card beetle-1)",
        "nothing known is called 'qqq'".capitalize(),
        "0 Victory points",
        "Unknown action 'fly'",
        "There is no action number 999; type a number from 1 to 5",
        "A team is chosen for the next episode of a campaign",
        "An Elite mode is chosen for the next episode of a campaign",
        "Rebecca reads red-sun - Trench Slab",
        "the door between M1-1 and A3 is open (red-sun)",
        "Trench Slab (Clue card e0-02, in actions card_02, red-sun)",
        "Replay saved",
        "Watch it with: arnak replay",
    ):
        assert words in text, words


def test_a_card_is_explained_by_either_id_and_nothing_of_later_episodes_is(tmp_path: Path) -> None:
    typed = "explain e0-01\nexplain card_01\nexplain Grave Robber\nexplain e0-04\nexplain sun_disc\nexplain shrine\n"
    text = play(tmp_path / "game.json", typed + "explain guardian-1\nexplain wrench\nexplain mummy\nquit\n")
    assert text.count("Grave Robber (Clue card e0-01, in actions card_01, ivory-jackal)") == 3
    for hidden in ("e0-04", "sun_disc", "shrine", "guardian-1", "wrench"):
        assert f"Nothing known is called '{hidden}'" in text, hidden
    assert "Mummy (kind of Adversary mummy)" in text


def test_labelled_options_say_how_their_effects_are_seen(tmp_path: Path) -> None:
    seed, actions = _until_the_counterweight()
    saved = tmp_path / "game.json"
    typed = "\n".join([*actions, "explain 1", "explain option 2", "quit"])
    result = run(
        "play", "--game", "arkeis", "--seed", str(seed), "--explorers", "rhiat", "--save", str(saved), typed=typed
    )
    text = " ".join(result.stdout.split())
    assert "`explain 1` says what the first option does" in text
    assert "option 1: Crawl through: 2 Wounds: take 2 Wounds" in text
    assert "option 2: Jump: 1 Fate token: take 1 Fate token from the reserve" in text


def _until_the_counterweight() -> tuple[int, list[str]]:
    """Return a seed and actions that lead to the choice of the card Counterweight."""
    for seed in range(50):
        batch = Batch(1, explorers=("rhiat",), seed=seed)
        draw, actions = random.Random(seed), []
        while not batch.over[0]:
            if "Crawl through" in batch.question(0):
                return seed, actions
            action = draw.choice(batch.legal_actions(0))
            actions.append(batch.action_words(0, action))
            batch.step([action])
    raise AssertionError("no game comes to it")


def test_a_whole_episode_and_its_replay(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    actions = random_game(explorers=("rebecca", "franck"))
    text = play(saved, "\n".join(actions) + "\n", "--explorers", "Rebecca, Franck")
    assert "The episode ends:" in text
    assert "episode_0: " in text
    kept = json.loads(saved.read_text())
    assert kept["actions"] == actions
    assert kept["fingerprint"]["game"] == "arkeis"
    assert kept["final"]["over"]
    watched = run("replay", str(saved))
    assert watched.exit_code == 0, watched.output
    seen = " ".join(watched.stdout.split())
    assert f"1. Rebecca: {actions[0]}" in seen
    assert "The episode ends:" in seen
    assert run("replay", str(saved), "--last", "--seat", "2").exit_code == 0
    assert "unknown seat 3; seats of" in refused(run("replay", str(saved), "--seat", "3"))


def test_a_replay_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    play(saved, "1\n1\n1\nquit\n")
    kept = json.loads(saved.read_text())
    kept["actions"][1] = "move B1"
    (tmp_path / "changed.json").write_text(json.dumps(kept))
    message = refused(run("replay", str(tmp_path / "changed.json")))
    assert "action 2: 'move B1' is not allowed here" in message


def test_nothing_played_leaves_no_file(tmp_path: Path) -> None:
    assert "no replay is kept" in play(tmp_path / "game.json", "quit\n")
    assert list(tmp_path.iterdir()) == []


# --- wrong input -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("--game", "chess"), ("unknown game 'chess'", "arnak, arkeis")),
        (("--game", "arkeis", "--board", "owl"), ("--board belongs to --game arnak",)),
        (("--explorers", "rhiat"), ("--explorers belongs to --game arkeis",)),
        (("--game", "arkeis", "--explorers", "rhiat,rhiat"), ("rhiat", "more than once")),
        (("--game", "arkeis", "--explorers", "indiana"), ("indiana", "rebecca")),
        (("--game", "arkeis", "--episode", "9"), ("episode",)),
        (("--game", "arkeis", "--episode", "nowhere.toml"), ("nowhere.toml",)),
        (("--game", "arkeis", "--elite", "hard"), ("hard",)),
        (
            ("--game", "arkeis", "--elite", "classic,none"),
            ("elite classic, none: classic is an Elite mode and stands alone", "none, classic, intermediate, or kinds"),
        ),
        (("--game", "arkeis", "--elite", "beetle,classic"), ("classic is an Elite mode and stands alone",)),
        (("--game", "arkeis", "--campaign", "--elite", "classic,none"), ("elite has 2 modes for 3 episodes",)),
        (("--game", "arkeis", "--campaign", "--episode", "1"), ("a campaign begins with episode 0",)),
    ],
)
def test_wrong_input_is_refused(words: tuple[str, ...], parts: tuple[str, ...]) -> None:
    message = refused(run("play", *words))
    for part in parts:
        assert part in message


# --- campaign --------------------------------------------------------------------------------------------------------
def test_a_campaign_from_set_up_to_camp_to_the_next_episode_with_another_team(tmp_path: Path) -> None:
    saved = tmp_path / "campaign.json"
    actions = random_game(until_camp=True, mode="campaign", explorers=("rebecca", "franck"))
    typed = [*actions, "help", "team", "team indiana", "team eleonor, rhiat", "look", "leave camp", "end turn", "quit"]
    text = play(saved, "\n".join(typed) + "\n", "--campaign", "--explorers", "rebecca,franck")
    for words in (
        "Arkeis, campaign, Rebecca, Franck, seed 3.",
        "team NAMES choose the team of the next episode",
        "The team returns to camp",
        "The group: at the camp",
        "Who plays next?",
        "unknown explorer 'indiana'".capitalize(),
        "The next episode is played by Eleonor, Rhiat.",
        "Episode 1: The Serpent Cistern",
        "--- Turn of Eleonor ---",
    ):
        assert words in text, words
    teams = json.loads(saved.read_text())["game"]["explorers"]
    assert teams[:2] == [["rebecca", "franck"], ["eleonor", "rhiat"]]
    watched = run("replay", str(saved), "--last")
    assert watched.exit_code == 0, watched.output
    assert "ELEONOR on" in watched.stdout


def test_elite_modes_and_switches_reach_the_game(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    text = play(
        saved, "end turn\nquit\n", "--elite", "beetle,mummy", "--threat-first-turn", "apply", "--equip-at-setup"
    )
    assert "Elite: Beetle, Mummy" in text
    kept = json.loads(saved.read_text())["game"]
    assert (kept["elite"], kept["threat_first_turn"], kept["equip_at_setup"]) == (["beetle", "mummy"], "apply", True)


def test_the_next_team_can_be_chosen_before_the_camp(tmp_path: Path) -> None:
    saved = tmp_path / "campaign.json"
    text = play(saved, "end turn\nteam rhiat\nquit\n", "--campaign", "--explorers", "rebecca,franck")
    assert "The next episode is played by Rhiat." in text
    assert json.loads(saved.read_text())["game"]["explorers"][:2] == [["rebecca", "franck"], ["rhiat"]]
    assert run("replay", str(saved), "--last").exit_code == 0


def test_the_elite_mode_is_changed_at_the_camp_and_the_replay_shows_it(tmp_path: Path) -> None:
    saved = tmp_path / "campaign.json"
    actions = random_game(until_camp=True, mode="campaign", explorers=("rebecca", "franck"))
    typed = [
        "elite classic",
        "elite none",
        *actions,
        "elite",
        "elite hard",
        "elite classic, none",
        "elite beetle, mummy",
        "leave camp",
        "quit",
    ]
    text = play(saved, "\n".join(typed) + "\n", "--campaign", "--explorers", "rebecca,franck")
    for words in (
        "`elite MODE` its Elite mode",
        "The next episode is played with Elite cards of Beetle, ",
        "The next episode is played without Elite cards.",
        "Which Elite mode?",
        "Unknown elite mode 'hard'",
        "Elite classic, none: classic is an Elite mode and stands alone",
        "The next episode is played with Elite cards of Beetle, Mummy.",
        "Elite: Beetle, Mummy",
    ):
        assert words in text, words
    kept = json.loads(saved.read_text())["game"]
    assert kept["elite"] == ["none", ["beetle", "mummy"], ["beetle", "mummy"]]
    assert kept["explorers"] == ["rebecca", "franck"]
    watched = run("replay", str(saved), "--last")
    assert watched.exit_code == 0, watched.output
    assert "Elite: Beetle, Mummy" in " ".join(watched.stdout.split())


def test_team_and_elite_mode_change_together(tmp_path: Path) -> None:
    saved = tmp_path / "campaign.json"
    play(saved, "team rhiat\nelite intermediate\nend turn\nquit\n", "--campaign", "--elite", "classic")
    kept = json.loads(saved.read_text())["game"]
    assert kept["explorers"] == [["rhiat", "franck"], ["rhiat"], ["rhiat"]]
    assert kept["elite"] == ["classic", "intermediate", "intermediate"]
    assert run("replay", str(saved), "--last").exit_code == 0


def test_a_team_that_does_not_fit_what_was_bought_is_refused(tmp_path: Path) -> None:
    saved = tmp_path / "campaign.json"
    actions = random_game(until_camp=True, mode="campaign", explorers=("rebecca", "franck"))
    typed = [*actions, "team eleonor", "buy eleonor-bookworm", "team rhiat", "quit"]
    text = play(saved, "\n".join(typed) + "\n", "--campaign", "--explorers", "rebecca,franck")
    assert "Eleonor learns Bookworm" in text
    assert "What was done at the camp does not fit that team" in text
    assert run("replay", str(saved), "--last").exit_code == 0


def test_a_game_of_an_episode_file_can_be_watched_without_the_file(tmp_path: Path) -> None:
    from arnak_env.arkeis import content

    own = Path(content.__file__).parent / "episodes" / "episode_0.toml"
    text = own.read_text(encoding="utf-8").replace('title = "The Robber\'s Trench"', 'title = "My Trench"')
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    saved = tmp_path / "game.json"
    assert "Episode 0: My Trench" in play(saved, "1\n1\nquit\n", "--content", str(file))
    file.unlink()
    watched = run("replay", str(saved))
    assert watched.exit_code == 0, watched.output
    assert "My Trench" in watched.stdout
