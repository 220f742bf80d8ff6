"""Finished deals with all hands open, moment by moment, as the table itself has seen every card.

A hand at any moment is what its seat laid or showed later. No scan of a hand is read for it: what
stayed face down to the end is nobody's business, and a deal with such cards has no open hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from tricktable.rules.cards import Card, cards_in
from tricktable.rules.entries import Played, Shown
from tricktable.rules.game import State
from tricktable.rules.hands import deals
from tricktable.rules.position import Common
from tricktable.rules.ranking import LETTERS, PRINTED, Ranking
from tricktable.rules.record import Record, Step
from tricktable.rules.tricks import Trick, playable, winner


class Bans(NamedTuple):
    """Cards that a hand plays too early as long as it may play another. Masks, but the opening."""

    led: int = 0
    """Too early to lead while all of `breaks` are in hands."""
    breaks: int = 0
    first: int = 0
    """Too early in the first trick."""
    opening: Card | None = None
    """The only card for the first lead."""


NO_BANS: Final = Bans()


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
    exempt: int = 0
    """The cards that may be played though the suit led could be followed, as a mask."""
    top: Card | None = None
    """A card that takes any trick, whatever suit it is of."""
    early: Bans = NO_BANS

    @property
    def trump_number(self) -> int:
        """The trump suit's number, -1 for none."""
        return LETTERS.index(self.trump) if self.trump else -1

    def taker(self, trick: Trick) -> int:
        """The seat whose card takes this trick."""
        if self.top is not None:
            for seat, card in trick:
                if card == self.top:
                    return seat
        return winner(trick, self.trump_number, self.ranking)

    def legal(self) -> list[Card]:
        """The cards that the seat whose turn it is may lay."""
        may = playable(self.hands[self.due], self.trick, self.ranking, self.exempt)
        led, _, first, opening = self.early
        is_first = not any(self.tally)
        if is_first and not self.trick and opening is not None and may & opening.bit:
            return [opening]
        banned = 0
        if self.trick and is_first:
            banned = first
        elif not self.trick and self.is_unbroken:
            banned = led
        return [*cards_in(may & ~banned or may)]

    @property
    def is_unbroken(self) -> bool:
        """Whether no card has been played yet that lets those be led that were too early."""
        breaks = self.early.breaks
        return sum(self.hands) & breaks == breaks

    def after(self, card: Card) -> OpenCards:
        """The next moment, once the seat whose turn it is has laid this card."""
        hands = (
            *self.hands[: self.due],
            self.hands[self.due] ^ card.bit,
            *self.hands[self.due + 1 :],
        )
        trick = (*self.trick, (self.due, card))
        if len(trick) < len(hands):
            return self._replace(hands=hands, trick=trick, due=(self.due + 1) % len(hands))
        taker = self.taker(trick)
        tally = (*self.tally[:taker], self.tally[taker] + 1, *self.tally[taker + 1 :])
        return self._replace(hands=hands, trick=(), due=taker, tally=tally)

    def seated(self, order: Sequence[int]) -> OpenCards:
        """The same with these seats alone, in the order of their turns, numbered from 0."""
        number = {seat: at for at, seat in enumerate(order)}
        return self._replace(
            hands=tuple(self.hands[seat] for seat in order),
            tally=tuple(self.tally[seat] for seat in order),
            due=number[self.due],
            trick=tuple((number[seat], card) for seat, card in self.trick),
        )


class OpenMoment(NamedTuple):
    """The cards just before one of them was played."""

    seq: int
    """The entry that played it."""
    played: Played
    at: OpenCards
    state: State
    """The game in that moment."""
    taker: int | None
    """Who took the trick that the card completed; None if it went on."""


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
        is_over = steps[-1].after.next.what in Common.BETWEEN or steps[-1].seq < _newest(record)
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
                    table.exempt,
                )
                after = step.after
                taker = None if after.trick else after.tabletop().last_winner
                moments.append(OpenMoment(step.seq, step.entry, at, before, taker))
            case Shown(int(seat), card):
                hands[seat] |= card.bit
    if moments:
        moments.reverse()
        # Who sits a deal out has no cards in it.
        sizes = {hand.bit_count() for hand in moments[0].at.hands if hand}
        yield OpenDeal(tuple(moments), is_over and len(sizes) == 1, is_over, steps[-1][0].after)


def unfollowed(moments: Iterable[OpenMoment], seat: int, suits: Sequence[int]) -> frozenset[int]:
    """The suits that this seat has not followed in these moments, if cards are of these suits."""
    return frozenset(
        suits[each.at.trick[0][1]]
        for each in moments
        if each.played.seat == seat
        and each.at.trick
        and suits[each.played.card] != suits[each.at.trick[0][1]]
        and not each.played.card.bit & each.at.exempt
    )
