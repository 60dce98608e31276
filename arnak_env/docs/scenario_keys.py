"""The keys of a scenario file: what each holds and what stands for it when it is left out.

The lists are checked against the keys that the code accepts, so a new key cannot stay without words.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from arnak_env.arnak.content import Content
from arnak_env.arnak.position_boards import ALTAR_KEYS, DARK_KEYS, OWL_KEYS
from arnak_env.arnak.position_build import GAME_KEYS, PART_KEYS, PLAYER_KEYS, RIVAL_KEYS, SITE_KEYS
from arnak_env.arnak.position_cards import SUPPLY_KEYS
from arnak_env.arnak.scenario import SCENARIO_KEYS, STEP_KEYS
from arnak_env.arnak.scenario_expect import TOP_ONLY, UNORDERED
from arnak_env.docs.markdown import code, codes, table

Words = dict[str, tuple[str, str, str]]  # key: form, default, meaning

TOP: Words = {
    "title": ("text", "needed", "one sentence that says what is pinned; different within a file"),
    "source": ("text", "none", "where the expected outcome comes from"),
    "covers": (
        "list of words",
        "none",
        'components, `"ruling 8"` of [the list](rules_decisions.md#rulings), topics of `arnak_env.arnak.coverage`',
    ),
    "game": ("table", "all defaults", "board, seats, round, whose turn"),
    "players": ("tables by seat", "all defaults", "`players.1` to `players.4`"),
    "row": ("table", "filled", "the card row"),
    "sites": ("tables by site", "undiscovered", "site tiles, guardians, idols; camps too"),
    "supply": ("table", "full", "decks, stacks, bonus tiles, Fear, exile"),
    "rival": ("table", "does nothing", "solo game only"),
    "altars": ("tables by altar", "empty", "Spider Temple: `altars.altar_1` to `altars.altar_5`"),
    "dark": ("table", "all that is left", "Spider Temple: supply of dark tablets"),
    "owl": ("table", "as set up", "Owl Temple: tiles and passages"),
    "hidden_sites": ("list of site tiles", "none", "hidden sites of another set's board, up to four"),
    "encounters": ("table of lists", "a fixed order", "encounter cards, `chapter_1` to `chapter_5`, top first"),
    "content": ("lists of tables", "unchanged", "changed content, `[[scenario.content.card]]` as in an override file"),
    "step": ("list of tables", "none", "what is checked and done, in order"),
    "expect": ("table", "nothing", "what must hold at the end"),
}

STEP: Words = {
    "legal": ("list of actions", "none", "these are legal, checked before `do`"),
    "illegal": ("list of actions", "none", "these are not legal, checked before `do`"),
    "only": ("list of actions", "not checked", "exactly these are legal, checked before `do`"),
    "do": ("action or list", "none", "taken in order; the scenario stops at the first one that is not legal"),
    "expect": ("table", "nothing", "what must hold after `do`"),
}

GAME: Words = {
    "board": ('`"bird"`, `"snake"`, `"spider"`, `"owl"`', "bird", "side of the board"),
    "expansion_components": ("flag", "true on spider and owl", "with the sites, guardians, ... of Twisted Paths"),
    "players": ("1 to 4", "2", "1 is the solo game with the rival"),
    "round": ("1 to 5", "1", "round I to V; the moon staff stands accordingly"),
    "turn": ("seat from 1", "1", "player to move"),
    "seed": ("number", "0", "seed of the random streams, for shuffles to come"),
    "starting_player": ("seat from 1", "1", "who started this round"),
    "main_done": ("flag", "false", "the main action of this turn is taken"),
    "difficulty": ("0 to 10", "as the listed rival tiles say", "solo: 1 for each red pair, 2 for each purple one"),
    "rival_tiles": ("colour by pair", "green", 'solo: `{ discover = "red" }`; pairs left out are green'),
    "switches": ("list of names", "none", "solo: open rule questions answered the other way"),
    "objectives": ("0, 2, 3 or 4", "0", "solo: rival objectives dealt each round"),
    "first_objective_worth_four": ("flag", "false", "solo: the first objective of each round is worth 4 points"),
    "blocking": ("list of spaces", "the first free ones", "two-boot camp spaces, as many as the seats ask for"),
}

PLAYER: Words = {
    "tokens": ("number by token", "0", "coin, compass, tablet, arrowhead, jewel"),
    "hand": ("list of cards", "empty", "order means nothing"),
    "deck": ("list of cards", "empty", "top first"),
    "play": ("list of cards", "empty", "play area; order means nothing"),
    "fear_tiles": ("0 to 10", "0", "fear tiles in the play area"),
    "archaeologists": ("list of spaces", "none", "where own figures stand; the others are at home"),
    "assistants": ("up to two", "none", '`{ id = "coins", level = "silver", used = false }` or the id alone'),
    "idols": ("number", "0", "in the supply crates"),
    "slotted": ("0 to 4", "0", "filled idol slots, from the left"),
    "guardians": ("list", "none", 'overcome ones: `{ id = "guardian_01", used = false }` or the id alone'),
    "glass": ("research space", "start", "magnifying glass, for instance `b3`, `sp4l` or, in a passage of Owl, `p1`"),
    "notebook": ("research space", "start", "never above magnifying glass and lantern"),
    "arrival": ("number from 1", "next free one in seat order", "order of arrival, with the glass in the Lost Temple"),
    "temple_tiles": ("number by stack", "none", "owned temple tiles"),
    "passed": ("flag", "false", "has passed this round"),
    "planes": ("flag", "false", "all travel icons are planes this round"),
    "ignore_fear": ("flag", "false", "guardians bring no Fear this round"),
    "leftover": ("number by icon", "none", "travel icons of the player to move, usable until the end of the turn"),
    "dark_tablets": ("number", "0", "Spider: dark tablets held"),
    "took_track_idol": ("flag", "false", "Spider: has taken the idol beside the research track"),
    "lantern": (
        "research space or `board`",
        "on the player board",
        "Owl: only with the glass in a passage; then it stands at the start when left out",
    ),
    "owl_tiles": ("number by points", "none", "Owl: owned tiles, `{ one = 2, five = 1, ten = 0 }`"),
    "extra_slotted": ("number", "0", "Owl: filled slots given by tiles, one for every two tiles"),
    "idol_types": ("list of idols", "the first free types", "idols gained, paid ones too, those on pedestals not"),
    "pedestals": ("number", "0", "empty pedestals of another set's board"),
    "on_pedestals": ("number", "0", "idols on pedestals"),
    "encounters_kept": ("list of encounter cards", "none", "only cards that are kept for later"),
}

ROW: Words = {
    "artifacts": (
        "list of cards",
        "cards that lie nowhere else",
        'left to right, as many as the round says; `""` is a gap',
    ),
    "items": ("list of cards", "cards that lie nowhere else", 'the other slots, left to right; `""` is a gap'),
}

SITE: Words = {
    "tile": ("site tile", "undiscovered", "positions only"),
    "guardian": ("guardian", "none", "discovered sites and camps"),
    "idol": ("idol", "a fixed arrangement", 'face-up idol of an undiscovered position; `""` is none'),
    "idol_down": ("idol", "a fixed arrangement", "face-down idol, level II"),
    "rival": ("flag", "false", "solo: a figure of the rival stands here (camps: `rival.figures`)"),
}

SUPPLY: Words = {
    "item_deck": ("list of cards", "cards that lie nowhere else", "top first; the rest follows in a fixed order"),
    "item_deck_only": ("flag", "false", "nothing follows"),
    "artifact_deck": ("list of cards", "cards that lie nowhere else", "top first; the rest follows in a fixed order"),
    "artifact_deck_only": ("flag", "false", "nothing follows"),
    "level_1_stack": ("list of site tiles", "the rest", "top first; the rest follows in a fixed order"),
    "level_2_stack": ("list of site tiles", "the rest", "top first; the rest follows in a fixed order"),
    "guardian_stack": ("list of guardians", "the rest", "top first; the rest follows in a fixed order"),
    "stacks": ("three lists", "the rest", "assistants of the supply, top first, left to right"),
    "rescue": ("list of assistants", "the last of the rest", "rescue stack of the Snake side, top first"),
    "bonus": ("list by space", "none", 'bonus tiles on the track: `{ b3 = ["bonus_coin"] }`'),
    "temple_bonus": ("list of bonus tiles", "none", "stack in the Lost Temple, top first"),
    "temple_tiles": (
        "number by stack",
        "full less the owned ones",
        "temple tiles left; on Owl the piles `top_left`, `top_idols`, `top_right`, `top_five_left`, ...",
    ),
    "fear": ("number", "all that no player holds", "Fear cards left"),
    "exiled": ("list of cards", "none", "exile piles"),
    "idols_removed": ("number", "0", "idols paid"),
    "idol_stack": ("list of idols", "the rest", "face-down idols off the map, the next one gained first"),
    "idols_left": ("number", "as set up, if enough", "of these, left over at set-up; the others lie on the temple"),
    "removed_sites": ("list of site tiles", "none", "have left the game"),
}

RIVAL: Words = {
    "stack": ("list of rival tiles", "empty", "top first; with an empty stack the rival does nothing"),
    "used": ("list of rival tiles", "none", "in the order played"),
    "glass": ("research space", "start", "magnifying glass"),
    "notebook": (
        "research space",
        "start",
        "never above the glass; leaves the start with purple tiles only",
    ),
    "arrival": ("number from 1", "next free one", "order of arrival in the Lost Temple"),
    "figures": ("list of spaces", "none", "where its figures stand, on camps and sites"),
    "idols": ("list of idols", "none", "face-up ones, each type once"),
    "minus_one": ("number", "0", "idols on the -1 space"),
    "cards": ("list of cards", "none", "items and artifacts it has bought"),
    "guardians": ("list of guardians", "none", "guardians it has overcome"),
    "temple_tiles": ("number by stack", "none", "temple tiles it has taken"),
    "objectives": (
        "table of lists",
        "all face down",
        '`{ open = ["buy_item"], met = [], replaced = [], first = "buy_item" }`, dealt this round; `first` is the open '
        "one that is worth 4",
    ),
    "objective_points": ("even number", "0", "won with objectives; part of `score.temple_tiles`"),
    "two_point_tiles": ("0 to 6", "what those points leave", "tiles left as rewards"),
    "six_point_tiles": ("0 to 4", "what those points leave", "tiles left as rewards"),
    "lantern": ("research space or `board`", "on the rival's board", "Owl: as for players"),
    "owl_tiles": ("number by points", "none", "Owl: as for players"),
}

ALTAR: Words = {
    "artifact": ("artifact", "none", '`"none"` is an empty altar'),
    "tablets": ("number by seat", "none", "dark tablets below it, `{ 1 = 2, rival = 1 }`, at most 3 of each"),
}

DARK: Words = {
    "supply": ("number", "all that is left", "only the number that makes the sum right is possible"),
}

OWL: Words = {
    "tiles": ("points by space", "as set up", "tiles on spaces, all of them; those in passages follow from `glass`"),
    "taken": ("list of spaces", "what owned tiles ask for", "instead of `tiles`: the other spaces are as set up"),
    "marked": ("list of spaces", "none", "solo: 10-point tiles that the rival has marked"),
    "passages": ('seat, `"rival"` or `"unused"` by passage', "as the glasses say", "must agree with the glasses"),
}

PARTS: dict[str, tuple[Words, Collection[str]]] = {
    "top": (TOP, SCENARIO_KEYS),
    "step": (STEP, STEP_KEYS),
    "game": (GAME, GAME_KEYS),
    "player": (PLAYER, PLAYER_KEYS),
    "row": (ROW, ("artifacts", "items")),
    "site": (SITE, SITE_KEYS),
    "supply": (SUPPLY, SUPPLY_KEYS),
    "rival": (RIVAL, RIVAL_KEYS),
    "altar": (ALTAR, ALTAR_KEYS),
    "dark": (DARK, DARK_KEYS),
    "owl": (OWL, OWL_KEYS),
}


def key_table(part: str) -> str:
    """Return the keys of one part of a scenario, in the order in which the code lists them.

    Raises:
        ValueError: when the code accepts other keys than those explained here.
    """
    words, accepted = PARTS[part]
    if set(words) != set(accepted):
        raise ValueError(
            f"arnak_env/docs/scenario_keys.py does not fit the keys of {part!r}: "
            f"unexplained {sorted(set(accepted) - set(words))}, unknown {sorted(set(words) - set(accepted))}"
        )
    return table(("key", "form", "left out", "meaning"), [(code(key), *words[key]) for key in accepted])


# What expectations can name besides the keys of a position.
FURTHER: dict[str, str] = {
    "round": "1 to 5",
    "turn": "number of the player who decides, 0 when the game is over",
    "over": "flag",
    "main_done": "flag",
    "question": "what is asked; it is enough to write a part of it",
    "result": '`"win"`, `"tie"`, `"loss"` in the solo game, otherwise the winner, `"player 2"`; empty before the end',
    "space camp_coin.1": 'who stands there: `"empty"`, `"player 1"`, `"rival"`, `"blocking"`; any space',
    "players.1.home": "archaeologists at home",
    "players.1.score": "points by category and `total`",
    "players.1.aside": "cards laid aside by an earring",
    "sites.level_1_lower_1.figure": "as for spaces",
    "supply.item_deck_size": "likewise for the other decks and stacks",
    "idols_left": "face-down idols left over at set-up that are still there",
    "idols_beside": "face-down idols beside the research track (Spider)",
    "encounters.chapter_1_size": "likewise for the other chapters",
    "rival.home": "figures at home",
    "rival.score": "points by category and `total`",
}


def further_table(content: Content) -> str:
    """Return what expectations can name besides positions.

    Raises:
        ValueError: when a key does not exist, or one that exists is not explained.
    """
    from arnak_env.arnak.batch import Batch
    from arnak_env.arnak.position import build_position
    from arnak_env.arnak.scenario_expect import differences, read_game

    words: dict[str, Any] = read_game(Batch.from_games(build_position({"game": {"players": 1}}, content)), content)
    differences(dict.fromkeys(FURTHER), words)  # refuses keys that do not exist
    plain = [key for key in words if key not in PART_KEYS and not key.startswith("space ")]
    missing = [key for key in plain if key not in FURTHER]
    if missing:
        raise ValueError(f"arnak_env/docs/scenario_keys.py does not explain the expectations {missing}")
    return table(("key", "value"), [(code(key), meaning) for key, meaning in FURTHER.items()])


def list_rules() -> str:
    """Return how lists are compared."""
    return (
        f"Lists named {codes(sorted(UNORDERED))} are compared in any order, all others in order. "
        f"A list that is not empty for {codes(sorted(TOP_ONLY))} names the top pieces only."
    )
