"""board.json on a board's flash: what was set is used, and nothing that stands there harms."""

import pytest

from board.plugged_board import Plugged
from flash_image import make_image, put_compiled
from tricktable.board.link.process import MICROPYTHON, best_interpreter

pytestmark = pytest.mark.skipif(
    best_interpreter() != MICROPYTHON, reason="only MicroPython has a board's file system"
)

UID = "04A3C6CAE26180"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    put_compiled(folder)
    return folder


@pytest.mark.parametrize("set_", [{"readers": 1}, {"readers": 3, "lamps": 1}, {"breadboard": 1}])
def test_a_reader_that_nobody_has_spoken_of_yet_is_silent_and_the_others_work(set_):
    with Plugged(speed=5, settings=set_) as plugged:
        plugged.runs()
        plugged.board.lay(0, UID)
        plugged.until(lambda: plugged.told("C"))
        assert (plugged.told("R"), plugged.told("F")) == ([], [])
        assert plugged.board.stat()["bus_fights"] == 0


@pytest.mark.parametrize(
    ("written", "khz", "is_told"),
    [
        (b'{"reader_khz": 250, "colour": "blue"}', 250, False),
        (b"{}", 1000, False),
        (b'{"reader_khz": 1}', 125, False),
        (b'{"reader_khz": 99999999999999999999}', 2500, False),
        (b'{"reader_khz": "fast"}', 1000, True),
        (b'{"reader_khz": 1e999}', 1000, True),
        (b'{"readers": "two", "keypad": null}', 1000, True),
        (b"[1000]", 1000, True),
        (b"\xff\xfe\x00", 1000, True),
        (b"", 1000, True),
    ],
)
def test_what_is_set_is_used_and_what_is_wrong_is_told(files, tmp_path, written, khz, is_told):
    (files / "board.json").write_bytes(written)
    with Plugged(speed=5, flash=make_image(files, tmp_path / "flash.bin")) as plugged:
        plugged.board.lay(0, UID)
        plugged.until(lambda: plugged.told("C"))
        assert plugged.told("C") == [("0", UID)]
        assert plugged.host.ask()
        plugged.until(lambda: plugged.host.health is not None)
        assert plugged.host.health["board"][3] == ",".join([str(khz)] * 5)
        told = [words for (words,) in plugged.told("F")]
        assert [words.startswith("board.json:_") for words in told] == [True] * is_told
