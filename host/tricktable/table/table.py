"""One table: everything that happens there passes through here, to the journal and all viewers.

Every act, from the board or a page, is decided, made durable, and only then folded and shown.
There is one lock, one order, and no way past the journal. Knows no port and no page.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final, NamedTuple

from tricktable.rules.record import Record
from tricktable.store.decks import Decks, Shelf
from tricktable.store.journal import (
    BadRow,
    Full,
    Journal,
    JournalError,
    Lease,
    Outage,
    Phone,
    Row,
    RowTaken,
)
from tricktable.table import answers
from tricktable.table.answers import AWAY, Answer, Decide, PageRequest, Trial
from tricktable.table.club_notice import ClubNotice
from tricktable.table.commands import GiveBack, NextGame, OpenSeats, Request, SendAway
from tricktable.table.desk import from_board
from tricktable.table.desk.moment import WHOLE_BOARD, Equipment, History
from tricktable.table.ledger import Ledger
from tricktable.table.views import (
    ABSENT,
    WITHOUT,
    Audience,
    PhoneView,
    Snapshot,
    TableView,
    draw_for,
)
from tricktable.text.language import ENGLISH, NO_MESSAGE, Message, _, speaking


class Volatile(NamedTuple):
    """What no row keeps of a table: it is lost with the host, but not when the table sleeps."""

    version: int
    """Goes on where it was: an answer to a question names the version that its page showed."""
    writer: str | None
    board: tuple[str, Message]
    board_tells_presses: bool
    renumberings: int = 0
    equipment: Equipment = WHOLE_BOARD


_CLOCKS_APART_MS: Final = 2_000
"""A board that was away for hours may be so far ahead of this computer's clock."""
AS_NEW: Final = Volatile(0, None, (ABSENT, NO_MESSAGE), True)


class Table:
    """One table of the house. Every method may be called from any thread. Mutable."""

    def __init__(
        self,
        code: str,
        journal: Journal,
        shelf: Shelf,
        audience: Audience,
        wall_clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
        volatile: Volatile = AS_NEW,
    ) -> None:
        """Open the table as its journal left it, and as it was when it fell asleep.

        Raises: BadRow; Outage, if it cannot be read.
        """
        self.code = code
        self.shelf = shelf
        """The decks of the house."""
        self._audience = audience
        self._now_ms = now_ms
        # One lock for the whole table: it has an event every two seconds, and what is shown must
        # fit together. Reentrant, because `snapshot` calls `try_out` and `record`.
        self._lock = threading.RLock()
        self._ledger = Ledger(code, journal, shelf, wall_clock, now_ms)
        self._version, writer, self._board, self._board_tells_presses = volatile[:4]
        self._ledger.renumberings = volatile.renumberings
        self._ledger.equipment = volatile.equipment
        self._ledger.has_board = self._board[0] != WITHOUT
        self._begun: tuple[int, int | None] = (self._ledger.story.games, None)
        """The number of games; when the newest came after another one, if that was seen here."""
        self._seats_views: dict[int, TableView] = {}  # each as it was when that seat last looked
        self._write_lock = self._ledger.write_lock
        self._write_lock.holder = writer
        # Phones wait on when their host ends: the board may have kept the press that answers one.
        self._ledger.seating.look_who_waits(now_ms(), self._ledger.story.games)
        # Before anything is served: a row that nobody can be shown keeps this table shut, and the
        # others open (docs/explanation/journal.md).
        self._must_be_showable()
        # Finds out whether there is room, so that the first view says it, and not the first card.
        self._ledger.save()
        self._show()
        if self._is_over and self._ledger.rematch.look(now_ms()):  # an offer outlasts its host too
            self._show()

    def _must_be_showable(self) -> None:
        """Check that the outcome of the rows can be shown and put into words. Raises: BadRow."""
        try:
            view = self._draw_for()
            _told = view.asks_and_note, view.asked and (view.asked.text, view.asked.options)
        except Exception as error:  # whatever a damaged row can lead to
            why = f"it, or a row before it, cannot be put into words ({error!r})"
            raise BadRow(self.code, self._ledger.story.seq, why) from error

    # --- acts ------------------------------------------------------------------------------------

    def hear(self, boot: str, seq: int, what: str, args: Sequence[str], age_ms: int = 0) -> None:
        """Take in event `seq` of a board's life `boot`; a known one is dropped.

        Of hands that were at work `age_ms` ago, before the game had begun, nothing counts in it.
        """
        with self._lock:
            begun_ms = self._begun[1]
            is_late = begun_ms is not None and age_ms > self._now_ms() - begun_ms + _CLOCKS_APART_MS
            hear = from_board.hear_late if is_late else from_board.hear
            # The board sends an event again until it is told that it is durable: twice is ordinary.
            if seq > self._ledger.story.newest_event(boot):
                self._do(lambda now: hear(now, what, args), f"{boot}:{seq}")

    def ask(
        self, request: Request, key: str = "", in_view_of: tuple[int, int] | None = None
    ) -> Answer:
        """Carry out what a page asks for, or say why it cannot be.

        A key is kept with what the request adds: the same request with it gets the same answer as
        before, and nothing is done; a refused request does not use up its key.
        Nothing is done either if the table has changed since the game and entry `in_view_of`.
        Raises: RecordRefused, for a record that cannot be imported.
        """
        known = self.seq
        # A whole record is read before the lock: that may take seconds, and cards go on meanwhile.
        taken = answers.read(request)
        if isinstance(request, SendAway | GiveBack):
            self.look_at_phones()  # another host may have let in the one that it is about

        def do(decide: Decide) -> None:
            self._ledger.write(decide, None, taken.story if taken else None)
            self._show()

        with self._lock:
            sent = PageRequest(request, key, in_view_of, self._version, taken, known)
            with self._showing_news():
                answer = answers.answer(sent, self._ledger, do)
            if isinstance(request, OpenSeats) and answer.is_done:
                for seat in self._ledger.moment.claims:
                    self._let_in(seat)
            return answer

    def try_out(self, request: Request) -> Trial | Answer:
        """The record as it would be after this request, or why it is impossible. Keeps nothing."""
        with self._lock:
            return answers.trial(request, self._ledger.moment, self._ledger.has_board)

    def forget(self, name: str, decks: Mapping[str, str] | None = None) -> Answer:
        """Remove a person's name for good from everything this table has ever kept.

        `decks` says what decks are called without it (`Shelf.erase`).
        """
        with self._lock:
            if trouble := self._ledger.public_trouble:
                trouble = _(trouble)
                why = _(
                    "No name can be deleted while nothing can be saved: {trouble}", trouble=trouble
                )
                return Answer(False, why, because=AWAY)
            try:
                self._write_lock.forget(name)  # first: what follows writes the files anew
                self._ledger.forget(name, decks or {})
            except (Full, Outage) as fault:
                return Answer(False, _("Not deleted: {fault}.", fault=fault), because=AWAY)
            self._show()
            return Answer(True)

    def read_again(self) -> None:
        """Forget what another host has erased: read all rows as they are now. Raises: BadRow."""
        with self._lock:
            self._ledger.read_again()
            self._show()

    def close(self) -> Answer:
        """Put away a table opened by mistake, at which nobody has played or will play."""
        with self._lock:
            if self._ledger.story.games:
                return Answer(
                    False, _("Games have been played at this table, so it cannot be removed.")
                )
            if trouble := self._ledger.public_trouble:  # what waits would come behind it
                why = _("Not removed: {fault}.", fault=_(trouble))
                return Answer(False, why, because=AWAY)
            try:
                self._ledger.close()
            except RowTaken:
                return answers.moved_on()
            except (Full, Outage) as fault:
                return Answer(False, _("Not removed: {fault}.", fault=fault), because=AWAY)
            return Answer(True)  # it is shown to nobody: whoever looks is about to leave

    @property
    def writer(self) -> str | None:
        """The host's page that keeps the score, or None."""
        # Without the lock: whoever looks at all tables must not wait for each one's commit.
        return self._write_lock.holder

    def take_write_lock(self, page: str, only_free: bool = False) -> bool:
        """Let this host's page keep the score from now on; if `only_free`, only if none does.

        Returns whether it does. The previous one is shown the table afresh, at whichever host. It
        is free again if nobody writes for `write_lock.LASTS_MS`.
        """
        with self._lock:
            before = self._write_lock.holder
            has_it = self._write_lock.take(page, only_free=only_free)
            if before not in (None, self._write_lock.holder):
                self._show()
            return has_it

    def give_back_write_lock(self, page: str) -> bool:
        """Let any host's page keep the score; returns whether this one did until now."""
        with self._lock:
            before, had_it = self._write_lock.holder, self._write_lock.give_back(page)
            if before != self._write_lock.holder:
                self._show()
            return had_it

    def board_is(self, state: str, word: Message = NO_MESSAGE) -> None:
        """Set the board's state, as the link sees it; LIVE may, REFUSED must have a sentence."""
        with self._lock:
            if self._board != (state, word):
                self._board = (state, word)
                self._ledger.has_board = state != WITHOUT
                self._show()

    def club_says(self, said: ClubNotice) -> None:
        """Show what the club says, and be locked while it locks all tables."""
        with self._lock:
            if self._ledger.club != said:
                self._ledger.club = said
                self._show()

    def buttons_answer(self, they_do: bool) -> None:
        """Set whether the board says which press was for a waiting phone; else the host decides."""
        with self._lock:
            if self._board_tells_presses != they_do:
                self._board_tells_presses = they_do
                self._show()

    def board_has(self, equipment: Equipment) -> None:
        """Set what its board has, as that says when it says hello."""
        with self._lock:
            if self._ledger.equipment != equipment:
                self._ledger.equipment = equipment
                self._show()

    def board_restarted(self, missing: int) -> None:
        """The board has restarted; at least `missing` events that it had not sent are lost."""
        with self._lock:
            self._do(lambda _: from_board.note_restart(missing))

    def show_again(self) -> None:
        """Show the same view again, because something shown beside it has changed."""
        with self._lock:
            self._show()

    def introduce(self, join: Callable[[TableView], None]) -> None:
        """Hand over the newest view while no other is shown: whoever joins misses none."""
        with self._lock:
            join(self._newest)

    def try_to_save(self) -> None:
        """Save what could not be saved before, and find out whether saving works again."""
        with self._lock:
            before = self._ledger.public_trouble, self._ledger.story
            self._ledger.save_again()
            # Another story: what waited is now behind what another host has written.
            if before != (self._ledger.public_trouble, self._ledger.story):
                self._show()

    def journal_is(self, fault: JournalError | None) -> None:
        """Learn that nothing can be saved now, or that rows can: those that wait are saved."""
        with self._lock:
            before = self._ledger.public_trouble
            if fault is None:
                if self._ledger.has_unsaved:
                    self.try_to_save()
                return
            self._ledger.cannot_save(fault)
            if before != self._ledger.public_trouble:
                self._show()

    @property
    def board(self) -> tuple[str, Message, bool]:
        """How its board is, the word to that, and whether it says which press was for a phone."""
        # Without the lock: whoever tells other hosts must not wait for a commit, or this host would
        # lose its boards.
        return *self._board, self._board_tells_presses

    @property
    def volatile(self) -> Volatile:
        """What no row keeps of it."""
        with self._lock:
            return Volatile(
                self._version,
                self.writer,
                self._board,
                self._board_tells_presses,
                self._ledger.renumberings,
                self._ledger.equipment,
            )

    @property
    def may_sleep(self) -> bool:
        """Whether the journal has all of it: nothing waits to be saved, and no phone for a seat."""
        with self._lock:
            is_asked = bool(self._ledger.seating.claims(self._now_ms()))
            return not (self._ledger.has_unsaved or is_asked)

    def catch_up(self) -> bool:
        """Take in what other hosts have written, and show it.

        Returns whether rows came: phones that they tell of may be saved a moment later.
        Raises: BadRow, Outage.
        """
        with self._lock:
            came, moved = self._ledger.follow()
            if came or moved:
                self._show()
            return came

    def take_in(self, rows: Iterable[Row]) -> bool:
        """See `following.ReadsOn`."""
        with self._lock:
            before = self.seq
            is_seated = self._ledger.take_in(rows)
            if self.seq != before:
                self._show()
            return is_seated

    @property
    def phone_changes(self) -> int:
        """See `following.ReadsPhones`."""
        return self._ledger.seating.changes

    def phones_are(self, kept: Sequence[Phone], changes: int) -> bool:
        """See `following.ReadsPhones`."""
        with self._lock:
            if self.phone_changes != changes:
                return False
            if self._ledger.seating.take_in(kept):
                self._show()
            return True

    # --- phones ----------------------------------------------------------------------------------

    def claim(self, seat: int, phone: str, address: str = "", name: str = "") -> Answer:
        """Let the phone with this digest wait for a seat until its button or the host lets it in.

        Of an address that has held seats for nobody only one phone waits at a time. No row records
        it: a phone is shown, at every host, while it waits.
        """
        with self._lock:
            seating = self._ledger.seating
            asker = seating.asker(phone, address, name)
            if refused := self._cannot_claim(seat, phone, address, name):
                return refused
            story, now_ms = self._ledger.story, self._now_ms()
            seat_count = len(story.seat_names)
            if not seating.claim(seat, asker, now_ms, story.games, seat_count):
                # At another host a phone was first, and by now its lease says so.
                refused = self._cannot_claim(seat, phone, address, name)
                self._show()
                return refused or answers.moved_on()
            if not self._let_in(seat):
                self._show()
            return Answer(True)

    def _cannot_claim(self, seat: int, phone: str, address: str, name: str) -> Answer | None:
        """Why this phone cannot wait for the seat; None if it can."""
        seating = self._ledger.seating
        seating.look_who_waits(self._now_ms(), self._ledger.story.games)
        now = self._ledger.moment
        asker, now_ms = seating.asker(phone, address, name), self._now_ms()
        return answers.hindrance(lambda: seating.must_admit(now, seat, asker, now_ms), now.names)

    def _let_in(self, seat: int) -> bool:
        """Accept the phone that waits for this seat, if the seat is open to anybody now."""
        if not self._newest.are_seats_open:
            return False
        seating, persons = self._ledger.seating, self._ledger.story.persons
        if not seating.sit_down(self._ledger.moment, seat, persons):
            return False
        self._do(lambda now: seating.sit_down(now, seat, persons) if seat in now.claims else ())
        return True

    def leave(self, phone: str) -> None:
        """The phone with this digest leaves its seat or stops waiting."""
        # Another host may have let this phone in, or be the one at which it waits.
        self.look_at_phones()
        self._look_who_waits()
        with self._lock:
            ledger = self._ledger
            at, persons = ledger.wall_time(), self._ledger.story.persons
            changes = ledger.seating.leave(ledger.moment, phone, persons, self._now_ms(), at)
            if changes:
                self._do(lambda _: changes)

    def end_old_claims(self) -> None:
        """Tell waiting phones whose button was not held in time."""
        with self._lock:
            changes, has_ended = self._ledger.seating.end_old_claims(self._now_ms())
            if changes:
                self._do(lambda _: changes)
            elif has_ended or (self._newest.rematch and not self._ledger.rematch_offer):
                self._show()

    def heed(self, leases: Sequence[Lease]) -> None:
        """Show what these leases of the table say: who waits, keeps the score, offers a game."""
        with self._lock:
            is_news = self._ledger.seating.is_news(leases, self._ledger.story.games)
            heeded = (
                self._write_lock.heed(leases),
                self._ledger.rematch.heed(leases, self._now_ms()),
            )
            if any(heeded):
                self._show()
        if is_news:
            self._look_who_waits()

    def _look_who_waits(self) -> None:
        seating, is_known = self._ledger.seating, False
        while not is_known:
            before, leases = seating.changes, seating.waiting_elsewhere()
            with self._lock:
                # Asked outside the lock, as in `look_at_phones`: the answer may be older.
                is_known = leases is None or seating.changes == before
                if is_known and seating.heed(leases, self._now_ms(), self._ledger.story.games):
                    self._show()

    def look_at_phones(self) -> None:
        """Learn which phones have come or gone at other hosts; no card waits for the answer."""
        seating, is_known = self._ledger.seating, False
        while not is_known:
            before, kept = seating.changes, seating.stored_phones()
            with self._lock:
                # The database was asked outside the lock: its answer may be from before what has
                # happened here meanwhile.
                is_known = kept is None or seating.changes == before
                if is_known:
                    seating.take_in(kept or ())

    def _must_ask(self, phone: str) -> bool:
        with self._lock:
            return not self._ledger.seating.phone_state(phone, self._now_ms()).is_here

    def phone_view(self, phone: str, is_acting: bool = False) -> PhoneView:
        """What the table knows about the phone with this digest, and what its seat may know.

        Other hosts of the club are asked, by way of the database, about a phone that is not known
        to sit here, and about each that is acting: another may have replaced it there.
        """
        if is_strange := self._must_ask(phone):
            self._look_who_waits()
        if is_strange or is_acting:
            self.look_at_phones()
        with self._lock:
            now_ms, seating = self._now_ms(), self._ledger.seating
            known = seating.phone_state(phone, now_ms)
            seat = seating.seat_of(known, self._ledger.story.persons)
            sits = known.sits and seat is not None
            # A phone without a seat gets what everybody gets: only a seat's own view has its
            # secrets.
            view = self._newest_for(seat) if sits and seat is not None else self._newest
            record = self._ledger.story.record  # looking may have put it away
            done = self._ledger.story.history.done
            return PhoneView(
                known,
                seat,
                known.claim.until_ms - now_ms if known.claim else 0,
                view,
                record.fork() if sits and record else None,
                seating.places(self._ledger.story.persons, now_ms),
                self._ledger.story.presumed_entries,
                done if sits else None,
            )

    # --- another game ----------------------------------------------------------------------------

    def rematch(
        self, phones: Sequence[str], game: int, rotate: int = 0, another: str = ""
    ) -> Answer:
        """Offer another game of the same people, or begin the one that somebody else offers.

        `phones` are the digests of one phone, one for each of its seats; `game` is the one that its
        page shows; `another` names the one to play, if it is not the same again. A phone that is
        alone at its table begins with a second touch after a moment.
        """
        self.look_at_phones()  # another host may have let in the others
        with self._lock:
            story, now_ms, offers = self._ledger.story, self._now_ms(), self._ledger.rematch
            mine, others = self._people_of(phones)
            if not mine:
                return Answer(False, _("This phone has no seat."))
            if story.record is None or story.games != game or not self._is_over:
                return answers.moved_on()
            offers.look(now_ms)
            offered = self._ledger.rematch_offer
            is_same = offered is not None and offered[1:] == (rotate, another)
            is_own = offered is not None and story.persons[offered.seat] in mine
            if is_same and (not is_own or (not others and offers.is_ripe(now_ms))):
                now = game, story.record.seq
                answer = self.ask(NextGame(rotate, game=another or None), in_view_of=now)
                if answer.is_done:
                    offers.end()
                return answer
            if not (is_same and is_own):
                offers.offer(mine[0], game, rotate, another, now_ms)
                if story.desk.note and story.desk.note.about == "not_again":
                    self._do(offers.renew)
                else:
                    self._show()
            return Answer(True)

    def withdraw_rematch(self, phones: Sequence[str]) -> None:
        """Take back the offer of the phone with these digests, if it stands, and tell everybody."""
        with self._lock:
            offered = self._ledger.rematch_offer
            if offered and self._ledger.story.persons[offered.seat] in self._people_of(phones)[0]:
                self._do(self._ledger.rematch.withdraw(offered.seat))

    def _people_of(self, phones: Sequence[str]) -> tuple[list[str], frozenset[str]]:
        """Who of this game sits at these phones, and who at others."""
        seating, persons = self._ledger.seating, self._ledger.story.persons
        known = (seating.phone_state(each, self._now_ms()) for each in phones)
        mine = [each.person for each in known if each.sits and each.person in persons]
        return mine, seating.people_seated().intersection(persons).difference(mine)

    @property
    def _is_over(self) -> bool:
        view = self._newest.view
        return view is not None and view.is_over

    # --- what it knows ---------------------------------------------------------------------------

    def newest_durable(self, boot: str) -> int:
        """The newest durable event of that board's life; all earlier ones are durable too."""
        with self._lock:
            return self._ledger.newest_durable(boot)

    @property
    def since(self) -> str:
        """The time in its first row; empty before there is one."""
        # Without the lock, like the three below: one value is read, and whoever reads it must not
        # wait while a commit holds the lock for as long as a disk takes.
        return self._ledger.story.since

    @property
    def renumberings(self) -> int:
        """How often its rows were numbered anew: whoever has taken in some reads all again."""
        return self._ledger.renumberings

    @property
    def seq(self) -> int:
        """The number of its newest row, saved or not."""
        return self._ledger.story.seq

    @property
    def is_closed(self) -> bool:
        """Whether it was put away."""
        return self._ledger.story.is_closed

    @property
    def version(self) -> int:
        """Goes up with every visible change."""
        return self._newest.version

    def view(self) -> TableView:
        """The table as anybody may see it; ready-made, so that nobody waits for a disk."""
        return self._newest

    def snapshot(self, asked: Request | None = None) -> Snapshot:
        """Everything a page needs, at one moment; with the effect of `asked`, if given."""
        with self._lock:
            # Read one by one, the names came from a game for four and the places from one for six
            # that began meanwhile, and the host's page broke.
            return Snapshot(
                self._newest,
                self.record(),
                self._ledger.seating.places(self._ledger.story.persons, self._now_ms()),
                self._ledger.story.memory,
                self._ledger.story.history,
                self._write_lock.holder,
                str(self._ledger.trouble or ""),
                self._ledger.story.seq,
                self.try_out(asked) if asked else None,
                self._ledger.story.presumed_entries,
                self._ledger.story.left_game,
                self._ledger.story.began,
            )

    def record(self) -> Record | None:
        """The running game's record, read-only."""
        with self._lock:
            return self._ledger.story.record.fork() if self._ledger.story.record else None

    @property
    def left_games(self) -> frozenset[int]:
        """The numbers of the games that can be taken up again."""
        with self._lock:
            left = self._ledger.story.left_game
            return left.numbers if left else frozenset()

    @property
    def decks(self) -> Decks:
        """The decks of the house, with the one in play that this table plays with."""
        with self._lock:
            return self._ledger.moment.decks_of_game

    @property
    def history(self) -> History:
        """What can be undone and redone."""
        with self._lock:
            return self._ledger.story.history

    def rows(self, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """The rows since `after`: from the journal, then those waiting for room there.

        Ends at row `until`, if given.
        """
        # The journal is read outside the lock: an evening has thousands of rows, and cards go on.
        with self._lock:
            waiting = self._ledger.unsaved_rows
        yield from self._ledger.rows(after, until, waiting)

    # --- how -------------------------------------------------------------------------------------

    def _do(self, decide: Decide, source: str | None = None) -> None:
        with self._showing_news():
            self._ledger.write(decide, source)
            self._show()

    @contextmanager
    def _showing_news(self) -> Iterator[None]:
        """Show what was learned of other hosts' rows meanwhile, also if nothing was done."""
        try:
            yield
        finally:
            # Whoever follows them finds nothing new any more.
            if self._shown != (self._ledger.story, self._ledger.story.seq):
                self._show()

    def _show(self) -> None:
        self._version += 1
        self._shown = self._ledger.story, self._ledger.story.seq
        if self._begun[0] != self._ledger.story.games:
            self._begun = self._ledger.story.games, self._now_ms() if self._begun[0] else None
        # Made once for each change: pages read it without the lock, so none of them waits for a
        # disk.
        self._newest = self._draw_for()
        with speaking(ENGLISH):  # whoever asked for this: the board prints no other language
            self._audience.show(self._newest)

    def _newest_for(self, seat: int) -> TableView:
        """One seat's newest view: its page is drawn from it, and its next press judged by it."""
        known = self._seats_views.get(seat)
        if known is None or known.version != self._version:
            known = self._seats_views[seat] = self._draw_for(seat)
        return known

    def _draw_for(self, seat: int | None = None) -> TableView:
        """The table as that seat sees it, or as everybody does; without a game that fails then."""
        view = self._ledger.show(lambda: self._draw(seat))
        if seat is not None and view.view is None and self._newest.view is not None:
            self._show()  # the others have seen it until now
        return view

    def _draw(self, seat: int | None) -> TableView:
        return draw_for(
            self._ledger.story,
            self._ledger.moment,
            seat,
            version=self._version,
            board=self._board,
            trouble=self._ledger.public_trouble,
            board_tells_presses=self._board_tells_presses,
            club=self._ledger.club,
            rematch=self._ledger.rematch_offer,
            phoned=self._ledger.seating.people_seated(),
        )
