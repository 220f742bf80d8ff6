"""The server as a process: it answers, ends when it is told to, and says if it cannot begin."""

import signal
import socket
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from rig.patience import PATIENCE_S
from rig.program import Script
from rig.sites import settings_with, site_with
from tricktable.web import Server, create_app
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed
from web.live.test_live import Phone
from web.room import CODE, Room

TESTS = Path(__file__).parents[2]
PROGRAM = """
    import sys
    from pathlib import Path
    from web.room import Room
    from tricktable.web import serve
    from tricktable.web.http import handler

    handler.IDLE_S = 600.0  # a stop waits for nobody
    room = Room(Path(sys.argv[1]))
    serve(room.app, room.settings, room.feed, lambda server: print(server.port, flush=True))
    room.close()
    print("closed", flush=True)
"""


MANY = """
    import gc
    import sys
    from pathlib import Path
    from web.room import Room
    from tricktable.web import serve

    room = Room(Path(sys.argv[1]))

    def ready(server):
        before = gc.get_stats()[2]["collections"]
        kept = [[] for _ in range(200_000)]
        print(gc.get_stats()[2]["collections"] - before, flush=True)
        server.stop_soon()

    serve(room.app, room.settings, room.feed, ready)
    room.close()
"""
"""Prints how often all of memory was searched for garbage while a club's worth of objects came."""


@contextmanager
def started(folder, program=PROGRAM):
    """A host in a process of its own, and the number that it says: its port."""
    with Script(program, folder) as process:
        process.port = int(process.stdout.readline())
        yield process


@pytest.fixture
def process(tmp_path):
    """A host that a test ends."""
    with started(tmp_path) as process:
        yield process


@pytest.fixture(scope="module")
def lasting(tmp_path_factory):
    """A host that no test ends."""
    with started(tmp_path_factory.mktemp("lasting")) as process:
        yield process


def test_nobody_waits_while_all_of_memory_is_searched_for_garbage(tmp_path):
    with started(tmp_path, MANY) as process:
        assert process.port == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_at_once_and_cleanly_with_streams_and_pages_open(process, number):
    phones = [Phone(f"http://127.0.0.1:{process.port}") for _ in range(5)]
    kept_alive = HTTPConnection("127.0.0.1", process.port, timeout=PATIENCE_S)
    kept_alive.request("GET", f"/t/{CODE}")
    kept_alive.getresponse().read()
    process.send_signal(number)
    out, err = process.end()
    assert (out, err, process.returncode) == ("closed\n", "", 0)
    for phone in phones:
        phone.close()
    kept_alive.close()


def test_who_stops_hangs_up_so_that_nobody_asks_into_the_void(tmp_path):
    room = Room(tmp_path)
    with room.served() as url:
        kept_alive = socket.create_connection(
            ("127.0.0.1", int(url.rpartition(":")[2])), PATIENCE_S
        )
        kept_alive.sendall(b"HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with kept_alive.makefile("rb") as answer:
            assert b" 200 " in next(answer)
            while next(answer).strip():
                pass
    kept_alive.settimeout(1.0)
    with kept_alive:
        assert kept_alive.recv(1) == b""
    room.close()


def test_a_second_host_on_the_port_is_an_outage_with_the_port_in_it():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = settings_with(
            http_host="127.0.0.1", http_port=port, trusted_hosts=("localhost",)
        )
        feed = Feed()
        with pytest.raises(OSError, match=f"port {port} is in use"):
            Server(
                create_app(site_with(settings, views=Broadcast(feed, lambda _: b""))),
                settings,
                feed,
            )


def test_it_listens_on_an_ipv6_address_too(tmp_path):
    room = Room(tmp_path, http_host="::1")
    with room.served() as url:
        connection = HTTPConnection("::1", int(url.rpartition(":")[2]), timeout=PATIENCE_S)
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        assert connection.getresponse().status == 200
        connection.close()
    room.close()


def test_an_answer_goes_out_at_once(lasting):
    connection = HTTPConnection("127.0.0.1", lasting.port, timeout=PATIENCE_S)
    connection.connect()
    for _ in range(50):  # with Nagle's algorithm each of these would take 40 ms
        connection.request("GET", "/static/mark.svg")
        assert connection.getresponse().read()
    connection.close()


@pytest.mark.parametrize(
    "request_line",
    [
        b"\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"G" * 70_000,
    ],
)
def test_what_is_no_request_harms_nothing(lasting, request_line):
    with socket.create_connection(("127.0.0.1", lasting.port), timeout=PATIENCE_S) as stranger:
        try:
            stranger.sendall(request_line)
            stranger.shutdown(socket.SHUT_WR)
            while stranger.recv(1 << 16):
                pass
        except OSError:
            pass  # it may hang up on nonsense before it has all of it
    Phone(f"http://127.0.0.1:{lasting.port}").close()
