"""Ctrl-C before a command is done: at whatever moment it comes, it ends without a traceback.

The signal comes as a named function is entered, and so at the same moment each time.
"""

import pytest

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
    "while the board's process starts": "link/streams.py:started",
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
