"""What the host's terminal is told: one line each, and one of a kind a minute."""

import logging
import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from rig.patience import PATIENCE_S
from tricktable.web.http import handler
from tricktable.web.http.calm_log import QUIET_MS, OneLine, new_log


@pytest.fixture
def told():
    """A log, the lines that it let through, and its clock."""
    log, lines, clock = logging.Logger("a test's"), [], [0]
    log.addFilter(OneLine(lambda: clock[0]))
    handler = logging.Handler()
    handler.setFormatter(logging.Formatter())
    handler.emit = lambda record: lines.append(handler.format(record))
    log.addHandler(handler)
    log.lines, log.clock = lines, clock
    return log


def test_one_of_a_kind_is_told_a_minute_and_then_how_many_were_not(told):
    for number in range(50):
        told.warning("Refused %s.", number)
        told.clock[0] += 10
    told.warning("Something else.")
    told.clock[0] = QUIET_MS
    told.warning("Refused %s.", "again")
    told.clock[0] += QUIET_MS
    told.warning("Refused %s.", "at last")
    assert told.lines == [
        "Refused 0.",
        "Something else.",
        "Refused again. (49 more like it since the last line)",
        "Refused at last.",
    ]


def test_a_fault_is_one_line_with_its_place_and_without_its_words(told):
    for _ in range(3):
        try:
            raise ValueError("what somebody sent\x1b[2J")
        except ValueError:
            told.exception("The page %s failed:", "seat.own")
    try:
        raise KeyError("secret")
    except KeyError:
        told.exception("The page %s failed:", "seat.own")
    first, second = told.lines
    assert first.startswith("The page seat.own failed: ValueError at test_calm_log.py:")
    assert second.startswith("The page seat.own failed: KeyError at test_calm_log.py:")


def test_fifty_heads_that_come_too_slowly_are_one_line(room, monkeypatch, caplog, capfd):
    monkeypatch.setattr(handler, "HEAD_S", 0.2)
    with room.served() as url, ExitStack() as stack:
        address = urlsplit(url).hostname, urlsplit(url).port
        slow = [
            stack.enter_context(socket.create_connection(address, PATIENCE_S)) for _ in range(50)
        ]
        for each in slow:
            each.sendall(b"GET / HTTP/1.1\r\nX: y")
        assert {each.recv(12) for each in slow} == {b"HTTP/1.1 408"}
    assert caplog.messages == ["A request from 127.0.0.1 was refused: its head came too slowly."]
    assert capfd.readouterr().err == ""


def test_a_services_log_goes_where_the_programs_goes(caplog):
    new_log().warning("A line.")
    assert caplog.messages == ["A line."]
    assert caplog.records[0].name == "tricktable.web"
