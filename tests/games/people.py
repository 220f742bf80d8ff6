"""People at a real table, who say one thing in each of the ways there are. Test support."""

import json
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from games.possible import after, read
from games.samples import Course, line_of, now
from tricktable.board.picture import SEATS_ON_BOARD
from tricktable.rules import codec
from tricktable.rules.game import Offer
from tricktable.rules.keypad import NUMBER_KEYS
from tricktable.rules.topics import topic_of
from tricktable.table import commands
from tricktable.table.desk.keys import keypad_offers, row_of
from tricktable.table.seating import digest
from tricktable.text.language import Message
from tricktable.web.host.host_offers import groups
from tricktable.web.seat.seat import TOKEN_HEADER
from tricktable.web.seat.seat_page import seat_screen
from web.room import CODE, Room, ask, sit

ORIGIN = {"Origin": "http://localhost"}

Way = Callable[[Offer, "int | None", Any], None]
"""One way to say what is offered."""


def _no_key(what: str, value: str, keys: Mapping[str, bool]) -> str:
    """Why a phone cannot say what the rules offer, and what of the game to look at."""
    told = f"{what}: {value} is offered, and a phone on which no card was read "
    if value in keys:
        return told + "has its key shut: let `SeatPage.may` pass what its `hand` does not rule out"
    return told + f"has no key for it, but for {[*keys]}: see `SeatPage.values`"


class People:
    """People at a real table, who say one thing in each of the ways there are, and take it back."""

    def __init__(self, room: Room, course: Course) -> None:
        self.room, self.course = room, course
        self.client = room.app.test_client()
        self.tokens = {seat: sit(room.table, seat) for seat in range(course.header.seats)}
        self.events = 0
        self.homes = count(1)
        """A phone of its own for each press: a host counts how often one speaks."""

    def can_say(self, offer: Offer) -> bool:
        """Whether it can be said now; what only a secret forbids is offered, too."""
        if not offer.values:
            return False
        said = read(self.course, line_of(offer.what, offer.seats[0], offer.values[-1]))
        return after(now(self.room).state, said) is not None

    def say_everywhere(self, offer: Offer) -> None:
        """By keys, on both pages and over the API; each is in the record, and struck again."""
        topic = topic_of(self.course.header.rules, offer.what)
        ways = [self._over_the_api, self._on_the_hosts_page, self._on_the_seats_page]
        has_buttons = self.course.header.seats <= SEATS_ON_BOARD
        if not offer.is_secret and topic.is_rare:
            ways.append(self._by_the_menu)
        elif not offer.is_secret and has_buttons:
            ways.append(self._by_keys)
        for value in (offer.values[0], offer.values[-1]):
            for way in ways:
                self._say(way, offer, offer.seats[0], value)

    def _say(self, way: Way, offer: Offer, seat: int | None, value: Any) -> None:
        line, before = line_of(offer.what, seat, value), now(self.room).seq
        way(offer, seat, value)
        step = now(self.room).last
        assert step is not None, (way.__name__, line)
        assert step.seq > before, (way.__name__, line)
        told = codec.fields_of(step.entry)
        assert {**told, **line} == told, (way.__name__, line, told)
        ask(self.room.table, commands.Strike(step.seq))

    def _over_the_api(self, offer: Offer, seat: int | None, value: Any) -> None:
        path = f"/api/v1/tables/{CODE}/entries"
        answer = self.client.post(path, json=line_of(offer.what, seat, value))
        assert answer.status_code == 201, answer.text

    def _on_the_hosts_page(self, offer: Offer, seat: int | None, value: Any) -> None:
        seen = self.room.game
        buttons = [
            (choice.seat, choice.value)
            for group in groups(seen, seen.names)
            for choice in group.choices
            if group.what == offer.what
        ]
        told = f"{offer.what}: the host's page has no button for {value!r} of seat {seat}"
        assert (seat, json.dumps(value)) in buttons, told
        fields = {"what": offer.what, "value": json.dumps(value)}
        if seat is not None:
            fields["seat"] = str(seat)
        answer = self.client.post(f"/host/t/{CODE}/say", data=fields, headers=ORIGIN)
        assert answer.status_code == 303, answer.text

    def _on_the_seats_page(self, offer: Offer, seat: int | None, value: Any) -> None:
        token = self.tokens[seat or 0]
        headers = {**ORIGIN, TOKEN_HEADER: token}
        mine = seat_screen(self.room.table.phone_view(digest(token)))
        keys = {
            key.value: key.is_open
            for group in (*mine.groups, *mine.early, *mine.beside, *mine.calls)
            for key in group.keys
            if group.what == offer.what
        }
        assert keys.get(json.dumps(value)), _no_key(offer.what, json.dumps(value), keys)
        at = {"game": "1", "seq": str(now(self.room).seq)}
        fields = {"what": offer.what, "value": json.dumps(value), **at}
        home = {"REMOTE_ADDR": f"127.0.1.{next(self.homes)}"}
        answer = self.client.post(
            f"/t/{CODE}/seat/say", data=fields, headers=headers, environ_base=home
        )
        assert answer.status_code == 200, answer.text

    def _by_keys(self, offer: Offer, seat: int | None, value: Any) -> None:
        table = self.room.table
        who = seat or 0
        mine = keypad_offers(self.course.header.rules, now(self.room).state.offers(), who)
        self._event("S", str(who), "short")
        for key in row_of(mine, offer.what, value):
            self._event("K", key)
        if table.view().desk.moving:
            self._event("K", "OK")  # no card is read of those that move

    def _by_the_menu(self, offer: Offer, seat: int | None, value: Any) -> None:
        """What is rare is called from the menu, and then somebody says whose call it is."""
        topic = topic_of(self.course.header.rules, offer.what)
        assert value is None, "what is rare has no value"
        self._event("K", "MENU")
        line = str(Message(topic.keypad.line or topic.title))
        if line not in self._listed():  # of several calls the menu has one line
            self._choose("call")
        self._choose(line)
        if len(offer.seats) > 1:
            self._event("K", NUMBER_KEYS[(seat or 0) + 1])

    def _choose(self, line: str) -> None:
        """A line of the menu, wherever it stands."""
        while True:
            keys = self._listed()
            assert line in keys or "more" in keys, (line, keys)
            self._event("K", keys.get(line) or keys["more"])
            if line in keys:
                return

    def _listed(self) -> dict[str, str]:
        """What the table asks for: the keys by their words."""
        asked = self.room.table.view().asked
        return {words: key for key, words in asked.options} if asked else {}

    def _event(self, *words: str) -> None:
        self.events += 1
        self.room.table.hear("b001", self.events, words[0], [*words[1:]])
