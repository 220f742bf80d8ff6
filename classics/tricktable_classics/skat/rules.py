"""Skat: bid for a game, and play it alone against two. The rules and the judge.

The numbered rulings (S1 …) are in docs/skat.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tricktable.rules.cards import STANDARD, Card, cards_in, mask
from tricktable.rules.entries import Declared, Happening, Held, Impossible, Moved, Shown
from tricktable.rules.game import Dummy, Offer, Tabletop
from tricktable.rules.options import number_in
from tricktable.rules.ranking import LETTERS, Ranking
from tricktable.rules.refusals import not_now
from tricktable.rules.values import Chosen, JsonValue
from tricktable.rules.verdicts import Finding, Viewpoint, may_know
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
    Position,
    What,
    parts,
)
from tricktable_classics.trick_game import (
    ANYBODY,
    AWAITED,
    TrickGame,
    TrickGameJudge,
    replaced,
)

SEATS, HAND, STOCK = 3, 10, 2
DECK: Final = mask(card for card in STANDARD if card.rank >= 7)
RAMSCH: Final = "ramsch"
WAITS: Final = {
    **AWAITED,
    "skat": message("the skat is picked up, or a game announced"),
    "discard": message("two cards are discarded first"),
    "game": message("a game is announced first"),
    "open": message("the declarer’s hand is laid open first"),
}


@dataclass(frozen=True)
class Skat(TrickGame):
    """One moment of a game."""

    phase: What = "deal"
    of: int = 36
    """So many deals are played."""
    is_seeger: bool = False
    has_ramsch: bool = False
    bid: int = 0
    """The highest so far."""
    bidder: int = ANYBODY
    """Who says the values …"""
    holder: int = ANYBODY
    """… and who holds them; both the same where nobody else is left to bid."""
    is_answer: bool = False
    """Whether the bid is to be held or passed."""
    declarer: int = ANYBODY
    has_skat: bool = False
    """Whether the declarer has picked up the skat."""
    game: str = ""
    """As it was announced, or `ramsch`."""
    buried: int = 0
    """The discards, if they were seen, as a mask."""
    opened: int = 0
    """The declarer's cards that everybody has seen, as a mask."""
    deals: tuple[Deal, ...] = ()

    # --- entries -----------------------------------------------------------------------------

    def begun(self) -> Skat:
        """Middlehand bids to forehand, who sits at the dealer's left (S2)."""
        return self.having(
            phase="bid",
            due=self.after(self.dealer, 2),
            bid=0,
            bidder=self.after(self.dealer, 2),
            holder=self.after(self.dealer),
            is_answer=False,
            declarer=ANYBODY,
            has_skat=False,
            game="",
            buried=0,
            opened=0,
        )

    def apply(self, entry: Happening) -> Skat:
        """The state after `entry`. Raises: Impossible."""
        if isinstance(entry, Shown) and self.phase == "open":
            if entry.seat != self.declarer:
                raise Impossible("{seat}'s hand is laid open", seat=self.declarer)
            self.must_be_free(entry.seat, entry.card)
            return self.knowing(entry.seat, entry.card).having(opened=self.opened | entry.card.bit)
        return super().apply(entry)

    def say(self, entry: Declared) -> Skat:
        """A bid, a game, or that a hand lies open. Raises: Impossible."""
        for offer in self.offers():
            if offer.what == entry.topic:
                if entry.seat != self.due:
                    raise Impossible("it is {seat}'s turn", seat=self.due)
                if not _is_in(entry.value, offer.values):
                    raise Impossible("{seat} cannot say {value}", seat=self.due, value=entry.value)
                match entry.topic:
                    case "bid":
                        return self._bid(entry.value)
                    case "game":
                        return self._announce(str(entry.value))
                return self._play_begins()
        raise self.not_now(message("say that"))

    def _bid(self, value: JsonValue) -> Skat:
        """One says values, another holds them, until one of them passes (S2)."""
        rearhand = self.dealer
        if isinstance(value, int):
            if self.bidder == self.holder:
                return self.having(bid=value)._won()
            return self.having(bid=value, is_answer=True, due=self.holder)
        if value == HOLD:
            return self.having(is_answer=False, due=self.bidder)
        left = self.bidder if self.is_answer else self.holder
        after = self.having(holder=left, is_answer=False)
        if self.bidder == self.holder:
            return after._all_pass()
        if self.bidder != rearhand:
            return after.having(bidder=rearhand, due=rearhand)
        return after._won() if after.bid else after.having(bidder=left, due=left)

    def _won(self) -> Skat:
        return self.having(phase="skat", declarer=self.holder, due=self.holder)

    def _all_pass(self) -> Skat:
        if self.has_ramsch:
            return self.having(phase="play", game=RAMSCH, due=self.after(self.dealer))
        return self._ended(Deal(None, "", 0, 0, 0, False, False, 0, 0, (0,) * SEATS))

    def move(self, entry: Moved) -> Skat:
        """The skat is picked up, and two cards are discarded. Raises: Impossible."""
        mine = (self.declarer, *WAYS.get(self.phase, ("", "")), STOCK)
        if self.phase not in WAYS:
            raise self.not_now(message("move cards"))
        if entry[:4] != mine:
            raise Impossible("{seat} picks up the skat, and discards two", seat=self.declarer)
        if self.phase == "skat":
            after = self.having(phase="discard", has_skat=True)
            for card in entry.cards or ():
                after.must_be_free(self.declarer, card)
                after = after.knowing(self.declarer, card)
            return after
        after = self.having(phase="game")
        for card in entry.cards or ():
            self.must_be_free(self.declarer, card)
            left = replaced(after.known, self.declarer, after.known[self.declarer] & ~card.bit)
            after = after.having(known=left, buried=after.buried | card.bit)
        if entry.cards and after.known[self.declarer].bit_count() > HAND:
            raise Impossible(
                "{seat}'s hand is already full of other cards", "full_hand", seat=self.declarer
            )
        return after

    def _announce(self, game: str) -> Skat:
        after = self.having(game=game)
        if OUVERT not in game:
            return after._play_begins()
        is_known = self.buried or not self.has_skat
        return after.having(phase="open", opened=self.known[self.declarer] if is_known else 0)

    def _play_begins(self) -> Skat:
        return self.having(phase="play", due=self.after(self.dealer))

    # --- scores ------------------------------------------------------------------------------

    @property
    def is_played_out(self) -> bool:
        """After ten tricks, or once the declarer of a null has taken one (S6)."""
        is_lost = self.game[:1] == NULL and self.tally[self.declarer] > 0
        return is_lost or super().is_played_out

    def scored(self) -> Skat:
        """What the game was worth: its cards tell, with the two that were never played."""
        skat = self.deck & ~self.gone
        if self.game == RAMSCH:
            return self._scored_ramsch(skat)
        of = scoring.value(
            self.game,
            self.bid,
            self.known[self.declarer] | skat,
            self.taken[self.declarer] | skat,
            self.tally[self.declarer],
        )
        gains = scoring.gains(of, self.declarer, SEATS, self.is_seeger)
        return self._ended(
            Deal(
                self.declarer,
                self.game,
                self.bid,
                of.value,
                of.points,
                of.won,
                of.is_overbid,
                of.matadors,
                of.times,
                gains,
            )
        )

    def _scored_ramsch(self, skat: int) -> Skat:
        """The skat goes to the last trick (S9)."""
        points = [
            scoring.worth(cards | skat * (seat == self.due))
            for seat, cards in enumerate(self.taken)
        ]
        gains = scoring.ramsch(points, self.tally)
        return self._ended(Deal(None, RAMSCH, 0, 0, max(points), False, False, 0, 0, gains))

    def _ended(self, deal: Deal) -> Skat:
        after = self.next_deal(deal)
        return after.over() if len(after.deals) == after.of else after

    # --- what stands in the way --------------------------------------------------------------

    def must_be_free(self, seat: int, card: Card) -> None:
        """Raises: Impossible, unless the card can lie in that hand now."""
        if card.bit & self.buried:
            raise Impossible("{card} was discarded", "elsewhere", card)
        super().must_be_free(seat, card)

    def room(self, seat: int) -> int:
        """A declarer who has picked up the skat had twelve, until the discards are known."""
        has_twelve = seat == self.declarer and self.has_skat and not self.buried
        return HAND + STOCK * has_twelve

    def not_now(self, what: str) -> Impossible:
        """Why this, a message, is impossible: something else is due."""
        return not_now(what, WAITS[self.phase])

    # --- what it means -----------------------------------------------------------------------

    @property
    def trump(self) -> int:
        """The suit of the game, the jacks in grand and ramsch; -1 for none."""
        if not self.game or self.game[0] == NULL:
            return -1
        suit = LETTERS.find(self.game[0])
        return suit if suit >= 0 else len(LETTERS) - 1

    @property
    def ranking(self) -> Ranking:
        """As in grand, until a game is announced."""
        return scoring.ranking(self.game[:1])

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(sum(deal.gains[seat] for deal in self.deals) for seat in range(SEATS))

    def offers(self) -> tuple[Offer, ...]:
        """The deal, the bids, the skat, the discard, the games, and the open hand."""
        mine = (self.due,)
        match self.phase:
            case "bid":
                return (Offer("bid", mine, self._bids()),)
            case "skat":
                return (
                    Offer("kitty>hand", mine, (STOCK,)),
                    Offer("game", mine, self._games(HAND_CALLS)),
                )
            case "discard":
                return (Offer("hand>discard", mine, (STOCK,)),)
            case "game":
                return (Offer("game", mine, self._games(OPEN_CALLS)),)
            case "open":
                return (Offer("open", mine),)
        return super().offers()

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

    def tabletop(self) -> Tabletop:
        """Whose bid stands, and the hand that lies open."""
        table = super().tabletop()
        if self.phase == "bid" and self.bid:
            return table._replace(highest=self.bidder if self.is_answer else self.holder)
        if self.phase not in ("open", "play") or OUVERT not in self.game:
            return table
        return table._replace(dummy=Dummy(self.declarer, self.declarer, self.opened & ~self.gone))

    def winner(self, _: Sequence[Finding]) -> list[int] | None:
        """Whoever has most points; all of them where several have."""
        if self.phase != "over":
            return None
        return [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]

    def position(self, _: Sequence[Finding], __: Viewpoint) -> Position:
        """The bids, the game and the list: nothing of it is secret."""
        runs = self.runs
        return Position(
            what=self.phase,
            dealer=self.dealer if self.dealer >= 0 else None,
            bid=self.bid if runs else 0,
            is_answer=self.is_answer and self.phase == "bid",
            declarer=self.declarer if runs and self.declarer >= 0 else None,
            game=self.game if runs else "",
            of=self.of,
            is_seeger=self.is_seeger,
            totals=self.totals,
            deals=self.deals,
        )

    def judge(self, viewpoint: Viewpoint) -> SkatJudge:
        """A judge for a game that begins in this state."""
        return SkatJudge(self.seats, viewpoint)


WAYS: Final = {"skat": ("kitty", "hand"), "discard": ("hand", "discard")}
"""Where the declarer's two cards go, by phase."""


def _is_in(value: JsonValue, values: Sequence[JsonValue]) -> bool:
    """Whether it is one of these; `True` is no number."""
    return not isinstance(value, bool) and value in values


class SkatJudge(TrickGameJudge[Skat]):
    """Knows what the declarer has taken up, discarded and laid open, too. Mutable."""

    def watch(self, before: Skat, entry: Happening, seq: int, after: Skat) -> None:
        """Entry `seq` has led from one state to the next."""
        follow = self._found.follow
        if isinstance(entry, Held) and (before.phase, entry.seat) == ("discard", before.declarer):
            if may_know(self.viewpoint, entry.seat):
                follow.names_loosely(entry.card, seq)
            follow.test(seq)
            return
        if after.game != before.game and after.game:
            follow.ranks(after.ranking, DECK)
        for card in cards_in(after.opened & ~before.opened):
            follow.names(after.declarer, card, seq)
        super().watch(before, entry, seq, after)

    def watch_move(self, _: Skat, entry: Moved, seq: int, after: Skat) -> None:
        """The declarer has picked up the skat, or discarded."""
        follow = self._found.follow
        cards = entry.cards if may_know(self.viewpoint, entry.seat) else None
        if entry.target == "hand":
            follow.exchanges(after.declarer, STOCK, STOCK)
            for card in cards or ():
                follow.names_loosely(card, seq)
        elif cards is not None:
            follow.gives_up(cards)


def start(players: int, options: Chosen) -> Skat:
    """The state before the first deal."""
    return Skat(
        players,
        DECK,
        HAND,
        of=number_in(options, "deals"),
        is_seeger=options["list"] == "seeger",
        has_ramsch=options["passed"] == "ramsch",
    )
