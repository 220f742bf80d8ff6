"""What could be known of a moment at one seat: how often a way was open, as the cards might lie.

A layout agrees with what was known there if that seat's own hand and all that was laid are as they
were, and nobody has a card that they would have had to lay. What was said is not weighed. All
layouts are looked at if they are few, else some are drawn by chance.

Known are also cards that were shown or lie open, what the seat itself has passed or put away, and
suits where the backs tell them. A card that all saw taken up is in that hand, or was put away.
Hands of a later round are hidden from everybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Final, NamedTuple

from tricktable.rules.cards import Card, cards_in, mask
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Moved, Played, Shown
from tricktable.rules.game import State
from tricktable.rules.hands import newest_deal
from tricktable.rules.position import Common
from tricktable.rules.record import Record
from tricktable.rules.review.layouts import Layout, Layouts
from tricktable.rules.review.open_cards import OpenCards, barred_cards
from tricktable.rules.review.playout import Outlook, Playout, playout_from
from tricktable.rules.review.review import Clock, IsLate, seen_by
from tricktable.rules.review.rounds import SharedWin
from tricktable.rules.review.sides import Sides

FEW: Final = 200
"""The most layouts that are all searched."""
SAMPLE: Final = 60
"""Of more layouts, this many are: with them a share is known to 6 in 100 or better."""


class SeatOutlook(NamedTuple):
    """What the layouts say that agreed with all that was known at a seat."""

    layouts: int
    """How many there were …"""
    tried: int
    """… and how many were looked at."""
    unknown: int
    """Of how many of these there was no time to find out."""
    won: int = 0
    """In how many a way to win was open, where all win together."""
    points: tuple[int, ...] = ()
    """Else what a side would have made in each, the fewest first …"""
    side: tuple[int, ...] = ()
    """… and its seats."""

    @property
    def is_exact(self) -> bool:
        """Whether every layout was looked at."""
        return self.tried == self.layouts

    @property
    def error(self) -> float:
        """The standard error of the share that was won, from 0 to 1; 0 if it is exact."""
        if self.is_exact:
            return 0.0
        # Add two of each, or a sample that was always won would claim to be certain.
        size, share = self.tried + 4, (self.won + 2) / (self.tried + 4)
        return sqrt(share * (1 - share) / size)


def seat_outlook(
    record: Record, seq: int, seat: int, chance: Chance, clock: Clock, is_late: IsLate
) -> SeatOutlook | None:
    """What could be known at this seat after entry `seq`; None if nothing can be told of that."""
    told = [*seat_outlooks(record, seq, seat, chance, clock, is_late)]
    return told[-1] if told else None


def seat_outlooks(
    record: Record, seq: int, seat: int, chance: Chance, clock: Clock, is_late: IsLate
) -> Iterator[SeatOutlook]:
    """The same before a layout has been looked at, and after each; the last one is the answer.

    None where no card is due, where not all hands are known by now, at a seat that nobody sits at,
    and at one that passed or put away cards which the record does not name; and if no layout
    agrees, as after a revoke.
    """
    made = playout_from(record, seq)
    if made is None or made.at is None or seat >= record.header.players:
        return
    beside = record.header.deck & ~sum(sum(start.hands) for start in made.starts)
    moved = moved_cards(made.record)
    known = moved.seen_by(seat, beside)
    if known is None:
        return
    hidden = _HiddenCards(made, made.at, seat, known, moved.loose, beside)
    layouts = hidden.layouts()
    there = layouts.count()
    if not there:
        return
    side = tuple(sorted(made.goal.side)) if isinstance(made.goal, Sides) else ()
    won = unknown = 0
    points: list[int] = []
    yield SeatOutlook(there, 0, 0, side=side)
    for tried, layout in enumerate(_sample(layouts, there, chance), 1):
        if is_late():
            return
        found = made.outlook_if(*hidden.with_layout(layout), chance, clock)
        won += found.can_be_won is True
        if found.points is not None and isinstance(made.goal, Sides):
            points.append(made.goal.counts.spoken_number(found.points))
        unknown += found == Outlook()
        yield SeatOutlook(there, tried, unknown, won, tuple(sorted(points)), side)


def _sample(layouts: Layouts, there: int, chance: Chance) -> list[Layout]:
    """Those to look at, in any order: time may run out."""
    if there > FEW:
        return [layouts.draw(chance) for _ in range(SAMPLE)]
    every = [*layouts]
    chance.shuffle(every)
    return every


class MovedCards(NamedTuple):
    """What became of cards in the newest deal that were not played."""

    shown: int
    """Those that everybody knows where they are, as a mask."""
    loose: Mapping[Card, int]
    """Those that all have seen, and the seat that has them unless it put them away."""
    away: Counter[int]
    """How many cards each seat has put away, or as many as it took up if the record is silent …"""
    passed: Counter[int]
    """… and how many it gave to others."""
    named: Mapping[int, int]
    """Of both, those that the record names, as masks by seat."""

    def seen_by(self, seat: int, beside: int) -> int | None:
        """What this seat knows of other places, as a mask; None if the record does not say it."""
        own, away, there = self.named.get(seat, 0), self.away[seat], beside.bit_count()
        if sum(self.away.values()) > there:
            return None
        if own.bit_count() == away + self.passed[seat]:
            return self.shown | own
        return self.shown | beside if away == there and not self.passed[seat] else None


def moved_cards(record: Record) -> MovedCards:
    """Those of the newest deal."""
    table, shown, loose = record.state.tabletop(), 0, dict[Card, int]()
    out, taken, passed, named = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    given_to, before = record.header.rules.deal.taken_up, record.header.start()
    for step in newest_deal(record):
        match step.entry:
            case Played(seat) if before.next.what != Common.PLAY:
                # The table was told nothing of the cards that were put away before this one.
                out[seat] += _due_discards(before, seat)
            case Shown(_, card):
                shown |= card.bit
            case Moved(seat, source, target, number, cards):
                if source == "hand":
                    out[seat] += number
                    named[seat] |= mask(cards or ())
                    loose |= dict.fromkeys(cards_in(shown), seat)
                    shown = 0
                elif target == "hand":
                    taken[seat] += number
                for giver in given_to(step.entry, step.after):
                    passed[giver] = out.pop(giver, 0)
        before = step.after
    shown |= table.dummy.cards if table.dummy else 0
    return MovedCards(shown, loose, out | taken, passed, named)


def _due_discards(state: State, seat: int) -> int:
    """How many cards the seat puts away before it may play; 0 if it puts away none."""
    for each in state.offers():
        if each.what == "hand>discard" and seat in each.seats:
            number = each.values[0]
            assert isinstance(number, int)
            return number
    return 0


class _HiddenCards:
    """The cards that a seat does not see, and where they may be: other hands, and beside them."""

    def __init__(
        self,
        made: Playout,
        at: OpenCards,
        seat: int,
        known: int,
        loose: Mapping[Card, int],
        beside: int,
    ) -> None:
        self._at, self._goal, self._starts = at, made.goal, made.starts
        self._others = [number for number in range(len(at.hands)) if made.seat(number) != seat]
        self._later = [
            (number, hand)
            for number in range(made.round + 1, len(self._starts))
            for hand in range(len(self._starts[number].hands))
        ]
        places = [
            *(at.hands[number] for number in self._others),
            *(self._starts[number].hands[hand] for number, hand in self._later),
            beside,
        ]
        self._known = [place & known for place in places]
        self._places = [place & ~known for place in places]
        deck = made.record.header.deck
        so_far = [
            each._replace(at=seen_by(each.at, self._goal))
            for each in made.deals[made.round].moments
            if each.seq <= made.record.seq
        ]
        by_seat, last = barred_cards(so_far, deck), len(places) - 1
        self._barred = [by_seat.get(made.seat(number), 0) for number in self._others]
        self._barred += [0] * (len(places) - len(self._others))
        for card, holder in loose.items():  # it is in that hand, or beside
            holding = [at for at, number in enumerate(self._others) if made.seat(number) == holder]
            for place in range(last if holding else 0):
                self._barred[place] |= 0 if place in holding else card.bit

    def layouts(self) -> Layouts:
        room = [place.bit_count() for place in self._places]
        shows = isinstance(self._goal, SharedWin) and self._goal.shows_suits
        backs = self._places if shows else ()
        hidden = sum(self._places)
        return Layouts.of(hidden, room, self._barred, backs, self._at.ranking.masks)

    def with_layout(self, layout: Layout) -> tuple[OpenCards, SharedWin | Sides, list[OpenCards]]:
        """The moment, the goal, and the beginning of each round, if the cards lie like this."""
        lies = [mask(cards) | known for cards, known in zip(layout, self._known, strict=True)]
        hands, goal, starts = list(self._at.hands), self._goal, list(self._starts)
        for number, cards in zip(self._others, lies, strict=False):
            hands[number] = cards
        for (number, hand), cards in zip(self._later, lies[len(self._others) :], strict=False):
            there = list(starts[number].hands)
            there[hand] = cards
            starts[number] = starts[number]._replace(hands=tuple(there))
        if isinstance(goal, SharedWin) and goal.apart:
            goal = goal._replace(apart=frozenset(card.suit for card in cards_in(lies[-1])))
        return self._at._replace(hands=tuple(hands)), goal, starts
