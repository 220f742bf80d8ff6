"""The mark of a phone that had a person's word: strangers' guesses do not lock that phone out.

A cookie that opens nothing. It is signed with what the club keeps of one person's word, so every
host of the club knows it, and it is worth nothing at another club, once the word is changed, or
once the person is deleted.
"""

import hashlib
import secrets
from typing import Final

from flask import Response, after_this_request, request
from itsdangerous import BadSignature, TimestampSigner

from tricktable.club.consents import Consent
from tricktable.web.site import site

COOKIE: Final = "word-marks"
LIFE_S: Final = 90 * 24 * 60 * 60
"""For so long a mark counts: a season of club evenings."""
MOST: Final = 8
"""Of people on one phone, those who signed in last: a family has one, and a club's tablet goes
round."""
_BETWEEN: Final = "~"
"""Between marks; none has it (RFC 4648, 5)."""
_AFTER: Final = "tricktable.word_marks"
"""Where in a request's environment the marks are that its answer brings."""
_NUMBER_BYTES: Final = 16
"""128 bits of chance: no two phones have the same."""
_MARK_BYTES: Final = 160
"""More than any mark has."""


def of(person: Consent | None) -> str:
    """The number of this request's mark for the person; empty if it has none that counts.

    It takes as long for nobody.
    """
    return next((number for each in _here() if (number := _number(each, person))), "")


def is_brought() -> bool:
    """Whether this request brings any mark, which may count or not."""
    return bool(_here())


def give(person: Consent) -> None:
    """Mark the phone that sent this request: it had the person's word."""
    others = [each for each in _here() if not _number(each, person)]
    mark = _signer(person).sign(of(person) or secrets.token_urlsafe(_NUMBER_BYTES)).decode()
    _answer_with([mark, *others][:MOST])


def take_back(person: Consent) -> None:
    """Leave no mark of this person on the phone that sent this request."""
    _answer_with([each for each in _here() if not _number(each, person)])


def _here() -> list[str]:
    """The marks on this phone: those that it sent, or will have after this answer."""
    if (after := request.environ.get(_AFTER)) is not None:
        return [*after]
    marks = request.cookies.get(COOKIE, "").split(_BETWEEN)[:MOST]
    return [each for each in marks if 0 < len(each) <= _MARK_BYTES]


def _number(mark: str, person: Consent | None) -> str:
    try:
        number = _signer(person).unsign(mark, max_age=LIFE_S).decode()
    except BadSignature:
        return ""
    return number


def _signer(person: Consent | None) -> TimestampSigner:
    # What is kept of a word has 128 bits of salt that nobody is shown: a word that was changed and
    # changed back, or chosen by the next person of this name, is another key.
    who, key = ("", _NOBODYS) if person is None else (person.person, person.word)
    salt = f"{COOKIE} {who}"
    return TimestampSigner(key, salt, key_derivation="hmac", digest_method=hashlib.sha256)


_NOBODYS: Final = secrets.token_hex(_NUMBER_BYTES)
"""Signs nothing."""


def _answer_with(marks: list[str]) -> None:
    if _AFTER not in request.environ:
        after_this_request(_with_cookie)
    request.environ[_AFTER] = marks


def _with_cookie(response: Response) -> Response:
    marks = _here()
    response.set_cookie(
        COOKIE,
        _BETWEEN.join(marks),
        max_age=LIFE_S if marks else 0,
        secure=site().settings.base_url.startswith("https:"),
        httponly=True,
        samesite="Strict",
    )
    return response
