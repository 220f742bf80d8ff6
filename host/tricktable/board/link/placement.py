"""Which board goes to which table, and so which line may open which port. Pure: opens nothing.

A board belongs to the table that it first served and returns to it, whatever its port is called
by then. An unknown board is given a table that has none or, failing that, a new table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Placement:
    """What is plugged in, which board said hello where, and where each board belongs."""

    tables: tuple[str, ...] = ()
    """The codes of the tables that are open, in the order in which they were opened."""
    homes: Mapping[str, str] = field(default_factory=dict)
    """The table of each board ever known, by the board's id; the longest unchanged first."""
    ports: frozenset[str] = frozenset()
    """The ports that may be boards, as last seen."""
    board_at: Mapping[str, str | None] = field(default_factory=dict)
    """The board that said hello on a port, or None if nobody did."""
    table_at: Mapping[str, str] = field(default_factory=dict)
    """The table whose line has the port open."""
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    """The table that a board serves at another host of the club, by the board's id."""
    unsound: frozenset[str] = frozenset()
    """Existing tables that cannot be opened. Their boards wait: what they have saved
    belongs there and nowhere else."""

    # --- what happens ----------------------------------------------------------------------------

    def with_ports(self, ports: Iterable[str]) -> Placement:
        """Note the present ports. One that a line has open belongs to it until it lets go."""
        here = frozenset(ports)
        heard = {
            port: who for port, who in self.board_at.items() if port in here | {*self.table_at}
        }
        return replace(self, ports=here, board_at=heard)

    def with_hello(self, port: str, board: str | None) -> Placement:
        """Note that this board said hello there, or that nobody did in time."""
        return replace(self, board_at={**self.board_at, port: board})

    def with_line(self, port: str, table: str) -> Placement:
        """Note that the table's line has opened the port."""
        return replace(self, table_at={**self.table_at, port: table})

    def without_line(self, port: str) -> Placement:
        """Note that the line has released the port; whatever is there must say hello again."""
        served = {each: table for each, table in self.table_at.items() if each != port}
        heard = {each: who for each, who in self.board_at.items() if each != port}
        return replace(self, table_at=served, board_at=heard)

    def with_elsewhere(self, boards: Mapping[str, str]) -> Placement:
        """Note which boards other hosts hold now, each with the table that it serves there."""
        return replace(self, elsewhere=dict(boards))

    def with_table(self, table: str) -> Placement:
        """Note a new table."""
        return replace(self, tables=(*self.tables, table))

    def with_unsound(self, table: str) -> Placement:
        """Note a table that cannot be opened."""
        tables = tuple(each for each in self.tables if each != table)
        return replace(self, tables=tables, unsound=self.unsound | {table})

    def without_table(self, table: str) -> Placement:
        """Forget a table; its boards belong nowhere."""
        return replace(
            self,
            tables=tuple(each for each in self.tables if each != table),
            homes={board: home for board, home in self.homes.items() if home != table},
        )

    def with_home(self, board: str, table: str) -> Placement:
        """Give the board to this table from now on."""
        others = {each: home for each, home in self.homes.items() if each != board}
        return replace(self, homes={**others, board: table})

    # --- what follows from it --------------------------------------------------------------------

    def homeless(self) -> tuple[str, ...]:
        """The boards that said hello and have no table yet; each needs a `place`.

        An unknown board waits until every port has been asked, so that no board that belongs to
        a table finds a stranger in its place.
        """
        is_all_asked = all(port in self.board_at for port in self.ports)
        waiting = dict.fromkeys(who for port, who in self.board_at.items() if who is not None)
        return tuple(
            board
            for board in waiting
            if self.homes.get(board) not in self.unsound
            and not self._can_go_home(board)
            and (board in self.homes or is_all_asked)
        )

    def place(self, board: str) -> str | None:
        """The table for a homeless board; None if another table has to be opened.

        It is the first table that no board belongs to. If there is only one table, any board
        may replace its board.
        """
        owned = {self.homes[each] for each in self.homes if each != board}
        owned |= {self.elsewhere[each] for each in self.elsewhere if each != board}
        free = (table for table in self.tables if table not in owned)
        alone = self.tables[0] if len(self.tables) == 1 else None
        if alone is not None and (self.is_used(alone) or self._awaits(alone)):
            alone = None
        return next(free, alone)

    def due(self, table: str) -> str | None:
        """The port that the table's line should open now; None if there is none, or it has one."""
        if self.is_used(table):
            return None
        ports = (port for port, who in self.board_at.items() if port not in self.table_at)
        return next((port for port in ports if self._home(self.board_at[port]) == table), None)

    def board_of(self, table: str) -> str | None:
        """The table's own board, plugged in or not: the one that serves it, or the newest."""
        own = [board for board, home in self.homes.items() if home == table]
        here = {*self._boards_of(table)}
        return next((board for board in own[::-1] if board in here), own[-1] if own else None)

    def exchange_homes(self, board: str, table: str) -> Mapping[str, str]:
        """Who belongs where if this board moves to that table, whose board comes here in exchange.

        Returns the boards that move, each with its new table.
        """
        there, here = self.board_of(table), self._home(board)
        changed = {board: table}
        if there is not None and there != board and here is not None:
            changed[there] = here
        return changed

    def table_to_warn(self) -> str | None:
        """The table to tell about an unusable port: the first that lacks a board."""
        missing = [table for table in self.tables if not self.is_used(table)]
        known = {*self.homes.values()}
        return min(missing, key=lambda table: table not in known, default=None)

    def _home(self, board: str | None) -> str | None:
        table = self.homes.get(board) if board is not None else None
        return table if table in self.tables else None

    def _can_go_home(self, board: str) -> bool:
        """Whether it has a table that no other board is serving now.

        A board that is about to leave that table, at another host, does not count.
        """
        table = self._home(board)
        if table is None:
            return False
        leaving = {each for each in self.elsewhere if self.homes.get(each) != table}
        return all(who in (None, board) or who in leaving for who in self._boards_of(table))

    def is_used(self, table: str) -> bool:
        """Whether a board serves the table, here or at another host."""
        return table in self.table_at.values() or table in self.elsewhere.values()

    def served_by(self, table: str) -> str | None:
        """The board at the table's own line; None if there is none."""
        ports = (port for port, served in self.table_at.items() if served == table)
        return self.board_at.get(next(ports, ""))

    def knows(self, table: str) -> bool:
        """Whether the table is open here, or is known not to open."""
        return table in self.tables or table in self.unsound

    def _boards_of(self, table: str) -> list[str | None]:
        """The boards that serve the table now; None for one that has not said hello again."""
        here = [
            self.board_at.get(port) for port, served in self.table_at.items() if served == table
        ]
        return [*here, *(board for board, served in self.elsewhere.items() if served == table)]

    def _awaits(self, table: str) -> bool:
        return any(who is not None and self._home(who) == table for who in self.board_at.values())
