"""Building a game record from a position in words; the vocabulary is described in `arnak_env.arnak.position`."""

from __future__ import annotations

from typing import Any

import numpy as np

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.config import SWITCHES
from arnak_env.arnak.position_boards import (
    DARK_KEYS,
    OWL_KEYS,
    OWL_TILE_WORDS,
    lantern_place,
    need_board,
    place_altars,
    place_dark_supply,
    place_owl,
    place_owl_tokens,
    place_temple_tiles,
)
from arnak_env.arnak.position_cards import SUPPLY_KEYS, CardLedger, place_common_cards, place_player_cards
from arnak_env.arnak.position_idols import IdolPlacer
from arnak_env.arnak.position_pieces import (
    CHAPTER_KEYS,
    Ledgers,
    place_assistants,
    place_bonus_tiles,
    place_encounters,
    place_hidden_sites,
    place_tiles,
)
from arnak_env.arnak.position_rival import place_objectives, place_rival_tiles
from arnak_env.arnak.state import GAME
from arnak_env.arnak.words import figure_words, site_of_space, spaces_of_site, table_record
from arnak_env.core.position_reader import PositionError, Section

PART_KEYS = (
    "game", "players", "row", "sites", "supply", "rival", "altars", "dark", "owl", "hidden_sites", "encounters",
)  # fmt: skip
GAME_KEYS = (
    "board", "expansion_components", "players", "round", "turn", "seed", "starting_player", "main_done", "difficulty",
    "rival_tiles", "switches", "objectives", "first_objective_worth_four", "blocking",
)  # fmt: skip
PLAYER_KEYS = (
    "tokens", "hand", "deck", "play", "fear_tiles", "archaeologists", "assistants", "idols", "slotted", "guardians",
    "glass", "notebook", "arrival", "temple_tiles", "passed", "planes", "ignore_fear", "leftover", "dark_tablets",
    "took_track_idol", "lantern", "owl_tiles", "extra_slotted", "idol_types", "pedestals", "on_pedestals",
    "encounters_kept",
)  # fmt: skip
SITE_KEYS = ("tile", "guardian", "idol", "idol_down", "rival")
RIVAL_KEYS = (
    "stack", "used", "glass", "notebook", "arrival", "figures", "idols", "minus_one", "cards", "guardians",
    "temple_tiles", "objectives", "objective_points", "two_point_tiles", "six_point_tiles", "lantern", "owl_tiles",
)  # fmt: skip
LEVELS = ("silver", "gold")


def build_game(spec: Any, content: Any) -> np.ndarray:
    """Return an array with the one game that `spec` describes; see `arnak_env.arnak.position.build_position`."""
    return _Builder(spec, table_record(content)).build()


class _Builder:
    """Fills one game record part by part; the order matters, because defaults use what is still free."""

    def __init__(self, spec: Any, tables: Any) -> None:
        self.spec = Section(spec, "", PART_KEYS)
        self.tables = tables
        self.games = np.zeros(1, dtype=GAME)
        self.game = self.games[0]
        self.arrivals: dict[int, str] = {}
        self.without_arrival: list[int] = []

    def build(self) -> np.ndarray:
        """Fill all parts and return the array."""
        self.configuration()
        self.ledger = CardLedger(self.players)
        self.ledgers = Ledgers(bool(self.game["components"]))
        supply = self.spec.section("supply", SUPPLY_KEYS)
        sites = self.spec.section("sites", a.SITE_IDS)
        self.empty_places()
        sections = self.player_sections()
        for player, section in enumerate(sections):
            self.player(player, section)
        if self.game["fear_tiles"].sum() > o.FEAR_TILES:
            raise PositionError("players", f"there are only {o.FEAR_TILES} fear tiles")
        self.rival(self.spec.section("rival", RIVAL_KEYS))
        self.sites(sites)
        self.blocking()
        self.lost_temple()
        self.temple_boards(supply)
        IdolPlacer(self.game, self.tables, SITE_KEYS).place(sites, supply, sections)
        place_common_cards(self.game, self.spec.section("row", ("artifacts", "items")), supply, self.ledger)
        place_hidden_sites(self.game, self.spec, self.ledgers)
        place_tiles(self.game, supply, self.ledgers)
        encounters = self.spec.section("encounters", CHAPTER_KEYS)
        place_encounters(self.game, self.tables, encounters, sections, self.ledgers.encounter)
        place_assistants(self.game, supply, self.tables, self.ledgers.assistant)
        place_bonus_tiles(self.game, supply, self.tables)
        self.turn()
        return self.games

    def temple_boards(self, supply: Section) -> None:
        """Temple tiles, and what belongs to the Owl Temple or the Spider Temple alone."""
        if int(self.game["board"]) != o.OWL:
            place_temple_tiles(self.game, supply, self.tables)
        place_owl(self.game, self.spec.section("owl", OWL_KEYS), supply, self.tables)
        place_altars(self.game, self.spec.section("altars", a.ALTAR_IDS), self.ledger)
        place_dark_supply(self.game, self.spec.section("dark", DARK_KEYS), self.tables)

    # --- configuration -----------------------------------------------------------------------------------------------
    def configuration(self) -> None:
        """Board, number of players, round and whose turn it is."""
        game = self.game
        section = self.section = self.spec.section("game", GAME_KEYS)
        game["board"] = section.word("board", o.BOARDS, "board", default=0)
        game["components"] = section.flag("expansion_components", int(game["board"]) >= o.SPIDER)
        self.players = section.integer("players", 2, 1, o.MAX_PLAYERS)
        self.solo = self.players == 1
        game["players"] = self.players
        game["rival"] = int(self.solo)
        game["round_number"] = section.integer("round", 1, 1, o.ROUNDS)
        game["seed"] = section.integer("seed", 0, 0, 2**64 - 1)
        game["turn_player"] = section.integer("turn", 1, 1, self.players) - 1
        game["starting_player"] = section.integer("starting_player", 1, 1, self.players) - 1
        game["main_done"] = section.flag("main_done")
        if not self.solo:
            for key in ("difficulty", "rival_tiles", "switches", "objectives", "first_objective_worth_four"):
                if key in section:
                    raise section.fail(key, "this belongs to the solo game only (players = 1)")
        switches = section.words("switches", tuple(SWITCHES), "switch")
        game["switches"] = sum({list(SWITCHES.values())[index][0] for index in switches})

    def empty_places(self) -> None:
        """Mark everything that is not zero when empty."""
        game = self.game
        for field in (
            "assistant", "row", "tile", "guardian", "idol_up", "idol_down", "idol_stack", "level_1_stack",
            "level_2_stack", "guardian_stack", "stack", "rescue", "bonus", "temple_bonus", "lantern", "altar_card",
            "hidden", "encounter", "rival_stack", "rival_used", "rival_lantern",
        ):  # fmt: skip
            game[field] = -1
        game["home"][: self.players] = o.ARCHAEOLOGISTS

    def player_sections(self) -> list[Section]:
        """Return one section per seat, empty ones for the players left out."""
        seats = tuple(str(seat) for seat in range(1, o.MAX_PLAYERS + 1))
        players = self.spec.section("players", seats)
        for seat in players.table:
            if int(seat) > self.players:
                raise players.fail(seat, f"this is a game of {self.players} (see game.players)")
        return [players.section(seat, PLAYER_KEYS) for seat in seats[: self.players]]

    # --- players -----------------------------------------------------------------------------------------------------
    def player(self, player: int, section: Section) -> None:
        """Everything that belongs to one player."""
        game = self.game
        for token, number in section.counts("tokens", o.TOKENS, high=999).items():
            game["tokens"][player, token] = number
        place_player_cards(game, player, section, self.ledger)
        game["fear_tiles"][player] = section.integer("fear_tiles", 0, 0, o.FEAR_TILES)
        figures = section.words("archaeologists", a.SPACE_IDS, "space")
        if len(figures) > o.ARCHAEOLOGISTS:
            raise section.fail("archaeologists", f"a player has {o.ARCHAEOLOGISTS} archaeologists, not {len(figures)}")
        for space in figures:
            self.figure(space, player + 1, section.at("archaeologists"))
        game["home"][player] -= len(figures)
        self.assistants(player, section)
        game["idols"][player] = section.integer("idols", 0, 0, o.IDOL_TILES)
        game["slotted"][player] = section.integer("slotted", 0, 0, o.IDOL_SLOTS)
        for entry in section.items("guardians"):
            inner = _entry(section, "guardians", entry, ("id", "used"))
            guardian = inner.index("id", inner.table.get("id"), a.GUARDIAN_IDS, "guardian")
            self.own_guardian(guardian, player + 1, section.at("guardians"))
            game["boon_used"][guardian] = inner.flag("used")
        self.research(player, section)
        self.temple_tiles(section, game["temple_owned"][player], int(game["glass"][player]))
        self.further_pieces(player, section)
        for key in ("passed", "planes", "ignore_fear"):
            game[key][player] = section.flag(key)
        leftover = section.counts("leftover", o.ICONS)
        if leftover and player != int(game["turn_player"]):
            raise section.fail("leftover", "only the player whose turn it is has travel icons left over")
        for icon, number in leftover.items():
            game["pool"][icon] = number

    def further_pieces(self, player: int, section: Section) -> None:
        """Dark tablets, the idol beside the track of the Spider Temple and pedestals of one player."""
        game = self.game
        for key in ("dark_tablets", "took_track_idol"):
            need_board(game, section, key, o.SPIDER)
        game["dark"][player] = section.integer("dark_tablets", 0, 0, 99)
        game["took_idol"][player] = section.flag("took_track_idol")
        game["pedestals"][player] = section.integer("pedestals", 0, 0, o.IDOL_TILES)
        game["on_pedestal"][player] = section.integer("on_pedestals", 0, 0, o.IDOL_TILES)

    def assistants(self, player: int, section: Section) -> None:
        """The assistants of one player, on the squares from the left."""
        entries = section.items("assistants")
        if len(entries) > 2:
            raise section.fail("assistants", f"a player has room for 2 assistants, not {len(entries)}")
        for square, entry in enumerate(entries):
            inner = _entry(section, "assistants", entry, ("id", "level", "used"))
            assistant = inner.index("id", inner.table.get("id"), a.ASSISTANT_IDS, "assistant")
            self.ledgers.assistant.place(assistant, section.at("assistants"))
            self.game["assistant"][player, square] = assistant
            self.game["assistant_gold"][player, square] = inner.word("level", LEVELS, "level", default=0)
            self.game["assistant_used"][player, square] = inner.flag("used")

    def own_guardian(self, guardian: int, owner: int, key: str) -> None:
        """A guardian that somebody has overcome."""
        self.ledgers.guardian.place(guardian, key)
        self.game["guardian_owner"][guardian] = owner

    def research(self, player: int, section: Section) -> None:
        """Research tokens of one player."""
        glass = self.track(section, "glass")
        self.game["glass"][player] = glass
        place_owl_tokens(self.game, player, section, self.lantern(section))
        self.game["notebook"][player] = self.notebook(section, glass, int(self.game["lantern"][player]))
        self.note_arrival(player, section, glass)

    def lantern(self, section: Section) -> int | None:
        """Return the space written for a lantern, None when it is on the board of its owner."""
        if section.table.get("lantern", "board") == "board":
            return None
        need_board(self.game, section, "lantern", o.OWL)
        return self.track(section, "lantern", passages=False)

    def temple_tiles(self, section: Section, owned: Any, glass: int) -> None:
        """Temple tiles of the player or rival whose magnifying glass stands on the given space."""
        in_temple = glass == int(self.tables["track_temple"][int(self.game["board"])])
        for stack, number in section.counts("temple_tiles", a.TEMPLE_IDS).items():
            if number and int(self.game["board"]) == o.OWL:
                raise section.fail("temple_tiles", "on the owl side the tiles are written as owl_tiles")
            if number and not in_temple and not self.gives(o.OP_TEMPLE_TILE):
                raise section.fail("temple_tiles", "the magnifying glass must be in the Lost Temple to own any (glass)")
            owned[stack] = number

    def gives(self, operation: int) -> bool:
        """Whether an effect of the content has this operation."""
        return bool((self.tables["program"][:, 0] == operation).any())

    def row(self, space: int) -> int:
        """Return the row of a research space; a lantern on the player board has none."""
        return int(self.tables["track_row"][int(self.game["board"]), space]) if space >= 0 else 0

    def notebook(self, section: Section, glass: int, lantern: int) -> int:
        """Return the space of a notebook: outside the Lost Temple, and not above magnifying glass and lantern."""
        notebook = self.track(section, "notebook", passages=False)
        if notebook == int(self.tables["track_temple"][int(self.game["board"])]):
            raise section.fail("notebook", "the notebook never enters the Lost Temple")
        row, above = self.row(notebook), max(self.row(glass), self.row(lantern))
        if row > above:
            other = "magnifying glass and lantern" if lantern >= 0 else "the magnifying glass"
            raise section.fail("notebook", f"the notebook (row {row}) may not stand above {other} (row {above})")
        return notebook

    def track(self, section: Section, key: str, passages: bool = True) -> int:
        """Return a research space of the board in use, where a token can stand."""
        board = int(self.game["board"])
        words = a.TRACK_WORDS[o.BOARDS[board]]
        places = [space for space in range(len(words)) if self.tables["track_place"][board, space] == space]
        known = [words[space] for space in places if passages or not self.tables["passage"][board, space]]
        if section.table.get(key, "") == "":
            return 0
        section.index(key, section.table[key], known, f"research space of the {o.BOARDS[board]} side")
        return words.index(section.table[key])

    def note_arrival(self, player: int, section: Section, glass: int) -> None:
        """Remember the order of arrival in the Lost Temple; 4 stands for the rival."""
        arrival = section.integer("arrival", 0, 0, self.players + int(self.solo))
        in_temple = glass == int(self.tables["track_temple"][int(self.game["board"])])
        if arrival and not in_temple:
            raise section.fail("arrival", "the magnifying glass is not in the Lost Temple")
        if arrival:
            if arrival in self.arrivals:
                raise section.fail("arrival", f"{self.arrivals[arrival]} is {arrival} already")
            self.arrivals[arrival] = section.at("arrival")
            self.set_arrival(player, arrival)
        elif in_temple:
            self.without_arrival.append(player)

    def set_arrival(self, player: int, arrival: int) -> None:
        """Store one place of the order of arrival."""
        if player == o.MAX_PLAYERS:
            self.game["rival_arrival"] = arrival
        else:
            self.game["arrival"][player] = arrival

    def lost_temple(self) -> None:
        """Complete the order of arrival: whoever is there without a number takes the next free one, in seat order."""
        number = 1
        for player in self.without_arrival:
            while number in self.arrivals:
                number += 1
            self.arrivals[number] = ""
            self.set_arrival(player, number)
        self.game["arrivals"] = len(self.arrivals)
        for number in range(1, len(self.arrivals) + 1):
            if number not in self.arrivals:
                late = self.arrivals[max(self.arrivals)]
                raise PositionError(late, f"nobody is number {number} in the Lost Temple")

    # --- map ---------------------------------------------------------------------------------------------------------
    def figure(self, space: int, figure: int, key: str) -> None:
        """Put a figure on a free space; whether its site is discovered is checked once all sites are known."""
        there = int(self.game["space"][space])
        if there != o.EMPTY:
            raise PositionError(
                key, f"{a.SPACE_IDS[space]} holds one figure only, and {figure_words(there)} stands there already"
            )
        self.game["space"][space] = figure

    def blocking(self) -> None:
        """Blocking tiles on two-boot camp spaces, by default on the first ones without a figure."""
        space = self.game["space"]
        number = int(self.tables["blocking_tiles"][self.players])
        dear = [2 * camp + 1 for camp in range(o.CAMPS)]
        given = self.section.words("blocking", a.SPACE_IDS, "space")
        if "blocking" in self.section:
            if len(set(given)) != number or len(given) != number or not set(given) <= set(dear):
                raise self.section.fail("blocking", f"{number} different two-boot camp spaces are needed here")
        else:
            given = [place for place in dear if space[place] == o.EMPTY][:number]
        for place in given if len(given) == number else dear:
            if space[place] != o.EMPTY:
                who = figure_words(int(space[place]))
                key = f"players.{int(space[place])}.archaeologists" if who.startswith("player") else "rival.figures"
                raise PositionError(key, f"a blocking tile covers {a.SPACE_IDS[place]}, so {who} cannot stand there")
            space[place] = o.BLOCKING_TILE

    def sites(self, sites: Section) -> None:
        """Site tiles and guardians, and that nobody stands where nothing is discovered."""
        game = self.game
        for site, word in enumerate(a.SITE_IDS):
            section = sites.section(word, SITE_KEYS if site >= o.CAMPS else ("guardian",))
            tile = section.word("tile", a.TILE_IDS, "site tile")
            if tile >= 0:
                level = int(self.tables["site_level"][site])
                if (tile < o.LEVEL_1_TILES) != (level == 1):
                    raise section.fail("tile", f"{a.TILE_IDS[tile]!r} does not belong on a level {level} site")
                self.ledgers.tile.place(tile, section.at("tile"))
            game["tile"][site] = tile
            guardian = section.word("guardian", a.GUARDIAN_IDS, "guardian")
            if guardian >= 0:
                self.ledgers.guardian.place(guardian, section.at("guardian"))
            game["guardian"][site] = guardian
            if section.flag("rival"):
                if not self.solo:
                    raise section.fail("rival", "the rival takes part in the solo game only (players = 1)")
                self.rival_figure(spaces_of_site(site)[0], section.at("rival"))
        for space, word in enumerate(a.SPACE_IDS):
            site, figure = site_of_space(space), int(game["space"][space])
            if figure not in (o.EMPTY, o.BLOCKING_TILE) and site >= o.CAMPS and game["tile"][site] < 0:
                owner = "rival.figures" if figure == o.RIVAL_FIGURE else f"players.{figure}.archaeologists"
                raise PositionError(owner, f"nobody can stand on {word}, it is not discovered (sites.{word}.tile)")

    # --- rival and turn ----------------------------------------------------------------------------------------------
    def rival(self, section: Section) -> None:
        """Everything that belongs to the rival of the solo game."""
        game = self.game
        if not self.solo:
            if "rival" in self.spec:
                raise PositionError("rival", "the rival takes part in the solo game only (players = 1)")
            return
        game["rival_home"] = o.RIVAL_FIGURES
        for space in section.words("figures", a.SPACE_IDS, "space"):
            self.rival_figure(space, section.at("figures"))
        self.rival_track(section)
        for kind in section.words("idols", a.IDOL_IDS, "idol"):
            game["rival_idols"][kind] += 1
            if game["rival_idols"][kind] > 1:
                word = a.IDOL_IDS[kind]
                raise section.fail("idols", f"the rival keeps only one {word!r} face up; others count in minus_one")
        game["rival_minus_one"] = section.integer("minus_one", 0, 0, o.IDOL_TILES)
        for card in section.words("cards", a.CARD_IDS, "card"):
            if card >= o.FIRST_STARTING:
                raise section.fail("cards", f"the rival takes items and artifacts, never {a.CARD_IDS[card]!r}")
            self.ledger.place(card, section.at("cards"))
            game["rival_cards"][card] = 1
        for entry in section.items("guardians"):
            inner = _entry(section, "guardians", entry, ("id", "used"))
            guardian = inner.index("id", inner.table.get("id"), a.GUARDIAN_IDS, "guardian")
            self.own_guardian(guardian, o.RIVAL_FIGURE, section.at("guardians"))
        self.temple_tiles(section, game["rival_temple"], int(game["rival_glass"]))
        place_rival_tiles(game, self.section, section)
        self.rival_notebook(section)
        place_objectives(game, self.section, section)

    def rival_track(self, section: Section) -> None:
        """Magnifying glass, lantern and Owl Temple tiles of the rival."""
        game = self.game
        glass = self.track(section, "glass")
        game["rival_glass"] = glass
        self.note_arrival(o.MAX_PLAYERS, section, glass)
        game["rival_lantern"] = lantern_place(game, section, self.lantern(section), glass)
        need_board(game, section, "owl_tiles", o.OWL)
        for kind, number in section.counts("owl_tiles", OWL_TILE_WORDS).items():
            game["rival_owl"][kind] = number

    def rival_notebook(self, section: Section) -> None:
        """The notebook of the rival, which leaves the start with purple tiles only."""
        game = self.game
        notebook = self.notebook(section, int(game["rival_glass"]), int(game["rival_lantern"]))
        if notebook and o.PURPLE not in game["colour"]:
            raise section.fail("notebook", "the notebook of the rival moves with purple tiles only")
        game["rival_notebook"] = notebook

    def rival_figure(self, space: int, key: str) -> None:
        """Put one of the rival's figures on a space."""
        if self.game["rival_home"] == 0:
            raise PositionError(key, f"the rival has only {o.RIVAL_FIGURES} figures")
        self.figure(space, o.RIVAL_FIGURE, key)
        self.game["rival_home"] -= 1

    def turn(self) -> None:
        """The question that is pending: the turn of the player to move."""
        game = self.game
        player = int(game["turn_player"])
        if game["passed"][player] and not game["main_done"]:
            raise PositionError(
                f"players.{player + 1}.passed", "a player who has passed does not move (game.turn names this player)"
            )
        game["frame"][0] = (o.OP_TURN, 0, 0, 0, 0, 0, -1, -1)
        game["frames"] = 1


def _entry(section: Section, key: str, entry: Any, keys: tuple[str, ...]) -> Section:
    """Return one entry of a list of tables; a plain word stands for its id."""
    inner = Section({"id": entry} if isinstance(entry, str) else entry, section.at(key), keys)
    if "id" not in inner:
        raise section.fail(key, f"an id is missing in {entry!r}")
    return inner
