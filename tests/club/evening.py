"""A club with a journal of its own, and a clock that a test sets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from tricktable.club.club import Club, ClubView
from tricktable.store.journal import Journal, Lease, Outage, Phone, Row, RowTaken

BEGAN = datetime(2026, 11, 23, 19, 0, tzinfo=UTC)


class Hands:
    """A clock that stands still until it is put on."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> datetime:
        """The time that it shows."""
        return self.now

    def on(self, **by: float) -> None:
        """Put it on by so much."""
        self.now += timedelta(**by)


class Seen:
    """An audience that keeps every view."""

    def __init__(self) -> None:
        self.views: list[ClubView] = []

    def show(self, view: ClubView) -> None:
        """Keep it."""
        self.views.append(view)


class Wavering:
    """A journal in front of another one, which fails when a test says so."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.fault: Exception | None = None
        """What writing raises; None while all is well."""
        self.is_readable = True
        self.before_writing: Callable[[], object] = lambda: None
        self.after_writing: Exception | None = None
        """What is raised once a row was written: a connection that broke in mid-commit."""

    @property
    def is_shared(self) -> bool:
        """See `Journal.is_shared`."""
        return self._journal.is_shared

    def append(self, rows: list[Row], phones: Sequence[Phone] = ()) -> None:
        """See `Journal.append`."""
        self.before_writing()
        if self.fault is not None:
            raise self.fault
        self._journal.append(rows, phones)
        if self.after_writing is not None:
            fault, self.after_writing = self.after_writing, None
            raise fault

    def read(self, table: str, after: int = 0) -> Iterator[Row]:
        """See `Journal.read`."""
        if not self.is_readable:
            raise Outage("the journal is away")
        return self._journal.read(table, after)

    def find(self, table: str, source: str) -> Row | None:
        """See `Journal.find`."""
        if not self.is_readable:
            raise Outage("the journal is away")
        return self._journal.find(table, source)

    def leases(self, prefix: str) -> list[Lease]:
        """See `Journal.leases`."""
        return self._journal.leases(prefix)

    def overwrite(self, table: str, bodies: Mapping[int, str]) -> None:
        """See `Journal.overwrite`."""
        if self.fault is not None:
            raise self.fault
        self._journal.overwrite(table, bodies)

    def look(self) -> None:
        """See `Journal.look`."""
        if self.fault is not None and not isinstance(self.fault, RowTaken):
            raise self.fault


class Evening:
    """One host's club, on a journal that others may share."""

    def __init__(self, journal: Journal, clock: Hands | None = None) -> None:
        self.journal = Wavering(journal)
        self.clock = clock or Hands()
        self.seen = Seen()
        self.club = Club(self.journal, self.seen, self.clock)  # type: ignore[arg-type]
