"""Times a card event on MicroPython, beside JSON and CRC-32 of the same content. For bench_wire.

Prints a line per round: the nanoseconds that each piece of WORK takes, in order.
"""

import gc
import json
from binascii import crc32
from time import ticks_diff, ticks_us  # type: ignore[attr-defined]

from tablewire.frame import Decoder, encode
from tablewire.messages import event_body, parse

ROUNDS = 101
TIMES = 250  # short enough to fit between two turns of the machine's other programs
UID = "04A3C6CAE26180"

FRAME = encode(event_body(1234, 3600000, "C", ("2", UID)))
DECODER = Decoder()


def event() -> dict[str, object]:
    """The same content, for JSON."""
    return {"k": "E", "seq": 1234, "ms": 3600000, "what": "C", "reader": 2, "uid": UID}


def encode_words() -> bytes:
    """The frame as a board makes it."""
    return encode(event_body(1234, 3600000, "C", ("2", UID)))


def encode_json() -> bytes:
    """JSON in the same frame."""
    return encode(json.dumps(event()))


def encode_bare() -> bytes:
    """JSON and a CRC, nothing looked at."""
    body = json.dumps(event()).encode()
    return b"%s*%08X\n" % (body, crc32(body))


JSON_FRAME = encode_json()
BARE = encode_bare()


def decode_words() -> object:
    """The event of a frame, as a host reads it."""
    return parse(str(DECODER.feed(FRAME)[0]))


def decode_json() -> object:
    """The content of the same frame with JSON in it."""
    return json.loads(str(DECODER.feed(JSON_FRAME)[0]))


def decode_bare() -> object:
    """The content of JSON with a CRC, on a line that nothing else is on."""
    body = BARE[:-10]
    if BARE[-10:-1] != b"*%08X" % crc32(body):
        return None
    return json.loads(body)


WORK = (encode_words, encode_json, encode_bare, decode_words, decode_json, decode_bare)


def time_of(number: int) -> int:
    """Nanoseconds that one call of this piece of work takes."""
    work = WORK[number]
    gc.collect()
    began = ticks_us()
    for _ in range(TIMES):
        work()
    return int(ticks_diff(ticks_us(), began)) * 1000 // TIMES


if __name__ == "__main__":
    for _ in range(ROUNDS):
        print(*[time_of(number) for number in range(len(WORK))])
