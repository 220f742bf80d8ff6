"""Names with long words are whole on small phones, before a game, during it and at its end."""

import importlib
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import expect

from classics.test_hearts import TestHearts
from classics.test_skat import TestSkat
from classics.test_spades import TestSpades
from games.cases import CASES
from games.samples import course_of, known
from players import every_game
from rig.browser import PHONE, SIDEWAYS, SMALL_PHONE, assert_fits, phone, resize, settled
from tricktable.games import GAMES
from tricktable.rules.cards import STANDARD, mask
from tricktable.store.decks import demo_deck
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from web.games.test_every_moment import NAMES as CALLED
from web.inspectors import (
    GUEST,
    HOST,
    LETTERS,
    OTHER,
    SEAT,
    TWICE,
    faults,
    page_script,
)
from web.room import CODE, ask, begin, lay, sit

NAMES = ("Maximiliane-Charlotte", "ゆき", "Bartholomew Castellano", "Bo")
LONG = CALLED["long"]
SIX = (*NAMES, "Wilhelmina Oppenheimer", "Alexandra-Josephine")
LOBBY = ((HOST, f"/host/t/{CODE}"), (GUEST, f"/t/{CODE}"), (SEAT, f"/t/{CODE}/seat"))
WALLS = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})
BROKEN = page_script(
    """() => broken([document.body], /[A-Za-z]+/g, (holder) => !holder.checkVisibility()
  || holder.closest(".unseen, #lay :is(h2, legend)"))"""
)
"""The words that a line's end cuts in two, wherever they stand."""
PIECES = """([headings, told]) => [...document.querySelectorAll(headings)].map((heading) => {
  const walk = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text; (text = walk.nextNode()); ) {
    const at = text.data.indexOf(told);
    if (at < 0) continue;
    range.setStart(text, at);
    range.setEnd(text, at + told.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  }
  return 0;
})"""
"""In how many lines each heading has that name, or those words."""
OFF_FELT = """() => {
  const felt = document.querySelector(".table-top"), box = felt.getBoundingClientRect(), off = [];
  const heading = felt.querySelector("h2"), range = document.createRange();
  if (heading.scrollHeight > heading.clientHeight + 1) off.push(heading.textContent);
  for (const tag of felt.querySelectorAll(".tag")) {
    range.selectNodeContents(tag);
    const { left, right } = range.getBoundingClientRect();
    if (tag.textContent && (left < box.left || right > box.right)) off.push(tag.textContent);
  }
  return off;
}"""
"""The words of the felt that stick out of it, or are cut off."""
LOST = page_script(
    """() => shown("h1, .wide").filter((each) => each.scrollHeight > each.clientHeight + 1
  || each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""
)
"""The headlines and tables of which a part is out of sight."""
OH_HELL = Path(__file__).parents[3] / "examples/oh-hell"
UNFOLD = "document.querySelectorAll('#table details').forEach((each) => (each.open = true))"
CLIPPED = "getComputedStyle(document.querySelector('#own h2')).clipPath"
UNDER_DOCK = """() => {
  const top = document.querySelector(".dock").getBoundingClientRect().top;
  return [...document.querySelectorAll(".gains li")]
    .filter((each) => each.getBoundingClientRect().bottom >= top).map((each) => each.textContent);
}"""
"""The gains that nobody sees."""
UNSEEN_GAINS = page_script(
    """() => shown(".turn > .gains > li > *").filter((each) => {
      const inner = each.getBoundingClientRect();
      const line = each.closest("ul").getBoundingClientRect();
      return inner.left < line.left - 1 || inner.right > line.right + 1
        || inner.top < line.top - 1 || inner.bottom > line.bottom + 1;
    }).map((each) => each.textContent)"""
)
"""What stands outside the one line that gains have between deals."""
LETTERS_BESIDE = """() => {
  const asked = document.querySelector("#dealt p");
  return asked !== null && asked.clientWidth >= 7 * parseFloat(getComputedStyle(asked).fontSize);
}"""
"""Whether the question beside a key has room for seven letters a line."""
NARROW = """() => [...document.querySelectorAll("#host button")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width < 43.9)
  .map((each) => each.textContent)"""


@pytest.fixture
def look(served, browser, still_browser, watch):
    """Open a path of the table on the smallest phone; the page. Those not pressed are one."""
    still = []

    def look(path, tongue, is_pressed=False):
        if is_pressed or not still:
            page = watch(phone(browser if is_pressed else still_browser, size=SMALL_PHONE))
            still.extend(() if is_pressed else (page,))
        else:
            (page,) = still
            page.goto("about:blank")  # another token alone is no other page
            page.set_viewport_size(SMALL_PHONE)
        where, _, token = path.partition("#")
        page.goto(f"{served}{where}?lang={tongue}" + (f"#{token}" if token else ""))
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        if token:
            page.locator("#own[data-state=sits]").wait_for()
        return page

    return look


def whole(page, sizes=(SMALL_PHONE, PHONE)):
    """Nothing is broken at any of these sizes."""
    for size in sizes:
        page.set_viewport_size(size)
        page.evaluate(UNFOLD)
        assert settled(page, BROKEN) == [], size
        assert_fits(page, size)


def test_no_name_is_broken_in_a_game_nor_at_its_end(room, look):
    played = every_game.by_chance(every_game.Random(3), "triatri", 4)
    ask(room.table, commands.NewGame("triatri", 4, list(NAMES), dict(played.header.given)))
    token = sit(room.table, 0)
    for lines in (played.lines[:6], played.lines[6:]):
        room.enter(lines)
        for path, tongue in product((f"/t/{CODE}", f"/t/{CODE}/seat#{token}"), ("en", "ja")):
            whole(look(path, tongue))
    assert room.table.view().view.is_over
    for tongue in ("en", "ja"):
        page = look(f"/t/{CODE}/evening", tongue)
        assert faults(page, OTHER, "long", (SMALL_PHONE, PHONE, SIDEWAYS)) == {}, tongue


DEALT = (
    *((CASES["etori"], 6), (CASES["troika"], 4)),
    *((TestHearts.case, 4), (TestSpades.case, 4), (TestSkat.case, 3)),
)


@pytest.mark.parametrize(("case", "count"), DEALT, ids=lambda each: getattr(each, "name", each))
def test_between_deals_long_names_leave_room_for_what_is_done_and_for_every_column(
    room, look, case, count
):
    with known(case.game):
        course = course_of(case, count, 3, is_tidy=True)
        ask(room.table, commands.NewGame(case.name, count, [*LONG[:count]], course.header.given))
        views = course.views
        room.enter(course.lines[: max(at for at in range(3, len(views)) if has_dealt(views, at))])
        for tongue in ("en", "ja"):
            page = look(f"/t/{CODE}", tongue)
            page.locator(".gains ~ h1").wait_for()
            for size in (SMALL_PHONE, PHONE, SIDEWAYS):
                resize(page, size)
                assert settled(page, LOST) == [], (tongue, size)
                assert settled(page, UNSEEN_GAINS) == [], (tongue, size)
                page.evaluate(LETTERS, TWICE)
                assert settled(page, UNSEEN_GAINS) == [], (tongue, size, TWICE)
                page.evaluate(LETTERS, "")


def has_dealt(views, at):
    """Whether a deal has ended there, and nothing has happened since."""
    return views[at - 1].next_what == "play" != views[at].next_what and not views[at].is_over


def test_a_seat_s_part_hides_no_line_of_the_result_and_folds_every_remark(room, look):
    played = every_game.by_chance(every_game.Random(3), "triatri", 4)
    ask(room.table, commands.NewGame("triatri", 4, list(NAMES), dict(played.header.given)))
    token = sit(room.table, 0)
    room.enter(played.lines)
    own = [each for each in room.table.view().view.remarks if each.finding.seat == 0]
    page = look(f"/t/{CODE}/seat#{token}", "en", is_pressed=True)
    page.set_viewport_size(PHONE)
    assert settled(page, UNDER_DOCK) == []
    told = page.locator("#mine .findings > ul > li")
    expect(told).to_have_count(len(own))
    for each in told.all():
        expect(each).to_be_hidden()
    page.locator("#more").click()
    page.locator("#shown > summary").click()
    for each in told.all():
        expect(each).to_be_visible()
    # The felt says who wins. It does not say what somebody without a seat is to do.
    assert page.evaluate(CLIPPED) != "none"
    assert look(f"/t/{CODE}/seat", "en").evaluate(CLIPPED) == "none"


def test_no_word_of_six_long_names_is_broken_on_the_host_s_phone(room, look):
    played = every_game.by_chance(every_game.Random(3), "etori", 6)
    ask(room.table, commands.NewGame("etori", 6, list(SIX), dict(played.header.given)))
    room.enter(played.lines[:30])
    page = look(f"/host/t/{CODE}", "en")
    assert page.locator(".of6").count() == 1
    whole(page, ({"width": width, "height": 844} for width in range(320, 560, 30)))


def test_no_name_is_broken_or_cut_where_six_people_have_sat_down(room, look):
    for name in SIX:
        ask(room.table, commands.AddPlayer(name))
    for (kind, path), tongue in product(LOBBY, ("en", "ja")):
        page = look(path, tongue)
        assert faults(page, kind, "long", (SMALL_PHONE, PHONE, SIDEWAYS)) == {}, (kind, tongue)
        whole(page, (SMALL_PHONE, PHONE, {"width": 1280, "height": 800}, WALLS[1]))


def test_whoever_took_the_trick_is_named_whole_in_the_felt_s_corner(room, look):
    begin(room.table, NAMES, leader=0)
    lay(room.table, "0:AH 1:2H 2:3H 3:4H")
    for tongue, told in (("en", "trick"), ("ja", "第1トリックは")):
        page = look(f"/t/{CODE}/wall", tongue)
        for size in WALLS:
            page.set_viewport_size(size)
            assert settled(page, BROKEN) == [], size
            assert settled(page, PIECES, ["#table-top", told], [1]) == [1], (tongue, size)


def test_the_winner_s_names_and_numbers_are_whole_on_the_wall(room, look):
    played = every_game.by_chance(every_game.Random(3), "triatri", 4)
    ask(room.table, commands.NewGame("triatri", 4, list(NAMES), dict(played.header.given)))
    room.enter(played.lines)
    page = look(f"/t/{CODE}/wall", "en")
    for size in WALLS:
        page.set_viewport_size(size)
        page.locator(".ends .gains").wait_for()
        assert settled(page, BROKEN) == [], size
        assert_fits(page, size)
        tall = page.locator(".gains li").evaluate_all("all => all.map((each) => each.clientHeight)")
        assert len(set(tall)) == 1, tall


def test_whoever_wins_is_named_whole_on_the_host_s_page(room, look):
    played = every_game.by_chance(every_game.Random(3), "triatri", 4, is_tidy=True)
    names = [*NAMES[:2], "Bo", "Bartholomew"]
    ask(room.table, commands.NewGame("triatri", 4, names, dict(played.header.given)))
    with room.curtain.down():
        for line in played.lines:
            ask(room.table, commands.Enter(line))
    page = look(f"/host/t/{CODE}", "en")
    expect(page.locator(".is-over .turn h1")).to_have_text("Bartholomew wins")
    whole(page, (SMALL_PHONE, PHONE, SIDEWAYS, {"width": 1280, "height": 800}))


def test_a_question_beside_the_longest_name_is_read_in_words(room, look):
    """A phone asks who dealt, beside a key with the name: its words stood in single letters."""
    room.table.board_is(WITHOUT)
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dealer=1))
    token = sit(room.table, 0)
    ask(room.table, commands.NextGame())  # the next one is presumed to deal
    for tongue in ("en", "ja"):
        page = look(f"/t/{CODE}/seat#{token}", tongue)
        for size in (SMALL_PHONE, PHONE, SIDEWAYS):
            page.set_viewport_size(size)
            assert settled(page, LETTERS_BESIDE, wanted=True), (tongue, size)
            assert_fits(page, size)


def test_a_name_in_a_question_is_whole_in_any_script(room, look):
    begin(room.table, NAMES)
    lay(room.table, "1:2C 2:3C")
    room.table.hear("b001", 1, "C", ["3", demo_deck().tag_of("2C")])
    for path in (f"/t/{CODE}", f"/host/t/{CODE}", f"/t/{CODE}/wall"):
        page = look(path, "en")
        whole(page)
        for width in range(320, 400, 6):
            page.set_viewport_size({"width": width, "height": 700})
            pieces = page.evaluate(PIECES, [".ask h2, #reply h2", NAMES[1]])
            assert pieces, path
            assert max(pieces) == 1, width


def test_the_keys_for_a_bid_and_for_trump_are_large_enough_and_whole(room, look):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dealer=0))
    token = sit(room.table, 1)
    assert look(f"/host/t/{CODE}", "en").evaluate(NARROW) == []
    for seat, bid in ((1, "8"), (2, "pass"), (3, "pass"), (0, "pass")):
        ask(room.table, commands.Declare("bid", seat, bid))
    page = look(f"/t/{CODE}/seat#{token}", "en")
    page.locator(".keys.of-4").wait_for()
    whole(page)


def test_a_table_s_code_stays_whole_beside_a_long_sentence(room, look):
    begin(room.table, NAMES, leader=2)
    for path in ("/", "/host"):
        page = look(path, "en")
        expect(page.locator(".tables").get_by_text(CODE, exact=True), path).to_be_visible()
        assert page.evaluate(PIECES, [".tables", CODE]) == [1], path
        whole(page)


def test_a_japanese_name_in_the_list_of_tables_is_whole_with_what_it_does(room, look):
    ask(room.table, commands.NewGame("triatri", 2, ["Dmitri Aleksandrovi", "さくら"]))
    for path in ("/", "/host"):
        page = look(path, "ja")
        for width in range(320, 440, 6):
            page.set_viewport_size({"width": width, "height": 700})
            told = [".tables", "さくらが"]
            assert settled(page, PIECES, told, wanted=[1]) == [1], (path, width)


def test_the_suit_that_was_led_is_whole_in_japanese(room, look):
    begin(room.table, NAMES)
    lay(room.table, "1:2C")
    token = sit(room.table, 2)
    for path in (f"/t/{CODE}", f"/t/{CODE}/seat#{token}", f"/host/t/{CODE}"):
        page = look(path, "ja")
        for width in range(320, 440, 6):
            page.set_viewport_size({"width": width, "height": 700})
            told = [".turn .eyebrow", "クラブ"]
            assert settled(page, PIECES, told, wanted=[1]) == [1], (path, width)


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_what_a_stranger_s_game_says_stays_on_the_felt(room, look, monkeypatch, tongue):
    """Oh Hell with forty cards, whose bids are called in more words."""
    monkeypatch.syspath_prepend(str(OH_HELL))
    game = importlib.import_module("oh_hell").GAME
    deck = mask(card for card in STANDARD if card.rank not in (8, 9, 10))
    bid = replace(game.topics[0], due="to pick or pass")
    begins = game.start
    monkeypatch.setitem(
        GAMES,
        "oh-hell",
        replace(game, topics=(bid,), start=lambda *given: begins(*given).having(deck=deck)),
    )
    names = ["Ann", "Bo", "Cy", "Di", "Ed"]
    ask(room.table, commands.NewGame("oh-hell", 5, names, dealer=4))
    page = look(f"/t/{CODE}", tongue)
    for size in (SMALL_PHONE, PHONE):
        page.set_viewport_size(size)
        assert settled(page, OFF_FELT) == [], size
    ask(room.table, commands.Lay("4H", 4, "shown"))
    for seat in range(5):
        expect(page.locator(".place.is-due .tag")).to_have_text("to pick or pass")
        expect(page.locator(".place.is-due")).to_contain_text(names[seat])
        for size in (SMALL_PHONE, PHONE):
            page.set_viewport_size(size)
            assert settled(page, OFF_FELT) == [], (size, names[seat])
            assert_fits(page, size)
        ask(room.table, commands.Declare("bid", seat, 0))
