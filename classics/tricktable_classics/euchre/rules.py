"""Euchre: make trump, and take three of five tricks. The rules and the judge.

The numbered rulings (R1 …) are in docs/euchre.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from tricktable.rules.cards import STANDARD, SUITS, Card, mask
from tricktable.rules.entries import Impossible, Moved
from tricktable.rules.game import Offer, Tabletop
from tricktable.rules.options import number_in
from tricktable.rules.ranking import PRINTED, Ranking, ranked
from tricktable.rules.trick_game import ANYBODY, TrickGame
from tricktable.rules.values import Chosen, JsonValue
from tricktable.rules.verdicts import Finding, Viewpoint
from tricktable.text.language import message
from tricktable_classics.euchre.position import EuchreDeal, Position, What

SEATS, SIDES, HAND = 4, 2, 5
ENOUGH: Final = 3
"""The tricks that the makers need."""
DECK: Final = mask(card for card in STANDARD if card.rank >= 9)
SAME_COLOUR: Final = {"C": "S", "S": "C", "D": "H", "H": "D"}
RANKINGS: Final = tuple(
    ranked(**{suit: " ".join([f"J{suit}", f"J{SAME_COLOUR[suit]}", *(r + suit for r in "AKQT9")])})
    for suit in SUITS
)
"""By trump: the jack of trumps, the right bower, then the jack of its colour, the left (R1)."""
PASS, ORDER, ALONE = "pass", "order", "alone"


def parts(call: str) -> tuple[str, bool]:
    """What a call says, a suit letter or a word, and whether it is said alone."""
    what, _, alone = call.partition(" ")
    return what, alone == ALONE


@dataclass(frozen=True)
class Euchre(TrickGame):
    """One moment of a game."""

    TURNS_UP = True
    WAITS: ClassVar = {
        "call": message("trump is made first"),
        "discard": message("the dealer discards first"),
        "defend": message("the others say first whether one of them defends alone"),
    }

    phase: What = "deal"
    sides: int = SIDES
    until: int = 10
    sticks: bool = True
    """The dealer must name a suit when everybody else has passed twice."""
    may_defend: bool = False
    """A defender may play alone against a maker who does."""
    is_second: bool = False
    """Whether everybody has passed the card that was turned up."""
    made: int = -1
    """The number of the trump suit; -1 before that."""
    maker: int = ANYBODY
    alone: tuple[int, ...] = ()
    """The seats that play without their partners."""
    deals: tuple[EuchreDeal, ...] = ()

    # --- entries -----------------------------------------------------------------------------

    def begun(self) -> Euchre:
        """The dealer turns a card up."""
        return self.having(
            phase="turn_up", due=self.dealer, is_second=False, made=-1, maker=ANYBODY, alone=()
        )

    def turned_up(self) -> Euchre:
        """The player at the dealer's left speaks first."""
        return self.having(phase="call", due=self.after(self.dealer))

    def said(self, seat: int, topic: str, value: JsonValue) -> Euchre:
        """A call, or how the makers are defended."""
        what, is_alone = parts(str(value))
        if topic == "defend":
            return self._defend(seat, what)
        if what == PASS:
            return self._pass(seat)
        assert self.turned is not None
        after = self.having(
            maker=seat,
            made=self.turned.suit if what == ORDER else SUITS.index(what),
            alone=(seat,) if is_alone else (),
            out=(self.after(seat, SIDES),) if is_alone else (),
        )
        if what != ORDER:
            return after._made()
        after = after.having(phase="discard", due=self.dealer, gone=0)
        return after.taken_up(self.dealer, [self.turned], 1)

    def _pass(self, seat: int) -> Euchre:
        if seat != self.dealer:
            return self.having(due=self.after(seat))
        if not self.is_second:
            return self.having(due=self.after(seat), is_second=True)
        return self.having(phase="deal", due=self.after(seat))  # thrown in (R4)

    def move(self, entry: Moved) -> Euchre:
        """The dealer, who has taken up the card, discards one. Raises: Impossible."""
        if self.phase != "discard":
            raise self.not_now(message("discard"))
        if entry[:4] != (self.dealer, "hand", "discard", 1):
            raise Impossible("{seat} discards one card, from the hand", seat=self.dealer)
        return self.discarded(self.dealer, entry.cards or ())._made()

    def _made(self) -> Euchre:
        """Trump is made: the others may defend, or it is played."""
        if self.alone and self.may_defend:
            return self.having(phase="defend", due=self._defenders[0])
        return self._play_begins()

    def _defend(self, seat: int, what: str) -> Euchre:
        if what == ALONE:
            partner = self.after(seat, SIDES)
            both = self.having(alone=(*self.alone, seat), out=(*self.out, partner))
            return both._play_begins()
        if seat == self._defenders[0]:
            return self.having(due=self._defenders[1])
        return self._play_begins()

    @property
    def _defenders(self) -> list[int]:
        """The others, from the dealer's left."""
        turns = (self.after(self.dealer, step) for step in range(1, SEATS + 1))
        return [seat for seat in turns if (seat - self.maker) % SIDES]

    def _play_begins(self) -> Euchre:
        turns = (self.after(self.dealer, step) for step in range(1, SEATS + 1))
        return self.having(phase="play", due=next(seat for seat in turns if seat not in self.out))

    def scored(self) -> Euchre:
        """One point for three tricks, two for all or for stopping the makers; four alone (R6)."""
        side = self.maker % SIDES
        tricks = sum(self.tally[side::SIDES])
        is_alone = any(seat % SIDES == side for seat in self.alone)
        points = 1 if tricks < HAND else 4 if is_alone else 2
        if tricks < ENOUGH:
            side = 1 - side
            points = 4 if any(seat % SIDES == side for seat in self.alone) else 2
        gains = tuple(points * (each == side) for each in range(SIDES))
        after = self.next_deal(EuchreDeal(self.maker, SUITS[self.made], self.alone, tricks, gains))
        return after.over() if max(after.totals) >= self.until else after

    # --- what it means -----------------------------------------------------------------------

    @property
    def trump(self) -> int:
        """The number of the trump suit; -1 for none."""
        return self.made

    @property
    def ranking(self) -> Ranking:
        """The left bower belongs to trump, once it is made."""
        return PRINTED if self.made < 0 else RANKINGS[self.made]

    def offers(self) -> tuple[Offer, ...]:
        """The deal, the calls, the discard, and how the makers are defended."""
        mine = (self.due,)
        match self.phase:
            case "call":
                return (Offer("call", mine, self._calls()),)
            case "discard":
                return (Offer("hand>discard", mine, (1,)),)
            case "defend":
                return (Offer("defend", mine, (PASS, ALONE)),)
        return super().offers()

    def _calls(self) -> tuple[JsonValue, ...]:
        if not self.is_second:
            return (PASS, ORDER, f"{ORDER} {ALONE}")
        assert self.turned is not None
        suits = [suit for suit in SUITS if suit != SUITS[self.turned.suit]]
        may_pass = () if self.sticks and self.due == self.dealer else (PASS,)
        return (*may_pass, *suits, *(f"{suit} {ALONE}" for suit in suits))

    @property
    def lies(self) -> Card | None:
        """The card turned up lies there until it is taken up or turned down."""
        return self.turned if self.phase == "call" and not self.is_second else None

    def tabletop(self) -> Tabletop:
        """Who has made trump."""
        highest = self.maker if self.runs and self.maker >= 0 else None
        return super().tabletop()._replace(highest=highest)

    def position(self, _: Sequence[Finding], __: Viewpoint) -> Position:
        """Trump and points: nothing of it is secret."""
        runs = self.runs
        return Position(
            what=self.phase,
            dealer=self.dealer if self.dealer >= 0 else None,
            turned=self.lies.code if self.lies else None,
            up=self.turned.code if self.turned and runs else None,
            is_second=self.is_second,
            maker=self.maker if runs and self.maker >= 0 else None,
            trump=SUITS[self.made] if runs and self.made >= 0 else None,
            alone=self.alone if runs else (),
            totals=self.totals,
            deals=self.deals,
        )


def start(players: int, options: Chosen) -> Euchre:
    """The state before the first deal."""
    return Euchre(
        players,
        DECK,
        HAND,
        until=number_in(options, "until"),
        sticks=options["stick"] == "yes",
        may_defend=options["defend"] == "yes",
    )
