"""What happens between two decisions, in words.

A copy of the game is walked through the rules as plain Python, one operation after the other, and what changed is told
after each. So everything comes in its order, also a card that is read and goes back to the deck.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.questions import split_action
from arnak_env.arkeis.telling_changes import changes
from arnak_env.arkeis.telling_steps import steps
from arnak_env.arkeis.words import Scene

_ACTIONS = ("end turn", "move", "clue", "combat", "give", "give action", "use", "use experience", "leave camp")


class Event(NamedTuple):
    """Something that happened.

    Attributes:
        kind: ``"turn"`` begins the turn of an Explorer, ``"story"`` an episode or its end, ``"card"`` is a card that
            is read, ``"dice"`` a roll, ``"effect"`` an effect that applies, ``"change"`` what it changed,
            ``"forced"`` the only choice that somebody had.
        words: in words.
    """

    kind: str
    words: str


def opening(batch: Batch) -> list[Event]:
    """Return what happened before the first decision of a batch of one game.

    Args:
        batch: a game of which nothing has been played.
    """
    game = batch.games[0]
    if game["decisions"]:
        return []
    scene = Scene(game, batch.content)
    number = int(game["game_number"])
    with np.errstate(over="ignore"):
        scene.rules.setup.set_up(scene.g, scene.t, np.uint64(batch.seeds[0]), number)
        return [Event("story", words) for words in episode_words(scene)] + Walk(scene).to_decision()


def following(batch: Batch, action: int) -> list[Event]:
    """Return what an action brings up to the next decision, without playing it.

    Args:
        batch: a batch of one game.
        action: a legal action.
    """
    scene = Scene(batch.games[0], batch.content)
    with np.errstate(over="ignore"):
        scene.rules.engine.answer(scene.g, action)
        return Walk(scene).to_decision()


def episode_words(scene: Scene) -> list[str]:
    """Return the title, the introduction and the aim of the episode."""
    head = scene.episode.episode
    number = "" if head.number is None else f"Episode {head.number}: "
    words = [f"{number}{head.title}", head.intro, *head.special_rules]
    return [text for text in (*words, f"Aim: {head.objective}" if head.objective else "") if text]


class Walk:
    """A game on its way to the next decision; its scene changes."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.events: list[Event] = []
        self._legal = np.empty(512, np.int64)

    def to_decision(self) -> list[Event]:
        """Go on to the next decision or the end of the game, and return what happened."""
        g = self.scene.g
        while not g.over and g.frames > 0 and not g.error:
            if self._asked() and not self._forced():
                break
            if not g.over and g.frames > 0 and not self._asked():
                self._one()
        return self.events

    def _asked(self) -> bool:
        immediate = self.scene.g.emptied and self.scene.t.on_empty_immediate[self.scene.g.slot]
        return bool(self.scene.frame[o.F_ASK] != o.ASK_NONE and not immediate)

    def _forced(self) -> bool:
        """Answer a question with one answer only; return whether it was such a question."""
        scene = self.scene
        number = scene.rules.legal.legal_actions(scene.g, scene.t, self._legal)
        if number != 1 or scene.g.show_forced:
            return False
        action = int(self._legal[0])
        verb, _ = split_action(action)
        if verb in _ACTIONS:
            from arnak_env.arkeis.actions import action_name

            who = scene.explorer(scene.deciding())
            nothing = "the turn ends, nothing is left to do" if verb == "end turn" else action_name(action)
            self.events.append(Event("forced", f"{who}: {nothing}"))
        scene.rules.engine.answer(scene.g, action)
        return True

    def _one(self) -> None:
        """Carry out one operation and tell what it brought."""
        scene = self.scene
        before = scene.g.copy()
        self._run()
        if scene.g.slot != before.slot:  # names are those of the next episode
            self.scene = scene = Scene(self.record(), scene.content)
            self.events += [Event("story", words) for words in episode_words(scene)]
            return
        self.events += [Event(*told) for told in steps(scene, before)]
        self.events += [Event("change", words) for words in changes(scene, before)]

    def record(self) -> Any:
        """Return the game as it stands, as a record of its own layout."""
        from arnak_env.arkeis.state import GAME

        record = np.zeros(1, GAME)
        for name in GAME.names or ():
            record[name][0] = self.scene.g[name]
        return record[0]

    def _run(self) -> None:
        """Run the operation on top, as the loop of the engine does."""
        scene = self.scene
        g, t, engine = scene.g, scene.t, scene.rules.engine
        if g.emptied and t.on_empty_immediate[g.slot] and g.stage == o.STAGE_EPISODE:
            scene.rules.turns.push_on_empty(g, t)
            return
        operation = int(scene.frame[o.F_OP])
        if operation < o.NOTATION_OPERATIONS:
            if not engine.run_asking(g, t):
                engine.run_at_once(g, t)
        elif not engine.run_turn_operation(g, t, operation, self._legal):
            if not engine.run_roll_operation(g, t, operation):
                engine.run_campaign_operation(g, t, operation)
