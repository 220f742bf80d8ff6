"""Troika: points and totals by side, what the bidders still need, and the deals so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tricktable.rules.view import AnyView
from tricktable.service.sentences import Names, bid_words
from tricktable.text.language import _
from tricktable.text.parts import (
    Fact,
    Name,
    Part,
    Picture,
    Row,
    Sentence,
    Sheet,
    Sign,
    Strong,
    figure,
    sentence,
    signed,
    team,
)

FIVE, THREE = "5H", "3S"
ALL_POINTS: Final = 10
WORTH: Final = {FIVE: 5, THREE: -3}


def sheets(view: AnyView, names: Names) -> tuple[Sheet, ...]:
    """Sides, the contract, and the deals so far."""
    sides = [team(seats, names) for seats in view.owners]
    made = [_sides(view, sides)]
    if view.detail["high"] is not None and view.next_what != "bid":
        made.append(Sheet("contract", _("The bid"), facts=tuple(_contract(view, names, sides))))
    deals: Any = view.detail["deals"]
    return (*made, _deals(deals, sides)) if deals else tuple(made)


def _sides(view: AnyView, sides: list[Sentence]) -> Sheet:
    detail: dict[str, Any] = view.detail
    rows = []
    for side, name in enumerate(sides):
        mark = "due" if view.next_seat is not None and view.next_seat % 2 == side else ""
        if view.winner:
            mark = "won" if side in view.winner else ""
        points, total = detail["points"][side], detail["totals"][side]
        cells = ((Strong(figure(points)),), (Strong(figure(total)),))
        rows.append(Row(name, cells, mark))
    heads = (
        sentence("Side"),
        sentence("This deal"),
        sentence("Total, to {number}", number=detail["target"]),
    )
    return Sheet("sides", _("Sides"), heads, tuple(rows), _limits(view, sides), True)


def _limits(view: AnyView, sides: list[Sentence]) -> tuple[Fact, ...]:
    """Who scores only by bidding (K17 to K19)."""
    limit: Any = view.outlook["limit"]
    totals: Any = view.detail["totals"]
    if limit is None or view.next_what == "over":
        return ()
    return tuple(
        Fact(
            sentence(
                "{who} have {number} or more: they score only what they bid for",
                who=name,
                number=limit,
            )
        )
        for name, total in zip(sides, totals, strict=True)
        if total >= limit
    )


def _contract(view: AnyView, names: Names, sides: list[Sentence]) -> Iterator[Fact]:
    detail: dict[str, Any] = view.detail
    seat, bid = detail["high"]["seat"], detail["high"]["bid"]
    who, strong = Name(names[seat]), Strong(bid_words(bid))
    said = sentence("{who} bid {bid}", who=who, bid=strong)
    if detail["trump"] in tuple("CDHS"):
        trump = Picture(detail["trump"])
        said = sentence("{who} bid {bid} in {suit}", who=who, bid=strong, suit=trump)
    side, number = seat % 2, int(bid.rstrip("NL"))
    points, other = detail["points"][side], detail["points"][1 - side]
    has_three = THREE in _taken(view)
    left = ALL_POINTS - points - other
    # While the three is out, either side may still lose two points: its three, less its trick.
    swing = 0 if has_three else -WORTH[THREE] - 1
    most, least = points + left + swing, points - swing
    if least >= number:
        yield Fact(sentence("{bid}: made, with {points}", bid=said, points=figure(points)), "met")
    elif most < number:
        lost = sentence(
            "{bid}: cannot be made any more, with {points}", bid=said, points=figure(points)
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


def _specials(view: AnyView, sides: list[Sentence]) -> Iterator[Fact]:
    """Where the five and the three have gone."""
    taken = _taken(view)
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


def _taken(view: AnyView) -> dict[str, tuple[int, int]]:
    """By card, the trick in which the five and the three fell, and who took it."""
    return {
        code: (number, trick.taker)
        for number, trick in enumerate(view.tricks, start=1)
        for _, code in trick.plays
        if code in WORTH
    }


def _deals(deals: list[dict[str, Any]], sides: list[Sentence]) -> Sheet:
    rows = []
    totals = [0, 0]
    for number, deal in enumerate(deals, start=1):
        totals = [total + more for total, more in zip(totals, deal["scored"], strict=True)]
        bid: list[Part] = [bid_words(deal["bid"])]
        if deal["trump"] in tuple("CDHS"):
            bid += [" ", Sign(deal["trump"])]
        cells = tuple(
            (signed(scored), " → ", Strong(figure(total)))
            for scored, total in zip(deal["scored"], totals, strict=True)
        )
        made = deal["points"][deal["bidder"]] >= int(deal["bid"].rstrip("NL"))
        by = "✓" if made else "✗"
        rows.append(Row((str(number),), ((*bid, f"\N{NO-BREAK SPACE}{by}"), *cells), ""))
    heads = (sentence("Deal"), sentence("Bid"), sides[0], sides[1])
    return Sheet("deals", _("Deals so far"), heads, tuple(rows[::-1]))
