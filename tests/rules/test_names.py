"""Names as people type them, kindly and otherwise."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricktable.rules.names import MAX_NAME, name_key, shown


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
    assert shown(name, "Seat 1") == unicodedata.normalize("NFC", name)


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
    assert shown(name, "Seat 1") == clean


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200b", "\u3164", "\u2800", "\u0301", "\x00"])
def test_a_name_of_nothing_is_the_seats(name):
    assert shown(name, "Seat 1") == "Seat 1"


def test_a_long_name_is_cut_where_it_still_tells_who():
    assert shown("Maximiliane-Charlotte von Hohenfels", "Seat 1") == "Maximiliane-Charlot…"
    assert len(shown("x" * 10_000, "Seat 1")) == MAX_NAME
    assert shown("Bartholomew Castella", "Seat 1") == "Bartholomew Castella"
    assert shown("Bartholomew Castellan", "Seat 1") == "Bartholomew Castell…"


def test_of_a_name_without_end_the_first_four_hundred_characters_count():
    assert shown(" " * 399 + "Ann", "Seat 1") == "A"
    assert shown(" " * 400 + "Ann", "Seat 1") == "Seat 1"


@given(st.text(max_size=200))
def test_any_name_comes_out_short_visible_and_on_one_line(name):
    clean = shown(name, "Seat 1")
    assert 0 < len(clean) <= MAX_NAME
    assert clean == clean.strip()
    assert not {unicodedata.category(each) for each in clean} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert shown(clean, "Seat 1") == clean


def test_spellings_differ_in_blanks_and_capitals_alone():
    assert name_key(" ANN\u200b") == name_key("Ann") != name_key("Anna")
