"""The write lock: of all consoles open at a table one keeps the score, the others read.

A console is known by a word of its own that its forms carry: no cookie, no account, and no secret,
for whoever may open the console may take the lock. The first one that writes has it.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

from flask import request

from tricktable.table.answering import Answer
from tricktable.table.table import Table
from tricktable.table.views import Snapshot
from tricktable.text.language import _
from tricktable.web.tables import off_hub

FIELD: Final = "pen"
_WORD: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


def mine() -> str:
    """This request's console; empty if it does not say, which is a console too."""
    given = request.values.get(FIELD, "")
    return given if _WORD.fullmatch(given) else ""


def for_page() -> str:
    """What this page's forms carry."""
    return mine() or secrets.token_urlsafe(9)


def is_mine(now: Snapshot) -> bool:
    """Whether this console may write: it has the write lock, or nobody does."""
    return now.writer in (None, mine())


def taken_up(table: Table) -> Answer | None:
    """Have the write lock from now on, if nobody else does; else why nothing can be written."""
    if off_hub(table.take_write_lock, mine(), only_free=True):
        return None
    return Answer(False, _("Another console is keeping score. Take over first."))
