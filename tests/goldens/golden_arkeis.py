"""Golden games of Arkeis: recorded play of a seeded random agent, as readable text and as digests.

`python tests/goldens/golden_arkeis.py` writes the files beside this one again. A text shows one game, decision by
decision: what was asked, what was done, what happened, and what changed. `arkeis_digests.txt` holds one digest for each
of 50 games per configuration, over all bytes of the state at every decision, and one for all their observations.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from golden_text import DIGESTED_GAMES, QUIET, Words, changes, digest_lines, flatten, shown, write

from arnak_env.arkeis.actions import SCHEMA
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.content import load_content
from arnak_env.arkeis.position import describe_position
from arnak_env.arkeis.saves import layout_fingerprint
from arnak_env.arkeis.telling import Event, following, opening

COMMAND = "python tests/goldens/golden_arkeis.py"
DIGESTS = "arkeis_digests.txt"
EXPLORERS = ("rhiat", "franck", "eleonor", "rebecca", "robert")


@dataclass(frozen=True)
class Game:
    """How a golden game is set up.

    Attributes:
        time: Fate tokens that the reserve of the first episode holds more, so that random play can win it.
    """

    episode: int
    explorers: tuple[str, ...]
    elite: str = "none"
    campaign: bool = False
    seed: int = 0
    time: int = 0

    @property
    def words(self) -> str:
        words = "campaign" if self.campaign else f"episode {self.episode}"
        words += f", {', '.join(self.explorers)}"
        if self.elite != "none":
            words += f", Elite mode {self.elite}"
        return words + (f", {self.time} more Fate tokens in the reserve" if self.time else "")

    def batch(self, count: int = 1) -> Batch:
        batch = Batch(
            count,
            mode="campaign" if self.campaign else "episode",
            episode=self.episode,
            explorers=self.explorers,
            elite=self.elite,
            seed=self.seed,
        )
        if self.time:
            batch.games["reserve"] += self.time
            batch.games["set_aside"] -= self.time
            assert (batch.games["set_aside"] >= 0).all()
            batch.refresh()
        return batch


# The seeds were chosen among the first 20,000 for the most different kinds of actions, among the games with a
# favourable epilogue; in episode 1 random play never got to one.
PLAYED = {
    "arkeis_episode_0_solo.txt": Game(0, EXPLORERS[:1], seed=12192, time=30),
    "arkeis_episode_1_3_explorers.txt": Game(1, EXPLORERS[2:], seed=13223, time=30),
    "arkeis_episode_2_5_explorers_elite.txt": Game(2, EXPLORERS, "classic", seed=4555, time=30),
    "arkeis_campaign_2_explorers.txt": Game(0, EXPLORERS[:2], campaign=True, seed=17564),
}
DIGESTED = (
    *(Game(episode, EXPLORERS[:players]) for episode in (0, 1, 2) for players in (1, 3, 5)),
    *(Game(episode, EXPLORERS[2:5], elite) for episode, elite in ((0, "intermediate"), (1, "classic"))),
    Game(2, ("eleonor", "robert_young"), time=30),
    *(Game(0, EXPLORERS[:players], campaign=True) for players in (1, 4)),
    Game(0, EXPLORERS[1:4], "classic", campaign=True, time=30),
)

# Said elsewhere in the same words, or only of interest to the rules.
_SKIPPED = ("adjacent.", "cards.", "cards_left.", "supply.", "team", "turns", "upgrades.locked")


# --- the state in words ----------------------------------------------------------------------------------------------
def state_words(batch: Batch) -> Words:
    """Return the whole state of a game by dotted key, without what says the same twice."""
    found = flatten(describe_position(batch.games[0], batch.content), _entry)
    return {key: value for key, value in found.items() if not _skipped(key)}


def _entry(value: Any) -> str:
    """Return an entry of a list in words; a miniature is a table of what is special about it."""
    if isinstance(value, dict):
        return " ".join(str(word) for name, word in value.items() if word not in QUIET and name != "wounds") + (
            f" ({value['wounds']} Wounds)" if value.get("wounds") else ""
        )
    return "-".join(value) if isinstance(value, list) else str(value)


def _skipped(key: str) -> bool:
    if key.endswith(".turns") or (key.startswith("results.") and key.rpartition(".")[2].isdigit()):
        return True
    return any(key.startswith(name) if name.endswith(".") else key == name for name in _SKIPPED)


# --- one game as text ------------------------------------------------------------------------------------------------
def played_text(game: Game) -> str:
    """Return one game of the seeded random agent as text."""
    batch = game.batch()
    lines = [
        f"Arkeis, {game.words}, seed {game.seed}; every action is a random legal one.",
        f"Written by {COMMAND}",
        "",
        "SET-UP",
        *_told(opening(batch)),
        *(f"  {key}: {shown(value)}" for key, value in state_words(batch).items() if value not in QUIET),
        "",
    ]
    number, chance = 0, np.random.default_rng(game.seed)
    while not batch.over[0]:
        before = state_words(batch)
        legal = batch.legal_actions(0)
        action = legal[int(chance.random() * len(legal))]
        number += 1
        lines.append(f"{number:4}. {batch.question(0)}   [{len(legal)} legal]")
        lines.append(f"      > {batch.action_words(0, action)}")
        lines += _told(following(batch, action))
        batch.step(np.array([action]))
        lines += [f"        {line}" for line in changes(before, state_words(batch))]
    return "\n".join([*lines, "", "END", *_ending(batch)]) + "\n"


def _told(events: list[Event]) -> Iterator[str]:
    """Yield what happened; what that changed is told by the lines on the state."""
    return (f"      {event.kind}: {event.words}" for event in events if event.kind != "change")


def _ending(batch: Batch) -> Iterator[str]:
    for episode, result in batch.episode_results(0).items():
        yield f"  {episode}: {result} epilogue"
    yield f"  Victory points: {int(batch.scores()[0])}"
    yield f"  state: {hashlib.sha256(batch.games[0].tobytes()).hexdigest()[:16]}"


# --- many games as digests -------------------------------------------------------------------------------------------
def digest_text() -> str:
    """Return the digests of all configurations as text."""
    lines = [
        f"Digests of {DIGESTED_GAMES} games per configuration, seeds 0 to {DIGESTED_GAMES - 1}, random legal actions:",
        "for each game all bytes of state and mask at every decision; at the end of a block all observations together.",
        f"Written by {COMMAND}",
        "",
        f"action schema {SCHEMA}, content {load_content().fingerprint[:12]}, record layout {layout_fingerprint()}",
    ]
    for game in DIGESTED:
        lines += digest_lines(game.words, game.batch(DIGESTED_GAMES))
    return "\n".join(lines) + "\n"


def build() -> Iterator[tuple[str, str]]:
    """Yield name and text of every golden file of the game."""
    for name, game in PLAYED.items():
        yield name, played_text(game)
    yield DIGESTS, digest_text()


if __name__ == "__main__":
    write(build())
