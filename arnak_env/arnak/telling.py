"""What is told at the table: actions as another seat sees them, and everything that happens between two decisions.

The rules take forced choices and all turns of the solo rival in one go. To tell them one by one, the same rules are run
again on a copy that stops at every choice and after every turn of the rival.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.effect_words import describe_program
from arnak_env.arnak.questions import action_note, top_frame
from arnak_env.arnak.rival_words import before_opening, rival_deed
from arnak_env.arnak.words import ROMAN, amount, track_id

if TYPE_CHECKING:
    from arnak_env.arnak.batch import Batch

RIVAL = 4  # the rival's place in the scores
_END_TURN = np.array([a.A_END_TURN])


class Event(NamedTuple):
    """Something that happened without anybody deciding it.

    Attributes:
        kind: ``"forced"`` (a choice with a single option), ``"found"`` (a site tile, a guardian, an idol, a secret
            passage, an encounter card), ``"drawn"`` (cards that the viewer has drawn), ``"rival"``, ``"objective"`` or
            ``"round"``.
        seat: whose forced choice it was, -1 otherwise.
        words: what happened.
    """

    kind: str
    seat: int
    words: str


def seen_by(batch: Batch, action: int, viewer: int | None) -> str:
    """Return an action of the deciding player in words, as far as `viewer` may know it (``None``: everything).

    Cards that an earring has laid aside are known to their owner only, so others do not see which one is kept.
    """
    hidden = a.A_TAKE_CARD <= action < a.A_TAKE_CARD + o.CARDS
    if hidden and viewer is not None and viewer != int(batch.player[0]):
        frame = top_frame(batch.games[0])
        if frame[o.F_OP] == o.OP_ASIDE:
            return "take card (face down)"
    return batch.action_words(0, action)


def opening(batch: Batch) -> list[Event]:
    """Return what happened before the first decision of a new game: the rival's opening action."""
    game = batch.games[0]
    if not game["rival"] or not game["rival_used_size"]:
        return []
    tables = batch.content.tables[0]
    return _rival_turn(batch, before_opening(game, tables), None) + _objectives(None, game)


def following(batch: Batch, action: int, viewer: int | None = None) -> list[Event]:
    """Return what happens after `action`, up to the next decision; the batch of one game is not changed.

    Args:
        batch: a batch of one game.
        action: the action its deciding player is about to take.
        viewer: the seat that is told, ``None``: everything.
    """
    copy = batch.clone(observe=False)
    copy.games["show_forced"] = 1
    events: list[Event] = []
    chosen = action
    while True:
        for before, after in _steps(copy, chosen):
            events += _between(copy, before, after, viewer)
        legal = copy.legal_actions(0)
        if len(legal) != 1 or batch.games[0]["show_forced"]:
            return events
        (chosen,) = legal
        words = seen_by(copy, chosen, viewer)
        note = action_note(copy.games[0], chosen) if words == copy.action_words(0, chosen) else ""
        events.append(Event("forced", int(copy.player[0]), f"{words}: {note}" if note else words))


def _steps(copy: Batch, action: int) -> Iterator[tuple[Any, Any]]:
    """Take an action; yield the game before and after, for every turn of the rival apart."""
    game = copy.games[0]
    alone = action == a.A_END_TURN and game["rival"] and game["passed"][0] and game["rival_stack_size"] > 0
    if not alone:
        before = game.copy()
        copy.step([action])
        yield before, copy.games[0].copy()
        return
    # The rival plays on alone until its stack is empty. A player who has not passed would get a turn in between.
    while copy.games[0]["rival_stack_size"] > 0:
        before = copy.games[0].copy()
        _end_turn(copy, passed=False)
        yield before, copy.games[0].copy()
    before = copy.games[0].copy()
    _end_turn(copy, passed=True)
    yield before, copy.games[0].copy()


def _end_turn(copy: Batch, passed: bool) -> None:
    copy.games["passed"][0, 0] = passed
    copy.games["main_done"] = 1
    copy.refresh()
    copy.step(_END_TURN)


def _between(batch: Batch, before: Any, after: Any, viewer: int | None) -> list[Event]:
    """Return what one step of the copy brought besides the action itself."""
    fresh = after["round_number"] != before["round_number"]
    events = [*_found(before, after, batch.content.tables[0]), *([] if fresh else _drawn(before, after, viewer))]
    if fresh:
        events.append(Event("round", -1, f"Round {ROMAN[int(after['round_number'])]} begins."))
    if after["rival"] and (
        after["rival_used_size"] > before["rival_used_size"] or (fresh and after["rival_used_size"])
    ):
        at_home = before.copy()
        if fresh:  # all figures have gone home in between
            at_home["space"][at_home["space"] == o.RIVAL_FIGURE] = o.EMPTY
        events += _rival_turn(batch, at_home, before)
    return events + (_objectives(None if fresh else before, after) if after["objectives"] else [])


def _found(before: Any, after: Any, tables: Any) -> list[Event]:
    """Return what a player has uncovered or come upon, beyond what the action itself says."""
    if after["rival_used_size"] != before["rival_used_size"]:
        return []  # the turn of the rival says it
    words = [
        *_sites(before, after, tables),
        *_stack_tiles(before, after, tables),
        *_passages(before, after),
        *_idols(before, after),
        *_dark_tablets(before, after),
        *_encounters(before, after, tables),
    ]
    return [Event("found", -1, word) for word in words]


def _sites(before: Any, after: Any, tables: Any) -> Iterator[str]:
    for site in range(o.SITES):
        tile, guardian = int(after["tile"][site]), int(after["guardian"][site])
        if tile >= 0 and before["tile"][site] < 0:
            effect = describe_program(tables["program"], int(tables["tile_program"][tile]))
            yield f"{a.SITE_IDS[site]} turns out to be {a.TILE_IDS[tile]} ({effect})"
        if guardian >= 0 and guardian not in before["guardian"]:
            yield f"{a.GUARDIAN_IDS[guardian]} wakes at {a.SITE_IDS[site]}"


def _stack_tiles(before: Any, after: Any, tables: Any) -> Iterator[str]:
    """Yield the site tile that was turned up, used and put under its stack."""
    for level in (1, 2):
        size = int(after[f"level_{level}_size"])
        if not size or size != before[f"level_{level}_size"]:
            continue
        tile = int(after[f"level_{level}_stack"][size - 1])
        if tile != before[f"level_{level}_stack"][size - 1]:
            effect = describe_program(tables["program"], int(tables["tile_program"][tile]))
            yield f"the top tile of the level {'I' * level} stack is {a.TILE_IDS[tile]} ({effect})"


def _passages(before: Any, after: Any) -> Iterator[str]:
    """Yield which player has gone into a secret passage of the Owl Temple; an idol found there is told by itself."""
    for passage in map(int, np.flatnonzero(after["passage_used"] != before["passage_used"])):
        entry = a.FIRST_PASSAGE + passage
        points = int(before["space_tile"][entry])
        gain = f", gains its tile of {amount(points, 'point')}" if points else ""
        who = int(after["passage_used"][passage])
        yield (
            f"player {who} leaves the magnifying glass in {track_id(o.OWL, entry)}{gain} "
            "and goes on with the lantern, from the start of the track"
        )


def _idols(before: Any, after: Any) -> Iterator[str]:
    """Yield the idols that have come from the face-down ones off the map."""
    if after["idol_stack_size"] >= before["idol_stack_size"]:
        return
    place = "in the passage" if (after["passage_used"] != before["passage_used"]).any() else "off the map"
    if after["idols_beside"] < before["idols_beside"]:
        place = "beside the research track"
    elif after["temple_tiles"].sum() < before["temple_tiles"].sum():
        place = "at the top of the temple"
    elif after["idols_left"] < before["idols_left"]:
        place = "left over at set-up"
    for player in range(int(after["players"])):
        gained = after["idol_types"][player] - before["idol_types"][player]
        for idol in map(int, np.flatnonzero(gained > 0)):
            yield f"player {player + 1} takes an idol {place}, {a.IDOL_IDS[idol]}; its picture has no effect now"


def _dark_tablets(before: Any, after: Any) -> Iterator[str]:
    """Yield how many dark tablets a player has got; the name of a space or site effect does not say it."""
    for player in range(int(after["players"])):
        gained = int(after["dark"][player]) - int(before["dark"][player])
        if gained > 0:
            left = f"{int(after['dark_supply'])} left in the supply"
            yield f"player {player + 1} gains {amount(gained, 'dark tablet')} ({left})"


def _encounters(before: Any, after: Any, tables: Any) -> Iterator[str]:
    """Yield the encounter cards that were drawn."""
    for chapter, first in enumerate(o.FIRST_OF_CHAPTER):
        if after["encounter_size"][chapter] < before["encounter_size"][chapter]:
            card = int(before["encounter"][first])
            effect = describe_program(tables["program"], int(tables["encounter_program"][card]))
            kept = " and is kept" if after["encounter_saved"][card] else ""
            yield f"{a.ENCOUNTER_IDS[card]} is drawn{kept} ({effect})"


def _drawn(before: Any, after: Any, viewer: int | None) -> list[Event]:
    """Return the cards that have come from the viewer's deck to the hand."""
    if viewer is None or after["deck_size"][viewer] >= before["deck_size"][viewer]:
        return []
    old = Counter(map(int, before["hand"][viewer, : int(before["hand_size"][viewer])]))
    new = Counter(map(int, after["hand"][viewer, : int(after["hand_size"][viewer])])) - old
    cards = ", ".join(a.CARD_IDS[card] for card in new.elements())
    return [Event("drawn", viewer, f"you draw {cards}")] if cards else []


def _rival_turn(batch: Batch, before: Any, scored: Any) -> list[Event]:
    """Return the rival's last turn in words, with the points it brought."""
    after = batch.games[0]
    tile = a.RIVAL_TILE_IDS[int(after["rival_used"][int(after["rival_used_size"]) - 1])]
    words = f"{tile}: {rival_deed(before, after, batch.content.tables[0])}"
    total = int(batch.scores()[0, RIVAL])
    gained = total - (int(_scores(batch, scored)[RIVAL]) if scored is not None else 0)
    if gained:
        words += f" ({'+' if gained > 0 else '-'}{amount(abs(gained), 'point')}, {total} in all)"
    return [Event("rival", -1, words)]


def _scores(batch: Batch, game: Any) -> Any:
    other = batch.clone(observe=False)
    other.games[0] = game
    return other.scores()[0]


def _objectives(before: Any, after: Any) -> list[Event]:
    """Return which objectives were met or dealt."""
    events = []
    paid = before is not None and after["rival_objective_points"] > before["rival_objective_points"]
    for objective, word in enumerate(o.OBJECTIVES):
        was = o.OBJECTIVE_DOWN if before is None else before["objective_state"][objective]
        now = after["objective_state"][objective]
        if was == o.OBJECTIVE_OPEN and now == o.OBJECTIVE_MET:
            who = "the rival meets" if paid else "player 1 meets"
            points = int(before["objective_points"][objective])
            worth = f" (worth {amount(points, 'point')} to it)" if paid else " (the rival gets nothing for it)"
            events.append(Event("objective", -1, f"{who} {word}{worth}"))
    dealt = [
        f"{word} ({amount(int(after['objective_points'][k]), 'point')})"
        for k, word in enumerate(o.OBJECTIVES)
        if after["objective_state"][k] == o.OBJECTIVE_OPEN
    ]
    if before is None and after["objectives"]:
        events.append(Event("objective", -1, f"now open: {', '.join(dealt) or 'none'}"))
    return events
