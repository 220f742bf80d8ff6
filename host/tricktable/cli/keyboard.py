"""A line that a person types at a terminal: no Ctrl-C is lost, at whatever moment it comes.

`input` does not look once more for a signal before it waits: one that came while it made ready, or
waited for another thread, was heard only with the next line.
"""

import os
import select
import signal
import sys


def line(prompt: str) -> str:
    """As `input`. Raises: EOFError; KeyboardInterrupt."""
    if os.name != "posix" or not sys.stdin.isatty():
        return input(prompt)
    waking, told = os.pipe()
    os.set_blocking(told, False)
    before = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    try:
        sys.stdout.write(prompt)
        sys.stdout.flush()
        while sys.stdin not in select.select([sys.stdin, waking], [], [])[0]:
            os.read(waking, 1)  # a signal that does not end this
    finally:
        signal.set_wakeup_fd(before)
        os.close(waking)
        os.close(told)
    return input()
