"""Describing a game record in the vocabulary of positions, see `arnak_env.arnak.position`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.config import SWITCHES
from arnak_env.arnak.position_boards import OWL_TILE_WORDS, PASSAGE_IDS, passage_user, pile_ids
from arnak_env.arnak.position_build import LEVELS
from arnak_env.arnak.position_pieces import CHAPTER_KEYS, Ledgers
from arnak_env.arnak.position_rival import describe_objectives
from arnak_env.arnak.words import card_ids, game_record, table_record, track_id

Words = dict[str, Any]


def describe_game(game: Any, content: Any) -> Words:
    """Return the position of one game in words; see `arnak_env.arnak.position.describe_position`."""
    game = game_record(game)
    tables = table_record(content)
    described: Words = {
        "game": _configuration(game),
        "players": {str(player + 1): _player(game, player) for player in range(int(game["players"]))},
        "row": _row(game),
        "sites": _sites(game, tables),
        "supply": _supply(game, tables),
        "hidden_sites": [a.TILE_IDS[int(tile)] for tile in game["hidden"][: int(game["hidden_size"])]],
        "encounters": _encounters(game),
    }
    if game["board"] == o.SPIDER:
        described["altars"] = {word: _altar(game, altar) for altar, word in enumerate(a.ALTAR_IDS)}
        described["dark"] = {"supply": int(game["dark_supply"])}
    elif game["board"] == o.OWL:
        described["owl"] = _owl(game)
    if game["rival"]:
        described["rival"] = _rival(game)
    return described


def _configuration(game: Any) -> Words:
    words: Words = {
        "board": o.BOARDS[int(game["board"])],
        "expansion_components": bool(game["components"]),
        "players": int(game["players"]),
        "round": int(game["round_number"]),
        "turn": int(game["turn_player"]) + 1,
        "seed": int(game["seed"]),
        "starting_player": int(game["starting_player"]) + 1,
        "main_done": bool(game["main_done"]),
        "blocking": [a.SPACE_IDS[space] for space in range(o.SPACES) if game["space"][space] == o.BLOCKING_TILE],
    }
    if game["rival"]:
        colours = [o.COLOURS[int(colour)] for colour in game["colour"]]
        words["switches"] = [name for name, (bit, _) in SWITCHES.items() if int(game["switches"]) & bit]
        words["rival_tiles"] = dict(zip(o.PAIRS, colours, strict=True))
        words["objectives"] = int(game["objectives"])
        words["first_objective_worth_four"] = bool(game["first_worth_four"])
    return words


def _player(game: Any, player: int) -> Words:
    board = int(game["board"])
    words: Words = {
        "tokens": {token: int(number) for token, number in zip(o.TOKENS, game["tokens"][player], strict=True)},
        "fear_tiles": int(game["fear_tiles"][player]),
        "archaeologists": figures(game, player + 1),
        "assistants": [
            {
                "id": a.ASSISTANT_IDS[int(game["assistant"][player, square])],
                "level": LEVELS[int(game["assistant_gold"][player, square])],
                "used": bool(game["assistant_used"][player, square]),
            }
            for square in range(2)
            if game["assistant"][player, square] >= 0
        ],
        "idols": int(game["idols"][player]),
        "slotted": int(game["slotted"][player]),
        "guardians": guardians(game, player + 1),
        "glass": track_id(board, int(game["glass"][player])),
        "notebook": track_id(board, int(game["notebook"][player])),
        "arrival": int(game["arrival"][player]),
        **_temple_words(game, game["temple_owned"][player], game["lantern"][player], game["owl_owned"][player]),
        "idol_types": _several(a.IDOL_IDS, game["idol_types"][player]),
        "pedestals": int(game["pedestals"][player]),
        "on_pedestals": int(game["on_pedestal"][player]),
        "encounters_kept": [
            word for word, keeper in zip(a.ENCOUNTER_IDS, game["encounter_saved"], strict=True) if keeper == player + 1
        ],
        "passed": bool(game["passed"][player]),
        "planes": bool(game["planes"][player]),
        "ignore_fear": bool(game["ignore_fear"][player]),
    }
    if board == o.SPIDER:
        words["dark_tablets"] = int(game["dark"][player])
        words["took_track_idol"] = bool(game["took_idol"][player])
    elif board == o.OWL:
        words["extra_slotted"] = int(game["extra_slotted"][player])
    for area in ("hand", "deck", "play"):
        words[area] = card_ids(game[area][player, : int(game[f"{area}_size"][player])])
    if player == int(game["turn_player"]):
        words["leftover"] = {icon: int(number) for icon, number in zip(o.ICONS, game["pool"], strict=True)}
    return words


def figures(game: Any, figure: int) -> list[str]:
    """Return the spaces where the figures of a player (seat from 1) or of the rival stand."""
    return sorted(a.SPACE_IDS[space] for space in range(o.SPACES) if game["space"][space] == figure)


def guardians(game: Any, owner: int) -> list[Words]:
    """Return the guardians that somebody has overcome."""
    return [
        {"id": a.GUARDIAN_IDS[guardian], "used": bool(game["boon_used"][guardian])}
        for guardian in range(o.GUARDIANS)
        if game["guardian_owner"][guardian] == owner
    ]


def _temple_words(game: Any, owned: Any, lantern: Any, owl_owned: Any) -> Words:
    """The temple tiles of a player or the rival; on the Owl side Owl Temple tiles and the lantern."""
    if game["board"] != o.OWL:
        return {"temple_tiles": _counts(a.TEMPLE_IDS, owned)}
    return {
        "lantern": track_id(o.OWL, int(lantern)) if lantern >= 0 else "board",
        "owl_tiles": _counts(OWL_TILE_WORDS, owl_owned),
    }


def _counts(words: Sequence[str], numbers: Any) -> dict[str, int]:
    return {word: int(number) for word, number in zip(words, numbers, strict=True)}


def _several(words: Sequence[str], numbers: Any) -> list[str]:
    return [word for word, number in zip(words, numbers, strict=True) for _ in range(int(number))]


def _altar(game: Any, altar: int) -> Words:
    card = int(game["altar_card"][altar])
    tablets = {str(player + 1): int(game["altar_dark"][altar, player]) for player in range(int(game["players"]))}
    if game["rival"]:
        tablets["rival"] = int(game["altar_dark"][altar, o.RIVAL_SEAT])
    return {"artifact": a.CARD_IDS[card] if card >= 0 else "none", "tablets": tablets}


def _owl(game: Any) -> Words:
    spaces = range(len(a.TRACK_WORDS["owl"]))
    return {
        "tiles": {
            track_id(o.OWL, space): int(game["space_tile"][space]) for space in spaces if game["space_tile"][space]
        },
        "marked": [track_id(o.OWL, space) for space in spaces if game["space_marked"][space]],
        "passages": {word: passage_user(int(game["passage_used"][k])) for k, word in enumerate(PASSAGE_IDS)},
    }


def _encounters(game: Any) -> Words:
    words: Words = {}
    for chapter, key in enumerate(CHAPTER_KEYS):
        first = o.FIRST_OF_CHAPTER[chapter]
        cards = game["encounter"][first : first + int(game["encounter_size"][chapter])]
        words[key] = [a.ENCOUNTER_IDS[int(card)] for card in cards]
    return words


def removed_sites(game: Any) -> list[str]:
    """Return the site tiles that have left the game: those of the box that lie nowhere."""
    there = {int(tile) for tile in game["tile"]} | set(map(int, game["hidden"][: int(game["hidden_size"])]))
    for level in (1, 2):
        there |= set(map(int, game[f"level_{level}_stack"][: int(game[f"level_{level}_size"])]))
    return [a.TILE_IDS[tile] for tile in Ledgers(bool(game["components"])).tile.in_game if tile not in there]


def _row(game: Any) -> Words:
    words = ["" if card < 0 else a.CARD_IDS[int(card)] for card in game["row"]]
    staff = int(game["round_number"])
    return {"artifacts": words[:staff], "items": words[staff:]}


def _sites(game: Any, tables: Any) -> Words:
    board = int(game["board"])
    sites: Words = {}
    for site, word in enumerate(a.SITE_IDS):
        entry: Words = {}
        if game["tile"][site] >= 0:
            entry["tile"] = a.TILE_IDS[int(game["tile"][site])]
        elif site >= o.CAMPS:
            for key, field, printed in (("idol", "idol_up", "idols_up"), ("idol_down", "idol_down", "idols_down")):
                kind = int(game[field][site])
                if kind >= 0 or tables[printed][board, site]:
                    entry[key] = a.IDOL_IDS[kind] if kind >= 0 else ""
        if game["guardian"][site] >= 0:
            entry["guardian"] = a.GUARDIAN_IDS[int(game["guardian"][site])]
        if entry:
            sites[word] = entry
    return sites


def top_first(pieces: Any, size: int) -> list[int]:
    """Return a stack whose top is the last element in use, top first."""
    return [int(piece) for piece in pieces[:size][::-1]]


def _supply(game: Any, tables: Any) -> Words:
    board = int(game["board"])
    bonus: Words = {}
    for space in range(int(tables["track_spaces"][board])):
        tiles = [a.BONUS_IDS[int(tile)] for tile in game["bonus"][space] if tile >= 0]
        if tiles:
            bonus[track_id(board, space)] = tiles
    return {
        "item_deck": card_ids(top_first(game["item_deck"], int(game["item_deck_size"]))),
        "item_deck_only": True,
        "artifact_deck": card_ids(top_first(game["artifact_deck"], int(game["artifact_deck_size"]))),
        "artifact_deck_only": True,
        "level_1_stack": [a.TILE_IDS[int(t)] for t in game["level_1_stack"][: int(game["level_1_size"])]],
        "level_2_stack": [a.TILE_IDS[int(t)] for t in game["level_2_stack"][: int(game["level_2_size"])]],
        "guardian_stack": [
            a.GUARDIAN_IDS[guardian] for guardian in top_first(game["guardian_stack"], int(game["guardian_size"]))
        ],
        "stacks": [
            [a.ASSISTANT_IDS[assistant] for assistant in top_first(stack, int(size))]
            for stack, size in zip(game["stack"], game["stack_size"], strict=True)
        ],
        "rescue": [a.ASSISTANT_IDS[assistant] for assistant in top_first(game["rescue"], int(game["rescue_size"]))],
        "bonus": bonus,
        "temple_bonus": [a.BONUS_IDS[tile] for tile in top_first(game["temple_bonus"], int(game["temple_bonus_size"]))],
        "temple_tiles": _counts(pile_ids(board), game["temple_tiles"]),
        "fear": int(game["fear_supply"]),
        "exiled": _several(a.CARD_IDS, game["exiled"]),
        "idols_removed": int(game["idols_removed"]),
        "idol_stack": [a.IDOL_IDS[kind] for kind in top_first(game["idol_stack"], int(game["idol_stack_size"]))],
        "idols_left": int(game["idols_left"]),
        "removed_sites": removed_sites(game),
    }


def _rival(game: Any) -> Words:
    return {
        "stack": [a.RIVAL_TILE_IDS[int(t)] for t in game["rival_stack"][: int(game["rival_stack_size"])]],
        "used": [a.RIVAL_TILE_IDS[int(t)] for t in game["rival_used"][: int(game["rival_used_size"])]],
        "glass": track_id(int(game["board"]), int(game["rival_glass"])),
        "notebook": track_id(int(game["board"]), int(game["rival_notebook"])),
        "arrival": int(game["rival_arrival"]),
        "figures": figures(game, o.RIVAL_FIGURE),
        "idols": [a.IDOL_IDS[kind] for kind in range(o.IDOL_TYPES) if game["rival_idols"][kind]],
        "minus_one": int(game["rival_minus_one"]),
        "cards": [a.CARD_IDS[card] for card in range(o.CARDS) if game["rival_cards"][card]],
        "guardians": guardians(game, o.RIVAL_FIGURE),
        **_temple_words(game, game["rival_temple"], game["rival_lantern"], game["rival_owl"]),
        **describe_objectives(game),
    }
