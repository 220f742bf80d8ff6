"""The command `doctor`: prints the board's health and what to do. `examination` finds it out."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tricktable.cli.flags import PAGES, Amount, Flag, printing, settings_of, with_settings
from tricktable.cli.logs import with_log

if TYPE_CHECKING:
    from tricktable.board.checkup import Facts, Remark


_OF_THE_HOST: Final = {"http_host", "http_port", "host_token"}
"""What leads to a host that runs."""


@click.command()
@with_settings(*({*PAGES} - _OF_THE_HOST), "database", "max_journal_mib")
@click.option("--test", is_flag=True, help="Test the board's parts; lamps and buzzer go on.")
@click.option(
    "--still",
    type=Amount(),
    metavar="MINUTES",
    help="Count faults while cards lie still for MINUTES.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--bundle",
    metavar="FILE",
    help="Write a file that you can send to somebody who is helping you.",
)
@click.option(
    "--bench",
    metavar="FILE",
    help="Walk through all parts of a new board with you, and keep a report in FILE.",
)
@with_log
def doctor(
    test: bool,
    still: float | None,
    as_json: bool,
    bundle: str | None,
    bench: str | None,
    **flags: Flag,
) -> None:
    """Check the board and each of its parts, and say what to do.

    Asks the host running on this computer or, if there is none, the board itself. A bundle contains
    versions, counts and the kinds of the latest faults: no names, no cards' ids, no tokens.

    At the bench, a new board is tried part by part: it asks you to press each key and button, to
    lay cards on each reader, from above and beside a phone, and what you see and hear. It writes
    FILE (JSON) and a page to read beside it (Markdown) after each answer; call it again with the
    same FILE and it goes on with what has not gone well yet. No host may run meanwhile, and what
    the board has kept for one is forgotten: no test must reach a game.

    \b
    Check the board:                    tricktable doctor
    Test readers, lamps and buzzer:     tricktable doctor --test
    Do readers lose cards lying still:  tricktable doctor --still 10
    Ask for help:                       tricktable doctor --bundle board.json
    Try each part of a new board:       tricktable doctor --bench bench.json
    Exit codes:                         0 everything works; 1 something needs attention.
    """
    from tricktable.board import checkup
    from tricktable.cli.examination import examine

    settings = settings_of(flags)
    if bench is not None:
        if test or still is not None or as_json or bundle:
            raise click.UsageError("--bench goes with no other check: give it alone.")
        from tricktable.cli.bench import PAGE, at_the_bench

        report, page = Path(bench), Path(bench).with_suffix(PAGE)
        if report == page:
            raise click.UsageError(f"{bench} becomes the page to read. Name FILE bench.json.")
        is_well = at_the_bench(settings, report, _question)
        click.echo(f"The report is in {report}, and to read in {page}.")
        sys.exit(0 if is_well else 1)
    if still is not None:
        before = examine(settings, test)
        _lie_still(still)
        facts = examine(settings, test=False)
        both = {code: each for code, each in facts.items() if code in before}
        said = list(of_each(both, lambda code: checkup.still(before[code], both[code])))
    else:
        facts = examine(settings, test)
        said = list(of_each(facts, lambda code: checkup.remarks(facts[code])))
    with printing():
        is_well = show(said, as_json)
    if bundle:
        write_bundle([*facts.values()], Path(bundle))
    sys.exit(0 if is_well else 1)


def of_each(
    facts: Mapping[str, Facts], said: Callable[[str], Iterable[Remark]]
) -> Iterator[Remark]:
    """The remarks on each table's board, marked with the table's code if there are several.

    If any table has a board, tables that never had one are left out.
    """
    usable = [code for code in facts if facts[code].state != "absent"] or [*facts][:1]
    for code in usable:
        for remark in said(code):
            yield remark if len(facts) == 1 else remark._replace(part=f"{code} {remark.part}")


def _question(question: str) -> str:
    answer: str = click.prompt(question, default="", show_default=False, prompt_suffix=" ")
    return answer


def _lie_still(minutes: float) -> None:
    click.echo(f"Leave a card on each reader and touch nothing for {minutes:g} minutes.", err=True)
    until_s = time.monotonic() + minutes * 60
    while (left_s := until_s - time.monotonic()) > 0:
        threading.Event().wait(min(left_s, 1))  # Ctrl-C as a wait begins is heard at its end


def show(said: Sequence[Remark], as_json: bool) -> bool:
    """Print the report; return whether all is well."""
    from tricktable.board.checkup import remark_lines

    is_well = all(remark.is_well for remark in said)
    if as_json:
        click.echo(json.dumps({"ok": is_well, "remarks": [remark._asdict() for remark in said]}))
        return is_well
    for line in remark_lines(said):
        click.echo(line)
    click.echo("All is well." if is_well else "Lines that start with ! need you to do something.")
    return is_well


def write_bundle(facts: Sequence[Facts], path: Path) -> None:
    """Write what may be sent to a helper: of one board, or a list of several as `boards`.

    Raises: click.ClickException.
    """
    from tricktable.board.checkup import bundle

    told = [bundle(each) for each in facts]
    content = told[0] if len(told) == 1 else {"boards": told}
    try:
        path.write_text(json.dumps(content, indent=2, sort_keys=True) + "\n")
    except OSError as fault:
        raise click.ClickException(f"cannot write {path}: {fault.strerror}") from None
