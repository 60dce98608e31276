"""What one operation of the rules means for people: cards read, dice rolled, effects that begin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.effect_words import program_words
from arnak_env.arkeis.words import FACE_WORDS, Scene, amount, faces_words, line_words

Told = tuple[str, str]  # kind and words of an event


def steps(scene: Scene, before: Any) -> Iterator[Told]:
    """Yield what the operation on top has done, by comparing the game before it and now."""
    frame = before.frame[int(before.frames) - 1]
    operation, step = int(frame[o.F_OP]), int(frame[o.F_X])
    if operation == o.OP_TURN and step == 0:
        yield "turn", f"Turn of {scene.explorer(scene.active())}"
    if operation == o.OP_CLUE_CARD and step == 0:
        yield "card", card_words(scene, int(frame[o.F_SELF]), int(frame[o.F_A]))
    if operation == o.OP_ENDING:
        yield from _ending(scene, before, step)
    elif operation == o.OP_CAMP and step == 0:
        yield "story", "The team returns to camp; Wounds and Poison are gone, Traumas stay"
    if operation == o.OP_TEST and step == 1:
        passed = scene.rules.sheet.pays(before, int(frame[o.F_B]))
        yield "effect", f"the test is {'passed' if passed else 'failed'}"
    yield from _rolled(scene, before, operation)
    if operation not in (o.OP_ENDING, o.OP_CLUE_CARD) and operation >= o.NOTATION_OPERATIONS:
        yield from _begun(scene, before, frame)


def card_words(scene: Scene, explorer: int, card: int) -> str:
    """Return that a Clue card is read, with its title and text."""
    entry = scene.clue_card(card)
    if entry is None:
        return ""
    text = f": {entry.text}" if entry.text else ""
    return f"{scene.explorer(explorer)} reads {entry.symbol} - {entry.name}{text}"


def _rolled(scene: Scene, before: Any, operation: int) -> Iterator[Told]:
    g = scene.g
    if g.counter[o.STREAM_DICE] == before.counter[o.STREAM_DICE] or not g.rolls:
        return
    roll = g.roll[int(g.rolls) - 1]
    shown = faces_words(roll[o.R_COUNT : o.R_COUNT + o.FACES])
    if operation == o.OP_REROLL:
        yield "dice", f"rerolled, now: {shown}"
    else:
        sort = "Combat" if roll[o.R_SORT] == o.COMBAT_ROLL else "Investigation"
        dice = amount(int(roll[o.R_DICE]), f"{sort} die")
        yield "dice", f"{scene.explorer(int(roll[o.R_ROLLER]))} rolls {dice}: {shown}"


def _begun(scene: Scene, before: Any, frame: Any) -> Iterator[Told]:
    """Yield the effect list that an operation of the engine has started."""
    g = scene.g
    top = g.frame[int(g.frames) - 1]
    started = g.frames > 0 and top[o.F_OP] < o.NOTATION_OPERATIONS and top[o.F_ROW] > 0 and top[o.F_X] == 0
    if not started or (g.frames == before.frames and (top == frame).all()) or g.frames < before.frames:
        return
    words = program_words(scene.t.program, int(top[o.F_ROW]) - 1, scene, scene.t.condition)
    operation = int(frame[o.F_OP])
    source = scene.source(top[o.F_SOURCE])
    if operation == o.OP_COMBAT:
        yield "effect", f"{_face(scene, frame, top)}: {words}"
    elif int(top[o.F_SOURCE]) // o.SOURCE_STEP == o.SOURCE_EPISODE:
        yield "effect", f"the reserve is empty: {words}"
    elif operation == o.OP_ADVERSARY_START:
        yield "effect", f"{source} acts against {scene.explorer(int(top[o.F_SELF]))}: {words}"
    elif source:
        yield "effect", f"{source}: {words}"


def _face(scene: Scene, frame: Any, top: Any) -> str:
    """Return the face whose row of the result table applies."""
    now = scene.g.frame[int(scene.g.frames) - 2]
    kind = int(top[o.F_SOURCE]) // o.SOURCE_STEP
    face = int(scene.t.adversary_face[int(now[o.F_B]), int(now[o.F_C])])
    more = "" if kind == o.SOURCE_ADVERSARY else f" ({scene.source(top[o.F_SOURCE])})"
    return FACE_WORDS[face] + more


def _ending(scene: Scene, before: Any, step: int) -> Iterator[Told]:
    """Yield the parts of the end of an episode: epilogue, completed lines, Event."""
    g, episode = scene.g, scene.episode
    result = o.RESULT_IDS[int(g.result)]
    if step == 0:
        entry = getattr(episode.epilogue, result)
        yield "story", f"The episode ends: {result} epilogue" + (f" - {entry.title}" if entry.title else "")
        if entry.text:
            yield "story", entry.text
        yield from _effects(scene, int(scene.t.epilogue_program[scene.slot, int(g.result)]), "Epilogue")
    elif step == 1 and g.frames > before.frames:
        line = int(g.frame[int(g.frames) - 2][o.F_Y]) - 1
        yield from _effects(scene, int(scene.t.line_program[scene.slot, line]), f"Complete {line_words(line)}")
    elif step == 2:
        event = int(g.events[scene.slot]) - 1
        if event >= 0:
            told = episode.events[event]
            yield "story", " - ".join(text for text in (f"Event: {told.title}", told.text) if text)
            yield from _effects(scene, int(scene.t.event_program[scene.slot, event]), "Event")


def _effects(scene: Scene, row: int, head: str) -> Iterator[Told]:
    if row > 0:
        yield "effect", f"{head}: {program_words(scene.t.program, row, scene, scene.t.condition)}"
