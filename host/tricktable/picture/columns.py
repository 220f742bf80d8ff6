"""The display's page of columns: one for each seat of a trick, a round of bids, or stacks. Pure.

What each column holds and what stands above it is a game's; whose turn it is stands below.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tricktable.games.troika.topics import bid_name, trump_name
from tricktable.picture.text import (
    CHIP,
    FACE,
    LABEL_CHARACTERS,
    PIPS,
    board_text,
    label,
    pip,
    sentence,
    short_name,
    suited,
)
from tricktable.rules.cards import COLOURS, SUITS
from tricktable.rules.view import AnyView
from tricktable.text.names import team

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
    due: Sequence[int] = ()
    """Which columns are awaited, where they are several."""


def columns(
    view: AnyView, options: Options, message: str, suits: Sequence[Sequence[int] | None] = ()
) -> Picture:
    """The page, with a message if there is one.

    `suits` are how many cards of each suit every hand has, where the house rules show that.
    """
    page = _COLUMNS[view.game](view, options)
    told: Picture = {
        "p": "trick",
        "t": page.title,
        "n": list(page.names),
        "c": [list(each) for each in page.cards],
        "b": page.best,
        "w": page.awaited,
        "a": view.next_what,
        "f": foot(view),
        "k": list(page.has),
        "u": page.beside,
        "m": sentence(message, view.names),
    }
    if page.due and not view.phase.is_between:
        told["j"] = [*page.due]
    if view.trick and view.led:
        told["e"] = suited(view.led, options)
    if any(suits):
        told["i"] = [list(each or ()) for each in suits]
    return told


def foot(view: AnyView) -> list[str]:
    """Who is awaited, and what for; of many people only what they all do."""
    if view.is_over:
        return _outcome(view)
    phase = view.phase
    due = phase.foot or phase.due
    name, does = board_text(due.who).rstrip(":"), sentence(due.what.rstrip(" ."), view.names)
    if not name:
        return [does, ""]
    if len(name) > LABEL_CHARACTERS and len(view.awaited) > 1:
        name = f"{len(view.awaited)} players"
    return [name, does]


def _outcome(view: AnyView) -> list[str]:
    """How the game ended: the winner large where that is one or one team."""
    told = board_text(view.phase.outcome.partition(": ")[0])
    for seats in view.owners:
        name = board_text(team(seats, view.names))
        if told.startswith(f"{name} "):
            return [name, told.removeprefix(f"{name} ")]
    won, comma, points = told.partition(", ")
    return [won, points] if comma else ["", told]


def _trick(
    view: AnyView, title: str, has: Sequence[object], beside: str, places: Sequence[int] = ()
) -> Columns:
    """Cards in playing order; one that is complete lies there until the next lead."""
    # Its last card must be seen too.
    cards, winner = (view.trick, view.best) if view.trick else (view.last, view.last_winner)
    places = places or range(view.seats)
    due = view.awaited if view.next_seat is None else ()
    return Columns(
        title=title,
        names=[short_name(view.names[seat]) for seat in places],
        cards=[(places.index(seat), code) for seat, code in cards],
        best=-1 if winner is None else [seat for seat, _ in cards].index(winner),
        awaited=places.index(view.next_seat) if view.next_seat in places else -1,
        has=[has[seat] for seat in places],
        beside=beside,
        due=[places.index(seat) for seat in due if seat in places],
    )


def _numbered(view: AnyView, letter: str, number: int = 0) -> str:
    """`Trick 5/12`, `R2 T5/12`."""
    number = number or _number(view)
    return f"{letter}{view.deal} T{number}/{view.of}" if view.deal else f"Trick {number}/{view.of}"


def _number(view: AnyView) -> int:
    """The number of the trick that lies there, also when it is complete."""
    return view.number if view.trick or not view.last else sum(view.tally)


def _torite(view: AnyView, _: Options) -> Columns:
    page = _trick(view, _numbered(view, "R"), view.tally, view.trump)
    detail: Mapping[str, Any] = view.detail
    kept = [code or "" for code in detail["rounds"][-1]["kept"]]
    if view.next_what not in ("show", "over") or not any(kept):
        return page
    page = page._replace(cards=[*enumerate(kept)], best=-1)
    if view.next_what == "show":
        return page
    page = page._replace(title="Game over", beside="OK: next game")
    if not detail["set_aside"]:
        return page
    return page._replace(
        names=[*page.names, "aside"],
        has=[*page.has, ""],
        cards=[*page.cards, (view.seats, detail["set_aside"])],
    )


def _triatri(view: AnyView, options: Options) -> Columns:
    detail: Mapping[str, Any] = view.detail
    outlook: Mapping[str, Any] = view.outlook
    prize = detail["prize"]
    title = f"R{view.deal}" if view.next_what == "reveal" else _numbered(view, "R")
    if prize is not None:
        title = _numbered(view, "R", view.number)
        colour = pip(prize["colour"], options)
        title += f" {'own' if prize['from'] == 'own' else 'for'} {colour}"
    stock = zip(COLOURS, detail["stock"], strict=True)
    page = _trick(
        view,
        title,
        [" ".join(map(str, gems)) for gems in detail["gems"]],
        " ".join(f"{pip(letter, options)}{count}" for letter, count in stock),
    )
    if view.next_what in ("deal", "over") and not is_just_played(view):
        return _points(view, page)
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


def _points(view: AnyView, page: Columns) -> Columns:
    """How it stands between the rounds and at the end: points large, gems below."""
    points: Any = view.detail["points"]
    title = f"After round {view.deal}"
    won = view.winner or ()
    if view.next_what == "over":
        reason = view.phase.outcome.partition(": ")[2]
        title, page = f"{reason[:1].upper()}{reason[1:]}", page._replace(beside="")
    best = won[0] if len(won) == 1 else -1
    cards = [(seat, str(count)) for seat, count in enumerate(points)]
    return page._replace(title=title, cards=cards, best=best)


def _etori(view: AnyView, options: Options) -> Columns:
    detail: Mapping[str, Any] = view.detail
    chips, faces, teams = detail["chips"], detail["faces"], len(detail["chips"])
    seats = range(view.seats)
    if options.get("direction") == "anticlockwise":
        seats = seats[::-1]
    if view.next_what == "play":
        has = [f"{chips[n % teams]}{CHIP}{faces[n % teams]}{FACE}" for n in range(view.seats)]
        away = {detail["sitting"], *(team for team in range(teams) if not chips[team])}
        places = [seat for seat in seats if seat % teams not in away]
    else:  # the deal is over, its faces are paid: those who played it
        has = [f"{chips[n % teams]}{CHIP}" for n in range(view.seats)]
        played = {seat for seat, _ in view.last}
        places = [seat for seat in seats if seat in played]
    return _trick(view, _numbered(view, "D"), has, view.trump, places)


def _troika(view: AnyView, _: Options) -> Columns:
    detail: Mapping[str, Any] = view.detail
    totals, points, high = detail["totals"], detail["points"], detail["high"]
    if view.next_what not in ("play", "deal", "over"):
        return _bids(view, [totals[seat % 2] for seat in range(view.seats)])
    if view.next_what != "play":  # the deal is over
        return _trick(view, f"Deal {view.deal} is over", [totals[n % 2] for n in range(4)], "")
    bid, name = bid_name(high["bid"]), short_name(view.names[high["seat"]])
    title = f"T{_number(view)}/{view.of} {bid} {name}"
    has = [f"{totals[seat % 2]}{points[seat % 2]:+d}" for seat in range(view.seats)]
    return _trick(view, title, has, _trump(detail["trump"]))


def _trump(trump: str) -> str:
    return trump if trump in SUITS else trump_name(trump)


def _bids(view: AnyView, has: Sequence[object]) -> Columns:
    outlook: Mapping[str, Any] = view.outlook
    detail: Mapping[str, Any] = view.detail
    bids, first = outlook["bids"], outlook["dealer"] + 1
    cards = [((first + place) % view.seats, bid_name(bid)) for place, bid in enumerate(bids)]
    high = detail["high"]
    beside = f"to {detail['target']}" if detail["trump"] is None else _trump(detail["trump"])
    page = _trick(view, f"Deal {view.deal}", has, beside)
    best = -1 if high is None else (high["seat"] - first) % view.seats
    return page._replace(cards=cards, best=best)


def _tredici(view: AnyView, _: Options) -> Columns:
    detail: Mapping[str, Any] = view.detail
    owners, hands, stacks = detail["owners"], detail["hands"], detail["stacks"]
    due = set(view.awaited if view.next_seat is None else ())
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
        due=[n for n, seats in enumerate(owners) if due.intersection(seats)],
    )


def _hands(counts: Sequence[int], owners: int) -> str:
    """The cards in each hand of a team, or together where they are many."""
    if len(counts) == 1:
        return f"hand {counts[0]}"
    if len(counts) * owners <= _HAND_WIDTH:
        return " ".join(map(str, counts))
    return f"{sum(counts)} in hand" if owners < 4 else str(sum(counts))


def is_just_played(view: AnyView) -> bool:
    """Whether the last card of a deal has come just now, and is to be seen."""
    return view.newest is not None and view.newest.kind == "played"


_COLUMNS: Final[Mapping[str, Callable[[AnyView, Options], Columns]]] = {
    "torite": _torite,
    "triatri": _triatri,
    "etori": _etori,
    "tredici": _tredici,
    "troika": _troika,
}
