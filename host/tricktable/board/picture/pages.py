"""Which page the board shows, and the whole picture as its wire carries it. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import Final

from tricktable.board.checkup import Facts
from tricktable.board.picture.columns import columns
from tricktable.board.picture.lamps import SEATS_ON_BOARD, lights, sound
from tricktable.board.picture.readers import readers_page
from tricktable.board.picture.sheets import ended, sheet
from tricktable.rules.display import Chosen, Columns, Rows
from tricktable.rules.view import AnyView
from tricktable.table.desk.deck_care import DeckProgress
from tricktable.table.desk.moment import BRIGHTNESS, READERS, SOUNDS
from tricktable.table.views import TableView
from tricktable.text.board import board_text, sentence, short_name

ANSWER_CHARACTERS: Final = 48
_NAME_IN_SENTENCE: Final = 24
LOOK_MS: Final = 5_000
"""For so long the last trick of a deal stays, before the standings."""
_NOT_SAVED: Final = "Not saved: the disk is full."
_FIRST: Final = {
    True: "How many players? Press 3 or 4.",
    False: "No deck yet. Enrol one: MENU, then 5. To type cards, press 3 or 4.",
}
"""What a table that has had no game asks, with and without a deck."""
JOIN_CHARACTERS: Final = 1000
"""Of a page with a QR code: it leaves room for lights, sound and frame in a line of the wire."""

PICTURE_CHARACTERS: Final = 1150
"""Of a whole picture: a line of the wire has 1200 bytes, its frame among them."""

Picture = dict[str, object]


def unshown(now: TableView) -> str:
    """What the display shows of a game that a fault of its own hinders from being drawn."""
    title = now.view.title if now.view else "Tricktable"
    page = _words(title, "This game cannot be shown here. Cards and keys still count.")
    # Nothing of the game is asked here, for that is what failed.
    return _json({**page, "l": ["off"] * SEATS_ON_BOARD, "s": ""})


def picture(
    now: TableView,
    before: TableView | None = None,
    join: Mapping[str, object] | None = None,
    board: Facts | None = None,
) -> str:
    """The picture of `now` as the JSON that goes over the wire.

    Args:
        now: the newest view.
        before: the view shown last, to choose the sound of what has changed since.
        join: the `qr` page with the address for guests, as `invites.board_page` makes it.
        board: what is known of the board, for the pages that tell it.
    """
    if now.desk.page == "about" and now.asked is None:
        page: Mapping[str, object] = _about(now, join, board.firmware if board else "")
    elif now.desk.page == READERS and now.asked is None:
        page = readers_page(board)
    elif join and _wants_qr(now):
        page = _join(join)
    else:
        page = _page(_with_short_names(now), _has_come(now, before))
    # Who waits to sit down comes first on every page: whoever holds the button must read the
    # number.
    page = _asking(page, board_text(asks(now)))
    preferences = {} if now.desk.sound == SOUNDS[-1] else {"v": SOUNDS.index(now.desk.sound)}
    if now.desk.brightness != BRIGHTNESS[-1]:
        preferences["g"] = now.desk.brightness
    holds = {"h": words_held} if any(words_held := _held(now)) else {}
    more = {"l": lights(now), "s": sound(now, before), **preferences, **holds}
    # Kana are long on the wire: what is most urgent comes last and fits.
    choices = [page, page.get("x"), _words("Tricktable", asks(now)) if now.claims else None]
    *longer, shortest = (_json({**each, **more}) for each in choices if isinstance(each, dict))
    return next((each for each in longer if len(each) <= PICTURE_CHARACTERS), shortest)


def asks(now: TableView) -> str:
    """Who waits to sit down, in as few words as say what to do; empty if nobody does."""
    if not now.claims:
        return ""
    named = [(short_name(now.names[seat]), waiting.number) for seat, waiting in now.claims]
    if len(named) == 1:
        ((name, number),) = named
        todo = f"{name}: hold for" if now.has_buttons else f"{name}: host must accept"
        return f"{todo} phone {number}."
    todo = "Hold to sit" if now.has_buttons else "Waiting for the host"
    return f"{todo}: {', '.join(f'{name} {number}' for name, number in named)}."


def _held(now: TableView) -> list[str]:
    """What holding each button answers: see `h` on the wire."""
    words = {seat: waiting.word for seat, waiting in now.claims} if now.has_buttons else {}
    return [words.get(seat, "") for seat in range(SEATS_ON_BOARD)]


def _asking(page: Mapping[str, object], asks: str) -> Mapping[str, object]:
    """The page, and the one after it, with who waits to sit down before all else that it says."""
    if not asks:
        return page
    said = _SAYS.get(str(page["p"]), "q")
    rest = "" if said == _ADDRESS else page[said]
    second = page.get("x")
    more = {"x": _asking(second, asks)} if isinstance(second, dict) else {}
    return {**page, said: f"{asks} {rest}".strip(), **more}


_ADDRESS: Final = "t"
_SAYS: Final = {"trick": "m", "qr": _ADDRESS}
"""The field of a page that has a sentence, where it is not `q`; a code's gives its place up."""


def _json(page: Mapping[str, object]) -> str:
    return json.dumps(page, separators=(",", ":"), ensure_ascii=True)


def _has_come(now: TableView, before: TableView | None) -> bool:
    """Whether something of the game has come since what was shown last."""
    if now.view is None or before is None or before.view is None:
        return now.view is not None
    return (before.games, before.view.seq) != (now.games, now.view.seq)


def _wants_qr(now: TableView) -> bool:
    return now.desk.page == "qr" and now.asked is None


def _about(now: TableView, join: Mapping[str, object] | None, board: str) -> Picture:
    """Versions and addresses."""
    address = [["", str(join["t"]).removeprefix("http://")]] if join else []
    rows = [["Host", version("tricktable")], ["Board", board or "?"], ["Table", now.code], *address]
    return {"p": "sheet", "t": "Tricktable", "r": rows, "q": "Press OK to go back."}


def _join(page: Mapping[str, object]) -> Mapping[str, object]:
    """The page with the code; the address alone where its code is too large for a display."""
    if len(_json(page)) <= JOIN_CHARACTERS:
        return page
    return _words("Open this address", str(page["t"]))


def _with_short_names(now: TableView) -> TableView:
    """The view with names that leave room in a sentence for what it says."""
    names = tuple(board_text(name, _NAME_IN_SENTENCE) for name in now.names)
    view = now.view
    return replace(now, names=names, view=None if view is None else view.naming(names))


def _page(now: TableView, has_come: bool) -> Picture:
    view, message = now.view, _message(now)
    if now.tending is not None:
        return _tending(now.tending, sentence(_of_the_cards(now), now.names))
    if now.asked is not None:
        rows = now.asked.rows or now.asked.options
        return {"p": "ask", "q": sentence(now.asked.text, now.names), "o": _pairs(rows, now.names)}
    if view is None:
        return _words("Tricktable", message or _FIRST[now.has_deck])
    options = now.header.options if now.header else {}
    display = view.rules.display
    if now.desk.page == "scores" and not message:
        return sheet(view, display.standings(view, options), "Press OK to go back.")
    if now.desk.is_paused:
        return _words(view.title, message or "Paused. Press OK to resume.", view.names)
    phase = view.phase
    if view.is_over or (phase.is_between and view.deal):
        return _between(view, options, message, has_come)
    if phase.is_in_words:
        return _words(view.title, message or phase.awaited, view.names)
    return _drawn(view, display.page(view, options), message, phase.hint, now.suit_counts)


def _drawn(
    view: AnyView,
    page: Columns | Rows,
    message: str,
    hint: str = "",
    suits: Sequence[Sequence[int] | None] = (),
) -> Picture:
    """What a game has for its display, with what is awaited or more urgent than that."""
    if isinstance(page, Columns):
        return columns(view, page, message or hint, suits)
    if view.is_over:
        return ended(view, page, message)
    return sheet(view, page, message or view.phase.awaited)


def _between(view: AnyView, options: Chosen, message: str, has_come: bool) -> Picture:
    """How it stands after a deal or the game, and before that, for a moment, the last trick."""
    display = view.rules.display
    settled = _drawn(view, display.between(view, options), message)
    # Only when a card has just ended the deal: a page that was merely looked at again shows no old
    # trick.
    if not has_come or view.newest is None or view.newest.kind != "played":
        return settled
    last_trick = _drawn(view, display.page(view, options), message)
    return {**last_trick, "x": settled, "y": LOOK_MS}


def _message(now: TableView) -> str:
    """What is more urgent than what is awaited."""
    if now.trouble:
        return _NOT_SAVED
    if len(now.desk.typed) == 2:
        return f"{now.desk.typed}? then OK"
    if now.desk.typed:
        is_shared = now.view is not None and now.view.seats > SEATS_ON_BOARD
        rank = "10" if now.desk.typed == "T" else now.desk.typed
        return f"{rank}: suit, or OK for the seat" if is_shared else f"{rank}, suit?"
    return now.told


def _of_the_cards(now: TableView) -> str:
    if now.trouble:
        return _NOT_SAVED
    is_next = now.desk.note is not None and now.desk.note.about == "learnt"
    return "Lay this card." if is_next else now.told


_UNNAMED: Final = {"check": "Which deck?", "control": "Control card"}


def _tending(deck: DeckProgress, said: str) -> Picture:
    """The card that is awaited or was laid last, large, and how many are done."""
    count = f" {deck.done} of {deck.of}" if deck.of > 1 else ""
    return {
        "p": "card",
        "t": board_text(f"{deck.deck}{count}" or _UNNAMED[deck.what]),
        "c": deck.card,
        "d": deck.done,
        "n": deck.of,
        "q": said,
    }


def _words(title: str, text: str, names: Sequence[str] = ()) -> Picture:
    return {"p": "words", "t": board_text(title), "q": sentence(text, names)}


def _pairs(options: Sequence[tuple[str, str]], names: Sequence[str]) -> list[list[str]]:
    return [[key, sentence(text, names, ANSWER_CHARACTERS)] for key, text in options]
