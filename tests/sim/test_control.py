"""What can be done to a simulated table and seen of it. For both Pythons."""

from binascii import a2b_base64

import machine
import pins
from sim.workbench import raises, table
from simulated.control import Control
from simulated.usb import Line

MS = 1000


class Desk:
    """A control channel's end, without a channel."""

    def __init__(self):
        self.wiring = table()
        self.control = Control(machine.board)
        self.line = Line(self.wiring.clock, None)
        self.now_us = 0

    def do(self, word, **details):
        details["do"] = word
        return self.control.obey(details, self.line, self.now_us)

    def later(self, ms):
        self.now_us += ms * MS
        self.control.act(self.now_us)


def test_tags_are_laid_and_lifted():
    desk = Desk()
    tags = desk.wiring.readers[2].tags
    desk.do("lay", reader=2, uid="04A3C6CAE26180")
    desk.do("lay", reader=2, uid="12345678")
    assert [tag.uid.hex() for tag in tags] == ["04a3c6cae26180", "12345678"]
    desk.do("lift", reader=2, uid="04A3C6CAE26180")
    assert [tag.uid.hex() for tag in tags] == ["12345678"]
    desk.do("lift", reader=2)
    assert tags == []


def test_keys_and_buttons_are_held():
    desk = Desk()
    desk.do("key", key="Q", down=True)
    desk.do("button", seat=3, down=True)
    assert desk.wiring.keys.pressed == 1 << pins.KEYS.index("Q")
    assert desk.wiring.buttons == 0b1000
    desk.do("key", key="Q", down=False)
    desk.do("button", seat=3, down=False)
    assert (desk.wiring.keys.pressed, desk.wiring.buttons) == (0, 0)


def test_presses_wait_for_one_another():
    desk = Desk()
    desk.do("hold", key="2", ms=60)
    desk.do("hold", key="2", ms=60)
    desk.do("hold", seat=0, ms=1000)
    seen = []
    for ms in range(1400):
        state = (desk.wiring.keys.pressed, desk.wiring.buttons)
        if not seen or seen[-1][1] != state:
            seen.append((ms, state))
        desk.later(1)
    assert seen == [
        (0, (1, 0)),
        (60, (0, 0)),
        (140, (1, 0)),
        (200, (0, 0)),
        (280, (0, 1)),
        (1280, (0, 0)),
    ]


def test_a_rest_is_a_press_of_nothing_and_each_is_told_when_it_is_over():
    desk = Desk()
    desk.do("hold", key="2", ms=60)
    desk.do("hold", ms=300)
    desk.do("hold", key="3", ms=60)
    seen = []
    for ms in range(600):
        seen += [(ms, news) for news in desk.control.news() if "held" in news]
        desk.later(1)
    assert seen == [(ms, {"held": 1}) for ms in (60, 440, 580)]
    assert desk.wiring.keys.pressed == 0


def test_it_says_when_it_must_act_again():
    desk = Desk()
    assert desk.control.due_in_us(0) > 3_600_000_000
    desk.do("hold", key="2", ms=60)
    assert desk.control.due_in_us(20 * MS) == 40 * MS
    assert desk.control.due_in_us(99 * MS) == 0


def test_news_come_on_change_alone():
    desk = Desk()
    assert desk.control.news() == []
    desk.wiring.display.write(b"\x00\xaf\xa1\xc8\x20\x00\x22\x05\x05")
    desk.control.news()
    desk.wiring.display.write(b"\x40\x01\x02")
    (news,) = desk.control.news()
    assert news["screen"] == 5
    assert a2b_base64(news["bits"]) == b"\x01\x02" + bytes(126)
    desk.wiring.lamps[1] = (9, 8, 7)
    desk.wiring.tone_hz = 440
    lights = [(0, 0, 0), (9, 8, 7), (0, 0, 0), (0, 0, 0)]
    assert desk.control.news() == [{"lights": lights}, {"sound": 440}]
    assert desk.control.news() == []


def test_faults_break_parts_and_mend_them():
    desk = Desk()
    readers = desk.wiring.readers
    for what, level in (("dead", 0), ("open", 1)):
        desk.do("fault", what=what, reader=1, on=True)
        assert readers[1].miso == level
        desk.do("fault", what=what, reader=1, on=False)
        assert readers[1].miso == -1
    desk.do("fault", what="version", reader=0, value=0x12)
    readers[0].select()
    assert (readers[0].exchange(0xEE), readers[0].exchange(0)) == (0, 0x12)
    desk.do("fault", what="noise", reader=0, count=3)
    desk.do("fault", what="flip", reader=0, count=4)
    desk.do("fault", what="slip", reader=0, after=2)
    desk.do("fault", what="hung", reader=0)
    desk.do("fault", what="selftest", reader=0, on=True)
    chip = readers[0]
    assert (chip.noisy, chip.flips, chip.slips_after) == (3, 4, 2)
    assert (chip.hung, chip.fails_self_test) == (True, True)
    desk.do("fault", what="display", on=True)
    assert desk.wiring.display.dead
    desk.do("fault", what="garble", count=2)
    assert desk.line.garbles == 2
    desk.do("fault", what="hang", ms=9000)
    assert desk.control.hang_ms == 9000


def test_what_it_does_not_know_is_a_mistake_of_the_caller():
    desk = Desk()
    assert raises(ValueError, desk.do, "dance")
    assert raises(ValueError, desk.do, "fault", what="rain", reader=0)
    assert raises(ValueError, desk.do, "key", key="JOKER", down=True)
    assert raises(ValueError, desk.do, "lay", reader=0, uid="04A3C6")


def test_the_cable_and_the_figures():
    desk = Desk()
    desk.do("usb", plugged=False)
    assert not desk.line.plugged
    desk.do("usb", plugged=True)
    desk.line.write(bytes(200))
    assert len(desk.line.drain()) == 200
    desk.line.write(bytes(200))
    assert len(desk.line.drain()) == 56
    desk.do("usb", fetched=100)
    assert len(desk.line.drain()) == 100
    chip_us = desk.wiring.clock.ns // 1000
    desk.wiring.clock.spend(7_000_000)
    machine.board.end_slice()
    stat = desk.do("stat", forget=True)["stat"]
    assert stat["chip_us"] == chip_us + 7000
    assert (stat["longest_slice_us"], stat["slices"]) == (chip_us + 7000, 1)
    assert desk.do("stat")["stat"]["slices"] == 0
