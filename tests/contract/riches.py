"""Games that start with a lot: tokens, cards, assistants, guardians and idols are dealt out before the first turn.

Random play of plain games is poor: it seldom affords the Lost Temple, level II sites or artifacts from the hand. Here
components move from the supplies to the players, so everything is still there exactly once.
"""

from __future__ import annotations

import numpy as np

from arnak_env import Batch
from arnak_env.arnak import opcodes as o
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
        game["idol_up"][rng.choice(sites)] = -1
        game["idols"][p] += 1


def _advance_tokens(game: np.void, p: int, rng: np.random.Generator) -> None:
    """Both research tokens start somewhere up the track, the notebook no higher than the glass."""
    tables = load_content().tables[0]
    board = game["board"]
    rows = tables["track_row"][board, : tables["track_spaces"][board]]
    spaces = np.flatnonzero(rows < o.TEMPLE_ROW)
    game["glass"][p] = rng.choice(spaces)
    game["notebook"][p] = rng.choice(spaces[rows[spaces] <= rows[game["glass"][p]]])
