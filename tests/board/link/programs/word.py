"""Does what it is told by one letter at a time. A program for tests alone."""

import gc
import sys
import time

import machine
from serial_pipe import SerialPipe

pipe = SerialPipe()
watchdog = None
pipe.write(b"on %d\n" % machine.reset_cause())
while True:
    word = pipe.read()
    if word == b"r":
        machine.reset()
    elif word == b"e":
        raise ValueError("as told")
    elif word == b"t":
        pipe.write(b"%d\n" % time.ticks_ms())
    elif word == b"w":
        watchdog = machine.WDT(timeout=8000)
        pipe.write(b"watched\n")
    elif word == b"m":
        gc.collect()
        pipe.write(b"%d\n" % (gc.mem_alloc() + gc.mem_free()))
        while not pipe.flush():  # what is queued is gone with the program
            pass
        blocks = [None] * 1024
        try:
            for place in range(len(blocks)):
                blocks[place] = bytearray(1024)
        finally:  # a forgotten pointer to them would leave no room to tell of the end
            for place in range(len(blocks)):
                blocks[place] = None
    elif word == b"b":  # as a program that knows nothing of ports that nobody reads
        while sys.stdout.buffer.write(bytes(100)) == 100:
            pass
    if watchdog:
        watchdog.feed()
    pipe.wait(5)
