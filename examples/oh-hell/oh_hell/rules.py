"""Oh Hell: say how many tricks you will take, and take exactly that many. The rules.

Each deal has a card more than the one before, up to the longest, and then a card less each time.
The dealer turns up the next card: its suit is trump. Everybody bids in turn, the dealer last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from oh_hell.position import OhHellDeal, Position, What
from tricktable.rules.game import Offer
from tricktable.rules.options import number_in
from tricktable.rules.trick_game import TrickGame, replaced
from tricktable.rules.values import Chosen, JsonValue
from tricktable.rules.verdicts import Finding, Viewpoint

BONUS: Final = 10
"""For whoever takes as many tricks as bid."""


@dataclass(frozen=True)
class OhHell(TrickGame):
    """One moment of a game."""

    TURNS_UP = True

    phase: What = "deal"
    longest: int = 7
    """Cards in each hand of the longest deal."""
    hook: bool = True
    """The dealer may not make the bids add up to the number of tricks."""
    bids: tuple[int | None, ...] = ()
    deals: tuple[OhHellDeal, ...] = ()

    @property
    def of_deals(self) -> int:
        """How many deals are played: 1, 2 … the longest … 2, 1."""
        return 2 * self.longest - 1

    @property
    def cards(self) -> int:
        """How many cards each hand of the running deal has, or of the next one."""
        number = len(self.deals) + 1
        return min(number, 2 * self.longest - number)

    @property
    def trump(self) -> int:
        """The number of the trump suit; -1 for none."""
        return -1 if self.turned is None else self.turned.suit

    # --- entries -----------------------------------------------------------------------------

    def begun(self) -> OhHell:
        """The dealer turns a card up."""
        nobody = (None,) * self.seats
        return self.having(phase="turn_up", due=self.dealer, size=self.cards, bids=nobody)

    def turned_up(self) -> OhHell:
        """Everybody bids, from the dealer's left."""
        return self.having(phase="bid", due=self.after(self.dealer))

    def said(self, seat: int, _topic: str, value: JsonValue) -> OhHell:
        """Somebody bids."""
        phase: What = "play" if seat == self.dealer else "bid"
        return self.having(phase=phase, due=self.after(seat), bids=replaced(self.bids, seat, value))

    def scored(self) -> OhHell:
        """A point a trick, and ten more for whoever took what was bid."""
        bids = tuple(bid or 0 for bid in self.bids)
        gains = tuple(
            taken + BONUS * (taken == bid) for taken, bid in zip(self.tally, bids, strict=True)
        )
        after = self.next_deal(OhHellDeal(self.dealer, self.cards, bids, self.tally, gains))
        return after.over() if len(after.deals) == self.of_deals else after

    # --- what it means -----------------------------------------------------------------------

    def offers(self) -> tuple[Offer, ...]:
        """The deal, and the bids that are open."""
        if self.phase == "bid":
            return (Offer("bid", (self.due,), self._open_bids()),)
        return super().offers()

    def _open_bids(self) -> tuple[int, ...]:
        """What may be bid now: by the hook not what makes all bids together come out even."""
        every = range(self.size + 1)
        if not self.hook or self.due != self.dealer:
            return tuple(every)
        even = self.size - sum(bid for bid in self.bids if bid is not None)
        return tuple(bid for bid in every if bid != even)

    def position(self, _: Sequence[Finding], __: Viewpoint) -> Position:
        """Bids, points and the deals so far: nothing of it is secret."""
        return Position(
            what=self.phase,
            cards=self.cards if self.phase != "over" else 0,
            of_deals=self.of_deals,
            dealer=self.dealer if self.dealer >= 0 else None,
            turned=self.lies.code if self.lies else None,
            bids=self.bids if self.runs else (None,) * self.seats,
            totals=self.totals,
            deals=self.deals,
        )


def start(players: int, options: Chosen) -> OhHell:
    """The state before the first deal, of one card each."""
    longest = number_in(options, "longest")
    return OhHell(players, size=1, longest=longest, hook=options["hook"] == "yes")
