"""The actions of an Explorer: what may be done, and the steps of doing it. Rulebook, chapters 5 to 10; N-11."""

from arnak_env.arkeis.abilities import ability_mod, ability_source, program_has
from arnak_env.arkeis.actions import (
    A_APPLY_ADVERSARY,
    A_CLUE,
    A_COMBAT,
    A_EXPLORER,
    A_FINISH,
    A_FREE,
    A_FREE_EXPERIENCE,
    A_GIVE,
    A_GIVE_ACTION,
    A_MOVE,
    A_USE,
    A_USE_EXPERIENCE,
)
from arnak_env.arkeis.adversaries import card_of, denies, modifiers
from arnak_env.arkeis.board import cards_left, explorers_in, groups_on, room_of, team, touches, touches_token
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.frames import ask, complete, push, push_program
from arnak_env.arkeis.moves import enter_square
from arnak_env.arkeis.opcodes import (
    ANY_ACTION,
    ASK_EXTRA_ACTION,
    CLUE,
    COMBAT,
    EXPERIENCE,
    EXPLORERS,
    F_A,
    F_ANSWER,
    F_ASK,
    F_B,
    F_SELF,
    F_X,
    F_Y,
    GROUPS,
    MOD_REBECCA_ADJACENT,
    MOD_REBECCA_BOARD,
    MOD_REBECCA_COUNT,
    MOVE,
    NOWHERE,
    OBJECTS,
    OP_ACTION,
    OP_CLUE_ACTION,
    OP_COMBAT,
    OP_IGNORE_MODIFIER,
    OP_MODIFICATIONS,
    OP_OBTAIN,
    OP_OFFER,
    OP_SETTLE,
    OP_SUPPORT_GIFT,
    REBECCA,
    SOURCE_ADVERSARY,
    SOURCE_OBJECT,
    SOURCE_STEP,
    SQUARES,
    SUPPORT,
    SYMBOLS,
    T_ACTION_USE,
    T_AFTER_ABILITY,
    T_AFTER_ACTION,
    T_AFTER_GIVE_ACTION,
    T_BEFORE_ACTION,
    T_FREE_USE,
    TOKENS,
)
from arnak_env.arkeis.triggers import can_be_used, can_ignore, mark_used, trigger


# --- what may be done ------------------------------------------------------------------------------------------------
@kernel("GTi:i")
def others_here(g, t, explorer):
    """Return the other Explorers on an Explorer's square, as bits."""
    return explorers_in(g, 1 << g.square[explorer]) & ~(1 << explorer)


@kernel("GTiiil:i")
def list_uses(g, t, explorer, action, n, legal):
    """Add the objects and Experience cards whose use is an action of this kind. A-91."""
    kind = T_ACTION_USE + action
    denied = denies(g, t, explorer, action)
    for ability in range(t.trigger_first[kind], t.trigger_first[kind + 1]):
        if not can_be_used(g, t, ability, explorer):
            continue
        if denied and not can_ignore(g, t, explorer, action):
            if not program_has(t, t.ability_program[ability], OP_IGNORE_MODIFIER, action):
                continue
        first = A_USE if t.ability_source[ability] == SOURCE_OBJECT else A_USE_EXPERIENCE
        legal[n] = first + t.ability_index[ability]
        n += 1
    return n


@kernel("GTiil:i")
def list_moves(g, t, explorer, n, legal):
    """Add the squares a Move action can go to; a chained Move does not enter a square of its chain again. A-51."""
    squares = g.adjacent[g.square[explorer]] & ~g.chain
    for square in range(SQUARES):
        if (squares >> square) & 1:
            legal[n] = A_MOVE + square
            n += 1
    return n


@kernel("GTiil:i")
def list_clues(g, t, explorer, n, legal):
    """Add the Clue tokens of the square, of the doors beside it, and the symbol printed there. A-28, A-29."""
    square = g.square[explorer]
    for symbol in range(TOKENS):
        if g.token_place[symbol] >= 0 and touches(g, t, square, symbol) and cards_left(g, t, symbol) > 0:
            legal[n] = A_CLUE + symbol
            n += 1
    printed = int(t.printed[g.slot, square])
    if printed >= 0 and cards_left(g, t, printed) > 0:
        if printed >= TOKENS or not touches_token(g, t, square, printed):
            legal[n] = A_CLUE + printed
            n += 1
    return n


@kernel("GTiil:i")
def list_combats(g, t, explorer, n, legal):
    groups = groups_on(g, g.square[explorer])
    for group in range(GROUPS):
        if (groups >> group) & 1:
            legal[n] = A_COMBAT + group
            n += 1
    return n


@kernel("GTiil:i")
def list_gifts(g, t, explorer, n, legal):
    """Add the objects of an Explorer that can be handed to another one of the square."""
    if others_here(g, t, explorer) == 0:
        return n
    for thing in range(OBJECTS):
        if g.object_owner[thing] == explorer:
            legal[n] = A_GIVE + thing
            n += 1
    return n


@kernel("GTiiil:i")
def list_actions(g, t, explorer, action, n, legal):
    """Add the actions of one kind that an Explorer can take now."""
    allowed = not denies(g, t, explorer, action) or can_ignore(g, t, explorer, action)
    if action == MOVE:
        if allowed:
            n = list_moves(g, t, explorer, n, legal)
    elif action == CLUE:
        if allowed:
            n = list_clues(g, t, explorer, n, legal)
    elif action == COMBAT:
        n = list_combats(g, t, explorer, n, legal)
    else:
        n = list_gifts(g, t, explorer, n, legal)
    return list_uses(g, t, explorer, action, n, legal)


@kernel("GTiiil:i")
def list_actions_of_kind(g, t, explorer, action, n, legal):
    """Add the actions of one kind, of every kind for ANY_ACTION."""
    for kind in range(ANY_ACTION):
        if action == ANY_ACTION or action == kind:
            n = list_actions(g, t, explorer, kind, n, legal)
    return n


@kernel("GT:i")
def in_reach_of_rebecca(g, t):
    """Return the Explorers to whom Rebecca may give an action, as bits: those of her room, more with her cards."""
    others = ~(1 << REBECCA)
    if ability_mod(g, t, REBECCA, MOD_REBECCA_BOARD) > 0:
        return team(g) & others
    squares = room_of(g.square[REBECCA])
    if ability_mod(g, t, REBECCA, MOD_REBECCA_ADJACENT) > 0:
        squares |= g.adjacent[g.square[REBECCA]]
    return explorers_in(g, squares) & others


@kernel("GTiiil:i")
def can_act(g, t, explorer, action, n, legal):
    """Return whether an Explorer can take an action of a kind; what is quick to tell is looked at first.

    `legal` is used for notes from place n on.
    """
    if action == COMBAT and groups_on(g, g.square[explorer]) != 0:
        return 1
    if action == MOVE and g.adjacent[g.square[explorer]] & ~g.chain and not denies(g, t, explorer, action):
        return 1
    return 1 if list_actions(g, t, explorer, action, n, legal) > n else 0


@kernel("GTiiil:i")
def able_to_receive(g, t, reach, action, n, legal):
    """Return which of the Explorers in Rebecca's reach can perform an action given by her, as bits. A-55."""
    able = 0
    for explorer in range(EXPLORERS):
        if (reach >> explorer) & 1 and can_act(g, t, explorer, action, n, legal):
            able |= 1 << explorer
    return able


@kernel("GTiil:i")
def list_given_actions(g, t, explorer, n, legal):
    """Add the kinds of action Rebecca can give."""
    if explorer != REBECCA or g.players < 2 or g.given > ability_mod(g, t, REBECCA, MOD_REBECCA_COUNT):
        return n
    reach = in_reach_of_rebecca(g, t)
    if reach == 0:
        return n
    for action in range(ANY_ACTION):
        if able_to_receive(g, t, reach, action, n, legal):
            legal[n] = A_GIVE_ACTION + action
            n += 1
    return n


@kernel("GTiil:i")
def list_free_uses(g, t, explorer, n, legal):
    """Add what an Explorer can use without an action. A-87."""
    for ability in range(t.trigger_first[T_FREE_USE], t.trigger_first[T_FREE_USE + 1]):
        if can_be_used(g, t, ability, explorer):
            first = A_FREE if t.ability_source[ability] == SOURCE_OBJECT else A_FREE_EXPERIENCE
            legal[n] = first + t.ability_index[ability]
            n += 1
    return n


@kernel("GTi:i")
def is_free_use(g, t, action):
    return 1 if A_FREE <= action < A_FREE_EXPERIENCE + EXPERIENCE else 0


@kernel("GTiii:i")
def ability_for(g, t, kind, explorer, place):
    """Return the usable ability of a trigger whose object or Experience card has this place in A_USE or A_FREE."""
    for ability in range(t.trigger_first[kind], t.trigger_first[kind + 1]):
        offset = 0 if t.ability_source[ability] == SOURCE_OBJECT else OBJECTS
        if offset + t.ability_index[ability] == place and can_be_used(g, t, ability, explorer):
            return ability
    return -1


@kernel("GTii:")
def start_free_use(g, t, explorer, action):
    """Run the effects of a free use; it settles afterwards (N-10)."""
    ability = ability_for(g, t, T_FREE_USE, explorer, action - A_FREE)
    push(g, OP_SETTLE, explorer, 0, 0, 0)
    if ability >= 0:
        mark_used(g, ability)
        push_program(g, t, t.ability_program[ability], explorer, ability_source(t, ability))


# --- doing it --------------------------------------------------------------------------------------------------------
@kernel("GTi:i")
def kind_of_use(g, t, place):
    """Return the action of which the use of a card is one; `place` as in `ability_for`."""
    for action in range(ANY_ACTION):
        for ability in range(t.trigger_first[T_ACTION_USE + action], t.trigger_first[T_ACTION_USE + action + 1]):
            offset = 0 if t.ability_source[ability] == SOURCE_OBJECT else OBJECTS
            if offset + t.ability_index[ability] == place:
                return action
    return SUPPORT


@kernel("GTi:i")
def kind_of_action(g, t, action):
    """Return which of the four actions an action number is."""
    if A_MOVE <= action < A_MOVE + SQUARES:
        return MOVE
    if A_CLUE <= action < A_CLUE + SYMBOLS:
        return CLUE
    if A_COMBAT <= action < A_COMBAT + GROUPS:
        return COMBAT
    if A_USE <= action < A_USE_EXPERIENCE + EXPERIENCE:
        return kind_of_use(g, t, action - A_USE)
    return SUPPORT


@kernel("GTii:")
def begin_action(g, t, explorer, action):
    push(g, OP_ACTION, explorer, action, kind_of_action(g, t, action), 0)


@kernel("GTii:")
def start_use(g, t, explorer, action):
    """Run the effects of a card whose use is the action."""
    kind = kind_of_action(g, t, action)
    ability = ability_for(g, t, T_ACTION_USE + kind, explorer, action - A_USE)
    if ability >= 0:
        mark_used(g, ability)
        push_program(g, t, t.ability_program[ability], explorer, ability_source(t, ability))


@kernel("GTii:")
def perform(g, t, explorer, action):
    """The action itself, after the modifications. N-11, step 4."""
    if A_MOVE <= action < A_MOVE + SQUARES:
        square = action - A_MOVE
        if (g.adjacent[g.square[explorer]] >> square) & 1:
            g.chain |= (1 << square) | (1 << g.square[explorer])
            enter_square(g, t, explorer, square)
    elif A_CLUE <= action < A_CLUE + SYMBOLS:
        push(g, OP_CLUE_ACTION, explorer, action - A_CLUE, 0, 0)
    elif A_COMBAT <= action < A_COMBAT + GROUPS:
        push(g, OP_COMBAT, explorer, action - A_COMBAT, 0, 0)
    elif A_GIVE <= action < A_GIVE + OBJECTS:
        push(g, OP_SUPPORT_GIFT, explorer, action - A_GIVE, 0, 0)
    else:
        start_use(g, t, explorer, action)


@kernel("GTii:i")
def use_ignores(g, t, explorer, action):
    """Return whether the card used for an action makes it ignore the modifications from the start."""
    if not A_USE <= action < A_USE_EXPERIENCE + EXPERIENCE:
        return 0
    kind = kind_of_action(g, t, action)
    ability = ability_for(g, t, T_ACTION_USE + kind, explorer, action - A_USE)
    return program_has(t, t.ability_program[ability], OP_IGNORE_MODIFIER, kind) if ability >= 0 else 0


@kernel("GT:")
def run_action(g, t):
    """OP_ACTION (a: action number, b: its kind): announce, before-abilities, modifications, the action, after. N-11."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    kind = int(frame[F_B])
    step = frame[F_X]
    frame[F_X] += 1
    if step == 0:
        g.action_kind = kind
        g.action_explorer = explorer
        g.action_traumas = g.trauma[explorer]
        g.eliminated = 0
        g.ignoring = use_ignores(g, t, explorer, frame[F_A])
        trigger(g, t, T_BEFORE_ACTION + kind, explorer, 0, -1)
    elif step == 1:
        if not g.ignoring:
            mask = modifiers(g, t, explorer, kind)
            if mask:
                push(g, OP_MODIFICATIONS, explorer, kind, mask, 0)
    elif step == 2:
        perform(g, t, explorer, frame[F_A])
    elif step == 3:
        trigger(g, t, T_AFTER_ACTION + kind, explorer, 0, -1)
    else:
        g.action_kind = NOWHERE
        g.ignoring = 0
        complete(g, t)


@kernel("GT:")
def run_modifications(g, t):
    """OP_MODIFICATIONS (a: action, b: names): each faced Adversary's modification, in the Explorer's order. A-27."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_ANSWER] >= 0:
        group = int(frame[F_ANSWER]) - A_APPLY_ADVERSARY
        frame[F_ANSWER] = -1
        frame[F_B] &= ~(1 << group)
        card = card_of(g, explorer, group)
        if card >= 0:
            row = t.adversary_modification[card, frame[F_A]]
            push_program(g, t, row, explorer, SOURCE_ADVERSARY * SOURCE_STEP + card)
        return
    if frame[F_B] == 0:
        complete(g, t)
    else:
        ask(g, A_APPLY_ADVERSARY, frame[F_B], 0)


@kernel("GT:")
def run_support_gift(g, t):
    """OP_SUPPORT_GIFT (a: object): another Explorer of the square receives it and may equip it at once. A-33."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_X] == 0:
        frame[F_X] = 1
        receivers = others_here(g, t, explorer)
        if receivers == 0:
            complete(g, t)
        else:
            ask(g, A_EXPLORER, receivers, 0)
        return
    thing = int(frame[F_A])
    receiver = int(frame[F_ANSWER]) - A_EXPLORER
    complete(g, t)
    push(g, OP_OBTAIN, receiver, thing, 1, 0)


@kernel("GT:")
def run_offer(g, t):
    """OP_OFFER (a: kind, b: 1 when it must be taken): an extra or given action, which settles like any other."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_X] == 0:
        frame[F_X] = 1
        if g.square[explorer] >= 0:
            frame[F_ASK] = ASK_EXTRA_ACTION
            return
    answer = int(frame[F_ANSWER])
    complete(g, t)
    if answer >= 0 and answer != A_FINISH:
        push(g, OP_SETTLE, explorer, 0, 0, 0)
        begin_action(g, t, explorer, answer)


@kernel("GT:")
def run_give_action(g, t):
    """OP_GIVE_ACTION (a: kind): Rebecca names the receiver, who performs the action at once. A-55, A-90."""
    frame = g.frame[g.frames - 1]
    step = frame[F_X]
    frame[F_X] += 1
    if step == 0:
        ask(g, A_EXPLORER, frame[F_Y], 0)
    elif step == 1:
        g.given += 1
        g.chain = 0
        push(g, OP_OFFER, frame[F_ANSWER] - A_EXPLORER, frame[F_A], 1, 0)
    elif step == 2:
        trigger(g, t, T_AFTER_ABILITY, REBECCA, 0, -1)
    elif step == 3:
        trigger(g, t, T_AFTER_GIVE_ACTION, REBECCA, 0, -1)
    else:
        complete(g, t)
