"""Ctrl-C before a command is done: at whatever moment it comes, it ends without a traceback.

The signal comes as a named function is entered, and so at the same moment each time.
"""

import os
import select
import subprocess
import sys

import pytest

from rig.patience import PATIENCE_S
from rig.program import Script, environment
from tricktable.__main__ import INTERRUPTED

PRESSING = """
import signal, sys
file, _, name = sys.argv.pop(1).partition(":")
def look(frame, event, arg):
    code = frame.f_code
    if event == "call" and code.co_name == name and code.co_filename.endswith(file):
        sys.settrace(None)
        signal.raise_signal(signal.SIGINT)
sys.settrace(look)
from tricktable.__main__ import start
start()
"""
MOMENTS = {
    "while it loads": "click/core.py:<module>",
    "while the settings are read": "cli/flags.py:settings_of",
    "while the board's process starts": "link/streams.py:start_process",
    "just before pages are served": "http/server.py:serve",
}


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS.keys())
def test_a_demo_that_has_not_begun_ends_calmly(tmp_path, moment):
    words = (moment, "demo", "--http-port", "0")
    is_warm = moment != MOMENTS["while it loads"]
    with Script(PRESSING, *words, more=environment(tmp_path), is_warm=is_warm) as process:
        out, told = process.end()
    assert process.returncode == INTERRUPTED, told
    assert told.strip() == ""
    assert out == ""


ASKING = """
import os, signal, threading
from tricktable.cli import click
def press():
    os.read(int(os.environ["PRESSED"]), 1)
    signal.raise_signal(signal.SIGINT)
threading.Thread(target=press, daemon=True).start()
try:
    click.prompt("Well?")
except click.Abort:
    print("stopped")
"""


@pytest.mark.skipif(os.name != "posix", reason="there is no pseudo-terminal")
def test_no_ctrl_c_is_lost_while_a_person_is_asked():
    """It comes while the thread that reads makes ready, as if another one had heard it."""
    here, there = os.openpty()
    reading, pressing = os.pipe()
    more = {**os.environ, "PRESSED": str(reading)}
    asked = [sys.executable, "-c", ASKING]
    with subprocess.Popen(
        asked, stdin=there, stdout=there, stderr=there, env=more, pass_fds=[reading]
    ) as process:
        os.close(there)
        os.close(reading)
        _read(here, b"Well?")
        os.write(pressing, b"!")
        try:
            _read(here, b"stopped")
        finally:
            process.kill()
    os.close(here)
    os.close(pressing)


def _read(terminal: int, words: bytes) -> None:
    """Read until these words are seen. Raises: AssertionError if they do not come."""
    seen = b""
    while words not in seen:
        assert select.select([terminal], [], [], PATIENCE_S)[0], seen
        seen += os.read(terminal, 1000)
