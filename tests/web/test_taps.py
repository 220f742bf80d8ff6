"""Games played by taps on five phones of two sizes: one for each seat, and whoever looks on.

Each card and each word is a key of the seat's page, and nothing else acts. Whatever is tapped
changes what the phone shows, or the phone says why it does not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.cases import CASES
from players.torite import declared, played
from rig.browser import PHONE, assert_fits, phone
from rig.network import Network
from thorough import LEAST
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from tricktable.web import limits
from tricktable.web.guest.screen import screen
from tricktable.web.site import site_of
from web.room import CODE, Room, ask, sit

Line = Mapping[str, Any]

TINY: Final = {"width": 320, "height": 568}
SEAT: Final = f"/t/{CODE}/seat"
PHONES: Final = 5
NAMES: Final = ("Maximiliane", "Bo", "ゆき", "Di", "Bartholomew")


class Kind(NamedTuple):
    """The shortest game that chance makes of one kind."""

    game: str
    players: int
    seed: int


KINDS: Final = (
    Kind("torite", 4, 1),
    Kind("triatri", 4, 16),
    Kind("etori", 4, 10),
    Kind("tredici", 5, 10),
    Kind("troika", 4, 1),
)


def test_there_is_a_game_of_each_kind() -> None:
    assert {kind.game for kind in KINDS} == {*CASES}


BEGINNING: Final = 20
"""So many entries of a game are tapped in each run, and all of them where EXAMPLES is set."""
END: Final = 8
"""So many of the first kind's last entries are tapped, too: its last trick, and what comes then.

Between them are tricks like those before, which five phones draw card by card.
"""


def passed_over(kind: Kind, count: int) -> range:
    """Which of so many entries of such a game are entered at once, and not tapped."""
    if LEAST > 1:
        return range(0)
    return range(BEGINNING, count - END if kind == KINDS[0] else count)


ALOUD: Final = """
  window.aloud = [];
  let last = "";
  new MutationObserver(() => {
    const region = document.getElementById("aloud") ?? document.getElementById("news");
    const now = region?.textContent.trim() ?? "";
    if (now !== last && now) aloud.push(now);
    last = now;
  }).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Keeps what the page's live region has said."""


class Phones:
    """The phones around a table without a board."""

    def __init__(self, room: Room, browser: Browser, *urls: str) -> None:
        """`urls` are where the phones find the host, the last one for all that follow."""
        self.room, self.faults = room, list[str]()
        self.said = list[str]()
        """What the live regions of all pages have said."""
        self.pages: list[Page] = []
        players = room.table.view().header.players  # type: ignore[union-attr]
        for number in range(PHONES):
            context = phone(browser, size=TINY if number % 2 else PHONE)  # type: ignore[arg-type]
            page = context.new_page()
            page.add_init_script(ALOUD)
            page.on("response", lambda answer: self._hear(answer.status, answer.url))
            where = f"{SEAT}#{sit(room.table, number)}" if number < players else f"/t/{CODE}"
            page.goto(urls[min(number, len(urls) - 1)] + where)
            if number < players:
                page.locator("#own[data-state=sits]").wait_for()
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
            self.pages.append(page)

    def _hear(self, status: int, url: str) -> None:
        if status >= 400:
            self.faults.append(f"{status} {url}")

    def do(self, line: Line) -> None:
        """Tap what says this line, on the phone of whoever says it, or on any that offers it."""
        seat = line["dealer"] if line["kind"] == "dealt" else line["seat"]
        players = self.room.table.view().header.players  # type: ignore[union-attr]
        own = [seat] if seat is not None and seat < players else range(players)
        for each in own:
            page, seq = self.pages[each], str(self.room.table.view().view.seq)  # type: ignore[union-attr]
            expect(page.locator("#own")).to_have_attribute("data-seq", seq)
            if (form := self._form(page, line)).count():
                return self._tap(page, form.first, line)
        shown = [self.pages[each].locator("#own").inner_html() for each in own]
        raise AssertionError(f"no phone offers {line}: {shown}")

    def _form(self, page: Page, line: Line) -> Locator:
        """The form of this page in which the line can be said."""
        if line["kind"] in ("played", "shown"):
            whose = "nobody" if line["seat"] is None else line["seat"]
            card = page.locator(f"button[name=card][value='{line['card']}']")
            own = page.locator(f"input[name=seat][value='{whose}']")
            other_way = page.locator(f"input[name=how]:not([value={line['kind']}])")
            fans = page.locator("#own form.fan").filter(has=card).filter(has=own)
            return fans.filter(has_not=other_way)
        what = _what(line)
        is_it = page.locator(f"input[name=what][value='{what}']")
        return page.locator("#own form").filter(has=is_it)

    def _tap(self, page: Page, form: Locator, line: Line) -> None:
        is_due = "is-due" in (page.locator("#own").get_attribute("class") or "")
        for fold in form.locator("xpath=ancestor::details[not(@open)]").all():
            fold.locator("> summary").tap()
            is_due = False  # what is folded is for whoever looks for it
        if line["kind"] in ("played", "shown"):
            key = form.locator(f"button[name=card][value='{line['card']}']")
            if not key.is_visible():
                suit = "X" if line["card"][0] == "X" else line["card"][1]
                form.locator(f"label:has([name=suit][value={suit}])").tap()
        else:
            key = self._say(form, line)
        if is_due:
            expect(key).to_be_in_viewport(ratio=1)
        own = page.locator("#own")
        before, seq = own.inner_text(), own.get_attribute("data-seq") or ""
        key.tap()
        expect(page.locator(f"#own:not([data-seq='{seq}']), #refusal").first).to_be_visible()
        self._answered(page, before, line)

    def _say(self, form: Locator, line: Line) -> Locator:
        """Touch what the line says; gives the button that says it."""
        value = line["count"] if line["kind"] == "moved" else line.get("value")
        fields = form.locator("input[name=count]")
        if fields.count():
            counts = [str(each) for row in line["value"] for each in row]
            for field, number in zip(fields.all(), counts, strict=True):
                field.fill(number)
        for each in form.locator("input[type=radio][name=value]").all():
            if json.loads(each.get_attribute("value") or "null") == value:
                each.locator("xpath=..").tap()
        for code in line.get("cards") or ():
            form.locator(f"label:has([name=card][value='{code}'])").tap()
        return form.locator("button:not([type=button])").last

    def _answered(self, page: Page, before: str, line: Line) -> None:
        """The phone shows something else now; what it refuses, it says."""
        expect(page.locator("#own")).not_to_have_text(before, use_inner_text=True)
        refused = page.locator("#refusal")
        assert not refused.count(), (line, refused.inner_text())
        assert self.faults == []

    def are_true(self) -> None:
        """Every phone shows the record as it is, in full, and says nothing beyond its edge."""
        record = self.room.table.record()
        assert record is not None
        afresh = Record(record.header)
        for step in record.steps():
            afresh.add(step.entry)
        assert afresh.state.future_key == record.state.future_key
        for number, page in enumerate(self.pages):
            expect(page.locator("#table")).to_have_attribute("data-heading", self.heading())
            if number < record.header.players:
                expect(page.locator("#own")).to_have_attribute("data-seq", str(record.seq))
            assert_fits(page, page.viewport_size)  # type: ignore[arg-type]
        assert self.faults == []
        for page in self.pages:
            said = page.evaluate("aloud.splice(0)")
            assert len(said) == len({*said}), said
            assert not re.search(r"[?.!]\.", " ".join(said)), said
            self.said += said

    def heading(self) -> str:
        """What the table says now in large letters."""
        return screen(self.room.table.view()).heading

    def close(self) -> None:
        for page in self.pages:
            page.context.close()


def _what(line: Line) -> str:
    if line["kind"] == "dealt":
        return "dealt"
    if line["kind"] == "moved":
        return f"{line['from']}>{line['to']}"
    return str(line["topic"])


@pytest.fixture
def unhurried(room: Room) -> Room:
    """A table without a board, at which nobody is told to slow down."""
    hours = iter(range(0, 10**12, 3_600_000))
    site_of(room.app).allowance = None  # the database has a clock of its own
    limits.init_app(room.app, lambda: next(hours))
    room.table.board_is(WITHOUT)
    return room


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.game)
def test_a_game_is_played_by_taps(unhurried: Room, browser: Browser, kind: Kind) -> None:
    room = unhurried
    played = CASES[kind.game].by_chance(Random(kind.seed), kind.players, is_tidy=True)
    lines = [line for line in played.lines if line["kind"] != "held"]
    middle = passed_over(kind, len(lines))
    names = list(NAMES[: kind.players])
    ask(room.table, commands.NewGame(kind.game, kind.players, names, dict(played.header.given)))
    with room.served() as url:
        phones = Phones(room, browser, url)
        for line in lines[: middle.start]:
            phones.do(json.loads(json.dumps(line)))
        if len(lines) > middle.stop:
            with room.curtain.down():
                for line in lines[middle.start : middle.stop]:
                    ask(room.table, commands.Enter(line))
            for line in lines[middle.stop :]:
                phones.do(json.loads(json.dumps(line)))
        view = room.table.view().view
        assert view is not None
        assert view.seq == (len(lines) if len(lines) > middle.stop else middle.start)
        for page in phones.pages:
            expect(page.locator("#table")).to_have_attribute("data-heading", phones.heading())
            assert_fits(page, page.viewport_size)  # type: ignore[arg-type]
        phones.close()


BID: Final = declared(1, "bid", "6")
BIDDING: Final = (
    declared(1, "bid", "7"),
    declared(2, "bid", "pass"),
    declared(3, "bid", "pass"),
    declared(0, "bid", "pass"),
    declared(1, "trump", "H"),
)


def test_whatever_goes_wrong_all_phones_show_the_same(unhurried: Room, browser: Browser) -> None:
    """A wrong bid, a revoke, a card out of turn, a lost network, a reload, a game left."""
    room = unhurried
    ask(room.table, commands.NewGame("troika", 4, list(NAMES[:4])))
    with room.served() as url, Network(url) as wifi:
        phones = Phones(room, browser, url, url, url, wifi.url, url)
        host = phones.pages[-1]
        phones.do({"kind": "dealt", "dealer": 0})
        phones.do(BID)
        phones.are_true()
        host.goto(f"{url}/host/t/{CODE}")
        tap(host, "Undo", "Undo it")
        host.goto(f"{url}/t/{CODE}")
        phones.are_true()
        chooser = phones.pages[1]
        chooser.locator("#own label:has([name=value])").first.tap()
        chooser.reload()
        chooser.locator("#own[data-state=sits]").wait_for()
        for line in BIDDING:
            phones.do(line)
        phones.are_true()
        wifi.pull()
        phones.do(played("played", 1, "AH"))
        phones.do(played("played", 2, "8H"))
        wifi.plug()
        phones.are_true()
        phones.do(played("played", 3, "8C"))  # which will be a revoke
        phones.do(played("played", 0, "9H"))
        phones.are_true()
        phones.do(played("played", 1, "KH"))
        phones.do(played("played", 2, "TH"))
        phones.do(played("played", 3, "JH"))
        phones.are_true()
        view = room.table.view().view
        assert view is not None
        assert {each.rule for each in view.findings} == {"follow"}
        phones.do(played("played", 0, "QC"))
        phones.do(played("played", 1, "KC"))
        phones.do(played("played", 3, "9C"))  # out of turn, which the host is asked about
        phones.are_true()
        host.goto(f"{url}/host/t/{CODE}")
        tap(host, "It was ゆき’s card", "Put it right")
        host.get_by_role("button", name=re.compile("^Correct Maximiliane’s nine of hearts")).tap()
        host.locator("#correct button[name=card][value='QH']").tap()
        tap(host, "Put it right")
        host.goto(f"{url}/t/{CODE}")
        phones.are_true()
        ask(room.table, commands.NewGame("troika", 4, list(NAMES[:4]), abandon=True))
        ask(room.table, commands.TakeUp(1))
        phones.are_true()
        for once in ("Undone: what Bo said. ", "Di did not follow hearts in trick 1"):
            assert sum(once in each for each in phones.said) == 4, once
        phones.close()


def tap(page: Page, *names: str) -> None:
    """Touch these buttons of a page, one after the other."""
    for name in names:
        page.get_by_role("button", name=name).first.tap()
