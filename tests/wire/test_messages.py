"""Messages to and from bodies. For both Pythons: plain asserts."""

from tablewire.frame import UNREAD, Noise, encode
from tablewire.limits import MAX_EVENT_BYTES, MAX_LINE_BYTES
from tablewire.messages import (
    EVENTS,
    KEYS,
    KINDS,
    NO_OPENING,
    Ack,
    Ask,
    Beat,
    Event,
    Health,
    Hello,
    Picture,
    Refused,
    Tick,
    Who,
    event_body,
    parse,
    plain,
)
from wire.samples import BODIES


def test_each_body_is_read_and_written_the_same():
    for body in BODIES:
        message = parse(body)
        assert not isinstance(message, Noise), body
        assert str(message) == body
        assert parse(str(message)) == message
        assert message.kind == body[0]


def test_the_samples_say_each_kind_and_each_event():
    assert {body[0] for body in BODIES} == set(KINDS)
    events = {parse(body).what for body in BODIES if body[0] == "E"}
    assert events == set(EVENTS) | {"Z"}


def test_fields_have_their_names():
    hello = parse(BODIES[0])
    assert (hello.lo, hello.hi, hello.board, hello.boot) == (1, 1, "E6614103E7452D2F", "1A2B3C4D")
    assert (hello.opening, hello.mark, hello.first, hello.next) == ("5F3A11C3", 1, 1, 4)
    assert hello.version == "0.1.0"
    assert hello.parts() == {"readers": "4", "keys": "20", "display": "128x64"}
    assert parse("E 1 83417 C 2 04A3C6CAE26180") == Event(1, 83417, "C", ("2", "04A3C6CAE26180"))
    assert parse("B 17 90000 4 10 0 131072") == Beat(17, 90000, 4, 10, 0, 131072)
    assert parse("W 1 3 5F3A11C3") == Who(1, 3, "5F3A11C3")
    assert parse("A 1A2B3C4D 9") == Ack("1A2B3C4D", 9)
    assert parse("T 1A2B3C4D 17") == Tick("1A2B3C4D", 17)
    assert parse('P 4 {"q":"a b  c"}') == Picture(4, '{"q":"a b  c"}')
    assert parse("N too old") == Refused("too_old")
    assert parse("G 12 1") == Ask(12, 1)
    assert parse("V 12 r0 92 ok 0") == Health(12, "r0", ("92", "ok", "0"))


def test_fields_are_listed_in_the_order_of_the_words():
    for body in BODIES:
        message = parse(body)
        words = body.split(" ", len(message.fields))[1:]
        values = [getattr(message, name) for name in message.fields]
        if message.kind == "E":
            values[3] = " ".join(values[3])
            words[3] = body.split(" ", 4)[4]
        elif message.kind in "VU":
            values[-1] = " ".join(values[-1])
        assert [str(value) for value in values] == words


def test_what_says_no_message_is_noise():
    for body in (
        "",
        " ",
        "Q 1 2",
        "e 1 2 K Q",
        "EE 1 2 K Q",
        "E",
        "E 1",
        "E 1 2",
        "E x 2 K Q",
        "E -1 2 K Q",
        "E 1_0 2 K Q",
        "E 1 9999999999999 K Q",
        "E 9999999999999 1 K Q",
        "H 1 1",
        "H 1 x E661 1A2B3C4D 5F3A11C3 1 1 4 0.1.0 readers=4",
        "H 1 1 e661 1A2B3C4D 5F3A11C3 1 1 4 0.1.0 readers=4",
        "H 1 1 E661 1A2B3C4 5F3A11C3 1 1 4 0.1.0 readers=4",
        "H 1 1 E661 1A2B3C4D 5F3A11C3 1 1 4 0.1.0 readers=4 more",
        "H 1 1 E661 1A2B3C4D 5F3A11C3 1 1 4 0.1\x1b.0 readers=4",
        "B 1 2 3 4 5",
        "B 1 2 3 4 5 6 7",
        "B 1 2 3 4 5 -6",
        "W 1 1",
        "W 1 1 1A2B3C4",
        "A 1A2B3C4D",
        "A 1A2B3C4D 1 2",
        "A 1A2B3C4G 1",
        "T 1A2B3C4D -1",
        "P",
        "P x {}",
    ):
        message = parse(body)
        assert message == Noise(body.encode(), UNREAD), body


def test_an_event_of_a_newer_firmware_is_still_an_event():
    assert parse("E 9 84600 Z something newer") == Event(9, 84600, "Z", ("something", "newer"))
    assert parse("E 9 84600 Z") == Event(9, 84600, "Z", ())


def test_a_hello_of_another_protocol_tells_its_range_and_no_more():
    hello = parse("H 7 9 whatever a later protocol says")
    assert hello == Hello(7, 9, "", "", NO_OPENING, 0, 0, 0, "", "")


def test_a_who_of_a_later_protocol_may_say_more():
    assert parse("W 7 9 5F3A11C3 and more") == Who(7, 9, "5F3A11C3")


def test_text_that_a_person_reads_is_made_plain():
    assert plain("OSError: [Errno 5]") == "OSError:_[Errno_5]"
    assert plain("a~b\nc\x1bd caf\xe9") == "a_b_c_d_caf_"
    assert plain("") == "_"
    assert len(plain("x" * 500)) == 80
    assert parse("E 8 1 F \x1b[2J boo").args == ("_[2J_boo",)


def test_a_card_event_is_short_and_the_longest_event_fits_its_credit():
    card = encode(event_body(9999, 36_000_000, "C", ("3", "04A3C6CAE26180")))
    assert len(card) <= 48
    fault = encode(event_body(999_999, 999_999_999, "F", (plain("x" * 500),)))
    assert len(fault) <= MAX_EVENT_BYTES
    assert str(Event(5, 6, "K", ("Q",))) == event_body(5, 6, "K", ("Q",))


def test_a_picture_with_a_qr_code_fits_a_line():
    rows = ",".join(['"%s"' % ("F" * 10)] * 37)
    assert len(encode('P 99999 {"p":"qr","z":37,"r":[' + rows + "]}")) < MAX_LINE_BYTES


def test_the_keys_are_those_of_the_keypad():
    assert len(KEYS) == len(set(KEYS)) == 20
    assert KEYS[:3] == ("2", "3", "4")
    assert KEYS[-3:] == ("OK", "UNDO", "MENU")


def test_messages_print_for_logs_and_compare_by_value():
    assert repr(Ack("1A2B3C4D", 9)) == "<A 1A2B3C4D 9>"
    assert Ack("1A2B3C4D", 9) != Tick("1A2B3C4D", 9)
    assert Ack("1A2B3C4D", 9) != Ack("1A2B3C4D", 8)
    assert len({Ack("1A2B3C4D", 9), Ack("1A2B3C4D", 9)}) == 1
