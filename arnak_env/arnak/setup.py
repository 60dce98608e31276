"""Set-up of a game. Base rulebook, Player Setup, Solo Variant Setup; counts by number of players from the tables."""

import numpy as np

from arnak_env.arnak.chance import hash_seed, shuffle
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.decks import put_under_deck
from arnak_env.arnak.market import refill_row
from arnak_env.arnak.opcodes import (
    ARCHAEOLOGISTS,
    ARTIFACTS,
    ASSISTANTS,
    BASE_ASSISTANTS,
    BASE_GUARDIANS,
    BASE_LEVEL_1_TILES,
    BASE_LEVEL_2_TILES,
    BLOCKING_TILE,
    BONUS_TYPES,
    CAMPS,
    CHAPTERS,
    DARK_SPACES,
    EMPTY,
    ENCOUNTERS_BY_CHAPTER,
    FEAR,
    FEAR_CARDS,
    FIRST_ARTIFACT,
    FIRST_OF_CHAPTER,
    FIRST_PAIR_TILE,
    FIRST_STARTING,
    GUARDIANS,
    IDOL_TYPES,
    ITEMS,
    LEFTOVER_SIX_POINT_TILES,
    LEFTOVER_TWO_POINT_TILES,
    LEVEL_1_TILES,
    LEVEL_2_TILES,
    MAX_PLAYERS,
    NOT_ON_TRACK,
    OWL,
    OWL_TILE,
    PASSAGE_IDOL,
    PURPLE,
    RIVAL_FIGURES,
    SITES,
    SPIDER,
    SPIDER_TILE,
    STREAM_DECK,
    STREAM_ENCOUNTER,
    STREAM_SETUP,
    STREAMS,
    TEMPLE_STACKS,
    TRACK_SPACES,
)
from arnak_env.arnak.rival import rival_new_round
from arnak_env.arnak.rounds import start_round

TEMPORARY_TILES = 32
OWL_IDOL_PILE = 1


@kernel("G:")
def clear_game(g):
    """Empty every zone; unused places hold 0 or -1 so that equal positions have equal bytes."""
    for stream in range(STREAMS):
        g.counter[stream] = 0
    g.decisions = 0
    g.error = 0
    g.round_number = 1
    g.over = 0
    g.starting_player = 0
    g.turn_player = 0
    g.main_done = 0
    g.aside_size = 0
    g.frames = 0
    g.frame[:, :] = 0
    g.aside[:] = 0
    g.aside_group[:] = 0
    g.pool[:] = 0
    g.tokens[:, :] = 0
    g.deck[:, :] = 0
    g.deck_group[:, :] = 0
    g.hand[:, :] = 0
    g.hand_group[:, :] = 0
    g.play[:, :] = 0
    g.temple_owned[:, :] = 0
    g.assistant[:, :] = -1
    g.assistant_gold[:, :] = 0
    g.assistant_used[:, :] = 0
    for p in range(MAX_PLAYERS):
        g.passed[p] = 0
        g.planes[p] = 0
        g.ignore_fear[p] = 0
        g.home[p] = 0
        g.deck_size[p] = 0
        g.hand_size[p] = 0
        g.play_size[p] = 0
        g.fear_tiles[p] = 0
        g.idols[p] = 0
        g.slotted[p] = 0
        g.extra_slotted[p] = 0
        g.pedestals[p] = 0
        g.on_pedestal[p] = 0
        g.glass[p] = 0
        g.notebook[p] = 0
        g.lantern[p] = NOT_ON_TRACK
        g.dark[p] = 0
        g.took_idol[p] = 0
        g.arrival[p] = 0
        g.temple_bonus_seen[p] = 0
        g.rescue_seen[p] = 0
    g.exiled[:] = 0
    g.space[:] = EMPTY
    g.tile[:] = -1
    g.guardian[:] = -1
    g.idol_up[:] = -1
    g.idol_down[:] = -1
    g.guardian_owner[:] = 0
    g.boon_used[:] = 0
    g.idols_removed = 0
    g.idol_types[:, :] = 0
    g.idol_stack[:] = -1
    g.idol_stack_size = 0
    g.idols_left = 0
    g.idols_beside = 0
    g.owl_owned[:, :] = 0
    g.space_tile[:] = 0
    g.space_marked[:] = 0
    g.passage_used[:] = 0
    g.dark_supply = 0
    g.altar_card[:] = -1
    g.altar_dark[:, :] = 0
    g.hidden[:] = -1
    g.hidden_size = 0
    g.encounter[:] = -1
    g.encounter_saved[:] = 0
    g.arrivals = 0
    g.bonus[:, :] = -1
    g.bonus_known[:] = 0
    g.temple_bonus[:] = -1
    g.temple_bonus_size = 0
    g.stack[:, :] = -1
    g.stack_known[:] = 0
    g.rescue[:] = -1
    g.rival_stack[:] = -1
    g.rival_stack_size = 0
    g.rival_used[:] = -1
    g.rival_used_size = 0
    g.rival_home = 0
    g.rival_glass = 0
    g.rival_arrival = 0
    g.rival_notebook = 0
    g.rival_lantern = NOT_ON_TRACK
    g.rival_owl[:] = 0
    g.objective_state[:] = 0
    g.objective_points[:] = 0
    g.objectives_dealt = 0
    g.rival_met = 0
    g.rival_objective_points = 0
    g.two_point_tiles = 0
    g.six_point_tiles = 0
    g.rival_idols[:] = 0
    g.rival_minus_one = 0
    g.rival_hidden[:] = 0
    g.rival_cards[:] = 0
    g.rival_temple[:] = 0


@kernel("GT:")
def set_up_cards(g, t):
    """Shuffle the item and artifact decks and deal the first card row."""
    for card in range(ITEMS):
        g.item_deck[card] = card
    for card in range(ARTIFACTS):
        g.artifact_deck[card] = FIRST_ARTIFACT + card
    g.item_deck_size = ITEMS
    g.artifact_deck_size = ARTIFACTS
    g.item_top_known = 0
    g.artifact_top_known = 0
    shuffle(g, STREAM_SETUP, g.item_deck[:], 0, ITEMS)
    shuffle(g, STREAM_SETUP, g.artifact_deck[:], 0, ARTIFACTS)
    g.row[:] = -1
    refill_row(g)


@kernel("GT:")
def set_up_players(g, t):
    """Starting deck, tokens by play order and two archaeologists for everybody; the solo player is second in order."""
    g.fear_supply = FEAR_CARDS
    for p in range(g.players):
        for card in range(FIRST_STARTING, FEAR):
            put_under_deck(g, p, card, 1)
        for _ in range(2):
            put_under_deck(g, p, FEAR, 1)
            g.fear_supply -= 1
        shuffle(g, STREAM_DECK + p, g.deck[p], 0, g.deck_size[p])
        seat = 1 if g.rival else p
        for token in range(5):
            g.tokens[p, token] = t.start_tokens[seat, token]
        g.home[p] = ARCHAEOLOGISTS


@kernel("GT:")
def set_up_idols(g, t):
    """Idols on the map; the others lie face down beside the track, in passages, at the top of the temple or are left.

    The new boards need more idols than the base game has, so there the idols of Twisted Paths always take part.
    """
    idols = np.zeros(TEMPORARY_TILES, np.int8)
    n = 0
    with_set = 1 if g.components or g.board >= SPIDER else 0
    for idol in range(IDOL_TYPES):
        for _ in range(t.idol_count[with_set, idol]):
            idols[n] = idol
            n += 1
    shuffle(g, STREAM_SETUP, idols, 0, n)
    for site in range(SITES):
        if t.idols_up[g.board, site]:
            n -= 1
            g.idol_up[site] = idols[n]
        if t.idols_down[g.board, site]:
            n -= 1
            g.idol_down[site] = idols[n]
    for i in range(n):
        g.idol_stack[i] = idols[i]
    g.idol_stack_size = n
    g.idols_beside = t.idols_beside[g.board, g.players]
    reserved = int(g.idols_beside)
    if g.board == OWL:
        reserved += t.temple_size[g.board, g.players, OWL_IDOL_PILE]
        for entry in range(TRACK_SPACES):
            reserved += t.passage[g.board, entry] == PASSAGE_IDOL
    g.idols_left = n - reserved


@kernel("G:")
def set_up_site_tiles(g):
    """Shuffle the site tile stacks; without the components of Twisted Paths the last tiles stay in the box."""
    g.level_1_stack[:] = -1
    g.level_2_stack[:] = -1
    g.level_1_size = LEVEL_1_TILES if g.components else BASE_LEVEL_1_TILES
    g.level_2_size = LEVEL_2_TILES if g.components else BASE_LEVEL_2_TILES
    for tile in range(g.level_1_size):
        g.level_1_stack[tile] = tile
    for tile in range(g.level_2_size):
        g.level_2_stack[tile] = LEVEL_1_TILES + tile
    g.level_1_known = 0
    g.level_2_known = 0
    shuffle(g, STREAM_SETUP, g.level_1_stack[:], 0, g.level_1_size)
    shuffle(g, STREAM_SETUP, g.level_2_stack[:], 0, g.level_2_size)


@kernel("GT:")
def set_up_map(g, t):
    """Blocking tiles, idols, site tile stacks and guardians."""
    camps = np.zeros(CAMPS, np.int8)
    for camp in range(CAMPS):
        camps[camp] = camp
    blocked = t.blocking_tiles[g.players]
    if blocked < CAMPS:
        shuffle(g, STREAM_SETUP, camps, 0, CAMPS)
    for i in range(blocked):
        g.space[2 * camps[i] + 1] = BLOCKING_TILE
    set_up_idols(g, t)
    set_up_site_tiles(g)
    n = GUARDIANS if g.components else BASE_GUARDIANS
    for guardian in range(n):
        g.guardian_stack[guardian] = guardian
    for guardian in range(n, GUARDIANS):
        g.guardian_stack[guardian] = -1
    g.guardian_size = n
    shuffle(g, STREAM_SETUP, g.guardian_stack[:], 0, n)


@kernel("G:")
def set_up_encounters(g):
    """Shuffle each chapter of encounter cards; only components of other sets ask for them."""
    for chapter in range(CHAPTERS):
        first = FIRST_OF_CHAPTER[chapter]
        cards = ENCOUNTERS_BY_CHAPTER[chapter]
        for i in range(cards):
            g.encounter[first + i] = first + i
        g.encounter_size[chapter] = cards
        g.encounter_known[chapter] = 0
        shuffle(g, STREAM_ENCOUNTER, g.encounter[:], first, first + cards)


@kernel("GT:")
def set_up_assistants(g, t):
    """Three supply stacks and the rescue stack."""
    assistants = np.zeros(ASSISTANTS, np.int8)
    pool = ASSISTANTS if g.components else BASE_ASSISTANTS
    for assistant in range(pool):
        assistants[assistant] = assistant
    shuffle(g, STREAM_SETUP, assistants, 0, pool)
    n = 0
    for stack in range(3):
        g.stack_size[stack] = t.stack_sizes[g.components, g.board, g.players, stack]
        for i in range(g.stack_size[stack]):
            g.stack[stack, i] = assistants[n]
            n += 1
    g.rescue_size = t.rescue_size[g.board, g.players]
    for i in range(g.rescue_size):
        g.rescue[i] = assistants[n]
        n += 1


@kernel("GT:")
def set_up_research(g, t):
    """Bonus tiles on the track and in the Lost Temple, temple tiles, assistants."""
    tiles = np.zeros(TEMPORARY_TILES, np.int8)
    n = 0
    for bonus in range(BONUS_TYPES):
        for _ in range(t.bonus_count[g.components, bonus]):
            tiles[n] = bonus
            n += 1
    shuffle(g, STREAM_SETUP, tiles, 0, n)
    for space in range(TRACK_SPACES):
        for i in range(t.track_bonus[g.board, space, g.players]):
            n -= 1
            g.bonus[space, i] = tiles[n]
            g.bonus_known[tiles[n]] += 1
    for i in range(t.temple_bonus_size[g.board, g.players]):
        n -= 1
        g.temple_bonus[i] = tiles[n]
    g.temple_bonus_size = t.temple_bonus_size[g.board, g.players]
    for stack in range(TEMPLE_STACKS):
        g.temple_tiles[stack] = t.temple_size[g.board, g.players, stack]
    for space in range(TRACK_SPACES):
        if t.owl_tiles[g.board, space, g.players]:
            g.space_tile[space] = t.owl_points[g.board, space]
    if g.board == SPIDER:
        g.dark_supply = DARK_SPACES * t.dark_per_space[g.players]
    set_up_assistants(g, t)
    set_up_encounters(g)


@kernel("Gi:")
def choose_rival_colours(g, difficulty):
    """Raise pairs drawn at random: up to level 5 one red tile a level, above it red ones become purple."""
    pairs = np.zeros(5, np.int8)
    for pair in range(5):
        pairs[pair] = pair
        g.colour[pair] = 0
    shuffle(g, STREAM_SETUP, pairs, 0, 5)
    for i in range(min(difficulty, 5)):
        g.colour[pairs[i]] = 1
    for i in range(difficulty - 5):
        g.colour[pairs[i]] = PURPLE


@kernel("Gi:")
def set_up_rival(g, difficulty):
    """Ten action tiles and that of the board, all figures of the other colours, one magnifying glass.

    Difficulty -1 keeps the colours that are already in the record.
    """
    if difficulty >= 0:
        choose_rival_colours(g, difficulty)
    for i in range(FIRST_PAIR_TILE):
        g.rival_used[i] = i
    for pair in range(5):
        g.rival_used[FIRST_PAIR_TILE + pair] = FIRST_PAIR_TILE + 3 * pair + g.colour[pair]
    g.rival_used_size = 10
    if g.board >= SPIDER:
        g.rival_used[g.rival_used_size] = SPIDER_TILE if g.board == SPIDER else OWL_TILE
        g.rival_used_size += 1
    g.rival_home = RIVAL_FIGURES
    g.two_point_tiles = LEFTOVER_TWO_POINT_TILES
    g.six_point_tiles = LEFTOVER_SIX_POINT_TILES
    rival_new_round(g)


@kernel("GTuii:")
def set_up(g, t, seed, episode, difficulty):
    """Set up a whole game whose configuration (board, players, rival, switches) is already in the record."""
    clear_game(g)
    g.seed = hash_seed(seed, np.uint64(episode))
    g.episode = episode
    set_up_cards(g, t)
    set_up_players(g, t)
    set_up_map(g, t)
    set_up_research(g, t)
    if g.rival:
        set_up_rival(g, difficulty)
    start_round(g, t)
