"""Classics on the pages that had no room for what they tell."""

import pytest

from rig.browser import phone, settled
from tricktable.games import GAMES
from tricktable.table import commands
from tricktable_classics import bridge, euchre
from web.inspectors import WALL, faults
from web.room import CODE, ask, lay, sit

NAMES = ["Grandma Rose", "Maximilian", "Maximiliane-Charlotte", "ゆき"]
TELEVISIONS = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})
OUT_OF_SIGHT = """() => [...document.querySelectorAll("#table .wide")]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.textContent.trim())"""


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_no_column_of_a_rubber_is_out_of_sight(
    room, still_browser, served, watch, monkeypatch, tongue
):
    """It has the most columns: a phone of 390 px shows them all."""
    monkeypatch.setitem(GAMES, bridge.GAME.name, bridge.GAME)
    ask(room.table, commands.NewGame(bridge.GAME.name, 4, ["Ann", "Bo", "Grandma", "Di"]))
    page = watch(phone(still_browser))
    page.goto(f"{served}/t/{CODE}?lang={tongue}")
    page.locator("#table .wide").first.wait_for()
    assert settled(page, OUT_OF_SIGHT) == []


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_who_makes_trump_lies_on_no_card_of_a_wall(
    room, still_browser, served, watch, monkeypatch, tongue
):
    monkeypatch.setitem(GAMES, euchre.GAME.name, euchre.GAME)
    ask(room.table, commands.NewGame(euchre.GAME.name, 4, NAMES, dealer=0))
    lay(room.table, "0:QH", "shown")
    for seat, call in ((1, "pass"), (2, "pass"), (3, "pass"), (0, "pass"), (1, "D")):
        said = {"kind": "declared", "seat": seat, "topic": "call", "value": call}
        ask(room.table, commands.Enter(said))
    lay(room.table, "1:JD 2:QD 3:9D")
    page = watch(still_browser.new_context(viewport=TELEVISIONS[0], reduced_motion="reduce"))
    page.goto(f"{served}/t/{CODE}/wall?lang={tongue}")
    beside = page.locator("#table-top .side")
    beside.wait_for()
    assert beside.locator("svg").count() == 1, "the trump suit is told once"
    assert faults(page, WALL, "usual", TELEVISIONS, "") == {}


def test_a_bid_is_read_in_words_before_and_after_it_is_made(
    room, still_browser, served, watch, monkeypatch
):
    monkeypatch.setitem(GAMES, bridge.GAME.name, bridge.GAME)
    ask(room.table, commands.NewGame(bridge.GAME.name, 4, ["Ann", "Bo", "Cy", "Di"], dealer=0))
    page = watch(phone(still_browser))
    page.goto(f"{served}/t/{CODE}/seat?lang=en#{sit(room.table, 0)}")
    page.get_by_role("radio", name="1", exact=True).focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="1 hearts", exact=True).press("Enter")
    page.get_by_role("heading", name="Bo to bid").first.wait_for()
    said = page.locator("#own").get_attribute("data-events")
    assert said is not None
    assert "Ann bids 1 hearts." in said.replace("\N{NARROW NO-BREAK SPACE}", " ")
