"""Names as people type them, kindly and otherwise."""

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from tricktable.rules.names import MAX_NAME, default_names, name_key, safe_name
from tricktable.store.decks import BadDeck
from tricktable.store.decks.deck import check_words
from tricktable.text.board import board_text
from tricktable.text.characters import _ALONE, MAX_CODES, characters, count, printable

CASES = json.loads(
    (Path(__file__).parents[3] / "shared" / "cases" / "names.json").read_text(encoding="utf-8")
)
ALSO = (
    "\u0d05\u0d35\u0d28\u0d4d\u200d",  # Malayalam: a chillu at the end
    "\u0926\u0930\u094d\u200d\u092f\u093e",  # Marathi: the eyelash form of ra
    "\u09b0\u200d\u09cd\u09af\u09be\u099a\u09c7\u09b2",  # Bengali: Rachel
    "\u1019\u103c\u103e\u102d\u102f\u1037",  # Burmese: four marks
    "\u845b\U000e0100\u57ce",  # a kanji in the form of this family
    "\U0001f469\U0001f3fd\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f469\U0001f3ff",
    "Bo \U0001f1e8\U0001f1e6",
    "1\ufe0f\u20e3 Ann",
)


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "さくら",
        "Zoë",
        "O'Brien",
        "José María",
        "Nguyễn Thị",
        "Владимир",
        "محمد",
        "R2-D2",
        "🦊",
    ],
)
def test_a_decent_name_stays(name):
    assert safe_name(name, "Seat 1") == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("  Ann \t\n Lee ", "Ann Lee"),
        ("Ann\tLee\nvon\rHo", "Ann Lee von Ho"),
        ("Ann\u3000Lee", "Ann Lee"),  # a blank as wide as a kanji
        ("\u0301\u0301\u0301nn", "\u0301\u0301nn"),  # marks on nothing
        ("A\u202enn\u202c", "Ann"),  # bidi override
        ("A\u2066n\u2069n", "Ann"),  # bidi isolates
        ("A\u200bn\u200dn\ufeff", "Ann"),  # zero width
        ("An\x00\x1b[31mn", "An[31mn"),  # control characters
        ("A\u2028n\u2029n", "A n n"),  # line and paragraph separators
        ("A" + "\u0301" * 50 + "nn", "Á\u0301\u0301nn"),  # a tower of marks
        ("Ann\ud800", "Ann"),  # half a surrogate pair
    ],
)
def test_what_hides_is_taken_out(name, clean):
    assert safe_name(name, "Seat 1") == clean


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200b", "\u3164", "\u2800", "\u0301", "\x00"])
def test_a_name_of_nothing_is_the_seats(name):
    assert safe_name(name, "Seat 1") == "Seat 1"


def test_a_long_name_is_cut_where_it_still_tells_who():
    assert safe_name("Maximiliane-Charlotte von Hohenfels", "Seat 1") == "Maximiliane-Charlot…"
    assert len(safe_name("x" * 10_000, "Seat 1")) == MAX_NAME
    assert safe_name("Bartholomew Castella", "Seat 1") == "Bartholomew Castella"
    assert safe_name("Bartholomew Castellan", "Seat 1") == "Bartholomew Castell…"


def test_of_a_name_without_end_the_first_four_hundred_characters_count():
    assert safe_name(" " * 399 + "Ann", "Seat 1") == "A"
    assert safe_name(" " * 400 + "Ann", "Seat 1") == "Seat 1"


JOINERS = {"\u200c", "\u200d", "\u180e", *map(chr, range(0xE0020, 0xE0080))}
PIECES = st.sampled_from(
    "a\u0301\u200d\u200c\u0915\u094d\u0628\U0001f468\U0001f3fd\ufe0f\U000e0100\u845b"
    + CASES["shown as typed (NFC)"]["a flag made of tags"]
)


@given(st.text(max_size=200) | st.lists(PIECES, max_size=60).map("".join))
def test_any_name_comes_out_short_visible_and_on_one_line(name):
    clean = safe_name(name, "Seat 1")
    assert 0 < count(clean) <= MAX_NAME
    assert all(len(each) <= MAX_CODES for each in characters(clean))
    assert clean == clean.strip()
    assert not {unicodedata.category(each) for each in clean} & {"Cc", "Cs", "Zl", "Zp"}
    assert {each for each in clean if unicodedata.category(each) == "Cf"} <= JOINERS
    assert safe_name(clean, "Seat 1") == clean


def test_of_plain_text_each_code_point_is_a_character_and_that_takes_no_tables():
    plain = [each for each in map(chr, range(0x10000)) if _ALONE.fullmatch(each)]
    assert {"a", "é", "ゆ", "木", "♥", "\n"} < {*plain}
    text = "".join(sorted(plain, reverse=True)) + "".join(each * 2 for each in plain)
    assert [*iter_graphemes(text)] == [*characters(text)] == [*text]


def test_spellings_differ_in_blanks_and_capitals_alone():
    assert name_key(" ANN\u200b") == name_key("Ann") != name_key("Anna")


@pytest.mark.parametrize("name", [*CASES["shown as typed (NFC)"].values(), *ALSO], ids=ascii)
def test_a_name_of_any_script_is_shown_as_it_was_typed_wherever_it_is(name):
    typed = unicodedata.normalize("NFC", name)
    assert safe_name(name, "Seat 1") == typed
    assert printable(typed) == typed, "in a terminal"
    check_words(typed, typed, "standard52")
    # As many as there is room for, each whole, and the board prints them without leaving any out.
    most = MAX_NAME // count(typed)
    assert safe_name(typed * most, "Seat 1") == typed * most
    assert set(board_text(typed)) <= {chr(each) for each in (*range(32, 126), *range(0xA1, 0xE0))}


@pytest.mark.parametrize(
    "last", ["\U0001f1e8\U0001f1e6", "\U0001f468\u200d\U0001f467", "\u1019\u103e\u102d"]
)
def test_a_name_is_cut_between_characters_as_people_see_them(last):
    case = CASES["cut at the limit"]
    assert case["limit"] == MAX_NAME
    assert safe_name(case["typed"], "Seat 1").endswith(tuple(case["shown_ends_with_one_of"]))
    for before in range(MAX_NAME + 1):
        whole = "x" * before + last * 9
        assert safe_name(whole, "Seat 1").removesuffix("…") in [
            whole[: before + len(last) * more] if before < MAX_NAME - 1 else "x" * (MAX_NAME - 1)
            for more in range(10)
        ]
    check_words(last * 40, last * 40, "standard52")
    with pytest.raises(BadDeck, match="1 to 40 printable"):
        check_words(last * 41, "red", "standard52")


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("An\u200dn", "Ann"),  # a joiner where nothing joins
        ("A\ufe0fnn", "Ann"),  # a variant of nothing
        ("A\u034fnn", "Ann"),  # a mark without a shape
        ("\u0939\u200d\u200d\u0939", "\u0939\u0939"),  # two joiners
        ("\U0001f3f4\U000e0061\U000e0062\U000e007f", "\U0001f3f4"),  # the flag of nowhere
        ("Ann\U000e0061\U000e007f", "Ann"),  # tags on no flag
        ("\u0e01" + "\u0e34" * 90, "\u0e01" + "\u0e34" * 6),  # a tower in Thai
        ("\u0915" + "\u094d\u0915" * 90, "\u0915" + "\u094d\u0915" * 7 + "\u094d"),
    ],
)
def test_of_what_scripts_need_nothing_is_left_where_it_would_only_hide(name, clean):
    assert safe_name(name, "Seat 1") == clean


def test_an_emoji_joins_no_more_people_than_a_family_has():
    man = "\U0001f468"
    assert (
        safe_name("\u200d".join(man * 6), "Seat 1") == "\u200d".join(man * 4) + f"{man}\u200d{man}"
    )


def test_names_that_look_alike_are_one_person():
    plain = "\u0939\u0928"
    assert name_key("\u0939\u200d\u0928") == name_key(plain) == name_key("\u0939\u200c\u0928")
    assert name_key("\u845b\U000e0100") == name_key("\u845b")


@pytest.mark.parametrize(
    ("players", "seats", "names"),
    [
        (4, 4, ("North", "East", "South", "West")),
        (3, 3, ("Seat 1", "Seat 2", "Seat 3")),
        (2, 2, ("Seat 1", "Seat 2")),
        (1, 2, ("You", "Dummy")),
    ],
)
def test_every_seat_has_a_name(players, seats, names):
    assert default_names(players, seats) == names
