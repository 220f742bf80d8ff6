"""The simulated serial line, where it differs from a computer's. For both Pythons."""

from chips.clock import Clock
from sim.workbench import raises
from simulated.usb import Console, Line


class Cable:
    """A line, and time that passes only while it waits; `on_ms` is called each millisecond."""

    def __init__(self):
        self.waited_ms = 0
        self.on_ms = lambda: None
        self.line = Line(Clock(), self.pass_time)
        self.console = Console(self.line)

    def fetch(self):
        """Do as a host that reads."""
        data = self.line.drain()
        self.line.note_fetch(len(data))
        return data

    def pass_time(self, ms):
        self.waited_ms += ms
        self.on_ms()


def test_a_read_waits_for_all_that_it_asked_for():
    cable = Cable()
    cable.line.take(b"abc")

    def more():
        if cable.waited_ms == 40:
            cable.line.take(b"defg")

    cable.on_ms = more
    assert cable.console.buffer.read(5) == b"abcde"
    assert cable.waited_ms == 40
    assert cable.console.buffer.read(2) == b"fg"
    assert not cable.line.readable()


def test_ctrl_c_interrupts_and_clears_what_came_before():
    cable = Cable()
    cable.line.take(b"old")
    assert raises(KeyboardInterrupt, cable.line.take, b"x\x03new")
    assert cable.console.buffer.read(3) == b"new"


def test_ctrl_c_is_a_byte_when_the_program_wants_it():
    cable = Cable()
    cable.line.interrupt = -1
    cable.line.take(b"a\x03b")
    assert cable.console.buffer.read(3) == b"a\x03b"


def test_a_host_that_reads_gets_everything():
    cable = Cable()
    got = []
    cable.on_ms = lambda: got.append(cable.fetch())
    assert cable.console.buffer.write(bytes(1000)) == 1000
    got.append(cable.fetch())
    assert b"".join(got) == bytes(1000)
    assert cable.line.stalls == 0


def test_a_bad_cable_spoils_a_bit_of_as_many_pieces_as_it_is_told():
    cable = Cable()
    cable.line.garbles = 2
    cable.line.take(b"abcde")
    assert cable.console.buffer.read(5) == b"abgde"
    assert cable.fetch() == b""  # nothing passed
    cable.console.buffer.write(b"0123")
    assert cable.fetch() == b"0163"
    cable.console.buffer.write(b"0123")
    assert cable.fetch() == b"0123"


def test_a_port_that_nobody_reads_takes_256_bytes_and_then_half_a_second():
    cable = Cable()
    assert cable.console.buffer.write(bytes(256)) == 256
    assert cable.line.drain() == bytes(256)  # these the host's own buffer took
    assert cable.console.buffer.write(bytes(200)) == 200
    assert cable.line.writable()
    assert cable.console.buffer.write(bytes(100)) == 56
    assert cable.waited_ms == 500
    assert (cable.line.stalls, cable.line.dropped) == (1, 44)
    assert not cable.line.writable()
    assert cable.line.drain() == b""
    cable.line.note_fetch(100)
    assert cable.line.drain() == bytes(100)
    assert cable.line.writable()


def test_a_host_that_reads_again_ends_the_stall():
    cable = Cable()
    cable.console.buffer.write(bytes(256))
    cable.line.drain()
    cable.console.buffer.write(bytes(256))

    def read():
        if cable.waited_ms == 100:
            cable.line.note_fetch(256)
            cable.fetch()

    cable.on_ms = read
    assert cable.console.buffer.write(b"late") == 4
    assert cable.waited_ms == 100
    assert cable.line.drain() == b"late"


def test_without_a_cable_the_newest_bytes_stay():
    cable = Cable()
    cable.line.plug(False)
    assert cable.line.writable()
    assert cable.console.buffer.write(bytes(range(200)) * 2) == 400
    assert cable.waited_ms == 0
    assert cable.line.drain() == b""
    cable.line.plug(True)
    assert cable.line.drain() == (bytes(range(200)) * 2)[-256:]


def test_the_console_cooks_its_text():
    cable = Cable()
    cable.console.write("a\nb")
    assert cable.line.drain() == b"a\r\nb"


def test_a_chunk_is_asked_for_only_when_it_fits():
    cable = Cable()
    cable.line.interrupt = -1
    for _ in range(3):
        assert cable.line.hungry()
        cable.line.take(bytes(255))
    assert not cable.line.hungry()
