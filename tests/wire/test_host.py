"""The host's end alone, against frames made by hand. For both Pythons: plain asserts."""

from tablewire.frame import BROKEN, STRAY, UNREAD, Decoder, Noise, encode
from tablewire.host import GREETING_MS, WHO_MS
from tablewire.limits import BEAT_MS, MAX_LINE_BYTES, SILENT_MS
from tablewire.messages import Ack, Event, Hello, Picture, Refused, Tick, Who, parse
from tablewire.newest import PICTURE_RESEND_MS
from tablewire.session import HostSession, Restarted, TooNew, TooOld
from wire.pair import BOARD, BOOT, HAS, raises

OPEN_MS = 1000
OPENING = "5F3A11C3"


def hello_of(boot=BOOT, opening=OPENING, mark=1, first=1, following=1):
    """The body of a hello."""
    return f"H 1 1 {BOARD} {boot} {opening} {mark} {first} {following} 0.1.0 {HAS}"


def tell(host, now_ms, *bodies):
    """The board says this; gives what the host's program is given."""
    return host.receive(b"".join([encode(body) for body in bodies]), now_ms)


def said(host, now_ms):
    """What the host says now."""
    return [parse(body) for body in Decoder().feed(host.due(now_ms))]


def opened():
    """A host that has just opened its port and asked."""
    host = HostSession("5F3A11C2")
    host.opened(OPEN_MS)
    assert said(host, OPEN_MS) == [Who(1, 1, OPENING)]
    return host


def greeted(saved=0, first=1, following=1):
    """A host that knows its board and has said so."""
    host = opened()
    tell(host, OPEN_MS, hello_of(first=first, following=following))
    host.knows(BOOT, saved)
    said(host, OPEN_MS)
    return host


def test_a_host_says_nothing_before_its_port_is_open():
    host = HostSession("5F3A11C2")
    assert host.due(0) == b""
    assert not host.alive(0)
    assert not host.reopen_due(99_999)
    assert host.board is None


def test_a_host_takes_nothing_before_its_port_is_open():
    host = HostSession("5F3A11C2")
    assert tell(host, 0, "E 1 5 K Q") == []
    assert host.gaps == 1


def test_a_host_that_was_busy_when_it_had_to_ask_asks_later():
    host = opened()
    assert said(host, OPEN_MS + WHO_MS - 1) == []
    assert said(host, OPEN_MS + WHO_MS + 7) == [Who(1, 1, OPENING)]


def test_a_host_asks_each_half_second_until_a_hello_comes():
    host = opened()
    asked = [ms for ms in range(OPEN_MS, OPEN_MS + 1400, 20) if said(host, ms)]
    assert asked == [OPEN_MS + WHO_MS, OPEN_MS + 2 * WHO_MS]
    assert not host.alive(OPEN_MS + 1400)


def test_each_opening_has_another_name():
    host = HostSession("FFFFFFFE")
    names = set()
    for _ in range(4):
        host.opened(OPEN_MS)
        names.add(said(host, OPEN_MS)[0].opening)
    assert len(names) == 4
    assert "00000000" not in names


def test_a_hello_is_given_once_and_answered_when_the_journal_was_asked():
    host = opened()
    given = tell(host, 1010, hello_of(following=5))
    assert [str(thing) for thing in given] == [hello_of(following=5)]
    assert host.board == given[0]
    assert host.alive(1010)
    assert host.protocol == 1
    assert said(host, 1010) == [Tick(BOOT, 1)]
    assert host.knows(BOOT, 3) == 0
    assert said(host, 1010) == [Ack(BOOT, 3)]
    assert tell(host, 1020, hello_of(mark=2, following=5)) == []
    assert said(host, 1020) == [Ack(BOOT, 3), Tick(BOOT, 2)]


def test_events_are_given_once_and_in_order():
    host = greeted()
    assert tell(host, 1010, "E 1 5 K Q", "E 1 5 K Q") == [Event(1, 5, "K", ("Q",))]
    assert tell(host, 1010, "E 3 7 K K") == []
    assert tell(host, 1010, "E 2 6 K A", "E 3 7 K K") == [
        Event(2, 6, "K", ("A",)),
        Event(3, 7, "K", ("K",)),
    ]
    assert (host.doubles, host.gaps) == (1, 1)


def test_only_what_is_committed_is_acknowledged():
    host = greeted()
    tell(host, 1010, "E 1 5 K Q", "E 2 6 K A")
    assert said(host, 1010) == []
    host.commit(BOOT, 1)
    assert said(host, 1010) == [Ack(BOOT, 1)]
    tell(host, 1020, "E 1 5 K Q")
    assert said(host, 1020) == [Ack(BOOT, 1)], "the board may not have heard"
    host.commit(BOOT, 1)
    host.commit("99999999", 2)
    assert said(host, 1030) == []
    host.commit(BOOT, 2)
    assert said(host, 1030) == [Ack(BOOT, 2)]


def test_a_new_host_knows_what_its_journal_knows():
    host = greeted(saved=7, first=5, following=10)
    assert tell(host, 1010, "E 5 1 K Q", "E 6 1 K Q", "E 7 1 K Q") == []
    assert [event.seq for event in tell(host, 1010, "E 8 1 K Q", "E 9 1 K Q")] == [8, 9]


def test_a_journal_put_back_to_an_older_state_is_told_what_is_gone():
    host = opened()
    tell(host, OPEN_MS, hello_of(first=10, following=12))
    assert host.knows(BOOT, 5) == 4
    assert [event.seq for event in tell(host, 1010, "E 10 1 K Q")] == [10]


def test_what_comes_before_the_hello_or_the_journal_is_not_taken():
    host = opened()
    assert tell(host, 1010, "E 1 5 K Q") == []
    tell(host, 1020, hello_of(following=2))
    assert tell(host, 1020, "E 1 5 K Q") == []
    assert host.gaps == 2
    host.knows(BOOT, 0)
    assert [event.seq for event in tell(host, 1030, "E 1 5 K Q")] == [1]


def test_knowing_another_boot_or_an_older_state_changes_nothing():
    host = greeted()
    tell(host, 1010, "E 1 5 K Q")
    assert host.knows("99999999", 9) == 0
    assert host.knows(BOOT, 0) == 0
    assert tell(host, 1020, "E 1 5 K Q") == [], "it was given out, and may yet be committed"


def test_what_could_not_be_committed_is_given_again():
    host = greeted()
    tell(host, 1010, "E 1 5 K Q", "E 2 6 K A", "E 3 7 K K")
    host.commit(BOOT, 1)
    host.again(BOOT, 2)
    host.again("99999999", 1)
    host.again(BOOT, 1)
    given = tell(host, 1300, "E 1 5 K Q", "E 2 6 K A", "E 3 7 K K")
    assert [event.seq for event in given] == [2, 3]


def test_what_is_committed_is_never_given_again():
    host = greeted()
    tell(host, 1010, "E 1 5 K Q", "E 2 6 K A")
    host.commit(BOOT, 2)
    host.again(BOOT, 1)
    assert tell(host, 1300, "E 1 5 K Q", "E 2 6 K A") == []


def test_what_another_boot_could_not_commit_is_not_given_again():
    host = greeted()
    tell(host, 1010, "E 1 5 K Q")
    for other in ("00000001", "FFFFFFFF"):
        host.again(other, 1)
        assert tell(host, 1300, "E 1 5 K Q") == []


def test_of_a_board_without_an_event_nothing_is_missing():
    host = greeted()
    assert host.events_missing == 0
    host.opened(1500)
    tell(host, 1510, hello_of(boot="0BADCAFE", opening="5F3A11C4"))
    assert host.events_missing == 0


def test_an_event_before_its_turn_tells_how_many_have_not_come():
    host = greeted()
    assert tell(host, 1010, "E 3 7 K K") == []
    assert host.events_missing == 3


def test_ticks_repeat_the_newest_mark_at_once_and_each_second():
    host = greeted()
    tell(host, 1100, "B 2 5 0 1 0 9999", "B 3 6 0 1 0 9999", "B 2 5 0 1 0 9999")
    assert said(host, 1100) == [Tick(BOOT, 3)]
    assert said(host, 1100 + BEAT_MS - 1) == []
    assert said(host, 1100 + BEAT_MS) == [Ack(BOOT, 0), Tick(BOOT, 3)]
    assert host.beat.free == 9999


def test_an_event_is_as_old_as_the_boards_clock_says():
    host = greeted()
    (early,) = tell(host, 1010, "E 1 5000 K Q")
    assert host.age_ms(early, 1010) == 0, "nothing is known of its clock yet"
    tell(host, 1100, "B 2 5050 0 1 0 9999")
    assert host.age_ms(early, 1130) == 80
    host.opened(61_100)
    tell(host, 61_110, hello_of(opening="5F3A11C4", mark=9, following=4))
    host.knows(BOOT, 1)
    kept, fresh = tell(host, 61_120, "E 2 6050 K Q", "E 3 65070 K Q")
    assert [host.age_ms(each, 61_120) for each in (kept, fresh)] == [59_020, 0]


def test_a_silent_board_is_silent_after_three_seconds_and_its_port_opened_again():
    host = greeted()
    tell(host, 2000, "B 2 5 0 1 0 9999")
    assert host.alive(2000 + SILENT_MS - 1)
    assert not host.reopen_due(2000 + SILENT_MS - 1)
    assert host.silence_ms(2000 + SILENT_MS) == SILENT_MS
    assert not host.alive(2000 + SILENT_MS)
    assert host.reopen_due(2000 + SILENT_MS)
    host.opened(5000)
    assert not host.reopen_due(5000 + GREETING_MS - 1)
    assert host.reopen_due(5000 + GREETING_MS)


def test_a_board_is_known_again_after_its_port_was_opened_again():
    host = greeted()
    tell(host, 1010, "E 1 5 K Q")
    host.opened(5000)
    assert not host.alive(5000)
    assert tell(host, 5000, hello_of(opening=OPENING)) == [], "of the earlier opening"
    assert tell(host, 5000, hello_of(opening="FFFFFFFF")) == [], "of one before they began anew"
    assert not host.alive(5000)
    given = tell(host, 5010, hello_of(opening="5F3A11C4", mark=9, following=3))
    assert [thing.kind for thing in given] == ["H"]
    host.knows(BOOT, 0)
    assert said(host, 5010) == [Ack(BOOT, 0), Tick(BOOT, 9)]
    assert [event.seq for event in tell(host, 5020, "E 1 5 K Q", "E 2 5 K K")] == [2]


def test_a_restarted_board_is_told_with_what_is_missing():
    host = greeted()
    tell(host, 1010, "E 1 5 K Q", "B 2 5 0 4 0 9999")
    assert host.events_missing == 2
    host.opened(1500)
    given = tell(host, 1510, hello_of(boot="0BADCAFE", opening="5F3A11C4", following=2))
    assert isinstance(given[0], Restarted)
    assert (given[0].board, given[0].boot, given[0].missing) == (BOARD, BOOT, 2)
    assert isinstance(given[1], Hello)
    host.knows("0BADCAFE", 0)
    assert [event.seq for event in tell(host, 1520, "E 1 9 K A")] == [1]


def test_a_board_that_restarts_on_an_open_port_is_asked_again_at_once():
    host = greeted()
    assert tell(host, 1500, hello_of(boot="0BADCAFE", opening="00000000")) == []
    assert said(host, 1500) == [Who(1, 1, OPENING)]
    assert not host.alive(1500)
    given = tell(host, 1510, hello_of(boot="0BADCAFE"))
    assert isinstance(given[0], Restarted)


def test_a_board_that_starts_after_the_question_is_asked_again_at_once():
    host = opened()
    assert tell(host, 1100, hello_of(opening="00000000")) == []
    assert said(host, 1100) == [Who(1, 1, OPENING)]


def test_a_board_that_restarted_between_two_questions_is_noticed():
    host = greeted()
    tell(host, 1010, "B 9 5 0 1 0 9999")
    given = tell(host, 1500, hello_of(boot="0BADCAFE", mark=1))
    assert [type(thing) for thing in given] == [Restarted, Hello]
    assert tell(host, 1500, "E 1 5 K Q") == [], "the journal was not asked yet"
    host.knows("0BADCAFE", 0)
    assert said(host, 1500) == [Ack("0BADCAFE", 0), Tick("0BADCAFE", 1)]


def test_another_board_is_no_restart():
    host = greeted()
    host.opened(1500)
    other = hello_of(boot="0BADCAFE", opening="5F3A11C4").replace(BOARD, "E66100000000000A")
    assert [type(thing) for thing in tell(host, 1510, other)] == [Hello]


def test_a_boards_refusals_are_known_until_it_restarts():
    host = greeted()
    tell(host, 1010, "B 2 5 0 300 17 9999")
    assert host.events_lost == 17
    tell(host, 1500, hello_of(boot="0BADCAFE"))
    assert host.events_lost == 0


def test_a_board_of_an_older_protocol_is_refused_with_what_to_do():
    host = HostSession("5F3A11C2", lo=2, hi=3)
    host.opened(OPEN_MS)
    said(host, OPEN_MS)
    given = tell(host, 1010, hello_of(), hello_of())
    assert len(given) == 1
    assert isinstance(given[0], TooOld)
    assert (given[0].lo, given[0].hi) == (1, 1)
    assert host.mismatch == given[0]
    assert not host.alive(1010)
    assert host.board is None
    refusals = [ms for ms in range(1010, 4010, 10) if said(host, ms)]
    assert refusals == [1010, 2010, 3010]
    assert said(host, 4010) == [Refused("too_old:_update_this_board")]
    assert not host.reopen_due(99_999), "opening the port again would not help"


def test_a_board_of_a_newer_protocol_is_refused_with_what_to_do():
    host = opened()
    given = tell(host, 1010, "H 7 9 whatever that protocol says")
    assert isinstance(given[0], TooNew)
    assert (given[0].lo, given[0].hi) == (7, 9)


def test_a_board_that_was_updated_is_taken():
    host = opened()
    tell(host, 1010, "H 7 9 whatever that protocol says")
    tell(host, 2000, hello_of(opening="00000000"))
    assert host.mismatch is None
    assert said(host, 2000) == [Who(1, 1, OPENING)]
    assert [thing.kind for thing in tell(host, 2010, hello_of())] == ["H"]
    assert host.alive(2010)
    tell(host, 3000, "H 7 9 whatever that protocol says")
    given = tell(host, 3010, hello_of(boot="0BADCAFE"))
    assert [type(thing) for thing in given] == [Restarted, Hello]
    assert host.mismatch is None


def test_the_newest_common_protocol_is_spoken():
    host = HostSession("5F3A11C2", lo=1, hi=3)
    host.opened(OPEN_MS)
    tell(host, 1010, hello_of().replace("H 1 1", "H 1 2"))
    assert host.protocol == 2


def test_the_newest_picture_is_sent_until_it_is_shown():
    host = greeted()
    host.show('{"p":"a"}')
    assert host.show('{"p":"b"}') == 2
    assert said(host, 1100) == [Picture(2, '{"p":"b"}')]
    assert said(host, 1100 + PICTURE_RESEND_MS - 1) == []
    assert said(host, 1100 + PICTURE_RESEND_MS) == [Picture(2, '{"p":"b"}')]
    assert host.resent == 1
    tell(host, 1700, "B 2 5 2 1 0 9999")
    assert said(host, 1700) == [Tick(BOOT, 2)]


def test_a_board_gets_one_picture_at_a_time_and_then_the_newest():
    host = greeted()
    host.show('{"p":"a"}')
    assert [message.kind for message in said(host, 1100)] == ["P"]
    host.show('{"p":"b"}')
    host.show('{"p":"c"}')
    assert said(host, 1110) == []
    tell(host, 1120, "B 2 5 1 1 0 9999")
    assert said(host, 1120) == [Tick(BOOT, 2), Picture(3, '{"p":"c"}')]


def test_a_board_that_was_greeted_again_gets_its_picture_at_once():
    host = greeted()
    host.show('{"p":"a"}')
    said(host, 1100)
    tell(host, 1110, "B 2 5 1 1 0 9999")
    host.opened(5000)
    said(host, 5000)
    tell(host, 5010, hello_of(opening="5F3A11C4"))
    assert Picture(1, '{"p":"a"}') in said(host, 5010)


def test_a_picture_is_one_line_without_a_tilde():
    host = greeted()
    host.show('{"q":"a ~ b"}')
    assert said(host, 1100) == [Picture(1, '{"q":"a \\u007e b"}')]
    assert raises(ValueError, host.show, '{"q":"caf\xe9"}')
    assert raises(ValueError, host.show, "x" * MAX_LINE_BYTES)
    assert raises(ValueError, host.show, '{"q":\n1}')


def test_noise_is_given_for_the_log_and_counted():
    host = greeted()
    given = host.receive(b"MemoryError: \n~E 1 2 K Q*00000000\n" + encode("Q 1"), 1010)
    assert given == [
        Noise(b"MemoryError: ", STRAY),
        Noise(b"~E 1 2 K Q*00000000", BROKEN),
        Noise(b"Q 1", UNREAD),
    ]
    assert (host.strays, host.bad_frames) == (1, 2)


def test_a_hosts_own_words_coming_back_are_noise():
    host = opened()
    assert tell(host, 1010, "W 1 1 5F3A11C3") == [Noise(b"W 1 1 5F3A11C3", UNREAD)]
    assert not host.alive(1010)


def test_half_a_line_of_the_last_opening_does_not_spoil_the_next():
    host = opened()
    host.receive(b"~H 1 1 E661", 1010)
    host.opened(2000)
    given = tell(host, 2010, hello_of(opening="5F3A11C4"))
    assert [type(thing) for thing in given] == [Noise, Hello]
