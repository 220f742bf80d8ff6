"""The hosts of one club: each host's address and boards, published as leases while it runs.

A board whose host has died is free `HELD_MS` later, and another host that reaches it takes it. A
host that was stopped meanwhile finds out before it does anything with that board again. Where the
journal is a file, all hosts are on one machine, whose ports have one owner anyway: no lease is
written, and every board is ours.
"""

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple

from tricktable.store.journal import Journal, JournalError, Lease
from tricktable.store.journal.rounds import Rounds
from tricktable.text.language import Message, verbatim

HELD_MS: Final = 2_200
"""How long a board is a host's, unless the host says again that it lives.

With two looks a second and 1.5 s for a board's answer, the cards of a host that died wait 4.7 s at
worst; measured were 1.6 to 2.8 s (docs/explanation/journal.md).
"""
SAY_MS: Final = 900
"""How often a host says so: it may fail to once, and 400 ms are left for the database's answer."""
NAMED_MS: Final = 900_000
"""How long a host that died is named to pages: it may be back soon, and they ask whether it is."""
SILENT_MS: Final = 3_000
"""A host that has said nothing for so long may be cut off, and hold what nobody else knows of."""
GIVEN_UP_MS: Final = 60_000
"""After so long nobody waits for it any more; what it holds may have been refused then."""
# Part of the 4.7 s above: 2.2 s until a lease has ended, 0.5 s here, 0.5 s at the ports, 1.5 s for
# the answer.
LOOK_S: Final = 0.5
"""Between two looks at what other hosts hold."""
_BOARD: Final = "board:"
_HOST: Final = "host:"
_TURN: Final = "turn:boards"

_log = logging.getLogger(__name__)


class HeldBoard(NamedTuple):
    """What a host says of a board that it holds."""

    table: str = ""
    """The code of the table that it serves; empty while that is being found out."""
    state: str = ""
    """How the board is, as `TableView.board` has it; empty while that is being found out."""
    word: str = ""
    port: str = ""
    """Where it is, if others may reach it there, too; else empty."""
    lets_in: str = ""
    """`host` if its buttons let no phone in, because its program is older; else empty."""
    message: str = ""
    """`word` by `message_to_send`, to be told in any language; empty from an older host."""

    @property
    def word_for_reader(self) -> Message:
        """Its word, in the language of whoever reads it."""
        return Message(*json.loads(self.message)) if self.message else verbatim(self.word)


def message_to_send(said: Message) -> str:
    """A message as another host reads it."""
    fields = {name: str(value) for name, value in said.fields.items()}
    return json.dumps([said.words, fields])


def _ticking_ms() -> int:
    """The time of a clock that never goes back and keeps running while the computer sleeps."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)  # Linux; elsewhere monotonic is the best there is
    return (time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)) // 1_000_000


class Hosts(threading.Thread):
    """This host among the others, from `start` until `stop`. Mutable; safe between threads."""

    def __init__(
        self,
        journal: Journal,
        serving: Callable[[], Mapping[str, HeldBoard]],
        others_hold: Callable[[Mapping[str, HeldBoard]], None],
        now_ms: Callable[[], int] = _ticking_ms,
    ) -> None:
        """Make one that is not running yet.

        Args:
            journal: where all of them say what they hold.
            serving: what this host says of the boards that serve a table here, by the board's id.
            others_hold: is told what other hosts hold, by the board's id, when that changes.
            now_ms: a clock that goes on while this program does not.
        """
        super().__init__(name="hosts", daemon=True)
        self.id = secrets.token_hex(8)
        """The name under which this host holds its leases."""
        self._journal = journal
        self._serving, self._others_hold, self._now_ms = serving, others_hold, now_ms
        self._lock = threading.Lock()  # guards what follows, and is never held for the database
        self._mine: dict[str, Lease] = {}
        self._url = ""
        self._named: tuple[str, int, Lease] | None = None  # our address, when it was told last
        self._addresses: tuple[str, ...] = ()
        self._returned: list[Lease] = []
        self._theirs: Mapping[str, HeldBoard] = {}
        self._told: Mapping[str, HeldBoard] = {}
        self._said_ms: int | None = None  # our leases were sound then, or nobody could say
        self._sound_ms: int | None = None  # the database said then that they are
        self._used_ms: dict[str, int] = {}  # when each board's line last asked whether it is ours
        self._one_at_a_time = threading.Lock()
        self._woken = threading.Event()
        self._rounds = Rounds("telling the club's other hosts")
        self._is_over = False

    # --- for pages -------------------------------------------------------------------------------

    def is_at(self, url: str) -> None:
        """Tell the others, soon, that phones reach this host at this address."""
        self._url = url
        self._woken.set()

    def addresses(self) -> tuple[str, ...]:
        """Where phones reach the other hosts, as far as is known; one may have died lately."""
        return self._addresses

    # --- for the boards --------------------------------------------------------------------------

    def theirs(self) -> Mapping[str, HeldBoard]:
        """What other hosts hold, as far as is known, by the board's id."""
        with self._lock:
            return self._theirs

    def take(self, board: str, port: str) -> bool:
        """Hold this board, which said hello at the port; returns whether it is ours.

        While the database is away it is, unless another host had it then.
        """
        if not self._journal.is_shared:
            return True
        with self._one_at_a_time:
            return self._take(board, json.dumps(HeldBoard(port=port)._asdict()))

    def _take(self, board: str, what: str) -> bool:
        asked_ms = self._now_ms()
        try:
            lease = self._journal.take(_BOARD + board, self.id, HELD_MS, what)
        except JournalError:
            with self._lock:
                if board in self._theirs:
                    return False
                lease = Lease(_BOARD + board, self.id, 0, HELD_MS, what)  # as long as it is away
        if lease.holder != self.id:
            with self._lock:
                self._theirs = {**self._theirs, board: _read(lease.what)}
            self._woken.set()
            return False
        with self._lock:
            self._mine[board] = lease
            self._used_ms[board] = self._now_ms()
            if self._said_ms is None:
                self._said_ms = asked_ms
            self._theirs = {each: held for each, held in self._theirs.items() if each != board}
        return True

    def leave(self, board: str) -> None:
        """Give the board back, soon: it may be plugged in elsewhere. Returns at once."""
        with self._lock:
            if lease := self._mine.pop(board, None):
                self._returned.append(lease)
        self._woken.set()

    def holds(self, board: str) -> bool:
        """Whether the board is ours now, asked by its line at each turn.

        Returns at once, unless this host has not said for `HELD_MS` that it lives, since it was
        stopped or its computer slept: then the database is asked first. If the line has been silent
        for so long and the database cannot be asked, a board that others reach is not ours any
        more: it may have let one of them in.
        """
        if not self._journal.is_shared:
            return True
        now_ms = self._now_ms()
        with self._lock:
            was_silent = now_ms - self._used_ms.get(board, now_ms) >= HELD_MS
            self._used_ms[board] = now_ms
            known_ms = self._sound_ms if was_silent else self._said_ms
        if known_ms is None or now_ms - known_ms >= HELD_MS:
            self._renew()
        with self._lock:
            lease = self._mine.get(board)
            if lease is not None and was_silent and _read(lease.what).port:
                is_sound = self._sound_ms is not None and now_ms - self._sound_ms < HELD_MS
                if not is_sound:
                    del self._mine[board]
                    _log.warning("board %s was out of reach for too long", board)
            return board in self._mine

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """Whether this host alone may give boards a table now; others wait for their turn.

        While the database is away there is nobody to wait for.
        """
        if not self._journal.is_shared:
            yield True
            return
        try:
            lease = self._journal.take(_TURN, self.id, HELD_MS)
        except JournalError:
            yield True
            return
        try:
            yield lease.holder == self.id
        finally:
            if lease.holder == self.id:
                self._give_back(lease)

    # --- the thread of its own -------------------------------------------------------------------

    def stop(self) -> None:
        """Give back everything and end the thread; returns when that is done."""
        with self._lock:
            self._is_over = True
            self._returned += self._mine.values()
            self._returned += [self._named[-1]] if self._named is not None else []
            self._mine = {}
        self._woken.set()
        if self.is_alive():
            self.join()
        self._give_back_all()

    def run(self) -> None:
        """Say and look until `stop`."""
        while not self._is_over and self._journal.is_shared:
            with self._rounds:
                self.beat()
            self._woken.wait(LOOK_S)
            self._woken.clear()

    def beat(self) -> None:
        """Say that this host lives, if that is due, and look at what others hold."""
        if not self._journal.is_shared:
            return
        self._give_back_all()
        with self._lock:
            said_ms = self._said_ms
        if said_ms is None or self._now_ms() - said_ms >= SAY_MS:
            self._renew()
        self._publish()
        if self._url:
            self._publish_address()
        self._look()

    def _renew(self) -> None:
        """Say that this host lives, and learn which boards it still holds."""
        with self._one_at_a_time:
            asked_ms = self._now_ms()
            with self._lock:
                before = dict(self._mine)
            try:
                kept = {each.name: each for each in self._journal.renew_all(self.id, HELD_MS)}
                for name, _, epoch, __, what in before.values():
                    if not epoch:  # taken while the database was away
                        kept[name] = self._journal.take(name, self.id, HELD_MS, what)
            except JournalError:
                with self._lock:
                    self._said_ms = asked_ms  # nobody else can take one either
                return
            with self._lock:
                for board, lease in before.items():
                    now = kept.get(lease.name)
                    if now is not None and now.holder == self.id:
                        if board in self._mine:
                            self._mine[board] = now
                    elif self._mine.get(board) == lease:
                        del self._mine[board]
                        _log.warning("another host has taken board %s", board)
                self._said_ms = self._sound_ms = asked_ms

    def _publish(self) -> None:
        """Say of each board how it is now."""
        serving = self._serving()
        with self._lock:
            mine = {board: self._mine[board] for board in serving if board in self._mine}
        for board, lease in mine.items():
            held = serving[board]._replace(port=_read(lease.what).port)
            what = json.dumps(held._asdict())
            # Epoch 0: taken while the database was away, which therefore has nothing to renew
            # (`_renew`).
            if what == lease.what or not lease.epoch:
                continue
            try:
                now = self._journal.renew(lease, HELD_MS, what)
            except JournalError:
                return  # said again with the next beat
            with self._lock:
                if now is not None and self._mine.get(board) == lease:
                    self._mine[board] = now

    def _publish_address(self) -> None:
        """Say where this host is, and thereby that it is not cut off, if that is due."""
        url, now_ms = self._url, self._now_ms()
        lease = None
        if self._named is not None:
            told, since_ms, lease = self._named
            if told == url and now_ms - since_ms < SAY_MS:
                return
        # Not told is tried again at the next beat, as `_named` then stays what it was.
        with suppress(JournalError):
            name, what = _HOST + self.id, json.dumps({"url": url})
            now = lease and self._journal.renew(lease, NAMED_MS, what)
            # A holder of its own: what is said of boards each second is not said of this.
            now = now or self._journal.take(name, name, NAMED_MS, what)
            self._named = url, now_ms, now

    def _look(self) -> None:
        try:
            leases = self._journal.leases(_BOARD)
            hosts = self._journal.leases(_HOST)
            found = dict.fromkeys(map(_url, hosts))
            self._addresses = tuple(each for each in found if each not in ("", self._url))
        except JournalError:
            return  # what was known of others stays true
        theirs = {
            each.name.removeprefix(_BOARD): _read(each.what)
            for each in leases
            if each.holder != self.id
        }
        with self._lock:
            # One that was taken over while this was read is ours.
            theirs = {board: held for board, held in theirs.items() if board not in self._mine}
            self._theirs = theirs
        if theirs != self._told:
            self._told = theirs
            self._others_hold(theirs)

    def _give_back_all(self) -> None:
        with self._one_at_a_time:
            with self._lock:
                mine = {each.name for each in self._mine.values()}  # some were plugged in again
                returned = [each for each in self._returned if each.name not in mine]
                self._returned = []
            for lease in returned:
                self._give_back(lease)

    def _give_back(self, lease: Lease) -> None:
        """End a lease; if that fails now, it expires by itself."""
        with suppress(JournalError):
            self._journal.let_go(lease)


def is_one_silent(journal: Journal) -> bool:
    """Whether a host has lately fallen silent without a farewell: it may be cut off and play on.

    One whose address another host has by now is not: it was started again. Raises: Outage.
    """
    hosts = journal.leases(_HOST)
    alive = {_url(each) for each in hosts if NAMED_MS - each.left_ms < SILENT_MS}
    return any(
        SILENT_MS <= NAMED_MS - each.left_ms < GIVEN_UP_MS and _url(each) not in alive
        for each in hosts
    )


def _url(host: Lease) -> str:
    """Where phones reach this host."""
    return str(json.loads(host.what).get("url", ""))


def _read(what: str) -> HeldBoard:
    """What a host has said; of a newer one only what is known here."""
    said = json.loads(what)
    return HeldBoard(*(str(said.get(name, "")) for name in HeldBoard._fields))
