"""What a journal keeps and what it promises. Knows no database and no game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

CLUB: Final = "club"
"""Where a table's rows have its code, the rows of what all tables share have this.

Codes of tables are in capitals.
"""


BESIDE: Final = ""
"""Stands in a hint for what changes beside the rows and belongs to no table alone: a lease."""


class Home(NamedTuple):
    """Which table a board belongs to."""

    board: str
    """The board's id, from its hello."""
    table: str
    """The table's code."""
    since: str
    """Wall time, ISO 8601: since when."""


SITS: Final = "sits"
REPLACED: Final = "replaced"
"""Another phone has taken its place."""
SENT_AWAY: Final = "sent_away"
"""The host, or the phone itself, has given up the seat."""


class Phone(NamedTuple):
    """One phone that has, or had, a seat: enough to recognise it by its token, never the token."""

    table: str
    """The table's code."""
    digest: str
    """The token's SHA-256, in hex."""
    person: str
    """The phone's owner, as the table tells people apart."""
    state: str
    """`SITS`, `REPLACED` or `SENT_AWAY`."""
    since: str
    """Wall time, ISO 8601: since when."""


FOR_EVER_MS: Final = 1 << 52
"""For a lease that does not end by itself: 140,000 years."""


ERASED: Final = "erased:"
"""Behind it stands a table's code: the epoch of that lease grows with each `Journal.overwrite`."""


class Lease(NamedTuple):
    """What one host, page or phone of a club has for a while, as the database said when asked.

    A lease ends by the database's clock, never by a host's: hosts' clocks differ, and a host may
    be stopped and go on. Its epoch grows whenever it passes to another holder.
    """

    name: str
    """What it is for, its kind in front: `board:E661`, `pen:7KQ`."""
    holder: str
    """Who has it; any text that no other holder uses."""
    epoch: int
    """How often it has passed to another holder, from 1: a paused holder knows by it that it is
    one no more."""
    left_ms: int
    """How long it goes on unless it is renewed."""
    what: str = "{}"
    """JSON text of the holder's; the journal does not look inside."""


class ShelfRow(NamedTuple):
    """One deck of the club, or one that it had, as stored; the journal reads none of it."""

    name: str
    """No other has it."""
    seq: int
    """The number of its last change, from 1; each number is used once in the whole club."""
    place: int
    """Where it stands among the others."""
    kind: str
    """What the text is; the journal does not care."""
    body: str


class Row(NamedTuple):
    """One thing that happened at one table, kept for ever."""

    table: str
    """The table's code, or `CLUB`."""
    seq: int
    """Its number at that table, from 1, without gaps."""
    at: str
    """Wall time, ISO 8601: a label for people. Only `seq` gives the order, never clocks."""
    source: str | None
    """The board event it came from, `<boot>:<seq>`, or the key of a request; else None."""
    kind: str
    """What the body is: `game`, `entry`, `note` …; the journal does not care."""
    body: str
    """JSON text; the journal does not look inside."""


class Extent(NamedTuple):
    """How far a table's rows reach: its first row and its newest."""

    table: str
    """The table's code."""
    since: str
    """The wall time of its first row."""
    seq: int
    """The number of its newest row …"""
    at: str
    """… with its wall time …"""
    kind: str
    """… and what that row is."""


class Hints(Protocol):
    """Hints that somebody, perhaps another program, has added something to a journal.

    Hints get lost, come late or twice: `Journal.newest` tells the truth. One thread waits.
    """

    def wait(self, timeout_s: float) -> Mapping[str, int] | None:
        """Wait for a hint: tables' codes with the numbers of their newest rows.

        A number of 0 says that it was no row: a phone came or left, or, under `BESIDE`, a lease
        changed. An empty hint says only that there is something new; the first `wait` returns one
        at once. None: there was no hint. Never raises: while the store is away there are none.
        """

    def stop(self) -> None:
        """End a running `wait` and all later ones at once. From any thread."""


class Journal(Protocol):
    """Append-only rows. Any thread may call any method."""

    @property
    def is_shared(self) -> bool:
        """Whether hosts on several machines may write it."""

    def append(self, rows: Sequence[Row], phones: Sequence[Phone] = ()) -> None:
        """Add `rows`, and replace what is stored for the digest of each phone: all, or nothing.

        Returns when both are durable: a phone and the row that tells of it come together.

        Blocks for about one disk flush: never call it where a view or a hub waits.
        Raises: RowTaken, Full, Outage, or ValueError for an invalid row (seq 0, a lone surrogate);
        after each of them none of it is in the journal.
        """

    def read(self, table: str, after: int = 0) -> Iterator[Row]:
        """The rows of `table` with `seq > after`, in order, as they are when they are reached.

        A reader that stops half-way holds nothing up. Raises: Outage.
        """

    def read_on(self, after: Mapping[str, int]) -> Iterator[Row]:
        """The rows of all these tables, each with `seq` greater than the table's number here.

        A table's rows come one after the other, in order; the tables come in any order, and one may
        come again with later rows. Asks once for a thousand rows. Raises: Outage.
        """

    def find(self, table: str, source: str) -> Row | None:
        """The row of `table` that came from this source; None if none did. Raises: Outage."""

    def overwrite(self, table: str, bodies: Mapping[int, str]) -> None:
        """Replace the bodies of rows, by `seq`: the only way in which rows ever change.

        It serves a person's right to be forgotten, and leaves nothing of an old body in the
        store's files. In the same transaction the lease `ERASED` of the table gets its next epoch,
        so that every host knows that what it has read is no longer true. Blocks everybody while the
        whole store is rewritten.
        Raises: Full, Outage; then old bodies may still be found in the files.
        """

    def look(self) -> None:
        """Check that rows can be added where people look for them; mend what can be mended.

        Call it each second to notice at once if the store is taken away. Takes microseconds
        while all is well. Raises: Outage.
        """

    def tables(self) -> list[str]:
        """The codes of all tables that have a row, sorted, without `CLUB`. Raises: Outage."""

    def newest(self) -> Mapping[str, int]:
        """Each table's newest row, by the table's code.

        Costs microseconds while nothing is added, and 5 µs a table otherwise. Raises: Outage.
        """

    def extents(self) -> list[Extent]:
        """How far each table's rows reach, without `CLUB`; the table opened first comes first.

        Costs 10 µs a table, however many rows it has. Raises: Outage.
        """

    def hints(self) -> Hints:
        """Hints from now on, until they are stopped."""

    def phones(self, *tables: str) -> list[Phone]:
        """The phones at all these tables, the longest unchanged first. Raises: Outage."""

    def homes(self) -> list[Home]:
        """The table of every board, the longest unchanged first. Raises: Outage."""

    def keep_homes(self, homes: Sequence[Home]) -> None:
        """Replace what is stored for each of these boards: all of them, or none.

        Blocks as `append` does. Raises: Full, Outage.
        """

    def shelf(self) -> list[ShelfRow]:
        """All decks that the club has, or had. Raises: Outage."""

    def shelve(self, changes: Sequence[ShelfRow], gone: Sequence[str] = ()) -> None:
        """Replace what is stored under each of these names: all of them, or none.

        Under the names that are `gone` nothing is stored any more.

        Blocks as `append` does. Raises: RowTaken, if one of the numbers is used; Full, Outage.
        """

    def take(
        self, name: str, holder: str, for_ms: int, what: str = "{}", *, forced: bool = False
    ) -> Lease:
        """Take a lease if it is free, has ended or is the holder's own, or in any case if `forced`.

        Returns it; or that of another holder, who has it and keeps it. Whoever is not told (the
        connection broke) may ask again: the same holder gets the same lease.
        Blocks as `append` does. Raises: Full, Outage.
        """

    def renew(self, lease: Lease, for_ms: int, what: str | None = None) -> Lease | None:
        """Prolong a lease, even one that has ended if nobody has taken it since.

        Returns it; None if it was let go, or another holder has taken it. Changes what it says if
        `what` is given. Blocks as `append` does. Raises: Full, Outage.
        """

    def renew_all(self, holder: str, for_ms: int) -> list[Lease]:
        """Prolong all leases of a holder at once, also those that have ended and nobody has taken.

        Returns those that are still the holder's. Blocks as `append` does. Raises: Full, Outage.
        """

    def let_go(self, lease: Lease) -> bool:
        """End a lease; returns whether it was still the holder's. What it said is deleted.

        Blocks as `append` does. Raises: Full, Outage.
        """

    def leases(self, prefix: str) -> list[Lease]:
        """The leases that have not ended and whose names begin so, by name. Raises: Outage."""

    def close(self) -> None:
        """Let running appends finish, then release the store. Later calls raise Outage."""
