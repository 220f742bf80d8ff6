"""Both ends of a sealed connection, and those who have no key. For both Pythons: plain asserts."""

from tablewire.frame import encode
from tablewire.limits import MAX_LINE_BYTES
from tablewire.sealed import ANOTHER_KEY, BROKEN, BUSY, STRANGER, TAKEN, Keyed, Sealed, same
from wire.pair import raises

KEY, OTHER = bytes(range(32)), bytes(range(1, 33))
HOST, BOARD = "0123456789abcdef" * 2, "f" * 32
HELLO = encode("W 1 1 5F3A11C3")
CARD = encode("E 1 58420 C 2 04A3C6CAE26180")


def ends(board_key=KEY, host_key=KEY, host_nonce=HOST, board_nonce=BOARD):
    """A host and a board that have not spoken yet."""
    return Sealed(host_key, host_nonce, False), Sealed(board_key, board_nonce, True)


def greeted(host, board):
    """Let them greet; return what went over the network, line by line."""
    lines = [host.due()]
    board.receive(lines[0])
    lines.append(board.due())
    host.receive(lines[1])
    lines.append(host.due())
    board.receive(lines[2])
    return lines


def test_the_hash_is_hmac_sha256():
    # RFC 4231, test cases 2 and 1.
    assert Keyed(b"Jefe").of(b"what do ya want for nothing?").hex() == (
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
    assert Keyed(b"\x0b" * 20).of(b"Hi There").hex() == (
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    )


def test_a_key_or_nonce_of_another_length_is_refused():
    for key in (KEY[1:], KEY + b"\0"):
        assert raises(ValueError, Sealed, key, HOST, False)
    for nonce in (HOST[1:], HOST + "0"):
        assert raises(ValueError, Sealed, KEY, nonce, False)


def test_both_ends_prove_themselves_and_frames_pass_both_ways():
    host, board = ends()
    lines = greeted(host, board)
    assert host.is_open
    assert board.is_open
    assert host.due() == board.due() == b""
    assert board.receive(host.seal(HELLO + HELLO)) == HELLO + HELLO
    assert host.receive(board.seal(CARD)) == CARD
    assert board.receive(host.seal(HELLO)) == HELLO
    assert KEY.hex().encode() not in b"".join(lines)


def test_how_the_bytes_are_cut_makes_no_difference():
    host, board = ends()
    greeted(host, board)
    sealed = host.seal(HELLO + CARD)
    heard = b"".join([board.receive(sealed[i : i + 1]) for i in range(len(sealed))])
    assert heard == HELLO + CARD


def test_each_connection_has_keys_of_its_own():
    host, board = ends()
    lines = greeted(host, board)
    sealed = host.seal(HELLO)
    host, board = ends(board_nonce="e" * 32)
    board.receive(lines[0])  # a host's whole conversation, played again
    board.receive(lines[2])
    assert board.why == ANOTHER_KEY
    host, board = ends(board_nonce="e" * 32)
    greeted(host, board)
    assert board.receive(sealed) == b""
    assert board.why == BROKEN


def test_a_board_that_is_played_again_is_found_out():
    host, board = ends()
    lines = greeted(host, board)
    host, _ = ends(host_nonce="a" * 32)
    host.due()
    assert host.receive(lines[1] + board.seal(CARD)) == b""
    assert host.why == ANOTHER_KEY


def test_an_end_with_another_key_is_found_out_by_the_other():
    host, board = ends(host_key=OTHER)
    lines = greeted(host, board)
    assert host.why == ANOTHER_KEY
    assert lines[2] == b""
    assert not board.is_open
    board.receive(b"0" * 64 + b"\n")
    assert board.why == ANOTHER_KEY


def test_what_is_changed_left_out_repeated_or_turned_round_ends_it():
    for change in (
        lambda lines: [lines[0].replace(b"5F3A", b"5F3B")],
        lambda lines: [lines[1]],
        lambda lines: [lines[0], lines[0]],
        lambda lines: [lines[0].upper()],
        lambda lines: [lines[0][33:]],
        lambda lines: [lines[0][:0] + b"\n"],
    ):
        host, board = ends()
        greeted(host, board)
        lines = [host.seal(HELLO), host.seal(CARD)]
        for line in change(lines):
            board.receive(line)
        assert board.why == BROKEN
        assert board.receive(lines[1]) == b""
        assert not board.is_open
    host, board = ends()
    greeted(host, board)
    assert host.receive(host.seal(HELLO)) == b""
    assert host.why == BROKEN


def test_nothing_passes_before_the_proof():
    host, board = ends()
    board.receive(host.due())
    assert board.receive(CARD) == b""
    assert board.why == ANOTHER_KEY


def test_strangers_are_told_from_boards():
    for line in (
        b"HTTP/1.1 400 Bad Request\r\n",
        b"tricktable/2 " + BOARD.encode() + b" x\n",
        b"tricktable/1 " + BOARD.encode() + b"\n",
        b"tricktable/1 " + b"G" * 32 + b" x\n",
        b"another/1 " + BOARD.encode() + b" x\n",
        b"\xff\xfe\n",
        b"x" * (MAX_LINE_BYTES + 64),
    ):
        host, _ = ends()
        host.due()
        assert host.receive(line) == b""
        assert host.why == STRANGER
    _, board = ends()
    assert board.receive(b"GET / HTTP/1.1\r\n") == b""
    assert (board.why, board.due()) == (STRANGER, b"")


def test_a_board_that_talks_with_another_host_says_so():
    host, _ = ends()
    host.due()
    host.receive(BUSY)
    assert host.why == TAKEN


def test_equal_is_equal():
    assert same(b"abc", b"abc")
    assert not same(b"abc", b"abd")
    assert not same(b"abc", b"abcd")
    assert same(b"", b"")
    every = [bytes([each]) for each in range(256)]
    for one in every:
        assert [other for other in every if same(one, other)] == [one]


def test_keys_and_nonces_have_their_length():
    for key, nonce in ((KEY[:31], HOST), (KEY, HOST[:31])):
        try:
            Sealed(key, nonce, True)
        except ValueError:
            continue
        raise AssertionError(key, nonce)
