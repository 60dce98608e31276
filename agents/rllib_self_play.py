"""Self-play with RLlib: one policy plays all seats of `arnak_v0`, and only legal actions, by the mask it is given.

    python -m agents.rllib_self_play --iterations 2

An example of RLlib's API of environment runners, learners and RL modules, to start own experiments from; `arnak train`
is what the agents of this package are trained with. Needs the extra `rllib`, see docs/scale_out.md.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import agents
from agents.base import spread_seed
from agents.model_files import MissingExtra
from arnak_env import Batch, arnak_v0
from arnak_env.arnak.opcodes import BOARDS
from arnak_env.core.arguments import one_of, whole_number
from arnak_env.core.extras import RLLIB_INSTALL_LINE
from arnak_env.envs.observations import in_form

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")

try:
    import ray
    import torch
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    from ray.tune.registry import register_env
except ImportError as error:
    missing = MissingExtra(
        f"this example needs the extra 'rllib' ({error.name or error} is not installed); RLlib pins its own version "
        f"of Gymnasium, so install it in an environment of its own:\n    {RLLIB_INSTALL_LINE}"
    )
    if __name__ == "__main__":
        sys.exit(f"Error: {missing}")
    raise missing from None

POLICY = "shared"
_FORM = "scaled"  # numbers around 0 to 1, which networks learn from better
_STORE = 100 * 2**20  # bytes of shared memory; everything runs in one process


class MaskedEnv(PettingZooEnv):
    """`arnak_v0` as RLlib's masking module wants it; an illegal action raises `arnak_env.IllegalAction`.

    Observations are dicts: ``observations``, float32 in the scaled form, and ``action_mask``, float32 ``(869,)``, 1 for
    a legal action.

    Args:
        config: ``board`` and ``num_players``, as of `arnak_v0.raw_env`.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(arnak_v0.raw_env(**config, observation=_FORM, illegal_action="raise"))
        spaces: dict[str, Any] = {name: self._space(self.env.observation_space(name)) for name in self.env.agents}
        self.observation_spaces = spaces
        self.observation_space = gymnasium.spaces.Dict(spaces)

    @staticmethod
    def _space(space: gymnasium.spaces.Dict) -> gymnasium.spaces.Dict:
        mask = gymnasium.spaces.Box(0.0, 1.0, space["action_mask"].shape or (), np.float32)
        return gymnasium.spaces.Dict({"observations": space["observation"], "action_mask": mask})

    @staticmethod
    def _renamed(observations: dict[str, dict[str, np.ndarray]]) -> dict[str, dict[str, np.ndarray]]:
        return {
            name: {"observations": seen["observation"], "action_mask": seen["action_mask"].astype(np.float32)}
            for name, seen in observations.items()
        }

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Begin a game; returns observation and information of the agent on turn."""
        observations, infos = super().reset(seed=seed, options=options)
        return self._renamed(observations), infos

    def step(self, action: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Carry out the action of the agent on turn; see `ray.rllib.env.multi_agent_env.MultiAgentEnv.step`."""
        observations, *others = super().step(action)
        return self._renamed(observations), *others


def configuration(board: str, players: int, decisions: int, seed: int) -> Any:
    """Return the configuration of PPO for self-play.

    Args:
        board: the board's name.
        players: 2 to 4.
        decisions: decisions of all players together between two updates.
        seed: same seed, same training, as far as RLlib keeps to it.
    """
    game = {"board": board, "num_players": players}
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [256, 256]})
    return (
        PPOConfig()
        # RLlib's check of an environment takes actions without looking at the mask.
        .environment("arnak_v0", env_config=game, disable_env_checking=True)
        .env_runners(num_env_runners=0)
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda *arguments, **more: POLICY)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
        .training(
            lr=3e-4,
            gamma=1.0,  # a game has an end, and only its result counts
            entropy_coeff=0.01,
            train_batch_size_per_learner=decisions,
            minibatch_size=min(256, decisions),
            num_epochs=4,
        )
        .debugging(seed=seed, log_level="ERROR")
    )


def share_against_random(module: Any, board: str, games: int, seed: int) -> float:
    """Return the share of the victories of a policy in games of two against the random agent, seats in turn.

    Args:
        module: the trained RL module.
        board: the board's name.
        games: number of games, at least 1.
        seed: same seed, same games.
    """
    numbers = np.arange(games)
    seats = numbers % 2
    batch = Batch(games, board=board, num_players=2, seed=spread_seed(seed, numbers))
    other = agents.load("random")
    other.begin(spread_seed(seed, numbers, 1))
    while not batch.over.all():
        active = np.flatnonzero(~batch.over)
        own = active[batch.player[active] == seats[active]]
        actions = other.act(batch, active)
        if len(own):
            seen = torch.from_numpy(in_form(_FORM, batch.observation[own]).astype(np.float32))
            mask = torch.from_numpy(batch.mask[own].astype(np.float32))
            with torch.no_grad():
                output = module.forward_inference({Columns.OBS: {"observations": seen, "action_mask": mask}})
            actions[own] = output[Columns.ACTION_DIST_INPUTS].argmax(dim=1).numpy()
        if batch.step(actions, illegal="ignore")[active].any():  # games that are over take no action at all
            raise RuntimeError("an illegal action was chosen; the mask does not reach the policy")
    return float(batch.results()[numbers, seats].mean())


def train(board: str, players: int, iterations: int, decisions: int, seed: int, games: int, out: Path | None) -> float:
    """Train by self-play, print what happens, and return the share of victories against the random agent."""
    register_env("arnak_v0", MaskedEnv)
    algorithm = configuration(board, players, decisions, seed).build_algo()
    try:
        start = time.perf_counter()
        for iteration in range(1, iterations + 1):
            sampled = algorithm.train()["env_runners"]
            print(
                f"{iteration:3}: {sampled['num_env_steps_sampled_lifetime']:,.0f} decisions, "
                f"{sampled.get('num_episodes', 0):.0f} games ended, {time.perf_counter() - start:.0f} s",
                flush=True,
            )
        share = share_against_random(algorithm.get_module(POLICY), board, games, seed)
        print(f"no illegal action; {100 * share:.1f} % of the victories in {games} games of two against random")
        if out is not None:
            print(f"checkpoint: {algorithm.save_to_path(out.resolve())}")
        return share
    finally:
        algorithm.stop()


def options() -> argparse.ArgumentParser:
    """Return the options of the example."""
    parser = argparse.ArgumentParser(
        prog="python -m agents.rllib_self_play", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--board", default="bird", help="bird, snake, spider or owl (%(default)s)")
    parser.add_argument("--players", type=int, default=2, help="2 to 4 (%(default)s)")
    parser.add_argument("--iterations", type=int, default=20, help="updates of the policy (%(default)s)")
    parser.add_argument("--decisions", type=int, default=4000, help="decisions for each update (%(default)s)")
    parser.add_argument(
        "--games", type=int, default=100, help="games against the random agent at the end (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of training and games (%(default)s)")
    parser.add_argument("--out", type=Path, help="folder for a checkpoint of RLlib")
    return parser


def main() -> None:
    """Read the options and train on this machine."""
    parser = options()
    asked = parser.parse_args()
    try:
        one_of("board", asked.board, BOARDS)
        for name, least, most in (
            ("players", 2, 4),
            ("iterations", 1, 10**6),
            ("decisions", 100, 10**6),
            ("games", 1, 10**5),
            ("seed", 0, 2**31 - 1),
        ):
            whole_number(name, getattr(asked, name), least, most)
    except ValueError as error:
        parser.error(str(error))
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")  # nobody else reaches this cluster of one machine
    ray.init(
        address="local", include_dashboard=False, object_store_memory=_STORE, log_to_driver=False, logging_level="ERROR"
    )
    try:
        train(**vars(asked))
    except KeyboardInterrupt:
        parser.exit(130, "stopped\n")
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
