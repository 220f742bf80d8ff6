"""The steps of `tricktable flash`, in order, each announced before it is done."""

import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import serial

from tableboard import VERSION
from tablewire.frame import encode
from tablewire.host import HostSession
from tablewire.messages import Hello, Leave
from tricktable.board.flash import CannotFlash, uf2
from tricktable.board.flash.console import Repl, space_on_flash
from tricktable.board.flash.firmware import File, Firmware
from tricktable.board.flash.settings import PLACE, settings_file
from tricktable.board.flash.wifi import Wifi
from tricktable.board.link.ports import Busy, Port, boards, open_port

OFFICIAL: Final = "official"
"""Instead of a path: download the image."""
_GREETING_S: Final = 3.0
"""Time for six questions (`WHO_MS`): who answers none does not run our program."""
_LOADED_S: Final = 8.0
"""As long as the watchdog waits: a program that hangs while it loads is reset after 8 s."""
_STARTED_S: Final = 20.0
"""For all of the restart, with the last good program if the new one fails."""
_APPEARS_S: Final = 30.0
"""Until the operating system shows a drive or a port that has just been plugged in."""
_LOOK_AGAIN_S: Final = 0.2
_LEAVES_S: Final = 0.5
"""For the program to end after `Leave`, before the console is asked for: that waits while it saves.
"""
OTHER: Final = {"a": "b", "b": "a", "": "a"}
"""The slot to fill, by the slot to keep."""

Say = Callable[[str], None]
T = TypeVar("T")


class FlashOptions(NamedTuple):
    """What the user asked for."""

    image: str = ""
    """A path, OFFICIAL, or "" for none unless the board is a drive."""
    kind: str = "pico"
    """Which of uf2.BOARDS it is."""
    wifi: Wifi | None = None
    settings: Mapping[str, int] = {}
    """What to set: see `settings`."""


class Target(NamedTuple):
    """The board found: one on a port, or one that is a drive."""

    port: str = ""
    drive: Path | None = None


def find(port: str) -> Target:
    """The only board. Raises: CannotFlash if there is none, or more than one."""
    if port:
        return Target(port)
    ports, drives = list(boards()), uf2.drives()
    if len(ports) + len(drives) > 1:
        names = ", ".join([*ports, *map(str, drives)])
        raise CannotFlash(f"There are several boards ({names}): choose one with --port")
    if not ports and not drives:
        raise CannotFlash(
            "No board found. Plug it in with a data cable; "
            "hold a new Pico's BOOTSEL button while you plug it in"
        )
    return Target(ports[0]) if ports else Target(drive=drives[0])


def find_if_any(port: str, say: Say) -> Target:
    """Like `find`, for a dry run: without exactly one board it says so and returns an empty one."""
    try:
        return find(port)
    except CannotFlash as fault:
        say(f"{fault}. For a board that has MicroPython, the steps would be:")
        return Target()


def plan(wish: FlashOptions, target: Target, firmware: Firmware | None) -> list[str]:
    """The steps to do, one line each; without its size if the program is not compiled."""
    size = f" ({firmware.size // 1024} KB)" if firmware else ""
    steps = []
    if wish.image or target.drive:
        image = uf2.official(wish.kind).url if wish.image in ("", OFFICIAL) else wish.image
        label = uf2.BOARDS[wish.kind].label
        if target.drive is None:
            steps.append(f"restart the board on {target.port or 'its port'} as a drive ({label})")
        steps.append(f"copy MicroPython ({image}) onto {target.drive or label}")
    steps += [
        f"stop the program of the board on {target.port or 'its port'}, "
        "which saves what it has not sent to its host yet",
    ]
    return [
        *steps,
        f"copy the program, version {VERSION}{size}, next to the "
        "running one, and check its SHA-256 on the board",
        *[f"set {name} to {value}" for name, value in wish.settings.items()],
        "switch to it, and keep the last good one to fall back to",
        f"restart the board, and wait until it answers as version {VERSION}",
        *([f"send {wish.wifi.about} to the board, and let it try that once"] if wish.wifi else []),
    ]


def flash(wish: FlashOptions, target: Target, firmware: Firmware, say: Say) -> str:
    """Do all the steps but the Wi-Fi's; returns the board's port.

    Raises: CannotFlash; then the board still runs what it ran before.
    """
    port = target.port
    if wish.image or target.drive:
        port = _put_micropython(wish, target, say)
    _end_program(port)
    with Repl(port) as board:
        board.check()
        slot = fill(board, firmware, say)
        if wish.settings:
            board.replace(settings_file(board.read(PLACE), wish.settings))
        say(f"slot {slot} is complete: restarting the board")
        board.restart()
    _wait_for_hello(port, firmware.version)
    say(f"The board now runs version {firmware.version}.")
    return port


def fill(board: Repl, firmware: Firmware, say: Say) -> str:
    """Put the program into the spare slot, and switch to it; returns the slot's name.

    Keeps the running program, or the last good one if that has not proved itself.
    """
    runs, good = board.slots()
    kept = runs if runs in good or not good else good[-1]
    slot = OTHER.get(kept, "a")
    good = good.replace(slot, "")
    if kept:
        board.choose(kept, good)  # nothing may fall back to what is half written
    pack = File(f"{slot}.pack", firmware.pack)
    files = (pack, *firmware.beside)
    needed, free = sum(space_on_flash(len(file.data)) for file in files), board.free()
    if needed > free:
        raise CannotFlash(
            f"The board's flash has {free // 1024} KB free but needs {needed // 1024} KB: "
            "remove files from it"
        )
    say(f"  {pack.place}: {len(firmware.program)} modules, {len(pack.data)} bytes")
    board.write(pack)
    for file in firmware.beside:
        if not board.has(file):
            say(f"  {file.place}: {len(file.data)} bytes")
            board.replace(file)
    board.choose(slot, good)
    return slot


def _put_micropython(wish: FlashOptions, target: Target, say: Say) -> str:
    """Put MicroPython on the board; returns its new port."""
    chip = uf2.BOARDS[wish.kind]
    if target.drive:
        _fits(target.drive, wish.kind)
    if wish.image in ("", OFFICIAL):
        image = uf2.official(wish.kind)
        say(f"downloading {image.url}")
        data = uf2.download(image)
    else:
        data = uf2.read_uf2(Path(wish.image), chip)
    drive = target.drive
    if drive is None:
        _end_program(target.port)
        with Repl(target.port) as board:
            board.bootloader()
        drive = _appears(uf2.drives, f"no drive named {chip.label} appeared")
        _fits(drive, wish.kind)
    say(f"copying MicroPython onto {drive}")
    uf2.put(data, drive)
    return _appears(lambda: list(boards()), "the board did not come back with MicroPython")


def _fits(drive: Path, kind: str) -> None:
    """Raises: CannotFlash if the board behind this drive is of another kind."""
    found, wanted = uf2.chip_of(drive), uf2.BOARDS[kind]
    if found not in (None, wanted):
        fitting = " or ".join(name for name, chip in uf2.BOARDS.items() if chip == found)
        raise CannotFlash(
            f"The board at {drive} is not a {kind}: say what it is with --board ({fitting})"
        )


def _appears(look: Callable[[], list[T]], why: str) -> T:
    """The first thing that `look` finds in time. Raises: CannotFlash."""
    ends_s = time.monotonic() + _APPEARS_S
    while time.monotonic() < ends_s:
        if found := look():
            return found[0]
        time.sleep(_LOOK_AGAIN_S)
    raise CannotFlash(f"Waited {_APPEARS_S:.0f} s, but {why}: unplug it and plug it in again")


def _end_program(port: str) -> None:
    """Ask the board's program to stop, if one runs that speaks the protocol."""
    with _open(port) as line:
        hello = _greet(line, _GREETING_S)
        if hello is not None:
            line.write(encode(str(Leave(hello.boot))))
            ends_s = time.monotonic() + _LEAVES_S
            while time.monotonic() < ends_s:  # what it still says is nobody's
                line.read(max(1, line.in_waiting))


def _wait_for_hello(port: str, version: str) -> None:
    """Wait until the board comes up. Raises: CannotFlash unless it has this version."""
    ends_s = time.monotonic() + _STARTED_S
    while time.monotonic() < ends_s:
        try:
            with open_port(port) as line:
                hello = _greet(line, _LOADED_S, _is_loaded)
        except (Busy, serial.SerialException, OSError):  # its port comes and goes with a reset
            time.sleep(_LOOK_AGAIN_S)
            continue
        if hello is not None and hello.version == version:
            return
        if hello is not None and "safe" in hello.parts():
            raise CannotFlash(
                f"The new program fails ({hello.parts()['safe']}), and there is no older one: "
                "the board is in safe mode"
            )
        if hello is not None:
            raise CannotFlash(
                f"The new program fails: the board went back to version {hello.version}"
            )
    raise CannotFlash("The board is silent after its restart: unplug it and plug it in again")


def _is_loaded(session: HostSession) -> bool:
    """Whether the whole program is loaded: a board greets before that, then reports its health."""
    if session.health is None and not session.is_asking:
        return not session.ask()
    return session.health is not None


def _greet(
    line: Port,
    patience_s: float,
    is_enough: Callable[[HostSession], bool] = lambda _: True,
) -> Hello | None:
    """The hello of the board on a port; None if none comes in time, or without enough after it."""
    session = HostSession(secrets.token_hex(4).upper())
    began_s = time.monotonic()
    session.opened(0)
    while (since_s := time.monotonic() - began_s) < patience_s:
        line.write(session.due(int(since_s * 1000)))
        session.receive(line.read(max(1, line.in_waiting)), int(since_s * 1000))
        if session.board is not None and is_enough(session):
            return session.board
    return None


def _open(port: str) -> Port:
    try:
        return open_port(port)
    except (Busy, serial.SerialException) as fault:
        raise CannotFlash(str(fault)) from None
