"""A card laid on one phone, until the three others at the table have drawn it.

The host is the program itself, in a process of its own; the phones are pages of a real Chromium on
this machine, whose clock they share. Cards follow at a pace that the host allows one address.
Between any two of them a message goes from one page of a prototype to three others, which only draw
it: so both are measured in the same moments.
"""

import json
import tempfile
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page

from bench import prototype
from bench.bench_page import UNTIL_DRAWN, UNTIL_LIVE, new_page
from bench.measure import percentile
from bench.report import Row
from rig import chromium
from rig.browser import opened
from rig.program import COMMAND, Program
from tricktable.rules.cards import SPADES, Card, cards_in
from tricktable.rules.tricks import Trick, playable, winner
from tricktable.text.names import card_name
from web import room as rooms

MOST = 2.0
"""At most so many times what a page takes that only draws a message."""
SEATS = 4
TRICKS = 12
WARM = 4
"""This many cards come first, and count for nothing."""
PACE_MS = 400
"""A seat may say so much a second: `limits.SAY`."""
LAYS = """code => {
  const at = Date.now();
  document.querySelector(`.fan button[value="${code}"]`).click();
  return at;
}"""
SAYS = """text => {
  const at = Date.now();
  say(text);
  return at;
}"""
LAID = ("--http-host", "127.0.0.1", "--http-port", "0")


def rows() -> Iterable[Row]:
    """The figure, as long as there is a browser to look through."""
    if chromium.find() is None:
        yield Row("a card from phone to phone", "not measured", "", None, "no Chromium here")
        return
    with (
        opened() as browser,
        tempfile.TemporaryDirectory() as folder,
        Program(Path(folder), "serve", *LAID, command=COMMAND) as program,
        prototype.started(Path(folder)) as address,
    ):
        cards, bare = _cards(browser, _table(program)), _messages(browser, address)
        pairs = list(zip(cards, bare, strict=False))[WARM:]
    (p95_ms, median_ms), (its_p95_ms, its_median_ms) = (
        (percentile(each, 95), percentile(each, 50)) for each in zip(*pairs, strict=True)
    )
    ratio = p95_ms / its_p95_ms
    beside = (
        f"{p95_ms:.0f} ms, median {median_ms:.0f} ms, {len(pairs)} cards; a page that only draws "
        f"a message {its_p95_ms:.0f} ms, median {its_median_ms:.0f} ms"
    )
    what = "card laid on a phone, drawn on the other three, p95"
    yield Row(what, f"{ratio:.1f} x", f"<= {MOST} x", ratio <= MOST, beside)


def _table(program: Program) -> str:
    """Begin a game on the program's only table, with open seats; its address."""
    code = program.until(r"/t/(\w+)")[1]
    here = program.until(r"http://localhost:\d+")[0]
    for action, form in (
        ("game", {"game": "torite", "players": "4", "dealer": "0"}),
        ("say", {"what": "leader", "seat": "1", "value": "null"}),
        ("open_seats", {}),
    ):
        _post(f"{here}/host/t/{code}/{action}", here, form)
    return f"{here}/t/{code}/seat"


def _post(url: str, origin: str, form: dict[str, str]) -> bytes:
    asked = Request(url, urlencode(form).encode(), {"Origin": origin})
    with urlopen(asked) as answer:
        said: bytes = answer.read()
        return said


def _cards(browser: Browser, url: str) -> Iterator[float]:
    """For each card the ms until the last of the other phones had drawn it."""
    pages = [_sits(browser, url, seat) for seat in range(SEATS)]
    for seat, card in _plays(rooms.deal(3)):
        page, name = pages[seat], card_name(card.code)
        page.locator(f"#own.is-due .fan button[value='{card.code}']").wait_for(state="attached")
        pages[0].wait_for_timeout(PACE_MS)
        at_ms = page.evaluate(LAYS, card.code)
        others = [each for each in pages if each is not page]
        yield max(each.evaluate(UNTIL_DRAWN, name) for each in others) - at_ms
    for page in pages:
        page.context.close()


def _messages(browser: Browser, address: tuple[str, int]) -> Iterator[float]:
    """For each message the ms until the last of the prototype's other pages had drawn it."""
    pages = [new_page(browser) for _ in range(SEATS)]
    for page in pages:
        page.goto("http://{}:{}/".format(*address))
        page.evaluate(UNTIL_LIVE)
    for number in count():
        page, text = pages[number % SEATS], f"message {number}"
        page.wait_for_timeout(PACE_MS)
        at_ms = page.evaluate(SAYS, text)
        others = [each for each in pages if each is not page]
        yield max(each.evaluate(UNTIL_DRAWN, text) for each in others) - at_ms


def _sits(browser: Browser, url: str, seat: int) -> Page:
    origin = url.partition("/t/")[0]
    token = json.loads(_post(f"{url}/claim", origin, {"seat": str(seat)}))["token"]
    page = new_page(browser)
    page.goto(f"{url}#{token}")
    page.locator("#own[data-state=sits]").wait_for()
    page.evaluate(UNTIL_LIVE)
    return page


def _plays(hands: list[int]) -> Iterator[tuple[int, Card]]:
    """Whole tricks, following suit; seat 1 leads the first."""
    leader = 1
    for _ in range(TRICKS):
        trick: Trick = ()
        for step in range(SEATS):
            seat = (leader + step) % SEATS
            card = next(cards_in(playable(hands[seat], trick)))
            hands[seat] &= ~card.bit
            trick = (*trick, (seat, card))
            yield seat, card
        leader = winner(trick, SPADES)
