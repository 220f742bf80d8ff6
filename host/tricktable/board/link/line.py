"""The line between one table and its board: one native thread that reads, listens and answers.

It finds a board, keeps it, and finds it again whatever happens to cable, port or board.
The session knows what the bytes mean, the table what an event means.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import serial

from tableboard import VERSION
from tablewire.host import HostSession, Restarted, TooNew, TooOld
from tablewire.messages import FAULT, Event, Hello
from tricktable.board.checkup import ELSEWHERE, Facts, facts_of, fault_words
from tricktable.board.link.delivery import Delivery, Update, takes_updates
from tricktable.board.link.enquiries import Enquiries
from tricktable.board.link.loopback import without_secret
from tricktable.board.link.ports import Port, open_port
from tricktable.board.link.sealed_port import is_on_network
from tricktable.board.link.unusable import Unusable, refusal
from tricktable.store.clock import monotonic_ms
from tricktable.store.hosts import HeldBoard
from tricktable.store.journal.rounds import Rounds
from tricktable.table.desk.desk import READERS
from tricktable.table.desk.from_board import is_known
from tricktable.table.desk.moment import Equipment
from tricktable.table.table import Table
from tricktable.table.views import ABSENT, LIVE, REFUSED, SILENT, WITHOUT, TableView
from tricktable.text.language import NO_MESSAGE, Message, message

LOOK_AGAIN_S: Final = 0.5
"""Between two looks for a board: well below the 3 s within which a replugged one must be back."""
# A disk that has room again is used within a second; looking costs two `stat`, about 6 µs.
SAVE_AGAIN_MS: Final = 1_000
ENDED: Final = Message(
    message(
        "The host can no longer hear its board, because of a fault of its own. Restart the host."
    )
)
"""Shown after a bug, so that nobody plays on at a table that does not listen."""
SAFE: Final = message(
    "The board is in safe mode, because its program failed three times ({why}): "
    "install it again with `tricktable flash`, or switch the board off and on to try again."
)
"""Shown for a board with `safe=...` in its hello: firmware/pico/safe.py."""
NEWER: Final = message(
    "There is a newer program for the board (it runs {old}, this host has {new}). "
    "It works as it is; update it with `tricktable flash` when you have time."
)
"""Shown once for a board with an older program that speaks the same protocol."""
NEWER_HERE: Final = message(
    "There is a newer program for the board (it runs {old}, this host has {new}). "
    "It works as it is; update it on the host's page when you have time."
)
"""Shown in place of NEWER for a board that takes updates over the wire."""

UNKNOWN: Final = "event: not understood"
"""An error: the board said something unknown to its host, or impossible."""
KEPT_ERRORS: Final = 20
"""How many recent errors of board and port are kept for diagnosis."""

Draw = Callable[[TableView, TableView | None], str]
"""Makes the board's picture from the newest view and the one shown before."""

_log = logging.getLogger(__name__)


class Line(threading.Thread):
    """Serves one table's board until `stop`. Mutable; only its own thread touches the port."""

    def __init__(
        self,
        table: Table,
        find: Callable[[], Iterable[str]],
        draw: Draw,
        opened: Callable[[str], Port] = open_port,
        has_board: Callable[[], bool] = lambda: True,
        is_ours: Callable[[], bool] = lambda: True,
        elsewhere: Callable[[], HeldBoard | None] = lambda: None,
    ) -> None:
        """Make a line that is not running yet.

        Args:
            table: hears what the board says.
            find: lists the ports that may be the board, afresh whenever one is needed.
            draw: makes the picture that the board shows.
            opened: opens a port that was found.
            has_board: whether a board belongs to this table, plugged in or not.
            is_ours: whether the board is still this host's, asked before anything is done with it.
            elsewhere: what another host says of the board that it has at this table.
        """
        # A native thread, for pyserial waits where gevent cannot: on Windows in
        # GetOverlappedResult, which would stop every phone.
        super().__init__(name=f"line-{table.code}", daemon=True)
        self._table = table
        self._find = find
        self._draw = draw
        self._opened = opened
        self._has_board = has_board
        self._is_ours, self._elsewhere = is_ours, elsewhere
        self._was_elsewhere = False
        self._stopping = threading.Event()
        self._woken = threading.Event()
        self._rounds = Rounds(f"the board of table {table.code}")
        self._letting_go = threading.Event()
        self._shown: TableView | None = None
        self._shown_health: Mapping[str, tuple[str, ...]] | None = None
        self._saved_ms = 0
        self._spoke_ms: int | None = None
        self._unusable = NO_MESSAGE
        self._advice = NO_MESSAGE
        self._advised: set[str] = set()  # boards that were told of a newer program
        self._enquiries = Enquiries()
        self._delivery = Delivery()
        self._url = ""
        self._errors: deque[str] = deque(maxlen=KEPT_ERRORS)
        self.session = _session()
        """The session, whose counters are the line's health; only for this thread."""

    def look(self) -> None:
        """Look for a board now, since there may be one. From any thread."""
        self._woken.set()

    def let_go(self) -> None:
        """Stop serving this board and forget it: another table has it. From any thread."""
        self._letting_go.set()
        self._woken.set()

    def stop(self) -> None:
        """End the thread and release the port; returns when both are done."""
        self._stopping.set()
        self._woken.set()
        if self.is_alive():
            self.join(timeout=2 * LOOK_AGAIN_S + 1)

    def silence_s(self) -> float | None:
        """How long the board has been silent; None before the first board. From any thread."""
        spoke_ms = self._spoke_ms
        return None if spoke_ms is None else (monotonic_ms() - spoke_ms) / 1000

    def examine(self, test: bool) -> Facts:
        """Ask for the board's health, after a test of its parts if `test`; takes seconds.

        From any other thread. Without an answer, returns what is known already.
        """
        if self._table.view().board == LIVE and self.session.board is not None:
            self._enquiries.ask(test)
        return self.facts()

    @property
    def updatable(self) -> Hello | None:
        """The hello of its board, if that answers and takes updates. From any thread."""
        board = self.session.board
        is_ready = board is not None and self._table.view().board == LIVE and takes_updates(board)
        return board if is_ready else None

    @property
    def is_on_network(self) -> bool:
        """Whether others could read what is sent to the board last tried. From any thread."""
        return is_on_network(self._url)

    def update(self, updates: Sequence[Update]) -> bool:
        """Have the board get these and try each, without waiting; the table is told.

        From any thread. False while others are on their way.
        """
        return self._delivery.want(updates)

    def facts(self) -> Facts:
        """What is known about the board without asking it."""
        view = self._table.view()
        errors = list(self._errors)
        # Whoever asks for a check-up looks for a board, also where people play without one.
        state = ABSENT if view.board == WITHOUT else view.board
        if self._elsewhere() is not None:
            state = ELSEWHERE
        return facts_of(self.session, state, str(view.board_word), errors, monotonic_ms())

    def run(self) -> None:
        """Find a board, serve it while it lasts, and look again."""
        try:
            self._look()
        finally:
            if not self._stopping.is_set():
                self._table.board_is(REFUSED, ENDED)

    def _look(self) -> None:
        while not self._stopping.is_set():
            with self._rounds:
                self._look_once()
            if self._stopping.is_set():
                return
            self._woken.wait(LOOK_AGAIN_S)
            self._woken.clear()

    def _look_once(self) -> None:
        urls = list(self._find())
        if not urls:
            self._miss()
        for url in urls:
            self._try(url)
            if self._stopping.is_set():
                return
        if self._letting_go.is_set():
            self._forget()
        self._table.try_to_save()
        self._table.end_old_claims()

    def _forget(self) -> None:
        """Forget the board, which is another table's now; there is none until one comes."""
        self._letting_go.clear()
        self._begin_anew()
        self._was_elsewhere = False
        self._miss()

    def _begin_anew(self) -> None:
        self.session, self._spoke_ms, self._shown = _session(), None, None
        self._table.buttons_answer(True)

    def _try(self, url: str) -> None:
        """Serve what is on this port until it breaks or turns out not to be a board."""
        self._url = url
        try:
            with self._opened(url) as port:
                self._serve(port)
        except Unusable as refused:
            self._note(f"port: {type(refused).__name__}")
            self._table.board_is(REFUSED, refused.words)
        except (serial.SerialException, OSError) as fault:
            _log.info("%s: %s", without_secret(url), fault)
            self._note(f"port: {type(fault).__name__}")
            self._miss()

    def _note(self, error: str) -> bool:
        """Keep an error, but a repeated one only once; returns whether it is new."""
        is_new = not self._errors or self._errors[-1] != error
        if is_new:
            self._errors.append(error)
        return is_new

    def _miss(self) -> None:
        """Handle a port that cannot be used."""
        there = self._elsewhere()
        if there is not None:
            if self.session.board:  # of what happens meanwhile this session knows nothing
                self._begin_anew()
            self._was_elsewhere = True
            self._table.buttons_answer(not there.lets_in)
            self._table.board_is(there.state, there.word_for_reader)
        elif self.session.board or self._was_elsewhere:
            self._table.board_is(SILENT)
        else:
            self._table.board_is(ABSENT if self._has_board() else WITHOUT)

    def _serve(self, port: Port) -> None:
        self.session.opened(monotonic_ms())
        while not (self._stopping.is_set() or self._letting_go.is_set()):
            # One byte, then whatever came with it: `read(n)` would wait for all n or the port's
            # timeout, and pyserial's `readline` takes 335 µs a line instead of 44.
            data = port.read(1)  # waits
            if data:
                data += port.read(port.in_waiting)  # what came with it: an event is read at once
            # Reading may have taken long: a host that was stopped finds out here.
            if not self._is_ours():
                self._letting_go.set()
                return
            now_ms = monotonic_ms()
            for heard in self.session.receive(data, now_ms):
                self._take(heard, now_ms)
            # Saved first, then acknowledged, then shown: the board drops what is acknowledged.
            self._save(now_ms)
            self._tell(now_ms)
            self._enquiries.put(self.session)
            self._advice = self._delivery.put(self.session, self._table.view) or self._advice
            # So may have saving.
            if (out := self.session.due(now_ms)) and self._is_ours():
                port.write(out)
            if self.session.reopen_due(now_ms):
                return  # a stranger's port, or one that went dead: others get their turn

    def _take(self, heard: object, now_ms: int) -> None:
        """Take in one event from the session."""
        table, session = self._table, self.session
        match heard:
            case Event():
                assert session.board is not None
                if heard.what == FAULT:
                    self._note(fault_words(heard))
                elif not is_known(heard.what, heard.args) and self._note(UNKNOWN):
                    _log.warning("the board sent an impossible message: %r", str(heard)[:100])
                age_ms = session.age_ms(heard, now_ms)
                table.hear(session.board.boot, heard.seq, heard.what, heard.args, age_ms)
            case Hello():
                # The board is told first what is durable, and then sends what comes after it.
                session.knows(heard.boot, table.newest_durable(heard.boot))
                self._shown = None
                self._judge(heard)
            case TooOld() | TooNew():
                table.board_is(REFUSED, refusal(heard))
            case Restarted():
                # Whoever wanted it has been told, and a board that ends so keeps what it read.
                if heard.missing or session.upload is None or not session.upload.is_on_trial:
                    table.board_restarted(heard.missing)
            case noise:
                _log.debug("noise: %r", noise)

    def _judge(self, hello: Hello) -> None:
        """What to say about a board besides that it is there."""
        parts = hello.parts()
        why = parts.get("safe")
        self._table.buttons_answer("holds" in parts)
        self._table.board_has(Equipment.from_hello(parts))
        self._unusable = Message(SAFE, {"why": why.replace("_", " ")}) if why else NO_MESSAGE
        self._advice = NO_MESSAGE
        if not why and is_older(hello.version, VERSION) and hello.board not in self._advised:
            # Once for as long as this host runs, not each time it is plugged in: it works as it is.
            self._advised.add(hello.board)
            advice = NEWER_HERE if takes_updates(hello) else NEWER
            self._advice = Message(advice, {"old": hello.version, "new": VERSION})

    def _save(self, now_ms: int) -> None:
        """Acknowledge what is durable; each second, retry what could not be saved."""
        if now_ms - self._saved_ms >= SAVE_AGAIN_MS:
            self._saved_ms = now_ms
            self._table.try_to_save()
            self._table.end_old_claims()
        if self.session.board is not None:
            boot = self.session.board.boot
            self.session.commit(boot, self._table.newest_durable(boot))

    def _tell(self, now_ms: int) -> None:
        """Tell the table the board's state, and the board the table's."""
        if self.session.alive(now_ms):
            self._spoke_ms = now_ms - self.session.silence_ms(now_ms)
        if self.session.mismatch is None and self.session.board is not None:
            if not self.session.alive(now_ms):
                self._table.board_is(SILENT)
            elif self._unusable:
                self._table.board_is(REFUSED, self._unusable)
            else:
                self._table.board_is(LIVE, self._advice)
        self._show()

    def _show(self) -> None:
        """Draw what is new for the board; before the page about itself, has it tested."""
        before, health = self._shown, self.session.health
        is_about_parts = before is not None and before.desk.page == READERS
        has_told = is_about_parts and self._shown_health is not health
        if before is not None and before.version == self._table.version and not has_told:
            return
        newest = self._table.view()
        if newest.desk.page == READERS and not is_about_parts:
            self._enquiries.want(test=True)
        self.session.show(self._draw(newest, before))
        self._shown, self._shown_health = newest, health


def is_older(version: str, than: str) -> bool:
    """Whether one version comes before another; False unless both are numbers and dots."""
    try:
        mine, other = ([int(number) for number in each.split(".")] for each in (version, than))
    except ValueError:
        return False  # a version under development: nobody is told to update it
    return mine < other


def _session() -> HostSession:
    return HostSession(secrets.token_hex(4).upper())
