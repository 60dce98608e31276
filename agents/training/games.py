"""The section `environment` of a training configuration: which games are played, for each kind of game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    Discriminator,
    Field,
    Tag,
    ValidationInfo,
    field_serializer,
    field_validator,
    model_validator,
)

from agents.checked import Strict, variant
from agents.training.entries import Positive, Rate, WeightSchedule, without_repeats
from arnak_env.arkeis.config import ELITE_MODES, GameConfig
from arnak_env.arnak.config import HIGHEST_DIFFICULTY, SWITCHES
from arnak_env.arnak.opcodes import BOARDS, MAX_PLAYERS, OBJECTIVES_PER_ROUND, SCORE_PARTS

PAST = "past"
"""The opponent that stands for earlier states of the network that is trained."""


def _dealt(number: int) -> int:
    if number not in OBJECTIVES_PER_ROUND:
        raise ValueError(f"must be one of {', '.join(map(str, OBJECTIVES_PER_ROUND))}")
    return number


def _switch(name: str) -> str:
    if name not in SWITCHES:
        raise ValueError(f"must be one of {', '.join(SWITCHES)}")
    return name


def _part(name: str) -> str:
    if name not in SCORE_PARTS:
        raise ValueError(f"must be one of {', '.join(SCORE_PARTS)}")
    return name


Boards = Annotated[list[Literal["bird", "snake", "spider", "owl"]], AfterValidator(without_repeats)]
ContentFile = Annotated[Path, Field(strict=False)]
ShapingWeights = dict[Annotated[str, AfterValidator(_part)], WeightSchedule]

_SHAPING = (
    "reward on top while it trains: for each point of a part of the own score so many hundredths, a number or where it "
    "starts and ends, for instance `{glass: {start: 1, end: 0}}`; the parts are "
    f"{', '.join(f'`{part}`' for part in SCORE_PARTS)}. Evaluations and the choice of the best model do not see it"
)
_FORMS = "`scaled`: numbers from 0 to 1; `raw`: as they are, which networks take well with `ppo.levels` only"


class Environment(Strict, ABC):
    """What the games of all kinds have in common."""

    @abstractmethod
    def kinds(self) -> list[Any]:
        """Return one entry for each kind of game; the games side by side take them in turn."""

    @property
    def content_file(self) -> Path | None:
        """The file with corrections of the facts."""
        content: Path | None = getattr(self, "content", None)
        return content

    def _check_all_are_played(self, num_envs: int, what: str) -> None:
        count = len(self.kinds())
        if num_envs < count:
            raise ValueError(
                f"{what} make {count} kinds of games, of which {num_envs} side by side would leave some out; raise "
                f"num_envs to {count} or more"
            )


class SoloEnvironment(Environment):
    """Solo games against the rival; boards, difficulties and objectives are spread over the games in turn."""

    game: Literal["solo"] = Field("solo", description="solo games of Lost Ruins of Arnak against the rival")
    boards: Boards = Field(
        ["bird", "snake"], min_length=1, description="boards; `all` in place of the list: every board"
    )
    expansion_components: bool | None = Field(
        None, description="with the components of Twisted Paths; left out: on spider and owl only"
    )
    content: ContentFile | None = Field(None, description="file with [corrections of the printed facts](content.md)")
    difficulties: Annotated[
        list[Annotated[int, Field(ge=0, le=HIGHEST_DIFFICULTY)]], AfterValidator(without_repeats)
    ] = Field([0], min_length=1, description="difficulty levels of the rival")
    objectives: Annotated[list[Annotated[int, AfterValidator(_dealt)]], AfterValidator(without_repeats)] = Field(
        [0], min_length=1, description=f"rival objectives each round: {', '.join(map(str, OBJECTIVES_PER_ROUND))}"
    )
    first_objective_worth_four: bool = Field(False, description="the first of them is worth 4 points")
    switches: list[Annotated[str, AfterValidator(_switch)]] = Field(
        [], description="[rule variants](rules_decisions.md) to switch on"
    )
    reward: Literal["win", "score", "potential"] = Field(
        "potential", description="[what is rewarded](environments/arnak_solo.md#rewards)"
    )
    shaping: ShapingWeights = Field({}, description=_SHAPING)
    observation: Literal["scaled", "raw"] = Field("scaled", description=_FORMS)
    num_envs: Annotated[int, Field(ge=1, le=2**16)] = Field(64, description="games played side by side")

    @field_validator("boards", mode="before")
    @classmethod
    def _all_boards(cls, value: Any) -> Any:
        return list(BOARDS) if value == "all" else value

    @field_serializer("content")
    def _written(self, value: Path | None) -> str | None:
        return None if value is None else str(value)

    @field_validator("first_objective_worth_four")
    @classmethod
    def _needs_objectives(cls, value: bool, others: ValidationInfo) -> bool:
        if value and not any(others.data.get("objectives", [1])):
            raise ValueError("without objectives none can be worth more; add some to 'objectives'")
        return value

    @model_validator(mode="after")
    def _all_are_played(self) -> SoloEnvironment:
        self._check_all_are_played(self.num_envs, "the boards, difficulties and objectives")
        return self

    def kinds(self) -> list[tuple[int, int, str]]:
        """Return objectives, difficulty and board of each kind of game."""
        return list(product(self.objectives, self.difficulties, self.boards))


class PoolConfig(Strict):
    """Earlier states of the network, kept as opponents."""

    every: Positive = Field(50, description="updates between two new members of the pool")
    size: Annotated[int, Field(ge=1, le=1000)] = Field(20, description="members; the oldest leaves when there are more")
    active: Annotated[int, Field(ge=1, le=100)] = Field(
        4,
        description="members that sit at the tables at the same time: always the latest one, the others drawn anew "
        "for each update; 1: the latest alone; fewer are quicker",
    )
    promote: Literal["always", "better"] = Field(
        "always",
        description="`better`: a new member is taken only when it wins against the latest one, by the lower limit of "
        "the interval of its win rate",
    )
    promote_games: Annotated[int, Field(ge=2)] = Field(200, description="games that are played for that")


class TableEnvironment(Environment):
    """Tables of two to four players: the network learns at one seat, which changes from game to game."""

    game: Literal["table"] = Field(description="Lost Ruins of Arnak with two to four players")
    players: Annotated[list[Annotated[int, Field(ge=2, le=MAX_PLAYERS)]], AfterValidator(without_repeats)] = Field(
        [2], min_length=1, description="numbers of players, spread over the tables in turn"
    )
    boards: Boards = Field(
        ["bird", "snake"], min_length=1, description="boards, spread over the tables; `all`: every board"
    )
    expansion_components: bool | None = Field(
        None, description="with the components of Twisted Paths; left out: on spider and owl only"
    )
    content: ContentFile | None = Field(None, description="file with [corrections of the printed facts](content.md)")
    opponents: Annotated[dict[str, Rate], Field(min_length=1)] = Field(
        {PAST: 1.0},
        description="who sits at the other seats: names of [agents](agents.md), each with its weight in the draw; "
        f"`{PAST}` stands for earlier states of the network itself",
    )
    pool: PoolConfig = Field(default_factory=PoolConfig, description=f"what `{PAST}` is drawn from")
    reward: Literal["win", "score", "potential"] = Field(
        "potential", description="[what is rewarded](environments/arnak_table.md#rewards)"
    )
    shaping: ShapingWeights = Field({}, description=_SHAPING)
    observation: Literal["scaled", "raw"] = Field("scaled", description=_FORMS)
    num_envs: Annotated[int, Field(ge=1, le=2**16)] = Field(64, description="tables played side by side")

    @field_validator("boards", mode="before")
    @classmethod
    def _all_boards(cls, value: Any) -> Any:
        return list(BOARDS) if value == "all" else value

    @field_serializer("content")
    def _written(self, value: Path | None) -> str | None:
        return None if value is None else str(value)

    @model_validator(mode="after")
    def _all_are_played(self) -> TableEnvironment:
        self._check_all_are_played(self.num_envs, "the boards and numbers of players")
        return self

    def kinds(self) -> list[tuple[int, str]]:
        """Return number of players and board of each kind of table."""
        return list(product(self.players, self.boards))


class EpisodeEnvironment(Environment):
    """Episodes of Arkeis, in which one agent plays the whole team; spread over the games in turn."""

    game: Literal["episode"] = Field(description="episodes of Arkeis")
    episodes: Annotated[list[int | str], AfterValidator(without_repeats)] = Field(
        [0], min_length=1, description="numbers or ids of episodes"
    )
    teams: Annotated[list[list[str]], AfterValidator(without_repeats)] = Field(
        [["rhiat"], ["rhiat", "franck"]], min_length=1, description="teams of Explorers, each a list in seat order"
    )
    elite: Annotated[list[str], AfterValidator(without_repeats)] = Field(
        ["none"], min_length=1, description=f"Elite modes: {', '.join(f'`{mode}`' for mode in ELITE_MODES)}"
    )
    content: ContentFile | None = Field(None, description="file with [corrections of the facts](arkeis_content.md)")
    reward: Literal["win", "points", "potential"] = Field(
        "potential", description="[what is rewarded](environments/arkeis_episode.md#rewards)"
    )
    observation: Literal["scaled", "raw"] = Field("scaled", description=_FORMS)
    num_envs: Annotated[int, Field(ge=1, le=2**16)] = Field(64, description="games played side by side")

    @field_serializer("content")
    def _written(self, value: Path | None) -> str | None:
        return None if value is None else str(value)

    @model_validator(mode="after")
    def _all_are_played(self) -> EpisodeEnvironment:
        for episode, elite, team in self.kinds():
            GameConfig(episode=episode, explorers=team, elite=elite)
        self._check_all_are_played(self.num_envs, "the episodes, Elite modes and teams")
        return self

    def kinds(self) -> list[tuple[int | str, str, tuple[str, ...]]]:
        """Return episode, Elite mode and team of each kind of game."""
        return list(product(self.episodes, self.elite, map(tuple, self.teams)))


_KINDS: dict[str, type[Environment]] = {
    "solo": SoloEnvironment,
    "table": TableEnvironment,
    "episode": EpisodeEnvironment,
}


def _kind_of(value: Any) -> str | None:
    game = value.get("game", "solo") if isinstance(value, dict) else getattr(value, "game", "solo")
    return variant(game) if isinstance(game, str) and game in _KINDS else None


AnyEnvironment = Annotated[
    Annotated[SoloEnvironment, Tag(variant("solo"))]
    | Annotated[TableEnvironment, Tag(variant("table"))]
    | Annotated[EpisodeEnvironment, Tag(variant("episode"))],
    Discriminator(
        _kind_of,
        custom_error_type="unknown_game",
        custom_error_message=f"'game' must be one of {', '.join(_KINDS)}",
    ),
]
"""The games of a training; `game` says of which kind they are, `solo` when it is left out."""
