"""Every thread that goes on until it is stopped outlives any outage of the database.

Threads are found in the source, so that a new one is not forgotten; then a whole house runs at a
real PostgreSQL of which every call, in every thread, fails once.
"""

import ast
import sys
import threading
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

import pytest

from board.link.board import Board, happenings
from players.torite import play
from rig.evening import RED, SETTINGS, Cables, live
from rig.far_journal import far
from rig.patience import until
from tricktable.app import House
from tricktable.store.decks import Decks, Shelf
from tricktable.store.journal import BadRow, Outage, Row, open_journal
from tricktable.store.journal.rounds import Rounds
from tricktable.table import commands

HOST: Final = Path(__file__).parents[1] / "host" / "tricktable"
GUARDED: Final = {
    "board/link/exchange.py": 2,  # its own, and one for each port
    "board/link/line.py": 1,
    "house/caretaker.py": 1,
    "club/news.py": 1,
    "house/followers.py": 1,
    "store/hosts.py": 1,
    "web/front_door.py": 1,
    "web/live/spectators.py": 1,
    "web/outbound/webhooks.py": 1,
}
"""How many threads each of these files begins; each goes its rounds, guarded."""
ASKS_NO_JOURNAL: Final = {
    "board/link/switchboard.py": "moves bytes",
    "cli/bench.py": "moves bytes",
    "cli/browser.py": "opens a browser and ends",
    "sim/stage.py": "looks at a table that is in memory",
    "web/outbound/broker.py": "is shown views, and asks for nothing",
}


def _is_thread(node: ast.AST) -> bool:
    match node:
        case ast.ClassDef(bases=bases):
            return any(ast.unparse(each).endswith("Thread") for each in bases)
        case ast.Call(func=func):
            return ast.unparse(func) in ("threading.Thread", "Thread")
    return False


def _loops_guarded(tree: ast.Module) -> int:
    """How many loops there are around a guard."""
    return sum(
        any(
            isinstance(inner, ast.With)
            and any("rounds" in ast.unparse(item.context_expr) for item in inner.items)
            for inner in ast.walk(loop)
        )
        for loop in ast.walk(tree)
        if isinstance(loop, ast.While)
    )


def test_every_thread_is_known_and_its_loop_guarded():
    begun: Counter[str] = Counter()
    for path in HOST.rglob("*.py"):
        tree = ast.parse(path.read_text())
        here = path.relative_to(HOST).as_posix()
        begun[here] = sum(map(_is_thread, ast.walk(tree)))
        if here in GUARDED:
            assert _loops_guarded(tree) == GUARDED[here], here
        else:
            assert not _loops_guarded(tree), here
    assert +begun == {**GUARDED, **dict.fromkeys(ASKS_NO_JOURNAL, 1)}


def test_an_outage_ends_a_round_and_is_said_once_and_a_fault_of_ours_is_not_hidden(caplog):
    rounds = Rounds("counting cards")
    for fault in (Outage("it is away"), Outage("it is away"), BadRow("7KQ", 3, "it is torn")):
        with rounds:
            raise fault
        assert rounds.has_failed
    assert [each.getMessage()[:40] for each in caplog.records] == [
        "counting cards: trying again: it is away",
        "counting cards: trying again: row 3 of t",
    ]
    with rounds:
        pass
    assert not rounds.has_failed
    with rounds:
        raise Outage("it is away")
    assert len(caplog.records) == 3
    with pytest.raises(KeyError), rounds:
        raise KeyError


class Flaw:
    """Lets each place from which the journal is asked fail once, in every thread but ours."""

    def __init__(self) -> None:
        self.failed: Counter[str] = Counter()
        """How often each thread was failed …"""
        self.went_well: Counter[str] = Counter()
        """… and how often it went well since."""
        self.is_on = False
        self._seen: set[tuple[object, ...]] = set()
        self._lock = threading.Lock()

    def __call__(self, name: str) -> bool:
        thread = threading.current_thread()
        if not self.is_on or thread is threading.main_thread():
            return False
        frames, frame = [], sys._getframe()
        while frame is not None and len(frames) < 12:
            if "tricktable" in frame.f_code.co_filename:
                frames.append((frame.f_code.co_filename, frame.f_lineno))
            frame = frame.f_back  # type: ignore[assignment]
        place = (thread.name, name, *frames)
        with self._lock:
            if place in self._seen:
                self.went_well[thread.name] += 1
                return False
            self._seen.add(place)
            self.failed[thread.name] += 1
            self.went_well[thread.name] = 0
            return True


def test_no_thread_ends_whichever_of_its_calls_fails(server, tmp_path):
    url = server.database()
    journal, switch = far(open_journal(url))
    flaw = Flaw()
    switch.fails = flaw
    cables = Cables()
    wanted = SETTINGS(
        data=tmp_path,
        delay_s=1,
        webhook_urls=("http://127.0.0.1:9/nobody",),
        webhook_secret="whsec_" + "A" * 32,
        sleep_after_min=0,
    )
    house = House(wanted, journal, Shelf(Decks((RED,))), cables.find, ())
    house.open_table()
    second = house.open_table()
    house.start()
    board = Board("0B0A12D5")
    board.start()
    try:
        begun = {each.name for each in threading.enumerate()}
        flaw.is_on = True
        cables.boards.append(board)
        until(lambda: live(house))
        other = open_journal(url)  # another host's
        for number in range(2, 6):
            at = f"2026-05-01T12:00:0{number}.000+00:00"
            other.append([Row(second, number, at, None, "desk", "{}")])
            until(lambda: house.tables[second].seq >= number)  # noqa: B023 - asked at once
        other.take("board:E0000000000000FF", "another", 60_000, "{}")
        for happening in [*happenings(play(Random(1), 4), RED)][:6]:
            until(lambda: board.emit(*happening))  # noqa: B023 - as above
        until(lambda: board.acknowledged == board.emitted)
        threads = ("following", "caretaker", "hosts", "exchange")
        until(lambda: all(flaw.failed[each] and flaw.went_well[each] > 5 for each in threads))
        assert flaw.failed["webhooks"]  # it asks again much later
        assert begun <= {each.name for each in threading.enumerate()}
        assert any(each.name.startswith("line-") for each in threading.enumerate())
        other.close()
    finally:
        board.close()
        house.stop()
        journal.close()


def test_what_other_hosts_are_told_of_a_board_waits_for_no_journal(server, tmp_path):
    journal, switch = far(open_journal(server.database()))
    house = House(SETTINGS(data=tmp_path, delay_s=5), journal, Shelf(Decks((RED,))), list, ())
    code = house.open_table()
    asleep = house.tables[code]
    assert house.tables.let_go(code, -1)
    house.clear_up_after(asleep)
    del asleep
    switch.fails = lambda _: True
    assert house._boards.board_status(code).table == code
    assert house.tables.is_asleep(code)
    switch.fails = lambda _: False
    table = house.tables[code]
    with table._lock:  # a commit that takes long
        told: list[object] = []
        asker = threading.Thread(target=lambda: told.append(house._boards.board_status(code)))
        asker.start()
        asker.join(30)
        assert told
    # Nor does what shows a table to spectators: it "returns at once".
    switch.fails = lambda _: True
    table.show_again()
    table.ask(commands.Lock())
    table._audience.show(table.view())
    switch.fails = lambda _: False
    house.stop()
    journal.close()
