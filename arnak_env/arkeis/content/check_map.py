"""Checks of the board of one episode: zones, links, tokens, Adversaries, and what is there at set-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content import schema
from arnak_env.arkeis.content.overview import Overview, beside
from arnak_env.core.content_errors import ContentError

Problems = Iterator[ContentError]
FLOOR_SIZES = {"L": "large", "M": "medium", "S": "small"}
RED = "red-"


def check_map(view: Overview) -> Problems:
    """Yield what is wrong with the board."""
    wrong = zone_problems(view)
    yield from wrong
    yield from _check_floors(view)
    yield from _check_tokens(view)
    yield from _check_miniatures(view)
    if not wrong:  # what stands on squares that are wrong themselves is no fault of its own
        yield from _check_links(view)
        yield from _check_adversaries(view)
        yield from _check_placement(view)


def zone_problems(view: Overview) -> list[ContentError]:
    """Return what is wrong with the zones and their squares."""
    return list(_check_zones(view))


def twice(words: Iterable[str]) -> list[str]:
    """Return the words that stand more than once."""
    return [word for word, number in Counter(words).items() if number > 1]


def _check_zones(view: Overview) -> Problems:
    zones = view.episode.zones
    for word in twice(zone.id for zone in zones):
        yield view.problem("zones", word, "id", "the id stands twice")
    taken: dict[tuple[int, int], str] = {}
    seen: set[str] = set()
    for zone in zones:
        if zone.id in seen:
            continue  # told above; it is probably meant to be another one
        seen.add(zone.id)
        size = o.ZONE_SIZES[o.ZONE_IDS.index(zone.id)]
        kind = "room" if zone.id in o.ROOM_IDS else "floor"
        if zone.kind != kind:
            yield view.problem("zones", zone.id, "kind", f"{zone.kind!r} is not right; right would be {kind!r}")
        if kind == "floor" and zone.placement != "outside":
            problem = "a floor tile that is a zone of its own lies outside; right would be placement = 'outside'"
            yield view.problem("zones", zone.id, "placement", problem)
        first = o.ZONE_FIRST[o.ZONE_IDS.index(zone.id)]
        right = list(o.SQUARE_IDS[first : first + size])
        if sorted(square.id for square in zone.squares) != right:
            yield view.problem("zones", zone.id, "squares", f"right would be the squares {', '.join(right)}")
        for square in zone.squares:
            at = square.x, square.y
            if at in taken:
                problem = f"{square.id} lies on x = {at[0]}, y = {at[1]}, which {taken[at]} takes"
                yield view.problem("zones", zone.id, "squares", problem)
            taken[at] = square.id
        if not _good_shape(zone.squares):
            problem = "right would be 2 by 2 squares for a large zone and 2 by 1 for a medium one"
            yield view.problem("zones", zone.id, "squares", problem)


def _good_shape(squares: list[schema.BoardSquare]) -> bool:
    columns = {square.x for square in squares}
    rows = {square.y for square in squares}
    whole = len(columns) * len(rows) == len({(square.x, square.y) for square in squares})
    return (
        whole
        and max(columns, default=0) - min(columns, default=0) < 2
        and max(rows, default=0) - min(rows, default=0) < 2
    )


def _check_floors(view: Overview) -> Problems:
    floors = [zone.id for zone in view.episode.zones if zone.kind == "floor"]
    floors += [zone.floor for zone in view.episode.zones if zone.floor is not None]
    for word in twice(floors):
        yield view.problem("zones", word, "floor", "the floor tile lies in two places")
    limits = view.models.tables.component_list.board.floors
    for letter, size in FLOOR_SIZES.items():
        number = sum(word.startswith(letter) for word in floors)
        if number > limits.get(size, 0):
            yield view.problem("zones", "", "floor", f"{number} {size} floor tiles; there are {limits.get(size, 0)}")


def _check_links(view: Overview) -> Problems:
    links = view.episode.links
    for word in twice(link.id for link in links):
        yield view.problem("links", word, "id", "the id stands twice")
    doors = [link for link in links if link.type == "door"]
    limit = view.models.tables.component_list.board.doors
    if len(doors) > limit:
        yield view.problem("links", doors[limit].id, "type", f"{len(doors)} doors; there are {limit} in the game")
    for link in links:
        lost = [(field, square) for field, square in (("a", link.a), ("b", link.b)) if square not in view.squares]
        for field, square in lost:
            yield view.off_map("links", link.id, field, square)
        if not lost:
            yield from _check_joined(view, link)
        yield from _check_link_token(view, link)


def _check_joined(view: Overview, link: schema.Link) -> Problems:
    a, b = view.squares[link.a], view.squares[link.b]
    if view.zone_of[link.a] == view.zone_of[link.b]:
        yield view.problem("links", link.id, "b", f"{link.a} and {link.b} lie in one zone, which needs no links")
    elif link.type in ("door", "open") and not beside(a, b):
        problem = f"{link.a} and {link.b} are no orthogonal neighbours, as the squares of a {link.type} link are"
        yield view.problem("links", link.id, "b", problem)


def _check_link_token(view: Overview, link: schema.Link) -> Problems:
    if link.type == "door":
        if link.open and link.token:
            yield view.problem("links", link.id, "token", "an open door has no token")
        elif not link.open and not (link.token.startswith(RED) and link.token in o.SYMBOL_IDS):
            problem = f"{link.token!r} is not right; a closed door has a red symbol"
            yield view.problem("links", link.id, "token", problem)
        return
    if link.edge or link.open:
        yield view.problem("links", link.id, "edge" if link.edge else "open", "only a door can have it")
    ladder, trapdoor = ("", "ladder_a", "ladder_b"), ("", "trapdoor")
    right = {"ladder": ladder, "trapdoor": trapdoor}.get(link.type, ("",))
    if link.token not in right:
        words = ", ".join(word or "nothing" for word in right)
        yield view.problem("links", link.id, "token", f"{link.token!r} is not right; right would be {words}")


def _check_tokens(view: Overview) -> Problems:
    for word in twice(view.tokens):
        yield view.problem("clue_tokens", word, "symbol", "the Clue token is used twice; there is one of each symbol")
    for token in view.floor_tokens:
        if token.symbol.startswith("ivory-"):
            problem = "there are no ivory tokens; right would be amber, teal or jade"
            yield view.problem("clue_tokens", token.symbol, "symbol", problem)
        if token.symbol.startswith(RED):
            yield view.problem("clue_tokens", token.symbol, "symbol", "the red tokens are for doors only")
    for square in view.squares.values():
        if square.printed_clue in view.tokens:
            problem = f"the printed symbol {square.printed_clue} is also a token"
            yield view.problem("zones", view.zone_of[square.id], "squares", problem)


def _check_adversaries(view: Overview) -> Problems:
    later = [row for zone in view.episode.zones for row in zone.adversaries]
    for row in [*view.episode.adversaries, *later]:
        if row.square not in view.squares:
            yield view.off_map("adversaries", row.kind, "square", row.square)
        if row.min_players > row.max_players:
            problem = f"{row.min_players} is more than max_players, {row.max_players}"
            yield view.problem("adversaries", row.kind, "min_players", problem)


def _check_miniatures(view: Overview) -> Problems:
    for kind in dict.fromkeys(row.kind for row in view.episode.adversaries):
        room = o.KIND_MINIATURES[o.KIND_IDS.index(kind)]
        rows = [row for row in view.episode.adversaries if row.kind == kind]
        counts = {
            players: sum(row.count for row in rows if row.min_players <= players <= row.max_players)
            for players in range(1, o.MAX_PLAYERS + 1)
        }
        most = max(counts.values())
        if most > room:
            teams = [players for players, number in counts.items() if number == most]
            words = "1 Explorer" if teams == [1] else f"{teams[0]} Explorers"
            words = f"{teams[0]} to {teams[-1]} Explorers" if len(teams) > 1 else words
            problem = f"{most} miniatures at set-up for {words}; there are {room}"
            yield view.problem("adversaries", kind, "count", problem)


def _check_placement(view: Overview) -> Problems:
    """What is on the board from the start stands on zones of the start; a later zone only brings what is its own."""
    episode = view.episode
    at_setup = {square.id for zone in episode.zones if zone.setup for square in zone.squares}
    used = [("setup", "", "explorer_start", square) for square in episode.setup.explorer_start]
    used += [("clue_tokens", token.symbol, "square", token.square) for token in episode.clue_tokens]
    used += [("adversaries", row.kind, "square", row.square) for row in episode.adversaries]
    used += [("special_tokens", token.token, "square", token.square) for token in episode.special_tokens]
    for kind, entry, field, square in used:
        if square not in view.squares:
            if kind != "adversaries":
                yield view.off_map(kind, entry, field, square)
        elif square not in at_setup:
            yield view.problem(kind, entry, field, f"{square} is not on the board at set-up")
    for zone in episode.zones:
        own = {square.id for square in zone.squares}
        for name, things in (("clue_tokens", zone.clue_tokens), ("adversaries", zone.adversaries)):
            for thing in things:
                if thing.square not in own:
                    yield view.problem("zones", zone.id, name, f"{thing.square} is no square of the zone")
            if things and zone.setup:
                problem = f"of a zone that is there at set-up; right would be [[{name}]] of the episode"
                yield view.problem("zones", zone.id, name, problem)
