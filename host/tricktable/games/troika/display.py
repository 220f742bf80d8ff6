"""Troika on the display and in a terminal: bids, the trick and its contract, and totals."""

from collections.abc import Iterator
from typing import Final

from tricktable.games.troika.position import Position, TroikaHigh, TroikaView
from tricktable.games.troika.topics import bid_name, trump_name
from tricktable.rules import display
from tricktable.rules.cards import SUITS
from tricktable.rules.display import (
    Columns,
    Display,
    HouseRules,
    Rows,
    after,
    number_of,
    trick_columns,
)
from tricktable.rules.report import TextTable, teams, trick_taken, versus
from tricktable.text.board import short_name
from tricktable.text.names import team


def page(view: TroikaView, _: HouseRules) -> Columns:
    """The bids until the first card is led, then the trick."""
    at = view.position
    totals = [at.totals[seat % 2] for seat in range(view.seats)]
    if view.position.what in ("deal", "over"):
        return trick_columns(view, f"Deal {view.deal} is over", totals, "")
    if view.position.what != "play" or at.high is None:
        return _bids(view, totals)
    has = [f"{total}{at.points[seat % 2]:+d}" for seat, total in enumerate(totals)]
    return trick_columns(view, _contract(view, at.high), has, _trump(at.trump))


def _contract(view: TroikaView, high: TroikaHigh) -> str:
    """`T3/8 7 No Ann`."""
    who = short_name(view.names[high.seat])
    return f"T{number_of(view)}/{view.of} {bid_name(high.bid)} {who}"


def _bids(view: TroikaView, totals: list[int]) -> Columns:
    at = view.position
    assert at.dealer is not None
    first = at.dealer + 1
    cards = [((first + turn) % view.seats, bid_name(bid)) for turn, bid in enumerate(at.bids)]
    beside = f"to {at.target}" if at.trump is None else _trump(at.trump)
    best = -1 if at.high is None else (at.high.seat - first) % view.seats
    columns = trick_columns(view, f"Deal {view.deal}", totals, beside)
    return columns._replace(cards=cards, best=best)


def _trump(trump: str | None) -> str:
    return trump_name(trump) if trump and trump not in SUITS else trump or ""


def standings(view: TroikaView, options: HouseRules) -> Rows:
    """The score, and the total needed to win."""
    rows = display.standings(view, options)
    return rows._replace(title=f"{view.title} to {view.position.target}{after(view)}")


def report(view: TroikaView) -> Iterator[TextTable]:
    """The sides' standing, then the contract, and every deal."""
    at, who = view.position, teams(view)
    rows = zip(who, map(str, at.totals), map(str, at.points), strict=True)
    told = f"{at.target} wins.{_high_bid(at, view.names)}"
    yield TextTable((("", "total", "points"), *rows), (told,))
    if at.deals:
        heads = ("deal", "dealer", "bid", "by", "trump", "points", "scored")
        deals = (
            (
                str(number),
                view.names[deal.dealer],
                bid_name(deal.bid),
                who[deal.bidder],
                trump_name(deal.trump),
                versus(deal.points),
                versus(deal.scored),
            )
            for number, deal in enumerate(at.deals, start=1)
        )
        yield TextTable((heads, *deals))


def _high_bid(at: Position, names: tuple[str, ...]) -> str:
    """The high bid and the trump, as far as they are known."""
    if at.high is None:
        return ""
    said = f" {names[at.high.seat]} bids {bid_name(at.high.bid)}"
    if at.trump is None or at.trump not in SUITS:
        return f"{said}."
    return f"{said}, {trump_name(at.trump)} are trump."


def ended(before: TroikaView, now: TroikaView) -> Iterator[str]:
    """The trick with the points so far, and the score if it ended the deal."""
    runs = now.position.what == "play"
    yield from trick_taken(before, now, f"points {versus(now.position.points)}" if runs else "")
    for deal in now.position.deals[len(before.position.deals) :]:
        side = team(now.owners[deal.bidder], now.names)
        made = "made" if deal.scored[deal.bidder] > 0 else "not made"
        points, scored = versus(deal.points), versus(deal.scored)
        bid = bid_name(deal.bid)
        yield f"deal {now.deal}: {side} bid {bid}, {made}; points {points}, scored {scored}"


DISPLAY: Final = Display(page=page, standings=standings)
