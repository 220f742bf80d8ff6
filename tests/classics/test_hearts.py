"""Hearts does what every game must do."""

from dataclasses import replace
from pathlib import Path

import pytest

from classics.hearts_referee import Hearts
from games.case import GameCase, header_of
from games.every_game import EveryGame
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Dealt, Entry, Moved, Played
from tricktable.rules.record import Record
from tricktable.rules.score import by_points
from tricktable.rules.view import view
from tricktable.text.language import Message, message
from tricktable.text.sentences import spoken
from tricktable_classics.hearts import GAME


class TestHearts(EveryGame):
    case = GameCase(
        GAME,
        playthroughs=Path(__file__).parent / "playthroughs",
        referee=Hearts,
        improper=frozenset({"follow", "turn", "opening", "first_trick", "unbroken"}),
        sampled={
            "broken": ("heart", "queen"),
            "first_trick": ("clean", "any"),
            "jack": ("no", "yes"),
            "moon": ("others", "off"),
        },
    )


FOLLOW = "Follow clubs if you can; if not, play any card"


@pytest.mark.parametrize(
    ("first_trick", "can"),
    [("clean", FOLLOW + " but hearts or queen of spades."), ("any", FOLLOW + ".")],
)
def test_whoever_plays_to_the_first_trick_is_told_what_is_too_early(first_trick, can):
    record = Record(header_of(GAME, 4, {"first_trick": first_trick}))
    passes = [Moved(seat, "hand", "discard", 3, None) for seat in range(4)]
    first = [Played(seat, BY_CODE[code]) for seat, code in enumerate(("2C", "3C", "4C", "5C"))]
    entries: list[Entry] = [Dealt(3), *passes, first[0]]
    for each in entries:
        record.add(each)
    assert spoken(view(record).phase.can) == can
    for each in (*first[1:], Played(3, BY_CODE["6C"])):
        record.add(each)
    assert spoken(view(record).phase.can) == FOLLOW + ".", "it is the second"


def test_a_sum_that_is_not_points_says_what_it_counts():
    seen = view(Record(header_of(GAME, 4, {})))
    plain = by_points()(seen)
    assert (str(plain.total.title), plain.unit) == ("Points", "points")
    chips = by_points(title=Message("Chips"), unit=message("chips"))(seen)
    assert chips == replace(plain, total=chips.total, unit="chips")
    assert (str(chips.total.title), chips.total.values) == ("Chips", plain.total.values)
