"""The board's program with a host's session at its other end: what goes in, what comes out."""

import pytest

from board.canvas import drawn, shown
from board.pictures import sheet, trick, words
from board.wired_board import KEYS, Wired
from tableboard import lights, screens, sounds, tags
from tableboard.tags import COLLISION, DEAD, TRUNCATED
from tablewire.checkup import HEALTH
from tablewire.frame import encode
from tablewire.limits import RING_EVENTS, SEEN_MS, SILENT_MS
from tablewire.words import plain

UID = bytes.fromhex("04A3C6CAE26180")
OTHER = bytes.fromhex("88112233")


def met():
    """A board and a host that have found each other."""
    wired = Wired()
    wired.run(50)
    assert wired.host.board is not None
    return wired


def fill(wired):
    """Let things happen until the memory refuses one; return how many it keeps."""
    while not wired.session.lost:
        wired.companion.fault("x", wired.now_ms)
    return wired.session.backlog


def pitches(word):
    """The tones of a sound as they are heard: one after the other, silence at the end."""
    return [hertz for hertz, _ in sounds.SOUNDS[word]] + [sounds.SILENT]


def test_before_its_time_no_reader_is_due():
    wired = Wired()
    wired.run(200)
    assert wired.companion.reader_due(0) == -1


def test_a_card_reaches_the_host_within_one_turn_of_the_readers():
    wired = met()
    wired.found[2] = UID
    wired.run(4 * tags.FIELD_MS + 2)
    assert wired.told("C") == [("2", "04A3C6CAE26180")]


def test_it_tells_how_it_is_when_it_is_asked():
    wired = met()
    wired.keys = 1 << KEYS.index("Q")
    wired.buttons = 0b100
    wired.run(10_100)
    assert wired.host.ask()
    wired.run(5)
    assert wired.companion.asked.test == 0
    pitch = len(wired.sounds)
    readers = [("92 ok", (1, 2, 3, 4)), *[("12 none", (0, 0, 0, 0))] * 3]
    wired.companion.answer_check(readers, False, 17, "1000,500", wired.now_ms)
    wired.run(500)
    health = wired.host.health
    words = dict(zip(HEALTH["r"], health["r0"], strict=True))
    assert words == {
        "version": "92",
        "test": "ok",
        "timeouts": "1",
        "errors": "2",
        "collisions": "3",
        "retries": "0",
        "restarts": "4",
        "falls": "0",
    }
    assert health["display"] == ("dead",)
    assert health["keys"] == ("Q,seat2",)
    assert health["board"][2:] == ("17", "1000,500")
    assert wired.companion.asked is None
    assert len(wired.sounds) == pitch


def test_a_tap_that_was_noted_between_two_scans_is_told_and_a_glitch_is_not():
    wired = met()
    wired.companion.take_change(1 << KEYS.index("Q"), 0, wired.now_ms + 1)
    wired.companion.take_change(0, 0, wired.now_ms + 17)
    wired.run(60)
    assert wired.told("K") == [("Q",)]
    wired.companion.take_change(1 << KEYS.index("OK"), 0, wired.now_ms + 1)
    wired.companion.take_change(0, 0, wired.now_ms + 3)
    wired.run(60)
    assert wired.told("K") == [("Q",)]


def test_a_test_lets_lamps_and_buzzer_go_on():
    wired = met()
    wired.host.ask(test=True)
    wired.run(5)
    wired.companion.answer_check([("92 ok", (0, 0, 0, 0))] * 4, True, 9, "1000", wired.now_ms)
    assert wired.companion.colours(wired.now_ms) == [lights.READ] * 4
    assert wired.companion.pitch(wired.now_ms) == pitches("ask")[0]


def test_each_reader_has_its_turn_and_an_occupied_one_fewer():
    wired = met()
    wired.polls = [0] * 4
    wired.run(800)
    assert min(wired.polls) >= 800 // tags.FIELD_MS // 4  # the next one's field waits for nobody
    wired.found = [UID, UID, UID, None]
    wired.run(100)
    wired.polls = [0] * 4
    wired.run(800)
    assert [11 <= polls <= 14 for polls in wired.polls] == [True, True, True, False]
    assert wired.polls[3] >= 55


def test_a_card_is_answered_at_once_by_sound_and_light_even_without_a_host():
    wired = Wired()
    wired.found[1] = UID
    wired.run(10)
    assert wired.companion.colours(wired.now_ms) == [
        lights.DARK,
        lights.READ,
        lights.DARK,
        lights.DARK,
    ]
    wired.run(100)
    assert wired.sounds == pitches("read")
    assert wired.companion.colours(wired.now_ms) == [lights.DARK] * 4


def test_two_cards_an_unreadable_one_and_a_dead_reader_are_events_with_their_words():
    wired = met()
    wired.found = [COLLISION, TRUNCATED, DEAD, None]
    wired.run(200)
    assert wired.told("X") == [("0",)]
    assert wired.told("U") == [("1", "truncated")]
    assert wired.told("R") == [("2", "dead")]
    wired.found[2] = None
    wired.run(1000)
    assert wired.told("R") == [("2", "dead"), ("2", "ok")]


def test_a_key_is_told_when_it_goes_down_and_clicks():
    wired = met()
    wired.keys = 1 << KEYS.index("Q")
    wired.run(40)
    assert wired.told("K") == [("Q",)]
    wired.keys = 0
    wired.run(100)
    assert wired.told("K") == [("Q",)]
    assert wired.sounds == pitches("key")


def test_a_seat_button_is_short_when_let_go_and_long_while_held():
    wired = met()
    wired.buttons = 1 << 3
    wired.run(lights.READ_MS)
    assert wired.told("S") == []
    assert wired.companion.colours(wired.now_ms)[3] == lights.READ
    wired.buttons = 0
    wired.run(100)
    wired.buttons = 1 << 1
    wired.run(900)
    assert wired.told("S") == [("3", "short"), ("1", "long")]
    wired.buttons = 0
    wired.run(100)
    assert wired.told("S") == [("3", "short"), ("1", "long")]


def test_a_stuck_key_or_button_is_a_fault_that_is_told_once():
    wired = met()
    wired.keys, wired.buttons = 1, 4
    wired.run(25_000)
    assert wired.told("F") == [("key_2_is_stuck",), ("the_button_of_seat_2_is_stuck",)]
    assert wired.told("K") == [("2",)]


def test_a_table_that_wants_silence_hears_nothing_from_then_on():
    wired = met()
    wired.show(trick(s="over") | {"v": 0})
    wired.run(500)
    wired.found[1] = UID
    wired.run(500)
    assert wired.sounds == []
    wired.show(trick(s="trick"))
    wired.run(500)
    assert wired.sounds == pitches("trick")


def test_lamps_are_as_bright_as_the_table_likes_it():
    wired = met()
    wired.show(trick(l=["turn"]) | {"g": 2})
    wired.run(200)
    assert wired.companion.brightness == 2
    assert wired.companion.colours(wired.now_ms)[0] == lights.dimmed(lights.COLOURS["turn"], 2)


def test_a_second_page_takes_its_place_by_the_boards_own_clock():
    wired = met()
    wired.show(trick() | {"x": words("Ann deals"), "y": 3000})
    wired.run(2500)
    assert wired.display == shown(trick())
    wired.plugged = False
    wired.run(1000)
    assert wired.display == shown(words("Ann deals"))
    wired.plugged = True
    wired.show(trick())
    wired.run(1000)
    assert wired.display == shown(trick())


def test_a_picture_is_drawn_and_the_host_hears_that_it_is_shown():
    wired = met()
    number = wired.show(trick())
    wired.run(60)
    assert wired.display == shown(trick())
    assert wired.host.beat.picture == number
    assert wired.companion.colours(wired.now_ms)[0] == lights.COLOURS["turn"]


def test_nothing_is_said_to_be_shown_before_it_is():
    wired = met()
    number = wired.show(trick())
    while not (wired.host.beat is not None and wired.host.beat.picture == number):
        assert wired.now_ms < 1000
        wired.run(1)
    assert wired.display == shown(trick())


def test_a_newer_picture_takes_over_while_one_is_being_drawn():
    wired = met()
    wired.show(trick())
    wired.run(3)
    number = wired.show(words("Game over"))
    wired.run(1500)
    assert wired.display == shown(words("Game over"))
    assert wired.host.beat.picture == number


def test_a_sound_is_played_once_for_each_new_picture():
    wired = met()
    wired.show(trick(s="trick"))
    wired.run(2000)
    assert wired.sounds == pitches("trick")
    wired.show(trick(s="trick"))
    wired.run(2000)
    assert wired.sounds == pitches("trick") * 2


def test_a_host_that_comes_back_with_the_same_picture_is_silent_and_told_again():
    wired = met()
    number = wired.show(trick(s="trick"))
    wired.run(1000)
    wired.plugged = False
    wired.run(SILENT_MS + 1000)
    wired.plugged = True
    wired.run(2000)
    assert wired.sounds == pitches("trick")
    assert wired.display == shown(trick())
    assert wired.host.beat.picture == number


def test_a_read_card_sounds_once_though_host_and_board_both_answer():
    wired = met()
    wired.found[0] = UID
    wired.run(30)
    wired.show(trick(s="read"))
    wired.run(500)
    assert wired.sounds == pitches("read")


def test_the_hosts_read_sounds_for_a_card_that_was_typed():
    wired = met()
    wired.show(trick(s="read"))
    wired.run(500)
    assert wired.sounds == pitches("read")


# What a held button answers.

LONG_MS = 1000


def held(wired, seat=1):
    """Hold a seat's button, let it go; return what the host was told of it."""
    before = len(wired.events)
    wired.buttons = 1 << seat
    wired.run(LONG_MS)
    wired.buttons = 0
    wired.run(100)
    return [(event.what, event.args) for event in wired.events[before:]]


def asks(word, seat=1, **changes):
    """A picture on which somebody waits for a seat's button."""
    return trick(h=["" if each != seat else word for each in range(4)], **changes)


def test_a_press_that_begins_when_the_question_has_been_read_answers_it():
    wired = met()
    wired.show(asks("42-1F"))
    wired.run(SEEN_MS + 200)
    assert held(wired) == [("Y", ("1", "42-1F"))]
    assert held(wired, 2) == [("S", ("2", "long"))]


def test_a_short_press_answers_no_such_question():
    wired = met()
    wired.show(asks("42-1F"))
    wired.run(SEEN_MS + 200)
    wired.buttons = 0b10
    wired.run(100)
    wired.buttons = 0
    wired.run(100)
    assert [(event.what, event.args) for event in wired.events] == [("S", ("1", "short"))]


@pytest.mark.parametrize("begun_ms", [0, 100, 700, LONG_MS - 210])
def test_a_press_that_has_begun_answers_nothing_that_comes_later(begun_ms):
    wired = met()
    wired.buttons = 0b10
    wired.run(begun_ms)
    wired.show(asks("42-1F"))
    wired.run(LONG_MS)
    assert wired.told("S") == [("1", "long")]
    assert wired.told("Y") == []


def test_a_press_that_begins_before_anybody_can_have_read_the_question_does_not_answer_it():
    wired = met()
    wired.show(asks("42-1F"))
    wired.run(SEEN_MS - 100)
    assert held(wired) == [("S", ("1", "long"))]


def test_it_answers_what_was_shown_when_it_began_and_not_what_has_come_since():
    wired = met()
    wired.show(asks("42-1F"))
    wired.run(SEEN_MS + 200)
    wired.buttons = 0b10
    wired.run(300)
    wired.show(asks("77-0A"))
    wired.run(LONG_MS)
    assert wired.told("Y") == [("1", "42-1F")]


def test_a_question_that_stays_is_asked_while_the_next_picture_is_drawn():
    wired = met()
    wired.show(asks("42-1F"))
    wired.run(SEEN_MS + 200)
    wired.show(asks("42-1F", t="T6/12"))
    wired.run(2)
    assert held(wired) == [("Y", ("1", "42-1F"))]


def test_a_question_that_is_gone_is_answered_by_nothing():
    wired = met()
    wired.show(asks("42-1F"))
    wired.run(SEEN_MS + 200)
    wired.show(trick())
    wired.run(2)
    assert held(wired) == [("S", ("1", "long"))]


def test_it_is_asked_on_both_pages_of_a_picture():
    wired = met()
    wired.show(asks("42-1F") | {"x": words("Ann deals"), "y": 3000})
    wired.run(4000)
    assert wired.display == drawn(screens.words_page("Tricktable", "Ann deals"))
    assert held(wired) == [("Y", ("1", "42-1F"))]


def test_what_the_waiting_page_hides_is_not_answered():
    wired = met()
    wired.show(asks("42-1F"))
    wired.run(SEEN_MS + 200)
    wired.plugged = False
    wired.run(SILENT_MS + 200)
    held(wired)
    wired.plugged = True
    wired.run(2000)
    assert wired.told("S") == [("1", "long")]
    assert wired.told("Y") == []


@pytest.mark.parametrize("word", ["two words", "~", "\x03", "x" * 500, 7])
def test_no_word_of_a_host_harms_the_board(word):
    wired = met()
    wired.show(asks(word))
    wired.run(SEEN_MS + 200)
    ((what, (seat, answer)),) = held(wired)
    assert (what, seat) == ("Y", "1")
    assert answer == plain(str(word))


def test_a_picture_whose_questions_cannot_be_read_asks_none():
    wired = met()
    wired.show(trick(h=3))
    wired.run(SEEN_MS + 200)
    assert held(wired) == [("S", ("1", "long"))]


def test_without_a_host_the_display_waits_and_counts_what_it_keeps():
    wired = Wired()
    wired.plugged = False
    wired.run(30)
    assert wired.display == drawn(screens.waiting_page(0, 0, []))
    wired.found[2] = UID
    wired.run(30)
    assert wired.display == drawn(screens.waiting_page(1, 0, ["Reader 3 read a card"]))


def test_a_wrong_wire_is_shown_without_a_host_until_it_is_right():
    wired = met()
    wired.show(trick())
    wired.companion.wires = "Display: check SDA (GP26). Reader 1: check 3.3V."
    wired.run(100)
    pictured = wired.display
    wired.plugged = False
    wired.run(SILENT_MS + 100)
    assert wired.display != pictured
    wrong = screens.words_page("Check the wires", wired.companion.wires)
    assert wired.display == drawn(wrong)
    wired.companion.wires = ""
    wired.run(100)
    assert wired.display == drawn(screens.waiting_page(0, 0, []))


def test_a_board_without_keys_waits_for_cards_alone():
    wired = Wired(keys=())
    wired.plugged = False
    wired.run(30)
    assert wired.display == drawn(screens.waiting_page(0, 0, [], has_keys=False))


def test_a_host_that_falls_silent_is_missed_after_three_seconds_and_its_picture_returns():
    wired = met()
    wired.show(trick())
    wired.run(100)
    wired.plugged = False
    wired.run(SILENT_MS - 200)
    assert wired.display == shown(trick())
    wired.run(400)
    assert wired.display == drawn(screens.waiting_page(0, 0, []))
    assert wired.companion.colours(wired.now_ms) == [lights.DARK] * 4
    wired.plugged = True
    wired.run(1000)
    assert wired.display == shown(trick())


def test_what_happened_without_the_host_is_delivered_in_order_when_it_is_back():
    wired = met()
    wired.plugged = False
    for reader, uid in enumerate((UID, OTHER, UID)):
        wired.found[reader] = uid
        wired.run(50)
    wired.keys = 1 << KEYS.index("OK")
    wired.run(5000)
    assert wired.events == []
    wired.plugged = True
    wired.run(3000)
    assert [(event.seq, event.what, event.args) for event in wired.events] == [
        (1, "C", ("0", "04A3C6CAE26180")),
        (2, "C", ("1", "88112233")),
        (3, "C", ("2", "04A3C6CAE26180")),
        (4, "K", ("OK",)),
    ]


def test_a_full_memory_is_heard_and_shown_and_forgiven_when_it_is_empty_again():
    wired = Wired()
    wired.plugged = False
    kept = fill(wired)
    wired.companion.fault("x", wired.now_ms)
    wired.companion.fault("x", wired.now_ms)
    wired.run(30)
    assert kept >= RING_EVENTS
    assert wired.display == drawn(screens.waiting_page(kept, 3, []))
    assert wired.sounds[0] == sounds.SOUNDS["refused"][0][0]
    wired.plugged = True
    wired.run(3000)
    wired.show(trick())
    wired.run(3000)
    assert len(wired.events) == kept
    assert wired.display == shown(trick())
    wired.plugged = False
    wired.run(SILENT_MS + 500)
    assert wired.display == drawn(screens.waiting_page(0, 0, []))


def test_a_memory_that_fills_before_a_host_that_commits_nothing_is_shown():
    wired = met()
    wired.commits = False
    wired.show(trick())
    wired.run(100)
    kept = fill(wired)
    wired.run(100)
    assert wired.display == drawn(screens.waiting_page(kept, 1, []))


def test_a_picture_that_cannot_be_drawn_is_a_fault_and_does_not_stop_the_board():
    wired = met()
    for picture in ({"p": "poem"}, sheet("x", [5, "1"])):
        number = wired.show(picture)
        wired.run(100)
        assert wired.display == drawn(
            screens.words_page("Tricktable", "This board cannot show what its host sent.")
        )
        assert wired.host.beat.picture == number
    assert len(wired.told("F")) == 2
    wired.found[0] = UID
    wired.run(20)
    assert wired.told("C") == [("0", "04A3C6CAE26180")]


def test_a_refusal_is_shown_until_a_picture_comes():
    wired = met()
    reason = "too_new:_update_the_host"
    wired.companion.take_bytes(encode(f"N {reason}"), wired.now_ms)
    wired.run(30)
    assert wired.display == drawn(screens.refused_page(reason))
    wired.show(trick())
    wired.run(100)
    assert wired.display == shown(trick())


def test_nothing_is_due_while_the_board_rests():
    wired = met()
    wired.show(trick())
    wired.run(200)
    assert wired.companion.idle_ms(wired.now_ms) > 0
    wired.show(words("x"))
    wired.run(1)
    assert wired.companion.idle_ms(wired.now_ms) == 0
