"""The command `perform`: plays a record through the whole machine, card by card."""

import sys

import click

from tricktable.cli.flags import Amount, name_games_left_out, printing
from tricktable.cli.logs import with_log


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
@click.option(
    "--speed",
    type=Amount(),
    default=32.0,
    show_default=True,
    help="How many times faster than real time.",
)
@with_log
def perform(file: str, as_json: bool, speed: float) -> None:
    """Play a record on a simulated board, card by card.

    Lays each card's tag on a reader of a simulated board that runs the real firmware, presses its
    buttons, and prints the summary that the table arrives at, as `replay --referee` does.

    \b
    Exit codes: as for replay; 4 the table cannot do what the record says, or ends differently.
    """
    from tricktable.rules.verdicts import REFEREE
    from tricktable.sim.perform import Apart, perform_record
    from tricktable.store import replay as replaying
    from tricktable.table.report import report

    name_games_left_out()
    try:
        with replaying.open_lines(file) as lines:
            record = perform_record(lines, speed)
    except replaying.FileUnreadable as fault:
        raise click.FileError(file, str(fault)) from None
    except replaying.RecordRefused as refused:
        click.echo(str(refused), err=True)
        sys.exit(refused.exit_code)
    except Apart as apart:
        click.echo(str(apart), err=True)
        sys.exit(4)
    with printing():
        click.echo(replaying.as_json(record, REFEREE) if as_json else report(record, REFEREE))
