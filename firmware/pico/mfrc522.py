"""The MFRC522 tag reader: which tag lies on it now, and whether it is well. Never sleeps.

Numbers in comments are sections of NXP's data sheet MFRC522, rev. 3.9, unless they name
ISO/IEC 14443-3. Presence over time (what is new, what was removed) is tableboard.tags.
"""

from binascii import crc32

from micropython import const

from machine import SPI, Pin

ABSENT = None
"""No tag answered within 1 ms."""
COLLISION = 1
"""Two or more tags answered at once."""
NOISE = 2
"""Something answered that could not be read: a card is there, or is just leaving."""
TRUNCATED = 3
"""A tag whose whole id cannot be had: 4 bytes beginning 88h, or more than 7 bytes."""
DEAD = 4
"""The chip does not do what it is told; `restart` may help."""
MORE = 6
"""Half an id was read: the next poll reads the other half, and the tag waits for it."""

VERSIONS = (0x90, 0x91, 0x92, 0x88, 0x12, 0x82, 0xB2)
"""Known values of VersionReg (9.3.4.8): NXP's 0.0, 1.0 and 2.0, then the clones in circulation."""

# CRC-32 of the 64 bytes that the self test leaves (16.1.1), by version; 88h: of the FM17522 clone,
# as the public drivers have it. Other clones promise nothing.
_SELF_TESTS = {0x91: 0x57AB9CA0, 0x92: 0x367110C6, 0x88: 0xF4D32EDB}

# Addresses of registers: data sheet, 9.2; each is described in 9.3.
_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_ERROR = const(0x06)
_FIFO_DATA = const(0x09)
_FIFO_LEVEL = const(0x0A)
_CONTROL = const(0x0C)
_BIT_FRAMING = const(0x0D)
_TX_CONTROL = const(0x14)
_TX_ASK = const(0x15)
_T_MODE = const(0x2A)
_T_PRESCALER = const(0x2B)
_T_RELOAD_HIGH = const(0x2C)
_T_RELOAD_LOW = const(0x2D)
_AUTO_TEST = const(0x36)
_VERSION = const(0x37)

_IDLE = const(0)  # 10.3
_MEM = const(1)
_CALC_CRC = const(3)
_TRANSCEIVE = const(12)
_SOFT_RESET = const(15)

_POWER_DOWN = const(0x10)  # CommandReg, 9.3.1.2
_ALWAYS_0 = const(0x80)  # ComIrqReg bit 7 is write-only (9.3.1.5): 1 means nobody drives MISO
_HEARD = const(0x20)  # ComIrqReg, 9.3.1.5: RxIRq
_TIMER = const(0x01)  # TimerIRq
_CLEAR_ALL = const(0x7F)  # bit 7 is 0, so the others are cleared
_COLLISION_ERROR = const(0x08)  # ErrorReg, 9.3.1.7; only these are about reception
_RECEPTION_ERRORS = const(0x13)  # overflow, parity, protocol
_FLUSH = const(0x80)  # FIFOLevelReg, 9.3.1.11
_START_SEND = const(0x80)  # BitFramingReg, 9.3.1.14
_SELF_TEST = const(0x09)  # AutoTestReg, 9.3.4.7
_FIFO_BYTES = const(64)  # 8.3; the self test fills all of it (16.1.1)
_TEST_POLLS = const(20)
_MEMORY_BYTES = const(25)  # the internal buffer, which the self test wants to be 0 (16.1.1)
_PATTERN = b"\x55\xaa\x0f\xf0\x33\xcc\x00\xff\x80\x01\xfe\x7f\x5a\xa5\x10\xef" * 2  # to be repeated

# Written by start, and read back by healthy: address, value.
_SETTINGS = (
    (_T_MODE, 0x80),  # TAuto: the timer starts when sending ends (9.3.3.10)
    (_T_PRESCALER, 169),  # 13.56 MHz / 339: a tick of 25 us (8.5)
    (_T_RELOAD_HIGH, 0),
    (_T_RELOAD_LOW, 39),  # 40 ticks: 1 ms; a tag begins its answer within 0.1 ms
    (_TX_ASK, 0x40),  # 100 % ASK, which type A wants (9.3.2.6)
)
_FIELD_OFF = const(0x80)  # of TxControlReg, 9.3.2.5: the antenna's drivers
_FIELD_ON = const(0x83)  # of that register, both drivers on: Tx1RFEn and Tx2RFEn

# VersionReg, the field and the settings in one transfer (8.1.2.1), and what the latter must be.
_CHECK = bytes(
    [0x80 | _VERSION << 1, 0x80 | _TX_CONTROL << 1]
    + [0x80 | address << 1 for address, _ in _SETTINGS]
    + [0]
)
_SET = bytes([value for _, value in _SETTINGS])

# What a transmission begins with, each an address and what is written there.
_STOP = bytes((_COMMAND << 1, _IDLE))
_CLEAR = bytes((_COM_IRQ << 1, _CLEAR_ALL))
_EMPTY = bytes((_FIFO_LEVEL << 1, _FLUSH))
_INTO_FIFO = bytes((_FIFO_DATA << 1,))
_GO = bytes((_COMMAND << 1, _TRANSCEIVE))

_READY_POLLS = const(20)  # a chip is ready 38 us after a reset (8.8.2), a poll takes 80 us
_ANSWER_POLLS = const(30)  # sending, 1 ms of timer and an answer take < 2 ms, a poll > 70 us

_FINE = const(0)  # an answer was heard whole
_SILENCE = const(5)  # the timer ran out: no tag answered

_WUPA = b"\x52"  # ISO/IEC 14443-3, 6.4; seven bits, 6.2.3.1
_HLTA = b"\x50\x00\x57\xcd"  # with its CRC_A
_SELECT = b"\x93\x95"  # cascade levels 1 and 2
_LONGEST_ANSWER = const(5)  # bytes: four of uid and their BCC
_CASCADE_TAG = const(0x88)  # before three bytes of an id that goes on (ISO/IEC 14443-3, 6.5.4)
_CASCADE_BIT = const(0x04)  # of SAK: the id goes on at the next level
_SHORT_FRAME_BITS = const(7)  # ISO/IEC 14443-3, 6.2.3.1


def crc_a(data: bytes) -> int:
    """Return the CRC_A of ISO/IEC 14443-3, annex B; it follows the data lower byte first."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte ^= byte << 4 & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return crc


class Reader:
    """One MFRC522 on a shared SPI bus (mode 0, up to 10 MHz), selected by its own `cs` pin.

    Make all readers of a bus before starting any: each holds its chip select high from then on.
    """

    def __init__(self, spi: SPI, cs: Pin) -> None:
        self._spi = spi
        self._cs = cs
        cs.init(cs.OUT, value=1)
        self._two = bytearray(2)
        # Four registers in one transfer (8.1.2.1), ComIrqReg first: the others belong to it.
        looked_at = (_COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL)
        self._look = bytes([0x80 | address << 1 for address in looked_at] + [0])
        self._seen = bytearray(len(self._look))
        self._fetch = memoryview(bytes([0x80 | _FIFO_DATA << 1] * _LONGEST_ANSWER + [0]))
        self._field = _FIELD_OFF
        self._answer = b""
        self._level = 0  # the cascade level that the next poll goes on with
        self._uid = b""  # of the levels before it
        self._first = b""  # what the tag said at its first level
        self._known = b""  # the same of a tag of which the next poll asks no more; b"": of none
        self._whole = b""  # its id
        self.version = 0
        """VersionReg at the last start; 0: no chip."""
        self.timeouts = self.errors = self.collisions = 0
        """Of all polls: tags that fell silent in mid-exchange, receptions with a wrong parity, BCC
        or CRC, and collisions."""

    def start(self) -> int:
        """Reset the chip and return its version; 0 if no chip is there. Its field is as it was.

        A version that is not in VERSIONS comes from an unknown clone: worth telling, and tried.
        """
        self._level = 0
        self._known = b""
        self._reset()
        for address, value in _SETTINGS:
            self._write(address, value)
        self._write(_TX_CONTROL, self._field)
        version = self._read(_VERSION)
        self.version = version if version != 0xFF else 0
        return self.version

    def field(self, is_on: bool) -> None:
        """Switch the field, which is off at first, on or off.

        Tags may need 5 ms of it before they answer (ISO/IEC 14443-3, 5).
        """
        self._field = _FIELD_ON if is_on else _FIELD_OFF
        self._write(_TX_CONTROL, self._field)

    def begin_test(self) -> None:
        """Begin the digital self test, which forgets all settings: 16.1.1. Takes 0.7 ms."""
        self._reset()
        self._write(_FIFO_LEVEL, _FLUSH)
        self._fill(bytes(_MEMORY_BYTES))
        self._write(_COMMAND, _MEM)
        self._write(_AUTO_TEST, _SELF_TEST)
        self._write(_FIFO_DATA, 0)
        self._write(_COMMAND, _CALC_CRC)

    def end_test(self) -> str:
        """Return what became of the test begun 5 ms ago or earlier, and start the chip anew.

        "ok"; "bad"; "dead"; "none" for a clone of which nobody knows what it should say.
        """
        for _ in range(_TEST_POLLS):
            if self._read(_FIFO_LEVEL) == _FIFO_BYTES:
                break
        heard = self._exchange(bytes([0x80 | _FIFO_DATA << 1] * _FIFO_BYTES + [0]))
        if not self.start():
            return "dead"
        if self.version not in _SELF_TESTS:
            return "none"
        return "ok" if crc32(heard) == _SELF_TESTS[self.version] else "bad"

    def healthy(self) -> bool:
        """Return whether the chip is there and still set up: one look at its registers, 0.1 ms."""
        heard = self._exchange(_CHECK)
        return heard[0] not in (0, 0xFF) and heard[1] == self._field and heard[2:] == _SET

    def garbles(self) -> bool:
        """Return whether there is a chip that repeats bytes wrongly: a bus too fast. 0.8 ms."""
        self._write(_COMMAND, _IDLE)
        self._write(_FIFO_LEVEL, _FLUSH)
        self._fill(_PATTERN)
        heard = self._exchange(bytes([0x80 | _FIFO_DATA << 1] * len(_PATTERN) + [0]))
        return heard != _PATTERN and len(set(heard)) > 1  # a line that nobody drives stands still

    def restart(self) -> bool:
        """Start the chip again, after DEAD or when it is not healthy; return whether it is now."""
        return self.start() != 0 and self.healthy()

    def poll(self) -> bytes | int | None:
        """Return the id (4 or 7 bytes) of the one tag that lies on the reader.

        Otherwise ABSENT, COLLISION, NOISE, TRUNCATED, DEAD, or MORE: then poll again, soon. Takes
        at most 2 ms without a tag and 5 ms with one, at 1 MHz. A card that lies still gives the
        same answers again and again: its tag is halted at the end and woken by the next WUPA. After
        a whole read the next poll takes the first part of its id for all of it, 3 ms in place of
        8: another tag with the same part is found out one poll later.
        """
        problem = _FINE if self._level else self._send(_WUPA, _SHORT_FRAME_BITS)
        if problem == _SILENCE:
            self._known = b""
            return ABSENT
        if problem == DEAD:
            return DEAD
        found = problem or self._identify()
        if found == MORE:
            return MORE
        self._level = 0
        if not isinstance(found, bytes):
            self._known = b""
        if found == _SILENCE:
            self.timeouts += 1
            found = NOISE
        elif found == NOISE:
            self.errors += 1
        elif found == COLLISION:
            self.collisions += 1
        # Always: a tag that is left READY or ACTIVE does not answer the next WUPA. Nobody answers
        # it, and nobody waits for its end.
        self._transmit(_HLTA, 0)
        return found

    def _identify(self) -> bytes | int:
        """Walk one level of the cascade of the tag that was woken: ISO/IEC 14443-3, 6.5."""
        level = self._level
        select = _SELECT[level]
        problem = self._send(bytes((select, 0x20)))
        part = self._answer
        if not problem and (len(part) != 5 or part[0] ^ part[1] ^ part[2] ^ part[3] ^ part[4]):
            problem = NOISE  # its fifth byte, BCC, is wrong
        if not problem and not level:
            if part == self._known:
                self._known = b""  # the next poll asks for all of it
                return self._whole
            self._first = part
        if not problem:
            problem = self._select(select, part)
        if problem:
            return problem
        goes_on = self._answer[0] & _CASCADE_BIT
        begins = part[0] == _CASCADE_TAG
        if goes_on and begins and not level:
            self._uid = part[1:4]
            self._level = 1
            return MORE
        if goes_on or (begins and not level):
            return TRUNCATED  # SAK decides, and 88h must agree: 6.5.4
        self._known = self._first
        self._whole = self._uid + part[:4] if level else part[:4]
        return self._whole

    def _select(self, select: int, part: bytes) -> int:
        """Select one cascade level, whose SAK is the answer; return _FINE or what was wrong."""
        frame = bytes((select, 0x70)) + part
        crc = crc_a(frame)
        problem = self._send(frame + bytes((crc & 0xFF, crc >> 8)))
        if not problem and (len(self._answer) != 3 or crc_a(self._answer)):
            return NOISE  # the CRC over data and their CRC is 0
        return problem

    def _send(self, frame: bytes, bits: int = 0) -> int:
        """Send a frame whose last byte has this many bits (0: all) and wait for the answer.

        Returns _FINE with the answer in `_answer`, or _SILENCE, COLLISION, NOISE or DEAD.
        """
        self._transmit(frame, bits)
        seen = self._seen
        for _ in range(_ANSWER_POLLS):
            self._cs(0)
            self._spi.write_readinto(self._look, seen)
            self._cs(1)
            if seen[1] & _ALWAYS_0:
                return DEAD
            if seen[1] & _HEARD:
                return self._receive(seen[2], seen[3], seen[4] & 7)
            if seen[1] & _TIMER:
                return _SILENCE
        return DEAD

    def _receive(self, error: int, level: int, last_bits: int) -> int:
        """Fetch what was heard: ErrorReg, FIFOLevelReg and RxLastBits tell what it is worth."""
        if error & _COLLISION_ERROR:
            return COLLISION
        if error & _RECEPTION_ERRORS or last_bits or not 0 < level <= _LONGEST_ANSWER:
            return NOISE
        self._answer = self._exchange(self._fetch[_LONGEST_ANSWER - level :])
        return _FINE

    def _exchange(self, sent: bytes | memoryview) -> bytes:
        """Send addresses and a zero; return what the registers hold, in their order."""
        heard = bytearray(len(sent))
        self._cs(0)
        self._spi.write_readinto(sent, heard)
        self._cs(1)
        return bytes(heard[1:])

    def _transmit(self, frame: bytes, bits: int) -> None:
        self._answer = b""
        cs, write = self._cs, self._spi.write
        send = bytes((_BIT_FRAMING << 1, _START_SEND | bits))
        for piece in (_STOP, _CLEAR, _EMPTY, _INTO_FIFO + frame, _GO, send):
            cs(0)
            write(piece)
            cs(1)

    def _fill(self, data: bytes) -> None:
        """Put bytes into the FIFO."""
        self._cs(0)
        self._spi.write(_INTO_FIFO + data)  # all to the same address: 8.1.2.2
        self._cs(1)

    def _reset(self) -> None:
        """Reset the chip and wait until it is ready."""
        self._write(_COMMAND, _SOFT_RESET)
        for _ in range(_READY_POLLS):
            if not self._read(_COMMAND) & _POWER_DOWN:
                break

    def _write(self, address: int, value: int) -> None:
        two = self._two
        two[0] = address << 1  # 8.1.2.3
        two[1] = value
        self._cs(0)
        self._spi.write(two)
        self._cs(1)

    def _read(self, address: int) -> int:
        return self._exchange(bytes((0x80 | address << 1, 0)))[0]
