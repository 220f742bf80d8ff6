"""Seeing to the cards: enrolled, replaced, checked at a table whose game waits meanwhile."""

import re

import pytest

from rig.table import STRANGER, Rig
from tricktable.rules.cards import card
from tricktable.rules.entries import Entry, Played, Shown
from tricktable.store.decks import KINDS, STANDARD52, Deck, Decks, Shelf, ShelfChange, demo_deck
from tricktable.table import commands

GREEN = demo_deck("green")
ORDER = KINDS[STANDARD52].codes
NEW = "04FEFEFEFEFE80"


def lay(rig: Rig, *cards: str, deck: Deck = GREEN, reader: int = 0) -> None:
    """Cards of a deck are laid on a reader, one after the other."""
    for code in cards:
        rig.event("C", str(reader), deck.tag_of(code))


def enrol(rig: Rig, cards: int = 0) -> None:
    """The green deck is being enrolled, as far as this many cards."""
    assert rig.ask(commands.Enrol("Green deck", "green")).is_done
    lay(rig, *ORDER[:cards])


def at(rig: Rig) -> tuple[str, int, int]:
    """The card shown, and how far the deck is."""
    return rig.view.deck_work.card, rig.view.deck_work.done, rig.view.deck_work.of


def said_last(rig: Rig) -> Entry:
    """The newest entry of the game's record."""
    record = rig.record
    return record.last.entry


def learnt(rig: Rig) -> list[str]:
    """The cards of the deck that was begun, as they were learnt."""
    (begun,) = rig.shelf.enrolments
    return list(begun.tags.values())


# --- enrolling ----------------------------------------------------------------------------------


def test_fifty_two_cards_are_fifty_two_gestures_and_nothing_else(rig):
    enrol(rig, 51)
    assert at(rig) == ("AS", 51, 52)
    rig.event("C", "3", GREEN.tag_of("AS"))
    assert rig.view.deck_work is None
    assert rig.said == "All 52 cards of the Green deck are enrolled."
    assert rig.shelf.decks.deck("Green deck").tags == GREEN.tags
    assert rig.shelf.enrolments == ()


def test_from_the_board_alone_four_keys_come_before_the_first_card(rig):
    rig.press("MENU", "5", "2", "4")
    assert at(rig) == ("2C", 0, 52)
    lay(rig, *ORDER)
    assert rig.shelf.decks.deck("green deck").colour == "green"


def test_each_card_is_kept_before_it_is_acknowledged(rig):
    enrol(rig)
    for count, code in enumerate(ORDER[:5], start=1):
        lay(rig, code)
        assert learnt(rig) == list(ORDER[:count])
        assert rig.table.newest_durable(rig.boot) == count


def test_no_tag_number_gets_into_the_journal(rig):
    enrol(rig, 51)
    rig.event("C", "0", STRANGER)
    assert rig.shelf.decks.deck("Green deck").tag_of("AS") == STRANGER
    rows = " ".join(row.body for row in rig.table.rows())
    assert not re.search("[0-9A-F]{8}", rows)


def test_a_restart_goes_on_with_the_same_card(rig):
    enrol(rig, 7)
    rig.restart()
    assert at(rig) == (ORDER[7], 7, 52)
    lay(rig, ORDER[7])
    assert at(rig) == (ORDER[8], 8, 52)


def test_a_card_that_was_kept_and_not_acknowledged_does_not_count_twice(rig):
    enrol(rig, 3)
    rig.event("C", "0", GREEN.tag_of(ORDER[2]))  # the board tells it again to a host that died
    assert rig.said == f"You have just laid the {ORDER[2]}."
    assert learnt(rig) == list(ORDER[:3])


def test_what_was_stopped_goes_on_later_from_the_menu(rig):
    enrol(rig, 7)
    rig.press("MENU")
    assert rig.said == "Stopped. The cards enrolled in Green deck are kept."
    assert rig.view.deck_work is None
    rig.choose("cards", "continue the Green deck")
    assert at(rig) == (ORDER[7], 7, 52)


def test_a_long_submenu_has_five_lines_a_page(rig):
    enrol(rig, 7)
    rig.press("MENU")
    rig.press("MENU", "5")
    assert [key for key, _ in rig.prompt.options] == ["2", "3", "4", "5", "6", "9"]
    rig.press("9")
    assert [key for key, _ in rig.prompt.options] == ["2", "3"]


@pytest.mark.parametrize(
    ("uid", "said"),
    [
        (GREEN.tag_of(ORDER[1]), "You have just laid the 3C."),
        (GREEN.tag_of(ORDER[0]), "You have already laid the 2C."),
        (demo_deck("blue").tag_of("7H"), "That is the 7H from the blue deck."),
        ("88041234", "That tag's number was cut short by its reader"),
        ("08041234", "That tag's number changes every time, as with phones"),
    ],
)
def test_a_wrong_tag_is_told_and_changes_nothing(rig, uid, said):
    enrol(rig, 2)
    rig.event("C", "1", uid)
    assert rig.said.startswith(said)
    assert at(rig) == (ORDER[2], 2, 52)


def test_a_tag_of_a_deck_that_is_only_begun_is_not_taken_either(rig):
    enrol(rig, 2)
    rig.press("MENU")
    rig.ask(commands.Enrol("White deck", "white"))
    lay(rig, "2C")
    assert rig.said == "That is the 2C from the green deck."


def test_undo_forgets_the_last_card(rig):
    enrol(rig, 4)
    rig.press("UNDO", "UNDO")
    assert at(rig) == (ORDER[2], 2, 52)
    rig.press("UNDO", "UNDO", "UNDO")
    assert rig.said == "There is nothing to undo."
    assert rig.ask(commands.DeckWorkStep("undo")).is_done is False


def test_a_card_that_is_missing_comes_at_the_end_and_is_named(rig):
    enrol(rig, 2)
    rig.press("OK")
    assert rig.said == "4C is left till last."
    lay(rig, *ORDER[3:])
    assert at(rig) == ("4C", 51, 52)
    rig.press("OK")
    assert rig.said == "Only 4C is left. Lay it, or press MENU to stop."
    lay(rig, "4C")
    assert rig.shelf.decks.deck("Green deck").tags == GREEN.tags


def test_two_cards_at_once_and_an_unreadable_one_are_told(rig):
    enrol(rig, 2)
    rig.event("X", "0")
    assert rig.said == "North: one card at a time, please."
    rig.event("U", "0", "truncated")
    assert rig.said == "North: not read. Lift the card and lay it again."
    assert at(rig) == (ORDER[2], 2, 52)


def test_a_deck_of_triatri_is_enrolled_and_played_with(tmp_path):
    rig = Rig(tmp_path)
    rig.shelf = Shelf(Decks((demo_deck("red"),)))
    rig.sit()
    rig.choose("cards", "enrol a TriATri deck", "black")
    mine = demo_deck("black", "triatri")
    lay(rig, *KINDS["triatri"].codes, deck=mine)
    assert rig.shelf.decks.deck("black TriATri").kind == "triatri"
    rig.ask(commands.NewGame("triatri", 2, dealer=0))
    lay(rig, "2R", deck=mine)
    assert said_last(rig) == Shown(0, card("2R"))


def test_two_decks_of_one_name_are_refused(rig):
    answer = rig.ask(commands.Enrol("demo red", "red"))
    assert not answer.is_done
    assert answer.reason == "There is already a deck 'demo red'; give the new one another name."
    assert not rig.ask(commands.Enrol("", "")).is_done
    assert not rig.ask(commands.Enrol("Mine", "red", "tarot")).is_done


def test_a_deck_that_cannot_be_kept_is_laid_again(rig, monkeypatch):
    enrol(rig, 2)
    full = OSError(28, "No space left on device")

    def put(_: object) -> None:
        raise full

    with monkeypatch.context() as patch:
        patch.setattr(rig.shelf, "put", put)
        lay(rig, ORDER[2])
    assert rig.said == "Not saved: No space left on device. Lay that card again."
    lay(rig, ORDER[2])
    assert learnt(rig) == list(ORDER[:3])


# --- the game waits ------------------------------------------------------------------------------


def test_a_running_game_is_not_disturbed(rig):
    rig.begin()
    rig.play("0:QH 1:2H")
    rig.press("5")
    record, before = rig.table.record(), rig.view
    enrol(rig, 3)
    lay(rig, "3H", deck=rig.decks.decks[0], reader=2)
    assert rig.said == "That is the 3H from the red deck."
    rig.button(2)
    rig.press("7")
    assert rig.said == "Finish with the cards first: OK, UNDO or MENU."
    assert not rig.ask(commands.Undo()).is_done
    answer = rig.ask(commands.NewGame("torite", 4))
    assert answer.reason == "A deck is being enrolled or checked; finish or stop that first."
    rig.press("MENU")
    assert rig.record.seq == record.seq  # type: ignore[union-attr]
    assert (rig.view.desk.typed, rig.view.view) == (before.desk.typed, before.view)
    rig.play("2:3H")
    assert rig.game.trick == ((0, "QH"), (1, "2H"), (2, "3H"))


def test_a_question_that_is_open_comes_back_when_the_cards_are_done(rig):
    rig.begin()
    rig.play("0:QH 1:QH")
    question = rig.prompt
    enrol(rig, 1)
    assert rig.view.asked is None
    rig.press("MENU")
    assert rig.view.asked == question


# --- replacing and checking ----------------------------------------------------------------------


def test_a_damaged_card_is_replaced_with_one_gesture(rig):
    assert rig.ask(commands.ReplaceCard("demo red", "7D")).is_done
    assert at(rig) == ("7D", 0, 1)
    rig.event("C", "0", NEW)
    assert rig.said == "7D of the demo red has a new tag."
    assert rig.shelf.decks.decks[0].tag_of("7D") == NEW
    rig.begin()
    rig.event("C", "0", NEW)
    assert rig.game.trick == ((0, "7D"),)


def test_a_damaged_card_is_named_on_the_board_by_its_keys(rig):
    rig.choose("cards", "replace a card", "of the demo red")
    rig.press("C")
    assert rig.said == "Rank first, then suit."
    rig.press("7")
    assert dict(rig.prompt.options)["D"] == "7D"
    rig.press("D")
    assert at(rig) == ("7D", 0, 1)
    rig.press("OK", "MENU")
    assert rig.said == "Stopped. 7D keeps its old tag."


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_a_damaged_card_is_replaced_in_the_deck_that_was_chosen(rig, colour):
    rig.choose("cards", "replace a card", f"of the demo {colour}")
    rig.press("7", "D")
    rig.event("C", "0", NEW)
    assert rig.said == f"7D of the demo {colour} has a new tag."


def test_a_card_of_triatri_is_named_by_the_suits_that_stand_for_colours(rig):
    rig.choose("cards", "replace a card", "of the demo red triatri")
    rig.press("A", "S")
    assert rig.said == "That key does nothing here."
    rig.press("UNDO", "7", "H")
    assert at(rig) == ("7R", 0, 1)


@pytest.mark.parametrize(
    ("uid", "said"),
    [
        (demo_deck("red").tag_of("8D"), "You have already laid the 8D."),
        (demo_deck("blue").tag_of("7D"), "That is the 7D from the blue deck."),
        ("04", "That tag's number is not 4 or 7 bytes long."),
    ],
)
def test_a_tag_that_is_taken_replaces_nothing(rig, uid, said):
    rig.ask(commands.ReplaceCard("demo red", "7D"))
    rig.event("C", "0", uid)
    assert rig.said == said
    assert at(rig) == ("7D", 0, 1)


def test_what_there_is_not_cannot_be_replaced_or_checked(rig):
    for request in (
        commands.ReplaceCard("nobody's", "7D"),
        commands.ReplaceCard("demo red", "7R"),
        commands.CheckDeck("nobody's"),
        commands.DeckWorkStep("stop"),
    ):
        assert not rig.ask(request).is_done
        assert rig.view.deck_work is None


def test_a_whole_deck_is_checked_in_any_order(rig):
    rig.choose("cards", "check a deck")
    cards = [*reversed(ORDER)]
    lay(rig, cards[0], deck=demo_deck("blue"))
    assert at(rig) == ("AS", 1, 52)
    assert rig.view.deck_work.deck == "demo blue"
    lay(rig, cards[1], deck=demo_deck("blue"))
    assert at(rig) == ("KS", 2, 52)
    lay(rig, *cards[2:], deck=demo_deck("blue"))
    assert rig.said == "All 52 cards of the demo blue are here."
    assert rig.view.deck_work is None


def test_a_check_says_what_is_missing_foreign_and_doubled(rig):
    rig.ask(commands.CheckDeck("demo red"))
    cards = [code for code in ORDER if code not in ("5C", "9H")]
    lay(rig, *cards, deck=demo_deck("red"))
    lay(rig, "5C", deck=demo_deck("blue"))
    assert rig.said == "That is the 5C from the blue deck."
    lay(rig, "6C", deck=demo_deck("red"))
    assert rig.said == "You have already laid the 6C."
    rig.event("C", "0", STRANGER)
    assert rig.said == "That card is not in this deck."
    assert rig.view.deck_work.missing == ("5C", "9H")
    rig.restart()
    rig.press("UNDO", "OK")
    assert rig.said == "Missing: 5C, 9H, AS."


def test_a_check_of_one_deck_misses_no_card_of_another(rig):
    deck = demo_deck("red", "triatri")
    rig.shelf.put(ShelfChange(deck.name, deck))
    rig.ask(commands.CheckDeck(deck.name))
    lay(rig, *KINDS["triatri"].codes[:-2], deck=deck)
    rig.press("OK")
    assert rig.said == "Missing: X2, X3."


def test_of_many_missing_cards_some_are_named(rig):
    rig.ask(commands.CheckDeck("demo red"))
    lay(rig, "2C", deck=demo_deck("red"))
    rig.press("MENU")
    assert rig.said == "Missing: 3C, 4C, 5C, 6C, 7C and 46 more."


def test_a_check_without_a_card_says_so(rig):
    rig.ask(commands.CheckDeck())
    rig.event("C", "0", STRANGER)
    assert rig.said == "That card is not in this deck."
    rig.press("OK")
    assert rig.said == "Stopped. No cards were checked."


# --- which deck is in play -----------------------------------------------------------------------


def test_another_deck_is_chosen_at_the_board_and_stays_in_play(rig):
    blue = rig.decks.decks[1]
    rig.begin()
    lay(rig, "QH", deck=blue)
    assert rig.said == "That is the QH from the blue deck."
    rig.choose("cards", "play with another deck", "with the demo blue")
    assert rig.said == "Now playing with demo blue."
    lay(rig, "QH", deck=blue)
    assert said_last(rig) == Played(0, card("QH"))
    rig.begin()
    rig.restart()
    lay(rig, "QH", deck=rig.decks.decks[0])
    assert rig.said == "That is the QH from the red deck."
    rig.shelf.delete("demo blue")
    lay(rig, "QH", deck=rig.decks.decks[0])
    assert said_last(rig) == Played(0, card("QH"))


def test_only_decks_that_the_game_can_take_are_offered(rig):
    rig.ask(commands.NewGame("triatri", 2, dealer=0))
    rig.press("MENU", "5")
    assert "play with another deck" not in dict(rig.prompt.options).values()
    assert not rig.ask(commands.PlayWith("nobody's")).is_done


# --- a deck that goes, and none at all -----------------------------------------------------------


@pytest.mark.parametrize(
    "request_",
    [
        commands.Enrol("Green deck", "green"),
        commands.ReplaceCard("demo red", "7D"),
        commands.CheckDeck("demo red"),
    ],
)
def test_a_deck_that_is_deleted_meanwhile_is_told(rig, request_):
    rig.ask(request_)
    for name in ("demo red", "Green deck"):
        rig.shelf.put(ShelfChange(name, None))
    rig.event("C", "0", NEW)
    assert rig.said.endswith(" no longer exists.")
    assert rig.view.deck_work is None


def test_a_table_without_a_deck_says_how_to_enrol_one(tmp_path):
    rig = Rig(tmp_path)
    rig.shelf = Shelf()
    rig.sit()
    assert not rig.view.has_deck
    rig.begin()
    rig.event("C", "0", NEW)
    assert rig.said == "No deck is enrolled yet. Press MENU, then 5, or use the host's page."
    assert rig.ask(commands.CheckDeck()).reason == "There is no deck yet; enrol one first."
    rig.press("MENU", "5")
    assert [words for _, words in rig.prompt.options] == [
        "enrol a deck",
        "enrol a TriATri deck",
        "control cards",
    ]


@pytest.mark.parametrize("names", [("green", "black"), ("black", "green")])
def test_of_two_decks_that_were_begun_each_goes_on_where_it_was(rig, names):
    for cards, name in enumerate(names, start=2):
        assert rig.ask(commands.Enrol(f"{name} deck", name)).is_done
        lay(rig, *ORDER[:cards], deck=demo_deck(name))
        assert at(rig) == (ORDER[cards], cards, 52)
        rig.press("MENU")
    for cards, name in enumerate(names, start=2):
        rig.choose("cards", f"continue the {name} deck")
        assert at(rig) == (ORDER[cards], cards, 52)
        rig.press("MENU")
