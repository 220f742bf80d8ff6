"""Tells on the line what its parts do, one line each, and shows it. A program for tests alone."""

import machine
import pins
from buzzer import Buzzer
from keypad import Keypad
from lamps import Lamps
from machine import SPI, Pin
from mfrc522 import MORE, Reader
from serial_pipe import SerialPipe
from ssd1306 import Display

spi = SPI(pins.SPI_ID, 1_000_000, sck=Pin(pins.SCK), mosi=Pin(pins.MOSI), miso=Pin(pins.MISO))
selects = [Pin(cs) for cs in pins.READER_CS]
readers = [Reader(spi, cs) for cs in selects]
display = Display(pins.I2C_ID, Pin(pins.SCL), Pin(pins.SDA))
rows, columns, buttons = (
    tuple([Pin(gpio) for gpio in gpios])
    for gpios in (pins.KEY_ROWS, pins.KEY_COLUMNS, pins.SEAT_BUTTONS)
)
keypad = Keypad(rows, columns, buttons)
lamps = Lamps(Pin(pins.LAMPS), selects)
buzzer = Buzzer(Pin(pins.BUZZER))
pipe = SerialPipe()
for reader in readers:
    reader.start()
    reader.field(True)
display.start()


def tell(*words: object) -> None:
    """Write a line."""
    pipe.write((" ".join([str(word) for word in words]) + "\n").encode())


found = [None] * len(readers)
held = 0
tell("on", machine.reset_cause(), machine.unique_id().hex())
while True:
    for number, reader in enumerate(readers):
        now = reader.poll()
        if now == MORE:
            now = reader.poll()
        if now != found[number]:
            found[number] = now
            tell("card", number, now.hex() if isinstance(now, bytes) else now)
        pipe.wait(0)
    now = keypad.scan() | keypad.buttons() << len(pins.KEYS)
    if now != held:
        held = now
        tell("held", held)
        display.buffer[0] = held & 0xFF
        if held:
            buzzer.tone(440)
        else:
            buzzer.off()
    lamps.show([(held & 0xFF, 1, 2)] * len(buttons))
    display.flush_one()
    heard = pipe.read()
    if heard:
        pipe.write(heard)
    pipe.wait(2)
