"""The stream over real sockets, through the real server: what phones read, byte for byte."""

import socket
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from rig.patience import PATIENCE_S
from tricktable.table import commands
from tricktable.web.guest import fragment
from tricktable.web.http import handler
from tricktable.web.live.feed import BEAT
from web.room import CODE, Room, ask, begin, lay


class Phone:
    """A browser's end of a stream, without a browser."""

    def __init__(self, url, code=CODE, path="", query="", more=""):
        self.socket = socket.create_connection(urlsplit(url).netloc.split(":"), timeout=PATIENCE_S)
        request = (
            f"GET {path or f'/t/{code}/live'}{query} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n"
        )
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

        def connect(code=CODE, query="", more=""):
            phones.append(Phone(url, code, query=query, more=more))
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
    assert [line.partition(":")[0] for line in lines] == ["id", "retry", "event", "data", "", ""]
    assert lines[2] == "event: view"
    assert lines[3] == f"data: {fragment.render(room.table.view())}"


def tag_in(page):
    return page.partition('data-has="')[2].partition('"')[0]


def test_a_page_is_not_sent_again_the_view_it_was_drawn_with(room, phone, client):
    begin(room.table)
    has = {page: tag_in(client.get(f"/t/{CODE}{page}").text) for page in ("", "/wall", "/seat")}
    assert len({*has.values()}) == 1
    has = has[""]
    page = phone(query=f"?has={has}")
    version = room.table.version
    assert page.event() == b"id: %s.%d\nretry: 1000\n" % (has.encode(), version) + BEAT
    lay(room.table, "1:9H")
    newest = page.event()
    assert newest == fragment.encode(room.table.view()), "and then whatever is newer"
    assert phone(query=f"?has={has}").event() == newest, "it came too late"
    ask(room.table, commands.Undo())
    newest = fragment.encode(room.table.view())
    assert phone(query=f"?has={has}").event() == newest, "what was taken back is told"
    assert phone(query=f"?has={has}&lang=ja").event() != newest, "another language is another view"
    assert phone(query="?has=%0A%ff").event() == newest


def test_a_lost_stream_begins_again_with_what_its_browser_has_not_got(room, phone, client):
    begin(room.table)
    has = tag_in(client.get(f"/t/{CODE}").text)
    lay(room.table, "1:9H")
    newest = fragment.encode(room.table.view())
    tag = newest.partition(b"\n")[0].removeprefix(b"id: ").decode()
    again = phone(query=f"?has={has}", more=f"Last-Event-ID: {tag}\r\n")
    assert again.event() == b"id: %s\nretry: 1000\n" % tag.encode() + BEAT
    stale = phone(query=f"?has={tag}", more=f"Last-Event-ID: {has}\r\n")
    assert stale.event() == newest, "the newest event counts, not the page"


def test_a_host_that_was_restarted_knows_the_view_of_a_page_by_its_tag(tmp_path):
    tags = []
    for _ in range(2):
        room = Room(tmp_path)
        if not tags:
            begin(room.table)
        tags.append(tag_in(room.app.test_client().get(f"/t/{CODE}").text))
        room.close()
    assert len({*tags}) == 1


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
    while BEAT not in watching.rest:
        watching.rest += watching.socket.recv(1 << 16)


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


def test_a_stop_ends_every_stream_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(handler, "IDLE_S", 2 * PATIENCE_S)  # it waits for nobody
    room = Room(tmp_path)
    with room.served() as url:
        phones = [Phone(url) for _ in range(20)]
        for each in phones:
            each.event()
    for each in phones:
        assert each.socket.recv(1 << 16) in (b"", BEAT)
        each.close()
    room.close()


def test_a_page_beyond_its_browsers_connections_asks_for_the_newest_alone(room, phone, client):
    begin(room.table)
    newest = fragment.encode(room.table.view())
    has = tag_in(client.get(f"/t/{CODE}").text)
    for query, said in (
        ("once=1", newest),
        (f"has={has}&once=1", newest.partition(b"event:")[0] + BEAT),
    ):
        connection = HTTPConnection(urlsplit(phone.url).netloc, timeout=PATIENCE_S)
        connection.request("GET", f"/t/{CODE}/live?{query}")
        assert connection.getresponse().read() == said
        connection.close()
    assert not room.feed.streams


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
