"""Troika in a terminal: totals and points by side, the bid, and the deals that were scored."""

from __future__ import annotations

from collections.abc import Iterator

from tricktable.games.troika.position import Position, TroikaView
from tricktable.games.troika.topics import bid_name, trump_name
from tricktable.rules.cards import SUITS
from tricktable.rules.report import TextTable, teams, trick_taken, versus
from tricktable.text.names import team


def report(view: TroikaView) -> Iterator[TextTable]:
    """The sides' standing, then the contract, and every deal."""
    at, who = view.position, teams(view)
    rows = zip(who, map(str, at.totals), map(str, at.points), strict=True)
    told = f"{at.target} wins.{_contract(at, view.names)}"
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


def _contract(at: Position, names: tuple[str, ...]) -> str:
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
