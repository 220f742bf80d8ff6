"""Any game of a table, moment by moment: by links, by keys and slider, by ear, as a picture."""

import html
import re
import struct
from datetime import UTC, datetime, timedelta
from random import Random

from playwright.sync_api import expect

from players import every_game
from rig.browser import SMALL_PHONE, assert_fits, assert_open_to_all, phone
from tricktable.table import commands
from tricktable.web import reviews
from tricktable.web.guest import picture, replay_page
from web.room import CODE, Room, ask

KEYS = re.compile(r'<a data-step href="([^"]+)"')
COUNT = re.compile(r"<p>(\d+) / (\d+)</p>")
DEAL = 42
"""Lines, with which the first deal is over."""
NO_CALL = "Nobody has called kisché yet"
OPEN = 'id="hands"'
REPLAY = f"/t/{CODE}/game/1/replay"


def play(room, name="troika", lines=None, seed=1):
    """A game by chance, or its first lines; returns them."""
    game = every_game.by_chance(Random(seed), name, 4, is_tidy=True)
    names = ["Ann", "Bo", "Cy", "ゆき"]
    ask(room.table, commands.NewGame(name, 4, names, dict(game.header.given), abandon=True))
    room.enter(game.lines[:lines])
    return game.lines[:lines]


def moment(client, at, path=REPLAY):
    """The page of a moment, and where it leads."""
    answer = client.get(f"{path}?at={at}")
    assert answer.status_code == 200
    assert len(answer.data) < 60_000
    links = dict(re.findall(r'id="(first|prev|next|last)" data-at="(\d+)"', answer.text))
    return answer.text, {name: int(to) for name, to in links.items()}


def test_links_alone_lead_from_the_first_card_of_a_game_to_its_last(room, client):
    lines = play(room)
    assert f'href="{REPLAY}"' in client.get(f"/t/{CODE}/game/1").text
    text, links = moment(client, 1)
    seen = 1
    while "next" in links and seen < 60:
        assert links["next"] == seen + 1
        text, links = moment(client, links["next"])
        assert links["prev"] == seen
        seen += 1
    text, links = moment(client, 10_000)
    assert "next" not in links
    number, of = COUNT.search(text).groups()
    assert number == of
    assert int(of) >= sum(each["kind"] == "played" for each in lines)
    assert client.get(f"/t/{CODE}/game/2/replay").status_code == 404
    assert client.get(f"{REPLAY}?at=x").status_code == 200


def test_a_hand_is_seen_once_its_deal_is_over_and_what_is_secret_is_no_moment(room, client):
    lines = play(room, lines=30)
    assert not [at for at in range(1, len(lines) + 1) if OPEN in moment(client, at)[0]]
    play(room)
    path = f"/t/{CODE}/game/2/replay"
    assert any(OPEN in moment(client, at, path)[0] for at in range(5, 20))
    heard = [each for each in play(room, "tredici") if each.get("topic") != "target"]
    text, _ = moment(client, 1, f"/t/{CODE}/game/3/replay")
    assert int(COUNT.search(text)[2]) <= sum(each["kind"] != "held" for each in heard)


def test_each_card_of_a_hand_says_what_it_would_have_led_to(room, client):
    play(room, lines=DEAL)
    first = next(at for at in range(5, 20) if "marks=1" in moment(client, at)[0])
    marked = client.get(f"{REPLAY}?at={first + 16}&marks=1").text  # with four cards in each hand
    hand = re.search(r'<div class="is-due">.*?</div>', marked, re.DOTALL)[0]
    assert len(re.findall(r"<b>-?\d+</b></span>", hand)) == 4


def test_a_moment_is_seen_from_a_seat_if_somebody_asks(room, client, monkeypatch):
    monkeypatch.setattr(reviews, "SECONDS", 4.0)
    play(room, "torite")
    at = 24
    text, _ = moment(client, at)
    assert 'id="known"' not in text
    links = re.findall(rf'href="({re.escape(REPLAY)}\?at={at}&amp;seat=(\d))"', text)
    assert [seat for _, seat in links] == ["0", "1", "2", "3"]
    told = client.get(html.unescape(links[3][0])).text
    known = told.split('id="known"')[1].split("</section>")[0]
    assert "As far as <bdi>ゆき</bdi> could know" in known
    assert "Knowing all the cards is not the same as choosing without them." in known
    news = re.search(r'data-news="([^"]+)"', told)[1]
    assert "As far as ゆき could know" in news
    for seat in ("4", "-1", "x", "9" * 40):
        assert 'id="known"' not in client.get(f"{REPLAY}?at={at}&seat={seat}").text


def test_a_moment_is_played_on_by_links_with_a_hint_if_asked_for(room, client, monkeypatch):
    monkeypatch.setattr(reviews, "SECONDS", 2.0)
    play(room, "torite")
    assert "/game/1/try?at=30" in moment(client, 30)[0]
    address, steps = f"/t/{CODE}/game/1/try?at=30", 0
    page = client.get(address).text
    while keys := KEYS.findall(page):
        assert "hint" not in page.split("<main")[1].split("<nav")[0].replace('id="hint"', "")
        assert len(page) < 60_000
        address, steps = html.unescape(keys[0]), steps + 1
        page = client.get(address).text
    assert steps > 16
    assert "Take back" in page
    assert "Is it still possible?" not in page
    told = client.get(f"/t/{CODE}/game/1/try?at=4&ask=hint").text
    assert "It can still be won." in told
    assert 'class="hint"' in told
    assert re.search(r'data-news="[^"]* It can still be won. A hint: \w+ of \w+\."', told)
    wrong = client.get(f"/t/{CODE}/game/1/try?at=30&laid=ZZ.<b>.{chr(46).join(['QH'] * 9)}")
    assert wrong.status_code == 200
    assert "<b>." not in wrong.text
    assert client.get(f"/t/{CODE}/game/1/try?at=1").status_code == 404


def test_every_evening_of_the_table_can_be_found_and_its_games_looked_at(tmp_path):
    clock = [datetime(2026, 5, 1, 20, tzinfo=UTC)]
    room = Room(tmp_path, wall_clock=lambda: clock[0])
    client = room.app.test_client()
    play(room)
    clock[0] += timedelta(days=7)
    play(room, "triatri")
    text = client.get(f"/t/{CODE}/evening").text
    assert f'href="/t/{CODE}/evening/1"' in text
    assert f'href="/t/{CODE}/game/1"' not in text
    assert f'href="/t/{CODE}/game/1"' in client.get(f"/t/{CODE}/evening/1").text
    assert client.get(f"/t/{CODE}/game/1").status_code == 200
    assert moment(client, 1)
    assert client.get(f"/t/{CODE}/evening/2").status_code == 200
    assert client.get(f"/t/{CODE}/evening/3").status_code == 404
    room.close()


def test_a_moment_has_a_picture_with_its_cards(room, client):
    play(room, "torite")
    sent = client.get(f"{REPLAY}.png?at=500")
    assert (sent.status_code, sent.mimetype) == (200, "image/png")
    assert struct.unpack(">II", sent.data[16:24]) == (picture.SIDE, picture.SIDE)
    assert sent.data != client.get(f"{REPLAY}.png?at=9").data


def test_a_moment_of_cards_that_lie_face_down_shows_counts_stacks_and_what_was_called(
    room, client, monkeypatch
):
    lines = play(room, "tredici")
    last = int(COUNT.search(moment(client, len(lines))[0])[2])
    texts = [moment(client, at)[0] for at in range(1, last + 1)]
    called = next(at for at, text in enumerate(texts) if NO_CALL not in text)
    before, after = texts[called - 1 : called + 1]
    for text in (before, after):
        assert 'class="sheet owners' in text
        assert text.count(">secret<") + text.count('class="suit') >= 4
    assert "kisché" in after.split("<h1>")[1].split("</section>")[0].lower()
    drawn = []
    monkeypatch.setattr(replay_page, "picture_of", lambda made: drawn.append(made()) or "")
    client.get(f"{REPLAY}.png?at={called + 1}")
    assert [name for name, _ in drawn[0].rows][:2] == ["Draw pile", "Discards"]
    assert len(drawn[0].rows) == 6


def test_keys_and_slider_bring_moments_without_loading_and_say_them(room, browser):
    play(room)
    with room.served() as url, phone(browser, "dark", SMALL_PHONE) as context:
        page = context.new_page()
        page.goto(f"{url}{REPLAY}")
        page.evaluate("window.same = true")
        count, news = page.locator(".moments p"), page.locator("#news")
        page.keyboard.press("ArrowRight")
        expect(count).to_have_text(re.compile("^2 / "))
        expect(news).not_to_be_empty()
        page.locator("#next").click()
        expect(count).to_have_text(re.compile("^3 / "))
        page.locator("#at").fill("20")
        expect(count).to_have_text(re.compile("^20 / "))
        expect(page).to_have_url(re.compile("at=20$"))
        page.locator("h1").click()
        page.keyboard.press("End")
        expect(page.locator("#next")).to_have_count(0)
        page.keyboard.press("Home")
        expect(count).to_have_text(re.compile("^1 / "))
        page.locator("#at").fill("12")
        expect(page.locator("#hands")).to_be_visible()
        assert_fits(page, SMALL_PHONE)
        page.locator('a[href*="/try?"]').click()
        expect(page.locator(".next")).to_be_visible()
        page.wait_for_load_state()
        page.evaluate("window.same = true")
        page.locator(".tried a").first.click()
        expect(page).to_have_url(re.compile("laid=.."))
        page.locator("#undo").click()
        expect(page).not_to_have_url(re.compile("laid="))
        assert page.evaluate("window.same")
        assert_fits(page, SMALL_PHONE)
        assert_open_to_all(page, "dark")


def test_whoever_tries_a_hand_by_the_keyboard_keeps_something_to_go_on_with(
    room, browser, served, watch
):
    play(room)
    page = watch(phone(browser))
    page.goto(f"{served}/t/{CODE}/game/1/try?at=12")
    focus = page.locator(".tried a:focus")
    page.locator(".tried a").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"laid=..$"))
    expect(focus, "the next hand's").to_have_count(1)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"laid=..\...$"))
    expect(focus).to_have_count(1)
    page.locator("#anew").focus()
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile("laid="))
    expect(focus, "there is nothing left to take back").to_have_count(1)
