"""One host, many tables: boards find their tables, tables come and go, and none disturbs another.

The boards are `link.board`, and two with the real firmware; the cables and the journal are real.
"""

from collections.abc import Iterator
from threading import Thread

import pytest

from board.link.board import Board
from rig.evening import RED, Cables, house, live, served
from rig.patience import PATIENCE_S, until
from rig.table import RecordingAudience
from test_network import Port
from tricktable.app import MOST_TOLD, House
from tricktable.board.link.cable import PtyCable
from tricktable.board.link.line import ENDED
from tricktable.board.link.ports import open_port
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.store.journal import Full
from tricktable.table import commands
from tricktable.table.views import ABSENT, REFUSED, SILENT, WITHOUT, TableView

ANN, BO = "E6614C311B7E6F01", "E6614C311B7E6F02"


@pytest.fixture
def cables() -> Cables:
    return Cables()


@pytest.fixture
def ann(cables: Cables) -> Iterator[Board]:
    """A board that is plugged in."""
    with Board("0A0A0A0A", board_id=ANN) as board:
        cables.boards.append(board)
        yield board


@pytest.fixture
def bo() -> Iterator[Board]:
    """A board that is switched on, and not yet plugged in."""
    with Board("0B0B0B0B", board_id=BO) as board:
        yield board


def heard(here: House, code: str) -> list[str]:
    """The lives of the boards that the table has heard."""
    sources = (row.source for row in here.tables[code].rows() if row.source)
    return [source.partition(":")[0] for source in sources]


# --- boards --------------------------------------------------------------------------------------


def test_a_second_board_opens_a_second_table_and_each_hears_its_own(tmp_path, cables, ann, bo):
    with house(tmp_path, cables) as here:
        first = here.table.code
        until(lambda: live(here) == [first])
        assert here.boards == {first: ANN}
        cables.boards.append(bo)
        until(lambda: len(live(here)) == 2)
        (second,) = {*here.tables} - {first}
        assert here.boards == {first: ANN, second: BO}
        ann.emit("K", "4")
        bo.emit("K", "3")
        ann.wait_for(ann.is_settled)
        bo.wait_for(bo.is_settled)
        assert heard(here, first) == ["0A0A0A0A"]
        assert heard(here, second) == ["0B0B0B0B"]


def test_a_second_board_goes_to_a_table_that_waits_for_one(tmp_path, cables, ann, bo):
    cables.boards.append(bo)
    with house(tmp_path, cables, tables=3) as here:
        until(lambda: live(here) == [*here.tables][:2])
        assert len(here.tables) == 3


def test_each_finds_its_table_again_over_changed_cables_and_a_restart(tmp_path, cables, ann, bo):
    with house(tmp_path, cables) as here:
        until(lambda: live(here))
        cables.boards.append(bo)
        until(lambda: len(live(here)) == 2)
        homes = here.boards
        ann.unplug()
        bo.unplug()
        until(lambda: {table.view().board for table in here.tables.values()} == {SILENT})
        bo.replug()
        ann.replug()
        until(lambda: len(live(here)) == 2)
        assert here.boards == homes
    cables.boards.reverse()
    with house(tmp_path, cables) as here:
        assert [*here.tables] == [*homes]  # in the order in which they were opened
        until(lambda: len(live(here)) == 2)
        assert here.boards == homes
        assert len(here.tables) == 2
        ann.emit("K", "4")
        ann.wait_for(ann.is_settled)
        assert heard(here, here.table.code) == ["0A0A0A0A"]


def test_a_table_is_without_a_board_until_the_first_one_comes(tmp_path, cables, ann):
    cables.boards.clear()
    with house(tmp_path, cables) as here:
        assert here.table.view().board == WITHOUT  # at once, not after a look for boards
        here.table.ask(commands.NewGame("torite", 4))
    with house(tmp_path, cables) as here:
        until(lambda: here.table.view().board == WITHOUT)
        cables.boards.append(ann)
        until(lambda: live(here))
        ann.unplug()
        until(lambda: here.table.view().board == SILENT)
    with house(tmp_path, cables) as here:
        until(lambda: here.table.view().board == ABSENT)


def test_two_tables_change_boards_and_what_is_kept_stays_so(tmp_path, cables, ann, bo):
    with house(tmp_path, cables, tables=2) as here:
        one, two = here.tables
        until(lambda: live(here) == [one])
        cables.boards.append(bo)
        until(lambda: live(here) == [one, two])
        ann.emit("K", "4")
        ann.wait_for(ann.is_settled)
        assert here.swap_boards(one, two).is_done
        assert here.boards == {one: BO, two: ANN}
        until(lambda: served(here) == {one: BO, two: ANN})
        ann.emit("S", "0", "short")
        bo.emit("K", "4")
        until(lambda: heard(here, one) == ["0A0A0A0A", "0B0B0B0B"])
        until(lambda: heard(here, two) == ["0A0A0A0A"])
        until(lambda: live(here) == [one, two])
    with house(tmp_path, cables) as here:
        until(lambda: live(here) == [one, two])
        assert here.boards == {one: BO, two: ANN}


def test_a_board_is_given_to_a_table_without_one_which_then_has_none_itself(tmp_path, cables, ann):
    with house(tmp_path, cables, tables=3) as here:
        one, two, three = here.tables
        until(lambda: live(here) == [one])
        assert here.swap_boards(two, one).is_done
        until(lambda: live(here) == [two])
        until(lambda: here.tables[one].view().board == WITHOUT)
        assert here.boards == {two: ANN}
        assert "has a board" in here.swap_boards(one, three).reason


def test_ports_at_which_nobody_answers_hold_nobody_up(tmp_path, cables, ann, bo):
    strangers = [PtyCable() for _ in range(3)]
    cables.others = [each.port for each in strangers]
    with house(tmp_path, cables, tables=2) as here:
        until(lambda: live(here))
        cables.boards.append(bo)
        until(lambda: len(live(here)) == 2)
        ann.replug()
        bo.replug()
        until(lambda: len(live(here)) == 2 and ann.is_settled())
        assert len(here.tables) == 2
    for each in strangers:
        each.close()


def test_a_port_that_cannot_be_used_is_told_at_the_table_that_has_no_board(tmp_path, cables, ann):
    with house(tmp_path, cables, tables=2) as here:
        one, two = here.tables
        until(lambda: live(here) == [one])
        cable = PtyCable()
        with open_port(cable.port):
            cables.others = [cable.port]
            until(lambda: here.tables[two].view().board == REFUSED)
            assert cable.port in str(here.tables[two].view().board_word)
            until(lambda: live(here) == [one])
            cables.others = []
            until(lambda: here.tables[two].view().board == WITHOUT)
        cable.close()


def test_a_board_of_another_protocol_is_refused_and_taken_once_it_speaks_ours(tmp_path, cables):
    with Board(lo=0, hi=0, board_id=ANN) as old:
        cables.boards.append(old)
        with house(tmp_path, cables) as here:
            until(lambda: here.table.view().board == REFUSED)
            assert "put the firmware that came with this host" in str(here.table.view().board_word)
            old.wait_for(lambda: "too_old:_update_this_board" in old.refused)
            assert here.boards == {}
            old.reset("FFFFFFFF")  # with the firmware of today
            old.replug()
            until(lambda: here.boards == {here.table.code: ANN} and live(here))


def test_without_room_for_its_table_a_board_waits(tmp_path, cables, ann, bo, monkeypatch):
    with house(tmp_path, cables) as here:
        until(lambda: live(here))
        tried: list[object] = []

        def fails(rows: object) -> None:
            tried.append(rows)
            raise Full("no room")

        with monkeypatch.context() as full:
            full.setattr(here._journal, "append", fails)
            cables.boards.append(bo)
            until(lambda: len(tried) >= 2)
        until(lambda: len(live(here)) == 2)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_bug_that_ends_the_search_is_told_at_every_table(tmp_path, cables, monkeypatch):
    def breaks() -> list[str]:
        raise AssertionError("a bug")

    with house(tmp_path, cables, tables=2) as here:
        monkeypatch.setattr(here._boards.exchange, "_find", breaks)
        until(lambda: all(each.view().board_word == ENDED for each in here.tables.values()))


# --- tables --------------------------------------------------------------------------------------


def test_a_table_is_opened_shown_and_there_after_a_restart(tmp_path, cables):
    with house(tmp_path, cables) as here:
        first = here.table.code
        second = here.open_table()
        assert second != first
        everybody = RecordingAudience()
        here.tell(second, everybody)
        here.tables[second].ask(commands.NewGame("troika", 4))
        assert everybody.views[-1].games == 1
        assert here.table.view().games == 0
        page = here.app().test_client().get("/host/").text
        assert page.index(first) < page.index(second)
    with house(tmp_path, cables) as here:
        assert [*here.tables] == [first, second]


def test_who_joins_misses_nothing_that_happens_while_the_newest_view_is_shown(tmp_path, cables):
    class Printer(RecordingAudience):
        """Prints so slowly that meanwhile somebody asks for something, and a card is laid."""

        def show(self, view: TableView) -> None:
            super().show(view)
            if view.games == 0:
                elsewhere.start()
                here.table.ask(commands.NewGame("troika", 4))

    with house(tmp_path, cables) as here:
        elsewhere = Thread(target=here.table.ask, args=(commands.Deal(0),))
        everybody = Printer()
        here.tell(here.table.code, everybody)
        elsewhere.join(PATIENCE_S)
        versions = [view.version for view in everybody.views]
        assert versions == [*range(versions[0], here.table.view().version + 1)]


def test_the_terminal_tells_each_card_only_while_tables_are_few(tmp_path, cables, capsys):
    def deal(code: str) -> str:
        for request in (commands.NewGame("troika", 4), commands.Deal(0)):
            here.tables[code].ask(request)
        return capsys.readouterr().out

    with house(tmp_path, cables, tables=MOST_TOLD) as here:
        here.welcome(Port())  # type: ignore[arg-type]
        capsys.readouterr()
        assert f"{here.table.code}    North deals\n" in deal(here.table.code)
        fifth = here.open_table()
        why, *begun = deal(fifth).splitlines()[-2:]
        assert "only games, improper play, boards and faults are told" in why
        assert begun == [f"{fifth}  Troika: North, East, South, West"]
        assert deal(here.table.code) == f"{here.table.code}  Troika: North, East, South, West\n"


def test_only_a_table_where_nothing_happened_is_put_away_and_stays_so(tmp_path, cables, ann):
    with house(tmp_path, cables) as here:
        first = here.table.code
        assert "only table" in here.close_table(first).reason
        until(lambda: live(here))
        second, third = here.open_table(), here.open_table()
        for code in (first, third):
            here.tables[code].ask(commands.NewGame("troika", 4))
        assert "played at" in here.close_table(third).reason
        until(lambda: "Unplug" in here.close_table(first).reason)
        assert here.close_table(second).is_done
        assert [*here.tables] == [first, third]
        assert second not in here.app().test_client().get("/").text
    with house(tmp_path, cables) as here:
        assert [*here.tables] == [first, third]
        assert here.open_table() not in (first, second, third)


def test_a_board_whose_table_was_put_away_is_as_good_as_new(tmp_path, cables, ann):
    with house(tmp_path, cables, tables=2) as here:
        one, two = here.tables
        until(lambda: live(here) == [one])
        ann.unplug()
        until(lambda: not live(here))
        assert here.close_table(one).is_done
        ann.replug()
        until(lambda: live(here) == [two])


# --- the real firmware ---------------------------------------------------------------------------


def test_two_boards_with_the_real_firmware_keep_to_their_tables(tmp_path, cables):
    with SimulatedBoard.start(1, speed=16) as one, SimulatedBoard.start(2, speed=16) as two:
        cables.boards = [one]
        with house(tmp_path, cables) as here:
            until(lambda: live(here))
            cables.boards = [one, two]
            until(lambda: len(live(here)) == 2)
            first, second = here.tables
            assert here.boards == {first: one.id, second: two.id}
            for code in here.tables:
                here.tables[code].ask(commands.NewGame("torite", 4, dealer=3))
                here.tables[code].ask(commands.Declare("leader", 0))
            one.lay(0, RED.tag_of("QH"))
            until(lambda: cards(here, first) == [(0, "QH")])
            assert cards(here, second) == []
            one.unplug()
            two.unplug()
            two.lay(0, RED.tag_of("2C"))
            two.replug()
            one.replug()
            until(lambda: cards(here, second) == [(0, "2C")])
            assert cards(here, first) == [(0, "QH")]
        cables.boards = [two, one]
        with house(tmp_path, cables) as here:
            until(lambda: len(live(here)) == 2)
            one.lay(1, RED.tag_of("3H"))
            until(lambda: cards(here, first) == [(0, "QH"), (1, "3H")])
            assert cards(here, second) == [(0, "2C")]


def cards(here: House, code: str) -> list[tuple[int, str]]:
    """What lies on the table."""
    view = here.tables[code].view().view
    return [*view.trick]
