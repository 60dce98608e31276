"""The table as plain text, from one seat's view or open to all.

Every component is written with its id, so that what is read here can be typed as an action. What the viewer cannot
know (order of decks, hands of others, hidden stacks) is not looked at, so it cannot show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.config import SWITCHES
from arnak_env.arnak.effect_words import describe_program
from arnak_env.arnak.questions import deciding_player, objective_task
from arnak_env.arnak.words import (
    ROMAN,
    amount,
    card_ids,
    figure_words,
    game_record,
    icon_words,
    spaces_of_site,
    table_record,
    token_words,
    track_id,
)
from arnak_env.render.lines import broken, wrap

WIDTH = 80


def render_game(game: Any, content: Any = None, viewer: int | None = None, width: int = WIDTH) -> str:
    """Return the whole table as plain text, about 70 lines.

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
    view = _View(game, table_record(content), viewer, width)
    blocks = [view.heading(), view.row(), view.map(), view.research(), view.supplies()]
    if game["rival"]:
        blocks.append(view.rival())
    blocks += [view.player(player) for player in view.seats()]
    return view.text([line for block in blocks for line in block])


def render_player(game: Any, viewer: int, content: Any = None, width: int = WIDTH) -> str:
    """Return what one player owns, as that player sees it; see `render_game`."""
    if content is None:
        from arnak_env.arnak.content import load_content

        content = load_content()
    view = _View(game_record(game), table_record(content), viewer, width)
    return view.text(view.player(viewer)[1:])


class _View:
    """One game seen from one seat."""

    def __init__(self, game: Any, tables: Any, viewer: int | None, width: int) -> None:
        self.game = game
        self.tables = tables
        self.viewer = viewer
        self.width = width
        self.board = int(game["board"])

    def wrap(self, head: str, parts: Sequence[str], separator: str = ", ", indent: int = 4) -> list[str]:
        return wrap(self.width, head, parts, separator, indent)

    def text(self, lines: Sequence[str]) -> str:
        pieces = [piece for line in lines for piece in broken(line, self.width, indent=4) or [""]]
        return "\n".join(piece.rstrip() for piece in pieces)

    def sees(self, player: int) -> bool:
        """Return whether the viewer sees the hand of a player."""
        return self.viewer is None or self.viewer == player

    def seats(self) -> list[int]:
        """Return the seats in turn order, the viewer first."""
        players = int(self.game["players"])
        return [((self.viewer or 0) + step) % players for step in range(players)]

    def effect(self, row: int) -> str:
        return describe_program(self.tables["program"], row) if row > 0 else "no effect"

    # --- blocks ------------------------------------------------------------------------------------------------------
    def heading(self) -> list[str]:
        game = self.game
        words = f"Lost Ruins of Arnak, {o.BOARDS[self.board]} side, round {ROMAN[int(game['round_number'])]} of V"
        player = deciding_player(game)
        if player < 0:
            return [f"{words}, the game is over"]
        done = "taken" if game["main_done"] else "not taken"
        parts = [f"player {player + 1} decides (main action {done})"]
        if game["players"] > 1:
            parts.append(f"player {int(game['starting_player']) + 1} starts this round")
        if any(game["pool"]):
            parts.append(f"left over: {icon_words(game['pool'])}")
        return self.wrap(words, ["", *parts], indent=2)

    def row(self) -> list[str]:
        """The card row; what stands left of the moon staff are artifacts."""
        game, staff = self.game, int(self.game["round_number"])
        lines = ["", "CARD ROW"]
        for heading, slots, token in (("artifacts", range(staff), "compass"), ("items", range(staff, 6), "coin")):
            cards = [self.priced(int(game["row"][slot]), token) for slot in slots]
            lines += self.wrap(f"  {heading:10}", cards or ["none"])
        decks = []
        for kind in ("item", "artifact"):
            size = int(game[f"{kind}_deck_size"])
            words = f"{kind} deck {size}"
            if size and (self.viewer is None or game[f"{kind}_top_known"]):
                words += f" (top: {a.CARD_IDS[int(game[f'{kind}_deck'][size - 1])]})"
            decks.append(words)
        exiled = [a.CARD_IDS[card] for card in range(o.CARDS) for _ in range(int(game["exiled"][card]))]
        lines += self.wrap("  " + ", ".join(decks) + "; exiled: ", exiled or ["none"])
        return lines

    def priced(self, card: int, token: str) -> str:
        if card < 0:
            return "(gap)"
        cost, points = int(self.tables["card_cost"][card]), int(self.tables["card_points"][card])
        return f"{a.CARD_IDS[card]} ({amount(cost, token)}, {amount(points, 'point')})"

    def map(self) -> list[str]:
        """All sites, the highest first."""
        lines = ["", "MAP  (travel icons to pay, effect, [figures], !guardian)"]
        for row in range(int(max(self.tables["site_row"])), -1, -1):
            for site in range(o.SITES):
                if int(self.tables["site_row"][site]) == row:
                    lines += self.site(site)
        return lines

    def site(self, site: int) -> list[str]:
        game, tables = self.game, self.tables
        spaces = spaces_of_site(site)
        travel = " / ".join(icon_words(tables["space_travel"][self.board, space]) for space in spaces)
        figures = [figure_words(int(game["space"][space])) for space in spaces]
        parts = []
        if site < o.CAMPS:
            parts.append(self.effect(int(tables["camp_program"][site])))
            figures = [f".{place} {who}" for place, who in enumerate(figures, 1) if who != "empty"]
        else:
            tile = int(game["tile"][site])
            if tile >= 0:
                parts.append(self.effect(int(tables["tile_program"][tile])))
            else:
                parts.append(f"undiscovered ({token_words(tables['discover_cost'][self.board, site])})")
                if game["idol_up"][site] >= 0:
                    parts.append(a.IDOL_IDS[int(game["idol_up"][site])])
                if game["idol_down"][site] >= 0:
                    hidden = f" ({a.IDOL_IDS[int(game['idol_down'][site])]})" if self.viewer is None else ""
                    parts.append(f"1 idol face down{hidden}")
            figures = [who for who in figures if who != "empty"]
        words = [", ".join(parts)]
        if figures:
            words.append(f"[{', '.join(figures)}]")
        guardian = int(game["guardian"][site])
        if guardian >= 0:
            words.append(self.guardian_at(guardian))
        return self.wrap(f"  {a.SITE_IDS[site]:15} {travel:16} ", words, separator="   ", indent=35)

    def guardian_at(self, guardian: int) -> str:
        """A guardian on the map with its cost."""
        tables = self.tables
        costs = []
        if any(tables["guardian_cost"][guardian]):
            costs.append(token_words(tables["guardian_cost"][guardian]))
        if any(tables["guardian_travel"][guardian]):
            costs.append(icon_words(tables["guardian_travel"][guardian]))
        if tables["guardian_hand"][guardian]:
            costs.append(f"{tables['guardian_hand'][guardian]} hand card")
        return f"!{a.GUARDIAN_IDS[guardian]} ({', '.join(costs)}; boon: {self.boon(guardian)})"

    def boon(self, guardian: int) -> str:
        program = int(self.tables["boon_program"][guardian])
        if program > 0:
            return self.effect(program)
        return f"travel {icon_words(self.tables['boon_icons'][guardian])}"

    def research(self) -> list[str]:
        """The research track from the Lost Temple down to the start."""
        tables, board = self.tables, self.board
        lines = ["", "RESEARCH  (spaces with their cost; then effect and points of the row)"]
        for row in range(o.TRACK_ROWS - 1, 0, -1):
            places = range(int(tables["track_spaces"][board]))
            spaces = [self.track_space(space) for space in places if tables["track_row"][board, space] == row]
            lines += self.wrap(f"  {row}  ", spaces, separator="  ", indent=5)
            if row == o.TEMPLE_ROW:
                effects = [f"Lost Temple: {', '.join(map(str, tables['arrival_points']))} points by arrival"]
            else:
                effects = [self.row_effect(row, token) for token in range(2)]
            lines += self.wrap(" " * 7, effects, separator="; ", indent=7)
        lines.append(f"  start: {self.tokens_at(0) or 'nobody'}")
        stacks = [self.temple_stack(stack) for stack in range(o.TEMPLE_STACKS)]
        return lines + self.wrap("  temple tiles: ", stacks, separator="; ")

    def temple_stack(self, stack: int) -> str:
        points = amount(int(self.tables["temple_points"][stack]), "point")
        cost = token_words(self.tables["temple_cost"][self.board, stack])
        return f"{a.TEMPLE_IDS[stack]} {self.game['temple_tiles'][stack]} left ({points} for {cost})"

    def row_effect(self, row: int, token: int) -> str:
        """Effect and points of a row of the track for the magnifying glass (0) or the notebook (1)."""
        tables, board = self.tables, self.board
        points = int(tables["row_points"][board, row, token])
        effect = self.effect(int(tables["row_program"][board, row, token]))
        return f"{('glass', 'notebook')[token]}: {effect}, {amount(points, 'point')}"

    def track_space(self, space: int) -> str:
        game = self.game
        words = track_id(self.board, space)
        cost = token_words(self.tables["track_cost"][self.board, space])
        tiles = [a.BONUS_IDS[int(tile)] for tile in game["bonus"][space] if tile >= 0]
        words += f" [{'; '.join([cost, *tiles])}]"
        tokens = self.tokens_at(space)
        return f"{words} <{tokens}>" if tokens else words

    def tokens_at(self, space: int) -> str:
        """Research tokens on a space, for example ``P1 glass, rival glass``."""
        game = self.game
        words = []
        for player in range(int(game["players"])):
            words += [f"P{player + 1} {token}" for token in ("glass", "notebook") if game[token][player] == space]
        if game["rival"] and game["rival_glass"] == space:
            words.append("rival glass")
        if game["rival"] and o.PURPLE in game["colour"] and game["rival_notebook"] == space:
            words.append("rival notebook")
        return ", ".join(words)

    def supplies(self) -> list[str]:
        """Assistant stacks and other supplies."""
        game = self.game
        stacks = []
        for stack in range(3):
            size = int(game["stack_size"][stack])
            pile = [a.ASSISTANT_IDS[int(piece)] for piece in game["stack"][stack, :size][::-1]]
            shown = pile if self.viewer is None else pile[:1]
            stacks.append(f"{stack + 1}: {', '.join(shown) or 'empty'}{f' (of {size})' if size else ''}")
        lines = ["", *self.wrap("SUPPLY  assistants ", stacks, separator="   ")]
        size = int(game["rescue_size"])
        if size:
            pile = [a.ASSISTANT_IDS[int(piece)] for piece in game["rescue"][:size][::-1]]
            everything = self.viewer is None or game["rescue_seen"][self.viewer]
            lines += self.wrap(f"  rescue stack of {size}: ", pile if everything else [f"{pile[0]} on top"])
        words = [f"Fear {game['fear_supply']}", f"guardian stack {game['guardian_size']}",
                 f"site tiles {game['level_1_size']} level I, {game['level_2_size']} level II"]  # fmt: skip
        size = int(game["temple_bonus_size"])
        if size:
            tiles = sorted(a.BONUS_IDS[int(tile)] for tile in game["temple_bonus"][:size])
            everything = self.viewer is None or game["temple_bonus_seen"][self.viewer]
            words.append(f"Lost Temple bonus tiles {size}" + (f" ({' '.join(tiles)})" if everything else ""))
        lines += self.wrap("  ", words)
        lines += self.known_tiles()
        if self.viewer is None:
            lines += self.hidden_stacks()
        return lines

    def known_tiles(self) -> list[str]:
        """Site tiles that went under their stack in everybody's sight."""
        game = self.game
        lines = []
        for level in (1, 2):
            size, known = int(game[f"level_{level}_size"]), int(game[f"level_{level}_known"])
            tiles = sorted(a.TILE_IDS[int(tile)] for tile in game[f"level_{level}_stack"][size - known : size])
            if tiles:
                lines += self.wrap(f"  known at the bottom of the level {'I' * level} stack: ", tiles)
        return lines

    def hidden_stacks(self) -> list[str]:
        """What nobody at the table sees, top first."""
        game = self.game
        guardians = [a.GUARDIAN_IDS[int(piece)] for piece in game["guardian_stack"][: int(game["guardian_size"])][::-1]]
        lines = self.wrap("  next guardians: ", guardians[:4] or ["none"])
        for key, size in (("level_1_stack", "level_1_size"), ("level_2_stack", "level_2_size")):
            tiles = [a.TILE_IDS[int(tile)] for tile in game[key][: int(game[size])]]
            lines += self.wrap(
                f"  next site tiles, level {'I' if key == 'level_1_stack' else 'II'}: ", tiles[:4] or ["none"]
            )
        return lines

    def rival(self) -> list[str]:
        """The rival of the solo game."""
        game = self.game
        stack = [int(tile) for tile in game["rival_stack"][: int(game["rival_stack_size"])]]
        used = [a.RIVAL_TILE_IDS[int(tile)] for tile in game["rival_used"][: int(game["rival_used_size"])]]
        home = amount(int(game["rival_home"]), "figure")
        heading = f"RIVAL  difficulty {game['colour'].sum()}, {home} at home, used tiles: "
        lines = ["", *self.wrap(heading, used or ["none"])]
        words = [a.RIVAL_TILE_IDS[tile] for tile in (stack if self.viewer is None else sorted(stack))]
        arrow = ""
        if stack:
            arrow = f" ({'right' if self.tables['rival_right'][stack[0]] else 'left'} arrow on top)"
        order = "in order" if self.viewer is None else "in unknown order"
        lines += self.wrap(f"  to come, {order}{arrow}: ", words or ["none"])
        idols = [a.IDOL_IDS[kind] for kind in range(o.IDOL_TYPES) if game["rival_idols"][kind]]
        if game["rival_minus_one"]:
            idols.append(f"{game['rival_minus_one']} on the minus-one space")
        place = [f"place {game['rival_arrival']} in the order of arrival"] if game["rival_arrival"] else []
        owned = [
            ("Lost Temple", place),
            ("idols", idols),
            ("guardians", self.guardians(o.RIVAL_FIGURE)),
            ("temple tiles", counted(game["rival_temple"])),
        ]
        parts = [f"{name}: {', '.join(pieces)}" for name, pieces in owned if pieces]
        cards = [a.CARD_IDS[card] for card in range(o.CARDS) if game["rival_cards"][card]]
        lines += self.wrap("  ", parts, separator="; ") if parts else []
        if cards:
            points = sum(int(self.tables["card_points"][card]) for card in range(o.CARDS) if game["rival_cards"][card])
            lines += self.wrap(f"  {amount(len(cards), 'card')} ({amount(points, 'point')}): ", cards)
        switches = [name for name, (bit, _) in SWITCHES.items() if int(game["switches"]) & bit]
        lines += self.wrap("  rules switched: ", switches) if switches else []
        return lines + (self.objectives() if game["objectives"] else [])

    def objectives(self) -> list[str]:
        """The rival objectives of this round, and what the rival has won with them."""
        game = self.game
        by_state: dict[int, list[str]] = {o.OBJECTIVE_OPEN: [], o.OBJECTIVE_MET: [], o.OBJECTIVE_REPLACED: []}
        for objective, word in enumerate(o.OBJECTIVES):
            state = int(game["objective_state"][objective])
            if state == o.OBJECTIVE_OPEN:
                word = (
                    f"{word} ({objective_task(objective)}; {amount(int(game['objective_points'][objective]), 'point')})"
                )
            by_state.get(state, []).append(word)
        lines = self.wrap("  objectives, who gets there first: ", by_state[o.OBJECTIVE_OPEN] or ["none left"])
        parts = [
            f"{name}: {', '.join(by_state[state])}"
            for name, state in (("met", o.OBJECTIVE_MET), ("replaced", o.OBJECTIVE_REPLACED))
            if by_state[state]
        ]
        lines += self.wrap("    ", parts, separator="; ") if parts else []
        won = amount(int(game["rival_objective_points"]), "point")
        left = f"({game['two_point_tiles']} 2-point and {game['six_point_tiles']} 6-point tiles left)"
        return [*lines, *self.wrap(f"    the rival has won {won} with them", ["", left], separator=" ", indent=6)]

    def guardians(self, owner: int) -> list[str]:
        """Overcome guardians with what is left of them."""
        game = self.game
        words = []
        for guardian in range(o.GUARDIANS):
            if game["guardian_owner"][guardian] == owner:
                word = a.GUARDIAN_IDS[guardian]
                used = game["boon_used"][guardian] or owner == o.RIVAL_FIGURE
                words.append(word if used else f"{word} ({self.boon(guardian)})")
        return words

    def player(self, player: int) -> list[str]:
        """Everything one player owns, as far as the viewer may see it."""
        game = self.game
        you = ", you" if player == self.viewer else ""
        state = ", has passed" if game["passed"][player] else ""
        tokens = [amount(int(number), token) for token, number in zip(o.TOKENS, game["tokens"][player], strict=True)]
        lines = ["", *self.wrap(f"PLAYER {player + 1}{you}{state}: ", tokens)]
        parts = [f"{amount(int(game['home'][player]), 'archaeologist')} at home"]
        parts.append(f"{amount(int(game['idols'][player]), 'idol')} in crates")
        parts.append(f"{game['slotted'][player]} of {o.IDOL_SLOTS} slots filled")
        if game["fear_tiles"][player]:
            parts.append(amount(int(game["fear_tiles"][player]), "fear tile"))
        parts += counted(game["temple_owned"][player])
        if game["arrival"][player]:
            parts.append(f"arrival {game['arrival'][player]} in the Lost Temple")
        if game["planes"][player]:
            parts.append("all travel icons are planes this round")
        if game["ignore_fear"][player]:
            parts.append("guardians bring no Fear this round")
        lines += self.wrap("  ", parts)
        helpers = [self.assistant(player, square) for square in range(2) if game["assistant"][player, square] >= 0]
        if helpers:
            lines += self.wrap("  assistants: ", helpers)
        guardians = self.guardians(player + 1)
        if guardians:
            lines += self.wrap("  guardians: ", guardians)
        return lines + self.cards(player)

    def assistant(self, player: int, square: int) -> str:
        game = self.game
        assistant, gold = int(game["assistant"][player, square]), int(game["assistant_gold"][player, square])
        words = f"{square + 1}: {a.ASSISTANT_IDS[assistant]}, {'gold' if gold else 'silver'}"
        words += ", exhausted" if game["assistant_used"][player, square] else ", ready"
        return f"{words} ({self.effect(int(self.tables['assistant_program'][assistant, gold]))})"

    def cards(self, player: int) -> list[str]:
        """Hand, deck and play area; of others' hands and of every deck only what the viewer may know."""
        game = self.game
        size, deck = int(game["hand_size"][player]), int(game["deck_size"][player])
        lines = []
        if self.sees(player):
            hand = [self.hand_card(int(card)) for card in game["hand"][player, :size]]
            lines += self.wrap(f"  hand {size}: ", hand or ["no card"])
            lines += self.deck(player)
        else:
            lines.append(f"  hand {size}, deck {deck}")
            lines += self.wrap("    the cards of both: ", counted_cards(self.unseen(player)) or ["none"], indent=6)
        play = card_ids(game["play"][player, : int(game["play_size"][player])])
        lines += self.wrap("  play area: ", play or ["empty"])
        aside = int(game["aside_size"])
        if aside and player == int(game["turn_player"]):
            cards = card_ids(game["aside"][:aside])
            lines += self.wrap("  laid aside: ", cards if self.sees(player) else [amount(aside, "card")])
        return lines

    def unseen(self, player: int) -> list[int]:
        """The cards of another player that the viewer cannot tell apart by place: hand, deck and laid aside."""
        game = self.game
        size, deck = int(game["hand_size"][player]), int(game["deck_size"][player])
        cards = [int(card) for card in (*game["hand"][player, :size], *game["deck"][player, :deck])]
        if player == int(game["turn_player"]):
            cards += [int(card) for card in game["aside"][: int(game["aside_size"])]]
        return cards

    def deck(self, player: int) -> list[str]:
        """The own deck from the top: known cards at their place, shuffled ones together in unknown order."""
        game = self.game
        size = int(game["deck_size"][player])
        head = f"  deck {size}, top first: "
        if self.viewer is None:
            return self.wrap(head, card_ids(game["deck"][player, :size]) or ["empty"])
        runs: list[tuple[bool, int, list[int]]] = []  # known, number of the shuffle, cards
        for card, mark in zip(game["deck"][player, :size], game["deck_group"][player, :size], strict=True):
            shuffle = int(mark) & (o.OWNER_KNOWS - 1)
            known = shuffle == o.PUBLIC or bool(int(mark) & o.OWNER_KNOWS)
            if runs and not known and runs[-1][:2] == (False, shuffle):
                runs[-1][2].append(int(card))
            else:
                runs.append((known, shuffle, [int(card)]))
        if len(runs) == 1 and size > 1:
            return self.wrap(f"  deck {size}, in unknown order: ", counted_cards(runs[0][2]))
        parts = []
        for _, _, cards in runs:
            kinds = counted_cards(cards)
            parts += kinds if len(kinds) == 1 else [f"{len(cards)} in unknown order ({', '.join(kinds)})"]
        return self.wrap(head, parts or ["empty"])

    def hand_card(self, card: int) -> str:
        """A hand card with its travel icons; free and main effects are told apart."""
        tables = self.tables
        timing = {o.TIMING_FREE: ", free", o.TIMING_MAIN: ", main"}.get(int(tables["card_timing"][card]), "")
        return f"{a.CARD_IDS[card]} ({icon_words(tables['card_icons'][card])}{timing})"


def counted(numbers: Iterable[Any]) -> list[str]:
    """Return temple tiles in words."""
    return [f"{int(number)} {word}" for word, number in zip(a.TEMPLE_IDS, numbers, strict=True) if number]


def counted_cards(cards: Iterable[int]) -> list[str]:
    """Return cards by type in their fixed order, for example ``2 fear``."""
    kinds = Counter(sorted(cards))
    return [f"{number} {a.CARD_IDS[card]}" if number > 1 else a.CARD_IDS[card] for card, number in kinds.items()]
