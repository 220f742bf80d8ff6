"""Brings a database to the journal's current schema. Loads Alembic only if there is work.

A new schema is one more file in `migrations/versions` and one more name in `VERSIONS`.
"""

from typing import Final

from sqlalchemy import Connection, inspect

from tricktable.store.journal.connections import driver, transaction
from tricktable.store.journal.errors import Newer

VERSIONS: Final = ("0001", "0002", "0003", "0004")
"""Every schema that this program can read, oldest first."""


def is_current(connection: Connection) -> bool:
    """Whether the database has the newest schema. Raises: Newer if its schema is unknown.

    Asks the database directly: importing Alembic takes longer than opening a journal.
    """
    if not inspect(connection).has_table("alembic_version"):
        return False
    version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if version is not None and version not in VERSIONS:
        raise Newer(
            f"a newer Tricktable wrote this journal (version {version}; this one reads up to "
            f"{VERSIONS[-1]}): update Tricktable, or choose another journal"
        )
    return bool(version == VERSIONS[-1])


def bring_up_to_date(connection: Connection) -> None:
    """Bring the database to the newest schema, if need be. Raises: Newer."""
    if not is_current(connection):
        with transaction(driver(connection)):  # another program may be at the same file
            upgrade(connection)


def upgrade(connection: Connection, version: str = VERSIONS[-1]) -> None:
    """Run the missing migrations up to this version within the caller's transaction."""
    from alembic import command  # 0.6 s, and needed once in a journal's life
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "tricktable.store.journal:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, version)
