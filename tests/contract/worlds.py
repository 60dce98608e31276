"""What a player knows, written down independently of the rules' own code, and worlds that differ only in the rest."""

from __future__ import annotations

import numpy as np

from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import load_content

from .bookkeeping import count

# Fields that lie open on the table, whole.
OPEN = (
    "board", "players", "rival", "switches", "round_number", "over", "starting_player", "turn_player", "main_done",
    "passed", "tokens", "pool", "planes", "ignore_fear", "home", "deck_size", "hand_size", "play_size", "fear_tiles",
    "aside_size", "assistant", "assistant_gold", "assistant_used", "idols", "slotted", "glass", "notebook", "arrival",
    "temple_owned", "fear_supply", "item_deck_size", "artifact_deck_size", "row", "exiled", "space", "tile",
    "guardian", "idol_up", "level_1_size", "level_2_size", "guardian_size", "guardian_owner", "boon_used",
    "idols_removed", "arrivals", "bonus", "temple_bonus_size", "temple_tiles", "stack_size", "rescue_size", "colour",
    "rival_stack_size", "rival_used", "rival_used_size", "rival_home", "rival_glass", "rival_arrival", "rival_idols",
    "rival_minus_one", "rival_cards", "rival_temple", "rival_notebook", "objectives", "first_worth_four",
    "objective_state", "objective_points", "objectives_dealt", "rival_met", "rival_objective_points",
    "two_point_tiles", "six_point_tiles", "components", "extra_slotted", "idol_types", "pedestals", "on_pedestal",
    "lantern", "dark", "owl_owned", "took_idol", "idol_stack_size", "idols_left", "idols_beside", "space_tile",
    "space_marked", "passage_used", "dark_supply", "altar_card", "altar_dark", "hidden", "hidden_size",
    "encounter_size", "encounter_known", "encounter_saved", "rival_lantern", "rival_owl", "stack_known",
)  # fmt: skip


def facts(games: np.ndarray, viewer: int) -> np.ndarray:
    """Return all that one seat may know for sure as numbers, shape ``(games, n)``.

    The order inside its own deck that it remembers is not among them; see `deck_memory`.
    """
    n = len(games)
    everyone = np.arange(n)
    tables = load_content().tables[0]
    parts = [games[name].reshape(n, -1) for name in OPEN]
    parts.append(games["idol_down"] >= 0)

    def top(zone: str, size: str) -> np.ndarray:
        sizes = games[size].astype(int)
        return np.where(sizes > 0, games[zone][everyone, np.maximum(sizes - 1, 0)], -1)[:, None]

    for p in range(o.MAX_PLAYERS):
        in_play = np.arange(o.MAX_OWNED) < games["play_size"][:, p, None]
        parts.append(count(games["play"][:, p], in_play, o.CARDS))
        # Everybody knows which cards a player owns, and where those are that are not in hand or deck.
        owned = count(games["deck"][:, p], np.arange(o.MAX_OWNED) < games["deck_size"][:, p, None], o.CARDS)
        owned += count(games["hand"][:, p], np.arange(o.MAX_OWNED) < games["hand_size"][:, p, None], o.CARDS)
        aside = np.arange(3) < (games["aside_size"] * (games["turn_player"] == p))[:, None]
        parts.append(owned + count(games["aside"], aside, o.CARDS))
    own = np.arange(o.MAX_OWNED) < games["hand_size"][:, viewer, None]
    parts.append(count(games["hand"][:, viewer], own, o.CARDS))
    aside = np.arange(3) < (games["aside_size"] * (games["turn_player"] == viewer))[:, None]
    parts.append(count(games["aside"], aside, o.CARDS))
    for stack in range(3):
        sizes = games["stack_size"][:, stack].astype(int)
        tops = games["stack"][everyone, stack, np.maximum(sizes - 1, 0)]
        parts.append(np.where(sizes > 0, tops, -1)[:, None])
    parts.append(top("rescue", "rescue_size"))
    for known, zone, size in (
        ("item_top_known", "item_deck", "item_deck_size"),
        ("artifact_top_known", "artifact_deck", "artifact_deck_size"),
    ):
        parts.append(np.where(games[known][:, None] == 1, top(zone, size), -1))
    for level in (1, 2):
        stack, size, known = (games[f"level_{level}_{name}"] for name in ("stack", "size", "known"))
        places = np.arange(stack.shape[1])
        seen = (places < size[:, None]) & (places >= (size - known)[:, None])
        parts.append(np.where(seen, stack, -1))
    for seen, zone, size, kinds in (
        ("temple_bonus_seen", "temple_bonus", "temple_bonus_size", o.BONUS_TYPES),
        ("rescue_seen", "rescue", "rescue_size", o.ASSISTANTS),
    ):
        there = np.arange(games[zone].shape[1]) < games[size][:, None]
        parts.append(count(games[zone], there & (games[seen][:, viewer, None] == 1), kinds))
    rival = count(games["rival_stack"], np.arange(o.RIVAL_STACK) < games["rival_stack_size"][:, None], o.RIVAL_TILES)
    arrow = np.where(games["rival_stack_size"] > 0, tables["rival_right"][games["rival_stack"][:, 0]], -1)
    parts += [rival, arrow[:, None]]
    frame = games["frame"][everyone, np.maximum(games["frames"].astype(int) - 1, 0)]
    going_on = games["over"] == 0
    shown = np.concatenate([frame[:, : o.F_Y + 1], frame[:, o.F_SOURCE, None]], axis=1) * going_on[:, None]
    # While an earring is sorted, only its owner knows which card was kept.
    shown[:, o.F_Y] *= (frame[:, o.F_OP] != o.OP_ASIDE) | (games["turn_player"] == viewer)
    parts.append(shown)
    return np.concatenate([np.asarray(part, np.int64) for part in parts], axis=1)


def top_operation(games: np.ndarray) -> np.ndarray:
    """Return the pending operation of every game, -1 where it is over."""
    frame = games["frame"][np.arange(len(games)), np.maximum(games["frames"].astype(int) - 1, 0), o.F_OP]
    return np.where(games["over"] == 0, frame, -1)


def rearrange(batch: Batch, viewer: int, seed: int) -> None:
    """Exchange by hand, in every game, pieces that the viewer cannot see, then look again at the same decision.

    Cards of others are exchanged between hand and deck only where both came from the same shuffle.
    """
    for i in range(len(batch)):
        _rearrange(batch.games[i], viewer, np.random.default_rng([seed, i]))


def _shuffle_part(rng: np.random.Generator, pile: np.ndarray, start: int, stop: int) -> None:
    pile[start:stop] = rng.permutation(pile[start:stop])


def _rearrange(game: np.void, viewer: int, rng: np.random.Generator) -> None:
    tables = load_content().tables[0]
    game["seed"] ^= np.uint64(rng.integers(1, 2**60))
    game["counter"] += 1
    for p in range(int(game["players"])):
        _rearrange_cards(game, p, viewer, rng)
    for kind in ("item", "artifact"):
        _shuffle_part(rng, game[f"{kind}_deck"], 0, game[f"{kind}_deck_size"] - game[f"{kind}_top_known"])
    for level in (1, 2):
        unknown = game[f"level_{level}_size"] - game[f"level_{level}_known"]
        _shuffle_part(rng, game[f"level_{level}_stack"], 0, unknown)
    _shuffle_part(rng, game["guardian_stack"], 0, game["guardian_size"])
    down = np.flatnonzero(game["idol_down"] >= 0)
    size = int(game["idol_stack_size"])
    taken = np.repeat(np.arange(o.IDOL_TYPES), game["rival_hidden"])
    hidden = rng.permutation(np.concatenate([game["idol_down"][down], game["idol_stack"][:size], taken]))
    game["idol_down"][down] = hidden[: len(down)]
    game["idol_stack"][:size] = hidden[len(down) : len(down) + size]
    game["rival_hidden"] = np.bincount(hidden[len(down) + size :], minlength=o.IDOL_TYPES)
    for chapter, first in enumerate(o.FIRST_OF_CHAPTER):
        unknown = game["encounter_size"][chapter] - game["encounter_known"][chapter]
        _shuffle_part(rng, game["encounter"], first, first + unknown)
    below = [(("stack", s), i) for s in range(3) for i in range(game["stack_known"][s], game["stack_size"][s] - 1)]
    if not game["rescue_seen"][viewer]:
        below += [(("rescue",), i) for i in range(game["rescue_size"] - 1)]
    piles = {("stack", s): game["stack"][s] for s in range(3)} | {("rescue",): game["rescue"]}
    tiles = rng.permutation([piles[pile][i] for pile, i in below])
    for (pile, i), tile in zip(below, tiles, strict=True):
        piles[pile][i] = tile
    if not game["temple_bonus_seen"][viewer] and game["temple_bonus_size"] > 0:
        unseen = np.repeat(np.arange(o.BONUS_TYPES), tables["bonus_count"][game["components"]] - game["bonus_known"])
        size = int(game["temple_bonus_size"])
        game["temple_bonus"][:size] = rng.choice(unseen, size, replace=False)
    size = int(game["rival_stack_size"])
    if size:
        right = tables["rival_right"][game["rival_stack"][:size]]
        first = rng.choice(np.flatnonzero(right == right[0]))
        rest = rng.permutation(np.delete(np.arange(size), first))
        game["rival_stack"][:size] = game["rival_stack"][np.concatenate([[first], rest])]


def _rearrange_cards(game: np.void, p: int, viewer: int, rng: np.random.Generator) -> None:
    places = []
    for i in range(game["deck_size"][p]):
        tag = int(game["deck_group"][p, i])
        if p != viewer or not tag & o.OWNER_KNOWS:
            places.append((tag & 15, game["deck"][p], i))
    if p != viewer:
        places += [(int(game["hand_group"][p, i]) & 15, game["hand"][p], i) for i in range(game["hand_size"][p])]
        if p == game["turn_player"]:
            places += [(int(game["aside_group"][i]) & 15, game["aside"], i) for i in range(game["aside_size"])]
    for group in {group for group, _, _ in places} - {o.PUBLIC}:
        mine = [(zone, i) for other, zone, i in places if other == group]
        for (zone, i), card in zip(mine, rng.permutation([zone[i] for zone, i in mine]), strict=True):
            zone[i] = card
