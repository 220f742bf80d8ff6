"""Takes what a host sends for the flash, piece by piece. Loaded for it; touches nothing that runs.

A program goes into the slot that is spare, settings beside their file, as `board.json.new`. Both
are read back from the flash and compared by their SHA-256 before the loader may try them, once.
Of settings only those come that are to change: the network's key never leaves the board.
"""

import json
import os
from binascii import a2b_base64, hexlify
from hashlib import sha256

from micropython import const

from tablewire.words import PROGRAM, SETTINGS, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    import io

    from loader import Start
else:
    Start = None

_CHECKED_BYTES = const(2048)  # of the flash between two answers: some milliseconds
_PIECE_BYTES = const(512)
_BLOCK_BYTES = const(4096)


class Receiver:
    """One file on its way to the flash; each message is answered, and may come twice."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._path = ""
        self._wish: tuple[str, ...] = ()  # what, its size and its digest, as the host says them
        self._file: io.FileIO | None = None  # while it is written, and again while it is checked
        self.is_over = False
        """The board is to start anew, and to try what came."""
        self._drop()

    def answer(self, words: list[str]) -> str:
        """Do what a message of the host says, and return the words of the answer (see wire.md)."""
        try:
            self._do(words)
            state, word = self._state()
        except MemoryError:  # there may be room when the host repeats it
            state, word = self._state()
        except Exception as problem:  # noqa: BLE001 - a flash that is full, settings that are none
            self._drop()
            state, word = "refused", plain(str(problem))
        return "%s %s %s:%s" % (state, word, self._start.slot, self._start.trial)

    def _do(self, words: list[str]) -> None:
        verb = words[0]
        if verb == "begin":
            if tuple(words[1:4]) != self._wish:
                self._begin(words[1], int(words[2]), words[3])
        elif verb == "data" and int(words[1]) == self._taken < self._size:
            self._take(a2b_base64(words[2]))
        elif verb == "check" and self._taken == self._size and not self._is_whole:
            self._check()
        elif verb == "try" and self._is_whole:
            self._start.choose(self._start.good + ":" + self._trial)
            self.is_over = True

    def _state(self) -> tuple[str, object]:
        """Return how far it is, in the first two words of an answer."""
        if not self._wish:
            return "idle", int(self._start.is_proven)
        if self._is_whole:
            return "whole", self._size
        return ("taken", self._taken) if self._taken < self._size else ("checked", self._checked)

    def _begin(self, what: str, size: int, digest: str) -> None:
        self._drop()
        start = self._start
        if not start.slot or start.slot not in start.good:
            raise ValueError("not yet good")
        if what == PROGRAM:
            self._trial = self._spare()
            self._path = "/" + self._trial + ".pack"
        elif what in SETTINGS:
            self._trial = what
            self._path = "/" + what + ".new"
        else:
            raise ValueError("unknown")
        try:
            os.remove(self._path)
        except OSError:
            pass  # there is none
        block, _, _, free = os.statvfs("/")[:4]
        if size <= 0 or size + size // 32 + 2 * _BLOCK_BYTES > block * free:
            raise ValueError("no room")
        self._file = open(self._path, "wb")  # noqa: SIM115 - until all of it is there
        self._size = size
        self._wish = (what, str(size), digest)

    def _spare(self) -> str:
        """Return the slot that does not run, and let nothing fall back to it from now on."""
        start = self._start
        if start.good != start.slot:
            start.choose(start.slot)  # a full flash does not take it, and is asked again
            start.good = start.slot
        return "b" if start.slot == "a" else "a"

    def _take(self, piece: bytes) -> None:
        assert self._file
        self._file.write(piece)
        self._taken += len(piece)
        if self._taken >= self._size:
            self._close()

    def _check(self) -> None:
        """Read some of the flash; after the last of it, see whether it is what was sent."""
        if not self._checked and not self._file:
            self._file = open(self._path, "rb")  # noqa: SIM115 - until all of it is checked
        if self._file:
            for _ in range(_CHECKED_BYTES // _PIECE_BYTES):
                piece = self._file.read(_PIECE_BYTES)
                self._hash.update(piece)
                self._checked += len(piece)
            if self._checked < self._size:
                return
            if self._taken != self._size or hexlify(self._hash.digest()).decode() != self._wish[2]:
                raise ValueError("damaged")
            self._close()
        # If memory fails from here on, the host's next question comes here at once.
        if self._trial == self._wish[0]:
            self._merge()
        self._is_whole = True

    def _merge(self) -> None:
        """Write all settings where those lie that are to change. Raises: ValueError, OSError."""
        try:
            settings = _read("/" + self._trial)
            settings.get("")
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001 - none, or no settings: what comes is all there is
            settings = {}
        settings.update(_read(self._path))
        _write(self._path, settings)
        if _read(self._path) != settings:
            raise ValueError("damaged")

    def _close(self) -> None:
        """Close the file and let it go: the next one needs its memory."""
        if self._file:
            self._file.close()
        self._file = None

    def _drop(self) -> None:
        """Forget what was begun, if anything was."""
        self._close()
        self._wish = ()
        self._trial = ""  # what the loader is to try
        self._size = self._taken = self._checked = 0
        self._hash = sha256()
        self._is_whole = False


# An open file is over 1,000 bytes in one piece, which stay taken as long as something names it:
# only one at a time finds room in a memory full of holes.
def _read(path: str) -> dict[str, object]:
    with open(path) as file:
        settings: dict[str, object] = json.load(file)
    return settings


def _write(path: str, settings: dict[str, object]) -> None:
    with open(path, "w") as file:
        json.dump(settings, file)
