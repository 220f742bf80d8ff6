"""A request's `Idempotency-Key`: its form, its owner, and one request at a time for each key.

Follows draft-ietf-httpapi-idempotency-key-header-07. A table remembers what came of a request;
this module knows the requests under way, and what came of those about the house.
"""

import hashlib
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Final, NamedTuple

from flask import Response, request

from tricktable.text.language import _
from tricktable.web.api.problems import Refusal
from tricktable.web.guards import is_this_machine
from tricktable.web.site import site

HEADER: Final = "Idempotency-Key"
WORDS: Final = (
    "A key of your choice, new for this request: 8 to 64 letters, digits, - or _. "
    "Repeating the request with the same key changes nothing."
)
WORDS_OF_HOUSE: Final = (
    "A key of your choice, new for this request, as for a table's. The host remembers the newest "
    "hundred such keys until it stops."
)
MOST_OF_HOUSE: Final = 100
"""How many requests about the house are remembered; a whole evening has a few."""
WAIT_S: Final = 1
"""When it is worth asking again."""
FORM: Final = '^("[A-Za-z0-9_-]{8,64}"|[A-Za-z0-9_-]{8,64})$'  # a string of RFC 9651 has quotes
_QUOTE: Final = '"'
_DIGITS: Final = 32  # 128 bits: no two keys are alike by chance
_KEY: Final = re.compile(FORM)


class UnderWay:
    """The keys of all unanswered requests. From any thread. Mutable."""

    def __init__(self) -> None:
        self._held: set[tuple[str, str]] = set()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._held)

    @contextmanager
    def alone(self, code: str, key: str) -> Iterator[None]:
        """Be the only request with this key at the table. Raises: Refusal, if there is one."""
        with self._lock:
            if (code, key) in self._held:
                raise Refusal("under-way", _("The first one has not been answered yet."), WAIT_S)
            self._held.add((code, key))
        try:
            yield
        finally:
            with self._lock:
                self._held.discard((code, key))


class _AnsweredRequest(NamedTuple):
    """A request about the house, and how it was answered."""

    request: str
    """Tells it from any other request."""
    body: bytes | None
    """None once a name was deleted that may be in it."""
    status: int


class AnswersByKey:
    """What came of the newest requests about the house, by key. From any thread. Mutable."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, _AnsweredRequest] = OrderedDict()
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[str]:
        """Their keys, the oldest first."""
        return iter([*self._kept])

    def of(self, key: str) -> _AnsweredRequest | None:
        """What came of the request with this key."""
        return self._kept.get(key)

    def keep(self, key: str, kept: _AnsweredRequest) -> None:
        """Remember it, and no more than `MOST_OF_HOUSE`."""
        with self._lock:
            self._kept[key] = kept
            while len(self._kept) > MOST_OF_HOUSE:
                self._kept.popitem(last=False)

    def without_answers(self) -> None:
        """Keep none of the answers, as a name in them was deleted; what was done stays done."""
        with self._lock:
            for key, kept in self._kept.items():
                self._kept[key] = kept._replace(body=None)


def of_the_house(act: Callable[[], Response]) -> Response:
    """The answer to this request about the house: what `act` gives, or gave before.

    The house has no journal of its own, so it is remembered until the host stops, among the newest
    `MOST_OF_HOUSE`. Raises: Refusal, and whatever `act` raises; that uses no key up.
    """
    with one_at_a_time("") as key:
        kept = site().answers_of_house
        said = f"{request.method} {request.full_path}\n".encode() + request.get_data()
        asked = hashlib.sha256(said).hexdigest()
        before = kept.of(key) if key else None
        if before is None:
            answer = act()
            if key:
                kept.keep(key, _AnsweredRequest(asked, answer.get_data(), answer.status_code))
            return answer
        if before.request != asked:
            raise Refusal("reused", _("This key was already used for another request."))
        if before.body is None:
            raise Refusal(
                "lapsed", _("It was done. A name was deleted since, and the answer with it.")
            )
        return Response(before.body, before.status, mimetype="application/json")


@contextmanager
def one_at_a_time(code: str) -> Iterator[str]:
    """The request's key at the table, unique for each kind of caller; empty if it has none.

    Keys belong to the host, recognised by this machine or by the token. That makes two kinds of
    caller, however many addresses they use, because a caller that asks again may have a new one.
    Raises: Refusal.
    """
    key = _of_request()
    under_way = site().requests_under_way
    with under_way.alone(code, key) if key else nullcontext():
        yield key


def _of_request() -> str:
    given = request.headers.get(HEADER)
    if given is None:
        return ""
    found = _KEY.fullmatch(given)
    if found is None:
        raise Refusal("unreadable", _("The key must be 8 to 64 letters, digits, - or _."))
    return f"{'here' if is_this_machine() else 'token'}.{digest(found[0].strip(_QUOTE))}"


def digest(key: str) -> str:
    """What is kept of a key, in rows and in memory: a program may have named it after a person."""
    return hashlib.sha256(key.encode()).hexdigest()[:_DIGITS]
