"""Pages are drawn as approved: docs/pictures/display shows each of them.

After a wanted change: `make display`, then look at every picture that has changed.
"""

import json

import pytest
import zxingcpp

from board import png
from board.canvas import art, drawn, lit, shown
from board.display import APPROVED, BEGIN, END, PAGE, REFUSED, WAITING, approved, by_name, gallery
from board.pictures import ADDRESS, PICTURES, ask, qr, sheet, trick, words
from tableboard import drawings, glyphs, screens
from tableboard.strokes import HEIGHT, WIDTH


def check(name, buffer):
    assert art(buffer).splitlines() == art(png.read(APPROVED / f"{name}.png")).splitlines()


@pytest.mark.parametrize("name", approved())
def test_a_picture_is_drawn_as_approved(name):
    check(name, shown(json.loads(by_name()[name])))


@pytest.mark.parametrize("name", WAITING)
def test_the_waiting_page_is_drawn_as_approved(name):
    check(name, drawn(screens.waiting_page(*WAITING[name])))


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_is_drawn_as_approved(name):
    check(name, drawn(screens.refused_page(REFUSED[name])))


def test_every_approved_picture_is_still_drawn_and_shown_in_the_docs():
    names = by_name().keys() | WAITING.keys() | REFUSED.keys()
    assert {path.stem for path in APPROVED.glob("*.png")} == names
    _, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    assert rest.partition(END)[0].strip() == gallery().strip()


def test_the_pictures_stay_small():
    assert sum(path.stat().st_size for path in APPROVED.glob("*.png")) < 100_000


@pytest.mark.parametrize(("wider", "ground"), [(6, 4), (1, 1)])
def test_a_winning_word_lies_on_a_ground_that_stays_in_its_column(wider, ground):
    width = glyphs.width("twelve")
    seat = drawings.Seat(10, width + wider, "Ann", "")
    seat.card, seat.is_best = "twelve", True
    box = next(seat.strokes())
    assert (box.x, box.width) == (10 + (wider - ground) // 2, width + ground)


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


@pytest.mark.parametrize("side", [21, 29])
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
        json.dumps(trick(j=3)),
        json.dumps(trick(i=[[]])),
        json.dumps(trick(y=5, x={"p": "poem"}) | {"y": "soon"}),
        json.dumps(sheet("x", ["Ann", 5])),
        json.dumps(words("x") | {"q": 5}),
        json.dumps(ask("x") | {"o": [["2"]]}),
    ],
)
def test_what_is_no_picture_raises_what_is_promised(picture):
    with pytest.raises(screens.NO_PICTURE):
        drawn(screens.page(picture).drawing)


@pytest.mark.parametrize(
    "picture", [trick(n=[1, 2, 3, 4]), sheet("x", [5, "1"]), qr(ADDRESS) | {"r": ["xyz"]}]
)
def test_what_cannot_be_drawn_raises_what_is_promised(picture):
    drawing = screens.page(json.dumps(picture)).drawing
    with pytest.raises(screens.NO_PICTURE):
        drawn(drawing)


def test_no_sentence_is_cut_off_without_a_sign():
    sentence = " ".join(f"word{count}" for count in range(60))
    for drawing in (
        screens.words_page("x", sentence),
        screens.ask_page(sentence, [("2", "yes")]),
        screens.page(json.dumps(trick(m=sentence))).drawing,
    ):
        assert any((stroke.columns or b"").endswith(glyphs.text("...")) for stroke in drawing)


def test_a_second_page_comes_after_a_while_without_a_sound_of_its_own():
    picture = json.dumps(trick(l=["won"], s="over") | {"x": words("Won"), "y": 5000})
    first, second = screens.page(picture), screens.page(picture, is_second=True)
    assert (first.next_ms, first.sound, first.lights) == (5000, "over", ["won"])
    assert (second.next_ms, second.sound, second.lights) == (0, "", ["won"])
    assert drawn(second.drawing) == shown(words("Won"))


def test_every_line_of_the_waiting_page_fits():
    assert all(
        glyphs.width(line) <= WIDTH - 4
        for line in ("Reader 4: one card at a time", "Memory full: 12345 not kept")
    )
