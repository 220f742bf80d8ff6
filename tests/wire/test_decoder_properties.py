"""Whatever bytes come, in whatever pieces, the decoder gives values and stays small."""

from hypothesis import given
from hypothesis import strategies as st

from tablewire.frame import NOISE_KEPT_BYTES, Decoder, Noise, encode
from tablewire.limits import MAX_LINE_BYTES
from tablewire.messages import Message, parse
from tablewire.session import BoardSession, HostSession
from wire.pair import BOARD, BOOT, HAS
from wire.samples import BODIES

FRAMES = st.sampled_from(BODIES).map(encode)
PIECES = st.one_of(
    st.binary(max_size=60),
    st.text("~*\n EHBWATPN0123456789ABCDEF", max_size=60).map(str.encode),
    FRAMES,
    FRAMES.map(lambda frame: frame[: len(frame) // 2]),
    st.integers(0, 3000).map(lambda size: b"~" + b"x" * size),
)
STREAMS = st.lists(PIECES, max_size=12)


@given(STREAMS)
def test_any_bytes_give_bodies_and_noise_and_are_not_kept(pieces):
    decoder = Decoder()
    for piece in pieces:
        for found in decoder.feed(piece):
            assert isinstance(found, str | Noise)
            if isinstance(found, str):
                assert isinstance(parse(found), Message | Noise)
            else:
                assert len(found.data) <= NOISE_KEPT_BYTES
        assert len(decoder._line) == MAX_LINE_BYTES
        assert len(decoder._stray) <= NOISE_KEPT_BYTES


@given(STREAMS, st.integers(1, 200))
def test_how_bytes_are_cut_makes_no_difference(pieces, size):
    stream = b"".join(pieces) + b"\n"
    decoder = Decoder()
    cut = [
        found
        for at in range(0, len(stream), size)
        for found in decoder.feed(stream[at : at + size])
    ]
    assert cut == Decoder().feed(stream)


@given(STREAMS, st.sampled_from(BODIES))
def test_a_frame_on_a_line_of_its_own_passes_whatever_came_before(pieces, body):
    decoder = Decoder()
    for piece in pieces:
        decoder.feed(piece)
    assert decoder.feed(b"\n" + encode(body))[-1] == body


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7D), min_size=1, max_size=1100))
def test_each_body_of_printable_ascii_passes(body):
    assert Decoder().feed(encode(body)) == [body]


@given(st.lists(st.tuples(PIECES, st.integers(0, 2000)), max_size=12))
def test_no_bytes_make_a_session_raise(steps):
    board = BoardSession(BOARD, BOOT, "0.1.0", HAS)
    host = HostSession("5F3A11C2")
    host.opened(0)
    now_ms = 0
    for piece, ms in steps:
        now_ms += ms
        board.emit(now_ms, "K", "Q")
        board.receive(piece, now_ms)
        board.due(now_ms)
        host.receive(piece, now_ms)
        host.due(now_ms)
        host.reopen_due(now_ms)
        assert board.unread <= 240
