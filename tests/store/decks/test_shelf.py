"""The shelf: what is put there is there after a power cut, and nothing wrong gets in."""

from contextlib import closing

import pytest

from rig.locks import another_host
from tricktable.store.decks import (
    BadDeck,
    Controls,
    Deck,
    Decks,
    Enrolment,
    Folder,
    Shelf,
    ShelfChange,
    demo_deck,
    renamed,
    write_deck,
)
from tricktable.store.decks.club_shelf import ClubShelf
from tricktable.store.journal import open_journal

RED, BLUE = demo_deck("red"), demo_deck("blue")
BEGUN = Enrolment("赤い Deck", "red", "standard52", {"04000000000080": "2C"})


def put(shelf, *items):
    for item in items:
        shelf.put(ShelfChange(item.name, item))


@pytest.fixture(params=["memory", "folder", "database", "postgresql"])
def shelf(request, tmp_path):
    match request.param:
        case "memory":
            yield Shelf()
        case "folder":
            yield Folder(tmp_path / "decks")
        case _:
            with closing(open_journal(club(request, tmp_path))) as journal:
                yield ClubShelf(journal)


def club(request, tmp_path):
    """Where the journal of a new club is."""
    if request.param == "postgresql":
        return request.getfixturevalue("server").database()
    return tmp_path / "journal.db"


@pytest.fixture(params=["database", "postgresql"])
def shelves(request, tmp_path):
    """The shelf of one club, at two of its hosts."""
    where = club(request, tmp_path)
    with closing(open_journal(where)) as one, closing(open_journal(where)) as other:
        yield ClubShelf(one), ClubShelf(other)


def test_what_one_host_puts_there_is_at_the_other(shelves):
    one, other = shelves
    put(one, RED, BEGUN)
    assert other.look()
    assert (
        (other.decks, other.enrolments) == (one.decks, one.enrolments) == (Decks((RED,)), (BEGUN,))
    )
    other.rename(RED.name, "old")
    other.put(ShelfChange("", Controls({"04000000000081": "undo"})))
    assert one.look()
    assert not one.look()
    assert [deck.name for deck in one.decks.decks] == ["old"]
    assert one.decks.controls.tags == {"04000000000081": "undo"}


def test_of_two_hosts_that_change_the_shelf_at_once_both_do(shelves):
    one, other = shelves
    put(other, BEGUN)
    put(one, RED)
    put(other, BLUE)
    assert one.look()
    assert one.decks.decks == other.decks.decks == (RED, BLUE)
    with pytest.raises(BadDeck, match="already"):
        one.add(renamed(BLUE, RED.name, "blue"))


def test_a_race_for_one_number_is_tried_again(shelves, monkeypatch):
    one, other = shelves
    shelve = other._journal.shelve

    def slow(changes):
        monkeypatch.undo()
        with another_host():
            put(one, RED)
        shelve(changes)

    monkeypatch.setattr(other._journal, "shelve", slow)
    put(other, BLUE)
    assert other.decks.decks == (RED, BLUE)


def test_a_club_begins_with_the_decks_of_its_first_host_and_never_again(tmp_path):
    first = Shelf(Decks((RED,), controls=Controls({"04000000000081": "undo"})))
    with closing(open_journal(tmp_path / "journal.db")) as journal:
        assert ClubShelf(journal, first).decks == first.decks
        ClubShelf(journal).delete(RED.name)
        assert ClubShelf(journal, first).decks.decks == ()


def test_what_cannot_be_kept_is_no_deck_of_the_club(tmp_path):
    journal = open_journal(tmp_path / "journal.db")
    shelf = ClubShelf(journal)
    journal.close()
    with pytest.raises(OSError, match="cannot be written"):
        put(shelf, RED)
    assert shelf.decks == Decks()


def test_what_is_put_there_is_there(shelf):
    put(shelf, RED, BEGUN, BLUE)
    assert shelf.decks == Decks((RED, BLUE), "demo red")
    assert shelf.enrolments == (BEGUN,)


def test_what_is_taken_away_is_gone(shelf):
    put(shelf, RED, BEGUN, BLUE)
    shelf.put(ShelfChange(RED.name, None))
    shelf.put(ShelfChange(BEGUN.name, None))
    assert (shelf.decks, shelf.enrolments) == (Decks((BLUE,)), ())


def test_an_enrolment_that_is_finished_is_a_deck_and_no_enrolment(shelf):
    begun = Enrolment(RED.name, "red", "standard52", {RED.tag_of("2C"): "2C"})
    put(shelf, begun, RED)
    assert (shelf.decks, shelf.enrolments) == (Decks((RED,)), ())


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
    assert shelf.decks.deck(BLUE.name) == renamed(BLUE, BLUE.name, "azure")


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
        shelf.put(ShelfChange("Mine", Deck("Mine", "red", RED.kind, RED.tags)))
    assert shelf.decks == Decks((RED,))


def test_a_folder_has_it_all_after_a_power_cut(tmp_path):
    put(Folder(tmp_path), RED, BEGUN, BLUE)
    again = Folder(tmp_path)
    assert again.decks == Decks((RED, BLUE), "demo red")
    assert again.enrolments == (BEGUN,)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "01-demo-red.json",
        "02-chii-deck.enrolling",
        "03-demo-blue.json",
    ]


def test_a_deck_keeps_its_place_whatever_its_name_becomes(tmp_path):
    folder = Folder(tmp_path)
    put(folder, RED, BLUE)
    named = Deck("Zebra", "striped", RED.kind, RED.tags)
    folder.put(ShelfChange(RED.name, named))
    assert Folder(tmp_path).decks == Decks((named, BLUE), "Zebra")


def test_what_another_program_does_is_seen(tmp_path):
    folder, other = Folder(tmp_path), Folder(tmp_path)
    put(folder, RED)
    assert other.decks == Decks((RED,))
    put(other, BLUE)
    assert folder.decks == Decks((RED, BLUE))
    put(folder, BEGUN)
    assert other.enrolments == (BEGUN,)


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
    assert Folder(tmp_path).enrolments == ()


def test_a_tag_that_another_deck_has_taken_meanwhile_is_laid_again(tmp_path):
    begun = Enrolment("Mine", "red", "standard52", {BLUE.tag_of("3C"): "3C", **BEGUN.tags})
    put(Folder(tmp_path), begun)
    (tmp_path / "blue.json").write_text(write_deck(BLUE))
    assert Folder(tmp_path).enrolments[0].tags == BEGUN.tags


def test_a_shelf_that_cannot_be_written_says_so_and_stays_as_it_was(tmp_path):
    folder = Folder(tmp_path / "decks")
    put(folder, RED)
    (tmp_path / "decks").rename(tmp_path / "away")
    (tmp_path / "decks").write_text("in the way")
    with pytest.raises(NotADirectoryError):
        put(folder, BLUE)
    assert folder.decks == Decks((RED,))
