"""The research track as text, with the temple tiles and, on the Spider side, altars and dark tablets."""

from __future__ import annotations

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.words import amount, figure_words, icon_words, token_words, track_id
from arnak_env.render.view import View

_TOKENS = ("glass", "notebook", "lantern")


def research(view: View) -> list[str]:
    """The research track from the top down to the start."""
    board = view.board
    what = "space" if board == o.SPIDER else "row"
    lines = ["", f"RESEARCH  ([cost], -> the spaces above; effect and points of the {what})"]
    rows = view.tables["track_row"][board]
    for row in range(o.TRACK_ROWS - 1, 0, -1):
        spaces = [space for space in _spaces(view) if rows[space] == row]
        if spaces and board == o.SPIDER:
            for space in spaces:
                lines += _space_of_its_own(view, space)
        elif spaces:
            lines += _row(view, row, spaces)
    lines += view.wrap("  start: ", [tokens_at(view, 0) or "nobody", *_ways(view, 0)], separator="  ")
    lines += passages(view) if board == o.OWL else []
    lines += temple(view)
    return lines + (spider(view) if board == o.SPIDER else [])


def _entries(view: View) -> range:
    return range(int(view.tables["track_spaces"][view.board]))


def _spaces(view: View) -> list[int]:
    """Return the entries of the track that are spaces: neither a second bridge nor a passage."""
    place, passage = view.tables["track_place"][view.board], view.tables["passage"][view.board]
    return [entry for entry in _entries(view) if place[entry] == entry and not passage[entry]]


def _row(view: View, row: int, spaces: list[int]) -> list[str]:
    """A row whose spaces have the same effects; on the Owl side they say too much to stand side by side."""
    words = [_space(view, space) for space in spaces]
    if view.board != o.OWL:
        lines = view.wrap(f"  {row}  ", words, separator="  ", indent=5)
    else:
        heads = [f"  {row}  ", *[" " * 5] * (len(words) - 1)]
        lines = [line for head, space in zip(heads, words, strict=True) for line in view.wrap(head, [space], indent=5)]
    return lines + _effects(view, spaces[0])


def _space_of_its_own(view: View, space: int) -> list[str]:
    """A space whose effects are its own, not those of its row."""
    row = int(view.tables["track_row"][view.board, space])
    return [*view.wrap(f"  {row}  ", [_space(view, space)], indent=5), *_effects(view, space)]


def _effects(view: View, space: int) -> list[str]:
    """Effects and points of a space for each research token."""
    tables, board = view.tables, view.board
    if space == tables["track_temple"][board]:
        points = ", ".join(map(str, tables["arrival_points"][board]))
        return view.wrap(" " * 7, [f"Lost Temple: {points} points by arrival"], indent=7)
    tokens = range(3 if board == o.OWL else 2)
    effects = [_row_effect(view, space, token) for token in tokens]
    return view.wrap(" " * 7, effects, separator="; ", indent=7)


def _row_effect(view: View, space: int, token: int) -> str:
    tables, board = view.tables, view.board
    points = int(tables["space_points"][board, space, token])
    effect = view.effect(int(tables["space_program"][board, space, token]))
    return f"{_TOKENS[token]}: {effect}, {amount(points, 'point')}"


def _cost(view: View, entry: int) -> str:
    """The tokens and travel of a bridge or passage."""
    cost = view.tables["track_cost"][view.board, entry]
    travel = int(view.tables["track_travel"][view.board, entry])
    parts = [token_words(cost)] if any(cost) or not travel else []
    parts += [f"travel {icon_words([(travel >> (3 * icon)) & 7 for icon in range(4)])}"] if travel else []
    return ", ".join(parts)


def _space(view: View, space: int) -> str:
    """A space with its cost, what lies there, who stands there, and where it leads."""
    game, tables, board = view.game, view.tables, view.board
    tiles = [a.BONUS_IDS[int(tile)] for tile in game["bonus"][space] if tile >= 0]
    words = f"{track_id(board, space)} [{'; '.join([_cost(view, space), *tiles])}]"
    for entry in _entries(view):
        if entry != space and tables["track_place"][board, entry] == space:
            words += f" or {track_id(board, entry)} [{_cost(view, entry)}]"
    if game["space_tile"][space]:
        words += f" {_owl_tile(view, space)}"
    if tables["track_idols"][board, space] and game["idols_beside"]:
        words += f" ({amount(int(game['idols_beside']), 'idol')} beside it, one for each player's first token here)"
    tokens = tokens_at(view, space)
    words += f" <{tokens}>" if tokens else ""
    return " ".join([words, *_ways(view, space)])


def _ways(view: View, space: int) -> list[str]:
    """Where a space leads; nothing for the top of the track."""
    following = [int(entry) for entry in view.tables["track_next"][view.board, space] if entry >= 0]
    return [f"-> {' '.join(track_id(view.board, entry) for entry in following)}"] if following else []


def tokens_at(view: View, space: int) -> str:
    """Research tokens on a space, for example ``P1 glass, rival glass``."""
    game = view.game
    words = []
    for player in range(int(game["players"])):
        words += [f"P{player + 1} {token}" for token in _TOKENS if game[token][player] == space]
    if game["rival"]:
        words += [
            f"rival {token}"
            for token in _TOKENS
            if game[f"rival_{token}"] == space and (token != "notebook" or o.PURPLE in game["colour"])
        ]
    return ", ".join(words)


# --- temple tiles ----------------------------------------------------------------------------------------------------
def temple(view: View) -> list[str]:
    """The stacks of the Lost Temple, or the piles at the top of the Owl Temple."""
    if view.board == o.OWL:
        heading = (
            "  temple tiles on spaces, for a player with a token there; at the top, with one in that row or above: "
        )
    else:
        heading = "  temple tiles: "
    return view.wrap(heading, [_stack(view, stack) for stack in range(o.TEMPLE_STACKS)], separator="; ")


def _stack(view: View, stack: int) -> str:
    tables, board = view.tables, view.board
    left = int(view.game["temple_tiles"][stack])
    cost = token_words(tables["temple_cost"][board, stack])
    points = int(tables["temple_points"][board, stack])
    if board != o.OWL:
        return f"{a.TEMPLE_IDS[stack]} {left} left ({amount(points, 'point')} for {cost})"
    worth = amount(points, "point") if points else "an idol"
    row = int(tables["temple_access"][board, stack])
    return f"{a.OWL_PILE_IDS[stack]} (row {row}) {left} left ({worth} for {cost})"


def _owl_tile(view: View, space: int) -> str:
    """The Owl Temple tile on a space; a research token there may take it."""
    points = amount(int(view.game["space_tile"][space]), "point")
    marked = ", marked by the rival" if view.game["space_marked"][space] else ""
    return f"(tile: {points} for {token_words(view.tables['owl_cost'][view.board, space])}{marked})"


def passages(view: View) -> list[str]:
    """The secret passages: from where, at which cost, what lies in them or who is in them."""
    game, tables, board = view.game, view.tables, view.board
    parts = []
    for passage in range(o.PASSAGES):
        entry = a.FIRST_PASSAGE + passage
        origin = next(space for space in _spaces(view) if entry in tables["track_next"][board, space])
        user = int(game["passage_used"][passage])
        if user:
            who = figure_words(user) if user != o.RIVAL_FIGURE else "the rival"
            state = f"used by {who}"
        elif tables["passage"][board, entry] == o.PASSAGE_TILE:
            state = f"a tile of {amount(int(game['space_tile'][entry]), 'point')} for {_cost(view, entry)}"
        else:
            state = f"a face-down idol for {_cost(view, entry)}"
        parts.append(f"{track_id(board, entry)} from {track_id(board, origin)} ({state})")
    heading = "  secret passages, where the glass stays and the lantern starts: "
    return view.wrap(heading, parts, separator="; ")


# --- Spider Temple ---------------------------------------------------------------------------------------------------
def spider(view: View) -> list[str]:
    """Altars and the supply of dark tablets."""
    lines = ["", "ALTARS  (for a player with a dark tablet and a glass or notebook in that row or above)"]
    for altar in range(o.ALTARS):
        lines += _altar(view, altar)
    return lines + _dark_supply(view)


def _altar(view: View, altar: int) -> list[str]:
    game, tables = view.game, view.tables
    card = int(game["altar_card"][altar])
    points = amount(int(tables["altar_points"][altar]), "point")
    head = f"  {a.ALTAR_IDS[altar]} (row {tables['altar_row'][altar]}, {points} for the most tablets): "
    if card < 0:
        return view.wrap(head, ["empty"])
    names = [f"P{player + 1}" for player in range(int(game["players"]))]
    seats = [*zip(names, range(o.MAX_PLAYERS), strict=False), *([("rival", o.RIVAL_SEAT)] if game["rival"] else [])]
    dark = [f"{name} {game['altar_dark'][altar, seat]}" for name, seat in seats if game["altar_dark"][altar, seat]]
    return view.wrap(head, [a.CARD_IDS[card], f"tablets: {', '.join(dark) or 'none'}"], separator="; ")


def _dark_supply(view: View) -> list[str]:
    """Dark tablets left, and what each of those below an altar costs at the end."""
    game, tables = view.game, view.tables
    left, players = int(game["dark_supply"]), int(game["players"])
    full = int(tables["dark_per_space"][players])
    words = [f"{left} left, on {filled_spaces(left, full)} of {o.DARK_SPACES} spaces with room for {full}"]
    # Unused dark tablets go back before points are counted.
    back = left + int(game["dark"][:players].sum())
    loss = int(tables["dark_points"][o.DARK_SPACES - filled_spaces(back, full)])
    words.append(f"each one below an altar now costs its player {amount(-loss, 'point')}")
    return view.wrap("  dark tablets, paid like tablets and then back here: ", words, separator="; ")


def filled_spaces(tablets: int, full: int) -> int:
    """Return how many spaces of the supply hold dark tablets, all but one of them `full`."""
    return min(o.DARK_SPACES, -(-tablets // full))
