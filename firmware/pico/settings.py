"""Which network table.json on the flash says a board is in.

Whatever somebody wrote there, a host is told, and the board works as without it.
"""

import json

from clock import Clock
from serial_pipe import SerialPipe
from tableboard.companion import Companion


def line(path: str, companion: Companion, clock: Clock) -> SerialPipe:
    """Return the line to the host: with Wi-Fi, if table.json at this path says which network."""
    try:
        with open(path) as file:
            table = json.load(file)
        from network_pipe import NetworkPipe

        return NetworkPipe(table, clock)
    except OSError:
        pass  # there is none
    except Exception as problem:  # noqa: BLE001
        companion.fault("table.json: %r" % problem, clock.now_ms())
    return SerialPipe()
