"""A Wi-Fi of the table's own: its code is beside the page's wherever guests join."""

import io
import json
import re

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from rig.browser import SMALL_PHONE, assert_fits, assert_open, phone
from rig.evening import SETTINGS
from rig.patience import until
from rig.preparations import new_journal
from rig.sites import settings_with
from tricktable.app import House
from tricktable.settings import GuestWifi
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import open_journal
from tricktable.web import invites, own_addresses
from tricktable.web.own_addresses import OwnAddresses, url_for_guests
from tricktable.web.site import site_of
from web.room import CODE, Room, begin

HERE = "127.0.0.2"
WIFI = GuestWifi("Tricktable", "abcd-efgh-jkmn", HERE)


@pytest.mark.parametrize(
    ("wifi", "code"),
    [
        (WIFI, "WIFI:T:WPA;S:Tricktable;P:abcd-efgh-jkmn;;"),
        (GuestWifi("Ann; Bo", r'a\b,c:"d"'), r"WIFI:T:WPA;S:Ann\; Bo;P:a\\b\,c\:\"d\";;"),
        (GuestWifi("Café 雪", "12345678"), "WIFI:T:WPA;S:Café 雪;P:12345678;;"),
        (GuestWifi("Open"), "WIFI:T:nopass;S:Open;;"),
    ],
)
def test_a_code_says_what_a_phone_joins(wifi, code):
    assert wifi.code == code


@pytest.mark.parametrize(
    ("wifi", "addresses", "is_on"),
    [
        (WIFI, ("192.168.1.20", HERE), True),
        (WIFI, ("192.168.1.20",), False),
        (WIFI, (), False),
        (WIFI._replace(address=""), (), True),
        (GuestWifi(), (HERE,), False),
    ],
)
def test_it_is_on_while_the_computer_has_its_address_there(wifi, addresses, is_on):
    assert wifi.is_on(addresses) == is_on


def test_guests_are_sent_to_the_address_on_the_wifi_that_they_join():
    service = settings_with(wifi=WIFI)
    assert url_for_guests(service, 80, ("192.168.1.20", HERE)) == f"http://{HERE}"
    assert url_for_guests(service, 8080, ("192.168.1.20", HERE)) == f"http://{HERE}:8080"
    assert url_for_guests(service, 80, ("192.168.1.20",)) == "http://192.168.1.20"
    fixed = settings_with(wifi=WIFI, base_url="https://cards.example")
    assert url_for_guests(fixed, 80, (HERE,)) == "https://cards.example"


@pytest.fixture
def addresses():
    """The addresses that this computer has now."""
    return [HERE]


@pytest.fixture
def room(tmp_path, addresses):
    room = Room(tmp_path, http_host="0.0.0.0", wifi=WIFI)
    ticks = iter(range(0, 10**9, own_addresses.EVERY_MS))
    site_of(room.app).own = OwnAddresses(lambda: addresses, lambda: next(ticks))
    yield room
    room.close()


def codes(page):
    """What phones read on a page, from the left and from the top."""
    pictures = [Image.open(io.BytesIO(each.screenshot())) for each in page.locator(".qr").all()]
    return [zxingcpp.read_barcodes(each.convert("L"))[0].text for each in pictures]


def test_the_wall_and_the_hosts_page_have_both_codes_and_are_open_to_all(
    room, browser, served, watch
):
    link = rf"http://{re.escape(HERE)}:\d+/t/{CODE}"
    page = watch(phone(browser))
    for path, size in ((f"/t/{CODE}/wall", None), (f"/host/t/{CODE}", SMALL_PHONE)):
        page.goto(served + path)
        wifi, table = codes(page)
        assert wifi == WIFI.code
        assert re.fullmatch(link + "(/seat)?", table)
        assert_open(page)
        if size:
            assert_fits(page, size)
    expect(page.get_by_text("Password abcd-efgh-jkmn")).to_be_visible()
    begin(room.table)
    wall = watch(browser.new_context(viewport={"width": 1920, "height": 1080}))
    wall.goto(f"{served}/t/{CODE}/wall")
    assert codes(wall)[0] == WIFI.code
    assert wall.evaluate("document.documentElement.scrollHeight") == 1080


def test_a_wifi_that_is_off_has_no_code(room, client, addresses):
    for path in (f"/t/{CODE}/wall", f"/host/t/{CODE}"):
        assert client.get(path).text.count('class="qr') == 2
        addresses[:] = ["192.168.1.20"]
        assert client.get(path).text.count('class="qr') == 1
        addresses[:] = [HERE]


def test_the_display_shows_both_codes_by_turns(tmp_path, addresses):
    new_journal(tmp_path / "journal.db").close()
    settings = SETTINGS(
        data=tmp_path, wifi_name=WIFI.name, wifi_password=WIFI.password, wifi_address=HERE
    )
    shown = []

    class Glass:
        """What stands on the display, as the line would draw it."""

        def show(self, view):
            shown.append(here.door.board_page(code, shows_code=view.desk.page == "qr"))

    journal = open_journal(tmp_path / "journal.db")
    ticks = iter(range(0, 10**9, own_addresses.EVERY_MS))
    own = OwnAddresses(lambda: addresses, lambda: next(ticks))
    here = House(settings, journal, Shelf(Decks((demo_deck(),))), list, [CODE], own)
    code = here.table.code
    here.door.open(8080)
    here.tell(code, Glass())
    here.take_turns()
    assert len(shown) == 1, "a display that shows something else is not disturbed"
    for key in ("MENU", "MENU"):
        here.table.hear("b0a2d001", len(shown), "K", [key])
    until(lambda: here.table.view().desk.page == "qr")
    for _ in range(4):
        here.take_turns()
    link = invites.board_page(here.door.place(code))
    wifi = invites.board_page(WIFI.code, "to join Wi-Fi Tricktable")
    assert shown[-4:] == [link, wifi, link, wifi]
    assert wifi["z"] == 29, "two pixels a module: what a phone can read from the display"
    assert len(json.dumps(wifi)) < 700
    addresses[:] = ["192.168.1.20"]
    here.look_at_network()
    here.take_turns()
    here.take_turns()
    assert [each["t"] for each in shown[-2:]] == [here.door.place(code)] * 2
    journal.close()
