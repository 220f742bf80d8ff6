"""Troika on the display: the bids, then the trick with contract, totals and points."""

from __future__ import annotations

from typing import Final

from tricktable.games.troika.position import High, TroikaView
from tricktable.games.troika.topics import bid_name, trump_name
from tricktable.rules import display
from tricktable.rules.cards import SUITS
from tricktable.rules.display import Chosen, Columns, Display, Rows, after, laid, number_of
from tricktable.text.board import short_name


def page(view: TroikaView, _: Chosen) -> Columns:
    """The bids until the first card is led, then the trick."""
    at = view.position
    totals = [at.totals[seat % 2] for seat in range(view.seats)]
    if view.position.what in ("deal", "over"):
        return laid(view, f"Deal {view.deal} is over", totals, "")
    if view.position.what != "play" or at.high is None:
        return _bids(view, totals)
    has = [f"{total}{at.points[seat % 2]:+d}" for seat, total in enumerate(totals)]
    return laid(view, _contract(view, at.high), has, _trump(at.trump))


def _contract(view: TroikaView, high: High) -> str:
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
    columns = laid(view, f"Deal {view.deal}", totals, beside)
    return columns._replace(cards=cards, best=best)


def _trump(trump: str | None) -> str:
    return trump_name(trump) if trump and trump not in SUITS else trump or ""


def standings(view: TroikaView, options: Chosen) -> Rows:
    """The score, and the total needed to win."""
    rows = display.standings(view, options)
    return rows._replace(title=f"{view.title} to {view.position.target}{after(view)}")


DISPLAY: Final = Display(page=page, standings=standings)
