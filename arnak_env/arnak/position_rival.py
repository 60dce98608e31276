"""Action tiles and objectives of the rival in a position in words."""

from __future__ import annotations

from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.config import HIGHEST_DIFFICULTY
from arnak_env.arnak.position_pieces import use_once
from arnak_env.core.position_reader import Section

OBJECTIVE_KEYS = ("open", "first", "met", "replaced")
STATES = {"open": o.OBJECTIVE_OPEN, "met": o.OBJECTIVE_MET, "replaced": o.OBJECTIVE_REPLACED}
MOST_POINTS = 99  # far more than five rounds can bring


def place_rival_tiles(game: Any, configured: Section, section: Section) -> None:
    """Fill stack and used tiles, and the colour of each pair; `configured` is the part ``game`` of the position."""
    seen: dict[int, str] = {}
    colours: dict[int, int] = {}
    given = configured.section("rival_tiles", o.PAIRS)
    for pair, word in enumerate(o.PAIRS):
        if "rival_tiles" in configured:
            colours[pair] = given.word(word, o.COLOURS, "colour", default=0)
    for key in ("stack", "used"):
        tiles = section.words(key, a.RIVAL_TILE_IDS, "rival tile")
        for tile in tiles:
            use_once(seen, tile, a.RIVAL_TILE_IDS[tile], section.at(key))
            if tile < o.FIRST_PAIR_TILE:
                continue
            if tile >= o.SPIDER_TILE:
                side = a.RIVAL_TILE_IDS[tile]
                if side != o.BOARDS[int(game["board"])]:
                    raise section.fail(key, f"the {side} tile belongs to games on the {side} side only")
                continue
            pair, colour = divmod(tile - o.FIRST_PAIR_TILE, len(o.COLOURS))
            if colours.setdefault(pair, colour) != colour:
                right, wrong = o.COLOURS[colours[pair]], o.COLOURS[colour]
                raise section.fail(key, f"the {o.PAIRS[pair]} tile of this game is {right}, not {wrong}")
        game[f"rival_{key}"][: len(tiles)] = tiles
        game[f"rival_{key}_size"] = len(tiles)
    difficulty = configured.integer("difficulty", sum(colours.values()), 0, HIGHEST_DIFFICULTY)
    free = [pair for pair in range(len(o.PAIRS)) if pair not in colours]
    colours.update(dict.fromkeys(free, 0))
    for colour in range(1, len(o.COLOURS)):  # every free pair turns red before one turns purple
        for pair in free:
            if sum(colours.values()) < difficulty:
                colours[pair] = colour
    if sum(colours.values()) != difficulty:
        raise configured.fail(
            "difficulty",
            f"the tiles count {sum(colours.values())} (1 for each red one, 2 for each purple one), "
            f"which is not difficulty {difficulty}",
        )
    game["colour"] = [colours[pair] for pair in range(len(o.PAIRS))]


def place_objectives(game: Any, configured: Section, section: Section) -> None:
    """Fill the rival objectives: how many are in play, which lie open, and what the rival has won with them."""
    number = configured.integer("objectives", 0, 0, max(o.OBJECTIVES_PER_ROUND))
    if number not in o.OBJECTIVES_PER_ROUND:
        choices = ", ".join(map(str, o.OBJECTIVES_PER_ROUND))
        raise configured.fail("objectives", f"{number} is not possible; one of {choices}")
    game["objectives"] = number
    game["first_worth_four"] = configured.flag("first_objective_worth_four")
    if game["first_worth_four"] and not number:
        raise configured.fail("first_objective_worth_four", "this game has no objectives (see game.objectives)")
    game["objectives_dealt"] = 1
    inner = section.section("objectives", OBJECTIVE_KEYS)
    seen: dict[int, str] = {}
    for key, state in STATES.items():
        for objective in inner.words(key, o.OBJECTIVES, "objective"):
            use_once(seen, objective, o.OBJECTIVES[objective], inner.at(key))
            game["objective_state"][objective] = state
            game["objective_points"][objective] = o.OBJECTIVE_POINTS if state == o.OBJECTIVE_OPEN else 0
    if seen and not number:
        raise section.fail("objectives", "this game has no objectives (see game.objectives)")
    states = list(game["objective_state"])
    dealt = states.count(o.OBJECTIVE_OPEN) + states.count(o.OBJECTIVE_MET)
    if dealt > number:
        raise section.fail("objectives", f"{number} objectives are in play, not {dealt} (open and met ones)")
    first = inner.word("first", o.OBJECTIVES, "objective")
    if first >= 0:
        if states[first] != o.OBJECTIVE_OPEN:
            raise inner.fail("first", f"{o.OBJECTIVES[first]!r} does not lie open")
        if not game["first_worth_four"]:
            raise inner.fail("first", "no objective is worth more here (game.first_objective_worth_four is false)")
        game["objective_points"][first] = o.FIRST_OBJECTIVE_POINTS
    points = section.integer("objective_points", 0, 0, MOST_POINTS)
    if points % o.OBJECTIVE_POINTS:
        raise section.fail(
            "objective_points", f"objectives are worth {o.OBJECTIVE_POINTS} points each, so {points} is odd"
        )
    two, six = tiles_left(points)
    game["rival_objective_points"] = points
    game["two_point_tiles"] = section.integer("two_point_tiles", two, 0, o.LEFTOVER_TWO_POINT_TILES)
    game["six_point_tiles"] = section.integer("six_point_tiles", six, 0, o.LEFTOVER_SIX_POINT_TILES)


def tiles_left(points: int) -> tuple[int, int]:
    """Return how many 2-point and 6-point tiles are left once the rival has won this many points."""
    two, six = o.LEFTOVER_TWO_POINT_TILES, o.LEFTOVER_SIX_POINT_TILES
    for _ in range(points // o.OBJECTIVE_POINTS):
        if two == 0 and six > 0:
            two, six = o.EXCHANGED_TILES, six - 1
        two = max(0, two - 1)
    return two, six


def describe_objectives(game: Any) -> dict[str, Any]:
    """Return what the rival's objectives look like, in the vocabulary of positions."""
    states = [int(state) for state in game["objective_state"]]
    worth = [word for word, state, points in zip(o.OBJECTIVES, states, game["objective_points"], strict=True)
             if state == o.OBJECTIVE_OPEN and points == o.FIRST_OBJECTIVE_POINTS]  # fmt: skip
    objectives: dict[str, Any] = {
        key: [word for word, there in zip(o.OBJECTIVES, states, strict=True) if there == state]
        for key, state in STATES.items()
    }
    objectives["first"] = worth[0] if worth else ""
    return {
        "objectives": objectives,
        "objective_points": int(game["rival_objective_points"]),
        "two_point_tiles": int(game["two_point_tiles"]),
        "six_point_tiles": int(game["six_point_tiles"]),
    }
