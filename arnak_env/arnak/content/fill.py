"""The table record filled from the entries."""

from __future__ import annotations

import numpy as np

from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content.entries import Entries, Origin
from arnak_env.arnak.content.fill_tracks import fill_tracks, icon_numbers, player_numbers, token_numbers
from arnak_env.arnak.content.schema import BASE_BOARDS, NEW_BOARDS, ROUND_KEYS
from arnak_env.arnak.notation import MOST_ICONS, Row, compile_effect
from arnak_env.arnak.tables import PROGRAM_ROWS, TABLES
from arnak_env.core.content_errors import ContentError, Place

Programs = dict[tuple[str, str, str], int]  # (kind, id, field): row where the program starts, 0: no effect

_RIVAL_KINDS = {
    "dig": o.RIVAL_DIG,
    "discover": o.RIVAL_DISCOVER,
    "research": o.RIVAL_RESEARCH,
    "guardian": o.RIVAL_GUARDIAN,
    "buy_item": o.RIVAL_BUY,
    "buy_artifact": o.RIVAL_BUY,
    "spider": o.RIVAL_SPIDER,
    "owl": o.RIVAL_OWL,
}
_TAKES = {"lowest": 1, "highest": 2}


def equal_stacks(assistants: int) -> list[int]:
    """Sizes of three supply stacks, as equal as can be, the higher ones first."""
    return [(assistants + 2 - stack) // 3 for stack in range(3)]


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
        self.bonus_tiles()
        fill_tracks(self)
        self.encounters()
        self.rival()
        self.settings()
        if len(self.rows) > PROGRAM_ROWS:
            problem = f"all effects together need {len(self.rows)} rows; there is room for {PROGRAM_ROWS}"
            raise ContentError(Place("content"), problem)
        self.t["program"][: len(self.rows)] = self.rows
        return self.tables

    def compile(self, kind: str, entry: str, field: str, before: str = "") -> int:
        """Compile one effect, put it into the table and return the row where it starts.

        The effect of the field `before`, if the entry has it, is carried out first.
        """
        fields = self.entries[kind][entry]
        parts = [text for text in (fields.get(before, ""), fields[field]) if text.strip()]
        effect_text = parts[0] if len(parts) == 1 else "; ".join(f"({text})" for text in parts)
        place = Place(self.origin[kind, entry], kind, entry, field)
        main_options = [
            timing == "main" and fields["timing"] == "free" for timing in fields.get("option_timing", ())
        ]  # fmt: skip
        start = len(self.rows)
        effect = compile_effect(
            effect_text, place, start, may_exile_itself=kind == "card", main_options=main_options
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
        return all(operation in (o.OP_GAIN, o.OP_DARK) for operation, *_ in always)

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
            self.t["camp_program"][:, i] = start
            self.t["camp_offers"][:, i] = self.offers(start)
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
            for board, name in enumerate(BASE_BOARDS):
                self.t["space_travel"][board, space] = icon_numbers(position[f"{name}_travel"])
        for name in NEW_BOARDS:
            self.new_map(o.BOARDS.index(name), name)

    def new_map(self, board: int, name: str) -> None:
        """The camps and positions of a board of Twisted Paths, which have figures of their own."""
        for i, camp in enumerate(names.CAMP_IDS):
            entry = f"{name}_{camp}"
            start = self.compile("board_camp", entry, "effect")
            self.t["camp_program"][board, i] = start
            self.t["camp_offers"][board, i] = self.offers(start)
            for k, travel in enumerate(self.entries["board_camp"][entry]["space_travel"]):
                self.t["space_travel"][board, 2 * i + k] = icon_numbers(travel)
            self.t["dark_program"][board, i] = self.dark_effect("board_camp", entry)
        for i, position in enumerate(names.POSITION_IDS):
            entry = f"{name}_{position}"
            fields = self.entries["board_position"][entry]
            site = o.CAMPS + i
            self.t["space_travel"][board, 2 * o.CAMPS + i] = icon_numbers(fields["travel"])
            self.t["discover_cost"][board, site] = token_numbers(fields["discover"])
            self.t["idols_up"][board, site] = fields["idols_face_up"]
            self.t["idols_down"][board, site] = fields["idols_face_down"]
            self.t["dark_program"][board, site] = self.dark_effect("board_position", entry)

    def dark_effect(self, kind: str, entry: str) -> int:
        """Where the dark effect of a place starts; 0 for a place without one."""
        return self.compile(kind, entry, "dark_effect") if "dark_effect" in self.entries[kind][entry] else 0

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
            self.t["idol_count"][:, i] = idol["count"], idol["count"] + idol["twisted_paths_count"]
        for i, entry in enumerate(self.entries["slot_effect"]):
            self.t["slot_program"][i] = self.compile("slot_effect", entry, "effect")
            self.t["slot_main"][i] = self.entries["slot_effect"][entry]["timing"] == "main"

    def assistants(self) -> None:
        for i, (entry, assistant) in enumerate(self.entries["assistant"].items()):
            self.t["assistant_main"][i] = assistant["timing"] == "main"
            for level, field in enumerate(("silver", "gold")):
                start = self.compile("assistant", entry, field)
                self.t["assistant_program"][i, level] = start
                self.t["assistant_icons"][i, level] = self.icons(start)
                always = {row[0] for row in self.reachable(start)[0]}
                if o.OP_ICONS in always and always != {o.OP_ICONS}:
                    # The rest of the effect happens too when it is used to pay travel; nothing may be asked there.
                    asks = always - {o.OP_ICONS, o.OP_GAIN, o.OP_FEAR, o.OP_DARK}
                    self.t["assistant_mixed"][i, level] = not asks
                    if asks:
                        self.t["assistant_icons"][i, level] = 0

    def bonus_tiles(self) -> None:
        for i, (entry, tile) in enumerate(self.entries["bonus_tile"].items()):
            start = self.compile("bonus_tile", entry, "effect")
            self.t["bonus_program"][i] = start
            self.t["bonus_count"][:, i] = tile["count"], tile["count"] + tile["twisted_paths_count"]
            self.t["bonus_plain"][i] = self.plain(start)

    def encounters(self) -> None:
        for i, (entry, card) in enumerate(self.entries["encounter"].items()):
            self.t["encounter_program"][i] = self.compile("encounter", entry, "effect")
            self.t["encounter_saved"][i] = card["saved"]

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
                self.t["rival_invokes"][i, k] = "invoke" in round_.get("altar", ())
                self.t["rival_places"][i, k] = "place" in round_.get("altar", ())
                for words in round_.get("takes", ()):
                    card, _, points = words.partition(":")
                    self.t[f"rival_{card}"][i, k] = _TAKES[points]

    def settings(self) -> None:
        value = {entry: fields["value"] for entry, fields in self.entries["setting"].items()}
        rescue = np.zeros((len(o.BOARDS), o.MAX_PLAYERS + 1), np.int64)
        rescue[o.SNAKE] = player_numbers(value["assistant_rescue_snake"])
        self.t["rescue_size"] = rescue
        for board, name in enumerate(o.BOARDS):
            self.t["stack_sizes"][0, board] = player_numbers(value[f"assistant_stacks_{name}"])
            for players in range(1, o.MAX_PLAYERS + 1):
                self.t["stack_sizes"][1, board, players] = equal_stacks(o.ASSISTANTS - int(rescue[board, players]))
        self.t["blocking_tiles"] = player_numbers(value["blocking_tiles"])
        self.t["dark_per_space"] = player_numbers(value["dark_tablets_per_space"])
        self.t["slot_points"] = value["empty_slot_points"]
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
