"""A game's summary as a person reads it in a terminal. Judges nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final
from unicodedata import east_asian_width

from tricktable import words
from tricktable.rules.cards import COLOURS
from tricktable.rules.record import Record
from tricktable.rules.verdicts import Viewpoint
from tricktable.rules.view import AnyView, view

_COLOURS: Final = tuple(words.SUIT_NAMES[letter] for letter in COLOURS)


def report(record: Record, viewpoint: Viewpoint) -> str:
    """The whole summary in plain words, several lines, without a last line feed."""
    return "\n".join(_lines(view(record, viewpoint)))


def _lines(seen: AnyView) -> Iterator[str]:
    yield f"{seen.title}, {', '.join(seen.names)}"
    entries = "1 entry" if seen.seq == 1 else f"{seen.seq} entries"
    if seen.status == "playing":
        standing = words.standing(seen)
        yield f"After {entries}: {standing if standing.endswith(('.', '?')) else f'{standing}.'}"
    else:
        yield f"Over after {entries}. {words.outcome(seen)}."
    yield ""
    yield from _TABLES[seen.game](seen, seen.detail)
    if seen.remarks:
        yield ""
        yield "What was improper:"
        for remark in seen.remarks:
            told = words.finding(remark, seen.names, words.DEALS[seen.game])
            yield f"  entry {remark.finding.seq}: {told}"


# --- what each game's detail says ---------------------------------------------------------------


def _torite(seen: AnyView, detail: Mapping[str, Any]) -> Iterator[str]:
    rounds = detail["rounds"]
    heads, rows = [""], [[name] for name in seen.names]
    for number, each in enumerate(rounds, start=1):
        of_round = f" in round {number}" if len(rounds) > 1 else ""
        heads += [f"tricks{of_round}", f"kept{of_round}"]
        for row, tricks, kept in zip(rows, each["tricks"], each["kept"], strict=True):
            row += [str(tricks), kept or "-"]
    yield from _columns([heads, *rows])
    if detail["set_aside"]:
        yield f"Set aside: {detail['set_aside']}"
    for said in seen.said:
        if said.topic in ("stacks", "pairing"):
            yield f"{words.declared(said, seen)}."
    face_up: Any = seen.outlook["face_up"]
    if face_up:
        yield f"Face up before {seen.names[1]}: {' '.join(face_up)}"
    if seen.status == "playing" and not detail["possible"]:
        yield "This game cannot be won any more."


def _triatri(seen: AnyView, detail: Mapping[str, Any]) -> Iterator[str]:
    rows = [
        [name, *map(str, gems), str(points)]
        for name, gems, points in zip(seen.names, detail["gems"], detail["points"], strict=True)
    ]
    stock = ["stock", *map(str, detail["stock"])]
    yield from _columns([["", *_COLOURS, "points"], *rows, stock])


def _etori(seen: AnyView, detail: Mapping[str, Any]) -> Iterator[str]:
    teams = _teams(seen)
    rows = [
        [*row, "sits out" if number == detail["sitting"] else ""]
        for number, row in enumerate(
            zip(teams, map(str, detail["chips"]), map(str, detail["faces"]), strict=True)
        )
    ]
    yield from _columns([["", "chips", "faces"], *rows])
    if seen.trump not in ("", "S"):
        trump = words.trump_name(seen.trump)
        yield f"{trump.capitalize()} are trump; {seen.outlook['rensho']} takes any trick."
    deals = [
        [
            str(number),
            teams[deal["dealer"]],
            _versus(deal["faces"]),
            teams[deal["winner"]],
            str(deal["chips"]),
        ]
        for number, deal in enumerate(detail["deals"], start=1)
    ]
    yield from _history(["deal", "dealt by", "faces", "won by", "chips"], deals)


def _tredici(seen: AnyView, detail: Mapping[str, Any]) -> Iterator[str]:
    rows = [
        [
            words.people(seats, seen.names),
            "-" if target is None else words.SUIT_NAMES[target],
            str(stack),
            " ".join(str(detail["hands"][seat]) for seat in seats),
        ]
        for seats, target, stack in zip(
            detail["owners"], detail["targets"], detail["stacks"], strict=True
        )
    ]
    yield from _columns([["", "target", "set aside", "hands"], *rows])
    counts = f"Draw pile {detail['draw']}, discards {detail['discard']}"
    yield f"{counts}, a full hand is {detail['hand_size']}."
    if detail["kische"] is not None:
        purged = words.people(detail["purged"], seen.names)
        yield f"{seen.names[detail['kische']]} called kisché; purged: {purged}."


def _troika(seen: AnyView, detail: Mapping[str, Any]) -> Iterator[str]:
    teams = _teams(seen)
    rows = zip(teams, map(str, detail["totals"]), map(str, detail["points"]), strict=True)
    yield from _columns([["", "total", "points"], *rows])
    yield f"{detail['target']} wins.{_contract(seen, detail)}"
    deals = [
        [
            str(number),
            seen.names[deal["dealer"]],
            words.bid_name(deal["bid"]),
            teams[deal["bidder"]],
            words.trump_name(deal["trump"]),
            _versus(deal["points"]),
            _versus(deal["scored"]),
        ]
        for number, deal in enumerate(detail["deals"], start=1)
    ]
    yield from _history(["deal", "dealer", "bid", "by", "trump", "points", "scored"], deals)


def _contract(seen: AnyView, detail: Mapping[str, Any]) -> str:
    """The high bid and what is trump, where they are known."""
    high, trump = detail["high"], detail["trump"]
    if high is None:
        return ""
    said = f" {seen.names[high['seat']]} bids {words.bid_name(high['bid'])}"
    is_suit = trump not in (None, "none", "low")
    return f"{said}, {words.trump_name(trump)} are trump." if is_suit else f"{said}."


_TABLES: Final[Mapping[str, Callable[[AnyView, Mapping[str, Any]], Iterable[str]]]] = {
    "torite": _torite,
    "triatri": _triatri,
    "etori": _etori,
    "tredici": _tredici,
    "troika": _troika,
}


def _teams(seen: AnyView) -> list[str]:
    return [words.team(seats, seen.names) for seats in seen.owners]


def _versus(counts: Sequence[int]) -> str:
    return " : ".join(map(str, counts))


# --- columns ------------------------------------------------------------------------------------


def _history(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The deals that are over, if any is."""
    if rows:
        yield ""
        yield from _columns([heads, *rows])


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(_width, column)) for column in zip_longest(*rows, fillvalue="")]
    for row in rows:
        cells = (cell + " " * (w - _width(cell)) for cell, w in zip(row, widths, strict=False))
        yield "  ".join(cells).rstrip()


def _width(cell: str) -> int:
    """Columns of a terminal that the text takes: kana and the like take two (Unicode TR11)."""
    return sum(1 + (east_asian_width(each) in "WF") for each in cell)
