"""The question how a board is, and its answer. For both Pythons: plain asserts."""

from tablewire.checkup import ASK_AGAIN_MS, Checkup
from tablewire.frame import Decoder, encode
from tablewire.messages import Ask, Health, Picture, parse
from wire.pair import Pair


def asked(checkup, now_ms):
    """The question that is asked now, or None."""
    bodies = Decoder().feed(checkup.due(now_ms))
    return parse(bodies[0]) if bodies else None


def test_nobody_asks_by_itself():
    checkup = Checkup(7)
    assert checkup.due(0) == b""
    assert checkup.parts is None


def test_it_asks_again_until_all_parts_are_there():
    checkup = Checkup(7)
    checkup.ask(test=True)
    assert asked(checkup, 5) == Ask(8, 1)
    assert asked(checkup, 5 + ASK_AGAIN_MS - 1) is None
    checkup.take(Health(8, "r0", ("92",)))
    checkup.take(Health(8, "board", ("3", "100", "9")))  # display and keys got lost
    assert checkup.parts is None
    assert asked(checkup, 5 + ASK_AGAIN_MS) == Ask(8, 1)
    checkup.take(Health(8, "display", ("ok",)))
    checkup.take(Health(8, "board", ("3", "200", "9")))
    assert checkup.parts == {"r0": ("92",), "display": ("ok",), "board": ("3", "200", "9")}
    assert asked(checkup, 9 * ASK_AGAIN_MS) is None


def test_what_answers_another_question_is_not_taken():
    checkup = Checkup(7)
    checkup.ask(test=False)
    for other in (7, 9):  # the one before; one of a host that has asked more often
        checkup.take(Health(other, "board", ("1",)))
        assert checkup.parts is None
    checkup.take(Health(8, "board", ("1",)))
    checkup.take(Health(8, "r0", ("92",)))
    assert checkup.parts == {"board": ("1",)}


def test_an_answer_with_more_parts_than_it_says_is_not_whole():
    checkup = Checkup(7)
    checkup.ask(test=False)
    checkup.take(Health(8, "r0", ("92",)))
    for said in ("1", "3"):
        checkup.take(Health(8, "board", (said,)))
        assert checkup.parts is None
    assert checkup.is_open


def test_a_new_question_forgets_the_old_answer():
    checkup = Checkup(7)
    checkup.ask(test=False)
    checkup.take(Health(8, "board", ("1",)))
    checkup.ask(test=True)
    assert checkup.parts is None
    assert asked(checkup, 0) == Ask(9, 1)


def test_after_a_billion_questions_their_numbers_begin_again_at_one():
    checkup = Checkup(999_999_999)
    for number in (1_000_000_000, 1, 2):
        checkup.ask(test=False)
        assert asked(checkup, 0) == Ask(number, 0)


def test_an_old_board_is_not_asked():
    pair = Pair()
    assert not pair.host.ask()  # no board at all
    pair.open()
    pair.host.board.has = "readers=4"
    assert not pair.host.ask()


def test_a_question_is_given_beside_the_newest_picture():
    pair = Pair().open()
    bodies = ["G 4 0", 'P 1 {"p":"a"}', 'P 2 {"p":"b"}', "G 5 1"]
    given = pair.board.receive(b"".join([encode(body) for body in bodies]), pair.now_ms)
    assert given == [Picture(2, '{"p":"b"}'), Ask(5, 1)]


def test_a_whole_answer_passes_however_little_credit_there_is():
    pair = Pair().open()
    assert pair.host.ask(test=True)
    pair.exchange()
    number = pair.shown[0].number
    assert pair.shown == [Ask(number, 1)]
    words = "99 none 9999999 9999999 9999999 9999999 9999999 9999999"
    parts = [f"r{reader} {words}" for reader in range(4)]
    parts += ["display ok", "keys -", "board 7 1 9"]
    pair.reading = False
    pair.board.answer(number, parts)
    pair.wait(1000)
    assert 96 < pair.board.unread <= 240
    assert pair.host.health is None
    pair.reading = True
    pair.wait(3000)
    assert pair.host.health["r3"] == tuple(words.split(" "))
    assert pair.host.health["keys"] == ("-",)
    assert len(pair.host.health) == 7
