"""Jokers at the readers and at the keys: J, then the joker's number."""

import json

import pytest

from board.canvas import drawn, drawn_by_micropython
from docs.first_card import WITH_JOKERS
from games.case import header_of
from games.samples import known
from rig.moments import at
from rig.table import Rig
from tableboard import screens
from tricktable.board.picture import picture
from tricktable.rules.cards import JOKERS
from tricktable.rules.deck import STANDARD54
from tricktable.rules.entries import Dealt, Played
from tricktable.rules.record import Record
from tricktable.store.decks import KINDS, Decks, Shelf, demo_deck
from tricktable.table import commands
from tricktable.table.desk.changes import EntryRow, desk_change, note_row
from tricktable.table.desk.damaged_card import ask_damaged, take_damaged
from tricktable.table.desk.desk import DeckWork, Desk, OpenDialogue
from tricktable.table.desk.keypad import press_key
from tricktable.table.notes import Note


@pytest.fixture
def record():
    made = Record(header_of(WITH_JOKERS, 4, {}))
    made.add(Dealt(3))
    return made


@pytest.mark.parametrize(("number", "joker"), [("A", JOKERS[0]), ("2", JOKERS[1])])
def test_a_joker_is_typed_as_j_and_its_number(record, number, joker):
    assert [*press_key(at(record), "J")] == [desk_change(typed="J")]
    typed = desk_change(typed=f"J{number}")
    assert [*press_key(at(record, Desk(typed="J")), number)] == [typed]
    (laid,) = press_key(at(record, Desk(typed=f"J{number}")), "OK")
    assert laid == EntryRow(Played(0, joker))


def test_a_suit_key_still_puts_a_rank_right_that_was_typed_wrongly(record):
    for typed, card in (("J", "JH"), ("JA", "AH"), ("J2", "2H")):
        assert [*press_key(at(record, Desk(typed=typed)), "H")] == [desk_change(typed=card)]
    for typed, key in (("J", "3"), ("JA", "7"), ("Q", "A")):
        assert [*press_key(at(record, Desk(typed=typed)), key)] == [desk_change(typed=key)]


def test_a_damaged_joker_is_named_by_the_same_keys(monkeypatch):
    monkeypatch.setitem(KINDS, STANDARD54.name, STANDARD54)
    deck = demo_deck("red", STANDARD54.name)
    now = at(None, decks=Decks((deck,)))
    asking = OpenDialogue("damaged", None, ("J",), deck.name)
    prompt = ask_damaged(now, asking)
    assert [key for key, _ in prompt.options] == [*"CDHS", "2", "A"]
    assert prompt.options[-2:] == (("2", "2W"), ("A", "1W"))
    assert [*take_damaged(now, asking, "A")] == [
        note_row(
            Note("lay_new", card="1W"),
            tending=DeckWork("replace", deck.name, "1W"),
            page="table",
            asking=None,
        )
    ]
    others = ask_damaged(now, asking._replace(keys=("Q",)))
    assert [key for key, _ in others.options] == [*"CDHS"]


def test_a_joker_is_laid_by_its_tag_and_typed_and_the_display_draws_it(tmp_path, monkeypatch):
    monkeypatch.setitem(KINDS, STANDARD54.name, STANDARD54)
    with known(WITH_JOKERS):
        rig = Rig(tmp_path)
        deck = demo_deck("red", STANDARD54.name)
        rig.decks = Decks((deck,))
        rig.shelf = Shelf(rig.decks)
        rig.sit()
        rig.ask(commands.NewGame(WITH_JOKERS.name, 4, dealer=3))
        rig.event("C", "0", deck.tag_of("2W"))
        assert rig.trick == [(0, "2W")]
        rig.press("J")
        assert json.loads(picture(rig.view))["m"] == "J, suit? 2, A: joker"
        rig.press("A")
        assert json.loads(picture(rig.view))["m"] == "1\x13? then OK"
        rig.press("OK")
        assert rig.trick == [(0, "2W"), (1, "1W")]
        assert [card[1] for card in json.loads(picture(rig.view))["c"]][:2] == ["2W", "1W"]
        shown = picture(rig.view)
        (memory,) = drawn_by_micropython([shown])
        assert memory == drawn(screens.page(shown).drawing)
        rig.journal.close()
