"""Parses the head of a request: lines in, the request out. Reads no socket and trusts nobody.

As strict as RFC 9112 allows: a proxy in front of us must never see two different requests in the
same bytes (sections 6.3 and 11.2). A head that cannot be read is a value with a status.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

# nginx: four buffers of 8 KiB (large_client_header_buffers); Apache: 8,190 bytes a line and 100
# fields (LimitRequestLine, LimitRequestFields).
LINE_BYTES: Final = 8 * 1024
"""The longest line, line break included; the same as in most servers."""
HEAD_BYTES: Final = 32 * 1024
"""The longest head. Browsers send a host's cookies to all of its ports, other programs' too."""
FIELDS: Final = 100
"""The most fields, the same as Python's own server."""

_TOKEN: Final = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"  # RFC 9110, 5.6.2
_REQUEST: Final = re.compile(rb"(" + _TOKEN + rb") ([^\x00-\x20\x7f]+) HTTP/(\d)\.(\d)\r\n")
# No blanks around the value: the pattern would try every way of sharing them out.
_FIELD: Final = re.compile(rb"(" + _TOKEN + rb"):([^\x00-\x08\x0a-\x1f\x7f]*)\r\n")
# No sign, blanks or list, which another parser might read as another length (RFC 9112, 6.3).
_LENGTH: Final = re.compile(r"[0-9]{1,18}", re.ASCII)


class RequestRefused(NamedTuple):
    """A request that is refused: with which status, and why, in a few words."""

    status: int
    why: str


class Head(NamedTuple):
    """What a request asks for, and how its body is framed."""

    method: str
    path: str
    """As sent, still percent-encoded."""
    query: str
    version: str
    """HTTP/1.0 or HTTP/1.1."""
    fields: tuple[tuple[str, str], ...]
    """Names in lower case, with their values."""
    length: int | None
    """Length of the body in bytes; None if it is chunked."""
    is_last: bool
    """Whether the connection ends after the answer."""

    @property
    def expects_continue(self) -> bool:
        """Whether the client sends the body only after 100 Continue (RFC 9110, 10.1.1)."""
        return ("expect", "100-continue") in [(name, said.lower()) for name, said in self.fields]


def is_field(line: bytes) -> bool:
    """Whether the line, with its end, is a well-formed field."""
    return _FIELD.fullmatch(line) is not None


def read(lines: Sequence[bytes]) -> Head | RequestRefused:
    """The request in these lines, each with its line end, without the closing blank line."""
    request = _REQUEST.fullmatch(lines[0])
    if request is None:
        return RequestRefused(400, "no request line")
    if request[3] != b"1":
        return RequestRefused(505, "another version of HTTP")
    found = [_FIELD.fullmatch(line) for line in lines[1:]]
    if len(found) > FIELDS:
        return RequestRefused(431, "too many fields")
    fields = tuple((each[1].decode().lower(), _text(each[2])) for each in found if each)
    if len(fields) < len(found):  # a fold, a bare CR or LF, white space before the colon, …
        return RequestRefused(400, "a malformed field")
    version = "HTTP/1.0" if request[4] == b"0" else "HTTP/1.1"
    hosts = _values(fields, "host")
    if len(hosts) > 1 or (not hosts and version == "HTTP/1.1"):  # RFC 9112, 3.2
        return RequestRefused(400, "not one host")
    length = _length(fields, version)
    if isinstance(length, RequestRefused):
        return length
    path, _, query = request[2].decode("latin-1").partition("?")
    is_last = _is_last(fields, version)
    return Head(request[1].decode(), path, query, version, fields, length, is_last)


def _text(value: bytes) -> str:
    return value.strip(b" \t").decode("latin-1")


def _values(fields: Sequence[tuple[str, str]], wanted: str) -> list[str]:
    return [said for name, said in fields if name == wanted]


def _length(fields: Sequence[tuple[str, str]], version: str) -> int | RequestRefused | None:
    """The length of the body (RFC 9112, 6.3); no proxy may read a different one."""
    lengths, codings = _values(fields, "content-length"), _values(fields, "transfer-encoding")
    if codings and (lengths or version == "HTTP/1.0"):  # 6.1: its framing is faulty
        return RequestRefused(400, "two ends of one body")
    if codings:
        named = [each.strip(" \t").lower() for each in ",".join(codings).split(",")]
        if named == ["chunked"]:
            return None
        is_framed = named[-1] == "chunked" and named.count("chunked") == 1
        return RequestRefused(501 if is_framed else 400, "an unknown transfer coding")
    if len(lengths) > 1 or not all(map(_LENGTH.fullmatch, lengths)):
        return RequestRefused(400, "no length")
    return int(lengths[0]) if lengths else 0


def _is_last(fields: Sequence[tuple[str, str]], version: str) -> bool:
    named = [
        each.strip(" \t").lower() for each in ",".join(_values(fields, "connection")).split(",")
    ]
    return "close" in named or (version == "HTTP/1.0" and "keep-alive" not in named)
