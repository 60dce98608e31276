"""Every component of the game in words: what it costs, what it does, what it is worth.

For people at the terminal; `docs/content.md` has the same facts as tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content, Doubt, authored_entries
from arnak_env.arnak.content.schema import DOCUMENTATION, PLAYER_KEYS
from arnak_env.arnak.effect_words import effect_words
from arnak_env.arnak.words import amount, closest

Line = tuple[str, str]  # what it is, and its words

# Kinds of entries that are components, with what people call them.
COMPONENTS = {
    "card": "card",
    "camp": "camp site",
    "site_tile": "site tile",
    "position": "place for a site",
    "guardian": "guardian",
    "idol": "idol",
    "slot_effect": "idol slot",
    "assistant": "assistant",
    "bonus_tile": "research bonus tile",
    "space": "research space",
    "track_row": "row of the research track",
    "temple_stack": "stack of temple tiles",
    "rival_tile": "action tile of the rival",
    "objective": "rival objective",
}
TIMINGS = {"free": "free action", "main": "main action", "none": "no effect of its own"}


class Component(NamedTuple):
    """One component of the content."""

    kind: str
    entry: str


# --- finding ---------------------------------------------------------------------------------------------------------
def find_components(content: Content, words: str, board: int | None = None) -> list[Component]:
    """Return the components that a name stands for, as people type it.

    The name is an id, a printed name, or the name of an action on the component, such as ``buy hat``; letter case does
    not matter. Names of temple stacks and rows stand for those of `board`, or of both boards.

    Raises:
        ValueError: when nothing has that name; the message lists the closest names.
    """
    name = "_".join(words.lower().replace("-", " ").replace("'", "").split())
    if not name:
        raise ValueError("name a component: a card, site, guardian, assistant, idol, bonus tile, rival tile, ...")
    tails = [name] + [name.removeprefix(f"{verb.replace(' ', '_')}_") for verb, _, _ in a.VERBS]
    for tail in dict.fromkeys(tails):
        found = _named(content, tail, board)
        if found:
            return found
    near = closest(name, sorted(_all_names(content)))
    raise ValueError(f"unknown component {words!r}; closest: {near or 'none'}")


def _named(content: Content, name: str, board: int | None) -> list[Component]:
    site, point, place = name.partition(".")
    if point and site in a.CAMP_IDS and place in ("1", "2"):
        name = site
    boards = o.BOARDS if board is None else (o.BOARDS[board],)
    names = {name, *(f"{side}_{name}" for side in boards)}
    return [
        Component(kind, entry)
        for kind in COMPONENTS
        for entry, fields in content.entries[kind].items()
        if entry in names or _printed(fields) == name
    ]


def _printed(fields: Mapping[str, Any]) -> str:
    return "_".join(str(fields.get("name", "")).lower().replace("-", " ").replace("'", "").split())


def _all_names(content: Content) -> set[str]:
    names = {entry for kind in COMPONENTS for entry in content.entries[kind]}
    return names | set(a.TEMPLE_IDS)


def component_ids(content: Content) -> dict[str, list[str]]:
    """Return the ids of all components by what people call their kind."""
    return {words: list(content.entries[kind]) for kind, words in COMPONENTS.items()}


# --- single values ---------------------------------------------------------------------------------------------------
def _tokens(cost: Mapping[str, int]) -> str:
    return ", ".join(amount(number, token) for token, number in cost.items()) or "nothing"


def _icons(travel: Sequence[str]) -> str:
    return " ".join(travel) or "none"


def _points(number: int) -> str:
    return amount(number, "point")


def _effect(content: Content, component: Component, field: str = "effect") -> str:
    if not content.entries[component.kind][component.entry][field]:
        return "none"
    return effect_words(content, component.kind, component.entry, field)


# --- one function for each kind --------------------------------------------------------------------------------------
def _card(content: Content, component: Component, card: Mapping[str, Any]) -> list[Line]:
    kind = {"starting": "starting card", "fear": "Fear card"}.get(card["kind"], card["kind"])
    lines = [("card", f"{kind}, {_points(card['points'])}")]
    if card["kind"] in ("item", "artifact"):
        lines.append(("cost", amount(card["cost"], "coin" if card["kind"] == "item" else "compass")))
    lines.append(("travel", _icons(card["travel"])))
    timing = TIMINGS[card["timing"]]
    if "option_timing" in card:
        timing = "by option: " + ", ".join(TIMINGS[word] for word in card["option_timing"])
    effect = _effect(content, component)
    lines.append(("effect", effect if effect == "none" else f"{effect} ({timing})"))
    if card["kind"] == "artifact":
        price = content.entries["setting"]["artifact_tablets"]["value"]
        lines.append(("from hand", f"costs {amount(price, 'tablet')} to play"))
    return lines


def _camp(content: Content, component: Component, camp: Mapping[str, Any]) -> list[Line]:
    spaces = ", ".join(
        f"{component.entry}.{number} for {_icons(travel)}" for number, travel in enumerate(camp["space_travel"], 1)
    )
    return [("spaces", spaces), ("effect", _effect(content, component))]


def _site_tile(content: Content, component: Component, tile: Mapping[str, Any]) -> list[Line]:
    return [("level", "I" * tile["level"]), ("effect", _effect(content, component))]


def _position(content: Content, component: Component, place: Mapping[str, Any]) -> list[Line]:
    travel = ", ".join(f"{_icons(place[f'{board}_travel'])} ({board} side)" for board in o.BOARDS)
    idols = f"{place['idols_face_up']} face up, {place['idols_face_down']} face down"
    cost = f"travel and {_tokens(place['discover'])}"
    return [("level", "I" * place["level"]), ("travel", travel), ("to discover", cost), ("idols", idols)]


def _guardian(content: Content, component: Component, guardian: Mapping[str, Any]) -> list[Line]:
    cost = [_tokens(guardian["cost"])] if guardian["cost"] else []
    cost += [f"travel {_icons(guardian['travel'])}"] if guardian["travel"] else []
    cost += [amount(guardian["hand_card"], "hand card")] if guardian["hand_card"] else []
    worth = content.entries["setting"]["guardian_points"]["value"]
    return [("to overcome", ", ".join(cost) or "nothing"), ("boon, once", _effect(content, component, "boon")),
            ("worth", _points(worth))]  # fmt: skip


def _idol(content: Content, component: Component, idol: Mapping[str, Any]) -> list[Line]:
    worth = content.entries["setting"]["idol_points"]["value"]
    return [("when discovered face up", _effect(content, component)), ("worth", _points(worth))]


def _slot(content: Content, component: Component, slot: Mapping[str, Any]) -> list[Line]:
    return [("when an idol is put into a slot", f"{_effect(content, component)} (free action)")]


def _assistant(content: Content, component: Component, assistant: Mapping[str, Any]) -> list[Line]:
    sides = [(side, _effect(content, component, side)) for side in ("silver", "gold")]
    return [("use", TIMINGS[assistant["timing"]]), *sides]


def _bonus(content: Content, component: Component, tile: Mapping[str, Any]) -> list[Line]:
    return [("effect", _effect(content, component))]


def _space(content: Content, component: Component, space: Mapping[str, Any]) -> list[Line]:
    cost = _tokens(space["cost"]) if space["row"] else "it is the start"
    lines = [("side", space["board"]), ("row", str(space["row"])), ("cost", cost)]
    lines.append(("leads to", ", ".join(space["next"]) or "nowhere, it is the Lost Temple"))
    number = " / ".join(str(space["bonus_tiles"][key]) for key in PLAYER_KEYS)
    lines.append(("bonus tiles", f"{number} (solo / 2 / 3 / 4 players)"))
    row = Component("track_row", f"{space['board']}_row_{space['row']}")
    if row.entry in content.entries["track_row"]:
        lines += _row(content, row, content.entries["track_row"][row.entry])
    return lines


def _row(content: Content, component: Component, row: Mapping[str, Any]) -> list[Line]:
    return [
        (words, f"{_effect(content, component, f'{token}_effect')}; {_points(row[f'{token}_points'])}")
        for token, words in (("glass", "magnifying glass"), ("notebook", "notebook"))
    ]


def _temple(content: Content, component: Component, stack: Mapping[str, Any]) -> list[Line]:
    return [("side", stack["board"]), ("cost", _tokens(stack["cost"])), ("worth", _points(stack["points"]))]


def _rival_tile(content: Content, component: Component, tile: Mapping[str, Any]) -> list[Line]:
    what = {
        "dig": f"the rival digs at a free site that offers a {tile.get('token', '')}, a higher row first",
        "discover": "the rival discovers a site and takes its idols",
        "research": "the magnifying glass of the rival moves up; an assistant leaves the supply",
        "guardian": "the rival overcomes a guardian it stands next to; if there is none, it researches one row",
        "buy_item": "the rival takes cards from the row",
        "buy_artifact": "the rival takes cards from the row",
    }[tile["kind"]]
    lines = [("what it does", what)]
    rounds = {word: rival_round(inner) for word, inner in tile["rounds"].items()}
    if len(set(rounds.values())) == 1:
        (same,) = set(rounds.values())
        lines += [("in every round", same)] if same != "acts" else []
    else:
        lines += [(f"round {word}", words) for word, words in rounds.items()]
    if tile.get("moves_notebook"):
        lines.append(("besides", "the notebook of the rival follows its magnifying glass"))
    if tile.get("idol_bonus_points"):
        lines.append(("besides", f"every idol of the rival is worth {_points(tile['idol_bonus_points'])} more"))
    return [*lines, ("decision arrow", tile["arrow"])]


def rival_round(round_: Mapping[str, Any]) -> str:
    """Return what an action tile of the rival does in one round."""
    if not round_["acts"]:
        return "nothing"
    words = []
    if "site_level" in round_:
        words.append(f"level {'I' * round_['site_level']}")
        words.append("guardian" if round_["guardian"] else "no guardian")
    if "glass_steps" in round_:
        words.append(amount(round_["glass_steps"], "step"))
    words += [f"{place.replace(':', ' with the ')} points" for place in round_.get("takes", [])]
    return ", ".join(words) or "acts"


def _objective(content: Content, component: Component, objective: Mapping[str, Any]) -> list[Line]:
    return [("who gets there first", objective["task"]), ("worth to the rival", _points(objective["points"]))]


_WORDS: dict[str, Callable[[Content, Component, Mapping[str, Any]], list[Line]]] = {
    "card": _card,
    "camp": _camp,
    "site_tile": _site_tile,
    "position": _position,
    "guardian": _guardian,
    "idol": _idol,
    "slot_effect": _slot,
    "assistant": _assistant,
    "bonus_tile": _bonus,
    "space": _space,
    "track_row": _row,
    "temple_stack": _temple,
    "rival_tile": _rival_tile,
    "objective": _objective,
}


def component_words(content: Content, component: Component) -> tuple[str, list[Line]]:
    """Return a heading and the facts of a component, each with what it is; its notes and doubts come last.

    >>> from arnak_env.arnak.content import load_content
    >>> component_words(load_content(), Component("card", "traders_coins"))[0]
    "Trader's Coins (traders_coins), card"
    """
    fields = content.entries[component.kind][component.entry]
    name = f"{fields['name']} ({component.entry})" if "name" in fields else component.entry
    lines = _WORDS[component.kind](content, component, fields)
    lines += [("note", note) for note in fields.get("notes", [])]
    doubtful = [doubt for doubt in authored_entries(content) if (doubt.kind, doubt.entry) == component]
    lines += [("not certain", f"{_field(doubt)} ({doubt.confidence})") for doubt in doubtful]
    return f"{name}, {COMPONENTS[component.kind]}", lines


def _field(doubt: Doubt) -> str:
    if doubt.field:
        return doubt.field.replace("_", " ")
    return ", ".join(str(name).replace("_", " ") for name in doubt.value)


# --- every entry, settings too ---------------------------------------------------------------------------------------
def value_words(value: Any) -> str:
    """Return the value of any field in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        if "acts" in value:
            return rival_round(value)
        if value and set(value) <= {*o.TOKENS, "idol"} and all(isinstance(number, int) for number in value.values()):
            return _tokens(value)
        return "; ".join(f"{str(name).replace('_', ' ')}: {value_words(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(value_words, value)) or "none"
    return str(value) or "none"


def trust_words(fields: Mapping[str, Any]) -> str:
    """Return how sure an entry is and where it is known from."""
    sources = ", ".join(dict.fromkeys([*fields["source"], *fields.get("effect_source", ())]))
    return f"{fields['confidence']} ({sources})"


def entry_fields(content: Content, kind: str, entry: str) -> dict[str, Any]:
    """Return the fields of an entry that are facts, without its documentation."""
    return {
        name: value
        for name, value in content.entry(kind, entry).items()
        if name not in DOCUMENTATION and not name.endswith("_confidence")
    }
