"""What can be chosen about a game of Arkeis: wrong values are refused in words, right ones reach the record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.config import GameConfig
from arnak_env.arkeis.content import load_content
from arnak_env.arkeis.content.entries import FOLDER

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"explorers": "rhiat"}, r"explorers must be a list of ids out of rhiat, .*got 'rhiat'"),
    ({"explorers": ["rhiat", "riat"]}, r"unknown explorer 'riat' \(did you mean 'rhiat'\?\)"),
    ({"explorers": ["rhiat", 3]}, r"unknown explorer 3"),
    ({"explorers": []}, r"explorers must be 1 to 5 ids, got 0"),
    ({"explorers": list(o.EXPLORER_IDS)}, r"explorers must be 1 to 5 ids, got 6"),
    ({"explorers": ["franck", "rhiat", "franck"]}, r"explorers names franck more than once"),
    ({"explorers": ["robert", "robert_young"]}, r"cannot hold both 'robert' and 'robert_young'"),
    ({"explorers": [["rhiat"], ["franck"], ["robert"]]}, r"explorers has 3 values for 2 games"),
    ({"mode": "duel"}, r"unknown mode 'duel'; one of 'episode', 'campaign'"),
    ({"episode": 3}, r"unknown episode 3; known are 0 \(episode_0\)"),
    ({"episode": 12}, r"episode must be a whole number from -1 to 7, got 12.*its id or the path of its file"),
    ({"episode": True}, r"episode must be a whole number .*got True"),
    ({"episode": "episode_9"}, r"unknown episode 'episode_9'; known are"),
    ({"episode": "no_such_file.toml"}, r"no_such_file.toml: there is no file"),
    ({"episode": [0, 1, 2]}, r"episode has 3 values for 2 games"),
    ({"episodes": [0, 1]}, r"episodes belongs to mode='campaign'"),
    ({"mode": "campaign", "episodes": [0, 2]}, r"played in order from 0: \(0, 1\), got \[0, 2\]"),
    ({"mode": "campaign", "episodes": [1, 2]}, r"played in order from 0"),
    ({"mode": "campaign", "episodes": [0, 1, 2, 3]}, r"unknown episode 3"),
    ({"mode": "campaign", "episodes": 5}, r"episodes must be whole numbers.*got 5"),
    ({"mode": "campaign", "episode": 1}, r"a campaign begins with episode 0, not 1"),
    ({"mode": "campaign", "explorers": [["rhiat"], ["franck"]]}, r"explorers has 2 teams for 3 episodes"),
    ({"mode": "campaign", "explorers": [["rhiat"], ["franck"], []]}, r"explorers must be 1 to 5 ids, got 0"),
    ({"first_player": "robert"}, r"first_player 'robert' is not in the team rhiat, franck"),
    ({"first_player": "nobody"}, r"unknown first_player 'nobody'"),
    ({"elite": "hard"}, r"unknown elite mode 'hard'; one of 'none', 'classic', 'intermediate'"),
    ({"elite": ["beatle"]}, r"unknown kind of Adversary 'beatle' \(did you mean 'beetle'\?\)"),
    ({"elite": ["beetle", "guardian"]}, r"guardian has no Elite card; kinds with one are beetle"),
    ({"elite": 3}, r"elite must be one of .* or a list of kinds, got 3"),
    (
        {"mode": "campaign", "elite": ["none", "classic"]},
        r"elite has 2 modes for 3 episodes; give one",
    ),
    ({"mode": "campaign", "elite": ["none", "soft", "none"]}, r"unknown elite mode 'soft'"),
    ({"mode": "campaign", "elite": ["none", ["beatle"], "none"]}, r"unknown kind of Adversary 'beatle'"),
    ({"mode": "campaign", "elite": ["none", ["guardian"], "none"]}, r"guardian has no Elite card"),
    ({"threat_first_turn": True}, r"unknown threat_first_turn True; one of 'skip', 'apply'"),
    ({"defeated_miniatures": "gone"}, r"unknown defeated_miniatures 'gone'; one of 'supply', 'out'"),
    ({"wildcard_any_roll": 1}, r"wildcard_any_roll is True or False, got 1"),
    ({"equip_at_setup": "no"}, r"equip_at_setup is True or False, got 'no'"),
    ({"episode": [0, 7]}, r"unknown episode 7.*\(game 1\)"),
    ({"elite": ["none", "soft"]}, r"unknown elite mode 'soft'.*\(game 1\)"),
    ({"content": 3}, r"content must be None, the path of a file"),
    ({"seed": -1}, r"seed .*from 0 to 2\*\*63 - 1, got -1"),
    ({"num_threads": 0}, r"num_threads must be a whole number of at least 1, got 0"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=lambda value: str(value)[:60])
def test_a_wrong_configuration_is_refused_naming_the_value_and_the_right_ones(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Batch(2, **arguments)


def test_a_configuration_reaches_the_record() -> None:
    batch = Batch(
        3,
        episode=[0, 1, "episode_2"],
        explorers=[["rebecca"], ["franck", "robert"], ["robert_young", "rhiat", "eleonor"]],
        first_player=[None, "robert", "eleonor"],
        elite=["none", "classic", ("mummy", "beetle")],
        threat_first_turn=["skip", "apply", "skip"],
        defeated_miniatures="out",
    )
    games = batch.games
    assert games["campaign"].tolist() == [0, 0, 0]
    assert games["slot"].tolist() == [1, 2, 3]
    assert games["players"].tolist() == [1, 2, 3]
    assert [batch.explorer(2, seat) for seat in range(3)] == ["robert_young", "rhiat", "eleonor"]
    assert games["first_seat"].tolist() == [0, 1, 2]
    assert games["elite"].tolist() == [0, 2**9 - 1, 1 << o.KIND_IDS.index("mummy") | 1]
    assert games["switches"].tolist() == [o.SWITCH_DEFEATED_OUT, o.SWITCH_DEFEATED_OUT | 1, o.SWITCH_DEFEATED_OUT]


def test_a_campaign_takes_one_team_or_one_per_episode_or_such_a_list_per_game() -> None:
    teams = [["rhiat"], ["rhiat", "robert"], ["franck", "rebecca", "eleonor"]]
    one = Batch(2, mode="campaign", explorers=teams)
    assert one.games["plan_players"][:, 1:4].tolist() == [[1, 2, 3], [1, 2, 3]]
    mixed = Batch(2, mode="campaign", explorers=[teams, ["rhiat"]])
    assert mixed.games["plan_players"][:, 1:4].tolist() == [[1, 2, 3], [1, 1, 1]]
    both = Batch(2, mode=["episode", "campaign"], explorers=[["rhiat", "franck"], teams])
    assert both.games["plan_players"][:, 1:4].tolist() == [[2, 0, 0], [1, 2, 3]]
    short = Batch(1, mode="campaign", episodes=[0, 1])
    assert (short.games["first_slot"][0], short.games["last_slot"][0]) == (1, 2)


def test_a_campaign_takes_one_elite_mode_or_one_per_episode_or_such_a_list_per_game() -> None:
    every, beetle = 2**9 - 1, 1 << o.KIND_IDS.index("beetle")
    modes = ["none", "classic", ["beetle"]]
    planned = [0, every, beetle]
    one = Batch(2, mode="campaign", elite=modes)
    assert one.games["plan_elite"][:, 1:4].tolist() == [planned, planned]
    mixed = Batch(2, mode="campaign", elite=[modes, "classic"])
    assert mixed.games["plan_elite"][:, 1:4].tolist() == [planned, [every] * 3]
    both = Batch(2, mode=["episode", "campaign"], elite=["classic", modes])
    assert both.games["plan_elite"][:, 1:4].tolist() == [[every, 0, 0], planned]
    kinds = Batch(2, mode="campaign", elite=["beetle"])
    assert kinds.games["plan_elite"][:, 1:4].tolist() == [[beetle] * 3] * 2
    config = GameConfig(mode="campaign", elite=modes)
    assert config == GameConfig(mode="campaign", elite=config.elite)
    assert config.elite_modes == ("none", "classic", ("beetle",))
    with pytest.raises(ValueError, match="elite must be one mode, or a list of kinds, in mode='episode'"):
        GameConfig(elite=modes)


def test_an_elite_mode_meant_for_an_episode_without_elite_cards_is_refused(tmp_path: Path) -> None:
    text = (FOLDER / "episodes" / "episode_1.toml").read_text(encoding="utf-8")
    path = tmp_path / "episode_1.toml"
    path.write_text(text.replace("elite_allowed = true", "elite_allowed = false"), encoding="utf-8")
    every = 2**9 - 1
    throughout = Batch(1, mode="campaign", elite="classic", content=path)
    assert throughout.games["plan_elite"][0, 1:4].tolist() == [every, 0, every]
    with pytest.raises(ValueError, match="the episode 'episode_1' allows no Elite cards; elite must be 'none'"):
        Batch(1, mode="campaign", elite=["none", "classic", "none"], content=path)
    with pytest.raises(ValueError, match="the episode 'episode_1' allows no Elite cards"):
        throughout.change_team(0, 1, elite=["beetle"])
    assert throughout.games["plan_elite"][0, 1:4].tolist() == [every, 0, every]


def test_good_forms_of_arguments_are_taken() -> None:
    first = Batch(2, episode=np.int64(1), explorers=("rhiat", "franck"), elite="intermediate", seed=np.uint8(3))
    kinds = ["cult_fanatic", "snake_ball", "beetle"]
    second = Batch(2, episode=np.array([1, 1]), explorers=["rhiat", "franck"], elite=kinds, seed=[3, 4])
    assert first.games.tobytes() == second.games.tobytes()


def test_equal_configurations_are_equal() -> None:
    first = GameConfig(explorers=["rhiat"], elite=["mummy", "beetle"])
    assert first == GameConfig(explorers=("rhiat",), elite=("beetle", "mummy", "mummy"))
    assert hash(first) == hash(GameConfig(explorers=("rhiat",), elite=("beetle", "mummy")))
    assert GameConfig(elite=[]).elite == "none"


def test_an_episode_is_given_by_the_path_of_its_file(tmp_path: Path) -> None:
    text = (FOLDER / "episodes" / "episode_2.toml").read_text(encoding="utf-8")
    path = tmp_path / "richer.toml"
    path.write_text(text.replace("vp(3)", "vp(5)"), encoding="utf-8")
    for given in (path, str(path)):
        batch = Batch(2, episode=[given, 1], explorers=["rhiat"])
        assert batch.games["slot"].tolist() == [3, 2]
        assert batch.content.fingerprint != load_content().fingerprint
        batch.playout()
        assert list(batch.episode_results(0)) == ["episode_2"]
    again = Batch.load(batch.save(), content=path)
    assert again.games.tobytes() == batch.games.tobytes()
    with pytest.raises(ValueError, match="with other content"):
        Batch.load(batch.save())
    path.write_text("[[object]]\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"richer\.toml: no episode: the file has no table \[episode\]"):
        Batch(1, episode=path)
