"""The command `journal`: checks a journal, and saves what can be read. Decides nothing."""

import sys
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from tricktable.cli.flags import PAGES, Flag, printing, serving, settings_of, with_settings
from tricktable.text.count import how_many

_BOARDS: Final = ("max_journal_mib", "board_port", "board_key_file")
_NO_TOKEN: Final = "no-page-is-served-here-now"  # or one would be made just for this
LOSSES: Final = 3
"""Exit code if rows are lost."""


@click.group()
def journal() -> None:
    """Check the journal, repair a damaged one, or copy it.

    The journal contains everything that was ever played at your tables. If the host finds damage,
    it says so and does not start; these commands show how bad it is and what to do.

    \b
    Check whether it is sound:        tricktable journal check
    Save what can be read:            tricktable journal repair
    Start with an empty one instead:  tricktable serve --begin-anew
    Check one that was set aside:     tricktable journal check --database FILE
    Copy it into a club's database:   tricktable journal copy journal.db postgresql://…
    """


@journal.command("check")
@with_settings(*PAGES, *_BOARDS)
def check_journal(**flags: Flag) -> None:
    """Check that the journal's file or database, its rows and its games are sound.

    Prints one line for that and one for each table. A line that starts with `!` says what is
    damaged: `tricktable journal repair` saves what it can. Changes nothing, and is safe while a
    host runs. It cannot notice a changed letter that turns one possible card into another.

    \b
    The journal in the data folder:  tricktable journal check
    Another one:                     tricktable journal check --database copy.db
    A club's:                        tricktable journal check --database postgresql://…
    Exit codes:                      0 everything is sound; 1 something is damaged or lost.
    """
    from tricktable.house.repair import check

    with serving():
        findings = check(_journal(flags))
    with printing():
        for each in findings:
            click.echo(f"{' ' if each.is_sound else '!'} {each.part}: {each.sentence}.")
    sys.exit(0 if all(each.is_sound for each in findings) else 1)


@journal.command("repair")
@with_settings(*PAGES, *_BOARDS)
def repair_journal(**flags: Flag) -> None:
    """Make a new journal from what can be read of a damaged one.

    Stop the host first. This reads the file and its log byte by byte, so that nothing is hidden
    behind a damaged place, and counts the lost rows of each table. If a card or another entry is
    lost, the rest of that game is lost too, because entries refer to each other by number; the next
    game is whole again.

    The damaged files stay beside the new one, under a name with the time in it. Nothing is
    deleted, and a sound journal is left alone.

    \b
    First see what is wrong:  tricktable journal check
    Then:                     tricktable journal repair
    Exit codes:               0 everything was saved; 3 rows are lost, and listed;
                              1 it cannot be done; one sentence says why.
    """
    from tricktable.house.repair import check, quantity, repair, stretches
    from tricktable.store.journal import path_of
    from tricktable.store.journal.place import stamp

    with serving():
        path = path_of(_journal(flags))
        if all(each.is_sound for each in check(path)):
            click.echo("The journal is sound. There is nothing to repair.")
            return
        done = repair(path, stamp(datetime.now(UTC)))
    losses = 0
    with printing():
        for code, (saved, lost) in done.tables.items():
            losses += len(lost)
            gone = f"; lost: {stretches(lost)}" if lost else ", none lost"
            click.echo(f"{code}: {quantity(saved, 'row')} saved{gone}.")
        if not done.tables:
            click.echo("Nothing could be saved.")
        if not done.has_phones:
            click.echo("Phones have lost their seats: sit down again with each of them.")
        click.echo(f"The old files are kept: {done.kept}")
    sys.exit(LOSSES if losses else 0)


@journal.command("copy")
@click.argument("source")
@click.argument("target")
def copy_journal(source: str, target: str) -> None:
    """Copy the journal SOURCE into the journal TARGET, byte for byte.

    Each is a file, or a URL such as postgresql://club@server/club. Stop the hosts of both first.
    Every row is compared after it is copied. Rows that are already in TARGET stay; if they differ
    from SOURCE, nothing is copied. If the copy is interrupted, run it again: it continues where it
    stopped.

    \b
    Into a database:  tricktable journal copy journal.db postgresql://club@server/club
    And back:         tricktable journal copy postgresql://club@server/club journal.db
    Exit codes:       0 both are now the same; 1 they are not; one sentence says why.
    """
    from tricktable.store.journal import open_journal
    from tricktable.store.journal.copies import copy

    if "://" not in source and not Path(source).exists():
        raise click.ClickException(f"there is no journal {source}")
    with serving(), ExitStack() as opened, printing():
        first = opened.enter_context(closing(open_journal(source)))
        second = opened.enter_context(closing(open_journal(target)))
        for each in copy(first, second):
            click.echo(
                f"{each.code}: {how_many(each.rows, 'row')}, {each.added} of them copied now."
            )
        click.echo("Both journals are the same.")


def _journal(flags: dict[str, Flag]) -> str:
    return settings_of({**flags, "host_token": _NO_TOKEN}).journal
