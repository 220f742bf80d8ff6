"""Spades: two sides bid how many tricks they take, and spades are trump. The rules and the judge.

The numbered rulings (S1 …) are in docs/spades.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tricktable.rules.cards import SPADES, SUIT_MASKS
from tricktable.rules.trick_game import TrickGame
from tricktable.rules.tricks import NO_BANS, Bans
from tricktable.rules.values import HouseRules
from tricktable_classics.spades.position import BLIND, Bid, Deal, Kind, NextStep, Position

SEATS, SIDES, ALL = 4, 2, 13
FOR_TRICK, FOR_NIL, FOR_BLIND, FOR_TEN = 10, 100, 200, -100
BEHIND: Final = 100
"""A side that is so far behind may bid blind (S5)."""
OF_SPADES: Final = SUIT_MASKS[SPADES]
UNBROKEN: Final = Bans(OF_SPADES, OF_SPADES)


@dataclass(frozen=True)
class Spades(TrickGame):
    """One moment of a game."""

    POSITION = Position
    FIRST = "bid"

    phase: NextStep = "deal"
    trump: int = SPADES
    sides: int = SIDES
    limit: int | None = None
    """A side that has so few points has lost."""
    counts_bags: bool = True
    """Ten bags cost 100 points."""
    must_break: bool = True
    nil: bool = True
    blind: bool | str = False
    """Whether nil may be bid blind, or `behind` if only by who is far behind."""
    nil_helps: bool = True
    """The tricks of a nil that failed count for the partner's bid."""
    bids: tuple[Bid | None, ...] = ()
    deals: tuple[Deal, ...] = ()

    @property
    def bans(self) -> Bans:
        """No spades are led before they are broken (S7)."""
        return UNBROKEN if self.must_break else NO_BANS

    # --- entries -----------------------------------------------------------------------------

    def values(self) -> tuple[Bid, ...]:
        """Partners bid no more than all tricks together (S3)."""
        if self.phase != "bid":
            return ()
        partner = self.bids[self.after(self.due, 2)]
        most = ALL - (partner if isinstance(partner, int) else 0)
        numbers = tuple(range(0 if self.nil else 1, most + 1))
        mine = self.due % SIDES
        behind = self.totals[1 - mine] - self.totals[mine]
        if self.blind is True or (self.blind == "behind" and behind >= BEHIND):
            return (*numbers, BLIND)
        # Where nil is not played, a partner of somebody who bids everything bids nothing.
        return numbers or (0,)

    def scored(self) -> Spades:
        """The bids of both sides, and their bags (S4, S6)."""
        terms = tuple(tuple(self._terms(side)) for side in range(SIDES))
        bags = tuple((self.bags[side] + self._overtricks(side)) % 10 for side in range(SIDES))
        gains = tuple(sum(points for _, points in each) for each in terms)
        bids = tuple(bid if bid is not None else 0 for bid in self.bids)
        return self.next_deal(Deal(bids, self.tally, bags, gains, terms))

    @property
    def is_decided(self) -> bool:
        """Whether one side has won, or lost by as much as it may: never both (S8)."""
        most, least = max(self.totals), min(self.totals)
        has_lost = self.limit is not None and least <= self.limit
        return (most >= self.until or has_lost) and most != least

    def _terms(self, side: int) -> Iterator[tuple[Kind, int]]:
        bid = self._bid(side)
        over = self._overtricks(side)
        if bid:
            made = self._tricks(side) >= bid
            yield "bid", FOR_TRICK * bid if made else -FOR_TRICK * bid
        for seat in (side, side + SIDES):
            if self.bids[seat] in (0, BLIND):
                kind: Kind = "blind" if self.bids[seat] == BLIND else "nil"
                points = FOR_BLIND if kind == "blind" else FOR_NIL
                yield kind, -points if self.tally[seat] else points
        if over:
            yield "bags", over
        if self.counts_bags and self.bags[side] + over >= 10:
            yield "ten", FOR_TEN * ((self.bags[side] + over) // 10)

    def _bid(self, side: int) -> int:
        return sum(bid for bid in self.bids[side::SIDES] if isinstance(bid, int))

    def _tricks(self, side: int) -> int:
        """Those that count for the side's bid (S4)."""
        seats = range(side, SEATS, SIDES)
        return sum(
            self.tally[seat]
            for seat in seats
            if self.nil_helps or self.bids[seat] not in (0, BLIND)
        )

    def _overtricks(self, side: int) -> int:
        """The bags of this deal: tricks beyond a bid that was made, and those that help nobody."""
        tricks, bid = self._tricks(side), self._bid(side)
        helps_nobody = sum(self.tally[side::SIDES]) - tricks
        return max(tricks - bid, 0) + helps_nobody

    # --- what it means -----------------------------------------------------------------------

    @property
    def bags(self) -> tuple[int, ...]:
        """By side, those that are not yet ten."""
        return self.deals[-1].bags if self.deals else (0,) * SIDES


def start(_: int, options: HouseRules) -> Spades:
    """The state before the first deal."""
    return Spades(
        SEATS,
        limit=-200 if options["limit"] == "200" else None,
        counts_bags=options["bags"] == "ten",
        must_break=options["broken"] == "yes",
        nil_helps=options["failed_nil"] == "helps",
    ).by(options, "until", "nil", "blind")
