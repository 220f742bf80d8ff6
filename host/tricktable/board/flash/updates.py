"""An update over the wire, to a board that runs our program: it needs no console, and no cable."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Final

import serial

from tablewire.host import HostSession
from tablewire.messages import Hello
from tablewire.words import PROGRAM
from tricktable.board.flash import CannotFlash
from tricktable.board.flash.settings import PLACE
from tricktable.board.flash.wifi import Wifi, table_file
from tricktable.board.link.delivery import NOT_YET_GOOD, Update, takes_updates
from tricktable.board.link.ports import Busy, Port
from tricktable.board.link.sealed_port import BoardEngaged, Stranger
from tricktable.board.link.unusable import refusal
from tricktable.store.clock import monotonic_ms

OLD_LOADER: Final = (
    "This board takes no updates over the wire yet: run `tricktable flash` once with its cable "
    "plugged into this computer"
)
"""Told of a board whose hello does not say `updates`, or an edition that is too old."""
_GREETING_S: Final = 10.0
_PROVES_ITSELF_S: Final = 30.0
"""For the 10 s (`loader.PROVEN_MS`) after which a board's program is good."""
_SENDING_S: Final = 300.0
"""For all of a program: some 250 messages, each answered."""
_TRIAL_S: Final = 110.0
"""A restart, the 60 s after which a board ends a trial, the watchdog's 8, and another restart."""
_LOOK_AGAIN_S: Final = 0.5
_TOLD_SHARE: Final = 4
"""The number of steps in which the progress is told."""

Say = Callable[[str], None]


def program(pack: bytes, version: str) -> Update:
    """The program as an update."""
    return Update(PROGRAM, pack, f"the program, version {version}")


def settings(wishes: Mapping[str, int]) -> Update:
    """Settings that are to change as an update."""
    about = ", ".join(f"{name} = {value}" for name, value in wishes.items())
    return Update(PLACE, json.dumps(dict(wishes)).encode(), about)


def network(wifi: Wifi) -> Update:
    """The Wi-Fi that a board is to join as an update. Raises: CannotFlash, as `table_file`."""
    about = wifi.about
    file = table_file(wifi)
    return Update(file.place, file.data, about)


class BoardOnWire:
    """A board that runs our program, and nobody else's host. Mutable.

    What has happened there stays there: no event is taken.
    """

    def __init__(self, connect: Callable[[], Port]) -> None:
        self._connect = connect
        self._port: Port | None = None
        self._session = HostSession(secrets.token_hex(4).upper())

    def hello(self) -> Hello:
        """Who it is. Raises: CannotFlash for one that takes no updates."""
        self._until(lambda: self._session.board is not None, _GREETING_S)
        assert self._session.board is not None
        if not takes_updates(self._session.board):
            raise CannotFlash(OLD_LOADER)
        return self._session.board

    def send(self, update: Update, say: Say) -> None:
        """Bring it there, and have the board compare its SHA-256. Raises: CannotFlash.

        Waits while the board's own program has not proved itself yet.
        """
        ends_s = time.monotonic() + _PROVES_ITSELF_S
        while (why := self._refusal(update, say)) == NOT_YET_GOOD and time.monotonic() < ends_s:
            again_s = time.monotonic() + _LOOK_AGAIN_S
            self._until(lambda: time.monotonic() >= again_s, _GREETING_S)  # noqa: B023 - done here
        if why:
            raise CannotFlash(f"The board does not take {update.about}: {why}")

    def _refusal(self, update: Update, say: Say) -> str:
        """Send it; returns the board's word against it, "" for none. Raises: CannotFlash."""
        self._session.send(update.what, update.data)
        upload = self._session.upload
        assert upload is not None
        told = 0

        def is_over() -> bool:
            nonlocal told
            share = upload.taken * _TOLD_SHARE // len(update.data)
            if share > told:
                told = share
                say(f"  {100 * share // _TOLD_SHARE} %")
            return upload.is_whole or bool(upload.refusal)

        self._until(is_over, _SENDING_S)
        return upload.refusal

    def attempt(self, update: Update) -> Hello:
        """Have the board start anew and try it; returns its hello after that.

        Raises: CannotFlash if it went back to what ran before.
        """
        upload = self._session.upload
        assert upload is not None
        upload.attempt()
        self._until(lambda: upload.is_kept is not None, _TRIAL_S)
        assert self._session.board is not None
        if not upload.is_kept:
            raise CannotFlash(
                f"The board tried {update.about}, but it did not work: "
                f"it went back to what it had, and runs version {self._session.board.version}"
            )
        return self._session.board

    def close(self) -> None:
        """Hang up."""
        if self._port is not None:
            self._port.close()
            self._port = None

    def _until(self, condition: Callable[[], bool], patience_s: float) -> None:
        """Talk until this is so; connect again whenever that is cut. Raises: CannotFlash."""
        ends_s = time.monotonic() + patience_s
        why = "it does not answer"
        while not condition():
            if time.monotonic() > ends_s:
                raise CannotFlash(f"The board cannot be reached: {why}")
            try:
                self._talk()
            except (Stranger, Busy, serial.SerialException, OSError) as fault:
                why = str(fault)
                self.close()
                is_for_good = isinstance(fault, Stranger) and not isinstance(fault, BoardEngaged)
                if is_for_good and self._session.board is None:
                    raise CannotFlash(why) from None
                time.sleep(_LOOK_AGAIN_S)

    def _talk(self) -> None:
        session = self._session
        if self._port is None:
            self._port = self._connect()
            session.opened(monotonic_ms())
        data = self._port.read(1)  # waits
        if data:
            data += self._port.read(self._port.in_waiting)
        session.receive(data, monotonic_ms())
        if session.mismatch is not None:
            raise CannotFlash(str(refusal(session.mismatch)))
        if out := session.due(monotonic_ms()):
            self._port.write(out)
        if session.reopen_due(monotonic_ms()):
            self.close()
