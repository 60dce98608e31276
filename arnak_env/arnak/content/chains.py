"""Effects that start other effects: chains that could go on for ever, or need more room than the game record has.

A site effect that activates a site, or an assistant that makes itself ready again, is written in legal words. But
forced choices resolve by themselves and the effects under way lie on a stack of fixed depth, so what cannot come to an
end, or not within that depth, is refused when the content is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content.entries import FILES, Entries, Origin
from arnak_env.arnak.notation import ContentError, Place, Row

Name = tuple[str, str, str]  # kind, id, field of an effect

ARTIFACTS = names.CARD_IDS[o.FIRST_ARTIFACT : o.FIRST_STARTING]
# What these start is used up: cards of the row, steps of the track. They cannot go on for ever.
_USED_UP = (o.OP_BUY, o.OP_RESEARCH)
_RESEARCH_STEPS = 2 * (o.TRACK_SPACES - 1)  # glass and notebook, always forwards
# What these make ready again, in the words of an error.
_RENEWS = {
    o.OP_REFRESH: ("assistant", "refreshes an assistant"),
    o.OP_EXCHANGE: ("assistant", "exchanges an assistant for a ready one"),
    o.OP_UNSLOT: ("slot_effect", "returns an idol from its slot"),
}
_SHOWN = 6  # effects of a chain in an error message


class _Operation(NamedTuple):
    """One row of a program."""

    row: Row
    stays: int  # 1: it stays on the stack below what it starts, because the program goes on after it
    options: tuple[int, ...] = ()  # rows where the programs of its options start


class _Deepest(NamedTuple):
    """How many places on the stack an effect can need, and through which effects."""

    places: int
    through: tuple[Name, ...] = ()


class Chains:
    """What can start what.

    Args:
        rows: the table of all programs.
        programs: first row of each effect, 0: no effect.
        entries, origin: the content, to know timings and to name files.
    """

    def __init__(self, rows: Sequence[Row], programs: dict[Name, int], entries: Entries, origin: Origin) -> None:
        self.rows = rows
        self.programs = {name: start for name, start in programs.items() if start}
        self.entries = entries
        self.origin = origin
        self._operations = cache(self._read_operations)
        self._started = cache(self._find_started)
        self._deep = cache(self._find_deep)
        self._deepest = cache(self._find_deepest)

    def check(self) -> None:
        """Raise `ContentError` for effects that could go on for ever or need too much room."""
        self._check_cycles()
        self._check_free_actions()
        self._check_depth()

    def _refuse(self, chain: Sequence[Name], problem: str) -> ContentError:
        """Return the error about a chain of effects, at the one that an override brought in if there is one."""
        guilty = next((name for name in chain if self.origin[name[:2]] not in FILES), chain[0])
        kind, entry, field = guilty
        words = " -> ".join(f"{kind} {entry}" for kind, entry, _ in chain[:_SHOWN])
        words += " -> ..." if len(chain) > _SHOWN else ""
        text = self.entries[kind][entry][field]
        return ContentError(Place(self.origin[guilty[:2]], kind, entry, field), f"{text!r} {problem} ({words})")

    # --- reading -----------------------------------------------------------------------------------------------------

    def _read_operations(self, start: int) -> tuple[_Operation, ...]:
        found = []
        at = start
        while self.rows[at][0] != o.OP_END:
            row = self.rows[at]
            at += 1
            options: tuple[int, ...] = ()
            again = row[0] == o.OP_ACTIVATE and row[2] > 1
            if row[0] == o.OP_CHOOSE:
                options = tuple(self.rows[at + k][2] for k in range(row[1]))
                again = row[2] > 1
                at += row[1]
            found.append(_Operation(row, int(again or self.rows[at][0] != o.OP_END), options))
        return tuple(found)

    def _every_row(self, start: int) -> Iterator[Row]:
        """Yield the rows of a program and of its options."""
        for operation in self._operations(start):
            yield operation.row
            for option in operation.options:
                yield from self._every_row(option)

    def _of(self, kind: str, ids: Sequence[str] = (), field: str = "") -> list[Name]:
        return [
            name
            for name in self.programs
            if name[0] == kind and (not ids or name[1] in ids) and field in ("", name[2])
        ]  # fmt: skip

    def _sites(self, *levels: int) -> list[Name]:
        found = self._of("camp") if 0 in levels else []
        found += self._of("site_tile", names.LEVEL_1_IDS) if 1 in levels else []
        return found + (self._of("site_tile", names.LEVEL_2_IDS) if 2 in levels else [])

    def _find_started(self, operation: int, a: int) -> tuple[Name, ...]:
        """Return the effects that a row can start."""
        found: list[Name] = []
        if operation == o.OP_ACTIVATE:
            found = self._sites(*{o.SITE_LEVEL_1: (1,), o.SITE_OWN: (0, 1, 2)}.get(a, (0,)))
        elif operation == o.OP_TILE_STACK:
            found = self._sites(a)
        elif operation == o.OP_RELOCATE:
            found = self._sites(0) if a == o.TO_CAMP else self._sites(0, 1)
        elif operation == o.OP_MOVE_GUARDIAN:
            found = self._sites(0, 1)
        elif operation == o.OP_DIG:
            found = self._sites(0, 1, 2) + self._of("idol")
        elif operation == o.OP_DIG_CAMP:
            found = self._sites(0)
        elif operation == o.OP_SUPPLY:
            found = self._of("assistant", field="gold" if a else "silver")
        elif operation == o.OP_BUY and a & o.BUY_ARTIFACT:
            found = self._of("card", ARTIFACTS)
        elif operation == o.OP_RESEARCH:
            found = self._of("track_row") + self._of("bonus_tile")
        return tuple(found)

    def _followers(self, name: Name, also_used_up: bool) -> list[Name]:
        found: dict[Name, None] = {}
        for operation, a, *_ in self._every_row(self.programs[name]):
            if also_used_up or operation not in _USED_UP:
                found |= dict.fromkeys(self._started(operation, a))
        return list(found)

    def _chains_from(self, name: Name, also_used_up: bool) -> Iterator[list[Name]]:
        """Yield one chain of effects to every effect that can follow, itself included."""
        before: dict[Name, Name | None] = {name: None}
        waiting = [name]
        while waiting:
            current = waiting.pop(0)
            chain = [current]
            while (previous := before[chain[0]]) is not None:
                chain.insert(0, previous)
            yield chain
            for following in self._followers(current, also_used_up):
                if following not in before:
                    before[following] = current
                    waiting.append(following)

    # --- what is refused ---------------------------------------------------------------------------------------------

    def _check_cycles(self) -> None:
        for name in self.programs:
            for chain in self._chains_from(name, also_used_up=False):
                if name in self._followers(chain[-1], also_used_up=False):
                    problem = "can start itself again and so go on for ever"
                    raise self._refuse([*chain, name], problem)

    def _free_actions(self) -> list[Name]:
        """Return the effects that are used as free actions, also while another effect is under way."""
        timed = [
            name
            for name in self._of("card") + self._of("assistant")
            if self.entries[name[0]][name[1]]["timing"] == "free"
        ]  # fmt: skip
        return timed + self._of("slot_effect") + self._of("guardian")

    def _check_free_actions(self) -> None:
        renewing: dict[tuple[str, str], tuple[list[Name], str]] = {}  # kind that is used, kind that is ready again
        for name in self._free_actions():
            for chain in self._chains_from(name, also_used_up=False):
                for operation, *_ in self._every_row(self.programs[chain[-1]]):
                    if operation in _RENEWS:
                        renewed, words = _RENEWS[operation]
                        renewing.setdefault((name[0], renewed), (chain, words))
            for chain in self._chains_from(name, also_used_up=True):
                if any(operation == o.OP_ASIDE for operation, *_ in self._every_row(self.programs[chain[-1]])):
                    problem = "draws cards aside as a free action, which could happen while others lie aside"
                    raise self._refuse(chain, problem)
        for (kind, renewed), (chain, words) in renewing.items():
            if kind == renewed or (kind == "assistant" and ("slot_effect", "assistant") in renewing):
                problem = f"{words}, so that a free action could be taken again and again in one turn"
                raise self._refuse(chain, problem)

    def _check_depth(self) -> None:
        bought, steps = self._purchases(), self._steps()
        free = set(self._free_actions())
        for name, start in self.programs.items():
            deepest = self._deep(start, bought, steps)
            room = o.MAX_FRAMES - (o.FREE_ACTION_DEPTH if name in free else 1)
            if deepest.places > room:
                problem = f"can need {deepest.places} effects under way at once, there is room for {room}"
                raise self._refuse([name, *deepest.through], problem)

    def _starting(self, among: Sequence[Name]) -> list[Name]:
        """Return the effects among these that start others."""
        return [name for name in among if self._followers(name, also_used_up=True)]

    def _purchases(self) -> int:
        """Return how many artifacts one chain can buy: each once, and the row is not refilled within a turn."""
        on_the_way = (*self._of("card", ARTIFACTS), *self._of("track_row"), *self._of("bonus_tile"))
        deck_tops = any(
            row[0] == o.OP_BUY and row[1] & o.BUY_ARTIFACT and row[3] & o.DECK_TOP_INCLUDED
            for name in on_the_way
            for row in self._every_row(self.programs[name])
        )
        different = 1 + len(self._starting(self._of("card", ARTIFACTS)))
        return min(different, o.ARTIFACTS if deck_tops else o.ROUNDS)

    def _steps(self) -> int:
        """Return how many steps of research one chain can take; tokens only move forward, so every row comes once."""
        rows = self._starting(self._of("track_row"))
        on_one_board = max(sum(entry.startswith(board) for _, entry, _ in rows) for board in o.BOARDS)
        tiles = sum(
            self.entries["bonus_tile"][entry]["count"] for _, entry, _ in self._starting(self._of("bonus_tile"))
        )
        return min(1 + on_one_board + tiles, _RESEARCH_STEPS)

    def _find_deep(self, start: int, bought: int, steps: int) -> _Deepest:
        """Return the room a program needs on the stack, its own place included."""
        return max((self._room(one, bought, steps) for one in self._operations(start)), default=_Deepest(1))

    def _room(self, operation: _Operation, bought: int, steps: int) -> _Deepest:
        code, a, *_ = operation.row
        # Places for the rules' own steps: those kept below what is started, and those needed when nothing is started.
        below, above = 0, int(code in (o.OP_PRICE_TRAVEL, *_USED_UP))
        if code == o.OP_DIG:
            below, above = 2, 2  # at a discovery the site and its guardian wait while the idol has its effect
        elif code in (o.OP_DIG_CAMP, o.OP_RESEARCH):
            below, above = 1, 1  # the second use; bonus tile and row effect follow one another
        found = [_Deepest(above)]
        if (bought or code != o.OP_BUY) and (steps or code != o.OP_RESEARCH):
            left = bought - (code == o.OP_BUY), steps - (code == o.OP_RESEARCH)
            deepest = self._deepest(code, a, *left)
            found.append(_Deepest(below + deepest.places, deepest.through))
        found += [self._deep(option, bought, steps) for option in operation.options]
        places, through = max(found)
        return _Deepest(max(1, operation.stays + places), through)

    def _find_deepest(self, code: int, a: int, bought: int, steps: int) -> _Deepest:
        """Return the room needed by the effects that a row can start."""
        found = [_Deepest(0)]
        for name in self._started(code, a):
            places, through = self._deep(self.programs[name], bought, steps)
            found.append(_Deepest(places, (name, *through)))
        return max(found)
