"""The hands that play The Torite by themselves: what they do next, and when. Pure: no clock.

A player is shown the open hands, the readers and the public view, and answers with one act at a
time. It never acts on what has not been recorded: a card stays on its reader until the table has
it, and one that was not read is lifted and laid again.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tricktable.demo.acts import Act, Button, Lay, Lift, Press, Shuffle
from tricktable.demo.foresight import Line, Position, after, look
from tricktable.games.torite import START_CARDS
from tricktable.notes import MISREAD
from tricktable.rules.cards import BY_CODE, Card, cards_in
from tricktable.rules.tricks import Trick, playable

if TYPE_CHECKING:
    from tricktable.rules.view import View
    from tricktable.table import TableView

PLAYOUTS: Final = 50
"""Tries for each act while no winning line is known: some 8 ms, and 19 games of 20 won."""
GAME: Final = "torite"


@dataclass(frozen=True, slots=True)
class Pace:
    """How long hands take, in milliseconds: from … to, drawn anew for each act."""

    think: tuple[int, int] = (1200, 2500)
    """Before a card is laid, a button pressed, a question answered."""
    lift: tuple[int, int] = (350, 600)
    """Before a card that was read is lifted."""
    trick: int = 1800
    """More before a trick is led: time to look at the one before."""
    game: int = 12_000
    """More before the next game: time to read the result."""
    patience: int = 4000
    """Until a card that was not read is laid again."""


HUMAN: Final = Pace()
FAST: Final = Pace((0, 0), (0, 0), 0, game=1500)
"""As quick as the machine follows, but for a glance at the result."""


class Sight(NamedTuple):
    """What the player sees of the table."""

    hands: tuple[int, ...]
    """Masks of the cards in each hand, neither laid nor played."""
    readers: tuple[tuple[str, ...], ...]
    """What lies on each reader."""
    table: TableView


class Player:
    """Plays all hands of one table. Call `next` whenever something changed or time has passed."""

    def __init__(self, seed: int, pace: Pace = HUMAN) -> None:
        self._rng = Random(seed)
        self._pace = pace
        self._seen: tuple[object, ...] = ()
        self._act: Act | None = None
        self._due_ms = 0
        self._plan = _Plan()

    def next(self, sight: Sight, now_ms: int) -> Act | None:
        """The act that is due now, or None: nothing yet. What is returned must be carried out."""
        seen = _changing(sight)
        if seen != self._seen:
            self._seen = seen
            self._act = self._decide(sight)
            self._due_ms = now_ms + self._delay(sight, self._act)
        if now_ms < self._due_ms:
            return None
        act, self._act = self._act, None
        self._due_ms = now_ms + self._pace.patience
        return act or _unread(sight) or self._decide(sight)

    def rest(self) -> None:
        """Somebody else plays: whatever was about to be done is forgotten."""
        self._seen, self._act = (), None

    def _delay(self, sight: Sight, act: Act | None) -> int:
        pace, view = self._pace, sight.table.view
        if act is None:
            return pace.patience
        if isinstance(act, Lift):
            return self._rng.randint(*pace.lift)
        delay = self._rng.randint(*pace.think)
        if isinstance(act, Lay) and view is not None and not view.trick and view.last:
            delay += pace.trick
        if act == Press("OK"):
            delay += pace.game
        return delay

    def _decide(self, sight: Sight) -> Act | None:
        table = sight.table
        for reader, tokens in enumerate(sight.readers):
            if tokens:
                return Lift(reader) if set(tokens) <= _on_table(table.view) else None
        if table.board != "live":
            return None
        if table.asked is not None:
            return Press(MISREAD)
        view = table.view
        if view is None:
            return Press("4")
        if view.game != GAME or view.seats not in START_CARDS:
            return Shuffle()
        if view.next_what == "over":
            return Press("OK")
        return self._play(sight, view)

    def _play(self, sight: Sight, view: View) -> Act | None:
        """The next act of a running game; another deal where the hands do not fit it."""
        at = _position(sight, view)
        match view.next_what:
            case "deal":
                self._plan.think(at, self._rng)
                return Button((sight.table.games - 1) % view.seats)
            case "leader":
                self._plan.think(at, self._rng)
                return Button(at.leader)
            case "play":
                card = self._plan.card(at, view.next_seat or 0, self._rng)
                return Shuffle() if card is None else Lay(card.code, view.next_seat or 0)
            case "show":
                return _show(sight.hands, view)
        return None


class _Plan:
    """The line of play that the hands follow, as long as everybody keeps to it."""

    def __init__(self) -> None:
        self._at: Position | None = None
        self._line = Line((), False)

    def think(self, at: Position, rng: Random) -> None:
        """Look for a win from here, unless the plan leads to one."""
        while self._at not in (at, None) and self._line.plays:
            self._at = after(self._at, *self._line.plays[0])
            self._line = self._line._replace(plays=self._line.plays[1:])
        if self._at != at:
            self._at, self._line = at, Line((), False)
        if not self._line.wins:
            found = look(at, rng, PLAYOUTS)
            if found.wins or len(found.plays) > len(self._line.plays):
                self._line = found

    def card(self, at: Position, seat: int, rng: Random) -> Card | None:
        """The card that this seat plays now; None if its hand is empty."""
        self.think(at, rng)
        if self._line.plays and self._line.plays[0][0] == seat:
            return self._line.plays[0][1]
        return _lowest(at.hands[seat], at.trick)


def _lowest(hand: int, trick: Trick) -> Card | None:
    """Any legal card will do when nothing can be won: the lowest."""
    return next(cards_in(playable(hand, trick)), None)


def _changing(sight: Sight) -> tuple[object, ...]:
    """All that a decision rests on: while it stays the same, so does the act."""
    table, view = sight.table, sight.table.view
    moment = None if view is None else (view.seq, view.next_what, view.next_seat)
    return sight.hands, sight.readers, table.board, table.asked, table.games, moment


def _unread(sight: Sight) -> Act | None:
    """Patience is at its end: what still lies on a reader was not read; lift it."""
    return next((Lift(reader) for reader, tokens in enumerate(sight.readers) if tokens), None)


def _on_table(view: View | None) -> set[str]:
    """The cards that the newest entries are about: read, therefore, and free to be lifted."""
    if view is None:
        return set()
    return {code for _, code in (*view.trick, *view.last)} | {each for each in _kept(view) if each}


def _kept(view: View) -> list[str | None]:
    """The kept card of each seat, and the one set aside; None where it is not shown yet."""
    detail: Any = view.detail
    return [*detail["rounds"][-1]["kept"], detail["set_aside"]]


def _position(sight: Sight, view: View) -> Position:
    seats = view.seats
    trick = tuple((seat, BY_CODE[code]) for seat, code in view.trick)
    apart = [next(cards_in(hand)).suit for hand in sight.hands[seats:] if hand]
    if trick:
        leader = trick[0][0]
    elif view.next_seat is not None:
        leader = view.next_seat
    else:
        leader = _starter(sight.hands[:seats])
    return Position(sight.hands[:seats], view.tally, leader, trick, *apart)


def _starter(hands: tuple[int, ...]) -> int:
    """Who holds the start card, or the second one where that lies aside (T2)."""
    for start in START_CARDS[len(hands)]:
        for seat, hand in enumerate(hands):
            if hand & start.bit:
                return seat
    return 0


def _show(hands: tuple[int, ...], view: View) -> Act | None:
    """Lay the next kept card; the set-aside card lies at the reader that has no seat."""
    shown = _kept(view)
    for reader, hand in enumerate(hands):
        if hand and shown[reader] is None:
            return Lay(next(cards_in(hand)).code, reader)
    return Shuffle()
