"""The action space: one flat range of numbers, each with a stable name.

An action is a verb and a component. Verbs are laid out one after the other in `VERBS`; the number of an action is the
verb's first number plus the index of its component. The same number always means the same words in every episode, for
every team and in every version with the same `SCHEMA`.
"""

from __future__ import annotations

from arnak_env.arkeis import opcodes as o

SCHEMA = 1

OBJECT_IDS = (
    "crowbar", "whip", "first_aid_kit", "grave_robbers_medallion", "adventurers_hat", "bronze_seal", "storm_lantern",
    "amulet_still_sand", "canteen", "service_revolver", "magnifier", "climbing_boots", "fragment_east",
    "fragment_well", "fragment_west", "sun_disc", "falcon_eye", "antivenom", "wrench", "bandages", "salt_pouch",
    "dynamite", "grappling_hook", "camera", "sun_mirror", "diving_helmet", "reed_flute", "master_key", "canopic_jar",
    "gilded_mask", "papyrus_roll",
    *(f"other_object_{i}" for i in range(1, o.OBJECTS - 30)),
)  # fmt: skip
EXPERIENCE_IDS = (
    "rhiat-self_care", "rhiat-steady_hands", "rhiat-antidotes", "rhiat-long_reach", "rhiat-guide", "rhiat-sand_walker",
    "rhiat-healer", "rhiat-bonesetter", "rhiat-unbroken",
    "franck-improviser", "franck-grit", "franck-tinkerer", "franck-two_tools", "franck-follow_through",
    "franck-shoulder", "franck-heavy_blows", "franck-riposte", "franck-last_stand",
    "eleonor-impatient", "eleonor-bookworm", "eleonor-cool_head", "eleonor-methodical", "eleonor-decipher",
    "eleonor-quick_study", "eleonor-eidetic", "eleonor-fate_scholar", "eleonor-cartographer",
    "rebecca-carrying_voice", "rebecca-by_example", "rebecca-on_the_move", "rebecca-rally", "rebecca-relentless",
    "rebecca-shield", "rebecca-inspire", "rebecca-tactician", "rebecca-iron_will",
    "robert-deep_pockets", "robert-haggler", "robert-second_thoughts", "robert-high_roller", "robert-investor",
    "robert-patron", "robert-bribe", "robert-fortune", "robert-unshakeable",
)  # fmt: skip
UPGRADE_IDS = (
    "phileas", "infirmary", "mess_tent", "market_stall", "shrine", "library", "apothecary", "workshop",
    "training_ground", "wireless", "gaming_table", "watchtower", "museum", "barber", "oracle", "other_upgrade",
)  # fmt: skip
GROUP_IDS = (*o.KIND_IDS, *(f"named_guardian_{i}" for i in range(1, o.GUARDIANS + 1)))
CARD_IDS = tuple(f"card_{i:02d}" for i in range(1, o.CARDS + 1))
MINIATURE_IDS = tuple(
    f"{kind}_{i}" for kind, count in zip(o.KIND_IDS, o.KIND_MINIATURES, strict=True) for i in range(1, count + 1)
)
BOX_IDS = tuple(f"{row}{column}" for row in range(1, o.SHEET_SIDE + 1) for column in "abcdef")
BRANCH_IDS = tuple(str(i) for i in range(1, o.BRANCHES + 1))
AMOUNTS = 10

# (verb, words of its components, meaning)
VERBS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("end turn", ("",), "take no more actions; the turn ends after the end-of-turn effects"),
    ("finish", ("",), "decline an option, or finish a selection"),
    ("move", o.SQUARE_IDS, "Move action to this square"),
    ("clue", o.SYMBOL_IDS, "Clue action with this token or printed symbol"),
    ("combat", GROUP_IDS, "Combat action against the Adversaries of this name"),
    ("give", OBJECT_IDS, "hand this object over: free in phase 3, a Support action in phase 4"),
    ("give action", o.ACTION_IDS, "Rebecca gives an action of this kind to another Explorer"),
    ("use", OBJECT_IDS, "action that uses this object"),
    ("use experience", EXPERIENCE_IDS, "action that uses this Experience card"),
    ("free", OBJECT_IDS, "use this object without an action"),
    ("free experience", EXPERIENCE_IDS, "use this Experience card without an action"),
    ("equip", OBJECT_IDS, "put this Material into the slot of its action"),
    ("store", OBJECT_IDS, "put this Material into the backpack"),
    ("apply object", OBJECT_IDS, "next, the triggered ability of this object"),
    ("apply experience", EXPERIENCE_IDS, "next, the triggered ability of this Experience card"),
    ("apply trauma", o.TRAUMA_IDS, "next, the effect of this Trauma; or: this Trauma is discarded"),
    ("apply card", CARD_IDS, "next, the effect of this Threat or active card; or: choose this card"),
    ("apply adversary", GROUP_IDS, "next, the effect of the Adversary card of this name"),
    ("apply ability", ("",), "use the Explorer's own Ability"),
    ("explorer", o.EXPLORER_IDS, "choose this Explorer"),
    ("square", o.SQUARE_IDS, "choose this square"),
    ("miniature", MINIATURE_IDS, "choose this miniature"),
    ("face", o.FACE_IDS, "set or change a die to this face"),
    ("die", o.FACE_IDS, "choose a die that shows this face"),
    ("mark", BOX_IDS, "mark this box of the Exploration Sheet"),
    ("option", BRANCH_IDS, "take this option, in printed order"),
    ("amount", tuple(str(i) for i in range(AMOUNTS)), "choose this number"),
    ("object", OBJECT_IDS, "choose this object: to discard, to sell"),
    ("wildcard", ("",), "use a Wildcard token for a reroll"),
    ("build", UPGRADE_IDS, "buy this camp upgrade"),
    ("replace", UPGRADE_IDS, "give up this camp upgrade for the new one"),
    ("upgrade", UPGRADE_IDS, "use this camp upgrade"),
    ("buy", EXPERIENCE_IDS, "buy this Experience card"),
    ("leave camp", ("",), "end the return to camp"),
)


def _first_numbers() -> dict[str, int]:
    first, numbers = 0, {}
    for verb, components, _ in VERBS:
        numbers[verb] = first
        first += len(components)
    return numbers


FIRST = _first_numbers()
ACTIONS = sum(len(components) for _, components, _ in VERBS)

A_END_TURN = FIRST["end turn"]
A_FINISH = FIRST["finish"]
A_MOVE = FIRST["move"]
A_CLUE = FIRST["clue"]
A_COMBAT = FIRST["combat"]
A_GIVE = FIRST["give"]
A_GIVE_ACTION = FIRST["give action"]
A_USE = FIRST["use"]
A_USE_EXPERIENCE = FIRST["use experience"]
A_FREE = FIRST["free"]
A_FREE_EXPERIENCE = FIRST["free experience"]
A_EQUIP = FIRST["equip"]
A_STORE = FIRST["store"]
A_APPLY_OBJECT = FIRST["apply object"]
A_APPLY_EXPERIENCE = FIRST["apply experience"]
A_APPLY_TRAUMA = FIRST["apply trauma"]
A_APPLY_CARD = FIRST["apply card"]
A_APPLY_ADVERSARY = FIRST["apply adversary"]
A_APPLY_ABILITY = FIRST["apply ability"]
A_EXPLORER = FIRST["explorer"]
A_SQUARE = FIRST["square"]
A_MINIATURE = FIRST["miniature"]
A_FACE = FIRST["face"]
A_DIE = FIRST["die"]
A_MARK = FIRST["mark"]
A_OPTION = FIRST["option"]
A_AMOUNT = FIRST["amount"]
A_OBJECT = FIRST["object"]
A_WILDCARD = FIRST["wildcard"]
A_BUILD = FIRST["build"]
A_REPLACE = FIRST["replace"]
A_UPGRADE = FIRST["upgrade"]
A_BUY = FIRST["buy"]
A_LEAVE_CAMP = FIRST["leave camp"]

ACTION_NAMES = tuple(f"{verb} {component}".rstrip() for verb, components, _ in VERBS for component in components)
_NUMBERS = {name: number for number, name in enumerate(ACTION_NAMES)}


def action_name(action: int) -> str:
    """Return the stable name of an action, for example ``move A1`` or ``clue amber-ankh``."""
    return ACTION_NAMES[action]


def action_number(name: str) -> int:
    """Return the number of the action with this name.

    Raises:
        ValueError: when there is none; the message offers names that begin alike.
    """
    words = " ".join(name.split())
    if words in _NUMBERS:
        return _NUMBERS[words]
    near = [known for known in ACTION_NAMES if known.split(" ")[0] == words.split(" ")[0]][:8]
    hint = f"; for example {', '.join(near)}" if near else f"; verbs are {', '.join(verb for verb, _, _ in VERBS)}"
    raise ValueError(f"unknown action {name!r}{hint}")
