"""Tables come and go, and boards change tables, on the host's pages: who may, and what is shown."""

import json
from functools import partial
from html import unescape

import pytest
from playwright.sync_api import expect

from board.link.board import HAS, Board
from flash_image import make_image, put_compiled, read_image
from rig.browser import PHONE, SMALL_PHONE, assert_open, phone
from rig.evening import TOKEN, Cables, house, live, served
from rig.patience import until
from rig.ports import free_port
from tableboard import VERSION
from tricktable.app import boards
from tricktable.board.flash.wifi import Wifi
from tricktable.board.link import line
from tricktable.board.link.delivery import BACK, KEPT, SENDING
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.text.language import Message
from tricktable.web.site import site_of
from web.room import begin, serving

HERE = {"Origin": "http://localhost"}
ANN, BO = "E6614C311B7E6F01", "E6614C311B7E6F02"
SAID = {
    "en": ("Open another table", "The board of this table", "Remove this table"),
    "ja": ("テーブルを追加する", "このテーブルのボード", "このテーブルを削除する"),
}


class Hall:
    """A house with its boards, and the browsers that ask it."""

    def __init__(self, made, cables):
        self.house, self.cables = made, cables
        self.app = made.app()
        self.here = self.app.test_client()
        self.guest = self.app.test_client()
        self.guest.environ_base = {**self.guest.environ_base, "REMOTE_ADDR": "192.168.1.50"}

    def post(self, path, client=None, **form):
        return (client or self.here).post(path, data=form, headers=HERE)


@pytest.fixture
def hall(tmp_path):
    cables = Cables()
    with house(tmp_path, cables) as made:
        yield Hall(made, cables)


@pytest.fixture
def two_boards(hall):
    """Two tables, each with its board."""
    with Board("0A0A0A0A", board_id=ANN) as ann, Board("0B0B0B0B", board_id=BO) as bo:
        for board in (ann, bo):
            hall.cables.boards.append(board)
            until(lambda: len(live(hall.house)) == len(hall.cables.boards))
        yield [*hall.house.tables]


def test_the_host_opens_a_table_and_stands_at_its_page(hall):
    answer = hall.post("/host/open")
    _, second = hall.house.tables
    assert answer.status_code == 303
    assert f"/host/t/{second}" in answer.headers["Location"]
    assert f'id="t{second}"' in hall.here.get("/host/").text
    assert f"/t/{second}" in hall.here.get("/").text
    assert hall.guest.get(f"/t/{second}").status_code == 200


def test_the_host_has_an_older_board_updated_and_nobody_else_can(hall):
    code = hall.house.table.code
    path, page = f"/host/t/{code}/update-board", f"/host/t/{code}"
    refused = hall.post(path)
    assert (refused.status_code, "no board that can be updated" in refused.text) == (409, True)
    assert 'id="update"' not in hall.here.get(page).text
    with Board("0A0A0A0A", version="0.0.9", has=f"{HAS},updates=1") as board:
        hall.cables.boards.append(board)
        until(lambda: hall.house.board_versions(code) == ("0.0.9", VERSION))
        shown = hall.here.get(page).text
        assert 'id="update"' in shown
        assert f"The board runs version 0.0.9; here is {VERSION}." in shown
        assert hall.post(path, hall.guest).status_code == 403
        assert hall.post(path).status_code == 303
        until(lambda: hall.house.table.view().board_word == Message(SENDING))
        assert "is being updated already" in hall.post(path).text


def test_the_host_sets_what_a_board_has_and_which_wifi_it_joins(hall, tmp_path, monkeypatch):
    """The shipped firmware on its own flash: it tries what was sent, and a wrong password goes."""
    put_compiled(tmp_path / "files", is_patient=False)
    image = make_image(tmp_path / "files", tmp_path / "flash.bin")
    code, port = hall.house.table.code, free_port()
    monkeypatch.setattr(boards, "Wifi", partial(Wifi, port=port))
    path, page = f"/host/t/{code}/set-board", f"/host/t/{code}"
    assert "no board that can be updated" in hall.post(path, **{"set.readers": "2"}).text
    with SimulatedBoard.start(seed=7, speed=10, flash=image) as board:
        hall.cables.boards.append(board)
        until(lambda: hall.house.board_settings(code))
        shown = hall.here.get(page).text
        assert "as it is: 4" in shown
        assert "can read the password from it" in shown
        wish = {"set.readers": "2", "set.buzzer": "", "ssid": "Cards", "name": "north"}
        assert hall.post(path, hall.guest, **wish).status_code == 403
        assert hall.post(path, **wish, password="open sesame").status_code == 303
        assert "is being updated already" in hall.post(path, **wish, password="open sesame").text
        until(lambda: hall.house.table.view().board_word == Message(KEPT["table.json"]))
        assert json.loads(read_image(image, "board.json")) == {"readers": 2}
        table = json.loads(read_image(image, "table.json"))
        assert (table["ssid"], table["name"], table["port"]) == ("Cards", "north", port)
        assert "as it is: 2" in hall.here.get(page).text
        assert hall.post(path, **wish, password="wrong password").status_code == 303
        until(lambda: hall.house.table.view().board_word == Message(BACK["table.json"]))
        assert json.loads(read_image(image, "table.json")) == table
        told = hall.here.get(page, headers={"Accept-Language": "ja"}).text
        assert "Wi-Fiに接続できませんでした" in told
        for wrong, why in (
            ({"set.readers": "9"}, "from 1 to 4"),
            ({"set.readers": "many"}, "Nothing was chosen"),
            ({"set.colour": "1"}, "no setting"),
            ({"ssid": "Cards", "password": "short"}, "8 to 63"),
        ):
            refused = hall.post(path, **wrong)
            assert (refused.status_code, why in unescape(refused.text)) == (409, True)


def test_no_password_goes_over_a_network(hall, monkeypatch):
    code = hall.house.table.code
    with Board("0A0A0A0A", has=f"{HAS},updates=1") as board:
        hall.cables.boards.append(board)
        until(lambda: hall.house.board_settings(code))
        monkeypatch.setattr(line, "is_on_network", lambda _url: True)
        shown = hall.here.get(f"/host/t/{code}").text
        assert 'name="set.readers"' in shown
        assert 'name="ssid"' not in shown
        wish = {"ssid": "Cards", "password": "open sesame", "name": "tricktable"}
        refused = hall.post(f"/host/t/{code}/set-board", **wish)
        assert (refused.status_code, "plug the board in here" in refused.text) == (409, True)


def test_an_empty_table_is_removed_and_no_other(hall):
    first = hall.house.table.code
    assert 'id="close"' not in hall.here.get(f"/host/t/{first}").text
    assert hall.post(f"/host/t/{first}/close").status_code == 409
    hall.post("/host/open")
    begin(hall.house.table)
    assert 'id="close"' not in hall.here.get(f"/host/t/{first}").text
    refused = hall.post(f"/host/t/{first}/close")
    assert refused.status_code == 409
    assert "so it cannot be removed" in refused.text
    second = [*hall.house.tables][1]
    assert 'id="close"' in hall.here.get(f"/host/t/{second}").text
    assert hall.post(f"/host/t/{second}/close").headers["Location"] == "/host/?every=1"
    assert hall.here.get(f"/t/{second}").status_code == 404
    assert [*hall.house.tables] == [first]


@pytest.mark.complains("Failed to load resource")
@pytest.mark.parametrize("delay_s", [0, 60])
def test_whoever_looks_at_a_table_is_told_that_it_is_removed(tmp_path, browser, delay_s):
    """Else its pages are live for ever, and a guest waits in the lobby for a game."""
    with house(tmp_path, Cables(), delay_s=delay_s) as made:
        code, context = made.open_table(), phone(browser)
        with serving(made.app(), made.settings, made.feed) as url:
            pages = [context.new_page() for _ in range(4)]
            paths = f"/t/{code}", f"/t/{code}/wall", f"/t/{code}/seat", f"/t/{made.table.code}"
            for page, path in zip(pages, paths, strict=True):
                page.goto(url + path)
                page.locator("#link:not([data-state=waiting])").wait_for(state="attached")
            assert made.close_table(code).is_done
            *gone, other = pages
            for page in gone:
                expect(page.locator("#no-stream")).to_contain_text(f"no table {code}")
            expect(other.locator("#no-stream")).to_have_count(0)
            context.close()


def test_boards_are_changed_by_the_hosts_page_that_keeps_the_score(hall, two_boards):
    one, two = two_boards
    page = hall.here.get(f"/host/t/{one}").text
    assert f"Board {ANN[-4:]}." in page
    hall.house.table.take_write_lock("mine")
    assert hall.post(f"/host/t/{one}/board", other=two, pen="other").status_code == 409
    assert hall.post(f"/host/t/{one}/board", other="NO", pen="mine").status_code == 404
    assert hall.house.boards == {one: ANN, two: BO}
    assert hall.post(f"/host/t/{one}/board", other=two.lower(), pen="mine").status_code == 303
    assert hall.house.boards == {one: BO, two: ANN}
    assert f"Board {BO[-4:]}." in hall.here.get(f"/host/t/{one}").text


@pytest.mark.parametrize("path", ["open", "t/{one}/close", "t/{one}/board"])
def test_a_guest_needs_the_token(hall, path):
    hall.post("/host/open")
    one, two = hall.house.tables
    path = f"/host/{path.format(one=one)}"
    assert hall.post(path, hall.guest, other=two).status_code == 403
    assert [*hall.house.tables] == [one, two]
    assert hall.post(path, hall.guest, other=two, host_token=TOKEN).status_code in (200, 409)


def test_where_there_is_no_floor_nothing_of_it_is_offered(room, client):
    assert "/host/open" not in client.get("/host/").text
    assert client.post("/host/open", headers=HERE).status_code == 404
    assert not site_of(room.app).registry


def test_two_boards_change_tables_in_two_touches_and_back(hall, two_boards, browser):
    one, two = two_boards
    context = phone(browser)  # another one would not keep the score
    page = context.new_page()
    with serving(hall.app, hall.house.settings, hall.house.feed) as url:
        for language, scheme, size, then in (
            ("en", "light", PHONE, {one: BO, two: ANN}),
            ("ja", "dark", SMALL_PHONE, {one: ANN, two: BO}),
        ):
            opens, own, removes = SAID[language]
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            page.goto(f"{url}/host/t/{one}?lang={language}")
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
            page.get_by_text(own).click()
            fits(page, size)
            page.locator("#board").get_by_role("button", name=two).click()
            until(lambda then=then: served(hall.house) == then)
            page.locator("#board summary").get_by_text(then[one][-4:]).wait_for()
            page.goto(f"{url}/host/?every=1&lang={language}")
            fits(page, size)
            page.goto(f"{url}/host/decks?table={two}&lang={language}")
            page.locator("#tables").get_by_role("button", name=two, pressed=True).wait_for()
            fits(page, size)
            page.goto(f"{url}/host/?lang={language}")
            page.get_by_role("button", name=opens).click()
            page.get_by_role("button", name=removes).wait_for()
            fits(page, size)
            page.get_by_role("button", name=removes).click()
            page.locator(f"#t{two}").wait_for()
            assert [*hall.house.tables] == [one, two]
        context.close()  # it asks for the list again and again


def fits(page, size):
    """It shuts nobody out, and nothing is wider than the screen or smaller than a thumb."""
    assert_open(page)
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    low = page.evaluate(
        "[...document.querySelectorAll('#board button, #close button, #tables button')]"
        ".map((each) => each.getBoundingClientRect().height)"
        ".filter((high) => 0 < high && high < 43.9)"
    )
    assert low == []
