"""The virtual table in a real browser, on a simulated board that runs the real firmware."""

import re
from contextlib import closing

import msgspec
import pytest
from playwright.sync_api import expect

from rig.browser import COMPLAINTS, PHONE, SEEN_BY_LIGHT, assert_open, phone
from rig.patience import PATIENCE_S, until
from rig.tabs import Tabs, opened
from tricktable.board.link.line import Line
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.board.picture import picture
from tricktable.rules.cards import card, mask
from tricktable.rules.entries import Moved
from tricktable.sim import page as demo_page
from tricktable.sim.acts import Auto, Begin, Button, Press
from tricktable.sim.autoplay import FAST, Player
from tricktable.sim.stage import Stage, tags_of
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.table import commands
from tricktable.table.table import Table
from tricktable.web import invites
from web.room import Room, play_on

CODE = "DEMO"
DESK = {"width": 1280, "height": 800}
SEED = 1

# What the canvas shows, read back pixel by pixel into the display's own order of bytes.
READ_BACK = """canvas => {
  const side = canvas.width / 128, bytes = new Array(1024).fill(0);
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const pen = copy.getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, 0, 0);
  const seen = pen.getImageData(0, 0, canvas.width, canvas.height).data;
  for (let y = 0; y < 64; y++) for (let x = 0; x < 128; x++) {
    const at = 4 * (y * side * canvas.width + x * side);
    if (seen[at + 1] > 128) bytes[128 * (y >> 3) + x] |= 1 << (y & 7);
  }
  return bytes;
}"""


class Onlooked(Player):
    """Plays as any other, but enters no phase before the last one was looked at."""

    def __init__(self, seed, pace):
        super().__init__(seed, pace)
        self.looked_at = None
        """The phases that it may leave; any of them, if nobody looks."""

    def next(self, sight, now_ms):
        view = sight.table.view
        if self.looked_at is not None and view.next_what not in self.looked_at:
            return None
        return super().next(sight, now_ms)


class Venue:
    """A whole demo: board, line, table, stage and page."""

    def __init__(self, folder, seed=SEED):
        red, blue, triatri = demo_deck("red"), demo_deck("blue"), demo_deck("red", "triatri")
        self.room = Room(folder)
        shelf = Shelf(Decks((red, blue, triatri)))
        self.table = Table(CODE, self.room.journal, shelf, self.room.views)
        self.room.tables[CODE] = self.table
        self.board = SimulatedBoard.start(SEED)
        join = invites.board_page(invites.address("http://192.0.2.7:8080", CODE))
        self.line = Line(self.table, self.board.ports, lambda now, was: picture(now, was, join))
        tags = tags_of((red, triatri), {"blue": blue.tag_of("9H"), "bank": "0488F0A2C36180"})
        self.player = Onlooked(seed, FAST)
        scenes = demo_page.scenes(self.room.feed)
        self.stage = Stage(self.board, self.table, tags, self.player, scenes.show, seed, False)
        self.room.app.register_blueprint(demo_page.blueprint([self.stage], scenes))
        self.line.start()
        self.stage.start()

    def close(self):
        self.stage.stop()
        self.line.stop()
        self.board.close()
        self.room.close()

    @property
    def view(self):
        """What the table has of the running game."""
        return self.table.view().view

    def played(self):
        """The cards of the running trick."""
        return dict(self.view.trick)

    def hold(self, code):
        """The seat that was dealt this card."""
        return next(seat for seat, hand in enumerate(self.stage.scene.hands) if code in hand)

    def is_lifted(self):
        """Whether nothing lies on a reader."""
        return not any(self.stage.scene.readers)


@pytest.fixture(scope="module")
def venue(tmp_path_factory):
    """One demo for all tests; each begins another game at it."""
    venue = Venue(tmp_path_factory.mktemp("venue"))
    until(lambda: venue.table.view().board == "live")
    yield venue
    venue.close()


@pytest.fixture(scope="module")
def address(venue):
    """Where it is served."""
    with venue.room.served() as url:
        yield url


class OneScreen:
    """One screen at a time at the virtual table, for as long as what comes next fits on it."""

    def __init__(self, browser, address):
        self._browser, self._address = browser, address
        self._size = None
        self._page = None

    def page(self, size):
        """The page on a screen of this size: the one that is open, or else a new one."""
        if size != self._size:
            self.close()
            context = (
                phone(self._browser) if size == PHONE else self._browser.new_context(viewport=size)
            )
            context.set_default_timeout(1000 * PATIENCE_S)
            self._size, self._page = size, context.new_page()
            self._page.emulate_media(reduced_motion="reduce")
            self._page.goto(f"{self._address}/demo")
        return self._page

    def close(self):
        """Whatever was done on it is forgotten."""
        if self._page is not None:
            self._page.context.close()
        self._size = self._page = None


@pytest.fixture(scope="module")
def one_screen(address, browser):
    screen = OneScreen(browser, address)
    yield screen
    screen.close()


@pytest.fixture
def open_page(venue, one_screen, request):
    """A page at the virtual table, in a game that waits for its first card.

    It follows the table from one test to the next, as it does where people play on and on.
    """

    def open_page(size=DESK, motion="reduce", first=None):
        venue.player.looked_at = None
        if first is None:
            begin(venue)
        else:
            begin_another(venue, first)
        page = one_screen.page(size)
        page.emulate_media(reduced_motion=motion)  # nobody need wait until the cards are dealt
        page.locator("#link[data-state=live]").wait_for()
        page.locator(f".cloth[data-game='{venue.table.view().games}']").wait_for()
        if first is None:
            page.locator("#heading", has_text="leads").wait_for()
        return page

    failed = request.session.testsfailed
    yield open_page
    if request.session.testsfailed > failed or COMPLAINTS:
        one_screen.close()  # who knows what it shows
        venue.stage.do(Auto(False))


def begin(venue):
    """A new game, taken over by hand, in which the holder of 2C leads."""
    venue.table.ask(commands.NewGame("torite", 4, dealer=0, abandon=True))
    until(lambda: venue.stage.scene.table.games == venue.table.view().games)
    venue.table.ask(commands.Declare("leader", venue.hold("2C")))


def begin_another(venue, first):
    """A game of another kind, in the hands of people."""
    before = venue.table.view().games
    venue.stage.do(msgspec.structs.replace(first, abandon=True))
    until(lambda: venue.table.view().games == before + 1)
    until(lambda: venue.stage.scene.table.games == before + 1)


def piece(page, code):
    return page.locator(f"[data-token='{code}']")


def reader(page, seat):
    return page.locator(f"[data-reader='{seat}']")


def test_a_hidden_table_and_the_phone_beside_it_hold_no_stream(venue, address, browser, tmp_path):
    with opened(browser, tmp_path) as window:
        tabs = Tabs(window)
        page = tabs.open(f"{address}/demo")
        page.locator("iframe").scroll_into_view_if_needed()
        page.frame_locator("iframe").locator("#link[data-state=live]").wait_for()
        tabs.leave()
        until(lambda: not venue.room.feed.streams)
        begin(venue)
        tabs.look_at(page)
        page.locator(f".cloth[data-game='{venue.table.view().games}']").wait_for()
        page.locator("#link[data-state=live]").wait_for()
        page.frame_locator("iframe").locator("#link[data-state=live]").wait_for()
        tabs.close()


def pick(page, code):
    """Touch the corner of a card that others may cover."""
    piece(page, code).click(position={"x": 6, "y": 6})


def test_the_canvas_shows_what_the_firmware_draws(venue, open_page):
    page = open_page()
    canvas = page.locator("#oled")
    until(lambda: bytes(canvas.evaluate(READ_BACK)) == venue.board.screen())
    assert any(venue.board.screen())
    before = venue.board.screen()
    menu = page.get_by_role("button", name="menu")
    menu.click()
    until(lambda: venue.table.view().asked is not None)
    menu.click()
    until(lambda: venue.table.view().desk.page == "qr")
    until(lambda: venue.board.screen() != before)
    until(lambda: bytes(canvas.evaluate(READ_BACK)) == venue.board.screen())
    menu.click()
    until(lambda: venue.table.view().desk.page == "table")


def test_the_lamps_glow_in_the_colours_of_the_leds(venue, open_page):
    page = open_page()

    def shown():
        lights = page.locator(".lamp").evaluate_all("all => all.map(each => each.dataset.light)")
        return [tuple(map(int, light.split(","))) for light in lights]

    until(lambda: any(map(any, venue.board.lights())))
    until(lambda: shown() == list(venue.board.lights()))
    lit = next(seat for seat, light in enumerate(venue.board.lights()) if any(light))
    lamp = page.locator(".lamp").nth(lit)
    expect(lamp).to_have_attribute("aria-label", re.compile("lit"))
    expect(lamp).not_to_have_css("--glow", "0")


def test_tap_a_card_then_a_reader_and_it_is_played(venue, open_page):
    page = open_page(motion="no-preference")
    seat = venue.hold("2C")
    pick(page, "2C")
    expect(piece(page, "2C")).to_have_attribute("aria-pressed", "true")
    reader(page, seat).click()
    until(lambda: venue.played() == {seat: "2C"})
    page.locator(f"[data-seat='{seat}'] .front [data-token='2C']").wait_for()
    assert page.locator(f"[data-seat='{seat}'] .hand .piece").count() == 12
    assert venue.is_lifted(), "a hand took it away after the beep"


def test_a_card_is_dragged_onto_a_reader(venue, open_page):
    page = open_page(motion="no-preference")
    seat = venue.hold("2C")
    pad = reader(page, seat).bounding_box()
    piece(page, "2C").hover(position={"x": 6, "y": 6})
    page.mouse.down()
    page.mouse.move(pad["x"] + 20, pad["y"] + 20, steps=5)
    expect(reader(page, seat)).to_contain_class("is-over")
    page.mouse.up()
    until(lambda: venue.played() == {seat: "2C"})


def test_a_card_that_is_dropped_beside_a_reader_stays_in_the_hand(venue, open_page):
    page = open_page()
    piece(page, "2C").hover(position={"x": 6, "y": 6})
    page.mouse.down()
    page.mouse.move(5, 400, steps=5)
    page.mouse.up()
    expect(page.locator(".hand > [data-token='2C']")).to_be_attached()
    expect(page.locator(".is-choosing, .is-dragged")).to_have_count(0)
    assert venue.played() == {}


def test_the_keyboard_alone_will_do(venue, open_page):
    page = open_page()
    seat = venue.hold("2C")

    def focus(name):
        return page.evaluate(f"document.activeElement.{name} ?? ''")

    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(f"!!document.activeElement.closest('[data-seat=\"{seat}\"] .hand')"):
            break
    for _ in range(13):
        if focus("dataset.token") == "2C":
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert focus("dataset.reader") == str(seat)
    page.keyboard.press("Escape")
    assert focus("dataset.token") == "2C"
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    assert focus("dataset.reader") == str((seat + 1) % 4)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    until(lambda: venue.played() == {seat: "2C"})
    assert focus("dataset.token") != "", "the hand keeps the focus"


def test_seat_buttons_know_short_from_long(venue, open_page):
    page = open_page()
    lamp = page.locator(".lamp.south")
    box = lamp.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    until(lambda: venue.table.view().desk.reading == 2)
    page.mouse.up()
    lamp.focus()
    page.keyboard.down("Enter")
    until(lambda: venue.table.view().desk.reading is None)
    page.keyboard.up("Enter")
    venue.table.ask(commands.NewGame("torite", 4, abandon=True))
    page.locator(".lamp.west").press("Enter")
    until(lambda: venue.view.next_what == "leader")


def test_a_card_is_typed_on_the_keypad(venue, open_page):
    page = open_page()
    for name in ("2", "clubs", "OK"):
        page.locator("#keys").get_by_role("button", name=name, exact=True).click()
    until(lambda: venue.played() == {venue.view.trick[0][0]: "2C"} if venue.view.trick else False)
    page.locator(".front [data-token='2C']").wait_for()


def test_a_question_is_answered_with_its_own_buttons(venue, open_page):
    page = open_page()
    for _ in range(2):
        for name in ("2", "clubs", "OK"):
            page.locator("#keys").get_by_role("button", name=name, exact=True).click()
        until(lambda: venue.view.trick)
    page.locator("#says").get_by_role("button", name="misread").click()
    until(lambda: venue.table.view().asked is None)
    assert venue.table.view().note_text == "2C not counted. Lay the right card."


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        ("bank", "That card is not in this deck."),
        ("blue", "That is the 9♥ from the blue deck."),
        ("pair", "one card at a time"),
    ],
)
def test_what_is_no_card_of_this_deck_is_told_and_not_played(venue, open_page, token, sentence):
    page = open_page()
    piece(page, token).click()
    reader(page, 1).click()
    page.locator("#note", has_text=sentence).wait_for()
    page.locator(f".tray [data-token='{token}']").wait_for()
    until(venue.is_lifted)
    assert venue.played() == {}


def test_a_reader_is_cut_and_mended(venue, open_page):
    page = open_page()
    piece(page, "wires").click()
    reader(page, 3).click()
    page.locator("#note", has_text="is not answering").wait_for()
    assert "is-cut" in page.locator("[data-seat='3']").get_attribute("class")
    piece(page, "wires").click()
    reader(page, 3).click()
    page.locator("#note", has_text="works again").wait_for()
    assert "is-cut" not in page.locator("[data-seat='3']").get_attribute("class")


def test_a_card_laid_while_the_cable_is_out_counts_when_it_is_in_again(venue, open_page):
    page = open_page()
    seat = venue.hold("2C")
    page.get_by_role("button", name="Pull the cable").click()
    until(lambda: venue.table.view().board == "silent")
    pick(page, "2C")
    reader(page, seat).click()
    until(venue.is_lifted)
    assert venue.played() == {}
    page.get_by_role("button", name="Plug it in").click()
    until(lambda: venue.played() == {seat: "2C"})


def test_reset_is_survived(venue, open_page):
    page = open_page()
    resets = venue.board.resets
    page.get_by_role("button", name="Reset").click()
    until(lambda: venue.board.resets == resets + 1)
    until(lambda: venue.table.view().board == "live")
    pick(page, "2C")
    reader(page, venue.hold("2C")).click()
    until(lambda: "2C" in venue.played().values())


def test_left_alone_it_plays_to_the_end_and_a_touch_takes_over(venue, open_page):
    page = open_page()
    hands = [mask(map(card, hand)) for hand in venue.stage.scene.hands]
    play_on(venue.table, hands, 11, venue.hold("2C"))  # the rest takes no minute on any computer
    venue.player.looked_at = ("play", "show")  # no next game before this one was looked at
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#heading[data-won]:not([data-won=''])").wait_for()
    expect(page.locator(".front .piece, .on-pad .piece")).to_have_count(4)
    page.get_by_role("button", name="menu").click()
    page.locator("#auto[data-plays=false]").wait_for()


def test_a_hand_that_reaches_for_a_card_takes_over(venue, open_page):
    page = open_page()
    venue.player.looked_at = ()  # it would play on, and does not
    page.get_by_role("button", name="Play", exact=True).click()
    pause = page.get_by_role("button", name="Pause it")
    pause.wait_for()
    pick(page, "2C")
    page.locator("#auto[data-plays=false]").wait_for()
    assert venue.played() == {}
    page.keyboard.press("Escape")


def test_each_game_is_begun_by_its_picture(venue, open_page):
    page = open_page()
    page.get_by_role("group", name="Games").get_by_role("button", name="Troika").click()
    page.get_by_role("button", name="Leave it, begin the new game").click()
    until(lambda: venue.view.game == "troika")
    expect(page.locator("[data-kind^='troika']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".join svg")).to_be_visible()
    assert page.locator(".picks").evaluate(WITH_TWICE_AS_MANY) == 1


WITH_TWICE_AS_MANY = """picks => {
  const more = [...picks.querySelectorAll("[data-kind]")].map(one => one.cloneNode(true));
  picks.append(...more);
  const lines = [...picks.querySelectorAll("[data-kind] b")].map(title => {
    const line = document.createRange(); line.selectNodeContents(title);
    return new Set([...line.getClientRects()].map(({top}) => top)).size;
  });
  more.forEach(one => one.remove());
  return Math.max(...lines);
}"""
"""The most lines of a game's title, were there twice as many games, as with packages."""


ODD_DEALS = (13, 25, 39, 46, 56, 64, 79, 100, 124, 144)
"""Games of this seed in which the one who revokes plays last later, and another neighbour leads."""


def test_the_guided_minute_proves_a_revoke_and_loses_no_card_of_a_pulled_cable(venue, open_page):
    page = open_page()
    while venue.table.view().games + 1 not in ODD_DEALS:
        begin(venue)
    page.clock.install()  # what people read takes no time here
    caption, tour = page.locator("#caption"), page.locator("#tour")
    tour.click()
    told = []

    def is_told():
        page.clock.run_for(500)
        if not told or caption.text_content() != told[-1]:
            told.append(caption.text_content())
        return told[-1].startswith("Now you")

    until(is_told)
    assert len(told) >= 7
    assert [each.rule for each in venue.view.findings if each.grade == "proved"] == ["follow"]
    assert venue.stage.scene.is_plugged
    laid = sum(venue.view.tally) * 4 + len(venue.view.trick)
    page.clock.run_for(10_000)
    expect(tour).to_have_text("See it all in one minute")
    assert laid >= 7
    assert all(len(hand) <= 12 for hand in venue.stage.scene.hands)
    expect(caption).to_be_visible()
    page.locator("#faces").click()
    expect(caption).to_be_hidden()
    page.locator("#faces").click()
    tour.click()
    expect(tour).to_have_text("Stop")
    page.locator("#faces").click()
    expect(tour).to_have_text("See it all in one minute")
    expect(caption).to_be_hidden()
    page.locator("#faces").click()
    page.clock.resume()


def test_hands_may_be_turned_face_down(venue, open_page):
    page = open_page()
    seat = venue.hold("2C")
    expect(piece(page, "2C")).to_have_attribute("aria-label", "two of clubs")
    page.get_by_role("button", name="Faces").click()
    expect(piece(page, "2C")).to_have_attribute("aria-label", "a card of clubs")
    expect(piece(page, "2C").locator("b")).to_be_hidden()
    pick(page, "2C")
    reader(page, seat).click()
    page.locator(f"[data-seat='{seat}'] .front [data-token='2C'] b").wait_for()
    expect(piece(page, "2C")).to_have_attribute("aria-label", "two of clubs")
    page.get_by_role("button", name="Faces").click()


def test_a_phone_lies_beside_the_table(venue, open_page):
    page = open_page()
    guest = page.frame_locator("iframe")
    guest.get_by_text("Table DEMO").wait_for()
    pick(page, "2C")
    reader(page, venue.hold("2C")).click()
    guest.get_by_role("img", name="two of clubs").first.wait_for()


def test_on_a_phone_a_card_is_tapped_onto_a_reader(venue, open_page):
    page = open_page(PHONE)
    seat = venue.hold("2C")
    assert page.locator(".hand:visible").count() == 1
    other = (seat + 1) % 4
    reader(page, other).tap()
    page.locator(f"[data-seat='{other}'] .hand").wait_for(state="visible")
    reader(page, seat).tap()
    piece(page, "2C").tap()
    reader(page, seat).tap()
    until(lambda: venue.played() == {seat: "2C"})
    page.locator(f"[data-seat='{other}'] .hand").wait_for(state="visible")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_all_can_use_it_and_nothing_hangs_over(venue, open_page, size):
    page = open_page(size)
    wide = "[innerWidth, document.documentElement.scrollWidth]"
    assert page.evaluate(wide) == [size["width"]] * 2
    assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
    pick(page, "2C")
    assert_open(page, iframes=False)
    page.emulate_media(color_scheme="dark")  # only what the light changes is inspected again
    assert_open(page, runOnly=SEEN_BY_LIGHT, iframes=False)
    page.emulate_media(color_scheme="light")
    page.keyboard.press("Escape")


def test_nothing_moves_for_those_who_want_stillness(venue, open_page):
    page = open_page()
    pick(page, "2C")
    reader(page, venue.hold("2C")).click()
    page.locator(".front [data-token='2C']").wait_for()
    assert page.evaluate("document.getAnimations().length") == 0


# --- every game -----------------------------------------------------------------------------------


def say(page, words):
    """Press the button that says so."""
    page.locator("#says").get_by_role("button", name=words, exact=True).first.click()


EVERY_GAME = [
    (Begin("torite", 1), 40),
    (Begin("triatri", 3), 90),
    (Begin("etori", 6), 10),
    (Begin("tredici", 13), 40),
    (Begin("troika", 4, "saskatchewan"), 20),
]
"""Each with so many entries as it needs for each of its phases to come, and TriATri for its end."""


@pytest.mark.parametrize(("first", "most"), EVERY_GAME)
def test_every_game_fits_a_phone_in_each_of_its_phases(venue, open_page, first, most):
    page = open_page(PHONE, first=first)
    page.locator(f".cloth[data-game='{venue.table.view().games}']").wait_for()
    seen = venue.player.looked_at = set()
    venue.stage.do(Auto(True))
    while len(seen) < 6 and "over" not in seen and (now := venue.view).seq <= most:
        if now.next_what in seen:
            until(lambda now=now: venue.view is not now)  # a game may be long, no act of it is
            continue
        wide = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
        assert wide == [PHONE["width"]] * 2, now.next_what
        seen.add(now.next_what)
    venue.stage.do(Auto(False))
    assert len(seen) >= 2
    assert_open(page, iframes=False)


def test_a_card_that_is_turned_up_and_played_at_once_is_read_twice(tmp_path):
    with closing(Venue(tmp_path, seed=8)) as venue:
        until(lambda: venue.table.view().board == "live")
        begin_another(venue, Begin("torite", 1))
        venue.stage.do(Auto(True))
        until(lambda: venue.view.seq > 10)


def test_another_game_is_chosen_from_the_list(venue, open_page):
    page = open_page(first=Begin("torite", 4))
    page.get_by_label("Another game").select_option("Saskatchewan · 4")
    until(lambda: venue.view.game == "troika")
    assert venue.table.view().header.options["variant"] == "saskatchewan"
    page.locator("#heading", has_text="Who deals?").wait_for()
    assert page.get_by_label("Another game").input_value() == "troika:4:saskatchewan"


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_running_game_is_asked_about_before_it_is_left(venue, open_page, size):
    page = open_page(size)
    venue.table.ask(commands.Lay("2C", venue.hold("2C")))
    games, question = venue.table.view().games, page.get_by_role("dialog")
    page.get_by_label("Another game").select_option("Saskatchewan · 4")
    expect(question).to_contain_text("The Torite, trick 1, is not over. Leave it?")
    assert_open(page, "#leaving")
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(page.get_by_label("Another game")).to_have_value("torite:4:")
    page.get_by_role("button", name="New deal").click()
    question.get_by_role("button", name="Play on").click()
    expect(question).to_have_count(0)
    assert venue.table.view().games == games
    page.get_by_role("button", name="New deal").click()
    question.get_by_role("button", name="Leave it").click()
    until(lambda: venue.table.view().games == games + 1)
    expect(question).to_have_count(0)


def test_bids_trump_and_kitty_are_said_and_a_trick_is_played(venue, open_page):
    page = open_page(first=Begin("troika", 4, "saskatchewan"))
    say(page, "Ann")
    for who, bid in (("Bo", "7"), ("ゆき", "Pass"), ("Di", "7 No"), ("Ann", "8")):
        page.locator("#heading", has_text=f"{who} to bid").wait_for()
        say(page, bid)
    page.locator("#heading", has_text="Ann names trump").wait_for()
    say(page, "hearts")
    page.locator(".pile", has_text="Kitty: 2").wait_for()
    say(page, "2 cards")
    until(lambda: len(venue.stage.scene.hands[0]) == 10)
    spare = [code for code in venue.stage.scene.hands[0] if code not in ("5H", "3S")][:2]
    venue.table.ask(commands.Move(0, "hand", "discard", 2, spare))
    until(lambda: len(venue.stage.scene.hands[0]) == 8)
    card = venue.stage.scene.hands[0][0]
    pick(page, card)
    reader(page, 0).click()
    until(lambda: venue.played() == {0: card})


def test_a_target_is_told_in_secret_and_cards_are_read_as_they_are_set_aside(venue, open_page):
    played = len([*venue.table.rows()])  # of the games before
    page = open_page(first=Begin("tredici", 2))
    say(page, "Ann")
    for name in ("Ann", "Bo"):
        row = page.locator(".saying", has_text=f"{name} chooses a suit in secret")
        row.get_by_role("button", name="spades").click()
    until(lambda: venue.view.next_what == "stack")
    expect(page.locator("#news")).not_to_contain_text("spades")
    for seat in (0, 1):
        for code in [code for code in venue.stage.scene.hands[seat] if code[1] == "S"]:
            pick(page, code)
            reader(page, seat).click()
            until(lambda code=code: code in read_cards(venue, played))
            until(venue.is_lifted)
        venue.stage.do(Button(seat))
        until(lambda seat=seat: seat not in venue.view.awaited or is_turn(venue))
    until(lambda: is_turn(venue))
    moved = [each.entry for each in venue.table.record().steps() if isinstance(each.entry, Moved)]
    assert all({card.code[1] for card in each.cards or ()} <= {"S"} for each in moved)


def read_cards(venue, after):
    """Every card that has been read since so many rows, noted in the journal's desk or record."""
    return "".join(row.body for row in venue.table.rows(after))


def is_turn(venue):
    return venue.view.next_what in ("draw", "discard")


def test_six_share_four_readers_and_each_has_a_tab(venue, open_page):
    page = open_page(PHONE, first=Begin("etori", 6))
    assert page.locator(".tab").count() == 6
    say(page, "Ann")
    until(lambda: venue.view.next_what == "play")
    page.locator("#heading", has_text="leads").wait_for()
    leader = venue.view.awaited[1]
    page.locator(".tab").nth(leader).tap()
    page.locator(f".seat.is-open[data-seat='{leader}']").wait_for(state="attached")
    venue.stage.do(Press("234567"[leader - 1] if leader else "A"))
    venue.stage.do(Press("OK"))
    until(lambda: venue.table.view().desk.chosen == leader)
    code = venue.stage.scene.hands[leader][0]
    piece(page, code).tap()
    reader(page, 2).tap()
    until(lambda: venue.played() == {leader: code})
    page.locator(f".fronts [data-token='{code}']").wait_for()
