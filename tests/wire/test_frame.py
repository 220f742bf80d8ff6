"""Frames whole, in pieces, spoilt and among rubbish. For both Pythons: plain asserts."""

from binascii import crc32

from tablewire.frame import BROKEN, NOISE_KEPT_BYTES, STRAY, Decoder, Noise, encode
from tablewire.limits import MAX_LINE_BYTES
from wire.pair import raises
from wire.samples import BODIES

FRAME = encode("E 12 83417 C 2 04A3C6CAE26180")
TRACEBACK = b'Traceback (most recent call last):\r\n  File "main.py", line 7\r\nValueError: ~\r\n'


def feed(data, size):
    """What a decoder gives of this, fed in pieces of this size."""
    decoder = Decoder()
    found = []
    for at in range(0, len(data), size):
        found += decoder.feed(data[at : at + size])
    return found


def bodies(found):
    return [thing for thing in found if isinstance(thing, str)]


def test_a_frame_is_its_body_between_a_tilde_and_a_crc():
    assert FRAME == b"~E 12 83417 C 2 04A3C6CAE26180*88588F14\n"


def test_each_message_passes_whole_and_byte_by_byte():
    for body in BODIES:
        assert feed(encode(body), MAX_LINE_BYTES) == [body]
        assert feed(encode(body), 1) == [body]


def test_many_frames_in_one_piece_come_in_order():
    assert feed(b"".join([encode(body) for body in BODIES]), 1 << 20) == BODIES


def test_rubbish_before_after_and_inside_costs_no_other_frame():
    for rubbish in (b"\x00\xff\x03", b"~~~", b"~E 1 2", b"*00000000", TRACEBACK, b"x" * 3000):
        for size in (1, 7, 5000):
            before = rubbish + FRAME + b"\n" + FRAME
            assert bodies(feed(before, size)) == [FRAME[1:-10].decode()] * 2
            after = FRAME + rubbish + b"\n" + FRAME
            assert bodies(feed(after, size)) == [FRAME[1:-10].decode()] * 2
            inside = FRAME[:9] + rubbish + FRAME[9:] + FRAME
            assert bodies(feed(inside, size)) == [FRAME[1:-10].decode()]


def test_a_frame_cut_short_by_the_next_one_is_noise_and_the_next_one_passes():
    found = feed(FRAME[:20] + FRAME, 4)
    assert found == [Noise(FRAME[:20], BROKEN), FRAME[1:-10].decode()]


def test_each_way_to_cut_a_frame_leaves_no_body():
    for end in range(len(FRAME) - 1):
        assert bodies(feed(FRAME[:end] + b"\n", 5)) == []
    for begin in range(1, len(FRAME)):
        assert bodies(feed(FRAME[begin:], 5)) == []


def test_each_flipped_bit_of_each_message_is_refused():
    for body in BODIES:
        frame = encode(body)
        if len(frame) > 200:
            continue
        for at in range(len(frame)):
            for bit in range(8):
                spoilt = frame[:at] + bytes([frame[at] ^ (1 << bit)]) + frame[at + 1 :]
                assert bodies(Decoder().feed(spoilt + b"\n")) == [], (body, at, bit)


def test_lower_case_digits_are_no_crc():
    assert bodies(feed(FRAME[:-10] + FRAME[-10:].lower(), 99)) == []


def test_two_bodies_that_differ_in_one_word_have_other_frames():
    assert encode("K 1")[-9:] != encode("K 2")[-9:]


def test_noise_is_told_once_a_line_with_its_beginning_and_its_reason():
    assert feed(b"hello\r\n\r\n\n", 3) == [Noise(b"hello\r", STRAY)]
    assert feed(b"boot ~E 1*12345678\n", 3) == [Noise(b"boot ~E 1*12345678", BROKEN)]
    long = feed(b"z" * 5000 + b"\n", 64)
    assert long == [Noise(b"z" * NOISE_KEPT_BYTES, STRAY)]


def test_how_bytes_are_cut_into_pieces_makes_no_difference():
    stream = TRACEBACK + FRAME + b"~~a~" + FRAME[:-1] + b"~" + FRAME + b"\n~" + b"y" * 1300 + b"\n"
    stream += b"~" + b"w" * (MAX_LINE_BYTES - 2) + b"\n" + FRAME
    whole = feed(stream, 1 << 20)
    for size in (1, 2, 3, 11, 64, 1199, 1200, 1201):
        assert feed(stream, size) == whole


def test_the_longest_line_passes_and_a_longer_one_is_refused():
    longest = "P 1 " + "x" * (MAX_LINE_BYTES - 15)
    assert len(encode(longest)) == MAX_LINE_BYTES
    for size in (1, 100, 2000):
        assert feed(encode(longest) + FRAME, size) == [longest, FRAME[1:-10].decode()]
    assert raises(ValueError, encode, longest + "x")
    longer = (longest + "x").encode()
    for size in (1, 100, 2000):
        for before in (b"", FRAME):
            *whole, noise = feed(before + b"~%s*%08X\n" % (longer, crc32(longer)), size)
            assert whole == feed(before, size)
            assert noise.why == BROKEN


def test_a_tilde_inside_begins_another_frame_even_under_a_right_crc():
    data = b"N busy~N idle"
    line = b"~%s*%08X\n" % (data, crc32(data))
    for size in (1, 99):
        assert feed(line, size) == [Noise(line[:-1], BROKEN)]


def test_a_line_that_never_ends_is_not_kept():
    decoder = Decoder()
    decoder.feed(b"~")
    for _ in range(2 * MAX_LINE_BYTES):
        decoder.feed(b"x")
        assert len(decoder._line) == MAX_LINE_BYTES


def test_a_decoder_holds_no_more_than_one_line():
    decoder = Decoder()
    for piece in (b"~", b"a" * 700, b"~" + b"b" * 1000, b"\xff" * 900):
        for _ in range(40):
            assert decoder.feed(piece) == []
            assert len(decoder._line) == MAX_LINE_BYTES
            assert decoder._held < MAX_LINE_BYTES
            assert len(decoder._stray) <= NOISE_KEPT_BYTES
    assert bodies(decoder.feed(b"\n" + FRAME)) == [FRAME[1:-10].decode()]


def test_a_bytearray_is_taken_like_bytes():
    assert Decoder().feed(bytearray(TRACEBACK + FRAME))[-1] == FRAME[1:-10].decode()


def test_what_would_break_the_line_is_no_body():
    for body in ("", "a\nb", "a~b", "caf\xe9"):
        assert raises(ValueError, encode, body)


def test_a_line_that_is_too_long_is_refused_with_its_length():
    longest = "x" * (MAX_LINE_BYTES - len(encode("x")) + 1)
    assert len(encode(longest)) == MAX_LINE_BYTES
    said = ""
    try:
        encode(longest + "x")
    except ValueError as error:
        said = str(error)
    assert said == f"frame of {MAX_LINE_BYTES + 1} bytes"


def test_a_right_crc_over_bytes_that_are_no_ascii_is_no_body():
    for data in (b"P 1 \xff\xfe", "P 1 caf\xe9".encode()):
        assert bodies(feed(b"~%s*%08X\n" % (data, crc32(data)), 9)) == []


def test_noise_shows_its_bytes_and_its_reason():
    assert repr(Noise(b"\x00~", BROKEN)) == "Noise(b'\\x00~', 'broken')"
    assert Noise(b"a", STRAY) != Noise(b"a", BROKEN)
    assert len({Noise(b"a", STRAY), Noise(b"a", STRAY)}) == 1
