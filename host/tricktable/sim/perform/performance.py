"""One record on one table: makes every entry by hand and compares it with its replay at once.

Lays cards on the readers of a board that runs the real firmware, and says things through
its buttons and keys, secrets through the seat's own phone. The table must agree with a replay
entry by entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tricktable.board.link.line import Line
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.board.picture import picture
from tricktable.rules import codec
from tricktable.rules.entries import Entry
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.rules.verdicts import REFEREE
from tricktable.sim.perform.gestures import Gestures, Task
from tricktable.sim.perform.watch import (
    PATIENCE_S,
    Apart,
    BoardHands,
    SeenBoard,
    TableWatch,
    WatchedTable,
)
from tricktable.store import replay
from tricktable.store.decks import Deck, Decks, Shelf, demo_decks
from tricktable.store.journal import open_journal
from tricktable.table import commands
from tricktable.table.table import Table
from tricktable.table.views import LIVE


class Script(NamedTuple):
    """A record that can be performed."""

    header: Header
    entries: Sequence[Entry]


def script(lines: Iterable[bytes]) -> Script:
    """The script of a record's lines, read only as far as they can be replayed.

    Raises: RecordRefused; Apart if this table could not produce the record, by name of what is
    missing.
    """
    read: list[bytes] = []

    def reading() -> Iterator[bytes]:
        for line in lines:
            read.append(line)
            yield line

    replay.replay(reading())
    header, entries = replay.read(read)
    return Script(header, list(entries))


class Performance:
    """One record on one table. Mutable: it advances entry by entry."""

    def __init__(
        self,
        table: Table,
        hands: BoardHands,
        decks: Iterable[Deck],
        watch: TableWatch,
        display: SeenBoard | None = None,
    ) -> None:
        """Without a `display` nobody looks at one."""
        self._table = table
        self._display = display
        self._gestures = Gestures(table, hands, decks, watch)
        self._watch = watch

    def play(self, script: Script) -> Record:
        """Perform the script and return the table's own record. Raises: Apart."""
        self._begin(script.header)
        expected = Record(script.header)
        for entry in script.entries:
            self._gestures.make(Task(entry, expected.seq + 1, expected))
            expected.add(entry)
            self._compare(expected, entry)
        record = self._table.record()
        assert record is not None
        return record

    def _begin(self, header: Header) -> None:
        self._watch.until(lambda view: view.board == LIVE, "the board")
        before = self._display.screen() if self._display else b""
        answer = self._table.ask(
            commands.NewGame(
                game=header.game,
                players=header.players,
                names=list(header.names or ()),
                options=dict(header.given),
                abandon=True,
            )
        )
        if not answer.is_done:
            raise Apart(answer.reason)
        self._read(before)

    def _read(self, before: bytes) -> None:
        """Wait until the display shows something new: nobody presses what nobody has asked for.

        A board that has only just greeted its host may still be busy with its first picture.
        """
        display = self._display
        if display and not display.wait_for(lambda: display.screen() != before, PATIENCE_S):
            raise Apart("the display never showed the game")

    def _compare(self, expected: Record, entry: Entry) -> None:
        actual = self._table.record()
        if actual is None or _all_of(actual) != _all_of(expected):
            where = f"entry {expected.seq}: {codec.write_entry(entry)}"
            raise Apart(f"table and replay differ at {where}")


def _all_of(record: Record) -> tuple[object, ...]:
    """Everything in a record: what counts, and what it means."""
    steps = [(seq, codec.fields_of(entry)) for seq, entry, _ in record.steps()]
    return steps, record.summary(REFEREE)


def perform_record(lines: Iterable[bytes], speed: float) -> Record:
    """The record, as made at a new table with a simulated board. Raises: RecordRefused, Apart."""
    acts = script(lines)
    decks = demo_decks()
    with ExitStack() as open_things:
        folder = Path(open_things.enter_context(TemporaryDirectory(prefix="tricktable-")))
        journal = open_things.enter_context(closing(open_journal(folder / "journal.db")))
        board = open_things.enter_context(SimulatedBoard.start(speed=speed))
        watch = TableWatch()
        table = WatchedTable("PERFORM", journal, Shelf(Decks(decks)), watch)
        line = Line(table, board.ports, picture)
        line.start()
        open_things.callback(line.stop)
        return Performance(table, board, decks, watch, board).play(acts)
