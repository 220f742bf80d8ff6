"""The journal in a PostgreSQL database, which many hosts write: the database says who was first.

Needs the extra `tricktable[club]`. Uses nothing that a connection would have to remember between
two transactions, so that a pool such as PgBouncer may stand in between. The primary key
(table, seq) is the fence: of two hosts that write a row with the same number, one is told
`RowTaken`, however long it was away.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Final, NamedTuple, TypeVar

import psycopg
from psycopg import errors as refusals
from psycopg.abc import RV, PQGen
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow
from sqlalchemy import URL, Connection, Engine, Executable, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tricktable.store.journal import migrate
from tricktable.store.journal.errors import Full, JournalError, Outage, ReadOnly, RowTaken, Unsound
from tricktable.store.journal.group import GroupCommit, together_or_apart
from tricktable.store.journal.listener import CHANNEL, Listener, hint, payload
from tricktable.store.journal.remedies import remedy
from tricktable.store.journal.row import BESIDE, Hints, Home, Phone, Row, ShelfRow
from tricktable.store.journal.schema import ADD_HOME, ADD_SHELVED, FORGET_SHELVED, LOOSE
from tricktable.store.journal.sql import SqlReading

APPLICATION: Final = "tricktable"
"""What our connections are called at the server."""
CONNECT_S: Final = 3
"""How long to wait for a server that does not answer."""
SILENT_MS: Final = 3_000
"""How long the network may swallow what was sent before the connection counts as broken."""

ANSWER_S: Final = 3.0
"""How long a server, or what stands before it, may say nothing to a question of ours.

The network below may be well meanwhile: a pool that hangs, a machine whose disk does."""

_GLANCE_S: Final = 0.1  # the same as psycopg waits between two looks of its own

T = TypeVar("T")

# One statement is one transaction and one round trip, for a lone card as for a whole batch.
# NOTIFY belongs to it: one lock for the whole database is taken once for a batch, not for each row.
_ADD: Final = """
    WITH added AS (
        INSERT INTO journal ("table", seq, at, source, kind, body)
        SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::text[], %s::text[], %s::text[])
    )
    SELECT pg_notify(%s, %s)
"""
_ADD_WITH_PHONES: Final = """
    WITH added AS (
        INSERT INTO journal ("table", seq, at, source, kind, body)
        SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::text[], %s::text[], %s::text[])
    ), seated AS (
        INSERT INTO phone ("table", digest, person, state, since)
        SELECT * FROM unnest(%s::text[], %s::text[], %s::text[], %s::text[], %s::text[])
        ON CONFLICT (digest) DO UPDATE SET "table" = excluded."table", person = excluded.person,
          state = excluded.state, since = excluded.since
    )
    SELECT pg_notify(%s, %s)
"""
"""The same with phones; each digest only once."""
_NOTIFY: Final = "SELECT pg_notify(%s, %s)"
_STATE: Final = "SELECT pg_current_snapshot()::text"
"""Who sees what: it is another one after every transaction that wrote anything."""
_OVERWRITE: Final = 'UPDATE journal SET body = %s WHERE "table" = %s AND seq = %s'
_ONE: Final = (
    'SELECT "table", seq, at, source, kind, body FROM journal WHERE "table" = %s AND seq = %s'
)
_MARKS: Final = """
    SELECT "table", seq, at, source, kind FROM journal
    JOIN unnest(%s::text[], %s::int[]) AS asked (code, number) ON "table" = code AND seq = number
"""
MIGRATING: Final = "SELECT pg_try_advisory_xact_lock(5821177406)"
"""Of the hosts that start at the same moment one makes the schema; the number is only ours."""
_MIGRATED_S: Final = 0.1
"""Between two looks at whether another host has made it."""
_MIGRATOR: Final = """
    SELECT pid, host(client_addr) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND objsubid = 1
      AND (classid::bigint << 32) + objid::bigint = 5821177406
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
"""Which connection has that lock, and from which address; a socket of the server's has none."""
SAYS_S: Final = 2.0
"""After so long a host says what it waits for."""
WAITS_S: Final = 300.0
"""After so long it gives up: a journal of years takes a minute, and a host that died while it made
the schema would be waited for until the server notices, which may take hours."""
# A server whose network is gone sends not even an error, and by default a kernel waits for many
# minutes. So what was sent fails after SILENT_MS, and an idle connection after 5 + 3 × 2 = 11 s.
_NO_NETWORK: Final = {
    "connect_timeout": CONNECT_S,
    "tcp_user_timeout": SILENT_MS,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}


_log = logging.getLogger(__name__)


class _Mark(NamedTuple):
    """What tells a row from another one with its number, even once a name in it was forgotten."""

    seq: int
    at: str
    source: str | None
    kind: str


class _Migrator(NamedTuple):
    """The connection that makes the schema."""

    pid: int
    """The server's process for it."""
    address: str | None
    """None at a socket of the server's own computer."""


class _Hasty(psycopg.Connection[TupleRow]):
    """A connection that counts as broken once the server leaves it without an answer."""

    answers_within_s: float | None = ANSWER_S
    """None while an answer may take as long as it takes."""

    def wait(self, gen: PQGen[RV], interval: float = _GLANCE_S, timeout: float | None = None) -> RV:
        """Wait for the answer. Raises: OperationalError, if there is none in time."""
        bounded = self._with_time_limit(gen)
        if timeout is None:  # which earlier versions of the driver do not know
            return super().wait(bounded, interval)
        return super().wait(bounded, interval, timeout)

    def _with_time_limit(self, answering: PQGen[RV]) -> PQGen[RV]:
        began = time.monotonic()
        try:
            wanted = next(answering)
            while True:
                ready = yield wanted
                most_s = self.answers_within_s
                if not ready and most_s is not None and time.monotonic() - began > most_s:
                    # What was asked may still happen: a commit is asked about (see `_write`).
                    self.pgconn.finish()
                    raise psycopg.OperationalError(f"no answer within {most_s:.0f} s")
                wanted = answering.send(ready)
        except StopIteration as end:
            value: RV = end.value
            return value


class PostgresJournal(SqlReading):
    """A `Journal` in the PostgreSQL database at `url`, created there and migrated if need be.

    If a connection breaks within a commit, nobody can know whether the rows were saved. They are
    asked for again at once; if the database is gone, `append` raises Outage, and the answer to the
    same rows, appended again later, is the truth about them.
    Raises: Newer, ReadOnly, Outage.

    Mutable.
    """

    is_shared = True
    """Whoever reaches the server."""

    def __init__(self, url: URL) -> None:
        super().__init__("postgresql")
        direct, url = url.query.get("direct"), url.difference_update_query(["direct"])
        self.name = name_of(url)
        """The database as people know it, without user and password."""
        self._engine: Engine = engine(url)
        self._direct = address(self._engine, url, direct)
        self._writing = threading.Lock()
        self._is_closed = False
        self._writer: Connection | None = None
        self._outage: JournalError | None = None
        self._newest: dict[str, _Mark] = {}  # each table's newest row that was saved or read here
        self._counting = threading.Lock()
        self._doubtful: set[Row] = set()
        self._group = GroupCommit(together_or_apart(self._write))
        try:
            with self._writing, self._own_errors():
                self._open()
        except BaseException as error:
            self.close()
            # Only here: a host that runs has been let in before, and needs no advice on that.
            if type(error) is Outage and (do := remedy(str(error))):
                raise Outage(f"{error}; {do}") from error
            raise

    def append(self, rows: Sequence[Row], phones: Sequence[Phone] = ()) -> None:
        """See `Journal.append`."""
        if rows or phones:
            self._group.submit(rows, phones)

    def overwrite(self, table: str, bodies: Mapping[int, str]) -> None:
        """See `Journal.overwrite`. The server's log and its backups are beyond its reach."""
        changes = [(body, table, seq) for seq, body in bodies.items()]
        with self._writing, self._own_errors():
            driver = self._ready()
            with patient(driver):
                with driver.transaction(), driver.cursor() as cursor:
                    cursor.execute("SET LOCAL tricktable.overwrites = 'on'")
                    cursor.executemany(_OVERWRITE, changes)
                    if changes:
                        assert self._writer is not None
                        self._mark_erased(self._writer, table)
                        self._hint_beside(self._writer)
                # Rows that earlier versions left behind, and names that decks and pens had.
                for each in ("journal", "shelf", "lease"):
                    driver.execute(f"VACUUM (FULL) {each}")

    def keep_homes(self, homes: Sequence[Home]) -> None:
        """See `Journal.keep_homes`."""
        # In one order: two hosts that swap the same boards must not each wait for the other.
        self._keep("", (ADD_HOME, [each._asdict() for each in sorted(homes)]))

    def shelve(self, changes: Sequence[ShelfRow], gone: Sequence[str] = ()) -> None:
        """See `Journal.shelve`."""
        known = [{"known": name} for name in (*gone, *(each.name for each in changes))]
        added = [each._asdict() for each in changes]
        self._keep(payload({BESIDE: 0}), (FORGET_SHELVED, known), (ADD_SHELVED, added))

    def hints(self) -> Hints:
        """See `Journal.hints`."""
        return Listener(lambda: psycopg.connect(self._direct, autocommit=True))

    def look(self) -> None:
        """See `Journal.look`."""
        with self._writing, self._own_errors():
            if self._outage is not None and not self._is_closed:
                self._open()
            # No round trip: what the server or the network said when they went away lies here.
            self._ready().pgconn.consume_input()

    def close(self) -> None:
        """See `Journal.close`."""
        with self._writing:
            self._is_closed = True
            self._let_go()
            self._engine.dispose()

    # --- opening ---------------------------------------------------------------------------------

    def _ready(self) -> psycopg.Connection[TupleRow]:
        """The driver's connection for writing, open. Raises: Outage, and what the driver raises."""
        if self._is_closed:
            raise Outage("the journal is closed")
        # One that broke in a statement of SQLAlchemy's has no connection of the driver's any more.
        if self._writer is not None and (
            self._writer.invalidated or driver_of(self._writer).broken
        ):
            self._let_go()
        if self._writer is None:
            self._must_be_there()
            self._open()
        assert self._writer is not None
        return driver_of(self._writer)

    def _must_be_there(self) -> None:
        """Raises: Outage, if the database was gone when it was last looked for.

        Only `look` tries again: no card waits seconds for a network that swallows everything.
        """
        if self._outage is not None:
            raise type(self._outage)(str(self._outage)) from self._outage

    def _open(self) -> None:
        try:
            with self._own_errors():
                # Those that lie idle may be broken, too, and a write is not tried twice.
                self._engine.dispose()
                self._writer = self._engine.connect()
                self._examine(self._writer)
                self._bring_up_to_date(self._writer)
                self._compare(self._writer)
        except BaseException as error:
            self._outage = error if isinstance(error, JournalError) else None
            self._let_go()
            raise
        self._outage = None

    def _let_go(self) -> None:
        if self._writer is not None:
            writer, self._writer = self._writer, None
            # It may be broken already, which is why it is let go.
            with contextlib.suppress(SQLAlchemyError, psycopg.Error):
                writer.invalidate()
            writer.close()

    def _examine(self, writer: Connection) -> None:
        """Whether this server keeps what it has confirmed. Raises: Outage, ReadOnly."""
        settings = {
            name: writer.exec_driver_sql(f"SHOW {name}").scalar()
            for name in ("server_encoding", "fsync", "synchronous_commit", "transaction_read_only")
        }
        if settings["server_encoding"] != "UTF8":
            raise Outage(
                f"{self._title} needs the encoding UTF8, not {settings['server_encoding']}"
            )
        for name in ("fsync", "synchronous_commit"):
            if settings[name] == "off":
                raise Outage(
                    f"{self._title} would forget rows in a power cut: turn {name} on there"
                )
        if settings["transaction_read_only"] == "on":
            raise ReadOnly(f"{self._title} can only be read: is it a standby?")

    def _bring_up_to_date(self, writer: Connection) -> None:
        plain = self._engine.execution_options(isolation_level="READ COMMITTED")
        began_s, is_told = time.monotonic(), False
        while not migrate.is_current(writer):
            with plain.begin() as other, patient(driver_of(other)):
                is_ours = other.exec_driver_sql(MIGRATING).scalar()
                if is_ours and not migrate.is_current(other):
                    migrate.upgrade(other)
            # Whoever waited for the lock would keep a connection meanwhile: of four hosts behind a
            # pool with two connections, two got no answer and gave up.
            if is_ours:
                continue
            waited_s = time.monotonic() - began_s
            if waited_s >= WAITS_S:
                raise Outage(f"{self._title}: {_still_preparing(writer)}")
            if waited_s >= SAYS_S and not is_told:
                there, most = _another_host(_migrator(writer)), f"{WAITS_S / 60:.0f} minutes"
                _log.warning("Waiting up to %s for %s to prepare %s.", most, there, self._title)
                is_told = True
            time.sleep(_MIGRATED_S)

    def _compare(self, writer: Connection) -> None:
        """Check that everything that was saved or read here is there. Raises: Unsound."""
        with self._counting:
            newest = dict(self._newest)
        if not newest:
            return
        there = {found.table: found.seq for found in writer.execute(LOOSE)}
        asked = [[*newest], [mark.seq for mark in newest.values()]]
        same = {
            found[0]: _Mark._make(found[1:]) for found in driver_of(writer).execute(_MARKS, asked)
        }
        lost = [
            f"table {table} has {there.get(table, 0)} of {mark.seq} rows"
            if there.get(table, 0) < mark.seq
            else f"table {table} has another row {mark.seq}"
            for table, mark in newest.items()
            if same.get(table) != mark
        ]
        if lost:
            raise Unsound(
                f"{self._title} has lost rows (was a standby promoted that lagged behind?): "
                f"{', '.join(lost)}; bring them back, or restart the host to go on without them"
            )

    # --- writing ---------------------------------------------------------------------------------

    def _write(self, rows: Sequence[Row], phones: Sequence[Phone]) -> Exception | None:
        """Add `rows` and keep `phones` durably, all or none; returns None, or why not."""
        try:
            with self._writing, self._own_errors():
                driver = self._ready()
                try:
                    self._add(driver, rows, phones)
                except (psycopg.OperationalError, psycopg.InterfaceError):
                    if not driver.broken:
                        raise
                    self._doubtful.update(rows)
                    self._add(self._ready(), rows, phones)
                self._doubtful.difference_update(rows)
                self._count(rows)
        except (JournalError, ValueError) as error:
            return error
        return None

    def _add(
        self, driver: psycopg.Connection[TupleRow], rows: Sequence[Row], phones: Sequence[Phone]
    ) -> None:
        try:
            columns = _columns(rows, len(Row._fields))
            if phones:
                # In one order, so that no two hosts wait for each other.
                last = sorted({phone.digest: phone for phone in phones}.values(), key=_by_digest)
                columns += _columns(last, len(Phone._fields))
            said = _ADD_WITH_PHONES if phones else _ADD
            driver.execute(said, [*columns, CHANNEL, hint(rows, phones)])
        except refusals.UniqueViolation:
            rest = [row for row in rows if row not in self._doubtful or not _is_in(driver, row)]
            if len(rest) == len(rows):
                raise
            # Rows that are in came with their phones, and another host may have changed those
            # since; behind the rest of the table's rows nobody can have.
            is_done = {row.table for row in rows} - {row.table for row in rest}
            phones = [phone for phone in phones if phone.table not in is_done]
            if rest or phones:
                self._add(driver, rest, phones)

    def _count(self, rows: Sequence[Row]) -> None:
        with self._counting:
            for row in rows:
                known = self._newest.get(row.table)
                if known is None or row.seq > known.seq:
                    self._newest[row.table] = _Mark(row.seq, row.at, row.source, row.kind)

    def _keep(self, told: str, *steps: tuple[Executable, Sequence[Mapping[str, object]]]) -> None:
        """Carry out all of these statements in one transaction, with this hint."""
        if not all(bound for _, bound in steps):
            return
        with self._changer() as writer, driver_of(writer).transaction():
            for statement, bound in steps:
                writer.execute(statement, bound)
            driver_of(writer).execute(_NOTIFY, (CHANNEL, told))

    @contextlib.contextmanager
    def _changer(self) -> Iterator[Connection]:
        with self._writing, self._own_errors():
            self._ready()
            assert self._writer is not None
            yield self._writer

    def _hint_beside(self, writer: Connection) -> None:
        driver_of(writer).execute(_NOTIFY, (CHANNEL, payload({BESIDE: 0})))

    # --- reading and failing ---------------------------------------------------------------------

    def read(self, table: str, after: int = 0) -> Iterator[Row]:
        """See `Journal.read`."""
        newest = None
        try:
            for newest in super().read(table, after):
                yield newest
        finally:
            if newest is not None:
                self._count([newest])

    def read_on(self, after: Mapping[str, int]) -> Iterator[Row]:
        """See `Journal.read_on`."""
        newest: dict[str, Row] = {}
        try:
            for row in super().read_on(after):
                newest[row.table] = row
                yield row
        finally:
            self._count([*newest.values()])

    def _state(self, reader: Connection) -> object:
        return reader.exec_driver_sql(_STATE).scalar()

    def _query(self, ask: Callable[[Connection], T]) -> T:
        if self._is_closed:
            raise Outage("the journal is closed")
        self._must_be_there()
        with self._own_errors():
            try:
                with self._engine.connect() as reader:
                    return ask(reader)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            # A connection that broke while nobody used it is no outage. To try each one before it
            # is used would cost every read a round trip; the pool has dropped the others with it.
            with self._engine.connect() as reader:
                return ask(reader)

    @property
    def _title(self) -> str:
        return f"the journal {self.name}"

    def _own_errors(self) -> AbstractContextManager[None]:
        return as_journal_errors(self._title)


def name_of(url: URL) -> str:
    """The database as people know it, without user and password."""
    return f"{url.database} at {url.host or url.query.get('host', 'localhost')}"


def engine(url: URL) -> Engine:
    """Makes connections to the database at `url`, each of which notices a server that is gone."""
    url = url.difference_update_query(["direct"])
    made = create_engine(
        url.set(drivername="postgresql+psycopg"),
        isolation_level="AUTOCOMMIT",
        connect_args={
            **_NO_NETWORK,
            **url.query,
            "application_name": APPLICATION,
            "prepare_threshold": None,  # PgBouncer lends another connection each time
        },
    )
    event.listen(made, "do_connect", _connect_hasty)
    return made


@contextlib.contextmanager
def as_journal_errors(said: str) -> Iterator[None]:
    """Turn exceptions of the database, which is called `said`, into the journal's own errors."""
    try:
        yield
    except DBAPIError as error:
        raise _fault(said, error.orig) from error
    except psycopg.Error as error:
        raise _fault(said, error) from error
    except SQLAlchemyError as error:
        raise Outage(f"{said}: {error}") from error


def _fault(journal: str, error: BaseException | None) -> JournalError | ValueError:
    said = f"{journal}: {_first_line(error)}"
    match error:
        case refusals.UniqueViolation():
            return RowTaken(said)
        case refusals.CheckViolation():
            return ValueError(f"{said} (CHECK)")
        case psycopg.IntegrityError() | psycopg.DataError():
            return ValueError(said)
        case refusals.DiskFull():
            return Full(said)
        case refusals.ReadOnlySqlTransaction():
            return ReadOnly(said)
    return Outage(said)


def _connect_hasty(
    _dialect: object, _record: object, words: Sequence[str], named: Mapping[str, str]
) -> _Hasty:
    made = _Hasty.connect(*words, **named)  # type: ignore[arg-type]  # as SQLAlchemy made them
    assert isinstance(made, _Hasty)
    return made


@contextlib.contextmanager
def patient(driver: psycopg.Connection[TupleRow]) -> Iterator[None]:
    """Let the server take as long as it takes for what is asked within."""
    assert isinstance(driver, _Hasty)
    driver.answers_within_s = None
    try:
        yield
    finally:
        driver.answers_within_s = ANSWER_S


def driver_of(connection: Connection) -> psycopg.Connection[TupleRow]:
    """The driver's connection below SQLAlchemy's."""
    below = connection.connection.driver_connection
    assert isinstance(below, psycopg.Connection)
    return below


def address(engine: Engine, url: URL, direct: object) -> str:
    """What a connection of the driver's own needs; `direct` is the way past a pool, if any."""
    _, there = engine.dialect.create_connect_args(url)
    there.pop("context", None)  # SQLAlchemy's own, and no word of an address
    match direct:
        case str() if direct.startswith("/"):
            past = {"host": direct}
        case str():
            past = make_url(f"postgresql://{direct}").translate_connect_args()
        case _:
            past = {}
    given = {**_NO_NETWORK, "application_name": APPLICATION, **there, **past}
    return make_conninfo(**given)


def _migrator(writer: Connection) -> _Migrator | None:
    """Who is making the schema; None if nobody is any more."""
    found = writer.exec_driver_sql(_MIGRATOR).first()
    return _Migrator(*found) if found else None


def _another_host(migrator: _Migrator | None) -> str:
    at = migrator and migrator.address
    return f"another host (at {at})" if at else "another host"


def _still_preparing(writer: Connection) -> str:
    """Why this host waits no longer, and what to do."""
    migrator = _migrator(writer)
    who = _another_host(migrator)
    said = f"{who} has been preparing it for {WAITS_S / 60:.0f} minutes; wait until it serves"
    if migrator is None:
        return f"{said}, then start this host again"
    end = f"SELECT pg_terminate_backend({migrator.pid})"
    return (
        f"{said}, or, if it is not running any more, end its connection in the database "
        f"({end}); then start this host again"
    )


def _is_in(driver: psycopg.Connection[TupleRow], row: Row) -> bool:
    """Whether this very row is saved, not another one with its number."""
    return driver.execute(_ONE, (row.table, row.seq)).fetchone() == tuple(row)


def _columns(values: Sequence[tuple[object, ...]], count: int) -> list[list[object]]:
    """The columns of these rows of a table, for `unnest`; all are empty if there is no row."""
    return [[each[number] for each in values] for number in range(count)]


def _by_digest(phone: Phone) -> str:
    return phone.digest


def _first_line(error: BaseException | None) -> str:
    return str(error).strip().partition("\n")[0]
