"""The journal's tables as SQLAlchemy knows them, and its statements. Changes no database.

Migrations create them (`migrations/`); a test keeps the two equal.
"""

from typing import Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TextClause,
    bindparam,
    delete,
    insert,
    select,
    text,
)

from tricktable.store.journal.row import CLUB

METADATA: Final = MetaData()

JOURNAL: Final = Table(
    "journal",
    METADATA,
    Column("table", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("source", Text),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    CheckConstraint("seq >= 1", name="seq_from_1"),
    # Rows lie in the order in which they are read, and a commit writes two pages, not three.
    sqlite_with_rowid=False,
)
"""One row for each `Row`, columns in the order of its fields."""

Index(
    "journal_source",
    JOURNAL.c.table,
    JOURNAL.c.source,
    unique=True,
    # On PostgreSQL, too; but to say so here would load its dialect, which a house never needs.
    sqlite_where=JOURNAL.c.source.is_not(None),
)

ADD: Final = insert(JOURNAL)
"""Adds one row."""

READ: Final = (
    select(JOURNAL)
    .where(JOURNAL.c.table == bindparam("table"), JOURNAL.c.seq > bindparam("after"))
    .order_by(JOURNAL.c.seq)
    .limit(bindparam("most"))
)
"""The next `most` rows of `table` behind `after`."""

_EACH_ON: Final = """
    SELECT found."table", found.seq, found.at, found.source, found.kind, found.body
    FROM {behind} {each} ORDER BY found."table", found.seq LIMIT :most
"""
READ_ON: Final = {
    # One step down the index for each table, in this order: CROSS JOIN fixes it.
    "sqlite": text(
        _EACH_ON.format(
            behind="json_each(:behind) AS behind",
            each='CROSS JOIN journal AS found ON found."table" = behind.key'
            " AND found.seq > behind.value",
        )
    ),
    # Here, too, without the inner LIMIT the planner may read all tables and join them.
    "postgresql": text(
        _EACH_ON.format(
            behind="json_each_text(CAST(:behind AS json)) AS behind",
            each='CROSS JOIN LATERAL (SELECT * FROM journal WHERE "table" = behind.key'
            " AND seq > CAST(behind.value AS int) ORDER BY seq LIMIT :most) AS found",
        )
    ),
}
"""The next `most` rows of many tables, each behind its number in `behind`: JSON, by the table."""

FIND: Final = select(JOURNAL).where(
    JOURNAL.c.table == bindparam("table"), JOURNAL.c.source == bindparam("source")
)
"""The row of `table` that came from `source`."""

# `SELECT DISTINCT` would read every row: neither SQLite nor PostgreSQL 15 skips to the next value.
_CODES: Final = """
    WITH RECURSIVE code(name) AS (
      SELECT min("table") FROM journal
      UNION ALL
      SELECT (SELECT min("table") FROM journal WHERE "table" > code.name)
      FROM code WHERE code.name IS NOT NULL
    )
"""
"""Every name that rows go by, each by one step down the index; no other row is read."""

TABLES: Final = text(f"{_CODES} SELECT name FROM code WHERE name <> '{CLUB}' ORDER BY name")
"""Every table's code once."""

EXTENTS: Final = text(
    f"""
    {_CODES}
    SELECT code.name AS "table", oldest.at AS since, newest.seq, newest.at, newest.kind
    FROM code
    JOIN journal AS oldest ON oldest."table" = code.name
      AND oldest.seq = (SELECT min(seq) FROM journal WHERE "table" = code.name)
    JOIN journal AS newest ON newest."table" = code.name
      AND newest.seq = (SELECT max(seq) FROM journal WHERE "table" = code.name)
    WHERE code.name <> '{CLUB}' ORDER BY since, code.name
    """
)
"""Every table's `Extent`."""

LOOSE: Final = text(
    f"""
    {_CODES}
    SELECT name AS "table", (SELECT max(seq) FROM journal WHERE "table" = name) AS seq
    FROM code WHERE name IS NOT NULL
    """
)
"""Every table's code, and the club's name, with the number of the newest row."""

PHONES: Final = Table(
    "phone",
    METADATA,
    Column("table", Text, nullable=False),
    Column("digest", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("since", Text, nullable=False),
)
"""One row for each `Phone`, columns in the order of its fields. Unlike the journal it changes."""

Index("phone_table", PHONES.c.table, PHONES.c.since)

PHONES_AT: Final = (
    select(PHONES)
    .where(PHONES.c.table.in_(bindparam("tables", expanding=True)))
    .order_by(PHONES.c.since)
)
"""The phones at these `tables`, the longest unchanged first."""

ALL_PHONES: Final = select(PHONES).order_by(PHONES.c.since)
"""The phones at all tables."""

FORGET_PHONE: Final = delete(PHONES).where(PHONES.c.digest == bindparam("known"))
"""Removes the row of the digest `known`."""

ADD_PHONE: Final = insert(PHONES)
"""Adds one phone that is not there."""

HOMES: Final = Table(
    "home",
    METADATA,
    Column("board", Text, primary_key=True),
    Column("table", Text, nullable=False),
    Column("since", Text, nullable=False),
)
"""One row for each `Home`, columns in the order of its fields. Unlike the journal it changes."""

ALL_HOMES: Final = select(HOMES).order_by(HOMES.c.since, HOMES.c.board)
"""The table of every board, the longest unchanged first."""

FORGET_HOME: Final = delete(HOMES).where(HOMES.c.board == bindparam("known"))
"""Removes the row of the board `known`."""

ADD_HOME: Final = text(
    'INSERT INTO home (board, "table", since) VALUES (:board, :table, :since) '
    'ON CONFLICT (board) DO UPDATE SET "table" = excluded."table", since = excluded.since'
)
"""Keeps one board's table, in place of the one before: of two hosts the last one counts."""

LEASES: Final = Table(
    "lease",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("what", Text, nullable=False),
)
"""One row for each name that was ever leased; `until` in ms since 1970, by the database's clock."""

SHELF: Final = Table(
    "shelf",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("seq", Integer, nullable=False, unique=True),
    Column("place", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
)
"""One row for each deck that a club has, or had. A change gives its row the next number, which is
free only once: of two hosts that change the shelf at the same time, one is told."""

ALL_SHELVED: Final = select(SHELF).order_by(SHELF.c.place)
"""Every deck, in its order."""

FORGET_SHELVED: Final = delete(SHELF).where(SHELF.c.name == bindparam("known"))
"""Removes the row of the name `known`."""

ADD_SHELVED: Final = insert(SHELF)
"""Adds one deck."""

_NOW: Final = {
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    "postgresql": "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
}
_LEASE: Final = "name, holder, epoch, until - {now}, what"


class LeaseStatements(NamedTuple):
    """The statements about leases, with a database's own clock in them. Each is atomic."""

    take: TextClause
    """Takes `name` for `holder` if nobody else has it, or if it is `forced`; gives the lease."""
    renew: TextClause
    """Prolongs the lease of this `holder` and `epoch`; gives it, or nothing."""
    renew_all: TextClause
    """Prolongs every lease of this `holder`; gives them."""
    let_go: TextClause
    """Ends the lease of this `holder` and `epoch`; gives its name, or nothing."""
    present: TextClause
    """The lease `name`, if it has not ended."""
    beginning: TextClause
    """The leases that have not ended and whose names begin with `prefix`, by name."""


def lease_statements(database: str) -> LeaseStatements:
    """Those for the database of this name in SQLAlchemy."""
    now = _NOW[database]
    lease = _LEASE.format(now=now)
    take = f"""
        INSERT INTO lease (name, holder, epoch, until, what)
        VALUES (:name, :holder, 1, {now} + :for_ms, :what)
        ON CONFLICT (name) DO UPDATE SET
          holder = excluded.holder, until = excluded.until, what = excluded.what,
          epoch = lease.epoch
            + CASE WHEN lease.holder = excluded.holder AND lease.until > {now} THEN 0 ELSE 1 END
        WHERE lease.holder = excluded.holder OR lease.until <= {now} OR :forced
        RETURNING {lease}
    """
    mine = "name = :name AND holder = :holder AND epoch = :epoch"
    renew = f"""
        UPDATE lease SET until = {now} + :for_ms, what = :what
        WHERE {mine} AND until > 0 RETURNING {lease}
    """
    renew_all = f"""
        UPDATE lease SET until = {now} + :for_ms WHERE holder = :holder AND until > 0
        RETURNING {lease}
    """
    let_go = f"UPDATE lease SET until = 0, what = '{{}}' WHERE {mine} AND until > 0 RETURNING name"
    present = f"SELECT {lease} FROM lease WHERE name = :name AND until > {now}"
    # No LIKE: in SQLite it takes capital and small letters for the same.
    beginning = f"""
        SELECT {lease} FROM lease
        WHERE substr(name, 1, length(:prefix)) = :prefix AND until > {now} ORDER BY name
    """
    return LeaseStatements(*map(text, (take, renew, renew_all, let_go, present, beginning)))
