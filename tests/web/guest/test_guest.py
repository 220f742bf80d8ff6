"""What a guest's page shows, worked out from a view: places, rows, goals, sentences."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from players.troika import match
from thorough import examples
from tricktable.games import GAMES
from tricktable.rules.findings import finding_sentence
from tricktable.rules.names import safe_name
from tricktable.rules.verdicts import Finding
from tricktable.rules.view import FindingDetail
from tricktable.table import commands
from tricktable.text.sentences import (
    Name,
    Picture,
    sentence,
    signed,
    spoken,
    team,
    with_pictures,
)
from tricktable.web.guest import fragment
from tricktable.web.guest.screen import screen
from web.room import NAMES, ask, begin, lay


def noticed(*what):
    """What a game's cards have shown."""
    return FindingDetail(GAMES["troika"], *what, deal=1)


def game(table):
    return screen(table.view()).game


def middle(table):
    return game(table).middle


def sheet(table, name):
    return next(each for each in game(table).sheets if each.name == name)


def test_an_empty_trick_begins_with_the_seat_that_leads(room):
    begin(room.table, leader=2)
    places = middle(room.table).places
    assert [place.name for place in places] == ["Cy", "Di", "Ann", "Bo"]
    assert [place.is_due for place in places] == [True, False, False, False]


def test_cards_lie_in_the_order_they_were_played_whoever_was_due(room):
    begin(room.table)
    lay(room.table, "1:2C 3:5C")
    places = middle(room.table).places
    assert [(place.name, place.card, place.is_due) for place in places] == [
        ("Bo", "2C", False),
        ("Di", "5C", False),
        ("Cy", None, True),
        ("Ann", None, False),
    ]


def test_the_trick_before_is_shown_beside_the_running_one_only(room):
    begin(room.table)
    assert middle(room.table).last == ()
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    resting = middle(room.table)
    assert (resting.is_resting, spoken(resting.title), resting.last) == (
        True,
        "Cy took trick 1",
        (),
    )
    assert [place.card for place in resting.places] == ["9H", "QH", "2H", "3H"]
    lay(room.table, "2:4S")
    running = middle(room.table)
    assert (running.is_resting, running.title) == (False, ("Trick 2",))
    assert [place.card for place in running.last] == ["9H", "QH", "2H", "3H"]
    assert [place.wins for place in running.last] == [False, True, False, False]


def test_suits_of_read_hands_are_counted_where_a_house_rule_shows_them(room):
    begin(room.table)
    now = room.table.view()
    counted = replace(now, suit_counts=((4, 3, 3, 3), None, None, None))
    assert [each.name for each in screen(now).game.sheets][:1] == ["seats"]
    suits = screen(counted).game.sheets[0]
    assert [spoken(cell) for row in suits.rows for cell in row.cells] == ["4", "3", "3", "3"]
    assert [spoken(row.head) for row in suits.rows] == ["Ann"]


def test_a_revoke_is_told_with_both_tricks_that_show_it(room):
    begin(room.table)
    lay(room.table, "1:2H 2:TH 3:4D 0:5H 2:9S 3:8H")
    (found,) = game(room.table).findings
    assert spoken(found.words).endswith("eight of hearts in trick 2 shows it.")
    assert [spoken(row.head) for row in found.exhibits.rows] == ["1", "2"]
    laid = [part for row in found.exhibits.rows for cell in row.cells for part in cell]
    assert [each.code for each in laid if each.is_telling] == ["4D", "8H"]
    page = fragment.render(room.table.view())
    assert page.count(" telling") == 4, "beside the cards while it is new, and in the sheet"


def test_after_a_deal_and_at_the_end_this_deal_is_what_it_gained(room):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES)))
    lines = match((0, "12N", 12), (1, "7", -2), (0, "8N", 8))
    for line in lines:
        ask(room.table, commands.Enter(line))
        now = room.table.view().view
        if now.next_what not in ("deal", "over"):
            continue
        score = now.rules.score(now)
        (this_deal,) = score.now
        assert this_deal.values == score.deals[-1].gains
        gains = [(spoken(each.who), each.amount) for each in game(room.table).gains]
        if now.next_what == "over":
            assert gains == [("Ann & Cy", "52"), ("Bo & Di", "−7")]
        else:
            assert dict(gains) == {
                spoken(team(seats, now.names)): signed(gain)
                for seats, gain in zip(now.owners, score.deals[-1].gains, strict=True)
                if gain
            }
    assert now.is_over
    ask(room.table, commands.Undo())
    assert game(room.table).gains == ()


def test_who_sits_out_is_told_at_their_place_too(room):
    six = [*NAMES, "Eve", "Fay"]
    ask(room.table, commands.NewGame("etori", 6, six, dealer=2))
    marks = {spoken(row.head): row.mark for row in sheet(room.table, "teams").rows}
    assert marks["Cy & Fay, sitting out"] == "out"
    assert [place.name for place in middle(room.table).places if place.is_out] == ["Cy", "Fay"]
    assert spoken(game(room.table).headline) in ("Ann or Di leads", "Bo or Eve leads")


def test_the_tricks_of_a_deal_tell_who_led_and_who_took(room):
    begin(room.table)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H 2:4S")
    row = sheet(room.table, "tricks").rows[0]
    cells = [cell[0] for cell in row.cells]
    assert [(each.code, each.leads, each.wins) for each in cells] == [
        ("3H", False, False),
        ("9H", True, False),
        ("QH", False, True),
        ("2H", False, False),
    ]


@pytest.mark.parametrize(
    ("remark", "words"),
    [
        (
            noticed(Finding(5, "follow", "proved", 1, (5, 9)), 3, "H", "4D", "8H", 5, "played"),
            "Bo did not follow hearts in trick 3: eight of hearts in trick 5 shows it.",
        ),
        (
            noticed(Finding(5, "follow", "proved", 1, (5, 53)), 3, "H", "4D", "8H", None, "shown"),
            "Bo did not follow hearts in trick 3: eight of hearts, shown later, shows it.",
        ),
        (
            noticed(Finding(5, "follow", "proved", 1, (5, 3)), 3, "H", "4D", "8H", None, "held"),
            "Bo did not follow hearts in trick 3: eight of hearts, scanned in that hand, shows it.",
        ),
        (
            noticed(Finding(5, "follow", "someone", None, ()), 3, None, None, None, None, None),
            "Somebody did not follow suit: the unseen cards fit no honest deal."
            " Nothing proves who it was.",
        ),
        (
            noticed(Finding(5, "turn", "proved", 2, (5,)), 2, None, "TS", None, None, None),
            "Cy played ten of spades out of turn in trick 2.",
        ),
        (
            noticed(
                Finding(2, "starter", "proved", 0, (2, 9)), None, None, None, "2C", 2, "played"
            ),
            "Ann led first, but two of clubs was in another hand.",
        ),
        (
            noticed(Finding(2, "discard", "proved", 0, (2,)), None, None, None, None, None, None),
            "Ann made a forbidden discard: five of hearts and three of spades were never played.",
        ),
    ],
)
def test_a_finding_is_told_in_words_and_names_nobody_without_proof(remark, words):
    assert spoken(finding_sentence(remark, NAMES)) == words


def test_a_sentence_is_made_of_words_names_and_pictures():
    made = sentence("{who} led {card} in {suit}.", who=Name("Bo"), card=Picture("TH"), suit="it")
    assert made == (Name("Bo"), " led ", Picture("TH"), " in it.")
    assert spoken(made) == "Bo led ten of hearts in it."


@given(names=st.tuples(*[st.text(max_size=60)] * 4))
@settings(examples(60), suppress_health_check=[*HealthCheck])
def test_whatever_people_are_called_a_view_is_one_event_without_their_markup(room, names):
    if room.table.record() is None:
        begin(room.table)
        lay(room.table, "1:2C 3:5C")
    now = room.table.view()
    called = tuple(map(safe_name, names, NAMES))
    event = fragment.encode(replace(now, names=called)).decode()
    assert [line.partition(":")[0] for line in event.split("\n")] == [
        "id", "retry", "event", "data", "", "",
    ]  # fmt: skip
    assert "\r" not in event
    plain = fragment.encode(replace(now, names=("a", "b", "c", "d"))).decode()
    assert event.count("<") == plain.count("<")


def test_cards_in_a_note_are_drawn_in_every_way_they_are_written():
    assert with_pictures("7C and TH. X2, 5G?") == (
        *(Picture("7C"), " and ", Picture("TH"), ". ", Picture("X2"), ", ", Picture("5G"), "?"),
    )
    assert with_pictures("♣7は♥10のあとです。") == (
        Picture("7C"),
        "は",
        Picture("TH"),
        "のあとです。",
    )
    assert with_pictures("AS: hold your button for 7C.", ("AS", "Bo")) == (
        "AS: hold your button for ",
        Picture("7C"),
        ".",
    )
    assert with_pictures("17C, 7CH, K16") == ("17C, 7CH, K16",)
