"""Ours: the solo game through gymnasium.make for one game, through gymnasium.make_vec for many.

Starting the next game is on the clock: by reset for one game, inside the step after an end for many.
"""

import time

import gymnasium
import numpy as np
from stopwatch import Stopwatch, arguments, report

import arnak_env  # noqa: F401  registers the environments

count, seconds = arguments()
generator = np.random.default_rng(0)
watch = Stopwatch()
decisions = games = 0
if count == 1:
    environment = gymnasium.make("arnak_env/ArnakSolo-v0")
    observation, info = environment.reset(seed=0)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        action = int(generator.choice(np.flatnonzero(info["action_mask"])))
        watch.start()
        observation, _, terminated, truncated, info = environment.step(action)
        watch.stop()
        decisions += 1
        if terminated or truncated:
            games += 1
            watch.start()
            observation, info = environment.reset()
            watch.stop()
    report(watch, decisions, games, int(environment.action_space.n), len(observation))
else:
    vector = gymnasium.make_vec("arnak_env/ArnakSolo-v0", num_envs=count)
    vector.reset(seed=0)
    batch = vector.unwrapped.batch
    waiting = np.zeros(count, bool)  # the step after an end only starts the next game
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        actions = batch.sample_actions()  # uniform among the legal ones
        watch.start()
        observation, _, terminated, truncated, info = vector.step(actions)
        watch.stop()
        decisions += count - int(waiting.sum())
        waiting = terminated | truncated
        games += int(waiting.sum())
    report(watch, decisions, games, int(vector.single_action_space.n), observation.shape[1])
