"""What the rival and the players own, as text."""

from __future__ import annotations

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.config import SWITCHES
from arnak_env.arnak.questions import objective_task
from arnak_env.arnak.words import amount, card_ids, icon_words
from arnak_env.render.view import View, counted_cards, owl_tiles, temple_tiles


def rival_board(view: View) -> list[str]:
    """The rival of the solo game."""
    game = view.game
    stack = [int(tile) for tile in game["rival_stack"][: int(game["rival_stack_size"])]]
    used = [a.RIVAL_TILE_IDS[int(tile)] for tile in game["rival_used"][: int(game["rival_used_size"])]]
    home = amount(int(game["rival_home"]), "figure")
    heading = f"RIVAL  difficulty {game['colour'].sum()}, {home} at home, used tiles: "
    lines = ["", *view.wrap(heading, used or ["none"])]
    words = [a.RIVAL_TILE_IDS[tile] for tile in (stack if view.viewer is None else sorted(stack))]
    arrow = ""
    if stack:
        arrow = f" ({'right' if view.tables['rival_right'][stack[0]] else 'left'} arrow on top)"
    order = "in order" if view.viewer is None else "in unknown order"
    lines += view.wrap(f"  to come, {order}{arrow}: ", words or ["none"])
    idols = [a.IDOL_IDS[kind] for kind in range(o.IDOL_TYPES) if game["rival_idols"][kind]]
    if game["rival_minus_one"]:
        idols.append(f"{game['rival_minus_one']} on the minus-one space")
    place = [f"place {game['rival_arrival']} in the order of arrival"] if game["rival_arrival"] else []
    owned = [
        ("Lost Temple", place),
        ("idols", idols),
        ("guardians", view.guardians(o.RIVAL_FIGURE)),
        ("temple tiles", [*temple_tiles(game["rival_temple"]), *owl_tiles(game["rival_owl"])]),
    ]
    parts = [f"{name}: {', '.join(pieces)}" for name, pieces in owned if pieces]
    cards = [a.CARD_IDS[card] for card in range(o.CARDS) if game["rival_cards"][card]]
    lines += view.wrap("  ", parts, separator="; ") if parts else []
    if cards:
        points = sum(int(view.tables["card_points"][card]) for card in range(o.CARDS) if game["rival_cards"][card])
        lines += view.wrap(f"  {amount(len(cards), 'card')} ({amount(points, 'point')}): ", cards)
    switches = [name for name, (bit, _) in SWITCHES.items() if int(game["switches"]) & bit]
    lines += view.wrap("  rules switched: ", switches) if switches else []
    return lines + (_objectives(view) if game["objectives"] else [])


def _objectives(view: View) -> list[str]:
    """The rival objectives of this round, and what the rival has won with them."""
    game = view.game
    by_state: dict[int, list[str]] = {o.OBJECTIVE_OPEN: [], o.OBJECTIVE_MET: [], o.OBJECTIVE_REPLACED: []}
    for objective, word in enumerate(o.OBJECTIVES):
        state = int(game["objective_state"][objective])
        if state == o.OBJECTIVE_OPEN:
            word = f"{word} ({objective_task(objective)}; {amount(int(game['objective_points'][objective]), 'point')})"
        by_state.get(state, []).append(word)
    lines = view.wrap("  objectives, who gets there first: ", by_state[o.OBJECTIVE_OPEN] or ["none left"])
    parts = [
        f"{name}: {', '.join(by_state[state])}"
        for name, state in (("met", o.OBJECTIVE_MET), ("replaced", o.OBJECTIVE_REPLACED))
        if by_state[state]
    ]
    lines += view.wrap("    ", parts, separator="; ") if parts else []
    won = amount(int(game["rival_objective_points"]), "point")
    left = f"({game['two_point_tiles']} 2-point and {game['six_point_tiles']} 6-point tiles left)"
    return [*lines, *view.wrap(f"    the rival has won {won} with them", ["", left], separator=" ", indent=6)]


def player_board(view: View, player: int) -> list[str]:
    """Everything one player owns, as far as the viewer may see it."""
    game = view.game
    you = ", you" if player == view.viewer else ""
    state = ", has passed" if game["passed"][player] else ""
    tokens = [amount(int(number), token) for token, number in zip(o.TOKENS, game["tokens"][player], strict=True)]
    if view.board == o.SPIDER:
        tokens.append(amount(int(game["dark"][player]), "dark tablet"))
    lines = ["", *view.wrap(f"PLAYER {player + 1}{you}{state}: ", tokens)]
    parts = [f"{amount(int(game['home'][player]), 'archaeologist')} at home"]
    parts.append(f"{amount(int(game['idols'][player]), 'idol')} in crates")
    parts.append(f"{game['slotted'][player]} of {o.IDOL_SLOTS} slots filled")
    if game["fear_tiles"][player]:
        parts.append(amount(int(game["fear_tiles"][player]), "fear tile"))
    parts += [*temple_tiles(game["temple_owned"][player]), *_owl_parts(view, player)]
    if game["took_idol"][player]:
        parts.append("has taken an idol beside the research track")
    if game["arrival"][player]:
        parts.append(f"arrival {game['arrival'][player]} in the Lost Temple")
    if game["planes"][player]:
        parts.append("all travel icons are planes this round")
    if game["ignore_fear"][player]:
        parts.append("guardians bring no Fear this round")
    lines += view.wrap("  ", parts)
    helpers = [_assistant(view, player, square) for square in range(2) if game["assistant"][player, square] >= 0]
    if helpers:
        lines += view.wrap("  assistants: ", helpers)
    guardians = view.guardians(player + 1)
    if guardians:
        lines += view.wrap("  guardians: ", guardians)
    return lines + _other_sets(view, player) + _cards(view, player)


def _owl_parts(view: View, player: int) -> list[str]:
    """Tiles of the Owl Temple, the idol slots they give, and a lantern that waits for a passage."""
    game = view.game
    if view.board != o.OWL:
        return []
    parts = owl_tiles(game["owl_owned"][player])
    slots = int(game["owl_owned"][player].sum()) // o.OWL_SLOT_TILES
    if slots:
        parts.append(f"{game['extra_slotted'][player]} of {amount(slots, 'extra slot')} filled")
    if game["lantern"][player] == o.NOT_ON_TRACK:
        parts.append("lantern not on the track yet")
    return parts


def _other_sets(view: View, player: int) -> list[str]:
    """What only components of other sets bring into the game: pedestals with the idols for them, encounter cards."""
    game = view.game
    lines = []
    if game["pedestals"][player] or game["on_pedestal"][player]:
        idols = [f"{number} {a.IDOL_IDS[kind]}" for kind, number in enumerate(game["idol_types"][player]) if number]
        head = f"  pedestals: {game['on_pedestal'][player]} filled, {game['pedestals'][player]} empty; idols gained: "
        lines += view.wrap(head, idols or ["none"])
    kept = [card for card in range(o.ENCOUNTERS) if game["encounter_saved"][card] == player + 1]
    programs = view.tables["encounter_program"]
    words = [f"{a.ENCOUNTER_IDS[card]} ({view.effect(int(programs[card]))})" for card in kept]
    return lines + (view.wrap("  encounter cards kept: ", words, separator="; ") if words else [])


def _assistant(view: View, player: int, square: int) -> str:
    game = view.game
    assistant, gold = int(game["assistant"][player, square]), int(game["assistant_gold"][player, square])
    words = f"{square + 1}: {a.ASSISTANT_IDS[assistant]}, {'gold' if gold else 'silver'}"
    words += ", exhausted" if game["assistant_used"][player, square] else ", ready"
    return f"{words} ({view.effect(int(view.tables['assistant_program'][assistant, gold]))})"


def _cards(view: View, player: int) -> list[str]:
    """Hand, deck and play area; of others' hands and of every deck only what the viewer may know."""
    game = view.game
    size, deck = int(game["hand_size"][player]), int(game["deck_size"][player])
    lines = []
    if view.sees(player):
        hand = [_hand_card(view, int(card)) for card in game["hand"][player, :size]]
        lines += view.wrap(f"  hand {size}: ", hand or ["no card"])
        lines += _deck(view, player)
    else:
        lines.append(f"  hand {size}, deck {deck}")
        lines += view.wrap("    the cards of both: ", counted_cards(_unseen(view, player)) or ["none"], indent=6)
    play = card_ids(game["play"][player, : int(game["play_size"][player])])
    lines += view.wrap("  play area: ", play or ["empty"])
    aside = int(game["aside_size"])
    if aside and player == int(game["turn_player"]):
        cards = card_ids(game["aside"][:aside])
        lines += view.wrap("  laid aside: ", cards if view.sees(player) else [amount(aside, "card")])
    return lines


def _unseen(view: View, player: int) -> list[int]:
    """The cards of another player that the viewer cannot tell apart by place: hand, deck and laid aside."""
    game = view.game
    size, deck = int(game["hand_size"][player]), int(game["deck_size"][player])
    cards = [int(card) for card in (*game["hand"][player, :size], *game["deck"][player, :deck])]
    if player == int(game["turn_player"]):
        cards += [int(card) for card in game["aside"][: int(game["aside_size"])]]
    return cards


def _deck(view: View, player: int) -> list[str]:
    """The own deck from the top: known cards at their place, shuffled ones together in unknown order."""
    game = view.game
    size = int(game["deck_size"][player])
    head = f"  deck {size}, top first: "
    if view.viewer is None:
        return view.wrap(head, card_ids(game["deck"][player, :size]) or ["empty"])
    runs: list[tuple[bool, int, list[int]]] = []  # known, number of the shuffle, cards
    for card, mark in zip(game["deck"][player, :size], game["deck_group"][player, :size], strict=True):
        shuffle = int(mark) & (o.OWNER_KNOWS - 1)
        known = shuffle == o.PUBLIC or bool(int(mark) & o.OWNER_KNOWS)
        if runs and not known and runs[-1][:2] == (False, shuffle):
            runs[-1][2].append(int(card))
        else:
            runs.append((known, shuffle, [int(card)]))
    if len(runs) == 1 and size > 1:
        return view.wrap(f"  deck {size}, in unknown order: ", counted_cards(runs[0][2]))
    parts = []
    for _, _, cards in runs:
        kinds = counted_cards(cards)
        parts += kinds if len(kinds) == 1 else [f"{len(cards)} in unknown order ({', '.join(kinds)})"]
    return view.wrap(head, parts or ["empty"])


def _hand_card(view: View, card: int) -> str:
    """A hand card with its travel icons; free and main effects are told apart."""
    tables = view.tables
    timing = {o.TIMING_FREE: ", free", o.TIMING_MAIN: ", main"}.get(int(tables["card_timing"][card]), "")
    return f"{a.CARD_IDS[card]} ({icon_words(tables['card_icons'][card])}{timing})"
