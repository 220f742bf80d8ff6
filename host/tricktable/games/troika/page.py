"""Troika's page: bids, each side's points and totals, what the bidders still need, the deals."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tricktable.games.troika.position import TroikaDeal, TroikaHigh, TroikaView
from tricktable.games.troika.score import THREE, WORTH
from tricktable.games.troika.topics import bid_words
from tricktable.rules import page
from tricktable.rules.cards import BY_CODE, SUITS
from tricktable.rules.page import Middle, Page
from tricktable.rules.view import CardOfSeat
from tricktable.rules.why import by_rank
from tricktable.text.language import _
from tricktable.text.sentences import (
    Fact,
    Name,
    Part,
    Picture,
    Sentence,
    Sheet,
    Sign,
    Strong,
    figure,
    sentence,
    signed,
    team,
    two_sentences,
)

ALL_POINTS: Final = 10
"""Of both sides together: eight tricks, 5 for the five, and 3 less for the three (K9)."""


def middle(view: TroikaView) -> Middle:
    """The bids until the first card is led, then the trick."""
    return replace(page.table(view), side=_trump(view), heard=_won_bidding(view))


def why(view: TroikaView, plays: Sequence[CardOfSeat], taker: int) -> Sentence:
    """The lowest card of the suit led takes a trick of Low, the five and the three last (K4)."""
    if view.position.trump != "low":
        return by_rank(view, plays, taker)
    code = dict(plays)[taker]
    card, winning = Picture(code), BY_CODE[code]
    rivals = [BY_CODE[each] for _, each in plays if BY_CODE[each].suit == winning.suit]
    if len(rivals) == 1:
        return by_rank(view, plays, taker)
    if any(each.rank < winning.rank for each in rivals):
        return sentence("{card} is the lowest, as the five and the three come last.", card=card)
    return sentence("{card} is the lowest card of the suit that was led.", card=card)


def _won_bidding(view: TroikaView) -> Sentence:
    """Who won the bidding; trump with it only where nobody names it, which is heard by itself."""
    high = view.position.high
    trump = _trump(view)
    if high is None or view.position.what == "bid":
        return ()
    who = Name(view.names[high.seat])
    won = sentence("{who} won the bidding with {bid}", who=who, bid=bid_words(high.bid))
    is_named = view.position.trump is None or view.position.trump in SUITS
    return won if is_named else two_sentences(won, trump)


def _trump(view: TroikaView) -> Sentence:
    match view.position.trump:
        case None:
            return ()
        case "none":
            return sentence("No trump")
        case "low":
            return sentence("Low")
    return page.trump(view)


def sheets(view: TroikaView) -> tuple[Sheet, ...]:
    """Sides, the contract, and the deals so far."""
    at = view.position
    sides = [team(seats, view.names) for seats in view.owners]
    made = [_sides(view)]
    if at.high is not None and at.what != "bid":
        facts = _contract(view, at.high, sides)
        made.append(Sheet("contract", _("The bid"), facts=tuple(facts)))
    return (*made, *_deals(view))


def _sides(view: TroikaView) -> Sheet:
    """The score by teams, called sides here."""
    by_teams = page.standing_sheet(view)
    heads = (sentence("Side"), *by_teams.heads[1:])
    return by_teams._replace(name="sides", title=_("Sides"), heads=heads)


def _contract(view: TroikaView, high: TroikaHigh, sides: list[Sentence]) -> Iterator[Fact]:
    said, number = _bid_sentence(view, high), _number(high.bid)
    points, most, least = _within_reach(view, high.seat % 2)
    if least >= number:
        yield Fact(sentence("{bid}: made, with {points}", bid=said, points=figure(points)), "met")
    elif most < number:
        lost = sentence(
            "{bid}: can no longer be made, with {points}", bid=said, points=figure(points)
        )
        yield Fact(lost, "lost")
    elif number > points:
        needs = sentence(
            "{bid}: {points} so far, {number} more needed",
            bid=said,
            points=figure(points),
            number=number - points,
        )
        yield Fact(needs, "open")
    else:
        enough = sentence("{bid}: {points} so far, enough for now", bid=said, points=figure(points))
        yield Fact(enough, "open")
    yield from _specials(view, sides)


def _bid_sentence(view: TroikaView, high: TroikaHigh) -> Sentence:
    who, bid, trump = Name(view.names[high.seat]), Strong(bid_words(high.bid)), view.position.trump
    if trump and trump in SUITS:
        return sentence("{who} bid {bid} in {suit}", who=who, bid=bid, suit=Picture(trump))
    return sentence("{who} bid {bid}", who=who, bid=bid)


def _within_reach(view: TroikaView, side: int) -> tuple[int, int, int]:
    """A side's points, and the most and the least that it can end the deal with."""
    points, other = view.position.points[side], view.position.points[1 - side]
    left = ALL_POINTS - points - other
    # While the three is out, either side may still lose two points: minus three, plus one for the
    # trick.
    swing = 0 if THREE in _falls(view) else -WORTH[THREE] - 1
    return points, points + left + swing, points - swing


def _specials(view: TroikaView, sides: list[Sentence]) -> Iterator[Fact]:
    """Where the five and the three went."""
    taken = _falls(view)
    for code, points in WORTH.items():
        worth = signed(points)
        if code in taken:
            trick, taker = taken[code]
            yield Fact(
                sentence(
                    "{card} {points} to {who} in trick {trick}",
                    card=Picture(code),
                    points=worth,
                    who=sides[taker % 2],
                    trick=trick,
                )
            )
        else:
            out = sentence("{card} {points} is still out", card=Picture(code), points=worth)
            yield Fact(out)


def _falls(view: TroikaView) -> dict[str, tuple[int, int]]:
    """For the five and the three, the trick each fell in and the seat that took it."""
    return {
        code: (number, trick.taker)
        for number, trick in enumerate(view.tricks, start=1)
        for _, code in trick.plays
        if code in WORTH
    }


def _deals(view: TroikaView) -> Iterator[Sheet]:
    """What each deal was worth, and whether the bid was made."""
    for sheet in page.deals(view):
        rows = (
            row._replace(cells=(_contract_sign(deal), *row.cells))
            for row, deal in zip(sheet.rows, reversed(view.position.deals), strict=True)
        )
        number, *sides = sheet.heads
        yield sheet._replace(heads=(number, sentence("Bid"), *sides), rows=tuple(rows))


def _contract_sign(deal: TroikaDeal) -> Sentence:
    """`8 No ✓`."""
    bid: list[Part] = [bid_words(deal.bid)]
    if deal.trump in SUITS:
        bid += [" ", Sign(deal.trump)]
    by = "✓" if deal.points[deal.bidder] >= _number(deal.bid) else "✗"
    return (*bid, f"\N{NO-BREAK SPACE}{by}")


def _number(bid: str) -> int:
    return int(bid.rstrip("NL"))


PAGE: Final = Page(middle=middle, sheets=sheets, why=why)
