"""A file for a board's flash and what the board answers. For both Pythons: plain asserts."""

from tablewire.frame import Decoder
from tablewire.messages import Health, Update, parse
from tablewire.session import BoardSession
from tablewire.upload import PIECE_BYTES, UPLOAD_AGAIN_MS, Upload
from wire.pair import BOARD, BOOT, HAS, Pair

DATA = bytes(range(256)) * 4


def said(upload, now_ms=0):
    """The message that is sent now, or None."""
    bodies = Decoder().feed(upload.due(now_ms))
    return parse(bodies[0]) if bodies else None


def answer(upload, *words, now_ms=0):
    """Let the board answer the message that is sent now, whose words are given."""
    message = said(upload, now_ms)
    assert isinstance(message, Update)
    upload.take(Health(message.number, "update", words))
    return message.words


def whole():
    """An upload of which the board has all."""
    upload = Upload("program", DATA, 7)
    for words in (("taken", "0", "a:"), ("taken", "1024", "a:"), ("whole", "1024", "a:")):
        answer(upload, *words)
    return upload


def test_each_piece_waits_for_the_answer_to_the_one_before():
    upload = Upload("program", DATA, 7)
    assert answer(upload, "taken", "0", "a:")[:3] == ["begin", "program", str(len(DATA))]
    for at in range(0, len(DATA), PIECE_BYTES):
        verb, place, piece = answer(upload, "taken", str(min(at + PIECE_BYTES, len(DATA))), "a:")
        assert (verb, place) == ("data", str(at))
        assert len(piece) <= 512
    assert answer(upload, "checked", "512", "a:") == ["check"]
    assert not upload.is_whole
    assert answer(upload, "whole", "1024", "a:") == ["check"]
    assert upload.is_whole
    assert said(upload) is None  # nobody tries it unasked


def test_what_is_not_answered_is_sent_again_and_an_old_answer_does_not_count():
    upload = Upload("program", DATA, 7)
    first = said(upload)
    assert said(upload, UPLOAD_AGAIN_MS - 1) is None
    assert said(upload, UPLOAD_AGAIN_MS) == first
    upload.take(Health(first.number - 1, "update", ("taken", "384", "a:")))
    assert upload.taken == 0
    upload.take(Health(first.number, "update", ("taken", "384", "a:")))
    upload.take(Health(first.number, "update", ("taken", "0", "a:")))  # its double
    assert upload.taken == 384


def test_it_goes_on_where_the_board_says_that_it_is():
    upload = Upload("program", DATA, 7)
    answer(upload, "taken", "0", "a:")
    answer(upload, "taken", "384", "a:")
    upload.reset()
    assert answer(upload, "taken", "768", "a:")[0] == "begin"
    assert said(upload).words[:2] == ["data", "768"]


def test_a_board_that_does_not_want_it_says_why_and_is_left_alone():
    upload = Upload("program", DATA, 7)
    answer(upload, "refused", "no_room", "a:")
    assert upload.refusal == "no room"
    assert said(upload, 9 * UPLOAD_AGAIN_MS) is None


def test_after_the_trial_the_board_says_whether_it_runs_it():
    for runs, is_kept in (("b:b", True), ("a:board.json", True), ("a:", False)):
        upload = whole()
        upload.attempt()
        assert answer(upload, "whole", "1024", "a:") == ["try"]
        assert upload.is_kept is None
        upload.reset()
        assert answer(upload, "idle", str(int(is_kept)), runs) == ["try"]
        assert upload.is_kept is is_kept
        assert said(upload, 9 * UPLOAD_AGAIN_MS) is None


def test_while_it_is_on_trial_the_board_is_asked_again_and_again():
    upload = whole()
    upload.attempt()
    answer(upload, "whole", "1024", "a:")
    upload.reset()
    assert answer(upload, "idle", "0", "b:b") == ["try"]
    assert upload.is_kept is None
    assert said(upload, UPLOAD_AGAIN_MS - 1) is None
    assert answer(upload, "idle", "1", "b:b", now_ms=UPLOAD_AGAIN_MS) == ["try"]
    assert upload.is_kept


def test_words_that_no_board_says_change_nothing():
    for words in ((), ("taken",), ("taken", "-1"), ("whole", "?"), ("idle", "0", "b:b"), ("", "7")):
        upload = Upload("program", DATA, 7)
        answer(upload, *words)
        assert (upload.taken, upload.is_whole, upload.is_kept, upload.refusal) == (
            0,
            False,
            None,
            "",
        )


def test_only_a_board_that_takes_updates_is_sent_one():
    pair = Pair().open()
    assert not pair.host.send("program", DATA)
    assert pair.host.upload is None
    able = Pair(BoardSession(BOARD, BOOT, "0.1.0", HAS + ",updates=1")).open()
    assert able.host.send("program", DATA)
    able.exchange()
    assert able.shown[-1].words[0] == "begin"
    able.board.answer(able.shown[-1].number, ["update taken 0 a:"])
    able.exchange()
    assert able.shown[-1].words[:2] == ["data", "0"]
