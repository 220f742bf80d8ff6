"""Takes from every Python that finds this on its path what Windows does not have.

Modules, functions and names of POSIX are refused to the program and to most of the standard
library. pyserial and psutil have a form of their own for each system; here it is POSIX. With
WITHOUT_MICROPYTHON set there is none of that either.
"""

import builtins
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

REFUSED = frozenset("fcntl grp pty pwd resource syslog termios tty".split())
NAMES = {
    select: "poll epoll",
    os: "fork openpty ttyname fchmod chown mkfifo killpg sync geteuid setsid",
    signal: "SIGHUP SIGUSR1 SIGALRM pthread_sigmask setitimer",
}
ALLOWED = frozenset(("serial", "psutil", "termios"))  # the last is what a first import makes

real_import: Any = builtins.__import__
real_start: Any = subprocess.Popen.__init__


def refusing(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] = (),
    level: int = 0,
) -> object:
    """Import as ever, but refuse what is not there."""
    asking = str((globals or {}).get("__name__", "")).partition(".")[0]
    if level == 0 and name in REFUSED and asking not in ALLOWED:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    module: object = real_import(name, globals, locals, fromlist, level)
    return module


def starting(
    self: subprocess.Popen[bytes],
    *args: Any,
    env: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
    **more: Any,
) -> None:
    """Start a process, which has no more than this one and inherits no file."""
    if pass_fds:
        raise ValueError("pass_fds not supported on Windows.")
    own = dict(env or os.environ)
    path = (str(Path(__file__).parent), *filter(None, [own.get("PYTHONPATH")]))
    real_start(self, *args, env={**own, "PYTHONPATH": os.pathsep.join(path)}, **more)


setattr(builtins, "__import__", refusing)  # noqa: B010
setattr(subprocess.Popen, "__init__", starting)  # noqa: B010
for module, names in NAMES.items():
    for each in names.split():
        if hasattr(module, each):
            delattr(module, each)
if os.environ.get("WITHOUT_MICROPYTHON"):
    sys.modules["micropython_run"] = None  # type: ignore[assignment]
