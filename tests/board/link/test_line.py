"""The line: a real board's session on a real port, a real table, and whatever happens between.

Nothing of the protocol is pretended: the board is `link.board`, the journal is a file.
"""

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from board.link.board import STEP_S, Board, now_ms
from board.link.test_ports import HOLD
from rig.patience import PATIENCE_S
from rig.table import Rig
from tablewire.limits import SILENT_MS
from tricktable.board.link.cable import PtyCable
from tricktable.board.link.line import ENDED, Line, is_older
from tricktable.board.link.ports import open_port
from tricktable.board.picture import picture
from tricktable.store.journal import open_journal
from tricktable.table import commands
from tricktable.table.views import ABSENT, LIVE, REFUSED, SILENT
from tricktable.text.language import NO_MESSAGE


class Host:
    """A table with its line, started and stopped at will."""

    def __init__(self, folder: Path, find: Callable[[], Iterable[str]]) -> None:
        self.rig = Rig(folder)
        self.find = find
        self.start()

    def start(self) -> None:
        """Begin to look for a board."""
        self.line = Line(self.rig.table, self.find, picture)
        self.line.start()

    def restart(self) -> None:
        """End as a program does, and start from the journal."""
        self.line.stop()
        self.rig.restart()
        self.start()

    def close(self) -> None:
        """End for good."""
        self.line.stop()
        self.rig.journal.close()

    @property
    def sources(self) -> list[str]:
        """The board events in the journal, in its order."""
        return [row.source for row in self.rig.table.rows() if row.source]

    def uid(self, code: str) -> str:
        """The tag of a card of the deck in play."""
        return self.rig.decks.decks[0].tag_of(code)

    def is_shown(self, board: Board) -> bool:
        """Whether the board shows the table as it is now."""
        wanted = json.loads(picture(self.rig.view))
        return {**board.picture, "s": ""} == {**wanted, "s": ""}


@pytest.fixture
def board() -> Iterator[Board]:
    with Board() as board:
        yield board


@pytest.fixture
def host(tmp_path: Path, board: Board) -> Iterator[Host]:
    host = Host(tmp_path, board.ports)
    board.wait_for(lambda: host.rig.view.board == LIVE)
    yield host
    host.close()


def expected(board: Board, count: int) -> list[str]:
    """The first events of this life of the board, each once and in order."""
    return [f"{board.boot}:{seq}" for seq in range(1, count + 1)]


def test_a_card_goes_from_board_to_journal_and_the_picture_comes_back(host, board):
    board.emit("K", "4")
    board.emit("S", "3", "short")
    board.emit("S", "0", "short")
    board.emit("C", "0", host.uid("QH"))
    board.wait_for(lambda: board.picture.get("c") == [[0, "QH"]])
    board.wait_for(board.is_settled)
    assert host.sources == expected(board, 4)


def test_an_event_is_acknowledged_only_once_it_is_durable(host, board):
    host.rig.journal.close()  # an outage: nothing is durable from here on
    board.emit("K", "4")
    board.wait_for(lambda: host.rig.view.trouble)
    board.wait_for(lambda: board.session.resent >= 3)  # the host is there, and does not say so
    assert board.session.backlog == 1
    host.rig.journal = open_journal(host.rig.path)
    assert list(host.rig.journal.read("7KQ")) == []
    host.rig.table._ledger._journal = host.rig.journal
    board.wait_for(board.is_settled)
    assert host.sources == expected(board, 1)
    assert host.rig.view.trouble is None


def test_a_board_that_is_unplugged_goes_on_and_comes_back_on_another_port(host, board):
    board.emit("K", "4")
    board.wait_for(board.is_settled)
    before = board.ports()
    board.unplug()
    board.wait_for(lambda: host.rig.view.board == SILENT)
    board.wait_for(lambda: (host.line.silence_s() or 0) >= SILENT_MS / 1000)
    for seat in (3, 0):
        board.emit("S", str(seat), "short")
    board.greeted, began = None, board.rounds
    others = [PtyCable() for _ in range(3)]  # devices that took the old name meanwhile
    board.replug()
    assert board.ports() != before
    board.wait_for(lambda: host.rig.view.board == LIVE and board.is_settled())
    assert host.sources == expected(board, 3)
    board.wait_for(lambda: (host.line.silence_s() or 99) < SILENT_MS / 1000)
    assert board.greeted is not None
    assert (board.greeted - began) * STEP_S <= 3
    for other in others:
        other.close()


def test_what_a_pulled_board_read_before_a_new_game_counts_in_none(host, board):
    rig, names = host.rig, ["Ann", "Bo", "Cy", "Di"]
    rig.ask(commands.NewGame("torite", 4, names))
    for seat in (3, 0):
        board.emit("S", str(seat), "short")
    board.emit("C", "0", host.uid("QH"))
    board.wait_for(lambda: host.line.session.beat)
    board.wait_for(board.is_settled)
    board.unplug()
    board.wait_for(lambda: rig.view.board == SILENT)
    for reader, code in enumerate(("2H", "3H"), start=1):
        board.emit("C", str(reader), host.uid(code), ago_ms=60_000)
    board.emit("K", "UNDO", ago_ms=60_000)
    rig.ask(commands.NewGame("torite", 4, names, {}, 3, abandon=True))
    begun = len([*rig.table.rows()])
    board.replug()
    board.wait_for(lambda: rig.view.board == LIVE and board.is_settled())
    assert rig.said == "Not recorded, since that game is over: 2H, 3H."
    assert {row.kind for row in [*rig.table.rows()][begun:]} == {"desk"}
    board.emit("S", "0", "short")
    board.emit("C", "0", host.uid("QH"))
    board.wait_for(board.is_settled)
    assert [*rig.table.rows()][-1].kind == "entry", "what is laid in the new game counts"


def test_a_cable_that_is_changed_in_one_move_is_no_matter(host, board):
    board.emit("K", "4")
    for seat in range(8):
        board.emit("S", str(seat % 4), "short")
        board.replug()
    board.wait_for(board.is_settled)
    assert host.sources == expected(board, 9)


def test_a_host_that_starts_anew_takes_what_waited_and_nothing_twice(host, board):
    board.emit("K", "4")
    board.wait_for(board.is_settled)
    host.line.stop()
    for seat in (3, 0):
        board.emit("S", str(seat), "short")
    host.restart()
    board.wait_for(lambda: host.is_shown(board) and board.is_settled())
    assert host.sources == expected(board, 3)
    assert host.rig.game.next_what == "play"


def test_what_was_committed_and_never_acknowledged_is_not_taken_again(host, board):
    host.line.stop()
    board.emit("K", "4")
    host.rig.table.hear(board.boot, 1, "K", ("4",))  # and then the host died
    host.restart()
    board.wait_for(board.is_settled)
    assert host.sources == expected(board, 1)
    assert host.line.session.doubles == 0


def test_a_board_that_restarts_is_told_to_the_table_and_goes_on(host, board):
    board.emit("K", "4")
    board.wait_for(board.is_settled)
    board.reset("FFFFFFFF")
    board.wait_for(lambda: host.rig.said == "The board restarted. Was the last card recorded?")
    board.emit("S", "3", "short")
    board.wait_for(lambda: host.is_shown(board) and board.is_settled())
    assert host.sources == ["0A1B2C3D:1", "FFFFFFFF:1"]


def test_what_a_board_is_known_to_have_lost_is_counted(host, board):
    for _ in range(250):
        board.emit("K", "9")
    with board.changed:  # the board stands still while this is looked at
        board.wait_for(lambda: host.line.session.events_missing)
        board.reset("FFFFFFFF")
    board.wait_for(lambda: "Lay the missing cards again." in host.rig.said)
    taken = len(host.sources)
    assert host.sources == [f"0A1B2C3D:{seq}" for seq in range(1, taken + 1)]
    told = re.search(r"lost (\d+) reads", host.rig.said)
    assert 0 < int(told[1]) <= 250 - taken  # the host knows of those that a beat had counted


SPOKEN = [
    (0, 0, "too_old:_update_this_board", "put the firmware that came with this host"),
    (7, 9, "too_new:_update_the_host", "update Tricktable on this computer"),
]


@pytest.mark.parametrize(("lo", "hi", "reason", "advice"), SPOKEN, ids=["old", "new"])
def test_a_board_of_another_protocol_is_refused_with_what_to_do(tmp_path, lo, hi, reason, advice):
    with Board(lo=lo, hi=hi) as board:
        host = Host(tmp_path, board.ports)
        board.emit("K", "4")
        board.wait_for(lambda: reason in board.refused)
        assert host.rig.view.board == REFUSED
        assert advice in str(host.rig.view.board_word)
        assert any(advice in line for line in host.rig.everybody.lines)
        assert list(host.rig.table.rows()) == []
        board.unplug()
        board.wait_for(lambda: host.rig.view.board == ABSENT)
        host.close()


def test_a_board_in_safe_mode_says_why_and_what_to_do(tmp_path):
    with Board(version="safe", has="safe=ImportError:_no_module_named_'pins'") as board:
        host = Host(tmp_path, board.ports)
        board.wait_for(lambda: host.rig.view.board == REFUSED)
        assert "(ImportError: no module named 'pins')" in str(host.rig.view.board_word)
        assert "`tricktable flash`" in str(host.rig.view.board_word)
        board.wait_for(lambda: host.line.session.beat)
        assert host.rig.view.board == REFUSED
        board.reset("FFFFFFFF")  # with a program that runs
        board.wait_for(lambda: host.rig.view.board == LIVE)
        host.close()


def test_an_older_board_works_and_its_update_is_spoken_of_once(tmp_path):
    with Board(version="0.0.9") as board:
        host = Host(tmp_path, board.ports)
        board.wait_for(lambda: host.rig.view.board == LIVE)
        assert "(it runs 0.0.9, this host has" in str(host.rig.view.board_word)
        board.unplug()
        board.wait_for(lambda: host.rig.view.board == SILENT)
        board.replug()
        board.wait_for(lambda: host.rig.view.board == LIVE)
        assert host.rig.view.board_word == NO_MESSAGE
        assert sum("`tricktable flash`" in line for line in host.rig.everybody.lines) == 1
        host.close()


@pytest.mark.parametrize(
    ("version", "is_so"),
    [("0.9.10", True), ("0.10", True), ("0.10.0", False), ("0.10.1", False), ("1", False)]
    + [(word, False) for word in ("test", "", "0.x", "safe")],
)
def test_versions_are_compared_by_their_numbers(version, is_so):
    assert is_older(version, "0.10.0") is is_so


def test_a_board_that_was_refused_and_brought_up_to_date_is_taken(tmp_path):
    with Board(lo=0, hi=0) as board:
        host = Host(tmp_path, board.ports)
        board.wait_for(lambda: host.rig.view.board == REFUSED)
        board.reset("FFFFFFFF")  # with the firmware of today
        board.replug()
        board.wait_for(lambda: host.rig.view.board == LIVE)
        host.close()


@pytest.mark.parametrize("seed", range(5))
def test_rubbish_on_the_port_harms_nothing(host, board, seed):
    chance = random.Random(seed)
    board.emit("K", "4")
    for count in range(2, 22):
        board.emit("S", str(count % 4), "short")
        board.say(rubbish(chance))
        board.wait_for(board.is_settled)
        assert host.sources == expected(board, count)
    assert host.line.session.strays + host.line.session.bad_frames > 10


def rubbish(chance: random.Random) -> bytes:
    """What else may come out of a board: prints, tracebacks, torn frames, bytes of any kind."""
    kind = chance.randrange(5)
    if kind == 0:
        return b'Traceback (most recent call last):\r\n  File "main.py", line 9\r\nOSError: 5\r\n'
    if kind == 1:
        return b"\n".join(b"~E %d 0 K 4*00000000" % seq for seq in range(30)) + b"\n"
    if kind == 2:
        return b"~" * chance.randrange(3000) + b"\n"
    if kind == 3:
        return b"~B 1 1 1 1 0"  # and no end: the next frame follows on the same line
    return bytes(chance.randrange(256) for _ in range(chance.randrange(400))) + b"\n"


def test_a_port_that_is_no_board_is_left_for_the_next(tmp_path, board):
    stranger = PtyCable()
    host = Host(tmp_path, lambda: [stranger.port, *board.ports()])
    board.wait_for(lambda: host.rig.view.board == LIVE)
    stranger.close()
    host.close()


def test_a_port_that_another_program_holds_says_so_until_it_is_free(tmp_path, board):
    command = [sys.executable, "-c", HOLD, *board.ports()]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "held\n"
        host = Host(tmp_path, board.ports)
        board.wait_for(lambda: host.rig.view.board == REFUSED)
        assert f"(process {other.pid})" in str(host.rig.view.board_word)
        assert host.rig.everybody.lines[-1] == str(host.rig.view.board_word)
        other.kill()
    board.wait_for(lambda: host.rig.view.board == LIVE)
    host.close()


def test_a_busy_board_that_is_taken_away_is_no_longer_called_busy(tmp_path, board):
    with open_port(board.ports()[0]):
        host = Host(tmp_path, board.ports)
        board.wait_for(lambda: host.rig.view.board == REFUSED)
        board.unplug()
        board.wait_for(lambda: host.rig.view.board == ABSENT)
        host.close()


def test_a_change_from_a_phone_reaches_the_display(host, board):
    host.rig.ask(commands.NewGame("torite", 4, ["雪", "Bo", "Cy", "Di"], dealer=3))
    host.rig.ask(commands.Declare("leader", 0))
    board.wait_for(lambda: host.is_shown(board))
    assert board.picture["n"] == ["Xue", "Bo", "Cy", "Di"]
    assert board.picture["l"] == ["turn", "off", "off", "off"]


def test_a_slow_display_is_shown_the_newest_picture_and_not_all(host, board):
    board.wait_for(lambda: host.is_shown(board))
    board.stop_listening(True)
    given = len(board.shown)
    host.rig.ask(commands.NewGame("torite", 4, dealer=3))
    host.rig.ask(commands.Declare("leader", 0))
    for card, seat in (("QH", 0), ("2H", 1), ("KH", 2), ("3H", 3)):
        host.rig.ask(commands.Lay(card, seat))
    sent = host.line.session
    board.wait_for(lambda: sent.resent >= 1)
    board.stop_listening(False)
    board.wait_for(lambda: host.is_shown(board))
    assert len(board.shown) - given <= 3  # of six


def test_a_board_whose_host_is_gone_keeps_what_happens(host, board):
    host.line.stop()
    began_ms = now_ms()
    board.wait_for(lambda: not board.session.host_heard(now_ms()))
    assert now_ms() - began_ms >= SILENT_MS - 1500
    for _ in range(256):
        assert board.emit("K", "9")
    host.start()
    board.wait_for(board.is_settled)
    assert host.sources == expected(board, 256)


def test_a_line_that_stops_frees_its_port_at_once(host, board):
    host.line.stop()
    assert not host.line.is_alive()
    open_port(board.ports()[0]).close()
    host.line.stop()  # harmless


def test_an_address_that_cannot_be_opened_ends_nothing(tmp_path, board):
    urls = ["/no/such/device", "/dev/null", "nonsense://x"]
    host = Host(tmp_path, lambda: [*urls, *board.ports()])
    board.wait_for(lambda: host.rig.view.board == LIVE)
    host.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_line_that_ends_by_a_bug_does_not_pretend_to_listen(tmp_path):
    def find() -> list[str]:
        raise AssertionError("a bug")

    host = Host(tmp_path, find)
    host.line.join(PATIENCE_S)
    assert (host.rig.view.board, host.rig.view.board_word) == (REFUSED, ENDED)
    host.close()


def test_a_board_that_says_what_no_board_may_say_is_served_on(host, board, caplog):
    host.rig.table.ask(commands.NewGame("torite", 4, ["Ann", "Bo", "Cy", "Di"]))
    for key in ("MENU", "4", "6", "2"):
        board.emit("K", key)
    board.wait_for(lambda: board.acknowledged == board.emitted)
    assert str(host.rig.prompt.question) == "Whose name?"
    for event in ("S 99 short", "S 5 short", "S 1 longer", "R 99 maybe", "X 0x1"):
        board.emit(event[0], *event.split()[1:])
    board.wait_for(lambda: board.acknowledged == board.emitted)
    host.restart()
    board.wait_for(lambda: host.rig.view.board == LIVE)
    board.emit("K", "UNDO")
    board.wait_for(lambda: board.acknowledged == board.emitted)
    assert "S 1 longer" in caplog.text
