"""A content in which the camps have every effect and price of the General Index, and positions that use all of them."""

from __future__ import annotations

from typing import Any

from arnak_env.arnak.content import Content, amend_content, load_content

RICH = {"coin": 9, "compass": 9, "tablet": 9, "arrowhead": 9, "jewel": 9}
CAMPS = {
    "camp_coin": "gain 1 dark_tablet; encounter chapter 1; encounter chapter 1; use 1 face-up idol on the board",
    "camp_compass": "gain 1 face-down idol; take 1 two-point temple tile; recruit or upgrade 1 assistant; "
    "activate 1 unoccupied level_1 site; remove it; leftover idol in its place",
    "camp_tablet": "spend 1 unused boon; ready 1 used boon; pay use of 1 assistant -> gain 1 coin; "
    "pay 1 unused boon -> gain 1 jewel; activate 1 hidden site, then put it under the stack of its level",
    "camp_arrowhead": "put 1 unused idol on a pedestal, use its effect; pay 1 idol -> gain 1 jewel; "
    "pay 1 hand card to deck top -> gain 1 coin; pay 1 artifact -> gain 1 coin",
    "camp_jewel": "activate 1 level_2 site; activate 1 unoccupied level_1 site; "
    "use silver effect of 1 supply assistant, then put it under its stack",
}


def index_content(board: str) -> Content:
    """Return a content in which the camps of a board have the effects of the General Index."""
    base = board in ("bird", "snake")
    entries = [{"id": camp if base else f"{board}_{camp}", "effect": effect} for camp, effect in CAMPS.items()]
    card = {"id": "funding_car", "effect": "activate 1 site", "timing": "main"}
    # Buying an artifact in the middle would make chains that need more room than there is.
    assistant = {"id": "discount_buy", "silver": "gain 1 coin", "gold": "gain 2 coin"}
    changed = {"camp" if base else "board_camp": entries, "card": [card], "assistant": [assistant]}
    return amend_content(load_content(), changed, "test")


def index_position(board: str, players: int, seed: int) -> dict[str, Any]:
    """Return the start of a game in which something can be done with all these effects."""
    seats = range(1, players + 1)
    return {
        "game": {"board": board, "players": players, "expansion_components": True, "seed": seed},
        "players": {
            str(seat): {
                "pedestals": 2,
                "idols": 5,
                "guardians": [f"guardian_0{seat}"],
                "tokens": RICH,
                "hand": ["funding_car", "fear"],
                "deck": ["exploration_boat", "funding_boat"],
            }
            for seat in seats
        },
        "sites": {
            "level_1_lower_1": {"tile": "l1_jewel"},
            "level_1_upper_1": {"tile": "l1_coin_2tablet", "guardian": "guardian_12"},
            "level_2_1": {"tile": "l2_2tablet_jewel"},
        },
        "encounters": {"chapter_1": ["encounter_1_10"]},
        "hidden_sites": ["tp_l1_gold", "l2_arrowhead_jewel"],
    }
