"""One table: what happens at it goes through here, into the journal, and out to all who look.

Every act, from the board or a page, is decided, made durable, and only then folded and shown.
There is one lock, one order, and no way past the journal. Knows no port and no page.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, Protocol

from tricktable import forgetting, notes, requests
from tricktable.decks import BadDeck, Decks, Shelf
from tricktable.desk import acts, hearing, keypad, persons, prompts, requested, seats, tending
from tricktable.desk.laying import decks_of_game
from tricktable.desk.moment import (
    BRIGHTNESS,
    SOUNDS,
    Act,
    Change,
    Changes,
    Desk,
    History,
    Moment,
    told,
)
from tricktable.games import GAMES
from tricktable.journal import Full, Journal, Outage, Row, Taken
from tricktable.journal.phones import SITS
from tricktable.language import ENGLISH, _, speaking
from tricktable.memory import Memory
from tricktable.notes import Asked, Note
from tricktable.rules import codec
from tricktable.rules.entries import (
    Corrected,
    Happening,
    Impossible,
    Malformed,
    Struck,
)
from tricktable.rules.game import Header
from tricktable.rules.names import shown
from tricktable.rules.record import Record
from tricktable.rules.seats import default_names
from tricktable.rules.verdicts import PUBLIC, Viewpoint
from tricktable.rules.view import View, view
from tricktable.seating import Known, Seating

LIVE: Final = "live"
"""The board answers."""
SILENT: Final = "silent"
"""The board has not been heard for a while, or its cable is out."""
ABSENT: Final = "absent"
"""No board has been found yet."""
CLOSED: Final = "closed"
"""The kind of the last row of a table that was put away."""
REFUSED: Final = "refused"
"""A board is there, and cannot be used: `board_word` says why."""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as anybody in the room may see it. What pages and displays are made from."""

    code: str
    version: int
    """Counts up with every change."""
    names: tuple[str, ...]
    view: View | None
    """The running or finished game; None before the first."""
    header: Header | None
    asked: Asked | None
    """The open question."""
    note: Note | None
    typed: str
    reading: int | None
    page: str
    board: str
    board_word: str
    trouble: str | None
    """Why nothing is being saved, or None."""
    games: int
    """How many games have been begun at this table."""
    is_paused: bool = False
    is_locked: bool = False
    """Only the host writes; cards that lie count."""
    is_stopped: bool = False
    """The table plays this game no further, though it has not ended."""
    chosen: int | None = None
    """At shared readers: whose the next card or button is."""
    moving: tuple[tuple[int, str, int], ...] = ()
    """Seats whose cards are being read as they move: the move, and how many were read."""
    can_undo: bool = False
    can_redo: bool = False
    suit_counts: tuple[tuple[int, ...] | None, ...] = ()
    """Of each hand that was read whole, its clubs, diamonds, hearts and spades; empty unless the
    house rule `show_suit_counts` shows them."""
    sound: str = SOUNDS[-1]
    """How loud the board is: one of SOUNDS."""
    brightness: int = BRIGHTNESS[-1]
    """How bright its display and lamps are: one of BRIGHTNESS."""

    tending: tending.Progress | None = None
    """A deck is being enrolled or checked, and the game waits."""
    has_deck: bool = True
    """Whether any deck is known, so that cards need not be typed."""

    @property
    def question(self) -> Asked | None:
        """The open question, as people read it."""
        return self.asked

    @property
    def said(self) -> str:
        """The note as a sentence, empty if there is none."""
        return notes.sentence(self.note, self.names) if self.note else ""


class Answer(NamedTuple):
    """What came of a request: done, or why not and what to do."""

    is_done: bool
    reason: str = ""
    seq: int = 0
    """The record's newest entry then."""
    is_repeated: bool = False
    """It was asked before with the same key, and nothing was done now."""


class Trial(NamedTuple):
    """What a request would make of the running game: really judged, and nothing of it kept."""

    before: Record
    after: Record


class Place(NamedTuple):
    """One seat, and the phones that are or want to be there."""

    is_taken: bool
    """A phone sits there."""
    number: str
    """What the phone shows that waits to sit there; empty if none does."""
    can_be_given_back: bool
    """Another phone sat there before."""


class Sitting(NamedTuple):
    """One phone at the table, with all that it may know."""

    known: Known
    seat: int | None
    """Where it sits, or waits to sit; None where its owner has no seat in this game."""
    left_ms: int
    """How long it will still wait for the button."""
    table: TableView
    """As its seat sees it, if it sits; else as everybody does."""
    record: Record | None
    """For the seat's own questions, not to be added to; None if it does not sit."""
    places: tuple[Place, ...]


class Audience(Protocol):
    """Whoever shows the newest view of a table to people."""

    def show(self, view: TableView) -> None:
        """Show it; returns at once."""


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
        """The table as its journal left it. Raises: Outage if the journal cannot be read."""
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
        self._trouble: str | None = None
        self._board = (ABSENT, "")
        self._version = 0
        self._pen: str | None = None
        self._fold_all(journal.read(code))
        self._show()

    def _fold_all(self, rows: Iterable[Row]) -> None:
        """Take all rows in, the first one first, as if nothing had been known."""
        self._desk = Desk()
        self._history = History()
        self._group: tuple[str, int, tuple[Touch, ...]] = _ALONE
        self._record: Record | None = None
        self._names: tuple[str, ...] | None = None
        self._persons: persons.Persons = ()
        self._memory = Memory()
        self._games = 0
        self._is_closed = False
        self._since = ""
        self._seq = 0
        self._heard: dict[str, int] = {}
        for row in rows:
            self._fold(row)

    # --- acts ------------------------------------------------------------------------------------

    def hear(self, boot: str, seq: int, what: str, args: Sequence[str]) -> None:
        """Take in event `seq` of a board's life `boot`; one that is known already is dropped."""
        with self._lock:
            if seq > self._heard.get(boot, 0):
                self._do(lambda now: hearing.hear(now, what, args), f"{boot}:{seq}")

    def ask(
        self, request: requests.Request, key: str = "", in_view_of: tuple[int, int] | None = None
    ) -> Answer:
        """Carry out what a page asks for, or say why it cannot be.

        A key that is given is kept with what it adds: asked again with it, nothing is done.
        Nothing is done either if the table has moved on since the game and entry `in_view_of`.
        Raises: Refused, for a record that cannot be taken in.
        """
        with self._lock:
            if in_view_of not in (None, (self._games, self._record.seq if self._record else 0)):
                return Answer(False, _("The table has moved on since; look again."))
            source = self.source_of(key) if key else None
            if source is not None and self._is_heard(source):
                return Answer(True, is_repeated=True)
            if isinstance(request, requests.Reply) and request.version != self._version:
                return Answer(False, _("The table has moved on since; look again."))
            if isinstance(request, _GAMES) and self._trouble:
                why = _("No new game while nothing can be saved: {trouble}", trouble=self._trouble)
                return Answer(False, why)
            try:
                self._do(lambda now: requested.changes(now, request), source)
            except (Impossible, Malformed) as fault:
                return self._refused(fault)
            note = self._desk.note
            refused = note is not None and note.about in _REFUSALS
            said = notes.sentence(note, self._seat_names()) if note else ""
            return Answer(not refused, said, self._record.seq if self._record else 0)

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
            before, after = now.record.fork(), now.record.fork()
            for change in changes:
                if change.kind == "entry":
                    text = json.dumps(change.body)
                    after.add(codec.read_entry(text, after.header, after.seq + 1))
            if after.seq > before.seq:
                return Trial(before, after)
            note = changes[-1].body.get("note")
            return Answer(False, notes.sentence(note, now.names) if note else "")

    def _refused(self, fault: Impossible | Malformed) -> Answer:
        if isinstance(fault, Impossible):
            return Answer(False, notes.refusal(fault, self._seat_names()))
        return Answer(False, _sentence(fault.reason))

    @staticmethod
    def source_of(key: str) -> str:
        """What a journal row says of its source, if it came with this key: no board's life."""
        return f"key.{key}:1"

    def forget(self, name: str) -> Answer:
        """Take a person's name out of everything that this table has ever kept; for good."""
        with self._lock:
            if self._trouble:
                why = _("No name is deleted while nothing can be saved: {trouble}")
                return Answer(False, why.format(trouble=self._trouble))
            try:
                rows = [*self._journal.read(self.code)]
                bodies = forgetting.without(rows, name, forgetting.player(rows))
                self._journal.overwrite(self.code, bodies)
                self._fold_all(self._journal.read(self.code))
            except (Full, Outage) as fault:
                return Answer(False, _("Not deleted: {fault}.", fault=fault))
            self._show()
            return Answer(True)

    def close(self) -> Answer:
        """Put away a table that was opened by mistake: nobody has played at it, or ever will."""
        with self._lock:
            if self._games:
                return Answer(False, _("A table that was played at stays: its games are kept."))
            rows = self._rows([Change(CLOSED, {})], None)
            try:
                self._journal.append(rows)
            except Taken:
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

    def board_restarted(self, missing: int) -> None:
        """The board started anew; what it had not told yet, at least `missing` events, is gone."""
        with self._lock:
            note = Note("board_restarted", detail=str(missing) if missing else "")
            self._do(lambda _: [told(note)], None)

    def try_to_save(self) -> None:
        """Save what could not be saved before, if there is room again."""
        with self._lock:
            self._seating.save()
            if self._unsaved:
                before = self._trouble
                self._save([])
                if self._trouble != before:
                    self._show()

    # --- phones ----------------------------------------------------------------------------------

    def claim(self, seat: int, phone: str) -> Answer:
        """The phone with this digest wants to sit there; the seat's button or the host lets it."""
        with self._lock:
            number = self._seating.new_number()
            try:
                self._do(lambda now: seats.claim(now, seat, number), None)
            except Impossible as refusal:
                return Answer(False, notes.refusal(refusal, self._seat_names()))
            self._seating.claim(seat, phone, number, self._now_ms())
            return Answer(True)

    def leave(self, phone: str) -> None:
        """The phone with this digest gets up, or waits no more."""
        with self._lock:
            known = self._seating.known(phone, self._now_ms())
            if self._seating.withdraw(phone):
                self._do(lambda _: seats.claim_ended(), None)
            elif known.state == SITS and known.person in self._persons:
                seat = self._persons.index(known.person)
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
            if known.state == SITS and known.person in self._persons:
                seat = self._persons.index(known.person)
            sits = known.state == SITS and seat is not None
            return Sitting(
                known,
                seat,
                known.claim.until_ms - now_ms if known.claim else 0,
                self._look(seat) if sits and seat is not None else self._newest,
                self._record.fork() if sits and self._record else None,
                self._places(now_ms),
            )

    def places(self) -> tuple[Place, ...]:
        """Every seat of the running game, and whether a phone sits or waits there."""
        with self._lock:
            return self._places(self._now_ms())

    def _places(self, now_ms: int) -> tuple[Place, ...]:
        claims, sitting = self._seating.claims(now_ms), self._seating.sitting()
        replaced = self._seating.replaced()
        return tuple(
            Place(person in sitting, claims.get(seat, ""), person in replaced)
            for seat, person in enumerate(self._persons)
        )

    # --- what it knows ---------------------------------------------------------------------------

    def saved(self, boot: str) -> int:
        """The newest event of that board's life that is durable, as are all before it."""
        with self._lock:
            unsaved = [_numbered(row.source) for row in self._unsaved if row.source]
            first = min((seq for life, seq in unsaved if life == boot), default=None)
            return self._heard.get(boot, 0) if first is None else first - 1

    @property
    def since(self) -> str:
        """When its first row was made, as that says; empty before."""
        return self._since

    @property
    def is_closed(self) -> bool:
        """Whether it was put away."""
        return self._is_closed

    @property
    def version(self) -> int:
        """Counts up with every change that can be seen."""
        return self._newest.version

    def view(self) -> TableView:
        """The table as anybody may see it; made already, so that nobody waits for a disk."""
        return self._newest

    def record(self) -> Record | None:
        """The running game's record, to be read and not added to."""
        with self._lock:
            return self._record.fork() if self._record else None

    @property
    def decks(self) -> Decks:
        """The decks of the house, with the one in play that this table plays with."""
        with self._lock:
            return decks_of_game(self._moment())

    @property
    def memory(self) -> Memory:
        """Who has played here, and by which house rules."""
        with self._lock:
            return self._memory

    @property
    def history(self) -> History:
        """What can be taken back and brought back."""
        with self._lock:
            return self._history

    def rows(self, after: int = 0) -> Iterator[Row]:
        """What has happened since row `after`: from the journal, then what waits for room there."""
        with self._lock:
            waiting = tuple(self._unsaved)
        seq = after
        for row in self._journal.read(self.code, after):
            seq = row.seq
            yield row
        yield from (row for row in waiting if row.seq > seq)

    # --- how -------------------------------------------------------------------------------------

    def _do(self, decide: Callable[[Moment], Changes], source: str | None) -> None:
        """Decide, save, fold and show. Somebody else's rows are taken in first."""
        while True:
            now = self._moment()
            changes = self._shelved(decide(now))
            rows = self._rows([*changes, *_prompts(now, changes)], source)
            try:
                self._save(rows)
                break
            except Taken:
                self._catch_up()
                if source is not None and self._is_heard(source):
                    rows = []  # another host took the same event
                    break
        for row in rows:
            self._fold(row)
            if row.kind == seats.SEAT:
                self._seat(json.loads(row.body), row.at)
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
            self._desk,
            self._record,
            self.shelf.decks.playing(self._desk.deck),
            self._seat_names(),
            self._history,
            self.shelf.begun,
            self._seating.claims(self._now_ms()),
        )

    def _seat(self, body: Mapping[str, Any], at: str) -> None:
        """A phone comes or goes: here and now, and never again when the journal is read."""
        seat, seating = body["seat"], self._seating
        person = self._persons[seat]
        match body["what"]:
            case seats.LET_IN:
                seating.let_in(seat, person, at)
            case seats.SEND_AWAY:
                seating.send_away(person, at)
            case seats.GIVE_BACK:
                seating.give_back(person, at)

    def _wall_time(self) -> str:
        return self._wall_clock().isoformat(timespec="milliseconds")

    def _rows(self, changes: Changes, source: str | None) -> list[Row]:
        at = self._wall_time()
        rows = []
        for number, (kind, body, __) in enumerate(changes, start=self._seq + 1):
            text = json.dumps(body, ensure_ascii=True)
            rows.append(Row(self.code, number, at, source, kind, text))
            source = None  # one event, one row that carries its number
        return rows

    def _save(self, rows: Sequence[Row]) -> None:
        """Make the rows durable, or keep them until there is room. Raises: Taken."""
        waiting = [*self._unsaved, *rows]
        try:
            self._journal.append(waiting)
        except (Full, Outage) as fault:
            self._unsaved, self._trouble = waiting, str(fault)
        else:
            self._unsaved, self._trouble = [], None

    def _catch_up(self) -> None:
        for row in self._journal.read(self.code, self._seq):
            self._fold(row)

    def _fold(self, row: Row) -> None:
        """Take one durable row into the state. A row that does not fit is a bug, and raises."""
        body: Mapping[str, Any] = json.loads(row.body)
        if row.kind == "game":
            before = self._seat_names()
            self._record = Record(codec.read_header(row.body, GAMES))
            self._desk = self._desk.in_next_game()
            self._history, self._group = History(), _ALONE
            self._names = None
            self._games += 1
            names = self._seat_names()
            self._persons = persons.in_next_game(self._persons, before, names, self._games)
            self._memory = self._memory.after_game(self._record.header)
            self._seating.forget_claims()
        elif row.kind == "entry":
            self._fold_entry(row.body)
        elif row.kind == "act":
            self._group = (body["name"], body["entries"], ())
        elif row.kind == "desk":
            self._desk = self._desk.with_changes(body)
        elif row.kind == CLOSED:
            self._is_closed = True
        elif row.kind == "names":
            before = self._seat_names()
            self._names = tuple(map(shown, body["names"], before))
            self._persons = persons.renamed(self._persons, before, self._names)
            if self._record is not None:
                header = self._record.header
                self._memory = self._memory.after_names(header, before, self._names)
        self._since = self._since or row.at
        self._seq = row.seq
        if row.source and not self._is_heard(row.source):
            boot, seq = _numbered(row.source)
            self._heard[boot] = seq

    def _fold_entry(self, text: str) -> None:
        assert self._record is not None
        entry = codec.read_entry(text, self._record.header, self._record.seq + 1)
        name, left, touched = self._group
        touched = (*touched, acts.added(self._record, entry))
        self._desk = self._desk.after(entry)
        if left > 1:
            self._group = (name, left - 1, touched)
            return
        self._history = self._history.with_act(Act(name, touched), name)
        self._group = _ALONE

    def _is_heard(self, source: str) -> bool:
        boot, seq = _numbered(source)
        return seq <= self._heard.get(boot, 0)

    def _show(self) -> None:
        self._version += 1
        self._newest = self._look(PUBLIC)
        with speaking(ENGLISH):  # whoever asked for this: the board prints no other language
            self._audience.show(self._newest)

    def _seat_names(self) -> tuple[str, ...]:
        if self._names is not None:
            return self._names
        return self._record.header.seat_names if self._record else default_names(4, 4)

    def _look(self, viewpoint: Viewpoint) -> TableView:
        record, lying, names = self._record, self._desk, self._seat_names()
        seen = None if record is None else replace(view(record, viewpoint), names=names)
        now = self._moment()
        asked = keypad.asked(now)
        if record is not None and lying.question is not None:
            asked = notes.ask(lying.question, names, record)
        return TableView(
            code=self.code,
            version=self._version,
            names=names,
            view=seen,
            header=record.header if record else None,
            asked=None if lying.tending else asked,
            note=lying.note,
            typed=lying.typed,
            reading=lying.reading,
            page=lying.page,
            board=self._board[0],
            board_word=self._board[1],
            trouble=self._trouble,
            games=self._games,
            is_paused=lying.is_paused,
            is_locked=lying.is_locked,
            is_stopped=lying.is_stopped,
            chosen=lying.chosen,
            moving=tuple((each.seat, each.what, len(each.cards)) for each in lying.moving),
            can_undo=bool(self._history.done),
            can_redo=bool(self._history.undone),
            tending=tending.progress(now),
            has_deck=bool(now.decks.decks),
            suit_counts=prompts.suit_counts(record) if record else (),
            sound=lying.sound,
            brightness=lying.brightness,
        )


_REFUSALS: Final = frozenset(
    (
        "no_game no_question nothing_to_undo nothing_to_redo not_now over breaks_later no_hand"
        " no_such_answer whose_turn on_phone not_kept nothing_tended only_left"
    ).split()
)
_GAMES: Final = (requests.NewGame, requests.NextGame, requests.TakeIn)
"""What begins a game."""
Touch = tuple[int, Happening | None, Happening | None]
"""An entry that an act has touched, as it counted before and after."""
_ALONE: Final = ("", 1, ())
"""The group of an entry that is an act by itself."""


def _prompts(now: Moment, changes: Changes) -> Changes:
    """What the table says or asks by itself, if these changes are one new entry."""
    if now.record is None or [each.kind for each in changes[:2]] != ["entry"]:
        return []
    entry = codec.read_entry(json.dumps(changes[0].body), now.record.header, now.record.seq + 1)
    if isinstance(entry, (Struck, Corrected)):
        return []
    trial = now.record.fork()
    trial.add(entry)
    return prompts.after(now, trial)


def _numbered(source: str) -> tuple[str, int]:
    boot, _, seq = source.rpartition(":")
    return boot, int(seq)


def _sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}."
