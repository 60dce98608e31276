"""Which fields an entry of each kind has, and what each may hold.

The shape of one entry is checked here; what entries must be to one another is checked in `checks` and `check_episode`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.notation import parse

Confidence = Literal["rulebook", "described", "authored"]
SURE = ("rulebook", "described")  # facts about the published game
DISPLAY = frozenset(
    "name text note title intro objective choice_labels discard_when icons rule example counts_as_use tags colour "
    "associated_with formula ratings".split()
)  # fields that people read and the rules do not
PROVENANCE = frozenset(("confidence", "confidence_fields", "ratings_confidence"))


def _readable(texts: list[str]) -> list[str]:
    for text in texts:
        parse(text)
    return texts


def _condition(text: str) -> str:
    if text:
        parse(text)
    return text


if TYPE_CHECKING:  # the words of the rules, checked when an entry is read
    Symbol: TypeAlias = str
    ArtifactSymbol: TypeAlias = str
    Square: TypeAlias = str
    Zone: TypeAlias = str
    Floor: TypeAlias = str
    Kind: TypeAlias = str
    TypeWord: TypeAlias = str
    Trigger: TypeAlias = str
    Timing: TypeAlias = str
    Limit: TypeAlias = str
    Selector: TypeAlias = str
    ExplorerWord: TypeAlias = str
    SlotWord: TypeAlias = str
    LinkType: TypeAlias = str
    SpecialWord: TypeAlias = str
    CardType: TypeAlias = str
else:
    Symbol = Literal[o.SYMBOL_IDS]
    ArtifactSymbol = Literal[("", *o.SYMBOL_IDS)]
    Square = Literal[o.SQUARE_IDS]
    Zone = Literal[o.ZONE_IDS]
    Floor = Literal[o.FLOOR_IDS]
    Kind = Literal[o.KIND_IDS]
    TypeWord = Literal[o.TYPE_IDS]
    Trigger = Literal[o.TRIGGER_IDS]
    Timing = Literal[("give_action", "set_die", *o.TRIGGER_IDS)]
    Limit = Literal[o.LIMIT_IDS]
    Selector = Literal[o.EXPLORER_SELECTORS]
    ExplorerWord = Literal[o.EXPLORER_IDS]
    SlotWord = Literal[("", *o.ACTION_IDS)]
    LinkType = Literal[o.LINK_TYPES]
    SpecialWord = Literal[o.SPECIAL_IDS]
    CardType = Literal[o.CARD_TYPES]

Effects = Annotated[list[str], AfterValidator(_readable)]
Condition = Annotated[str, AfterValidator(_condition)]  # an empty text: always
Identifier = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_\-]{0,39}$")]
Amount = Annotated[int, Field(ge=0, le=99)]
Positive = Annotated[int, Field(ge=1, le=99)]
Players = Annotated[int, Field(ge=1, le=o.MAX_PLAYERS)]
Coordinate = Annotated[int, Field(ge=-50, le=50)]


class Shape(BaseModel):
    """Base of all entries: no other fields, no silent conversion."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Entry(Shape):
    """An entry with its confidence: one word, or words by field."""

    confidence: Confidence | dict[str, Confidence] = "authored"
    note: str = ""


# --- Adversaries ------------------------------------------------------------------------------------------------------
class AdversaryKind(Entry):
    """A kind of Adversary."""

    name: str
    type: TypeWord
    miniatures: Positive
    default_life: Positive
    source: str
    elite: bool


class ResultRow(Shape):
    """One row of the result table of a Combat."""

    face: Literal["hit", "block", "special"]
    effects: Effects


class AdversaryCard(Entry):
    """An Adversary card."""

    kind: Kind
    variant_name: str = ""
    deck: str
    elite: bool
    life: Positive
    start: Effects
    clue: Effects
    move: Effects
    combat: list[ResultRow]
    special_rules: list[Literal["power_shield", "indicator_burn"]] = []
    confidence_fields: dict[str, Confidence] = {}
    text: str = ""


# --- Explorers --------------------------------------------------------------------------------------------------------
class Explorer(Entry):
    """An Explorer; the Ability itself is part of the rules."""

    name: str
    bonus: bool
    exclusive_with: str = ""
    optional: bool
    ability_timing: Timing
    ability_scope: Selector
    ability_limit: Limit
    ability_effects: Effects
    episode_start: Effects
    wound_spaces: Literal[4]
    counts_as_use: str = ""
    rule: str = ""
    example: str = ""


class AbilityRule(Entry):
    """An Ability timing that is no trigger."""

    rule: str = ""
    start_tokens: Amount = 0


class Experience(Entry):
    """An Experience card."""

    explorer: ExplorerWord
    level: Literal[1, 2, 3]
    cost_xp: Amount
    name: str
    trigger: Trigger
    optional: bool
    limit: Limit
    when: Condition
    effects: Effects
    text: str = ""


# --- Traumas, objects, camp -------------------------------------------------------------------------------------------
class Trauma(Entry):
    """A type of Trauma."""

    name: str
    colour: str
    associated_with: str
    copies: Amount
    trigger: Trigger
    effects: Effects
    start_effect_multiplier: Annotated[int, Field(ge=1, le=4)]
    text: str = ""


class Ability(Shape):
    """What an object does, and when."""

    trigger: Trigger
    optional: bool
    limit: Limit
    when: Condition
    effects: Effects


class Object(Entry):
    """A Material or a Relic."""

    name: str
    class_: Literal["material", "relic"] = Field(alias="class")
    artifact: bool
    slot: SlotWord
    coin_value: Amount
    single_use: bool
    source: str
    tags: list[str] = []
    abilities: list[Ability]
    text: str = ""


class Upgrade(Entry):
    """A camp upgrade."""

    name: str
    cost: Amount
    space: bool
    unlocked_by: str
    trigger: Literal["camp", "passive", "episode_start"]
    effects: Effects
    text: str = ""


# --- single tables ----------------------------------------------------------------------------------------------------
class TraumaRules(Entry):
    """What a second Trauma of a type means, and where Traumas go."""

    duplicate: Effects
    discard_to: Literal["bottom_of_deck"]
    kept_between_episodes: Literal[True]
    max_per_explorer: Literal[6]


class Slot(Shape):
    """The place for Material of one action."""

    colour: str
    capacity: Annotated[int, Field(ge=0, le=8)]


class Slots(Entry):
    """The places of a backpack board, by action."""

    clue: Slot
    move: Slot
    support: Slot
    combat: Slot


class Camp(Entry):
    """The camp."""

    spaces: Annotated[int, Field(ge=0, le=o.UPGRADES)]
    start: list[str]


class Level(Shape):
    """A level of Experience cards."""

    cost: Amount
    access: str


class ExperienceLevels(Entry):
    """What Experience cards cost, and which upgrade opens them."""

    level_1: Level
    level_2: Level
    level_3: Level
    only_explorers_in_play: Literal[True]


class Rating(Shape):
    """What a campaign score is called."""

    min: int
    name: str


class Score(Entry):
    """The score of a campaign."""

    formula: str
    ratings: list[Rating]
    ratings_confidence: Confidence


class DicePool(Entry):
    """How many dice there are."""

    total: Positive
    combat: Positive
    investigation: Positive
    limit_dice_per_roll: Literal[False]


class CombatDie(Entry):
    """The Combat die."""

    faces: Annotated[list[Literal["hit", "block", "special", "fate"]], Field(min_length=6, max_length=6)]
    basic_roll: Annotated[int, Field(ge=1, le=10)]


class InvestigationDie(Entry):
    """The Investigation die."""

    faces: Annotated[list[Literal["fate", "blank", "lens", "scroll", "idol", "key"]], Field(min_length=6, max_length=6)]
    symbols: list[Literal["lens", "scroll", "idol", "key"]]


class FateFace(Entry):
    """What changing a Fate face costs."""

    cost: Literal[1]
    to: Literal["any_other_face"]
    optional: Literal[True]
    needs_token_in_reserve: Literal[True]


class Board(Shape):
    """The tiles of the box."""

    rooms: dict[str, Amount]
    floors: dict[str, Amount]
    doors: Amount
    squares_by_size: dict[str, Amount]
    room_ids: dict[str, Amount]


class Reserve(Shape):
    """Fate tokens by number of players, the first number for one player."""

    by_players: Annotated[list[Amount], Field(min_length=o.MAX_PLAYERS, max_length=o.MAX_PLAYERS)]


class ComponentList(Entry):
    """The component list."""

    tokens: dict[str, Amount]
    board: Board
    miniatures: dict[str, Amount]
    cards: dict[str, Amount]
    episode_cards: dict[str, Amount]
    episode_adversary_cards: dict[str, Amount]
    other: dict[str, Any]
    fate_reserve: Reserve


# --- episodes ---------------------------------------------------------------------------------------------------------
class EpisodeHead(Shape):
    """The `[episode]` table."""

    id: Identifier
    number: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    title: str
    confidence: Confidence = "authored"
    confidence_fields: dict[str, Confidence] = {}
    cards_expected: Annotated[int, Field(ge=1, le=o.CARDS)]
    intro: str = ""
    objective: str = ""
    special_rules: list[str] = []
    elite_allowed: bool
    note: str = ""


class FateReserve(Reserve):
    """The reserve and what happens when it is empty."""

    on_empty: Effects
    on_empty_timing: Literal["after_current_effect", "immediate"]


class BoardSquare(Shape):
    """A square and where it lies."""

    id: Square
    x: Coordinate
    y: Coordinate
    printed_clue: Symbol | None = None


class ClueToken(Shape):
    """A Clue token on a square."""

    symbol: Symbol
    square: Square
    min_players: Players = 1


class Miniatures(Shape):
    """Adversaries on a square, when the number of Explorers is in the range."""

    kind: Kind
    square: Square
    count: Positive
    min_players: Players
    max_players: Players = o.MAX_PLAYERS


class BoardZone(Shape):
    """A room or a floor tile."""

    id: Zone
    kind: Literal["room", "floor"]
    name: str = ""
    placement: Literal["outside"] | None = None
    floor: Floor | None = None
    setup: bool
    squares: list[BoardSquare]
    clue_tokens: list[ClueToken] = []
    adversaries: list[Miniatures] = []


class Link(Shape):
    """A door, an opening, a ladder or a trapdoor."""

    id: Identifier
    type: LinkType
    a: Square
    b: Square
    token: str = ""
    edge: bool = False
    open: bool = False


class SetupDraw(Shape):
    """Cards drawn before the first turn."""

    symbol: Symbol
    by: Literal["first_player", "each_player"]


class Setup(Shape):
    """Where the Explorers start, and what is drawn."""

    explorer_start: Annotated[list[Square], Field(min_length=1)]
    first_player: Literal["group_choice"]
    draws: Annotated[list[SetupDraw], Field(max_length=o.DRAWS)] = []


class SpecialToken(Shape):
    """A special token on a square at set-up."""

    token: SpecialWord
    square: Square


class Active(Shape):
    """What a card that stays active does."""

    trigger: Trigger
    who: Selector
    when: Condition = ""
    effects: Effects


class ClueCard(Shape):
    """A Clue card."""

    id: Identifier
    symbol: Symbol
    type: CardType
    name: str
    text: str = ""
    object: Identifier | None = None
    effects: Effects
    after: Literal["discard", "keep", "threat", "active"]
    start: Effects = []
    active: Annotated[list[Active], Field(max_length=o.ACTIVES)] = []
    discard_when: str = ""
    icons: list[Literal["stays_active", "discard_condition", "passive", "reminder"]] = []
    choice_labels: list[str] = []
    confidence: Confidence | dict[str, Confidence] | None = None
    note: str = ""


SheetRow = Annotated[list[Literal["", "lens", "scroll", "idol", "key"]], Field(min_length=1, max_length=o.SHEET_SIDE)]


class SheetLine(Shape):
    """What a completed row or column of the Exploration Sheet gives."""

    effects: Effects
    artifact: ArtifactSymbol = ""
    event_row: bool = False


class Sheet(Shape):
    """The Exploration Sheet."""

    rows: Annotated[list[SheetRow], Field(min_length=1, max_length=o.SHEET_SIDE)]
    row_bonus: Annotated[list[SheetLine], Field(max_length=o.SHEET_SIDE)]
    col_bonus: Annotated[list[SheetLine], Field(max_length=o.SHEET_SIDE)]


class Epilogue(Shape):
    """One end of the episode."""

    title: str = ""
    text: str = ""
    sheet_bonuses: bool
    effects: Effects


class Epilogues(Shape):
    """Both ends of the episode."""

    favourable: Epilogue
    adverse: Epilogue


class Event(Shape):
    """What happens after the epilogue, by completed event rows."""

    min_event_rows: Amount
    max_event_rows: Amount
    title: str = ""
    text: str = ""
    effects: Effects


class Episode(Shape):
    """A whole episode file."""

    schema_version: Literal[1] = 1
    episode: EpisodeHead
    fate_reserve: FateReserve
    zones: Annotated[list[BoardZone], Field(min_length=1)]
    links: Annotated[list[Link], Field(max_length=o.LINKS)] = []
    setup: Setup
    clue_tokens: list[ClueToken] = []
    adversaries: list[Miniatures] = []
    special_tokens: list[SpecialToken] = []
    cards: Annotated[list[ClueCard], Field(min_length=1, max_length=o.CARDS)]
    sheet: Sheet
    epilogue: Epilogues
    events: Annotated[list[Event], Field(max_length=o.EVENTS)]


ENTRY_SHAPES: dict[str, type[Entry]] = {
    "kind": AdversaryKind,
    "card": AdversaryCard,
    "explorer": Explorer,
    "ability_rule": AbilityRule,
    "experience": Experience,
    "trauma": Trauma,
    "object": Object,
    "upgrade": Upgrade,
}
TABLE_SHAPES: dict[str, type[Entry]] = {
    "trauma_rules": TraumaRules,
    "slots": Slots,
    "camp": Camp,
    "experience_levels": ExperienceLevels,
    "score": Score,
    "dice_pool": DicePool,
    "combat_die": CombatDie,
    "investigation_die": InvestigationDie,
    "fate_face": FateFace,
    "component_list": ComponentList,
}
EPISODE_KEYS = tuple(Episode.model_fields)
