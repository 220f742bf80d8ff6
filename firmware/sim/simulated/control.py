"""What the world does to a simulated table, and what it sees of it: commands in, news out.

Commands and news are dicts (JSON lines on the control channel). Does no I/O.
"""

import gc
import sys
from binascii import b2a_base64

from micropython import const

from chips.tag import Tag

_PAGES = const(8)
_GAP_US = const(80_000)  # between two presses that were asked for at once
_NEVER_US = const(1 << 60)
_NOTHING = (False, 0)  # to be held
_BYTE = const(9)  # clocks of one on the display's bus, with its acknowledgement


def _line(reader, command: dict, level: int) -> None:
    """Let a reader's answer stand at a level, or mend it; it had no power."""
    reader.miso = level if command["on"] else -1
    reader.reset()


def _version(reader, command: dict) -> None:
    reader.version = command["value"]
    reader.reset()


_FAULTS = {  # of a reader
    "dead": lambda reader, command: _line(reader, command, 0),
    "open": lambda reader, command: _line(reader, command, 1),
    "hung": lambda reader, command: setattr(reader, "hung", True),
    "reset": lambda reader, command: reader.reset(),
    "lose": lambda reader, command: reader.lose(command["register"]),
    "slow": lambda reader, command: setattr(reader, "least_byte_ns", 8_000_000 // command["khz"]),
    "version": _version,
    "selftest": lambda reader, command: setattr(reader, "fails_self_test", command["on"]),
    "noise": lambda reader, command: setattr(reader, "noisy", command["count"]),
    "flip": lambda reader, command: setattr(reader, "flips", command["count"]),
    "slip": lambda reader, command: setattr(reader, "slips_after", command["after"]),
}
_OF_DISPLAY = {
    "display": lambda display, command: setattr(display, "dead", command["on"]),
    "dip": lambda display, _: display.dip(),
    "mute": lambda display, command: setattr(display, "mute", command["on"]),
    "held": lambda display, command: setattr(display, "holds", _BYTE if command["on"] else 0),
}


class Control:
    """The hands at a table and the eyes on it."""

    def __init__(self, board) -> None:
        self.hang_ms = 0
        self._board = board
        self._wiring = board.wiring
        self._holds = []  # (what to hold, for how long in us), in the order asked for
        self._held = None
        self._until_us = 0
        self._over = 0  # of them, and not told yet
        self._lights = list(self._wiring.lamps)
        self._tone_hz = 0

    def obey(self, command: dict, line, now_us: int):
        """Do what a command says; return the answer of `stat`, else None.

        lay reader uid · lift reader [uid] · key key down · button seat down ·
        hold key or seat ms · hold ms (nothing), told when it is over · fault what ... ·
        usb plugged · usb fetched · stat [forget]
        """
        what = command["do"]
        if what == "lay":
            self._reader(command).lay(Tag(bytes.fromhex(command["uid"])))
        elif what == "lift":
            uid = command.get("uid")
            self._reader(command).lift(bytes.fromhex(uid) if uid else None)
        elif what in ("key", "button"):
            self._set(self._switch(command), command["down"])
        elif what == "hold":
            self._holds.append((self._switch(command), command["ms"] * 1000))
            self.act(now_us)
        elif what == "fault":
            self._fault(command, line)
        elif what == "usb":
            if "plugged" in command:
                line.plug(command["plugged"])
            else:
                line.note_fetch(command["fetched"])
        elif what == "stat":
            return {"stat": self._stat(line, command)}
        else:
            raise ValueError("no such command: " + what)
        return None

    def act(self, now_us: int) -> None:
        """Go on with the presses that take time."""
        if self._held is not None and now_us >= self._until_us:
            self._set(self._held, False)
            self._over += 1
            self._held = None
            self._until_us = now_us + _GAP_US
        if self._held is None and self._holds and now_us >= self._until_us:
            self._held, for_us = self._holds.pop(0)
            self._set(self._held, True)
            self._until_us = now_us + for_us

    def due_in_us(self, now_us: int) -> int:
        """Return the time until `act` has something to do."""
        if self._held is None and not self._holds:
            return _NEVER_US
        return max(0, self._until_us - now_us)

    def news(self) -> list:
        """Return what changed since the last time: display pages, lights, sound, holds over."""
        wiring = self._wiring
        display = wiring.display
        news = []
        if display.changed:
            for page in range(_PAGES):
                if display.changed >> page & 1:
                    bits = b2a_base64(display.page(page)).strip().decode()
                    news.append({"screen": page, "bits": bits})
            display.changed = 0
        if wiring.lamps != self._lights:
            self._lights = list(wiring.lamps)
            news.append({"lights": self._lights})
        if wiring.tone_hz != self._tone_hz:
            self._tone_hz = wiring.tone_hz
            news.append({"sound": self._tone_hz})
        if self._over:
            news.append({"held": self._over})
            self._over = 0
        return news

    def _reader(self, command: dict):
        return self._wiring.readers[command["reader"]]

    def _switch(self, command: dict):
        """Return a switch as (is it a key, its bit)."""
        if "key" in command:
            return True, 1 << self._wiring.pins.KEYS.index(command["key"])
        return (False, 1 << command["seat"]) if "seat" in command else _NOTHING

    def _set(self, switch, down: bool) -> None:
        is_key, bit = switch
        wiring = self._wiring
        if is_key:
            wiring.keys.pressed = wiring.keys.pressed & ~bit | (bit if down else 0)
        else:
            wiring.buttons = wiring.buttons & ~bit | (bit if down else 0)

    def _fault(self, command: dict, line) -> None:
        """Break something.

        dead reader on · open reader on · hung reader · reset reader · lose reader register ·
        slow reader khz · version reader value · selftest reader on · noise reader count ·
        flip reader count · slip reader after · display on · dip · mute on · held on · lamps ·
        wire part pin lead · pull_ups on · wifi on · garble count · hang ms
        """
        what = command["what"]
        if what == "garble":
            line.garbles = command["count"]
        elif what in _OF_DISPLAY:
            _OF_DISPLAY[what](self._wiring.display, command)
        elif what in ("wire", "pull_ups"):
            from simulated.loose import touched  # few boards need it, on a heap that all share

            wires = touched(self._wiring)
            if what == "wire":
                wires.lead(command["part"], command["pin"], command["lead"])
            else:
                wires.pull_up(command["on"])
        elif what == "wifi":
            import network  # few boards have a Wi-Fi

            network.air.is_broken = command["on"]
        elif what == "lamps":
            self._wiring.lamps = [(0, 0, 0)] * len(self._wiring.lamps)
        elif what == "hang":
            self.hang_ms = command["ms"]
        else:
            fault = _FAULTS.get(what)
            if fault is None:
                raise ValueError("no such fault: " + what)
            fault(self._reader(command), command)

    def _stat(self, line, command: dict) -> dict:
        board = self._board
        gc.collect()
        stat = {
            "heap_free": gc.mem_free() if hasattr(gc, "mem_free") else None,
            "models_bytes": board.models_bytes,
            "longest_slice_us": board.longest_slice_ns // 1000,
            "slices": board.slices,
            "chip_us": self._wiring.clock.ns // 1000,
            "bus_fights": self._wiring.bus_fights,
            "led": self._wiring.is_led_on(),
            "stalls": line.stalls,
            "dropped_bytes": line.dropped,
            "wifi": sys.modules["network"].air.findings() if "network" in sys.modules else None,
        }
        if command.get("forget"):
            board.forget_slices()
        return stat
