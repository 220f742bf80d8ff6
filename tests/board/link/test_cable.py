"""The pretended USB cable."""

import pytest
import serial

from rig.patience import PATIENCE_S
from tricktable.board.link.cable import FIFO_BYTES, PtyCable


@pytest.fixture
def cable():
    plugged = PtyCable()
    yield plugged
    plugged.close()


@pytest.fixture
def port(cable):
    with serial.Serial(cable.port, timeout=PATIENCE_S) as opened:
        yield opened


EVERY_BYTE = bytes(range(256))


def test_every_byte_passes_both_ways(cable, port):
    cable.push(EVERY_BYTE)
    assert port.read(256) == EVERY_BYTE
    port.write(EVERY_BYTE)
    heard = b""
    while len(heard) < 256:
        heard += cable.pull()
    assert heard == EVERY_BYTE
    assert cable.pull() == b""


def test_a_reader_that_does_not_fetch_holds_the_board_up(cable, port):
    assert cable.push(bytes(FIFO_BYTES + 44)) == FIFO_BYTES
    assert cable.is_held_up
    while port.in_waiting < FIFO_BYTES:  # the system moves them from end to end when it likes
        pass
    assert cable.push() == 0
    assert port.read(FIFO_BYTES) == bytes(FIFO_BYTES)
    assert cable.push() == 44
    assert not cable.is_held_up
    assert port.read(44) == bytes(44)


def test_what_waits_is_lost_with_the_board_that_sent_it(cable, port):
    cable.push(bytes(FIFO_BYTES) + b"lost")
    cable.forget()
    assert port.read(FIFO_BYTES) == bytes(FIFO_BYTES)
    cable.push(b"next")
    assert port.read(4) == b"next"


def test_a_cable_that_is_pulled_takes_its_port_along():
    cable = PtyCable()
    with serial.Serial(cable.port, timeout=PATIENCE_S) as port:
        cable.close()
        with pytest.raises(serial.SerialException):
            port.read(1)
