"""Every ruling is shown by a scenario or by a test that names its number; those here no single position can show."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from named_parts import all_scenarios, shown

from arnak_env import docs
from arnak_env.arkeis.actions import A_CLUE, A_COMBAT, A_FINISH
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.content import Content, ContentError, load_content
from arnak_env.arkeis.content.entries import FOLDER
from arnak_env.arkeis.opcodes import FACE_IDS, KIND_IDS, R_COUNT, SYMBOL_IDS
from arnak_env.arkeis.position import build_position

RULINGS_FILE = Path(docs.__file__).with_name("arkeis_rulings.toml")
RULINGS = [
    ruling["no"]
    for part in tomllib.loads(RULINGS_FILE.read_text(encoding="utf-8"))["part"]
    for ruling in part["rulings"]
]
ROLLS = 1500  # of two dice each
GUARDIANS = ("falcon", "jackal", "crocodile", "lioness")


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


def test_the_list_is_complete() -> None:
    """The rulings are numbered without a gap; a new one belongs at the end."""
    assert sorted(RULINGS) == [f"A-{number:02d}" for number in range(1, len(RULINGS) + 1)]


@pytest.mark.parametrize("ruling", sorted(RULINGS))
def test_ruling_is_shown(ruling: str) -> None:
    assert ruling in shown(), f"no scenario and no test names {ruling}"


def test_no_other_ruling_is_named() -> None:
    assert sorted({number for number in shown() if number.startswith("A-")} - set(RULINGS)) == []


def test_every_upgrade_is_shown(content: Content) -> None:
    named = {rule for scenario in all_scenarios() for rule in scenario.rules}
    assert sorted(set(content.models.upgrades) - named) == []


def test_every_limit_of_an_experience_card_is_shown(content: Content) -> None:
    """A card that serves once per roll, turn or episode has a scenario on how often: it names the card and N-7."""
    named = {rule for scenario in all_scenarios() if "N-7" in scenario.rules for rule in scenario.rules}
    limited = {name for name, card in content.models.experience.items() if card.limit != "unlimited"}
    assert limited
    assert sorted(limited - named) == []


def faces_rolled(action: int, content: Content) -> Counter[str]:
    """Return the faces that come up when Eleonor, facing the Golem, takes the action in games of many seeds.

    After either roll she is asked whether she rerolls, so that no roll is over before it is read.
    """
    eleonor = {"square": "A1", "equipped": ["whip"], "adversary_cards": ["golem-1"]}
    spec = {"game": {"explorers": ["eleonor"]}, "explorers": {"eleonor": eleonor}, "adversaries": {"A1": ["golem"]}}
    games = np.repeat(build_position(spec, content), ROLLS)
    games["seed"] = np.arange(ROLLS)
    batch = Batch.from_games(games, content=content, observe=False)
    batch.step(np.full(ROLLS, A_FINISH))
    batch.step(np.full(ROLLS, action))
    assert (batch.games["rolls"] == 1).all()
    counts = batch.games["roll"][:, 0, R_COUNT : R_COUNT + len(FACE_IDS)].sum(axis=0)
    assert counts.sum() == 2 * ROLLS
    return Counter({face: int(count) for face, count in zip(FACE_IDS, counts, strict=True) if count})


def is_likely(found: Counter[str], face: str, chance: float) -> bool:
    """Say whether a face came as often as it should, within four standard deviations."""
    dice = found.total()
    return abs(found[face] - dice * chance) < 4 * (dice * chance * (1 - chance)) ** 0.5


def test_faces_of_the_investigation_die(content: Content) -> None:
    """A-59: Fate, blank and four symbols, each as likely as the others."""
    assert content.models.tables.investigation_die.faces == ["fate", "blank", "lens", "scroll", "idol", "key"]
    found = faces_rolled(A_CLUE + SYMBOL_IDS.index("amber-eye"), content)
    faces = ("investigation_fate", "blank", "lens", "scroll", "idol", "key")
    assert set(found) <= set(faces)
    assert [face for face in faces if not is_likely(found, face, 1 / 6)] == []


def test_faces_of_the_combat_die(content: Content) -> None:
    """R-017: two hits, two blocks, one special face and one Fate face."""
    assert content.models.tables.combat_die.faces == ["hit", "hit", "block", "block", "special", "fate"]
    found = faces_rolled(A_COMBAT + KIND_IDS.index("golem"), content)
    chances = {"hit": 1 / 3, "block": 1 / 3, "special": 1 / 6, "combat_fate": 1 / 6}
    assert set(found) <= set(chances)
    assert [face for face, chance in chances.items() if not is_likely(found, face, chance)] == []


def test_five_dice_of_each_sort(content: Content) -> None:
    """A-60: the ten dice are five and five; A-58: which limits no roll."""
    pool = content.models.tables.dice_pool
    assert (pool.combat, pool.investigation, pool.total) == (5, 5, 10)
    assert pool.limit_dice_per_roll is False


def test_boxes_of_the_adversary_cards(content: Content) -> None:
    """A-62: five cards of nine kinds and an Elite card of each; Guardians and Avatar are in boxes of episodes."""
    decks = Counter((card.deck, card.kind) for card in content.models.cards.values())
    nine = [kind for kind in KIND_IDS[: len(content.models.kinds)] if kind not in ("guardian", "avatar")]
    assert len(nine) == 9
    wanted = {("base", kind): 5 for kind in nine} | {("elite", kind): 1 for kind in nine}
    wanted |= {("episode_4", "guardian"): 9, ("episode_7", "avatar"): 6, ("prologue", "guardian"): 8}
    assert decks == wanted
    named = Counter(card.deck for card in content.models.cards.values() if card.variant_name)
    assert named == {"episode_4": len(GUARDIANS), "episode_7": 1, "prologue": 2 * len(GUARDIANS)}
    for name in GUARDIANS:
        assert f"guardian-{name}" in content.models.cards


def test_symbols_and_tokens_of_the_box(content: Content) -> None:
    """A-64: 27 Clue tokens of three families, and the nine red ones for doors."""
    families = Counter(symbol.partition("-")[0] for symbol in SYMBOL_IDS)
    assert families["red"] == content.models.tables.component_list.tokens["door"] == 9
    on_squares = families["amber"] + families["teal"] + families["jade"]
    assert on_squares == content.models.tables.component_list.tokens["clue"] == 27


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('token = "red-sun"', 'token = "jade-sun"', "a closed door has a red symbol"),
        (
            'symbol = "amber-ankh"\nsquare = "M1-2"',
            'symbol = "red-cat"\nsquare = "M1-2"',
            "red tokens are for doors only",
        ),
    ],
)
def test_a_token_in_the_wrong_place_is_refused(tmp_path: Path, old: str, new: str, problem: str) -> None:
    """A-64: a door has a red token, a square another one."""
    text = (FOLDER / "episodes" / "episode_0.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "changed.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError, match=problem):
        load_content(path)
