"""Statements on components, the campaign and the set-up that no single position can show."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arnak_env.arkeis.actions import A_CLUE, A_FINISH
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.content import Content, ContentError, load_content
from arnak_env.arkeis.content.entries import FOLDER
from arnak_env.arkeis.opcodes import SYMBOL_IDS
from arnak_env.arkeis.position import build_position, describe_position

EPISODES = ("episode_0", "episode_1", "episode_2")
CARDS = {"episode_0": 23, "episode_1": 35, "episode_2": 44}


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


def changed(folder: Path, old: str, new: str) -> Path:
    """Write episode 0 with one change."""
    text = (FOLDER / "episodes" / "episode_0.toml").read_text()
    assert old in text
    path = folder / "changed.toml"
    path.write_text(text.replace(old, new, 1))
    return path


def test_episodes_in_their_order() -> None:
    """R-002, R-003, R-008: episode 0 first, then one after the other, each followed by a return to camp."""
    batch = Batch(6, mode="campaign", explorers=["rhiat"], seed=3)
    seen: list[list[tuple[str, str]]] = [[] for _ in range(6)]
    content = batch.content
    while True:
        for i, game in enumerate(batch.games):
            words = describe_position(game, content)
            now = (str(words["episode"]), "camp" if words["stage"] == "camp" else "episode")
            if not batch.over[i] and (not seen[i] or seen[i][-1] != now):
                seen[i].append(now)
        if batch.over.all():
            break
        batch.step(np.where(batch.over, -1, batch.sample_actions()), illegal="ignore")
    whole = [(episode, stage) for episode in EPISODES for stage in ("episode", "camp")]
    for i in range(6):
        assert seen[i] in (whole, whole[:-1])  # the return to camp after the last episode may hold no decision
        assert tuple(batch.episode_results(i)) == EPISODES


def test_the_team_changes_between_episodes_only() -> None:
    """R-004, R-005: another team for an episode to come; never for the one under way."""
    batch = Batch(1, mode="campaign", explorers=["rhiat"])
    with pytest.raises(ValueError, match="not to come"):
        batch.change_team(0, 0, ["franck"])
    assert batch.explorer(0, 0) == "rhiat"
    batch.change_team(0, 1, ["franck", "rebecca", "eleonor"])
    assert batch.explorer(0, 0) == "rhiat"


def test_an_episode_alone_keeps_its_team() -> None:
    """R-005: outside a campaign there is no other team at all."""
    with pytest.raises(ValueError, match="not to come"):
        Batch(1, explorers=["rhiat"]).change_team(0, 0, ["franck"])


def test_score_of_a_campaign() -> None:
    """R-009: the score after the last episode is the sum of the points noted."""
    batch = Batch(8, mode="campaign", explorers=["rhiat", "franck"], seed=2)
    batch.playout(seed=4)
    assert batch.over.all()
    assert batch.scores().tolist() == batch.games["vp"].tolist()


def test_a_campaign_is_played_again_from_scratch() -> None:
    """R-010: after a reset nothing of the last campaign is left."""
    batch = Batch(4, mode="campaign", explorers=["rhiat", "franck"], seed=7)
    mask, observation = batch.mask.copy(), batch.observation.copy()
    before = [describe_position(game, batch.content) for game in batch.games]
    batch.playout(seed=1)
    assert batch.over.all()
    batch.reset(7)
    assert [describe_position(game, batch.content) for game in batch.games] == before
    assert (batch.mask == mask).all()
    assert (batch.observation == observation).all()
    assert not batch.over.any()


@pytest.mark.parametrize("team", [["rhiat", "rhiat"], ["franck", "rhiat", "franck"]])
def test_no_explorer_twice(content: Content, team: list[str]) -> None:
    """R-012: each of the five is played once at most."""
    with pytest.raises(ValueError):
        Batch(1, explorers=team, content=content)


def test_a_full_team_is_five(content: Content) -> None:
    """R-012: the five Explorers make a team of five; a sixth player has none."""
    team = ["rhiat", "franck", "eleonor", "rebecca", "robert"]
    Batch(1, explorers=team, content=content)
    with pytest.raises(ValueError):
        Batch(1, explorers=[*team, "robert_young"], content=content)


def test_miniatures_of_the_box(content: Content) -> None:
    """R-013: the limits of the component list."""
    listed = content.models.tables.component_list.miniatures
    limits = {"beetle": 12, "snake_ball": 9, "mummy": 4, "cult_fanatic": 4, "priestess": 1, "naga": 2}
    limits |= {"scorpion": 2, "sphinx": 1, "golem": 1, "guardian": 4, "avatar": 1, "explorers": 5}
    assert listed == limits


def test_tiles_of_the_box(content: Content) -> None:
    """R-014, R-024: rooms, floor tiles and doors, and their squares."""
    board = content.models.tables.component_list.board
    assert board.rooms == {"large": 1, "medium": 2, "small": 4}
    assert board.floors == {"large": 2, "medium": 3, "small": 4}
    assert board.doors == 9
    assert board.squares_by_size == {"large": 4, "medium": 2, "small": 1}
    assert board.room_ids == {"A": 4, "B": 2, "C": 2, "D": 1, "E": 1, "F": 1, "G": 1}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id = "E1", x = 5, y = 2 }', 'id = "E1", x = 5, y = 2 }, { id = "E2", x = 6, y = 2 }'),
        ('[{ id = "B1", x = 3, y = 2 }, { id = "B2"', '[{ id = "B2"'),
    ],
)
def test_a_room_of_another_size_is_refused(tmp_path: Path, old: str, new: str) -> None:
    """R-014, R-024: an episode that needs other rooms than those of the box is refused."""
    with pytest.raises(ContentError):
        load_content(changed(tmp_path, old, new))


def test_an_eighth_room_is_refused(tmp_path: Path) -> None:
    """R-014: there is no room H."""
    room = '[[zones]]\nid = "H"\nkind = "room"\nname = "H"\nsetup = true\nsquares = [{ id = "H1", x = 3, y = 1 }]\n\n'
    with pytest.raises(ContentError):
        load_content(changed(tmp_path, '[[zones]]\nid = "F"', room + '[[zones]]\nid = "F"'))


def test_cards_of_the_box(content: Content) -> None:
    """R-015: Adversary, Elite, Trauma and Experience cards."""
    listed = content.models.tables.component_list.cards
    wanted = {"trauma": 36, "experience": 45, "adversary": 45, "elite": 9}
    assert {key: listed[key] for key in wanted} == wanted


def test_cards_of_the_episodes(content: Content) -> None:
    """R-016: the decks of the component list, and those of the episodes there are."""
    listed = content.models.tables.component_list
    decks = [23, 35, 44, 51, 46, 47, 53, 62]
    assert listed.episode_cards == {**{f"episode_{k}": n for k, n in enumerate(decks)}, "prologue": 49}
    assert listed.episode_adversary_cards == {"episode_4": 9, "episode_7": 6, "prologue": 8}
    assert {one.episode.id: len(one.cards) for one in content.models.episodes.values()} == CARDS


def test_a_deck_of_another_size_is_refused(tmp_path: Path) -> None:
    """R-016: episode 0 has 23 cards."""
    with pytest.raises(ContentError, match="cards_expected"):
        load_content(changed(tmp_path, "cards_expected = 23", "cards_expected = 24"))


def test_dice_and_tokens_of_the_box(content: Content) -> None:
    """R-017: ten dice, two Wildcard tokens, 50 Fate tokens."""
    listed = content.models.tables.component_list
    assert listed.other["dice"] == content.models.tables.dice_pool.total == 10
    assert listed.tokens["wildcard"] == 2
    assert listed.tokens["fate"] == 50


def test_parts_of_a_chapter(content: Content) -> None:
    """R-018: each episode has its introduction, set-up, squares to validate, both epilogues and its Events."""
    for episode in content.models.episodes.values():
        assert episode.episode.intro
        assert episode.setup.explorer_start
        assert episode.sheet
        assert episode.epilogue.favourable
        assert episode.epilogue.adverse
        assert episode.events


def test_results_of_every_finished_episode_are_kept() -> None:
    """R-020: the record of a campaign lists the epilogue read for each finished episode."""
    batch = Batch(4, mode="campaign", explorers=["rhiat"], seed=11)
    assert set(batch.episode_results(0)) <= set(EPISODES[:1])
    batch.playout(seed=2)
    for i in range(4):
        assert list(batch.episode_results(i)) == list(EPISODES)
        assert set(batch.episode_results(i).values()) <= {"favourable", "adverse"}


def at_first_action(spec: dict[str, Any], content: Content) -> Batch:
    batch = Batch.from_games(build_position(spec, content))
    batch.step(np.array([A_FINISH]))
    return batch


def test_which_card_of_a_symbol_comes_is_hidden(content: Content) -> None:
    """R-033: games that differ in the order of the deck look the same until a card is drawn."""
    first: Batch | None = None
    drawn: Counter[bool] = Counter()
    for seed in range(16):
        spec = {"game": {"seed": seed}, "explorers": {"rhiat": {"square": "A2"}}, "adversaries": {}}
        batch = at_first_action(spec, content)
        first = first or at_first_action(spec, content)
        assert (batch.observation == first.observation).all()
        batch.step(np.array([A_CLUE + SYMBOL_IDS.index("red-moon")]))
        drawn["e0-03" in describe_position(batch.games[0], content)["cards"]["deck"]] += 1
    assert len(drawn) == 2


def test_the_first_player_is_named_not_drawn(content: Content) -> None:
    """R-036: whatever the seed, the player named begins."""
    for name in ("rhiat", "franck"):
        batch = Batch(12, explorers=["rhiat", "franck"], first_player=name, seed=1, content=content)
        assert {describe_position(game, content)["turn"] for game in batch.games} == {name}


@pytest.mark.parametrize("episodes", [[1], [0, 2], [1, 0], [1, 2]])
def test_no_episode_is_left_out(episodes: list[int]) -> None:
    """R-002, R-003: the episodes of a campaign are played in order from 0."""
    with pytest.raises(ValueError, match="in order from 0"):
        Batch(1, mode="campaign", episodes=episodes)


def test_miniatures_never_exceed_the_box(content: Content) -> None:
    """R-013: in games played at random no kind is ever more often on the board than in the box."""
    limits = content.models.tables.component_list.miniatures
    batch = Batch(4, episode=[0, 1, 2, 1], explorers=["rhiat", "franck", "robert"], seed=6, content=content)
    seen: Counter[str] = Counter()
    while not batch.over.all():
        batch.step(np.where(batch.over, -1, batch.sample_actions()), illegal="ignore")
        for game in batch.games:
            board = describe_position(game, content)["adversaries"]
            kinds = Counter(one if isinstance(one, str) else one["kind"] for group in board.values() for one in group)
            assert all(kinds[kind] <= limits[kind] for kind in kinds if kind in limits)
            seen |= kinds
    assert seen["beetle"] > 1


def test_later_episodes_are_hidden(tmp_path: Path, content: Content) -> None:
    """R-019: in episode 0 of a campaign nothing that is seen depends on the map of episode 1."""
    text = (FOLDER / "episodes" / "episode_1.toml").read_text()
    old, new = 'symbol = "jade-sun"\nsquare = "E1"', 'symbol = "jade-sun"\nsquare = "B2"'
    assert old in text
    path = tmp_path / "episode_1.toml"
    path.write_text(text.replace(old, new))
    one, other = (
        Batch(1, mode="campaign", explorers=["rhiat"], seed=1, content=known) for known in (content, load_content(path))
    )
    assert one.content.fingerprint != other.content.fingerprint
    while describe_position(one.games[0], one.content)["episode"] == "episode_0":
        assert (one.observation == other.observation).all()
        assert (one.mask == other.mask).all()
        action = one.mask.argmax(axis=1)
        one.step(action)
        other.step(action)
