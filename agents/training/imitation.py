"""A network that begins by imitating a teacher: it learns which actions the teacher chose, and what its games brought.

From random play, learning by reward alone can stay for very long with what brings points at once. A teacher that
plans ahead, as the search agent does, shows what pays in the end; learning by reward goes on from there.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.rating import Stopped
from agents.model_files import missing_train_extra
from agents.training.config import ImitationConfig
from agents.training.records import ImitationRecord
from agents.training.teacher import Decisions, TeacherGames
from agents.training.watch import NotFinite
from arnak_env.envs.forms import Forms

try:
    import torch
except ImportError as error:
    raise missing_train_extra(error) from None

_HELD_BACK = 10  # one game in so many is not learned from, but shows when to stop


class _Lesson:
    """The decisions of a teacher's games as a network takes them."""

    def __init__(self, games: TeacherGames, forms: Forms, form: str, actions: int) -> None:
        parts = list(games.read())
        self._forms, self._form, self._actions = forms, form, actions
        self._all = Decisions(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        number = np.repeat(np.arange(len(parts)), [len(part.action) for part in parts]) * games.in_file
        # Drawn, as games of one kind lie at equal distances and a fixed distance would leave kinds out.
        count = games.files * games.in_file
        drawn = np.zeros(count, np.bool_)
        drawn[np.random.default_rng(0).permutation(count)[: max(1, count // _HELD_BACK)]] = True
        held_back = drawn[number + self._all.game]
        self.learned = np.flatnonzero(~held_back)
        self.tested = np.flatnonzero(held_back)

    def batch(self, which: NDArray[np.intp]) -> tuple[Any, ...]:
        """Return observations, masks, actions and values as tensors."""
        some = self._all
        masks = np.unpackbits(some.mask[which], axis=1, count=self._actions).view(np.bool_)
        return (
            torch.from_numpy(self._forms.convert(self._form, some.observation[which])),
            torch.from_numpy(masks),
            torch.from_numpy(some.action[which].astype(np.int64)),
            torch.from_numpy(some.value[which]),
        )


def imitate(
    model: Any,
    asked: ImitationConfig,
    games: TeacherGames,
    forms: Forms,
    form: str,
    progress: Callable[[float, str], None],
    stop: Callable[[], bool],
) -> ImitationRecord:
    """Fit the networks of a model to a teacher's games; the best weights on games held back stay.

    Args:
        model: a new MaskablePPO.
        asked: how.
        games: the teacher's games, played already.
        forms: the forms of the game's observations.
        form: the form that the model sees, ``"scaled"`` or ``"raw"``.
        progress: called with the share that is done and how it goes, in words.
        stop: asked after every step; true ends the learning.

    Raises:
        NotFinite: when the network's numbers stopped being finite.
        Stopped: after `stop` said so.
    """
    lesson = _Lesson(games, forms, form, model.action_space.n)
    policy = model.policy
    optimizer = torch.optim.Adam(policy.parameters(), lr=asked.learning_rate)
    random = np.random.default_rng(asked.seed)
    best, record = _measured(policy, lesson, asked), None
    weights = copy.deepcopy(policy.state_dict())
    for epoch in range(asked.epochs):
        _learn(policy, optimizer, lesson, asked, random, stop, games.files * games.in_file)
        if not all(bool(torch.isfinite(numbers).all()) for numbers in policy.parameters()):
            raise NotFinite(
                f"imitation diverged in pass {epoch + 1} over the teacher's games: the network's numbers are no longer "
                "finite; train again with --overwrite and a smaller imitation.learning_rate"
            )
        found = _measured(policy, lesson, asked)
        progress((epoch + 1) / asked.epochs, f"imitation: {100 * found.same_action:.1f} % of the actions are the same")
        if found.loss < best.loss:
            best, weights = found, copy.deepcopy(policy.state_dict())
            record = found
    policy.load_state_dict(weights)
    return record or best


def _learn(
    policy: Any,
    optimizer: Any,
    lesson: _Lesson,
    asked: ImitationConfig,
    random: np.random.Generator,
    stop: Callable[[], bool],
    games_played: int,
) -> None:
    """Go once through all decisions, in a new order."""
    policy.set_training_mode(True)
    order = random.permutation(lesson.learned)
    for start in range(0, len(order), asked.batch_size):
        if stop():
            raise Stopped(games_played, games_played)
        seen, masks, actions, values = lesson.batch(order[start : start + asked.batch_size])
        predicted, chosen, _ = policy.evaluate_actions(seen, actions, masks)
        loss = -chosen.mean() + asked.value_weight * ((predicted[:, 0] - values) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def _measured(policy: Any, lesson: _Lesson, asked: ImitationConfig) -> ImitationRecord:
    """Return how well the network knows what it has not learned from."""
    policy.set_training_mode(False)
    same, surprise, error = 0, 0.0, 0.0
    tested = lesson.tested
    with torch.no_grad():
        for start in range(0, len(tested), asked.batch_size):
            seen, masks, actions, values = lesson.batch(tested[start : start + asked.batch_size])
            predicted, chosen, _ = policy.evaluate_actions(seen, actions, masks)
            likeliest, _, _ = policy(seen, deterministic=True, action_masks=masks.numpy())
            same += int((likeliest == actions).sum())
            surprise -= float(chosen.sum())
            error += float(((predicted[:, 0] - values) ** 2).sum())
    count = max(1, len(tested))
    return ImitationRecord(
        decisions=len(lesson.learned),
        same_action=same / count,
        surprise=surprise / count,
        value_error=(error / count) ** 0.5,
        loss=surprise / count + asked.value_weight * error / count,
    )
