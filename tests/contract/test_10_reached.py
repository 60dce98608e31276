"""Sentence 10: every branch of every effect is reached in random play or by a named scenario."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from filelock import FileLock, Timeout

from arnak_env import Batch
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import load_content
from arnak_env.arnak.position import build_position
from arnak_env.arnak.scenario import load_scenarios, run_scenario
from arnak_env.core.scenarios import scenario_files

from .players import Long
from .reach import Reached, report
from .riches import deal_riches
from .tables import TABLES as CONFIGURATIONS
from .tables import mixed_batch

HERE = Path(__file__).parent
SCENARIOS = HERE.parent / "scenarios"
GROUPS = 5  # of games of random play
TABLES = load_content().tables[0]
OPTIONAL = (
    o.OP_PRICE, o.OP_PRICE_CARD, o.OP_PRICE_TRAVEL, o.OP_DRAW, o.OP_EXILE, o.OP_TRADE_UP, o.OP_REFRESH, o.OP_DIG,
    o.OP_DIG_CAMP, o.OP_BUY, o.OP_OVERCOME, o.OP_RESEARCH, o.OP_TAKE_EXILED_ITEM, o.OP_READY_BOON, o.OP_PEDESTAL,
    o.OP_PRICE_DECK_TOP, o.OP_PRICE_ARTIFACT, o.OP_PRICE_IDOL, o.OP_PRICE_ASSISTANT, o.OP_PRICE_BOON,
)  # fmt: skip
# Actions that have a number and a name, but that no rule ever offers.
NEVER = {
    "play fear": "Fear has no effect",
}
# Only components of other sets ask for these; scenarios with changed content show one of each verb.
OTHER_SETS = ("pedestal", "hidden")


def _entered(board: int, token: int) -> set[int]:
    """Return the entries of a track that a token can take."""
    entries = {int(entry) for entry in TABLES["track_next"][board].ravel() if entry >= 0}
    if token == o.GLASS:
        return entries
    entries -= {int(TABLES["track_temple"][board])}
    return {entry for entry in entries if not TABLES["passage"][board, entry]}


def _never() -> dict[str, str]:
    """Return the actions that nothing offers, with the reason."""
    found = dict(NEVER)
    for verb, token, boards in (
        ("research glass", o.GLASS, range(len(o.BOARDS))),
        ("research notebook", o.NOTEBOOK, range(len(o.BOARDS))),
        ("research lantern", o.LANTERN, (o.OWL,)),
    ):
        reached = set().union(*(_entered(board, token) for board in boards))
        found |= {f"{verb} {k}": "no bridge leads there" for k in range(o.TRACK_SPACES) if k not in reached}
    tiles = [s for s in range(o.TRACK_SPACES) if TABLES["owl_points"][o.OWL, s] and not TABLES["passage"][o.OWL, s]]
    found |= {f"owl tile {k}": "no tile lies there" for k in range(o.TRACK_SPACES) if k not in tiles}
    return found


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[], Any]) -> Any:
    """Return what `make` returns; with several test workers only one of them makes it."""
    return shared(factory, {name: make})[name]


def shared(factory: pytest.TempPathFactory, makers: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
    """Return what each of `makers` returns; several test workers make different ones at the same time."""
    base = factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    for patience in (0, -1):  # first those that no other worker is making, then those that one is
        for name, make in makers.items():
            path = folder / f"{name}.pickle"
            with suppress(Timeout), FileLock(path.with_suffix(".lock"), timeout=patience):
                if not path.exists():
                    path.write_bytes(pickle.dumps(make()))
    return {name: pickle.loads((folder / f"{name}.pickle").read_bytes()) for name in makers}


@pytest.fixture(scope="module")
def all_play(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Reached]:
    makers: dict[str, Callable[[], Reached]] = {f"random_play_{k}": partial(play_at_random, k) for k in range(GROUPS)}
    return shared(tmp_path_factory, makers | {"rescues": play_rescues, "scenarios": play_scenarios})


@pytest.fixture(scope="module")
def random_play(all_play: dict[str, Reached]) -> Reached:
    """Half a million decisions of plain and rich games over all configurations."""
    reached = Reached()
    for number in range(GROUPS):
        reached.add(all_play[f"random_play_{number}"])
    reached.add(all_play["rescues"])
    assert sum(reached.answers.values()) > 500_000
    sort_every_card(reached)
    return reached


@pytest.fixture(scope="module")
def scenarios(all_play: dict[str, Reached]) -> Reached:
    return all_play["scenarios"]


def play_at_random(number: int) -> Reached:
    """Games over all configurations; those of the first group are plain, in the others players are rich."""
    reached = Reached()
    batch = mixed_batch(len(CONFIGURATIONS) * 40, seed=10_000 * number, observe=False)
    if number:
        deal_riches(batch, seed=number)
    play_and_note(reached, batch, Long(number, patience=(0.01, 0.05)[number % 2]))
    return reached


def play_rescues() -> Reached:
    """Only there are the assistants of Twisted Paths rescued."""
    reached = Reached()
    rescues = Batch(400, board="snake", num_players=4, expansion_components=True, seed=77, observe=False)
    deal_riches(rescues)
    play_and_note(reached, rescues, Long(9))
    return reached


def play_and_note(reached: Reached, batch: Batch, player: Long) -> None:
    """Play all games of a batch to the end and note what happens."""
    while not batch.over.all():
        actions = player(batch)
        before = batch.games.copy()
        reached.before(batch, actions)
        batch.step(actions, illegal="ignore")
        reached.after(before, batch, actions)


def sort_every_card(reached: Reached) -> None:
    """An earring lays every card aside once; random play would need too long for the rarest."""
    for card in a.CARD_IDS:
        earring = "obsidian_earring" if card == "crystal_earring" else "crystal_earring"
        deck = ["horse" if card != "horse" else "hat", card]
        if card != earring:
            sort_cards(reached, [earring], deck, [f"play {earring}", "choose two", f"take card {card}"])
    sort_cards(
        reached,
        ["crystal_earring"],
        ["fear", "fear"],
        ["play crystal_earring", "choose two", "take card fear", "decline"],
    )
    # A card that was put back is laid aside once more, while others still wonder whether it is in the hand.
    deck = ["horse", "ostrich", "parrot", "hat"]
    first = ["play crystal_earring", "choose three"]
    between = ["end turn", "pass", "end turn"]
    for card in ("hat", "ostrich"):
        second = ["play obsidian_earring", "choose two", f"take card {card}"]
        both = [*first, "take card horse", "take card ostrich", *between, *second]
        sort_cards(reached, ["crystal_earring", "obsidian_earring"], deck, both)
    # The card that was kept shows itself, but another one of its shuffle may lie on the deck.
    shown = [*first, "take card ostrich", "take card horse", *between, "play ostrich"]
    sort_cards(reached, ["crystal_earring", "tent"], deck, shown)
    drawn = [*first, "take card horse", "take card ostrich", *between, "play flask", "choose draw"]
    sort_cards(reached, ["crystal_earring", "flask"], deck, drawn)


def sort_cards(reached: Reached, hand: list[str], deck: list[str], actions: list[str]) -> None:
    spec = {"game": {"players": 2}, "players": {"1": {"hand": hand, "deck": deck, "tokens": {"tablet": 2}}}}
    game = build_position(spec, load_content())
    game["deck_group"][0, 0, 0] = o.PUBLIC
    batch = Batch.from_games(game, show_forced=True)
    for words in actions:
        action = np.array([a.parse_action(words)])
        reached.before(batch, action, keep_all=len(actions) > 3)
        batch.step(action)


def play_scenarios() -> Reached:
    """Every step of every scenario file; the names of the scenarios are kept with what they reach."""
    reached = Reached()
    original = Batch.step

    def step(batch: Batch, actions: Any, illegal: str = "raise") -> np.ndarray:
        before = batch.games.copy()
        reached.before(batch, np.asarray(actions), keep_all=True)
        refused = original(batch, actions, illegal)
        reached.after(before, batch, np.asarray(actions))
        return refused

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Batch, "step", step)
        for path in scenario_files([SCENARIOS]):
            for scenario in load_scenarios(path):
                reached.source = f"{path.relative_to(SCENARIOS)}: {scenario.title}"
                run_scenario(scenario)
    return reached


@pytest.fixture(scope="module")
def answers(random_play: Reached, scenarios: Reached) -> set[tuple[int, int, int]]:
    return set(random_play.answers) | set(scenarios.answers)


def test_every_question_is_asked(answers: set[tuple[int, int, int]]) -> None:
    asked = {operation for operation, _, _ in answers}
    assert asked == set(o.OP_WORDS), [o.OP_WORDS[missing] for missing in set(o.OP_WORDS) - asked]


def test_every_action_is_taken(answers: set[tuple[int, int, int]]) -> None:
    taken = {action for _, _, action in answers}
    missing = {a.NAMES[action] for action in range(a.ACTIONS) if action not in taken}
    assert {name for name in missing if not name.startswith(OTHER_SETS)} == set(_never())


def test_every_verb_is_an_answer_to_a_question_of_its_own(answers: set[tuple[int, int, int]]) -> None:
    for verb, words, _ in a.VERBS:
        first = a.FIRST[verb]
        assert any(first <= action < first + len(words) for _, _, action in answers), verb


def program_rows() -> dict[int, list[str]]:
    """Return every row of an effect that a component uses, with the components."""
    content = load_content()
    rows: dict[int, list[str]] = {}
    for (kind, entry, field), start in content.programs.items():
        travel_boon = field == "boon" and TABLES["boon_program"][a.GUARDIAN_IDS.index(entry)] == 0
        pending = [int(start)] if start > 0 and not travel_boon else []  # travel boons pay, they do not run
        while pending:
            row = pending.pop()
            while True:
                rows.setdefault(row, []).append(f"{kind} {entry} {field}")
                operation, argument, _, _ = (int(x) for x in TABLES["program"][row])
                if operation == o.OP_END:
                    break
                if operation == o.OP_CHOOSE:
                    pending += [int(TABLES["program"][row + 1 + k, 2]) for k in range(argument)]
                    row += argument
                row += 1
    return rows


def test_every_option_of_every_choice_is_taken(answers: set[tuple[int, int, int]]) -> None:
    """The options of a choice stand in the rows after it."""
    missing = []
    for row, users in program_rows().items():
        operation, options, _, _ = (int(x) for x in TABLES["program"][row])
        if operation != o.OP_CHOOSE:
            continue
        for k in range(options):
            choice = int(TABLES["program"][row + 1 + k, 1])
            if (o.OP_CHOOSE, row, a.A_CHOOSE + choice) not in answers:
                missing.append(f"{users[0]}: {o.CHOICES[choice]}")
    assert not missing


def test_every_optional_effect_is_taken_and_declined(answers: set[tuple[int, int, int]]) -> None:
    missing = []
    for row, users in program_rows().items():
        operation = int(TABLES["program"][row, 0])
        if operation not in OPTIONAL:
            continue
        given = {action for asked, at, action in answers if asked == operation and at == row}
        if a.A_DECLINE not in given:
            missing.append(f"{users[0]}: never declined")
        free = [*range(a.A_PLAY, a.A_GLASS), *range(a.A_ASSISTANT, a.A_PAY_CARD)]
        if not given - {a.A_DECLINE} - set(free):
            missing.append(f"{users[0]}: never taken")
    assert not missing


def test_every_component_is_used(random_play: Reached, scenarios: Reached) -> None:
    """Cards, tiles, idols, guardians, boons, assistants on both levels, research spaces, the rival in every round."""
    things = set(random_play.things) | set(scenarios.things)
    expected: set[tuple[str, ...]] = set()
    expected |= {("assistant", str(who), str(gold)) for who in range(o.ASSISTANTS) for gold in range(2)}
    expected |= {("assistant pays", str(who), str(gold)) for who in range(o.ASSISTANTS) for gold in range(2)
                 if TABLES["assistant_icons"][who, gold].any()}  # fmt: skip
    expected |= {("idol", str(idol)) for idol in range(o.IDOL_TYPES)}
    expected |= {
        (kind, str(tile))
        for kind in ("tile discovered", "tile dug")
        for tile in range(o.LEVEL_1_TILES + o.LEVEL_2_TILES)
    }
    expected |= {("guardian", str(guardian)) for guardian in range(o.GUARDIANS)}
    expected |= {("temple tile", str(board), str(stack)) for board in range(4) for stack in range(o.TEMPLE_STACKS)}
    expected |= {("board and round", str(board), str(number)) for board in range(4) for number in range(1, 6)}
    for board in range(len(o.BOARDS)):
        expected |= {("research", str(board), str(a.A_GLASS + space)) for space in _entered(board, o.GLASS)}
        expected |= {("research", str(board), str(a.A_NOTEBOOK + space)) for space in _entered(board, o.NOTEBOOK)}
    expected |= {("research", str(o.OWL), str(a.A_LANTERN + space)) for space in _entered(o.OWL, o.LANTERN)}
    for tile in range(o.RIVAL_TILES):
        expected |= {("rival", a.RIVAL_TILE_IDS[tile], str(number)) for number in range(1, 6)}
    assert not expected - things


@pytest.fixture(scope="module")
def watched(random_play: Reached, scenarios: Reached, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    def make() -> dict[str, Any]:
        return watch(random_play, scenarios, tmp_path_factory.mktemp("watch"))

    found = once(tmp_path_factory, "watched", make)
    assert isinstance(found, dict)
    return found


def watch(random_play: Reached, scenarios: Reached, folder: Path) -> dict[str, Any]:
    """Let another process take a step of every kind without compilation, and watch the rules."""
    parts = [random_play.samples(), scenarios.samples()]
    data = folder / "steps.npz"
    np.savez(data, games=np.concatenate([games for games, _ in parts]), actions=np.concatenate([x for _, x in parts]))
    done = subprocess.run(
        [sys.executable, str(HERE / "watch.py"), str(data)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert isinstance(found, dict)
    assert found["refused"] == 0
    assert found["errors"] == 0
    return found


@pytest.mark.slow
def test_every_branch_of_every_effect_is_reached_in_random_play_or_by_a_named_scenario(watched: dict[str, Any]) -> None:
    """Every row of every effect program is loaded, and every operation that only the rules start is started."""
    rows = program_rows()
    reached = set(watched["rows"])
    # The rows of options hold where their programs start; they are read, never run.
    ran = {row for row in rows if int(TABLES["program"][row, 0]) != o.OP_OPTION}
    assert not {row: rows[row][:2] for row in sorted(ran - reached)}
    started = set(watched["operations"])
    every = {value for name, value in vars(o).items() if name.startswith("OP_") and isinstance(value, int)}
    # An option is a row that is read; at the end of a turn the frame of the turn turns into the next turn.
    assert every - started == {o.OP_OPTION, o.OP_NEXT_TURN}


# Lines of the rules that guard against what cannot happen, and why it cannot.
GUARDS: dict[str, list[str]] = {
    # every other question can be answered, and the turn lies below everything
    "automatic.py: settle": ["g.over = 1", "return"],
    "engine.py: advance": ["g.error = ERROR_NO_LEGAL_ACTION", "g.over = 1", "return 0"],
    "frames.py: push": ["g.error = ERROR_TOO_MANY_FRAMES", "return"],
    "frames.py: push_program": ["return"],  # every component of the base game has an effect
    # callers have looked before
    "decks.py: find_in_play": ["return -1"],
    "guardians.py: can_overcome": ["return 0"],
    "research.py: first_bonus": ["return -1"],
    "determinize.py: determinize": ["redraw_cards(g, int(g.turn_player), viewer)"],  # one payment in a thousand
    "travel.py: can_finish_payment": ["return 1", "frame = g.frame[g.frames - 2]"],
    # only with effects of other sets, in scenarios that are not watched
    "sites.py: replace_site": ["return"],
    "sites.py: forget_lost_choice": ["frame[F_X] = 0"],
    "rival_research.py: lowest_tile": ["best = space"],  # the spaces of a row stand in the order of their columns
    "altars.py: row_has_artifact": ["return 0"],  # the position at the start of a scenario, whose mask is not watched
    "automatic.py: wait_for_cards_aside": ["place -= 1"],  # nothing lies between two earrings so far
    # shown by scenarios of general_index, of which only two for each wording are watched
    "encounters.py: draw_encounter": ["return"],
    "sites.py: can_afford_discovery": ["return 0"],
    "sites.py: use_hidden_site": ["g.hidden[i] = g.hidden[i + 1]"],
    "kernels.py: step_games": ["broken = i"],  # only after one of the errors above
    "kernels.py: draw": ["return n - 1  # rounding may leave a little over"],
    "rival.py: rival_moves_notebook": ["return"],  # its notebook needs more rounds to get that far
    "rival.py: free_space": ["return first + 1"],  # alone, all two-boot spaces are blocked
    "sites.py: use_stack_tile": ["return", "return"],  # more tiles than positions
    "sites.py: discount_of_effect": ["return 0"],  # every dig effect of the base game has a discount
}


@pytest.mark.slow
def test_every_line_of_the_rules_runs(watched: dict[str, Any]) -> None:
    missed = {
        name: [line for line in lines if line not in GUARDS.get(name, ())] for name, lines in watched["missed"].items()
    }
    assert not {name: lines for name, lines in missed.items() if lines}


def test_a_coverage_report_says_which(random_play: Reached, scenarios: Reached) -> None:
    """``python -m pytest tests/contract/test_10_reached.py -k report -rP`` prints it."""
    words = report(random_play, scenarios)
    print(words)
    lines = words.splitlines()
    assert len(lines) > 900
    for word in ("play mortar", "boon guardian_03", "assistant coins gold", "rival discover_red round 5"):
        assert sum(word in line for line in lines) >= 1, word
    assert not [
        line for line in lines if "not reached" in line and not any(word in line for word in (*_never(), *OTHER_SETS))
    ]
