"""The host's file for a board's flash on its way there, piece by piece. Never loaded by a board."""

from binascii import b2a_base64, hexlify
from hashlib import sha256

from tablewire.frame import encode
from tablewire.messages import Health, Update

PIECE_BYTES = 384  # sent at once: 512 characters
UPLOAD_AGAIN_MS = 1000  # what was not answered is sent again

UPDATE_PART = "update"  # of an answer: what has become of the file


class Upload:
    """A program, or settings that are to change. Each message waits for the answer to the last.

    `what`: words.PROGRAM, or one of words.SETTINGS. `number`: that of the last message before.
    """

    def __init__(self, what: str, data: bytes, number: int) -> None:
        self.what = what
        self._data = data
        self._digest = hexlify(sha256(data).digest()).decode()
        self._number = number
        self._message = ""
        self._sent_ms: int | None = None
        self._begun = False
        self.is_attempted = False
        """Whether the board has been asked to try it."""
        self.taken = 0
        """How many of its bytes the board has."""
        self.is_whole = False
        """The board has all of it, and has compared it with its digest."""
        self.is_kept: bool | None = None
        """Whether it has proved itself, after `attempt`; None before that is known."""
        self.refusal = ""
        """Why the board does not want it, in the board's words; "" if it does."""

    @property
    def is_on_trial(self) -> bool:
        """Whether the board starts anew because of it."""
        return self.is_attempted and self.is_kept is None

    def reset(self) -> None:
        """The board was greeted anew: it may have forgotten everything."""
        self._begun = self.is_whole = self.is_attempted
        self._next("")

    def attempt(self) -> None:
        """Have the board start anew and try it. It must be whole."""
        self.is_attempted = True
        self._next("")

    def take(self, health: Health) -> None:
        """Take an answer: that to the last message counts, and to no other one."""
        if health.number != self._number or not self._message:
            return
        state, word, runs = (health.words + ("", "", ""))[:3]  # noqa: RUF005 - MicroPython
        if self.is_attempted and state == "idle":  # it has started anew
            is_on_trial = runs.partition(":")[2] != ""
            if is_on_trial and word != "1":
                return  # it is asked again
            self.is_kept = is_on_trial
        elif state == "refused":
            self.refusal = word.replace("_", " ") or "no reason"
        elif state in ("taken", "checked", "whole") and word.isdigit():
            self._begun = True
            self.taken = int(word) if state == "taken" else len(self._data)
            self.is_whole = state == "whole"
        self._next("")

    def due(self, now_ms: int) -> bytes:
        """The message to send now, often none."""
        is_waiting = self.is_whole and not self.is_attempted
        if self.refusal or is_waiting or self.is_kept is not None:
            return b""
        if not self._message:
            self._number = self._number % 1_000_000_000 + 1
            self._next(self._words())
        elif self._sent_ms is not None and now_ms - self._sent_ms < UPLOAD_AGAIN_MS:
            return b""
        self._sent_ms = now_ms
        return encode(str(Update(self._number, self._message.split(" "))))

    def _next(self, message: str) -> None:
        self._message = message
        self._sent_ms = None

    def _words(self) -> str:
        if not self._begun:
            return "begin %s %d %s" % (self.what, len(self._data), self._digest)
        if self.is_whole:
            return "try"
        if self.taken < len(self._data):
            piece = self._data[self.taken : self.taken + PIECE_BYTES]
            return "data %d %s" % (self.taken, b2a_base64(piece).decode().strip())
        return "check"
