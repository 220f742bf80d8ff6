"""Could it have been won? Reviews from a real server, for programs and phones."""

import html
import http.client
import json
import os
import re
from random import Random
from threading import Event, Thread
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from games.case import Slips, by_its_own_player
from players import every_game
from rig.browser import LOOKS, PHONE, SIDEWAYS, SMALL_PHONE, assert_fits, assert_open_to_all, phone
from rig.patience import PATIENCE_S, until
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.entries import Played
from tricktable.store import replay
from tricktable.table import commands
from tricktable.web import reviews
from tricktable.web.guest import search_page
from web.room import CODE, ask, sit

GAME = f"/t/{CODE}/game/1"


def read(url, path):
    where = urlsplit(url)
    line = http.client.HTTPConnection(where.hostname, where.port, timeout=60)
    line.request("GET", path)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, text


def play(room, lines, game):
    ask(room.table, commands.NewGame(*game, abandon=True))
    room.enter(lines)


@pytest.fixture(scope="module")
def torite():
    """A game of The Torite by chance, which is lost."""
    return every_game.by_chance(Random(6), "torite", 4, is_tidy=True)


def begun(torite):
    return "torite", 4, ["Ann", "Bo", "Cy", "ゆき"], dict(torite.header.given)


def test_a_lost_game_says_until_when_it_could_be_won_and_how(room, browser, torite, monkeypatch):
    monkeypatch.setattr(reviews, "SECONDS", 2.0)
    play(room, torite.lines, begun(torite))
    with room.served() as url:
        status, text = read(url, f"/api/v1/tables/{CODE}/games/1/review")
        assert status == 200
        (deal,) = json.loads(text)["deals"]
        assert (deal["kind"], deal["could_be_won"]) == ("turned", True)
        turned = torite.lines[deal["last_moment"] - 1]
        assert turned["kind"] == "played"
        for tongue, scheme in LOOKS[:2]:
            with phone(browser, scheme, SMALL_PHONE) as context:
                page = context.new_page()
                page.goto(f"{url}{GAME}?lang={tongue}")
                page.locator('a[href*="/game/1/review"]').click()
                expect(page.locator(".searching")).to_be_hidden()
                page.locator("details.way > summary").click()
                rows = page.locator("details.way tbody tr")
                expect(rows).to_have_count(12 - deal["trick"] + 1)
                expect(rows.first.locator("th summary")).to_contain_text(f"{deal['trick']}: ")
                assert_fits(page, SMALL_PHONE)
                assert_open_to_all(page, scheme)
        turned_at = re.search(rf'href="({GAME}/try[^"]+)"', read(url, f"{GAME}/review")[1])[1]
        assert "It can still be won." in read(url, f"{html.unescape(turned_at)}&ask=way")[1]
        later = re.sub(r"at=(\d+)", lambda at: f"at={int(at[1]) + 1}", html.unescape(turned_at))
        assert "It can still be won." not in read(url, f"{later}&ask=way")[1]
        assert read(url, "/t/7KQ/game/2/review")[0] == 404
        assert read(url, f"/api/v1/tables/{CODE}/games/2/review")[0] == 404


@pytest.mark.parametrize(("seed", "is_hard"), [(11, True), (0, False)])
def test_an_evening_has_a_puzzle_if_a_hand_is_hard_enough(room, monkeypatch, seed, is_hard):
    monkeypatch.setattr(reviews, "SECONDS", 2.0)
    game = every_game.by_chance(Random(seed), "torite", 4, is_tidy=True)
    play(room, game.lines, begun(game))
    client = room.app.test_client()

    def link():
        """What the evening's page says of its puzzle."""
        evening = client.get(f"/t/{CODE}/evening").text
        return "".join(re.findall(rf'<a href="/t/{CODE}/puzzle">([^<]+)', evening))

    assert link() == "Is one of these hands a puzzle?"
    page = client.get(f"/t/{CODE}/puzzle").text
    assert link() == ("The nicest hand, as a puzzle" if is_hard else "")
    assert "The nicest hand · The Torite</p>" in page
    counts = "<b>27</b> ways to lay the next 3 cards, <b>3</b>"
    easy = "<b>56</b> of <b>82</b> ways to lay the next 3 cards"
    assert (f"Of {counts} can be won." in page) is is_hard
    assert (f"In the hardest, {easy} can be won." in page) is not is_hard
    assert ("No hand of this evening is hard enough for a puzzle." in page) is not is_hard
    attempt = re.search(rf'href="({GAME}/try[^"]+)"', page)
    assert (attempt is not None) is is_hard
    if attempt is not None:
        tried = client.get(f"{html.unescape(attempt[1])}&ask=way").text
        assert "It can still be won." in tried


def test_a_win_that_could_have_scored_more_shows_how(room, browser, monkeypatch):
    monkeypatch.setattr(reviews, "SECONDS", 2.0)
    lines = by_its_own_player(GAMES["torite"], Slips(0, 0, 0))(Random(1), 4, {}, True)
    play(room, lines, ("torite", 4, ["Ann", "Bo", "Cy", "ゆき"], {}))
    with room.served() as url:
        (deal,) = json.loads(read(url, f"/api/v1/tables/{CODE}/games/1/review")[1])["deals"]
        assert deal["kind"] == "won"
        assert deal["score"] < deal["least"]
        for tongue, scheme in LOOKS[:2]:
            with phone(browser, scheme, SMALL_PHONE) as context:
                page = context.new_page()
                page.goto(f"{url}{GAME}/review?lang={tongue}")
                way = page.locator("details.way")
                way.locator("> summary").click()
                expect(way.locator("> summary")).to_contain_text(str(deal["least"]))
                expect(way.locator("tbody tr")).to_have_count(12)
                expect(way.locator("tbody th summary").first).to_contain_text("1: ")
                assert_fits(page, SMALL_PHONE)
                assert_open_to_all(page, scheme)


@pytest.mark.parametrize("path", [f"{GAME}/review", f"/t/{CODE}/puzzle"])
def test_while_something_is_searched_for_its_page_is_there(room, torite, may_search, path):
    """It says what it waits for, and has the rest of it once that is found."""
    play(room, torite.lines, begun(torite))
    as_browsers_do = {"Accept-Encoding": "gzip"}
    with (
        room.served() as url,
        urlopen(Request(url + path, headers=as_browsers_do), timeout=PATIENCE_S) as page,
    ):
        begins = page.read1().decode()
        may_search.set()
        found = page.read().decode()
    assert "Every way to play these cards is being tried." in begins
    assert "<noscript><p>Leave this page open: the answer appears below.</p>" in begins
    assert path.endswith("puzzle") or "The Torite · Could it have been won?</p>" in begins
    assert "<h1>" not in begins
    assert ("is hard enough" if path.endswith("puzzle") else f"{GAME}/try") in found
    assert found.rstrip().endswith("</html>")


def connection(url, path):
    """A phone that has asked for the page, and read nothing of it."""
    line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)
    line.request("GET", path)
    return line


def test_fifty_phones_that_ask_the_same_wait_for_one_search(
    room, torite, may_search, seconds_given
):
    play(room, torite.lines, begun(torite))
    with room.served() as url:
        lines = [connection(url, f"{GAME}/review") for _ in range(50)]
        begins = [line.getresponse() for line in lines]
        may_search.set()
        assert all("Try it yourself from here" in each.read().decode() for each in begins)
        for line in lines:
            line.close()
    assert seconds_given == [2.0]


def test_a_search_ends_with_the_last_page_that_waits_for_it(room, monkeypatch, processes):
    monkeypatch.setattr(reviews, "SECONDS", 600.0)
    monkeypatch.setattr(search_page, "BEAT_S", 0.05)
    etori = every_game.by_chance(Random(1), "etori", 4, is_tidy=True)
    play(room, etori.lines, ("etori", 4, ["Ann", "Bo", "Cy", "Di"], etori.header.given))
    with room.served() as url:
        lines = [connection(url, f"{GAME}/review") for _ in range(2)]
        pages = [each.getresponse() for each in lines]
        until(lambda: processes)
        for page in pages:
            assert b"is being tried" in page.read1()
            assert processes[0].poll() is None
            page.close()
        for line in lines:
            line.close()
        until(lambda: processes[0].poll() is not None)
        assert len(processes) == 1


@pytest.mark.parametrize(
    "path",
    [
        f"/api/v1/tables/{CODE}/games/1/review",
        f"{GAME}/replay?at=12&marks=1",
        f"{GAME}/replay?at=12&seat=1",
        f"{GAME}/try?at=12&ask=hint",
    ],
)
def test_a_search_ends_with_the_client_that_waits_for_its_whole_answer(
    room, torite, endless_search, path
):
    play(room, torite.lines, begun(torite))
    with room.served() as url:
        line = connection(url, path)
        until(lambda: endless_search)
        assert endless_search[0].poll() is None
        line.close()
        until(lambda: endless_search[0].poll() is not None)


def test_a_search_ends_when_its_page_asks_for_another_moment(
    room, torite, endless_search, browser, served, watch
):
    play(room, torite.lines, begun(torite))
    page = watch(phone(browser))
    page.goto(f"{served}{GAME}/try?at=12")
    page.get_by_role("link", name="A hint").click()
    until(lambda: endless_search)
    card = page.locator(".next .tried a").first
    card.click()
    expect(page).to_have_url(re.compile("laid="))
    until(lambda: endless_search[0].poll() is not None)
    expect(page.locator("#refused")).to_have_count(0)
    page.get_by_role("link", name="A hint").click()
    until(lambda: len(endless_search) == 2)


@pytest.mark.parametrize("moment", ["replay?at=12", "try?at=12"])
def test_without_scripts_whoever_asks_is_told_to_touch_once(
    room, torite, browser, served, watch, moment
):
    play(room, torite.lines, begun(torite))
    page = watch(phone(browser, has_script=False))

    def without_scripts(route):
        # A browser that is told to run no script reads the page as if it would.
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub("</?noscript>", "", answer.text()))

    page.route("**/game/1/*", without_scripts)
    page.goto(f"{served}{GAME}/{moment}")
    once = page.get_by_text("Touch once, then wait: an answer can take up to a minute.")
    expect(once).to_be_visible()
    assert_fits(page, SMALL_PHONE, PHONE, SIDEWAYS)


def test_whoever_asks_at_a_seat_comes_back_to_it_while_the_search_goes_on(
    room, served, browser, watch, torite, may_search
):
    play(room, torite.lines, begun(torite))
    page = watch(phone(browser))
    page.goto(f"{served}/t/{CODE}/seat#{sit(room.table, 2)}")
    page.get_by_role("link", name="Could it have been won?").click()
    page.locator(".searching").wait_for()
    assert_fits(page, SMALL_PHONE, PHONE, SIDEWAYS)
    page.get_by_role("link", name="Back to the table").click()
    page.locator("#own[data-state=sits]").wait_for()
    may_search.set()


def test_whoever_has_it_searched_for_longer_comes_back_to_the_seat_as_well(
    room, served, browser, watch, torite, monkeypatch
):
    monkeypatch.setattr(reviews, "SECONDS", 0.0)
    play(room, torite.lines, begun(torite))
    page = watch(phone(browser))
    page.goto(f"{served}/t/{CODE}/seat#{sit(room.table, 2)}")
    page.get_by_role("link", name="Could it have been won?").click()
    page.get_by_role("link", name="Search for longer").click()
    page.wait_for_url("**longer=1*")
    page.get_by_role("link", name="Back to the table").click()
    page.locator("#own[data-state=sits]").wait_for()


def test_nothing_is_said_of_a_hand_that_is_on_nor_begun_for_it(room, torite, monkeypatch):
    monkeypatch.setattr("sys.executable", "no-such-program")
    play(room, torite.lines[:40], begun(torite))
    with room.served() as url:
        (deal,) = json.loads(read(url, f"/api/v1/tables/{CODE}/games/1/review")[1])["deals"]
        assert deal["kind"] == "running"
        assert not [each for each in ("could_be_won", "last_moment", "made") if deal[each]]
        assert "This hand is still on." in read(url, f"{GAME}/review")[1]


def test_on_a_busy_computer_what_was_found_in_time_is_told(room, monkeypatch):
    monkeypatch.setattr(reviews, "SECONDS", 600.0)
    monkeypatch.setattr(reviews, "WITHIN_S", 0.0, raising=False)
    monkeypatch.setattr(reviews, "LATEST_S", 40.0)
    etori = every_game.by_chance(Random(1), "etori", 4, is_tidy=True)
    play(room, etori.lines, ("etori", 4, ["Ann", "Bo", "Cy", "Di"], etori.header.given))
    with room.served() as url:
        status, text = read(url, f"/api/v1/tables/{CODE}/games/1/review")
        assert status == 200
        courses = [each["course"] for each in json.loads(text)["deals"] if each["kind"] == "sides"]
        assert courses
        assert all(course[0] is None and course[-1] is not None for course in courses)
        page = read(url, f"{GAME}/review")[1]
        assert re.search(r"each trick on, beginning with trick \d+: \d", page)
        assert "–," not in page


@pytest.fixture
def seconds_given(monkeypatch):
    """The seconds that each search was given for an answer."""
    run, given = reviews.RunningSearch.run, list[float]()

    def search(self, *asked):
        given.append(self.seconds)
        return run(self, *asked)

    monkeypatch.setattr(reviews.RunningSearch, "run", search)
    return given


def test_what_time_cut_short_is_searched_again_with_more_of_it_when_somebody_asks_later(
    room, torite, monkeypatch, seconds_given
):
    monkeypatch.setattr(reviews, "SECONDS", 0.0)
    play(room, torite.lines, begun(torite))

    def asked():
        (deal,) = json.loads(read(url, f"/api/v1/tables/{CODE}/games/1/review")[1])["deals"]
        return deal["kind"], deal["is_cut_short"]

    with room.served() as url:
        assert asked() == ("late", True)
        monkeypatch.setattr(reviews, "SECONDS", 30.0)
        assert asked() == ("late", True)  # it is not later yet
        assert len(seconds_given) == 1
        now_s = reviews.monotonic()
        monkeypatch.setattr(reviews, "monotonic", lambda: now_s + 61)
        assert asked() == ("turned", False)
        assert asked() == ("turned", False)
    assert seconds_given == [0.0, 60.0]


def test_whoever_reads_what_time_cut_short_may_have_it_searched_for_longer(
    room, torite, browser, served, watch, monkeypatch, seconds_given
):
    monkeypatch.setattr(reviews, "SECONDS", 0.0)
    play(room, torite.lines, begun(torite))
    page = watch(phone(browser))
    page.goto(f"{served}{GAME}/review")
    expect(page.locator("h1")).to_have_text("The search ran out of time.")
    expect(page.locator(".sheet")).to_have_count(0)  # it would be empty
    assert_fits(page, SMALL_PHONE, PHONE, SIDEWAYS)
    monkeypatch.setattr(reviews, "SECONDS", 30.0)
    page.get_by_role("link", name="Search for longer").click()
    expect(page.locator("h1")).to_have_text("It could have been won.")
    expect(page.get_by_role("link", name="Search for longer")).to_have_count(0)
    page.reload()
    expect(page.locator("h1")).to_have_text("It could have been won.")
    assert seconds_given == [0.0, 60.0]


def test_nobody_keeps_a_table_at_searching_for_longer(room, torite, monkeypatch, seconds_given):
    monkeypatch.setattr(reviews, "SECONDS", 0.0)
    play(room, torite.lines, begun(torite))
    with room.served() as url:
        pages = [read(url, f"{GAME}/review?longer=9999")[1] for _ in range(9)]
        assert len(seconds_given) == 1 + reviews.MOST_DOUBLED
        assert "Search for longer" not in pages[-1]
        assert "The search ran out of time." in pages[-1]
        links = [re.findall(r'longer=(\d+)" rel', page) for page in pages]
        assert links == [["1"], ["2"], ["3"], ["4"], ["5"], [], [], [], []]


def test_beside_what_was_found_it_is_said_that_time_ran_out(room, monkeypatch):
    monkeypatch.setattr(reviews, "SECONDS", 0.0)
    etori = every_game.by_chance(Random(1), "etori", 4, is_tidy=True)
    play(room, etori.lines, ("etori", 4, ["Ann", "Bo", "Cy", "Di"], etori.header.given))
    with room.served() as url:
        page = read(url, f"{GAME}/review")[1]
    assert "Time ran out before everything was known." in page


def test_a_search_for_longer_asks_only_for_what_is_open_and_never_takes_back_what_was_found(
    monkeypatch,
):
    etori = every_game.by_chance(Random(1), "etori", 4, is_tidy=True)
    header = {"record": codec.FORMAT, "game": "etori", "players": 4, "options": {}}
    text = "".join(f"{json.dumps(line)}\n" for line in (header, *etori.lines)).encode()
    first, second = reviews._review(text, reviews.RunningSearch(0.0)) or ()
    assert first.is_cut_short
    assert first.course[0] is None
    run, asked = reviews.RunningSearch.run, []

    def search(self, record, *options):
        asked.extend(options)
        return run(self, record, *options)

    monkeypatch.setattr(reviews.RunningSearch, "run", search)
    whole = first._replace(is_cut_short=False)
    less, more = second._replace(kind="late"), second._replace(course=(7, *second.course[1:]))
    assert reviews._review(text, reviews.RunningSearch(0.0, (whole, less))) == (whole, second)
    assert reviews._review(text, reviews.RunningSearch(0.0, (whole, more))) == (whole, more)
    assert asked == ["--deal=2", "--deal=2"]


@pytest.mark.parametrize("asked", ["review", "seat"])
def test_a_search_that_is_given_no_processor_leaves_what_was_known_before_it(
    monkeypatch, processes, asked
):
    """What ends the process here is what ends it after `LATEST_S`, on a computer that is busy."""

    def end():
        until(lambda: processes and os.getpriority(os.PRIO_PROCESS, processes[0].pid) == 19)
        processes[0].kill()

    monkeypatch.setattr(reviews, "_IDLE", 19)
    monkeypatch.setattr(reviews, "SECONDS", 600.0)
    monkeypatch.setattr(reviews, "WITHIN_S", 600.0)
    etori = every_game.by_chance(Random(1), "etori", 4, is_tidy=True)
    header = {"record": codec.FORMAT, "game": "etori", "players": 4, "options": {}}
    text = "".join(f"{json.dumps(line)}\n" for line in (header, *etori.lines)).encode()
    ending = Thread(target=end)
    ending.start()
    search = reviews.RunningSearch(reviews.SECONDS)
    if asked == "seat":
        steps = replay.replay(text.splitlines()).steps()
        first = next(each.seq for each in steps if isinstance(each.entry, Played))
        told = reviews._seat_outlook_of(text, (f"--after={first}", "--seat=0"), search)
        assert told.layouts > told.tried
    else:
        told = reviews._review(text, search)
        assert told
        sides = [each for each in told if each.kind == "sides"]
        assert sides
        assert all(each.course[-1] is not None for each in sides)
    ending.join()


def test_while_a_moment_is_searched_its_page_says_so_and_stays(
    room, torite, may_search, browser, served, watch
):
    play(room, torite.lines, begun(torite))
    page = watch(phone(browser))
    page.goto(f"{served}{GAME}/try?at=12")
    searches, hint = page.locator("#searches"), page.get_by_role("link", name="A hint")
    expect(searches).to_be_hidden()
    page.clock.install()
    hint.click()
    expect(hint).to_have_attribute("aria-busy", "true")
    expect(searches).to_contain_text("Every way to play these cards is being tried.")
    expect(searches).to_be_in_viewport(ratio=1)
    page.clock.fast_forward(61_000)
    expect(searches).to_contain_text("It takes more than a minute")
    may_search.set()
    expect(page.locator(".outlook")).to_be_visible()
    expect(searches).to_be_hidden()
    expect(hint).to_be_focused()


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS])
def test_the_felt_and_the_hand_that_plays_fit_one_screen(
    room, torite, browser, served, watch, size
):
    play(room, torite.lines, begun(torite))
    page = watch(phone(browser, "light", size))
    page.goto(f"{served}{GAME}/try?at=5")
    for each in (page.locator(".round .place").first, *page.locator(".next .tried a").all()):
        expect(each).to_be_in_viewport(ratio=1)
    expect(page.locator(".next .tried a").first).to_be_in_viewport(ratio=1)


def test_after_a_minute_the_page_that_waits_says_that_it_takes_longer(
    room, torite, monkeypatch, browser, served, watch
):
    may_search = Event()

    def search(*_given, **_named):
        assert may_search.wait(PATIENCE_S)

    monkeypatch.setattr(reviews.RunningSearch, "run", search)
    play(room, torite.lines, begun(torite))
    page = watch(phone(browser))
    page.goto(f"{served}{GAME}/review", wait_until="commit")
    promise, late = page.locator(".searching .beside").all()
    expect(promise).to_be_visible()
    expect(late).to_be_hidden()
    page.evaluate("document.getAnimations().forEach((each) => { each.currentTime = 60_001; })")
    expect(promise).to_be_hidden()
    expect(late).to_be_visible()
    may_search.set()
    expect(page.get_by_text("There was no time to find out.")).to_be_visible()
    expect(late).to_be_hidden()


@pytest.mark.parametrize(("game", "count"), [("tredici", 4), ("torite", 4)])
def test_a_game_whose_cards_nobody_has_seen_is_answered_at_once(room, monkeypatch, game, count):
    monkeypatch.setattr("sys.executable", "no-such-program")
    played = every_game.by_chance(Random(6), game, count, is_tidy=True)
    lines = [each for each in played.lines if game == "tredici" or each["kind"] != "played"]
    with room.curtain.down():
        ask(room.table, commands.NewGame(game, count, ["Ann", "Bo", "Cy", "Di"], abandon=True))
        for each in lines:
            room.table.ask(commands.Enter(each))
    with room.served() as url:
        status, text = read(url, f"{GAME}/review")
    assert status == 200
    assert "is being tried" not in text
    assert "<h1>" in text
