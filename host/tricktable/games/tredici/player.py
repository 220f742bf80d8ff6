"""Tredici's computer player: collects its longest suit, counts honestly, and calls when it can."""

from __future__ import annotations

from typing import Final

from tricktable.games.tredici.position import Position, TrediciView
from tricktable.games.tredici.rules import ACES, SUIT
from tricktable.rules.cards import SUIT_MASKS, SUITS
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Dealt, Declared, Moved
from tricktable.rules.player import Decision, OpenTable, offer
from tricktable.rules.values import JsonValue

KISCHE_CHANCE: Final = 0.01
"""Per turn: often enough to be seen, rarely enough that a game still ends."""
LONGEST: Final = 400
"""After this many entries a game is going nowhere; a draw is agreed on if possible. Of 140 games of
two to four such players, 129 ended before."""


class TrediciPlayer:
    """Plays all hands, and remembers what each had before it drew. Mutable."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._before: dict[int, int] = {}
        self._has_said: tuple[int, int] | None = None
        self._had: dict[int, str] = {}
        """By owner, the suit it collects, or collected before it was purged."""

    def __call__(self, table: OpenTable[Position]) -> Decision:
        """The next entry of the game."""
        view = table.view
        self._had.update({n: suit for n, suit in enumerate(table.known.targets) if suit})
        call = offer(view, "tredici")
        if call is not None:
            return Declared(call.seats[0], "tredici", None)
        seats = view.position.seats
        if view.position.what == "deal":
            return Dealt((table.game - 1) % view.seats)
        if not seats:
            return None
        seat = seats[0]
        if view.position.what == "target":
            return self._choose(table, view, seats)
        if view.position.what == "stack":
            return self._stack(table, view, seat)
        move = next((each for each in view.offers if ">" in each.what), None)
        if move is None:
            return None
        return self._call(table, view) or self._move(
            table, move.what, seat, _number(move.values[0])
        )

    def _choose(
        self, table: OpenTable[Position], view: TrediciView, seats: tuple[int, ...]
    ) -> Decision:
        """The suit the owner has most of, among those it may choose."""
        targets = offer(view, "target")
        if targets is None:
            return None
        seat = self._chance.choice(seats)
        owner = _owner(view, seat)
        hand = sum(table.hands[each] for each in view.owners[owner])
        suits = [str(suit) for suit in targets.values]
        suits = [suit for suit in suits if suit != self._had.get(owner)] or suits  # D18

        def have(suit: str) -> tuple[int, float]:
            return (hand & SUIT_MASKS[SUITS.index(suit)]).bit_count(), self._chance.random()

        return Declared(seat, "target", max(suits, key=have))

    def _stack(self, table: OpenTable[Position], view: TrediciView, seat: int) -> Decision:
        target, hand = _target(table, seat), table.hands[seat]
        stack = offer(view, "hand>stack")
        if target is None or stack is None:
            return None
        drawn = hand & ~self._before.get(seat, hand)
        aces = offer(view, "ace")
        said = (view.seq, seat)
        has_ace = drawn & ACES & ~SUIT_MASKS[target]
        if has_ace and aces is not None and seat in aces.seats and self._has_said != said:
            self._has_said = said
            return Declared(seat, "ace", None)
        count = (hand & SUIT_MASKS[target]).bit_count()
        self._before[seat] = hand & ~SUIT_MASKS[target]
        return Moved(seat, "hand", "stack", min(count, max(map(_number, stack.values))), None)

    def _call(self, table: OpenTable[Position], view: TrediciView) -> Decision:
        if view.seq > LONGEST and offer(view, "draw") and _cannot_be_won(table):
            return Declared(None, "draw", None)
        kische = offer(view, "kische")
        if kische is not None and self._chance.random() < KISCHE_CHANCE:
            return Declared(self._chance.choice(kische.seats), "kische", None)
        return None

    def _move(self, table: OpenTable[Position], what: str, seat: int, count: int) -> Moved:
        self._before[seat] = table.hands[seat]
        source, _, target = what.partition(">")
        return Moved(seat, source, target, count, None)


def _cannot_be_won(table: OpenTable[Position]) -> bool:
    """Whether the game may end in a draw by agreement (D26).

    Offers depend on no secret: a draw is also offered where the suits that only the table knows
    differ. There it would be refused, again and again.
    """
    at = table.known
    for suit in SUITS:
        stacks = [
            stack
            for stack, target in zip(at.stacks, at.targets, strict=True)
            if target == suit and stack
        ]
        if len(stacks) > 1 and sum(stacks) == SUIT:
            return True
    return max(table.view.position.hands) <= 1


def _target(table: OpenTable[Position], seat: int) -> int | None:
    target = table.known.targets[_owner(table.view, seat)]
    return None if target is None else SUITS.index(target)


def _owner(view: TrediciView, seat: int) -> int:
    return next(number for number, seats in enumerate(view.owners) if seat in seats)


def _number(value: JsonValue) -> int:
    return value if isinstance(value, int) else 0
