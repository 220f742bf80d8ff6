"""The board's parts joined, and the rounds through them, for ever. Never decides anything.

What is to be done when, and what it means, is tableboard.companion's; how each part is driven
stands in the part's own file. The watchdog is fed only when a round has gone well to its end.
"""

import gc
import sys

import framebuf
from micropython import const, kbd_intr

import machine
import pins
from buzzer import Buzzer
from clock import Clock
from keypad import Keypad
from lamps import Lamps
from machine import SPI, Pin
from mfrc522 import DEAD, MORE, NOISE, Reader
from ssd1306 import Display
from tableboard.companion import Companion
from tableboard.sounds import QUIET
from tableboard.strokes import HEIGHT, WIDTH, Stroke
from tablewire.board import BoardSession
from tablewire.limits import CREDIT_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from equipment import Equipment
    from greeter import Greeter
    from loader import Start
    from receiver import Receiver
    from wires import Wires
else:
    Equipment = Greeter = Start = Receiver = Wires = None

_GRACE_MS = const(3000)  # after power-on, until a host is heard: mpremote can stop the program
_CTRL_C = const(3)
_HEAP_MS = const(1000)  # between two sweeps of the heap, which tell the lamps, too
_COUNT_MS = const(60_000)  # between two counts of what is free: each takes longer than a sweep
_DISPLAY_MS = const(1000)  # between two starts of a display that does not answer
_RENEW_MS = const(5000)  # between two full redraws of one that does
_DRAW_MS = const(2)  # the longest stretch of drawing a page
_LATE_MS = const(8)  # without a look at the keys: reading the host's bytes would come on top
_SHINE_MS = const(20)  # between two updates of the lamps
_FAULTS = const(5)  # rounds in a row that fail, before the board is reset
_CONTRAST = b"\x01\x14\x3c\x7f"  # of the display, for each step of brightness

_LEAST_KHZ = const(125)
_ERRORS = const(7)  # a reader whose errors have come to a multiple of one more is asked to repeat


_SWAPPED = framebuf.FrameBuffer(bytearray(b"\x01\x00"), 2, 1, framebuf.MONO_VLSB)
"""A palette that darkens what a bitmap sets: what is 0 becomes 1, what is 1 becomes 0."""


class Board:
    """The board's parts, and one round through all of them."""

    def __init__(self, start: Start, companion: Companion, clock: Clock, parts: Equipment) -> None:
        self._start = start
        self._companion = companion
        self._clock = clock
        self._receiver: Receiver | None = None
        from settings import line

        self.pipe = line("/" + start.settings("table.json"), companion, clock)
        sys.modules.pop("settings")  # it takes 1 KB
        self._bus_khz = parts.khz
        self._spi = _bus(parts.khz)
        # The select of a reader that board.json does not speak of yet must rest, too: a reset pulls
        # each pin down, and so that chip would answer for the others.
        selects = [Pin(cs, Pin.IN, Pin.PULL_UP) for cs in pins.READER_CS][: parts.readers]
        self._readers = [Reader(self._spi, cs) for cs in selects]
        # How fast the bus is, as set and for each reader.
        self._khz = [self._bus_khz] * (1 + len(self._readers))
        self._tests = ["none"] * len(self._readers)
        self._checked = 0  # the reader whose registers were looked at last
        self._broken = -1  # the reader that is to be started again, or -1
        self._restarts = [0] * len(self._readers)
        self._lit = 0  # the reader whose field is on
        self._is_half = False  # it has read half an id
        self._found: tuple[int, bytes | int | None] | None = None  # a reader, and its poll
        self._step = 0  # of a test of all readers: two for each
        self._tested = -1  # the number of the last question that wanted a test; 0: the start's
        self._scanned_ms = clock.now_ms()  # when the keys were last looked at
        self._longest_ms = 0  # between two looks
        self._keypad = Keypad(
            tuple([Pin(gpio) for gpio in pins.KEY_ROWS if parts.keys]),
            tuple([Pin(gpio) for gpio in pins.KEY_COLUMNS if parts.keys]),
            tuple([Pin(gpio) for gpio in pins.SEAT_BUTTONS[: parts.buttons]]),
        )
        self._wires: Wires | None = None
        if parts.is_breadboard:
            import wires  # it takes 4 KB, and no other board needs it

            strays = wires.strays(parts.buttons, bool(parts.keys))
            self._wires = wires.Wires(self._readers, selects, companion, self._keypad, strays)
        self._display = Display(pins.I2C_ID, Pin(pins.SCL), Pin(pins.SDA))
        self._canvas = framebuf.FrameBuffer(self._display.buffer, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        self._start_ms = 0  # it is not started before, if it does not answer
        self._renew_ms = 0  # it is sent everything again then
        self._brightness = 0  # that the display has been told
        self._display_told = False
        self._lamps = Lamps(Pin(pins.LAMPS), selects[: parts.lamps])
        self._buzzer = Buzzer(Pin(pins.BUZZER))
        self._shine_ms = 0
        self._lights: list[str] = []  # that the lamps show
        self._colours: list[tuple[int, int, int]] = []
        self._pitch = 0
        self._free = self._counted = 0
        self._heap_ms = self._count_ms = 0
        self._is_swept = False  # and what is free may be counted next
        reads = (self._read, self._read_on) if parts.readers == 1 else (self._read,)
        self._steps = reads + (  # noqa: RUF005 - MicroPython
            self._tell,
            self._shine,
            self._show,
            self._check,
            self._try_wires,
            self._sweep,
            self._say,
            self._rest,
        )

    @property
    def is_updated(self) -> bool:
        """Whether something new is on the flash, for the next start to try."""
        return self._receiver is not None and self._receiver.is_over

    def round(self) -> None:
        """Do what is due; after each part of it look at the keys, hear the host and answer it."""
        for step in self._steps:
            step(self._clock.now_ms())
            self._attend()
            now_ms = self._clock.now_ms()
            if self._companion.session.owes(now_ms):
                self._say(now_ms)
                self._attend()

    def _attend(self) -> None:
        """Read what the host sent and take it; look at the keys after each: either may take long.

        Before only if what was done until now took long: a look would keep the host waiting.
        """
        now_ms = self._clock.now_ms()
        if now_ms - self._scanned_ms >= _LATE_MS:
            self._look(now_ms)
        data = self.pipe.read()
        self._scan(self._clock.now_ms())
        if data:
            self._listen(data, self._clock.now_ms())
            self._scan(self._clock.now_ms())

    def _rest(self, now_ms: int) -> None:
        """Wait for the host while nothing is due."""
        self.pipe.wait(self._companion.idle_ms(now_ms))

    def _read(self, now_ms: int) -> None:
        """Poll the reader whose field is on, or look how all are; start again one that fails."""
        ask = self._companion.asked
        if self._tested < 0:
            self._test(0)
            return
        if ask is not None and not self._is_half:
            if ask.test and ask.number != self._tested:
                self._test(ask.number)
            else:
                self._answer(now_ms)
            return
        number = self._companion.reader_due(now_ms)
        if number < 0:
            return
        reader = self._reader(number)
        found = reader.poll()
        self._is_half = found == MORE
        if found == MORE:
            return
        if found == DEAD:
            self._broken = number
        elif found == NOISE and not reader.errors & _ERRORS:
            self._slow_down(number)
        self._found = (number, found)

    def _read_on(self, now_ms: int) -> None:
        """Read the other half of an id at once: no other reader waits."""
        if self._is_half:
            self._read(now_ms)

    def _tell(self, now_ms: int) -> None:
        """Tell what the reader has found, and go on to the next."""
        if self._found is not None:
            number, found = self._found
            self._found = None
            self._companion.take_poll(number, found, now_ms)
            self._scan(self._clock.now_ms())
            self._light()

    def _light(self) -> None:
        """Switch on the field of the reader that is polled next, and no other one."""
        number = self._companion.light(self._clock.now_ms())
        if number != self._lit:  # of one that stays on no tag loses its power for a moment
            self._reader(self._lit).field(False)
            self._lit = number
        self._reader(number).field(True)

    def _check(self, _: int) -> None:
        """Look whether the next reader has its settings, which a dip of its supply takes.

        One that has not, or that was dead when it was polled, is started again.
        """
        if self._companion.asked is not None or self._tested < 0:
            return  # one that is being tested has none
        number = self._broken
        if number < 0:
            self._checked = number = (self._checked + 1) % len(self._readers)
            reader = self._reader(number)
            if not reader.version or reader.healthy():
                return
        self._broken = -1
        self._slow_down(number)
        if self._reader(number).restart():
            self._restarts[number] += 1

    def _try_wires(self, now_ms: int) -> None:
        """On a breadboard, look which wire of a part that does not answer is wrong."""
        wires = self._wires
        if wires is None or self._is_half or self._companion.asked is not None or self._tested < 0:
            return
        if wires.look(self._display.alive, now_ms):
            self._spi = _bus(self._bus_khz)
            self._start_ms = now_ms  # the display's bus has to be made anew, too

    def _reader(self, number: int) -> Reader:
        """Return a reader, for which the bus has its speed from now on."""
        khz = self._khz[1 + number]
        if khz != self._bus_khz:
            self._bus_khz = khz
            self._spi.init(baudrate=khz * 1000)
        return self._readers[number]

    def _slow_down(self, number: int) -> None:
        """Halve the speed of a reader's bus until it repeats what it is told."""
        while self._khz[1 + number] >= 2 * _LEAST_KHZ and self._reader(number).garbles():
            self._khz[1 + number] //= 2

    def _test(self, question: int) -> None:
        """Test half a reader; after the last half the question's test is over."""
        number, is_second = divmod(self._step, 2)
        self._step += 1
        if not is_second:
            if not question:
                self._slow_down(number)
            self._reader(number).begin_test()
            return
        self._tests[number] = self._reader(number).end_test()
        if self._step == 2 * len(self._readers):
            self._step = 0
            self._tested = question
            self._light()

    def _answer(self, now_ms: int) -> None:
        """Tell the host how all parts are."""
        readers = []
        for number, reader in enumerate(self._readers):
            state = "%02X %s" % (reader.version, self._tests[number])
            counts = (reader.timeouts, reader.errors, reader.collisions, self._restarts[number])
            readers.append((state, counts))
        bus = ",".join([str(khz) for khz in self._khz])
        self._companion.answer_check(readers, self._display.check(), self._longest_ms, bus, now_ms)
        self._longest_ms = 0

    def _listen(self, data: bytes, now_ms: int) -> None:
        """Take what the host sent."""
        self._companion.take_bytes(data, now_ms)
        if self._companion.session.protocol:
            kbd_intr(-1)  # before the answer goes out: the grace is over
        update = self._companion.update
        if update is not None:
            if self._receiver is None:
                import receiver  # it takes 3 KB, and few evenings need it

                self._receiver = receiver.Receiver(self._start)
            self._companion.update = None
            answer = "update " + self._receiver.answer(update.words)
            self._companion.session.answer(update.number, [answer])

    def _scan(self, now_ms: int) -> None:
        if self._companion.scan_due(now_ms):
            self._look(now_ms)

    def _look(self, now_ms: int) -> None:
        """Look at the keys, and first at what interrupts have noted since the last look."""
        self._longest_ms = max(self._longest_ms, now_ms - self._scanned_ms)
        self._scanned_ms = now_ms
        for keys, buttons, ago_ms in self._keypad.changes():
            self._companion.take_change(keys, buttons, now_ms - ago_ms)
        self._companion.take_scan(self._keypad.scan(), self._keypad.buttons(), now_ms)

    def _shine(self, now_ms: int) -> None:
        """Bring lamps and buzzer up to date."""
        if now_ms >= self._shine_ms or self._lights is not self._companion.lights:
            self._shine_ms = now_ms + _SHINE_MS
            self._lights = self._companion.lights
            self._colours = self._companion.colours(now_ms)
        self._lamps.show(self._colours)
        pitch = self._companion.pitch(now_ms)
        if pitch != self._pitch:
            self._pitch = pitch
            if pitch:
                self._buzzer.tone(pitch, self._companion.volume == QUIET)
            else:
                self._buzzer.off()

    def _show(self, now_ms: int) -> None:
        """Draw some of a page, or send one page of the display's memory."""
        for stroke in self._companion.strokes(now_ms):
            self._put(stroke)
            if self._clock.now_ms() - now_ms >= _DRAW_MS:
                return
        display = self._display
        if display.flush_one():
            return
        self._companion.note_drawn(now_ms, display.alive)
        brightness = self._companion.brightness
        if display.alive and brightness != self._brightness:
            self._brightness = brightness
            display.set_contrast(_CONTRAST[brightness - 1])
        elif display.alive:
            if now_ms >= self._renew_ms:
                self._renew_ms = now_ms + _RENEW_MS
                display.renew()
        elif now_ms >= self._start_ms:
            self._start_ms = now_ms + _DISPLAY_MS
            self._renew_ms = now_ms + _RENEW_MS
            if not display.start() and not self._display_told and self._wires is None:
                self._display_told = True
                self._companion.fault("the display does not answer", now_ms)

    def _put(self, stroke: Stroke) -> None:
        """Draw one stroke: only the pixels that its columns set, or the whole box."""
        if stroke.columns is None:
            self._canvas.fill_rect(stroke.x, stroke.y, stroke.width, stroke.height, stroke.lit)
            return
        bitmap = framebuf.FrameBuffer(
            bytearray(stroke.columns), stroke.width, stroke.height, framebuf.MONO_VLSB
        )
        if stroke.lit:
            self._canvas.blit(bitmap, stroke.x, stroke.y, 0)
        else:
            self._canvas.blit(bitmap, stroke.x, stroke.y, 1, _SWAPPED)

    def _say(self, now_ms: int) -> None:
        """Write what is due to the host, who is told of no picture that went out."""
        if self._companion.session.tells(now_ms) and not self._display.check():
            self._companion.note_drawn(now_ms, False)
        if self.pipe.room() >= CREDIT_BYTES:
            self.pipe.write(self._companion.due(now_ms, self._free))
        else:
            self.pipe.flush()

    def _sweep(self, now_ms: int) -> None:
        """Collect garbage while little has gathered, so that it never takes long; each minute
        count in the next round what is free then. Tell the lamps again what they show.
        """
        if now_ms < self._heap_ms:
            return
        self._look(now_ms)
        self._is_swept = not self._is_swept
        if self._is_swept:
            gc.collect()
            self._look(self._clock.now_ms())
            return
        self._heap_ms = now_ms + _HEAP_MS
        if now_ms >= self._count_ms:
            free = gc.mem_free()
            if self._counted:  # a start leaves much behind, and so does loading a module
                self._free = max(free, self._counted)
                self._count_ms = now_ms + _COUNT_MS
            self._counted = free
        self._lamps.repeat()


def _bus(khz: int) -> SPI:
    """Return the readers' bus, whose pins it takes over."""
    return SPI(pins.SPI_ID, khz * 1000, sck=Pin(pins.SCK), mosi=Pin(pins.MOSI), miso=Pin(pins.MISO))


def begin(start: Start, greeter: Greeter) -> tuple[BoardSession, Clock]:
    """Let a session and a clock go on from where the greeter is, which is of no more use."""
    clock = Clock(greeter.since_ms)
    session = BoardSession(
        greeter.board_id, greeter.boot_id, greeter.version, greeter.has, mark=greeter.mark
    )
    from uctypes import addressof

    if greeter.next > 1:  # it speaks for what the start before has left
        from backlog import forget, take

        take(session, greeter)
    session.note(clock.now_ms())
    start.keep(addressof(session.ring.block))
    if greeter.next > 1:
        forget()
        sys.modules.pop("backlog")
    session.receive(greeter.question, clock.now_ms())
    return session, clock


def main(start: Start, session: BoardSession, clock: Clock, parts: Equipment, problem: str) -> None:
    """Go round until the power is cut, the watchdog bites, or a host or a console says stop.

    `problem`: what is wrong with board.json, "" for nothing.
    """
    companion = Companion(session, parts.readers, parts.keys, parts.buttons)
    if problem:
        companion.fault("board.json: " + problem, clock.now_ms())
    trouble = getattr(start, "trouble", "")  # a loader from before has none
    if trouble:
        companion.fault(trouble, clock.now_ms())
    if machine.reset_cause() == machine.WDT_RESET:  # after an update, too
        companion.was_reset()
        if not start.trial:
            companion.fault("restarted after a fault", clock.now_ms())
    try:
        _go_round(start, companion, clock, parts)
    except (Exception, KeyboardInterrupt):  # no memory to tell of a fault, or Ctrl-C
        _end(session, clock.now_ms())
        raise
    _end(session, clock.now_ms())
    if not session.is_left:
        machine.reset()


def _end(session: BoardSession, now_ms: int) -> None:
    """Keep for the next start what no host has committed; the board's parts are gone by now, but
    for a tone, which the pin would hold for ever.
    """
    Buzzer(Pin(pins.BUZZER))
    if session.backlog:
        kbd_intr(-1)  # whoever wants the console waits so long
        gc.collect()
        from backlog import save

        save(session, now_ms)
    kbd_intr(_CTRL_C)


def _go_round(start: Start, companion: Companion, clock: Clock, parts: Equipment) -> None:
    """Go round until a host says stop, or too many rounds in a row have failed."""
    session = companion.session
    board = None
    is_stoppable = not session.protocol
    began_ms = clock.now_ms()
    faults = 0
    told = ""
    while faults < _FAULTS:
        try:
            if board is None:
                board = Board(start, companion, clock, parts)
                if is_stoppable:
                    kbd_intr(_CTRL_C)
            board.round()
            if session.is_left or board.is_updated:
                return
            if is_stoppable and (session.protocol or clock.now_ms() - began_ms >= _GRACE_MS):
                is_stoppable = False
                kbd_intr(-1)
            start.feed()
            faults = 0
            if session.protocol:
                start.alive(clock.now_ms(), board.pipe.is_joined)
        except Exception as problem:  # noqa: BLE001 - a bug: the host is told, the parts are made anew
            faults += 1
            if board is not None:
                board.pipe.close()
            board = None
            gc.collect()
            from report import report_of  # few boards ever need it

            report = report_of(problem)
            if report != told:
                told = report
                companion.fault(report, clock.now_ms())
