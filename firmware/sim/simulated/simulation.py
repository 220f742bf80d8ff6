"""The simulated board running: joins its parts, its time, its line and its control channel.

Board time is the computer's time multiplied by `speed`, but it grows by little more than a slice
between two looks at the line: a computer that is too slow for the speed, or busy with something
else, makes the board slow and never deaf. Chip time is virtual (chips.clock): it grows by what the
board's work takes on an RP2040 and by the time in which it idles, so that a slow computer neither
starves a reader's timer nor wakes the watchdog.
"""

from micropython import const

from simulated.usb import Line

_LOOK_EVERY_US = const(200)  # of the computer's time: looking outside costs system calls
_SLICE_US = const(5_000)  # of board time, for what the program does between two looks
_TRICKLE_US = const(100)  # after that, for each question: a program that only waits gets on too


class Simulation:
    """One board from power-on to reset."""

    def __init__(self, board, control, outside, speed: float) -> None:
        self.board = board
        self._clock = board.wiring.clock
        self.line = Line(self._clock, self.pass_time)
        self._control = control
        self._outside = outside
        self._speed = int(speed) if speed == int(speed) else speed  # a float is garbage each time
        self._board_us = 0
        self._slice_ends_us = _SLICE_US
        self._ticks_us = outside.ticks_us
        self._asked_us = outside.ticks_us()  # when board time was asked for
        self._looked_us = self._asked_us - _LOOK_EVERY_US
        board.on_reset = self.reset

    def now_us(self) -> int:
        """Return board time in microseconds since the reset."""
        asked_us = self._ticks_us()
        passed_us = (asked_us - self._asked_us) * self._speed
        self._asked_us = asked_us
        most_us = self._slice_ends_us - self._board_us
        if most_us < _TRICKLE_US:
            most_us = _TRICKLE_US
        self._board_us += passed_us if passed_us < most_us else most_us
        self._clock.told_us = told_us = int(self._board_us)
        return told_us

    def look(self) -> None:
        """Let the world in: the program looks at its serial line, which ends a slice."""
        self.board.end_slice()
        self._slice_ends_us = self._board_us + _SLICE_US
        if self._ticks_us() - self._looked_us >= _LOOK_EVERY_US:
            self._exchange()
        hang_ms, self._control.hang_ms = self._control.hang_ms, 0  # told here or while it idled
        if hang_ms:
            self.pass_time(hang_ms)
            self.board.end_slice()

    def pass_time(self, ms) -> None:
        """Block the program: board time and chip time pass, the slice goes on."""
        for_us = int(ms * 1000)
        watched_us = self.board.watched_us()
        if 0 <= watched_us < for_us:
            self._block(watched_us)
            self.board.end_slice()  # the watchdog bites
        self._block(for_us)

    def _block(self, us: int) -> None:
        self._wait(us / 1000, lambda: False)
        self._clock.spend(us * 1000)

    def idle(self, ms: int, ready) -> None:
        """Idle until `ready()`, at most so long (negative: for ever); no slice."""
        self.board.idle(self._wait(ms, ready) * 1000)

    def reset(self, why: str) -> None:
        """Ask to be switched off and on again, and do nothing more."""
        self._outside.tell({"reset": why, "scratch": self.board.scratch})
        while True:
            self._outside.wait(1_000_000, False)
            self._outside.command()

    def report_end(self, report: str) -> None:
        """Tell that the board's program has ended."""
        self._outside.tell({"stopped": report})

    def _wait(self, ms, ready) -> int:
        """Wait in board time and return the microseconds waited, never more than asked for."""
        began_us = self.now_us()
        for_us = int(ms * 1000) if ms >= 0 else 1 << 60
        while True:
            self._exchange()
            passed_us = self.now_us() - began_us
            if passed_us >= for_us or ready():
                return min(passed_us, for_us)
            left_us = min(for_us - passed_us, self._control.due_in_us(self.now_us()))
            self._slice_ends_us = self._board_us + left_us + _SLICE_US
            self._outside.wait(int(left_us / self._speed), self.line.hungry())
            self._slice_ends_us = self.now_us() + _SLICE_US

    def _exchange(self) -> None:
        """Everything that passes between the board and the world, in both directions."""
        outside = self._outside
        control = self._control
        data = self.line.drain()
        if data:
            outside.send(data)
        while True:
            command = outside.command()
            if command is None:
                break
            answer = control.obey(command, self.line, self.now_us())
            if answer:
                outside.tell(answer)
        control.act(self.now_us())
        for news in control.news():
            outside.tell(news)
        self._looked_us = outside.ticks_us()
        while self.line.hungry() and outside.has_bytes():
            self.line.take(outside.fetch())
