"""The join code in its three forms, each read back by a decoder that is not its maker."""

import io
import re

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tricktable.table import commands
from tricktable.table.views import WITHOUT
from tricktable.web import invites
from web.room import CODE, NAMES, ask, begin, sit

ADDRESSES = [
    "http://10.0.0.5:8080/t/7KQ",
    "http://192.168.100.100:8080/t/DEMO",
    "https://cards.example.org/club/t/7KQ",
]
HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
DISPLAY = (128, 64)


def decoded(picture):
    """What a phone would read in this picture."""
    found = zxingcpp.read_barcodes(picture.convert("L"))
    assert len(found) == 1
    return found[0].text


def drawn(matrix, pixels, border=0):
    """Dark modules as black squares on white."""
    size = len(matrix) + 2 * border
    picture = Image.new("L", (size, size), 255)
    for row, modules in enumerate(matrix):
        for column, is_dark in enumerate(modules):
            if is_dark:
                picture.putpixel((column + border, row + border), 0)
    return picture.resize((size * pixels, size * pixels), Image.Resampling.NEAREST)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("is_coloured", [True, False])
def test_the_terminals_text_can_be_scanned(address, is_coloured):
    lines = invites.terminal(address, is_coloured).split("\n")
    matrix = []
    for line in lines:
        pairs = [HALVES[each] for each in re.sub(r"\x1b\[[\d;]*m", "", line)]
        matrix += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    height = len(matrix[0])
    assert decoded(drawn(matrix[:height], 3)) == address


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("is_coloured", [True, False])
def test_without_blocks_the_terminals_text_is_ascii_and_can_be_scanned(address, is_coloured):
    text = invites.terminal(address, is_coloured, has_blocks=False)
    assert text.isascii()
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in text.split("\n")]
    assert max(map(len, lines)) <= 80 or len(lines) > 39
    matrix = [[line[at] == "#" for at in range(0, len(line), 2)] for line in lines]
    assert decoded(drawn(matrix, 3)) == address


def test_the_terminals_text_says_its_colours_itself_and_puts_them_back():
    for line in invites.terminal(ADDRESSES[0]).split("\n"):
        assert line.startswith("\x1b[38;5;16;48;5;231m")
        assert line.endswith("\x1b[0m")
    assert "\x1b" not in invites.terminal(ADDRESSES[0], is_coloured=False)


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_boards_rows_can_be_scanned_from_its_display(address):
    page = invites.board_page(address)
    size = page["z"]
    bits = [f"{int(row, 16):0{len(row) * 4}b}"[:size] for row in page["r"]]
    assert {len(row) for row in page["r"]} == {2 * -(-size // 8)}
    assert len(bits) == size
    pixels = DISPLAY[1] // size
    assert pixels == 2, "two pixels a module, or phones have a hard time"
    code = drawn([[bit == "1" for bit in row] for row in bits], pixels)
    display = Image.new("L", DISPLAY, 255)
    display.paste(code, (1, (DISPLAY[1] - code.height) // 2))
    # A phone holds the display in the middle of its picture; the lit panel is the quiet zone.
    seen = Image.new("L", (DISPLAY[0] + 32, DISPLAY[1] + 32), 255)
    seen.paste(display, (16, 16))
    assert decoded(seen.resize((seen.width * 4, seen.height * 4))) == address


def test_the_boards_page_fits_a_picture_message():
    import json

    page = invites.board_page(ADDRESSES[1])
    assert (page["p"], page["t"]) == ("qr", ADDRESSES[1])
    assert len(json.dumps(page)) <= 700


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_svg_can_be_scanned_in_a_browser(browser, address):
    page = browser.new_page(viewport={"width": 300, "height": 300})
    page.set_content(invites.svg(address).replace("<svg", '<svg width="280"', 1))
    assert decoded(Image.open(io.BytesIO(page.screenshot()))) == address
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_hosts_page_shows_a_code_that_leads_to_the_table(room, browser, scheme):
    with room.served() as url:
        page = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme)
        port = url.rpartition(":")[2]
        for place in ("/seat", ""):  # where phones sit down; once all have, where guests watch
            page.goto(f"{url}/host/t/{CODE}")
            code = page.locator(".qr")
            if not code.is_visible():
                page.locator("#join summary").click()
            code.scroll_into_view_if_needed()
            read = decoded(Image.open(io.BytesIO(code.screenshot())))
            expect(page.locator(".address")).to_have_text(read)
            assert re.fullmatch(rf"http://[\d.]+:{port}/t/{CODE}{place}", read)
            if place:
                begin(room.table)
                for seat in range(len(NAMES)):
                    sit(room.table, seat)
        page.close()


def test_the_code_folds_once_when_the_last_seat_is_taken(room, browser):
    room.table.board_is(WITHOUT)
    begin(room.table)
    *others, last = range(len(NAMES))
    for seat in others:
        sit(room.table, seat)
    with room.served() as url:
        page = browser.new_page()
        page.goto(f"{url}/host/t/{CODE}")
        code = page.locator("#join .address")
        expect(code).to_be_visible()
        sit(room.table, last)
        expect(code).to_be_hidden()
        page.locator("#join summary").click()
        ask(room.table, commands.Lock())
        expect(page.locator("#locked")).to_be_visible()
        expect(code).to_be_visible()  # opened by hand
        page.close()
