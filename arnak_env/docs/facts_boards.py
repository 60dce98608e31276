"""Tables of the printed facts of the Spider and the Owl Temple, and of what the General Index knows besides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content
from arnak_env.arnak.content.schema import PLAYER_KEYS
from arnak_env.arnak.words import amount
from arnak_env.docs.facts import Row, effect, icons, notes, setting_table, tokens, trust
from arnak_env.docs.markdown import code, codes, table

PLAYERS = "solo / 2 / 3 / 4"
TOKEN_WORDS = {"glass": "magnifying glass", "notebook": "notebook", "lantern": "lantern"}


def by_players(value: Mapping[str, Any]) -> str:
    """Return one value for each number of players."""
    return " / ".join(str(value[key]) for key in PLAYER_KEYS)


def step_cost(entry: Mapping[str, Any]) -> str:
    """Return what a bridge or passage costs, travel included."""
    parts = [tokens(entry["cost"])] if entry["cost"] else []
    parts += [f"travel {icons(entry['travel'])}"] if entry.get("travel") else []
    return ", ".join(parts) or "nothing"


def _of_board(content: Content, kind: str, board: str) -> dict[str, Mapping[str, Any]]:
    return {entry: fields for entry, fields in content.entries[kind].items() if fields["board"] == board}


def _dark(content: Content, kind: str, entry: str) -> str:
    return effect(content, kind, entry, "dark_effect") if "dark_effect" in content.entries[kind][entry] else ""


# --- maps ------------------------------------------------------------------------------------------------------------
def camp_table(content: Content, board: str) -> str:
    """Return the camps of a board, those of Spider with their dark effects."""
    camps = _of_board(content, "board_camp", board)
    rows: list[Row] = []
    for entry, camp in camps.items():
        travel = " / ".join(icons(space) for space in camp["space_travel"])
        dark = (_dark(content, "board_camp", entry),) if board == "spider" else ()
        rows.append((code(entry), travel, effect(content, "board_camp", entry), *dark, *trust(camp)))
    heading = ("id", "travel (.1 / .2)", "effect", *(("dark effect",) if board == "spider" else ()))
    return table((*heading, "source", "confidence"), rows) + notes(content, "board_camp", camps)


def position_table(content: Content, board: str) -> str:
    """Return the positions of a board, those of Spider with their dark effects."""
    places = _of_board(content, "board_position", board)
    rows: list[Row] = []
    for entry, place in places.items():
        idols = f"{place['idols_face_up']} / {place['idols_face_down']}"
        dark = (_dark(content, "board_position", entry),) if board == "spider" else ()
        rows.append((code(entry), icons(place["travel"]), tokens(place["discover"]), idols, *dark, *trust(place)))
    heading = ("id", "travel", "to discover", "idols up / down", *(("dark effect",) if board == "spider" else ()))
    return table((*heading, "source", "confidence"), rows) + notes(content, "board_position", places)


# --- Spider Temple ---------------------------------------------------------------------------------------------------
def spider_track(content: Content) -> str:
    """Return the spaces of the Spider track and the second bridge into one of them."""
    rows: list[Row] = []
    for entry, space in content.entries["spider_space"].items():
        marks = ["Lost Temple"] if space.get("temple") else []
        marks += ["idols beside it"] if space.get("idols_beside") else []
        rows.append(
            (code(entry), space["row"], space["col"], step_cost(space), codes(space["next"]) or "none")
            + (by_players(space["bonus_tiles"]), ", ".join(marks), *trust(space))
        )
    for entry, bridge in content.entries["spider_bridge"].items():
        enters = content.entries["spider_space"][bridge["enters"]]
        rows.append(
            (code(entry), enters["row"], enters["col"], step_cost(bridge), codes([bridge["enters"]]), "")
            + ("another bridge into this space", *trust(bridge))
        )
    heading = ("id", "#row", "#column", "cost of the bridge to it", "leads to", f"bonus tiles: {PLAYERS}", "special")
    lines = notes(content, "spider_space") + notes(content, "spider_bridge").replace("\n\nNotes:\n\n", "\n")
    return table((*heading, "source", "confidence"), rows) + lines


def spider_effects(content: Content) -> str:
    """Return effects and points of the spaces of the Spider track."""
    rows = []
    for entry, space in content.entries["spider_space"].items():
        if space["row"] in (0, 8):
            continue
        cells = [
            cell
            for token in ("glass", "notebook")
            for cell in (effect(content, "spider_space", entry, f"{token}_effect"), space[f"{token}_points"])
        ]
        rows.append((code(entry), *cells))
    return table(("id", "magnifying glass", "#points", "notebook", "#points"), rows)


def altar_table(content: Content) -> str:
    """Return the altars."""
    rows = [
        (code(entry), altar["token_row"], altar["points"], *trust(altar))
        for entry, altar in content.entries["altar"].items()
    ]
    heading = ("id", "#a research token in row", "#points of the majority", "source", "confidence")
    return table(heading, rows) + notes(content, "altar")


def dark_space_table(content: Content) -> str:
    """Return the spaces of the supply of dark tablets."""
    rows = [(code(entry), space["points"], *trust(space)) for entry, space in content.entries["dark_space"].items()]
    heading = ("id", "#points for each dark tablet on an altar", "source", "confidence")
    return table(heading, rows) + notes(content, "dark_space")


# --- Owl Temple ------------------------------------------------------------------------------------------------------
def owl_track(content: Content) -> str:
    """Return the spaces of the Owl track with their tiles."""
    rows: list[Row] = []
    for entry, space in content.entries["owl_space"].items():
        tile: tuple[Any, ...] = ("", "", "")
        if "tile_points" in space:
            tile = (space["tile_points"], by_players(space["tiles"]), tokens(space["tile_cost"]))
        rows.append(
            (code(entry), space["row"], space["col"], step_cost(space), codes(space["next"]) or "none")
            + (by_players(space["bonus_tiles"]), *tile, *trust(space))
        )
    of_space = ("id", "#row", "#column", "cost of the bridge to it", "leads to", f"bonus tiles: {PLAYERS}")
    of_tile = ("#points of its tile", f"tiles: {PLAYERS}", "price of the tile")
    return table((*of_space, *of_tile, "source", "confidence"), rows) + notes(content, "owl_space")


def owl_rows(content: Content) -> str:
    """Return the rows of the Owl track with effects and points of all three tokens."""
    rows = []
    for entry, row in content.entries["owl_row"].items():
        cells = [
            cell
            for token in o.RESEARCH_TOKENS
            for cell in (effect(content, "owl_row", entry, f"{token}_effect"), row[f"{token}_points"])
        ]
        rows.append((code(entry), *cells, *trust(row)))
    heading = ["id"]
    for token in o.RESEARCH_TOKENS:
        heading += [TOKEN_WORDS[token], "#points"]
    return table((*heading, "source", "confidence"), rows) + notes(content, "owl_row")


def passage_table(content: Content) -> str:
    """Return the secret passages."""
    rows = []
    for entry, passage in content.entries["passage"].items():
        source = next(word for word, space in content.entries["owl_space"].items() if entry in space["next"])
        reward = (
            f"tile of {amount(passage['tile_points'], 'point')}" if passage["reward"] == "tile" else "face-down idol"
        )
        rows.append(
            (code(entry), code(source), passage["row"], passage["side"], step_cost(passage), reward, *trust(passage))
        )
    heading = ("id", "leaves from", "#row", "side", "cost", "what lies in it", "source", "confidence")
    return table(heading, rows) + notes(content, "passage")


def pile_table(content: Content) -> str:
    """Return the piles at the top of the Owl Temple."""
    rows = [
        (
            code(entry),
            "idols" if pile["holds"] == "idol" else f"tiles of {amount(pile['points'], 'point')}",
            by_players(pile["count"]),
        )
        + (pile["access_row"], tokens(pile["cost"]), *trust(pile))
        for entry, pile in content.entries["owl_pile"].items()
    ]
    heading = ("id", "holds", f"number: {PLAYERS}", "#opened by a token in row", "cost", "source", "confidence")
    return table(heading, rows) + notes(content, "owl_pile")


# --- other sets ------------------------------------------------------------------------------------------------------
def encounter_table(content: Content) -> str:
    """Return the encounter cards."""
    rows = [
        (
            code(entry),
            card["chapter"],
            effect(content, "encounter", entry),
            "yes" if card["saved"] else "",
            *trust(card),
        )
        for entry, card in content.entries["encounter"].items()
    ]
    heading = ("id", "#chapter", "effect", "can be kept", "source", "confidence")
    return table(heading, rows) + notes(content, "encounter")


TABLES: dict[str, Callable[[Content], str]] = {
    "spider_camps": lambda content: camp_table(content, "spider"),
    "spider_positions": lambda content: position_table(content, "spider"),
    "spider_track": spider_track,
    "spider_effects": spider_effects,
    "altars": altar_table,
    "dark_spaces": dark_space_table,
    "spider_settings": lambda content: setting_table(content, "board_spider.toml"),
    "owl_camps": lambda content: camp_table(content, "owl"),
    "owl_positions": lambda content: position_table(content, "owl"),
    "owl_track": owl_track,
    "owl_rows": owl_rows,
    "passages": passage_table,
    "owl_piles": pile_table,
    "owl_settings": lambda content: setting_table(content, "board_owl.toml"),
    "encounters": encounter_table,
}
