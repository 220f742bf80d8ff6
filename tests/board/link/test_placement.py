"""Which board goes to which table, whatever is plugged, pulled and renumbered in which order."""

from hypothesis import given
from hypothesis import strategies as st

from tricktable.board.link.placement import Placement

ANN, BO, CY = "E661AA01", "E661BB02", "E661CC03"


class Floor:
    """Tables with lines, boards with cables and a host that can restart: all at once, no clock."""

    def __init__(self, tables=1):
        self.cables = {}
        """The board at the other end of each port, or None: something that is no board."""
        self._numbers = iter(range(10_000))
        self._codes = iter(range(10_000))
        self.placing = Placement()
        for _ in range(tables):
            self.open()

    def open(self):
        code = f"T{next(self._codes):04}"
        self.placing = self.placing.with_table(code)
        return code

    def plug(self, board, port=None):
        name = port or f"port{next(self._numbers)}"
        self.cables[name] = board
        return name

    def pull(self, board):
        self.cables = {port: who for port, who in self.cables.items() if who != board}

    def restart(self):
        """The host forgets all but what it keeps."""
        self.placing = Placement(self.placing.tables, dict(self.placing.homes))

    def swap(self, board, number):
        """A known board goes to another table; both lines let go of what they have."""
        tables = self.placing.tables
        if board not in self.placing.homes:
            return
        for each, table in self.placing.exchange_homes(board, tables[number % len(tables)]).items():
            self.placing = self.placing.with_home(each, table)
            for port in [port for port, who in self.placing.board_at.items() if who == each]:
                if port in self.placing.table_at:
                    self.placing = self.placing.without_line(port)

    def settle(self, lines_first=False):
        """All that host and lines do until nothing is left to be done."""
        for _ in range(100):
            before = self.placing
            self.placing = before.with_ports(self.cables)
            for port in before.table_at:  # a line whose cable is out lets go of its port
                if self.placing.board_at.get(port) != self.cables.get(port, ""):
                    self.placing = self.placing.without_line(port)
            silent = {port for port in self.cables if self.placing.board_at.get(port) is None}
            for port in sorted(silent):  # a port where nobody answered is asked again and again
                self.placing = self.placing.with_hello(port, self.cables[port])
                if lines_first:
                    self._serve()
                    self._assign_tables()
            self._assign_tables()
            self._serve()
            if self.placing == before:
                return
        raise AssertionError("it never comes to rest")

    def _assign_tables(self):
        for board in self.placing.homeless():
            if board in self.placing.homeless():
                table = self.placing.place(board) or self.open()
                self.placing = self.placing.with_home(board, table)

    def _serve(self):
        for table in self.placing.tables:
            port = self.placing.due(table)
            if port is not None:
                assert port not in self.placing.table_at, "a port is offered twice"
                assert table not in self.placing.table_at.values(), "a line has one port"
                self.placing = self.placing.with_line(port, table)

    @property
    def at(self):
        """The table of each board that is served."""
        return {self.cables[port]: table for port, table in self.placing.table_at.items()}


# --- what people expect --------------------------------------------------------------------------


def test_the_first_board_goes_to_the_only_table_and_comes_back_under_another_name():
    floor = Floor()
    floor.plug(ANN)
    floor.settle()
    assert floor.at == {ANN: "T0000"}
    floor.pull(ANN)
    floor.settle()
    assert floor.at == {}
    floor.plug(None)
    floor.plug(ANN)
    floor.settle()
    assert floor.at == {ANN: "T0000"}


def test_a_second_board_opens_a_second_table_and_both_find_home_after_a_restart():
    floor = Floor()
    floor.plug(ANN, "a")
    floor.settle()
    floor.plug(BO, "b")
    floor.settle()
    assert floor.at == {ANN: "T0000", BO: "T0001"}
    floor.cables = {"a": BO, "b": ANN}  # the cables are changed while the host is off
    floor.restart()
    floor.settle(lines_first=True)
    assert floor.at == {ANN: "T0000", BO: "T0001"}


def test_an_unknown_board_goes_to_the_first_table_without_one():
    floor = Floor(tables=3)
    floor.plug(ANN)
    floor.plug(BO)
    floor.settle()
    assert {*floor.at.values()} == {"T0000", "T0001"}
    floor.plug(CY)
    floor.settle()
    assert floor.at[CY] == "T0002"


def test_at_the_only_table_another_board_takes_the_place_of_one_that_is_gone():
    floor = Floor()
    floor.plug(ANN)
    floor.settle()
    floor.pull(ANN)
    floor.plug(BO)
    floor.settle()
    assert floor.at == {BO: "T0000"}
    floor.plug(ANN)  # mended, but its place is taken
    floor.settle(lines_first=True)
    assert floor.at == {BO: "T0000", ANN: "T0001"}


def test_no_stranger_takes_a_place_whose_board_was_plugged_in_with_it():
    floor = Floor()
    floor.plug(BO)
    floor.settle()
    floor.pull(BO)
    floor.restart()
    floor.plug(ANN, "a")  # is asked first
    floor.plug(BO, "b")
    floor.settle(lines_first=True)
    assert floor.at == {BO: "T0000", ANN: "T0001"}


def test_an_absent_board_keeps_its_table_where_there_are_several():
    floor = Floor(tables=2)
    for board in (ANN, BO):
        floor.plug(board)
        floor.settle()
    floor.pull(ANN)
    floor.plug(CY)
    floor.settle()
    assert floor.at == {BO: "T0001", CY: "T0002"}


def test_two_tables_change_boards_and_one_without_gets_one():
    floor = Floor(tables=3)
    for board in (ANN, BO):
        floor.plug(board)
        floor.settle()
    assert floor.placing.exchange_homes(ANN, "T0001") == {ANN: "T0001", BO: "T0000"}
    assert floor.placing.exchange_homes(ANN, "T0002") == {ANN: "T0002"}


def test_a_table_that_is_gone_has_no_board():
    floor = Floor(tables=2)
    for board in (ANN, BO):
        floor.plug(board)
        floor.settle()
    floor.pull(BO)
    floor.settle()
    floor.placing = floor.placing.without_table("T0001")
    floor.plug(BO)
    floor.settle()
    assert floor.at == {ANN: "T0000", BO: "T0002"}


def test_who_is_told_of_a_port_in_a_bad_way():
    floor = Floor(tables=2)
    assert floor.placing.table_to_warn() == "T0000"
    floor.placing = floor.placing.with_home(ANN, "T0001")
    assert floor.placing.table_to_warn() == "T0001"  # it had one, and misses it
    floor.plug(ANN)
    floor.settle()
    assert floor.placing.table_to_warn() == "T0000"


# --- whatever happens ----------------------------------------------------------------------------

BOARDS = st.sampled_from([f"E661{number:04}" for number in range(5)])
PORTS = st.sampled_from([f"port{number}" for number in range(6)])
HAPPENINGS = st.one_of(
    st.tuples(st.just("plug"), BOARDS, PORTS),
    st.tuples(st.just("pull"), BOARDS),
    st.tuples(st.just("stranger"), PORTS),
    st.tuples(st.just("settle"), st.booleans()),
    st.tuples(st.just("restart")),
    st.tuples(st.just("open")),
    st.tuples(st.just("swap"), BOARDS, st.integers(0, 9)),
)


def carry_out(floor, happening):
    """One thing that happens; a device has one cable, and a port one device."""
    match happening:
        case ("plug", board, port):
            floor.pull(board)
            floor.plug(board, port)
        case ("stranger", port):
            floor.plug(None, port)
        case ("swap", board, number):
            floor.swap(board, number)
        case (what, *more):
            {"pull": floor.pull, "settle": floor.settle, "restart": floor.restart,
             "open": floor.open}[what](*more)  # fmt: skip


@given(st.integers(1, 4), st.lists(HAPPENINGS, max_size=40), st.booleans())
def test_every_board_is_served_once_and_each_at_a_table_of_its_own(tables, story, lines_first):
    floor = Floor(tables)
    for happening in story:
        carry_out(floor, happening)
        places = [*floor.placing.table_at.values()]
        assert len(places) == len({*places}), "a line has one port"
    floor.settle(lines_first)
    plugged = {board for board in floor.cables.values() if board is not None}
    assert {*floor.at} == plugged, "none starves, and no stranger is served"
    assert len({*floor.at.values()}) == len(plugged)
    assert all(floor.placing.homes[board] == table for board, table in floor.at.items())


@given(st.integers(1, 4), st.lists(HAPPENINGS, max_size=25), st.data())
def test_what_was_served_is_served_at_the_same_table_after_any_renumbering(tables, story, data):
    floor = Floor(tables)
    for happening in story:
        carry_out(floor, happening)
    floor.settle()
    before = floor.at
    boards = data.draw(st.permutations(sorted(before)))
    floor.cables = {}
    if data.draw(st.booleans(), "the host notices"):
        floor.settle()
    for number, board in enumerate(boards):
        floor.plug(board, f"port{number}")
    if data.draw(st.booleans(), "the host was off"):
        floor.restart()
    floor.settle(data.draw(st.booleans(), "lines first"))
    assert floor.at == before


# --- other hosts of the club ----------------------------------------------------------------------


def at(tables, **homes):
    """Tables, boards with homes, and one board that has just been plugged in."""
    return Placement(tuple(tables), homes, frozenset({"port"})).with_hello("port", ANN)


def test_a_board_does_not_take_the_place_of_one_at_another_host():
    placing = at(["T1"]).with_elsewhere({BO: "T1"})
    assert placing.homeless() == (ANN,)
    assert placing.place(ANN) is None, "not even at the only table"
    assert placing.table_to_warn() is None, "its board is well"
    assert placing.is_used("T1")
    assert at(["T1"], **{BO: "T1"}).place(ANN) == "T1", "once that is gone"


def test_a_board_waits_for_its_table_while_another_host_moves_the_one_that_is_there():
    placing = at(["T1", "T2"], **{ANN: "T2", BO: "T1"}).with_elsewhere({BO: "T2"})
    assert placing.homeless() == ()
    assert placing.due("T2") is None
    assert placing.with_elsewhere({BO: "T1"}).due("T2") == "port"


def test_a_board_whose_table_has_another_one_elsewhere_goes_to_another_table():
    placing = at(["T1", "T2"], **{ANN: "T1", BO: "T1"}).with_elsewhere({BO: "T1"})
    assert placing.homeless() == (ANN,)
    assert placing.place(ANN) == "T2"
    assert placing.board_of("T1") == BO
