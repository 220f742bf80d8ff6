"""The key of the request that is answered: one request at a time for each, and one answer."""

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Final

from flask import Response, request

from tricktable.text.language import _
from tricktable.web.api import keys
from tricktable.web.api.problems import Refusal
from tricktable.web.guards import is_this_machine
from tricktable.web.site import site

_FORM: Final = re.compile(keys.FORM)


def of_the_house(act: Callable[[], Response]) -> Response:
    """The answer to this request about the house: what `act` gives, or gave before.

    The house has no journal of its own, so it is remembered until the host stops, among the newest
    `keys.MOST_OF_HOUSE`. Raises: Refusal, and whatever `act` raises; that uses no key up.
    """
    with one_at_a_time("") as key:
        kept = site().answers_of_house
        said = f"{request.method} {request.full_path}\n".encode() + request.get_data()
        asked = hashlib.sha256(said).hexdigest()
        before = kept.of(key) if key else None
        if before is None:
            answer = act()
            if key:
                kept.keep(key, keys.AnsweredRequest(asked, answer.get_data(), answer.status_code))
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
    given = request.headers.get(keys.HEADER)
    if given is None:
        return ""
    found = _FORM.fullmatch(given)
    if found is None:
        raise Refusal("unreadable", _("The key must be 8 to 64 letters, digits, - or _."))
    key = found[0].strip('"')
    return f"{'here' if is_this_machine() else 'token'}.{keys.digest(key)}"
