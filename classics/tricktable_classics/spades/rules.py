"""Spades: two sides bid how many tricks they take, and spades are trump. The rules and the judge.

The numbered rulings (S1 …) are in docs/spades.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tricktable.rules.cards import SPADES, SUIT_MASKS
from tricktable.rules.game import Offer
from tricktable.rules.options import number_in
from tricktable.rules.trick_game import DECK, NO_BAR, TrickGame, replaced
from tricktable.rules.tricks import Bar
from tricktable.rules.values import Chosen, JsonValue
from tricktable.rules.verdicts import Finding, OwnRule, Viewpoint
from tricktable.text.language import message
from tricktable_classics.spades.position import BLIND, Bid, Deal, Kind, Position, What

SEATS, SIDES, ALL = 4, 2, 13
FOR_TRICK, FOR_NIL, FOR_BLIND, FOR_TEN = 10, 100, 200, -100
BEHIND: Final = 100
"""A side that is so far behind may bid blind (S5)."""
OF_SPADES: Final = SUIT_MASKS[SPADES]
TOO_EARLY: Final = OwnRule("spades")
UNBROKEN: Final = Bar(
    TOO_EARLY, OF_SPADES, DECK & ~OF_SPADES, message("Lead any card but a spade.")
)


@dataclass(frozen=True)
class Spades(TrickGame):
    """One moment of a game."""

    phase: What = "deal"
    sides: int = SIDES
    until: int = 500
    limit: int | None = None
    """A side that has so few points has lost."""
    counts_bags: bool = True
    """Ten bags cost 100 points."""
    must_break: bool = True
    nil: bool = True
    blind: str = "no"
    nil_helps: bool = True
    """The tricks of a nil that failed count for the partner's bid."""
    bids: tuple[Bid | None, ...] = (None,) * SEATS
    deals: tuple[Deal, ...] = ()

    @property
    def trump(self) -> int:
        """Spades."""
        return SPADES

    @property
    def is_broken(self) -> bool:
        """Whether spades may be led (S7)."""
        return not self.must_break or bool(self.gone & OF_SPADES)

    @property
    def bar(self) -> Bar:
        """No spades are led before they are broken."""
        return NO_BAR if self.trick or self.is_broken else UNBROKEN

    # --- entries -----------------------------------------------------------------------------

    def begun(self) -> Spades:
        """Everybody bids, from the dealer's left."""
        return self.having(phase="bid", due=self.after(self.dealer), bids=(None,) * SEATS)

    def said(self, seat: int, _topic: str, value: JsonValue) -> Spades:
        """Somebody bids."""
        phase: What = "play" if seat == self.dealer else "bid"
        return self.having(phase=phase, due=self.after(seat), bids=replaced(self.bids, seat, value))

    def _open_bids(self) -> tuple[Bid, ...]:
        """Partners bid no more than all tricks together (S3)."""
        partner = self.bids[self.after(self.due, 2)]
        most = ALL - (partner if isinstance(partner, int) else 0)
        numbers = tuple(range(0 if self.nil else 1, most + 1))
        mine = self.due % SIDES
        behind = self.totals[1 - mine] - self.totals[mine]
        if self.blind == "yes" or (self.blind == "behind" and behind >= BEHIND):
            return (*numbers, BLIND)
        # Where nil is not played, a partner of somebody who bids everything bids nothing.
        return numbers or (0,)

    def scored(self) -> Spades:
        """The bids of both sides, their bags, and whether one of them has won (S4, S6, S8)."""
        terms = tuple(tuple(self._terms(side)) for side in range(SIDES))
        bags = tuple((self.bags[side] + self._overtricks(side)) % 10 for side in range(SIDES))
        gains = tuple(sum(points for _, points in each) for each in terms)
        bids = tuple(bid if bid is not None else 0 for bid in self.bids)
        after = self.next_deal(Deal(bids, self.tally, bags, gains, terms))
        most, least = max(after.totals), min(after.totals)
        has_lost = self.limit is not None and least <= self.limit
        is_over = (most >= self.until or has_lost) and most != least
        return after.over() if is_over else after

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

    def offers(self) -> tuple[Offer, ...]:
        """The deal, and the bids that are open."""
        if self.phase == "bid":
            return (Offer("bid", (self.due,), self._open_bids()),)
        return super().offers()

    def position(self, _: Sequence[Finding], __: Viewpoint) -> Position:
        """Bids, bags and points: nothing of it is secret."""
        return Position(
            what=self.phase,
            dealer=self.dealer if self.dealer >= 0 else None,
            bids=self.bids if self.runs else (None,) * SEATS,
            broken=self.is_broken,
            bags=self.bags,
            totals=self.totals,
            deals=self.deals,
        )


def start(_: int, options: Chosen) -> Spades:
    """The state before the first deal."""
    return Spades(
        SEATS,
        until=number_in(options, "until"),
        limit=-200 if options["limit"] == "200" else None,
        counts_bags=options["bags"] == "ten",
        must_break=options["broken"] == "yes",
        nil=options["nil"] == "yes",
        blind=str(options["blind"]),
        nil_helps=options["failed_nil"] == "helps",
    )
