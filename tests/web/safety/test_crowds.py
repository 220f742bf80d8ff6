"""Connections that are opened and never used lock nobody out: the real program, short of files."""

import json
import socket
from contextlib import closing, suppress
from http.client import HTTPConnection

import psutil
import pytest

from rig.patience import PATIENCE_S
from rig.program import Program
from tricktable.web.http import files

FILES = 400
"""So few that a test can use them all up."""
GREEDY, VISITOR = "127.0.0.2", "127.0.0.1"
BEGUN = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "

pytestmark = pytest.mark.skipif(not psutil.LINUX, reason="only Linux is all of 127.0.0.0/8")


def says_nothing(one):
    """Whether the host has neither answered nor hung up. Not by select: there may be too many."""
    try:
        one.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return True
    except OSError:
        return False  # reset
    return False


class Crowd:
    """Connections from one address that begin a request and do not end it."""

    def __init__(self, port):
        self.port, self.open = port, []

    def come(self, count, says=BEGUN, address=GREEDY):
        for _ in range(count):
            one = socket.create_connection(("127.0.0.1", self.port), PATIENCE_S, (address, 0))
            self.open.append(one)
            with suppress(OSError):  # it was let go already
                one.sendall(says)

    def drip(self):
        """Every one says one byte more, and whoever was let go comes again."""
        came, self.open = self.open, []
        for each in came:
            if says_nothing(each):
                each.sendall(b"x")
                self.open.append(each)
                continue
            each.close()
            self.come(1)

    def close(self):
        for each in self.open:
            each.close()


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    words = ("serve", "--http-host", "127.0.0.1", "--http-port", "0")
    with Program(tmp_path_factory.mktemp("home"), *words, files=FILES) as program:
        yield int(program.until(r"http://localhost:(\d+)/host/")[1])
        program.end()
        told = program.lines[program.lines.index("Ctrl-C ends.") + 1 :]
        assert not [line for line in told if "Traceback" in line or "Error" in line], told


@pytest.fixture
def crowd(port):
    with closing(Crowd(port)) as crowd:
        yield crowd


def got(port, path, address=VISITOR, **headers):
    """A page, on a connection of its own."""
    with closing(
        HTTPConnection("127.0.0.1", port, PATIENCE_S, source_address=(address, 0))
    ) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.words = answer.read()
        return answer


def pages(port, address, times=20):
    return [got(port, "/healthz", address).status for _ in range(times)]


@pytest.mark.parametrize(
    "says",
    [
        b"",
        BEGUN,
        b"POST /host/decks/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n"
        b"Content-Type: text/plain\r\nOrigin: http://localhost\r\n\r\nx",
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_who_comes_while_many_others_say_nothing_is_served_from_any_address(port, crowd, says):
    crowd.come(2 * FILES, says)
    assert pages(port, VISITOR) == [200] * 20
    assert got(port, "/host/?every=1").status == 200, "the host's page, on the host's own computer"
    crowd.drip()
    assert pages(port, GREEDY) == [200] * 20, "somebody else behind the same address"
    crowd.drip()
    assert pages(port, VISITOR) == [200] * 20


def test_many_addresses_together_lock_nobody_out(port, crowd):
    for number in range(2, 60):
        crowd.come(20, address=f"127.0.1.{number}")
    assert pages(port, VISITOR) == [200] * 20


def test_streams_leave_files_for_pages_and_for_boards(port, crowd):
    code = json.loads(got(port, "/api/v1/tables").words)["tables"][0]["code"]
    asked = f"GET /t/{code}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    most = files.share_out(FILES, 4000).streams
    heads = []
    for number in range(most + 20):
        crowd.come(1, asked, address=f"127.0.2.{1 + number % 200}")
        heads.append(crowd.open[-1].recv(1 << 16).split(b" ")[1])
    assert heads == [b"200"] * most + [b"429"] * 20
    crowd.come(2 * FILES)
    assert pages(port, VISITOR) == [200] * 20
    assert got(port, f"/t/{code}").status == 200


def test_one_who_was_answered_gives_way_before_one_who_just_came(port, crowd):
    """A kept connection is let go, and its browser asks again on another."""
    kept = HTTPConnection("127.0.0.1", port, PATIENCE_S, source_address=(GREEDY, 0))
    kept.request("GET", "/healthz")
    assert kept.getresponse().read()
    crowd.come(2 * FILES)
    with suppress(OSError):
        assert kept.sock.recv(1) == b""
    kept.close()
    assert pages(port, GREEDY) == [200] * 20
