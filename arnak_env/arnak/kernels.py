"""Entry points from Python: loops over a batch of games. Few, because each costs more than a second to compile."""

import numpy as np

from arnak_env.arnak import determinize as determinization
from arnak_env.arnak.chance import mix
from arnak_env.arnak.compiled import entry, kernel
from arnak_env.arnak.engine import advance, step_game
from arnak_env.arnak.legal import deciding_player, legal_actions
from arnak_env.arnak.observe import observe
from arnak_env.arnak.opcodes import F_OP, OP_TURN, RIVAL_SEAT, SCORE_PARTS, TURN_ROWS, WEIGHT_ROWS
from arnak_env.arnak.scoring import rival_score_parts, score_parts
from arnak_env.arnak.setup import set_up

PARTS = len(SCORE_PARTS)
COLUMNS = PARTS + 1  # the parts and their sum
SCORES_PER_GAME = (RIVAL_SEAT + 1) * COLUMNS
LEGAL_ROOM = 512  # more than any decision can offer
NO_STEP = -(2**62)  # no action has such a number
_S11, _S32 = np.uint64(11), np.uint64(32)
_UNIT = 2.0**-53


@kernel("GTimovi:")
def show(g, t, i, masks, observations, players, observing):
    """Write the mask, the observation and the deciding player of one game."""
    players[i] = deciding_player(g)
    if observing:
        observe(g, t, -1, observations[i])


@kernel("ilim:")
def write_mask(i, legal, n, masks):
    """A finished game keeps one entry, because callers still sample there."""
    masks[i, :] = 0
    for k in range(n):
        masks[i, legal[k]] = 1
    if n == 0:
        masks[i, 0] = 1


@entry("*G*Tvmovbiii:i")
def step_games(games, tables, actions, masks, observations, players, illegal, start, stop, observing):
    """Carry out one action in each game of ``range(start, stop)``; an action the mask forbids changes nothing.

    The action NO_STEP only writes mask and observation again. Returns a game that broke a limit of the rules, or -1.
    """
    t = tables[0]
    legal = np.empty(LEGAL_ROOM, np.int16)
    broken = -1
    for i in range(start, stop):
        g = games[i]
        action = actions[i]
        illegal[i] = False
        if action == NO_STEP:
            n = legal_actions(g, t, legal)
            illegal[i] = True  # from outside the number is no action either
        elif g.over or action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            illegal[i] = True
            continue
        else:
            n = step_game(g, t, action, legal)
        write_mask(i, legal, n, masks)
        show(g, t, i, masks, observations, players, observing)
        if g.error:
            broken = i
    return broken


@entry("mvv:i")
def first_illegal(masks, players, actions):
    """Return the first game whose action its mask forbids, or that is over; -1: there is none."""
    for i in range(len(actions)):
        action = actions[i]
        if players[i] < 0 or action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            return i
    return -1


@entry("*G*Tvvvvmovi:")
def reset_games(games, tables, which, seeds, episodes, difficulties, masks, observations, players, observing):
    """Set up the games listed in `which` anew."""
    t = tables[0]
    legal = np.empty(LEGAL_ROOM, np.int16)
    for k in range(len(which)):
        i = which[k]
        g = games[i]
        set_up(g, t, np.uint64(seeds[k]), episodes[k], difficulties[k])
        write_mask(i, legal, advance(g, t, legal), masks)
        show(g, t, i, masks, observations, players, observing)


@kernel("uuu:u")
def random_bits(key, first, second):
    return mix(mix(key ^ mix(first)) ^ second)


@kernel("lifiu:i")
def draw(legal, n, weights, row, bits):
    """Return which of n legal actions random bits choose: in proportion to their weights, or each equally likely.

    Without rows in ``weights`` all are equally likely; so they are where all weights are zero.
    """
    if len(weights) > 0:
        total = 0.0
        for k in range(n):
            total += weights[row, legal[k]]
        if total > 0.0:
            left = total * ((bits >> _S11) * _UNIT)
            for k in range(n):
                left -= weights[row, legal[k]]
                if left < 0.0:
                    return k
            return n - 1  # rounding may leave a little over
    return int(((bits >> _S32) * np.uint64(n)) >> _S32)


@entry("mvuuv:")
def sample_masks(masks, players, key, count, actions):
    """Choose a uniform legal action for every game; 0 for finished ones."""
    for i in range(len(actions)):
        actions[i] = 0
        if players[i] < 0:
            continue
        n = 0
        for action in range(masks.shape[1]):
            n += masks[i, action]
        bits = random_bits(key, np.uint64(i), count)
        chosen = int(((bits >> _S32) * np.uint64(n)) >> _S32)
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if chosen == 0:
                    actions[i] = action
                    break
                chosen -= 1


@kernel("Gi:i")
def row_of_weights(g, rows):
    """Return which row of the weights counts for a decision: see `opcodes.WEIGHT_ROWS`."""
    op = g.frame[g.frames - 1, F_OP]
    row = TURN_ROWS + op
    if op == OP_TURN:
        row = 2 * (g.round_number - 1) + g.main_done
    return min(g.board * WEIGHT_ROWS + row, rows - 1)


@entry("*G*Tuviifvii:")
def play_out(games, tables, key, numbers, limit, last_round, weights, decisions, start, stop):
    """Play legal actions drawn at random to the end of each game; count the decisions.

    It stops early after `limit` decisions, or when a round after `last_round` begins. Game i draws from the stream
    ``numbers[i]`` of the key. ``weights`` has a row for each kind of decision, or a single one for all of them, and a
    weight for each action; without rows every legal action is equally likely.
    """
    t = tables[0]
    legal = np.empty(LEGAL_ROOM, np.int16)
    rows = len(weights)
    for i in range(start, stop):
        g = games[i]
        n = advance(g, t, legal)
        taken = 0
        row = 0
        while n > 0 and taken < limit and g.round_number <= last_round:
            bits = random_bits(key, np.uint64(numbers[i]), np.uint64(taken))
            if rows > 0:
                row = row_of_weights(g, rows)
            n = step_game(g, t, legal[draw(legal, n, weights, row, bits)], legal)
            taken += 1
        decisions[i] = taken


@entry("*G*Tvvmovi:")
def determinize_games(games, tables, viewers, seeds, masks, observations, players, observing):
    """Draw the world of each game anew (viewer -1: leave it) and write mask and observation of the same decision."""
    t = tables[0]
    legal = np.empty(LEGAL_ROOM, np.int16)
    for i in range(len(viewers)):
        if viewers[i] >= 0:
            determinization.determinize(games[i], t, viewers[i], np.uint64(seeds[i]))
            write_mask(i, legal, legal_actions(games[i], t, legal), masks)
            show(games[i], t, i, masks, observations, players, observing)


@entry("*G*Tvo:")
def observe_games(games, tables, viewers, observations):
    t = tables[0]
    for i in range(len(viewers)):
        observe(games[i], t, viewers[i], observations[i])


@entry("*G*Tv:")
def score_games(games, tables, scores):
    """Fill ``scores``, SCORES_PER_GAME numbers a game: the parts and their sum for each seat and the rival."""
    t = tables[0]
    for i in range(len(games)):
        g = games[i]
        for p in range(g.players):
            place = SCORES_PER_GAME * i + COLUMNS * p
            scores[place + PARTS] = score_parts(g, t, p, scores[place : place + PARTS])
        if g.rival:
            place = SCORES_PER_GAME * i + COLUMNS * RIVAL_SEAT
            scores[place + PARTS] = rival_score_parts(g, t, scores[place : place + PARTS])
