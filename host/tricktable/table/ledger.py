"""The ledger of one table: its rows, saved or waiting for room, and what they add up to.

Every row is decided, made durable, and only then counts. Shows nothing; locked by its table.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Final, TypeVar

from tricktable.games import blame_game
from tricktable.rules.entries import Impossible
from tricktable.rules.faults import GameFault
from tricktable.store import erasure, hosts
from tricktable.store.decks import BadDeck, Shelf
from tricktable.store.journal import BadRow, Full, Journal, JournalError, Outage, Row, RowTaken
from tricktable.table import idempotency, rebase
from tricktable.table.club_notice import NOTHING_SAID
from tricktable.table.desk import early_cards, lobby, prompts, seats
from tricktable.table.desk.changes import Changes, ClosedRow, DeskRow, KeyRow, note_row
from tricktable.table.desk.moment import WHOLE_BOARD, Moment
from tricktable.table.notes import Note, of_fault
from tricktable.table.rebase import Batch, rows_of
from tricktable.table.rematch import Rematch, RematchOffer
from tricktable.table.seating import Seating
from tricktable.table.story import GAME, Story, source_parts
from tricktable.table.write_lock import WriteLock

T = TypeVar("T")
log = logging.getLogger(__name__)


NOTHING: Final = Batch(())


class Ledger:
    """What has happened at one table. Mutable: `write` adds to it."""

    def __init__(
        self,
        code: str,
        journal: Journal,
        shelf: Shelf,
        wall_clock: Callable[[], datetime],
        now_ms: Callable[[], int],
    ) -> None:
        """As the journal has it. Raises: BadRow; Outage, if it cannot be read."""
        self.code = code
        self.trouble: JournalError | None = None
        """Why nothing is being saved; None while all is well."""
        self.seating = Seating(code, journal)
        """The table's phones, which rows tell to come and go."""
        self.write_lock = WriteLock(code, journal)
        """Who writes here."""
        self.rematch = Rematch(code, journal)
        """What somebody offers after a game."""
        self.club = NOTHING_SAID
        """What the table has heard from its club."""
        self.renumberings = 0
        """How often rows that waited got other numbers: whoever has taken in rows reads anew."""
        self.has_board = True
        """Whether answers may speak of a board's keys, buttons and display."""
        self.equipment = WHOLE_BOARD
        """What that board has."""
        self._journal = journal
        self._shelf = shelf
        self._wall_clock = wall_clock
        self._now_ms = now_ms
        self._unsaved: list[Batch] = []
        self._faults: set[str] = set()
        self._may_hold_old_bodies = False  # a rewriting of the store was cut off
        self._read_all()

    def _read_all(self) -> None:
        """Read all rows from the first, as if nothing were known.

        Raises: BadRow, for the first row that cannot have happened at its place; Outage. Then
        nothing has changed.
        """
        self.story = Story.of(self.code, lambda: self._journal.read(self.code))
        # As `_fold` does at the row of each game.
        if self.story.games:
            self.seating.forget_claims()

    # --- what it knows ---------------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        """All that the next decision rests on."""
        return self._moment_of(self.story)

    @property
    def rematch_offer(self) -> RematchOffer | None:
        """Another game that somebody of this one offers; None if nobody does."""
        return self.rematch.offer_by(self.story.persons, self.story.games, self._now_ms())

    def _moment_of(self, story: Story) -> Moment:
        desk = story.desk
        if self.club.is_locked:
            desk = replace(desk, is_locked=True)
        claims = self.seating.claims(self._now_ms())
        return Moment(
            desk,
            story.record,
            self._shelf.decks.prefer(desk.deck),
            lobby.names_with_claims(story.seat_names, story.chairs, claims),
            story.history,
            self._shelf.enrolments,
            claims,
            story.presumed_entries,
            self.club,
            story.left_game,
            story.chairs,
            story.next_chairs if story.record else (),
            self.equipment,
            story.memory,
        )

    @property
    def public_trouble(self) -> str | None:
        """Why nothing is being saved, naming no file; None while all is well."""
        return self.trouble.public if self.trouble else None

    def newest_durable(self, boot: str) -> int:
        """The newest durable event of that board's life; all earlier ones are durable too."""
        unsaved = [source_parts(row.source) for row in self.unsaved_rows if row.source]
        first = min((seq for life, seq in unsaved if life == boot), default=None)
        return self.story.newest_event(boot) if first is None else first - 1

    def is_saved(self, source: str | None = None) -> bool:
        """Whether the row from this source is durable; without a source, whether all rows are."""
        return all(source not in (None, each.source) for each in self.unsaved_rows)

    def find(self, source: str) -> Row | None:
        """The row from this source, saved or not. Raises: Outage."""
        waiting = next((each for each in self.unsaved_rows if each.source == source), None)
        return waiting or self._journal.find(self.code, source)

    @property
    def unsaved_rows(self) -> tuple[Row, ...]:
        """The rows that wait for room, in their order."""
        return tuple(rows_of(self._unsaved))

    def wall_time(self) -> str:
        """The time as rows have it."""
        return self._wall_clock().isoformat(timespec="milliseconds")

    # --- what is added ---------------------------------------------------------------------------

    def write(
        self,
        decide: Callable[[Moment], Changes],
        source: str | None = None,
        folded: Story | None = None,
    ) -> None:
        """Decide, save and fold. Somebody else's rows are taken in first.

        `source` is the event that it comes from. `folded` is what the rows of a whole record add
        up to, so that they need not be folded. Raises: as `decide`.
        """
        # Two hosts may serve one journal. If both write a row with the same number, the database
        # takes one; the other host reads that row and decides again, since its decision may differ
        # now. Nothing comes behind the row that closes a table.
        while True:
            if self.story.is_closed:
                if source is None:
                    raise Impossible("this table was closed at another host")
                return
            now = self.moment
            try:
                # What a page asks for may be refused, what a board tells may not.
                with blame_game(self.story.game, may_refuse=source is None):
                    changes = self._shelve(decide(now))
                # What the table asks by itself goes into the same transaction: after a power cut
                # there is never a revoke without its question.
                with blame_game(self.story.game, may_refuse=False):
                    changes = [*changes, *prompts.behind(now, changes)]
            except GameFault as fault:
                # The event counts as heard, or its board would send it for ever.
                self.note_fault(fault)
                changes = [note_row(of_fault(fault))]
            rows = self._rows(changes, source, self.story.seq)
            act = Batch(rows, () if folded else self.seating.phones_after(rows, self.story.persons))
            try:
                self.save(act)
                break
            except RowTaken:
                # What the other host wrote cannot be read now. These rows keep numbers that are
                # taken, and `save_again` reports it.
                if not self._catch_up():
                    self._unsaved = [*self._unsaved, act]
                    break
                if source is not None and self.story.is_heard(source):
                    rows, act = [], NOTHING  # another host took the same event
                    break
        if folded and rows:
            self.story.take_over(rows, folded)
            self.seating.forget_claims()
            rows = []
        for row in rows:
            self._fold(row)
        # Only rows written here: reading an old one again would send away whoever sits there now.
        self.seating.apply(*act, are_saved=not self._unsaved)

    def show(self, look: Callable[[], T]) -> T:
        """What viewers of the table see; a running game that fails to be shown is left out."""
        try:
            with blame_game(self.story.game, may_refuse=False):
                return look()
        except GameFault as fault:
            self.note_fault(fault)
            self.story.put_away(of_fault(fault))
        return look()

    def note_fault(self, fault: GameFault) -> None:
        """Log a game's failure once, for its author."""
        said = f"{fault.title} cannot go on: {fault}"
        if said not in self._faults:
            self._faults.add(said)
            log.error("%s", said)

    def _shelve(self, changes: Changes) -> Changes:
        """Shelve decks before the row is durable; doing it again does no harm."""
        for change in changes:
            if isinstance(change, DeskRow) and change.shelving is not None:
                try:
                    self._shelf.put(change.shelving)
                except BadDeck as fault:
                    return [note_row(Note("not_kept", detail=fault.message))]
                except OSError as fault:
                    return [note_row(Note("not_kept", detail=fault.strerror or "the disk fails"))]
        return changes

    def _rows(self, changes: Changes, source: str | None, after: int) -> list[Row]:
        at = self.wall_time()
        rows = []
        for number, change in enumerate(changes, start=after + 1):
            # The key is the row's source, as a board's event is, and the database takes each source
            # once: of two hosts with the same request, one carries it out.
            if isinstance(change, KeyRow):
                source = idempotency.source(change.key, change.attempt)
            rows.append(Row(self.code, number, at, source, change.kind, change.text))
            source = None  # one event, one row that carries its number
        return rows

    def save(self, act: Batch = NOTHING) -> None:
        """Make durable this act and those that wait, or keep them all until there is room.

        Without any it finds out whether there is. Raises: RowTaken.
        """
        waiting = [*self._unsaved, act] if act.rows else self._unsaved
        try:
            if not act.rows:
                self._journal.look()  # it may be back
            if waiting:
                phones = [*chain.from_iterable(each.phones for each in waiting)]
                self._journal.append([*rows_of(waiting)], phones)
        except (Full, Outage) as fault:
            self.cannot_save(fault)
            # Play goes on, for nobody should have to stop in mid-hand. `newest_durable` does not
            # count what waits, so the board is not told that it may forget it.
            self._unsaved = waiting
        else:
            self._unsaved, self.trouble = [], None
            self.seating.rows_are_saved()

    def cannot_save(self, fault: JournalError) -> None:
        """Note why nothing can be saved."""
        # It is tried again each second; the log says it once.
        if str(fault) != str(self.trouble):
            log.warning("table %s: nothing is being saved: %s", self.code, fault)
        self.trouble = fault

    @property
    def has_unsaved(self) -> bool:
        """Whether something waits to be saved, or whether it can be is to be found out."""
        return bool(self._unsaved or self.trouble or self.seating.has_unsaved)

    def save_again(self) -> None:
        """Save what could not be saved before, and find out whether saving works again."""
        try:
            self.save()
        except RowTaken as fault:
            self.trouble = fault
            # Saved the next time, once they have numbers that nobody else has taken.
            self._catch_up()
        self.seating.save()

    def _catch_up(self) -> bool:
        """Take in what another host has written; returns whether it could be read."""
        before = self.story.seq
        try:
            if self._unsaved:
                self._renumber()
                return True
            for row in self._journal.read(self.code, self.story.seq):
                self._fold(row)
        except Outage as fault:
            self.trouble = fault
            return False
        if self.story.seq > before:
            self.seating.look()  # a phone may have come or gone with these rows
        return True

    def _renumber(self) -> None:
        """Put the acts that wait behind what another host has written, as `rebase` has it.

        Raises: BadRow, Outage; then nothing has changed.
        """
        kept = [*self._journal.read(self.code)]
        now = rebase.rebase(self.code, kept, self._unsaved, self._overdue)
        if now.story.games != self.story.games:
            self.seating.forget_claims()
        self.seating.revert(now.dropped)
        known = {phone for act in self._unsaved for phone in act.phones}
        for act in now.batches:
            self.seating.apply(
                (), [each for each in act.phones if each not in known], are_saved=False
            )
        self.seating.look()
        again = [Batch(rows, self.seating.replace_others(phones)) for rows, phones in now.batches]
        self.story, self._unsaved = now.story, again
        self.renumberings += 1

    def _overdue(self, story: Story) -> list[Batch]:
        """Let this story play the cards that wait for no choice any more; that act, if any did."""
        changes = early_cards.overdue(self._moment_of(story))
        rows = self._rows(changes, None, story.seq)
        for row in rows:
            story.fold(row)
        return [Batch(rows)] if rows else []

    def follow(self) -> tuple[bool, bool]:
        """Take in what another host has written; returns whether rows came, and phones.

        Raises: BadRow, Outage.
        """
        if self._unsaved:
            return False, False
        before = self.story.seq
        self.take_in(self._journal.read(self.code, before))
        return self.story.seq != before, self.seating.look()

    def take_in(self, rows: Iterable[Row]) -> bool:
        """Take in rows of the journal, some of which may be known already.

        Returns whether they tell that a phone comes or goes. Raises: BadRow, Outage.
        """
        # Rows that wait for room have numbers of their own: `save` finds out who was first.
        if self._unsaved:
            return False
        is_seated = False
        try:
            for row in rows:
                if row.seq > self.story.seq:
                    self._fold(row)
                    is_seated = is_seated or row.kind == seats.SEAT
        except BadRow:  # half a row may have been taken in
            self._read_all()
            is_seated = True
        return is_seated

    def _fold(self, row: Row) -> None:
        self.story.fold(row)
        if row.kind == GAME:
            self.seating.forget_claims()

    # --- what is taken away ----------------------------------------------------------------------

    def forget(self, name: str, decks: Mapping[str, str] = erasure.NO_DECKS) -> None:
        """Take a person's name out of every row, for good. Raises: Full, Outage.

        `decks` says what decks are called from now on.
        """
        bodies = erasure.without(self._journal.read(self.code), name, decks)
        # Few of a club's tables hold one name, and each rewriting of the store holds everybody up.
        if bodies or self._may_hold_old_bodies:
            self._may_hold_old_bodies = True
            # No row is waiting now: a table that cannot save deletes no name.
            self._journal.overwrite(self.code, bodies)
            self._may_hold_old_bodies = False
            self._read_all()

    def read_again(self) -> None:
        """Read what another host has overwritten. Raises: BadRow, Outage; then nothing changed."""
        if self._unsaved:
            self._renumber()
        else:
            self._read_all()

    def close(self) -> None:
        """Nothing comes behind this. Raises: RowTaken, Full, Outage; then it stays open."""
        self._add_alone(ClosedRow())

    def refuse(self, key: str, attempt: int) -> None:
        """Keep that this attempt was refused, so that no other host carries it out.

        Call it only while nothing waits. Raises: RowTaken, if another host has written meanwhile;
        Full, Outage.
        """
        self._add_alone(KeyRow(key, idempotency.REFUSED, attempt))

    @property
    def is_shared(self) -> bool:
        """Whether hosts elsewhere may write the same journal."""
        return self._journal.is_shared

    @property
    def is_a_host_silent(self) -> bool:
        """Whether another host may hold acts that nobody else knows of. Raises: Outage."""
        return self._journal.is_shared and hosts.is_one_silent(self._journal)

    def _add_alone(self, change: ClosedRow | KeyRow) -> None:
        """Make it durable, or do nothing. Raises: RowTaken, Full, Outage."""
        rows = self._rows([change], None, self.story.seq)
        self._journal.append(rows)
        self._fold(rows[0])

    def rows(self, after: int, until: int | None, waiting: Sequence[Row]) -> Iterator[Row]:
        """What has happened since row `after`: from the journal, then what waited for room there.

        Ends at row `until`, if given.
        """
        seq, newest = after, 0
        for row in self._journal.read(self.code, after):
            if until is not None and row.seq > until:
                return
            seq = newest = row.seq
            yield row
        if waiting and newest >= waiting[0].seq:
            return  # another host has taken their numbers, or they are saved by now
        yield from (row for row in waiting if row.seq > seq and row.seq <= (until or row.seq))
