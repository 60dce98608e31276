"""Components found by name, and what a team cannot know yet."""

from __future__ import annotations

import pytest

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.component_search import component_names, find_components, known_components
from arnak_env.arkeis.component_words import Component, component_words
from arnak_env.arkeis.content import load_content
from arnak_env.arkeis.words import Names, Scene

CONTENT = load_content()


def scene_of(episode: int = 0, **fields: tuple[int, int]) -> Scene:
    batch = Batch(1, episode=episode, explorers=("rhiat",), seed=3)
    for field, (place, value) in fields.items():
        batch.games[field][0, place] = value
    return Scene(batch.games[0], batch.content)


def known(scene: Scene, kind: str) -> set[str]:
    return {component.entry for component in known_components(scene) if component.kind == kind}


def test_without_a_game_every_component_is_known_and_told() -> None:
    components = known_components(Names(CONTENT))
    assert len(components) == len(set(components))
    assert len([one for one in components if one.kind == "clue"]) == 23 + 35 + 44
    for component in components:
        heading, facts = component_words(Names(CONTENT, component.slot), component)
        assert component.entry in heading
        assert facts


@pytest.mark.parametrize("episode", [0, 1, 2])
def test_objects_and_upgrades_of_later_episodes_are_not_known(episode: int) -> None:
    """R-019: what belongs to a later episode stays hidden; what the team has is known all the same."""
    scene = scene_of(episode)
    boxes = {"base", *(f"episode_{k}" for k in range(episode + 1))}
    models = CONTENT.models
    objects = {word for word, thing in models.objects.items() if thing.source in boxes}
    given = {"antivenom"} if episode == 2 else set()  # by the Apothecary
    assert known(scene, "object") == objects | given
    opened = {"start", *boxes}
    assert known(scene, "upgrade") == {word for word, one in models.upgrades.items() if one.unlocked_by in opened}
    assert {models.cards[word].deck for word in known(scene, "card")} <= {"base", "elite", "prologue"}
    assert set(component_names(scene)).isdisjoint({"papyrus_roll"} if episode < 2 else {"camera"})


def test_what_the_team_has_is_known() -> None:
    disc = CONTENT.objects["sun_disc"]
    assert "sun_disc" in known(scene_of(object_owner=(disc, o.RHIAT)), "object")
    workshop = CONTENT.upgrades["workshop"]
    scene = scene_of(upgrade=(workshop, o.UPGRADE_UNLOCKED))
    assert "workshop" in known(scene, "upgrade")
    assert "wrench" in known(scene, "object")


def test_a_card_has_two_ids_in_a_game() -> None:
    card = Component("clue", "e0-01", 1)
    for words in ("e0-01", "card_01", "apply card card_01", "grave robber"):
        assert find_components(scene_of(), words) == [card]
    assert find_components(Names(CONTENT), "e0-01") == [card]
    with pytest.raises(ValueError, match="nothing known is called 'card_01'"):
        find_components(Names(CONTENT), "card_01")
