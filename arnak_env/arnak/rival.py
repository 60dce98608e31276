"""The solo rival's turn. Base rulebook, Solo Variant, Rival Actions. Twisted Paths rulebook, Solo Variants."""

from arnak_env.arnak.chance import shuffle
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.market import refill_row
from arnak_env.arnak.objectives import meet_objective
from arnak_env.arnak.opcodes import (
    CAMPS,
    EMPTY,
    FIRST_ARTIFACT,
    FIRST_LEVEL_1,
    FIRST_LEVEL_2,
    OBJECTIVE_ARCHAEOLOGISTS,
    OBJECTIVE_BUY_ARTIFACT,
    OBJECTIVE_BUY_ITEM,
    OBJECTIVE_DISCOVER,
    RIVAL_ARCHAEOLOGISTS_NEEDED,
    RIVAL_BUY,
    RIVAL_DIG,
    RIVAL_DISCOVER,
    RIVAL_FIGURE,
    RIVAL_FIGURES,
    RIVAL_GUARDIAN,
    RIVAL_OWL,
    RIVAL_SPIDER,
    ROUNDS,
    ROW_SLOTS,
    SITES,
    STREAM_RIVAL,
    SWITCH_DIG_NEEDS_SURE_TOKEN,
    SWITCH_GREEN_ITEM_ACTS_IN_V,
)
from arnak_env.arnak.rival_altars import rival_fills_altar, rival_invokes
from arnak_env.arnak.rival_research import (
    arrow_right,
    rival_moves_notebook,
    rival_research,
    rival_takes_lowest_tile,
)
from arnak_env.arnak.sites import awaken, has_figure, reveal_tile, space_of, tiles_left

GREEN_ITEM_TILE = 14


@kernel("GTii:i")
def offers(g, t, site, token):
    """Return 1 when the printed effect of a discovered site gives this token."""
    offered = t.camp_offers[g.board, site, token] if site < CAMPS else t.tile_offers[g.tile[site], token]
    if g.switches & SWITCH_DIG_NEEDS_SURE_TOKEN:
        return 1 if offered == 1 else 0
    return 1 if offered > 0 else 0


@kernel("Gi:i")
def free_space(g, site):
    """Return a space of the site where a figure can stand, -1 when there is none."""
    first = space_of(site)
    if g.space[first] == EMPTY:
        return first
    if site < CAMPS and g.space[first + 1] == EMPTY:
        return first + 1
    return -1


@kernel("Gi:")
def place_figure(g, space):
    g.space[space] = RIVAL_FIGURE
    g.rival_home -= 1
    if RIVAL_FIGURES - g.rival_home >= RIVAL_ARCHAEOLOGISTS_NEEDED:
        meet_objective(g, OBJECTIVE_ARCHAEOLOGISTS, 1)


@kernel("GTiiii:i")
def preferred(g, t, site, best, right, higher_row_first):
    """Return 1 when `site` beats the best site so far: by row, then by the side the arrow points to."""
    if best < 0:
        return 1
    row, best_row = t.site_row[site], t.site_row[best]
    if row != best_row:
        return 1 if (row > best_row) == (higher_row_first == 1) else 0
    return 1 if (t.site_column[site] > t.site_column[best]) == (right == 1) else 0


@kernel("GTi:")
def rival_dig(g, t, token):
    """Stand on a free space of a site that offers the token; higher rows first."""
    right = arrow_right(g, t)
    best = -1
    for site in range(SITES):
        if site >= FIRST_LEVEL_1 and g.tile[site] < 0:
            continue
        if offers(g, t, site, token) and free_space(g, site) >= 0 and preferred(g, t, site, best, right, 1):
            best = site
    if best >= 0 and g.rival_home > 0:
        place_figure(g, free_space(g, best))


@kernel("Gi:")
def rival_takes_idol(g, idol):
    """A first idol of its type lies face up, a duplicate on the -1 space."""
    if g.rival_idols[idol]:
        g.rival_minus_one += 1
    else:
        g.rival_idols[idol] = 1


@kernel("GTii:")
def rival_discover(g, t, level, awakens):
    """Discover a site of the level, lowest row first; neither idol nor site effect is used."""
    right = arrow_right(g, t)
    best = -1
    first = FIRST_LEVEL_1 if level == 1 else FIRST_LEVEL_2
    stop = FIRST_LEVEL_2 if level == 1 else SITES
    for site in range(first, stop):
        if g.tile[site] < 0 and g.space[space_of(site)] == EMPTY and preferred(g, t, site, best, right, 0):
            best = site
    if best < 0 or g.rival_home <= 0 or tiles_left(g, best) == 0:
        return
    place_figure(g, space_of(best))
    if g.idol_up[best] >= 0:
        rival_takes_idol(g, g.idol_up[best])
        g.idol_up[best] = -1
    if g.idol_down[best] >= 0:
        g.rival_minus_one += 1
        g.rival_hidden[g.idol_down[best]] += 1
        g.idol_down[best] = -1
    reveal_tile(g, best)
    meet_objective(g, OBJECTIVE_DISCOVER, 1)
    if awakens:
        awaken(g, best)


@kernel("GT:")
def rival_guardian(g, t):
    """Take a guardian where a rival figure stands, higher rows first; otherwise research without an assistant."""
    right = arrow_right(g, t)
    best = -1
    for site in range(SITES):
        if g.guardian[site] >= 0 and has_figure(g, site, RIVAL_FIGURE) and preferred(g, t, site, best, right, 1):
            best = site
    if best < 0:
        rival_research(g, t, 1, 0)
        return
    g.guardian_owner[g.guardian[best]] = RIVAL_FIGURE
    g.guardian[best] = -1


@kernel("GTii:")
def rival_buy(g, t, artifact, highest):
    """Take the card of a type with the lowest or highest points, ties by the arrow."""
    right = arrow_right(g, t)
    best = -1
    for slot in range(ROW_SLOTS):
        card = int(g.row[slot])
        if card < 0 or (card >= FIRST_ARTIFACT) != (artifact == 1):
            continue
        if best < 0:
            best = slot
            continue
        points = t.card_points[card]
        best_points = t.card_points[g.row[best]]
        if points == best_points:
            if right:
                best = slot
        elif (points > best_points) == (highest == 1):
            best = slot
    if best >= 0:
        g.rival_cards[g.row[best]] += 1
        g.row[best] = -1
        meet_objective(g, OBJECTIVE_BUY_ARTIFACT if artifact else OBJECTIVE_BUY_ITEM, 1)


@kernel("GT:")
def rival_turn(g, t):
    """Turn up the top tile and carry it out; an impossible action does nothing. The stack must not be empty."""
    tile = int(g.rival_stack[0])
    g.rival_stack_size -= 1
    for i in range(g.rival_stack_size):
        g.rival_stack[i] = g.rival_stack[i + 1]
    g.rival_stack[g.rival_stack_size] = -1
    g.rival_used[g.rival_used_size] = tile
    g.rival_used_size += 1
    now = g.round_number - 1
    acts = t.rival_acts[tile, now]
    if tile == GREEN_ITEM_TILE and now == ROUNDS - 1 and g.switches & SWITCH_GREEN_ITEM_ACTS_IN_V:
        acts = 1
    if not acts:
        return
    kind = t.rival_kind[tile]
    if kind == RIVAL_DIG:
        rival_dig(g, t, t.rival_token[tile])
    elif kind == RIVAL_DISCOVER:
        rival_discover(g, t, t.rival_level[tile, now], t.rival_awakens[tile, now])
    elif kind == RIVAL_GUARDIAN:
        rival_guardian(g, t)
        if t.rival_moves_notebook[tile]:
            rival_moves_notebook(g, t)
    elif kind == RIVAL_BUY:
        item = t.rival_item[tile, now]
        artifact = t.rival_artifact[tile, now]
        if tile == GREEN_ITEM_TILE and item == 0:
            item = 1
        if item:
            rival_buy(g, t, 0, item - 1)
        if artifact:
            rival_buy(g, t, 1, artifact - 1)
        refill_row(g)
    elif kind == RIVAL_SPIDER:
        if t.rival_invokes[tile, now]:
            rival_invokes(g)
        if t.rival_places[tile, now]:
            rival_fills_altar(g, t)
            refill_row(g)
    elif kind == RIVAL_OWL:
        rival_takes_lowest_tile(g, t)
    else:
        rival_research(g, t, t.rival_steps[tile, now], 1)


@kernel("G:")
def rival_new_round(g):
    """The whole stack is shuffled again; unplayed tiles do not exist at the end of a round."""
    for i in range(g.rival_used_size):
        g.rival_stack[g.rival_stack_size] = g.rival_used[i]
        g.rival_stack_size += 1
        g.rival_used[i] = -1
    g.rival_used_size = 0
    shuffle(g, STREAM_RIVAL, g.rival_stack[:], 0, g.rival_stack_size)
