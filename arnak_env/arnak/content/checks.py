"""Checks over several entries: counts that must add up, tracks that must be connected, kinds that must agree."""

from __future__ import annotations

from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content.check_tracks import check_tracks, refuse, refuse_sum
from arnak_env.arnak.content.entries import Entries, Origin
from arnak_env.arnak.content.schema import LOST_TEMPLE_BOARDS, NEW_BOARDS, PLAYER_KEYS


def check_together(entries: Entries, origin: Origin) -> None:
    """Raise `ContentError` for entries that are fine one by one but do not fit together."""
    _check_cards(entries, origin)
    _check_sites(entries, origin)
    check_tracks(entries, origin)
    _check_idols(entries, origin)
    _check_assistants(entries, origin)
    _check_temple(entries, origin)
    _check_rival(entries, origin)
    _check_objectives(entries, origin)
    _check_encounters(entries, origin)
    _check_guardians(entries, origin)


def _check_cards(entries: Entries, origin: Origin) -> None:
    for number, (entry, card) in enumerate(entries["card"].items()):
        kind = "item" if number < o.ITEMS else "artifact" if number < o.FIRST_STARTING else "starting"
        kind = "fear" if number == o.FEAR else kind
        if card["kind"] != kind:
            raise refuse(origin, "card", entry, "kind", f"{card['kind']!r} is not right; this card is of kind {kind!r}")
        if kind in ("item", "artifact") and card["points"] < 0:  # observed as a sum of the rival's cards
            raise refuse(origin, "card", entry, "points", f"{card['points']} is not right; right would be 0 to 99")
        if (card["timing"] == "none") != (not card["effect"].strip()):
            raise refuse(origin, "card", entry, "timing", "'none' is right for a card without effect and for no other")
    if entries["card"]["fear"]["effect"]:
        raise refuse(origin, "card", "fear", "effect", "a Fear card has no effect; right would be an empty text")


def _check_sites(entries: Entries, origin: Origin) -> None:
    for number, (entry, tile) in enumerate(entries["site_tile"].items()):
        level = 1 if number < o.LEVEL_1_TILES else 2
        if tile["level"] != level:
            raise refuse(origin, "site_tile", entry, "level", f"this tile belongs to level {level}")
    squares: dict[tuple[int, int], str] = {}
    for kind in ("camp", "position"):
        for entry, site in entries[kind].items():
            square = site["row"], site["col"]
            if square in squares:
                raise refuse(
                    origin, kind, entry, "col", f"row {square[0]}, column {square[1]} is taken by {squares[square]}"
                )
            squares[square] = entry
    for number, (entry, position) in enumerate(entries["position"].items()):
        level = 1 if number < o.FIRST_LEVEL_2 - o.FIRST_LEVEL_1 else 2
        if position["level"] != level:
            raise refuse(origin, "position", entry, "level", f"this position belongs to level {level}")


def _check_idols(entries: Entries, origin: Origin) -> None:
    base = sum(idol["count"] for idol in entries["idol"].values())
    both = base + sum(idol["twisted_paths_count"] for idol in entries["idol"].values())
    for field, tiles, right in (
        ("count", base, o.BASE_IDOL_TILES),
        ("twisted_paths_count", both - base, o.IDOL_TILES - o.BASE_IDOL_TILES),
    ):
        if tiles != right:
            summed = [("idol", entry, field) for entry in entries["idol"]]
            raise refuse_sum(origin, summed, f"the counts add up to {tiles}; right would be {right}")
    placed = sum(site["idols_face_up"] + site["idols_face_down"] for site in entries["position"].values())
    if placed != base:
        summed = [("position", entry, "idols_face_up") for entry in entries["position"]]
        problem = f"the positions hold {placed} idols, face up and face down; right would be {base}"
        raise refuse_sum(origin, summed, problem)
    for board in NEW_BOARDS:
        _check_idols_of_new_board(entries, origin, board, both)


def _check_idols_of_new_board(entries: Entries, origin: Origin, board: str, idols: int) -> None:
    """The idols at the sites, beside the track, in passages and at the top of the temple must be in the box."""
    sites = {entry: site for entry, site in entries["board_position"].items() if entry.startswith(f"{board}_")}
    piles = {entry: pile for entry, pile in entries["owl_pile"].items() if pile["holds"] == "idol"}
    passages = {entry: passage for entry, passage in entries["passage"].items() if passage["reward"] == "idol"}
    beside = entries["setting"]["idols_beside_track"]["value"]
    placed = sum(site["idols_face_up"] + site["idols_face_down"] for site in sites.values())
    summed = [("board_position", entry, "idols_face_up") for entry in sites]
    if board == "owl":
        summed += [("owl_pile", entry, "count") for entry in piles] + [
            ("passage", entry, "reward") for entry in passages
        ]
    else:
        summed.append(("setting", "idols_beside_track", "value"))
    for key in PLAYER_KEYS:
        more = beside[key]
        if board == "owl":
            more = len(passages) + sum(pile["count"][key] for pile in piles.values())
        if placed + more > idols:
            problem = f"{key} needs {placed + more} idols on the {board} board, there are {idols}"
            raise refuse_sum(origin, summed, problem)


def _check_assistants(entries: Entries, origin: Origin) -> None:
    settings = entries["setting"]
    for board in o.BOARDS:
        for key in PLAYER_KEYS:
            stacks = settings[f"assistant_stacks_{board}"]["value"][key]
            rescue = settings["assistant_rescue_snake"]["value"][key] if board == "snake" else 0
            if sum(stacks) + rescue != o.BASE_ASSISTANTS:
                problem = f"{key}: stacks {stacks} and {rescue} to rescue are not {o.BASE_ASSISTANTS} assistants"
                raise refuse(origin, "setting", f"assistant_stacks_{board}", "value", problem)


def _check_temple(entries: Entries, origin: Origin) -> None:
    for kind in ("track_row", "temple_stack", "board_camp", "board_position"):
        for entry, fields in entries[kind].items():
            board = entry.partition("_")[0]
            if fields["board"] != board:
                raise refuse(origin, kind, entry, "board", f"right would be {board!r}")
    for entry, fields in entries["track_row"].items():
        if entry != f"{fields['board']}_row_{fields['row']}":
            raise refuse(origin, "track_row", entry, "row", f"right would be {entry.rpartition('_')[2]}")
    for stack in names.TEMPLE_IDS:
        points = {board: entries["temple_stack"][f"{board}_{stack}"]["points"] for board in LOST_TEMPLE_BOARDS}
        for board, other in points.items():
            if other != points["bird"]:
                problem = f"the same tiles are used on all these boards, but bird has {points['bird']} points for them"
                raise refuse(origin, "temple_stack", f"{board}_{stack}", "points", problem)


def _check_rival(entries: Entries, origin: Origin) -> None:
    for number, (entry, tile) in enumerate(entries["rival_tile"].items()):
        if number < o.FIRST_PAIR_TILE:
            expected = {"kind": "dig", "colour": "archaeologist", "pair": None, "token": o.TOKENS[number]}
        elif number >= o.SPIDER_TILE:
            expected = {"kind": entry, "colour": "temple", "pair": None, "token": None}
        else:
            pair, colour = divmod(number - o.FIRST_PAIR_TILE, len(o.COLOURS))
            expected = {"kind": o.PAIRS[pair], "colour": o.COLOURS[colour], "pair": o.PAIRS[pair], "token": None}
        for field, value in expected.items():
            if tile.get(field) != value:
                raise refuse(
                    origin, "rival_tile", entry, field, f"{tile.get(field)!r} is not right; right would be {value!r}"
                )
        needed = {"discover": ("site_level", "guardian"), "research": ("glass_steps",)}.get(tile["kind"], ())
        needed = ("takes",) if tile["kind"].startswith("buy_") else needed
        needed = ("altar",) if tile["kind"] == "spider" else needed
        for key, round_ in tile["rounds"].items():
            given = tuple(word for word in round_ if word != "acts")
            if sorted(given) != sorted(needed if round_["acts"] else ()):
                right = (
                    ", ".join(needed) or "acts alone" if round_["acts"] else "acts alone, because the tile does nothing"
                )
                raise refuse(
                    origin,
                    "rival_tile",
                    entry,
                    "rounds",
                    f"round {key} has {', '.join(given) or 'acts alone'}; right would be {right}",
                )  # noqa: E501
            cards = [word.partition(":")[0] for word in round_.get("takes", [])]
            if len(set(cards)) != len(cards):
                raise refuse(origin, "rival_tile", entry, "rounds", f"round {key} takes two cards of one type")


def _check_objectives(entries: Entries, origin: Origin) -> None:
    """The rules know these numbers as constants, so that an override cannot say something else."""
    for entry, objective in entries["objective"].items():
        figures = entry == "archaeologists"
        for field, number in (
            ("player_needs", o.ARCHAEOLOGISTS if figures else 1),
            ("rival_needs", o.RIVAL_ARCHAEOLOGISTS_NEEDED if figures else 1),
        ):
            if objective[field] != number:
                raise refuse(
                    origin, "objective", entry, field, f"{objective[field]!r} is not right; right would be {number}"
                )


def _check_guardians(entries: Entries, origin: Origin) -> None:
    for entry, guardian in entries["guardian"].items():
        if guardian["travel"] and guardian["hand_card"]:
            problem = "a guardian costs travel or hand cards, not both: cards that pay the travel would be missing then"
            raise refuse(origin, "guardian", entry, "hand_card", problem)


def _check_encounters(entries: Entries, origin: Origin) -> None:
    for entry, card in entries["encounter"].items():
        if card["chapter"] != int(entry.split("_")[1]):
            raise refuse(origin, "encounter", entry, "chapter", f"this card belongs to chapter {entry.split('_')[1]}")
