"""What holds for every page, and looks at it wherever a test has come: a value for each.

An inspector is a script of a page that gives what is wrong there, so that a failure names it, the
page, the moment and the size. Each is tried on a small wrong page in `test_inspectors.py`.
"""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page, ViewportSize

from rig.browser import WAIT_MS, Scheme, resize, settled, violations

GUEST, SEAT, HOST, WALL = "guest", "seat", "host", "wall"
OVERLAY, OTHER = "overlay", "other"
ON_PHONES: Final = frozenset({GUEST, SEAT, HOST, OTHER})
EVERYWHERE: Final = frozenset({*ON_PHONES, WALL, OVERLAY})
TABLES: Final = frozenset({GUEST, HOST})
UNFOLD: Final = "document.querySelectorAll('details').forEach((each) => (each.open = true))"
LETTERS: Final = "size => document.documentElement.style.fontSize = size"
TWICE: Final = "200%"


class Inspector(NamedTuple):
    """What is looked for, by a script that gives what is wrong."""

    name: str
    script: str
    on: frozenset[str]
    """The kinds of pages on which it holds."""
    letters: frozenset[str] = frozenset({"", TWICE})
    """The sizes of letters with which it holds."""
    names: frozenset[str] = frozenset({"usual", "long"})
    """With which names it holds: one that is very long, or all of them rather long."""


ONCE: Final = frozenset({""})
USUAL, LONG = frozenset({"usual"}), frozenset({"long"})


SHARED: Final = r"""
  const pieces = (text, index, word) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const textsIn = function* (part) {
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text; (text = walk.nextNode()); ) yield text;
  };
  const broken = (parts, letters, isLeftOut = () => false) => [...parts].flatMap((part) =>
    [...textsIn(part)].filter((text) => !isLeftOut(text.parentElement)).flatMap((text) =>
      [...text.data.matchAll(letters)].filter(({ index, 0: word }) => pieces(text, index, word) > 1)
        .map(([word]) => `${word} in ${text.parentElement.className || part.className}`)));
  const all = (selector) => [...document.querySelectorAll(selector)];
  const shown = (selector) => all(selector).filter((each) => each.checkVisibility());
  // A touch anywhere on a trick unfolds it.
  const touched = (each) => each.matches(".tricks th summary") ? each.closest("tr") : each;
  const small = (parts) => parts.map((each) => [each, touched(each).getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
    .map(([each, box]) => `${each.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`);
"""
"""What several of them use."""


def page_script(script: str) -> str:
    """A script that uses it, where a test asks it alone."""
    return f"() => {{ {SHARED} return ({script})(); }}"


STICKS_OUT: Final = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth === clientWidth ? [] : [`${scrollWidth} of ${clientWidth}`];
}"""
"""A phone's `innerWidth` grows with what sticks out; what it lays pages out for does not."""

AT_EDGE: Final = """() => {
  const least = 6, { clientWidth } = document.documentElement;
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
      if (left < least || right > clientWidth - least) faults.push(`${words}: ${left}-${right}`);
      if (!box || !isBox(box)) continue;
      const edge = box.getBoundingClientRect();
      if (left < edge.left + least || right > edge.right - least)
        faults.push(`${words}: ${left}-${right} in ${box.className} ${edge.left}-${edge.right}`);
    }
  }
  return [...new Set(faults)];
}"""
"""The words that come nearer than six pixels to an edge, as far as they are seen: what a row that
scrolls or a line that ends in dots has beyond its own box is not."""

CUT: Final = """() => all("body *").filter((each) => each.scrollWidth > each.clientWidth + 1)
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".unseen"))
  .filter((each) => {
    const { overflowX, clipPath, display } = getComputedStyle(each);
    return overflowX.match(/hidden|clip/) && clipPath === "none" && display !== "inline";
  }).filter((each) => each.innerText?.trim())
  .filter((each) => ![...document.querySelectorAll("button, th, td, li, p")].some((other) =>
    !other.contains(each) && other.textContent.includes(each.textContent.trim())))
  .map((each) => `${each.tagName} ${each.className}: ${each.textContent.trim()}`)"""
"""What shows only a part of its words, and neither scrolls nor has them whole elsewhere."""

CROWDED: Final = """() => [...document.querySelectorAll("#table table")]
  .filter((each) => each.offsetWidth > each.parentElement.clientWidth)
  .map((each) => each.innerText)"""

CUT_NAMES: Final = """() => all("#table .tricks thead th").flatMap((head) => {
  const { overflowX, textOverflow } = getComputedStyle(head);
  const isCut = head.scrollWidth > head.clientWidth || head.scrollHeight > head.clientHeight;
  return isCut || overflowX !== "visible" || textOverflow !== "clip" ? [head.textContent] : [];
})"""
"""The names above tricks of which a part is not shown."""

SMALL_KEYS: Final = (
    """() => small(shown("#own :is(button, summary, label:not([for=keep-word]), [name=count])"))"""
)

SMALL_TARGETS: Final = """() => small(shown("button, select, summary, a, input")
  .filter((each) => each.type !== "hidden"))"""

BROKEN: Final = r"""() => [...textsIn(document.body)].flatMap((text) => {
  const holder = text.parentElement;
  if (!text.data.trim() || pieces(text, 0, text.data) === 1) return [];
  if (holder.closest("script, noscript, .unseen, .address")) return [];
  if (!holder.checkVisibility({ visibilityProperty: true })) return [];
  if (getComputedStyle(holder).clipPath !== "none") return [];
  return [...text.data.matchAll(/[A-Za-z0-9]+|ゆき/g)]
    .filter(({ index, 0: word }) => pieces(text, index, word) > 1)
    .map(([word]) => `${word} in ${holder.parentElement.outerHTML.slice(0, 90)}`);
})"""
"""The words and names that break within; an address has no other place to."""

BROKEN_KEYS: Final = r"""() =>
  broken(shown(".keys span, .place .said"), /[\u30a1-\u30fa\u30fc]+/g)"""
"""The words in katakana on keys and in places that break: in running text they may."""

BROKEN_CELLS: Final = r"""() => broken(shown("td:not([colspan]), thead th"),
  /[\u3005\u30a1-\u30fa\u30fc\u4e00-\u9fff]{2,}/g, (holder) => holder.closest("bdi, p, .unseen"))"""
"""The Japanese words in a table's cells that break within; a sentence has a whole row."""

NEAR_FIGURES: Final = """() => shown(".teams td + td:has(b)").map((cell) => {
  const [before, after] = [cell.previousElementSibling, cell].map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect();
  });
  const figures = `${cell.previousElementSibling.textContent} ${cell.textContent}`;
  return [figures, after.left - before.right];
}).filter(([, gap]) => gap < 6).map(([what, gap]) => `${what}: ${gap}`)"""
"""Figures that stand so near to what is before them that they are read as one."""

HIGH: Final = """() => {
  const dock = document.querySelector(".dock");
  const isApart = getComputedStyle(dock).position === "static";  // below the table, on one page
  return !isApart && dock.offsetHeight > innerHeight ? [dock.offsetHeight] : [];
}"""
"""A seat's part that is higher than its screen."""

NEAR_COUNTS: Final = """() => shown("td:has(.open, .shut)").map((cell) => [cell.textContent,
  cell.firstElementChild.getBoundingClientRect().left
  - cell.previousElementSibling.firstElementChild.getBoundingClientRect().right])
  .filter(([, gap]) => gap < 6).map(([what, gap]) => `${what}: ${gap}`)"""
"""What can still be, too near to the count."""

COVERED: Final = """() => {
  const covers = (hit, each) => hit && !each.contains(hit) && !hit.contains(each)
    && ![...(each.labels ?? [])].some((label) => label.contains(hit));
  const isHidden = (x, y, each) => {
    const hit = document.elementFromPoint(x, y);
    return hit === null ? "outside" : covers(hit, each) ? `below ${hit.outerHTML}` : null;
  };
  const reached = [...document.querySelectorAll("a, button, input, select, summary, [tabindex]")]
    .filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility())
    .filter((each) => !each.closest("[inert]"));
  const found = [];
  for (const each of [...reached, ...reached.toReversed()]) {
    each.focus();
    if (document.activeElement !== each) continue;
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [[x, y], [x, top + 2], [x, bottom - 2], [left + 2, y], [right - 2, y]];
    const hidden = points.map(([x, y]) => isHidden(x, y, each)).filter(Boolean);
    // Of a table, or of what is nearly as high as the screen, a part is enough.
    const isLong = each.matches("[role=group]") || bottom - top > 0.75 * innerHeight;
    if (hidden.length > (isLong ? points.length - 1 : 0))
      found.push(`${each.outerHTML.slice(0, 90)} ${hidden[0].slice(-100)} ${top} ${bottom}`);
  }
  return reached.length > 0 ? [...new Set(found)] : ["nothing can be reached"];
}"""
"""What is not seen whole where the focus is on it, forwards and back."""

OVERFLOWS: Final = """() => [document.documentElement, ...all(".now, .sheets")]
  .filter((each) => each.scrollHeight > each.clientHeight + 1
    || each.scrollWidth > each.clientWidth + 1)
  .map((each) => `<${each.className}>`)"""

CUT_ROWS: Final = """() => [...document.querySelectorAll(".wide")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""

CLASHES: Final = r"""() => {
  const shown = (each) => each.checkVisibility({ visibilityProperty: true })
    && !each.closest(".unseen, svg, .tag.plain");
  const boxes = [], wrong = [], { clientWidth } = document.documentElement;
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
    if (box.left < 0 || box.right > clientWidth + 1 || box.bottom > innerHeight + 1)
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
  // What a card counts stands on it.
  const counts = (a, b) => a.holder.closest(".worth") && b.holder.matches(".card")
    && a.holder.closest(".place") === b.holder.closest(".place");
  boxes.forEach((a, number) => boxes.slice(number + 1).forEach((b) => {
    if (a.holder.contains(b.holder) || b.holder.contains(a.holder)) return;
    if (counts(a, b) || counts(b, a)) return;
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1 && down > 1) wrong.push(`${a.what} lies on ${b.what}`);
  }));
  return wrong;
}"""
"""What lies on something else on the wall, and what its box or the screen cuts."""

CARDS_COVERED: Final = """() => {
  const words = [...document.querySelectorAll(".table-top > h2 > *")]
    .map((each) => each.getBoundingClientRect());
  const lies = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return [...document.querySelectorAll(".place :is(.card, .gap)")]
    .filter((each) => words.some((word) => lies(word, each.getBoundingClientRect())))
    .map((each) => each.textContent);
}"""

CUT_EDGES: Final = """() => [...document.querySelectorAll(".sheets .small")]
  .filter((each) => each.checkVisibility())
  .map((each) => getComputedStyle(each).boxShadow)
  .filter((shadow) => !shadow.includes("inset"))"""
"""What draws an edge around a chip, where the box of its table cuts it."""

JOINTS: Final = r"""() => document.documentElement.lang !== "ja" ? []
  : [...textsIn(document.body)].filter(({ parentElement: holder }) =>
    !holder.closest("script, style, noscript, .address")).flatMap(({ data }) =>
    data.match(/.{0,9}(?:[\u3001\u3002\uff01\uff1f] |[ぁ-ヶ一-龠][.!?](?: |$)).{0,9}/) ?? [])"""
"""The words around a Latin blank or a Latin full stop in Japanese."""

STRAY_MARKS: Final = r"""() => [...textsIn(document.body)].flatMap((text) => {
  const lineOf = (at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getClientRects()[0];
  };
  for (const { index } of text.data.matchAll(/(?<=\S\s*)\u00b7/g)) {
    const [own, before] = [index, text.data.slice(0, index).trimEnd().length - 1].map(lineOf);
    if (own?.height && own.top >= before?.bottom - 1) return [text.parentElement.textContent];
  }
  const at = text.data.search(/\S/);
  const marks = ",.;:!?)\u00b7\u3001\u3002\uff01\uff09\uff1a\uff1f";
  if (!marks.includes(text.data[at] ?? "x")) return [];
  if (!text.parentElement.checkVisibility({ visibilityProperty: true })) return [];
  let before = text;
  while (!before.previousSibling && getComputedStyle(before.parentElement).display === "inline")
    before = before.parentElement;
  if (!before.previousSibling) return [];
  const range = document.createRange();
  range.selectNode(before.previousSibling);
  const last = [...range.getClientRects()].at(-1);
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  const [own] = range.getClientRects();
  return last && own && last.bottom <= own.top + 1 ? [text.parentElement.textContent] : [];
})"""
"""The lines that begin with a mark that ends what stands before it."""

PARTED: Final = """() => shown(".scores span, .score li").filter((each) => {
  const range = document.createRange();
  range.setStart(each, 0);
  range.setEndBefore(each.lastElementChild);
  const { bottom } = range.getBoundingClientRect();
  return each.lastElementChild.getBoundingClientRect().top > bottom - 2;
}).map((each) => each.textContent)"""
"""The figures that stand in a line of their own, below the name to which they belong."""

ALONE: Final = """() => shown(".is-over .gains, .whose, .keys:not(.rests)").filter((group) => {
  const tops = [...group.children].filter((each) => each.matches("li, label"))
    .map((each) => each.getBoundingClientRect().top);
  return tops.length === 4 && tops[3] > tops[2] + 20 && tops[2] < tops[0] + 20;
}).map((each) => each.textContent)"""
"""What stands as three and one, where two and two have room."""

INSPECTORS: Final = (
    Inspector("nothing sticks out sideways", STICKS_OUT, EVERYWHERE),
    Inspector("words keep their margin", AT_EDGE, EVERYWHERE, ONCE),
    Inspector("no words are cut", CUT, EVERYWHERE),
    Inspector("tables fit their boxes", CROWDED, frozenset({GUEST, SEAT}), ONCE, USUAL),
    Inspector("names above tricks are whole", CUT_NAMES, TABLES, names=LONG),
    Inspector("a seat's keys are large", SMALL_KEYS, frozenset({SEAT}), ONCE),
    Inspector("what a finger must hit is large", SMALL_TARGETS, frozenset({HOST}), ONCE),
    Inspector("Japanese has no Latin blanks and full stops", JOINTS, EVERYWHERE, ONCE, USUAL),
    Inspector("no line begins with a comma or a point", STRAY_MARKS, EVERYWHERE),
    Inspector("a score stands beside its name", PARTED, ON_PHONES, ONCE),
    Inspector("four do not stand as three and one", ALONE, ON_PHONES),
    Inspector("words are whole", BROKEN, ON_PHONES, names=USUAL),
    Inspector("short words in Japanese are whole", BROKEN_KEYS, EVERYWHERE, ONCE),
    Inspector("words in Japanese tables are whole", BROKEN_CELLS, EVERYWHERE, ONCE),
    Inspector("figures keep their distance", NEAR_FIGURES, ON_PHONES, ONCE),
    Inspector("a seat's part fits its screen", HIGH, frozenset({SEAT}), names=USUAL),
    Inspector("what can still be keeps its distance", NEAR_COUNTS, frozenset({GUEST}), ONCE),
    Inspector("the wall holds all of it", OVERFLOWS, frozenset({WALL}), names=USUAL),
    Inspector("rows of the wall are whole", CUT_ROWS, frozenset({WALL})),
    Inspector("nothing lies on anything else", CLASHES, frozenset({WALL}), names=LONG),
    Inspector("no word lies on a card", CARDS_COVERED, frozenset({WALL})),
    Inspector("chips have their whole edge", CUT_EDGES, frozenset({WALL})),
)


@lru_cache
def _script(kind: str, letters: str, names: str) -> str:
    """All that holds for such pages, in one: what is wrong, by the name of the inspector."""
    looks = "".join(
        f"look({json.dumps(each.name)}, {each.script});\n"
        for each in INSPECTORS
        if kind in each.on and letters in each.letters and names in each.names
    )
    return (
        "() => {"
        + SHARED
        + """
  const found = {};
  const look = (name, inspect) => {
    const wrong = [...new Set(inspect())];
    if (wrong.length) found[name] = wrong;
  };
"""
        + looks
        + "return found; }"
    )


def faults(
    page: Page,
    kind: str,
    names: str,
    sizes: Iterable[ViewportSize],
    letters: str = "",
    patience_ms: int = WAIT_MS,
) -> dict[str, Any]:
    """What is wrong with this page as it is now, on screens of these sizes: by size and inspector.

    The page keeps the last size. What is still wrong after that long is waited for on no other
    screen: the test would hang, and nobody would hear what was wrong.
    """
    page.evaluate(LETTERS, letters)
    found: dict[str, Any] = {}
    for size in sizes:
        resize(page, size)
        wrong = settled(page, _script(kind, letters, names), wanted={}, patience_ms=patience_ms)
        found |= {f"{size['width']} px, {name}": told for name, told in wrong.items()}
        patience_ms *= not found
    if letters:
        page.evaluate(LETTERS, "")
    return found


def shut(page: Page, scheme: Scheme) -> dict[str, str]:
    """Whom this page shuts out in this light (axe)."""
    page.emulate_media(color_scheme=scheme)
    found = violations(page)
    return {f"axe, {scheme}": found.generate_report()} if found.violations_count else {}
