"""Random override files: a valid word, number or effect in any place, which may or may not fit there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content
from arnak_env.arnak.content.schema import DOCUMENTATION, KINDS
from arnak_env.arnak.notation import COUNTERS, DESTINATIONS

_EFFECT_FIELDS = {field for kind in KINDS.values() for field in kind.effects}
_STEPS = [
    "gain {n} {token}", "gain {n} {token}, {n} {token}", "gain {n} fear", "gain 1 {token} per {counter}",
    "gain 1 {token} per {counter}, max {n}", "travel {n} {icon}", "draw {n}", "draw {n} from deck bottom",
    "draw up to {s} aside; keep 1 in hand; rest to play area",
    "draw up to {s} aside from deck bottom; keep 1 in hand; put up to 1 back on deck top; rest to play area",
    "put {n} hand card into play area", "exile up to 1", "trade up 1", "refresh up to {t} assistant",
    "recruit 1 assistant", "upgrade 1 assistant", "rescue 1 assistant",
    "exchange own assistant for 1 supply assistant at same level, ready", "use silver effect of 1 supply assistant",
    "use gold effect of 1 supply assistant", "activate 1 camp site", "activate {c} different camp sites",
    "activate 1 unoccupied camp site", "activate 1 level_1 site", "activate 1 site you occupy",
    "activate 1 site you occupy, pay {n} compass if level_2",
    "activate top tile of level_{t} stack, then put it under stack", "dig or discover",
    "dig or discover with discount {n} {icon}", "dig or discover with discount {n} {icon}, {n} compass if discovering",
    "dig at camp site free; may activate it twice", "overcome guardian free at site you occupy",
    "overcome guardian free at site no other player occupies",
    "relocate own archaeologist to camp site; activate destination",
    "relocate own archaeologist to camp or level_1 site; activate destination",
    "return own archaeologist from site to board",
    "move guardian from site you occupy to unoccupied camp or level_1 site without guardian; activate destination",
    "own travel icons are plane this round", "ignore guardian fear this round", "buy item with discount {n} coin",
    "buy item with discount {n} coin, deck top included", "buy artifact with discount {n} compass",
    "buy artifact with discount {n} compass, deck top included", "buy item or artifact with discount {n}",
    "gain item free to {destination}", "buy artifact free", "exile rightmost row item",
    "gain 1 exiled item free to deck bottom", "research with discount {n} {token}", "research notebook free",
    "return 1 idol from slot to crates",
    # Twisted Paths and its General Index
    "gain {n} dark_tablet", "gain {n} {token}, {s} dark_tablet", "recruit or upgrade 1 assistant",
    "use silver effect of 1 supply assistant, then put it under its stack", "activate 1 unoccupied level_1 site",
    "activate 1 level_2 site", "activate 1 site",
    "activate 1 unoccupied level_1 site; remove it; leftover idol in its place",
    "activate 1 hidden site, then put it under the stack of its level", "ready 1 used boon", "spend 1 unused boon",
    "use 1 face-up idol on the board", "gain 1 face-down idol", "take 1 two-point temple tile",
    "put 1 unused idol on a pedestal, use its effect", "encounter chapter {k}",
]  # fmt: skip
_PRICES = [
    "pay 1 coin", "pay {t} tablet", "pay 1 hand card", "pay 1 hand card to deck top", "pay travel 1 boot",
    "pay 1 artifact", "pay 1 idol", "pay use of 1 assistant", "pay 1 unused boon", "pass", "exile this",
]  # fmt: skip


class Drawing:
    """Draws override files from one stream of random numbers."""

    def __init__(self, content: Content, seed: int) -> None:
        self.content = content
        self.random = np.random.default_rng(seed)
        self.texts: dict[str, list[str]] = {}  # every text of the content by field
        for of_kind in content.entries.values():
            for fields in of_kind.values():
                for field, value in fields.items():
                    texts = [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
                    self.texts.setdefault("effect" if field in _EFFECT_FIELDS else field, []).extend(texts)

    def below(self, n: int) -> int:
        return int(self.random.integers(n))

    def one(self, choices: Any) -> Any:
        return list(choices)[self.below(len(choices))]

    def step(self) -> str:
        """Return one step of the notation with random numbers and names."""
        return self.filled(self.one(_STEPS))

    def filled(self, words: str) -> str:
        """Return words with every hole filled."""
        while "{" in words:
            name = words[words.index("{") + 1 : words.index("}")]
            value = {
                "n": lambda: self.one([1, 1, 2, 3, 7, 9, 99]),
                "s": lambda: 1 + self.below(3),
                "t": lambda: 1 + self.below(2),
                "c": lambda: 2 + self.below(4),
                "k": lambda: 1 + self.below(o.CHAPTERS),
                "token": lambda: self.one(o.TOKENS),
                "icon": lambda: self.one(o.ICONS),
                "counter": lambda: self.one(COUNTERS),
                "destination": lambda: self.one(DESTINATIONS),
            }[name]()
            words = words.replace("{" + name + "}", str(value), 1)
        return words

    def effect(self) -> str:
        """Return an effect: one of the content, or one to three steps, priced, optional or in a choice."""
        kind = self.below(8)
        if kind < 2:
            return self.one(self.texts["effect"])
        steps = [self.step() for _ in range(1 + self.below(3))]
        if kind < 5:
            return "; ".join(steps)
        if kind == 5:
            return f"{self.filled(self.one(_PRICES))} -> ({'; '.join(steps)})"
        number = self.one(["one", "one", "two different"])
        return f"choose {number}: " + " | ".join([*steps, "gain 1 coin", "exile up to 1", "draw 1"][:4])

    def value(self, field: str, old: Any) -> Any:
        """Return another value of the same shape."""
        if field in _EFFECT_FIELDS:
            return self.effect()
        if isinstance(old, bool):
            return not old
        if isinstance(old, int):
            return self.one([0, 1, old + 1, old - 1, 2, 5, 9, 50, 99, -9])
        if isinstance(old, str):
            return self.one(self.texts.get(field) or [old])
        if isinstance(old, list):
            if field.endswith("travel") and field != "space_travel":
                return [self.one(o.ICONS) for _ in range(self.below(5))]
            changed = list(old)
            for place in range(len(changed)):
                if self.below(2):
                    changed[place] = self.value(field, changed[place])
            return changed
        if field in ("cost", "tile_cost", "tokens", "discover"):
            return {token: 1 + self.below(9) for token in o.TOKENS if self.below(3) == 0}
        return {key: self.value(field, value) if self.below(2) else value for key, value in old.items()}

    def write(self, path: Path) -> None:
        """Write an override of one to three fields, effects more often than others."""
        lines = []
        for kind in self.random.choice(list(self.content.entries), 1 + self.below(3), replace=False).tolist():
            entry = self.one(self.content.entries[kind])
            fields = self.content.entries[kind][entry]
            open_to_change = [name for name in fields if name not in DOCUMENTATION and "confidence" not in name]
            effects = list(KINDS[kind].effects)  # also those that the entry does not have so far
            field = self.one(effects if effects and self.below(4) else open_to_change)
            lines += [
                f"[[{kind}]]",
                f"id = {json.dumps(entry)}",
                f"{field} = {_toml(self.value(field, fields.get(field, '')))}",
            ]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)
