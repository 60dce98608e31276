"""Dig, discover, activate and relocate. Base rulebook, Dig at a Site; Discover a New Site; Keywords."""

from arnak_env.arnak import travel
from arnak_env.arnak.actions import A_DECLINE, A_DIG, A_DISCOVER, A_HIDDEN, A_SITE, A_SPACE
from arnak_env.arnak.altars import push_dark_effect
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.frames import complete, push, push_program
from arnak_env.arnak.idols import add_idol, take_hidden_idol
from arnak_env.arnak.objectives import meet_objective, player_figures_changed
from arnak_env.arnak.opcodes import (
    BOAT,
    BOOT,
    CAMPS,
    CAR,
    COIN,
    COMPASS,
    EMPTY,
    F_A,
    F_B,
    F_C,
    F_OP,
    F_X,
    FIRST_LEVEL_1,
    FIRST_LEVEL_2,
    LEVEL_1_TILES,
    OBJECTIVE_DISCOVER,
    OP_AWAKEN,
    OP_ENTER,
    OP_MOVE_GUARDIAN,
    OP_RELOCATE,
    OP_REPLACE_SITE,
    OP_REVEAL,
    OP_USE_AGAIN,
    PLANE,
    RIVAL_FIGURE,
    SITE_ANY,
    SITE_CAMP,
    SITE_EMPTY_CAMP,
    SITE_EMPTY_LEVEL_1,
    SITE_LEVEL_1,
    SITE_LEVEL_2,
    SITES,
    SPACES,
    TO_CAMP,
)
from arnak_env.arnak.payment import owned, pay

ENTER_DIG, ENTER_DISCOVER, ENTER_CAMP_TWICE = 0, 1, 2


@kernel("i:i")
def site_of(space):
    """Return the site that a space belongs to; the camps have two spaces each."""
    if space < 2 * CAMPS:
        return space >> 1
    return space - CAMPS


@kernel("i:i")
def space_of(site):
    """Return the first space of a site."""
    if site < CAMPS:
        return 2 * site
    return site + CAMPS


@kernel("Gi:i")
def is_discovered(g, site):
    return 1 if site < CAMPS or g.tile[site] >= 0 else 0


@kernel("Gii:i")
def has_figure(g, site, who):
    """Return 1 when a figure of `who` (player + 1, or RIVAL_FIGURE) stands on the site."""
    first = space_of(site)
    if g.space[first] == who:
        return 1
    return 1 if site < CAMPS and g.space[first + 1] == who else 0


@kernel("Gi:i")
def is_unoccupied(g, site):
    """Return 1 when no figure of anybody stands on the site; blocking tiles and guardians do not count."""
    first = space_of(site)
    if EMPTY < g.space[first] <= RIVAL_FIGURE:
        return 0
    return 0 if site < CAMPS and EMPTY < g.space[first + 1] <= RIVAL_FIGURE else 1


@kernel("Gii:i")
def other_player_at(g, site, p):
    first = space_of(site)
    if EMPTY < g.space[first] <= RIVAL_FIGURE and g.space[first] != p + 1:
        return 1
    if site < CAMPS and EMPTY < g.space[first + 1] <= RIVAL_FIGURE and g.space[first + 1] != p + 1:
        return 1
    return 0


@kernel("GTi:i")
def site_program(g, t, site):
    if site < CAMPS:
        return t.camp_program[g.board, site]
    return t.tile_program[g.tile[site]]


@kernel("GTi:i")
def travel_cost(g, t, space):
    cost = t.space_travel[g.board, space]
    return travel.pack(cost[BOOT], cost[BOAT], cost[CAR], cost[PLANE])


@kernel("Gi:i")
def tiles_left(g, site):
    """Return how many site tiles the stack for this place still holds; removed sites may use it up."""
    return int(g.level_1_size) if site < FIRST_LEVEL_2 else int(g.level_2_size)


@kernel("GTiii:i")
def can_afford_discovery(g, t, p, site, compass_discount):
    if tiles_left(g, site) == 0:
        return 0
    cost = t.discover_cost[g.board, site]
    for token in range(5):
        owed = int(cost[token])
        if token == COMPASS:
            owed = max(0, owed - compass_discount)
        if owned(g, p, token) < owed:
            return 0
    return 1


@kernel("GTiiiil:i")
def list_digs(g, t, p, discount, compass_discount, n, legal):
    """Add every space where the player can send an archaeologist to dig or discover, with a travel discount."""
    if g.home[p] <= 0:
        return n
    icons = travel.available(g, t, p)
    coins = int(g.tokens[p, COIN])
    for space in range(SPACES):
        if g.space[space] != EMPTY:
            continue
        site = site_of(space)
        owed = travel_cost(g, t, space)
        if is_discovered(g, site):
            if travel.can_pay(g, t, p, owed, discount, icons, coins):
                legal[n] = A_DIG + space
                n += 1
        elif can_afford_discovery(g, t, p, site, compass_discount):
            left = coins - int(t.discover_cost[g.board, site, COIN])
            if travel.can_pay(g, t, p, owed, discount, icons, left):
                legal[n] = A_DISCOVER + site - FIRST_LEVEL_1
                n += 1
    return n


@kernel("GTiii:")
def dig(g, t, p, space, discount):
    """Pay the travel cost, then the archaeologist enters and the site is used."""
    push(g, OP_ENTER, space, ENTER_DIG, 0)
    travel.ask_for_travel(g, travel_cost(g, t, space), discount)


@kernel("GTiiii:")
def discover(g, t, p, site, discount, compass_discount):
    """Pay compasses, then travel; what is gained on the way comes too late to pay with."""
    push(g, OP_ENTER, space_of(site), ENTER_DISCOVER, 0)
    travel.ask_for_travel(g, travel_cost(g, t, space_of(site)), discount)
    for token in range(5):
        owed = int(t.discover_cost[g.board, site, token])
        if token == COMPASS:
            owed = max(0, owed - compass_discount)
        pay(g, p, token, owed)


@kernel("GTii:")
def take_idols(g, t, p, site):
    """Both idols go to the crates, only the face-up one has its effect."""
    face_up = int(g.idol_up[site])
    if g.idol_down[site] >= 0:
        add_idol(g, p, int(g.idol_down[site]))
        g.idol_down[site] = -1
    if face_up >= 0:
        add_idol(g, p, face_up)
        g.idol_up[site] = -1
        push_program(g, t, t.idol_program[face_up], -1)


@kernel("GTi:")
def enter(g, t, p):
    """The archaeologist arrives: take the idols or use the site (operation on top of the stack)."""
    frame = g.frame[g.frames - 1]
    space = int(frame[F_A])
    how = int(frame[F_B])
    site = site_of(space)
    complete(g, t)
    g.space[space] = p + 1
    g.home[p] -= 1
    player_figures_changed(g, p)
    if how == ENTER_DISCOVER:
        push(g, OP_AWAKEN, site, 0, 0)
        push_dark_effect(g, t, site)
        push(g, OP_REVEAL, site, 0, 0)
        take_idols(g, t, p, site)
        return
    push_dark_effect(g, t, site)  # once for each arrival, after everything the site gives
    if how == ENTER_CAMP_TWICE:
        push(g, OP_USE_AGAIN, site, 0, 0)
    push_program(g, t, site_program(g, t, site), -1)


@kernel("Gi:")
def reveal_tile(g, site):
    """Turn up the top site tile of the matching stack on this site."""
    if site < FIRST_LEVEL_2:
        g.tile[site] = g.level_1_stack[0]
        g.level_1_size -= 1
        for i in range(g.level_1_size):
            g.level_1_stack[i] = g.level_1_stack[i + 1]
        g.level_1_stack[g.level_1_size] = -1
        g.level_1_known = min(g.level_1_known, g.level_1_size)
    else:
        g.tile[site] = g.level_2_stack[0]
        g.level_2_size -= 1
        for i in range(g.level_2_size):
            g.level_2_stack[i] = g.level_2_stack[i + 1]
        g.level_2_stack[g.level_2_size] = -1
        g.level_2_known = min(g.level_2_known, g.level_2_size)


@kernel("GT:")
def reveal(g, t):
    """Operation: the discovered site gets its tile and is used at once."""
    site = int(g.frame[g.frames - 1][F_A])
    complete(g, t)
    reveal_tile(g, site)
    meet_objective(g, OBJECTIVE_DISCOVER, 0)
    push_program(g, t, site_program(g, t, site), -1)


@kernel("Gi:")
def awaken(g, site):
    """A guardian appears on a site, while any is left; one that lived on a removed site is still there."""
    if g.guardian_size > 0 and g.guardian[site] < 0:
        g.guardian_size -= 1
        g.guardian[site] = g.guardian_stack[g.guardian_size]


@kernel("GTi:")
def use_stack_tile(g, t, level):
    """Use the top tile of a site tile stack, then put it under the stack, where everybody has seen it."""
    if level == 1:
        n = int(g.level_1_size)
        if n == 0:
            return
        tile = int(g.level_1_stack[0])
        for i in range(n - 1):
            g.level_1_stack[i] = g.level_1_stack[i + 1]
        g.level_1_stack[n - 1] = tile
        g.level_1_known = min(n, g.level_1_known + 1)
    else:
        n = int(g.level_2_size)
        if n == 0:
            return
        tile = int(g.level_2_stack[0])
        for i in range(n - 1):
            g.level_2_stack[i] = g.level_2_stack[i + 1]
        g.level_2_stack[n - 1] = tile
        g.level_2_known = min(n, g.level_2_known + 1)
    push_program(g, t, t.tile_program[tile], -1)


@kernel("GTiiii:i")
def can_activate(g, t, p, site, allowed, compass_for_level_2):
    """Return 1 when an effect may use this site without sending anybody there."""
    if not is_discovered(g, site):
        return 0
    if allowed == SITE_CAMP:
        return 1 if site < CAMPS else 0
    if allowed == SITE_EMPTY_CAMP:
        return 1 if site < CAMPS and is_unoccupied(g, site) else 0
    if allowed == SITE_LEVEL_1:
        return 1 if FIRST_LEVEL_1 <= site < FIRST_LEVEL_2 else 0
    if allowed == SITE_EMPTY_LEVEL_1:
        return 1 if FIRST_LEVEL_1 <= site < FIRST_LEVEL_2 and is_unoccupied(g, site) else 0
    if allowed == SITE_LEVEL_2:
        return 1 if site >= FIRST_LEVEL_2 else 0
    if allowed == SITE_ANY:
        return 1
    if site >= FIRST_LEVEL_2 and g.tokens[p, COMPASS] < compass_for_level_2:
        return 0
    return has_figure(g, site, p + 1)


@kernel("Gii:i")
def may_refuse_activation(g, p, price):
    """Return 1 when every site an effect could use has a price (Tent on level II): prices may be refused."""
    if price == 0:
        return 0
    dear = 0
    for site in range(SITES):
        if has_figure(g, site, p + 1):
            if site < FIRST_LEVEL_2:
                return 0
            dear = 1
    return dear


@kernel("GTil:i")
def legal_activate(g, t, p, legal):
    frame = g.frame[g.frames - 1]
    n = 0
    for site in range(SITES):
        if frame[F_X] == site + 1:  # already used by this effect
            continue
        if can_activate(g, t, p, site, frame[F_A], frame[F_C]):
            legal[n] = A_SITE + site
            n += 1
    if may_refuse_activation(g, p, frame[F_C]):
        legal[n] = A_DECLINE
        n += 1
    return n


@kernel("GTii:")
def activate(g, t, p, site):
    """Use the effect of a site; an effect for several sites stays on the stack until all are used."""
    frame = g.frame[g.frames - 1]
    if site >= FIRST_LEVEL_2:
        g.tokens[p, COMPASS] -= frame[F_C]
    frame[F_X] = site + 1
    frame[F_B] -= 1
    if frame[F_B] == 0:
        complete(g, t)
    push_program(g, t, site_program(g, t, site), -1)


@kernel("GTii:i")
def can_relocate_to(g, t, space, allowed):
    site = site_of(space)
    if g.space[space] != EMPTY or not is_discovered(g, site):
        return 0
    if allowed == TO_CAMP:
        return 1 if site < CAMPS else 0
    return 1 if site < FIRST_LEVEL_2 else 0


@kernel("GTiil:i")
def list_destinations(g, t, source, allowed, legal):
    """List free spaces at other sites to which a figure on `source` may be relocated."""
    n = 0
    for space in range(SPACES):
        if site_of(space) != site_of(source) and can_relocate_to(g, t, space, allowed):
            legal[n] = A_SPACE + space
            n += 1
    return n


@kernel("GTil:i")
def legal_relocate(g, t, p, legal):
    """First the figure, then its destination (register X holds the chosen space + 1)."""
    frame = g.frame[g.frames - 1]
    if frame[F_X] > 0:
        return list_destinations(g, t, frame[F_X] - 1, frame[F_A], legal)
    n = 0
    for space in range(SPACES):
        if g.space[space] == p + 1:
            legal[n] = A_SPACE + space
            # Written over again: only whether a destination exists matters here.
            if list_destinations(g, t, space, frame[F_A], legal[n + 1 :]) > 0:
                n += 1
    return n


@kernel("GTii:")
def relocate(g, t, p, space):
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:
        frame[F_X] = space + 1
        return
    g.space[frame[F_X] - 1] = EMPTY
    g.space[space] = p + 1
    complete(g, t)
    push_dark_effect(g, t, site_of(space))
    push_program(g, t, site_program(g, t, site_of(space)), -1)


@kernel("Gil:i")
def legal_recall(g, p, legal):
    n = 0
    for space in range(SPACES):
        if g.space[space] == p + 1:
            legal[n] = A_SPACE + space
            n += 1
    return n


@kernel("Gii:i")
def guardian_destination(g, site, source):
    """Return 1 when a guardian may be moved here: a discovered, unoccupied camp or level I site without guardian."""
    if site == source or site >= FIRST_LEVEL_2 or g.guardian[site] >= 0 or not is_discovered(g, site):
        return 0
    return is_unoccupied(g, site)


@kernel("Gil:i")
def legal_move_guardian(g, p, legal):
    frame = g.frame[g.frames - 1]
    n = 0
    for site in range(SITES):
        if frame[F_X] > 0:
            if guardian_destination(g, site, frame[F_X] - 1):
                legal[n] = A_SITE + site
                n += 1
        elif g.guardian[site] >= 0 and has_figure(g, site, p + 1):
            possible = 0
            for other in range(FIRST_LEVEL_2):
                possible |= guardian_destination(g, other, site)
            if possible:
                legal[n] = A_SITE + site
                n += 1
    return n


@kernel("GTii:")
def move_guardian(g, t, p, site):
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:
        frame[F_X] = site + 1
        return
    source = frame[F_X] - 1
    g.guardian[site] = g.guardian[source]
    g.guardian[source] = -1
    complete(g, t)
    push_program(g, t, site_program(g, t, site), -1)


@kernel("Giil:i")
def list_camp_digs(g, p, n, legal):
    """Add every free camp space, for a dig without travel cost."""
    if g.home[p] > 0:
        for space in range(2 * CAMPS):
            if g.space[space] == EMPTY:
                legal[n] = A_DIG + space
                n += 1
    return n


@kernel("G:i")
def discount_of_effect(g):
    """Return the travel discount of the dig-or-discover effect on top of the stack."""
    frame = g.frame[g.frames - 1]
    if frame[F_A] < 0:
        return 0
    return frame[F_B] << (3 * frame[F_A])


@kernel("Gl:i")
def legal_remove_site(g, legal):
    """List the discovered level I sites on which nobody stands."""
    n = 0
    for site in range(FIRST_LEVEL_1, FIRST_LEVEL_2):
        if g.tile[site] >= 0 and is_unoccupied(g, site):
            legal[n] = A_SITE + site
            n += 1
    return n


@kernel("GTi:")
def use_and_remove_site(g, t, site):
    """Use a site; then its tile leaves the game."""
    program = site_program(g, t, site)
    complete(g, t)
    push(g, OP_REPLACE_SITE, site, 0, 0)
    push_program(g, t, program, -1)


@kernel("GT:")
def replace_site(g, t):
    """Operation: the tile leaves the game and the top leftover idol lies face up; the place can be discovered again.

    A guardian that lives there stays; discovering the place then wakes no second one.
    """
    site = int(g.frame[g.frames - 1][F_A])
    complete(g, t)
    if g.tile[site] < 0:  # removed by another effect in between
        return
    g.tile[site] = -1
    if g.idols_left > 0:
        g.idols_left -= 1
        g.idol_up[site] = take_hidden_idol(g)


@kernel("Gl:i")
def legal_hidden_site(g, legal):
    for i in range(g.hidden_size):
        legal[i] = A_HIDDEN + g.hidden[i]
    return int(g.hidden_size)


@kernel("GTi:")
def use_hidden_site(g, t, tile):
    """Use a hidden site tile, then put it under the stack of its level, where everybody has seen it."""
    complete(g, t)
    place = 0
    while g.hidden[place] != tile:
        place += 1
    g.hidden_size -= 1
    for i in range(place, g.hidden_size):
        g.hidden[i] = g.hidden[i + 1]
    g.hidden[g.hidden_size] = -1
    if tile < LEVEL_1_TILES:
        g.level_1_stack[g.level_1_size] = tile
        g.level_1_size += 1
        g.level_1_known = min(g.level_1_size, g.level_1_known + 1)
    else:
        g.level_2_stack[g.level_2_size] = tile
        g.level_2_size += 1
        g.level_2_known = min(g.level_2_size, g.level_2_known + 1)
    push_program(g, t, t.tile_program[tile], -1)


@kernel("Gi:")
def forget_lost_choice(g, p):
    """A figure or guardian chosen to be moved may have left through a free action: it is chosen again."""
    frame = g.frame[g.frames - 1]
    chosen = frame[F_X] - 1
    if chosen < 0:
        return
    if frame[F_OP] == OP_RELOCATE and g.space[chosen] != p + 1:
        frame[F_X] = 0
    if frame[F_OP] == OP_MOVE_GUARDIAN and (g.guardian[chosen] < 0 or not has_figure(g, chosen, p + 1)):
        frame[F_X] = 0
