"""Mitchell: one half stays, the other half moves a table up each round, and each half is ranked.

As in J. T. Mitchell, Duplicate Whist (1891, 1897). Everybody of one line meets everybody of the
other. Prepared deals move a table down. With an even number of tables that would bring the moving
half to deals that they have had: either they skip a table in the middle, and one round is lost, or
the first and the last table share and a set rests in the middle (share and relay; both as in
bernardmageebridge.com/glossary/mitchell-movement and bridgecentral.com/Relay.htm).
"""

from __future__ import annotations

from functools import cache

from tricktable.club.competition.movements.timetable import PlannedTable, Schedule


@cache
def mitchell(tables: int, rounds: int) -> Schedule:
    """The movement for `tables` tables; places 1 … `tables` stay, those above them move.

    Args:
        tables: at least 2.
        rounds: up to `tables`. An even number of tables skips if one round fewer will do, and
            shares and relays if all are played.
    """
    is_even = tables % 2 == 0
    skips = is_even and rounds < tables
    relays = is_even and not skips

    def moving(table: int, turn: int) -> int:
        skipped = skips and turn >= tables // 2
        return (table - 1 - turn - skipped) % tables + 1 + tables

    def boards(table: int, turn: int) -> int:
        if not relays:
            return (table - 1 + turn) % tables + 1
        # The upper half lies one further on, for the set that rests between the halves; the last
        # table has what the first has.
        at = 0 if table == tables else table - 1 + (table > tables // 2)
        return (at + turn) % tables + 1

    return tuple(
        tuple(
            PlannedTable(table, ((table,), (moving(table, turn),)), boards(table, turn))
            for table in range(1, tables + 1)
        )
        for turn in range(rounds)
    )
