"""Version 0001: the journal, one table that only grows."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

# SQLite runs no delete trigger for the rows that INSERT OR REPLACE removes (lang_conflict.html),
# so a third trigger refuses the insertion itself.
_SQLITE_GUARDS = (
    """
    CREATE TRIGGER journal_never_changes BEFORE UPDATE ON journal
    BEGIN SELECT RAISE(ABORT, 'a journal is never changed'); END
    """,
    """
    CREATE TRIGGER journal_never_shrinks BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, 'a journal is never shortened'); END
    """,
    """
    CREATE TRIGGER journal_never_replaces BEFORE INSERT ON journal
    WHEN EXISTS (SELECT 1 FROM journal WHERE "table" = NEW."table" AND seq = NEW.seq)
      OR EXISTS (SELECT 1 FROM journal WHERE "table" = NEW."table" AND source = NEW.source)
    BEGIN SELECT RAISE(ABORT, 'the journal already has this row, or this board event'); END
    """,
)

_POSTGRES_GUARDS = (
    """
    CREATE FUNCTION journal_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND current_setting('tricktable.overwrites', true) = 'on' THEN
        RETURN NEW;
      END IF;
      RAISE EXCEPTION 'a journal is never changed or shortened';
    END $$
    """,
    """
    CREATE TRIGGER journal_never_changes BEFORE UPDATE OR DELETE ON journal
    FOR EACH ROW EXECUTE FUNCTION journal_never_changes()
    """,
    """
    CREATE TRIGGER journal_never_shrinks BEFORE TRUNCATE ON journal
    FOR EACH STATEMENT EXECUTE FUNCTION journal_never_changes()
    """,
)


def upgrade() -> None:
    """From nothing to version 0001."""
    op.create_table(
        "journal",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("source", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.CheckConstraint("seq >= 1", name="seq_from_1"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "journal_source",
        "journal",
        ["table", "source"],
        unique=True,
        sqlite_where=sa.text("source IS NOT NULL"),
        postgresql_where=sa.text("source IS NOT NULL"),
    )
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for guard in _SQLITE_GUARDS if is_sqlite else _POSTGRES_GUARDS:
        op.execute(guard)
