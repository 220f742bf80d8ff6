"""The modules that stand before the real ones: time, select, sys. For both Pythons."""

from chips.clock import Clock
from simulated.shims import Micropython, Poll, Select, Sys, Time
from simulated.usb import Console, Line

WRAP = 1 << 30


class Stopped:
    """A simulation in which time stands still unless somebody waits."""

    def __init__(self, now_us=0):
        self.now = now_us
        self.looks = 0
        self.line = Line(Clock(), self.pass_time)
        self.board = self
        self.wiring = self
        self.clock = Clock()
        self.on_idle = lambda: None

    def now_us(self):
        return self.now

    def pass_time(self, ms):
        self.now += int(ms * 1000)

    def look(self):
        self.looks += 1

    def idle(self, ms, ready):
        if not ready():
            self.pass_time(ms)
            self.on_idle()


def test_ticks_wrap_as_on_a_board():
    simulation = Stopped((WRAP - 5) * 1000)
    time = Time(simulation)
    before = time.ticks_ms()
    assert before == WRAP - 5
    time.sleep_ms(12)
    after = time.ticks_ms()
    assert after == 7
    assert time.ticks_diff(after, before) == 12
    assert time.ticks_diff(before, after) == -12
    assert time.ticks_add(before, 12) == after
    assert time.ticks_add(after, -12) == before
    assert time.ticks_us() == ((WRAP + 7) * 1000) % WRAP


def test_sleeps_pass_board_time():
    simulation = Stopped()
    time = Time(simulation)
    time.sleep_us(500)
    time.sleep_ms(2)
    time.sleep(0.5)
    assert simulation.now == 502_500
    assert time.time() > 0  # what is not different is the real module's


def test_a_poll_for_bytes_lets_the_world_in():
    simulation = Stopped()
    console = Console(simulation.line)
    select = Select(simulation)
    readable, writable = select.poll(), select.poll()
    readable.register(console, select.POLLIN)
    writable.register(console.buffer, select.POLLOUT)
    assert readable.poll(0) == []
    assert writable.poll(0) == [(console.buffer, select.POLLOUT)]
    assert simulation.looks == 1
    simulation.line.take(b"x")
    assert list(readable.ipoll(0)) == [(console, select.POLLIN)]
    readable.modify(console, select.POLLIN | select.POLLOUT)
    assert readable.poll(0) == [(console, select.POLLIN | select.POLLOUT)]
    readable.unregister(console)
    assert readable.poll(0) == []


def test_a_poll_waits_for_bytes_as_long_as_it_is_told():
    simulation = Stopped()
    poll = Poll(simulation)
    console = Console(simulation.line)
    poll.register(console, Select.POLLIN)
    assert poll.poll(30) == []
    assert simulation.now == 30_000
    simulation.on_idle = lambda: simulation.line.take(b"x")
    assert poll.poll(30) == [(console, Select.POLLIN)]


def test_standard_streams_are_the_line():
    simulation = Stopped()
    console = Console(simulation.line)
    sys = Sys(console)
    sys.stdout.buffer.write(b"bytes\n")
    sys.stdout.write("text\n")
    simulation.line.take(b"in")
    assert sys.stdin.buffer.read(2) == b"in"
    assert simulation.line.drain() == b"bytes\ntext\r\n"
    assert sys.implementation.name in ("micropython", "cpython")


def test_exceptions_are_printed_as_on_a_board():
    written = []

    class File:
        def write(self, text):
            written.append(text)

    try:
        raise ValueError("a sentence")
    except ValueError as problem:
        if hasattr(__import__("sys"), "print_exception"):  # MicroPython's own wants a real stream
            import io

            report = io.StringIO()
            Sys(None).print_exception(problem, report)
            written.append(report.getvalue())
        else:
            Sys(None).print_exception(problem, File())
    assert "ValueError: a sentence" in "".join([str(text) for text in written])


def test_the_byte_that_interrupts_is_set():
    simulation = Stopped()
    Micropython(simulation.line).kbd_intr(-1)
    simulation.line.take(b"\x03")
    assert simulation.line.read(1) == b"\x03"
    assert Micropython(simulation.line).const(5) == 5
