"""The command `flash`: MicroPython and the board's program, put on a Pico."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tricktable.board.flash import CannotFlash
from tricktable.cli.flags import refuse_port, settings_of

if TYPE_CHECKING:
    from tricktable.board.flash.steps import FlashOptions
    from tricktable.board.flash.updates import BoardOnWire
    from tricktable.board.flash.wifi import Wifi
    from tricktable.board.link.delivery import Update


@click.command()
@click.option(
    "--port",
    default="",
    help="The board's serial port, if several boards are plugged in; or its address on the Wi-Fi.",
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
@click.option(
    "--tcp-port",
    type=click.IntRange(1, 65535),
    default=4000,
    show_default=True,
    help="The TCP port on which it listens there.",
)
@click.option(
    "--name",
    default="tricktable",
    show_default=True,
    help="Its name there, if several boards are on this Wi-Fi.",
)
@click.option("--key-file", default="", help="The file for the key of a board on the network.")
@click.option(
    "--set",
    "words",
    multiple=True,
    metavar="NAME=NUMBER",
    help="Save a setting on the board, such as `reader_khz=500`, the readers' bus speed.",
)
@click.option(
    "--only-set",
    "is_only_set",
    is_flag=True,
    help="Only set, and join the Wi-Fi: it keeps its program, tries what is new, and keeps that "
    "if it works.",
)
@click.option("--dry-run", "is_dry", is_flag=True, help="Show the steps without doing them.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def flash(
    port: str,
    image: str,
    kind: str,
    ssid: str | None,
    tcp_port: int,
    name: str,
    key_file: str,
    words: tuple[str, ...],
    is_only_set: bool,
    is_dry: bool,
    yes: bool,
) -> None:
    """Install or update MicroPython and the board's program on a Pico.

    Hold the BOOTSEL button of a new Pico while you plug it in. If it already has MicroPython, the
    program goes into the slot that is not running; if it fails three times, the board returns to
    the last good one by itself.

    \b
    A new board:          tricktable flash
    See what it would do: tricktable flash --dry-run
    Without internet:     tricktable flash --uf2 RPI_PICO-20260824-v1.29.0.uf2
    A Pico W over Wi-Fi:  tricktable flash --board pico-w --wifi "Our network"
    It, without a cable:  tricktable flash --port socket://tricktable.local:4000
    Long reader cables:   tricktable flash --set reader_khz=500
    A second reader:      tricktable flash --set readers=2 --only-set
    Another password:     tricktable flash --wifi "Our network" --only-set
    Exit codes:           0 done; 1 it cannot be done; one sentence says why.
    """
    from tricktable.board.flash import steps
    from tricktable.board.flash.settings import settings_of_words
    from tricktable.board.flash.wifi import Wifi, is_name
    from tricktable.board.link.sealed_port import SCHEME

    if port:
        refuse_port(port)
    _refuse_image(image, steps.OFFICIAL)
    is_far = port.startswith(SCHEME)
    _refuse_apart(is_far, is_only_set, bool(image), bool(ssid), bool(words))
    if not is_name(name):
        raise click.UsageError("--name has 1 to 31 small letters, digits and hyphens")
    try:
        settings = settings_of_words(words)
    except CannotFlash as fault:
        raise click.UsageError(str(fault)) from None
    kept = Path(key_file or "board-key")
    if ssid or is_far:  # nothing else needs a key, and a folder to keep it in
        try:
            kept = settings_of({"board_key_file": key_file or None}).board_key
        except click.ClickException:
            if not is_dry:
                raise
    try:
        wifi = None
        if ssid:
            password = "" if is_dry else click.prompt(f"Password for {ssid}", hide_input=True)
            wifi = Wifi(ssid, password, kept, tcp_port, name)
            wifi.check()
        if is_far or is_only_set:
            _send(port, kept, settings, wifi, is_only_set, is_dry, yes)
            return
        _install(port, kept, steps.FlashOptions(image, kind, wifi, settings), is_dry, yes)
    except CannotFlash as fault:
        raise click.ClickException(str(fault)) from None


def _install(port: str, key_file: Path, wish: FlashOptions, is_dry: bool, yes: bool) -> None:
    """Put MicroPython and the program on a board over its cable. Raises: CannotFlash."""
    from tricktable.board.flash import steps, updates
    from tricktable.board.flash.firmware import compile_firmware
    from tricktable.board.link.sealed_port import opener

    target = steps.find_if_any(port, click.echo) if is_dry else steps.find(port)
    # Nothing is compiled for a dry run, so that it needs no compiler.
    firmware = None if is_dry else compile_firmware()
    for number, step in enumerate(steps.plan(wish, target, firmware), 1):
        click.echo(f"{number}. {step}")
    if firmware is None:
        return
    if not yes:
        click.confirm("Continue?", abort=True)
    place = steps.flash(wish, target, firmware, click.echo)
    if wish.wifi:
        click.echo("Now it tries the Wi-Fi for up to a minute, and goes back if it cannot join.")
        opened = opener(key_file)
        with closing(updates.BoardOnWire(lambda: opened(place))) as board:
            board.hello()
            _attempt(board, (), wish.wifi)


def _send(
    port: str,
    key_file: Path,
    wishes: Mapping[str, int],
    wifi: Wifi | None,
    is_only_set: bool,
    is_dry: bool,
    yes: bool,
) -> None:
    """Update a board whose program runs, over the wire. Raises: CannotFlash."""
    from tricktable.board.flash import steps, updates
    from tricktable.board.flash.firmware import compile_firmware
    from tricktable.board.link.line import is_older
    from tricktable.board.link.sealed_port import opener

    parts = []
    if not is_only_set:
        firmware = compile_firmware()
        parts.append(updates.program(firmware.pack, firmware.version))
    if wishes:
        parts.append(updates.settings(wishes))
    about = [*[each.about for each in parts], *([wifi.about] if wifi else [])]
    target = steps.find_if_any(port, click.echo) if is_dry else steps.find(port)
    where = target.port or "its port"
    for number, what in enumerate(about, 1):
        click.echo(f"{number}. send {what} to the board at {where}, and let it try that once")
    if is_dry:
        return
    if not target.port:
        raise CannotFlash("This board has no program yet: install it first, without --only-set")
    opened = opener(key_file)
    with closing(updates.BoardOnWire(lambda: opened(target.port))) as board:
        version = board.hello().version
        if not is_only_set and is_older(firmware.version, version):
            click.echo(f"The board runs version {version}, which is newer.")
        if not yes:
            click.confirm("Continue?", abort=True)
        _attempt(board, parts, wifi)


def _attempt(board: BoardOnWire, parts: Sequence[Update], wifi: Wifi | None) -> None:
    """Send each, and have the board try it once. Raises: CannotFlash."""
    from tricktable.board.flash.updates import network

    for each in (*parts, *([network(wifi)] if wifi else [])):
        board.send(each, click.echo)
        version = board.attempt(each).version
    click.echo(f"The board now runs version {version}.")
    if wifi:
        click.echo(wifi.how)


def _refuse_apart(
    is_far: bool, is_only_set: bool, has_image: bool, has_wifi: bool, has_words: bool
) -> None:
    """Raises: click.UsageError for options that do not go together."""
    if is_far and (has_image or has_wifi):
        raise click.UsageError("--uf2 and --wifi need the board's cable, and so its serial port")
    if is_only_set and (has_image or not (has_words or has_wifi)):
        raise click.UsageError("--only-set goes with --set or --wifi, and without --uf2")


def _refuse_image(image: str, official: str) -> None:
    """Raises: click.UsageError for a file that there is not."""
    if image not in ("", official) and not Path(image).is_file():
        raise click.UsageError(f"there is no file {image} for --uf2")
