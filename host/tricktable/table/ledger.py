"""The ledger of one table: its rows, saved or waiting for room, and what they add up to.

Every row is decided, made durable, and only then counts. Shows nothing; locked by its table.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Final, TypeVar

from tricktable.games import blamed
from tricktable.rules.faults import GameFault
from tricktable.store import erasure
from tricktable.store.archive import entries_in
from tricktable.store.decks import BadDeck, Shelf
from tricktable.store.journal import BadRow, Full, Journal, JournalError, Outage, Row, RowTaken
from tricktable.table import idempotency
from tricktable.table.desk import prompts, seats
from tricktable.table.desk.moment import Change, Changes, Moment, told
from tricktable.table.notes import Note, of_fault
from tricktable.table.seating import Seating
from tricktable.table.story import CLOSED, GAME, Story, numbered

T = TypeVar("T")
_ANOTHERS: Final = "it changes an entry whose number is another's now"
log = logging.getLogger(__name__)


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
        self.is_locked_by_club = False
        """Whether the club has locked all tables."""
        self._journal = journal
        self._shelf = shelf
        self._wall_clock = wall_clock
        self._now_ms = now_ms
        self._unsaved: list[Sequence[Row]] = []  # by the act that they tell of
        self._faults: set[str] = set()
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
        desk = self.story.desk
        if self.is_locked_by_club:
            desk = replace(desk, is_locked=True)
        return Moment(
            desk,
            self.story.record,
            self._shelf.decks.playing(desk.deck),
            self.story.seat_names,
            self.story.history,
            self._shelf.begun,
            self.seating.claims(self._now_ms()),
            self.story.presumed,
        )

    @property
    def public_trouble(self) -> str | None:
        """Why nothing is being saved, naming no file; None while all is well."""
        return self.trouble.public if self.trouble else None

    def saved(self, boot: str) -> int:
        """The newest durable event of that board's life; all earlier ones are durable too."""
        unsaved = [numbered(row.source) for row in self.waiting if row.source]
        first = min((seq for life, seq in unsaved if life == boot), default=None)
        return self.story.heard(boot) if first is None else first - 1

    def is_saved(self, source: str | None = None) -> bool:
        """Whether the row from this source is durable; every row, if none is named."""
        return all(source not in (None, each.source) for each in self.waiting)

    def find(self, source: str) -> Row | None:
        """The row from this source, saved or not. Raises: Outage."""
        waiting = next((each for each in self.waiting if each.source == source), None)
        return waiting or self._journal.find(self.code, source)

    @property
    def waiting(self) -> tuple[Row, ...]:
        """The rows that wait for room, in their order."""
        return tuple(chain.from_iterable(self._unsaved))

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
        # now.
        while True:
            now = self.moment
            try:
                # What a page asks for may be refused, what a board tells may not.
                with blamed(self.story.game, may_refuse=source is None):
                    changes = self._shelved(decide(now))
                # What the table asks by itself goes into the same transaction: after a power cut
                # there is never a revoke without its question.
                with blamed(self.story.game, may_refuse=False):
                    changes = [*changes, *prompts.behind(now, changes)]
            except GameFault as fault:
                # The event counts as heard, or its board would send it for ever.
                self.note_fault(fault)
                changes = [told(of_fault(fault))]
            rows = self._rows(changes, source)
            try:
                self.save(rows)
                break
            except RowTaken:
                # What the other host wrote cannot be read now. These rows keep numbers that are
                # taken, and `save_again` reports it.
                if not self._catch_up():
                    self._unsaved = [*self._unsaved, rows]
                    break
                if source is not None and self.story.is_heard(source):
                    rows = []  # another host took the same event
                    break
        if folded and rows:
            self.story.take_over(rows, folded)
            self.seating.forget_claims()
            rows = []
        for row in rows:
            self._fold(row)
            if row.kind == seats.SEAT:
                # Only rows written here: reading an old one again would send away whoever sits
                # there now.
                self.seating.obey(row, self.story.persons)

    def shown(self, look: Callable[[], T]) -> T:
        """What whoever looks at the table sees, without a running game that fails at that."""
        try:
            with blamed(self.story.game, may_refuse=False):
                return look()
        except GameFault as fault:
            self.note_fault(fault)
            self.story.put_away(of_fault(fault))
        return look()

    def note_fault(self, fault: GameFault) -> None:
        """Log once what a game has failed with, for whoever wrote it."""
        said = f"{fault.title} cannot go on: {fault}"
        if said not in self._faults:
            self._faults.add(said)
            log.error("%s", said)

    def _shelved(self, changes: Changes) -> Changes:
        """Shelve decks before the row is durable; doing it again does no harm."""
        for change in changes:
            if change.shelving is not None:
                try:
                    self._shelf.put(change.shelving)
                except BadDeck as fault:
                    return [told(Note("not_kept", detail=fault.message))]
                except OSError as fault:
                    return [told(Note("not_kept", detail=fault.strerror or "the disk fails"))]
        return changes

    def _rows(self, changes: Changes, source: str | None) -> list[Row]:
        at = self.wall_time()
        rows = []
        for number, (kind, body, __, text) in enumerate(changes, start=self.story.seq + 1):
            text = text or json.dumps(body, ensure_ascii=True)
            # The key is the row's source, as a board's event is, and the database takes each source
            # once: of two hosts with the same request, one carries it out.
            if kind == idempotency.ASKED:
                source = idempotency.source(str(body["key"]))
            rows.append(Row(self.code, number, at, source, kind, text))
            source = None  # one event, one row that carries its number
        return rows

    def save(self, rows: Sequence[Row] = ()) -> None:
        """Make durable these rows and those that wait, or keep them all until there is room.

        Without any it finds out whether there is. Raises: RowTaken.
        """
        waiting = [*self._unsaved, rows] if rows else self._unsaved
        try:
            if not rows:
                self._journal.look()  # it may be back
            if waiting:
                self._journal.append([*chain.from_iterable(waiting)])
        except (Full, Outage) as fault:
            # It is tried again each second; the log says it once.
            if str(fault) != str(self.trouble):
                log.warning("table %s: nothing is being saved: %s", self.code, fault)
            # Play goes on, for nobody should have to stop in mid-hand. `saved` does not count what
            # waits, so the board is not told that it may forget it.
            self._unsaved, self.trouble = waiting, fault
        else:
            self._unsaved, self.trouble = [], None

    def save_again(self) -> None:
        """Save what could not be saved before, and find out whether saving works again."""
        self.seating.save()
        try:
            self.save()
        except RowTaken as fault:
            self.trouble = fault
            # Saved the next time, once they have numbers that nobody else has taken.
            self._catch_up()

    def _catch_up(self) -> bool:
        """Take in what another host has written; returns whether it could be read."""
        before = self.story.seq
        try:
            if self._unsaved:
                self._number_anew()
                return True
            is_seated = False
            for row in self._journal.read(self.code, self.story.seq):
                self._fold(row)
                is_seated = is_seated or row.kind == seats.SEAT
            if is_seated:
                self.seating.look()
        except Outage as fault:
            self.trouble = fault
            return False
        if self.story.seq > before:
            self.seating.look()  # a phone may have come or gone with these rows
        return True

    def _number_anew(self) -> None:
        """Put the acts that wait behind what another host has written under their numbers.

        An act falls away that the journal has, that cannot be made any more, or that changes an
        entry whose number is another's now. Raises: BadRow, Outage; then nothing has changed.
        """
        kept = [*self._journal.read(self.code)]
        begun = self._unsaved[0][0].seq
        common = Story.of(self.code, lambda: kept[: begun - 1])
        story = Story.of(self.code, lambda: kept)
        has_moved = story.moment != common.moment
        sources = {row.source for row in kept if row.source}
        placed: list[Sequence[Row]] = []
        for act in self._unsaved:
            its = {row.source for row in act if row.source}
            if its & sources or {*act} & {*kept} or any(map(story.is_heard, its)):
                continue
            fresh = [row._replace(seq=seq) for seq, row in enumerate(act, story.seq + 1)]
            has_moved = has_moved and all(row.kind != GAME for row in act)
            try:
                if has_moved and _changed_by(act) > common.moment[1]:
                    raise BadRow(self.code, act[0].seq, _ANOTHERS)
                for row in fresh:
                    story.fold(row)
            except BadRow as fault:
                why = "table %s: what row %s was to save is not possible any more: %s"
                log.warning(why, self.code, act[0].seq, fault.why)
                # Half of it may have been folded.
                story = Story.of(self.code, lambda: [*kept, *chain.from_iterable(placed)])
            else:
                placed.append(fresh)
        if story.games != self.story.games:
            self.seating.forget_claims()
        self.story, self._unsaved = story, placed
        self.seating.look()

    def follow(self) -> tuple[bool, bool]:
        """Take in what another host has written; returns whether rows came, and phones.

        Raises: BadRow, Outage.
        """
        # Rows that wait for room have numbers of their own: `save` finds out who was first.
        if self._unsaved:
            return False, False
        before = self.story.seq
        try:
            for row in self._journal.read(self.code, before):
                self._fold(row)
        except BadRow:  # half a row may have been taken in
            self._read_all()
        return self.story.seq != before, self.seating.look()

    def _fold(self, row: Row) -> None:
        self.story.fold(row)
        if row.kind == GAME:
            self.seating.forget_claims()

    # --- what is taken away ----------------------------------------------------------------------

    def forget(self, name: str) -> None:
        """Take a person's name out of every row, for good. Raises: Full, Outage."""
        rows = [*self._journal.read(self.code)]
        bodies = erasure.without(rows, name, erasure.player(rows))
        # No row is waiting now: a table that cannot save deletes no name.
        self._journal.overwrite(self.code, bodies)
        self._read_all()

    def close(self) -> None:
        """Nothing comes behind this. Raises: RowTaken, Full, Outage; then it stays open."""
        rows = self._rows([Change(CLOSED, {})], None)
        self._journal.append(rows)
        self._fold(rows[0])

    def rows(self, after: int, until: int | None, waiting: Sequence[Row]) -> Iterator[Row]:
        """What has happened since row `after`: from the journal, then what waited for room there.

        Ends at row `until`, if given.
        """
        seq = after
        for row in self._journal.read(self.code, after):
            if until is not None and row.seq > until:
                return
            seq = row.seq
            yield row
        yield from (row for row in waiting if row.seq > seq and row.seq <= (until or row.seq))


def _changed_by(act: Sequence[Row]) -> int:
    """The newest entry that an act strikes or corrects, by its number; 0 if it changes none."""
    lines = chain.from_iterable(map(entries_in, act))
    changes = (each for each in map(json.loads, lines) if each["kind"] in ("struck", "corrected"))
    return max((each["seq"] for each in changes), default=0)
