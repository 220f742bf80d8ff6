"""The model of a tag against ISO/IEC 14443-3. For both Pythons: plain asserts."""

from chips.tag import Tag, cascade_parts, crc_a
from sim.workbench import raises

REQA, WUPA = b"\x26", b"\x52"
HLTA = b"\x50\x00\x57\xcd"
SEVEN = bytes.fromhex("04A3C6CAE26180")
FOUR = bytes.fromhex("12345678")
TEN = bytes.fromhex("04010203040506070809")


def framed(data):
    """A frame with its CRC_A."""
    return data + crc_a(data)


def powered(uid):
    """A tag that came into a field."""
    tag = Tag(uid)
    tag.power(True)
    return tag


def select(tag, uid):
    """Anticollision and select of all levels; returns the SAKs."""
    saks = []
    for level, part in enumerate(cascade_parts(uid)):
        command = (0x93, 0x95, 0x97)[level]
        assert tag.hear(bytes((command, 0x20)), 16) == (part, 40)
        answer, bits = tag.hear(framed(bytes((command, 0x70)) + part), 72)
        assert bits == 24
        assert crc_a(answer) == b"\0\0"
        saks.append(answer[0])
    return saks


def woken(uid):
    """A tag that was selected."""
    tag = powered(uid)
    assert tag.hear(REQA, 7)
    select(tag, uid)
    return tag


def test_crc_a_is_that_of_the_standard():
    # ISO/IEC 14443-3, annex B.3: the two examples.
    assert crc_a(b"\x00\x00") == b"\xa0\x1e"
    assert crc_a(b"\x12\x34") == b"\x26\xcf"


def test_a_uid_of_another_length_is_no_uid():
    assert raises(ValueError, Tag, b"12345")


def test_atqa_and_sak_tell_the_length_of_the_uid():
    for uid, atqa, saks in (
        (FOUR, b"\x04\x00", [0x08]),
        (SEVEN, b"\x44\x00", [0x04, 0x00]),
        (TEN, b"\x84\x00", [0x04, 0x04, 0x00]),
    ):
        tag = powered(uid)
        assert tag.hear(REQA, 7) == (atqa, 16)
        assert select(tag, uid) == saks


def test_without_a_field_there_is_silence():
    tag = Tag(SEVEN)
    assert tag.hear(WUPA, 7) is None
    tag.power(True)
    assert tag.hear(WUPA, 7)
    tag.power(False)
    assert tag.hear(WUPA, 7) is None


def test_a_halted_tag_hears_wupa_alone():
    tag = woken(SEVEN)
    assert tag.hear(HLTA, 32) is None
    assert tag.hear(REQA, 7) is None
    assert tag.hear(WUPA, 7) == (b"\x44\x00", 16)
    assert select(tag, SEVEN) == [4, 0]


def test_an_active_tag_misses_one_wake_up():
    # The reason why a naive poll sees a card every second time.
    tag = woken(SEVEN)
    assert tag.hear(REQA, 7) is None
    assert tag.hear(REQA, 7)


def test_a_tag_woken_from_halt_goes_back_to_halt_on_an_error():
    tag = woken(FOUR)
    tag.hear(HLTA, 32)
    tag.hear(WUPA, 7)
    assert tag.hear(b"\x95\x20", 16) is None  # a level that it has not
    assert tag.hear(REQA, 7) is None
    assert tag.hear(WUPA, 7)


def test_a_select_with_an_error_is_not_answered():
    part = cascade_parts(FOUR)[0]
    good = framed(b"\x93\x70" + part)
    for frame in (
        good[:-1] + bytes((good[-1] ^ 1,)),  # CRC
        framed(b"\x93\x70" + part[:4] + bytes((part[4] ^ 1,))),  # BCC
        framed(b"\x93\x70" + bytes((part[0] ^ 1,)) + part[1:]),  # another uid
    ):
        tag = powered(FOUR)
        tag.hear(REQA, 7)
        assert tag.hear(frame, 72) is None


def test_a_partly_known_uid_is_answered_with_the_rest():
    part = cascade_parts(SEVEN)[0]
    number = int.from_bytes(part, "little")
    for known in range(40):
        nvb = 0x20 + (known // 8 << 4) + known % 8
        asked = (number & ((1 << known) - 1)).to_bytes((known + 7) // 8, "little")
        tag = powered(SEVEN)
        tag.hear(REQA, 7)
        answer, bits = tag.hear(bytes((0x93, nvb)) + asked, 16 + known)
        assert bits == 40 - known
        assert int.from_bytes(answer, "little") == number >> known
        if known:
            other = powered(SEVEN)
            other.hear(REQA, 7)
            wrong = int.from_bytes(asked, "little") ^ 1 << known - 1
            wrong = wrong.to_bytes(len(asked), "little")
            assert other.hear(bytes((0x93, nvb)) + wrong, 16 + known) is None


def test_pages_hold_the_uid():
    tag = woken(SEVEN)
    answer, bits = tag.hear(framed(b"\x30\x00"), 32)
    assert bits == 144
    assert crc_a(answer) == b"\0\0"
    assert answer[:3] + answer[4:8] == SEVEN
    assert answer[3] == 0x88 ^ SEVEN[0] ^ SEVEN[1] ^ SEVEN[2]
    assert answer[8] == SEVEN[3] ^ SEVEN[4] ^ SEVEN[5] ^ SEVEN[6]
    assert tag.hear(framed(b"\x30\x2c"), 32)[0][4:8] == answer[:4]  # rolls over to page 0


def test_a_page_that_is_not_there_is_refused():
    assert woken(SEVEN).hear(framed(b"\x30\x2d"), 32) == (b"\x00", 4)
    assert woken(FOUR).hear(framed(b"\x30\x00"), 32) == (b"\x00", 4)
