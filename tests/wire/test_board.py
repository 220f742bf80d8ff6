"""The board's end alone, against frames made by hand. For both Pythons: plain asserts."""

from tablewire.frame import Decoder, encode
from tablewire.limits import (
    BEAT_MS,
    CREDIT_BYTES,
    EVENT_CREDIT_BYTES,
    MAX_HELLO_BYTES,
    RESEND_MS,
    RING_EVENTS,
    SILENT_MS,
)
from tablewire.messages import EVENTS, KEYS, Beat, Event, Health, Hello, Picture, Refused, parse
from tablewire.session import BoardSession
from wire.pair import BOARD, BOOT, HAS, UID, new_board, raises

ASK = "W 1 1 5F3A11C3"
GO = f"A {BOOT} 0"
OPEN_MS = 1000


def tell(board, now_ms, *bodies):
    """The host says this; gives what the board has to show."""
    return board.receive(b"".join([encode(body) for body in bodies]), now_ms)


def said(board, now_ms):
    """What the board says now."""
    return [parse(body) for body in Decoder().feed(board.due(now_ms, 100_000))]


def opened():
    """A board that a host has opened, greeted and let go on, with nothing unread."""
    board = new_board()
    tell(board, OPEN_MS, ASK)
    beat = said(board, OPEN_MS)[-1]
    tell(board, OPEN_MS, f"T {BOOT} {beat.mark}", GO)
    assert board.unread == 0
    return board


def test_a_board_says_nothing_until_it_hears_a_host():
    board = new_board()
    assert board.emit(0, "C", 0, UID)
    assert board.due(0) == b""
    assert not board.host_heard(0)
    board.receive(b"~W 1 1 rubbish*00000000\nhello?\n", 5)
    assert board.due(5) == b""
    assert board.bad_frames == 2


def test_a_who_is_answered_at_once():
    board = new_board()
    board.emit(3, "C", 0, UID)
    tell(board, OPEN_MS, ASK)
    hello = said(board, OPEN_MS)[0]
    assert hello == Hello(1, 1, BOARD, BOOT, "5F3A11C3", 1, 1, 2, "0.1.0", HAS)
    assert board.host_heard(OPEN_MS)
    assert board.host_opening == "5F3A11C3"
    assert board.protocol == 1


def test_the_longest_hello_still_fits_when_its_counts_have_grown_to_a_million_events():
    def board_of(version):
        return BoardSession(BOARD, BOOT, version, HAS)

    version = "0"
    while not raises(ValueError, board_of, version + "0"):
        version += "0"
    hello = Hello(1, 1, BOARD, BOOT, "5F3A11C3", 9_999_999, 9_999_999, 9_999_999, version, HAS)
    assert len(encode(str(hello))) == MAX_HELLO_BYTES


def test_events_wait_until_the_host_has_said_what_it_knows():
    board = new_board()
    for reader in range(3):
        board.emit(3, "C", reader, UID)
    tell(board, OPEN_MS, ASK)
    kinds = [message.kind for message in said(board, OPEN_MS)]
    assert kinds == ["H", "B"]
    tell(board, OPEN_MS + 5, f"T {BOOT} 2", f"A {BOOT} 2")
    assert [m for m in said(board, OPEN_MS + 5) if m.kind == "E"] == [Event(3, 3, "C", ("2", UID))]
    assert board.backlog == 1


def test_an_event_goes_out_at_once_and_once_until_it_is_late():
    board = opened()
    board.emit(1500, "K", "Q")
    event = Event(1, 1500, "K", ("Q",))
    assert said(board, 1500) == [event]
    assert said(board, 1500 + RESEND_MS - 1) == []
    assert said(board, 1500 + RESEND_MS) == [event]
    assert board.resent == 1
    tell(board, 1800, f"A {BOOT} 1")
    assert [m.kind for m in said(board, 1800 + RESEND_MS)] == ["B"]
    assert board.backlog == 0


def test_what_is_owed_is_known_before_it_is_said():
    board = opened()
    assert not board.owes(OPEN_MS)
    board.emit(OPEN_MS, "C", 0, UID)
    assert board.owes(OPEN_MS)
    assert said(board, OPEN_MS)
    assert not board.owes(OPEN_MS)
    assert board.owes(OPEN_MS + BEAT_MS)
    assert said(board, OPEN_MS + BEAT_MS)
    tell(board, OPEN_MS + BEAT_MS, "P 1 {}", "P 1 {}")  # a ping: its second frame is answered
    assert board.owes(OPEN_MS + BEAT_MS)
    tell(board, OPEN_MS + BEAT_MS, ASK)
    assert board.owes(OPEN_MS + BEAT_MS)
    assert said(board, OPEN_MS + BEAT_MS)
    assert not board.owes(OPEN_MS + BEAT_MS + SILENT_MS)  # nobody listens


def fault_frame(seq, length):
    """A fault's frame with a text of this length, and how long the frame is."""
    board = opened()
    for _ in range(seq):
        board.emit(1500, "F", "x" * length)
    return len(board.due(1500).split(b"\n")[-2]) + 1


def test_events_use_their_credit_to_the_last_byte_and_no_further():
    first = fault_frame(1, 40)
    room = EVENT_CREDIT_BYTES - first
    fits = 40 + room - fault_frame(2, 40)  # so long a text fills what is left
    for longer, count in ((0, 2), (1, 1)):
        board = opened()
        board.emit(1500, "F", "x" * 40)
        board.emit(1500, "F", "x" * (fits + longer))
        sent = [m for m in said(board, 1500) if m.kind == "E"]
        assert len(sent) == count, (longer, sent)


def test_each_kind_of_event_passes():
    board = opened()
    words = {"reader": 2, "uid": UID, "reason": "truncated", "dead|ok": "dead", "key": KEYS[-1]}
    words.update({"seat": 3, "short|long": "long", "word": "42-1F", "text": "OSError: ~\n"})
    for what in sorted(EVENTS):
        assert board.emit(1500, what, *[words[name] for name in EVENTS[what]])
    frames = []
    for ms in range(1500, 3500, 20):
        for message in said(board, ms):
            if message.kind == "B":
                tell(board, ms, f"T {BOOT} {message.mark}")
            else:
                frames.append((message.what, message.args))
                tell(board, ms, f"A {BOOT} {message.seq}")
    assert frames == [
        ("C", ("2", UID)),
        ("F", ("OSError:___",)),
        ("K", ("MENU",)),
        ("R", ("2", "dead")),
        ("S", ("3", "long")),
        ("U", ("2", "truncated")),
        ("X", ("2",)),
        ("Y", ("3", "42-1F")),
    ]


def test_an_event_that_nobody_knows_is_a_bug():
    board = new_board()
    assert raises(KeyError, board.emit, 0, "Z", 1)
    assert raises(ValueError, board.emit, 0, "C", 1)
    assert raises(ValueError, board.emit, 0, "U", 1, "x" * 200)
    assert raises(ValueError, board.emit, 0, "U", 1, "caf\xe9")
    assert raises(ValueError, board.emit, 0, "U", 1, "two words")
    assert raises(ValueError, board.emit, 0, "U", 1, "\x03")
    assert board.backlog == 0


def test_a_full_ring_refuses_the_newest_and_counts_it():
    board = opened()
    kept = 0
    while board.emit(36_000_000, "C", 3, UID):
        kept += 1
    assert kept >= RING_EVENTS
    assert board.backlog == kept
    assert not board.emit(36_000_000, "K", "OK")
    assert board.lost == 2
    tell(board, 1500, f"A {BOOT} 1")
    assert board.emit(36_000_000, "K", "OK")
    assert board.backlog == kept


def test_a_full_ring_still_takes_why_the_board_failed_and_that_it_restarted():
    board = opened()
    while board.emit(36_000_000, "C", 3, UID):
        pass
    kept = board.backlog
    assert board.emit(36_000_000, "F", "x" * 200)
    assert board.emit(36_000_000, "F", "restarted after a fault")
    assert not board.emit(36_000_000, "K", "OK")
    assert (board.backlog, board.lost) == (kept + 2, 2)


def test_only_the_own_boots_acknowledgements_count():
    board = opened()
    board.emit(1500, "K", "Q")
    board.emit(1500, "K", "K")
    said(board, 1500)
    tell(board, 1510, "A 99999999 2", f"A {BOOT} 3", f"A {BOOT} 99999")
    assert board.backlog == 2
    tell(board, 1510, f"A {BOOT} 1", f"A {BOOT} 1", f"A {BOOT} 0")
    assert board.backlog == 1


def test_an_unread_port_is_never_filled_whatever_the_host_says():
    board = new_board()
    while board.emit(1, "C", 3, UID):
        pass
    written = 0
    for ms in range(OPEN_MS, 60_000, 10):
        tell(board, ms, ASK, GO, f"T {BOOT} 0", f"T {BOOT} 99", "T 99999999 1", 'P 1 {"p":"x"}')
        tell(board, ms, f"A {BOOT} {min(ms // 300, 200)}", "N busy")
        board.note_picture(1)
        written += len(board.due(ms, 100_000))
        assert board.unread == written <= CREDIT_BYTES
    assert written > EVENT_CREDIT_BYTES - 48


def test_events_leave_room_for_two_beats():
    for late_ms in (0, 7):
        board = opened()
        for reader in range(8):
            board.emit(1500, "C", reader % 4, UID)
        first = said(board, 1500)
        assert [m.kind for m in first] == ["E", "E", "E", "B"]
        assert said(board, 1500 + RESEND_MS - 1) == []
        second = said(board, 1500 + RESEND_MS + late_ms)
        assert [m.kind for m in second] == ["B"]
        tell(board, 1800, f"T {BOOT} {second[-1].mark}")
        assert board.unread == 0
        assert [m.kind for m in said(board, 1800)] == ["E", "E", "E", "B"]


def test_a_tick_of_another_boot_is_no_proof():
    board = opened()
    board.emit(1500, "K", "Q")
    said(board, 1500)
    mark = said(board, OPEN_MS + BEAT_MS)[-1].mark
    unread = board.unread
    assert unread > 0
    tell(board, 2010, f"T 99999999 {mark}")
    assert board.unread == unread
    tell(board, 2010, f"T {BOOT} {mark}")
    assert board.unread == 0


def test_a_beat_comes_each_second_while_a_host_is_heard():
    board = opened()
    beats = []
    for ms in range(OPEN_MS, OPEN_MS + 10_000, 50):
        for beat in said(board, ms):
            beats.append((ms, beat))
            if ms < 6000:
                tell(board, ms, f"T {BOOT} {beat.mark}")
    times = [ms for ms, _ in beats]
    assert times[:5] == [2000, 3000, 4000, 5000, 6000]
    assert times[-1] < 5000 + SILENT_MS
    assert beats[0][1] == Beat(beats[0][1].mark, 2000, 0, 1, 0, 100_000)


def test_a_host_that_is_not_heard_is_silent_after_three_seconds():
    board = opened()
    assert board.host_heard(OPEN_MS + SILENT_MS - 1)
    assert not board.host_heard(OPEN_MS + SILENT_MS)
    board.emit(OPEN_MS + SILENT_MS, "K", "Q")
    assert board.due(OPEN_MS + SILENT_MS) == b""
    tell(board, 9000, f"T {BOOT} 2")
    assert [m.kind for m in said(board, 9000)] == ["E", "B"]


def test_the_newest_picture_wins():
    board = opened()
    shows = tell(board, 1500, 'P 3 {"p":"c"}', 'P 4 {"p":"d"}', 'P 2 {"p":"b"}')
    assert shows == [Picture(4, '{"p":"d"}')]
    assert tell(board, 1510, 'P 4 {"p":"d"}', 'P 3 {"p":"c"}') == []
    board.note_picture(4)
    assert said(board, 1520)[-1].picture == 4


def test_a_picture_that_comes_again_is_confirmed_again():
    board = opened()
    tell(board, 1500, 'P 3 {"p":"c"}')
    board.note_picture(3)
    assert [m.picture for m in said(board, 1500)] == [3]
    assert said(board, 1600) == []
    tell(board, 1700, 'P 3 {"p":"c"}')
    assert [m.picture for m in said(board, 1700)] == [3]


def test_a_new_opening_starts_pictures_anew():
    board = opened()
    tell(board, 1500, 'P 57 {"p":"old host"}')
    board.note_picture(57)
    assert [m.picture for m in said(board, 1500)] == [57]
    tell(board, 1600, "W 1 1 77777777")
    assert [m.kind for m in said(board, 1600)] == ["H"]
    tell(board, 1650, f"T {BOOT} 4")
    assert [m.picture for m in said(board, 2600)] == [0]
    assert tell(board, 1700, f"A {BOOT} 0", 'P 1 {"p":"new host"}') == [
        Picture(1, '{"p":"new host"}')
    ]


def test_a_new_opening_sends_what_is_not_committed_again():
    board = opened()
    board.emit(1500, "K", "Q")
    assert [m.kind for m in said(board, 1500)] == ["E"]
    tell(board, 1510, "W 1 1 77777777")
    hello, *others = said(board, 1510)
    assert others == []
    tell(board, 1520, f"T {BOOT} {hello.mark}", GO)
    assert said(board, 1520) == [Event(1, 1500, "K", ("Q",))]


def test_a_restarted_board_makes_itself_known_when_spoken_to():
    for word in (GO, f"T {BOOT} 7", 'P 9 {"p":"x"}', "N busy"):
        board = new_board("0BADCAFE")
        board.emit(3, "K", "Q")
        assert tell(board, OPEN_MS, word) == []
        answer = said(board, OPEN_MS)
        assert [m.kind for m in answer] == ["H"]
        assert answer[0].opening == "00000000"
        assert not board.tells(OPEN_MS + BEAT_MS)  # of a picture: it has none


def test_a_host_with_other_protocols_is_refused_and_answered():
    board = new_board(lo=2, hi=3)
    assert tell(board, OPEN_MS, ASK) == [Refused("board_speaks_2_to_3_host_1_to_1")]
    assert tell(board, OPEN_MS + 500, ASK) == []
    assert board.protocol == 0
    assert [m.kind for m in said(board, OPEN_MS + 500)] == ["H"]
    board.emit(1600, "K", "Q")
    tell(board, 1600, GO)
    assert said(board, 2600) == []
    assert board.backlog == 1


def test_only_the_boot_that_is_meant_is_left():
    board = opened()
    tell(board, 1600, "L 00000001", "L FFFFFFFF")
    assert not board.is_left
    tell(board, 1600, f"L {BOOT}", ASK)
    assert board.is_left


def test_the_newest_common_protocol_is_spoken():
    board = new_board(lo=1, hi=4)
    tell(board, OPEN_MS, "W 2 3 5F3A11C3")
    assert board.protocol == 3


def test_a_refusal_reaches_the_display():
    board = opened()
    assert tell(board, 1500, "N too_old:_update_this_board") == [
        Refused("too_old:_update_this_board")
    ]


def test_a_boards_own_words_coming_back_are_no_host():
    board = new_board()
    board.receive(encode(f"H 1 1 {BOARD} {BOOT} 5F3A11C3 1 1 1 0.1.0 {HAS}"), 5)
    board.receive(encode("E 1 2 K Q") + encode("B 1 2 3 4 5 6"), 5)
    assert not board.host_heard(5)
    assert board.bad_frames == 3


def test_a_board_that_cannot_say_hello_is_a_bug():
    for board_id, boot, version, has in (
        ("xyz", BOOT, "0.1.0", HAS),
        (BOARD, "1A2B", "0.1.0", HAS),
        (BOARD, BOOT, "0 1", HAS),
        (BOARD, BOOT, "0.1.0", "x" * 100),
    ):
        assert raises(ValueError, BoardSession, board_id, boot, version, has)


def test_an_answer_waits_for_credit_by_its_own_length():
    board = opened()
    board.answer(1, ["r0 " + "x" * 80, "r1 " + "x" * 80, "k0 1"])
    first = [each.part for each in said(board, OPEN_MS + 1) if isinstance(each, Health)]
    assert first == ["r0"], "the second does not fit, and the third does not overtake it"
