"""The pretended USB cable, in both of its forms."""

import select
import socket
import threading
import time
from contextlib import contextmanager

import pytest
import serial

from rig.patience import PATIENCE_S
from tricktable.board.link.cable import FIFO_BYTES, HAS_PTY, PtyCable
from tricktable.board.link.loopback import HERE, TcpCable, TcpPort, is_cable
from tricktable.board.link.ports import Busy, open_port
from tricktable.board.link.switchboard import plugged_in

FORMS = (PtyCable, TcpCable) if HAS_PTY else (TcpCable,)


@pytest.fixture(params=FORMS)
def cable(request):
    plugged = request.param()
    yield plugged
    plugged.close()


@pytest.fixture
def tcp_cable():
    plugged = TcpCable()
    yield plugged
    plugged.close()


@contextmanager
def serving(cable):
    """Look after a cable on a thread, as a switchboard does, while somebody opens its port."""
    is_over = threading.Event()

    def look():
        while not is_over.is_set():
            if select.select(cable.filenos(), [], [], 0.01)[0]:
                cable.pull()

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def opened(cable):
    """The host's end, open, with a read that waits for all it is asked for."""
    if not is_cable(cable.port):
        return serial.Serial(cable.port, timeout=PATIENCE_S)
    port = TcpPort(cable.port, PATIENCE_S, PATIENCE_S)
    with serving(cable):
        port.open()
    return port


@pytest.fixture
def port(cable):
    with opened(cable) as there:
        yield there


def fetched(cable):
    """Wait until the cable knows what its reader has fetched."""
    while not (passed := cable.push()):
        cable.pull()
    return passed


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
    assert fetched(cable) == 44
    assert not cable.is_held_up
    assert port.read(44) == bytes(44)


def test_what_waits_is_lost_with_the_board_that_sent_it(cable, port):
    cable.push(bytes(FIFO_BYTES) + b"lost")
    cable.forget()
    assert port.read(FIFO_BYTES) == bytes(FIFO_BYTES)
    cable.push(b"next")
    while cable.is_held_up:
        cable.pull()
        cable.push()
    assert port.read(4) == b"next"


@pytest.mark.parametrize("form", FORMS)
def test_a_cable_that_is_pulled_takes_its_port_along(form):
    cable = form()
    with opened(cable) as port:
        cable.close()
        with pytest.raises(serial.SerialException):
            port.read(1)


def test_there_is_a_cable_on_every_system():
    cable = plugged_in()
    cable.close()
    assert isinstance(cable, FORMS[0])


def test_a_board_says_its_first_words_before_anybody_listens(tcp_cable):
    assert tcp_cable.push(b"hello") == 5
    with opened(tcp_cable) as port:
        assert port.read(5) == b"hello"


def test_long_writes_pass_whole(tcp_cable):
    with opened(tcp_cable) as port:
        port.write(EVERY_BYTE * 3)
        heard = b""
        while len(heard) < len(EVERY_BYTE) * 3:
            heard += tcp_cable.pull()
        assert heard == EVERY_BYTE * 3
        assert tcp_cable.pull() == b""


def test_a_cable_has_one_host_at_a_time(tcp_cable):
    with opened(tcp_cable) as port, serving(tcp_cable):
        with pytest.raises(Busy, match="in use by another program"):
            open_port(tcp_cable.port)
        tcp_cable.push(b"still here")
        assert port.read(10) == b"still here"
    with serving(tcp_cable):
        open_soon(tcp_cable.port).close()


def open_soon(port):
    """Open it as soon as the cable has noticed that its last host has gone."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            return open_port(port)
        except Busy:
            if time.monotonic() > until:
                raise


def test_what_a_host_left_unread_is_lost_and_holds_nobody_up(tcp_cable):
    with opened(tcp_cable):
        assert tcp_cable.push(bytes(FIFO_BYTES)) == FIFO_BYTES
        assert tcp_cable.push(b"more") == 0
    while tcp_cable.push() != 4:
        tcp_cable.pull()
    with opened(tcp_cable) as port:
        assert port.read(4) == b"more"


def refused(cable, greeting):
    """Whether a stranger with this greeting is sent away without a byte."""
    with socket.create_connection((HERE, port_of(cable)), PATIENCE_S) as stranger:
        stranger.sendall(greeting)
        with serving(cable):
            try:
                return stranger.recv(100) == b""
            except ConnectionResetError:
                return True


def port_of(cable):
    return int(cable.port.partition("#")[0].rpartition(":")[2])


def test_nobody_without_the_secret_gets_at_a_board(tcp_cable):
    tcp_cable.push(b"secret words")
    assert refused(tcp_cable, bytes(16))
    with opened(tcp_cable) as port:
        assert port.read(12) == b"secret words"


def test_strangers_who_only_wait_keep_no_host_out(tcp_cable):
    strangers = [socket.create_connection((HERE, port_of(tcp_cable))) for _ in range(8)]
    with serving(tcp_cable):
        strangers += [socket.create_connection((HERE, port_of(tcp_cable))) for _ in range(8)]
    with opened(tcp_cable) as port:
        tcp_cable.push(b"here")
        assert port.read(4) == b"here"
    for each in strangers:
        each.close()


def test_nobody_can_stand_in_for_a_board():
    cable = TcpCable()
    address = cable.port
    cable.close()
    with socket.create_server((HERE, 0)) as other:
        here = f"socket://{HERE}:{other.getsockname()[1]}#{address.partition('#')[2]}"

        def answer():
            comer, _ = other.accept()
            with comer:
                comer.recv(16)
                comer.sendall(bytes(17))

        pretender = threading.Thread(target=answer)
        pretender.start()
        with pytest.raises(serial.SerialException, match="no simulated board"):
            open_port(here)
        pretender.join()


def test_only_this_computer_is_asked():
    cable = TcpCable()
    cable.close()
    assert is_cable(cable.port)
    assert not is_cable(cable.port.replace(HERE, "192.0.2.7"))
    assert not is_cable(cable.port.partition("#")[0])
    with pytest.raises(ValueError, match="address"):
        TcpPort("socket://192.0.2.7:5000", 1, 1)


def test_a_port_that_is_closed_says_so(tcp_cable):
    port = opened(tcp_cable)
    port.close()
    port.close()
    for use in (lambda: port.read(1), lambda: port.write(b"x"), lambda: port.in_waiting):
        with pytest.raises(serial.SerialException):
            use()
