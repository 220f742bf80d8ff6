"""What people wait for at a table holds, in the virtual time of the chips, and is printed."""

import pytest

from bench.bench_table import virtual
from bench.report import print_table
from tricktable.board.link.process import MICROPYTHON, best_interpreter

EVENINGS = 2
"""Of the six in which the bench looks for the worst."""


@pytest.mark.skipif(best_interpreter() != MICROPYTHON, reason="no MicroPython for this machine")
def test_nobody_waits_for_the_board(capsys):
    rows = list(virtual(EVENINGS))
    with capsys.disabled():
        print()
        print_table(rows)
    assert len(rows) == 16
    assert [row.what for row in rows if row.ok is False] == []
