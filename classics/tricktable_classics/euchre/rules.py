"""Euchre: make trump, and take three of five tricks. The rules and the judge.

The numbered rulings (R1 …) are in docs/euchre.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tricktable.rules.cards import STANDARD, SUITS, Card, mask
from tricktable.rules.entries import Declared, Happening, Held, Impossible, Moved, Shown
from tricktable.rules.game import Offer, Tabletop
from tricktable.rules.options import number_in
from tricktable.rules.ranking import PRINTED, Ranking, ranked
from tricktable.rules.refusals import must_be_free, not_now
from tricktable.rules.values import Chosen, JsonValue
from tricktable.rules.verdicts import Finding, Viewpoint, may_know
from tricktable.text.language import message
from tricktable_classics.euchre.position import Deal, Position, What
from tricktable_classics.trick_game import ANYBODY, AWAITED, TrickGame, TrickGameJudge

SEATS, SIDES, HAND = 4, 2, 5
DECK: Final = mask(card for card in STANDARD if card.rank >= 9)
SAME_COLOUR: Final = {"C": "S", "S": "C", "D": "H", "H": "D"}
RANKINGS: Final = tuple(
    ranked(**{suit: " ".join([f"J{suit}", f"J{SAME_COLOUR[suit]}", *(r + suit for r in "AKQT9")])})
    for suit in SUITS
)
"""By trump: the jack of trumps, the right bower, then the jack of its colour, the left (R1)."""
PASS, ORDER, ALONE = "pass", "order", "alone"
WAITS: Final = {
    **AWAITED,
    "turn_up": message("the dealer turns a card up first"),
    "call": message("trump is made first"),
    "discard": message("the dealer discards first"),
    "defend": message("the others say first whether one of them defends alone"),
}


def parts(call: str) -> tuple[str, bool]:
    """What a call says, a suit letter or a word, and whether it is said alone."""
    what, _, alone = call.partition(" ")
    return what, alone == ALONE


@dataclass(frozen=True)
class Euchre(TrickGame):
    """One moment of a game."""

    phase: What = "deal"
    until: int = 10
    sticks: bool = True
    """The dealer must name a suit when everybody else has passed twice."""
    may_defend: bool = False
    """A defender may play alone against a maker who does."""
    turned: Card | None = None
    is_second: bool = False
    """Whether everybody has passed the card that was turned up."""
    made: int = -1
    """The number of the trump suit; -1 before that."""
    maker: int = ANYBODY
    alone: tuple[int, ...] = ()
    """The seats that play without their partners."""
    buried: int = 0
    """The dealer's discard, if it was seen, as a mask."""
    deals: tuple[Deal, ...] = ()

    # --- entries -----------------------------------------------------------------------------

    def begun(self) -> Euchre:
        """The dealer turns a card up."""
        return self.having(
            phase="turn_up",
            due=self.dealer,
            turned=None,
            is_second=False,
            made=-1,
            maker=ANYBODY,
            alone=(),
            out=(),
            buried=0,
        )

    def apply(self, entry: Happening) -> Euchre:
        """The state after `entry`. Raises: Impossible."""
        if isinstance(entry, Shown) and self.phase != "over":
            return self._turn_up(entry.card)
        return super().apply(entry)

    def _turn_up(self, card: Card) -> Euchre:
        if self.phase != "turn_up":
            raise self.not_now(message("turn a card up"))
        must_be_free(card, None, self.deck, self.gone, self.known)
        return self.having(phase="call", due=self.after(self.dealer), turned=card, gone=card.bit)

    def say(self, entry: Declared) -> Euchre:
        """A call, or how the makers are defended. Raises: Impossible."""
        seat = entry.speaker
        for offer in self.offers():
            if offer.what == entry.topic:
                if seat != self.due:
                    raise Impossible("it is {seat}'s turn", seat=self.due)
                if entry.value not in offer.values:
                    raise Impossible("{seat} cannot say {value}", seat=seat, value=entry.value)
                return self._call(seat, *parts(str(entry.value)))
        raise self.not_now(message("say that"))

    def _call(self, seat: int, what: str, is_alone: bool) -> Euchre:
        if self.phase == "defend":
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
        taken = after.having(phase="discard", due=self.dealer, gone=0)
        return taken.knowing(self.dealer, self.turned)

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
        after = self
        for card in entry.cards or ():
            self.must_be_free(self.dealer, card)
            left = list(self.known)
            left[self.dealer] &= ~card.bit
            after = after.having(known=tuple(left), buried=card.bit)
            if left[self.dealer].bit_count() > HAND:
                raise Impossible(
                    "{seat}'s hand is already full of other cards", "full_hand", seat=self.dealer
                )
        return after._made()

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
        if tricks < 3:
            side = 1 - side
            points = 4 if any(seat % SIDES == side for seat in self.alone) else 2
        gains = tuple(points * (each == side) for each in range(SIDES))
        after = self.next_deal(Deal(self.maker, SUITS[self.made], self.alone, tricks, gains))
        return after.over() if max(after.totals) >= self.until else after

    # --- what stands in the way --------------------------------------------------------------

    def must_be_free(self, seat: int, card: Card) -> None:
        """Raises: Impossible, unless the card can lie in that hand now."""
        if self.phase == "play" and seat in self.out:
            raise Impossible("{seat} sits out this deal", seat=seat)
        if card.bit & self.buried:
            raise Impossible("{card} was discarded", "elsewhere", card)
        super().must_be_free(seat, card)

    def room(self, seat: int) -> int:
        """A dealer who has taken a card up had six, until it is known which was discarded."""
        has_six = seat == self.dealer and self._was_ordered and not self.buried
        return HAND + has_six

    def not_now(self, what: str) -> Impossible:
        """Why this, a message, is impossible: something else is due."""
        return not_now(what, WAITS[self.phase])

    # --- what it means -----------------------------------------------------------------------

    @property
    def _was_ordered(self) -> bool:
        return self.made >= 0 and not self.is_second

    @property
    def trump(self) -> int:
        """The number of the trump suit; -1 for none."""
        return self.made

    @property
    def ranking(self) -> Ranking:
        """The left bower belongs to trump, once it is made."""
        return PRINTED if self.made < 0 else RANKINGS[self.made]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side."""
        return tuple(sum(deal.gains[side] for deal in self.deals) for side in range(SIDES))

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

    def tabletop(self) -> Tabletop:
        """What lies on the table."""
        lies = self.phase == "call" and not self.is_second
        return (
            super()
            .tabletop()
            ._replace(
                turned=self.turned if lies else None,
                highest=self.maker if self.runs and self.maker >= 0 else None,
            )
        )

    def winner(self, _: Sequence[Finding]) -> list[int] | None:
        """The side that has its points first."""
        if self.phase != "over":
            return None
        best = self.totals.index(max(self.totals))
        return [seat for seat in range(SEATS) if seat % SIDES == best]

    def position(self, _: Sequence[Finding], __: Viewpoint) -> Position:
        """Trump and points: nothing of it is secret."""
        runs = self.runs
        return Position(
            what=self.phase,
            dealer=self.dealer if self.dealer >= 0 else None,
            turned=self.turned.code if self.turned and runs else None,
            is_second=self.is_second,
            maker=self.maker if runs and self.maker >= 0 else None,
            trump=SUITS[self.made] if runs and self.made >= 0 else None,
            alone=self.alone if runs else (),
            totals=self.totals,
            deals=self.deals,
        )

    def judge(self, viewpoint: Viewpoint) -> EuchreJudge:
        """A judge for a game that begins in this state."""
        return EuchreJudge(self.seats, viewpoint)


class EuchreJudge(TrickGameJudge[Euchre]):
    """Knows the bowers, and what the dealer has taken up and discarded, too. Mutable."""

    def watch(self, before: Euchre, entry: Happening, seq: int, after: Euchre) -> None:
        """Entry `seq` has led from one state to the next."""
        follow = self._found.follow
        match entry:
            case Shown(_, card):
                follow.lies_outside(card)
            case Declared() if after.made != before.made:
                follow.ranks(after.ranking, DECK)
                if after.phase == "discard" and after.turned is not None:
                    follow.exchanges(after.dealer, 1, 1)
                    follow.names_loosely(after.turned, seq)
            case Held(seat, card) if before.phase == "discard" and seat == before.dealer:
                if may_know(self.viewpoint, seat):
                    follow.names_loosely(card, seq)
                follow.test(seq)
                return
        super().watch(before, entry, seq, after)

    def watch_move(self, _: Euchre, entry: Moved, __: int, ___: Euchre) -> None:
        """The dealer has discarded."""
        if entry.cards is not None and may_know(self.viewpoint, entry.seat):
            self._found.follow.gives_up(entry.cards)


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
