"""What a phone asks for at one host of a club is answered at another: on one PostgreSQL.

Another game, and to take back what others have acted upon.
"""

from collections.abc import Iterator

import pytest

from rig.locks import another_host
from rig.postgres import Postgres
from rig.table import Rig
from table.desk.test_undo_request import NAMES, answer, ask, newest, stands
from table.test_rematch import ANN, BO, rig_at_end, touch
from tricktable.store.journal import Journal, open_journal
from tricktable.table import commands
from tricktable.table.rematch import RematchOffer
from tricktable.table.table import Table
from tricktable.table.views import WITHOUT


@pytest.fixture
def journals(server: Postgres) -> Iterator[tuple[Journal, Journal]]:
    """One database, as two hosts have it."""
    url = server.database()
    pair = open_journal(url), open_journal(url)
    yield pair
    for each in pair:
        each.close()


def test_what_a_phone_asks_for_at_one_host_is_answered_at_the_other(journals, tmp_path):
    here = Rig(tmp_path, journals[0])
    here.begin(names=NAMES)
    here.table.board_is(WITHOUT)
    for seat, card in ((0, "QH"), (1, "2H"), (2, "3H")):
        assert here.ask(commands.Lay(card, seat)).is_done
    seq = newest(here, 0)
    assert ask(here).is_done
    with another_host():
        there = Rig(tmp_path, journals[1])
        assert stands(there)
        assert answer(there, 1, seq=seq).is_done
    here.table.catch_up()
    assert stands(here), "Cy has not answered yet"
    assert answer(here, 2, seq=seq).is_done
    with another_host():
        there.table.catch_up()
    for rig in (here, there):
        assert (rig.trick, stands(rig)) == ([], False)


def test_another_game_is_offered_at_one_host_and_begun_at_the_other(journals, tmp_path):
    here = rig_at_end(tmp_path, journal=journals[0])
    assert touch(here.table, ANN) == ""
    with another_host():
        there = Table(here.code, journals[1], here.shelf, here.everybody, now_ms=lambda: 0)
        assert there.view().rematch == RematchOffer(0, 0)
        assert touch(there, BO) == ""
        assert there.view().games == 2
    here.table.catch_up()
    here.table.heed(journals[0].leases(""))
    assert (here.view.games, here.view.rematch) == (2, None)
    assert touch(here.table, ANN) == "The table has moved on. Look again."
