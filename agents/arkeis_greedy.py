"""The greedy agent of Arkeis: plans backwards from the favourable epilogue and takes the shortest way there.

It knows the content as somebody does who has read the episode: what each card does, but not which of several cards with
one symbol will be drawn, nor what the dice will show. It does not search. See `agents.arkeis_plan` for the plan,
`agents.arkeis_turn` for the actions and `agents.arkeis_worth` for the estimates.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from agents.arkeis_choices import answer
from agents.arkeis_facts import Facts
from agents.arkeis_mind import Mind
from agents.arkeis_plan import Plan, plan
from agents.arkeis_sight import Columns, Maps, Sight
from agents.arkeis_worth import side_worth
from agents.base import SeededRows, check_game, rows_to_play
from arnak_env.arkeis import opcodes as o

if TYPE_CHECKING:
    from arnak_env.arkeis.batch import Batch

_MOST_PLANS = 20_000
# What a plan depends on; where Explorers stand only as far as it decides what they can reach.
_DECIDING = (
    "slot", "players", "explorer", "episode_flags", "campaign_flags", "counters", "zones", "token_place", "adjacent",
    "object_owner",
)  # fmt: skip


class ArkeisGreedyAgent(SeededRows):
    """A goal-following planner without search.

    Args:
        seed: seed of rows that are never announced with `begin`; the agent itself draws nothing at random.
    """

    name = "greedy"
    needs_observation = False

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._facts: dict[str, Facts] = {}  # by fingerprint of the content
        self._plans: dict[tuple[str, bytes, int], tuple[Plan, dict[int, float]]] = {}
        self._maps = Maps()

    def act(self, batch: Batch, games: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
        """Pick an action for each game, see `agents.base.Agent.act`."""
        check_game(self, "arkeis", batch)
        actions = np.zeros(len(batch.games), dtype=np.int64)
        rows = rows_to_play(batch, games)
        if not len(rows):
            return actions
        fingerprint = batch.content.fingerprint
        if fingerprint not in self._facts:
            self._facts[fingerprint] = Facts(batch.content)
        facts = self._facts[fingerprint]
        owner, legal = np.nonzero(np.asarray(batch.mask)[rows])
        parts = np.split(legal, np.flatnonzero(np.diff(owner)) + 1)
        columns = Columns(batch.games, rows)
        frames = columns.top_frames()
        keys = _keys(batch.games[rows])
        for k, row in enumerate(rows.tolist()):
            choices = parts[k].tolist()
            if len(choices) == 1:
                actions[row] = choices[0]
                continue
            sight = Sight(columns, k, facts, self._maps)
            planned = partial(self._plan, sight, facts, frames[k][o.F_SELF], (fingerprint, keys[k]))
            stack = partial(_stack, batch, row)
            mind = Mind(sight, facts, facts.episode(sight.slot), planned, frames[k], choices, stack)
            actions[row] = answer(mind)
        return actions

    def _plan(self, sight: Sight, facts: Facts, explorer: int, key: tuple[str, bytes]) -> tuple[Plan, dict[int, float]]:
        """Return the plan of a game, and what reading each symbol is worth beside it.

        Both depend on nothing but the key, so that a game goes the same way whatever other games are played with it.
        """
        square = sight["square"][explorer]
        reached = sight.map.reached[square] if square >= 0 else 0
        whole = (*key, reached)
        known = self._plans.get(whole)
        if known is None:
            if len(self._plans) >= _MOST_PLANS:
                self._plans.clear()
            episode = facts.episode(sight.slot)
            known = plan(sight, episode, explorer), side_worth(sight.quiet(), facts, episode)
            self._plans[whole] = known
        return known


def _keys(games: np.ndarray) -> list[bytes]:
    """Return for each game the bytes of everything its plan depends on."""
    place = games["card_place"]
    parts = [np.where(place == o.BEING_READ, o.IN_DECK, place).astype(np.int8).view(np.uint8)]
    for name in _DECIDING:
        column = np.ascontiguousarray(games[name]).reshape(len(games), -1)
        parts.append(column.view(np.uint8).reshape(len(games), -1))
    return [row.tobytes() for row in np.concatenate(parts, axis=1)]


def _stack(batch: Batch, row: int) -> list[list[int]]:
    stack: list[list[int]] = batch.games["frame"][row, : batch.games["frames"][row]].tolist()
    return stack
