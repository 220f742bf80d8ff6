"""Skat: bid for a game, and play it alone against two. The rules.

The numbered rulings (S1 …) are in docs/skat.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from tricktable.rules.cards import STANDARD, Card, mask, worth
from tricktable.rules.entries import Impossible, Moved
from tricktable.rules.game import Dummy, Offer
from tricktable.rules.options import number_in
from tricktable.rules.ranking import LETTERS, Ranking
from tricktable.rules.trick_game import ANYBODY, TrickGame
from tricktable.rules.values import HouseRules, JsonValue
from tricktable.text.language import message
from tricktable_classics.skat import scoring
from tricktable_classics.skat.position import (
    HAND_CALLS,
    HOLD,
    NULL,
    NULLS,
    OPEN_CALLS,
    OUVERT,
    PASS,
    VALUES,
    Deal,
    NextStep,
    Position,
    parts,
)

SEATS, HAND, STOCK = 3, 10, 2
DECK: Final = mask(card for card in STANDARD if card.rank >= 7)
RAMSCH: Final = "ramsch"


@dataclass(frozen=True)
class Skat(TrickGame):
    """One moment of a game."""

    POSITION = Position
    AFRESH = ("bid", "is_answer", "game", "factor", "opened")
    WAITS: ClassVar = {
        "skat": message("first the skat is picked up, or a game is announced"),
        "game": message("a game is announced first"),
        "open": message("the declarer’s hand is laid open first"),
    }

    phase: NextStep = "deal"
    is_seeger: bool = False
    has_ramsch: bool = False
    has_contra: bool = False
    bid: int = 0
    """The highest so far."""
    bidder: int = ANYBODY
    """Who says the values …"""
    holder: int = ANYBODY
    """… and who holds them; both the same where nobody else is left to bid."""
    is_answer: bool = False
    """Whether the bid is to be held or passed."""
    game: str = ""
    """As it was announced, or `ramsch`."""
    factor: int = 1
    """What the game counts times: 2 after contra, 4 after re (S11)."""
    opened: int = 0
    """The declarer's cards that everybody has seen, as a mask."""
    deals: tuple[Deal, ...] = ()

    # --- entries -----------------------------------------------------------------------------

    def begun(self) -> Skat:
        """Middlehand bids to forehand, who sits at the dealer's left (S2)."""
        forehand, middlehand, _ = self.turns
        return self.having(phase="bid", due=middlehand, bidder=middlehand, holder=forehand)

    def shown(self, seat: int, card: Card) -> Skat:
        """The state after a card of an open hand. Raises: Impossible."""
        return super().shown(seat, card).having(opened=self.opened | card.bit)

    def said(self, _seat: int, topic: str, value: JsonValue) -> Skat:
        """A bid, a game, or that a hand lies open."""
        match topic:
            case "bid":
                return self._bid(value)
            case "game":
                return self._announce(str(value))
            case "contra" | "re":
                return self.having(factor=2 * self.factor)
        return self.asking("play")

    def _bid(self, value: JsonValue) -> Skat:
        """One says values, another holds them, until one of them passes (S2)."""
        rearhand = self.dealer
        if isinstance(value, int):
            stands = self.having(bid=value, maker=self.due)
            if self.bidder == self.holder:
                return stands._end_auction()
            return stands.having(is_answer=True, due=self.holder)
        if value == HOLD:
            return self.having(is_answer=False, due=self.bidder, maker=self.due)
        left = self.bidder if self.is_answer else self.holder
        after = self.having(holder=left, is_answer=False)
        if self.bidder == self.holder:
            return after._all_pass()
        if self.bidder != rearhand:
            return after.having(bidder=rearhand, due=rearhand)
        return after._end_auction() if after.bid else after.having(bidder=left, due=left)

    def _end_auction(self) -> Skat:
        return self.having(phase="skat", due=self.holder)

    def _all_pass(self) -> Skat:
        if self.has_ramsch:
            return self.having(game=RAMSCH).asking("play")
        return self.next_deal(Deal(None, "", 0, 0, 0, False, 1, (0,) * SEATS))

    def move(self, entry: Moved) -> Skat:
        """The skat is picked up, and two cards are discarded. Raises: Impossible."""
        if self.phase != "skat":
            return super().move(entry)
        if entry[:4] != (self.due, "kitty", "hand", STOCK):
            raise Impossible("{seat} picks up the skat, two cards", seat=self.due)
        return self.taken_up(self.due, entry.cards or (), STOCK)

    def lightened(self) -> Skat:
        """Then the game is announced."""
        return self.having(phase="game")

    def _announce(self, game: str) -> Skat:
        after = self.having(game=game)
        if OUVERT not in game:
            return after.asking("play")
        is_known = self.buried or self.exchanger == ANYBODY
        return after.having(phase="open", opened=self.known[self.due] if is_known else 0)

    # --- scores ------------------------------------------------------------------------------

    @property
    def is_played_out(self) -> bool:
        """After ten tricks, or once the declarer of a null has taken one (S6)."""
        alone = self.side(self.declarer) if self.game[:1] == NULL else ()
        return any(self.tally[seat] for seat in alone) or super().is_played_out

    def scored(self) -> Skat:
        """What the game was worth: its cards tell, with the two that were never played."""
        skat = self.deck & ~self.gone
        alone = self.declarer
        if alone is None:
            return self._scored_ramsch(skat)
        of = scoring.value(
            self.game,
            self.bid,
            self.known[alone] | skat,
            self.taken[alone] | skat,
            self.tally[alone],
        )
        gains = scoring.gains(of, alone, SEATS, self.is_seeger, self.factor)
        return self.next_deal(
            Deal(
                alone,
                self.game,
                self.bid,
                of.value,
                of.points,
                of.won,
                self.factor,
                gains,
                of.is_overbid,
                of.matadors,
                of.times,
            )
        )

    def _scored_ramsch(self, skat: int) -> Skat:
        """The skat goes to the last trick (S9)."""
        points = [
            worth(cards | skat * (seat == self.due), scoring.WORTH)
            for seat, cards in enumerate(self.taken)
        ]
        gains = scoring.ramsch(points, self.tally)
        return self.next_deal(Deal(None, RAMSCH, 0, 0, max(points), False, 1, gains))

    # --- what it means -----------------------------------------------------------------------

    @property
    def declarer(self) -> int | None:
        """Whoever's bid stood in the end; None if everybody passed."""
        return None if self.phase == "bid" else self.maker

    @property
    def dummy(self) -> Dummy | None:
        """The declarer's own hand, laid open."""
        if self.declarer is None or self.phase not in ("open", "play") or OUVERT not in self.game:
            return None
        return Dummy(self.declarer, self.declarer, self.opened & ~self.gone)

    @property
    def trump(self) -> int:
        """The suit of the game, the jacks in grand and ramsch; -1 for none."""
        if not self.game or self.game[0] == NULL:
            return -1
        suit = LETTERS.find(self.game[0])
        return suit if suit >= 0 else LETTERS.index("J")

    @property
    def ranking(self) -> Ranking:
        """As in grand, until a game is announced."""
        return scoring.ranking(self.game[:1])

    def offers(self) -> tuple[Offer, ...]:
        """The bids, the skat, the games, and the open hand."""
        mine = (self.due,)
        match self.phase:
            case "bid":
                return (Offer("bid", mine, self._bids()),)
            case "skat":
                return (
                    Offer("kitty>hand", mine, (STOCK,)),
                    Offer("game", mine, self._games(HAND_CALLS)),
                )
            case "game":
                return (Offer("game", mine, self._games(OPEN_CALLS)),)
            case "open":
                return (Offer("open", mine), *self._doubling_offers())
            case "play":
                return self._doubling_offers()
        return super().offers()

    def _doubling_offers(self) -> tuple[Offer, ...]:
        """Contra by either opponent and then re, before the first card (S11)."""
        if not self.has_contra or self.game == RAMSCH or self.trick or any(self.tally):
            return ()
        others = tuple(seat for seat in range(SEATS) if seat != self.declarer)
        offers = {1: Offer("contra", others), 2: Offer("re", (self.declarer,))}
        return (offers[self.factor],) if self.factor in offers else ()

    def _bids(self) -> tuple[JsonValue, ...]:
        if self.is_answer:
            return (PASS, HOLD)
        return (PASS, *(value for value in VALUES if value > self.bid))

    def _games(self, calls: Sequence[str]) -> tuple[str, ...]:
        """A null that is worth less than the bid cannot be announced (S7)."""
        said = ((call, *parts(call)) for call in calls)
        return tuple(
            call for call, game, with_it in said if game != NULL or NULLS[with_it] >= self.bid
        )


def start(players: int, options: HouseRules) -> Skat:
    """The state before the first deal."""
    return Skat(
        players,
        DECK,
        HAND,
        of_deals=number_in(options, "deals"),
        is_seeger=options["list"] == "seeger",
        has_ramsch=options["passed"] == "ramsch",
        has_contra=options["contra"] == "yes",
    )
