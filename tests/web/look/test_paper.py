"""Every page that people print is whole on paper, in either light and either language."""

import re
from datetime import date

import pytest

from rig.browser import SEEN_BY_LIGHT, WAIT_MS, assert_open, phone, settled
from tricktable.club.people import words
from tricktable.web import limits
from web.inspectors import UNFOLD
from web.people.played_games import NAMES, play
from web.room import CODE, sit

ORIGIN = {"Origin": "http://localhost"}
TODAY = date.today().isoformat()  # noqa: DTZ011 - a game counts on the day where the host is
A4 = {"width": 680, "height": 1000}
"""What the margins of A4 leave, in CSS pixels."""
FAULTS = r"""() => {
  const all = (selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility({ contentVisibilityAuto: true }));
  const faults = [];
  const find = (what, some) => some.forEach((each) => faults.push(
    `${what}: ${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 30)}`));
  const css = (each) => getComputedStyle(each);
  find("control", all("button, input, select, textarea, form, nav, .door, .link, .foot")
    .concat(all("summary").filter((each) => each.parentElement.querySelector("form"))));
  find("moves", all("body *").filter((each) => ["sticky", "fixed"].includes(css(each).position)));
  find("scrolls", all(".wide").filter((each) => css(each).overflowX !== "visible"));
  find("wider", all("body *").filter((each) => !each.closest(".unseen")
    && each.getBoundingClientRect().right > innerWidth + 1));
  find("covers rules", all("th, td").filter((each) =>
    css(each).backgroundColor !== "rgba(0, 0, 0, 0)"));
  find("row splits", all("tr, li, .sum, .cut").filter((each) =>
    !css(each).breakInside.startsWith("avoid") && !each.querySelector("details")));
  find("head is not repeated", all("thead").filter((each) =>
    css(each).display !== "table-header-group"));
  find("head stays behind", all("h1, h2, h3, caption, thead, tr.game").filter((each) =>
    !css(each).breakAfter.startsWith("avoid")));
  find("leaves a page empty", all(".sheet").filter((each) =>
    css(each).breakInside.startsWith("avoid")));
  const paper = (each) => css(each).backgroundColor;
  const light = ["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"];
  find("dark", all("html, body, main, section, .sheet, .turn, table").filter((each) =>
    !light.includes(paper(each)) || css(each).backgroundImage !== "none"));
  if (css(document.documentElement).colorScheme.includes("dark")) faults.push("dark scheme");
  return faults;
}"""
"""What is wrong with a page as it is printed."""
PAGES = (
    f"/t/{CODE}/evening",
    f"/t/{CODE}/game/1",
    f"/host/t/{CODE}/export/sheet",
    "/season",
    "/people",
    "/competition/cards",
    "/competition/result",
    "/games/troika/rules",
)


@pytest.fixture
def held(room, client, guest, monkeypatch):
    """A season, a person who keeps games, and a competition in its first round."""
    monkeypatch.setattr(words, "COST", words.Cost(2, 1, 1))
    limits.init_app(room.app, lambda: 0)
    for seed in range(2):
        play(room.table, seed=40 * seed)
    headers = {**ORIGIN, "X-Seat-Token": sit(room.table, 0)}
    guest.post(f"/t/{CODE}/seat/keep", data={"word": "my own word"}, headers=headers)
    season = {"do": "season", "first": TODAY, "last": TODAY, "by": "wins", "least": "1"}
    client.post("/club/people", data=season, headers=ORIGIN)
    form = {"title": "Monday", "game": "triatri:4", "movement": "swiss", "do": "announce"}
    form["entrants"] = "Maximiliane-Charlotte\nBo\nCy\n佐々木 次郎"
    for act in (form, {"do": "begin", "round": "1"}):
        answer = client.post("/club/competition", data=act, headers=ORIGIN)
        found = re.search(r'name="seen" value="(\w+)"', answer.text)
        if found:
            client.post("/club/competition", data={**act, "seen": found[1]}, headers=ORIGIN)


@pytest.mark.usefixtures("held")
def test_what_is_printed_is_whole_and_light_and_nothing_to_press(served, browser, watch):
    page = watch(phone(browser, "dark", A4, scale=1))
    found = {}
    for path in PAGES:
        for tongue in ("en", "ja"):
            page.goto(f"{served}{path}?lang={tongue}")
            if path == "/people":
                page.locator("#name").fill(NAMES[0])
                page.locator("#word").fill("my own word")
                page.locator("form.sheet button.main").click()
                page.locator("#kinds").wait_for()
            page.evaluate(UNFOLD)
            page.emulate_media(media="print", color_scheme="dark")
            if wrong := settled(page, FAULTS, patience_ms=0 if found else WAIT_MS):
                found[path, tongue] = wrong
            if tongue == "en":  # its colours have no language
                assert_open(page, runOnly=SEEN_BY_LIGHT)
            page.emulate_media(media="screen")
    assert found == {}
