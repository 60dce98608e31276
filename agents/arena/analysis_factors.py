"""What an analysis looks at: the seats of all games as observations, and the factors that may matter to them."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from agents.arena.analysis_games import BUYABLE_IDS, Acquired, AnalysedGame, ResearchStep
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import ASSISTANT_IDS, CARD_IDS

OUTCOMES = ("margin", "score", "win")
FIRST_STEPS = 3  # of the research tokens together: what the first path is told by

Values = NDArray[np.float64]


@dataclasses.dataclass(frozen=True)
class Sample:
    """The seats of all games, one observation each.

    Attributes:
        games: the game of each observation.
        seats: its seat.
        strata: int64 ``(n,)``, a number for each combination of cell and seat. Only observations of the same one are
            compared, because boards, levels and seats differ in how many points they give.
        deals: int64 ``(n,)``, the number of the game. Games of the same number have the same shuffles in every cell.
        outcomes: float64 ``(n,)`` each, by name: points ahead of the rival or of the best other player, points, and 1
            for a win (a tie is none).
    """

    games: Sequence[AnalysedGame]
    seats: NDArray[np.int64]
    strata: NDArray[np.int64]
    deals: NDArray[np.int64]
    outcomes: dict[str, Values]

    def __len__(self) -> int:
        return len(self.games)

    @property
    def repeated(self) -> bool:
        """Whether several observations belong to one deal, so that they depend on each other."""
        return len(np.unique(self.deals)) < len(self.deals)


@dataclasses.dataclass(frozen=True)
class Factor:
    """Something that differs between games.

    Attributes:
        kind: what it is, one of `KINDS`.
        name: of the component, or in words.
        contrast: which games are compared.
        values: float64 ``(n,)``, 1 where it is so and 0 where not; for numbers of things, how many.
        rounds: float64 ``(n,)``, the round in which it was acquired, 0: it was not; None where that means nothing.
        taken: float64 ``(n,)``, 1 where what is on offer was then acquired; None where that means nothing.
    """

    kind: str
    name: str
    contrast: str
    values: Values
    rounds: Values | None = None
    taken: Values | None = None

    @property
    def counts(self) -> bool:
        """Whether it says how many instead of whether."""
        return bool((self.values > 1).any())


KINDS = {
    "item": "items",
    "artifact": "artifacts",
    "assistant": "assistants",
    "research": "first research",
    "rival_tile": "rival tiles",
    "objective": "rival objectives",
    "number": "numbers",
}


def sample_of(games: Sequence[AnalysedGame]) -> Sample:
    """Return the seats of finished games as observations, in the order of the games."""
    seats = [(game, seat) for game in games for seat in range(game.players)]
    numbers: dict[object, int] = {}
    return Sample(
        games=[game for game, _ in seats],
        seats=np.array([seat for _, seat in seats], np.int64),
        strata=np.array([numbers.setdefault((game.cell, seat), len(numbers)) for game, seat in seats], np.int64),
        deals=np.array([game.game for game, _ in seats], np.int64),
        outcomes={
            "margin": np.array([game.margin(seat) for game, seat in seats], np.float64),
            "score": np.array([game.scores[seat] for game, seat in seats], np.float64),
            "win": np.array([game.results[seat] == "win" for game, seat in seats], np.float64),
        },
    )


def _values(sample: Sample, value: Callable[[AnalysedGame, int], float]) -> Values:
    pairs = zip(sample.games, sample.seats.tolist(), strict=True)
    return np.array([value(game, seat) for game, seat in pairs], np.float64)


# --- acquired --------------------------------------------------------------------------------------------------------
def acquired(sample: Sample) -> list[Factor]:
    """Return a factor for each card and assistant: whether it was acquired, and when."""
    cards = _rounds(sample, BUYABLE_IDS, lambda game: game.cards)
    helpers = _rounds(sample, ASSISTANT_IDS, lambda game: game.assistants)
    return [
        Factor(kind, name, "acquired", (rounds > 0).astype(np.float64), rounds=rounds)
        for kind, name, rounds in [
            *((_card_kind(name), name, rounds) for name, rounds in cards.items()),
            *(("assistant", name, rounds) for name, rounds in helpers.items()),
        ]
    ]


def _card_kind(name: str) -> str:
    return "artifact" if CARD_IDS.index(name) >= o.FIRST_ARTIFACT else "item"


def _rounds(
    sample: Sample, names: Sequence[str], things: Callable[[AnalysedGame], Sequence[Sequence[Acquired]]]
) -> dict[str, Values]:
    """Return for each thing the rounds in which it was acquired, 0: never."""
    columns = {name: column for column, name in enumerate(names)}
    table = np.zeros((len(sample), len(names)))
    for row, (game, seat) in enumerate(zip(sample.games, sample.seats.tolist(), strict=True)):
        for name, round_ in things(game)[seat]:
            table[row, columns[name]] = round_
    return {name: table[:, column] for name, column in columns.items()}


# --- research --------------------------------------------------------------------------------------------------------
def research_choices(sample: Sample) -> dict[tuple[str, str], list[str]]:
    """Return what was chosen at the beginning of the research track, as the words of each observation.

    The key is the choice (``"first glass"``) and the board; observations of other boards, and those that never came to
    choose, hold an empty word.
    """
    made: dict[tuple[str, str], list[str]] = {}
    for row, (game, seat) in enumerate(zip(sample.games, sample.seats.tolist(), strict=True)):
        for choice, words in _choices(game.research[seat]):
            made.setdefault((choice, game.board), [""] * len(sample))[row] = words
    return made


def _choices(steps: Sequence[ResearchStep]) -> Iterator[tuple[str, str]]:
    """Yield each choice at the beginning with its words."""
    glass = [step.space for step in steps if step.token == "glass"]
    notebook = [step.space for step in steps if step.token == "notebook"]
    for choice, spaces, place in (
        ("first glass", glass, 0),
        ("second glass", glass, 1),
        ("first notebook", notebook, 0),
    ):
        if len(spaces) > place:
            yield choice, f"{choice} {spaces[place]}"
    first = steps[:FIRST_STEPS]
    if len(first) == FIRST_STEPS:
        yield "order", "tokens " + ", ".join(step.token for step in first)
        yield "path", ", ".join(f"{step.token} {step.space}" for step in first)


def research(sample: Sample) -> list[Factor]:
    """Return a factor for each way to begin on the research track, compared with all others on the same board."""
    factors = []
    for (_, board), words in research_choices(sample).items():
        here = np.array([game.board == board for game in sample.games])
        for word in sorted(set(words) - {""}):
            values = np.array([chosen == word for chosen in words], np.float64)
            several = len({game.board for game in sample.games}) > 1
            factors.append(
                Factor("research", f"{word} ({board})" if several else word, "taken", np.where(here, values, 0.0))
            )
    return factors


def research_against_usual(sample: Sample) -> list[Factor]:
    """Return the same for a regression: each way against the most common one of its choice, paths left out.

    A path is the sum of its steps, so a regression cannot tell them apart.
    """
    factors = []
    several = len({game.board for game in sample.games}) > 1
    for (choice, board), words in research_choices(sample).items():
        if choice == "path":
            continue
        made = Counter(word for word in words if word)
        usual = min(made, key=lambda word: (-made[word], word))
        for word in sorted(set(made) - {usual}):
            values = np.array([chosen == word for chosen in words], np.float64)
            name = f"{word} ({board})" if several else word
            factors.append(Factor("research", name, f"instead of {usual}", values))
        # Who never came to choose is a case of its own, not the usual one.
        never = np.array([not word and game.board == board for word, game in zip(words, sample.games, strict=True)])
        factors.append(
            Factor(
                "research",
                f"no {choice} ({board})" if several else f"no {choice}",
                f"instead of {usual}",
                never.astype(np.float64),
            )
        )
    return factors


# --- numbers ---------------------------------------------------------------------------------------------------------
def numbers(sample: Sample) -> list[Factor]:
    """Return how many sites, idols, guardians, cards and assistants there were, and how often objectives were dealt."""
    counted: tuple[tuple[str, Callable[[AnalysedGame, int], float]], ...] = (
        ("sites discovered", lambda game, seat: game.sites[seat]),
        ("idols gained", lambda game, seat: game.idols[seat]),
        ("guardians overcome", lambda game, seat: game.guardians[seat]),
        ("items acquired", lambda game, seat: sum(_card_kind(card.name) == "item" for card in game.cards[seat])),
        ("artifacts acquired", lambda game, seat: sum(_card_kind(card.name) != "item" for card in game.cards[seat])),
        ("assistants acquired", lambda game, seat: len(game.assistants[seat])),
        ("research steps", lambda game, seat: len(game.research[seat])),
    )
    factors = [Factor("number", name, "each one more", _values(sample, value)) for name, value in counted]
    for objective in o.OBJECTIVES if any(game.objectives for game in sample.games) else ():
        dealt = [sum(objective in dealt for dealt in game.dealt_objectives) for game in sample.games]
        factors.append(Factor("objective", objective, "each round dealt", np.array(dealt, np.float64)))
    return factors


# --- what the shuffles decide ----------------------------------------------------------------------------------------
def offered(sample: Sample) -> list[Factor]:
    """Return a factor for each card in the first row and assistant on top of a stack, which the shuffles decide."""
    row = _membership(sample, BUYABLE_IDS, lambda game: game.first_row)
    tops = _membership(sample, ASSISTANT_IDS, lambda game: game.first_assistants)
    factors = []
    for factor in acquired(sample):
        helper = factor.kind == "assistant"
        values = (tops if helper else row)[factor.name]
        contrast = "on top at the start" if helper else "in the first row"
        factors.append(Factor(factor.kind, factor.name, contrast, values, taken=factor.values))
    return factors


def _membership(
    sample: Sample, names: Sequence[str], things: Callable[[AnalysedGame], Sequence[str]]
) -> dict[str, Values]:
    """Return for each thing where it lies, 1 or 0."""
    columns = {name: column for column, name in enumerate(names)}
    table = np.zeros((len(sample), len(names)))
    for row, game in enumerate(sample.games):
        table[row, [columns[name] for name in things(game)]] = 1.0
    return {name: table[:, column] for name, column in columns.items()}


def tile_colours(sample: Sample) -> NDArray[np.int64]:
    """Return the colours of the rival's tiles, int64 ``(n, 5)``; only for games against it."""
    return np.array([[o.COLOURS.index(colour) for colour in game.tiles] for game in sample.games], np.int64)
