"""The games of a table, read from its rows: the one place where rows become past games.

Reads rows and judges nothing: everything in a journal was judged before it was saved. No entry is
read and no state is folded before somebody asks for the record of a game.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from itertools import accumulate, groupby, takewhile
from operator import add
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

import msgspec

from tricktable.games import GAMES, OURS, blame_game
from tricktable.rules import codec
from tricktable.rules.dealer import change_of
from tricktable.rules.entries import BadLine, Entry, Impossible
from tricktable.rules.faults import GameFault
from tricktable.rules.game import AnyGame, Header
from tricktable.rules.names import DEFAULTS, default_names, safe_name
from tricktable.rules.record import Record
from tricktable.rules.score import Score
from tricktable.rules.verdicts import PUBLIC
from tricktable.rules.view import view
from tricktable.store import archive
from tricktable.store.archive import ENTRIES, entries_in, entry_count, read_kept_header
from tricktable.store.journal import Row
from tricktable.table.desk import persons
from tricktable.table.desk.changes import CONTINUES, PERSONS, GameRow, NamesRow

# Longer than a supper, shorter than a night. A game paused overnight belongs to the evening in
# which it ends.
BREAK: Final = timedelta(hours=6)
"""An evening ends where the next game begins so long after anything happened in the last."""

Scores = tuple[int, ...]
"""What every seat has, by seat."""
Rows = Callable[[int], Iterable[Row]]
"""A table's rows behind a number, as `Journal.read` and `Table.rows` give them."""


PastCorrections = Mapping[tuple[str, int], tuple[str, ...]]
"""What was corrected of games that their tables have left, which rows of the club say: lines as in
records, the oldest first, by table and by the game's number there."""
NO_CORRECTIONS: Final[PastCorrections] = MappingProxyType({})


class Appearance(NamedTuple):
    """One person at one table for one evening.

    At one table and for one evening a name is one person, wherever they sit. Nothing here says that
    the same name at another table, or on another evening, is the same person: only they can.
    """

    table: str
    """The table's code."""
    first: int
    """The evening's first game, by its number at this table."""
    who: str
    """The person, as the table tells people apart (`persons.Persons`)."""


class Scoresheet(NamedTuple):
    """One game of a table, and who sat there when it ended."""

    table: str
    """The table's code."""
    number: int
    """Of all games ever begun at this table, from 1."""
    kind: str
    """The game's name in records: only games of one kind share a score."""
    line: str
    """The first line of its record."""
    names: tuple[str, ...]
    """By seat, as people see them."""
    persons: persons.Persons
    """By seat, as the table tells people apart."""
    continues: int
    """The number that it had before it was left and taken up again; its own if it was not."""
    evening: int
    """The first game of its evening, by its number."""
    first: int
    """The same for its people (`Appearance.first`): that somebody changes a name after a game does
    not make their evening longer."""
    first_row: int
    last_row: int
    """The rows that it is in; what is typed between two games is in those of the first."""
    began_at: str
    newest_at: str
    """Wall time of its first row, and of its newest entry or change of names; ISO 8601."""
    ended: str
    """Wall time of its newest entry."""
    entries: int = 0
    """How many lines its record has behind the header."""
    opened: Record | None = None
    """Its record, if somebody has asked for it."""

    @property
    def record(self) -> Record:
        """The record of an opened game."""
        assert self.opened is not None
        return self.opened

    @property
    def began(self) -> datetime:
        """When it began."""
        return datetime.fromisoformat(self.began_at)

    @property
    def newest(self) -> datetime:
        """When something last happened in it."""
        return datetime.fromisoformat(self.newest_at)

    @property
    def header(self) -> Header:
        """How it began. Read from its line, and not kept: a club has many thousand games."""
        return self.opened.header if self.opened is not None else read_kept_header(self.line)

    @property
    def rules(self) -> AnyGame:
        """Its rules."""
        return GAMES.get(self.kind) or self.header.rules

    @property
    def sittings(self) -> tuple[Appearance, ...]:
        """Who sat there, by seat."""
        return tuple(Appearance(self.table, self.first, who) for who in self.persons)

    @property
    def is_sound(self) -> bool:
        """Whether it can be shown: a game of a package may fail at any moment of it."""
        if self.kind in OURS:
            return True
        try:
            with blame_game(self.rules, may_refuse=False):
                _told = score_of(self.record), view(self.record).phase
        except GameFault:
            return False
        return True

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end."""
        return self.record.state.status != "playing"

    @property
    def winners(self) -> list[int]:
        """The winning seats; empty before the end, in a draw or in a lost game."""
        return self.record.state.winner(self.record.findings(PUBLIC)) or []

    def is_named(self, seat: int) -> bool:
        """Whether somebody has typed a name for this seat."""
        defaults = default_names(len(self.names), len(self.names))
        return self.names[seat] not in DEFAULTS and self.names[seat] != defaults[seat]

    def after(self, row: Row) -> Scoresheet:
        """The game after the next one of its rows."""
        if row.kind in ENTRIES:
            entries = self.entries + entry_count(row)
            return self._replace(entries=entries, last_row=row.seq, newest_at=row.at, ended=row.at)
        if row.kind == NamesRow.kind:
            names = names_after(row, self.names)
            same = persons.after_renaming(self.persons, self.names, names)
            return self._replace(names=names, persons=same, last_row=row.seq, newest_at=row.at)
        return self._replace(last_row=row.seq)

    def read(self, rows: Rows) -> Record:
        """Its record, from the rows of its table. Raises: Outage."""
        its = takewhile(lambda row: row.seq <= self.last_row, rows(self.first_row - 1))
        # Rows that waited may have given way to another host's: then it has none of its own.
        return past_record(its) or Record(self.header)

    def corrected(self, lines: Sequence[str]) -> Scoresheet:
        """The opened game with these corrections; as it was if its package fails at them."""
        if not lines:
            return self
        after = self._replace(opened=self.record.fork())
        try:
            with blame_game(self.rules, may_refuse=False):
                take_corrections(after.record, lines)
        except GameFault:
            return self
        return after if after.is_sound else self


def new_scoresheet(row: Row, last: Scoresheet | None, number: int) -> Scoresheet:
    """The game that this row begins, after the last one of the table. Raises: BadLine."""
    header = read_kept_header(row.body)
    names, said = header.seat_names, json.loads(row.body)
    seated = persons.at_beginning(
        said.get(PERSONS),
        last.persons if last else (),
        last.names if last else default_names(4, 4),
        names,
        number,
    )
    evening = first = number
    if last is not None:
        evening = last.evening if _is_soon(row.at, last.newest_at) else number
        first = last.first if _is_soon(row.at, last.ended) else number
    return Scoresheet(
        table=row.table,
        number=number,
        kind=header.game,
        line=row.body,
        names=names,
        persons=seated,
        continues=said.get(CONTINUES, number),
        evening=evening,
        first=first,
        first_row=row.seq,
        last_row=row.seq,
        began_at=row.at,
        newest_at=row.at,
        ended=row.at,
    )


def _is_soon(began: str, ended: str) -> bool:
    if not (began and ended):  # as in a record on its way to a table
        return True
    return datetime.fromisoformat(began) - datetime.fromisoformat(ended) < BREAK


def has_ended(games: Sequence[Scoresheet], now: datetime) -> bool:
    """Whether a game begun now would start a new evening after these games."""
    return bool(games) and now - games[-1].newest >= BREAK


class Scorebook:
    """All games of one table; takes in rows as they come. Mutable, not locked."""

    def __init__(self, code: str, rows: Iterable[Row] = (), renumberings: int = 0) -> None:
        self.code = code
        self.renumberings = renumberings
        """How often the table's rows had been numbered anew when the first was taken in."""
        self.sheets: list[Scoresheet] = []
        """Every game, the oldest first."""
        self.seq = 0
        """The newest row taken in."""
        self._resumed: set[int] = set()
        """The games that were taken up again, and what was only begun meanwhile."""
        self._records: dict[int, Record] = {}
        """Of the newest evening, as far as they were asked for: they grow with its rows."""
        self.take(rows)

    def take(self, rows: Iterable[Row]) -> None:
        """Take in the rows that follow the last one. Raises: BadLine."""
        for row in rows:
            self.seq = row.seq
            if row.kind == GameRow.kind:
                self._begin(row)
            elif self.sheets:  # else before the first game
                sheet = self.sheets[-1] = self.sheets[-1].after(row)
                if row.kind in ENTRIES and sheet.number in self._records:
                    take_lines(self._records[sheet.number], entries_in(row))

    def _begin(self, row: Row) -> None:
        last = self.sheets[-1] if self.sheets else None
        sheet = new_scoresheet(row, last, len(self.sheets) + 1)
        if sheet.evening == sheet.number:
            self._records.clear()
        # It is played on, so it has not been left.
        self._resumed.update(range(sheet.continues, sheet.number))
        self.sheets.append(sheet)

    @property
    def evening(self) -> list[Scoresheet]:
        """The games of the newest evening, the oldest first; without those that were resumed."""
        if not self.sheets:
            return []
        return self._without_resumed(self.sheets[self.sheets[-1].evening - 1 :])

    @property
    def evenings(self) -> list[list[Scoresheet]]:
        """The same for all evenings, the oldest first."""
        grouped = groupby(self.sheets, lambda sheet: sheet.evening)
        return [found for _first, sheets in grouped if (found := self._without_resumed(sheets))]

    @property
    def games(self) -> list[Scoresheet]:
        """All games, the oldest first; without those that were resumed."""
        return self._without_resumed(self.sheets)

    def _without_resumed(self, sheets: Iterable[Scoresheet]) -> list[Scoresheet]:
        return [each for each in sheets if each.number not in self._resumed]

    def open_number(self, number: int, rows: Rows) -> Scoresheet | None:
        """The game with this number, of whatever evening, opened; None if there is none."""
        found = self.sheets[number - 1 : number] if number > 0 else ()
        return next((self.open(each, rows) for each in found), None)

    def open(self, sheet: Scoresheet, rows: Rows, *, is_kept: bool = True) -> Scoresheet:
        """The game with its record, which may grow with the game, from the rows of its table.

        If `is_kept`, the record of a game of the newest evening is not read a second time.
        """
        record = self._records.get(sheet.number)
        if record is None:
            record = sheet.read(rows)
            if is_kept and sheet.evening == self.sheets[-1].evening:
                self._records[sheet.number] = record
        return sheet._replace(opened=record)


def past_record(rows: Iterable[Row]) -> Record | None:
    """The record of the first game in these rows; None if there is none."""
    lines = archive.record_of(rows, 1)
    header = next(lines, None)
    return None if header is None else take_lines(Record(read_kept_header(header)), lines)


def take_lines(record: Record, lines: Iterable[str]) -> Record:
    """Let the record take in the next lines of a journal, and return it.

    Nothing can be read of a game that is not installed: its record stays empty.
    """
    for line in lines if record.header.game in GAMES else ():
        record.take(codec.read_entry(line, record.header, record.seq + 1))
    return record


def take_corrections(record: Record, lines: Iterable[str]) -> None:
    """Add these lines to the record. One that it cannot take changes nothing.

    Whoever works out what a past game came to takes them in, so that standings, the season's table,
    people's own pages, the evening and files all tell the same.
    """
    for line in lines:
        with suppress(Impossible, BadLine):
            take_correction(record, codec.read_entry(line, record.header, record.seq + 1))


def take_correction(record: Record, entry: Entry) -> None:
    """Add it, and what changes with it. Raises: Impossible; then nothing has changed."""
    for each in change_of(record, entry):
        record.add(each)


class _Names(msgspec.Struct):
    """The body of a row that says who sits where."""

    names: list[str]


def names_after(row: Row, names: Iterable[str]) -> tuple[str, ...]:
    """Who sits where from this change of names on, if these sat there before."""
    return tuple(map(safe_name, msgspec.json.decode(row.body, type=_Names).names, names))


class ReadTable(Protocol):
    """A table, or a table as spectators see it."""

    @property
    def code(self) -> str:
        """Its code."""

    @property
    def renumberings(self) -> int:
        """How often its rows were numbered anew."""

    def rows(self, after: int = 0) -> Iterator[Row]:
        """The rows since `after`."""


class Scorebooks:
    """The scorebook of each table, kept up with its rows. Any thread may call any method.

    Mutable: it reads on at each call, since a table's journal has thousands of rows.
    """

    def __init__(self) -> None:
        self._books: dict[str, Scorebook] = {}
        self._one_at_a_time = threading.Lock()

    @contextmanager
    def reading(self, code: str, rows: Rows, renumberings: int = 0) -> Iterator[Scorebook]:
        """The table's games as of now, for the caller alone. Raises: Outage.

        `renumberings` says how often its rows were numbered anew before they are read here.
        """
        with self._one_at_a_time:
            book = self._books.get(code)
            if book is None or book.renumberings != renumberings:
                book = self._books[code] = Scorebook(code, renumberings=renumberings)
            book.take(rows(book.seq))
            yield book

    def games(
        self, table: ReadTable, past: PastCorrections = NO_CORRECTIONS, first: int = 0
    ) -> list[Scoresheet]:
        """The games of the table's newest evening, opened, but none whose package fails.

        `first` names an earlier evening by its first game; without games it is none. `past` is what
        was corrected of games that their tables have left. Raises: Outage.
        """
        with self.reading(table.code, table.rows, table.renumberings) as book:
            evenings = (each for each in book.evenings if each[0].evening == first)
            sheets = next(evenings, []) if first else book.evening
            return self._with_corrections(book, table, sheets, past)

    def game(
        self, table: ReadTable, number: int, past: PastCorrections = NO_CORRECTIONS
    ) -> Scoresheet | None:
        """The table's game with this number, of whatever evening; None if there is none to show.

        Raises: Outage.
        """
        with self.reading(table.code, table.rows, table.renumberings) as book:
            sheets = [each for each in book.games if each.number == number]
            return next(iter(self._with_corrections(book, table, sheets, past)), None)

    def earlier(self, table: ReadTable) -> list[list[Scoresheet]]:
        """The games of all evenings but the newest, none opened; the newest evening first.

        Raises: Outage.
        """
        with self.reading(table.code, table.rows, table.renumberings) as book:
            return book.evenings[-2::-1]

    def has_played(self, table: ReadTable, name: str) -> bool:
        """Whether somebody of this name has played the newest game at this table before.

        A game that was put away before everybody had an act was not played. Raises: Outage.
        """
        with self.reading(table.code, table.rows, table.renumberings) as book:
            games = book.games
            alike = (each for each in games[:-1] if each.kind == games[-1].kind)
            return any(name in each.names and each.entries > len(each.names) for each in alike)

    def _with_corrections(
        self,
        book: Scorebook,
        table: ReadTable,
        sheets: Iterable[Scoresheet],
        past: PastCorrections,
    ) -> list[Scoresheet]:
        """Forks, because a page reads them in its own thread while the next request adds rows."""
        games = [book.open(each, table.rows) for each in sheets]
        shown = [each._replace(opened=each.record.fork()) for each in games if each.is_sound]
        return [
            each.corrected(past.get((table.code, each.number), ()))
            if each.number < len(book.sheets)
            else each
            for each in shown
        ]

    def read_again(self, code: str) -> None:
        """Rows of this table have changed, so read all of them again."""
        with self._one_at_a_time:
            self._books.pop(code, None)


def course(record: Record) -> list[Scores]:
    """The course of a game's scores: every seat's total after each scored deal."""
    score = score_of(record)
    place = {seat: owner for owner, seats in enumerate(record.header.owners) for seat in seats}
    went = accumulate(
        (deal.gains for deal in score.deals),
        lambda before, gains: tuple(map(add, before, gains)),
    )
    return [tuple(each[place[seat]] for seat in range(record.header.seats)) for each in went]


def score_of(record: Record) -> Score:
    """The state of a game, as everybody may know it."""
    now = view(record)
    return now.rules.score(now)
