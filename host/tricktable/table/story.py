"""The story of one table: the outcome of its journal's rows, folded one by one. Writes nothing.

A fold and nothing else: the same rows make the same story, however often a host starts. What
was possible when it was written is not judged again: a game is folded once all its rows are read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

import msgspec

from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.entries import BadLine, Entry, Happening, Impossible
from tricktable.rules.faults import GameFault
from tricktable.rules.game import AnyGame
from tricktable.rules.names import default_names
from tricktable.rules.record import Record
from tricktable.rules.values import JsonValue
from tricktable.store.archive import ENTRIES, entries_in
from tricktable.store.journal import BadRow, Row
from tricktable.table import idempotency
from tricktable.table.desk import acts, lobby
from tricktable.table.desk.changes import (
    CONTINUES,
    PRESUMED,
    ROUND,
    ActRow,
    ClosedRow,
    DeskRow,
    GameRow,
    NamesRow,
)
from tricktable.table.desk.desk import Chair, Desk
from tricktable.table.desk.moment import Act, History, LeftGame, is_blank
from tricktable.table.desk.persons import Persons
from tricktable.table.desk.seats import SEAT
from tricktable.table.idempotency import ASKED
from tricktable.table.memory import Memory
from tricktable.table.notes import Note
from tricktable.table.scorebook import Scoresheet, names_after, new_scoresheet

CLOSED: Final = ClosedRow.kind
"""The kind of the last row of a table that was put away."""
GAME: Final = GameRow.kind
"""The kind of a row with which another game begins."""
OPENED: Final = "opened"
"""The kind of a table's first row, which says only that the table exists."""
NAMES: Final = NamesRow.kind
"""The kind of a row that says who sits where from now on."""
LOST: Final = "lost"
"""The kind of a row that replaces one lost from a damaged journal."""

Touch = tuple[int, Happening | None, Happening | None]
"""An entry that an act has touched, as it counted before and after."""
_ALONE: Final = ("", 1, ())
"""The group of an entry that is an act by itself."""
_TIMED: Final = (GAME, *ENTRIES, NAMES)
"""Kinds of rows whose times appear on the evening's page."""
_OF_RECORD: Final = (*ENTRIES, ActRow.kind)
"""Kinds of rows that make the record and its history."""
_SILENT: Final = (OPENED, SEAT, ASKED)
"""Kinds of rows that change nothing here."""


class _Act(msgspec.Struct):
    """A row that says what the next rows are together."""

    name: str
    entries: int


class Story:
    """One table so far. Mutable: `fold` takes in the next row; locked by its table."""

    def __init__(self, code: str) -> None:
        """Nothing has happened at the table with this code."""
        self.code = code
        self.desk = Desk()
        self.record: Record | None = None
        """The running or finished game; None before the first."""
        self.history = History()
        self.memory = Memory()
        self.sheet: Scoresheet | None = None
        """The newest game; None before the first. Of its rows it has only who sits where."""
        self.seq = 0
        """The newest row's number."""
        self.since = ""
        """The time in the first row."""
        self.at = ""
        """The time in the newest row."""
        self.failed: Note | None = None
        """What to tell of the game that was put away; None unless the newest one was."""
        self.is_closed = False
        """Whether the table was put away."""
        self._left: LeftGame | None = None
        """The game before this one."""
        self._rows: list[tuple[str, str]] = []
        """Kind and body of the rows that made this game's record."""
        self._presumed: dict[int, list[Happening]] = {}
        """Each wording of an entry that the table presumed."""
        self._group: tuple[str, int, tuple[Touch, ...]] = _ALONE
        self._names = default_names(4, 4)  # as many seats as the board has readers
        """Who sits where before the first game."""
        self._heard: dict[str, int] = {}
        self._chairs_after: tuple[Scoresheet, tuple[Chair, ...]] | None = None
        """The newest game's people on chairs, once somebody has asked."""

    @classmethod
    def of(cls, code: str, rows: Callable[[], Iterable[Row]]) -> Story:
        """What these rows of the table add up to; `rows` may be called twice.

        Raises: BadRow, for the first row that cannot have happened at its place.
        """
        story = cls(code)
        try:
            for row in rows():
                story.read(row)
            # Folded once, at the end: whatever was struck and corrected on the way was possible
            # when it was written, and only what counts now is judged.
            story.settle()
            if story.failed and not story.desk.chairs:
                story.put_away(story.failed)
        except (BadRow, Impossible, GameFault):  # which row it is, only a fold of each tells
            story = cls(code)
            for row in rows():
                story.fold(row)
        return story

    @property
    def seat_names(self) -> tuple[str, ...]:
        """Who sits where, in the running game or before the first."""
        if self.record is None:
            return lobby.names(self.chairs)
        return self.sheet.names if self.sheet else ()

    @property
    def persons(self) -> Persons:
        """The person on each seat of the running game, or on each chair before the first."""
        if self.record is None:
            return tuple(chair.person for chair in self.chairs)
        return self.sheet.persons if self.sheet else ()

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """The chairs of a table without a game, taken or free; none where there is one."""
        if self.record is not None:
            return ()
        if self.desk.chairs:
            return lobby.with_room(self.desk.chairs, self.games + 1)
        return self.next_chairs

    @property
    def next_chairs(self) -> tuple[Chair, ...]:
        """The chairs of the people of the newest game, for when another one is chosen."""
        number = self.games + 1
        if self.sheet is None:
            return lobby.with_room(
                lobby.chairs_of(lobby.fresh(number, len(self._names)), self._names), number
            )
        # Each moment has them; to read the game's header for them took most of its time.
        if self._chairs_after is None or self._chairs_after[0] is not self.sheet:
            chairs = lobby.chairs_of(self.sheet.persons, self._people)
            self._chairs_after = self.sheet, lobby.with_room(chairs, number)
        return self._chairs_after[1]

    @property
    def _people(self) -> tuple[str, ...]:
        """Who plays the newest game, but for a dummy."""
        assert self.sheet is not None
        return self.sheet.names[: self.sheet.header.players]

    @property
    def games(self) -> int:
        """How many games have begun."""
        return self.sheet.number if self.sheet else 0

    @property
    def began(self) -> str:
        """The time in the row of the newest of them; empty before the first."""
        return self.sheet.began_at if self.sheet else ""

    @property
    def game(self) -> AnyGame | None:
        """The rules of the running or finished game."""
        return self.record.header.rules if self.record else None

    @property
    def presumed_entries(self) -> frozenset[int]:
        """The running game's entries that count as the table presumed them, by number."""
        record = self.record
        if record is None:
            return frozenset()
        # By its wording: undone and redone, it is presumed as before; corrected, it is not.
        return frozenset(
            seq for seq, worded in self._presumed.items() if record.counts(seq) in worded
        )

    @property
    def moment(self) -> tuple[int, int]:
        """How many games have begun, and the record's newest entry; 0 without one."""
        return self.games, self.record.seq if self.record else 0

    @property
    def left_game(self) -> LeftGame | None:
        """The unfinished game that can be taken up again; None once another one is being played."""
        left = self._left
        if left is None or self.record is None or not is_blank(self.record):
            return None
        return left if left.numbers else None

    def newest_event(self, boot: str) -> int:
        """The newest event since this board's start that made a row; 0 if none did."""
        return self._heard.get(boot, 0)

    def is_heard(self, source: str) -> bool:
        """Whether this event, or a later one, has made a row."""
        boot, seq = source_parts(source)
        return seq <= self.newest_event(boot)

    def fold(self, row: Row) -> None:
        """Take in one durable row. Raises: BadRow; after that, discard this story."""
        self._read(row, Record.add)

    def read(self, row: Row) -> None:
        """Take in one of many rows: `settle` folds its entry once all have been read."""
        self._read(row, Record.take)

    def take_over(self, rows: Sequence[Row], other: Story) -> None:
        """Take in rows that begin a game and that the other story has folded already."""
        self.read(rows[0])
        self.record, self.history = other.record, other.history
        self._rows = [(row.kind, row.body) for row in rows[1:]]
        if len(rows) > 1:
            self.desk = self.desk.in_next_game()
        self.seq, self.at = rows[-1].seq, rows[-1].at

    def put_away(self, note: Note) -> None:
        """Go on without the running game, whose package fails; its entries stay in the journal."""
        self.record, self.failed = None, note
        self.desk = replace(self.desk.in_next_game(), note=note)
        self.history, self._group = History(), _ALONE

    def settle(self) -> None:
        """Fold what was read. Raises: Impossible, if an entry cannot have happened."""
        if self.record is not None:
            self.record.settle()

    def _read(self, row: Row, take: Callable[[Record, Entry], int]) -> None:
        try:
            self._take(row, take)
        except Exception as error:  # whatever a damaged row can be
            raise BadRow(row.table, row.seq, _why(error)) from error

    def _take(self, row: Row, take: Callable[[Record, Entry], int]) -> None:
        # Numbers without a gap: the database refuses to delete, so one that is missing is damage.
        if row.seq != self.seq + 1:
            raise BadLine(f"it follows row {self.seq}")
        # The evening's page subtracts these times from one another, which Python refuses for one
        # with a zone and one without.
        if row.kind in _TIMED and row.at and datetime.fromisoformat(row.at).tzinfo is None:
            raise BadLine("its time has no time zone")
        self._change(row, take)
        if row.kind in _OF_RECORD:
            self._rows.append((row.kind, row.body))
        self.since = self.since or row.at
        self.at = row.at
        self.seq = row.seq
        if row.kind == ASKED:
            idempotency.read(row)  # it changes nothing here, but must be readable when it is needed
        elif row.source and not self.is_heard(row.source):
            boot, seq = source_parts(row.source)
            # By the board's life: after a restart its events count from 1 again.
            self._heard[boot] = seq

    def _change(self, row: Row, take: Callable[[Record, Entry], int]) -> None:
        body: Mapping[str, JsonValue] = json.loads(row.body)
        if row.kind == GAME:
            self._begin(row, body)
        elif row.kind in ENTRIES:
            for line in entries_in(row):
                self._add(line, take)
        elif row.kind == ActRow.kind:
            act = msgspec.convert(body, _Act)
            self._group = (act.name, act.entries, ())
        elif row.kind == DeskRow.kind:
            self._change_desk(body)
        elif row.kind == NAMES:
            self._rename(row)
        elif row.kind == CLOSED:
            self.is_closed = True
        elif row.kind == LOST:
            self.desk = replace(self.desk, note=Note("rows_lost"))
        elif row.kind not in _SILENT:
            raise BadLine(f"its kind, {row.kind!r}, is unknown")

    def _begin(self, row: Row, body: Mapping[str, JsonValue]) -> None:
        self._left, self._rows = self._game_to_resume(body), []
        sheet = self.sheet = new_scoresheet(row, self.sheet, self.games + 1)
        self.record, self.failed = Record(sheet.header), None
        self.desk = self.desk.in_next_game()
        # Undo stops at the beginning of a game: the record before it is no longer at hand.
        self.history, self._group, self._presumed = History(), _ALONE, {}
        if sheet.kind in GAMES:
            self.memory = self.memory.after_game(self.record.header)
        else:
            self.put_away(Note("not_installed", detail=sheet.kind))

    def _change_desk(self, body: Mapping[str, JsonValue]) -> None:
        """Take in some of its fields; with chairs the game that is over is put away."""
        self.desk = kept = self.desk.with_changes(body)
        if not kept.chairs or self.record is None:
            return
        self.record = self._left = None
        self.desk = replace(kept.in_next_game(), chairs=kept.chairs, note=kept.note)
        self.history, self._group, self._presumed, self._rows = History(), _ALONE, {}, []

    def _game_to_resume(self, body: Mapping[str, JsonValue]) -> LeftGame | None:
        """The game that could be taken up again from the one that begins with this row."""
        left = self._left
        if CONTINUES in body:
            while left is not None and left.number != body[CONTINUES]:
                left = left.before
            return left and left.before
        if ROUND in body or self.record is None:
            return None
        return LeftGame(
            self.games,
            self.record,
            self.seat_names,
            self.persons,
            tuple(self._rows),
            self.desk,
            left if is_blank(self.record) else None,
        )

    def _rename(self, row: Row) -> None:
        if self.sheet is None:
            self._names = names_after(row, self._names)
            return
        before = self.sheet.names
        self.sheet = self.sheet.after(row)
        if self.record is not None:
            self.memory = self.memory.after_names(self.record.header, before, self.sheet.names)

    def _add(self, text: str, take: Callable[[Record, Entry], int]) -> None:
        if self.failed:
            return  # of a host with another version of the game's package
        if self.record is None:
            raise BadLine("it is an entry without a game")
        entry = codec.read_entry(text, self.record.header, self.record.seq + 1)
        name, left, touched = self._group
        touched = (*touched, acts.touched_entry(self.record, entry))
        if f'"{PRESUMED}"' in text and json.loads(text).get(PRESUMED) is True:
            seq, _before, after = touched[-1]
            if after is not None:
                self._presumed.setdefault(seq, []).append(after)
        take(self.record, entry)
        self.desk = self.desk.after(entry)
        # The rows of an act are folded one by one; it can be undone once its last one is in.
        if left > 1:
            self._group = (name, left - 1, touched)
            return
        self.history = self.history.with_act(Act(name, touched), name)
        self._group = _ALONE


def source_parts(source: str) -> tuple[str, int]:
    """A row's source in its parts: the life of a board, or a key, and the event's number."""
    boot, _, seq = source.rpartition(":")
    return boot, int(seq)


def _why(error: Exception) -> str:
    """What is wrong with a row, to end a sentence."""
    match error:
        case json.JSONDecodeError():
            return "it is not JSON"
        case BadLine() | Impossible():
            return str(error.reason)
        case GameFault():
            return f"its game has a fault ({error})"
        case _:
            return f"it makes no sense here ({type(error).__name__}: {error})"
