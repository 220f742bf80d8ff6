"""`tricktable`, and `python -m tricktable`: Ctrl-C ends it calmly at any moment."""

import signal
import sys
from typing import NoReturn

INTERRUPTED = 128 + signal.SIGINT
"""Exit code of a command that Ctrl-C ended before it was done, as shells have it."""


def start() -> None:
    """Run the command line. The import stands inside: Ctrl-C may come meanwhile."""
    try:
        from tricktable.cli import main

        main(prog_name="tricktable")
    except KeyboardInterrupt:
        _leave()


def _leave() -> NoReturn:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second one would end in a traceback
    sys.exit(INTERRUPTED)


if __name__ == "__main__":
    start()
