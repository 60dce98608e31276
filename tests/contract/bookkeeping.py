"""What must add up after every step, checked for all games of a batch at once."""

from __future__ import annotations

import numpy as np

from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import FIRST_PASSAGE
from arnak_env.arnak.observation import OBSERVATION_SIZE, PIECES, maxima

_MAXIMA = maxima()
_ONE_HOT = [
    piece for piece in PIECES if piece.meaning.startswith(("one-hot: board", "one-hot: number", "one-hot: round"))
]
RIVAL_FIGURES = 6
FEAR_TILES = 10
TILES = o.LEVEL_1_TILES + o.LEVEL_2_TILES
_NEW_TILES = [*range(o.BASE_LEVEL_1_TILES, o.LEVEL_1_TILES), *range(o.LEVEL_1_TILES + o.BASE_LEVEL_2_TILES, TILES)]


class Broken(AssertionError):
    """Something was created or lost."""


def _all(batch: Batch, good: np.ndarray, what: str) -> None:
    good = np.asarray(good)
    if good.all():
        return
    per_game = good.reshape(len(batch), -1).all(axis=1)
    i = int(np.flatnonzero(~per_game)[0])
    raise Broken(
        f"{what}: game {i} of {int((~per_game).sum())}, {batch.question(i)!r}; {np.argwhere(~good)[:4].tolist()}"
    )


def count(values: np.ndarray, there: np.ndarray, kinds: int) -> np.ndarray:
    """Return how often each kind occurs in each game, shape ``(games, kinds)``; `there` marks the places in use."""
    games = len(values)
    flat = values.reshape(games, -1).astype(np.int64) + kinds * np.arange(games)[:, None]
    used = there.reshape(games, -1)
    return np.bincount(flat[used], minlength=games * kinds).reshape(games, kinds)


def _in_use(games: np.ndarray, zone: str, size: str) -> np.ndarray:
    return np.arange(games[zone].shape[-1]) < games[size][..., None]


def cards_of_players(games: np.ndarray) -> np.ndarray:
    """Return how many of each card lie in decks, hands, play areas and aside, shape ``(games, CARDS)``."""
    total = count(games["aside"], _in_use(games, "aside", "aside_size"), o.CARDS)
    for zone in ("deck", "hand", "play"):
        total += count(games[zone], _in_use(games, zone, f"{zone}_size"), o.CARDS)
    return total


def check_cards(batch: Batch) -> None:
    """Every item and artifact is in exactly one place; starting cards and Fear are all there."""
    games = batch.games
    owned = cards_of_players(games)
    everywhere = owned + games["exiled"] + games["rival_cards"] + count(games["row"], games["row"] >= 0, o.CARDS)
    everywhere += count(games["altar_card"], games["altar_card"] >= 0, o.CARDS)
    everywhere += count(games["item_deck"], _in_use(games, "item_deck", "item_deck_size"), o.CARDS)
    everywhere += count(games["artifact_deck"], _in_use(games, "artifact_deck", "artifact_deck_size"), o.CARDS)
    _all(batch, everywhere[:, : o.FIRST_STARTING] == 1, "an item or artifact is not in exactly one place")
    starting = everywhere[:, o.FIRST_STARTING : o.FEAR]
    _all(batch, starting == games["players"][:, None], "a starting card was created or lost")
    _all(batch, owned[:, o.FEAR] + games["fear_supply"] == o.FEAR_CARDS, "there are not 19 Fear cards")
    _all(batch, games["exiled"][:, o.FEAR] == 0, "exiled Fear did not return to the supply")
    _all(batch, games["rival_cards"][:, o.FIRST_STARTING :] == 0, "the rival holds a starting card or Fear")
    _all(batch, (games["fear_tiles"] >= 0) & (games["fear_supply"][:, None] >= 0), "negative Fear")
    _all(batch, games["fear_tiles"].sum(axis=1) <= FEAR_TILES, "more than ten fear tiles")
    staff = games["round_number"][:, None]
    left = np.arange(o.ROW_SLOTS) < staff
    right_kind = (games["row"] < 0) | ((games["row"] >= o.FIRST_ARTIFACT) == left)
    _all(batch, right_kind, "an item left of the moon staff or an artifact right of it")


def _being_discovered(games: np.ndarray) -> np.ndarray:
    """Return where the archaeologist has arrived, but an idol's effect comes before the site tile."""
    pending = np.arange(o.MAX_FRAMES) < games["frames"][:, None]
    pending &= games["frame"][:, :, o.F_OP] == o.OP_REVEAL
    sites = games["frame"][:, :, o.F_A]
    return (pending[:, :, None] & (sites[:, :, None] == np.arange(o.CAMPS, o.SITES))).any(axis=1)


def check_map(batch: Batch) -> None:
    """Guardians, site tiles, idols, figures and blocking tiles."""
    games = batch.games
    guardians = count(games["guardian_stack"], _in_use(games, "guardian_stack", "guardian_size"), o.GUARDIANS)
    guardians += count(games["guardian"], games["guardian"] >= 0, o.GUARDIANS) + (games["guardian_owner"] > 0)
    in_box = (np.arange(o.GUARDIANS) >= o.BASE_GUARDIANS) & (games["components"] == 0)[:, None]
    _all(batch, guardians == ~in_box, "a guardian is not in exactly one place")
    _all(batch, games["boon_used"] <= (games["guardian_owner"] > 0), "the boon of a guardian nobody owns is used")
    tiles = count(games["tile"], games["tile"] >= 0, TILES)
    tiles += count(games["level_1_stack"], _in_use(games, "level_1_stack", "level_1_size"), TILES)
    tiles += count(games["level_2_stack"], _in_use(games, "level_2_stack", "level_2_size"), TILES)
    in_box = np.isin(np.arange(TILES), _NEW_TILES) & (games["components"] == 0)[:, None]
    _all(batch, tiles == ~in_box, "a site tile is not in exactly one place")
    level_1 = (games["tile"] < o.LEVEL_1_TILES)[:, o.FIRST_LEVEL_1 : o.FIRST_LEVEL_2]
    _all(batch, level_1, "a level II tile lies on a level I position")
    level_2 = games["tile"][:, o.FIRST_LEVEL_2 :]
    _all(batch, (level_2 < 0) | (level_2 >= o.LEVEL_1_TILES), "a level I tile lies on a level II position")
    _all(batch, games["tile"][:, : o.CAMPS] == -1, "a camp has a site tile")
    _all(batch, (games["tile"] >= 0) <= ((games["idol_up"] < 0) & (games["idol_down"] < 0)), "idols on a found site")
    check_idols(batch)
    seats = np.arange(o.MAX_PLAYERS)
    seated = seats < games["players"][:, None]
    figures = (games["space"][:, :, None] == seats + 1).sum(axis=1) + games["home"]
    _all(batch, figures == np.where(seated, o.ARCHAEOLOGISTS, 0), "a player does not have two archaeologists")
    rival = (games["space"] == o.RIVAL_FIGURE).sum(axis=1) + games["rival_home"]
    _all(batch, rival == RIVAL_FIGURES * games["rival"], "the rival does not have six figures")
    blocked = batch.content.tables[0]["blocking_tiles"][games["players"]]
    _all(batch, (games["space"] == o.BLOCKING_TILE).sum(axis=1) == blocked, "blocking tiles have changed")
    _all(batch, (games["space"] != o.BLOCKING_TILE)[:, ::2][:, : o.CAMPS], "a one-boot space is blocked")
    undiscovered = games["tile"][:, o.CAMPS :] < 0
    unoccupied = games["space"][:, 2 * o.CAMPS :] == o.EMPTY
    _all(batch, undiscovered <= (unoccupied | _being_discovered(games)), "a figure on an undiscovered site")
    _all(batch, undiscovered <= (games["guardian"][:, o.CAMPS :] < 0), "a guardian on an undiscovered site")


def check_idols(batch: Batch) -> None:
    """As many idols as the box holds; those off the map lie where the counters say."""
    games = batch.games
    tables = batch.content.tables[0]
    owned = games["idols"] + games["slotted"] + games["extra_slotted"]
    idols = (games["idol_up"] >= 0).sum(axis=1) + (games["idol_down"] >= 0).sum(axis=1) + games["idol_stack_size"]
    idols += owned.sum(axis=1) + games["idols_removed"] + games["rival_idols"].sum(axis=1) + games["rival_minus_one"]
    new = (games["board"] >= o.SPIDER) | (games["components"] == 1)
    _all(batch, idols == np.where(new, o.IDOL_TILES, o.BASE_IDOL_TILES), "an idol was created or lost")
    off_map = games["idols_left"] + games["idols_beside"]
    holds_idol = tables["passage"][o.OWL, FIRST_PASSAGE : FIRST_PASSAGE + o.PASSAGES] == o.PASSAGE_IDOL
    in_passages = ((games["passage_used"] == 0) & holds_idol).sum(axis=1)
    off_map = off_map + np.where(games["board"] == o.OWL, games["temple_tiles"][:, 1] + in_passages, 0)
    _all(batch, games["idol_stack_size"] == off_map, "the idols off the map are not where they should be")
    types = count(games["idol_up"], games["idol_up"] >= 0, o.IDOL_TYPES)
    types += count(games["idol_down"], games["idol_down"] >= 0, o.IDOL_TYPES)
    types += count(games["idol_stack"], _in_use(games, "idol_stack", "idol_stack_size"), o.IDOL_TYPES)
    types += games["idol_types"].sum(axis=1) + games["rival_idols"] + games["rival_hidden"]
    _all(batch, games["rival_hidden"].sum(axis=1) <= games["rival_minus_one"], "hidden idols of the rival")
    _all(batch, types <= tables["idol_count"][new.astype(int)], "more idols of a type than there are")
    _all(batch, games["idol_types"].sum(axis=2) >= owned, "a player has idols of no type")


def check_spider(batch: Batch) -> None:
    """Dark tablets and altars."""
    games = batch.games
    spider = games["board"] == o.SPIDER
    per_space = batch.content.tables[0]["dark_per_space"][games["players"]]
    dark = games["dark_supply"] + games["dark"].sum(axis=1) + games["altar_dark"].sum(axis=(1, 2))
    _all(batch, dark == np.where(spider, o.DARK_SPACES * per_space, 0), "a dark tablet was created or lost")
    _all(batch, (games["dark"] >= 0) & (games["dark_supply"] >= 0)[:, None], "a negative number of dark tablets")
    _all(batch, games["altar_dark"] <= o.ALTAR_LIMIT, "more than three tablets of one player on an altar")
    # While the artifact for the altar is being chosen, the tablet lies there already.
    choosing = ((games["frame"][:, :, o.F_OP] == o.OP_PLACE_ARTIFACT)
                & (np.arange(o.MAX_FRAMES) < games["frames"][:, None])).any(axis=1)  # fmt: skip
    empty = (games["altar_card"] < 0) & (games["altar_dark"].sum(axis=2) > 0)
    _all(batch, empty.sum(axis=1) <= choosing, "a dark tablet below an empty altar")


def check_owl(batch: Batch) -> None:
    """Lanterns, passages and Owl Temple tiles."""
    games = batch.games
    tables = batch.content.tables[0]
    owl = games["board"] == o.OWL
    box = np.zeros((len(batch), 3), int)
    for kind, points in enumerate(o.OWL_POINTS):
        start = (tables["owl_points"][o.OWL] == points)[:, None] * tables["owl_tiles"][o.OWL]
        piles = (tables["temple_points"][o.OWL] == points) * tables["temple_size"][o.OWL]
        box[:, kind] = np.where(owl, (start.sum(axis=0) + piles.sum(axis=1))[games["players"]], 0)
        tiles = (games["space_tile"] == points).sum(axis=1) + games["owl_owned"][:, :, kind].sum(axis=1)
        tiles = tiles + games["rival_owl"][:, kind]
        tiles += np.where(owl, ((tables["temple_points"][o.OWL] == points) * games["temple_tiles"]).sum(axis=1), 0)
        _all(batch, tiles == box[:, kind], f"an Owl Temple tile with {points} points was created or lost")
    extra = games["owl_owned"].sum(axis=2) // o.OWL_SLOT_TILES
    _all(batch, (games["extra_slotted"] >= 0) & (games["extra_slotted"] <= extra), "an idol in a slot nobody has")
    in_passage = (games["glass"] >= FIRST_PASSAGE) & owl[:, None]
    _all(batch, (games["lantern"] >= 0) == in_passage, "a lantern on the track without a secret passage")
    for passage in range(o.PASSAGES):
        inside = (games["glass"] == FIRST_PASSAGE + passage) & in_passage
        user = games["passage_used"][:, passage]
        _all(batch, np.where((user > 0) & (user < o.RIVAL_FIGURE), inside.sum(axis=1), 1) == 1, "nobody in a passage")
        _all(batch, inside <= (user[:, None] == np.arange(1, o.MAX_PLAYERS + 1)), "two in one passage")
    _all(batch, (games["rival_lantern"] >= 0) == ((games["rival_glass"] >= FIRST_PASSAGE) & owl), "the rival's lantern")
    _all(batch, games["space_marked"] <= (games["space_tile"] == 10), "a mark on something else than a 10-point tile")


def check_research(batch: Batch) -> None:
    """Research tokens, temple tiles, bonus tiles and assistants."""
    games = batch.games
    tables = batch.content.tables[0]
    players, board = games["players"], games["board"]
    rows = tables["track_row"][board]
    everyone = np.arange(len(batch))[:, None]
    glass, notebook = rows[everyone, games["glass"]], rows[everyone, games["notebook"]]
    lantern = np.where(games["lantern"] >= 0, rows[everyone, np.maximum(games["lantern"], 0)], 0)
    _all(batch, notebook <= np.maximum(glass, lantern), "a notebook is above its magnifying glass and lantern")
    in_temple = games["glass"] == tables["track_temple"][board][:, None]
    _all(batch, (games["arrival"] > 0) == in_temple, "arrival does not fit the magnifying glass")
    arrivals = np.concatenate([games["arrival"], games["rival_arrival"][:, None]], axis=1)
    seen = count(arrivals, arrivals > 0, o.MAX_PLAYERS + 2)
    _all(batch, seen[:, 1:] == (np.arange(1, o.MAX_PLAYERS + 2) <= games["arrivals"][:, None]), "order of arrival")
    temple = games["temple_tiles"] + games["temple_owned"].sum(axis=1) + games["rival_temple"]
    same = (temple == tables["temple_size"][board, players]) | (board == o.OWL)[:, None]
    _all(batch, same, "a temple tile was created or lost")
    _all(batch, games["temple_tiles"] >= 0, "a negative number of temple tiles")
    _all(batch, (games["bonus"] >= -1) & (games["bonus"] < o.BONUS_TYPES), "no such bonus tile")
    bonus = count(games["bonus"], games["bonus"] >= 0, o.BONUS_TYPES)
    bonus += count(games["temple_bonus"], _in_use(games, "temple_bonus", "temple_bonus_size"), o.BONUS_TYPES)
    box = tables["bonus_count"][games["components"]]
    _all(batch, bonus <= box, "more bonus tiles of a type than there are")
    _all(batch, games["bonus_known"] <= box, "more bonus tiles seen than there are")
    kinds = count(games["stack"], _in_use(games, "stack", "stack_size"), o.ASSISTANTS)
    kinds += count(games["rescue"], _in_use(games, "rescue", "rescue_size"), o.ASSISTANTS)
    kinds += count(games["assistant"], games["assistant"] >= 0, o.ASSISTANTS)
    there = (np.arange(o.ASSISTANTS) < o.BASE_ASSISTANTS) | (games["components"] == 1)[:, None]
    right = np.where(games["rival"][:, None] == 1, kinds <= there, kinds == there)
    _all(batch, right, "an assistant is not in one place")


def check_rest(batch: Batch) -> None:
    """Numbers inside their ranges, the rival's tiles, the stack of pending choices, the observation."""
    games = batch.games
    _all(batch, games["error"] == 0, "the rules broke one of their own limits")
    _all(batch, games["tokens"] >= 0, "a negative number of tokens")
    _all(batch, games["pool"] >= 0, "a negative number of leftover icons")
    _all(
        batch, (games["idols"] >= 0) & (games["slotted"] >= 0) & (games["slotted"] <= o.IDOL_SLOTS), "idols of a player"
    )
    for name in ("deck", "hand", "play"):
        _all(batch, (games[f"{name}_size"] >= 0) & (games[f"{name}_size"] <= o.MAX_OWNED), f"size of a {name}")
    tiles = count(games["rival_stack"], _in_use(games, "rival_stack", "rival_stack_size"), o.RIVAL_TILES)
    tiles += count(games["rival_used"], _in_use(games, "rival_used", "rival_used_size"), o.RIVAL_TILES)
    expected = np.zeros_like(tiles)
    expected[:, : o.FIRST_PAIR_TILE] = 1
    expected[:, o.SPIDER_TILE] = games["board"] == o.SPIDER
    expected[:, o.OWL_TILE] = games["board"] == o.OWL
    for pair in range(len(o.PAIRS)):
        expected[np.arange(len(batch)), o.FIRST_PAIR_TILE + 3 * pair + games["colour"][:, pair]] = 1
    _all(batch, tiles == expected * games["rival"][:, None], "an action tile of the rival was created or lost")
    pending = np.arange(o.MAX_FRAMES) < games["frames"][:, None]
    going_under = pending & (games["frame"][:, :, o.F_OP] == o.OP_ENCOUNTER_DONE)
    cards = count(games["encounter"], games["encounter"] >= 0, o.ENCOUNTERS) + (games["encounter_saved"] > 0)
    cards += count(np.where(going_under, games["frame"][:, :, o.F_A], 0), going_under, o.ENCOUNTERS)
    _all(batch, cards == 1, "an encounter card is not in exactly one place")
    for name in ("two_point_tiles", "six_point_tiles", "rival_objective_points", "objective_points"):
        _all(batch, games[name] >= 0, f"negative {name}")
    _all(batch, (games["objective_points"] > 0).sum(axis=1) <= games["objectives"], "too many objectives are open")
    going_on = games["over"] == 0
    _all(batch, (games["frames"] > 0) >= going_on, "nothing is pending in a game that goes on")
    _all(batch, (games["round_number"] >= 1) & (games["round_number"] <= o.ROUNDS), "round")
    _all(batch, (games["turn_player"] >= 0) & (games["turn_player"] < games["players"]), "turn player")
    _all(batch, (batch.player >= 0) == going_on, "somebody decides exactly while the game goes on")
    _all(batch, batch.player < games["players"], "an empty seat decides")
    if batch.observation.shape == (len(batch), OBSERVATION_SIZE):
        _all(batch, batch.observation <= _MAXIMA, "an observation above its range")
        for piece in _ONE_HOT:
            columns = batch.observation[:, piece.start : piece.start + piece.size]
            _all(batch, columns.sum(axis=1) == 1, f"{piece.name} is not one-hot")


def check_everything(batch: Batch) -> None:
    """Raise `Broken` when anything does not add up in any game."""
    check_cards(batch)
    check_map(batch)
    check_research(batch)
    check_spider(batch)
    check_owl(batch)
    check_rest(batch)
