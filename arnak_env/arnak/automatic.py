"""Operations that need no decision, and the moment before a decision: what resolves itself.

`settle` works on the top of the stack until somebody has to decide or the game is over.
"""

from arnak_env.arnak import assistants, encounters, guardians, idols, research, sites, temple_tiles, travel
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.decks import gain_fear, send_to_exile
from arnak_env.arnak.frames import complete
from arnak_env.arnak.market import show_deck_tops
from arnak_env.arnak.opcodes import (
    ARCHAEOLOGISTS,
    BUY_ARTIFACT,
    BUY_ITEM,
    DECK_TOP_INCLUDED,
    F_A,
    F_B,
    F_C,
    F_OP,
    F_X,
    FIRST_ARTIFACT,
    FRAME_FIELDS,
    GUARDIANS,
    OP_ACTIVATE,
    OP_ASIDE,
    OP_AWAKEN,
    OP_BUY,
    OP_DARK,
    OP_DRAW,
    OP_ENCOUNTER,
    OP_ENCOUNTER_DONE,
    OP_ENTER,
    OP_EXCHANGE,
    OP_EXILE_ROW_ITEM,
    OP_FEAR,
    OP_GAIN,
    OP_GAIN_IDOL,
    OP_GAIN_PER,
    OP_HIDDEN_SITE,
    OP_ICONS,
    OP_IDOL_ON_BOARD,
    OP_IGNORE_FEAR,
    OP_MOVE_GUARDIAN,
    OP_NEXT_TURN,
    OP_PASS,
    OP_PAY_TRAVEL,
    OP_PLANES,
    OP_PUT_DOWN,
    OP_READY_BOON,
    OP_RECALL,
    OP_RECRUIT,
    OP_RECRUIT_OR_UPGRADE,
    OP_RELOCATE,
    OP_REMOVE_SITE,
    OP_REPLACE_SITE,
    OP_RESCUE,
    OP_REVEAL,
    OP_ROUND_END,
    OP_SPEND_BOON,
    OP_STEP,
    OP_SUPPLY,
    OP_TAKE_GUARDIAN,
    OP_TEMPLE_TILE,
    OP_TILE_STACK,
    OP_UNSLOT,
    OP_UPGRADE,
    PER_ARCHAEOLOGIST,
    PER_GUARDIAN,
    ROW_SLOTS,
    SITES,
)
from arnak_env.arnak.payment import gain_dark
from arnak_env.arnak.rounds import end_turn, go_on_with_round_end


@kernel("Gii:i")
def counted(g, p, what):
    """Return the number that a `gain N per ...` effect counts."""
    if what == PER_ARCHAEOLOGIST:
        return ARCHAEOLOGISTS - g.home[p]
    if what == PER_GUARDIAN:
        n = 0
        for guardian in range(GUARDIANS):
            if g.guardian_owner[guardian] == p + 1:
                n += 1
        for site in range(SITES):
            if g.guardian[site] >= 0 and sites.has_figure(g, site, p + 1):
                n += 1
        return n
    return g.idols[p] + g.slotted[p] + g.extra_slotted[p] + g.on_pedestal[p]


@kernel("G:")
def exile_newest_item(g):
    """The rightmost item of the row, which is the newest, goes to exile."""
    for slot in range(ROW_SLOTS - 1, -1, -1):
        card = int(g.row[slot])
        if 0 <= card < FIRST_ARTIFACT:
            send_to_exile(g, card)
            g.row[slot] = -1
            return


@kernel("GTi:i")
def resolve_gain(g, t, p):
    """Resolve an operation that only changes numbers; return 1 when it was one."""
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    a = int(frame[F_A])
    b = int(frame[F_B])
    c = int(frame[F_C])
    if operation == OP_GAIN:
        complete(g, t)
        g.tokens[p, a] += b
    elif operation == OP_FEAR:
        complete(g, t)
        for _ in range(a):
            gain_fear(g, p)
    elif operation == OP_ICONS:
        complete(g, t)
        g.pool[a] += b
    elif operation == OP_GAIN_PER:
        complete(g, t)
        n = counted(g, p, b)
        g.tokens[p, a] += min(n, c) if c > 0 else n
    elif operation == OP_IGNORE_FEAR:
        complete(g, t)
        g.ignore_fear[p] = 1
    elif operation == OP_PLANES:
        complete(g, t)
        g.planes[p] = 1
    elif operation == OP_PASS:
        complete(g, t)
        g.passed[p] = 1
        g.main_done = 1
    elif operation == OP_EXILE_ROW_ITEM:
        complete(g, t)
        exile_newest_item(g)
    elif operation == OP_UNSLOT:
        complete(g, t)
        idols.unslot(g, p)
    elif operation == OP_TILE_STACK:
        complete(g, t)
        sites.use_stack_tile(g, t, a)
    elif operation == OP_DARK:
        complete(g, t)
        gain_dark(g, t, p, a)
    elif operation == OP_GAIN_IDOL:
        complete(g, t)
        if g.idols_left > 0:
            g.idols_left -= 1
            idols.gain_idol(g, p)
    elif operation == OP_ENCOUNTER:
        encounters.draw_encounter(g, t)
    else:
        return 0
    return 1


@kernel("GT:i")
def resolve_step(g, t):
    """Resolve a step of the rules that asks nobody; return 1 when it was one."""
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    p = int(g.turn_player)
    if operation == OP_PAY_TRAVEL:
        return travel.finish_payment(g)
    if operation == OP_ENTER:
        sites.enter(g, t, p)
    elif operation == OP_REVEAL:
        sites.reveal(g, t)
    elif operation == OP_AWAKEN:
        site = int(frame[F_A])
        complete(g, t)
        sites.awaken(g, site)
    elif operation == OP_TAKE_GUARDIAN:
        guardians.finish_guardian(g, t)
    elif operation == OP_STEP:
        research.finish_step(g, t, p)
    elif operation == OP_REPLACE_SITE:
        sites.replace_site(g, t)
    elif operation == OP_ENCOUNTER_DONE:
        encounters.put_encounter_under(g, t)
    elif operation == OP_NEXT_TURN:
        end_turn(g, t)
    elif operation == OP_ROUND_END:
        go_on_with_round_end(g, t)
    else:
        return 0
    return 1


@kernel("Giil:i")
def index_effect_is_idle(g, p, operation, legal):
    """Return 1 when an effect of the General Index has nothing it could be done with."""
    if operation == OP_RECRUIT_OR_UPGRADE:
        return 1 if assistants.legal_recruit_or_upgrade(g, p, legal) == 0 else 0
    if operation == OP_READY_BOON:
        return 1 if guardians.list_flips(g, p, 1, legal) == 0 else 0
    if operation == OP_SPEND_BOON:
        return 1 if guardians.list_flips(g, p, 0, legal) == 0 else 0
    if operation == OP_IDOL_ON_BOARD:
        return 1 if idols.legal_idol_on_board(g, legal) == 0 else 0
    if operation == OP_TEMPLE_TILE:
        return 1 if temple_tiles.legal_two_point_tile(g, legal) == 0 else 0
    if operation == OP_REMOVE_SITE:
        return 1 if sites.legal_remove_site(g, legal) == 0 else 0
    if operation == OP_HIDDEN_SITE:
        return 1 if g.hidden_size == 0 else 0
    return 0


@kernel("GTil:i")
def nothing_to_decide(g, t, p, legal):
    """Return 1 when a compulsory operation has nothing it could be done with, so it is over."""
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    if operation == OP_DRAW:
        return 1 if g.deck_size[p] == 0 else 0
    if operation == OP_PUT_DOWN:
        return 1 if g.hand_size[p] == 0 or frame[F_A] == 0 else 0
    if operation == OP_RECRUIT:
        return 1 if assistants.free_square(g, p) < 0 or assistants.list_stacks(g, legal) == 0 else 0
    if operation == OP_UPGRADE:
        return 1 if assistants.list_silver(g, p, legal) == 0 else 0
    if operation == OP_RESCUE:
        return 1 if assistants.free_square(g, p) < 0 or g.rescue_size == 0 else 0
    if operation == OP_EXCHANGE:
        return 1 if assistants.list_stacks(g, legal) == 0 or assistants.legal_exchange(g, p, legal) == 0 else 0
    if operation == OP_SUPPLY:
        return 1 if assistants.list_stacks(g, legal) == 0 else 0
    if operation == OP_ACTIVATE:
        return 1 if sites.legal_activate(g, t, p, legal) == 0 else 0
    if operation == OP_RELOCATE:
        return 1 if sites.legal_relocate(g, t, p, legal) == 0 else 0
    if operation == OP_RECALL:
        return 1 if sites.legal_recall(g, p, legal) == 0 else 0
    if operation == OP_MOVE_GUARDIAN:
        return 1 if sites.legal_move_guardian(g, p, legal) == 0 else 0
    if operation == OP_ASIDE:
        return 1 if g.deck_size[p] == 0 and g.aside_size == 0 else 0
    return index_effect_is_idle(g, p, operation, legal)


@kernel("G:")
def look(g):
    """Before a decision the player sees what the effect shows: a revealed deck top, the whole rescue stack."""
    frame = g.frame[g.frames - 1]
    if frame[F_OP] == OP_BUY and frame[F_C] & DECK_TOP_INCLUDED:
        show_deck_tops(g, int(frame[F_A]) & (BUY_ITEM | BUY_ARTIFACT))
    elif frame[F_OP] == OP_RESCUE:
        g.rescue_seen[g.turn_player] = 1


@kernel("G:i")
def wait_for_cards_aside(g):
    """An earring used while the cards of another one lie aside waits below it; return 1 when it does."""
    top = g.frames - 1
    if g.aside_size == 0 or g.frame[top][F_OP] != OP_ASIDE or g.frame[top][F_X] != 0:
        return 0
    place = top - 1
    while g.frame[place][F_OP] != OP_ASIDE or g.frame[place][F_X] == 0:
        place -= 1
    for field in range(FRAME_FIELDS):
        waiting = g.frame[top][field]
        for i in range(top, place, -1):
            g.frame[i][field] = g.frame[i - 1][field]
        g.frame[place][field] = waiting
    return 1


@kernel("GTl:")
def settle(g, t, legal):
    """Resolve everything that needs no decision."""
    while not g.over:
        if g.frames == 0 or g.error:  # the stack never runs empty by itself: TURN stays below everything
            g.over = 1
            return
        p = int(g.turn_player)
        if resolve_gain(g, t, p) or resolve_step(g, t) or wait_for_cards_aside(g):
            continue
        sites.forget_lost_choice(g, p)
        if nothing_to_decide(g, t, p, legal):
            complete(g, t)
            continue
        look(g)
        return
