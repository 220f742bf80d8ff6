"""Times what a board does at a stretch; runs in place of its program and prints one line of JSON.

Reader 0 is empty, a card with an id of seven bytes lies on reader 1.
"""

import json
import time

import pins
from keypad import Keypad
from machine import SPI, Pin
from mfrc522 import MORE, Reader
from ssd1306 import Display

SPI_HZ = 1_000_000  # as in rounds.py
RUNS = 5


def timed(step) -> int:
    """The time of a call, in microseconds."""
    began = time.ticks_us()
    step()
    return time.ticks_diff(time.ticks_us(), began)


def polls(reader) -> list:
    """The times of the polls that a whole answer takes."""
    times = []

    def poll() -> None:
        times.append(time.ticks_us())
        found.append(reader.poll())
        times[-1] = time.ticks_diff(time.ticks_us(), times[-1])

    found = []
    poll()
    while found[-1] == MORE:
        poll()
    return times


spi = SPI(pins.SPI_ID, SPI_HZ, sck=Pin(pins.SCK), mosi=Pin(pins.MOSI), miso=Pin(pins.MISO))
readers = [Reader(spi, Pin(cs)) for cs in pins.READER_CS]
for reader in readers:
    reader.start()
    reader.field(True)
time.sleep_ms(10)
empty, full = readers[:2]
times = {"empty": [], "read": polls(full), "check": []}
for _ in range(RUNS):
    times["empty"] += polls(empty)
    times["check"].append(polls(full))
display = Display(pins.I2C_ID, Pin(pins.SCL), Pin(pins.SDA))
display.start()
for place in range(len(display.buffer)):
    display.buffer[place] = 0x55
times["display"] = [timed(display.flush_one) for _ in range(8)]
keypad = Keypad(
    tuple([Pin(gpio) for gpio in pins.KEY_ROWS]), tuple([Pin(gpio) for gpio in pins.KEY_COLUMNS])
)
times["keys"] = [timed(keypad.scan) for _ in range(RUNS)]
print("TIMES " + json.dumps(times))
