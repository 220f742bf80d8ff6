"""What goes wrong between hand and journal: the shipped firmware on simulated chips, a real table.

docs/explanation/faults.md lists every fault with its test; those of single parts are tried there.
"""

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from flash_image import make_image, put_compiled
from rig.patience import PATIENCE_S
from rig.table import NOON, STRANGER, Rig
from tricktable.board.link.line import Line
from tricktable.board.link.process import MICROPYTHON, best_interpreter
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.board.picture import picture
from tricktable.rules.entries import Played
from tricktable.table import commands
from tricktable.table.table import Table
from tricktable.table.views import LIVE, SILENT

LOOK_AGAIN_S = 0.02
SPEED = 4.0
NAMES = ("Ann", "Bo", "Cy", "Di")


class Evening:
    """A table with its board, and hands that lay cards; a game of The Torite, led by Ann."""

    def __init__(self, rig: Rig, board: SimulatedBoard) -> None:
        self.rig, self.board = rig, board
        self.line = Line(rig.table, board.ports, picture)
        self.line.start()
        self.until(lambda: rig.view.board == LIVE)

    def until(self, is_so: Callable[[], object]) -> None:
        """Return once it is so. Raises: AssertionError if it never is."""
        ends_s = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < ends_s, (self.rig.said, self.line.facts())
            self.board.wait_for(lambda: False, LOOK_AGAIN_S)

    def uid(self, code: str) -> str:
        """The tag of a card of the deck in play."""
        return self.rig.decks.decks[0].tag_of(code)

    def lay(self, code: str, reader: int) -> None:
        """Lay a card down for good."""
        self.board.lay(reader, self.uid(code))

    def plays(self, *plays: str) -> None:
        """Lay cards, `0:QH`, each recorded before the next, and take them off again."""
        for play in plays:
            reader, _, code = play.partition(":")
            count = len(self.played)
            self.lay(code, int(reader))
            self.until(lambda: len(self.played) > count)  # noqa: B023
            assert self.played[-1] == play
            self.board.lift(int(reader))

    def hears(self, about: str) -> None:
        """Wait until the table has told this."""
        self.until(lambda: (note := self.rig.view.desk.note) is not None and note.about == about)

    @property
    def played(self) -> list[str]:
        """The cards that the record has, in its order."""
        entries = [step.entry for step in self.rig.record.steps()]
        return [f"{each.seat}:{each.card.code}" for each in entries if isinstance(each, Played)]


@pytest.fixture(scope="module")
def board() -> Iterator[SimulatedBoard]:
    with SimulatedBoard.start(seed=9, speed=SPEED) as board:
        yield board


@pytest.fixture
def evening(board: SimulatedBoard, tmp_path: Path) -> Iterator[Evening]:
    rig = Rig(tmp_path)
    evening = Evening(rig, board)
    rig.begin(names=NAMES)
    yield evening
    for reader in range(4):
        board.lift(reader)
    board.rest(300)
    evening.line.stop()
    rig.journal.close()


def test_a_cable_pulled_in_mid_trick_loses_and_doubles_nothing(evening):
    evening.plays("0:QH", "1:2H")
    evening.board.unplug()
    evening.until(lambda: evening.rig.view.board == SILENT)
    evening.lay("3H", 2)
    evening.board.rest(500)
    evening.board.lift(2)
    evening.board.replug()
    evening.until(lambda: len(evening.played) == 3)
    evening.plays("3:4H")
    assert evening.played == ["0:QH", "1:2H", "2:3H", "3:4H"]


def test_a_cable_that_garbles_loses_and_doubles_nothing(evening):
    before = evening.line.session.bad_frames
    evening.board.fault("garble", count=12)
    evening.plays("0:QH", "1:2H", "2:3H", "3:4H")
    evening.board.fault("garble", count=0)
    assert evening.played == ["0:QH", "1:2H", "2:3H", "3:4H"]
    assert evening.line.session.bad_frames > before


def test_a_board_that_was_reset_reads_what_lies_there_and_says_that_some_may_be_lost(evening):
    evening.plays("0:QH")
    evening.lay("2H", 1)
    evening.until(lambda: len(evening.played) == 2)
    evening.board.reset()
    evening.until(lambda: any("restarted" in line for line in evening.rig.everybody.lines))
    evening.board.rest(500)
    evening.board.lift(1)
    evening.plays("2:3H", "3:4H")
    assert evening.played == ["0:QH", "1:2H", "2:3H", "3:4H"]


def test_a_card_with_a_tag_that_was_seen_becomes_a_question(evening):
    evening.plays("0:QH", "1:2H", "2:3H", "3:4H")
    evening.board.lay(1, evening.uid("QH"))
    evening.until(lambda: evening.rig.view.asked)
    assert "already played by Ann in trick 1" in evening.rig.prompt.text
    assert len(evening.played) == 4


def test_a_tag_that_is_no_card_is_told_and_its_number_kept_nowhere(evening, tmp_path):
    evening.board.lay(0, STRANGER)
    evening.hears("unknown_tag")
    evening.board.lift(0)
    evening.plays("0:QH")
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("journal.db*"))
    assert b"QH" in kept
    assert STRANGER.encode() not in kept
    assert evening.uid("QH").encode() not in kept


def test_a_card_of_another_deck_is_named(evening):
    evening.board.lay(0, evening.rig.decks.decks[1].tag_of("9H"))
    evening.hears("other_deck")
    assert evening.rig.said == "That is the 9H from the blue deck."


def test_a_card_that_the_game_does_not_have_is_named_and_not_counted(evening):
    evening.rig.ask(commands.NewGame("troika", 4, [*NAMES], {}, 3, abandon=True))
    for seat, bid in enumerate(("7", "pass", "pass", "pass")):
        evening.rig.ask(commands.Declare("bid", seat, bid))
    evening.rig.ask(commands.Declare("trump", 0, "H"))
    evening.lay("6C", 0)
    evening.hears("not_in_deck")
    assert evening.rig.said == "6C is not in this game's deck."


def test_two_cards_at_once_are_told_and_the_one_that_stays_counts(evening):
    evening.lay("KC", 0)
    evening.board.lay(0, evening.uid("QH"))
    evening.until(lambda: "one card at a time" in " ".join(evening.rig.everybody.lines))
    evening.board.lift(0, evening.uid("KC"))
    evening.until(lambda: evening.played)
    assert len(evening.played) <= 2  # the first one, if it was read before the other came


def test_a_card_that_is_tapped_again_counts_once(evening):
    evening.plays("0:QH")
    evening.board.rest(300)
    evening.lay("QH", 0)
    evening.hears("lies_already")
    assert evening.played == ["0:QH"]
    assert evening.rig.view.asked is None


def test_a_reader_that_hangs_heals_and_a_clone_reads(evening):
    evening.board.fault("hung", reader=0)
    evening.board.fault("version", reader=1, value=0x12)
    evening.board.rest(2_500)
    evening.plays("0:QH", "1:2H")
    evening.board.fault("version", reader=1, value=0x92)


def test_a_reader_without_power_is_told_and_its_card_is_typed_meanwhile(evening):
    evening.board.fault("dead", reader=0, on=True)
    evening.hears("reader_dead")
    assert evening.rig.said == "Ann's reader is not answering. Type the cards."
    for key in ("Q", "H", "OK"):
        evening.board.press(key)
    evening.until(lambda: evening.played == ["0:QH"])
    evening.board.fault("dead", reader=0, on=False)
    evening.hears("reader_ok")


def test_a_card_that_was_missed_holds_the_trick_open_until_it_is_read(evening):
    evening.plays("0:AH", "1:2H", "2:4H")
    evening.board.fault("noise", reader=3, count=-1)
    evening.lay("3H", 3)
    evening.board.rest(200)
    evening.board.lift(3)
    evening.board.rest(200)
    evening.board.fault("noise", reader=3, count=0)
    evening.lay("KH", 0)
    evening.hears("missed")
    assert evening.rig.said == "Di's card was not read: lay it, then KH again."
    evening.board.lift(0)
    evening.plays("3:3H")
    evening.board.rest(300)  # KH was away for as long as a hand takes
    evening.plays("0:KH")
    assert evening.played == ["0:AH", "1:2H", "2:4H", "3:3H", "0:KH"]


def test_a_key_that_sticks_is_told_and_another_one_works(evening):
    evening.board.hold("7", True)
    evening.hears("key_stuck")
    evening.board.hold("7", False)
    for key in ("UNDO", "Q", "H", "OK"):
        evening.board.press(key)
    evening.until(lambda: evening.played == ["0:QH"])


@pytest.mark.skipif(best_interpreter() != MICROPYTHON, reason="no MicroPython for this machine")
def test_a_scan_writes_nothing_to_the_flash(tmp_path):
    files = tmp_path / "files"
    files.mkdir()
    put_compiled(files)
    image = make_image(files, tmp_path / "flash.bin")
    rig = Rig(tmp_path)
    with SimulatedBoard.start(seed=4, speed=SPEED, flash=image) as board:
        evening = Evening(rig, board)
        rig.begin(names=NAMES)
        before = image.read_bytes()
        evening.plays("0:QH", "1:2H", "2:3H", "3:4H")
        assert image.read_bytes() == before
        evening.line.stop()
    rig.journal.close()


def test_a_clock_that_jumps_back_changes_only_a_label(tmp_path):
    rig = Rig(tmp_path)
    times = iter([NOON + timedelta(hours=hours) for hours in (0, 1, -30, 2, -900)] * 20)

    def wall_clock() -> datetime:
        return next(times)

    rig.table = Table("7KQ", rig.journal, rig.shelf, rig.everybody, wall_clock, lambda: 0)
    rig.begin(names=NAMES)
    rig.play("0:QH 1:2H 2:3H 3:4H")
    before = _seen(rig)
    rig.restart()
    assert _seen(rig) == before
    assert [row.seq for row in rig.table.rows()] == sorted(row.seq for row in rig.table.rows())
    assert len({row.at for row in rig.table.rows()}) > 3
    rig.journal.close()


def _seen(rig: Rig) -> Any:
    return rig.game
