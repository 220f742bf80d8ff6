"""kill -9 of the whole host at any moment: what was acknowledged is there, once, and play goes on.

So it is if its disk loses power at any moment, with all that the system had not yet written there.
The board outlives its hosts, as a real one does. A host dies after a seeded number of events that
were acknowledged, never after a time.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest

from board.link.board import Board, happenings, now_ms
from players.torite import play
from records.lines import record_of
from rig.disk import image
from rig.patience import PATIENCE_S
from rig.program import Program
from rig.table import RecordingAudience
from store.journal.fork import start
from thorough import FACTOR
from tricktable.board.link.line import Line
from tricktable.board.picture import picture
from tricktable.rules.record import Record
from tricktable.rules.verdicts import REFEREE
from tricktable.store.decks import Decks, Folder, Shelf, ShelfChange, demo_deck
from tricktable.store.journal import open_journal
from tricktable.table.table import Table
from tricktable.table.views import TableView
from tricktable.text.sentences import in_signs

GAMES = 10 * FACTOR
KILLS = 5
PROCESSES = 2 * FACTOR
POWER_CUTS = 2
CODE = "7KQ"
DECK = demo_deck("red")


class Play:
    """A game by chance at a board whose hosts are killed, and the moments at which they are."""

    def __init__(self, seed: int, kills: int) -> None:
        self.chance = random.Random(seed)
        self.game = play(self.chance, 3 + seed % 2)
        self.events = list(happenings(self.game, DECK))
        self._to_come = iter(self.events)
        self.kills = sorted(self.chance.sample(range(1, len(self.events)), kills))
        self.board = Board(boot=f"{seed:08X}")

    def go_on(self) -> None:
        """Let a few more things happen, if few of those before are still under way."""
        if self.board.session.backlog < 12:
            for event in islice(self._to_come, self.chance.randrange(1, 9)):
                self.board.emit(*event)

    def left(self, path: Path) -> Left:
        """What the killed host left behind, after a check: no event lost, none twice."""
        with closing(open_journal(path)) as journal:
            code = journal.tables()[0]
            sources = [row.source for row in journal.read(code) if row.source]
            everybody = RecordingAudience()
            table = Table(code, journal, Shelf(Decks((DECK,))), everybody)
        assert len(sources) >= self.board.acknowledged, "an acknowledged event is lost"
        wanted = [f"{self.board.boot}:{seq}" for seq in range(1, len(sources) + 1)]
        assert sources == wanted, "an event is out of order or twice"
        record = table.record()
        assert record is not None
        return Left(len(sources), record, table.view(), everybody.lines[-1])


class Left(NamedTuple):
    """What a host that starts now finds."""

    events: int
    record: Record
    view: TableView
    told: str
    """The last line that its terminal shows at once."""

    @property
    def standing(self) -> str:
        """What lies on the table, as a terminal says it."""
        return in_signs(self.view.view.phase.summary, self.view.view.names)


# --- fifty kills in one warm process ------------------------------------------------------------


def serve(path: Path, port: str) -> None:
    """Be a host until killed: a real line on the real port, in the only thread of a process."""
    table = Table(CODE, open_journal(path), Shelf(Decks((DECK,))), RecordingAudience())
    Line(table, lambda: [port], picture).run()


def acknowledge(play: Play, wanted: int) -> None:
    """Step by step until the board knows that this many events are durable."""
    until_ms = now_ms() + PATIENCE_S * 1000
    while play.board.acknowledged < wanted:
        assert now_ms() < until_ms, f"only {play.board.acknowledged} of {wanted}"
        play.go_on()
        play.board.step()


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal without rows, so that none need be migrated."""
    path = tmp_path_factory.mktemp("kill") / "empty.db"
    open_journal(path).close()
    return path


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_host_that_is_killed_loses_nothing_and_doubles_nothing(empty, seed):
    path = empty.with_name(f"{seed}.db")
    shutil.copy(empty, path)
    play = Play(seed, KILLS)
    try:
        for wanted in (*play.kills, len(play.events)):
            host = start(lambda _: serve(path, play.board.ports()[0]))
            acknowledge(play, wanted)
            host.kill()
            left = play.left(path)
            assert left.told == f"  {left.standing}"
        expected = record_of(play.game.players, play.game.lines)
        assert left.record.summary(REFEREE) == expected.summary(REFEREE)
    finally:
        play.board.close()
        for left in path.parent.glob(f"{seed}.db*"):
            left.unlink()


# --- a few as people start them -----------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of somebody with one deck."""
    Folder(tmp_path / "data" / "decks").put(ShelfChange(DECK.name, DECK))
    return tmp_path


@pytest.mark.parametrize("seed", range(PROCESSES))
def test_a_program_that_is_killed_says_what_lies_on_the_table_and_goes_on(home, seed):
    play = Play(1000 + seed, kills=1)
    path = home / "data" / "journal.db"
    command = ("serve", "--data", str(home / "data"), "--http-host", "127.0.0.1")
    command += ("--http-port", "0", "--port", *play.board.ports())
    with play.board as board:
        with Program(home, *command) as program:
            board.wait_for(lambda: play.go_on() or board.acknowledged >= play.kills[0])
            program.kill()
        left = play.left(path)
        with Program(home, *command) as program:
            program.until(f"^  {re.escape(left.standing)}$")
            board.wait_for(lambda: play.go_on() or board.acknowledged == len(play.events))
            shown = json.loads(picture(play.left(path).view))
            board.wait_for(lambda: board.picture.get("f") == shown["f"])  # how the game ended
            assert program.end() == 0
    assert play.left(path).events == len(play.events)
    assert any(line.startswith(("  Won, ", "  Not won: ")) for line in program.lines)


@contextmanager
def halted(pid: int) -> Iterator[None]:
    """A process none of whose threads is running, nor in the middle of a system call."""
    tasks = Path(f"/proc/{pid}/task")
    os.kill(pid, signal.SIGSTOP)
    until_ms = now_ms() + PATIENCE_S * 1000
    while not all(
        each.read_text().rpartition(")")[2].split()[0] == "T" for each in tasks.glob("*/stat")
    ):
        assert now_ms() < until_ms, "it does not halt"
    yield
    os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize("seed", range(POWER_CUTS))
def test_a_disk_that_loses_power_has_all_that_was_acknowledged(tmp_path, seed):
    """The plug is pulled in the middle of a game: what the disk has is what was flushed to it."""
    play = Play(2000 + seed, kills=1)
    card, data = tmp_path / "card.img", tmp_path / "data"
    path = data / "journal.db"
    command = ("serve", "--data", str(data), "--http-host", "127.0.0.1")
    command += ("--http-port", "0", "--port", *play.board.ports())
    with play.board as board:
        with image(data, card) as disk:
            Folder(data / "decks").put(ShelfChange(DECK.name, DECK))
            with Program(tmp_path, *command) as program:
                board.wait_for(lambda: play.go_on() or board.acknowledged >= play.kills[0])
                # A program that is within fdatasync just then may be told that all is well: ext4's
                # way to cut a disk off is no better. So it is halted outside of it.
                with halted(program.pid):
                    disk.loses_power()
                rounds = board.rounds + 20  # what happens in these must not be acknowledged
                board.wait_for(lambda: play.go_on() or board.rounds >= rounds)
                program.kill()
        with image(data, card):
            left = play.left(path)
            with Program(tmp_path, *command) as program:
                program.until(f"^  {re.escape(left.standing)}$")
                board.wait_for(lambda: play.go_on() or board.acknowledged == len(play.events))
                assert program.end() == 0
            assert play.left(path).events == len(play.events)
