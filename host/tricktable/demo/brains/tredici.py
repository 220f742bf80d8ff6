"""Tredici's hands: collect the suit they have most of, count honestly, and call when they can."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from tricktable.demo.acts import Act, Say
from tricktable.demo.sight import Sight, offer
from tricktable.games.tredici.rules import ACES
from tricktable.rules.cards import SUIT_MASKS, SUITS
from tricktable.rules.view import AnyView

KISCHE_CHANCE: Final = 0.01
"""Of all turns: often enough to be seen, seldom enough for a game to end."""
LONGEST: Final = 400
"""Entries after which a game goes nowhere: a draw is agreed on where it can be."""


class Brain:
    """Plays all hands; remembers what each had before it drew."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._before: dict[int, int] = {}
        self._has_said: tuple[int, int] | None = None
        self._had: dict[int, str] = {}
        """By owner, the suit that it collects, or collected before it was purged."""

    def __call__(self, sight: Sight, view: AnyView) -> Act | None:
        """The next act of a running game."""
        self._had.update({n: suit for n, suit in enumerate(sight.targets) if suit})
        call = offer(view, "tredici")
        if call is not None:
            return Say("tredici", call.seats[0])
        seats: Any = view.outlook["seats"]
        if view.next_what == "deal":
            return Say("dealt", (sight.table.games - 1) % view.seats)
        if not seats:
            return None
        seat = seats[0]
        if view.next_what == "target":
            return self._choose(sight, view, seats)
        if view.next_what == "stack":
            return self._stack(sight, view, seat)
        move = next((each for each in view.offers if ">" in each.what), None)
        if move is None:
            return None
        return self._call(view) or self._move(sight, move.what, seat, move.values[0])

    def _choose(self, sight: Sight, view: AnyView, seats: list[int]) -> Act | None:
        """What the owner has most of, of the suits that may be taken."""
        targets = offer(view, "target")
        owners: Any = view.detail["owners"]
        if targets is None:
            return None
        seat = self._rng.choice(seats)
        owner = _owner(view, seat)
        hand = sum(sight.hands[each] for each in owners[owner])
        suits = [str(suit) for suit in targets.values]
        suits = [suit for suit in suits if suit != self._had.get(owner)] or suits  # D18

        def have(suit: str) -> tuple[int, float]:
            return (hand & SUIT_MASKS[SUITS.index(suit)]).bit_count(), self._rng.random()

        return Say("target", seat, max(suits, key=have))

    def _stack(self, sight: Sight, view: AnyView, seat: int) -> Act | None:
        target, hand = self._target(sight, view, seat), sight.hands[seat]
        if target is None:
            return None
        drawn = hand & ~self._before.get(seat, hand)
        aces = offer(view, "ace")
        said = (view.seq, seat)
        has_ace = drawn & ACES & ~SUIT_MASKS[target]
        if has_ace and aces is not None and seat in aces.seats and self._has_said != said:
            self._has_said = said
            return Say("ace", seat)
        stack = next(
            each for each in view.offers if each.what == "hand>stack" and seat in each.seats
        )
        count = (hand & SUIT_MASKS[target]).bit_count()
        self._before[seat] = hand & ~SUIT_MASKS[target]
        return Say("hand>stack", seat, min(count, max(map(_number, stack.values))))

    def _call(self, view: AnyView) -> Act | None:
        if view.seq > LONGEST and offer(view, "draw"):
            return Say("draw")
        kische = offer(view, "kische")
        if kische is not None and self._rng.random() < KISCHE_CHANCE:
            return Say("kische", self._rng.choice(kische.seats))
        return None

    def _move(self, sight: Sight, what: str, seat: int, count: object) -> Act:
        if what == "draw>hand":
            self._before[seat] = sight.hands[seat]
        return Say(what, seat, count)

    def _target(self, sight: Sight, view: AnyView, seat: int) -> int | None:
        target = sight.targets[_owner(view, seat)]
        return None if target is None else SUITS.index(target)


def _owner(view: AnyView, seat: int) -> int:
    owners: Any = view.detail["owners"]
    return next(number for number, seats in enumerate(owners) if seat in seats)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
