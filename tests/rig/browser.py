"""A real browser for tests: started once for all of them. Never decides what a page should be."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    TimeoutError,
    ViewportSize,
    expect,
    sync_playwright,
)

from rig import chromium, costs
from rig.contexts import OPEN, Kept, close, forget
from rig.patience import PATIENCE_S
from rig.ports import is_free

# Chromium runs as root in CI, and asks nobody outside for anything.
WAIT_MS: Final = 1000 * PATIENCE_S  # for something to appear: some machines are slow
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No page lives long enough to earn what optimising its scripts costs.
    "--js-flags=--no-opt --no-maglev",
    # A page that wants to be alone (Cross-Origin-Opener-Policy) would begin a second process each
    # time, a quarter of what a page costs: tests/web/safety/test_policy.py looks at the header. The
    # others are what Playwright does without: of two such lists the later one counts.
    "--disable-features=CrossOriginOpenerPolicy,AvoidCorsURLLoaderRestartOnRedirect,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,ThirdPartyStoragePartitioning",
)
TOGETHER: Final = (
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface",
)
"""What draws and what fetches has no process of its own, in the engine without windows.

There each message between processes costs more than what it asks for. The second feature is
Playwright's, whose list counts no longer.
"""
STILL: Final = "--disable-threaded-compositing"
"""With this it draws nothing, and so no page gets a frame: one can ask it, but not press its keys.

What is laid out, styled and read is the same, for a fifth less of a processor's time.
"""
STARTS: Final = 3
Scheme = Literal["light", "dark"]
LOOKS: Final[tuple[tuple[str, Scheme], ...]] = (
    ("en", "light"),
    ("ja", "dark"),
    ("en", "dark"),
    ("ja", "light"),
)
"""Each language in each light; the moments of a game take them in turns."""
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SMALL_PHONE: Final[ViewportSize] = {"width": 320, "height": 640}
SIDEWAYS: Final[ViewportSize] = {"width": 844, "height": 390}
WIDER: Final = """width => {
  const {scrollWidth} = document.documentElement;
  const sideways = [...document.querySelectorAll("#own, dialog[open]")]
    .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.id);
  return innerWidth === width && scrollWidth === width ? sideways : [innerWidth, scrollWidth];
}"""
"""What sticks out of a screen of this width, or of what lies over a page, if anything does."""
MOVES: Final = """() => {
  window.moved = [];
  const told = ({ node, previousRect: was, currentRect: is }) =>
    `${node?.className ?? node?.data}${node?.id ?? ""} ${was.x},${was.y} > ${is.x},${is.y}`;
  const watch = (list) => list.getEntries().forEach(({ value, sources }) =>
    moved.push(value, ...sources.map(told)));
  new PerformanceObserver(watch).observe({ type: "layout-shift" });
}"""
"""What moves in sight, whoever touched what."""
IN_SIGHT: Final = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))"
"""A frame later: what is moved now is known."""
INSPECTOR: Final = (
    "((WeakMap, WeakSet) => {"
    + AXE_SCRIPT
    + """})(
  class {
    #key = Symbol();
    get(one) { return one?.[this.#key]; }
    has(one) { return this.#key in Object(one); }
    set(one, value) { one[this.#key] = value; return this; }
    delete(one) { return delete one[this.#key]; }
  },
  class {
    #key = Symbol();
    has(one) { return this.#key in Object(one); }
    add(one) { one[this.#key] = true; return this; }
    delete(one) { return delete one[this.#key]; }
  },
);
(() => {
  const {prototype} = axe.commons.color.Color;
  const parse = prototype.parseString;
  const known = new Map();
  prototype.parseString = function (text) {
    if (!known.has(text)) {
      parse.call(this, text);
      known.set(text, [this.r, this.g, this.b, this.alpha]);
    }
    [this.r, this.g, this.b, this.alpha] = known.get(text);
    return this;
  };
})();
(() => {
  const contrast = axe._audit.checks["color-contrast"];
  const evaluate = contrast.evaluate;
  const numbers = new Map();
  let drawn = new Map(), clear = new Set();
  axe.lookAnew = () => [drawn, clear] = [new Map(), new Set()];
  const numberOf = (words) => {
    if (!numbers.has(words)) numbers.set(words, numbers.size);
    return numbers.get(words);
  };
  const told = (each, ...names) => {
    const style = getComputedStyle(each);
    return names.map((name) => style[name]);
  };
  const drawnOn = (each) => {
    if (each === null) return 0;
    if (!drawn.has(each)) drawn.set(each, numberOf([
      drawnOn(each.parentElement), each.tagName, each.getAttribute("class"),
      each.getAttribute("style"), ...told(each, "backgroundColor", "backgroundImage", "opacity",
        "position", "filter", "mixBlendMode"),
    ].join("|")));
    return drawn.get(each);
  };
  contrast.evaluate = function (node, ...given) {
    const like = numberOf(["text", drawnOn(node), ...told(node, "color", "fontSize", "fontWeight",
      "textShadow", "webkitTextStrokeColor", "textIndent")].join("|"));
    if (clear.has(like)) return true;
    const isClear = evaluate.call(this, node, ...given);
    if (isClear) clear.add(like);
    return isClear;
  };
})()"""
)
"""axe, which parses each colour once: else the few colours of many elements take half its time.

It keeps what is private to an object in weak maps, seven for each colour: here in the object. And
of texts that are drawn alike, on what is drawn alike, it looks at one until it is clear.
"""
IS_THERE: Final = "'axe' in window"
SEEN_BY_LIGHT: Final = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours."""
INSPECT: Final = """([part, options]) => axe.lookAnew() && axe.run(part, options)
  .then(({url, violations}) => ({url, violations}))"""

INSPECT_AGAIN: Final = """async ([part, options, forMs]) => {
  const end = performance.now() + forMs;
  for (;;) {
    axe.lookAnew();
    const { url, violations } = await axe.run(part, options);
    if (!violations.length || performance.now() > end) return { url, violations };
    await new Promise((done) => setTimeout(done, 200));
  }
}"""
AGAIN_MS: Final = 10_000
"""For so long a fault is looked for again: one of two hundred looks met keys on their way."""


@contextmanager
def opened() -> Iterator[Browser]:
    """A browser with a driver of its own."""
    with sync_playwright() as driver, launched(driver) as browser:
        yield browser


def launch(driver: Playwright, **options: Any) -> Browser:
    """Start Chromium, and again if it ends as it begins.

    One start of many hundreds is a segmentation fault, and two hundred tests had no browser.
    """
    for _ in range(STARTS - 1):
        with suppress(Error):
            return driver.chromium.launch(**options)
    return driver.chromium.launch(**options)


@contextmanager
def launched(driver: Playwright, *arguments: str) -> Iterator[Browser]:
    """Chromium ($CHROMIUM, the system's, or Chrome), with more arguments.

    Skips without one; in CI that is a failure.
    """
    expect.set_options(timeout=WAIT_MS)
    path = chromium.find()
    is_light = path is not None and Path(path).name == chromium.LIGHT
    try:
        browser = launch(
            driver,
            executable_path=path,
            channel=None if path else "chrome",
            args=[*ARGUMENTS, *(TOGETHER if is_light else ()), *arguments],
        )
    except Error as error:
        lacking = f"no browser to look through: {error.message.splitlines()[0]}"
        if os.environ.get("CI") == "true":
            pytest.fail(lacking)
        pytest.skip(lacking)
    browser.on("context", listen)
    browser.new_context = Kept(browser).lend  # type: ignore[method-assign]
    yield browser
    with costs.ending():
        browser.close()


NO_HOST: Final = "Failed to load resource: net::ERR_CONNECTION_REFUSED"
COMPLAINTS: Final[list[str]] = []
"""What the pages of all browsers have complained about since somebody last looked."""


def close_all_but(kept: Sequence[BrowserContext]) -> None:
    """Close what a test has left open that failed: it would complain in all that come after it."""
    for context in [each for each in OPEN if each not in kept]:
        with suppress(Error):
            close(context)
    COMPLAINTS.clear()


def listen(context: BrowserContext) -> None:
    """Keep whatever the pages of this context complain about. Done for each of `opened`."""
    context.on("close", forget)
    context.on("console", lambda message: keep(context, message))
    context.on("weberror", lambda thrown: COMPLAINTS.append(str(thrown.error)))
    if context not in OPEN:
        OPEN.append(context)


def hear_no_complaint(but: Sequence[str] = ()) -> None:
    """No page has complained since somebody last looked, except in words that contain one of these.

    What pages say comes with the next answer of the browser: the newest may not be heard yet.
    """
    heard = [each for each in COMPLAINTS if not any(words in each for words in but)]
    COMPLAINTS.clear()
    assert heard == [], f"a page complained: {heard}"


def keep(context: BrowserContext, message: ConsoleMessage) -> None:
    """Keep what a page says, if it complains of the host that is there."""
    if message.type not in ("error", "warning") or context not in OPEN:
        return
    address = message.location["url"]
    if not (NO_HOST in message.text and _is_served(address)):
        COMPLAINTS.append(f"{message.text} ({address})")


def _is_served(address: str) -> bool:
    """Whether a host listens there, and so has refused nobody: the one before it did, at its end.

    Rooms are served at one port after the other, and a browser says late what it was refused.
    """
    port = urlsplit(address).port
    return port is not None and not is_free(port)


def phone(
    browser: Browser,
    scheme: Scheme = "light",
    size: ViewportSize | None = None,
    has_script: bool = True,
    scale: int = 2,
) -> BrowserContext:
    """A phone with that screen, in daylight or in the dark. Nothing moves by itself on it.

    `scale` is how many points across it draws for each pixel; with 1, where nobody looks at
    points, it draws a quarter of them.
    """
    context = browser.new_context(
        viewport=size or PHONE,
        device_scale_factor=scale,
        is_mobile=True,
        has_touch=True,
        color_scheme=scheme,
        java_script_enabled=has_script,
        reduced_motion="reduce",
    )
    context.set_default_timeout(WAIT_MS)
    return context


def wire(page: Page) -> CDPSession:
    """What a page receives, of which nothing was kept before: for who weighs it."""
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    return wire


def stop_clock(page: Page) -> None:
    """Let the page's clock stand still from the first, until a test moves it; for a page to come.

    A page has as much time for all that it does as this computer takes.
    """
    page.clock.install(time=0)
    page.clock.pause_at(3_600_000)


def settled(
    page: Page,
    script: str,
    arg: object = None,
    wanted: object = None,
    patience_ms: int = WAIT_MS,
) -> Any:
    """What the script gives as soon as that is wanted: if nothing is said, an empty list.

    After that long it is what it is then. A phone whose screen was turned scales what it shows,
    and a slow one for longer; what a press does may come later too.
    """
    wanted = [] if wanted is None else wanted
    left = page.evaluate(script, arg)
    if left == wanted or not patience_ms:  # mostly at once, and asking costs less than waiting
        return left
    is_so = f"([arg, wanted]) => JSON.stringify(({script})(arg)) === JSON.stringify(wanted)"
    with suppress(TimeoutError):
        page.wait_for_function(is_so, arg=[arg, wanted], polling=100, timeout=patience_ms)
    return page.evaluate(script, arg)


def resize(page: Page, size: ViewportSize) -> None:
    """Lay a page out on a screen of this size, and tell it so: one that is not drawn may not hear.

    It would fit what it shows to the last size until something else happens: on a wall, for 12 s.
    """
    if size != page.viewport_size:  # all is laid out and drawn anew
        page.set_viewport_size(size)
        page.evaluate("dispatchEvent(new Event('resize'))")


def assert_fits(page: Page, *sizes: ViewportSize) -> None:
    """On screens of these sizes nothing sticks out sideways.

    The size that the page has, if it is among them, comes first; the page keeps the last one.
    """
    for size in sorted(sizes, key=lambda size: size != page.viewport_size):
        resize(page, size)
        found = settled(page, WIDER, size["width"])
        assert found == [], (found, page.url, size)


def violations(page: Page, part: str = "html", **options: object) -> AxeResults:
    """What shuts somebody out of this part of a page, as it is shown now (axe's options)."""
    if not page.evaluate(IS_THERE):  # half a megabyte to read, once for each document
        page.evaluate(INSPECTOR)
    return AxeResults(page.evaluate(INSPECT, [part, {"resultTypes": ["violations"], **options}]))


def assert_open(page: Page, part: str = "html", **options: object) -> None:
    """This part of a page, as it is shown now, shuts nobody out (axe, with these options)."""
    found = violations(page, part, **options)
    if found.violations_count:  # of a page that has not its last frame yet?
        wanted = [part, {"resultTypes": ["violations"], **options}, AGAIN_MS]
        found = AxeResults(page.evaluate(INSPECT_AGAIN, wanted))
    assert found.violations_count == 0, found.generate_report()


def assert_open_to_all(page: Page, *schemes: Scheme, part: str = "html") -> None:
    """This part of a page shuts nobody out, in these lights or in any."""
    first, *others = schemes or ("light", "dark")
    page.emulate_media(color_scheme=first)
    assert_open(page, part)
    for scheme in others:  # the same page: only what the light changes is inspected again
        page.emulate_media(color_scheme=scheme)
        assert_open(page, part, runOnly=SEEN_BY_LIGHT)
