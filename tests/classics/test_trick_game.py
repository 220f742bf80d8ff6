"""What the classics share: how their tricks are told, what is said of a deal, and its keys."""

from pathlib import Path

import pytest

from games.case import header_of
from rig.moments import at
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Dealt, Declared, Moved, Played, Shown
from tricktable.rules.page import standing_sheet, table
from tricktable.rules.record import Record
from tricktable.rules.view import view
from tricktable.table.desk.changes import desk_change
from tricktable.table.desk.desk import Desk, OpenDialogue
from tricktable.table.desk.keypad import press_key
from tricktable.text.sentences import whole
from tricktable_classics import euchre, spades

ROOT = Path(__file__).parents[2]
TRICKS = "AS 9S TS QS", "KS 9C TC QC", "AC KC JC 9D", "AD TD QD KD", "JS TH AH 9H"
"""Each led by seat 1, who takes all but the last: hearts are trump."""


def test_a_trump_that_took_the_last_trick_of_a_deal_is_shown_as_its_winner():
    """The deal is over by then, and yet its trump counts."""
    state = euchre.GAME.start(4, {"until": 10, "stick": "yes", "defend": "no"})
    begin = (
        Dealt(0),
        Shown(0, BY_CODE["9H"]),
        Declared(1, "call", "order"),
        Moved(0, "hand", "discard", 1, None),
    )
    plays = (
        Played((1 + place) % 4, BY_CODE[code])
        for trick in TRICKS
        for place, code in enumerate(trick.split())
    )
    for each in (*begin, *plays):
        state = state.apply(each)
    assert state.next.what == "deal"
    assert state.tabletop().last_winner == 3


def test_a_key_asks_whoever_has_to_bid_as_no_card_can_be_meant():
    record = Record(header_of(spades.GAME, 4, {}))
    assert [*press_key(at(record), "3")] == [desk_change(typed="3")], "they may deal first"
    record.add(Dealt(0))
    assert [*press_key(at(record), "3")] == [desk_change(asking=OpenDialogue("say", 1))]
    reading = at(record, Desk(reading=1))
    assert [*press_key(reading, "3")] == [desk_change(typed="3")]
    for seat in (1, 2, 3, 0):
        record.add(Declared(seat, "bid", 3))
    assert [*press_key(at(record), "3")] == [desk_change(typed="3")]


def test_who_dealt_is_told_while_bids_run_and_to_how_many_points_one_plays():
    record = Record(header_of(spades.GAME, 4, {}, ("Ann", "Bo", "Cy", "Di")))
    record.add(Dealt(2))
    bidding = view(record)
    assert whole(table(bidding).side) == "Spades trump · Cy dealt."
    assert whole(standing_sheet(bidding).facts[0].words) == "Played to 500."
    for seat in (3, 0, 1, 2):
        record.add(Declared(seat, "bid", 3))
    assert "dealt" not in whole(table(view(record)).side)


@pytest.mark.parametrize(("game", "most"), [("euchre", 500), ("hearts", 450)])
def test_a_trick_game_takes_few_lines(game, most):
    """Where it needs more, the interface does not say yet what many games say alike."""
    files = (ROOT / "classics" / "tricktable_classics" / game).glob("*.py")
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= most
