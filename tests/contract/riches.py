"""Games that start with a lot: tokens, cards, assistants, guardians and idols are dealt out before the first turn.

Random play of plain games is poor: it seldom affords the Lost Temple, level II sites or artifacts from the hand. Here
components move from the supplies to the players, so everything is still there exactly once.
"""

from __future__ import annotations

import numpy as np

from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import FIRST_PASSAGE
from arnak_env.arnak.content import load_content


def deal_riches(batch: Batch, seed: int = 0, games: np.ndarray | None = None) -> None:
    """Give the players of (some) games that have just been set up random riches."""
    chosen = range(len(batch)) if games is None else np.flatnonzero(games)
    for i in chosen:
        _enrich(batch.games[i], np.random.default_rng([seed, int(batch.games["seed"][i] >> np.uint64(1))]))
    batch.refresh()


def _enrich(game: np.void, rng: np.random.Generator) -> None:
    for p in range(int(game["players"])):
        game["tokens"][p] += rng.integers(0, (12, 12, 8, 7, 5))
        for _ in range(rng.integers(0, 4)):
            _deal_card(game, p, "item_deck", rng)
        for _ in range(rng.integers(0, 4)):
            _deal_card(game, p, "artifact_deck", rng)
        for square in range(rng.integers(0, 3)):
            _deal_assistant(game, p, square, rng)
        for _ in range(rng.integers(0, 3)):
            _deal_guardian(game, p)
        for _ in range(rng.integers(0, 3)):
            _deal_idol(game, p, rng)
        for _ in range(rng.integers(0, 4)):
            _deal_encounter(game, p, rng)
        if game["board"] == o.SPIDER:
            _deal_dark(game, p, rng)
        elif game["board"] == o.OWL:
            _deal_owl_tiles(game, p, rng)
        if rng.random() < 0.5:
            _advance_tokens(game, p, rng)


def _deal_card(game: np.void, p: int, deck: str, rng: np.random.Generator) -> None:
    """The top card goes to the hand or on the own deck, as a card that everybody has seen."""
    game[f"{deck}_size"] -= 1
    card = game[deck][game[f"{deck}_size"]]
    if rng.random() < 0.7:
        game["hand"][p, game["hand_size"][p]] = card
        game["hand_group"][p, game["hand_size"][p]] = o.PUBLIC
        game["hand_size"][p] += 1
        return
    size = game["deck_size"][p]
    for field, value in (("deck", card), ("deck_group", o.PUBLIC)):
        game[field][p, 1 : size + 1] = game[field][p, :size].copy()
        game[field][p, 0] = value
    game["deck_size"][p] += 1


def _deal_assistant(game: np.void, p: int, square: int, rng: np.random.Generator) -> None:
    stack = rng.integers(3)
    if game["stack_size"][stack] < 2:
        return
    game["stack_size"][stack] -= 1
    top = game["stack_size"][stack]
    game["assistant"][p, square] = game["stack"][stack, top]
    game["stack"][stack, top] = -1
    game["assistant_gold"][p, square] = rng.integers(2)
    game["assistant_used"][p, square] = rng.integers(2)


def _deal_guardian(game: np.void, p: int) -> None:
    game["guardian_size"] -= 1
    game["guardian_owner"][game["guardian_stack"][game["guardian_size"]]] = p + 1


def _deal_idol(game: np.void, p: int, rng: np.random.Generator) -> None:
    """A face-up idol of an undiscovered position goes to the crates."""
    sites = np.flatnonzero(game["idol_up"] >= 0)
    if len(sites) > 6:
        site = rng.choice(sites)
        game["idol_types"][p, game["idol_up"][site]] += 1
        game["idol_up"][site] = -1
        game["idols"][p] += 1


def _deal_encounter(game: np.void, p: int, rng: np.random.Generator) -> None:
    """The top card of a chapter is kept, whatever it says, so that all of them are used."""
    chapter = rng.integers(o.CHAPTERS)
    first, size = o.FIRST_OF_CHAPTER[chapter], int(game["encounter_size"][chapter])
    game["encounter_saved"][game["encounter"][first]] = p + 1
    game["encounter"][first : first + size - 1] = game["encounter"][first + 1 : first + size].copy()
    game["encounter"][first + size - 1] = -1
    game["encounter_size"][chapter] = size - 1


def _deal_dark(game: np.void, p: int, rng: np.random.Generator) -> None:
    """Dark tablets of the supply, some of them below altars that get an artifact of the deck."""
    for _ in range(rng.integers(0, 5)):
        if game["dark_supply"] == 0:
            return
        game["dark_supply"] -= 1
        altar = rng.integers(0, 8)
        if altar >= o.ALTARS or game["altar_dark"][altar, p] == o.ALTAR_LIMIT:
            game["dark"][p] += 1
            continue
        if game["altar_card"][altar] < 0:
            game["artifact_deck_size"] -= 1
            game["altar_card"][altar] = game["artifact_deck"][game["artifact_deck_size"]]
        game["altar_dark"][altar, p] += 1


def _deal_owl_tiles(game: np.void, p: int, rng: np.random.Generator) -> None:
    """Tiles of the track."""
    tables = load_content().tables[0]
    for _ in range(rng.integers(0, 4)):
        spaces = np.flatnonzero((game["space_tile"] > 0) & (tables["passage"][o.OWL] == 0))
        if len(spaces) > 3:
            space = rng.choice(spaces)
            game["owl_owned"][p, o.OWL_POINTS.index(game["space_tile"][space])] += 1
            game["space_tile"][space] = 0


def _advance_tokens(game: np.void, p: int, rng: np.random.Generator) -> None:
    """Both research tokens start somewhere up the track, the notebook no higher than the glass."""
    tables = load_content().tables[0]
    board = game["board"]
    rows = tables["track_row"][board, : tables["track_spaces"][board]]
    entries = np.arange(len(rows))
    spaces = entries[(entries != tables["track_temple"][board]) & (tables["track_place"][board, entries] == entries)]
    passages = tables["passage"][board, entries] > 0
    glass = rng.choice(spaces[~passages[spaces]])
    if board == o.OWL and rng.random() < 0.5:
        glass = _enter_passage(game, p, rng)
    game["glass"][p] = glass
    limit = max(rows[glass], rows[max(game["lantern"][p], 0)])
    game["notebook"][p] = rng.choice(spaces[(rows[spaces] <= limit) & ~passages[spaces]])


def _enter_passage(game: np.void, p: int, rng: np.random.Generator) -> int:
    """The glass has taken an unused secret passage, and the lantern has come some way."""
    tables = load_content().tables[0]
    passage = rng.choice(np.flatnonzero(game["passage_used"] == 0))
    entry = FIRST_PASSAGE + int(passage)
    game["passage_used"][passage] = p + 1
    if tables["passage"][o.OWL, entry] == o.PASSAGE_TILE:
        game["owl_owned"][p, o.OWL_POINTS.index(game["space_tile"][entry])] += 1
        game["space_tile"][entry] = 0
    else:
        game["idol_stack_size"] -= 1
        game["idol_types"][p, game["idol_stack"][game["idol_stack_size"]]] += 1
        game["idol_stack"][game["idol_stack_size"]] = -1
        game["idols"][p] += 1
    game["lantern"][p] = rng.integers(FIRST_PASSAGE)
    return entry
