"""A passed card that is elsewhere: it happened, and nothing rests on that pass any more (H9)."""

from __future__ import annotations

from math import comb
from random import Random

import pytest

from classics import test_hearts
from games.case import header_of
from games.page_words import is_whole
from records.lines import record_with
from rules.review.positions import AT_ONCE
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Dealt, Entry, Held, Moved, Played
from tricktable.rules.findings import finding_sentence, plain_finding
from tricktable.rules.record import Record
from tricktable.rules.review.from_seat import seat_outlook
from tricktable.rules.verdicts import PUBLIC, REFEREE
from tricktable.rules.view import view
from tricktable.text.sentences import spoken
from tricktable_classics.hearts import GAME

PASSES = "AS KS QS", "2S 3S 4S", "AD KD QD", "2D 3D 4D"
"""By seat, to the left: Bo gets the spades of Ann, Cy those of Bo, Di the diamonds of Cy."""


def played(*plays: str) -> Record:
    """A record after the pass, and these plays, each a seat and a card."""
    passes = [
        Moved(seat, "hand", "discard", 3, tuple(BY_CODE[code] for code in codes.split()))
        for seat, codes in enumerate(PASSES)
    ]
    record = Record(header_of(GAME, 4, {}))
    entries: list[Entry] = [Dealt(3), *passes]
    for each in (*entries, *(Played(int(play[0]), BY_CODE[play[1:]]) for play in plays)):
        record.add(each)
    return record


def found(record: Record, viewpoint: int = REFEREE) -> list[tuple[str, str, int | None]]:
    """The findings, without those that nobody is named in."""
    return [(each.rule, each.grade, each.seat) for each in record.findings(viewpoint)]


TRICK = ("02C", "13C", "24C", "35C")


@pytest.mark.parametrize("seat", [0, 2, 3], ids=["its giver", "a wrong one", "another"])
def test_whoever_has_it_plays_it(seat):
    record = played(*TRICK, f"{seat}KS")
    assert ("pass", "proved", 0) in found(record)
    assert all(rule != "pass" for rule, _, __ in found(record, PUBLIC))  # who saw it passed?


def test_a_revoke_that_rests_on_the_pass_is_withdrawn():
    # Bo throws a club on a spade, and is thought to have three.
    plays = (*TRICK, "35S", "06S", "17C", "27S")
    assert found(played(*plays)) == [("follow", "proved", 1)]
    record = played(*plays, "2KS")
    assert ("pass", "proved", 0) in found(record)
    assert ("follow", "proved", 1) not in found(record)
    # One of them was Bo's all the same.
    assert ("follow", "proved", 1) in found(played(*plays, "2KS", "39H", "0TH", "1AS"))


def test_a_card_that_is_read_in_another_hand_is_elsewhere_too():
    record = played()
    record.add(Held(0, BY_CODE["KS"]))
    assert found(record) == [("pass", "proved", 0)]
    assert found(record, 0) == [("pass", "proved", 0)]
    assert found(record, 1) == []  # has not seen what lies in Ann's hand


def test_it_is_said():
    record = played(*TRICK, "0KS")
    (told,) = [each for each in view(record, REFEREE).remarks if each.finding.rule == "pass"]
    words = "Ann passed KS, but another hand than the right one had it."
    assert plain_finding(told, ("Ann", "Bo", "Cy", "Di")) == words
    assert is_whole(spoken(finding_sentence(told, ("Ann", "Bo", "Cy", "Di"))))


@pytest.mark.parametrize("is_named", [True, False])
def test_whoever_passed_cards_knows_where_they_lie_if_the_record_names_them(is_named):
    header, lines = test_hearts.TestHearts.case.by_chance(Random(4), 4, True)
    played_at = [at for at, each in enumerate(lines) if each["kind"] == "played"]
    hands = [
        {lines[at]["card"] for at in played_at[:52] if lines[at]["seat"] == seat}
        for seat in range(4)
    ]
    lines = [{**each} for each in lines[: played_at[51] + 1]]
    moves = [each for each in lines if each["kind"] == "moved"]
    assert len(moves) == 4
    for each in moves if is_named else ():
        each["cards"] = sorted(hands[(each["seat"] + 1) % 4])[:3]
    record = record_with(header, lines)
    for seat in range(4):
        told = seat_outlook(record, played_at[0], seat, Random(1), lambda: AT_ONCE, AT_ONCE)
        if is_named:
            assert told.layouts == comb(36, 10) * comb(26, 13)
        else:
            assert told is None
