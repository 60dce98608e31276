"""What play reaches: questions, answers, program rows, components. `Reached` watches steps from outside.

Whatever happens at a decision shows in the position before it and the action. What the rules resolve by themselves
between two decisions does not; for that, one position and action of every kind is kept, and another process takes
these steps without compilation and watches the rules line by line (`watch.py`).
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from arnak_env import Batch
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import load_content
from arnak_env.arnak.state import GAME

_COUNTING = [a.CARD_IDS.index(word) for word in ("bow_and_arrows", "stone_key")]
_RIVAL_FIELDS = (
    "round_number", "rival_home", "rival_glass", "rival_notebook", "rival_idols", "rival_minus_one", "rival_cards",
    "rival_temple", "rival_objective_points", "six_point_tiles", "rival_lantern", "rival_owl", "space_marked",
    "passage_used", "altar_card", "altar_dark", "dark_supply",
)  # fmt: skip
_STARTS = np.array(list(a.FIRST.values()))


class Reached:
    """Collects what a series of steps reached.

    Attributes:
        answers: how often each (operation, program row, action) occurred; the row is that of the operation itself,
            -1 where the operation belongs to no program.
        things: how often each named thing happened, for example ``("assistant", "0", "1")``.
        source: where the steps come from just now, for the report; `first_source` keeps it by action.
    """

    def __init__(self, samples: int = 1) -> None:
        self._most = samples
        self.answers: Counter[tuple[int, int, int]] = Counter()
        self.things: Counter[tuple[str, ...]] = Counter()
        self._kept: dict[object, list[tuple[np.void, int]]] = {}
        self.source = ""
        self.first_source: dict[int, str] = {}

    def before(self, batch: Batch, actions: np.ndarray, keep_all: bool = False) -> None:
        """Note what is about to happen in every game that takes a legal action.

        Args:
            batch: the games.
            actions: what they are about to do.
            keep_all: keep every position as a sample, not only a few of each kind.
        """
        games = batch.games
        legal = (actions >= 0) & (actions < a.ACTIONS) & ~batch.over
        legal &= batch.mask[np.arange(len(batch)), np.where(legal, actions, 0)] != 0
        chosen = np.flatnonzero(legal)
        if not len(chosen):
            return
        frame = games["frame"][chosen, games["frames"][chosen].astype(int) - 1].astype(np.int64)
        # Rows of the table belong to the content; those of changed content say nothing about ours.
        own = batch.content is load_content()
        keep_all &= own
        row = np.maximum(frame[:, o.F_ROW] - 1, -1) if own else np.full(len(chosen), -1)
        acts = np.asarray(actions, np.int64)[chosen]
        for key, times in zip(*np.unique(np.stack([frame[:, o.F_OP], row, acts], axis=1), axis=0, return_counts=True),
                              strict=True):  # fmt: skip
            self.answers[int(key[0]), int(key[1]), int(key[2])] += int(times)
            self.first_source.setdefault(int(key[2]), self.source)
        if not own:
            return
        if keep_all:
            # Also the ends of turns against the rival, whose next tile may be one that can do nothing.
            several = (batch.mask[chosen].sum(axis=1) > 1) | (games["rival"][chosen] == 1)
            for place in np.flatnonzero(several).tolist():
                key = games[chosen[place]].tobytes(), int(acts[place])
                self._kept.setdefault(key, [(games[chosen[place]].copy(), int(acts[place]))])
        verb = np.searchsorted(_STARTS, acts, side="right")
        # Besides question and answer: the phase of the question, and what the answer means just here.
        context = self._context(games[chosen], frame, acts)
        free = (acts >= a.A_PLAY) & (acts < a.A_GLASS) | (acts >= a.A_ASSISTANT) & (acts < a.A_PAY_CARD)
        phase = np.where(free | (frame[:, o.F_OP] == o.OP_KEEP), 0, frame[:, o.F_X])
        question = np.where(free, frame[:, o.F_OP] == o.OP_TURN, frame[:, o.F_OP])
        kinds = np.stack([question, np.where(free, 0, row + 1), verb, phase, context], axis=1)
        packed = kinds @ np.array([10**12, 10**9, 10**7, 10**5, 1])
        doubt = (games["hand_group"][chosen] & o.SWAPPED).any(axis=(1, 2))
        doubt &= (games["deck_group"][chosen] & o.SWAPPED).any(axis=(1, 2))
        for codes in (packed, acts, np.where(doubt, -verb, acts)):
            found, places = np.unique(codes, return_index=True)
            for code, place in zip(found.tolist(), places.tolist(), strict=True):
                if keep_all and several[place]:
                    continue
                kept = self._kept.setdefault(code, [])
                if len(kept) < self._most:
                    kept.append((games[chosen[place]].copy(), int(acts[place])))
        self._name(games[chosen], acts)

    def add(self, later: Reached) -> None:
        """Add what later steps reached, as if they had been noted here."""
        self.answers.update(later.answers)
        self.things.update(later.things)
        for key, kept in later._kept.items():
            known = self._kept.setdefault(key, [])
            known += kept[: self._most - len(known)]
        for action, source in later.first_source.items():
            self.first_source.setdefault(action, source)

    def samples(self) -> tuple[np.ndarray, np.ndarray]:
        """Return positions and actions, at most a few of every kind."""
        pairs = [pair for kept in self._kept.values() for pair in kept]
        games = np.zeros(len(pairs), GAME)
        for i, (game, _) in enumerate(pairs):
            games[i] = game
        return games, np.array([action for _, action in pairs], np.int64)

    def _context(self, games: np.ndarray, frame: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Return a number below 100,000 that tells apart what one kind of answer can lead to."""
        everyone = np.arange(len(games))
        board, round_number = (games[name].astype(np.int64) for name in ("board", "round_number"))
        context = np.zeros(len(games), np.int64)
        ending = (actions == a.A_PASS) | (actions == a.A_END_TURN)
        rival = np.where(games["rival_stack_size"] > 0, games["rival_stack"][:, 0] + 2, 1) * games["rival"]
        special = (games["switches"] & o.SWITCH_GREEN_ITEM_ACTS_IN_V) != 0
        context = np.where(ending, 10 * rival + round_number + 200 * special, context)
        research = (actions >= a.A_GLASS) & (actions < a.A_ASSISTANT)
        context = np.where(research, 2000 * board + actions, context)
        choosing = (frame[:, o.F_OP] == o.OP_CHOOSE) & (actions >= a.A_CHOOSE) & (actions < a.A_DIG)
        context = np.where(choosing, actions, context)
        for card in _COUNTING:  # what they count, or whether there is anything to undo
            counted = (games["guardian_owner"] == games["turn_player"][:, None] + 1).any(axis=1) * 2
            counted = counted + (games["slotted"][everyone, games["turn_player"].astype(int)] > 0)
            context = np.where((actions == a.A_PLAY + card) | (actions == a.A_BUY + card), 4 + counted, context)
        discovering, tile = self._discovered(games, actions)
        sites = np.where(discovering, actions - a.A_DISCOVER + o.FIRST_LEVEL_1, 0)
        context = np.where(
            discovering, 30 * (games["idol_up"][everyone, sites].astype(np.int64) + 1) + tile + 1, context
        )
        digging, dug = self._dug(games, actions)
        context = np.where(digging, dug + 50, context)
        using, who, gold = self._assistant(games, actions)
        context = np.where(using, 2 * who + gold, context)
        of_frame = (frame[:, o.F_OP] == o.OP_USE_ARTIFACT) | (frame[:, o.F_OP] == o.OP_USE_AGAIN)
        return np.where(of_frame & (context == 0), frame[:, o.F_A], context)

    @staticmethod
    def _discovered(games: np.ndarray, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        discovering = (actions >= a.A_DISCOVER) & (actions < a.A_OVERCOME)
        sites = np.where(discovering, actions - a.A_DISCOVER + o.FIRST_LEVEL_1, 0)
        tile = np.where(sites < o.FIRST_LEVEL_2, games["level_1_stack"][:, 0], games["level_2_stack"][:, 0])
        return discovering, tile.astype(np.int64)

    @staticmethod
    def _dug(games: np.ndarray, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        digging = (actions >= a.A_DIG + 2 * o.CAMPS) & (actions < a.A_DISCOVER)
        sites = np.where(digging, actions - a.A_DIG - o.CAMPS, 0)
        return digging, games["tile"][np.arange(len(games)), sites].astype(np.int64)

    @staticmethod
    def _assistant(games: np.ndarray, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        using = (actions >= a.A_ASSISTANT) & (actions < a.A_BOON)
        square = np.where(using, actions - a.A_ASSISTANT, 0)
        place = np.arange(len(games)), games["turn_player"].astype(int), square
        return using, games["assistant"][place].astype(np.int64), games["assistant_gold"][place].astype(np.int64)

    def _name(self, games: np.ndarray, actions: np.ndarray) -> None:
        """Count the components that the actions use."""
        everyone = np.arange(len(games))

        def note(kind: str, here: np.ndarray, *numbers: np.ndarray) -> None:
            if not here.any():
                return
            rows, times = np.unique(np.stack([n[here] for n in numbers], axis=1), axis=0, return_counts=True)
            for values, number in zip(rows.tolist(), times.tolist(), strict=True):
                self.things[kind, *(str(value) for value in values)] += number

        paying = games["frame"][everyone, games["frames"].astype(int) - 1, o.F_OP] == o.OP_PAY_TRAVEL
        using, who, gold = self._assistant(games, actions)
        note("assistant", using & ~paying, who, gold)
        note("assistant pays", using & paying, who, gold)
        discovering, tile = self._discovered(games, actions)
        sites = np.where(discovering, actions - a.A_DISCOVER + o.FIRST_LEVEL_1, 0)
        note("idol", discovering, games["idol_up"][everyone, sites].astype(int))
        note("tile discovered", discovering, tile)
        note("tile dug", *self._dug(games, actions))
        overcoming = (actions >= a.A_OVERCOME) & (actions < a.A_BUY)
        sites = np.where(overcoming, actions - a.A_OVERCOME, 0)
        note("guardian", overcoming, games["guardian"][everyone, sites].astype(int))
        research = (actions >= a.A_GLASS) & (actions < a.A_TEMPLE)
        note("research", research, games["board"].astype(int), actions)
        temple = (actions >= a.A_TEMPLE) & (actions < a.A_OWL_TILE)
        note("temple tile", temple, games["board"].astype(int), actions - a.A_TEMPLE)
        note(
            "board and round", np.ones(len(games), bool), games["board"].astype(int), games["round_number"].astype(int)
        )

    def after(self, before: np.ndarray, batch: Batch, actions: np.ndarray) -> None:
        """Note what the rival did in a step, and keep steps in which it did something of another kind."""
        games = batch.games
        solo = np.flatnonzero((games["rival"] == 1) & (games["decisions"] > before["decisions"]))
        signs = [(games[name] != before[name]).reshape(len(games), -1).any(axis=1)[solo] for name in _RIVAL_FIELDS]
        replaced = (games["objective_state"] == o.OBJECTIVE_REPLACED).sum(axis=1)[solo]
        once = (games["switches"][solo] & o.SWITCH_REPLACE_OBJECTIVE_ONCE) != 0
        empty = (before["stack_size"] == 0).any(axis=1)[solo]
        signs.append(empty)
        code = np.stack([*signs, replaced * signs[0], once * signs[0]], axis=1) @ 5 ** np.arange(len(signs) + 2)
        for sign, place in zip(*np.unique(code, return_index=True), strict=True):
            i = int(solo[place])
            self._kept.setdefault(("rival", int(sign)), [(before[i].copy(), int(actions[i]))])
        # A new round puts the used tiles back, so its last turns show in the random stream only.
        same = (before["round_number"] == games["round_number"]) & (games["rival"] == 1)
        for i in np.flatnonzero(same & (games["rival_used_size"] > before["rival_used_size"])).tolist():
            for k in range(int(before["rival_used_size"][i]), int(games["rival_used_size"][i])):
                tile = a.RIVAL_TILE_IDS[int(games["rival_used"][i, k])]
                self.things["rival", tile, str(int(games["round_number"][i]))] += 1


def _words(thing: tuple[str, ...]) -> str:
    """Return a thing in the words of the game."""
    kind, *rest = thing
    if kind.startswith("assistant"):
        return f"{kind} {a.ASSISTANT_IDS[int(rest[0])]} {'gold' if rest[1] == '1' else 'silver'}"
    if kind == "rival":
        return f"rival {rest[0]} round {rest[1]}"
    if kind == "idol":
        return f"idol {a.IDOL_IDS[int(rest[0])]}" if int(rest[0]) >= 0 else "idol none"
    if kind.startswith("tile"):
        return f"{kind} {a.TILE_IDS[int(rest[0])]}"
    if kind == "guardian":
        return f"guardian {a.GUARDIAN_IDS[int(rest[0])]}"
    if kind == "research":
        return a.action_name(int(rest[1]), int(rest[0]))
    if kind == "temple tile":
        return f"temple tile {o.BOARDS[int(rest[0])]} {a.TEMPLE_IDS[int(rest[1])]}"
    return f"{kind} {o.BOARDS[int(rest[0])]} {rest[1]}"


def report(random_play: Reached, scenarios: Reached) -> str:
    """Return a table of what is reached: how often in random play, how often and first where in scenarios."""
    lines = [f"{'what':45} {'random play':>11} {'scenarios':>9}  first scenario"]
    counts = [Counter[int](), Counter[int]()]
    asked = [Counter[int](), Counter[int]()]
    for which, reached in enumerate((random_play, scenarios)):
        for (operation, _, action), number in reached.answers.items():
            counts[which][action] += number
            asked[which][operation] += number
    for operation, words in o.OP_WORDS.items():
        lines.append(f"{'question: ' + words:45} {asked[0][operation]:11} {asked[1][operation]:9}")
    for action, name in enumerate(a.NAMES):
        numbers = counts[0][action], counts[1][action]
        source = scenarios.first_source.get(action, "" if any(numbers) else "not reached")
        lines.append(f"{'action: ' + name:45} {numbers[0]:11} {numbers[1]:9}  {source}")
    for thing in sorted(set(random_play.things) | set(scenarios.things)):
        lines.append(f"{_words(thing):45} {random_play.things[thing]:11} {scenarios.things[thing]:9}")
    return "\n".join(lines)
