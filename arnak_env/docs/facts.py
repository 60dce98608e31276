"""Tables of the printed facts: every component with its effect in words, where that is known from and how surely."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from arnak_env.arnak.component_words import rival_round
from arnak_env.arnak.content import Content, Doubt, authored_entries
from arnak_env.arnak.content.entries import read_sources
from arnak_env.arnak.content.schema import BASE_BOARDS, CONFIDENCE, DOCUMENTATION, KINDS, PLAYER_KEYS, SURE
from arnak_env.arnak.effect_words import effect_words
from arnak_env.arnak.words import amount
from arnak_env.core.scenarios import in_words
from arnak_env.docs.markdown import bullets, code, codes, table

Row = Sequence[Any]

# What the words for confidence mean; the keys must be those of the content.
CONFIDENCE_WORDS = {
    "high": "several sources agree, or the rulebook shows it",
    "medium": "the sources differ, or only one of them shows it; we use the best of them",
    "low": "one weak source",
    "rulebook": "the rulebook says so (used for the rival and for Twisted Paths)",
    "implementation": "taken from a public implementation; the printed component was not seen",
    "described": "a reading of a passage that can be read in two ways, or taken from prose about the component",
    "authored": "a stand-in for a printed detail that no source shows",
}


def confidence_table() -> str:
    """Return what each word for confidence means.

    Raises:
        ValueError: when the content knows other words.
    """
    if set(CONFIDENCE_WORDS) != set(CONFIDENCE):
        raise ValueError(f"confidence is one of {CONFIDENCE}; arnak_env/docs/facts.py explains {set(CONFIDENCE_WORDS)}")
    rows = [(code(word), CONFIDENCE_WORDS[word], "yes" if word in SURE else "no") for word in CONFIDENCE]
    return table(("confidence", "meaning", "certain"), rows)


def source_table() -> str:
    """Return what each code in `source` stands for."""
    return table(("source", "what it is"), [(code(word), what) for word, what in read_sources().items()])


# --- single values ---------------------------------------------------------------------------------------------------
def tokens(cost: Mapping[str, int]) -> str:
    """Return a price in words: ``1 coin, 2 tablets``."""
    return ", ".join(amount(number, token) for token, number in cost.items()) or "nothing"


def icons(travel: Sequence[str]) -> str:
    """Return travel icons."""
    return " ".join(travel) or "none"


def trust(fields: Mapping[str, Any]) -> Row:
    """Return the two closing cells of a row: sources, and confidence with the fields that have one of their own."""
    sources = list(dict.fromkeys([*fields["source"], *fields.get("effect_source", ())]))
    own: dict[str, list[str]] = {}
    for name, value in fields.items():
        if name.endswith("_confidence"):
            own.setdefault(value, []).append(name.removesuffix("_confidence"))
    words = [f"{value}: {', '.join(names)}" for value, names in own.items()]
    return ", ".join(sources), "; ".join([fields["confidence"], *words])


def notes(content: Content, kind: str, chosen: Iterable[str] | None = None) -> str:
    """Return the notes of the entries of a kind as a list, an empty text when there are none."""
    wanted = content.entries[kind] if chosen is None else chosen
    lines = [
        f"{code(entry)}: {' '.join(content.entries[kind][entry]['notes'])}"
        for entry in wanted
        if content.entries[kind][entry].get("notes")
    ]
    return f"\n\nNotes:\n\n{bullets(lines)}" if lines else ""


def effect(content: Content, kind: str, entry: str, field: str = "effect") -> str:
    """Return an effect as a sentence, "none" for an empty one."""
    if not content.entries[kind][entry][field]:
        return "none"
    words = effect_words(content, kind, entry, field)
    return words[0].upper() + words[1:]


# --- tables ----------------------------------------------------------------------------------------------------------
def card_table(content: Content, kind: str) -> str:
    """Return the cards of one kind (item, artifact, starting, fear) with their notes."""
    cards = {entry: card for entry, card in content.entries["card"].items() if card["kind"] == kind}
    token = {"item": "coins", "artifact": "compasses"}.get(kind, "")
    rows = []
    for entry, card in cards.items():
        timing = card["timing"]
        if "option_timing" in card:
            timing = ", ".join(card["option_timing"])
        price = (card["cost"],) if token else ()
        rows.append(
            (code(entry), *price, card["points"], icons(card["travel"]), timing, effect(content, "card", entry))
            + tuple(trust(card))
        )
    heading = ("id", *((f"#{token}",) if token else ()), "#points", "travel", "timing", "effect")
    return table((*heading, "source", "confidence"), rows) + notes(content, "card", cards)


def camp_table(content: Content) -> str:
    """Return the camps of the base boards."""
    rows = [
        (code(entry), " / ".join(icons(space) for space in camp["space_travel"]), effect(content, "camp", entry))
        + tuple(trust(camp))
        for entry, camp in content.entries["camp"].items()
    ]
    return table(("id", "travel (.1 / .2)", "effect", "source", "confidence"), rows) + notes(content, "camp")


def site_tile_table(content: Content) -> str:
    """Return the site tiles."""
    rows = [
        (code(entry), tile["level"], effect(content, "site_tile", entry)) + tuple(trust(tile))
        for entry, tile in content.entries["site_tile"].items()
    ]
    return table(("id", "#level", "effect", "source", "confidence"), rows) + notes(content, "site_tile")


def position_table(content: Content) -> str:
    """Return the positions of the base boards, where sites are discovered."""
    rows = []
    for entry, place in content.entries["position"].items():
        travel = [icons(place[f"{board}_travel"]) for board in BASE_BOARDS]
        idols = f"{place['idols_face_up']} / {place['idols_face_down']}"
        rows.append((code(entry), place["row"], place["col"], *travel, tokens(place["discover"]), idols, *trust(place)))
    heading = (
        "id",
        "#row",
        "#column",
        *(f"travel, {board}" for board in BASE_BOARDS),
        "to discover",
        "idols up / down",
    )
    return table((*heading, "source", "confidence"), rows) + notes(content, "position")


def guardian_table(content: Content) -> str:
    """Return the guardians."""
    rows = []
    for entry, guardian in content.entries["guardian"].items():
        cost = [tokens(guardian["cost"])] if guardian["cost"] else []
        if guardian["travel"]:
            cost.append(f"travel {icons(guardian['travel'])}")
        if guardian["hand_card"]:
            cost.append(amount(guardian["hand_card"], "hand card"))
        rows.append((code(entry), ", ".join(cost), effect(content, "guardian", entry, "boon"), *trust(guardian)))
    return table(("id", "cost", "boon", "source", "confidence"), rows) + notes(content, "guardian")


def idol_table(content: Content) -> str:
    """Return the idols."""
    rows = [
        (code(entry), idol["count"], idol["twisted_paths_count"], effect(content, "idol", entry), *trust(idol))
        for entry, idol in content.entries["idol"].items()
    ]
    heading = ("id", "#tiles", "#more in Twisted Paths", "effect when discovered face up", "source", "confidence")
    return table(heading, rows) + notes(content, "idol")


def slot_table(content: Content) -> str:
    """Return the effects of putting an idol into a slot."""
    rows = [
        (code(entry), effect(content, "slot_effect", entry), *trust(fields))
        for entry, fields in content.entries["slot_effect"].items()
    ]
    return table(("id", "effect (free)", "source", "confidence"), rows) + notes(content, "slot_effect")


def assistant_table(content: Content) -> str:
    """Return the assistants."""
    rows = []
    for entry, assistant in content.entries["assistant"].items():
        sides = [effect(content, "assistant", entry, level) for level in ("silver", "gold")]
        rows.append((code(entry), assistant["timing"], *sides, *trust(assistant)))
    return table(("id", "timing", "silver", "gold", "source", "confidence"), rows) + notes(content, "assistant")


def bonus_table(content: Content) -> str:
    """Return the research bonus tiles."""
    rows = [
        (code(entry), tile["count"], tile["twisted_paths_count"], effect(content, "bonus_tile", entry), *trust(tile))
        for entry, tile in content.entries["bonus_tile"].items()
    ]
    heading = ("id", "#tiles", "#more in Twisted Paths", "effect", "source", "confidence")
    return table(heading, rows) + notes(content, "bonus_tile")


def space_table(content: Content, board: str) -> str:
    """Return the research spaces of a side of the board."""
    spaces = {entry: space for entry, space in content.entries["space"].items() if space["board"] == board}
    rows = []
    for entry, space in spaces.items():
        bonus = " / ".join(str(space["bonus_tiles"][key]) for key in PLAYER_KEYS)
        marks = [words for key, words in SPACE_MARKS.items() if space.get(key)]
        rows.append(
            (code(entry), space["row"], space["col"], tokens(space["cost"]), codes(space["next"]) or "none", bonus)
            + (", ".join(marks), *trust(space))
        )
    heading = ("id", "#row", "#column", "cost of the bridge to it", "leads to", "bonus tiles: solo / 2 / 3 / 4")
    return table((*heading, "special", "source", "confidence"), rows) + notes(content, "space", spaces)


SPACE_MARKS = {"temple": "Lost Temple", "rescue": "rescue stack", "pick_one_tile": "choose one of the bonus tiles"}


def row_table(content: Content, board: str) -> str:
    """Return the rows of a research track with effects and points."""
    rows_of = {entry: row for entry, row in content.entries["track_row"].items() if row["board"] == board}
    rows = []
    for entry, row in rows_of.items():
        cells = [
            cell
            for token in ("glass", "notebook")
            for cell in (effect(content, "track_row", entry, f"{token}_effect"), row[f"{token}_points"])
        ]
        rows.append((code(entry), *cells, *trust(row)))
    heading = ("id", "magnifying glass", "#points", "notebook", "#points", "source", "confidence")
    return table(heading, rows) + notes(content, "track_row", rows_of)


def temple_table(content: Content) -> str:
    """Return the stacks of temple tiles of the boards with a Lost Temple."""
    rows = [
        (code(entry), stack["points"], tokens(stack["cost"]), *trust(stack))
        for entry, stack in content.entries["temple_stack"].items()
    ]
    return table(("id", "#points", "cost", "source", "confidence"), rows) + notes(content, "temple_stack")


def rival_table(content: Content) -> str:
    """Return the action tiles of the rival: what they do in each round, and their arrow."""
    rows = [
        (code(entry), *map(rival_round, tile["rounds"].values()), tile["arrow"], *trust(tile))
        for entry, tile in content.entries["rival_tile"].items()
    ]
    heading = ("id", "I", "II", "III", "IV", "V", "arrow", "source", "confidence")
    return table(heading, rows) + notes(content, "rival_tile")


def objective_table(content: Content) -> str:
    """Return the rival objectives."""
    rows = [
        (code(entry), fields["task"], fields["player_needs"], fields["rival_needs"], fields["points"], *trust(fields))
        for entry, fields in content.entries["objective"].items()
    ]
    heading = ("id", "first to", "#player needs", "#rival needs", "#points", "source", "confidence")
    return table(heading, rows) + notes(content, "objective")


def setting_table(content: Content, file: str) -> str:
    """Return the settings of one content file, with starting tokens by seat for the set-up."""
    rows: list[Row] = []
    if file == "setup.toml":
        for entry, seat in content.entries["seat"].items():
            rows.append((code(entry), f"starts with {tokens(seat['tokens'])}", *trust(seat)))
    chosen = [entry for entry in content.entries["setting"] if content.origin["setting", entry] == file]
    for entry in chosen:
        fields = content.entries["setting"][entry]
        rows.append((code(entry), code(in_words(fields["value"])), *trust(fields)))
    return table(("id", "value", "source", "confidence"), rows) + notes(content, "setting", chosen)


def category_table(content: Content) -> str:
    """Return the categories of the final score."""
    rows = [(code(entry), fields["value"], *trust(fields)) for entry, fields in content.entries["category"].items()]
    return table(("category", "points", "source", "confidence"), rows)


# --- doubts and corrections ------------------------------------------------------------------------------------------
def doubt_table(content: Content) -> str:
    """Return every value that is less than certain, except the open questions, which have a page of their own."""
    rows = []
    for doubt in authored_entries(content):
        if doubt.kind == "open_question":
            continue
        rows.append((doubt.file, code(doubt.entry), doubt.field or "the entry", _doubted(doubt), doubt.confidence))
    return table(("file", "entry", "field", "value used", "confidence"), rows)


def _doubted(doubt: Doubt) -> str:
    value = doubt.value
    if not doubt.field:
        return "; ".join(f"{name} = {in_words(inner)}" for name, inner in value.items())
    if isinstance(value, dict) and all(isinstance(inner, dict) and "acts" in inner for inner in value.values()):
        return "; ".join(f"{name}: {rival_round(inner)}" for name, inner in value.items())
    return in_words(value)


def kind_table() -> str:
    """Return the kinds of entries with their files and fields, for people who correct one."""
    rows = []
    for name, kind in KINDS.items():
        fields = [*kind.required, *(f"{field}?" for field in kind.optional)]
        rows.append((code(f"[[{name}]]"), ", ".join(kind.files), len(kind.ids), codes(fields)))
    return table(("entry", "files", "#entries", "fields (? optional)"), rows)


def documentation_fields() -> str:
    """Return the fields that the rules never see."""
    return codes(name for name in DOCUMENTATION)


TABLES: dict[str, Callable[[Content], str]] = {
    "items": lambda content: card_table(content, "item"),
    "artifacts": lambda content: card_table(content, "artifact"),
    "starting_cards": lambda content: card_table(content, "starting"),
    "fear": lambda content: card_table(content, "fear"),
    "camps": camp_table,
    "site_tiles": site_tile_table,
    "positions": position_table,
    "guardians": guardian_table,
    "idols": idol_table,
    "slot_effects": slot_table,
    "assistants": assistant_table,
    "bonus_tiles": bonus_table,
    "bird_spaces": lambda content: space_table(content, "bird"),
    "bird_rows": lambda content: row_table(content, "bird"),
    "snake_spaces": lambda content: space_table(content, "snake"),
    "snake_rows": lambda content: row_table(content, "snake"),
    "temple_stacks": temple_table,
    "rival_tiles": rival_table,
    "objectives": objective_table,
    "setup": lambda content: setting_table(content, "setup.toml"),
    "scoring": lambda content: setting_table(content, "scoring.toml"),
    "rival_settings": lambda content: setting_table(content, "rival.toml"),
    "objective_settings": lambda content: setting_table(content, "objectives.toml"),
    "categories": category_table,
    "doubts": doubt_table,
}
