"""Hearts: take no hearts and not the queen of spades, or all of them. The rules and the judge.

The numbered rulings (H1 …) are in docs/hearts.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tricktable.rules.cards import BY_CODE, CLUBS, HEARTS, SUIT_MASKS, Card, cards_in, mask
from tricktable.rules.options import number_in
from tricktable.rules.passing import PassingGame
from tricktable.rules.review.open_cards import Bans
from tricktable.rules.trick_game import DECK, NO_BAR
from tricktable.rules.tricks import Bar
from tricktable.rules.values import Chosen
from tricktable.rules.verdicts import Finding, OwnRule, Viewpoint
from tricktable.text.language import message
from tricktable_classics.hearts.position import Deal, Position, What

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
OPENING, POINTS, TOO_EARLY = map(OwnRule, ("opening", "points", "hearts"))

UNBROKEN: Final = Bar(
    TOO_EARLY, OF_HEARTS, DECK & ~OF_HEARTS, message("Lead any card but a heart.")
)


@dataclass(frozen=True)
class Hearts(PassingGame):
    """One moment of a game."""

    FEWEST_WIN = True  # or those who share them (H8)

    phase: What = "deal"
    directions: tuple[int, ...] = (0,)
    until: int = 100
    queen_breaks: bool = False
    clean_start: bool = True
    """No penalty in the first trick."""
    jack: bool = False
    moon_off: bool = False
    """The moon takes 26 off, and gives the others nothing."""
    deals: tuple[Deal, ...] = ()

    @property
    def opening(self) -> Card:
        """The lowest club, which is led first (H1)."""
        return next(cards_in(self.deck & SUIT_MASKS[CLUBS]))

    @property
    def pass_to(self) -> int:
        """How many seats to the left the cards of this deal are passed, or of the next (H2)."""
        return self.directions[len(self.deals) % len(self.directions)]

    @property
    def is_broken(self) -> bool:
        """Whether hearts may be led (H5)."""
        return bool(self.gone & (PENALTIES if self.queen_breaks else OF_HEARTS))

    @property
    def bar(self) -> Bar:
        """The opening, no penalties in the first trick, no hearts led before they are broken."""
        if not self.gone:
            return Bar(OPENING, self.deck & ~self.opening.bit, self.deck)
        if not self.trick:
            return NO_BAR if self.is_broken else UNBROKEN
        if any(self.tally) or not self.clean_start:
            return NO_BAR
        return Bar(POINTS, PENALTIES, DECK & ~PENALTIES & ~SUIT_MASKS[self.trick[0][1].suit])

    @property
    def early(self) -> Bans:
        """The same for a whole deal."""
        breaks = PENALTIES if self.queen_breaks else OF_HEARTS
        return Bans(OF_HEARTS, breaks, PENALTIES if self.clean_start else 0, self.opening)

    # --- entries -----------------------------------------------------------------------------

    def scored(self) -> Hearts:
        """A point for each heart, 13 for Q♠; or the moon, for whoever has all of them (H6, H7)."""
        moon = next(
            (seat for seat, cards in enumerate(self.taken) if PENALTIES & ~cards == 0), None
        )
        gains = [0] * self.seats if moon is not None else list(self.points)
        if moon is not None and self.moon_off:
            gains[moon] = -ALL
        elif moon is not None:
            gains = [0 if seat == moon else ALL for seat in range(self.seats)]
        jack = tuple(self.jack and bool(cards & JACK) for cards in self.taken)
        after = self.next_deal(
            Deal(
                moon,
                tuple(gain + FOR_JACK * has for gain, has in zip(gains, jack, strict=True)),
                tuple((cards & OF_HEARTS).bit_count() for cards in self.taken),
                tuple(bool(cards & QUEEN) for cards in self.taken),
                jack,
            )
        )
        return after.over() if max(after.totals) >= self.until else after

    # --- what it means -----------------------------------------------------------------------

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat has taken in this deal, without the jack."""
        return tuple(
            (cards & OF_HEARTS).bit_count() + FOR_QUEEN * bool(cards & QUEEN)
            for cards in self.taken
        )

    def position(self, _: Sequence[Finding], __: Viewpoint) -> Position:
        """Points and the deals so far: nothing of it is secret."""
        return Position(
            what=self.phase,
            pass_to=self.pass_to,
            passing=self.awaited if self.phase == "pass" else (),
            opening=self.opening.code,
            broken=self.is_broken,
            points=self.points if self.runs else (0,) * self.seats,
            totals=self.totals,
            until=self.until,
            deals=self.deals,
        )


def deck(players: int) -> int:
    """The cards that this many play with, as a mask: as many for each (H1)."""
    return DECK & ~mask(BY_CODE[code] for code in REMOVED.get(players, ()))


def start(players: int, options: Chosen) -> Hearts:
    """The state before the first deal."""
    turns = {"rotate": DIRECTIONS[players], "left": (1,), "none": (0,)}
    return Hearts(
        players,
        deck(players),
        deck(players).bit_count() // players,
        directions=turns[str(options["pass"])],
        until=number_in(options, "until"),
        queen_breaks=options["broken"] == "queen",
        clean_start=options["first_trick"] == "clean",
        jack=options["jack"] == "yes",
        moon_off=options["moon"] == "off",
    )
