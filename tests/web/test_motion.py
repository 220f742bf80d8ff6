"""What moves on a live page: how long, what ends it, and that no text waits for it.

A page whose movements are stopped as they begin: the test is the clock.
"""

import pytest

from players import troika
from rig.browser import PHONE
from tricktable.table import commands
from tricktable.text.sentences import signed, spoken
from web.room import CODE, NAMES, ask, begin, lay

TABLE = f"/t/{CODE}"
WALL = f"{TABLE}/wall"
MOST_MS = 400
TELEVISION = {"width": 1920, "height": 1080}
STOPPED = """
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const moving = animate.apply(this, how);
    moving.pause();
    moved.push(moving);
    return moving;
  };
"""
MOVING = """() => moved.filter((each) => each.playState !== "idle" && each.playState !== "finished")
  .map((each) => ({
    part: each.effect.target.className,
    of: each.effect.target.closest("[data-seat]")?.dataset.seat ?? "",
    text: each.effect.target.textContent,
    ms: each.effect.getComputedTiming().endTime,
    shown: getComputedStyle(each.effect.target).getPropertyValue("--shown"),
  }))"""
AT = "(ms) => moved.forEach((each) => (each.currentTime = ms))"
END = "() => moved.forEach((each) => each.playState !== 'idle' && each.finish())"


@pytest.fixture
def open_page(browser, served, watch):
    """A guest's phone, or a television; its movements stand still once they have begun."""

    def open_page(moves="no-preference", path=TABLE):
        page = watch(browser.new_context(viewport=PHONE if path == TABLE else TELEVISION))
        page.emulate_media(reduced_motion=moves)
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
    assert page.locator("#table .place[data-seat='1'] b").inner_text() == "9"
    laid = page.locator(".place[data-seat='1'] .card")
    page.evaluate(AT, 0)
    came = laid.bounding_box()
    page.evaluate(END)
    lies = laid.bounding_box()
    assert came["x"] > lies["x"] + lies["width"] / 2, "East sits at the right"


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
    assert "Di did not follow" in proof.inner_text()
    assert proof.get_by_role("row").count() == 3, "the trick, and the one that shows it"
    lay(room.table, "0:3C")
    assert parts(after(page, "Bo to play"), "proof") == []
    assert proof.count() == 0, "the sheet below keeps it"
    assert page.locator("#finding1").count() == 1


DEALS = ((0, "12N", 12), (1, "7", -2), (0, "8N", 8))
"""Each with the side that bids, what it bids and the points it takes: Ann & Cy win, 52 to -7."""


@pytest.mark.parametrize("path", [TABLE, WALL])
def test_a_deal_ends_with_its_sum_and_a_game_with_the_whole_screen(room, open_page, path):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES)))
    lines = troika.match(*DEALS)
    ends = [*[at for at, line in enumerate(lines) if line["kind"] == "dealt"][1:], len(lines)]
    with room.curtain.down():
        for line in lines[: ends[0] - 1]:
            ask(room.table, commands.Enter(line))
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
    with room.curtain.down():
        for line in lines[ends[0] : -1]:
            ask(room.table, commands.Enter(line))
    ask(room.table, commands.Enter(lines[-1]))
    (won,) = parts(after(page, "Ann & Cy win"), "turn")
    assert won["text"].split("Ann & Cy win")[1].strip() != "", "who, how, by what"
    page.evaluate(END)
    assert page.locator(".gains li").all_inner_texts() == ["Ann & Cy\n52", "Bo & Di\n−7"]
    turn, size = page.locator(".turn").bounding_box(), page.viewport_size
    assert turn["height"] > 0.8 * size["height"]


def test_what_the_wall_shows_next_comes_up_until_a_new_view_ends_it(room, open_page):
    begin(room.table)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    page = open_page(path=WALL)
    page.keyboard.press("ArrowRight")
    (comes,) = parts(moving(page), "is-shown")
    assert comes["text"] == page.locator(".sheets > .is-shown").last.text_content()
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
        with room.curtain.down():
            for line in upto:
                ask(room.table, commands.Enter(line))
        after(page, spoken(room.table.view().view.phase.headline))
        page.locator(first).wait_for()
        page.evaluate(END)
        page.keyboard.press("ArrowRight")
        (comes,) = parts(moving(page), then)
        assert comes["text"].strip() != ""
        page.evaluate(END)
    assert page.locator("#scored .sum").first.is_visible(), "how the win came about"


@pytest.mark.parametrize("path", [TABLE, WALL])
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
    assert page.locator(".proof").is_visible()
    assert page.evaluate("document.getAnimations().length") == 0
