"""Asks who is at a port, and hands the port over open. Takes no events, decides nothing."""

import secrets
from collections.abc import Callable
from typing import NamedTuple, Self

from tablewire.host import HostSession
from tricktable.board.link.ports import Port
from tricktable.board.link.sealed_port import Stranger
from tricktable.board.link.unusable import refusal
from tricktable.store.clock import monotonic_ms


class AtPort(NamedTuple):
    """The board at a port."""

    port: Port | None
    """Still open; None, and closed, if nobody answered."""
    board: str | None
    """The id of the board that said hello."""


def hello(port: Port, is_wanted: Callable[[], bool]) -> AtPort:
    """Wait for a hello at an open port, as long as a greeting takes and the caller wants it.

    The session is only for this question: the board's events wait for its table's session.
    Raises: what the port raises, and Stranger for a board that cannot be used; then it is closed.
    """
    session = HostSession(secrets.token_hex(4).upper())
    try:
        session.opened(monotonic_ms())
        while is_wanted() and not session.reopen_due(monotonic_ms()):
            session.receive(port.read(1) + port.read(port.in_waiting), monotonic_ms())
            if session.board is not None:
                return AtPort(port, session.board.board)
            if out := session.due(monotonic_ms()):
                port.write(out)
            if session.mismatch is not None:  # it was told so; such a hello has no id
                raise Stranger(refusal(session.mismatch))
    except BaseException:
        port.close()
        raise
    port.close()
    return AtPort(None, None)


class LentPort:
    """An open port lent to a line, as a context manager; reports when the line is done."""

    def __init__(self, port: Port, release: Callable[[], None]) -> None:
        self._port = port
        self._release = release

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._port.close()
        self._release()

    @property
    def in_waiting(self) -> int:
        """See serial.Serial."""
        return self._port.in_waiting

    def read(self, size: int = 1) -> bytes:
        """See serial.Serial."""
        return self._port.read(size)

    def write(self, data: bytes) -> object:
        """See serial.Serial."""
        return self._port.write(data)

    def close(self) -> None:
        """See serial.Serial."""
        self._port.close()
