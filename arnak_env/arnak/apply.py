"""What an action does: one branch for each kind of decision."""

from arnak_env.arnak import (
    altars,
    assistants,
    encounters,
    guardians,
    idols,
    market,
    research,
    sites,
    temple_tiles,
    travel,
)
from arnak_env.arnak.actions import (
    A_ASSISTANT,
    A_BOON,
    A_BUY,
    A_CHOOSE,
    A_DECLINE,
    A_DIG,
    A_DISCOVER,
    A_ENCOUNTER,
    A_END_TURN,
    A_EXILE_HAND,
    A_EXILE_PLAY,
    A_FLIP,
    A_GLASS,
    A_HIDDEN,
    A_INVOKE,
    A_OVERCOME,
    A_PASS,
    A_PAY_CARD,
    A_PEDESTAL,
    A_PICK_ASSISTANT,
    A_PICK_STACK,
    A_PLAY,
    A_RESCUE,
    A_SITE,
    A_SLOT,
    A_SPACE,
    A_TAKE_BONUS,
    A_TAKE_CARD,
)
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.decks import (
    add_to_hand,
    add_to_play,
    clear_swapped,
    draw,
    find_in_hand,
    gain_item,
    put_down,
    put_on_deck,
    remove_from_hand,
    remove_from_play,
    send_to_exile,
    take_from_deck,
)
from arnak_env.arnak.frames import complete, push, push_program, skip
from arnak_env.arnak.objectives import meet_objective
from arnak_env.arnak.opcodes import (
    ARROWHEAD,
    CARDS,
    CHOICE_ARROWHEAD,
    CHOICE_BONUS_TILE,
    CHOICE_DARK_TABLET,
    CHOICE_ONE,
    EMPTY,
    F_A,
    F_B,
    F_C,
    F_OP,
    F_ROW,
    F_SOURCE,
    F_X,
    F_Y,
    FIRST_ARTIFACT,
    FIRST_LEVEL_1,
    FIRST_STARTING,
    JEWEL,
    OBJECTIVE_BUY_ITEM,
    OP_ACTIVATE,
    OP_ASIDE,
    OP_BUY,
    OP_CHOOSE,
    OP_DARK_EFFECT,
    OP_DIG,
    OP_DIG_CAMP,
    OP_DRAW,
    OP_ENTER,
    OP_EXCHANGE,
    OP_EXILE,
    OP_HIDDEN_SITE,
    OP_IDOL_ON_BOARD,
    OP_KEEP,
    OP_MOVE_GUARDIAN,
    OP_NEXT_TURN,
    OP_OVERCOME,
    OP_PAY_TABLETS,
    OP_PAY_TRAVEL,
    OP_PEDESTAL,
    OP_PICK_BONUS,
    OP_PICK_TEMPLE_BONUS,
    OP_PLACE_ARTIFACT,
    OP_PRICE,
    OP_PRICE_ARTIFACT,
    OP_PRICE_ASSISTANT,
    OP_PRICE_BOON,
    OP_PRICE_CARD,
    OP_PRICE_DECK_TOP,
    OP_PRICE_IDOL,
    OP_PRICE_TRAVEL,
    OP_PUT_DOWN,
    OP_READY_BOON,
    OP_RECALL,
    OP_RECRUIT,
    OP_RECRUIT_OR_UPGRADE,
    OP_REFRESH,
    OP_RELOCATE,
    OP_REMOVE_SITE,
    OP_RESCUE,
    OP_RESEARCH,
    OP_REWARDS,
    OP_SPEND_BOON,
    OP_SUPPLY,
    OP_TAKE_EXILED_ITEM,
    OP_TEMPLE_TILE,
    OP_TRADE_UP,
    OP_TURN,
    OP_UPGRADE,
    OP_USE_ARTIFACT,
    OWNER_KNOWS,
    PUBLIC,
    SWAPPED,
    SWITCH_EXILED_ITEM_IS_NO_PURCHASE,
    TABLET,
    TIMING_FREE,
)
from arnak_env.arnak.payment import pay, spend_dark


@kernel("GTii:")
def play_card(g, t, p, card):
    """Play a hand card for its effect: to the play area, or to exile when the card says so."""
    if FIRST_ARTIFACT <= card < FIRST_STARTING:
        owed = int(t.artifact_tablets)
    else:
        owed = 0
    remove_from_hand(g, p, card)
    if t.card_exiles_itself[card]:
        send_to_exile(g, card)
    else:
        add_to_play(g, p, card)
    push_program(g, t, t.card_program[card], card)
    pay(g, p, TABLET, owed)


@kernel("Gii:")
def exile(g, p, action):
    """Exile a card of the hand or play area, or a fear tile."""
    if action >= A_EXILE_PLAY + CARDS:
        g.fear_tiles[p] -= 1
    elif action >= A_EXILE_PLAY:
        remove_from_play(g, p, action - A_EXILE_PLAY)
        send_to_exile(g, action - A_EXILE_PLAY)
    else:
        remove_from_hand(g, p, action - A_EXILE_HAND)
        send_to_exile(g, action - A_EXILE_HAND)


@kernel("Gi:i")
def take_aside(g, card):
    """Take a card out of those laid aside; return its public group."""
    place = 0
    while g.aside[place] != card:
        place += 1
    group = int(g.aside_group[place])
    g.aside_size -= 1
    for i in range(place, g.aside_size):
        g.aside[i] = g.aside[i + 1]
        g.aside_group[i] = g.aside_group[i + 1]
    g.aside[g.aside_size] = 0
    g.aside_group[g.aside_size] = 0
    return group


@kernel("Gi:")
def rest_of_aside_to_play(g, p):
    """What was neither kept nor put back lies open in the play area, without effect."""
    for i in range(g.aside_size):
        if g.aside_group[i] & SWAPPED:
            clear_swapped(g, p)
        add_to_play(g, p, g.aside[i])
        g.aside[i] = 0
        g.aside_group[i] = 0
    g.aside_size = 0


@kernel("GTii:")
def sort_aside(g, t, p, action):
    """Earrings: draw the chosen number aside, keep one, maybe put one back on top, the rest goes to the play area."""
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:
        for _ in range(action - A_CHOOSE - CHOICE_ONE + 1):
            drawn = take_from_deck(g, p, frame[F_B])
            g.aside[g.aside_size] = drawn & 127
            g.aside_group[g.aside_size] = drawn >> 7
            g.aside_size += 1
        frame[F_X] = 1
        return
    card = action - A_TAKE_CARD
    if frame[F_X] == 1:
        group = take_aside(g, card)
        if group & SWAPPED:
            clear_swapped(g, p)
        add_to_hand(g, p, card, group & ~SWAPPED)
        frame[F_Y] = card + 1
        if frame[F_C] == 1 and g.aside_size > 0:
            frame[F_X] = 2
            return
    elif action != A_DECLINE:
        group = take_aside(g, card)
        kept = find_in_hand(g, p, frame[F_Y] - 1)  # a free action may have played it since
        if kept >= 0 and not group & SWAPPED and (g.hand_group[p, kept] != group or group == PUBLIC):
            # Others saw two different cards drawn and cannot tell which one was kept.
            clear_swapped(g, p)
            g.hand_group[p, kept] |= SWAPPED
            group |= SWAPPED
        put_on_deck(g, p, card, group | OWNER_KNOWS)
    rest_of_aside_to_play(g, p)
    complete(g, t)


@kernel("GTii:")
def take_option(g, t, p, action):
    """Start the program of the chosen option; the frame stays while further options are to be chosen."""
    frame = g.frame[g.frames - 1]
    first = int(frame[F_ROW])
    for k in range(frame[F_X], frame[F_A]):
        if t.program[first + k, 1] == action - A_CHOOSE:
            program = int(t.program[first + k, 2])
            frame[F_B] -= 1
            frame[F_X] = k + 1
            source = int(frame[F_SOURCE])
            if frame[F_B] == 0:
                complete(g, t)
            push_program(g, t, program, source)
            return


@kernel("GTii:")
def dig_or_discover(g, t, p, action):
    """A dig or discovery as (part of) the main action, with the discount of the effect on top of the stack."""
    frame = g.frame[g.frames - 1]
    discount = 0
    compass_discount = 0
    if frame[F_OP] == OP_DIG:
        discount = travel.own_icons(g, p, sites.discount_of_effect(g))
        compass_discount = int(frame[F_C])
    if frame[F_OP] == OP_DIG_CAMP:
        complete(g, t)
        push(g, OP_ENTER, action - A_DIG, sites.ENTER_CAMP_TWICE, 0)
        return
    if frame[F_OP] == OP_DIG:
        complete(g, t)
    if action < A_DISCOVER:
        sites.dig(g, t, p, action - A_DIG, discount)
    else:
        sites.discover(g, t, p, FIRST_LEVEL_1 + action - A_DISCOVER, discount, compass_discount)


@kernel("GTii:")
def take_main_action(g, t, p, action):
    """Carry out the one main action of the turn; the TURN frame stays below it."""
    if action == A_END_TURN:
        g.frame[g.frames - 1][F_OP] = OP_NEXT_TURN
        return
    g.main_done = 1
    if action == A_PASS:
        g.passed[p] = 1
    elif action < A_OVERCOME:
        dig_or_discover(g, t, p, action)
    elif action < A_BUY:
        guardians.overcome(g, t, p, action - A_OVERCOME)
    elif action < A_PLAY:
        market.buy(g, t, p, action - A_BUY, 0, 0)
    elif action < A_GLASS:
        play_card(g, t, p, action - A_PLAY)
    elif action < A_INVOKE:
        temple_tiles.research(g, t, p, action, -1, 0)
    else:
        altars.invoke(g, p, action - A_INVOKE)


@kernel("GTii:i")
def take_free_action(g, t, p, action):
    """Carry out a free action that is not an answer to the pending question; return 1 when it was one."""
    if A_PLAY <= action < A_GLASS:
        play_card(g, t, p, action - A_PLAY)
    elif A_ASSISTANT <= action < A_BOON:
        assistants.use_assistant(g, t, p, action - A_ASSISTANT)
    elif A_BOON <= action < A_SLOT:
        guardians.use_boon(g, t, action - A_BOON)
    elif A_SLOT <= action < A_ENCOUNTER:
        idols.slot_idol(g, t, p, action)
    elif A_ENCOUNTER <= action < A_PAY_CARD:
        encounters.use_saved_encounter(g, t, action - A_ENCOUNTER)
    else:
        return 0
    return 1


@kernel("GT:")
def decline(g, t):
    """Refuse an optional effect; a refused price leaves out what depended on it."""
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    if OP_PRICE <= operation <= OP_PRICE_TRAVEL or OP_PRICE_DECK_TOP <= operation <= OP_PRICE_BOON:
        skip(g, t, frame[F_C])
    elif operation == OP_ASIDE:
        sort_aside(g, t, g.turn_player, A_DECLINE)
    else:
        complete(g, t)


@kernel("Giii:")
def pay_index_price(g, p, operation, action):
    """Pay a price of the General Index: a card on top of the deck, an artifact, an idol, an assistant, a boon."""
    if operation == OP_PRICE_DECK_TOP:
        remove_from_hand(g, p, action - A_PAY_CARD)
        put_on_deck(g, p, action - A_PAY_CARD, PUBLIC)  # laid there openly
    elif operation == OP_PRICE_ARTIFACT:
        exile(g, p, action)
    elif operation == OP_PRICE_IDOL:
        g.idols[p] -= 1
        g.idols_removed += 1
    elif operation == OP_PRICE_ASSISTANT:
        g.assistant_used[p, action - A_PICK_ASSISTANT] = 1
    else:
        guardians.flip(g, action - A_FLIP)


@kernel("GTii:")
def take_optional(g, t, p, action):
    """Take an optional effect in the way the action says."""
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    a = int(frame[F_A])
    b = int(frame[F_B])
    c = int(frame[F_C])
    if operation == OP_DRAW:
        frame[F_X] += 1
        if frame[F_X] == a:
            complete(g, t)
        draw(g, p, b)
    elif operation == OP_REFRESH:
        assistants.refresh(g, t, p, action - A_PICK_ASSISTANT)
    elif operation == OP_DIG or operation == OP_DIG_CAMP:
        dig_or_discover(g, t, p, action)
    elif operation == OP_RESEARCH:
        discount = temple_tiles.discount_of_research(g)
        complete(g, t)
        temple_tiles.research(g, t, p, action, a, discount)
    else:
        source = int(frame[F_SOURCE])
        complete(g, t)
        if operation == OP_PRICE:
            pay(g, p, a, b)
        elif operation == OP_PRICE_CARD:
            put_down(g, p, action - A_PAY_CARD)
        elif OP_PRICE_DECK_TOP <= operation <= OP_PRICE_BOON:
            pay_index_price(g, p, operation, action)
        elif operation == OP_PRICE_TRAVEL:
            travel.ask_for_travel(g, b << (3 * a), 0)
        elif operation == OP_EXILE:
            exile(g, p, action)
        elif operation == OP_TRADE_UP:
            if action == A_CHOOSE + CHOICE_ARROWHEAD:
                g.tokens[p, ARROWHEAD] += 1
                pay(g, p, TABLET, 1)
            else:
                g.tokens[p, ARROWHEAD] -= 1
                g.tokens[p, JEWEL] += 1
        elif operation == OP_BUY:
            market.buy(g, t, p, action - A_BUY, b, c)
        elif operation == OP_OVERCOME:
            guardians.take_guardian(g, p, action - A_OVERCOME)
        elif operation == OP_TAKE_EXILED_ITEM:
            g.exiled[action - A_TAKE_CARD] -= 1
            gain_item(g, p, action - A_TAKE_CARD, 0)
            if not g.switches & SWITCH_EXILED_ITEM_IS_NO_PURCHASE:
                meet_objective(g, OBJECTIVE_BUY_ITEM, 0)
        elif operation == OP_USE_ARTIFACT:
            push_program(g, t, t.card_program[a], source)
        elif operation == OP_DARK_EFFECT:
            push_program(g, t, t.dark_program[g.board, a], -1)
        elif operation == OP_READY_BOON:
            guardians.flip(g, action - A_FLIP)
        elif operation == OP_PEDESTAL:
            idols.put_on_pedestal(g, t, p, action - A_PEDESTAL)
        else:  # OP_USE_AGAIN
            push_program(g, t, t.camp_program[g.board, a], -1)


@kernel("GTii:i")
def take_index_effect(g, t, p, action):
    """Carry out an effect of the General Index that cannot be refused; return 0 when it is none."""
    operation = g.frame[g.frames - 1][F_OP]
    if operation == OP_RECRUIT_OR_UPGRADE:
        assistants.recruit_or_upgrade(g, t, p, action)
    elif operation == OP_SPEND_BOON:
        complete(g, t)
        guardians.flip(g, action - A_FLIP)
    elif operation == OP_IDOL_ON_BOARD:
        idols.use_idol_on_board(g, t, action - A_SITE)
    elif operation == OP_TEMPLE_TILE:
        temple_tiles.take_two_point_tile(g, t, p, action)
    elif operation == OP_REMOVE_SITE:
        sites.use_and_remove_site(g, t, action - A_SITE)
    elif operation == OP_HIDDEN_SITE:
        sites.use_hidden_site(g, t, action - A_HIDDEN)
    elif operation == OP_PLACE_ARTIFACT:
        altars.place_artifact(g, t, action - A_TAKE_CARD)
    else:
        return 0
    return 1


@kernel("GTii:i")
def take_compulsory(g, t, p, action):
    """Carry out an operation that cannot be refused; return 0 when the pending one is optional."""
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    if operation == OP_PUT_DOWN:
        frame[F_A] -= 1
        if frame[F_A] == 0:
            complete(g, t)
        put_down(g, p, action - A_PAY_CARD)
    elif operation == OP_CHOOSE:
        take_option(g, t, p, action)
    elif operation == OP_RECRUIT:
        assistants.recruit(g, t, p, action - A_PICK_STACK)
    elif operation == OP_SUPPLY:
        assistants.borrow(g, t, action - A_PICK_STACK)
    elif operation == OP_UPGRADE:
        assistants.upgrade(g, t, p, action - A_PICK_ASSISTANT)
    elif operation == OP_RESCUE:
        assistants.rescue(g, t, p, action - A_RESCUE)
    elif operation == OP_EXCHANGE:
        assistants.exchange(g, t, p, action)
    elif operation == OP_ACTIVATE:
        sites.activate(g, t, p, action - A_SITE)
    elif operation == OP_RELOCATE:
        sites.relocate(g, t, p, action - A_SPACE)
    elif operation == OP_RECALL:
        complete(g, t)
        g.space[action - A_SPACE] = EMPTY
        g.home[p] += 1
    elif operation == OP_MOVE_GUARDIAN:
        sites.move_guardian(g, t, p, action - A_SITE)
    elif operation == OP_ASIDE:
        sort_aside(g, t, p, action)
    elif operation == OP_PICK_BONUS:
        research.pick_bonus(g, t, action - A_TAKE_BONUS)
    elif operation == OP_PICK_TEMPLE_BONUS:
        temple_tiles.pick_temple_bonus(g, t, action - A_TAKE_BONUS)
    elif operation == OP_REWARDS:
        research.take_rewards(g, t, 1 if action == A_CHOOSE + CHOICE_BONUS_TILE else 0)
    else:
        return take_index_effect(g, t, p, action)
    return 1


@kernel("Ti:i")
def is_free(t, action):
    """Return 1 for actions that never are a main action; the purchase assistant marks the turn by itself."""
    if A_PLAY <= action < A_GLASS:
        return 1 if t.card_timing[action - A_PLAY] == TIMING_FREE else 0
    return 1 if A_ASSISTANT <= action < A_PAY_CARD else 0


@kernel("GTii:")
def pay_tablet(g, t, p, action):
    """Spend one tablet of the chosen kind."""
    frame = g.frame[g.frames - 1]
    frame[F_A] -= 1
    if action == A_CHOOSE + CHOICE_DARK_TABLET:
        spend_dark(g, p)
    else:
        g.tokens[p, TABLET] -= 1
    if frame[F_A] == 0:
        complete(g, t)


@kernel("GTi:")
def apply_action(g, t, action):
    """Carry out a legal action of the deciding player."""
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    p = int(g.turn_player)
    if operation == OP_KEEP:
        if action == A_DECLINE:
            complete(g, t)
        else:
            frame[F_X] = action - A_PAY_CARD
            put_down(g, frame[F_A], action - A_PAY_CARD)
    elif operation == OP_PAY_TRAVEL:
        travel.pay_travel(g, t, p, action)
    elif operation == OP_PAY_TABLETS:
        pay_tablet(g, t, p, action)
    elif operation == OP_TURN and not g.main_done and not is_free(t, action):
        take_main_action(g, t, p, action)
    elif operation == OP_TURN and action == A_END_TURN:
        take_main_action(g, t, p, action)
    elif take_free_action(g, t, p, action):
        pass
    elif action == A_DECLINE:
        decline(g, t)
    elif not take_compulsory(g, t, p, action):
        take_optional(g, t, p, action)
