"""Ports: which are boards, and what is said of one that cannot be opened."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from tricktable.board.link import ports
from tricktable.board.link.cable import PtyCable
from tricktable.board.link.ports import Busy, boards, holder, open_port

HOLD = """
import serial, sys
port = serial.Serial(sys.argv[1], exclusive=True)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def cable() -> Iterator[PtyCable]:
    cable = PtyCable()
    yield cable
    cable.close()


@pytest.fixture
def holding(cable: PtyCable) -> Iterator[subprocess.Popen[str]]:
    """Another program that holds the port."""
    command = [sys.executable, "-c", HOLD, cable.port]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "held\n"
        yield other
        other.kill()


def port_info(device: str, vid: int | None, pid: int | None) -> ListPortInfo:
    """A port as the system would describe it."""
    info = ListPortInfo(device)
    info.vid, info.pid = vid, pid
    return info


def test_a_port_that_is_not_there_is_told_with_those_that_are(monkeypatch):
    here = [port_info("COM4", 0x2E8A, 0x0005), port_info("COM3", None, None)]
    here[0].description = "USB Serial Device (COM4)"
    monkeypatch.setattr(ports.list_ports, "comports", lambda: here)
    named = "there is no port COM7. Ports here: COM3, COM4 (USB Serial Device)"
    assert ports.missing_port("COM7") == named
    with pytest.raises(serial.SerialException, match=r"^there is no port COM7\. Ports"):
        open_port("COM7")
    assert ports.missing_port("com4") is None
    assert ports.missing_port("socket://board.example:5000") is None
    here.clear()
    assert (
        ports.missing_port("COM7") == "there is no port COM7. This computer has no serial port now"
    )


def test_boards_are_found_by_what_they_are(monkeypatch, tmp_path):
    here = [
        port_info("/dev/ttyS0", None, None),
        port_info("/dev/ttyACM7", 0x2E8A, 0x0005),
        port_info("/dev/ttyUSB0", 0x0403, 0x6001),
        port_info("COM9", 0x2E8A, 0xF00A),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: here)
    monkeypatch.setattr(ports, "_DEVICES", tmp_path)
    (tmp_path / "ttyACM7").touch()
    assert list(boards()) == ["/dev/ttyACM7", "COM9"]


def test_where_linux_has_no_modem_of_usb_nothing_more_is_looked_at(monkeypatch, tmp_path):
    monkeypatch.setattr(list_ports, "comports", lambda: [port_info("COM9", 0x2E8A, 0xF00A)])
    monkeypatch.setattr(ports, "_DEVICES", tmp_path)
    (tmp_path / "ttyS0").touch()
    for platform, found in (("linux", []), ("darwin", ["COM9"]), ("win32", ["COM9"])):
        monkeypatch.setattr(sys, "platform", platform)
        assert list(boards()) == found


def test_this_computer_can_be_asked():
    assert all(isinstance(device, str) for device in boards())


def test_a_free_port_opens_and_is_then_held(cable):
    with open_port(cable.port) as port:
        cable.push(b"hello")
        assert port.read(5) == b"hello"
        with pytest.raises(Busy):
            open_port(cable.port)
    open_port(cable.port).close()


def test_a_busy_port_says_who_holds_it(cable, holding):
    with pytest.raises(Busy) as refusal:
        open_port(cable.port)
    said = str(refusal.value)
    assert cable.port in said
    assert f"(process {holding.pid})" in said
    assert Path(sys.executable).name in said
    assert holder(cable.port) is not None


def test_a_port_is_free_when_its_holder_ends(cable, holding):
    holding.kill()
    holding.wait()
    assert holder(cable.port) is None
    open_port(cable.port).close()


def test_a_device_that_this_user_may_not_open_says_what_to_do(monkeypatch, tmp_path):
    device = tmp_path / "ttyACM0"
    device.touch(mode=0)
    if os.access(device, os.R_OK):  # root may open everything: the system's answer is put in

        def refuse(*_: object) -> int:
            raise PermissionError(errno.EACCES, "Permission denied", str(device))

        monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(Busy, match=r"add the user to the group that owns it \(dialout\)"):
        open_port(str(device))


@pytest.mark.parametrize("url", ["/dev/null", "/no/such/device", "nonsense://x", "socket://", ""])
def test_what_is_no_serial_port_is_one_kind_of_fault(url):
    with pytest.raises(serial.SerialException):
        open_port(url)


def test_a_cable_that_is_pulled_while_its_port_opens_is_the_same_kind(cable, monkeypatch):
    termios = pytest.importorskip("termios", reason="POSIX only")

    def vanish(*_: object) -> None:
        raise termios.error(errno.EIO, "Input/output error")

    monkeypatch.setattr(termios, "tcflush", vanish)
    with pytest.raises(serial.SerialException):
        open_port(cable.port)


@pytest.mark.parametrize("url", ["nonsense://x", "/dev/ttyACM0", "socket://pi.local:4000"])
def test_an_address_that_no_port_can_have_is_known_without_opening_it(url):
    assert (ports.fault(url) is None) == ("nonsense" not in url)


@pytest.mark.skipif(os.name != "posix", reason="no links to devices")
def test_one_device_under_several_names_is_one_port(tmp_path):
    near, far = os.openpty()
    try:
        device, link = os.ttyname(far), tmp_path / "board"
        link.symlink_to(device)
        names = [str(link), device, device, "socket://pico:4000", "socket://pico:4000"]
        assert ports.distinct(names) == [str(link), "socket://pico:4000"]
    finally:
        os.close(near)
        os.close(far)
    absent = [str(tmp_path / "a"), str(tmp_path / "b")]
    assert ports.distinct(absent) == absent, "nobody knows what is not there"
    assert ports.distinct(["/dev/cu.usb1", "/dev/tty.usb1"]) == ["/dev/cu.usb1"]


def test_windows_has_several_names_for_one_port(monkeypatch):
    monkeypatch.setattr(ports, "os", SimpleNamespace(name="nt"))
    names = ["COM4", "com4", "\\\\.\\COM4", "COM5"]
    assert ports.distinct(names) == ["COM4", "COM5"]
