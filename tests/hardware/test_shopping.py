"""Baskets and cards: two sellers for each part, whole packs, and a gauge at full size."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import deck
import drawing
import shopping
import tables

PAGE = (Path(__file__).parents[2] / "docs/howto/shop-for-a-table.md").read_text(encoding="utf-8")


def test_what_is_bought_by_hand_has_two_sellers_and_nothing_else_has():
    sellers = Counter(offer.part_number for offer in shopping.offers())
    assert set(sellers.values()) == {2}
    by_hand = {line["part_number"] for line in shopping.bought_by_hand()}
    assert set(sellers) == by_hand | {words for _, _, words, _ in drawing.BREADBOARD["buys"]}
    for offer in shopping.offers():
        assert offer.pack > 0 < offer.pack_eur
        assert re.fullmatch(r"20\d\d-[01]\d", offer.priced_on)


def test_a_basket_has_what_the_tables_need_in_whole_packs():
    for number in (1, 5):
        for lot in shopping.basket(number):
            assert (lot.packs - 1) * lot.offer.pack < lot.wanted <= lot.packs * lot.offer.pack


def test_five_tables_cost_less_each_than_one():
    assert shopping.total_eur(5) / 5 < shopping.total_eur(1)


def test_the_page_shows_what_is_counted_now():
    assert tables.filled(PAGE) == PAGE, "run `make hardware`"
    told = {row: int(mm) for row, mm in re.findall(r"^\| ([a-z][^|]+) \| (\d+) \|$", PAGE, re.M)}
    flat = 60 * (deck.CARD_THICK_MM + deck.SLEEVE_THICK_MM)
    assert told == {
        "at the edge": round(flat),
        "in the middle, all tags in one place": round(deck.thick_mm(60, 1)),
        "at the thickest place, tags in three places": round(deck.thick_mm(60)),
    }


def test_no_number_is_shown_as_looked_up_that_nobody_has():
    tonight = tables.PAGES[1].read_text(encoding="utf-8")
    for offer in shopping.offers():
        of_both = f"{offer.seller}: {offer.order_number}{'' if offer.is_verified else ' ?'}, "
        assert of_both in PAGE + tonight
    assert "no order number has been looked up" in " ".join(tonight.split())


@pytest.mark.parametrize("place", deck.PLACES, ids=lambda place: place.name)
def test_a_tag_stays_on_its_card_and_in_reach_of_the_coil(place):
    assert abs(place.off_mm) + deck.TAG_MM / 2 < deck.CARD_MM[1] / 2
    assert abs(place.off_mm) < 40 / 2


def test_the_sheet_is_a4_at_full_size():
    drawn = ElementTree.fromstring(deck.sheet())
    assert (drawn.get("width"), drawn.get("height")) == ("210mm", "297mm")
    assert drawn.get("viewBox") == "0 0 210 297"
    circles = [each for each in drawn.iter() if each.tag.endswith("circle")]
    assert [float(each.get("r")) for each in circles] == [deck.TAG_MM / 2] * len(deck.PLACES)
    cards = [each for each in drawn.iter() if each.tag.endswith("rect")]
    assert all(float(each.get("x")) + float(each.get("width")) <= 200 for each in cards)
