"""Decks: every way in which fifty-two stickers go wrong, and whose tag a number is."""

import pytest

from tricktable.store.decks import (
    KINDS,
    BadDeck,
    Deck,
    Decks,
    KnownCard,
    OtherDeck,
    UnknownTag,
    demo_deck,
    uid_fault,
)

STRANGER = "04DEADBEEF5A81"
RED, BLUE = demo_deck("red"), demo_deck("blue")


def made(changes=None, without=(), **words):
    """A red demo deck with other tags for some cards, without some, or with other words."""
    uids = {code: uid for uid, code in RED.tags.items() if code not in without} | (changes or {})
    said = {"name": "Red", "colour": "red", "kind": "standard52"} | words
    return Deck(**said, tags={uid: code for code, uid in uids.items()})


# Whose tag it is


def test_a_card_of_the_deck_in_play_is_known():
    assert Decks((RED, BLUE)).find(RED.tag_of("5H")) == KnownCard(RED, "5H")


def test_a_card_of_another_deck_is_named_as_such_until_that_deck_is_in_play():
    decks = Decks((RED, BLUE), "demo red")
    assert decks.find(BLUE.tag_of("QS")) == OtherDeck(BLUE, "QS")
    switched = decks.switched("demo blue")
    assert switched.find(BLUE.tag_of("QS")) == KnownCard(BLUE, "QS")
    assert switched.find(RED.tag_of("QS")) == OtherDeck(RED, "QS")
    assert decks.in_play == "demo red"


@pytest.mark.parametrize("uid", [STRANGER, "8804A3C6", "", "not hexadecimal", "04" * 50, "\ud800"])
def test_any_other_tag_is_unknown_and_forgotten(uid):
    found = Decks((RED, BLUE)).find(uid)
    assert found == UnknownTag()
    assert not vars(found)


def test_letter_case_of_a_number_means_nothing():
    deck = made({"5H": "04abcdefabcd80"})
    assert Decks((deck,)).find("04ABCDEFabcd80") == KnownCard(deck, "5H")
    assert deck.tag_of("5H") == "04ABCDEFABCD80"


def test_without_decks_every_tag_is_unknown():
    assert Decks().in_play is None
    assert Decks().find(RED.tag_of("5H")) == UnknownTag()


def test_every_card_has_its_tag_and_no_other_has():
    for code in KINDS["standard52"].codes:
        assert RED.tags[RED.tag_of(code)] == code
    with pytest.raises(KeyError):
        RED.tag_of("7R")


def test_decks_that_cannot_lie_on_one_table_are_refused():
    with pytest.raises(BadDeck, match="same name: demo red, demo red"):
        Decks((RED, RED))
    with pytest.raises(
        BadDeck, match="one tag belongs to 2C of deck 'Red' and to 9D of deck 'Mixed'"
    ):
        Decks((made(), made_with_tag_of_red("9D", "2C", name="Mixed")))
    with pytest.raises(BadDeck, match="no deck 'green'; the decks here: demo red, demo blue"):
        Decks((RED, BLUE), "green")
    with pytest.raises(BadDeck, match="no deck 'demo red', and no other"):
        Decks((), "demo red")


def made_with_tag_of_red(code, red_code, name):
    tags = {uid: card for uid, card in BLUE.tags.items() if card != code}
    return Deck(name, "blue", "standard52", tags | {RED.tag_of(red_code): code})


# What is a deck


@pytest.mark.parametrize("uid", ["04A3C6CAE26180", "0badcafe", "7888A3C6", "04A3C688E26180"])
def test_whole_numbers(uid):
    assert uid_fault(uid) is None


@pytest.mark.parametrize(
    ("uid", "fault"),
    [
        ("08A3C6CA", "changes every time"),  # a phone, a bank card
        ("8804A3C6", "cut short"),  # what careless readers make of 04A3C6CAE26180
        ("04A3C6CAE2", "not 4 or 7"),
        ("04A3C6CAE2618004A3C6", "not 4 or 7"),
        ("", "not 4 or 7"),
        ("04A3C6C", "not 4 or 7"),
        ("04 A3 C6", "hexadecimal"),
        ("04 A3 C6 CA   ", "hexadecimal"),
        ("wxyz0123", "hexadecimal"),
    ],
)
def test_numbers_that_no_tag_has(uid, fault):
    assert fault in uid_fault(uid)
    with pytest.raises(BadDeck, match=rf"the tag number of 5H .*{fault}"):
        made({"5H": uid})


def test_a_card_without_a_tag_is_named():
    with pytest.raises(BadDeck, match=r"^QS has no tag$"):
        made(without=["QS"])
    with pytest.raises(BadDeck, match=r"^2C, 3C, 4C, 5C, 6C and 47 more have no tag$"):
        Deck("none", "red", "standard52", {})


def test_a_card_with_two_tags_is_named():
    with pytest.raises(BadDeck, match=r"^5H has two tags$"):
        Deck("Red", "red", "standard52", RED.tags | {STRANGER: "5H"})


def test_a_tag_on_two_cards_is_found_whatever_its_letter_case():
    tags = {uid: code for uid, code in RED.tags.items() if code not in ("5H", "9C")}
    with pytest.raises(BadDeck, match=r"^5H and 9C have the same tag$"):
        Deck("Red", "red", "standard52", tags | {STRANGER: "5H", STRANGER.lower(): "9C"})


@pytest.mark.parametrize("code", ["11H", "7R", "th", "", "X1"])
def test_a_card_that_the_deck_does_not_have_is_named(code):
    with pytest.raises(BadDeck, match=f"^there is no card '{code}' in a standard52 deck$"):
        Deck("Red", "red", "standard52", RED.tags | {STRANGER: code})


@pytest.mark.parametrize(
    "each", ["x", "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", "က"]
)
def test_a_name_has_40_characters_as_people_count_them(each):
    assert made(name=40 * each, colour=40 * each).name == 40 * each
    with pytest.raises(BadDeck, match="the name must be 1 to 40 printable"):
        made(name=41 * each)


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\nb", "\u202egnp.exe"])
def test_a_name_is_short_and_printable(name):
    with pytest.raises(BadDeck, match="the name must be 1 to 40 printable"):
        made(name=name)
    with pytest.raises(BadDeck, match="the colour must be 1 to 40 printable"):
        made(colour=name)


def test_a_kind_of_deck_that_is_not_known_is_refused():
    with pytest.raises(BadDeck, match="no kind of deck 'tarot'; the kinds: standard52"):
        made(kind="tarot")


def test_a_deck_is_a_value():
    assert made() == made()
    assert hash(made()) == hash(made())
    with pytest.raises(TypeError):
        made().tags["04"] = "2C"
    assert RED.tag_of("5H") not in repr(Decks((RED,)))


# The demo's decks


def test_the_demo_decks_are_always_the_same_and_differ():
    assert demo_deck() == demo_deck("red") == RED
    assert RED.tag_of("2C") == "04048A34BA0080"
    assert not set(RED.tags) & set(BLUE.tags)
    assert Decks((RED, BLUE)).decks == (RED, BLUE)
    for uid in (*RED.tags, *BLUE.tags):
        assert len(uid) == 14
        assert uid.startswith("04")
        assert uid[6:8] != "88"  # would announce a third part
