"""What a phone's owner sees: a card on the page, a page from nothing or after sleep, its weight.

The page is drawn by a real Chromium. Its clock is this machine's; an instant counts once the frame
with it is out. For a card the board is the shipped firmware on simulated chips, as for `card`.
"""

import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from playwright.sync_api import Browser, Page

from bench.bench_card import CARDS_A_ROUND, ROUNDS, Table
from bench.host import CODE, DECK, Host, started
from bench.measure import percentile
from bench.report import Row
from rig import chromium, tabs
from rig.browser import opened, phone
from rig.network import Network
from rig.patience import until
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.text.names import card_name
from web import room as rooms

MOST_SHOWN_MS = {1: 100, 200: 120}
MOST_COLD_MS = 1000
MOST_AWAKE_MS = 1000
MOST_BYTES = 60_000
SLOWDOWN = 4
TIMES = 7
"""So often a page is opened, woken up, and seen again; the first warms up the host."""
PLAYED = ("2C", "9H", "3C", "4C", "5C", "6C", "7C")
"""Laid one by one while nobody looks."""
WAIT_MS = 60_000
ASLEEP_S = 3.0
"""Longer than a beat, so that the page knows that it has missed something."""
PAGES = {"guest's page": "", "seat's page": "/seat", "wall": "/wall"}

DRAWN = """
  window.drawn = {};
  document.addEventListener("table:view", () => requestAnimationFrame(() => setTimeout(() => {
    const at = Date.now(), now = performance.now();
    window.liveMs ??= now;
    for (const card of document.querySelectorAll("#table [role=img]"))
      drawn[card.getAttribute("aria-label")] ??= at;
  })));
"""
"""Notes when the first view from the stream, and each card, was on the screen."""
UNTIL_DRAWN = "card => new Promise(resolve => { const look = () => card in drawn ? \
resolve(drawn[card]) : setTimeout(look, 5); look(); })"
UNTIL_LIVE = "() => new Promise(resolve => { const look = () => window.liveMs ? \
resolve(liveMs) : setTimeout(look, 5); look(); })"
WORK = "() => { const began = performance.now(); let x = 0; \
for (let i = 0; i < 3e7; i++) x += i % 7; return performance.now() - began + 0 * x; }"


def rows() -> Iterable[Row]:
    """The figures, as long as there is a browser to look through."""
    if chromium.find() is None:
        yield Row("pages in a browser", "not measured", "", None, "no Chromium on this machine")
        return
    with opened() as browser:
        for phones, most_ms in MOST_SHOWN_MS.items():
            yield _shown(browser, phones, most_ms)
        yield from _opened(browser)


# --- a card -------------------------------------------------------------------------------------


def _shown(browser: Browser, phones: int, most_ms: int) -> Row:
    """Cards laid on the board until a page shows them; the page joined last of all phones."""
    with (
        tempfile.TemporaryDirectory() as folder,
        SimulatedBoard.start(seed=7) as board,
        started(Path(folder), board.port) as host,
    ):
        table = Table(board, host, phones)
        table.meet()
        page = _page(browser, host)
        taken = list(_cards(table, page))
        page.context.close()
        table.close()
    rounds = [taken[at : at + CARDS_A_ROUND] for at in range(0, len(taken), CARDS_A_ROUND)][1:]
    p95_ms = statistics.median(percentile(each, 95) for each in rounds)
    beside = f"median {statistics.median(taken):.0f} ms; a frame is 17 ms"
    others = "1 phone" if phones == 1 else f"{phones} phones"
    what = f"card laid on a simulated reader, drawn on a page beside {others}, p95"
    return Row(what, f"{p95_ms:.0f} ms", f"<= {most_ms} ms", p95_ms <= most_ms, beside)


def _page(browser: Browser, host: Host) -> Page:
    page = new_page(browser)
    page.goto(f"http://{host.address[0]}:{host.address[1]}/t/{CODE}")
    page.evaluate(UNTIL_LIVE)
    return page


def _cards(table: Table, page: Page) -> Iterator[float]:
    """For each card the ms until the page had drawn it."""
    wall_ns = time.time_ns() - time.monotonic_ns()
    taken: list[float] = []

    def watch(laid_ns: int, tag: str) -> None:
        at_ms = page.evaluate(UNTIL_DRAWN, card_name(DECK.tags[tag]))
        page.evaluate("drawn = {}")
        taken.append(at_ms - (wall_ns + laid_ns) / 1e6)

    for _ in islice(table.cards(watch), ROUNDS * CARDS_A_ROUND):
        yield taken[-1]


# --- a page -------------------------------------------------------------------------------------


def _opened(browser: Browser) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        room = rooms.Room(Path(folder))
        room.keep_nothing()
        room.table.board_is("live")
        rooms.begin(room.table)
        rooms.play_on(room.table, rooms.deal(3), 6)
        with room.served() as url:
            cold_ms = [_cold_ms(browser, f"{url}/t/{rooms.CODE}") for _ in range(TIMES)][1:]
            ratio = _slowdown(browser)
            yield _within(
                f"page opened with nothing kept, live and drawn, {SLOWDOWN} x slowed down",
                cold_ms,
                MOST_COLD_MS,
                f"slowed down {ratio:.1f} x by the browser's count; no radio between",
            )
            yield _within(
                f"phone wakes up, the page is true again, {SLOWDOWN} x slowed down",
                list(_awake_ms(browser, room, url))[1:],
                MOST_AWAKE_MS,
                "its network was gone and comes back in that moment",
            )
            yield _within(
                f"hidden tab is seen again, its page is true again, {SLOWDOWN} x slowed down",
                list(_seen_ms(browser, room, url, Path(folder) / "browser"))[1:],
                MOST_AWAKE_MS,
                "from the order to show its window",
            )
            for name, path in PAGES.items():
                size = _bytes(browser, f"{url}/t/{rooms.CODE}{path}")
                yield Row(
                    f"{name}, all that goes over the network until it is live",
                    f"{size / 1000:.1f} KB",
                    f"<= {MOST_BYTES // 1000} KB",
                    size <= MOST_BYTES,
                )
        room.close()


def _within(what: str, times_ms: list[float], most_ms: int, beside: str) -> Row:
    median_ms, longest_ms = statistics.median(times_ms), max(times_ms)
    beside = f"longest {longest_ms:.0f} ms; {beside}"
    is_within = median_ms <= most_ms
    return Row(f"{what}, median", f"{median_ms:.0f} ms", f"<= {most_ms} ms", is_within, beside)


def _cold_ms(browser: Browser, url: str) -> float:
    """From the beginning of the navigation until the first view of the stream is drawn."""
    page = new_page(browser)
    _slow_down(page)
    page.goto(url)
    live_ms = float(page.evaluate(UNTIL_LIVE))
    page.context.close()
    return live_ms


def new_page(browser: Browser) -> Page:
    """A phone that has nothing of ours yet."""
    page = phone(browser).new_page()
    page.set_default_timeout(WAIT_MS)
    page.add_init_script(DRAWN)
    return page


def _slow_down(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})


def _slowdown(browser: Browser) -> float:
    """How many times longer the same work really takes."""
    page = new_page(browser)
    page.evaluate(WORK)
    before = min(float(page.evaluate(WORK)) for _ in range(3))
    _slow_down(page)
    after = min(float(page.evaluate(WORK)) for _ in range(3))
    page.context.close()
    assert after > 1.5 * before, "the browser was not slowed down"
    return after / before


def _awake_ms(browser: Browser, room: rooms.Room, url: str) -> Iterator[float]:
    """From the moment in which the network comes back until the newest card is drawn."""
    rooms.begin(room.table)
    with Network(url) as network:
        page = new_page(browser)
        page.goto(f"{network.url}/t/{rooms.CODE}")
        page.evaluate(UNTIL_LIVE)
        _slow_down(page)
        for number, code in enumerate(PLAYED):
            network.pull()
            page.context.set_offline(True)
            rooms.lay(room.table, f"{(1 + number) % 4}:{code}")
            page.wait_for_timeout(1000 * ASLEEP_S)
            began_ms = time.time() * 1000
            network.plug()
            page.context.set_offline(False)
            yield page.evaluate(UNTIL_DRAWN, card_name(code)) - began_ms
        page.context.close()


def _seen_ms(browser: Browser, room: rooms.Room, url: str, folder: Path) -> Iterator[float]:
    """From the moment in which a tab is looked at again until the newest card is drawn."""
    rooms.begin(room.table)
    with tabs.opened(browser, folder) as context:
        window = tabs.Tabs(context)
        page = window.open(f"{url}/t/{rooms.CODE}", DRAWN)
        page.evaluate(UNTIL_LIVE)
        _slow_down(page)
        for number, code in enumerate(PLAYED):
            window.leave()
            until(lambda: not room.feed.streams)
            rooms.lay(room.table, f"{(1 + number) % 4}:{code}")
            began_ms = time.time() * 1000
            window.look_at(page)
            yield page.evaluate(UNTIL_DRAWN, card_name(code)) - began_ms
        window.close()


def _bytes(browser: Browser, url: str) -> int:
    """All bodies and heads that the browser was sent, as they were on the wire."""
    page = new_page(browser)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes = [0]
    session.on(
        "Network.responseReceived", lambda it: sizes.append(it["response"]["encodedDataLength"])
    )
    session.on("Network.dataReceived", lambda it: sizes.append(it["encodedDataLength"]))
    page.goto(url)
    page.evaluate(UNTIL_LIVE)
    page.wait_for_timeout(1000)  # for what a page asks for once it is live
    page.context.close()
    return int(sum(sizes))
