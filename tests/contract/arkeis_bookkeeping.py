"""What must add up in Arkeis after every step, checked for all games of a batch at once."""

from __future__ import annotations

import numpy as np

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.content import load_content
from arnak_env.arkeis.records import check_records

from .bookkeeping import Broken

FATE_TOKENS = 50
_KIND_OF = np.array([kind for kind in range(o.KINDS) for _ in range(o.KIND_MINIATURES[kind])])
_ZONE_OF = np.array([zone for zone in range(o.ZONES) for _ in range(o.ZONE_SIZES[zone])])
_FIRST_GUARDIAN = o.KIND_FIRST[o.GUARDIAN]


def _all(batch: Batch, good: np.ndarray, what: str) -> None:
    good = np.asarray(good).reshape(len(batch), -1)
    if good.all():
        return
    i = int(np.flatnonzero(~good.all(axis=1))[0])
    raise Broken(f"{what}: game {i}, {batch.question(i) if not batch.over[i] else 'over'}; {np.argwhere(~good)[:4]}")


def check_everything(batch: Batch) -> None:
    """Raise `Broken` when something was created, lost or is in two places."""
    check_records(batch.games)
    check_fate(batch)
    check_traumas(batch)
    check_objects(batch)
    check_clue_cards(batch)
    check_tokens(batch)
    check_adversaries(batch)
    check_explorers(batch)


def check_fate(batch: Batch) -> None:
    """Reserve, backpacks, cards, Young Robert's card and the tokens set aside are 50 together."""
    games = batch.games
    young = np.where(games["seat"][:, o.ROBERT_YOUNG] >= 0, games["ability_tokens"], 0)
    total = games["reserve"] + games["set_aside"] + games["fate"].sum(axis=1) + games["card_fate"].sum(axis=1) + young
    _all(batch, total == FATE_TOKENS, "Fate tokens")
    _all(batch, (games["card_fate"] == 0) | (games["card_place"] == o.HELD), "Fate tokens on a card that nobody holds")


def check_traumas(batch: Batch) -> None:
    """Each Trauma card is in the shuffled part of the deck, put back under it, or in front of one Explorer."""
    games = batch.games
    copies = load_content().tables[0]["trauma_copies"]
    assert copies.sum() == o.TRAUMA_CARDS
    back = np.arange(o.TRAUMA_CARDS) < games["trauma_bottom_size"][:, None]
    for kind in range(o.TRAUMAS):
        owned = ((games["trauma"] >> kind) & 1).sum(axis=1)
        under = ((games["trauma_bottom"] == kind) & back).sum(axis=1)
        _all(batch, games["trauma_unknown"][:, kind] + owned + under == copies[kind], f"Traumas {o.TRAUMA_IDS[kind]}")


def check_objects(batch: Batch) -> None:
    """What is equipped is Material with an owner; cards of an Explorer belong to that Explorer."""
    games, tables = batch.games, load_content().tables[0]
    equipped = games["equipped"] != 0
    _all(batch, ~equipped | ((games["object_owner"] >= 0) & (tables["object_slot"] >= 0)), "equipped objects")
    _all(batch, (games["object_owner"] == o.OUT) == (tables["object_exists"] == 0), "objects of the content")
    owner, mine = games["experience_owner"], tables["experience_explorer"]
    young = (owner == o.ROBERT_YOUNG) & (mine == o.ROBERT)
    _all(batch, (owner < 0) | (owner == mine) | young, "Experience cards")


def check_clue_cards(batch: Batch) -> None:
    """A card has a holder exactly when it is held; one that is read is read by a pending choice."""
    games, tables = batch.games, load_content().tables[0]
    held = games["card_place"] == o.HELD
    _all(batch, held == (games["card_holder"] >= 0), "holders of Threats")
    there = np.arange(o.CARDS) < tables["cards"][games["slot"]][:, None]
    _all(batch, there == (games["card_place"] != o.NOT_IN_GAME), "cards of the episode")
    depth = np.arange(o.MAX_FRAMES) < games["frames"][:, None]
    reading = ((games["frame"][:, :, o.F_OP] == o.OP_CLUE_CARD) & depth).sum(axis=1)
    read = np.isin(games["card_place"], (o.BEING_READ, o.GOING_BACK)).sum(axis=1)
    _all(batch, (read <= reading) | (games["stage"] >= o.STAGE_END), "cards being read")


def check_tokens(batch: Batch) -> None:
    """Clue tokens lie on laid squares or on doors; no door has two; a symbol is on the board once."""
    games, tables = batch.games, load_content().tables[0]
    places = games["token_place"].astype(int)
    on_square = (places >= 0) & (places < o.FIRST_DOOR)
    laid = (games["zones"][:, None] >> _ZONE_OF[np.clip(places, 0, o.SQUARES - 1)]) & 1
    _all(batch, ~on_square | (laid == 1), "Clue tokens on squares that are not laid")
    link = np.clip(places - o.FIRST_DOOR, 0, o.LINKS - 1)
    slot = games["slot"][:, None]
    door = (tables["link_type"][slot, link] == o.LINK_DOOR) & (link < tables["links"][slot])
    _all(batch, (places < o.FIRST_DOOR) | door, "Clue tokens on what is no door")
    for k in range(o.LINKS):
        _all(batch, (places == o.FIRST_DOOR + k).sum(axis=1) <= 1, "two tokens on a door")
    boxes = sum((tables["sheet_box"][games["slot"], box] >= 0).astype(np.int64) << box for box in range(o.SHEET_BOXES))
    _all(batch, (games["marked"] & ~boxes) == 0, "marks outside the sheet")


def check_adversaries(batch: Batch) -> None:
    """Miniatures stand on laid squares; a card lies before one Explorer; who faces a kind has a card."""
    games, tables = batch.games, load_content().tables[0]
    squares = games["miniature_square"].astype(int)
    laid = (games["zones"][:, None] >> _ZONE_OF[np.clip(squares, 0, o.SQUARES - 1)]) & 1
    _all(batch, (squares < 0) | (laid == 1), "miniatures on squares that are not laid")
    _all(batch, (squares >= 0) | (games["miniature_wounds"] == 0), "Wounds on miniatures off the board")
    out = (games["switches"] & o.SWITCH_DEFEATED_OUT) != 0
    _all(batch, (squares != o.OUT) | out[:, None], "miniatures removed for the episode")
    cards = games["adversary_card"].reshape(len(batch), -1)
    for card in np.flatnonzero(tables["adversary_pool"]):
        kind = int(tables["adversary_kind"][card])
        _all(batch, (cards == card).sum(axis=1) <= 1, f"Adversary card {card}")
        elsewhere = np.delete(games["adversary_card"], kind, axis=2).reshape(len(batch), -1)
        _all(batch, (elsewhere != card), f"Adversary card {card} with another kind")
    kinds = np.arange(o.KINDS)
    elite = (games["elite"][:, None] >> kinds) & 1 & (tables["kind_elite"] >= 0)
    own = games["adversary_card"] < 0
    right = own | (elite[:, None] == 0) | (games["adversary_card"] == tables["kind_elite"])
    _all(batch, right, "Elite cards")
    _check_faced(batch)


def _check_faced(batch: Batch) -> None:
    games = batch.games
    playing = games["stage"] == o.STAGE_EPISODE
    for kind in range(o.GUARDIAN):
        mine = games["miniature_square"][:, _KIND_OF == kind]
        for explorer in range(o.EXPLORERS):
            square = games["square"][:, explorer]
            faces = ((mine == square[:, None]) & (square[:, None] >= 0)).any(axis=1) & playing
            card = (games["adversary_card"][:, explorer, kind] >= 0) | (games["kind_card"][:, kind] >= 0)
            _all(batch, ~faces | card, f"{o.EXPLORER_IDS[explorer]} faces {o.KIND_IDS[kind]} without a card")


def check_explorers(batch: Batch) -> None:
    """Seats and Explorers agree; Explorers stand on laid squares once the episode has begun."""
    games = batch.games
    seats = games["seat"]
    for explorer in range(o.EXPLORERS):
        seat = seats[:, explorer]
        back = games["explorer"][np.arange(len(batch)), np.maximum(seat, 0)]
        _all(batch, (seat < 0) | ((back == explorer) & (seat < games["players"])), "seats")
        square = games["square"][:, explorer].astype(int)
        laid = (games["zones"] >> _ZONE_OF[np.clip(square, 0, o.SQUARES - 1)]) & 1
        _all(batch, (square < 0) | ((laid == 1) & (seat >= 0)), "Explorers on squares that are not laid")
        playing = (seat >= 0) & (games["stage"] == o.STAGE_EPISODE)
        _all(batch, ~playing | (square >= 0), "Explorers without a square")
    _all(batch, (games["object_owner"] < o.EXPLORERS) & (games["object_owner"] >= o.OUT), "owners")
    for k in range(o.MAX_PLAYERS):
        there = games["players"] > k
        _all(batch, there == (games["explorer"][:, k] >= 0), "team")
