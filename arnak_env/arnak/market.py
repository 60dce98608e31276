"""The card row: buying, gaining and refilling. Base rulebook, Buy a Card; Refilling the Card Row."""

from arnak_env.arnak.actions import A_BUY
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.decks import add_to_play, gain_item
from arnak_env.arnak.frames import push
from arnak_env.arnak.objectives import meet_objective
from arnak_env.arnak.opcodes import (
    BUY_ARTIFACT,
    BUY_FREE,
    BUY_ITEM,
    COIN,
    COMPASS,
    DECK_TOP_INCLUDED,
    F_SOURCE,
    FIRST_ARTIFACT,
    OBJECTIVE_BUY_ARTIFACT,
    OBJECTIVE_BUY_ITEM,
    OP_USE_ARTIFACT,
    ROW_SLOTS,
)


@kernel("Tii:i")
def price(t, card, discount):
    """Return what a card costs; a discount never drops the price below zero."""
    if discount == BUY_FREE:
        return 0
    return max(0, int(t.card_cost[card]) - discount)


@kernel("GTiiii:i")
def can_buy(g, t, p, card, kinds, discount):
    if card < 0:
        return 0
    if card < FIRST_ARTIFACT:
        return 1 if kinds & BUY_ITEM and g.tokens[p, COIN] >= price(t, card, discount) else 0
    return 1 if kinds & BUY_ARTIFACT and g.tokens[p, COMPASS] >= price(t, card, discount) else 0


@kernel("GTiiiiil:i")
def list_purchases(g, t, p, kinds, discount, destination, n, legal):
    """Add the cards of the row (and a revealed top card) that can be bought or gained."""
    for slot in range(ROW_SLOTS):
        if can_buy(g, t, p, g.row[slot], kinds, discount):
            legal[n] = A_BUY + g.row[slot]
            n += 1
    if destination & DECK_TOP_INCLUDED:
        if g.item_deck_size > 0 and can_buy(g, t, p, g.item_deck[g.item_deck_size - 1], kinds, discount):
            legal[n] = A_BUY + g.item_deck[g.item_deck_size - 1]
            n += 1
        if g.artifact_deck_size > 0 and can_buy(g, t, p, g.artifact_deck[g.artifact_deck_size - 1], kinds, discount):
            legal[n] = A_BUY + g.artifact_deck[g.artifact_deck_size - 1]
            n += 1
    return n


@kernel("Gi:")
def show_deck_tops(g, kinds):
    """Reveal the top card of the relevant decks; it stays known when it is not taken."""
    if kinds & BUY_ITEM and g.item_deck_size > 0:
        g.item_top_known = 1
    if kinds & BUY_ARTIFACT and g.artifact_deck_size > 0:
        g.artifact_top_known = 1


@kernel("Gi:")
def take_from_row(g, card):
    """Take a card out of the row, or off the top of its deck. The row is refilled at the end of the turn."""
    for slot in range(ROW_SLOTS):
        if g.row[slot] == card:
            g.row[slot] = -1
            return
    if card < FIRST_ARTIFACT:
        g.item_deck_size -= 1
        g.item_top_known = 0
    else:
        g.artifact_deck_size -= 1
        g.artifact_top_known = 0


@kernel("GTiiii:")
def buy(g, t, p, card, discount, destination):
    """An item goes under the deck (or where the effect says), an artifact to the play area, usable at once."""
    cost = price(t, card, discount)
    take_from_row(g, card)
    if card < FIRST_ARTIFACT:
        g.tokens[p, COIN] -= cost
        gain_item(g, p, card, destination & 3)
        meet_objective(g, OBJECTIVE_BUY_ITEM, 0)
        return
    g.tokens[p, COMPASS] -= cost
    add_to_play(g, p, card)
    meet_objective(g, OBJECTIVE_BUY_ARTIFACT, 0)
    push(g, OP_USE_ARTIFACT, card, 0, 0)
    g.frame[g.frames - 1][F_SOURCE] = card


@kernel("Giii:")
def refill_side(g, staff_slot, end_slot, step):
    """Fill the gaps of one side: cards slide towards the staff, the new card enters at the far end.

    With an empty deck nothing slides any more.
    """
    slot = staff_slot
    while True:
        if g.row[slot] < 0:
            items = step > 0
            size = int(g.item_deck_size) if items else int(g.artifact_deck_size)
            if size == 0:
                return
            place = slot
            while place != end_slot:
                g.row[place] = g.row[place + step]
                place += step
            if items:
                g.item_deck_size -= 1
                g.item_top_known = 0
                g.row[end_slot] = g.item_deck[size - 1]
            else:
                g.artifact_deck_size -= 1
                g.artifact_top_known = 0
                g.row[end_slot] = g.artifact_deck[size - 1]
            if g.row[slot] < 0:  # a further gap slid here
                continue
        if slot == end_slot:
            return
        slot += step


@kernel("G:")
def refill_row(g):
    """Refill both sides of the moon staff, which stands right of slot round - 1."""
    refill_side(g, g.round_number - 1, 0, -1)
    refill_side(g, g.round_number, ROW_SLOTS - 1, 1)
