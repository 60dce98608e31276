"""The solo game against the rival as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arnak_env.arnak.batch import Batch
from arnak_env.arnak.content import Content
from arnak_env.envs.arnak_solo import KIND
from arnak_env.envs.single import GameEnv

MAX_DECISIONS = 5000  # several times the longest game; only a player who keeps choosing illegal actions gets there


class ArnakSoloEnv(GameEnv):
    """One player against the solo rival of Lost Ruins of Arnak, on the boards of the base game and of Twisted Paths.

    ## Description
    A deck-building and worker-placement game over five rounds: dig and discover sites, overcome guardians, buy cards,
    research, and have more points at the end than the rival, whose stack of action tiles sets the difficulty. Every
    step is one decision of the player; the rival's actions and forced choices resolve inside the step.

    ## Action Space
    `Discrete(869)`. `arnak_env.arnak.actions` lists them; `env.unwrapped.action_words(action)` names one, for example
    `dig camp_coin.1`. Moves of several parts (travel payments, effects with choices) are several decisions.

    ## Observation Space
    One flat `Box`. `observation="raw"`: uint8, each entry from 0 to its own maximum. `observation="scaled"`: float32,
    each entry divided by that maximum. `arnak_env.arnak.observation.PIECES` names the slices.

    ## Legal Actions Mask
    `info["action_mask"]` at reset and at every step: int8, shape (869,), 1 for a legal action. The same as a bool array
    from `env.unwrapped.action_masks()`. It always has at least one 1, after the end too.

    ## Starting State
    The set-up of the rulebooks, drawn by the seed. The k-th reset without a seed plays episode k of the same seed.

    ## Rewards
    `reward="win"` (default): 1 for a win, 0 for a tie, -1 for a loss, at the end. `"score"`: own score minus the
    rival's, / 100, at the end. `"potential"`: the change of that margin at every step, with 0 before the first step, so
    that an episode adds up to the `score` reward.

    ## Episode End
    Terminated: the fifth round is over. Truncated: after `max_decisions` steps, illegal actions included. A step after
    either raises `gymnasium.error.ResetNeeded`.

    ## Information
    Always `action_mask` and `illegal_action` (how many of this episode). When terminated also `score`, `rival_score`,
    `score_parts` (points by category), `result` ("win", "tie" or "loss") and `is_success` (True for a win).

    ## Arguments
    | argument | default | meaning |
    |---|---|---|
    | `board` | `"bird"` | `"bird"`, `"snake"`, `"spider"` or `"owl"` |
    | `difficulty` | `0` | 0 to 10: up to 5 the number of the rival's red tiles; above, red ones turn purple |
    | `rival_tiles` | `None` | colour of the rival's tile pairs, e.g. `{"discover": "red"}`; None: drawn by difficulty |
    | `switches` | `()` | names of open rule questions to answer the other way |
    | `objectives` | `0` | 0, 2, 3 or 4: rival objectives dealt each round |
    | `first_objective_worth_four` | `False` | the first objective of each round is worth 4 points instead of 2 |
    | `expansion_components` | `None` | with the sites, guardians, assistants, idols and bonus tiles of Twisted Paths; |
    | | | None: on the Spider and the Owl Temple only |
    | `reward` | `"win"` | `"win"`, `"score"` or `"potential"` |
    | `observation` | `"raw"` | `"raw"` or `"scaled"` |
    | `illegal_action` | `"ignore"` | `"ignore"`: nothing changes, reward 0, counted, one warning; `"raise"`: |
    | | | `IllegalAction` with the reason; `"terminate"`: the game is lost, reward -1 |
    | `max_decisions` | `5000` | steps after which an episode is truncated |
    | `render_mode` | `None` | `"ansi"`: `render()` returns text; `"human"`: prints it after every step |
    | `content` | `None` | other printed facts: the path of an override file, or a `Content`; None: ours |

    `reset(options=...)` takes `board`, `difficulty`, `rival_tiles`, `switches`, `objectives`,
    `first_objective_worth_four` and `expansion_components`; they hold until changed again. A new difficulty without
    `rival_tiles` has the tiles drawn again.

    ## Version History
    v0: first version.
    """

    kind = KIND

    def __init__(
        self,
        board: str = "bird",
        difficulty: int = 0,
        rival_tiles: dict[str, str] | None = None,
        switches: Sequence[str] = (),
        objectives: int = 0,
        first_objective_worth_four: bool = False,
        expansion_components: bool | None = None,
        reward: str = "win",
        observation: str = "raw",
        illegal_action: str = "ignore",
        max_decisions: int = MAX_DECISIONS,
        render_mode: str | None = None,
        content: str | Path | Content | None = None,
    ) -> None:
        super().__init__(
            {
                "board": board,
                "difficulty": difficulty,
                "rival_tiles": rival_tiles,
                "switches": switches,
                "objectives": objectives,
                "first_objective_worth_four": first_objective_worth_four,
                "expansion_components": expansion_components,
            },
            reward=reward,
            observation=observation,
            illegal_action=illegal_action,
            max_decisions=max_decisions,
            render_mode=render_mode,
            content=content,
        )

    @property
    def batch(self) -> Batch:
        """The game itself, as a batch of one: `env.unwrapped.batch.clone()` is the way to search ahead."""
        assert isinstance(self._batch, Batch)  # for the type checker
        return self._batch
