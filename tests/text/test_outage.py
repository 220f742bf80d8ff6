"""The reason of a failure, as a person reads it."""

import ssl
from urllib.error import URLError

import pytest
import serial

from tricktable.text.outage import reason


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (OSError(2, "No such file or directory", "x"), "No such file or directory"),
        (URLError(ConnectionRefusedError(111, "Connection refused")), "Connection refused"),
        (URLError("no host given"), "no host given"),
        (serial.SerialException("no port: [Errno 6] No device"), "no port: No device"),
        (ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong number."), "wrong number"),
        (TimeoutError(), "TimeoutError"),
        (ValueError("so"), "so"),
    ],
)
def test_it_is_the_systems_own_without_its_number(fault, said):
    assert reason(fault) == said
