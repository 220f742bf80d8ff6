"""A newer program sent by a line to its board: the shipped firmware, a table, a real journal."""

from types import SimpleNamespace

import pytest

from flash_image import make_image, put_compiled, read_image
from rig.patience import until
from rig.table import Rig
from tableboard import VERSION
from tablewire.words import PROGRAM, SETTINGS
from tricktable.board.flash.firmware import File, compile_firmware
from tricktable.board.flash.updates import program
from tricktable.board.link.delivery import (
    BACK,
    KEPT,
    REFUSED,
    SENDING,
    TRYING,
    UNFIT,
    WAITING,
    Delivery,
    Update,
)
from tricktable.board.link.line import Line
from tricktable.board.link.process import MICROPYTHON, best_interpreter
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.board.picture import picture
from tricktable.text.language import Message

OLDER = "0.0.9"
PACK = program(b"pack", VERSION)
FAILS = "import nothing\n"


def with_program(*files):
    """The pack of the shipped program in which these files are others."""
    firmware = compile_firmware()
    others = {file.place.removesuffix(".py") for file in files}
    kept = [each for each in firmware.program if each.place.removesuffix(".mpy") not in others]
    return firmware._replace(program=(*kept, *files)).pack


@pytest.mark.skipif(best_interpreter() != MICROPYTHON, reason="only MicroPython has littlefs")
def test_a_board_is_updated_at_its_table_and_one_that_fails_goes_back(tmp_path):
    put_compiled(tmp_path / "files")
    older = File("tableboard/__init__.py", f'VERSION = "{OLDER}"\n'.encode())
    (tmp_path / "files" / "a.pack").write_bytes(with_program(older))
    image = make_image(tmp_path / "files", tmp_path / "flash.bin")
    rig = Rig(tmp_path)
    with SimulatedBoard.start(seed=7, speed=10, flash=image) as board:
        line = Line(rig.table, lambda: [board.port], picture)
        line.start()
        until(lambda: line.updatable)
        assert line.updatable.version == OLDER
        fails = with_program(File("rounds.py", FAILS.encode()))
        assert line.update([program(fails, "0.9.0")])
        assert not line.update([PACK])
        until(lambda: rig.view.board_word == Message(BACK[PROGRAM]))
        assert read_image(image, "slots") == b"a:a"
        assert line.update([program(compile_firmware().pack, VERSION)])
        until(lambda: rig.view.board_word == Message(KEPT[PROGRAM]))
        assert (line.updatable.version, read_image(image, "slots")) == (VERSION, b"b:ab")
        line.stop()
    rig.journal.close()


class Session:
    """As much of a host's session as is asked."""

    board = SimpleNamespace(version=OLDER)

    def __init__(self, takes=True):
        self._takes = takes
        self.upload = None

    def send(self, _what, _data):
        if self._takes:
            self.upload = SimpleNamespace(
                refusal="", is_kept=None, is_whole=False, is_attempted=False, attempt=self._attempt
            )
        return self._takes

    def _attempt(self):
        self.upload.is_attempted = True


def moment(card_means=None, is_over=False):
    """A table's view, as far as it is looked at."""
    return lambda: SimpleNamespace(card_means=card_means, view=SimpleNamespace(is_over=is_over))


def test_the_board_starts_anew_only_when_no_card_is_awaited():
    session, delivery = Session(), Delivery()
    assert str(delivery.put(session, moment())) == ""
    assert delivery.want([PACK])
    assert str(delivery.put(session, moment())) == SENDING
    assert str(delivery.put(session, moment())) == ""
    session.upload.is_whole = True
    assert str(delivery.put(session, moment(card_means="West plays it"))) == WAITING
    assert not session.upload.is_attempted
    assert str(delivery.put(session, moment(card_means="next game", is_over=True))) == TRYING
    assert str(delivery.put(session, moment())) == ""
    session.upload.is_kept = True
    assert str(delivery.put(session, moment())) == KEPT[PROGRAM]
    assert delivery.want([PACK])


def test_one_update_comes_after_another_and_one_that_fails_ends_them():
    session, delivery = Session(), Delivery()
    parts, wifi = (Update(what, b"{}", what) for what in SETTINGS)
    for is_kept, said, after in ((True, KEPT, SENDING), (False, BACK, "")):
        assert delivery.want([parts, wifi])
        assert not delivery.want([PACK])
        assert str(delivery.put(session, moment())) == SENDING
        session.upload.is_kept = is_kept
        assert str(delivery.put(session, moment())) == said["board.json"]
        assert str(delivery.put(session, moment())) == after
        if is_kept:
            session.upload.is_kept = True
            assert str(delivery.put(session, moment())) == KEPT["table.json"]


def test_a_board_that_does_not_want_it_is_told_of():
    delivery = Delivery()
    for takes, why in ((False, ""), (True, "no room"), (True, "object")):
        session = Session(takes)
        assert delivery.want([PACK, PACK])
        told = delivery.put(session, moment())
        if takes:
            session.upload.refusal = why
            told = delivery.put(session, moment())
        assert str(told) == REFUSED.get(why, UNFIT)
        assert str(delivery.put(session, moment())) == ""
