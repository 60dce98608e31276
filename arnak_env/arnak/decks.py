"""A player's cards. Base rulebook, Play a Card; Setup for Next Round; Reserve Tiles."""

from arnak_env.arnak.chance import shuffle
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.opcodes import (
    FEAR,
    FEAR_TILES,
    OWNER_KNOWS,
    PUBLIC,
    STREAM_DECK,
    SWAPPED,
)


@kernel("Giii:")
def add_to_hand(g, p, card, group):
    n = g.hand_size[p]
    g.hand[p, n] = card
    g.hand_group[p, n] = group
    g.hand_size[p] = n + 1


@kernel("Gii:i")
def find_in_hand(g, p, card):
    """Return the first place of a card in the hand, -1 when it is not there."""
    for i in range(g.hand_size[p]):
        if g.hand[p, i] == card:
            return i
    return -1


@kernel("Gi:")
def clear_swapped(g, p):
    """Two cards can be told apart again, because one has shown itself or both are in the hand."""
    for i in range(g.hand_size[p]):
        g.hand_group[p, i] &= ~SWAPPED
    for i in range(g.deck_size[p]):
        g.deck_group[p, i] &= ~SWAPPED


@kernel("Gii:")
def hand_over_mark(g, p, place):
    """A hand card that may lie on the deck instead has shown itself.

    With another hand card of the same shuffle the others still cannot tell: it is that one which may lie on the deck.
    """
    group = int(g.hand_group[p, place]) & (OWNER_KNOWS - 1)
    if group != PUBLIC:
        for i in range(g.hand_size[p]):
            if i != place and g.hand_group[p, i] == group:
                g.hand_group[p, i] |= SWAPPED
                return
    clear_swapped(g, p)


@kernel("Gii:")
def remove_from_hand(g, p, card):
    place = find_in_hand(g, p, card)
    if g.hand_group[p, place] & SWAPPED:
        hand_over_mark(g, p, place)
    n = g.hand_size[p] - 1
    for i in range(place, n):
        g.hand[p, i] = g.hand[p, i + 1]
        g.hand_group[p, i] = g.hand_group[p, i + 1]
    g.hand[p, n] = 0
    g.hand_group[p, n] = 0
    g.hand_size[p] = n


@kernel("Gii:")
def add_to_play(g, p, card):
    g.play[p, g.play_size[p]] = card
    g.play_size[p] += 1


@kernel("Gii:i")
def find_in_play(g, p, card):
    for i in range(g.play_size[p]):
        if g.play[p, i] == card:
            return i
    return -1


@kernel("Gii:")
def remove_from_play(g, p, card):
    n = g.play_size[p] - 1
    for i in range(find_in_play(g, p, card), n):
        g.play[p, i] = g.play[p, i + 1]
    g.play[p, n] = 0
    g.play_size[p] = n


@kernel("Gii:")
def put_down(g, p, card):
    """Move a hand card to the play area without its effect or travel value."""
    remove_from_hand(g, p, card)
    add_to_play(g, p, card)


@kernel("Giii:")
def put_under_deck(g, p, card, group):
    n = g.deck_size[p]
    g.deck[p, n] = card
    g.deck_group[p, n] = group
    g.deck_size[p] = n + 1


@kernel("Giii:")
def put_on_deck(g, p, card, group):
    for i in range(g.deck_size[p], 0, -1):
        g.deck[p, i] = g.deck[p, i - 1]
        g.deck_group[p, i] = g.deck_group[p, i - 1]
    g.deck[p, 0] = card
    g.deck_group[p, 0] = group
    g.deck_size[p] += 1


@kernel("Gii:i")
def take_from_deck(g, p, bottom):
    """Take the top (or bottom) card of a deck that is not empty; return card + 128 * its public group.

    The mark SWAPPED stays with the group: laid aside, the card may still be the other one of its pair.
    """
    n = g.deck_size[p] - 1
    place = n if bottom else 0
    card = int(g.deck[p, place])
    group = int(g.deck_group[p, place]) & ~OWNER_KNOWS
    for i in range(place, n):
        g.deck[p, i] = g.deck[p, i + 1]
        g.deck_group[p, i] = g.deck_group[p, i + 1]
    g.deck[p, n] = 0
    g.deck_group[p, n] = 0
    g.deck_size[p] = n
    return card + 128 * group


@kernel("Gii:")
def draw(g, p, bottom):
    """Draw one card if the deck has one; the play area is never reshuffled for it."""
    if g.deck_size[p] > 0:
        drawn = take_from_deck(g, p, bottom)
        if (drawn >> 7) & SWAPPED:  # both cards of the pair are in the hand now
            clear_swapped(g, p)
        add_to_hand(g, p, drawn & 127, (drawn >> 7) & ~SWAPPED)


@kernel("Gi:")
def gain_fear(g, p):
    """Fear goes face up into the play area; with no Fear card left a fear tile is taken."""
    if g.fear_supply > 0:
        g.fear_supply -= 1
        add_to_play(g, p, FEAR)
        return
    tiles = 0
    for q in range(g.players):
        tiles += g.fear_tiles[q]
    if tiles < FEAR_TILES:
        g.fear_tiles[p] += 1


@kernel("Gi:")
def send_to_exile(g, card):
    """An exiled Fear returns to the Fear supply, every other card is out of play."""
    if card == FEAR:
        g.fear_supply += 1
    else:
        g.exiled[card] += 1


@kernel("Gi:")
def shuffle_play_area_under_deck(g, p):
    """End of the round: the play area is shuffled and goes under the deck; everybody knows which cards it holds."""
    start = g.deck_size[p]
    group = 1 + g.round_number
    for i in range(g.play_size[p]):
        put_under_deck(g, p, g.play[p, i], group)
        g.play[p, i] = 0
    g.play_size[p] = 0
    shuffle(g, STREAM_DECK + p, g.deck[p], start, g.deck_size[p])


@kernel("Giii:")
def gain_item(g, p, card, destination):
    """A bought or gained item: 0 under the deck, 1 to the hand, 2 on the deck. Everybody has seen it."""
    if destination == 1:
        add_to_hand(g, p, card, PUBLIC)
    elif destination == 2:
        put_on_deck(g, p, card, PUBLIC)
    else:
        put_under_deck(g, p, card, PUBLIC)
