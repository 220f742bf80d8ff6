"""Cards, sentences and sheets as markup: what is seen and heard, whoever wrote the words."""

import re

import pytest

from tricktable.rules.page import Gain, Middle, TrickPlace
from tricktable.text.language import speaking
from tricktable.text.sentences import (
    FaceDown,
    Fact,
    Mark,
    Name,
    Picture,
    Sheet,
    SheetRow,
    Sign,
    Slot,
    Strong,
    TrickCard,
)
from tricktable.web.guest import markup
from tricktable.web.guest.screen import GameScreen, ShownFinding

EVIL = "\"'><script>&"
ESCAPED = "&#34;&#39;&gt;&lt;script&gt;&amp;"
SENTENCE = (EVIL, " ", Name(EVIL), Strong(EVIL), Mark(EVIL, "shut"))
SHEET = Sheet(
    "score", EVIL, (SENTENCE,), (SheetRow(SENTENCE, (SENTENCE,)),), (Fact(SENTENCE, "met"),)
)
PLACE = TrickPlace(2, EVIL, said=(EVIL,), wins=True, leads=True, waits="QH", worth=3, lies="7R")
GAME = GameScreen(
    EVIL,
    (),
    (),
    (),
    Middle((), highest="highest"),
    (),
    (),
    None,
    False,
    False,
    None,
    "to bid",
    4,
    (),
    (),
    (),
)


@pytest.mark.parametrize(
    "drawn",
    [
        markup.say(SENTENCE),
        markup.table(SHEET),
        markup.wide(SHEET),
        markup.facts(SHEET),
        markup.findings([ShownFinding(SENTENCE, SHEET), ShownFinding(SENTENCE, None)]),
        markup.gains([Gain(SENTENCE, EVIL)]),
        markup.place(PLACE, GAME),
    ],
)
def test_no_word_becomes_markup(drawn):
    assert ESCAPED in drawn
    tags = re.findall(r"<[^>]*>", drawn)
    assert not [tag for tag in tags if "script" in tag.replace(ESCAPED, "")]
    assert drawn.replace(ESCAPED, "").count("script") == 0


def test_each_part_of_a_sentence_has_a_picture_and_is_heard():
    parts = (
        Picture("QH"),
        Picture("H"),
        Sign("R"),
        Mark("4", "open"),
        Slot("C", 2),
        FaceDown(3),
        TrickCard("TS", leads=True, wins=True, is_telling=True),
        TrickCard("X1", leads=False, wins=False),
    )
    card, suit, sign, mark, slot, pile, laid, imitation = [markup.say((each,)) for each in parts]
    assert card == markup.small("QH")
    assert suit == f"{markup.suit('H')} hearts"
    assert sign == f'{markup.suit("R")}<span class="unseen">fire</span>'
    assert mark == '<span class="open">4</span>'
    assert slot.startswith('<span class="slot twice">')
    assert "clubs: 2" in slot
    assert pile == '<i class="stack n3"></i>'
    assert laid == '<i class="S led won telling">10</i>'
    assert imitation == '<i class="X"></i>'


def test_a_number_from_a_template_is_drawn_as_it_is_written():
    assert markup.say(("Phone ", Strong(42))) == "Phone <b>42</b>"


def test_a_card_is_named_in_the_language_of_whoever_listens():
    heard = []
    for language in ("en", "ja", "en"):
        with speaking(language):
            heard.append(re.findall('aria-label="([^"]*)"', markup.card("QH")))
    assert heard == [["queen of hearts"], ["ハートのクイーン"], ["queen of hearts"]]


def test_in_a_review_a_line_may_end_behind_a_suit_with_its_name_but_not_between_them():
    drawn = markup.say_whole(("With ", Picture("H"), ", or ", Picture("QH"), " ", Strong("7")))
    whole, rest = drawn.removeprefix("With ").split("or ")
    assert re.fullmatch(r'(<span class="one">){2}<(svg|i).*hearts</span>,</span> ', whole), whole
    assert "one" not in rest
    assert drawn.count("<span") == drawn.count("</span>")


def test_a_place_says_how_the_trick_stands_there():
    trick = [
        (TrickPlace(1, "Bo", "QH", leads=True), "led"),
        (TrickPlace(2, "Cy", "KH", wins=True), "winning"),
        (TrickPlace(3, "Di", is_due=True), "to bid"),
        (TrickPlace(0, "Ann", is_out=True), "sits out"),
        (TrickPlace(0, "Ann", said=("2 tricks",), wins=True), "highest"),
    ]
    for place, tag in trick:
        drawn = markup.place(place, GAME)
        assert f'<span class="tag">{tag}</span>' in drawn
        assert f'data-seat="{place.seat}"' in drawn
        assert f" at{(place.seat - 2) % 4}" in drawn  # North sits above
    assert "is-long" in markup.place(TrickPlace(0, "Maximiliane"), GAME)
    assert "is-long" not in markup.place(TrickPlace(0, "ゆきのさくらゆきのさくら"), GAME)


@pytest.mark.parametrize(
    ("said", "classes"),
    [
        (("7",), "gap said"),
        (("8 No",), "gap said"),
        (("Pass",), "gap said is-word"),
        ((Strong("Redouble"),), "gap said is-word is-long-word"),
        ((Picture("S"), " alone"), "gap said is-word is-wide-word"),
    ],
)
def test_a_bid_of_words_is_smaller_and_a_suit_is_its_sign_alone(said, classes):
    drawn = markup.place(TrickPlace(0, "Ann", said=said), GAME)
    assert f'<span class="{classes}">' in drawn
    assert "spades" not in re.sub(r'<span class="unseen">.*?</span>', "", drawn)
