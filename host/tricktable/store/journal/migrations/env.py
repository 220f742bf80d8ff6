"""Where Alembic starts: it works on the connection that `migrate.upgrade` hands it, no other."""

from alembic import context

from tricktable.store.journal.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
)
with context.begin_transaction():
    context.run_migrations()
