"""What happens between two decisions, in words."""

from __future__ import annotations

import random

import numpy as np
import pytest

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import action_number
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.telling import Walk, following, opening
from arnak_env.arkeis.telling_changes import changes
from arnak_env.arkeis.words import Scene

_KINDS = {"turn", "story", "card", "dice", "effect", "change", "forced"}
_TO_CHEST = "a Wildcard token goes to the Camp Chest"


@pytest.mark.parametrize("seed", range(4))
def test_the_walk_ends_where_the_rules_end(seed: int) -> None:
    mode = "campaign" if seed % 2 else "episode"
    batch = Batch(1, mode=mode, episode=0 if seed % 2 else seed // 2, explorers=("robert", "rhiat"), seed=seed)
    draw = random.Random(seed)
    for _ in range(150):
        if batch.over[0]:
            break
        action = draw.choice(batch.legal_actions(0))
        scene = Scene(batch.games[0], batch.content)
        scene.rules.engine.answer(scene.g, action)
        walk = Walk(scene)
        with np.errstate(over="ignore"):
            events = walk.to_decision()
        batch.step([action])
        record, real = walk.record(), batch.games[0]
        for field in set(field_names(real)) - {"decisions", "frame", "roll"}:
            assert np.array_equal(record[field], real[field]), field
        assert {event.kind for event in events} <= _KINDS
        assert all(event.words for event in events)


def field_names(record: np.void) -> tuple[str, ...]:
    return record.dtype.names or ()


def test_the_opening_tells_the_set_up() -> None:
    batch = Batch(1, explorers=("rebecca", "franck"), seed=3)
    words = [event.words for event in opening(batch)]
    assert words[0] == "Episode 0: The Robber's Trench"
    assert "Rebecca reads ivory-jackal - Grave Robber: He works his way to the coffin, blow by blow." in words
    assert words[-1] == "Turn of Rebecca"
    batch.step([action_number("end turn")])
    assert opening(batch) == []


def test_a_card_that_goes_back_is_told() -> None:
    batch = Batch(1, explorers=("rebecca", "franck"), seed=3)
    batch.games["square"][0, o.REBECCA] = o.SQUARE_IDS.index("B2")
    batch.refresh()
    words = [event.words for event in following(batch, action_number("clue red-eye"))]
    assert words[0] == "Rebecca reads red-eye - Sealed Burial Door: A round hollow in the door waits for a seal."
    assert "Sealed Burial Door goes back to the Clue deck" in words


def test_moves_doors_dice_and_turns_are_told() -> None:
    batch = Batch(1, explorers=("rebecca", "franck"), seed=3)
    told = []
    draw = random.Random(2)
    for _ in range(200):
        if batch.over[0]:
            break
        action = draw.choice(batch.legal_actions(0))
        told += following(batch, action)
        batch.step([action])
    kinds = {event.kind for event in told}
    assert {"turn", "card", "change", "dice"} <= kinds
    text = "\n".join(event.words for event in told)
    assert "the door between M1-1 and A3 is open (red-sun)" in text
    assert "Turn of Franck" in text
    assert "Fate token onto Grave Robber" in text


def test_the_end_of_an_episode_is_told() -> None:
    batch = Batch(1, explorers=("rebecca",), seed=3)
    batch.games["reserve"] = 1  # Grave Robber takes the last one
    batch.refresh()
    events = following(batch, action_number("end turn"))
    stories = [event.words for event in events if event.kind == "story"]
    assert stories[0] == "The episode ends: adverse epilogue - Late"
    assert "+1 Experience point, 1 in all" in [event.words for event in events]


@pytest.mark.parametrize(("seed", "switch"), [(0, "supply"), (2, "out")])
def test_the_return_to_camp_tells_what_the_camp_does_only(seed: int, switch: str) -> None:
    batch = Batch(1, mode="campaign", explorers=("robert", "rhiat"), defeated_miniatures=switch, seed=seed)
    draw, camps = random.Random(seed), 0
    while not batch.over[0]:
        action = int(draw.choice(batch.legal_actions(0)))
        events = following(batch, action)
        batch.step([action])
        told = [event.words for event in events]
        out = f" on {o.SQUARE_IDS[o.OUT]}"  # where the mark of a miniature that is out would be read as a square
        assert not any(words.endswith(out) and words[0].isdecimal() for words in told)
        camp = [place for place, words in enumerate(told) if words.startswith("The team returns to camp")]
        if not camp:
            continue
        camps += 1
        after = events[camp[0] + 1 :]
        following_story = next((k for k, event in enumerate(after) if event.kind == "story"), len(after))
        changed = [event.words for event in after[:following_story] if event.kind == "change"]
        for words in changed:
            assert words.endswith(" is discarded") or words == _TO_CHEST, words
    assert camps == 3


def test_the_next_set_up_tells_nothing_of_the_episode_before() -> None:
    batch = Batch(1, mode="campaign", explorers=("rhiat",), defeated_miniatures="out", seed=0)
    batch.games["reserve"] = 1
    batch.games["miniature_square"][0, 0] = o.OUT
    batch.games["wildcard"][0, 0] = o.RHIAT
    batch.refresh()
    assert [event.words for event in following(batch, action_number("end turn"))][-1] == _TO_CHEST
    batch.step([action_number("end turn")])
    told = [event for event in following(batch, action_number("leave camp")) if event.kind == "change"]
    assert [event.words for event in told[:2]] == ["Rhiat has a Wildcard token", "Rhiat is now on L1-3 (Courtyard)"]
    assert not any("eliminated" in event.words or "is open" in event.words for event in told)


def test_a_door_whose_token_is_replaced_stays_closed() -> None:
    batch = Batch(1, explorers=("rhiat",), seed=3)
    scene = Scene(batch.games[0], batch.content)
    before = scene.g.copy()
    token = next(k for k in range(o.TOKENS) if scene.g.token_place[k] >= o.FIRST_DOOR)
    other = next(k for k in range(o.TOKENS) if scene.g.token_place[k] == o.NOWHERE)
    place = int(scene.g.token_place[token])
    scene.g.token_place[token], scene.g.token_place[other] = o.NOWHERE, place
    door = scene.link(place - o.FIRST_DOOR)
    assert list(changes(scene, before)) == [f"the {door} is closed ({o.SYMBOL_IDS[other]})"]
