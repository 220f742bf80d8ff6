"""A whole game of Troika on four phones and a real board's program: sitting down, bids, scores.

Cards, buttons and the board are simulated; firmware, host, pages and browsers are the real ones.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from board.canvas import shown
from players import troika
from rig.browser import assert_open, phone
from rig.network import Network
from rig.patience import until
from tablewire.limits import SEEN_MS
from tricktable.board.link.line import Line
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.board.picture import picture
from tricktable.sim.perform.watch import TableWatch, WatchedTable
from tricktable.table import commands
from tricktable.table.views import LIVE, TableView
from tricktable.web.guest.screen import screen
from web.room import CODE, NAMES, Room, ask

SPEED = 20.0
DEALS = ((0, "12N", 12), (1, "7", -2), (0, "8N", 8))
"""Which side bids what, and how many points it takes."""
TOTALS = ("Ann & Cy", "52"), ("Bo & Di", "−7")
"""24 + 12 + 16, doubled where no trump was bid; and −2 − 7 + 2, for one bid was not made (K15)."""
ANOTHER = "Another game with the same people? Touch “Choose another game” on the host’s page."
OTHERS = ["The Torite", "Tredici", "TriATri", "Etori"]
"""The games that as many people can play, and have not just played."""
PART = "You took 4 of 24 tricks. Deal 3 was your best: +2."
"""What Bo has done for the result."""
AWAY = 3
"""The phone that loses its network."""
CARD, SAID = "played", "declared"
TRICK = 4
"""So many cards are in it."""
PULLED, BACK = 8, 20
"""The entries of a deal before which a network goes, and comes back."""
RESUMES = """() => {
  window.opened = [];
  window.EventSource = class extends EventSource {
    constructor(url) { super(url); opened.push(event?.type); }
  };
}"""
"""Keeps at which news the page opens a stream: none, if it is a clock's doing."""
IS_TRUE = """([news, seq]) =>
  document.getElementById("table").dataset.news === news
  && document.getElementById("own").dataset.seq === seq"""


class Seen(TableWatch):
    """Shows each view to the pages too."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self.curtain = room.curtain

    def show(self, view: TableView) -> None:
        super().show(view)
        self.curtain.show(view)


class Evening:
    """The table with its board, and all who look at it."""

    def __init__(self, room: Room, board: SimulatedBoard, watch: Seen, url: str) -> None:
        self.table: WatchedTable = room.table  # type: ignore[assignment]
        self.board, self.watch, self.url = board, watch, url
        self.tags = {code: uid for uid, code in room.shelf.decks.decks[0].tags.items()}
        self.phones: list[Page] = []
        self._laid: set[tuple[int, str]] = set()

    def press(self, seat: int, is_long: bool = False) -> None:
        heard = self.watch.acts_taken_in
        self.board.button(seat, is_long)
        self.watch.until_heard(heard + 1, f"the button of seat {seat}")

    def lay(self, seat: int, code: str) -> None:
        if (seat, code) in self._laid:
            self.board.rest(300)  # a card that comes back sooner may be one that never left
        self._laid.add((seat, code))
        heard = self.watch.acts_taken_in
        self.board.lay(seat, self.tags[code])
        self.watch.until_heard(heard + 1, code)
        self.board.lift(seat)

    def sit(self, page: Page, seat: int, url: str) -> None:
        """Scan the code, choose the seat, and hold its button on the table.

        The first sees the table before; the others come to its seats at once, for a page less.
        """
        page.goto(f"{url}/t/{CODE}/seat" if seat else f"{url}/t/{CODE}")
        if not seat:
            page.get_by_role("link", name="Sit here").click()
        page.get_by_role("button", name=NAMES[seat]).click()
        number = page.locator(".wait b").inner_text()
        assert f"phone {number}" in self.table.view().asks_and_note
        until(lambda: self.board.screen() == shown(json.loads(picture(self.table.view()))))
        self.board.rest(2 * SEEN_MS)  # to read it
        self.press(seat, is_long=True)
        page.locator(f"#own[data-state=sits][data-name={NAMES[seat]}]").wait_for()
        self.phones.append(page)

    def do(self, line: dict[str, Any]) -> None:
        """One line of the game: a card at the board, or something said on that seat's phone."""
        seq = self.table.view().view.seq  # type: ignore[union-attr]
        if line["kind"] == CARD:
            self.lay(line["seat"], line["card"])
        elif line["kind"] == SAID:
            own = self.phones[line["seat"]].locator(f"#say-{line['topic']}")
            both = re.fullmatch(r"(\d+)([NL]?)", str(line["value"]))
            if both:  # a bid: its number, then its kind, which says it
                own.locator(f"label:has([value='{both[1]}'])").click()
                own.locator(f"button[value={both[2] or 'T'}]").click()
            elif line["value"] == "pass":
                own.get_by_role("button", name="Pass").click()
            else:
                own.locator(f"label:has([value='\"{line['value']}\"'])").click()
                own.get_by_role("button").click()
        else:
            self.phones[line["dealer"]].get_by_role("button", name="I deal").click()
        self.watch.until(lambda view: view.view.seq == seq + 1, str(line))


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    room = Room(tmp_path)
    watch = Seen(room)
    room.table = WatchedTable(CODE, room.journal, room.shelf, watch)
    room.tables[CODE] = room.table
    with SimulatedBoard.start(speed=SPEED) as board, room.served() as url:
        line = Line(room.table, board.ports, picture)
        line.start()
        watch.until(lambda view: view.board == LIVE, "the board")
        yield Evening(room, board, watch, url)
        line.stop()
    room.close()


@pytest.mark.complains("net::ERR_")
def test_four_phones_play_a_whole_game_and_one_loses_its_network(browser, evening):
    ask(evening.table, commands.NewGame("troika", 4, list(NAMES), dealer=0))
    contexts = [phone(browser, scale=1) for _ in range(5)]
    pages = [context.new_page() for context in contexts]
    with Network(evening.url) as network:
        for seat, page in enumerate(pages[:4]):
            evening.sit(page, seat, network.url if seat == AWAY else evening.url)
        pages[4].goto(f"{evening.url}/t/{CODE}")
        play(evening, pages, network)
        for page in pages:
            expect(page.locator("#table h1")).to_have_text("Ann & Cy win")
            rows = page.locator("#table .sides tbody tr")
            for row, (side, total) in zip(rows.all(), TOTALS, strict=True):
                expect(row.locator("th")).to_have_text(side)
                expect(row.locator("td").last).to_have_text(total)
        record = evening.table.record()
        assert not record.findings()
        play_again(pages)
        assert evening.table.view().games == 2
        for context in contexts:
            context.close()


def play_again(pages: list[Page]) -> None:
    """One phone offers another game, all pages say so, and another phone's touch begins it."""
    *seats, guest = pages
    part = seats[1].locator("#part")
    expect(part).to_have_text(PART)
    for page in seats:
        expect(page.get_by_role("button", name="Another game")).to_be_in_viewport(ratio=1)
    expect(guest.get_by_text(ANOTHER)).to_be_visible()
    expect(guest.locator(".rematch")).to_be_empty()
    table = guest.locator(".sheets").bounding_box()
    seats[1].get_by_role("button", name="Play again").click()
    expect(seats[1].locator("#rematch")).to_contain_text("begins once another phone agrees.")
    expect(guest.locator(".rematch")).to_have_text("Bo would like to play again.")
    assert guest.locator(".sheets").bounding_box() == table, "nothing has moved"
    expect(seats[3].locator("#rematch")).to_contain_text("Bo would like to play again.")
    seats[3].get_by_role("button", name="Another game").click()
    another = seats[3].get_by_role("dialog", name="Another game")
    expect(another.locator("h2:visible")).to_have_text(["Another game", *OTHERS])
    assert_open(seats[3])
    another.get_by_role("button", name="Play this: Tredici").click()
    expect(another).to_be_hidden()
    expect(seats[3].locator("#own h2").first).to_be_focused()
    expect(seats[1].locator("#rematch")).to_contain_text("Di would like to play Tredici.")
    expect(guest.locator(".rematch")).to_have_text("Di would like to play Tredici.")
    assert guest.locator(".sheets").bounding_box() == table, "nothing has moved"
    seats[3].get_by_role("button", name="Take back").click()
    seats[1].get_by_role("button", name="Play again").click()
    seats[3].get_by_role("button", name="Play again").click()
    for page in pages:
        expect(page.locator("#table h1")).to_have_text("Ann to bid")
        expect(page.locator("#part")).to_have_count(0)


def amid(lines: Sequence[Mapping[str, Any]]) -> set[int]:
    """Which of these lines are cards of a deal's second trick to its last but one."""
    cards = [number for number, line in enumerate(lines) if line["kind"] == CARD]
    return {each for each in cards if {each - TRICK, each + TRICK} <= {*cards}}


def play(evening: Evening, pages: list[Page], network: Network) -> None:
    """The whole game; in its second deal one phone's network is pulled for some tricks.

    The pages see that deal's first tricks card by card, and else what is said, a deal's first trick
    and its last: five pages that are drawn at each card cost more than all else here.
    """
    lines = troika.match(*DEALS)
    read_a_hand(
        evening,
        pages,
        [line["card"] for line in lines if line.get("seat") == 2 and line["kind"] == CARD][:8],
    )
    second = [number for number, line in enumerate(lines) if line["kind"] == "dealt"][1]
    seen = *range(second, second + PULLED + TRICK), *range(second + BACK - 1, second + BACK + TRICK)
    unseen = amid(lines) - {*seen}
    for is_unseen, numbers in groupby(range(1, len(lines)), unseen.__contains__):
        with evening.watch.curtain.down() if is_unseen else nullcontext():
            for number in numbers:
                if number == second + PULLED:
                    network.pull()
                    pages[AWAY].context.set_offline(True)
                if number == second + BACK:
                    come_back(evening, pages[AWAY], pages[4], network)
                evening.do(lines[number])


def read_a_hand(evening: Evening, pages: list[Page], cards: list[str]) -> None:
    """Seat 2 has its hand read; its phone shows it, and no other phone does."""
    evening.press(2, is_long=True)
    for code in cards:
        evening.lay(2, code)
    evening.press(2, is_long=True)
    expect(pages[2].locator(".hand li")).to_have_count(len(cards))
    assert [page.locator(".hand").count() for page in pages] == [0, 0, 1, 0, 0]


def come_back(evening: Evening, page: Page, guest: Page, network: Network) -> None:
    """The phone has said that it is stale; with its network it is true again at once."""
    link = page.locator("#link")
    expect(link).to_have_attribute("data-state", "stale")
    evening.watch.until(lambda view: view.view.trick, "a card")
    newest = evening.table.view()
    news, seq = screen(newest).news, newest.view.seq
    expect(guest.locator("#table")).to_have_attribute("data-news", news)
    assert news != page.locator("#table").get_attribute("data-news")
    page.evaluate(RESUMES)
    page.context.set_offline(False)
    page.wait_for_function("() => opened.includes('online')")
    network.plug()
    page.wait_for_function(IS_TRUE, arg=[news, str(seq)])
    expect(link).to_have_attribute("data-state", "live")
