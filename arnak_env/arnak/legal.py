"""What is legal at a decision. The mask and `step` both use these lists, so they cannot disagree."""

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
    A_ACCEPT,
    A_CHOOSE,
    A_DECLINE,
    A_END_TURN,
    A_EXILE_HAND,
    A_EXILE_PLAY,
    A_PASS,
    A_PAY_CARD,
    A_PLAY,
    A_TAKE_CARD,
)
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.opcodes import (
    ARROWHEAD,
    BUY_ARTIFACT,
    BUY_ITEM,
    CARDS,
    CHOICE_ARROWHEAD,
    CHOICE_BONUS_TILE,
    CHOICE_DARK_TABLET,
    CHOICE_DRAW,
    CHOICE_JEWEL,
    CHOICE_ONE,
    CHOICE_ROW_EFFECT,
    CHOICE_TABLET,
    COIN,
    F_A,
    F_B,
    F_C,
    F_OP,
    F_ROW,
    F_X,
    FEAR,
    FIRST_ARTIFACT,
    FIRST_STARTING,
    FREE_ACTION_DEPTH,
    ITEMS,
    OP_ACTIVATE,
    OP_ASIDE,
    OP_BUY,
    OP_CHOOSE,
    OP_DIG,
    OP_DIG_CAMP,
    OP_DRAW,
    OP_EXCHANGE,
    OP_EXILE,
    OP_HIDDEN_SITE,
    OP_IDOL_ON_BOARD,
    OP_KEEP,
    OP_MOVE_GUARDIAN,
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
    TABLET,
    TIMING_FREE,
    TIMING_MAIN,
)
from arnak_env.arnak.payment import owned


@kernel("G:i")
def deciding_player(g):
    """Return whose decision it is: the turn player, or the player sorting the hand at the end of the round."""
    if g.over:
        return -1
    frame = g.frame[g.frames - 1]
    if frame[F_OP] == OP_KEEP:
        return int(frame[F_A])
    return int(g.turn_player)


@kernel("Giiil:i")
def list_hand(g, p, first, n, legal):
    """Add one action per kind of hand card; only Fear can be there more than once."""
    fear = 0
    for i in range(g.hand_size[p]):
        card = int(g.hand[p, i])
        if card == FEAR:
            if fear:
                continue
            fear = 1
        legal[n] = first + card
        n += 1
    return n


@kernel("Giil:i")
def list_exiles(g, p, n, legal):
    """Add every card of the hand and the play area, and the fear tiles of the play area."""
    n = list_hand(g, p, A_EXILE_HAND, n, legal)
    fear = 0
    for i in range(g.play_size[p]):
        card = int(g.play[p, i])
        if card == FEAR:
            if fear:
                continue
            fear = 1
        legal[n] = A_EXILE_PLAY + card
        n += 1
    if g.fear_tiles[p] > 0:
        legal[n] = A_EXILE_PLAY + CARDS
        n += 1
    return n


@kernel("GTiiil:i")
def list_plays(g, t, p, timing, n, legal):
    """Add the hand cards that can be played for their effect; an artifact from hand costs a tablet."""
    for i in range(g.hand_size[p]):
        card = int(g.hand[p, i])
        if t.card_timing[card] != timing:
            continue
        if FIRST_ARTIFACT <= card < FIRST_STARTING and owned(g, p, TABLET) < t.artifact_tablets:
            continue
        legal[n] = A_PLAY + card
        n += 1
    return n


@kernel("GTiil:i")
def list_main_actions(g, t, p, n, legal):
    """Add every main action of a turn. Base rulebook, Main Actions."""
    legal[n] = A_PASS
    n = sites.list_digs(g, t, p, 0, 0, n + 1, legal)
    n = guardians.list_overcome(g, t, n, legal)
    n = market.list_purchases(g, t, p, BUY_ITEM | BUY_ARTIFACT, 0, 0, n, legal)
    n = list_plays(g, t, p, TIMING_MAIN, n, legal)
    n = temple_tiles.list_research(g, t, p, -1, 0, n, legal)
    return altars.list_altars(g, t, p, n, legal)


@kernel("GTiil:i")
def list_free_actions(g, t, p, n, legal):
    """Add the free actions: cards with the lightning icon, idol slots, boons, assistants."""
    n = list_plays(g, t, p, TIMING_FREE, n, legal)
    n = assistants.list_assistants(g, t, p, n, legal)
    n = guardians.list_boons(g, t, p, n, legal)
    n = encounters.list_saved_encounters(g, p, n, legal)
    return idols.list_slots(g, t, p, n, legal)


@kernel("GTil:i")
def list_options(g, t, n, legal):
    """Add the options of a `choose`; several different ones are picked in printed order."""
    frame = g.frame[g.frames - 1]
    options = int(frame[F_A])
    for k in range(frame[F_X], options - frame[F_B] + 1):
        row = frame[F_ROW] + k
        # Passing is the main action: it needs an unused one, and no other effect may be under way.
        if t.program[row, 3] == 1 and (g.main_done or g.frames > 2):
            continue
        legal[n] = A_CHOOSE + t.program[row, 1]
        n += 1
    return n


@kernel("Gil:i")
def list_aside(g, n, legal):
    """Add the cards drawn by an earring: one is kept in hand, then one may go back on top."""
    fear = 0
    for i in range(g.aside_size):
        card = int(g.aside[i])
        if card == FEAR:
            if fear:
                continue
            fear = 1
        legal[n] = A_TAKE_CARD + card
        n += 1
    return n


@kernel("GTil:i")
def list_aside_step(g, t, p, legal):
    """Earring: how many cards (no more than the deck holds), then which one to keep, then which one goes back."""
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:
        n = min(frame[F_A], g.deck_size[p])
        for k in range(n):
            legal[k] = A_CHOOSE + CHOICE_ONE + k
        return n
    n = list_aside(g, 0, legal)
    if frame[F_X] == 2:
        legal[n] = A_DECLINE
        n += 1
    return n


@kernel("GTil:i")
def list_put_downs_at_round_end(g, t, p, legal):
    """Cards are put down in ascending order, so that each set of cards can be put down in one way only."""
    after = g.frame[g.frames - 1][F_X]
    legal[0] = A_DECLINE
    n = 1
    fear = 0
    for i in range(g.hand_size[p]):
        card = int(g.hand[p, i])
        if card < after or (card == FEAR and fear):
            continue
        if card == FEAR:
            fear = 1
        legal[n] = A_PAY_CARD + card
        n += 1
    return n


@kernel("Gil:i")
def list_artifacts_to_exile(g, p, legal):
    """List the artifacts of hand and play area."""
    n = 0
    for i in range(g.hand_size[p]):
        if FIRST_ARTIFACT <= g.hand[p, i] < FIRST_STARTING:
            legal[n] = A_EXILE_HAND + g.hand[p, i]
            n += 1
    for i in range(g.play_size[p]):
        if FIRST_ARTIFACT <= g.play[p, i] < FIRST_STARTING:
            legal[n] = A_EXILE_PLAY + g.play[p, i]
            n += 1
    return n


@kernel("Giil:i")
def list_index_price(g, p, operation, legal):
    """List the ways to pay a price of the General Index: an artifact, an idol, an assistant, a boon."""
    if operation == OP_PRICE_ARTIFACT:
        return list_artifacts_to_exile(g, p, legal)
    if operation == OP_PRICE_ASSISTANT:
        return assistants.list_ready(g, p, legal)
    if operation == OP_PRICE_BOON:
        return guardians.list_flips(g, p, 0, legal)
    legal[0] = A_ACCEPT
    return 1 if g.idols[p] > 0 else 0


@kernel("GTil:i")
def list_optional(g, t, p, legal):
    """List the ways to take an optional effect, `decline` not included."""
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    a = int(frame[F_A])
    b = int(frame[F_B])
    c = int(frame[F_C])
    n = 0
    if operation == OP_PRICE:
        if owned(g, p, a) >= b:
            legal[0] = A_ACCEPT
            n = 1
    elif operation == OP_PRICE_CARD or operation == OP_PRICE_DECK_TOP:
        n = list_hand(g, p, A_PAY_CARD, 0, legal)
    elif operation == OP_PRICE_TRAVEL:
        if travel.can_pay(g, t, p, b << (3 * a), 0, travel.available(g, t, p), g.tokens[p, COIN]):
            legal[0] = A_ACCEPT
            n = 1
    elif operation == OP_DRAW:
        legal[0] = A_CHOOSE + CHOICE_DRAW
        n = 1
    elif operation == OP_EXILE:
        n = list_exiles(g, p, 0, legal)
    elif operation == OP_TRADE_UP:
        if owned(g, p, TABLET) > 0:
            legal[n] = A_CHOOSE + CHOICE_ARROWHEAD
            n += 1
        if g.tokens[p, ARROWHEAD] > 0:
            legal[n] = A_CHOOSE + CHOICE_JEWEL
            n += 1
    elif operation == OP_REFRESH:
        n = assistants.list_refresh(g, p, 0, legal)
    elif operation == OP_DIG:
        discount = travel.own_icons(g, p, sites.discount_of_effect(g))
        n = sites.list_digs(g, t, p, discount, c, 0, legal)
    elif operation == OP_DIG_CAMP:
        n = sites.list_camp_digs(g, p, 0, legal)
    elif operation == OP_BUY:
        n = market.list_purchases(g, t, p, a, b, c, 0, legal)
    elif operation == OP_OVERCOME:
        n = guardians.list_free_overcome(g, p, 0, legal)
    elif operation == OP_RESEARCH:
        n = temple_tiles.list_research(g, t, p, a, temple_tiles.discount_of_research(g), 0, legal)
    elif operation == OP_TAKE_EXILED_ITEM:
        for card in range(ITEMS):
            if g.exiled[card] > 0:
                legal[n] = A_TAKE_CARD + card
                n += 1
    elif OP_PRICE_DECK_TOP < operation <= OP_PRICE_BOON:
        n = list_index_price(g, p, operation, legal)
    elif operation == OP_PEDESTAL:
        n = idols.list_pedestal(g, p, legal)
    elif operation == OP_READY_BOON:
        n = guardians.list_flips(g, p, 1, legal)
    else:  # OP_USE_ARTIFACT, OP_USE_AGAIN, OP_DARK_EFFECT
        legal[0] = A_ACCEPT
        n = 1
    return n


@kernel("Giil:i")
def list_index_effect(g, p, operation, legal):
    """List the ways to carry out an effect of the General Index that cannot be refused, -1 when it is none."""
    if operation == OP_RECRUIT_OR_UPGRADE:
        return assistants.legal_recruit_or_upgrade(g, p, legal)
    if operation == OP_SPEND_BOON:
        return guardians.list_flips(g, p, 0, legal)
    if operation == OP_IDOL_ON_BOARD:
        return idols.legal_idol_on_board(g, legal)
    if operation == OP_TEMPLE_TILE:
        return temple_tiles.legal_two_point_tile(g, legal)
    if operation == OP_REMOVE_SITE:
        return sites.legal_remove_site(g, legal)
    if operation == OP_HIDDEN_SITE:
        return sites.legal_hidden_site(g, legal)
    return -1


@kernel("Gil:i")
def list_tablets(g, p, legal):
    """List the kinds of tablet a player can spend next."""
    n = 0
    if g.tokens[p, TABLET] > 0:
        legal[n] = A_CHOOSE + CHOICE_TABLET
        n += 1
    if g.dark[p] > 0:
        legal[n] = A_CHOOSE + CHOICE_DARK_TABLET
        n += 1
    return n


@kernel("GTil:i")
def list_compulsory(g, t, p, legal):
    """List the ways to carry out an operation that cannot be refused; -1 when the operation is an optional one."""
    operation = g.frame[g.frames - 1][F_OP]
    if operation == OP_CHOOSE:
        return list_options(g, t, 0, legal)
    if operation == OP_RECRUIT or operation == OP_SUPPLY:
        return assistants.list_stacks(g, legal)
    if operation == OP_UPGRADE:
        return assistants.list_silver(g, p, legal)
    if operation == OP_RESCUE:
        return assistants.list_rescue(g, legal)
    if operation == OP_EXCHANGE:
        return assistants.legal_exchange(g, p, legal)
    if operation == OP_ACTIVATE:
        return sites.legal_activate(g, t, p, legal)
    if operation == OP_RELOCATE:
        return sites.legal_relocate(g, t, p, legal)
    if operation == OP_RECALL:
        return sites.legal_recall(g, p, legal)
    if operation == OP_MOVE_GUARDIAN:
        return sites.legal_move_guardian(g, p, legal)
    if operation == OP_ASIDE:
        return list_aside_step(g, t, p, legal)
    if operation == OP_PICK_BONUS:
        return research.legal_pick_bonus(g, legal)
    if operation == OP_PICK_TEMPLE_BONUS:
        return temple_tiles.legal_pick_temple_bonus(g, legal)
    if operation == OP_REWARDS:
        legal[0] = A_CHOOSE + CHOICE_BONUS_TILE
        legal[1] = A_CHOOSE + CHOICE_ROW_EFFECT
        return 2
    return list_index_effect(g, p, operation, legal)


@kernel("GTl:i")
def legal_actions(g, t, legal):
    """Fill `legal` with the actions of the deciding player and return how many there are (0 when the game is over)."""
    if g.over:
        return 0
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    p = int(g.turn_player)
    if operation == OP_KEEP:
        return list_put_downs_at_round_end(g, t, frame[F_A], legal)
    # Inside a payment there are no free actions: the hand cards that are owed could be played away.
    if operation == OP_PAY_TRAVEL:
        return travel.legal_payment(g, t, p, legal)
    if operation == OP_PAY_TABLETS:
        return list_tablets(g, p, legal)
    if operation == OP_PLACE_ARTIFACT:  # nor here: one could buy the last artifact of the row
        return altars.legal_place_artifact(g, legal)
    if operation == OP_PUT_DOWN:
        return list_hand(g, p, A_PAY_CARD, 0, legal)
    if operation == OP_TURN:
        if g.main_done:
            legal[0] = A_END_TURN
            n = 1
        else:
            n = list_main_actions(g, t, p, 0, legal)
    else:
        n = list_compulsory(g, t, p, legal)
        if n < 0:
            n = list_optional(g, t, p, legal)
            legal[n] = A_DECLINE
            n += 1
    if g.frames <= FREE_ACTION_DEPTH:
        n = list_free_actions(g, t, p, n, legal)
    return n
