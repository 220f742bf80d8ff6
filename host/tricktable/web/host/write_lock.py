"""The write lock: one of the host's pages open at a table keeps the score, the others only read.

Each page has its own word, which its forms carry. That takes no cookie and no account, and the
word is no secret, since anybody who may open the host's page may take the lock. The first page to
write gets it.
"""

import re
import secrets
from typing import Final

from flask import request

from tricktable.table.answers import Answer
from tricktable.table.table import Table
from tricktable.table.views import Snapshot
from tricktable.text.language import _
from tricktable.web.tables import off_hub

FIELD: Final = "pen"
WORD: Final = "[A-Za-z0-9_-]{1,32}"
_WORD: Final = re.compile(WORD)


def is_word(given: str) -> bool:
    """Whether a page could be called so."""
    return _WORD.fullmatch(given) is not None


def requesting_page() -> str:
    """The host's page that sent this request; empty if it does not say, which is a page too."""
    given = request.values.get(FIELD, "")
    return given if is_word(given) else ""


def for_page() -> str:
    """The word that this page's forms carry."""
    return requesting_page() or secrets.token_urlsafe(9)


def is_mine(now: Snapshot) -> bool:
    """Whether this page may write: it holds the write lock, or nobody does."""
    return now.writer in (None, requesting_page())


def taken_up(table: Table, page: str | None = None) -> Answer | None:
    """Take the write lock if it is free, for this page or the one that sent the request.

    Returns why nothing can be written, or None.
    """
    if off_hub(table.take_write_lock, requesting_page() if page is None else page, only_free=True):
        return None
    return Answer(False, _("Another host’s page keeps the score. Take over first."))
