"""The table top: everybody's place stays where they sit, and the text keeps the order of play."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from docs.first_card import GAME as FIRST_CARD
from docs.first_card import FirstCard
from rig.browser import PHONE, SIDEWAYS, SMALL_PHONE, assert_open_to_all, phone, resize, settled
from tricktable.games import GAMES
from tricktable.rules.options import Form
from tricktable.rules.topics import Topic
from tricktable.table import commands
from web.inspectors import page_script
from web.room import CODE, NAMES, ask, begin, lay, sit

TABLE = f"/t/{CODE}"
EIGHT = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
CENTRES = """() => Object.fromEntries([...document.querySelectorAll(".place")].map((each) => {
  const { left, top, width, height } = each.querySelector(".card, .gap").getBoundingClientRect();
  return [each.dataset.seat, [left + width / 2, top + height / 2]];
}))"""
"""Where each seat's card lies, or would."""
ROUND = """(seats) => {
  const round = document.createElement("ol");
  round.className = `trick round of${seats}`;
  for (let seat = 0; seat < seats; seat += 1) {
    const name = `<span class="who">Maximiliane</span><span class="tag">to play</span>`;
    round.innerHTML += `<li class="place at${seat}" data-seat="${seat}" data-card="9H">
      <span class="card H"><b>9</b></span>${name}</li>`;
  }
  document.querySelector(".table-top .trick").replaceWith(round);
}"""
"""A table top for this many seats: no game with cards in turn has as many."""
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".round :is(.card, .who, .tag:not(:empty))")]
    .map((each) => each.getBoundingClientRect());
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
    || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const found = [];
  boxes.forEach((a, one) => boxes.slice(one + 1).forEach((b) => apart(a, b) || found.push([a, b])));
  const top = document.querySelector(".table-top").getBoundingClientRect();
  boxes.forEach((box) => box.right > top.right || box.left < top.left ? found.push(box) : null);
  return found;
}"""


BROKEN = page_script(
    """() => all(".place .who").filter((who) => who.scrollWidth > who.clientWidth)
  .map((who) => who.textContent).concat(broken(all(".place .who"), /[^ -]+-?/g))"""
)
"""The names that are cut, or broken within a word."""


@pytest.fixture
def open_page(browser, still_browser, served, watch):
    """Open a path on a phone, live. One that is not pressed draws nothing."""

    def open_page(path=TABLE, size=None, scheme="light", is_pressed=False):
        page = watch(phone(browser if is_pressed else still_browser, scheme, size))
        page.goto(served + path)
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        return page

    return open_page


def clockwise(page, first, seats):
    """Whether the seats stand clockwise, the first of them lowest."""
    at = page.evaluate(CENTRES)
    order = [at[str((first + step) % seats)] for step in range(seats)]
    lowest = max(y for _, y in order) - order[0][1] < 2  # a card lies a little askew
    shoelace = sum(
        x * below - right * y
        for (x, y), (right, below) in zip(order, [*order[1:], order[0]], strict=True)
    )
    return lowest and (seats == 2 or shoelace > 0)


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE])
def test_nobody_moves_whoever_leads(room, open_page, size):
    begin(room.table)
    page = open_page(size=size)
    assert clockwise(page, 2, 4), "with four, North sits above"
    before = page.evaluate(CENTRES)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H 2:4S")
    page.get_by_role("heading", name="Di to play", level=1).wait_for()
    for seat, (x, y) in page.evaluate(CENTRES).items():
        assert [x, y] == pytest.approx(before[seat], abs=24), seat


def test_in_the_text_the_order_of_play_stays_and_the_cards_carry_it(room, open_page):
    begin(room.table)
    lay(room.table, "1:9H 2:QH")
    page = open_page()
    assert page.locator(".round .who").all_inner_texts() == ["Bo", "Cy", "Di", "Ann"]
    numbers = page.locator(".round .card").evaluate_all(
        "all => all.map((each) => getComputedStyle(each, '::after').content)"
    )
    assert numbers == ['counter(laid) / ""'] * 2
    laid = page.locator(".round .place").evaluate_all(
        "all => all.map((each) => getComputedStyle(each).counterIncrement)"
    )
    assert laid == ["laid 1", "laid 1", "none", "none"]


def test_on_my_own_page_i_sit_below_before_and_after_a_card(room, open_page):
    begin(room.table)
    page = open_page(f"{TABLE}/seat#{sit(room.table, 1)}", is_pressed=True)
    page.locator("#own[data-state=sits]").wait_for()
    assert clockwise(page, 1, 4)
    lay(room.table, "1:9H")
    page.locator(".place[data-card='9H']").wait_for()
    assert clockwise(page, 1, 4)
    page.get_by_role("link", name="Menu").click()
    page.get_by_text("Leave", exact=True).click()
    page.get_by_role("button", name="Leave this seat").click()
    page.locator("#own[data-state=chooses]").wait_for()
    lay(room.table, "2:QH")
    page.locator(".place[data-card='QH']").wait_for()
    assert clockwise(page, 2, 4), "a phone without a seat sees the table as everybody does"


def test_two_to_eight_have_a_place_each_on_the_smallest_phone(room, open_page):
    begin(room.table)
    page = open_page(size=SMALL_PHONE)
    for seats in range(2, 9):
        page.evaluate(ROUND, seats)
        assert clockwise(page, 0, seats), seats
        assert page.evaluate(OVERLAPS) == [], seats
        assert page.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE["width"], seats


def test_whoever_sits_out_keeps_the_others_where_they_are(room, open_page):
    ask(room.table, commands.NewGame("etori", 6, list(EIGHT[:6]), dealer=2))
    page = open_page()
    seats = page.locator(".round.of6 .place").evaluate_all(
        "all => all.map((each) => [each.dataset.seat, each.classList[1]])"
    )
    assert dict(seats) == {str(seat): f"at{(seat + 3) % 6}" for seat in range(6)}
    out = page.locator(".place.is-out").evaluate_all("all => all.map((each) => each.dataset.seat)")
    assert sorted(out) == ["2", "5"]


def test_the_bid_that_wins_is_the_largest_and_brightest_thing_in_its_slot(room, open_page):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES)))
    for request in (
        commands.Deal(0),
        commands.Declare("bid", 1, "7"),
        commands.Declare("bid", 2, "pass"),
    ):
        ask(room.table, request)
    page = open_page(size=SMALL_PHONE, scheme="dark")
    sizes = page.locator(".place").evaluate_all(
        """all => all.map(({ children }) =>
          [...children].map((part) => getComputedStyle(part).fontSize))"""
    )
    assert all(
        max(sizes_of, key=lambda px: float(px[:-2])) == sizes_of[0] for sizes_of in sizes[:2]
    )
    wins = page.locator(".wins .said")
    assert wins.inner_text() == "7"
    assert wins.evaluate("each => getComputedStyle(each).opacity") == "1"
    assert wins.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") > page.locator(
        ".place:not(.wins) .said"
    ).evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    expect(page.locator(".is-due .tag")).to_have_text("to bid")
    assert_open_to_all(page, part=".table-top")


def test_after_a_trick_the_page_speaks_of_one_trick_as_done_and_of_one_as_next(room, open_page):
    begin(room.table)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    page = open_page()
    expect(page.locator(".eyebrow")).to_have_text("The Torite · Trick 2 of 12")
    expect(page.locator("#table-top > span").first).to_have_text("Cy took trick 1")
    page.get_by_role("heading", name="Cy took trick 1 , spades trump").wait_for()


BIDS = "\u2666 diamonds trump \u00b7 Di bids 4"
STOCK = "\u2666 diamonds trump, Q\u2666 turned up \u00b7 stock 28"
LAST_LINES = """(side) => {
  document.querySelector("#table-top .side").textContent = side;
  return [...document.querySelectorAll("#table-top > span")].map((each) => {
    each.textContent = each.textContent; // of one piece
    const text = each.firstChild, letter = document.createRange();
    const tops = [...text.data].map((_, at) => {
      letter.setStart(text, at);
      letter.setEnd(text, at + 1);
      return Math.round(letter.getBoundingClientRect().top);
    });
    return text.data.slice(tops.indexOf(tops.at(-1))).trim();
  });
}"""


def test_where_the_words_above_the_felt_need_two_lines_none_is_a_number_alone(room, open_page):
    begin(room.table)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    page = open_page(size=PHONE)
    taken, side = page.evaluate(LAST_LINES, BIDS)
    assert taken.endswith("trick 1")
    assert side.endswith("Di bids 4")


def test_the_number_of_a_trick_stays_beside_its_word_before_many_words(room, open_page):
    begin(room.table)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H 2:4H")
    page = open_page(size=PHONE)
    for size in (PHONE, SMALL_PHONE):
        resize(page, size)
        number, side = page.evaluate(LAST_LINES, STOCK)
        assert number == "Trick 2", size
        assert side.endswith("stock 28"), size


def test_what_concerns_one_phone_is_not_told_on_every_page(room, open_page):
    begin(room.table)
    sit(room.table, 1)
    assert room.table.view().asks_and_note == "Bo's phone has joined."
    for path in (TABLE, f"{TABLE}/wall", f"{TABLE}/seat"):
        assert open_page(path).get_by_text("has joined").count() == 0


def test_cards_in_notes_are_drawn_unless_somebody_is_called_so(room, open_page):
    begin(room.table, ("AH", *NAMES[1:]))
    lay(room.table, "1:7C 2:3C")
    ask(room.table, commands.Undo())
    note = open_page().locator(".note")
    expect(note.get_by_role("img", name="three of clubs")).to_be_visible()
    assert "3C" not in note.inner_text()
    room.table.claim(0, "a phone")
    asks = open_page().locator(".note")
    expect(asks).to_contain_text("AH: hold your button")
    assert asks.get_by_role("img", name="ace of hearts").count() == 0


@pytest.mark.complains("status of 409")
def test_cards_in_refusals_and_questions_are_drawn_on_both_pages(room, open_page, without_board):
    token = sit(room.table, 2)
    lay(room.table, "1:QH")
    seat = open_page(f"{TABLE}/seat#{token}", is_pressed=True)
    seat.locator("#own[data-state=sits]").wait_for()
    key = seat.locator(".ranks button:visible").first
    # A page of before the card was played has it. Both at once: the next news draws the key anew.
    key.evaluate("each => { each.value = 'QH'; each.click(); }")
    refusal = seat.locator("#refusal")
    expect(refusal.get_by_role("img", name="queen of hearts")).to_be_visible()
    host = open_page(f"/host{TABLE}").locator("#reply h2")
    expect(host.get_by_role("img", name="queen of hearts")).to_be_visible()
    for words in (refusal.inner_text(), host.inner_text()):
        assert "QH" not in words
        assert "entry" not in words
    assert refusal.get_attribute("data-say").startswith("Queen of hearts was already played by Bo")


LONG = ("Maximilianus", "Anna-Charlotte", "Bartholomew", "Konstantinos")


def test_names_are_whole_on_the_smallest_phone(room, served, open_page):
    page = open_page(size=SMALL_PHONE)
    for names in (LONG, LONG[:3], ("Margaret", "佐々木 次郎", *LONG[:2])):
        begin(room.table, names)
        lay(room.table, "1:9H")
        page.goto(served + TABLE)
        for size in (SMALL_PHONE, PHONE):
            resize(page, size)
            assert settled(page, BROKEN) == [], (names, size)


ELEVEN = (
    ("Margaret", "Benjamin", "Carolina", "Ann"),
    ("Margarethe W", "Bartholomew", "Alexandrina", "Christopher"),
)


def test_the_host_reads_names_of_eleven_letters_whole(room, served, open_page):
    page = open_page(f"/host{TABLE}", PHONE)
    for names in ELEVEN:
        begin(room.table, names)
        page.goto(f"{served}/host{TABLE}")
        for size in (PHONE, SMALL_PHONE):
            resize(page, size)
            assert settled(page, BROKEN) == [], (names, size)


SIX = (
    "Maximiliane-Charlotte",
    "Alexandra-Marguerite",
    "Konstantinos",
    "ゆき",
    "Bartholomew C",
    "Jo",
)


def test_the_host_reads_long_names_of_six_people_whole(room, served, open_page):
    ask(room.table, commands.NewGame("etori", 6, list(SIX), dealer=0))
    page = open_page(f"/host{TABLE}", SMALL_PHONE)
    for tongue in ("en", "ja"):
        page.goto(f"{served}/host{TABLE}?lang={tongue}")
        assert settled(page, BROKEN) == [], tongue
        assert page.evaluate(OVERLAPS) == [], tongue
        choices = page.locator("#lay .whose label").evaluate_all(
            "all => all.map((each) => [each.offsetTop, each.scrollWidth - each.clientWidth])"
        )
        assert len({top for top, _ in choices}) == 3, "two in a line"
        assert {over for _, over in choices} == {0}, tongue


def test_five_to_eight_stand_apart_on_the_hosts_smallest_phone(room, open_page):
    begin(room.table)
    page = open_page(f"/host{TABLE}", SMALL_PHONE)
    for seats in range(5, 9):
        page.evaluate(ROUND, seats)
        assert page.evaluate(OVERLAPS) == [], seats


def test_whoever_sits_out_is_said_to_and_keeps_a_place(room, client):
    ask(room.table, commands.NewGame("etori", 6, list(EIGHT[:6]), dealer=1))
    for tongue, words in (("en", "sits out"), ("ja", "休み")):
        page = client.get(f"{TABLE}?lang={tongue}").text
        places = page.split('<li class="place')[1:]
        assert len(places) == 6
        out = [each for each in places if f'<span class="tag">{words}</span>' in each]
        assert sorted(each.split('data-seat="')[1][0] for each in out) == ["1", "4"]


class Bidding(FirstCard):
    """Everybody says one of a few words before the first card."""

    FIRST = "bid"

    def values(self):
        return CALLS if self.phase == "bid" else ()


CALLS = ("8 no trump", "Misère", "Redouble", "Pass")
CALL = Topic("bid", "Bid", Form(lambda value: value in CALLS, "a call"))
SAID_OUTSIDE = page_script(
    """() => all(".round .said").filter((place) => {
    const range = document.createRange(), box = place.getBoundingClientRect();
    range.selectNodeContents(place);
    return [...range.getClientRects()].some((text) =>
      text.left < box.left - 1 || text.right > box.right + 1
      || text.top < box.top - 1 || text.bottom > box.bottom + 1);
  }).map((place) => place.textContent)"""
)
"""The bids that stick out of their places."""


def test_what_was_said_lies_within_its_place_on_every_surface(room, served, open_page, monkeypatch):
    game = replace(FIRST_CARD, topics=(CALL,), start=lambda players, _: Bidding(players))
    monkeypatch.setitem(GAMES, game.name, game)
    ask(room.table, commands.NewGame(game.name, 4, list(LONG), dealer=3))
    for seat, call in enumerate(CALLS[:3]):
        ask(room.table, commands.Declare("bid", seat, call))
    token, page = sit(room.table, 3), open_page(size=SMALL_PHONE)
    for path in (TABLE, f"/host{TABLE}", f"{TABLE}/wall", f"{TABLE}/seat#{token}"):
        page.goto(served + path)
        page.locator(".round .said").nth(2).wait_for()
        for size in (SMALL_PHONE, PHONE, SIDEWAYS, {"width": 1280, "height": 800}):
            resize(page, size)
            assert settled(page, SAID_OUTSIDE) == [], (path, size)
