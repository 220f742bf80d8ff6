"""The USB serial line as an RP2040's MicroPython has it, where it differs from a computer's.

A read for n bytes waits for n bytes; byte 03h interrupts the program unless kbd_intr(-1) was
called; what is written goes into a FIFO of 256 bytes, and when the host does not fetch it a
write waits half a second and then drops the rest. Sources: MicroPython 1.28,
shared/runtime/sys_stdio_mphal.c and shared/tinyusb/mp_usbd_cdc.c. Does no I/O itself.
"""

from micropython import const

_INTERRUPT = const(3)
_TX_FIFO_BYTES = const(256)
_RX_BYTES = const(768)  # a ring of 512 behind a FIFO of 256
_STALL_MS = const(500)  # MICROPY_HW_USB_CDC_TX_TIMEOUT
_WRONG_BIT = const(0x04)
_BYTE_NS = const(19_000)  # measured in an emulated RP2040: read(1), write of one byte


class Line:
    """Both directions of the line. `pass_time(ms)` is called while a read or write waits."""

    def __init__(self, clock, pass_time) -> None:
        self._clock = clock
        self._pass_time = pass_time
        self.plugged = True
        self.interrupt = _INTERRUPT
        self.stalls = 0  # writes that waited in vain
        self.dropped = 0  # bytes that a write gave up
        self.garbles = 0  # pieces to come, of either direction, in which a bit is wrong
        self._rx = b""
        self._tx = bytearray()
        self._ahead = 0  # bytes that left the FIFO and were not fetched by the host's program yet

    def take(self, data: bytes) -> None:
        """Take bytes from the cable; KeyboardInterrupt as the chip's interrupt would raise it."""
        data = self._garble(data)
        if self.interrupt >= 0 and self.interrupt in data:
            self._rx = data[data.rindex(bytes((self.interrupt,))) + 1 :]  # the ring is cleared
            raise KeyboardInterrupt
        self._rx += data

    def hungry(self) -> bool:
        """Return whether there is room for another chunk of 255 bytes."""
        return len(self._rx) <= _RX_BYTES - 255

    def readable(self) -> bool:
        """Return whether a byte can be read."""
        return bool(self._rx)

    def writable(self) -> bool:
        """Return what POLLOUT says: there is room for one byte, or nobody is connected."""
        return not self.plugged or len(self._tx) < _TX_FIFO_BYTES

    def drain(self) -> bytes:
        """Return what leaves the FIFO now: never more than one FIFO ahead of what was fetched."""
        room = _TX_FIFO_BYTES - self._ahead if self.plugged else 0
        data = bytes(self._tx[:room])
        self._tx = self._tx[room:]
        self._ahead += len(data)
        return self._garble(data)

    def note_fetch(self, count: int) -> None:
        """Take note that the host's program fetched this many bytes."""
        self._ahead -= count

    def plug(self, plugged: bool) -> None:
        """Put the cable in, or pull it; what was on its way is lost."""
        self.plugged = plugged
        self._ahead = 0

    def _garble(self, data: bytes) -> bytes:
        if not self.garbles or not data:
            return data
        self.garbles -= 1
        place = len(data) // 2
        return data[:place] + bytes((data[place] ^ _WRONG_BIT,)) + data[place + 1 :]

    def read(self, n: int) -> bytes:
        """Return n bytes, waiting for them however long it takes."""
        while len(self._rx) < n:
            self._pass_time(1)
        self._clock.spend(n * _BYTE_NS)
        data = self._rx[:n]
        self._rx = self._rx[n:]
        return data

    def write(self, data: bytes) -> int:
        """Write bytes and return how many went into the FIFO."""
        self._clock.spend(len(data) * _BYTE_NS)
        if not self.plugged:  # nobody is connected: the newest bytes stay
            self._tx = (self._tx + data)[-_TX_FIFO_BYTES:]
            return len(data)
        done = waited = 0
        while done < len(data):
            room = _TX_FIFO_BYTES - len(self._tx)
            if room:
                self._tx += data[done : done + room]
                done = min(len(data), done + room)
                waited = 0
            elif waited < _STALL_MS:
                self._pass_time(1)
                waited += 1
            else:
                self.stalls += 1
                self.dropped += len(data) - done
                return done
        return done


class Buffer:
    """sys.stdin.buffer and sys.stdout.buffer: the bytes of a line."""

    def __init__(self, line: Line) -> None:
        self.line = line

    def read(self, n: int) -> bytes:
        """Return n bytes; waits for all of them."""
        return self.line.read(n)

    def readinto(self, buf) -> int:
        """Fill a buffer; waits for all of it."""
        buf[:] = self.line.read(len(buf))
        return len(buf)

    def write(self, data) -> int:
        """Write bytes."""
        return self.line.write(bytes(data))


class Console(Buffer):
    """sys.stdin and sys.stdout: text, with a carriage return before each line feed."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.buffer = Buffer(line)

    def write(self, data) -> int:
        """Write text."""
        self.line.write(data.replace("\n", "\r\n").encode())
        return len(data)
