"""A stranger with a phone who would like to see somebody's hand, and people who hold their buttons.

Firmware, host and pages are the real ones; the stranger asks as any program can. What a held button
means is decided by what the display showed when it went down.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from board.canvas import drawn, shown
from rig.patience import PATIENCE_S, until
from tableboard import lights, screens
from tablewire.limits import SEEN_MS
from tricktable.board.link.line import Line
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.board.picture import picture
from tricktable.table.table import Table
from tricktable.table.views import LIVE, SILENT
from tricktable.web.seat.seat import TOKEN_HEADER
from web.room import CODE, Room, begin, lay

SPEED = 10.0
BO = 1
HERE, THERE = "127.0.0.2", "127.0.0.3"
LONG_MS = 1000
READ_MS = 2 * SEEN_MS
"""As long as somebody takes at least to read what the display says."""


class Phone:
    """A plain client at an address of its own."""

    def __init__(self, url: str, address: str = HERE, token: str = "") -> None:
        self._url, self._address = urlsplit(url), address
        self.token = token
        self.cookie = ""
        """As a browser keeps it, and sends it back."""

    def asks_for(self, seat: int) -> int:
        """Ask for a seat; the answer's status."""
        status, body = self._post("claim", {"seat": str(seat)})
        if status == 201:
            self.token = json.loads(body)["token"]
        return status

    def keeps(self, word: str) -> int:
        """Have the games of this evening kept; the answer's status."""
        return self._post("keep", {"word": word})[0]

    def opens(self, name: str, word: str, **more: str) -> int:
        """Ask for the page of whoever has this name and word; the answer's status."""
        return self._ask("POST", "people", urlencode({"name": name, "word": word, **more}), "")[0]

    def calls(self) -> int:
        """Call the organiser, as anybody may; the answer's status."""
        return self._ask("POST", "help", "", f"/t/{CODE}")[0]

    def leaves(self) -> None:
        """Wait no more."""
        assert self._post("leave", {})[0] == 200

    @property
    def own(self) -> str:
        """What the host shows to this phone alone."""
        return self._ask("GET", "own", "")[1]

    def is_seated(self) -> bool:
        """Whether it would be shown a hand."""
        return 'data-state="sits"' in self.own

    def waits(self) -> bool:
        """Whether a button could still let it in."""
        return 'data-state="waits"' in self.own

    @property
    def number(self) -> str:
        """The number that it shows."""
        return self.own.partition('class="wait"><b>')[2][:2]

    def _post(self, what: str, form: dict[str, str]) -> tuple[int, str]:
        return self._ask("POST", what, urlencode(form))

    def _ask(
        self, method: str, what: str, body: str, page: str = f"/t/{CODE}/seat"
    ) -> tuple[int, str]:
        assert self._url.hostname
        connection = HTTPConnection(
            self._url.hostname,
            self._url.port,
            timeout=PATIENCE_S,
            source_address=(self._address, 0),
        )
        headers = {"Content-Type": "application/x-www-form-urlencoded", TOKEN_HEADER: self.token}
        headers["Origin"] = f"{self._url.scheme}://{self._url.netloc}"
        if self.cookie:
            headers["Cookie"] = self.cookie
        connection.request(method, f"{page}/{what}", body, headers)
        answer = connection.getresponse()
        self.cookie = answer.getheader("Set-Cookie", self.cookie).partition(";")[0]
        try:
            return answer.status, answer.read().decode()
        finally:
            connection.close()


class Evening:
    """A table at which four play, its board, and the address that everybody scans."""

    def __init__(self, room: Room, board: SimulatedBoard, url: str) -> None:
        self.room, self.board, self.url = room, board, url
        begin(room.table)
        self.start()
        until(lambda: self.table.view().board == LIVE)

    @property
    def table(self) -> Table:
        """The table as the host has it now."""
        return self.room.table

    def start(self) -> None:
        """Serve the board."""
        self.line = Line(self.table, self.board.ports, picture)
        self.line.start()

    def phone(self, address: str = HERE) -> Phone:
        """Somebody with a phone."""
        return Phone(self.url, address)

    def shows_it(self) -> bool:
        """Whether the display shows the table as it is now."""
        return self.board.screen() == shown(json.loads(picture(self.table.view())))

    def is_read(self) -> None:
        """Wait until the display shows the table as it is, and people have read that."""
        until(self.shows_it)
        self.board.rest(READ_MS)

    @property
    def heard(self) -> int:
        """The newest event of the board that the host has; what else changes the table is none."""
        board = self.line.session.board
        return self.table.newest_durable(board.boot) if board else 0

    def hold(self, seat: int = BO) -> None:
        """Hold a button for long; the host has heard it."""
        heard = self.heard
        self.board.button(seat, long=True)
        until(lambda: self.heard > heard)

    def begin_to_hold(self, seat: int = BO) -> None:
        """Put a finger on a button, and leave it there for half of a long press."""
        self.board.hold_button(seat, True)
        self.board.rest(LONG_MS // 3)

    def let_go(self, seat: int = BO) -> None:
        """Take it away when the press was long."""
        self.board.rest(LONG_MS)
        self.board.hold_button(seat, False)

    def pull_the_cable(self) -> None:
        """The board says by itself that it waits for its host."""
        self.board.unplug()
        until(lambda: self.table.view().board == SILENT)

    def open_again(self) -> None:
        """Another host has the table now, as the journal has it; it serves no board yet."""
        room = self.room
        room.table = Table(CODE, room.journal, room.shelf, room.views)
        room.tables[CODE] = room.table

    def serve_again(self) -> None:
        """Serve the board; the host has heard the press that the board kept."""
        self.start()
        until(lambda: self.table.view().board == LIVE)
        until(lambda: self.heard == 1)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as open_things:
        board = open_things.enter_context(SimulatedBoard.start(speed=SPEED))
        room = Room(tmp_path)
        open_things.callback(room.close)
        url = open_things.enter_context(room.served())
        evening = Evening(room, board, url)
        open_things.callback(lambda: evening.line.stop())
        yield evening


def test_a_press_that_has_begun_lets_nobody_in_and_one_after_it_does(evening):
    evening.is_read()
    stranger = evening.phone()
    evening.begin_to_hold()
    assert stranger.asks_for(BO) == 201
    until(evening.shows_it)
    evening.let_go()
    until(lambda: evening.table.view().desk.reading == BO)
    assert stranger.waits()
    evening.is_read()
    evening.hold()
    assert stranger.is_seated()
    assert evening.table.view().desk.reading == BO


def test_a_press_that_is_over_before_the_display_changed_lets_nobody_in(evening):
    """It is heard after the claim: the board kept it while its cable was out."""
    evening.is_read()
    evening.pull_the_cable()
    stranger = evening.phone()
    assert stranger.asks_for(BO) == 201
    evening.board.button(BO, long=True)
    evening.board.rest(100)
    evening.board.replug()
    until(lambda: evening.table.view().desk.reading == BO)
    assert stranger.waits()


def test_no_press_under_the_page_that_waits_for_the_host_lets_anybody_in(evening):
    stranger = evening.phone()
    assert stranger.asks_for(BO) == 201
    evening.is_read()
    evening.pull_the_cable()
    waiting = drawn(screens.waiting_page(0, 0, []))
    until(lambda: evening.board.screen() == waiting)
    evening.board.button(BO, long=True)
    evening.board.rest(100)
    evening.board.replug()
    until(lambda: evening.table.view().desk.reading == BO)
    assert stranger.waits()


def test_a_press_for_one_phone_lets_no_other_in_that_has_come_meanwhile(evening):
    one, other = evening.phone(), evening.phone(THERE)
    assert one.asks_for(BO) == 201
    evening.is_read()
    evening.begin_to_hold()
    one.leaves()
    assert other.asks_for(BO) == 201
    evening.let_go()
    until(lambda: evening.heard == 1)
    assert not one.is_seated()  # it has left, whenever the press was long
    assert other.waits()
    assert evening.table.view().desk.reading is None


def test_the_answer_to_a_picture_that_is_out_of_date_lets_nobody_in(evening):
    one, other = evening.phone(), evening.phone(THERE)
    assert one.asks_for(BO) == 201
    evening.is_read()
    evening.line.stop()  # the display keeps what it shows
    one.leaves()
    assert other.asks_for(BO) == 201
    evening.board.button(BO, long=True)
    evening.board.rest(100)
    evening.start()
    until(lambda: evening.table.view().note_text == "That phone is no longer waiting for a seat.")
    assert other.waits()
    assert evening.table.view().desk.reading is None


def test_a_host_that_restarts_lets_nobody_in_by_a_press_for_a_phone_before(evening):
    stranger, other = evening.phone(), evening.phone(THERE)
    assert stranger.asks_for(BO) == 201
    evening.is_read()
    evening.line.stop()
    evening.board.button(BO, long=True)
    evening.board.rest(100)
    stranger.leaves()
    evening.open_again()
    assert other.asks_for(BO) == 201
    evening.serve_again()
    assert not stranger.is_seated()
    assert other.waits()
    evening.is_read()
    evening.hold()
    assert other.is_seated()


def test_a_press_while_the_host_was_away_lets_in_the_phone_that_was_shown(evening):
    """A phone waits on while its host restarts."""
    one, other = evening.phone(), evening.phone(THERE)
    assert one.asks_for(BO) == 201
    evening.is_read()
    evening.line.stop()
    evening.board.button(BO, long=True)
    evening.board.rest(100)
    evening.open_again()
    assert [other.asks_for(BO), other.asks_for(2)] == [409, 201]
    evening.serve_again()
    assert one.is_seated()
    assert other.waits()
    other.leaves()
    assert other.asks_for(BO) == 201  # it would take the place of the first: by its own press
    until(evening.shows_it)
    assert one.is_seated()
    assert other.waits()


def press(key: str, evening: Evening) -> None:
    """Press a key; the host has heard it."""
    heard = evening.heard
    evening.board.press(key)
    until(lambda: evening.heard > heard)


def lie(evening: Evening) -> None:
    """A card lies there again that was seen before."""
    lay(evening.table, "1:2C 2:5C")
    evening.table.hear("0", 1, "C", ["3", evening.room.shelf.decks.decks[0].tag_of("2C")])
    assert evening.table.view().asked is not None


STATES: dict[str, Callable[[Evening], object]] = {
    "a trick": lambda evening: lay(evening.table, "1:2C"),
    "a question": lie,
    "the menu": partial(press, "MENU"),
    "a typed rank": partial(press, "7"),
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_a_phone_that_waits_is_seen_whatever_happens_and_answered_by_its_button(evening, state):
    phone = evening.phone()
    assert phone.asks_for(BO) == 201
    state(evening)
    until(evening.shows_it)
    told = json.loads(picture(evening.table.view()))
    said = told.get("m") or told["q"]
    assert said.startswith(f"Bo: hold for phone {phone.number}.")
    until(lambda: evening.board.lights()[BO] == lights.COLOURS["hold"])
    until(lambda: evening.board.lights()[BO] == lights.DARK)
    evening.is_read()
    evening.hold(2)  # somebody else's
    assert evening.table.view().desk.reading == 2
    assert phone.waits()
    evening.is_read()
    evening.hold()
    assert phone.is_seated()
    until(evening.shows_it)
    assert "h" not in json.loads(picture(evening.table.view()))


def test_whoever_holds_every_seat_for_nobody_has_one_from_then_on(evening):
    assert [evening.phone().asks_for(seat) for seat in range(4)] == [201] * 4
    for _ in range(4):
        evening.is_read()
        for key in ("MENU", "6", "7"):
            press(key, evening)
    stranger, other = evening.phone(), evening.phone(THERE)
    assert [evening.phone().asks_for(seat) for seat in range(4)] == [201, 409, 409, 409]
    assert [other.asks_for(seat) for seat in (0, BO)] == [409, 201]
    assert stranger.asks_for(2) == 409
    evening.is_read()
    evening.hold()
    assert other.is_seated()
    assert [bool(place.number) for place in evening.table.snapshot().places] == [
        True,
        False,
        False,
        False,
    ]


def test_the_table_turns_a_phone_away(evening):
    stranger = evening.phone()
    assert stranger.asks_for(BO) == 201
    evening.is_read()
    for key in ("MENU", "6", "7"):
        press(key, evening)
    assert not stranger.waits()
    evening.is_read()
    evening.hold()
    assert evening.table.view().desk.reading == BO
    assert not stranger.is_seated()
