"""Deletes a person's name everywhere: requested on the host's page, confirmed twice, irreversible.

It is removed from the journal of every table and from the decks' names, and so from memory, pages
and exports too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from flask import request

from tricktable.store import erasure
from tricktable.store.decks import BadDeck
from tricktable.store.journal import Row
from tricktable.table.answers import AWAY, Answer
from tricktable.table.table import Table
from tricktable.text.language import _
from tricktable.web.site import site
from tricktable.web.tables import all_tables, off_hub, spectators

if TYPE_CHECKING:
    pass

FIELD: Final = "forget"
"""The form field with the name; empty until one is chosen."""
SURE: Final = "sure"
ASKED: Final = ("", "once", "twice")
"""How often it has been confirmed; the last value deletes the name."""


@dataclass(frozen=True, slots=True)
class NameDeletion:
    """The name to delete, and how often that has been confirmed."""

    names: tuple[tuple[str, int], ...]
    """Everybody known at this table, with the number of their games at any table."""
    name: str
    games: int
    instead: str
    sure: str
    next: str
    """The value that the next button sends."""

    @property
    def query(self) -> str:
        """The query string that shows this page again."""
        return urlencode({FIELD: self.name, SURE: self.sure})


def question(table: Table) -> NameDeletion | None:
    """What this request asks to delete; None if it is not about a name."""
    if FIELD not in request.values:
        return None
    rows = off_hub(lambda: [*table.rows()])
    names = off_hub(_games_by_name, rows, all_tables())
    name = request.values[FIELD]
    sure = request.values.get(SURE, "")
    at = ASKED.index(sure) if sure in ASKED[:-1] else 0
    instead = off_hub(erasure.player, rows)
    name = name if name in names else ""
    return NameDeletion(
        (*names.items(),), name, names.get(name, 0), instead, ASKED[at], ASKED[at + 1]
    )


def _games_by_name(rows: Sequence[Row], tables: Mapping[str, Table]) -> dict[str, int]:
    """Everybody named in these rows, with the number of their games at all of the tables."""
    everywhere = _everywhere(tables)
    return {name: everywhere[name] for name in erasure.known_names(rows)}


def known_everywhere() -> dict[str, int]:
    """Everybody named at any table, with the number of their games."""
    return dict(sorted(off_hub(_everywhere, all_tables()).items()))


def _everywhere(tables: Mapping[str, Table]) -> Counter[str]:
    everywhere = Counter[str]()
    for table in tables.values():  # which wakes those that sleep
        everywhere.update(erasure.known_names(table.rows()))
    return everywhere


def forget(name: str) -> Answer:
    """Delete the name at every table, and with it what the club keeps of that person."""
    later = spectators()
    answer = Answer(True)
    found = all_tables()
    tables = off_hub(lambda: [*found.values()])
    try:
        # First, as tables play on with a deck that is called otherwise then.
        decks = off_hub(tables[0].shelf.erase, name) if tables else {}
    except (BadDeck, OSError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else str(fault)
        return Answer(False, _("Not deleted: {fault}.", fault=why or ""), because=AWAY)
    for table in tables:
        done = off_hub(table.forget, name, decks)
        # A table that is closed by now is shown to nobody later.
        if later is not None and (delayed := later.tables.get(table.code)) is not None:
            delayed.without(name)
        site().read_again(table.code)
        answer = answer if done.is_done else done
    club = site().club
    # Last: whoever asked by their word can ask again if something went wrong on the way.
    return off_hub(club.forget, name) if club and answer.is_done else answer
