"""`tricktable flash` over Wi-Fi: real TCP, the shipped firmware, a sealed connection."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from flashed import make_image, put_compiled, read_image
from rig.ports import free_port
from tableboard import VERSION
from tablewire.messages import Hello
from tricktable.board.flash import updates
from tricktable.board.link.delivery import EDITION, takes_updates
from tricktable.board.link.process import MICROPYTHON, best_interpreter
from tricktable.board.link.simulated import SimulatedBoard
from tricktable.cli import main

needs_flash = pytest.mark.skipif(
    best_interpreter() != MICROPYTHON, reason="only MicroPython has a board's file system"
)
KEY = bytes(range(32))


def said(*words, given=None):
    return CliRunner().invoke(main, ["flash", *words], input=given, catch_exceptions=False)


@needs_flash
def test_a_board_on_the_wifi_gets_program_and_settings_and_only_from_its_own_host(
    tmp_path, monkeypatch
):
    port = free_port()
    put_compiled(tmp_path / "files")
    table = {"ssid": "Cards", "password": "x", "key": KEY.hex(), "port": port}
    (tmp_path / "files" / "table.json").write_text(json.dumps(table))
    image = make_image(tmp_path / "files", tmp_path / "flash.bin")
    for name, key in (("ours", KEY), ("theirs", bytes(32))):
        (tmp_path / name).write_text(key.hex())
    where = ("--port", f"socket://127.0.0.1:{port}", "--yes", "--set", "readers=2")
    monkeypatch.setattr(updates, "_GREETING_S", 60.0)
    with SimulatedBoard.start(seed=7, speed=2, flash=image) as board:
        refused = said(*where, "--key-file", str(tmp_path / "theirs"))
        assert "is refused: it has another key" in refused.output
        assert (refused.exit_code, read_image(image, "slots")) == (1, b"a:a")
        done = said(*where, "--key-file", str(tmp_path / "ours"))
        assert done.output.splitlines()[-1] == f"The board now runs version {VERSION}."
        assert "send readers = 2 to the board at socket://" in done.output
        assert read_image(image, "slots") == b"b:ab"
        assert board.crash is None


def test_a_dry_run_reaches_no_board_and_what_needs_the_cable_is_told():
    told = said("--port", "socket://127.0.0.1:1", "--dry-run", "--set", "readers=2", "--only-set")
    assert told.output == (
        "1. send readers = 2 to the board at socket://127.0.0.1:1, and let it try that once\n"
    )
    refused = said("--port", "socket://127.0.0.1:1", "--wifi", "Ours")
    assert (refused.exit_code, "need the board's cable" in refused.output) == (64, True)


@pytest.mark.parametrize(
    ("has", "takes"),
    [
        ("readers=4,updates=1", True),
        ("readers=4,updates=2", True),
        ("readers=4,updates=0", False),
        ("readers=4", False),
        ("updates=x", False),
        ("safe=no", False),
    ],
)
def test_a_board_with_an_older_loader_needs_its_cable_once(has, takes):
    hello = Hello(1, 1, "AB", "1A2B3C4D", "00000001", 1, 1, 1, "0.1.0", has)
    assert takes_updates(hello) is takes


def test_the_loader_that_is_shipped_is_of_the_edition_that_the_program_needs():
    loader = Path(__file__).parents[3] / "firmware/pico/loader.py"
    assert f"_EDITION = const({EDITION})" in loader.read_text()
