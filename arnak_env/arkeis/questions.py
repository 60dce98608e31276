"""What is being asked at the present decision, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content import Content
from arnak_env.arkeis.effect_words import effect_words, program_words, read_row
from arnak_env.arkeis.words import FACE_WORDS, Scene, amount, bits, faces_words, listed

_TRIGGERS = {
    "passive": "in force",
    "start_of_turn": "start of the turn",
    "end_of_turn": "end of the turn",
    "on_adversary_start": "an Adversary is about to act",
    "on_enter_square": "a square is entered",
    "on_wound": "Wounds are about to be taken",
    "on_trauma": "a Trauma was drawn",
    "on_trauma_effect": "a Trauma is about to act",
    "on_obtain": "the object was obtained",
    "on_open_door": "a door was opened",
    "on_convert_fate": "a Fate face is changed",
    "on_validate": "before the Exploration Sheet is marked",
    "free_use": "without an action",
    "after_ability": "the Ability was used",
    "after_give_action": "an action was given",
    "episode_start": "start of the episode",
    "episode_end": "end of the episode",
    "camp": "at the camp",
    "camp_sell": "an object is sold",
}


def question_words(game: Any, content: Content | Any = None) -> str:
    """Say what is asked and of whom, for example ``Franck: take an action (2 left)``.

    Args:
        game: one game record, or an array of one.
        content: the content it is played with, None for that of the package.
    """
    return scene_question(Scene(game, content))


def scene_question(scene: Scene) -> str:
    """Say what is asked and of whom."""
    explorer = scene.deciding()
    if explorer < 0:
        return "The game is over"
    who = "The group" if scene.g.stage == o.STAGE_CAMP else scene.explorer(explorer)
    return f"{who}: {pending_words(scene)}"


def pending_words(scene: Scene) -> str:
    """Say what is asked, without the Explorer."""
    operation = int(scene.frame[o.F_OP])
    words = _QUESTIONS[operation](scene) if operation in _QUESTIONS else _effect(scene)
    source = scene.source(scene.frame[o.F_SOURCE])
    return f"{words} ({source})" if source and source not in words else words


def trigger_words(trigger: int) -> str:
    """Return when abilities of a trigger run, for example ``after a Move action``."""
    word = o.TRIGGER_IDS[trigger]
    if word in _TRIGGERS:
        return _TRIGGERS[word]
    for start in ("before_action_", "after_action_"):
        if word.startswith(start):
            return f"{start.split('_')[0]} a {word.removeprefix(start).capitalize()} action"
    if word.endswith("_use"):
        return f"{word.removesuffix('_use').capitalize()} action"
    moment, sort, _ = word.split("_")  # before_combat_roll
    return f"{moment} the {sort.capitalize()} roll"


def roll_words(scene: Scene) -> str:
    """Return what the dice of the roll under way show."""
    return faces_words(scene.g.roll[int(scene.g.rolls) - 1, o.R_COUNT : o.R_COUNT + o.FACES])


# --- turns and actions -----------------------------------------------------------------------------------------------
def _turn(scene: Scene) -> str:
    g = scene.g
    if g.turn_ended:
        return "the turn is ended; use something without an action, or end the turn"
    left = int(g.actions_left)
    return f"take an action ({left} left)" if left else "no action left; use something without one, or end the turn"


def _offer(scene: Scene) -> str:
    kind = int(scene.frame[o.F_A])
    word = "" if kind == o.ANY_ACTION else f" {o.ACTION_IDS[kind].capitalize()}"
    return f"the{word} action given by Rebecca" if scene.frame[o.F_B] else f"take an extra{word} action, or finish"


def _reorganise(scene: Scene) -> str:
    if scene.frame[o.F_A]:
        return "set-up: equip Material, or finish"
    return "phase 3: equip or store Material, hand objects over, or finish"


def _trigger(scene: Scene) -> str:
    finish = ", or finish" if a.FIRST["finish"] in scene.legal() else ""
    return f"{trigger_words(int(scene.frame[o.F_A]))}: which ability next{finish}"


def _give_action(scene: Scene) -> str:
    return f"who receives the {o.ACTION_IDS[int(scene.frame[o.F_A])].capitalize()} action"


def _gift(scene: Scene) -> str:
    return f"who receives {scene.object(int(scene.frame[o.F_A]))}"


def _obtain(scene: Scene) -> str:
    thing = int(scene.frame[o.F_A])
    slot = o.ACTION_IDS[int(scene.t.object_slot[thing])].capitalize()
    return f"equip {scene.object(thing)} in the {slot} slot, or finish to keep it in the backpack"


# --- rolls -----------------------------------------------------------------------------------------------------------
def _set_dice(scene: Scene) -> str:
    roll = scene.g.roll[int(scene.g.rolls) - 1]
    dice = amount(int(roll[o.R_DICE]), "die")
    if scene.frame[o.F_Y]:
        return f"set one more die of the roll of {dice}, or finish"
    left = amount(int(scene.g.ability_tokens), "token")
    return f"before a roll of {dice}: set a die for a token of your card ({left} there), or finish"


def _change_set_die(scene: Scene) -> str:
    if scene.frame[o.F_X] == 2:
        return f"to which face is the die with {FACE_WORDS[int(scene.frame[o.F_Z])]} set"
    return f"rolled: {roll_words(scene)}; set a die for a token of your card ({scene.g.ability_tokens} left), or finish"


def _wildcard(scene: Scene) -> str:
    return f"rolled: {roll_words(scene)}; use a Wildcard token to reroll dice, or finish"


def _change_fate(scene: Scene) -> str:
    free = int(scene.g.roll[int(scene.g.rolls) - 1, o.R_FREE])
    cost = f"{free} without a token" if free else f"1 Fate token each, {scene.g.reserve} in the reserve"
    return f"rolled: {roll_words(scene)}; change a Fate face ({cost}), or finish"


def _reroll(scene: Scene) -> str:
    roll = scene.g.roll[int(scene.g.rolls) - 1]
    chosen = faces_words(roll[o.R_CHOSEN : o.R_CHOSEN + o.FACES])
    most = int(scene.frame[o.F_B])
    number = "any dice" if most == o.ALL else f"up to {amount(most, 'die')}"
    order = "" if most == 1 else " in ascending order"
    return f"rolled: {roll_words(scene)}; chosen: {chosen}; choose {number} to reroll{order}, then finish"


def _marking(scene: Scene) -> str:
    number = int(scene.frame[o.F_A])
    if number > 0:
        order = "" if number == 1 else " in ascending order"
        return f"mark {amount(number, 'box')} of the Exploration Sheet{order}, or finish"
    return f"mark boxes of the Exploration Sheet in ascending order, or finish; rolled: {roll_words(scene)}"


def _face_as(scene: Scene) -> str:
    return f"rolled: {roll_words(scene)}; {_effect(scene)}, or finish"


def _franck(scene: Scene) -> str:
    return "how many Combat dice more"


def _rhiat(scene: Scene) -> str:
    if scene.frame[o.F_X] == 1:
        return "whom to treat"
    return f"{scene.explorer(int(scene.frame[o.F_Y]))}: option 1 heals Wounds, option 2 cures the Poison"


# --- effects ---------------------------------------------------------------------------------------------------------
def frame_effect(scene: Scene) -> str:
    """Return the effect on top, as far as it is still to be done, in words."""
    row = [int(value) for value in scene.frame[o.F_OP : o.F_D + 1]]
    return effect_words(read_row(row, scene.t.program, scene, scene.t.condition), scene)


_ASKED = {
    a.A_EXPLORER: "which Explorer",
    a.A_SQUARE: "which square",
    a.A_AMOUNT: "how many",
    a.A_APPLY_TRAUMA: "which Trauma",
}


def _effect(scene: Scene) -> str:
    frame = scene.frame
    words = frame_effect(scene)
    if frame[o.F_ASK] == o.ASK_MINIATURE:
        return f"{words}: which miniature" + (", or finish" if frame[o.F_D] else "")
    if frame[o.F_ASK] == o.ASK_OBJECT:
        return f"{words}: which object of {scene.explorer(int(frame[o.F_Z]) - 1)}"
    if frame[o.F_ASK] == o.ASK_CLUE_CARD:
        return f"{words}: of which card"
    asked = _ASKED.get(int(frame[o.F_BASE]), "") if frame[o.F_ASK] in (o.ASK_BITS, o.ASK_BITS_OR_FINISH) else ""
    finish = ", or finish" if frame[o.F_ASK] == o.ASK_BITS_OR_FINISH else ""
    return f"{words}: {asked}{finish}" if asked else f"{words}{finish}"


def options(scene: Scene) -> list[str]:
    """Return the options of a choice on top in words: the card's labels where it has some, else what they do."""
    return option_labels(scene) or option_effects(scene)


def option_labels(scene: Scene) -> list[str]:
    """Return the labels that the card gives to the options of the choice on top; none where it has none."""
    frame = scene.frame
    if frame[o.F_OP] != o.OP_CHOOSE:
        return []
    kind, index = divmod(int(frame[o.F_SOURCE]), o.SOURCE_STEP)
    card = scene.clue_card(index) if kind == o.SOURCE_CLUE else None
    return list(card.choice_labels) if card and len(card.choice_labels) == int(frame[o.F_A]) else []


def option_effects(scene: Scene) -> list[str]:
    """Return what each option of the choice on top does, in words."""
    frame = scene.frame
    if frame[o.F_OP] != o.OP_CHOOSE:
        return []
    starts = [int(scene.t.program[int(frame[o.F_B]) + k, 1]) for k in range(int(frame[o.F_A]))]
    return [program_words(scene.t.program, start, scene, scene.t.condition) for start in starts]


def _choose(scene: Scene) -> str:
    parts = [f"option {number} {words}" for number, words in enumerate(options(scene), 1)]
    return f"choose: {' / '.join(parts)}"


_AT_CAMP = {
    "upgrade": "use an upgrade", "build": "build one", "object": "sell an object", "buy": "buy an Experience card",
    "leave camp": "leave",
}  # fmt: skip


# --- camp and set-up -------------------------------------------------------------------------------------------------
def _camp(scene: Scene) -> str:
    g = scene.g
    chest = f"{amount(int(g.coins), 'Coin')}, {amount(int(g.xp), 'Experience point')}"
    if g.frame[int(g.frames) - 1][o.F_ASK] == o.ASK_CAMP:
        verbs = {split_action(action)[0] for action in scene.legal()}
        can = [word for verb, word in _AT_CAMP.items() if verb in verbs]
        return f"at the camp: {listed(can, 'or')} ({chest} in the chest)"
    return f"for whom is {scene.experience(int(scene.frame[o.F_Y]))} bought"


def _build(scene: Scene) -> str:
    return f"which camp upgrade gives its space to {scene.upgrade(int(scene.frame[o.F_A]))}"


def _young_robert(scene: Scene) -> str:
    left = amount(int(scene.g.ability_tokens), "token")
    return f"put a Fate token of an Explorer aside for a token of Young Robert ({left} left), or finish"


_QUESTIONS: dict[int, Callable[[Scene], str]] = {
    o.OP_TURN: _turn,
    o.OP_OFFER: _offer,
    o.OP_REORGANISE: _reorganise,
    o.OP_TRIGGER: _trigger,
    o.OP_PHASE_2: lambda scene: "phase 2: which Adversary card acts next",
    o.OP_MODIFICATIONS: lambda scene: "which Adversary modifies the action next",
    o.OP_GIVE_ACTION: _give_action,
    o.OP_SUPPORT_GIFT: _gift,
    o.OP_OBTAIN: _obtain,
    o.OP_SET_DICE: _set_dice,
    o.OP_CHANGE_SET_DIE: _change_set_die,
    o.OP_USE_WILDCARD: _wildcard,
    o.OP_CHANGE_FATE: _change_fate,
    o.OP_REROLL: _reroll,
    o.OP_FACE_AS: _face_as,
    o.OP_MARKING: _marking,
    o.OP_FRANCK: _franck,
    o.OP_RHIAT: _rhiat,
    o.OP_CHOOSE: _choose,
    o.OP_START_SQUARE: lambda scene: "on which square to start",
    o.OP_CAMP: _camp,
    o.OP_BUILD: _build,
    o.OP_DEAL_WILDCARDS: lambda scene: "who takes a Wildcard token into the next episode",
    o.OP_YOUNG_ROBERT: _young_robert,
}


# --- notes beside actions --------------------------------------------------------------------------------------------
def action_note(scene: Scene, action: int) -> str:
    """Return what a person needs to know about a legal action whose name does not say it, else an empty text."""
    verb, index = split_action(action)
    note = _NOTES.get(verb)
    return note(scene, index) if note else ""


def split_action(action: int) -> tuple[str, int]:
    """Return the verb of an action and the index of its component."""
    verb = max((word for word in a.FIRST if a.FIRST[word] <= action), key=a.FIRST.__getitem__)
    return verb, action - a.FIRST[verb]


def square_note(scene: Scene, square: int) -> str:
    """Say who and what is on a square."""
    parts = [scene.explorer(k) for k in scene.team() if scene.g.square[k] == square]
    for kind in range(o.KINDS):
        number = sum(
            scene.g.miniature_square[k] == square and scene.rules.board.kind_of(k) == kind for k in range(o.MINIATURES)
        )
        if number:
            parts.append(amount(int(number), scene.kind(kind)) if scene.kind(kind) != "Mummy" else f"{number} Mummy")
    parts += [o.SYMBOL_IDS[token] for token in range(o.TOKENS) if scene.g.token_place[token] == square]
    return ", ".join(parts)


def _object_note(scene: Scene, index: int) -> str:
    entry = scene.object_entry(index)
    return f"{entry.name}: {entry.text}" if entry and entry.text else scene.object(index)


def _experience_note(scene: Scene, index: int) -> str:
    return scene.models.experience[a.EXPERIENCE_IDS[index]].text


def _upgrade_note(scene: Scene, index: int) -> str:
    entry = scene.models.upgrades.get(scene.upgrade_id(index))
    return f"{entry.name}: {entry.text}" if entry else ""


def _build_note(scene: Scene, index: int) -> str:
    return f"{amount(int(scene.t.upgrade_cost[index]), 'Coin')}; {_upgrade_note(scene, index)}"


def _buy_note(scene: Scene, index: int) -> str:
    owner = scene.explorer(int(scene.t.experience_explorer[index]))
    return f"{amount(int(scene.t.experience_cost[index]), 'point')}; {owner}, {_experience_note(scene, index)}"


def _sell_note(scene: Scene, index: int) -> str:
    if scene.g.stage != o.STAGE_CAMP or scene.frame[o.F_ASK] != o.ASK_CAMP:
        return scene.object(index)
    return f"sell {scene.object(index)} for {amount(int(scene.t.object_value[index] + scene.g.sell_bonus), 'Coin')}"


def _option_note(scene: Scene, index: int) -> str:
    words = options(scene)
    if words:
        return words[index] if index < len(words) else ""
    if scene.frame[o.F_OP] == o.OP_RHIAT:
        return ("heal Wounds", "cure the Poison")[index]
    return "pay" if scene.frame[o.F_OP] == o.OP_PAY_COINS else ""


def _ability_note(scene: Scene, index: int) -> str:
    return scene.models.explorers[o.EXPLORER_IDS[int(scene.frame[o.F_SELF])]].rule


def _end_turn_note(scene: Scene, index: int) -> str:
    left = int(scene.g.actions_left)
    return f"{amount(left, 'action')} left" if left and not scene.g.turn_ended else ""


def _given_note(scene: Scene, index: int) -> str:
    room = [0] * 512
    reach = scene.rules.explorer_actions.in_reach_of_rebecca(scene.g, scene.t)
    able = scene.rules.explorer_actions.able_to_receive(scene.g, scene.t, reach, index, 0, room)
    return f"to {listed((scene.explorer(k) for k in bits(able)), 'or')}"


def _adversary_note(scene: Scene, index: int) -> str:
    card = scene.card_of(int(scene.frame[o.F_SELF]), index)
    name = scene.group(index)
    if card < 0:
        return name
    kind = int(scene.rules.board.kind_of_group(index))
    return f"{name}, Life {max(1, int(scene.t.adversary_life[card] + scene.g.life_mod[kind]))}"


def _box_note(scene: Scene, index: int) -> str:
    return FACE_WORDS[int(scene.t.sheet_box[scene.slot, index])]


_NOTES: dict[str, Callable[[Scene, int], str]] = {
    "end turn": _end_turn_note,
    "move": square_note,
    "square": square_note,
    "clue": lambda scene, index: scene.clue_place(index),
    "combat": _adversary_note,
    "give": lambda scene, index: scene.object(index),
    "give action": _given_note,
    "use": _object_note,
    "free": _object_note,
    "equip": _object_note,
    "store": lambda scene, index: scene.object(index),
    "apply object": _object_note,
    "use experience": _experience_note,
    "free experience": _experience_note,
    "apply experience": _experience_note,
    "apply trauma": lambda scene, index: scene.models.traumas[o.TRAUMA_IDS[index]].text,
    "apply card": lambda scene, index: scene.clue_name(index),
    "apply adversary": _adversary_note,
    "apply ability": _ability_note,
    "miniature": lambda scene, index: scene.miniature(index),
    "mark": _box_note,
    "option": _option_note,
    "object": _sell_note,
    "build": _build_note,
    "replace": lambda scene, index: scene.upgrade(index),
    "upgrade": _upgrade_note,
    "buy": _buy_note,
}
