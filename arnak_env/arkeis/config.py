"""What can be chosen about a game, checked before it reaches the rules."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.arguments import ELITE_MODES, is_by_episode
from arnak_env.arkeis.content import Content
from arnak_env.core.arguments import flag, one_of, shown, whole_number, whole_numbers
from arnak_env.core.configurations import configurations_of

MODES = ("episode", "campaign")
DEFAULT_TEAM = ("rhiat", "franck")
THREATS = ("skip", "apply")
MINIATURES = ("supply", "out")
PROLOGUE = -1
LAST_EPISODE = o.FIRST_CUSTOM_SLOT - 2


@dataclass(frozen=True)
class GameConfig:
    """The configuration of one game.

    Attributes:
        mode: ``"episode"`` plays one episode, ``"campaign"`` several with the returns to camp between them.
        episode: in the mode ``"episode"``, its number (0, 1, 2, ..., the prologue -1), or the id of an episode of the
            content. `Batch` and the environments also take the path of an episode file.
        explorers: ids of the team in seat order, 1 to 5 of ``rhiat``, ``franck``, ``eleonor``, ``rebecca``, ``robert``,
            ``robert_young``; the last two are the same person. In a campaign also a list of teams, one per episode.
        first_player: id of the Explorer who plays first; None: the first of the team.
        elite: ``"none"``, ``"classic"`` (every kind with an Elite card uses it), ``"intermediate"`` (Beetle, Snake ball
            and Cult fanatic), or a list of kinds. In a campaign it holds for the episodes that allow it; or a list of
            these, one per episode.
        episodes: of a campaign, numbers of its episodes, 0, 1, 2, ...; None: all that the content has in a row.
        threat_first_turn: ``"skip"``: a Threat held when the episode begins does nothing in its holder's first turn;
            ``"apply"``: it acts in that turn too.
        defeated_miniatures: ``"supply"``: miniatures of eliminated Adversaries can come back; ``"out"``: they cannot.
        wildcard_any_roll: a Wildcard token serves for the rolls of every Explorer, not only for its holder's.
        equip_at_setup: Material is equipped during the set-up of an episode already.

    Raises:
        ValueError: for an unknown value; the message names it and lists the right ones.
    """

    mode: str = "episode"
    episode: int | str = 0
    explorers: Sequence[str] | Sequence[Sequence[str]] = DEFAULT_TEAM
    first_player: str | None = None
    elite: str | Sequence[str | Sequence[str]] = "none"
    episodes: Sequence[int] | None = None
    threat_first_turn: str = "skip"
    defeated_miniatures: str = "supply"
    wildcard_any_roll: bool = False
    equip_at_setup: bool = False

    def __post_init__(self) -> None:
        settle = object.__setattr__  # the fields of a frozen dataclass, in plain Python types
        settle(self, "mode", one_of("mode", self.mode, MODES))
        settle(self, "episode", _checked_episode(self.episode))
        settle(self, "episodes", _checked_episodes(self.episodes))
        settle(self, "explorers", _checked_explorers(self.explorers, self.mode))
        settle(self, "elite", _checked_elite(self.elite, self.mode))
        settle(self, "threat_first_turn", one_of("threat_first_turn", self.threat_first_turn, THREATS))
        settle(self, "defeated_miniatures", one_of("defeated_miniatures", self.defeated_miniatures, MINIATURES))
        settle(self, "wildcard_any_roll", flag("wildcard_any_roll", self.wildcard_any_roll))
        settle(self, "equip_at_setup", flag("equip_at_setup", self.equip_at_setup))
        if self.mode == "episode" and self.episodes is not None:
            raise ValueError("episodes belongs to mode='campaign'; one episode is chosen with episode=...")
        if self.mode == "campaign" and self.episode != 0:
            raise ValueError(
                f"a campaign begins with episode 0, not {shown(self.episode)}; episode belongs to mode='episode'"
            )
        self._check_first_player()

    def _check_first_player(self) -> None:
        if self.first_player is None:
            return
        object.__setattr__(self, "first_player", one_of("first_player", self.first_player, o.EXPLORER_IDS))
        for team in self.teams:
            if self.first_player not in team:
                raise ValueError(f"first_player {self.first_player!r} is not in the team {', '.join(team)}")

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """The teams: one, or in a campaign with changing teams one per episode."""
        explorers: Any = self.explorers
        return (explorers,) if isinstance(explorers[0], str) else explorers

    @property
    def elite_modes(self) -> tuple[str | tuple[str, ...], ...]:
        """The Elite modes, each a word or kinds: one, or in a campaign with changing modes one per episode."""
        elite: Any = self.elite
        return elite if not isinstance(elite, str) and is_by_episode(elite) else (elite,)

    def switch_bits(self) -> int:
        """Return the switches as the bits kept in the game record."""
        return (
            o.SWITCH_THREAT_FIRST_TURN * (self.threat_first_turn == "apply")
            | o.SWITCH_DEFEATED_OUT * (self.defeated_miniatures == "out")
            | o.SWITCH_WILDCARD_ANY_ROLL * self.wildcard_any_roll
            | o.SWITCH_EQUIP_AT_SETUP * self.equip_at_setup
        )

    def slots(self, content: Content) -> range:
        """Return the slots of the episodes that are played.

        Raises:
            ValueError: when the content has no such episode; the message names the known ones.
        """
        if self.mode == "episode":
            slot = content.slot_of(self.episode)
            return range(slot, slot + 1)
        first = content.slot_of(0)
        if self.episodes is not None:
            return range(first, content.slot_of(self.episodes[-1]) + 1)
        last = first
        while last + 1 < o.FIRST_CUSTOM_SLOT and last + 1 in content.models.episodes:
            last += 1
        return range(first, last + 1)

    def write(self, game: np.void, content: Content) -> None:
        """Write the configuration into an empty game record.

        Raises:
            ValueError: when it does not fit the content: an unknown episode, one that allows no Elite cards, a kind
                without one, another number of teams or of Elite modes than episodes.
        """
        slots = self.slots(content)
        if len(self.teams) not in (1, len(slots)):
            raise ValueError(
                f"explorers has {len(self.teams)} teams for {len(slots)} episodes; give one team, or one per episode"
            )
        if len(self.elite_modes) not in (1, len(slots)):
            raise ValueError(
                f"elite has {len(self.elite_modes)} modes for {len(slots)} episodes; give one mode, or one per episode"
            )
        game["campaign"] = self.mode == "campaign"
        game["first_slot"], game["last_slot"] = slots[0], slots[-1]
        game["switches"] = self.switch_bits()
        game["plan_explorer"] = -1  # of all slots, those that are not played too
        for k, slot in enumerate(slots):
            self.write_team(game, slot, self.teams[k if len(self.teams) > 1 else 0])
            game["plan_elite"][slot] = self.elite_bits(slot, content, k if len(self.elite_modes) > 1 else 0)

    def write_team(self, game: np.void, slot: int, team: Sequence[str]) -> None:
        """Write a checked team into the plan of an episode."""
        game["plan_players"][slot] = len(team)
        game["plan_explorer"][slot] = -1
        game["plan_explorer"][slot][: len(team)] = [o.EXPLORER_IDS.index(explorer) for explorer in team]
        game["plan_first"][slot] = 0 if self.first_player is None else team.index(self.first_player)

    def elite_bits(self, slot: int, content: Content, number: int = 0) -> int:
        """Return the kinds that are played with their Elite card in an episode, as bits.

        Args:
            slot: of the episode.
            content: what the game is played with.
            number: which of `elite_modes` it has.

        Raises:
            ValueError: for a kind without an Elite card, and when the mode is meant for an episode that allows none.
        """
        elite = self.elite_modes[number]
        if elite == "none":
            return 0
        head = content.episode(slot).episode
        if not head.elite_allowed:
            if self.mode == "campaign" and len(self.elite_modes) == 1:
                return 0
            raise ValueError(f"the episode {head.id!r} allows no Elite cards; elite must be 'none', not {elite!r}")
        cards = content.tables[0]["kind_elite"]
        with_card = [kind for number, kind in enumerate(o.KIND_IDS) if cards[number] >= 0]
        named = {"classic": with_card, "intermediate": list(o.ELITE_INTERMEDIATE)}
        kinds = named[elite] if isinstance(elite, str) else elite
        without = [kind for kind in kinds if kind not in with_card]
        if without:
            raise ValueError(
                f"elite: {', '.join(without)} has no Elite card; kinds with one are {', '.join(with_card)}"
            )
        return sum(1 << o.KIND_IDS.index(kind) for kind in kinds)


def _checked_episode(episode: Any) -> int | str:
    if isinstance(episode, os.PathLike):
        return os.fspath(episode)
    if isinstance(episode, str):
        return str(episode)
    try:
        return whole_number("episode", episode, PROLOGUE, LAST_EPISODE)
    except ValueError as error:
        raise ValueError(
            f"{error}; an episode is given by its number (-1: a prologue), its id or the path of its file"
        ) from None


def _checked_episodes(episodes: Any) -> tuple[int, ...] | None:
    """Return the numbers of a campaign's episodes, which follow each other from 0."""
    if episodes is None:
        return None
    numbers = tuple(whole_numbers("episodes", episodes, 0, LAST_EPISODE, single=False, each="place").tolist())
    if numbers != tuple(range(len(numbers))) or not numbers:
        right = tuple(range(max(len(numbers), 1)))
        raise ValueError(f"episodes of a campaign are played in order from 0: {right}, got {shown(episodes)}")
    return numbers


def _checked_explorers(explorers: Any, mode: str) -> tuple[Any, ...]:
    """Return a team, or the teams of a campaign, as tuples."""
    if not _is_list(explorers):
        raise ValueError(f"explorers must be a list of ids out of {', '.join(o.EXPLORER_IDS)}, got {shown(explorers)}")
    given = list(explorers)
    if given and all(_is_list(one) for one in given):
        if mode == "campaign":
            return tuple(_checked_team(team) for team in given)
        raise ValueError(f"explorers must be one team in mode='episode', got {len(given)} teams")
    return _checked_team(given)


def _is_list(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)


def _checked_team(team: Iterable[Any]) -> tuple[str, ...]:
    ids = tuple(one_of("explorer", explorer, o.EXPLORER_IDS) for explorer in team)
    if not 1 <= len(ids) <= o.MAX_PLAYERS:
        raise ValueError(
            f"explorers must be 1 to {o.MAX_PLAYERS} ids, got {len(ids)}; known are {', '.join(o.EXPLORER_IDS)}"
        )
    twice = sorted({explorer for explorer in ids if ids.count(explorer) > 1})
    if twice:
        raise ValueError(f"explorers names {', '.join(twice)} more than once; each can be in a team once")
    if {"robert", "robert_young"} <= set(ids):
        raise ValueError("explorers cannot hold both 'robert' and 'robert_young': they are the same person")
    return ids


def _checked_elite(elite: Any, mode: str) -> Any:
    """Return an Elite mode, or the modes of a campaign's episodes."""
    if _is_list(elite):
        given = list(elite)
        if is_by_episode(given):
            if mode == "campaign":
                return tuple(_checked_elite_mode(one) for one in given)
            raise ValueError(f"elite must be one mode, or a list of kinds, in mode='episode', got {shown(given)}")
        return _checked_elite_mode(given)
    return _checked_elite_mode(elite)


def _checked_elite_mode(elite: Any) -> str | tuple[str, ...]:
    if isinstance(elite, str):
        return one_of("elite mode", elite, ELITE_MODES)
    if not _is_list(elite):
        raise ValueError(
            f"elite must be one of {', '.join(map(repr, ELITE_MODES))} or a list of kinds, got {shown(elite)}"
        )
    kinds = [one_of("kind of Adversary", kind, o.KIND_IDS) for kind in elite]
    return tuple(kind for kind in o.KIND_IDS if kind in kinds) or "none"


def configurations(columns: Mapping[str, Sequence[Any]], which: Iterable[int], each: str = "game") -> list[GameConfig]:
    """Return the configuration of each of the games `which` (indices), from columns with one value per game.

    Raises:
        ValueError: for an unknown value; where games differ the message names the one.
    """
    return configurations_of(GameConfig, columns, which, each)
