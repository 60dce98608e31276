"""The table record filled from the entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content.entries import Entries, Origin
from arnak_env.arnak.content.schema import PLAYER_KEYS, ROUND_KEYS
from arnak_env.arnak.notation import MOST_ICONS, ContentError, Place, Row, compile_effect
from arnak_env.arnak.tables import PROGRAM_ROWS, TABLES

Programs = dict[tuple[str, str, str], int]  # (kind, id, field): row where the program starts, 0: no effect

_RIVAL_KINDS = {
    "dig": o.RIVAL_DIG,
    "discover": o.RIVAL_DISCOVER,
    "research": o.RIVAL_RESEARCH,
    "guardian": o.RIVAL_GUARDIAN,
    "buy_item": o.RIVAL_BUY,
    "buy_artifact": o.RIVAL_BUY,
}
_TAKES = {"lowest": 1, "highest": 2}


def token_numbers(cost: Mapping[str, int]) -> list[int]:
    """Numbers by token, in the order of `TOKENS`."""
    return [cost.get(token, 0) for token in o.TOKENS]


def icon_numbers(icons: Sequence[str]) -> list[int]:
    """Numbers by travel icon, in the order of `ICONS`."""
    return [icons.count(icon) for icon in o.ICONS]


def player_numbers(value: Mapping[str, Any]) -> list[Any]:
    """Values by number of players; index 1 is the solo game, index 0 does not occur."""
    solo = value[PLAYER_KEYS[0]]
    unused: Any = [0] * len(solo) if isinstance(solo, list) else 0
    return [unused] + [value[key] for key in PLAYER_KEYS]


class Filler:
    """Compiles every effect into one table of rows and writes the table record."""

    def __init__(self, entries: Entries, origin: Origin) -> None:
        self.entries = entries
        self.origin = origin
        self.rows: list[Row] = [(o.OP_END, 0, 0, 0)]
        self.programs: Programs = {}
        self.tables = np.zeros(1, TABLES)
        self.t = self.tables[0]

    def fill(self) -> np.ndarray:
        """Return the filled record, an array of one element of `TABLES`."""
        self.cards()
        self.map()
        self.guardians()
        self.idols()
        self.assistants()
        self.research()
        self.rival()
        self.settings()
        if len(self.rows) > PROGRAM_ROWS:
            problem = f"all effects together need {len(self.rows)} rows; there is room for {PROGRAM_ROWS}"
            raise ContentError(Place("content"), problem)
        self.t["program"][: len(self.rows)] = self.rows
        return self.tables

    def compile(self, kind: str, entry: str, field: str) -> int:
        """Compile one effect, put it into the table and return the row where it starts."""
        fields = self.entries[kind][entry]
        place = Place(self.origin[kind, entry], kind, entry, field)
        main_options = [
            timing == "main" and fields["timing"] == "free" for timing in fields.get("option_timing", ())
        ]  # fmt: skip
        start = len(self.rows)
        effect = compile_effect(
            fields[field], place, start, may_exile_itself=kind == "card", main_options=main_options
        )  # fmt: skip
        self.rows += effect.rows
        start = start if effect.rows else 0
        self.programs[kind, entry, field] = start
        if kind == "card":
            self.t["card_exiles_itself"][names.CARD_IDS.index(entry)] = effect.exiles_itself
        return start

    # What a program can give, read off its rows.

    def reachable(self, start: int) -> tuple[list[Row], list[Row]]:
        """Return the rows of a program, and the rows that only one of its options leads to."""
        always: list[Row] = []
        optional: list[Row] = []
        waiting = [(start, always)]
        while waiting:
            row, found = waiting.pop()
            while self.rows[row][0] != o.OP_END:
                found.append(self.rows[row])
                if self.rows[row][0] == o.OP_OPTION:
                    waiting.append((self.rows[row][2], optional))
                row += 1
        return always, optional

    def offers(self, start: int) -> list[int]:
        """For each token: 0 not gained, 1 gained, 2 gained only as one of several choices."""
        result = [0] * len(o.TOKENS)
        for value, rows in zip((1, 2), self.reachable(start), strict=True):
            for operation, a, *_ in rows:
                if operation in (o.OP_GAIN, o.OP_GAIN_PER) and result[a] == 0:
                    result[a] = value
        return result

    def plain(self, start: int) -> bool:
        """Whether the program does nothing but gain tokens, so that its place in an order does not matter."""
        always, _ = self.reachable(start)
        return all(operation == o.OP_GAIN for operation, *_ in always)

    def icons(self, start: int) -> list[int]:
        """Travel icons that the program, or one option of it, gives; a payment counts no more than seven of a kind."""
        result = [0] * len(o.ICONS)
        for rows in self.reachable(start):
            for operation, a, b, _ in rows:
                if operation == o.OP_ICONS:
                    result[a] = min(result[a] + b, MOST_ICONS)
        return result

    # The parts of the record.

    def cards(self) -> None:
        timings = {"none": o.TIMING_NONE, "free": o.TIMING_FREE, "main": o.TIMING_MAIN}
        for i, (entry, card) in enumerate(self.entries["card"].items()):
            self.t["card_cost"][i] = card["cost"]
            self.t["card_points"][i] = card["points"]
            self.t["card_icons"][i] = icon_numbers(card["travel"])
            self.t["card_timing"][i] = timings[card["timing"]]
            self.t["card_program"][i] = self.compile("card", entry, "effect")

    def map(self) -> None:
        for i, (entry, camp) in enumerate(self.entries["camp"].items()):
            start = self.compile("camp", entry, "effect")
            self.t["camp_program"][i] = start
            self.t["camp_offers"][i] = self.offers(start)
            self.t["site_row"][i], self.t["site_column"][i] = camp["row"], camp["col"]
            for k, travel in enumerate(camp["space_travel"]):
                self.t["space_travel"][:, 2 * i + k] = icon_numbers(travel)
        for i, entry in enumerate(self.entries["site_tile"]):
            start = self.compile("site_tile", entry, "effect")
            self.t["tile_program"][i] = start
            self.t["tile_offers"][i] = self.offers(start)
        for i, position in enumerate(self.entries["position"].values()):
            site, space = o.CAMPS + i, 2 * o.CAMPS + i
            self.t["site_level"][site] = position["level"]
            self.t["site_row"][site], self.t["site_column"][site] = position["row"], position["col"]
            self.t["discover_cost"][:, site] = token_numbers(position["discover"])
            self.t["idols_up"][:, site] = position["idols_face_up"]
            self.t["idols_down"][:, site] = position["idols_face_down"]
            for board, name in enumerate(o.BOARDS):
                self.t["space_travel"][board, space] = icon_numbers(position[f"{name}_travel"])

    def guardians(self) -> None:
        for i, (entry, guardian) in enumerate(self.entries["guardian"].items()):
            self.t["guardian_cost"][i] = token_numbers(guardian["cost"])
            self.t["guardian_travel"][i] = icon_numbers(guardian["travel"])
            self.t["guardian_hand"][i] = guardian["hand_card"]
            start = self.compile("guardian", entry, "boon")
            always, optional = self.reachable(start)
            travel = [row for row in always if row[0] == o.OP_ICONS]
            if not travel and start:
                self.t["boon_program"][i] = start
            elif travel and len(travel) == len(always):
                self.t["boon_icons"][i] = self.icons(start)
            else:
                place = Place(self.origin["guardian", entry], "guardian", entry, "boon")
                raise ContentError(place, f"{guardian['boon']!r}: a boon is either travel alone or has no travel")

    def idols(self) -> None:
        for i, (entry, idol) in enumerate(self.entries["idol"].items()):
            self.t["idol_program"][i] = self.compile("idol", entry, "effect")
            self.t["idol_count"][i] = idol["count"]
        for i, entry in enumerate(self.entries["slot_effect"]):
            self.t["slot_program"][i] = self.compile("slot_effect", entry, "effect")

    def assistants(self) -> None:
        for i, (entry, assistant) in enumerate(self.entries["assistant"].items()):
            self.t["assistant_main"][i] = assistant["timing"] == "main"
            for level, field in enumerate(("silver", "gold")):
                start = self.compile("assistant", entry, field)
                self.t["assistant_program"][i, level] = start
                self.t["assistant_icons"][i, level] = self.icons(start)

    def research(self) -> None:
        for i, (entry, tile) in enumerate(self.entries["bonus_tile"].items()):
            start = self.compile("bonus_tile", entry, "effect")
            self.t["bonus_program"][i] = start
            self.t["bonus_count"][i] = tile["count"]
            self.t["bonus_plain"][i] = self.plain(start)
        self.t["track_next"][:] = -1
        for board, name in enumerate(o.BOARDS):
            self.t["track_spaces"][board] = o.TRACK_SPACES
            for i in range(o.TRACK_SPACES):
                space = self.entries["space"][f"{name[0]}{i}"]
                self.t["track_row"][board, i], self.t["track_column"][board, i] = space["row"], space["col"]
                self.t["track_cost"][board, i] = [*token_numbers(space["cost"]), space["cost"].get("idol", 0)]
                self.t["track_bonus"][board, i] = player_numbers(space["bonus_tiles"])
                for k, following in enumerate(space["next"]):
                    self.t["track_next"][board, i, k] = int(following[1:])
            for row in range(o.TEMPLE_ROW):
                entry = f"{name}_row_{row}"
                for side, token in enumerate(("glass", "notebook")):
                    start = self.compile("track_row", entry, f"{token}_effect")
                    self.t["row_program"][board, row, side] = start
                    self.t["row_plain"][board, row, side] = self.plain(start)
                    self.t["row_points"][board, row, side] = self.entries["track_row"][entry][f"{token}_points"]
            self.t["row_plain"][board, o.TEMPLE_ROW] = 1
            for i, stack in enumerate(names.TEMPLE_IDS):
                fields = self.entries["temple_stack"][f"{name}_{stack}"]
                self.t["temple_cost"][board, i] = token_numbers(fields["cost"])
                self.t["temple_points"][i] = fields["points"]

    def rival(self) -> None:
        for i, tile in enumerate(self.entries["rival_tile"].values()):
            self.t["rival_kind"][i] = _RIVAL_KINDS[tile["kind"]]
            self.t["rival_token"][i] = o.TOKENS.index(tile["token"]) if "token" in tile else -1
            self.t["rival_right"][i] = tile["arrow"] == "right"
            self.t["rival_moves_notebook"][i] = tile.get("moves_notebook", False)
            self.t["rival_idol_bonus"][i] = tile.get("idol_bonus_points", 0)
            for k, key in enumerate(ROUND_KEYS):
                round_ = tile["rounds"][key]
                self.t["rival_acts"][i, k] = round_["acts"]
                self.t["rival_level"][i, k] = round_.get("site_level", 0)
                self.t["rival_steps"][i, k] = round_.get("glass_steps", 1)
                self.t["rival_awakens"][i, k] = round_.get("guardian", False)
                for words in round_.get("takes", ()):
                    card, _, points = words.partition(":")
                    self.t[f"rival_{card}"][i, k] = _TAKES[points]

    def settings(self) -> None:
        value = {entry: fields["value"] for entry, fields in self.entries["setting"].items()}
        for board, name in enumerate(o.BOARDS):
            self.t["stack_sizes"][board] = player_numbers(value[f"assistant_stacks_{name}"])
        self.t["rescue_size"][o.BOARDS.index("snake")] = player_numbers(value["assistant_rescue_snake"])
        self.t["blocking_tiles"] = player_numbers(value["blocking_tiles"])
        self.t["temple_size"] = player_numbers(value["temple_tiles"])
        self.t["temple_bonus_size"] = player_numbers(value["temple_bonus_tiles"])
        self.t["slot_points"] = value["empty_slot_points"]
        self.t["arrival_points"] = value["arrival_points"]
        for name in (
            "idol_points",
            "guardian_points",
            "fear_tile_points",
            "rival_idol_points",
            "rival_minus_one_points",
            "hire_plane_cost",
            "artifact_tablets",
        ):
            self.t[name] = value[name]
        for seat, fields in enumerate(self.entries["seat"].values()):
            self.t["start_tokens"][seat] = token_numbers(fields["tokens"])
