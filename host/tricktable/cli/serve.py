"""The command `serve`: one table or several, with boards or without."""

import os
from datetime import UTC, datetime

import click

from tricktable.cli.flags import Flag, name_games_left_out, serving, settings_of, with_settings
from tricktable.cli.logs import with_log


@click.command()
@with_settings()
@click.option(
    "--begin-anew",
    is_flag=True,
    help="If the journal is damaged or has lost rows, set it aside and start an empty one.",
)
@click.option("--open", "opens", is_flag=True, help="Open the host's page in your browser.")
@with_log
def serve(begin_anew: bool, opens: bool, **flags: Flag) -> None:
    """Run one table or many: with phones alone, or with boards that read the cards.

    Guests scan the code that it prints, sit down and lay their cards by touch; the host's page
    chooses the game. A board may come at any time.

    Boards are recognised by their USB id and their greeting, whatever the system calls their
    ports, and picked up again after you unplug them. Each board stays with the table that it first
    served; an unknown board is given a table that has none, or a new table. You can give --port
    more than once.

    \b
    Exit codes: 0 stopped by Ctrl-C or SIGTERM; 130 stopped by Ctrl-C before it served;
    1 it cannot run; one sentence says why.
    """
    from tricktable import app
    from tricktable.cli import browser
    from tricktable.web.http.supervisor import supervisor

    name_games_left_out()
    settings = settings_of(flags)
    with serving():
        anew_at = datetime.now(UTC) if begin_anew else None
        show = browser.show if opens else None
        app.serve(settings, anew_at, show, supervisor(os.environ, os.getpid()))
