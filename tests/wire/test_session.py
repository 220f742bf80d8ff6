"""Both ends back to back, as they work at a table. For both Pythons: plain asserts."""

from tablewire.limits import CREDIT_BYTES, RING_EVENTS, SILENT_MS
from tablewire.messages import Event, Hello, Picture, Refused
from tablewire.session import HostSession, Restarted, TooNew, TooOld
from wire.pair import BOOT, Pair, new_board


def test_a_greeting_takes_one_exchange_and_the_two_know_each_other():
    pair = Pair().open()
    assert isinstance(pair.heard[0], Hello)
    assert pair.host.alive(pair.now_ms)
    assert pair.board.host_heard(pair.now_ms)
    assert pair.kinds("down")[0] == "W"
    assert pair.kinds("up")[0] == "H"
    assert pair.host.protocol == pair.board.protocol == 1


def test_a_card_is_heard_and_forgotten_in_one_exchange():
    pair = Pair().open()
    pair.passed.clear()
    pair.lay(2)
    pair.exchange()
    assert pair.events() == [1]
    assert pair.board.backlog == 0
    assert pair.passed[0][1].startswith("~E 1 60000 C 2 04A3C6CAE26180*")
    assert pair.passed[1][1].startswith(f"~A {BOOT} 1*")
    assert len(pair.passed) == 2


def test_a_quiet_table_says_one_beat_and_one_answer_a_second():
    pair = Pair().open().wait(5000)
    pair.passed.clear()
    pair.wait(10_000)
    assert pair.kinds("up") == "B" * 10
    assert pair.kinds("down").count("T") <= 20
    assert pair.host.alive(pair.now_ms)
    assert not pair.host.reopen_due(pair.now_ms)


def test_what_was_laid_before_the_host_came_is_heard_first_and_in_order():
    pair = Pair()
    for reader in range(RING_EVENTS):
        assert pair.lay(reader % 4)
    pair.open().wait(100)
    assert pair.events() == list(range(1, RING_EVENTS + 1))
    assert pair.board.backlog == 0
    assert pair.board.resent == 0
    assert pair.host.doubles == 0


def test_a_board_that_was_never_switched_off_is_heard_after_years():
    pair = Pair()
    pair.now_ms = 20 * 365 * 86_400_000
    pair.open()
    pair.lay()
    pair.wait(2000)
    assert pair.events() == [1]
    assert pair.host.beat.ms > 20 * 365 * 86_400_000
    assert pair.host.bad_frames == 0


def test_a_full_ring_is_told_to_the_host():
    pair = Pair()
    while pair.lay():
        pass
    pair.open().wait(2000)
    assert pair.host.events_lost == pair.board.lost == 1
    assert pair.board.backlog == 0


def test_what_is_not_committed_stays_on_the_board():
    pair = Pair().open()
    pair.committing = False
    for _ in range(3):
        pair.lay()
    pair.wait(3000)
    assert pair.events() == [1, 2, 3]
    assert pair.board.backlog == 3
    pair.host.commit(BOOT, 3)
    pair.exchange()
    assert pair.board.backlog == 0


def test_a_new_host_hears_what_its_journal_does_not_have_and_no_more():
    pair = Pair().open()
    pair.lay()
    pair.exchange()
    pair.committing = False
    pair.lay()
    pair.exchange()
    assert pair.events() == [1, 2]
    assert pair.saved == {BOOT: 1}
    pair.host = HostSession("77777777")
    pair.heard.clear()
    pair.committing = True
    pair.open().wait(1000)
    assert pair.events() == [2]
    assert pair.board.backlog == 0


def test_a_card_laid_while_the_cable_was_out_is_heard_after_it_is_back():
    pair = Pair().open()
    pair.lose_up, pair.lose_down = "HEB", "WATPN"
    pair.lay(1)
    pair.wait(SILENT_MS + 1000)
    assert not pair.host.alive(pair.now_ms)
    assert not pair.board.host_heard(pair.now_ms)
    pair.lay(2)
    pair.lose_up = pair.lose_down = ""
    assert pair.host.reopen_due(pair.now_ms)
    pair.open()
    assert pair.events() == [1, 2]
    assert pair.host.alive(pair.now_ms)


def test_each_kind_of_frame_may_get_lost_for_a_while():
    for kind in "HEB":
        lost_for_a_while(up=kind)
    for kind in "WATP":
        lost_for_a_while(down=kind)


def lost_for_a_while(up="", down=""):
    """One kind of frame is lost for two seconds round a greeting; then all is well by itself."""
    pair = Pair()
    pair.lay(0)
    pair.lose_up, pair.lose_down = up, down
    pair.host.show('{"q":"now"}')
    pair.open()
    for _ in range(20):
        pair.lay(1)
        pair.wait(100)
        if pair.host.reopen_due(pair.now_ms):
            pair.open()
    pair.lose_up = pair.lose_down = ""
    for _ in range(80):
        pair.wait(50)
        if pair.host.reopen_due(pair.now_ms):
            pair.open()
    assert pair.events() == list(range(1, 22)), (up, down, pair.events())
    assert pair.board.backlog == 0, (up, down)
    assert pair.shown == [Picture(1, '{"q":"now"}')] * len(pair.shown), (up, down)
    assert pair.shown, (up, down)


def test_a_lost_event_is_heard_after_a_quarter_second():
    pair = Pair().open()
    pair.lose_up = "E"
    pair.lay()
    pair.exchange()
    pair.lose_up = ""
    pair.wait(249, step_ms=1)
    assert pair.events() == []
    pair.wait(1)
    assert pair.events() == [1]


def test_a_host_that_stops_reading_finds_no_more_than_the_credit():
    pair = Pair().open()
    pair.reading = False
    for _ in range(400):
        pair.lay()
        pair.wait(20)
    assert len(pair.unread) <= CREDIT_BYTES
    assert pair.board.unread <= CREDIT_BYTES
    pair.reading = True
    pair.wait(3000)
    assert pair.events() == list(range(1, len(pair.events()) + 1))
    assert pair.board.backlog == 0
    assert pair.host.events_lost == pair.board.lost


def test_a_host_that_opens_and_opens_and_never_reads_fills_no_port():
    pair = Pair()
    pair.reading = False
    for _ in range(50):
        pair.lay()
        pair.open()
        for _ in range(30):
            pair.wait(50)
            assert len(pair.unread) <= CREDIT_BYTES


def test_a_restarted_board_is_noticed_without_opening_the_port():
    pair = Pair().open()
    pair.lay()
    pair.exchange()
    pair.lose_up = "E"
    pair.lay()
    pair.wait(1100)
    pair.lose_up = ""
    pair.board = new_board("0BADCAFE")
    pair.lay(3)
    pair.wait(1100)
    told = [thing for thing in pair.heard if isinstance(thing, Restarted)]
    assert [(thing.boot, thing.missing) for thing in told] == [(BOOT, 1)]
    last = pair.heard[-1]
    assert isinstance(last, Event)
    assert (last.seq, last.args[0]) == (1, "3")
    assert pair.saved == {BOOT: 1, "0BADCAFE": 1}


def test_the_newest_picture_is_shown_and_confirmed():
    pair = Pair().open()
    pair.host.show('{"q":"one"}')
    pair.exchange()
    pair.host.show('{"q":"two"}')
    pair.host.show('{"q":"three"}')
    pair.exchange()
    assert [picture.json for picture in pair.shown] == ['{"q":"one"}', '{"q":"three"}']
    pair.passed.clear()
    pair.wait(2000)
    assert "P" not in pair.kinds("down")
    assert pair.host.resent == 0


def test_a_new_host_paints_over_what_the_last_one_showed():
    pair = Pair().open()
    for word in ("one", "two", "three"):
        pair.host.show('{"q":"' + word + '"}')
        pair.exchange()
    pair.host = HostSession("77777777")
    pair.host.show('{"q":"four"}')
    pair.open()
    assert pair.shown[-1] == Picture(1, '{"q":"four"}')


def test_a_board_that_is_too_old_shows_it_and_keeps_its_events():
    pair = Pair(host=HostSession("5F3A11C2", lo=2, hi=2))
    pair.lay()
    pair.open().wait(5000)
    assert [type(thing) for thing in pair.heard] == [TooOld]
    assert Refused("too_old:_update_this_board") in pair.shown
    assert pair.board.backlog == 1
    assert not pair.host.alive(pair.now_ms)


def test_a_board_that_is_too_new_shows_it_and_keeps_its_events():
    pair = Pair(board=new_board(lo=2, hi=2))
    pair.lay()
    pair.open().wait(5000)
    assert [type(thing) for thing in pair.heard] == [TooNew]
    assert Refused("too_new:_update_the_host") in pair.shown
    assert pair.board.backlog == 1


def test_two_ends_that_have_one_protocol_in_common_speak_it():
    pair = Pair(new_board(lo=1, hi=2), HostSession("5F3A11C2", lo=1, hi=3)).open()
    assert pair.host.protocol == pair.board.protocol == 2
