"""The rules of a table on a phone: how its game is played, then its house rules in words."""

import html
import importlib
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.samples import known
from rig.browser import LOOKS, PHONE, SMALL_PHONE, assert_fits, assert_open_to_all, phone
from tricktable.games import GAMES
from tricktable.rules.guide import Guide
from tricktable.table import commands, house_rules
from tricktable.text import language
from tricktable.text.language import speaking
from web.inspectors import UNFOLD
from web.room import CODE, NAMES, ask, begin, sit

TABLE = f"/t/{CODE}"
RULES = f"{TABLE}/rules"
PEOPLE = (*NAMES, "Eve", "Fay")
EXAMPLE = Path(__file__).parents[3] / "examples" / "oh-hell"
LESSONS = ("/games/tredici/lesson?step=3&answer=2",)
SASKATCHEWAN = {"variant": "saskatchewan", "misdeal": "off", "bid_out": 47}

PHRASES = """(parts) => [...document.querySelectorAll(parts)]
  .filter((each) => each.textContent && getComputedStyle(each).wordBreak !== "auto-phrase")
  .map((each) => each.textContent)"""
"""What is read on end and breaks within words."""


def words_of(page):
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


def begun(room, game="troika", players=4, **options):
    ask(room.table, commands.NewGame(game, players, list(PEOPLE[:players]), options, abandon=True))


@pytest.fixture
def oh_hell(monkeypatch):
    """The example's game, as if it were installed."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    game = importlib.import_module("oh_hell").GAME
    language.add_messages("oh_hell")
    with known(game):
        yield game


# --- what it says ---------------------------------------------------------------------------------


@pytest.mark.parametrize("tongue", ["en", "ja"])
@pytest.mark.parametrize("name", GAMES)
def test_a_games_page_tells_its_guide_and_its_standard_rules(guest, name, tongue):
    page = guest.get(f"/games/{name}/rules?lang={tongue}").text
    game, header = GAMES[name], house_rules.standard(name)
    told = words_of(page)
    with speaking(tongue):
        for title, _ in game.guide.parts:
            assert language._(title) in told
        for option in game.options(header.players, header.given).values():
            if option.default is not None:
                assert str(option.meaning(option.default)) in told
            for number in option.rulings:
                assert number in told
    for detail in game.guide.details:
        for number in detail.rulings:
            assert number in told
    assert page.count('<details class="sheet"') == len(game.guide.details) + 1


def test_a_table_tells_first_what_differs_from_the_standard(room, guest):
    begun(room, **SASKATCHEWAN)
    page = guest.get(RULES).text
    changed, rest = page.split('<ul class="changed">')[1].split("</ul>", 1)
    assert changed.count("<li>") == len(SASKATCHEWAN)
    told = words_of(changed)
    assert "Saskatchewan: 34 cards, a kitty of two, and Low bids." in told
    assert "A side with 47 points or more scores only by bidding. Ruling K18" in told
    assert "Standard: A side with 45 points or more scores only by bidding." in told
    assert "No hand counts as a misdeal. Ruling K25" in told
    assert "All other rules are standard" in words_of(rest)
    assert "Any side with enough points wins. Ruling K22" in words_of(rest)
    assert "A side with 45" not in words_of(rest)
    assert "In Low" in words_of(page), "the ranks are those of this table's variant"


def test_a_table_by_the_book_says_so(room, guest):
    begun(room)
    told = words_of(guest.get(RULES).text)
    assert "This table plays by the standard rules." in told
    assert "In Low" not in told.split("House rules of this table")[0].split("Saskatchewan")[0]


def test_teams_are_no_change_of_the_standard(room, guest):
    begun(room, "tredici", 6, teams=[[0, 1], [2, 3], [4, 5]])
    page = guest.get(RULES).text
    assert 'class="changed"' not in page
    assert "Teams: seats 1 and 2; seats 3 and 4; seats 5 and 6." in words_of(page)


def test_the_ranks_are_those_of_the_cards_on_this_table(room, guest):
    begun(room, "torite", 3)
    ladder = guest.get(RULES).text.split('<div class="ladder">')[1].split("</div>")[0]
    assert words_of(ladder).endswith("A K Q J 10 9 8 7 6 5")


def test_without_a_game_every_game_is_listed_with_a_way_to_its_rules(guest):
    for path in (RULES, "/games"):
        page = guest.get(path).text
        for name, game in GAMES.items():
            assert f'href="/games/{name}/rules"' in page
            assert game.portrait.line in words_of(page)
    assert "No game has begun at this table yet." in words_of(guest.get(RULES).text)


def test_the_next_games_are_those_that_suit_the_people_first_and_say_why_others_do_not(room, guest):
    begun(room, "tredici", 6, teams=[[0, 1], [2, 3], [4, 5]])
    page = guest.get(f"{TABLE}/games?from=seat").text
    _, *picks = page.split('<li class="pick')
    titles = [words_of(each.split("<h2>")[1].split("</h2>")[0]) for each in picks]
    assert titles == ["Etori", "The Torite", "TriATri", "Troika"], "not the one that is played"
    for each in picks[:1]:
        assert re.search(r'name="game" value="1">.*name="another" value="\w+"', each)
        assert "minutes" in each
        assert "How to play" in each
    for each in picks[1:]:
        assert each.startswith(" unfit")
        assert "6 people sit here." in each
        assert 'name="another"' not in each
    assert "<form" not in guest.get(f"{TABLE}/games").text, "whoever watches chooses nothing"


def test_a_game_that_says_nothing_of_itself_has_its_house_rules(room, guest):
    mute = replace(GAMES["troika"], name="mute", guide=Guide())
    with known(mute):
        begun(room, "mute", misdeal="off")
        for path in (RULES, "/games/mute/rules"):
            told = words_of(guest.get(path).text)
            assert "This game does not say how it is played." in told
            assert "Points above the bid count." in told
        assert "No hand counts as a misdeal." in words_of(guest.get(RULES).text)


def test_a_game_that_is_not_there_is_told_by_its_page(guest):
    answer = guest.get("/games/chess/rules")
    assert answer.status_code == 404
    assert "There is no such game here." in answer.text


def test_the_rules_are_one_touch_from_each_page_of_the_table(room, client):
    begun(room)
    for path in (TABLE, f"{TABLE}/seat", f"/host/t/{CODE}"):
        assert f'href="{RULES}' in client.get(path).text, path
    assert 'href="/games"' in client.get("/").text
    host_page = client.get(f"/host/t/{CODE}").text
    for name in GAMES:
        assert f'href="/games/{name}/rules"' in host_page


# --- how it looks ---------------------------------------------------------------------------------


def test_the_rules_of_every_game_fit_small_phones(room, served, still_browser, watch, oh_hell):
    begun(room, **SASKATCHEWAN)
    page = watch(phone(still_browser))
    paths = [RULES, "/games", *(f"/games/{name}/rules" for name in GAMES), *LESSONS]
    assert f"/games/{oh_hell.name}/rules" in paths
    for number, path in enumerate(paths):
        seen, scheme = LOOKS[number % len(LOOKS)]
        for tongue in sorted(("en", "ja"), key=seen.__eq__):
            page.goto(f"{served}{path}?lang={tongue}")
            expect(page.locator("h1")).to_be_visible()
            assert_fits(page, SMALL_PHONE, PHONE)
            page.evaluate(UNFOLD)
            assert_fits(page, SMALL_PHONE, PHONE)
        assert_open_to_all(page, scheme)


def test_the_rules_need_no_script(room, served, browser, watch):
    begun(room, **SASKATCHEWAN)
    page = watch(phone(browser, has_script=False))
    page.goto(served + TABLE)
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("heading", name="The goal")).to_be_visible()
    page.get_by_text("All other rules are standard").click()
    expect(page.get_by_text("Points above the bid count.")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(served + TABLE)


def test_whoever_reads_the_rules_at_a_seat_comes_back_to_it(room, served, browser, watch):
    begin(room.table)
    token = sit(room.table, 2)
    page = watch(phone(browser))
    page.goto(f"{served}{TABLE}/seat#{token}")
    own = page.locator("#own[data-state=sits]")
    own.wait_for()
    page.get_by_role("link", name="Menu").click()
    page.locator("#rules summary").first.click()
    expect(page.get_by_role("heading", name="The goal")).to_be_visible()
    page.locator("#rules").get_by_role("link", name="Open as a separate page").click()
    page.get_by_role("link", name="日本語").click()
    expect(page.get_by_role("heading", name="目的")).to_be_visible()
    page.get_by_role("link", name="テーブルへ戻る").click()
    expect(page).to_have_url(f"{served}{TABLE}/seat?lang=ja#{token}")
    own.wait_for()


def test_no_way_back_to_a_seat_is_there_before_it_keeps_the_seat(room, served, browser, watch):
    begin(room.table)
    page = watch(phone(browser))
    held = []
    for path in ("rules", "evening", "lesson"):
        page.route(re.compile(r"/keeps\.js"), lambda route: held.append(route))
        with page.expect_request(re.compile(r"/keeps\.js")):
            page.goto(f"{served}{TABLE}/{path}?from=seat#token", wait_until="commit")
        back = page.locator("a[data-keeps]").first
        expect(back, path).to_have_count(0)
        held.pop().continue_()
        back.click()
        expect(page).to_have_url(re.compile("#token$"))


def test_in_japanese_what_is_read_on_end_breaks_between_phrases(room, served, still_browser, watch):
    begun(room)
    page = watch(phone(still_browser, size=SMALL_PHONE))
    for path, parts in (
        (RULES, ".rules :is(p, li)"),
        (f"{TABLE}/lesson", ".lesson p"),
        (TABLE, ".offer p"),
        (f"{TABLE}/evening", ".results span"),
    ):
        page.goto(f"{served}{path}?lang=ja")
        assert page.locator(parts).count() > 0, path
        assert page.evaluate(PHRASES, parts) == [], path
