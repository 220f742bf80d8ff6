"""A broadcast: by no address does a spectator see a card before its time; players and host do.

Every address that can be got is asked before and after each move; the clock is the test's own.
"""

import json
import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from rig.browser import phone
from rig.evening import Cables, house
from rig.preparations import new_journal
from rig.sites import settings_with, site_with
from rig.table import NOON
from tricktable.app import audiences
from tricktable.house.audience import WholeAudience
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.table import commands
from tricktable.table.table import Table
from tricktable.web import create_app
from tricktable.web.guest import fragment
from tricktable.web.host import forget
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed
from tricktable.web.live.spectators import Spectators
from tricktable.web.site import Later
from web.refusals import SOON_MS, each_in_its_form
from web.room import CODE, TOKEN, ask, begin, deal, lay, play_on, serving, show_kept, sit
from web.safety.routes import reads

DELAY_S = 60
NEWS = (f"/t/{CODE}/changes/live",)
"""What says that something has changed, and nothing else."""
CHAIRS = (f"/t/{CODE}/seat", f"/t/{CODE}/seat/own")
"""Where somebody who comes sits down: they are told who sits where, as it is."""


class Studio:
    """A host whose spectators see its table a minute later."""

    def __init__(self, folder):
        self.now = NOON
        self.journal = new_journal(folder / "journal.db")
        self.feed = Feed()
        self.views = Broadcast(self.feed, fragment.encode)
        self.seen = Broadcast(self.feed, fragment.encode, "later")
        self.spectators = Spectators(
            DELAY_S,
            self.seen,
            lambda: int((self.now - NOON).total_seconds() * 1000) + 10**6,
            lambda: self.now,
        )
        audience = WholeAudience(self.views, self.spectators.join(CODE))
        shelf = Shelf(Decks((demo_deck(),)))
        self.table = Table(CODE, self.journal, shelf, audience, lambda: self.now)
        self.settings = settings_with(
            http_host="127.0.0.1",
            http_port=0,
            trusted_hosts=("localhost", "127.0.0.1"),
            host_token=TOKEN,
        )
        later = Later(self.spectators, self.seen)
        self.app = create_app(site_with(self.settings, {CODE: self.table}, self.views, later=later))

    def wait(self, seconds):
        self.now += timedelta(seconds=seconds)
        self.spectators.release()

    def client(self, address="127.0.0.1"):
        client = self.app.test_client()
        client.environ_base = {**client.environ_base, "REMOTE_ADDR": address}
        return client

    @property
    def guest(self):
        return self.client("192.168.1.50")


@pytest.fixture
def studio(tmp_path):
    studio = Studio(tmp_path)
    yield studio
    studio.journal.close()


def test_a_table_that_is_closed_while_somebody_asks_for_it_is_no_fault(studio):
    """Who asked found it open, and spectators' view of it is gone when it is looked for."""
    studio.spectators.forget(CODE)
    statuses = {path: got[0] for path, got in told(studio).items()}
    assert 404 in {*statuses.values()}
    assert not {path: status for path, status in statuses.items() if status >= 500}


def told(studio, paths=None, headers=None):
    """What a spectator is answered by each address, headers too."""
    answers = {}
    for number, path in enumerate(paths or reads(studio.app)):
        got = studio.client(f"10.0.{number}.1").get(path, headers=headers)
        kept = {key: value for key, value in got.headers.items() if key != "Date"}
        answers[path] = got.status_code, got.get_data(), kept
        got.close()
    return answers


def changed(before, after):
    return sorted(path for path in before if before[path] != after[path])


def test_no_address_tells_a_spectator_anything_before_its_time(studio):
    begin(studio.table)
    lay(studio.table, "1:2C 2:3C 3:4C 0:5C")
    studio.wait(DELAY_S)
    before = told(studio)
    assert b"Trick 2" in before[f"/t/{CODE}"][1]
    for move in (
        lambda: lay(studio.table, "0:7C"),
        lambda: lay(studio.table, "1:8C 2:9C 3:TC"),  # a whole trick
        lambda: ask(studio.table, commands.Undo()),
        lambda: ask(studio.table, commands.Pause()),
        lambda: ask(studio.table, commands.Resume()),
    ):
        studio.wait(1)
        move()
        assert set(changed(before, told(studio))) <= {*NEWS}
    for move in (
        lambda: ask(studio.table, commands.Rename(0, "Eva")),
        lambda: begin(studio.table, ("Eve", "Fay", "Gil", "Hal")),  # another game
    ):
        move()
        assert set(changed(before, told(studio))) <= {*NEWS, *CHAIRS}
    studio.wait(DELAY_S)
    late = changed(before, told(studio))
    for path in ("", "/wall", "/overlay", "/seat", "/game", "/evening", "/live", "/overlay/live"):
        assert f"/t/{CODE}{path}" in late
    for path in ("", "/live", "/entries", "/games"):
        assert f"/api/v1/tables/{CODE}{path}" in late
    assert {"/", "/api/v1/tables"} <= {*late}


def test_a_tag_that_fits_the_table_as_it_is_tells_a_spectator_nothing(studio):
    begin(studio.table)
    path = f"/api/v1/tables/{CODE}"
    tag = studio.client().get(path).headers["ETag"]  # the host's
    assert studio.client().get(path, headers={"If-None-Match": tag}).status_code == 304
    assert studio.guest.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_each_view_comes_when_it_is_old_enough_and_in_order(studio):
    begin(studio.table)
    studio.wait(10)
    lay(studio.table, "1:2C")
    page = f"/t/{CODE}"
    studio.wait(DELAY_S - 11)
    assert "No game yet" in studio.guest.get(page).text
    studio.wait(1)
    assert "Bo leads" in studio.guest.get(page).text
    studio.wait(10)
    assert "Cy to play" in studio.guest.get(page).text


def test_the_score_of_a_game_is_explained_and_exported_to_spectators_when_they_have_seen_it(studio):
    begin(studio.table)
    hands = deal(1)
    play_on(studio.table, hands, 12)
    studio.wait(DELAY_S)
    show_kept(studio.table, hands)
    assert studio.table.view().view.is_over
    for path in ("/game", "/evening", "/wall", "/overlay"):
        assert "is-won" not in studio.guest.get(f"/t/{CODE}{path}").text
    assert "bgstats:" not in studio.guest.get(f"/t/{CODE}/game").text
    assert studio.client().get(f"/host/t/{CODE}/export/scores").status_code == 200
    assert "finished" in studio.client().get(f"/host/t/{CODE}/export/scores").text
    studio.wait(DELAY_S)
    assert "bgstats:" in studio.guest.get(f"/t/{CODE}/game").text


def test_the_host_and_who_sits_there_see_the_table_as_it_is(studio):
    begin(studio.table)
    token = sit(studio.table, 1)
    lay(studio.table, "1:2C")
    look, state = f"/t/{CODE}/changes", f"/api/v1/tables/{CODE}"
    here = studio.client()
    assert "Cy to play" in here.get(f"/host/t/{CODE}").text
    assert "Cy to play" in here.get(look).text
    assert json.loads(here.get(state).text)["trick"]["cards"]
    assert "Cy to play" in studio.guest.get(look, headers={"X-Host-Token": TOKEN}).text
    assert "2C" in studio.guest.get(f"{state}/entries", headers={"X-Host-Token": TOKEN}).text
    assert "Cy to play" in studio.guest.get(look, headers={"X-Seat-Token": token}).text
    own = studio.guest.get(f"/t/{CODE}/seat/own", headers={"X-Seat-Token": token}).text
    assert 'data-state="sits"' in own
    form = {"seat_token": token, "plain": "1"}
    origin = {"Origin": "http://localhost"}
    assert "Cy to play" in studio.guest.post(f"/t/{CODE}/seat/look", data=form, headers=origin).text
    # Nobody else, and not who has left.
    assert "No game yet" in studio.guest.get(look).text
    assert "No game yet" in studio.guest.get(look, headers={"X-Seat-Token": "x" * 22}).text
    assert "No game yet" in studio.guest.get(f"/t/{CODE}/seat").text
    studio.guest.post(f"/t/{CODE}/seat/leave", headers={"X-Seat-Token": token, **origin})
    assert "No game yet" in studio.guest.get(look, headers={"X-Seat-Token": token}).text
    stranger = {**form, "seat_token": "x" * 22}
    asked = studio.guest.post(f"/t/{CODE}/seat/look", data=stranger, headers=origin).text
    assert "Cy to play" not in asked


def test_a_host_that_starts_again_shows_nothing_early(tmp_path):
    first = Studio(tmp_path)
    begin(first.table)
    first.wait(10)
    lay(first.table, "1:2C")
    first.journal.close()
    again = Studio(tmp_path)
    again.now = NOON
    assert "No game yet" in again.guest.get(f"/t/{CODE}").text  # written in its future, even
    again.wait(DELAY_S)
    assert "Cy to play" in again.guest.get(f"/t/{CODE}").text
    again.journal.close()


def test_what_was_old_enough_before_a_start_is_shown_at_once(tmp_path):
    first = Studio(tmp_path)
    begin(first.table)
    first.journal.close()

    class Later(Studio):
        now = property(lambda _: NOON + timedelta(seconds=DELAY_S), lambda *_: None)

    again = Later(tmp_path)
    assert "Bo leads" in again.guest.get(f"/t/{CODE}").text
    again.journal.close()


def test_a_deleted_name_waits_for_nobody(studio):
    begin(studio.table, ("Zoe", "Bo", "Cy", "Di"))
    studio.wait(DELAY_S)
    assert "Zoe" in studio.guest.get(f"/t/{CODE}").text
    lay(studio.table, "1:2C")
    with studio.app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        assert forget.forget("Zoe").is_done
    for path in ("", "/game", "/evening", "/wall", "/overlay"):
        assert "Zoe" not in studio.guest.get(f"/t/{CODE}{path}").text
    assert "Zoe" not in studio.guest.get(f"/api/v1/tables/{CODE}/games").text
    studio.wait(DELAY_S)
    assert "Zoe" not in studio.guest.get(f"/t/{CODE}").text


class Outlet:
    """Another program: keeps what it is told."""

    def __init__(self):
        self.views = []

    def show(self, view):
        self.views.append(view)

    def asleep(self, tables):
        pass

    def forget(self, code):
        pass

    def start(self):
        pass

    stop = start


@pytest.mark.parametrize("delay_s", [0, 3600])
def test_brokers_and_webhooks_are_told_no_more_than_spectators(tmp_path, monkeypatch, delay_s):
    outlet = Outlet()
    monkeypatch.setattr(audiences, "outlets", lambda *_: [outlet])
    with house(tmp_path, Cables(), delay_s=delay_s) as here:
        begin(here.table)
        lay(here.table, "1:2C")
        rows = {view.row for view in outlet.views}
        games = {view.games for view in outlet.views}
    assert (games == {0}) == (rows == {0}) == bool(delay_s)


def test_a_seats_phone_and_the_hosts_page_follow_before_a_guests_phone(studio, browser, watch):
    begin(studio.table)
    studio.wait(DELAY_S)
    token = sit(studio.table, 2)
    with serving(studio.app, studio.settings, studio.feed) as url:
        guest, player, host_page = (watch(phone(browser)) for _ in range(3))
        guest.goto(f"{url}/t/{CODE}")
        player.goto(f"{url}/t/{CODE}/seat#{token}")
        host_page.goto(f"{url}/host/t/{CODE}")
        expect(guest.locator("h1")).to_have_text("Bo leads")
        lay(studio.table, "1:2C")
        for page in (player, host_page):
            expect(page.locator("#table h1")).to_have_text("Cy to play")
        assert guest.locator("h1").inner_text() == "Bo leads"
        studio.wait(DELAY_S)
        expect(guest.locator("h1")).to_have_text("Cy to play")
        for page in (guest, player, host_page):
            page.context.close()


@pytest.mark.complains("Failed to load resource")
def test_a_look_that_is_refused_is_told_in_its_own_words(studio, browser):
    """In a broadcast a seat's page hears that something has changed, and asks for the table."""
    begin(studio.table)
    token = sit(studio.table, 1)
    context = phone(browser)
    with serving(studio.app, studio.settings, studio.feed) as url:
        page = context.new_page()
        page.goto(f"{url}/t/{CODE}/seat#{token}")
        page.locator("#own[data-state=sits]").wait_for()
        look = re.compile(rf"/t/{CODE}/changes$")
        for turn, words in enumerate(each_in_its_form(studio.app, page, look, "GET")):
            lay(studio.table, f"{(1 + turn) % 4}:{'23456789'[turn]}{'HS'[turn // 4]}")
            expect(page.locator("#refused")).to_have_text(words, timeout=SOON_MS)
        lay(studio.table, "1:AD")
        expect(page.locator("#refused")).to_have_count(0, timeout=SOON_MS)
        context.close()
