"""The model of the display controller, driven by bare messages. For both Pythons."""

from chips.ssd1306 import Ssd1306, turned
from sim.workbench import raises

ON_UPRIGHT = b"\x00\xaf\xa1\xc8"


def display(*commands):
    """A display that is on and upright, after some commands more."""
    chip = Ssd1306()
    assert chip.write(ON_UPRIGHT + bytes(commands))
    chip.changed = 0
    return chip


def lit(chip):
    """All that is not dark: (page, column, byte)."""
    return [
        (number, column, byte)
        for number in range(8)
        for column, byte in enumerate(chip.page(number))
        if byte
    ]


def test_a_display_that_is_off_shows_nothing():
    chip = Ssd1306()
    chip.write(b"\x40\xff")
    assert lit(chip) == []


def test_page_addressing_is_what_it_wakes_up_with():
    chip = display(0xB2, 0x05, 0x17)
    chip.write(b"\x40\x01\x02")
    assert lit(chip) == [(2, 0x75, 1), (2, 0x76, 2)]
    chip.write(b"\x40" + bytes(9) + b"\x03")  # the column wraps, the page stays
    assert lit(chip)[0] == (2, 0, 3)


def test_horizontal_addressing_fills_a_window_row_by_row():
    chip = display(0x20, 0, 0x21, 10, 11, 0x22, 6, 7)
    chip.write(b"\x40\x01\x02\x03\x04\x05")
    assert lit(chip) == [(6, 10, 5), (6, 11, 2), (7, 10, 3), (7, 11, 4)]


def test_vertical_addressing_fills_a_window_column_by_column():
    chip = display(0x20, 1, 0x21, 10, 11, 0x22, 6, 7)
    chip.write(b"\x40\x01\x02\x03\x04")
    assert lit(chip) == [(6, 10, 1), (6, 11, 3), (7, 10, 2), (7, 11, 4)]


def test_a_command_may_be_split_over_messages_and_control_bytes():
    chip = display(0x20, 0)
    chip.write(b"\x80\x21\x80\x03\x80\x04")
    chip.write(b"\x00\x22\x01")
    chip.write(b"\x00\x01")
    chip.write(b"\x40\x09")
    assert lit(chip) == [(1, 3, 9)]


def test_each_mirror_turns_the_picture():
    for commands, place in (
        (b"\x00\xaf\xa1\xc8", (0, 0, 1)),
        (b"\x00\xaf\xa0\xc8", (0, 127, 1)),
        (b"\x00\xaf\xa1\xc0", (7, 0, 0x80)),
        (b"\x00\xaf\xa0\xc0", (7, 127, 0x80)),
    ):
        chip = Ssd1306()
        chip.write(commands)
        chip.write(b"\x40\x01")
        assert lit(chip) == [place]
    assert turned(0b00010110) == 0b01101000


def test_inversion_shows_and_does_not_store():
    chip = display(0xA7)
    assert chip.page(0) == b"\xff" * 128
    chip.write(b"\x00\xa6")
    assert chip.page(0) == bytes(128)


def test_it_says_which_pages_changed():
    chip = display(0x20, 0, 0x21, 0, 127, 0x22, 3, 4)
    chip.write(b"\x40" + bytes(129))
    assert chip.changed == 0b11000
    chip.write(b"\x00\xae")
    assert chip.changed == 0xFF


def test_contrast():
    chip = display(0x81, 0x20)
    assert chip.contrast == 0x20


def test_scrolling_is_refused():
    assert raises(NotImplementedError, display, 0x2F)


def test_a_dead_display_acknowledges_nothing():
    chip = display()
    chip.dead = True
    assert not chip.write(b"\x40\xff")
    assert lit(chip) == []


def test_its_status_says_whether_it_is_on():
    chip = Ssd1306()
    assert chip.status() & 0x40
    chip.write(b"\x00\xaf")
    assert not chip.status() & 0x40


def test_a_dip_takes_memory_and_settings_and_it_goes_on_acknowledging():
    chip = display(0x20, 0, 0x81, 9)
    chip.write(b"\x40\xff")
    before = bytes(chip.memory)
    chip.dip()
    assert lit(chip) == []
    assert bytes(chip.memory) != before
    assert (chip.contrast, chip.status() & 0x40) == (0x7F, 0x40)
    assert chip.write(b"\x00\xe3")
