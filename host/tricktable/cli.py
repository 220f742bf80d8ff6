"""The command line: joins the parts. Each command loads only what it needs."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tricktable.deck_commands import deck, enrol
from tricktable.doctor import doctor
from tricktable.flags import (
    Flag,
    name_games_left_out,
    printing,
    serving,
    settings_of,
    with_settings,
)
from tricktable.journal_commands import journal

MOST_TABLES = 20
"""So many simulated boards an ordinary computer may run at once."""
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=CONTEXT)
@click.version_option(package_name="tricktable")
def main() -> None:
    """The companion for card games with real cards at a real table.

    \b
    See it without any hardware:   tricktable demo
    With a board on a USB port:    tricktable serve
    Teach it a deck of cards:      tricktable enrol
    Judge a written record:        tricktable replay game.jsonl
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # whoever started this closed it: nobody wants to hear
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without kana shows their numbers
            stream.reconfigure(errors="backslashreplace")


@main.command()
@click.argument("names", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per record.")
@click.option("--each", is_flag=True, help="Print one JSON object after every entry (JSON Lines).")
@click.option(
    "--seat", type=click.IntRange(min=0), help="Add what this seat may know (0 is first)."
)
@click.option("--referee", is_flag=True, help="Show all that the table has read, hands included.")
@click.option("--with-file", is_flag=True, help='Begin each JSON object with its "file".')
def replay(
    names: tuple[str, ...],
    as_json: bool,
    each: bool,
    seat: int | None,
    referee: bool,
    with_file: bool,
) -> None:
    """Judge records: what happened, what it means, what was improper.

    FILE is a record (JSON Lines), `-` standard input, a folder all *.jsonl in it and below, in
    order of their names (but *.each.jsonl). Nothing secret is shown unless --seat or --referee
    asks for it.

    \b
    What one record means, in words:      tricktable replay game.jsonl
    The same for programs:                tricktable replay --json game.jsonl
    What seat 2 knew at every entry:      tricktable replay --each --seat 2 game.jsonl
    Judge a thousand, one object a line:  tricktable replay --json --with-file games/

    A record that is refused does not stop the others. Its message on standard error names the
    line (of several records, the file too), and standard output holds nothing of it; with --each,
    what came before.

    \b
    Exit codes: 0 all read to their ends; 1 a file cannot be read, or the output not be written;
    2 a line is malformed; 3 an entry is impossible. Of several, the highest.
    """
    from tricktable.corpus import Wish, replay_all
    from tricktable.rules.verdicts import PUBLIC, REFEREE

    if seat is not None and referee:
        raise click.UsageError("--seat and --referee exclude each other")
    name_games_left_out()
    viewpoint = REFEREE if referee else PUBLIC if seat is None else seat
    wish = Wish(viewpoint, as_json=as_json or each, each=each, with_file=with_file)
    with printing():
        worst = replay_all(names, wish)
    sys.exit(worst)


@main.command()
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
@click.option("--speed", default=32.0, show_default=True, help="Board time, as times real time.")
def perform(file: str, as_json: bool, speed: float) -> None:
    """Play a record through the whole machine, card by card.

    Lays each card's tag on the reader of a simulated board that runs the shipped firmware, presses
    its buttons, and prints the summary that the table reached: the one of `replay --referee`.

    \b
    Exit codes: as replay; 4 the table cannot do what the record says, or ended otherwise.
    """
    from tricktable import replay as replaying
    from tricktable.perform import Apart, performed
    from tricktable.report import report
    from tricktable.rules.verdicts import REFEREE

    name_games_left_out()
    try:
        with replaying.opened(file) as lines:
            record = performed(lines, speed)
    except replaying.Unreadable as fault:
        raise click.FileError(file, str(fault)) from None
    except replaying.Refused as refused:
        click.echo(str(refused), err=True)
        sys.exit(refused.exit_code)
    except Apart as apart:
        click.echo(str(apart), err=True)
        sys.exit(4)
    with printing():
        click.echo(replaying.as_json(record, REFEREE) if as_json else report(record, REFEREE))


@main.command()
@click.argument("game", metavar="[GAME]", default="")
@click.option("--players", default=4, show_default=True, help="How many play.")
@click.option(
    "--set", "given", multiple=True, metavar="OPTION=VALUE", help="A house rule that differs."
)
def rules(game: str, players: int, given: tuple[str, ...]) -> None:
    """Print the house-rule sheet of a game, in plain words; without GAME, list the games.

    GAME is its name as records write it. Each option stands on the sheet with its value, what that
    means, and what else it can be. The last line is the hash of the rules, which a table writes
    into its records.

    \b
    Example:      tricktable rules GAME --set OPTION=VALUE --set OTHER=VALUE
    Exit codes:   0; 2 there is no such game, option or value.
    """
    from tricktable import sheet
    from tricktable.games import GAMES
    from tricktable.rules.entries import Malformed

    name_games_left_out()
    if not game:
        with printing():
            for each in GAMES.values():
                counts = sheet.span(each.players)
                click.echo(f"{each.name:<12} {each.title}, {counts} players")
        return
    try:
        header = sheet.header(game, players, given)
    except Malformed as fault:
        raise click.UsageError(fault.reason) from None
    with printing():
        click.echo(sheet.text(header))
        click.echo(f"\nsheet {sheet.digest(header)}")


@main.command()
@with_settings()
@click.option(
    "--begin-anew",
    is_flag=True,
    help="If the journal is damaged or has lost rows, put it aside and begin an empty one.",
)
def serve(begin_anew: bool, **flags: Flag) -> None:
    """Serve one table or many, with real boards.

    Boards are found by their USB id and by what they say, whatever the system calls their ports,
    and found again after they were unplugged. Each belongs to the table that it served first; one
    that nobody knows gets a table without a board, or another table of its own. --port may be given
    several times. Without a board, cards can be entered on the host's page.

    \b
    Exit codes: 0 ended by Ctrl-C or SIGTERM; 1 it cannot serve, and one sentence says why.
    """
    from tricktable import house

    name_games_left_out()
    settings = settings_of(flags)
    with serving():
        house.serve(settings, datetime.now(UTC) if begin_anew else None)


main.add_command(enrol)
main.add_command(deck)
main.add_command(doctor)
main.add_command(journal)


@main.command()
@with_settings("data", "database", "max_journal_mib", "board_port")
@click.option("--seed", default=1, show_default=True, help="The same seed deals the same hands.")
@click.option("--fast", is_flag=True, help="Play as quickly as the machine follows.")
@click.option("--manual", is_flag=True, help="Wait for your hand instead of playing by itself.")
@click.option("--game", default="", help="Which game begins; the first of all if you do not say.")
@click.option("--players", default=4, show_default=True, help="How many play it.")
@click.option("--variant", default="", help="Which variant of it.")
@click.option(
    "--tables",
    type=click.IntRange(1, MOST_TABLES),
    default=1,
    show_default=True,
    help="How many tables play: a club evening.",
)
def demo(
    seed: int,
    fast: bool,
    manual: bool,
    game: str,
    players: int,
    variant: str,
    tables: int,
    **flags: Flag,
) -> None:
    """Show everything without any hardware.

    A simulated table runs the real firmware and plays by itself; take over, or choose another
    game, at /demo. With several tables each has its own board.

    \b
    Exit codes: 0 ended by Ctrl-C or SIGTERM; 1 it cannot serve, and one sentence says why.
    """
    from tricktable import virtual
    from tricktable.demo.acts import Begin
    from tricktable.games import GAMES

    name_games_left_out()
    first = Begin(game or next(iter(GAMES)), players, variant)
    with serving(), TemporaryDirectory(prefix="tricktable-") as folder:
        settings = settings_of({**flags, "data": folder})
        virtual.demo(settings, seed, fast, manual, first, tables)


@main.command()
@click.option("--port", default="", help="The board's serial port; without: the only one there is.")
@click.option(
    "--uf2",
    "image",
    default="",
    metavar="FILE",
    help="Put this MicroPython on the board first; `official`: the pinned one, downloaded.",
)
@click.option(
    "--board",
    "kind",
    type=click.Choice(["pico", "pico-w", "pico2", "pico2-w"]),
    default="pico",
    show_default=True,
    help="Which board it is; MicroPython for a Pico 2 must be given with --uf2.",
)
@click.option(
    "--wifi", "ssid", metavar="SSID", help="Let a Pico W join this Wi-Fi; asks for the password."
)
@click.option("--tcp-port", default=4000, show_default=True, help="Where the board answers on it.")
@click.option("--key-file", default="", help="Where the key of a board on the network is kept.")
@click.option(
    "--set",
    "words",
    multiple=True,
    metavar="NAME=NUMBER",
    help="Set something of the board for good, such as `reader_khz=500`, its readers' bus.",
)
@click.option("--dry-run", "is_dry", is_flag=True, help="Show each step and do none.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def flash(
    port: str,
    image: str,
    kind: str,
    ssid: str | None,
    tcp_port: int,
    key_file: str,
    words: tuple[str, ...],
    is_dry: bool,
    yes: bool,
) -> None:
    """Put MicroPython and the board's program on a Pico, or a newer program.

    A new Pico is plugged in while its BOOTSEL button is held. One that has MicroPython gets the
    program into the slot that is not running; should it fail three times, the board goes back to
    the last good one by itself.

    \b
    A new board:          tricktable flash
    See what it would do: tricktable flash --dry-run
    Without internet:     tricktable flash --uf2 RPI_PICO-20260824-v1.29.0.uf2
    No cable to a Pico W: tricktable flash --board pico-w --wifi "Our network"
    Long reader cables:   tricktable flash --set reader_khz=500
    Exit codes:           0 done; 1 it cannot be done, and one sentence says why.
    """
    from tricktable.flash import CannotFlash, steps
    from tricktable.flash.firmware import compiled
    from tricktable.flash.settings import wished
    from tricktable.flash.wifi import Wifi

    try:
        settings = wished(words)
        wifi = None
        if ssid:
            password = "" if is_dry else click.prompt(f"Password of {ssid}", hide_input=True)
            kept = settings_of({"board_key_file": key_file or None}).board_key
            wifi = Wifi(ssid, password, kept, tcp_port)
        wish = steps.Wish(image, kind, wifi, settings)
        firmware = compiled()
        target = steps.seen(port, click.echo) if is_dry else steps.find(port)
        for number, step in enumerate(steps.plan(wish, target, firmware), 1):
            click.echo(f"{number}. {step}")
        if is_dry:
            return
        if not yes:
            click.confirm("Go on?", abort=True)
        steps.flash(wish, target, firmware, click.echo)
    except CannotFlash as fault:
        raise click.ClickException(str(fault)) from None
