"""One game with its content, and the words for what is in it."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content import Content, load_content, schema
from arnak_env.core.compile import widened

FACE_WORDS = (
    "hit", "block", "special", "Fate", "Fate", "blank", "lens", "scroll", "idol", "key",
)  # fmt: skip
STAGE_WORDS = ("set-up", "episode", "end of the episode", "camp")
_RULES = (
    "abilities", "adversaries", "board", "camp", "clues", "conditions", "dice", "engine", "explorer_actions", "legal",
    "moves", "possible", "setup", "sheet", "triggers", "turns",
)  # fmt: skip


@functools.cache
def plain_rules() -> SimpleNamespace:
    """Return the modules of the rules as plain Python, by name; they work on widened records."""
    from arnak_env.arkeis.batch import Batch
    from arnak_env.core.uncompiled import Uncompiled

    Batch._load_kernels()
    source = Uncompiled()
    return SimpleNamespace(**{name: source.module(f"arnak_env.arkeis.{name}") for name in _RULES})


@functools.lru_cache(maxsize=8)
def _wide_tables(content: Content) -> Any:
    return widened(content.tables)[0]


# --- small helpers ---------------------------------------------------------------------------------------------------
def amount(number: int, word: str) -> str:
    """Return a number with its noun, in the plural where needed: ``1 Wound``, ``2 dice``."""
    if number == 1:
        return f"1 {word}"
    if word.endswith("die"):
        return f"{number} {word[:-3]}dice"
    if word.endswith(("x", "ss", "ch", "sh")):
        return f"{number} {word}es"
    if word.endswith("y") and not word.endswith(("ay", "ey", "oy")):
        return f"{number} {word[:-1]}ies"
    return f"{number} {word}s"


def signed(number: int) -> str:
    """Return a change with its sign."""
    return f"+{number}" if number > 0 else str(number)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as a list in a sentence: ``A1, A2 and B1``."""
    parts = list(words)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def closest(word: str, known: Iterable[str]) -> str:
    """Return the known words most like `word`, joined by commas, or an empty text."""
    return ", ".join(difflib.get_close_matches(word, list(known), n=4, cutoff=0.5))


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set."""
    return [k for k in range(int(mask).bit_length()) if (int(mask) >> k) & 1]


def faces_words(counts: Sequence[int]) -> str:
    """Return dice by what they show, for example ``2 hit, 1 Fate``."""
    shown = [f"{int(number)} {FACE_WORDS[face]}" for face, number in enumerate(counts) if number > 0]
    return ", ".join(shown) or "no dice"


def line_words(line: int) -> str:
    """Return a line of the Exploration Sheet: rows are numbered, columns have letters."""
    return f"row {line + 1}" if line < o.SHEET_SIDE else f"column {'abcdef'[line - o.SHEET_SIDE]}"


# --- names of the content --------------------------------------------------------------------------------------------
class Names:
    """The printed names of everything, by number."""

    def __init__(self, content: Content | Any = None, slot: int = -1) -> None:
        self.content = load_content(content)
        self.models = self.content.models
        self.slot = slot
        self.story: dict[str, str] = {}  # names of episode flags and counters by their numbers in words
        self._objects = {number: word for word, number in self.content.objects.items()}
        self._upgrades = {number: word for word, number in self.content.upgrades.items()}
        self._cards = list(self.models.cards)

    @property
    def episode(self) -> schema.Episode:
        """The episode in whose words things are said."""
        return self.content.episode(self.slot)

    def explorer(self, explorer: int) -> str:
        """Return the first name; the Young Robert is told apart."""
        if explorer == o.ROBERT_YOUNG:
            return "Young Robert"
        return self.models.explorers[o.EXPLORER_IDS[explorer]].name.split()[0]

    def explorers(self, mask: int) -> str:
        """Return the first names of Explorers given as bits."""
        return listed(self.explorer(k) for k in bits(mask))

    def object_id(self, thing: int) -> str:
        """Return the id of an object in this content; an unused number has the name of its action."""
        return self._objects.get(thing, a.OBJECT_IDS[thing])

    def object(self, thing: int) -> str:
        """Return the printed name of an object."""
        word = self.object_id(thing)
        return self.models.objects[word].name if word in self.models.objects else word

    def object_entry(self, thing: int) -> schema.Object | None:
        """Return the entry of an object, None when the content has none of this number."""
        return self.models.objects.get(self.object_id(thing))

    def upgrade_id(self, upgrade: int) -> str:
        """Return the id of a camp upgrade in this content."""
        return self._upgrades.get(upgrade, a.UPGRADE_IDS[upgrade])

    def upgrade(self, upgrade: int) -> str:
        """Return the printed name of a camp upgrade."""
        word = self.upgrade_id(upgrade)
        return self.models.upgrades[word].name if word in self.models.upgrades else word

    def experience(self, card: int) -> str:
        """Return the printed name of an Experience card."""
        return self.models.experience[a.EXPERIENCE_IDS[card]].name

    def trauma(self, kind: int) -> str:
        """Return the printed name of a Trauma."""
        return self.models.traumas[o.TRAUMA_IDS[kind]].name

    def kind(self, kind: int) -> str:
        """Return the printed name of a kind of Adversary."""
        return self.models.kinds[o.KIND_IDS[kind]].name

    def adversary_id(self, card: int) -> str:
        """Return the id of an Adversary card."""
        return self._cards[card]

    def adversary(self, card: int) -> schema.AdversaryCard:
        """Return an Adversary card."""
        return self.models.cards[self._cards[card]]

    def adversary_name(self, card: int) -> str:
        """Return the name over an Adversary card: of its form, else of its kind."""
        entry = self.adversary(card)
        return entry.variant_name or self.models.kinds[entry.kind].name

    def clue_card(self, card: int) -> schema.ClueCard | None:
        """Return a Clue card of the episode, None when it has no card of this number."""
        cards = self.episode.cards
        return cards[card] if 0 <= card < len(cards) else None

    def clue_name(self, card: int) -> str:
        """Return the title of a Clue card."""
        entry = self.clue_card(card)
        return entry.name if entry else a.CARD_IDS[card]

    def zone(self, zone: int) -> str:
        """Return a zone with its name in the episode, for example ``A (Antechamber)``."""
        word = o.ZONE_IDS[zone]
        found = [laid for laid in self.episode.zones if laid.id == word]
        return f"{word} ({found[0].name})" if found and found[0].name else word

    def zone_by_id(self, word: str) -> str:
        """Return a zone with its name in the episode, by its id."""
        return self.zone(o.ZONE_IDS.index(word)) if self.slot in self.models.episodes else word

    def link(self, link: int) -> str:
        """Return a door or another link by the squares it joins."""
        entry = self.episode.links[link]
        return f"{entry.type} between {entry.a} and {entry.b}"

    def source(self, source: int) -> str:
        """Return what an effect comes from; empty for nothing in particular."""
        kind, index = divmod(int(source), o.SOURCE_STEP)
        found = {
            o.SOURCE_EXPLORER: lambda: f"{self.explorer(index)}'s Ability",
            o.SOURCE_OBJECT: lambda: self.object(index),
            o.SOURCE_EXPERIENCE: lambda: self.experience(index),
            o.SOURCE_TRAUMA: lambda: self.trauma(index),
            o.SOURCE_CLUE: lambda: self.clue_name(index),
            o.SOURCE_ADVERSARY: lambda: self.adversary_name(index),
            o.SOURCE_UPGRADE: lambda: self.upgrade(index),
        }
        return found[kind]() if kind in found else ""


@functools.lru_cache(maxsize=32)
def story_names(content: Content, slot: int) -> dict[str, str]:
    """Return the names of flags and counters of an episode, which the tables know by their numbers only."""
    from arnak_env.arkeis.effect_words import read_program
    from arnak_env.arkeis.notation import parse_list, walk

    names, rows = Names(content, slot), content.tables[0]
    episode = names.episode
    found: dict[str, str] = {}
    for card in episode.cards:
        row = content.programs[episode.episode.id, f"cards {card.id}", "effects"]
        read = read_program(rows["program"], row, names, rows["condition"])
        for said, numbered in zip(walk(parse_list(card.effects)), walk(read), strict=True):
            if said.word in ("flag", "flag_set", "counter", "counter_ge"):
                found[str(numbered.arguments[0])] = str(said.arguments[0])
    return found


# --- one game --------------------------------------------------------------------------------------------------------
class Scene(Names):
    """One game record with its content, and the rules to ask about it.

    Attributes:
        g: the record in the form the plain rules work on; a copy.
        t: the table record in that form.
        rules: the modules of the rules.
    """

    def __init__(self, game: Any, content: Content | Any = None) -> None:
        record = np.asarray(game).reshape(-1)
        if len(record) != 1:
            raise ValueError(f"one game record is described at a time, got {len(record)}")
        super().__init__(content, int(record[0]["slot"]))
        self.story = story_names(self.content, self.slot)
        self.g: Any = widened(record)[0]
        self.t: Any = _wide_tables(self.content)
        self.rules: Any = plain_rules()

    @property
    def frame(self) -> Any:
        """The frame of the pending question."""
        return self.g.frame[int(self.g.frames) - 1]

    def legal(self) -> list[int]:
        """Return the legal actions."""
        from arnak_env.arkeis.kernels import LEGAL_ROOM

        room = np.empty(LEGAL_ROOM, np.int64)
        return [int(action) for action in room[: self.rules.legal.legal_actions(self.g, self.t, room)]]

    def team(self) -> list[int]:
        """Return the Explorers in play in seat order."""
        return [int(self.g.explorer[seat]) for seat in range(int(self.g.players))]

    def deciding(self) -> int:
        """Return the Explorer who decides, -1 when the game is over."""
        return int(self.rules.legal.deciding_explorer(self.g))

    def active(self) -> int:
        """Return the Explorer whose turn it is."""
        return int(self.rules.board.active_explorer(self.g))

    def where(self, explorer: int) -> str:
        """Return the square of an Explorer."""
        square = int(self.g.square[explorer])
        return o.SQUARE_IDS[square] if square >= 0 else "nowhere"

    def group(self, group: int) -> str:
        """Return the name of Adversaries fought together."""
        if group < o.KINDS:
            return self.kind(group)
        card = int(self.g.named_card[group - o.KINDS])
        return self.adversary_name(card) if card >= 0 else a.GROUP_IDS[group].replace("_", " ")

    def groups_at(self, square: int) -> list[int]:
        """Return the Adversaries on a square, by name."""
        return bits(self.rules.board.groups_on(self.g, square)) if square >= 0 else []

    def card_of(self, explorer: int, group: int) -> int:
        """Return the Adversary card an Explorer uses for a name, -1: none yet."""
        return int(self.rules.adversaries.card_of(self.g, explorer, group))

    def miniature(self, miniature: int) -> str:
        """Return a miniature with its place: its kind, square and Wounds."""
        name = self.group(int(self.rules.board.group_of(self.g, miniature)))
        square = int(self.g.miniature_square[miniature])
        wounds = int(self.g.miniature_wounds[miniature])
        place = f" on {o.SQUARE_IDS[square]}" if square >= 0 else ""
        return f"{name}{place}" + (f" with {amount(wounds, 'Wound')}" if wounds else "")

    def owner_words(self, thing: int) -> str:
        """Say who has an object, or where it is."""
        owner = int(self.g.object_owner[thing])
        if owner >= 0:
            return f"{self.explorer(owner)} has {self.object(thing)}"
        if owner == o.OUT:
            return "there is no such object in this content"
        return f"nobody has {self.object(thing)}"

    def clue_place(self, symbol: int) -> str:
        """Say where a Clue token or printed symbol is."""
        place = int(self.g.token_place[symbol]) if symbol < o.TOKENS else o.NOWHERE
        if place >= o.FIRST_DOOR:
            return f"on the {self.link(place - o.FIRST_DOOR)}"
        if place >= 0:
            return f"on {o.SQUARE_IDS[place]}"
        laid = [k for k in range(o.SQUARES) if self.rules.board.is_laid(self.g, k)]
        printed = [k for k in laid if self.t.printed[self.slot, k] == symbol]
        return f"printed on {o.SQUARE_IDS[printed[0]]}" if printed else "not on the board"
