"""A simulated board: the real firmware under MicroPython, behind a port like a real one's.

Acts as the hands at its table and sees its display. firmware/sim knows what the chips do,
the session what the bytes on the port mean.
"""

import base64
import hashlib
import json
import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Self

from tricktable.board.link.process import FIRMWARE, News, PowerOn, Process, Stat, best_interpreter
from tricktable.board.link.switchboard import Switchboard

PROGRAM: Final = FIRMWARE / "pico" / "main.py"
# Two scans must see it. With 60 ms it was missed now and then: a busy computer, which runs fast
# boards, makes their rounds that long.
PRESS_MS: Final = 120
"""As long as a person's press, since a fast board on a busy computer takes long rounds."""
LONG_PRESS_MS: Final = 1000
"""Longer than the board needs for a long press (`tableboard.keys.LONG_MS`), and short of stuck."""
SCREEN_BYTES: Final = 1024
"""128 × 64 pixels, a bit each."""
PAGE_BYTES: Final = 128
"""Eight rows of it, as an SSD1306 is sent them."""
FULL_TABLE: Final[Mapping[str, int]] = {}
"""The settings of a board that has all parts …"""
BREADBOARD: Final[Mapping[str, int]] = {"breadboard": 1}
"""… and of one with a reader, a button and a display alone."""
SEATS: Final = 4  # firmware/pico/pins.py
ANSWER_WITHIN_S: Final = 30.0
"""A board that has not answered by then never will; allows for a busy computer."""
POWER_ON: Final = 1
WATCHDOG: Final = 3
"""What machine.reset_cause() returns on an RP2040; machine.reset() uses the watchdog too."""
_KEPT_SOUNDS: Final = 1000  # the newest: a demo may run for days
_HOLDS_AHEAD: Final = 8  # that the board knows of: they lie on the heap of its firmware

_log = logging.getLogger(__name__)


Command = Mapping[str, object]
"""What the board's process is to do, by the word `do`: firmware/sim/simulated/control.py."""


class SimulationBroken(Exception):
    """Raised if the simulation itself ended or does not answer; the message is its last words."""


_STANDING: Final = frozenset(
    ("dead", "open", "selftest", "version", "slow", "display", "mute", "held", "wire", "pull_ups")
)
"""Faults that outlive a reset."""


class SimulatedBoard:
    """One board, switched on from `start` until `close`; also a context manager. Thread-safe.

    The table around it (cards on its readers, what is broken, the cable) outlives its resets.

    Mutable.
    """

    def __init__(
        self,
        seed: int,
        speed: float,
        program: Path,
        interpreter: str | None,
        flash: Path | None,
        chip: str,
        settings: Mapping[str, int],
    ) -> None:
        self.speed: Final = speed
        """How many times faster than the computer's time board time runs."""
        self.interpreter: Final = interpreter or best_interpreter()
        """What runs the firmware: "micropython", or "cpython" if there is no wheel for that."""
        self._program = Path(program.name) if flash else program.absolute()
        self._flash = flash
        self._folder = TemporaryDirectory(prefix="tricktable-board-")
        if settings:
            Path(self._folder.name, "board.json").write_text(json.dumps(settings))
        self._chip = chip
        self._scratch: tuple[int, ...] = (0,) * 4
        self._power_ons = 0  # after each there is nothing in its memory
        self._unique_id = hashlib.sha256(f"board {seed}".encode()).digest()[:8]
        self._changed = threading.Condition()  # its lock guards all that follows
        self._standing: list[Command] = []  # commands that a board must hear after a reset
        self._screen = bytearray(SCREEN_BYTES)
        self._lights: tuple[tuple[int, int, int], ...] = ((0, 0, 0),) * SEATS
        self._sounds: deque[int] = deque(maxlen=_KEPT_SOUNDS)
        self._stat: Stat | None = None
        self._holds: deque[Command] = deque()  # presses and rests of which the board knows nothing
        self._held = 0  # that are over
        self._known = 0  # that the board knows of, or knew
        self._resets = 0
        self._crash: str | None = None
        self._broken: str | None = None
        self._callbacks: list[Callable[[], None]] = []
        self._switchboard = Switchboard(self._process(POWER_ON), self)
        self._switchboard.start()

    @classmethod
    def start(
        cls,
        seed: int = 0,
        speed: float = 1.0,
        program: Path = PROGRAM,
        interpreter: str | None = None,
        flash: Path | None = None,
        chip: str = "RP2040",
        settings: Mapping[str, int] = FULL_TABLE,
    ) -> Self:
        """Switch a board on.

        Its id comes from `seed`; board time runs `speed` times as fast as the computer's;
        `program` runs in place of main.py, in the best interpreter unless one is named.
        With `flash`, a file that is made if there is none, the board has nothing but the files
        in it. `chip`: RP2040, or RP2350 as on a Pico 2. `settings`: what the board's own file
        board.json says, where there is no flash. Raises: ValueError for a flash under CPython.
        """
        return cls(seed, speed, program, interpreter, flash, chip, settings)

    def close(self) -> None:
        """Switch the board off for good; returns when its process and its thread have ended."""
        self._switchboard.stop()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # What one can see

    @property
    def id(self) -> str:
        """The board's id, as in its hello."""
        return self._unique_id.hex().upper()

    @property
    def port(self) -> str:
        """The device to open with pyserial. Raises: SimulationBroken if the cable is unplugged."""
        cable = self._switchboard.cable
        if cable is None:
            raise SimulationBroken("the cable is unplugged")
        return cable.port

    def ports(self) -> list[str]:
        """The ports that a search for boards finds: none while the cable is unplugged."""
        cable = self._switchboard.cable
        return [cable.port] if cable else []

    def screen(self) -> bytes:
        """What the display shows: 8 pages of 128 columns, the top pixel of a column in bit 0."""
        with self._changed:
            return bytes(self._screen)

    def lights(self) -> tuple[tuple[int, int, int], ...]:
        """The lamps' colours (red, green, blue), seat by seat."""
        with self._changed:
            return self._lights

    @property
    def sounds(self) -> tuple[int, ...]:
        """The newest tones in hertz, in order; 0 marks the end of one."""
        with self._changed:
            return tuple(self._sounds)

    @property
    def resets(self) -> int:
        """How often the board has been reset since it was switched on, for any reason."""
        with self._changed:
            return self._resets

    @property
    def crash(self) -> str | None:
        """The traceback that ended the board's program, or None; a reset clears it."""
        with self._changed:
            return self._crash

    @property
    def is_broken(self) -> bool:
        """Whether the simulation itself has ended; a reset restarts it."""
        with self._changed:
            return self._broken is not None

    def on_change(self, callback: Callable[[], None]) -> None:
        """Call this after each change of screen, lights or sound, from the board's own thread."""
        with self._changed:
            self._callbacks.append(callback)

    def wait_for(self, condition: Callable[[], bool], timeout_s: float = ANSWER_WITHIN_S) -> bool:
        """Wait for a visible condition; returns whether it came true in time."""
        with self._changed:
            return self._changed.wait_for(condition, timeout_s)

    def stat(self, forget: bool = False) -> Stat:
        """Return the simulation's counters, after all earlier commands have been carried out.

        Slices are counted anew after `forget`. Raises: SimulationBroken.
        """
        with self._changed:
            self._stat = None
            self._tell({"do": "stat", "forget": forget})
            self._changed.wait_for(lambda: self._stat or self._broken, ANSWER_WITHIN_S)
            if self._stat is None:
                raise SimulationBroken(self._broken or "the simulated board does not answer")
            return self._stat

    # What hands can do

    def lay(self, reader: int, uid: str) -> None:
        """Lay a tag (its uid in hex digits) on a reader, beside any that lie there."""
        bytes.fromhex(uid)
        self._keep({"do": "lay", "reader": reader, "uid": uid})

    def lift(self, reader: int, uid: str | None = None) -> None:
        """Lift the tag with this uid off a reader, or all of its tags."""
        with self._changed:
            self._standing = [
                command
                for command in self._standing
                if command["do"] != "lay"
                or command["reader"] != reader
                or uid not in (None, command["uid"])
            ]
            self._tell({"do": "lift", "reader": reader} | ({"uid": uid} if uid else {}))

    def press(self, key: str, hold_ms: int = PRESS_MS) -> None:
        """Press a key and release it after this much board time; presses wait for one another."""
        self._hold({"do": "hold", "key": key, "ms": hold_ms})

    def button(self, seat: int, long: bool = False) -> None:
        """Press a seat's button, in turn with other presses."""
        self._hold({"do": "hold", "seat": seat, "ms": LONG_PRESS_MS if long else PRESS_MS})

    def rest(self, ms: int) -> None:
        """Touch nothing for this much board time, in turn with presses; returns when it is over.

        Raises: SimulationBroken.
        """
        with self._changed:
            wanted = self._hold({"do": "hold", "ms": ms})
            while self._held < wanted:
                if not self._goes_on(self._held):
                    raise SimulationBroken(self._broken or "the simulated board does not answer")

    def hold(self, key: str, down: bool) -> None:
        """Hold a key down, also over resets, or release it."""
        self._turn({"do": "key", "key": key}, down)

    def hold_button(self, seat: int, down: bool) -> None:
        """Hold a seat's button down, also over resets, or release it."""
        self._turn({"do": "button", "seat": seat}, down)

    def fault(self, what: str, **details: object) -> None:
        """Break something, or mend it.

        dead, open, selftest (reader, on) · version (reader, value) · slow (reader, khz) ·
        display, mute, held (on): stay over a reset; hung, reset (reader) · lose (reader,
        register) · dip · lamps · noise, flip (reader, count) · slip (reader, after) ·
        garble (count) · hang (ms) · wifi (on): happen once · wire (part, pin, lead), pull_ups (on):
        stay, too.
        """
        command = {"do": "fault", "what": what} | details
        if what in _STANDING:
            self._keep(command)
        else:
            self._tell(command)

    def reset(self) -> None:
        """Reset the board, as its reset button would; the port stays."""
        self._switchboard.do(self._cut_power)

    def unplug(self) -> None:
        """Pull the cable. The board keeps running on other power; its port is gone."""
        self._switchboard.do(self._switchboard.unplug)

    def replug(self) -> None:
        """Plug the cable in again; the port may have another name now."""
        self._switchboard.do(self._switchboard.replug)

    # What the switchboard tells

    def take_news(self, news: Sequence[News]) -> None:
        """Take in a message from the board's process; the switchboard calls this."""
        with self._changed:
            seen = [self._take(item) for item in news]
            callbacks = self._callbacks[:] if True in seen else []
            self._changed.notify_all()
        for callback in callbacks:
            try:
                callback()
            except Exception:  # noqa: BLE001 - the board goes on whatever its watchers do
                _log.exception("a watcher of the simulated board failed")

    def broke(self, last_words: str) -> None:
        """Note that the board's process ended by itself; the switchboard calls this."""
        with self._changed:
            self._broken = last_words or "the simulated board ended without a word"
            self._changed.notify_all()

    def _take(self, news: News) -> bool:
        """Take in one item; returns whether it is a visible change."""
        match news:
            case {"screen": page, "bits": bits}:
                start = page * PAGE_BYTES
                self._screen[start : start + PAGE_BYTES] = base64.b64decode(bits)
            case {"lights": lights}:
                self._lights = tuple((red, green, blue) for red, green, blue in lights)
            case {"sound": hz}:
                self._sounds.append(hz)
            case {"stat": stat}:
                self._stat = stat
                return False
            case {"held": holds}:
                self._held += holds
                self._hand_over()
                return False
            case {"stopped": report}:
                self._crash = report
                return False
            case {"reset": _, "scratch": scratch}:
                self._scratch = tuple(scratch)
                self._restart(WATCHDOG)
                return False
        return True

    def _cut_power(self) -> None:
        self._scratch = (0,) * 4
        self._power_ons += 1
        self._restart(POWER_ON)

    def _process(self, reset_cause: int) -> Process:
        start = PowerOn(self._program, self.speed, self._unique_id, reset_cause)
        folder = Path(self._folder.name)
        own = start._replace(
            scratch=self._scratch,
            memory=folder / f"memory-{self._power_ons}",
            flash=self._flash,
            chip=self._chip,
            folder=folder,
        )
        return Process(self.interpreter, own)

    def _restart(self, reset_cause: int) -> None:
        with self._changed:
            self._switchboard.exchange(self._process(reset_cause))
            self._resets += 1
            self._crash = self._broken = None
            self._known += len(self._holds)
            self._held = self._known  # nobody waits for a board that was switched off
            self._holds.clear()
            for command in self._standing:
                self._tell(command)
            self._changed.notify_all()

    def _keep(self, command: Command) -> None:
        with self._changed:
            self._standing.append(command)
            self._tell(command)

    def _turn(self, switch: Command, down: bool) -> None:
        """Turn a switch on or off; one that is on stays so over a reset."""
        held = {**switch, "down": True}
        with self._changed:
            self._standing = [command for command in self._standing if command != held]
            if down:
                self._standing.append(held)
            self._tell({**switch, "down": down})

    def _hold(self, command: Command) -> int:
        """Press or rest in turn; return how many will be over when that is."""
        with self._changed:
            if self._broken is not None:
                raise SimulationBroken(self._broken)
            self._holds.append(command)
            self._hand_over()
            return self._known + len(self._holds)

    def _goes_on(self, held: int) -> bool:
        """Wait until more presses and rests are over than these, or nothing comes any more."""
        self._changed.wait_for(lambda: self._held > held or self._broken, ANSWER_WITHIN_S)
        return self._held > held

    def _hand_over(self) -> None:
        """Let the board know of what is to be held next, and never of much."""
        while self._holds and self._known - self._held < _HOLDS_AHEAD:
            self._switchboard.tell(self._holds.popleft())
            self._known += 1

    def _tell(self, command: Command) -> None:
        with self._changed:
            if self._broken is not None:
                raise SimulationBroken(self._broken)
            self._switchboard.tell(command)
