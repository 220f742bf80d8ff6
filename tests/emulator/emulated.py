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


class Emulated:
    """The emulated board and a host's session, which talk while somebody waits in `until`."""

    def __init__(self, uf2: str, image: Path) -> None:
        spec = BoardSpec(image=uf2, layout=LAYOUT)
        self.device = MicroPythonDevice(board=spec, filesystem=image)
        self.table = SolderedTable()
        self.lamps = Ws2812(pins.LAMPS)
        attach_external_devices(self.device.mcu, self.table)
        attach_external_devices(self.device.mcu, self.lamps)
        self.session = HostSession("0DD0C0DE")
        self.hello_ms = 0
        self.events: list[Event] = []
        self.is_silent = False
        self._queue = bytearray()

    async def __aenter__(self) -> Emulated:
        await self.device.__aenter__()
        self.device.cdc.on_serial_data = self._hear
        self.session.opened(self.now_ms)
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.device.__aexit__(*problem)

    @property
    def now_ms(self) -> int:
        """Emulated time since power-on."""
        return int(self.device.mcu.clock.nanos) // 1_000_000

    def told(self, what: str) -> list[tuple[str, ...]]:
        """The words of all events of a kind."""
        return [event.args for event in self.events if event.what == what]

    async def until(self, condition: Callable[[], object], most_ms: int = PATIENCE_MS) -> None:
        """Let board and host talk until something is true. Raises: TimeoutError."""
        began_ms = self.now_ms
        while not condition():
            if self.now_ms - began_ms > most_ms:
                raise TimeoutError(f"{self.session.board} {self.events}")
            if not self.is_silent:
                self._feed()
            await asyncio.sleep(0)

    async def lasts(self, ms: int) -> None:
        """Let so much time pass."""
        ends_ms = self.now_ms + ms
        await self.until(lambda: self.now_ms >= ends_ms, 2 * ms)

    def _hear(self, data: bytes) -> None:
        for message in self.session.receive(bytes(data), self.now_ms):
            if isinstance(message, Hello):
                self.hello_ms = self.hello_ms or self.now_ms
                self.session.knows(message.boot, self.events[-1].seq if self.events else 0)
            if isinstance(message, Event) and self.session.board is not None:
                self.events.append(message)
                self.session.committed(self.session.board.boot, message.seq)

    def _feed(self) -> None:
        self._queue += self.session.due(self.now_ms)
        fifo = self.device.cdc.tx_fifo
        while self._queue and not fifo.full:
            self.device.cdc.send_serial_byte(self._queue.pop(0))
