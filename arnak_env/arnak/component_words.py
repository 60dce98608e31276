"""Every component of the game in words: what it costs, what it does, what it is worth.

For people at the terminal; `docs/content.md` has the same facts as tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content, Doubt, authored_entries
from arnak_env.arnak.content.schema import BASE_BOARDS, DOCUMENTATION, PLAYER_KEYS
from arnak_env.arnak.effect_words import effect_words
from arnak_env.arnak.words import amount
from arnak_env.core.words import closest

Line = tuple[str, str]  # what it is, and its words

# Kinds of entries that are components, with what people call them.
COMPONENTS = {
    "card": "card",
    "camp": "camp site",
    "board_camp": "camp site",
    "site_tile": "site tile",
    "position": "place for a site",
    "board_position": "place for a site",
    "guardian": "guardian",
    "idol": "idol",
    "slot_effect": "idol slot",
    "assistant": "assistant",
    "bonus_tile": "research bonus tile",
    "space": "research space",
    "spider_space": "research space",
    "spider_bridge": "second bridge into a research space",
    "owl_space": "research space",
    "passage": "secret passage",
    "track_row": "row of the research track",
    "owl_row": "row of the research track",
    "temple_stack": "stack of temple tiles",
    "owl_pile": "pile of temple tiles",
    "altar": "altar",
    "dark_space": "space of the supply of dark tablets",
    "encounter": "encounter card",
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
    not matter. Names of camps, places, temple stacks and rows stand for those of `board`, or of all boards.

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
    found = [
        Component(kind, entry)
        for kind in COMPONENTS
        for entry, fields in content.entries[kind].items()
        if entry in names or _printed(fields) == name
    ]
    # Bird and Snake share camps and places, the other boards have their own of the same name.
    own = [component for component in found if component.kind not in ("camp", "position")]
    return own or found if board is not None and boards[0] not in BASE_BOARDS else found


def _printed(fields: Mapping[str, Any]) -> str:
    return "_".join(str(fields.get("name", "")).lower().replace("-", " ").replace("'", "").split())


def _all_names(content: Content) -> set[str]:
    names = {entry for kind in COMPONENTS for entry in content.entries[kind]}
    return names | {*a.TEMPLE_IDS, *a.SITE_IDS}


def component_ids(content: Content) -> dict[str, list[str]]:
    """Return the ids of all components by what people call their kind."""
    found: dict[str, list[str]] = {}
    for kind, words in COMPONENTS.items():
        found.setdefault(words, []).extend(content.entries[kind])
    return found


# --- single values ---------------------------------------------------------------------------------------------------
def _tokens(cost: Mapping[str, int]) -> str:
    return ", ".join(amount(number, token) for token, number in cost.items()) or "nothing"


def _icons(travel: Sequence[str]) -> str:
    return " ".join(travel) or "none"


def _by_players(value: Mapping[str, Any]) -> str:
    return f"{' / '.join(str(value[key]) for key in PLAYER_KEYS)} (solo / 2 / 3 / 4 players)"


def _step_cost(entry: Mapping[str, Any]) -> str:
    """The tokens and travel of a bridge or passage."""
    parts = [_tokens(entry["cost"])] if entry["cost"] else []
    parts += [f"travel {_icons(entry['travel'])}"] if entry.get("travel") else []
    return ", ".join(parts) or "nothing"


def _points(number: int) -> str:
    return amount(number, "point")


def _effect(content: Content, component: Component, field: str = "effect") -> str:
    if not content.programs.get((component.kind, component.entry, field)):
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
    name = component.entry.removeprefix(f"{camp.get('board', '')}_")
    spaces = ", ".join(f"{name}.{number} for {_icons(travel)}" for number, travel in enumerate(camp["space_travel"], 1))
    lines = [("side", camp.get("board", " and ".join(BASE_BOARDS)))]
    return [*lines, ("spaces", spaces), ("effect", _effect(content, component)), *_dark(content, component)]


def _dark(content: Content, component: Component) -> list[Line]:
    """The dark effect of a place, if it has one."""
    effect = _effect(content, component, "dark_effect")
    when = "when an archaeologist comes here, not when the site is activated from afar"
    return [] if effect == "none" else [("dark effect", f"{effect} ({when})")]


def _site_tile(content: Content, component: Component, tile: Mapping[str, Any]) -> list[Line]:
    return [("level", "I" * tile["level"]), ("effect", _effect(content, component))]


def _position(content: Content, component: Component, place: Mapping[str, Any]) -> list[Line]:
    if "board" in place:
        travel = f"{_icons(place['travel'])} ({place['board']} side)"
    else:
        travel = ", ".join(f"{_icons(place[f'{board}_travel'])} ({board} side)" for board in BASE_BOARDS)
    idols = f"{place['idols_face_up']} face up, {place['idols_face_down']} face down"
    cost = f"travel and {_tokens(place['discover'])}"
    level = content.entries["position"][component.entry.removeprefix(f"{place.get('board', '')}_")]["level"]
    lines = [("level", "I" * level), ("travel", travel), ("to discover", cost), ("idols", idols)]
    return [*lines, *_dark(content, component)]


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
    lines.append(("bonus tiles", _by_players(space["bonus_tiles"])))
    row = Component("track_row", f"{space['board']}_row_{space['row']}")
    if row.entry in content.entries["track_row"]:
        lines += _row(content, row, content.entries["track_row"][row.entry])
    return lines


def _row(content: Content, component: Component, row: Mapping[str, Any]) -> list[Line]:
    return [
        (words, f"{_effect(content, component, f'{token}_effect')}; {_points(row[f'{token}_points'])}")
        for token, words in (("glass", "magnifying glass"), ("notebook", "notebook"), ("lantern", "lantern"))
        if f"{token}_points" in row
    ]


def _spider_space(content: Content, component: Component, space: Mapping[str, Any]) -> list[Line]:
    lines = [("side", "spider"), ("row", str(space["row"]))]
    ways = [_step_cost(space)] + [
        f"by {word}: {_step_cost(bridge)}"
        for word, bridge in content.entries["spider_bridge"].items()
        if bridge["enters"] == component.entry
    ]
    lines.append(("cost", ", or ".join(ways) if space["row"] else "it is the start"))
    lines.append(("leads to", ", ".join(space["next"]) or "nowhere, it is the Lost Temple"))
    lines.append(("bonus tiles", _by_players(space["bonus_tiles"])))
    if space.get("idols_beside"):
        idols = content.entries["setting"]["idols_beside_track"]["value"]
        lines.append(("idols beside it", _by_players(idols)))
        lines.append(("first own token here", "takes one of these idols, once in the game"))
    if space.get("temple"):
        points = content.entries["setting"]["arrival_points_spider"]["value"]
        return [*lines, ("magnifying glass", f"{', '.join(map(str, points))} points by order of arrival")]
    return lines + _row(content, component, space)


def _spider_bridge(content: Content, component: Component, bridge: Mapping[str, Any]) -> list[Line]:
    return [("side", "spider"), ("leads to", bridge["enters"]), ("cost", _step_cost(bridge))]


def _altar(content: Content, component: Component, altar: Mapping[str, Any]) -> list[Line]:
    most = f"{_points(altar['points'])} at the end for the most dark tablets below it, also for each of those tied"
    return [
        ("side", "spider"),
        (
            "who may invoke it",
            f"a player with a dark tablet and a glass or notebook in row {altar['token_row']} or above",
        ),
        ("if it is empty", "an artifact of the card row is laid on it, and its effect may be used"),
        ("if an artifact lies on it", "the effect of the artifact may be used"),
        ("price", f"the dark tablet stays below the altar, at most {o.ALTAR_LIMIT} of each player"),
        ("worth", most),
    ]


def _dark_space(content: Content, component: Component, space: Mapping[str, Any]) -> list[Line]:
    empty = int(component.entry.removeprefix("dark_"))
    spaces = f"{amount(empty, 'space')} of the supply {'is' if empty == 1 else 'are'} empty"
    words = f"{_points(space['points'])} for each dark tablet below an altar"
    return [("side", "spider"), (f"at the end, if {spaces}", words)]


def _owl_space(content: Content, component: Component, space: Mapping[str, Any]) -> list[Line]:
    lines = [("side", "owl"), ("row", str(space["row"]))]
    lines.append(("cost", _step_cost(space) if space["row"] else "it is the start"))
    lines.append(("leads to", ", ".join(space["next"])))
    lines.append(("bonus tiles", _by_players(space["bonus_tiles"])))
    if "tile_points" in space:
        words = f"{_points(space['tile_points'])} for {_tokens(space['tile_cost'])}; {_by_players(space['tiles'])}"
        lines.append(("temple tile", words))
    row = Component("owl_row", f"owl_row_{space['row']}")
    if row.entry in content.entries["owl_row"]:
        lines += _row(content, row, content.entries["owl_row"][row.entry])
    return lines


def _passage(content: Content, component: Component, passage: Mapping[str, Any]) -> list[Line]:
    spaces = [word for word, space in content.entries["owl_space"].items() if component.entry in space["next"]]
    reward = "a face-down idol"
    if passage["reward"] == "tile":
        reward = f"a temple tile of {_points(passage['tile_points'])}"
    return [
        ("side", "owl"),
        ("leads from", f"{', '.join(spaces)}, on the {passage['side']}"),
        ("cost", _step_cost(passage)),
        ("reward", reward),
        ("besides", "the magnifying glass stays here and the lantern goes to the start of the track; one player only"),
    ]


def _owl_pile(content: Content, component: Component, pile: Mapping[str, Any]) -> list[Line]:
    worth = "a face-down idol" if pile["holds"] == "idol" else f"a temple tile of {_points(pile['points'])}"
    return [
        ("side", "owl"),
        ("who may take from it", f"a player with a research token in row {pile['access_row']} or above"),
        ("cost", _tokens(pile["cost"])),
        ("brings", worth),
        ("how many there are", _by_players(pile["count"])),
    ]


def _encounter(content: Content, component: Component, card: Mapping[str, Any]) -> list[Line]:
    use = "kept, and used later as a free action" if card["saved"] else "used at once"
    return [("chapter", str(card["chapter"])), ("effect", _effect(content, component)), ("when drawn", use)]


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
        "spider": "the rival lays a dark tablet of the supply below an altar",
        "owl": "the rival takes the lowest temple tile of the research track; after one of 1 point it researches one "
        "step; one of 10 points it only marks the first time, and researches two steps",
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


_AT_ALTARS = {
    "invoke": "one more tablet below the topmost altar with an artifact",
    "place": "an artifact of the row and a tablet to the lowest empty altar that its glass has reached",
}


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
    words += [_AT_ALTARS[word] for word in round_.get("altar", [])]
    return ", ".join(words) or "acts"


def _objective(content: Content, component: Component, objective: Mapping[str, Any]) -> list[Line]:
    return [("who gets there first", objective["task"]), ("worth to the rival", _points(objective["points"]))]


_WORDS: dict[str, Callable[[Content, Component, Mapping[str, Any]], list[Line]]] = {
    "card": _card,
    "camp": _camp,
    "board_camp": _camp,
    "site_tile": _site_tile,
    "position": _position,
    "board_position": _position,
    "guardian": _guardian,
    "idol": _idol,
    "slot_effect": _slot,
    "assistant": _assistant,
    "bonus_tile": _bonus,
    "space": _space,
    "spider_space": _spider_space,
    "spider_bridge": _spider_bridge,
    "owl_space": _owl_space,
    "passage": _passage,
    "track_row": _row,
    "owl_row": _row,
    "temple_stack": _temple,
    "owl_pile": _owl_pile,
    "altar": _altar,
    "dark_space": _dark_space,
    "encounter": _encounter,
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
        words = "; ".join(f"{str(name).replace('_', ' ')}: {value_words(inner)}" for name, inner in value.items())
        return words or "nothing"
    if isinstance(value, list | tuple) and any(isinstance(inner, list | tuple) for inner in value):
        return " / ".join(map(value_words, value))
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
