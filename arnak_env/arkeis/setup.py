"""Setting up games and episodes. Rulebook, chapter 2; episode schema, "Setup order"."""

import numpy as np

from arnak_env.arkeis.abilities import ability_mod, clear_used
from arnak_env.arkeis.actions import A_SQUARE
from arnak_env.arkeis.adversaries import meet
from arnak_env.arkeis.board import find_adjacent, is_laid, link_exists
from arnak_env.arkeis.chance import hash_seed
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.effects_episode import add_row, put_door_tokens
from arnak_env.arkeis.frames import ask, complete, push, push_program
from arnak_env.arkeis.opcodes import (
    CARDS,
    COUNTERS,
    DRAWS,
    DYNAMIC_LINKS,
    EPISODE_SLOTS,
    EXPERIENCE,
    EXPLORERS,
    EXTRA_ACTIONS,
    EXTRA_EFFECTS,
    F_ANSWER,
    F_SELF,
    F_X,
    F_Y,
    FRAME_FIELDS,
    GUARDIANS,
    HELD,
    IN_DECK,
    KINDS,
    MAX_FRAMES,
    MAX_PLAYERS,
    MINIATURES,
    MOD_ROBERT_COINS,
    NO_RESULT,
    NOT_IN_GAME,
    NOWHERE,
    OBJECTS,
    OP_DRAW,
    OP_REORGANISE,
    OP_SETUP,
    OP_START_SQUARE,
    OP_TURN,
    OUT,
    ROBERT,
    ROBERT_YOUNG,
    ROLL_FIELDS,
    ROLLS,
    SOURCE_STEP,
    SOURCE_UPGRADE,
    SPECIALS,
    SQUARES,
    STAGE_EPISODE,
    STAGE_SETUP,
    STREAMS,
    SWITCH_EQUIP_AT_SETUP,
    SWITCH_THREAT_FIRST_TURN,
    T_EPISODE_START,
    TOKENS,
    TRAUMA_CARDS,
    TRAUMAS,
    UPGRADE_BUILT,
    UPGRADE_LOCKED,
    UPGRADES,
    WILDCARDS,
    ZONES,
)
from arnak_env.arkeis.triggers import trigger

FATE_TOKENS = 50  # component list


@kernel("GT:")
def take_team(g, t):
    """Take the team that was planned for the episode."""
    g.players = g.plan_players[g.slot]
    g.elite = g.plan_elite[g.slot] if t.elite_allowed[g.slot] else 0
    g.first_seat = g.plan_first[g.slot]
    g.turn_seat = g.first_seat
    for e in range(EXPLORERS):
        g.seat[e] = NOWHERE
    for seat in range(MAX_PLAYERS):
        g.explorer[seat] = g.plan_explorer[g.slot, seat] if seat < g.players else NOWHERE
        if seat < g.players:
            g.seat[g.explorer[seat]] = seat


@kernel("G:")
def clear_explorers(g):
    for e in range(EXPLORERS):
        g.square[e] = NOWHERE
        g.wounds[e] = 0
        g.poison[e] = 0
        g.turns_of[e] = 0
        for kind in range(KINDS):
            g.adversary_card[e, kind] = NOWHERE


@kernel("G:")
def clear_resolution(g):
    """Forget everything that belongs to something being resolved."""
    g.phase = 0
    g.actions_left = 0
    g.actions_lost = 0
    g.turn_ended = 0
    g.given = 0
    g.rearranged = 0
    g.emptied = 0
    g.extra_count = 0
    g.action_kind = NOWHERE
    g.action_explorer = NOWHERE
    g.action_traumas = 0
    g.ignoring = 0
    g.eliminated = 0
    g.chain = 0
    g.prevented = 0
    g.start_prevented = 0
    g.trauma_ignored = 0
    g.moved = 0
    g.fight_group = NOWHERE
    g.fight_square = 0
    g.extra_effects = 0
    g.rolls = 0


@kernel("G:")
def clear_table(g):
    """Take zones, tokens and miniatures off the table; the logbook stays as it is."""
    g.zones = 0
    g.indicators = 0
    g.dynamic_links = 0
    for k in range(TOKENS):
        g.token_place[k] = NOWHERE
    for k in range(SPECIALS):
        g.special_square[k] = NOWHERE
    for k in range(MINIATURES):
        g.miniature_square[k] = NOWHERE
        g.miniature_wounds[k] = 0
    for k in range(GUARDIANS):
        g.named_card[k] = NOWHERE
        g.power[k] = 0
    for k in range(KINDS):
        g.kind_card[k] = NOWHERE
        g.life_mod[k] = 0
    for k in range(SQUARES):
        g.adjacent[k] = 0
        g.spawned[k] = 0


@kernel("G:")
def clear_logbook(g):
    """Turn to the chapter of the next episode."""
    g.marked = 0
    g.artifact_taken = 0
    g.episode_flags = 0
    for k in range(COUNTERS):
        g.counters[k] = 0


@kernel("GT:")
def lay_board(g, t):
    """Steps 1 to 3 of the set-up: zones, links, tokens; the reserve; the Clue deck."""
    for k in range(SPECIALS):
        g.special_square[k] = t.special_setup[g.slot, k]
    for zone in range(ZONES):
        if t.zone_used[g.slot, zone] == 2:
            g.zones |= 1 << zone
    links = 0
    for link in range(t.links[g.slot]):
        if link_exists(g, t, link):
            links |= 1 << link
    put_door_tokens(g, t, links)
    for token in range(TOKENS):
        square = int(t.token_square[g.slot, token])
        if square >= 0 and g.players >= t.token_min_players[g.slot, token]:
            if is_laid(g, square):
                g.token_place[token] = square
    find_adjacent(g, t)
    g.reserve = t.reserve[g.slot, g.players]
    g.set_aside = FATE_TOKENS - g.reserve
    for e in range(EXPLORERS):
        g.set_aside -= g.fate[e]
    for card in range(CARDS):
        g.card_place[card] = IN_DECK if card < t.cards[g.slot] else NOT_IN_GAME
        g.card_holder[card] = NOWHERE
        g.card_fate[card] = 0
        g.card_skip[card] = 0


@kernel("GT:")
def begin_episode(g, t):
    """Set up the episode of `slot` up to its first decision; the campaign goes on."""
    g.stage = STAGE_SETUP
    g.result = NO_RESULT
    g.turns = 0
    take_team(g, t)
    clear_explorers(g)
    clear_resolution(g)
    clear_table(g)
    clear_logbook(g)
    lay_board(g, t)
    clear_used(g, 7)
    g.ability_tokens = 0
    for robert in range(ROBERT, ROBERT_YOUNG + 1):
        if g.seat[robert] >= 0:
            g.ability_tokens = t.ability_start_tokens + ability_mod(g, t, robert, MOD_ROBERT_COINS)
            if robert == ROBERT_YOUNG:
                g.set_aside -= g.ability_tokens
    g.frames = 0
    push(g, OP_SETUP, g.explorer[g.first_seat], 0, 0, 0)


@kernel("G:")
def clear_leftovers(g):
    """Clear what lies above the tops of stacks and lists, so that a game begun anew equals one in a fresh record."""
    g.frames = 0
    for k in range(MAX_FRAMES):
        for field in range(FRAME_FIELDS):
            g.frame[k, field] = 0
    for k in range(ROLLS):
        for field in range(ROLL_FIELDS):
            g.roll[k, field] = 0
    for k in range(EXTRA_ACTIONS):
        g.extra_explorer[k] = 0
        g.extra_kind[k] = 0
    for k in range(EXTRA_EFFECTS):
        for field in range(3):
            g.extra_effect[k, field] = 0
    for k in range(DYNAMIC_LINKS):
        for field in range(3):
            g.dynamic_link[k, field] = 0


@kernel("GTui:")
def set_up(g, t, seed, game_number):
    """Begin a new game: everything of a former campaign is forgotten, configuration stays."""
    g.seed = hash_seed(seed, np.uint64(game_number))
    for k in range(STREAMS):
        g.counter[k] = 0
    g.game_number = game_number
    g.decisions = 0
    g.error = 0
    g.over = 0
    g.result = NO_RESULT
    g.slot = g.first_slot
    for k in range(EPISODE_SLOTS):
        g.results[k] = NO_RESULT
        g.events[k] = 0
    for e in range(EXPLORERS):
        g.trauma[e] = 0
        g.fate[e] = 0
    for k in range(WILDCARDS):
        g.wildcard[k] = NOWHERE
    for k in range(OBJECTS):
        g.object_owner[k] = NOWHERE if t.object_exists[k] else OUT
        g.equipped[k] = 0
    for k in range(EXPERIENCE):
        g.experience_owner[k] = NOWHERE
    for k in range(TRAUMAS):
        g.trauma_unknown[k] = t.trauma_copies[k]
    for k in range(TRAUMA_CARDS):
        g.trauma_bottom[k] = 0
    g.trauma_bottom_size = 0
    g.coins = 0
    g.xp = 0
    g.vp = 0
    g.campaign_flags = 0
    g.sell_bonus = 0
    for k in range(UPGRADES):
        g.upgrade[k] = UPGRADE_BUILT if t.upgrade_built[k] else UPGRADE_LOCKED
        g.upgrade_used[k] = 0
    clear_leftovers(g)
    begin_episode(g, t)


@kernel("GT:")
def run_start_square(g, t):
    """OP_START_SQUARE: one Explorer's place among the start squares."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_X] == 0:
        frame[F_X] = 1
        ask(g, A_SQUARE, t.start_squares[g.slot], 0)
        return
    g.square[explorer] = frame[F_ANSWER] - A_SQUARE
    complete(g, t)


@kernel("GT:")
def push_draws(g, t):
    """Step 6: the draws of the set-up, in order; the last is pushed first."""
    for draw in range(DRAWS - 1, -1, -1):
        symbol = t.draw_symbol[g.slot, draw]
        if symbol < 0:
            continue
        players = g.players if t.draw_each[g.slot, draw] else 1
        for k in range(players - 1, -1, -1):
            push(g, OP_DRAW, g.explorer[(g.first_seat + k) % g.players], symbol, 0, 0)


@kernel("GTi:")
def start_upgrade(g, t, upgrade):
    """Carry out an upgrade used for this set-up (A-89)."""
    if g.campaign and g.upgrade[upgrade] == UPGRADE_BUILT and t.upgrade_trigger[upgrade] == T_EPISODE_START:
        first = int(g.explorer[g.first_seat])
        push_program(g, t, t.upgrade_program[upgrade], first, SOURCE_UPGRADE * SOURCE_STEP + upgrade)


@kernel("GT:")
def run_setup(g, t):
    """OP_SETUP: steps 4 to 9. F_Y counts Explorers or upgrades within a step."""
    frame = g.frame[g.frames - 1]
    step = frame[F_X]
    count = int(frame[F_Y])
    frame[F_X] += 1
    if step == 0 or step == 4 or step == 5:
        if count < g.players:
            frame[F_Y] += 1
            frame[F_X] = step
            explorer = int(g.explorer[(g.first_seat + count) % g.players])
            if step == 0:
                push(g, OP_START_SQUARE, explorer, 0, 0, 0)
            elif step == 4:
                trigger(g, t, T_EPISODE_START, explorer, 0, -1)
            elif g.switches & SWITCH_EQUIP_AT_SETUP:
                push(g, OP_REORGANISE, explorer, 1, 0, 0)
        else:
            frame[F_Y] = 0
    elif step == 1:
        for row in range(t.adversary_rows[g.slot]):
            add_row(g, t, row, -1)
        push_draws(g, t)
    elif step == 2:
        for card in range(CARDS):
            if g.card_place[card] == HELD and not g.switches & SWITCH_THREAT_FIRST_TURN:
                g.card_skip[card] = 1
    elif step == 3:
        if count < UPGRADES:
            frame[F_Y] += 1
            frame[F_X] = step
            start_upgrade(g, t, count)
        else:
            frame[F_Y] = 0
    else:
        g.stage = STAGE_EPISODE
        for square in range(SQUARES):
            meet(g, t, square)
        complete(g, t)
        push(g, OP_TURN, g.explorer[g.first_seat], 0, 0, 0)
