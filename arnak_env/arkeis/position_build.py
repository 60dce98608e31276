"""Game records from positions in words: the configuration, the board as set up, then what the position says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import A_FINISH
from arnak_env.arkeis.content import Content
from arnak_env.arkeis.position_adversaries import draw_adversary_cards, place_adversaries
from arnak_env.arkeis.position_cards import place_cards
from arnak_env.arkeis.position_explorers import place_camp, place_explorers
from arnak_env.arkeis.position_names import Names, names_of
from arnak_env.arkeis.position_pieces import place_pieces
from arnak_env.core.position_reader import PositionError, Section

if TYPE_CHECKING:
    from arnak_env.arkeis.batch import Batch

FATE_TOKENS = 50  # component list
GAME_KEYS = (
    "episode", "explorers", "first_player", "elite", "mode", "episodes", "threat_first_turn", "defeated_miniatures",
    "wildcard_any_roll", "equip_at_setup", "seed",
)  # fmt: skip
PART_KEYS = (
    "game", "begin", "turn", "actions_left", "actions_lost", "reserve", "explorers", "threats", "cards", "zones",
    "open_doors", "closed_doors", "joined", "parted", "tokens", "special_tokens", "indicators", "adversaries",
    "removed", "kind_cards", "life", "sheet", "flags", "counters", "campaign_flags", "coins", "xp", "vp", "upgrades",
    "wildcards", "trauma_bottom", "used", "results",
)  # fmt: skip
# Steps of the turn at which a position can begin.
TURN_STEPS = {"turn": 0, "adversaries": 1, "reorganise": 2, "actions": 4, "end of turn": 6}
EPILOGUES = {"favourable epilogue": o.FAVOURABLE, "adverse epilogue": o.ADVERSE}
BEGINNINGS = (*TURN_STEPS, *EPILOGUES, "camp", "setup")
# What a position that begins with the set-up can say: the rest is the set-up's own.
SETUP_KEYS = ("game", "begin", "explorers", "campaign_flags", "coins", "xp", "vp", "upgrades", "wildcards",
              "trauma_bottom", "results")  # fmt: skip
SETUP_EXPLORER_KEYS = ("traumas", "fate", "backpack", "equipped", "experience")
MOST_ACTIONS = 9
MOST_SEED = 2**31


def build_game(spec: dict[str, Any], content: Content) -> np.ndarray:
    """See `arnak_env.arkeis.position.build_position`."""
    whole = Section(spec, "", PART_KEYS)
    begin = BEGINNINGS[whole.word("begin", BEGINNINGS, "beginning", default=BEGINNINGS.index("actions"))]
    configured = configured_game(whole, content)
    slot = int(configured[0]["slot"])
    names = names_of(content, slot)
    if begin == "setup":
        return before_setup(whole, configured, content, names)
    if begin == "camp" and not configured[0]["campaign"]:
        raise whole.fail("begin", 'the camp belongs to a campaign; right would be game.mode = "campaign"')
    games = with_board(whole, configured, content, names)
    game = games[0]
    place_turn(game, whole)
    tables = content.tables[0]
    place_pieces(game, whole, tables, names)
    place_adversaries(game, whole, names)
    place_explorers(game, whole, tables, names)
    place_cards(game, whole, tables, names)
    place_camp(game, whole, content, names)
    draw_adversary_cards(game, tables)
    game["reserve"] = whole.integer("reserve", int(game["reserve"]), 0, FATE_TOKENS)
    set_aside(game)
    write_frames(game, whole, begin)
    return games


# --- configuration ---------------------------------------------------------------------------------------------------
def configured_game(whole: Section, content: Content) -> np.ndarray:
    """Return a fresh game of the episode, at its first decision."""
    from arnak_env.arkeis.batch import Batch

    section = whole.section("game", GAME_KEYS)
    given = {key: section.table[key] for key in GAME_KEYS if key in section and key != "seed"}
    seed = section.integer("seed", 0, 0, MOST_SEED)
    given.setdefault("explorers", ["rhiat"])
    under_way = given.pop("episode", 0) if given.get("mode") == "campaign" else None
    try:
        batch = Batch(1, **given, seed=seed, content=content, observe=False, show_forced=True)
        if under_way is not None:
            begin_later(batch, content.slot_of(under_way), under_way)
    except (TypeError, ValueError) as error:
        raise PositionError("game", str(error)) from None
    return batch.games


def begin_later(batch: Batch, slot: int, episode: Any) -> None:
    """Set a campaign up at one of its later episodes."""
    game = batch.games[0]
    first = int(game["first_slot"])
    if not first <= slot <= int(game["last_slot"]):
        raise ValueError(f"episode {episode!r} is none of the campaign")
    game["first_slot"] = slot
    batch.reset(int(batch.seeds[0]))
    batch.games[0]["first_slot"] = first


def before_setup(whole: Section, games: np.ndarray, content: Content, names: Names) -> np.ndarray:
    """Return a game before the first decision of its set-up, with what the campaign has brought so far."""
    for key in whole.table:
        if key not in SETUP_KEYS:
            right = ", ".join(SETUP_KEYS)
            raise whole.fail(key, f'decided by the set-up, with begin = "setup" it cannot be said; right are {right}')
    for explorer in whole.section("explorers", o.EXPLORER_IDS).table:
        whole.section("explorers", o.EXPLORER_IDS).section(explorer, SETUP_EXPLORER_KEYS)
    game, tables = games[0], content.tables[0]
    squares, tokens = game["square"].copy(), int(game["ability_tokens"])
    place_explorers(game, whole, tables, names)
    game["square"], game["ability_tokens"], game["turns_of"] = squares, tokens, 0
    place_camp(game, whole, content, names)
    set_aside(game)
    return games


def with_board(whole: Section, games: np.ndarray, content: Content, names: Names) -> np.ndarray:
    """Return the game with zones, doors and links as the position says; the rules themselves lay them."""
    from arnak_env.arkeis.batch import Batch

    game = games[0]
    game["stage"] = o.STAGE_SETUP
    place_setup_adversaries(game, content.tables[0])
    effects: list[tuple[int, int, int]] = []
    zones = {word: number for number, word in enumerate(o.ZONE_IDS)}
    used = content.tables[0]["zone_used"][int(game["slot"])]
    for zone in whole.words("zones", o.ZONE_IDS, "zone"):
        if not used[zone]:
            known = [word for word, number in zones.items() if used[number] == 1]
            raise whole.fail("zones", f"the episode has no zone {o.ZONE_IDS[zone]}; to be laid are {', '.join(known)}")
        effects.append((o.OP_ADD_ZONE, zone, 0))
    effects += [(o.OP_OPEN_DOOR, link, 0) for link in whole.words("open_doors", tuple(names.links), "link")]
    closed = whole.section("closed_doors", tuple(names.links))
    for word in closed.table:
        symbol = closed.word(word, o.SYMBOL_IDS[: o.TOKENS], "token")
        effects.append((o.OP_CLOSE_DOOR, names.links[word], symbol))
    for key, operation in (("joined", o.OP_LINK), ("parted", o.OP_UNLINK)):
        effects += [(operation, *pair) for pair in square_pairs(whole, key)]
    starter(game, 0)
    for operation, a, b in reversed(effects):
        frame = add_frame(game, operation, int(game["explorer"][0]))
        frame[o.F_A], frame[o.F_B] = a, b
    starter(game, int(game["frames"]))
    batch = Batch.from_games(games, content=content, observe=False, show_forced=True)
    batch.step(np.array([A_FINISH]))
    return batch.games


def square_pairs(whole: Section, key: str) -> list[tuple[int, int]]:
    """Return pairs of squares."""
    pairs = []
    for pair in whole.items(key):
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise whole.fail(key, f'a pair of squares such as ["A1", "B1"] is needed, not {pair!r}')
        a, b = (whole.index(key, word, o.SQUARE_IDS, "square") for word in pair)
        pairs.append((a, b))
    if len(pairs) > o.DYNAMIC_LINKS:
        raise whole.fail(key, f"{len(pairs)} pairs; there is room for {o.DYNAMIC_LINKS}")
    return pairs


def place_setup_adversaries(game: Any, tables: Any) -> None:
    """Put the miniatures of the set-up on the board."""
    slot, players = int(game["slot"]), int(game["players"])
    for row in range(int(tables["adversary_rows"][slot])):
        kind, square, count, low, high, later = (int(value) for value in tables["adversary_setup"][slot, row])
        if later or not low <= players <= high:
            continue
        first = o.KIND_FIRST[kind]
        free = [m for m in range(first, first + o.KIND_MINIATURES[kind]) if game["miniature_square"][m] == o.NOWHERE]
        for miniature in free[:count]:
            game["miniature_square"][miniature] = square


# --- turn and frames -------------------------------------------------------------------------------------------------
def place_turn(game: Any, whole: Section) -> None:
    """Say whose turn it is."""
    team = [o.EXPLORER_IDS[explorer] for explorer in game["explorer"][: int(game["players"])]]
    seat = whole.word("turn", team, "Explorer of the team", default=int(game["first_seat"]))
    game["turn_seat"] = seat
    game["stage"] = o.STAGE_EPISODE
    game["turns"] = 1
    game["turns_of"][game["explorer"][seat]] = 1
    game["actions_left"] = whole.integer("actions_left", 2, 0, MOST_ACTIONS)
    game["actions_lost"] = whole.integer("actions_lost", 0, 0, MOST_ACTIONS)


def set_aside(game: Any) -> None:
    """Count the Fate tokens that are nowhere else."""
    young = int(game["ability_tokens"]) if game["seat"][o.ROBERT_YOUNG] >= 0 else 0
    used = int(game["reserve"]) + int(game["fate"].sum()) + int(game["card_fate"].sum()) + young
    game["set_aside"] = FATE_TOKENS - used


def add_frame(game: Any, operation: int, explorer: int) -> Any:
    """Put an empty frame on top of the stack and return it."""
    frame = game["frame"][int(game["frames"])]
    frame[:] = 0
    frame[o.F_OP], frame[o.F_SELF] = operation, explorer
    frame[o.F_ROW] = frame[o.F_ANSWER] = -1
    game["frames"] += 1
    return frame


def starter(game: Any, depth: int) -> None:
    """Put a question with the only answer `finish` on the stack of `depth` frames.

    Answered, it takes off a special token that is not there, which makes the rules work out adjacency.
    """
    game["frames"] = depth
    frame = add_frame(game, o.OP_REMOVE_TOKEN, int(game["explorer"][int(game["turn_seat"])]))
    laid = [zone for zone in range(o.ZONES) if (int(game["zones"]) >> zone) & 1]
    sort, square = next(
        (sort, square)
        for zone in laid
        for square in range(o.ZONE_FIRST[zone], o.ZONE_FIRST[zone] + o.ZONE_SIZES[zone])
        for sort, first in enumerate(o.SPECIAL_FIRST)
        if square not in game["special_square"][first : first + o.SPECIAL_COUNTS[sort]]
    )
    frame[o.F_A], frame[o.F_B] = sort, o.Q_SQUARE + square
    frame[o.F_ASK] = o.ASK_BITS_OR_FINISH


def write_frames(game: Any, whole: Section, begin: str) -> None:
    """Write the stack of pending choices for the moment where the position begins."""
    active = int(game["explorer"][int(game["turn_seat"])])
    first = int(game["explorer"][int(game["first_seat"])])
    game["frames"] = 0
    game["decisions"] = 0
    if begin in TURN_STEPS:
        step = TURN_STEPS[begin]
        add_frame(game, o.OP_TURN, active)[o.F_X] = step
        game["phase"] = {0: 0, 1: 1, 2: 2}.get(step, 4)
        if step == 0:
            game["turns"] -= 1
            game["turns_of"][active] -= 1
    elif begin in EPILOGUES:
        game["phase"] = 4
        add_frame(game, o.OP_EPILOGUE, active)[o.F_A] = EPILOGUES[begin]
    else:
        game["result"] = game["results"][int(game["slot"])]
        game["stage"] = o.STAGE_END
        add_frame(game, o.OP_CAMP, first)
    starter(game, int(game["frames"]))
