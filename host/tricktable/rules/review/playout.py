"""A finished deal played on from one of its moments as it might have been, all hands by one person.

The rules of the game judge each card. What the search knows of a moment is told only to whoever
asks: whether it can still be won, or what a side would make, and one card that leads there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tricktable.rules.cards import Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Played, Shown
from tricktable.rules.record import Record
from tricktable.rules.review.open_cards import OpenCards, OpenDeal
from tricktable.rules.review.review import Clock, parts, revokes, seen_by
from tricktable.rules.review.rounds import Earlier, SharedWin, Ways
from tricktable.rules.review.sides import Points, Sides


class Outlook(NamedTuple):
    """What a search knows of a moment."""

    can_be_won: bool | None = None
    """None if time ran out, or where that is not what is played for."""
    points: int | None = None
    """What the side would make in the whole deal; None if time ran out, or without a side."""
    card: Card | None = None
    """One that leads there."""


class Playout:
    """A deal from one moment on. Mutable: cards are laid."""

    def __init__(
        self, record: Record, deals: Sequence[OpenDeal], goal: SharedWin | Sides, seq: int
    ) -> None:
        self.goal, self.deals = goal, deals
        self.record = record.until(seq)
        """The record as it might have been."""
        self.round, moment = next(
            (number, each)
            for number, deal in enumerate(deals)
            for each in deal.moments
            if each.seq > seq
        )
        self.laid: list[Card] = []
        """The cards that were laid."""
        self.at: OpenCards | None = seen_by(moment.at, goal)
        """Who has which cards now; None once the deal is over."""
        self.past = _behind(deals[: self.round])
        self.gained = self._gain_until(seq)
        self._is_broken = any(each <= seq for each in revokes(record))
        self._aside = [
            step.entry
            for step in record.steps()
            if isinstance(step.entry, Shown) and step.entry.seat is None
        ]

    @property
    def due(self) -> int:
        """The seat whose turn it is; -1 once the deal is over."""
        return -1 if self.at is None else self.seat(self.at.due)

    def hands(self) -> dict[int, int]:
        """The cards of each seat that has some, as masks."""
        hands = self.at.hands if self.at else ()
        return {self.seat(number): hand for number, hand in enumerate(hands) if hand}

    def may(self) -> list[Card]:
        """The cards that may be laid."""
        return self.at.legal() if self.at else []

    def lay(self, card: Card) -> bool:
        """Lay it for whoever's turn it is; whether it could be."""
        if self.at is None or card not in self.at.legal():
            return False
        self.record.add(Played(self.due, card))
        self.laid.append(card)
        trick = (*self.at.trick, (self.at.due, card))
        self.at = self.at.after(card)
        if isinstance(self.goal, Sides):
            if not self.at.trick:
                self.gained += self.goal.seated().gain(trick, self.at.due)
            if not any(self.at.hands) and not self.at.trick:
                self.at = None
        elif not self.at.trick and not any(hand & (hand - 1) for hand in self.at.hands):
            self._keep(self.at)
        return True

    def outlook(self, chance: Chance, clock: Clock) -> Outlook:
        """What a search finds out about this moment."""
        if self.at is None:
            return Outlook()
        if self._is_broken and isinstance(self.goal, SharedWin):
            return Outlook(can_be_won=False)
        return self.outlook_if(self.at, self.goal, self.starts, chance, clock)

    @property
    def starts(self) -> list[OpenCards]:
        """The beginning of each round."""
        return [deal.moments[0].at for deal in self.deals]

    def outlook_if(
        self,
        at: OpenCards,
        goal: SharedWin | Sides,
        starts: Sequence[OpenCards],
        chance: Chance,
        clock: Clock,
    ) -> Outlook:
        """The same if the cards lay like this, this were the goal, and rounds began so."""
        if isinstance(goal, Sides):
            return self._of_side(at, goal.seated(), clock)
        is_there, way = Ways(goal, starts, chance).find(at, self.past, clock())
        first = next((each.card for each in way if isinstance(each, Played)), None)
        return Outlook(is_there, card=first)

    def _of_side(self, at: OpenCards, goal: Sides, clock: Clock) -> Outlook:
        points, is_late, found = Points(goal), clock(), dict[Card, int]()
        for card in at.legal():
            after = at.after(card)
            full = (*at.trick, (at.due, card))
            gain = 0 if after.trick else goal.gain(full, after.due)
            left = points.of(after, is_late) if any(after.hands) or after.trick else 0
            if left is None:
                return Outlook()
            found[card] = self.gained + gain + left
        pick = max if at.due in goal.side else min
        best = pick(found, key=found.__getitem__)
        return Outlook(points=found[best], card=best)

    def _keep(self, at: OpenCards) -> None:
        """Each hand shows the card that it keeps; the next round begins, if there is one."""
        for seat, hand in enumerate(at.hands):
            self.record.add(Shown(seat, next(cards_in(hand))))
        self.past = _with(self.past, at)
        self.round += 1
        if self.round < len(self.deals):
            self.at = self.deals[self.round].moments[0].at._replace(due=at.due)
            return
        for each in self._aside:
            self.record.add(each)
        self.at = None

    def seat(self, number: int) -> int:
        """The seat of the hand with this number at this moment."""
        order = self.goal.order if isinstance(self.goal, Sides) else ()
        return order[number] if order else number

    def _gain_until(self, seq: int) -> int:
        if not isinstance(self.goal, Sides):
            return 0
        return self.goal.already + sum(
            self.goal.gain((*each.at.trick, (each.played.seat, each.played.card)), each.taker)
            for each in self.deals[0].moments
            if each.seq <= seq and each.taker is not None
        )


def playout_from(record: Record, seq: int, laid: Iterable[Card] = ()) -> Playout | None:
    """The attempt after entry `seq` with these cards laid, as far as they may be.

    None where no card is due, or where not all hands are known.
    """
    for part in parts(record):
        if part.deals and part.deals[-1].moments[-1].seq > seq:
            if part.shut or not isinstance(part.goal, (SharedWin, Sides)):
                return None
            made = Playout(record, part.deals, part.goal, seq)
            if made.record.state.next.what != "play":
                return None
            for card in laid:
                if not made.lay(card):
                    break
            return made
    return None


def _behind(deals: Sequence[OpenDeal]) -> Earlier:
    past = Earlier()
    for deal in deals:
        last = deal.moments[-1]
        past = _with(past, last.at._replace(due=last.played.seat).after(last.played.card))
    return past


def _with(past: Earlier, end: OpenCards) -> Earlier:
    suits = {next(cards_in(hand)).suit for hand in end.hands}
    return Earlier((*past.tallies, end.tally), past.kept | suits)
