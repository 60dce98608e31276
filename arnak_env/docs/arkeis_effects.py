"""What the page of the Arkeis notation takes from the code: operations, conditions, selectors, with examples."""

from __future__ import annotations

from collections.abc import Iterator

from arnak_env.arkeis import notation
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.condition_words import condition_text
from arnak_env.arkeis.content import Content, load_content
from arnak_env.arkeis.effect_words import effect_words
from arnak_env.arkeis.notation import Effect, parse, walk
from arnak_env.arkeis.questions import trigger_words
from arnak_env.arkeis.words import Names
from arnak_env.docs.markdown import code, table

# An example of each type, for words that no component uses.
_SAMPLES = {
    "E": "self", "Q": "here", "V": "target", "K": "any", "n": "1", "n or all": "1", "kind": "beetle",
    "card": "guardian-1", "dest": "reserve", "action": "move", "roll": "combat", "face": "hit", "req": "any*2",
    "symbol": "amber-ankh", "token": "chain", "zone": "A", "square": "A1", "object": "crowbar", "upgrade": "infirmary",
    "ability": "franck_dice", "result": "favourable", "campaign flag": "collector", "flag": "lever_found",
    "counter": "levers", "door": "d1", "clue card": "e0-01", "list": "[none()]",
    "list ...": "[none()], [wound(self, 1)]",
    "condition": "clue_here()",
}  # fmt: skip
_MEANINGS = {
    "E": "Explorers",
    "Q": "squares",
    "V": "Adversaries",
    "K": "a kind, a type, or `any`",
    "n": "a whole number",
    "n or all": "a whole number or `all`",
    "kind": "a kind of Adversary",
    "card": "the id of an Adversary card",
    "dest": "`reserve` or `set_aside`",
    "action": "`clue`, `move`, `combat`, `support` or `any`",
    "roll": "`combat`, `investigation` or `any`",
    "face": "a face of a die, `fate` or `choice`",
    "req": "symbols of a test: `lens`, `scroll`, `idol`, `key`, `any`, joined by `+`, with `*n` for several",
    "symbol": "a Clue symbol",
    "token": "a special token: `chain`, `trapdoor`, `ladder_a`, `ladder_b`, `time`",
    "zone": "a zone",
    "square": "a square",
    "object": "the id of an object",
    "upgrade": "the id of a camp upgrade",
    "ability": "a change of an Explorer's Ability",
    "result": "`favourable` or `adverse`",
    "campaign flag": "a word, kept for later episodes",
    "flag": "a word of the episode",
    "counter": "a word of the episode with a number",
    "door": "the id of a link of the episode",
    "clue card": "the id of a Clue card of the episode",
    "list": "effects in brackets",
    "list ...": "two such lists or more",
    "condition": "a condition",
}


def effect_texts(content: Content) -> Iterator[tuple[int, str]]:
    """Yield the slot (of an episode, else that of episode 0) and the text of every effect and condition."""
    models = content.models
    lists: list[tuple[int, list[str]]] = []
    for card in models.cards.values():
        lists += [(1, effects) for effects in (card.start, card.clue, card.move, *(row.effects for row in card.combat))]
    lists += [(1, [*entry.effects, *([entry.when] if entry.when else [])]) for entry in models.experience.values()]
    for thing in models.objects.values():
        for ability in thing.abilities:
            lists.append((1, [*ability.effects, *([ability.when] if ability.when else [])]))
    lists += [(1, trauma.effects) for trauma in models.traumas.values()]
    lists += [(1, upgrade.effects) for upgrade in models.upgrades.values()]
    for slot, episode in models.episodes.items():
        for clue in episode.cards:
            active = [text for one in clue.active for text in (*one.effects, *([one.when] if one.when else []))]
            lists.append((slot, [*clue.effects, *clue.start, *active]))
        lines = (*episode.sheet.row_bonus, *episode.sheet.col_bonus)
        lists += [(slot, line.effects) for line in lines]
        lists += [(slot, event.effects) for event in episode.events]
        lists += [(slot, epilogue.effects) for epilogue in (episode.epilogue.favourable, episode.epilogue.adverse)]
    for slot, texts in lists:
        for text in texts:
            yield slot, text


def _found(content: Content) -> dict[str, list[tuple[int, Effect]]]:
    """Return every use of each word, with the slot of its episode."""
    found: dict[str, list[tuple[int, Effect]]] = {}
    for slot, text in effect_texts(content):
        for effect in walk([parse(text)]):
            found.setdefault(effect.word, []).append((slot, effect))
    return found


def written(argument: notation.Argument) -> str:
    """Return an argument as the notation writes it."""
    if isinstance(argument, Effect):
        return f"{argument.word}({', '.join(map(written, argument.arguments))})"
    if isinstance(argument, tuple):
        return f"[{', '.join(map(written, argument))}]"
    return str(argument)


def _table(content: Content, words: dict[str, tuple[str, ...]], conditions: bool) -> str:
    found = _found(content)
    rows = []
    for word, types in words.items():
        uses = found.get(word, [])
        sample = (1, parse(f"{word}({', '.join(_SAMPLES[type_] for type_ in types)})"))
        slot, effect = min(uses, key=lambda use: len(written(use[1])), default=sample)
        names = Names(content, slot)
        said = condition_text(effect, names) if conditions else effect_words(effect, names)
        rows.append((code(word), ", ".join(types), code(written(effect)), said or "nothing", len(uses)))
    return table(("word", "arguments", "example", "in words", "#uses"), rows)


def operation_table() -> str:
    """Return every operation with its arguments, an example, its words, and how often the content uses it."""
    return _table(load_content(), notation.OPERATIONS, conditions=False)


def condition_table() -> str:
    """Return every condition in the same way."""
    return _table(load_content(), notation.CONDITIONS, conditions=True)


def type_table() -> str:
    """Return the types of arguments.

    Raises:
        ValueError: when a type has no meaning here.
    """
    used = {
        type_ for words in (notation.OPERATIONS, notation.CONDITIONS) for types in words.values() for type_ in types
    }
    if used - set(_MEANINGS):
        raise ValueError(f"types of arguments without a meaning: {sorted(used - set(_MEANINGS))}")
    return table(("type", "stands for"), [(code(type_), words) for type_, words in _MEANINGS.items() if type_ in used])


def selector_table() -> str:
    """Return the selectors with what they mean, in the words of an effect that has them."""
    names = Names(load_content(), 1)
    rows = [("Explorers", code(word), effect_words(Effect("heal", (word, 1)), names)) for word in o.EXPLORER_SELECTORS]
    rows.append(("Explorers", code("holder:OBJECT"), effect_words(parse("heal(holder:crowbar, 1)"), names)))
    squares = (*o.SQUARE_SELECTORS[:-1], "room:A", "A3")
    rows += [("squares", code(word), effect_words(Effect("spawn", ("beetle", word, 1)), names)) for word in squares]
    toward = parse("move_adversary(board:any, toward_self, all)")
    rows.append(("squares, of `move_adversary` only", code("toward_self"), effect_words(toward, names)))
    which = ("target", "here:beetle", "room:human", "adjacent:any", "board:any")
    rows += [("Adversaries", code(word), effect_words(Effect("damage", (word, 1)), names)) for word in which]
    return table(("selects", "selector", "for example"), rows)


def trigger_table() -> str:
    """Return the triggers of abilities."""
    return table(
        ("trigger", "when"),
        [(code(word), trigger_words(number)) for number, word in enumerate(o.TRIGGER_IDS)],
    )


def grammar() -> str:
    """Return the grammar of the notation from the docstring of its module."""
    block = (notation.__doc__ or "").split("::", 1)[1].split("\n\n", 2)[1]
    return "\n".join(line[4:] for line in block.splitlines())
