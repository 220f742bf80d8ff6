"""A request's `Idempotency-Key`: its form, and what is known of those that were used.

Follows draft-ietf-httpapi-idempotency-key-header-07. A table remembers what came of a request;
this module knows the requests under way, and what came of those about the house.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from tricktable.text.language import _
from tricktable.web.api.problems import Refusal

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
_DIGITS: Final = 32  # 128 bits: no two keys are alike by chance


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


class AnsweredRequest(NamedTuple):
    """A request about the house, and how it was answered."""

    request: str
    """Tells it from any other request."""
    body: bytes | None
    """None once a name was deleted that may be in it."""
    status: int


class AnswersByKey:
    """What came of the newest requests about the house, by key. From any thread. Mutable."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, AnsweredRequest] = OrderedDict()
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[str]:
        """Their keys, the oldest first."""
        return iter([*self._kept])

    def of(self, key: str) -> AnsweredRequest | None:
        """What came of the request with this key."""
        return self._kept.get(key)

    def keep(self, key: str, kept: AnsweredRequest) -> None:
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


def digest(key: str) -> str:
    """What is kept of a key, in rows and in memory: a program may have named it after a person."""
    return hashlib.sha256(key.encode()).hexdigest()[:_DIGITS]
