"""The simulated board: real MicroPython, real cables, small programs of the tests."""

import threading
import time
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
import serial

from rig.patience import PATIENCE_S
from tricktable.board.link import process, switchboard
from tricktable.board.link.loopback import TcpPort, is_cable
from tricktable.board.link.process import (
    CPYTHON,
    HEAP_KIB,
    MICROPYTHON,
    MODELS_KIB,
    best_interpreter,
)
from tricktable.board.link.simulated_board import SimulatedBoard, SimulationBroken

PROGRAMS = Path(__file__).parent / "programs"
ACE, KING = "04A3C6CAE26180", "04A3C6CAE26280"

INTERPRETERS = (
    pytest.param(
        MICROPYTHON,
        marks=pytest.mark.skipif(
            best_interpreter() != MICROPYTHON, reason="no MicroPython for this machine"
        ),
    ),
    CPYTHON,
)


class Port(serial.Serial):
    """A port that keeps what came before it was opened; pyserial's own drops it."""

    def _reset_input_buffer(self):
        pass


class Host:
    """A board that runs a program of ours, and what reads its port."""

    def __init__(self, board):
        self.board = board
        self.plug_in()

    def plug_in(self):
        """Open the board's port, as it is called now."""
        if is_cable(self.board.port):
            self.port = TcpPort(self.board.port, PATIENCE_S, PATIENCE_S)
            self.port.open()
        else:
            self.port = Port(self.board.port, timeout=PATIENCE_S)

    def line(self):
        line = letter = self.port.read(1)
        while letter and letter != b"\n":
            letter = self.port.read(1)
            line += letter
        assert line.endswith(b"\n"), (line, self.board.crash)
        return line.decode().strip()

    def until(self, wanted):
        lines = [self.line()]
        while lines[-1] != wanted:
            lines.append(self.line())
        return lines

    def say(self, word):
        self.port.write(word)


@contextmanager
def running(program, **options):
    with SimulatedBoard.start(program=PROGRAMS / f"{program}.py", **options) as board:
        host = Host(board)
        try:
            yield host
        finally:
            host.port.close()


@pytest.fixture(params=["pty", "loopback"] if switchboard.HAS_PTY else ["loopback"])
def cables(request, monkeypatch):
    """Boards on a cable of each form."""
    for module in (switchboard, process):
        monkeypatch.setattr(module, "HAS_PTY", request.param == "pty")


@pytest.fixture(params=INTERPRETERS)
def parts(request):
    with running("parts", seed=5, interpreter=request.param) as host:
        assert host.line().startswith("on 1 ")
        yield host


@pytest.fixture
def told():
    with running("word") as host:
        assert host.line() == "on 1"
        yield host


def test_its_name_comes_from_its_seed():
    names = []
    for seed in (1, 1, 2):
        with running("parts", seed=seed) as host:
            names.append(host.line().split()[2])
    assert names[0] == names[1] != names[2]
    assert len(bytes.fromhex(names[0])) == 8


def test_cards_are_read(parts):
    parts.board.lay(2, ACE)
    assert parts.line() == f"card 2 {ACE.lower()}"
    parts.board.lay(2, KING)
    assert parts.line() == "card 2 1"
    parts.board.lift(2, ACE)
    parts.until(f"card 2 {KING.lower()}")
    parts.board.lift(2)
    assert parts.line() == "card 2 None"


def test_presses_take_board_time_and_wait_for_one_another(parts):
    parts.board.press("3")
    parts.board.button(1)
    assert [parts.line() for _ in range(4)] == ["held 2", "held 0", f"held {2 << 20}", "held 0"]


def test_what_the_board_shows_is_seen(parts):
    seen = []
    parts.board.on_change(lambda: seen.append(parts.board.screen()[0]))
    parts.board.hold("4", True)
    assert parts.board.wait_for(lambda: parts.board.screen()[0] == 4)
    assert parts.board.wait_for(lambda: parts.board.lights() == ((4, 1, 2),) * 4)
    assert parts.board.wait_for(lambda: parts.board.sounds == (440,))
    parts.board.hold("4", False)
    assert parts.board.wait_for(lambda: parts.board.screen() == bytes(1024))
    assert parts.board.wait_for(lambda: parts.board.sounds == (440, 0))
    assert parts.board.wait_for(lambda: 4 in seen)


def test_a_watcher_that_fails_does_not_stop_the_board(parts, caplog):
    parts.board.on_change(lambda: 1 / 0)
    parts.board.press("2")
    assert parts.board.wait_for(lambda: parts.board.sounds == (440, 0))
    assert "a watcher of the simulated board failed" in caplog.text


def test_bytes_pass_both_ways_and_03h_is_one_of_them(parts):
    every_byte = bytes(range(256))
    parts.say(every_byte)
    assert parts.port.read(256) == every_byte


def test_a_reset_keeps_the_table_and_the_port(parts):
    parts.board.lay(0, ACE)
    parts.board.fault("dead", reader=3, on=True)
    assert sorted((parts.line(), parts.line())) == [f"card 0 {ACE.lower()}", "card 3 4"]
    parts.board.reset()
    assert parts.line().startswith("on 1 ")
    assert sorted((parts.line(), parts.line())) == [f"card 0 {ACE.lower()}", "card 3 4"]
    assert parts.board.resets == 1
    parts.board.fault("dead", reader=3, on=False)
    parts.board.stat()


def test_faults_reach_the_parts(parts):
    parts.board.lay(1, ACE)
    assert parts.line() == f"card 1 {ACE.lower()}"
    parts.board.fault("slip", reader=1, after=0)
    assert parts.until("card 1 None") == ["card 1 2", "card 1 None"]


def test_stat_measures_slices_in_chip_time(parts):
    parts.board.lay(0, ACE)
    parts.until(f"card 0 {ACE.lower()}")
    parts.board.stat(forget=True)
    stat = parts.board.stat()
    while not stat["slices"]:
        stat = parts.board.stat()
    assert 0 < stat["longest_slice_us"] < 15_000
    assert (stat["bus_fights"], stat["stalls"], stat["dropped_bytes"]) == (0, 0, 0)


def test_a_program_may_reset_its_board(told):
    told.say(b"r")
    assert told.line() == "on 3"
    assert told.board.resets == 1


def test_a_watcher_may_reset_the_board(parts):
    once = iter([parts.board.reset])
    parts.board.on_change(lambda: next(once, lambda: None)())
    parts.board.press("2")
    while not parts.line().startswith("on 1 "):
        pass
    assert parts.board.resets == 1


def test_a_program_that_ends_shows_why(told):
    told.say(b"e")
    assert told.until("ValueError: as told")[0] == "Traceback (most recent call last):"
    assert told.board.wait_for(lambda: told.board.crash is not None)
    assert "as told" in told.board.crash
    told.board.reset()
    while not told.line().endswith("on 1"):  # behind the prompt of the console
        pass
    assert told.board.crash is None


def test_the_watchdog_resets_a_board_that_hangs():
    with running("word", speed=10) as told:
        assert told.line() == "on 1"
        told.say(b"w")
        assert told.line() == "watched"
        told.say(b"t")
        before_ms = int(told.line())
        told.board.fault("hang", ms=7000)
        hung_ms = 0
        while hung_ms < 7000:
            told.say(b"t")
            hung_ms = int(told.line()) - before_ms
        told.board.fault("hang", ms=9000)
        assert told.line() == "on 3"


def test_board_time_runs_no_faster_than_it_is_told():
    for speed in (0.5, 10):
        with running("word", speed=speed) as told:
            assert told.line() == "on 1"
            before = time.monotonic()
            told.say(b"t")
            first_ms = ms = int(told.line())
            while ms - first_ms < 200:
                told.say(b"t")
                ms = int(told.line())
            assert ms - first_ms <= speed * (time.monotonic() - before) * 1000 + 2


def test_a_rest_takes_board_time_and_is_over_when_the_board_is_reset():
    with running("word", speed=10) as told:
        assert told.line() == "on 1"
        told.say(b"t")
        before_ms = int(told.line())
        told.board.rest(500)
        told.say(b"t")
        assert int(told.line()) - before_ms >= 500
        resting = threading.Thread(target=told.board.rest, args=(3_600_000,))
        resting.start()
        until = time.monotonic() + PATIENCE_S
        while resting.is_alive() and time.monotonic() < until:
            told.board.reset()  # once more, should it have come before the rest
            resting.join(0.2)
        assert not resting.is_alive()


@pytest.mark.skipif(best_interpreter() != MICROPYTHON, reason="CPython has no heap limit")
def test_the_heap_is_as_large_as_it_is_said_to_be(told):
    stat = told.board.stat()
    # The models have taken their share, so that the firmware has hardly more than its own: all but
    # a few KiB, as their files' paths are in it, which are longer where the tree lies deeper (by
    # 1.2 KiB for nine letters).
    assert stat["models_bytes"] > (MODELS_KIB - 4) * 1024, stat["models_bytes"]
    told.say(b"m")
    assert int(told.line()) <= (HEAP_KIB + MODELS_KIB) * 1024
    told.until("MemoryError: memory allocation failed, allocating 1024 bytes")


def test_a_port_that_nobody_reads_stalls_and_drops(cables):
    with running("word", speed=50) as told:
        assert told.line() == "on 1"
        told.say(b"b")
        stat = told.board.stat()
        while stat["longest_slice_us"] < 500_000:  # half a second in which the board was deaf
            stat = told.board.stat()
        assert stat["stalls"] == 1
        assert 0 < stat["dropped_bytes"] <= 100
        told.board.reset()
        while not told.line().endswith("on 1"):
            pass


def test_ctrl_c_stops_a_program_that_did_not_say_otherwise(cables):
    with running("naive") as told:
        assert told.line() == "on"
        told.say(b"ab")
        told.say(b"c")
        assert told.port.read(3) == b"abc"  # a read waits for all that it asked for
        told.say(b"\x03")
        told.until("KeyboardInterrupt:" if best_interpreter() == MICROPYTHON else "")
        assert told.board.wait_for(lambda: told.board.crash is not None)


def test_a_pulled_cable_takes_its_port_along_and_the_board_goes_on(cables):
    with running("parts") as host:
        host.line()
        host.board.unplug()
        host.board.unplug()
        with pytest.raises(serial.SerialException):
            host.port.read(1)
        assert host.board.ports() == []
        with pytest.raises(SimulationBroken):
            _ = host.board.port
        host.board.lay(0, ACE)
        host.board.hold("5", True)
        assert host.board.wait_for(lambda: host.board.sounds == (440,))
        host.board.replug()
        host.board.replug()
        host.port.close()
        assert host.board.ports() == [host.board.port]
        host.plug_in()
        host.say(b"here\n")
        host.until("here")


def test_a_reset_while_the_cable_is_out(cables):
    with running("word") as told:
        told.line()
        told.board.unplug()
        told.board.reset()
        told.board.stat()
        told.board.replug()
        told.port.close()
        told.plug_in()
        told.say(b"t")
        while not told.line().isdigit():  # behind what it said before anybody listened
            pass


def test_nothing_is_left_of_a_board_that_was_closed(cables):
    before = set(psutil.Process().children(recursive=True)), threading.active_count()
    files = psutil.Process().num_fds()
    with running("parts") as host:
        host.line()
        assert set(psutil.Process().children(recursive=True)) > before[0]
        host.board.reset()
        host.board.unplug()
        host.board.replug()
    host.board.close()
    assert (set(psutil.Process().children(recursive=True)), threading.active_count()) == before
    assert psutil.Process().num_fds() == files


def test_a_simulation_that_dies_says_so_and_can_be_reset(cables):
    before = {*psutil.Process().children()}
    with running("word") as told:
        assert told.line() == "on 1"
        (board,) = {*psutil.Process().children()} - before
        board.kill()
        assert told.board.wait_for(lambda: told.board.is_broken)
        with pytest.raises(SimulationBroken, match="on 1"):
            told.board.stat()
        with pytest.raises(SimulationBroken):
            told.board.press("2")
        told.board.reset()
        assert told.line() == "on 1"


def test_a_program_that_is_not_there():
    with SimulatedBoard.start(program=PROGRAMS / "nothing.py") as board:
        assert board.wait_for(lambda: board.crash is not None)
        assert "nothing.py" in board.crash or "ENOENT" in board.crash


def test_a_uid_must_be_hex():
    with SimulatedBoard.start(program=PROGRAMS / "word.py") as board:
        with pytest.raises(ValueError, match="hex"):
            board.lay(0, "ace of spades")
        board.stat()
