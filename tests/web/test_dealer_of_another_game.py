"""In a game of a package too, whoever bids first or turns the card up shows who dealt."""

import importlib
from pathlib import Path

import pytest

from tricktable.games import GAMES
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Dealt, Declared, Shown
from tricktable.table import commands
from web.room import CODE, ask, sit

OH_HELL = Path(__file__).parents[2] / "examples/oh-hell"
ORIGIN = {"Origin": "http://localhost"}
PEOPLE = ["Ann", "Bo", "Cy", "Di"]


@pytest.fixture(autouse=True)
def begun(room, monkeypatch):
    """Oh Hell, with the dealer whom the form proposes."""
    monkeypatch.syspath_prepend(str(OH_HELL))
    monkeypatch.setitem(GAMES, "oh-hell", importlib.import_module("oh_hell").GAME)
    new = commands.NewGame("oh-hell", 4, PEOPLE, dealer=0, is_dealer_chosen=False)
    ask(room.table, new)


def counting(room):
    return [step.entry for step in room.table.snapshot().record.steps()]


def bid(room, guest, token, number):
    """A phone bids with what its page offers: the answer, or the page if it offers nothing."""
    headers = {**ORIGIN, "X-Seat-Token": token}
    page = guest.post(f"/t/{CODE}/seat/look", headers=headers).text
    if 'say-bid"' not in page:
        return page
    seq, game = room.table.snapshot().record.seq, room.table.view().games
    sent = {"what": "bid", "value": f"{number}", "game": game, "seq": seq}
    answer = guest.post(f"/t/{CODE}/seat/say", data=sent, headers=headers)
    assert answer.status_code == 200, answer.text
    return None


@pytest.mark.parametrize("turned_by", [0, None])
@pytest.mark.parametrize("first", [0, 2, 3])
def test_the_phone_of_whoever_really_bids_first_can(room, guest, first, turned_by):
    tokens = [sit(room.table, seat) for seat in range(4)]
    ask(room.table, commands.Lay("4H", turned_by, "shown"))
    assert bid(room, guest, tokens[first], 1) is None
    dealer = (first - 1) % 4
    assert counting(room) == [
        Dealt(dealer),
        Shown(turned_by, BY_CODE["4H"]),
        Declared(first, "bid", 1),
    ]
    assert room.table.view().told == f"We assumed that {PEOPLE[dealer]} deals. Wrong?"
    assert bid(room, guest, tokens[dealer], 0) is not None, "it is the next one's turn"
    ask(room.table, commands.Undo())
    assert counting(room)[0] == Dealt(0)


def test_the_presumed_first_bidder_changes_nothing(room, guest):
    token = sit(room.table, 1)
    ask(room.table, commands.Lay("4H", 0, "shown"))
    assert bid(room, guest, token, 1) is None
    assert counting(room)[0] == Dealt(0)
    assert room.table.view().told == ""


def test_whoever_turns_the_card_up_has_dealt(room):
    ask(room.table, commands.Lay("4H", 2, "shown"))
    assert counting(room) == [Dealt(2), Shown(2, BY_CODE["4H"])]
    assert room.table.view().told == "We assumed that Cy deals. Wrong?"


def test_a_dealer_whom_somebody_named_stays(room):
    ask(room.table, commands.NewGame("oh-hell", 4, PEOPLE, dealer=0))
    ask(room.table, commands.Lay("4H", 2, "shown"))
    assert counting(room) == [Dealt(0), Shown(2, BY_CODE["4H"])]
    refused = room.table.ask(commands.Declare("bid", 3, 1))
    assert refused.reason == "It is Bo's turn to bid."
    ask(room.table, commands.Correct(1, 2))
    ask(room.table, commands.Declare("bid", 3, 1))
    assert counting(room)[0] == Dealt(2)
