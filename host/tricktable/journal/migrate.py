"""Brings a database to the journal's present shape. Alembic is loaded only where there is work.

A new shape is one more file in `migrations/versions` and one more name in `VERSIONS`.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, inspect

from tricktable.journal.connections import driver, transaction
from tricktable.journal.errors import Newer

VERSIONS: Final = ("0001", "0002", "0003")
"""Every shape that this program can read, oldest first."""


def is_current(connection: Connection) -> bool:
    """Whether the database has the newest shape. Raises: Newer if it has one that we do not know.

    Asks the database directly: importing Alembic takes longer than opening a journal.
    """
    if not inspect(connection).has_table("alembic_version"):
        return False
    version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if version is not None and version not in VERSIONS:
        raise Newer(
            f"this journal has version {version}, written by a newer Tricktable; "
            f"this one reads up to {VERSIONS[-1]}: update Tricktable, or choose another journal"
        )
    return bool(version == VERSIONS[-1])


def bring_up_to_date(connection: Connection) -> None:
    """Give the database the newest shape, if it has not got it. Raises: Newer."""
    if not is_current(connection):
        with transaction(driver(connection)):  # another program may be at the same file
            upgrade(connection)


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing, within the transaction that the caller began."""
    from alembic import command  # 0.6 s, and needed once in a journal's life
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "tricktable.journal:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
