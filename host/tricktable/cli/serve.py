"""The command `serve`: one table or several, with real boards."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from tricktable.cli.flags import Flag, name_games_left_out, serving, settings_of, with_settings


@click.command()
@with_settings()
@click.option(
    "--begin-anew",
    is_flag=True,
    help="If the journal is damaged or has lost rows, set it aside and start an empty one.",
)
def serve(begin_anew: bool, **flags: Flag) -> None:
    """Run one table or many, with real boards.

    Boards are recognised by their USB id and their greeting, whatever the system calls their
    ports, and picked up again after you unplug them. Each board stays with the table that it first
    served; an unknown board is given a table that has none, or a new table. You can give --port
    more than once. Without a board, enter cards on the host's page.

    \b
    Exit codes: 0 stopped by Ctrl-C or SIGTERM; 1 it cannot run, and one sentence says why.
    """
    from tricktable import app

    name_games_left_out()
    settings = settings_of(flags)
    with serving():
        app.serve(settings, datetime.now(UTC) if begin_anew else None)
