"""CPython's framebuf against MicroPython's own: the same strokes leave the same picture.

What is expected was drawn by MicroPython 1.28; there this test proves that it still is.
"""

from binascii import crc32

import framebuf

from sim.workbench import raises

EXPECTED = [2834069126, 3208524755, 608096762, 2242620164, 1329892256]


class Dice:
    """The same numbers in both Pythons."""

    def __init__(self, seed):
        self.seed = seed

    def __call__(self, low, high):
        self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
        return low + (self.seed >> 8) % (high - low + 1)


def scribble(seed):
    """The checksum of a picture with many strokes, some of them beyond its edges."""
    dice = Dice(seed)
    buffer = bytearray(128 * 8)
    picture = framebuf.FrameBuffer(buffer, 128, 64, framebuf.MONO_VLSB)
    swapped = framebuf.FrameBuffer(bytearray(b"\x01\x00"), 2, 1, framebuf.MONO_VLSB)
    for _ in range(40):
        x, y, color = dice(-20, 140), dice(-20, 80), dice(0, 1)
        width, height = dice(1, 30), dice(1, 30)
        stroke = bytearray([dice(0, 255) for _ in range(width * ((height + 7) // 8))])
        bitmap = framebuf.FrameBuffer(stroke, width, height, framebuf.MONO_VLSB)
        picture.fill_rect(x, y, width, height, color)
        picture.pixel(dice(-3, 130), dice(-3, 66), color)
        picture.blit(bitmap, dice(-20, 140), dice(-20, 80))
        picture.blit(bitmap, dice(-20, 140), dice(-20, 80), 0)
        picture.blit(bitmap, dice(-20, 140), dice(-20, 80), 1, swapped)
    read = [picture.pixel(x, y) for x in range(0, 128, 3) for y in range(64)]
    return crc32(bytes(buffer)) ^ crc32(bytes(read))


def test_the_same_strokes_leave_the_same_picture():
    assert [scribble(seed) for seed in range(1, 6)] == EXPECTED


def test_fill():
    buffer = bytearray(16)
    framebuf.FrameBuffer(buffer, 8, 16, framebuf.MONO_VLSB).fill(1)
    assert buffer == b"\xff" * 16


def test_a_buffer_that_is_too_small_is_refused():
    assert raises(ValueError, framebuf.FrameBuffer, bytearray(7), 8, 8, framebuf.MONO_VLSB)
