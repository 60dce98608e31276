"""The content of Arkeis: how much there is of everything, and what stands in the tables of the rules."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import EXPERIENCE_IDS, OBJECT_IDS, UPGRADE_IDS
from arnak_env.arkeis.content import Content, load_content
from arnak_env.arkeis.tables import TABLES


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


@pytest.fixture(scope="module")
def t(content: Content) -> np.void:
    return content.tables[0]


def rows(t: np.void, start: int) -> list[tuple[int, ...]]:
    """Return the rows of the program that starts in a row, without the end."""
    found = []
    while start and t["program"][start, 0] != o.OP_END:
        found.append(tuple(int(value) for value in t["program"][start]))
        start += 1
    return found


def card(content: Content, entry: str) -> int:
    return list(content.models.cards).index(entry)


def abilities(t: np.void, source: int, index: int, slot: int = -1) -> list[int]:
    return [
        k
        for k in range(t["trigger_first"][-1])
        if (t["ability_source"][k], t["ability_index"][k], t["ability_slot"][k]) == (source, index, slot)
    ]


def trigger(t: np.void, ability: int) -> str:
    first = t["trigger_first"]
    return o.TRIGGER_IDS[max(k for k in range(o.TRIGGERS) if first[k] <= ability)]


def test_counts(content: Content) -> None:
    models = content.models
    decks = Counter(entry.deck for entry in models.cards.values())
    assert len(models.kinds) == 11
    assert len(models.cards) == 77
    assert decks == {"base": 45, "elite": 9, "episode_4": 9, "episode_7": 6, "prologue": 8}
    assert len(models.experience) == 45
    assert sum(entry.copies for entry in models.traumas.values()) == 36
    assert len(models.explorers) == 6
    assert len(models.upgrades) == 15
    assert [len(content.episode(slot).cards) for slot in (1, 2, 3)] == [23, 35, 44]


def test_reserve_of_the_rulebook(content: Content) -> None:
    """What an episode marks as printed is as printed."""
    printed = content.models.tables.component_list.fate_reserve.by_players
    for episode in content.models.episodes.values():
        assert episode.episode.confidence_fields["fate_reserve"] == "rulebook"
        assert episode.fate_reserve.by_players == printed == [15, 15, 12, 9, 9]


def test_tables_have_the_shape_of_the_rules(content: Content) -> None:
    assert content.tables.shape == (1,)
    assert content.tables.dtype == TABLES
    assert content.tables[0]["program"][0, 0] == o.OP_END
    assert content.tables[0]["condition"][0, 0] == o.C_END


def test_always_the_same_content() -> None:
    assert load_content() is load_content(None)
    assert load_content(load_content()) is load_content()
    assert len(load_content().fingerprint) == 64


def test_dice(t: np.void) -> None:
    words = [sorted(o.FACE_IDS[face] for face in die) for die in t["die"]]
    assert words[0] == ["block", "block", "combat_fate", "hit", "hit", "special"]
    assert words[1] == ["blank", "idol", "investigation_fate", "key", "lens", "scroll"]
    assert t["combat_dice"] == 2
    assert list(t["slot_capacity"]) == [1, 1, 1, 1]


def test_adversary_kinds(content: Content, t: np.void) -> None:
    assert o.TYPE_IDS[t["kind_type"][o.KIND_IDS.index("naga")]] == "hybrid"
    assert t["kind_life"][0] == 1
    elite = t["kind_elite"]
    assert all(list(content.models.cards.values())[k].elite for k in elite[:9])
    assert list(elite[9:]) == [-1, -1]


def test_beetle_and_scorpion_as_printed(content: Content, t: np.void) -> None:
    beetle, scorpion = card(content, "beetle-1"), card(content, "scorpion-1")
    assert rows(t, t["adversary_start"][beetle]) == [(o.OP_SPAWN, 0, o.Q_ROOM, 1, 0)]
    assert t["adversary_pool"][beetle] == 1
    assert t["adversary_deck"][beetle] == -1
    assert list(t["adversary_denies"][scorpion]) == [1, 0]
    assert t["adversary_modification"][scorpion, 0] == 0
    assert rows(t, t["adversary_modification"][scorpion, 1]) == [(o.OP_WOUND, o.E_SELF, 2, 0, 0)]


def test_result_tables_keep_their_order(content: Content, t: np.void) -> None:
    avatar = card(content, "avatar-3")
    assert [o.FACE_IDS[face] for face in t["adversary_face"][avatar]] == ["block", "hit", "special"]
    assert [operation for operation, *_ in rows(t, t["adversary_row"][avatar, 2])] == [o.OP_DAMAGE, o.OP_INDICATOR]
    assert t["adversary_burn"][avatar] == 1
    assert t["adversary_deck"][avatar] == 8
    assert t["adversary_pool"][card(content, "avatar-unbound")] == 0
    assert t["adversary_deck"][card(content, "guardian-lioness-dormant-2")] == 0
    assert (t["adversary_kind"][77:] == -1).all()


def test_abilities_are_sorted_by_trigger(t: np.void) -> None:
    first = t["trigger_first"]
    assert first[0] == 0
    assert (np.diff(first) >= 0).all()
    assert max(np.diff(first)) <= o.TRIGGER_ROOM


def test_objects(t: np.void) -> None:
    crowbar = OBJECT_IDS.index("crowbar")
    assert o.ACTION_IDS[t["object_slot"][crowbar]] == "combat"
    assert t["object_value"][crowbar] == 1
    (ability,) = abilities(t, o.SOURCE_OBJECT, crowbar)
    assert trigger(t, ability) == "before_combat_roll"
    assert (t["ability_optional"][ability], t["ability_limit"][ability]) == (0, o.LIMIT_NONE)
    assert rows(t, t["ability_program"][ability]) == [(o.OP_BONUS_DICE, o.COMBAT_ROLL, 1, 0, 0)]
    assert t["object_slot"][OBJECT_IDS.index("sun_disc")] == -1
    assert t["object_exists"].sum() == 32


def test_object_of_the_second_episode_has_a_free_place(content: Content) -> None:
    assert content.objects["embalmers_papyrus"] == OBJECT_IDS.index("other_object_1")


def test_fragments_count_for_the_vault(content: Content, t: np.void) -> None:
    numbers = set()
    for entry in ("fragment_east", "fragment_well", "fragment_west"):
        (ability,) = abilities(t, o.SOURCE_OBJECT, OBJECT_IDS.index(entry))
        (row,) = rows(t, t["ability_program"][ability])
        numbers.add(row[1])
    door = [entry.id for entry in content.episode(2).cards].index("e1-11")
    ((operation, condition, *_),) = rows(t, t["card_program"][2, door])
    assert operation == o.OP_IF
    assert {int(t["condition"][condition, 1])} == numbers


def test_experience(t: np.void) -> None:
    grit = EXPERIENCE_IDS.index("franck-grit")
    assert t["experience_explorer"][grit] == o.FRANCK
    assert (t["experience_level"][grit], t["experience_cost"][grit]) == (1, 1)
    (ability,) = abilities(t, o.SOURCE_EXPERIENCE, grit)
    assert trigger(t, ability) == "after_action_combat"
    assert list(t["condition"][t["ability_when"][ability] :][:3, 0]) == [o.C_ELIMINATED, o.C_NOT, o.C_END]
    assert all(len(abilities(t, o.SOURCE_EXPERIENCE, k)) == 1 for k in range(o.EXPERIENCE))


def test_traumas(t: np.void) -> None:
    assert list(t["trauma_copies"]) == [6] * 6
    assert list(t["trauma_multiplier"]) == [1, 1, 1, 1, 1, 2]
    assert rows(t, t["trauma_duplicate"]) == [(o.OP_FATE, o.E_SELF, 1, 0, 0)]
    assert not abilities(t, o.SOURCE_TRAUMA, o.PANIC)
    (sprain,) = abilities(t, o.SOURCE_TRAUMA, 1)
    assert trigger(t, sprain) == "after_action_move"
    assert not t["ability_optional"][sprain]


@pytest.mark.parametrize(
    ("explorer", "when", "limit", "row"),
    [
        (o.RHIAT, "end_of_turn", o.LIMIT_TURN, (o.OP_RHIAT, 1)),
        (o.FRANCK, "before_combat_roll", o.LIMIT_ROLL, (o.OP_FRANCK, 1)),
        (o.ELEONOR, "after_investigation_roll", o.LIMIT_ROLL, (o.OP_ELEONOR, o.ALL)),
    ],
)
def test_explorer_abilities(t: np.void, explorer: int, when: str, limit: int, row: tuple[int, int]) -> None:
    (ability,) = abilities(t, o.SOURCE_EXPLORER, explorer)
    assert trigger(t, ability) == when
    assert (t["ability_optional"][ability], t["ability_limit"][ability]) == (1, limit)
    assert rows(t, t["ability_program"][ability]) == [(*row, 0, 0, 0)]


def test_abilities_of_the_engine_are_not_in_the_table(t: np.void) -> None:
    for explorer in (o.REBECCA, o.ROBERT, o.ROBERT_YOUNG):
        assert not abilities(t, o.SOURCE_EXPLORER, explorer)
    assert t["ability_start_tokens"] == 2


def test_camp(t: np.void) -> None:
    phileas, training = UPGRADE_IDS.index("phileas"), UPGRADE_IDS.index("training_ground")
    assert list(t["experience_access"][:, phileas]) == [1, 1, 0]
    assert list(t["experience_access"][:, training]) == [0, 0, 1]
    assert t["upgrade_built"].nonzero()[0].tolist() == [phileas]
    assert t["upgrade_space"][phileas] == 0
    assert t["upgrade_spaces"] == 6
    assert t["upgrade_trigger"][UPGRADE_IDS.index("mess_tent")] == o.T_EPISODE_START
    assert t["upgrade_trigger"][UPGRADE_IDS.index("other_upgrade")] == -1
    (pay,) = rows(t, t["upgrade_program"][UPGRADE_IDS.index("workshop")])
    assert pay[:2] == (o.OP_PAY_COINS, 2)
    assert rows(t, pay[2]) == [(o.OP_GAIN_OBJECT, OBJECT_IDS.index("wrench"), o.E_ONE_ANY, 0, 0)]


def test_board_of_the_first_episode(t: np.void) -> None:
    square = {word: k for k, word in enumerate(o.SQUARE_IDS)}
    assert t["episode_exists"].nonzero()[0].tolist() == [1, 2, 3]
    assert list(t["reserve"][1]) == [0, 15, 15, 12, 9, 9]
    assert {o.ZONE_IDS[k]: int(t["zone_used"][1, k]) for k in t["zone_used"][1].nonzero()[0]} == {
        "A": 2, "B": 2, "D": 2, "E": 2, "F": 1, "M1": 2
    }  # fmt: skip
    assert t["links"][1] == 5
    assert (t["link_a"][1, 0], t["link_b"][1, 0]) == (square["M1-1"], square["A3"])
    assert o.SYMBOL_IDS[t["link_token"][1, 0]] == "red-sun"
    assert (t["link_type"][1, 4], t["link_token"][1, 4]) == (o.LINK_OPEN, -1)
    assert t["start_squares"][1] == 1 << square["M1-1"]
    assert o.SYMBOL_IDS[t["draw_symbol"][1, 0]] == "ivory-jackal"
    assert t["draw_each"][1, 0] == 0
    tokens = {o.SYMBOL_IDS[k]: int(t["token_square"][1, k]) for k in (t["token_square"][1] >= 0).nonzero()[0]}
    assert len(tokens) == 9
    assert tokens["teal-lotus"] == square["F1"]


def test_adversaries_at_set_up(t: np.void) -> None:
    assert t["adversary_rows"][1] == 4
    beetle = 0
    found = [list(row) for row in t["adversary_setup"][1, :4]]
    b2, f1 = o.SQUARE_IDS.index("B2"), o.SQUARE_IDS.index("F1")
    assert found[2] == [beetle, b2, 1, 3, 5, 0]
    assert found[3] == [beetle, f1, 2, 1, 5, 1]


def test_edge_door_and_printed_symbol(t: np.void) -> None:
    assert list(t["link_edge"][2, :7]) == [0, 0, 0, 0, 0, 1, 0]
    printed = t["printed"][2]
    assert {o.SQUARE_IDS[k]: o.SYMBOL_IDS[printed[k]] for k in (printed >= 0).nonzero()[0]} == {"D1": "jade-lotus"}


def test_special_tokens(t: np.void) -> None:
    chains = t["special_setup"][3, :4]
    assert sorted(o.SQUARE_IDS[k] for k in chains) == ["C2", "D1", "E1", "F1"]
    assert (t["special_setup"][3, 4:] == -1).all()


def test_threat_and_active_card(content: Content, t: np.void) -> None:
    (robber,) = abilities(t, o.SOURCE_CLUE, 0, 1)
    assert trigger(t, robber) == "start_of_turn"
    assert t["ability_who"][robber] == o.E_SELF
    assert rows(t, t["ability_program"][robber]) == [(o.OP_FATE_CARD, 1, 0, 0, 0)]
    roof = [entry.id for entry in content.episode(2).cards].index("e1-05")
    (falling,) = abilities(t, o.SOURCE_CLUE, roof, 2)
    assert t["ability_who"][falling] == o.E_ALL
    assert t["ability_when"][falling] > 0
    assert t["card_after"][2, roof] == o.AFTER_ACTIVE


def test_cards(content: Content, t: np.void) -> None:
    assert t["cards"][1] == 23
    assert o.CARD_TYPES[t["card_type"][1, 6]] == "material"
    assert t["card_object"][1, 6] == OBJECT_IDS.index("crowbar")
    assert t["card_after"][1, 6] == o.AFTER_KEEP
    assert rows(t, t["card_program"][1, 20]) == [(o.OP_EPILOGUE, o.FAVOURABLE, 0, 0, 0)]


def test_sheet_and_end(content: Content, t: np.void) -> None:
    assert o.FACE_IDS[t["sheet_box"][1, 7]] == "key"
    assert t["sheet_box"][1, 3] == -1
    assert t["line_boxes"][1, 0] == 0b111
    assert t["line_boxes"][1, o.SHEET_SIDE + 1] == 1 << 1 | 1 << 7 | 1 << 13
    assert t["line_boxes"][1, 3] == 0
    assert list(t["line_event"][1]) == [0, 0, 1, *[0] * 9]
    assert o.SYMBOL_IDS[t["line_artifact"][1, o.SHEET_SIDE + 2]] == "jade-ankh"
    assert list(t["epilogue_bonuses"][2]) == [0, 1, 0]
    assert list(t["event_min"][2, :4]) == [0, 1, 2, -1]
    assert [operation for operation, *_ in rows(t, t["epilogue_program"][1, o.ADVERSE])] == [o.OP_XP]
    assert content.campaign_flags == {"collector": 0, "sun_disc_saved": 1, "cult_alerted": 2, **{
        flag: number for flag, number in content.campaign_flags.items() if number > 2
    }}  # fmt: skip


def test_sheet_hole(t: np.void) -> None:
    hole = 3 * o.SHEET_SIDE + 1
    assert t["sheet_box"][2, hole] == -1
    assert t["line_boxes"][2, 3] == (0b1101 << 3 * o.SHEET_SIDE)


def test_weights_are_the_whole_way(content: Content, t: np.void) -> None:
    for slot in content.models.episodes:
        assert t["symbol_weight"][slot].sum() == 100
    assert t["symbol_weight"][1, o.SYMBOL_IDS.index("red-eye")] > 0
    assert t["symbol_weight"][1, o.SYMBOL_IDS.index("teal-lotus")] == 0


def test_finding_episodes(content: Content) -> None:
    assert content.slot_of(0) == content.slot_of("episode_0") == 1
    assert content.episode(2).episode.title == "The Serpent Cistern"
    with pytest.raises(ValueError, match=r"unknown episode 7; known are 0 \(episode_0\)"):
        content.slot_of(7)
    with pytest.raises(ValueError, match="unknown episode True"):
        content.slot_of(True)
    with pytest.raises(KeyError, match="no episode in slot 0"):
        content.episode(0)
