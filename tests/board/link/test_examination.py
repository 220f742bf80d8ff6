"""How a board is, asked through the line that serves it: from its menu, and from other threads."""

import json
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from rig.patience import PATIENCE_S
from rig.table import Rig
from tricktable.board.link.line import Line
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.board.picture import picture
from tricktable.table.views import LIVE, TableView

LOOK_AGAIN_S = 0.02


class Served:
    """A simulated board with a table, and what it was given to show."""

    def __init__(self, rig: Rig, board: SimulatedBoard) -> None:
        self.rig, self.board = rig, board
        self.drawn: list[dict[str, object]] = [{}]
        self.line = Line(rig.table, board.ports, self._draw)
        self.line.start()
        self.until(lambda: rig.view.board == LIVE)

    def _draw(self, now: TableView, before: TableView | None) -> str:
        told = picture(now, before, None, self.line.facts())
        self.drawn.append(json.loads(told))
        return told

    def until(self, is_so: Callable[[], object]) -> None:
        """Return once it is so; not only the board may make it so."""
        ends_s = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < ends_s, self.drawn
            self.board.wait_for(lambda: False, LOOK_AGAIN_S)

    def press(self, *keys: str) -> None:
        """Keys of the board, each heard before the next."""
        for key in keys:
            version = self.rig.table.version
            self.board.press(key)
            self.until(partial(self._is_after, version))

    def _is_after(self, version: int) -> bool:
        return self.rig.table.version > version

    def shows(self, page: str) -> bool:
        """Whether it was given such a page last."""
        return self.drawn[-1].get("p") == page


@pytest.fixture
def served(tmp_path) -> Iterator[Served]:
    with SimulatedBoard.start(seed=5) as board:
        rig = Rig(tmp_path)
        served = Served(rig, board)
        yield served
        served.line.stop()
        rig.journal.close()


def test_the_menu_has_the_board_tested_and_shows_what_came_of_it(served):
    served.board.fault("dead", reader=2, on=True)
    served.press("MENU", "6", "6")
    served.until(lambda: served.shows("sheet"))
    pages = [page["q"] for page in served.drawn if page.get("p") == "words"]
    assert pages[-1] == "The board is testing its parts."
    rows = served.drawn[-1]["r"]
    assert rows == [["1", "92", "0", "0"], ["2", "92", "0", "0"], ["3", "dead"], rows[3]]
    shown = len(served.drawn)
    assert served.line.examine(test=False).health is not None
    served.until(lambda: len(served.drawn) > shown)  # the page is kept new
    served.press("OK")
    served.until(lambda: served.drawn[-1].get("t") == "Players")
    after = len(served.drawn)
    assert served.line.examine(test=False).health is not None
    assert len(served.drawn) == after  # another page is not sent again for that


def test_what_went_wrong_last_is_known(served):
    served.board.fault("display", on=True)
    served.press("MENU")  # it is found out when there is something to be shown
    served.until(lambda: bool(served.line.facts().errors))
    facts = served.line.examine(test=True)
    assert facts.errors == ("the display does not answer",)
    assert facts.health["display"] == ("dead",)
