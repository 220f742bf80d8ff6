"""The club of one journal: its rows, saved or waiting for room, and everybody who is shown them.

Every request is decided, made durable, and then shown. Several hosts may write to one journal: what
another has written is taken in, and the decision made anew.
"""

import json
import logging
import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

from msgspec import Struct

from tricktable.club import consents, registry
from tricktable.club.consents import KeepNoGames
from tricktable.club.part import (
    NOTHING_YET,
    ClubChange,
    ClubMoment,
    ClubRefusal,
    ClubState,
    Part,
    R,
    S,
)
from tricktable.store import hosts
from tricktable.store.journal import (
    CLUB,
    BadRow,
    Full,
    Journal,
    JournalError,
    Outage,
    Row,
    RowTaken,
)
from tricktable.table import idempotency
from tricktable.table.answers import AWAY, REUSED, Answer, away, elsewhere
from tricktable.text.language import _

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ClubView:
    """The club as it is now."""

    version: int
    """Goes up with every change."""
    state: ClubState
    trouble: str | None = None
    """Why nothing is being saved, as a translatable message that names no file; else None."""

    def of(self, part: Part[S, R]) -> S:
        """The state of this part."""
        return self.state.of(part)

    @property
    def code(self) -> str:
        """The club's name where tables have their code."""
        return CLUB


class ClubAudience(Protocol):
    """Shows the newest view of the club to people."""

    def show(self, view: ClubView) -> None:
        """Show it; returns at once, and asks the club for nothing."""


class _PendingRequest(NamedTuple):
    """A request that is not durable yet."""

    request: Struct
    at: datetime
    source: str
    """Its row's source: the database takes it once, whatever came of an interrupted commit."""
    key: str
    attempt: int


class Club:
    """What all tables share. Every method may be called from any thread.

    Mutable: `ask`, `catch_up` and `tick` change it.
    """

    def __init__(
        self,
        journal: Journal,
        audience: ClubAudience,
        wall_clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """The club as its journal left it. Raises: Outage, if it cannot be read.

        One with a damaged row takes no request, and its `trouble` says so: the tables play on.
        """
        self.trouble: JournalError | None = None
        """Why nothing is being saved; None while all is well."""
        self._journal, self._wall_clock = journal, wall_clock
        self._audiences = [audience]
        self._lock = threading.RLock()
        self._saved = self._state = NOTHING_YET
        self._wanted: list[_PendingRequest] = []
        self._version = 0
        self._read_on()
        self._state = self._saved
        self._show()

    # --- what it knows ---------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """The newest durable row that was read; 0 before the first."""
        return self._saved.seq

    def view(self) -> ClubView:
        """The club as it is now; ready-made, so that nobody waits for a disk."""
        return self._newest

    def join(self, audience: ClubAudience) -> None:
        """Show this audience each view from now on."""
        self._audiences.append(audience)

    # --- what is asked ---------------------------------------------------------------------------

    def ask(self, request: Struct, key: str = "", *, is_told: bool = True) -> Answer:
        """Carry out one of the parts' requests, or say why it cannot be.

        With a key, the same request with it is carried out once, as `Table.ask` has it. What cannot
        be saved now counts here, is saved later, and the answer says so; but should another host
        have decided otherwise meanwhile, that stands. With `is_told`, somebody hears a refusal
        with a key, so it is kept first where another host could still carry the request out.
        """
        known = self.seq
        with self._lock:
            if isinstance(self.trouble, BadRow):
                return Answer(False, _("The club's part of the journal is damaged."))
            try:
                while True:
                    said = self._answer(request, key, known)
                    is_final = not said.is_done and said.because not in (REUSED, AWAY)
                    if not (is_final and key and is_told and self._journal.is_shared):
                        return said
                    if self._wanted or self.trouble is not None:
                        return away()
                    if hosts.is_one_silent(self._journal):
                        return elsewhere()
                    if self._refuse(key):
                        return said
            except (Full, Outage):
                return away()

    def _answer(self, request: Struct, key: str, known: int) -> Answer:
        """Carry it out, or say why not, with nothing kept of that. Raises: Outage."""
        number, before, refusal = self._attempt(key)
        source = idempotency.source(key, number) if key else f"club.{secrets.token_hex(8)}:1"
        if before is not None:
            if before != idempotency.digest(request):
                words = _("This key was already used for another request.")
                return Answer(False, words, because=REUSED)
            return self._success(source)
        if refusal > known:  # see `table.answers`: it may have been sent before
            return away()
        at = self._wall_clock()
        decided = _decide(self._state, request, at)
        if isinstance(decided, ClubRefusal):
            return Answer(False, decided.reason, because=decided.because)
        if not decided:
            return self._success()
        self._wanted.append(_PendingRequest(request, at, source, key, number))
        refused = self._save()
        self._show()
        if refused is not None:
            return Answer(False, refused.reason, because=refused.because)
        return self._success(source)

    def _refuse(self, key: str) -> bool:
        """Keep that this is refused, so that no other host carries it out, as a table does.

        Returns whether that was still so. Raises: Full, Outage.
        """
        number, before, _refusal = self._attempt(key)
        if before is None:
            at, body = self._wall_clock(), idempotency.body(key, idempotency.REFUSED, number)
            wanted = _PendingRequest(Struct(), at, idempotency.source(key, number), key, number)
            rows = _rows_of([ClubChange(idempotency.ASKED, body)], wanted, self._saved.seq)
            try:
                self._journal.append(rows)
            except RowTaken:
                pass
            else:
                self._saved = self._state = registry.fold_rows(rows, self._saved)
                return True
        if not self._read_on():
            raise Outage("what another host has written cannot be read")
        self._state = self._saved
        return False

    def forget(self, name: str) -> Answer:
        """Remove a person for good from everything the club has ever kept: consent, word, name.

        Every other host that reads on learns of it.
        """
        with self._lock:
            self.tick()
            if self.trouble is not None:
                trouble = _(self.trouble.public)
                why = _(
                    "No name can be deleted while nothing can be saved: {trouble}", trouble=trouble
                )
                return Answer(False, why, because=AWAY)
            try:
                person = self._saved.of(consents.PART).of(name)
                bodies = registry.without(self._journal.read(CLUB), name)
                self._journal.overwrite(CLUB, bodies)
                self._saved = self._state = registry.fold_rows(self._journal.read(CLUB))
            except (Full, Outage) as fault:
                return Answer(False, _("Not deleted: {fault}.", fault=fault), because=AWAY)
            if not bodies:
                return self._success()
            return self.ask(KeepNoGames(person.person if person else ""))

    def read_again(self) -> None:
        """Forget what another host has erased: read all rows as they are now."""
        with self._lock:
            try:
                self._saved = registry.fold_rows(self._journal.read(CLUB))
            except BadRow as fault:
                _log.error("the club cannot go on: %s", fault)
                self.trouble = fault
            except Outage as fault:
                self.trouble = fault
            else:
                self._save()
            self._show()

    def catch_up(self) -> None:
        """Take in what another host has written since."""
        self.take_in(None)

    def take_in(self, rows: Iterable[Row] | None) -> bool:
        """See `followers.ReadsOn`; None: what the journal has. No phone's seat changes: False."""
        with self._lock:
            before, trouble = self._saved, self.trouble
            self._read_on(rows)
            if self._saved is not before:
                self._save()
            if self._saved is not before or self.trouble is not trouble:
                self._show()
            return False

    def tick(self) -> None:
        """Save what could not be saved before, and show what changes by itself. Call it often."""
        with self._lock:
            trouble = self.trouble
            if trouble is not None or self._wanted:
                if isinstance(trouble, BadRow):
                    return
                self._save()
            is_due = self._stage != registry.stage(self._state, self._wall_clock())
            if is_due or str(trouble) != str(self.trouble):
                self._show()

    # --- how -------------------------------------------------------------------------------------

    def _success(self, source: str = "") -> Answer:
        is_saved = all(source != each.source for each in self._wanted)
        return Answer(True, seq=self._state.seq, is_saved=is_saved)

    def _attempt(self, key: str) -> tuple[int, str | None, int]:
        """The newest attempt with this key: its number, the digest of what was done, the refusal.

        That is the number of the row which refused the one before. Raises: Outage.
        """
        if not key:
            return 1, None, 0
        for each in self._wanted:
            if each.key == key:
                return each.attempt, idempotency.digest(each.request), 0
        number, row, refusal = idempotency.newest(
            key, lambda source: self._journal.find(CLUB, source)
        )
        return number, idempotency.of(row).request if row else None, refusal

    def _save(self) -> ClubRefusal | None:
        """Make durable what is wanted, or keep it until there is room.

        Each request is decided anew behind what the journal has by now. Returns why the newest one
        was refused then; None if it was not.
        """
        while True:
            rows, refused = self._rows()
            self._state = registry.fold_rows(rows, self._saved)
            try:
                self._journal.append(rows) if rows else self._journal.look()
            except RowTaken as fault:
                before = self._saved.seq
                if not self._read_on():
                    return refused
                if self._saved.seq == before:  # the row that took its number cannot be read yet
                    self.trouble = fault
                    return refused
            except (Full, Outage) as fault:
                # It is tried again each second; the log says it once.
                if str(fault) != str(self.trouble):
                    _log.warning("the club: nothing is being saved: %s", fault)
                self.trouble = fault
                return refused
            else:
                self.trouble = None
                self._saved = self._state
                self._wanted = []
                return refused

    def _rows(self) -> tuple[list[Row], ClubRefusal | None]:
        """The rows that what is wanted becomes now; whatever is refused is wanted no more."""
        state, rows, refused = self._saved, list[Row](), None
        for each in [*self._wanted]:
            decided = _decide(state, each.request, each.at)
            refused = decided if isinstance(decided, ClubRefusal) else None
            if isinstance(decided, ClubRefusal) or not decided:
                self._wanted.remove(each)
                continue
            for row in _rows_behind(decided, each, state.seq):
                state = registry.fold(state, row)
                rows.append(row)
        return rows, refused

    def _read_on(self, rows: Iterable[Row] | None = None) -> bool:
        """Take in these rows, or what is in the journal since.

        What of it was wanted here is wanted no more. Returns whether it could be read.
        Raises: Outage, if nothing has been read ever.
        """
        try:
            is_gone = False
            for row in self._journal.read(CLUB, self._saved.seq) if rows is None else rows:
                if row.seq <= self._saved.seq:
                    continue
                self._saved = registry.fold(self._saved, row)
                self._wanted = [each for each in self._wanted if each.source != row.source]
                is_gone = is_gone or row.kind == consents.GONE
            if is_gone and self._version:  # earlier rows have changed: a name has left them
                self._saved = registry.fold_rows(self._journal.read(CLUB))
        except BadRow as fault:
            _log.error("the club cannot go on: %s", fault)
            self.trouble = fault
            return False
        except Outage as fault:
            if not self._version:
                raise
            self.trouble = fault
            return False
        return True

    def _show(self) -> None:
        self._version += 1
        self._stage = registry.stage(self._state, self._wall_clock())
        self._newest = ClubView(
            self._version, self._state, self.trouble.public if self.trouble else None
        )
        for audience in self._audiences:
            audience.show(self._newest)


def _decide(state: ClubState, request: Struct, at: datetime) -> list[ClubChange] | ClubRefusal:
    return registry.asked_of(request).decide(ClubMoment(state, at), request)


def _rows_behind(changes: list[ClubChange], wanted: _PendingRequest, seq: int) -> list[Row]:
    """The rows behind row `seq`, one of which has the request's source."""
    if wanted.key:
        outcome = idempotency.Outcome(idempotency.digest(wanted.request), 0, seq + len(changes) + 1)
        kept = ClubChange(idempotency.ASKED, idempotency.body(wanted.key, outcome, wanted.attempt))
        changes = [*changes, kept]
    return _rows_of(changes, wanted, seq)


def _rows_of(changes: list[ClubChange], wanted: _PendingRequest, seq: int) -> list[Row]:
    at = wanted.at.isoformat(timespec="milliseconds")
    bearer = changes[-1] if wanted.key else changes[0]
    return [
        Row(
            CLUB,
            number,
            at,
            wanted.source if change is bearer else None,
            change.kind,
            json.dumps(change.body, ensure_ascii=True),
        )
        for number, change in enumerate(changes, start=seq + 1)
    ]
