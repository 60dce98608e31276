"""catanatron's gymnasium environment: one against one; the opponent's random moves are part of a step."""

import random
import time
import warnings

warnings.filterwarnings("ignore")

import gymnasium  # noqa: E402
from stopwatch import Stopwatch, arguments, report  # noqa: E402

_, seconds = arguments()
environment = gymnasium.make("catanatron_gym:catanatron-v1")
generator = random.Random(0)
watch = Stopwatch()
decisions = games = 0
observation, info = environment.reset(seed=0)
end = time.perf_counter() + seconds
while time.perf_counter() < end:
    action = generator.choice(info["valid_actions"])
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
