"""Oh Hell: say how many tricks you will take, and take exactly that many. The rules and the judge.

Each deal has a card more than the one before, up to the longest, and then a card less each time.
The dealer turns up the next card: its suit is trump. Everybody bids in turn, the dealer last.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from oh_hell.position import Deal, Position, What
from tricktable.rules.cards import STANDARD, SUIT_MASKS, SUITS, Card, mask
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Impossible, Played, Shown
from tricktable.rules.findings_so_far import TrickJudge
from tricktable.rules.follow import Follow
from tricktable.rules.game import Next, Offer, Tabletop
from tricktable.rules.refusals import must_be_free, not_now
from tricktable.rules.tricks import Trick, led, winner
from tricktable.rules.verdicts import Finding, Viewpoint, may_know
from tricktable.text.language import message

DECK: Final = mask(STANDARD)
BONUS: Final = 10
"""For whoever takes as many tricks as bid."""


@dataclass(frozen=True)
class OhHell:
    """One moment of a game."""

    seats: int
    longest: int
    """Cards in each hand of the longest deal."""
    hook: bool
    """The dealer may not make the bids add up to the number of tricks."""
    phase: What = "deal"
    dealer: int = -1
    """Who has dealt; -1 before the first deal."""
    due: int = -1
    """Whose turn it is; -1 while anybody may deal."""
    turned: Card | None = None
    """The card that was turned up."""
    bids: tuple[int | None, ...] = ()
    trick: Trick = ()
    last: Trick = ()
    known: tuple[int, ...] = ()
    """By seat, the cards known to be or to have been in the hand of this deal, as masks."""
    gone: int = 0
    """The cards that everybody has seen leave a hand, or lie face up."""
    tally: tuple[int, ...] = ()
    """Tricks by seat."""
    deals: tuple[Deal, ...] = ()

    # --- how long ----------------------------------------------------------------------------

    @property
    def of_deals(self) -> int:
        """How many deals are played: 1, 2 … the longest … 2, 1."""
        return 2 * self.longest - 1

    @property
    def cards(self) -> int:
        """How many cards each hand of the running deal has, or of the next one."""
        number = len(self.deals) + 1
        return min(number, 2 * self.longest - number)

    # --- entries -----------------------------------------------------------------------------

    def apply(self, entry: Happening) -> OhHell:
        """The state after `entry`. Raises: Impossible."""
        if self.phase == "over":
            raise Impossible("the game is over", "over")
        match entry:
            case Dealt(dealer):
                return self._deal(dealer)
            case Shown(_, card):
                return self._turn_up(card)
            case Declared():
                return self._bid(entry)
            case Held(seat, card):
                return self._read(seat, card)
            case Played(seat, card):
                return self._play(seat, card)
        raise Impossible("no cards are moved in Oh Hell")

    def _deal(self, dealer: int) -> OhHell:
        if self.phase != "deal":
            raise self._not_now("deal the cards")
        if self.due not in (-1, dealer):
            raise Impossible("{seat} deals next", seat=self.due)
        nothing = (0,) * self.seats
        return replace(
            self,
            phase="turn_up",
            dealer=dealer,
            due=dealer,
            turned=None,
            bids=(None,) * self.seats,
            last=(),
            known=nothing,
            gone=0,
            tally=nothing,
        )

    def _turn_up(self, card: Card) -> OhHell:
        # The dealer should, but whoever did it: the card lies there.
        if self.phase != "turn_up":
            raise self._not_now("turn a card up")
        must_be_free(card, None, DECK, self.gone, self.known)
        return replace(self, phase="bid", due=self._after(self.dealer), turned=card, gone=card.bit)

    def _bid(self, entry: Declared) -> OhHell:
        if entry.topic != "bid":
            raise Impossible("there is no {topic} in Oh Hell", topic=repr(entry.topic))
        if self.phase != "bid":
            raise self._not_now("bid")
        seat, bid = entry.speaker, entry.value
        if seat != self.due:
            raise Impossible("it is {seat}'s turn to bid", seat=self.due)
        if not isinstance(bid, int) or bid not in self._open_bids():
            raise Impossible("{seat} cannot bid {bid}", seat=seat, bid=bid)
        bids = (*self.bids[:seat], bid, *self.bids[seat + 1 :])
        phase: What = "play" if seat == self.dealer else "bid"
        return replace(self, phase=phase, due=self._after(seat), bids=bids)

    def _open_bids(self) -> tuple[int, ...]:
        """What may be bid now: by the hook not what makes all bids together come out even."""
        every = range(self.cards + 1)
        if not self.hook or self.due != self.dealer:
            return tuple(every)
        even = self.cards - sum(bid for bid in self.bids if bid is not None)
        return tuple(bid for bid in every if bid != even)

    def _read(self, seat: int, card: Card) -> OhHell:
        if self.phase not in ("turn_up", "bid", "play") or self.known[seat] & self.gone:
            raise Impossible(
                "{seat}'s hand can be read only before its first card is played", seat=seat
            )
        self._must_be_free(seat, card)
        return self._knowing(seat, card)

    def _play(self, seat: int, card: Card) -> OhHell:
        if self.phase != "play":
            raise self._not_now("play a card")
        self._must_be_free(seat, card)
        if seat in (other for other, _ in self.trick):
            raise Impossible("{seat} has already played to this trick", "twice_in_trick", seat=seat)
        known = self._knowing(seat, card)
        after = replace(known, trick=(*self.trick, (seat, card)), gone=self.gone | card.bit)
        if len(after.trick) < self.seats:
            return replace(after, due=self._after_those_of(after.trick))
        return after._take(winner(after.trick, self.trump))

    def _take(self, taker: int) -> OhHell:
        tally = (*self.tally[:taker], self.tally[taker] + 1, *self.tally[taker + 1 :])
        after = replace(self, due=taker, trick=(), last=self.trick, tally=tally)
        return after if sum(tally) < self.cards else after._score()

    def _score(self) -> OhHell:
        """The deal is over: a point a trick, and ten more for whoever took what was bid."""
        bids = tuple(bid or 0 for bid in self.bids)
        gains = tuple(
            taken + BONUS * (taken == bid) for taken, bid in zip(self.tally, bids, strict=True)
        )
        deals = (*self.deals, Deal(self.dealer, self.cards, bids, self.tally, gains))
        if len(deals) == self.of_deals:
            return replace(self, phase="over", due=-1, deals=deals)
        return replace(self, phase="deal", due=self._after(self.dealer), deals=deals)

    def _knowing(self, seat: int, card: Card) -> OhHell:
        known = self.known
        return replace(self, known=(*known[:seat], known[seat] | card.bit, *known[seat + 1 :]))

    # --- what stands in the way --------------------------------------------------------------

    def _must_be_free(self, seat: int, card: Card) -> None:
        """Raises: Impossible, unless the card can lie in that hand now."""
        must_be_free(card, seat, DECK, self.gone, self.known)
        known = self.known[seat]
        if not known & card.bit and known.bit_count() >= self.cards:
            raise Impossible("{seat}'s hand is already full of other cards", "full_hand", seat=seat)

    def _not_now(self, what: str) -> Impossible:
        return not_now(what, _AWAITED[self.phase])

    def _after(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def _after_those_of(self, trick: Trick) -> int:
        """The first seat clockwise from the lead that has not played."""
        present = [seat for seat, _ in trick]
        seat = present[0]
        while seat in present:
            seat = self._after(seat)
        return seat

    # --- what it means -----------------------------------------------------------------------

    @property
    def trump(self) -> int:
        """The number of the trump suit; -1 for none."""
        return -1 if self.turned is None else self.turned.suit

    @property
    def future_key(self) -> Hashable:
        """All that changes but the last trick."""
        return replace(self, last=())

    @property
    def next(self) -> Next:
        """What is awaited now."""
        return Next(self.due if self.due >= 0 else None, self.phase)

    @property
    def awaited(self) -> tuple[int, ...]:
        """Whoever's turn it is; before the first deal everybody may deal."""
        if self.phase == "over":
            return ()
        return (self.due,) if self.due >= 0 else tuple(range(self.seats))

    @property
    def status(self) -> str:
        """`playing` or `finished`."""
        return "finished" if self.phase == "over" else "playing"

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(sum(deal.gains[seat] for deal in self.deals) for seat in range(self.seats))

    def winner(self, _: Sequence[Finding]) -> list[int] | None:
        """Whoever has most points, or those who share them."""
        if self.phase != "over":
            return None
        return [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]

    def position(self, _: Sequence[Finding], __: Viewpoint) -> Position:
        """Bids, points and the deals so far: nothing of it is secret."""
        runs = self.phase not in ("deal", "over")
        return Position(
            what=self.phase,
            cards=self.cards if self.phase != "over" else 0,
            of_deals=self.of_deals,
            dealer=self.dealer if self.dealer >= 0 else None,
            turned=self.turned.code if self.turned and runs else None,
            bids=self.bids if runs else (None,) * self.seats,
            totals=self.totals,
            deals=self.deals,
        )

    def tabletop(self) -> Tabletop:
        """What lies on the table."""
        runs = self.phase not in ("deal", "over")
        taken = sum(self.tally)
        of = self.cards if runs or not taken else taken  # `cards` are the next deal's by then
        return Tabletop(
            deal=len(self.deals) + runs,
            number=min(taken + 1, of),
            of=of,
            trick=self.trick,
            owed=led(self.trick),
            best=winner(self.trick, self.trump) if self.trick else None,
            last=self.last,
            last_winner=winner(self.last, self.trump) if self.last else None,
            tally=self.tally or (0,) * self.seats,
            trump=SUITS[self.trump] if runs and self.turned else "",
            turned=self.turned if runs else None,
        )

    def offers(self) -> tuple[Offer, ...]:
        """The deal, and the bids that are open."""
        match self.phase:
            case "deal":
                return (Offer("dealt", self.awaited),)
            case "bid":
                return (Offer("bid", (self.due,), self._open_bids()),)
        return ()

    def judge(self, viewpoint: Viewpoint) -> OhHellJudge:
        """A judge for a game that begins in this state."""
        return OhHellJudge(self.seats, viewpoint)


_AWAITED: Final[Mapping[str, str]] = {
    "deal": message("deal the cards first"),
    "turn_up": message("turn a card up first"),
    "bid": message("everybody bids first"),
    "play": message("it is time to play a card"),
}


class OhHellJudge(TrickJudge):
    """Follow and turn, as one viewpoint knows them."""

    def __init__(self, seats: int, viewpoint: Viewpoint) -> None:
        super().__init__(Follow([0] * len(SUITS), [0] * seats, 0))
        self._viewpoint = viewpoint

    def watch(self, before: OhHell, entry: Happening, seq: int, after: OhHell) -> None:
        """Entry `seq` has led from one state to the next."""
        follow = self._found.follow
        match entry:
            case Dealt():
                outside = DECK.bit_count() - after.seats * after.cards
                unseen = [suit.bit_count() for suit in SUIT_MASKS]
                self._found.next_deal(Follow(unseen, [after.cards] * after.seats, outside))
            case Shown(_, card):
                follow.lies_outside(card)
            case Held(seat, card) if may_know(self._viewpoint, seat):
                follow.names(seat, card, seq)
            case Played(seat, card):
                if seat != before.due:
                    self._found.add(Finding(seq, "turn", "proved", seat, (seq,)))
                owed = before.trick[0][1].suit if before.trick else None
                follow.plays(seat, card, owed, seq)
        self._found.follow.test(seq)


def start(players: int, options: Mapping[str, object]) -> OhHell:
    """The state before the first deal."""
    longest = options["longest"]
    assert isinstance(longest, int)
    return OhHell(players, longest, hook=options["hook"] == "yes")
