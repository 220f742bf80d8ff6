"""A phone whose host dies goes on at another host of the club, with its seat.

The hosts are whole programs on one real PostgreSQL; the phone is a real browser.
"""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from bench.bench_page import MOST_COLD_MS
from rig.browser import phone
from rig.host import Host, database_of
from rig.patience import PATIENCE_S, until
from rig.postgres import running
from rig.table import Rig
from tricktable.table import seating
from tricktable.web.guest.fragment import WEB
from tricktable.web.live.feed import BEAT_S

TOKEN = "a-token-of-a-phone-at-seat-1"


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[tuple[Host, Host, str]]:
    """Two hosts of a club, and their database, where a phone sits at table 7KQ."""
    homes = [tmp_path / "one", tmp_path / "other"]
    for each in homes:
        (each / "data").mkdir(parents=True)
    rig = Rig(homes[0] / "data")
    rig.begin(leader=1)
    assert rig.table.claim(1, seating.digest(TOKEN)).is_done
    rig.button(1, "long")
    rig.journal.close()
    with running() as server:
        url = database_of(homes[0], server)
        with Host(homes[0], "--database", url) as one, Host(homes[1], "--database", url) as other:
            yield one.ready(), other.ready(), url


def asked(host: Host, path: str) -> tuple[str, str]:
    """A page of this host, and what it lets a browser ask for."""
    with urlopen(f"{host.url}{path}", timeout=PATIENCE_S) as answer:
        policy = dict(
            each.partition(" ")[::2]
            for each in answer.headers["Content-Security-Policy"].split("; ")
        )
        return answer.read().decode(), policy["connect-src"]


OF_THE_HOST = ("/host/t/7KQ", "/host/decks?table=7KQ")
"""Pages with the host's token that follow a table."""


@pytest.mark.complains("net::ERR_")
def test_a_phone_keeps_its_seat_at_another_host_when_its_own_died(hosts, tmp_path, browser):
    one, other, database = hosts
    late = tmp_path / "late"
    there = f"http://127.0.0.1:{other.url.rpartition(':')[2]}"
    until(lambda: there in asked(one, "/t/7KQ/seat")[0])
    for path in ("/t/7KQ", "/t/7KQ/wall", "/t/7KQ/seat", "/t/7KQ/overlay", *OF_THE_HOST):
        assert asked(one, path)[1] == f"'self' {there}/here", "one address there, and no more"
    assert asked(one, "/healthz")[1] == "'self'"
    with phone(browser) as context:
        seat = context.new_page()
        host_pages = {path: context.new_page() for path in OF_THE_HOST}
        guest, overlay = context.new_page(), context.new_page()
        seat.goto(f"{one.url}/t/7KQ/seat#{TOKEN}")
        guest.goto(f"{one.url}/t/7KQ")
        overlay.goto(f"{one.url}/t/7KQ/overlay")
        for path, each in host_pages.items():
            each.goto(other.url + path)
        for page in (seat, guest, overlay, *host_pages.values()):
            expect(page.locator("#link")).not_to_have_attribute("data-state", "waiting")
        expect(seat.locator("#own")).to_have_attribute("data-seat", "1")
        # A host that says nothing more, and is back later; then one that dies.
        here = f"http://127.0.0.1:{one.url.rpartition(':')[2]}"
        for gone, found in ((one, there), (other, here)):
            os.kill(gone.pid, signal.SIGSTOP if gone is one else signal.SIGKILL)
            expect(seat).to_have_url(f"{found}/t/7KQ/seat#{TOKEN}")
            for page in (seat, guest, overlay):
                expect(page).to_have_url(re.compile(f"^{found}/"))
                expect(page.locator("#link")).to_have_attribute("data-state", "without")
            expect(seat.locator("#own")).to_have_attribute("data-seat", "1")
            if gone is one:
                os.kill(one.pid, signal.SIGCONT)
        # The host's pages stay, and send nothing anywhere: they say where the club is now.
        for path, each in host_pages.items():
            link = each.get_by_role("alert").get_by_role("link")
            expect(link).to_have_attribute("href", here + path)
            assert each.url == other.url + path

        # A host that comes when all pages are open: they are told, and go there.
        late.mkdir()
        with Host(late, "--database", database) as third:
            third.ready()
            new = f"http://127.0.0.1:{third.url.rpartition(':')[2]}"
            for page in (seat, guest, overlay):
                expect(page.frame_locator("iframe").locator("title")).to_be_attached()
                asking = page.frame(url=f"{here}/asking")
                asking.wait_for_load_state()
            one.kill()
            for page in (seat, guest, overlay):
                expect(page).to_have_url(re.compile(f"^{new}/"))
            expect(seat.locator("#own")).to_have_attribute("data-seat", "1")


def test_a_page_goes_to_another_host_within_five_seconds_even_at_the_worst_moment():
    """The host stands still right after a beat; the phone is slow and has nothing of the page."""
    live, elsewhere = (
        {
            name: float(value.replace("_", ""))
            for name, value in re.findall(r"^const ([A-Z_]+) = ([\d._]+);", text, re.MULTILINE)
        }
        for text in ((WEB / "static" / f"{each}.js").read_text() for each in ("live", "elsewhere"))
    )
    noticed_ms = live["DOUBTFUL"] * BEAT_S * 1000 + live["LOOK_MS"]
    assert noticed_ms + elsewhere["ANSWERS_MS"] + MOST_COLD_MS <= 5000


POLLED = ("/", "/t/7KQ/evening", "/t/7KQ/game")
GO = (*POLLED, "/competition?who=2", "/competition/wall", "/season")
OFFER = ("/people", "/club/competition", "/club/people")
A_LOOK = "00:11"
"""By then a page that follows no stream has looked again."""


@pytest.mark.complains("net::ERR_")
def test_pages_without_a_stream_say_that_their_host_is_gone_and_go_or_offer_a_link(hosts, browser):
    one, other, _database = hosts
    here, there = (f"http://127.0.0.1:{each.url.rpartition(':')[2]}" for each in (one, other))
    one.ask(
        "club/competition",
        {
            "title": "Monday",
            "game": "torite",
            "players": 4,
            "movement": "swiss",
            "entrants": [["Ann"], ["Bo"], ["Cy"], ["Di"]],
        },
    )
    for path in (*GO, *OFFER):
        until(lambda path=path: there in asked(one, path)[0])  # type: ignore[misc]
        assert asked(one, path)[1] == f"'self' {there}/here"
        until(lambda path=path: here in asked(other, path)[0])  # type: ignore[misc]
    with phone(browser) as context:
        pages = {path: context.new_page() for path in (*GO, *OFFER)}
        for path, each in pages.items():
            each.clock.install()
            each.goto(one.url + path)
            is_told = "up to date" if "competition" in path or path in POLLED else ""
            expect(each.locator("#link")).to_have_text(is_told)
        # A host that says nothing more, and is back later: nobody has to touch anything.
        os.kill(one.pid, signal.SIGSTOP)
        for each in pages.values():
            each.clock.fast_forward(A_LOOK)
        for path in GO:
            expect(pages[path]).to_have_url(there + path)
            expect(pages[path].locator("#link")).to_have_attribute("data-state", "live")
        expect(pages["/competition?who=2"].locator("h1")).to_have_text("Bo")
        for path in OFFER:
            link = pages[path].get_by_role("alert").get_by_role("link")
            expect(link).to_have_attribute("href", there + path)
            expect(pages[path].locator("#link")).to_have_attribute("data-state", "stale")
            assert pages[path].url == one.url + path
        os.kill(one.pid, signal.SIGCONT)
        for path in OFFER:
            pages[path].clock.fast_forward(A_LOOK)
            expect(pages[path].get_by_role("alert")).to_have_count(0)
        # With no other host to go to, a guide card says how old it is. On a busy machine one
        # that is slow counts as gone: the card may be at either by now, or on its way to one.
        one.kill()
        card = pages["/competition?who=2"]
        card.goto(f"{there}/competition?who=2")
        expect(card.locator("#link")).to_have_attribute("data-state", "live")
        os.kill(other.pid, signal.SIGSTOP)
        card.clock.fast_forward(A_LOOK)
        expect(card.locator("#link")).to_have_text(re.compile(r"\d+ s old"))
        os.kill(other.pid, signal.SIGCONT)
        card.clock.fast_forward(A_LOOK)
        expect(card.locator("#link")).to_have_attribute("data-state", "live")
