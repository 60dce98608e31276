"""The Clue action, Clue cards and the objects they give. Rulebook, chapter 6; episode schema, "Cards"."""

from arnak_env.arkeis.abilities import slot_capacity
from arnak_env.arkeis.actions import A_EQUIP, A_FINISH
from arnak_env.arkeis.board import cards_left, find_adjacent, touches
from arnak_env.arkeis.chance import random_below
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.conditions import objects_in_slot
from arnak_env.arkeis.frames import ask, complete, push, push_program
from arnak_env.arkeis.opcodes import (
    ACTIVE,
    AFTER_ACTIVE,
    AFTER_DISCARD,
    AFTER_KEEP,
    BEING_READ,
    F_A,
    F_ANSWER,
    F_B,
    F_SELF,
    F_X,
    F_Z,
    FIRST_DOOR,
    GOING_BACK,
    HELD,
    IN_BOX,
    IN_DECK,
    NOWHERE,
    OP_CLUE_CARD,
    OP_OBTAIN,
    SOURCE_CLUE,
    SOURCE_STEP,
    STAGE_CAMP,
    STREAM_CLUE,
    T_OBTAIN,
    T_OPEN_DOOR,
    TOKENS,
    WITH_OBJECT,
)
from arnak_env.arkeis.triggers import trigger


@kernel("GTi:i")
def random_card(g, t, symbol):
    """Return a random card of the Clue deck with this symbol, -1: there is none."""
    count = cards_left(g, t, symbol)
    if count == 0:
        return -1
    chosen = random_below(g, STREAM_CLUE, count)
    for card in range(t.cards[g.slot]):
        if g.card_place[card] == IN_DECK and t.card_symbol[g.slot, card] == symbol:
            if chosen == 0:
                return card
            chosen -= 1
    return -1


@kernel("GT:")
def run_draw(g, t):
    """OP_DRAW (a: symbol): take a card with that symbol and read it, as part of what is being resolved. A-31."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    card = random_card(g, t, frame[F_A])
    complete(g, t)
    if card >= 0:
        push(g, OP_CLUE_CARD, explorer, card, 0, 0)


@kernel("Gi:")
def discard_clue_card(g, card):
    """Put a Clue card into its episode's box; Fate tokens on it are set aside."""
    g.card_place[card] = IN_BOX
    g.card_holder[card] = NOWHERE
    g.set_aside += g.card_fate[card]
    g.card_fate[card] = 0
    g.card_skip[card] = 0


@kernel("GTii:")
def put_where_it_goes(g, t, card, explorer):
    """Put a card that has been read to the place it names."""
    after = t.card_after[g.slot, card]
    if after == AFTER_DISCARD:
        discard_clue_card(g, card)
    elif after == AFTER_KEEP:
        g.card_place[card] = WITH_OBJECT
    elif after == AFTER_ACTIVE:
        g.card_place[card] = ACTIVE
    else:  # AFTER_THREAT: it acts from the holder's next turn on, A-03
        g.card_place[card] = HELD
        g.card_holder[card] = explorer
        g.card_skip[card] = 0


@kernel("GT:")
def run_clue_card(g, t):
    """OP_CLUE_CARD (a: card): the object is obtained, the effects run, then the card goes where it belongs.

    A Clue action below is told in F_Z when the card went back to the deck.
    """
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    card = int(frame[F_A])
    step = frame[F_X]
    frame[F_X] += 1
    if step == 0:
        g.card_place[card] = BEING_READ
        thing = t.card_object[g.slot, card]
        if thing >= 0:
            push(g, OP_OBTAIN, explorer, thing, 0, 0)
    elif step == 1:
        push_program(g, t, t.card_program[g.slot, card], explorer, SOURCE_CLUE * SOURCE_STEP + card)
    else:
        if g.card_place[card] == GOING_BACK:
            g.card_place[card] = IN_DECK
            if frame[F_B]:
                g.frame[g.frames - 2][F_Z] = 1
        elif g.card_place[card] == BEING_READ:
            put_where_it_goes(g, t, card, explorer)
        complete(g, t)


@kernel("GT:")
def run_clue_action(g, t):
    """OP_CLUE_ACTION (a: symbol): a card with the symbol is read; unless it goes back, its token is discarded."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    symbol = int(frame[F_A])
    if frame[F_X] == 0:
        card = random_card(g, t, symbol) if touches(g, t, g.square[explorer], symbol) else -1
        if card < 0:  # moved away by a modification: the action leads nowhere, A-26
            complete(g, t)
            return
        frame[F_X] = 1
        push(g, OP_CLUE_CARD, explorer, card, 1, 0)
        return
    back = frame[F_Z]
    complete(g, t)
    if not back and symbol < TOKENS and g.token_place[symbol] >= 0:
        door = g.token_place[symbol] >= FIRST_DOOR
        g.token_place[symbol] = NOWHERE
        if door:
            find_adjacent(g, t)
            trigger(g, t, T_OPEN_DOOR, explorer, 0, -1)


# --- objects ---------------------------------------------------------------------------------------------------------
@kernel("GTi:i")
def can_equip(g, t, thing):
    """Return whether an object may go into its slot now: Material, not equipped, with room in its owner's slot."""
    slot = int(t.object_slot[thing])
    owner = int(g.object_owner[thing])
    if slot < 0 or owner < 0 or g.equipped[thing]:
        return 0
    return 1 if objects_in_slot(g, t, owner, slot) < slot_capacity(g, t, owner, slot) else 0


@kernel("GT:")
def run_obtain(g, t):
    """OP_OBTAIN (a: object, b: 1 when handed over): into the backpack, or at once into a free slot. A-32, A-86."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    thing = int(frame[F_A])
    if frame[F_X] == 0:
        frame[F_X] = 1
        g.object_owner[thing] = explorer
        g.equipped[thing] = 0
        if g.stage != STAGE_CAMP and can_equip(g, t, thing):  # what comes at the camp is equipped in a turn, A-96
            ask(g, A_EQUIP + thing, 1, 1)
        return
    if frame[F_ANSWER] >= 0 and frame[F_ANSWER] != A_FINISH:
        g.equipped[thing] = 1
    handed = frame[F_B]
    complete(g, t)
    if not handed:
        trigger(g, t, T_OBTAIN, explorer, 0, thing)
