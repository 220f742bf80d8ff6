"""Many pages of one browser in sight: each loads, follows its table, and leaves connections."""

import pytest

from rig.browser import WAIT_MS
from rig.patience import until
from rig.ports import free_port
from web.room import CODE, Room, begin, lay, sit

CONNECTIONS = 6
"""What a browser opens to one host over HTTP/1.1."""
PAGES = 8
STREAMS = 4
"""As `stream.js` has it."""
SAME = (f"/t/{CODE}", f"/t/{CODE}/seat", f"/t/{CODE}/wall", f"/t/{CODE}/overlay", f"/host/t/{CODE}")


@pytest.fixture
def window(still_browser, served):
    """A browser all of whose pages are in sight."""
    context = still_browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(WAIT_MS)

    def open_page(path):
        page = context.new_page()
        page.goto(served + path)
        return page

    yield open_page
    context.close()


def live(page):
    page.locator("#link:not([data-state=waiting], [data-state=stale])").wait_for(state="attached")


def says(page, words):
    page.locator(f"#table[data-heading='{words}']").wait_for(state="attached")


def streams(room):
    return sum(room.feed.streams.values())


def test_more_pages_of_one_table_than_connections_follow_the_cards_with_few_streams(room, window):
    begin(room.table)
    guests = [path for path in SAME if not path.endswith("overlay")]
    pages = [window(guests[number % len(guests)]) for number in range(PAGES)]
    for page in pages:
        live(page)
    until(lambda: streams(room) == 1)
    lay(room.table, "1:9H")
    for page in pages:
        says(page, "Cy to play")


def test_more_pages_of_as_many_tables_follow_the_cards_and_say_how_often(room, window):
    tables = [room.table, *(room.another(f"T{number:02}") for number in range(1, PAGES))]
    for table in tables:
        begin(table)
        table.board_is("live")
    pages = [window(f"/t/{table.code}") for table in tables]
    for page in pages:
        live(page)
    until(lambda: streams(room) <= STREAMS)
    for table in tables:
        lay(table, "1:9H")
    for page in pages:
        says(page, "Cy to play")
    told = [page.locator("#link").inner_text() for page in pages]
    assert told == ["live"] * STREAMS + ["every 2 s"] * (PAGES - STREAMS)


def test_a_page_goes_on_when_the_one_that_held_the_stream_is_closed(room, window):
    begin(room.table)
    first, *others = [window(f"/t/{CODE}") for _ in range(3)]
    for page in (first, *others):
        live(page)
    until(lambda: streams(room) == 1)
    first.close()
    for card, heading in (("1:9H", "Cy to play"), ("2:QH", "Di to play")):
        lay(room.table, card)
        for page in others:
            says(page, heading)
    until(lambda: streams(room) == 1)
    assert all(page.locator("#link").get_attribute("data-state") != "stale" for page in others)


def test_a_page_goes_on_when_its_browser_freezes_the_one_that_held_the_stream(room, window):
    begin(room.table)
    first, second = window(f"/t/{CODE}"), window(f"/t/{CODE}")
    for page in (first, second):
        live(page)
    until(lambda: streams(room) == 1)
    session = first.context.new_cdp_session(first)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    lay(room.table, "1:9H")
    says(second, "Cy to play")
    session.send("Page.setWebLifecycleState", {"state": "active"})
    lay(room.table, "2:QH")
    for page in (first, second):
        says(page, "Di to play")
    until(lambda: streams(room) == 1)


@pytest.mark.complains("net::ERR_")
def test_pages_that_share_a_stream_go_on_when_their_host_is_restarted(tmp_path, still_browser):
    context = still_browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(WAIT_MS)
    pages, port = [], free_port()
    room = Room(tmp_path, http_port=port)
    begin(room.table)
    room.table.board_is("live")
    with room.served() as url:
        for path in SAME[:3] * 2:
            pages.append(context.new_page())
            pages[-1].goto(url + path)
        for page in pages:
            live(page)
        until(lambda: streams(room) == 1)
    room.close()
    for page in pages:
        page.locator("#link[data-state=stale]").wait_for(state="attached")
    room = Room(tmp_path, http_port=port)
    room.table.board_is("live")
    with room.served():
        for page in pages:
            page.locator("#link[data-state=live]").wait_for(state="attached")
        until(lambda: streams(room) == 1)
        lay(room.table, "1:9H")
        for page in pages:
            says(page, "Cy to play")
        context.close()
    room.close()


def test_pages_of_a_browser_that_cannot_share_have_a_stream_each(room, still_browser, served):
    begin(room.table)
    context = still_browser.new_context()
    context.add_init_script("delete window.BroadcastChannel")
    pages = [context.new_page() for _ in range(2)]
    for page in pages:
        page.goto(f"{served}/t/{CODE}")
        live(page)
    until(lambda: streams(room) == len(pages))
    lay(room.table, "1:9H")
    for page in pages:
        says(page, "Cy to play")
    context.close()


def test_a_phones_only_page_loads_nothing_for_others(room, still_browser, served):
    begin(room.table)
    context = still_browser.new_context()
    page, loaded = context.new_page(), []
    page.on("request", lambda sent: loaded.append(sent.url.rpartition("/")[2]))
    page.goto(f"{served}/t/{CODE}")
    live(page)
    assert "stream.js" in loaded
    assert not {"share.js", "refusal.js"} & set(loaded)
    context.close()


def test_a_page_that_asks_streams_once_another_table_is_closed(room, window):
    tables = [room.table, *(room.another(f"T{number}") for number in range(STREAMS))]
    for table in tables:
        begin(table)
        table.board_is("live")
    pages = [window(f"/t/{table.code}") for table in tables]
    pages[-1].locator("#link").get_by_text("every 2 s").wait_for()
    pages[0].close()
    pages[-1].locator("#link").get_by_text("live", exact=True).wait_for()
    lay(tables[-1], "1:9H")
    says(pages[-1], "Cy to play")


def test_what_follows_another_page_is_as_new_as_it_from_the_first(room, window):
    """A page that was drawn before a card, and begins to follow after it, gets the card."""
    begin(room.table)
    first = window(f"/t/{CODE}")
    live(first)
    lay(room.table, "1:9H")
    says(first, "Cy to play")
    second = window(f"/t/{CODE}")
    live(second)
    until(lambda: streams(room) == 1)
    lay(room.table, "2:QH")
    for page in (first, second):
        says(page, "Di to play")


def test_a_seat_asks_for_its_own_while_another_page_holds_the_stream(room, window):
    begin(room.table)
    for _ in range(CONNECTIONS):
        live(window(f"/t/{CODE}"))
    seat = window(f"/t/{CODE}/seat#{sit(room.table, 2)}")
    seat.locator("#own[data-state=sits]").wait_for()
    lay(room.table, "1:9H")
    seat.locator("#own h2").get_by_text("Your turn").wait_for()
