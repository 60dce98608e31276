"""Tables of the numbers that agents see: actions by verb, and the columns of an observation row."""

from __future__ import annotations

from arnak_env.arnak import actions as a
from arnak_env.arnak import observation
from arnak_env.arnak import opcodes as o
from arnak_env.docs.markdown import code, codes, table

# What the components of a verb are called, and where their order is listed on the page of actions.
ORDERS: dict[str, tuple[str, ...]] = {
    "choices": o.CHOICES,
    "spaces": a.SPACE_IDS,
    "positions": a.POSITION_IDS,
    "sites": a.SITE_IDS,
    "items and artifacts": a.CARD_IDS[: o.FIRST_STARTING],
    "items": a.CARD_IDS[: o.ITEMS],
    "artifacts": a.CARD_IDS[o.FIRST_ARTIFACT : o.FIRST_STARTING],
    "cards": a.CARD_IDS,
    "cards and fear tiles": (*a.CARD_IDS, "fear_tile"),
    "research spaces": a.TRACK_IDS,
    **{f"research spaces of {board}": words for board, words in a.TRACK_WORDS.items()},
    "temple stacks": a.TEMPLE_IDS,
    "piles of owl": a.OWL_PILE_IDS,
    "altars": a.ALTAR_IDS,
    "encounter cards": a.ENCOUNTER_IDS,
    "guardians": a.GUARDIAN_IDS,
    "assistants": a.ASSISTANT_IDS,
    "idols": a.IDOL_IDS,
    "idol slot effects": a.SLOT_IDS,
    "bonus tiles": a.BONUS_IDS,
    "site tiles": a.TILE_IDS,
    "travel icons": o.ICONS,
    "tokens": o.TOKENS,
    "camps": a.CAMP_IDS,
    "rival tiles": a.RIVAL_TILE_IDS,
    "boards": o.BOARDS,
    "squares": ("1", "2"),
    "supply stacks": ("1", "2", "3"),
}
SHORT = 6  # lists up to this length are written out


def order_name(words: tuple[str, ...]) -> str:
    """Return what a list of components is called; an empty text for a verb without components or an unknown list."""
    return next((name for name, order in ORDERS.items() if order == words), "")


def verb_table() -> str:
    """Return the verbs with their numbers, components and meaning."""
    rows = []
    for verb, components, meaning in a.VERBS:
        name = order_name(components)
        kind = "" if components == ("",) else f"{name}: {codes(components)}" if len(components) <= SHORT else name
        rows.append((code(verb), a.FIRST[verb], len(components), kind, meaning))
    return table(("verb", "#first", "#count", "components", "meaning"), rows)


def action_sections() -> str:
    """Return one section per verb with the number of every action."""
    parts = []
    for verb, components, meaning in a.VERBS:
        first = a.FIRST[verb]
        numbers = f"{first}" if len(components) == 1 else f"{first} to {first + len(components) - 1}"
        name = order_name(components)
        title = f"### {verb}\n\nNumbers {numbers}" if len(components) > 1 else f"### {verb}\n\nNumber {numbers}"
        text = f"{title}: {meaning}." + (f" Components: {name}." if name else "")
        rows = [(number, _names(number)) for number in range(first, first + len(components))]
        parts.append(text + "\n\n" + table(("#number", "action"), rows))
    return "\n\n".join(parts)


def _names(number: int) -> str:
    names = [a.action_name(number, board) for board in range(len(o.BOARDS))]
    return " or ".join(code(name) for name in dict.fromkeys(names))


def order_table() -> str:
    """Return the order of the components of every kind."""
    rows = [
        (name, len(words), "numbers, written in the words of the board" if words is a.TRACK_IDS else codes(words))
        for name, words in ORDERS.items()
    ]
    return table(("components", "#count", "in this order"), rows)


def observation_table() -> str:
    """Return every named piece of an observation row."""
    rows = []
    for piece in observation.PIECES:
        stop = piece.start + piece.size
        columns = f"{piece.start}" if piece.size == 1 else f"{piece.start}:{stop}"
        rows.append((columns, code(piece.name), piece.size, piece.maximum, _meaning(piece)))
    return table(("columns", "piece", "#size", "#max", "meaning"), rows)


def _meaning(piece: observation.Piece) -> str:
    if not piece.columns:
        return piece.meaning
    if len(piece.columns) <= SHORT:
        return f"{piece.meaning} ({', '.join(piece.columns)})"
    name = order_name(piece.columns)
    if not name and " " in piece.columns[0]:
        # Columns such as "level_1_lower_1 l1_jewel": the first component changes slowest.
        outer = tuple(dict.fromkeys(column.rpartition(" ")[0] for column in piece.columns))
        inner = tuple(dict.fromkeys(column.rpartition(" ")[2] for column in piece.columns))
        name = f"{_kind(outer)}, for each of them {_kind(inner)}"
    return f"{piece.meaning} (order: {name or ', '.join(piece.columns)})"


def _kind(words: tuple[str, ...]) -> str:
    plain = {f"space {space}": "research spaces" for space in a.TRACK_IDS}
    return order_name(words) or plain.get(words[0], "") or ", ".join(words)


def question_table() -> str:
    """Return the operations that can be pending at a decision, in the order of the piece ``question``."""
    rows = [(number, words) for number, words in sorted(o.OP_WORDS.items())]
    return table(("#column of `question`", "what is asked"), rows)
