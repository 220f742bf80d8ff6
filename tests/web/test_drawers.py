"""Everything that the console opens, on two phones, in two languages: whole, and for everybody."""

from rig.browser import PHONE, SMALL_PHONE, assert_fits, assert_open_to_all, phone, settled
from tricktable.table import commands
from web.room import CODE, ask, begin, deal, play_on, sit

OPENED = {
    "try=throw": "preview",
    "try=strike&seq=14": "preview",
    "correct=14": "correct",
    "forget=": "forget",
    "forget=Ann": "forget-once",
    "forget=Ann&sure=once": "forget-twice",
    "new=troika:4": "new",
    "away=3": "away",
}
LOW = """() => [...document.querySelectorAll(".drawer button")]
  .map((each) => each.getBoundingClientRect().height).filter((high) => high < 43.9)"""


def test_what_opens_fits_and_shuts_nobody_out(room, browser, served, watch):
    names = ("Ann", "さくら", "Cy", "D" * 20)
    ask(room.table, commands.NewGame("troika", 4, list(names), {"min_bid": 7}))
    begin(room.table, names)
    play_on(room.table, deal(3), 3)
    sit(room.table, 3)
    ask(room.table, commands.Lock())
    page = watch(phone(browser))
    for number, (query, opened) in enumerate(OPENED.items()):
        for tongue in ("en", "ja"):
            page.goto(f"{served}/host/t/{CODE}?{query}&lang={tongue}")
            page.locator(f"#{opened}").wait_for()
            assert_fits(page, SMALL_PHONE, PHONE)
            assert settled(page, LOW) == [], query
            if tongue == ("en", "ja")[number % 2]:
                assert_open_to_all(page, part=f"#{opened}")
