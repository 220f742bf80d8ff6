"""The board's program without its pins: bytes and time in, values out. No I/O, no clock."""

VERSION = "0.1.0"
