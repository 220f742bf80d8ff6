"""Performing: a record played through the whole machine, one physical act after the other.

Cards are laid on the readers of a board that runs the shipped firmware; deals and leaders are
pressed; what no key can say goes in as a page would ask for it. The table must end as a replay
does, entry by entry.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, Protocol

from tricktable import replay, requests
from tricktable.decks import Deck, Decks, demo_deck
from tricktable.journal import open_journal
from tricktable.link.line import Line
from tricktable.link.simulated import SimulatedBoard
from tricktable.picture import picture
from tricktable.rules import codec
from tricktable.rules.cards import Card
from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Declared,
    Entry,
    Held,
    Moved,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.rules.verdicts import REFEREE
from tricktable.table import LIVE, Table, TableView

PATIENCE_S: Final = 10.0
"""An act that has not reached the table by then never will."""
AGAIN_MS: Final = 300
"""A card that comes back to a reader sooner may be one that never left (tableboard.tags)."""


class Hands(Protocol):
    """What people do to a board; the simulated board lets a program do it."""

    def lay(self, reader: int, uid: str) -> None:
        """Lay a tag on a reader."""

    def lift(self, reader: int) -> None:
        """Take away what lies there."""

    def rest(self, ms: int) -> None:
        """Touch nothing for so long, in board time."""

    def press(self, key: str) -> None:
        """Press a key and let it go."""

    def button(self, seat: int, long: bool = False) -> None:
        """Press a seat's button and let it go."""


class Apart(Exception):
    """Raised if table and replay part, or the table cannot do what the record says."""


class Watch:
    """Waits for views of the table. Mutable; safe between threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._newest: TableView | None = None

    def show(self, view: TableView) -> None:
        """A newer view."""
        with self._changed:
            self._newest = view
            self._changed.notify_all()

    def until(self, is_so: Any, what: str) -> TableView:
        """The first view of which `is_so` holds. Raises: Apart when it takes too long."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._newest and is_so(self._newest), PATIENCE_S):
                said = self._newest.said if self._newest else ""
                raise Apart(f"{what} did not reach the table{': ' if said else ''}{said}")
            assert self._newest is not None
            return self._newest


class Script(NamedTuple):
    """A record that can be performed."""

    header: Header
    entries: Sequence[Entry]


def script(lines: Iterable[bytes]) -> Script:
    """The script of a record's lines, read no further than they can be replayed.

    Raises: replay.Refused; Apart if this table could not produce the record, by name of what is
    missing.
    """
    read: list[bytes] = []

    def reading() -> Iterator[bytes]:
        for line in lines:
            read.append(line)
            yield line

    replay.replay(reading())
    header, entries = replay.read(read)
    if header.game != "torite" or header.seats < 3:
        game = f"{header.game} with {header.players} players"
        raise Apart(f"{game} needs more than this board's keys")
    return Script(header, list(entries))


class Performance:
    """One record on one table. Mutable: it goes from entry to entry."""

    def __init__(self, table: Table, hands: Hands, deck: Deck, watch: Watch) -> None:
        self._table = table
        self._hands = hands
        self._deck = deck
        self._watch = watch
        self._seats = 0
        self._laid: set[tuple[int, Card]] = set()

    def play(self, script: Script) -> Record:
        """Perform the script and return the table's own record. Raises: Apart."""
        self._begin(script.header)
        expected = Record(script.header)
        for entry in script.entries:
            seq = expected.add(entry)
            self._perform(entry, seq, expected)
            self._compare(expected, entry)
        record = self._table.record()
        assert record is not None
        return record

    def _begin(self, header: Header) -> None:
        self._watch.until(lambda view: view.board == LIVE, "the board")
        self._seats = header.seats
        answer = self._table.ask(
            requests.NewGame(
                game=header.game,
                players=header.players,
                names=list(header.names or ()),
                options=dict(header.given),
            )
        )
        if not answer.is_done:
            raise Apart(answer.reason)

    def _compare(self, expected: Record, entry: Entry) -> None:
        actual = self._table.record()
        if actual is None or _told(actual) != _told(expected):
            where = f"entry {expected.seq}: {codec.write_entry(entry)}"
            raise Apart(f"table and replay part at {where}")

    def _perform(self, entry: Entry, seq: int, expected: Record) -> None:
        what = f"entry {seq} ({codec.write_entry(entry)})"
        match entry:
            case Dealt(seat) | Declared(int(seat), "leader", _):
                self._hands.button(seat)
            case Played(seat, card) | Held(seat, card):
                self._read_hand(seat, isinstance(entry, Held))
                self._lay(seat, card, seq, what)
            case Shown(shown_by, card):
                self._read_hand(shown_by, False)
                self._lay(self._seats if shown_by is None else shown_by, card, seq, what)
            case Struck(struck) if self._is_last(struck):
                self._hands.press("UNDO")
            case Struck() | Corrected():
                self._enter(entry)
            case Declared() | Moved():
                raise Apart(f"{what}: this table has no key for it")
        self._watch.until(lambda view: view.view and view.view.seq == expected.seq, what)

    def _lay(self, reader: int, card: Card, seq: int, what: str) -> None:
        if (reader, card) in self._laid:
            self._hands.rest(AGAIN_MS)
        self._laid.add((reader, card))
        self._hands.lay(reader, self._deck.tag_of(card.code))
        self._watch.until(lambda view: view.view and view.view.seq == seq, what)
        self._hands.lift(reader)

    def _read_hand(self, seat: int | None, begins: bool) -> None:
        """Switch the reading of a hand by a long press, where it is not yet as it must be."""
        newest = self._table.view()
        if seat is not None and (newest.reading == seat) != begins:
            self._hands.button(seat, long=True)
            self._watch.until(lambda view: (view.reading == seat) == begins, "a long press")

    def _is_last(self, seq: int) -> bool:
        record = self._table.record()
        return record is not None and record.last is not None and record.last.seq == seq

    def _enter(self, entry: Entry) -> None:
        answer = self._table.ask(requests.Enter(codec.fields_of(entry)))
        if not answer.is_done:
            raise Apart(answer.reason)


def _told(record: Record) -> tuple[object, ...]:
    """All that a record tells: what counts of it, and what it means."""
    steps = [(seq, entry) for seq, entry, _ in record.steps()]
    return steps, record.summary(REFEREE)


def performed(lines: Iterable[bytes], speed: float) -> Record:
    """The record as a whole new table with a simulated board has it. Raises: Refused, Apart."""
    acts = script(lines)
    deck = demo_deck("red")
    with ExitStack() as open_things:
        folder = Path(open_things.enter_context(TemporaryDirectory(prefix="tricktable-")))
        journal = open_things.enter_context(closing(open_journal(folder / "journal.db")))
        board = open_things.enter_context(SimulatedBoard.start(speed=speed))
        watch = Watch()
        table = Table("PERFORM", journal, Decks((deck,)), watch)
        line = Line(table, board.ports, picture)
        line.start()
        open_things.callback(line.stop)
        return Performance(table, board, deck, watch).play(acts)
