"""Games played by taps on five phones of two sizes: one for each seat, and whoever looks on.

Each card and each word is a key of the seat's page, and nothing else acts. Whatever is tapped
changes what the phone shows, or the phone says why it does not.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.cases import CASES
from players.torite import declared, played
from rig.browser import PHONE, WAIT_MS, assert_fits, phone
from rig.network import Network
from rig.ports import free_port
from thorough import LEAST
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.table.table import Table
from tricktable.table.views import WITHOUT
from tricktable.web import limits
from tricktable.web.guest.screen import screen
from tricktable.web.site import site_of
from web.room import CODE, Room, ask, sit
from web.spoken_games import HEARD

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
    beginning: int
    """So many of its entries are tapped in each run: until its second trick is led, if it has any.

    All of them are where EXAMPLES is set.
    """


KINDS: Final = (
    Kind("torite", 4, 1, 7),
    Kind("triatri", 4, 16, 12),
    Kind("etori", 4, 10, 6),
    Kind("tredici", 5, 10, 12),
    Kind("troika", 4, 1, 10),
)


def test_there_is_a_game_of_each_kind():
    assert {kind.game for kind in KINDS} == {*CASES}


END: Final = 8
"""So many of the first kind's last entries are tapped, too: its last trick, and what comes then.

Between them are tricks like those before, which five phones draw card by card.
"""


def passed_over(kind: Kind, count: int) -> range:
    """Which of so many entries of such a game are entered at once, and not tapped."""
    if LEAST > 1:
        return range(0)
    return range(kind.beginning, count - END if kind == KINDS[0] else count)


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
COMES: Final = """([id, name, wanted, waitMs]) => new Promise((done, fail) => {
  const watch = new MutationObserver(look);
  const late = setTimeout(() => fail(Error(`${id} has no ${name} ${wanted}`)), waitMs);
  function look() {
    const found = document.getElementById(id)?.getAttribute(name);
    if (wanted === null ? !found : found !== wanted) return;
    watch.disconnect();
    clearTimeout(late);
    done();
  }
  watch.observe(document, { subtree: true, childList: true, attributes: true });
  look();
})"""
"""Waits until this part of a page has this attribute, without asking again and again."""


class Five(NamedTuple):
    """Five phones, which all games of this file use one after the other."""

    pages: list[Page]
    faults: list[str]
    """What hosts have refused them, or failed to give."""


@pytest.fixture(scope="module")
def five(browser: Browser) -> Iterator[Five]:
    """A browser begins a process for each new phone, which cost a fifth of these tests."""
    held = Five([], [])

    def hear(status: int, url: str) -> None:
        if status >= 400:
            held.faults.append(f"{status} {url}")

    for number in range(PHONES):
        size = TINY if number % 2 else PHONE
        page = phone(browser, size=size, scale=1).new_page()  # type: ignore[arg-type]
        page.add_init_script(ALOUD)
        page.on("response", lambda answer: hear(answer.status, answer.url))
        held.pages.append(page)
    yield held
    for page in held.pages:
        page.context.close()


class Phones:
    """The phones around a table without a board."""

    def __init__(self, room: Room, five: Five, *urls: str) -> None:
        """`urls` are where the phones find the host, the last one for all that follow."""
        self.room, (self.pages, self.faults) = room, five
        self.faults.clear()
        self.said: list[list[str]] = [[] for _ in self.pages]
        """What the live region of each page has said."""
        self.players = room.table.view().header.players  # type: ignore[union-attr]
        for number, page in enumerate(self.pages):
            url = urls[min(number, len(urls) - 1)]
            if number < self.players:
                page.goto(f"{url}{SEAT}#{sit(room.table, number)}")
                page.locator("#own[data-state=sits]").wait_for()
            else:
                page.goto(f"{url}/t/{CODE}")
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
        self.have_heard()

    def do(self, line: Line) -> None:
        """Tap what says this line, on the phone of whoever says it, or on any that offers it."""
        seat = line["dealer"] if line["kind"] == "dealt" else line["seat"]
        everybody = range(self.players)
        own = [seat] if seat is not None and seat in everybody else everybody
        for each in own:
            page = self.pages[each]
            self.come(page, "own", "data-seq", str(self.seq))
            if (form := self._form(page, line)).count():
                return self._tap(page, form.first, line)
        shown = [self.pages[each].locator("#own").inner_html() for each in own]
        raise AssertionError(f"no phone offers {line}: {shown}")

    @property
    def seq(self) -> int:
        """How many entries the record has now."""
        return self.room.table.view().view.seq  # type: ignore[union-attr]

    def come(self, page: Page, part: str, name: str, wanted: str | None) -> None:
        """Wait until a page's part has this attribute, or with None has it no more."""
        page.evaluate(COMES, [part, name, wanted, WAIT_MS])

    def heard(self, line: Line) -> None:
        """The same, until each of them has heard of it: two in one go are told as one."""
        self.do(line)
        self.have_heard()

    def have_heard(self) -> None:
        """Every page has been told of the newest entry."""
        told = screen(self.room.table.view()).heard
        for number, page in enumerate(self.pages):
            if number < self.players:
                self.come(page, "own", "data-seq", str(self.seq))
            elif told:
                expect(page.locator("#news")).to_have_text(told)

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
        both = re.fullmatch(r"(\d+)([NL]?)", str(value)) if _what(line) == "bid" else None
        if both and form.locator("[name=rest]").count():  # its number, then its kind, which says it
            form.locator(f"label:has([value='{both[1]}'])").tap()
            return form.locator(f"button[value={both[2] or 'T'}]")
        if value == "pass":
            return form.get_by_role("button", name="Pass")
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
        record = self.room.record
        afresh = Record(record.header)
        for step in record.steps():
            afresh.add(step.entry)
        assert afresh.state.future_key == record.state.future_key
        for number, page in enumerate(self.pages):
            self.come(page, "table", "data-heading", self.heading())
            if number < record.header.players:
                self.come(page, "own", "data-seq", str(record.seq))
            assert_fits(page, page.viewport_size)  # type: ignore[arg-type]
        assert self.faults == []
        self.listen()

    def listen(self) -> None:
        """Note what the pages have said since: no page says two things in a row twice."""
        for page, kept in zip(self.pages, self.said, strict=True):
            said = page.evaluate("aloud.splice(0)")
            assert len(said) == len({*said}), said
            assert not re.search(r"[?.!]\.", " ".join(said)), said
            kept += said

    def heading(self) -> str:
        """What the table says now in large letters."""
        return screen(self.room.table.view()).heading

    def hear_the_end(self) -> None:
        """Each page says once who wins."""
        for number, page in enumerate(self.pages):
            region = "#aloud" if number < self.players else "#news"
            expect(page.locator(region)).to_contain_text(self.heading())
        self.listen()
        for said in self.said:
            assert " ".join(said).count(self.heading()) == 1, said

    def transcript(self, names: Sequence[str]) -> str:
        """What each page has said: a line for each sentence, however many came in one go."""
        said = dict(zip((*names, "nobody, who looks on"), self.said, strict=True))
        parts = {who: re.split(r"(?<=[.!?]) ", " ".join(words)) for who, words in said.items()}
        return "\n".join(f"{who}\n  " + "\n  ".join(told) + "\n" for who, told in parts.items())

    def close(self) -> None:
        """Let the pages go, of which none is to complain of a host that is gone."""
        for page in self.pages:
            page.goto("about:blank")


def _what(line: Line) -> str:
    if line["kind"] == "dealt":
        return "dealt"
    if line["kind"] == "moved":
        return f"{line['from']}>{line['to']}"
    return str(line["topic"])


def unhurried(room: Room) -> Room:
    """At its table without a board nobody is told to slow down."""
    hours = iter(range(0, 10**12, 3_600_000))
    site_of(room.app).allowance = None  # the database has a clock of its own
    limits.init_app(room.app, lambda: next(hours))
    room.table.board_is(WITHOUT)
    return room


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.game)
def test_a_game_is_played_by_taps(room, five, kind):
    unhurried(room)
    played = CASES[kind.game].by_chance(Random(kind.seed), kind.players, is_tidy=True)
    lines = [line for line in played.lines if line["kind"] != "held"]
    middle = passed_over(kind, len(lines))
    names = list(NAMES[: kind.players])
    ask(room.table, commands.NewGame(kind.game, kind.players, names, dict(played.header.given)))
    with room.served() as url:
        phones = Phones(room, five, url)
        for line in lines[: middle.start]:
            phones.do(json.loads(json.dumps(line)))
        if len(lines) > middle.stop:
            room.enter(lines[middle.start : middle.stop])
            for line in lines[middle.stop :]:
                phones.do(json.loads(json.dumps(line)))
        view = room.game
        if view.is_over:
            phones.hear_the_end()
        assert view.seq == (len(lines) if len(lines) > middle.stop else middle.start)
        for page in phones.pages:
            phones.come(page, "table", "data-heading", phones.heading())
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


LARGE: Final = 2
"""The seat whose phone has large keys, and is told of each card; the others' are off."""
LARGE_KEYS: Final = """localStorage.setItem(
  "tricktable.blind", JSON.stringify({ on: true, each: true, voice: false }))"""
INCIDENTS: Final = HEARD / "incidents.txt"


@pytest.mark.complains("net::ERR_")  # of the host, while it is away
def test_whatever_goes_wrong_all_phones_show_it_and_hear_each_event_once(tmp_path, five):
    """With large keys, and without. What the phones say is kept in heard/incidents.txt.

    Another text? Read each phone's part as somebody would who hears nothing else, and keep it.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    room = unhurried(Room(tmp_path, http_port=port))
    ask(room.table, commands.NewGame("troika", 4, list(NAMES[:4])))
    with Network(url) as wifi:
        with room.served():
            phones = Phones(room, five, url, url, url, wifi.url, url)
            phones.pages[LARGE].evaluate(LARGE_KEYS)
            phones.pages[LARGE].reload()
            phones.have_heard()
            phones.listen()
            up_to_the_middle_of_a_trick(phones, wifi, url)
        room.close()
        for page in phones.pages:
            expect(page.locator("#link")).to_have_text(re.compile(r"^\d+ s old$"))
        room = phones.room = unhurried(Room(tmp_path, http_port=port))
        with room.served():
            for page in phones.pages:
                expect(page.locator("#link")).to_have_attribute("data-state", "without")
            phones.are_true()
            revokes_and_turns(phones, url)
            leave_and_take_up(phones, url)
            phones.close()
        room.close()
    assert phones.transcript(NAMES[:4]) == INCIDENTS.read_text(encoding="utf-8")


def up_to_the_middle_of_a_trick(phones: Phones, wifi: Network, url: str) -> None:
    """A wrong bid is undone, a phone loads its page anew, and another loses its network."""
    host, chooser = phones.pages[-1], phones.pages[1]
    phones.heard({"kind": "dealt", "dealer": 0})
    phones.heard(BID)
    phones.are_true()
    host.goto(f"{url}/host/t/{CODE}")
    tap(host, "Undo", "Undo it")
    host.goto(f"{url}/t/{CODE}")
    phones.have_heard()
    phones.are_true()
    chooser.locator("#own label:has([name=part])").first.tap()
    chooser.reload()
    chooser.locator("#own[data-state=sits]").wait_for()
    for line in BIDDING:
        phones.heard(line)
    phones.are_true()
    wifi.pull()
    phones.do(played("played", 1, "AH"))
    phones.do(played("played", 2, "8H"))
    wifi.plug()
    phones.have_heard()
    phones.are_true()


def revokes_and_turns(phones: Phones, url: str) -> None:
    """A revoke that the next trick proves, and two cards out of turn: one is put right, and the
    other really was played.
    """
    host, table = phones.pages[-1], phones.room.table
    phones.heard(played("played", 3, "8C"))  # which will be a revoke
    phones.heard(played("played", 0, "9H"))
    phones.are_true()
    for seat, card in ((1, "KH"), (2, "TH"), (3, "JH")):
        phones.heard(played("played", seat, card))
    phones.are_true()
    assert rules_broken(table) == {"follow"}
    phones.heard(played("played", 0, "QC"))
    phones.heard(played("played", 1, "KC"))
    phones.heard(played("played", 3, "9C"))  # out of turn, which the host is asked about
    phones.are_true()
    host.goto(f"{url}/host/t/{CODE}")
    tap(host, "It was ゆき’s card", "Put it right")
    host.get_by_role("button", name=re.compile("^Correct Maximiliane’s nine of hearts")).tap()
    host.locator("#correct button[name=card][value='QH']").tap()
    tap(host, "Put it right")
    host.goto(f"{url}/t/{CODE}")
    phones.have_heard()
    phones.are_true()
    phones.heard(played("played", 3, "TC"))
    phones.heard(played("played", 0, "JC"))
    phones.heard(played("played", 1, "KS"))
    phones.heard(played("played", 0, "8S"))
    phones.are_true()
    host.goto(f"{url}/host/t/{CODE}")
    expect(host.locator("#out-of-turn")).to_contain_text("If it really was played, play on")
    host.goto(f"{url}/t/{CODE}")
    phones.have_heard()  # what is newest, which a page says that is opened
    phones.heard(played("played", 2, "9S"))
    phones.heard(played("played", 3, "TS"))
    phones.are_true()
    assert rules_broken(table) == {"follow", "turn"}


def leave_and_take_up(phones: Phones, url: str) -> None:
    """The form for a new game asks first; the list of earlier games has the one that was left."""
    host, left = phones.pages[-1], phones.seq
    host.goto(f"{url}/host/t/{CODE}")
    host.locator("#new > summary").tap()
    host.locator("#new button[value='troika:4']").tap()
    host.locator("form.begins button.main").tap()
    expect(host.locator("#leave h2")).to_have_text("Troika, trick 5, is not over. Leave it?")
    tap(host, "Leave it, begin the new game")
    for page in phones.pages[: phones.players]:
        phones.come(page, "own", "data-game", "2")
    assert phones.seq < left
    tap(host, "Correct an earlier game")
    expect(host.get_by_role("heading", name="Earlier games")).to_be_visible()
    with host.expect_navigation():
        tap(host, "Take it up again")
    host.goto(f"{url}/t/{CODE}")
    phones.have_heard()
    assert phones.seq == left
    phones.are_true()


def rules_broken(table: Table) -> set[str]:
    """The rules of which all can see that they were broken."""
    view = table.view().view
    return {each.rule for each in view.findings}


def tap(page: Page, *names: str) -> None:
    """Touch these buttons of a page, one after the other, until the host has answered the last."""
    *first, last = (page.get_by_role("button", name=name).first for name in names)
    for button in first:
        button.tap()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        last.tap()
