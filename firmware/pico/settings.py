"""What files on the flash say of a board: how fast its readers' bus is, and which network it is in.

Whatever somebody wrote there, a host is told, and the board works as without it.
"""

import json

from micropython import const

from clock import Clock
from serial_pipe import SerialPipe
from tableboard.companion import Companion

_KHZ = const(1000)  # unless board.json says otherwise: 4 MHz saves an eighth of a read
_LEAST_KHZ = const(125)
_MOST_KHZ = const(10_000)  # an MFRC522's (8.1.2); the cables to the readers take less


def reader_khz(companion: Companion, clock: Clock) -> int:
    """Return how fast the readers' bus is to be: board.json may say so."""
    try:
        with open("/board.json") as file:
            return max(_LEAST_KHZ, min(_MOST_KHZ, int(json.load(file).get("reader_khz", _KHZ))))
    except OSError:
        pass  # there is none
    except Exception as problem:  # noqa: BLE001
        companion.fault("board.json: %r" % problem, clock.now_ms())
    return _KHZ


def line(companion: Companion, clock: Clock) -> SerialPipe:
    """Return the line to the host: with Wi-Fi, if table.json says which network."""
    try:
        with open("/table.json") as file:
            table = json.load(file)
        from network_pipe import NetworkPipe

        return NetworkPipe(table, clock)
    except OSError:
        pass  # there is none
    except Exception as problem:  # noqa: BLE001
        companion.fault("table.json: %r" % problem, clock.now_ms())
    return SerialPipe()
