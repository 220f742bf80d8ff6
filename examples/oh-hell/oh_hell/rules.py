"""Oh Hell: say how many tricks you will take, and take exactly that many. The rules.

Each deal has a card more than the one before, up to the longest, and then a card less each time.
The dealer turns up the next card: its suit is trump. Everybody bids in turn, the dealer last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from oh_hell.position import NextStep, OhHellDeal, Position
from tricktable.rules.options import number_in
from tricktable.rules.trick_game import TrickGame
from tricktable.rules.values import HouseRules

BONUS: Final = 10
"""For whoever takes as many tricks as bid."""


@dataclass(frozen=True)
class OhHell(TrickGame):
    """One moment of a game."""

    POSITION = Position
    TURNS_UP = True
    FIRST = "bid"

    phase: NextStep = "deal"
    longest: int = 7
    """Cards in each hand of the longest deal."""
    hook: bool = True
    """The dealer may not make the bids add up to the number of tricks."""
    bids: tuple[int | None, ...] = ()
    deals: tuple[OhHellDeal, ...] = ()

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
        """Hands of another size; the dealer turns a card up, and everybody bids."""
        return super().begun().having(size=self.cards)

    def scored(self) -> OhHell:
        """A point a trick, and ten more for whoever took what was bid."""
        bids = tuple(bid or 0 for bid in self.bids)
        gains = tuple(
            taken + BONUS * (taken == bid) for taken, bid in zip(self.tally, bids, strict=True)
        )
        return self.next_deal(OhHellDeal(self.dealer, self.cards, bids, self.tally, gains))

    # --- what it means -----------------------------------------------------------------------

    def values(self) -> tuple[int, ...]:
        """What may be bid now: by the hook not what makes all bids together come out even."""
        if self.phase != "bid":
            return ()
        every = range(self.size + 1)
        if not self.hook or self.due != self.dealer:
            return tuple(every)
        even = self.size - sum(bid for bid in self.bids if bid is not None)
        return tuple(bid for bid in every if bid != even)


def start(players: int, options: HouseRules) -> OhHell:
    """The state before the first deal, of one card each; then 2 … the longest … 2, 1."""
    longest = number_in(options, "longest")
    return OhHell(players, of_deals=2 * longest - 1).by(options, "longest", "hook")
