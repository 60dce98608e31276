"""Steps taken without compilation, watched line by line; run as a script by `test_10_reached.py`.

Reads positions and actions from an ``.npz`` file, takes each step once, and prints as JSON which program rows were
loaded, which operations were put on the stack, and which lines of the rules never ran.
"""

from __future__ import annotations

import contextlib
import dis
import json
import re
import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np

from arnak_env import Batch, IllegalAction
from arnak_env.arnak import frames
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.scenario import Scenario, load_scenarios, run_scenario
from arnak_env.core.compile import COMPILED
from arnak_env.core.scenarios import scenario_files

sys.path.insert(0, str(Path(__file__).parent.parent))
from contract.tables import mixed_batch  # noqa: E402


class Watch:
    """A trace function that follows every line of the rules until it has run once."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.left: dict[CodeType, set[int]] = {}
        self.rows: set[int] = set()
        self.operations: set[int] = set()
        self.own_content = True

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(self.folder):
            return None
        if code is frames.push.__code__:
            self.operations.add(int(frame.f_locals["operation"]))
        elif code is frames.load_row.__code__:
            game = frame.f_locals["g"]
            row = int(game.frame[game.frames - 1][o.F_ROW])
            self.operations.add(int(frame.f_locals["t"].program[row, 0]))
            if self.own_content:
                self.rows.add(row)
        left = self.left.setdefault(code, lines_of(code))
        return self.line if left else None

    def line(self, frame: FrameType, event: str, argument: Any) -> Any:
        left = self.left[frame.f_code]
        if event == "line":
            left.discard(frame.f_lineno)
        return self.line if left else None


def lines_of(code: CodeType) -> set[int]:
    """Return the lines of a function that can run."""
    return {line for _, line in dis.findlinestarts(code) if line is not None} - {code.co_firstlineno}


def functions_of(path: Path) -> list[CodeType]:
    """Return the functions of a kernel module."""
    module = compile(path.read_text(), str(path), "exec")
    return [constant for constant in module.co_consts if isinstance(constant, CodeType)]


def at_decisions(games: np.ndarray, actions: np.ndarray) -> Batch:
    """Return the games without working out all their masks, which takes as long as the steps; the actions are legal."""
    over = games.copy()
    over["over"] = 1
    batch = Batch.from_games(over, observe=False)
    batch.games["over"] = 0
    batch.mask[np.arange(len(games)), actions] = 1
    batch.player[:] = 0
    return batch


def interesting(games: np.ndarray) -> np.ndarray:
    """Return some games in which somebody knows what others do not: cards aside, on a deck, in a stack."""
    doubt = (games["hand_group"] & o.SWAPPED).any(axis=(1, 2)) & (games["deck_group"] & o.SWAPPED).any(axis=(1, 2))
    found = [np.flatnonzero(doubt)[:40], np.flatnonzero(games["aside_size"] > 0)[:40]]
    found.append(np.flatnonzero((games["aside_group"] & o.SWAPPED).any(axis=1)))
    frame = games["frame"][np.arange(len(games)), np.maximum(games["frames"].astype(int) - 1, 0), o.F_OP]
    found.append(np.flatnonzero((frame == o.OP_KEEP) & (games["players"] > 1))[:5])
    for known in (games["item_top_known"], games["artifact_top_known"], games["rescue_seen"].any(axis=1)):
        found.append(np.flatnonzero(known)[:5])
    return np.unique(np.concatenate([*found, np.arange(0, len(games), 100)]))


def look(batch: Batch) -> None:
    """Views, points and drawn worlds of every seat."""
    last = batch.games["players"].astype(int) - 1
    for seat in range(o.MAX_PLAYERS):
        batch.observe(np.minimum(seat, last))
        batch.clone(observe=False).determinize(np.minimum(seat, last), seed=seat)
    batch.scores()


def go_on(batch: Batch) -> None:
    """The other ways to go on."""
    batch.step(batch.sample_actions())
    with contextlib.suppress(IllegalAction):
        batch.step(np.full(len(batch), -3))
    batch.step(batch.sample_actions(), illegal="ignore")
    batch.step(np.full(len(batch), -3), illegal="ignore")
    batch.playout(3)
    ended = batch.clone([0])
    ended.playout()
    ended.sample_actions()
    batch.reset(games=[0])


def changed_content() -> list[Scenario]:
    """Return scenarios with changed content, two for each wording: effects that only components of other sets have."""
    found: dict[frozenset[str], list[Scenario]] = {}
    folder = Path(__file__).parent.parent / "scenarios"
    for path in scenario_files([folder / "general_index", folder / "artifacts" / "earrings.toml"]):
        for scenario in load_scenarios(path):
            fields = [value for entries in scenario.content.values() for entry in entries for value in entry.values()]
            words = frozenset(re.sub(r"\d", "", str(value)) for value in fields if " " in str(value))
            if words and len(found.setdefault(words, [])) < 2:
                found[words].append(scenario)
    return [scenario for scenarios in found.values() for scenario in scenarios]


def main(data: str) -> None:
    assert not COMPILED
    stored = np.load(data)
    folder = Path(frames.__file__).parent
    batch = at_decisions(stored["games"], stored["actions"])
    watch = Watch(folder)
    chosen = changed_content()
    sys.settrace(watch)
    try:
        refused = batch.step(stored["actions"], illegal="ignore").copy()
        look(Batch.from_games(stored["games"][interesting(stored["games"])], observe=False))
        go_on(mixed_batch(16, seed=1))
        for board in o.BOARDS:
            Batch(1, board=board, expansion_components=True).playout(2)
        Batch(1).playout(2, weights=np.ones((len(o.BOARDS) * o.WEIGHT_ROWS, Batch.num_actions)))
        watch.own_content = False
        for scenario in chosen:
            run_scenario(scenario)
    finally:
        sys.settrace(None)
    missed: dict[str, list[str]] = {}
    for path in sorted(folder.glob("*.py")):
        if b"compiled import" not in path.read_bytes():
            continue
        ran = {code.co_name: left for code, left in watch.left.items() if code.co_filename == str(path)}
        for code in functions_of(path):
            left = ran.get(code.co_name, lines_of(code))
            if left:
                text = path.read_text().splitlines()
                missed[f"{path.name}: {code.co_name}"] = [text[line - 1].strip() for line in sorted(left)]
    found = {
        "refused": int(refused.sum()),
        "errors": int((batch.games["error"] != 0).sum()),
        "rows": sorted(watch.rows),
        "operations": sorted(watch.operations),
        "missed": missed,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
