"""The boards of one host: which table each serves, what it is shown, and how it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from tableboard import VERSION
from tricktable.board.checkup import Facts
from tricktable.board.flash import CannotFlash
from tricktable.board.flash.firmware import compiled
from tricktable.board.link.delivery import NewerProgram
from tricktable.board.link.exchange import Exchange
from tricktable.board.link.line import Line
from tricktable.board.link.lines import Lines
from tricktable.board.link.sealed_port import opener
from tricktable.board.picture import picture, unshown
from tricktable.house.everybody import tell_fault
from tricktable.settings import Settings
from tricktable.store.hosts import HeldBoard
from tricktable.store.journal import Journal
from tricktable.table.answering import Answer
from tricktable.table.table import AS_NEW, Table, Volatile
from tricktable.table.views import ABSENT, SILENT, WITHOUT, TableView
from tricktable.text.language import _
from tricktable.web.front_door import FrontDoor

if TYPE_CHECKING:
    from tricktable.app.house import House

Find = Callable[[], Iterable[str]]
"""Lists the ports that may be boards, as they are now."""
NOT_THERE: Final = (ABSENT, WITHOUT, SILENT)
"""How a table's board may be while the table sleeps."""


class Boards:
    """Boards, and the lines to them. Any thread may call any method."""

    def __init__(
        self, settings: Settings, find: Find, journal: Journal, house: House, door: FrontDoor
    ) -> None:
        self._house, self._door = house, door
        self.exchange = Exchange(find, opener(settings.board_key), journal, self)
        self.lines = Lines(self.exchange, self._draw)

    def _draw(self, line: Line, now: TableView, before: TableView | None) -> str:
        try:
            join = self._door.board_page(now.code, shows_code=now.desk.page == "qr")
            return picture(now, before, join, line.known())
        except Exception as fault:  # noqa: BLE001 - a game may raise anything; its board stays
            tell_fault(fault, now)
            return unshown(now)

    def start(self) -> None:
        """Start looking for boards."""
        self.lines.start()
        self.exchange.start()

    def stop(self) -> None:
        """Release all boards."""
        self.lines.stop()
        self.exchange.stop()

    # --- at a table -----------------------------------------------------------------------------

    def at_first(self, code: str) -> Volatile:
        """What a table was like that nobody has seen since the start."""
        board = ABSENT if self.exchange.has_board(code) else WITHOUT
        return AS_NEW._replace(board=(board, ""))

    def is_there(self, table: Table) -> bool:
        """Whether the table's board is plugged in and answers."""
        return table.code in self.lines.all and table.view().board not in NOT_THERE

    def see_to(self, code: str) -> bool:
        """Let the table's line look, if there is or was a board for it; returns whether."""
        if self.exchange.has_work_for(code) or code in self.lines.all:
            self.lines.of(self._house.tables[code]).look()
            return True
        return False

    def forget(self, code: str) -> None:
        """There is no such table any more; its line is still there."""
        self.exchange.table_closed(code)

    def give(self, board: str, code: str) -> None:
        """Give the board with this id, which is on its way, to the table, as if it had served."""
        self.exchange.settle(board, code)
        self._house.tables[code].board_is(ABSENT)

    def swap(self, code: str, other: str) -> Answer:
        """Swap the boards of two tables; one of them may have none."""
        with self._house.lock:
            owned = self.exchange.boards
            giver, taker = (code, other) if code in owned else (other, code)
            if giver not in owned:
                return Answer(False, _("Neither table has a board."))
            self.exchange.give(owned[giver], taker)
        # Both lines let go of their ports; each then gets its new one from the exchange.
        for each in (code, other):
            line = self.lines.all.get(each)
            if line is not None:
                line.let_go()
            else:
                self.lines.tell(self._house.tables[each])
        return Answer(True)

    def versions(self, code: str) -> tuple[str, str] | None:
        """The version of the table's board and the newer one here, if it can take that."""
        line = self.lines.all.get(code)
        return (line.outdated, VERSION) if line is not None and line.outdated else None

    def update(self, code: str) -> Answer:
        """Send the table's board the program that came with this host; it tries that once.

        Compiles it, which takes seconds.
        """
        line = self.lines.all.get(code)
        if line is None or not line.outdated:
            return Answer(False, _("This table has no board that can be updated from here."))
        try:
            firmware = compiled()
        except CannotFlash as fault:
            return Answer(False, str(fault))
        if not line.update(NewerProgram(firmware.pack, firmware.version)):
            return Answer(False, _("The board is being updated already."))
        return Answer(True)

    def examine(self, test: bool) -> Mapping[str, Facts]:
        """Ask every board about its health, all at once; by the table's code.

        Of a table without a board it is told while somebody is there.
        """
        return self.lines.examine(test, {each.code: each for each in self._house.tables.awake})

    def tell(self) -> None:
        """Tell the tables what has become of their boards, if no more can be looked for."""
        if self.exchange.is_broken:
            for table in self._house.tables.awake:
                self.lines.tell(table)

    # --- for the exchange -----------------------------------------------------------------------

    def open_table(self) -> str:
        """See `exchange.Tables`."""
        return self._house.open_table()

    def appear(self, codes: Iterable[str]) -> None:
        """See `exchange.Tables`."""
        self._house.appear(codes)

    def connect(self, table: str) -> None:
        """See `exchange.Tables`."""
        # Only noted: the exchange asks for it while it holds its lock.
        self._house.come_to(table)

    def let_go(self, table: str) -> None:
        """See `exchange.Tables`."""
        line = self.lines.all.get(table)
        if line is not None:
            line.let_go()

    def board_status(self, table: str) -> HeldBoard:
        """See `exchange.Tables`."""
        # Opens no table: that may wait for the journal, and other hosts wait for this word.
        awake, asleep = self._house.tables.awake_among([table]), self._house.asleep(table)
        known = awake[table].board if awake else (*asleep.board, asleep.board_tells_presses)
        state, word, tells_presses = known
        return HeldBoard(table, state, word, lets_in="" if tells_presses else "host")
