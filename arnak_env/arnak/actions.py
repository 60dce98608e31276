"""The action space: one flat range of numbers, each with a stable name.

An action is a verb and a component. Verbs are laid out one after the other in `VERBS`; the number of an action is the
verb's first number plus the index of its component. The same number always means the same words on every board, for
every number of players and in every version with the same `SCHEMA`.
"""

from __future__ import annotations

from arnak_env.arnak import opcodes as o

SCHEMA = 2

CAMP_IDS = ("camp_coin", "camp_compass", "camp_tablet", "camp_arrowhead", "camp_jewel")
POSITION_IDS = (
    *(f"level_1_lower_{i}" for i in range(1, 5)),
    *(f"level_1_upper_{i}" for i in range(1, 5)),
    *(f"level_2_{i}" for i in range(1, 5)),
)
SITE_IDS = CAMP_IDS + POSITION_IDS
SPACE_IDS = tuple(f"{camp}.{k}" for camp in CAMP_IDS for k in (1, 2)) + POSITION_IDS
TRACK_IDS = tuple(str(i) for i in range(o.TRACK_SPACES))  # written in the words of the board, see TRACK_WORDS
TRACK_WORDS: dict[str, tuple[str, ...]] = {
    "bird": tuple(f"b{i}" for i in range(15)),
    "snake": tuple(f"s{i}" for i in range(15)),
    "spider": (
        "sp0", "sp1", "sp2l", "sp2m", "sp3l", "sp3r", "sp4l", "sp4r", "sp5l", "sp5m", "sp5r", "sp6l", "sp6r", "sp7",
        "sp8", "sp1_right",
    ),
    "owl": (
        "ow0", "ow1a", "ow1b", "ow2a", "ow2b", "ow3a", "ow3b", "ow4", "ow5a", "ow5b", "ow6a", "ow6b", "ow6c", "ow7",
        "ow8a", "ow8b", "ow9", "p1", "p2", "p3", "p4", "p5", "p6",
    ),
}  # fmt: skip
FIRST_PASSAGE = TRACK_WORDS["owl"].index("p1")
ALTAR_IDS = tuple(f"altar_{i}" for i in range(1, o.ALTARS + 1))
OWL_PILE_IDS = ("top_left", "top_idols", "top_right", "top_five_left", "top_five_right", "top_ten")
TEMPLE_IDS = ("bronze_left", "bronze_middle", "bronze_right", "silver_left", "silver_right", "gold")
CARD_IDS = (
    # items
    "sea_turtle", "ostrich", "pack_donkey", "horse", "steam_boat", "automobile", "sturdy_boots", "gold_pan",
    "trowel", "pickaxe", "hot_air_balloon", "aeroplane", "journal", "parrot", "watch", "army_knife",
    "binoculars", "tent", "fishing_rod", "precision_compass", "bow_and_arrows", "carrier_pigeon", "whip", "rough_map",
    "airdrop", "flask", "machete", "torch", "large_backpack", "rope", "revolver", "hat",
    "bear_trap", "grappling_hook", "lantern", "dog", "brush", "axe", "chronometer", "theodolite",
    # artifacts
    "pathfinders_sandals", "pathfinders_staff", "war_mask", "treasure_chest", "ritual_dagger", "crystal_earring",
    "mortar", "serpents_gold", "serpent_idol", "monkey_medallion", "idol_of_ara_anu", "inscribed_blade",
    "guardians_ocarina", "tigerclaw_hairpin", "war_club", "sundial", "traders_scales", "hunting_arrows",
    "coconut_flask", "cleansing_cauldron", "ancient_wine", "decorated_horn", "ornate_hammer", "star_charts",
    "stone_jar", "passage_shell", "ceremonial_rattle", "sacred_drum", "traders_coins", "stone_key",
    "obsidian_earring", "guiding_stone", "guiding_skull", "runes_of_the_dead", "guardians_crown",
    # starting cards and Fear
    "funding_car", "funding_boat", "exploration_car", "exploration_boat", "fear",
)  # fmt: skip
GUARDIAN_IDS = tuple(f"guardian_{i:02d}" for i in range(1, o.BASE_GUARDIANS + 1)) + tuple(
    f"tp_guardian_{i}" for i in range(1, o.GUARDIANS - o.BASE_GUARDIANS + 1)
)
ASSISTANT_IDS = (
    "coins", "tablet", "boot_to_arrowhead", "coin_to_arrowhead", "exile", "draw", "coin_or_plane", "compass_or_car",
    "compass_or_boat", "discount_buy", "trade_up", "compass",
    *(f"tp_assistant_{i}" for i in range(1, o.ASSISTANTS - o.BASE_ASSISTANTS + 1)),
)  # fmt: skip
IDOL_IDS = ("idol_coin", "idol_compass", "idol_tablet", "idol_exile", "idol_trade_up", "idol_refresh") + (
    "idol_ready_boon", "idol_fear_arrowhead", "idol_coin_or_compass",
)  # fmt: skip
SLOT_IDS = ("slot_jewel", "slot_arrowhead", "slot_tablets", "slot_coin_compass", "slot_draw")
BONUS_IDS = ("bonus_coin", "bonus_compass", "bonus_tablet", "bonus_exile", "bonus_draw", "bonus_trade_up") + (
    "bonus_coin_or_compass", "bonus_refresh", "bonus_silver_effect",
)  # fmt: skip
LEVEL_1_IDS = (
    "l1_item_or_compass", "l1_coin_arrowhead", "l1_draw_coin_tablet", "l1_compass_arrowhead", "l1_coin_2tablet",
    "l1_tablet_arrowhead", "l1_draw_arrowhead", "l1_fear_tablet_jewel", "l1_fear_compass_jewel", "l1_jewel",
    "tp_l1_gold", "tp_l1_silver",
)  # fmt: skip
LEVEL_2_IDS = (
    "l2_2compass_jewel", "l2_four", "l2_arrowhead_jewel", "l2_draw_tablet_jewel", "l2_2tablet_jewel",
    "l2_fear_2tablet_2arrowhead", "tp_l2_silver", "tp_l2_gold",
)  # fmt: skip
TILE_IDS = LEVEL_1_IDS + LEVEL_2_IDS
RIVAL_TILE_IDS = (
    tuple(f"dig_{token}" for token in o.TOKENS)
    + tuple(f"{pair}_{colour}" for pair in o.PAIRS for colour in o.COLOURS)
    + ("spider", "owl")
)
ENCOUNTER_IDS = tuple(
    f"encounter_{chapter}_{card:02d}"
    for chapter, cards in enumerate(o.ENCOUNTERS_BY_CHAPTER, 1)
    for card in range(1, cards + 1)
)

# (verb, words of its components, meaning)
VERBS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("pass", ("",), "main action: take no more turns this round"),
    ("end turn", ("",), "no more free actions this turn"),
    ("decline", ("",), "refuse an optional effect or price, or finish a selection"),
    ("accept", ("",), "take an optional effect or pay its price"),
    ("choose", o.CHOICES, "take the named option of an effect"),
    ("dig", SPACE_IDS, "send an archaeologist to this space"),
    ("discover", POSITION_IDS, "send an archaeologist to discover a site here"),
    ("overcome", SITE_IDS, "overcome the guardian of this site"),
    ("buy", CARD_IDS[: o.FIRST_STARTING], "buy or gain this card of the card row, or the revealed top card of a deck"),
    ("play", CARD_IDS, "play this card for its effect"),
    ("research glass", TRACK_IDS, "move the magnifying glass to this space"),
    ("research notebook", TRACK_IDS, "move the notebook to this space"),
    ("research lantern", TRACK_IDS, "move the lantern to this space (Owl Temple)"),
    ("temple", TEMPLE_IDS, "take a temple tile from this stack; on Owl the pile in the same place at the top"),
    ("owl tile", TRACK_IDS, "take the Owl Temple tile of this space"),
    ("invoke", ALTAR_IDS, "main action: invoke this altar (Spider Temple)"),
    ("use assistant", ("1", "2"), "use the assistant on this square (also to pay travel)"),
    ("boon", GUARDIAN_IDS, "use the boon of this guardian (also to pay travel)"),
    ("slot", SLOT_IDS, "put an idol into the next slot and take this effect"),
    ("extra slot", SLOT_IDS, "put an idol into a slot given by two Owl Temple tiles and take this effect"),
    ("encounter", ENCOUNTER_IDS, "use this encounter card that was kept"),
    ("pay card", CARD_IDS, "pay or put down this hand card"),
    ("pay leftover", o.ICONS, "pay with a travel icon left over from this turn"),
    ("hire plane", ("",), "pay 2 coins for a plane"),
    ("exile hand", CARD_IDS, "exile this hand card"),
    ("exile play", (*CARD_IDS, "fear_tile"), "exile this card of the play area"),
    ("take card", CARD_IDS, "take this card: laid aside, exiled, or an artifact for the altar"),
    ("pick assistant", ("1", "2"), "pick the own assistant on this square"),
    ("pick stack", ("1", "2", "3"), "pick the top assistant of this supply stack"),
    ("rescue", ASSISTANT_IDS, "rescue this assistant"),
    ("take bonus", BONUS_IDS, "take this research bonus tile"),
    ("site", SITE_IDS, "pick this site"),
    ("space", SPACE_IDS, "pick this space"),
    ("flip", GUARDIAN_IDS, "turn this overcome guardian: a used boon becomes usable, an unused one is spent"),
    ("pedestal", IDOL_IDS, "put this idol on a pedestal"),
    ("hidden", TILE_IDS, "use this hidden site"),
)

FIRST: dict[str, int] = {}
_next = 0
for _verb, _components, _meaning in VERBS:
    FIRST[_verb] = _next
    _next += len(_components)
ACTIONS = _next

# The same first numbers as constants for compiled code.
A_PASS = FIRST["pass"]
A_END_TURN = FIRST["end turn"]
A_DECLINE = FIRST["decline"]
A_ACCEPT = FIRST["accept"]
A_CHOOSE = FIRST["choose"]
A_DIG = FIRST["dig"]
A_DISCOVER = FIRST["discover"]
A_OVERCOME = FIRST["overcome"]
A_BUY = FIRST["buy"]
A_PLAY = FIRST["play"]
A_GLASS = FIRST["research glass"]
A_NOTEBOOK = FIRST["research notebook"]
A_LANTERN = FIRST["research lantern"]
A_TEMPLE = FIRST["temple"]
A_OWL_TILE = FIRST["owl tile"]
A_INVOKE = FIRST["invoke"]
A_ASSISTANT = FIRST["use assistant"]
A_BOON = FIRST["boon"]
A_SLOT = FIRST["slot"]
A_EXTRA_SLOT = FIRST["extra slot"]
A_ENCOUNTER = FIRST["encounter"]
A_PAY_CARD = FIRST["pay card"]
A_PAY_LEFTOVER = FIRST["pay leftover"]
A_HIRE_PLANE = FIRST["hire plane"]
A_EXILE_HAND = FIRST["exile hand"]
A_EXILE_PLAY = FIRST["exile play"]
A_TAKE_CARD = FIRST["take card"]
A_PICK_ASSISTANT = FIRST["pick assistant"]
A_PICK_STACK = FIRST["pick stack"]
A_RESCUE = FIRST["rescue"]
A_TAKE_BONUS = FIRST["take bonus"]
A_SITE = FIRST["site"]
A_SPACE = FIRST["space"]
A_FLIP = FIRST["flip"]
A_PEDESTAL = FIRST["pedestal"]
A_HIDDEN = FIRST["hidden"]

NAMES: tuple[str, ...] = tuple(
    f"{verb} {component}".strip() for verb, components, _ in VERBS for component in components
)
_NUMBERS = {name: number for number, name in enumerate(NAMES)}


_ON_TRACK = ("research glass", "research notebook", "research lantern", "owl tile")
_TRACK_NUMBERS = {word: number for words in TRACK_WORDS.values() for number, word in enumerate(words)}


def space_word(board: int, space: int) -> str:
    """Return the word for an entry of a board's research track, for example ``"b3"``, ``"sp4l"`` or ``"p2"``."""
    words = TRACK_WORDS[o.BOARDS[board]]
    return words[space] if space < len(words) else str(space)


def action_name(action: int, board: int = 0) -> str:
    """Return the stable name of an action, for example ``"dig camp_coin.1"`` or ``"research notebook b3"``.

    Args:
        action: a number in ``range(ACTIONS)``.
        board: index into ``BOARDS``; research spaces and the piles of the Owl Temple have words of their own.
    """
    name = NAMES[action]
    if A_GLASS <= action < A_TEMPLE or A_OWL_TILE <= action < A_INVOKE:
        verb, _, space = name.rpartition(" ")
        return f"{verb} {space_word(board, int(space))}"
    if board == o.OWL and A_TEMPLE <= action < A_OWL_TILE:
        return f"temple {OWL_PILE_IDS[action - A_TEMPLE]}"
    return name


def parse_action(words: str, board: int | None = None) -> int:
    """Return the number of an action from its name; spaces and letter case do not matter.

    Args:
        words: for example ``"dig camp_coin.1"``; a research space in the words of its board, or its number.
        board: index into ``BOARDS``: the research spaces of other boards are refused. None: those of every board count.

    Raises:
        ValueError: when no action has that name; the message lists the closest names or what goes with the verb.
    """
    if not isinstance(words, str):
        raise ValueError(f"an action is written in words, for example {NAMES[A_DIG]!r}, not {words!r}")
    name = " ".join(words.lower().split())
    verb, _, place = name.rpartition(" ")
    if verb in _ON_TRACK and place in _track_words(board):
        return FIRST[verb] + (int(place) if place in TRACK_IDS else _TRACK_NUMBERS[place])
    if verb == "temple" and place in OWL_PILE_IDS and board in (None, o.OWL):
        return A_TEMPLE + OWL_PILE_IDS.index(place)
    if verb == "temple" and board == o.OWL:
        raise ValueError(f"unknown action {words!r}; {_right_words(name, board)}")
    if verb not in _ON_TRACK and name in _NUMBERS:
        return _NUMBERS[name]
    raise ValueError(f"unknown action {words!r}; {_right_words(name, board)}")


_MANY = 8  # more components of a verb are not all listed in an error


def _boards(board: int | None) -> tuple[str, ...]:
    return o.BOARDS if board is None else (o.BOARDS[board],)


def _track_words(board: int | None) -> tuple[str, ...]:
    """Return how the research spaces of a board (None: of all) can be written."""
    return (*(word for name in _boards(board) for word in TRACK_WORDS[name]), *TRACK_IDS)


def _spaces(board: str) -> str:
    """Return the research spaces of a board for an error, where they are numbered as from the first to the last."""
    words = TRACK_WORDS[board]
    numbered = all(word[1:] == str(space) for space, word in enumerate(words))
    return f"{words[0]} to {words[-1]}" if numbered else ", ".join(words)


def _right_words(name: str, board: int | None) -> str:
    """Return what an unknown name could have been: the closest names, or the words that go with its verb."""
    import difflib

    for verb, components, _ in VERBS:
        if name != verb and not name.startswith(f"{verb} "):
            continue
        if verb in _ON_TRACK:
            return f"{verb!r} goes with {' or '.join(map(_spaces, _boards(board)))}"
        if verb == "temple" and board == o.OWL:
            components = OWL_PILE_IDS
        if components == ("",):
            return f"{verb!r} stands alone"
        if len(components) <= _MANY:
            return f"{verb!r} goes with {', '.join(components)}"
        close = difflib.get_close_matches(name[len(verb) + 1 :], components, n=4, cutoff=0.4)
        if close:
            return f"closest: {', '.join(f'{verb} {component}' for component in close)}"
        return f"{verb!r} goes with {', '.join(components[:_MANY])} and {len(components) - _MANY} more"
    longer = [verb for verb, *_ in VERBS if verb.startswith(f"{name} ")]
    if longer:
        return f"it can go on as {', '.join(longer)}"
    # Entries that the track of the board does not have bear a number only.
    names = [action_name(number, board or 0) for number in range(ACTIONS)]
    words = [word for word in names if not (word.startswith(_ON_TRACK) and word.rpartition(" ")[2].isdigit())]
    close = difflib.get_close_matches(name, words, n=4, cutoff=0.4)
    verbs = ", ".join(verb for verb, *_ in VERBS)
    return f"closest: {', '.join(close)}" if close else f"an action begins with one of {verbs}"
