"""The table of a rubber, which has the most columns: a phone of 390 px shows them all."""

import pytest

from rig.browser import phone, settled
from tricktable.games import GAMES
from tricktable.table import commands
from tricktable_classics.bridge import GAME
from web.room import CODE, ask

OUT_OF_SIGHT = """() => [...document.querySelectorAll("#table .wide")]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.textContent.trim())"""


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_no_column_of_a_rubber_is_out_of_sight(
    room, still_browser, served, watch, monkeypatch, tongue
):
    monkeypatch.setitem(GAMES, GAME.name, GAME)
    ask(room.table, commands.NewGame(GAME.name, 4, ["Ann", "Bo", "Grandma", "Di"]))
    page = watch(phone(still_browser))
    page.goto(f"{served}/t/{CODE}?lang={tongue}")
    page.locator("#table .wide").first.wait_for()
    assert settled(page, OUT_OF_SIGHT) == []
