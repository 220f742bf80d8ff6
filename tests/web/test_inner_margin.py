"""On a small phone no words stand at the edge of the screen, nor of the box that they stand in."""

from random import Random

import pytest
from playwright.sync_api import expect

from games.cases import CASES
from players import every_game
from rig.browser import LOOKS, WIDER, phone, settled
from tricktable.table import commands
from web.room import CODE, ask, sit
from web.safety.routes import House, reads

WIDTHS = (320, 390)
AT_EDGE = r"""(least) => {
  const faults = [], boxes = ".turn, .sheet, .panel, .table-top, .note, .banner, .ask, .gains li";
  const isBox = (each) => {
    const { backgroundColor, backgroundImage, borderLeftWidth } = getComputedStyle(each);
    return backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none"
      || borderLeftWidth !== "0px";
  };
  const seenWithin = (holder) => {
    let [from, to] = [-Infinity, Infinity];
    for (let each = holder; each && each !== document.body; each = each.parentElement) {
      if (getComputedStyle(each).overflowX === "visible") continue;
      const { left, right } = each.getBoundingClientRect();
      [from, to] = [Math.max(from, left), Math.min(to, right)];
    }
    return [from, to];
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = walk.nextNode()); ) {
    const holder = text.parentElement;
    if (!text.data.trim() || holder.closest(".unseen, svg, script, noscript, .swept")) continue;
    const seen = { visibilityProperty: true, contentVisibilityAuto: true };
    if (!holder.checkVisibility(seen)) continue;
    if (getComputedStyle(holder).clipPath !== "none") continue;
    const wide = holder.closest(".wide");
    if (wide && wide.scrollWidth > wide.clientWidth + 1) continue;
    const box = holder.closest("h1, h2, h3, p") && holder.closest(boxes);
    const range = document.createRange();
    range.selectNodeContents(text);
    const [from, to] = seenWithin(holder);
    for (const whole of range.getClientRects()) {
      const [left, right] = [Math.max(whole.left, from), Math.min(whole.right, to)];
      if (right - left < 2) continue;
      const words = `${holder.tagName} ${text.data.trim().slice(0, 30)}`;
      if (left < least || right > innerWidth - least) faults.push(`${words}: ${left}-${right}`);
      if (!box || !isBox(box)) continue;
      const edge = box.getBoundingClientRect();
      if (left < edge.left + least || right > edge.right - least)
        faults.push(`${words}: ${left}-${right} in ${box.className} ${edge.left}-${edge.right}`);
    }
  }
  return [...new Set(faults)];
}"""
"""The words that come nearer than this many pixels to an edge, as far as they are seen: what a row
that scrolls or a line that ends in dots has beyond its own box is not."""
CUT = """() => [...document.querySelectorAll("th, td")]
  .filter((cell) => cell.checkVisibility() && getComputedStyle(cell).overflowX !== "visible")
  .filter((cell) => cell.scrollWidth > cell.clientWidth)
  .map((cell) => `${cell.closest("table").className}: ${cell.textContent.trim()}`)"""
"""The cells of tables that show only a part of their words."""
LEAST = 6
SEATS = [(name, 6 if 6 in case.game.players else 4) for name, case in CASES.items()]
NAMES = ("Maximiliane-Charlotte", "ゆき", "Bartholomew", "佐々木 次郎", "Eve", "Fay")


def faults(page):
    """What is wrong with this page on each phone."""
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        wrong = [settled(page, WIDER, width), settled(page, AT_EDGE, LEAST), settled(page, CUT)]
        if any(wrong):
            found[width] = wrong
    return found


def test_every_page_keeps_its_margin(browser, watch, tmp_path):
    house = House(tmp_path)
    pages = []
    for path in reads(house.room.app):
        if not path.endswith("/live") and "/overlay" not in path:
            with house.here.get(path) as answer:
                is_page = answer.status_code == 200 and answer.mimetype == "text/html"
                if is_page and 'name="viewport"' in answer.text:
                    pages.append(path)
    assert len(pages) > 15
    found = {}
    with house.room.served() as url:
        for tongue, scheme in LOOKS[:2]:
            page = watch(phone(browser, scheme))
            for path in pages:
                page.goto(f"{url}{path}?lang={tongue}")
                if wrong := faults(page):
                    found[path, tongue] = wrong
            page.context.close()
    house.room.close()
    assert found == {}


@pytest.mark.parametrize(("name", "count"), SEATS)
def test_the_table_keeps_it_before_a_game_in_a_trick_and_at_the_end(
    room, served, browser, watch, name, count
):
    played = every_game.by_chance(Random(3), name, count, is_tidy=True)
    given = dict(played.header.given)
    ask(room.table, commands.NewGame(name, count, list(NAMES[:count]), given))
    pages = [(tongue, watch(phone(browser, scheme))) for tongue, scheme in LOOKS[:2]]
    token = sit(room.table, 1)
    found, done = {}, 0
    for upto, looks in ((0, pages[:1]), (5, pages[1:]), (len(played.lines), pages)):
        with room.curtain.down():
            for line in played.lines[done:upto]:
                ask(room.table, commands.Enter(line))
        done = upto
        for tongue, page in looks:
            for path, shown in (
                (f"/t/{CODE}", "h1"),
                (f"/t/{CODE}/wall", "h1"),
                (f"/t/{CODE}/overlay", "#table"),
                (f"/host/t/{CODE}", "h1"),
                (f"/t/{CODE}/seat", "#own[data-state=sits]"),
            ):
                page.goto(f"{served}{path}?lang={tongue}#{token}")
                expect(page.locator(shown).first).to_be_visible()
                if wrong := faults(page):
                    found[upto, path, tongue] = wrong
    assert found == {}
