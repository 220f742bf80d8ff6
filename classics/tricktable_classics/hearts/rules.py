"""Hearts: take no hearts and not the queen of spades, or all of them. The rules and the judge.

The numbered rulings (H1 …) are in docs/hearts.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tricktable.rules.cards import BY_CODE, CLUBS, HEARTS, SUIT_MASKS, Card, cards_in, mask
from tricktable.rules.passing import PassingGame
from tricktable.rules.trick_game import DECK
from tricktable.rules.tricks import Bans
from tricktable.rules.values import HouseRules
from tricktable_classics.hearts.position import Deal, NextStep, Position

QUEEN, JACK = BY_CODE["QS"].bit, BY_CODE["JD"].bit
OF_HEARTS: Final = SUIT_MASKS[HEARTS]
PENALTIES: Final = OF_HEARTS | QUEEN
ALL: Final = 26
"""The points of all penalties together."""
FOR_QUEEN, FOR_JACK = 13, -10
REMOVED: Final = {3: ("2D",), 5: ("2D", "2C")}
"""By the number of players, the cards that are left out (H1)."""
DIRECTIONS: Final = {3: (1, 2, 0), 4: (1, 3, 2, 0), 5: (1, 4, 0)}
"""By the number of players, how many seats to the left cards are passed in turn (H2)."""


@dataclass(frozen=True)
class Hearts(PassingGame):
    """One moment of a game."""

    POSITION = Position
    FEWEST_WIN = True  # or those who share them (H8)

    phase: NextStep = "deal"
    directions: tuple[int, ...] = (0,)
    breaks: int = OF_HEARTS
    first_trick: str = "clean"
    jack: bool = False
    moon: str = "others"
    deals: tuple[Deal, ...] = ()

    @property
    def opening_card(self) -> Card:
        """The lowest club, which is led first (H1)."""
        return next(cards_in(self.deck & SUIT_MASKS[CLUBS]))

    @property
    def pass_to(self) -> int:
        """How many seats to the left the cards of this deal are passed, or of the next (H2)."""
        return self.directions[len(self.deals) % len(self.directions)]

    @property
    def bans(self) -> Bans:
        """The opening, no penalties in the first trick, no hearts led before they are broken."""
        early = PENALTIES if self.first_trick == "clean" else 0
        return Bans(OF_HEARTS, self.breaks, early, self.opening_card)

    # --- entries -----------------------------------------------------------------------------

    def scored(self) -> Hearts:
        """A point for each heart, 13 for Q♠; or the moon, for whoever has all of them (H6, H7)."""
        moon = next(
            (seat for seat, cards in enumerate(self.taken) if PENALTIES & ~cards == 0), None
        )
        gains = [0] * self.seats if moon is not None else list(self.points)
        if moon is not None and self.moon == "off":
            gains[moon] = -ALL
        elif moon is not None:
            gains = [0 if seat == moon else ALL for seat in range(self.seats)]
        jack = tuple(self.jack and bool(cards & JACK) for cards in self.taken)
        return self.next_deal(
            Deal(
                moon,
                tuple(gain + FOR_JACK * has for gain, has in zip(gains, jack, strict=True)),
                tuple((cards & OF_HEARTS).bit_count() for cards in self.taken),
                tuple(bool(cards & QUEEN) for cards in self.taken),
                jack,
            )
        )

    # --- what it means -----------------------------------------------------------------------

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat has taken in this deal, without the jack."""
        return tuple(
            (cards & OF_HEARTS).bit_count() + FOR_QUEEN * bool(cards & QUEEN)
            for cards in self.taken
        )


def start(players: int, options: HouseRules) -> Hearts:
    """The state before the first deal."""
    deck = DECK & ~mask(BY_CODE[code] for code in REMOVED.get(players, ()))
    turns = {"rotate": DIRECTIONS[players], "left": (1,), "none": (0,)}
    return Hearts(
        players,
        deck,
        deck.bit_count() // players,
        directions=turns[str(options["pass"])],
        breaks=PENALTIES if options["broken"] == "queen" else OF_HEARTS,
    ).by(options, "until", "first_trick", "jack", "moon")
