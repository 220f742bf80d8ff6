"""Saves what a start has left in memory that a watchdog reset. Loaded when there may be something.

Such a reset saves nothing, but leaves the chip's memory as it was, and MicroPython begins to use
that anew from its low end (gc_init in py/gc.c clears nothing but its tables). So the program notes
in a register of the watchdog where its ring lies, and the next start copies that to the flash
before the program is loaded over it: if the checksums of the ring's note and of every event say
that it is whole. Events of which one is missing are left: a number must never name two.
"""

import os
import sys
from binascii import crc32
from struct import unpack_from

from micropython import const

from backlog import PATH, write
from greeter import words_of
from tablewire.limits import RING_BYTES
from tablewire.ring import NOTE, NOTE_BYTES, Ring

_BEGIN = const(0x20000000)
# The memory's end: data sheets of the RP2040, 2.6.2, and of the RP2350, 4.2.
_END = 0x20082000 if "RP2350" in getattr(sys.implementation, "_machine", "") else 0x20042000


def rescue(place: int) -> None:
    """Save the events of the ring at this address, unless they are on the flash already."""
    if not _BEGIN <= place <= _END - RING_BYTES - NOTE_BYTES:
        return
    try:
        os.stat(PATH)  # the same, or older than they are: it is deleted before anything new
    except OSError:
        from uctypes import bytearray_at

        ring = Ring(RING_BYTES, bytearray_at(place, RING_BYTES + NOTE_BYTES))
        note = bytes(ring.block[RING_BYTES:])
        if crc32(note[:-4]).to_bytes(4, "little") != note[-4:]:
            return
        boot, ring.begin, used, first, lost, mark, now_ms = unpack_from(NOTE, note)
        count = _whole(ring, used, first)
        if count:
            began = "%08X %d %d" % (boot, mark, now_ms)
            write(began, "%d %d %d" % (lost, first, first + count), ring, count)


def _whole(ring: Ring, used: int, first: int) -> int:
    """Return how many events there are; 0 if one of them is not as it was."""
    at = ring.begin
    count = 0
    while used > 0:
        event = ring.get(at)
        if words_of(event)[:2] != ["E", str(first + count)]:
            return 0
        used -= 1 + len(event)
        at = ring.after(at)
        count += 1
    return 0 if used else count
