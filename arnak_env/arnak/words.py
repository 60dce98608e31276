"""Small helpers that turn numbers of the game record into the words people type and read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o

ROMAN = ("", "I", "II", "III", "IV", "V")
FIRST_POSITION_SPACE = 2 * o.CAMPS


def table_record(content: Any) -> Any:
    """Return the table record of a content object, of an array of one record, or of the record itself."""
    tables = getattr(content, "tables", content)
    return tables[0] if getattr(tables, "shape", ()) else tables


def game_record(game: Any) -> Any:
    """Return one game record from a record or from an array that holds exactly one."""
    return game.reshape(-1)[0] if getattr(game, "shape", ()) else game


def site_of_space(space: int) -> int:
    """Return the site on which a space lies."""
    return space // 2 if space < FIRST_POSITION_SPACE else space - o.CAMPS


def spaces_of_site(site: int) -> tuple[int, ...]:
    """Return the spaces of a site: two for a camp, one for every other site."""
    return (2 * site, 2 * site + 1) if site < o.CAMPS else (site + o.CAMPS,)


def figure_words(figure: int) -> str:
    """Say what stands on a space: ``empty``, ``player 2``, ``rival`` or ``blocking``."""
    if figure == o.EMPTY:
        return "empty"
    if figure == o.RIVAL_FIGURE:
        return "rival"
    if figure == o.BLOCKING_TILE:
        return "blocking"
    return f"player {figure}"


def track_id(board: int, space: int) -> str:
    """Return the name of a research space or passage, for example ``b3``, ``sp4l`` or ``p2``."""
    return a.space_word(board, space)


def title(identifier: str) -> str:
    """Return an id as a heading: ``pack_donkey`` becomes ``Pack Donkey``."""
    return identifier.replace("_", " ").title()


def amount(number: int, word: str) -> str:
    """Return a number with its noun, in the plural where needed: ``2 tablets``, ``1 boot``, ``2 compasses``."""
    if number == 1:
        return f"1 {word}"
    return f"{number} {word}es" if word.endswith("ss") else f"{number} {word}s"


def token_words(tokens: Sequence[int]) -> str:
    """Return a list of tokens in words, for example ``1 coin, 2 tablets``; the sixth entry counts idols."""
    names = (*o.TOKENS, "idol")
    parts = [amount(int(number), names[token]) for token, number in enumerate(tokens) if number]
    return ", ".join(parts) or "nothing"


def icon_words(icons: Sequence[int]) -> str:
    """Return travel icons one by one, for example ``boot boot car``."""
    parts = [o.ICONS[icon] for icon, number in enumerate(icons) for _ in range(int(number))]
    return " ".join(parts) or "nothing"


def card_kind(card: int) -> str:
    """Return ``item``, ``artifact``, ``starting card`` or ``Fear``."""
    if card < o.FIRST_ARTIFACT:
        return "item"
    if card < o.FIRST_STARTING:
        return "artifact"
    return "starting card" if card < o.FEAR else "Fear"


def card_ids(cards: Iterable[int]) -> list[str]:
    """Return the ids of cards."""
    return [a.CARD_IDS[int(card)] for card in cards]
