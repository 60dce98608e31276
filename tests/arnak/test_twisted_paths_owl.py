"""Set-up of the Owl Temple, the rival's stack on both boards of Twisted Paths, and what holds at any time on Owl."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak.actions import parse_action
from arnak_env.arnak.content import load_content
from arnak_env.arnak.position import build_position, describe_position

CONTENT = load_content()
SEATS = (1, 2, 3, 4)
PASSAGE_ROWS = {"p1": 3, "p2": 4, "p3": 5, "p4": 7, "p5": 9, "p6": 9}
PASSAGE_TILES = {"p1": 1, "p2": 1, "p3": 1, "p4": 5}
SPACE_TILES = {
    "ow1a": 1, "ow1b": 1, "ow2b": 5, "ow3a": 5, "ow3b": 10, "ow4": 10, "ow5a": 1, "ow5b": 5, "ow6b": 10, "ow8a": 5,
    "ow8b": 5,
}  # fmt: skip
UPPER = tuple(f"level_1_upper_{number}" for number in range(1, 5))
LEVEL_2 = tuple(f"level_2_{number}" for number in range(1, 5))
ACTIONS_OF_THE_RIVAL = ("discover", "research", "guardian", "buy_item", "buy_artifact")


def describe(batch: Batch, i: int = 0) -> dict[str, Any]:
    described: dict[str, Any] = describe_position(batch.games[i], CONTENT)
    return described


def new_game(num_players: int, seed: int = 0, board: str = "owl", **settings: Any) -> dict[str, Any]:
    """Return a game that has just been set up, in words."""
    return describe(Batch(1, board=board, num_players=num_players, seed=seed, **settings))


# --- set-up ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("num_players", SEATS)
def test_statement_68_every_lantern_lies_on_its_player_board(num_players: int) -> None:
    batch = Batch(1, board="owl", num_players=num_players, seed=3)
    described = describe(batch)
    assert [player["lantern"] for player in described["players"].values()] == ["board"] * num_players
    assert all(player["glass"] == player["notebook"] == "ow0" for player in described["players"].values())
    assert not any(batch.action_words(0, action).startswith("research lantern") for action in batch.legal_actions(0))
    if num_players == 1:
        assert described["rival"]["lantern"] == "board"


@pytest.mark.parametrize("num_players", SEATS)
def test_statement_69_the_top_holds_owl_tiles_and_idols_and_nothing_of_the_base_game(num_players: int) -> None:
    supply = new_game(num_players)["supply"]
    assert set(supply["temple_tiles"]) == {
        "top_left", "top_idols", "top_right", "top_five_left", "top_five_right", "top_ten",
    }  # fmt: skip
    assert supply["temple_bonus"] == []
    owned = [player["owl_tiles"] for player in new_game(num_players)["players"].values()]
    assert owned == [{"one": 0, "five": 0, "ten": 0}] * num_players


@pytest.mark.parametrize("num_players", SEATS)
def test_statement_70_piles_at_the_top_by_number_of_players(num_players: int) -> None:
    each = 3 if num_players == 4 else 2
    assert new_game(num_players)["supply"]["temple_tiles"] == {
        "top_left": each, "top_idols": each, "top_right": each, "top_five_left": 1, "top_five_right": 1, "top_ten": 1,
    }  # fmt: skip


@pytest.mark.parametrize("num_players", SEATS)
def test_statement_71_tiles_of_the_body_by_number_of_players(num_players: int) -> None:
    described = new_game(num_players)
    wanted = SPACE_TILES if num_players >= 3 else {space: tile for space, tile in SPACE_TILES.items() if space != "ow4"}
    assert {space: tile for space, tile in described["owl"]["tiles"].items() if space[0] == "o" and tile} == wanted
    bonus = {"ow6a": 1, "ow6c": 1, "ow7": 2 if num_players == 4 else 1, "ow9": 2 if num_players >= 3 else 1}
    if num_players >= 3:
        bonus["ow2a"] = 1
    assert {space: len(tiles) for space, tiles in described["supply"]["bonus"].items() if tiles} == bonus


@pytest.mark.parametrize("num_players", SEATS)
def test_statement_72_idols_on_the_sites(num_players: int) -> None:
    sites = new_game(num_players, seed=5)["sites"]
    assert len(sites) == 12
    assert all(site["idol"] for site in sites.values())
    assert sorted(name for name, site in sites.items() if site.get("idol_down")) == sorted(UPPER + LEVEL_2)


@pytest.mark.parametrize("num_players", SEATS)
def test_statement_74_all_six_passages_hold_one_thing(num_players: int) -> None:
    described = new_game(num_players)
    assert described["owl"]["passages"] == dict.fromkeys(PASSAGE_ROWS, "unused")
    assert {space: tile for space, tile in described["owl"]["tiles"].items() if space[0] == "p"} == PASSAGE_TILES
    # face-down idols off the map: one in each passage of row 9, the pile at the top, and those left over
    supply = described["supply"]
    laid_out = len(supply["idol_stack"]) - supply["idols_left"]
    assert laid_out - supply["temple_tiles"]["top_idols"] == 2
    assert len(supply["idol_stack"]) == 26 - 12 - 8


@pytest.mark.parametrize("num_players", SEATS)
def test_statement_75_idols_of_other_sets_are_not_in_the_pool(num_players: int) -> None:
    """The two effects left out on this board take a 2-point temple tile and draw a card."""
    described = new_game(num_players, seed=9)
    idols = {site[key] for site in described["sites"].values() for key in ("idol", "idol_down") if site.get(key)}
    idols |= set(described["supply"]["idol_stack"])
    assert idols == {
        "idol_coin", "idol_compass", "idol_tablet", "idol_exile", "idol_trade_up", "idol_refresh", "idol_ready_boon",
        "idol_fear_arrowhead", "idol_coin_or_compass",
    }  # fmt: skip


@pytest.mark.parametrize(("num_players", "tiles"), [(1, 5), (2, 5), (3, 3), (4, 0)])
def test_blocking_tiles_of_the_owl_camps(num_players: int, tiles: int) -> None:
    blocking = new_game(num_players)["game"]["blocking"]
    assert len(blocking) == tiles
    assert all(space.endswith(".2") for space in blocking)


@pytest.mark.parametrize(
    ("num_players", "counts"), [(1, (10, 8, 3)), (2, (10, 8, 3)), (3, (10, 8, 4)), (4, (12, 8, 4))]
)
def test_owl_tiles_in_use_by_number_of_players(num_players: int, counts: tuple[int, int, int]) -> None:
    assert tuple(tiles_in_sight(new_game(num_players))[points] for points in (1, 5, 10)) == counts


# --- solo ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("board", "temple_tile"), [("spider", ["spider"]), ("owl", ["owl"]), ("bird", []), ("snake", [])]
)
def test_statements_103_and_164_ten_tiles_and_the_tile_of_the_board(board: str, temple_tile: list[str]) -> None:
    """Any colours: five dig tiles, exactly one tile of each action, and on the new boards the tile of the board."""
    for difficulty in range(11):
        rival = new_game(1, board=board, difficulty=difficulty, seed=difficulty)["rival"]
        stack = rival["stack"] + rival["used"]
        assert len(rival["used"]) == 1
        assert len(stack) == 10 + len(temple_tile)
        digs = sorted(tile for tile in stack if tile.startswith("dig_"))
        assert digs == ["dig_arrowhead", "dig_coin", "dig_compass", "dig_jewel", "dig_tablet"]
        others = [tile for tile in stack if not tile.startswith("dig_") and tile not in temple_tile]
        assert sorted(tile.rpartition("_")[0] for tile in others) == sorted(ACTIONS_OF_THE_RIVAL)
        level = {"green": 0, "red": 1, "purple": 2}
        assert sum(level[tile.rpartition("_")[2]] for tile in others) == difficulty
        assert [tile for tile in stack if tile in ("spider", "owl")] == temple_tile


@pytest.mark.parametrize("board", ["spider", "owl"])
def test_statement_103_the_tile_of_the_board_is_shuffled_in(board: str) -> None:
    places: Counter[int] = Counter()
    for seed in range(110):
        rival = new_game(1, board=board, seed=seed)["rival"]
        places[(rival["used"] + rival["stack"]).index(board)] += 1
    assert len(places) == 11
    assert max(places.values()) < 30


@pytest.mark.parametrize("difficulty", [0, 10])
def test_statement_164_the_same_tiles_are_shuffled_again_every_round(difficulty: int) -> None:
    batch = Batch(1, board="owl", num_players=1, difficulty=difficulty, seed=8)
    first = describe(batch)["rival"]
    tiles = sorted(first["stack"] + first["used"])
    rounds = set()
    while not batch.over.all():
        described = describe(batch)
        rounds.add(described["game"]["round"])
        assert sorted(described["rival"]["stack"] + described["rival"]["used"]) == tiles
        step_random(batch)
    assert rounds == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("board", ["spider", "owl"])
def test_statement_147_base_tiles_are_rewards_for_objectives(board: str) -> None:
    rival = new_game(1, board=board, objectives=3)["rival"]
    assert (rival["two_point_tiles"], rival["six_point_tiles"]) == (6, 4)


@pytest.mark.parametrize("board", ["spider", "owl"])
@pytest.mark.parametrize("number", [2, 3, 4])
def test_statements_115_165_and_169_objectives_are_dealt_on_the_new_boards(board: str, number: int) -> None:
    for seed in range(12):
        batch = Batch(1, board=board, num_players=1, objectives=number, seed=seed)
        objectives = describe(batch)["rival"]["objectives"]
        assert len(objectives["open"]) == number
        assert objectives["met"] == []


# --- at any time of a game -------------------------------------------------------------------------------------------
def step_random(batch: Batch) -> None:
    batch.step(batch.sample_actions(), illegal="ignore")  # games that are over


def row_of(space: str) -> int:
    if space == "board":
        return 0
    return PASSAGE_ROWS[space] if space[0] == "p" else int(space.strip("owabc"))


def tiles_in_sight(described: dict[str, Any]) -> Counter[int]:
    """Return the Owl Temple tiles by points: on spaces and in passages, at the top, owned."""
    tiles = Counter(tile for tile in described["owl"]["tiles"].values() if tile)
    top = described["supply"]["temple_tiles"]
    tiles += Counter({1: top["top_left"] + top["top_right"], 5: top["top_five_left"] + top["top_five_right"]})
    tiles += Counter({10: top["top_ten"]})
    owners = list(described["players"].values()) + ([described["rival"]] if "rival" in described else [])
    for owner in owners:
        owned = owner["owl_tiles"]
        tiles += Counter({1: owned["one"], 5: owned["five"], 10: owned["ten"]})
    return tiles


def rich_games(num_players: int, count: int) -> Batch:
    """Return games whose players can pay for anything, with glasses close to the passages."""
    places = ("ow3a", "ow4", "ow2b", "ow5a")
    tokens = dict.fromkeys(("coin", "compass", "tablet", "arrowhead", "jewel"), 60)
    games = []
    for seed in range(count):
        position: dict[str, Any] = {
            "game": {"board": "owl", "players": num_players, "seed": seed + 1},
            "players": {
                str(seat + 1): {
                    "tokens": tokens,
                    "glass": places[(seed + seat) % 4],
                    "idols": 1,
                    "hand": ["fear", "fear"],
                }
                for seat in range(num_players)
            },
        }
        if num_players == 1:
            stack = ["owl", "research_green", "dig_coin", "dig_compass", "guardian_green"]
            position["rival"] = {"stack": stack, "glass": places[seed % 4]}
        games.append(build_position(position, CONTENT))
    return Batch.from_games(np.concatenate(games))


def check_tracks(described: dict[str, Any]) -> set[str]:
    """Check glass, notebook, lantern, slots and passages of everybody; return the passages used."""
    passages = described["owl"]["passages"]
    for seat, player in described["players"].items():
        glass, lantern, notebook = player["glass"], player["lantern"], player["notebook"]
        assert (lantern != "board") == (glass in PASSAGE_ROWS)
        assert lantern not in PASSAGE_ROWS
        assert notebook not in PASSAGE_ROWS
        assert row_of(notebook) <= max(row_of(glass), row_of(lantern))
        assert player["extra_slotted"] <= sum(player["owl_tiles"].values()) // 2
        if glass in PASSAGE_ROWS:
            assert str(passages[glass]) == seat
    if "rival" in described:
        rival = described["rival"]
        assert (rival["lantern"] != "board") == (rival["glass"] in PASSAGE_ROWS)
        assert rival["lantern"] not in PASSAGE_ROWS
        if rival["glass"] in PASSAGE_ROWS:
            assert passages[rival["glass"]] == "rival"
        for space in described["owl"]["marked"]:
            assert described["owl"]["tiles"][space] == 10
    else:
        assert described["owl"]["marked"] == []
    used = {passage for passage, owner in passages.items() if owner != "unused"}
    in_passages = [player["glass"] for player in described["players"].values() if player["glass"] in PASSAGE_ROWS]
    if "rival" in described and described["rival"]["glass"] in PASSAGE_ROWS:
        in_passages.append(described["rival"]["glass"])
    assert sorted(in_passages) == sorted(used)
    for passage in used & set(PASSAGE_TILES):
        assert not described["owl"]["tiles"].get(passage)
    return used


@pytest.mark.parametrize("num_players", SEATS)
def test_statements_77_to_84_and_94_hold_throughout_random_games(num_players: int) -> None:
    """Statements 77, 78, 79, 81, 83, 84, 88, 94, 140 and 141, and no Owl Temple tile is ever lost."""
    batch = rich_games(num_players, 8)
    tiles = [tiles_in_sight(describe(batch, i)) for i in range(len(batch))]
    stuck: dict[tuple[int, str], str] = {}
    lanterns, slots = 0, 0
    seen: set[str] = set()
    decision = 0
    while not batch.over.all():
        if decision % 7 == 0:
            for i in np.flatnonzero(~batch.over).tolist():
                described = describe(batch, i)
                seen |= check_tracks(described)
                assert tiles_in_sight(described) == tiles[i]
                for seat, player in described["players"].items():
                    if player["glass"] in PASSAGE_ROWS:
                        assert stuck.setdefault((i, seat), player["glass"]) == player["glass"]
                    else:
                        assert (i, seat) not in stuck
                    lanterns += row_of(player["lantern"]) > 0
                    slots += player["extra_slotted"]
        step_random(batch)
        decision += 1
    assert len(seen) >= 4, "these games say too little about passages"
    assert lanterns
    assert slots or num_players == 1


def test_statement_78_no_legal_action_moves_a_glass_out_of_its_passage() -> None:
    batch = rich_games(3, 8)
    asked = 0
    while not batch.over.all():
        for i in np.flatnonzero(~batch.over).tolist():
            words = [batch.action_words(i, action) for action in batch.legal_actions(i)]
            if any(word.startswith("research lantern") for word in words):
                asked += 1
                assert not any(word.startswith("research glass") for word in words)
            for word in words:
                if word.startswith(("research lantern", "research notebook")):
                    assert word.rpartition(" ")[2] not in PASSAGE_ROWS
        step_random(batch)
    assert asked > 20


@pytest.mark.parametrize("num_players", SEATS)
def test_statements_99_and_100_research_points_of_finished_games(num_players: int) -> None:
    """Glass and lantern score the same column, in passages too; a lantern on the player board scores nothing."""
    glass_points = (0, 1, 2, 3, 4, 8, 11, 16, 20, 25)
    notebook_points = (0, 0, 1, 1, 2, 7, 9, 12, 16, 18)
    batch = rich_games(num_players, 12)
    batch.playout(seed=4)
    assert batch.over.all()
    for i in range(len(batch)):
        described = describe(batch, i)
        for seat, player in described["players"].items():
            parts = batch.score_parts(i, int(seat) - 1)
            assert parts["glass"] == glass_points[row_of(player["glass"])]
            assert parts["lantern"] == glass_points[row_of(player["lantern"])]
            assert parts["notebook"] == notebook_points[row_of(player["notebook"])]
            owned = player["owl_tiles"]
            assert parts["temple_tiles"] == owned["one"] + 5 * owned["five"] + 10 * owned["ten"]


def test_statement_102_results_of_tied_games() -> None:
    """A shared victory is shared in equal parts; the tie-break makes it one player's."""
    shared = {"1": {"glass": "ow5b", "owl_tiles": {"one": 1}}, "2": {"glass": "ow4", "owl_tiles": {"five": 1}}}
    broken = {"1": {"glass": "ow4", "idols": 1, "notebook": "ow4"}, "2": {"glass": "ow4", "owl_tiles": {"five": 1}}}
    results = []
    for players in (shared, broken):
        position: dict[str, Any] = {"game": {"board": "owl", "players": 2, "round": 5}, "players": players}
        position["players"]["2"]["passed"] = True
        games = build_position(position, CONTENT)
        batch = Batch.from_games(games)
        batch.step([parse_action("pass")])
        if not batch.over.all():  # an idol could still be used
            batch.step([parse_action("end turn")])
        assert batch.over.all()
        assert batch.scores()[0, 0] == batch.scores()[0, 1]
        results.append(batch.results()[0, :2].tolist())
    assert results == [[0.5, 0.5], [0.0, 1.0]]
