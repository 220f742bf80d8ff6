"""Whatever is said of a board is said in the language of whoever reads it, with what it names."""

import errno
import string

import pytest

from tablewire.host import TooNew, TooOld
from tricktable.board.link import delivery, line, sealed_port
from tricktable.board.link.ports import Busy, open_port
from tricktable.board.link.unusable import Unusable, refusal
from tricktable.store.hosts import HeldBoard, message_to_send
from tricktable.text.language import Message, speaking

FIELDS = {name: f"<{name}>" for name in ("why", "old", "new", "port", "program", "path")}
SAID = (
    line.ENDED,
    refusal(TooOld(1, 1)),
    refusal(TooNew(7, 9)),
    *(Message(words, FIELDS) for words in (line.SAFE, line.NEWER, line.NEWER_HERE)),
    *(Message(words) for words in (delivery.SENDING, delivery.WAITING, delivery.TRYING)),
    *(Message(words) for words in (*delivery.KEPT.values(), *delivery.BACK.values())),
    *(Message(words) for words in (*delivery.REFUSED.values(), delivery.UNFIT)),
    *(Message(sealed_port.REFUSED, {**FIELDS, "why": Message(why)}) for why in sealed_port.WHY),
)


@pytest.mark.parametrize("said", SAID, ids=lambda said: said.words[:40])
def test_what_is_said_of_a_board_has_both_languages(said):
    in_english = str(said)
    with speaking("ja"):
        in_japanese = str(said)
    assert not set(in_japanese) <= set(string.printable), in_japanese
    assert not any(words in in_japanese for words in in_english.split(". "))
    for name in [each for _, each, _, _ in string.Formatter().parse(said.words) if each]:
        if not isinstance(said.fields[name], Message):
            assert str(said.fields[name]) in in_japanese


def test_a_port_in_use_is_told_in_both_languages(monkeypatch):
    def taken(*_):
        raise OSError(errno.EBUSY, "busy")

    monkeypatch.setattr("serial.Serial.open", taken)
    with pytest.raises(Busy) as refused:
        open_port("/dev/ttyACM7")
    assert isinstance(refused.value, Unusable)
    assert str(refused.value).startswith("/dev/ttyACM7 is in use by another program: close that")
    with speaking("ja"):
        assert str(refused.value).startswith("/dev/ttyACM7 は別のプログラムが使用中です")


def test_what_another_host_says_of_its_board_is_in_the_readers_language():
    said = Message(line.SAFE, {"why": "ImportError"})
    held = HeldBoard("7KQ", "refused", str(said), message=message_to_send(said))
    assert str(held.word_for_reader) == str(said)
    with speaking("ja"):
        assert str(held.word_for_reader) == str(said) != held.word
    older = held._replace(message="")
    assert str(older.word_for_reader) == held.word
