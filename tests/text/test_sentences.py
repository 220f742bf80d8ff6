"""Sentences for a voice and for a terminal: each begins as a sentence, whatever is put in first."""

import re
from pathlib import Path

import pytest

from tricktable.text.language import ENGLISH, _, speaking
from tricktable.text.sentences import (
    Name,
    Picture,
    gap,
    in_signs,
    paragraph,
    sentence,
    spoken_form,
    whole,
)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (sentence("{suit} are trump", suit=Picture("H")), "Hearts are trump."),
        (
            sentence("{who} led {card}", who=Name("bo"), card=Picture("QH")),
            "bo led queen of hearts.",
        ),
        (("Di won. ", Picture("S"), " trump"), "Di won. Spades trump."),
        (("for ", Picture("R"), " from the stock"), "For fire from the stock."),
        (sentence("Is {card} yours?", card=Picture("3C")), "Is three of clubs yours?"),
    ],
)
def test_a_sentence_by_itself_begins_with_a_capital_unless_it_begins_with_a_name(said, told):
    assert whole(said) == told


def test_sentences_follow_each_other_with_a_blank_where_their_marks_leave_none():
    assert paragraph("", "Ann leads.", "", "Bo?", "Any card.") == "Ann leads. Bo? Any card."
    assert (
        paragraph("Annがリード。", "", "Boが出す。", "Any card.")
        == "Annがリード。Boが出す。Any card."
    )
    assert paragraph() == paragraph("") == ""


def test_what_somebody_wrote_is_quoted_as_they_wrote_it():
    told = 'there is no card "X4", nor "QH"'
    assert in_signs(told) == told


def test_a_card_begins_the_second_sentence_of_a_note_with_a_capital_too():
    note = "Stopped. 6R keeps its old tag."
    assert spoken_form(note) == in_signs(note) == "Stopped. Six of fire keeps its old tag."
    assert in_signs("6R") == "six of fire", "a cell of a table is no sentence"


TEMPLATES = Path(__file__).parents[2] / "web" / "templates"
IN_A_ROW = re.compile(r"""[.?!]"[^"{}]*\) ?\}\}(?:</\w+>)? \{\{ ?\w""")
"""A sentence of a template, and what follows it behind a blank."""


def test_sentences_of_a_page_are_parted_as_their_language_has_it():
    with speaking(ENGLISH):
        assert gap() == " "
    with speaking("ja"):
        assert gap() == ""
    for each in TEMPLATES.rglob("*.html"):
        assert not IN_A_ROW.findall(each.read_text("utf-8")), (each.name, "{{ gap() }} parts them")


NAMED = re.compile(
    r'aria-label="\{\{ \(?_\("([^"]*)"(?:[^{}]|\{(?!\{))*?\}\}"[^>]*>'
    r'\{\{ _\("([^"]*)"\) \}\}</(?:button|a)>'
)
"""The name of a key or link for a voice, and the words that stand on it."""


@pytest.mark.parametrize("tongue", [ENGLISH, "ja"])
def test_whoever_says_what_stands_on_a_key_says_its_name(tongue):
    """Success criterion 2.5.3 of WCAG 2.2: a name has the words that are seen."""
    found = [
        each
        for path in TEMPLATES.rglob("*.html")
        for each in NAMED.findall(path.read_text("utf-8"))
    ]
    assert len(found) > 10
    with speaking(tongue):
        for name, words in found:
            told = _(name, **dict.fromkeys(re.findall(r"\{(\w+)\}", name), "–"))
            assert _(words).casefold() in told.casefold()
