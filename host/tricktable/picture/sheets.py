"""The display's page with a table: how a game stands between deals, and how it ended. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from tricktable.picture.text import CHIP, PIPS, label, pip, rank_and_pip, sentence, short_name
from tricktable.rules.cards import COLOURS, SUITS
from tricktable.rules.view import AnyView

Picture = dict[str, object]
Options = Mapping[str, object]
Rows = Iterator[list[str]]


def standings(view: AnyView, options: Options, message: str) -> Picture:
    """How the game stands between deals, and who deals next; or how it has ended."""
    rows = _ROWS[view.game](view, options)
    if not view.is_over:
        title = _TITLES[view.game](view)
        return _sheet(title, rows, message or view.phase.awaited, view)
    title, _, reason = view.phase.outcome.partition(": ")
    said = message or (f"{reason[:1].upper()}{reason[1:]}." if reason else _NEXT_GAME)
    return _sheet(title, rows, said, view)


_NEXT_GAME: Final = "OK begins the next game."


def scores(view: AnyView, options: Options) -> Picture:
    """How the game stands at any time."""
    title = _TITLES[view.game](view) if view.game in _TITLES else view.title
    return _sheet(title, _ROWS[view.game](view, options), "OK leads back.", view)


def stacks(view: AnyView, message: str) -> Picture:
    """The suits of Torite's four stacks, before they are paired."""
    counts: Any = next(said.value for said in view.said if said.topic == "stacks")
    rows = (
        [
            f"Stack {number}",
            *(f"{count}{PIPS[suit]}" for suit, count in zip(SUITS, stack, strict=True)),
        ]
        for number, stack in enumerate(counts, start=1)
    )
    return _sheet(view.title, rows, message or view.phase.awaited, view)


def _sheet(title: str, rows: Rows, said: str, view: AnyView) -> Picture:
    return {"p": "sheet", "t": title, "r": list(rows), "q": sentence(said, view.names)}


# --- headings and rows --------------------------------------------------------------------------


def _torite(view: AnyView, _: Options) -> Rows:
    rounds: Any = view.detail["rounds"]
    aside: Any = view.detail["set_aside"]
    for seat, name in enumerate(view.names):
        cells = [f"{each['tricks'][seat]} {_pip_of(each['kept'][seat])}".strip() for each in rounds]
        yield [short_name(name), *cells]
    if aside:
        yield ["set aside", _pip_of(aside)]


def _pip_of(code: str | None) -> str:
    return rank_and_pip(code) if code else ""


def _etori(view: AnyView, _: Options) -> Rows:
    detail: Mapping[str, Any] = view.detail
    last = (detail["deals"] or [{"winner": None}])[-1]
    for number, (seats, chips) in enumerate(zip(view.owners, detail["chips"], strict=True)):
        gain = f"+{last['chips']}" if number == last["winner"] else ""
        yield [label(seats, view.names), gain, f"{chips}{CHIP}"]


def _troika(view: AnyView, _: Options) -> Rows:
    detail: Mapping[str, Any] = view.detail
    scored = detail["deals"][-1]["scored"] if detail["deals"] else (0, 0)
    for seats, gain, total in zip(view.owners, scored, detail["totals"], strict=True):
        yield [label(seats, view.names), f"{gain:+d}", str(total)]


def _triatri(view: AnyView, options: Options) -> Rows:
    detail: Mapping[str, Any] = view.detail
    for name, gems, points in zip(view.names, detail["gems"], detail["points"], strict=True):
        counts = zip(COLOURS, gems, strict=True)
        yield [short_name(name), *(f"{pip(c, options)}{n}" for c, n in counts), f"{points}p"]


def _tredici(view: AnyView, _: Options) -> Rows:
    detail: Mapping[str, Any] = view.detail
    owned = zip(detail["owners"], detail["stacks"], detail["targets"], strict=True)
    for seats, count, target in owned:
        yield [label(seats, view.names), PIPS[target] if target else "", f"{count}/13"]


_ROWS: Final[Mapping[str, Callable[[AnyView, Options], Rows]]] = {
    "torite": _torite,
    "triatri": _triatri,
    "tredici": _tredici,
    "etori": _etori,
    "troika": _troika,
}
_TITLES: Final[Mapping[str, Callable[[AnyView], str]]] = {
    "etori": lambda view: f"Etori{_after(view)}",
    "troika": lambda view: f"Troika to {view.detail['target']}{_after(view)}",
}


def _after(view: AnyView) -> str:
    deals: Any = view.detail["deals"]
    return f", after deal {len(deals)}" if deals else ""
