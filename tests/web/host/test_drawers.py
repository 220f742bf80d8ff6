"""All that the host's page opens, on two phones, in two languages: whole, and for everybody."""

import re
from functools import partial
from random import Random

import pytest
from playwright.sync_api import expect

from players import every_game
from rig.browser import (
    LOOKS,
    PHONE,
    SMALL_PHONE,
    assert_fits,
    assert_open_to_all,
    phone,
    resize,
    settled,
)
from tricktable.table import commands
from web.room import CODE, HOST_PAGE, ask, begin, deal, lay, play_on, sit

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
NAMES = ("Margaret", "Bo", "Maximiliane", "ゆき")
MORE = tuple("Eve Fay Gil Hana Ivo Jo Kai Lea Max".split())
REACHED = """() => {
  const drawer = document.querySelector(".drawer");
  const before = document.activeElement, reached = [];
  for (const each of document.querySelectorAll("a, button, input, select, summary, [tabindex]")) {
    if (drawer.contains(each)) continue;
    each.focus();
    if (document.activeElement === each) reached.push(each.outerHTML.slice(0, 80));
  }
  before.focus();
  for (let y = 5; y < innerHeight; y += 10) for (let x = 5; x < innerWidth; x += 10) {
    const hit = document.elementFromPoint(x, y);
    if (!drawer.contains(hit) && hit !== document.body && hit !== document.documentElement)
      reached.push(`${x}, ${y}: ${hit.outerHTML.slice(0, 80)}`);
  }
  return reached;
}"""
"""What a key or a finger reaches outside of the open drawer."""
INKS = """() => [".grid [aria-pressed=true] b", ".grid [aria-pressed=true] .suit",
  ".whose :checked + span"].map((each) => getComputedStyle(document.querySelector(each)).color)"""
"""What is chosen is written in: a card's rank and suit, and whose it is."""
LOW = """() => [...document.querySelectorAll(".drawer button")]
  .map((each) => each.getBoundingClientRect().height).filter((high) => high < 43.9)"""


def test_what_opens_fits_and_shuts_nobody_out(room, still_browser, served, watch):
    names = ("Ann", "さくら", "Cy", "D" * 20)
    ask(room.table, commands.NewGame("troika", 4, list(names), {"min_bid": 7}))
    begin(room.table, names)
    play_on(room.table, deal(3), 3)
    sit(room.table, 3)
    ask(room.table, commands.Lock())
    page = watch(phone(still_browser))
    for number, (query, opened) in enumerate(OPENED.items()):
        seen, scheme = LOOKS[number % len(LOOKS)]
        for tongue in sorted(("en", "ja"), key=seen.__eq__):
            page.goto(f"{served}/host/t/{CODE}?{query}&lang={tongue}")
            page.locator(f"#{opened}").wait_for()
            assert_fits(page, SMALL_PHONE, PHONE)
            assert settled(page, LOW) == [], query
        assert_open_to_all(page, scheme, part=f"#{opened}")


@pytest.fixture
def host_page(browser, served, watch):
    """Open the host's page on a phone, in one tab."""
    return partial(load, watch(phone(browser)), served)


@pytest.fixture
def still_page(still_browser, served, watch):
    """The same for who only asks it."""
    return partial(load, watch(phone(still_browser)), served)


def load(page, served, query=""):
    page.goto(f"{served}{HOST_PAGE}{query}")
    return page


def test_the_card_that_is_corrected_can_be_read_on_its_key(room, still_page):
    begin(room.table)
    play_on(room.table, deal(3), 3)
    page = still_page("?correct=6")
    page.locator(".grid [aria-pressed=true]").get_by_text("8").wait_for()  # of diamonds
    colours = page.evaluate(INKS)
    assert len(set(colours)) == 1, colours
    assert_open_to_all(page, part="#correct")


def test_nothing_behind_an_open_drawer_can_be_touched(room, still_page):
    begin(room.table)
    play_on(room.table, deal(3), 3)
    sit(room.table, 3)
    for query in (each for each, name in OPENED.items() if name != "new"):
        page = still_page(f"?{query}")
        page.locator(".drawer").wait_for()
        assert page.evaluate(REACHED) == [], query
        name = f"Zoe {query}"[:20]
        ask(room.table, commands.Rename(2, name))  # the table goes on behind it
        page.locator("#table").get_by_text(name).first.wait_for()
        page.locator(f"#names [value='{name}']").wait_for(state="attached")
        assert page.evaluate(REACHED) == [], query


def test_a_drawer_shuts_the_page_and_gives_it_back_with_the_focus(room, host_page):
    begin(room.table)
    play_on(room.table, deal(3), 3)
    page = host_page()
    asks = page.locator("#e14").get_by_role("button", name="Correct ")
    asks.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=" should be")).to_be_focused()
    assert page.evaluate(REACHED) == []
    page.keyboard.press("Escape")
    expect(asks).to_be_focused()
    assert page.locator("[inert]").count() == 0


def test_without_a_script_the_page_behind_a_drawer_is_shut_too(room, client):
    begin(room.table)
    page = client.get(f"{HOST_PAGE}?correct=1").text
    assert len(re.findall(r"<(?:header|div|footer)[^>]* inert>", page)) == 4
    assert " inert" not in client.get(HOST_PAGE).text


def test_a_correction_is_chosen_in_the_same_grid(room, host_page):
    begin(room.table, NAMES)
    play_on(room.table, deal(3), 4)
    lay(room.table, "0:QH 1:TS")
    last = room.table.record().last
    page = host_page()
    page.locator(f"#e{last.seq}").get_by_role("button", name="Correct Bo’s ").click()
    drawer = page.locator("#correct")
    pressed = drawer.locator("[name=card][aria-pressed=true]")
    expect(pressed).to_have_attribute("value", last.entry.card.code)
    on_page = page.locator("#lay .grid button").evaluate_all("all => all.map((one) => one.value)")
    in_drawer = drawer.locator(".grid button").evaluate_all("all => all.map((one) => one.value)")
    assert in_drawer == on_page
    drawer.get_by_label("Maximiliane").check(force=True)
    drawer.get_by_role("button", name="The same card, from this seat").click()
    page.locator("#preview").get_by_role("button", name="Put it right").click()
    page.locator(".drawer").wait_for(state="detached")
    mended = room.table.record().step(last.seq).entry
    assert (mended.seat, mended.card) == (2, last.entry.card)


# --- the table top and the grid -------------------------------------------------------------------

OUT_OF_SIGHT = """() => [".table-top", "#lay .grid", ".say"]
  .flatMap((each) => [...document.querySelectorAll(each)].slice(0, 1).map((it) => [each, it]))
  .map(([each, it]) => [each, it.getBoundingClientRect()])
  .filter(([, box]) => box.top < 0 || box.bottom > innerHeight)
  .map(([each, box]) => `${each}: ${box.top} to ${box.bottom}`)"""
RAGGED = """() => [...document.querySelectorAll("#lay .row")].flatMap((row) => {
  const keys = [...row.children].map((each) => each.getBoundingClientRect());
  const lines = Map.groupBy(keys, (key) => Math.round(key.top));
  const [left, right] = [row.getBoundingClientRect().left, row.getBoundingClientRect().right];
  const counts = [...lines.values()].map((line) => line.length);
  const ends = [...lines.values()].map((line) => [line[0].left - left, line.at(-1).right - right]);
  const isWhole = ends.flat().every((gap) => Math.abs(gap) < 1);
  const isEven = Math.min(...counts) > 1 && Math.max(...counts) - Math.min(...counts) < 3;
  const isLarge = keys.every((key) => key.width >= 43.9 && key.height >= 43.9);
  return isWhole && isEven && isLarge ? [] : [`${row.className}: ${counts} ${isLarge}`];
})"""
"""Suits whose keys do not fill whole lines, or leave one key alone, or are too small."""


TABLES = dict.fromkeys((*every_game.USUAL, *every_game.FULLEST))


def test_the_table_top_and_the_grid_are_seen_together(room, still_page):
    """Amid a trick, with a note above the cards; a game without cards in turn has other keys."""
    for name, count in TABLES:
        played = every_game.by_chance(Random(3), name, count, is_tidy=True)
        names, given = [*NAMES, *MORE][:count], dict(played.header.given)
        ask(room.table, commands.NewGame(name, count, names, given, abandon=True))
        with room.curtain.down():
            for line in played.lines:
                ask(room.table, commands.Enter(line))
                view = room.table.view().view
                if len(view.tricks) > 1 and len(view.trick) > 2:
                    break
            ask(room.table, commands.Undo())
        for tongue in ("en", "ja"):
            page = still_page(f"?lang={tongue}")
            expect(page.locator("#table .note").first).to_be_visible()
            assert settled(page, OUT_OF_SIGHT) == [], (name, count, tongue)


def test_the_cards_of_a_suit_fill_whole_lines(room, still_page):
    for players, keys in ((3, 10), (4, 13)):
        begin(room.table, NAMES[:players])
        page = still_page()
        assert page.locator("#lay .row").first.locator("button").count() == keys
        for size in (PHONE, SMALL_PHONE):
            resize(page, size)
            assert settled(page, RAGGED) == [], (players, size)


def test_on_a_desk_a_suit_is_one_line(room, still_browser, served):
    begin(room.table, NAMES)
    page = still_browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{served}{HOST_PAGE}")
    tops = page.locator("#lay .row.S button").evaluate_all(
        "all => [...new Set(all.map((one) => one.getBoundingClientRect().top))]"
    )
    assert len(tops) == 1
    page.close()
