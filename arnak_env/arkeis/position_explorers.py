"""Explorers and their possessions, the Camp Chest and the camp, in a position in words."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import EXPERIENCE_IDS
from arnak_env.arkeis.content import Content
from arnak_env.arkeis.position_names import Names
from arnak_env.core.position_reader import Section

EXPLORER_KEYS = (
    "square", "wounds", "poison", "traumas", "fate", "backpack", "equipped", "experience", "tokens", "adversary_cards",
    "turns",
)  # fmt: skip
UPGRADE_KEYS = ("built", "unlocked", "lost", "used")
UPGRADE_STATES = {"built": o.UPGRADE_BUILT, "unlocked": o.UPGRADE_UNLOCKED, "lost": o.UPGRADE_LOST}
MOST = 99  # Coins, experience, tokens: far more than play can bring
MOST_FATE = 50
USES = {"turn": 2, "episode": 4}
OBJECT_TAKEN = "{!r} is held twice in this position"


def place_explorers(game: Any, whole: Section, tables: Any, names: Names) -> None:
    """Write what the position says about each Explorer, and the first start square for those it does not place."""
    start = int(tables["start_squares"][int(game["slot"])])
    first = (start & -start).bit_length() - 1
    for seat in range(int(game["players"])):
        game["square"][int(game["explorer"][seat])] = first
    listed = whole.section("explorers", o.EXPLORER_IDS)
    for word in listed.table:
        place_explorer(game, listed.section(word, EXPLORER_KEYS), o.EXPLORER_IDS.index(word), tables, names)
    bottom = whole.words("trauma_bottom", o.TRAUMA_IDS, "Trauma")
    game["trauma_bottom"][: len(bottom)] = bottom
    game["trauma_bottom_size"] = len(bottom)
    out = Counter(bottom)
    for kind in range(o.TRAUMAS):
        out[kind] += sum((int(traumas) >> kind) & 1 for traumas in game["trauma"])
        copies = int(tables["trauma_copies"][kind])
        if out[kind] > copies:
            raise whole.fail("trauma_bottom", f"there are only {copies} cards {o.TRAUMA_IDS[kind]!r}")
        game["trauma_unknown"][kind] = copies - out[kind]


def place_explorer(game: Any, section: Section, explorer: int, tables: Any, names: Names) -> None:
    """Write one Explorer."""
    if game["seat"][explorer] >= 0:
        game["square"][explorer] = section.word("square", o.SQUARE_IDS, "square", default=int(game["square"][explorer]))
    elif "square" in section:
        raise section.fail("square", "this Explorer is not in the team (game.explorers), so there is no square")
    poisoned = section.flag("poison")
    game["poison"][explorer] = poisoned
    game["wounds"][explorer] = section.integer("wounds", 0, 0, o.WOUND_SPACES - poisoned)
    for kind in section.words("traumas", o.TRAUMA_IDS, "Trauma"):
        game["trauma"][explorer] |= 1 << kind
    game["fate"][explorer] = section.integer("fate", 0, 0, MOST_FATE)
    place_objects(game, section, explorer, tables, names)
    for card in section.words("experience", EXPERIENCE_IDS, "Experience card"):
        if game["experience_owner"][card] >= 0:
            raise section.fail("experience", OBJECT_TAKEN.format(EXPERIENCE_IDS[card]))
        game["experience_owner"][card] = explorer
    if "tokens" in section:
        if explorer not in (o.ROBERT, o.ROBERT_YOUNG) or game["seat"][explorer] < 0:
            raise section.fail("tokens", "only robert or robert_young in the team has tokens on the card")
        game["ability_tokens"] = section.integer("tokens", 0, 0, MOST)
    for card in section.words("adversary_cards", tuple(names.adversary_cards), "Adversary card"):
        game["adversary_card"][explorer, int(tables["adversary_kind"][card])] = card
    game["turns_of"][explorer] = section.integer("turns", int(game["turns_of"][explorer]), 0, MOST)


def place_objects(game: Any, section: Section, explorer: int, tables: Any, names: Names) -> None:
    """Give an Explorer objects; the slots of Experience cards are not looked at."""
    for key in ("backpack", "equipped"):
        for word in section.items(key):
            section.index(key, word, tuple(names.objects), "object")
            thing = names.objects[word]
            if game["object_owner"][thing] >= 0:
                raise section.fail(key, OBJECT_TAKEN.format(word))
            if key == "equipped" and tables["object_slot"][thing] < 0:
                raise section.fail(key, f"{word!r} is a Relic; Relics lie in the backpack")
            game["object_owner"][thing] = explorer
            game["equipped"][thing] = key == "equipped"


# --- campaign --------------------------------------------------------------------------------------------------------
def place_camp(game: Any, whole: Section, content: Content, names: Names) -> None:
    """Write the Camp Chest, the upgrades, what the campaign has brought, and which abilities were used."""
    for key in ("coins", "xp", "vp"):
        game[key] = whole.integer(key, 0, -MOST if key == "vp" else 0, MOST)
    for flag in whole.words("campaign_flags", tuple(names.campaign_flags), "flag of the campaign"):
        game["campaign_flags"] |= 1 << flag
    upgrades = whole.section("upgrades", UPGRADE_KEYS)
    for key in UPGRADE_KEYS:
        for word in upgrades.items(key):
            upgrades.index(key, word, tuple(names.upgrades), "camp upgrade")
            if key == "used":
                game["upgrade_used"][names.upgrades[word]] = 1
            else:
                game["upgrade"][names.upgrades[word]] = UPGRADE_STATES[key]
    holders = whole.words("wildcards", (*o.EXPLORER_IDS, "chest"), "holder")
    if len(holders) > o.WILDCARDS:
        raise whole.fail("wildcards", f"there are {o.WILDCARDS} Wildcard tokens, not {len(holders)}")
    for k, holder in enumerate(holders):
        game["wildcard"][k] = o.CHEST if holder == o.EXPLORERS else holder
    results = whole.section("results", tuple(episode_words(content)))
    for word in results.table:
        slot = episode_words(content)[word]
        game["results"][slot] = results.word(word, o.RESULT_IDS, "result", default=o.NO_RESULT)
    place_uses(game, whole, content.tables[0], names)


def episode_words(content: Content) -> dict[str, int]:
    """Return the slots of the episodes by id, and by number in words."""
    words = {}
    for slot, episode in content.models.episodes.items():
        words[episode.episode.id] = slot
        if episode.episode.number is not None:
            words[str(episode.episode.number)] = slot
    return words


def place_uses(game: Any, whole: Section, tables: Any, names: Names) -> None:
    """Note abilities as used."""
    section = whole.section("used", tuple(USES))
    cards = ability_cards(names)
    for key, bit in USES.items():
        for word in section.items(key):
            section.index(key, word, tuple(cards), "card with an ability")
            for ability in range(o.ABILITIES):
                if (tables["ability_source"][ability], tables["ability_index"][ability]) == cards[word]:
                    game["ability_used"][ability] |= bit


def ability_cards(names: Names) -> dict[str, tuple[int, int]]:
    """Return kind and number of everything that can have an ability, by id."""
    sources = (
        (o.SOURCE_OBJECT, names.objects),
        (o.SOURCE_EXPERIENCE, names.experience),
        (o.SOURCE_TRAUMA, {word: k for k, word in enumerate(o.TRAUMA_IDS)}),
        (o.SOURCE_EXPLORER, {word: k for k, word in enumerate(o.EXPLORER_IDS)}),
    )
    return {word: (source, number) for source, numbers in sources for word, number in numbers.items()}
