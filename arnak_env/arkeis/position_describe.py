"""Everything in a game that scenarios can look at, in the vocabulary of positions."""

from __future__ import annotations

from typing import Any

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import BOX_IDS
from arnak_env.arkeis.content import Content
from arnak_env.arkeis.position_adversaries import describe_adversaries, in_supply, kinds_on
from arnak_env.arkeis.position_cards import WORDS
from arnak_env.arkeis.position_names import Names, bits_of, names_of, word_of

Words = dict[str, Any]
STAGES = ("setup", "episode", "end", "camp")
UPGRADE_WORDS = ("locked", "unlocked", "built", "lost")
NOBODY = ""


def describe_game(game: Any, content: Content) -> Words:
    """See `arnak_env.arkeis.position.describe_position`."""
    game = game.reshape(-1)[0] if getattr(game, "shape", ()) else game
    names = names_of(content, int(game["slot"]))
    team = [int(explorer) for explorer in game["explorer"][: int(game["players"])]]
    return {
        "episode": content.episode(int(game["slot"])).episode.id,
        "stage": STAGES[int(game["stage"])],
        "turn": o.EXPLORER_IDS[team[int(game["turn_seat"])]],
        "team": [o.EXPLORER_IDS[explorer] for explorer in team],
        "phase": int(game["phase"]),
        "turns": int(game["turns"]),
        "actions_left": int(game["actions_left"]),
        "actions_lost": int(game["actions_lost"]),
        "reserve": int(game["reserve"]),
        "set_aside": int(game["set_aside"]),
        "explorers": {word: describe_explorer(game, explorer, names) for explorer, word in enumerate(o.EXPLORER_IDS)},
        **describe_clue_cards(game, content, names),
        **describe_board(game, content.tables[0], names),
        **describe_campaign(game, content, names),
    }


def describe_explorer(game: Any, explorer: int, names: Names) -> Words:
    """Return one Explorer in words."""
    square = int(game["square"][explorer])
    owned = [(word, number) for word, number in names.objects.items() if game["object_owner"][number] == explorer]
    robert = explorer in (o.ROBERT, o.ROBERT_YOUNG) and game["seat"][explorer] >= 0
    held = [card for card in game["adversary_card"][explorer] if card >= 0]
    return {
        "square": o.SQUARE_IDS[square] if square >= 0 else "",
        "wounds": int(game["wounds"][explorer]),
        "poison": bool(game["poison"][explorer]),
        "traumas": [o.TRAUMA_IDS[kind] for kind in bits_of(game["trauma"][explorer], o.TRAUMAS)],
        "fate": int(game["fate"][explorer]),
        "backpack": [word for word, number in owned if not game["equipped"][number]],
        "equipped": [word for word, number in owned if game["equipped"][number]],
        "experience": [word for word, k in names.experience.items() if game["experience_owner"][k] == explorer],
        "tokens": int(game["ability_tokens"]) if robert else 0,
        "adversary_cards": [word_of(names.adversary_cards, int(card)) for card in held],
        "faces": [o.KIND_IDS[kind] for kind in kinds_on(game, square)],
        "threats": [
            word
            for word, card in names.cards.items()
            if game["card_place"][card] == o.HELD and game["card_holder"][card] == explorer
        ],
        "turns": int(game["turns_of"][explorer]),
    }


def describe_clue_cards(game: Any, content: Content, names: Names) -> Words:
    """Return the Clue cards by place, the Threats with their tokens, and how many cards of each symbol are left."""
    places = {word: WORDS[int(game["card_place"][card])] for word, card in names.cards.items()}

    def lying(place: str) -> list[str]:
        return [word for word, where in places.items() if where == place]

    threats = {
        word: {
            "holder": o.EXPLORER_IDS[int(game["card_holder"][card])],
            "fate": int(game["card_fate"][card]),
            "waiting": bool(game["card_skip"][card]),
        }
        for word, card in names.cards.items()
        if game["card_place"][card] == o.HELD
    }
    symbols = content.tables[0]["card_symbol"][int(game["slot"])]
    left = dict.fromkeys(o.SYMBOL_IDS, 0)
    for word, card in names.cards.items():
        left[o.SYMBOL_IDS[int(symbols[card])]] += places[word] == "deck"
    cards = {"read": lying("box"), "active": lying("active"), "kept": lying("kept"), "deck": lying("deck")}
    return {"card": places, "cards": cards, "threats": threats, "cards_left": left}


def describe_board(game: Any, tables: Any, names: Names) -> Words:
    """Return the board in words."""
    slot = int(game["slot"])
    tokens = dict.fromkeys(o.SYMBOL_IDS[: o.TOKENS], "")
    doors = {word: "open" for word, link in names.links.items() if tables["link_type"][slot, link] == o.LINK_DOOR}
    for token, word in enumerate(tokens):
        place = int(game["token_place"][token])
        if place >= o.FIRST_DOOR:
            tokens[word] = word_of(names.links, place - o.FIRST_DOOR)
            doors[tokens[word]] = word
        elif place >= 0:
            tokens[word] = o.SQUARE_IDS[place]
    special = {
        word: sorted(
            o.SQUARE_IDS[int(square)] for square in game["special_square"][first : first + count] if square >= 0
        )
        for word, first, count in zip(o.SPECIAL_IDS, o.SPECIAL_FIRST, o.SPECIAL_COUNTS, strict=True)
    }
    kinds = list(enumerate(o.KIND_IDS))
    return {
        "zones": [word for zone, word in enumerate(o.ZONE_IDS) if (int(game["zones"]) >> zone) & 1],
        "doors": doors,
        "tokens": tokens,
        "special_tokens": special,
        "indicators": [o.SQUARE_IDS[square] for square in bits_of(game["indicators"], o.SQUARES)],
        "adjacent": {
            word: [o.SQUARE_IDS[other] for other in bits_of(game["adjacent"][square], o.SQUARES)]
            for square, word in enumerate(o.SQUARE_IDS)
        },
        "adversaries": describe_adversaries(game, names),
        "supply": {word: len(in_supply(game, kind)) for kind, word in kinds},
        "removed": {word: _removed(game, kind) for kind, word in kinds},
        "kind_cards": {
            word: "" if game["kind_card"][kind] < 0 else word_of(names.adversary_cards, int(game["kind_card"][kind]))
            for kind, word in kinds
        },
        "life": {word: int(game["life_mod"][kind]) for kind, word in kinds},
        "sheet": [BOX_IDS[box] for box in bits_of(game["marked"], o.SHEET_BOXES)],
        "flags": [word for word, flag in names.flags.items() if (int(game["episode_flags"]) >> flag) & 1],
        "counters": {word: int(game["counters"][number]) for word, number in names.counters.items()},
        "roll": describe_roll(game),
    }


def _removed(game: Any, kind: int) -> int:
    first = o.KIND_FIRST[kind]
    return int((game["miniature_square"][first : first + o.KIND_MINIATURES[kind]] == o.OUT).sum())


def describe_roll(game: Any) -> Words:
    """Return how many dice of the roll under way show each face; all are 0 without a roll."""
    if not game["rolls"]:
        return dict.fromkeys(o.FACE_IDS, 0)
    counts = game["roll"][int(game["rolls"]) - 1][o.R_COUNT : o.R_COUNT + o.FACES]
    return {word: int(count) for word, count in zip(o.FACE_IDS, counts, strict=True)}


def describe_campaign(game: Any, content: Content, names: Names) -> Words:
    """Return Camp Chest, camp and results in words."""
    upgrades: Words = {word: [] for word in UPGRADE_WORDS}
    for word, number in names.upgrades.items():
        upgrades[UPGRADE_WORDS[int(game["upgrade"][number])]].append(word)
    upgrades["used"] = [word for word, number in names.upgrades.items() if game["upgrade_used"][number]]
    holders = {o.CHEST: "chest", **dict(enumerate(o.EXPLORER_IDS))}
    results = {}
    for slot, episode in content.models.episodes.items():
        results[episode.episode.id] = o.RESULT_IDS[int(game["results"][slot])]
        results[str(episode.episode.number)] = results[episode.episode.id]
    return {
        "coins": int(game["coins"]),
        "xp": int(game["xp"]),
        "vp": int(game["vp"]),
        "upgrades": upgrades,
        "wildcards": [holders[int(holder)] for holder in game["wildcard"] if holder != o.NOWHERE],
        "campaign_flags": [word for word, flag in names.campaign_flags.items() if _bit(game["campaign_flags"], flag)],
        "trauma_bottom": [o.TRAUMA_IDS[int(k)] for k in game["trauma_bottom"][: int(game["trauma_bottom_size"])]],
        "result": o.RESULT_IDS[int(game["result"])],
        "results": results,
        "event": int(game["events"][int(game["slot"])]),
    }


def _bit(mask: Any, bit: int) -> bool:
    return bool((int(mask) >> bit) & 1)
