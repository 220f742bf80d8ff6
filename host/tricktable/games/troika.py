"""Troika (Kaiser, Three-Spot), base and Saskatchewan: bid, and take the five, not the three.

Rules and numbered rulings: docs/games/troika.md. Here is only what entries do to the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tricktable.rules.cards import STANDARD, SUIT_MASKS, SUITS, Card, card, mask
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Impossible, Moved, Played
from tricktable.rules.follow import Follow
from tricktable.rules.game import Felt, Game, Next, Offer
from tricktable.rules.options import COMMON_OPTIONS, Values
from tricktable.rules.tricks import Trick, led, next_seat, winner
from tricktable.rules.verdicts import Finding, Viewpoint, may_know

SEATS: Final = 4
HAND: Final = 8
KITTY: Final = 2
FIVE, THREE = card("5H"), card("3S")  # K1
SPECIALS: Final = FIVE.bit | THREE.bit
FIVE_POINTS, THREE_POINTS = 5, -3
TARGET, RAISED_TARGET = 52, 62
KAISER: Final = "12N"  # K31

# K26: with any of these no misdeal can be called.
HONOURS: Final = SPECIALS | mask(each for each in STANDARD if each.rank > 10)
SEVENS: Final = mask(map(card, ("7S", "7H")))
BASE_DECK: Final = SPECIALS | mask(each for each in STANDARD if each.rank > 6) & ~SEVENS

OPTIONS: Final[Mapping[str, Values]] = {
    **COMMON_OPTIONS,
    "variant": ("base", "saskatchewan"),
    "nt_increase": ("off", "on"),  # K23
    "min_bid": (6, range(5, 9)),  # K14
    "double_defenders": ("no", "yes"),  # K15
    "bid_out": (45, range(100), "none"),  # K18
    "bid_out_62": ("same", 55, 56),  # K19
    "win": ("any", "only_bidders"),  # K22
    "low_specials": ("lowest", "highest"),  # K4
    "low_rank": ("above_no", "equal_no"),  # K5
    "kitty": ("after_trump", "before_trump"),  # K7
    "all_pass": ("dealer_forced", "redeal"),  # K12
    "misdeal": ("on", "off"),  # K25
    "minus_loses": ("off", 52),  # K28
    "overtricks": ("yes", "no"),  # K29
    "kaiser_bid": ("off", "on"),  # K31
}
SASKATCHEWAN_MIN_BID: Final = 7


def options(_: int, given: Mapping[str, object]) -> Mapping[str, Values]:
    """The house rules; the lowest bid depends on the variant."""
    if given.get("variant") != "saskatchewan":
        return OPTIONS
    return {**OPTIONS, "min_bid": (SASKATCHEWAN_MIN_BID, *OPTIONS["min_bid"][1:])}


class Bid(NamedTuple):
    """So many points, with a trump (kind empty), without (`N`) or the low way (`L`)."""

    number: int
    kind: str

    def __str__(self) -> str:
        return f"{self.number}{self.kind}"

    @property
    def factor(self) -> int:
        """What the bidders score counts so many times."""
        return 2 if self.kind else 1


KINDS: Final = ("", "N", "L")
HIGHEST_BID: Final = 12
NO_BID: Final = Bid(0, "")


class Plan(NamedTuple):
    """What does not change in a game."""

    rules: Mapping[str, Any]
    """The house rules."""
    deck: int
    """The cards of this game, as a mask."""
    has_kitty: bool
    """Saskatchewan: with a kitty and Low bids."""
    steps: tuple[str, ...]
    """What is awaited one after the other in a deal."""
    low_specials_win: bool
    """In Low the five and the three stand above the seven (K4)."""

    def strength(self, bid: Bid) -> int:
        """A higher bid is stronger; for the dealer equally strong is enough (K5, K10)."""
        height = KINDS.index(bid.kind)
        if self.rules["low_rank"] == "equal_no":
            height = min(height, 1)
        return len(KINDS) * bid.number + height

    def limit(self, target: int) -> int | None:
        """From this total on, points are only won by bidding (K18, K19); None for never."""
        limit = self.rules["bid_out"]
        if target == RAISED_TARGET and self.rules["bid_out_62"] != "same":
            limit = self.rules["bid_out_62"]
        return None if limit == "none" else int(limit)


def _plan(_: int, rules: Mapping[str, object]) -> Plan:
    has_kitty = rules["variant"] == "saskatchewan"
    between = ("trump", "discard") if rules["kitty"] == "after_trump" else ("discard", "trump")
    return Plan(
        rules=rules,
        deck=BASE_DECK | SEVENS if has_kitty else BASE_DECK,
        has_kitty=has_kitty,
        steps=("bid", *(between if has_kitty else ("trump",)), "play"),
        low_specials_win=rules["low_specials"] == "highest",
    )


class Deal(NamedTuple):
    """What is settled before the play of a deal."""

    dealer: int
    bids: tuple[str, ...] = ()
    """From the dealer's left on."""
    bidder: int = -1
    """Who holds the highest bid so far."""
    bid: Bid = NO_BID
    trump: int = -1
    is_named: bool = False
    """Whether it is settled what is trump, also that nothing is."""
    has_taken: bool = False
    """The kitty is known to be in the bidder's hand."""
    discards: int = 0
    """The two cards, if the table has read them."""
    loose: int = 0
    """Read in the bidder's hand before an unread discard: they lie in either."""

    @property
    def trump_word(self) -> str | None:
        """A suit letter, `none`, `low`, or None while unknown."""
        if not self.is_named:
            return None
        return {"N": "none", "L": "low"}.get(self.bid.kind) or SUITS[self.trump]


class Match(NamedTuple):
    """How the game stands between deals."""

    totals: tuple[int, int] = (0, 0)
    target: int = TARGET
    deals: tuple[Mapping[str, object], ...] = ()
    """The deals that were scored, as the summary tells them."""
    dealer: int | None = None
    """Who deals next; None while anybody may."""
    winner: int | None = None
    """The winning side."""


class Troika(NamedTuple):
    """One moment of a game. A side is a seat modulo 2."""

    plan: Plan
    phase: str
    """What is awaited, as `Next.what`; in `discard` a play will do as well."""
    due: int
    """The seat whose turn it is to bid, name, discard or play; -1 while nobody's is."""
    trick: Trick
    last: Trick
    known: tuple[int, ...]
    """Per seat, the cards known to be or to have been in the hand that is played."""
    gone: int
    """The cards played in this deal."""
    points: tuple[int, int]
    """By side, in this deal."""
    tally: tuple[int, ...]
    """Tricks by seat."""
    deal: Deal
    match: Match

    # --- entries -------------------------------------------------------------------------------

    def apply(self, entry: Happening) -> Troika:
        """The state after `entry`. Raises: Impossible."""
        if type(entry) is Played:
            return self._play(entry.seat, entry.card)
        if self.phase == "over":
            raise Impossible("the game is over", "over")
        handle = _HANDLERS.get(type(entry))
        if handle is None:
            raise Impossible("no cards are shown in Troika")
        return handle(self, entry)

    def _play(self, seat: int, card: Card) -> Troika:
        if self.phase != "play":
            return self._begin_play()._play(seat, card)
        plan, _, _, trick, last, known, gone, points, tally, deal, match = self
        bit = card.bit
        if bit & gone or not bit & known[seat]:
            self._must_be_free(seat, card)
            known = (*known[:seat], known[seat] | bit, *known[seat + 1 :])
        for other, _ in trick:
            if other == seat:
                raise Impossible(f"seat {seat} has already played to this trick", "twice_in_trick")
        trick = (*trick, (seat, card))
        if len(trick) < SEATS:
            due = next_seat(trick, SEATS)
        else:
            due = self._taker(trick)
            worth = 1
            for _, each in trick:
                if each is FIVE:
                    worth += FIVE_POINTS
                elif each is THREE:
                    worth += THREE_POINTS
            ours, theirs = points
            points = (ours, theirs + worth) if due & 1 else (ours + worth, theirs)
            tally = (*tally[:due], tally[due] + 1, *tally[due + 1 :])
            last, trick = trick, ()
        after = Troika(
            plan, "play", due, trick, last, known, gone | bit, points, tally, deal, match
        )
        return after if trick or sum(tally) < HAND else after._scored()

    def _begin_play(self) -> Troika:
        """The play begins, though the table may not have seen a discard."""
        if self.phase != "discard" or not self.deal.is_named:
            raise self._not_now("a card is played")
        return self._exchanged(0)._replace(phase="play")

    def _exchanged(self, discards: int) -> Troika:
        """The bidder has eight cards again; the discards are 0 where nobody has read them."""
        deal, hand = self.deal, self.known[self.deal.bidder]
        kept, loose = (hand & ~discards, 0) if discards else (0, hand)
        return self._replace(
            known=_put(self.known, deal.bidder, kept),
            deal=deal._replace(discards=discards, loose=loose),
        )

    def _deal(self, entry: Dealt) -> Troika:
        if self.phase != "deal":
            raise Impossible("the cards of this deal have been dealt")
        if self.match.dealer not in (None, entry.dealer):
            raise Impossible(f"seat {self.match.dealer} deals next")
        return _begin(self.plan, self.match)._replace(
            phase="bid", due=_left(entry.dealer), deal=Deal(entry.dealer)
        )

    def _hold(self, entry: Held) -> Troika:
        seat, card = entry
        if self.phase == "deal":
            raise self._not_now("a hand is read")
        if self.known[seat] & self.gone:
            raise Impossible(f"the hand of seat {seat} can be read only before its first card")
        self._must_be_free(seat, card)
        return self._replace(known=_put(self.known, seat, self.known[seat] | card.bit))

    def _declare(self, entry: Declared) -> Troika:
        handle = _TOPICS.get(entry.topic)
        if handle is None:
            raise Impossible(f"nobody declares {entry.topic!r} in Troika")
        return handle(self, entry)

    def _declare_misdeal(self, entry: Declared) -> Troika:
        seat, deal = entry.speaker, self.deal
        if self.plan.rules["misdeal"] == "off":
            raise Impossible("in this game nobody can call a misdeal")
        if self.phase != "bid" or (seat - deal.dealer - 1) % SEATS < len(deal.bids):
            raise Impossible("a misdeal is called before the own bid")
        if self.known[seat] & HONOURS:
            raise Impossible(f"the hand of seat {seat} has a card against a misdeal (K26)")
        return self._dealt_again()

    def _declare_bid(self, entry: Declared) -> Troika:
        if self.phase != "bid":
            raise self._not_now("a bid is made")
        seat, said, deal = entry.speaker, str(entry.value), self.deal
        if seat != self.due:
            raise Impossible(f"seat {self.due} is to bid")
        if said != "pass":
            number = said.rstrip("NL")
            bid = Bid(int(number), said[len(number) :])
            self._must_outbid(seat, bid)
            deal = deal._replace(bidder=seat, bid=bid)
        deal = deal._replace(bids=(*deal.bids, said))
        if seat != deal.dealer:
            return self._replace(due=_left(seat), deal=deal)
        if deal.bidder < 0:
            if self.plan.rules["all_pass"] != "redeal":
                raise Impossible("three have passed: the dealer has to bid")
            return self._dealt_again()
        deal = deal._replace(is_named=deal.bid.kind != "")
        return self._replace(phase=self._after("bid", deal), due=deal.bidder, deal=deal)

    def _must_outbid(self, seat: int, bid: Bid) -> None:
        """Raises: Impossible, unless this seat may bid so now."""
        plan, deal = self.plan, self.deal
        if bid.kind == "L" and not plan.has_kitty:
            raise Impossible("Low is bid only in Saskatchewan")
        if bid.number < plan.rules["min_bid"]:
            raise Impossible(f"the lowest bid is {plan.rules['min_bid']}")
        if deal.bidder >= 0:
            above = plan.strength(bid) - plan.strength(deal.bid)
            if above < 0 or (above == 0 and seat != deal.dealer):
                raise Impossible(f"{bid} does not outbid {deal.bid}")

    def _after(self, step: str, deal: Deal) -> str:
        """What is awaited after this step of a deal; trump is named only after a suit bid."""
        steps = self.plan.steps
        then = steps.index(step) + 1
        return steps[then + 1] if steps[then] == "trump" and deal.is_named else steps[then]

    def _declare_trump(self, entry: Declared) -> Troika:
        seat = entry.speaker
        if self.deal.is_named or self.phase not in ("trump", "discard"):
            raise self._not_now("trump is named")
        if seat != self.deal.bidder:
            raise Impossible(f"seat {self.deal.bidder} names trump")
        # With the kitty before trump, nobody has seen a discard that is not recorded by now.
        now = self._exchanged(0) if self.phase == "discard" else self
        deal = now.deal._replace(trump=SUITS.index(str(entry.value)), is_named=True)
        return now._replace(phase=self._after("trump", deal), deal=deal)

    def _move(self, entry: Moved) -> Troika:
        if self.phase != "discard":
            raise self._not_now("cards are moved")
        if entry.seat != self.deal.bidder:
            raise Impossible(f"seat {self.deal.bidder} has the kitty")
        if entry.number != KITTY:
            raise Impossible("the kitty has two cards, and two are discarded")
        if (entry.source, entry.target) == ("kitty", "hand"):
            return self._take_kitty(entry)
        if (entry.source, entry.target) == ("hand", "discard"):
            return self._discard(entry)
        raise Impossible("cards move from the kitty to the hand and from there to the discards")

    def _take_kitty(self, entry: Moved) -> Troika:
        seat, _, _, _, cards = entry
        known = self.known[seat]
        if self.deal.has_taken:
            raise Impossible("the kitty was taken before")
        if known.bit_count() > HAND:
            raise Impossible(f"more than 8 cards were in the hand of seat {seat}", "full_hand")
        for each in cards or ():
            if each.bit & known:
                raise Impossible(f"{each} is in the hand of seat {seat}", "other_hand", each)
            self._must_be_free(seat, each)
        return self._replace(
            known=_put(self.known, seat, known | mask(cards or ())),
            deal=self.deal._replace(has_taken=True),
        )

    def _discard(self, entry: Moved) -> Troika:
        seat, _, _, _, cards = entry
        discards = mask(cards or ())
        if discards & SPECIALS:
            raise Impossible("5H and 3S cannot be discarded")
        known = self.known[seat]
        for each in cards or ():
            self._must_be_free(seat, each)
        self._must_have_room(seat, known | discards)
        return self._exchanged(discards)._replace(phase=self._after("discard", self.deal))

    def _dealt_again(self) -> Troika:
        """The cards are thrown in; the same dealer deals (K12, K25)."""
        return _begin(self.plan, self.match._replace(dealer=self.deal.dealer))

    @property
    def is_before_discard(self) -> bool:
        """The bidder's hand may still change."""
        steps = self.plan.steps
        return (
            self.plan.has_kitty
            and self.phase in steps[1:]
            and steps.index(self.phase) <= steps.index("discard")
        )

    # --- what stands in the way ------------------------------------------------------------------

    def _must_be_free(self, seat: int, card: Card) -> None:
        """Raises: Impossible, unless the card can lie in that hand now."""
        bit, deal = card.bit, self.deal
        if not bit & self.plan.deck:
            raise Impossible(f"{card} is not in this game's deck", "not_in_deck")
        if bit & (self.gone | deal.discards):
            raise Impossible(f"{card} has been seen before", "already_seen", card)
        for other, seen in enumerate(self.known):
            if other == deal.bidder:
                seen |= deal.loose
            if other != seat and seen & bit:
                raise Impossible(f"{card} is in the hand of seat {other}", "other_hand", card)
        self._must_have_room(seat, self.known[seat] | bit)

    def _must_have_room(self, seat: int, cards: int) -> None:
        """Raises: Impossible, unless these can all be in that hand now."""
        deal, room = self.deal, HAND
        if seat == deal.bidder:
            if self.phase == "discard":
                room += KITTY
            elif (cards | deal.loose).bit_count() > HAND + KITTY:
                room = 0
        if cards.bit_count() > room:
            raise Impossible(f"other cards fill the hand of seat {seat}", "full_hand")

    def _not_now(self, what: str) -> Impossible:
        if self.phase == "over":
            return Impossible("the game is over", "over")
        return Impossible(f"{what}, but {_AWAITED[self.phase]}")

    # --- what it means ---------------------------------------------------------------------------

    def _scored(self) -> Troika:
        """The deal is over: points become scores (K15 to K24, K28 to K31)."""
        deal, match, rules, points = self.deal, self.match, self.plan.rules, self.points
        side, bid = deal.bidder & 1, deal.bid
        has_made = points[side] >= bid.number
        won = points[side] if rules["overtricks"] == "yes" else bid.number
        bidders = (won if has_made else -bid.number) * bid.factor
        defenders, limit = points[1 - side], self.plan.limit(match.target)
        if limit is not None and match.totals[1 - side] >= limit:  # K17: before this deal
            defenders = min(defenders, 0)
        if rules["double_defenders"] == "yes":
            defenders *= bid.factor
        scored = (defenders, bidders) if side else (bidders, defenders)
        totals = (match.totals[0] + scored[0], match.totals[1] + scored[1])
        is_raised = rules["nt_increase"] == "on" and has_made and bid.kind != ""
        target = RAISED_TARGET if is_raised else match.target
        told = {
            "dealer": deal.dealer,
            "bidder": side,
            "bid": str(bid),
            "trump": deal.trump_word,
            "points": list(points),
            "scored": list(scored),
        }
        over = self._winner(totals, target, has_made)
        after = Match(totals, target, (*match.deals, told), _left(deal.dealer), over)
        return self._replace(phase="deal" if over is None else "over", due=-1, match=after)

    def _winner(self, totals: tuple[int, int], target: int, has_made: bool) -> int | None:
        """The side that has won with this deal: the bidders' claim comes first (K21)."""
        rules, side = self.plan.rules, self.deal.bidder & 1
        if rules["kaiser_bid"] == "on" and str(self.deal.bid) == KAISER:
            return side if has_made else 1 - side
        order = (side, 1 - side)
        if rules["minus_loses"] != "off":
            for each in order:
                if totals[each] <= -rules["minus_loses"]:
                    return 1 - each
        may_win = order if rules["win"] == "any" else order[:1]
        return next((each for each in may_win if totals[each] >= target), None)

    def _taker(self, trick: Trick) -> int:
        """Whose card takes the trick, or would take it now."""
        if self.deal.bid.kind == "L":
            return _low_winner(trick, self.plan.low_specials_win)
        return winner(trick, self.deal.trump)

    @property
    def next(self) -> Next:
        """What is awaited now."""
        if self.phase == "deal":
            return Next(self.match.dealer, "deal")
        return Next(self.due if self.phase != "over" else None, self.phase)

    @property
    def status(self) -> str:
        """`playing` or `finished`."""
        return "finished" if self.phase == "over" else "playing"

    def winner(self, _: Sequence[Finding]) -> list[int] | None:
        """Both seats of the winning side."""
        side = self.match.winner
        return None if side is None else [side, side + 2]

    def detail(self, _: Sequence[Finding], __: Viewpoint) -> dict[str, object]:
        """Totals, the running deal, and the deals that were scored."""
        deal, match = self.deal, self.match
        runs = self.phase not in ("deal", "over")
        has_bid = runs and deal.bidder >= 0
        return {
            "totals": list(match.totals),
            "target": match.target,
            "high": {"seat": deal.bidder, "bid": str(deal.bid)} if has_bid else None,
            "trump": deal.trump_word if runs else None,
            "points": list(self.points) if runs else [0, 0],
            "deals": [dict(each) for each in match.deals],
        }

    def felt(self) -> Felt:
        """What lies on the table; `outlook` tells the bidding."""
        deal, taken = self.deal, sum(self.tally)
        return Felt(
            deal=len(self.match.deals) + (self.phase not in ("deal", "over")),
            number=min(taken + 1, HAND),
            of=HAND,
            trick=self.trick,
            owed=led(self.trick),
            best=self._taker(self.trick) if self.trick else None,
            last=self.last,
            last_winner=self._taker(self.last) if self.last else None,
            tally=self.tally,
            trump=SUITS[deal.trump] if deal.trump >= 0 else "",
            outlook={
                "dealer": None if deal.dealer < 0 else deal.dealer,
                "bids": list(deal.bids),
                "min_bid": self.plan.rules["min_bid"],
                "low": self.plan.has_kitty,
                "limit": self.plan.limit(self.match.target),
                "kitty": self.plan.has_kitty and not deal.has_taken,
            },
        )

    def offers(self) -> tuple[Offer, ...]:
        """The deal, bids, trump, a misdeal, the kitty and the discard."""
        deal, mine = self.deal, (self.due,)
        match self.phase:
            case "deal":
                dealer = self.match.dealer
                return (Offer("dealt", tuple(range(SEATS)) if dealer is None else (dealer,)),)
            case "bid":
                bids = Offer("bid", mine, tuple(self._bids()))
                if self.plan.rules["misdeal"] == "off":
                    return (bids,)
                silent = range(deal.dealer + 1 + len(deal.bids), deal.dealer + 1 + SEATS)
                return (bids, Offer("misdeal", tuple(sorted(seat % SEATS for seat in silent))))
            case "trump":
                return (Offer("trump", mine, tuple(SUITS)),)
            case "discard":
                taking = () if deal.has_taken else (Offer("kitty>hand", mine, (KITTY,)),)
                naming = () if deal.is_named else (Offer("trump", mine, tuple(SUITS)),)
                return (*taking, Offer("hand>discard", mine, (KITTY,)), *naming)
        return ()

    def _bids(self) -> Iterator[str]:
        """What the seat whose turn it is may bid."""
        is_forced = self.due == self.deal.dealer and self.deal.bidder < 0
        if not is_forced or self.plan.rules["all_pass"] == "redeal":
            yield "pass"
        for number in range(self.plan.rules["min_bid"], HIGHEST_BID + 1):
            for kind in KINDS:
                try:
                    self._must_outbid(self.due, Bid(number, kind))
                except Impossible:
                    continue
                yield f"{number}{kind}"

    def judge(self, viewpoint: Viewpoint) -> TroikaJudge:
        """A judge for a game that begins in this state."""
        return TroikaJudge(self.plan, viewpoint)


_TOPICS: Final[Mapping[str, Callable[[Troika, Declared], Troika]]] = {
    "misdeal": Troika._declare_misdeal,
    "bid": Troika._declare_bid,
    "trump": Troika._declare_trump,
}
_HANDLERS: Final[Mapping[type, Callable[[Troika, Any], Troika]]] = {
    Dealt: Troika._deal,
    Declared: Troika._declare,
    Held: Troika._hold,
    Moved: Troika._move,
}
_AWAITED: Final = {
    "deal": "the cards are to be dealt first",
    "bid": "the bidding goes on",
    "trump": "trump is to be named first",
    "discard": "two cards are to be discarded",
    "play": "a card is to be played",
}


class TroikaJudge:
    """Follow, turn and discard, as one viewpoint knows them."""

    def __init__(self, plan: Plan, viewpoint: Viewpoint) -> None:
        self._plan = plan
        self._viewpoint = viewpoint
        self._settled: list[Finding] = []
        """Of earlier deals, and what no later card can change."""
        self._follow = self._fresh_deal()
        self._discarded = 0
        """The entry that records the discard of this deal."""

    def watch(self, before: Troika, entry: Happening, seq: int, after: Troika) -> None:
        """Entry `seq` has led from one state to the next."""
        if isinstance(entry, Played):
            self._watch_play(before, entry, seq, after)
        elif isinstance(entry, Dealt):
            self._settled += self._follow.findings()
            self._follow, self._discarded = self._fresh_deal(), 0
        elif isinstance(entry, Held):
            if may_know(self._viewpoint, entry.seat):
                is_loose = entry.seat == before.deal.bidder and before.is_before_discard
                self._name(entry.seat, entry.card, seq, is_loose)
        elif isinstance(entry, Moved):
            self._watch_move(entry, seq)
        elif before.phase == "bid" and after.is_before_discard:
            self._follow.exchanges(after.deal.bidder)
        self._follow.test(seq)

    def findings(self) -> list[Finding]:
        """What is known now, sorted by entry, rule and grade."""
        return sorted([*self._settled, *self._follow.findings()])

    def _fresh_deal(self) -> Follow:
        deck = self._plan.deck
        unseen = [(deck & suit).bit_count() for suit in SUIT_MASKS]
        return Follow(unseen, [HAND] * SEATS, sum(unseen) - HAND * SEATS)

    def _watch_play(self, before: Troika, entry: Played, seq: int, after: Troika) -> None:
        seat, card = entry
        if seat != before.due:
            self._settled.append(Finding(seq, "turn", "proved", seat, (seq,)))
        self._follow.plays(seat, card, before.trick[0][1].suit if before.trick else None, seq)
        is_last = sum(after.tally) == HAND and not after.trick
        if is_last and SPECIALS & ~after.gone:
            told = self._discarded or seq
            self._settled.append(Finding(told, "discard", "proved", after.deal.bidder, (told,)))

    def _watch_move(self, entry: Moved, seq: int) -> None:
        cards = entry.cards if may_know(self._viewpoint, entry.seat) else None
        if entry.target == "discard":
            self._discarded = seq
            if cards is not None:
                self._follow.gives_up(cards)
        else:
            for each in cards or ():
                self._follow.names_loosely(each, seq)

    def _name(self, seat: int, card: Card, seq: int, is_loose: bool) -> None:
        if is_loose:
            self._follow.names_loosely(card, seq)
        else:
            self._follow.names(seat, card, seq)


def _low_winner(trick: Trick, specials_win: bool) -> int:
    """The seat with the lowest card of the suit led; the five and the three stand apart (K4)."""

    def height(play: tuple[int, Card]) -> int:
        card = play[1]
        return card.rank + 20 if card.bit & SPECIALS and not specials_win else card.rank

    suit = trick[0][1].suit
    return min((play for play in trick if play[1].suit == suit), key=height)[0]


def _left(seat: int) -> int:
    return (seat + 1) % SEATS


def _put(known: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    return (*known[:seat], cards, *known[seat + 1 :])


def _begin(plan: Plan, match: Match) -> Troika:
    """Nothing dealt yet."""
    return Troika(
        plan=plan,
        phase="deal",
        due=-1,
        trick=(),
        last=(),
        known=(0,) * SEATS,
        gone=0,
        points=(0, 0),
        tally=(0,) * SEATS,
        deal=Deal(-1),
        match=match,
    )


TROIKA: Final = Game(
    name="troika",
    title="Troika",
    players=frozenset({SEATS}),
    options=options,
    seats=lambda players: players,
    start=lambda players, rules: _begin(_plan(players, rules), Match()),
)
