"""The display's page of columns: one for each seat of a trick, a round of bids, or stacks. Pure.

What each column holds and what stands above it is a game's; whose turn it is stands below.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tricktable import words
from tricktable.picture.text import (
    CHIP,
    FACE,
    LABEL_CHARACTERS,
    PIPS,
    ascii_text,
    label,
    pip,
    short_name,
    suited,
)
from tricktable.rules.cards import COLOURS, SUITS
from tricktable.rules.view import View

Picture = dict[str, object]
Options = Mapping[str, object]

_HAND_WIDTH: Final = 14
"""Numbers of cards in hand that fit beside each other into a display's width."""


class Columns(NamedTuple):
    """A page of columns before it is put into words of the wire."""

    title: str
    names: Sequence[str]
    cards: Sequence[Sequence[object]]
    """Index of the column, and what is in it, in the order in which it came."""
    best: int
    """Which of these is winning, -1 for none."""
    awaited: int
    """Index of the column that is awaited, -1 for none or several."""
    has: Sequence[object]
    """What each column has below its name."""
    beside: str
    """The trump suit, or words."""


def columns(view: View, options: Options, message: str) -> Picture:
    """The page, with a message if there is one."""
    page = _COLUMNS[view.game](view, options)
    told: Picture = {
        "p": "trick",
        "t": page.title,
        "n": list(page.names),
        "c": [list(each) for each in page.cards],
        "b": page.best,
        "w": page.awaited,
        "a": view.next_what,
        "k": list(page.has),
        "u": page.beside,
        "m": ascii_text(message),
    }
    if view.game != "torite" and view.next_what != "reveal":
        told["f"] = _foot(view)
    return told


def _foot(view: View) -> list[str]:
    """Who is awaited, and what for; of many people only how many."""
    name, does = words.due(view)
    seats = words.waiting_for(view)
    name = ascii_text(name)
    if len(name) > LABEL_CHARACTERS and len(seats) > 1:
        name = f"{len(seats)} players"
    return [name, ascii_text(does)]


def _trick(
    view: View, title: str, has: Sequence[object], beside: str, places: Sequence[int] = ()
) -> Columns:
    """Cards in playing order; one that is complete lies there until the next lead."""
    # Its last card must be seen too.
    cards, winner = (view.trick, view.best) if view.trick else (view.last, view.last_winner)
    places = places or range(view.seats)
    return Columns(
        title=title,
        names=[short_name(view.names[seat]) for seat in places],
        cards=[(places.index(seat), code) for seat, code in cards],
        best=-1 if winner is None else [seat for seat, _ in cards].index(winner),
        awaited=places.index(view.next_seat) if view.next_seat in places else -1,
        has=[has[seat] for seat in places],
        beside=beside,
    )


def _numbered(view: View, letter: str) -> str:
    deal = f"{letter}{view.deal} " if view.deal else ""
    return f"{deal}T{view.number}/{view.of}"


def _torite(view: View, _: Options) -> Columns:
    return _trick(view, _numbered(view, "R"), view.tally, view.trump)


def _triatri(view: View, options: Options) -> Columns:
    detail: Mapping[str, Any] = view.detail
    outlook: Mapping[str, Any] = view.outlook
    prize = detail["prize"]
    title = f"R{view.deal}" if view.next_what == "reveal" else _numbered(view, "R")
    if prize is not None:
        colour = pip(prize["colour"], options)
        title += f" {'own' if prize['from'] == 'own' else 'for'} {colour}"
    stock = zip(COLOURS, detail["stock"], strict=True)
    page = _trick(
        view,
        title,
        [" ".join(map(str, gems)) for gems in detail["gems"]],
        " ".join(f"{pip(letter, options)}{count}" for letter, count in stock),
    )
    if view.next_what == "reveal":
        shown = [(seat, suited(code, options)) for seat, code in outlook["revealed"]]
        return page._replace(cards=shown, best=-1)
    if prize is not None and not view.trick:  # named: the next trick has begun
        return page._replace(cards=(), best=-1)
    worth = outlook["worth" if view.trick else "last_worth"]
    cards = [
        (seat, suited(str(code), options), str(counts))
        for (seat, code), counts in zip(page.cards, worth, strict=True)
    ]
    return page._replace(cards=cards)


def _etori(view: View, options: Options) -> Columns:
    detail: Mapping[str, Any] = view.detail
    chips, faces, teams = detail["chips"], detail["faces"], len(detail["chips"])
    seats = range(view.seats)
    if options.get("direction") == "anticlockwise":
        seats = seats[::-1]
    places = [each for each in seats if chips[each % teams] and each % teams != detail["sitting"]]
    has = [f"{chips[seat % teams]}{CHIP}{faces[seat % teams]}{FACE}" for seat in range(view.seats)]
    return _trick(view, _numbered(view, "D"), has, view.trump, places)


def _troika(view: View, _: Options) -> Columns:
    detail: Mapping[str, Any] = view.detail
    totals, points, high = detail["totals"], detail["points"], detail["high"]
    if view.next_what != "play":
        return _bids(view, [totals[seat % 2] for seat in range(view.seats)])
    title = f"T{view.number}/{view.of} {high['bid']} {short_name(view.names[high['seat']])}"
    has = [f"{totals[seat % 2]}{points[seat % 2]:+d}" for seat in range(view.seats)]
    return _trick(view, title, has, _trump(detail["trump"]))


def _trump(trump: str) -> str:
    return trump if trump in SUITS else words.trump_name(trump)


def _bids(view: View, has: Sequence[object]) -> Columns:
    outlook: Mapping[str, Any] = view.outlook
    detail: Mapping[str, Any] = view.detail
    bids, first = outlook["bids"], outlook["dealer"] + 1
    cards = [((first + place) % view.seats, bid) for place, bid in enumerate(bids)]
    high = detail["high"]
    beside = f"to {detail['target']}" if detail["trump"] is None else _trump(detail["trump"])
    page = _trick(view, f"Deal {view.deal}", has, beside)
    return page._replace(
        cards=cards, best=-1 if high is None else cards.index((high["seat"], high["bid"]))
    )


def _tredici(view: View, _: Options) -> Columns:
    detail: Mapping[str, Any] = view.detail
    owners, hands, stacks = detail["owners"], detail["hands"], detail["stacks"]
    names = [
        label(seats, view.names) if target is None else f"{PIPS[target]} {label(seats, view.names)}"
        for seats, target in zip(owners, detail["targets"], strict=True)
    ]
    return Columns(
        title=f"draw {detail['draw']}  discards {detail['discard']}",
        names=names,
        cards=[(owner, str(count)) for owner, count in enumerate(stacks)],
        best=stacks.index(13) if 13 in stacks else -1,
        awaited=next((n for n, seats in enumerate(owners) if view.next_seat in seats), -1),
        has=[_hands([hands[seat] for seat in seats], len(owners)) for seats in owners],
        beside=f"hand {detail['hand_size']}",
    )


def _hands(counts: Sequence[int], owners: int) -> str:
    """The cards in each hand of a team, or together where they are many."""
    if len(counts) == 1:
        return f"hand {counts[0]}"
    if len(counts) * owners <= _HAND_WIDTH:
        return " ".join(map(str, counts))
    return f"{sum(counts)} in hand" if owners < 4 else str(sum(counts))


_COLUMNS: Final[Mapping[str, Callable[[View, Options], Columns]]] = {
    "torite": _torite,
    "triatri": _triatri,
    "etori": _etori,
    "tredici": _tredici,
    "troika": _troika,
}
