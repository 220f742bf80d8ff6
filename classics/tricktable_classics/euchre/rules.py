"""Euchre: make trump, and take three of five tricks. The rules and the judge.

The numbered rulings (R1 …) are in docs/euchre.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from tricktable.rules.cards import STANDARD, SUITS, mask
from tricktable.rules.ranking import PRINTED, Ranking, ranking_of
from tricktable.rules.trick_game import TrickGame
from tricktable.rules.values import HouseRules, JsonValue
from tricktable.text.language import message
from tricktable_classics.euchre.position import EuchreDeal, NextStep, Position

SEATS, SIDES, HAND = 4, 2, 5
ENOUGH: Final = 3
"""The tricks that the makers need."""
DECK: Final = mask(card for card in STANDARD if card.rank >= 9)
SAME_COLOUR: Final = {"C": "S", "S": "C", "D": "H", "H": "D"}
RANKINGS: Final = tuple(
    ranking_of(
        **{suit: " ".join([f"J{suit}", f"J{SAME_COLOUR[suit]}", *(r + suit for r in "AKQT9")])}
    )
    for suit in SUITS
)
"""By trump: the jack of trumps, the right bower, then the jack of its colour, the left (R1)."""
PASS, ORDER, ALONE = "pass", "order", "alone"


@dataclass(frozen=True)
class Euchre(TrickGame):
    """One moment of a game."""

    POSITION = Position
    TURNS_UP = True
    FIRST = "call"
    AFRESH = ("trump", "alone")
    WAITS: ClassVar = {
        "call": message("trump is made first"),
        "defend": message("the others say first whether one of them defends alone"),
    }

    phase: NextStep = "deal"
    sides: int = SIDES
    stick: bool = True
    """The dealer must name a suit when everybody else has passed twice."""
    defend: bool = False
    """A defender may play alone against a maker who does."""
    trump: int = -1
    alone: tuple[int, ...] = ()
    """The seats that play without their partners."""
    deals: tuple[EuchreDeal, ...] = ()

    # --- entries -----------------------------------------------------------------------------

    def said(self, seat: int, topic: str, value: JsonValue) -> Euchre:
        """A call, or how the makers are defended."""
        what, _, alone = str(value).partition(" ")
        if topic == "defend":
            return self._defend(seat, what)
        if what == PASS:
            return self._pass(seat)
        assert self.turned is not None
        suit = self.turned.suit if what == ORDER else SUITS.index(what)
        after = self._lone(seat, bool(alone)).having(maker=seat, trump=suit)
        return after.taken_up(self.dealer, [self.turned], 1) if what == ORDER else after.lightened()

    def _pass(self, seat: int) -> Euchre:
        after = self.having(due=self.after(seat))
        if seat != self.dealer:
            return after
        if self.turned_down:
            return after.having(phase="deal")  # thrown in (R4)
        return after.having(turned_down=True)

    def _lone(self, seat: int, is_alone: bool) -> Euchre:
        """This seat plays without its partner, or with."""
        if not is_alone:
            return self
        out = (*self.out, self.after(seat, SIDES))
        return self.having(alone=(*self.alone, seat), out=out)

    def lightened(self) -> Euchre:
        """Trump is made: the others may defend, or it is played."""
        if self.alone and self.defend:
            return self.having(phase="defend", due=self._defenders[0])
        return self.asking("play")

    def _defend(self, seat: int, what: str) -> Euchre:
        first, second = self._defenders
        if seat == first and what == PASS:
            return self.having(due=second)
        return self._lone(seat, what == ALONE).asking("play")

    @property
    def _defenders(self) -> list[int]:
        """The others, from the dealer's left."""
        return [seat for seat in self.turns if self.side(seat) != self.side(self.maker)]

    def scored(self) -> Euchre:
        """One point for three tricks, two for all or for stopping the makers; four alone (R6)."""
        assert self.maker is not None
        side = self.maker % SIDES
        tricks = sum(self.tally[side::SIDES])
        if tricks < ENOUGH:
            side = 1 - side
        is_alone = any(seat % SIDES == side for seat in self.alone)
        points = 1 if ENOUGH <= tricks < HAND else 4 if is_alone else 2
        gains = tuple(points * (each == side) for each in range(SIDES))
        return self.next_deal(EuchreDeal(self.maker, SUITS[self.trump], self.alone, tricks, gains))

    # --- what it means -----------------------------------------------------------------------

    @property
    def ranking(self) -> Ranking:
        """The left bower belongs to trump, once it is made."""
        return PRINTED if self.trump < 0 else RANKINGS[self.trump]

    def values(self) -> tuple[JsonValue, ...]:
        """The calls, and how the makers are defended."""
        if self.phase != "call":
            return (PASS, ALONE) if self.phase == "defend" else ()
        if not self.turned_down:
            return (PASS, ORDER, f"{ORDER} {ALONE}")
        assert self.turned is not None
        suits = [suit for suit in SUITS if suit != SUITS[self.turned.suit]]
        may_pass = () if self.stick and self.due == self.dealer else (PASS,)
        return (*may_pass, *suits, *(f"{suit} {ALONE}" for suit in suits))


def start(players: int, options: HouseRules) -> Euchre:
    """The state before the first deal."""
    return Euchre(players, DECK, HAND).by(options, "until", "stick", "defend")
