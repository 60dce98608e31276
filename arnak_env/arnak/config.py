"""What can be chosen about a game, checked before it reaches the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arnak_env.arnak import opcodes as o
from arnak_env.core.arguments import flag, one_of, shown, whole_number, whole_number_among
from arnak_env.core.configurations import configurations_of

SWITCHES: dict[str, tuple[int, str]] = {
    "random_arrows": (o.SWITCH_RANDOM_ARROWS, "every tie of the rival goes to a random side instead of by the arrow"),
    "green_item_acts_in_v": (o.SWITCH_GREEN_ITEM_ACTS_IN_V, "the green item tile acts in round V too"),
    "assistant_only_on_symbol": (
        o.SWITCH_ASSISTANT_ONLY_ON_SYMBOL,
        "the rival's research removes an assistant only when its glass enters a row with an assistant symbol",
    ),
    "no_assistant_with_temple_tile": (
        o.SWITCH_NO_ASSISTANT_WITH_TEMPLE_TILE,
        "no assistant is removed when the rival takes a temple tile instead of moving",
    ),
    "dig_needs_sure_token": (
        o.SWITCH_DIG_NEEDS_SURE_TOKEN,
        "the rival's dig tiles ignore sites that offer the token only as one of several choices",
    ),
    "solo_tie_break": (o.SWITCH_SOLO_TIE_BREAK, "a solo tie is broken as among several players"),
    "rival_temple_tile_is_no_research": (
        o.SWITCH_RIVAL_TEMPLE_TILE_IS_NO_RESEARCH,
        "a temple tile taken by the rival does not meet the research objective",
    ),
    "temple_tile_is_no_research": (
        o.SWITCH_TEMPLE_TILE_IS_NO_RESEARCH,
        "temple tiles do not meet the research objective, whoever takes them",
    ),
    "exiled_item_is_no_purchase": (
        o.SWITCH_EXILED_ITEM_IS_NO_PURCHASE,
        "an item taken out of exile does not meet the item objective",
    ),
    "rival_takes_top_owl_tile": (
        o.SWITCH_RIVAL_TAKES_TOP_OWL_TILE,
        "on Owl a rival token that cannot advance takes a 5-point tile from the top, by the arrow",
    ),
    "replace_objective_once": (
        o.SWITCH_REPLACE_OBJECTIVE_ONCE,
        "an objective that the rival has met before the deal is replaced once only",
    ),
}
HIGHEST_DIFFICULTY = 10


def checked_switches(switches: Any) -> tuple[str, ...]:
    """Return names of `SWITCHES` as a tuple.

    Raises:
        ValueError: for an unknown name, and for anything that is no list of names.
    """
    if isinstance(switches, str | bytes | Mapping) or not isinstance(switches, Iterable):
        raise ValueError(
            f"switches must be a tuple of names, got {shown(switches)}; () for none, known are {', '.join(SWITCHES)}"
        )
    return tuple(one_of("switch", name, SWITCHES) for name in switches)


def _checked_tiles(tiles: Any) -> dict[str, str] | None:
    """Return explicit rival tiles as a dict of their own, so that later changes outside do not reach the game."""
    if tiles is None:
        return None
    if not isinstance(tiles, Mapping):
        right = f"one of {', '.join(o.PAIRS)} to {', '.join(o.COLOURS)}"
        raise ValueError(f"rival_tiles must map pairs to colours ({right}), got {shown(tiles)}")
    return {
        one_of("rival tile pair", pair, o.PAIRS): one_of(f"colour of {pair}", colour, o.COLOURS)
        for pair, colour in tiles.items()
    }


@dataclass(frozen=True)
class GameConfig:
    """The configuration of one game.

    Attributes:
        board: ``"bird"`` or ``"snake"`` of the base game, ``"spider"`` or ``"owl"`` of Twisted Paths.
        num_players: 1 is the solo game against the rival, 2 to 4 the game among players.
        difficulty: solo only, 0 to 10: a red rival tile counts 1, a purple one 2. Up to 5 there are as many red tiles
            and the rest is green; above, red ones become purple. Which pairs they are is drawn at random.
        rival_tiles: solo only, an explicit colour (``"green"``, ``"red"`` or ``"purple"``) for each pair of
            `opcodes.PAIRS`; pairs left out are green. Replaces `difficulty`.
        objectives: solo only, rival objectives dealt each round: 0 (none), 2, 3 or 4.
        first_objective_worth_four: solo only, the first objective of each round is worth 4 points instead of 2.
        switches: names of `SWITCHES`, the open questions of the solo rules.
        expansion_components: with the sites, guardians, assistants, idols and bonus tiles of Twisted Paths. None: on
            for the boards of Twisted Paths, off for those of the base game. The idols take part on the new boards in
            any case, because these need more than the base game has.

    Raises:
        ValueError: for an unknown value; the message names it and lists the right ones.
    """

    board: str = "bird"
    num_players: int = 1
    difficulty: int = 0
    rival_tiles: Mapping[str, str] | None = None
    switches: tuple[str, ...] = ()
    objectives: int = 0
    first_objective_worth_four: bool = False
    expansion_components: bool | None = None

    def __post_init__(self) -> None:
        settle = object.__setattr__  # the fields of a frozen dataclass, in plain Python types
        settle(self, "board", one_of("board", self.board, o.BOARDS))
        settle(self, "num_players", whole_number("num_players", self.num_players, 1, o.MAX_PLAYERS))
        settle(self, "difficulty", whole_number("difficulty", self.difficulty, 0, HIGHEST_DIFFICULTY))
        settle(self, "rival_tiles", _checked_tiles(self.rival_tiles))
        settle(self, "switches", checked_switches(self.switches))
        settle(self, "objectives", whole_number_among("objectives", self.objectives, o.OBJECTIVES_PER_ROUND))
        worth_four = flag("first_objective_worth_four", self.first_objective_worth_four)
        settle(self, "first_objective_worth_four", worth_four)
        if worth_four and not self.objectives:
            raise ValueError("first_objective_worth_four needs objectives; choose 2, 3 or 4 of them")
        if self.expansion_components is not None:
            settle(self, "expansion_components", flag("expansion_components", self.expansion_components))
        solo = (self.difficulty, self.rival_tiles, self.switches, self.objectives)
        if self.num_players > 1 and any(solo):
            raise ValueError(
                "difficulty, rival_tiles, switches and objectives belong to the solo game (num_players=1), "
                f"not to {self.num_players} players"
            )

    @property
    def with_components(self) -> bool:
        """Whether the components of Twisted Paths take part."""
        if self.expansion_components is None:
            return o.BOARDS.index(self.board) >= o.SPIDER
        return bool(self.expansion_components)

    @property
    def level(self) -> int:
        """Difficulty 0 to 10: 1 for each red tile, 2 for each purple one."""
        if self.rival_tiles is None:
            return self.difficulty
        return sum(o.COLOURS.index(colour) for colour in self.rival_tiles.values())

    def colours(self) -> list[int]:
        """Return the colour number of each pair for explicit tiles."""
        tiles = self.rival_tiles or {}
        return [o.COLOURS.index(tiles.get(pair, "green")) for pair in o.PAIRS]

    def switch_bits(self) -> int:
        """Return the switches as the bits kept in the game record."""
        bits = 0
        for name in self.switches:
            bits |= SWITCHES[name][0]
        return bits


def configurations(columns: Mapping[str, Sequence[Any]], which: Iterable[int], each: str = "game") -> list[GameConfig]:
    """Return the configuration of each of the games `which` (indices), from columns with one value per game.

    Raises:
        ValueError: for an unknown value; where games differ the message names the one.
    """
    return configurations_of(GameConfig, columns, which, each)
