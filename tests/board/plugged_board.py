"""A simulated board on a serial port with a host's session at its other end. Test support."""

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self

import serial

from rig.patience import PATIENCE_S
from tablewire.host import HostSession, Restarted
from tablewire.messages import Event, Hello
from tricktable.board.link.simulated_board import FULL_TABLE, PROGRAM, SimulatedBoard

LOOK_AGAIN_S = 0.02
STEP_MS = 50
"""The host's clock goes on by no more than this between two looks at it."""


class Plugged:
    """The board, the port and the host's session; `until` carries bytes between them."""

    def __init__(
        self,
        speed: float = 1.0,
        program: Path = PROGRAM,
        flash: Path | None = None,
        chip: str = "RP2040",
        settings: Mapping[str, int] = FULL_TABLE,
    ) -> None:
        self.board = SimulatedBoard.start(
            seed=7, speed=speed, program=program, flash=flash, chip=chip, settings=settings
        )
        self.host = HostSession("0DD0C0DE")
        self.events: list[Event] = []
        self.boots: list[str] = []
        self._speed = speed
        self._asked_s = time.monotonic()
        self._now_ms = 0.0
        self._port: serial.Serial | None = None
        self.plug()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()
        self.board.close()

    @property
    def now_ms(self) -> int:
        """The host's clock; a busy computer makes it slow, as it makes the board."""
        asked_s = time.monotonic()
        self._now_ms += min((asked_s - self._asked_s) * 1000 * self._speed, STEP_MS)
        self._asked_s = asked_s
        return int(self._now_ms)

    def plug(self) -> None:
        """Open the port."""
        self._port = serial.Serial(self.board.port, timeout=0.002)
        self.host.opened(self.now_ms)

    def unplug(self) -> None:
        """Close the port; the board goes on."""
        if self._port is not None:
            self._port.close()
            self._port = None

    def write(self, data: bytes) -> None:
        """Write bytes that no session would."""
        assert self._port is not None
        self._port.write(data)

    def show(self, picture: Mapping[str, object]) -> int:
        """Let the host show a picture, and wait until the board says that it does."""
        number = self.host.show(json.dumps(picture))
        self.until(lambda: self.host.beat is not None and self.host.beat.picture == number)
        return number

    def sees(self, screen: bytes) -> None:
        """Wait until the display shows this. Raises: TimeoutError if it never does."""
        self.until(lambda: self.board.screen() == screen)

    def runs(self) -> None:
        """Wait until the program goes round: its greeter beats before, and hears no key."""
        self.until(lambda: self.host.beat and any(self.board.screen()))

    def hears(self, count: int) -> None:
        """Wait until this many events have come in all. Raises: TimeoutError if they never do."""
        self.until(lambda: len(self.events) >= count)

    def lasts(self, ms: int) -> None:
        """Let the board's clock go on for so long, as its beats tell it."""
        self.until(lambda: self.host.beat)
        began_ms = self._beaten_ms
        self.until(lambda: self._beaten_ms - began_ms >= ms)

    @property
    def _beaten_ms(self) -> int:
        return self.host.beat.ms if self.host.beat is not None else 0

    def told(self, what: str) -> list[tuple[str, ...]]:
        """The words of all events of one kind that came."""
        return [event.args for event in self.events if event.what == what]

    def until(self, condition: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
        """Carry bytes until a condition comes true. Raises: TimeoutError if it never does."""
        ends_s = time.monotonic() + patience_s
        while not condition():
            if time.monotonic() > ends_s:
                raise TimeoutError(f"{self.events} {self.host.beat} {self.board.crash}")
            if self._port is not None:
                self._carry(self._port)
            else:
                self.board.wait_for(lambda: False, LOOK_AGAIN_S)

    def _carry(self, port: serial.Serial) -> None:
        data = port.read(max(1, port.in_waiting))
        for thing in self.host.receive(data, self.now_ms):
            if isinstance(thing, Hello):
                self.boots.append(thing.boot)
                self.host.knows(thing.boot, self.events[-1].seq if self.events else 0)
            elif isinstance(thing, Restarted):
                self.events = []
            elif isinstance(thing, Event) and self.host.board is not None:
                self.events.append(thing)
                self.host.commit(self.host.board.boot, thing.seq)
        port.write(self.host.due(self.now_ms))
        if self.host.reopen_due(self.now_ms):
            self.unplug()
            self.plug()
