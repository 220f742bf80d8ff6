"""The command line: puts the parts together. Each command imports only what it needs."""

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
"""How many simulated boards an ordinary computer can run at once."""
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=CONTEXT)
@click.version_option(package_name="tricktable")
def main() -> None:
    """The companion for card games with real cards at a real table.

    \b
    See it without any hardware:   tricktable demo
    With a board on a USB port:    tricktable serve
    Teach it a deck of cards:      tricktable enrol
    Judge a recorded game:         tricktable replay game.jsonl
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller closed it: nobody is listening
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without kana shows escapes
            stream.reconfigure(errors="backslashreplace")


@main.command()
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
    The same, for programs:               tricktable replay --json game.jsonl
    What seat 2 knew at every entry:      tricktable replay --each --seat 2 game.jsonl
    A whole folder, one object per line:  tricktable replay --json --with-file games/

    A bad record does not stop the others. The message on standard error names its line, and its
    file if there are several; standard output gets nothing from it or, with --each, only the
    entries before the bad one.

    \b
    Exit codes: 0 every record was read to its end; 1 a file cannot be read, or the output cannot
    be written; 2 a line is malformed; 3 an entry is impossible. With several records, the highest.
    """
    from tricktable.corpus import PrintOptions, replay_all
    from tricktable.rules.verdicts import PUBLIC, REFEREE

    if seat is not None and referee:
        raise click.UsageError("use either --seat or --referee, not both")
    name_games_left_out()
    viewpoint = REFEREE if referee else PUBLIC if seat is None else seat
    wish = PrintOptions(viewpoint, as_json=as_json or each, each=each, with_file=with_file)
    with printing():
        worst = replay_all(names, wish)
    sys.exit(worst)


@main.command()
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
@click.option(
    "--speed", default=32.0, show_default=True, help="How many times faster than real time."
)
def perform(file: str, as_json: bool, speed: float) -> None:
    """Play a record on a simulated board, card by card.

    Lays each card's tag on a reader of a simulated board that runs the real firmware, presses its
    buttons, and prints the summary that the table arrives at. `replay --referee` prints the same.

    \b
    Exit codes: as for replay; 4 the table cannot do what the record says, or ends differently.
    """
    from tricktable import replay as replaying
    from tricktable.perform import Apart, performed
    from tricktable.report import report
    from tricktable.rules.verdicts import REFEREE

    name_games_left_out()
    try:
        with replaying.opened(file) as lines:
            record = performed(lines, speed)
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


@main.command()
@click.argument("game", metavar="[GAME]", default="")
@click.option("--players", default=4, show_default=True, help="How many players.")
@click.option("--set", "given", multiple=True, metavar="OPTION=VALUE", help="Change a house rule.")
def rules(game: str, players: int, given: tuple[str, ...]) -> None:
    """Print a game's house rules in plain words; without GAME, list the games.

    GAME is the name used in records. The sheet gives each option with its value, what that means,
    and the other values you can choose. The last line is a hash of the rules, which the table
    writes into its records.

    \b
    Example:      tricktable rules GAME --set OPTION=VALUE --set OTHER=VALUE
    Exit codes:   0 done; 2 there is no such game, option or value.
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
@click.option("--fast", is_flag=True, help="Play as fast as this computer can.")
@click.option("--manual", is_flag=True, help="Wait for you to play every card.")
@click.option("--game", default="", help="The game to start with (default: the first).")
@click.option("--players", default=4, show_default=True, help="How many players.")
@click.option("--variant", default="", help="Which variant of it, if it has any.")
@click.option(
    "--tables",
    type=click.IntRange(1, MOST_TABLES),
    default=1,
    show_default=True,
    help="How many tables to run, as at a club evening.",
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
    """Try everything without any hardware.

    A simulated table runs the real firmware and plays by itself; take over, or choose another
    game, at /demo. If you ask for several tables, each has its own board.

    \b
    Exit codes: 0 stopped by Ctrl-C or SIGTERM; 1 it cannot run, and one sentence says why.
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
@click.option(
    "--port", default="", help="The board's serial port, if several boards are plugged in."
)
@click.option(
    "--uf2",
    "image",
    default="",
    metavar="FILE",
    help="Install this MicroPython first; `official` downloads the pinned version.",
)
@click.option(
    "--board",
    "kind",
    type=click.Choice(["pico", "pico-w", "pico2", "pico2-w"]),
    default="pico",
    show_default=True,
    help="Which board you have; for a Pico 2, give its MicroPython with --uf2.",
)
@click.option(
    "--wifi", "ssid", metavar="SSID", help="Connect a Pico W to this Wi-Fi; asks for the password."
)
@click.option("--tcp-port", default=4000, show_default=True, help="The port it listens on there.")
@click.option("--key-file", default="", help="Where to keep the key of a board on the network.")
@click.option(
    "--set",
    "words",
    multiple=True,
    metavar="NAME=NUMBER",
    help="Set something on the board for good, such as `reader_khz=500`, the readers' bus speed.",
)
@click.option("--dry-run", "is_dry", is_flag=True, help="Show the steps without doing them.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
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
    """Install or update MicroPython and the board's program on a Pico.

    Hold the BOOTSEL button of a new Pico while you plug it in. If it has MicroPython already, the
    program goes into the slot that is not running; if it fails three times, the board goes back to
    the last good one by itself.

    \b
    A new board:          tricktable flash
    See what it would do: tricktable flash --dry-run
    Without internet:     tricktable flash --uf2 RPI_PICO-20260824-v1.29.0.uf2
    A Pico W over Wi-Fi:  tricktable flash --board pico-w --wifi "Our network"
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
            password = "" if is_dry else click.prompt(f"Password for {ssid}", hide_input=True)
            kept = settings_of({"board_key_file": key_file or None}).board_key
            wifi = Wifi(ssid, password, kept, tcp_port)
        wish = steps.FlashOptions(image, kind, wifi, settings)
        firmware = compiled()
        target = steps.seen(port, click.echo) if is_dry else steps.find(port)
        for number, step in enumerate(steps.plan(wish, target, firmware), 1):
            click.echo(f"{number}. {step}")
        if is_dry:
            return
        if not yes:
            click.confirm("Continue?", abort=True)
        steps.flash(wish, target, firmware, click.echo)
    except CannotFlash as fault:
        raise click.ClickException(str(fault)) from None
