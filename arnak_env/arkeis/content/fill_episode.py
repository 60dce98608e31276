"""The table record filled from the episodes."""

from __future__ import annotations

from collections.abc import Sequence

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content import schema
from arnak_env.arkeis.content.fill import AbilityRow, Filler
from arnak_env.arkeis.content.goal import symbol_weights
from arnak_env.arkeis.content.overview import Overview
from arnak_env.core.content_errors import ContentError, Place

AFTER_WORDS = ("discard", "keep", "threat", "active")
LATER_ZONE = 1


def fill_episodes(filler: Filler) -> None:
    """Write every episode into its slot."""
    for name in ("printed", "link_token", "draw_symbol", "token_square", "special_setup", "card_object", "sheet_box",
                 "line_artifact", "event_min", "link_a", "link_b", "square_x", "square_y"):  # fmt: skip
        filler.t[name][:] = -1
    for slot in filler.models.episodes:
        EpisodeFiller(filler, slot).fill()


def fill_weights(filler: Filler) -> None:
    """Write which symbols lie on the way to the favourable epilogue; the episodes must be right."""
    for slot in filler.models.episodes:
        for symbol, weight in symbol_weights(Overview(filler.models, slot)).items():
            filler.t["symbol_weight"][slot, o.SYMBOL_IDS.index(symbol)] = weight


class EpisodeFiller:
    """Writes one episode."""

    def __init__(self, filler: Filler, slot: int) -> None:
        self.filler = filler
        self.slot = slot
        self.episode: schema.Episode = filler.models.episodes[slot]
        self.t = filler.t
        self.view = Overview(filler.models, slot)

    def place(self, kind: str, entry: str, field: str = "") -> Place:
        return self.view.place(kind, entry, field)

    def program(self, kind: str, entry: str, field: str, texts: Sequence[str]) -> int:
        """Compile an effect list of the episode."""
        place = self.place(kind, entry, field)
        start = self.filler.program(place, texts, self.slot)
        # Names of episodes are their own: sheets and events have no ids that differ between episodes.
        self.filler.programs[self.episode.episode.id, f"{kind} {entry}".strip(), field] = start
        return start

    def fill(self) -> None:
        """Write everything."""
        t, episode, slot = self.t, self.episode, self.slot
        t["episode_exists"][slot] = 1
        t["elite_allowed"][slot] = episode.episode.elite_allowed
        t["reserve"][slot, 1:] = episode.fate_reserve.by_players
        t["on_empty"][slot] = self.program("fate_reserve", "", "on_empty", episode.fate_reserve.on_empty)
        t["on_empty_immediate"][slot] = episode.fate_reserve.on_empty_timing == "immediate"
        self.board()
        self.setup()
        self.cards()
        self.sheet()
        self.end()

    def board(self) -> None:
        t, slot = self.t, self.slot
        for zone in self.episode.zones:
            t["zone_used"][slot, o.ZONE_IDS.index(zone.id)] = 2 if zone.setup else 1
            for square in zone.squares:
                number = o.SQUARE_IDS.index(square.id)
                t["square_x"][slot, number] = square.x
                t["square_y"][slot, number] = square.y
                if square.printed_clue is not None:
                    t["printed"][slot, number] = o.SYMBOL_IDS.index(square.printed_clue)
        t["links"][slot] = len(self.episode.links)
        for k, link in enumerate(self.episode.links):
            t["link_type"][slot, k] = o.LINK_TYPES.index(link.type)
            t["link_a"][slot, k] = o.SQUARE_IDS.index(link.a)
            t["link_b"][slot, k] = o.SQUARE_IDS.index(link.b)
            t["link_edge"][slot, k] = link.edge
            if link.token and not link.open:
                t["link_token"][slot, k] = self.link_token(link)

    def link_token(self, link: schema.Link) -> int:
        """Return the number of the token of a link; the checks refuse one that it cannot have."""
        known = o.SYMBOL_IDS[: o.TOKENS] if link.type == "door" else o.SPECIAL_IDS
        return known.index(link.token) if link.token in known else -1

    def setup(self) -> None:
        t, slot, episode = self.t, self.slot, self.episode
        t["start_squares"][slot] = sum(1 << o.SQUARE_IDS.index(word) for word in set(episode.setup.explorer_start))
        for k, draw in enumerate(episode.setup.draws):
            t["draw_symbol"][slot, k] = o.SYMBOL_IDS.index(draw.symbol)
            t["draw_each"][slot, k] = draw.by == "each_player"
        later = [zone for zone in episode.zones if not zone.setup]
        for token in [*episode.clue_tokens, *(token for zone in later for token in zone.clue_tokens)]:
            number = o.SYMBOL_IDS.index(token.symbol)
            if number >= o.TOKENS:
                continue  # there is no such token: the checks refuse it
            t["token_square"][slot, number] = o.SQUARE_IDS.index(token.square)
            t["token_min_players"][slot, number] = token.min_players
        rows = [(row, 0) for row in episode.adversaries]
        rows += [(row, LATER_ZONE) for zone in later for row in zone.adversaries]
        if len(rows) > o.ADVERSARY_ROWS:
            problem = f"{len(rows)} entries of Adversaries; there is room for {o.ADVERSARY_ROWS}"
            raise ContentError(self.place("adversaries", ""), problem)
        t["adversary_rows"][slot] = len(rows)
        for k, (row, when) in enumerate(rows):
            kind, square = o.KIND_IDS.index(row.kind), o.SQUARE_IDS.index(row.square)
            t["adversary_setup"][slot, k] = kind, square, row.count, row.min_players, row.max_players, when
        self.special_tokens()

    def special_tokens(self) -> None:
        used = [0] * len(o.SPECIAL_IDS)
        for token in self.episode.special_tokens:
            kind = o.SPECIAL_IDS.index(token.token)
            if used[kind] == o.SPECIAL_COUNTS[kind]:
                problem = f"one {token.token} too many; there are {o.SPECIAL_COUNTS[kind]} in the game"
                raise ContentError(self.place("special_tokens", token.token), problem)
            number = o.SPECIAL_FIRST[kind] + used[kind]
            self.t["special_setup"][self.slot, number] = o.SQUARE_IDS.index(token.square)
            used[kind] += 1

    def cards(self) -> None:
        t, slot = self.t, self.slot
        t["cards"][slot] = len(self.episode.cards)
        for k, card in enumerate(self.episode.cards):
            t["card_symbol"][slot, k] = o.SYMBOL_IDS.index(card.symbol)
            t["card_type"][slot, k] = o.CARD_TYPES.index(card.type)
            t["card_after"][slot, k] = AFTER_WORDS.index(card.after)
            t["card_program"][slot, k] = self.program("cards", card.id, "effects", card.effects)
            if card.object is not None:
                if card.object not in self.filler.objects:
                    problem = f"there is no object {card.object!r}; add it as [[object]]"
                    raise ContentError(self.place("cards", card.id, "object"), problem)
                t["card_object"][slot, k] = self.filler.objects[card.object]
            if card.start:
                start = self.program("cards", card.id, "start", card.start)
                self.ability(k, o.T_START_OF_TURN, 0, start, o.E_SELF)
            for number, active in enumerate(card.active, 1):
                field = f"active[{number}]"
                when = self.filler.condition(self.place("cards", card.id, f"{field}.when"), active.when, slot)
                program = self.program("cards", card.id, f"{field}.effects", active.effects)
                who = o.EXPLORER_SELECTORS.index(active.who)
                self.ability(k, o.TRIGGER_IDS.index(active.trigger), when, program, who)

    def ability(self, card: int, trigger: int, when: int, program: int, who: int) -> None:
        self.filler.abilities.append(
            AbilityRow(trigger, o.SOURCE_CLUE, card, self.slot, False, o.LIMIT_NONE, when, program, who)
        )

    def sheet(self) -> None:
        t, slot, sheet = self.t, self.slot, self.episode.sheet
        for row, symbols in enumerate(sheet.rows):
            for column, symbol in enumerate(symbols):
                if symbol:
                    box = row * o.SHEET_SIDE + column
                    t["sheet_box"][slot, box] = o.FACE_IDS.index(symbol)
                    t["line_boxes"][slot, row] |= 1 << box
                    t["line_boxes"][slot, o.SHEET_SIDE + column] |= 1 << box
        for first, name, lines in ((0, "row_bonus", sheet.row_bonus), (o.SHEET_SIDE, "col_bonus", sheet.col_bonus)):
            for k, line in enumerate(lines):
                field = f"{name}[{k + 1}].effects"
                t["line_program"][slot, first + k] = self.program("sheet", "", field, line.effects)
                if line.artifact:
                    t["line_artifact"][slot, first + k] = o.SYMBOL_IDS.index(line.artifact)
                t["line_event"][slot, first + k] = line.event_row

    def end(self) -> None:
        t, slot = self.t, self.slot
        for result in (o.FAVOURABLE, o.ADVERSE):
            word = o.RESULT_IDS[result]
            epilogue: schema.Epilogue = getattr(self.episode.epilogue, word)
            t["epilogue_program"][slot, result] = self.program("epilogue", word, "effects", epilogue.effects)
            t["epilogue_bonuses"][slot, result] = epilogue.sheet_bonuses
        for k, event in enumerate(self.episode.events):
            t["event_min"][slot, k] = event.min_event_rows
            t["event_max"][slot, k] = event.max_event_rows
            t["event_program"][slot, k] = self.program("events", str(k + 1), "effects", event.effects)
