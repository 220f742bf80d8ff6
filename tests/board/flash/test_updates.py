"""`tricktable flash` over Wi-Fi: real TCP, the shipped firmware, a sealed connection."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.json import schema

from flash_image import make_image, put_compiled, read_image
from rig.ports import free_port
from tableboard import VERSION
from tablewire.messages import Hello
from tricktable.board.flash import CannotFlash, steps, updates
from tricktable.board.flash.settings import SETTINGS
from tricktable.board.link.delivery import EDITION, takes_updates
from tricktable.board.link.process import MICROPYTHON, best_interpreter
from tricktable.board.link.sealed_port import BoardEngaged, Stranger
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.cli import main
from tricktable.web.api.bodies import PartsJson

needs_flash = pytest.mark.skipif(
    best_interpreter() != MICROPYTHON, reason="only MicroPython has a board's file system"
)
FAST = 60
KEY = bytes(range(32))


def said(*words, given=None):
    return CliRunner().invoke(main, ["flash", *words], input=given, catch_exceptions=False)


@pytest.fixture
def files(tmp_path):
    """What lies on a board that `tricktable flash` has made, before it is an image."""
    put_compiled(tmp_path / "files", is_patient=False)
    return tmp_path / "files"


@needs_flash
def test_settings_go_over_the_cable_and_a_wrong_password_is_taken_back(files, tmp_path):
    image, port = make_image(files, tmp_path / "flash.bin"), str(free_port())
    key = tmp_path / "key"
    with SimulatedBoard.start(seed=7, speed=FAST, flash=image) as board:
        where = ("--port", board.port, "--yes", "--only-set", "--key-file", str(key))
        wifi = ("--wifi", "Café", "--tcp-port", port, "--name", "north")
        done = said(*where, "--set", "readers=2", *wifi, given="open sesame\n")
        assert done.output.splitlines()[-2:] == [
            f"The board now runs version {VERSION}.",
            f"To reach it over Café: tricktable serve --port socket://north.local:{port}",
        ]
        assert json.loads(read_image(image, "board.json")) == {"readers": 2}
        table = json.loads(read_image(image, "table.json"))
        assert table == {"ssid": "Café", "password": "open sesame", "port": int(port)} | {
            "name": "north",
            "key": key.read_text().strip(),
        }
        back = said(*where, *wifi, given="wrong password\n")
        assert "it did not work: it went back to what it had" in back.output
        assert (back.exit_code, json.loads(read_image(image, "table.json"))) == (1, table)
        assert (read_image(image, "slots"), board.crash) == (b"a:a", None)


@needs_flash
def test_a_new_board_tries_its_wifi_before_it_keeps_it(tmp_path):
    image, key = tmp_path / "flash.bin", tmp_path / "key"
    with SimulatedBoard.start(seed=7, speed=FAST, flash=image) as board:
        board.stat()  # it is on, and its flash has a file system
        where = ("--port", board.port, "--yes", "--key-file", str(key), "--wifi", "Café")
        done = said(*where, given="wrong password\n")
        assert f"The board now runs version {VERSION}.\nNow it tries the Wi-Fi" in done.output
        assert "it went back to what it had, and runs version" in done.output
        assert (done.exit_code, "wrong password" in done.output) == (1, False)
        with pytest.raises(FileNotFoundError):
            read_image(image, "table.json")
        assert (read_image(image, "slots"), board.crash) == (b"a:a", None)


def test_a_board_that_talks_with_another_host_is_asked_again(monkeypatch):
    asked = []

    def connect():
        asked.append(1)
        raise (
            BoardEngaged("it talks with another host")
            if len(asked) < 3
            else Stranger("another key")
        )

    monkeypatch.setattr(updates, "_LOOK_AGAIN_S", 0)
    with pytest.raises(CannotFlash, match="another key"):
        updates.BoardOnWire(connect).hello()
    assert len(asked) == 3
    monkeypatch.setattr(updates, "_GREETING_S", 0)
    with pytest.raises(CannotFlash, match="cannot be reached"):
        updates.BoardOnWire(connect).hello()


@pytest.mark.parametrize(
    ("given", "words", "why"),
    [
        ("seven77", ("--wifi", "Ours"), "8 to 63 letters"),
        ("eight chars", ("--wifi", "ñ" * 17), "1 to 32 bytes"),
        (
            "eight chars",
            ("--wifi", "Ours", "--name", "two words"),
            "--name has 1 to 31 small",
        ),
        ("", ("--set", "readers=5"), "from 1 to 4"),
    ],
)
def test_what_no_network_is_reaches_no_board(given, words, why, tmp_path):
    key = tmp_path / "key"
    refused = said("--only-set", "--key-file", str(key), *words, given=f"{given}\n")
    assert (why in refused.output, key.exists()) == (True, False)


def test_a_new_board_has_no_program_that_takes_settings(monkeypatch, tmp_path):
    monkeypatch.setattr(steps, "boards", list)
    monkeypatch.setattr(steps.uf2, "drives", lambda: [tmp_path])
    assert "has no program yet" in said("--only-set", "--set", "readers=2").output


@needs_flash
def test_a_board_on_the_wifi_gets_program_and_settings_and_only_from_its_own_host(
    files, tmp_path, monkeypatch
):
    port = free_port()
    table = {"ssid": "Cards", "password": "x", "key": KEY.hex(), "port": port}
    (files / "table.json").write_text(json.dumps(table))
    image = make_image(files, tmp_path / "flash.bin")
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


def test_what_a_program_may_set_is_what_a_board_takes():
    described = schema(PartsJson)["$defs"]["PartsJson"]["properties"]
    bounds = {name: (each["minimum"], each["maximum"]) for name, each in described.items()}
    assert bounds == {name: (each.least, each.most) for name, each in SETTINGS.items()}


def test_the_loader_that_is_shipped_is_of_the_edition_that_the_program_needs():
    loader = Path(__file__).parents[3] / "firmware/pico/loader.py"
    assert f"_EDITION = const({EDITION})" in loader.read_text()
