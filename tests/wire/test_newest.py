"""The newest picture's way. For both Pythons: plain asserts."""

from tablewire.frame import encode
from tablewire.newest import PICTURE_RESEND_MS, Newest
from wire.pair import raises


def test_nothing_is_sent_before_there_is_a_picture():
    assert Newest().due(0) == b""


def test_the_newest_is_sent_again_until_it_is_shown():
    newest = Newest()
    newest.show('{"p":"a"}')
    assert newest.show('{"p":"b"}') == 2
    frame = encode('P 2 {"p":"b"}')
    assert newest.due(0) == frame
    assert newest.due(PICTURE_RESEND_MS - 1) == b""
    assert newest.due(PICTURE_RESEND_MS) == frame
    newest.note_shown(2)
    assert newest.due(9 * PICTURE_RESEND_MS) == b""
    assert newest.resent == 1


def test_one_is_under_way_at_a_time():
    newest = Newest()
    newest.show('{"p":"a"}')
    newest.due(0)
    newest.show('{"p":"b"}')
    newest.show('{"p":"c"}')
    assert newest.due(1) == b""
    newest.note_shown(1)
    assert newest.due(2) == encode('P 3 {"p":"c"}')
    assert newest.resent == 0


def test_a_board_that_never_confirms_gets_the_newest_all_the_same():
    newest = Newest()
    newest.show('{"p":"a"}')
    newest.due(0)
    newest.show('{"p":"b"}')
    assert newest.due(PICTURE_RESEND_MS) == encode('P 2 {"p":"b"}')


def test_a_picture_without_a_line_of_its_own_is_refused():
    for text in ("", '{"q":\n1}', '{"q":"\x03"}', '{"q":"caf\xe9"}', "x" * 1200):
        assert raises(ValueError, Newest().show, text)


def test_a_greeting_makes_the_board_blank():
    newest = Newest()
    newest.show('{"p":"a"}')
    newest.due(0)
    newest.note_shown(1)
    newest.reset()
    assert newest.due(1) == encode('P 1 {"p":"a"}')


def test_an_id_that_was_never_sent_does_not_make_a_flood():
    newest = Newest()
    newest.show('{"p":"a"}')
    newest.note_shown(57)
    assert [bool(newest.due(ms)) for ms in range(0, 1000, 100)].count(True) == 2
