"""The stream over real sockets, through the real server: what phones read, byte for byte."""

import socket
import time
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from rig.patience import PATIENCE_S
from tricktable.web.guest import fragment
from tricktable.web.http.handler import IDLE_S
from tricktable.web.live.feed import BEAT, BEAT_S
from web.room import CODE, Room, begin, lay


class Phone:
    """A browser's end of a stream, without a browser."""

    def __init__(self, url, code=CODE, path=""):
        self.socket = socket.create_connection(urlsplit(url).netloc.split(":"), timeout=PATIENCE_S)
        request = f"GET {path or f'/t/{code}/live'} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        self.socket.sendall(request.encode())
        self.head, self.rest = self.read_to(b"\r\n\r\n", b"")

    def read_to(self, end, got):
        got = bytearray(got)
        looked = 0
        while (at := got.find(end, looked)) < 0:
            looked = max(0, len(got) - len(end))
            more = self.socket.recv(1 << 16)
            assert more, f"the stream ended after {bytes(got[-200:])!r}"
            got += more
        return bytes(got[: at + len(end)]), bytes(got[at + len(end) :])

    def event(self):
        """The next event that is no beat."""
        while True:
            event, self.rest = self.read_to(b"\n\n", self.rest)
            if event != BEAT:
                return event

    def close(self):
        self.socket.close()


@pytest.fixture
def phone(room):
    phones = []
    with room.served() as url:

        def connect(code=CODE):
            phones.append(Phone(url, code))
            return phones[-1]

        connect.url = url
        yield connect
        for each in phones:
            each.close()


def test_two_phones_get_the_same_bytes_first_and_ever_after(room, phone):
    begin(room.table)
    first, second = phone(), phone()
    assert first.event() == second.event() == fragment.encode(room.table.view())
    lay(room.table, "1:9H")
    assert first.event() == second.event() == fragment.encode(room.table.view())


def test_an_event_is_one_line_of_data_that_a_browser_reads_back(room, phone):
    begin(room.table)
    lines = phone().event().decode().split("\n")
    assert [line.partition(":")[0] for line in lines] == ["retry", "event", "data", "", ""]
    assert lines[1] == "event: view"
    assert lines[2] == f"data: {fragment.render(room.table.view())}"


def test_the_stream_has_no_length_no_chunks_and_is_never_stored(phone):
    head = phone().head.decode().lower()
    assert head.startswith("http/1.1 200 ok\r\n")
    assert "content-type: text/event-stream" in head
    assert "cache-control: no-store" in head
    assert "connection: close" in head
    assert "content-security-policy: default-src 'none'" in head
    assert "content-length" not in head
    assert "transfer-encoding" not in head


def test_beats_come_by_themselves(phone):
    watching = phone()
    began = time.monotonic()
    while BEAT not in watching.rest:
        watching.rest += watching.socket.recv(1 << 16)
    assert time.monotonic() - began < 15 * BEAT_S


def test_a_phone_that_reads_nothing_disturbs_no_other_and_then_gets_the_newest(room, phone):
    begin(room.table)
    asleep, awake = phone(), phone()
    awake.event()
    padding = b"data: " + b"." * (1 << 20)  # as if a view were this long
    for number in range(8):
        message = b"event: view\n%s%d\n\n" % (padding, number)
        room.feed.publish(room.views.channel(CODE, "en"), message)
        assert awake.event() == message
    events = []
    while not events or events[-1] != message:
        events.append(asleep.event())
    assert len(events) < 8, "the sleeper was sent everything that it had missed"


def test_a_stop_ends_every_stream_at_once(tmp_path):
    room = Room(tmp_path)
    with room.served() as url:
        phones = [Phone(url) for _ in range(20)]
        for each in phones:
            each.event()
        began = time.monotonic()
    assert time.monotonic() - began < IDLE_S, "it waited for somebody"
    for each in phones:
        assert each.socket.recv(1 << 16) in (b"", BEAT)
        each.close()
    room.close()


def test_an_unknown_table_has_no_stream(room, phone):
    connection = HTTPConnection(urlsplit(phone.url).netloc, timeout=PATIENCE_S)
    connection.request("GET", "/t/XXX/live")
    assert connection.getresponse().status == 404
    connection.close()
    assert not room.feed.streams


def test_head_gets_the_head_and_no_stream(room, phone):
    connection = HTTPConnection(urlsplit(phone.url).netloc, timeout=PATIENCE_S)
    connection.request("HEAD", f"/t/{CODE}/live")
    response = connection.getresponse()
    assert (response.status, response.read()) == (200, b"")
    connection.close()
    assert not room.feed.streams


def test_another_server_ends_after_the_first_view(room, client):
    begin(room.table)
    assert client.get(f"/t/{CODE}/live").data == fragment.encode(room.table.view())


def test_a_table_that_waits_for_its_disk_stops_no_other_page(room, phone):
    begin(room.table)
    waiting = HTTPConnection(urlsplit(phone.url).netloc, timeout=PATIENCE_S)
    quick = HTTPConnection(urlsplit(phone.url).netloc, timeout=PATIENCE_S)
    with room.table._lock:
        waiting.request("GET", f"/t/{CODE}")
        watching = phone()
        watching.event()
        quick.request("GET", "/static/mark.svg")
        assert quick.getresponse().status == 200
    assert waiting.getresponse().status == 200
    waiting.close()
    quick.close()
