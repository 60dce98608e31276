"""envpool's backgammon on one worker thread; observation and mask come with every step, games restart by themselves."""

import time

import envpool
import numpy as np
from stopwatch import Stopwatch, arguments, report

count, seconds = arguments()
environment = envpool.make_gymnasium("Backgammon-v1", num_envs=count, seed=0, num_threads=1)
generator = np.random.default_rng(0)
watch = Stopwatch()
decisions = games = 0
observation, info = environment.reset()
waiting = np.zeros(count, bool)  # the step after an end only starts the next game
end = time.perf_counter() + seconds
while time.perf_counter() < end:
    mask = info["legal_action_mask"]
    actions = (generator.random(mask.shape, np.float32) * mask).argmax(1)
    watch.start()
    observation, _, terminated, truncated, info = environment.step(actions)
    watch.stop()
    decisions += count - int(waiting.sum())
    waiting = terminated | truncated
    games += int(waiting.sum())
report(watch, decisions, games, int(environment.action_space.n), observation.shape[1])
