"""Addresses take turns at a real server, whoever called first and with how many requests.

The hub stands still until all have called, so the order is all that counts, and no time.
"""

import re
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from urllib.parse import urlsplit

import gevent.socket
import psutil
import pytest

from rig.patience import PATIENCE_S
from tricktable.table import commands
from tricktable.web.http import files, server
from web.room import CODE, Room, ask

pytestmark = pytest.mark.skipif(not psutil.LINUX, reason="only Linux is all of 127.0.0.0/8")

GREEDY, VISITOR = "127.0.0.2", "127.0.0.3"
CROWD = 200
PAGE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
HEAD = (
    b"POST /people HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n"
)
BODY = b"name=Ann&word=ab"
LENGTH = b"Content-Length: 16\r\n"
FLOODS = {
    "pages": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "the season": b"GET /season HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "forms": HEAD + LENGTH + b"\r\n" + BODY,
    "forms that ask first": HEAD + LENGTH + b"Expect: 100-continue\r\n\r\n",
}
UNFINISHED = {
    "half a form": HEAD + LENGTH + b"\r\n" + BODY[:7],
    "half a chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\n10\r\nname",
    "half a head": HEAD,
}


class Served:
    """A server that notes who reaches its app, in order, and stands still at `/still`."""

    def __init__(self, room: Room) -> None:
        self.reached: list[str] = []
        self._stands, self._may_go = threading.Event(), threading.Event()
        app = room.app.wsgi_app

        def noted(environ: dict[str, object], start: Callable[..., object]) -> Iterable[bytes]:
            if environ["PATH_INFO"] == "/still":
                self._stands.set()
                assert self._may_go.wait(PATIENCE_S)
            else:
                self.reached.append(f"{environ['REMOTE_ADDR']} {environ['PATH_INFO']}")
            return app(environ, start)  # type: ignore[arg-type, no-any-return]

        room.app.wsgi_app = noted  # type: ignore[method-assign]
        self.connections_per_address = room.settings.connections_per_address
        self.stack = ExitStack()
        self.port = urlsplit(self.stack.enter_context(room.served())).port

    def call(self, address: str, says: bytes) -> socket.socket:
        """A connection that has said this."""
        one = socket.create_connection(("127.0.0.1", self.port), PATIENCE_S, (address, 0))
        self.stack.callback(one.close)
        one.sendall(says)
        return one

    @contextmanager
    def still(self) -> Iterator[None]:
        """Nothing is done meanwhile."""
        self._stands.clear()
        self._may_go.clear()
        self.call("127.0.0.9", b"GET /still HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert self._stands.wait(PATIENCE_S)
        try:
            yield
        finally:
            self._may_go.set()


@pytest.fixture
def served(room: Room) -> Iterator[Served]:
    served = Served(room)
    with served.stack:
        yield served


def status(one: socket.socket) -> int:
    found = re.match(rb"HTTP/1\.1 (\d+) ", one.recv(1 << 16))
    return int(found[1])


def is_answered(one: socket.socket, says: bytes) -> bool:
    """Whether who goes on to say this has an answer; else they were hung up on, before or now."""
    try:
        one.sendall(says)
        answer = one.recv(1 << 16)
    except ConnectionError:
        return False
    assert b"HTTP/1.1 408 " not in answer
    return answer.startswith(b"HTTP/1.1 ")


@pytest.mark.parametrize("address", [VISITOR, GREEDY], ids=["another address", "the same"])
@pytest.mark.parametrize("says", FLOODS.values(), ids=FLOODS)
def test_who_calls_behind_hundreds_waits_for_few_of_them(served, says, address):
    with served.still():
        for _ in range(CROWD):
            served.call(GREEDY, says)
        visitor = served.call(address, PAGE)
    assert status(visitor) == 200
    before = served.reached.index(f"{address} /healthz")
    assert before < CROWD / 2, f"{before} of {CROWD} were asked before"


def test_whoever_is_in_line_is_a_file_and_nothing_else(served, monkeypatch):
    """So that all who called before are in line soon; that cost more than the pages."""
    begun: list[int] = []
    plain = server.gevent_socket

    def counted(*given: int, **more: int) -> gevent.socket.socket:
        begun.append(len(served.reached))
        return plain(*given, **more)

    monkeypatch.setattr(server, "gevent_socket", counted)
    with served.still():
        for _ in range(CROWD):
            served.call(GREEDY, FLOODS["pages"])
        visitor = served.call(VISITOR, PAGE)
    assert status(visitor) == 200
    before = served.reached.index(f"{VISITOR} /healthz")
    ready = sum(pages <= before for pages in begun)
    assert ready < CROWD / 2, f"{ready} of {CROWD} could have spoken before"


def test_whoever_finds_no_room_in_line_is_told_so_and_others_have_their_turns(room, monkeypatch):
    """The first of the address with the most; nothing that it says is read before."""
    monkeypatch.setattr(files, "MAX_CONNECTIONS", CROWD // 2)
    served = Served(room)
    with served.stack:
        with served.still():
            crowd = [served.call(GREEDY, b"") for _ in range(CROWD)]
            visitor = served.call(VISITOR, PAGE)
        assert status(visitor) == 200
        with crowd[0].makefile("rb") as answer:
            head, _, words = answer.read().partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nContent-Security-Policy: " in head
        assert words == b"Too many at once; try again.\n"


@pytest.mark.parametrize("says", UNFINISHED.values(), ids=UNFINISHED)
def test_no_page_is_asked_before_its_form_is_here(served, says):
    with served.still():
        crowd = [served.call(GREEDY, says) for _ in range(CROWD)]
        visitor = served.call(VISITOR, PAGE)
    assert status(visitor) == 200
    assert served.reached == [f"{VISITOR} /healthz"]
    if says is UNFINISHED["half a form"]:
        # Of so many from one address, some are hung up on; which of them depends on their turns.
        answered = [each for each in crowd if is_answered(each, BODY[7:])]
        assert len(answered) >= served.connections_per_address
        assert served.reached[1:] == [f"{GREEDY} /people"] * len(answered)


def test_a_club_behind_one_router_is_answered_and_nobody_is_turned_away(served):
    """260 phones that open their page at once, with one address."""
    with served.still():
        club = [served.call(GREEDY, PAGE) for _ in range(260)]
    assert [status(each) for each in club] == [200] * 260


def test_a_whole_table_that_sits_down_at_one_address_keeps_no_visitor_waiting(room, monkeypatch):
    """13 phones behind one router, whose seats take as long as the database likes."""
    teams = [[*range(7)], [*range(7, 13)]]
    for table in (room.table, room.another("AAA")):
        ask(table, commands.NewGame("tredici", 13, options={"teams": teams}, abandon=True))
    claim, may_sit, sitting = room.table.claim, threading.Event(), threading.Semaphore(0)

    def held(*given: Any) -> Any:
        sitting.release()
        assert may_sit.wait(PATIENCE_S)
        return claim(*given)

    monkeypatch.setattr(room.table, "claim", held)
    served = Served(room)
    with served.stack:
        phones = [served.call(GREEDY, _claim(CODE, seat)) for seat in range(13)]
        assert sitting.acquire(timeout=PATIENCE_S)
        for says in (
            f"GET /t/{CODE} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(),
            f"GET /t/{CODE}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(),
        ):
            assert status(served.call(VISITOR, says)) == 200
        assert status(served.call(VISITOR, _claim("AAA", 0))) == 201
        may_sit.set()
        assert [status(each) for each in phones] == [201] * 13
    assert len(room.table.view().claims) == 13


def _claim(code: str, seat: int) -> bytes:
    words = f"seat={seat}"
    head = HEAD.replace(b"/people", f"/t/{code}/seat/claim".encode())
    return head + f"Content-Length: {len(words)}\r\n\r\n{words}".encode()
