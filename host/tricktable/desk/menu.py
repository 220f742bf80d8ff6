"""The menu: what can be done now and has no button of its own, in numbered lines.

Decides, and does no I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from tricktable.desk import acts
from tricktable.desk.evening import next_game, pause
from tricktable.desk.keys import LIST_KEYS, NUMBER_KEYS, NUMBERS, RARE, Said
from tricktable.desk.moment import (
    Asking,
    Changes,
    Mending,
    Moment,
    desk_change,
    first_header,
    game_change,
    told,
    who_and_what,
)
from tricktable.desk.saying import reseat, say
from tricktable.games import GAMES
from tricktable.notes import Asked, Note
from tricktable.rules.entries import Held, Played, Shown
from tricktable.rules.record import Record
from tricktable.words import who

_LISTED: Final = 5
"""Lines on one page of a small display."""
_MORE: Final = "9"


class Item(NamedTuple):
    """One line of the menu."""

    name: str
    words: str
    act: Callable[[Moment], Changes]


def press_menu(now: Moment) -> Changes:
    """The menu, then the code to join, then the table again."""
    desk = now.desk
    if desk.page == "qr":
        return [desk_change(page="table", asking=None)]
    if desk.asking is None and now.record is not None:
        return [desk_change(asking=Asking("menu"), typed="", question=None)]
    return [desk_change(page="qr", asking=None)]


def menu(now: Moment) -> list[Item]:
    """What can be done now and has no button of its own."""
    return [] if now.record is None else list(_items(now, now.record))


def _items(now: Moment, record: Record) -> Iterator[Item]:
    is_over = record.state.status != "playing"
    for offer in record.state.offers():
        if offer.what in RARE:
            yield Item(offer.what, _RARE_WORDS[offer.what], _declare(offer.what))
    last = record.last
    if last is not None:
        if isinstance(last.entry, (Played, Shown, Held)):
            yield Item("mend", "last card was another", _mend_last)
        yield Item("reseat", "last was another seat", _ask_who("reseat"))
    if now.history.undone:
        yield Item("redo", "bring back", acts.redo)
    if not is_over and acts.deal_begins(record) is not None:
        yield Item("throw_in", "throw the hand in", acts.throw_in)
    if not is_over:
        yield Item("pause", "pause", pause)
    yield Item("next", "play again, same seats", lambda now: next_game(now, 0))
    yield Item("rotate", "again, all move on a seat", lambda now: next_game(now, 1))
    for name, game in GAMES.items():
        if name != record.header.game:
            yield Item(name, game.title, _ask_players(name))
    yield Item("join", "join with a phone", lambda _: [desk_change(page="qr", asking=None)])


_RARE_WORDS: Final = {
    "misdeal": "misdeal",
    "ace": "an ace was drawn",
    "kische": "kische!",
    "tredici": "tredici!",
    "draw": "agree on a draw",
}


def menu_keys(now: Moment, name: str) -> tuple[str, ...] | None:
    """The keys after MENU that lead to this line; None if it is not there."""
    names = [item.name for item in menu(now)]
    if name not in names:
        return None
    pages, place = divmod(names.index(name), _LISTED)
    return (*(_MORE for _ in range(pages)), LIST_KEYS[place])


def _page(now: Moment, asking: Asking) -> tuple[list[Item], bool]:
    """The lines on this page of the menu, and whether there are more."""
    items, first = menu(now), len(asking.keys) * _LISTED
    return items[first : first + _LISTED], len(items) > first + _LISTED


def ask_menu(now: Moment, asking: Asking) -> Asked:
    """One page of the menu."""
    items, has_more = _page(now, asking)
    options = [(key, item.words) for key, item in zip(LIST_KEYS, items, strict=False)]
    return Asked("Menu", (*options, *([(_MORE, "more")] if has_more else [])))


def take_menu(now: Moment, asking: Asking, key: str) -> Changes:
    """A line of the menu was chosen, or the next page."""
    items, has_more = _page(now, asking)
    if key == _MORE and has_more:
        return [desk_change(asking=asking._replace(keys=(*asking.keys, key)))]
    place = LIST_KEYS.find(key)
    if not 0 <= place < len(items):
        return [told(Note("no_such_answer"))]
    closed = replace(now.desk, asking=None)
    changes = items[place].act(now._replace(desk=closed))
    last = changes[-1]
    if last.kind == "desk" and "asking" not in last.body:
        changes = [*changes[:-1], last._replace(body={**last.body, "asking": None})]
    return changes


def _declare(topic: str) -> Callable[[Moment], Changes]:
    """Say a rare thing: at once where only one can say it, else ask who does."""

    def act(now: Moment) -> Changes:
        assert now.record is not None
        offer = next(each for each in now.record.state.offers() if each.what == topic)
        if len(offer.seats) > 1:
            return [desk_change(asking=Asking("who", detail=topic))]
        return say(now, now.record, Said(topic, offer.seats[0], None))

    return act


def _ask_who(about: str) -> Callable[[Moment], Changes]:
    return lambda _: [desk_change(asking=Asking("who", detail=about))]


def _ask_players(game: str) -> Callable[[Moment], Changes]:
    def act(_: Moment) -> Changes:
        counts = _counts(game)
        if len(counts) == 1:
            return [game_change(first_header(counts[0], game))]
        return [desk_change(asking=Asking("players", detail=game))]

    return act


def _counts(game: str) -> list[int]:
    return sorted(GAMES[game].players)


def ask_count(_: Moment, asking: Asking) -> Asked:
    """How many play another game."""
    options = tuple((NUMBER_KEYS[count], f"{count} players") for count in _counts(asking.detail))
    rows = (((f"{options[0][0]}-{options[-1][0]}"), "players"),) if len(options) > _LISTED else ()
    return Asked(f"{GAMES[asking.detail].title}: how many?", options, rows)


def take_count(_: Moment, asking: Asking, key: str) -> Changes:
    """So many play: the game begins."""
    if NUMBERS.get(key) not in _counts(asking.detail):
        return [told(Note("no_such_answer"))]
    return [game_change(first_header(NUMBERS[key], asking.detail))]


def _mend_last(now: Moment) -> Changes:
    assert now.record is not None and now.record.last is not None
    last = now.record.last
    seat, card = who_and_what(last.entry)
    note = Note("mending", seat, card)
    return [told(note, mending=Mending(last.seq, None, ""))]


# --- who -----------------------------------------------------------------------------------------


def _asked_seats(now: Moment, asking: Asking) -> list[int | None]:
    assert now.record is not None
    if asking.detail == "reseat":
        return list(range(now.record.header.seats))
    return [
        seat
        for offer in now.record.state.offers()
        if offer.what == asking.detail
        for seat in offer.seats
    ]


def ask_seat(now: Moment, asking: Asking) -> Asked:
    """Whose it is that was chosen from the menu."""
    options = tuple(
        (NUMBER_KEYS[seat + 1], who(seat, now.names))
        for seat in _asked_seats(now, asking)
        if seat is not None
    )
    rows = (("A-K", "the seat's number"),) if len(options) > _LISTED else ()
    button = "" if now.is_shared else " Press the button, or"
    return Asked(f"Who?{button}", options, rows)


def take_seat(now: Moment, asking: Asking, key: str) -> Changes:
    """A seat by its number: the ace is seat 1."""
    number = NUMBERS.get(key, 0)
    if not number:
        return [told(Note("no_such_answer"))]
    return asked_who(now, asking, number - 1)


def asked_who(now: Moment, asking: Asking, seat: int) -> Changes:
    """A seat by its button or its number."""
    assert now.record is not None
    if seat not in _asked_seats(now, asking):
        return [told(Note("no_such_answer"))]
    if asking.detail != "reseat":
        return say(now, now.record, Said(asking.detail, seat, None))
    last = now.record.last
    assert last is not None
    return reseat(now.record, last.seq, seat)
