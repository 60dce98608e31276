"""Writing the observation row; the layout is in `observation.py`."""

from arnak_env.arnak import observation as w
from arnak_env.arnak import travel
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.legal import deciding_player
from arnak_env.arnak.observation import BLOCK_OFFSET, BLOCK_SIZE
from arnak_env.arnak.opcodes import (
    ALTARS,
    ASSISTANTS,
    BONUS_ROOM,
    BONUS_TYPES,
    CAMPS,
    CARDS,
    CHAPTERS,
    EMPTY,
    ENCOUNTERS,
    F_A,
    F_B,
    F_C,
    F_OP,
    F_SOURCE,
    F_X,
    F_Y,
    FIRST_ARTIFACT,
    FIRST_PAIR_TILE,
    FIRST_STARTING,
    GUARDIANS,
    IDOL_TYPES,
    OBJECTIVE_DOWN,
    OBJECTIVE_OPEN,
    OP_ASIDE,
    OP_KEEP,
    OP_PAY_TRAVEL,
    OWL,
    OWNER_KNOWS,
    PASSAGES,
    PUBLIC,
    RIVAL_FIGURE,
    RIVAL_SEAT,
    RIVAL_STACK,
    ROW_SLOTS,
    SITES,
    SPACES,
    SPIDER,
    SPIDER_TILE,
    SWITCHES,
    TEMPLE_STACKS,
    TRACK_SPACES,
)

_TOKENS = BLOCK_OFFSET["tokens"]
_HOME = BLOCK_OFFSET["archaeologists_at_home"]
_IDOLS = BLOCK_OFFSET["idols_in_crates"]
_SLOTTED = BLOCK_OFFSET["idols_in_slots"]
_FEAR_TILES = BLOCK_OFFSET["fear_tiles"]
_PLANES = BLOCK_OFFSET["planes"]
_IGNORE = BLOCK_OFFSET["ignores_fear"]
_HAND_SIZE = BLOCK_OFFSET["hand_size"]
_DECK_SIZE = BLOCK_OFFSET["deck_size"]
_GLASS = BLOCK_OFFSET["magnifying_glass"]
_EXTRA_SLOTTED = BLOCK_OFFSET["idols_in_extra_slots"]
_IDOL_TYPES = BLOCK_OFFSET["idol_types"]
_PEDESTALS = BLOCK_OFFSET["pedestals"]
_LANTERN = BLOCK_OFFSET["lantern"]
_DARK = BLOCK_OFFSET["dark_tablets"]
_ALTAR_TABLETS = BLOCK_OFFSET["altar_tablets"]
_OWL_TILES = BLOCK_OFFSET["owl_tiles"]
_TOOK_IDOL = BLOCK_OFFSET["took_track_idol"]
_NOTEBOOK = BLOCK_OFFSET["notebook"]
_ARRIVAL = BLOCK_OFFSET["temple_arrival"]
_TEMPLE = BLOCK_OFFSET["temple_tiles"]
_GUARDIANS = BLOCK_OFFSET["guardians"]
_ASSISTANT = BLOCK_OFFSET["assistant_1"]
_STATE = BLOCK_OFFSET["assistant_state"]
_PLAY = BLOCK_OFFSET["play_area"]
_UNSEEN = BLOCK_OFFSET["unseen"]
_BOARD, _SEATS, _ROUND, _STARTING, _TURN, _PASSED = w.BOARD, w.SEATS, w.ROUND, w.STARTING, w.TURN, w.PASSED
_MAIN_DONE, _QUESTION, _ARGUMENTS, _SOURCE = w.MAIN_DONE, w.QUESTION, w.ARGUMENTS, w.SOURCE
_OWED, _OFFERED, _LEFTOVER, _ASIDE, _BLOCK = w.OWED, w.OFFERED, w.LEFTOVER, w.ASIDE, w.BLOCK
_HAND, _DEPTH, _ROW, _EXILED = w.HAND, w.DEPTH, w.ROW, w.EXILED
_FIGURES, _OTHERS, _RIVAL_AT, _TILE = w.FIGURES, w.OTHERS, w.RIVAL_AT, w.TILE
_CAMP_GUARDIAN, _GUARDIAN, _IDOL, _IDOL_DOWN = w.CAMP_GUARDIAN, w.GUARDIAN, w.IDOL, w.IDOL_DOWN
_TILE_STACK, _TILE_KNOWN, _GUARDIAN_STACK = w.TILE_STACK, w.TILE_KNOWN, w.GUARDIAN_STACK
_BONUS, _TEMPLE_BONUS, _TEMPLE_BONUS_KNOWN = w.BONUS, w.TEMPLE_BONUS, w.TEMPLE_BONUS_KNOWN
_TEMPLE_LEFT, _ARRIVALS, _STACK, _STACK_SIZE = w.TEMPLE_LEFT, w.ARRIVALS, w.STACK, w.STACK_SIZE
_RESCUE_TOP, _RESCUE_KNOWN, _RESCUE_SIZE, _SUPPLY = w.RESCUE_TOP, w.RESCUE_KNOWN, w.RESCUE_SIZE, w.SUPPLY
_SWITCHES, _RIVAL, _COLOURS, _USED, _FIRST = w.SWITCHES, w.RIVAL, w.RIVAL_COLOURS, w.RIVAL_USED, w.RIVAL_FIRST
_ARROW, _LEFT, _RIVAL_GLASS, _RIVAL_ARRIVAL = w.RIVAL_ARROW, w.RIVAL_LEFT, w.RIVAL_GLASS, w.RIVAL_ARRIVAL
_RIVAL_IDOLS, _MINUS_ONE, _RIVAL_GUARDIANS = w.RIVAL_IDOLS, w.RIVAL_MINUS_ONE, w.RIVAL_GUARDIANS
_RIVAL_CARDS, _RIVAL_TEMPLE, _RIVAL_HOME = w.RIVAL_CARDS, w.RIVAL_TEMPLE, w.RIVAL_HOME
_RIVAL_NOTEBOOK, _OBJECTIVES, _OPEN, _SETTLED = w.RIVAL_NOTEBOOK, w.OBJECTIVES, w.OBJECTIVE_OPEN, w.OBJECTIVE_GONE
_OBJECTIVE_POINTS, _OBJECTIVE_TILES = w.RIVAL_OBJECTIVES, w.OBJECTIVE_TILES
_COMPONENTS, _RIVAL_LANTERN, _RIVAL_OWL, _RIVAL_ALTARS = w.COMPONENTS, w.RIVAL_LANTERN, w.RIVAL_OWL, w.RIVAL_ALTARS
_DARK_SUPPLY, _ALTAR, _SPACE_TILE, _SPACE_MARKED = w.DARK_SUPPLY, w.ALTAR, w.SPACE_TILE, w.SPACE_MARKED
_PASSAGE_USED, _IDOLS_OFF_MAP, _HIDDEN = w.PASSAGE_USED, w.IDOLS_OFF_MAP, w.HIDDEN
_ENCOUNTER_SAVED, _ENCOUNTER_LEFT, _TILES = w.ENCOUNTER_SAVED, w.ENCOUNTER_LEFT, w.TILES


@kernel("iii:i")
def seat_of(p, viewer, players):
    """Return the seat of a player as the viewer counts: itself 0, then in turn order."""
    return p - viewer if p >= viewer else p - viewer + players


@kernel("Giw:")
def write_turn(g, viewer, out):
    """Configuration, round, turn and the pending question."""
    players = int(g.players)
    out[_BOARD + g.board] = 1
    out[_COMPONENTS] = g.components
    out[_SEATS + g.players - 1] = 1
    out[_ROUND + g.round_number - 1] = 1
    out[_STARTING + seat_of(g.starting_player, viewer, players)] = 1
    out[_TURN + seat_of(g.turn_player, viewer, players)] = 1
    for p in range(players):
        out[_PASSED + seat_of(p, viewer, players)] = g.passed[p]
    out[_MAIN_DONE] = g.main_done
    for icon in range(4):
        out[_LEFTOVER + icon] = min(g.pool[icon], 15)
    for switch in range(SWITCHES):
        out[_SWITCHES + switch] = (g.switches >> switch) & 1
    if g.over:
        return
    frame = g.frame[g.frames - 1]
    out[_QUESTION + frame[F_OP]] = 1
    out[_SOURCE] = frame[F_SOURCE] + 1
    if frame[F_OP] == OP_PAY_TRAVEL:
        offered = travel.add(frame[F_B], frame[F_C])
        for icon in range(4):
            out[_OWED + icon] = travel.count(frame[F_A], icon)
            out[_OFFERED + icon] = travel.count(offered, icon)
    else:
        first = int(frame[F_A])
        if frame[F_OP] == OP_KEEP:
            first = (first - viewer) % g.players  # a seat, counted from the viewer like all seats
        out[_ARGUMENTS] = min(max(first + 1, 0), 255)
        out[_ARGUMENTS + 1] = min(max(frame[F_B] + 1, 0), 255)
        out[_ARGUMENTS + 2] = min(max(frame[F_C] + 1, 0), 255)
        out[_ARGUMENTS + 3] = min(max(frame[F_X] + 1, 0), 255)
        if frame[F_OP] != OP_ASIDE:  # there it is the card kept, which only its owner knows
            out[_ARGUMENTS + 4] = min(max(frame[F_Y] + 1, 0), 255)
    if viewer == g.turn_player:
        for i in range(g.aside_size):
            out[_ASIDE + i] = g.aside[i] + 1


@kernel("Giiw:")
def write_player(g, p, viewer, out):
    """One player's block; only the viewer's hand is told apart from the deck."""
    block = _BLOCK + BLOCK_SIZE * seat_of(p, viewer, int(g.players))
    for token in range(5):
        out[block + _TOKENS + token] = min(g.tokens[p, token], 63)
    out[block + _HOME] = g.home[p]
    out[block + _IDOLS] = g.idols[p]
    out[block + _SLOTTED] = g.slotted[p]
    out[block + _FEAR_TILES] = g.fear_tiles[p]
    out[block + _PLANES] = g.planes[p]
    out[block + _IGNORE] = g.ignore_fear[p]
    out[block + _HAND_SIZE] = min(g.hand_size[p], 31)
    out[block + _DECK_SIZE] = min(g.deck_size[p], 63)
    out[block + _GLASS + g.glass[p]] = 1
    out[block + _NOTEBOOK + g.notebook[p]] = 1
    out[block + _DARK] = g.dark[p]
    out[block + _EXTRA_SLOTTED] = g.extra_slotted[p]
    out[block + _PEDESTALS] = g.pedestals[p]
    out[block + _PEDESTALS + 1] = g.on_pedestal[p]
    out[block + _TOOK_IDOL] = g.took_idol[p]
    for idol in range(IDOL_TYPES):
        out[block + _IDOL_TYPES + idol] = g.idol_types[p, idol]
    out[block + _ARRIVAL] = g.arrival[p]
    for stack in range(TEMPLE_STACKS):
        out[block + _TEMPLE + stack] = g.temple_owned[p, stack]
    for square in range(2):
        assistant = int(g.assistant[p, square])
        out[block + _ASSISTANT + ASSISTANTS * square + max(assistant, 0)] = assistant >= 0
        out[block + _STATE + 2 * square] = g.assistant_gold[p, square] & (assistant >= 0)
        out[block + _STATE + 2 * square + 1] = g.assistant_used[p, square] & (assistant >= 0)
    for i in range(int(g.play_size[p])):
        out[block + _PLAY + g.play[p, i]] += 1
    for i in range(int(g.deck_size[p])):
        out[block + _UNSEEN + g.deck[p, i]] += 1
    if p != viewer:
        for i in range(int(g.hand_size[p])):
            out[block + _UNSEEN + g.hand[p, i]] += 1
        # Cards drawn aside are still unknown to the others.
        if p == g.turn_player:
            for i in range(g.aside_size):
                out[block + _UNSEEN + g.aside[i]] += 1


@kernel("Giw:")
def write_own_cards(g, viewer, out):
    """The own hand, and how deep cards lie in the own deck: exactly when known, else where their shuffle starts."""
    for i in range(g.hand_size[viewer]):
        out[_HAND + g.hand[viewer, i]] += 1
    start = 0
    for i in range(g.deck_size[viewer]):
        group = int(g.deck_group[viewer, i])
        known = (group & (OWNER_KNOWS - 1)) == PUBLIC or group & OWNER_KNOWS
        if known or i == 0 or (int(g.deck_group[viewer, i - 1]) & (OWNER_KNOWS - 1)) != (group & (OWNER_KNOWS - 1)):
            start = i
        elif int(g.deck_group[viewer, i - 1]) & OWNER_KNOWS:
            start = i
        card = int(g.deck[viewer, i])
        if out[_DEPTH + card] == 0:
            out[_DEPTH + card] = start + 1


@kernel("Giw:")
def write_guardians(g, viewer, out):
    """Who owns which guardian, and whether its boon is used."""
    players = int(g.players)
    rival = 0
    for guardian in range(GUARDIANS):
        owner = int(g.guardian_owner[guardian])
        rival += owner == RIVAL_FIGURE
        if 0 < owner < RIVAL_FIGURE:
            block = _BLOCK + BLOCK_SIZE * seat_of(owner - 1, viewer, players)
            out[block + _GUARDIANS + guardian] = 2 - g.boon_used[guardian]
    out[_RIVAL_GUARDIANS] = rival


@kernel("Gw:")
def write_row(g, out):
    for slot in range(ROW_SLOTS):
        card = int(g.row[slot])
        out[_ROW + max(card, 0)] += (slot + 1) * (card >= 0)
    if g.item_top_known and g.item_deck_size > 0:
        out[_ROW + g.item_deck[g.item_deck_size - 1]] = 7
    if g.artifact_top_known and g.artifact_deck_size > 0:
        out[_ROW + g.artifact_deck[g.artifact_deck_size - 1]] = 7
    for card in range(FIRST_STARTING):
        out[_EXILED + card] = g.exiled[card]
    out[_SUPPLY] = g.fear_supply
    out[_SUPPLY + 1] = g.item_deck_size
    out[_SUPPLY + 2] = g.artifact_deck_size


@kernel("Giw:")
def write_map(g, viewer, out):
    # No branches here: they depend on the position, so the processor would guess wrong half of the time.
    for space in range(SPACES):
        figure = int(g.space[space])
        own = figure == viewer + 1
        out[_FIGURES + space] = own
        out[_OTHERS + space] = (figure != EMPTY) & (not own)
        out[_RIVAL_AT + space] = figure == RIVAL_FIGURE
    for site in range(CAMPS):
        out[_CAMP_GUARDIAN + site] = g.guardian[site] + 1
    for position in range(SITES - CAMPS):
        site = CAMPS + position
        tile = int(g.tile[site])
        guardian = int(g.guardian[site])
        idol = int(g.idol_up[site])
        out[_TILE + _TILES * position + max(tile, 0)] = tile >= 0
        out[_GUARDIAN + GUARDIANS * position + max(guardian, 0)] = guardian >= 0
        out[_IDOL + IDOL_TYPES * position + max(idol, 0)] = idol >= 0
        out[_IDOL_DOWN + position] = g.idol_down[site] >= 0
    out[_TILE_STACK] = g.level_1_size
    out[_TILE_STACK + 1] = g.level_2_size
    for i in range(g.level_1_size - g.level_1_known, g.level_1_size):
        out[_TILE_KNOWN + g.level_1_stack[i]] = 1
    for i in range(g.level_2_size - g.level_2_known, g.level_2_size):
        out[_TILE_KNOWN + g.level_2_stack[i]] = 1
    out[_GUARDIAN_STACK] = g.guardian_size


@kernel("Giw:")
def write_research(g, viewer, out):
    for space in range(TRACK_SPACES):
        for i in range(BONUS_ROOM):
            if g.bonus[space, i] < 0:  # the tiles of a space lie in its first places
                break
            out[_BONUS + BONUS_TYPES * space + g.bonus[space, i]] += 1
    out[_TEMPLE_BONUS] = g.temple_bonus_size
    if g.temple_bonus_seen[viewer]:
        for i in range(g.temple_bonus_size):
            out[_TEMPLE_BONUS_KNOWN + g.temple_bonus[i]] += 1
    for stack in range(TEMPLE_STACKS):
        out[_TEMPLE_LEFT + stack] = g.temple_tiles[stack]
    out[_ARRIVALS] = g.arrivals
    for stack in range(3):
        n = int(g.stack_size[stack])
        out[_STACK_SIZE + stack] = n
        if n > 0:
            out[_STACK + ASSISTANTS * stack + g.stack[stack, n - 1]] = 1
    n = int(g.rescue_size)
    out[_RESCUE_SIZE] = n
    if n > 0:
        out[_RESCUE_TOP + g.rescue[n - 1]] = 1
        if g.rescue_seen[viewer]:
            for i in range(n):
                out[_RESCUE_KNOWN + g.rescue[i]] = 1


@kernel("i:i")
def tile_place(tile):
    """Return the column of a rival tile: its own, that of its pair, or that of the board's tile."""
    if tile < FIRST_PAIR_TILE:
        return tile
    if tile >= SPIDER_TILE:
        return RIVAL_STACK - 1
    return FIRST_PAIR_TILE + (tile - FIRST_PAIR_TILE) // 3


@kernel("Gw:")
def write_objectives(g, out):
    """The open objectives and what they are worth, those settled this round, and the rewards."""
    out[_OBJECTIVES] = g.objectives
    for objective in range(5):
        if g.objective_state[objective] == OBJECTIVE_OPEN:
            out[_OPEN + objective] = g.objective_points[objective]
        elif g.objective_state[objective] != OBJECTIVE_DOWN:
            out[_SETTLED + objective] = 1
    out[_OBJECTIVE_POINTS] = g.rival_objective_points
    out[_OBJECTIVE_TILES] = g.two_point_tiles
    out[_OBJECTIVE_TILES + 1] = g.six_point_tiles


@kernel("GTw:")
def write_rival(g, t, out):
    out[_RIVAL] = 1
    for pair in range(5):
        out[_COLOURS + 3 * pair + g.colour[pair]] = 1
    for i in range(g.rival_used_size):
        out[_USED + tile_place(g.rival_used[i])] = 1
    if g.rival_used_size > 0:
        out[_FIRST + tile_place(g.rival_used[0])] = 1
    out[_LEFT] = g.rival_stack_size
    if g.rival_stack_size > 0:
        out[_ARROW + t.rival_right[g.rival_stack[0]]] = 1
    out[_RIVAL_GLASS + g.rival_glass] = 1
    out[_RIVAL_ARRIVAL] = g.rival_arrival
    for idol in range(IDOL_TYPES):
        out[_RIVAL_IDOLS + idol] = g.rival_idols[idol]
    out[_MINUS_ONE] = g.rival_minus_one
    number = 0
    points = 0
    for card in range(CARDS):
        number += g.rival_cards[card]
        points += g.rival_cards[card] * t.card_points[card]
    out[_RIVAL_CARDS] = number
    out[_RIVAL_CARDS + 1] = min(points, 127)
    for stack in range(TEMPLE_STACKS):
        out[_RIVAL_TEMPLE + stack] = g.rival_temple[stack]
    out[_RIVAL_HOME] = g.rival_home
    out[_RIVAL_NOTEBOOK + g.rival_notebook] = 1
    if g.rival_lantern >= 0:
        out[_RIVAL_LANTERN + g.rival_lantern] = 1
    for kind in range(3):
        out[_RIVAL_OWL + kind] = g.rival_owl[kind]
    if g.objectives > 0:
        write_objectives(g, out)


@kernel("Giw:")
def write_spider(g, viewer, out):
    """Supply of dark tablets, altars with their artifacts and tablets."""
    out[_DARK_SUPPLY] = g.dark_supply
    for altar in range(ALTARS):
        card = int(g.altar_card[altar])
        if card >= 0:
            out[_ALTAR + card - FIRST_ARTIFACT] = altar + 1
        for p in range(g.players):
            block = _BLOCK + BLOCK_SIZE * seat_of(p, viewer, int(g.players))
            out[block + _ALTAR_TABLETS + altar] = g.altar_dark[altar, p]
        out[_RIVAL_ALTARS + altar] = g.altar_dark[altar, RIVAL_SEAT]


@kernel("Giw:")
def write_owl(g, viewer, out):
    """Lanterns, Owl Temple tiles, passages."""
    for space in range(TRACK_SPACES):
        out[_SPACE_TILE + space] = g.space_tile[space]
        out[_SPACE_MARKED + space] = g.space_marked[space]
    for passage in range(PASSAGES):
        out[_PASSAGE_USED + passage] = g.passage_used[passage] > 0
    for p in range(g.players):
        block = _BLOCK + BLOCK_SIZE * seat_of(p, viewer, int(g.players))
        if g.lantern[p] >= 0:
            out[block + _LANTERN + g.lantern[p]] = 1
        for kind in range(3):
            out[block + _OWL_TILES + kind] = g.owl_owned[p, kind]


@kernel("Giw:")
def write_other_sets(g, viewer, out):
    """What only components of other sets move."""
    out[_IDOLS_OFF_MAP] = g.idols_left
    out[_IDOLS_OFF_MAP + 1] = g.idols_beside
    for i in range(g.hidden_size):
        out[_HIDDEN + g.hidden[i]] = 1
    for chapter in range(CHAPTERS):
        out[_ENCOUNTER_LEFT + chapter] = g.encounter_size[chapter]
    for card in range(ENCOUNTERS):
        keeper = int(g.encounter_saved[card])
        if keeper > 0:
            out[_ENCOUNTER_SAVED + card] = 1 + seat_of(keeper - 1, viewer, int(g.players))


@kernel("GTiw:")
def observe(g, t, viewer, out):
    """Write the view of one player (-1: the deciding player, at the end the first seat)."""
    if viewer < 0:
        viewer = max(deciding_player(g), 0)
    out[:] = 0
    write_turn(g, viewer, out)
    for p in range(g.players):
        write_player(g, p, viewer, out)
    write_own_cards(g, viewer, out)
    write_guardians(g, viewer, out)
    write_row(g, out)
    write_map(g, viewer, out)
    write_research(g, viewer, out)
    write_other_sets(g, viewer, out)
    if g.board == SPIDER:
        write_spider(g, viewer, out)
    elif g.board == OWL:
        write_owl(g, viewer, out)
    if g.rival:
        write_rival(g, t, out)
