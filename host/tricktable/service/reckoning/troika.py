"""Troika's scores explained: the points of a deal, the bid, No and Low, and the limit of 45."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tricktable.games.troika.rules import BIDS, RAISED_TARGET, Bid
from tricktable.rules.trick_sheets import trick_sheets
from tricktable.service.reckoning.account import Account, Story, Term
from tricktable.service.reckoning.deals import Deal
from tricktable.service.reckoning.rulings import rulings
from tricktable.service.sentences import Names, said
from tricktable.text.language import _
from tricktable.text.names import NEXT
from tricktable.text.parts import (
    Fact,
    Picture,
    Sentence,
    Strong,
    counted,
    listed,
    sentence,
    signed,
    team,
)

WORTH: Final = {"5H": 5, "3S": -3}
TOPICS: Final = ("bid", "trump", "misdeal")


def story(deal: Deal, names: Names) -> Story:
    """One deal: who bid what, what both sides took, and what that scored."""
    scored = _scored(deal)
    sides = [team([side, side + 2], names) for side in (0, 1)]
    words = [said(word, names) for word in deal.said if word.topic in TOPICS]
    facts = [Fact(listed(words, NEXT))] if words else []
    made: tuple[Account, ...] = ()
    numbers: list[str] = []
    if scored:
        made = tuple(_account(deal, scored, side, who) for side, who in enumerate(sides))
        numbers = [*_numbers(deal, scored, made)]
    elif deal.runs:
        made = tuple(Account(who, _taken(deal, side)) for side, who in enumerate(sides))
    return Story(
        title=sentence("Deal {number}", number=deal.number),
        result=_result(scored, sides) if scored else _unscored(deal),
        facts=(*facts, *_raised(deal)),
        accounts=made,
        rulings=rulings(numbers),
        sheets=tuple(trick_sheets(deal.tricks, deal.felt.of, (), names)),
        runs=deal.runs,
    )


def _scored(deal: Deal) -> dict[str, Any] | None:
    """The deal as the summary tells it; None where it was thrown in or goes on."""
    listed: list[dict[str, Any]] = deal.detail["deals"]
    return listed[-1] if len(listed) > len(deal.detail_before["deals"]) else None


def _unscored(deal: Deal) -> Sentence:
    return sentence("in play") if deal.runs else sentence("thrown in")


def _result(scored: dict[str, Any], sides: list[Sentence]) -> Sentence:
    first, second = scored["scored"]
    return sentence(
        "{one} {points}, {other} {others}",
        one=sides[0],
        points=Strong(signed(first)),
        other=sides[1],
        others=Strong(signed(second)),
    )


def _account(deal: Deal, scored: dict[str, Any], side: int, who: Sentence) -> Account:
    terms = list(_taken(deal, side))
    points = sum(term.amount for term in terms)
    bid = BIDS[scored["bid"]]
    is_bidder = side == scored["bidder"]
    terms += _bidders(deal, bid, points) if is_bidder else _defenders(deal, side, points)
    is_doubled = is_bidder or deal.options["double_defenders"] == "yes"
    base = sum(term.amount for term in terms)
    if bid.factor > 1 and is_doubled and base:
        kind = _("No") if bid.kind == "N" else _("Low")
        terms.append(Term(sentence("{bid} counts twice", bid=kind), base * (bid.factor - 1)))
    return Account(who, tuple(terms), deal.detail_before["totals"][side])


def _taken(deal: Deal, side: int) -> tuple[Term, ...]:
    """The points that a side took: its tricks, the five, the three."""
    own = [trick for trick in deal.tricks if trick.taker % 2 == side]
    terms = [Term(counted("{count} trick", "{count} tricks", len(own)), len(own))]
    for code, worth in WORTH.items():
        if any(card == code for trick in own for _, card in trick.plays):
            terms.append(Term((Picture(code),), worth))
    return tuple(terms)


def _bidders(deal: Deal, bid: Bid, points: int) -> Iterator[Term]:
    number = Strong(str(bid.number))
    if points < bid.number:
        missed = sentence("The bid of {number} is missed: they do not count", number=number)
        if points:
            yield Term(missed, -points)
        yield Term(sentence("They lose what they bid"), -bid.number)
    elif deal.options["overtricks"] == "no" and points > bid.number:
        yield Term(
            sentence("Only the bid of {number} is scored", number=number), bid.number - points
        )


def _defenders(deal: Deal, side: int, points: int) -> Iterator[Term]:
    limit = _limit(deal)
    if limit is not None and deal.detail_before["totals"][side] >= limit and points > 0:
        words = sentence("With {number} or more, only a bid scores", number=limit)
        yield Term(words, -points)


def _limit(deal: Deal) -> int | None:
    """From this total on, only a bid scores; None for never."""
    limit: Any = deal.before.felt().outlook["limit"]
    return None if limit is None else int(limit)


def _raised(deal: Deal) -> Iterator[Fact]:
    if deal.detail["target"] == RAISED_TARGET and deal.detail_before["target"] != RAISED_TARGET:
        yield Fact(sentence("From now on {number} points are needed", number=RAISED_TARGET))


def _numbers(deal: Deal, scored: dict[str, Any], accounts: tuple[Account, ...]) -> Iterator[str]:
    """The rulings that this score rests on."""
    options, bidder = deal.options, scored["bidder"]
    bid, defenders = BIDS[scored["bid"]], accounts[1 - bidder]
    limit = _limit(deal)
    yield "K16"
    if bid.kind:
        yield f"K15:{options['double_defenders']}"
    if limit is not None and (defenders.start or 0) >= limit:
        yield "K17"
        if defenders.amount < 0:
            yield "K20"
    if options["overtricks"] == "no" and scored["points"][bidder] > bid.number:
        yield "K29:no"
    if min(scored["points"]) < 0:
        yield "K30"
    if any(_raised(deal)):
        yield "K23"
    if options["kaiser_bid"] == "on" and scored["bid"] == "12N":
        yield "K31:on"
