"""The MFRC522 reader chip at register level: SPI in, tags in its field. Knows no driver.

Numbers in comments are sections of NXP's data sheet MFRC522, rev. 3.9. Modelled: SPI (8.1.2),
FIFO (8.3), interrupt requests (8.4), timer (8.5), the CRC coprocessor with all presets, the self
test (16.1.1) and all commands (10.3) but MFAuthent and GenerateRandomID, at 106 kBd, with bitwise
collisions. Refused loudly: everything else. Where the data sheet is silent CollPos counts from the
first bit of the first FIFO byte, and what an unknown clone's self test leaves is zeros.
"""

from micropython import const

from chips.tag import crc_a

# Addresses of registers: data sheet, 9.2; each is described in 9.3.
_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_DIV_IRQ = const(0x05)
_ERROR = const(0x06)
_STATUS1 = const(0x07)
_AUTO_TEST = const(0x36)
_FIFO_DATA = const(0x09)
_FIFO_LEVEL = const(0x0A)
_CONTROL = const(0x0C)
_BIT_FRAMING = const(0x0D)
_COLL = const(0x0E)
_MODE = const(0x11)
_TX_MODE = const(0x12)
_RX_MODE = const(0x13)
_TX_CONTROL = const(0x14)
_TX_ASK = const(0x15)
_DEMOD = const(0x19)
_CRC_HIGH = const(0x21)
_CRC_LOW = const(0x22)
_T_MODE = const(0x2A)
_T_PRESCALER = const(0x2B)
_T_RELOAD_HIGH = const(0x2C)
_T_RELOAD_LOW = const(0x2D)
_T_COUNTER_HIGH = const(0x2E)
_T_COUNTER_LOW = const(0x2F)
_VERSION = const(0x37)
READ_ONLY = (0x06, 0x07, 0x21, 0x22, 0x2E, 0x2F, 0x37)  # errors, status, CRC, counter, version

# Values after a reset (9.3): address, value, address, value ...; the others are 0.
RESET = (
    b"\x01\x20\x02\x80\x04\x14\x07\x21\x0b\x08\x0c\x10\x0e\xa0\x11\x3f\x14\x80\x16\x10\x17\x84"
    b"\x18\x84\x19\x4d\x1c\x62\x1f\xeb\x21\xff\x22\xff\x24\x26\x26\x48\x27\x88\x28\x20\x29\x20"
)

# What the self test leaves in the FIFO, by version: 16.1.1, and for the FM17522 clone (88h) what
# the public drivers expect of it.
SELF_TEST = {
    0x91: (
        "00C637D532B7575CC2D87C4DD970C77310E6D2AA5EA13E5A14AF3061C970DB2E"
        "642272B5BD65F4EC22BCD37235CDAA411FA7F35314DE7E02D90FB55E251D2979"
    ),
    0x92: (
        "00EB66BA57BF2395D0E30D3D27895CDE9D3BA700215B8982513AEB020CA50049"
        "7C844DB3CCD21B815D4876D5716121A986968338CF9D5B6DDC15BA3E7D953B2F"
    ),
    0x88: (
        "00D6788CE2AA0C182AB87A7FD36ACF0BB137634B69AE91C7C397AE77F437D79B"
        "7CF53C118F15C3D7C15B002AD075DE9E5164AB3EE915B5AB569A988226EA2A62"
    ),
}
_MEMORY_BYTES = const(25)  # of the internal buffer: 10.3.1.2

# Commands: 10.3.
_IDLE = const(0)
_MEM = const(1)
_CALC_CRC = const(3)
_TRANSMIT = const(4)
_NO_CHANGE = const(7)
_RECEIVE = const(8)
_TRANSCEIVE = const(12)
_SOFT_RESET = const(15)
_RECEIVER_OFF = const(0x20)  # CommandReg, 9.3.1.2
_POWER_DOWN = const(0x10)
_TX_IRQ = const(0x40)  # ComIrqReg, 9.3.1.5
_RX_IRQ = const(0x20)
_IDLE_IRQ = const(0x10)
_ERR_IRQ = const(0x02)
_TIMER_IRQ = const(0x01)
_CRC_IRQ = const(0x04)  # DivIrqReg, 9.3.1.6
_OVERFLOW = const(0x10)  # ErrorReg, 9.3.1.7
_COLLISION = const(0x08)
_CRC_ERROR = const(0x04)
_PARITY = const(0x02)
_PROTOCOL = const(0x01)
_CRC_READY = const(0x20)  # Status1Reg, 9.3.1.8
_TIMER_RUNS = const(0x08)
_SELF_TEST_ON = const(0x09)  # AutoTestReg, 9.3.4.7
_AUTO_CRC = const(0x80)  # TxModeReg and RxModeReg, 9.3.2.3: TxCRCEn, RxCRCEn
_CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)  # ModeReg, 9.3.2.2
_FLUSH = const(0x80)  # FIFOLevelReg, 9.3.1.11
_START_SEND = const(0x80)  # BitFramingReg, 9.3.1.14
_VALUES_AFTER_COLL = const(0x80)  # CollReg, 9.3.1.15
_NO_POSITION = const(0x20)
_BOTH_DRIVERS = const(0x03)  # TxControlReg, 9.3.2.5
_FORCE_100_ASK = const(0x40)  # TxASKReg, 9.3.2.6
_T_AUTO = const(0x80)  # TModeReg, 9.3.3.10
_T_AUTO_RESTART = const(0x10)
_T_STOP_NOW = const(0x80)  # ControlReg, 9.3.1.13
_T_START_NOW = const(0x40)

_FIFO_BYTES = const(64)
_BIT_NS = const(9439)  # 128 / 13.56 MHz
_ANSWER_NS = const(86431)  # 1172 / 13.56 MHz: a tag's delay when the reader's last bit was 0
_FIELD_GUARD_NS = const(5_000_000)  # ISO/IEC 14443-3, 5: until then a tag may be deaf
_START_UP_NS = const(37740)  # 8.8.2: 1024 cycles of 27.12 MHz
_NEVER = const(1 << 60)


def air_ns(bits: int) -> int:
    """Return how long a frame takes at 106 kBd: bits, a parity for each byte, start and end."""
    return (bits + bits // 8 + 2) * _BIT_NS


def superposed(answers: list):
    """Return what a reader hears of answers (bytes, bits) at once: value, bits, error, collision.

    `collision` is the place of the first bit in which they differ, from 0; -1 without one.
    """
    value, bits, differing = 0, 0, 0
    for data, length in answers:
        number = int.from_bytes(data, "little")
        if bits:
            differing |= number ^ value | (0 if length == bits else 1 << min(length, bits))
        value |= number
        bits = max(bits, length)
    if not differing:
        return value, bits, 0, -1
    place = 0
    while not differing >> place & 1:
        place += 1
    return value, bits, _COLLISION, place


class Mfrc522:
    """One reader chip. `tags` lie in its field; `lay` and `lift` change them."""

    def __init__(self, clock, version: int = 0x92) -> None:
        self.clock = clock
        self.version = version
        self.miso = -1  # stuck at this level, 0 without power and 1 at an open line; -1: driven
        self.hung = False  # until a soft reset: registers answer, commands and timer stand still
        self.fails_self_test = False
        self.noisy = 0  # this many receptions to come are garbled; -1: all
        self.flips = 0  # this many to come have two wrong bits in a byte, which no parity tells
        self.slips_after = -1  # after this many answers the tags leave in mid-answer; -1: never
        self.least_byte_ns = 0  # on a faster bus its answers come wrong
        self._hasty = 0  # bytes that came over one
        self.tags = []
        self.has_field = False
        self.too_soon = 0  # frames that were sent before a tag had to hear them
        self.reset()

    def reset(self) -> None:
        """Lose all registers: power-on, SoftReset (10.3.1.10), or a dip of the supply."""
        self._registers = registers = bytearray(64)
        for i in range(0, len(RESET), 2):
            registers[RESET[i]] = RESET[i + 1]
        registers[_VERSION] = self.version
        self._fifo = bytearray()
        self._memory = bytes(_MEMORY_BYTES)
        self._address = -1  # of the SPI transfer under way
        self._heard = None
        self._sent_at = self._heard_at = self._fires_at = self._due_at = _NEVER
        self._ready_at = self.clock.ns + _START_UP_NS
        self._set_field()

    def lose(self, address: int) -> None:
        """Let a register fall back to what it is after a reset, as a disturbance may."""
        self._registers[address] = 0
        for i in range(0, len(RESET), 2):
            if RESET[i] == address:
                self._registers[address] = RESET[i + 1]
        self._set_field()

    def holds(self, address: int) -> int:
        """Return what is in a register; nothing changes by that."""
        return self._registers[address]

    def lay(self, tag) -> None:
        """Put a tag into the field."""
        self.tags.append(tag)
        tag.power(self.has_field)

    def lift(self, uid=None) -> None:
        """Take the tags with this uid away, or all."""
        for tag in [tag for tag in self.tags if uid in (None, tag.uid)]:
            self.tags.remove(tag)
            tag.power(False)

    # SPI, 8.1.2

    def select(self) -> None:
        """Chip select falls: the next byte is an address."""
        self._address = -1

    def garble(self, byte: int) -> int:
        """Return an answer as it comes over a bus that is too fast: each eleventh byte is wrong."""
        self._hasty += 1
        return byte if self._hasty % 11 else byte ^ 0x10

    def exchange(self, byte: int) -> int:
        """Take a byte from MOSI and return the byte that MISO carries meanwhile."""
        if self.miso >= 0:
            return 0xFF if self.miso else 0
        address = self._address
        if address < 0:
            self._address = byte
            return 0
        if self.clock.ns >= self._due_at:
            self._settle()
        if address & 0x80:  # 8.1.2.1: while this register goes out, the next address comes in
            self._address = byte
            return self._read(address >> 1 & 0x3F)
        self._write(address >> 1 & 0x3F, byte)  # 8.1.2.2: all bytes go to the first address
        self._due_at = min(self._sent_at, self._heard_at, self._fires_at)
        return 0

    def answer(self) -> int:
        """Return the byte that MISO carries next, if it is none of the FIFO's; nothing changes."""
        return self._registers[self._address >> 1 & 0x3F] if self._address >= 0x80 else 0

    def _read(self, address: int) -> int:
        if address == _FIFO_DATA:
            fifo = self._fifo
            self._fifo = fifo[1:]
            return fifo[0] if fifo else 0
        if address == _FIFO_LEVEL:
            return len(self._fifo)
        if address in (_T_COUNTER_HIGH, _T_COUNTER_LOW):
            left = self._timer_left()
            return left >> 8 if address == _T_COUNTER_HIGH else left & 0xFF
        value = self._registers[address]
        if address == _COMMAND and self.clock.ns < self._ready_at:
            value |= _POWER_DOWN  # 9.3.1.2: read as 1 until the chip is ready
        elif address == _STATUS1 and self._fires_at != _NEVER:
            value |= _TIMER_RUNS
        return value

    def _write(self, address: int, value: int) -> None:
        registers = self._registers
        if address == _FIFO_DATA:
            if len(self._fifo) < _FIFO_BYTES:
                self._fifo.append(value)
            else:
                registers[_ERROR] |= _OVERFLOW
            if registers[_COMMAND] & 0x0F == _CALC_CRC and not self.hung:
                self._accumulate()
        elif address == _FIFO_LEVEL:
            if value & _FLUSH:
                self._fifo = bytearray()
                registers[_ERROR] &= ~_OVERFLOW & 0xFF
        elif address == _COMMAND:
            self._command(value)
        elif address in (_COM_IRQ, _DIV_IRQ):  # bit 7: set the marked requests, else clear them
            marked = value & 0x7F
            old = registers[address]
            registers[address] = old | marked if value & 0x80 else old & ~marked
        elif address not in READ_ONLY:
            self._store(address, value)

    def _store(self, address: int, value: int) -> None:
        registers = self._registers
        if address in (_TX_MODE, _RX_MODE) and value & ~_AUTO_CRC:
            raise NotImplementedError("higher speeds than 106 kBd are not modelled")
        if address == _CONTROL:
            self._fires_at = _NEVER if value & _T_STOP_NOW else self._fires_at
            if value & _T_START_NOW and not self.hung:
                self._fires_at = self.clock.ns + self._timer_ns()
            value = registers[_CONTROL]  # both bits read as 0, RxLastBits is read only
        if address == _COLL:
            value = value & _VALUES_AFTER_COLL | _NO_POSITION
        registers[address] = value
        if address == _TX_CONTROL:
            self._set_field()
        elif address == _BIT_FRAMING and value & _START_SEND:
            registers[address] = value & 0x7F
            if registers[_COMMAND] & 0x0F == _TRANSCEIVE and not self.hung:
                self._send(not registers[_COMMAND] & _RECEIVER_OFF)

    def _command(self, value: int) -> None:
        command = value & 0x0F
        if command == _NO_CHANGE:
            return
        if command == _SOFT_RESET:
            self.hung = False
            self.reset()
            return
        self._sent_at = self._heard_at = self._fires_at = _NEVER
        self._registers[_COMMAND] = value & (_RECEIVER_OFF | 0x0F)
        if self.hung:
            return
        if command == _CALC_CRC:
            self._calculate()
        elif command == _MEM:
            self._exchange_memory()
        elif command == _TRANSMIT:
            self._send(False)
        elif command not in (_IDLE, _RECEIVE, _TRANSCEIVE):
            raise NotImplementedError("command 0x%02X is not modelled" % command)

    def _exchange_memory(self) -> None:
        """10.3.1.2: 25 bytes from the FIFO to the internal buffer; an empty FIFO is filled."""
        if self._fifo:
            self._memory = bytes(self._fifo[:_MEMORY_BYTES])
            self._fifo = self._fifo[_MEMORY_BYTES:]
        else:
            self._fifo = bytearray(self._memory)
        self._end_command()

    def _end_command(self) -> None:
        """A command came to its end by itself: 8.4, IdleIRq."""
        self._registers[_COMMAND] &= _RECEIVER_OFF
        self._registers[_COM_IRQ] |= _IDLE_IRQ

    def _calculate(self) -> None:
        """10.3.1.4: load the preset and begin; with the self test enabled, that: 16.1.1."""
        registers = self._registers
        preset = _CRC_PRESETS[registers[_MODE] & 3]
        registers[_CRC_LOW], registers[_CRC_HIGH] = preset & 0xFF, preset >> 8
        if registers[_AUTO_TEST] & 0x0F == _SELF_TEST_ON:
            self._fifo = bytearray(self._self_test())
            self._end_crc()
        else:
            self._accumulate()

    def _accumulate(self) -> None:
        """10.3.1.4: take all of the FIFO, at once; until another command comes, bytes that are
        written later are added.
        """
        registers = self._registers
        if registers[_AUTO_TEST] & 0x0F == _SELF_TEST_ON:
            return
        before = registers[_CRC_LOW] | registers[_CRC_HIGH] << 8
        registers[_CRC_LOW], registers[_CRC_HIGH] = crc_a(bytes(self._fifo), before)
        self._fifo = bytearray()
        self._end_crc()

    def _end_crc(self) -> None:
        self._registers[_DIV_IRQ] |= _CRC_IRQ
        self._registers[_STATUS1] |= _CRC_READY

    def _self_test(self) -> bytes:
        """Return the 64 bytes of the self test; others than expected if it was begun wrongly."""
        result = bytearray(bytes.fromhex(SELF_TEST.get(self.version, "00" * _FIFO_BYTES)))
        if self.fails_self_test or self._fifo != b"\0" or any(self._memory):
            result[_FIFO_BYTES // 2] ^= 0xFF
        return bytes(result)

    def _crc(self, data: bytes) -> bytes:
        return crc_a(data, _CRC_PRESETS[self._registers[_MODE] & 3])

    # The air

    def _set_field(self) -> None:
        on = self._registers[_TX_CONTROL] & _BOTH_DRIVERS == _BOTH_DRIVERS
        if on != self.has_field:
            self.has_field = on
            self._deaf_until = self.clock.ns + _FIELD_GUARD_NS
            self._deaf_until_us = self.clock.told_us + _FIELD_GUARD_NS // 1000
            for tag in self.tags:
                tag.power(on)

    def _send(self, listening: bool) -> None:
        """Put the FIFO on the air; work out now what will be heard, and when."""
        registers = self._registers
        frame = bytes(self._fifo)
        self._fifo = bytearray()
        registers[_ERROR] = 0
        registers[_COLL] = registers[_COLL] & _VALUES_AFTER_COLL | _NO_POSITION
        bits = len(frame) * 8 - (-registers[_BIT_FRAMING] & 7)  # TxLastBits; 0: the whole byte
        if registers[_TX_MODE]:
            frame += self._crc(frame)
            bits += 16
        now = self.clock.ns
        self._sent_at = now + air_ns(bits)
        self._heard_at = self._fires_at = _NEVER
        heard = self._reception(frame, bits)
        if registers[_T_MODE] & _T_AUTO:  # 8.5: starts at the end of sending, stops at the 5th bit
            self._fires_at = self._sent_at + self._timer_ns()
        if listening and heard:
            self._heard = heard
            first_bit_at = self._sent_at + _ANSWER_NS
            self._heard_at = first_bit_at + air_ns(heard[1])
            if first_bit_at + 5 * _BIT_NS < self._fires_at:
                self._fires_at = _NEVER

    def _timer_ns(self) -> int:
        reload = self._registers[_T_RELOAD_HIGH] << 8 | self._registers[_T_RELOAD_LOW]
        return self._tick_ns(reload + 1)

    def _tick_ns(self, ticks: int) -> int:
        """8.5: (2 x prescaler + 1) / 13.56 MHz, with DemodReg's TPrescalEven 1 more."""
        registers = self._registers
        prescaler = (registers[_T_MODE] & 0x0F) << 8 | registers[_T_PRESCALER]
        even = registers[_DEMOD] >> 4 & 1
        return (2 * prescaler + 1 + even) * ticks * 100_000 // 1356

    def _timer_left(self) -> int:
        """TCounterValReg, 9.3.3.12: counts down from the reload value."""
        reload = self._registers[_T_RELOAD_HIGH] << 8 | self._registers[_T_RELOAD_LOW]
        if self._fires_at == _NEVER:
            return reload
        return min(reload, max(0, self._fires_at - self.clock.ns) // self._tick_ns(1))

    def _reception(self, frame: bytes, bits: int):
        """Let the tags hear a frame and return what comes back, as `superposed`, or None."""
        heard = None
        if self.has_field and self._registers[_TX_ASK] & _FORCE_100_ASK and frame:
            heard = self._answers(frame, bits)
        if heard and self.slips_after >= 0:
            if self.slips_after == 0:
                self.lift()
                half = heard[1] // 2
                heard = (heard[0] & ((1 << half) - 1), half, _PARITY | _PROTOCOL, -1)
            self.slips_after -= 1
        if self.noisy:
            self.noisy -= self.noisy > 0
            heard = (heard[0] ^ 0x10, heard[1], _PARITY, -1) if heard else (0x0A, 4, _PROTOCOL, -1)
        if heard and self.flips:
            place = self.flips * 5 % max(1, heard[1] // 8) * 8 + self.flips % 7
            self.flips -= 1
            heard = (heard[0] ^ 3 << place, heard[1], heard[2], heard[3])
        return heard

    def _answers(self, frame: bytes, bits: int):
        # A program that waits for it waits in board time, in which it may compute for nothing.
        if self.clock.ns < self._deaf_until and self.clock.told_us < self._deaf_until_us:
            self.too_soon += 1
            return None
        answers = [tag.hear(frame, bits) for tag in self.tags]
        answers = [answer for answer in answers if answer]
        return superposed(answers) if answers else None

    def _settle(self) -> None:
        """Let everything happen that is due by now."""
        now = self.clock.ns
        registers = self._registers
        if now >= self._sent_at:
            self._sent_at = _NEVER
            registers[_COM_IRQ] |= _TX_IRQ
            if registers[_COMMAND] & 0x0F == _TRANSMIT:
                self._end_command()
        if now >= self._fires_at:
            again = registers[_T_MODE] & _T_AUTO_RESTART
            self._fires_at = now + self._timer_ns() if again else _NEVER
            registers[_COM_IRQ] |= _TIMER_IRQ
        if now >= self._heard_at:
            self._heard_at = _NEVER
            self._receive()
        self._due_at = min(self._sent_at, self._heard_at, self._fires_at)

    def _receive(self) -> None:
        """Put what was heard into the FIFO, its first bit at RxAlign (9.3.1.14)."""
        registers = self._registers
        value, bits, error, collision = self._heard
        align = registers[_BIT_FRAMING] >> 4 & 7
        if collision >= 0:
            if not registers[_COLL] & _VALUES_AFTER_COLL:
                value &= (1 << collision) - 1
            position = align + collision + 1
            if position <= 32:  # 9.3.1.15: 0 stands for the 32nd bit
                registers[_COLL] = registers[_COLL] & _VALUES_AFTER_COLL | position & 0x1F
        if registers[_RX_MODE] and collision < 0:  # 9.3.2.4: checked, and not put into the FIFO
            whole = value.to_bytes((bits + 7) // 8, "little")
            if bits & 7 or self._crc(whole[:-2]) != whole[-2:]:
                error |= _CRC_ERROR
            bits = max(0, bits - 16)
            value &= (1 << bits) - 1
        bits += align
        self._fifo = bytearray((value << align).to_bytes((bits + 7) // 8, "little"))
        registers[_CONTROL] = registers[_CONTROL] & ~7 | bits & 7  # RxLastBits, 9.3.1.13
        registers[_ERROR] |= error
        registers[_COM_IRQ] |= _RX_IRQ | (_ERR_IRQ if error else 0)
