"""A game's end is a scene of its own: it comes up as a whole, and nothing jumps into its place."""

import pytest
from playwright.sync_api import expect

from rig.browser import IN_SIGHT, MOVES, PHONE, SIDEWAYS, SMALL_PHONE, WAIT_MS, phone, resize
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from web.guest.test_ended import lines_of
from web.room import CODE, ask, sit

LONG = ("Ann", "Maximiliane-Charlotte", "ゆき", "Bartholomew")
GAMES = ("torite-four", "triatri-four", "etori-four", "tredici-four", "troika-four")
PHONES = (SMALL_PHONE, PHONE, SIDEWAYS)
TELEVISIONS = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})
PATHS = {"seat": (f"/t/{CODE}/seat", PHONES), "guest": (f"/t/{CODE}", PHONES)}
PATHS["wall"] = (f"/t/{CODE}/wall", TELEVISIONS)
HIDDEN = """() => {
  const [turn, dock] = [".turn", ".dock"].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  return turn.top >= 0 && (turn.bottom <= dock.top || turn.right <= dock.left) &&
    turn.bottom <= innerHeight ? [] : [turn.top, turn.bottom, dock.top];
}"""
"""Where the result and the seat's part are, if any of it is not seen."""
UNSEEN_KEYS = """() => [...document.querySelectorAll("#rematch button")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, { left, right, top, bottom }]) =>
    !each.contains(document.elementFromPoint((left + right) / 2, top + 1)) ||
    !each.contains(document.elementFromPoint((left + right) / 2, bottom - 1)))
  .map(([each]) => each.textContent)"""


@pytest.fixture
def play(room):
    """A game of people with long names that lacks its last entry, which is returned."""

    def play(name):
        room.table.board_is(WITHOUT)
        request, (*lines, last) = lines_of(name, LONG)
        ask(room.table, request)
        with room.curtain.down():
            for line in lines:
                ask(room.table, line)
        return last

    return play


def at(page, is_over, room):
    """The page shows the end of the game, or what was before it; of a seat its own part, too."""
    page.locator("main.is-over").wait_for(state="attached" if is_over else "detached")
    if "/seat" in page.url:
        now = room.table.record().seq
        expect(page.locator("#own")).to_have_attribute("data-seq", str(now))
    page.evaluate(IN_SIGHT)


@pytest.mark.parametrize("place", PATHS)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_jumps_as_a_game_ends_or_goes_on(room, browser, served, watch, play, name, place):
    last = play(name)
    path, sizes = PATHS[place]
    token = sit(room.table, 1) if place == "seat" else ""
    context = (
        phone(browser, scale=1) if sizes == PHONES else browser.new_context(reduced_motion="reduce")
    )
    context.set_default_timeout(WAIT_MS)
    page = watch(context)
    for tongue in ("en", "ja"):
        page.set_viewport_size(sizes[0])
        page.goto(f"{served}{path}?lang={tongue}#{token}")
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        page.evaluate("() => document.fonts.ready.then(() => null)")
        for size in sizes:
            resize(page, size)
            at(page, False, room)
            page.evaluate(IN_SIGHT)
            page.evaluate(MOVES)
            ask(room.table, last)
            at(page, True, room)
            if place == "seat":
                assert page.evaluate(HIDDEN) == [], (tongue, size)
                assert page.evaluate(UNSEEN_KEYS) == [], (tongue, size)
            ask(room.table, commands.Undo())
            at(page, False, room)
            assert page.evaluate("moved") == [], (tongue, size)
