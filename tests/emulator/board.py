"""A board on an emulated RP2040 with a real MicroPython image, and the host that talks to it.

Emulated time runs far slower than the computer's: whoever waits here waits in emulated time.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from rp2040py.boards import BoardSpec, FlashLayout
from rp2040py.device import MicroPythonDevice
from rp2040py.external import attach_external_devices
from rp2040py.external.ws2812 import Ws2812
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040
from rp2040py.utils.firmware_retrieve import MICROPYTHON as OFFICIAL
from rp2040py.utils.firmware_retrieve import flash_layout

import pins
from emulator.soldered_pico import SolderedTable
from tablewire.host import HostSession
from tablewire.messages import Event, Hello

UF2 = os.environ.get("PICO_UF2")
"""A MicroPython image for a Pico, from micropython.org; it is not ours to ship."""
WITHOUT = "PICO_UF2 names no MicroPython image for a Pico"
LAYOUT = FlashLayout(**flash_layout(OFFICIAL, "pico"))
PATIENCE_MS = 20_000
"""Of emulated time: a slow computer makes nobody impatient."""

Talk = Callable[[bytes, int], bytes]


class GatedLamp(Ws2812):
    """A lamp that hears the lamps' pin while its seat's reader is selected."""

    def __init__(self, chip_select: int) -> None:
        super().__init__(pins.LAMPS)
        self._chip_select = chip_select

    def attach(self, rp2040: RP2040) -> None:
        """Solder it to the pin of the data and to that of the gate."""
        self._gate = rp2040.gpio[self._chip_select]
        super().attach(rp2040)

    def _on_change(self, new_state: GPIOPinState, old_state: GPIOPinState) -> None:
        if self._gate.value == GPIOPinState.LOW:
            super()._on_change(new_state, old_state)


class Emulated:
    """The emulated board and whoever talks to it while somebody waits in `until`.

    `talk(data, now_us)` takes what the board wrote and gives what to write to it.
    """

    def __init__(
        self, uf2: str, image: Path, talk: Talk, readers: int = len(pins.READER_CS)
    ) -> None:
        spec = BoardSpec(image=uf2, layout=LAYOUT)
        self.device = MicroPythonDevice(board=spec, filesystem=image)
        self.table = SolderedTable(readers)
        self.lamps = [GatedLamp(cs) for cs in pins.READER_CS]
        attach_external_devices(self.device.mcu, self.table)
        attach_external_devices(self.device.mcu, *self.lamps)
        self.talk = talk
        self.is_silent = False
        self._heard = bytearray()
        self._queue = bytearray()

    async def __aenter__(self) -> Emulated:
        self.device.cdc.on_serial_data = self._heard.extend
        await self.device.astart(timeout=None)
        return self

    async def __aexit__(self, *problem: object) -> None:
        self.device.stop()

    @property
    def now_us(self) -> int:
        """Emulated time since power-on."""
        return int(self.device.mcu.clock.nanos) // 1000

    async def until(self, condition: Callable[[], object], most_ms: int = PATIENCE_MS) -> None:
        """Let board and host talk until something is true. Raises: TimeoutError."""
        ends_us = self.now_us + 1000 * most_ms
        while not condition():
            if self.now_us > ends_us:
                raise TimeoutError
            if not self.is_silent:
                self._exchange()
            await asyncio.sleep(0)

    async def lasts(self, ms: int) -> None:
        """Let so much time pass."""
        ends_us = self.now_us + 1000 * ms
        await self.until(lambda: self.now_us >= ends_us, 2 * ms)

    def _exchange(self) -> None:
        data = bytes(self._heard)
        self._heard.clear()
        self._queue += self.talk(data, self.now_us)
        fifo = self.device.cdc.tx_fifo
        while self._queue and not fifo.full:
            self.device.cdc.send_serial_byte(self._queue.pop(0))


class Host:
    """A host's session with an emulated board: its `talk`."""

    def __init__(self) -> None:
        self.session = HostSession("0DD0C0DE")
        self.events: list[Event] = []
        self._is_open = False

    def talk(self, data: bytes, now_us: int) -> bytes:
        """Take events, commit them at once, answer."""
        now_ms = now_us // 1000
        session = self.session
        if not self._is_open:
            self._is_open = True
            session.opened(now_ms)
        for message in session.receive(data, now_ms):
            if isinstance(message, Hello):
                session.knows(message.boot, self.events[-1].seq if self.events else 0)
            if isinstance(message, Event) and session.board is not None:
                self.events.append(message)
                session.commit(session.board.boot, message.seq)
        return session.due(now_ms)

    def told(self, what: str) -> list[tuple[str, ...]]:
        """The words of all events of a kind."""
        return [event.args for event in self.events if event.what == what]

    def comes_back(self) -> None:
        """Open the port anew."""
        self._is_open = False
