"""Effects, conditions and questions in words."""

from __future__ import annotations

import random

import pytest

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import ACTION_NAMES
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.condition_words import condition_words
from arnak_env.arkeis.content import load_content
from arnak_env.arkeis.effect_words import effects_text, program_words
from arnak_env.arkeis.questions import action_note, question_words, scene_question
from arnak_env.arkeis.words import Names, Scene, amount, listed, story_names

CONTENT = load_content()
TEAMS = (("rebecca", "franck"), ("robert", "eleonor", "rhiat"), ("franck",), ("robert_young", "rhiat", "rebecca"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("wound(self, 2)", "take 2 Wounds"),
        ("wound(each_here, 1)", "each Explorer here takes 1 Wound"),
        ("spawn(beetle, each_square_of_room, 1)", "1 Beetle arrives on each square of the room"),
        ("move_explorer(one_here, adjacent)", "one Explorer here moves to an adjacent square"),
        ("move_adversary(board:guardian, toward_self, 1)", "move 1 of the Guardians on the board one step closer"),
        ("bonus_dice(combat, -1)", "-1 Combat die"),
        ("reroll(any, all)", "reroll any dice"),
        ("gain_object(crowbar, self)", "gain Crowbar"),
        ("choose([wound(self, 1)], [fate(self, 1)])", "choose: take 1 Wound / take 1 Fate token from the reserve"),
        (
            "if(holds(each_in_room, bronze_seal), [coins(2)], [none()])",
            "if each Explorer in the room has Bronze Seal: gain 2 Coins",
        ),
        ("test(3, any*2, [none()], [wound(self, 1)])", None),
    ],
)
def test_effects_read_as_sentences(text: str, words: str | None) -> None:
    said = effects_text([text], Names(CONTENT, 1))
    assert said == words or words is None
    assert "_" not in said


def test_conditions_read_as_sentences() -> None:
    names = Names(CONTENT, 1)
    assert condition_words("", names) == "always"
    assert condition_words("not(facing(beetle))", names) == "not so that you face a Beetle"
    assert condition_words("present(any, here)", names) == "there is an Adversary on this square"


def test_the_rows_of_a_program_say_what_its_text_says() -> None:
    tables = CONTENT.tables[0]
    for slot, episode in CONTENT.models.episodes.items():
        names = Names(CONTENT, slot)
        names.story = story_names(CONTENT, slot)
        for card in episode.cards:
            row = CONTENT.programs[episode.episode.id, f"cards {card.id}", "effects"]
            said = program_words(tables["program"], row, names, tables["condition"])
            assert said == effects_text(card.effects, names)


def test_every_card_has_words() -> None:
    names = Names(CONTENT, 1)
    for card in CONTENT.models.cards.values():
        for effects in (card.start, card.clue, card.move, *(row.effects for row in card.combat)):
            assert effects_text(effects, names)
    for experience in CONTENT.models.experience.values():
        assert effects_text(experience.effects, names)
        assert condition_words(experience.when, names)


def test_small_helpers() -> None:
    assert [amount(1, "die"), amount(2, "Combat die"), amount(2, "box")] == ["1 die", "2 Combat dice", "2 boxes"]
    assert listed(["A1", "A2", "B1"]) == "A1, A2 and B1"


def play(batch: Batch, seed: int, limit: int = 400):  # type: ignore[no-untyped-def]
    """Play random actions and yield the scene of every decision."""
    draw = random.Random(seed)
    for _ in range(limit):
        if batch.over[0]:
            return
        yield Scene(batch.games[0], batch.content), batch.legal_actions(0)
        batch.step([draw.choice(batch.legal_actions(0))])


@pytest.mark.parametrize("seed", range(4))
def test_every_question_and_note_has_words(seed: int) -> None:
    mode = "campaign" if seed % 2 else "episode"
    batch = Batch(1, mode=mode, episode=0 if seed % 2 else 2, explorers=TEAMS[seed], seed=seed)
    for scene, legal in play(batch, seed):
        assert sorted(scene.legal()) == list(legal)  # the uncompiled rules are the rules
        words = scene_question(scene)
        name, _, question = words.partition(": ")
        assert name
        assert question
        assert "_" not in question.replace("or finish", "")
        for action in legal:
            assert isinstance(action_note(scene, action), str)
    assert len(ACTION_NAMES) > len(legal)


def test_the_question_of_a_finished_game() -> None:
    batch = Batch(1, seed=1)
    batch.games["over"] = 1
    assert question_words(batch.games[0]) == "The game is over"


def test_the_first_question() -> None:
    batch = Batch(1, explorers=("rebecca", "franck"), seed=3)
    assert batch.question(0) == "Rebecca: take an action (2 left)"
    assert o.OP_TURN == batch.games[0]["frame"][int(batch.games[0]["frames"][()]) - 1][o.F_OP]


def test_questions_say_when_nothing_need_be_chosen_and_what_the_camp_offers() -> None:
    asked = {"optional": 0, "forced": 0, "camp": 0}
    for seed in range(6):
        batch = Batch(1, mode="campaign", explorers=("rhiat", "franck", "eleonor"), seed=seed)
        draw = random.Random(seed)
        while not batch.over[0]:
            question, legal = batch.question(0), batch.legal_actions(0)
            names = [batch.action_words(0, action) for action in legal]
            if "which ability next" in question:
                asked["optional" if "finish" in names else "forced"] += 1
                assert ("which ability next, or finish" in question) == ("finish" in names)
            if "at the camp: " in question:
                asked["camp"] += 1
                for verb, words in (("object", "sell"), ("buy", "buy"), ("build", "build"), ("leave", "leave")):
                    assert (words in question) == any(name.startswith(f"{verb} ") for name in names), question
            batch.step([draw.choice(legal)])
    assert asked["optional"]
    assert asked["camp"]
