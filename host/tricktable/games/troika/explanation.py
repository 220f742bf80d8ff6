"""Troika's scores explained: the points of a deal, the bid, No and Low, and the limit of 45."""

from collections.abc import Iterator, Sequence
from typing import Final

from tricktable.games.troika.position import Position, TroikaDeal
from tricktable.games.troika.rules import BIDS, KAISER, RAISED_TARGET, Bid
from tricktable.games.troika.score import WORTH
from tricktable.games.troika.topics import BID, MISDEAL, TRUMP, bid_name
from tricktable.rules.explanation import Account, DealSeen, Explanation, Ruling
from tricktable.rules.score import Term
from tricktable.rules.trick_sheets import trick_sheets
from tricktable.text.language import Message, _
from tricktable.text.names import NEXT
from tricktable.text.sentences import (
    Fact,
    Picture,
    Sentence,
    Strong,
    list_in_words,
    sentence,
    sentence_by_number,
    signed,
)

Deal = DealSeen[Position]

TOPICS: Final = (BID.name, TRUMP.name, MISDEAL.name)

K15_NO: Final = Ruling("K15", Message("In No and Low the bidders' score is doubled."))
K15_YES: Final = Ruling("K15", Message("In No and Low both sides' scores are doubled."))
K16: Final = Ruling("K16", Message("The points taken must reach the bid before doubling."))
K17: Final = Ruling(
    "K17",
    Message("A side's score before the deal decides whether it scores without bidding."),
)
K20: Final = Ruling("K20", Message("Such a side can still lose points."))
K23: Final = Ruling(
    "K23",
    Message("Once a bid of No is made, 62 points are needed for the rest of the game."),
)
K29_NO: Final = Ruling("K29", Message("Points above the bid do not count."))
K30: Final = Ruling("K30", Message("A score can fall below zero."))
K31_ON: Final = Ruling("K31", Message("A bid of 12 No decides the game."))


def explained(deal: Deal) -> Explanation:
    """One deal: the bids, what both sides took, and what they scored."""
    deals = deal.position.deals
    scored = deals[-1] if len(deals) > len(deal.before.deals) else None
    words = [deal.say(word) for word in deal.said if word.topic in TOPICS]
    facts = [Fact(list_in_words(words, NEXT))] if words else []
    made: tuple[Account, ...] = ()
    if scored:
        made = tuple(_account(deal, scored, side, who) for side, who in enumerate(deal.teams))
    elif deal.runs:
        made = tuple(Account(who, _points(deal, side)) for side, who in enumerate(deal.teams))
    return Explanation(
        title=deal.title,
        result=_result(scored, deal.teams) if scored else deal.why_unscored,
        facts=(*facts, *_raise(deal)),
        accounts=made,
        rulings=tuple(_rulings(deal, scored, made)) if scored else (),
        sheets=tuple(trick_sheets(deal.tricks, deal.of, (), deal.names)),
        runs=deal.runs,
        why=_why(scored, deal.teams) if scored else (),
    )


def _why(scored: TroikaDeal, sides: Sequence[Sentence]) -> Sentence:
    """Whether the bid was made, and with how many points."""
    points, who = scored.points[scored.bidder], sides[scored.bidder]
    bid = bid_name(scored.bid)
    if points < BIDS[scored.bid].number:
        return sentence_by_number(
            "{who} bid {bid} and took {count} point: the bid failed.",
            "{who} bid {bid} and took {count} points: the bid failed.",
            points,
            who=who,
            bid=bid,
        )
    return sentence_by_number(
        "{who} made the bid of {bid} with {count} point.",
        "{who} made the bid of {bid} with {count} points.",
        points,
        who=who,
        bid=bid,
    )


def _result(scored: TroikaDeal, sides: Sequence[Sentence]) -> Sentence:
    first, second = scored.scored
    return sentence(
        "{one} {points}, {other} {others}",
        one=sides[0],
        points=Strong(signed(first)),
        other=sides[1],
        others=Strong(signed(second)),
    )


def _account(deal: Deal, scored: TroikaDeal, side: int, who: Sentence) -> Account:
    terms = list(_points(deal, side))
    points = sum(term.amount for term in terms)
    bid = BIDS[scored.bid]
    is_bidder = side == scored.bidder
    terms += _bidders(deal, bid, points) if is_bidder else _defenders(deal, side, points)
    is_doubled = is_bidder or deal.header.options["double_defenders"] == "yes"
    base = sum(term.amount for term in terms)
    if bid.factor > 1 and is_doubled and base:
        kind = _("No") if bid.kind == "N" else _("Low")
        terms.append(Term(sentence("{bid}: doubled", bid=kind), base * (bid.factor - 1)))
    return Account(who, tuple(terms), deal.before.totals[side])


def _points(deal: Deal, side: int) -> tuple[Term, ...]:
    """A side's points: its tricks, the five, the three."""
    own = [trick for trick in deal.tricks if trick.taker % 2 == side]
    terms = [Term(sentence_by_number("{count} trick", "{count} tricks", len(own)), len(own))]
    for code, worth in WORTH.items():
        if any(card == code for trick in own for _, card in trick.plays):
            terms.append(Term((Picture(code),), worth))
    return tuple(terms)


def _bidders(deal: Deal, bid: Bid, points: int) -> Iterator[Term]:
    number = Strong(str(bid.number))
    if points < bid.number:
        missed = sentence("The bid of {number} failed: they do not count", number=number)
        if points:
            yield Term(missed, -points)
        yield Term(sentence("They lose what they bid"), -bid.number)
    elif deal.header.options["overtricks"] == "no" and points > bid.number:
        yield Term(sentence("Only the bid of {number} counts", number=number), bid.number - points)


def _defenders(deal: Deal, side: int, points: int) -> Iterator[Term]:
    limit = deal.before.limit
    if limit is not None and deal.before.totals[side] >= limit and points > 0:
        words = sentence("With {number} or more, a side scores only by bidding", number=limit)
        yield Term(words, -points)


def _raise(deal: Deal) -> Iterator[Fact]:
    if _is_raised(deal):
        yield Fact(sentence("{number} points are needed from now on", number=RAISED_TARGET))


def _is_raised(deal: Deal) -> bool:
    return deal.position.target == RAISED_TARGET != deal.before.target


def _rulings(deal: Deal, scored: TroikaDeal, accounts: Sequence[Account]) -> Iterator[Ruling]:
    """The rulings that this score depends on."""
    options, bidder = deal.header.options, scored.bidder
    bid, defenders = BIDS[scored.bid], accounts[1 - bidder]
    limit = deal.before.limit
    yield K16
    if bid.kind:
        yield K15_YES if options["double_defenders"] == "yes" else K15_NO
    if limit is not None and (defenders.start or 0) >= limit:
        yield K17
        if defenders.amount < 0:
            yield K20
    if options["overtricks"] == "no" and scored.points[bidder] > bid.number:
        yield K29_NO
    if min(scored.points) < 0:
        yield K30
    if _is_raised(deal):
        yield K23
    if options["kaiser_bid"] == "on" and scored.bid == KAISER:
        yield K31_ON
