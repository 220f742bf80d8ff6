"""How a simulated board's process and its host reach each other: two streams, made at its start.

Sockets that the process inherits or, where the system passes on none, TCP over loopback: the
process connects, and begins with a secret that it was told on its standard input.
"""

import contextlib
import hmac
import os
import secrets
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tricktable.board.link.loopback import listening_socket

STARTS_WITHIN_S: Final = 30.0
"""A process that has not connected by then never will; allows for a busy computer."""
_LOOK_EVERY_S: Final = 0.05  # whether it has ended before it connected
_GREETING_S: Final = 2.0  # a stranger that says nothing keeps the board waiting no longer
_CABLE, _CONTROL = b"0", b"1"  # firmware/sim/simulated/outside.py
# Ctrl-C in a terminal is for the host, which then ends its boards.
_OWN_GROUP: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
# Windows starts no program without it that uses the network.
_ALWAYS: Final = ("SYSTEMROOT",)


class BoardProcess(NamedTuple):
    """A process with its two streams; both are at their end if it ended before it had any."""

    process: subprocess.Popen[bytes]
    cable: socket.socket
    control: socket.socket


def start_process(
    command: Callable[[str], Sequence[str]],
    environment: Mapping[str, str],
    folder: Path,
    inherits: bool,
) -> BoardProcess:
    """Start a process that inherits its streams, or else connects to them.

    `command` takes the word that names the control channel to the process, which works in `folder`.
    """
    kept = {name: os.environ[name] for name in _ALWAYS if name in os.environ}
    start = _start_with_sockets if inherits else _start_with_listener
    return start(command, {**kept, **environment}, folder)


def _start_with_sockets(
    command: Callable[[str], Sequence[str]], environment: dict[str, str], folder: Path
) -> BoardProcess:
    own_cable, cable = socket.socketpair()
    own_control, control = socket.socketpair()
    with cable, control:
        process = subprocess.Popen(
            command(str(control.fileno())),
            stdin=cable.fileno(),
            stdout=cable.fileno(),
            stderr=cable.fileno(),
            pass_fds=[control.fileno()],
            env=environment,
            cwd=folder,
            start_new_session=True,
            creationflags=_OWN_GROUP,
        )
    return BoardProcess(process, own_cable, own_control)


def _start_with_listener(
    command: Callable[[str], Sequence[str]], environment: dict[str, str], folder: Path
) -> BoardProcess:
    secret = secrets.token_hex(16).encode()
    with listening_socket() as listener:
        process = subprocess.Popen(
            command(f":{listener.getsockname()[1]}"),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,  # only what it says when it ends badly
            env=environment,
            cwd=folder,
            start_new_session=True,
            creationflags=_OWN_GROUP,
        )
        assert process.stdin is not None
        with contextlib.suppress(OSError), process.stdin as stdin:  # it may have ended already
            stdin.write(secret + b"\n")
        streams = _accept(listener, process, secret)
    return BoardProcess(process, streams[_CABLE], streams[_CONTROL])


def _accept(
    listener: socket.socket, process: subprocess.Popen[bytes], secret: bytes
) -> dict[bytes, socket.socket]:
    """Both streams, from the peer that knows the secret; any other that connects is sent away."""
    streams: dict[bytes, socket.socket] = {}
    ends_s = time.monotonic() + STARTS_WITHIN_S
    listener.settimeout(_LOOK_EVERY_S)
    while len(streams) < 2 and time.monotonic() < ends_s and process.poll() is None:
        try:
            comer, _ = listener.accept()
        except TimeoutError:
            continue  # only to look whether the program still lives
        which = _stream_of(comer, secret)
        if which is None:
            comer.close()
        else:
            streams[which] = comer
    return {which: streams.get(which) or _dead_stream() for which in (_CABLE, _CONTROL)}


def _stream_of(comer: socket.socket, secret: bytes) -> bytes | None:
    """Which stream this is, by its greeting; None if it is a stranger's."""
    greeting = b""
    comer.settimeout(_GREETING_S)
    try:
        while len(greeting) <= len(secret):
            data = comer.recv(len(secret) + 1 - len(greeting))
            if not data:
                return None
            greeting += data
        comer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        comer.settimeout(None)
    except OSError:
        return None  # a peer that is silent for so long is no program of ours
    which = greeting[-1:]
    is_ours = hmac.compare_digest(greeting[:-1], secret) and which in (_CABLE, _CONTROL)
    return which if is_ours else None


def _dead_stream() -> socket.socket:
    """A stream whose other end is gone."""
    own, other = socket.socketpair()
    other.close()
    return own
