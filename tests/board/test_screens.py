"""Pages are drawn as approved: tests/board/screens/*.txt shows each pixel as # or a dot.

After a wanted change: APPROVE_SCREENS=1 pytest tests/board/test_screens.py, then look at the diff.
"""

import json
import os
from pathlib import Path

import pytest
import zxingcpp

from board.canvas import art, drawn, lit, shown
from board.pictures import ADDRESS, PICTURES, ask, qr, sheet, trick, words
from tableboard import screens
from tableboard.strokes import HEIGHT, WIDTH, wrapped

APPROVED = Path(__file__).parent / "screens"
OWN_PAGES = {
    "waiting": screens.waiting_page(0, 0, []),
    "waiting-with-events": screens.waiting_page(
        17, 0, ["Reader 3 read a card", "Reader 4: one card at a time", "Reader 1 read a card"]
    ),
    "waiting-full": screens.waiting_page(
        256, 3, ["Reader 3 read a card", "Reader 1 is dead", "Reader 1 read a card"]
    ),
    "refused": screens.refused_page("this_board_speaks_1,_the_host_2:_update_the_board"),
}


def check(name, buffer):
    approved = APPROVED / f"{name}.txt"
    if os.environ.get("APPROVE_SCREENS"):
        approved.write_text(art(buffer))
    assert art(buffer).splitlines() == approved.read_text().splitlines()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_drawn_as_approved(name):
    check(name, shown(PICTURES[name]))


@pytest.mark.parametrize("name", OWN_PAGES)
def test_a_page_of_the_boards_own_is_drawn_as_approved(name):
    check(name, drawn(OWN_PAGES[name]))


def test_every_approved_picture_is_still_drawn():
    assert {path.stem for path in APPROVED.glob("*.txt")} == PICTURES.keys() | OWN_PAGES.keys()


def test_lights_and_sound_come_with_the_page():
    page = screens.page(json.dumps(trick(l=["won", "off"], s="trick")))
    assert (page.lights, page.sound) == (["won", "off"], "trick")
    bare = screens.page(json.dumps(words("Hello")))
    assert (bare.lights, bare.sound) == ([], "")


@pytest.mark.parametrize("scale", [1, 4])
@pytest.mark.parametrize(
    "address",
    [
        "HTTP://A.DE/7KQ",
        ADDRESS,
        "http://192.168.178.123:8080/t/7KQ2",
        "http://192.168.178.123:8080/t/7KQ2?from=the-board-at-the-window",
    ],
)
def test_another_programs_decoder_reads_the_qr_code_off_the_display(address, scale):
    buffer = shown(qr(address))
    width, height = WIDTH * scale, HEIGHT * scale
    pixels = bytes(
        255 if lit(buffer, x // scale, y // scale) else 0
        for y in range(height)
        for x in range(width)
    )
    image = memoryview(pixels).cast("B", shape=[height, width])
    assert [found.text for found in zxingcpp.read_barcodes(image)] == [address]


@pytest.mark.parametrize("side", [21, 25, 29])
def test_a_qr_code_has_light_around_it_and_two_pixels_a_module(side):
    buffer = shown(PICTURES[f"qr-{side}"])
    top = (HEIGHT - 2 * side) // 2
    assert top >= 3
    assert all(lit(buffer, x, y) for x in range(8) for y in range(HEIGHT))
    assert all(lit(buffer, 8 + 2 * side + x, y) for x in range(8) for y in range(HEIGHT))
    assert all(lit(buffer, x, y) for x in range(2 * side) for y in range(top))
    finder = [lit(buffer, 8 + x, top) for x in range(16)]
    assert finder == [False] * 14 + [True] * 2  # seven dark modules, then the separator


@pytest.mark.parametrize(
    "picture",
    [
        "",
        "[]",
        "7",
        '{"p":"poem"}',
        '{"p":"trick"}',
        json.dumps(trick(c=[[7, "QH"]])),
        json.dumps(trick(k=[1])),
        json.dumps(trick(m=4)),
        json.dumps(trick(c=[[2]])),
        json.dumps(trick(f=["Ann"])),
        json.dumps(sheet("x", ["Ann", 5])),
        json.dumps(words("x") | {"q": 5}),
        json.dumps(ask("x") | {"o": [["2"]]}),
    ],
)
def test_what_is_no_picture_raises_what_is_promised(picture):
    with pytest.raises(screens.NO_PICTURE):
        screens.page(picture)


@pytest.mark.parametrize(
    "picture", [trick(n=[1, 2, 3, 4]), sheet("x", [5, "1"]), qr(ADDRESS) | {"r": ["xyz"]}]
)
def test_what_cannot_be_drawn_raises_what_is_promised(picture):
    parts = screens.page(json.dumps(picture)).parts
    with pytest.raises(screens.NO_PICTURE):
        drawn(parts)


def test_no_sentence_is_cut_off_without_a_sign():
    sentence = " ".join(f"word{count}" for count in range(60))
    for parts in (
        screens.words_page("x", sentence),
        screens.ask_page(sentence, [("2", "yes")]),
        screens.trick_page(("t", "", sentence), ["A", "B"], [0, 0], [], -1, (0, "play")),
    ):
        lines = [line for part in parts for line in getattr(part, "lines", [])]
        assert any(line.endswith("...") for line in lines)


def test_an_unknown_action_is_shown_as_it_came():
    parts = screens.trick_page(("t", "", ""), ["A", "B"], [0, 0], [], -1, (1, "ponder"))
    assert (parts[-1].name, parts[-1].does) == ("B", "ponder")


def test_a_finished_trick_awaits_the_next_lead():
    cards = [(0, "2C", ""), (1, "3C", "")]
    parts = screens.trick_page(("t", "", ""), ["A", "B"], [0, 1], cards, 1, (1, "play"))
    assert parts[-1].does == "leads"


def test_every_line_of_the_waiting_page_fits():
    assert all(
        len(wrapped(line, WIDTH - 4)) == 1
        for line in ("Reader 4: one card at a time", "Memory full: 12345 not kept")
    )
