"""An organiser and a table in a real browser: a call, an announcement, a round, on every page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rig.browser import (
    LOOKS,
    PHONE,
    SMALL_PHONE,
    assert_fits,
    assert_open_to_all,
    phone,
    resize,
    settled,
)
from tricktable.club import round_timer
from tricktable.club.calls import CallForHelp, EndCall
from tricktable.table.views import LIVE, SILENT
from web.room import CODE, TOKEN, Room, begin, lay, sit

WIDE = {"width": 1280, "height": 800}
SAID = "Supper is served in the hall."


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    begin(made.table)
    for number in range(19):
        begin(made.another(f"A{number:02}"))
    yield made
    made.close()


BIG_SCREEN = {"width": 1920, "height": 1080}
BADGES = """() => [...document.querySelectorAll(".head .link[data-state=silent]")]
  .map((each) => each.clientHeight / parseFloat(getComputedStyle(each).fontSize))"""
"""How high each is, in letters of its own size."""


@pytest.mark.parametrize(("tongue", "scheme"), LOOKS[:2])
def test_from_across_the_hall_every_table_is_seen_with_what_is_wrong_there(
    room, served, still_browser, watch, tongue, scheme
):
    names = [f"{name} Castellano" for name in ("Ann", "Charlotte", "Diego", "Emma")]
    for table in room.tables.values():
        table.board_is(LIVE)
        begin(table, names)
    lay(room.table, "1:2H 2:TH 0:5H")  # out of turn
    room.tables["A03"].board_is(SILENT)
    organiser = watch(phone(still_browser, scheme, BIG_SCREEN))  # type: ignore[arg-type]
    organiser.goto(f"{served}/club?lang={tongue}")
    expect(organiser.locator("#link")).to_have_attribute("data-state", "live")
    expect(organiser.locator(".is-waiting")).to_have_count(2)
    room.club.ask(CallForHelp("A05"))
    expect(organiser.locator(".is-waiting")).to_have_count(3)
    expect(organiser.locator("#tA05.is-waiting")).to_be_visible()
    boxes = [each.bounding_box() for each in organiser.locator(".tables li").all()]
    assert len(boxes) == 20
    assert all(box and box["y"] + box["height"] <= BIG_SCREEN["height"] for box in boxes)
    sizes = organiser.locator(".tables strong").evaluate_all(
        "all => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) >= BIG_SCREEN["height"] / 60
    for size in (BIG_SCREEN, PHONE):
        resize(organiser, size)  # type: ignore[arg-type]
        assert_fits(organiser, size)  # type: ignore[arg-type]
        assert max(organiser.evaluate(BADGES)) < 2.5, "in one line"
    assert_open_to_all(organiser, scheme)


LONG = ("Maximiliane-Charlotte", "Alexandra-Marguerite", "Konstantinos Papadopoulos", "ゆき")
CUT = """isPhone => [...document.querySelectorAll(".tables button")].flatMap((table) => {
  const within = (outer, inner) => inner.left >= outer.left && inner.right <= outer.right
    && inner.top >= outer.top && inner.bottom <= outer.bottom;
  const parts = [...table.querySelectorAll(".newest .small, .head .link, .due, strong")];
  if (isPhone) parts.push(...table.querySelectorAll("small"));
  return parts.filter((each) => {
    const line = each.closest(".newest") ?? each;
    const holds = line.scrollHeight <= line.clientHeight + 1
      && line.scrollWidth <= line.clientWidth + 1;
    const isWhole = holds || !isPhone && each.className !== "due";
    const box = each.getBoundingClientRect();
    return !isWhole || !within(line.getBoundingClientRect(), box) && line !== each
      || !within(table.getBoundingClientRect(), box);
  });
}).map((each) => each.textContent)"""
"""What is cut of the newest card, the link, what is wrong and whose turn it is; or of anything."""


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_the_newest_card_and_trouble_are_whole(room, served, still_browser, watch, tongue):
    for code in (CODE, "A03"):
        room.tables[code].board_is(SILENT)
        begin(room.tables[code], LONG)
        lay(room.tables[code], "1:2H 2:TH")
    lay(room.table, "0:5H")  # out of turn
    organiser = watch(phone(still_browser))
    organiser.goto(f"{served}/club?lang={tongue}")
    expect(organiser.locator(f"#t{CODE} .newest")).to_be_visible()
    for size in (PHONE, SMALL_PHONE, WIDE, BIG_SCREEN):
        resize(organiser, size)  # type: ignore[arg-type]
        is_phone = size in (PHONE, SMALL_PHONE)
        assert settled(organiser, CUT, is_phone) == [], size
    assert_fits(organiser, SMALL_PHONE)


def test_a_call_an_announcement_and_a_round_reach_every_page(room, served, browser, watch):
    organiser = watch(phone(browser, "light", WIDE))  # type: ignore[arg-type]
    organiser.goto(f"{served}/club")
    expect(organiser.locator("#link")).to_have_attribute("data-state", "live")
    lowest = organiser.locator(".tables li").last.bounding_box()
    assert lowest["y"] + lowest["height"] <= WIDE["height"], "twenty tables at one glance"
    guest = watch(phone(browser))
    guest.goto(f"{served}/t/{CODE}")
    # The guest calls; the organiser sees it without touching the page, and says so to everybody.
    guest.get_by_role("button", name="Call the organiser").click()
    call = organiser.locator(f"#c{CODE}")
    expect(call).to_contain_text("a guest")
    expect(organiser.locator(".tables li").first).to_have_id(f"t{CODE}")
    call.get_by_role("button", name="I am coming").click()
    expect(call).to_contain_text("You are on your way.")
    organiser.get_by_label("Announcement").fill(SAID)
    organiser.get_by_role("button", name="Announce", exact=True).click()
    expect(organiser.locator("#told")).to_contain_text(SAID)
    expect(organiser.get_by_label("Announcement")).to_have_value("")
    organiser.get_by_role("button", name="Start a round").click()
    expect(organiser.locator("#round .clock")).to_contain_text(re.compile(r"Round: 1\d:"))
    # A card laid is seen at once, and what is being typed stays.
    organiser.get_by_label("Announcement").fill("Tea")
    lay(room.table, "1:2C")
    expect(organiser.locator(f"#t{CODE}")).to_contain_text("Bo led")
    expect(organiser.get_by_label("Announcement")).to_have_value("Tea")
    paths = ("", f"/seat#{sit(room.table, 2)}", "/wall")
    pages = [f"{served}/t/{CODE}{path}" for path in paths] + [f"{served}/host/t/{CODE}"]
    coming = {"en": "The organiser is coming.", "ja": "主催者が向かっています。"}
    for (language, scheme), where in zip(LOOKS, pages, strict=True):
        page = watch(phone(browser, scheme))
        address, _, token = where.partition("#")
        page.goto(f"{address}?lang={language}" + (f"#{token}" if token else ""))
        for words in (coming[language], SAID):
            expect(page.locator("#table")).to_contain_text(words)
        expect(page.locator("#table .clock")).to_contain_text("1")
        expect(page.locator("#table .clock")).to_contain_text(":")
        if "wall" not in where:
            assert_fits(page, PHONE)
        assert_open_to_all(page, scheme, part="#table")
    for scheme in ("light", "dark"):
        assert_open_to_all(organiser, scheme)  # type: ignore[arg-type]
    assert_fits(organiser, PHONE, {"width": 320, "height": 640})
    # The end of the round is told once, on a page that counted down by itself.
    begun = room.club.view().of(round_timer.PART)
    assert begun.ends is not None
    room.club.ask(round_timer.EndTimer())
    expect(guest.locator("#table .clock")).to_have_count(0)
    room.club.ask(EndCall(CODE))
    expect(guest.get_by_role("button", name="Call the organiser")).to_be_visible()


def test_a_page_counts_down_by_the_hosts_clock_and_says_the_end_once(room, served, browser, watch):
    room.club.ask(round_timer.StartTimer(20))
    guest = watch(phone(browser))
    guest.clock.install()
    guest.goto(f"{served}/t/{CODE}")
    expect(guest.locator(".clock")).to_contain_text("left")
    # Its own clock is five minutes ahead of the host's: it still counts by the host's.
    ahead = "() => { const now = Date.now; Date.now = () => now() + 300_000 }"
    late = watch(phone(browser))
    late.add_init_script(f"({ahead})()")
    late.goto(f"{served}/t/{CODE}")
    # For minutes, however slow the machine; by its own clock it would say 14, and less later.
    expect(late.locator(".clock")).to_contain_text(re.compile(r"Round: 1[6-9]:"))
    # A round later: no word came from the host, whose own end of the round is awaited by nobody.
    guest.clock.fast_forward("20:00")
    expect(guest.locator(".clock")).to_have_text("The round is over.")
    expect(guest.locator("#news")).to_have_text("The round is over.")


def test_an_organiser_with_the_token_follows_from_a_phone(room, browser, watch):
    room.app.wsgi_app = Away(room.app.wsgi_app)  # type: ignore[method-assign]
    with room.served() as url:
        page = watch(phone(browser))
        page.goto(f"{url}/t/{CODE}")
        page.evaluate(
            """([path, token]) => {
              const form = document.createElement("form");
              Object.assign(form, {method: "post", action: path});
              form.append(Object.assign(document.createElement("input"),
                {name: "host_token", value: token}));
              document.body.append(form);
              form.submit();
            }""",
            ["/club", TOKEN],
        )
        expect(page.locator("#link")).to_have_attribute("data-state", "live")
        room.tables["A07"].board_is(LIVE)
        expect(page.locator("#tA07 .link")).to_have_attribute("data-state", LIVE)
        page.get_by_role("button", name="Lock all tables").click()
        expect(page.get_by_role("button", name="Unlock all tables")).to_be_visible()
        assert room.table.view().desk.is_locked
        page.context.close()


class Away:
    """A WSGI app as it is asked from another machine."""

    def __init__(self, app: object) -> None:
        self._app = app

    def __call__(self, environ: dict[str, object], begin: object) -> object:
        """See PEP 3333."""
        return self._app({**environ, "REMOTE_ADDR": "192.0.2.7"}, begin)  # type: ignore[operator]
