"""The console of a board whose program has ended: MicroPython's prompts, as mpremote uses them.

The raw prompt (MicroPython documentation, reference/repl.html) takes Python and runs it; the
friendly one is only greeted by. Does no I/O itself.
"""

_RAW = "raw REPL; CTRL-B to exit\n>"
_FRIENDLY = (
    'MicroPython on a simulated Raspberry Pi Pico\nType "help()" for more information.\n>>> '
)
_TO_RAW, _TO_FRIENDLY, _RUN, _PASTE = b"\x01", b"\x02", b"\x04", b"\x05"
_ROOM = b"\x01"  # for one more window
_WINDOW = 128  # bytes, as on an RP2040


class Repl:
    """Both prompts on a console. `traceback_of` makes text of an exception."""

    def __init__(self, console, traceback_of) -> None:
        self._console = console
        self._traceback_of = traceback_of
        self._is_raw = False
        self._names = {}

    def serve(self, report: str) -> None:
        """Show this, and answer whoever is at the console until the board is reset."""
        self._soft_reset()
        while True:
            try:
                self._console.write(report)
                self._greet()
                while True:
                    self._take(self._line())
            except KeyboardInterrupt:
                report = ""

    def _greet(self) -> None:
        self._console.write("\n" + (_RAW if self._is_raw else _FRIENDLY))

    def _line(self) -> bytes:
        """Return what was typed up to a control character that means something, with it."""
        typed = b""
        while typed[-1:] not in (_TO_RAW, _TO_FRIENDLY, _RUN, _PASTE):
            typed += self._console.buffer.read(1)
        return typed

    def _take(self, typed: bytes) -> None:
        end = typed[-1:]
        if end in (_TO_RAW, _TO_FRIENDLY):
            self._is_raw = end == _TO_RAW
            self._greet()
        elif not self._is_raw:
            self._greet()
        elif end == _PASTE:
            self._console.buffer.read(2)
            self._run(self._paste())
        elif typed == _RUN:
            self._console.write("OK\nMPY: soft reboot\n")
            self._soft_reset()
            self._greet()
        else:
            self._console.write("OK")
            self._run(typed[:-1].decode())

    def _paste(self) -> str:
        """Take a program in raw-paste mode: whoever sends it waits for each window's room."""
        buffer = self._console.buffer
        buffer.write(b"R\x01" + bytes((_WINDOW, 0)) + _ROOM)
        typed = b""
        while typed[-1:] != _RUN:
            typed += buffer.read(1)
            if len(typed) % _WINDOW == 0:
                buffer.write(_ROOM)
        buffer.write(_RUN)
        return typed[:-1].decode()

    def _run(self, source: str) -> None:
        console = self._console
        report = ""
        try:
            exec(source, self._names)  # what a console is for
        except BaseException as problem:  # noqa: BLE001 - the console shows it and goes on
            report = self._traceback_of(problem)
        console.buffer.write(_RUN)
        console.write(report)
        console.buffer.write(_RUN + b">")

    def _soft_reset(self) -> None:
        self._names = {"__name__": "__main__", "print": self._print}

    def _print(self, *values, sep: str = " ", end: str = "\n") -> None:
        """Print on this console: the interpreter's own goes past its FIFO."""
        self._console.write(sep.join([str(value) for value in values]) + end)
