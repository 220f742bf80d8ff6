"""The command `replay`: prints the judgement of records in files. Judges nothing itself."""

import sys

import click

from tricktable.cli.flags import name_games_left_out, printing


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per record.")
@click.option("--each", is_flag=True, help="Print one JSON object after every entry (JSON Lines).")
@click.option(
    "--seat", type=click.IntRange(min=0), help="Add what this seat may know (0 is the first)."
)
@click.option(
    "--referee", is_flag=True, help="Show everything the table has scanned, hands included."
)
@click.option("--with-file", is_flag=True, help='Start each JSON object with its "file".')
def replay(
    names: tuple[str, ...],
    as_json: bool,
    each: bool,
    seat: int | None,
    referee: bool,
    with_file: bool,
) -> None:
    """Judge recorded games: what happened, the score, and any rules that were broken.

    FILE is a record (JSON Lines), `-` for standard input, or a folder: every *.jsonl in it and
    below it, sorted by name, except *.each.jsonl. Secrets stay hidden unless you ask for them with
    --seat or --referee.

    \b
    One record, in words:                 tricktable replay game.jsonl
    One record, for programs:             tricktable replay --json game.jsonl
    What seat 2 knew at every entry:      tricktable replay --each --seat 2 game.jsonl
    A whole folder, one object per line:  tricktable replay --json --with-file games/

    A bad record does not stop the others. The message on standard error names its line, and its
    file if there are several; standard output gets nothing from it or, with --each, only the
    entries before the bad one.

    \b
    Exit codes: 0 every record was read to its end; 1 a file cannot be read, or the output cannot
    be written; 2 a line is malformed; 3 an entry is impossible; 5 the game itself (perhaps an
    installed one) has a fault. With several records, the highest.
    """
    from tricktable.cli.corpus import PrintOptions, replay_all
    from tricktable.rules.verdicts import PUBLIC, REFEREE

    if seat is not None and referee:
        raise click.UsageError("use either --seat or --referee, not both")
    name_games_left_out()
    viewpoint = REFEREE if referee else PUBLIC if seat is None else seat
    wish = PrintOptions(viewpoint, as_json=as_json or each, each=each, with_file=with_file)
    with printing():
        worst = replay_all(names, wish)
    sys.exit(worst)
