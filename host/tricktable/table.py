"""One table: what happens at it goes through here, into the journal, and out to all who look.

Every act, from the board or a page, is decided, made durable, and only then folded and shown.
There is one lock, one order, and no way past the journal. Knows no port and no page.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final

from tricktable import forgetting, notes, repeats, requests
from tricktable.decks import BadDeck, Decks, Shelf
from tricktable.desk import hearing, prompts, requested, seats
from tricktable.desk.laying import decks_of_game
from tricktable.desk.moment import Change, Changes, History, Moment, told
from tricktable.journal import BadRow, Full, Journal, JournalError, Outage, Row, RowTaken
from tricktable.journal.phones import SITS
from tricktable.memory import Memory
from tricktable.notes import Note
from tricktable.rules.entries import Impossible, Malformed
from tricktable.rules.record import Record
from tricktable.rules.verdicts import PUBLIC, Viewpoint
from tricktable.seating import Seating, SeatOccupancy
from tricktable.showing import (
    ABSENT,
    REUSED,
    RUNNING,
    Answer,
    Audience,
    Sitting,
    Snapshot,
    TableView,
    Trial,
    look,
    tried,
)
from tricktable.story import CLOSED, GAME, Story, numbered
from tricktable.taking import taken
from tricktable.text.language import ENGLISH, _, speaking

log = logging.getLogger(__name__)


class Table:
    """One table of the house. Every method may be called from any thread."""

    def __init__(
        self,
        code: str,
        journal: Journal,
        shelf: Shelf,
        audience: Audience,
        wall_clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    ) -> None:
        """The table as its journal left it. Raises: BadRow; Outage, if it cannot be read."""
        self.code = code
        self._journal = journal
        self.shelf = shelf
        """The decks of the house."""
        self._audience = audience
        self._wall_clock = wall_clock
        self._now_ms = now_ms
        self._lock = threading.RLock()
        self._seating = Seating(code, journal)
        self._unsaved: list[Row] = []
        self._trouble: JournalError | None = None
        self._board = (ABSENT, "")
        self._board_tells_presses = True
        self._version = 0
        self._pen: str | None = None
        self._fold_all()
        self._see()
        self._save([])
        self._show()

    def _fold_all(self) -> None:
        """Take all rows in, the first one first, as if nothing had been known.

        Raises: BadRow, for the first row that cannot have happened where it stands.
        """
        self._story = Story(self.code)
        try:
            for row in self._journal.read(self.code):
                self._story.read(row)
            self._story.settle()
        except (BadRow, Impossible):  # which row it is, only a fold of each tells
            self._story = Story(self.code)
            for row in self._journal.read(self.code):
                self._story.fold(row)
        if self._story.games:
            self._seating.forget_claims()

    def _see(self) -> None:
        """See that people can be shown and told what the rows add up to. Raises: BadRow."""
        try:
            view = self._look(PUBLIC)
            _told = view.said, view.asked and (view.asked.text, view.asked.options)
        except Exception as error:  # whatever a damaged row can lead to
            why = f"nobody can be told what it or one before it says ({error!r})"
            raise BadRow(self.code, self._story.seq, why) from error

    def _fold(self, row: Row) -> None:
        self._story.fold(row)
        if row.kind == GAME:
            self._seating.forget_claims()

    # --- acts ------------------------------------------------------------------------------------

    def hear(self, boot: str, seq: int, what: str, args: Sequence[str]) -> None:
        """Take in event `seq` of a board's life `boot`; one that is known already is dropped."""
        with self._lock:
            if seq > self._story.heard(boot):
                self._do(lambda now: hearing.hear(now, what, args), f"{boot}:{seq}")

    def ask(
        self, request: requests.Request, key: str = "", in_view_of: tuple[int, int] | None = None
    ) -> Answer:
        """Carry out what a page asks for, or say why it cannot be.

        A key that is given is kept with what it adds: the same request with it is answered as
        before, and nothing is done; a request that was refused uses no key up.
        Nothing is done either if the table has moved on since the game and entry `in_view_of`.
        Raises: Refused, for a record that cannot be taken in.
        """
        # A whole record is read before the lock: that may take seconds, and cards go on meanwhile.
        ready = taken(request.lines) if isinstance(request, requests.TakeIn) else None
        with self._lock:
            try:
                before = self._asked(key) if key else None
            except Outage:
                return Answer(False, _("The journal cannot be read now; ask again soon."))
            if before:
                return self._repeated(key, before, request)
            kept: list[repeats.Outcome] = []

            def become(now: Moment) -> Changes:
                return requested.changes(now, request, ready and ready.changes)

            try:
                if hindered := self._hindered(request, in_view_of, become):
                    return hindered
                decide = partial(self._keyed, key, request, become, kept)
                self._do(decide, None, ready and ready.story)
            except (Impossible, Malformed) as fault:
                return self._refused(fault)
            if kept:
                return self._repeated(key, kept[-1], request)
            note = self._story.desk.note
            refused = note is not None and note.about in _REFUSALS
            said = notes.sentence(note, self._story.seat_names) if note else ""
            return Answer(not refused, said, *self._story.moment, not self._unsaved)

    def _hindered(
        self,
        request: requests.Request,
        in_view_of: tuple[int, int] | None,
        become: Callable[[Moment], Changes],
    ) -> Answer | None:
        """Why the table does not even try; None if it does. Raises: as `become`."""
        is_old = isinstance(request, requests.Reply) and request.version != self._version
        if is_old or in_view_of not in (None, self._story.moment):
            return Answer(False, _("The table has moved on since; look again."))
        if isinstance(request, _GAMES) and self._trouble:
            trouble = _(self._trouble.public)
            why = _("No new game while nothing can be saved: {trouble}", trouble=trouble)
            return Answer(False, why)
        if isinstance(request, _ANEW) and not request.abandon and self._is_running:
            become(self._moment())  # what is wrong with it comes first
            return Answer(False, _("A game is running at this table."), because=RUNNING)
        return None

    @property
    def _is_running(self) -> bool:
        view = self._newest.view
        return view is not None and view.status == "playing" and not self._newest.desk.is_stopped

    def _keyed(
        self,
        key: str,
        request: requests.Request,
        become: Callable[[Moment], Changes],
        kept: list[repeats.Outcome],
        now: Moment,
    ) -> Changes:
        """What the request becomes; with a key, and unless it was refused, how it was answered too.

        That is added to `kept`. Raises: as `requested.changes`; Outage.
        """
        if not key:
            return become(now)
        if before := self._asked(key):  # another host was quicker
            kept.append(before)
            return []
        changes = become(now)
        changes = [*changes, *prompts.behind(now, changes)]
        game, seq = self._story.moment
        if any(each.kind == GAME for each in changes):
            game, seq = game + 1, 0
        added = sum(each.entries for each in changes)
        if not added and game == self._story.games:
            return changes  # nothing but a word why not
        kept.append(repeats.Outcome(repeats.digest(request), game, seq + added))
        return [*changes, Change(repeats.ASKED, repeats.body(key, kept[-1]))]

    def _asked(self, key: str) -> repeats.Outcome | None:
        """What came of the request that had this key. Raises: Outage."""
        source = repeats.source(key)
        row = next((each for each in self._unsaved if each.source == source), None)
        row = row or self._journal.find(self.code, source)
        return repeats.of(row) if row else None

    def _repeated(self, key: str, kept: repeats.Outcome, request: requests.Request) -> Answer:
        if kept.request != repeats.digest(request):
            words = _("This key was sent with another request before.")
            return Answer(False, words, because=REUSED)
        source = repeats.source(key)
        is_saved = all(each.source != source for each in self._unsaved)
        return Answer(True, "", kept.game, kept.seq, is_saved)

    def try_out(self, request: requests.Request) -> Trial | Answer:
        """What the record would be if this were asked; else why it cannot be. Keeps nothing."""
        with self._lock:
            now = self._moment()
            try:
                changes = requested.changes(now, request)
            except (Impossible, Malformed) as fault:
                return self._refused(fault)
            if now.record is None:
                return Answer(False, notes.sentence(Note("no_game"), now.names))
            trial = tried(now.record, changes)
            if trial is not None:
                return trial
            note = changes[-1].note
            return Answer(False, notes.sentence(note, now.names) if note else "")

    def _refused(self, fault: Impossible | Malformed) -> Answer:
        if isinstance(fault, Impossible):
            return Answer(False, notes.refusal(fault, self._story.seat_names))
        return Answer(False, _sentence(fault.reason))

    def forget(self, name: str) -> Answer:
        """Take a person's name out of everything that this table has ever kept; for good."""
        with self._lock:
            if self._trouble:
                trouble = _(self._trouble.public)
                why = _("No name is deleted while nothing can be saved: {trouble}", trouble=trouble)
                return Answer(False, why)
            try:
                rows = [*self._journal.read(self.code)]
                bodies = forgetting.without(rows, name, forgetting.player(rows))
                self._journal.overwrite(self.code, bodies)
                self._fold_all()
            except (Full, Outage) as fault:
                return Answer(False, _("Not deleted: {fault}.", fault=fault))
            self._show()
            return Answer(True)

    def close(self) -> Answer:
        """Put away a table that was opened by mistake: nobody has played at it, or ever will."""
        with self._lock:
            if self._story.games:
                return Answer(False, _("A table that was played at stays: its games are kept."))
            rows = self._rows([Change(CLOSED, {})], None)
            try:
                self._journal.append(rows)
            except RowTaken:
                return Answer(False, _("The table has moved on since; look again."))
            except (Full, Outage) as fault:
                return Answer(False, _("Not removed: {fault}.", fault=fault))
            self._fold(rows[0])  # and shown to nobody: whoever looks is about to leave
            return Answer(True)

    @property
    def pen(self) -> str | None:
        """The console that keeps the score; None while none does."""
        with self._lock:
            return self._pen

    def take_pen(self, console: str, only_free: bool = False) -> bool:
        """This console keeps the score from now on; not out of another's hand if `only_free`.

        Returns whether it does. Whoever had it is shown the table anew. Nothing is kept: after a
        restart the first console that writes has it.
        """
        with self._lock:
            if only_free and self._pen not in (None, console):
                return False
            is_taken_over = self._pen not in (None, console)
            self._pen = console
            if is_taken_over:
                self._show()
            return True

    def board_is(self, state: str, word: str = "") -> None:
        """The link tells how the board is; LIVE may, REFUSED must come with a sentence."""
        with self._lock:
            if self._board != (state, word):
                self._board = (state, word)
                self._show()

    def buttons_answer(self, they_do: bool) -> None:
        """Whether the board says which press was for a phone that waits; one without, the host."""
        with self._lock:
            if self._board_tells_presses != they_do:
                self._board_tells_presses = they_do
                self._show()

    def board_restarted(self, missing: int) -> None:
        """The board started anew; what it had not told yet, at least `missing` events, is gone."""
        with self._lock:
            note = Note("board_restarted", detail=str(missing) if missing else "")
            self._do(lambda _: [told(note)], None)

    def try_to_save(self) -> None:
        """Save what could not be saved before; find out whether what comes next can be."""
        with self._lock:
            before = self._public_trouble
            self._seating.save()
            try:
                self._save([])
            except RowTaken as fault:
                self._trouble = fault
            if self._public_trouble != before:
                self._show()

    # --- phones ----------------------------------------------------------------------------------

    def claim(self, seat: int, phone: str, address: str = "") -> Answer:
        """The phone with this digest wants to sit there; the seat's button or the host lets it.

        At one address one phone waits at a time. No row tells of it: whoever waits is shown while
        they do, and asks again after a restart.
        """
        with self._lock:
            try:
                seats.must_be_free(self._moment(), seat)
            except Impossible as refusal:
                return Answer(False, notes.refusal(refusal, self._story.seat_names))
            if self._seating.is_asked_from(address, phone, self._now_ms()):
                why = _("A phone at your address is just sitting down; try again in a minute.")
                return Answer(False, why)
            self._seating.claim(seat, phone, address, self._now_ms())
            self._show()
            return Answer(True)

    def leave(self, phone: str) -> None:
        """The phone with this digest gets up, or waits no more."""
        with self._lock:
            known = self._seating.known(phone, self._now_ms())
            if self._seating.withdraw(phone):
                self._do(lambda _: seats.claim_ended(), None)
            elif known.state == SITS and known.person in self._story.persons:
                seat = self._story.persons.index(known.person)
                self._do(lambda _: seats.send_away(seat), None)
            elif known.state == SITS:
                self._seating.send_away(known.person, self._wall_time())

    def end_old_claims(self) -> None:
        """Tell whoever waits for a button that it was not held in time."""
        with self._lock:
            if self._seating.end_old_claims(self._now_ms()):
                self._do(lambda _: seats.claim_ended(), None)

    def sitting(self, phone: str) -> Sitting:
        """What the table knows of the phone with this digest, and what its seat may know."""
        with self._lock:
            now_ms = self._now_ms()
            known = self._seating.known(phone, now_ms)
            seat = known.seat
            if known.state == SITS and known.person in self._story.persons:
                seat = self._story.persons.index(known.person)
            sits = known.state == SITS and seat is not None
            return Sitting(
                known,
                seat,
                known.claim.until_ms - now_ms if known.claim else 0,
                self._look(seat) if sits and seat is not None else self._newest,
                self._story.record.fork() if sits and self._story.record else None,
                self._seating.places(self._story.persons, now_ms),
            )

    def places(self) -> tuple[SeatOccupancy, ...]:
        """Every seat of the running game, and whether a phone sits or waits there."""
        with self._lock:
            return self._seating.places(self._story.persons, self._now_ms())

    # --- what it knows ---------------------------------------------------------------------------

    def saved(self, boot: str) -> int:
        """The newest event of that board's life that is durable, as are all before it."""
        with self._lock:
            unsaved = [numbered(row.source) for row in self._unsaved if row.source]
            first = min((seq for life, seq in unsaved if life == boot), default=None)
            return self._story.heard(boot) if first is None else first - 1

    @property
    def since(self) -> str:
        """When its first row was made, as that says; empty before."""
        return self._story.since

    @property
    def is_closed(self) -> bool:
        """Whether it was put away."""
        return self._story.is_closed

    @property
    def version(self) -> int:
        """Counts up with every change that can be seen."""
        return self._newest.version

    def view(self) -> TableView:
        """The table as anybody may see it; made already, so that nobody waits for a disk."""
        return self._newest

    def snapshot(self, asked: requests.Request | None = None) -> Snapshot:
        """All that a page needs, at one moment; with what would come of `asked`, if it is given."""
        with self._lock:
            return Snapshot(
                self._newest,
                self.record(),
                self.places(),
                self._story.memory,
                self._story.history,
                self._pen,
                str(self._trouble or ""),
                self._story.seq,
                self.try_out(asked) if asked else None,
            )

    def record(self) -> Record | None:
        """The running game's record, to be read and not added to."""
        with self._lock:
            return self._story.record.fork() if self._story.record else None

    @property
    def decks(self) -> Decks:
        """The decks of the house, with the one in play that this table plays with."""
        with self._lock:
            return decks_of_game(self._moment())

    @property
    def memory(self) -> Memory:
        """Who has played here, and by which house rules."""
        with self._lock:
            return self._story.memory

    @property
    def history(self) -> History:
        """What can be taken back and brought back."""
        with self._lock:
            return self._story.history

    def rows(self, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """What has happened since row `after`: from the journal, then what waits for room there.

        Nothing of it came behind row `until`, if that is given.
        """
        with self._lock:
            waiting = tuple(self._unsaved)
        seq = after
        for row in self._journal.read(self.code, after):
            if until is not None and row.seq > until:
                return
            seq = row.seq
            yield row
        yield from (row for row in waiting if row.seq > seq and row.seq <= (until or row.seq))

    # --- how -------------------------------------------------------------------------------------

    def _do(
        self,
        decide: Callable[[Moment], Changes],
        source: str | None,
        folded: Story | None = None,
    ) -> None:
        """Decide, save, fold and show. Somebody else's rows are taken in first.

        `folded` is what the rows of a whole record add up to, so that they need not be folded.
        """
        while True:
            now = self._moment()
            changes = self._shelved(decide(now))
            rows = self._rows([*changes, *prompts.behind(now, changes)], source)
            try:
                self._save(rows)
                break
            except RowTaken:
                if not self._catch_up():
                    self._unsaved = [*self._unsaved, *rows]
                    break
                if source is not None and self._story.is_heard(source):
                    rows = []  # another host took the same event
                    break
        if folded and rows:
            self._story.take_over(rows, folded)
            self._seating.forget_claims()
            rows = []
        for row in rows:
            self._fold(row)
            if row.kind == seats.SEAT:
                self._seating.obey(row, self._story.persons)
        self._show()

    def _shelved(self, changes: Changes) -> Changes:
        """Put decks where they belong before the row is durable: told again, it does no harm."""
        for change in changes:
            if change.shelving is not None:
                try:
                    self.shelf.put(change.shelving)
                except BadDeck as fault:
                    return [told(Note("not_kept", detail=fault.message))]
                except OSError as fault:
                    return [told(Note("not_kept", detail=fault.strerror or "the disk fails"))]
        return changes

    def _moment(self) -> Moment:
        return Moment(
            self._story.desk,
            self._story.record,
            self.shelf.decks.playing(self._story.desk.deck),
            self._story.seat_names,
            self._story.history,
            self.shelf.begun,
            self._seating.claims(self._now_ms()),
        )

    def _wall_time(self) -> str:
        return self._wall_clock().isoformat(timespec="milliseconds")

    def _rows(self, changes: Changes, source: str | None) -> list[Row]:
        at = self._wall_time()
        rows = []
        for number, (kind, body, __, text) in enumerate(changes, start=self._story.seq + 1):
            text = text or json.dumps(body, ensure_ascii=True)
            if kind == repeats.ASKED:
                source = repeats.source(str(body["key"]))
            rows.append(Row(self.code, number, at, source, kind, text))
            source = None  # one event, one row that carries its number
        return rows

    def _save(self, rows: Sequence[Row]) -> None:
        """Make the rows durable, or keep them until there is room. Raises: Taken."""
        waiting = [*self._unsaved, *rows]
        try:
            if waiting:
                self._journal.append(waiting)
            else:
                self._journal.look()
        except (Full, Outage) as fault:
            if str(fault) != str(self._trouble):
                log.warning("table %s: nothing is being saved: %s", self.code, fault)
            self._unsaved, self._trouble = waiting, fault
        else:
            self._unsaved, self._trouble = [], None

    @property
    def _public_trouble(self) -> str | None:
        return self._trouble.public if self._trouble else None

    def _catch_up(self) -> bool:
        """Take in what another host has written; whether that could be read."""
        try:
            for row in self._journal.read(self.code, self._story.seq):
                self._fold(row)
        except Outage as fault:
            self._trouble = fault
            return False
        return True

    def _show(self) -> None:
        self._version += 1
        self._newest = self._look(PUBLIC)
        with speaking(ENGLISH):  # whoever asked for this: the board prints no other language
            self._audience.show(self._newest)

    def _look(self, viewpoint: Viewpoint) -> TableView:
        return look(
            self._story,
            self._moment(),
            viewpoint,
            version=self._version,
            board=self._board,
            trouble=self._public_trouble,
            board_tells_presses=self._board_tells_presses,
        )


_REFUSALS: Final = frozenset(
    (
        "no_game no_question nothing_to_undo nothing_to_redo not_now over breaks_later no_hand"
        " no_such_answer whose_turn on_phone not_kept nothing_tended only_left"
    ).split()
)


_ANEW: Final = (requests.NewGame, requests.TakeIn)
"""What begins a game in the place of one that may be running."""
_GAMES: Final = (requests.NewGame, requests.NextGame, requests.TakeIn)
"""What begins a game."""


def _sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}."
