"""Pictures of the display as files: PNG, one bit a pixel, three pixels wide and high for each.

Test support. Reads what it writes and no other PNG (ISO/IEC 15948).
"""

import struct
import zlib
from pathlib import Path

from tableboard.strokes import HEIGHT, WIDTH

SCALE = 3
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_ROW = 1 + WIDTH * SCALE // 8  # the row's filter, 0: none, then eight pixels a byte


def write(path: Path, buffer: bytes) -> None:
    """Write the display's memory, 1024 bytes in page order."""
    rows = b"".join(SCALE * _row(buffer, y) for y in range(HEIGHT))
    size = struct.pack(">IIBBBBB", WIDTH * SCALE, HEIGHT * SCALE, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", size), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    path.write_bytes(_SIGNATURE + b"".join(_chunk(*chunk) for chunk in chunks))


def read(path: Path) -> bytes:
    """The display's memory that such a file shows."""
    data = path.read_bytes()
    length = struct.unpack(">I", data[33:37])[0]
    rows = zlib.decompress(data[41 : 41 + length])
    buffer = bytearray(WIDTH * HEIGHT // 8)
    for y in range(HEIGHT):
        row = rows[y * SCALE * _ROW : (y * SCALE + 1) * _ROW]
        pixels = int.from_bytes(row[1:], "big")
        for x in range(WIDTH):
            if pixels >> SCALE * (WIDTH - 1 - x) & 1:
                buffer[WIDTH * (y // 8) + x] |= 1 << y % 8
    return bytes(buffer)


def _row(buffer: bytes, y: int) -> bytes:
    lit = "".join(SCALE * str(buffer[WIDTH * (y // 8) + x] >> y % 8 & 1) for x in range(WIDTH))
    return b"\0" + int(lit, 2).to_bytes(_ROW - 1, "big")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
