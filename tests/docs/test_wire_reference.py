"""The wire's page says what the code does: kinds, fields, events, limits, frames, pictures."""

import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rig.patience import PATIENCE_S
from tableboard import glyphs, lights, screens, sounds
from tablewire import checkup, host, limits, messages, newest, upload
from tablewire.checkup import HEALTH
from tablewire.frame import Decoder
from tablewire.messages import EVENTS, KEYS, KINDS, Message, parse
from wire.pair import new_board
from wire.transcript import conversation, transcript

PAGE = (Path(__file__).parents[2] / "docs/reference/wire.md").read_text(encoding="utf-8")
FRAMES = re.findall(r"~[ -}]+\*[0-9A-F]{8}$", PAGE, re.MULTILINE)
LIMITS = {name: value for name, value in vars(limits).items() if name.isupper()} | {
    "WHO_MS": host.WHO_MS,
    "GREETING_MS": host.GREETING_MS,
    "ASK_AGAIN_MS": checkup.ASK_AGAIN_MS,
    "UPLOAD_AGAIN_MS": upload.UPLOAD_AGAIN_MS,
    "PIECE_BYTES": upload.PIECE_BYTES,
    "PICTURE_RESEND_MS": newest.PICTURE_RESEND_MS,
}
"""Those of both ends, and the host's own."""


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose heading begins so."""
    table = PAGE.split(f"| {heading} |", 1)[1].split("\n\n", 1)[0]
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]
    ]


def kinds() -> dict[str, list[str]]:
    """Each kind with its fields, as the two tables of messages say."""
    found = re.findall(r"^\| `([A-Z])` \w+ \| (.*?) \|", PAGE, re.MULTILINE)
    return {kind: re.findall(r"`(\w+)`", fields) for kind, fields in found}


def test_each_kind_is_there_with_its_fields_in_order():
    assert kinds() == {kind: list(of.fields) for kind, of in KINDS.items()}


def test_each_event_is_there_with_its_words():
    written = {row[0].strip("`"): row[1] for row in rows("`what`")}
    assert written == {
        what: " ".join("`" + name.replace("|", "` or `") + "`" for name in names)
        for what, names in EVENTS.items()
    }


def test_the_words_of_each_part_are_there():
    written = {row[0].split("`")[1]: re.findall(r"`(\w+)`", row[1]) for row in rows("`part`")}
    named = {part.replace("r0", "r"): words for part, words in written.items()}
    assert named["r"] == HEALTH["r"]
    assert named["board"] == HEALTH["board"]
    assert ["|".join(named["display"])] == HEALTH["display"]
    assert named["keys"][:1] == HEALTH["keys"]
    assert set(named) == set(HEALTH)


def test_each_limit_is_there_with_its_value():
    written = {row[0].strip("`"): int(row[1]) for row in rows("name")}
    assert written == LIMITS


def test_names_in_the_text_are_those_of_the_code():
    for name in re.findall(r"`([A-Z]+_[A-Z_]+)`", PAGE):
        assert name in LIMITS or hasattr(messages, name), name
    assert f"`PROTOCOL_LO` = {messages.PROTOCOL_LO}, `PROTOCOL_HI` = {messages.PROTOCOL_HI}" in PAGE
    assert f"KEYS: `{' '.join(KEYS)}`" in PAGE


def test_each_frame_on_the_page_is_a_message_with_a_right_crc():
    assert len(FRAMES) > 15
    for frame in FRAMES:
        (body,) = Decoder().feed(frame.encode() + b"\n")
        assert isinstance(body, str), frame
        assert isinstance(parse(body), Message), frame


def test_the_conversation_is_a_real_one():
    assert transcript() in PAGE
    pair = conversation()
    assert pair.events() == [1, 2, 3]
    assert pair.board.backlog == 0
    assert {line[1] for _, line, _ in pair.passed} == set("WHATEBP")


def test_each_picture_on_the_page_can_be_drawn():
    examples = PAGE.split("```json\n")[1].split("```")[0].splitlines()
    pages = {row[0].strip("`") for row in rows("page")}
    for example in examples:
        page = screens.page(example)
        assert any(stroke.width for stroke in page.drawing)
        assert set(page.lights) <= set(lights.COLOURS)
        assert page.sound in {"", *sounds.SOUNDS}
        assert parse(f"P 1 {example}").json == example
    assert pages == {"trick", "sheet", "card", "ask", "qr", "words"}


def test_each_small_picture_in_a_text_is_there():
    told = PAGE.split("small pictures: ")[1].split("\n\n")[0]
    first_to_last = [int(each, 16) for each in re.findall(r"`\\u(\w{4})`", told)]
    assert first_to_last == [3, 6, 14, 16, 17, 18, 19]
    assert sorted(glyphs.INLINE) == [*range(3, 7), *range(14, 20)]


def test_each_light_and_sound_is_there():
    told = PAGE.split("Lights: ")[1].split("\n## ")[0]
    listed = re.findall(r"`(\w+)`", told)
    assert sorted(listed) == sorted([*lights.COLOURS, *sounds.SOUNDS])


def test_the_program_on_the_page_hears_a_board():
    program = PAGE.split("```python\n")[1].split("```")[0]
    pty = pytest.importorskip("pty", reason="POSIX only")
    tty = pytest.importorskip("tty", reason="POSIX only")
    master, slave = pty.openpty()
    tty.setraw(slave)
    program = program.replace("/dev/ttyACM0", os.ttyname(slave))
    board = new_board()
    board.emit(1, "K", "UNDO")
    with subprocess.Popen([sys.executable, "-u", "-c", program], stdout=subprocess.PIPE) as host:
        os.set_blocking(host.stdout.fileno(), False)
        heard = b""
        end = time.monotonic() + PATIENCE_S
        while b"UNDO\n" not in heard and time.monotonic() < end:
            now_ms = time.monotonic_ns() // 1_000_000
            ready, _, _ = select.select([master, host.stdout], [], [], 0.02)
            if master in ready:
                board.receive(os.read(master, 4096), now_ms)
            if host.stdout in ready:
                heard += os.read(host.stdout.fileno(), 4096)
            os.write(master, board.due(now_ms))
        host.terminate()
    os.close(master)
    os.close(slave)
    assert heard.startswith(b"H 1 1 ")
    assert heard.endswith(b"\nE 1 1 K UNDO\n")
    assert board.backlog == 1
