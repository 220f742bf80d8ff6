"""Reads its line as programs do that never heard of byte 03h. A program for tests alone."""

import sys

sys.stdout.buffer.write(b"on\n")
while True:
    sys.stdout.buffer.write(sys.stdin.buffer.read(3))
