"""Which operations, conditions, triggers and selectors of Arkeis are reached; run without compilation.

As plain Python the functions of the rules can be watched: each is replaced, in every module that uses it, by one that
notes its arguments.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from arnak_env.arkeis import opcodes as o

SCENARIOS = Path(__file__).parent.parent / "arkeis" / "scenarios"
# Words that can never be seen at the places watched.
NEVER = {
    "op end": "marks the end of a program",
    "op set_die": "Robert's own, which operation set_dice carries out",
    "op enter": "a number without an operation",
    "op split": "a number without an operation",
    "op use_upgrade": "a number without an operation",
    "ask given_action": "a number without a question",
    "on camp": "belongs to upgrades, which are no abilities",
    "squares toward_self": "not a set of squares but a step of a miniature",
}


class Reached:
    """Counts what is reached."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.tables: Any = None  # of the game that is being played

    def note(self, *words: str) -> None:
        self.seen.update(words)

    def watch(self) -> None:
        """Put watchers into all modules of the rules."""
        from arnak_env.arkeis import abilities, adversaries, board, camp, conditions, engine, triggers

        self.replace(engine.settle, self.remember)
        self.replace(engine.legal_actions, self.question)
        for function in (engine.run_asking, engine.run_turn_operation, engine.run_roll_operation):
            self.replace(function, self.operation)
        self.replace(engine.run_campaign_operation, self.operation)
        self.replace(conditions.holds_of_explorers, lambda g, condition, *_: self.condition(condition))
        self.replace(conditions.holds_of_board, lambda g, t, condition, *_: self.condition(condition))
        self.replace(board.select_explorers, lambda g, selector, explorer: self.explorers(selector))
        self.replace(board.select_squares, lambda g, selector, explorer: self.squares(selector))
        self.replace(board.adversary_squares, lambda g, selector, explorer: self.adversaries(selector))
        self.replace(triggers.mark_used, self.ability)
        self.replace(abilities.passive_sum, lambda g, t, explorer, operation, *_: self.passive(operation))
        self.replace(abilities.overflow_selector, lambda *_: self.note("op overflow"))
        self.replace(adversaries.denies, lambda *_: self.note("op deny_action"))
        self.replace(camp.level_open, lambda *_: self.note("op xp_access"))

    @staticmethod
    def replace(function: Callable[..., Any], note: Callable[..., Any]) -> None:
        """Let every module call `note` before a function."""

        def watched(*arguments: Any) -> Any:
            note(*arguments)
            return function(*arguments)

        for name, module in list(sys.modules.items()):
            if name.startswith("arnak_env.arkeis"):
                for key, value in list(vars(module).items()):
                    if value is function:
                        setattr(module, key, watched)

    def operation(self, g: Any, *_: Any) -> None:
        number = int(g.frame[g.frames - 1][o.F_OP])
        self.note(f"op {(*o.OPERATION_IDS, *o.ENGINE_OPERATION_IDS)[number]}")

    def question(self, g: Any, *_: Any) -> None:
        if not g.over:
            self.note(f"ask {o.ASK_IDS[int(g.frame[g.frames - 1][o.F_ASK])]}")

    def condition(self, number: int) -> None:
        self.note(f"if {o.CONDITION_IDS[int(number)]}")

    def explorers(self, selector: int) -> None:
        self.note("select holder" if selector >= o.E_HOLDER else f"select {o.EXPLORER_SELECTORS[int(selector)]}")

    def squares(self, selector: int) -> None:
        words = "a square" if selector >= o.Q_SQUARE else "a zone" if selector >= o.Q_ZONE else ""
        self.note(f"squares {words or o.SQUARE_SELECTORS[int(selector)]}")

    def adversaries(self, selector: int) -> None:
        self.note(f"adversaries {o.ADVERSARY_SELECTORS[int(selector) // o.V_STEP]}")

    def remember(self, g: Any, t: Any, legal: Any) -> None:
        self.tables = t

    def ability(self, g: Any, ability: int) -> None:
        place = int(np.searchsorted(self.tables.trigger_first, ability, side="right")) - 1
        self.note(f"on {o.TRIGGER_IDS[place]}")

    def passive(self, operation: int) -> None:
        self.note(f"op {o.OPERATION_IDS[int(operation)]}")


def play(games: int) -> dict[str, dict[str, int]]:
    """Return what random play and the scenarios reach."""
    from arnak_env.arkeis.batch import Batch
    from arnak_env.arkeis.scenario import run_files

    from .arkeis_tables import FEW_TABLES, Long, deal_riches
    from .players import play_on

    batches = [table.batch(games, seed=9) for table in FEW_TABLES]  # loads the rules
    reached = Reached()
    reached.watch()
    for number, batch in enumerate(batches):
        deal_riches(batch, seed=number)
        play_on(batch, Long(number), 20_000)
        assert isinstance(batch, Batch)
    by_play = Counter(reached.seen)
    reached.seen.clear()
    run_files([SCENARIOS])
    return {"random play": dict(by_play), "scenarios": dict(reached.seen)}


def wanted() -> set[str]:
    """Return everything that is to be reached."""
    words = {f"op {word}" for word in (*o.OPERATION_IDS, *o.ENGINE_OPERATION_IDS)}
    words |= {f"if {word}" for word in o.CONDITION_IDS} - {"if end", "if not", "if and", "if or"}
    words |= {f"ask {word}" for word in o.ASK_IDS} - {"ask none"}
    words |= {f"on {word}" for word in o.TRIGGER_IDS if not word.startswith("passive")}
    words |= {f"select {word}" for word in (*o.EXPLORER_SELECTORS, "holder")}
    words |= {f"squares {word}" for word in (*o.SQUARE_SELECTORS, "a square", "a zone")}
    words |= {f"adversaries {word}" for word in o.ADVERSARY_SELECTORS}
    return words - set(NEVER)


if __name__ == "__main__":
    print(json.dumps(play(int(sys.argv[1]))))
