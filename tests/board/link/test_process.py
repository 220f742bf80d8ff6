"""The process that a simulated board is."""

import select
import socket
from pathlib import Path

import psutil
import pytest

from tricktable.board.link import streams
from tricktable.board.link.cable import HAS_PTY
from tricktable.board.link.process import CPYTHON, MICROPYTHON, PowerOn, Process, best_interpreter

PROGRAMS = Path(__file__).parent / "programs"


@pytest.fixture
def others():
    """What this process has started else."""
    return {*psutil.Process().children()}


FORMS = [
    (each, inherits)
    for each in dict.fromkeys((best_interpreter(), CPYTHON))
    for inherits in (True, False)
    if HAS_PTY or not inherits
]


@pytest.fixture(params=FORMS, ids=lambda form: f"{form[0]}-{'inherits' if form[1] else 'calls'}")
def process(request, others):
    interpreter, inherits = request.param
    start = PowerOn(PROGRAMS / "naive.py", 1.0, bytes(8), 1)
    started = Process(interpreter, start, inherits)
    yield started
    started.kill()


def fetched(process: Process, size: int) -> bytes:
    """This many bytes of what the board sends, fetched as a reader does."""
    data = b""
    while len(data) < size:
        select.select([process.cable], [], [])
        data += process.fetch()
        process.tell({"do": "usb", "fetched": len(data)})
    return data


def test_the_best_interpreter_is_micropython_where_there_is_one():
    assert best_interpreter() in (MICROPYTHON, CPYTHON)


def test_large_and_small_pieces_reach_the_board(process):
    assert fetched(process, 3) == b"on\n"
    text = b"0123456789" * 60
    process.send(text)
    assert not process.has_unsent
    heard = b""
    while len(heard) < len(text):
        heard += fetched(process, 1)
    assert heard == text


def test_what_the_board_does_not_take_waits(process):
    assert fetched(process, 3) == b"on\n"
    process.tell({"do": "fault", "what": "hang", "ms": 3_600_000})
    while not process.has_unsent:
        process.send(bytes(1000))
    assert process.has_unsent


def test_commands_are_answered(process):
    process.tell({"do": "stat"})
    select.select([process.control], [], [])
    (news,) = process.news()
    assert news["stat"]["stalls"] == 0


def test_nothing_is_left_of_a_killed_process(process, others):
    assert fetched(process, 3) == b"on\n"
    assert process.kill() == "on\n"
    assert {*psutil.Process().children()} == others
    process.tell({"do": "stat"})
    process.send(b"late")
    assert process.news() is None
    assert process.fetch() == b""
    assert process.kill() == "on\n"


def test_a_process_that_never_came_up_has_last_words(tmp_path, monkeypatch):
    monkeypatch.setattr("tricktable.board.link.process.FIRMWARE", tmp_path)
    process = Process(CPYTHON, PowerOn(PROGRAMS / "naive.py", 1.0, bytes(8), 1), inherits=False)
    assert process.news() is None
    assert "power_on.py" in process.kill()


def test_strangers_at_its_door_are_sent_away(monkeypatch):
    real, strangers = streams.listening_socket, []

    def visited():
        listener = real()
        for greeting in (b"", b"0" * 33, b"short"):
            strangers.append(socket.create_connection(listener.getsockname()))
            strangers[-1].sendall(greeting)
            strangers[-1].shutdown(socket.SHUT_WR)
        return listener

    monkeypatch.setattr(streams, "listening_socket", visited)
    process = Process(CPYTHON, PowerOn(PROGRAMS / "naive.py", 1.0, bytes(8), 1), inherits=False)
    assert fetched(process, 3) == b"on\n"
    process.kill()
    assert [each.recv(1) for each in strangers] == [b""] * 3
    for each in strangers:
        each.close()
