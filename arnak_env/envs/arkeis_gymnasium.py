"""Episodes and campaigns of Arkeis as Gymnasium environments: one agent decides for the whole team."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.config import DEFAULT_TEAM
from arnak_env.arkeis.content import ContentSource
from arnak_env.envs.arkeis import CAMPAIGN, EPISODE
from arnak_env.envs.single import GameEnv

MAX_EPISODE_DECISIONS = 5000  # several times the longest planned game; a team that never finishes gets there
MAX_CAMPAIGN_DECISIONS = 20000


class ArkeisEpisodeEnv(GameEnv):
    """One episode of Arkeis for a team of 1 to 5 Explorers that one agent commands.

    ## Description
    A cooperative game of exploration: Explorers move through rooms, draw Clue cards with tokens on squares and doors,
    fight Adversaries, and try to read the favourable epilogue of the episode before the reserve of Fate tokens is
    empty. Every step is one decision of the team; dice, cards and forced choices resolve inside the step.

    ## Action Space
    `Discrete(899)`. `arnak_env.arkeis.actions` lists them; `env.unwrapped.action_words(action)` names one, for example
    `move A1`. Actions of several parts (rolls, effects with choices) are several decisions.

    ## Observation Space
    One flat `Box`, seen by the deciding Explorer: itself first, then the others in turn order. `observation="raw"`:
    uint8, each entry from 0 to its own maximum. `observation="scaled"`: float32, each entry divided by that maximum.
    `arnak_env.arkeis.observation.PIECES` names the slices.

    ## Legal Actions Mask
    `info["action_mask"]` at reset and at every step: int8, shape (899,), 1 for a legal action. The same as a bool array
    from `env.unwrapped.action_masks()`. It always has at least one 1, after the end too.

    ## Starting State
    The set-up of the episode for the team, drawn by the seed. The k-th reset without a seed plays game k of the same
    seed.

    ## Rewards
    `reward="win"`: 1 for the favourable epilogue, -1 for the adverse one. `"points"`: the Victory points gained in the
    step, / 10. `"potential"` (default): `"win"`, and at every step the change of the progress to the favourable
    epilogue (see `Batch.progress`), which counts as 0 when one is read; shaped, because random play almost never wins.

    ## Episode End
    Terminated: an epilogue was read and what follows it is done. Truncated: after `max_decisions` steps, illegal
    actions included. A step after either raises `gymnasium.error.ResetNeeded`.

    ## Information
    Always `action_mask` and `illegal_action` (how many of this game). When terminated also `result` ("favourable" or
    "adverse"), `is_success` (True for favourable), `reserve_left`, `sheet` (`boxes` marked, complete `rows` and
    `columns`), `victory_points`, `coins`, `xp`.

    ## Arguments
    | argument | default | meaning |
    |---|---|---|
    | `episode` | `0` | number or id of an episode of the content, or the path of an episode file |
    | `explorers` | `("rhiat", "franck")` | the team in seat order: 1 to 5 of `"rhiat"`, `"franck"`, `"eleonor"`, |
    | | | `"rebecca"`, `"robert"`, `"robert_young"` |
    | `first_player` | `None` | the Explorer who plays first; None: the first of the team |
    | `elite` | `"none"` | `"none"`, `"classic"`, `"intermediate"`, or a list of kinds that use their Elite card |
    | `threat_first_turn` | `"skip"` | `"apply"`: a Threat held at the start acts in its holder's first turn too |
    | `defeated_miniatures` | `"supply"` | `"out"`: miniatures of eliminated Adversaries do not come back |
    | `wildcard_any_roll` | `False` | Wildcard tokens serve for every Explorer's rolls, not only their holder's |
    | `equip_at_setup` | `False` | Material is equipped during the set-up already |
    | `reward` | `"potential"` | `"potential"`, `"win"` or `"points"` |
    | `observation` | `"raw"` | `"raw"` or `"scaled"` |
    | `illegal_action` | `"ignore"` | `"ignore"`: nothing changes, reward 0, counted, one warning; `"raise"`: |
    | | | `IllegalAction` with the reason; `"terminate"`: the game ends, reward -1 |
    | `max_decisions` | `5000` | steps after which the game is truncated |
    | `render_mode` | `None` | `"ansi"`: `render()` returns text; `"human"`: prints it after every step |
    | `content` | `None` | a file, or a list of files, with corrections, objects or episodes; or a `Content` |

    `reset(options=...)` takes `episode`, `explorers`, `first_player`, `elite` and the four switches; they hold until
    changed again. New `explorers` without `first_player` are started by their first.

    ## Version History
    v0: first version.
    """

    kind = EPISODE

    def __init__(
        self,
        episode: int | str | os.PathLike[str] = 0,
        explorers: Sequence[str] = DEFAULT_TEAM,
        first_player: str | None = None,
        elite: str | Sequence[str] = "none",
        threat_first_turn: str = "skip",
        defeated_miniatures: str = "supply",
        wildcard_any_roll: bool = False,
        equip_at_setup: bool = False,
        reward: str = "potential",
        observation: str = "raw",
        illegal_action: str = "ignore",
        max_decisions: int = MAX_EPISODE_DECISIONS,
        render_mode: str | None = None,
        content: ContentSource = None,
    ) -> None:
        super().__init__(
            {
                "episode": episode,
                "explorers": explorers,
                "first_player": first_player,
                "elite": elite,
                "threat_first_turn": threat_first_turn,
                "defeated_miniatures": defeated_miniatures,
                "wildcard_any_roll": wildcard_any_roll,
                "equip_at_setup": equip_at_setup,
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


class ArkeisCampaignEnv(GameEnv):
    """A campaign of Arkeis: episodes in a row with the returns to camp between them, for one agent that commands all.

    ## Description
    As in `ArkeisEpisodeEnv`, and between two episodes the return to camp: cure, sell, build upgrades and use them, buy
    Experience cards, deal the Wildcards. Objects, Experience cards, Traumas, Fate tokens and the Camp Chest are kept
    from episode to episode. A failed episode is not replayed; the campaign goes on.

    ## Action Space
    `Discrete(899)`. `arnak_env.arkeis.actions` lists them; `env.unwrapped.action_words(action)` names one, for example
    `move A1`. Actions of several parts (rolls, effects with choices) are several decisions.

    ## Observation Space
    One flat `Box`, seen by the deciding Explorer: itself first, then the others in turn order. `observation="raw"`:
    uint8, each entry from 0 to its own maximum. `observation="scaled"`: float32, each entry divided by that maximum.
    `arnak_env.arkeis.observation.PIECES` names the slices.

    ## Legal Actions Mask
    `info["action_mask"]` at reset and at every step: int8, shape (899,), 1 for a legal action. The same as a bool array
    from `env.unwrapped.action_masks()`. It always has at least one 1, after the end too.

    ## Starting State
    The set-up of episode 0 for its team, drawn by the seed. The k-th reset without a seed plays game k of the same
    seed.

    ## Rewards
    `reward="win"`: 1 for each favourable epilogue, -1 for each adverse one, when it is read. `"points"`: the Victory
    points gained in the step, / 10. `"potential"` (default): `"win"`, and at every step the change of the progress to
    the favourable epilogue of the episode under way (see `Batch.progress`), which counts as 0 when one is read.

    ## Episode End
    Terminated: the last episode has ended. Truncated: after `max_decisions` steps, illegal actions included. A step
    after either raises `gymnasium.error.ResetNeeded`.

    ## Information
    As in `ArkeisEpisodeEnv`; `result` is "favourable" when every episode was. `results` is a tuple with the result of
    each episode in order; `reserve_left` and `sheet` are those of the last one.

    ## Arguments
    | argument | default | meaning |
    |---|---|---|
    | `episodes` | `None` | numbers of the episodes in order, 0, 1, ...; None: all that the content has in a row |
    | `explorers` | `("rhiat", "franck")` | the team in seat order: 1 to 5 of `"rhiat"`, `"franck"`, `"eleonor"`, |
    | | | `"rebecca"`, `"robert"`, `"robert_young"`; or a list of teams, one per episode |
    | `first_player` | `None` | the Explorer who plays first; None: the first of the team |
    | `elite` | `"none"` | `"none"`, `"classic"`, `"intermediate"`, or a list of kinds that use their Elite card; |
    | | | or a list of these, one per episode |
    | `threat_first_turn` | `"skip"` | `"apply"`: a Threat held at the start acts in its holder's first turn too |
    | `defeated_miniatures` | `"supply"` | `"out"`: miniatures of eliminated Adversaries do not come back |
    | `wildcard_any_roll` | `False` | Wildcard tokens serve for every Explorer's rolls, not only their holder's |
    | `equip_at_setup` | `False` | Material is equipped during the set-up already |
    | `reward` | `"potential"` | `"potential"`, `"win"` or `"points"` |
    | `observation` | `"raw"` | `"raw"` or `"scaled"` |
    | `illegal_action` | `"ignore"` | `"ignore"`: nothing changes, reward 0, counted, one warning; `"raise"`: |
    | | | `IllegalAction` with the reason; `"terminate"`: the game ends, reward -1 |
    | `max_decisions` | `20000` | steps after which the game is truncated |
    | `render_mode` | `None` | `"ansi"`: `render()` returns text; `"human"`: prints it after every step |
    | `content` | `None` | a file, or a list of files, with corrections, objects or episodes; or a `Content` |

    `reset(options=...)` takes `episodes`, `explorers`, `first_player`, `elite` and the four switches; they hold until
    changed again. New `explorers` without `first_player` are started by their first.

    ## Version History
    v0: first version.
    """

    kind = CAMPAIGN

    def __init__(
        self,
        episodes: Sequence[int] | None = None,
        explorers: Sequence[Any] = DEFAULT_TEAM,
        first_player: str | None = None,
        elite: str | Sequence[Any] = "none",
        threat_first_turn: str = "skip",
        defeated_miniatures: str = "supply",
        wildcard_any_roll: bool = False,
        equip_at_setup: bool = False,
        reward: str = "potential",
        observation: str = "raw",
        illegal_action: str = "ignore",
        max_decisions: int = MAX_CAMPAIGN_DECISIONS,
        render_mode: str | None = None,
        content: ContentSource = None,
    ) -> None:
        super().__init__(
            {
                "episodes": episodes,
                "explorers": explorers,
                "first_player": first_player,
                "elite": elite,
                "threat_first_turn": threat_first_turn,
                "defeated_miniatures": defeated_miniatures,
                "wildcard_any_roll": wildcard_any_roll,
                "equip_at_setup": equip_at_setup,
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
