"""A phone whose host dies goes on at another host of the club, with its seat.

The hosts are whole programs on one real PostgreSQL; the phone is a real browser.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from rig.browser import Watched, phone
from rig.evening import until
from rig.patience import PATIENCE_S
from rig.postgres import running
from rig.table import Rig
from test_lost_journal import Host
from tricktable.cli import main
from tricktable.table import seating

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
        url = server.database()
        file = str(homes[0] / "data" / "journal.db")
        assert main(["journal", "copy", file, url], standalone_mode=False) is None
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


def test_a_phone_is_live_at_another_host_when_its_own_has_died_and_keeps_its_seat(
    hosts: tuple[Host, Host, str], tmp_path: Path, browser: Browser
) -> None:
    one, other, database = hosts
    late = tmp_path / "late"
    there = f"http://127.0.0.1:{other.url.rpartition(':')[2]}"
    until(lambda: there in asked(one, "/t/7KQ/seat")[0])
    for path in ("/t/7KQ", "/t/7KQ/wall", "/t/7KQ/seat", "/t/7KQ/overlay", "/host/t/7KQ"):
        assert asked(one, path)[1] == f"'self' {there}/here", "one address there, and no more"
    assert asked(one, "/")[1] == "'self'"
    with phone(browser) as context:
        seat, console = Watched(context.new_page()), Watched(context.new_page())
        guest, overlay = context.new_page(), context.new_page()
        seat.page.goto(f"{one.url}/t/7KQ/seat#{TOKEN}")
        guest.goto(f"{one.url}/t/7KQ")
        overlay.goto(f"{one.url}/t/7KQ/overlay")
        console.page.goto(f"{other.url}/host/t/7KQ")
        for page in (seat.page, guest, overlay, console.page):
            expect(page.locator("#link")).not_to_have_attribute("data-state", "waiting")
        expect(seat.page.locator("#own")).to_have_attribute("data-seat", "1")
        # A host that says nothing more, and is back later; then one that dies.
        here = f"http://127.0.0.1:{one.url.rpartition(':')[2]}"
        for gone, found in ((one, there), (other, here)):
            os.kill(gone.pid, signal.SIGSTOP if gone is one else signal.SIGKILL)
            expect(seat.page).to_have_url(f"{found}/t/7KQ/seat#{TOKEN}")
            for page in (seat.page, guest, overlay):
                expect(page).to_have_url(re.compile(f"^{found}/"))
                expect(page.locator("#link")).to_have_attribute("data-state", "without")
            expect(seat.page.locator("#own")).to_have_attribute("data-seat", "1")
            if gone is one:
                os.kill(one.pid, signal.SIGCONT)
        # The host's page stays, and sends nothing anywhere: it says where the club is now.
        link = console.page.get_by_role("alert").get_by_role("link")
        expect(link).to_have_attribute("href", f"{here}/host/t/7KQ")
        assert console.page.url.startswith(other.url)

        # A host that comes when all pages are open: they are told, and go there.
        late.mkdir()
        with Host(late, "--database", database) as third:
            third.ready()
            new = f"http://127.0.0.1:{third.url.rpartition(':')[2]}"
            for page in (seat.page, guest, overlay):
                expect(page.frame_locator("iframe").locator("title")).to_be_attached()
                asking = page.frame(url=f"{here}/asking")
                assert asking is not None
                asking.wait_for_load_state()
            one.kill()
            for page in (seat.page, guest, overlay):
                expect(page).to_have_url(re.compile(f"^{new}/"))
            expect(seat.page.locator("#own")).to_have_attribute("data-seat", "1")
        assert not [each for each in seat.complaints if "Security" in each]
