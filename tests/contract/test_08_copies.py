"""Sentence 8: a copy, a saved and a loaded game go on exactly as the original, from every decision."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import load_content

from .players import Long, play_on
from .riches import deal_riches
from .tables import Table, every_table, mixed_batch
from .traces import everything, raw
from .worlds import top_operation


@every_table
def test_clone_save_and_load_work_at_every_decision_and_a_loaded_game_goes_on_exactly_as_the_original(
    table: Table,
) -> None:
    """At every step of whole games the players change over to a copy; all lines stay equal to the untouched one."""
    original = table.batch(24, seed=81)
    deal_riches(original)
    lines: dict[str, Batch] = {name: original.clone() for name in ("clone", "loaded", "pickled", "deep", "picked")}
    player = Long(1)
    questions: set[int] = set()
    backwards = np.arange(24)[::-1].copy()
    while not original.over.all():
        questions |= set(top_operation(original.games).tolist())
        lines["clone"] = lines["clone"].clone()
        lines["loaded"] = Batch.load(lines["loaded"].save())
        lines["pickled"] = pickle.loads(pickle.dumps(lines["pickled"]))
        lines["deep"] = copy.deepcopy(lines["deep"])
        lines["picked"] = lines["picked"].clone(backwards).clone(backwards)
        actions = player(original)
        original.step(actions, illegal="ignore")
        expected = everything(original)
        for name, line in lines.items():
            line.step(actions, illegal="ignore")
            assert everything(line) == expected, name
    assert {o.OP_TURN, o.OP_PAY_TRAVEL, o.OP_DRAW, o.OP_EXILE} < questions
    for line in lines.values():
        line.reset()
    original.reset()
    for name, line in lines.items():
        assert everything(line) == everything(original), f"the next game after {name}"


def test_a_copy_is_independent_of_the_original() -> None:
    batch = mixed_batch(28, seed=82)
    play_on(batch, Long(2), 12)
    before = everything(batch)
    for other in (batch.clone(), Batch.load(batch.save()), Batch.from_games(batch.games), copy.deepcopy(batch)):
        assert everything(other) == before
        play_on(other, Long(3), 5000)
        assert other.over.all()
        assert everything(batch) == before


def test_any_choice_of_games_can_be_cloned() -> None:
    batch = mixed_batch(28, seed=83)
    play_on(batch, Long(2), 12)
    for choice in ([3], [5, 5, 5], np.arange(28)[::-1], np.arange(28) % 2 == 0, np.array([27, 0], np.int8), 4):
        which = np.atleast_1d(np.arange(28)[choice])
        other = batch.clone(choice)
        assert len(other) == len(which)
        assert np.array_equal(raw(other.games), raw(batch.games)[which])
        assert np.array_equal(other.mask, batch.mask[which])
        assert np.array_equal(other.observation, batch.observation[which])
        assert np.array_equal(other.player, batch.player[which])
    for choice in ([28], [-1], np.ones(27, bool)):
        with pytest.raises((IndexError, ValueError), match="numbered 0 to 27|needs shape"):
            batch.clone(choice)


def test_worlds_drawn_for_another_seat_can_be_copied_too() -> None:
    """There the deciding player may have a single option, which must not be played by copying."""
    batch = mixed_batch(700, seed=84)
    play_on(batch, Long(4), 25)
    world = batch.clone()
    world.determinize((world.games["players"] - 1).astype(int), seed=1)
    single = (world.mask.sum(axis=1) == 1) & ~world.over
    assert single.any()
    for other in (world.clone(), Batch.load(world.save()), pickle.loads(pickle.dumps(world))):
        assert everything(other) == everything(world)


def saved() -> bytes:
    batch = mixed_batch(14, seed=85)
    play_on(batch, Long(2), 12)
    return batch.save()


def test_a_damaged_save_is_refused_whichever_byte_is_wrong() -> None:
    """One flipped bit in every byte of the header, and in many of the body."""
    data = saved()
    body = data.index(b"\n", data.index(b"\n") + 1)
    rng = np.random.default_rng(1)
    places = [*range(body + 1), *rng.integers(body, len(data), 150).tolist()]
    accepted = []
    for place in places:
        damaged = bytearray(data)
        damaged[place] ^= 1 << int(rng.integers(8))
        try:
            Batch.load(bytes(damaged))
        except ValueError as error:
            refusal = str(error)
        else:
            refusal = ""
        if len(refusal.split()) < 4:
            accepted.append((place, data[max(0, place - 20) : place + 5]))
    assert not accepted, f"{len(accepted)} damaged saves were loaded: {accepted[:3]}"


@pytest.mark.parametrize("length", [0, 1, 10, 16, 17, 40, 200, 2000, -1, -3000])
def test_a_truncated_save_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="save"):
        Batch.load(saved()[:length])


def test_a_save_with_something_added_is_refused() -> None:
    with pytest.raises(ValueError, match="damaged"):
        Batch.load(saved() + b"\0")


@pytest.mark.parametrize("data", [b"", b"arnak", b"\x80\x04N.", b"arnak_env games\n", b"arnak_env games\n{}\n",
                                  b"arnak_env games\nnull\n", b"arnak_env games\n\xff\xfe\n", b"x" * 5000])  # fmt: skip
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="save"):
        Batch.load(data)


def rewritten(key: str, value: object) -> bytes:
    """Return a save with another header entry, as another version would have written it."""
    magic, header, body = saved().split(b"\n", 2)
    entries = json.loads(header)
    entries[key] = value
    return b"\n".join([magic, json.dumps(entries).encode(), body])


def test_a_save_of_another_version_is_refused_in_clear_words() -> None:
    with pytest.raises(ValueError, match="another version: game record"):
        Batch.load(rewritten("layout", "0123456789abcdef"))


def test_a_save_with_other_content_is_refused_in_clear_words(tmp_path: object) -> None:
    with pytest.raises(ValueError, match="other content"):
        Batch.load(rewritten("content", hashlib.sha256(b"other").hexdigest()))
    from pathlib import Path

    override = Path(str(tmp_path)) / "mine.toml"
    override.write_text('[[card]]\nid = "ostrich"\ncost = 2\n')
    mine = Batch(2, content=str(override), seed=1)
    data = mine.save()
    assert mine.content.fingerprint != load_content().fingerprint
    with pytest.raises(ValueError, match="other content"):
        Batch.load(data)
    assert everything(Batch.load(data, content=str(override))) == everything(mine)
    assert everything(Batch.load(data, content=mine.content)) == everything(mine)
    assert everything(pickle.loads(pickle.dumps(mine))) == everything(mine)


@pytest.mark.parametrize(("key", "value"), [("games", 3), ("games", "14"), ("extra", None), ("extra", {}),
                                            ("sha256", "0" * 64), ("layout", None), ("games", -1)])  # fmt: skip
def test_a_save_with_a_wrong_header_is_refused(key: str, value: object) -> None:
    with pytest.raises(ValueError, match="save"):
        Batch.load(rewritten(key, value))


def test_loading_something_that_is_no_bytes_is_refused() -> None:
    for data in ("text", 3, None):
        with pytest.raises((ValueError, TypeError)):
            Batch.load(data)  # type: ignore[arg-type]
