"""Deals of Troika made to measure: who bids what, and which side takes which tricks.

Everybody follows suit in them, so nothing is improper. Deals by chance come from `players.deals`.
"""

from collections.abc import Sequence
from itertools import product

from players.deals import Kind
from players.torite import declared, played, plays
from records.lines import record_of
from referees.troika import Referee
from referees.witness import Line
from tricktable.rules.record import Record

KIND = Kind("troika", Referee)
TRICKS = (
    *("AH 9H 8H 5H", "KH QH JH TH", "AS 9S 8S 3S", "KS QS JS TS"),
    *("AC KC QC JC", "TC 9C 8C 7C", "AD KD QD JD", "TD 9D 8D 7D"),
)
"""The cards of a made deal by trick. The five is in the first, the three in the third."""
LOW_FIRST = "789TJQKA53"
"""The ranks of a Low deal from the strongest."""
PASSES = ("pass", "pass", "pass")
SASKATCHEWAN = {"variant": "saskatchewan"}


def dealt(dealer: int = 3) -> Line:
    """A deal begins."""
    return {"kind": "dealt", "dealer": dealer}


def bidding(*bids: str, dealer: int = 3) -> list[Line]:
    """A deal and what is bid, from the dealer's left on."""
    said = [declared((dealer + 1 + n) % 4, "bid", bid) for n, bid in enumerate(bids)]
    return [dealt(dealer), *said]


def begun(bid: str, trump: str = "H") -> list[Line]:
    """Seat 0 has bid so, all others have passed, and trump is named if the bid leaves it open."""
    named = [] if bid[-1] in "NL" else [declared(0, "trump", trump)]
    return [*bidding(bid, *PASSES), *named]


def points(taken: Sequence[int], side: int) -> int:
    """What a side has that took its tricks of `TRICKS`."""
    return taken.count(side) + 5 * (taken[0] == side) - 3 * (taken[2] == side)


def taking(side: int, many: int) -> list[int]:
    """Which side takes which trick of `TRICKS`, so that `side` has this many points."""
    ways = product((side, 1 - side), repeat=len(TRICKS))
    return next(list(taken) for taken in ways if points(taken, side) == many)


def tricks(first: int, taken: Sequence[int], is_low: bool = False) -> list[Line]:
    """All eight tricks; seat 0 or seat 1 takes each for its side, and seat `first` leads."""
    lines = []
    for taker, codes in zip(taken, TRICKS, strict=True):
        cards = codes.split()
        best = min(cards, key=lambda card: LOW_FIRST.index(card[0])) if is_low else cards[0]
        cards.remove(best)
        cards.insert((taker - first) % 4, best)
        lines += plays(*cards, first=first)
        first = taker
    return lines


def deal(bid: str, taken: Sequence[int], side: int = 0, dealer: int = 3) -> list[Line]:
    """A whole deal of base Troika or, unseen discards left out, Saskatchewan."""
    bidder = next(seat % 4 for seat in range(dealer + 1, dealer + 5) if seat % 2 == side)
    bids = [bid if (dealer + 1 + n) % 4 == bidder else "pass" for n in range(4)]
    named = [] if bid[-1] in "NL" else [declared(bidder, "trump", "H")]
    return [*bidding(*bids, dealer=dealer), *named, *tricks(bidder, taken, bid[-1] == "L")]


def match(*deals: tuple[int, str, int]) -> list[Line]:
    """Whole deals: the side that bids, its bid, and the points that it takes."""
    return [
        line
        for number, (side, bid, many) in enumerate(deals)
        for line in deal(bid, taking(side, many), side, dealer=number % 4)
    ]


def table(*lines: Line, **options: object) -> Record:
    """The record of these entries."""
    return record_of(4, lines, "troika", **options)


def kitty(*lines: Line, **options: object) -> Record:
    """The record of these entries in Saskatchewan."""
    return table(*lines, **{**SASKATCHEWAN, **options})


def moved(source: str, target: str, *cards: str, seat: int = 0, count: int = 2) -> Line:
    """Cards move, read if they are given."""
    line: Line = {"kind": "moved", "seat": seat, "from": source, "to": target, "count": count}
    return line | {"cards": list(cards)} if cards else line


def takes(*cards: str, seat: int = 0, count: int = 2) -> Line:
    """The bidder takes the kitty."""
    return moved("kitty", "hand", *cards, seat=seat, count=count)


def discards(*cards: str, seat: int = 0, count: int = 2) -> Line:
    """The bidder discards."""
    return moved("hand", "discard", *cards, seat=seat, count=count)


def held(seat: int, cards: str) -> list[Line]:
    """Cards are read in a hand."""
    return [played("held", seat, card) for card in cards.split()]


def bid(seat: int, value: str) -> Line:
    """A bid."""
    return declared(seat, "bid", value)
