"""Control cards as values and as a file: which tag stands for which act, and for no card."""

import json

import pytest

from tricktable.store.decks import (
    ACTS,
    BadDeck,
    Control,
    Controls,
    Decks,
    Enrolment,
    Folder,
    ShelfChange,
    UnknownTag,
    demo_deck,
)
from tricktable.store.decks.controls import MUTE, SCORES, UNDO
from tricktable.store.decks.enrolment import (
    Faulty,
    Foreign,
    Steers,
    add_control_card,
    check_tag,
    replace_tag,
)
from tricktable.store.decks.file import read_controls, write_controls
from tricktable.store.decks.shelf import CONTROLS_FILE

RED = demo_deck("red")
ONE, TWO = "04FEFEFEFEFE80", "04FEFEFEFEFE81"
SOME = Controls({ONE: UNDO, TWO: MUTE})


def test_a_control_card_is_found_by_its_tag():
    decks = Decks((RED,), controls=SOME)
    assert decks.find(ONE.lower()) == Control(UNDO)
    assert decks.switched(RED.name).find(TWO) == Control(MUTE)
    assert decks.find("04FFFFFFFFFF81") == UnknownTag()


def test_a_tag_is_not_a_card_and_a_control_card():
    with pytest.raises(
        BadDeck, match=r"one tag belongs to 5H of deck 'demo red' and to a control card"
    ):
        Decks((RED,), controls=Controls({RED.tag_of("5H"): UNDO}))


def test_several_cards_may_stand_for_one_act_and_one_card_for_one_act():
    two = SOME.with_tag(TWO, UNDO)
    assert two.counts == dict.fromkeys(ACTS, 0) | {UNDO: 2}
    assert two.without(UNDO) == Controls()
    assert SOME.without(SCORES) == SOME


def test_only_a_spare_tag_becomes_one():
    begun = Enrolment("Mine", "green", "standard52", {"04000000000080": "2C"})
    decks = Decks((RED,), controls=SOME)
    assert add_control_card(UNDO, RED.tag_of("5H"), decks) == Foreign("red", "5H")
    assert add_control_card(UNDO, "04000000000080", decks, [begun]) == Foreign("green", "2C")
    assert isinstance(add_control_card(UNDO, "88041234", decks), Faulty)
    assert add_control_card(UNDO, ONE, decks) == Steers(UNDO)
    assert add_control_card(MUTE, ONE, decks) == Controls({ONE: MUTE, TWO: MUTE})
    assert add_control_card(MUTE, "04fefefefefe82", decks) == SOME.with_tag("04FEFEFEFEFE82", MUTE)


def test_a_control_card_becomes_no_card():
    decks = Decks((RED,), controls=SOME)
    mine = Enrolment("Mine", "green", "standard52")
    assert mine.take(ONE, decks) == (mine, Steers(UNDO))
    assert replace_tag(RED, "7D", ONE, decks) == Steers(UNDO)
    assert check_tag(RED, (), ONE, decks) == Steers(UNDO)


def test_the_folder_has_them_after_a_power_cut(tmp_path):
    folder, other = Folder(tmp_path), Folder(tmp_path)
    assert not other.decks.controls.tags
    folder.put(ShelfChange("", SOME))
    folder.add(RED)
    folder.put(ShelfChange("Mine", Enrolment("Mine", "green", "standard52", {ONE: "2C"})))
    assert other.decks == Decks((RED,), controls=SOME)
    assert other.enrolments[0].tags == {}
    other.delete(RED.name)
    assert Folder(tmp_path).decks.controls == SOME


def test_a_deck_with_the_tag_of_a_control_card_does_not_come_in(tmp_path):
    folder = Folder(tmp_path)
    folder.put(ShelfChange("", Controls({RED.tag_of("5H"): UNDO})))
    with pytest.raises(BadDeck, match="a control card"):
        folder.add(RED)
    assert folder.decks.decks == ()


def test_the_file_is_read_as_it_was_written():
    assert read_controls(write_controls(SOME)) == SOME
    assert json.loads(write_controls(SOME))["tags"] == {ONE: UNDO, TWO: MUTE}


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ([], "not a control-card file"),
        ({ONE: "explode"}, "must mean one of: undo, new_deal"),
        ({ONE: ["undo"]}, "must mean one of"),
        ({"88041234": UNDO}, "was cut short"),
    ],
)
def test_a_bad_file_is_told_without_a_number_and_the_decks_are_there(tmp_path, tags, said):
    folder = Folder(tmp_path)
    folder.add(RED)
    (tmp_path / CONTROLS_FILE).write_text(json.dumps({"controls": "tricktable/1", "tags": tags}))
    assert folder.decks == Decks((RED,))
    (fault,) = folder.faults
    assert fault.startswith(f"{CONTROLS_FILE}: ")
    assert said in fault
    assert ONE not in fault
