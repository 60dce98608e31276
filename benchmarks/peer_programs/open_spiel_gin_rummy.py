"""open_spiel's gin rummy: one game, driven from Python; chance is sampled on the clock, decisions are chosen off it."""

import random
import time

import numpy as np
import pyspiel
from stopwatch import Stopwatch, arguments, report

_, seconds = arguments()
game = pyspiel.load_game("gin_rummy")
generator = random.Random(0)
watch = Stopwatch()
decisions = games = 0
state = game.new_initial_state()
action = None
end = time.perf_counter() + seconds
while time.perf_counter() < end:
    watch.start()
    if action is not None:
        state.apply_action(action)
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(generator.choices(outcomes, chances)[0])
    over = state.is_terminal()
    if not over:
        observation = np.asarray(state.observation_tensor(state.current_player()), np.float32)
        legal = state.legal_actions()
        mask = state.legal_actions_mask()
    watch.stop()
    decisions += action is not None
    if over:
        games += 1
        watch.start()
        state, action = game.new_initial_state(), None
        watch.stop()
    else:
        action = generator.choice(legal)
report(watch, decisions, games, game.num_distinct_actions(), len(observation))
