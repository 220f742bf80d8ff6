"""How long a body may take: a byte now and then ends it, a slow Wi-Fi does not."""

import socket
from contextlib import closing

import pytest

from rig.patience import PATIENCE_S
from tricktable.web.http import body, connection
from tricktable.web.http.body import BODY_S, BYTES_PER_S, Body, MalformedBody
from tricktable.web.http.connection import Connection, Late


@pytest.fixture
def clock(monkeypatch):
    """A clock that a test turns."""
    now_s = [1000.0]
    monkeypatch.setattr(connection.time, "monotonic", lambda: now_s[0])
    return now_s


@pytest.fixture
def ends():
    """A client's end of a connection, and the host's."""
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as listener,
        closing(socket.create_connection(listener.getsockname(), PATIENCE_S)) as far,
        closing(listener.accept()[0]) as near,
    ):
        yield far, Connection(near, "10.0.0.9")


def test_each_piece_that_comes_gives_the_rest_more_time(ends, clock):
    far, near = ends
    coming = Body(near, 4 * BYTES_PER_S, is_asked_for=False)
    for second in range(3):
        far.sendall(b"x" * BYTES_PER_S)
        left = BYTES_PER_S
        while left:
            left -= len(coming.read(left))
        assert near.until_s == pytest.approx(1000 + BODY_S + second + 1)
        clock[0] += 1
    clock[0] = 1000 + BODY_S + 3
    with pytest.raises(Late):
        coming.read(1)
    with pytest.raises(MalformedBody):
        coming.read(1)


@pytest.mark.parametrize("length", [1000, None])
def test_a_byte_now_and_then_is_too_slow(ends, clock, length):
    far, near = ends
    coming = Body(near, length, is_asked_for=False)
    piece = b"x" if length else b"1\r\nx\r\n"
    for _ in range(3):
        far.sendall(piece)
        assert coming.read(1) == b"x"
        clock[0] += 4
    far.sendall(piece)
    with pytest.raises(Late):
        coming.read(1)
    assert coming.is_broken


def test_a_body_that_has_come_is_read_in_any_pieces(ends, monkeypatch):
    far, near = ends
    monkeypatch.setattr(body, "BODY_S", PATIENCE_S)
    chunks = b"".join(b"%x\r\n%s\r\n" % (size, b"x" * size) for size in range(1, 20))
    far.sendall(chunks + b"0\r\n\r\nGET")
    coming = Body(near, None, is_asked_for=False)
    assert coming.readall() == b"x" * sum(range(1, 20))
    assert coming.is_over
    assert near.read(9) == b"GET", "the next request is left"
