"""On the wall no words and no cards lie on others, and none are cut, whatever is being played."""

from itertools import cycle

import pytest

from games.cases import CASES
from games.reached import course_of, phase_of
from players import every_game
from rig.browser import settled
from tricktable.table import commands
from web.room import CODE, ask

SIZES = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})
NAMES = (
    "Maximilianus",
    "Anna-Charlotte",
    "佐々木 次郎",
    "Bartholomew",
    "Konstantinos",
    "Friederike",
    "Wilhelmina",
    *("Alexandrina", "Christopher", "Margarethe W", "Jo", "ゆき", "Ed"),
)
MOMENTS = 6
"""So many of a game are looked at, spread over all kinds that it reached."""
TURNS = 2
"""So many sheets are looked at in each."""
CLASHES = r"""() => {
  const shown = (each) => each.checkVisibility({ visibilityProperty: true })
    && !each.closest(".unseen, svg, .tag.plain");
  const boxes = [], wrong = [];
  const add = (holder, what, { left, right, top, bottom }, slack) => {
    if (right - left < 2 || bottom - top < 2) return;
    const box = { holder, what, left, right, top: top + slack, bottom: bottom - slack };
    boxes.push(box);
    for (let each = holder; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const edge = each.getBoundingClientRect();
      if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1
        || box.bottom > edge.bottom + 1) wrong.push(`${what} is cut by ${each.className}`);
    }
    if (box.left < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      wrong.push(`${what} leaves the screen`);
  };
  const walk = document.createTreeWalker(document.querySelector(".screen"), NodeFilter.SHOW_TEXT);
  for (let text; (text = walk.nextNode()); ) {
    if (!text.data.trim() || !shown(text.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects())  // of a line, what is above and below its letters
      add(text.parentElement, text.data.trim(), rect, 0.2 * rect.height);
  }
  const solid = ".screen :is(.card, .gap, .small, .said, .heap, .qr)";
  for (const each of document.querySelectorAll(solid)) {
    const what = `<${each.className}> ${each.textContent}`;
    if (shown(each)) add(each, what, each.getBoundingClientRect(), 0);
  }
  const whole = document.createTreeWalker(document.querySelector(".screen"), NodeFilter.SHOW_TEXT);
  for (let text; (text = whole.nextNode()); ) {
    if (!shown(text.parentElement) || text.parentElement.closest(".said")) continue;
    for (const { index, 0: word } of text.data.matchAll(/[A-Za-z]+|[\u30a1-\u30fc]+|ゆき/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) wrong.push(`${word} is broken`);
    }
  }
  boxes.forEach((a, number) => boxes.slice(number + 1).forEach((b) => {
    if (a.holder.contains(b.holder) || b.holder.contains(a.holder)) return;
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1 && down > 1) wrong.push(`${a.what} lies on ${b.what}`);
  }));
  return wrong;
}"""
"""What lies on something else, and what its box or the screen cuts."""
TABLES = [*dict.fromkeys([*every_game.USUAL, *every_game.FULLEST])]


def sampled(course):
    """After how many entries to look: of each kind of moment the newest, which shows the most."""
    newest = sorted({phase_of(seen): at for at, seen in enumerate(course.views)}.values())
    return [newest[step * (len(newest) - 1) // (MOMENTS - 1)] for step in range(MOMENTS)]


@pytest.mark.parametrize(("name", "count"), TABLES)
def test_nothing_lies_on_anything_else_and_nothing_is_cut_or_broken(
    room, served, browser, watch, name, count
):
    course = course_of(CASES[name], count, 3, is_tidy=True)
    given = dict(course.header.given)
    ask(room.table, commands.NewGame(name, count, list(NAMES[:count]), given))
    page = watch(browser.new_context(viewport=SIZES[0], reduced_motion="reduce"))
    found, before = {}, 0
    for number, tongue in zip(sampled(course), cycle(("en", "ja")), strict=False):
        with room.curtain.down():
            for line in course.lines[before:number]:
                ask(room.table, commands.Enter(line))
        before = number
        page.goto(f"{served}/t/{CODE}/wall?lang={tongue}")
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        for size in SIZES:
            page.set_viewport_size(size)
            for turn in range(TURNS):
                wrong = settled(page, CLASHES)
                if wrong:
                    found[number, tongue, size["width"], turn] = wrong
                page.keyboard.press("ArrowRight")
    assert found == {}
