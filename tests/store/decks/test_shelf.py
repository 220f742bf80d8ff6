"""The shelf: what is put there is there after a power cut, and nothing wrong gets in."""

import pytest

from tricktable.store.decks import (
    BadDeck,
    Deck,
    Decks,
    Enrolment,
    Folder,
    Shelf,
    Shelving,
    demo_deck,
    renamed,
    write_deck,
)

RED, BLUE = demo_deck("red"), demo_deck("blue")
BEGUN = Enrolment("赤い Deck", "red", "standard52", {"04000000000080": "2C"})


def put(shelf, *items):
    for item in items:
        shelf.put(Shelving(item.name, item))


@pytest.fixture(params=["memory", "folder"])
def shelf(request, tmp_path):
    return Shelf() if request.param == "memory" else Folder(tmp_path / "decks")


def test_what_is_put_there_is_there(shelf):
    put(shelf, RED, BEGUN, BLUE)
    assert shelf.decks == Decks((RED, BLUE), "demo red")
    assert shelf.begun == (BEGUN,)


def test_what_is_taken_away_is_gone(shelf):
    put(shelf, RED, BEGUN, BLUE)
    shelf.put(Shelving(RED.name, None))
    shelf.put(Shelving(BEGUN.name, None))
    assert (shelf.decks, shelf.begun) == (Decks((BLUE,)), ())


def test_an_enrolment_that_is_finished_is_a_deck_and_no_enrolment(shelf):
    begun = Enrolment(RED.name, "red", "standard52", {RED.tag_of("2C"): "2C"})
    put(shelf, begun, RED)
    assert (shelf.decks, shelf.begun) == (Decks((RED,)), ())


def test_a_name_is_taken_once(shelf):
    put(shelf, RED, BEGUN)
    for name in (RED.name, BEGUN.name):
        with pytest.raises(BadDeck, match="already"):
            shelf.add(renamed(BLUE, name, "blue"))
    shelf.add(BLUE)
    for name in (RED.name, BEGUN.name):
        with pytest.raises(BadDeck, match="already"):
            shelf.rename(BLUE.name, name)
    shelf.rename(BLUE.name, BLUE.name, "azure")
    assert shelf.decks.named(BLUE.name) == renamed(BLUE, BLUE.name, "azure")


def test_what_is_not_there_is_neither_renamed_nor_deleted(shelf):
    put(shelf, RED, BEGUN)
    shelf.delete(BEGUN.name)
    with pytest.raises(BadDeck, match="no deck 'green'; the decks here: demo red"):
        shelf.delete("green")
    with pytest.raises(BadDeck, match="no deck 'green'"):
        shelf.rename("green", "blue")


def test_two_decks_with_a_tag_in_common_do_not_stand_there(shelf):
    put(shelf, RED)
    with pytest.raises(BadDeck, match="one tag belongs to"):
        shelf.put(Shelving("Mine", Deck("Mine", "red", RED.kind, RED.tags)))
    assert shelf.decks == Decks((RED,))


def test_a_folder_has_it_all_after_a_power_cut(tmp_path):
    put(Folder(tmp_path), RED, BEGUN, BLUE)
    again = Folder(tmp_path)
    assert again.decks == Decks((RED, BLUE), "demo red")
    assert again.begun == (BEGUN,)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "01-demo-red.json",
        "02-chii-deck.enrolling",
        "03-demo-blue.json",
    ]


def test_a_deck_keeps_its_place_whatever_its_name_becomes(tmp_path):
    folder = Folder(tmp_path)
    put(folder, RED, BLUE)
    named = Deck("Zebra", "striped", RED.kind, RED.tags)
    folder.put(Shelving(RED.name, named))
    assert Folder(tmp_path).decks == Decks((named, BLUE), "Zebra")


def test_what_another_program_does_is_seen(tmp_path):
    folder, other = Folder(tmp_path), Folder(tmp_path)
    put(folder, RED)
    assert other.decks == Decks((RED,))
    put(other, BLUE)
    assert folder.decks == Decks((RED, BLUE))
    put(folder, BEGUN)
    assert other.begun == (BEGUN,)


def test_files_that_are_no_decks_are_told_and_do_not_stop_the_others(tmp_path):
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "b.json").write_text(write_deck(RED))
    (tmp_path / "c.json").write_text(write_deck(RED).replace("demo red", "copied"))
    (tmp_path / "d.enrolling").write_text("{}")
    folder = Folder(tmp_path)
    assert folder.decks == Decks((RED,))
    assert [fault.partition(":")[0] for fault in folder.faults] == [
        "a.json",
        "c.json",
        "d.enrolling",
    ]


def test_an_enrolment_that_had_just_been_finished_is_not_begun_again(tmp_path):
    put(Folder(tmp_path), RED)
    begun = Enrolment(RED.name, "red", "standard52", {RED.tag_of("2C"): "2C"})
    put(Folder(tmp_path / "elsewhere"), begun)
    (tmp_path / "elsewhere" / "01-demo-red.enrolling").rename(tmp_path / "01-demo-red.enrolling")
    assert Folder(tmp_path).begun == ()


def test_a_tag_that_another_deck_has_taken_meanwhile_is_laid_again(tmp_path):
    begun = Enrolment("Mine", "red", "standard52", {BLUE.tag_of("3C"): "3C", **BEGUN.tags})
    put(Folder(tmp_path), begun)
    (tmp_path / "blue.json").write_text(write_deck(BLUE))
    assert Folder(tmp_path).begun[0].tags == BEGUN.tags


def test_a_shelf_that_cannot_be_written_says_so_and_stays_as_it_was(tmp_path):
    folder = Folder(tmp_path / "decks")
    put(folder, RED)
    (tmp_path / "decks").rename(tmp_path / "away")
    (tmp_path / "decks").write_text("in the way")
    with pytest.raises(NotADirectoryError):
        put(folder, BLUE)
    assert folder.decks == Decks((RED,))
