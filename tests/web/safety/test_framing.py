"""Requests as bytes, through the real server: none hides another, and none waits for ever."""

import json
import re
import socket
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from rig.patience import PATIENCE_S
from tricktable.web.api.games import MAX_RECORD_BYTES
from tricktable.web.http import body, handler, head
from web.room import CODE, TOKEN, Room, begin

SECOND = b"GET /static/mark.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"
GUEST = f"/t/{CODE}".encode()
API = f"/api/v1/tables/{CODE}".encode()
FORM = b"application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    room = Room(tmp_path_factory.mktemp("room"))
    begin(room.table)
    yield room
    room.close()


@pytest.fixture(scope="module")
def served(room):
    with room.served() as url:
        yield url


@pytest.fixture
def hurried(monkeypatch):
    """All deadlines, so short that a test can wait for them."""
    monkeypatch.setattr(handler, "IDLE_S", 0.3)
    monkeypatch.setattr(handler, "HEAD_S", 0.3)
    monkeypatch.setattr(handler, "LINGER_S", 0.3)
    monkeypatch.setattr(body, "BODY_S", 0.3)


@contextmanager
def stranger(url):
    """A socket to the host."""
    host, port = urlsplit(url).netloc.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as connection:
        yield connection


def said(connection):
    """All that comes until the host hangs up."""
    got = b""
    while more := connection.recv(1 << 16):
        got += more
    return got


def exchanged(url, *requests):
    """What these bytes, each sent by itself, bring until the host hangs up."""
    with stranger(url) as connection:
        for each in requests:
            connection.sendall(each)
        return said(connection)


def statuses(got):
    """The status of each answer."""
    return [int(each) for each in re.findall(rb"HTTP/1\.1 (\d+) ", got)]


def goes_on_until_it_breaks(connection, data, times=1000):
    """Whether the host hangs up on whoever sends this on and on."""
    try:
        for _ in range(times):
            connection.sendall(data)
    except OSError:
        return True
    return False


def post(*fields, path=GUEST + b"/seat/claim", kind=FORM, rest=b""):
    """A form, or whatever else it says."""
    said = b"".join(each + b"\r\n" for each in (*fields, b"Content-Type: " + kind))
    return b"POST %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n%s" % (path, said, rest)


def must_be_strict(got):
    """The policy of the pages, in an answer that no page made."""
    fields = dict(
        line.decode().split(": ", 1) for line in got.partition(b"\r\n\r\n")[0].split(b"\r\n")[1:]
    )
    assert fields["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")
    assert fields["X-Content-Type-Options"] == "nosniff"
    assert fields["Cache-Control"] == "no-store"
    assert fields["Connection"] == "close", "nobody knows where the next request begins"


@pytest.mark.parametrize(
    "fields",
    [
        (b"Content-Length: 5", b"Content-Length: 6"),
        (b"Content-Length: +3",),
        (b"Content-Length: 0_3",),
        (b"Content-Length: 3", b"Transfer-Encoding: chunked"),
        (b"Transfer-Encoding: xchunked",),
        (b"Content-Length : 3",),
        (b"X: a\r\n b",),
        (b"X: a\rContent-Length: 3",),
        (b"X: a\nContent-Length: 3",),
        (b"no field",),
        (b"Host: other",),
    ],
)
def test_a_request_that_two_could_read_differently_ends_the_connection(served, fields):
    got = exchanged(served, post(*fields, rest=b"0\r\n\r\n" + SECOND))
    assert statuses(got) == [400], "the second request was hidden in the first"
    must_be_strict(got)


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"G" * 70_000, 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 150 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 10_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + (b"X: " + b"y" * 8000 + b"\r\n") * 5, 431),
        (b"GET / HTTP/3.0\r\n\r\n", 505),
        (b"GET /\r\n\r\n", 400),
        (b"\n\n", 400),
        (b"\r\n\r\n", 400),
    ],
)
def test_what_is_too_much_or_no_request_is_told_so(served, request_bytes, status):
    got = exchanged(served, request_bytes)
    assert statuses(got) == [status]
    must_be_strict(got)


def test_requests_may_follow_each_other_at_once_in_any_pieces(served):
    last = SECOND.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    whole = post(b"Content-Length: 6", rest=b"seat=9") + SECOND + last
    want = statuses(exchanged(served, whole))
    assert want[1:] == [200, 200]
    with stranger(served) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for at in range(len(whole)):
            connection.sendall(whole[at : at + 1])
        assert statuses(said(connection)) == want


def test_a_request_after_a_refused_one_is_not_answered(served):
    bad = post(b"Content-Length: 1_0", rest=b"0123456789")
    got = exchanged(served, SECOND + bad + SECOND)
    assert statuses(got) == [200, 400]


def test_a_page_that_refuses_reads_the_body_out_of_the_way(served):
    """The page refuses for its origin, and never looks at the body."""
    bodies = SECOND * 20
    asked = post(b"Content-Length: %d" % len(bodies), b"Origin: http://evil.example", rest=bodies)
    got = exchanged(served, asked + SECOND + post(b"Connection: close"))
    assert statuses(got) == [403, 200, 403]


def test_a_body_that_is_too_long_to_be_read_out_of_the_way_ends_the_connection(served):
    long = b"x" * (2 * handler.LINGER_BYTES)
    asked = post(b"Content-Length: %d" % len(long), b"Origin: http://localhost")
    with stranger(served) as connection:
        connection.sendall(asked)
        got = connection.recv(1 << 16)
        assert statuses(got) == [413], "it is told before it has sent all"
        assert goes_on_until_it_breaks(connection, long)


def test_a_client_that_waits_to_be_asked_for_its_body_is_asked_or_told(served):
    expecting = (b"Content-Length: 6", b"Expect: 100-continue")
    with stranger(served) as connection:
        connection.sendall(post(*expecting, b"Origin: http://localhost"))
        assert connection.recv(1 << 16) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"seat=9" + post(b"Connection: close"))
        assert 100 not in statuses(said(connection))
    got = exchanged(served, post(*expecting, b"Origin: http://evil.example"))
    assert statuses(got) == [403], "it may send its body now, or not: nobody knows"


# --- chunks -------------------------------------------------------------------------------------


def written(*chunks, end=b"0\r\n\r\n"):
    """An entry for the table in these chunks."""
    rest = b"".join(b"%x\r\n%s\r\n" % (len(each), each) for each in chunks) + end
    fields = (b"Transfer-Encoding: chunked", b"X-Host-Token: " + TOKEN.encode())
    return post(*fields, path=API + b"/entries", kind=b"application/json", rest=rest)


CARD = b'{"kind": "played", "seat": 1, "card": "X1"}'
"""One that is read, and refused."""


@pytest.mark.parametrize("end", [b"0\r\n\r\n", b"000;a=b\r\n\r\n", b"0\r\nX-Sum: 1\r\n\r\n"])
def test_a_body_in_chunks_is_read(served, end):
    asked = written(CARD[:5], CARD[5:], end=end)
    got = exchanged(served, asked + SECOND + post(b"Connection: close"))
    assert statuses(got)[:2] == [409, 200]
    assert b"Imitation 1" in got


@pytest.mark.parametrize(
    "end",
    [
        b"\r\n\r\n",
        b"-1\r\n\r\n",
        b"+1\r\nx\r\n0\r\n\r\n",
        b"0x1\r\nx\r\n0\r\n\r\n",
        b" 1\r\nx\r\n0\r\n\r\n",
        b"1_0\r\nx\r\n0\r\n\r\n",
        b"FFFFFFFFFFFFFFFF\r\nx",
        b"1" * 300,
        b"1;" + b"x" * 300,
        b"1\nx\n0\n\n",
        b"1\r\nxy\r\n0\r\n\r\n",
        b"1\r\nx0\r\n\r\n",
        b"1;a\rb\r\nx\r\n0\r\n\r\n",
        b"0\r\nno field\r\n\r\n",
        b"0\r\n X: folded\r\n\r\n",
        b"0\r\n" + b"X: y\r\n" * 100 + b"\r\n",
    ],
)
def test_chunks_that_two_could_read_differently_end_the_connection(served, end):
    got = exchanged(served, written(CARD, end=end + SECOND))
    assert statuses(got) == [400], "the second request was hidden in the first"
    assert json.loads(got.partition(b"\r\n\r\n")[2])["status"] == 400
    must_be_strict(got)


@pytest.mark.parametrize("cut", [b"", b"5\r\n", b"5\r\nabc", b"0\r\n"])
def test_a_body_that_is_cut_off_is_no_body(served, cut):
    with stranger(served) as connection:
        connection.sendall(written(CARD, end=cut))
        connection.shutdown(socket.SHUT_WR)
        assert statuses(said(connection)) == [400]


@pytest.mark.parametrize("is_chunked", [False, True])
@pytest.mark.parametrize(("more", "status"), [(0, 422), (1, 413)])
def test_a_long_record_is_read_whole_and_a_longer_one_not_at_all(served, is_chunked, more, status):
    size = MAX_RECORD_BYTES + more
    rest = b" " * size
    framed = b"Content-Length: %d" % size
    if is_chunked:
        framed, rest = b"Transfer-Encoding: chunked", b"%x\r\n%s\r\n0\r\n\r\n" % (size, rest)
    fields = (framed, b"X-Host-Token: " + TOKEN.encode(), b"Connection: close")
    with stranger(served) as connection:
        asked = post(*fields, path=API + b"/record", kind=b"application/jsonl", rest=rest)
        is_told_before = status == 413 and not is_chunked
        connection.sendall(asked[:1000] if is_told_before else asked)
        assert statuses(connection.recv(1 << 16)) == [status]


def test_chunks_without_end_are_too_much(served, hurried):
    got = exchanged(served, written(*[b" " * 5000] * 20, end=b""))
    assert statuses(got) == [413]


# --- time ---------------------------------------------------------------------------------------


def test_a_head_that_drips_is_ended_although_every_byte_came_in_time(served, hurried):
    with stranger(served) as connection:
        connection.settimeout(0.05)
        got = b""
        for at in range(10**6):
            try:
                connection.sendall(SECOND[:-2][at : at + 1] or b"x")
                if not (more := connection.recv(1 << 16)):
                    break
                got += more
            except TimeoutError:
                continue
            except OSError:
                break
    assert statuses(got) == [408]
    must_be_strict(got)


def test_whoever_says_nothing_is_hung_up_on_without_a_word(served, hurried):
    assert exchanged(served) == b""


def test_a_body_that_does_not_come_is_not_waited_for(served, hurried):
    for asked in (
        written(CARD, end=b"")[:-10],
        post(b"Content-Length: 6", b"Origin: http://localhost", rest=b"seat"),
    ):
        assert statuses(exchanged(served, asked)) == [400]


def test_the_deadlines_are_what_the_explanation_says():
    assert (handler.HEAD_S, body.BODY_S, body.BYTES_PER_S) == (10, 10, 16 * 1024)
    assert (head.FIELDS, head.HEAD_BYTES) == (100, 32 * 1024)
