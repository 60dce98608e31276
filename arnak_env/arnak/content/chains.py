"""Effects that start other effects: chains that could go on for ever, or need more room than the game record has.

A site effect that activates a site, or an assistant that makes itself ready again, is written in legal words. But
forced choices resolve by themselves and the effects under way lie on a stack of fixed depth, so what cannot come to an
end, or not within that depth, is refused when the content is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content.entries import FILES, Entries, Origin
from arnak_env.arnak.content.schema import NEW_BOARDS
from arnak_env.arnak.notation import Row
from arnak_env.core.content_errors import ContentError, Place

Name = tuple[str, str, str]  # kind, id, field of an effect

ARTIFACTS = names.CARD_IDS[o.FIRST_ARTIFACT : o.FIRST_STARTING]
# What these start is used up: cards of the row, steps of the track. They cannot go on for ever.
_USED_UP = (o.OP_BUY, o.OP_RESEARCH)
_RESEARCH_STEPS = len(o.RESEARCH_TOKENS) * (o.TRACK_ROWS - 1)  # always one row forwards
_SHOWN = 6  # effects of a chain in an error message
# What these make usable again, in the words of an error. Encounter cards come back too, see `Chains._renewed_by`.
_RENEWS = {
    o.OP_REFRESH: ("assistant", "refreshes an assistant"),
    o.OP_EXCHANGE: ("assistant", "exchanges an assistant for a ready one"),
    o.OP_UNSLOT: ("slot_effect", "returns an idol from its slot"),
    o.OP_READY_BOON: ("guardian", "makes a used boon usable again"),
}
_TRACK_KINDS = ("track_row", "spider_space", "owl_row")
_BOARD_KINDS = ("board_camp", "board_position", *_TRACK_KINDS)
# Places on the stack for the rules' own steps when an operation starts nothing: payments, a figure or token on its way,
# what waits at a discovery, the artifact just bought. An assistant used inside a travel payment takes one as well.
_OWN_STEPS = {
    o.OP_PRICE: 1,
    o.OP_TRADE_UP: 1,
    o.OP_PRICE_TRAVEL: 2,
    o.OP_BUY: 1,
    o.OP_RESEARCH: 3,
    o.OP_DIG: 3,
    o.OP_DIG_CAMP: 2,
    o.OP_RELOCATE: 1,
    o.OP_REMOVE_SITE: 1,
    o.OP_ENCOUNTER: 1,
}
_LEVELS = {  # OP_ACTIVATE: camps, level I, level II
    o.SITE_CAMP: (0,),
    o.SITE_EMPTY_CAMP: (0,),
    o.SITE_LEVEL_1: (1,),
    o.SITE_EMPTY_LEVEL_1: (1,),
    o.SITE_LEVEL_2: (2,),
    o.SITE_OWN: (0, 1, 2),
    o.SITE_ANY: (0, 1, 2),
}
# What a turn can begin with besides the effect of a component, as rows of an effect.
_MAIN_ACTIONS: tuple[Row, ...] = (
    (o.OP_DIG, -1, 0, 0),
    (o.OP_BUY, o.BUY_ITEM | o.BUY_ARTIFACT, 0, 0),
    (o.OP_RESEARCH, 0, 0, 0),
)


class _Operation(NamedTuple):
    """One row of a program."""

    row: Row
    stays: int  # 1: it stays on the stack below what it starts, because the program goes on after it
    options: tuple[int, ...] = ()  # rows where the programs of its options start


class _Deepest(NamedTuple):
    """How many places on the stack an effect can need, and through which effects."""

    places: int
    through: tuple[Name, ...] = ()


class _Start(NamedTuple):
    """An effect that an operation can start, and how many steps of the rules wait below it on the stack."""

    name: Name
    below: int = 0


def check_chains(rows: Sequence[Row], programs: Mapping[Name, int], entries: Entries, origin: Origin) -> None:
    """Raise `ContentError` for effects that could go on for ever or need too much room, on any board.

    Args:
        rows: the table of all programs.
        programs: first row of each effect, 0: no effect.
        entries, origin: the content, to know timings and to name files.
    """
    for board in o.BOARDS:
        Chains(rows, programs, entries, origin, board).check()


class Chains:
    """What can start what on one board; the arguments are those of `check_chains`."""

    def __init__(
        self, rows: Sequence[Row], programs: Mapping[Name, int], entries: Entries, origin: Origin, board: str
    ) -> None:
        self.rows = rows
        self.entries = entries
        self.origin = origin
        self.board = board
        self.programs = {name: start for name, start in programs.items() if start and self._takes_part(name)}
        self.dark = self._of(*_BOARD_KINDS, field="dark_effect")
        self.below_dark = int(bool(self.dark))  # the dark effect of a place waits below that of its site
        self._operations = cache(self._read_operations)
        self._started = cache(self._find_started)
        self._deep = cache(self._find_deep)
        self._deepest = cache(self._find_deepest)

    def check(self) -> None:
        """Raise `ContentError` for effects that could go on for ever or need too much room."""
        self._check_cycles()
        self._check_free_actions()
        self._check_depth()

    def _takes_part(self, name: Name) -> bool:
        kind, entry, _ = name
        if kind == "camp":
            return self.board not in NEW_BOARDS
        if kind == "spider_space":
            return self.board == "spider"
        return kind not in _BOARD_KINDS or entry.startswith(f"{self.board}_")

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

    def _of(self, *kinds: str, ids: Sequence[str] = (), field: str = "") -> list[Name]:
        return [
            name
            for name in self.programs
            if name[0] in kinds and (not ids or name[1] in ids) and field in ("", name[2])
        ]  # fmt: skip

    def _sites(self, *levels: int) -> list[Name]:
        found = self._of("camp", "board_camp", field="effect") if 0 in levels else []
        found += self._of("site_tile", ids=names.LEVEL_1_IDS) if 1 in levels else []
        return found + (self._of("site_tile", ids=names.LEVEL_2_IDS) if 2 in levels else [])

    def _encounters(self, chapter: int, saved: bool) -> list[Name]:
        cards = self.entries["encounter"]
        return [
            name
            for name in self._of("encounter")
            if cards[name[1]]["chapter"] == chapter and cards[name[1]]["saved"] == saved
        ]

    def _arrivals(self, *levels: int) -> list[_Start]:
        """Return what starts when a figure comes to a site: its effect above the dark effect of the place."""
        return [_Start(name, self.below_dark) for name in self._sites(*levels)] + [_Start(name) for name in self.dark]

    def _find_started(self, operation: int, a: int) -> tuple[_Start, ...]:
        """Return the effects that a row can start."""
        found: list[Name] = []
        if operation == o.OP_DIG:
            # At a discovery the guardian, the dark effect and the site wait while the idol has its effect.
            idols = [_Start(name, 2 + self.below_dark) for name in self._of("idol")]
            return tuple(idols + [start._replace(below=start.below + 1) for start in self._arrivals(0, 1, 2)])
        if operation == o.OP_DIG_CAMP:
            return tuple(start._replace(below=start.below + 1) for start in self._arrivals(0))
        if operation == o.OP_RELOCATE:
            return tuple(self._arrivals(0) if a == o.TO_CAMP else self._arrivals(0, 1))
        if operation == o.OP_RESEARCH:  # bonus tile and row effect follow one another
            return tuple(_Start(name, 1) for name in self._of(*_TRACK_KINDS, "bonus_tile"))
        if operation == o.OP_REMOVE_SITE:
            return tuple(_Start(name, 1) for name in self._sites(1))
        if operation == o.OP_ENCOUNTER:
            return tuple(_Start(name, 1) for name in self._encounters(a, saved=False))
        if operation == o.OP_ACTIVATE:
            found = self._sites(*_LEVELS[a])
        elif operation == o.OP_TILE_STACK:
            found = self._sites(a)
        elif operation == o.OP_MOVE_GUARDIAN:
            found = self._sites(0, 1)
        elif operation == o.OP_HIDDEN_SITE:
            found = self._sites(1, 2)
        elif operation == o.OP_SUPPLY:
            found = self._of("assistant", field="gold" if a else "silver")
        elif operation == o.OP_BUY and a & o.BUY_ARTIFACT:
            found = self._of("card", ids=ARTIFACTS)
        elif operation in (o.OP_IDOL_ON_BOARD, o.OP_PEDESTAL):
            found = self._of("idol")
        return tuple(map(_Start, found))

    def _followers(self, name: Name, also_used_up: bool) -> list[Name]:
        found: dict[Name, None] = {}
        for operation, a, *_ in self._every_row(self.programs[name]):
            if also_used_up or operation not in _USED_UP:
                found |= dict.fromkeys(start.name for start in self._started(operation, a))
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
            for name in self._of("card", "assistant", "slot_effect")
            if self.entries[name[0]][name[1]]["timing"] == "free"
        ]  # fmt: skip
        saved = [name for chapter in range(1, o.CHAPTERS + 1) for name in self._encounters(chapter, saved=True)]
        return timed + self._of("guardian") + saved

    def _renewed_by(self, operation: int, a: int) -> tuple[str, str] | None:
        """Return the kind of free action that a row makes usable again and the words for it, None for other rows."""
        if operation == o.OP_ENCOUNTER and self._encounters(a, saved=True):
            return f"encounter {a}", "draws an encounter card that can be kept"
        return _RENEWS.get(operation)

    def _used(self, name: Name) -> str:
        """Return the kind of free action of an effect; encounter cards come back by chapter."""
        kind, entry, _ = name
        return f"encounter {self.entries[kind][entry]['chapter']}" if kind == "encounter" else kind

    def _check_free_actions(self) -> None:
        renewing: dict[tuple[str, str], tuple[list[Name], str]] = {}  # kind that is used, kind that is ready again
        for name in self._free_actions():
            for chain in self._chains_from(name, also_used_up=False):
                for operation, a, *_ in self._every_row(self.programs[chain[-1]]):
                    renewed = self._renewed_by(operation, a)
                    if renewed:
                        renewing.setdefault((self._used(name), renewed[0]), (chain, renewed[1]))
        for (used, ready), (chain, words) in renewing.items():
            if used in _all_renewed(ready, renewing):
                problem = f"{words}, so that a free action could be taken again and again in one turn"
                raise self._refuse(chain, problem)

    def _check_depth(self) -> None:
        bought, steps = self._purchases(), self._steps()
        free = set(self._free_actions())
        for row in _MAIN_ACTIONS:
            self._check_room((), self._room(_Operation(row, 0), bought, steps), o.MAX_FRAMES - 1)
        for name, start in self.programs.items():
            room = o.MAX_FRAMES - (o.FREE_ACTION_DEPTH if name in free else 1)
            room -= name[0] == "encounter"  # the card waits below its effect
            self._check_room((name,), self._deep(start, bought, steps), room)

    def _check_room(self, chain: tuple[Name, ...], deepest: _Deepest, room: int) -> None:
        if deepest.places > room:
            problem = f"can need {deepest.places} effects under way at once, there is room for {room}"
            raise self._refuse([*chain, *deepest.through], problem)

    def _starting(self, among: Sequence[Name]) -> list[Name]:
        """Return the effects among these that start others."""
        return [name for name in among if self._followers(name, also_used_up=True)]

    def _buys_deck_tops(self, name: Name) -> bool:
        return any(
            row[0] == o.OP_BUY and row[1] & o.BUY_ARTIFACT and row[3] & o.DECK_TOP_INCLUDED
            for row in self._every_row(self.programs[name])
        )

    def _purchases(self) -> int:
        """Return how many artifacts one chain can buy: each once, and the row is not refilled within a turn."""
        different = 1 + len(self._starting(self._of("card", ids=ARTIFACTS)))
        followers = {
            chain[-1]
            for name in self._of("card", ids=ARTIFACTS)
            for chain in self._chains_from(name, also_used_up=True)
        }
        if any(map(self._buys_deck_tops, followers)):
            return min(different, o.ARTIFACTS)
        # Only what begins a chain may take one from the deck, the others come from the row.
        return min(different, o.ROUNDS + any(map(self._buys_deck_tops, self.programs)))

    def _steps(self) -> int:
        """Return how many steps of research one chain can take; tokens only move forward, so every row comes once."""
        rows = {
            (self.entries[kind][entry]["row"], field) for kind, entry, field in self._starting(self._of(*_TRACK_KINDS))
        }
        tiles = sum(
            self.entries["bonus_tile"][entry]["count"] + self.entries["bonus_tile"][entry]["twisted_paths_count"]
            for _, entry, _ in self._starting(self._of("bonus_tile"))
        )
        return min(1 + len(rows) + tiles, _RESEARCH_STEPS)

    def _find_deep(self, start: int, bought: int, steps: int) -> _Deepest:
        """Return the room a program needs on the stack, its own place included."""
        return max((self._room(one, bought, steps) for one in self._operations(start)), default=_Deepest(1))

    def _room(self, operation: _Operation, bought: int, steps: int) -> _Deepest:
        code, a, *_ = operation.row
        found = [_Deepest(_OWN_STEPS.get(code, 0))]
        if (bought or code != o.OP_BUY) and (steps or code != o.OP_RESEARCH):
            found.append(self._deepest(code, a, bought - (code == o.OP_BUY), steps - (code == o.OP_RESEARCH)))
        found += [self._deep(option, bought, steps) for option in operation.options]
        places, through = max(found)
        return _Deepest(max(1, operation.stays + places), through)

    def _find_deepest(self, code: int, a: int, bought: int, steps: int) -> _Deepest:
        """Return the room needed by the effects that a row can start, and by what waits below them."""
        found = [_Deepest(0)]
        for name, below in self._started(code, a):
            places, through = self._deep(self.programs[name], bought, steps)
            found.append(_Deepest(below + places, (name, *through)))
        return max(found)


def _all_renewed(kind: str, renewing: Iterable[tuple[str, str]]) -> set[str]:
    """Return the kinds of free action that become usable again, one by way of the other, once this kind is."""
    found = {kind}
    while True:
        more = {ready for used, ready in renewing if used in found} - found
        if not more:
            return found
        found |= more
