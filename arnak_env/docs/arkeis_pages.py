"""What the pages of the Arkeis environments and rulings take from the code."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from pathlib import Path
from typing import Any

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import observation
from arnak_env.arkeis import opcodes as o
from arnak_env.docs.environments import after_table, argument_table, sections
from arnak_env.docs.markdown import code, codes, table

HERE = Path(__file__).resolve().parent
RULES = HERE.parent / "arkeis"
SHORT = 6  # lists up to this length are written out

# What the components of a verb and the columns of a piece are called; the page of actions lists them.
ORDERS: dict[str, tuple[str, ...]] = {
    "squares": o.SQUARE_IDS,
    "symbols": o.SYMBOL_IDS,
    "Clue tokens": o.SYMBOL_IDS[: o.TOKENS],
    "names of Adversaries": a.GROUP_IDS,
    "kinds of Adversaries": o.KIND_IDS,
    "objects": a.OBJECT_IDS,
    "Experience cards": a.EXPERIENCE_IDS,
    "Traumas": o.TRAUMA_IDS,
    "Clue cards": a.CARD_IDS,
    "Explorers": o.EXPLORER_IDS,
    "miniatures": a.MINIATURE_IDS,
    "faces": o.FACE_IDS,
    "boxes": a.BOX_IDS,
    "options": a.BRANCH_IDS,
    "camp upgrades": a.UPGRADE_IDS,
    "zones": o.ZONE_IDS,
    "episode slots": observation.SLOT_IDS,
    "operations": (*o.OPERATION_IDS, *o.ENGINE_OPERATION_IDS),
    "questions": o.ASK_IDS,
    "sources": o.SOURCE_IDS,
}
CHAPTERS = {
    2: "Episode Setup",
    3: "Fate Tokens",
    5: "Explorer Turn Sequence",
    6: "The Clue Action",
    7: "The Move Action",
    8: "The Combat Action",
    9: "The Support Action",
    10: "Character Abilities",
    11: "Adversaries",
    12: "Wounds, Poison and Traumas",
    13: "Investigation Dice and the Exploration Sheet",
    14: "Epilogue",
    15: "Return to Camp",
}


# --- actions ---------------------------------------------------------------------------------------------------------
def order_name(words: tuple[str, ...]) -> str:
    """Return what a list of components is called; an empty text for one without a name."""
    return next((name for name, order in ORDERS.items() if order == words), "")


def verb_table() -> str:
    """Return the verbs with their numbers, components and meaning."""
    rows = []
    for verb, components, meaning in a.VERBS:
        name = order_name(components)
        if components == ("",):
            kind = ""
        elif len(components) <= SHORT:
            kind = f"{name}: {codes(components)}" if name else codes(components)
        else:
            kind = name or f"{code(components[0])} to {code(components[-1])}"
        rows.append((code(verb), a.FIRST[verb], len(components), kind, meaning))
    return table(("verb", "#first", "#count", "components", "meaning"), rows)


def action_sections() -> str:
    """Return one section per verb with the number of every action."""
    parts = []
    for verb, components, meaning in a.VERBS:
        first = a.FIRST[verb]
        numbers = f"Number {first}" if len(components) == 1 else f"Numbers {first} to {first + len(components) - 1}"
        rows = [(number, code(a.ACTION_NAMES[number])) for number in range(first, first + len(components))]
        parts.append(f"### {verb}\n\n{numbers}: {meaning}.\n\n" + table(("#number", "action"), rows))
    return "\n\n".join(parts)


def order_table() -> str:
    """Return the order of the components of every kind."""
    return table(
        ("components", "#count", "in this order"),
        [(name, len(words), codes(words)) for name, words in ORDERS.items()],
    )


# --- observation -----------------------------------------------------------------------------------------------------
def observation_table() -> str:
    """Return every named piece of an observation row."""
    rows = []
    for piece in observation.PIECES:
        columns = f"{piece.start}" if piece.size == 1 else f"{piece.start}:{piece.start + piece.size}"
        rows.append((columns, code(piece.name), piece.size, piece.maximum, _meaning(piece)))
    return table(("columns", "piece", "#size", "#max", "meaning"), rows)


def _meaning(piece: Any) -> str:
    if not piece.columns:
        return piece.meaning
    if len(piece.columns) <= SHORT:
        return f"{piece.meaning} ({', '.join(piece.columns)})"
    name = order_name(piece.columns)
    if not name and piece.columns[0] == f"{o.SQUARE_IDS[0]} {o.KIND_IDS[0]}":
        name = "squares, for each of them kinds of Adversaries"
    if not name and piece.columns[0] == f"{o.SQUARE_IDS[0]} {o.SQUARE_IDS[1]}":
        name = "squares, for each of them the squares after it"
    return f"{piece.meaning} (order: {name or ', '.join(piece.columns)})"


# --- environments ----------------------------------------------------------------------------------------------------
def common_parts(environment: Any) -> dict[str, str]:
    """Return the parts that the pages of all Arkeis environments have."""
    said = sections(environment)
    return {
        "actions": str(a.ACTIONS),
        "size": str(observation.OBSERVATION_SIZE),
        "verbs": verb_table(),
        "rewards": said["Rewards"],
        "episode_end": said["Episode End"],
        "information": said["Information"],
        "arguments": argument_table(environment),
        "options": after_table(said["Arguments"]),
        "history": said["Version History"],
    }


def gymnasium_parts(environment: Any, name: str) -> dict[str, str]:
    """Return the parts that the pages of the Gymnasium environments have.

    Args:
        environment: its class.
        name: the id it is registered with.
    """
    said = sections(environment)
    return common_parts(environment) | {
        "id": name,
        "description": said["Description"],
        "starting_state": said["Starting State"],
    }


def chapter_table() -> str:
    """Return which module holds which chapter of the rulebook, as the first lines of the modules say."""
    found: dict[int, list[str]] = {chapter: [] for chapter in CHAPTERS}
    for path in sorted(RULES.glob("*.py")):
        text = " ".join((ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split())
        named = re.search(r"Rulebook, chapters? ([0-9, andto]+)", text)
        for chapter in _numbers(named[1]) if named else []:
            if chapter in found:
                found[chapter].append(f"arnak_env/arkeis/{path.name}")
    rows = [(chapter, CHAPTERS[chapter], codes(files)) for chapter, files in found.items() if files]
    return table(("#chapter", "title", "code"), rows)


def _numbers(text: str) -> list[int]:
    """Return the numbers of a text such as ``3, 8 and 13`` or ``5 to 10``."""
    numbers = [int(word) for word in re.findall(r"\d+", text)]
    return list(range(numbers[0], numbers[1] + 1)) if " to " in text and len(numbers) == 2 else numbers


# --- rulings ---------------------------------------------------------------------------------------------------------
def ruling_parts() -> list[dict[str, Any]]:
    """Return the rulings by part.

    Raises:
        ValueError: when a number comes twice, or a switch is no argument of the configuration.
    """
    from arnak_env.arkeis.config import GameConfig

    parts: list[dict[str, Any]] = tomllib.loads((HERE / "arkeis_rulings.toml").read_text(encoding="utf-8"))["part"]
    numbers = [ruling["no"] for part in parts for ruling in part["rulings"]]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    switches = {ruling["switch"] for part in parts for ruling in part["rulings"] if "switch" in ruling}
    unknown = switches - set(inspect.signature(GameConfig).parameters)
    if twice or unknown:
        raise ValueError(f"arkeis_rulings.toml: numbers given twice {twice}, unknown switches {sorted(unknown)}")
    return parts


def ruling_sections() -> str:
    """Return the rulings, one table for each part."""
    found = []
    for part in ruling_parts():
        rows = [
            (ruling["no"], ruling["question"], ruling["answer"], code(ruling["switch"]) if "switch" in ruling else "")
            for ruling in part["rulings"]
        ]
        found.append(f"## {part['title']}\n\n" + table(("no.", "question", "answer", "switch"), rows))
    return "\n\n".join(found)


def ruling_list() -> str:
    """Return the titles of the parts as links."""
    titles = [part["title"] for part in ruling_parts()]
    return "\n".join(f"- [{title}](#{re.sub(r'[^a-z ]', '', title.lower()).replace(' ', '-')})" for title in titles)
