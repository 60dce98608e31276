"""Checks of the cards of one episode, its Exploration Sheet and its ends."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content import schema
from arnak_env.arkeis.content.check_map import RED, twice, zone_problems
from arnak_env.arkeis.content.checks import EPISODE_ORDER, check_named_cards
from arnak_env.arkeis.content.contexts import always_possible, endless, misplaced
from arnak_env.arkeis.content.overview import Overview
from arnak_env.arkeis.notation import CONDITIONS, OPERATIONS, Argument, closest, parse_list, uses, walk
from arnak_env.core.content_errors import ContentError

Problems = Iterator[ContentError]


def check_cards(view: Overview) -> Problems:
    """Yield what is wrong with the deck and the effects."""
    yield from _check_counts(view)
    for card in view.episode.cards:
        yield from _check_card(view, card)
    for block in [*view.blocks, *view.conditions]:
        for problem in misplaced(block.context, block.effects):
            yield ContentError(block.place, problem)
    for card in view.episode.cards:
        yield from _check_active(view, card)
    if not zone_problems(view):
        yield from _check_squares(view)
    yield from _check_names(view)
    yield from _check_choices(view)
    yield from _check_doors(view)
    yield from _check_unlocked(view)
    yield from _check_placed_clues(view)
    for card in view.episode.cards:
        texts = [*card.effects, *card.start, *(text for active in card.active for text in active.effects)]
        yield from check_named_cards(view.problem("cards", card.id, "", "").place, view.models, texts)


def _check_counts(view: Overview) -> Problems:
    head, cards = view.episode.episode, view.episode.cards
    components = view.models.tables.component_list
    if len(cards) != head.cards_expected:
        problem = f"{head.cards_expected} is not right; the episode has {len(cards)} cards"
        yield view.problem("episode", head.id, "cards_expected", problem)
    listed = components.episode_cards.get(head.id)
    if listed is not None and head.cards_expected == len(cards) != listed:
        problem = f"{head.cards_expected} is not right; {head.id} has {listed} cards in the component list"
        yield view.problem("episode", head.id, "cards_expected", problem)
    for word in twice(card.id for card in cards):
        yield view.problem("cards", word, "id", "the id stands twice")


def _check_card(view: Overview, card: schema.ClueCard) -> Problems:
    if card.object is not None:
        yield from _check_object(view, card, card.object)
    elif card.type in ("relic", "material"):
        yield view.problem("cards", card.id, "object", f"a card of type {card.type} names its object")
    for wrong, field, problem in _agreements(card):
        if wrong:
            yield view.problem("cards", card.id, field, problem)
    if card.choice_labels:
        outer = [effect for effect in parse_list(card.effects) if effect.word == "choose"]
        branches = len(outer[0].arguments) if outer else 0
        if branches != len(card.choice_labels):
            problem = f"{len(card.choice_labels)} labels; the outermost choose has {branches} lists"
            yield view.problem("cards", card.id, "choice_labels", problem)


def _agreements(card: schema.ClueCard) -> list[tuple[bool, str, str]]:
    """Return (wrong, field, what would be right) of fields that must agree with each other."""
    has_object, stays = card.object is not None, card.after == "active"
    is_object = card.type in ("relic", "material")
    keeps = has_object or is_object  # that an object is missing is told already
    return [
        (has_object and not is_object, "object", "only a card of type relic or material has it"),
        (
            (card.after == "threat") != (card.type == "threat"),
            "after",
            "'threat' is right for type threat and no other",
        ),
        ((card.after == "keep") != keeps, "after", "'keep' is right for a card with an object and no other"),
        (bool(card.start) and card.type != "threat", "start", "only a Threat has start-of-turn effects"),
        (bool(card.active) and not stays, "active", "only a card with after = 'active' has it"),
        (stays and not card.active, "active", "a card that stays active does something"),
        (stays != ("stays_active" in card.icons), "icons", "'stays_active' is right for after = 'active' and no other"),
    ]


def _check_object(view: Overview, card: schema.ClueCard, entry: str) -> Problems:
    thing = view.models.objects.get(entry)
    if thing is None:
        problem = f"there is no object {entry!r}; {closest(entry, view.models.objects)}"
        yield view.problem("cards", card.id, "object", problem)
        return
    if thing.source != view.episode.episode.id:
        yield view.problem("cards", card.id, "object", f"the object {entry} is of the box {thing.source!r}")
        return
    for field, value, right in (("type", card.type, thing.class_), ("name", card.name, thing.name)):
        if value != right:
            problem = f"{value!r} is not right; the object {entry} has {right!r}"
            yield view.problem("cards", card.id, field, problem)


def _check_active(view: Overview, card: schema.ClueCard) -> Problems:
    for number, active in enumerate(card.active, 1):
        for problem in endless(active.trigger, "unlimited", parse_list(active.effects)):
            yield view.problem("cards", card.id, f"active[{number}].effects", problem)
        if active.trigger == "passive" or active.trigger.endswith("_use") or active.trigger.startswith("camp"):
            problem = f"{active.trigger!r} is no trigger of a card that stays active"
            yield view.problem("cards", card.id, f"active[{number}].trigger", problem)


def _square_words(word: str, arguments: tuple[Argument, ...]) -> Iterator[tuple[str, str]]:
    """Yield (type, word) of the squares and zones that an effect or a condition names."""
    types = OPERATIONS.get(word) or CONDITIONS.get(word) or ()
    for type_, argument in zip(types, arguments, strict=False):
        if type_ in ("Q", "square", "zone") and isinstance(argument, str):
            yield type_, argument


def _check_squares(view: Overview) -> Problems:
    zones = {zone.id for zone in view.episode.zones}
    for block in [*view.blocks, *view.conditions]:
        for effect in walk(block.effects):
            for type_, word in _square_words(*effect):
                zone = word.removeprefix("room:") if word.startswith("room:") else word if type_ == "zone" else ""
                if zone and zone not in zones:
                    yield ContentError(
                        block.place, f"{effect.word}: zone {zone!r} is not on the map; {closest(zone, zones)}"
                    )
                elif not zone and word in o.SQUARE_IDS and word not in view.squares:
                    problem = f"{effect.word}: {word} is not on the map; {closest(word, view.squares)}"
                    yield ContentError(block.place, problem)


def _set_by(view: Overview, word: str) -> set[Argument]:
    """Return the names that an operation of the episode, or of one of its objects, uses."""
    found = {arguments[0] for _, arguments in view.uses(word) if arguments}
    own = view.episode.episode.id
    for thing in view.models.objects.values():
        if thing.source == own:
            for ability in thing.abilities:
                found |= {arguments[0] for arguments in uses(parse_list(ability.effects), word) if arguments}
    return found


def _check_names(view: Overview) -> Problems:
    for condition, operation in (("counter_ge", "counter"), ("flag_set", "flag")):
        known = _set_by(view, operation)
        for place, arguments in view.uses(condition):
            if arguments and arguments[0] not in known:
                yield ContentError(
                    place, f"{condition}({arguments[0]}): nothing in the episode has {operation}({arguments[0]})"
                )
    pairs = {frozenset(map(str, arguments)) for word in ("link", "unlink") for _, arguments in view.uses(word)}
    if len(pairs) > o.DYNAMIC_LINKS:
        problem = f"{len(pairs)} pairs of squares in link and unlink; there is room for {o.DYNAMIC_LINKS}"
        yield view.problem("episode", view.episode.episode.id, "", problem)
    later = {zone.id for zone in view.episode.zones if not zone.setup}
    for place, arguments in view.uses("add_zone"):
        if arguments and arguments[0] not in later:
            yield ContentError(place, f"add_zone({arguments[0]}): right would be a zone with setup = false")


def _check_choices(view: Overview) -> Problems:
    for place, branches in view.uses("choose"):
        if not any(always_possible(branch) for branch in branches):
            problem = "choose: no branch is always possible, so that it may do nothing; right would be one more branch"
            yield ContentError(place, f"{problem} that starts with none() or an effect without a price")


def _check_doors(view: Overview) -> Problems:
    for word in ("open_door", "close_door"):
        for place, arguments in view.uses(word):
            if arguments and arguments[0] not in view.doors:
                yield ContentError(place, f"{word}({arguments[0]}): no such door; {closest(arguments[0], view.doors)}")
            if word == "close_door" and len(arguments) == 2 and not str(arguments[1]).startswith(RED):
                yield ContentError(place, f"close_door: {arguments[1]!r} is not right; a door has a red symbol")


def _check_unlocked(view: Overview) -> Problems:
    own = view.episode.episode.id
    for place, arguments in view.uses("unlock"):
        upgrade = view.models.upgrades.get(str(arguments[0])) if arguments else None
        if upgrade is None:
            continue
        first = upgrade.unlocked_by
        early = (
            own in EPISODE_ORDER and first in EPISODE_ORDER and EPISODE_ORDER.index(first) > EPISODE_ORDER.index(own)
        )
        if first == "start" or early:
            yield ContentError(place, f"unlock({arguments[0]}): the upgrade is unlocked by {first}")


def _check_placed_clues(view: Overview) -> Problems:
    for place, arguments in view.uses("place_clue"):
        word = str(arguments[0]) if arguments else ""
        if word.startswith((RED, "ivory-")):
            yield ContentError(place, f"place_clue({word}): right would be a symbol of amber, teal or jade")
        elif word in view.tokens:
            yield ContentError(place, f"place_clue({word}): the Clue token is used twice")


# --- the sheet and the end --------------------------------------------------------------------------------------------
def check_sheet(view: Overview) -> Problems:
    """Yield what is wrong with the Exploration Sheet and the Events."""
    sheet = view.episode.sheet
    width = len(sheet.rows[0])
    if any(len(row) != width for row in sheet.rows):
        yield view.problem("sheet", "", "rows", 'the rows are not equally long; write "" where there is no box')
        width = len(sheet.col_bonus)  # how many columns are meant cannot be known
    for field, lines, right in (("row_bonus", sheet.row_bonus, len(sheet.rows)), ("col_bonus", sheet.col_bonus, width)):
        if len(lines) != right:
            yield view.problem("sheet", "", field, f"{len(lines)} entries; right would be {right}")
    symbols: Collection[str] = view.models.tables.investigation_die.symbols
    for face in sorted({word for row in sheet.rows for word in row if word} - set(symbols)):
        yield view.problem("sheet", "", "rows", f"{face!r} is no symbol of the Investigation die")
    for word in twice(view.artifacts):
        yield view.problem("sheet", "", "artifact", f"{word} stands twice")
    for word in view.artifacts:
        yield from _check_artifact(view, word)
    event_lines = sum(line.event_row for line in [*sheet.row_bonus, *sheet.col_bonus])
    for completed in range(event_lines + 1):
        fitting = [event for event in view.episode.events if event.min_event_rows <= completed <= event.max_event_rows]
        if len(fitting) != 1:
            problem = f"{len(fitting)} Events for {completed} completed event rows; right would be 1"
            yield view.problem("events", "", "min_event_rows", problem)


def _check_artifact(view: Overview, word: str) -> Problems:
    cards = view.with_symbol(word)
    thing = view.models.objects.get(cards[0].object or "") if len(cards) == 1 else None
    if word in view.tokens or word in view.printed:
        yield view.problem("sheet", "", "artifact", f"{word} can also be taken from the board")
    elif thing is None or not thing.artifact:
        problem = f"{word}: right would be the symbol of one card, whose object is an artifact"
        yield view.problem("sheet", "", "artifact", problem)
