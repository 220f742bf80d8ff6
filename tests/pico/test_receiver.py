"""What a board does with a file on its way to the flash, as far as no flash is needed for it."""

import json
import weakref
from base64 import b64encode
from hashlib import sha256
from types import SimpleNamespace

import pytest

import receiver

WISH = {"password": "other"}


class Flash:
    """Opens the board's files in a folder. `fails`: the numbers of the openings without memory."""

    def __init__(self, folder, fails=()):
        self._folder = folder
        self._fails = fails
        self._opened = weakref.WeakSet()
        self.openings = 0
        self.most = 0

    def open(self, path, mode="r"):
        self.openings += 1
        if self.openings in self._fails:
            raise MemoryError
        file = (self._folder / path.lstrip("/")).open(mode)
        self._opened.add(file)
        self.most = max(self.most, len(self._opened))
        return file


@pytest.fixture
def flash(tmp_path, monkeypatch):
    (tmp_path / "table.json").write_text('{"ssid": "Cards", "password": "x"}')

    def make(fails=()):
        made = Flash(tmp_path, fails)
        monkeypatch.setattr(receiver, "open", made.open, raising=False)
        return made

    return make


def update(messages):
    """Have settings come; a message is said again as long as the board is no further by it."""
    start = SimpleNamespace(slot="a", good="a", trial="", is_proven=True)
    board = receiver.Receiver(start)
    answer = ""
    for message, wanted in messages:
        for _ in range(2):
            answer = board.answer(message.split(" "))
            if answer.startswith(wanted):
                break
    return answer


@pytest.fixture
def messages():
    data = json.dumps(WISH).encode()
    digest = sha256(data).hexdigest()
    return [
        (f"begin table.json {len(data)} {digest}", "taken"),
        (f"data 0 {b64encode(data).decode()}", "checked"),
        ("check", "whole"),
    ]


def test_no_two_files_are_open_at_once(flash, messages):
    used = flash()
    assert update(messages).startswith("whole")
    assert (used.openings > 3, used.most) == (True, 1)


@pytest.mark.parametrize("opening", range(1, 7))
def test_memory_that_fails_at_any_file_costs_nothing(flash, messages, tmp_path, opening):
    used = flash({opening})
    assert update(messages).startswith("whole")
    assert used.openings > opening
    merged = json.loads((tmp_path / "table.json.new").read_text())
    assert merged == {"ssid": "Cards", "password": "other"}


def test_the_slot_to_fall_back_to_is_not_touched_while_the_flash_still_says_that_it_is_good():
    def choose(_):
        raise OSError("no room")

    start = SimpleNamespace(slot="b", good="ab", trial="", is_proven=True, choose=choose)
    board = receiver.Receiver(start)
    for _ in range(2):
        assert board.answer(["begin", "program", "9", "00"]).startswith("refused no_room")
    assert start.good == "ab"


def test_a_damaged_file_is_refused_although_memory_failed(flash, messages):
    begin, (_, taken), check = messages
    flash({2})
    data = b64encode(json.dumps({"password": "!!!!!"}).encode()).decode()
    assert update([begin, (f"data 0 {data}", taken), check]).startswith("refused damaged")
