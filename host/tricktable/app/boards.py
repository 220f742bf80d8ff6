"""The boards of one host: which table each serves, what it is shown, and how it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from tableboard import VERSION
from tablewire.messages import Hello
from tricktable.board.checkup import Facts
from tricktable.board.flash import CannotFlash, updates
from tricktable.board.flash import settings as board_settings
from tricktable.board.flash.firmware import compile_firmware
from tricktable.board.flash.wifi import Wifi
from tricktable.board.link.delivery import Update
from tricktable.board.link.exchange import Exchange
from tricktable.board.link.line import Line, is_older
from tricktable.board.link.lines import Lines
from tricktable.board.link.sealed_port import opener
from tricktable.board.picture import picture, unshown
from tricktable.house.audience import tell_fault
from tricktable.settings import Settings
from tricktable.store.hosts import HeldBoard, message_to_send
from tricktable.store.journal import Journal
from tricktable.table.answers import Answer
from tricktable.table.table import AS_NEW, Table, Volatile
from tricktable.table.views import ABSENT, SILENT, WITHOUT, TableView
from tricktable.text.language import NO_MESSAGE, _, message
from tricktable.web.front_door import FrontDoor
from tricktable.web.table_registry import BoardSettings, SettingOffer, WifiWish

if TYPE_CHECKING:
    from tricktable.app.house import House

Find = Callable[[], Iterable[str]]
"""Lists the ports that may be boards, as they are now."""
NOT_THERE: Final = (ABSENT, WITHOUT, SILENT)
"""How a table's board may be while the table sleeps."""
NONE: Final = message("This table has no board that can be updated from here.")


class Boards:
    """Boards, and the lines to them. Any thread may call any method."""

    def __init__(
        self, settings: Settings, find: Find, journal: Journal, house: House, door: FrontDoor
    ) -> None:
        self._house, self._door = house, door
        self._key_file = settings.board_key
        self.exchange = Exchange(find, opener(settings.board_key), journal, self)
        self.lines = Lines(self.exchange, self._draw)

    def _draw(self, line: Line, now: TableView, before: TableView | None) -> str:
        try:
            join = self._door.board_page(now.code, shows_code=now.desk.page == "qr")
            return picture(now, before, join, line.facts())
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
        return AS_NEW._replace(board=(board, NO_MESSAGE))

    def is_there(self, table: Table) -> bool:
        """Whether the table's board is plugged in and answers."""
        return table.code in self.lines.by_table and table.view().board not in NOT_THERE

    def see_to(self, code: str) -> bool:
        """Let the table's line look, if there is or was a board for it; returns whether."""
        if self.exchange.has_work_for(code) or code in self.lines.by_table:
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
            line = self.lines.by_table.get(each)
            if line is not None:
                line.let_go()
            else:
                self.lines.tell(self._house.tables[each])
        return Answer(True)

    def versions(self, code: str) -> tuple[str, str] | None:
        """The version of the table's board and the newer one here, if it can take that."""
        _line, hello = self._updatable(code)
        is_old = hello is not None and is_older(hello.version, VERSION)
        return (hello.version, VERSION) if hello is not None and is_old else None

    def update(self, code: str) -> Answer:
        """Send the table's board the program that came with this host; it tries that once.

        Compiles it, which takes seconds.
        """
        if self.versions(code) is None:
            return Answer(False, _(NONE))
        try:
            firmware = compile_firmware()
        except CannotFlash as fault:
            return Answer(False, str(fault))
        return self._send(code, [updates.program(firmware.pack, firmware.version)])

    def settings(self, code: str) -> BoardSettings | None:
        """What the table's board can be set to, and how far it is known to be set so."""
        line, hello = self._updatable(code)
        if line is None or hello is None:
            return None
        now = board_settings.settings_of_hello(hello.parts())
        settings = tuple(
            SettingOffer(name, each.least, each.most, now.get(name))
            for name, each in board_settings.SETTINGS.items()
        )
        return BoardSettings(settings, not line.is_on_network)

    def set_board(self, code: str, wishes: Mapping[str, int], wifi: WifiWish | None) -> Answer:
        """Send the table's board other settings; it tries them, the Wi-Fi's after the others."""
        line, hello = self._updatable(code)
        if line is None or hello is None:
            return Answer(False, _(NONE))
        if wifi is not None and line.is_on_network:
            return Answer(False, _("Wi-Fi passwords go over the cable: plug the board in here."))
        try:
            for name, value in wishes.items():
                board_settings.number(name, str(value))
            wanted = [updates.settings(wishes)] if wishes else []
            if wifi is not None:
                key = self._key_file
                wanted.append(updates.network(Wifi(wifi.ssid, wifi.password, key, name=wifi.name)))
        except CannotFlash as fault:
            return Answer(False, str(fault))
        return self._send(code, wanted) if wanted else Answer(False, _("Nothing was chosen."))

    def _updatable(self, code: str) -> tuple[Line | None, Hello | None]:
        """The line of the table's board, and the board's hello if it takes updates."""
        line = self.lines.by_table.get(code)
        return line, line.updatable if line is not None else None

    def _send(self, code: str, wanted: Sequence[Update]) -> Answer:
        line = self.lines.by_table.get(code)
        if line is None:
            return Answer(False, _(NONE))
        if not line.update(wanted):
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
        line = self.lines.by_table.get(table)
        if line is not None:
            line.let_go()

    def board_status(self, table: str) -> HeldBoard:
        """See `exchange.Tables`."""
        # Opens no table: that may wait for the journal, and other hosts wait for this word.
        awake, asleep = self._house.tables.awake_among([table]), self._house.asleep(table)
        known = awake[table].board if awake else (*asleep.board, asleep.board_tells_presses)
        state, word, tells_presses = known
        lets_in = "" if tells_presses else "host"
        return HeldBoard(table, state, str(word), lets_in=lets_in, message=message_to_send(word))
