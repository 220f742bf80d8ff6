"""The overlay: nothing behind its parts, each of them by name, and a wrong name is told."""

import base64

import pytest
from playwright.sync_api import expect

from rig.browser import WAIT_MS
from tricktable.web.guest.overlay import CHOICES, PARTS
from web.room import CODE, begin, lay

OVERLAY = f"/t/{CODE}/overlay"
VIDEO = {"width": 1280, "height": 720}
ALPHAS = """async (png) => {
  const image = await createImageBitmap(await (await fetch(png)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  let [clear, seen] = [0, 0];
  for (let at = 3; at < data.length; at += 4) data[at] ? (seen += 1) : (clear += 1);
  return [clear, seen, data[3], data[data.length - 1]];
}"""
"""How many points of a picture are transparent, how many not, and its first and last one."""


@pytest.fixture
def scene(browser, served, watch):
    """A browser source of OBS at an overlay: it has no background of its own."""

    def scene(query="", scheme="light"):
        context = browser.new_context(viewport=VIDEO, color_scheme=scheme, reduced_motion="reduce")
        context.set_default_timeout(WAIT_MS)
        page = watch(context)
        page.goto(served + OVERLAY + query)
        return page

    return scene


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?parts=hands", "parts=hands is not a choice here. Choose from game, turn, trick"),
        ("?parts=", "parts= is not a choice here."),
        (
            "?size=enormous",
            "size=enormous is not a choice here. Choose from medium, small, large, huge.",
        ),
        ("?side=top", "side=top is not a choice here. Choose from left, centre, right."),
        ("?light=blue", "light=blue is not a choice here. Choose from dark, light."),
        ("?colour=red", "colour is not a choice here. Choose from parts, size, side, light."),
    ],
)
def test_a_choice_that_there_is_not_is_told_with_those_that_there_are(guest, query, said):
    answer = guest.get(OVERLAY + query)
    assert answer.status_code == 400
    assert said in answer.text


def test_each_choice_is_one_that_the_page_knows(guest):
    for name, values in CHOICES.items():
        for value in values:
            page = guest.get(f"{OVERLAY}?{name}={value}&lang=en")
            assert page.status_code == 200
            assert f"is-{value}" in page.text
    assert guest.get("/t/NONE/overlay").status_code == 404


def test_without_a_game_there_is_nothing_to_see(guest):
    assert 'class="part' not in guest.get(OVERLAY).text


def test_nothing_is_behind_the_parts_and_each_is_there_when_it_is_asked_for(room, scene):
    begin(room.table)
    lay(room.table, "1:2C 2:3C")
    page = scene(scheme="dark")
    for part in ("game", "turn", "trick", "scores"):
        expect(page.locator(f".part.{part}")).to_be_visible()
    expect(page.locator(".part.trick .card")).to_have_count(2)
    picture = page.screenshot(omit_background=True)
    clear, seen, first, last = alphas(page, picture)
    assert first == last == 0  # the corners
    assert clear > seen > 0
    alone = scene("?parts=turn&side=right&size=small&light=light")
    expect(alone.locator(".part.turn")).to_be_visible()
    for part in ("game", "trick", "scores"):
        expect(alone.locator(f".part.{part}")).to_be_hidden()
    box = alone.locator(".part.turn").bounding_box()
    assert box["x"] + box["width"] > VIDEO["width"] - 40


def alphas(page, picture):
    """What of a picture is transparent: read by a page that may make pictures of its own."""
    blank = page.context.browser.new_page()
    try:
        return blank.evaluate(ALPHAS, "data:image/png;base64," + base64.b64encode(picture).decode())
    finally:
        blank.close()


def test_the_parts_follow_the_table(room, scene):
    begin(room.table)
    page = scene("?parts=turn,trick")
    expect(page.locator("#link")).to_have_attribute("data-state", "absent")
    lay(room.table, "1:2C")
    expect(page.locator(".part.turn")).to_contain_text("Cy")
    expect(page.locator(".part.trick .card")).to_have_count(1)
    expect(page.locator("#link")).to_be_hidden()


def test_every_part_is_drawn_by_the_sheet_and_the_template():
    from tricktable.web.guest.fragment import WEB

    sheet = (WEB / "static/overlay.css").read_text("utf-8")
    drawn = (WEB / "templates/_overlay.html").read_text("utf-8")
    for part in PARTS:
        assert f".with-{part} .part.{part}" in sheet
        assert f"part {part}" in drawn
