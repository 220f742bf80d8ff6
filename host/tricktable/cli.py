"""The command line: joins the parts. Each command loads only what it needs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=CONTEXT)
@click.version_option(package_name="tricktable")
def main() -> None:
    """The companion for card games with real cards at a real table.

    \b
    See it without any hardware:   tricktable demo
    With a board on a USB port:    tricktable serve
    Judge a written record:        tricktable replay game.jsonl
    """


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per record.")
@click.option("--each", is_flag=True, help="Print one JSON object after every entry (JSON Lines).")
@click.option(
    "--seat", type=click.IntRange(min=0), help="Add what this seat may know (0 is first)."
)
@click.option("--referee", is_flag=True, help="Show all that the table has read, hands included.")
def replay(
    files: tuple[str, ...], as_json: bool, each: bool, seat: int | None, referee: bool
) -> None:
    """Judge records: what happened, what it means, what was improper.

    FILE is a record (JSON Lines), `-` reads standard input. Nothing secret is shown unless --seat
    or --referee asks for it.

    \b
    Exit codes: 0 read to its end; 2 a line is malformed; 3 an entry is impossible. The message
    names the line; standard output then holds nothing of that record (with --each: what came
    before).
    """
    from tricktable.replay import Refused
    from tricktable.rules.verdicts import PUBLIC, REFEREE

    if seat is not None and referee:
        raise click.UsageError("--seat and --referee exclude each other")
    viewpoint = REFEREE if referee else PUBLIC if seat is None else seat
    worst = 0
    for name in files:
        try:
            with _record_file(name) as file:
                _replay_one(file, viewpoint, as_json, each)
        except Refused as refused:
            where = f"{name}: " if len(files) > 1 else ""
            click.echo(f"{where}{refused}", err=True)
            worst = max(worst, refused.exit_code)
    sys.exit(worst)


def _replay_one(file: BinaryIO, viewpoint: int, as_json: bool, each: bool) -> None:
    from tricktable import replay as replaying
    from tricktable.report import report
    from tricktable.rules.record import Record

    def say(record: Record) -> None:
        click.echo(replaying.as_json(record, viewpoint))

    record = replaying.replay(replaying.lines_of(file), say if each else None, viewpoint)
    if not each:
        click.echo(replaying.as_json(record, viewpoint) if as_json else report(record, viewpoint))


@contextmanager
def _record_file(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        with Path(name).open("rb") as file:
            yield file
    except OSError as fault:
        raise click.FileError(name, fault.strerror or str(fault)) from None
