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
from tricktable.table import commands
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


def older_board(folder):
    """The flash of a board with an older program."""
    put_compiled(folder / "files")
    older = File("tableboard/__init__.py", f'VERSION = "{OLDER}"\n'.encode())
    (folder / "files" / "a.pack").write_bytes(with_program(older))
    return make_image(folder / "files", folder / "flash.bin")


@pytest.mark.skipif(best_interpreter() != MICROPYTHON, reason="only MicroPython has littlefs")
def test_a_board_is_updated_at_its_table_and_one_that_fails_goes_back(tmp_path):
    image, rig = older_board(tmp_path), Rig(tmp_path)
    with SimulatedBoard.start(seed=7, speed=10, flash=image) as board:
        line = Line(rig.table, board.ports, picture)
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
        assert not any("The board restarted." in words for words in rig.everybody.lines)
        line.stop()
    rig.journal.close()


@pytest.mark.skipif(best_interpreter() != MICROPYTHON, reason="only MicroPython has littlefs")
def test_a_game_begins_and_its_host_restarts_while_the_board_is_updated(tmp_path):
    """Twice: while the program is sent, and while the board tries it."""
    image, rig = older_board(tmp_path), Rig(tmp_path)
    red = rig.decks.decks[0]
    newer = program(compile_firmware().pack, VERSION)
    with SimulatedBoard.start(seed=7, speed=10, flash=image) as board:

        def meets():
            """A host that has just started has met its board, and sends it the newer program."""
            line = Line(rig.table, board.ports, picture)
            line.start()
            until(lambda: line.updatable)
            return line

        def plays(seat, code):
            board.lay(seat, red.tag_of(code))
            until(lambda: (seat, code) in rig.view.view.trick)

        def restarts(line):
            line.stop()
            rig.restart()
            return meets()

        line = meets()
        assert line.update([newer])
        rig.begin(names=["Ann", "Bo", "Cy", "Dee"])
        plays(0, "QH")
        line = restarts(line)
        assert line.updatable.version == OLDER
        assert line.update([newer])
        plays(1, "2H")
        until(lambda: rig.view.board_word == Message(WAITING))
        rig.ask(commands.Pause())
        until(lambda: board.resets)
        line = restarts(line)
        until(lambda: read_image(image, "slots") == b"b:ab")
        assert line.updatable.version == VERSION
        rig.ask(commands.Resume())
        plays(2, "3H")
        assert rig.view.view.trick == ((0, "QH"), (1, "2H"), (2, "3H"))
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


def moment(card_means=None, is_over=False, is_paused=False):
    """A table's view, as far as it is looked at."""
    view, desk = SimpleNamespace(is_over=is_over), SimpleNamespace(is_paused=is_paused)
    return lambda: SimpleNamespace(card_means=card_means, view=view, desk=desk)


@pytest.mark.parametrize("rest", ["is_over", "is_paused"])
def test_the_board_starts_anew_only_when_no_card_is_awaited(rest):
    session, delivery = Session(), Delivery()
    assert str(delivery.put(session, moment())) == ""
    assert delivery.want([PACK])
    assert str(delivery.put(session, moment())) == SENDING
    assert str(delivery.put(session, moment())) == ""
    session.upload.is_whole = True
    assert str(delivery.put(session, moment(card_means="West plays it"))) == WAITING
    assert not session.upload.is_attempted
    assert str(delivery.put(session, moment(card_means="next game", **{rest: True}))) == TRYING
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
