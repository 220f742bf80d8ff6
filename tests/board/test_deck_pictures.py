"""What the board shows and sounds while cards are enrolled, replaced and checked."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from board.canvas import drawn as canvas_of
from board.canvas import drawn_by_micropython
from rig.table import STRANGER, Rig
from tableboard import screens
from tablewire.host import HostSession
from tricktable.board.picture import picture
from tricktable.store.decks import KINDS, STANDARD52, Shelf, demo_deck
from tricktable.table import commands
from tricktable.table.views import TableView

GREEN = demo_deck("green")
ORDER = KINDS[STANDARD52].codes


class Watched(Rig):
    """A table whose picture is drawn at each step, as its line does it."""

    shown: TableView | None = None

    def see(self) -> dict[str, object]:
        """The picture of now, with the sound of what happened since the last look."""
        newest = self.view
        text = picture(newest, self.shown)
        self.shown = newest
        HostSession("0A1B2C3D").show(text)  # raises if it does not fit a line
        canvas_of(screens.page(text).drawing)
        told: dict[str, object] = json.loads(text)
        return told

    def lay_green(self, card: str) -> dict[str, object]:
        """A card of the new deck is laid; what the board shows then."""
        self.event("C", "2", GREEN.tag_of(card))
        return self.see()


@pytest.fixture
def rig(tmp_path: Path) -> Watched:
    rig = Watched(tmp_path)
    rig.see()
    return rig


def test_the_next_card_is_large_and_a_bar_says_how_far_it_is(rig):
    rig.ask(commands.Enrol("みどり", "green"))
    assert rig.see() == {
        "p": "card",
        "t": "\xd0\xc4\xde\xd8 0 of 52",  # half-width katakana
        "c": "2C",
        "d": 0,
        "n": 52,
        "q": "Lay the 2\x05, then each card once, in printed order.",
        "l": ["on"] * 4,
        "s": "",
    }
    for count, card in enumerate(ORDER[:-1], start=1):
        shown = rig.lay_green(card)
        wanted = {"c": ORDER[count], "d": count, "q": "Lay this card.", "s": "read"}
        assert shown == shown | wanted
    assert rig.lay_green("AS")["s"] == "over"


def test_a_wrong_card_is_told_sounded_and_lit_each_time(rig):
    rig.ask(commands.Enrol("Green", "green"))
    rig.lay_green("2C")
    for _ in range(2):
        shown = rig.lay_green("2C")
        wanted = {"c": "3C", "q": "You have just laid the 2\x05.", "s": "refused"}
        assert shown == shown | wanted | {"l": ["wrong"] * 4}
    rig.press("UNDO")
    shown = rig.see()
    assert shown == shown | {"c": "2C", "q": "2\x05 undone. Lay it again.", "s": ""}
    rig.press("MENU")
    assert rig.see()["s"] == ""


def test_a_deck_that_is_checked_shows_the_card_laid_last(rig):
    rig.ask(commands.CheckDeck())
    assert rig.see() == rig.see() | {"p": "words", "t": "Which deck?"}
    rig.lay("QH", 0)
    shown = rig.see()
    assert shown == shown | {"t": "demo red 1 of 52", "c": "QH", "d": 1, "s": "read"}
    rig.event("C", "0", STRANGER)
    assert rig.see()["s"] == "refused"


def test_a_card_that_is_replaced_stands_there_alone(rig):
    rig.ask(commands.ReplaceCard("demo red", "TD"))
    shown = rig.see()
    assert shown == shown | {"t": "demo red", "c": "TD", "d": 0, "n": 1, "q": "Lay the new 10\x04."}
    rig.event("C", "0", STRANGER)
    assert rig.see()["s"] == "over"


def test_a_table_without_any_deck_says_how_to_get_one(tmp_path):
    rig = Watched(tmp_path)
    rig.shelf = Shelf()
    rig.sit()
    shown = rig.see()
    assert shown["r"] == [["How many? A,"], ["2, 3 or 4."]]
    assert shown["q"] == "No deck yet: type the cards, or enrol one: MENU, then 5."


@pytest.mark.skipif(find_spec("micropython_unix") is None, reason="no MicroPython for this machine")
def test_micropython_draws_every_card_as_the_canvas_does(rig):
    texts = []
    for code in (*ORDER[:13], "AD", "AH", "AS", *KINDS["triatri"].codes, ""):
        page = {"p": "card", "t": "red 1 of 2", "c": code, "d": 1, "n": 2, "q": f"Lay {code}"}
        texts.append(json.dumps(page))
    for text, memory in zip(texts, drawn_by_micropython(texts), strict=True):
        assert memory == canvas_of(screens.page(text).drawing), text
