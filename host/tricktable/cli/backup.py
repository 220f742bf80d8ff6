"""The commands `backup` and `restore`: everything that a house keeps, in one file and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from tricktable.cli.flags import PAGES, Flag, serving, settings_of, with_settings
from tricktable.text.count import how_many

if TYPE_CHECKING:
    from tricktable.store.backup import Contents, Place

_WITHOUT = (*PAGES, "max_journal_mib", "board_port")
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_NO_TOKEN = "no-page-is-served-here-now"  # or one would be made just for this


@click.command()
@click.option(
    "--to",
    "folder",
    default="",
    help="The folder for the backup (default: `backups` in the data folder).",
)
@click.option(
    "--keep",
    type=click.IntRange(min=1),
    default=None,
    help="Keep this many backups in that folder and delete older ones (default: keep all).",
)
@with_settings(*_WITHOUT)
def backup(folder: str, keep: int | None, **flags: Flag) -> None:
    """Back up everything on this host into one file.

    That is the journal with every game ever played, the decks, the settings, the host's token and
    the key of a board on the network: keep the file where nobody else can read it. You can back up
    while a host is running; no card waits for it, and the backup is read back and compared.

    \b
    In the data folder:               tricktable backup
    On a stick, keeping seven:        tricktable backup --to /media/stick --keep 7
    Of a club's database:             tricktable backup --database postgresql://club@server/club
    Put one back:                     tricktable restore FILE
    Exit codes: 0 done; 1 it cannot be done; one sentence says why.
    """
    from importlib.metadata import version

    from tricktable.store.backup import JOURNAL, BackupUnreadable, prune, take
    from tricktable.store.byte_lock import has_locks, lock_reason

    place = _place(flags)
    to = Path(folder) if folder else place.data / "backups"
    with serving():
        try:
            made = take(place, to, datetime.now(UTC), version("tricktable"))
        except BackupUnreadable as fault:
            raise click.ClickException(f"The backup could not be read back: {fault}") from None
        old = prune(to, keep) if keep else []
    click.echo(f"{made.path}: {_row_count(made.contents.rows)}, verified.")
    if JOURNAL not in made.contents.files:
        click.echo(f"There is no journal {place.journal}: this backup holds no games.", err=True)
        home = place.journal.parent
        if home.exists() and not has_locks(home):
            click.echo(f"A journal there {lock_reason(home)}.", err=True)
    for each in old:
        click.echo(f"Deleted, as it was older: {each}")


@click.command()
@click.argument(
    "file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@with_settings(*_WITHOUT)
def restore(file: Path, yes: bool, **flags: Flag) -> None:
    """Restore a backup, setting aside what is there now.

    Stop the host first. The backup is read completely before anything is changed, and the present
    data are set aside under a name with the time in it. Nothing is deleted.

    A backup of a journal in a file can be restored into a PostgreSQL database, and the other way
    round. In a database the present tables are renamed; stop all hosts of the club first.

    \b
    Into a club's database:  tricktable restore FILE --database postgresql://club@server/club
    Exit codes: 0 done; 1 it cannot be done; one sentence says why.
    """
    from tricktable.store.backup import BackupUnreadable, read
    from tricktable.store.backup import restore as put_back

    place = _place(flags)
    with serving():
        try:
            inside = read(file)
            rows = _row_count(inside.rows)
            click.echo(f"{file}: {rows}, of {inside.taken:%Y-%m-%d %H:%M} UTC.")
            click.echo(f"It replaces {', '.join(_losses(inside))}.")
            click.echo("What is there now is set aside. Restore only a backup that you trust.")
            if not yes:
                click.confirm(f"Put it into {_where(place)}?", abort=True)
            done = put_back(file, place, datetime.now(UTC))
        except BackupUnreadable as fault:
            raise click.ClickException(f"{fault}. Nothing was changed.") from None
    for each in done.aside:
        click.echo(f"Set aside: {each}")
    for table in done.tables:
        click.echo(f"Set aside in the database: {table}")
    source = click.get_current_context().get_parameter_source("database")
    same = " with the same --database" if source is ParameterSource.COMMANDLINE else ""
    click.echo(f"Restored. Start the host{same}: tricktable serve")


def _where(place: Place) -> str:
    """Where everything is put, in words."""
    database = place.database
    # Which hides a password.
    return f"{place.data}{f' and {database.render_as_string()}' if database is not None else ''}"


def _losses(inside: Contents) -> Iterator[str]:
    """All that restoring replaces or sets aside, in words."""
    from tricktable.store.backup import DECKS, JOURNAL, KEY

    decks = sum(name.startswith(f"{DECKS}/") for name in inside.files)
    yield "the journal" if JOURNAL in inside.files else "the journal (there is none in it)"
    yield f"all decks ({decks or 'none'} in it)"
    for name, words in (
        ("settings.toml", "the settings"),
        ("host-token", "the host's token"),
        ("webhook-secret", "the secret of the webhooks"),
        (KEY, "the board's key"),
    ):
        if name in inside.files:
            yield words


def _row_count(rows: Mapping[str, int]) -> str:
    """How many rows of how many tables; what all tables share belongs to none of them."""
    from tricktable.store.journal import CLUB

    return f"{how_many(sum(rows.values()), 'row')} of {how_many(len({*rows} - {CLUB}), 'table')}"


def _place(flags: dict[str, Flag]) -> Place:
    from tricktable.store.backup import JOURNAL, Place
    from tricktable.store.journal import database_of, path_of

    settings = settings_of({**flags, "host_token": _NO_TOKEN})
    with serving():
        database = database_of(settings.journal)
        journal = settings.data / JOURNAL if database else path_of(settings.journal)
        return Place(settings.data, journal, settings.board_key, database)
