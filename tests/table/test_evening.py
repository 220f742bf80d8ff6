"""An evening at the board alone: nothing is touched but keys and buttons of the simulated board."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from board.gallery import RECORDS
from tableboard import lights
from tricktable.board.link.line import Line
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.board.picture import picture
from tricktable.rules.entries import Dealt
from tricktable.sim.perform.watch import TableWatch, WatchedTable
from tricktable.store.decks import Shelf
from tricktable.store.journal import open_journal
from tricktable.table.views import LIVE

SPEED = 5.0
"""The board's clock runs on while a busy machine lets its program wait: at twenty times the speed
of a real one a tap could be over before the program looked."""
NEVER = "6S"
"""The card that is set aside: nobody can have played it."""


class Evening:
    """A table and its board."""

    def __init__(self, table: WatchedTable, board: SimulatedBoard, watch: TableWatch) -> None:
        self.table, self.board, self.watch = table, board, watch
        self._pressed = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.board.press(key)
        self._wait(len(keys), keys[-1])

    def button(self, seat: int) -> None:
        self.board.button(seat)
        self._wait(1, f"the button of seat {seat}")

    def _wait(self, presses: int, name: str) -> None:
        self._pressed += presses
        self.watch.until_heard(self._pressed, name)

    def card(self, code: str) -> None:
        self.press(code[0], code[1], "OK")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as open_things:
        journal = open_things.enter_context(closing(open_journal(tmp_path / "journal.db")))
        board = open_things.enter_context(SimulatedBoard.start(speed=SPEED))
        watch = TableWatch()
        table = WatchedTable("KEYS", journal, Shelf(), watch)
        line = Line(table, board.ports, picture)
        line.start()
        open_things.callback(line.stop)
        watch.until(lambda view: view.board == LIVE, "the board")
        yield Evening(table, board, watch)


def test_a_game_with_another_rule_a_correction_and_the_next_game_by_keys_alone(evening):
    lines = (RECORDS / "torite-3.jsonl").read_text().splitlines()
    entries = [json.loads(line) for line in lines[1:]]
    played = [each["card"] for each in entries if each["kind"] == "played"]
    shown = [(each["seat"], each["card"]) for each in entries if each["kind"] == "shown"]

    evening.press("MENU", "6", "3", "2")  # table, sound, off
    evening.press("MENU", "6", "4", "2")  # table, brightness, darkest
    evening.press("MENU", "4", "2", "2", "3")  # game, new game, The Torite, three players
    evening.press("9", "2", "4", "OK")  # stop_when_lost: never
    evening.button(entries[0]["dealer"])
    evening.button(entries[1]["seat"])
    evening.card(played[0])
    evening.card(NEVER)
    for code in played[2:6]:
        evening.card(code)
    evening.press("MENU", "3", "4", "A", "3", "2")  # correct, an earlier card: trick 1, its second
    evening.card(played[1])
    for code in played[6:]:
        evening.card(code)
    for seat, code in shown:
        evening.press(*code)
        if seat is None:
            evening.press("OK")
        else:
            evening.button(seat)
    evening.watch.until(
        lambda view: view.view is not None and view.view.next_what == "over", "the end"
    )
    record = evening.table.record()
    assert record is not None
    cards = [step.entry.card.code for step in record.steps() if hasattr(step.entry, "card")]
    assert cards == [*played, *(code for _, code in shown)]
    assert record.header.given == {"stop_when_lost": "never"}
    assert record.state.winner(record.findings()) == [0, 1, 2]

    evening.press("OK")
    evening.watch.until(lambda view: view.games == 2, "the next game")
    view = evening.table.view()
    assert view.header.given == {"stop_when_lost": "never"}
    assert (view.desk.sound, view.desk.brightness) == ("off", 1)
    assert view.asks_and_note == "We assumed that Seat 2 deals by rotation. Wrong?"
    assert view.note_on_display == "Assumed: Seat 2 deals by rotation."
    assert view.note_on_display in picture(view, None)
    evening.press("OK")
    view = evening.watch.until(lambda view: view.asked is not None, "who dealt")
    assert view.asked.text == "Who dealt? Press the button, or"
    evening.button(2)
    evening.watch.until(lambda view: view.asked is None, "the answer")
    assert evening.table.snapshot().presumed == frozenset()
    record = evening.table.record()
    assert [step.entry for step in record.steps()] == [Dealt(2)]
    assert set(evening.board.lights()) <= {
        lights.dimmed(colour, 1) for colour in (lights.READ, *lights.COLOURS.values())
    }


def test_a_board_that_was_reset_while_its_host_was_away_asks_whether_anything_is_missing(evening):
    evening.press("MENU", "4", "2", "2", "3", "OK")  # game, new game, The Torite, three players
    evening.button(0)
    evening.board.unplug()
    evening.watch.until(lambda view: view.board != LIVE, "the pulled cable")
    evening.board.press("K")
    evening.board.rest(200)  # it is kept now
    evening.board.reset()
    evening.board.replug()
    view = evening.watch.until(
        lambda view: view.board == LIVE and "restarted" in view.asks_and_note, "the restart"
    )
    assert view.asks_and_note == "The board restarted. Was the last card recorded?"
    assert view.asks_and_note in picture(view, None)
