"""What a guest's page shows, worked out from a view: places, rows, goals, sentences."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.room import NAMES, begin, deal, lay, play_on, show_kept
from thorough import examples
from tricktable.rules.verdicts import Finding
from tricktable.rules.view import Remark
from tricktable.service import fragment, sentences
from tricktable.service.guest import screen
from tricktable.service.parts import Mark, Name, Picture, Slot, sentence, spoken


def game(table):
    return screen(table.view()).game


def felt(table):
    return game(table).felt


def sheet(table, name):
    return next(each for each in game(table).sheets if each.name == name)


def states(table, name):
    return [fact.state for fact in sheet(table, name).facts]


def test_an_empty_trick_begins_with_the_seat_that_leads(room):
    begin(room.table, leader=2)
    places = felt(room.table).places
    assert [place.name for place in places] == ["Cy", "Di", "Ann", "Bo"]
    assert [place.is_due for place in places] == [True, False, False, False]


def test_cards_lie_in_the_order_they_were_played_whoever_was_due(room):
    begin(room.table)
    lay(room.table, "1:2C 3:5C")
    places = felt(room.table).places
    assert [(place.name, place.card, place.is_due) for place in places] == [
        ("Bo", "2C", False),
        ("Di", "5C", False),
        ("Cy", None, True),
        ("Ann", None, False),
    ]


def test_the_trick_before_is_shown_beside_the_running_one_only(room):
    begin(room.table)
    assert felt(room.table).last == ()
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    resting = felt(room.table)
    assert (resting.is_resting, resting.title, resting.last) == (True, ("Trick 1",), ())
    assert [place.card for place in resting.places] == ["9H", "QH", "2H", "3H"]
    lay(room.table, "2:4S")
    running = felt(room.table)
    assert (running.is_resting, running.title) == (False, ("Trick 2",))
    assert [place.card for place in running.last] == ["9H", "QH", "2H", "3H"]
    assert [place.wins for place in running.last] == [False, True, False, False]


def test_the_goal_is_open_until_it_is_out_of_reach(room):
    begin(room.table)
    assert states(room.table, "goal") == ["open", "open"]
    play_on(room.table, deal(3), 5)  # 2, 1, 1 and 1: nobody can end with none
    assert states(room.table, "goal") == ["lost", "open"]
    marks = [part for row in sheet(room.table, "seats").rows for part in row.cells[-1]]
    assert len(marks) == 16
    assert all(isinstance(part, Mark) and part.state == "shut" for part in marks)


def test_two_kept_cards_of_a_suit_lose_and_are_counted(room):
    begin(room.table)
    hands = deal(5)
    play_on(room.table, hands, 12)
    show_kept(room.table, hands)  # two spades, two diamonds
    suits = sheet(room.table, "goal").facts[1]
    assert suits.state == "lost"
    slots = [part for part in suits.words if isinstance(part, Slot)]
    assert [(slot.code, slot.count) for slot in slots] == [("S", 2), ("H", 0), ("D", 2), ("C", 0)]
    assert game(room.table).is_won is False
    kept = [part for row in sheet(room.table, "seats").rows for part in row.cells[-1]]
    assert sum(isinstance(part, Picture) for part in kept) == 4


@pytest.mark.parametrize(
    ("remark", "words"),
    [
        (
            Remark(Finding(5, "follow", "proved", 1, (5, 9)), 3, "H", "4D", "8H", 5, "played"),
            "Bo did not follow hearts in trick 3: eight of hearts in trick 5 shows it.",
        ),
        (
            Remark(Finding(5, "follow", "proved", 1, (5, 53)), 3, "H", "4D", "8H", None, "shown"),
            "Bo did not follow hearts in trick 3: eight of hearts, kept to the end, shows it.",
        ),
        (
            Remark(Finding(5, "follow", "proved", 1, (5, 3)), 3, "H", "4D", "8H", None, "held"),
            "Bo did not follow hearts in trick 3: eight of hearts was in that hand.",
        ),
        (
            Remark(Finding(5, "follow", "someone", None, ()), 3, None, None, None, None, None),
            "Somebody did not follow suit: the unseen cards fit no honest deal."
            " Who, is not proved.",
        ),
        (
            Remark(Finding(5, "turn", "proved", 2, (5,)), 2, None, "TS", None, None, None),
            "Cy played ten of spades out of turn in trick 2.",
        ),
        (
            Remark(Finding(2, "starter", "proved", 0, (2, 9)), None, None, None, "2C", 2, "played"),
            "Ann led first, but two of clubs was in another hand.",
        ),
        (
            Remark(Finding(2, "discard", "proved", 0, (2,)), None, None, None, None, None, None),
            "Ann discarded what must be played: five of hearts or three of spades never came.",
        ),
    ],
)
def test_a_finding_is_told_in_words_and_names_nobody_without_proof(remark, words):
    assert spoken(sentences.finding(remark, NAMES)) == words


def test_a_sentence_is_made_of_words_names_and_pictures():
    made = sentence("{who} led {card} in {suit}.", who=Name("Bo"), card=Picture("TH"), suit="it")
    assert made == (Name("Bo"), " led ", Picture("TH"), " in ", "it", ".")
    assert spoken(made) == "Bo led ten of hearts in it."


@given(names=st.tuples(*[st.text(max_size=60)] * 4))
@settings(examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_people_are_called_a_view_is_one_event_without_their_markup(room, names):
    if room.table.record() is None:
        begin(room.table)
        lay(room.table, "1:2C 3:5C")
    now = room.table.view()
    event = fragment.encode(replace(now, names=names)).decode()
    assert [line.partition(":")[0] for line in event.split("\n")] == [
        "retry", "event", "data", "", "",
    ]  # fmt: skip
    assert "\r" not in event
    plain = fragment.encode(replace(now, names=("a", "b", "c", "d"))).decode()
    assert event.count("<") == plain.count("<")
