"""What a game looks like in words, and how that differs from what a scenario expects."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.position_describe import describe_game, figures
from arnak_env.arnak.position_pieces import CHAPTER_KEYS
from arnak_env.arnak.words import card_ids, figure_words, spaces_of_site, track_id
from arnak_env.core.scenarios import UnknownKey, in_words
from arnak_env.core.words import unknown

Words = dict[str, Any]
RIVAL_SCORE = 4  # place of the rival in the scores of a batch

# Lists whose order means nothing; all other lists are compared in order.
UNORDERED = frozenset(
    {
        "hand",
        "play",
        "aside",
        "exiled",
        "cards",
        "archaeologists",
        "figures",
        "guardians",
        "blocking",
        "switches",
        "open",
        "met",
        "replaced",
        "marked",
        "idol_types",
        "encounters_kept",
        "hidden_sites",
        "removed_sites",
    }
)
# A non-empty list for one of these names the top pieces only, as it does when a position is built.
DECKS = ("item_deck", "artifact_deck", "level_1_stack", "level_2_stack", "guardian_stack", "idol_stack")
TOP_ONLY = frozenset({*DECKS, *CHAPTER_KEYS})


def read_game(batch: Any, content: Any) -> Words:
    """Return everything that expectations can name, for the only game of a batch.

    The vocabulary is that of positions, with ``round``, ``turn`` (number of the player who decides, 0 when the game is
    over), ``over``, ``main_done``, ``question``, ``result``, ``space ID`` for every space and, for players and rival,
    ``home`` and ``score``. What is zero or empty on the spaces and in the stacks is there too.
    """
    game = batch.games[0]
    board = int(game["board"])
    over = bool(game["over"])
    words = describe_game(game, content)
    words["round"] = int(game["round_number"])
    words["turn"] = 0 if over else int(batch.player[0]) + 1
    words["over"] = over
    words["main_done"] = bool(game["main_done"])
    words["question"] = "" if over else batch.question(0)
    words["result"] = result_words(batch) if over else ""
    for player, entry in enumerate(words["players"].values()):
        entry["home"] = int(game["home"][player])
        entry["score"] = _score(batch, player)
        entry.setdefault("leftover", dict.fromkeys(o.ICONS, 0))
        mine = player == int(game["turn_player"])
        entry["aside"] = card_ids(game["aside"][: int(game["aside_size"])]) if mine else []
    for site, word in enumerate(a.SITE_IDS):
        entry = {"guardian": "", **words["sites"].get(word, {})}
        if site >= o.CAMPS:
            there = figure_words(int(game["space"][spaces_of_site(site)[0]]))
            entry = {"tile": "", "idol": "", "idol_down": "", **entry, "figure": there}
        words["sites"][word] = entry
    for space, word in enumerate(a.SPACE_IDS):
        words[f"space {word}"] = figure_words(int(game["space"][space]))
    supply = words["supply"]
    for space in range(len(a.TRACK_WORDS[o.BOARDS[board]])):
        supply["bonus"].setdefault(track_id(board, space), [])
    for key in DECKS:
        supply[f"{key}_size"] = len(supply[key])
    for key in CHAPTER_KEYS:
        words["encounters"][f"{key}_size"] = len(words["encounters"][key])
    words["idols_left"] = int(game["idols_left"])
    words["idols_beside"] = int(game["idols_beside"])
    if "owl" in words:
        for word in a.TRACK_WORDS["owl"]:
            words["owl"]["tiles"].setdefault(word, 0)
    if game["rival"]:
        words["rival"]["home"] = int(game["rival_home"])
        words["rival"]["figures"] = figures(game, o.RIVAL_FIGURE)
        words["rival"]["score"] = _score(batch, RIVAL_SCORE)
    return words


def _score(batch: Any, player: int) -> Words:
    parts = {part: int(points) for part, points in batch.score_parts(0, player).items()}
    parts.setdefault("total", sum(parts.values()))
    return parts


def result_words(batch: Any) -> str:
    """Return the result of a finished game in words.

    Solo: ``win``, ``tie`` or ``loss`` of the human player. Otherwise the winner, ``player 2``, or all who share the
    victory, ``player 1, player 2``.
    """
    shares = [float(share) for share in batch.results()[0]]
    if batch.games[0]["rival"]:
        return {1.0: "win", 0.5: "tie"}.get(shares[0], "loss")
    return ", ".join(f"player {player + 1}" for player, share in enumerate(shares) if share > 0)


def differences(expected: Words, actual: Words) -> list[str]:
    """Compare expectations with a game in words.

    Returns:
        One line for each difference, empty when everything is as expected.

    Raises:
        UnknownKey: an expectation names something that no game has.
    """
    found: list[str] = []
    for key, value in expected.items():
        found += _compare(key, value, *_look_up(key, actual))
    return found


def _look_up(key: str, words: Words) -> tuple[str, Any]:
    """Follow a dotted key; return its last word and what stands there."""
    if key in words:
        return key, words[key]
    if key.startswith("space "):
        raise UnknownKey(unknown(key, [f"space {space}" for space in a.SPACE_IDS], "key"))
    place: Any = words
    parts = key.split(".")
    for number, part in enumerate(parts):
        if not isinstance(place, dict) or part not in place:
            known = list(place) if isinstance(place, dict) else []
            known = [word for word in known if not word.startswith("space ")]
            before = ".".join(parts[:number])
            raise UnknownKey(f"{key}: {unknown(part, known, 'key')}" + (f" of {before}" if before else ""))
        place = place[part]
    return parts[-1], place


def _compare(path: str, expected: Any, name: str, actual: Any) -> list[str]:
    if isinstance(expected, dict) and isinstance(actual, dict):
        found: list[str] = []
        for key, value in expected.items():
            inner_name, inner = _look_up(key, actual)
            found += _compare(f"{path}.{key}", value, inner_name, inner)
        return found
    if isinstance(expected, list) and isinstance(actual, list):
        return _compare_lists(path, expected, name, actual)
    if path == "question" and isinstance(expected, str):
        same = expected.lower() in str(actual).lower()  # the wording around it may change
    else:
        same = type(expected) is type(actual) and expected == actual
    return [] if same else [f"{path}: expected {in_words(expected)}, found {in_words(actual)}"]


def _compare_lists(path: str, expected: list[Any], name: str, actual: list[Any]) -> list[str]:
    compared = actual
    if name in TOP_ONLY and expected:
        compared = actual[: len(expected)]
    if name in UNORDERED or path.startswith("rival.idols"):
        same = _same_in_any_order(expected, compared)
    else:
        same = len(expected) == len(compared) and all(map(_fits, expected, compared))
    if same:
        return []
    return [f"{path}: expected {in_words(expected)}, found {in_words(compared)}"]


def _fits(expected: Any, actual: Any) -> bool:
    """Compare one entry of a list: a table needs only the named keys, a plain id fits a table with that id."""
    if isinstance(actual, dict):
        wanted = {"id": expected} if isinstance(expected, str) else expected
        return isinstance(wanted, dict) and all(key in actual and actual[key] == wanted[key] for key in wanted)
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(_fits, expected, actual))
    return bool(expected == actual)


def _same_in_any_order(expected: list[Any], actual: list[Any]) -> bool:
    if len(expected) != len(actual):
        return False
    if not any(isinstance(entry, dict) for entry in actual):
        return Counter(map(str, expected)) == Counter(map(str, actual))
    left = list(actual)
    for entry in expected:
        match = next((other for other in left if _fits(entry, other)), None)
        if match is None:
            return False
        left.remove(match)
    return True
