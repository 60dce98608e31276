"""Reasons for actions on the map and in the card row; see `arnak_env.arnak.reasons`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.questions import deciding_player, top_frame
from arnak_env.arnak.words import amount, figure_words, icon_words, site_of_space, spaces_of_site


class MapReasons:
    """What the reasons need to know about one game, and the reasons for everything that has a place on the board.

    Each method returns a reason, or an empty string when it finds nothing in the way.
    """

    def __init__(self, game: Any, tables: Any) -> None:
        self.game = game
        self.tables = tables
        self.player = deciding_player(game)
        self.frame = top_frame(game)
        self.operation = int(self.frame[o.F_OP])
        self.board = int(game["board"])

    # --- what is missing ---------------------------------------------------------------------------------------------
    def lacking(self, token: int, needed: int) -> str:
        """Return ``needs 2 tablets, you have 1``, or nothing when there are enough; dark tablets count as tablets."""
        have = int(self.game["tokens"][self.player, token])
        if token == o.TABLET:
            have += int(self.game["dark"][self.player])
        return "" if have >= needed else f"needs {amount(needed, o.TOKENS[token])}, you have {have}"

    def lacking_tokens(self, owed: Sequence[int]) -> str:
        """Return everything that is missing of a cost in tokens; a sixth entry counts idols of the crates."""
        parts = [self.lacking(token, int(owed[token])) for token in range(5)]
        have = int(self.game["idols"][self.player])
        if len(owed) > o.IDOL_PRICE and have < owed[o.IDOL_PRICE]:
            parts.append(f"needs {amount(int(owed[o.IDOL_PRICE]), 'idol')} from the crates, you have {have} there")
        return "; ".join(part for part in parts if part)

    def not_in_hand(self, card: int) -> str:
        """Say that a card is not in the hand."""
        size = int(self.game["hand_size"][self.player])
        return "" if card in self.game["hand"][self.player, :size] else "there is no such card in your hand"

    def who(self, figure: int) -> str:
        """Return whose figure this is, seen by the deciding player."""
        return {o.RIVAL_FIGURE: "the rival", self.player + 1: "you"}.get(figure, figure_words(figure))

    # --- travel ------------------------------------------------------------------------------------------------------
    def own(self, icons: Sequence[int]) -> list[int]:
        """Return travel icons as they count for this player: all are planes after the Guardian's Ocarina."""
        numbers = [int(number) for number in icons]
        return [0, 0, 0, sum(numbers)] if self.game["planes"][self.player] else numbers

    def icons_in_words(self, icons: Sequence[int]) -> str:
        """Return travel icons in words, as they count for this player."""
        return icon_words(self.own(icons))

    @staticmethod
    def coverage(owed: Sequence[int], offered: Sequence[int]) -> int:
        """Return how many of the owed icons the offered ones cover at most."""
        boat = min(owed[o.BOAT], offered[o.BOAT])
        car = min(owed[o.CAR], offered[o.CAR])
        spare = offered[o.BOOT] + offered[o.BOAT] - boat + offered[o.CAR] - car
        return min(sum(owed), boat + car + min(owed[o.BOOT], spare) + offered[o.PLANE])

    def available(self) -> list[int]:
        """Return all travel icons the player can bring up, hired planes not counted."""
        game, tables, player = self.game, self.tables, self.player
        sources = [game["pool"]]
        sources += [tables["card_icons"][card] for card in game["hand"][player, : int(game["hand_size"][player])]]
        for guardian in range(o.GUARDIANS):
            if game["guardian_owner"][guardian] == player + 1 and not game["boon_used"][guardian]:
                sources.append(tables["boon_icons"][guardian])
        for square in range(2):
            assistant = int(game["assistant"][player, square])
            if assistant >= 0 and not game["assistant_used"][player, square]:
                sources.append(tables["assistant_icons"][assistant, int(game["assistant_gold"][player, square])])
        return self.own([sum(int(source[icon]) for source in sources) for icon in range(4)])

    def unpayable(self, owed: Sequence[int], discount: Sequence[int], coins_spent: int) -> str:
        """Say why a travel cost cannot be paid."""
        icons = self.available()
        coins = int(self.game["tokens"][self.player, o.COIN]) - coins_spent
        planes = max(0, coins) // int(self.tables["hire_plane_cost"])
        offered = [icon + less for icon, less in zip(icons, self.own(discount), strict=True)]
        offered[o.PLANE] += planes
        owed = [int(number) for number in owed]
        if self.coverage(owed, offered) >= sum(owed):
            return ""
        words = f"the travel cost ({icon_words(owed)}) cannot be paid: you can bring up {icon_words(icons)}"
        if any(discount):
            words += f" besides the discount ({self.icons_in_words(discount)})"
        return f"{words} and hire {amount(planes, 'plane')}"

    # --- map ---------------------------------------------------------------------------------------------------------
    def taken(self, space: int) -> str:
        """Say what stands on a space."""
        there = int(self.game["space"][space])
        if there == o.EMPTY:
            return ""
        if there == o.BLOCKING_TILE:
            return "a blocking tile covers the space"
        if there == self.player + 1:
            return "the space is occupied by your own archaeologist"
        return f"the space is occupied by {self.who(there)}"

    def discovered(self, site: int) -> bool:
        """Return whether a site can be dug at."""
        return site < o.CAMPS or bool(self.game["tile"][site] >= 0)

    def stands_at(self, site: int, figure: int) -> bool:
        """Return whether a figure stands on one of the spaces of a site."""
        return any(self.game["space"][space] == figure for space in spaces_of_site(site))

    def others_at(self, site: int) -> list[int]:
        """Return the figures of others on a site."""
        figures = [int(self.game["space"][space]) for space in spaces_of_site(site)]
        return [figure for figure in figures if o.EMPTY < figure <= o.RIVAL_FIGURE and figure != self.player + 1]

    def nobody_at_home(self) -> str:
        return "" if self.game["home"][self.player] > 0 else "no archaeologist is left on your board"

    def dig(self, space: int, discount: Sequence[int]) -> str:
        """Digging at a space with a travel discount."""
        site = site_of_space(space)
        if not self.discovered(site):
            return f"this site is not discovered yet (discover {a.SITE_IDS[site]})"
        return (
            self.taken(space)
            or self.nobody_at_home()
            or self.unpayable(self.tables["space_travel"][self.board, space], discount, 0)
        )

    def dig_at_camp(self, space: int) -> str:
        """Digging at a camp without travel cost."""
        if site_of_space(space) >= o.CAMPS:
            return "the effect allows a dig at a camp only"
        return self.taken(space) or self.nobody_at_home()

    def discover(self, position: int, discount: Sequence[int], compass_discount: int) -> str:
        """Discovering at a position; the number counts positions, not sites."""
        site = o.FIRST_LEVEL_1 + position
        space = spaces_of_site(site)[0]
        if self.discovered(site):
            return f"this site is discovered already (dig {a.SITE_IDS[site]})"
        cost = [int(number) for number in self.tables["discover_cost"][self.board, site]]
        cost[o.COMPASS] = max(0, cost[o.COMPASS] - compass_discount)
        travel = self.tables["space_travel"][self.board, space]
        return (
            self.taken(space)
            or self.nobody_at_home()
            or self.lacking_tokens(cost)
            or self.unpayable(travel, discount, cost[o.COIN])
        )

    def no_guardian(self, site: int) -> str:
        return "" if self.game["guardian"][site] >= 0 else "there is no guardian here"

    def overcome(self, site: int) -> str:
        """Overcoming a guardian at its printed cost."""
        words = self.no_guardian(site)
        if words:
            return words
        if not self.stands_at(site, self.player + 1):
            return "none of your archaeologists stands next to this guardian"
        guardian = int(self.game["guardian"][site])
        cost = self.tables["guardian_cost"][guardian]
        words = self.lacking_tokens(cost)
        cards, have = int(self.tables["guardian_hand"][guardian]), int(self.game["hand_size"][self.player])
        if not words and have < cards:
            words = f"needs {amount(cards, 'hand card')}, you have {have}"
        return words or self.unpayable(self.tables["guardian_travel"][guardian], [0] * 4, int(cost[o.COIN]))

    def overcome_free(self, site: int, where: int) -> str:
        """Overcoming a guardian by an effect."""
        words = self.no_guardian(site)
        if words:
            return words
        if where == o.AT_OWN_SITE:
            if self.stands_at(site, self.player + 1):
                return ""
            return "none of your archaeologists stands next to this guardian"
        others = self.others_at(site)
        return f"another figure stands next to this guardian ({self.who(others[0])})" if others else ""

    def activate(self, site: int) -> str:
        """Using a site by an effect."""
        frame, allowed = self.frame, int(self.frame[o.F_A])
        if int(frame[o.F_X]) == site + 1:
            return "this effect has used the site already"
        if not self.discovered(site):
            return "this site is not discovered"
        level_1 = o.FIRST_LEVEL_1 <= site < o.FIRST_LEVEL_2
        if allowed in (o.SITE_CAMP, o.SITE_EMPTY_CAMP) and site >= o.CAMPS:
            return "the effect uses camps only"
        if allowed in (o.SITE_LEVEL_1, o.SITE_EMPTY_LEVEL_1) and not level_1:
            return "the effect uses level I sites only"
        if allowed == o.SITE_LEVEL_2 and site < o.FIRST_LEVEL_2:
            return "the effect uses level II sites only"
        if allowed in (o.SITE_EMPTY_CAMP, o.SITE_EMPTY_LEVEL_1):
            return self.occupied(site)
        if allowed == o.SITE_OWN:
            if not self.stands_at(site, self.player + 1):
                return "none of your archaeologists stands there"
            if site >= o.FIRST_LEVEL_2:
                return self.lacking(o.COMPASS, int(frame[o.F_C]))
        return ""

    def occupied(self, site: int) -> str:
        """Say whose archaeologist stands on a site that has to be free of them."""
        figures = [int(self.game["space"][space]) for space in spaces_of_site(site)]
        there = [figure for figure in figures if o.EMPTY < figure <= o.RIVAL_FIGURE]
        kind = "camp" if site < o.CAMPS else "site"
        return f"the {kind} is occupied ({self.who(there[0])})" if there else ""

    def own_figure_missing(self, space: int) -> str:
        return "" if self.game["space"][space] == self.player + 1 else "none of your archaeologists stands there"

    def relocate(self, space: int) -> str:
        """Moving an archaeologist: first from where, then to where."""
        start = int(self.frame[o.F_X]) - 1
        if start < 0:
            return self.own_figure_missing(space) or "there is no free space to which it could go"
        site = site_of_space(space)
        if site == site_of_space(start):
            return "the archaeologist must go to another site"
        if not self.discovered(site):
            return "this site is not discovered"
        if site >= o.FIRST_LEVEL_2 or (self.frame[o.F_A] == o.TO_CAMP and site >= o.CAMPS):
            kinds = "camps" if self.frame[o.F_A] == o.TO_CAMP else "camps and level I sites"
            return f"the effect leads to {kinds} only"
        return self.taken(space)

    def move_guardian(self, site: int) -> str:
        """Moving a guardian: first from where, then to where."""
        start = int(self.frame[o.F_X]) - 1
        if start < 0:
            words = self.no_guardian(site)
            if not words and not self.stands_at(site, self.player + 1):
                words = "none of your archaeologists stands next to this guardian"
            return words or "there is no site to which it could go"
        if site == start:
            return "the guardian must go to another site"
        if site >= o.FIRST_LEVEL_2:
            return "a guardian is moved to a camp or a level I site only"
        if not self.discovered(site):
            return "this site is not discovered"
        if self.game["guardian"][site] >= 0:
            return "there is a guardian already"
        return "the site is occupied" if self.others_at(site) or self.stands_at(site, self.player + 1) else ""

    # --- card row ----------------------------------------------------------------------------------------------------
    def buy(self, card: int, kinds: int, discount: int, destination: int) -> str:
        """Buying or gaining a card."""
        game, item = self.game, card < o.FIRST_ARTIFACT
        places = [int(entry) for entry in game["row"]]
        where = "the card row"
        if destination & o.DECK_TOP_INCLUDED:
            where = "the card row or on top of its deck"
            for deck in ("item_deck", "artifact_deck"):
                size = int(game[f"{deck}_size"])
                places += [int(game[deck][size - 1])] if size else []
        if not kinds & (o.BUY_ITEM if item else o.BUY_ARTIFACT):
            return f"the effect is for {'artifacts' if item else 'items'} only"
        if card not in places:
            return f"this card is not in {where}"
        price = 0 if discount == o.BUY_FREE else max(0, int(self.tables["card_cost"][card]) - discount)
        return self.lacking(o.COIN if item else o.COMPASS, price)
