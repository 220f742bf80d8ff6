"""What moves on a live page: how long, what ends it, and that no text waits for it.

A page whose movements are stopped as they begin: the test is the clock.
"""

from random import Random

import pytest
from playwright.sync_api import expect

from players import every_game, troika
from rig.browser import PHONE, settled
from tricktable.table import commands
from tricktable.table.views import LIVE
from tricktable.text.sentences import signed, spoken
from web.room import CODE, HOST_PAGE, NAMES, ask, begin, lay, sit

TABLE = f"/t/{CODE}"
WALL = f"{TABLE}/wall"
SEAT = f"{TABLE}/seat"
MOST_MS = 400
TELEVISION = {"width": 1920, "height": 1080}
STOPPED = """
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".link::before, .gap { animation-play-state: paused !important }");
  document.adoptedStyleSheets.push(sheet);
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const moving = animate.apply(this, how);
    moving.pause();
    moved.push(moving);
    return moving;
  };
"""
"""What breathes is drawn sixty times a second: a tenth of a processor for each page."""
MOVING = """() => moved.filter((each) => each.playState !== "idle" && each.playState !== "finished")
  .map((each) => ({
    part: each.effect.target.className,
    of: each.effect.target.closest("[data-seat]")?.dataset.seat ?? "",
    text: each.effect.target.textContent,
    ms: each.effect.getComputedTiming().endTime,
    shown: getComputedStyle(each.effect.target).getPropertyValue("--shown"),
  }))"""
ANIMATED = "() => document.getAnimations().map(({ animationName }) => animationName)"
BREATHES = """() => document.getAnimations()
  .some(({ animationName }) => animationName === "breathe")"""
AT = "(ms) => moved.forEach((each) => (each.currentTime = ms))"
WIDTH = "() => document.documentElement.scrollWidth"
END = "() => moved.forEach((each) => each.playState !== 'idle' && each.finish())"


UNSEEN = """() => [...document.querySelectorAll("#table .turn :is(h1, p, li)")].filter((each) => {
  const words = document.createRange();
  words.selectNodeContents(each);
  return [...words.getClientRects()].some(({ left, right, top, bottom }) => {
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top < 0 || bottom > innerHeight || !each.contains(hit);
  });
}).map((each) => each.textContent)"""
"""What is said of the end and is not on the screen, or is covered."""


@pytest.fixture
def open_page(browser, served, watch):
    """A guest's phone, or a television; its movements stand still once they have begun."""

    def open_page(moves="no-preference", path=TABLE, on=None):
        page = on or watch(browser.new_context())
        page.goto("about:blank")
        page.set_viewport_size(TELEVISION if path == WALL else PHONE)
        page.emulate_media(reduced_motion=moves)
        if on is None:
            page.add_init_script(STOPPED)
        page.goto(served + path)
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        if moves != "reduce":
            page.locator(".swept").wait_for(state="attached")  # made by the script that moves
        return page

    return open_page


def moving(page):
    """What moves now; none of it for longer than it may."""
    found = page.evaluate(MOVING)
    assert all(each["ms"] <= MOST_MS for each in found)
    return found


def after(page, heading):
    """Wait for the view with this heading; gives what moves in it."""
    page.locator(f"#table[data-heading='{heading}']").wait_for()
    return moving(page)


def parts(found, part):
    return [each for each in found if part in each["part"].split()]


def test_a_card_comes_from_its_seat_and_is_there_at_once(room, open_page):
    begin(room.table)
    page = open_page()
    assert moving(page) == [], "what was there already does not move"
    lay(room.table, "1:9H")
    (card,) = parts(after(page, "Cy to play"), "card")
    assert card["of"] == "1"
    assert page.locator("#table .place[data-card]").get_attribute("data-card") == "9H"
    expect(page.locator("#table .place[data-seat='1'] b")).to_have_text("9")
    laid = page.locator(".place[data-seat='1'] .card")
    page.evaluate(AT, 0)
    came = laid.bounding_box()
    assert page.evaluate(WIDTH) == PHONE["width"], "a card on its way makes no page wider"
    page.evaluate(END)
    lies = laid.bounding_box()
    assert came["x"] > lies["x"] + lies["width"] / 2, "East sits at the right"
    expect(page.locator("#table")).to_have_css("overflow-x", "visible")


def test_the_lead_of_a_later_trick_comes_too_and_the_last_trick_goes_to_its_taker(room, open_page):
    begin(room.table)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    page = open_page()
    lay(room.table, "2:4S")
    found = parts(after(page, "Di to play"), "card")
    assert [each["of"] for each in found if each["of"]] == ["2"], "only the new card comes"
    assert [each["text"] for each in found if not each["of"]] == ["9", "Q", "2", "3"]
    swept = page.locator(".swept")
    assert swept.get_attribute("aria-hidden") == "true"
    page.evaluate(AT, 350)
    taker = page.locator(".place[data-seat='2']").bounding_box()
    for card in swept.locator(".card").all():
        box = card.bounding_box()
        assert abs(box["x"] + box["width"] / 2 - taker["x"] - taker["width"] / 2) < 30
        assert abs(box["y"] + box["height"] / 2 - taker["y"] - taker["height"] / 2) < 60
    page.evaluate(END)
    swept.locator(".card").first.wait_for(state="detached")


def test_an_undo_sweeps_nothing_and_brings_nothing(room, open_page):
    begin(room.table)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    page = open_page()
    ask(room.table, commands.Undo())
    assert parts(after(page, "Ann to play"), "card") == []


def test_the_next_view_ends_what_moves(room, open_page):
    begin(room.table)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    page = open_page()
    lay(room.table, "2:4S")
    assert len(parts(after(page, "Di to play"), "card")) == 5
    lay(room.table, "3:5S")
    (card,) = parts(after(page, "Ann to play"), "card")
    assert card["of"] == "3"
    assert page.locator(".swept .card").count() == 0
    assert page.locator(".counts-up").count() == 0


def test_scores_count_up_while_their_text_is_final(room, open_page):
    begin(room.table)
    lay(room.table, "1:9H 2:QH 3:2H")
    page = open_page()
    lay(room.table, "0:3H")
    (figure,) = parts(after(page, "Cy leads"), "counts-up")
    assert (figure["text"], figure["shown"]) == ("1", "0")
    page.evaluate(AT, 399)
    assert parts(moving(page), "counts-up")[0]["shown"] == "1"
    page.evaluate(END)
    page.locator(".counts-up").wait_for(state="detached")


def test_a_revoke_slides_its_proof_out_once(room, open_page):
    begin(room.table)
    lay(room.table, "1:2H 2:TH 3:4D 0:5H 2:9S")
    page = open_page()
    lay(room.table, "3:8H")
    assert len(parts(after(page, "Ann to play"), "proof")) == 1
    proof = page.locator(".proof")
    expect(proof).to_contain_text("Di did not follow")
    expect(proof.locator("tr"), "the trick, and the one that shows it").to_have_count(3)
    lay(room.table, "0:3C")
    assert parts(after(page, "Bo to play"), "proof") == []
    expect(proof, "the sheet below keeps it").to_have_count(0)
    expect(page.locator("#finding1")).to_have_count(1)


DEALS = ((0, "12N", 12), (1, "7", -2), (0, "8N", 8))
"""Each with the side that bids, what it bids and the points it takes: Ann & Cy win, 52 to -7."""


@pytest.mark.parametrize("path", [TABLE, WALL])
def test_a_deal_ends_with_its_sum_and_a_game_with_who_won_and_how_it_stands(room, open_page, path):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES)))
    lines = troika.match(*DEALS)
    ends = [*[at for at, line in enumerate(lines) if line["kind"] == "dealt"][1:], len(lines)]
    room.enter(lines[: ends[0] - 1])
    page = open_page(path=path)
    ask(room.table, commands.Enter(lines[ends[0] - 1]))
    dealer = spoken(room.table.view().view.phase.headline)
    found = after(page, dealer)
    gains = page.locator(".gains")
    (first, *_) = room.table.view().view.rules.score(room.table.view().view).deals
    assert [each.split()[-1] for each in gains.locator("li").all_inner_texts()] == [
        signed(gain) for gain in sorted(first.gains, reverse=True) if gain
    ]
    assert len(parts(found, "gains")) == 1
    counted = [each for each in parts(found, "counts-up") if each["text"] == signed(first.gains[0])]
    assert [each["shown"] for each in counted] == ["0"], "the sum counts up"
    room.enter(lines[ends[0] : -1])
    ask(room.table, commands.Enter(lines[-1]))
    (won,) = parts(after(page, "Ann & Cy win"), "turn")
    assert won["text"].split("Ann & Cy win")[1].strip() != "", "who, how, by what"
    page.evaluate(END)
    expect(page.locator(".gains li")).to_have_text(
        ["Ann & Cy 52", "Bo & Di −7"], use_inner_text=True
    )
    turn, height = page.locator(".turn").bounding_box(), page.viewport_size["height"]
    if path == WALL:
        assert turn["height"] > 0.8 * height
    else:
        standing = page.locator(".sheets > section").first.bounding_box()
        assert turn["y"] + turn["height"] < standing["y"] < height - standing["height"], "one look"


def test_what_the_wall_shows_next_comes_up_until_a_new_view_ends_it(room, open_page):
    begin(room.table)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    page = open_page(path=WALL)
    page.keyboard.press("ArrowRight")
    (comes,) = parts(moving(page), "is-shown")
    expect(page.locator(".sheets > .is-shown").last).to_have_text(comes["text"])
    page.keyboard.press("ArrowRight")
    assert len(parts(moving(page), "is-shown")) == 1, "what came up before is there"
    lay(room.table, "2:4S")
    assert parts(after(page, "Di to play"), "is-shown") == []


def test_the_wall_brings_up_how_a_deal_and_a_game_were_scored(room, open_page):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES)))
    lines = troika.match(*DEALS)
    (end, *_) = [at for at, line in enumerate(lines) if line["kind"] == "dealt"][1:]
    page = open_page(path=WALL)
    for upto, first, then in (
        (lines[:end], ".now > .story", "table-top"),
        (lines[end:], ".ends .turn", "story"),
    ):
        room.enter(upto)
        after(page, spoken(room.table.view().view.phase.headline))
        page.locator(first).wait_for()
        page.evaluate(END)
        page.keyboard.press("ArrowRight")
        (comes,) = parts(moving(page), then)
        assert comes["text"].strip() != ""
        page.evaluate(END)
    expect(page.locator("#scored .sum").first, "how the win came about").to_be_visible()


def test_on_a_seats_page_my_own_card_comes_from_below_and_nothing_else_moves(room, open_page):
    begin(room.table)
    page = open_page(path=f"{SEAT}#{sit(room.table, 1)}")
    page.locator("#own[data-state=sits]").wait_for()
    lay(room.table, "1:9H")
    (card,) = after(page, "Cy to play")
    assert card["of"] == "1"
    laid = page.locator(".place[data-seat='1'] .card")
    page.evaluate(AT, 0)
    came = laid.bounding_box()
    page.evaluate(END)
    assert came["y"] > laid.bounding_box()["y"] + 20
    lay(room.table, "2:QH 3:2H 0:3H 2:4S")
    found = parts(after(page, "Di to play"), "card")
    assert [each["of"] for each in found if each["of"]] == ["2"]
    page.evaluate(AT, 350)
    taker = page.locator(".place[data-seat='2']").bounding_box()
    for swept in page.locator(".swept .card").all():
        box = swept.bounding_box()
        assert abs(box["x"] + box["width"] / 2 - taker["x"] - taker["width"] / 2) < 30


def test_on_the_hosts_phone_a_card_comes_and_nothing_else_moves(room, open_page):
    begin(room.table)
    page = open_page(path=HOST_PAGE)
    page.locator("#lay [value='9H']").click()
    (card,) = after(page, "Cy to play")
    assert (card["of"], card["part"]) == ("1", "card H")
    page.evaluate(END)
    expect(page.locator("#table .place[data-seat='1'] b")).to_have_text("9")


ENDS = [
    ("torite", 4, 0, True, "Not won this time"),
    ("triatri", 4, 0, True, "Ann wins"),
    ("etori", 4, 4, True, "Ann & Cy win"),
    ("troika", 4, None, True, "Ann & Cy win"),
    ("tredici", 13, 6, True, "A draw"),
    ("tredici", 13, 4, False, "Ann’s team win"),
]
"""A game, its players and the seed that brings it to such an end."""
MANY = (*NAMES, *"Eve Fay Gil Hana Ivo Jo Kai Lea Max".split())


@pytest.mark.parametrize(("name", "count", "seed", "is_tidy", "heading"), ENDS)
def test_who_won_and_how_is_on_every_screen(room, open_page, name, count, seed, is_tidy, heading):
    if seed is None:
        given, lines = {}, troika.match(*DEALS)
    else:
        header, lines = every_game.by_chance(Random(seed), name, count, is_tidy)
        given = dict(header.given)
    ask(room.table, commands.NewGame(name, count, list(MANY[:count]), given))
    room.enter(lines[:-1])
    seat = f"{SEAT}#{sit(room.table, 0)}"
    page = None
    for path in (TABLE, HOST_PAGE, WALL, seat):
        page = open_page(path=path, on=page)
        if path == WALL:
            page.get_by_role("button", name="Stop rotating").click()
        ask(room.table, commands.Enter(lines[-1]))
        assert len(parts(after(page, heading), "turn")) == 1, path
        page.evaluate(END)
        expect(page.locator("#table .turn h1")).to_have_text(heading)
        expect(page.locator("#table .turn :is(p, li)").first, "how, by what").to_be_attached()
        assert settled(page, UNSEEN) == [], path
        ask(room.table, commands.Undo())


def test_the_dot_and_the_place_that_is_due_breathe_unless_motion_is_reduced(room, open_page):
    begin(room.table)
    room.table.board_is(LIVE)
    for path in (TABLE, WALL, HOST_PAGE, f"{SEAT}#{sit(room.table, 1)}"):
        page = open_page(path=path)
        page.locator("#link[data-state=live]").wait_for()
        assert settled(page, BREATHES, wanted=True), path
        page.emulate_media(reduced_motion="reduce")
        assert not settled(page, BREATHES, wanted=False), path
        page.context.close()


@pytest.mark.parametrize("path", [TABLE, WALL, HOST_PAGE])
def test_with_reduced_motion_nothing_moves(room, open_page, path):
    begin(room.table)
    lay(room.table, "1:2H 2:TH 3:4D 0:5H")
    page = open_page("reduce", path)
    page.keyboard.press("ArrowRight")
    assert moving(page) == []
    lay(room.table, "2:9S")
    assert after(page, "Di to play") == []
    lay(room.table, "3:8H")
    assert after(page, "Ann to play") == []
    expect(page.locator(".proof")).to_be_visible()
    assert settled(page, ANIMATED) == []
