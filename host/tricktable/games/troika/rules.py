"""Troika (Kaiser, Three-Spot), base and Saskatchewan: bid, and take the five, not the three.

Rules and numbered rulings: docs/games/troika.md. This file holds only what entries do to the game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final, NamedTuple, assert_never

from tricktable.games.troika.findings import breach
from tricktable.games.troika.position import NextStep, Position, Step, TroikaDeal, TroikaHigh
from tricktable.rules.cards import STANDARD, SUIT_MASKS, SUITS, Card, card, mask
from tricktable.rules.compiler import mypyc_attr
from tricktable.rules.copies import new_tuple, quick_copies, with_value
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Impossible, Moved, Played
from tricktable.rules.findings_so_far import TrickJudge
from tricktable.rules.follow import Follow
from tricktable.rules.game import Header, Next, Offer, Tabletop
from tricktable.rules.options import number_in
from tricktable.rules.refusals import must_be_free, not_now, twice_in_trick
from tricktable.rules.tricks import TURNS, Trick, suit_led, winner
from tricktable.rules.values import HouseRules
from tricktable.rules.verdicts import Finding, Viewpoint, may_know
from tricktable.text.language import message

SEATS: Final = 4
HAND: Final = 8
KITTY: Final = 2  # of Saskatchewan's 34 cards; the bidder has ten for a moment, and discards two
FIVE, THREE = card("5H"), card("3S")  # K1
SPECIALS: Final = FIVE.bit | THREE.bit
WORTHS: Final = {0: 1, FIVE.bit: 1 + 5, THREE.bit: 1 - 3, SPECIALS: 1 + 5 - 3}
"""What a trick is worth, by the special cards it contains."""
# A made No or Low bid raises the target if the house rules say so (K23, K24).
TARGET, RAISED_TARGET = 52, 62
KAISER: Final = "12N"  # K31

# K26: a hand with any of these cannot call a misdeal.
HONOURS: Final = SPECIALS | mask(each for each in STANDARD if each.rank > 10)
SEVENS: Final = mask(map(card, ("7S", "7H")))
# Ace to eight of every suit, with the sevens of clubs and diamonds in place of the others.
BASE_DECK: Final = SPECIALS | mask(each for each in STANDARD if each.rank > 6) & ~SEVENS


LOW: Final = "low"
UNSUITED: Final = {"N": "none", "L": LOW}
"""What each bid that names no trump is played as, in the words of summaries."""
EVERYBODY: Final = (1 << SEATS) - 1
WHOSE_TURN: Final = TURNS[SEATS]
"""The next seat to play, by who led and the mask of seats that have played."""


class Bid(NamedTuple):
    """A number of points, with trump (empty kind), without (`N`) or low (`L`)."""

    number: int
    kind: str

    def __str__(self) -> str:
        return f"{self.number}{self.kind}"

    @property
    def factor(self) -> int:
        """The multiplier for what the bidders score."""
        return 2 if self.kind else 1


NO_BID: Final = Bid(0, "")
# Five is the lowest that a house rule allows. Twelve can be made: seven tricks and the five, with
# the three in the trick of the others (K14).
BIDS: Final = {
    str(bid): bid for bid in (Bid(n, kind) for n in range(5, 13) for kind in ("", "N", "L"))
}
"""Every bid that any house rule allows, as players say it."""


class Plan(NamedTuple):
    """The parts of a game that never change."""

    rules: HouseRules
    """The house rules."""
    deck: int
    """The cards of this game, as a mask."""
    has_kitty: bool
    """Saskatchewan: the game has a kitty and Low bids."""
    steps: tuple[Step, ...]
    """The steps between bidding and play."""
    heights: Mapping[str, int]
    """How each kind ranks among bids of the same number (K5)."""
    lowest: int
    """The lowest bid allowed."""
    specials_win: bool
    """In Low, the five and the three rank above the seven (K4)."""

    def strength(self, bid: Bid) -> tuple[int, int]:
        """The bid's rank: a higher one outbids; for the dealer, an equal one is enough (K10)."""
        return bid.number, self.heights[bid.kind]

    def limit(self, target: int) -> int | None:
        """From this total on, a side scores only by bidding (K18, K19); None for no limit."""
        limit = self.rules["bid_out"]
        if target == RAISED_TARGET and self.rules["bid_out_62"] != "same":
            limit = self.rules["bid_out_62"]
        return limit if isinstance(limit, int) else None


def _plan(rules: HouseRules) -> Plan:
    has_kitty = rules["variant"] == "saskatchewan"
    discard: tuple[Step, ...] = ("discard",) if has_kitty else ()
    is_before = rules["kitty"] == "before_trump"
    return Plan(
        rules=rules,
        deck=BASE_DECK | SEVENS if has_kitty else BASE_DECK,
        has_kitty=has_kitty,
        steps=(*discard, "trump") if is_before else ("trump", *discard),  # K7
        heights={"": 0, "N": 1, "L": 1 if rules["low_rank"] == "equal_no" else 2},
        lowest=number_in(rules, "min_bid"),
        specials_win=rules["low_specials"] == "highest",
    )


@quick_copies
class Auction(NamedTuple):
    """What is settled before a deal is played."""

    dealer: int
    bids: tuple[str, ...] = ()
    """In order, from the dealer's left."""
    bidder: int = -1
    """The seat with the highest bid so far."""
    bid: Bid = NO_BID
    trump: str | None = None
    """A suit letter, `none` or `low`; None until it is known."""
    has_taken: bool = False
    """Whether the kitty is known to be in the bidder's hand."""
    has_discarded: bool = False
    """Whether the bidder has discarded, even if nobody has seen the discards."""

    def awaits(self, steps: tuple[Step, ...]) -> NextStep:
        """The next step once the bidding is over."""
        done = {"trump": self.trump is not None, "discard": self.has_discarded}
        return next((step for step in steps if not done[step]), "play")


@quick_copies
class UnplayedCards(NamedTuple):
    """The unplayed cards that the table has scanned. All of this is secret."""

    read: tuple[int, ...] = (0,) * SEATS
    """For each seat, the cards known to be in its hand."""
    loose: int = 0
    """Cards scanned in the bidder's hand before an unscanned discard: in the hand or discarded."""
    discards: int = 0
    """The two discards, if the table has scanned them."""

    def reads(self, seat: int, cards: int) -> UnplayedCards:
        """Add these cards, known to be in this hand."""
        return self._replace(read=with_value(self.read, seat, self.read[seat] | cards))

    def plays(self, seat: int, card: int) -> UnplayedCards:
        """Remove this card from the hand."""
        read = with_value(self.read, seat, self.read[seat] & ~card)
        return UnplayedCards(read, self.loose & ~card, self.discards)

    def discard(self, seat: int, cards: int) -> UnplayedCards:
        """Let the bidder discard two cards: these, or unscanned ones."""
        had = self.read[seat]
        if cards:
            return UnplayedCards(with_value(self.read, seat, had & ~cards), 0, cards)
        return UnplayedCards(with_value(self.read, seat, 0), had, 0)


UNREAD: Final = UnplayedCards()


class TakenSoFar(NamedTuple):
    """What has been taken in the tricks of a deal."""

    tally: tuple[int, ...] = (0,) * SEATS
    """Tricks by seat."""
    points: tuple[int, int] = (0, 0)
    """Points by side."""
    specials: int = 0
    """The five and the three, if they have been taken."""
    last: Trick = ()

    def plus(self, seat: int, trick: Trick, left: int) -> TakenSoFar:
        """Add a trick taken by this seat; `left` are the cards unplayed before it."""
        tally, (ours, theirs), before, _ = self
        specials = SPECIALS & ~left
        worth = WORTHS[specials ^ before]
        points = (ours, theirs + worth) if seat & 1 else (ours + worth, theirs)
        tally = with_value(tally, seat, tally[seat] + 1)
        return new_tuple(TakenSoFar, (tally, points, specials, trick))


class Match(NamedTuple):
    """The state of the match between deals. A side is a seat modulo 2."""

    totals: tuple[int, int] = (0, 0)
    target: int = TARGET
    deals: tuple[TroikaDeal, ...] = ()
    """The scored deals."""
    dealer: int | None = None
    """The next dealer; None while anybody may deal."""
    winner: int | None = None
    """The winning side."""

    def after(self, deal: Auction, points: tuple[int, int], plan: Plan) -> Match:
        """Score a finished deal (K15 to K20, K23, K24, K29, K30)."""
        rules, side, bid = plan.rules, deal.bidder & 1, deal.bid
        has_made = points[side] >= bid.number  # K16: not doubled
        # Points above the bid count unless the house rules say otherwise (K29).
        won = points[side] if rules["overtricks"] == "yes" else bid.number
        # Compared without doubling (K16), scored with it.
        bidders = (won if has_made else -bid.number) * bid.factor
        defenders, limit = points[1 - side], plan.limit(self.target)
        if limit is not None and self.totals[1 - side] >= limit:  # K17: before this deal
            # At the limit only bidding scores, but negative points still count (K20).
            defenders = min(defenders, 0)
        # By default No doubles only the bidders' score: "these scores" appears in the bidders'
        # paragraph, and the older text lets opponents score the same with or without trumps (K15).
        if rules["double_defenders"] == "yes":
            defenders *= bid.factor
        scored = (defenders, bidders) if side else (bidders, defenders)
        is_raised = rules["nt_increase"] == "on" and has_made and bid.kind
        assert deal.trump is not None
        told = TroikaDeal(deal.dealer, side, str(bid), deal.trump, points, scored)
        totals = (self.totals[0] + scored[0], self.totals[1] + scored[1])
        # Raised before a winner is determined, so that it applies to the deal that raised it (K23).
        target = RAISED_TARGET if is_raised else self.target
        over = _won_by(deal, has_made, totals, target, rules)
        return Match(totals, target, (*self.deals, told), _next_seat(deal.dealer), over)


@quick_copies
class Troika(NamedTuple):
    """One moment of a game."""

    plan: Plan
    phase: NextStep
    """What the game waits for, as `Next.what`; during `discard` a play is possible, too."""
    due: int
    """The seat that must bid, name trump, discard or play; -1 if it is nobody's turn."""
    trick: Trick
    present: int
    """The seats that have played to the current trick, as a mask."""
    left: int
    """The cards not yet played in this deal."""
    hands: UnplayedCards
    taken: TakenSoFar
    deal: Auction
    match: Match

    # --- entries -------------------------------------------------------------------------------

    def apply(self, entry: Happening) -> Troika:
        """The state after `entry`. Raises: Impossible."""
        if type(entry) is Played:
            return self._play(entry)
        if self.phase == "over":
            raise Impossible("the game is over", "over")
        match entry:
            case Declared():
                return self._declare(entry)
            case Held(seat, card):
                return self._hold(seat, card)
            case Moved():
                return self._move(entry)
            case Dealt(dealer):
                return self._deal(dealer)
        raise Impossible("no cards are shown in Troika")

    def _play(self, entry: Played) -> Troika:
        plan, phase, due, trick, present, left, hands, taken, deal, match = self
        if phase != "play":
            return self._begin_play()._play(entry)
        seat, card = entry
        bit = card.bit
        if not bit & left or hands != UNREAD:
            self._must_be_free(seat, card)
            hands = hands.plays(seat, bit)
        if present >> seat & 1:
            raise twice_in_trick(seat)
        present |= 1 << seat
        trick += (entry,)
        left ^= bit
        if present != EVERYBODY:
            due = WHOSE_TURN[trick[0][0]][present]
        else:
            due = self._taker(trick)
            taken, trick, present = taken.plus(due, trick, left), (), 0
        after = new_tuple(
            Troika, (plan, phase, due, trick, present, left, hands, taken, deal, match)
        )
        return after if present or sum(taken.tally) < HAND else after._score()

    def _begin_play(self) -> Troika:
        """Begin the play, even if the table has seen no discard."""
        if self.phase != "discard" or self.deal.trump is None:
            raise self._not_now("play a card")
        return self._exchange(0)

    def _exchange(self, discards: int) -> Troika:
        """Give the bidder eight cards again; `discards` is 0 if nobody has scanned them."""
        hands = self.hands.discard(self.deal.bidder, discards)
        return self._replace(hands=hands)._prepare(self.deal._replace(has_discarded=True))

    def _prepare(self, deal: Auction) -> Troika:
        """Take the bidder one step nearer to the first trick, which the bidder leads (K33)."""
        return self._replace(phase=deal.awaits(self.plan.steps), due=deal.bidder, deal=deal)

    def _deal(self, dealer: int) -> Troika:
        if self.phase != "deal":
            raise Impossible("the cards of this deal have been dealt")
        if self.match.dealer not in (None, dealer):
            raise Impossible("{seat} deals next", seat=self.match.dealer)
        deal = Auction(dealer, has_discarded=not self.plan.has_kitty)
        return _begin(self.plan, self.match)._replace(
            phase="bid", due=_next_seat(dealer), deal=deal
        )

    def _hold(self, seat: int, card: Card) -> Troika:
        if self.phase == "deal":
            raise self._not_now("read a hand")
        if self._cards_played(seat):
            raise Impossible(
                "{seat}'s hand can be read only before its first card is played", seat=seat
            )
        self._must_be_free(seat, card)
        return self._replace(hands=self.hands.reads(seat, card.bit))

    def _declare(self, entry: Declared) -> Troika:
        handle = _TOPICS.get(entry.topic)
        if handle is None:
            raise Impossible("there is no {topic} in Troika", topic=repr(entry.topic))
        return handle(self, entry)

    def _declare_misdeal(self, entry: Declared) -> Troika:
        seat = entry.speaker
        if self.plan.rules["misdeal"] == "off":
            raise Impossible("a misdeal cannot be called in this game")
        if self.phase != "bid" or seat not in self._silent:
            raise Impossible("you can call a misdeal only before you bid")
        # Only scanned cards can contradict it: a misdeal is proved by scanning or showing the hand
        # (K25).
        if self.hands.read[seat] & HONOURS:
            raise Impossible("{seat}'s hand has a card that rules out a misdeal (K26)", seat=seat)
        return self._dealt_again()

    def _declare_bid(self, entry: Declared) -> Troika:
        if self.phase != "bid":
            raise self._not_now("bid")
        seat, said, deal = entry.speaker, str(entry.value), self.deal
        if seat != self.due:
            raise Impossible("it is {seat}'s turn to bid", seat=self.due)
        if said != "pass":
            bid = BIDS[said]
            if refusal := self._against(bid):
                raise refusal
            deal = deal._replace(bidder=seat, bid=bid)
        elif self._must_bid:
            raise Impossible("three have passed: the dealer must bid")
        deal = deal._replace(bids=(*deal.bids, said))
        if seat != deal.dealer:  # who bids last: nobody has a second turn (K13)
            return self._replace(due=_next_seat(seat), deal=deal)
        # All four have passed, and the house rules force no bid (K12).
        if deal.bidder < 0:
            return self._dealt_again()
        # No and Low are said with the bid (K6), a suit is not.
        return self._prepare(deal._replace(trump=UNSUITED.get(deal.bid.kind)))

    def _dealt_again(self) -> Troika:
        """Throw the cards in; the same dealer deals again (K12, K25)."""
        return _begin(self.plan, self.match._replace(dealer=self.deal.dealer))

    def _declare_trump(self, entry: Declared) -> Troika:
        seat = entry.speaker
        if self.deal.trump is not None or self.phase not in ("trump", "discard"):
            raise self._not_now("name trump")
        if seat != self.deal.bidder:
            raise Impossible("{seat} names trump", seat=self.deal.bidder)
        # If the kitty comes before trump, a discard not recorded by now was seen by nobody.
        now = self._exchange(0) if self.phase == "discard" else self
        return now._prepare(now.deal._replace(trump=str(entry.value)))

    def _move(self, entry: Moved) -> Troika:
        if self.phase != "discard":
            raise self._not_now("move cards")
        if entry.seat != self.deal.bidder:
            raise Impossible("the kitty belongs to {seat}", seat=self.deal.bidder)
        if entry.number != KITTY:
            raise Impossible("the kitty has two cards, and two must be discarded")
        if (entry.source, entry.target) == ("kitty", "hand"):
            return self._take_kitty(entry.cards or ())
        if (entry.source, entry.target) == ("hand", "discard"):
            return self._discard(entry.cards or ())
        # Partners pass each other no cards (K32).
        raise Impossible("cards move from the kitty to the hand and from there to the discards")

    def _take_kitty(self, cards: Sequence[Card]) -> Troika:
        seat, had = self.deal.bidder, self.hands.read[self.deal.bidder]
        if self.deal.has_taken:
            raise Impossible("the kitty has already been taken")
        if had.bit_count() > HAND:
            raise Impossible("{seat}'s hand already has more than 8 cards", "full_hand", seat=seat)
        for each in cards:
            if each.bit & had:
                raise Impossible("{card} is in {seat}'s hand", "other_hand", each, seat=seat)
            self._must_be_free(seat, each)
        return self._replace(
            hands=self.hands.reads(seat, mask(cards)), deal=self.deal._replace(has_taken=True)
        )

    def _discard(self, cards: Sequence[Card]) -> Troika:
        discards = mask(cards)
        # Any two of the ten cards except these (K8). Whatever is discarded, a deal's points add up
        # to 10 (K9).
        if discards & SPECIALS:
            raise Impossible("the 5 of hearts and 3 of spades cannot be discarded")
        for each in cards:
            self._must_be_free(self.deal.bidder, each)
        self._must_have_room(self.deal.bidder, discards)
        return self._exchange(discards)

    # --- what stands in the way ------------------------------------------------------------------

    @property
    def _silent(self) -> list[int]:
        """The seats that have not bid yet, in turn order."""
        return [_next_seat(self.deal.dealer + n) for n in range(len(self.deal.bids), SEATS)]

    @property
    def _must_bid(self) -> bool:
        """Whether the seat whose turn it is to bid may not pass (K11, K12)."""
        deal = self.deal
        is_last = self.due == deal.dealer and deal.bidder < 0
        return is_last and self.plan.rules["all_pass"] == "dealer_forced"

    def _against(self, bid: Bid) -> Impossible | None:
        """Why the seat whose turn it is cannot make this bid; None if it can."""
        plan, deal = self.plan, self.deal
        if bid.kind == "L" and not plan.has_kitty:
            return Impossible("Low can be bid only in Saskatchewan")
        if bid.number < plan.lowest:
            return Impossible("the lowest bid is {number}", number=plan.lowest)
        strength, standing = plan.strength(bid), plan.strength(deal.bid)
        # Only the dealer may take the bid at equal rank (K10): 8 No over 8, but not 8 over 8 No.
        if strength < standing or (strength == standing and self.due != deal.dealer):
            return Impossible("{bid} does not outbid {other_bid}", bid=bid, other_bid=deal.bid)
        return None

    def _must_be_free(self, seat: int, card: Card) -> None:
        """Check that the card can lie in that hand now. Raises: Impossible."""
        hands, bidder = self.hands, self.deal.bidder
        known = (
            read | hands.loose if other == bidder else read for other, read in enumerate(hands.read)
        )
        must_be_free(card, seat, self.plan.deck, hands.discards | ~self.left, known)
        self._must_have_room(seat, card.bit)

    def _must_have_room(self, seat: int, cards: int) -> None:
        """Check that the hand has room for these cards, too. Raises: Impossible."""
        cards |= self.hands.read[seat]
        room = HAND - self._cards_played(seat)
        if seat == self.deal.bidder:
            if self.phase == "discard":
                room += KITTY
            elif (cards | self.hands.loose).bit_count() > room + KITTY:
                room = 0
        if cards.bit_count() > room:
            raise Impossible("{seat}'s hand is already full of other cards", "full_hand", seat=seat)

    def _cards_played(self, seat: int) -> int:
        """How many cards the seat has played in this deal."""
        return sum(self.taken.tally) + (self.present >> seat & 1)

    def _not_now(self, what: str) -> Impossible:
        return not_now(what, _awaited_act(self.phase))

    # --- what it means ---------------------------------------------------------------------------

    def _score(self) -> Troika:
        """Score the finished deal and prepare the next."""
        match = self.match.after(self.deal, self.taken.points, self.plan)
        return self._replace(phase="deal" if match.winner is None else "over", due=-1, match=match)

    def _taker(self, trick: Trick) -> int:
        """The seat whose card takes the trick, or is winning it so far."""
        trump = self.deal.trump
        if trump == LOW:
            return _low_winner(trick, self.plan.specials_win)
        # As printed: aces high, and below the 7 the five and the three (K2, K3). `none` is no suit,
        # so `find` gives the -1 that stands for no trump.
        return winner(trick, SUITS.find(str(trump)))

    @property
    def _dealers(self) -> tuple[int, ...]:
        """The seats that may deal next; any seat may deal first."""
        dealer = self.match.dealer
        return tuple(range(SEATS)) if dealer is None else (dealer,)

    @property
    def _runs(self) -> bool:
        """Whether a deal is under way."""
        return self.phase not in ("deal", "over")

    @property
    def is_exchanging(self) -> bool:
        """Whether the bidder's hand may still change."""
        return self.phase in self.plan.steps and not self.deal.has_discarded

    @property
    def future_key(self) -> Hashable:
        """Everything that can change, except the last trick and what each deal scored."""
        _, phase, due, trick, present, left, hands, taken, deal, match = self
        standing = match.totals, match.target, match.dealer, match.winner
        return phase, due, trick, present, left, hands, taken[:3], deal, standing

    @property
    def next(self) -> Next:
        """What the game waits for now."""
        if self.phase == "deal":
            return Next(self.match.dealer, "deal")
        return Next(self.due if self.phase != "over" else None, self.phase)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seat whose turn it is, or those that may deal."""
        if self.phase == "deal":
            return self._dealers
        return (self.due,) if self.phase != "over" else ()

    @property
    def status(self) -> str:
        """`playing` or `finished`."""
        return "finished" if self.phase == "over" else "playing"

    def winner(self, _: Sequence[Finding]) -> list[int] | None:
        """Both seats of the winning side."""
        side = self.match.winner
        return None if side is None else [side, side + 2]

    def position(self, _: Sequence[Finding], __: Viewpoint) -> Position:
        """Totals, the current deal with its bids, and the scored deals."""
        plan, deal, match = self.plan, self.deal, self.match
        runs = self._runs
        return Position(
            what=self.phase,
            totals=match.totals,
            target=match.target,
            high=TroikaHigh(deal.bidder, str(deal.bid)) if runs and deal.bidder >= 0 else None,
            trump=deal.trump if runs else None,
            points=self.taken.points if runs else (0, 0),
            deals=match.deals,
            dealer=None if deal.dealer < 0 else deal.dealer,
            bids=deal.bids,
            limit=plan.limit(match.target),
        )

    def tabletop(self) -> Tabletop:
        """What lies on the table."""
        deal, last = self.deal, self.taken.last
        return Tabletop(
            deal=len(self.match.deals) + self._runs,
            number=min(sum(self.taken.tally) + 1, HAND),
            of=HAND,
            trick=self.trick,
            owed=suit_led(self.trick),
            best=self._taker(self.trick) if self.trick else None,
            last=last,
            last_winner=self._taker(last) if last else None,
            tally=self.taken.tally,
            trump=deal.trump if deal.trump and deal.trump in SUITS else "",
            highest=deal.bidder if self._runs and deal.bidder >= 0 else None,
        )

    def offers(self) -> tuple[Offer, ...]:
        """The deal, bids, trump, a misdeal, the kitty and the discard."""
        mine = (self.due,)
        named = Offer("trump", mine, tuple(SUITS))
        match self.phase:
            case "deal":
                return (Offer("dealt", self._dealers),)
            case "bid":
                bids = tuple(said for said, bid in BIDS.items() if not self._against(bid))
                called = () if self._must_bid else ("pass",)
                offered = Offer("bid", mine, (*called, *bids))
                if self.plan.rules["misdeal"] == "off":
                    return (offered,)
                return (offered, Offer("misdeal", tuple(sorted(self._silent))))
            case "trump":
                return (named,)
            case "discard":
                taking = () if self.deal.has_taken else (Offer("kitty>hand", mine, (KITTY,)),)
                naming = () if self.deal.trump else (named,)
                return (*taking, Offer("hand>discard", mine, (KITTY,)), *naming)
        return ()

    def judge(self, viewpoint: Viewpoint) -> TroikaJudge:
        """A judge for a game that starts from this state."""
        return TroikaJudge(self.plan, viewpoint)


_TOPICS: Final[Mapping[str, Callable[[Troika, Declared], Troika]]] = {
    "misdeal": Troika._declare_misdeal,
    "bid": Troika._declare_bid,
    "trump": Troika._declare_trump,
}


def _awaited_act(phase: NextStep) -> str | None:
    """What has to be done first, as a message; None once the game is over."""
    match phase:
        case "deal":
            return message("deal the cards first")
        case "bid":
            return message("the bidding is not over")
        case "trump":
            return message("name trump first")
        case "discard":
            return message("discard two cards first")
        case "play":
            return message("it is time to play a card")
        case "over":
            return None
        case never:
            assert_never(never)


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class TroikaJudge(TrickJudge):
    """Judges following suit, turns and discards, from one viewpoint. Mutable."""

    def __init__(self, plan: Plan, viewpoint: Viewpoint) -> None:
        self._plan = plan
        self._viewpoint = viewpoint
        super().__init__(self._fresh_deal())
        self._discarded = 0
        """The entry that recorded this deal's discard."""

    def watch(self, before: Troika, entry: Happening, seq: int, after: Troika) -> None:
        """Take in entry `seq`, which has led from one state to the next."""
        if isinstance(entry, Played):
            self._watch_play(before, entry, seq, after)
        elif isinstance(entry, Dealt):
            self._found.next_deal(self._fresh_deal())
            self._discarded = 0
        elif isinstance(entry, Held):
            if may_know(self._viewpoint, entry.seat):
                is_loose = entry.seat == before.deal.bidder and before.is_exchanging
                self._name(entry.seat, entry.card, seq, is_loose)
        elif isinstance(entry, Moved):
            self._watch_move(entry, seq)
        elif before.phase == "bid" and after.is_exchanging:
            self._found.follow.exchanges(after.deal.bidder, KITTY, KITTY)
        self._found.follow.test(seq)

    def _fresh_deal(self) -> Follow:
        deck = self._plan.deck
        unseen = [(deck & suit).bit_count() for suit in SUIT_MASKS]
        return Follow(unseen, [HAND] * SEATS, sum(unseen) - HAND * SEATS)

    def _watch_play(self, before: Troika, entry: Played, seq: int, after: Troika) -> None:
        seat, card = entry
        if seat != before.due:
            self._found.add(Finding(seq, "turn", "proved", seat, (seq,)))
        owed = before.trick[0][1].suit if before.trick else None
        self._found.follow.plays(seat, card, owed, seq)
        if after.phase != "play" and after.left & SPECIALS:
            told = self._discarded or seq
            missing = FIVE if after.left & FIVE.bit else THREE
            self._found.add(breach("discard", told, after.deal.bidder, missing))

    def _watch_move(self, entry: Moved, seq: int) -> None:
        cards = entry.cards if may_know(self._viewpoint, entry.seat) else None
        if entry.target == "discard":
            self._discarded = seq
            if cards is not None:
                self._found.follow.gives_up(cards)
        else:
            for each in cards or ():
                self._found.follow.names_loosely(each, seq)

    def _name(self, seat: int, card: Card, seq: int, is_loose: bool) -> None:
        if is_loose:
            self._found.follow.names_loosely(card, seq)
        else:
            self._found.follow.names(seat, card, seq)


def _won_by(
    deal: Auction, has_made: bool, totals: Sequence[int], target: int, rules: HouseRules
) -> int | None:
    """The side that won with this deal (K22, K28, K31); the bidders come first (K21)."""
    side = deal.bidder & 1
    if rules["kaiser_bid"] == "on" and str(deal.bid) == KAISER:
        return side if has_made else 1 - side
    order = (side, 1 - side)
    lost = rules["minus_loses"]
    if isinstance(lost, int):
        for each in order:
            if totals[each] <= -lost:
                return 1 - each
    may_win = order if rules["win"] == "any" else order[:1]
    return next((each for each in may_win if totals[each] >= target), None)


def low_height(card: Card, specials_win: bool) -> tuple[int, int]:
    """How high a card of a suit is in Low: the lowest rank wins, but for the five and the three."""
    return -(card.bit & (0 if specials_win else SPECIALS)), -card.rank  # K4


def _low_winner(trick: Trick, specials_win: bool) -> int:
    """The seat with the card of the suit led that is highest in Low."""
    suit = trick[0][1].suit
    of_suit = {seat: low_height(card, specials_win) for seat, card in trick if card.suit == suit}
    return max(of_suit, key=of_suit.__getitem__)


def _next_seat(seat: int) -> int:
    return (seat + 1) % SEATS


def _begin(plan: Plan, match: Match) -> Troika:
    """The state before a deal."""
    return Troika(
        plan=plan,
        phase="deal",
        due=-1,
        trick=(),
        present=0,
        left=plan.deck,
        hands=UNREAD,
        taken=TakenSoFar(),
        deal=Auction(-1),
        match=match,
    )


def start(_: int, rules: HouseRules) -> Troika:
    """The state before the first deal."""
    return _begin(_plan(rules), Match())


def deck(header: Header) -> int:
    """The cards of this game, as a mask."""
    return _plan(header.options).deck
