"""Golden games of Lost Ruins of Arnak: recorded play of a seeded random agent, as readable text and as digests.

`python tests/goldens/golden_games.py` writes the files beside this one again. A text shows one game, decision by
decision: what was asked, what was done, and what changed. `digests.txt` holds one digest for each of 50 games per
configuration, over all bytes of the state at every decision, and one for all their observations.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from golden_text import DIGESTED_GAMES, QUIET, Words, changes, digest_lines, flatten, shown, write

from arnak_env import Batch
from arnak_env.arnak.actions import SCHEMA
from arnak_env.arnak.content import load_content
from arnak_env.arnak.opcodes import BOARDS, SCORE_PARTS
from arnak_env.arnak.saves import layout_fingerprint
from arnak_env.arnak.scenario_expect import read_game
from arnak_env.arnak.words import ROMAN

COMMAND = "python tests/goldens/golden_games.py"
RIVAL = 4


@dataclass(frozen=True)
class Game:
    """How a golden game is set up."""

    board: str
    players: int
    difficulty: int
    objectives: int = 0
    seed: int = 0
    riches: int = 0  # more tokens of each kind at the start, so that random play gets to the top of the research track

    @property
    def words(self) -> str:
        seats = f"solo, difficulty {self.difficulty}" if self.players == 1 else f"{self.players} players"
        words = f"{self.board} side, {seats}" + (f", {self.objectives} objectives" if self.objectives else "")
        return words + (f", {self.riches} more tokens of each kind" if self.riches else "")

    def batch(self, count: int = 1) -> Batch:
        batch = Batch(
            count,
            board=self.board,
            num_players=self.players,
            difficulty=self.difficulty,
            objectives=self.objectives,
            seed=self.seed,
        )
        if self.riches:
            for player in range(self.players):
                batch.games["tokens"][:, player] += self.riches
            batch.refresh()
        return batch


# The seeds were chosen among the first 3,000 for the most different kinds of actions; on the boards of Twisted Paths
# these are also the ones that show all that only these boards have.
PLAYED = {
    "solo_bird_difficulty_0.txt": Game("bird", 1, 0, seed=1200),
    "solo_snake_difficulty_5.txt": Game("snake", 1, 5, seed=127),
    "solo_bird_difficulty_10_objectives_3.txt": Game("bird", 1, 10, 3, seed=2662),
    "2_players_bird.txt": Game("bird", 2, 0, seed=808),
    "3_players_snake.txt": Game("snake", 3, 0, seed=123),
    "4_players_bird.txt": Game("bird", 4, 0, seed=593),
    "solo_spider_difficulty_10_objectives_3.txt": Game("spider", 1, 10, 3, seed=1124, riches=9),
    "solo_owl_difficulty_10_objectives_3.txt": Game("owl", 1, 10, 3, seed=2510, riches=9),
    "3_players_spider.txt": Game("spider", 3, 0, seed=377, riches=6),
    "3_players_owl.txt": Game("owl", 3, 0, seed=1964, riches=9),
}
DIGESTED = tuple(
    Game(board, players, difficulty, objectives)
    for board in BOARDS
    for players, difficulty, objectives in ((1, 0, 0), (1, 5, 0), (1, 10, 3), (2, 0, 0), (3, 0, 0), (4, 0, 0))
) + tuple(
    Game(board, players, difficulty, riches=9)
    for board in ("spider", "owl")
    for players, difficulty in ((1, 5), (3, 0))
)
DIGESTS = "digests.txt"


# --- what changed, in words ------------------------------------------------------------------------------------------
# Said elsewhere in the same line of words, or only of interest to the rules.
_SKIPPED = (
    "question",
    "turn",
    "game.",
    "encounters.",
    "idols_left",
    "sites.*.figure",
    "players.*.archaeologists",
    "rival.figures",
)


def state_words(batch: Batch) -> Words:
    """Return the whole state of a game by dotted key, without what says the same twice."""
    found = flatten(read_game(batch, load_content()), _entry)
    return {key: value for key, value in found.items() if not _skipped(key)}


def _entry(value: Any) -> str:
    """Return an entry of a list in words; assistants and guardians are tables, a stack is a list."""
    if isinstance(value, dict):
        words = (value["id"], value.get("level", ""), "used" if value["used"] else "")
        return " ".join(word for word in words if word)
    return f"[{', '.join(value)}]" if isinstance(value, list) else value or "(gap)"


def _skipped(key: str) -> bool:
    parts = key.split(".")
    if parts[-1].endswith(("_size", "_only")) or ("score" in parts and parts[-1] != "total"):
        return True
    masked = ".".join([parts[0], "*", *parts[2:]]) if len(parts) > 2 else key
    return any(key == name or masked == name or (name.endswith(".") and key.startswith(name)) for name in _SKIPPED)


# --- one game as text ------------------------------------------------------------------------------------------------
def played_text(game: Game) -> str:
    """Return one game of the seeded random agent as text."""
    batch = game.batch()
    lines = [
        f"Lost Ruins of Arnak, {game.words}, seed {game.seed}; every action is a random legal one.",
        f"Written by {COMMAND}",
        "",
        "SET-UP",
        *(f"  {key}: {shown(value)}" for key, value in state_words(batch).items() if value not in QUIET),
    ]
    shown_round, number = 0, 0
    while not batch.over[0]:
        before = state_words(batch)
        if before["round"] != shown_round:
            shown_round = before["round"]
            lines += ["", f"ROUND {ROMAN[shown_round]}"]
        action = batch.sample_actions()
        number += 1
        options = len(batch.legal_actions(0))
        lines.append(f"{number:4}. {batch.question(0)}   [{options} legal]")
        lines.append(f"      > {batch.action_words(0, int(action[0]))}")
        batch.step(action)
        lines += [f"        {line}" for line in changes(before, state_words(batch))]
    lines += ["", "END", *_ending(game, batch), f"  state: {hashlib.sha256(batch.games[0].tobytes()).hexdigest()[:16]}"]
    return "\n".join(lines) + "\n"


def _ending(game: Game, batch: Batch) -> Iterator[str]:
    for player in [*range(game.players), *([RIVAL] if game.players == 1 else [])]:
        parts = batch.score_parts(0, player)
        name = "rival" if player == RIVAL else f"player {player + 1}"
        listed = ", ".join(f"{part} {parts[part]}" for part in SCORE_PARTS)
        yield f"  {name}: {sum(parts.values())} points ({listed})"
    yield f"  result: {read_game(batch, load_content())['result']}"


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
    """Yield name and text of every golden file."""
    for name, game in PLAYED.items():
        yield name, played_text(game)
    yield DIGESTS, digest_text()


if __name__ == "__main__":
    write(build())
