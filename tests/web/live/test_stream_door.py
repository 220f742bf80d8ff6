"""A page's stream begins with and without the app: the same answer, behind the same checks."""

import pytest

from tricktable.house.open_tables import OpenTables
from tricktable.table import commands
from tricktable.web import limits
from tricktable.web.guest import fragment
from tricktable.web.http import head
from tricktable.web.live.admission import StreamDoor
from tricktable.web.site import site_of
from web.live.test_live import Phone, tag_in
from web.room import CODE, Room, ask, begin, lay

LIVE = f"GET /t/{CODE}/live"
LEFT = (
    f"HEAD /t/{CODE}/live HTTP/1.1",
    f"POST /t/{CODE}/live HTTP/1.1",
    f"{LIVE} HTTP/1.0",
    f"{LIVE}/ HTTP/1.1",
    f"GET http://localhost/t/{CODE}/live HTTP/1.1",
    f"GET /t/{CODE.lower()}/live HTTP/1.1",
    "GET /t/%37KQ/live HTTP/1.1",
    f"GET /t/{CODE}/overlay/live HTTP/1.1",
    "GET /t/XXX/live HTTP/1.1",
    f"{LIVE}?has=%0a HTTP/1.1",
    f"{LIVE}?has=a&has=b HTTP/1.1",
    f"{LIVE}?token=a HTTP/1.1",
)
"""Requests that are refused, or that no page of ours makes."""
LEFT_FIELDS = (
    "Host: evil.example",
    "Host: [::1]",
    "Host: LOCALHOST",
    "Host: localhost.",
    "Host: localhost:http",
    "Host: localhost, evil.example",
    "Host:",
    "Host: localhost\r\nOrigin: https://example.org",
    "Host: localhost\r\nContent-Length: 1",
    "Host: localhost\r\nTransfer-Encoding: chunked",
    "Host: localhost\r\nExpect: 100-continue",
    "Host: localhost\r\nLast-Event-ID: \xff",
    "Host: localhost\r\nAccept-Language: ja\r\nAccept-Language: en",
)
SAME = (
    ("", ""),
    ("?lang=ja", ""),
    ("?lang=xx", "Accept-Language: ja\r\n"),
    ("", "Accept-Language: ja-JP,ja;q=0.9,en;q=0.8\r\n"),
    ("", "Accept-Language: nonsense;q=;;\r\nCookie: a=b\r\nX-Forwarded-For: 10.0.0.1\r\n"),
    ("?has={has}", ""),
    ("?has=0123456789abcdef&lang=en", ""),
    ("?has={has}&lang=ja", ""),
    ("?has=0123", "Last-Event-ID: {has}\r\n"),
    ("?has={has}", "Last-Event-ID: 0123\r\n"),
    ("?has={has}.7&lang=en", "Last-Event-ID: {has}.7\r\n"),
)
"""What pages ask: the query, and fields of the head."""
BY_THE_APP = "Origin: http://localhost\r\n"
"""Our own origin, which changes nothing, except that the app is asked."""


def joined(room, line=f"{LIVE} HTTP/1.1", fields="Host: localhost", address="10.0.0.9"):
    """What the door says to this request; it must be one that can be read."""
    lines = f"{line}\r\n{fields}\r\n".encode("latin-1").splitlines(keepends=True)
    asked = head.read(lines)
    assert isinstance(asked, head.Head), asked
    return StreamDoor(room.app).join(asked, address)


def fields(answer):
    """The fields of a head, but for the time of day."""
    first, *rest = answer.decode().split("\r\n")
    return first, sorted(each for each in rest if not each.startswith("Date: "))


def test_the_answer_is_the_one_that_the_app_gives(room, client):
    begin(room.table)
    lay(room.table, "1:9H")
    has = tag_in(client.get(f"/t/{CODE}").text)
    with room.served() as url:
        for query, more in SAME:
            asked = query.format(has=has), more.format(has=has)
            line, said = f"{LIVE}{asked[0]} HTTP/1.1", f"Host: localhost\r\n{asked[1]}".rstrip()
            assert joined(room, line, said), "the app was asked"
            assert not joined(room, line, f"{said}\r\n{BY_THE_APP}".rstrip())
            ours, theirs = (
                Phone(url, query=asked[0], more=asked[1] + by) for by in ("", BY_THE_APP)
            )
            assert fields(ours.head) == fields(theirs.head)
            assert b"\r\nDate: " in ours.head
            assert ours.event() == theirs.event()
            for each in (ours, theirs):
                each.close()


def test_whatever_follows_comes_over_it(room):
    begin(room.table)
    with room.served() as url:
        phone = Phone(url)
        assert phone.event() == fragment.encode(room.table.view())
        for cards in ("1:9H", "2:2H"):
            lay(room.table, cards)
            assert phone.event() == fragment.encode(room.table.view())
        ask(room.table, commands.Undo())
        assert phone.event() == fragment.encode(room.table.view())
        phone.close()


@pytest.mark.parametrize("line", LEFT)
def test_another_request_is_left_to_the_app(room, line):
    assert joined(room, line) is None


@pytest.mark.parametrize("said", LEFT_FIELDS)
def test_so_is_one_with_something_in_its_head(room, said):
    assert joined(room) is not None
    assert joined(room, fields=said) is None


def test_our_names_are_those_of_the_settings_and_of_this_machine_now(room):
    for host in ("localhost", "localhost:8080", "127.0.0.1:80"):
        assert joined(room, fields=f"Host: {host}") is not None
    own = site_of(room.app).own
    assert joined(room, fields="Host: 10.11.12.13") is None
    own._known, own._due_ms = ("10.11.12.13",), float("inf")
    assert joined(room, fields="Host: 10.11.12.13:8080") is not None


def test_a_table_that_sleeps_is_left_to_the_app_and_coming_to_one_is_a_visit(room):
    now_ms = [0]
    tables = OpenTables(lambda _: room.table, now_ms=lambda: now_ms[0])
    tables.add([CODE])
    site_of(room.app).tables = tables
    assert joined(room) is None
    assert tables.is_asleep(CODE), "it was read in the hub"
    assert tables[CODE] is room.table
    now_ms[0] = 1000
    assert joined(room)
    assert tables.idle_tables(1000) == []


def test_who_comes_too_often_is_left_to_the_app_and_not_counted_twice(tmp_path):
    room = Room(tmp_path, streams_per_address=4)
    now_ms = [0]
    limits.init_app(room.app, lambda: now_ms[0])
    limit = limits.of(room.settings)["join"]
    came = [joined(room) for _ in range(limit.burst + 1)]
    assert None not in came[:-1]
    assert came[-1] is None
    assert joined(room, address="10.0.0.10"), "another address"
    now_ms[0] += int(1000 / limit.per_s)
    assert joined(room)
    assert joined(room) is None
    room.close()


def test_who_finds_all_streams_taken_is_left_to_the_app(tmp_path):
    room = Room(tmp_path, streams_per_address=1)
    with room.served() as url:
        phone = Phone(url)
        assert joined(room, address="127.0.0.1") is None
        assert joined(room, address="10.0.0.9")
        phone.close()
    room.close()


def test_other_origins_that_may_read_are_named_in_every_answer(tmp_path):
    """Or a cache would give one origin what another got."""
    room = Room(tmp_path, allow_origins=("https://example.org",))
    with room.served() as url:
        ours, theirs = (Phone(url, more=by) for by in ("", BY_THE_APP))
        assert b"Vary: Origin" in ours.head
        assert b"Vary: Origin" in theirs.head
        ours.close()
        theirs.close()
    room.close()


def test_a_view_that_its_phone_cannot_take_at_once_comes_whole_and_then_the_newest(room):
    with room.served() as url:
        long = b"data: " + b"." * (1 << 22) + b"\n\n"
        assert room.views.newest(CODE, "en").message, "drawn before, and not for the first phone"
        room.feed.publish(room.views.channel(CODE, "en"), long)
        phone = Phone(url)
        newest = b"data: newest\n\n"
        for message in (b"data: skipped\n\n", newest):
            room.feed.publish(room.views.channel(CODE, "en"), message)
        awake = Phone(url)
        assert awake.event() == newest, "all of it is published"
        assert phone.event() == long
        assert phone.event() == newest
        phone.close()
        awake.close()


def test_every_check_of_the_app_is_made_here_too(room):
    """Whoever adds one asks whether it concerns a stream, and adds it there or here."""
    hooks = [room.app.before_request_funcs, room.app.after_request_funcs]
    hooks += [room.app.teardown_request_funcs, room.app.url_value_preprocessors]
    assert {each.__qualname__ for some in hooks for each in some.get(None, ())} == {
        "_lead_on",  # no probe asks for a stream
        "_refuse_other_names",
        "answer_preflight",  # not for a GET
        "_refuse_other_origins",  # nor this
        "_begin",
        "_end",
        "_pack",  # no stream is packed
        "_let_ask",  # said on pages alone
        "_add_headers",
        "add_headers",
        "Metrics._count_answer",
    }
    assert not {"live"} & {name for some in hooks for name in some}
