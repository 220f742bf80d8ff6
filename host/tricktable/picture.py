"""What the board shows: display page, seat lights and a sound, from one view of the table.

The words and layout slots are chosen here; how they are drawn is the board's business
(docs/reference/wire.md, pictures). Pure.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from anyascii import anyascii

from tricktable import words
from tricktable.rules.view import View
from tricktable.table import TableView

NAME_CHARACTERS: Final = 8
"""Of a name in a seat's column."""
SENTENCE_CHARACTERS: Final = 160
"""The display holds fewer, and a picture of as many still fits into a line of the wire."""
ANSWER_CHARACTERS: Final = 48
_NAME_IN_SENTENCE: Final = 20
JOIN_CHARACTERS: Final = 1000
"""Of a page with a QR code: it leaves room for lights, sound and frame in a line of the wire."""
SEATS_ON_BOARD: Final = 4

Picture = dict[str, object]


def picture(
    now: TableView, before: TableView | None = None, join: Mapping[str, object] | None = None
) -> str:
    """The picture of `now` as the JSON that goes over the wire.

    Args:
        now: the newest view.
        before: the view shown last, to choose the sound of what has changed since.
        join: the `qr` page with the address for guests, as `invites.board_page` makes it.
    """
    page = _join(join) if join and _wants_qr(now) else _page(_with_short_names(now))
    return _json({**page, "l": _lights(now), "s": _sound(now, before)})


def _json(page: Mapping[str, object]) -> str:
    return json.dumps(page, separators=(",", ":"), ensure_ascii=True)


def _wants_qr(now: TableView) -> bool:
    return now.page == "qr" and now.asked is None


def _join(page: Mapping[str, object]) -> Mapping[str, object]:
    """The page with the code; the address alone where its code is too large for a display."""
    if len(_json(page)) <= JOIN_CHARACTERS:
        return page
    return _words("Open this address", str(page["t"]))


def _with_short_names(now: TableView) -> TableView:
    """The view with names that leave room in a sentence for what it says."""
    names = tuple(name[:_NAME_IN_SENTENCE] for name in now.names)
    view = now.view
    return replace(now, names=names, view=None if view is None else replace(view, names=names))


def _page(now: TableView) -> Picture:
    if now.asked is not None:
        return {
            "p": "ask",
            "q": _ascii(now.asked.text),
            "o": _pairs(now.asked.rows or now.asked.options),
        }
    if now.view is None:
        return _words("Tricktable", now.said or "How many players? Press 3 or 4.")
    if now.view.next_what == "over":
        return _words(now.view.title, now.said or f"{words.outcome(now.view)}. {_tally(now.view)}")
    if now.view.next_what in ("deal", "leader"):
        return _words(now.view.title, now.said or words.awaited(now.view))
    return _trick(now, now.view)


def _trick(now: TableView, view: View) -> Picture:
    # A trick that is complete lies there until the next lead: its last card must be seen too.
    cards, winner = (view.trick, view.best) if view.trick else (view.last, view.last_winner)
    return {
        "p": "trick",
        "t": f"T{view.number}/{view.of}",
        "n": [short_name(name) for name in now.names],
        "c": [list(each) for each in cards],
        "b": -1 if winner is None else [seat for seat, _ in cards].index(winner),
        "w": -1 if view.next_seat is None else view.next_seat,
        "a": view.next_what,
        "k": list(view.tally),
        "u": view.trump,
        "m": _ascii(_message(now, view)),
    }


def _message(now: TableView, view: View) -> str:
    if now.trouble:
        return "Not saved: the disk is full."
    if now.typed:
        return f"{now.typed}? then OK" if len(now.typed) == 2 else f"{now.typed}, suit?"
    if now.said:
        return now.said
    return words.awaited(view) if view.next_what == "show" else ""


def _words(title: str, text: str) -> Picture:
    return {"p": "words", "t": _ascii(title), "q": _ascii(text)}


def _tally(view: View) -> str:
    return " ".join(f"{short_name(n)} {t}" for n, t in zip(view.names, view.tally, strict=False))


def _pairs(options: Sequence[tuple[str, str]]) -> list[list[str]]:
    return [[key, _ascii(text, ANSWER_CHARACTERS)] for key, text in options]


def short_name(name: str) -> str:
    """A name in printable ASCII, short enough for the display."""
    return _ascii(name)[:NAME_CHARACTERS].strip() or "?"


def _ascii(text: str, most: int = SENTENCE_CHARACTERS) -> str:
    """The text as the board can print it: transliterated, on one line, cut where it is too long.

    `~` begins a frame on the wire, where it would be six characters long.
    """
    told = "".join(each if " " <= each < "~" else " " for each in anyascii(text[:most]))
    return told if len(told) <= most else f"{told[: most - 3]}..."


def _lights(now: TableView) -> list[str]:
    view = now.view
    lights = ["off"] * SEATS_ON_BOARD
    if view is None:
        return lights
    seats = range(min(view.seats, SEATS_ON_BOARD))
    for seat in seats:
        lights[seat] = _light(view, seat)
    wrong = now.note.seat if now.note is not None and is_refusal(now) else None
    if wrong is not None and wrong in seats:
        lights[wrong] = "wrong"
    return lights


def _light(view: View, seat: int) -> str:
    if view.winner:
        return "won" if seat in view.winner else "off"
    if view.next_seat is None:
        return "off" if view.next_what == "over" else "on"
    if seat != view.next_seat:
        return "off"
    return "won" if not view.trick and seat == view.last_winner else "turn"


def is_refusal(now: TableView) -> bool:
    """Whether the note tells that something did not count."""
    return now.note is not None and now.note.about not in _CALM


_CALM: Final = frozenset(
    "reader_ok lies_already reading hand_read button undone not_counted put_away".split()
)


def _sound(now: TableView, before: TableView | None) -> str:
    """What has just happened, as the board's buzzer tells it."""
    if before is None or now.version == before.version:
        return ""
    if now.asked is not None:
        return "" if now.asked == before.asked else "ask"
    if now.note is not None and now.note != before.note and is_refusal(now):
        return "refused"
    if now.view is None or before.view is None or now.view.seq == before.view.seq:
        return ""
    if now.view.next_what == "over":
        return "over"
    return "trick" if sum(now.view.tally) > sum(before.view.tally) else "read"
