"""The safe mode: tells a host on the wire why no program runs on this board. Needs only a greeter.

Ctrl-C stops it, so that mpremote and `tricktable flash` find MicroPython's own console. No key,
reader or display is touched.
"""

from micropython import const

from greeter import Greeter

_REASON_CHARS = const(64)  # with all the rest a hello has at most 160 bytes
_WAIT_MS = const(100)


def main(why: str) -> None:
    """Answer hosts until somebody stops it."""
    reason = "".join([c if "!" <= c < "~" and c not in ",=" else "_" for c in why[:_REASON_CHARS]])
    greeter = Greeter("safe", "safe=" + reason, True)
    while True:
        greeter.listen(_WAIT_MS)
