"""What effects are worth to a team, in actions: an estimate by which side goals, options and fights are weighed."""

from __future__ import annotations

from collections.abc import Callable

from agents.arkeis_facts import EpisodeFacts, Facts
from agents.arkeis_scripts import Script, Step
from agents.arkeis_sight import Sight
from arnak_env.arkeis import opcodes as o

# What the next Wound costs, by the Wound and Poison tokens an Explorer has; the fifth brings a Trauma.
_NEXT_WOUND = (0.25, 0.3, 0.45, 0.7, 2.4)
_POISON = 0.8
_TRAUMA = 2.0
_SCARCE, _TOKEN, _SCARCE_TOKEN = 5, 1.2, 2.0  # tokens in the reserve, and what one is worth
_SPAWN = 0.7
_LIFE_POINT = 0.8
_DENIED = 4.0
_THING = 1.0
_WON = 100.0
_PASSED = 0.55  # chance of an average test
_MOST_DRAWS = 5
_EACH = {
    o.OP_VALIDATE: 0.4,
    o.OP_MARK: 0.6,
    o.OP_COINS: 0.2,
    o.OP_XP: 0.35,
    o.OP_VP: 0.5,
    o.OP_LOSE_ACTION: -1.0,
}
_ONCE = {
    o.OP_TRAUMA: -_TRAUMA,
    o.OP_GAIN_ACTION: 0.8,
    o.OP_END_TURN: -1.0,
    o.OP_UNLOCK: 0.5,
    o.OP_FLAG: 0.6,
    o.OP_COUNTER: 0.6,
    o.OP_GAIN_OBJECT: _THING,
    o.OP_WILDCARD: 0.8,
    o.OP_DENY_ACTION: -_DENIED,
    o.OP_PUSH_SELF: -0.6,
    o.OP_ADD_ZONE: 0.3,
}


def next_wound(sight: Sight, explorer: int) -> float:
    """Return what one more Wound costs an Explorer."""
    return _NEXT_WOUND[min(4, sight["wounds"][explorer] + sight["poison"][explorer])]


def token_worth(sight: Sight) -> float:
    """Return what a token of the reserve is worth."""
    return _SCARCE_TOKEN if sight["reserve"] <= _SCARCE else _TOKEN


class Worth:
    """Estimates for one game.

    Args:
        sight: the game.
        facts: facts of its content.
        episode: facts of its episode.
        explorer: who acts.
        square: where, by default where the Explorer stands.
        group: name of the Adversaries being fought, -1: none.
    """

    def __init__(
        self,
        sight: Sight,
        facts: Facts,
        episode: EpisodeFacts,
        explorer: int,
        square: int | None = None,
        group: int = -1,
    ) -> None:
        self.sight = sight
        self.facts = facts
        self.episode = episode
        self.explorer = explorer
        self.square: int = sight["square"][explorer] if square is None else square
        self.group = group
        self._draws = 0
        self._dangers: dict[int, float] = {}
        self._modifications: dict[tuple[int, int], float] = {}

    def of(self, script: Script) -> float:
        """Return what a list of effects is worth."""
        return sum(self.of_step(step) for step in script)

    def of_step(self, step: Step) -> float:
        """Return what one effect is worth."""
        operation = step.operation
        if operation in _ONCE:
            return _ONCE[operation]
        if operation in _EACH:
            number = step.a
            return _EACH[operation] * number
        special = _SPECIAL.get(operation)
        return special(self, step) if special else 0.0

    def of_card(self, card: int) -> float:
        """Return what reading a Clue card is worth."""
        thing = self.episode["card_object"][card]
        found = _THING + 0.2 * max(0, self.facts["object_value"][thing]) if thing >= 0 else 0.0
        return found + self.of(self.episode.programs[card])

    def of_symbol(self, symbol: int) -> float:
        """Return what reading a symbol is worth on average."""
        places = self.sight["card_place"]
        left = [card for card in self.episode.by_symbol.get(symbol, ()) if places[card] in (o.IN_DECK, o.BEING_READ)]
        if not left or self._draws >= _MOST_DRAWS:
            return 0.0
        self._draws += 1
        worth = sum(self.of_card(card) for card in left) / len(left)
        self._draws -= 1
        return worth

    # --- Explorers ---
    def _selected(self, selector: int) -> list[int]:
        return self.sight.selected_explorers(selector, self.explorer, self.square)

    def _wounds(self, step: Step) -> float:
        costs = [self._wounds_of(one, step.b) for one in self._selected(step.a)]
        if not costs:
            return 0.0
        return -min(costs) if step.a in _ONE_OF else -sum(costs)

    def _wounds_of(self, explorer: int, number: int) -> float:
        tokens = self.sight["wounds"][explorer] + self.sight["poison"][explorer]
        return sum(_NEXT_WOUND[min(4, tokens + k)] for k in range(number))

    def _healed(self, step: Step) -> float:
        gains = [self._healed_of(one, step.b) for one in self._selected(step.a)]
        if not gains:
            return 0.0
        return max(gains) if step.a in _ONE_OF else sum(gains)

    def _healed_of(self, explorer: int, number: int) -> float:
        wounds, poison = self.sight["wounds"][explorer], self.sight["poison"][explorer]
        return sum(_NEXT_WOUND[min(4, wounds + poison - 1 - k)] for k in range(min(number, wounds)))

    def _poisoned(self, step: Step) -> float:
        return -sum(
            next_wound(self.sight, one) if self.sight["poison"][one] else _POISON for one in self._selected(step.a)
        )

    def _cured(self, step: Step) -> float:
        sick = [one for one in self._selected(step.a) if self.sight["poison"][one]]
        return _POISON * (bool(sick) if step.a in _ONE_OF else len(sick))

    def _traumas_gone(self, step: Step) -> float:
        most = [int(self.sight["trauma"][one]).bit_count() for one in self._selected(step.a)]
        return 0.75 * _TRAUMA * min(step.b, max(most, default=0))

    # --- Fate ---
    def _fate_lost(self, step: Step) -> float:
        number = step.b * len(self._selected(step.a)) if step.operation == o.OP_FATE else step.a
        number = min(number, self.sight["reserve"])
        return -token_worth(self.sight) * number - (20.0 if number and number >= self.sight["reserve"] else 0.0)

    def _fate_won(self, step: Step) -> float:
        if step.operation == o.OP_RESERVE_ADD:
            return token_worth(self.sight) * step.a
        if step.operation == o.OP_CARD_FATE_TO:
            number = min(step.a, max(self.sight["card_fate"]))
            return number * (token_worth(self.sight) if step.b == o.TO_RESERVE else 0.1)
        number = min(step.b, max((self.sight["fate"][one] for one in self._selected(step.a)), default=0))
        return number * (token_worth(self.sight) if step.c == o.TO_RESERVE else 0.3)

    # --- Adversaries ---
    def _spawned(self, step: Step) -> float:
        squares = self.sight.selected_squares(step.b, self.square)
        number = 1 if step.b in (o.Q_ADJACENT, o.Q_SQUARE_IN_ROOM) else squares.bit_count()
        return -_SPAWN * step.c * number

    def _damaged(self, step: Step) -> float:
        members = self._targets(step.a)
        lives = sorted(self.sight.life(self._card_for(one), one) for one in members)
        if step.operation == o.OP_ELIMINATE:
            return _LIFE_POINT * sum(lives[: step.b])
        if step.operation == o.OP_DAMAGE_EACH:
            return _LIFE_POINT * sum(min(step.b, life) for life in lives)
        return _LIFE_POINT * min(step.b, sum(lives))

    def _targets(self, selector: int) -> list[int]:
        if selector // o.V_STEP == o.V_TARGET:
            return self.sight.group_members(self.group, self.square) if self.group >= 0 else []
        return self.sight.miniatures(self.sight.adversary_squares(selector, self.square), selector % o.V_STEP)

    def _card_for(self, miniature: int) -> int:
        return self.sight.card(self.explorer, self.sight.group_of(miniature))

    # --- lists ---
    def _if(self, step: Step) -> float:
        return self.of(step.lists[0 if self.sight.holds(step.condition, self.explorer, self.square) else 1])

    def _choose(self, step: Step) -> float:
        return max(self.of(script) for script in step.lists)

    def _test(self, step: Step) -> float:
        return _PASSED * self.of(step.lists[0]) + (1.0 - _PASSED) * self.of(step.lists[1])

    def _again(self, step: Step) -> float:
        times = step.a if step.operation == o.OP_REPEAT else len(self._selected(step.a))
        return times * self.of(step.lists[0])

    def _pay(self, step: Step) -> float:
        return max(0.0, self.of(step.lists[0]) - 0.2 * step.a)

    def _draw(self, step: Step) -> float:
        return self.of_symbol(step.a)

    def _ended(self, step: Step) -> float:
        return _WON if step.a == o.FAVOURABLE else -_WON

    # --- facing Adversaries ---
    def modification(self, action: int, square: int | None = None) -> float:
        """Return what the Adversaries of a square cost a Clue or Move action; a denial costs a lot."""
        if action not in (o.CLUE, o.MOVE):
            return 0.0
        where = self.square if square is None else square
        if where not in self.sight.on_square:
            return 0.0
        place = action, where
        if place not in self._modifications:
            self._modifications[place] = sum(
                self._average(group, lambda card: self._modification_of(card, action))
                for group in self.sight.groups(where)
            )
        return self._modifications[place]

    def _modification_of(self, card: int, action: int) -> float:
        script = self.facts.scripts.script(self.facts["adversary_modification"][card][action])
        denied = _DENIED if self.facts["adversary_denies"][card][action] else 0.0
        return denied - self.of(script)

    def danger(self, square: int) -> float:
        """Return what a turn that begins on a square costs by its Adversaries."""
        if square not in self.sight.on_square:
            return 0.0
        if square not in self._dangers:
            self._dangers[square] = sum(self._average(group, self._start_of) for group in self.sight.groups(square))
        return self._dangers[square]

    def _start_of(self, card: int) -> float:
        return -self.of(self.facts.scripts.script(self.facts["adversary_start"][card]))

    def _average(self, group: int, cost: Callable[[int], float]) -> float:
        """Return a cost by the card of the Explorer, or on average over the cards that may be drawn."""
        card = self.sight.card(self.explorer, group)
        cards = [card] if card >= 0 else self.facts.kind_cards[min(group, o.KINDS - 1)]
        return sum(cost(one) for one in cards) / len(cards) if cards else 0.0

    def fight(self, group: int, dice: int) -> float:
        """Return what a Combat action is worth on average, with as many dice."""
        card = self.sight.card(self.explorer, group)
        members = self.sight.group_members(group, self.square)
        if card < 0 or not members:
            return 0.0
        sides = self.facts["die"][o.COMBAT_ROLL]
        gain, loss = 0.0, 0.0
        for face in set(sides):
            worth = self.face_worth(card, face, group) * sides.count(face) / len(sides)
            gain += max(0.0, worth)
            loss += min(0.0, worth)
        lives = sum(self.sight.life(card, one) for one in members)
        return min(gain * dice, _LIFE_POINT * lives) + loss * dice

    def face_worth(self, card: int, face: int, group: int) -> float:
        """Return what one die with this face is worth in a Combat."""
        self.group = group
        return sum(
            self.of(self.facts.scripts.script(self.facts["adversary_row"][card][row]))
            for row in range(3)
            if self.facts["adversary_face"][card][row] == face
        )


def side_worth(sight: Sight, facts: Facts, episode: EpisodeFacts) -> dict[int, float]:
    """Return what reading each symbol that is left is worth, where it lies."""
    places, tokens = sight["card_place"], sight["token_place"]
    found = {}
    for symbol, cards in episode.by_symbol.items():
        if not any(places[card] in (o.IN_DECK, o.BEING_READ) for card in cards):
            continue
        square = tokens[symbol] if symbol < o.TOKENS and 0 <= tokens[symbol] < o.FIRST_DOOR else -1
        if square < 0 and symbol in episode["printed"]:
            square = episode["printed"].index(symbol)
        found[symbol] = Worth(sight, facts, episode, sight.team[0], square).of_symbol(symbol)
    return found


_ONE_OF = (
    o.E_ONE_HERE,
    o.E_ONE_OTHER_HERE,
    o.E_ONE_IN_ROOM,
    o.E_ONE_OTHER_IN_ROOM,
    o.E_ONE_ANY,
)
_SPECIAL: dict[int, Callable[[Worth, Step], float]] = {
    o.OP_WOUND: Worth._wounds,
    o.OP_HEAL: Worth._healed,
    o.OP_POISON: Worth._poisoned,
    o.OP_CURE_POISON: Worth._cured,
    o.OP_DISCARD_TRAUMA: Worth._traumas_gone,
    o.OP_FATE: Worth._fate_lost,
    o.OP_FATE_CARD: Worth._fate_lost,
    o.OP_RESERVE_DISCARD: Worth._fate_lost,
    o.OP_RESERVE_ADD: Worth._fate_won,
    o.OP_CARD_FATE_TO: Worth._fate_won,
    o.OP_RETURN_FATE: Worth._fate_won,
    o.OP_SPAWN: Worth._spawned,
    o.OP_DAMAGE: Worth._damaged,
    o.OP_DAMAGE_EACH: Worth._damaged,
    o.OP_ELIMINATE: Worth._damaged,
    o.OP_IF: Worth._if,
    o.OP_CHOOSE: Worth._choose,
    o.OP_TEST: Worth._test,
    o.OP_REPEAT: Worth._again,
    o.OP_EACH: Worth._again,
    o.OP_PAY_COINS: Worth._pay,
    o.OP_DRAW: Worth._draw,
    o.OP_EPILOGUE: Worth._ended,
}
