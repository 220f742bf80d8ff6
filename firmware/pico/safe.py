"""The safe mode: tells a host on the wire why no program runs on this board. Needs no other file.

Ctrl-C stops it, so that mpremote and `tricktable flash` find MicroPython's own console. Bytes
that are no question are ignored, and no key, reader or display is touched.
"""

import gc
import os
import select
import sys
import time
from binascii import crc32

from micropython import const

import machine

_MOST_LINE_BYTES = const(1200)
_REASON_CHARS = const(64)  # with all the rest a hello has at most 160 bytes
_BEAT_MS = const(1000)
_SILENT_MS = const(3000)


def frame(body: str) -> bytes:
    """Return the frame of a body (see tablewire.frame)."""
    data = body.encode()
    return b"~%s*%08X\n" % (data, crc32(data))


def words_of(line: bytes) -> list[str]:
    """Return the words of a host's line, [] if that is no frame."""
    body = line[line.rfind(b"~") + 1 : -10]
    try:
        text = body.decode()
        return text.split(" ") if line.endswith(frame(text)) else []
    except UnicodeError:
        return []


def main(why: str) -> None:
    """Answer hosts until somebody stops it."""
    reason = "".join([c if "!" <= c < "~" and c not in ",=" else "_" for c in why[:_REASON_CHARS]])
    who = "%s %s" % (machine.unique_id().hex().upper(), os.urandom(4).hex().upper())
    poll = select.poll()
    poll.register(sys.stdin.buffer, select.POLLIN)
    mark = 0
    line = b""
    began_ms = time.ticks_ms()
    heard_ms = beat_ms = time.ticks_add(began_ms, -_SILENT_MS)
    while True:
        if poll.poll(_BEAT_MS // 10):
            line = line[-_MOST_LINE_BYTES:] + sys.stdin.buffer.read(1)
        now_ms = time.ticks_ms()
        if line.endswith(b"\n"):
            words = words_of(line)
            line = b""
            if words:
                heard_ms = now_ms
            if len(words) > 3 and words[0] == "W":
                mark += 1
                hello = "H 1 1 %s %s %d 1 1 safe safe=%s" % (who, words[3], mark, reason)
                sys.stdout.buffer.write(frame(hello))
        heard = time.ticks_diff(now_ms, heard_ms) < _SILENT_MS
        if heard and time.ticks_diff(now_ms, beat_ms) >= _BEAT_MS:
            beat_ms = now_ms
            mark += 1
            since_ms = max(0, time.ticks_diff(now_ms, began_ms))  # negative after six days
            beat = "B %d %d 0 1 0 %d" % (mark, since_ms, gc.mem_free())
            sys.stdout.buffer.write(frame(beat))
