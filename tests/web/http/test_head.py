"""Heads of requests: what is asked, and all that RFC 9112 tells a server to refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricktable.web.http import head
from tricktable.web.http.head import Head, RequestRefused

ASKED = "GET /t/7KQ?a=1&b HTTP/1.1"


def lines(*said, end="\r\n"):
    return [each.encode("latin-1") + end.encode() for each in said]


def posted(*fields, version="1.1"):
    """A POST's head with these fields, and one host."""
    return head.read(lines(f"POST /x HTTP/{version}", "Host: localhost", *fields))


def test_a_request_is_what_its_lines_say():
    fields = ("Host: localhost:8080", "Accept-Language:  de, en \t", "X-Empty:", "X-Tab: a\tb \xfc")
    assert head.read(lines(ASKED, *fields)) == Head(
        method="GET",
        path="/t/7KQ",
        query="a=1&b",
        version="HTTP/1.1",
        fields=(
            ("host", "localhost:8080"),
            ("accept-language", "de, en"),
            ("x-empty", ""),
            ("x-tab", "a\tb \xfc"),
        ),
        length=0,
        is_last=False,
    )


@pytest.mark.parametrize(
    "line",
    [
        "",
        "GET",
        "GET /",
        "GET  / HTTP/1.1",
        "GET / HTTP/1.1 ",
        " GET / HTTP/1.1",
        "GET /a b HTTP/1.1",
        "GET /\t HTTP/1.1",
        "GET /\x00 HTTP/1.1",
        "GET /\r HTTP/1.1",
        "G(T / HTTP/1.1",
        "GET / http/1.1",
        "GET / HTTP/1.10",
        "GET / HTTP/+1.1",
        "\x16\x03\x01\x02",
    ],
)
def test_what_is_no_request_line_is_refused(line):
    assert head.read(lines(line, "Host: localhost")) == RequestRefused(400, "no request line")


def test_another_version_is_told_from_nonsense():
    assert head.read(lines("PRI * HTTP/2.0")).status == 505
    assert isinstance(head.read(lines("GET / HTTP/1.7", "Host: localhost")), Head)


@pytest.mark.parametrize(
    "field",
    [
        "X-One : space before the colon",
        "X-One\t: tab before the colon",
        " X-One: folded",
        "\tX-One: folded",
        "X-One",
        ": no name",
        "",
        "X One: two words",
        "X-\xfcml: a letter",
        "X-One: a\rContent-Length: 5",
        "X-One: a\nContent-Length: 5",
        "X-One: a\x00b",
        "X-One: a\x1b[2J",
        "X-One: a\x7f",
    ],
)
def test_a_malformed_field_is_refused(field):
    assert posted(field) == RequestRefused(400, "a malformed field")


def test_a_line_of_blanks_that_ends_badly_is_refused_at_once():
    """A pattern that tried each way to share the blanks out would take minutes."""
    blanks = " \t" * (head.LINE_BYTES // 2 - 10)
    assert posted(f"X:{blanks}\x00").status == 400
    assert posted(f"X:{blanks}x{blanks}").fields[-1] == ("x", "x")
    assert posted(f"Content-Length: 1{blanks}x").status == 400
    assert posted(f"Transfer-Encoding: {blanks},").status == 400


def test_a_line_must_end_as_lines_do():
    assert head.read(lines(ASKED, "Host: localhost", end="\n")).status == 400
    assert head.read([*lines(ASKED), b"Host: localhost\n"]).status == 400


@pytest.mark.parametrize(
    "fields",
    [
        ("Content-Length: 5", "Content-Length: 6"),
        ("Content-Length: 5", "content-length: 5"),
        ("Content-Length: 5, 5",),
        ("Content-Length: 5, 6",),
        ("Content-Length: +3",),
        ("Content-Length: -3",),
        ("Content-Length: 0_3",),
        ("Content-Length: 0x3",),
        ("Content-Length: 3.0",),
        ("Content-Length:",),
        ("Content-Length: \xb3",),  # a digit to Python
        ("Content-Length: 1 2",),
        (f"Content-Length: {10**30}",),
        ("Content-Length: 5", "Transfer-Encoding: chunked"),
        ("Transfer-Encoding: chunked", "Content-Length: 0"),
        ("Transfer-Encoding: chunked, identity",),
        ("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
        ("Transfer-Encoding: chunked, chunked",),
        ("Transfer-Encoding: xchunked",),
        ("Transfer-Encoding: chunked;q=1",),
        ("Transfer-Encoding:",),
        ("Transfer-Encoding: \x0bchunked",),
        ("Transfer-Encoding: identity",),
    ],
)
def test_a_body_whose_end_is_not_clear_is_refused(fields):
    """RFC 9112, 6.3: else a proxy and we could see two requests where the other sees one."""
    assert posted(*fields).status == 400


def test_a_coding_that_is_well_framed_but_unknown_is_told_so():
    assert posted("Transfer-Encoding: gzip, chunked").status == 501


def test_chunks_are_for_http_1_1_alone():
    assert posted("Transfer-Encoding: chunked", version="1.0").status == 400
    assert posted("Transfer-Encoding: Chunked").length is None


def test_a_length_is_a_plain_number():
    assert [posted(f"Content-Length: {said}").length for said in ("0", "007", "2097152")] == [
        0,
        7,
        2097152,
    ]


@pytest.mark.parametrize(
    ("fields", "status"),
    [((), 400), (("Host: a", "Host: a"), 400), (("Host: a", "host: b"), 400), (("Host:",), None)],
)
def test_a_request_is_for_one_host(fields, status):
    found = head.read(lines(ASKED, *fields))
    assert getattr(found, "status", None) == status


@pytest.mark.parametrize(
    ("version", "said", "is_last"),
    [
        ("1.1", "", False),
        ("1.1", "close", True),
        ("1.1", "Upgrade, CLOSE", True),
        ("1.0", "", True),
        ("1.0", "Keep-Alive", False),
        ("1.0", "keep-alive, close", True),
    ],
)
def test_the_connection_lasts_as_long_as_both_want(version, said, is_last):
    assert posted(f"Connection: {said}", version=version).is_last is is_last


def test_there_are_only_so_many_fields():
    assert isinstance(posted(*["X: y"] * (head.FIELDS - 1)), Head)
    assert posted(*["X: y"] * head.FIELDS) == RequestRefused(431, "too many fields")


def test_a_client_may_wait_until_its_body_is_asked_for():
    assert posted("Expect: 100-Continue", "Content-Length: 5").expects_continue
    assert not posted("Content-Length: 5").expects_continue


WORDS = "GET| |/| HTTP/1.1|\r\n|\r|\n|:|Host: a|\t|\0|Content-Length: |5|,|+|_|\xff|close|chunked"
FRAGMENTS = st.sampled_from([each.encode("latin-1") for each in WORDS.split("|")])
LINES = st.lists(
    st.lists(FRAGMENTS | st.binary(max_size=3), max_size=8).map(lambda it: b"".join(it) + b"\r\n"),
    min_size=1,
    max_size=6,
)


@given(LINES, st.booleans())
def test_whatever_comes_is_a_request_or_refused_and_never_a_bug(said, is_request):
    found = head.read([b"POST / HTTP/1.1\r\n", b"Host: a\r\n", *said] if is_request else said)
    if isinstance(found, Head):
        assert found.length is None or found.length >= 0
        assert not any(set("\r\n\x00") & set(name + value) for name, value in found.fields)
        assert found.version in ("HTTP/1.0", "HTTP/1.1")
    else:
        assert found.status in (400, 431, 501, 505)
