"""Contract Bridge: an auction, a dummy, and a contract to make. The rules.

The numbered rulings (B1 …) are in docs/bridge.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from tricktable.rules.cards import SUITS
from tricktable.rules.game import Dummy
from tricktable.rules.options import number_in
from tricktable.rules.trick_game import RefusalWords, TrickGame
from tricktable.rules.values import HouseRules, JsonValue
from tricktable.text.language import message
from tricktable_classics.bridge import scoring
from tricktable_classics.bridge.position import (
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Contract,
    Deal,
    NextStep,
    Position,
    Term,
)

SEATS, SIDES = 4, 2
RUBBER: Final = 2
"""So many games end a rubber."""
FOR_RUBBER: Final = {0: 700, 1: 500}
"""By the games of the other side."""
OF_BOARDS: Final = (0, 2, 2, 3, 1, 1, 3, 0, 2, 3, 0, 2, 3, 0, 1, 1)
"""Who is vulnerable, board by board (B6): 1 the dealer's side, 2 the other, 3 both."""


@dataclass(frozen=True)
class Bridge(TrickGame):
    """One moment of a game."""

    POSITION = Position
    AFRESH = ("calls", "contract")
    WAITS: ClassVar = {
        "open": message("the dummy’s hand is laid open first"),
    }
    SAYINGS: ClassVar = {
        "open": RefusalWords(
            message("lay a hand open"), *[message("{seat}'s hand is laid open")] * 2
        ),
    }

    phase: NextStep = "deal"
    sides: int = SIDES
    is_rubber: bool = True
    counts_honours: bool = True
    calls: tuple[tuple[int, str], ...] = ()
    contract: Contract | None = None
    """As far as it has been bid."""
    below: tuple[int, ...] = (0,) * SIDES
    games: tuple[int, ...] = (0,) * SIDES
    deals: tuple[Deal, ...] = ()

    @property
    def trump(self) -> int:
        """The suit of the contract; while it is bid, none."""
        is_bid = self.phase != "bid"
        return SUITS.find(self.contract.strain) if self.contract is not None and is_bid else -1

    @property
    def dummy(self) -> Dummy | None:
        """The hand of the declarer's partner, laid open after the first card."""
        if self.contract is None or not self.gone or self.phase not in ("open", "play"):
            return None
        declarer = self.contract.declarer
        seat = self.after(declarer, 2)
        by = seat if self.phase == "open" else declarer
        return Dummy(seat, by, self.known[seat] & ~self.gone)

    @property
    def vulnerable(self) -> tuple[bool, ...]:
        """Each side, in the running deal or in the next one."""
        if self.is_rubber:
            return tuple(games > 0 for games in self.games)
        dealer = self.dealer if self.runs else self.due
        sides = OF_BOARDS[len(self.deals) % len(OF_BOARDS)]
        both = (bool(sides & 1), bool(sides & 2))
        return both if dealer < 0 or dealer % SIDES == 0 else both[::-1]

    # --- entries -----------------------------------------------------------------------------

    def begun(self) -> Bridge:
        """The dealer calls first."""
        return self.having(phase="bid", due=self.dealer)

    def said(self, seat: int, topic: str, value: JsonValue) -> Bridge:
        """A call; or the dummy's hand lies open."""
        if topic == "open":
            return self.having(phase="play", due=self.after(self.trick[0][0]))
        return self._call(seat, str(value))

    def values(self) -> tuple[str, ...]:
        """What may be called now (B2)."""
        if self.phase != "bid":
            return ()
        said = [(seat, call) for seat, call in self.calls if call != PASS]
        bids = [call for _, call in said if call in BIDS]
        higher = BIDS[BIDS.index(bids[-1]) + 1 :] if bids else BIDS
        doubles: tuple[str, ...] = ()
        if said and (said[-1][0] - self.due) % SIDES:
            newest = said[-1][1]
            doubles = (DOUBLE,) if newest in BIDS else (REDOUBLE,) if newest == DOUBLE else ()
        return (PASS, *doubles, *higher)

    def _call(self, seat: int, call: str) -> Bridge:
        calls = (*self.calls, (seat, call))
        contract, maker = self.contract, self.maker
        if call in BIDS:
            contract, maker = Contract(call, 0, _declarer(calls, call[1])), seat
        elif contract is not None and call != PASS:
            contract = replace(contract, doubled=1 if call == DOUBLE else 2)
        after = self.having(calls=calls, contract=contract, maker=maker, due=self.after(seat))
        if len(calls) < SEATS or any(said != PASS for _, said in calls[-3:]):
            return after
        if contract is None:
            none: tuple[Term, ...] = ()
            return after.next_deal(Deal(None, 0, (0, 0), (none, none)))
        return after.having(phase="play", due=self.after(contract.declarer))

    def led(self) -> Bridge:
        """After the first card the dummy's hand is laid open."""
        assert self.contract is not None
        return self.having(phase="open", due=self.after(self.contract.declarer, 2))

    # --- scores ------------------------------------------------------------------------------

    def scored(self) -> Bridge:
        """What the contract was worth, to each side (B4, B5, B7)."""
        assert self.contract is not None
        side = self.contract.declarer % SIDES
        tricks = sum(self.tally[side::SIDES])
        terms: list[list[Term]] = [[], []]
        over = tricks - scoring.BOOK - self.contract.level
        is_vulnerable = self.vulnerable[side]
        after = self
        if over < 0:
            points = scoring.penalty(self.contract, -over, is_vulnerable)
            terms[1 - side].append(("under", points))
        else:
            terms[side] += scoring.contract_terms(self.contract, over, is_vulnerable)
            if self.is_rubber:
                after = self._below(side, terms[side])
            else:
                terms[side].append(scoring.bonus(self.contract, is_vulnerable))
        if self.is_rubber and self.counts_honours:
            for owner, term in self._honours():
                terms[owner].append(term)
        gains = tuple(sum(points for _, points in each) for each in terms)
        return after.next_deal(Deal(self.contract, tricks, gains, tuple(map(tuple, terms))))

    def _below(self, side: int, terms: list[Term]) -> Bridge:
        """What was bid and made counts for the game, and the second game ends the rubber (B5)."""
        assert self.contract is not None
        points = self.below[side] + scoring.tricks(self.contract)
        if points < scoring.GAME:
            below = tuple(points if at == side else left for at, left in enumerate(self.below))
            return self.having(below=below)
        games = tuple(won + (at == side) for at, won in enumerate(self.games))
        if games[side] == RUBBER:
            terms.append(("rubber", FOR_RUBBER[games[1 - side]]))
        return self.having(below=(0,) * SIDES, games=games)

    def _honours(self) -> Iterator[tuple[int, Term]]:
        assert self.contract is not None
        for seat, hand in enumerate(self.known):
            if points := scoring.honours(self.contract, hand):
                yield seat % SIDES, ("honours", points)

    @property
    def is_decided(self) -> bool:
        """Whether all boards have been played, or one side has won the rubber (B5)."""
        return RUBBER in self.games or super().is_decided


def _declarer(calls: Sequence[tuple[int, str]], strain: str) -> int:
    """Whoever of the bidder's side has first named the strain (B3)."""
    side = calls[-1][0] % SIDES
    return next(
        seat for seat, call in calls if seat % SIDES == side and call in BIDS and call[1] == strain
    )


def start(_: int, options: HouseRules) -> Bridge:
    """The state before the first deal."""
    return Bridge(
        SEATS,
        is_rubber=options["scoring"] == "rubber",
        of_deals=number_in(options, "boards") if options["scoring"] != "rubber" else 0,
        counts_honours=options["honours"] == "yes",
    )
