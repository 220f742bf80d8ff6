"""The host's page on a phone: a code that only the host's computer shows, and no typing."""

import io
import re

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from rig.browser import PHONE, assert_fits, assert_open_to_all, phone
from web.room import CODE, HOST_PAGE, TOKEN, begin

CODE_PAGE = f"/host/t/{CODE}/phone"


def scanned(page):
    """What a phone reads from the code on the screen."""
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.locator(".qr").screenshot())))
    return found[0].text


def test_the_hosts_computer_shows_the_token_in_a_fragment_and_in_no_word(room, browser, watch):
    begin(room.table)
    with room.served() as url:
        page = watch(phone(browser))
        page.goto(f"{url}{HOST_PAGE}")
        page.get_by_role("link", name=f"Host · table {CODE}").tap()
        page.get_by_role("link", name="This page on a phone").tap()
        read = scanned(page)
        assert re.fullmatch(rf"http://[\d.]+:\d+{HOST_PAGE}#{TOKEN}", read)
        assert TOKEN not in page.content()
        assert_fits(page, PHONE)
        assert_open_to_all(page)
        page.get_by_role("button", name="Back to the table").tap()
        expect(page.get_by_text("Guests join here")).to_be_visible()
        page.context.close()


@pytest.mark.complains("status of 403")
def test_a_phone_that_scanned_it_is_host_without_a_token(room, browser, watch, monkeypatch):
    begin(room.table)
    monkeypatch.setattr("tricktable.web.guards.is_this_machine", lambda: False)
    monkeypatch.setattr("tricktable.web.host.host_page.is_this_machine", lambda: False)
    with room.served() as url:
        page = watch(phone(browser))
        page.goto(f"{url}{HOST_PAGE}?lang=en#{TOKEN}", wait_until="commit")
        expect(page.locator("#lay")).to_be_visible()
        assert page.url == f"{url}{HOST_PAGE}"
        assert page.get_by_text("This page on a phone").count() == 0
        page.locator("#lay").get_by_role("button", name="two of clubs").tap()
        expect(page.locator("#table .trick [aria-label='two of clubs']")).to_be_visible()
        page.context.close()


@pytest.mark.complains("status of 403")
def test_a_wrong_token_in_a_code_is_told_once(room, browser, watch, monkeypatch):
    begin(room.table)
    monkeypatch.setattr("tricktable.web.guards.is_this_machine", lambda: False)
    with room.served() as url:
        page = watch(phone(browser))
        page.goto(f"{url}{HOST_PAGE}?lang=en#{'x' * 22}", wait_until="commit")
        expect(page.get_by_role("heading", name="That is not the token")).to_be_visible()
        expect(page.locator("#token")).to_have_value("")
        page.context.close()


def test_nobody_else_is_shown_the_code_not_even_with_the_token(room, guest):
    begin(room.table)
    for headers in ({}, {"X-Host-Token": TOKEN}):
        answer = guest.get(CODE_PAGE, headers=headers)
        assert answer.status_code == 403
        assert 'class="qr"' not in answer.text
        assert TOKEN not in answer.text


def test_a_proxy_on_this_computer_is_shown_no_code(room, client):
    answer = client.get(CODE_PAGE, headers={"X-Forwarded-For": "192.168.1.50"})
    assert answer.status_code == 403
