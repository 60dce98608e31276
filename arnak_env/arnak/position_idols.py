"""Idols of a position in words: on the map, with the players, and face down off the map."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.position_boards import PILE_OF_IDOLS
from arnak_env.arnak.position_pieces import NOT_IN_THE_GAME
from arnak_env.core.position_reader import PositionError, Section

# Which idol lies on a position unless a position in words says otherwise: first the face-up ones, then the others.
USUAL_IDOLS = (0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3)
FIELDS = (("idol_up", "idol", "idols_up"), ("idol_down", "idol_down", "idols_down"))


def held_idols(game: Any, player: int) -> int:
    """Return the idols in crates and slots of a player, whose types count for pedestals."""
    return int(game["idols"][player]) + int(game["slotted"][player]) + int(game["extra_slotted"][player])


def waiting_idols(game: Any, tables: Any, board: int) -> int:
    """Return the face-down idols that lie beside the track, in unused passages and at the top of the Owl Temple."""
    waiting = int(game["idols_beside"])
    if board == o.OWL:
        waiting += int(game["temple_tiles"][PILE_OF_IDOLS])
        for passage in range(o.PASSAGES):
            holds_idol = int(tables["passage"][board, a.FIRST_PASSAGE + passage]) == o.PASSAGE_IDOL
            waiting += holds_idol and not game["passage_used"][passage]
    return waiting


class IdolPlacer:
    """Lays the named idols first, then fills the map, the crates and the face-down stack with what is left."""

    def __init__(self, game: Any, tables: Any, site_keys: tuple[str, ...]) -> None:
        self.game = game
        self.tables = tables
        self.board = int(game["board"])
        self.site_keys = site_keys
        with_set = 1 if game["components"] or self.board >= o.SPIDER else 0
        self.limits = [int(number) for number in tables["idol_count"][with_set]]
        self.left = Counter(dict(enumerate(self.limits)))

    def place(self, sites: Section, supply: Section, players: list[Section]) -> None:
        """Place all idols of the position."""
        game, board = self.game, self.board
        for kind, number in enumerate(game["rival_idols"]):
            for _ in range(int(number)):
                self.take(kind, "rival.idols")
        removed = supply.integer("idols_removed", 0, 0, o.IDOL_TILES)
        paid = self.tables["track_cost"][board, :, o.IDOL_PRICE].any()
        if removed and not paid and not (self.tables["program"][:, 0] == o.OP_PRICE_IDOL).any():
            raise supply.fail("idols_removed", f"nothing on the {o.BOARDS[board]} side is paid with an idol")
        game["idols_removed"] = removed
        untyped = self.player_types(players, removed)
        usual = self.map(sites)
        beside = int(self.tables["idols_beside"][board, int(game["players"])]) - int(game["took_idol"].sum())
        game["idols_beside"] = beside
        stack = supply.words("idol_stack", a.IDOL_IDS, "idol")
        for kind in stack:
            self.take(kind, supply.at("idol_stack"))
        # Idols whose type nobody notes: those paid, on pedestals, and of the rival's -1 space.
        typed = sum(int(game["idol_types"][player].sum()) for player in range(len(players)) if player not in untyped)
        held = [held_idols(game, player) for player in range(len(players))]
        gained = sum(held) + removed + int(game["on_pedestal"].sum()) + int(game["rival_minus_one"])
        spare = sum(self.left.values()) - (gained - typed)
        size = self.stack_size(supply, len(stack), spare)
        spare -= size - len(stack)
        self.fill_map(usual[: max(0, spare)])
        for player in untyped:
            for kind in self.any_kinds(held[player]):
                game["idol_types"][player, kind] += 1
        stack += self.any_kinds(size - len(stack))
        game["idol_stack"][:size] = stack[::-1]
        game["idol_stack_size"] = size

    def take(self, kind: int, key: str) -> None:
        """Take one idol of a type out of the box."""
        self.left[kind] -= 1
        if self.left[kind] < 0:
            if not self.limits[kind]:
                raise PositionError(key, f"{a.IDOL_IDS[kind]!r} {NOT_IN_THE_GAME}")
            raise PositionError(key, f"there are only {self.limits[kind]} tiles {a.IDOL_IDS[kind]!r}")

    def any_kinds(self, number: int) -> list[int]:
        """Take the first types that are left."""
        kinds = []
        for _ in range(number):
            kind = next(kind for kind in range(o.IDOL_TYPES) if self.left[kind] > 0)
            self.left[kind] -= 1
            kinds.append(kind)
        return kinds

    def player_types(self, players: list[Section], removed: int) -> list[int]:
        """Note the types of the idols that players have gained; return the players for whom none are written."""
        untyped = []
        paid = 0
        for player, section in enumerate(players):
            if "idol_types" not in section:
                untyped.append(player)
                continue
            kinds = section.words("idol_types", a.IDOL_IDS, "idol")
            for kind in kinds:
                self.take(kind, section.at("idol_types"))
                self.game["idol_types"][player, kind] += 1
            held = held_idols(self.game, player)
            paid += len(kinds) - held
            if len(kinds) < held or paid > removed:
                words = f"{held} idols are in crates and slots"
                words += f" and {removed} are paid (supply.idols_removed)" if removed else ""
                raise section.fail("idol_types", f"{len(kinds)} types are written, but {words}")
        return untyped

    def map(self, sites: Section) -> list[tuple[str, int, int]]:
        """Lay the named idols of the positions; return field, site and usual type of those left out."""
        game, board = self.game, self.board
        places = [(field, key, site)
                  for field, key, printed in FIELDS
                  for site in range(o.SITES) if self.tables[printed][board, site]]  # fmt: skip
        usual: list[tuple[str, int, int]] = []
        for number, (field, key, site) in enumerate(places):
            section = sites.section(a.SITE_IDS[site], self.site_keys)
            kind = section.word(key, a.IDOL_IDS, "idol")
            if kind >= 0 and game["tile"][site] >= 0:
                raise section.fail(key, "the idols of a discovered site are taken")
            if kind >= 0:
                game[field][site] = kind
                self.take(kind, section.at(key))
            elif key not in section and game["tile"][site] < 0:
                usual.append((field, site, USUAL_IDOLS[number % len(USUAL_IDOLS)]))
        for site in range(o.SITES):
            section = sites.section(a.SITE_IDS[site], self.site_keys)
            for field, key, _ in FIELDS:
                if key in section and (field, key, site) not in places:
                    raise section.fail(key, "no such idol lies here")
        return usual

    def stack_size(self, supply: Section, listed: int, spare: int) -> int:
        """Return how many idols lie face down off the map, and note how many of them are left over."""
        game, tables, board, count = self.game, self.tables, self.board, int(self.game["players"])
        on_map = sum(int(tables[printed][board].sum()) for _, _, printed in FIELDS)
        waiting_at_start = int(tables["idols_beside"][board, count])
        if board == o.OWL:
            waiting_at_start += int(tables["temple_size"][board, count, PILE_OF_IDOLS])
            waiting_at_start += int((tables["passage"][board] == o.PASSAGE_IDOL).sum())
        waiting = waiting_idols(game, tables, board)
        at_start = sum(self.limits) - on_map - waiting_at_start
        left = supply.integer("idols_left", max(0, min(at_start, spare + listed - waiting)), 0, at_start)
        missing = waiting + left - listed - spare
        if missing > 0:
            total = sum(self.limits)
            raise PositionError("players", f"there are only {total} idols, this position has {missing} more")
        if listed > waiting + left:
            raise supply.fail("idol_stack", f"{waiting + left} idols lie face down off the map here, not {listed}")
        game["idols_left"] = left
        return waiting + left

    def fill_map(self, usual: list[tuple[str, int, int]]) -> None:
        """Lay the usual types where they are left, then any."""
        open_places: list[tuple[str, int]] = []
        for field, site, kind in usual:
            if self.left[kind] > 0:
                self.left[kind] -= 1
                self.game[field][site] = kind
            else:
                open_places.append((field, site))
        for (field, site), kind in zip(open_places, self.any_kinds(len(open_places)), strict=True):
            self.game[field][site] = kind
