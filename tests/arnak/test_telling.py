"""What is told at the table: every turn of the rival, forced choices, and nothing a seat may not know."""

from __future__ import annotations

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import load_content
from arnak_env.arnak.position import build_position
from arnak_env.arnak.telling import Event, following, opening, seen_by
from arnak_env.arnak.words import track_id

CONTENT = load_content()
RIVAL = 4


def solo(rival: dict[str, object], **parts: object) -> Batch:
    """Return a solo game at the player's turn, who has taken the main action."""
    spec = {"game": {"players": 1, "main_done": True, "difficulty": 0}, "rival": rival, **parts}
    return Batch.from_games(build_position(spec, CONTENT), content=CONTENT, show_forced=True)


def told(batch: Batch, words: str = "end turn", kind: str = "rival") -> list[str]:
    return [event.words for event in following(batch, a.parse_action(words), 0) if event.kind == kind]


def test_a_dig_is_told_with_its_place() -> None:
    assert told(solo({"stack": ["dig_coin"]})) == ["dig_coin: digs at camp_coin.1"]


def test_a_discovery_is_told_with_site_idols_guardian_and_points() -> None:
    supply = {"level_1_stack": ["l1_jewel"], "guardian_stack": ["guardian_03"]}
    batch = solo({"stack": ["discover_green"]}, supply=supply)
    (words,) = told(batch)
    for part in (
        "discovers level_1_lower_",
        "l1_jewel (gain 1 jewel)",
        "takes idol_",
        "wakes guardian_03",
        "+3 points",
    ):
        assert part in words


def test_cards_assistants_and_research_are_told_by_name() -> None:
    supply = {
        "stacks": [["coins", "tablet"], ["exile"], ["draw"]],
        "bonus": {"b3": ["bonus_coin"], "b4": ["bonus_coin"]},
    }
    (words,) = told(solo({"stack": ["research_green"], "glass": "b2"}, supply=supply))
    space = words.partition("moves the magnifying glass to ")[2][:2]
    assert space in ("b3", "b4")
    assert f"the tile bonus_coin of {space} leaves the game" in words
    assert "the assistant coins of supply stack 1 leaves the game" in words
    batch = solo({"stack": ["buy_item_green"]}, row={"items": ["hat", "", "", "", ""]})
    assert told(batch) == ["buy_item_green: takes hat (worth 1 point) (+1 point, 1 in all)"]


def test_a_guardian_is_told_with_its_place_and_an_impossible_turn_too() -> None:
    sites = {"camp_coin": {"guardian": "guardian_02"}}
    batch = solo({"stack": ["guardian_green"], "figures": ["camp_coin.1"]}, sites=sites)
    assert told(batch) == ["guardian_green: overcomes guardian_02 at camp_coin (+5 points, 5 in all)"]
    row = {"items": ["", "", "", "", ""], "artifacts": [""]}
    batch = solo({"stack": ["buy_item_green"]}, row=row, supply={"item_deck_only": True, "artifact_deck_only": True})
    assert told(batch) == ["buy_item_green: there is nothing it could do"]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_of_the_rival_adds_up_to_what_it_has(seed: int) -> None:
    """Every turn is told once, in order, and the places, cards and points named are those the rules gave it."""
    board = o.BOARDS[seed % 2]
    batch = Batch(1, board=board, difficulty=seed + 2, objectives=(0, 3)[seed % 2], seed=seed)
    generator = np.random.default_rng(seed)
    events = opening(batch)
    tiles = 0
    while not batch.over[0]:
        action = int(generator.choice(batch.legal_actions(0)))
        before, used = int(batch.games["round_number"][0]), int(batch.games["rival_used_size"][0])
        new = following(batch, action, 0)
        batch.step([action])
        events += new
        turns = [event.words for event in new if event.kind == "rival"]
        tiles += len(turns)
        if batch.games["round_number"][0] == before:
            size = int(batch.games["rival_used_size"][0])
            names = [a.RIVAL_TILE_IDS[int(tile)] for tile in batch.games["rival_used"][0, used:size]]
            assert [words.partition(":")[0] for words in turns] == names
        for words in turns:
            if " in all)" in words and words == events[-1].words:
                assert f"{batch.scores()[0, RIVAL]} in all" in words
    words = " ".join(event.words for event in events)
    game = batch.games[0]
    for card in np.flatnonzero(game["rival_cards"]):
        assert f"takes {a.CARD_IDS[card]} (" in words
    for guardian in np.flatnonzero(game["guardian_owner"] == o.RIVAL_FIGURE):
        assert f"overcomes {a.GUARDIAN_IDS[guardian]}" in words
    if not game["rival_arrival"]:
        assert f"magnifying glass to {track_id(int(game['board']), int(game['rival_glass']))}" in words
    assert tiles > 40
    assert words.count("Round ") == 4


def test_forced_choices_are_told() -> None:
    spec = {"players": {"1": {"hand": ["fear"]}, "2": {"hand": ["hat", "axe"]}}}
    batch = Batch.from_games(build_position(spec, CONTENT), content=CONTENT)
    events = following(batch, a.parse_action("dig camp_coin.1"), 0)
    assert events == [Event("forced", 0, "pay card fear"), Event("forced", 0, "end turn")]
    assert not batch.games["space"][0, 0], "the game itself has not moved"


def test_what_a_player_finds_and_draws_is_told_and_draws_to_their_owner_only() -> None:
    spec = {
        "players": {"1": {"hand": ["fear", "exploration_car"], "deck": ["hat"], "tokens": {"compass": 3}}, "2": {}},
        "supply": {"level_1_stack": ["l1_draw_arrowhead"], "guardian_stack": ["guardian_04"]},
    }
    batch = Batch.from_games(build_position(spec, CONTENT), content=CONTENT)
    telling: list[list[str]] = [[], []]
    for words in ("discover level_1_lower_1", "pay card exploration_car", "choose draw", "choose draw"):
        action = a.parse_action(words)
        if action not in batch.legal_actions(0):
            continue
        for viewer in (0, 1):
            telling[viewer] += [event.words for event in following(batch, action, viewer)]
        batch.step([action])
    own, other = (" ".join(words) for words in telling)
    for words in (own, other):
        assert "level_1_lower_1 turns out to be l1_draw_arrowhead (draw 1 card, then gain 1 arrowhead)" in words
        assert "guardian_04 wakes at level_1_lower_1" in words
    assert "you draw hat" in own
    assert "hat" not in other


EARRING = {
    "players": {"1": {"hand": ["crystal_earring"], "deck": ["hat", "axe", "rope"], "tokens": {"tablet": 1}}, "2": {}},
}


def test_the_card_kept_from_those_laid_aside_is_told_to_its_owner_only() -> None:
    batch = Batch.from_games(build_position(EARRING, CONTENT), content=CONTENT)
    batch.step([a.parse_action("play crystal_earring")])
    while not any(batch.action_words(0, action).startswith("take card") for action in batch.legal_actions(0)):
        batch.step([batch.legal_actions(0)[-1]])
    action = batch.legal_actions(0)[-1]
    name = batch.action_words(0, action)
    assert name.startswith("take card ")
    assert seen_by(batch, action, 0) == seen_by(batch, action, None) == name
    assert seen_by(batch, action, 1) == "take card (face down)"


# --- the boards of Twisted Paths -------------------------------------------------------------------------------------
def new_board(board: str, rival: dict[str, object], round_: int = 4, **parts: object) -> Batch:
    """Return a solo game on a board of Twisted Paths at the player's turn, who has taken the main action."""
    game = {"board": board, "players": 1, "main_done": True, "difficulty": 0, "round": round_}
    return Batch.from_games(
        build_position({"game": game, "rival": rival, **parts}, CONTENT), content=CONTENT, show_forced=True
    )


def test_the_spider_tile_of_the_rival_is_told_with_altar_and_artifact() -> None:
    altars = {"altar_1": {"artifact": "serpents_gold", "tablets": {"rival": 1}}}
    row = {"artifacts": ["mortar", "sundial", "war_mask", "stone_jar"]}
    batch = new_board("spider", {"stack": ["spider"], "glass": "sp4l"}, altars=altars, row=row)
    (words,) = told(batch)
    assert words.startswith("spider: ")
    assert "invokes altar_1 (serpents_gold) and adds a dark tablet below it" in words
    assert "lays mortar of the card row on the empty altar_2 and a dark tablet below it" in words
    assert "(+2 points" in words
    batch = new_board("spider", {"stack": ["spider"]}, 2)
    assert told(batch) == ["spider: there is nothing it could do"]
    assert told(new_board("spider", {"stack": ["spider"]}, 1)) == ["spider: does nothing in this round"]


@pytest.mark.parametrize(
    ("owl", "rival", "parts"),
    [
        ({}, {}, ("takes the lowest tile, 1 point from ow1b", "moves the magnifying glass to ow1", "(+2 points")),
        ({"taken": ["ow1a", "ow1b"]}, {}, ("takes the lowest tile, 5 points from ow2b (+5 points",)),
        (
            {"tiles": {"ow3b": 10}},
            {"glass": "ow2b"},
            ("marks the lowest tile, 10 points on ow3b, with its compass", "moves the magnifying glass to ow4"),
        ),
        ({"tiles": {"ow3b": 10}, "marked": ["ow3b"]}, {}, ("takes the lowest tile, 10 points from ow3b (+10 points",)),
        ({"tiles": {}}, {}, ("there is nothing it could do",)),
    ],
)
def test_the_owl_tile_of_the_rival_is_told_with_tile_and_steps(
    owl: dict[str, object], rival: dict[str, object], parts: tuple[str, ...]
) -> None:
    (words,) = told(new_board("owl", {"stack": ["owl"], **rival}, owl=owl))
    for part in parts:
        assert part in words


def test_passage_and_lantern_of_the_rival_are_told() -> None:
    """The research tile has no arrow of its own here: the last tile follows that of the first tile played."""
    (words,) = told(new_board("owl", {"stack": ["research_green"], "used": ["dig_coin"], "glass": "ow9"}))
    assert (
        "enters the secret passage p5 and gains an idol for the minus-one space, its lantern is on the track" in words
    )
    (words,) = told(new_board("owl", {"stack": ["research_green"], "glass": "p5", "lantern": "ow1a"}))
    assert "moves the lantern to ow2" in words
    tiles = {"taken": ["ow1a", "ow1b", "ow2b", "ow3a"]}
    (words,) = told(new_board("owl", {"stack": ["owl"], "used": ["dig_coin"], "glass": "ow2b"}, owl=tiles))
    assert "marks the lowest tile" in words
    (words,) = told(new_board("owl", {"stack": ["owl"], "used": ["dig_jewel"], "glass": "ow2a"}, owl=tiles))
    assert "moves the magnifying glass to ow3a, enters the secret passage p1 and gains a tile of 1 point" in words


def test_what_a_player_gets_on_the_new_boards_is_told() -> None:
    def found(batch: Batch, words: str) -> list[str]:
        return [event.words for event in following(batch, a.parse_action(words), 0) if event.kind == "found"]

    tokens = dict.fromkeys(o.TOKENS, 5)
    spec = {"game": {"board": "owl"}, "players": {"1": {"glass": "ow3a", "tokens": tokens}, "2": {}}}
    batch = Batch.from_games(build_position(spec, CONTENT), content=CONTENT)
    (words,) = found(batch, "research glass p1")
    assert words == (
        "player 1 leaves the magnifying glass in p1, gains its tile of 1 point and goes on with the lantern, "
        "from the start of the track"
    )
    spec["players"]["1"]["glass"] = "ow9"  # type: ignore[index]
    spec["supply"] = {"idol_stack": ["idol_exile"]}
    batch = Batch.from_games(build_position(spec, CONTENT), content=CONTENT)
    assert found(batch, "research glass p5")[1] == (
        "player 1 takes an idol in the passage, idol_exile; its picture has no effect now"
    )
    (words,) = found(batch, "temple top_idols")
    assert "takes an idol at the top of the temple, idol_exile" in words
    spec = {"game": {"board": "spider"}, "players": {"1": {"glass": "sp3l", "tokens": tokens}, "2": {}}}
    spec["supply"] = {"idol_stack": ["idol_exile"]}
    batch = Batch.from_games(build_position(spec, CONTENT), content=CONTENT)
    (words,) = found(batch, "research glass sp4l")
    assert "takes an idol beside the research track, idol_exile" in words
    spec["players"]["1"]["glass"] = "sp1"  # type: ignore[index]
    batch = Batch.from_games(build_position(spec, CONTENT), content=CONTENT)
    assert found(batch, "research glass sp2l") == ["player 1 gains 1 dark tablet (13 left in the supply)"]


@pytest.mark.parametrize("board", ["spider", "owl"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_told_on_the_new_boards_adds_up_to_what_the_rival_has(board: str, seed: int) -> None:
    """With riches, so that the random player reaches the top: every piece the rival owns was told."""
    batch = Batch(1, board=board, difficulty=3 * seed + 4, objectives=3, seed=seed)
    batch.games["tokens"] += 20
    batch.refresh()
    generator = np.random.default_rng(seed)
    events = opening(batch)
    while not batch.over[0]:
        action = int(generator.choice(batch.legal_actions(0)))
        events += following(batch, action, 0)
        batch.step([action])
    game = batch.games[0]
    told_words = " ".join(event.words for event in events if event.kind == "rival")
    counts = {
        "a dark tablet below it": int(game["altar_dark"][:, o.RIVAL_SEAT].sum()),
        "takes the lowest tile": int(game["rival_owl"].sum()) - told_words.count("gains a tile of"),
        "enters the secret passage": int(game["rival_lantern"] >= 0),
    }
    for words, number in counts.items():
        assert told_words.count(words) == number, words
    if game["rival_lantern"] > 0:
        assert f"moves the lantern to {track_id(o.OWL, int(game['rival_lantern']))}" in told_words
    for entry in map(int, np.flatnonzero(game["passage_used"] == o.RIVAL_FIGURE)):
        assert f"secret passage p{entry + 1}" in told_words
