"""Entry points from Python: loops over a batch of games. Few, because each costs more than a second to compile."""

import numpy as np

from arnak_env.arkeis.chance import hash_seed, mix
from arnak_env.arkeis.compiled import entry, kernel
from arnak_env.arkeis.engine import advance, answer
from arnak_env.arkeis.legal import deciding_player, legal_actions
from arnak_env.arkeis.observe import observe
from arnak_env.arkeis.opcodes import FAVOURABLE, IN_DECK, NO_RESULT, SYMBOLS
from arnak_env.arkeis.setup import set_up

LEGAL_ROOM = 512  # more than any decision can offer
NO_STEP = -(2**62)  # no action has such a number
SCORES_PER_GAME = 2  # victory points, progress
WHOLE_WAY = 1000  # progress of a favourable epilogue
_S11, _S32 = np.uint64(11), np.uint64(32)
_UNIT = 2.0**-53


@kernel("GTiovi:")
def show(g, t, i, observations, players, observing):
    """Write the observation and the deciding player of one game."""
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
            g.decisions += 1
            answer(g, action)
            n = advance(g, t, legal)
        write_mask(i, legal, n, masks)
        show(g, t, i, observations, players, observing)
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


@entry("*G*Tvvvmovi:")
def reset_games(games, tables, which, seeds, numbers, masks, observations, players, observing):
    """Set up the games listed in `which` anew."""
    t = tables[0]
    legal = np.empty(LEGAL_ROOM, np.int16)
    for k in range(len(which)):
        i = which[k]
        g = games[i]
        set_up(g, t, np.uint64(seeds[k]), numbers[k])
        write_mask(i, legal, advance(g, t, legal), masks)
        show(g, t, i, observations, players, observing)


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


@entry("*G*Tuviifvii:")
def play_out(games, tables, key, numbers, limit, last_turn, weights, decisions, start, stop):
    """Play legal actions drawn at random to the end of each game; count the decisions.

    It stops early after `limit` decisions, or when a turn after `last_turn` begins. Game i draws from the stream
    ``numbers[i]`` of the key. ``weights`` has one row with a weight for each action, or a row for each episode slot;
    without rows every legal action is equally likely.
    """
    t = tables[0]
    legal = np.empty(LEGAL_ROOM, np.int16)
    last = len(weights) - 1
    for i in range(start, stop):
        g = games[i]
        n = advance(g, t, legal)
        taken = 0
        while n > 0 and taken < limit and g.turns <= last_turn:
            bits = random_bits(key, np.uint64(numbers[i]), np.uint64(taken))
            g.decisions += 1
            answer(g, legal[draw(legal, n, weights, min(g.slot, last), bits)])
            n = advance(g, t, legal)
            taken += 1
        decisions[i] = taken


@entry("*G*Tvvmovi:")
def determinize_games(games, tables, viewers, seeds, masks, observations, players, observing):
    """Draw the world of each game anew (viewer -1: leave it): all that nobody knows is the key of its streams.

    What has been drawn is on the table for everybody; nothing else is stored before it is drawn.
    """
    t = tables[0]
    legal = np.empty(LEGAL_ROOM, np.int16)
    for i in range(len(viewers)):
        if viewers[i] >= 0:
            g = games[i]
            g.seed = mix(g.seed ^ hash_seed(np.uint64(seeds[i]), np.uint64(1)))
            write_mask(i, legal, legal_actions(g, t, legal), masks)
            show(g, t, i, observations, players, observing)


@entry("*G*Tvo:")
def observe_games(games, tables, viewers, observations):
    t = tables[0]
    for i in range(len(viewers)):
        observe(games[i], t, viewers[i], observations[i])


@kernel("GTi:i")
def was_read(g, t, symbol):
    """Return whether a card of a symbol has left the deck for good."""
    for card in range(t.cards[g.slot]):
        if t.card_symbol[g.slot, card] == symbol and g.card_place[card] != IN_DECK:
            return 1
    return 0


@kernel("GT:i")
def progress(g, t):
    """Return how far the team is on the way to the favourable epilogue, 0 to WHOLE_WAY."""
    if g.result != NO_RESULT:
        return WHOLE_WAY if g.result == FAVOURABLE else 0
    gone = 0
    total = 0
    for symbol in range(SYMBOLS):
        weight = t.symbol_weight[g.slot, symbol]
        if weight > 0:
            total += weight
            if was_read(g, t, symbol):
                gone += weight
    return (WHOLE_WAY - 1) * gone // total if total > 0 else 0


@entry("*G*Tv:")
def score_games(games, tables, scores):
    """Fill ``scores``, SCORES_PER_GAME numbers a game: victory points and progress."""
    t = tables[0]
    for i in range(len(games)):
        scores[SCORES_PER_GAME * i] = games[i].vp
        scores[SCORES_PER_GAME * i + 1] = progress(games[i], t)
