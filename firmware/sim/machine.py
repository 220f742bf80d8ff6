"""MicroPython's machine module as an RP2040 has it, over simulated wiring instead of pins.

Refuses what the chip would refuse (RP2040 data sheet 1.4.3: functions of the pins) and lets
virtual time pass as it does on a board. Never waits and never touches a real device.
"""

from micropython import const

board = None
"""The simulated board that all objects here belong to; set by what powers it on."""

PWRON_RESET = 1
WDT_RESET = 3

# What a call costs, measured with MicroPython 1.21 in an emulated RP2040.
_PIN_NS = const(17_000)
_SPI_CALL_NS = const(31_000)  # so that a reader's register takes 81 us at 1 MHz
_I2C_CALL_NS = const(85_000)
_I2C_BITS = const(9)  # eight and the acknowledgement
_LAMP_NS = const(30_000)  # 24 bits of 1.25 us

# The watchdog's registers: RP2040 data sheet 4.7.6, RP2350 data sheet 12.9.7.
_WATCHDOGS = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
_WATCHDOG_CLEAR = const(0x3000)  # what is written there is cleared in the first one (2.1.2; 2.1.3)
_WATCHDOG_ENABLE = const(1 << 30)
_SCRATCH = const(0x0C)  # eight words

_OUT = const(1)
_LED = const(25)  # Raspberry Pi Pico data sheet, 2.1
_MOST_WDT_MS = const(8388)  # RP2040 data sheet 4.7: 24 bits of microseconds, counted twice as fast


class Pin:
    """One GPIO."""

    IN, OUT, OPEN_DRAIN, ALT = 0, _OUT, 2, 3
    PULL_UP, PULL_DOWN = 1, 2
    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self, id, mode=-1, pull=-1, *, value=None) -> None:
        gpio = id._gpio if isinstance(id, Pin) else _LED if id == "LED" else id
        if not 0 <= gpio < 30:
            raise ValueError("invalid pin")
        self._gpio = gpio
        self._mode, self._pull = self.IN, None
        self._value = 0
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None) -> None:
        """Set what is given."""
        keeps = board.high_pads is not None
        if keeps:
            self._level()
        if mode != -1:
            self._mode = mode
        if pull != -1:
            self._pull = pull
        if value is not None:
            self._value = 1 if value else 0
        if mode != -1 or value is not None:
            self._drive(board.wiring)
        if keeps:
            self._level()

    def _drive(self, wiring) -> None:
        floating = self._mode != self.OUT and (self._mode != self.OPEN_DRAIN or self._value)
        wiring.drive(self._gpio, -1 if floating else self._value)

    def _level(self) -> int:
        """Return what the pad comes to: an RP2350's stays high if it floats (erratum E9)."""
        level, pads = board.wiring.level(self._gpio), board.high_pads
        if level < 0:
            level = int(self._pull == self.PULL_UP or self._gpio in pads)
        (pads.add if level else pads.discard)(self._gpio)
        return level

    def value(self, value=None):
        """Read the pin, or set it."""
        wiring = board.wiring
        wiring.clock.ns += _PIN_NS
        if value is None:
            if board.high_pads is not None:
                return self._level()
            level = wiring.level(self._gpio)
            return level if level >= 0 else int(self._pull == self.PULL_UP)
        self._value = value = 1 if value else 0
        if self._mode == _OUT:
            wiring.drive(self._gpio, value)
        else:
            self._drive(wiring)
        return None

    __call__ = value

    def irq(self, handler=None, trigger=12, hard=False) -> None:
        """Call a handler at edges of this pin, which `board.edge` lets happen; None: no more."""
        board.interrupts[self._gpio] = (handler, self, trigger)

    def on(self) -> None:
        """Set the pin high."""
        self.value(1)

    def off(self) -> None:
        """Set the pin low."""
        self.value(0)


def _function(what: str, pin: Pin, fits: bool) -> None:
    if not fits:
        raise ValueError("bad " + what + " pin")  # what the rp2 port says
    pin._mode = Pin.ALT
    pin._drive(board.wiring)


class ADC:
    """The converter, on channel 0, 1 or 2; it leaves the pin and its pull as they are."""

    def __init__(self, channel: int) -> None:
        self._gpio = 26 + channel

    def read_u16(self) -> int:
        """Return the level, 0 to 65535 for 0 to 3.3 V."""
        board.wiring.clock.spend(_PIN_NS)
        loose = board.wiring.loose
        return loose.ad(self._gpio) if loose else 0


class SPI:
    """A hardware SPI controller, mode 0."""

    def __init__(self, id, baudrate=1_000_000, *, sck, mosi, miso) -> None:
        for what, pin, place in (("SCK", sck, 2), ("MOSI", mosi, 3), ("MISO", miso, 0)):
            _function(what, pin, pin._gpio % 4 == place and pin._gpio // 8 % 2 == id)
        self._id = id
        self.init(baudrate)

    def init(self, baudrate: int) -> None:
        """Set the clock, in hertz."""
        board.wiring.clock.spend(_PIN_NS)
        self._byte_ns = 8_000_000_000 // baudrate

    def write(self, buf) -> None:
        """Send bytes."""
        self.write_readinto(buf, None)

    def write_readinto(self, write_buf, read_buf) -> None:
        """Send bytes and take as many; the buffers may be one."""
        if read_buf is not None and len(write_buf) != len(read_buf):
            raise ValueError("buffers must be the same length")
        wiring = board.wiring
        wiring.clock.ns += _SPI_CALL_NS
        wiring.spi(self._id, write_buf, read_buf, self._byte_ns)

    def readinto(self, buf, write=0) -> None:
        """Take bytes while sending `write`."""
        self.write_readinto(bytes([write]) * len(buf), buf)

    def read(self, nbytes, write=0) -> bytes:
        """Take bytes while sending `write`."""
        buf = bytearray(nbytes)
        self.readinto(buf, write)
        return bytes(buf)


class I2C:
    """A hardware I2C controller."""

    def __init__(self, id, *, scl, sda, freq=400_000, timeout=50_000) -> None:
        for what, pin, place in (("SCL", scl, 1), ("SDA", sda, 0)):
            _function(what, pin, pin._gpio % 2 == place and pin._gpio // 2 % 2 == id)
        self._id = id
        self._sda = sda._gpio
        self._byte_ns = _I2C_BITS * 1_000_000_000 // freq
        self._timeout_ns = timeout * 1000

    def writeto(self, addr, buf, stop=True) -> int:
        """Send a message; OSError 5 (EIO), as on the RP2040, when nobody acknowledges."""
        return self.writevto(addr, (buf,), stop)

    def writevto(self, addr, vector, stop=True) -> int:
        """Send a message made of several buffers."""
        if not stop:
            raise NotImplementedError("a repeated start is not simulated")
        message = b"".join([bytes(buf) for buf in vector])
        self._spend(len(message))
        if not board.wiring.i2c(self._id, addr, message):
            raise OSError(5)
        return len(message) + 1

    def readfrom(self, addr, nbytes, stop=True) -> bytes:
        """Read this many bytes; OSError as for a message."""
        self._spend(nbytes)
        data = board.wiring.i2c_read(self._id, addr, nbytes)
        if data is None:
            raise OSError(5)
        return data

    def _spend(self, count) -> None:
        """Let the time of this many bytes pass; OSError 110 (ETIMEDOUT) if SDA is held low."""
        wiring = board.wiring
        if wiring.level(self._sda) == 0:
            wiring.clock.spend(self._timeout_ns)
            raise OSError(110)
        wiring.clock.spend(_I2C_CALL_NS + (1 + count) * self._byte_ns)


class PWM:
    """A pulse-width output; a buzzer on it sounds while its duty is neither 0 nor full."""

    def __init__(self, dest, *, freq=0, duty_u16=0) -> None:
        self._gpio = dest._gpio
        dest._mode = Pin.ALT
        self._freq, self._duty = freq, duty_u16
        self._sound()

    def freq(self, value: int) -> None:
        """Set the frequency in hertz."""
        if value < 8:  # what a 125 MHz clock, divided by 255, cannot make
            raise ValueError("freq too small")
        self._freq = value
        self._sound()

    def duty_u16(self, value: int) -> None:
        """Set the duty, 0 to 65535."""
        self._duty = value
        self._sound()

    def deinit(self) -> None:
        """Switch the output off."""
        self.duty_u16(0)

    def _sound(self) -> None:
        wiring = board.wiring
        wiring.clock.spend(_PIN_NS)
        wiring.sound(self._gpio, self._freq if 0 < self._duty < 65535 else 0)


class WDT:
    """The watchdog. It cannot be stopped."""

    def __init__(self, id=0, timeout=5000) -> None:
        if id or not 0 < timeout <= _MOST_WDT_MS:
            raise ValueError("timeout exceeds " + str(_MOST_WDT_MS))
        self._timeout_ns = timeout * 1_000_000
        self.feed()

    def feed(self) -> None:
        """Start the time anew."""
        board.watch(self._timeout_ns)


class Registers:
    """The chip's memory in words of 32 bits, as far as the firmware may touch it."""

    def __getitem__(self, address: int) -> int:
        return board.scratch[self._place(address)]

    def __setitem__(self, address: int, word: int) -> None:
        if address == _WATCHDOGS[board.chip] + _WATCHDOG_CLEAR:
            if word & _WATCHDOG_ENABLE:
                board.watch(None)
        else:
            board.scratch[self._place(address)] = word & 0xFFFFFFFF

    @staticmethod
    def _place(address: int) -> int:
        place, rest = divmod(address - _WATCHDOGS[board.chip] - _SCRATCH, 4)
        # From 4 on they tell the boot ROM where to start (2.8.1.1; 5.2.4).
        if rest or not 0 <= place < 4:
            raise NotImplementedError("only scratch registers 0 to 3 are simulated")
        return place


mem32 = Registers()


def unique_id() -> bytes:
    """Return the eight bytes that name this board: its flash chip's id."""
    return board.unique_id


def reset_cause() -> int:
    """Return PWRON_RESET or WDT_RESET; `reset` works through the watchdog too."""
    return board.reset_cause


def reset() -> None:
    """Reset the board; never returns."""
    board.reset("program")


def freq() -> int:
    """Return the clock of the processor in hertz."""
    return 125_000_000


def bitstream(pin, encoding, timing, data) -> None:
    """Send bits to the WS2812 lamps."""
    if encoding != 0 or timing != (400, 850, 800, 450):
        raise NotImplementedError("only the timing of a WS2812 is simulated")
    wiring = board.wiring
    wiring.clock.spend(_LAMP_NS * (len(data) // 3) + 50_000)
    wiring.light(pin._gpio, bytes(data))
