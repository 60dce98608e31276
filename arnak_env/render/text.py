"""The table as plain text, from one seat's view or open to all.

Every component is written with its id, so that what is read here can be typed as an action. What the viewer cannot
know (order of decks, hands of others, hidden stacks) is not looked at, so it cannot show.
"""

from __future__ import annotations

from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.questions import deciding_player
from arnak_env.arnak.words import (
    ROMAN,
    amount,
    figure_words,
    game_record,
    icon_words,
    spaces_of_site,
    table_record,
    token_words,
)
from arnak_env.render.seats import player_board, rival_board
from arnak_env.render.track import research
from arnak_env.render.view import View

WIDTH = 80


def render_game(game: Any, content: Any = None, viewer: int | None = None, width: int = WIDTH) -> str:
    """Return the whole table as plain text, 70 to 110 lines.

    A seat's view holds what its observation holds: everything that lies open, the own hand, the own deck as far as its
    order is known, and by type what others hold in hand and deck together.

    Args:
        game: one game record, or an array of one.
        content: the content of the game, or its table record; by default the content of this package.
        viewer: the seat (from 0) whose view it is; ``None`` shows hidden cards and stacks as well.
        width: lines are broken so that they are no longer, from 60 on.
    """
    if content is None:
        from arnak_env.arnak.content import load_content

        content = load_content()
    game = game_record(game)
    view = View(game, table_record(content), viewer, width)
    blocks = [heading(view), card_row(view), sites(view), research(view), supplies(view)]
    if game["rival"]:
        blocks.append(rival_board(view))
    blocks += [player_board(view, player) for player in view.seats()]
    return view.text([line for block in blocks for line in block])


def render_player(game: Any, viewer: int, content: Any = None, width: int = WIDTH) -> str:
    """Return what one player owns, as that player sees it; see `render_game`."""
    if content is None:
        from arnak_env.arnak.content import load_content

        content = load_content()
    view = View(game_record(game), table_record(content), viewer, width)
    return view.text(player_board(view, viewer)[1:])


def heading(view: View) -> list[str]:
    """Board, round, and who decides."""
    game = view.game
    words = f"Lost Ruins of Arnak, {o.BOARDS[view.board]} side, round {ROMAN[int(game['round_number'])]} of V"
    player = deciding_player(game)
    if player < 0:
        return [f"{words}, the game is over"]
    done = "taken" if game["main_done"] else "not taken"
    parts = [f"player {player + 1} decides (main action {done})"]
    if game["players"] > 1:
        parts.append(f"player {int(game['starting_player']) + 1} starts this round")
    if any(game["pool"]):
        parts.append(f"travel left over: {icon_words(game['pool'])}")
    if game["components"]:
        parts.append("with the components of Twisted Paths")
    return view.wrap(words, ["", *parts], indent=2)


def card_row(view: View) -> list[str]:
    """The card row; what stands left of the moon staff are artifacts."""
    game, staff = view.game, int(view.game["round_number"])
    lines = ["", "CARD ROW"]
    for kind, slots, token in (("artifacts", range(staff), "compass"), ("items", range(staff, 6), "coin")):
        cards = [_priced(view, int(game["row"][slot]), token) for slot in slots]
        lines += view.wrap(f"  {kind:10}", cards or ["none"])
    decks = []
    for deck in ("item", "artifact"):
        size = int(game[f"{deck}_deck_size"])
        words = f"{deck} deck {size}"
        if size and (view.viewer is None or game[f"{deck}_top_known"]):
            words += f" (top: {a.CARD_IDS[int(game[f'{deck}_deck'][size - 1])]})"
        decks.append(words)
    exiled = [a.CARD_IDS[card] for card in range(o.CARDS) for _ in range(int(game["exiled"][card]))]
    lines += view.wrap("  " + ", ".join(decks) + "; exiled: ", exiled or ["none"])
    return lines


def _priced(view: View, card: int, token: str) -> str:
    if card < 0:
        return "(gap)"
    cost, points = int(view.tables["card_cost"][card]), int(view.tables["card_points"][card])
    return f"{a.CARD_IDS[card]} ({amount(cost, token)}, {amount(points, 'point')})"


def sites(view: View) -> list[str]:
    """All sites, the highest first."""
    lines = ["", "MAP  (travel icons to pay, effect, [figures], !guardian)"]
    for row in range(int(max(view.tables["site_row"])), -1, -1):
        for site in range(o.SITES):
            if int(view.tables["site_row"][site]) == row:
                lines += _site(view, site)
    return lines


def _site(view: View, site: int) -> list[str]:
    game, tables = view.game, view.tables
    spaces = spaces_of_site(site)
    travel = " / ".join(icon_words(tables["space_travel"][view.board, space]) for space in spaces)
    figures = [figure_words(int(game["space"][space])) for space in spaces]
    parts = []
    if site < o.CAMPS:
        parts.append(view.effect(int(tables["camp_program"][view.board, site])))
        figures = [f".{place} {who}" for place, who in enumerate(figures, 1) if who != "empty"]
    else:
        tile = int(game["tile"][site])
        if tile >= 0:
            parts.append(view.effect(int(tables["tile_program"][tile])))
        else:
            parts.append(f"undiscovered ({token_words(tables['discover_cost'][view.board, site])})")
            if game["idol_up"][site] >= 0:
                parts.append(a.IDOL_IDS[int(game["idol_up"][site])])
            if game["idol_down"][site] >= 0:
                hidden = f" ({a.IDOL_IDS[int(game['idol_down'][site])]})" if view.viewer is None else ""
                parts.append(f"1 idol face down{hidden}")
        figures = [who for who in figures if who != "empty"]
    words = [", ".join(parts)]
    dark = int(tables["dark_program"][view.board, site])
    if dark > 0:
        words.append(f"dark effect: {view.effect(dark)}")
    if figures:
        words.append(f"[{', '.join(figures)}]")
    guardian = int(game["guardian"][site])
    if guardian >= 0:
        words.append(_guardian_at(view, guardian))
    return view.wrap(f"  {a.SITE_IDS[site]:15} {travel:16} ", words, separator="   ", indent=35)


def _guardian_at(view: View, guardian: int) -> str:
    """A guardian on the map with its cost."""
    tables = view.tables
    costs = []
    if any(tables["guardian_cost"][guardian]):
        costs.append(token_words(tables["guardian_cost"][guardian]))
    if any(tables["guardian_travel"][guardian]):
        costs.append(icon_words(tables["guardian_travel"][guardian]))
    if tables["guardian_hand"][guardian]:
        costs.append(f"{tables['guardian_hand'][guardian]} hand card")
    return f"!{a.GUARDIAN_IDS[guardian]} ({', '.join(costs)}; boon: {view.boon(guardian)})"


def supplies(view: View) -> list[str]:
    """Assistant stacks and other supplies."""
    game = view.game
    lines = ["", "SUPPLY  (assistant stacks with both sides of the top one)"]
    for stack in range(3):
        lines += _assistants(view, stack)
    size = int(game["rescue_size"])
    if size:
        pile = [a.ASSISTANT_IDS[int(piece)] for piece in game["rescue"][:size][::-1]]
        everything = view.viewer is None or game["rescue_seen"][view.viewer]
        lines += view.wrap(f"  rescue stack of {size}: ", pile if everything else [f"{pile[0]} on top"])
    words = [f"Fear {game['fear_supply']}", f"guardian stack {game['guardian_size']}",
             f"site tiles {game['level_1_size']} level I, {game['level_2_size']} level II"]  # fmt: skip
    size = int(game["temple_bonus_size"])
    if size:
        tiles = sorted(a.BONUS_IDS[int(tile)] for tile in game["temple_bonus"][:size])
        everything = view.viewer is None or game["temple_bonus_seen"][view.viewer]
        words.append(f"Lost Temple bonus tiles {size}" + (f" ({' '.join(tiles)})" if everything else ""))
    if game["idols_left"]:
        words.append(f"{amount(int(game['idols_left']), 'idol')} left over")
    lines += view.wrap("  ", words)
    lines += _known_tiles(view) + _other_sets(view)
    if view.viewer is None:
        lines += _hidden_stacks(view)
    return lines


def _assistants(view: View, stack: int) -> list[str]:
    """One stack of assistants: the top one with both sides; the others only where everything is shown."""
    size = int(view.game["stack_size"][stack])
    pile = [int(piece) for piece in view.game["stack"][stack, :size][::-1]]
    if not pile:
        return [f"  {stack + 1}: empty"]
    silver, gold = (view.effect(int(view.tables["assistant_program"][pile[0], side])) for side in range(2))
    words = [f"silver: {silver}", f"gold: {gold}"]
    if view.viewer is None and size > 1:
        words.append(f"below: {', '.join(a.ASSISTANT_IDS[piece] for piece in pile[1:])}")
    return view.wrap(f"  {stack + 1}: {a.ASSISTANT_IDS[pile[0]]} (of {size}): ", words, separator="; ")


def _known_tiles(view: View) -> list[str]:
    """Site tiles that went under their stack in everybody's sight."""
    game = view.game
    lines = []
    for level in (1, 2):
        size, known = int(game[f"level_{level}_size"]), int(game[f"level_{level}_known"])
        tiles = sorted(a.TILE_IDS[int(tile)] for tile in game[f"level_{level}_stack"][size - known : size])
        if tiles:
            lines += view.wrap(f"  known at the bottom of the level {'I' * level} stack: ", tiles)
    return lines


def _other_sets(view: View) -> list[str]:
    """What only components of other sets bring into the game: hidden sites, encounter cards that were drawn or kept."""
    game, tables = view.game, view.tables
    hidden = [int(tile) for tile in game["hidden"][: int(game["hidden_size"])]]
    tiles = [f"{a.TILE_IDS[tile]} ({view.effect(int(tables['tile_program'][tile]))})" for tile in hidden]
    lines = view.wrap("  hidden sites: ", tiles, separator="; ") if tiles else []
    sizes = [int(size) for size in game["encounter_size"]]
    if sizes != list(o.ENCOUNTERS_BY_CHAPTER) or any(game["encounter_known"]):
        left = [f"{size} in chapter {chapter}" for chapter, size in enumerate(sizes, 1)]
        lines += view.wrap("  encounter cards: ", left)
    return lines


def _hidden_stacks(view: View) -> list[str]:
    """What nobody at the table sees, top first."""
    game = view.game
    guardians = [a.GUARDIAN_IDS[int(piece)] for piece in game["guardian_stack"][: int(game["guardian_size"])][::-1]]
    lines = view.wrap("  next guardians: ", guardians[:4] or ["none"])
    for key, size in (("level_1_stack", "level_1_size"), ("level_2_stack", "level_2_size")):
        tiles = [a.TILE_IDS[int(tile)] for tile in game[key][: int(game[size])]]
        level = "I" if key == "level_1_stack" else "II"
        lines += view.wrap(f"  next site tiles, level {level}: ", tiles[:4] or ["none"])
    idols = [a.IDOL_IDS[int(idol)] for idol in game["idol_stack"][: int(game["idol_stack_size"])][::-1]]
    return lines + (view.wrap("  next face-down idols: ", idols[:4]) if idols else [])
