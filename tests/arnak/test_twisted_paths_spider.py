"""Set-up of the Spider Temple and of what both boards of Twisted Paths share, and what holds at any time of a game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak.actions import TRACK_WORDS
from arnak_env.arnak.content import load_content
from arnak_env.arnak.observation import decode
from arnak_env.arnak.position import build_position, describe_position

CONTENT = load_content()
BOARDS = ("spider", "owl")
SEATS = (1, 2, 3, 4)


def new_game(board: str, num_players: int, seed: int = 0, **settings: Any) -> dict[str, Any]:
    """Return a game that has just been set up, in words."""
    batch = Batch(1, board=board, num_players=num_players, seed=seed, **settings)
    described: dict[str, Any] = describe_position(batch.games[0], CONTENT)
    return described


def per_player(num_players: int) -> int:
    """Return how many pieces lie where there is one for each player; the solo game is set up for two."""
    return max(2, num_players)


# --- both boards -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("board", BOARDS)
def test_statement_1_a_game_has_the_track_of_its_board_only(board: str) -> None:
    described = new_game(board, 2)
    other = {word for name, words in TRACK_WORDS.items() if name != board for word in words}
    words = [player[token] for player in described["players"].values() for token in ("glass", "notebook")]
    words += list(described["supply"]["bonus"])
    assert words
    assert set(words) <= set(TRACK_WORDS[board])
    assert not set(words) & other
    for word in ("b3", "s3", "ow4" if board == "spider" else "sp4l"):
        with pytest.raises(ValueError, match=word):
            build_position({"game": {"board": board}, "players": {"1": {"glass": word}}}, CONTENT)
    assert described["supply"]["rescue"] == []  # a piece of the Snake side
    assert ("owl" in described) == (board == "owl")
    assert ("altars" in described) == (board == "spider")


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("num_players", SEATS)
def test_statement_2_games_without_leaders_are_played_to_the_end(board: str, num_players: int) -> None:
    batch = Batch(8, board=board, num_players=num_players, seed=11, observe=False)
    batch.playout(seed=5)
    assert batch.over.all()
    for game in range(len(batch)):
        for player in range(num_players):
            parts = batch.score_parts(game, player)
            total = parts.pop("total", None)
            assert sum(parts.values()) == batch.scores()[game, player]
            assert total in (None, batch.scores()[game, player])


@pytest.mark.parametrize("board", BOARDS)
def test_statement_3_tiles_of_the_box_are_mixed_with_those_of_the_base_game(board: str) -> None:
    with_them, without = (new_game(board, 4, expansion_components=on)["supply"] for on in (True, False))
    for pile, base, added in (("level_1_stack", 10, 2), ("level_2_stack", 6, 2), ("guardian_stack", 15, 4)):
        assert len(without[pile]) == base
        assert len(with_them[pile]) == base + added
        assert set(without[pile]) < set(with_them[pile])
    assert sum(map(len, without["stacks"])) == 12
    assert [len(stack) for stack in with_them["stacks"]] == [7, 7, 6]
    assert len({tile for stack in with_them["stacks"] for tile in stack}) == 20


@pytest.mark.parametrize("board", BOARDS)
def test_statement_3_and_75_the_box_adds_ten_idols_of_known_kinds(board: str) -> None:
    described = new_game(board, 2, seed=4)
    idols = [site[key] for site in described["sites"].values() for key in ("idol", "idol_down") if site.get(key)]
    idols += described["supply"]["idol_stack"]
    assert Counter(idols) == {
        "idol_coin": 4, "idol_compass": 4, "idol_tablet": 4, "idol_exile": 4, "idol_trade_up": 3, "idol_refresh": 2,
        "idol_ready_boon": 1, "idol_fear_arrowhead": 1, "idol_coin_or_compass": 3,
    }  # fmt: skip


def test_statement_3_owl_tiles_lanterns_and_dark_tablets_of_four_players_use_up_the_box() -> None:
    owl, piles = (new_game("owl", 4)[key] for key in ("owl", "supply"))
    tiles = Counter(owl["tiles"].values())
    top = piles["temple_tiles"]
    tiles[1] += top["top_left"] + top["top_right"]
    tiles[5] += top["top_five_left"] + top["top_five_right"]
    tiles[10] += top["top_ten"]
    assert tiles == {1: 12, 5: 8, 10: 4}
    assert new_game("spider", 4)["dark"]["supply"] == 28


def test_statement_3_counts_of_rival_tiles_objectives_and_bonus_tiles() -> None:
    entries = CONTENT.entries
    new_tiles = [tile for tile in entries["rival_tile"] if tile.endswith("_purple") or tile in BOARDS]
    assert len(new_tiles) == 7
    assert len(entries["objective"]) == 5
    seen: Counter[str] = Counter()
    for seed in range(60):
        supply = new_game("spider", 4, seed=seed)["supply"]
        lying = Counter(tile for tiles in supply["bonus"].values() for tile in tiles) + Counter(supply["temple_bonus"])
        seen |= lying
    assert seen["bonus_coin_or_compass"] == seen["bonus_refresh"] == seen["bonus_silver_effect"] == 2


@pytest.mark.parametrize("board", BOARDS)
def test_statement_4_the_set_brings_no_cards(board: str) -> None:
    here, base = new_game(board, 3), new_game("bird", 3)
    for deck, row in (("item_deck", "items"), ("artifact_deck", "artifacts")):
        assert sorted(here["supply"][deck] + here["row"][row]) == sorted(base["supply"][deck] + base["row"][row])
    for seat, player in here["players"].items():
        own = base["players"][seat]
        assert sorted(player["hand"] + player["deck"]) == sorted(own["hand"] + own["deck"])
    assert here["supply"]["fear"] == base["supply"]["fear"] == 19 - 2 * 3


@pytest.mark.parametrize("board", BOARDS)
def test_statement_5_what_the_seats_start_with(board: str) -> None:
    players = new_game(board, 4)["players"]
    assert [(players[str(seat)]["tokens"]["coin"], players[str(seat)]["tokens"]["compass"]) for seat in SEATS] == [
        (2, 0), (1, 1), (2, 1), (1, 2),
    ]  # fmt: skip
    for player in players.values():
        assert player["tokens"]["tablet"] == player["tokens"]["arrowhead"] == player["tokens"]["jewel"] == 0


# --- set-up of the Spider Temple -------------------------------------------------------------------------------------
@pytest.mark.parametrize(("num_players", "supply"), [(1, 14), (2, 14), (3, 21), (4, 28)])
def test_statements_14_and_15_dark_tablets_at_the_start(num_players: int, supply: int) -> None:
    described = new_game("spider", num_players)
    assert described["dark"]["supply"] == supply
    assert all(player["dark_tablets"] == 0 for player in described["players"].values())


@pytest.mark.parametrize("num_players", SEATS)
def test_statement_123_all_altars_start_empty(num_players: int) -> None:
    altars = new_game("spider", num_players)["altars"]
    assert sorted(altars) == [f"altar_{number}" for number in range(1, 6)]
    for altar in altars.values():
        assert altar["artifact"] == "none"
        assert not any(altar["tablets"].values())


@pytest.mark.parametrize("num_players", SEATS)
def test_bonus_tiles_of_the_spider_track_by_number_of_players(num_players: int) -> None:
    supply = new_game("spider", num_players)["supply"]
    wanted = {"sp3l": 1, "sp3r": 1, "sp4l": 1, "sp5r": 1, "sp7": per_player(num_players)}
    assert {space: len(tiles) for space, tiles in supply["bonus"].items() if tiles} == wanted
    assert len(supply["temple_bonus"]) == per_player(num_players)


@pytest.mark.parametrize("num_players", SEATS)
def test_statement_135_six_stacks_of_temple_tiles_one_tile_for_each_player(num_players: int) -> None:
    stacks = new_game("spider", num_players)["supply"]["temple_tiles"]
    assert stacks == dict.fromkeys(
        ("bronze_left", "bronze_middle", "bronze_right", "silver_left", "silver_right", "gold"), per_player(num_players)
    )


@pytest.mark.parametrize("num_players", SEATS)
def test_idols_of_the_spider_temple_at_the_start(num_players: int) -> None:
    described = new_game("spider", num_players)
    sites = described["sites"]
    assert sum(bool(site.get("idol")) for site in sites.values()) == 12
    assert sorted(name for name, site in sites.items() if site.get("idol_down")) == [
        f"level_2_{number}" for number in range(1, 5)
    ]
    supply = described["supply"]
    assert len(supply["idol_stack"]) == 26 - 16
    beside = len(supply["idol_stack"]) - supply["idols_left"]
    assert beside == per_player(num_players)


@pytest.mark.parametrize(("num_players", "tiles"), [(1, 5), (2, 5), (3, 3), (4, 0)])
def test_blocking_tiles_of_the_spider_camps(num_players: int, tiles: int) -> None:
    blocking = new_game("spider", num_players)["game"]["blocking"]
    assert len(blocking) == tiles
    assert all(space.endswith(".2") for space in blocking)


# --- at any time of a game -------------------------------------------------------------------------------------------
def dark_pieces(row: np.ndarray, num_players: int) -> tuple[int, np.ndarray, np.ndarray]:
    """Return all dark tablets in sight, those below altars by player and altar, and the altar of each artifact."""
    seen = decode(row)
    held = sum(int(seen[f"player_{seat}_dark_tablets"][0]) for seat in range(num_players))
    below = np.array(
        [seen[f"player_{seat}_altar_tablets"] for seat in range(num_players)] + [seen["rival_altar_tablets"]]
    )
    return int(seen["dark_supply"][0]) + held + int(below.sum()), below, np.array(seen["altar_artifacts"])


@pytest.mark.parametrize("num_players", SEATS)
def test_statement_132_no_dark_tablet_is_lost_and_altars_keep_what_they_hold(num_players: int) -> None:
    """Statements 132, 124, 53, 46 and 47 on random games."""
    batch = Batch(24, board="spider", num_players=num_players, seed=2)
    before = [dark_pieces(row, num_players) for row in batch.observation]
    used = 0
    while not batch.over.all():
        running = ~batch.over
        batch.step(batch.sample_actions(), illegal="ignore")  # games that are over
        for game in np.flatnonzero(running & ~batch.over):
            total, below, altars = dark_pieces(batch.observation[game], num_players)
            assert total == 7 * per_player(num_players)
            assert below.max() <= 3
            kept = before[game][2] > 0
            assert (altars[kept] == before[game][2][kept]).all()
            # tablets of a viewer come first, so only the sum of an altar can be compared from turn to turn
            assert (below.sum(axis=0) >= before[game][1].sum(axis=0)).all()
            filled = set(altars[altars > 0].tolist())
            touched = {altar + 1 for altar in range(5) if below[:, altar].any()}
            assert filled <= touched
            assert len(touched - filled) <= 1  # while its artifact is being chosen
            used = max(used, int(below.sum()))
            before[game] = (total, below, altars)
    assert used > 0, "these games say nothing about altars"


def test_statement_25_every_player_sees_the_same_supply() -> None:
    games = build_position(
        {
            "game": {"board": "spider", "players": 3},
            "players": {"1": {"dark_tablets": 4}, "2": {"dark_tablets": 1}},
            "altars": {"altar_2": {"artifact": "serpents_gold", "tablets": {"1": 2, "3": 1}}},
        },
        CONTENT,
    )
    batch = Batch.from_games(games)
    seen = [decode(batch.observe(player)[0]) for player in range(3)]
    assert [int(view["dark_supply"][0]) for view in seen] == [13, 13, 13]
    assert all((view["altar_artifacts"] == seen[0]["altar_artifacts"]).all() for view in seen)
    # each view lists its own player first, then the others in order of the seats
    assert [int(view["player_0_dark_tablets"][0]) for view in seen] == [4, 1, 0]
    assert [int(view["player_0_altar_tablets"][1]) for view in seen] == [2, 0, 1]


@pytest.mark.parametrize(("num_players", "room"), [(2, 2), (3, 3), (4, 4)])
def test_statements_17_21_22_57_58_60_loss_by_tablets_in_the_supply(num_players: int, room: int) -> None:
    """Filling from the right, `supply` tablets leave ``7 - ceil(supply / room)`` empty spaces on the left."""
    scale = (0, -1, -2, -2, -3, -3, -4, -5)
    for used in range(1, min(7 * room, 15 * num_players) + 1):
        tablets: dict[str, dict[str, int]] = {}
        left = used
        for altar in range(1, 6):
            for seat in range(1, num_players + 1):
                part = min(3, left)
                if part:
                    tablets.setdefault(f"altar_{altar}", {})[str(seat)] = part
                left -= part
        artifacts = ("serpents_gold", "stone_jar", "mortar", "hunting_arrows", "sundial")
        spec = {
            "game": {"board": "spider", "players": num_players},
            "altars": {
                name: {"artifact": artifacts[int(name[-1]) - 1], "tablets": by_seat}
                for name, by_seat in tablets.items()
            },
        }
        batch = Batch.from_games(build_position(spec, CONTENT))
        empty = sum(used >= space * room for space in range(1, 8))
        for seat in range(1, num_players + 1):
            own = sum(by_seat.get(str(seat), 0) for by_seat in tablets.values())
            assert batch.score_parts(0, seat - 1)["dark_tablets"] == scale[empty] * own, (used, seat)
