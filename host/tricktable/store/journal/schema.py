"""The journal's tables as SQLAlchemy knows them, and its statements. Changes no database.

Migrations create them (`migrations/`); a test keeps the two equal.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    CheckConstraint,
    Column,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    bindparam,
    delete,
    func,
    insert,
    select,
)

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
    sqlite_where=JOURNAL.c.source.is_not(None),
    postgresql_where=JOURNAL.c.source.is_not(None),
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

FIND: Final = select(JOURNAL).where(
    JOURNAL.c.table == bindparam("table"), JOURNAL.c.source == bindparam("source")
)
"""The row of `table` that came from `source`."""

TABLES: Final = select(JOURNAL.c.table).distinct().order_by(JOURNAL.c.table)
"""Every table's code once."""

NEWEST: Final = select(JOURNAL.c.table, func.max(JOURNAL.c.seq).label("seq")).group_by(
    JOURNAL.c.table
)
"""Every table's code with the number of its newest row."""

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
    select(PHONES).where(PHONES.c.table == bindparam("table")).order_by(PHONES.c.since)
)
"""The phones at `table`, the longest unchanged first."""

ALL_PHONES: Final = select(PHONES).order_by(PHONES.c.since)
"""The phones at all tables."""

FORGET_PHONE: Final = delete(PHONES).where(PHONES.c.digest == bindparam("known"))
"""Removes the row of the digest `known`."""

ADD_PHONE: Final = insert(PHONES)
"""Adds one phone."""

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

ADD_HOME: Final = insert(HOMES)
"""Adds one board's table."""
