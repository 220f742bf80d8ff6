"""A board without pins: the real session of the wire, in a thread, on a cable that can be pulled.

It keeps what it is shown, in order, and draws nothing. Everything that waits has a bound.
"""

from __future__ import annotations

import json
import os
import select
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from players.torite import Game
from rig.patience import PATIENCE_S
from tablewire.board import BoardSession
from tablewire.messages import PROTOCOL_HI, PROTOCOL_LO, Picture, Refused
from tricktable.board.link.cable import PtyCable, UsbCable
from tricktable.store.decks import Deck

Happening = tuple[str, ...]
"""An event as a board emits it: what, and the words that say more."""

ID = "E6614C311B7E6F35"
HAS = "readers=4,keys=20,seats=4,lights=4,display=128x64,buzzer=1"
STEP_S = 0.01


class Board(threading.Thread):
    """One board, on from `start` until `close`. Safe between threads."""

    def __init__(
        self,
        boot: str = "0A1B2C3D",
        lo: int = PROTOCOL_LO,
        hi: int = PROTOCOL_HI,
        version: str = "test",
        has: str = HAS,
        board_id: str = ID,
        cable: UsbCable | None = None,
    ) -> None:
        super().__init__(name="board", daemon=True)
        self.changed = threading.Condition()  # its lock guards all that follows
        self.boot = boot
        self.id = board_id
        self.session = BoardSession(board_id, boot, version, has, lo, hi)
        self.cable: UsbCable | None = cable or PtyCable()
        self.shown: list[str] = []
        """Every picture that it was given, newest last."""
        self.refused: list[str] = []
        self.emitted = 0
        """Events of this life that were kept."""
        self.rounds = 0
        """Of STEP_S each, unless something happens: a computer that stands still makes none."""
        self.greeted: int | None = None
        """In which round the host had answered the newest hello."""
        self._is_on = True
        self._hears = True
        self._woken, self._waker = os.pipe()

    def __enter__(self) -> Board:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Switch it off and pull its cable."""
        self._is_on = False
        self._wake()
        if self.is_alive():
            self.join(PATIENCE_S)
        self.unplug()
        os.close(self._waker)
        os.close(self._woken)

    # What hands and hosts do

    def ports(self) -> list[str]:
        """What a look for boards finds."""
        with self.changed:
            return [self.cable.port] if self.cable else []

    def emit(self, what: str, *args: str, ago_ms: int = 0) -> bool:
        """Something happens at the board, or did so long ago; False if it could not be kept."""
        with self.changed:
            is_kept = self.session.emit(now_ms() - ago_ms, what, *args)
            self.emitted += is_kept
        self._wake()
        return is_kept

    def say(self, data: bytes) -> None:
        """Put bytes on the cable that are no message: a print, a traceback, rubbish."""
        with self.changed:
            assert self.cable is not None
            self.cable.push(data)

    def unplug(self) -> None:
        """Pull the cable."""
        with self.changed:
            if self.cable is not None:
                self.cable.close()
                self.cable = None

    def replug(self) -> None:
        """Plug it in again, where its port has another name."""
        with self.changed:
            before, self.cable = self.cable, PtyCable()  # while the old one still has its name
            if before is not None:
                before.close()
        self._wake()

    def reset(self, boot: str, has: str = HAS) -> None:
        """Start anew on the same cable: what was kept is gone."""
        with self.changed:
            self.boot = boot
            self.session = BoardSession(self.id, boot, "test", has)
            self.emitted = 0
            self.greeted = None

    def stop_listening(self, is_deaf: bool) -> None:
        """Leave what the host sends unread, or read on."""
        with self.changed:
            self._hears = not is_deaf
        self._wake()

    # What one can see

    @property
    def picture(self) -> dict[str, Any]:
        """What it shows now; {} before the first picture."""
        with self.changed:
            fields: dict[str, Any] = json.loads(self.shown[-1]) if self.shown else {}
            return fields

    def wait_for(self, is_so: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
        """Return once it is so. What is not the board's own is looked at each STEP_S as well."""
        until = time.monotonic() + patience_s
        with self.changed:
            while not is_so():
                assert time.monotonic() < until, f"it never came to be: {is_so}"
                self.changed.wait(STEP_S)

    @property
    def acknowledged(self) -> int:
        """Events that the host says are durable."""
        with self.changed:
            return self.emitted - self.session.backlog

    def is_settled(self) -> bool:
        """Whether the host is there and has committed all that happened."""
        return self.session.host_heard(now_ms()) and not self.session.backlog

    # The thread; without it, whoever has the board calls `step` again and again

    def run(self) -> None:
        """Serve the cable, wherever it is plugged in."""
        while self._is_on:
            self.step()

    def serve(self) -> None:
        """Take what came and answer it, now."""
        with self.changed:
            if self.cable is not None:
                self._serve(self.cable)
            self.changed.notify_all()

    def step(self) -> None:
        """Serve, and wait a moment for what comes next; if the thread runs, nobody else does it."""
        assert not self.is_alive() or threading.current_thread() is self, "its own thread steps"
        self.serve()
        self.rounds += 1
        cable = self.cable
        fds = [self._woken, *(cable.filenos() if cable and self._hears else ())]
        try:
            ready, _, _ = select.select(fds, [], [], STEP_S)
        except (OSError, ValueError):
            return  # the cable was pulled meanwhile
        if self._woken in ready:
            os.read(self._woken, 100)

    def _serve(self, cable: UsbCable) -> None:
        now = now_ms()
        for shows in self.session.receive(cable.pull() if self._hears else b"", now):
            if isinstance(shows, Picture):
                self.shown.append(shows.json)
                self.session.note_picture(shows.id)
                if self.greeted is None:
                    self.greeted = self.rounds
            elif isinstance(shows, Refused):
                self.refused.append(shows.reason)
        if out := self.session.due(now):
            cable.push(out)
        elif cable.is_held_up:
            cable.push()

    def _wake(self) -> None:
        os.write(self._waker, b"!")


def happenings(game: Game, deck: Deck, is_next: bool = False) -> Iterator[Happening]:
    """What a board sees of an honest game, from the key that begins it.

    Nobody says who deals the next game with the same players: the table presumes it.
    """
    yield "K", "OK" if is_next else str(game.players)
    for line in game.lines[is_next:]:
        if line["kind"] in ("played", "shown"):
            seat = game.players if line["seat"] is None else line["seat"]
            yield "C", str(seat), deck.tag_of(line["card"])
        else:
            seat = line["dealer"] if line["kind"] == "dealt" else line["seat"]
            yield "S", str(seat), "short"


def now_ms() -> int:
    """The clock of board and host."""
    return time.monotonic_ns() // 1_000_000
