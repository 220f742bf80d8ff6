"""Finished deals with all hands open, moment by moment, as the table itself has seen every card.

A hand at any moment is what its seat laid or showed later. No scan of a hand is read for it: what
stayed face down to the end is nobody's business, and a deal with such cards has no open hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tricktable.rules.cards import SUITS
from tricktable.rules.entries import Played, Shown
from tricktable.rules.game import State
from tricktable.rules.hands import deals
from tricktable.rules.ranking import PRINTED, Ranking
from tricktable.rules.record import Record, Step
from tricktable.rules.tricks import Trick


class OpenCards(NamedTuple):
    """A moment in the play of a deal. Hands are masks of the unplayed cards."""

    hands: tuple[int, ...]
    tally: tuple[int, ...]
    """Tricks taken by each seat."""
    due: int
    """The seat that plays next."""
    trick: Trick = ()
    trump: str = ""
    """Suit letter, empty for none."""
    ranking: Ranking = PRINTED

    @property
    def trump_number(self) -> int:
        """The trump suit's number, -1 for none."""
        return SUITS.index(self.trump) if self.trump else -1


class OpenMoment(NamedTuple):
    """The cards just before one of them was played."""

    seq: int
    """The entry that played it."""
    played: Played
    at: OpenCards
    state: State
    """The game in that moment."""


class OpenDeal(NamedTuple):
    """One deal, or one round of a deal in which hands are taken up anew."""

    moments: tuple[OpenMoment, ...]
    """Before each play, the first one first."""
    is_whole: bool
    """Whether it is over, and every card of every hand was seen."""
    is_over: bool
    """Whether it was played to its end."""
    after: State
    """The game after its last entry."""


def opened(record: Record) -> Iterator[OpenDeal]:
    """Each deal or round in which a card was played, the oldest first."""
    for steps in deals(record):
        before = record.before(steps[0].seq)
        begun: list[tuple[Step, State]] = []
        taken = 0
        for step in steps:
            count = sum(before.tabletop().tally)
            if count < taken and begun:
                yield from _opened(begun, is_over=True)
                begun = []
            taken = count
            begun.append((step, before))
            before = step.after
        is_over = record.state.status != "playing" or steps[-1].seq < _newest(record)
        yield from _opened(begun, is_over)


def _newest(record: Record) -> int:
    return record.last.seq if record.last else 0


def _opened(steps: Sequence[tuple[Step, State]], is_over: bool) -> Iterator[OpenDeal]:
    seats = len(steps[-1][0].after.tabletop().tally)
    hands = [0] * seats
    moments: list[OpenMoment] = []
    for step, before in reversed(steps):
        match step.entry:
            case Played(seat, card):
                hands[seat] |= card.bit
                table = before.tabletop()
                due = before.next.seat
                at = OpenCards(
                    tuple(hands),
                    table.tally,
                    seat if due is None else due,
                    table.trick,
                    table.trump,
                    table.ranking,
                )
                moments.append(OpenMoment(step.seq, step.entry, at, before))
            case Shown(int(seat), card):
                hands[seat] |= card.bit
    if moments:
        moments.reverse()
        sizes = {hand.bit_count() for hand in moments[0].at.hands}
        yield OpenDeal(tuple(moments), is_over and len(sizes) == 1, is_over, steps[-1][0].after)
