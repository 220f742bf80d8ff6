"""In a real browser, once the whole way: keep games at the seat, see them, be deleted."""

import os
from datetime import date
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

from rig.browser import SMALL_PHONE, assert_fits, assert_open_to_all, phone
from tricktable.club import consents
from tricktable.club.season import DeclareSeason
from tricktable.web.people import marks
from web.people.played_games import NAMES, play
from web.room import CODE, sit

WIDE: ViewportSize = {"width": 1280, "height": 800}
WORD = "red tulips"
ZED = NAMES[0]
TODAY = date.today()  # noqa: DTZ011 - a game counts on the day where the host is


def seen(page: Page, name: str) -> None:
    """The page as it is now fits every screen and shuts nobody out; kept if somebody wants it."""
    assert_fits(page, SMALL_PHONE, WIDE)
    assert_open_to_all(page)
    if folder := os.environ.get("PICTURES_OF_PEOPLE"):
        for width in (390, 1280):
            for scheme in ("light", "dark"):
                page.set_viewport_size({"width": width, "height": 900})
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                page.screenshot(path=Path(folder) / f"{name}-{width}-{scheme}.png", full_page=True)


def test_a_person_keeps_games_sees_them_and_is_deleted(room, served, browser, watch):
    for seed in range(6):
        play(room.table, seed=40 * seed)
    room.club.ask(DeclareSeason(TODAY, TODAY))
    token = sit(room.table, 0)
    page = watch(phone(browser))
    page.goto(f"{served}/t/{CODE}/seat#{token}")
    page.get_by_text("Keep my games").first.click()
    assert_open_to_all(page, part="#keep")
    seen(page, "seat")
    page.get_by_label("A word of your own").fill(WORD)
    page.get_by_role("button", name="Keep my games").click()
    page.get_by_text("Your games of this evening are kept.").wait_for()
    assert_open_to_all(page, part="#keep")
    page.get_by_role("link", name="Your games").click()

    page.get_by_label("Name").fill(ZED.lower())
    page.get_by_label("Word").fill(WORD)
    seen(page, "door")
    page.get_by_role("button", name="Show my games").click()
    page.get_by_role("heading", name=ZED).wait_for()
    assert page.url == f"{served}/people"
    (cookie,) = page.context.cookies()
    assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"]) == (
        marks.COOKIE,
        True,
        "Strict",
    )
    assert page.goto(f"{served}/people")
    assert ZED not in page.content(), "the cookie opens nothing"
    page.get_by_label("Name").fill(ZED)
    page.get_by_label("Word").fill(WORD)
    page.get_by_role("button", name="Show my games").click()
    page.get_by_role("heading", name=ZED).wait_for()
    page.get_by_text("Change your word").first.click()
    page.get_by_text("Delete everything about me").first.click()
    seen(page, "person")

    page.goto(f"{served}/season?lang=ja")
    page.get_by_role("rowheader", name=ZED).wait_for()
    seen(page, "season")
    page.goto(f"{served}/club/people")
    page.get_by_text(ZED).click()
    seen(page, "organiser")

    page.goto(f"{served}/people?lang=ja")
    seen(page, "door-ja")
    page.locator("#name").fill(ZED)
    page.locator("#word").fill(WORD)
    page.locator("button.main").click()
    page.locator("#forget-sheet summary").click()
    seen(page, "person-ja")
    page.locator("#sure").fill(WORD)
    page.locator("#forget-sheet button").click()
    page.locator("#done").wait_for()
    assert room.club.view().of(consents.PART).people == {}
    page.goto(f"{served}/t/{CODE}/evening")
    assert ZED not in page.content()
