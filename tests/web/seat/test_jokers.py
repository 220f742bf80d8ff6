"""A joker on every page: laid by touch from a suit of its own, drawn with its star, and named."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from docs.first_card import JOKERS_ALONE, WITH_JOKERS
from games.samples import known
from rig.browser import PHONE, SMALL_PHONE, assert_fits, assert_open_to_all, phone, settled
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from web.room import CODE, HOST_PAGE, ask, own, sit
from web.seat.test_fan_page import NARROW, ORPHANS

LOOK = os.environ.get("LOOK")
NAMES = ["Ann", "Bo", "Cy", "Di"]


def look(page, name):
    """Keep a picture, where somebody wants to see it."""
    if LOOK:
        page.screenshot(path=str(Path(LOOK) / f"{name}.png"))


@pytest.fixture(params=[WITH_JOKERS, JOKERS_ALONE], ids=["trumps", "alone"])
def game(request, room):
    """Begun at a table without a board."""
    room.table.board_is(WITHOUT)
    with known(request.param):
        ask(room.table, commands.NewGame(request.param.name, 4, NAMES, dealer=3))
        yield request.param


@pytest.mark.parametrize("tongue", ["en", "ja"])
@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE], ids=["small", "phone"])
def test_a_joker_is_laid_by_two_touches(room, game, served, browser, watch, size, tongue):
    page = watch(phone(browser, size=size))
    page.goto(f"{served}/t/{CODE}/seat?lang={tongue}#{sit(room.table, 0)}")
    page.locator("#own[data-state=sits]").wait_for()
    named = {"en": ("jokers", "joker 1"), "ja": ("ジョーカー", "ジョーカー1")}[tongue]
    letter = "W" if game is JOKERS_ALONE else "S"
    page.locator(f".fan label.{letter}").click()
    key = page.locator(".ranks button.W[value='1W']")
    expect(key).to_be_visible()
    expect(key).to_have_attribute("aria-label", named[1])
    if game is JOKERS_ALONE:
        assert page.locator(".fan .W input").get_attribute("aria-label") == named[0]
    assert_fits(page)
    assert_open_to_all(page)
    assert settled(page, ORPHANS) == []
    assert settled(page, NARROW) == []
    look(page, f"pad-{letter}-{size[0] if isinstance(size, tuple) else size['width']}-{tongue}")
    key.click()
    expect(page.locator(".place .card.W[aria-label]")).to_have_attribute("aria-label", named[1])
    assert room.table.record().state.trick == ((0, room.table.record().header.pack.cards[-2]),)
    look(page, f"felt-{letter}-{size[0] if isinstance(size, tuple) else size['width']}-{tongue}")


def test_a_hand_that_was_read_marks_a_joker_by_the_suit_that_it_belongs_to(room, game, guest):
    ask(room.table, commands.Lay("AS", 0, "played"))
    token = sit(room.table, 1)
    for code in "1W 2S 3S 4H 5H 6H 7H".split():
        ask(room.table, commands.Lay(code, 1, "held"))
    page = own(guest, token)
    assert page.count('class="S can"') == 2 or page.count("S+") == 2
    joker = ('value="1W" class="W can"' in page) or ("1W+" in page)
    assert joker is (game is WITH_JOKERS)


def test_every_page_draws_and_names_it(room, game, served, browser, watch, client, guest):
    for seat, code in enumerate(("AS", "1W", "3S", "2W")):
        ask(room.table, commands.Lay(code, seat, "played"))
    ask(room.table, commands.Lay("2H", 1, "played"))
    trick = guest.get(f"/api/v1/tables/{CODE}").json["trick"]
    assert trick["last"][1] == {"seat": 1, "card": "1W"}
    assert (trick["last_winner"], trick["trump"]) == (1, "W" if game is JOKERS_ALONE else "S")
    assert "joker 1" in guest.get(f"/t/{CODE}").text
    for where, name in (
        (f"/t/{CODE}", "guest"),
        (f"/t/{CODE}/wall", "wall"),
        (f"/t/{CODE}/game", "game"),
        (f"/t/{CODE}/rules", "rules"),
        (HOST_PAGE, "host"),
    ):
        for width in (320, 1280):
            page = watch(phone(browser, size={"width": width, "height": 844}))
            page.goto(f"{served}{where}")
            assert page.locator("svg.suit.W").count() or name == "game", (where, width)
            assert_fits(page)
            look(page, f"{name}-{width}-{'alone' if game is JOKERS_ALONE else 'trumps'}")
            page.context.close()
