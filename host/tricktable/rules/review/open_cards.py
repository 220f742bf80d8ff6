"""Finished deals with all hands open, moment by moment, as the table itself has seen every card.

A hand at any moment is what its seat laid or showed later. No scan of a hand is read for it: what
stayed face down to the end is nobody's business, and a deal with such cards has no open hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tricktable.rules.cards import Card, cards_in, mask
from tricktable.rules.entries import Played, Shown
from tricktable.rules.game import State
from tricktable.rules.hands import deals
from tricktable.rules.position import Common
from tricktable.rules.ranking import LETTERS, PRINTED, Ranking
from tricktable.rules.record import Record, Step
from tricktable.rules.tricks import NO_BANS, Bans, Trick, next_seat, winner
from tricktable.rules.verdicts import HEAD, OVERTRUMP, TRUMP, OwnRule

DUTIES: Final = frozenset({HEAD, TRUMP, OVERTRUMP})
NO_DUTIES: Final = frozenset[OwnRule]()


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
    duties: frozenset[OwnRule] = NO_DUTIES
    """Those of `DUTIES` that hold."""

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
        hand = may = self.hands[self.due]
        for cards, others in self.bars():
            if hand & others:
                may = may & ~cards or may
        return [*cards_in(may)]

    def bars(self) -> Iterator[tuple[int, int]]:
        """Cards that may not be laid now by a hand that has any of some others, both as masks."""
        led, _, first, opening = self.early
        is_first = not any(self.tally)
        if not self.trick:
            if is_first and opening is not None:
                yield ~opening.bit, opening.bit
            if self.is_unbroken:
                yield led, ~led
            return
        suit = self.ranking.masks[self.ranking.suits[self.trick[0][1]]]
        yield ~suit & ~self.exempt, suit
        yield from self._barred_by_duty(suit)
        if is_first:
            yield first & ~suit, ~first & ~suit

    def _barred_by_duty(self, suit: int) -> Iterator[tuple[int, int]]:
        """The same of the duties alone; not all games have some."""
        if not self.duties:
            return
        _, _, heights, masks = self.ranking
        trump = masks[self.trump_number] & ~suit if self.trump else 0
        if TRUMP in self.duties:
            yield ~trump & ~suit, trump
        best = dict(self.trick)[self.taker(self.trick)]
        for duty, cards in ((HEAD, suit), (OVERTRUMP, trump)):
            if duty in self.duties and best.bit & cards:
                higher = mask(card for card in cards_in(cards) if heights[card] > heights[best])
                yield cards & ~higher, higher

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
            due = next_seat(trick, len(hands))  # somebody may have laid a card out of turn
            return self._replace(hands=hands, trick=trick, due=due)
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


def open_deals(record: Record) -> Iterator[OpenDeal]:
    """Each deal or round in which a card was played, the oldest first."""
    for steps in deals(record):
        before = record.before(steps[0].seq)
        begun: list[tuple[Step, State]] = []
        taken = 0
        for step in steps:
            count = sum(before.tabletop().tally)
            if count < taken and begun:
                yield from _open_deals(begun, is_over=True)
                begun = []
            taken = count
            begun.append((step, before))
            before = step.after
        is_over = steps[-1].after.next.what in Common.BETWEEN or steps[-1].seq < _newest(record)
        yield from _open_deals(begun, is_over)


def _newest(record: Record) -> int:
    return record.last.seq if record.last else 0


def _open_deals(steps: Sequence[tuple[Step, State]], is_over: bool) -> Iterator[OpenDeal]:
    seats = len(steps[-1][0].after.tabletop().tally)
    hands = [0] * seats
    moments: list[OpenMoment] = []
    duties = duties_in(before for _, before in steps)
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
                    early=table.bans,
                    duties=duties,
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


def duties_in(states: Iterable[State]) -> frozenset[OwnRule]:
    """The duties that hold in these moments of a deal."""
    return DUTIES & {bar.rule for state in states for bar in state.tabletop().bars}


def barred_cards(moments: Iterable[OpenMoment], deck: int) -> Mapping[int, int]:
    """By seat, the cards that it cannot have by what it laid in these moments, as masks.

    They begin with the deal, whose cards are this deck. Hands are not looked at.
    """
    found, left = defaultdict[int, int](int), deck
    for each in moments:
        seat, card = each.played
        for cards, others in each.at._replace(hands=(left,)).bars():
            if card.bit & cards:
                found[seat] |= others & deck
        left &= ~card.bit
    return found
