"""A board whose host dies or stands still: another host of the club takes it and plays on.

The hosts are whole programs on one real PostgreSQL, asked over HTTP; of the board only what it
says is played: `board.link.board`. Moving its cable gives it a new port, and leaves the old one
open as a stopped host has it.
"""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from board.link.board import Board
from board.link.door import Door
from board.test_network import KEY
from board.test_network import Table as Networked
from chaos.wire import Wire
from rig.evening import RED, SETTINGS, Cables, live, served
from rig.host import Host, database_of
from rig.patience import until
from rig.postgres import Postgres
from tablewire.frame import encode
from tablewire.host import GREETING_MS
from tablewire.limits import BEAT_MS, GONE_MS
from tablewire.messages import Event
from tricktable.app import House, open_house
from tricktable.board.checkup import ELSEWHERE
from tricktable.board.link.cable import PtyCable, UsbCable
from tricktable.board.link.exchange import LOOK_AGAIN_S
from tricktable.board.link.ports import holder
from tricktable.board.link.process import MICROPYTHON, best_interpreter
from tricktable.store.decks import Decks, Shelf
from tricktable.store.hosts import HELD_MS, LOOK_S, SAY_MS, Hosts
from tricktable.store.journal import Journal, JournalError, open_journal
from tricktable.table.views import LIVE, REFUSED
from tricktable.text.language import verbatim

BOOT = "0B0A12D5"
ANN, BO = "E6614C311B7E6F01", "E6614C311B7E6F02"


@pytest.fixture
def url(server: Postgres, home: Path) -> str:
    """A database with the journal of a table where somebody has the lead."""
    return database_of(home, server)


def state(host: Host) -> object:
    """How the board is, as this host tells everybody."""
    return host.ask("tables/7KQ")["board"]


def sources(url: str) -> list[str]:
    """The events of all boards that are in the journal, and what else must be there only once."""
    with closing(open_journal(url)) as journal:
        return [row.source for row in journal.read("7KQ") if row.source]


def heard(url: str) -> list[str]:
    """The events of the board that are in the journal."""
    return [each for each in sources(url) if each.startswith(BOOT)]


def plug(board: Board, socket: Path) -> UsbCable:
    """Move the board's cable to this socket; gives the old one, which is still open."""
    with board.changed:
        old, board.cable = board.cable, PtyCable()
        assert old is not None
        socket.symlink_to(board.cable.port)
    return old


def test_a_board_passes_to_another_host_and_back_untouched(
    home,
    url,
    tmp_path,
):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    here, there = tmp_path / "here", tmp_path / "there"
    with (
        Board(BOOT) as board,
        Host(home, "--database", url, "--port", str(here)) as one,
        Host(elsewhere, "--database", url, "--port", str(there)) as other,
    ):
        one.ready()
        other.ready()
        unused = plug(board, here)
        unused.close()
        until(lambda: state(one) == LIVE)
        until(lambda: state(other) == LIVE)  # as the first has told
        board.emit("K", "4")
        board.wait_for(lambda: board.acknowledged == 1)

        # The first stands still, and has the old end of the cable open all the time.
        os.kill(one.pid, signal.SIGSTOP)
        here.unlink()
        old = plug(board, there)
        board.emit("K", "5")
        board.wait_for(lambda: board.acknowledged == 2)
        until(lambda: state(other) == LIVE)
        old.pull()
        old.push(encode(str(Event(3, 1, "K", ("6",)))))
        os.kill(one.pid, signal.SIGCONT)
        until(lambda: holder(old.port) is None)
        assert old.pull() == b"", "it wrote to a board that is another's"
        old.close()
        until(lambda: state(one) == LIVE)
        assert heard(url) == [f"{BOOT}:1", f"{BOOT}:2"]  # and nothing that was on the old cable
        board.emit("K", "7")
        board.wait_for(lambda: board.acknowledged == 3)

        # The second dies, and its board comes back to the first.
        other.kill()
        plug(board, here).close()
        board.emit("K", "8")
        board.wait_for(lambda: board.acknowledged == 4)
        until(lambda: state(one) == LIVE)
    assert heard(url) == [f"{BOOT}:{number}" for number in (1, 2, 3, 4)]


def test_a_board_is_taken_within_five_seconds_even_at_the_worst_moment():
    """The lease was renewed just before, the look was just over, and so was one for ports."""
    at_once = 0.3  # a line greets a board that has just answered once more
    assert HELD_MS / 1000 + LOOK_S + LOOK_AGAIN_S + GREETING_MS / 1000 + at_once <= 5


def test_a_board_on_the_network_is_taken_soon_even_from_a_host_that_lost_its_power():
    """Nothing tells the board that its host is gone: it waits as long as a host may be silent."""
    at_once = 0.3
    assert GONE_MS / 1000 + LOOK_AGAIN_S + GREETING_MS / 1000 + at_once <= 5


def test_a_board_on_the_network_bears_that_two_ticks_of_its_host_are_lost():
    """The third comes in time, even if it is late by a poll of the host and one of the board."""
    late_ms = 400
    assert 2 * BEAT_MS + late_ms < GONE_MS


class Reached:
    """What a host finds that is told of a board on the network: always its address."""

    def __init__(self, port: str) -> None:
        self._port = port
        self.looks = 0
        """How often the host has looked."""

    def find(self) -> list[str]:
        """The ports there are now."""
        self.looks += 1
        return [self._port]


@contextmanager
def networked(folder: Path, url: str, reached: Reached) -> Iterator[House]:
    """A host in this program that has the key of the board on the network."""
    wanted = SETTINGS(data=folder, database=url, board_key_file=str(key_in(folder)))
    with open_house(wanted, Shelf(Decks((RED,))), reached.find) as made:
        made.start()
        try:
            yield made
        finally:
            made.stop()


def key_in(folder: Path) -> Path:
    """The file with the key of the board on the network."""
    folder.mkdir(exist_ok=True)
    path = folder / "key"
    path.write_text(KEY.hex())
    return path


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP])
def test_a_board_on_the_network_passes_to_an_undisturbing_host(
    home,
    url,
    tmp_path,
    end,
):
    """One that is stopped stands for one whose computer lost its power: it does not hang up."""
    door = Door(KEY)
    reached = Reached(door.port)
    words = ("--database", url, "--port", door.port, "--key-file", str(key_in(tmp_path / "here")))
    with Board(BOOT, cable=door) as board, Host(home, *words) as one:
        one.ready()
        board.emit("K", "4")
        board.wait_for(lambda: board.acknowledged == 1)
        until(lambda: state(one) == LIVE)
        came = door.came
        with networked(tmp_path / "there", url, reached) as other:
            until(lambda: live(other) == ["7KQ"])  # as the first says
            begun = reached.looks
            until(lambda: reached.looks >= begun + 4)
            assert (door.came, door.refused) == (came, 0), "it asked at a board that another has"

            os.kill(one.pid, end)
            board.emit("K", "5")
            board.wait_for(lambda: board.acknowledged == 2)
            assert served(other) == {"7KQ": board.id}

            if end is signal.SIGSTOP:
                os.kill(one.pid, signal.SIGCONT)
                until(lambda: state(one) == LIVE)  # as the other says
                board.emit("K", "7")
                board.wait_for(lambda: board.acknowledged == 3)
            assert door.strays == [], "a host went on with a board that it had lost"
            assert served(other) == {"7KQ": board.id}
            one.kill()
    count = 2 + (end is signal.SIGSTOP)
    assert heard(url) == [f"{BOOT}:{number}" for number in range(1, count + 1)]


@pytest.mark.skipif(
    best_interpreter() != MICROPYTHON, reason="only MicroPython has a board's file system"
)
def test_the_shipped_firmware_lets_another_host_in(
    home,
    url,
    tmp_path,
):
    table = Networked(tmp_path)
    reached = Reached(table.url)
    words = ("--database", url, "--port", table.url, "--key-file", str(key_in(tmp_path / "here")))
    try:
        with Host(home, *words) as one:
            one.ready()
            until(lambda: state(one) == LIVE)
            before = sources(url)
            table.board.lay(2, RED.tag_of("AH"))
            until(lambda: len(sources(url)) == len(before) + 1)
            table.board.lift(2)
            with networked(tmp_path / "there", url, reached) as other:
                until(lambda: live(other) == ["7KQ"])
                one.kill()
                table.board.lay(3, RED.tag_of("KH"))
                until(lambda: len(sources(url)) == len(before) + 2)
                assert live(other) == [*served(other)] == ["7KQ"]
                assert not other.table.view().trouble
    finally:
        table.board.close()


@contextmanager
def hosts(folder: Path, url: str, *cables: Cables) -> Iterator[list[House]]:
    """Hosts on one database, each with its own cables."""
    with ExitStack() as running_ones:
        made = []
        for number, each in enumerate(cables):
            wanted = SETTINGS(data=folder / f"host{number}", database=url)
            one = running_ones.enter_context(open_house(wanted, Shelf(Decks((RED,))), each.find))
            running_ones.callback(one.stop)
            one.start()
            made.append(one)
        yield made


def test_boards_of_two_hosts_are_never_at_one_table_and_change_tables(tmp_path, server):
    here, there = Cables(), Cables()
    with (
        Board("0A0A0A0A", board_id=ANN) as ann,
        Board("0B0B0B0B", board_id=BO) as bo,
        hosts(tmp_path, server.database(), here, there) as (one, other),
    ):
        here.boards.append(ann)
        until(lambda: live(one))
        (first,) = live(one)
        until(lambda: live(other) == [first])  # at its page, as the first says
        there.boards.append(bo)
        until(lambda: len(live(other)) == len(live(one)) == 2)
        (second,) = {*live(one)} - {first}
        assert (served(one), served(other)) == ({first: ANN}, {second: BO})
        assert other.boards == {first: ANN, second: BO}
        assert not other.close_table(first).is_done

        assert one.swap_boards(first, second).is_done
        until(lambda: (served(one), served(other)) == ({second: ANN}, {first: BO}))
        until(lambda: len(live(other)) == len(live(one)) == 2)
        ann.emit("K", "4")
        ann.wait_for(ann.is_settled)
        assert [row.source for row in one.tables[second].rows()][-1] == "0A0A0A0A:1"


def test_a_board_that_another_host_has_is_left_alone_until_that_gives_it_back(tmp_path, server):
    cables, url = Cables(), server.database()
    with Board("0A0A0A0A", board_id=ANN) as ann, closing(open_journal(url)) as journal:
        cables.boards.append(ann)
        what = json.dumps({"state": REFUSED, "word": "It is in safe mode."})
        lease = journal.take(f"board:{ANN}", "another", 600_000, what)
        with hosts(tmp_path, url, cables) as (one,):
            code = one.table.code
            journal.renew(lease, 600_000, json.dumps({**json.loads(what), "table": code}))
            until(lambda: one.table.view().board == REFUSED)
            assert one.table.view().board_word == verbatim("It is in safe mode.")
            assert one.examine(False)[code].state == ELSEWHERE
            assert not ann.shown
            journal.let_go(lease)
            until(lambda: live(one))
            assert [each.name for each in journal.leases("board:")] == [f"board:{ANN}"]
        assert journal.leases("board:") == []


def test_while_the_database_is_away_a_board_goes_on_and_one_that_comes_is_served(tmp_path, server):
    cables = Cables()
    with (
        Board("0A0A0A0A", board_id=ANN) as ann,
        hosts(tmp_path, server.database(), cables) as (one,),
    ):
        cables.boards.append(ann)
        until(lambda: live(one))
        server.stop("immediate")
        try:
            until(lambda: one.table.view().trouble)
            ann.replug()
            shown = len(ann.shown)
            ann.emit("K", "4")
            ann.wait_for(lambda: len(ann.shown) > shown)
            assert ann.acknowledged == 0
        finally:
            server.start()
        ann.wait_for(ann.is_settled)
        until(lambda: live(one))


def answers(journal: Journal) -> bool:
    """Whether its database is found again."""
    try:
        journal.look()
    except JournalError:
        return False
    return True


def test_a_host_that_stood_still_leaves_a_board_if_nobody_can_say_whose_it_is(server):
    """On the network the board may have let another host in; nobody else reaches a cable's."""
    wire, now_ms = Wire(server.folder), 0
    database = urlsplit(server.database()).path.removeprefix("/")
    with closing(wire), closing(open_journal(wire.url(database))) as journal:
        one = Hosts(journal, dict, lambda _: None, lambda: now_ms)
        assert one.take(ANN, "socket://table.local:8037")
        assert one.take(BO, "")
        wire.refuses = True
        wire.cut()
        for _ in range(2 * HELD_MS // SAY_MS):
            now_ms += SAY_MS
            one.beat()
            assert [one.holds(each) for each in (ANN, BO)] == [True, True], "it talks with them"

        now_ms += HELD_MS
        one.beat()  # whichever of its threads asks first
        assert not one.holds(ANN)
        assert one.holds(BO)
        assert one.take(ANN, "socket://table.local:8037")  # the board has let it in again
        assert one.holds(ANN)

        wire.refuses = False
        until(lambda: answers(journal))
        now_ms += HELD_MS
        assert one.holds(ANN), "the database says so"
