"""The display's page with a table: how a game stands between deals, and how it ended. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from tricktable import words
from tricktable.picture.text import CHIP, PIPS, ascii_text, label, pip, short_name
from tricktable.rules.cards import COLOURS, SUITS
from tricktable.rules.view import View

Picture = dict[str, object]
Options = Mapping[str, object]
Rows = Iterator[list[str]]


def between_deals(view: View, options: Options, message: str) -> Picture:
    """How the game stands, and who deals next."""
    rows = _ROWS[view.game](view, options)
    return _sheet(_TITLES[view.game](view, options), rows, message or words.awaited(view))


def result(view: View, options: Options, message: str) -> Picture:
    """How the game ended."""
    title, _, reason = words.outcome(view).partition(": ")
    said = message or (f"{reason[:1].upper()}{reason[1:]}." if reason else _NEXT_GAME)
    return _sheet(title, _ROWS[view.game](view, options), said)


_NEXT_GAME: Final = "OK begins the next game."


def stacks(view: View, message: str) -> Picture:
    """The suits of Torite's four stacks, before they are paired."""
    counts: Any = next(said.value for said in view.said if said.topic == "stacks")
    rows = (
        [
            f"Stack {number}",
            *(f"{count}{PIPS[suit]}" for suit, count in zip(SUITS, stack, strict=True)),
        ]
        for number, stack in enumerate(counts, start=1)
    )
    return _sheet(view.title, rows, message or words.awaited(view))


def _sheet(title: str, rows: Rows, sentence: str) -> Picture:
    return {"p": "sheet", "t": title, "r": list(rows), "q": ascii_text(sentence)}


def _pips(letters: str, counts: Sequence[int], options: Options) -> list[str]:
    """How many of each suit or colour."""
    of_each = zip(letters, counts, strict=True)
    return [f"{count}{pip(letter, options)}" for letter, count in of_each]


# --- headings and rows --------------------------------------------------------------------------


def _torite(view: View, _: Options) -> Rows:
    rounds: Any = view.detail["rounds"]
    aside: Any = view.detail["set_aside"]
    for seat, name in enumerate(view.names):
        cells = [f"{each['tricks'][seat]} {_card(each['kept'][seat])}".strip() for each in rounds]
        yield [short_name(name), *cells]
    if aside:
        yield ["set aside", _card(aside)]


def _card(code: str | None) -> str:
    """`A♠`, with the board's picture of the suit."""
    if code is None:
        return ""
    return f"{'10' if code[0] == 'T' else code[0]}{PIPS[code[1]]}"


def _triatri(view: View, options: Options) -> Rows:
    detail: Mapping[str, Any] = view.detail
    for name, gems, points in zip(view.names, detail["gems"], detail["points"], strict=True):
        counts = (
            f"{pip(letter, options)}{count}" for letter, count in zip(COLOURS, gems, strict=True)
        )
        yield [short_name(name), *counts, f"{points}p"]


def _etori(view: View, _: Options) -> Rows:
    detail: Mapping[str, Any] = view.detail
    last = detail["deals"][-1]
    for number, (seats, chips) in enumerate(zip(words.owners(view), detail["chips"], strict=True)):
        gain = f"+{last['chips']}" if number == last["winner"] else ""
        yield [label(seats, view.names), gain, f"{chips}{CHIP}"]


def _tredici(view: View, _: Options) -> Rows:
    detail: Mapping[str, Any] = view.detail
    for seats, count, target in zip(
        detail["owners"], detail["stacks"], detail["targets"], strict=True
    ):
        yield [label(seats, view.names), "" if target is None else PIPS[target], str(count)]


def _troika(view: View, _: Options) -> Rows:
    detail: Mapping[str, Any] = view.detail
    scored: Sequence[int] = detail["deals"][-1]["scored"]
    for seats, gain, total in zip(words.owners(view), scored, detail["totals"], strict=True):
        yield [label(seats, view.names), f"{gain:+d}", str(total)]


_ROWS: Final[Mapping[str, Callable[[View, Options], Rows]]] = {
    "torite": _torite,
    "triatri": _triatri,
    "etori": _etori,
    "tredici": _tredici,
    "troika": _troika,
}


def _triatri_title(view: View, options: Options) -> str:
    stock: Any = view.detail["stock"]
    left = " ".join(
        f"{pip(letter, options)}{count}" for letter, count in zip(COLOURS, stock, strict=True)
    )
    return f"Round {view.deal} is over, {left}"


_TITLES: Final[Mapping[str, Callable[[View, Options], str]]] = {
    "triatri": _triatri_title,
    "etori": lambda view, _: f"Etori, after deal {view.deal}",
    "troika": lambda view, _: f"Troika to {view.detail['target']}, after deal {view.deal}",
}
