"""Hearts: take no hearts and not the queen of spades, or all of them. The rules and the judge.

The numbered rulings (H1 …) are in docs/hearts.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final

from tricktable.rules.cards import BY_CODE, CLUBS, HEARTS, SUIT_MASKS, Card, cards_in, mask
from tricktable.rules.entries import Dealt, Happening, Held, Impossible, Moved, Played
from tricktable.rules.game import Next, Offer
from tricktable.rules.options import number_in
from tricktable.rules.trick_game import (
    ANYBODY,
    DECK,
    NO_BAR,
    TrickGame,
    TrickGameJudge,
    replaced,
)
from tricktable.rules.tricks import Bar
from tricktable.rules.values import Chosen
from tricktable.rules.verdicts import Finding, OwnRule, Viewpoint, may_know
from tricktable.text.language import message
from tricktable_classics.hearts.position import Deal, Position, What

QUEEN, JACK = BY_CODE["QS"].bit, BY_CODE["JD"].bit
OF_HEARTS: Final = SUIT_MASKS[HEARTS]
PENALTIES: Final = OF_HEARTS | QUEEN
ALL: Final = 26
"""The points of all penalties together."""
FOR_QUEEN, FOR_JACK = 13, -10
PASSED: Final = 3
REMOVED: Final = {3: ("2D",), 5: ("2D", "2C")}
"""By the number of players, the cards that are left out (H1)."""
DIRECTIONS: Final = {3: (1, 2, 0), 4: (1, 3, 2, 0), 5: (1, 4, 0)}
"""By the number of players, how many seats to the left cards are passed in turn (H2)."""
OPENING, POINTS, TOO_EARLY, ASTRAY = map(OwnRule, ("opening", "points", "hearts", "pass"))


@dataclass(frozen=True)
class Hearts(TrickGame):
    """One moment of a game."""

    FEWEST_WIN = True  # or those who share them (H8)
    WAITS: ClassVar = {"pass": message("everybody passes cards first")}
    SAYINGS: ClassVar = {}

    phase: What = "deal"
    directions: tuple[int, ...] = (0,)
    until: int = 100
    queen_breaks: bool = False
    clean_start: bool = True
    """No penalty in the first trick."""
    jack: bool = False
    moon_off: bool = False
    """The moon takes 26 off, and gives the others nothing."""
    passed: tuple[int | None, ...] = ()
    """By seat, the cards it has passed as a mask, 0 if they were not seen; None before that."""
    handed: int = 0
    """The cards that were seen to be passed, as a mask; 0 once one of them is elsewhere (H9)."""
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
            return NO_BAR if self.is_broken else Bar(TOO_EARLY, OF_HEARTS, DECK & ~OF_HEARTS)
        if any(self.tally) or not self.clean_start:
            return NO_BAR
        return Bar(POINTS, PENALTIES, DECK & ~PENALTIES & ~SUIT_MASKS[self.trick[0][1].suit])

    # --- entries -----------------------------------------------------------------------------

    def begun(self) -> Hearts:
        """Cards are passed, or kept; whoever holds the opening leads."""
        none = (None,) * self.seats
        return self.having(
            phase="pass" if self.pass_to else "play", due=ANYBODY, passed=none, handed=0
        )

    def read(self, seat: int, card: Card) -> Hearts:
        """A card is read in a hand that has all its cards. Raises: Impossible."""
        if self.phase == "pass" and self.passed[seat] is not None:
            raise Impossible("{seat} has not taken up all cards yet", seat=seat)
        if self._is_astray(seat, card):
            return self._unpassed().read(seat, card)
        return super().read(seat, card)

    def _play(self, seat: int, card: Card) -> Hearts:
        if self._is_astray(seat, card):
            return self._unpassed()._play(seat, card)
        return super()._play(seat, card)

    def _is_astray(self, seat: int, card: Card) -> bool:
        """Whether this card, which was passed to somebody else, is in this hand (H9)."""
        bit = card.bit
        return bool(bit & self.handed & ~self.gone) and not bit & self.known[seat]

    def _unpassed(self) -> Hearts:
        """Nothing is known of a hand but what it has played: what was passed lies anywhere."""
        return self.having(handed=0, known=tuple(each & self.gone for each in self.known))

    def move(self, entry: Moved) -> Hearts:
        """Three cards are passed; with the last of them, everybody takes up theirs."""
        seat, cards = entry.seat, entry.cards
        if self.phase != "pass":
            raise self.not_now(message("pass cards"))
        if (entry.source, entry.target, entry.number) != ("hand", "discard", PASSED):
            raise Impossible("everybody passes {number} cards, from the hand", number=PASSED)
        if self.passed[seat] is not None:
            raise Impossible("{seat} has already passed cards", seat=seat)
        after = self
        for card in cards or ():
            after.must_be_free(seat, card)
            after = after.knowing(seat, card)
        after = after.having(passed=replaced(self.passed, seat, mask(cards or ())))
        return after if None in after.passed else after._taken_up()

    def _taken_up(self) -> Hearts:
        """Of a hand that passed unseen cards, nothing is known but what it takes up."""
        passed = [each or 0 for each in self.passed]
        known = [
            known & ~given if given else 0 for known, given in zip(self.known, passed, strict=True)
        ]
        handed = 0
        for seat, given in enumerate(passed):
            known[self.after(seat, self.pass_to)] |= given
            handed |= given
        return self.having(phase="play", known=tuple(known), handed=handed)

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

    @property
    def awaited(self) -> tuple[int, ...]:
        """Whoever's turn it is; whoever still has to pass."""
        if self.phase == "pass":
            return tuple(seat for seat, cards in enumerate(self.passed) if cards is None)
        return super().awaited

    @property
    def next(self) -> Next:
        """What is awaited now."""
        return Next(self.awaited[0] if len(self.awaited) == 1 else None, self.phase)

    def offers(self) -> tuple[Offer, ...]:
        """The deal, and the pass of those who still have to."""
        if self.phase == "pass":
            return (Offer("hand>discard", self.awaited, (PASSED,)),)
        return super().offers()

    def position(self, _: Sequence[Finding], __: Viewpoint) -> Position:
        """Points and the deals so far: nothing of it is secret."""
        return Position(
            what=self.phase,
            pass_to=self.pass_to,
            passing=self.awaited if self.phase == "pass" else (),
            opening=self.opening.code,
            bar=self.bar,
            broken=self.is_broken,
            points=self.points if self.runs else (0,) * self.seats,
            totals=self.totals,
            until=self.until,
            deals=self.deals,
        )

    def judge(self, viewpoint: Viewpoint) -> HeartsJudge:
        """A judge for a game that begins in this state."""
        return HeartsJudge(self.seats, viewpoint)


class HeartsJudge(TrickGameJudge[Hearts]):
    """Knows which hands have passed which cards, too. Mutable."""

    _given: Mapping[int, tuple[Card, ...] | None] = MappingProxyType({})
    _passes: Mapping[Card, tuple[int, int]] = MappingProxyType({})
    """The cards that were passed for all the viewpoint knows: who passed each, and the entry."""
    _astray = False
    """Whether a card that was passed in this deal was elsewhere."""
    _seen: tuple[tuple[Hearts, Happening, int, Hearts], ...] = ()
    """Everything that was watched in this deal."""

    def watch(self, before: Hearts, entry: Happening, seq: int, after: Hearts) -> None:
        """Entry `seq` has led from one state to the next."""
        if isinstance(entry, Dealt):
            self._seen, self._passes, self._astray = (), {}, False
        if isinstance(entry, Held | Played) and self._is_astray(before, entry):
            self._withdraw(entry.card, seq)
        self._seen = (*self._seen, (before, entry, seq, after))
        super().watch(before, entry, seq, after)

    def _is_astray(self, at: Hearts, entry: Held | Played) -> bool:
        """Whether this card was passed to another hand, and is known to be there."""
        seat, card = entry
        if card not in self._passes or at.phase != "play":
            return False
        is_seen = isinstance(entry, Played) or may_know(self.viewpoint, seat)
        taker = at.after(self._passes[card][0], at.pass_to)
        return is_seen and seat != taker and card in self._found.follow.held(taker)

    def _withdraw(self, card: Card, seq: int) -> None:
        """The card is elsewhere (H9): what was seen counts anew, and nothing of the pass."""
        giver, at = self._passes[card]
        self._astray, self._passes = True, {}
        (_, _, _, dealt), *others = self._seen
        self._found.restart(self._fresh(dealt))
        for each in others:
            super().watch(*each)
        self._found.add(Finding(at, ASTRAY, "proved", giver, (at, seq), card))

    def watch_move(self, before: Hearts, entry: Moved, seq: int, after: Hearts) -> None:
        """Cards are passed; with the last of them, they are in other hands."""
        to = {seat: before.after(seat, before.pass_to) for seat in range(before.seats)}
        known = any(may_know(self.viewpoint, each) for each in (entry.seat, to[entry.seat]))
        cards = entry.cards if known and not self._astray else None
        self._given = {**self._given, entry.seat: cards}
        self._passes = {**self._passes, **dict.fromkeys(cards or (), (entry.seat, seq))}
        if after.phase != "play":
            return
        self._found.follow.passes(self._given, to, seq)
        self._given = {}


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
