"""A simulated board that runs as fast as the computer can, in chip time alone. Does no I/O.

In place of simulated.simulation: nothing here ever asks what time it is outside. What the
program's own computing takes on a Pico is charged between two looks at the line.
"""

from simulated.usb import Line

COMPUTING_NS = 1_500_000  # docs/explanation/board.md: a round without events takes 5 ms, with three
WORK_NS = 300_000  # between two looks: less is only the next byte
RESTART_NS = 300_000_000  # from a reset to the first round: docs of the boot


def give(line, data: bytes) -> bytes:
    """Give the line as many bytes as it takes; returns the others."""
    while data and line.hungry():
        line.take(data[:255])
        data = data[255:]
    return data


class Restart(BaseException):
    """Raised where the board is reset; the program is to be run anew."""


class VirtualSimulation:
    """What the shims want of a simulation; `world.visit(line)` is called at each look."""

    def __init__(self, board, world) -> None:
        self.board = board
        self.line = Line(board.wiring.clock, self.pass_time)
        self._clock = board.wiring.clock
        self._world = world
        self._began_ns = 0
        self._looked_ns = 0
        board.on_reset = self.reset

    def now_us(self) -> int:
        """Return board time since the last reset."""
        return (self._clock.ns - self._began_ns) // 1000

    def look(self) -> None:
        """The program looks at its line: byte by byte, or after some work."""
        if self._clock.ns - self._looked_ns > WORK_NS:
            self._clock.spend(COMPUTING_NS)
        hang_ns = self._world.visit(self.line)
        if hang_ns:
            self._clock.spend(hang_ns)
        self.board.end_slice()
        self._looked_ns = self._clock.ns

    def pass_time(self, ms) -> None:
        """Block the program."""
        self._clock.spend(int(ms * 1_000_000))
        self._world.visit(self.line)

    def idle(self, ms: int, ready) -> None:
        """Idle until `ready()`, at most so long."""
        until_ns = self._clock.ns + ms * 1_000_000
        while not ready():
            next_ns = min(until_ns, self._world.next_ns)
            self.board.idle(max(0, next_ns - self._clock.ns))
            if self._clock.ns >= until_ns:
                break
            self._world.visit(self.line)

    def reset(self, why: str) -> None:
        """Reset the board; never returns."""
        raise Restart(why)

    def restarted(self) -> None:
        """The reset is over: the program is about to run anew, with an empty line."""
        self._clock.spend(RESTART_NS)
        self._began_ns = self._clock.ns
        board = self.board
        board.__init__(board.wiring, board.unique_id, 3, board.scratch, sram=board.sram)
        self.board.on_reset = self.reset
        self.line.__init__(self._clock, self.pass_time)
