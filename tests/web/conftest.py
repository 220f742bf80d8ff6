"""What the service's tests share: a room, and a client that asks it without sockets."""

import subprocess
from threading import Event

import pytest
from playwright.sync_api import sync_playwright

from rig import browser as browsers
from rig import contexts
from rig.patience import PATIENCE_S
from tricktable.table.views import WITHOUT
from tricktable.web import reviews
from web.room import Room, begin

NO_SCRIPT = "Failed to fetch dynamically imported module"
"""What a page says as well that was about to load a script as its host went."""


def complains_of(item):
    """What the pages of this test may complain of: a test of a refusal names its status."""
    words = [each for marker in item.iter_markers("complains") for each in marker.args]
    return [*words, NO_SCRIPT] if any(each in browsers.NO_HOST for each in words) else words


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Whatever a test looks for, no page of it has complained."""
    browsers.COMPLAINTS.clear()
    before = [*browsers.OPEN]
    try:
        result = yield
        browsers.hear_no_complaint(complains_of(item))
    except BaseException:
        browsers.close_all_but(before)
        raise
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item):
    """Each page was closed before its host, or the test says that it complains of that."""
    result = yield
    stranded = [*contexts.STRANDED]
    contexts.STRANDED.clear()
    if not any(words in browsers.NO_HOST for words in complains_of(item)):
        assert stranded == [], "close a page before its host: it may complain in the next test"
    return result


@pytest.fixture
def room(tmp_path):
    """One host with one table, on a journal of its own."""
    room = Room(tmp_path)
    yield room
    room.close()


@pytest.fixture
def without_board(room):
    """There is no board at its table, where a game of The Torite has begun."""
    room.table.board_is(WITHOUT)
    begin(room.table)


@pytest.fixture
def client(room):
    """A browser on the host's own machine."""
    return room.app.test_client()


@pytest.fixture
def guest(room):
    """A browser on another machine of the network."""
    client = room.app.test_client()
    client.environ_base = {**client.environ_base, "REMOTE_ADDR": "192.168.1.50"}
    return client


@pytest.fixture(scope="session")
def driver():
    """What starts browsers, and talks with them."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(driver):
    """A real browser, started once."""
    with browsers.launched(driver) as browser:
        yield browser


@pytest.fixture(scope="session")
def still_browser(driver):
    """One that draws nothing, for pages that are only asked and whose keys nobody presses."""
    with browsers.launched(driver, browsers.STILL) as browser:
        yield browser


@pytest.fixture
def served(room):
    """The address of the room, which is served."""
    with room.served() as url:
        yield url


@pytest.fixture
def watch(request):
    """Open a page in a browser's context; it has not complained when that is closed.

    Ask for it after `served`: a page whose host is gone complains.
    """
    contexts = []

    def watch(context):
        contexts.append(context)
        return context.new_page()

    yield watch
    for context in contexts:
        context.close()
    browsers.hear_no_complaint(complains_of(request.node))


@pytest.fixture(autouse=True)
def brief_reviews(monkeypatch):
    """Little time for reviews, since most pages are only looked at.

    At the lowest priority they would hardly be served beside other tests.
    """
    monkeypatch.setattr(reviews, "SECONDS", 0.1)
    monkeypatch.setattr(reviews, "_IDLE", 0)
    monkeypatch.setattr(reviews, "_BEGINNING", 0)


@pytest.fixture
def processes(monkeypatch):
    """The processes that were begun."""
    begun = list[subprocess.Popen]()

    class Begun(subprocess.Popen):
        def __init__(self, *given, **named):
            super().__init__(*given, **named)
            begun.append(self)

    monkeypatch.setattr(subprocess, "Popen", Begun)
    return begun


@pytest.fixture
def endless_search(monkeypatch, processes, tmp_path):
    """The searches that were begun, each of which goes on until it is ended."""
    endless = tmp_path / "endless"
    endless.write_text("#!/bin/sh\nexec sleep 600\n")
    endless.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(endless))
    monkeypatch.setattr(reviews, "LOOK_S", 0.05)
    return processes


@pytest.fixture
def may_search(monkeypatch):
    """Nothing is searched until this is set."""
    run, may_search = reviews.RunningSearch.run, Event()

    def search(*given):
        assert may_search.wait(PATIENCE_S)
        return run(*given)

    monkeypatch.setattr(reviews.RunningSearch, "run", search)
    monkeypatch.setattr(reviews, "SECONDS", 2.0)
    yield may_search
    may_search.set()
